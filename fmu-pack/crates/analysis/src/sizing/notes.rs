//! What one must know to read the properties of a servo.

use super::actuator::Servo;
use super::friction::BelowBreakaway;
use super::properties::Conditions;
use super::shown::{rounded, shown};
use super::valve::{Valve, ValveLaw};
use model_description::declaration::unit;

/// Share of the spool travel at which the pressure of a real valve reaches the supply, about: data sheets of servovalves
/// state a pressure gain of more than 30 % of the supply per percent of the rated current (ARP 490).
const REAL_SATURATION: f64 = 0.03;

/// Damping ratio below which a loop rings: it swings more than seven times until a tenth of the first swing is left.
const RINGING: f64 = 0.05;

/// Notes about a servo.
pub(crate) fn of(servo: &Servo, conditions: &Conditions) -> Vec<String> {
    let supply = conditions.supply_pressure.unwrap_or(servo.supply_pressure);
    let notes = [tied(servo, supply), weak(servo, supply), at_rest(servo), integral(servo), ringing(servo, supply)];
    notes.into_iter().flatten().collect()
}

fn tied(servo: &Servo, supply: f64) -> Option<String> {
    match servo.valve.law {
        // Of a rate of 0 there is nothing to compare.
        ValveLaw::Linear => (servo.rate(0.0, supply) > 0.0).then(|| tie(servo, supply)),
        ValveLaw::Orifice => None,
    }
}

/// The pressure is too low, or its unit was forgotten.
fn weak(servo: &Servo, supply: f64) -> Option<String> {
    let (full, breakaway) = (servo.valve.torque(0.0, supply), servo.transmission.friction.breakaway());
    (full <= breakaway).then(|| {
        format!(
            "at a supply pressure of {} Pa nothing moves it from rest: the motor has {}, the breakaway torque is {}; a \
             pressure that is given without a unit is in Pa",
            rounded(supply, 4),
            shown(full, unit::TORQUE, 4),
            shown(breakaway, unit::TORQUE, 4),
        )
    })
}

/// The law of friction has no threshold, or not that of a step.
fn at_rest(servo: &Servo) -> Option<String> {
    let friction = &servo.transmission.friction;
    let law = friction.law.name;
    match friction.below_breakaway() {
        BelowBreakaway::Holds => None,
        BelowBreakaway::Presliding => Some(format!(
            "friction.law = \"{law}\" carries what is below breakaway_torque on bristles, which deflect: threshold, \
             stall_torque_from_rest and back_drive_torque are those of a command or load that rises slowly on stiff bristles; of a \
             step less may be enough, since the body overshoots on its bristles"
        )),
        BelowBreakaway::Creeps => Some(format!(
            "friction.law = \"{law}\" creeps: it has no threshold, and any command or load moves the body, slowly; threshold, \
             breakaway_torque, stall_torque_from_rest and back_drive_torque are those at which the torque exceeds its \
             largest friction"
        )),
    }
}

/// The integral overcomes friction in time, however small the error.
fn integral(servo: &Servo) -> Option<String> {
    (servo.controller.integral_gain != 0.0).then(|| {
        "with controller.integral_gain any error moves it in time, and it may hunt: it has no threshold, and no load displaces it \
         for good; threshold and stiffness are those before the integral acts"
            .to_owned()
    })
}

fn ringing(servo: &Servo, supply: f64) -> Option<String> {
    let damping = servo.damping_ratio(supply).filter(|damping| *damping < RINGING)?;
    Some(format!(
        "the closed loop is stable, but rings: its damping_ratio is {}, less than {RINGING}; a smaller gain damps it more, as \
         damping_ratio in a requirement asks for",
        shown(damping, unit::RATIO, 2),
    ))
}

fn tie(servo: &Servo, supply: f64) -> String {
    let valve = servo.valve;
    let steep = Valve { pressure_gain: supply / (REAL_SATURATION * valve.spool), ..valve };
    let with_steep = Servo { valve: steep, ..servo.clone() };
    let rate = |servo: &Servo| shown(servo.rate(0.0, supply), unit::ANGULAR_VELOCITY, 3);
    format!(
        "the linear valve ties no_load_rate to servovalve.pressure_gain: its flow ends where the pressure reaches the supply, at \
         flow_gain*supply_pressure/pressure_gain; with the pressure gain of a data sheet, {} for one that saturates at 3 % of \
         the spool travel, and this flow gain it would reach {} instead of {}; servovalve.law = \"orifice\" does not tie them",
        shown(steep.pressure_gain, unit::PRESSURE_PER_LENGTH, 3),
        rate(&with_steep),
        rate(servo),
    )
}
