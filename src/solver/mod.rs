//! Advances a piecewise-analytic system and locates its events to rounding error.
//!
//! Within a linear mode every state is expanded into its Taylor polynomial over the step, to the order at which the terms
//! vanish in rounding. Guards, the quantities that must stay positive in the mode, are expanded along, so each is a
//! scalar polynomial of the scaled time θ in 0..1 and its first root is isolated with certainty: a double crossing
//! inside a step cannot be missed. At the root the system changes its mode once and the expansion starts anew.
//!
//! Where steps of one length go on, the exact solution of the mode over that length is kept ([`Propagator`]), with a bound
//! on how far every state moves on the way. A step in which no guard can vanish costs two products of a matrix with a vector
//! then, however fast the system is; all other steps are expanded as before. After an event the solution of the new mode
//! takes its place at once if the old one had lasted.
//!
//! A nonlinear mode with a series ([`Expansion`]) is expanded in the same way, as far as the series converges. One without,
//! or a stiff one, is integrated by Radau IIA of order 5 with error control: its guards are located on the collocation
//! polynomial and then polished by repeating the step so that it ends on the event.
//!
//! What a step costs is bounded. It is counted in tries: an expansion, or a step of the implicit integrator, accepted or not;
//! either takes some microseconds. An internal step of [`Limits::max_step_size`] may take 5000 of them, after which the rest of
//! it is bridged; an advance may take 1000 for each of its internal steps and 100,000 in reserve, but 1e7 in all, after which
//! it is given up. In real time it is counted closer ([`REAL_TIME_WORK`]).
//!
//! The solver knows no physics: a [`System`] supplies coefficients and transitions.

mod advance;
#[cfg(feature = "drivetrain")]
mod dense;
#[cfg(feature = "drivetrain")]
mod dense_propagator;
mod implicit;
mod input;
mod linear;
mod polynomial;
mod propagator;
mod radau;
mod runge_kutta;
mod series;
mod statistics;
pub(crate) mod step_control;
mod taylor;
mod vector;
mod work;

#[cfg(feature = "drivetrain")]
pub(crate) use advance::TRIES_FOR_NOTHING;
pub use advance::{Cursor, CursorOf, DepartedGuard, Interval, RepeatedLength, Transition, advance};
#[cfg(feature = "drivetrain")]
pub(crate) use dense::DenseFactors;
#[cfg(feature = "drivetrain")]
pub(crate) use dense_propagator::DensePropagator;
pub use input::Input;
#[cfg(feature = "drivetrain")]
pub(crate) use linear::Complex;
pub use polynomial::evaluate;
#[cfg(feature = "drivetrain")]
pub(crate) use polynomial::{Crossing, is_positive_until, isolate};
pub use propagator::Propagator;
#[cfg(feature = "drivetrain")]
pub(crate) use radau::{collocation, interpolate, keep_still};
pub use runge_kutta::{classical_step, euler_step};
#[cfg(feature = "drivetrain")]
pub(crate) use series::{LEAST_OCTAVE, is_steep, shortening};
pub use statistics::Statistics;
pub(crate) use statistics::count;
#[cfg(feature = "drivetrain")]
pub(crate) use taylor::First;
pub use vector::{Items, Matrix, Vector};
pub use work::{LawCost, Limits, MOST_TRIES, REAL_TIME_WORK, RealTimeLimit, Weights};

/// Coefficient number `order` of everything that an expansion needs from a system.
pub struct Coefficients<X, G> {
    /// Of the time derivatives of the states.
    pub rates: X,
    /// Of the guards; each must stay positive while the mode lasts. A guard without meaning in the mode is `+inf`.
    pub guards: G,
}

/// The coefficients of a system.
pub type CoefficientsOf<S> = Coefficients<<S as System>::State, <S as System>::Guards>;

/// How a motion in a nonlinear mode begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// With a Taylor series.
    Analytic,
    /// At a singularity, or so close to one that a Taylor series would not lead far away.
    Singular,
    /// Smoothly; how to expand it is not known, or it is stiff.
    Smooth,
}

/// The coefficients of a nonlinear mode so far.
pub trait Expansion: Default {
    /// The part of `share` of the step up to which they show how the motion goes on: the first coefficients of a function
    /// may vanish and it still be large later. 0 where they do not show whether an event happens.
    fn horizon(&self, share: f64) -> f64;

    /// Whether the last coefficient of what is not among the states does not matter either.
    fn is_settled(&self) -> bool {
        true
    }
}

/// A system that is smooth in each of its modes.
pub trait System: Sized {
    /// Continuous states.
    type State: Vector;
    /// Inputs.
    type Inputs: Vector;
    /// Quantities that must stay positive in a mode.
    type Guards: Vector;
    /// Which branch of the equations holds.
    type Mode: Copy;
    /// What the coefficients of a nonlinear mode follow from besides the present ones: all lower ones.
    type Expansion: Expansion;
    /// What is reported to the user when something happens.
    type Event;

