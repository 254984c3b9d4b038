//! The friction of one sliding contact: law, levels, efficiencies and the parameters of the single laws.

use super::Motion;
use super::laws::{FRICTION_LAW, Family, of, using};
use crate::declaration::{Variable, calculated_parameter, choice, integer_parameter, number_of, parameter, unit};

/// Points of the friction table that are variables.
pub const TABLE_POINTS: usize = 16;

/// What differs between models.
pub struct Defaults {
    /// Number of the law, from 1.
    pub law: i32,
    /// Dynamic friction without load.
    pub coulomb_level: f64,
    /// Static over dynamic friction.
    pub static_ratio: f64,
    /// Efficiency against an opposing load.
    pub efficiency_opposing: f64,
    /// Efficiency with an aiding load.
    pub efficiency_aiding: f64,
    /// Stribeck velocity.
    pub stribeck_velocity: f64,
    /// Stribeck exponent.
    pub stribeck_exponent: f64,
    /// Bristle stiffness.
    pub bristle_stiffness: f64,
    /// Bristle damping.
    pub bristle_damping: f64,
    /// What friction does beyond the last point of a table.
    pub beyond_table: &'static str,
}

/// The parameters of the group `friction`.
pub fn parameters(motion: Motion, defaults: &Defaults) -> Vec<Variable> {
    let mut variables = levels(motion, defaults);
    variables.extend(characteristic(motion, defaults));
    variables.extend(bristle(motion, defaults));
    variables.extend(table(motion, defaults));
    variables.extend(calculated(motion));
    variables
}

fn levels(motion: Motion, defaults: &Defaults) -> Vec<Variable> {
    let effort = motion.effort_word();
    let loaded = format!("{}; the others with friction.load_dependence", of(&[Family::Sticks, Family::Comparator]));
    let coulomb = format!("Dynamic (Coulomb) friction {effort} without load (TFR0, fc; {})", using("coulomb"));
    let law = choice("friction.law", &FRICTION_LAW, defaults.law, "Friction law");
    let number = "Number of the friction law, for tools that do not pass enumerations; 0: as friction.law says";
    let number = number_of(&law, number);
    vec![
        law,
        number,
        parameter(&format!("friction.coulomb_{effort}"), motion.effort(), defaults.coulomb_level, &coulomb)
            .field("coulomb_level")
            .at_least(0.0),
        parameter(
            "friction.static_ratio",
            unit::RATIO,
            defaults.static_ratio,
            &format!("Static over dynamic friction (FSD, fs/fc), at least 1 ({})", using("static_ratio")),
        )
        .at_least(1.0),
        parameter(
            "friction.breakaway_ratio",
            unit::RATIO,
            1.0,
            &format!(
                "Breakaway level over the friction characteristic at zero speed, at least 1 ({})",
                using("breakaway_ratio")
            ),
        )
        .at_least(1.0),
        parameter(
            "friction.efficiency_opposing",
            unit::RATIO,
            defaults.efficiency_opposing,
            &format!("Efficiency of motion against the load {effort} (eta_opp), greater than 0, at most 1 ({loaded})"),
        )
        .above(0.0)
        .at_most(1.0),
        parameter(
            "friction.efficiency_aiding",
            unit::RATIO,
            defaults.efficiency_aiding,
            &format!(
                "Efficiency of motion driven by the load {effort} (eta_aid), at most 1; greater than 0 is reversible, \
                 0 or less is irreversible (self-locking) ({loaded})"
            ),
        )
        .at_most(1.0),
        parameter(
            "friction.load_static_ratio",
            unit::RATIO,
            0.0,
            &format!(
                "Static over dynamic friction of the share of the load, at least 1; 0: that of friction.static_ratio ({})",
                using("load_static_ratio")
            ),
        )
        .at_least(0.0),
        parameter(
            "friction.backward_ratio",
            unit::RATIO,
            1.0,
            &format!(
                "Friction {effort} without load against motion towards negative position over that towards positive position, \
                 greater than 0 ({})",
                using("backward_ratio")
            ),
        )
        .above(0.0),
        integer_parameter(
            "friction.load_dependence",
            0,
            0..=1,
            &format!(
                "1: the whole level of {} grows with the load {effort} by the efficiencies, as that of the others; 0: they ignore it",
                using("load_dependence")
            ),
        ),
    ]
}

