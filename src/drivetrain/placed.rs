//! Elements that stand in files of their own in the mechanism: from their values to what they are there, and back.

use super::assembly::Values;
use crate::interface::{Element, ElementKind, element};
use crate::mechanism::{AnyElement, Hysteresis, PrescribedMotion, Prescribes, Snapshot};

/// What it is: which motion is given, or a spring with hysteresis.
enum Sort {
    Motion(Prescribes),
    Hysteresis,
}

fn sort(kind: ElementKind) -> Option<Sort> {
    match kind {
        ElementKind::PositionMotion | ElementKind::LinearPositionMotion => Some(Sort::Motion(Prescribes::Position)),
        ElementKind::VelocityMotion | ElementKind::LinearVelocityMotion => Some(Sort::Motion(Prescribes::Velocity)),
        ElementKind::AccelerationMotion | ElementKind::LinearAccelerationMotion => {
            Some(Sort::Motion(Prescribes::Acceleration))
        }
        ElementKind::Hysteresis | ElementKind::LinearHysteresis => Some(Sort::Hysteresis),
        ElementKind::System
        | ElementKind::Body
        | ElementKind::Mass
        | ElementKind::Contact
        | ElementKind::LinearContact
        | ElementKind::Freewheel
        | ElementKind::LinearFreewheel
        | ElementKind::Shaft
        | ElementKind::Rod
        | ElementKind::Gear
        | ElementKind::Screw
        | ElementKind::Torque
        | ElementKind::Force
        | ElementKind::Load
        | ElementKind::Servo
        | ElementKind::LinearServo
        | ElementKind::BristleContact
        | ElementKind::LinearBristleContact
        | ElementKind::GearBearing
        | ElementKind::LinearGearBearing
        | ElementKind::LinearInput
        | ElementKind::ConnectedInput
        | ElementKind::LinearState
        | ElementKind::LinearOutput
        | ElementKind::LimitedOutput
        | ElementKind::RateLimitedOutput
        | ElementKind::Coefficient
        | ElementKind::CommandConnection
        | ElementKind::SupplyConnection => None,
    }
}

/// Whether it has hysteresis.
pub fn has_hysteresis(element: &Element) -> bool {
    matches!(sort(element.kind), Some(Sort::Hysteresis))
}

/// The element of the mechanism, between these ends.
pub fn of(element: &Element, (first, second): (Option<usize>, usize), values: Values<'_>) -> Option<AnyElement> {
    let (reals, integers) = values.of(element);
    Some(match sort(element.kind)? {
        Sort::Motion(prescribes) => PrescribedMotion { body: second, prescribes }.into(),
        Sort::Hysteresis => hysteresis(first, second, &element::hysteresis::Parameters::read(reals, integers)).into(),
    })
}

fn hysteresis(first: Option<usize>, second: usize, of: &element::hysteresis::Parameters) -> Hysteresis {
    Hysteresis {
        first,
        second,
        stiffness: of.stiffness,
        stiffness_share: of.stiffness_share,
        yield_deflection: of.yield_twist,
        amplitude: of.amplitude,
        beta: of.beta,
        gamma: of.gamma,
        exponent: of.exponent,
    }
}

/// Start values of its internal states.
pub fn start(element: &Element, values: Values<'_>) -> Option<f64> {
    let (reals, integers) = values.of(element);
    match sort(element.kind)? {
        Sort::Motion(_) => None,
        Sort::Hysteresis => Some(element::hysteresis::Parameters::read(reals, integers).z_start),
    }
}

/// Values that it refuses beyond their ranges: Ikhouane & Rodellar (2007), chapter 2.
pub fn check(element: &Element, values: Values<'_>) -> Result<(), (&'static str, f64, &'static str)> {
    let (reals, integers) = values.of(element);
    match sort(element.kind) {
        None | Some(Sort::Motion(_)) => Ok(()),
        Some(Sort::Hysteresis) => {
            let of = element::hysteresis::Parameters::read(reals, integers);
            let limit = hysteresis(None, 0, &of).limit();
            if of.stiffness_share >= 1.0 {
                Err((
                    "stiffness_share",
                    of.stiffness_share,
                    "must be less than 1: a shaft without hysteresis is [shaft]",
                ))
            } else if of.beta + of.gamma <= 0.0 {
                Err(("gamma", of.gamma, "must be greater than -beta: otherwise z has no limit"))
            } else if of.beta < of.gamma {
                Err(("beta", of.beta, "must be at least gamma: otherwise the spring gives more energy than it takes"))
            } else if of.z_start.abs() > limit {
                Err(("z_start", of.z_start, "must be at most (A/(beta + gamma))^(1/exponent) in size"))
            } else {
                Ok(())
            }
        }
    }
}

/// What it shows.
pub fn write(snapshot: &Snapshot<'_>, element: &Element, index: usize, reals: &mut [f64], integers: &mut [i32]) {
    let torque = snapshot.element_torque(index);
    match sort(element.kind) {
        None => {}
        Some(Sort::Motion(Prescribes::Position)) => {
            element::position_motion::Outputs { torque }.write(reals, integers);
        }
        Some(Sort::Motion(Prescribes::Velocity)) => {
            element::velocity_motion::Outputs { torque }.write(reals, integers);
        }
        Some(Sort::Motion(Prescribes::Acceleration)) => {
            element::acceleration_motion::Outputs { torque }.write(reals, integers);
        }
        Some(Sort::Hysteresis) => {
            let ((z, z_rate), twist) = (snapshot.element_state(index, 0), snapshot.element_deflection(index));
            element::hysteresis::Outputs { torque, twist, z, z_rate }.write(reals, integers);
        }
    }
}
