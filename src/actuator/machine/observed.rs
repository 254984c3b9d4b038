//! A model as the solver sees it: events are counted and reported to the observer.

use crate::friction::{ContinuousLaw, Law};
use crate::plants::{Event, ImplicitStep, Motion};
use crate::solver::{
    Beginning, CoefficientsOf, Cursor, DepartedGuard, Input, LawCost, Matrix, RealTimeLimit, Statistics, System,
    Transition, Vector,
};

use super::super::assembly::Sizes;
use super::super::{Observer, Warning};
use super::equations::{self, coefficients};
use super::event_counter::EventCounter;
use super::model::{
    DEFLECTION, Expansion, InputsOf, IntegersOf, ModeOf, Model, POSITION, Point, RealsOf, StateOf, Terms, VELOCITY,
    WholeStep,
};
use super::outputs;
use crate::plants::body::GUARDS;

/// A model as the solver sees it.
pub(super) struct Observed<'a, T: Model> {
    pub(super) model: &'a mut T,
    pub(super) sizes: Sizes,
    pub(super) events: &'a mut EventCounter,
    pub(super) observer: &'a mut dyn Observer,
    /// `solver.real_time`: that intervals are bridged is expected.
    pub(super) is_real_time: bool,
    /// Ends the advance at its first event, where that is wanted.
    pub(super) event_end: Option<EventEnd<'a, T>>,
}

/// What a friction law makes dear in real time.
fn law_cost<K>(law: &Law<K>) -> LawCost {
    match law.continuous() {
        None => LawCost::Evaluated,
        Some(ContinuousLaw::Bristle(bristle)) if bristle.excess != 0.0 => LawCost::StribeckBristles,
        Some(ContinuousLaw::Bristle(_) | ContinuousLaw::Creeping(_)) => LawCost::SolvedFor,
    }
}

/// An advance that ends at its first event.
pub(super) struct EventEnd<'a, T: Model> {
    /// Only an event later than this is one [s].
    pub(super) settled: f64,
    /// When the event is [s], once there was one.
    pub(super) time: &'a mut Option<f64>,
    /// The values, for outputs before the event.
    pub(super) values: (&'a mut RealsOf<T>, &'a mut IntegersOf<T>),
}

impl<T: Model> System for Observed<'_, T> {
    type State = StateOf<T>;
    type Inputs = InputsOf<T>;
    type Guards = T::Guards;
    type Mode = ModeOf<T>;
    type Expansion = Expansion<T>;
    type Event = Event;

    const PREPARES: bool = T::PREPARES;

    #[inline(always)]
    fn coefficients(
        &self,
        mode: &ModeOf<T>,
        order: usize,
        state: &StateOf<T>,
        input: &Input<InputsOf<T>>,
        length: f64,
        expansion: Option<&mut Expansion<T>>,
    ) -> CoefficientsOf<Self> {
        coefficients(self.model, mode, Terms::new(order, state, input, length), expansion)
    }

    #[inline]
    fn rates(&self, mode: &ModeOf<T>, state: &StateOf<T>, input: &Input<InputsOf<T>>) -> StateOf<T> {
        equations::rates(self.model, mode, state, input)
    }

    #[inline]
    fn guards(&self, mode: &ModeOf<T>, state: &StateOf<T>, input: &Input<InputsOf<T>>) -> T::Guards {
        equations::guards(self.model, mode, state, input)
    }

    fn real_time_limit(&self) -> Option<RealTimeLimit> {
        let law = law_cost(self.model.body().law());
        self.is_real_time.then_some(RealTimeLimit { work: T::REAL_TIME_WORK, law })
    }

    #[inline]
    fn is_linear(&self, mode: &ModeOf<T>) -> bool {
        self.model.body().is_linear(&mode.body) && self.model.is_linear(&mode.elements)
    }

    #[inline]
    fn linear_mode(&self, mode: &ModeOf<T>) -> u8 {
        mode.linear_mode()
    }

    #[inline]
    fn beginning(&self, mode: &ModeOf<T>, state: &StateOf<T>, length: f64) -> Beginning {
        let body = self.model.body();
        if body.is_linear(&mode.body) {
            Beginning::Analytic
        } else {
            body.beginning(&mode.body, state[VELOCITY], length)
        }
    }

    fn passes_singularities(&self, mode: &ModeOf<T>) -> bool {
        !self.model.is_linear(&mode.elements) && !self.model.body().may_reach_limit(&mode.body)
    }

    fn resolution(&self, mode: &ModeOf<T>, state: &StateOf<T>, rates: &StateOf<T>) -> f64 {
        self.model.body().resolution(&mode.body, state[VELOCITY], rates[VELOCITY])
    }

    #[inline]
    fn scales(&self) -> StateOf<T> {
        self.model.scales(&self.sizes)
    }

    fn jacobian(&self, mode: &ModeOf<T>, state: &StateOf<T>, input: &Input<InputsOf<T>>) -> Matrix<StateOf<T>> {
        equations::jacobian(self.model, &Point { mode, state, input })
    }

    #[inline(always)]
    fn closed_form_step(
        &mut self,
        mode: &ModeOf<T>,
        state: &StateOf<T>,
        input: &Input<InputsOf<T>>,
        length: f64,
        repeated: Option<f64>,
        statistics: &mut Statistics,
    ) -> Option<StateOf<T>> {
        let step = WholeStep { start: Point { mode, state, input }, length, repeated, sizes: &self.sizes };
        self.model.closed_form_step(&step, statistics)
    }

    fn before_transition(&mut self, mode: &ModeOf<T>, state: &StateOf<T>, input: &Input<InputsOf<T>>) {
        let Self { model, events, event_end, .. } = self;
        if let Some(EventEnd { values: (reals, integers), .. }) = event_end {
            outputs::write(*model, &Point { mode, state, input }, None, events, (reals, integers));
        }
    }

    fn ends_at_event(&mut self, time: f64) -> bool {
        match &mut self.event_end {
            Some(EventEnd { settled, time: event, .. }) if time > *settled => {
                **event = Some(time);
                true
            }
            Some(_) | None => false,
        }
    }

    fn transition(
        &mut self,
        mode: &mut ModeOf<T>,
        guard: usize,
        state: &mut StateOf<T>,
        input: &Input<InputsOf<T>>,
        time: f64,
    ) -> Transition<Event> {
        if guard >= GUARDS {
            let known = self.model.transition(&mut mode.elements, guard - GUARDS, state);
            return Transition { departed: Some(DepartedGuard::new(guard, known)), event: None };
        }
        let rest = equations::rest(self.model, &mode.elements, state, input);
        let body = self.model.body();
        let transition = with_motion(state, |position, velocity| {
            body.transition(&mut mode.body, guard, position, velocity, &rest, time)
        });
        self.report(transition, mode, state, input)
    }

    fn implicit_step(
        &mut self,
        mode: &mut ModeOf<T>,
        state: &mut StateOf<T>,
        input: &Input<InputsOf<T>>,
        length: f64,
        evaluations: u32,
    ) {
        self.model.implicit_step(&mode.elements, state, input, length);
        mode.elements = self.model.elements_at(&mode.elements, state, input);
        let rest = equations::rest(self.model, &mode.elements, state, input);
        let damping = equations::damping_over(self.model, &mode.elements, state, input, length);
        let mut motion = Motion { position: state[POSITION], velocity: state[VELOCITY], deflection: state[DEFLECTION] };
        let body = self.model.body().under(rest.load);
        let over = ImplicitStep { damping, length, evaluations };
        body.implicit_step(&mut mode.body, &mut motion, &rest, over);
        (state[POSITION], state[VELOCITY], state[DEFLECTION]) = (motion.position, motion.velocity, motion.deflection);
    }

    fn end_bridge(&mut self, mode: &mut ModeOf<T>, state: &mut StateOf<T>, input: &Input<InputsOf<T>>) {
        let motion = Motion { position: state[POSITION], velocity: state[VELOCITY], deflection: state[DEFLECTION] };
        mode.elements = self.model.elements_with_stops(&mode.elements, state, input);
        self.model.body().end_bridge(&mut mode.body, &motion);
        let rest = equations::rest(self.model, &mode.elements, state, input);
        self.model.body().leave_rest(&mut mode.body, &rest);
    }

    fn bridged(&mut self, time: f64, duration: f64) {
        self.events.bridged_time += duration;
        self.observer.warning(&Warning::bridged(self.is_real_time, time, duration, None));
    }

    fn inaccurate(&mut self, time: f64) {
        if self.is_real_time {
            return;
        }
        self.observer.warning(&Warning::ToleranceNotMet { time });
    }
}

