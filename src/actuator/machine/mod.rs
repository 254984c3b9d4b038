//! One instance of a model: its values, its state, and the solver between communication points.
//!
//! [`Model`] is what a model adds. All else is the same for every model and stands here.

mod equations;
mod event_counter;
mod exact_propagator;
mod fixed;
mod model;
mod observed;
mod outputs;
mod visit;

pub use equations::coefficients;
pub use event_counter::EventStatistics;
pub use exact_propagator::{LinearPlant, propagate};
pub use model::{
    BodyOutputs, Chain, ElementSeries, Elements, InputsOf, ModeOf, Model, Point, StateOf, Terms, WholeStep,
};
pub(super) use visit::{visit_flag, visit_small};

use crate::friction::{Law, TableColumns};
use crate::interface::{
    CommonParameters, CommonReferences, FrictionTable, INTERFACES, Initialization, Interface, SolverMethod,
    SolverReferences, Variables,
};
use crate::plants::body;
use crate::solver::{self, Cursor, DepartedGuard, Input, Interval, Limits, System, Vector, advance, count};

use super::assembly::Sizes;
use super::{
    Actuator, Arrival, DiscreteUpdate, Element, InvalidParameter, Observer, StateVisitor, Statistics, check, law,
};
use equations::situation;
use event_counter::EventCounter;
use model::{DEFLECTION, IntegersOf, Mode, POSITION, ParametersOf, RealsOf, VELOCITY, Variation};
use observed::{EventEnd, Observed, decide_anew};
use visit::visit_cursor;

/// Where an instance of a model stands.
type CursorOf<T> = Cursor<StateOf<T>, ModeOf<T>>;

/// An instance.
#[derive(Copy)]
pub struct Machine<T: Model> {
    interface: &'static Interface,
    reals: RealsOf<T>,
    integers: IntegersOf<T>,
    model: T,
    cursor: CursorOf<T>,
    /// Inputs at the present point, with the slopes that they have from here on.
    input: Input<InputsOf<T>>,
    /// The slopes are still those with which the inputs arrived: outputs at the end of a step belong to them. Unless some are
    /// set, the next step has none.
    has_arrived: bool,
    events: EventCounter,
    statistics: solver::Statistics,
    /// Inputs or parameters changed since the modes were last decided.
    is_undecided: bool,
    /// What the user has chosen; see [`Machine::method`].
    method: SolverMethod,
    is_real_time: bool,
}

/// What a table with efficiencies must leave. The table is data without variables; who gives it gives the inertia behind it too.
const LOCKED_BY_TABLE: &str =
    "must leave inertia + efficiency_aiding*load_inertia greater than 0 at each point of friction.table";
const LOAD_INERTIA: &str = "load_inertia";
/// Rounds of the event iteration: each element changes once or twice.
const MAX_EVENT_ITERATIONS: usize = 24;
/// Event indicators stand this far above their guards, in the unit of the guard: an importer then finds a guard that is
/// negative, never zero, so that the event is taken, and no indicator is zero when the integration starts again (FMI
/// 2.0.5, section 3.1.1, asks for both). In the SI units of all guards it is far below what matters.
const INDICATOR_SHIFT: f64 = 1e-12;
/// Inputs that differ by rounding only from where they were led are continuous.
const CONTINUITY: f64 = 1e-12;

/// [`Model::new`], with the table that the interface has as data; compiled once per model.
#[inline(never)]
fn built<T: Model>(parameters: &ParametersOf<T>, interface: &Interface) -> T {
    let mut model = T::new(parameters);
    let FrictionTable { points, has_load } = interface.table;
    model.body_mut().share_table(TableColumns { points, has_load });
    model
}

/// Where an instance stands at the start; at rest are the states of all elements but the body.
fn beginning<T: Model>(model: &T, parameters: &ParametersOf<T>, input: &Input<InputsOf<T>>) -> CursorOf<T> {
    let state = match T::initialization(parameters) {
        Initialization::StartValues => start_values::<T>(parameters),
        // One that is refused is not begun: see `check_start`.
        Initialization::Trim => {
            model.trimmed(parameters, &input.value).unwrap_or_else(|_| start_values::<T>(parameters))
        }
    };
    let elements = model.elements_at(&T::Elements::default(), &state, input);
    let body = model.body().initial_mode(&situation(model, &elements, &state, input));
    Cursor::new(state, Mode { body, elements })
}

