//! Which branch of every equation holds.

use super::elements::MOST_PLACES;
use super::{Branch, Gear, LimiterMode, Structure};
use crate::friction::Levels;
use crate::memory::{Heap, List};
use crate::plants::Rest;

/// What a contact does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactMode {
    /// It is not engaged.
    Free,
    /// It slides, or is about to, with relative velocity in the direction +1 or −1.
    Sliding(i8),
    /// Its torque follows velocity and deflection continuously; its relative velocity has this sign.
    Continuous(i8),
    /// It holds.
    Stuck,
    /// Others hold what it joins, and it carries all that it can: the torque is at the breakaway level, with this sign.
    Saturated(i8),
}

impl ContactMode {
    /// The relative velocity is zero and stays so.
    pub fn is_at_rest(self) -> bool {
        matches!(self, Self::Stuck | Self::Saturated(_))
    }

    /// −1, 0 stuck, 1 sliding, 2 free; of a contact that does not stick the direction.
    pub fn regime(self) -> i32 {
        match self {
            Self::Free => 2,
            Self::Sliding(direction) | Self::Continuous(direction) => i32::from(direction),
            Self::Stuck | Self::Saturated(_) => 0,
        }
    }
}

/// What the losses of a gear do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GearMode {
    /// There are none.
    Lossless,
    /// The first turns in this direction, or is about to; the mesh torque has this sign.
    Turning {
        /// Sign of the velocity of the first.
        direction: i8,
        /// Sign of the mesh torque.
        mesh_sign: i8,
    },
    /// The losses hold the gear; the mesh torque has this sign.
    Held(i8),
    /// Others hold what the gear ties, and its losses are all that they can be at rest.
    LossSaturated {
        /// Sign of the loss torque.
        direction: i8,
        /// Sign of the mesh torque.
        mesh_sign: i8,
    },
}

impl GearMode {
    /// Direction in which the first turns, at this velocity: 0 while the losses hold it.
    pub(super) fn regime(self, velocity: f64) -> i32 {
        match self {
            Self::Lossless => i32::from(velocity > 0.0) - i32::from(velocity < 0.0),
            Self::Turning { direction, .. } => i32::from(direction),
            Self::Held(_) | Self::LossSaturated { .. } => 0,
        }
    }

    /// Loss per mesh torque with these levels while it turns: zero at rest, where the loss is what holds.
    pub(super) fn factor(self, gear: &Gear, turning: &Levels) -> f64 {
        match self {
            Self::Turning { direction, mesh_sign } => turning.signed_gain(direction, mesh_sign),
            Self::LossSaturated { direction, mesh_sign } => {
                gear.static_ratios.load * gear.levels.signed_gain(direction, mesh_sign)
            }
            Self::Lossless | Self::Held(_) => 0.0,
        }
    }

    /// Loss without mesh torque.
    pub(super) fn constant(self, gear: &Gear, turning: &Levels) -> f64 {
        match self {
            Self::Turning { direction, .. } => f64::from(direction) * turning.forward,
            Self::LossSaturated { direction, .. } => {
                f64::from(direction) * gear.static_ratios.coulomb * gear.levels.forward
            }
            Self::Lossless | Self::Held(_) => 0.0,
        }
    }
}

/// How gears turn, which their losses follow.
#[derive(Clone, Copy)]
pub(super) struct Turning<'a> {
    /// Of each gear.
    pub modes: &'a [GearMode],
    /// Segment of the table of each gear.
    pub segments: &'a [u8],
    /// Of each body.
    pub velocity: &'a [f64],
}

