//! The electrohydraulic position servo (Borello and Dalla Vedova 2012, section 5).
//!
//! Start values are the reconstructed reversible case: fitted to the events that the paper states, since the paper
//! prints no values.

use super::{Motion, body, motion_transmission, position_servo};
use crate::declaration::{Experiment, IMPORTER_TOLERANCE_OF_SERVO, Model, ModelKind, Variable};

const MOTION: Motion = Motion::Rotary;

/// The declaration of ServoActuator.
pub fn declare() -> Model {
    Model {
        kind: ModelKind::ServoActuator,
        identifier: ModelKind::ServoActuator.name().into(),
        description: "Electrohydraulic position servo: controller, two-stage servovalve, hydraulic motor and a rotary \
                      transmission with load-dependent dry friction that truly sticks"
            .into(),
        variables: variables(),
        states: ["position", "velocity", "bristle_deflection"]
            .into_iter()
            .chain(position_servo::STATES)
            .map(String::from)
            .collect(),
        elements: Vec::new(),
        event_indicators: 12,
        experiment: Experiment { stop_time: 1.6, step_size: 1e-3, tolerance: IMPORTER_TOLERANCE_OF_SERVO },
        tables: Vec::new(),
    }
}

fn variables() -> Vec<Variable> {
    let mut variables = inputs();
    variables.extend(body::outputs(MOTION, &["motor_torque", "load_torque", "load_inertia"]));
    variables.extend(position_servo::outputs(MOTION, MOTION));
    variables.extend(body::initialization(
        "the motor carries load_torque, friction nothing; at command less the error that the controller needs for that",
    ));
    variables.extend(motion_transmission::parameters());
    variables.extend(position_servo::parameters(MOTION, MOTION));
    variables.extend(position_servo::anti_windup(MOTION));
    variables
}

fn inputs() -> Vec<Variable> {
    let [command, supply_pressure] = position_servo::inputs(MOTION);
    vec![command, body::load_torque(), supply_pressure]
}
