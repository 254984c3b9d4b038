//! Fixed steps of controller and valve in the style of Table 1.

use crate::interface::servo_actuator::{INPUTS, STATES};
use crate::plants::{ServovalveMode, Valve};
use crate::solver::Input;

use super::super::machine::Terms;
use super::Servo;

impl Servo {
    pub(super) fn euler_step(
        &self,
        valve: &ServovalveMode,
        state: &mut [f64; STATES],
        input: &Input<[f64; INPUTS]>,
        length: f64,
    ) {
        let (_, signals) = self.chain(valve, &Terms::values(&*state, input));
        let [_, _, _, flapper, flapper_velocity, spool, error_integral] = state;
        *error_integral += signals.error * length;
        *spool += self.valve.spool_velocity_gain * *flapper * length;
        let old = *flapper_velocity;
        *flapper_velocity += signals.flapper_drive * length;
        *flapper += (old + *flapper_velocity) * length / 2.0;
    }

    /// The inelastic stops of both stages, in the style of Table 1.
    pub(super) fn limit_valve(&self, state: &mut [f64; STATES]) {
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
