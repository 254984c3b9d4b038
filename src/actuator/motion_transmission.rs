//! MotionTransmission: the moving body alone (Borello & Dalla Vedova 2012, section 4 and eqs 5, 6).
//!
//!     Act = TM − TLD − CM·DXJ,    JM·D2XJ = Act − TFR
//!
//! States: position, velocity, bristle deflection. Inputs: motor torque, load torque.

use crate::friction::Band;
use crate::interface::SolverParameters;
use crate::interface::motion_transmission::{INPUTS, INTEGERS, Inputs, Outputs, Parameters, REALS, STATES, reference};
use crate::plants::{Body, BodyMode, Motion, Torques, body};
use crate::solver::{Coefficients, Input};

use super::machine::{Change, Machine, Model, Point, Tally, visit_body};
use super::{InvalidParameter, StateVisitor, assembly, check};

const GUARDS: usize = body::GUARDS;

/// An instance of MotionTransmission.
pub type MotionTransmission = Machine<Transmission, STATES, INPUTS, GUARDS>;

/// Constants of the equations.
#[derive(Clone, Copy)]
pub struct Transmission {
    body: Body,
    viscous_coefficient: f64,
    start: [f64; STATES],
    solver: SolverParameters,
}

impl Transmission {
    /// Torques on the body from coefficients of velocity and inputs.
    #[inline]
    fn torques(&self, order: usize, velocity: f64, inputs: [f64; INPUTS]) -> Torques {
        let Inputs { motor_torque, load_torque } = Inputs::from_array(inputs);
        let drive = motor_torque - self.viscous_coefficient * velocity;
        Torques { one: assembly::one(order), drive, load: load_torque }
    }

    fn at_rest(&self, input: &Input<INPUTS>) -> Torques {
        self.torques(0, 0.0, input.value)
    }
}

impl Model<STATES, INPUTS, GUARDS> for Transmission {
    type Reals = [f64; REALS];
    type Integers = [i32; INTEGERS];
    type Mode = BodyMode;
    type Memory = ();

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
        } = Parameters::read(reals, integers);
        let body = assembly::body(inertia, load_inertia, &friction, &travel);
        let start = [position_start, velocity_start, friction.bristle_deflection_start];
        Self { body, viscous_coefficient, start, solver }
    }

    fn check(reals: &Self::Reals, integers: &Self::Integers) -> Result<(), InvalidParameter> {
        let parameters = Parameters::read(reals, integers);
        let start = (reference::POSITION_START, parameters.position_start);
        check::travel(&parameters.travel, &reference::TRAVEL, start)?;
        check::solver(&parameters.solver, &reference::SOLVER)
    }

    fn solver(&self) -> &SolverParameters {
        &self.solver
    }

    fn inputs(reals: &Self::Reals) -> [f64; INPUTS] {
        Inputs::read(reals).to_array()
    }

    fn start(&self, input: &Input<INPUTS>) -> ([f64; STATES], BodyMode) {
        let [position, velocity, _] = self.start;
        let torques = self.torques(0, velocity, input.value);
        (self.start, self.body.initial_mode(position, velocity, &torques))
    }

    fn memory(&self) {}

    #[inline]
    fn coefficients(
        &self,
        mode: &BodyMode,
        order: usize,
        states: &[[f64; STATES]],
        input: &Input<INPUTS>,
        length: f64,
        _memory: &mut (),
    ) -> Coefficients<STATES, GUARDS> {
        let [position, velocity, _] = states[order];
        let torques = self.torques(order, velocity, input.coefficient(order, length));
        let motion = self.body.motion(mode, &torques);
        let guards = self.body.guards(mode, &torques, &motion, position, velocity);
        Coefficients { rates: [velocity, motion.acceleration, 0.0], guards }
    }

    fn transition(
        &self,
        mode: &mut BodyMode,
        guard: usize,
        state: &mut [f64; STATES],
        input: &Input<INPUTS>,
    ) -> Change {
        let [position, velocity, _] = state;
        Change::of_body(self.body.transition(mode, guard, position, velocity, &self.at_rest(input)))
    }

    fn hold(&self, mode: &mut BodyMode, state: &mut [f64; STATES], input: &Input<INPUTS>, length: f64) {
        let [position, velocity, _] = state;
        self.body.hold(mode, *position, velocity, &self.at_rest(input), self.viscous_coefficient, length);
    }

    fn release(&self, mode: &mut BodyMode, state: &mut [f64; STATES]) {
        let [position, velocity, _] = state;
        self.body.release(mode, position, velocity);
    }

    fn fixed_step(&self, mode: &mut BodyMode, state: &mut [f64; STATES], input: &Input<INPUTS>, length: f64) {
        let [position, velocity, _] = state;
        let torques = self.torques(0, *velocity, input.value);
        assembly::table1_step(&self.body, position, velocity, &torques, length);
        *mode = self.body.initial_mode(*position, *velocity, &torques);
    }

    fn load(&self, _state: &[f64; STATES], input: &Input<INPUTS>) -> f64 {
        Inputs::from_array(input.value).load_torque
    }

    fn rest(&self, at: &Point<'_, STATES, INPUTS, BodyMode>) -> (f64, Band) {
        let torques = self.at_rest(at.input);
        (torques.active(), self.body.band(&torques, at.mode.load_side))
    }

    fn body(mode: &BodyMode) -> &BodyMode {
        mode
    }

    fn write(
        &self,
        order: usize,
        at: &Point<'_, STATES, INPUTS, BodyMode>,
        tally: &Tally,
        reals: &mut Self::Reals,
        integers: &mut Self::Integers,
    ) {
        let value = self.torques(0, at.state[1], at.input.value);
        let mode = self.body.with_side(at.mode, &value);
        let rates = self.coefficients(&mode, 0, &[*at.state], at.input, 1.0, &mut ()).rates;
        let [position, velocity, bristle_deflection] = if order == 0 { *at.state } else { rates };
        let torques = self.torques(order, velocity, at.input.coefficient(order, 1.0));
        let motion: Motion = self.body.motion(&mode, &torques);
        let body = assembly::body_outputs(&self.body, &mode, &value, &torques, &motion);
        let outputs = Outputs {
            position,
            velocity,
            acceleration: body.acceleration,
            friction_torque: body.friction,
            end_stop_torque: body.end_stop,
            last_event_time: tally.last_time,
            bristle_deflection,
            bristle_deflection_rate: 0.0,
            active_torque: motion.active,
            friction_stribeck_sigma: 0.0,
            friction_peak_velocity: 0.0,
            friction_regime: i32::from(mode.regime),
            end_stop: i32::from(mode.end_stop),
            event_count: tally.count,
        };
        outputs.write(reals, integers);
    }

    fn visit_mode(mode: &mut BodyMode, visitor: &mut dyn StateVisitor) {
        visit_body(mode, visitor);
    }
}
