//! Fixed steps: Table 1 for the body and explicit Euler in its style for the valve, or a comparator for all.

use crate::interface::servo_actuator::{INPUTS, STATES};
use crate::plants::{ServovalveMode, Valve};
use crate::solver::Input;

use super::super::assembly;
use super::super::machine::Model;
use super::signals::States;
use super::{Servo, ServoMode};

impl Servo {
    pub(super) fn table1_step(
        &self,
        valve: &ServovalveMode,
        state: &mut [f64; STATES],
        input: &Input<INPUTS>,
        length: f64,
    ) {
        let signals = self.signals(valve, 0, &States::from(&*state), input, length);
        let body = assembly::table1_step(&self.body, &signals.body, length);
        let [_, _, _, flapper, flapper_velocity, spool, error_integral] = state;
        *error_integral += signals.error * length;
        *spool += self.valve.spool_velocity_gain * *flapper * length;
        let old = *flapper_velocity;
        *flapper_velocity += signals.flapper_drive * length;
        *flapper += (old + *flapper_velocity) * length / 2.0;
        state[..3].copy_from_slice(&body);
        self.limit_valve(state);
    }

    pub(super) fn comparator_step(
        &self,
        mode: &ServoMode,
        state: &[f64; STATES],
        input: &Input<INPUTS>,
        length: f64,
    ) -> [f64; STATES] {
        let situation = |state: &[f64; STATES]| self.situation(&mode.valve, state[1], state, input);
        let rates = |state: &[f64; STATES], elapsed: f64| {
            let input = input.after(elapsed);
            let mode = ServoMode { valve: self.valve_mode(&mode.valve, state, &input), ..*mode };
            self.coefficients(&mode, 0, state, &input, 1.0, None).rates
        };
        let mut new = assembly::comparator_step(&self.body, state, length, situation, rates);
        self.limit_valve(&mut new);
        new
    }

    /// The inelastic stops of both stages, in the style of Table 1.
    fn limit_valve(&self, state: &mut [f64; STATES]) {
        let [_, _, _, flapper, flapper_velocity, spool, _] = state;
        let Valve { flapper_travel, spool_travel, .. } = self.valve;
        *spool = spool.max(-spool_travel).min(spool_travel);
        *flapper = flapper.max(-flapper_travel).min(flapper_travel);
        if *flapper == flapper_travel {
            *flapper_velocity = flapper_velocity.min(0.0);
        }
        if *flapper == -flapper_travel {
            *flapper_velocity = flapper_velocity.max(0.0);
        }
    }
}
