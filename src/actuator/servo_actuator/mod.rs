//! ServoActuator: controller, servovalve, hydraulic motor and body (Borello & Dalla Vedova 2012, section 5).
//!
//! States: position, velocity, bristle deflection, flapper position and velocity, spool position, integral of the
//! position error. Inputs: command, load torque, supply pressure.

mod build;
mod fixed;
mod leap;
mod signals;

use crate::friction::{Band, Law};
use crate::interface::servo_actuator::{INPUTS, INTEGERS, Inputs, Outputs, Parameters, REALS, STATES, reference};
use crate::interface::{SolverParameters, SolverReferences};
use crate::plants::servovalve::guard;
use crate::plants::{Body, BodyMode, Controller, Expansion, ServovalveMode, Tangent, Valve, body};
use crate::solver::{Beginning, Coefficients, Input};

use super::assembly::Sizes;
use super::machine::{Change, Machine, Model, Point, Stretch, Tally, Variation, propagate, visit_body, visit_small};
use super::{InvalidParameter, Observer, StateVisitor, assembly, check, law};
use signals::States;

/// Guards are the event indicators of Model Exchange.
const GUARDS: usize = body::GUARDS + guard::COUNT;
const _: () = assert!(GUARDS == crate::interface::servo_actuator::EVENT_INDICATORS);
/// Share of a valve travel below which an error does not matter relative to the value.
const SHARE: f64 = 1e-3;

/// An instance of ServoActuator.
pub type ServoActuator = Machine<Servo, STATES, INPUTS, GUARDS>;

/// Constants of the equations.
#[derive(Clone, Copy)]
pub struct Servo {
    controller: Controller,
    valve: Valve,
    body: Body,
    viscous_coefficient: f64,
}

/// Which branch of the equations holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ServoMode {
    body: BodyMode,
    valve: ServovalveMode,
}

impl Model<STATES, INPUTS, GUARDS> for Servo {
    type Reals = [f64; REALS];
    type Integers = [i32; INTEGERS];
    type Mode = ServoMode;

    const SOLVER: SolverReferences = reference::SOLVER;
    const PREPARES: bool = true;

    fn zeros() -> (Self::Reals, Self::Integers) {
        ([0.0; REALS], [0; INTEGERS])
    }

    fn build(reals: &Self::Reals, integers: &Self::Integers) -> Self {
        let Parameters {
            inertia,
            load_inertia,
            viscous_coefficient,
            travel,
            friction,
            controller,
            servovalve,
            motor,
            ..
        } = Parameters::read(reals, integers);
        let body = assembly::body(inertia, load_inertia, &friction, &travel);
        let controller = build::controller(controller);
        let valve = build::valve(servovalve, motor);
        Self { controller, valve, body, viscous_coefficient }
    }

    fn check(reals: &Self::Reals, integers: &Self::Integers) -> Result<(), InvalidParameter> {
        let parameters = Parameters::read(reals, integers);
        let start = (reference::POSITION_START, parameters.position_start);
        check::travel(&parameters.travel, &reference::TRAVEL, start)?;
        law::check(&Parameters::friction(reals, integers), &reference::FRICTION)?;
        check::solver(&parameters.solver, &reference::SOLVER)
    }

    fn warn(reals: &Self::Reals, integers: &Self::Integers, observer: &mut dyn Observer) {
        let parameters = Parameters::read(reals, integers);
        law::warn(&Parameters::friction(reals, integers), parameters.viscous_coefficient, observer);
    }

    #[inline]
    fn solver(reals: &Self::Reals, integers: &Self::Integers) -> SolverParameters {
        Parameters::read(reals, integers).solver
    }

    #[inline]
    fn sizes(reals: &Self::Reals, integers: &Self::Integers) -> Sizes {
        let Parameters { friction, solver, .. } = Parameters::read(reals, integers);
        Sizes::new(&friction, &solver)
    }

    fn inputs(reals: &Self::Reals) -> [f64; INPUTS] {
        Inputs::read(reals).to_array()
    }

    fn start(reals: &Self::Reals, integers: &Self::Integers) -> [f64; STATES] {
        let Parameters { position_start, velocity_start, friction, .. } = Parameters::read(reals, integers);
        [position_start, velocity_start, friction.bristle_deflection_start, 0.0, 0.0, 0.0, 0.0]
    }

    fn start_mode(&self, state: &[f64; STATES], input: &Input<INPUTS>) -> ServoMode {
        let valve = self.valve_mode(&ServovalveMode::default(), state, input);
        let body = self.body.initial_mode(&self.situation(&valve, state[1], state, input));
        ServoMode { body, valve }
    }

