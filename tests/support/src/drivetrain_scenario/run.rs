//! Runs a scenario with communication steps of one's choice.

use super::machine::{Contact, Instant, Machine, Places};
use super::scenario::{Piece, Scenario};
use crate::reports::Reports;
use actuator_fmu::actuator::Actuator;
use actuator_fmu::drivetrain::Drivetrain;

/// Every communication point, and what was reported.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    pub points: Vec<Instant>,
    /// Number of the points at which a piece of the inputs ends.
    pub ends: Vec<usize>,
    pub reports: Reports,
    /// Largest number of tries of the integrator in a communication step, less what its length allows.
    pub work: f64,
}

/// A scenario with its instance as it was made.
pub struct Scene<'a> {
    pub scenario: &'a Scenario,
    pub machine: Machine,
    pub places: Places,
    pub fresh: Drivetrain,
    /// Inputs of the signals: number, value reference.
    pub inputs: Vec<(usize, usize)>,
    /// Changes what is shown, to see what the judge says of it.
    pub spoil: fn(&Machine, &mut Instant),
}

/// One communication step.
pub type Step<'a> = crate::pieces::Step<'a, Piece>;

impl<'a> Scene<'a> {
    pub fn new(scenario: &'a Scenario) -> Result<Self, String> {
        let text = scenario.text();
        let interface = crate::drivetrain::read(&text).map_err(|problem| format!("refused: {problem}"))?;
        let machine = Machine::new(scenario);
        let places = Places::new(&machine, interface);
        let input = |name: &String| {
            let at = |reference: &u32| interface.reals[*reference as usize].name == *name;
            let number = interface.inputs.iter().position(at).expect("signals are inputs");
            (number, interface.inputs[number] as usize)
        };
        let inputs = scenario.signals.iter().map(input).collect();
        let fresh = Drivetrain::new(interface).map_err(|_| "no memory")?;
        Ok(Self { scenario, machine, places, fresh, inputs, spoil: |_, _| {} })
    }

    /// All steps with `steps` communication steps in each piece.
    pub fn steps(&self, steps: usize) -> impl Iterator<Item = Step<'a>> + use<'a> {
        crate::pieces::steps(&self.scenario.pieces, |piece| piece.length, steps)
    }

    /// Sets all inputs to where a piece has them after `elapsed`; torques with a sign.
    pub fn feed(&self, actuator: &mut Drivetrain, piece: &Piece, elapsed: f64, sign: f64) {
        let line = |[begin, end]: [f64; 2]| (begin, (end - begin) / piece.length);
        let has_no_direction = |name: &str| name.ends_with(".engagement") || name.ends_with(".supply_pressure");
        let signed = |name: &str| if has_no_direction(name) { 1.0 } else { sign };
        let signals = || self.scenario.signals.iter().zip(&self.inputs).zip(&piece.values);
        for ((name, (_, reference)), values) in signals() {
            let (begin, slope) = line(*values);
            actuator.reals_mut()[*reference] = signed(name) * (begin + slope * elapsed);
        }
        self.change_parameters(actuator, piece, elapsed);
        actuator.inputs_changed();
        for ((name, (number, _)), values) in signals() {
            actuator.set_input_derivative(*number, signed(name) * line(*values).1);
        }
    }

    /// Takes parameters over that change where a piece begins.
    fn change_parameters(&self, actuator: &mut Drivetrain, piece: &Piece, elapsed: f64) {
        if self.scenario.changes.is_empty() || elapsed != 0.0 {
            return;
        }
        let number = self.scenario.pieces.iter().position(|known| core::ptr::eq(known, piece));
        let mut changes = self.scenario.changes.iter().filter(|change| Some(change.piece) == number).peekable();
        if changes.peek().is_none() {
            return;
        }
        for change in changes {
            let name = format!("{}.{}", change.element, change.key);
            let place = actuator.interface().reals.iter().position(|variable| variable.name == name);
            actuator.reals_mut()[place.expect("parameters of elements are variables")] = change.value;
        }
        actuator.configure();
    }

    /// At time 0, with the inputs of the first piece.
    pub fn begin(&self, mut actuator: Drivetrain, sign: f64, reports: &mut Reports) -> Result<Drivetrain, String> {
        self.feed(&mut actuator, &self.scenario.pieces[0], 0.0, sign);
        actuator.check().map_err(|refused| {
            let name = actuator.interface().reals.get(refused.reference as usize).map_or("?", |v| v.name);
            format!("refused: {name}: {refused:?}")
        })?;
        actuator.initialize(0.0, reports);
        actuator.update_outputs();
        Ok(actuator)
    }