fn characteristic(motion: Motion, defaults: &Defaults) -> Vec<Variable> {
    vec![
        parameter(
            "friction.stribeck_velocity",
            motion.velocity(),
            defaults.stribeck_velocity,
            &format!("Velocity at which the Stribeck effect fades (wc, vs; {})", using("stribeck_velocity")),
        )
        .above(0.0),
        parameter(
            "friction.stribeck_exponent",
            unit::RATIO,
            defaults.stribeck_exponent,
            &format!("Exponent of the Stribeck effect (m, delta; {}), usually 0.5 to 2", using("stribeck_exponent")),
        )
        .above(0.0)
        .at_most(10.0),
        parameter(
            "friction.sharpness",
            unit::RATIO,
            10.0,
            &format!("Steepness n of the continuous model near zero speed ({})", using("sharpness")),
        )
        .above(0.0),
        parameter(
            "friction.regularization_velocity",
            motion.velocity(),
            1e-3,
            &format!(
                "Velocity below which a comparator replaces friction: dead band or smoothing ({})",
                using("regularization_velocity")
            ),
        )
        .above(0.0),
    ]
}

fn bristle(motion: Motion, defaults: &Defaults) -> Vec<Variable> {
    vec![
        parameter(
            "friction.bristle_stiffness",
            motion.stiffness(),
            defaults.bristle_stiffness,
            &format!("Presliding stiffness (s0; {})", using("bristle_stiffness")),
        )
        .above(0.0),
        parameter(
            "friction.bristle_damping",
            motion.damping(),
            defaults.bristle_damping,
            &format!("Presliding damping (s1; {})", using("bristle_damping")),
        )
        .at_least(0.0),
        parameter(
            "friction.elastic_share",
            unit::RATIO,
            0.7,
            &format!(
                "Breakaway deflection of the bristles, below which nothing slips, over the steady one ({})",
                using("elastic_share")
            ),
        )
        .at_least(0.0)
        .at_most(0.999),
        parameter(
            "friction.bristle_deflection_start",
            motion.position(),
            0.0,
            &format!("Start value of the bristle deflection (z(0); {})", using("bristle_stiffness")),
        )
        .always_fixed(),
    ]
}

fn table(motion: Motion, defaults: &Defaults) -> Vec<Variable> {
    let effort = motion.effort_word();
    let law = using("table");
    let beyond = defaults.beyond_table;
    let size = format!("Number of table points in use; beyond the last one friction {beyond} ({law})");
    let mut variables = vec![integer_parameter("friction.table.size", 1, 1..=TABLE_POINTS as i32, &size)];
    variables.extend((1..=TABLE_POINTS).map(|point| {
        let description = format!("Velocity of table point {point}; the first is 0, the others ascend ({law})");
        parameter(&format!("friction.table.velocity[{point}]"), motion.velocity(), 0.0, &description)
            .at_least(0.0)
            .always_fixed()
    }));
    variables.extend((1..=TABLE_POINTS).map(|point| {
        let name = format!("friction.table.{effort}[{point}]");
        let description = format!("Friction {effort} without load at table point {point} ({law})");
        parameter(&name, motion.effort(), defaults.coulomb_level, &description)
            .field("table_level")
            .at_least(0.0)
            .always_fixed()
    }));
    variables
}

fn calculated(motion: Motion) -> Vec<Variable> {
    let law = ["friction.law", "friction.law_number", "friction.static_ratio", "friction.sharpness"];
    let coulomb = format!("friction.coulomb_{}", motion.effort_word());
    vec![
        calculated_parameter(
            "friction.stribeck_sigma",
            motion.effort(),
            &format!("Stribeck amplitude s of the continuous model, eq. (13) or (19) ({})", using("sharpness")),
        )
        .computed_from(&law)
        .computed_from(&[&coulomb]),
        calculated_parameter(
            "friction.peak_velocity",
            motion.velocity(),
            &format!("Velocity of the greatest friction of the continuous model, eq. (11) ({})", using("sharpness")),
        )
        .computed_from(&law)
        .computed_from(&[&coulomb, "friction.stribeck_velocity"]),
    ]
}
