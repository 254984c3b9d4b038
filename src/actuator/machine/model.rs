//! What a model adds to the machine: its equations as Taylor coefficients, its transitions, and how its typed parameters
//! and outputs map to the declared variables.

use crate::friction::Band;
use crate::interface::{SolverParameters, SolverReferences};
use crate::plants::{BodyEvent, BodyMode, Expansion, Happening, Tangent, body};
use crate::solver::{Beginning, Coefficients, Grazing, Input};

use super::super::assembly::Sizes;
use super::super::{InvalidParameter, Observer, StateVisitor};

/// A model with `N` states, `U` inputs and `G` guards.
pub trait Model<const N: usize, const U: usize, const G: usize>: Copy + Send + 'static {
    /// Array of the Real variables.
    type Reals: Copy + Send + AsRef<[f64]> + AsMut<[f64]> + 'static;
    /// Array of the Integer variables.
    type Integers: Copy + Send + AsRef<[i32]> + AsMut<[i32]> + 'static;
    /// Branch of the equations.
    type Mode: Copy + Send + 'static;

    /// Value references of the numerical parameters.
    const SOLVER: SolverReferences;
    /// See [`System::PREPARES`](crate::solver::System::PREPARES).
    const PREPARES: bool;

    /// Arrays of zeros.
    fn zeros() -> (Self::Reals, Self::Integers);
    /// Constants of the equations from checked parameters.
    fn build(reals: &Self::Reals, integers: &Self::Integers) -> Self;
    /// Refuses combinations of parameters that their single ranges allow.
    fn check(reals: &Self::Reals, integers: &Self::Integers) -> Result<(), InvalidParameter>;
    /// Warns where parameters leave the region of a published formula.
    fn warn(reals: &Self::Reals, integers: &Self::Integers, observer: &mut dyn Observer);
    /// Numerical parameters.
    fn solver(reals: &Self::Reals, integers: &Self::Integers) -> SolverParameters;
    /// Inputs in the order of the declaration.
    fn inputs(reals: &Self::Reals) -> [f64; U];
    /// State at the start.
    fn start(reals: &Self::Reals, integers: &Self::Integers) -> [f64; N];
    /// Mode at the start.
    fn start_mode(&self, state: &[f64; N], input: &Input<U>) -> Self::Mode;
    /// See [`System::coefficients`].
    fn coefficients(
        &self,
        mode: &Self::Mode,
        order: usize,
        state: &[f64; N],
        input: &Input<U>,
        length: f64,
        expansion: Option<&mut Expansion>,
    ) -> Coefficients<N, G>;
    /// The body linearized about a point.
    fn tangent(&self, at: &Point<'_, N, U, Self::Mode>) -> Tangent;
    /// Change of the state derivatives for a small change of states and inputs.
    fn rates_change(&self, mode: &Self::Mode, tangent: &Tangent, variation: &Variation<N, U>) -> [f64; N];
    /// See [`System::is_linear`].
    fn is_linear(&self, mode: &Self::Mode) -> bool;
    /// See [`System::beginning`].
    fn beginning(&self, mode: &Self::Mode, state: &[f64; N]) -> Beginning;
    /// See [`System::resolution`](crate::solver::System::resolution).
    fn resolution(&self, mode: &Self::Mode, state: &[f64; N], rates: &[f64; N]) -> f64;
    /// Number of the linear equations that hold under Coulomb friction: modes with the same homogeneous part share it.
    fn equations(mode: &Self::Mode) -> u8;
    /// Sizes of position, velocity and time that follow from the parameters.
    fn sizes(reals: &Self::Reals, integers: &Self::Integers) -> Sizes;
    /// See [`System::scales`].
    fn scales(&self, sizes: &Sizes) -> [f64; N];
    /// See [`System::leap`](crate::solver::System::leap). May keep what follows from the parameters and the step.
    fn leap(&mut self, stretch: &Stretch<'_, N, U, Self::Mode>) -> Option<[f64; N]>;
    /// See [`System::transition`].
    fn transition(&self, mode: &mut Self::Mode, guard: usize, state: &mut [f64; N], input: &Input<U>) -> Change;
    /// See [`System::hold`].
    fn hold(&self, mode: &mut Self::Mode, state: &mut [f64; N], input: &Input<U>, length: f64);
    /// See [`System::release`].
    fn release(&self, mode: &mut Self::Mode, state: &mut [f64; N], input: &Input<U>);
    /// Decides anew what the body does, at an event of Model Exchange and after inputs or parameters have jumped; see [`Body::decide_anew`].
    ///
    /// [`Body::decide_anew`]: crate::plants::Body::decide_anew
    fn decide_anew(
        &self,
        mode: &mut Self::Mode,
        state: &mut [f64; N],
        input: &Input<U>,
        has_jumped: bool,
    ) -> Option<Change>;
    /// One step of the published fixed-step algorithm.
    fn fixed_step(&self, mode: &mut Self::Mode, state: &mut [f64; N], input: &Input<U>, length: f64);
    /// Time at which the mode changes by itself [s], if it does.
    fn time_event(&self, _mode: &Self::Mode) -> Option<f64> {
        None
    }
    /// The mode after [`Model::time_event`].
    fn on_time_event(&self, _mode: &mut Self::Mode) {}
    /// Whether the friction law is a comparator, which has fixed steps only.
    fn always_fixed_step(&self) -> bool;
    /// Load torque [N·m] that the body feels, for messages.
    fn load(&self, state: &[f64; N], input: &Input<U>) -> f64;
    /// Active torque [N·m] and breakaway levels of a body at rest, for messages.
    fn rest(&self, at: &Point<'_, N, U, Self::Mode>) -> (f64, Band);
    /// Regime of the body.
    fn body(mode: &Self::Mode) -> &BodyMode;
    /// Writes what the model computes at a point, or its change for a small `variation` of states and inputs.
    fn write(
        &self,
        at: &Point<'_, N, U, Self::Mode>,
        variation: Option<&Variation<N, U>>,
        tally: &Tally,
        reals: &mut Self::Reals,
        integers: &mut Self::Integers,
    );
    /// Visits the mode for saving and restoring.
    fn visit_mode(mode: &mut Self::Mode, visitor: &mut dyn StateVisitor);
}

/// Rates and guards at a point, compiled once per model: [`Model::coefficients`] is large, and is made part of whatever
/// calls it.
#[inline(never)]
pub fn evaluated<T: Model<N, U, G>, const N: usize, const U: usize, const G: usize>(
    model: &T,
    mode: &T::Mode,
    state: &[f64; N],
    input: &Input<U>,
) -> Coefficients<N, G> {
    model.coefficients(mode, 0, state, input, 1.0, None)
}

/// Where a model is evaluated.
pub struct Point<'a, const N: usize, const U: usize, M> {
    /// Branch of the equations.
    pub mode: &'a M,
    /// Continuous states.
    pub state: &'a [f64; N],
    /// Inputs.
    pub input: &'a Input<U>,
}

/// A whole step.
pub struct Stretch<'a, const N: usize, const U: usize, M> {
    /// Where it begins.
    pub start: Point<'a, N, U, M>,
    /// Its length [s].
    pub length: f64,
    /// A length that preparing is worth for, and that this one is but for rounding.
    pub routine: Option<f64>,
    /// Sizes of position, velocity and time.
    pub sizes: &'a Sizes,
}