impl Turning<'_> {
    /// No gear has losses.
    pub const NONE: Self = Self { modes: &[], segments: &[], velocity: &[] };

    /// Levels of a gear at its present speed: at rest the first ones.
    pub fn levels(self, gear: &Gear, index: usize) -> Levels {
        match self.modes[index] {
            GearMode::Turning { direction, .. } if gear.table.is_some() => {
                // What rounding leaves below zero is no speed.
                let speed = (f64::from(direction) * self.velocity[gear.first]).max(0.0);
                gear.levels_at(speed, self.segments[index])
            }
            GearMode::Turning { .. } | GearMode::Lossless | GearMode::Held(_) | GearMode::LossSaturated { .. } => {
                gear.levels
            }
        }
    }

    /// Loss of a gear per mesh torque; nothing where losses do not count.
    pub fn factor(self, gear: &Gear, index: usize) -> f64 {
        self.modes.get(index).map_or(0.0, |mode| mode.factor(gear, &self.levels(gear, index)))
    }
}

/// The branches of all elements, and what the present instant knows of them.
#[derive(Debug, PartialEq)]
pub struct Mode {
    /// Of each contact.
    pub contacts: List<ContactMode>,
    /// Whether each contact that does not stick counts as at rest: see [`super::rest`].
    pub rests: List<Rest>,
    /// Whether each contact is engaged: its engagement is positive, or about to be.
    pub engaged: List<bool>,
    /// Segment of the table of each contact.
    pub segments: List<u8>,
    /// Of each gear.
    pub gears: List<GearMode>,
    /// Segment of the table of each gear.
    pub loss_segments: List<u8>,
    /// Of each limiter.
    pub limiters: List<LimiterMode>,
    /// Of each component.
    pub components: List<Branch>,
    /// Stop that each body rests against: −1, 0 none, +1.
    pub stops: List<i8>,
    /// Leading coefficients of the guard of each contact that are known not to be negative, because it has just left its
    /// surface.
    pub contact_known: List<u8>,
    /// The same of the stops of each body.
    pub stop_known: List<u8>,
    /// The same of each gear.
    pub gear_known: List<u8>,
    /// Of the mesh torque of each gear.
    pub mesh_known: List<u8>,
    /// The same of every guard of each limiter: lower and upper limit, falling and rising rate.
    pub limiter_known: List<[u8; 4]>,
    /// The same of every guard of each component.
    pub component_known: List<[u8; MOST_PLACES]>,
    /// Rate limiters that the importer of Model Exchange has integrated up to what they follow, or a little past it.
    pub caught_up: List<bool>,
    /// Contacts that began to slide at this instant keep to it.
    pub released: List<bool>,
}

impl Mode {
    pub(super) fn new(structure: &Structure, heap: &mut Heap) -> Self {
        let (bodies, contacts) = (structure.bodies.len(), structure.contacts.len());
        Self {
            contacts: heap.filled(ContactMode::Free, contacts),
            rests: heap.filled(Rest::Moving, contacts),
            engaged: heap.filled(false, contacts),
            segments: heap.filled(0, contacts),
            gears: heap.list(structure.gears.iter().map(Self::start_of)),
            loss_segments: heap.filled(0, structure.gears.len()),
            limiters: heap.filled(LimiterMode::default(), structure.network.limiters.len()),
            components: heap.list(structure.components.iter().map(|component| component.element.get().first_branch())),
            stops: heap.filled(0, bodies),
            contact_known: heap.filled(0, contacts),
            stop_known: heap.filled(0, bodies),
            gear_known: heap.filled(0, structure.gears.len()),
            mesh_known: heap.filled(0, structure.gears.len()),
            limiter_known: heap.filled([0; 4], structure.network.limiters.len()),
            component_known: heap.filled([0; MOST_PLACES], structure.components.len()),
            caught_up: heap.filled(false, structure.network.limiters.len()),
            released: heap.filled(false, contacts),
        }
    }

    /// As before anything was decided.
    pub(super) fn begin(&mut self, structure: &Structure) {
        self.contacts.fill(ContactMode::Free);
        self.rests.fill(Rest::Moving);
        self.engaged.fill(false);
        self.segments.fill(0);
        self.loss_segments.fill(0);
        for (mode, gear) in self.gears.iter_mut().zip(&structure.gears) {
            *mode = Self::start_of(gear);
        }
        self.limiters.fill(LimiterMode::default());
        for (branch, component) in self.components.iter_mut().zip(&structure.components) {
            *branch = component.element.get().first_branch();
        }
        self.stops.fill(0);
        self.pass();
    }

