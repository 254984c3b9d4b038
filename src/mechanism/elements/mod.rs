//! Elements behind one trait. What an element is stands in one file of this folder: its equations at each order of the series, its
//! guards and what follows from them, its states, its part in an implicit step and in a bridged one, and its source. The mechanism asks
//! [`Element`] and knows none of them by name; a new one is a file here and a line in [`elements!`].
//!
//! An element acts on bodies by one torque, and may have internal states, inputs of its own and guards. Its branch is a few small
//! numbers, whose meaning is its own; they are copied, saved and compared here. An element that [prescribes](Element::prescribes) the
//! motion of a body has as its torque what that motion takes: see [`super::prescribed`].
//!
//! One that takes signals is an [`Actuator`] besides. It is evaluated with these, behind all that it takes, and what it did at the order at hand
//! is kept in [`ServoTerms`], as servos are the only ones so far. Actuators are the first of all components.
//!
//! A [`Component`] is such an element in a mechanism, with the places of its states and inputs among those of all.

mod hysteresis;
mod motion;
mod servo;
mod spring;

pub use hysteresis::Hysteresis;
pub use motion::{PrescribedMotion, Prescribes};
pub use servo::{Output, Servo, ServoTerms};
pub use spring::{DampingLaw, Spring};

use super::constants::CONSTANTS;
use super::expansion::{Expansion, Situation, coefficient};
use super::inputs::Lines;
use super::prescribed::Kinematics;
use super::signal::SignalTerms;
use super::{Inputs, Mechanism, Structure};
use crate::plants::{NoEquilibrium, Order};
use crate::solver::Beginning;

/// Which branch of its equations an element is in; its meaning is the element's own.
pub type Branch = [i8; 4];

/// Most guards that an element tells apart; at most [`super::GUARDS_PER_ELEMENT`] for each of its [slots](Element::slots) in one branch.
pub(super) const MOST_PLACES: usize = 8;

/// Coefficients of the motion, of all orders up to the one at hand.
pub(super) struct Coefficients<'a> {
    /// `position[order · bodies + body]`.
    pub position: &'a [f64],
    pub velocity: &'a [f64],
    /// `internal[order · states + state]`.
    pub internal: &'a [f64],
    pub bodies: usize,
    pub states: usize,
    /// Place of the first state of the element.
    pub first: usize,
    /// Values of its inputs at this instant, and of an actuator what it did at the order at hand, where this was asked for.
    pub inputs: &'a [f64],
    pub terms: Option<&'a ServoTerms>,
}

impl Coefficients<'_> {
    /// Coefficient of the position of a body; of the ground it is 0.
    pub fn position(&self, order: usize, body: Option<usize>) -> f64 {
        body.map_or(0.0, |body| self.position[order * self.bodies + body])
    }

    /// Coefficient of the velocity of a body.
    pub fn velocity(&self, order: usize, body: Option<usize>) -> f64 {
        body.map_or(0.0, |body| self.velocity[order * self.bodies + body])
    }

    /// Coefficient of a state of the element.
    pub fn state(&self, order: usize, place: usize) -> f64 {
        self.internal[order * self.states + self.first + place]
    }

    /// Coefficients of all states of the element, of which there are `count`.
    pub fn states_at(&self, order: usize, count: usize) -> &[f64] {
        &self.internal[order * self.states + self.first..][..count]
    }
}

/// What an element is. All but its ends has a default: none.
pub(super) trait Element {
    /// The bodies on which its torque acts, with what it is divided by on each: -1 on the second of two, which it moves back.
    fn ends(&self) -> [Option<(usize, f64)>; 2];

    /// How far its ends are apart against its torque, and the rate of that; coefficients number `order`.
    fn deflection(&self, at: &Coefficients<'_>, order: usize) -> (f64, f64) {
        self.ends().into_iter().flatten().fold((0.0, 0.0), |(angle, rate), (body, divisor)| {
            let (position, velocity) = (at.position(order, Some(body)), at.velocity(order, Some(body)));
            (angle - position / divisor, rate - velocity / divisor)
        })
    }

    /// Number of its internal states.
    fn states(&self) -> usize {
        0
    }

    /// Number of its inputs.
    fn inputs(&self) -> usize {
        0
    }

