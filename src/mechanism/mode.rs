//! Which branch of every equation holds.

use super::elements::MOST_PLACES;
use super::{Branch, ContactMode, GearMode, LimiterMode, Structure};
use crate::memory::{Heap, List};
use crate::plants::Rest;

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
            gears: heap.list(structure.gears.iter().map(GearMode::at_start)),
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
            *mode = GearMode::at_start(gear);
        }
        self.limiters.fill(LimiterMode::default());
        for (branch, component) in self.components.iter_mut().zip(&structure.components) {
            *branch = component.element.get().first_branch();
        }
        self.stops.fill(0);
        self.pass();
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
        self.contact_known.reset(0);
        self.stop_known.reset(0);
        self.gear_known.reset(0);
        self.mesh_known.reset(0);
        self.limiter_known.as_flattened_mut().fill(0);
        self.component_known.as_flattened_mut().fill(0);
        self.caught_up.fill(false);
        self.released.fill(false);
    }
}
