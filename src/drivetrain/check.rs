//! Which parameter values a drivetrain refuses beyond their single ranges.

use super::assembly::{Part, Values, is_servo};
use super::components;
use super::friction::{contact_friction, is_freewheel};
use crate::actuator::{InvalidParameter, LOAD_STATIC_RATIO_ALLOWED, check_ranges, is_load_static_ratio};
use crate::interface::{
    Element, ElementKind, FIRST_INTEGER_REFERENCE, FrictionLaw, FrictionParameters, Interface, element,
};

/// Shortest internal step, so that a communication step has a bounded cost.
const SHORTEST_STEP: f64 = 1e-9;

/// Name of a variable of an element, its value, and what is allowed.
type Refused = (&'static str, f64, &'static str);

/// Checks all parameters.
pub fn all(interface: &Interface, values: Values<'_>) -> Result<(), InvalidParameter> {
    check_ranges(interface, values.reals, values.integers)?;
    for (index, element) in interface.elements.iter().enumerate() {
        one(interface, index, values).map_err(|refused| invalid(element, refused))?;
    }
    Ok(())
}

/// The refusal by value reference.
pub fn invalid(element: &Element, (name, value, allowed): Refused) -> InvalidParameter {
    let (reals, integers) = element.kind.variables();
    let real = reals.iter().position(|variable| variable.name == name).map(|place| element.reals + place);
    let integer = integers.iter().position(|variable| variable.name == name);
    let integer = integer.map(|place| FIRST_INTEGER_REFERENCE + (element.integers + place) as u32);
    InvalidParameter::new(real.map(|place| place as u32).or(integer).unwrap_or_default(), value, allowed)
}

fn one(interface: &Interface, index: usize, values: Values<'_>) -> Result<(), Refused> {
    let element = &interface.elements[index];
    let (reals, integers) = values.of(element);
    match element.kind {
        ElementKind::System => {
            let step = element::system::Parameters::read(reals, integers).max_step_size;
            if step < SHORTEST_STEP { Err(("solver.max_step_size", step, "must be at least 1e-9 s")) } else { Ok(()) }
        }
        ElementKind::Body | ElementKind::Mass => {
            body(interface, index, &element::body::Parameters::read(reals, integers))
        }
        ElementKind::Contact | ElementKind::LinearContact => law_of(element, values, Sort::Friction),
        ElementKind::BristleContact | ElementKind::LinearBristleContact => law_of(element, values, Sort::Bristle),
        ElementKind::Freewheel | ElementKind::LinearFreewheel => law_of(element, values, Sort::Freewheel),
        ElementKind::Shaft | ElementKind::Rod => {
            not_zero("ratio", element::shaft::Parameters::read(reals, integers).ratio)
        }
        ElementKind::Gear => {
            let of = element::gear::Parameters::read(reals, integers);
            not_zero("ratio", of.ratio)?;
            of_load(of.friction_load_static_ratio)
        }
        ElementKind::Screw => {
            not_zero("lead", element::screw::Parameters::read(reals, integers).lead)?;
            of_load(element::gear::Parameters::read(reals, integers).friction_load_static_ratio)
        }
        ElementKind::GearBearing
        | ElementKind::LinearGearBearing
        | ElementKind::Torque
        | ElementKind::Force
        | ElementKind::Load
        | ElementKind::LinearInput
        | ElementKind::ConnectedInput
        | ElementKind::LinearState
        | ElementKind::LinearOutput
        | ElementKind::Coefficient
        | ElementKind::CommandConnection
        | ElementKind::SupplyConnection => Ok(()),
        ElementKind::Servo
        | ElementKind::LinearServo
        | ElementKind::PositionMotion
        | ElementKind::LinearPositionMotion
        | ElementKind::VelocityMotion
        | ElementKind::LinearVelocityMotion
        | ElementKind::AccelerationMotion
        | ElementKind::LinearAccelerationMotion
        | ElementKind::Hysteresis
        | ElementKind::LinearHysteresis => components::check(element, values),
        ElementKind::LimitedOutput => {
            let of = element::limited_output::Parameters::read(reals, integers);
            limits(of.limit_lower, of.limit_upper)
        }
        ElementKind::RateLimitedOutput => {
            let of = element::rate_limited_output::Parameters::read(reals, integers);
            limits(of.limit_lower, of.limit_upper)
        }
    }
}

fn limits(lower: f64, upper: f64) -> Result<(), Refused> {
    if lower > upper { Err(("limit.lower", lower, "must not exceed limit.upper")) } else { Ok(()) }
}

