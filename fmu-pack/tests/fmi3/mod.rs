//! FMUs of FMI 3.0: the importer calls them as the standard says, and their numbers are right.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;
mod events;
mod fmu;
mod models;
mod steps;
mod variables;