/// A small change of states and inputs, or their rates.
#[derive(Clone, Copy, Debug)]
pub struct Variation<const N: usize, const U: usize> {
    /// Change of the states.
    pub state: [f64; N],
    /// Change of the inputs.
    pub input: [f64; U],
}

impl<const N: usize, const U: usize> Variation<N, U> {
    /// The input change as the slope of a line through zero: its first Taylor coefficient for a length of 1.
    pub fn as_slopes(&self) -> Input<U> {
        Input { value: [0.0; U], slope: self.input }
    }
}

/// What a transition of a model did.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// The event of the body, if it was one.
    pub body: Option<BodyEvent>,
    /// See [`Transition::grazing`].
    pub grazing: Option<Grazing>,
}

impl Change {
    /// A kink of some element whose surface is `guard`, the first `known` coefficients of which are known.
    pub fn kink(guard: usize, known: usize) -> Self {
        Self { body: None, grazing: Some(Grazing { guard, known }) }
    }

    /// A transition of the body.
    pub fn of_body(event: BodyEvent) -> Self {
        let grazing = match event.happening {
            // Velocity and acceleration are known: zero, and not against the chosen direction.
            Happening::Breakaway | Happening::Reversal | Happening::Pass => {
                Some(Grazing { guard: body::MOTION, known: 2 })
            }
            Happening::LoadSide => Some(Grazing { guard: body::LOAD_SIDE, known: 1 }),
            Happening::Segment => Some(Grazing { guard: body::SEGMENT, known: 1 }),
            // Nothing is known, but an event it was.
            Happening::Jam => Some(Grazing { guard: body::LOAD_SIDE, known: 0 }),
            Happening::Stop | Happening::EndStop => None,
        };
        Self { body: Some(event), grazing }
    }
}

/// Events so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Number of events of the body.
    pub count: i32,
    /// Time of the last one [s].
    pub last_time: f64,
}
