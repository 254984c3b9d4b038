//! What a mechanism is made of.

use super::{Component, Contact, ContactLaw, Gear, Network};
use crate::friction::Bristle;
use crate::memory::List;

/// A rigid body with one degree of freedom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Moment of inertia J [kg·m²]; 0 only where a gear ties the body to another.
    pub inertia: f64,
    /// Viscous friction to the ground [N·m·s/rad].
    pub viscous: f64,
    /// Hard stops [rad]; infinite where there is none.
    pub travel: (f64, f64),
}

impl Body {
    /// Its stop on a side [rad].
    pub(super) fn stop(&self, side: i8) -> f64 {
        if side < 0 { self.travel.0 } else { self.travel.1 }
    }

    /// Whether its stops leave it no room: it is held in both directions.
    pub(super) fn has_no_room(&self) -> bool {
        self.travel.0 == self.travel.1
    }
}

/// All elements. Indices of bodies are valid, gears form no loops.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Structure {
    /// Bodies.
    pub bodies: List<Body>,
    /// Contacts.
    pub contacts: List<Contact>,
    /// Gears.
    pub gears: List<Gear>,
    /// Number of deflections of bristles among the internal states.
    pub bristle_states: usize,
    /// Servos, springs, prescribed motions and other components, actuators first: see [`super::elements`].
    pub components: List<Component>,
    /// Number of actuators among them. Made with the mechanism, as is what follows.
    pub actuator_count: usize,
    /// Place of the first state of a linear system among the internal states, behind those of actuators, bristles and other components.
    pub linear_begin: usize,
    /// Slots of guards of the actuators, and of the other components.
    pub component_slots: [usize; 2],
    /// The place in `motions` of that which drives each body, itself or by gears.
    pub driver: List<Option<usize>>,
    /// Elements that prescribe the motion of a body, and that body.
    pub motions: List<(usize, usize)>,
    /// Signals of linear systems.
    pub network: Network,
}

impl Structure {
    /// Whether any gear locks itself at rest.
    pub(super) fn has_self_locking_gears(&self) -> bool {
        self.gears.iter().any(Gear::is_self_locking)
    }

    /// Takes over the properties of the same elements; no memory is taken for it.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.bodies.copy_from_slice(&other.bodies);
        self.contacts.copy_from_slice(&other.contacts);
        self.gears.copy_from_slice(&other.gears);
        self.bristle_states = other.bristle_states;
        self.components.copy_from_slice(&other.components);
        self.network.copy_from(&other.network);
    }

    /// Number of the states besides positions and velocities of the bodies.
    pub fn internal_states(&self) -> usize {
        self.linear_begin + self.network.states()
    }

    /// Place of the first deflection of bristles among the internal states.
    pub fn bristles_begin(&self) -> usize {
        self.actuators().last().map_or(0, |(_, last, _)| last.states().end)
    }

    /// Places of the deflections of bristles among the internal states, behind those of the actuators.
    pub(super) fn bristles(&self) -> impl Iterator<Item = (usize, &Bristle)> {
        self.contacts.iter().filter_map(|contact| match &contact.law {
            ContactLaw::Bristle { bristle, state } => Some((*state, bristle)),
            ContactLaw::SetValued { .. } | ContactLaw::Smooth(_) => None,
        })
    }

    /// Numbers of the components that are no actuators.
    pub(super) fn passive(&self) -> core::ops::Range<usize> {
        self.actuator_count..self.components.len()
    }

    /// Number of elements with guards: bodies, contacts, gears, limiters, and each slot of a component.
    pub fn elements(&self) -> usize {
        self.limiters_begin() + self.network.limiters.len()
    }

    /// Number of those before the gears.
    pub(super) fn gears_begin(&self) -> usize {
        self.contacts.len() + self.bodies.len() + self.component_slots[1]
    }

    /// Number of those before the limiters.
    pub(super) fn limiters_begin(&self) -> usize {
        self.gears_begin() + self.gears.len() + self.component_slots[0]
    }
}
