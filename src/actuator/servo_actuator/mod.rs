//! ServoActuator: controller, servovalve, hydraulic motor and body (Borello & Dalla Vedova 2012, section 5).
//!
//! States: position, velocity, bristle deflection, flapper position and velocity, spool position, integral of the
//! position error. Inputs: command, load torque, supply pressure.

mod build;
mod chain;
mod fixed;
mod linear;
mod trim;
mod valve;

use crate::interface::Initialization;
use crate::interface::servo_actuator::{INPUTS, Inputs, Outputs, Parameters, STATES, Variables};
use crate::plants::servovalve::VALVE_GUARDS;
use crate::plants::{
    Body, OrificeSeries, PositionServo, Response, ServoSignals, ServoStates, ServovalveMode, Situation, Valve, body,
};
use crate::solver::{Input, REAL_TIME_WORK, Statistics};

use super::InvalidParameter;
use super::assembly::{self, Sizes};
use super::machine::{BodyOutputs, Chain, Machine, Model, Terms, WholeStep, propagate};
#[cfg(feature = "drivetrain")]
pub(crate) use build::{LEAKAGE_NEEDED, second_stage, tracking};
use chain::{States, servo_inputs};

/// Guards of the body, then those of the valve.
const GUARDS: usize = body::GUARDS + VALVE_GUARDS;
/// Share of a valve travel below which an error does not matter relative to the value.
const SHARE: f64 = 1e-3;

/// Implicit steps of the valve, which is faster, in one of the body.
const VALVE_STEPS: u32 = 4;

/// An instance of ServoActuator.
pub type ServoActuator = Machine<Servo>;

/// Constants of the equations.
#[derive(Clone, Copy)]
pub struct Servo {
    servo: PositionServo,
    body: Body,
    viscous_coefficient: f64,
}

impl Model for Servo {
    type Variables = Variables;
    type Guards = [f64; GUARDS];
    type Elements = ServovalveMode;
    type Signals = ServoSignals;
    type Series = OrificeSeries;

    const PREPARES: bool = true;
    const REAL_TIME_WORK: i32 = REAL_TIME_WORK;

    fn check(parameters: &Parameters) -> Result<(), InvalidParameter> {
        build::check(parameters)
    }

    fn new(parameters: &Parameters) -> Self {
        let Parameters { inertia, load_inertia, viscous_coefficient, travel, friction, .. } = parameters;
        Self {
            servo: PositionServo {
                controller: build::controller(parameters.controller),
                valve: build::valve(parameters.servovalve, parameters.motor),
            },
            body: assembly::body(*inertia, *load_inertia, friction, travel),
            viscous_coefficient: *viscous_coefficient,
        }
    }

    fn initialization(parameters: &Parameters) -> Initialization {
        parameters.initialization
    }

    fn trimmed(&self, _parameters: &Parameters, inputs: &[f64; INPUTS]) -> Result<[f64; STATES], InvalidParameter> {
        trim::trimmed(self, &Inputs::from_array(*inputs))
    }

    #[inline]
    fn body(&self) -> &Body {
        &self.body
    }

    fn body_mut(&mut self) -> &mut Body {
        &mut self.body
    }

    #[inline]
    fn scales(&self, sizes: &Sizes) -> [f64; STATES] {
        let Valve { flapper_travel, spool_travel, natural_frequency, .. } = self.servo.valve;
        let Sizes { position, velocity, time } = *sizes;
        let deflection = self.body.deflection_scale();
        let (flapper, spool) = (SHARE * flapper_travel, SHARE * spool_travel);
        [position, velocity, deflection, flapper, flapper * natural_frequency, spool, position * time]
    }

    // Measured: a call in its place costs a step of a servo 4 % more instructions.
    #[inline(always)]
    fn signals(&self, valve: &ServovalveMode, at: &Terms<'_, Self>) -> (Situation, ServoSignals) {
        self.chain(valve, at)
    }

    #[inline(always)]
    fn expanded_signals(
        &self,
        valve: &ServovalveMode,
        at: &Terms<'_, Self>,
        series: &mut OrificeSeries,
    ) -> (Situation, ServoSignals) {
        self.expanded_chain(valve, at, series)
    }