/// The states as their start values are.
fn start_values<T: Model>(parameters: &ParametersOf<T>) -> StateOf<T> {
    let mut state = StateOf::<T>::ZERO;
    state[POSITION] = parameters.position_start();
    // What begins at rest has no negative zero.
    state[VELOCITY] = parameters.velocity_start() + 0.0;
    state[DEFLECTION] = parameters.friction().bristle_deflection_start;
    state
}

// Not derived: that would copy field by field.
impl<T: Model> Clone for Machine<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Model> Machine<T> {
    /// An instance with the start values of `interface`.
    pub fn new(interface: &'static Interface) -> Self {
        const { assert!(T::Guards::LEN == T::Variables::EVENT_INDICATORS, "guards are the declared event indicators") };
        let (mut reals, mut integers) = T::Variables::ZEROS;
        for (value, variable) in reals.as_mut().iter_mut().zip(interface.reals) {
            *value = variable.start;
        }
        for (value, variable) in integers.as_mut().iter_mut().zip(interface.integers) {
            *value = variable.start;
        }
        let parameters = T::Variables::parameters(&reals, &integers);
        let model: T = built(&parameters, interface);
        let input = Input::constant(T::Variables::inputs(&reals));
        let cursor = beginning(&model, &parameters, &input);
        Self {
            interface,
            reals,
            integers,
            model,
            cursor,
            input,
            has_arrived: false,
            events: EventCounter::default(),
            statistics: solver::Statistics::default(),
            is_undecided: true,
            method: parameters.solver().method,
            is_real_time: parameters.solver().real_time == 1,
        }
    }

    /// Takes over parameters.
    fn rebuild(&mut self, parameters: &ParametersOf<T>) {
        (self.model, self.method) = (built(parameters, self.interface), parameters.solver().method);
        self.is_real_time = parameters.solver().real_time == 1;
    }

    fn parameters(&self) -> ParametersOf<T> {
        T::Variables::parameters(&self.reals, &self.integers)
    }

    /// A Real value. Settings of the solver are read where they stand: an instance has no room for them twice.
    #[inline]
    fn real(&self, reference: u32) -> f64 {
        self.reals.as_ref()[reference as usize]
    }

