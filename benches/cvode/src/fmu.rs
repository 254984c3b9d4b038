//! Runs a packed FMU at multiples of a communication step, with as little around it as an importer has.

use crate::piece::{Piece, pieces};
use crate::problem::{Problem, STEP};
use anyhow::Context;
use fmu_import::fmi2::{Identity, Instance, Library};
use fmu_import::fmu::Fmu;
use fmu_output::number;
use fmu_simulation::Setting;

/// Times that are closer than this are the same, in s.
const SAME: f64 = 1e-12;

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
        let resources = self.fmu.resources();
        let guid = &self.fmu.interface().guid;
        let identity = Identity { name: "bench", guid, resources: &resources, logging: false };
        let mut instance = Instance::new(&self.library, &identity)?;
        for setting in settings {
            setting.apply(&mut instance)?;
        }
        instance.setup_experiment(None, 0.0, f64::MAX)?;
        instance.enter_initialization()?;
        self.feed(&mut instance, &self.pieces[0], 0.0)?;
        instance.exit_initialization()?;
        Ok(instance)
    }

    fn feed(&self, instance: &mut Instance<'_>, piece: &Piece, time: f64) -> anyhow::Result<()> {
        let count = self.inputs.len();
        instance.set_real(&self.inputs, &piece.values(time)[..count])?;
        if piece.is_sloped() {
            instance.set_input_derivatives(&self.inputs, &piece.slope[..count])?;
        }
        Ok(())
    }

    /// Positions, all of one time together, at multiples of the communication step, which is `stride` times [`STEP`].
    pub fn run(&self, settings: &[Setting], stride: usize, positions: &mut [f64]) -> anyhow::Result<()> {
        let mut instance = self.start(settings)?;
        let (mut piece, mut time) = (0, 0.0);
        for (index, positions) in positions.chunks_exact_mut(self.outputs.len()).enumerate() {
            let end = ((index + 1) * stride) as f64 * STEP;
            while let Some(bend) = self.pieces.get(piece + 1).map(|piece| piece.time).filter(|bend| *bend < end - SAME)
            {
                if bend > time + SAME {
                    instance.do_step(time, bend - time)?;
                }
                (time, piece) = (bend, piece + 1);
                self.feed(&mut instance, &self.pieces[piece], time)?;
            }
            instance.do_step(time, end - time)?;
            time = end;
            // What is constant stays.
            if self.pieces[piece].is_sloped() {
                self.feed(&mut instance, &self.pieces[piece], time)?;
            }
            instance.get_real(&self.outputs, positions)?;
        }
        Ok(())
    }
}
