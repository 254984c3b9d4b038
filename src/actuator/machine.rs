//! One instance of a model: its values, its state, and the solver between communication points.
//!
//! [`Model`] is what a model adds: its equations as Taylor coefficients, its transitions, and how its typed parameters
//! and outputs map to the declared variables. All else is the same for every model and stands here.

use crate::friction::{Band, TABLE_POINTS};
use crate::interface::{Interface, SolverMethod, SolverParameters};
use crate::plants::body::Tangent;
use crate::plants::{BodyEvent, BodyMode, Happening, body};
use crate::solver::{Coefficients, Cursor, Grazing, Input, Limits, System, Transition, advance};

use super::{Actuator, DiscreteUpdate, Event, EventKind, InvalidParameter, Observer, StateVisitor, Warning};

/// A model with `N` states, `U` inputs and `G` guards.
pub trait Model<const N: usize, const U: usize, const G: usize>: Copy + Send + 'static {
    /// Array of the Real variables.
    type Reals: Copy + Send + AsRef<[f64]> + AsMut<[f64]> + 'static;
    /// Array of the Integer variables.
    type Integers: Copy + Send + AsRef<[i32]> + AsMut<[i32]> + 'static;
    /// Branch of the equations.
    type Mode: Copy + Send + 'static;

    /// Arrays of zeros.
    fn zeros() -> (Self::Reals, Self::Integers);
    /// Constants of the equations from checked parameters.
    fn build(reals: &Self::Reals, integers: &Self::Integers) -> Self;
    /// Refuses combinations of parameters that their single ranges allow.
    fn check(reals: &Self::Reals, integers: &Self::Integers) -> Result<(), InvalidParameter>;
    /// Warns where parameters leave the region of a published formula.
    fn warn(reals: &Self::Reals, integers: &Self::Integers, observer: &mut dyn Observer);
    /// Numerical parameters.
    fn solver(&self) -> &SolverParameters;
    /// Inputs in the order of the declaration.
    fn inputs(reals: &Self::Reals) -> [f64; U];
    /// State and mode at the start.
    fn start(&self, input: &Input<U>) -> ([f64; N], Self::Mode);
    /// See [`System::coefficients`].
    fn coefficients(
        &self,
        mode: &Self::Mode,
        order: usize,
        state: &[f64; N],
        input: &Input<U>,
        length: f64,
    ) -> Coefficients<N, G>;
    /// The body linearized about a point.
    fn tangent(&self, at: &Point<'_, N, U, Self::Mode>) -> Tangent;
    /// Change of the state derivatives for a small change of states and inputs.
    fn rates_change(&self, mode: &Self::Mode, tangent: &Tangent, variation: &Variation<N, U>) -> [f64; N];
    /// See [`System::is_linear`].
    fn is_linear(&self, mode: &Self::Mode) -> bool;
    /// See [`System::scales`].
    fn scales(&self) -> [f64; N];
    /// See [`System::transition`].
    fn transition(&self, mode: &mut Self::Mode, guard: usize, state: &mut [f64; N], input: &Input<U>) -> Change;
    /// See [`System::hold`].
    fn hold(&self, mode: &mut Self::Mode, state: &mut [f64; N], input: &Input<U>, length: f64);
    /// See [`System::release`].
    fn release(&self, mode: &mut Self::Mode, state: &mut [f64; N]);
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

/// Where a model is evaluated.
pub struct Point<'a, const N: usize, const U: usize, M> {
    /// Branch of the equations.
    pub mode: &'a M,
    /// Continuous states.
    pub state: &'a [f64; N],
    /// Inputs.
    pub input: &'a Input<U>,
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
            Happening::Stop | Happening::EndStop | Happening::Jam => None,
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

/// An instance.
#[derive(Clone, Copy)]
pub struct Machine<T: Model<N, U, G>, const N: usize, const U: usize, const G: usize> {
    interface: &'static Interface,
    reals: T::Reals,
    integers: T::Integers,
    model: T,
    cursor: Cursor<N, T::Mode>,
    input: Input<U>,
    /// Slopes of the inputs at the end of the last step, for output derivatives.
    past_slope: [f64; U],
    tally: Tally,
    /// Inputs or parameters changed since the modes were last decided.
    unsettled: bool,
}

/// The solver's view of a model: transitions are counted and told to the observer.
struct Watched<'a, T> {
    model: &'a T,
    tally: &'a mut Tally,
    observer: &'a mut dyn Observer,
}

