//! What a mechanism is made of.

use super::{Component, Contact, ContactLaw, Network};
use crate::friction::{Bristle, Levels, RestRatios, Table};
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
    /// Whether its stops leave it no room: it is held in both directions.
    pub(super) fn has_no_room(&self) -> bool {
        self.travel.0 == self.travel.1
    }
}

/// A rigid gear or screw, `q_first = ratio·q_second + constant`, with losses at the first body that grow with the mesh torque T.
///
/// ```text
/// torque = T + loss     loss = s·(C + gain·|T|), s = sign(v_first); gain = 1/η_opp − 1 where s·T ≥ 0, else 1 − η_aid
/// at rest               −r·F₋(T) ≤ loss ≤ r·F₊(T), F the level for starting in that direction
/// over speed            C(|v_first|) and both gains from a table, linear between its points and constant beyond the last
/// ```
///
/// The table is Modelica's `lossTable` of a LossyGear, whose two columns of friction are C and a bearing of the second, a contact. Deviation: between
/// points the gains are linear, not the efficiencies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gear {
    /// The driving body.
    pub first: usize,
    /// The driven body.
    pub second: usize,
    /// Velocity of the first over that of the second.
    pub ratio: f64,
    /// C with the two gains (Borello & Dalla Vedova 2012, eqs 3 and 4; Modelica's LossyGear); with a table those at rest.
    pub levels: Levels,
    /// What they are at other speeds of the first.
    pub table: Option<Table>,
    /// r of C and of the share of the mesh torque.
    pub static_ratios: RestRatios,
}

impl Gear {
    /// Without losses.
    pub fn lossless(first: usize, second: usize, ratio: f64) -> Self {
        let (levels, static_ratios) = (Levels::new(0.0, 1.0, 1.0), RestRatios::alike(1.0));
        Self { first, second, ratio, levels, table: None, static_ratios }
    }

    /// Greatest loss at rest against motion in a direction, under a mesh torque, or a coefficient of it.
    pub(super) fn level_at_rest(&self, one: f64, direction: i8, mesh_sign: i8, mesh: f64) -> f64 {
        self.levels.rest_level(one, self.static_ratios, direction, mesh_sign, mesh)
    }

    /// Whether anything is lost in it.
    pub fn is_lossy(&self) -> bool {
        self.levels.forward > 0.0 || self.follows_mesh_torque() || self.table.is_some()
    }

    /// Whether its losses follow its mesh torque.
    pub(super) fn follows_mesh_torque(&self) -> bool {
        self.levels.opposing_gain != 0.0 || self.levels.aiding_gain != 0.0 || self.has_share_over_speed()
    }

    /// Whether the share of the mesh torque depends on the speed.
    pub(super) fn has_share_over_speed(&self) -> bool {
        self.table.as_ref().is_some_and(Table::has_load)
    }

    /// Number of the interval of its table that contains a speed.
    pub(super) fn segment(&self, speed: f64) -> u8 {
        self.table.as_ref().map_or(0, |table| table.segment(speed) as u8)
    }

    /// Levels at a speed on a segment of its table.
    pub fn levels_at(&self, speed: f64, segment: u8) -> Levels {
        let Some(table) = &self.table else { return self.levels };
        let segment = usize::from(segment);
        let level = table.level(speed, segment);
        let levels = Levels { forward: level, backward: level, ..self.levels };
        if !table.has_load() {
            return levels;
        }
        let [opposing_gain, aiding_gain] = [true, false].map(|opposes| table.load_ratio(speed, segment, opposes));
        Levels { opposing_gain, aiding_gain, ..levels }
    }

    /// Derivatives of the same with the speed: of C, and of the gain for motion in `direction` under a mesh torque of the sign `mesh_sign`.
    pub(super) fn slopes(&self, segment: u8, direction: i8, mesh_sign: i8) -> (f64, f64) {
        let Some(table) = &self.table else { return (0.0, 0.0) };
        let segment = usize::from(segment);
        (table.slope(segment), table.load_slope(segment, direction == mesh_sign))
    }

    /// Whether it is self-locking at rest: its losses hold however much the second body drives, r·(1 − η_aid) > 1.
    pub(super) fn is_self_locking(&self) -> bool {
        self.static_ratios.load * self.levels.aiding_gain > 1.0
    }

    /// Whether the first body is given nothing where the second drives it, or even less, η_aid ≤ 0: then it can jam, at 0 only if the first
    /// has no inertia of its own.
    pub(super) fn can_jam(&self) -> bool {
        let over_speed = self.table.as_ref().map_or(0.0, Table::greatest_aiding_gain);
        self.levels.aiding_gain.max(over_speed) >= 1.0
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
