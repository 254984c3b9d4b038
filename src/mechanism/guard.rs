//! Quantities that stay positive as long as a mode lasts.

use super::decision::Candidate;
use super::mode::{ContactMode, GearMode};
use super::rest::REST_IS_KNOWN;
use super::{LimiterMode, Mode, Structure};
use crate::friction::{Characteristic, Table};
use crate::memory::List;
use crate::plants::Rest;

/// Guards that a contact, the stops of a body, a gear, a limiter, or a slot of a component have at most.
pub const GUARDS_PER_ELEMENT: usize = 4;

/// The quantity of a guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GuardKind {
    /// The relative velocity of a contact in the direction in which it slides.
    Slide(usize, i8),
    /// The relative velocity of a contact that does not stick, in its direction.
    Reverse(usize, i8),
    /// How far the beginning or the end of a rest of a contact that does not stick is: see [`super::rest`].
    Rest(usize, Rest),
    /// The breakaway level less the torque in a direction.
    Hold(usize, i8),
    /// The multiplier of the bound of a contact that carries all that it can in a loop that turns: zero where it would carry just as much
    /// without the bound.
    Multiplier(usize, i8),
    /// The velocity of the first body of a gear in the direction in which it turns.
    Turn(usize, i8),
    /// The mesh torque of a gear times its sign.
    MeshTorque(usize, i8),
    /// The greatest loss of a gear at rest less its loss, in a direction.
    LossBound(usize, i8),
    /// The engagement, +1, or that there is none, −1.
    Engagement(usize, i8),
    /// The speed above the beginning of the segment of a table.
    SegmentBegin(usize),
    /// The end of the segment less the speed.
    SegmentEnd(usize),
    /// Speed of the first of a gear that turns above the beginning of the segment of its table.
    LossSegmentBegin(usize),
    /// The same below its end.
    LossSegmentEnd(usize),
    /// The distance of a body to its stop on a side.
    Distance(usize, i8),
    /// The torque with which a stop on a side pushes.
    StopForce(usize, i8),
    /// The distance of a sum to the limit of its output on a side, or how far it is beyond.
    Limit(usize, i8),
    /// The limit of a rate on a side less the rate, or how far what is limited is behind.
    Rate(usize, i8),
    /// A guard of a component, by its place.
    Component(usize, usize),
}

impl GuardKind {
    /// Index of the element among contacts, bodies, components, gears, actuators and limiters, in this order; a component is one for each slot.
    pub fn element(self, structure: &Structure) -> usize {
        match self {
            Self::Slide(contact, _)
            | Self::Reverse(contact, _)
            | Self::Rest(contact, _)
            | Self::Hold(contact, _)
            | Self::Multiplier(contact, _)
            | Self::Engagement(contact, _)
            | Self::SegmentBegin(contact)
            | Self::SegmentEnd(contact) => contact,
            Self::Distance(body, _) | Self::StopForce(body, _) => structure.contacts.len() + body,
            Self::Limit(limiter, _) | Self::Rate(limiter, _) => structure.limiters_begin() + limiter,
            Self::Component(index, place) => {
                let component = &structure.components[index];
                component.slot + (place / GUARDS_PER_ELEMENT).min(component.element.get().slots() - 1)
            }
            Self::Turn(gear, _)
            | Self::MeshTorque(gear, _)
            | Self::LossBound(gear, _)
            | Self::LossSegmentBegin(gear)
            | Self::LossSegmentEnd(gear) => structure.gears_begin() + gear,
        }
    }
}

impl GuardKind {
    /// Whether it is what acts from now on that decides if anything changes here: the end of a hold, or the zero of a mesh torque or of
    /// an engagement, but not the zero of a velocity or an impact, which have happened.
    pub fn follows_from_inputs(self) -> bool {
        match self {
            Self::Hold(..)
            | Self::Multiplier(..)
            | Self::LossBound(..)
            | Self::MeshTorque(..)
            | Self::StopForce(..)
            | Self::Engagement(..) => true,
            Self::Slide(..)
            | Self::Reverse(..)
            | Self::Rest(..)
            | Self::Turn(..)
            | Self::SegmentBegin(..)
            | Self::SegmentEnd(..)
            | Self::LossSegmentBegin(..)
            | Self::LossSegmentEnd(..)
            | Self::Distance(..)
            | Self::Limit(..)
            | Self::Rate(..)
            | Self::Component(..) => false,
        }
    }
}

impl GuardKind {
    /// The element at rest whose bound this is, with the sign that its torque has there.
    pub fn bound_of(self) -> Option<(Candidate, i8)> {
        if let Self::Hold(contact, direction) = self {
            return Some((Candidate::Contact(contact), direction));
        }
        if let Self::LossBound(gear, direction) = self { Some((Candidate::Gear(gear), direction)) } else { None }
    }

    /// The element that is at its bound until here, and carries less from here on.
    pub fn bound_left(self) -> Option<Candidate> {
        if let Self::Multiplier(contact, _) = self { Some(Candidate::Contact(contact)) } else { None }
    }
}

/// A guard of the present mode.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    /// Its quantity.
    pub kind: GuardKind,
    /// Leading coefficients that are known not to be negative.
    pub known: u8,
}

