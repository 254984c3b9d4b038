//! Rigid gears and screws with losses.

use crate::declaration::{Variable, integer_output, output, parameter, unit};
use crate::models::Motion;

pub(super) fn variables(is_screw: bool) -> Vec<Variable> {
    let motion = Motion::Rotary;
    let ratio = if is_screw {
        parameter("lead", unit::LENGTH, 5e-3, "Way of the second per turn of the first; negative is left-handed")
    } else {
        parameter("ratio", unit::RATIO, 1.0, "Velocity of the first over that of the second; may be negative")
    };
    vec![
        output("torque", motion.effort(), "Torque into the gear at the first").computed_from(&["*"]),
        output("loss_torque", motion.effort(), "Part of it that is lost").computed_from(&["*"]),
        integer_output("friction_regime", -1..=1, "-1 turning backward, 0 at rest, 1 turning forward (the first)")
            .computed_from(&["*"]),
        ratio.always_fixed().expected(),
        parameter("efficiency_opposing", unit::RATIO, 1.0, "Efficiency where the first drives the second")
            .above(0.0)
            .at_most(1.0),
        parameter(
            "efficiency_aiding",
            unit::RATIO,
            1.0,
            "Efficiency where the second drives the first; 0 or less is self-locking",
        )
        .at_most(1.0),
        parameter("friction.coulomb_torque", motion.effort(), 0.0, "Friction torque without load, at the first")
            .at_least(0.0),
        parameter("friction.static_ratio", unit::RATIO, 1.0, "Static over dynamic friction, at least 1").at_least(1.0),
        parameter(
            "friction.load_static_ratio",
            unit::RATIO,
            0.0,
            "The same of the share of the load, at least 1; 0: that of friction.static_ratio",
        )
        .at_least(0.0),
    ]
}
