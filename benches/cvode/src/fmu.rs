//! Runs a packed FMU at multiples of a communication step, with as little around it as an importer has.

use crate::plant::{Piece, pieces, place};
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
    /// Where a piece has each input.
    order: Vec<usize>,
    position: u32,
}

impl<'a> Rig<'a> {
    /// Loads the FMU.
    pub fn new(problem: &'a Problem, fmu: &'a Fmu) -> anyhow::Result<Self> {
        let reference = |name: &str| fmu.interface().find(name).map(|v| v.reference).context(name.to_string());
        let inputs = problem.scenario.inputs.iter().map(|(name, _)| reference(name)).collect::<Result<_, _>>()?;
        let pieces = pieces(&problem.scenario);
        let order = problem.scenario.inputs.iter().map(|(name, _)| place(name)).collect();
        Ok(Self { problem, fmu, library: fmu.load()?, pieces, inputs, order, position: reference("position")? })
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
        let (mut values, mut slopes) = ([0.0; 3], [0.0; 3]);
        for (index, order) in self.order.iter().enumerate() {
            (values[index], slopes[index]) = piece.input(*order, time);
        }
        let count = self.inputs.len();
        instance.set_real(&self.inputs, &values[..count])?;
        if slopes != [0.0; 3] {
            instance.set_input_derivatives(&self.inputs, &slopes[..count])?;
        }
        Ok(())
    }

    /// Positions at multiples of the communication step, which is `stride` times [`STEP`].
    pub fn run(&self, settings: &[Setting], stride: usize, positions: &mut [f64]) -> anyhow::Result<()> {
        let mut instance = self.start(settings)?;
        let (mut piece, mut time) = (0, 0.0);
        for (index, position) in positions.iter_mut().enumerate() {
            let end = ((index + 1) * stride) as f64 * STEP;
            while let Some(bend) = self.pieces.get(piece + 1).map(Piece::time).filter(|bend| *bend < end - SAME) {
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
            let mut value = [0.0];
            instance.get_real(&[self.position], &mut value)?;
            *position = value[0];
        }
        Ok(())
    }
}
