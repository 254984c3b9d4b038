//! What happens to an element of a mechanism.

use super::snapshot::Snapshot;
use crate::friction::Band;
use crate::plants::EventKind;

/// What it happened to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A contact, by index.
    Contact(usize),
    /// A body, at its stops.
    Body(usize),
    /// A gear.
    Gear(usize),
    /// Another component.
    Component(usize),
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// To what.
    pub subject: Subject,
    /// What.
    pub kind: EventKind,
    /// When [s].
    pub time: f64,
    /// Relative velocity of the contact just before, or velocity of the body, or of the first of the gear [rad/s].
    pub velocity: f64,
    /// Position of the body, of the second one of the contact, or of the first of the gear [rad].
    pub position: f64,
    /// Torque of the contact just before, or 0 [N·m].
    pub torque: f64,
    /// Its breakaway levels, or 0 [N·m].
    pub band: Band,
}

/// Receives what happens.
pub trait Observer {
    /// An event may be about to happen, at which the advance ends. The default does nothing.
    fn before_event(&mut self, snapshot: &Snapshot<'_>) {
        let _ = snapshot;
    }
    /// Something happened.
    fn event(&mut self, event: &Event);
    /// Prescribed motions demand what a stop or a one-way clutch does not allow.
    fn contradicted(&mut self, subject: Subject, time: f64);
    /// A prescribed position, or else velocity, has jumped again and again, and its derivative was 0: it goes in steps.
    fn motion_goes_in_steps(&mut self, subject: Subject, is_position: bool, time: f64);
    /// A part of an internal step with too many events was taken by one set-valued implicit step; the last of them was one of `last`, if that has
    /// events of its own.
    fn bridged(&mut self, time: f64, duration: f64, last: Option<Subject>);
}
