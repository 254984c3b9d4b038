//! A mass pulled by a spring at constant speed sticks and slips: breakaway times of Coulomb and LuGre friction.
//!
//! `cargo run --release --example stick_slip`

use actuator_fmu::actuator::{Actuator, Event, EventKind, HydraulicActuator, Observer, Warning};
use actuator_fmu::interface::hydraulic_actuator::INTERFACE;

/// Spring 2 N/m whose far end moves at 0.1 m/s: the force on the mass ramps at 0.2 N/s.
const RAMP: f64 = 0.2;
const END: f64 = 40.0;
const STEP: f64 = 1e-2;

/// Collects breakaway times [s] from events; for LuGre, which does not stick, from the sampled velocity.
#[derive(Default)]
struct Breakaways(Vec<f64>);

impl Observer for Breakaways {
    fn event(&mut self, event: &Event) {
        if matches!(event.kind, EventKind::Breakaway { .. }) {
            self.0.push(event.time);
        }
    }

    fn warning(&mut self, warning: &Warning) {
        eprintln!("{warning:?}");
    }
}

fn set(actuator: &mut HydraulicActuator, name: &str, value: f64) {
    if let Some(index) = INTERFACE.reals.iter().position(|variable| variable.name == name) {
        actuator.reals_mut()[index] = value;
    } else if let Some(index) = INTERFACE.integers.iter().position(|variable| variable.name == name) {
        actuator.integers_mut()[index] = value as i32;
    }
}

fn velocity(actuator: &HydraulicActuator) -> f64 {
    let index = INTERFACE.reals.iter().position(|variable| variable.name == "velocity").unwrap_or(0);
    actuator.reals()[index]
}

fn pulled_mass(law: i32) -> HydraulicActuator {
    let mut actuator = HydraulicActuator::new(&INTERFACE);
    for (name, value) in [
        ("friction.law", f64::from(law)),
        ("mass", 1.0),
        ("spring_stiffness", 2.0),
        ("viscous_coefficient", 0.0),
        ("pressure_step.force_amplitude", 0.0),
        ("friction.coulomb_force", 1.0),
        ("friction.static_ratio", 1.5),
        ("friction.bristle_stiffness", 1e5),
        ("friction.bristle_damping", 1e5_f64.sqrt()),
        ("friction.stribeck_velocity", 1e-3),
    ] {
        set(&mut actuator, name, value);
    }
    actuator
}

/// Breakaway times [s] under law number `law` of `friction.law`.
pub fn breakaways(law: i32) -> Vec<f64> {
    let mut actuator = pulled_mass(law);
    let mut observed = Breakaways::default();
    let mut crossings = Vec::new();
    let mut before = 0.0;
    actuator.initialize(0.0, &mut observed);
    for number in 0..(END / STEP) as u32 {
        let time = f64::from(number) * STEP;
        set(&mut actuator, "force", RAMP * time);
        actuator.inputs_changed();
        actuator.set_input_derivative(0, RAMP);
        actuator.advance(time, STEP, &mut observed);
        actuator.update_outputs();
        let after = velocity(&actuator);
        // Ten times the Stribeck velocity, between two samples.
        let threshold = 0.01;
        if before < threshold && after >= threshold {
            crossings.push(time + STEP * (threshold - before) / (after - before));
        }
        before = after;
    }
    if observed.0.is_empty() { crossings } else { observed.0 }
}

fn main() {
    for (name, law) in [("coulomb", 1), ("lugre", 7)] {
        let times = breakaways(law);
        let periods: Vec<_> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
        println!("{name:8} breaks away at {times:.12?} s, periods {periods:.12?} s");
    }
}
