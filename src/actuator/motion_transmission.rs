//! MotionTransmission: the moving body alone (Borello & Dalla Vedova 2012, section 4 and eqs 5, 6).
//!
//! ```text
//! Act = TM − TLD − CM·DXJ,    JM·D2XJ = Act − TFR
//! ```
//!
//! States: position, velocity, bristle deflection. Inputs: motor torque, load torque.

use crate::friction::{Band, Law};
use crate::interface::motion_transmission::{INPUTS, INTEGERS, Inputs, Outputs, Parameters, REALS, STATES, reference};
use crate::interface::{SolverParameters, SolverReferences};
use crate::plants::{Body, BodyMode, Expansion, Leap, Ramp, Situation, Tangent, body};
use crate::solver::{Beginning, Coefficients, Input};

use super::assembly::Sizes;
use super::machine::{Change, Machine, Model, Point, Stretch, Tally, Variation, visit_body};
use super::{InvalidParameter, Observer, StateVisitor, assembly, check, law};

/// Guards are the event indicators of Model Exchange.
const GUARDS: usize = body::GUARDS;
const _: () = assert!(GUARDS == crate::interface::motion_transmission::EVENT_INDICATORS);

/// An instance of MotionTransmission.
pub type MotionTransmission = Machine<Transmission, STATES, INPUTS, GUARDS>;

/// Constants of the equations.
#[derive(Clone, Copy)]
pub struct Transmission {
    body: Body,
    viscous_coefficient: f64,
    leap: Leap,
}

impl Transmission {
    /// Situation of the body from coefficients of states and inputs.
    #[inline]
    fn situation(&self, order: usize, state: &[f64; STATES], inputs: [f64; INPUTS]) -> Situation {
        let [position, velocity, deflection] = *state;
        let Inputs { motor_torque, load_torque } = Inputs::from_array(inputs);
        let drive = motor_torque - self.viscous_coefficient * velocity;
        Situation { one: assembly::one(order), position, velocity, deflection, drive, load: load_torque }
    }

    fn at_rest(&self, state: &[f64; STATES], input: &Input<INPUTS>) -> Situation {
        self.situation(0, &[state[0], 0.0, state[2]], input.value)
    }
}

impl Model<STATES, INPUTS, GUARDS> for Transmission {
    type Reals = [f64; REALS];
    type Integers = [i32; INTEGERS];
    type Mode = BodyMode;

    const SOLVER: SolverReferences = reference::SOLVER;
    const PREPARES: bool = false;

    fn zeros() -> (Self::Reals, Self::Integers) {
        ([0.0; REALS], [0; INTEGERS])
    }

    fn build(reals: &Self::Reals, integers: &Self::Integers) -> Self {
        let Parameters { inertia, load_inertia, viscous_coefficient, travel, friction, .. } =
            Parameters::read(reals, integers);
        let body = assembly::body(inertia, load_inertia, &friction, &travel);
        Self { body, viscous_coefficient, leap: Leap::default() }
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
        [position_start, velocity_start, friction.bristle_deflection_start]
    }

    fn start_mode(&self, state: &[f64; STATES], input: &Input<INPUTS>) -> BodyMode {
        self.body.initial_mode(&self.situation(0, state, input.value))
    }

    #[inline(always)]
    fn coefficients(
        &self,
        mode: &BodyMode,
        order: usize,
        state: &[f64; STATES],
        input: &Input<INPUTS>,
        length: f64,
        expansion: Option<&mut Expansion>,
    ) -> Coefficients<STATES, GUARDS> {
        let at = self.situation(order, state, input.coefficient(order, length));
        let (motion, guards) = self.body.response(mode, &at, expansion);
        Coefficients { rates: [at.velocity, motion.acceleration, motion.deflection_rate], guards }
    }

    fn tangent(&self, at: &Point<'_, STATES, INPUTS, BodyMode>) -> Tangent {
        self.body.tangent(at.mode, &self.situation(0, at.state, at.input.value))
    }

    fn rates_change(
        &self,
        _mode: &BodyMode,
        tangent: &Tangent,
        variation: &Variation<STATES, INPUTS>,
    ) -> [f64; STATES] {
        let change = self.situation(1, &variation.state, variation.input);
        let motion = tangent.motion(&change);
        [change.velocity, motion.acceleration, motion.deflection_rate]
    }

    #[inline]
    fn is_linear(&self, mode: &BodyMode) -> bool {
        self.body.is_linear(mode)
    }

    fn resolution(&self, mode: &BodyMode, state: &[f64; STATES], rates: &[f64; STATES]) -> f64 {
        self.body.resolution(mode, state[1], rates[1])
    }

    #[inline]
    fn beginning(&self, mode: &BodyMode, state: &[f64; STATES]) -> Beginning {
        self.body.beginning(mode, state[1])
    }

    #[inline]
    fn equations(mode: &BodyMode) -> u8 {
        mode.equations()
    }

    #[inline]
    fn scales(&self, sizes: &Sizes) -> [f64; STATES] {
        [sizes.position, sizes.velocity, self.body.deflection_scale()]
    }

