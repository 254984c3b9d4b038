//! A body or mass.

use crate::declaration::{Variable, integer_output, output, parameter};
use crate::models::Motion;

/// A limit that no position reaches: there is no stop.
pub const NO_LIMIT: f64 = f64::MAX;

pub(super) fn variables(motion: Motion) -> Vec<Variable> {
    let (effort, inertia) = (motion.effort_word(), motion.inertia_name());
    let stop = format!("end_stop_{effort}");
    vec![
        output("position", motion.position(), "Position").state(&["position_start"]).nominal(0.1),
        output("velocity", motion.velocity(), "Velocity; exactly 0 while it is held")
            .derivative_of("position")
            .state(&["velocity_start"])
            .nominal(0.1),
        output("acceleration", motion.acceleration(), "Acceleration").derivative_of("velocity").computed_from(&["*"]),
        output(
            &stop,
            motion.effort(),
            &format!("Contact {effort} of the end stop; positive at the upper stop, where it opposes positive motion"),
        )
        .computed_from(&["*"]),
        integer_output("end_stop", -1..=1, "Contact with an end stop: -1 lower, 0 none, 1 upper").computed_from(&["*"]),
        parameter(
            inertia,
            motion.inertia(),
            1.0,
            &format!("{}; 0 only where a gear or screw ties it to another body", motion.inertia_words()),
        )
        .at_least(0.0)
        .always_fixed()
        .expected(),
        parameter(
            "viscous_coefficient",
            motion.damping(),
            0.0,
            &format!("Viscous friction {effort} to the ground per velocity"),
        )
        .at_least(0.0),
        parameter("position_start", motion.position(), 0.0, "Position at initialization").always_fixed(),
        parameter("velocity_start", motion.velocity(), 0.0, "Velocity at initialization").always_fixed(),
        parameter("travel.lower", motion.position(), -NO_LIMIT, "Position of the lower end stop").always_fixed(),
        parameter("travel.upper", motion.position(), NO_LIMIT, "Position of the upper end stop").always_fixed(),
    ]
}
