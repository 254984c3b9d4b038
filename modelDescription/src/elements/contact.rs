//! Brakes, bearings, clutches and one-way clutches.

use crate::declaration::{Causality, Variable, input, integer_output, local, output, parameter, unit};
use crate::models::{Motion, friction};

/// Modelica's clutches and brakes have Coulomb friction without a static excess.
const PLAIN: friction::Defaults = friction::Defaults {
    law: 1,
    coulomb_level: 1.0,
    static_ratio: 1.0,
    efficiency_opposing: 1.0,
    efficiency_aiding: 1.0,
    stribeck_velocity: 1e-3,
    stribeck_exponent: 1.0,
    bristle_stiffness: 1e9,
    bristle_damping: 1e6,
    beyond_table: "goes on as between the last two, down to zero",
};

/// What sort of contact it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// Its torque follows from the relative velocity, or holds.
    Friction,
    /// With bristles, whose deflection is a state.
    Bristle,
    /// One-way.
    Freewheel,
}

/// Parameters of a transmission: contacts carry no load across a mesh.
const OF_GEARS: [&str; 4] = [
    "friction.efficiency_opposing",
    "friction.efficiency_aiding",
    "friction.load_static_ratio",
    "friction.load_dependence",
];
/// A one-way clutch slides in one direction.
const OF_BOTH_DIRECTIONS: [&str; 1] = ["friction.backward_ratio"];
/// Parameters of laws that creep.
const OF_CREEPING: [&str; 2] = ["friction.sharpness", "friction.regularization_velocity"];
/// Parameters of laws with bristles.
const OF_BRISTLES: [&str; 4] = [
    "friction.bristle_stiffness",
    "friction.bristle_damping",
    "friction.elastic_share",
    "friction.bristle_deflection_start",
];

impl Sort {
    /// Whether a parameter belongs to none of its laws.
    fn hides(self, parameter: &str) -> bool {
        let creeping = OF_CREEPING.contains(&parameter);
        let bristles = OF_BRISTLES.contains(&parameter);
        let both = OF_BOTH_DIRECTIONS.contains(&parameter);
        OF_GEARS.contains(&parameter)
            || match self {
                Self::Friction => bristles,
                Self::Bristle => creeping,
                Self::Freewheel => creeping || bristles || both,
            }
    }
}

/// Deflection of the bristles and its rate.
fn bristle(motion: Motion) -> [Variable; 2] {
    [
        output("bristle_deflection", motion.position(), "Mean deflection of the bristles; 0 while the contact is free")
            .state(&["friction.bristle_deflection_start"])
            .nominal(1e-5),
        local("bristle_deflection_rate", motion.velocity(), "Time derivative of the bristle deflection")
            .derivative_of("bristle_deflection")
            .computed_from(&["*"]),
    ]
}

pub(super) fn variables(motion: Motion, sort: Sort) -> Vec<Variable> {
    let effort = motion.effort_word();
    let mut variables = vec![
        input("engagement", unit::RATIO, 1.0, "Scales the whole friction level; 0 or less is free").nominal(1.0),
        output(
            &format!("friction_{effort}"),
            motion.effort(),
            &format!("Friction {effort} on the second body; positive opposes its motion towards positive position"),
        )
        .computed_from(&["*"]),
        output(
            "relative_velocity",
            motion.velocity(),
            "Velocity of the second body relative to the first, or to the ground; exactly 0 while it sticks",
        )
        .computed_from(&["*"]),
        integer_output(
            "friction_regime",
            -1..=2,
            "-1 sliding backward, 0 stuck (bristles: only deflecting), 1 sliding forward, 2 free (not engaged)",
        )
        .computed_from(&["*"]),
    ];
    if sort == Sort::Bristle {
        variables.extend(bristle(motion));
    }
    let law = friction::parameters(motion, &PLAIN).into_iter();
    let parameters = law.filter(|variable| variable.causality == Causality::Parameter);
    let level = format!("friction.coulomb_{effort}");
    variables.extend(parameters.map(|mut variable| {
        variable.is_hidden = sort.hides(&variable.name);
        variable.is_expected = variable.name == level;
        variable
    }));
    variables.push(
        parameter(
            "friction.viscous_coefficient",
            motion.damping(),
            0.0,
            "Viscous part of the contact per relative velocity, scaled by the engagement",
        )
        .at_least(0.0),
    );
    if sort == Sort::Freewheel {
        variables.push(
            parameter(
                &format!("release_{effort}"),
                motion.effort(),
                0.0,
                &format!("Greatest stuck {effort} in the free direction while the engagement is 0 or less"),
            )
            .at_least(0.0),
        );
    }
    variables
}
