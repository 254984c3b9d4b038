//! The servo with Coulomb friction as a linear system: what its propagator and its guards need.

use crate::interface::servo_actuator::{INPUTS, STATES};
use crate::plants::{Order, PressureBranch, SOURCES, Situation, Valve, body};
use crate::solver::Input;

use super::super::assembly::Sizes;
use super::super::machine::{LinearPlant, ModeOf, Terms, WholeStep, coefficients};
use super::{GUARDS, Servo};

/// Place of the velocity in the states.
const VELOCITY: usize = 1;
/// Place of the integral of the position error in the states.
const ERROR_INTEGRAL: usize = 6;
/// Place of the command in the inputs.
const COMMAND: usize = 0;

impl LinearPlant for Servo {
    /// All but the bristle deflection.
    const PLACES: &'static [usize] = &[0, VELOCITY, 3, 4, 5, ERROR_INTEGRAL];

    fn units(&self, sizes: &Sizes) -> [f64; STATES] {
        let Sizes { position, velocity, time } = *sizes;
        let Valve { flapper_travel, spool_travel, .. } = self.servo.valve;
        let deflection = self.body.deflection_scale();
        [position, velocity, deflection, flapper_travel, flapper_travel / time, spool_travel, position * time]
    }

    fn sources(&self, mode: &ModeOf<Self>) -> [[f64; STATES]; SOURCES] {
        let mut torque = [0.0; STATES];
        torque[VELOCITY] = 1.0;
        let mut input = [0.0; INPUTS];
        input[COMMAND] = 1.0;
        [torque, coefficients(self, mode, Terms::changes(&[0.0; STATES], input), None).rates]
    }

    #[inline]
    fn strengths(slopes: &[f64; STATES], input: &Input<[f64; INPUTS]>) -> [f64; SOURCES] {
        [slopes[VELOCITY], input.slope[COMMAND]]
    }

    #[inline]
    fn guards_reach(&self, step: &WholeStep<'_, Self>, reach: &[f64; STATES], rates: &[f64; STATES]) -> [f64; GUARDS] {
        let (valve, length) = (step.start.mode.elements, step.length);
        let [position, velocity, _, flapper, flapper_velocity, spool, integral] = *reach;
        let [command, load, supply] = step.start.input.slope.map(|slope| length * slope.abs());
        let error = command + position;
        // One that follows the limit has no rate of its own.
        let follows = valve.current != 0 && self.servo.controller.tracking != 0.0;
        let integral = if follows { integral } else { length * (rates[ERROR_INTEGRAL].abs() + error) };
        let demand = self.servo.controller.reach(error, integral, velocity);
        let current = if valve.current == 0 { demand } else { 0.0 };
        let pushed = self.servo.valve.flapper_reach(current, spool, flapper, flapper_velocity);
        let valve_pressure = self.servo.valve.pressure_gain * spool;
        let pressure = self.servo.valve.pressure_reach(
            if valve.pressure == PressureBranch::Unsaturated { valve_pressure } else { supply },
            velocity,
        );
        let drive = self.servo.valve.displacement * pressure + self.viscous_coefficient * velocity;
        let by = Situation { order: Order::HIGHER, position, velocity, deflection: 0.0, drive, load };
        let [a, b, c, d]: [f64; body::GUARDS] = self.body.reach(&step.start.mode.body, &by);
        let on_flapper = if valve.flapper == 0 { flapper } else { pushed };
        let on_spool = if valve.spool == 0 { spool } else { flapper };
        let on_pressure = valve_pressure + supply;
        [a, b, c, d, demand, demand, on_flapper, on_flapper, on_spool, on_spool, on_pressure, on_pressure]
    }
}
