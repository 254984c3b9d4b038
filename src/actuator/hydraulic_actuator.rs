//! HydraulicActuator: a mass on a spring, driven by a pressure step and an external force (Yadav & Agnihotri, eqs 1, 2).
//!
//! ```text
//! M·ẍ + k·x + F_f = A·p(t) + F,    p̈ + 2ζω_n·ṗ + ω_n²·p = ω_n² from `pressure_step.time` on
//! ```
//!
//! p(t) as a linear system is the paper's step response with the exponent corrected to ζ·ω_n, and holds for any ζ.
//! The friction force F_f includes the viscous term, as eq. (3) has it. The load that the efficiencies refer to is the
//! spring force k·x.
//!
//! States: position, velocity, bristle deflection, pressure, pressure rate. Input: force.

use crate::friction::{Band, Law};
use crate::interface::hydraulic_actuator::{
    INPUTS, INTEGERS, Inputs, Outputs, Parameters, PressureStepParameters, REALS, STATES, reference,
};
use crate::interface::{SolverParameters, SolverReferences};
use crate::plants::{Body, BodyMode, Expansion, Motion, SOURCES, Situation, Tangent, body};
use crate::solver::{Beginning, Coefficients, Input};

use super::assembly::Sizes;
use super::machine::{
    Change, Machine, Model, Point, Propagated, Stretch, Tally, Variation, propagate, visit_body, visit_flag,
};
use super::{InvalidParameter, Observer, StateVisitor, assembly, check, law};

/// Guards are the event indicators of Model Exchange.
const GUARDS: usize = body::GUARDS;
const _: () = assert!(GUARDS == crate::interface::hydraulic_actuator::EVENT_INDICATORS);
/// Position and velocity below which an error does not matter relative to the value, in those of [`Sizes`]: the actuator
/// is long and fast.
const SCALE: f64 = 10.0;
/// The same of the pressure, which is 1 in the end.
const PRESSURE_SCALE: f64 = 1e-3;

/// An instance of HydraulicActuator.
pub type HydraulicActuator = Machine<Hydraulic, STATES, INPUTS, GUARDS>;

/// Constants of the equations.
#[derive(Clone, Copy)]
pub struct Hydraulic {
    body: Body,
    spring_stiffness: f64,
    viscous_coefficient: f64,
    pressure_step: PressureStepParameters,
}

/// Which branch of the equations holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HydraulicMode {
    body: BodyMode,
    /// The pressure step has begun.
    pressurized: bool,
}

impl Hydraulic {
    /// Situation of the body from coefficients of states and inputs.
    #[inline]
    fn situation(&self, order: usize, state: &[f64; STATES], inputs: [f64; INPUTS]) -> Situation {
        let [position, velocity, deflection, pressure, _] = *state;
        let Inputs { force } = Inputs::from_array(inputs);
        let drive = self.pressure_step.force_amplitude * pressure + force - self.viscous_coefficient * velocity;
        let load = self.spring_stiffness * position;
        Situation { one: assembly::one(order), position, velocity, deflection, drive, load }
    }

    fn at_rest(&self, state: &[f64; STATES], input: &Input<INPUTS>) -> Situation {
        let mut rest = *state;
        rest[1] = 0.0;
        self.situation(0, &rest, input.value)
    }

    #[inline]
    fn rates(&self, mode: &HydraulicMode, at: &Situation, motion: &Motion, state: &[f64; STATES]) -> [f64; STATES] {
        let [.., pressure, rate] = *state;
        let pressure_acceleration = self.pressure_acceleration(mode, at.one, pressure, rate);
        [at.velocity, motion.acceleration, motion.deflection_rate, rate, pressure_acceleration]
    }

    /// p̈ [1/s²].
    #[inline]
    fn pressure_acceleration(&self, mode: &HydraulicMode, one: f64, pressure: f64, rate: f64) -> f64 {
        let PressureStepParameters { natural_frequency, damping_ratio, .. } = self.pressure_step;
        let target = if mode.pressurized { one } else { 0.0 };
        natural_frequency * (natural_frequency * (target - pressure) - 2.0 * damping_ratio * rate)
    }
}

impl Model<STATES, INPUTS, GUARDS> for Hydraulic {
    type Reals = [f64; REALS];
    type Integers = [i32; INTEGERS];
    type Mode = HydraulicMode;

    const SOLVER: SolverReferences = reference::SOLVER;
    const PREPARES: bool = true;

    fn zeros() -> (Self::Reals, Self::Integers) {
        ([0.0; REALS], [0; INTEGERS])
    }

    fn build(reals: &Self::Reals, integers: &Self::Integers) -> Self {
        let Parameters { mass, spring_stiffness, viscous_coefficient, travel, pressure_step, friction, .. } =
            Parameters::read(reals, integers);
        let body = assembly::body(mass, 0.0, &friction, &travel);
        Self { body, spring_stiffness, viscous_coefficient, pressure_step }
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
        [position_start, velocity_start, friction.bristle_deflection_start, 0.0, 0.0]
    }

