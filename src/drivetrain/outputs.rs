//! From a moment of the mechanism to the computed variables of its elements.

use super::Events;
use super::assembly::Part;
use crate::interface::{Element, ElementKind, element};
use crate::mechanism::{Moment, ServoTerms};

/// Writes all that the elements compute.
pub fn write(moment: &Moment<'_>, elements: &[Element], parts: &[Part], (reals, integers): (&mut [f64], &mut [i32])) {
    for (element, part) in elements.iter().zip(parts) {
        write_element(moment, element, *part, &mut reals[element.reals..], &mut integers[element.integers..]);
    }
}

/// Writes the Real variables alone.
pub fn write_reals(moment: &Moment<'_>, elements: &[Element], parts: &[Part], reals: &mut [f64]) {
    for (element, part) in elements.iter().zip(parts) {
        write_element(moment, element, *part, &mut reals[element.reals..], &mut [0; MOST_INTEGERS]);
    }
}

/// The computed Integer variables of an element are fewer.
const MOST_INTEGERS: usize = 8;
/// The computed Real variables of an element are fewer, and come first.
const MOST_REALS: usize = 16;

/// The value of one computed Real variable.
pub fn real(moment: &Moment<'_>, elements: &[Element], parts: &[Part], reference: usize) -> f64 {
    let place = elements.iter().rposition(|element| element.reals <= reference).unwrap_or_default();
    let mut reals = [0.0; MOST_REALS];
    write_element(moment, &elements[place], parts[place], &mut reals, &mut [0; MOST_INTEGERS]);
    reals.get(reference - elements[place].reals).copied().unwrap_or(0.0)
}

/// Writes the counts of events.
pub fn write_events(elements: &[Element], events: &Events, (reals, integers): (&mut [f64], &mut [i32])) {
    let system = &elements[0];
    let outputs = element::system::Outputs { event_count: events.count, last_event_time: events.last_time };
    outputs.write(&mut reals[system.reals..], &mut integers[system.integers..]);
}

fn write_element(moment: &Moment<'_>, element: &Element, part: Part, reals: &mut [f64], integers: &mut [i32]) {
    match part {
        Part::Body(body) => {
            let (position, velocity) = (moment.position[body], moment.velocity[body]);
            let (acceleration, stop) = (moment.acceleration[body], moment.stop_torque(body));
            let end_stop = i32::from(moment.mode.stops[body]);
            if element.kind == ElementKind::Mass {
                element::mass::Outputs { position, velocity, acceleration, end_stop_force: stop, end_stop }
                    .write(reals, integers);
            } else {
                element::body::Outputs { position, velocity, acceleration, end_stop_torque: stop, end_stop }
                    .write(reals, integers);
            }
        }
        Part::Contact(contact) => {
            let effort = moment.contact_torque(contact);
            let relative_velocity = moment.relative_velocity(contact);
            let friction_regime = moment.contact_regime(contact);
            let (bristle_deflection, bristle_deflection_rate) = moment.bristle(contact);
            if matches!(element.kind, ElementKind::GearBearing | ElementKind::LinearGearBearing) {
                // Nothing of it is shown.
            } else if element.kind == ElementKind::BristleContact {
                let outputs = element::bristle_contact::Outputs {
                    friction_torque: effort,
                    relative_velocity,
                    bristle_deflection,
                    bristle_deflection_rate,
                    friction_regime,
                };
                outputs.write(reals, integers);
            } else if element.kind == ElementKind::LinearBristleContact {
                let outputs = element::linear_bristle_contact::Outputs {
                    friction_force: effort,
                    relative_velocity,
                    bristle_deflection,
                    bristle_deflection_rate,
                    friction_regime,
                };
                outputs.write(reals, integers);
            } else if element.kind == ElementKind::LinearContact {
                element::linear_contact::Outputs { friction_force: effort, relative_velocity, friction_regime }
                    .write(reals, integers);
            } else if element.kind == ElementKind::Freewheel {
                element::freewheel::Outputs { friction_torque: effort, relative_velocity, friction_regime }
                    .write(reals, integers);
            } else if element.kind == ElementKind::LinearFreewheel {
                element::linear_freewheel::Outputs { friction_force: effort, relative_velocity, friction_regime }
                    .write(reals, integers);
            } else {
                element::contact::Outputs { friction_torque: effort, relative_velocity, friction_regime }
                    .write(reals, integers);
            }
        }
        Part::Spring(spring) => {
            let (effort, deflection) = (moment.spring_torque(spring), moment.deflection(spring));
            let contact = moment.mode.springs[spring].contact();
            if element.kind == ElementKind::Rod {
                element::rod::Outputs { force: effort, extension: deflection, contact }.write(reals, integers);
            } else {
                element::shaft::Outputs { torque: effort, twist: deflection, contact }.write(reals, integers);
            }
        }
        Part::Gear(gear) => {
            let (torque, loss_torque, friction_regime) = moment.gear(gear);
            if element.kind == ElementKind::Screw {
                element::screw::Outputs { torque, loss_torque, friction_regime }.write(reals, integers);
            } else {
                element::gear::Outputs { torque, loss_torque, friction_regime }.write(reals, integers);
            }
        }
        // The variables of both kinds stand in the same order.
        Part::Servo(servo) => {
            let ServoTerms { states, signals, rates, .. } = *moment.servo(servo);
            let outputs = element::servo::Outputs {
                position_error: signals.error,
                current: signals.current,
                controller_error_integral: states.error_integral,
                flapper_position: states.flapper,
                flapper_velocity: states.flapper_velocity,
                flapper_acceleration: rates.flapper_velocity,
                spool_position: states.spool,
                spool_velocity: rates.spool,
                differential_pressure: signals.differential_pressure,
                motor_torque: signals.motor_torque,
            };
            outputs.write(reals, integers);
        }
        Part::System | Part::External | Part::Load(..) => {}
    }
}
