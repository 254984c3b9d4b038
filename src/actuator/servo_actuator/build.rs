//! Controller and valve from their declared parameters.

use crate::interface::servo_actuator::{ControllerParameters, MotorParameters, ServovalveParameters};
use crate::plants::{Controller, Servovalve, Valve};

/// The controller.
pub(super) fn controller(parameters: ControllerParameters) -> Controller {
    let ControllerParameters { proportional_gain, integral_gain, derivative_gain, current_limit } = parameters;
    Controller { proportional_gain, integral_gain, derivative_gain, current_limit }
}

/// The valve with its motor.
pub(super) fn valve(valve: ServovalveParameters, motor: MotorParameters) -> Valve {
    let ServovalveParameters {
        torque_motor_gain,
        feedback_stiffness,
        flapper_stiffness,
        natural_frequency,
        damping_ratio,
        flapper_travel,
        spool_velocity_gain,
        spool_travel,
        pressure_gain,
        flow_gain,
    } = valve;
    let MotorParameters { leakage_coefficient, displacement } = motor;
    Valve::new(&Servovalve {
        torque_motor_gain,
        feedback_stiffness,
        flapper_stiffness,
        natural_frequency,
        damping_ratio,
        flapper_travel,
        spool_velocity_gain,
        spool_travel,
        pressure_gain,
        flow_gain,
        leakage_coefficient,
        displacement,
    })
}