    /// The body whose motion it prescribes.
    fn prescribes(&self) -> Option<usize> {
        None
    }

    /// The motion that its inputs prescribe at this instant; what they do not prescribe is that of the `integrated` states.
    fn prescribed(&self, inputs: &Lines, first: usize, integrated: Kinematics) -> Kinematics {
        let _ = (inputs, first);
        integrated
    }

    /// Changes of its inputs that are changes of position and velocity.
    fn prescribed_change(&self, slopes: &mut [f64]) -> (Option<f64>, Option<f64>) {
        let _ = slopes;
        (None, None)
    }

    /// Sets its inputs for position and velocity to the prescribed motion of this instant: inputs alone move along straight lines.
    fn follow_inputs(&self, now: Kinematics, inputs: &mut Lines, first: usize) {
        let _ = (now, inputs, first);
    }

    /// Coefficient number `order` of its torque, and in `rates` those of the time derivatives of its states. Of an element that does not
    /// begin [analytically](Element::beginning) order 1 is the exact change along a direction, and there are no higher ones.
    fn torque(&self, branch: Branch, at: &Coefficients<'_>, order: usize, rates: &mut [f64]) -> f64 {
        let _ = (branch, at, order, rates);
        0.0
    }

    /// Size of what coefficient number `order` of its torque was made of: from order 1 on that may be differences of motions which are the
    /// same but for rounding.
    fn torque_size(&self, branch: Branch, at: &Coefficients<'_>, order: usize, torque: f64) -> f64 {
        let _ = (branch, at, order);
        torque.abs()
    }

    /// The branch before values have chosen one.
    fn first_branch(&self) -> Branch {
        [1, 1, 0, 0]
    }

    /// Whether its equations are linear in a branch.
    fn is_linear(&self, branch: Branch) -> bool {
        let _ = branch;
        self.beginning() == Beginning::Analytic
    }

    /// That after velocities have jumped.
    fn branch_after_impact(&self, branch: Branch, at: &Coefficients<'_>) -> Branch {
        let _ = at;
        branch
    }

    /// Whether it has free play, in which an equilibrium has a side to find.
    fn has_play(&self) -> bool {
        false
    }

    /// That of values among which an equilibrium is looked for.
    fn branch_at_rest(&self, branch: Branch, at: &Coefficients<'_>) -> Branch {
        let _ = at;
        branch
    }

    /// End of a free play at which it is: −1, 0 none, 1.
    fn contact(&self, branch: Branch) -> i32 {
        let _ = branch;
        0
    }

    /// The branch that belongs to values which may have jumped.
    fn branch_at(&self, branch: Branch, at: &Coefficients<'_>) -> Branch {
        let _ = at;
        branch
    }

    /// How many times [`super::GUARDS_PER_ELEMENT`] guards it has at most.
    fn slots(&self) -> usize {
        1
    }

    /// Adds its guards in a branch, by numbers of its own, the lowest first.
    fn guards(&self, branch: Branch, add: &mut dyn FnMut(usize)) {
        let _ = (branch, add);
    }

    /// Coefficient number `order` of a guard; those of an actuator are in its terms.
    fn guard(&self, branch: Branch, place: usize, at: &Coefficients<'_>, order: usize) -> f64 {
        let _ = (branch, place, at, order);
        1.0
    }

    /// Size of what a guard is made of.
    fn guard_size(&self, place: usize, at: &Coefficients<'_>) -> f64 {
        let _ = (place, at);
        0.0
    }

    /// Takes a guard to its other side; `is_located` is false where it has jumped beyond its surface.
    fn cross(&self, place: usize, now: &mut Crossed<'_>, is_located: bool) {
        let _ = (place, now, is_located);
    }

    /// A guard that is at its surface with a state that is zero: the places of both, and the side of the branch. To which side it leaves the surface
    /// the first derivative of the state that is not zero decides.
    fn at_surface(&self, branch: Branch, states: &[f64]) -> Option<(usize, usize, i8)> {
        let _ = (branch, states);
        None
    }

    /// How its equations go on from any point: by a series or not.
    fn beginning(&self) -> Beginning {
        Beginning::Analytic
    }

    /// Sizes of its states below which errors do not matter, if this `share` of the range of a state does not, nor so much of a `position`.
    fn sizes_of_states(&self, share: f64, position: f64, sizes: &mut [f64]) {
        let _ = (share, position, sizes);
    }

