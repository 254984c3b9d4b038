//! Runs a packed FMU at multiples of a communication step, with as little around it as an importer has.

use crate::cvode::cpu_seconds;
use crate::piece::{MOST, Piece, pieces};
use crate::problem::{Problem, STEP};
use anyhow::Context;
use fmu_import::fmu::Fmu;
use fmu_import::library::{Identity, Instance, Library, Line};
use fmu_output::number;
use fmu_simulation::Setting;

/// Times that are closer than this are the same, in s.
const SAME: f64 = 1e-12;

/// What an importer calls at each communication step besides fmi2DoStep.
#[derive(Clone, Copy)]
pub struct Calls {
    /// fmi2SetReal with all inputs.
    pub inputs: bool,
    /// fmi2SetRealInputDerivatives with all inputs.
    pub derivatives: bool,
    /// fmi2GetReal with all positions.
    pub positions: bool,
}

/// A loaded FMU and what it is given.
pub struct Rig<'a> {
    problem: &'a Problem,
    fmu: &'a Fmu,
    library: Library,
    pieces: Vec<Piece>,
    inputs: Vec<u32>,
    outputs: Vec<u32>,
}

impl<'a> Rig<'a> {
    /// Loads the FMU.
    pub fn new(problem: &'a Problem, fmu: &'a Fmu) -> anyhow::Result<Self> {
        let reference = |name: &str| fmu.interface().find(name).map(|v| v.reference).context(name.to_string());
        let inputs = problem.scenario.inputs.iter().map(|(name, _)| reference(name)).collect::<Result<_, _>>()?;
        let outputs = problem.outputs.iter().map(|name| reference(name)).collect::<Result<_, _>>()?;
        Ok(Self { problem, fmu, library: fmu.load()?, pieces: pieces(&problem.scenario), inputs, outputs })
    }

    /// The parameters of the problem and more, found by name once: CVODE has them in a structure.
    pub fn settings(&self, more: &[(&str, f64)]) -> anyhow::Result<Vec<Setting>> {
        let all = self.problem.scenario.parameters.iter().chain(more);
        all.map(|(name, value)| Ok(Setting::new(name, &number(*value), self.fmu.interface())?)).collect()
    }

    fn start(&self, settings: &[Setting]) -> anyhow::Result<Instance<'_>> {
        let identity = Identity { logging: false, ..self.fmu.identity("bench") };
        let mut instance = Instance::new(&self.library, &identity)?;
        for setting in settings {
            setting.apply(&mut instance)?;
        }
        instance.enter_initialization(None, 0.0, f64::MAX)?;
        instance.set_reals(&self.inputs, &self.pieces[0].values(0.0)[..self.inputs.len()])?;
        instance.exit_initialization()?;
        Ok(instance)
    }

    /// A step from one time to another, within a piece of the inputs. What is constant stays, unless the piece `begins`.
    fn step(&self, instance: &mut Instance<'_>, piece: &Piece, begins: bool, from: f64, to: f64) -> anyhow::Result<()> {
        let values = piece.values(from);
        if begins || piece.is_sloped() {
            instance.set_reals(&self.inputs, &values[..self.inputs.len()])?;
        }
        if piece.is_sloped() {
            let none = Line { reference: 0, begin: 0.0, end: 0.0 };
            let mut lines = [none; MOST];
            for (index, (line, &reference)) in lines.iter_mut().zip(&self.inputs).enumerate() {
                let begin = values[index];
                *line = Line { reference, begin, end: begin + piece.slope[index] * (to - from) };
            }
            instance.set_input_lines(&lines[..self.inputs.len()], to - from)?;
        }
        instance.do_step(from, to - from)?;
        Ok(())
    }

    /// Positions, all of one time together, at multiples of the communication step, which is `stride` times [`STEP`].
    pub fn run(&self, settings: &[Setting], stride: usize, positions: &mut [f64]) -> anyhow::Result<()> {
        let mut instance = self.start(settings)?;
        let (mut piece, mut time, mut begins) = (0, 0.0, true);
        for (index, positions) in positions.chunks_exact_mut(self.outputs.len()).enumerate() {
            let end = ((index + 1) * stride) as f64 * STEP;
            while let Some(bend) = self.pieces.get(piece + 1).map(|piece| piece.time).filter(|bend| *bend < end - SAME)
            {
                if bend > time + SAME {
                    self.step(&mut instance, &self.pieces[piece], begins, time, bend)?;
                }
                (time, piece, begins) = (bend, piece + 1, true);
            }
            self.step(&mut instance, &self.pieces[piece], begins, time, end)?;
            (time, begins) = (end, false);
            instance.get_reals(&self.outputs, positions)?;
        }
        Ok(())
    }

    /// CPU time of a communication step without an event, in s: each brake and clutch is engaged and holds, the loads rise
    /// too slowly to move anything.
    pub fn held_step(&self, settings: &[Setting], calls: Calls) -> anyhow::Result<f64> {
        /// Nothing slides or swings any more after so many.
        const BEFORE: u32 = 5000;
        const MEASURED: u32 = 100_000;
        let mut instance = self.start(settings)?;
        let all = Calls { inputs: true, derivatives: true, positions: true };
        (0..BEFORE).try_for_each(|index| self.held(&mut instance, index, all))?;
        let begin = cpu_seconds();
        (BEFORE..BEFORE + MEASURED).try_for_each(|index| self.held(&mut instance, index, calls))?;
        Ok((cpu_seconds() - begin) / f64::from(MEASURED))
    }

    fn held(&self, instance: &mut Instance<'_>, index: u32, calls: Calls) -> anyhow::Result<()> {
        /// Of loads, per communication step, in N·m.
        const RISE: f64 = 1e-9;
        let (count, time) = (self.inputs.len(), f64::from(index) * STEP);
        let mut lines = [Line { reference: 0, begin: 0.0, end: 0.0 }; MOST];
        for (line, (&reference, (name, _))) in
            lines.iter_mut().zip(self.inputs.iter().zip(&self.problem.scenario.inputs))
        {
            let is_engagement = name.ends_with(".engagement");
            let at = |index: u32| if is_engagement { 1.0 } else { f64::from(index) * RISE };
            *line = Line { reference, begin: at(index), end: at(index + 1) };
        }
        if calls.inputs {
            instance.set_reals(&self.inputs, &lines.map(|line| line.begin)[..count])?;
        }
        if calls.derivatives {
            instance.set_input_lines(&lines[..count], STEP)?;
        }
        instance.do_step(time, STEP)?;
        if calls.positions {
            let mut positions = [0.0; MOST];
            instance.get_reals(&self.outputs, &mut positions)?;
        }
        Ok(())
    }
}