impl<T: Model<N, U, G>, const N: usize, const U: usize, const G: usize> System<N, U, G> for Watched<'_, T> {
    type Mode = T::Mode;

    #[inline]
    fn coefficients(
        &self,
        mode: &T::Mode,
        order: usize,
        state: &[f64; N],
        input: &Input<U>,
        length: f64,
    ) -> Coefficients<N, G> {
        self.model.coefficients(mode, order, state, input, length)
    }

    #[inline]
    fn is_linear(&self, mode: &T::Mode) -> bool {
        self.model.is_linear(mode)
    }

    fn scales(&self) -> [f64; N] {
        self.model.scales()
    }

    fn jacobian(&self, mode: &T::Mode, state: &[f64; N], input: &[f64; U]) -> [[f64; N]; N] {
        let input = Input::constant(*input);
        let tangent = self.model.tangent(&Point { mode, state, input: &input });
        let mut jacobian = [[0.0; N]; N];
        for column in 0..N {
            let mut variation = Variation { state: [0.0; N], input: [0.0; U] };
            variation.state[column] = 1.0;
            let change = self.model.rates_change(mode, &tangent, &variation);
            for (row, change) in jacobian.iter_mut().zip(change) {
                row[column] = change;
            }
        }
        jacobian
    }

    fn transition(
        &mut self,
        mode: &mut T::Mode,
        guard: usize,
        state: &mut [f64; N],
        input: &Input<U>,
        time: f64,
    ) -> Transition {
        let change = self.model.transition(mode, guard, state, input);
        let event = change.body.and_then(|body| describe(&body, T::body(mode), time, state[0]));
        if let Some(event) = event {
            self.tally.record(time);
            self.observer.event(&Event { load_torque: self.model.load(state, input), ..event });
        }
        Transition { grazing: change.grazing, counted: event.is_some() }
    }

    fn hold(&mut self, mode: &mut T::Mode, state: &mut [f64; N], input: &Input<U>, length: f64) {
        self.model.hold(mode, state, input, length);
    }

    fn release(&mut self, mode: &mut T::Mode, state: &mut [f64; N]) {
        self.model.release(mode, state);
    }

    fn bridged(&mut self, time: f64, duration: f64) {
        self.observer.warning(&Warning::EventLimit { time, duration });
    }

    fn inaccurate(&mut self, time: f64) {
        self.observer.warning(&Warning::ToleranceNotMet { time });
    }
}

impl Tally {
    fn record(&mut self, time: f64) {
        self.count = self.count.saturating_add(1);
        self.last_time = time;
    }
}

/// The event that a transition of the body is to an observer; `mode` is the new one.
fn describe(body: &BodyEvent, mode: &BodyMode, time: f64, position: f64) -> Option<Event> {
    let kind = match body.happening {
        Happening::LoadSide | Happening::Segment | Happening::Pass => return None,
        Happening::Breakaway => EventKind::Breakaway { direction: mode.regime },
        Happening::Stop => EventKind::Stop,
        Happening::Reversal => EventKind::Reversal { direction: mode.regime },
        Happening::EndStop => EventKind::EndStop { side: mode.end_stop },
        Happening::Jam => EventKind::Jam,
    };
    Some(Event {
        kind,
        time,
        position,
        velocity: body.velocity,
        active_torque: body.active,
        forward_limit: body.band.forward,
        backward_limit: body.band.backward,
        load_torque: 0.0,
    })
}

