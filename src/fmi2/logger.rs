//! Messages to the importer's logger.

use super::types::{fmi2CallbackFunctions, fmi2CallbackLogger, fmi2ComponentEnvironment};
use crate::ffi::message::{copied, terminated};
use crate::instance::{Category, OutOfMemory, Sink, Status};
use std::ffi::{CStr, CString};

/// The importer's logger.
#[derive(Clone, Copy)]
pub(super) struct Callback {
    logger: fmi2CallbackLogger,
    environment: fmi2ComponentEnvironment,
}

impl Callback {
    /// None where there is no logger.
    pub(super) fn of(functions: Option<&fmi2CallbackFunctions>) -> Option<Self> {
        let functions = functions.filter(|functions| functions.logger.is_some())?;
        Some(Self { logger: functions.logger, environment: functions.componentEnvironment })
    }

    /// Hands over one message.
    pub(super) fn emit(self, instance_name: &CStr, status: Status, category: Category, text: &str) {
        let Some(logger) = self.logger else { return };
        let (name, category) = (instance_name.as_ptr(), category.name().as_ptr());
        // SAFETY: the importer's logger with the arguments that the standard prescribes; the strings outlive the call. The
        // text is the argument of a "%s", so that a percent sign in it is just that.
        terminated(text, &|text| unsafe {
            logger(self.environment, name, status as i32, category, c"%s".as_ptr(), text.as_ptr());
        });
    }
}

/// The importer's logger with the name of an instance.
pub(super) struct Logger {
    callback: Callback,
    instance_name: CString,
}

// SAFETY: the environment is only handed back to the importer's logger, and only during a call of the importer, on the
// thread of that call; FMI demands of the importer that this works on whichever thread it calls from.
unsafe impl Send for Logger {}

impl Logger {
    /// Copies the name: its pointer is valid during the call only.
    pub(super) fn new(callback: Callback, instance_name: &CStr) -> Result<Self, OutOfMemory> {
        Ok(Self { callback, instance_name: copied(instance_name.to_bytes())? })
    }
}

impl Sink for Logger {
    fn message(&self, status: Status, category: Category, text: &str) {
        self.callback.emit(&self.instance_name, status, category, text);
    }
}
