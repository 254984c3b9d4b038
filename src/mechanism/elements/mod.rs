//! Elements behind one trait. What an element is stands in one file of this folder: its equations at each order of the series, its
//! guards and what follows from them, its states, its part in an implicit step and in a bridged one, and its source. The mechanism asks
//! [`Element`] and knows none of them by name; a new one is a file here and a line in [`elements!`].
//!
//! An element acts on bodies by one torque, and may have internal states, inputs of its own and up to [`super::GUARDS_PER_ELEMENT`] guards. Its
//! branch is two small numbers, whose meaning is its own; they are copied, saved and compared here. An element that
//! [prescribes](Element::prescribes) the motion of a body has as its torque what that motion takes: see [`super::prescribed`].

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

/// An element with the places of its first internal state and its first input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// What it is.
    pub element: AnyElement,
    /// Place of its first state among the internal states.
    pub state: usize,
    /// Place of its first input among those of all elements.
    pub input: usize,
}

impl AnyElement {
    /// Number of its internal states.
    pub fn states(&self) -> usize {
        self.get().states()
    }

    /// Number of its inputs.
    pub fn inputs(&self) -> usize {
        self.get().inputs()
    }
}

impl Structure {
    /// Adds an element behind those that there are.
    pub fn place(&mut self, element: AnyElement) {
        self.placed.push(Placed::new(element));
    }

    /// Gives all elements the places of their states, behind those of the bristles, and of their inputs.
    pub(super) fn find_places(&mut self) {
        let (mut state, mut input) = (self.placed_begin(), 0);
        for placed in &mut self.placed {
            (placed.state, placed.input) = (state, input);
            state += placed.element.states();
            input += placed.element.inputs();
        }
    }

    /// States of these elements together.
    pub fn placed_states(&self) -> usize {
        self.placed.iter().map(|placed| placed.element.states()).sum()
    }

    /// Inputs of these elements together.
    pub fn placed_inputs(&self) -> usize {
        self.placed.iter().map(|placed| placed.element.inputs()).sum()
    }
}

impl Placed {
    /// What of the motion this element is made from.
    pub(super) fn coefficients<'a>(
        &self,
        (bodies, states): (usize, usize),
        position: &'a [f64],
        velocity: &'a [f64],
        internal: &'a [f64],
    ) -> Coefficients<'a> {
        Coefficients { position, velocity, internal, bodies, states, first: self.state }
    }

    /// An element whose places are found when the mechanism is made.
    pub fn new(element: AnyElement) -> Self {
        Self { element, state: 0, input: 0 }
    }

    /// The motion that it prescribes: see [`Element::prescribed`].
    pub(super) fn prescribed(&self, inputs: &Inputs, integrated: Kinematics) -> Kinematics {
        self.element.get().prescribed(&inputs.elements, self.input, integrated)
    }

    /// What of the motion at an instant this element is made from.
    pub(super) fn here<'a>(&self, at: &Situation<'a>) -> Coefficients<'a> {
        self.coefficients((at.position.len(), at.internal.len()), at.position, at.velocity, at.internal)
    }
}

impl Expansion {
    /// Torques of the elements at one order, and the rates of their states.
    pub fn add_elements(&mut self, at: &Situation<'_>, order: usize) {
        for (index, placed) in at.structure.placed.iter().enumerate() {
            let Self { bodies, position, velocity, internal, internal_rate, force, element_torque, .. } = self;
            let coefficients = placed.coefficients((*bodies, internal_rate.len()), position, velocity, internal);
            element_torque[index] =
                placed.element.act(at.mode.elements[index], &coefficients, order, internal_rate, force);
        }
    }

    /// Coefficients from which those of an element follow.
    pub fn coefficients_for(&self, placed: &Placed) -> Coefficients<'_> {
        let sizes = (self.bodies, self.internal_rate.len());
        placed.coefficients(sizes, &self.position, &self.velocity, &self.internal)
    }

    /// Coefficient number `order` of a guard of an element.
    #[inline(never)]
    pub fn guard_of_element(&self, at: &Situation<'_>, (index, place): (usize, usize), order: usize) -> f64 {
        let placed = &at.structure.placed[index];
        placed.element.get().guard(at.mode.elements[index], place, &self.coefficients_for(placed), order)
    }

    /// Size of what it is made of.
    #[inline(never)]
    pub fn guard_size_of_element(&self, at: &Situation<'_>, (index, place): (usize, usize)) -> f64 {
        let placed = &at.structure.placed[index];
        placed.element.get().guard_size(place, &placed.here(at))
    }
}

impl Mechanism {
    /// Branches of the elements that belong to values which may have jumped.
    #[inline(never)]
    pub(super) fn choose_branches_of_elements(&mut self) {
        for index in 0..self.structure.placed.len() {
            let placed = &self.structure.placed[index];
            let branch = placed.element.get().branch_at(self.mode.elements[index], &placed.here(&self.situation()));
            self.mode.elements[index] = branch;
        }
    }

    /// Elements answer velocities that have jumped.
    pub(super) fn follow_impact(&mut self) {
        for index in 0..self.structure.placed.len() {
            let (placed, before) = (&self.structure.placed[index], self.mode.elements[index]);
            let branch = placed.element.get().branch_after_impact(before, &placed.here(&self.situation()));
            if branch != before {
                self.mode.elements[index] = branch;
                self.mode.element_known[index] = [0; MOST_PLACES];
            }
        }
    }

    /// Whether free play gives an equilibrium a side to find.
    pub(super) fn has_play(&self) -> bool {
        self.structure.placed.iter().any(|placed| placed.element.get().has_play())
    }

    /// Branches of values among which an equilibrium is looked for; whether any is another one.
    pub(super) fn choose_branches_at_rest(&mut self) -> bool {
        let mut is_changed = false;
        for index in 0..self.structure.placed.len() {
            let (placed, before) = (&self.structure.placed[index], self.mode.elements[index]);
            let branch = placed.element.get().branch_at_rest(before, &placed.here(&self.situation()));
            is_changed |= core::mem::replace(&mut self.mode.elements[index], branch) != branch;
        }
        is_changed
    }

    /// An element takes a guard to its other side.
    pub(super) fn cross_element(&mut self, index: usize, place: usize, is_located: bool) {
        let (branch, known) = (&mut self.mode.elements[index], &mut self.mode.element_known[index]);
        self.structure.placed[index].element.get().cross(place, branch, known, is_located);
    }

    /// Takes the states of the elements over a bridged step with the velocities at its end.
    pub(super) fn bridge_elements(&mut self, duration: f64) {
        for index in 0..self.structure.placed.len() {
            let placed = self.structure.placed[index];
            let element = placed.element.get();
            let (_, rate) = element.deflection(&placed.here(&self.situation()), 0);
            element.bridge(duration * rate, &mut self.internal[placed.state..placed.state + element.states()]);
        }
    }
}
