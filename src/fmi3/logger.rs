//! Messages to the importer's logger.

use super::types::{fmi3InstanceEnvironment, fmi3LogMessageCallback};
use crate::ffi::message::terminated;
use crate::instance::{Category, Sink, Status};

/// The importer's logger.
#[derive(Clone, Copy)]
pub(super) struct Logger {
    function: fmi3LogMessageCallback,
    environment: fmi3InstanceEnvironment,
}

// SAFETY: the environment is only handed back to the importer's logger, and only during a call of the importer, on the
// thread of that call; FMI demands of the importer that this works on whichever thread it calls from.
unsafe impl Send for Logger {}

impl Logger {
    /// None where there is no logger.
    pub(super) fn of(function: fmi3LogMessageCallback, environment: fmi3InstanceEnvironment) -> Option<Self> {
        function.is_some().then_some(Self { function, environment })
    }
}

impl Sink for Logger {
    fn message(&self, status: Status, category: Category, text: &str) {
        let Some(function) = self.function else { return };
        let category = category.name().as_ptr();
        // SAFETY: the importer's logger with the arguments that the standard prescribes; the strings outlive the call.
        terminated(text, &|text| unsafe { function(self.environment, status as i32, category, text.as_ptr()) });
    }
}