    #[inline]
    fn is_linear(&self, valve: &ServovalveMode) -> bool {
        valve.is_linear()
    }

    #[inline]
    fn rates(&self, valve: &ServovalveMode, at: &Chain<'_, Self>, response: &Response) -> [f64; STATES] {
        let states = States::from(at.terms.state);
        let of_servo = self.servo.rates(valve, &states.servo, at.signals);
        [
            states.velocity,
            response.acceleration,
            response.deflection_rate,
            of_servo.flapper,
            of_servo.flapper_velocity,
            of_servo.spool,
            of_servo.error_integral,
        ]
    }

    #[inline]
    fn guards(&self, valve: &ServovalveMode, at: &Chain<'_, Self>, body: [f64; body::GUARDS]) -> [f64; GUARDS] {
        let [a, b, c, d] = body;
        let [e, f, g, h, i, j, k, l] = self.valve_guards(valve, at);
        [a, b, c, d, e, f, g, h, i, j, k, l]
    }

    #[inline]
    fn closed_form_step(&mut self, step: &WholeStep<'_, Self>, statistics: &mut Statistics) -> Option<[f64; STATES]> {
        if step.repeated.is_some() && !step.start.mode.elements.is_linear() {
            return None;
        }
        propagate(self, step, statistics)
    }

    #[inline]
    fn outputs(&self, _valve: &ServovalveMode, at: &Chain<'_, Self>, of_body: &BodyOutputs<Self>) -> Outputs {
        let ServoStates { flapper, spool, error_integral, .. } = States::from(at.terms.state).servo;
        let [_, _, _, flapper_velocity, flapper_acceleration, spool_velocity, error_integral_rate] = of_body.rates;
        let ServoSignals { error, current, differential_pressure, motor_torque, .. } = *at.signals;
        Outputs {
            common: of_body.common,
            friction_torque: of_body.friction,
            end_stop_torque: of_body.end_stop,
            position_error: error,
            current,
            controller_error_integral: error_integral,
            flapper_position: flapper,
            flapper_velocity,
            flapper_acceleration,
            spool_position: spool,
            spool_velocity,
            differential_pressure,
            motor_torque,
            controller_error_integral_rate: error_integral_rate,
        }
    }

    fn elements_at(
        &self,
        valve: &ServovalveMode,
        state: &[f64; STATES],
        input: &Input<[f64; INPUTS]>,
    ) -> ServovalveMode {
        self.valve_mode(valve, &Terms::values(state, input))
    }

    /// A spool in its centre leaves it to the side to which it is pushed, and no guard is negative before it does.
    fn elements_after_jump(
        &self,
        valve: &ServovalveMode,
        state: &[f64; STATES],
        input: &Input<[f64; INPUTS]>,
    ) -> ServovalveMode {
        if valve.is_linear() {
            return *valve;
        }
        ServovalveMode { pressure: self.valve_mode(valve, &Terms::values(state, input)).pressure, ..*valve }
    }

    fn transition(&self, valve: &mut ServovalveMode, guard: usize, state: &mut [f64; STATES]) -> usize {
        self.valve_transition(valve, guard, state)
    }

    fn explicit_step(
        &self,
        valve: &ServovalveMode,
        state: &mut [f64; STATES],
        input: &Input<[f64; INPUTS]>,
        length: f64,
    ) {
        self.euler_step(valve, state, input, length);
    }

    fn limit(&self, state: &mut [f64; STATES]) {
        self.limit_valve(state);
    }

    fn implicit_step(
        &self,
        _valve: &ServovalveMode,
        state: &mut [f64; STATES],
        input: &Input<[f64; INPUTS]>,
        length: f64,
    ) {
        let at = servo_inputs(&Terms::values(&*state, input));
        let mut servo = States::from(&*state).servo;
        for _ in 0..VALVE_STEPS {
            servo = self.servo.implicit_step(&servo, &at, length / f64::from(VALVE_STEPS));
        }
        States::write_servo(&servo, state);
    }

    fn elements_with_stops(
        &self,
        valve: &ServovalveMode,
        state: &[f64; STATES],
        input: &Input<[f64; INPUTS]>,
    ) -> ServovalveMode {
        self.valve_mode_with_stops(valve, &Terms::values(state, input))
    }
}
