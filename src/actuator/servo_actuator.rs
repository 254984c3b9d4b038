//! ServoActuator: controller, servovalve, hydraulic motor and body (Borello & Dalla Vedova 2012, section 5).
//!
//! States: position, velocity, bristle deflection, flapper position and velocity, spool position, integral of the
//! position error. Inputs: command, load torque, supply pressure.

use crate::friction::{Band, Law};
use crate::interface::SolverParameters;
use crate::interface::servo_actuator::{
    ControllerParameters, INPUTS, INTEGERS, Inputs, MotorParameters, Outputs, Parameters, REALS, STATES,
    ServovalveParameters, reference,
};
use crate::plants::servovalve::{guard, saturation_guards, stop_guards};
use crate::plants::{Body, BodyMode, Controller, Motion, Servovalve, ServovalveMode, Situation, Tangent, body};
use crate::solver::{Coefficients, Input};

use super::machine::{Change, Machine, Model, Point, Tally, Variation, visit_body, visit_small};
use super::{InvalidParameter, Observer, StateVisitor, assembly, check, law};

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
    valve: Servovalve,
    body: Body,
    viscous_coefficient: f64,
    start: [f64; STATES],
    solver: SolverParameters,
}

/// Which branch of the equations holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ServoMode {
    body: BodyMode,
    valve: ServovalveMode,
}

/// States, or Taylor coefficients of them, by name.
#[derive(Clone, Copy)]
struct States {
    position: f64,
    velocity: f64,
    deflection: f64,
    flapper: f64,
    flapper_velocity: f64,
    spool: f64,
    error_integral: f64,
}

impl From<&[f64; STATES]> for States {
    #[inline]
    fn from(state: &[f64; STATES]) -> Self {
        let [position, velocity, deflection, flapper, flapper_velocity, spool, error_integral] = *state;
        Self { position, velocity, deflection, flapper, flapper_velocity, spool, error_integral }
    }
}

/// Signals between the elements, or Taylor coefficients of them.
struct Signals {
    error: f64,
    demand: f64,
    current: f64,
    /// Acceleration that the flapper has, or would have if no stop held it.
    flapper_drive: f64,
    /// Pressure that the valve commands before saturation.
    valve_pressure: f64,
    differential_pressure: f64,
    motor_torque: f64,
    body: Situation,
}

