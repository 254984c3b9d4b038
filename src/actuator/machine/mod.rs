//! One instance of a model: its values, its state, and the solver between communication points.
//!
//! [`Model`] is what a model adds. All else is the same for every model and stands here.

mod fixed;
mod model;
mod propagated;
mod visit;
mod watched;

pub use model::{Change, Model, Point, Stretch, Tally, Variation, evaluated};
pub use propagated::{Propagated, propagate};
pub(super) use visit::{visit_body, visit_flag, visit_small};

use crate::interface::{Interface, SolverMethod, SolverParameters};
use crate::plants::body;
use crate::solver::{Coefficients, Cursor, Grazing, Input, Limits, System, advance};

use super::{Actuator, DiscreteUpdate, InvalidParameter, Observer, StateVisitor};
use visit::visit_cursor;
use watched::Watched;

/// An instance.
#[derive(Clone, Copy)]
pub struct Machine<T: Model<N, U, G>, const N: usize, const U: usize, const G: usize> {
    interface: &'static Interface,
    reals: T::Reals,
    integers: T::Integers,
    model: T,
    cursor: Cursor<N, T::Mode>,
    /// Inputs at the present point, with the slopes that they have from here on.
    input: Input<U>,
    /// The slopes are still those with which the inputs arrived: outputs at the end of a step belong to them. Unless some are
    /// set, the next step has none.
    has_arrived: bool,
    tally: Tally,
    /// Inputs or parameters changed since the modes were last decided.
    unsettled: bool,
}

/// Rounds of [`Machine::settle`]: each element changes once or twice.
const SETTLING_ROUNDS: usize = 24;
/// Event indicators stand this far above their guards, in the unit of the guard: an importer then finds a guard that is
/// negative, never zero, so that the event is taken, and no indicator is zero when the integration starts again (FMI
/// 2.0.5, section 3.1.1, asks for both). In the SI units of all guards it is far below what matters.
const INDICATOR_SHIFT: f64 = 1e-12;
/// Inputs that differ by rounding only from where they were led are continuous.
const CONTINUITY: f64 = 1e-12;

impl<T: Model<N, U, G>, const N: usize, const U: usize, const G: usize> Machine<T, N, U, G> {
    /// An instance with the start values of `interface`.
    pub fn new(interface: &'static Interface) -> Self {
        let (mut reals, mut integers) = T::zeros();
        for (value, variable) in reals.as_mut().iter_mut().zip(interface.reals) {
            *value = variable.start;
        }
        for (value, variable) in integers.as_mut().iter_mut().zip(interface.integers) {
            *value = variable.start;
        }
        let model = built::<T, N, U, G>(&reals, &integers);
        let (input, cursor) = beginning(&model, &reals, &integers);
        Self {
            interface,
            reals,
            integers,
            model,
            cursor,
            input,
            has_arrived: false,
            tally: Tally::default(),
            unsettled: true,
        }
    }

    /// Splits the instance into what the solver needs.
    fn watch<'a>(&'a mut self, observer: &'a mut dyn Observer) -> (Watched<'a, T>, &'a mut Cursor<N, T::Mode>) {
        let Self { model, cursor, tally, reals, integers, .. } = self;
        let sizes = T::sizes(reals, integers);
        (Watched { model, sizes, tally, observer }, cursor)
    }

    /// Lets every guard that is negative at the present point change its mode: after a jump of inputs or parameters,
    /// and at an event of Model Exchange. After a jump the body is decided anew, once saturations and stops of the valve say
    /// what torque it feels: a guard that stands on its surface, as the velocity of a body that is about to leave, is not
    /// negative, whatever the torques are now. Returns whether any guard was.
    fn settle(&mut self, time: f64, observer: &mut dyn Observer) -> bool {
        let input = self.input;
        let (mut is_decided, has_jumped) = (false, self.unsettled);
        let (mut watched, cursor) = self.watch(observer);
        let mut changed = false;
        for _ in 0..SETTLING_ROUNDS {
            let now = evaluated(watched.model, &cursor.mode, &cursor.state, &input);
            let carried = cursor.grazing.and_then(Grazing::surface);
            // From the last guard to the first: saturations and load side decide what friction has to hold.
            let negative = last_negative(&now.guards, carried);
            if !is_decided && negative.is_none_or(|guard| guard < body::GUARDS) {
                watched.decide_anew(cursor, &input, time, has_jumped);
                is_decided = true;
                continue;
            }
            let Some(guard) = negative else { break };
            let change = watched.transition(&mut cursor.mode, guard, &mut cursor.state, &input, time);
            cursor.grazing = change.grazing;
            changed = true;
        }
        self.unsettled = false;
        changed
    }

    /// Advances by `step`, inputs included, without a time event in between. Returns whether it came to the end with a finite
    /// state.
    fn advance_smoothly(&mut self, time: f64, step: f64, observer: &mut dyn Observer) -> bool {
        let is_finite = match self.method() {
            SolverMethod::EventLocated => {
                if self.unsettled {
                    self.settle(time, observer);
                }
                let SolverParameters { max_step_size, tolerance, .. } = T::solver(&self.reals, &self.integers);
                let limits = Limits::new(max_step_size, tolerance);
                let input = self.input;
                let (mut watched, cursor) = self.watch(observer);
                advance(&mut watched, cursor, &input, time, step, &limits)
            }
            SolverMethod::FixedStep => self.fixed_steps(time, step, observer),
        };
        if self.input.slope != [0.0; U] {
            self.input = self.input.after(step);
        }
        is_finite
    }

    fn forget_past_slopes(&mut self) {
        if core::mem::replace(&mut self.has_arrived, false) {
            self.input.slope = [0.0; U];
        }
    }

    fn is_fixed_step(&self) -> bool {
        self.method() == SolverMethod::FixedStep
    }

    fn method(&self) -> SolverMethod {
        if self.model.always_fixed_step() {
            SolverMethod::FixedStep
        } else {
            T::solver(&self.reals, &self.integers).method
        }
    }

    fn evaluate(&self) -> Coefficients<N, G> {
        let Cursor { state, mode, .. } = &self.cursor;
        evaluated(&self.model, mode, state, &self.input)
    }

    /// Change of everything that the model computes for a small change of states and inputs, in the present regime.
    fn vary(&self, variation: &Variation<N, U>) -> T::Reals {
        let (mut reals, mut integers) = T::zeros();
        let Cursor { state, mode, .. } = &self.cursor;
        let at = Point { mode, state, input: &self.input };
        self.model.write(&at, Some(variation), &Tally::default(), &mut reals, &mut integers);
        reals
    }
}

