//! Controller and valve from their declared parameters.

use super::super::InvalidParameter;
use crate::interface::servo_actuator::{
    ControllerParameters, MotorParameters, Parameters, ServovalveParameters, reference,
};
use crate::interface::{AntiWindup, ValveLaw};
use crate::plants::{Controller, SecondStage, Servovalve, Valve};

/// The controller.
pub(super) fn controller(parameters: ControllerParameters) -> Controller {
    let ControllerParameters {
        proportional_gain,
        integral_gain,
        derivative_gain,
        current_limit,
        anti_windup,
        tracking_time,
    } = parameters;
    let tracking = tracking(anti_windup, integral_gain, tracking_time);
    Controller { proportional_gain, integral_gain, derivative_gain, current_limit, tracking }
}

/// The factor of the chosen anti-windup.
pub(crate) fn tracking(choice: AntiWindup, integral_gain: f64, time: f64) -> f64 {
    match choice {
        AntiWindup::Off => 0.0,
        AntiWindup::BackCalculation => Controller::tracking(integral_gain, time),
    }
}

/// What is allowed where a valve has orifices.
pub(crate) const LEAKAGE_NEEDED: &str =
    "must be greater than 0 where servovalve.law is orifice: the closed valve would lock an incompressible motor";

/// Refuses what the ranges of the single parameters allow and the law of the valve does not.
pub(super) fn check(parameters: &Parameters) -> Result<(), InvalidParameter> {
    let (law, value) = (parameters.servovalve.law, parameters.motor.leakage_coefficient);
    if law == ValveLaw::Orifice && value == 0.0 {
        let reference = reference::MOTOR_LEAKAGE_COEFFICIENT;
        return Err(InvalidParameter::new(reference, value, LEAKAGE_NEEDED));
    }
    Ok(())
}

/// The law of the second stage.
pub(crate) fn second_stage(law: ValveLaw) -> SecondStage {
    match law {
        ValveLaw::Linear => SecondStage::Linear,
        ValveLaw::Orifice => SecondStage::Orifice,
    }
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
        rated_pressure,
        law,
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
        rated_pressure,
        law: second_stage(law),
    })
}
