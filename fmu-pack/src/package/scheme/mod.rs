//! The scheme of a drivetrain from its elements.

mod facts;

use fmu_plot::{Body, Link, Scheme, SignalBlock, Symbol};
use model_description::declaration::{Element, Model, Value};
use model_description::elements::ElementKind;

/// What is drawn of a drivetrain; `None` for any other model.
pub fn scheme(model: &Model) -> Option<Scheme> {
    if model.elements.is_empty() {
        return None;
    }
    let is_body = |element: &&Element| matches!(element.kind, ElementKind::Body | ElementKind::Mass);
    let body = |element: &Element| Body { name: element.name.clone(), facts: facts::of_body(model, element) };
    Some(Scheme {
        title: model.identifier.clone(),
        subtitle: model.description.clone(),
        bodies: model.elements.iter().filter(is_body).map(body).collect(),
        links: model.elements.iter().filter_map(|element| link(model, element)).collect(),
        loads: model.elements.iter().filter_map(|element| load(model, element)).collect(),
        blocks: blocks(model),
    })
}

/// The place among the bodies of what an element begins or ends at.
fn body(model: &Model, end: Option<usize>) -> Option<usize> {
    let is_body = |index: &usize| matches!(model.elements[*index].kind, ElementKind::Body | ElementKind::Mass);
    (0..model.elements.len()).filter(is_body).position(|index| Some(index) == end)
}

fn link(model: &Model, element: &Element) -> Option<Link> {
    let symbol = symbol(model, element)?;
    let place = if is_bearing(element.kind) { " (second)" } else { "" };
    Some(Link {
        name: format!("{}{place}", element.name),
        facts: facts::of_link(model, element, symbol),
        symbol,
        first: body(model, element.first),
        second: body(model, element.second)?,
    })
}

/// A servo, an external torque or a prescribed motion, and the body that it acts on.
fn load(model: &Model, element: &Element) -> Option<(usize, String)> {
    let second = body(model, element.second)?;
    if is_servo(element.kind) {
        let feedback = element.first.filter(|first| Some(*first) != element.second);
        let controls = feedback.map(|body| format!(" (feedback from {})", model.elements[body].name));
        return Some((second, format!("servo {}{}", element.name, controls.unwrap_or_default())));
    }
    if let Some(prescribes) = element.kind.prescribes() {
        return Some((second, format!("{} of {}", prescribes.word(), element.name)));
    }
    let input = element.first.map_or(&element.name, |input| &model.elements[input].name);
    (element.kind == ElementKind::Load).then(|| (second, format!("{input}{}", facts::gain(model, element))))
}

/// The linear systems, by the first part of the names of their inputs, states and outputs. In a drivetrain states are shown where
/// something takes them.
fn blocks(model: &Model) -> Vec<SignalBlock> {
    let mut blocks: Vec<(String, SignalBlock, usize)> = Vec::new();
    for (index, element) in model.elements.iter().enumerate().filter(|(_, element)| element.kind.is_of_linear_system())
    {
        let (system, name) = element.name.split_once('.').unwrap_or(("", &element.name));
        if blocks.last().is_none_or(|(known, ..)| known != system) {
            let title = if system.is_empty() { &model.identifier } else { system };
            let block =
                SignalBlock { name: title.to_owned(), text: String::new(), inputs: Vec::new(), outputs: Vec::new() };
            blocks.push((system.to_owned(), block, 0));
        }
        let Some((_, block, states)) = blocks.last_mut() else { continue };
        let takers = takers(model, index).join(", ");
        let is_state = element.kind == ElementKind::LinearState;
        *states += usize::from(is_state);
        if matches!(element.kind, ElementKind::LinearInput | ElementKind::ConnectedInput) {
            block.inputs.push((name.to_owned(), source(model, index)));
        } else if !is_state || system.is_empty() || !takers.is_empty() {
            block.outputs.push((name.to_owned(), takers));
        }
    }
    let text = |states: usize| match states {
        0 => "gains".to_owned(),
        1 => "1 state".to_owned(),
        states => format!("{states} states"),
    };
    blocks.into_iter().map(|(_, block, states)| SignalBlock { text: text(states), ..block }).collect()
}

/// The variable that an element takes.
fn source(model: &Model, taker: usize) -> String {
    let taker = &model.elements[taker];
    let Some(first) = taker.first.map(|first| &model.elements[first]) else { return String::new() };
    let variables = first.kind.variables();
    let mut reals = variables.iter().filter(|variable| matches!(variable.value, Value::Real(_)));
    let name = reals.nth(taker.connector.into()).map_or("", |variable| &variable.name);
    if name.is_empty() { first.name.clone() } else { format!("{}.{name}", first.name) }
}

/// What takes the value of an element, but for other linear systems, which show it themselves.
fn takers(model: &Model, index: usize) -> Vec<String> {
    let taken = model.elements.iter().filter(|element| element.first == Some(index));
    let name = |element: &Element| {
        let second = element.second.map(|second| model.elements[second].name.as_str());
        let (kind, second) = (element.kind, second.unwrap_or_default());
        if kind == ElementKind::CommandConnection {
            Some(format!("command of {second}"))
        } else if kind == ElementKind::SupplyConnection {
            Some(format!("supply of {second}"))
        } else if kind == ElementKind::Load {
            Some(format!("{} on {second}", element.name))
        } else {
            (kind == ElementKind::ConnectedInput).then(|| element.name.clone())
        }
    };
    taken.filter_map(name).collect()
}

fn is_servo(kind: ElementKind) -> bool {
    matches!(kind, ElementKind::Servo | ElementKind::LinearServo)
}

fn is_bearing(kind: ElementKind) -> bool {
    matches!(kind, ElementKind::GearBearing | ElementKind::LinearGearBearing)
}

fn symbol(model: &Model, element: &Element) -> Option<Symbol> {
    match element.kind {
        ElementKind::Contact
        | ElementKind::LinearContact
        | ElementKind::BristleContact
        | ElementKind::LinearBristleContact
        | ElementKind::GearBearing
        | ElementKind::LinearGearBearing => Some(Symbol::Friction),
        ElementKind::Freewheel | ElementKind::LinearFreewheel => Some(Symbol::Freewheel),
        ElementKind::Shaft | ElementKind::Rod | ElementKind::Hysteresis | ElementKind::LinearHysteresis => {
            Some(facts::spring(model, element))
        }
        ElementKind::Gear => Some(Symbol::Gear { ratio: facts::ratio(model, element) }),
        ElementKind::Screw => Some(Symbol::Screw),
        ElementKind::System
        | ElementKind::Body
        | ElementKind::Mass
        | ElementKind::Torque
        | ElementKind::Force
        | ElementKind::Load
        | ElementKind::Servo
        | ElementKind::LinearServo
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
        | ElementKind::LinearAccelerationMotion => None,
    }
}
