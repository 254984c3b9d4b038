//! The friction parameters of contacts.

use super::assembly::Values;
use crate::actuator::{DeclaredFriction, Element as Named, Observer, remark_on_friction, warn_of_law};
use crate::interface::{Element, ElementKind, FrictionParameters, element};

/// Friction parameters and viscous coefficient of a brake, clutch or freewheel; nothing of other elements.
pub fn contact_friction(element: &Element, values: Values<'_>) -> Option<(FrictionParameters, f64)> {
    let (reals, integers) = values.of(element);
    match element.kind {
        ElementKind::Contact | ElementKind::LinearContact => {
            let of = element::contact::Parameters::read(reals, integers);
            Some((of.friction, of.friction_viscous_coefficient))
        }
        ElementKind::BristleContact | ElementKind::LinearBristleContact => {
            let of = element::bristle_contact::Parameters::read(reals, integers);
            Some((of.friction, of.friction_viscous_coefficient))
        }
        ElementKind::Freewheel | ElementKind::LinearFreewheel => {
            let of = element::freewheel::Parameters::read(reals, integers);
            Some((of.friction, of.friction_viscous_coefficient))
        }
        ElementKind::System
        | ElementKind::Body
        | ElementKind::Mass
        | ElementKind::Shaft
        | ElementKind::Rod
        | ElementKind::Gear
        | ElementKind::Screw
        | ElementKind::Torque
        | ElementKind::Force
        | ElementKind::Load
        | ElementKind::Servo
        | ElementKind::LinearServo
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
        | ElementKind::SupplyConnection
        | ElementKind::PositionMotion
        | ElementKind::LinearPositionMotion
        | ElementKind::VelocityMotion
        | ElementKind::LinearVelocityMotion
        | ElementKind::AccelerationMotion
        | ElementKind::LinearAccelerationMotion
        | ElementKind::Hysteresis
        | ElementKind::LinearHysteresis => None,
    }
}

/// Whether an element is a one-way clutch.
pub fn is_freewheel(element: &Element) -> bool {
    matches!(element.kind, ElementKind::Freewheel | ElementKind::LinearFreewheel)
}

/// Warns of contacts whose law leaves the region of its formula, or has the data of another contact.
pub fn warn(elements: &[Element], values: Values<'_>, observer: &mut dyn Observer) {
    for element in elements {
        if let Some((friction, viscous)) = contact_friction(element, values) {
            let name = Named::Named(element.name);
            warn_of_law(name, &friction, viscous, observer);
            let (reals, integers) = element.kind.variables();
            if let Some(declared) = DeclaredFriction::among(reals.iter(), integers.iter()) {
                let declared = declared.with_shared_table(!element.table.points.is_empty());
                remark_on_friction(name, &friction, declared, observer);
            }
        }
    }
}
