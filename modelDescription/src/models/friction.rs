//! The friction of one sliding contact: law, levels, efficiencies and the parameters of the single laws.

use super::Motion;
use crate::declaration::{
    EnumerationItem, EnumerationType, Variable, calculated_parameter, choice, integer_parameter, number_of, parameter,
    unit,
};

/// Points of the friction table.
const TABLE_POINTS: usize = 16;

const fn item(name: &'static str, description: &'static str) -> EnumerationItem {
    EnumerationItem { name, description }
}

/// Friction laws.
static FRICTION_LAW: EnumerationType = EnumerationType {
    name: "FrictionLaw",
    description: "Friction law: how friction depends on velocity, and what it does at rest",
    items: &[
        item("coulomb", "Coulomb friction with stiction and load dependence (Borello and Dalla Vedova 2012); sticks"),
        item("hess_soom", "Hess-Soom characteristic, fc + (fs - fc)/(1 + |w/wc|^m); sticks"),
        item("stribeck", "Stribeck characteristic, fc + (fs - fc) exp(-|w/wc|^m); sticks"),
        item(
            "majd_simaan",
            "Continuous model of Johari Majd and Simaan with exact Stribeck amplitude, eq. (13); no true stiction: it \
             creeps under a constant effort below breakaway",
        ),
        item(
            "majd_simaan_approximate",
            "The same with the approximate Stribeck amplitude of eq. (19); it creeps as well",
        ),
        item("dahl", "Dahl's bristle model: presliding hysteresis, no Stribeck effect"),
        item("lugre", "LuGre bristle model: presliding displacement, Stribeck effect, frictional lag"),
        item("tabulated", "Characteristic from friction.table, linear between its points; sticks"),
        item("karnopp", "Comparator: Karnopp's dead band of width friction.regularization_velocity"),
        item("sign", "Comparator: Coulomb friction with the bare sign of the velocity; chatters at rest"),
        item("hyperviscous", "Comparator: saturated viscous friction, linear below friction.regularization_velocity"),
        item("quinn", "Comparator: Quinn's regularisation below friction.regularization_velocity"),
    ],
};

/// What differs between models.
pub struct Defaults {
    /// Number of the law in `FRICTION_LAW`, from 1.
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
    let coulomb = format!("Dynamic (Coulomb) friction {effort} without load (TFR0, fc)");
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
            "Static over dynamic friction (FSD, fs/fc), at least 1",
        )
        .at_least(1.0),
        parameter(
            "friction.breakaway_ratio",
            unit::RATIO,
            1.0,
            "Breakaway level over the friction characteristic at zero speed, at least 1 (laws that stick)",
        )
        .at_least(1.0),
        parameter(
            "friction.efficiency_opposing",
            unit::RATIO,
            defaults.efficiency_opposing,
            &format!("Efficiency of motion against the load {effort} (eta_opp), greater than 0, at most 1"),
        )
        .above(0.0)
        .at_most(1.0),
        parameter(
            "friction.efficiency_aiding",
            unit::RATIO,
            defaults.efficiency_aiding,
            &format!(
                "Efficiency of motion driven by the load {effort} (eta_aid), at most 1; greater than 0 is reversible, \
                 0 or less is irreversible (self-locking)"
            ),
        )
        .at_most(1.0),
    ]
}

fn characteristic(motion: Motion, defaults: &Defaults) -> Vec<Variable> {
    vec![
        parameter(
            "friction.stribeck_velocity",
            motion.velocity(),
            defaults.stribeck_velocity,
            "Velocity at which the Stribeck effect fades (wc, vs; laws 2 to 5 and 7)",
        )
        .above(0.0),
        parameter(
            "friction.stribeck_exponent",
            unit::RATIO,
            defaults.stribeck_exponent,
            "Exponent of the Stribeck effect (m, delta; laws 2, 3 and 7), usually 0.5 to 2",
        )
        .above(0.0)
        .at_most(10.0),
        parameter(
            "friction.sharpness",
            unit::RATIO,
            10.0,
            "Steepness n of the continuous model near zero speed (laws 4 and 5)",
        )
        .above(0.0),
        parameter(
            "friction.regularization_velocity",
            motion.velocity(),
            1e-3,
            "Velocity below which a comparator replaces friction: dead band or smoothing (laws 9 to 12)",
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
            "Presliding stiffness (s0; laws 6 and 7)",
        )
        .above(0.0),
        parameter(
            "friction.bristle_damping",
            motion.damping(),
            defaults.bristle_damping,
            "Presliding damping (s1; law 7)",
        )
        .at_least(0.0),
        parameter(
            "friction.bristle_deflection_start",
            motion.position(),
            0.0,
            "Start value of the bristle deflection (z(0); laws 6 and 7)",
        )
        .always_fixed(),
    ]
}

fn table(motion: Motion, defaults: &Defaults) -> Vec<Variable> {
    let effort = motion.effort_word();
    let size = "Number of table points in use; beyond the last one friction is constant (law 8)";
    let mut variables = vec![integer_parameter("friction.table.size", 1, 1..=TABLE_POINTS as i32, size)];
    variables.extend((1..=TABLE_POINTS).map(|point| {
        let description = format!("Velocity of table point {point}; the first is 0, the others ascend (law 8)");
        parameter(&format!("friction.table.velocity[{point}]"), motion.velocity(), 0.0, &description)
            .at_least(0.0)
            .always_fixed()
    }));
    variables.extend((1..=TABLE_POINTS).map(|point| {
        let name = format!("friction.table.{effort}[{point}]");
        let description = format!("Friction {effort} of table point {point} (law 8)");
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
            "Stribeck amplitude s of the continuous model, eq. (13) or (19) (laws 4 and 5)",
        )
        .computed_from(&law)
        .computed_from(&[&coulomb]),
        calculated_parameter(
            "friction.peak_velocity",
            motion.velocity(),
            "Velocity of the greatest friction of the continuous model, eq. (11) (laws 4 and 5)",
        )
        .computed_from(&law)
        .computed_from(&[&coulomb, "friction.stribeck_velocity"]),
    ]
}
