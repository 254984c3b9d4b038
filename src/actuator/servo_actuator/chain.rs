//! The chain from command to torque, as values or as Taylor coefficients.

use crate::interface::servo_actuator::{Inputs, STATES};
use crate::plants::{ServovalveMode, Situation};

use super::super::machine::Terms;
use super::Servo;

/// States, or Taylor coefficients of them, by name.
#[derive(Clone, Copy)]
pub(super) struct States {
    pub(super) position: f64,
    pub(super) velocity: f64,
    pub(super) deflection: f64,
    pub(super) flapper: f64,
    pub(super) flapper_velocity: f64,
    pub(super) spool: f64,
    pub(super) error_integral: f64,
}

impl From<&[f64; STATES]> for States {
    #[inline]
    fn from(state: &[f64; STATES]) -> Self {
        let [position, velocity, deflection, flapper, flapper_velocity, spool, error_integral] = *state;
        Self { position, velocity, deflection, flapper, flapper_velocity, spool, error_integral }
    }
}

/// Signals between the elements, or Taylor coefficients of them.
#[derive(Clone, Copy)]
pub struct Signals {
    pub(super) error: f64,
    pub(super) demand: f64,
    pub(super) current: f64,
    /// Acceleration that the flapper has, or would have if no stop held it.
    pub(super) flapper_drive: f64,
    /// Pressure that the valve commands before saturation.
    pub(super) valve_pressure: f64,
    pub(super) differential_pressure: f64,
    pub(super) motor_torque: f64,
}

impl Servo {
    /// Evaluates the chain command → torque in the present mode; linear, so it holds for every Taylor coefficient.
    #[inline]
    pub(super) fn chain(&self, valve: &ServovalveMode, at: &Terms<'_, Self>) -> (Situation, Signals) {
        let states = States::from(at.state);
        let Inputs { command, load_torque, supply_pressure } = Inputs::from_array(at.input);
        let Inputs { command: command_rate, .. } = Inputs::from_array(at.input_rate);
        let error = command - states.position;
        let error_rate = command_rate - states.velocity;
        let demand = self.controller.demand(error, states.error_integral, error_rate);
        let current = select(valve.current, demand, at.order.constant(self.controller.current_limit));
        let flapper_drive =
            self.valve.flapper_acceleration(current, states.spool, states.flapper, states.flapper_velocity);
        let valve_pressure = self.valve.pressure_gain * states.spool;
        let saturated = select(valve.pressure, valve_pressure, supply_pressure);
        let differential_pressure = self.valve.differential_pressure(saturated, states.velocity);
        let motor_torque = self.valve.displacement * differential_pressure;
        let drive = motor_torque - self.viscous_coefficient * states.velocity;
        let States { position, velocity, deflection, .. } = states;
        let body = Situation { order: at.order, position, velocity, deflection, drive, load: load_torque };
        let signals =
            Signals { error, demand, current, flapper_drive, valve_pressure, differential_pressure, motor_torque };
        (body, signals)
    }
}

/// What a saturation passes on: `value`, or the limit on the side that holds.
#[inline]
fn select(branch: i8, value: f64, limit: f64) -> f64 {
    match branch {
        0 => value,
        1 => limit,
        _ => -limit,
    }
}