    fn start_mode(&self, state: &[f64; STATES], input: &Input<INPUTS>) -> HydraulicMode {
        let body = self.body.initial_mode(&self.situation(0, state, input.value));
        HydraulicMode { body, pressurized: false }
    }

    #[inline(always)]
    fn coefficients(
        &self,
        mode: &HydraulicMode,
        order: usize,
        state: &[f64; STATES],
        input: &Input<INPUTS>,
        length: f64,
        expansion: Option<&mut Expansion>,
    ) -> Coefficients<STATES, GUARDS> {
        let at = self.situation(order, state, input.coefficient(order, length));
        let (motion, guards) = self.body.response(&mode.body, &at, expansion);
        Coefficients { rates: self.rates(mode, &at, &motion, state), guards }
    }

    fn tangent(&self, at: &Point<'_, STATES, INPUTS, HydraulicMode>) -> Tangent {
        self.body.tangent(&at.mode.body, &self.situation(0, at.state, at.input.value))
    }

    fn rates_change(
        &self,
        mode: &HydraulicMode,
        tangent: &Tangent,
        variation: &Variation<STATES, INPUTS>,
    ) -> [f64; STATES] {
        let change = self.situation(1, &variation.state, variation.input);
        self.rates(mode, &change, &tangent.motion(&change), &variation.state)
    }

    #[inline]
    fn is_linear(&self, mode: &HydraulicMode) -> bool {
        self.body.is_linear(&mode.body)
    }

    fn resolution(&self, mode: &HydraulicMode, state: &[f64; STATES], rates: &[f64; STATES]) -> f64 {
        self.body.resolution(&mode.body, state[1], rates[1])
    }

    #[inline]
    fn beginning(&self, mode: &HydraulicMode, state: &[f64; STATES]) -> Beginning {
        self.body.beginning(&mode.body, state[1])
    }

    #[inline]
    fn equations(mode: &HydraulicMode) -> u8 {
        mode.body.equations()
    }

    #[inline]
    fn scales(&self, sizes: &Sizes) -> [f64; STATES] {
        let Sizes { position, velocity, .. } = *sizes;
        let rate = PRESSURE_SCALE * self.pressure_step.natural_frequency;
        [SCALE * position, SCALE * velocity, self.body.deflection_scale(), PRESSURE_SCALE, rate]
    }

    #[inline]
    fn leap(&mut self, stretch: &Stretch<'_, STATES, INPUTS, HydraulicMode>) -> Option<[f64; STATES]> {
        propagate(self, stretch)
    }

    fn transition(
        &self,
        mode: &mut HydraulicMode,
        guard: usize,
        state: &mut [f64; STATES],
        input: &Input<INPUTS>,
    ) -> Change {
        let rest = self.at_rest(state, input);
        let [position, velocity, ..] = state;
        Change::of_body(self.body.transition(&mut mode.body, guard, position, velocity, &rest))
    }

    fn hold(&self, mode: &mut HydraulicMode, state: &mut [f64; STATES], input: &Input<INPUTS>, length: f64) {
        let rest = self.at_rest(state, input);
        self.body.hold(&mut mode.body, &mut state[1], &rest, self.viscous_coefficient, length);
    }

    fn release(&self, mode: &mut HydraulicMode, state: &mut [f64; STATES], input: &Input<INPUTS>) {
        let [position, velocity, ..] = state;
        self.body.release(&mut mode.body, position, velocity);
        let rest = self.at_rest(state, input);
        self.body.leave_rest(&mut mode.body, &rest);
    }

    fn decide_anew(
        &self,
        mode: &mut HydraulicMode,
        state: &mut [f64; STATES],
        input: &Input<INPUTS>,
        has_jumped: bool,
    ) -> Option<Change> {
        let at = self.situation(0, state, input.value);
        let [position, velocity, ..] = state;
        self.body.decide_anew(&mut mode.body, position, velocity, &at, has_jumped).map(Change::of_body)
    }

    fn fixed_step(&self, mode: &mut HydraulicMode, state: &mut [f64; STATES], input: &Input<INPUTS>, length: f64) {
        if self.always_fixed_step() {
            let situation = |state: &[f64; STATES]| self.situation(0, state, input.value);
            let rates = |state: &[f64; STATES], elapsed: f64| {
                self.coefficients(mode, 0, state, &input.after(elapsed), 1.0, None).rates
            };
            *state = assembly::comparator_step(&self.body, state, length, situation, rates);
        } else {
            let [.., pressure, rate] = *state;
            let body = assembly::table1_step(&self.body, &self.situation(0, state, input.value), length);
            let new_rate = rate + self.pressure_acceleration(mode, 1.0, pressure, rate) * length;
            state[..3].copy_from_slice(&body);
            state[3] = pressure + 0.5 * (rate + new_rate) * length;
            state[4] = new_rate;
        }
        mode.body = self.body.initial_mode(&self.situation(0, state, input.after(length).value));
    }

