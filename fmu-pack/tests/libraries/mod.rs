//! Libraries that end, crash, hang, print, change their folder or answer with nonsense: the command survives, says what
//! happened and leaves nothing.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;
use crate::hardship::process;

mod early_ends;
mod endings;
pub mod fmu;
mod hanging;
mod linear_systems;
mod nonsense;
mod surroundings;