impl<T: Model> Observed<'_, T> {
    /// Counts the event of a transition, if it is one, and reports it to the observer, with the load after it.
    fn report(
        &mut self,
        transition: Transition<Event>,
        mode: &ModeOf<T>,
        state: &StateOf<T>,
        input: &Input<InputsOf<T>>,
    ) -> Transition<Event> {
        if let Some(event) = transition.event {
            let load_torque = equations::situation(self.model, &mode.elements, state, input).load;
            self.events.record(event.kind, event.time);
            self.observer.event(&Event { load_torque, ..event });
        }
        transition
    }

    /// Decides anew what the body does, at an event of Model Exchange and after inputs or parameters have jumped; see
    /// [`Body::decide_anew`](crate::plants::Body::decide_anew).
    pub(super) fn decide_anew(
        &mut self,
        cursor: &mut Cursor<StateOf<T>, ModeOf<T>>,
        input: &Input<InputsOf<T>>,
        time: f64,
        has_jumped: bool,
    ) {
        let Cursor { mode, state, departed, .. } = cursor;
        let decided = decide_anew(self.model, mode, state, input, (time, has_jumped));
        if let Some(transition) = decided {
            *departed = self.report(transition, mode, state, input).departed;
        }
    }
}

/// See [`Body::decide_anew`](crate::plants::Body::decide_anew); also of copies, without telling anybody.
pub(super) fn decide_anew<T: Model>(
    model: &T,
    mode: &mut ModeOf<T>,
    state: &mut StateOf<T>,
    input: &Input<InputsOf<T>>,
    (time, has_jumped): (f64, bool),
) -> Option<Transition<Event>> {
    let at = equations::situation(model, &mode.elements, state, input);
    with_motion(state, |position, velocity| {
        model.body().decide_anew(&mut mode.body, position, velocity, &at, time, has_jumped)
    })
}

/// Changes position and velocity of the body.
fn with_motion<X: Vector, R>(state: &mut X, change: impl FnOnce(&mut f64, &mut f64) -> R) -> R {
    let (mut position, mut velocity) = (state[POSITION], state[VELOCITY]);
    let result = change(&mut position, &mut velocity);
    (state[POSITION], state[VELOCITY]) = (position, velocity);
    result
}
