//! Elements behind one trait. What an element is stands in one file of this folder: its equations at each order of the series, its
//! guards and what follows from them, its states, its part in an implicit step and in a bridged one, and its source. The mechanism asks
//! [`Element`] and knows none of them by name; a new one is a file here and a line in [`elements!`].
//!
//! An element acts on bodies by one torque, and may have internal states, inputs of its own and up to [`super::GUARDS_PER_ELEMENT`] guards. Its
//! branch is two small numbers, whose meaning is its own; they are copied, saved and compared here. An element that
//! [prescribes](Element::prescribes) the motion of a body has as its torque what that motion takes: see [`super::prescribed`].

mod hysteresis;
mod motion;

pub use hysteresis::Hysteresis;
pub use motion::{PrescribedMotion, Prescribes};

use super::expansion::{Expansion, Situation};
use super::inputs::Lines;
use super::prescribed::Jet;
use super::{Mechanism, Structure};
use crate::solver::Beginning;

/// Which branch of its equations an element is in; its meaning is the element's own.
pub type Branch = [i8; 2];

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
    /// The bodies on which its torque acts, with what of it acts on each.
    fn ends(&self) -> [Option<(usize, f64)>; 2];

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

    /// What its inputs prescribe at this instant, given the motion that they leave open.
    fn prescribed(&self, inputs: &Lines, first: usize, open: Jet) -> Jet {
        let _ = (inputs, first);
        open
    }

    /// Changes of its inputs that are changes of position and velocity.
    fn prescribed_change(&self, slopes: &mut [f64]) -> (Option<f64>, Option<f64>) {
        let _ = slopes;
        (None, None)
    }

    /// The inputs that are led along the prescribed motion become what it is now.
    fn follow_inputs(&self, now: Jet, inputs: &mut Lines, first: usize) {
        let _ = (now, inputs, first);
    }

    /// Coefficient number `order` of its torque, and in `rates` those of the time derivatives of its states. Of an element that does not
    /// begin [analytically](Element::beginning) order 1 is the exact change along a direction, and there are no higher ones.
    fn torque(&self, branch: Branch, at: &Coefficients<'_>, order: usize, rates: &mut [f64]) -> f64 {
        let _ = (branch, at, order, rates);
        0.0
    }

    /// The branch that belongs to values which may have jumped.
    fn branch_at(&self, branch: Branch, at: &Coefficients<'_>) -> Branch {
        let _ = at;
        branch
    }

    /// Number of its guards, whatever the branch.
    fn guards(&self) -> usize {
        0
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

    /// Takes a guard to its other side.
    fn cross(&self, place: usize, branch: &mut Branch) {
        let _ = (place, branch);
    }

    /// How its equations go on from any point: by a series or not.
    fn beginning(&self) -> Beginning {
        Beginning::Analytic
    }

    /// Sizes of its states below which errors do not matter.
    fn size_of_state(&self) -> f64 {
        1.0
    }

    /// Change of its torque per change of the deflection of its ends, at this point: for a bridged step.
    fn tangent(&self, branch: Branch, at: &Coefficients<'_>) -> f64 {
        let _ = (branch, at);
        0.0
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
        }

        $(impl From<$name> for AnyElement {
            fn from(element: $name) -> Self {
                Self::$name(element)
            }
        })*
    };
}

elements!(Hysteresis, PrescribedMotion);

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
        self.placed.push(Placed { element, state: 0, input: 0 });
    }

    /// Gives all elements the places of their states, behind those of the bristles, and of their inputs.
    pub fn find_places(&mut self) {
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

    /// Whether an element prescribes the motion of this body.
    pub(super) fn is_prescribed(&self, body: usize) -> bool {
        self.placed.iter().any(|placed| placed.element.get().prescribes() == Some(body))
    }
}

impl Placed {
    /// What of the motion this element is made from.
    fn coefficients<'a>(
        &self,
        (bodies, states): (usize, usize),
        position: &'a [f64],
        velocity: &'a [f64],
        internal: &'a [f64],
    ) -> Coefficients<'a> {
        Coefficients { position, velocity, internal, bodies, states, first: self.state }
    }

    /// The same at an instant.
    fn here<'a>(&self, at: &Situation<'a>) -> Coefficients<'a> {
        self.coefficients((at.position.len(), at.internal.len()), at.position, at.velocity, at.internal)
    }
}

impl Expansion {
    /// Torques of the elements at one order, and the rates of their states.
    pub fn add_elements(&mut self, at: &Situation<'_>, order: usize) {
        for (index, placed) in at.structure.placed.iter().enumerate() {
            let element = placed.element.get();
            let Self { bodies, position, velocity, internal, internal_rate, force, element_torque, .. } = self;
            let coefficients = placed.coefficients((*bodies, internal_rate.len()), position, velocity, internal);
            let rates = &mut internal_rate[placed.state..placed.state + element.states()];
            let torque = element.torque(at.mode.elements[index], &coefficients, order, rates);
            element_torque[index] = torque;
            for (body, share) in element.ends().into_iter().flatten() {
                force[body] += share * torque;
            }
        }
    }

    /// Coefficient number `order` of a guard of an element.
    pub fn guard_of_element(&self, at: &Situation<'_>, (index, place): (usize, usize), order: usize) -> f64 {
        let placed = &at.structure.placed[index];
        let sizes = (self.bodies, self.internal_rate.len());
        let coefficients = placed.coefficients(sizes, &self.position, &self.velocity, &self.internal);
        placed.element.get().guard(at.mode.elements[index], place, &coefficients, order)
    }

    /// Size of what it is made of.
    pub fn guard_size_of_element(&self, at: &Situation<'_>, (index, place): (usize, usize)) -> f64 {
        let placed = &at.structure.placed[index];
        placed.element.get().guard_size(place, &placed.here(at))
    }
}

impl Mechanism {
    /// Branches of the elements that belong to values which may have jumped.
    pub(super) fn choose_branches_of_elements(&mut self) {
        for index in 0..self.structure.placed.len() {
            let placed = &self.structure.placed[index];
            let branch = placed.element.get().branch_at(self.mode.elements[index], &placed.here(&self.situation()));
            self.mode.elements[index] = branch;
        }
    }

    /// An element takes a guard to its other side.
    pub(super) fn cross_element(&mut self, index: usize, place: usize) {
        self.structure.placed[index].element.get().cross(place, &mut self.mode.elements[index]);
        self.mode.element_known[index][place] = 1;
    }

    /// Takes the states of the elements over a bridged step with the velocities at its end.
    pub(super) fn bridge_elements(&mut self, duration: f64) {
        let Self { structure, velocity, internal, .. } = self;
        for placed in &structure.placed {
            let element = placed.element.get();
            let ends = element.ends().into_iter().flatten();
            // The torque acts against the motion of its ends.
            let moved = ends.fold(0.0, |sum, (body, share)| sum - share * velocity[body]) * duration;
            element.bridge(moved, &mut internal[placed.state..placed.state + element.states()]);
        }
    }

    /// What the torques of the elements change over a bridged step, by rows of its matrix, and in its forces.
    pub(super) fn set_up_bridged_elements(&mut self, duration: f64) {
        for index in 0..self.structure.placed.len() {
            let placed = &self.structure.placed[index];
            let element = placed.element.get();
            let tangent = element.tangent(self.mode.elements[index], &placed.here(&self.situation()));
            let ends = element.ends();
            self.add_bridged_stiffness(ends, tangent, duration);
        }
    }
}
