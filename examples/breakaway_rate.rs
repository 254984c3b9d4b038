//! The force at which a LuGre actuator breaks away falls with the rate at which the force grows.
//!
//! `cargo run --release --example breakaway_rate`

use actuator_fmu::actuator::{Actuator, Event, HydraulicActuator, Observer, Warning};
use actuator_fmu::interface::hydraulic_actuator::INTERFACE;

/// Breakaway is where the mass exceeds the Stribeck velocity [m/s].
const BREAKAWAY_VELOCITY: f64 = 1e-3;
/// Rates of the force [N/s].
const RATES: [f64; 6] = [0.03, 0.1, 0.3, 1.0, 3.0, 10.0];
/// Communication points per newton.
const POINTS: f64 = 2000.0;

struct Quiet;

impl Observer for Quiet {
    fn event(&mut self, _: &Event) {}

    fn warning(&mut self, warning: &Warning) {
        eprintln!("{warning:?}");
    }
}

fn set(actuator: &mut HydraulicActuator, name: &str, value: f64) {
    let index = INTERFACE.reals.iter().position(|variable| variable.name == name);
    if let Some(index) = index {
        actuator.reals_mut()[index] = value;
    }
}

fn get(actuator: &HydraulicActuator, name: &str) -> f64 {
    let index = INTERFACE.reals.iter().position(|variable| variable.name == name);
    index.map_or(f64::NAN, |index| actuator.reals()[index])
}

fn block() -> HydraulicActuator {
    let mut actuator = HydraulicActuator::new(&INTERFACE);
    for (name, value) in [
        ("mass", 1.0),
        ("spring_stiffness", 0.0),
        ("viscous_coefficient", 0.4),
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

/// Friction force [N] when the block breaks away under a force that grows by `rate` [N/s].
fn breakaway_force(rate: f64) -> f64 {
    let mut actuator = block();
    let step = 1.0 / (POINTS * rate);
    let mut time = 0.0;
    let mut greatest = 0.0_f64;
    actuator.initialize(time, &mut Quiet);
    while get(&actuator, "velocity") < BREAKAWAY_VELOCITY && rate * time < 2.0 {
        set(&mut actuator, "force", rate * time);
        actuator.inputs_changed();
        actuator.set_input_derivative(0, rate);
        actuator.advance(time, step, &mut Quiet);
        actuator.update_outputs();
        greatest = greatest.max(get(&actuator, "friction_force"));
        time += step;
    }
    greatest
}

/// Rates [N/s] and breakaway forces [N].
pub fn forces() -> Vec<(f64, f64)> {
    RATES.iter().map(|&rate| (rate, breakaway_force(rate))).collect()
}

fn main() {
    println!("rate N/s,breakaway force N");
    for (rate, force) in forces() {
        println!("{rate},{force:.9}");
    }
}
