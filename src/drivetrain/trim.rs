//! The start in equilibrium, and by which variable it is refused: `initialization = trim`.

use super::assembly::{Part, describe};
use super::check::invalid;
use super::{Drivetrain, stand_at_start, take_over};
use crate::actuator::{CONTROLLER_NEEDED, InvalidParameter};
use crate::interface::{Element, ElementKind, FIRST_INTEGER_REFERENCE};
use crate::mechanism::Unbalanced;
use crate::plants::NoEquilibrium;

/// Whether there is an equilibrium under the present parameters and inputs. The mechanism is left there: it is initialized next, or
/// was refused.
pub fn check(drivetrain: &Drivetrain) -> Result<(), InvalidParameter> {
    let Drivetrain { interface, parts, targets, loads, reals, slopes, .. } = drivetrain;
    let (elements, values) = (interface.elements, drivetrain.values());
    let mut mechanism = drivetrain.mechanism.borrow_mut();
    mechanism.change_structure(|structure| describe(structure, elements, parts, values));
    stand_at_start(elements, parts, values, &mut mechanism);
    let _ = take_over(interface.inputs, (targets, loads), (reals, slopes), true, &mut mechanism.inputs);
    mechanism.take_prescribed();
    let found = mechanism.trim();
    drop(mechanism);
    found.map_err(|why| refused(drivetrain, why))
}

fn refused(drivetrain: &Drivetrain, why: Unbalanced) -> InvalidParameter {
    let body = |index, name, allowed| at(drivetrain, Part::Body(index), name, allowed);
    match why {
        Unbalanced::Body(index) => body(
            index,
            "position_start",
            "must be where something holds this body under its loads, for initialization trim: no servo, spring or friction does",
        ),
        Unbalanced::Stop(index, side) => {
            let name = if side > 0 { "travel.upper" } else { "travel.lower" };
            body(index, name, "must leave room for the equilibrium of this body, for initialization trim")
        }
        Unbalanced::Contact(index) => contact(drivetrain, index),
        Unbalanced::Gear(index) => at(
            drivetrain,
            Part::Gear(index),
            "friction.static_ratio",
            "must let the losses of this gear hold what nothing else holds, for initialization trim",
        ),
        Unbalanced::Actuator(index, why) => servo(drivetrain, index, why),
        Unbalanced::State(place) => state(drivetrain, place),
        Unbalanced::Moves(index) => moves(drivetrain, index),
        Unbalanced::NotFound => not_found(drivetrain),
    }
}

fn contact(drivetrain: &Drivetrain, index: usize) -> InvalidParameter {
    const HOLDS: &str = "must be enough for this contact to hold what nothing else holds, for initialization trim";
    let part = Part::Contact(index);
    let is_bearing = drivetrain.interface.elements.iter().zip(&drivetrain.parts).any(|(element, of)| {
        *of == part && matches!(element.kind, ElementKind::GearBearing | ElementKind::LinearGearBearing)
    });
    at(drivetrain, part, if is_bearing { "friction_second.static_ratio" } else { "engagement" }, HOLDS)
}

fn servo(drivetrain: &Drivetrain, index: usize, why: NoEquilibrium) -> InvalidParameter {
    let (name, allowed) = match why {
        NoEquilibrium::Stall => {
            ("supply_pressure", "must be enough for the load that this servo has to hold, for initialization trim")
        }
        NoEquilibrium::Current => (
            "controller.current_limit",
            "must be enough for the load that this servo has to hold, for initialization trim",
        ),
        NoEquilibrium::Controller => ("controller.proportional_gain", CONTROLLER_NEEDED),
    };
    at(drivetrain, Part::Component(index), name, allowed)
}

/// A prescribed motion goes on: the first of its inputs that is not zero, besides the position.
fn moves(drivetrain: &Drivetrain, index: usize) -> InvalidParameter {
    let element = element_of(drivetrain, Part::Component(index));
    let has = |name: &str| element.kind.variables().0.iter().any(|variable| variable.name == name);
    let input = |name| {
        value_of(drivetrain, element, name, "must be 0 for initialization trim: what this motion moves does not rest")
    };
    let velocity = has("velocity").then(|| input("velocity")).filter(|velocity| velocity.value != 0.0);
    velocity.unwrap_or_else(|| input("acceleration"))
}

/// The search has failed, which means nothing about the parameters.
fn not_found(drivetrain: &Drivetrain) -> InvalidParameter {
    const NOT_FOUND: &str =
        "cannot be trim here: no equilibrium was found from these start values, though there may be one";
    let system = &drivetrain.interface.elements[0];
    value_of(drivetrain, system, "initialization", NOT_FOUND)
}

/// A state of a linear system, by its start value or its limit of the rate; one of a servo by its command.
fn state(drivetrain: &Drivetrain, place: usize) -> InvalidParameter {
    const COMES_TO_REST: &str =
        "must be that of a state which can rest under the inputs, for initialization trim: this one goes on";
    let elements = drivetrain.interface.elements;
    let structure = &drivetrain.mechanism.borrow().structure;
    let begin = structure.linear_begin;
    if let Some(servo) = structure.components.iter().position(|component| component.states().contains(&place)) {
        let allowed = "must be one that its feedback can reach, for initialization trim";
        return at(drivetrain, Part::Component(servo), "command", allowed);
    }
    let is_state =
        |element: &&Element| matches!(element.kind, ElementKind::LinearState | ElementKind::RateLimitedOutput);
    let element = elements.iter().filter(is_state).nth(place - begin);
    element.map_or(InvalidParameter::new(0, 0.0, COMES_TO_REST), |element| {
        let name = if element.kind == ElementKind::LinearState { "start" } else { "rate_limit" };
        value_of(drivetrain, element, name, COMES_TO_REST)
    })
}

/// The element that is this part.
fn element_of(drivetrain: &Drivetrain, part: Part) -> &Element {
    let mut elements = drivetrain.interface.elements.iter().zip(&drivetrain.parts);
    let found = elements.find(|(_, of)| **of == part).map(|(element, _)| element);
    found.unwrap_or(&drivetrain.interface.elements[0])
}

/// The refusal by a variable of the element that is this part.
fn at(drivetrain: &Drivetrain, part: Part, name: &'static str, allowed: &'static str) -> InvalidParameter {
    value_of(drivetrain, element_of(drivetrain, part), name, allowed)
}

fn value_of(drivetrain: &Drivetrain, element: &Element, name: &'static str, allowed: &'static str) -> InvalidParameter {
    let InvalidParameter { reference, allowed, .. } = invalid(element, (name, 0.0, allowed));
    let value = match reference.checked_sub(FIRST_INTEGER_REFERENCE) {
        Some(place) => f64::from(drivetrain.integers[place as usize]),
        None => drivetrain.reals[reference as usize],
    };
    InvalidParameter::new(reference, value, allowed)
}