    #[inline(always)]
    fn coefficients(
        &self,
        mode: &ServoMode,
        order: usize,
        state: &[f64; STATES],
        input: &Input<INPUTS>,
        length: f64,
        expansion: Option<&mut Expansion>,
    ) -> Coefficients<STATES, GUARDS> {
        let states = States::from(state);
        let signals = self.signals(&mode.valve, order, &states, input, length);
        let (motion, [a, b, c, d]) = self.body.response(&mode.body, &signals.body, expansion);
        let rates = self.rates(&mode.valve, &states, &signals, &motion);
        let supply = input.coefficient(order, length)[2];
        let [e, f, g, h, i, j, k, l] = self.valve_guards(&mode.valve, &states, &signals, supply);
        Coefficients { rates, guards: [a, b, c, d, e, f, g, h, i, j, k, l] }
    }

    fn tangent(&self, at: &Point<'_, STATES, INPUTS, ServoMode>) -> Tangent {
        let signals = self.signals(&at.mode.valve, 0, &States::from(at.state), at.input, 1.0);
        self.body.tangent(&at.mode.body, &signals.body)
    }

    fn rates_change(
        &self,
        mode: &ServoMode,
        tangent: &Tangent,
        variation: &Variation<STATES, INPUTS>,
    ) -> [f64; STATES] {
        let states = States::from(&variation.state);
        let signals = self.signals(&mode.valve, 1, &states, &variation.as_slopes(), 1.0);
        self.rates(&mode.valve, &states, &signals, &tangent.motion(&signals.body))
    }

    #[inline]
    fn is_linear(&self, mode: &ServoMode) -> bool {
        self.body.is_linear(&mode.body)
    }

    fn resolution(&self, mode: &ServoMode, state: &[f64; STATES], rates: &[f64; STATES]) -> f64 {
        self.body.resolution(&mode.body, state[1], rates[1])
    }

    #[inline]
    fn beginning(&self, mode: &ServoMode, state: &[f64; STATES]) -> Beginning {
        self.body.beginning(&mode.body, state[1])
    }

    #[inline]
    fn equations(mode: &ServoMode) -> u8 {
        let ServovalveMode { current, flapper, spool, pressure } = mode.valve;
        let saturations = [current, flapper, spool, pressure].map(|element| u8::from(element != 0));
        saturations.into_iter().fold(mode.body.equations(), |number, saturation| 2 * number + saturation)
    }

    #[inline]
    fn scales(&self, sizes: &Sizes) -> [f64; STATES] {
        let Valve { flapper_travel, spool_travel, natural_frequency, .. } = self.valve;
        let Sizes { position, velocity, time } = *sizes;
        let deflection = self.body.deflection_scale();
        let (flapper, spool) = (SHARE * flapper_travel, SHARE * spool_travel);
        [position, velocity, deflection, flapper, flapper * natural_frequency, spool, position * time]
    }

    #[inline]
    fn leap(&mut self, stretch: &Stretch<'_, STATES, INPUTS, ServoMode>) -> Option<[f64; STATES]> {
        propagate(self, stretch)
    }

    fn transition(
        &self,
        mode: &mut ServoMode,
        guard: usize,
        state: &mut [f64; STATES],
        input: &Input<INPUTS>,
    ) -> Change {
        if guard >= body::GUARDS {
            return self.valve_transition(&mut mode.valve, guard - body::GUARDS, state);
        }
        let rest = self.situation(&mode.valve, 0.0, state, input);
        let [position, velocity, ..] = state;
        Change::of_body(self.body.transition(&mut mode.body, guard, position, velocity, &rest))
    }

    fn hold(&self, mode: &mut ServoMode, state: &mut [f64; STATES], input: &Input<INPUTS>, length: f64) {
        let rest = self.situation(&mode.valve, 0.0, state, input);
        // Not as a difference of torques, which would round differently in the mirror.
        let velocity = States { velocity: 1.0, ..States::from(&[0.0; STATES]) };
        let damping = -self.signals(&mode.valve, 1, &velocity, &Input::constant([0.0; INPUTS]), 1.0).body.drive;
        self.body.hold(&mut mode.body, &mut state[1], &rest, damping, length);
    }

    fn release(&self, mode: &mut ServoMode, state: &mut [f64; STATES], input: &Input<INPUTS>) {
        let [position, velocity, ..] = state;
        self.body.release(&mut mode.body, position, velocity);
        let rest = self.situation(&mode.valve, 0.0, state, input);
        self.body.leave_rest(&mut mode.body, &rest);
    }

