//! The same of FMI 3.0: lives of Co-Simulation and Model Exchange, from the first to the last function.

mod host;
mod life;
mod logger;
mod memory;
mod panics;
