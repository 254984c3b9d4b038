//! The servo with Coulomb friction as a linear system: what its propagator and its guards need.

use crate::interface::servo_actuator::{INPUTS, STATES};
use crate::plants::servovalve::guard;
use crate::plants::{Body, SOURCES, Situation, Valve, body};
use crate::solver::Input;

use super::super::assembly::Sizes;
use super::super::machine::{Model, Propagated, Stretch};
use super::{GUARDS, Servo, ServoMode};

/// Place of the velocity in the states.
const VELOCITY: usize = 1;
/// Place of the integral of the position error in the states.
const ERROR_INTEGRAL: usize = 6;
/// Place of the command in the inputs.
const COMMAND: usize = 0;

impl Propagated<STATES, INPUTS, GUARDS> for Servo {
    /// All but the bristle deflection.
    const PLACES: &'static [usize] = &[0, VELOCITY, 3, 4, 5, ERROR_INTEGRAL];

    fn units(&self, sizes: &Sizes) -> [f64; STATES] {
        let Sizes { position, velocity, time } = *sizes;
        let Valve { flapper_travel, spool_travel, .. } = self.valve;
        let deflection = self.body.deflection_scale();
        [position, velocity, deflection, flapper_travel, flapper_travel / time, spool_travel, position * time]
    }

    #[inline]
    fn moving_body(&self) -> &Body {
        &self.body
    }

    fn moving_body_mut(&mut self) -> &mut Body {
        &mut self.body
    }

    fn sources(&self, mode: &ServoMode) -> [[f64; STATES]; SOURCES] {
        let mut torque = [0.0; STATES];
        torque[VELOCITY] = 1.0;
        let mut slope = [0.0; INPUTS];
        slope[COMMAND] = 1.0;
        let input = Input { value: [0.0; INPUTS], slope };
        [torque, self.coefficients(mode, 1, &[0.0; STATES], &input, 1.0, None).rates]
    }

    #[inline]
    fn strengths(slopes: &[f64; STATES], input: &Input<INPUTS>) -> [f64; SOURCES] {
        [slopes[VELOCITY], input.slope[COMMAND]]
    }

    #[inline]
    fn guards_reach(
        &self,
        stretch: &Stretch<'_, STATES, INPUTS, ServoMode>,
        reach: &[f64; STATES],
        rates: &[f64; STATES],
    ) -> [f64; GUARDS] {
        let (valve, length) = (stretch.start.mode.valve, stretch.length);
        let [position, velocity, _, flapper, flapper_velocity, spool, _] = *reach;
        let [command, load, supply] = stretch.start.input.slope.map(|slope| length * slope.abs());
        let error = command + position;
        let integral = length * (rates[ERROR_INTEGRAL].abs() + error);
        let demand = self.controller.reach(error, integral, velocity);
        let current = if valve.current == 0 { demand } else { 0.0 };
        let pushed = self.valve.flapper_reach(current, spool, flapper, flapper_velocity);
        let valve_pressure = self.valve.pressure_gain * spool;
        let pressure = self.valve.pressure_reach(if valve.pressure == 0 { valve_pressure } else { supply }, velocity);
        let drive = self.valve.displacement * pressure + self.viscous_coefficient * velocity;
        let by = Situation { one: 0.0, position, velocity, deflection: 0.0, drive, load };
        let mut guards = [0.0; GUARDS];
        guards[..body::GUARDS].copy_from_slice(&self.body.reach(&stretch.start.mode.body, &by));
        let on_flapper = if valve.flapper == 0 { flapper } else { pushed };
        let on_spool = if valve.spool == 0 { spool } else { flapper };
        let valve_guards = &mut guards[body::GUARDS..];
        valve_guards[guard::CURRENT..guard::FLAPPER].fill(demand);
        valve_guards[guard::FLAPPER..guard::SPOOL].fill(on_flapper);
        valve_guards[guard::SPOOL..guard::PRESSURE].fill(on_spool);
        valve_guards[guard::PRESSURE..guard::COUNT].fill(valve_pressure + supply);
        guards
    }
}
