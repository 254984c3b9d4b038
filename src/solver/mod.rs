//! Advances a piecewise-analytic system and locates its events to rounding error.
//!
//! Within a mode every state is expanded into its Taylor polynomial over the step, to the order at which the terms
//! vanish in rounding. Guards, the quantities that must stay positive in the mode, are expanded along, so each is a
//! scalar polynomial of the scaled time θ in 0..1 and its first root is isolated with certainty: a double crossing
//! inside a step cannot be missed. At the root the system changes its mode once and the expansion starts anew.
//!
//! The solver knows no physics: a [`System`] supplies coefficients and transitions.

mod advance;
mod input;
mod polynomial;
mod series;

pub use advance::{Cursor, Grazing, Limits, Transition, advance};
pub use input::Input;
pub use polynomial::{evaluate, first_crossing};
pub use series::{MAX_ORDER, Series};

/// Coefficient number `order` of everything that an expansion needs from a system.
pub struct Coefficients<const N: usize, const G: usize> {
    /// Of the time derivatives of the states.
    pub rates: [f64; N],
    /// Of the guards; each must stay positive while the mode lasts. A guard without meaning in the mode is `+inf`.
    pub guards: [f64; G],
}

/// A system with `N` states, `U` inputs and `G` guards, analytic in each of its modes.
pub trait System<const N: usize, const U: usize, const G: usize> {
    /// Which branch of the equations holds.
    type Mode: Copy;
    /// Room for the intermediate series of a nonlinear mode.
    type Memory;

    /// Fresh memory for one expansion.
    fn memory(&self) -> Self::Memory;

    /// Taylor coefficient number `order` of state derivatives and guards, from the state coefficients `0..=order`.
    ///
    /// Coefficients belong to θ = (t − t₀)/`length`; rates are per second. A mode that is linear applies the same
    /// formula to every order, with constants at order 0 only.
    fn coefficients(
        &self,
        mode: &Self::Mode,
        order: usize,
        states: &[[f64; N]],
        input: &Input<U>,
        length: f64,
        memory: &mut Self::Memory,
    ) -> Coefficients<N, G>;

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
    /// Ends [`System::hold`]: brings the state back into its bounds.
    fn release(&mut self, mode: &mut Self::Mode, state: &mut [f64; N]);
    /// Tells that the interval `time .. time + duration` was bridged by [`System::hold`].
    fn bridged(&mut self, time: f64, duration: f64);
}