    /// Splits the instance into what the solver needs.
    fn observed<'a>(
        &'a mut self,
        observer: &'a mut dyn Observer,
    ) -> (Observed<'a, T>, &'a mut CursorOf<T>, &'a mut solver::Statistics) {
        let CommonReferences { friction, solver, .. } = T::Variables::REFERENCES;
        let sizes = Sizes::new(self.real(friction.stribeck_velocity), self.real(solver.max_step_size));
        let Self { model, cursor, events, statistics, is_real_time, .. } = self;
        let is_real_time = *is_real_time;
        (Observed { model, sizes, events, observer, is_real_time, event_end: None }, cursor, statistics)
    }

    /// Event iteration: lets every guard that is negative at the present point change its mode, after a jump of inputs or
    /// parameters and at an event of Model Exchange. After a jump the body is decided anew, once saturations and stops of the
    /// valve determine what torque it feels: a guard that stands on its surface, as the velocity of a body that is about to leave, is
    /// not negative, whatever the torques are now. Returns whether any guard was.
    fn iterate_events(&mut self, time: f64, observer: &mut dyn Observer) -> bool {
        let input = self.input;
        let (mut is_decided, has_jumped) = (false, self.is_undecided);
        let (mut observed, cursor, statistics) = self.observed(observer);
        let mut changed = false;
        if has_jumped {
            cursor.mode.elements = observed.model.elements_after_jump(&cursor.mode.elements, &cursor.state, &input);
        }
        for _ in 0..MAX_EVENT_ITERATIONS {
            let guards = equations::guards(observed.model, &cursor.mode, &cursor.state, &input);
            let carried = cursor.departed.and_then(DepartedGuard::surface);
            // From the last guard to the first: saturations and load side decide what friction has to hold.
            let negative = last_negative(guards.as_ref(), carried);
            if !is_decided && negative.is_none_or(|guard| guard < body::GUARDS) {
                observed.decide_anew(cursor, &input, time, has_jumped);
                is_decided = true;
                continue;
            }
            let Some(guard) = negative else { break };
            let transition = observed.transition(&mut cursor.mode, guard, &mut cursor.state, &input, time);
            count(&mut statistics.mode_changes, 1);
            cursor.departed = transition.departed;
            changed = true;
        }
        self.is_undecided = false;
        changed
    }

    /// Advances by `step`, inputs included, without a time event in between; with `settled`, no further than the first
    /// event later than that.
    #[inline(always)]
    fn advance_smoothly<const ENDS: bool>(
        &mut self,
        time: f64,
        step: f64,
        settled: f64,
        observer: &mut dyn Observer,
    ) -> Arrival {
        let arrival = match self.method() {
            SolverMethod::EventLocated => self.advance_located::<ENDS>(time, step, settled, observer),
            SolverMethod::FixedStep => at_end_if(self.fixed_steps(time, step, observer)),
        };
        if self.input.slope != InputsOf::<T>::ZERO {
            let elapsed = if let Arrival::AtEvent(event) = arrival { event - time } else { step };
            self.input = self.input.after(elapsed);
        }
        arrival
    }

    #[inline(always)]
    fn advance_located<const ENDS: bool>(
        &mut self,
        time: f64,
        step: f64,
        settled: f64,
        observer: &mut dyn Observer,
    ) -> Arrival {
        if self.is_undecided && self.jump_is_an_event::<ENDS>(time, settled, observer) {
            return Arrival::AtEvent(time);
        }
        let CommonReferences { friction, solver, .. } = T::Variables::REFERENCES;
        let SolverReferences { max_step_size, tolerance, .. } = solver;
        let limits = Limits { max_step_size: self.real(max_step_size), tolerance: self.real(tolerance) };
        let sizes = Sizes::new(self.real(friction.stribeck_velocity), limits.max_step_size);
        let ahead = Interval { time, length: step, input: self.input };
        let Self { model, cursor, events, statistics, reals, integers, is_real_time, .. } = self;
        let (is_real_time, mut event) = (*is_real_time, None);
        let event_end = ENDS.then_some(EventEnd { settled, time: &mut event, values: (reals, integers) });
        let mut observed = Observed { model, sizes, events, observer, is_real_time, event_end };
        let is_at_end = advance(&mut observed, cursor, &ahead, &limits, statistics);
        event.map_or(at_end_if(is_at_end), Arrival::AtEvent)
    }

    /// Decides what a jump before the step has left undecided. Whether that is an event at which the step ends.
    #[inline(never)]
    fn jump_is_an_event<const ENDS: bool>(&mut self, time: f64, settled: f64, observer: &mut dyn Observer) -> bool {
        let may_end = ENDS && settled < time;
        let before = self.events.count;
        if may_end {
            // The outputs at an event are those before it.
            self.update_outputs();
        }
        self.iterate_events(time, observer);
        may_end && self.events.count != before
    }

    /// Advances by a communication step, or to its first event.
    // Measured: calls in place of the inlined text cost a step 8 % more instructions.
    #[inline(always)]
    fn advance_until<const ENDS: bool>(
        &mut self,
        time: f64,
        step: f64,
        settled: f64,
        observer: &mut dyn Observer,
    ) -> Arrival {
        self.forget_past_slopes();
        self.has_arrived = true;
        let end = time + step;
        let mut remaining = step;
        // A time event inside the step divides it.
        if let Some(event) = self.model.time_event(&self.cursor.mode.elements)
            && (event < end || (event == end && ENDS))
        {
            if event > time {
                match self.advance_smoothly::<ENDS>(time, event - time, settled, observer) {
                    Arrival::AtEnd => {}
                    early @ (Arrival::AtEvent(_) | Arrival::Failed) => return early,
                }
                remaining = end - event;
            }
            if ENDS && event > time {
                self.update_outputs();
            }
            self.model.on_time_event(&mut self.cursor.mode.elements);
            self.is_undecided = true;
            if ENDS && event > time {
                return Arrival::AtEvent(event);
            }
        }
        self.advance_smoothly::<ENDS>(time + (step - remaining), remaining, settled, observer)
    }

    /// Inputs that were led along a line have arrived elsewhere.
    #[inline]
    fn inputs_have_arrived(&mut self) -> bool {
        if self.input.slope == InputsOf::<T>::ZERO {
            return true;
        }
        for (&reference, value) in self.interface.inputs.iter().zip(self.input.value.as_ref()) {
            self.reals.as_mut()[reference as usize] = *value;
        }
        self.input.value.as_ref().iter().all(|value| value.is_finite())
    }

    fn forget_past_slopes(&mut self) {
        if core::mem::replace(&mut self.has_arrived, false) {
            self.input.slope = InputsOf::<T>::ZERO;
        }
    }

    /// Lets a branch change by itself, if its time has come.
    fn take_time_event(&mut self, time: f64) {
        let elements = &mut self.cursor.mode.elements;
        if self.model.time_event(elements).is_some_and(|event| event <= time) {
            self.model.on_time_event(elements);
        }
    }

    fn is_fixed_step(&self) -> bool {
        self.method() == SolverMethod::FixedStep
    }

    /// Comparators have fixed steps only.
    fn method(&self) -> SolverMethod {
        if matches!(self.model.body().law(), Law::Comparator(..)) { SolverMethod::FixedStep } else { self.method }
    }

    fn guards(&self) -> T::Guards {
        let Cursor { state, mode, .. } = &self.cursor;
        equations::guards(&self.model, mode, state, &self.input)
    }

    /// Change of everything that the model computes for a small change of states and inputs, in the present regime.
    fn vary(&self, variation: &Variation<T>) -> RealsOf<T> {
        let (mut reals, mut integers) = T::Variables::ZEROS;
        let (Self { model, cursor: Cursor { state, mode, .. }, input, .. }, events) = (self, EventCounter::default());
        outputs::write(model, &Point { mode, state, input }, Some(variation), &events, (&mut reals, &mut integers));
        reals
    }
}

