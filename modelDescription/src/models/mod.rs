//! The declarations: one file per model, and one per group of variables that models share.

mod body;
pub mod friction;
mod hydraulic_actuator;
pub mod laws;
mod motion;
mod motion_transmission;
pub mod position_servo;
mod servo_actuator;
mod solver;

pub use body::initialization;
pub use motion::Motion;
pub use solver::real_time;

use crate::declaration::Model;

/// All models, in the order of [`ModelKind`](crate::declaration::ModelKind).
pub fn all() -> Vec<Model> {
    vec![motion_transmission::declare(), servo_actuator::declare(), hydraulic_actuator::declare()]
}
