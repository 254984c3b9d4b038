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

use crate::interface::Initialization;
use crate::interface::hydraulic_actuator::{
    INPUTS, Inputs, Outputs, Parameters, PressureStepParameters, STATES, Variables, reference,
};
use crate::plants::body::GUARDS;
use crate::plants::{Body, Order, Response, SOURCES, Situation};
use crate::solver::{Input, REAL_TIME_WORK, Statistics};

use super::assembly::{self, Sizes};
use super::machine::{
    BodyOutputs, Chain, Elements, LinearPlant, Machine, ModeOf, Model, Terms, WholeStep, propagate, visit_flag,
};
use super::{InvalidParameter, StateVisitor};

/// Position and velocity below which an error does not matter relative to the value, in those of [`Sizes`]: the actuator
/// is long and fast.
const SCALE: f64 = 10.0;
/// The same of the pressure, which is 1 in the end.
const PRESSURE_SCALE: f64 = 1e-3;

/// An instance of HydraulicActuator.
pub type HydraulicActuator = Machine<Hydraulic>;

/// Constants of the equations.
#[derive(Clone, Copy)]
pub struct Hydraulic {
    body: Body,
    spring_stiffness: f64,
    viscous_coefficient: f64,
    pressure_step: PressureStepParameters,
}

/// Whether the pressure step has begun.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Supply {
    is_pressurized: bool,
}

impl Elements for Supply {
    fn visit(&mut self, visitor: &mut dyn StateVisitor) {
        visit_flag(&mut self.is_pressurized, visitor);
    }
}

impl Hydraulic {
    /// p̈ [1/s²] towards a `target` pressure.
    #[inline]
    fn pressure_acceleration(&self, target: f64, pressure: f64, rate: f64) -> f64 {
        let PressureStepParameters { natural_frequency, damping_ratio, .. } = self.pressure_step;
        natural_frequency * (natural_frequency * (target - pressure) - 2.0 * damping_ratio * rate)
    }
}

impl Model for Hydraulic {
    type Variables = Variables;
    type Guards = [f64; GUARDS];
    type Elements = Supply;
    type Signals = ();
    type Series = ();

    const PREPARES: bool = true;
    const REAL_TIME_WORK: i32 = REAL_TIME_WORK;

    fn new(parameters: &Parameters) -> Self {
        let Parameters { mass, spring_stiffness, viscous_coefficient, pressure_step, travel, friction, .. } =
            parameters;
        Self {
            body: assembly::body(*mass, 0.0, friction, travel),
            spring_stiffness: *spring_stiffness,
            viscous_coefficient: *viscous_coefficient,
            pressure_step: *pressure_step,
        }
    }

    fn initialization(parameters: &Parameters) -> Initialization {
        parameters.initialization
    }

    /// Before the pressure step: F = k·x, or held by friction where there is no spring.
    fn trimmed(&self, parameters: &Parameters, inputs: &[f64; INPUTS]) -> Result<[f64; STATES], InvalidParameter> {
        let Inputs { force } = Inputs::from_array(*inputs);
        let refused = |allowed| InvalidParameter::new(reference::FORCE, force, allowed);
        let (position, deflection) = if self.spring_stiffness > 0.0 {
            (force / self.spring_stiffness, Some(0.0))
        } else {
            let position = parameters.position_start;
            (position, assembly::resting_body(&self.body, position, force, 0.0))
        };
        let (lower, upper) = self.body.travel();
        if position < lower || position > upper {
            return Err(refused("must be what the spring carries within the travel, for initialization trim"));
        }
        let held = "must be within what friction holds at rest where there is no spring, for initialization trim; a law that \
                    creeps holds nothing";
        deflection.map(|deflection| [position, 0.0, deflection, 0.0, 0.0]).ok_or(refused(held))
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
        let Sizes { position, velocity, .. } = *sizes;
        let rate = PRESSURE_SCALE * self.pressure_step.natural_frequency;
        [SCALE * position, SCALE * velocity, self.body.deflection_scale(), PRESSURE_SCALE, rate]
    }

    /// A·p + F less the viscous force, against k·x.
    #[inline]
    fn signals(&self, _supply: &Supply, at: &Terms<'_, Self>) -> (Situation, ()) {
        let [position, velocity, deflection, pressure, _] = *at.state;
        let Inputs { force } = Inputs::from_array(at.input);
        let drive = self.pressure_step.force_amplitude * pressure + force - self.viscous_coefficient * velocity;
        let load = self.spring_stiffness * position;
        (Situation { order: at.order, position, velocity, deflection, drive, load }, ())
    }

