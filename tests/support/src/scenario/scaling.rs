//! The equations know no units: a scenario in other units of length, angle, force, time and current is the same scenario.
//!
//! Units that differ by powers of two change no digit of any number, only its exponent. So the two scenarios are the same to
//! the bit, with the same events at the same times, unless something on the way is measured by a size of its own instead
//! of one of the model's parameters.

use super::draw::{Piece, Scenario};
use super::model::{Body, Kind};
use super::run::{Step, feed, prepare, scenario_steps, set_integer, set_real, tune};
use crate::random::Random;
use crate::reports::Reports;
use actuator_fmu::actuator::Event;
use actuator_fmu::interface::{Causality, Interface, RealVariable};

/// Powers of two by which the units differ. Metres and radians, which no equation turns into each other, are apart.
#[derive(Clone, Copy, Debug)]
struct Units {
    length: i32,
    angle: i32,
    force: i32,
    time: i32,
    current: i32,
}

/// Numbers that are smaller have lost digits in one of the scenarios: a velocity that decays for long enough.
const SMALLEST: f64 = 1e-250;

impl Units {
    /// Any, each by a factor of a million at most.
    fn draw(random: &mut Random) -> Self {
        let mut exponent = || random.below(41) as i32 - 20;
        Self { length: exponent(), angle: exponent(), force: exponent(), time: exponent(), current: exponent() }
    }

    /// The factor of a variable, from its unit.
    fn factor(&self, variable: &RealVariable) -> f64 {
        // The angle of an oscillation is none of the body.
        let is_frequency = variable.name.ends_with("natural_frequency");
        self.factor_of(if is_frequency { "1/s" } else { variable.unit })
    }

    fn factor_of(&self, unit: &str) -> f64 {
        let (above, below) = unit.split_once('/').unwrap_or((unit, ""));
        let below = below.trim_matches(['(', ')']);
        let exponent = |product: &str| -> i32 { product.split('.').map(|part| self.exponent(part)).sum() };
        2.0_f64.powi(exponent(above) - exponent(below))
    }

    /// The exponent of one symbol with its power, as in "s2".
    fn exponent(&self, part: &str) -> i32 {
        let symbol = part.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let power = part[symbol.len()..].parse().unwrap_or(1);
        power
            * match symbol {
                "" => 0,
                "m" => self.length,
                "rad" => self.angle,
                "N" => self.force,
                "s" => self.time,
                "A" => self.current,
                // N.m = kg.m2.rad/s2 where something turns, and no angle counts where nothing does.
                "kg" => self.force + 2 * self.time - self.length - self.angle,
                // Work is both torque times angle and pressure times volume.
                "Pa" => self.force - 2 * self.length + self.angle,
                other => panic!("the unit {other} is not known"),
            }
    }
}

/// How a scenario is integrated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    EventLocated,
    FixedStep,
}

/// The scenario of a seed in other units: a problem is reported with all that is needed to run it again.
#[allow(dead_code, reason = "of `tests/scaling.rs`; the scenarios judge the same themselves")]
pub fn in_other_units(kind: Kind, law: i32, seed: u64, method: Method) -> Result<(), String> {
    let scenario = Scenario::draw(kind, law, seed);
    let outcome = match kind {
        Kind::Transmission => same_in_other_units(&kind.transmission(), &scenario, method),
        Kind::Servo => same_in_other_units(&kind.servo(), &scenario, method),
        Kind::Hydraulic => same_in_other_units(&kind.hydraulic(), &scenario, method),
    };
    outcome.map_err(|problem| format!("{kind:?}, law {law}, seed {seed}, edge {:?}: {problem}", scenario.edge))
}

