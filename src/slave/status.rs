//! How a call ends.

use super::memory::{OutOfMemory, Text};

/// Status of a call (FMI 2.0, 2.1.3), by its number in the C interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Fine.
    Ok = 0,
    /// Done, with a remark.
    Warning = 1,
    /// Not done; the importer may try something smaller.
    Discard = 2,
    /// Not done; nothing was changed.
    Error = 3,
    /// A defect of the library; the instance is lost.
    Fatal = 4,
}

impl Status {
    /// The status of a stored number.
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            0 => Some(Self::Ok),
            1 => Some(Self::Warning),
            2 => Some(Self::Discard),
            3 => Some(Self::Error),
            4 => Some(Self::Fatal),
            _ => None,
        }
    }
}

/// Why a call was not done: its status and one clear sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Discard, Error or Fatal.
    pub status: Status,
    /// Variable, value and what is allowed.
    pub message: Text,
}

impl Refusal {
    /// A refusal that leaves the instance as it was.
    pub fn error(message: impl Into<Text>) -> Self {
        Self { status: Status::Error, message: message.into() }
    }

    /// A refusal after which the importer may try something else, for example a smaller step.
    pub fn discard(message: impl Into<Text>) -> Self {
        Self { status: Status::Discard, message: message.into() }
    }
}

impl From<OutOfMemory> for Refusal {
    fn from(_: OutOfMemory) -> Self {
        Self::error(OutOfMemory::MESSAGE)
    }
}

/// What an operation of the slave gives.
pub type Outcome<T = ()> = Result<T, Refusal>;
