//! The same of FMI 3.0: lifetimes of Co-Simulation and Model Exchange, from the first to the last function.

mod host;
mod lifetime;
mod logger;
mod memory;
mod panics;
