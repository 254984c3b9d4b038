//! The mechanical transmission alone (Borello and Dalla Vedova 2012, section 4).

use super::{Motion, body, friction, solver};
use crate::declaration::{Experiment, IMPORTER_TOLERANCE, Model, ModelKind, Variable, input, output, parameter, unit};

/// Travel to either side of the reconstructed actuator: 10 deg.
const HALF_TRAVEL: f64 = 0.17453292519943295;

/// The declaration of MotionTransmission.
pub fn declare() -> Model {
    Model {
        kind: ModelKind::MotionTransmission,
        identifier: ModelKind::MotionTransmission.name().into(),
        description: "Rotary actuator transmission with load-dependent dry friction that truly sticks, reversible or \
                      self-locking, between hard end stops"
            .into(),
        variables: variables(),
        states: ["position", "velocity", "bristle_deflection"].map(String::from).into(),
        elements: Vec::new(),
        event_indicators: 4,
        experiment: Experiment { stop_time: 1.0, step_size: 1e-3, tolerance: IMPORTER_TOLERANCE },
        tables: Vec::new(),
    }
}

fn variables() -> Vec<Variable> {
    let motor_torque = input(
        "motor_torque",
        unit::TORQUE,
        0.0,
        "Motor torque on the shaft; positive pushes towards positive position",
    );
    let mut variables = vec![motor_torque.nominal(1e4), body::load_torque()];
    variables.extend(body::outputs(Motion::Rotary, &["active_torque", "load_torque", "load_inertia"]));
    variables.push(
        output(
            "active_torque",
            unit::TORQUE,
            "Active torque: motor torque - load torque - viscous torque, what friction and end stop work against",
        )
        .computed_from(&["motor_torque", "load_torque", "velocity", "viscous_coefficient"]),
    );
    variables.extend(body::initialization(
        "at position_start, where friction or an end stop holds the body under motor_torque and load_torque",
    ));
    variables.extend(parameters());
    variables
}

/// The parameters of a rotary transmission: the reconstructed reversible case, shared with ServoActuator.
pub(super) fn parameters() -> Vec<Variable> {
    let mut variables = vec![
        parameter("inertia", unit::MOMENT_OF_INERTIA, 2200.0, "Moment of inertia on the driving side (JM)")
            .above(0.0)
            .always_fixed(),
        parameter(
            "load_inertia",
            unit::MOMENT_OF_INERTIA,
            0.0,
            "Moment of inertia on the driven side, added to the driving one; its torque crosses the mesh and so makes \
             friction",
        )
        .at_least(0.0)
        .always_fixed(),
        body::viscous(Motion::Rotary, 80_000.0),
    ];
    variables.extend(body::travel_and_start(Motion::Rotary, HALF_TRAVEL));
    variables.extend(friction::parameters(Motion::Rotary, &RECONSTRUCTED));
    variables.extend(solver::variables());
    variables
}

/// Reconstructed reversible case: fitted to the events that the paper states, not the authors' data.
const RECONSTRUCTED: friction::Defaults = friction::Defaults {
    law: 1,
    coulomb_level: 2500.0,
    static_ratio: 1.7,
    efficiency_opposing: 0.96,
    efficiency_aiding: 0.66,
    stribeck_velocity: 1e-3,
    stribeck_exponent: 1.0,
    bristle_stiffness: 1e9,
    bristle_damping: 1e6,
    beyond_table: "is constant",
};
