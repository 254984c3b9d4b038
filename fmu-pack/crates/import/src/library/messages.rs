//! Messages of an FMU, which it may log from any thread.

use super::Status;
use std::sync::{Mutex, PoisonError};

/// One message that the FMU logged.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// How bad it is.
    pub status: Status,
    /// Log category as declared by the FMU.
    pub category: String,
    /// The formatted text.
    pub text: String,
}

/// What an instance has logged and nobody has taken yet.
#[derive(Default)]
pub(crate) struct Messages(Mutex<Vec<Message>>);

impl Messages {
    pub(crate) fn push(&self, message: Message) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(message);
    }

    pub(crate) fn take(&self) -> Vec<Message> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