/// Rounds of [`Machine::settle`]: each element changes once or twice.
const SETTLING_ROUNDS: usize = 24;
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
        let model = T::build(&reals, &integers);
        let input = Input::constant(T::inputs(&reals));
        let (state, mode) = model.start(&input);
        let cursor = Cursor { state, mode, grazing: None, proposed_step: 0.0 };
        let tally = Tally::default();
        Self { interface, reals, integers, model, cursor, input, past_slope: input.slope, tally, unsettled: true }
    }

    /// Splits the instance into what the solver needs.
    fn watch<'a>(&'a mut self, observer: &'a mut dyn Observer) -> (Watched<'a, T>, &'a mut Cursor<N, T::Mode>) {
        let Self { model, cursor, tally, .. } = self;
        (Watched { model, tally, observer }, cursor)
    }

    /// Lets every guard that is negative at the present point change its mode: after a jump of inputs or parameters,
    /// and at an event of Model Exchange. Returns whether anything changed.
    fn settle(&mut self, time: f64, observer: &mut dyn Observer) -> bool {
        let input = self.input;
        let (mut watched, cursor) = self.watch(observer);
        let mut changed = false;
        for _ in 0..SETTLING_ROUNDS {
            let guards = watched.coefficients(&cursor.mode, 0, &cursor.state, &input, 1.0).guards;
            let carried = cursor.grazing.map(|grazing| grazing.guard);
            // From the last guard to the first: saturations and load side decide what friction has to hold.
            let Some(guard) = (0..G).rev().find(|&guard| guards[guard] < 0.0 && Some(guard) != carried) else {
                break;
            };
            let change = watched.transition(&mut cursor.mode, guard, &mut cursor.state, &input, time);
            cursor.grazing = change.grazing;
            changed = true;
        }
        self.unsettled = false;
        changed
    }

    fn fixed_steps(&mut self, time: f64, step: f64, observer: &mut dyn Observer) {
        let count = libm::ceil(step / self.model.solver().fixed_step_size * (1.0 - 1e-9)).max(1.0);
        let length = step / count;
        let mut number = 0.0;
        while number < count {
            let input = self.input.after(number * length);
            let before = (*T::body(&self.cursor.mode), self.cursor.state[1]);
            self.model.fixed_step(&mut self.cursor.mode, &mut self.cursor.state, &input, length);
            number += 1.0;
            let end = if number == count { time + step } else { time + number * length };
            self.report_fixed_step(before, end, &input.after(length), observer);
        }
    }

    /// The events of one step of the fixed-step algorithm, dated to its end.
    fn report_fixed_step(&mut self, before: (BodyMode, f64), time: f64, input: &Input<U>, observer: &mut dyn Observer) {
        let (old, velocity) = before;
        let new = *T::body(&self.cursor.mode);
        let kind = match (old.regime, new.regime) {
            (0, 0) => return,
            (old, new) if old == new => return,
            (0, direction) => EventKind::Breakaway { direction },
            (_, 0) if new.end_stop != 0 => EventKind::EndStop { side: new.end_stop },
            (_, 0) => EventKind::Stop,
            (_, direction) => EventKind::Reversal { direction },
        };
        self.tally.record(time);
        let mut rest = self.cursor.state;
        rest[1] = 0.0;
        let at = Point { mode: &self.cursor.mode, state: &rest, input };
        let (active, band) = self.model.rest(&at);
        let load_torque = self.model.load(&rest, input);
        observer.event(&Event {
            kind,
            time,
            position: rest[0],
            velocity,
            active_torque: active,
            forward_limit: band.forward,
            backward_limit: band.backward,
            load_torque,
        });
    }

    /// Advances by `step`, inputs included, without a time event in between.
    fn advance_smoothly(&mut self, time: f64, step: f64, observer: &mut dyn Observer) {
        match self.method() {
            SolverMethod::EventLocated => {
                if self.unsettled {
                    self.settle(time, observer);
                }
                let SolverParameters { max_step_size, tolerance, .. } = *self.model.solver();
                let limits = Limits::new(max_step_size, tolerance);
                let input = self.input;
                let (mut watched, cursor) = self.watch(observer);
                advance(&mut watched, cursor, &input, time, step, &limits);
            }
            SolverMethod::FixedStep => self.fixed_steps(time, step, observer),
        }
        self.input = self.input.after(step);
    }

    fn method(&self) -> SolverMethod {
        if self.model.always_fixed_step() { SolverMethod::FixedStep } else { self.model.solver().method }
    }

    fn evaluate(&self) -> Coefficients<N, G> {
        let Cursor { state, mode, .. } = &self.cursor;
        self.model.coefficients(mode, 0, state, &self.input, 1.0)
    }

    /// Change of everything that the model computes for a small change of states and inputs, in the present regime.
    fn vary(&self, variation: &Variation<N, U>) -> T::Reals {
        let (mut reals, mut integers) = T::zeros();
        let Cursor { state, mode, .. } = &self.cursor;
        let at = Point { mode, state, input: &self.input };
        self.model.write(&at, Some(variation), &Tally::default(), &mut reals, &mut integers);
        reals
    }

    fn is_continuous(&self, value: &[f64; U]) -> bool {
        value.iter().zip(&self.input.value).all(|(new, old)| (new - old).abs() <= CONTINUITY * old.abs())
    }
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
        self.model = T::build(&self.reals, &self.integers);
        self.input = Input::constant(T::inputs(&self.reals));
        let (state, mode) = self.model.start(&self.input);
        self.cursor = Cursor { state, mode, grazing: None, proposed_step: 0.0 };
        if self.model.time_event(&self.cursor.mode).is_some_and(|event| event <= time) {
            self.model.on_time_event(&mut self.cursor.mode);
        }
        self.tally = Tally { count: 0, last_time: time };
        self.unsettled = true;
        T::warn(&self.reals, &self.integers, observer);
        if self.method() == SolverMethod::EventLocated {
            self.settle(time, observer);
        }
    }

    fn configure(&mut self) {
        self.model = T::build(&self.reals, &self.integers);
        self.unsettled = true;
    }

    fn inputs_changed(&mut self) {
        let value = T::inputs(&self.reals);
        if !self.is_continuous(&value) {
            self.cursor.grazing = None;
        }
        self.input = Input::constant(value);
        self.unsettled = true;
    }

    fn set_input_derivative(&mut self, input: usize, derivative: f64) {
        self.input.slope[input] = derivative;
    }

    fn advance(&mut self, time: f64, step: f64, observer: &mut dyn Observer) {
        self.past_slope = self.input.slope;
        let mut remaining = step;
        // A time event inside the step divides it.
        if let Some(event) = self.model.time_event(&self.cursor.mode)
            && event < time + step
        {
            if event > time {
                self.advance_smoothly(time, event - time, observer);
                remaining = time + step - event;
            }
            self.model.on_time_event(&mut self.cursor.mode);
            self.unsettled = true;
        }
        self.advance_smoothly(time + (step - remaining), remaining, observer);
        self.input = Input::constant(self.input.value);
        for (&reference, value) in self.interface.inputs.iter().zip(self.input.value) {
            self.reals.as_mut()[reference as usize] = value;
        }
    }

    fn update_outputs(&mut self) {
        let Self { cursor, input, model, tally, reals, integers, .. } = self;
        let at = Point { mode: &cursor.mode, state: &cursor.state, input };
        model.write(&at, None, tally, reals, integers);
    }

    fn output_derivative(&self, reference: u32) -> f64 {
        let Cursor { state, mode, .. } = &self.cursor;
        let rates = self.model.coefficients(mode, 0, state, &self.input, 1.0).rates;
        self.vary(&Variation { state: rates, input: self.past_slope }).as_ref()[reference as usize]
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
        self.cursor.state.copy_from_slice(states);
    }

    fn set_time(&mut self, _time: f64) {}

    fn derivatives(&self, derivatives: &mut [f64]) {
        derivatives.copy_from_slice(&self.evaluate().rates);
    }

    fn event_indicator_count(&self) -> usize {
        G
    }

    fn event_indicators(&self, indicators: &mut [f64]) {
        for (indicator, guard) in indicators.iter_mut().zip(self.evaluate().guards) {
            // A guard without meaning in the present regime never fires.
            *indicator = if guard.is_finite() { guard } else { 1.0 };
        }
    }

    fn update_discrete_states(&mut self, time: f64, observer: &mut dyn Observer) -> DiscreteUpdate {
        let before = self.cursor.state;
        if self.model.time_event(&self.cursor.mode).is_some_and(|event| event <= time) {
            self.model.on_time_event(&mut self.cursor.mode);
        }
        self.settle(time, observer);
        let next_event_time = self.model.time_event(&self.cursor.mode);
        DiscreteUpdate { states_changed: before != self.cursor.state, next_event_time }
    }

    fn visit_state(&mut self, visitor: &mut dyn StateVisitor) {
        let Self { cursor, input, past_slope, tally, unsettled, .. } = self;
        let inputs = input.value.iter_mut().chain(&mut input.slope).chain(past_slope);
        for value in cursor.state.iter_mut().chain(inputs) {
            visitor.real(value);
        }
        visitor.real(&mut cursor.proposed_step);
        visitor.real(&mut tally.last_time);
        visitor.integer(&mut tally.count);
        T::visit_mode(&mut cursor.mode, visitor);
        visit_grazing(&mut cursor.grazing, visitor);
        visit_flag(unsettled, visitor);
        // Constants of the equations follow from the values, which the caller has restored.
        self.model = T::build(&self.reals, &self.integers);
    }
}

