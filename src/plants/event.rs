//! What happens to an element: one type from the equations to the log.

use core::fmt::{Display, Formatter, Result};

/// The element that an event happened to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// The moving body.
    Body,
    /// An element of a drivetrain, by its name.
    Named(&'static str),
    /// The bearing at the second body of a gear or screw, by the name of that.
    Bearing(&'static str),
}

impl Element {
    /// The element that it is or belongs to.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Named(name) | Self::Bearing(name) => name,
        }
    }
}

/// Its name in messages: that of a bearing is what its variables begin with.
impl Display for Element {
    fn fmt(&self, to: &mut Formatter<'_>) -> Result {
        to.write_str(self.name())?;
        if matches!(self, Self::Bearing(_)) { to.write_str(".friction_second") } else { Ok(()) }
    }
}

/// What happened to a moving body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// It left rest in the direction +1 or -1; under a law that creeps or has bristles, a rest ends.
    Breakaway {
        /// Direction of the motion that begins.
        direction: i8,
    },
    /// Its velocity became exactly zero and it sticks; under a law that creeps or has bristles, a rest begins.
    Stop,
    /// Its velocity passes through zero and it goes on in the direction +1 or -1.
    Reversal {
        /// Direction of the motion that begins.
        direction: i8,
    },
    /// It hit the upper (+1) or lower (-1) end stop.
    EndStop {
        /// Which end of travel.
        side: i8,
    },
    /// Self-locking with driven-side inertia: no sliding solution exists, the velocity became zero at once.
    Jam,
    /// A contact was engaged.
    Engaged,
    /// A contact was released.
    Disengaged,
}

/// One event, with what decided it. Rotary names; for a linear actuator read force for torque.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// What it happened to.
    pub element: Element,
    /// What happened.
    pub kind: EventKind,
    /// When [s].
    pub time: f64,
    /// Position [rad].
    pub position: f64,
    /// Velocity just before the event [rad/s].
    pub velocity: f64,
    /// Active torque at rest [N.m].
    pub active_torque: f64,
    /// Forward breakaway level [N.m]: friction holds while `-backward_limit <= active torque <= forward_limit`.
    pub forward_limit: f64,
    /// Backward breakaway level [N.m].
    pub backward_limit: f64,
    /// Load torque [N.m].
    pub load_torque: f64,
}
