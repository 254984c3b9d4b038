//! The electrohydraulic position servo (Borello and Dalla Vedova 2012, section 5).
//!
//! Start values are the reconstructed reversible case: fitted to the events that the paper states, since the paper
//! prints no values.

use super::{Motion, body, motion_transmission};
use crate::declaration::{Experiment, Model, ModelKind, Variable, input, local, output, parameter, unit};

/// The declaration of ServoActuator.
pub fn declare() -> Model {
    Model {
        kind: ModelKind::ServoActuator,
        identifier: ModelKind::ServoActuator.name().into(),
        description: "Electrohydraulic position servo: controller, two-stage servovalve, hydraulic motor and a rotary \
                      transmission with load-dependent dry friction that truly sticks"
            .into(),
        variables: variables(),
        states: vec![
            "position",
            "velocity",
            "bristle_deflection",
            "flapper_position",
            "flapper_velocity",
            "spool_position",
            "controller.error_integral",
        ],
        event_indicators: 12,
        experiment: Experiment { stop_time: 1.6, step_size: 1e-3, tolerance: 1e-9 },
    }
}

fn variables() -> Vec<Variable> {
    let mut variables = inputs();
    variables.extend(body::outputs(Motion::Rotary, &["motor_torque", "load_torque", "load_inertia"]));
    variables.extend(control_outputs());
    variables.extend(valve_outputs());
    variables.extend(motor_outputs());
    variables.extend(motion_transmission::parameters());
    variables.extend(controller());
    variables.extend(servovalve());
    variables.extend(motor());
    variables
}

fn inputs() -> Vec<Variable> {
    vec![
        input("command", unit::ANGLE, 0.0, "Commanded position (Com)").nominal(0.1),
        body::load_torque(),
        input("supply_pressure", unit::PRESSURE, 26e6, "Supply less return pressure (PSR)").at_least(0.0).nominal(1e7),
    ]
}

fn control_outputs() -> Vec<Variable> {
    vec![
        output("position_error", unit::ANGLE, "Command less position (Err)")
            .derivative_of("controller.error_integral")
            .computed_from(&["command", "position"])
            .nominal(0.01),
        output("current", unit::CURRENT, "Torque motor current after saturation (Cor)")
            .computed_from(&["position_error", "velocity", "command", "controller.error_integral", "controller.*"])
            .nominal(0.01),
        local("controller.error_integral", unit::ANGLE_INTEGRAL, "Time integral of the position error")
            .state(&[])
            .nominal(0.01),
    ]
}

fn valve_outputs() -> Vec<Variable> {
    let flapper = ["flapper_position", "flapper_velocity", "spool_position", "current", "servovalve.*"];
    vec![
        output("flapper_position", unit::LENGTH, "Flapper position, first stage of the servovalve (XF)")
            .state(&[])
            .nominal(1e-5),
        local("flapper_velocity", unit::VELOCITY, "Flapper velocity (DXF)")
            .derivative_of("flapper_position")
            .state(&[])
            .nominal(1e-2),
        local("flapper_acceleration", unit::ACCELERATION, "Flapper acceleration (D2XF)")
            .derivative_of("flapper_velocity")
            .computed_from(&flapper),
        output("spool_position", unit::LENGTH, "Spool position, second stage of the servovalve (XS)")
            .state(&[])
            .nominal(1e-4),
        local("spool_velocity", unit::VELOCITY, "Spool velocity (DXS)")
            .derivative_of("spool_position")
            .computed_from(&["flapper_position", "spool_position", "servovalve.*"]),
    ]
}

fn motor_outputs() -> Vec<Variable> {
    let pressure = ["spool_position", "supply_pressure", "velocity", "servovalve.*", "motor.*"];
    vec![
        output("differential_pressure", unit::PRESSURE, "Pressure difference across the motor (P12)")
            .computed_from(&pressure)
            .nominal(1e7),
        output("motor_torque", unit::TORQUE, "Torque of the hydraulic motor (TM)")
            .computed_from(&["differential_pressure", "motor.displacement"])
            .nominal(1e4),
    ]
}

fn controller() -> Vec<Variable> {
    let proportional = "Current per position error (GAP)";
    let integral = "Current per time integral of the position error; 0 switches it off";
    let derivative = "Current per rate of the position error; 0 switches it off";
    vec![
        parameter("controller.proportional_gain", unit::CURRENT_PER_ANGLE, 40.0, proportional).at_least(0.0),
        parameter("controller.integral_gain", unit::CURRENT_PER_ANGLE_INTEGRAL, 0.0, integral).at_least(0.0),
        parameter("controller.derivative_gain", unit::CURRENT_PER_ANGULAR_VELOCITY, 0.0, derivative).at_least(0.0),
        parameter("controller.current_limit", unit::CURRENT, 0.04, "Largest current to either side (CorM)")
            .at_least(0.0),
    ]
}

fn servovalve() -> Vec<Variable> {
    let damping = "Damping ratio of the first stage (ZF)";
    vec![
        parameter("servovalve.torque_motor_gain", unit::TORQUE_PER_CURRENT, 2.5, "Torque motor gain (GM)")
            .at_least(0.0),
        parameter(
            "servovalve.feedback_stiffness",
            unit::TORQUE_PER_LENGTH,
            100.0,
            "Torque of the feedback spring per spool displacement (KF)",
        )
        .at_least(0.0),
        parameter(
            "servovalve.flapper_stiffness",
            unit::TORQUE_PER_LENGTH,
            500.0,
            "Restoring torque per flapper displacement (KFS)",
        )
        .above(0.0),
        parameter(
            "servovalve.natural_frequency",
            unit::NATURAL_FREQUENCY,
            2500.0,
            "Undamped natural frequency of the first stage (WF)",
        )
        .above(0.0),
        parameter("servovalve.damping_ratio", unit::RATIO, 0.7, damping).at_least(0.0),
        parameter("servovalve.flapper_travel", unit::LENGTH, 5e-5, "Flapper travel to either side (XFM)")
            .above(0.0)
            .always_fixed(),
        parameter(
            "servovalve.spool_velocity_gain",
            unit::RATE,
            3000.0,
            "Spool velocity per flapper displacement (GSF)",
        )
        .at_least(0.0),
        parameter("servovalve.spool_travel", unit::LENGTH, 1e-3, "Spool travel to either side (XSM)")
            .above(0.0)
            .always_fixed(),
        parameter(
            "servovalve.pressure_gain",
            unit::PRESSURE_PER_LENGTH,
            4e10,
            "Differential pressure per spool displacement without flow (GPS)",
        )
        .at_least(0.0),
        parameter(
            "servovalve.flow_gain",
            unit::FLOW_PER_LENGTH,
            1.06,
            "Flow per spool displacement without differential pressure (GQS)",
        )
        .above(0.0),
    ]
}

fn motor() -> Vec<Variable> {
    let displacement = "Motor volume per output angle, torque per differential pressure (Dis)";
    vec![
        parameter("motor.leakage_coefficient", unit::LEAKAGE, 1e-12, "Leakage flow per differential pressure (CLk)")
            .at_least(0.0),
        parameter("motor.displacement", unit::DISPLACEMENT, 0.00445, displacement).above(0.0),
    ]
}