/// Visits a small signed item.
pub fn visit_small(item: &mut i8, visitor: &mut dyn StateVisitor) {
    let mut value = i32::from(*item);
    visitor.integer(&mut value);
    *item = value.clamp(-1, 1) as i8;
}

/// Visits a flag.
pub fn visit_flag(item: &mut bool, visitor: &mut dyn StateVisitor) {
    let mut value = i32::from(*item);
    visitor.integer(&mut value);
    *item = value != 0;
}

fn visit_grazing(grazing: &mut Option<Grazing>, visitor: &mut dyn StateVisitor) {
    let (mut guard, mut known) = grazing.map_or((-1, 0), |grazing| (grazing.guard as i32, grazing.known as i32));
    visitor.integer(&mut guard);
    visitor.integer(&mut known);
    *grazing = (guard >= 0).then_some(Grazing { guard: guard as usize, known: known as usize });
}

/// Visits the mode of a body.
pub fn visit_body(mode: &mut BodyMode, visitor: &mut dyn StateVisitor) {
    let BodyMode { regime, end_stop, load_side, segment, held } = mode;
    visit_small(regime, visitor);
    visit_small(end_stop, visitor);
    visit_small(load_side, visitor);
    let mut number = i32::from(*segment);
    visitor.integer(&mut number);
    *segment = number.clamp(0, TABLE_POINTS as i32 - 1) as u8;
    visit_flag(held, visitor);
}
