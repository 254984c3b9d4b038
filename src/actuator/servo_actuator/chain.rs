//! The chain from command to torque, as values or as Taylor coefficients.

use crate::interface::servo_actuator::{Inputs, STATES};
use crate::plants::{OrificeSeries, ServoInputs, ServoSignals, ServoStates, ServovalveMode, Situation};

use super::super::machine::Terms;
use super::Servo;

/// States, or Taylor coefficients of them, by name.
#[derive(Clone, Copy)]
pub(super) struct States {
    pub(super) position: f64,
    pub(super) velocity: f64,
    pub(super) deflection: f64,
    pub(super) servo: ServoStates,
}

impl From<&[f64; STATES]> for States {
    #[inline]
    fn from(state: &[f64; STATES]) -> Self {
        let [position, velocity, deflection, flapper, flapper_velocity, spool, error_integral] = *state;
        let servo = ServoStates { flapper, flapper_velocity, spool, error_integral };
        Self { position, velocity, deflection, servo }
    }
}

impl States {
    /// Puts the states of the servo back among all.
    pub(super) fn write_servo(servo: &ServoStates, state: &mut [f64; STATES]) {
        let ServoStates { flapper, flapper_velocity, spool, error_integral } = *servo;
        state[3..].copy_from_slice(&[flapper, flapper_velocity, spool, error_integral]);
    }
}

/// What the servo is given: position and velocity are those of the body.
#[inline]
pub(super) fn servo_inputs(at: &Terms<'_, Servo>) -> ServoInputs {
    let States { position, velocity, .. } = States::from(at.state);
    let Inputs { command, supply_pressure, .. } = Inputs::from_array(at.input);
    let Inputs { command: command_rate, .. } = Inputs::from_array(at.input_rate);
    ServoInputs { order: at.order, command, command_rate, position, position_rate: velocity, velocity, supply_pressure }
}

impl Servo {
    /// Evaluates the chain command → torque in the present mode; where that is linear it holds for every Taylor coefficient.
    #[inline]
    pub(super) fn chain(&self, valve: &ServovalveMode, at: &Terms<'_, Self>) -> (Situation, ServoSignals) {
        let signals = self.servo.signals(valve, &servo_inputs(at), &States::from(at.state).servo);
        self.drive(at, signals)
    }

    /// The same where the valve may have orifices, one order after the other.
    // Measured: a call in its place costs a step with events 6 % more instructions.
    #[inline(always)]
    pub(super) fn expanded_chain(
        &self,
        valve: &ServovalveMode,
        at: &Terms<'_, Self>,
        series: &mut OrificeSeries,
    ) -> (Situation, ServoSignals) {
        let signals = self.servo.expanded_signals(valve, &servo_inputs(at), &States::from(at.state).servo, series);
        self.drive(at, signals)
    }

    /// What the body feels of the motor.
    #[inline(always)]
    fn drive(&self, at: &Terms<'_, Self>, signals: ServoSignals) -> (Situation, ServoSignals) {
        let States { position, velocity, deflection, .. } = States::from(at.state);
        let Inputs { load_torque, .. } = Inputs::from_array(at.input);
        let drive = signals.motor_torque - self.viscous_coefficient * velocity;
        let body = Situation { order: at.order, position, velocity, deflection, drive, load: load_torque };
        (body, signals)
    }
}