/// The last guard that is negative, but for the one that an event has left on its surface.
#[inline(never)]
fn last_negative(guards: &[f64], carried: Option<usize>) -> Option<usize> {
    (0..guards.len()).rev().find(|&guard| guards[guard] < 0.0 && Some(guard) != carried)
}

/// [`Model::build`], compiled once per model.
#[inline(never)]
fn built<T: Model<N, U, G>, const N: usize, const U: usize, const G: usize>(
    reals: &T::Reals,
    integers: &T::Integers,
) -> T {
    T::build(reals, integers)
}

/// Inputs and cursor at the start.
fn beginning<T: Model<N, U, G>, const N: usize, const U: usize, const G: usize>(
    model: &T,
    reals: &T::Reals,
    integers: &T::Integers,
) -> (Input<U>, Cursor<N, T::Mode>) {
    let input = Input::constant(T::inputs(reals));
    let state = T::start(reals, integers);
    (input, Cursor::new(state, model.start_mode(&state, &input)))
}

impl<T: Model<N, U, G>, const N: usize, const U: usize, const G: usize> Actuator for Machine<T, N, U, G> {
    fn interface(&self) -> &'static Interface {
        self.interface
    }

    fn reals(&self) -> &[f64] {
        self.reals.as_ref()
    }

    fn reals_mut(&mut self) -> &mut [f64] {
        self.reals.as_mut()
    }

    fn integers(&self) -> &[i32] {
        self.integers.as_ref()
    }

    fn integers_mut(&mut self) -> &mut [i32] {
        self.integers.as_mut()
    }

    fn check(&self) -> Result<(), InvalidParameter> {
        super::check::ranges(self.interface, self.reals.as_ref(), self.integers.as_ref())?;
        T::check(&self.reals, &self.integers)
    }

    fn initialize(&mut self, time: f64, observer: &mut dyn Observer) {
        self.model = built(&self.reals, &self.integers);
        (self.input, self.cursor) = beginning(&self.model, &self.reals, &self.integers);
        self.has_arrived = false;
        if self.model.time_event(&self.cursor.mode).is_some_and(|event| event <= time) {
            self.model.on_time_event(&mut self.cursor.mode);
        }
        self.tally = Tally { count: 0, last_time: time };
        self.unsettled = true;
        T::warn(&self.reals, &self.integers, observer);
        if !self.is_fixed_step() {
            self.settle(time, observer);
        }
    }

    fn configure(&mut self) {
        self.model = built(&self.reals, &self.integers);
        self.cursor.grazing = None;
        self.unsettled = true;
    }

    /// One by one, in the places of the declaration: read together, what the importer has just written singly would be
    /// waited for.
    fn inputs_changed(&mut self) {
        let mut is_continuous = true;
        for (value, &reference) in self.input.value.iter_mut().zip(self.interface.inputs) {
            let (old, new) = (*value, self.reals.as_ref()[reference as usize]);
            is_continuous &= (new - old).abs() <= CONTINUITY * old.abs();
            *value = new;
        }
        self.input.slope = [0.0; U];
        self.has_arrived = false;
        // What goes on as it was led crosses its guards in the next step, if it does.
        if !is_continuous {
            self.cursor.grazing = None;
            self.unsettled = true;
        }
    }

    fn set_input_derivative(&mut self, input: usize, derivative: f64) {
        self.forget_past_slopes();
        self.input.slope[input] = derivative;
    }

    fn advance(&mut self, time: f64, step: f64, observer: &mut dyn Observer) -> bool {
        self.forget_past_slopes();
        self.has_arrived = true;
        let mut remaining = step;
        // A time event inside the step divides it.
        if let Some(event) = self.model.time_event(&self.cursor.mode)
            && event < time + step
        {
            if event > time {
                if !self.advance_smoothly(time, event - time, observer) {
                    return false;
                }
                remaining = time + step - event;
            }
            self.model.on_time_event(&mut self.cursor.mode);
            self.unsettled = true;
        }
        let is_finite = self.advance_smoothly(time + (step - remaining), remaining, observer);
        if self.input.slope == [0.0; U] {
            return is_finite;
        }
        for (&reference, value) in self.interface.inputs.iter().zip(self.input.value) {
            self.reals.as_mut()[reference as usize] = value;
        }
        is_finite && self.input.value.iter().all(|value| value.is_finite())
    }

    fn diverging_step(&self) -> Option<InvalidParameter> {
        let SolverParameters { fixed_step_size, .. } = T::solver(&self.reals, &self.integers);
        self.is_fixed_step().then_some(InvalidParameter {
            reference: T::SOLVER.fixed_step_size,
            value: fixed_step_size,
            allowed: "must be shorter if explicit steps of this length diverge, being too long for these parameters",
        })
    }

    fn update_outputs(&mut self) {
        let Self { cursor, input, model, tally, reals, integers, .. } = self;
        let at = Point { mode: &cursor.mode, state: &cursor.state, input };
        model.write(&at, None, tally, reals, integers);
    }

    fn output_derivative(&self, reference: u32) -> f64 {
        let rates = self.evaluate().rates;
        self.vary(&Variation { state: rates, input: self.input.slope }).as_ref()[reference as usize]
    }

    fn directional_derivative(&self, states: &[f64], inputs: &[f64], changes: &mut [f64]) {
        let variation =
            Variation { state: core::array::from_fn(|i| states[i]), input: core::array::from_fn(|i| inputs[i]) };
        let varied = self.vary(&variation);
        changes.copy_from_slice(varied.as_ref());
        for (state, change) in self.interface.states.iter().zip(states) {
            changes[state.state as usize] = *change;
        }
        for (&reference, change) in self.interface.inputs.iter().zip(inputs) {
            changes[reference as usize] = *change;
        }
    }

    fn states(&self) -> &[f64] {
        &self.cursor.state
    }

    fn set_states(&mut self, states: &[f64]) {
        if self.cursor.state != states {
            // What an event left on the edge of its guard has moved on with the integrator.
            self.cursor.grazing = None;
        }
        self.cursor.state.copy_from_slice(states);
    }

    fn set_time(&mut self, _time: f64) {}

    fn derivatives(&self, derivatives: &mut [f64]) {
        let Cursor { mut mode, mut state, .. } = self.cursor;
        // Under a law that does not stick friction follows the velocity, also where its change of sign is found late.
        if T::body(&mode).regime != 0 {
            self.model.decide_anew(&mut mode, &mut state, &self.input, false);
        }
        derivatives.copy_from_slice(&evaluated(&self.model, &mode, &state, &self.input).rates);
    }

    fn event_indicator_count(&self) -> usize {
        G
    }

    fn event_indicators(&self, indicators: &mut [f64]) {
        for (indicator, guard) in indicators.iter_mut().zip(self.evaluate().guards) {
            // A guard without meaning in the present regime never fires.
            *indicator = if guard.is_finite() { guard + INDICATOR_SHIFT } else { 1.0 };
        }
    }

    fn update_discrete_states(&mut self, time: f64, observer: &mut dyn Observer) -> DiscreteUpdate {
        let (before, jumped) = (self.cursor.state, self.unsettled);
        if self.model.time_event(&self.cursor.mode).is_some_and(|event| event <= time) {
            self.model.on_time_event(&mut self.cursor.mode);
        }
        let changed = self.settle(time, observer);
        let next_event_time = self.model.time_event(&self.cursor.mode);
        // An integrator must start anew wherever the derivatives jump, and some do so only where a state has changed.
        let states_changed = changed || jumped || before != self.cursor.state;
        DiscreteUpdate { states_changed, next_event_time }
    }

    fn is_event_due(&self) -> bool {
        self.evaluate().guards.iter().any(|&guard| guard < -INDICATOR_SHIFT)
    }

    fn visit_state(&mut self, visitor: &mut dyn StateVisitor) {
        let Self { cursor, input, has_arrived, tally, unsettled, .. } = self;
        for value in input.value.iter_mut().chain(&mut input.slope) {
            visitor.real(value);
        }
        visit_cursor(cursor, T::visit_mode, visitor);
        visitor.real(&mut tally.last_time);
        visitor.integer(&mut tally.count);
        visit_flag(has_arrived, visitor);
        visit_flag(unsettled, visitor);
        // Constants of the equations follow from the values, which the caller has restored.
        self.model = built(&self.reals, &self.integers);
    }
}
