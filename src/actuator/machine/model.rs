//! What a model adds to the machine: its equations as Taylor coefficients, the elements that it has besides the body, and its
//! outputs.

use core::fmt::Debug;

use crate::interface::{CommonOutputs, Initialization, Variables};
use crate::plants::body::GUARDS;
use crate::plants::{self, Body, BodyMode, Order, Response, Situation};
use crate::solver::{self, Input, Statistics, Vector};

use super::super::assembly::Sizes;
use super::super::{InvalidParameter, StateVisitor};

/// Place of the position of the body among the states.
pub const POSITION: usize = 0;
/// Place of the velocity of the body.
pub const VELOCITY: usize = 1;
/// Place of the bristle deflection; what states the other elements have comes after it.
pub const DEFLECTION: usize = 2;

/// A body and what drives it. The state of the body comes first among the states, its guards among the guards.
pub trait Model: Copy + Send + 'static {
    /// Its declared variables.
    type Variables: Variables<States: Vector, Inputs: Vector>;
    /// Guards of the body, then of the other elements.
    type Guards: Vector;
    /// Branches of the elements other than the body.
    type Elements: Elements;
    /// What the elements pass to each other.
    type Signals;
    /// What the Taylor coefficients of elements that are not linear follow from besides the present ones.
    type Series: ElementSeries;

    /// See [`System::PREPARES`](crate::solver::System::PREPARES).
    const PREPARES: bool;
    /// Work of an internal step in real time. Weights are those of a servo: a model whose operations take fewer instructions may do more.
    const REAL_TIME_WORK: i32;

    /// Refuses combinations of its own parameters that their single ranges allow.
    fn check(_parameters: &ParametersOf<Self>) -> Result<(), InvalidParameter> {
        Ok(())
    }
    /// Constants of the equations from checked parameters.
    fn new(parameters: &ParametersOf<Self>) -> Self;
    /// The state at rest and in equilibrium with the inputs, for `initialization = trim`; refused where there is none.
    fn trimmed(
        &self,
        parameters: &ParametersOf<Self>,
        inputs: &InputsOf<Self>,
    ) -> Result<StateOf<Self>, InvalidParameter>;
    /// How the parameters want the states to start.
    fn initialization(parameters: &ParametersOf<Self>) -> Initialization;
    /// The moving body.
    fn body(&self) -> &Body;
    /// The same, to be changed.
    fn body_mut(&mut self) -> &mut Body;
    /// Sizes of the states below which an error does not matter relative to the state.
    fn scales(&self, sizes: &Sizes) -> StateOf<Self>;
    /// Situation of the body, and the signals that lead to it. Values, or coefficients of any order where the elements are
    /// linear in their branch, so that one formula holds for every order.
    fn signals(&self, elements: &Self::Elements, at: &Terms<'_, Self>) -> (Situation, Self::Signals);
    /// The same one order after the other from 0 on, where elements may not be linear.
    #[inline(always)]
    fn expanded_signals(
        &self,
        elements: &Self::Elements,
        at: &Terms<'_, Self>,
        _series: &mut Self::Series,
    ) -> (Situation, Self::Signals) {
        self.signals(elements, at)
    }
    /// Whether the elements other than the body are linear in these branches.
    #[inline(always)]
    fn is_linear(&self, _elements: &Self::Elements) -> bool {
        true
    }
    /// Time derivatives of the states, given the response of the body.
    fn rates(&self, elements: &Self::Elements, at: &Chain<'_, Self>, response: &Response) -> StateOf<Self>;
    /// Guards, given those of the body.
    fn guards(&self, elements: &Self::Elements, at: &Chain<'_, Self>, body: [f64; GUARDS]) -> Self::Guards;
    /// Outputs, or their changes.
    fn outputs(&self, elements: &Self::Elements, at: &Chain<'_, Self>, of_body: &BodyOutputs<Self>) -> OutputsOf<Self>;
    /// See [`System::closed_form_step`](crate::solver::System::closed_form_step). May keep what follows from the parameters, the
    /// mode and the length of the step.
    fn closed_form_step(&mut self, step: &WholeStep<'_, Self>, statistics: &mut Statistics) -> Option<StateOf<Self>>;

    /// The branches that belong to a point, where its values may have jumped.
    fn elements_at(
        &self,
        elements: &Self::Elements,
        _state: &StateOf<Self>,
        _input: &Input<InputsOf<Self>>,
    ) -> Self::Elements {
        *elements
    }
    /// The branches after a jump of inputs or parameters, where no guard determines which hold.
    #[inline(always)]
    fn elements_after_jump(
        &self,
        elements: &Self::Elements,
        _state: &StateOf<Self>,
        _input: &Input<InputsOf<Self>>,
    ) -> Self::Elements {
        *elements
    }
    /// Changes a branch because a guard of the other elements became negative, counted from the first of theirs; sets what
    /// the event fixes exactly. Returns how many leading coefficients of the guard are then known to be zero or positive.
    fn transition(&self, _elements: &mut Self::Elements, _guard: usize, _state: &mut StateOf<Self>) -> usize {
        0
    }
    /// Time at which a branch changes by itself [s], if one does.
    fn time_event(&self, _elements: &Self::Elements) -> Option<f64> {
        None
    }
    /// The branches after [`Model::time_event`].
    fn on_time_event(&self, _elements: &mut Self::Elements) {}
    /// An explicit step of the states that are not the body's, in the style of the published fixed-step algorithm.
    fn explicit_step(
        &self,
        _elements: &Self::Elements,
        _state: &mut StateOf<Self>,
        _input: &Input<InputsOf<Self>>,
        _length: f64,
    ) {
    }
    /// Stops of the other elements after an explicit step.
    fn limit(&self, _state: &mut StateOf<Self>) {}
    /// A set-valued implicit step of the states that are not the body's, with the inputs at its end: stable at any length, and within
    /// all stops.
    fn implicit_step(
        &self,
        elements: &Self::Elements,
        state: &mut StateOf<Self>,
        input: &Input<InputsOf<Self>>,
        length: f64,
    );
    /// The branches that belong to a point, stops included.
    fn elements_with_stops(
        &self,
        elements: &Self::Elements,
        state: &StateOf<Self>,
        input: &Input<InputsOf<Self>>,
    ) -> Self::Elements {
        self.elements_at(elements, state, input)
    }
}

/// The Taylor coefficients so far of elements that are not linear.
pub trait ElementSeries: Default {
    /// See [`solver::Expansion::is_settled`](crate::solver::Expansion::is_settled).
    fn is_settled(&self) -> bool;
    /// See [`solver::Expansion::horizon`](crate::solver::Expansion::horizon).
    fn horizon(&self, share: f64) -> f64;
}

/// All are linear.
impl ElementSeries for () {
    #[inline(always)]
    fn is_settled(&self) -> bool {
        true
    }
    #[inline(always)]
    fn horizon(&self, share: f64) -> f64 {
        share
    }
}

/// What the Taylor coefficients of a nonlinear mode follow from besides the present ones.
pub struct Expansion<T: Model> {
    /// Of the body, where its law is not linear.
    pub body: plants::Expansion,
    /// Of the other elements.
    pub elements: T::Series,
}

impl<T: Model> Default for Expansion<T> {
    fn default() -> Self {
        Self { body: plants::Expansion::default(), elements: T::Series::default() }
    }
}

impl<T: Model> solver::Expansion for Expansion<T> {
    #[inline]
    fn horizon(&self, share: f64) -> f64 {
        self.elements.horizon(self.body.horizon(share))
    }
    #[inline]
    fn is_settled(&self) -> bool {
        self.elements.is_settled()
    }
}

/// Array of the Real variables of a model.
pub type RealsOf<T> = <<T as Model>::Variables as Variables>::Reals;
/// Array of the Integer variables of a model.
pub type IntegersOf<T> = <<T as Model>::Variables as Variables>::Integers;
/// States of a model.
pub type StateOf<T> = <<T as Model>::Variables as Variables>::States;
/// Inputs of a model.
pub type InputsOf<T> = <<T as Model>::Variables as Variables>::Inputs;
/// Parameters of a model.
pub type ParametersOf<T> = <<T as Model>::Variables as Variables>::Parameters;
/// What a model computes.
pub type OutputsOf<T> = <<T as Model>::Variables as Variables>::Outputs;

/// Branches of the elements of a model other than its body.
pub trait Elements: Copy + Debug + Default + PartialEq + Send + 'static {
    /// Number of the linear equations of a model whose body has this one.
    #[inline]
    fn linear_mode(&self, body: u8) -> u8 {
        body
    }
    /// Visits them for saving and restoring.
    fn visit(&mut self, _visitor: &mut dyn StateVisitor) {}
}

/// No other elements.
impl Elements for () {}

/// Which branch of the equations of a model holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mode<E> {
    /// Of the body.
    pub body: BodyMode,
    /// Of the other elements.
    pub elements: E,
}

impl<E: Elements> Mode<E> {
    /// Number of the linear equations that hold under Coulomb friction: modes with the same homogeneous part share it.
    #[inline]
    pub fn linear_mode(&self) -> u8 {
        self.elements.linear_mode(self.body.linear_mode())
    }
}

/// The mode of a model.
pub type ModeOf<T> = Mode<<T as Model>::Elements>;

/// Where a model is evaluated.
pub struct Point<'a, T: Model> {
    /// Branch of the equations.
    pub mode: &'a ModeOf<T>,
    /// Continuous states.
    pub state: &'a StateOf<T>,
    /// Inputs.
    pub input: &'a Input<InputsOf<T>>,
}

/// A whole step.
pub struct WholeStep<'a, T: Model> {
    /// Where it begins.
    pub start: Point<'a, T>,
    /// Its length [s].
    pub length: f64,
    /// The length of the steps one of which this is, but for rounding, if it pays to prepare for it.
    pub repeated: Option<f64>,
    /// Sizes of position, velocity and time.
    pub sizes: &'a Sizes,
}

