//! Messages to the importer's logger.

use super::types::{fmi2CallbackFunctions, fmi2CallbackLogger, fmi2ComponentEnvironment};
use crate::slave::{Sink, Status};
use std::ffi::{CStr, CString};

/// The importer's logger with what it wants to be called with.
pub(super) struct Logger {
    logger: fmi2CallbackLogger,
    environment: fmi2ComponentEnvironment,
    instance_name: CString,
}

// SAFETY: the environment is only handed back to the importer's logger, and only during a call of the importer, on the
// thread of that call; FMI demands of the importer that this works on whichever thread it calls from.
unsafe impl Send for Logger {}

impl Logger {
    /// Copies all it needs: the pointers are valid during the call only.
    pub(super) fn new(functions: Option<&fmi2CallbackFunctions>, instance_name: &CStr) -> Option<Self> {
        let functions = functions?;
        functions.logger?;
        Some(Self {
            logger: functions.logger,
            environment: functions.componentEnvironment,
            instance_name: CString::from(instance_name),
        })
    }
}

impl Sink for Logger {
    fn message(&self, status: Status, category: &'static str, text: &str) {
        let (Some(logger), Ok(category)) = (self.logger, CString::new(category)) else { return };
        let text = CString::new(text.replace('\0', " ")).unwrap_or_default();
        // SAFETY: the importer's logger with the arguments that the standard says; the strings outlive the call. The text
        // is the argument of a "%s", so that a percent sign in it is just that.
        unsafe {
            logger(
                self.environment,
                self.instance_name.as_ptr(),
                status as i32,
                category.as_ptr(),
                c"%s".as_ptr(),
                text.as_ptr(),
            );
        }
    }
}
