//! How a call ends.

use super::memory::{OutOfMemory, Text, held};
use std::boxed::Box;

/// Status of a call (FMI 2.0, 2.1.3), by its number in the C interface.
///
/// As wide as there: a byte that has just been written would stall the next call where a neighbour is read together with it.
#[repr(i32)]
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
///
/// The sentence is in a box, so that outcomes are passed on in registers; without one where there was no memory for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    status: Status,
    message: Option<Box<[Text; 1]>>,
}

impl Refusal {
    /// A refusal that leaves the instance as it was.
    pub fn error(message: impl Into<Text>) -> Self {
        Self::new(Status::Error, message.into())
    }

    /// A refusal after which the importer may try something else, for example a smaller step.
    pub fn discard(message: impl Into<Text>) -> Self {
        Self::new(Status::Discard, message.into())
    }

    /// A defect of the library.
    pub fn fatal(message: impl Into<Text>) -> Self {
        Self::new(Status::Fatal, message.into())
    }

    #[cold]
    #[inline(never)]
    fn new(status: Status, message: Text) -> Self {
        Self { status, message: held(message).ok() }
    }

    /// Discard, Error or Fatal.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Variable, value and what is allowed.
    pub fn message(&self) -> &str {
        self.message.as_deref().map_or(OutOfMemory::MESSAGE, |[message]| message)
    }
}

impl From<OutOfMemory> for Refusal {
    fn from(_: OutOfMemory) -> Self {
        Self { status: Status::Error, message: None }
    }
}

/// What an operation of the instance gives.
pub type Outcome<T = ()> = Result<T, Refusal>;
