//! The damping of the closed loop: how large a gain it bears, and what else raises it.

use super::actuator::{Actuator, Servo};
use super::conflict::Conflict;
use super::design::{conditions, outcome};
use super::friction_values::{in_words, known_level};
use super::judge::{ROUNDING, is_met};
use super::properties::Properties;
use super::remedies;
use super::requirement::{Required, Requirement};
use super::shown::rounded;
use super::stability::is_stable;

/// Smallest gain that is looked at, as a share of the one that was asked for.
pub(super) const LEAST_GAIN: f64 = 1e-6;
/// Smallest bandwidth that is looked at, as a share of the one that was asked for.
const LEAST_BANDWIDTH: f64 = 0.01;
/// Damping ratio of a loop that counts as stable: so much that the rounding of its gain leaves it so.
pub(super) const STABLE: f64 = 1e-3;
/// Between two gains or bandwidths that are looked at.
const STEP: f64 = 0.9;

/// The gain that threshold, stiffness or bandwidth ask for is more than the loop bears.
pub(super) fn conflict(requirement: &Requirement, servo: &Servo, properties: &Properties) -> Option<Conflict> {
    let least = requirement.number("damping_ratio");
    let damping = servo.damping_ratio(servo.supply_pressure);
    let is_damped = |least: f64| damping.is_some_and(|damping| damping >= least * (1.0 - ROUNDING));
    if is_stable(servo) && least.is_none_or(is_damped) {
        return None;
    }
    if requirement.number("threshold").is_some() && servo.threshold(servo.supply_pressure).is_none() {
        // No gain moves it: that comes first.
        return None;
    }
    let Some(best) = with_damping(servo, least.unwrap_or(STABLE)) else { return at_no_gain(requirement, servo) };
    let at_best = Properties::of(&Actuator::Servo(Box::new(best)), &conditions(requirement));
    let of_damping = requirement
        .required("damping_ratio")
        .map_or_else(|| "a stable loop".to_owned(), |required| format!("damping_ratio = {}", required.entry.source));
    // Friction that is free gives way to the threshold.
    let is_fixed = |key: &&str| *key != "threshold" || known_level(requirement).is_some();
    let mut asking = ["threshold", "stiffness", "bandwidth"].into_iter().filter(is_fixed);
    let key = asking.find(|key| {
        let required = requirement.number(key);
        required.is_some_and(|required| !is_met(key, required, at_best.number(key)))
    });
    let Some(key) = key else {
        // The gain was given.
        let required = requirement.required("damping_ratio")?.clone();
        let possible = properties.number("damping_ratio");
        let with = "controller.proportional_gain in [start]".to_owned();
        return Some(Conflict {
            key: "damping_ratio",
            required,
            possible,
            with,
            advice: remedies::helping(requirement, servo),
        });
    };
    let with = format!("{of_damping} with the lags of inertia and servovalve{}", in_words(requirement));
    let required = requirement.required(key)?.clone();
    let possible = match key {
        "bandwidth" => largest_bandwidth(requirement).or(at_best.number(key)),
        _ => at_best.number(key),
    };
    Some(Conflict { key, required, possible, with, advice: remedies::helping(requirement, servo) })
}

/// The largest bandwidth \[rad/s\] below the one that is required with which the loop is damped: the inertia that is chosen for
/// a bandwidth changes with it.
fn largest_bandwidth(requirement: &Requirement) -> Option<f64> {
    let Required { value, entry } = requirement.required("bandwidth")?;
    let least = requirement.number("damping_ratio").unwrap_or(STABLE);
    let is_damped = |bandwidth: f64| {
        let (servo, properties) = outcome(&requirement.with_number("bandwidth", bandwidth, entry))?;
        let reached = is_met("bandwidth", bandwidth, properties.number("bandwidth"));
        Some(reached && servo.damping_ratio(servo.supply_pressure)? >= least)
    };
    largest(*value, LEAST_BANDWIDTH, 20, |bandwidth| is_damped(bandwidth) == Some(true))
}

/// The largest value up to `most` that is good, below the smallest one above it that is not: down to `least` of `most`, in steps and then by
/// so many halvings.
pub(super) fn largest(most: f64, least: f64, halvings: u32, is_good: impl Fn(f64) -> bool) -> Option<f64> {
    let mut low = shares(least).map(|share| share * most).find(|value| is_good(*value))?;
    let mut high = (low / STEP).min(most);
    for _ in 0..halvings {
        let middle = 0.5 * (low + high);
        if is_good(middle) { low = middle } else { high = middle }
    }
    Some(low)
}

/// Shares of a value that are looked at, itself first.
fn shares(least: f64) -> impl Iterator<Item = f64> {
    std::iter::successors(Some(1.0), |share| Some(share * STEP)).take_while(move |share| *share >= least)
}

/// However small the gain, the loop is not damped as required: the servovalve is not.
fn at_no_gain(requirement: &Requirement, servo: &Servo) -> Option<Conflict> {
    let required = requirement.required("damping_ratio")?.clone();
    let damping = |servo: &Servo| servo.damping_ratio(servo.supply_pressure);
    let first_stage = rounded(servo.first_stage.damping_ratio, 4);
    let of_valve = format!("servovalve.damping_ratio = {first_stage} and the lag of the spool");
    let (with, possible) = if needs_its_gain(requirement) {
        (format!("{of_valve} at the gain that is needed"), damping(servo))
    } else {
        (format!("{of_valve} at any gain"), gains(servo).filter_map(|servo| damping(&servo)).max_by(f64::total_cmp))
    };
    let advice = remedies::helping(requirement, servo);
    Some(Conflict { key: "damping_ratio", required, possible, with, advice })
}

/// Something asks for the gain, so that it does not give way to the damping.
fn needs_its_gain(requirement: &Requirement) -> bool {
    let is_asked = |key: &str| requirement.number(key).is_some();
    is_asked("bandwidth")
        || is_asked("stiffness")
        || (is_asked("threshold") && known_level(requirement).is_some())
        || requirement.is_given("controller.proportional_gain")
}

/// The same with the largest gain, up to its own, at which the loop is stable and damped so.
pub(super) fn with_damping(servo: &Servo, least: f64) -> Option<Servo> {
    let is_damped = |gain: f64| {
        let damping = with_gain(servo, gain).damping_ratio(servo.supply_pressure);
        damping.is_some_and(|damping| damping >= least)
    };
    let gain = largest(servo.controller.proportional_gain, LEAST_GAIN, 40, is_damped)?;
    Some(with_gain(servo, gain))
}

/// The same with smaller and smaller gains: its own comes first.
fn gains(servo: &Servo) -> impl Iterator<Item = Servo> {
    shares(LEAST_GAIN).map(|share| with_gain(servo, share * servo.controller.proportional_gain))
}

fn with_gain(servo: &Servo, gain: f64) -> Servo {
    let mut other = servo.clone();
    other.controller.proportional_gain = gain;
    other
}
