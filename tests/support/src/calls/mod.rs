//! Model-based fuzzing of the C interface: random calls, legal and illegal, on several instances, each judged by a small
//! executable model of the standard.
//!
//! After every call: the status is the one that the model expects; an Error was reported to the logger and changed nothing, bit
//! by bit; what was OK gives no value that is not finite; parameters and inputs read as they were set; time is where
//! the steps led; a restored state is the saved one, bit by bit.

#![allow(unsafe_code, reason = "calls the C interface")]

mod actor;
mod clocks;
mod continuous;
mod lifecycle;
mod memory;
mod partner;
mod player;
mod port;
mod states;
mod steps;
mod steps_with_partner;
mod table;
mod values;
mod wild;

pub use actor::Actor;
pub use memory::Layout;
pub use player::{ROUND, play};
pub use player::{campaign, campaign_on};
pub use table::Standard;
pub use wild::seal;