/// Taylor coefficients of one order of all that the equations depend on; those of order 0 are values.
pub struct Terms<'a, T: Model> {
    /// Which coefficients.
    pub order: Order,
    /// States.
    pub state: &'a StateOf<T>,
    /// Inputs.
    pub input: InputsOf<T>,
    /// Time derivatives of the inputs [1/s]: an element may differentiate.
    pub input_rate: InputsOf<T>,
}

impl<'a, T: Model> Terms<'a, T> {
    /// Coefficients of this order in θ = (t − t₀)/`length`.
    #[inline(always)]
    pub fn new(order: usize, state: &'a StateOf<T>, input: &Input<InputsOf<T>>, length: f64) -> Self {
        let input_rate = if order == 0 { input.slope } else { InputsOf::<T>::ZERO };
        Self { order: Order::of(order), state, input: input.coefficient(order, length), input_rate }
    }

    /// Values.
    #[inline(always)]
    pub fn values(state: &'a StateOf<T>, input: &Input<InputsOf<T>>) -> Self {
        Self::new(0, state, input, 1.0)
    }

    /// Small changes, or first coefficients of states and inputs over a length of 1.
    #[inline(always)]
    pub fn changes(state: &'a StateOf<T>, input: InputsOf<T>) -> Self {
        Self { order: Order::HIGHER, state, input, input_rate: InputsOf::<T>::ZERO }
    }
}

/// The chain of the elements up to the body, evaluated.
pub struct Chain<'a, T: Model> {
    /// What it was evaluated from.
    pub terms: &'a Terms<'a, T>,
    /// Situation of the body.
    pub body: &'a Situation,
    /// What the elements pass to each other.
    pub signals: &'a T::Signals,
}

/// A small change of states and inputs, or their rates.
#[derive(Clone, Copy, Debug)]
pub struct Variation<T: Model> {
    /// Change of the states.
    pub state: StateOf<T>,
    /// Change of the inputs.
    pub input: InputsOf<T>,
}

/// What the outputs of a model show of its body, or the changes of it.
pub struct BodyOutputs<T: Model> {
    /// Outputs that every model has.
    pub common: CommonOutputs,
    /// Friction torque.
    pub friction: f64,
    /// Contact torque of the end stop, positive where it opposes positive motion.
    pub end_stop: f64,
    /// Time derivatives of the states.
    pub rates: StateOf<T>,
}
