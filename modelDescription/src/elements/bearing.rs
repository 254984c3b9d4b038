//! The bearing at the second body of a gear or screw.

use crate::declaration::{Variable, parameter, unit};
use crate::models::Motion;

pub(super) fn variables(motion: Motion) -> Vec<Variable> {
    let effort = motion.effort_word();
    let coulomb = format!("friction_second.coulomb_{effort}");
    let description = format!("Friction {effort} of the bearing at the second body");
    let ratio = "Static over dynamic friction of this bearing, at least 1";
    vec![
        parameter(&coulomb, motion.effort(), 0.0, &description).field("coulomb_level").at_least(0.0),
        parameter("friction_second.static_ratio", unit::RATIO, 1.0, ratio).at_least(1.0),
    ]
}
