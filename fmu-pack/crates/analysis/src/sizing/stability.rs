//! Gains that the user has given and with which the closed loop oscillates.

use super::actuator::Servo;
use super::damping::{LEAST_GAIN, largest};
use super::design::outcome;
use super::judge::Sense;
use super::requirement::Requirement;
use super::shown::shown_like;
use model_description::configuration::ConfigurationError;
use model_description::configuration::document::Entry;
use model_description::declaration::{Quantity, Value};

/// The gain of the loop, which is blamed first.
const PROPORTIONAL_GAIN: &str = "controller.proportional_gain";

/// Gains of which a smaller one may be stable, in the order in which they are blamed.
const GAINS: [&str; 7] = [
    PROPORTIONAL_GAIN,
    "controller.integral_gain",
    "controller.derivative_gain",
    "servovalve.spool_velocity_gain",
    "servovalve.torque_motor_gain",
    "servovalve.pressure_gain",
    "servovalve.flow_gain",
];

/// Bisections of the largest stable gain: more digits than are shown.
const HALVINGS: u32 = 24;

/// The share of the largest stable gain that leaves the gain margin which textbooks ask for, and that margin.
const MARGIN: (f64, &str) = (0.5, "6 dB");

/// All poles of the loop are to the left of the imaginary axis, however little.
pub(crate) fn is_stable(servo: &Servo) -> bool {
    servo.damping_ratio(servo.supply_pressure).is_some()
}

fn has_damping(servo: &Servo, least: f64) -> bool {
    servo.damping_ratio(servo.supply_pressure).is_some_and(|damping| damping >= least)
}

/// A loop that oscillates with the gain of its controller that was given.
pub(crate) fn given_gain_conflict(requirement: &Requirement, servo: &Servo) -> Option<ConfigurationError> {
    if is_stable(servo) || !requirement.is_given(PROPORTIONAL_GAIN) { None } else { refused(requirement) }
}

/// A loop that oscillates whatever else is met.
pub(crate) fn conflict(requirement: &Requirement, servo: &Servo) -> Option<ConfigurationError> {
    if is_stable(servo) {
        return None;
    }
    let at_no_gain = || {
        let problem = "the closed loop oscillates at any gain, with the lags of inertia and servovalve; a larger \
                       servovalve.damping_ratio or servovalve.natural_frequency, or a smaller controller.integral_gain may help";
        requirement.document.general_error(problem)
    };
    Some(refused(requirement).unwrap_or_else(at_no_gain))
}

/// The first given gain of which a smaller one is stable, and the largest that is.
fn refused(requirement: &Requirement) -> Option<ConfigurationError> {
    GAINS.into_iter().find_map(|name| {
        let gain = Gain::given(requirement, name)?;
        let stable = gain.largest(is_stable)?;
        Some(requirement.document.error(gain.entry, gain.problem(stable)))
    })
}

/// A gain in \[start\].
struct Gain<'a> {
    requirement: &'a Requirement,
    name: &'static str,
    entry: &'a Entry,
    /// In SI units.
    value: f64,
    quantity: Quantity,
}

impl<'a> Gain<'a> {
    fn given(requirement: &'a Requirement, name: &'static str) -> Option<Self> {
        let entry = requirement.entry_of_start(name)?;
        match requirement.model.variable(name)?.value {
            Value::Real(real) => Some(Self { requirement, name, entry, value: real.start, quantity: real.quantity }),
            Value::Integer { .. } | Value::Enumeration { .. } => None,
        }
    }

    /// The largest gain below the given one with which the servo is good. All that depends on it is sized anew, as it will be when
    /// it is asked for.
    fn largest(&self, is_good: impl Fn(&Servo) -> bool) -> Option<f64> {
        let is_good = |value: f64| {
            let sized = outcome(&self.requirement.with_start(self.name, value));
            sized.is_some_and(|(servo, _)| is_good(&servo))
        };
        // Of the negative, which are none, there is no largest.
        (self.value > 0.0).then(|| largest(self.value, LEAST_GAIN, HALVINGS, is_good)).flatten()
    }

    fn problem(&self, stable: f64) -> String {
        // In the unit that was written.
        let told = |value: f64| shown_like(value, self.quantity, &self.entry.value, Sense::Below);
        let damped = self.requirement.required("damping_ratio").and_then(|required| {
            let gain = self.largest(|servo| has_damping(servo, required.value))?;
            Some(format!("; damping_ratio = {} is met up to {}", required.entry.source, told(gain)))
        });
        let margin = if self.name == PROPORTIONAL_GAIN {
            let (share, margin) = MARGIN;
            format!("; {} leaves a gain margin of {margin}", told(share * stable))
        } else {
            String::new()
        };
        format!(
            "makes the closed loop oscillate; the largest gain that does not is {}{}",
            told(stable),
            damped.unwrap_or(margin)
        )
    }
}
