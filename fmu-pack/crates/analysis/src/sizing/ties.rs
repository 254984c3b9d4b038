//! With what a requirement that is not met is tied, and what would help.

use super::actuator::Servo;
use super::flanks;
use super::friction_values::{efficiency_aiding, in_words};
use super::remedies;
use super::requirement::Requirement;
use super::shown::{rounded, shown};
use super::valve::ValveLaw;
use model_description::declaration::unit;

/// Parameters that are sized where they are not given.
const SIZED: [&str; 10] = [
    "inertia",
    "viscous_coefficient",
    "motor.displacement",
    "motor.leakage_coefficient",
    "servovalve.flow_gain",
    "servovalve.pressure_gain",
    "servovalve.spool_travel",
    "friction.coulomb_torque",
    "controller.proportional_gain",
    "controller.current_limit",
];

/// With what a property is tied, and what would help.
pub(crate) fn ties(requirement: &Requirement, servo: &Servo, key: &str) -> (String, String) {
    match key {
        "rate_under_load" => {
            (named(requirement, &["no_load_rate", "stall_torque"]) + &fixed(requirement), of_valve(servo))
        }
        "rate_at_reduced_pressure" => {
            (named(requirement, &["no_load_rate", "supply_pressure"]) + &fixed(requirement), of_valve(servo))
        }
        "stall_torque_at_reduced_pressure" => {
            let with = named(requirement, &["stall_torque", "supply_pressure"]) + &fixed(requirement);
            (with, "a larger stall_torque gives more".to_owned())
        }
        "stall_torque_from_rest" => of_stall_from_rest(requirement, servo),
        "back_drive_torque" => of_back_driving(requirement, servo),
        "no_load_rate" | "stall_torque" => of_motor(requirement, servo),
        _ => of_loop(requirement, servo),
    }
}

/// Requirements as they stand in the file.
fn named(requirement: &Requirement, keys: &[&str]) -> String {
    let said = |key: &&str| requirement.required(key).map(|required| format!("{key} = {}", required.entry.source));
    keys.iter().filter_map(said).collect::<Vec<String>>().join(" and ")
}

/// What [start] has of what would be sized.
fn fixed(requirement: &Requirement) -> String {
    let is_fixed = |name: &&str| SIZED.contains(name) || name.starts_with("friction.table");
    let fixed: Vec<&str> = requirement.given().iter().map(String::as_str).filter(is_fixed).collect();
    if fixed.is_empty() { String::new() } else { format!(" and {} in [start]", fixed.join(", ")) }
}

fn of_valve(servo: &Servo) -> String {
    match servo.valve.law {
        ValveLaw::Linear => "the linear valve ties it so; servovalve.law = \"orifice\" gives more".to_owned(),
        ValveLaw::Orifice => String::new(),
    }
}

fn of_stall_from_rest(requirement: &Requirement, servo: &Servo) -> (String, String) {
    let ratio = rounded(servo.transmission.friction.ratio_at_rest(), 4);
    let with = named(requirement, &["stall_torque"]) + &format!(" with friction.static_ratio {ratio}");
    let advice = "a larger stall_torque, less friction or a smaller static ratio gives more".to_owned();
    (with + &fixed(requirement), advice)
}

/// The load that moves it is L = b/(1 − R_L·(1 − η_A)), b the breakaway torque: any from b on with the efficiency that fits.
fn of_back_driving(requirement: &Requirement, servo: &Servo) -> (String, String) {
    let friction = &servo.transmission.friction;
    let breakaway = format!("a breakaway torque of {} N.m", rounded(friction.breakaway(), 4));
    if !friction.depends_on_load() {
        let with = format!("friction.law = \"{}\", which ignores the load, and {breakaway}", friction.law.name);
        return (with + &fixed(requirement), "with that law it is the breakaway torque".to_owned());
    }
    if let Some(efficiency) = efficiency_aiding(requirement) {
        let place = if requirement.flanks().is_some() { "of [flanks]" } else { "in [start]" };
        let with = format!("{breakaway} and friction.efficiency_aiding = {} {place}", rounded(efficiency, 4));
        let no_load =
            if servo.transmission.back_drive_from_rest().is_none() { ", with which no load moves it" } else { "" };
        let advice = match (requirement.flanks(), requirement.number("back_drive_torque")) {
            (Some(_), Some(load)) => flanks::driven_back_by(requirement, load)
                .map_or_else(|| "without [flanks] it is chosen".to_owned(), |with| format!("it is that with {with}")),
            (Some(_), None) | (None, _) => {
                "without friction.efficiency_aiding in [start] it is chosen so that back_drive_torque is met".to_owned()
            }
        };
        return (with + no_load, advice);
    }
    (breakaway + &fixed(requirement), "it must be larger than that".to_owned())
}

fn of_motor(requirement: &Requirement, servo: &Servo) -> (String, String) {
    let advice = match servo.valve.law {
        ValveLaw::Linear => {
            "the linear valve ties rate and pressure gain: leave servovalve.pressure_gain or servovalve.flow_gain out, \
             or choose servovalve.law = \"orifice\", which takes the gains of a data sheet"
        }
        ValveLaw::Orifice => "leave out of [start] what is to be sized",
    };
    (format!("supply_pressure{}", fixed(requirement)), advice.to_owned())
}

/// Threshold, stiffness, bandwidth and damping: gain and friction decide.
fn of_loop(requirement: &Requirement, servo: &Servo) -> (String, String) {
    let gain = requirement.entry_of_start("controller.proportional_gain");
    let gain = gain.map_or_else(String::new, |entry| format!(" and controller.proportional_gain = {}", entry.source));
    let breakaway = servo.transmission.friction.breakaway();
    let full = servo.valve.torque(0.0, servo.supply_pressure);
    let weak = if breakaway < full {
        String::new()
    } else {
        let [breakaway, full] = [breakaway, full].map(|torque| shown(torque, unit::TORQUE, 4));
        format!(": the breakaway torque is {breakaway}, that of the motor {full}")
    };
    let with = named(requirement, &["stall_torque", "no_load_rate"]) + &gain + &in_words(requirement) + &weak;
    (with, remedies::helping(requirement, servo))
}
