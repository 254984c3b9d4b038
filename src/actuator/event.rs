//! What happens inside a step, reported to an observer.

pub use crate::plants::{Element, Event, EventKind};

/// A numerical condition that the user should know of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Warning {
    /// Too many events in one internal step; the rest of it was bridged by set-valued implicit steps.
    EventLimit {
        /// Start of the bridged interval [s].
        time: f64,
        /// Its length [s].
        duration: f64,
        /// The element of the last event, where there are several.
        last: Option<Element>,
    },
    /// In real time: the work that a step may cost did not suffice for the tolerance. A part of it was taken with a larger error, or bridged
    /// by set-valued implicit steps.
    RealTimeLimit {
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
    /// Prescribed motions demand what an end stop or a one-way clutch does not allow: no motion obeys all of them.
    Contradiction {
        /// The body at its stop, or the one-way clutch.
        element: &'static str,
        /// From when on [s].
        time: f64,
    },
    /// A parameter combination outside the region for which a published formula holds.
    Validity {
        /// Whose parameters.
        element: Element,
        /// What, as one sentence.
        message: &'static str,
    },
}

impl Warning {
    /// That an interval was bridged.
    pub(crate) fn bridged(is_real_time: bool, time: f64, duration: f64, last: Option<Element>) -> Self {
        if is_real_time { Self::RealTimeLimit { time, duration } } else { Self::EventLimit { time, duration, last } }
    }
}

/// What the user should know of parameters and inputs. The model follows them; no call has a status for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Remark {
    /// The friction law has no part that depends on the load, and efficiencies are set.
    LoadIgnored {
        /// Whose law.
        element: Element,
        /// Its name.
        law: &'static str,
        /// `friction.efficiency_opposing`.
        efficiency_opposing: f64,
        /// `friction.efficiency_aiding`.
        efficiency_aiding: f64,
    },
    /// The law has a table whose points in use are all as declared, so that it is constant friction.
    NoTable {
        /// Whose law.
        element: Element,
        /// The declared level and its unit.
        level: (f64, &'static str),
    },
    /// Data of the law are still those that are declared, which belong to another Coulomb level.
    DefaultData {
        /// Whose law.
        element: Element,
        /// Name of the parameter that is as declared.
        data: &'static str,
        /// Its value and unit.
        default: (f64, &'static str),
        /// Name of the Coulomb level, the value to which it is set, and its unit.
        level: (&'static str, f64, &'static str),
    },
    /// A prescribed position or velocity is set anew at each step, without its derivative.
    MotionInSteps {
        /// The motion.
        element: &'static str,
        /// What is prescribed of it, and the input for its derivative.
        inputs: [&'static str; 2],
        /// When it jumped last [s].
        time: f64,
    },
}

/// Receives events and warnings during a step. Must not allocate unless it logs.
pub trait Observer {
    /// Something happened to an element.
    fn event(&mut self, event: &Event);
    /// A numerical condition.
    fn warning(&mut self, warning: &Warning);
    /// What the user should know of parameters, at initialization, and of inputs; once each. The default does nothing.
    fn remark(&mut self, remark: &Remark) {
        let _ = remark;
    }
}
