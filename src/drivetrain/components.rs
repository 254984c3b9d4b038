//! Servos, springs, prescribed motions and other components of a mechanism: from their values to what they are there, and back.

use super::assembly::{Values, limits};
use crate::actuator::{LEAKAGE_NEEDED, second_stage, tracking};
use crate::interface::{BacklashDamping, Element, ElementKind, ValveLaw, element};
use crate::mechanism::{
    AnyElement, DampingLaw, Hysteresis, PrescribedMotion, Prescribes, Servo, ServoTerms, Snapshot, Spring,
};
use crate::plants::{Controller, PositionServo, Servovalve, Valve};

/// What it is: a servo, a motion by what it prescribes, or a spring with hysteresis or without.
enum Sort {
    Servo,
    Motion(Prescribes),
    Hysteresis,
    Spring,
}

fn sort(kind: ElementKind) -> Option<Sort> {
    match kind {
        ElementKind::PositionMotion | ElementKind::LinearPositionMotion => Some(Sort::Motion(Prescribes::Position)),
        ElementKind::VelocityMotion | ElementKind::LinearVelocityMotion => Some(Sort::Motion(Prescribes::Velocity)),
        ElementKind::AccelerationMotion | ElementKind::LinearAccelerationMotion => {
            Some(Sort::Motion(Prescribes::Acceleration))
        }
        ElementKind::Hysteresis | ElementKind::LinearHysteresis => Some(Sort::Hysteresis),
        ElementKind::Shaft | ElementKind::Rod => Some(Sort::Spring),
        ElementKind::Servo | ElementKind::LinearServo => Some(Sort::Servo),
        ElementKind::System
        | ElementKind::Body
        | ElementKind::Mass
        | ElementKind::Contact
        | ElementKind::LinearContact
        | ElementKind::Freewheel
        | ElementKind::LinearFreewheel
        | ElementKind::Gear
        | ElementKind::Screw
        | ElementKind::Torque
        | ElementKind::Force
        | ElementKind::Load
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

/// The element of the mechanism, between these ends; of a servo with the signals that it takes.
pub fn of(
    element: &Element,
    (first, second): (Option<usize>, usize),
    (command, supply_pressure): (Option<usize>, Option<usize>),
    values: Values<'_>,
) -> Option<AnyElement> {
    let (reals, integers) = values.of(element);
    Some(match sort(element.kind)? {
        Sort::Servo => {
            let chain = position_servo(&element::servo::Parameters::read(reals, integers));
            Servo { on: second, feedback: first.unwrap_or(second), chain, command, supply_pressure }.into()
        }
        Sort::Motion(prescribes) => PrescribedMotion { body: second, prescribes }.into(),
        Sort::Hysteresis => hysteresis(first, second, &element::hysteresis::Parameters::read(reals, integers)).into(),
        Sort::Spring => spring((first, second), &element::shaft::Parameters::read(reals, integers)).into(),
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

fn position_servo(of: &element::servo::Parameters) -> PositionServo {
    PositionServo {
        controller: Controller {
            proportional_gain: of.controller_proportional_gain,
            integral_gain: of.controller_integral_gain,
            derivative_gain: of.controller_derivative_gain,
            current_limit: of.controller_current_limit,
            tracking: tracking(of.controller_anti_windup, of.controller_integral_gain, of.controller_tracking_time),
        },
        valve: Valve::new(&Servovalve {
            torque_motor_gain: of.servovalve_torque_motor_gain,
            feedback_stiffness: of.servovalve_feedback_stiffness,
            flapper_stiffness: of.servovalve_flapper_stiffness,
            natural_frequency: of.servovalve_natural_frequency,
            damping_ratio: of.servovalve_damping_ratio,
            flapper_travel: of.servovalve_flapper_travel,
            spool_velocity_gain: of.servovalve_spool_velocity_gain,
            spool_travel: of.servovalve_spool_travel,
            pressure_gain: of.servovalve_pressure_gain,
            flow_gain: of.servovalve_flow_gain,
            rated_pressure: of.servovalve_rated_pressure,
            law: second_stage(of.servovalve_law),
            leakage_coefficient: of.motor_leakage_coefficient,
            displacement: of.motor_displacement,
        }),
    }
}

fn spring((first, second): (Option<usize>, usize), of: &element::shaft::Parameters) -> Spring {
    Spring {
        first,
        second,
        ratio: of.ratio,
        stiffness: of.stiffness,
        damping: of.damping,
        rest: of.rest_angle,
        gap: gap(of.backlash, of.gap_lower, of.gap_upper),
        law: damping_law(of.backlash_damping),
    }
}

/// The free play; none where all of it is zero.
fn gap(backlash: f64, lower: f64, upper: f64) -> Option<(f64, f64)> {
    if backlash > 0.0 {
        return Some((-0.5 * backlash, 0.5 * backlash));
    }
    let ends = limits(lower, upper);
    (ends != (0.0, 0.0)).then_some(ends)
}

fn damping_law(damping: BacklashDamping) -> DampingLaw {
    match damping {
        BacklashDamping::Limited => DampingLaw::Limited,
        BacklashDamping::Unilateral => DampingLaw::Unilateral,
    }
}

/// Start values of its internal states.
pub fn start(element: &Element, values: Values<'_>) -> Option<f64> {
    let (reals, integers) = values.of(element);
    match sort(element.kind)? {
        Sort::Servo | Sort::Motion(_) | Sort::Spring => None,
        Sort::Hysteresis => Some(element::hysteresis::Parameters::read(reals, integers).z_start),
    }
}

/// Values that it refuses beyond their ranges: Ikhouane & Rodellar (2007), chapter 2.
pub fn check(element: &Element, values: Values<'_>) -> Result<(), (&'static str, f64, &'static str)> {
    let (reals, integers) = values.of(element);
    match sort(element.kind) {
        None | Some(Sort::Motion(_) | Sort::Spring) => Ok(()),
        Some(Sort::Servo) => {
            let of = element::servo::Parameters::read(reals, integers);
            let leakage = of.motor_leakage_coefficient;
            if of.servovalve_law == ValveLaw::Orifice && leakage == 0.0 {
                return Err(("motor.leakage_coefficient", leakage, LEAKAGE_NEEDED));
            }
            Ok(())
        }
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
                Err(("gamma", of.gamma, "must be at most beta: otherwise the spring gives more energy than it takes"))
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
    let torque = snapshot.component_torque(index);
    match sort(element.kind) {
        None => {}
        Some(Sort::Servo) => servo_outputs(snapshot, index).write(reals, integers),
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
            let ((z, z_rate), twist) = (snapshot.component_state(index, 0), snapshot.component_deflection(index));
            element::hysteresis::Outputs { torque, twist, z, z_rate }.write(reals, integers);
        }
        Some(Sort::Spring) => {
            let (twist, contact) = (snapshot.component_deflection(index), snapshot.component_contact(index));
            element::shaft::Outputs { torque, twist, contact }.write(reals, integers);
        }
    }
}

fn servo_outputs(snapshot: &Snapshot<'_>, index: usize) -> element::servo::Outputs {
    let ServoTerms { states, signals, rates, .. } = snapshot.actuator(index);
    element::servo::Outputs {
        position_error: signals.error,
        current: snapshot.current(index),
        controller_error_integral: states.error_integral,
        flapper_position: states.flapper,
        flapper_velocity: states.flapper_velocity,
        flapper_acceleration: rates.flapper_velocity,
        spool_position: states.spool,
        spool_velocity: rates.spool,
        differential_pressure: signals.differential_pressure,
        motor_torque: signals.motor_torque,
        controller_error_integral_rate: rates.error_integral,
    }
}

/// The place of an input among those of its element. A servo begins with its inputs, a motion with its torque.
pub fn input(element: &Element, reference: u32) -> usize {
    let place = reference as usize - element.reals;
    if let Some(Sort::Motion(_)) = sort(element.kind) { place - 1 } else { place }
}
