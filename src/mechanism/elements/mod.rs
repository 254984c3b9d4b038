//! Elements behind one trait. What an element is stands in one file of this folder: its equations at each order of the series, its
//! guards and what follows from them, its states, its part in an implicit step and in a bridged one, and its source. The mechanism asks
//! [`Element`] and knows none of them by name; a new one is a file here and a line in [`elements!`].
//!
//! An element acts on bodies by one torque, and may have internal states, inputs of its own and up to [`super::GUARDS_PER_ELEMENT`] guards. Its
//! branch is two small numbers, whose meaning is its own; they are copied, saved and compared here. An element that
//! [prescribes](Element::prescribes) the motion of a body has as its torque what that motion takes: see [`super::prescribed`].
//!
//! A [`Component`] is such an element in a mechanism, with the places of its states and inputs among those of all.

mod hysteresis;
mod motion;
mod spring;

pub use hysteresis::Hysteresis;
pub use motion::{PrescribedMotion, Prescribes};
pub use spring::{DampingLaw, Spring};

use super::expansion::{Expansion, Situation};
use super::inputs::Lines;
use super::prescribed::Kinematics;
use super::{Inputs, Mechanism, Structure};
use crate::solver::Beginning;

/// Which branch of its equations an element is in; its meaning is the element's own.
pub type Branch = [i8; 2];

/// Most numbers of guards that an element tells apart; at most [`super::GUARDS_PER_ELEMENT`] of them in one branch.
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
        [1, 1]
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

    /// Its guards in a branch, by numbers of its own.
    fn guards(&self, branch: Branch) -> &'static [usize] {
        let _ = branch;
        &[]
    }

    /// Coefficient number `order` of a guard.
    fn guard(&self, branch: Branch, place: usize, at: &Coefficients<'_>, order: usize) -> f64 {
        let _ = (branch, place, at, order);
        1.0
    }

    /// Size of what a guard is made of.
    fn guard_size(&self, place: usize, at: &Coefficients<'_>) -> f64 {
        let _ = (place, at);
        0.0
    }

    /// Takes a guard to its other side; `known` are the leading coefficients that each guard has then, and `is_located` is false where the
    /// guard has jumped beyond its surface.
    fn cross(&self, place: usize, branch: &mut Branch, known: &mut [u8; MOST_PLACES], is_located: bool) {
        let _ = (place, branch, known, is_located);
    }

    /// How its equations go on from any point: by a series or not.
    fn beginning(&self) -> Beginning {
        Beginning::Analytic
    }

    /// Sizes of its states below which errors do not matter.
    fn size_of_state(&self) -> f64 {
        1.0
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

elements!(Hysteresis, PrescribedMotion, Spring);

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
}

impl Structure {
    /// Gives all components the places of their states, behind those of the bristles, and of their inputs.
    pub(super) fn assign_places(&mut self) {
        let (mut state, mut input) = (self.components_begin(), 0);
        for component in &mut self.components {
            (component.state, component.input) = (state, input);
            state += component.element.get().states();
            input += component.element.get().inputs();
        }
    }

    /// States of all components together.
    pub(super) fn component_states(&self) -> usize {
        self.components.iter().map(|component| component.element.get().states()).sum()
    }

    /// Inputs of all components together.
    pub(super) fn component_inputs(&self) -> usize {
        self.components.iter().map(|component| component.element.get().inputs()).sum()
    }
}

impl Component {
    /// The coefficients that its equations take, among those of all bodies and states.
    pub(super) fn coefficients<'a>(
        &self,
        (bodies, states): (usize, usize),
        position: &'a [f64],
        velocity: &'a [f64],
        internal: &'a [f64],
    ) -> Coefficients<'a> {
        Coefficients { position, velocity, internal, bodies, states, first: self.state }
    }

    /// A component whose places are assigned when the mechanism is made.
    pub fn new(element: AnyElement) -> Self {
        Self { element, state: 0, input: 0 }
    }

    /// The motion that it prescribes: see [`Element::prescribed`].
    pub(super) fn prescribed(&self, inputs: &Inputs, integrated: Kinematics) -> Kinematics {
        self.element.get().prescribed(&inputs.components, self.input, integrated)
    }

    /// The same of an instant.
    pub(super) fn here<'a>(&self, at: &Situation<'a>) -> Coefficients<'a> {
        self.coefficients((at.position.len(), at.internal.len()), at.position, at.velocity, at.internal)
    }
}

impl Expansion {
    /// Torques of the components at one order, and the rates of their states.
    pub fn add_components(&mut self, at: &Situation<'_>, order: usize) {
        for (index, component) in at.structure.components.iter().enumerate() {
            let Self { bodies, position, velocity, internal, internal_rate, force, component_torque, .. } = self;
            let coefficients = component.coefficients((*bodies, internal_rate.len()), position, velocity, internal);
            component_torque[index] =
                component.element.act(at.mode.components[index], &coefficients, order, internal_rate, force);
        }
    }

    /// The coefficients that the equations of a component take.
    pub fn coefficients_for(&self, component: &Component) -> Coefficients<'_> {
        let sizes = (self.bodies, self.internal_rate.len());
        component.coefficients(sizes, &self.position, &self.velocity, &self.internal)
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

impl Mechanism {
    /// Chooses the branches of the components that belong to values which may have jumped.
    #[inline(never)]
    pub(super) fn choose_branches_of_components(&mut self) {
        for index in 0..self.structure.components.len() {
            let component = &self.structure.components[index];
            let branch =
                component.element.get().branch_at(self.mode.components[index], &component.here(&self.situation()));
            self.mode.components[index] = branch;
        }
    }

    /// Components take the branches that belong to velocities which have jumped.
    pub(super) fn follow_impact(&mut self) {
        for index in 0..self.structure.components.len() {
            let (component, before) = (&self.structure.components[index], self.mode.components[index]);
            let branch = component.element.get().branch_after_impact(before, &component.here(&self.situation()));
            if branch != before {
                self.mode.components[index] = branch;
                self.mode.component_known[index] = [0; MOST_PLACES];
            }
        }
    }

    /// Whether free play gives an equilibrium a side to find.
    pub(super) fn has_play(&self) -> bool {
        self.structure.components.iter().any(|component| component.element.get().has_play())
    }

    /// Branches of values among which an equilibrium is looked for; whether any is another one.
    pub(super) fn choose_branches_at_rest(&mut self) -> bool {
        let mut is_changed = false;
        for index in 0..self.structure.components.len() {
            let (component, before) = (&self.structure.components[index], self.mode.components[index]);
            let branch = component.element.get().branch_at_rest(before, &component.here(&self.situation()));
            is_changed |= core::mem::replace(&mut self.mode.components[index], branch) != branch;
        }
        is_changed
    }

    /// A component takes a guard to its other side.
    pub(super) fn cross_component(&mut self, index: usize, place: usize, is_located: bool) {
        let (branch, known) = (&mut self.mode.components[index], &mut self.mode.component_known[index]);
        self.structure.components[index].element.get().cross(place, branch, known, is_located);
    }

    /// Takes the states of the components over a bridged step with the velocities at its end.
    pub(super) fn bridge_components(&mut self, duration: f64) {
        for index in 0..self.structure.components.len() {
            let component = self.structure.components[index];
            let element = component.element.get();
            let (_, rate) = element.deflection(&component.here(&self.situation()), 0);
            element.bridge(duration * rate, &mut self.internal[component.state..component.state + element.states()]);
        }
    }
}