/// A controller with derivative gain needs the time derivative of its command, which is not known of every signal.
pub fn command_rates(
    elements: &[Element],
    parts: &[Part],
    values: Values<'_>,
    knows_rate: impl Fn(usize) -> bool,
) -> Result<(), InvalidParameter> {
    for (element, part) in elements.iter().zip(parts) {
        let (Part::Component(index), true) = (*part, is_servo(element)) else { continue };
        let (reals, integers) = values.of(element);
        let gain = element::servo::Parameters::read(reals, integers).controller_derivative_gain;
        if gain != 0.0 && !knows_rate(index) {
            let allowed =
                "must be 0 where the command follows velocities, torques or signals of servos without a state between";
            return Err(invalid(element, ("controller.derivative_gain", gain, allowed)));
        }
    }
    Ok(())
}

/// The static ratio of the share of the load.
fn of_load(ratio: f64) -> Result<(), Refused> {
    let refused = ("friction.load_static_ratio", ratio, LOAD_STATIC_RATIO_ALLOWED);
    if is_load_static_ratio(ratio) { Ok(()) } else { Err(refused) }
}

fn not_zero(name: &'static str, value: f64) -> Result<(), Refused> {
    if value == 0.0 { Err((name, value, "must not be 0")) } else { Ok(()) }
}

fn body(interface: &Interface, index: usize, of: &element::body::Parameters) -> Result<(), Refused> {
    let is_tied = interface.elements.iter().any(|element| {
        let is_gear = matches!(element.kind, ElementKind::Gear | ElementKind::Screw);
        is_gear && (element.first == Some(index) || element.second == Some(index))
    });
    if of.travel_lower > of.travel_upper {
        return Err(("travel.lower", of.travel_lower, "must not exceed travel.upper"));
    }
    if !is_tied && !(of.travel_lower..=of.travel_upper).contains(&of.position_start) {
        return Err(("position_start", of.position_start, "must lie between travel.lower and travel.upper"));
    }
    Ok(())
}

/// What gears tie moves as one: something of it must have an inertia, unless its motion is prescribed. `are_tied` asks for two bodies, which
/// may be the same.
pub fn inertias(
    elements: &[Element],
    parts: &[Part],
    values: Values<'_>,
    are_tied: impl Fn(usize, usize) -> bool,
    is_driven: impl Fn(usize) -> bool,
) -> Result<(), InvalidParameter> {
    let inertia = |element: &Element| {
        let (reals, integers) = values.of(element);
        element::body::Parameters::read(reals, integers).inertia
    };
    for (element, part) in elements.iter().zip(parts) {
        let Part::Body(body) = *part else { continue };
        let mut others = elements.iter().zip(parts).filter_map(|(other, part)| Some((other, part.body()?)));
        let has_inertia = others.any(|(other, of)| are_tied(body, of) && inertia(other) > 0.0);
        if !has_inertia && !is_driven(body) {
            let name = if element.kind == ElementKind::Mass { "mass" } else { "inertia" };
            let allowed = "must be greater than 0 where no gear or screw ties the body to one that has inertia";
            return Err(invalid(element, (name, 0.0, allowed)));
        }
    }
    Ok(())
}

/// A prescribed motion leaves no room for stops, nor for a self-locking gear that it would drive from the second side.
pub fn driven(
    elements: &[Element],
    parts: &[Part],
    values: Values<'_>,
    is_driven: impl Fn(usize) -> bool,
    is_driven_backwards: impl Fn(usize) -> bool,
) -> Result<(), InvalidParameter> {
    for (element, part) in elements.iter().zip(parts) {
        let (reals, integers) = values.of(element);
        if part.body().is_some_and(&is_driven) {
            no_stops(&element::body::Parameters::read(reals, integers)).map_err(|refused| invalid(element, refused))?;
        }
        if let Part::Gear(gear) = *part
            && is_driven_backwards(gear)
        {
            let efficiency = element::gear::Parameters::read(reals, integers).efficiency_aiding;
            if efficiency <= 0.0 {
                let allowed = "must be greater than 0 where a given motion drives the gear from its second side";
                return Err(invalid(element, ("efficiency_aiding", efficiency, allowed)));
            }
        }
    }
    Ok(())
}

fn no_stops(of: &element::body::Parameters) -> Result<(), Refused> {
    let allowed = "must be left out where the motion of the body is given, whatever its torque: it has no stops";
    let mut limits = [("travel.lower", of.travel_lower), ("travel.upper", of.travel_upper)].into_iter();
    let limit = limits.find(|(_, limit)| limit.abs() < f64::MAX);
    limit.map_or(Ok(()), |(name, limit)| Err((name, limit, allowed)))
}