    fn always_fixed_step(&self) -> bool {
        matches!(self.body.law(), Law::Comparator(..))
    }

    fn time_event(&self, mode: &HydraulicMode) -> Option<f64> {
        (!mode.pressurized).then_some(self.pressure_step.time)
    }

    fn on_time_event(&self, mode: &mut HydraulicMode) {
        mode.pressurized = true;
    }

    fn load(&self, state: &[f64; STATES], _input: &Input<INPUTS>) -> f64 {
        self.spring_stiffness * state[0]
    }

    fn rest(&self, at: &Point<'_, STATES, INPUTS, HydraulicMode>) -> (f64, Band) {
        let rest = self.at_rest(at.state, at.input);
        (rest.active(), self.body.band(&rest, at.mode.body.load_side))
    }

    fn body(mode: &HydraulicMode) -> &BodyMode {
        &mode.body
    }

    fn write(
        &self,
        at: &Point<'_, STATES, INPUTS, HydraulicMode>,
        variation: Option<&Variation<STATES, INPUTS>>,
        tally: &Tally,
        reals: &mut Self::Reals,
        integers: &mut Self::Integers,
    ) {
        let value = self.situation(0, at.state, at.input.value);
        let mode = HydraulicMode { body: self.body.with_side(&at.mode.body, &value), ..*at.mode };
        let (state, wanted, motion) = match variation {
            None => (*at.state, value, self.body.motion(&mode.body, &value)),
            Some(variation) => {
                let change = self.situation(1, &variation.state, variation.input);
                (variation.state, change, self.body.tangent(&mode.body, &value).motion(&change))
            }
        };
        let body = assembly::body_outputs(&self.body, &mode.body, &value, &wanted, &motion);
        let (friction_stribeck_sigma, friction_peak_velocity) = law::amplitude(self.body.law(), variation.is_some());
        let [.., pressure, pressure_rate] = state;
        let outputs = Outputs {
            position: wanted.position,
            velocity: wanted.velocity,
            acceleration: motion.acceleration,
            friction_force: body.friction + self.viscous_coefficient * wanted.velocity,
            end_stop_force: body.end_stop,
            last_event_time: tally.last_time,
            bristle_deflection: wanted.deflection,
            bristle_deflection_rate: motion.deflection_rate,
            pressure_force: self.pressure_step.force_amplitude * pressure,
            pressure,
            pressure_rate,
            pressure_acceleration: self.pressure_acceleration(&mode, wanted.one, pressure, pressure_rate),
            friction_stribeck_sigma,
            friction_peak_velocity,
            friction_regime: i32::from(self.body.shown_regime(&mode.body, &value)),
            end_stop: i32::from(self.body.shown_end_stop(&mode.body, body.end_stop)),
            event_count: tally.count,
        };
        outputs.write(reals, integers);
    }

    fn visit_mode(mode: &mut HydraulicMode, visitor: &mut dyn StateVisitor) {
        visit_body(&mut mode.body, visitor);
        visit_flag(&mut mode.pressurized, visitor);
    }
}

impl Propagated<STATES, INPUTS, GUARDS> for Hydraulic {
    /// All but the bristle deflection.
    const PLACES: &'static [usize] = &[0, 1, 3, 4];

    fn units(&self, sizes: &Sizes) -> [f64; STATES] {
        let Sizes { position, velocity, time } = *sizes;
        [position, velocity, self.body.deflection_scale(), 1.0, 1.0 / time]
    }

    #[inline]
    fn moving_body(&self) -> &Body {
        &self.body
    }

    fn moving_body_mut(&mut self) -> &mut Body {
        &mut self.body
    }

    fn sources(&self, _mode: &HydraulicMode) -> [[f64; STATES]; SOURCES] {
        let mut force = [0.0; STATES];
        force[1] = 1.0;
        [force, [0.0; STATES]]
    }

    #[inline]
    fn strengths(slopes: &[f64; STATES], _input: &Input<INPUTS>) -> [f64; SOURCES] {
        [slopes[1], 0.0]
    }

    #[inline]
    fn guards_reach(
        &self,
        stretch: &Stretch<'_, STATES, INPUTS, HydraulicMode>,
        reach: &[f64; STATES],
        _rates: &[f64; STATES],
    ) -> [f64; GUARDS] {
        let [position, velocity, deflection, pressure, _] = *reach;
        let Inputs { force } = Inputs::from_array(stretch.start.input.slope);
        let drive = self.pressure_step.force_amplitude.abs() * pressure
            + stretch.length * force.abs()
            + self.viscous_coefficient * velocity;
        let load = self.spring_stiffness * position;
        let by = Situation { one: 0.0, position, velocity, deflection, drive, load };
        self.body.reach(&stretch.start.mode.body, &by)
    }
}
