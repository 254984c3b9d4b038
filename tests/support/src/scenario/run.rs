//! Runs a scenario with a communication step of one's choice.

use super::draw::{Piece, Scenario, TABULATED, family};
use super::model::{Body, Instant, Kind, Places};
use crate::reports::Reports;
use model_description::models::laws::Family;

/// Every communication point, and what was reported.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    pub points: Vec<(f64, Instant)>,
    pub reports: Reports,
    /// Where a step of a comparator, which is as long as it is told to be, led beyond all numbers. The scenario ends there.
    pub diverged: Option<f64>,
    /// Number of the points at which a piece of the inputs ends.
    pub ends: Vec<usize>,
}

/// Gives an instance the parameters of a scenario; `sign` = −1 for its mirror image.
pub fn prepare<A: Body>(mut actuator: A, scenario: &Scenario, sign: f64) -> A {
    let interface = actuator.interface();
    for (name, value) in &scenario.parameters {
        let Some(place) = interface.reals.iter().position(|variable| variable.name == *name) else { continue };
        actuator.reals_mut()[place] = *value;
    }
    for name in ["position_start", "velocity_start", "pressure_step.force_amplitude"] {
        if let Some(place) = interface.reals.iter().position(|variable| variable.name == name) {
            actuator.reals_mut()[place] *= sign;
        }
    }
    if sign < 0.0 {
        let place = |name| interface.reals.iter().position(|variable| variable.name == name).unwrap_or_default();
        let (lower, upper) = (place("travel.lower"), place("travel.upper"));
        let reals = actuator.reals_mut();
        (reals[lower], reals[upper]) = (-reals[upper], -reals[lower]);
    }
    set_integer(&mut actuator, "friction.law", scenario.law);
    if scenario.has_orifices {
        set_integer(&mut actuator, "servovalve.law", 2);
    }
    if scenario.law == TABULATED {
        set_table(&mut actuator, scenario);
    }
    if family(scenario.law) == Family::Comparator {
        let step =
            scenario.pieces.iter().map(|piece| piece.length).fold(f64::INFINITY, f64::min) / scenario.steps as f64;
        set_real(&mut actuator, "solver.fixed_step_size", (0.25 * step).max(1e-9));
    }
    actuator
}

pub fn set_integer(actuator: &mut impl Body, name: &str, value: i32) {
    let place = actuator.interface().integers.iter().position(|variable| variable.name == name);
    actuator.integers_mut()[place.unwrap_or_else(|| panic!("no variable {name}"))] = value;
}

pub fn set_real(actuator: &mut impl Body, name: &str, value: f64) {
    let place = actuator.interface().reals.iter().position(|variable| variable.name == name);
    actuator.reals_mut()[place.unwrap_or_else(|| panic!("no variable {name}"))] = value;
}

fn set_table(actuator: &mut impl Body, scenario: &Scenario) {
    let level = scenario.scale.level;
    let effort = if scenario.kind == Kind::Hydraulic { "force" } else { "torque" };
    set_integer(actuator, "friction.table.size", scenario.table.len() as i32);
    for (number, (speed, ratio)) in (1..).zip(&scenario.table) {
        set_real(actuator, &format!("friction.table.velocity[{number}]"), *speed);
        set_real(actuator, &format!("friction.table.{effort}[{number}]"), ratio * level);
    }
}

/// Which inputs change their sign in the mirror image.
fn mirrored(kind: Kind, input: usize, value: f64, sign: f64) -> f64 {
    if kind == Kind::Servo && input == 2 { value } else { sign * value }
}

/// Sets all inputs to where a piece has them after `elapsed`.
pub fn feed(actuator: &mut impl Body, scenario: &Scenario, piece: &Piece, elapsed: f64, sign: f64) {
    let inputs = actuator.interface().inputs;
    let slope = |input: usize| (piece.end[input] - piece.begin[input]) / piece.length;
    for (input, &reference) in inputs.iter().enumerate() {
        let value = piece.begin[input] + slope(input) * elapsed;
        actuator.reals_mut()[reference as usize] = mirrored(scenario.kind, input, value, sign);
    }
    actuator.inputs_changed();
    for input in 0..inputs.len() {
        actuator.set_input_derivative(input, mirrored(scenario.kind, input, slope(input), sign));
    }
}