    #[inline]
    fn rates(&self, supply: &Supply, at: &Chain<'_, Self>, response: &Response) -> [f64; STATES] {
        let [.., pressure, rate] = *at.terms.state;
        let target = if supply.is_pressurized { at.terms.order.constant(1.0) } else { 0.0 };
        let pressure_acceleration = self.pressure_acceleration(target, pressure, rate);
        [at.body.velocity, response.acceleration, response.deflection_rate, rate, pressure_acceleration]
    }

    #[inline]
    fn guards(&self, _supply: &Supply, _at: &Chain<'_, Self>, body: [f64; GUARDS]) -> [f64; GUARDS] {
        body
    }

    #[inline]
    fn closed_form_step(&mut self, step: &WholeStep<'_, Self>, statistics: &mut Statistics) -> Option<[f64; STATES]> {
        propagate(self, step, statistics)
    }

    #[inline]
    fn outputs(&self, _supply: &Supply, at: &Chain<'_, Self>, of_body: &BodyOutputs<Self>) -> Outputs {
        let [.., pressure, _] = *at.terms.state;
        let [.., pressure_rate, pressure_acceleration] = of_body.rates;
        Outputs {
            common: of_body.common,
            friction_force: of_body.friction + self.viscous_coefficient * at.body.velocity,
            end_stop_force: of_body.end_stop,
            pressure_force: self.pressure_step.force_amplitude * pressure,
            pressure,
            pressure_rate,
            pressure_acceleration,
        }
    }

    fn time_event(&self, supply: &Supply) -> Option<f64> {
        (!supply.is_pressurized).then_some(self.pressure_step.time)
    }

    fn on_time_event(&self, supply: &mut Supply) {
        supply.is_pressurized = true;
    }

    /// The rate explicitly, the pressure by the trapezoidal rule with old and new rate.
    fn explicit_step(&self, supply: &Supply, state: &mut [f64; STATES], _input: &Input<[f64; INPUTS]>, length: f64) {
        let [.., pressure, rate] = state;
        let target = if supply.is_pressurized { 1.0 } else { 0.0 };
        let new_rate = *rate + self.pressure_acceleration(target, *pressure, *rate) * length;
        *pressure += 0.5 * (*rate + new_rate) * length;
        *rate = new_rate;
    }

    fn implicit_step(&self, supply: &Supply, state: &mut [f64; STATES], _input: &Input<[f64; INPUTS]>, length: f64) {
        let [.., pressure, rate] = state;
        let target = if supply.is_pressurized { 1.0 } else { 0.0 };
        let PressureStepParameters { natural_frequency, damping_ratio, .. } = self.pressure_step;
        let angle = natural_frequency * length;
        let pushed = *rate + natural_frequency * angle * (target - *pressure);
        *rate = pushed / (1.0 + angle * (2.0 * damping_ratio + angle));
        *pressure += length * *rate;
    }
}

impl LinearPlant for Hydraulic {
    /// All but the bristle deflection.
    const PLACES: &'static [usize] = &[0, 1, 3, 4];

    fn units(&self, sizes: &Sizes) -> [f64; STATES] {
        let Sizes { position, velocity, time } = *sizes;
        [position, velocity, self.body.deflection_scale(), 1.0, 1.0 / time]
    }

    fn sources(&self, _mode: &ModeOf<Self>) -> [[f64; STATES]; SOURCES] {
        let mut force = [0.0; STATES];
        force[1] = 1.0;
        [force, [0.0; STATES]]
    }

    #[inline]
    fn strengths(slopes: &[f64; STATES], _input: &Input<[f64; INPUTS]>) -> [f64; SOURCES] {
        [slopes[1], 0.0]
    }

    #[inline]
    fn guards_reach(&self, step: &WholeStep<'_, Self>, reach: &[f64; STATES], _rates: &[f64; STATES]) -> [f64; GUARDS] {
        let [position, velocity, deflection, pressure, _] = *reach;
        let Inputs { force } = Inputs::from_array(step.start.input.slope);
        let drive = self.pressure_step.force_amplitude.abs() * pressure
            + step.length * force.abs()
            + self.viscous_coefficient * velocity;
        let load = self.spring_stiffness * position;
        let by = Situation { order: Order::HIGHER, position, velocity, deflection, drive, load };
        self.body.reach(&step.start.mode.body, &by)
    }
}
