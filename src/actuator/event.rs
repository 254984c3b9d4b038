//! What happens inside a step, told to whoever watches.

/// What happened to the moving body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// It left rest in the direction +1 or -1.
    Breakaway {
        /// Direction of the motion that begins.
        direction: i8,
    },
    /// Its velocity became exactly zero and it sticks.
    Stop,
    /// Its velocity passed through zero and it goes on in the direction +1 or -1.
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
}

/// One event of the moving body, with what decided it. Rotary names; for the linear actuator read force for torque.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// What happened.
    pub kind: EventKind,
    /// When [s].
    pub time: f64,
    /// Position [rad].
    pub position: f64,
    /// Velocity just before the event [rad/s].
    pub velocity: f64,
    /// Active torque at the event [N.m].
    pub active_torque: f64,
    /// Breakaway levels [N.m]: friction holds while `-backward_limit <= active torque <= forward_limit`.
    pub forward_limit: f64,
    /// See `forward_limit`.
    pub backward_limit: f64,
    /// Load torque at the event [N.m].
    pub load_torque: f64,
}

/// A numerical condition that the user should know of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Warning {
    /// Too many events in one internal step; the rest of it was bridged by one set-valued implicit step.
    EventLimit {
        /// Start of the bridged interval [s].
        time: f64,
        /// Its length [s].
        duration: f64,
    },
    /// The tolerance was not met with the allowed number of substeps.
    ToleranceNotMet {
        /// Time of the step [s].
        time: f64,
    },
    /// Model Exchange: the importer's integrator ran through an event.
    SteppedOver {
        /// Time of the event [s].
        time: f64,
        /// How much later the importer's step ended [s].
        late: f64,
    },
    /// A parameter combination outside the region for which a published formula holds.
    Validity {
        /// What, as one sentence.
        message: &'static str,
    },
}

/// Receives events and warnings during a step. Must not allocate unless it logs.
pub trait Observer {
    /// An event of the moving body.
    fn event(&mut self, event: &Event);
    /// A numerical condition.
    fn warning(&mut self, warning: &Warning);
}
