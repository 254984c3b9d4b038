//! Elastic shafts and rods, with or without free play.

use super::body::NO_LIMIT;
use crate::declaration::{
    EnumerationItem, EnumerationType, Variable, choice, integer_output, number_of, output, parameter, unit,
};
use crate::models::Motion;

/// What damping does beyond the gap.
pub static BACKLASH_DAMPING: EnumerationType = EnumerationType {
    name: "BacklashDamping",
    description: "How the damping of a shaft with free play ends where it would pull",
    items: &[
        EnumerationItem {
            name: "limited",
            description: "The damping torque is at most the elastic torque (Modelica's ElastoBacklash)",
        },
        EnumerationItem {
            name: "unilateral",
            description: "The sum of elastic and damping torque pushes only (Modelica's ElastoBacklash2)",
        },
    ],
};

pub(super) fn variables(motion: Motion) -> Vec<Variable> {
    let effort = motion.effort_word();
    let (twist, rest) = match motion {
        Motion::Rotary => ("twist", "rest_angle"),
        Motion::Linear => ("extension", "rest_position"),
    };
    let law = choice("backlash_damping", &BACKLASH_DAMPING, 1, "Damping beyond the free play");
    let number = number_of(
        &law,
        "Number of the damping beyond the free play, for tools that do not pass enumerations; 0: as backlash_damping says",
    );
    vec![
        output(
            effort,
            motion.effort(),
            &format!("{} on the second body against its motion away from rest", capital(effort)),
        )
        .computed_from(&["*"]),
        output(twist, motion.position(), "Position of the second less that of the first over the ratio, less rest")
            .computed_from(&["*"]),
        integer_output("contact", -1..=1, "End of the free play: -1 lower, 0 in the gap or without free play, 1 upper")
            .computed_from(&["*"]),
        parameter("ratio", unit::RATIO, 1.0, "Rigidly the first would move so many times as far as the second")
            .always_fixed(),
        parameter("stiffness", motion.stiffness(), 0.0, &format!("{} per deflection", capital(effort)))
            .at_least(0.0)
            .expected(),
        parameter("damping", motion.damping(), 0.0, &format!("{} per rate of deflection", capital(effort)))
            .at_least(0.0),
        parameter(rest, motion.position(), 0.0, "Deflection without load").always_fixed(),
        parameter("backlash", motion.position(), 0.0, "Total free play, half of it to either side; 0 is none")
            .at_least(0.0)
            .always_fixed(),
        parameter("gap.lower", motion.position(), 0.0, "Lower end of a one-sided free play")
            .at_most(0.0)
            .always_fixed(),
        parameter("gap.upper", motion.position(), 0.0, "Upper end of a one-sided free play")
            .at_least(0.0)
            .at_most(NO_LIMIT)
            .always_fixed(),
        law,
        number,
    ]
}

/// A word at the beginning of a description.
pub(super) fn capital(word: &str) -> String {
    word[..1].to_uppercase() + &word[1..]
}