    #[inline(always)]
    fn leap(&mut self, stretch: &Stretch<'_, STATES, INPUTS, BodyMode>) -> Option<[f64; STATES]> {
        let Stretch { start: Point { mode, state, input }, length, .. } = *stretch;
        let [position, velocity, deflection] = *state;
        let Inputs { motor_torque, load_torque } = Inputs::from_array(input.value);
        let Inputs { motor_torque: drive_slope, load_torque: load_slope } = Inputs::from_array(input.slope);
        let start = Situation { one: 1.0, position, velocity, deflection, drive: motor_torque, load: load_torque };
        let ramp = Ramp { start, drive_slope, load_slope, viscous_coefficient: self.viscous_coefficient };
        let (position, velocity) = self.body.leap(mode, &ramp, length, &mut self.leap)?;
        Some([position, velocity, deflection])
    }

    fn transition(
        &self,
        mode: &mut BodyMode,
        guard: usize,
        state: &mut [f64; STATES],
        input: &Input<INPUTS>,
    ) -> Change {
        let rest = self.at_rest(state, input);
        let [position, velocity, _] = state;
        Change::of_body(self.body.transition(mode, guard, position, velocity, &rest))
    }

    fn hold(&self, mode: &mut BodyMode, state: &mut [f64; STATES], input: &Input<INPUTS>, length: f64) {
        let rest = self.at_rest(state, input);
        self.body.hold(mode, &mut state[1], &rest, self.viscous_coefficient, length);
    }

    fn release(&self, mode: &mut BodyMode, state: &mut [f64; STATES], input: &Input<INPUTS>) {
        let [position, velocity, _] = state;
        self.body.release(mode, position, velocity);
        let rest = self.at_rest(state, input);
        self.body.leave_rest(mode, &rest);
    }

    fn decide_anew(
        &self,
        mode: &mut BodyMode,
        state: &mut [f64; STATES],
        input: &Input<INPUTS>,
        has_jumped: bool,
    ) -> Option<Change> {
        let at = self.situation(0, state, input.value);
        let [position, velocity, _] = state;
        self.body.decide_anew(mode, position, velocity, &at, has_jumped).map(Change::of_body)
    }

    fn fixed_step(&self, mode: &mut BodyMode, state: &mut [f64; STATES], input: &Input<INPUTS>, length: f64) {
        *state = if self.always_fixed_step() {
            let situation = |state: &[f64; STATES]| self.situation(0, state, input.value);
            let rates = |state: &[f64; STATES], elapsed: f64| {
                self.coefficients(mode, 0, state, &input.after(elapsed), 1.0, None).rates
            };
            assembly::comparator_step(&self.body, state, length, situation, rates)
        } else {
            assembly::table1_step(&self.body, &self.situation(0, state, input.value), length)
        };
        *mode = self.body.initial_mode(&self.situation(0, state, input.after(length).value));
    }

    fn always_fixed_step(&self) -> bool {
        matches!(self.body.law(), Law::Comparator(..))
    }

    fn load(&self, _state: &[f64; STATES], input: &Input<INPUTS>) -> f64 {
        Inputs::from_array(input.value).load_torque
    }

    fn rest(&self, at: &Point<'_, STATES, INPUTS, BodyMode>) -> (f64, Band) {
        let rest = self.at_rest(at.state, at.input);
        (rest.active(), self.body.band(&rest, at.mode.load_side))
    }

    fn body(mode: &BodyMode) -> &BodyMode {
        mode
    }

    fn write(
        &self,
        at: &Point<'_, STATES, INPUTS, BodyMode>,
        variation: Option<&Variation<STATES, INPUTS>>,
        tally: &Tally,
        reals: &mut Self::Reals,
        integers: &mut Self::Integers,
    ) {
        let value = self.situation(0, at.state, at.input.value);
        let mode = self.body.with_side(at.mode, &value);
        let (wanted, motion) = match variation {
            None => (value, self.body.motion(&mode, &value)),
            Some(variation) => {
                let change = self.situation(1, &variation.state, variation.input);
                (change, self.body.tangent(&mode, &value).motion(&change))
            }
        };
        let body = assembly::body_outputs(&self.body, &mode, &value, &wanted, &motion);
        let (friction_stribeck_sigma, friction_peak_velocity) = law::amplitude(self.body.law(), variation.is_some());
        let outputs = Outputs {
            position: wanted.position,
            velocity: wanted.velocity,
            acceleration: motion.acceleration,
            friction_torque: body.friction,
            end_stop_torque: body.end_stop,
            last_event_time: tally.last_time,
            bristle_deflection: wanted.deflection,
            bristle_deflection_rate: motion.deflection_rate,
            active_torque: wanted.active(),
            friction_stribeck_sigma,
            friction_peak_velocity,
            friction_regime: i32::from(self.body.shown_regime(&mode, &value)),
            end_stop: i32::from(self.body.shown_end_stop(&mode, body.end_stop)),
            event_count: tally.count,
        };
        outputs.write(reals, integers);
    }

    fn visit_mode(mode: &mut BodyMode, visitor: &mut dyn StateVisitor) {
        visit_body(mode, visitor);
    }
}
