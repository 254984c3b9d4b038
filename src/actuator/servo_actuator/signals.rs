//! The chain from command to torque, as values or as Taylor coefficients.

use crate::interface::servo_actuator::{INPUTS, Inputs, STATES};
use crate::plants::servovalve::{STOP_SLACK, guard, saturation_guards, stop_guards};
use crate::plants::{Motion, ServovalveMode, Situation, Valve, body};
use crate::solver::Input;

use super::super::assembly;
use super::super::machine::Change;
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
pub(super) struct Signals {
    pub(super) error: f64,
    pub(super) demand: f64,
    pub(super) current: f64,
    /// Acceleration that the flapper has, or would have if no stop held it.
    pub(super) flapper_drive: f64,
    /// Pressure that the valve commands before saturation.
    pub(super) valve_pressure: f64,
    pub(super) differential_pressure: f64,
    pub(super) motor_torque: f64,
    pub(super) body: Situation,
}

impl Servo {
    /// Evaluates the chain command → torque in the present mode; linear, so it holds for every Taylor coefficient.
    #[inline]
    pub(super) fn signals(
        &self,
        mode: &ServovalveMode,
        order: usize,
        states: &States,
        input: &Input<INPUTS>,
        length: f64,
    ) -> Signals {
        let one = assembly::one(order);
        let (values, slopes) = assembly::input_coefficients(input, order, length);
        let Inputs { command, load_torque, supply_pressure } = Inputs::from_array(values);
        let error = command - states.position;
        let error_rate = slopes[0] - states.velocity;
        let demand = self.controller.demand(error, states.error_integral, error_rate);
        let current = select(mode.current, demand, self.controller.current_limit * one);
        let flapper_drive =
            self.valve.flapper_acceleration(current, states.spool, states.flapper, states.flapper_velocity);
        let valve_pressure = self.valve.pressure_gain * states.spool;
        let saturated = select(mode.pressure, valve_pressure, supply_pressure);
        let differential_pressure = self.valve.differential_pressure(saturated, states.velocity);
        let motor_torque = self.valve.displacement * differential_pressure;
        let drive = motor_torque - self.viscous_coefficient * states.velocity;
        let States { position, velocity, deflection, .. } = *states;
        let body = Situation { one, position, velocity, deflection, drive, load: load_torque };
        Signals { error, demand, current, flapper_drive, valve_pressure, differential_pressure, motor_torque, body }
    }

    #[inline]
    pub(super) fn rates(
        &self,
        mode: &ServovalveMode,
        states: &States,
        signals: &Signals,
        motion: &Motion,
    ) -> [f64; STATES] {
        [
            states.velocity,
            motion.acceleration,
            motion.deflection_rate,
            // Zero on a stop, as the state is.
            states.flapper_velocity,
            if mode.flapper == 0 { signals.flapper_drive } else { 0.0 },
            if mode.spool == 0 { self.valve.spool_velocity_gain * states.flapper } else { 0.0 },
            signals.error,
        ]
    }

    /// Situation of the body if its velocity were `velocity`.
    pub(super) fn situation(
        &self,
        mode: &ServovalveMode,
        velocity: f64,
        state: &[f64; STATES],
        input: &Input<INPUTS>,
    ) -> Situation {
        let states = States { velocity, ..States::from(state) };
        self.signals(mode, 0, &states, input, 1.0).body
    }

    /// The valve mode that belongs to the values, for outputs after a jump of the inputs.
    pub(super) fn valve_mode(
        &self,
        mode: &ServovalveMode,
        state: &[f64; STATES],
        input: &Input<INPUTS>,
    ) -> ServovalveMode {
        let signals = self.signals(mode, 0, &States::from(state), input, 1.0);
        let supply_pressure = Inputs::from_array(input.value).supply_pressure;
        ServovalveMode {
            current: beyond(signals.demand, self.controller.current_limit),
            pressure: beyond(signals.valve_pressure, supply_pressure),
            ..*mode
        }
    }

    #[inline]
    pub(super) fn valve_guards(
        &self,
        mode: &ServovalveMode,
        states: &States,
        signals: &Signals,
        supply: f64,
    ) -> [f64; guard::COUNT] {
        let one = signals.body.one;
        let absent = if one == 0.0 { 0.0 } else { f64::INFINITY };
        let Valve { flapper_travel, spool_travel, .. } = self.valve;
        let current = saturation_guards(mode.current, absent, signals.demand, self.controller.current_limit * one);
        let slack = STOP_SLACK * one;
        let flapper_slack = slack * self.valve.full_flapper_acceleration();
        let flapper = stop_guards(
            mode.flapper,
            absent,
            states.flapper,
            flapper_travel * one,
            signals.flapper_drive,
            flapper_slack,
        );
        let spool =
            stop_guards(mode.spool, absent, states.spool, spool_travel * one, states.flapper, slack * flapper_travel);
        let pressure = saturation_guards(mode.pressure, absent, signals.valve_pressure, supply);
        let [a, b] = current;
        let [c, d] = flapper;
        let [e, f] = spool;
        let [g, h] = pressure;
        [a, b, c, d, e, f, g, h]
    }

    pub(super) fn valve_transition(
        &self,
        mode: &mut ServovalveMode,
        valve_guard: usize,
        state: &mut [f64; STATES],
    ) -> Change {
        let side = if valve_guard.is_multiple_of(2) { 1 } else { -1 };
        let element = mode.element(valve_guard);
        *element = if *element == 0 { side } else { 0 };
        let entered = *element != 0;
        // What is exactly zero on the surface that was just reached: a saturation its excess, a freed stop its distance
        // with one (spool) or two (flapper) derivatives.
        let known = match valve_guard & !1 {
            guard::FLAPPER if entered => {
                state[3] = f64::from(side) * self.valve.flapper_travel;
                state[4] = 0.0;
                0
            }
            guard::FLAPPER => 3,
            guard::SPOOL if entered => {
                state[5] = f64::from(side) * self.valve.spool_travel;
                0
            }
            guard::SPOOL => 2,
            _ => 1,
        };
        Change::kink(body::GUARDS + valve_guard, known)
    }
}

/// What a saturation passes on: `value`, or the limit on the side that holds.
#[inline]
fn select(mode: i8, value: f64, limit: f64) -> f64 {
    match mode {
        0 => value,
        1 => limit,
        _ => -limit,
    }
}

fn beyond(value: f64, limit: f64) -> i8 {
    i8::from(value > limit) - i8::from(value < -limit)
}
