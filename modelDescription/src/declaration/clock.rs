//! The clocks of FMI 3.0: they tick in event mode, so that a master learns what happened without comparing variables.

/// A triggered output clock, which every model has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Name.
    pub name: &'static str,
    /// Value reference.
    pub reference: u32,
    /// When it ticks.
    pub description: &'static str,
}

/// Value reference of the clock `breakaway`.
pub const BREAKAWAY_REFERENCE: u32 = 8193;
/// Value reference of the clock `standstill`.
pub const STANDSTILL_REFERENCE: u32 = 8194;
/// Value reference of the clock `end_stop_contact`.
pub const END_STOP_CONTACT_REFERENCE: u32 = 8195;

/// The clocks, in the order of the description.
pub const CLOCKS: [Clock; 3] = [
    Clock {
        name: "breakaway",
        reference: BREAKAWAY_REFERENCE,
        description: "Ticks at an event in which something begins to slide",
    },
    Clock {
        name: "standstill",
        reference: STANDSTILL_REFERENCE,
        description: "Ticks at an event in which something stops sliding",
    },
    Clock {
        name: "end_stop_contact",
        reference: END_STOP_CONTACT_REFERENCE,
        description: "Ticks at an event in which something strikes an end stop",
    },
];
