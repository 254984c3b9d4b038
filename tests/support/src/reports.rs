//! What a random scenario reports.

use actuator_fmu::actuator::{Event, Observer, Warning};

/// Events, and how many steps were not what they should be.
#[derive(Clone, Default, Debug, PartialEq)]
pub struct Reports {
    pub events: Vec<Event>,
    /// Steps that were bridged, or that missed their tolerance.
    pub warnings: usize,
}

impl Observer for Reports {
    fn event(&mut self, event: &Event) {
        self.events.push(*event);
    }

    fn warning(&mut self, warning: &Warning) {
        self.warnings += usize::from(!matches!(warning, Warning::Validity { .. }));
    }
}
