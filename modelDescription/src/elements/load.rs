//! External torques and forces.

use crate::declaration::{self, Variable, parameter, unit};
use crate::models::Motion;

pub(super) fn input(motion: Motion) -> Vec<Variable> {
    let description = format!("External {}; positive pushes towards positive position", motion.effort_word());
    vec![declaration::input("", motion.effort(), 0.0, &description).nominal(1e3)]
}

pub(super) fn gain() -> Vec<Variable> {
    vec![parameter("gain", unit::RATIO, 1.0, "Part of the external torque or force that acts on the body")]
}
