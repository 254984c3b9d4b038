//! What can be taken from other elements: variables that follow from the states of an instant, not from its torques.

use super::super::super::ConfigurationError;
use super::super::super::document::{Document, Entry};
use super::super::full_name;
use crate::declaration::{Element, Value, Variable};
use crate::elements::ElementKind;
use crate::nearest;

/// Outputs of a servo that can be taken.
const OF_SERVOS: [&str; 7] = [
    "position_error",
    "current",
    "flapper_position",
    "spool_position",
    "differential_pressure",
    "motor_torque",
    "motor_force",
];

/// Whether a variable of an element of this kind can be taken.
fn is_source(kind: ElementKind, variable: &str) -> bool {
    match kind {
        ElementKind::Body | ElementKind::Mass => ["position", "velocity"].contains(&variable),
        ElementKind::Shaft => variable == "torque",
        ElementKind::Rod => variable == "force",
        ElementKind::Servo | ElementKind::LinearServo => OF_SERVOS.contains(&variable),
        ElementKind::LinearInput
        | ElementKind::ConnectedInput
        | ElementKind::LinearState
        | ElementKind::LinearOutput
        | ElementKind::LimitedOutput
        | ElementKind::RateLimitedOutput => variable.is_empty(),
        ElementKind::System
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
        | ElementKind::Coefficient
        | ElementKind::CommandConnection
        | ElementKind::SupplyConnection
        | ElementKind::PositionMotion
        | ElementKind::LinearPositionMotion
        | ElementKind::VelocityMotion
        | ElementKind::LinearVelocityMotion
        | ElementKind::AccelerationMotion
        | ElementKind::LinearAccelerationMotion
        | ElementKind::Hysteresis
        | ElementKind::LinearHysteresis => false,
    }
}

fn reals(kind: ElementKind) -> Vec<Variable> {
    kind.variables().into_iter().filter(|variable| matches!(variable.value, Value::Real(_))).collect()
}

/// The element and the number of its variable with this full name.
pub fn resolve(
    document: &Document,
    elements: &[Element],
    (name, entry): &(String, &Entry),
) -> Result<(usize, u8), ConfigurationError> {
    let mut known = Vec::new();
    for (index, element) in elements.iter().enumerate() {
        for (number, variable) in reals(element.kind).iter().enumerate() {
            let full = full_name(&element.name, &variable.name);
            if !is_source(element.kind, &variable.name) {
                continue;
            }
            if full == *name {
                return Ok((index, number as u8));
            }
            known.push(full);
        }
    }
    let exists = elements.iter().any(|element| {
        element.kind.variables().iter().any(|variable| full_name(&element.name, &variable.name) == *name)
    });
    let allowed = "positions and velocities of bodies, torques of shafts, outputs of servos, inputs, states and outputs of \
                   linear systems";
    let similar = nearest(name, known.iter().map(String::as_str));
    let hint = similar.first().map_or(String::new(), |name| format!("; the nearest is {name}"));
    let problem = if exists {
        format!(
            "{name} cannot be taken, because it follows from the torques of the same instant; allowed are {allowed}"
        )
    } else {
        format!("there is no variable {name:?} to take{hint}; allowed are {allowed}")
    };
    Err(document.error(entry, problem))
}