/// At the end of a step, or nowhere.
#[inline]
fn at_end_if(is_so: bool) -> Arrival {
    if is_so { Arrival::AtEnd } else { Arrival::Failed }
}

/// The last guard that is negative, but for the one that an event has left on its surface.
fn last_negative(guards: &[f64], carried: Option<usize>) -> Option<usize> {
    (0..guards.len()).rev().find(|&guard| guards[guard] < 0.0 && Some(guard) != carried)
}

impl<T: Model> Actuator for Machine<T> {
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
        check::ranges(self.interface, self.reals.as_ref(), self.integers.as_ref())?;
        let parameters = self.parameters();
        check::combinations(&parameters, &T::Variables::REFERENCES)?;
        if built::<T>(&parameters, self.interface).body().may_lock_by_table() {
            let place = self.interface.reals.iter().position(|variable| variable.name == LOAD_INERTIA);
            let place = place.unwrap_or_default();
            return Err(InvalidParameter::new(place as u32, self.reals.as_ref()[place], LOCKED_BY_TABLE));
        }
        T::check(&parameters)
    }

    fn check_start(&self) -> Result<(), InvalidParameter> {
        let parameters = self.parameters();
        match T::initialization(&parameters) {
            Initialization::StartValues => Ok(()),
            Initialization::Trim => built::<T>(&parameters, self.interface)
                .trimmed(&parameters, &T::Variables::inputs(&self.reals))
                .map(|_| ()),
        }
    }

    fn initialize(&mut self, time: f64, observer: &mut dyn Observer) {
        let parameters = self.parameters();
        self.rebuild(&parameters);
        self.input = Input::constant(T::Variables::inputs(&self.reals));
        self.has_arrived = false;
        self.cursor = beginning(&self.model, &parameters, &self.input);
        self.take_time_event(time);
        self.events = EventCounter { last_time: time, ..EventCounter::default() };
        self.statistics = solver::Statistics::default();
        self.is_undecided = true;
        law::warn(Element::Body, parameters.friction(), parameters.viscous_coefficient(), observer);
        let declared = INTERFACES.iter().find(|declared| declared.model == self.interface.model);
        let friction = declared.and_then(|model| law::Declared::among(model.reals.iter(), model.integers.iter()));
        if let Some(declared) = friction {
            let declared = declared.with_shared_table(!self.interface.table.points.is_empty());
            law::remark_on(Element::Body, parameters.friction(), declared, observer);
        }
        if !self.is_fixed_step() {
            self.iterate_events(time, observer);
        }
    }

    fn configure(&mut self) {
        self.rebuild(&self.parameters());
        self.cursor.departed = None;
        self.is_undecided = true;
    }

    /// Reads the inputs one by one, in the order of the declaration. The importer has just written them singly: a processor
    /// cannot forward several small stores to one wide load, and would wait until they have reached the cache.
    fn inputs_changed(&mut self) {
        let mut is_continuous = true;
        for (value, &reference) in self.input.value.as_mut().iter_mut().zip(self.interface.inputs) {
            let (old, new) = (*value, self.reals.as_ref()[reference as usize]);
            is_continuous &= (new - old).abs() <= CONTINUITY * old.abs();
            *value = new;
        }
        self.input.slope = InputsOf::<T>::ZERO;
        self.has_arrived = false;
        // What goes on as it was led crosses its guards in the next step, if it does.
        if !is_continuous {
            self.cursor.departed = None;
            self.is_undecided = true;
        }
    }

    fn set_input_derivative(&mut self, input: usize, derivative: f64) {
        self.forget_past_slopes();
        self.input.slope[input] = derivative;
    }

    fn advance(&mut self, time: f64, step: f64, observer: &mut dyn Observer) -> bool {
        let arrival = self.advance_until::<false>(time, step, 0.0, observer);
        self.inputs_have_arrived() && arrival == Arrival::AtEnd
    }

    fn advance_to_event(&mut self, time: f64, step: f64, settled: f64, observer: &mut dyn Observer) -> Arrival {
        let arrival = if self.is_fixed_step() {
            self.advance_until::<false>(time, step, settled, observer)
        } else {
            self.advance_until::<true>(time, step, settled, observer)
        };
        if self.inputs_have_arrived() { arrival } else { Arrival::Failed }
    }

    fn diverging_step(&self) -> Option<InvalidParameter> {
        let reference = T::Variables::REFERENCES.solver.fixed_step_size;
        self.is_fixed_step().then_some(InvalidParameter::new(
            reference,
            self.real(reference),
            "must be shorter if explicit steps of this length diverge, being too long for these parameters",
        ))
    }

    fn located_step(&self) -> Option<f64> {
        (!self.is_fixed_step()).then(|| self.real(T::Variables::REFERENCES.solver.max_step_size))
    }

    fn update_outputs(&mut self) {
        let Self { model, cursor: Cursor { state, mode, .. }, input, events, reals, integers, .. } = self;
        outputs::write(model, &Point { mode, state, input }, None, events, (reals, integers));
    }

    fn output_derivative(&self, reference: u32) -> f64 {
        let Cursor { state, mode, .. } = &self.cursor;
        let rates = equations::rates(&self.model, mode, state, &self.input);
        self.vary(&Variation { state: rates, input: self.input.slope }).as_ref()[reference as usize]
    }

    fn directional_derivative(&self, states: &[f64], inputs: &[f64], changes: &mut [f64]) {
        let variation =
            Variation { state: StateOf::<T>::from_fn(|i| states[i]), input: InputsOf::<T>::from_fn(|i| inputs[i]) };
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
        self.cursor.state.as_ref()
    }

    fn set_states(&mut self, states: &[f64]) {
        if self.cursor.state.as_ref() != states {
            // What an event left on the edge of its guard has moved on with the integrator.
            self.cursor.departed = None;
        }
        self.cursor.state.as_mut().copy_from_slice(states);
    }

    fn set_time(&mut self, _time: f64) {}

    fn derivatives(&self, derivatives: &mut [f64]) {
        let Cursor { mut mode, mut state, .. } = self.cursor;
        // Under a law that does not stick friction follows the velocity, also where its change of sign is found late.
        if mode.body.regime != 0 || mode.body.end_stop == 0 {
            decide_anew(&self.model, &mut mode, &mut state, &self.input, (0.0, false));
        }
        derivatives.copy_from_slice(equations::rates(&self.model, &mode, &state, &self.input).as_ref());
    }

    fn event_indicator_count(&self) -> usize {
        T::Guards::LEN
    }

    fn event_indicators(&self, indicators: &mut [f64]) {
        for (indicator, guard) in indicators.iter_mut().zip(self.guards().as_ref()) {
            // A guard without meaning in the present regime never fires.
            *indicator = if guard.is_finite() { *guard + INDICATOR_SHIFT } else { 1.0 };
        }
    }

    fn update_discrete_states(&mut self, time: f64, observer: &mut dyn Observer) -> DiscreteUpdate {
        let (before, jumped) = (self.cursor.state, self.is_undecided);
        self.take_time_event(time);
        let changed = self.iterate_events(time, observer);
        let next_event_time = self.model.time_event(&self.cursor.mode.elements);
        // An integrator must start anew wherever the derivatives jump, and some do so only where a state has changed.
        let states_changed = changed || jumped || before != self.cursor.state;
        DiscreteUpdate { states_changed, next_event_time }
    }

    fn is_event_due(&self) -> bool {
        self.guards().as_ref().iter().any(|&guard| guard < -INDICATOR_SHIFT)
    }

    fn visit_state(&mut self, visitor: &mut dyn StateVisitor) {
        let Self { cursor, input, has_arrived, events, is_undecided, .. } = self;
        for values in [&mut input.value, &mut input.slope] {
            values.as_mut().iter_mut().for_each(|value| visitor.real(value));
        }
        visit_cursor(cursor, visitor);
        visitor.real(&mut events.last_time);
        visitor.real(&mut events.bridged_time);
        visitor.integer(&mut events.count);
        visit_flag(has_arrived, visitor);
        visit_flag(is_undecided, visitor);
        // Constants of the equations follow from the values, which the caller has restored.
        self.rebuild(&self.parameters());
    }

    fn statistics(&self) -> Statistics {
        Statistics { solver: self.statistics, events: self.events.by_kind }
    }
}
