//! The parameters of friction that belong to one law: bristles and table. Those of the model belong to an actuator of its size.
//!
//! ```text
//! bristles   σ₀ = 100·K,   σ₁ = 2·ζ·√(σ₀·J),   ζ = 0.1
//! ```
//!
//! K is the static stiffness of the servo, J the inertia with its load; the symbols of the bristles are those of Yadav &
//! Agnihotri. σ₁ scales as in Canudas de Wit et al. (1995), whose bristles have ζ = 0.5.

use super::actuator::{Actuator, Parameters};
use super::design::{Values, given, known};
use super::friction::Friction;
use super::requirement::Requirement;

/// Stiffness of the bristles over that of the servo: what they deflect before they break away is 1 % of the threshold.
const STIFFNESS_RATIO: f64 = 100.0;
/// Damping ratio of the body on its bristles, to which the motor adds its own. A larger one throws friction above the breakaway
/// level where full torque reverses the motion: LuGre to 1.1 times at 0.2, 4.6 times at 1 (an aileron of 450 N·m with the linear
/// valve); elasto-plastic to 1.06 times at 0.1.
const DAMPING_RATIO: f64 = 0.1;
/// Torques of the table.
const TABLE_TORQUE: &str = "friction.table.torque";

/// What the bristles are chosen for.
pub(crate) struct Presliding {
    /// K [N·m/rad].
    pub loop_stiffness: f64,
    /// J with that of the load [kg·m²].
    pub inertia: f64,
}

/// Friction while sliding fast, where it is given [N·m].
pub(crate) fn known_level(requirement: &Requirement) -> Option<f64> {
    let coulomb = || {
        let is_given = given(requirement, "friction.coulomb_torque").is_some();
        is_given.then(|| friction_of(requirement))?.map(|friction| friction.coulomb)
    };
    table_level(requirement).or_else(coulomb)
}

/// The level at the end of a table that [start] has.
pub(crate) fn table_level(requirement: &Requirement) -> Option<f64> {
    let is_given = requirement.given().iter().any(|name| name.starts_with(TABLE_TORQUE));
    let friction = friction_of(requirement).filter(|friction| is_given && friction.law.uses.contains(&"table"))?;
    friction.table.last().map(|(_, level)| *level)
}

/// Breakaway level over the level while sliding fast.
pub(crate) fn ratio_at_rest(requirement: &Requirement, friction: &Friction) -> f64 {
    let of_table = table_level(requirement).filter(|level| *level > 0.0).map(|level| friction.breakaway() / level);
    of_table.unwrap_or_else(|| friction.ratio_at_rest())
}

/// The parameters of the law in use, for a friction of `level` [N·m].
pub(crate) fn of_law(requirement: &Requirement, level: f64, presliding: &Presliding) -> Values {
    let Some(friction) = friction_of(requirement) else { return Values::new() };
    let uses = |parameter: &str| friction.law.uses.contains(&parameter);
    let mut values = Values::new();
    let stiffness =
        given(requirement, "friction.bristle_stiffness").unwrap_or(STIFFNESS_RATIO * presliding.loop_stiffness);
    if uses("bristle_stiffness") {
        let reason = "100 times the stiffness of the servo: breakaway deflects 1 % of the threshold";
        values.push(("friction.bristle_stiffness".to_owned(), stiffness, reason));
    }
    if uses("bristle_damping") {
        let damping = 2.0 * DAMPING_RATIO * (stiffness * presliding.inertia).sqrt();
        let reason =
            "0.2*sqrt(bristle_stiffness*inertia), damping ratio 0.1: at reversals more throws friction above breakaway";
        values.push(("friction.bristle_damping".to_owned(), damping, reason));
    }
    if uses("table") && table_level(requirement).is_none() {
        // Without its torques the table is flat.
        let points = 1..=friction.table.len();
        let reason = "threshold and stiffness, or 4 % of the torque; the table is flat";
        let level = level / friction.greater_ratio;
        values.extend(points.map(|point| (format!("{TABLE_TORQUE}[{point}]"), level, reason)));
    }
    values
}

fn friction_of(requirement: &Requirement) -> Option<Friction> {
    match Actuator::new(&Parameters::of(&requirement.model)) {
        Ok(Actuator::Servo(servo)) => Some(servo.transmission.friction),
        Ok(Actuator::Transmission(_) | Actuator::Piston(_)) | Err(_) => None,
    }
}

/// What stands in [start] of the friction, as the end of what a requirement conflicts with.
pub(crate) fn in_words(requirement: &Requirement) -> String {
    if let Some(level) = table_level(requirement) {
        return format!(" and friction.table, which ends at {} N.m", super::shown::rounded(level, 4));
    }
    let entry = requirement.entry_of_start("friction.coulomb_torque");
    entry.map_or_else(String::new, |entry| format!(" and friction.coulomb_torque = {}", entry.source))
}

/// The efficiency with which a load drives it, where [start] has it.
pub(crate) fn efficiency_aiding(requirement: &Requirement) -> Option<f64> {
    requirement.is_given("friction.efficiency_aiding").then(|| known(requirement, "friction.efficiency_aiding"))
}
