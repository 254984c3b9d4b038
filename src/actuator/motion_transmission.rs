//! MotionTransmission: the moving body alone (Borello & Dalla Vedova 2012, section 4 and eqs 5, 6).
//!
//! ```text
//! Act = TM − TLD − CM·DXJ,    JM·D2XJ = Act − TFR
//! ```
//!
//! States: position, velocity, bristle deflection. Inputs: motor torque, load torque.

use crate::interface::Initialization;
use crate::interface::motion_transmission::{INPUTS, Inputs, Outputs, Parameters, STATES, Variables, reference};
use crate::plants::body::GUARDS;
use crate::plants::{Body, Order, PhiFunctions, Ramp, Response, Situation};
use crate::solver::{Input, REAL_TIME_WORK, Statistics};

use super::InvalidParameter;
use super::assembly::{self, Sizes};
use super::machine::{BodyOutputs, Chain, Machine, Model, Point, Terms, WholeStep};

/// An instance of MotionTransmission.
pub type MotionTransmission = Machine<Transmission>;

/// Constants of the equations.
#[derive(Clone, Copy)]
pub struct Transmission {
    body: Body,
    viscous_coefficient: f64,
    phi: PhiFunctions,
}

impl Model for Transmission {
    type Variables = Variables;
    type Guards = [f64; GUARDS];
    type Elements = ();
    type Signals = ();
    type Series = ();

    const PREPARES: bool = false;
    const REAL_TIME_WORK: i32 = 5 * REAL_TIME_WORK / 3;

    fn new(parameters: &Parameters) -> Self {
        let Parameters { inertia, load_inertia, viscous_coefficient, travel, friction, .. } = parameters;
        let body = assembly::body(*inertia, *load_inertia, friction, travel);
        Self { body, viscous_coefficient: *viscous_coefficient, phi: PhiFunctions::default() }
    }

    fn initialization(parameters: &Parameters) -> Initialization {
        parameters.initialization
    }

    fn trimmed(&self, parameters: &Parameters, inputs: &[f64; INPUTS]) -> Result<[f64; STATES], InvalidParameter> {
        let Inputs { motor_torque, load_torque } = Inputs::from_array(*inputs);
        let position = parameters.position_start;
        assembly::resting_body(&self.body, position, motor_torque, load_torque)
            .map(|deflection| [position, 0.0, deflection])
            .ok_or(InvalidParameter::new(
                reference::MOTOR_TORQUE,
                motor_torque,
                "must balance load_torque within what friction holds at rest, for initialization trim; a law that \
                          creeps holds nothing",
            ))
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
        [sizes.position, sizes.velocity, self.body.deflection_scale()]
    }

    /// Act = TM − TLD − CM·DXJ.
    #[inline]
    fn signals(&self, (): &(), at: &Terms<'_, Self>) -> (Situation, ()) {
        let [position, velocity, deflection] = *at.state;
        let Inputs { motor_torque, load_torque } = Inputs::from_array(at.input);
        let drive = motor_torque - self.viscous_coefficient * velocity;
        (Situation { order: at.order, position, velocity, deflection, drive, load: load_torque }, ())
    }

    #[inline]
    fn rates(&self, (): &(), at: &Chain<'_, Self>, response: &Response) -> [f64; STATES] {
        [at.body.velocity, response.acceleration, response.deflection_rate]
    }

    #[inline]
    fn guards(&self, (): &(), _at: &Chain<'_, Self>, body: [f64; GUARDS]) -> [f64; GUARDS] {
        body
    }

    #[inline]
    fn outputs(&self, (): &(), at: &Chain<'_, Self>, of_body: &BodyOutputs<Self>) -> Outputs {
        Outputs {
            common: of_body.common,
            friction_torque: of_body.friction,
            end_stop_torque: of_body.end_stop,
            active_torque: at.body.active(),
        }
    }

    fn implicit_step(&self, (): &(), _state: &mut [f64; STATES], _input: &Input<[f64; INPUTS]>, _length: f64) {}

    #[inline(always)]
    fn closed_form_step(&mut self, step: &WholeStep<'_, Self>, _statistics: &mut Statistics) -> Option<[f64; STATES]> {
        let WholeStep { start: Point { mode, state, input }, length, .. } = *step;
        let [position, velocity, deflection] = *state;
        let Inputs { motor_torque, load_torque } = Inputs::from_array(input.value);
        let Inputs { motor_torque: drive_slope, load_torque: load_slope } = Inputs::from_array(input.slope);
        let start =
            Situation { order: Order::VALUE, position, velocity, deflection, drive: motor_torque, load: load_torque };
        let ramp = Ramp { start, drive_slope, load_slope, viscous_coefficient: self.viscous_coefficient };
        let (position, velocity) = self.body.closed_form_step(&mode.body, &ramp, length, &mut self.phi)?;
        Some([position, velocity, deflection])
    }
}
