//! The damping of the closed loop: how large a gain it bears, and what else raises it.

use super::actuator::{Actuator, Servo};
use super::conflict::Conflict;
use super::design::{ROUNDING, conditions, is_met};
use super::properties::Properties;
use super::requirement::Requirement;
use super::shown::rounded;

/// Smallest gain that is looked at, as a share of the one that was asked for.
const LEAST_GAIN: f64 = 1e-6;
/// Between two gains that are looked at.
const GAIN_STEP: f64 = 0.9;
/// A remedy is named if it brings at least this share of the damping that is missing.
const WORTH_NAMING: f64 = 0.1;

/// The gain that threshold, stiffness or bandwidth ask for is more than the loop bears.
pub(super) fn conflict(requirement: &Requirement, servo: &Servo, properties: &Properties) -> Option<Conflict> {
    let least = requirement.number("damping_ratio");
    let small = servo.small_signal(servo.supply_pressure);
    if small.is_stable && least.is_none_or(|least| small.damping_ratio >= least * (1.0 - ROUNDING)) {
        return None;
    }
    let Some(best) = with_damping(servo, least.unwrap_or(0.0)) else { return at_no_gain(requirement, servo) };
    let at_best = Properties::of(&Actuator::Servo(Box::new(best)), &conditions(requirement));
    let of_damping = match (requirement.required("damping_ratio"), small.is_stable) {
        (Some(required), _) => format!("damping_ratio = {}", required.entry.source),
        (None, _) => "a stable loop".to_owned(),
    };
    let asking = ["threshold", "stiffness", "bandwidth"];
    let key = asking.into_iter().find(|key| {
        let required = requirement.number(key);
        required.is_some_and(|required| !is_met(key, required, at_best.number(key)))
    });
    let mut remedies = remedies(servo, least.unwrap_or(0.0));
    let Some(key) = key else {
        // The gain was given.
        let required = requirement.required("damping_ratio")?.clone();
        let possible = properties.number("damping_ratio");
        let with = "controller.proportional_gain in [start]".to_owned();
        remedies.insert(0, "a smaller one");
        return Some(Conflict { key: "damping_ratio", required, possible, with, advice: helps(&remedies) });
    };
    if key == "threshold" {
        remedies.push("less friction");
    }
    let with = format!("{of_damping} with the lags of inertia and servovalve{}", requirement.with_friction());
    let required = requirement.required(key)?.clone();
    Some(Conflict { key, required, possible: at_best.number(key), with, advice: helps(&remedies) })
}

/// However small the gain, the loop is not damped as required: the servovalve is not.
fn at_no_gain(requirement: &Requirement, servo: &Servo) -> Option<Conflict> {
    let required = requirement.required("damping_ratio")?.clone();
    let damping = |servo: &Servo| servo.small_signal(servo.supply_pressure).damping_ratio;
    let best = gains(servo).max_by(|one, other| damping(one).total_cmp(&damping(other)))?;
    let first_stage = rounded(servo.first_stage.damping_ratio, 4);
    let with = format!(
        "servovalve.damping_ratio = {first_stage} and the lag of the spool, at any gain up to the one that is needed"
    );
    let advice = helps(&remedies(&best, required.value));
    Some(Conflict { key: "damping_ratio", required, possible: Some(damping(&best)), with, advice })
}

/// The same with the largest gain, up to its own, at which the loop is stable and damped so.
pub(super) fn with_damping(servo: &Servo, least: f64) -> Option<Servo> {
    let is_damped = |servo: &Servo| {
        let small = servo.small_signal(servo.supply_pressure);
        small.is_stable && small.damping_ratio >= least
    };
    let damped = gains(servo).find(is_damped)?;
    let mut low = damped.controller.proportional_gain;
    let mut high = (low / GAIN_STEP).min(servo.controller.proportional_gain);
    for _ in 0..40 {
        let middle = 0.5 * (low + high);
        if is_damped(&with_gain(servo, middle)) { low = middle } else { high = middle }
    }
    Some(with_gain(servo, low))
}

/// The same with smaller and smaller gains: its own comes first.
fn gains(servo: &Servo) -> impl Iterator<Item = Servo> {
    let shares = std::iter::successors(Some(1.0), |share| Some(share * GAIN_STEP));
    let shares = shares.take_while(|share| *share >= LEAST_GAIN);
    shares.map(|share| with_gain(servo, share * servo.controller.proportional_gain))
}

fn with_gain(servo: &Servo, gain: f64) -> Servo {
    let mut other = servo.clone();
    other.controller.proportional_gain = gain;
    other
}

/// What raises the damping with the same gain, the most effective first.
fn remedies(servo: &Servo, least: f64) -> Vec<&'static str> {
    type Remedy = (&'static str, fn(&mut Servo, f64));
    const REMEDIES: [Remedy; 5] = [
        ("a larger servovalve.damping_ratio", |servo, least| {
            let damping = &mut servo.first_stage.damping_ratio;
            *damping = damping.max(least) * 1.2;
        }),
        ("a larger servovalve.natural_frequency", |servo, _| servo.first_stage.natural_frequency *= 2.0),
        ("a larger servovalve.spool_velocity_gain", |servo, _| servo.first_stage.spool_velocity_gain *= 2.0),
        // Where the slowest pair is that of the valve, a larger gain leaves it faster and more damped.
        ("a larger bandwidth", |servo, _| servo.controller.proportional_gain *= 2.0),
        ("less inertia", |servo, _| servo.transmission.inertia *= 0.5),
    ];
    let before = weakest(servo);
    let gained = |change: fn(&mut Servo, f64)| {
        let mut changed = servo.clone();
        change(&mut changed, least);
        weakest(&changed) - before
    };
    let mut helping: Vec<(&str, f64)> = REMEDIES.map(|(name, change)| (name, gained(change))).to_vec();
    helping.retain(|(_, gained)| *gained >= WORTH_NAMING * (least - before));
    helping.sort_by(|one, other| other.1.total_cmp(&one.1));
    helping.into_iter().map(|(name, _)| name).collect()
}

/// Damping ratio of the pole that has least of it; negative of one that grows.
fn weakest(servo: &Servo) -> f64 {
    let poles = servo.linear_system(servo.supply_pressure).poles();
    poles.iter().filter_map(fmu_linear::Pole::damping_ratio).fold(1.0, f64::min)
}

/// The end of a sentence.
fn helps(remedies: &[&str]) -> String {
    match remedies {
        [] => String::new(),
        [one] => format!("{one} helps"),
        [first @ .., last] => format!("{} or {last} helps", first.join(", ")),
    }
}
