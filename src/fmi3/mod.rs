//! The C interface of FMI 3.0: Co-Simulation with event mode, early return and intermediate update, and Model Exchange. It knows
//! only the instance.
//!
//! What is stated for the module `fmi2` holds here too. Scheduled Execution is not offered, variables of other types than Float64,
//! Int32, Int64 (Enumerations) and Clock do not exist, and there are no structural parameters.
//!
//! # Safety
//!
//! What the library cannot check is the duty of the importer, as in the FMI 3.0 standard: an instance comes from
//! [`fmi3InstantiateCoSimulation`] or [`fmi3InstantiateModelExchange`] and was not freed, an array has as many elements as its
//! length, a string ends with a zero byte, and one instance is called by one thread at a time. Nothing is kept of what a
//! call was given, but for the callback functions and the instance environment.
#![allow(unsafe_code, non_snake_case, non_camel_case_types)]
// Every exported function has the one contract that is stated above, and the parameters that the standard gives it.
#![allow(clippy::missing_safety_doc, clippy::too_many_arguments)]

mod call_table;
mod functions;
mod logger;
mod types;

pub use call_table::CALL_TABLE;
pub use functions::*;
pub use types::*;
