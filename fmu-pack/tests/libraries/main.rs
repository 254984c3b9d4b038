//! Libraries that end, crash, hang, print, change their folder or answer with nonsense: the command survives, says what
//! happened and leaves nothing.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, missing_docs)]

#[path = "../command/mod.rs"]
mod command;
mod early_ends;
mod endings;
mod fmu;
mod hanging;
mod linear_systems;
mod nonsense;
#[path = "../hardship/process.rs"]
mod process;
mod surroundings;
