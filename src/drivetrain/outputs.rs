//! From a moment of the mechanism to the computed variables of its elements.

use super::Events;
use super::assembly::{Part, has_bristles};
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
        write_element(moment, element, *part, &mut reals[element.reals..], &mut [0; element::MOST_INTEGERS]);
    }
}

/// The value of one computed Real variable.
pub fn real(moment: &Moment<'_>, elements: &[Element], parts: &[Part], reference: usize) -> f64 {
    let place = elements.iter().rposition(|element| element.reals <= reference).unwrap_or_default();
    let mut reals = [0.0; element::MOST_REALS];
    write_element(moment, &elements[place], parts[place], &mut reals, &mut [0; element::MOST_INTEGERS]);
    reals.get(reference - elements[place].reals).copied().unwrap_or(0.0)
}

/// Writes the counts of events.
pub fn write_events(elements: &[Element], events: &Events, (reals, integers): (&mut [f64], &mut [i32])) {
    let system = &elements[0];
    let outputs = element::system::Outputs { event_count: events.count, last_event_time: events.last_time };
    outputs.write(&mut reals[system.reals..], &mut integers[system.integers..]);
}

/// What moves along a line is written with the type of its rotary twin, whose variables stand in the same order
/// (`typed_outputs` in modelDescription).
fn write_element(moment: &Moment<'_>, element: &Element, part: Part, reals: &mut [f64], integers: &mut [i32]) {
    match part {
        Part::Body(body) => body_outputs(moment, body).write(reals, integers),
        Part::Contact(contact) => write_contact(moment, element, contact, reals, integers),
        Part::Spring(spring) => {
            let (torque, twist) = (moment.spring_torque(spring), moment.deflection(spring));
            let contact = moment.mode.springs[spring].contact();
            element::shaft::Outputs { torque, twist, contact }.write(reals, integers);
        }
        Part::Gear(gear) => {
            let (torque, loss_torque, friction_regime) = moment.gear(gear);
            element::gear::Outputs { torque, loss_torque, friction_regime }.write(reals, integers);
        }
        Part::Servo(servo) => servo_outputs(moment, servo).write(reals, integers),
        Part::Signal(signal) => write_signal(moment, element, signal, reals, integers),
        Part::System | Part::External | Part::Load(..) | Part::SignalLoad(..) => {}
    }
}

fn write_signal(moment: &Moment<'_>, element: &Element, signal: usize, reals: &mut [f64], integers: &mut [i32]) {
    let (value, derivative) = moment.signal(signal);
    let (saturation, rate_saturation) = moment.limits(signal);
    if element.kind == ElementKind::LinearState {
        element::linear_state::Outputs { value, derivative }.write(reals, integers);
    } else if element.kind == ElementKind::LimitedOutput {
        element::limited_output::Outputs { value, saturation }.write(reals, integers);
    } else if element.kind == ElementKind::RateLimitedOutput {
        let (limiter_state, limiter_state_derivative) = moment.rate_limiter(signal);
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

fn body_outputs(moment: &Moment<'_>, body: usize) -> element::body::Outputs {
    element::body::Outputs {
        position: moment.position[body],
        // A gear that turns back gives a body at rest a negative zero.
        velocity: moment.velocity[body] + 0.0,
        acceleration: moment.acceleration[body],
        end_stop_torque: moment.stop_torque(body),
        end_stop: i32::from(moment.touched_stop(body)),
    }
}

fn write_contact(moment: &Moment<'_>, element: &Element, contact: usize, reals: &mut [f64], integers: &mut [i32]) {
    if matches!(element.kind, ElementKind::GearBearing | ElementKind::LinearGearBearing) {
        // Nothing of it is shown.
        return;
    }
    let (friction_torque, friction_regime) = (moment.contact_torque(contact), moment.contact_regime(contact));
    let relative_velocity = moment.relative_velocity(contact);
    if has_bristles(element) {
        let (bristle_deflection, bristle_deflection_rate) = moment.bristle(contact);
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

fn servo_outputs(moment: &Moment<'_>, servo: usize) -> element::servo::Outputs {
    let ServoTerms { states, signals, rates, .. } = *moment.servo(servo);
    element::servo::Outputs {
        position_error: signals.error,
        current: moment.current(servo),
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
