//! Linear systems and what they are connected to: which signals the elements of an interface are, and their properties.

use super::assembly::{Part, Values, limits, upper_limit};
use crate::interface::{Element, ElementKind, element};
use crate::mechanism::{Limiter, Network, Output, RateLimit, Servo, Signal, SignalKind, SignalLoad, Term};
use crate::memory::Heap;

/// Signals that an element is: its own, and that which a limited rate follows.
pub fn signals_of(element: &Element, elements: &[Element]) -> usize {
    match element.kind {
        ElementKind::LinearInput
        | ElementKind::ConnectedInput
        | ElementKind::LinearState
        | ElementKind::LinearOutput
        | ElementKind::LimitedOutput
        | ElementKind::CommandConnection
        | ElementKind::SupplyConnection => 1,
        ElementKind::RateLimitedOutput => 2,
        ElementKind::Load => usize::from(takes_signal(element, elements)),
        ElementKind::System
        | ElementKind::Body
        | ElementKind::Mass
        | ElementKind::Contact
        | ElementKind::LinearContact
        | ElementKind::Freewheel
        | ElementKind::LinearFreewheel
        | ElementKind::Shaft
        | ElementKind::Rod
        | ElementKind::Gear
        | ElementKind::Screw
        | ElementKind::Torque
        | ElementKind::Force
        | ElementKind::Servo
        | ElementKind::LinearServo
        | ElementKind::BristleContact
        | ElementKind::LinearBristleContact
        | ElementKind::GearBearing
        | ElementKind::LinearGearBearing
        | ElementKind::Coefficient
        | ElementKind::PositionMotion
        | ElementKind::LinearPositionMotion
        | ElementKind::VelocityMotion
        | ElementKind::LinearVelocityMotion
        | ElementKind::AccelerationMotion
        | ElementKind::LinearAccelerationMotion
        | ElementKind::Hysteresis
        | ElementKind::LinearHysteresis => 0,
    }
}

/// Whether what a load takes is a signal, and no input of the drivetrain.
fn takes_signal(load: &Element, elements: &[Element]) -> bool {
    load.first.is_some_and(|first| !matches!(elements[first].kind, ElementKind::Torque | ElementKind::Force))
}

fn count(elements: &[Element], is_such: fn(ElementKind) -> bool) -> usize {
    elements.iter().filter(|element| is_such(element.kind)).count()
}

fn has_limits(kind: ElementKind) -> bool {
    matches!(kind, ElementKind::LimitedOutput | ElementKind::RateLimitedOutput)
}

fn is_linear_state(kind: ElementKind) -> bool {
    matches!(kind, ElementKind::LinearState | ElementKind::RateLimitedOutput)
}

/// A network without signals yet, with room for these.
pub fn with_capacity_for(elements: &[Element], heap: &mut Heap) -> Network {
    Network {
        signals: heap.with_capacity(elements.iter().map(|element| signals_of(element, elements)).sum()),
        terms: heap.with_capacity(count(elements, |kind| kind == ElementKind::Coefficient)),
        limiters: heap.with_capacity(count(elements, has_limits)),
        loads: heap.with_capacity(elements.iter().filter(|element| takes_load(element, elements)).count()),
        inputs: count(elements, |kind| kind == ElementKind::LinearInput),
        sizes: heap.filled(1.0, count(elements, is_linear_state)),
    }
}

fn takes_load(element: &Element, elements: &[Element]) -> bool {
    element.kind == ElementKind::Load && takes_signal(element, elements)
}

/// The signal that an element is.
fn signal_at(parts: &[Part], element: usize) -> usize {
    match parts[element] {
        Part::Signal(signal) | Part::SignalLoad(signal, _) => signal,
        Part::System
        | Part::Body(_)
        | Part::Contact(_)
        | Part::Gear(_)
        | Part::External
        | Part::Component(_)
        | Part::Load(..) => 0,
    }
}

/// What an element takes its signal from.
fn source(elements: &[Element], parts: &[Part], taker: &Element) -> SignalKind {
    let first = taker.first.unwrap_or_default();
    match (parts[first], taker.connector) {
        (Part::Body(body), 0) => SignalKind::Position(body),
        (Part::Body(body), _) => SignalKind::Velocity(body),
        (Part::Component(component), connector) => component_signal(&elements[first], component, connector),
        (Part::Signal(signal), _) => SignalKind::Same(signal),
        (
            Part::System | Part::Contact(_) | Part::Gear(_) | Part::External | Part::Load(..) | Part::SignalLoad(..),
            _,
        ) => SignalKind::Sum,
    }
}

/// A signal of a component, by the name of its variable.
fn component_signal(element: &Element, component: usize, connector: u8) -> SignalKind {
    let variable = element.kind.variables().0.get(usize::from(connector)).map_or("", |variable| variable.name);
    match variable {
        "position_error" => SignalKind::Output(component, Output::Error),
        "current" => SignalKind::Output(component, Output::Current),
        "flapper_position" => SignalKind::ComponentState(component, Servo::FLAPPER),
        "spool_position" => SignalKind::ComponentState(component, Servo::SPOOL),
        "differential_pressure" => SignalKind::Output(component, Output::Pressure),
        _ => SignalKind::Output(component, Output::Torque),
    }
}

/// Names of the outputs of a servo that can be taken.
const OF_SERVOS: [&str; 7] = [
    "position_error",
    "current",
    "flapper_position",
    "spool_position",
    "differential_pressure",
    "motor_torque",
    "motor_force",
];

