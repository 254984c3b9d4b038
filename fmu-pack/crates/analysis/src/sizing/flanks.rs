//! The flanks of a screw or worm in a requirement, and with which coefficient of friction, or which lead, it locks itself or is driven back
//! by the load that is required.
//!
//! ```text
//! η_A at most    1 − 1/R_L                  it locks, from rest at least
//! η_A            1 − (1 − b/L)/R_L          the load L drives it back from rest, b = R·F₀
//! tan λ, r = μ/cos α   μ = cos α·tan λ·(1 − η_A)/(1 + η_A·tan²λ)
//!                      tan λ = 2·r/((1 − η_A) + √((1 − η_A)² − 4·η_A·r²))
//! ```
//!
//! The two last lines are η_A = tan(λ − ρ)/tan λ with tan ρ = r, solved for one of them; of two leads it is the smaller. Source: that of
//! `model_description::configuration::Flanks`.

use super::actuator::Actuator;
use super::design::outcome;
use super::friction::Friction;
use super::judge::is_met;
use super::requirement::Requirement;
use super::shown::rounded;
use super::statics::Reversibility;
use model_description::configuration::Flanks;

/// Digits of a coefficient or lead that is named.
const DIGITS: usize = 6;
/// By how much a limit is stated on its safe side.
const SAFE: f64 = 2e-6;
/// Steps to a coefficient or lead whose friction follows from it.
const MOST_STEPS: u32 = 60;

/// The flanks of a transmission with the coefficient of friction between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Loaded {
    /// tan λ.
    pub tan_lead: f64,
    /// cos α.
    pub cos_flank: f64,
    /// μ.
    pub coefficient: f64,
}

/// Which of them is looked for.
#[derive(Clone, Copy)]
enum Unknown {
    Coefficient,
    Lead,
}

impl Loaded {
    pub(crate) fn new(flanks: &Flanks, coefficient: f64) -> Self {
        Self { tan_lead: flanks.tan_lead, cos_flank: flanks.cos_flank, coefficient }
    }

    /// Opposing and aiding, where the flanks can move.
    pub(crate) fn efficiencies(&self) -> Option<[f64; 2]> {
        let Self { tan_lead, cos_flank, coefficient } = *self;
        Flanks { tan_lead, cos_flank }.efficiencies(coefficient).ok()
    }

    /// The same with one of them so that η_A is `aiding`, if there is one.
    fn with_aiding(&self, unknown: Unknown, aiding: f64) -> Option<Self> {
        let loss = 1.0 - aiding;
        let changed = match unknown {
            Unknown::Coefficient => {
                let tan_friction = self.tan_lead * loss / (1.0 + aiding * self.tan_lead * self.tan_lead);
                Self { coefficient: self.cos_flank * tan_friction, ..*self }
            }
            Unknown::Lead => {
                let tan_friction = self.coefficient / self.cos_flank;
                let discriminant = loss * loss - 4.0 * aiding * tan_friction * tan_friction;
                Self { tan_lead: 2.0 * tan_friction / (loss + discriminant.sqrt()), ..*self }
            }
        };
        let value = changed.value(unknown);
        (value > 0.0 && value.is_finite() && changed.efficiencies().is_some()).then_some(changed)
    }

    /// In the unit in which it is named.
    fn value(&self, unknown: Unknown) -> f64 {
        match unknown {
            Unknown::Coefficient => self.coefficient,
            Unknown::Lead => self.tan_lead.atan().to_degrees(),
        }
    }

    /// With a value as it is named.
    fn with_value(&self, unknown: Unknown, value: f64) -> Self {
        match unknown {
            Unknown::Coefficient => Self { coefficient: value, ..*self },
            Unknown::Lead => Self { tan_lead: value.to_radians().tan(), ..*self },
        }
    }

    /// The value of the limit at which it locks, a hair on the side on which it does (1) or does not (−1).
    fn limit(&self, unknown: Unknown, friction: &Friction, side: f64) -> Option<String> {
        let at = self.with_aiding(unknown, 1.0 - 1.0 / friction.load_ratio_at_rest())?.value(unknown);
        let more = match unknown {
            Unknown::Coefficient => side,
            Unknown::Lead => -side,
        };
        Some(rounded(at * (1.0 + more * SAFE), DIGITS))
    }
}

