//! Fixed steps of controller and valve in the style of Table 1.

use crate::interface::servo_actuator::{INPUTS, STATES};
use crate::plants::ServovalveMode;
use crate::solver::Input;

use super::super::machine::Terms;
use super::Servo;
use super::chain::States;

impl Servo {
    pub(super) fn euler_step(
        &self,
        valve: &ServovalveMode,
        state: &mut [f64; STATES],
        input: &Input<[f64; INPUTS]>,
        length: f64,
    ) {
        let (_, signals) = self.chain(valve, &Terms::values(&*state, input));
        let mut servo = States::from(&*state).servo;
        self.servo.euler_step(&mut servo, &signals, length);
        States::write_servo(&servo, state);
    }

    /// The inelastic stops of both stages.
    pub(super) fn limit_valve(&self, state: &mut [f64; STATES]) {
        let mut servo = States::from(&*state).servo;
        self.servo.limit(&mut servo);
        States::write_servo(&servo, state);
    }
}
