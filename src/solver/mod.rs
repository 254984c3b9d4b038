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
//! it is given up.
//!
//! The solver knows no physics: a [`System`] supplies coefficients and transitions.

mod advance;
mod explicit;
mod implicit;
mod input;
mod linear;
mod polynomial;
mod propagator;
mod radau;
mod runge_kutta;
mod series;

pub use advance::{Cursor, Grazing, Limits, MOST_TRIES, Routine, Transition, advance};
pub use input::Input;
pub use polynomial::{evaluate, first_crossing};
pub use propagator::Propagator;
pub use runge_kutta::{classical_step, euler_step};
pub use series::MAX_ORDER;

/// Coefficient number `order` of everything that an expansion needs from a system.
pub struct Coefficients<const N: usize, const G: usize> {
    /// Of the time derivatives of the states.
    pub rates: [f64; N],
    /// Of the guards; each must stay positive while the mode lasts. A guard without meaning in the mode is `+inf`.
    pub guards: [f64; G],
}

/// How a motion in a nonlinear mode begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// With a Taylor series.
    Analytic,
    /// At a singularity, or so close to one that a Taylor series would not lead far away.
    Singular,
    /// Smoothly; how to expand it is not known.
    Smooth,
}

/// The coefficients of a nonlinear mode so far.
pub trait Expansion: Default {
    /// The part of `share` of the step up to which they tell how the motion goes on: the first coefficients of a function
    /// may vanish and it still be large later.
    fn horizon(&self, share: f64) -> f64;
}

/// A system with `N` states, `U` inputs and `G` guards, smooth in each of its modes.
pub trait System<const N: usize, const U: usize, const G: usize> {
    /// Which branch of the equations holds.
    type Mode: Copy;
    /// What the coefficients of a nonlinear mode follow from besides the present ones: all lower ones.
    type Expansion: Expansion;

    /// Taylor coefficient number `order` of state derivatives and guards, from the same coefficient of the states.
    ///
    /// Coefficients belong to θ = (t − t₀)/`length`; rates are per second. A linear mode applies the same formula to
    /// every order, with constants at order 0 only. A nonlinear mode is asked for one order after the other from 0 on and
    /// keeps what it needs in `expansion`; without one it is asked for order 0 only.
    fn coefficients(
        &self,
        mode: &Self::Mode,
        order: usize,
        state: &[f64; N],
        input: &Input<U>,
        length: f64,
        expansion: Option<&mut Self::Expansion>,
    ) -> Coefficients<N, G>;

    /// Whether the equations of the mode are linear.
    fn is_linear(&self, mode: &Self::Mode) -> bool;

    /// How the motion in a nonlinear mode begins at `state`.
    fn beginning(&self, mode: &Self::Mode, state: &[f64; N]) -> Beginning;

    /// Longest step [s] of a nonlinear mode from `state`, with these `rates`, in which its equations change so little that
    /// the nodes of an integrator, and so its error control, cannot overlook it.
    fn resolution(&self, _mode: &Self::Mode, _state: &[f64; N], _rates: &[f64; N]) -> f64 {
        f64::INFINITY
    }

    /// Sizes of the states below which an error does not matter relative to the state.
    fn scales(&self) -> [f64; N];

    /// ∂(derivatives)/∂(states) at a point of a nonlinear mode.
    fn jacobian(&self, mode: &Self::Mode, state: &[f64; N], input: &Input<U>) -> [[f64; N]; N];

    /// Time derivatives of the states at a point. The slopes of the inputs belong to it: a controller may differentiate.
    #[inline(never)]
    fn rates(&self, mode: &Self::Mode, state: &[f64; N], input: &Input<U>) -> [f64; N] {
        self.coefficients(mode, 0, state, input, 1.0, None).rates
    }

    /// State derivatives and guards at a point, where it is not the inner loop that asks for them.
    fn evaluate(&self, mode: &Self::Mode, state: &[f64; N], input: &Input<U>) -> Coefficients<N, G>;

    /// Whether [`System::leap`] prepares for steps of one length.
    const PREPARES: bool;

    /// The states after a whole step of `length`, where the system has them in closed form and no guard can vanish on the
    /// way; `None` leaves the step to the integrators. It is worth to prepare for steps of the length `routine`, which is
    /// `length` but for rounding.
    fn leap(
        &mut self,
        mode: &Self::Mode,
        state: &[f64; N],
        input: &Input<U>,
        length: f64,
        routine: Option<f64>,
    ) -> Option<[f64; N]>;

    /// Changes the mode because `guard` became negative; sets what the event fixes exactly.
    fn transition(
        &mut self,
        mode: &mut Self::Mode,
        guard: usize,
        state: &mut [f64; N],
        input: &Input<U>,
        time: f64,
    ) -> Transition;

    /// Holds what moves too often at the average of an implicit step of `length`; see [`Limits`].
    fn hold(&mut self, mode: &mut Self::Mode, state: &mut [f64; N], input: &Input<U>, length: f64);
    /// Ends [`System::hold`]: brings the state back into its bounds and decides the mode.
    fn release(&mut self, mode: &mut Self::Mode, state: &mut [f64; N], input: &Input<U>);
    /// Tells that the interval `time .. time + duration` was bridged by [`System::hold`].
    fn bridged(&mut self, time: f64, duration: f64);
    /// Tells that the tolerance was not met within the allowed number of steps.
    fn inaccurate(&mut self, time: f64);
}