/// Runs the scenario in its own units and in others, and compares all variables at every communication point.
pub fn same_in_other_units(actuator: &impl Body, scenario: &Scenario, method: Method) -> Result<(), String> {
    let mut units = Units::draw(&mut Random::new(!scenario.seed));
    if scenario.kind == Kind::Hydraulic {
        units.angle = 0;
    }
    let interface = actuator.interface();
    let mut right = prepare(*actuator, scenario, 1.0);
    if method == Method::FixedStep {
        set_integer(&mut right, "solver.method", 2);
        set_real(&mut right, "solver.fixed_step_size", 1e-3 * scenario.end());
    }
    let mut left = right;
    for (variable, value) in interface.reals.iter().zip(left.reals_mut()) {
        *value *= units.factor(variable);
    }
    let scaled = converted(interface, scenario, &units);
    let (mut reports, mut others) = (Reports::default(), Reports::default());
    begin(&mut right, scenario, &mut reports);
    begin(&mut left, &scaled, &mut others);
    compare(&right, &left, &units).map_err(|problem| format!("at the start: {problem}, {units:?}"))?;
    for (step, other) in scenario_steps(scenario, scenario.steps).zip(scenario_steps(&scaled, scenario.steps)) {
        go(&mut right, scenario, &step, &mut reports);
        go(&mut left, &scaled, &other, &mut others);
        // Behind them nothing is the same: comparators that diverge, and digits that are lost.
        if right.reals().iter().chain(left.reals()).any(|value| !value.is_finite() || has_lost_digits(*value)) {
            return Ok(());
        }
        compare(&right, &left, &units).map_err(|problem| format!("at {} s: {problem}, {units:?}", step.to))?;
    }
    compare_reports(&reports, &others, &units)
}

fn converted(interface: &Interface, scenario: &Scenario, units: &Units) -> Scenario {
    let inputs = interface.inputs.iter().map(|&input| units.factor(&interface.reals[input as usize]));
    let inputs: Vec<f64> = inputs.collect();
    let scaled = |values: &[f64]| values.iter().zip(&inputs).map(|(value, factor)| value * factor).collect();
    let pieces = scenario.pieces.iter().map(|piece| Piece {
        length: piece.length * units.factor_of("s"),
        begin: scaled(&piece.begin),
        end: scaled(&piece.end),
        tuned: piece.tuned.iter().map(|&(name, value)| (name, value * factor_of(interface, name, units))).collect(),
    });
    Scenario { pieces: pieces.collect(), ..scenario.clone() }
}

fn factor_of(interface: &Interface, name: &str, units: &Units) -> f64 {
    interface.reals.iter().find(|variable| variable.name == name).map_or(1.0, |variable| units.factor(variable))
}

fn begin(actuator: &mut impl Body, scenario: &Scenario, reports: &mut Reports) {
    feed(actuator, scenario, &scenario.pieces[0], 0.0, 1.0);
    actuator.initialize(0.0, reports);
    actuator.update_outputs();
}

fn go(actuator: &mut impl Body, scenario: &Scenario, step: &Step, reports: &mut Reports) {
    tune(actuator, step, 1.0);
    feed(actuator, scenario, step.piece, step.elapsed, 1.0);
    actuator.advance(step.from, step.to - step.from, reports);
    actuator.update_outputs();
}

fn has_lost_digits(value: f64) -> bool {
    value != 0.0 && value.abs() < SMALLEST
}

fn is_same(value: f64, other: f64, factor: f64) -> bool {
    value * factor == other
}

fn compare(right: &impl Body, left: &impl Body, units: &Units) -> Result<(), String> {
    let interface = right.interface();
    for (variable, (value, other)) in interface.reals.iter().zip(right.reals().iter().zip(left.reals())) {
        if !is_same(*value, *other, units.factor(variable)) {
            let back = other / units.factor(variable);
            return Err(format!("{} is {value:e} and in other units {back:e}", variable.name));
        }
    }
    for (reference, variable) in
        (0..).zip(interface.reals).filter(|(_, variable)| variable.causality == Causality::Output)
    {
        let (value, other) = (right.output_derivative(reference), left.output_derivative(reference));
        let is_a_number = value.is_finite() && !has_lost_digits(value);
        if is_a_number && !is_same(value, other, units.factor(variable) / units.factor_of("s")) {
            return Err(format!("the derivative of {} is {value:e} and {other:e} in other units", variable.name));
        }
    }
    for (variable, (value, other)) in interface.integers.iter().zip(right.integers().iter().zip(left.integers())) {
        if value != other && variable.causality != Causality::Parameter {
            return Err(format!("{} is {value} and in other units {other}", variable.name));
        }
    }
    Ok(())
}

fn compare_reports(right: &Reports, left: &Reports, units: &Units) -> Result<(), String> {
    let is_same = |(a, b): (&Event, &Event)| a.kind == b.kind && is_same(a.time, b.time, units.factor_of("s"));
    let same = right.events.len() == left.events.len() && right.events.iter().zip(&left.events).all(is_same);
    if same && right.warnings == left.warnings {
        Ok(())
    } else {
        Err(format!("other events or warnings in other units: {right:?}, {left:?}, {units:?}"))
    }
}