    /// Change of its torque per change of its deflection, and of the rate of that, at this point: for a bridged step.
    fn tangent(&self, branch: Branch, at: &Coefficients<'_>) -> (f64, f64) {
        let _ = (branch, at);
        (0.0, 0.0)
    }

    /// Takes its states over a bridged step, in which its ends move apart by `moved`.
    fn bridge(&self, moved: f64, states: &mut [f64]) {
        let _ = (moved, states);
    }

    /// What it is besides if it takes signals.
    fn actuator(&self) -> Option<&dyn Actuator> {
        None
    }
}

/// What a crossed guard may change.
pub(super) struct Crossed<'a> {
    pub branch: &'a mut Branch,
    /// Leading coefficients of each guard that are known from then on.
    pub known: &'a mut [u8; MOST_PLACES],
    pub states: &'a mut [f64],
}

/// An element that takes signals, and has limits that an equilibrium can take it to.
pub(super) trait Actuator {
    /// The signals that are its command and its supply, its first two inputs; none where one comes from outside.
    fn signals(&self) -> [Option<usize>; 2];

    /// Coefficient number `order` of its torque, one order after the other. What it is given is in its `terms`, and all that its guards, its
    /// outputs and the rates of its states follow from.
    fn expand(&self, branch: Branch, at: &Coefficients<'_>, order: usize, terms: &mut ServoTerms) -> f64;

    /// The branch in which states rest on the stops that they are pressed against.
    fn branch_on_stops(&self, branch: Branch, at: &Coefficients<'_>) -> Branch;

    /// Explicit steps in which it is taken over a bridged interval.
    fn steps_of_bridge(&self, duration: f64) -> f64;

    /// Takes its states over one of these.
    fn step(&self, terms: &ServoTerms, duration: f64, states: &mut [f64]);

    /// Its current within its limit, also where the rate of the command has jumped.
    fn shown_current(&self, terms: &ServoTerms) -> f64;

    /// Why it carries no more in a branch; none where that is at no limit.
    fn at_limit(&self, branch: Branch) -> Option<NoEquilibrium>;

    /// The branch that its values belong to if that is beyond a limit, or within one that holds, and how far.
    fn other_limit(&self, branch: Branch, terms: &ServoTerms) -> Option<(Branch, f64)>;

    /// The branch that belongs to the values, with the same limits.
    fn branch_within_limits(&self, branch: Branch, terms: &ServoTerms) -> Branch;

    /// Coefficient number `order` of its torque over its capacity, or at a limit of how far it is beyond that; with the `supply` of order 0.
    fn measure(&self, branch: Branch, terms: &ServoTerms, order: usize, supply: f64) -> f64;

    /// The torque that it has at the most.
    fn capacity(&self, supply: f64) -> f64;

    /// Takes states that are at stops there, and others no further than an equilibrium may be.
    fn keep_within(&self, branch: Branch, states: &mut [f64]);

    /// Whether a state, by its place, is at a stop and stays there.
    fn is_at_stop(&self, branch: Branch, state: usize) -> bool;

    /// Whether it holds a torque by the equilibrium of its own equations.
    fn confirm(&self, torque: f64, terms: &ServoTerms) -> Result<(), NoEquilibrium>;

    /// Whether its last state, the integral of its error, has an effect.
    fn integrates(&self) -> bool;

    /// Whether it has no gain for any error.
    fn demands_nothing(&self) -> bool;
}

/// The elements that there are: each a type of this folder.
macro_rules! elements {
    ($($name:ident),*) => {
        /// An element of a mechanism.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum AnyElement {
            $(#[allow(missing_docs)] $name($name),)*
        }

        impl AnyElement {
            pub(super) fn get(&self) -> &dyn Element {
                match self {
                    $(Self::$name(element) => element,)*
                }
            }

            /// Torque and rates of one order, with what acts on the bodies: compiled for each element, as each step asks for it.
            fn act(&self, branch: Branch, at: &Coefficients<'_>, order: usize, rates: &mut [f64], force: &mut [f64]) -> f64 {
                match self {
                    $(Self::$name(element) => act(element, branch, at, order, rates, force),)*
                }
            }
        }

        $(impl From<$name> for AnyElement {
            fn from(element: $name) -> Self {
                Self::$name(element)
            }
        })*
    };
}

elements!(Hysteresis, PrescribedMotion, Servo, Spring);

fn act(
    element: &impl Element,
    branch: Branch,
    at: &Coefficients<'_>,
    order: usize,
    rates: &mut [f64],
    force: &mut [f64],
) -> f64 {
    let torque = element.torque(branch, at, order, &mut rates[at.first..at.first + element.states()]);
    for (body, divisor) in element.ends().into_iter().flatten() {
        force[body] += torque / divisor;
    }
    torque
}

/// An element in a mechanism, with the places of its first internal state and its first input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Component {
    /// What it is.
    pub element: AnyElement,
    /// Place of its first state among the internal states.
    pub state: usize,
    /// Place of its first input among those of all components.
    pub input: usize,
    /// Place of its first slot among all elements with guards.
    pub slot: usize,
}

impl Structure {
    /// Gives all components the places of their states, inputs and guards. Those of actuators are before the states of bristles, and behind
    /// the guards of gears; those of the others behind and before them.
    pub fn assign_places(&mut self) {
        let (actuators, others) = self.components.split_at(self.actuators().count());
        let slots = |of: &[Component]| of.iter().map(|component| component.element.get().slots()).sum();
        (self.actuator_count, self.component_slots) = (actuators.len(), [slots(actuators), slots(others)]);
        let (mut state, mut input) = (0, 0);
        let mut slot = self.gears_begin() + self.gears.len();
        for (index, component) in self.components.iter_mut().enumerate() {
            if index == self.actuator_count {
                (state, slot) = (state + self.bristle_states, self.contacts.len() + self.bodies.len());
            }
            (component.state, component.input, component.slot) = (state, input, slot);
            let element = component.element.get();
            (state, input, slot) = (state + element.states(), input + element.inputs(), slot + element.slots());
        }
        let states = self.components.iter().map(|component| component.element.get().states());
        self.linear_begin = self.bristle_states + states.sum::<usize>();
    }

