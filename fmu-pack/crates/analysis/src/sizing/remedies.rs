//! Single changes with which the loop does what is required. Each is tried before it is named.

use super::Actuator;
use super::actuator::Servo;
use super::design::{conditions, known, outcome};
use super::friction::Friction;
use super::judge::shortfalls;
use super::properties::Properties;
use super::requirement::Requirement;
use super::shown::shown;
use model_description::configuration::measure;
use model_description::declaration::{Quantity, Value, unit};

/// What is changed.
#[derive(Clone, Copy)]
enum What {
    /// A parameter, from its value in the servo.
    Start(&'static str, fn(&Servo) -> f64),
    /// The bandwidth that is required, or that comes out.
    Bandwidth,
}

/// A change by a factor.
struct Change {
    words: &'static str,
    what: What,
    is_larger: bool,
}

const fn larger(words: &'static str, what: What) -> Change {
    Change { words, what, is_larger: true }
}

const fn smaller(words: &'static str, what: What) -> Change {
    Change { words, what, is_larger: false }
}

const SPOOL: What = What::Start("servovalve.spool_velocity_gain", |servo| servo.first_stage.spool_velocity_gain);
const GAIN: What = What::Start("controller.proportional_gain", |servo| servo.controller.proportional_gain);

/// What may help. Of the spool's gain both: a smaller one damps the pair of the valve, a larger one has less lag.
const CHANGES: [Change; 9] = [
    larger(
        "a larger servovalve.damping_ratio",
        What::Start("servovalve.damping_ratio", |servo| servo.first_stage.damping_ratio),
    ),
    larger(
        "a larger servovalve.natural_frequency",
        What::Start("servovalve.natural_frequency", |servo| servo.first_stage.natural_frequency),
    ),
    smaller("a smaller servovalve.spool_velocity_gain", SPOOL),
    larger("a larger servovalve.spool_velocity_gain", SPOOL),
    // Where the slowest pair is that of the valve, a larger gain leaves it faster and more damped.
    larger("a larger bandwidth", What::Bandwidth),
    smaller("less inertia", What::Start("inertia", |servo| servo.transmission.inertia)),
    smaller(
        "less friction",
        What::Start("friction.coulomb_torque", |servo| {
            let Friction { coulomb, greater_ratio, .. } = servo.transmission.friction;
            coulomb / greater_ratio
        }),
    ),
    smaller("a smaller controller.proportional_gain", GAIN),
    larger("a larger controller.proportional_gain", GAIN),
];

/// Largest servovalve.damping_ratio that is named: beyond 1 the first stage gets slower rather than calmer.
const MOST_DAMPED: f64 = 1.5;

/// Factors that are tried, the smallest change first.
const FACTORS: [f64; 8] = [1.1, 1.25, 1.5, 2.0, 2.5, 3.5, 5.0, 7.5];

/// What a remedy must bring about.
const OF_LOOP: [&str; 5] = ["threshold", "stiffness", "bandwidth", "damping_ratio", "stable"];

/// The end of a sentence with all changes that help, the smallest first; with their values, to two digits.
pub(crate) fn helping(requirement: &Requirement, servo: &Servo) -> String {
    let properties = Properties::of(&Actuator::Servo(Box::new(servo.clone())), &conditions(requirement));
    let before = shortfalls(requirement, servo, &properties);
    let found = CHANGES.iter().filter_map(|change| tried(requirement, servo, &before, change));
    let mut found: Vec<(f64, String)> = found.collect();
    found.sort_by(|one, other| one.0.total_cmp(&other.0));
    let found: Vec<String> = found.into_iter().map(|(_, words)| words).collect();
    match found.as_slice() {
        [] => "no single change of controller, servovalve, inertia or friction by up to a factor of 7.5 is enough"
            .to_owned(),
        [one] => format!("{one} helps"),
        [first @ .., last] => format!("{} or {last} helps", first.join(", ")),
    }
}

/// The smallest factor with which the loop does all that is required and nothing else gets worse, and the words for it.
fn tried(requirement: &Requirement, servo: &Servo, before: &[&str], change: &Change) -> Option<(f64, String)> {
    let (start, of) = beginning(requirement, servo, change.what)?;
    FACTORS.into_iter().find_map(|factor| {
        let value = shown(if change.is_larger { start * factor } else { start / factor }, of, 2);
        let number = measure(&value).ok()?.0.value;
        if matches!(change.what, What::Start("servovalve.damping_ratio", _)) && number > MOST_DAMPED {
            return None;
        }
        let changed = with(requirement, change.what, number)?;
        let (servo, properties) = outcome(&changed)?;
        let after = shortfalls(&changed, &servo, &properties);
        let helps = after.iter().all(|key| before.contains(key) && !OF_LOOP.contains(key));
        helps.then(|| (factor, format!("{} ({value})", change.words)))
    })
}

/// The value that is changed and its quantity; none where the change would not tell.
fn beginning(requirement: &Requirement, servo: &Servo, what: What) -> Option<(f64, Quantity)> {
    match what {
        // Where it is not given, it is what the requirements need.
        What::Start("controller.proportional_gain", _) if !requirement.is_given("controller.proportional_gain") => None,
        What::Start("friction.coulomb_torque", _) if !servo.transmission.friction.law.uses.contains(&"coulomb") => None,
        What::Start(name, of) => match requirement.model.variable(name)?.value {
            Value::Real(real) => Some((of(servo) - driven(requirement, name), real.quantity)),
            Value::Integer { .. } | Value::Enumeration { .. } => None,
        },
        What::Bandwidth => {
            let reached =
                || servo.small_signal(servo.supply_pressure).bandwidth.map(|hertz| hertz * std::f64::consts::TAU);
            requirement.number("bandwidth").or_else(reached).map(|value| (value, unit::NATURAL_FREQUENCY))
        }
    }
}

/// The part that belongs to what is driven.
fn driven(requirement: &Requirement, name: &str) -> f64 {
    if name == "inertia" { known(requirement, "load_inertia") } else { 0.0 }
}

fn with(requirement: &Requirement, what: What, value: f64) -> Option<Requirement> {
    match what {
        What::Start(name, _) => Some(requirement.with_start(name, value)),
        What::Bandwidth => {
            let (_, place) = requirement.properties().next()?;
            Some(requirement.with_number("bandwidth", value, &place.entry))
        }
    }
}
