//! Whether an actuator does what was required, and what to say where it does not.

use super::actuator::Servo;
use super::conflict::Conflict;
use super::damping;
use super::flanks;
use super::friction_values::efficiency_aiding;
use super::properties::Properties;
use super::requirement::{Required, Requirement};
use super::shown::rounded;
use super::stability::is_stable;
use super::statics::Reversibility;
use super::ties::ties;

/// How far a requirement may be missed by the rounding of the parameters.
pub(crate) const ROUNDING: f64 = 1e-4;

/// How a requirement compares with what is achieved.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Sense {
    AtLeast,
    /// At most, and of that not a digit too much: what is told is itself below the limit.
    Below,
    AtMost,
    Equal,
}

pub(crate) fn sense(key: &str) -> Sense {
    match key {
        "threshold" => Sense::AtMost,
        "stall_torque" | "no_load_rate" | "back_drive_torque" | "travel_lower" | "travel_upper" => Sense::Equal,
        _ => Sense::AtLeast,
    }
}

pub(crate) fn is_met(key: &str, required: f64, achieved: Option<f64>) -> bool {
    let Some(achieved) = achieved else { return false };
    let slack = ROUNDING * required.abs();
    match sense(key) {
        Sense::AtLeast => achieved >= required - slack,
        Sense::Below => achieved <= required,
        Sense::AtMost => achieved <= required + slack,
        Sense::Equal => (achieved - required).abs() <= slack,
    }
}

/// The first requirement that the actuator does not meet: motor and valve, then the loop, then the others, because what comes
/// first shows in what comes later.
pub(crate) fn conflict(requirement: &Requirement, servo: &Servo, properties: &Properties) -> Option<Conflict> {
    let unmet = |is_asked: &dyn Fn(&str) -> bool| {
        let mut unmet = unmet(requirement, properties);
        let (key, required) = unmet.find(|(key, _)| is_asked(key))?;
        let (with, advice) = ties(requirement, servo, key);
        Some(Conflict { key, required: required.clone(), possible: properties.number(key), with, advice })
    };
    unmet(&|key| matches!(key, "stall_torque" | "no_load_rate"))
        .or_else(|| damping::conflict(requirement, servo, properties))
        .or_else(|| unmet(&|_| true))
        .or_else(|| locking_conflict(requirement, servo))
}

/// Requirements that are not met, in the order of the file.
fn unmet<'a>(
    requirement: &'a Requirement,
    properties: &'a Properties,
) -> impl Iterator<Item = (&'static str, &'a Required)> {
    requirement.properties().filter(|(key, required)| !is_met(key, required.value, properties.number(key)))
}

/// The keys of all that is not as required, and "stable" where the loop is not.
pub(crate) fn shortfalls(requirement: &Requirement, servo: &Servo, properties: &Properties) -> Vec<&'static str> {
    let unstable = (!is_stable(servo)).then_some("stable");
    let locking = locking_conflict(requirement, servo).map(|conflict| conflict.key);
    unmet(requirement, properties).map(|(key, _)| key).chain(unstable).chain(locking).collect()
}

fn locking_conflict(requirement: &Requirement, servo: &Servo) -> Option<Conflict> {
    let (locks, entry) = requirement.self_locking.as_ref()?;
    let is_locking = servo.transmission.reversibility() != Reversibility::Reversible;
    if is_locking == *locks {
        return None;
    }
    let friction = &servo.transmission.friction;
    let (with, advice) = if friction.depends_on_load() {
        let of = match (requirement.flanks(), efficiency_aiding(requirement)) {
            (Some(_), _) => " of [flanks]",
            (None, Some(_)) => "",
            (None, None) => " of the model",
        };
        let aiding = rounded(friction.efficiency_aiding, 4);
        let of_load = if friction.load_static_ratio.is_some() { " of the load" } else { "" };
        let ratio = rounded(friction.load_ratio_at_rest(), 4);
        let with = format!("friction.efficiency_aiding = {aiding}{of} and a static ratio{of_load} of {ratio}");
        let rule = "it locks from rest where static_ratio*(1 - efficiency_aiding) is 1 or more, and in motion where the efficiency is \
                    0 or less";
        let limits = requirement.flanks().and_then(|flanks| flanks::locking(flanks, friction, *locks));
        (with, limits.unwrap_or_else(|| rule.to_owned()))
    } else {
        let with = format!("friction.law = \"{}\", which ignores the load", friction.law.name);
        (with, "a law that depends on the load locks, as \"coulomb\"".to_owned())
    };
    Some(Conflict {
        key: "self_locking",
        required: Required { value: f64::from(u8::from(*locks)), entry: entry.clone() },
        possible: None,
        with,
        advice,
    })
}