impl Servo {
    /// Evaluates the chain command → torque in the present mode; linear, so it holds for every Taylor coefficient.
    #[inline]
    fn signals(
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
    fn rates(&self, mode: &ServovalveMode, states: &States, signals: &Signals, motion: &Motion) -> [f64; STATES] {
        let free = mode.flapper == 0;
        [
            states.velocity,
            motion.acceleration,
            motion.deflection_rate,
            if free { states.flapper_velocity } else { 0.0 },
            if free { signals.flapper_drive } else { 0.0 },
            if mode.spool == 0 { self.valve.spool_velocity_gain * states.flapper } else { 0.0 },
            signals.error,
        ]
    }

    /// Situation of the body if its velocity were `velocity`.
    fn situation(
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
    fn valve_mode(&self, mode: &ServovalveMode, state: &[f64; STATES], input: &Input<INPUTS>) -> ServovalveMode {
        let signals = self.signals(mode, 0, &States::from(state), input, 1.0);
        let supply_pressure = Inputs::from_array(input.value).supply_pressure;
        ServovalveMode {
            current: beyond(signals.demand, self.controller.current_limit),
            pressure: beyond(signals.valve_pressure, supply_pressure),
            ..*mode
        }
    }

    #[inline]
    fn valve_guards(
        &self,
        mode: &ServovalveMode,
        states: &States,
        signals: &Signals,
        supply: f64,
    ) -> [f64; guard::COUNT] {
        let one = signals.body.one;
        let absent = if one == 0.0 { 0.0 } else { f64::INFINITY };
        let Servovalve { flapper_travel, spool_travel, .. } = self.valve;
        let current = saturation_guards(mode.current, absent, signals.demand, self.controller.current_limit * one);
        let flapper = stop_guards(mode.flapper, absent, states.flapper, flapper_travel * one, signals.flapper_drive);
        let spool = stop_guards(mode.spool, absent, states.spool, spool_travel * one, states.flapper);
        let pressure = saturation_guards(mode.pressure, absent, signals.valve_pressure, supply);
        let [a, b] = current;
        let [c, d] = flapper;
        let [e, f] = spool;
        let [g, h] = pressure;
        [a, b, c, d, e, f, g, h]
    }

    fn valve_transition(&self, mode: &mut ServovalveMode, valve_guard: usize, state: &mut [f64; STATES]) -> Change {
        let side = if valve_guard % 2 == 0 { 1 } else { -1 };
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

impl Servo {
    fn table1_step(&self, valve: &ServovalveMode, state: &mut [f64; STATES], input: &Input<INPUTS>, length: f64) {
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

    fn comparator_step(
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
            self.coefficients(&mode, 0, state, &input, 1.0).rates
        };
        let mut new = assembly::comparator_step(&self.body, state, length, situation, rates);
        self.limit_valve(&mut new);
        new
    }

    /// The inelastic stops of both stages, in the style of Table 1.
    fn limit_valve(&self, state: &mut [f64; STATES]) {
        let [_, _, _, flapper, flapper_velocity, spool, _] = state;
        let Servovalve { flapper_travel, spool_travel, .. } = self.valve;
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

impl Model<STATES, INPUTS, GUARDS> for Servo {
    type Reals = [f64; REALS];
    type Integers = [i32; INTEGERS];
    type Mode = ServoMode;

    fn zeros() -> (Self::Reals, Self::Integers) {
        ([0.0; REALS], [0; INTEGERS])
    }

    fn build(reals: &Self::Reals, integers: &Self::Integers) -> Self {
        let Parameters {
            inertia,
            load_inertia,
            viscous_coefficient,
            position_start,
            velocity_start,
            travel,
            friction,
            solver,
            controller,
            servovalve,
            motor,
        } = Parameters::read(reals, integers);
        let body = assembly::body(inertia, load_inertia, &friction, &travel);
        let start = [position_start, velocity_start, friction.bristle_deflection_start, 0.0, 0.0, 0.0, 0.0];
        let controller = build_controller(controller);
        let valve = build_valve(servovalve, motor);
        Self { controller, valve, body, viscous_coefficient, start, solver }
    }

    fn check(reals: &Self::Reals, integers: &Self::Integers) -> Result<(), InvalidParameter> {
        let parameters = Parameters::read(reals, integers);
        let start = (reference::POSITION_START, parameters.position_start);
        check::travel(&parameters.travel, &reference::TRAVEL, start)?;
        law::check(&parameters.friction, &reference::FRICTION)?;
        check::solver(&parameters.solver, &reference::SOLVER)
    }

    fn warn(reals: &Self::Reals, integers: &Self::Integers, observer: &mut dyn Observer) {
        let parameters = Parameters::read(reals, integers);
        law::warn(&parameters.friction, parameters.viscous_coefficient, observer);
    }

    fn solver(&self) -> &SolverParameters {
        &self.solver
    }

    fn inputs(reals: &Self::Reals) -> [f64; INPUTS] {
        Inputs::read(reals).to_array()
    }

    fn start(&self, input: &Input<INPUTS>) -> ([f64; STATES], ServoMode) {
        let valve = self.valve_mode(&ServovalveMode::default(), &self.start, input);
        let body = self.body.initial_mode(&self.situation(&valve, self.start[1], &self.start, input));
        (self.start, ServoMode { body, valve })
    }

    #[inline]
    fn coefficients(
        &self,
        mode: &ServoMode,
        order: usize,
        state: &[f64; STATES],
        input: &Input<INPUTS>,
        length: f64,
    ) -> Coefficients<STATES, GUARDS> {
        let states = States::from(state);
        let signals = self.signals(&mode.valve, order, &states, input, length);
        let motion = self.body.motion(&mode.body, &signals.body);
        let rates = self.rates(&mode.valve, &states, &signals, &motion);
        let supply = input.coefficient(order, length)[2];
        let [a, b, c, d] = self.body.guards(&mode.body, &signals.body, &motion);
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

    fn scales(&self) -> [f64; STATES] {
        let Servovalve { flapper_travel, spool_travel, natural_frequency, .. } = self.valve;
        let deflection = self.body.deflection_scale();
        let flapper = SHARE * flapper_travel;
        [1e-3, 1e-3, deflection, flapper, flapper * natural_frequency, SHARE * spool_travel, 1e-3]
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
        let damping = rest.drive - self.situation(&mode.valve, 1.0, state, input).drive;
        self.body.hold(&mut mode.body, &mut state[1], &rest, damping, length);
    }

    fn release(&self, mode: &mut ServoMode, state: &mut [f64; STATES]) {
        let [position, velocity, ..] = state;
        self.body.release(&mut mode.body, position, velocity);
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
            end_stop: i32::from(mode.body.end_stop),
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

fn build_controller(parameters: ControllerParameters) -> Controller {
    let ControllerParameters { proportional_gain, integral_gain, derivative_gain, current_limit } = parameters;
    Controller { proportional_gain, integral_gain, derivative_gain, current_limit }
}

fn build_valve(valve: ServovalveParameters, motor: MotorParameters) -> Servovalve {
    let ServovalveParameters {
        torque_motor_gain,
        feedback_stiffness,
        flapper_stiffness,
        natural_frequency,
        damping_ratio,
        flapper_travel,
        spool_velocity_gain,
        spool_travel,
        pressure_gain,
        flow_gain,
    } = valve;
    let MotorParameters { leakage_coefficient, displacement } = motor;
    Servovalve {
        torque_motor_gain,
        feedback_stiffness,
        flapper_stiffness,
        natural_frequency,
        damping_ratio,
        flapper_travel,
        spool_velocity_gain,
        spool_travel,
        pressure_gain,
        flow_gain,
        leakage_coefficient,
        displacement,
    }
}