    /// Elements that take signals, by their numbers among the components.
    pub(super) fn actuators(&self) -> impl Iterator<Item = (usize, &Component, &dyn Actuator)> {
        let components = self.components.iter().enumerate();
        components.map_while(|(index, component)| Some((index, component, component.element.get().actuator()?)))
    }

    /// Inputs of all components together.
    pub(super) fn component_inputs(&self) -> usize {
        self.components.iter().map(|component| component.element.get().inputs()).sum()
    }

    /// That of the actuators which has an internal state, and the place of the state in it.
    pub(super) fn actuator_of(&self, state: usize) -> Option<(usize, &dyn Actuator, usize)> {
        let mut actuators = self.actuators().filter(|(_, component, _)| component.states().contains(&state));
        actuators.next().map(|(index, component, actuator)| (index, actuator, state - component.state))
    }
}

impl Component {
    /// The coefficients that its equations take, among those of all bodies and states.
    pub(super) fn coefficients<'a>(&self, sizes: (usize, usize), of: [&'a [f64]; 3]) -> Coefficients<'a> {
        let ((bodies, states), [position, velocity, internal]) = (sizes, of);
        Coefficients { position, velocity, internal, bodies, states, first: self.state, inputs: &[], terms: None }
    }

    /// The signals that it takes: see [`Actuator::signals`].
    pub(super) fn signals(&self) -> [Option<usize>; 2] {
        self.element.get().actuator().map_or([None; 2], Actuator::signals)
    }

    /// The bodies on which it acts: see [`Element::ends`].
    pub(super) fn ends(&self) -> impl Iterator<Item = (usize, f64)> + use<> {
        self.element.get().ends().into_iter().flatten()
    }

    /// Places of its states.
    pub fn states(&self) -> core::ops::Range<usize> {
        self.state..self.state + self.element.get().states()
    }

    /// A component whose places are assigned when the mechanism is made.
    pub fn new(element: AnyElement) -> Self {
        Self { element, state: 0, input: 0, slot: 0 }
    }

    /// Coefficient number `order` of the torque of an actuator over a length. Its inputs are these signals, or lines from outside; of its command
    /// it takes the rate as well where that is known.
    pub(super) fn expand(
        &self,
        (at, index): (&Situation<'_>, usize),
        coefficients: &Coefficients<'_>,
        (order, length): (usize, f64),
        (signals, knows_rate): (&SignalTerms, bool),
        terms: &mut ServoTerms,
    ) -> f64 {
        let Some(actuator) = self.element.get().actuator() else { return 0.0 };
        let (lines, taken) = (&at.inputs.components, actuator.signals());
        let value = |place: usize| match taken[place] {
            Some(signal) => signals.value[signal],
            None => coefficient((lines.value[self.input + place], lines.slope[self.input + place] * length), order),
        };
        let rate = match taken[0] {
            Some(signal) if knows_rate => signals.rate[signal],
            Some(_) => 0.0,
            None => Order::of(order).constant(lines.slope[self.input]),
        };
        terms.give(value(0), rate, value(1));
        actuator.expand(at.mode.components[index], coefficients, order, terms)
    }

    /// The motion that it prescribes: see [`Element::prescribed`].
    pub(super) fn prescribed(&self, inputs: &Inputs, integrated: Kinematics) -> Kinematics {
        self.element.get().prescribed(&inputs.components, self.input, integrated)
    }

    /// The same of an instant.
    pub(super) fn here<'a>(&self, at: &Situation<'a>) -> Coefficients<'a> {
        let inputs = &at.inputs.components.value[self.input..];
        let sizes = (at.position.len(), at.internal.len());
        Coefficients { inputs, ..self.coefficients(sizes, [at.position, at.velocity, at.internal]) }
    }
}

