//! The machine is hard on the command: signals, full disks, folders that cannot be written, inputs longer than memory, and
//! users who name one file twice.
//! Nothing half-written is left, and what was there stays.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;
mod disks;
mod interruptions;
mod overwriting;
mod poverty;
pub(crate) mod process;
mod storms;
mod streams;