    fn decide_anew(
        &self,
        mode: &mut ServoMode,
        state: &mut [f64; STATES],
        input: &Input<INPUTS>,
        has_jumped: bool,
    ) -> Option<Change> {
        let at = self.situation(&mode.valve, state[1], state, input);
        let [position, velocity, ..] = state;
        self.body.decide_anew(&mut mode.body, position, velocity, &at, has_jumped).map(Change::of_body)
    }

    /// Table 1 for the body, and explicit Euler in its style for the valve; a comparator takes the whole servo along.
    fn fixed_step(&self, mode: &mut ServoMode, state: &mut [f64; STATES], input: &Input<INPUTS>, length: f64) {
        let valve = self.valve_mode(&mode.valve, state, input);
        if self.always_fixed_step() {
            *state = self.comparator_step(&ServoMode { valve, ..*mode }, state, input, length);
        } else {
            self.table1_step(&valve, state, input, length);
        }
        let end = input.after(length);
        mode.valve = self.valve_mode(&mode.valve, state, &end);
        mode.body = self.body.initial_mode(&self.situation(&mode.valve, state[1], state, &end));
    }

    fn always_fixed_step(&self) -> bool {
        matches!(self.body.law(), Law::Comparator(..))
    }

    fn load(&self, _state: &[f64; STATES], input: &Input<INPUTS>) -> f64 {
        Inputs::from_array(input.value).load_torque
    }

    fn rest(&self, at: &Point<'_, STATES, INPUTS, ServoMode>) -> (f64, Band) {
        let rest = self.situation(&at.mode.valve, 0.0, at.state, at.input);
        (rest.active(), self.body.band(&rest, at.mode.body.load_side))
    }

    fn body(mode: &ServoMode) -> &BodyMode {
        &mode.body
    }

    fn write(
        &self,
        at: &Point<'_, STATES, INPUTS, ServoMode>,
        variation: Option<&Variation<STATES, INPUTS>>,
        tally: &Tally,
        reals: &mut Self::Reals,
        integers: &mut Self::Integers,
    ) {
        let valve = self.valve_mode(&at.mode.valve, at.state, at.input);
        let value = self.signals(&valve, 0, &States::from(at.state), at.input, 1.0).body;
        let mode = ServoMode { body: self.body.with_side(&at.mode.body, &value), valve };
        let (states, signals, motion) = match variation {
            None => {
                let states = States::from(at.state);
                let signals = self.signals(&valve, 0, &states, at.input, 1.0);
                (states, signals, self.body.motion(&mode.body, &value))
            }
            Some(variation) => {
                let states = States::from(&variation.state);
                let signals = self.signals(&valve, 1, &states, &variation.as_slopes(), 1.0);
                let motion = self.body.tangent(&mode.body, &value).motion(&signals.body);
                (states, signals, motion)
            }
        };
        let rates = self.rates(&valve, &states, &signals, &motion);
        let body = assembly::body_outputs(&self.body, &mode.body, &value, &signals.body, &motion);
        let (friction_stribeck_sigma, friction_peak_velocity) = law::amplitude(self.body.law(), variation.is_some());
        let [_, _, bristle_deflection_rate, flapper_velocity, flapper_acceleration, spool_velocity, _] = rates;
        let outputs = Outputs {
            position: states.position,
            velocity: states.velocity,
            acceleration: motion.acceleration,
            friction_torque: body.friction,
            end_stop_torque: body.end_stop,
            last_event_time: tally.last_time,
            bristle_deflection: states.deflection,
            bristle_deflection_rate,
            position_error: signals.error,
            current: signals.current,
            controller_error_integral: states.error_integral,
            flapper_position: states.flapper,
            flapper_velocity,
            flapper_acceleration,
            spool_position: states.spool,
            spool_velocity,
            differential_pressure: signals.differential_pressure,
            motor_torque: signals.motor_torque,
            friction_stribeck_sigma,
            friction_peak_velocity,
            friction_regime: i32::from(self.body.shown_regime(&mode.body, &value)),
            end_stop: i32::from(self.body.shown_end_stop(&mode.body, body.end_stop)),
            event_count: tally.count,
        };
        outputs.write(reals, integers);
    }

    fn visit_mode(mode: &mut ServoMode, visitor: &mut dyn StateVisitor) {
        visit_body(&mut mode.body, visitor);
        let ServovalveMode { current, flapper, spool, pressure } = &mut mode.valve;
        for element in [current, flapper, spool, pressure] {
            visit_small(element, visitor);
        }
    }
}