/// Changes the tunable parameters of a piece at its begin.
pub fn tune(actuator: &mut impl Body, step: &Step, sign: f64) {
    if step.elapsed == 0.0 {
        tune_for(actuator, step.piece, sign);
    }
}

/// Changes the tunable parameters of a piece, unless they have been.
pub fn tune_for(actuator: &mut impl Body, piece: &Piece, sign: f64) {
    let mut changed = false;
    for (name, value) in &piece.tuned {
        let sign = if *name == "pressure_step.force_amplitude" { sign } else { 1.0 };
        let place = actuator.interface().reals.iter().position(|variable| variable.name == *name);
        let Some(place) = place else { continue };
        changed |= actuator.reals()[place] != sign * value;
        actuator.reals_mut()[place] = sign * value;
    }
    if changed {
        actuator.configure();
    }
}

/// At time 0, with the inputs of the first piece.
pub fn start(actuator: &mut impl Body, scenario: &Scenario, sign: f64, reports: &mut Reports) -> Result<(), String> {
    feed(actuator, scenario, &scenario.pieces[0], 0.0, sign);
    actuator.check().map_err(|refused| format!("the parameters are refused: {refused:?}"))?;
    actuator.initialize(0.0, reports);
    actuator.update_outputs();
    Ok(())
}

/// The whole scenario with `steps` communication steps in each piece.
pub fn trace(actuator: &impl Body, scenario: &Scenario, steps: usize, sign: f64) -> Result<Trace, String> {
    let mut actuator = prepare(*actuator, scenario, sign);
    let places = Places::new(scenario.kind);
    let mut reports = Reports::default();
    start(&mut actuator, scenario, sign, &mut reports)?;
    let mut points = vec![(0.0, places.read(&actuator))];
    let mut ends = Vec::new();
    for step in scenario_steps(scenario, steps) {
        tune(&mut actuator, &step, sign);
        let Step { number, piece, elapsed, from, to, .. } = step;
        feed(&mut actuator, scenario, piece, elapsed, sign);
        let (events, before) = (reports.events.len(), tries(&actuator));
        let arrived = actuator.advance(from, to - from, &mut reports);
        actuator.update_outputs();
        judge_work(tries(&actuator) - before, to - from).map_err(|problem| format!("at {to} s: {problem}"))?;
        match actuator.reals().iter().find(|value| !value.is_finite()) {
            None => {
                points.push((to, Instant { piece: number, ..places.read(&actuator) }));
                ends.extend(step.is_last.then_some(points.len() - 1));
            }
            Some(_) if family(scenario.law) == Family::Comparator => {
                reports.events.truncate(events);
                return Ok(Trace { points, reports, diverged: Some(to), ends });
            }
            Some(value) => return Err(format!("{value} among the outputs at {to} s")),
        }
        if !arrived && family(scenario.law) != Family::Comparator {
            return Err(format!("the step to {to} s failed"));
        }
    }
    Ok(Trace { points, reports, diverged: None, ends })
}

/// The default of solver.max_step_size [s], and the tries of the integrator that such a step may take on the average.
const MAX_STEP: f64 = 1e-3;
const TRIES: f64 = 1000.0;

/// A communication step may take as many tries as its length allows, a reserve, and those of its last internal step.
fn judge_work(tries: u32, length: f64) -> Result<(), String> {
    let allowed = TRIES * ((length / MAX_STEP).ceil() + RESERVE);
    if f64::from(tries) <= allowed { Ok(()) } else { Err(format!("{tries} tries are more than {allowed}")) }
}

/// In internal steps: 100,000 tries, and 5000 that the last one may take.
const RESERVE: f64 = 105.0;

fn tries(actuator: &impl Body) -> u32 {
    actuator.statistics().solver.tries()
}

/// One communication step.
pub type Step<'a> = crate::pieces::Step<'a, Piece>;

/// All steps of a scenario with `steps` communication steps in each piece.
pub fn scenario_steps(scenario: &Scenario, steps: usize) -> impl Iterator<Item = Step<'_>> {
    crate::pieces::steps(&scenario.pieces, |piece| piece.length, steps)
}