/// Checks where bodies start that gears tie, and that no one-way clutch would have to turn the wrong way: a velocity that an input gives is NaN
/// here, as bodies jump to it and take along what they have to.
pub fn start(
    elements: &[Element],
    parts: &[Part],
    values: Values<'_>,
    position: &[f64],
    velocity: &[f64],
) -> Result<(), InvalidParameter> {
    for (element, part) in elements.iter().zip(parts) {
        let Part::Body(body) = *part else { continue };
        let (reals, integers) = values.of(element);
        let of = element::body::Parameters::read(reals, integers);
        let (lower, upper) = (of.travel_lower, of.travel_upper);
        if !(lower..=upper).contains(&position[body]) {
            let allowed = "must leave room for where the gears have this body at the start";
            let limit = if position[body] < lower { ("travel.lower", lower) } else { ("travel.upper", upper) };
            return Err(invalid(element, (limit.0, limit.1, allowed)));
        }
    }
    let body_of = |end: Option<usize>| match end.map(|end| (end, parts[end])) {
        Some((end, Part::Body(body))) => Some((end, velocity[body])),
        Some(_) | None => None,
    };
    for element in elements.iter().filter(|element| is_freewheel(element)) {
        let (first, second) = (body_of(element.first).map_or(0.0, |(_, v)| v), body_of(element.second));
        if let Some((end, second)) = second.filter(|(_, second)| *second < first) {
            let allowed = "must not be less than the velocity of the first body of the one-way clutch";
            return Err(invalid(&elements[end], ("velocity_start", second, allowed)));
        }
    }
    Ok(())
}

/// What sort of contact it is: which laws it may have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Friction,
    Bristle,
    Freewheel,
}

fn law_of(element: &Element, values: Values<'_>, sort: Sort) -> Result<(), Refused> {
    contact_friction(element, values).map_or(Ok(()), |(friction, _)| law(&friction, sort))
}

fn law(friction: &FrictionParameters, sort: Sort) -> Result<(), Refused> {
    let refused = |allowed| Err(("friction.law", f64::from(friction.law as i32), allowed));
    match (friction.law, sort) {
        (FrictionLaw::Karnopp | FrictionLaw::Sign | FrictionLaw::Quinn, _) => {
            refused("must be none of karnopp, sign and quinn: they are algorithms for a single body")
        }
        (FrictionLaw::Dahl | FrictionLaw::Lugre | FrictionLaw::ElastoPlastic, Sort::Bristle) => {
            if friction.coulomb_level > 0.0 {
                Ok(())
            } else {
                refused("needs a Coulomb level above 0, as it has bristles")
            }
        }
        // Without a level nothing deflects the bristles: so the linear system without friction has it.
        (FrictionLaw::Coulomb, Sort::Bristle) if friction.coulomb_level == 0.0 => Ok(()),
        (_, Sort::Bristle) => {
            refused("must be a law with bristles (dahl, lugre, elasto_plastic), as it was configured")
        }
        (FrictionLaw::Dahl | FrictionLaw::Lugre | FrictionLaw::ElastoPlastic, Sort::Friction) => refused(
            "must be a law without bristles: their deflection is a state, which the configuration file has to ask for",
        ),
        (FrictionLaw::Coulomb | FrictionLaw::HessSoom | FrictionLaw::Stribeck, _) => Ok(()),
        (FrictionLaw::Tabulated, _) => table(friction),
        (FrictionLaw::MajdSimaanApproximate, Sort::Friction) if friction.sharpness == 1.0 => {
            let allowed = "must not be 1 for law majd_simaan_approximate: its eq. (19) has no limit there";
            Err(("friction.sharpness", friction.sharpness, allowed))
        }
        (FrictionLaw::MajdSimaan | FrictionLaw::MajdSimaanApproximate | FrictionLaw::Hyperviscous, Sort::Friction) => {
            Ok(())
        }
        (
            FrictionLaw::MajdSimaan
            | FrictionLaw::MajdSimaanApproximate
            | FrictionLaw::Hyperviscous
            | FrictionLaw::Dahl
            | FrictionLaw::Lugre
            | FrictionLaw::ElastoPlastic,
            Sort::Freewheel,
        ) => refused("must be a law that sticks: coulomb, hess_soom, stribeck or tabulated"),
    }
}

fn table(friction: &FrictionParameters) -> Result<(), Refused> {
    if friction.table_velocity[0] != 0.0 {
        return Err(("friction.table.velocity[1]", friction.table_velocity[0], "must be 0: the table begins at rest"));
    }
    let size = friction.table_size.max(1) as usize;
    if friction.table_velocity[..size].windows(2).all(|pair| pair[0] < pair[1]) {
        return Ok(());
    }
    Err(("friction.table.size", size as f64, "must be a number of points whose velocities ascend"))
}