/// Lists the guards of a mode.
pub(super) fn list(structure: &Structure, mode: &Mode, guards: &mut List<Guard>) {
    guards.clear();
    for contact in 0..structure.contacts.len() {
        list_contact(structure, mode, contact, |kind, known| guards.push(Guard { kind, known }));
    }
    for body in 0..structure.bodies.len() {
        list_stops(structure, mode, body, |kind, known| guards.push(Guard { kind, known }));
    }
    for component in structure.passive() {
        list_component(structure, mode, component, guards);
    }
    for gear in 0..structure.gears.len() {
        list_gear(structure, mode, gear, |kind, known| guards.push(Guard { kind, known }));
    }
    for actuator in 0..structure.actuator_count {
        list_component(structure, mode, actuator, guards);
    }
    for limiter in 0..structure.network.limiters.len() {
        list_limiter(structure, mode, limiter, |kind, known| guards.push(Guard { kind, known }));
    }
}

/// The guards of one contact.
fn list_contact(structure: &Structure, mode: &Mode, index: usize, mut add: impl FnMut(GuardKind, u8)) {
    let (contact, known) = (&structure.contacts[index], mode.contact_known[index]);
    match mode.contacts[index] {
        ContactMode::Free => {}
        ContactMode::Sliding(direction) => {
            add(GuardKind::Slide(index, direction), known);
            if let Some(Characteristic::Tabulated(table)) = contact.characteristic() {
                let segment = usize::from(mode.segments[index]);
                if segment > 0 {
                    add(GuardKind::SegmentBegin(index), 0);
                }
                if segment + 1 < table.size() {
                    add(GuardKind::SegmentEnd(index), 0);
                }
            }
        }
        ContactMode::Continuous(direction) => {
            add(GuardKind::Reverse(index, direction), known % REST_IS_KNOWN);
            add(GuardKind::Rest(index, mode.rests[index]), known / REST_IS_KNOWN);
        }
        ContactMode::Stuck => {
            add(GuardKind::Hold(index, 1), 0);
            if !contact.is_freewheel() {
                add(GuardKind::Hold(index, -1), 0);
            }
        }
        ContactMode::Saturated(sign) => add(GuardKind::Multiplier(index, sign), 0),
    }
    if contact.has_level() {
        add(GuardKind::Engagement(index, if mode.engaged[index] { 1 } else { -1 }), 0);
    }
}

/// The guards of the stops of one body.
fn list_stops(structure: &Structure, mode: &Mode, body: usize, mut add: impl FnMut(GuardKind, u8)) {
    if structure.bodies[body].has_no_room() && mode.stops[body] != 0 {
        // There is no room to leave it, whichever of both pushes.
        return;
    }
    let (lower, upper) = structure.bodies[body].travel;
    for (side, limit) in [(-1, lower), (1, upper)] {
        if mode.stops[body] == side {
            add(GuardKind::StopForce(body, side), mode.stop_known[body]);
        } else if limit.is_finite() {
            let known = mode.stop_known[body];
            add(GuardKind::Distance(body, side), known);
        }
    }
}

/// The guards of one gear.
fn list_gear(structure: &Structure, mode: &Mode, index: usize, mut add: impl FnMut(GuardKind, u8)) {
    match mode.gears[index] {
        GearMode::Lossless => {}
        GearMode::Turning { direction, mesh_sign } => {
            add(GuardKind::Turn(index, direction), mode.gear_known[index]);
            add(GuardKind::MeshTorque(index, mesh_sign), mode.mesh_known[index]);
            let (segment, points) =
                (mode.loss_segments[index], structure.gears[index].table.as_ref().map_or(1, Table::size));
            if segment > 0 {
                add(GuardKind::LossSegmentBegin(index), 0);
            }
            if usize::from(segment) + 1 < points {
                add(GuardKind::LossSegmentEnd(index), 0);
            }
        }
        GearMode::LossSaturated { mesh_sign, .. } => {
            add(GuardKind::MeshTorque(index, mesh_sign), mode.mesh_known[index])
        }
        // What has a prescribed motion needs no losses to hold it.
        GearMode::Held(mesh_sign) if structure.is_driven(structure.gears[index].first) => {
            add(GuardKind::MeshTorque(index, mesh_sign), mode.mesh_known[index]);
        }
        GearMode::Held(mesh_sign) => {
            // Under no mesh torque, losses that are proportional to it are at their bound: they leave that as it turns.
            add(GuardKind::LossBound(index, 1), mode.mesh_known[index]);
            add(GuardKind::LossBound(index, -1), mode.mesh_known[index]);
            add(GuardKind::MeshTorque(index, mesh_sign), mode.mesh_known[index]);
        }
    }
}

/// The guards of one component.
fn list_component(structure: &Structure, mode: &Mode, index: usize, guards: &mut List<Guard>) {
    let known = &mode.component_known[index];
    structure.components[index].element.get().guards(mode.components[index], &mut |place| {
        guards.push(Guard { kind: GuardKind::Component(index, place), known: known[place] });
    });
}

/// The guards of one limiter: both surfaces of what does not limit, that which holds of what does.
fn list_limiter(structure: &Structure, mode: &Mode, index: usize, mut add: impl FnMut(GuardKind, u8)) {
    let (limiter, known) = (&structure.network.limiters[index], mode.limiter_known[index]);
    let LimiterMode { saturation, rate } = mode.limiters[index];
    for (side, limit, known) in [(-1, limiter.lower, known[0]), (1, limiter.upper, known[1])] {
        if saturation == side || (saturation == 0 && limit.is_finite()) {
            add(GuardKind::Limit(index, side), known);
        }
    }
    for (side, known) in [(-1, known[2]), (1, known[3])] {
        let is_finite = limiter.rate.is_some_and(|limit| limit.rate.is_finite());
        if is_finite && (rate == 0 || rate == side) {
            add(GuardKind::Rate(index, side), known);
        }
    }
}