    /// How gears turn with these velocities of the bodies.
    pub(super) fn turning<'a>(&'a self, velocity: &'a [f64]) -> Turning<'a> {
        Turning { modes: &self.gears, segments: &self.loss_segments, velocity }
    }

    fn start_of(gear: &Gear) -> GearMode {
        if gear.is_lossy() { GearMode::Held(1) } else { GearMode::Lossless }
    }

    /// Whether anything is known of the present instant.
    pub(super) fn is_at_event(&self) -> bool {
        let known = [&self.contact_known, &self.stop_known, &self.gear_known, &self.mesh_known];
        known.iter().any(|known| known.iter().any(|count| *count > 0))
            || self.limiter_known.as_flattened().iter().any(|count| *count > 0)
            || self.component_known.as_flattened().iter().any(|count| *count > 0)
            || self.released.contains(&true)
            || self.caught_up.contains(&true)
    }

    /// A contact begins to slide in a direction at this instant: neither its velocity nor its acceleration is against it.
    pub(super) fn begin_sliding(&mut self, contact: usize, direction: i8) {
        self.contacts[contact] = ContactMode::Sliding(direction);
        self.segments[contact] = 0;
        (self.contact_known[contact], self.released[contact]) = (2, true);
    }

    /// A contact has come to rest at this instant and slides on in a direction, in which it is accelerated.
    pub(super) fn go_on_sliding(&mut self, contact: usize, direction: i8) {
        self.begin_sliding(contact, direction);
        self.contact_known[contact] = 1;
    }

    /// Whether the hold of a contact has come to its end at this instant.
    pub(super) fn has_let_go(&self, contact: usize) -> bool {
        self.released[contact] && self.contact_known[contact] >= 2
    }

    /// A gear begins to turn in a direction at this instant, with a mesh torque of the sign `mesh_sign`.
    pub(super) fn begin_turning(&mut self, gear: usize, direction: i8, mesh_sign: i8) {
        self.gears[gear] = GearMode::Turning { direction, mesh_sign };
        (self.gear_known[gear], self.mesh_known[gear], self.loss_segments[gear]) = (2, 0, 0);
    }

    /// Takes over another mode of the same structure; no memory is taken for it.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.contacts.copy_from_slice(&other.contacts);
        self.rests.copy_from_slice(&other.rests);
        self.engaged.copy_from_slice(&other.engaged);
        self.segments.copy_from_slice(&other.segments);
        self.gears.copy_from_slice(&other.gears);
        self.loss_segments.copy_from_slice(&other.loss_segments);
        self.limiters.copy_from_slice(&other.limiters);
        self.components.copy_from_slice(&other.components);
        self.stops.copy_from_slice(&other.stops);
        self.contact_known.copy_from_slice(&other.contact_known);
        self.stop_known.copy_from_slice(&other.stop_known);
        self.gear_known.copy_from_slice(&other.gear_known);
        self.mesh_known.copy_from_slice(&other.mesh_known);
        self.limiter_known.copy_from_slice(&other.limiter_known);
        self.component_known.copy_from_slice(&other.component_known);
        self.caught_up.copy_from_slice(&other.caught_up);
        self.released.copy_from_slice(&other.released);
    }

    /// Time has passed: what was known of one instant holds no more.
    pub(super) fn pass(&mut self) {
        self.contact_known.fill(0);
        self.stop_known.fill(0);
        self.gear_known.fill(0);
        self.mesh_known.fill(0);
        self.limiter_known.as_flattened_mut().fill(0);
        self.component_known.as_flattened_mut().fill(0);
        self.caught_up.fill(false);
        self.released.fill(false);
    }
}