/// Whether a variable of an element of this kind can be taken as a signal.
pub fn is_source(kind: ElementKind, connector: u8) -> bool {
    let name = kind.variables().0.get(usize::from(connector)).map(|variable| variable.name);
    match kind {
        ElementKind::Body | ElementKind::Mass => connector <= 1,
        ElementKind::Servo | ElementKind::LinearServo => name.is_some_and(|name| OF_SERVOS.contains(&name)),
        ElementKind::Shaft
        | ElementKind::Rod
        | ElementKind::LinearInput
        | ElementKind::ConnectedInput
        | ElementKind::LinearState
        | ElementKind::LinearOutput
        | ElementKind::LimitedOutput
        | ElementKind::RateLimitedOutput => connector == 0,
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

/// Gives a network with room for them the signals with these values, in place of those that it has. `first_state` is the place of the
/// first state of a linear system among the internal states.
pub fn describe(
    network: &mut Network,
    first_state: usize,
    elements: &[Element],
    (parts, values): (&[Part], Values<'_>),
) {
    network.signals.clear();
    network.terms.clear();
    network.limiters.clear();
    network.loads.clear();
    let (mut input, mut state) = (0.., first_state..);
    let next = |numbers: &mut core::ops::RangeFrom<usize>| numbers.next().unwrap_or_default();
    for (index, element) in elements.iter().enumerate() {
        if signals_of(element, elements) == 0 {
            continue;
        }
        let signal = network.signals.len();
        let kind = if element.kind == ElementKind::LinearInput {
            SignalKind::External(next(&mut input))
        } else if element.kind == ElementKind::LinearState {
            SignalKind::State(next(&mut state))
        } else if element.kind == ElementKind::LinearOutput {
            SignalKind::Sum
        } else if element.kind == ElementKind::LimitedOutput {
            SignalKind::Clipped(network.limiters.len())
        } else if element.kind == ElementKind::RateLimitedOutput {
            SignalKind::RateLimited(network.limiters.len())
        } else {
            source(elements, parts, element)
        };
        let has_terms = is_linear_state(element.kind)
            || matches!(element.kind, ElementKind::LinearOutput | ElementKind::LimitedOutput);
        let first = network.terms.len();
        if has_terms {
            push_terms(network, elements, parts, (values, index));
        }
        let terms = first..network.terms.len();
        let limiters = network.limiters.len();
        if element.kind == ElementKind::RateLimitedOutput {
            let limit = RateLimit { rate: rate_limit(element, values), of: signal + 1, state: next(&mut state) };
            network.signals.push(Signal { kind, terms: first..first });
            network.signals.push(Signal { kind: SignalKind::Clipped(limiters), terms });
            network.limiters.push(Limiter { rate: Some(limit), ..limiter(element, values) });
        } else {
            network.signals.push(Signal { kind, terms });
            network.limiters.extend(has_limits(element.kind).then(|| limiter(element, values)));
        }
        if let Part::SignalLoad(signal, body) = parts[index] {
            network.loads.push(SignalLoad { signal, body, gain: values.of(element).0[0] });
        }
    }
    network.balance(first_state);
}

/// The terms of a row: entries of a row stand one after the other.
fn push_terms(network: &mut Network, elements: &[Element], parts: &[Part], (values, row): (Values<'_>, usize)) {
    let is_of_row = |element: &&Element| element.kind == ElementKind::Coefficient && element.first == Some(row);
    network.terms.extend(elements.iter().filter(is_of_row).map(|element| Term {
        signal: signal_at(parts, element.second.unwrap_or_default()),
        coefficient: values.of(element).0[0],
    }));
}

fn limiter(element: &Element, values: Values<'_>) -> Limiter {
    let (reals, integers) = values.of(element);
    let (lower, upper) = if element.kind == ElementKind::RateLimitedOutput {
        let of = element::rate_limited_output::Parameters::read(reals, integers);
        (of.limit_lower, of.limit_upper)
    } else {
        let of = element::limited_output::Parameters::read(reals, integers);
        (of.limit_lower, of.limit_upper)
    };
    let (lower, upper) = limits(lower, upper);
    Limiter { lower, upper, rate: None }
}

fn rate_limit(element: &Element, values: Values<'_>) -> f64 {
    let (reals, integers) = values.of(element);
    upper_limit(element::rate_limited_output::Parameters::read(reals, integers).rate_limit)
}

/// The signals that are command and supply pressure of the servo which is this element.
pub fn of_servo(elements: &[Element], parts: &[Part], servo: usize) -> (Option<usize>, Option<usize>) {
    let of = |kind: ElementKind| {
        let mut known = elements.iter().enumerate();
        let connection = known.find(|(_, element)| element.kind == kind && element.second == Some(servo));
        connection.map(|(index, _)| signal_at(parts, index))
    };
    (of(ElementKind::CommandConnection), of(ElementKind::SupplyConnection))
}

/// Start values of the states of linear systems. Rate limiters begin where what they follow is.
pub fn starts<'a>(elements: &'a [Element], values: Values<'a>) -> impl Iterator<Item = f64> + use<'a> {
    elements.iter().filter(|element| is_linear_state(element.kind)).map(move |element| {
        let (reals, integers) = values.of(element);
        let is_state = element.kind == ElementKind::LinearState;
        if is_state { element::linear_state::Parameters::read(reals, integers).start } else { 0.0 }
    })
}