impl Expansion {
    /// Torques of the components that take no signals at one order, and the rates of their states.
    pub fn add_components(&mut self, at: &Situation<'_>, order: usize) {
        for (index, component) in at.structure.components.iter().enumerate().skip(at.structure.actuator_count) {
            let Self { bodies, position, velocity, internal, internal_rate, force, component_torque, .. } = self;
            let coefficients = component.coefficients((*bodies, internal_rate.len()), [position, velocity, internal]);
            component_torque[index] =
                component.element.act(at.mode.components[index], &coefficients, order, internal_rate, force);
        }
    }

    /// What an actuator does at one order.
    pub fn add_actuator(&mut self, at: &Situation<'_>, index: usize, order: usize) {
        let (component, knows_rate) = (&at.structure.components[index], self.knows_rate_of_command(index));
        let Self { length, signals, position, velocity, internal, internal_rate, force, terms, .. } = self;
        let of = component.coefficients((self.bodies, internal_rate.len()), [position, velocity, internal]);
        let terms = &mut terms[index];
        let torque = component.expand((at, index), &of, (order, *length), (signals, knows_rate), terms);
        internal_rate[component.states()].copy_from_slice(&terms.state_rates());
        self.component_torque[index] = torque;
        component.ends().for_each(|(body, divisor)| force[body] += torque / divisor);
    }

    /// The coefficients that the equations of a component take.
    pub fn coefficients_for(&self, component: &Component) -> Coefficients<'_> {
        let sizes = (self.bodies, self.internal_rate.len());
        component.coefficients(sizes, [&self.position, &self.velocity, &self.internal])
    }

    /// Coefficient number `order` of a guard of a component.
    #[inline(never)]
    pub fn guard_of_component(&self, at: &Situation<'_>, (index, place): (usize, usize), order: usize) -> f64 {
        let component = &at.structure.components[index];
        component.element.get().guard(at.mode.components[index], place, &self.coefficients_for(component), order)
    }

    /// Size of what it is made of.
    #[inline(never)]
    pub fn guard_size_of_component(&self, at: &Situation<'_>, (index, place): (usize, usize)) -> f64 {
        let component = &at.structure.components[index];
        component.element.get().guard_size(place, &component.here(at))
    }
}