/// What an actuator with these flanks, and this coefficient of friction between them, is told of them: where it begins, or ceases, to lock.
pub fn told(flanks: &Flanks, coefficient: f64, actuator: &Actuator) -> Option<String> {
    let transmission = match actuator {
        Actuator::Servo(servo) => &servo.transmission,
        Actuator::Transmission(transmission) => transmission,
        // Its cylinder has no flanks.
        Actuator::Piston(_) => return None,
    };
    let locks = transmission.reversibility() != Reversibility::Reversible;
    locking(&Loaded::new(flanks, coefficient), &transmission.friction, locks)
}

/// From which coefficient on, and up to which lead, it locks itself; or the other way round. Nothing under a law that ignores the load.
pub(crate) fn locking(flanks: &Loaded, friction: &Friction, locks: bool) -> Option<String> {
    if !friction.depends_on_load() {
        return None;
    }
    let side = if locks { 1.0 } else { -1.0 };
    let of = |unknown| flanks.limit(unknown, friction, side);
    let coefficient = of(Unknown::Coefficient).map(|at| {
        if locks {
            format!("from friction.coefficient = {at} on")
        } else {
            format!("up to friction.coefficient = {at}")
        }
    });
    let lead = of(Unknown::Lead).map(|at| {
        if locks { format!("up to lead_angle = {at} deg") } else { format!("from lead_angle = {at} deg on") }
    });
    let verb = if locks { "locks itself" } else { "does not lock itself" };
    let told: Vec<String> = [coefficient, lead].into_iter().flatten().collect();
    (!told.is_empty()).then(|| format!("with these [flanks] it {verb} {}", told.join(", or ")))
}

/// The coefficient and the lead with which a load drives it back from rest, each as it can be written and tried before it is named.
pub(crate) fn driven_back_by(requirement: &Requirement, load: f64) -> Option<String> {
    let named = [Unknown::Coefficient, Unknown::Lead].map(|unknown| {
        let value = rounded(driven_back(requirement, unknown, load)?.value(unknown), DIGITS);
        let written = requirement.flanks()?.with_value(unknown, value.parse().ok()?);
        let (_, properties) = outcome(&requirement.with_flanks(&written)?)?;
        is_met("back_drive_torque", load, properties.number("back_drive_torque")).then_some(match unknown {
            Unknown::Coefficient => format!("friction.coefficient = {value}"),
            Unknown::Lead => format!("lead_angle = {value} deg"),
        })
    });
    let named: Vec<String> = named.into_iter().flatten().collect();
    (!named.is_empty()).then(|| named.join(" or "))
}

/// Flanks with which the load drives it back. Friction without load may follow from their efficiency, and they from it.
fn driven_back(requirement: &Requirement, unknown: Unknown, load: f64) -> Option<Loaded> {
    let mut flanks = *requirement.flanks()?;
    for _ in 0..MOST_STEPS {
        let (servo, _) = outcome(&requirement.with_flanks(&flanks)?)?;
        let friction = &servo.transmission.friction;
        let aiding = 1.0 - (1.0 - friction.breakaway() / load) / friction.load_ratio_at_rest();
        let before = flanks.value(unknown);
        flanks = flanks.with_aiding(unknown, aiding)?;
        if (flanks.value(unknown) - before).abs() <= 1e-12 * before {
            break;
        }
    }
    Some(flanks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_coefficient_and_the_lead_of_an_efficiency_have_it() {
        for lead in [0.5_f64, 3.77, 12.0, 30.0] {
            for coefficient in [0.02, 0.12, 0.3] {
                let flanks =
                    Loaded { tan_lead: lead.to_radians().tan(), cos_flank: 15f64.to_radians().cos(), coefficient };
                let [_, aiding] = flanks.efficiencies().expect("they can move");
                for unknown in [Unknown::Coefficient, Unknown::Lead] {
                    let other = match unknown {
                        Unknown::Coefficient => Loaded { coefficient: 0.05, ..flanks },
                        Unknown::Lead => Loaded { tan_lead: 0.02, ..flanks },
                    };
                    let found = other.with_aiding(unknown, aiding).expect("there is one");
                    let [_, reached] = found.efficiencies().expect("they can move");
                    assert!((reached - aiding).abs() < 1e-12 * (1.0 + aiding.abs()), "{lead} {coefficient}");
                    // Of two leads the smaller: these are below that of the greatest efficiency.
                    let (value, expected) = (found.value(unknown), flanks.value(unknown));
                    assert!((value / expected - 1.0).abs() < 1e-9, "{lead} {coefficient}: {value} {expected}");
                }
            }
        }
    }
}
