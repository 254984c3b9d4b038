//! From a snapshot of the mechanism to the computed variables of its elements.

use super::Events;
use super::assembly::{Part, has_bristles};
use super::components;
use crate::interface::{Element, ElementKind, element};
use crate::mechanism::Snapshot;

/// Writes all that the elements compute.
pub fn write(
    snapshot: &Snapshot<'_>,
    elements: &[Element],
    parts: &[Part],
    (reals, integers): (&mut [f64], &mut [i32]),
) {
    for (element, part) in elements.iter().zip(parts) {
        write_element(snapshot, element, *part, &mut reals[element.reals..], &mut integers[element.integers..]);
    }
}

/// Writes the Real variables alone.
pub fn write_reals(snapshot: &Snapshot<'_>, elements: &[Element], parts: &[Part], reals: &mut [f64]) {
    for (element, part) in elements.iter().zip(parts) {
        write_element(snapshot, element, *part, &mut reals[element.reals..], &mut [0; element::MOST_INTEGERS]);
    }
}

/// The value of one computed Real variable.
pub fn real(snapshot: &Snapshot<'_>, elements: &[Element], parts: &[Part], reference: usize) -> f64 {
    let place = elements.iter().rposition(|element| element.reals <= reference).unwrap_or_default();
    let mut reals = [0.0; element::MOST_REALS];
    write_element(snapshot, &elements[place], parts[place], &mut reals, &mut [0; element::MOST_INTEGERS]);
    reals.get(reference - elements[place].reals).copied().unwrap_or(0.0)
}

/// Writes the counts of events.
pub fn write_events(elements: &[Element], events: &Events, (reals, integers): (&mut [f64], &mut [i32])) {
    let system = &elements[0];
    let outputs = element::system::Outputs {
        solver_bridged_time: events.bridged_time,
        event_count: events.count,
        last_event_time: events.last_time,
    };
    outputs.write(&mut reals[system.reals..], &mut integers[system.integers..]);
}

/// What moves along a line is written with the type of its rotary twin, whose variables stand in the same order
/// (`typed_outputs` in modelDescription).
fn write_element(snapshot: &Snapshot<'_>, element: &Element, part: Part, reals: &mut [f64], integers: &mut [i32]) {
    match part {
        Part::Body(body) => body_outputs(snapshot, body).write(reals, integers),
        Part::Contact(contact) => write_contact(snapshot, element, contact, reals, integers),
        Part::Gear(gear) => {
            let (torque, loss_torque, friction_regime) = snapshot.gear(gear);
            element::gear::Outputs { torque, loss_torque, friction_regime }.write(reals, integers);
        }
        Part::Signal(signal) => write_signal(snapshot, element, signal, reals, integers),
        Part::Component(index) => components::write(snapshot, element, index, reals, integers),
        Part::System | Part::External | Part::Load(..) | Part::SignalLoad(..) => {}
    }
}

fn write_signal(snapshot: &Snapshot<'_>, element: &Element, signal: usize, reals: &mut [f64], integers: &mut [i32]) {
    let (value, derivative) = snapshot.signal(signal);
    let (saturation, rate_saturation) = snapshot.limits(signal);
    if element.kind == ElementKind::LinearState {
        element::linear_state::Outputs { value, derivative }.write(reals, integers);
    } else if element.kind == ElementKind::LimitedOutput {
        element::limited_output::Outputs { value, saturation }.write(reals, integers);
    } else if element.kind == ElementKind::RateLimitedOutput {
        let (limiter_state, limiter_state_derivative) = snapshot.rate_limiter(signal);
        element::rate_limited_output::Outputs {
            value,
            derivative,
            saturation,
            rate_saturation,
            limiter_state,
            limiter_state_derivative,
        }
        .write(reals, integers);
    } else if matches!(element.kind, ElementKind::LinearOutput | ElementKind::ConnectedInput) {
        // Inputs from outside are set, and connections show nothing.
        element::linear_output::Outputs { value }.write(reals, integers);
    }
}

fn body_outputs(snapshot: &Snapshot<'_>, body: usize) -> element::body::Outputs {
    element::body::Outputs {
        position: snapshot.position[body],
        // A gear that turns back gives a body at rest a negative zero.
        velocity: snapshot.velocity[body] + 0.0,
        acceleration: snapshot.acceleration[body],
        end_stop_torque: snapshot.stop_torque(body),
        end_stop: i32::from(snapshot.touched_stop(body)),
    }
}

fn write_contact(snapshot: &Snapshot<'_>, element: &Element, contact: usize, reals: &mut [f64], integers: &mut [i32]) {
    if matches!(element.kind, ElementKind::GearBearing | ElementKind::LinearGearBearing) {
        // Nothing of it is shown.
        return;
    }
    let (friction_torque, friction_regime) = (snapshot.contact_torque(contact), snapshot.contact_regime(contact));
    let relative_velocity = snapshot.relative_velocity(contact);
    if has_bristles(element) {
        let (bristle_deflection, bristle_deflection_rate) = snapshot.bristle(contact);
        element::bristle_contact::Outputs {
            friction_torque,
            relative_velocity,
            bristle_deflection,
            bristle_deflection_rate,
            friction_regime,
        }
        .write(reals, integers);
    } else {
        element::contact::Outputs { friction_torque, relative_velocity, friction_regime }.write(reals, integers);
    }
}