    /// Taylor coefficient number `order` of state derivatives and guards, from the same coefficient of the states.
    ///
    /// Coefficients belong to θ = (t − t₀)/`length`; rates are per second. A linear mode applies the same formula to
    /// every order, with constants at order 0 only. A nonlinear mode is asked for one order after the other from 0 on and
    /// keeps what it needs in `expansion`; without one it is asked for order 0 only.
    fn coefficients(
        &self,
        mode: &Self::Mode,
        order: usize,
        state: &Self::State,
        input: &Input<Self::Inputs>,
        length: f64,
        expansion: Option<&mut Self::Expansion>,
    ) -> CoefficientsOf<Self>;

    /// What an internal step may cost in real time. The default asks for no such bound.
    fn real_time_limit(&self) -> Option<RealTimeLimit> {
        None
    }

    /// Whether the equations of the mode are linear.
    fn is_linear(&self, mode: &Self::Mode) -> bool;

    /// How the motion in a nonlinear mode begins at `state`, of which `length` [s] lies ahead.
    fn beginning(&self, mode: &Self::Mode, state: &Self::State, length: f64) -> Beginning;

    /// Whether the motion goes on beyond a point of this mode at which it has no series, as where a valve with orifices that is all but
    /// closed turns its flow. A jam is such a point too, and ends it.
    fn passes_singularities(&self, _mode: &Self::Mode) -> bool {
        false
    }

    /// Longest step [s] of a nonlinear mode from `state`, with these `rates`, in which its equations change so little that
    /// the nodes of an integrator, and so its error control, cannot overlook it.
    fn resolution(&self, mode: &Self::Mode, state: &Self::State, rates: &Self::State) -> f64;

    /// Sizes of the states below which an error does not matter relative to the state.
    fn scales(&self) -> Self::State;

    /// ∂(derivatives)/∂(states) at a point of a nonlinear mode.
    fn jacobian(&self, mode: &Self::Mode, state: &Self::State, input: &Input<Self::Inputs>) -> Matrix<Self::State>;

    /// Time derivatives of the states at a point. The slopes of the inputs belong to it: a controller may differentiate. The default
    /// computes the guards as well.
    #[inline(never)]
    fn rates(&self, mode: &Self::Mode, state: &Self::State, input: &Input<Self::Inputs>) -> Self::State {
        self.coefficients(mode, 0, state, input, 1.0, None).rates
    }

    /// Guards at a point.
    fn guards(&self, mode: &Self::Mode, state: &Self::State, input: &Input<Self::Inputs>) -> Self::Guards;

    /// Number of the linear equations of the mode: two modes with the same number have the same homogeneous part.
    fn linear_mode(&self, mode: &Self::Mode) -> u8;

    /// Whether [`System::closed_form_step`] must be prepared for the length of a step, which pays where it is repeated.
    const PREPARES: bool;

    /// The states after a whole step of `length`, where the system has them in closed form and no guard can vanish on the
    /// way; `None` leaves the step to the integrators. With `repeated`, which is `length` but for rounding, steps of that
    /// length come one after the other, so that it pays to prepare for it.
    fn closed_form_step(
        &mut self,
        mode: &Self::Mode,
        state: &Self::State,
        input: &Input<Self::Inputs>,
        length: f64,
        repeated: Option<f64>,
        statistics: &mut Statistics,
    ) -> Option<Self::State>;

    /// Changes the mode because `guard` became negative; sets what the event fixes exactly, and reports the event.
    fn transition(
        &mut self,
        mode: &mut Self::Mode,
        guard: usize,
        state: &mut Self::State,
        input: &Input<Self::Inputs>,
        time: f64,
    ) -> Transition<Self::Event>;

    /// A guard has become negative at this point, and [`System::transition`] is about to follow. The default does nothing.
    fn before_transition(&mut self, mode: &Self::Mode, state: &Self::State, input: &Input<Self::Inputs>) {
        let _ = (mode, state, input);
    }
    /// Whether the advance is to end here, where an event has just happened. The default goes on.
    fn ends_at_event(&mut self, time: f64) -> bool {
        let _ = time;
        false
    }

    /// One set-valued implicit step of a bridged interval (see [`Limits`]), with the inputs at its end: bounded and stable however
    /// fast the system is, within its stops, and what friction holds stays where it is. A friction law is evaluated at most so often.
    fn implicit_step(
        &mut self,
        mode: &mut Self::Mode,
        state: &mut Self::State,
        input: &Input<Self::Inputs>,
        length: f64,
        evaluations: u32,
    );
    /// Decides the mode after the last [`System::implicit_step`].
    fn end_bridge(&mut self, mode: &mut Self::Mode, state: &mut Self::State, input: &Input<Self::Inputs>);
    /// Tells that the interval `time .. time + duration` was bridged, or taken with an error above the tolerance.
    fn bridged(&mut self, time: f64, duration: f64);
    /// Tells that the tolerance was not met within the allowed number of steps.
    fn inaccurate(&mut self, time: f64);
}
