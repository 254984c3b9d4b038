//! FMI 2.0 from the importer's side: an own typed function table over a loaded library.
//!
//! The only module with unsafe code. Its public interface is safe except for one fact that no type can mend: a loaded
//! FMU is foreign machine code.
#![allow(unsafe_code)]

mod instance;
mod library;
mod log;
mod types;

pub use instance::{Identity, Instance};
pub use library::{Library, required_functions};
pub use log::Message;

use std::path::PathBuf;

/// `fmi2Status`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// All well.
    Ok,
    /// Went on, with a remark.
    Warning,
    /// The step was not done.
    Discard,
    /// The instance cannot go on.
    Error,
    /// No instance can go on.
    Fatal,
    /// Asynchronous, which is never asked for.
    Pending,
    /// Not a value of the standard.
    Unknown(i32),
}

impl Status {
    fn from_raw(status: types::RawStatus) -> Self {
        match status {
            0 => Self::Ok,
            1 => Self::Warning,
            2 => Self::Discard,
            3 => Self::Error,
            4 => Self::Fatal,
            5 => Self::Pending,
            other => Self::Unknown(other),
        }
    }
}

/// Why an FMU cannot be loaded or does not go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The dynamic linker refused.
    #[error("the library {} cannot be loaded: {source}", path.display())]
    Load {
        /// The unpacked library.
        path: PathBuf,
        /// What the dynamic linker said.
        source: libloading::Error,
    },
    /// A function that is needed is not exported.
    #[error("the library does not export {name}, which FMI 2.0 requires")]
    MissingFunction {
        /// Its name.
        name: &'static str,
    },
    /// `fmi2Instantiate` returned NULL.
    #[error("fmi2Instantiate returned NULL{messages}")]
    Refused {
        /// What was logged, from ": " on, or empty.
        messages: String,
    },
    /// A call did not succeed.
    #[error("{function} answered {status:?}{messages}")]
    Call {
        /// The function.
        function: &'static str,
        /// Its answer.
        status: Status,
        /// What was logged, from ": " on, or empty.
        messages: String,
    },
    /// A text that C cannot hold.
    #[error("the text {text:?} contains a zero byte, which C strings cannot hold")]
    ZeroByte {
        /// The text.
        text: String,
    },
}

impl Error {
    /// The warnings and errors among `messages` as the end of a sentence.
    fn told(messages: Vec<Message>) -> String {
        let told: Vec<String> =
            messages.into_iter().filter(|message| message.status != Status::Ok).map(|message| message.text).collect();
        if told.is_empty() { String::new() } else { format!(": {}", told.join("; ")) }
    }
}
