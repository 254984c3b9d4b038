//! Dry friction of one sliding contact: levels that depend on the load, laws, and what holds at rest.
//!
//! Sign convention: friction is positive where it opposes positive motion, so `inertia·acceleration = active − friction`.
//! A positive load torque pushes towards negative position. Rotary names and units; for linear actuators read force for
//! torque, N for N·m and m/s for rad/s. This module knows neither time nor states.

mod level;

pub use level::{Band, Levels};