/// Another branch of an element at values.
type Change = fn(&dyn Element, Branch, &Coefficients<'_>) -> Branch;

impl Mechanism {
    /// Takes components to other branches, of whose guards nothing is known yet; whether any is another one.
    fn change_branches(&mut self, of: core::ops::Range<usize>, change: Change) -> bool {
        let mut is_changed = false;
        for index in of {
            let (component, before) = (&self.structure.components[index], self.mode.components[index]);
            let at = Coefficients { terms: self.expansion.terms.get(index), ..component.here(&self.situation()) };
            let branch = change(component.element.get(), before, &at);
            if branch != before {
                (self.mode.components[index], self.mode.component_known[index]) = (branch, [0; MOST_PLACES]);
                is_changed = true;
            }
        }
        is_changed
    }

    /// Components that take no signals take the branches that belong to values which may have jumped.
    pub(super) fn choose_branches_of_components(&mut self) {
        self.change_branches(self.structure.passive(), |element, branch, at| element.branch_at(branch, at));
    }

    /// The same of the actuators, after [`Mechanism::evaluate`].
    pub(super) fn choose_branches_of_actuators(&mut self) {
        self.change_branches(0..self.structure.actuator_count, |element, branch, at| element.branch_at(branch, at));
        self.mode.component_known[..self.structure.actuator_count].fill([0; MOST_PLACES]);
    }

    /// States of actuators rest on the stops that they are pressed against, by what acted at the last evaluation.
    pub(super) fn choose_stops_of_actuators(&mut self) {
        self.change_branches(0..self.structure.actuator_count, |element, branch, at| {
            element.actuator().map_or(branch, |actuator| actuator.branch_on_stops(branch, at))
        });
    }

    /// Components take the branches that belong to velocities which have jumped.
    pub(super) fn follow_impact(&mut self) {
        let all = 0..self.structure.components.len();
        self.change_branches(all, |element, branch, at| element.branch_after_impact(branch, at));
    }

    /// Branches of values among which an equilibrium is looked for; whether any is another one.
    pub(super) fn choose_branches_at_rest(&mut self) -> bool {
        let all = 0..self.structure.components.len();
        self.change_branches(all, |element, branch, at| element.branch_at_rest(branch, at))
    }

    /// What is at a surface with a state that is zero goes to the side to which the first derivative of that takes it; whether any was to go
    /// to the other.
    pub(super) fn choose_sides_at_surfaces(&mut self) -> bool {
        let mut any = false;
        for index in 0..self.structure.components.len() {
            let component = self.structure.components[index];
            let states = &self.internal[component.states()];
            let at_surface = component.element.get().at_surface(self.mode.components[index], states);
            let Some((place, state, side)) = at_surface else { continue };
            if self.mode.component_known[index][place] > 0 {
                continue;
            }
            let state = component.state + state;
            if self.first_sign(|this, _| (this.expansion.internal_rates()[state], 0.0)) == -side {
                self.cross_component(index, place, false);
                any = true;
            }
        }
        any
    }

    /// Whether free play gives an equilibrium a side to find.
    pub(super) fn has_play(&self) -> bool {
        self.structure.components.iter().any(|component| component.element.get().has_play())
    }

    /// A component takes a guard to its other side.
    pub(super) fn cross_component(&mut self, index: usize, place: usize, is_located: bool) {
        let (component, mode) = (&self.structure.components[index], &mut self.mode);
        let (branch, known) = (&mut mode.components[index], &mut mode.component_known[index]);
        let mut now = Crossed { branch, known, states: &mut self.internal[component.states()] };
        component.element.get().cross(place, &mut now, is_located);
    }

    /// Takes the actuators over a bridged step by short explicit ones, with the bodies as they are at its end.
    pub(super) fn bridge_actuators(&mut self, duration: f64) {
        for index in 0..self.structure.actuator_count {
            let component = self.structure.components[index];
            let Some(actuator) = component.element.get().actuator() else { continue };
            let steps = actuator.steps_of_bridge(duration);
            self.budget -= steps / CONSTANTS.evaluations_per_try;
            self.mode.components[index] = component.element.get().first_branch();
            for _ in 0..steps as u32 {
                self.choose_saturations();
                let states = &mut self.internal[component.states()];
                actuator.step(&self.expansion.terms[index], duration / steps, states);
            }
        }
        self.choose_saturations();
        self.choose_stops_of_actuators();
    }

    /// Takes the states of the other components over it, with the velocities at its end.
    pub(super) fn bridge_components(&mut self, duration: f64) {
        for index in self.structure.passive() {
            let component = self.structure.components[index];
            let element = component.element.get();
            let (_, rate) = element.deflection(&component.here(&self.situation()), 0);
            element.bridge(duration * rate, &mut self.internal[component.states()]);
        }
    }
}
