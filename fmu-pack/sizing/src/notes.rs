//! What the linear valve does to those who take its gains from a data sheet.

use super::actuator::Servo;
use super::properties::Conditions;
use super::shown::shown;
use super::valve::{Valve, ValveLaw};
use model_description::declaration::unit;

/// Share of the spool travel at which the pressure of a real valve reaches the supply, about: data sheets of servovalves
/// state a pressure gain of more than 30 % of the supply per percent of the rated current (ARP 490).
const REAL_SATURATION: f64 = 0.03;

/// Notes about the valve of a servo.
pub fn valve_notes(servo: &Servo, conditions: &Conditions) -> Vec<String> {
    let supply = conditions.supply_pressure.unwrap_or(servo.supply_pressure);
    match servo.valve.law {
        ValveLaw::Linear => vec![tie(servo, supply)],
        ValveLaw::Orifice => Vec::new(),
    }
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