    /// One communication step.
    pub fn step(
        &self,
        actuator: &mut Drivetrain,
        step: &Step<'_>,
        sign: f64,
        reports: &mut Reports,
    ) -> Result<(), String> {
        self.feed(actuator, step.piece, step.elapsed, sign);
        let done = self.advance(actuator, step, reports);
        actuator.update_outputs();
        done
    }

    /// The same without its inputs and outputs.
    pub fn advance(&self, actuator: &mut Drivetrain, step: &Step<'_>, reports: &mut Reports) -> Result<(), String> {
        let done = actuator.advance(step.from, step.to - step.from, reports);
        if done { Ok(()) } else { Err(format!("failed: the step from {:?} s failed", step.from)) }
    }

    pub fn read(&self, time: f64, actuator: &Drivetrain) -> Instant {
        let mut at = self.places.read(time, (actuator.reals(), actuator.integers()));
        let begins = self.scenario.pieces.iter().scan(0.0, |begin, piece| {
            *begin += piece.length;
            Some(*begin)
        });
        at.piece = begins.take(self.scenario.pieces.len() - 1).filter(|begin| *begin < time).count();
        self.mark_steady(&mut at);
        (self.spoil)(&self.machine, &mut at);
        at
    }

    /// Marks the engagements that do not move in the piece of an instant.
    fn mark_steady(&self, at: &mut Instant) {
        let lines = &self.scenario.pieces[at.piece].values;
        let is_steady = |contact: &Contact| {
            let engagement = format!("{}.engagement", contact.name);
            let led = self.scenario.signals.iter().position(|signal| *signal == engagement);
            led.is_none_or(|signal| lines[signal][0] == lines[signal][1])
        };
        at.is_steady = self.machine.contacts.iter().map(is_steady).collect();
    }

    /// The whole scenario of an instance with `steps` communication steps in each piece.
    pub fn trace(&self, actuator: Drivetrain, steps: usize, sign: f64) -> Result<Trace, String> {
        let mut reports = Reports::default();
        let mut actuator = self.begin(actuator, sign, &mut reports)?;
        let mut points = vec![self.read(0.0, &actuator)];
        let mut ends = Vec::new();
        let mut work = 0.0;
        for step in self.steps(steps) {
            let (before, begin) = (tries(&actuator), processor_time());
            self.step(&mut actuator, &step, sign, &mut reports)?;
            judge_time(begin, &step)?;
            let length = ((step.to - step.from) / MAX_STEP).ceil();
            let allowed = if self.scenario.is_integrated { TRIES_OF_A_STEP } else { TRIES };
            work = f64::max(work, f64::from(tries(&actuator) - before) - allowed * length);
            points.push(self.read(step.to, &actuator));
            let point = &points[points.len() - 1];
            if !point.is_finite() {
                return Err(format!("finite: an output at {:?} s is no number", step.to));
            }
            if step.is_last {
                ends.push(points.len() - 1);
            }
        }
        Ok(Trace { points, ends, reports, work })
    }
}

/// Processor time that a communication step may take beyond what its tries may [s]. The combinations that a decision tries are not
/// counted; milliseconds are usual.
const SECONDS: f64 = 1.0;
/// The dearest try of the integrator [s].
const SECONDS_OF_A_TRY: f64 = 1e-4;

fn judge_time(begin: Option<f64>, step: &Step<'_>) -> Result<(), String> {
    let Some(seconds) = begin.and_then(|begin| Some(processor_time()? - begin)) else { return Ok(()) };
    let allowed = SECONDS + SECONDS_OF_A_TRY * TRIES * ((step.to - step.from) / MAX_STEP).ceil();
    if seconds <= allowed {
        return Ok(());
    }
    Err(format!("time: the step from {:?} s to {:?} s took {seconds:.1} s of the processor", step.from, step.to))
}

/// Processor time of this thread [s], where the system tells (Linux).
fn processor_time() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? * 1e-9)
}

/// The default of solver.max_step_size [s].
const MAX_STEP: f64 = 1e-3;
/// Expansions that an internal step may take on the average over a communication step.
const TRIES: f64 = 1000.0;
/// Tries after which an internal step is bridged. Where laws have no series, steps within a tolerance of 1e-12 may be that many: their
/// average over a longer communication step is bounded by its failure alone.
const TRIES_OF_A_STEP: f64 = 5000.0;

fn tries(actuator: &Drivetrain) -> u32 {
    actuator.statistics().solver.tries()
}
