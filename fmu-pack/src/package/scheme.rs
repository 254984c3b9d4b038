//! The scheme of a drivetrain from its elements.

use fmu_plot::{Link, Scheme, SignalBlock, Symbol};
use model_description::declaration::{Element, Model, Value};
use model_description::elements::ElementKind;

/// What is drawn of a drivetrain; `None` for any other model.
pub fn scheme(model: &Model) -> Option<Scheme> {
    if model.elements.is_empty() {
        return None;
    }
    let is_body = |kind: ElementKind| matches!(kind, ElementKind::Body | ElementKind::Mass);
    let elements: Vec<usize> = (0..model.elements.len()).filter(|&index| is_body(model.elements[index].kind)).collect();
    let body = |end: Option<usize>| elements.iter().position(|element| Some(*element) == end);
    let mut scheme = Scheme {
        title: model.identifier.clone(),
        subtitle: model.description.clone(),
        bodies: elements.iter().map(|&index| (model.elements[index].name.clone(), inertia(model, index))).collect(),
        links: Vec::new(),
        loads: Vec::new(),
        blocks: blocks(model),
    };
    for element in &model.elements {
        let (first, second) = (body(element.first), body(element.second));
        match (symbol(element.kind), second) {
            (Some(symbol), Some(second)) => {
                let place = if is_bearing(element.kind) { " (second)" } else { "" };
                scheme.links.push(Link { name: format!("{}{place}", element.name), symbol, first, second });
            }
            (None, Some(second)) if is_servo(element.kind) => {
                let feedback = element.first.filter(|first| Some(*first) != element.second);
                let controls = feedback.map(|body| format!(" (feedback from {})", model.elements[body].name));
                scheme.loads.push((second, format!("servo {}{}", element.name, controls.unwrap_or_default())));
            }
            (None, Some(second)) => {
                let input = element.first.map_or(&element.name, |input| &model.elements[input].name);
                if element.kind == ElementKind::Load {
                    scheme.loads.push((second, input.clone()));
                }
            }
            (_, None) => {}
        }
    }
    Some(scheme)
}

/// The linear systems, by the first part of the names of their inputs, states and outputs. States are shown where something takes
/// them, or where there is no output.
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
        match element.kind {
            ElementKind::LinearInput => block.inputs.push((name.to_owned(), String::new())),
            ElementKind::ConnectedInput => block.inputs.push((name.to_owned(), source(model, index))),
            ElementKind::LinearState => {
                *states += 1;
                if !takers.is_empty() {
                    block.outputs.push((name.to_owned(), takers));
                }
            }
            _output => block.outputs.push((name.to_owned(), takers)),
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
        match (element.kind, second) {
            (ElementKind::CommandConnection, Some(servo)) => Some(format!("command of {servo}")),
            (ElementKind::SupplyConnection, Some(servo)) => Some(format!("supply of {servo}")),
            (ElementKind::Load, Some(body)) => Some(format!("{} on {body}", element.name)),
            (ElementKind::ConnectedInput, _) => Some(element.name.clone()),
            _other => None,
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

fn symbol(kind: ElementKind) -> Option<Symbol> {
    match kind {
        ElementKind::Contact
        | ElementKind::LinearContact
        | ElementKind::BristleContact
        | ElementKind::LinearBristleContact
        | ElementKind::GearBearing
        | ElementKind::LinearGearBearing => Some(Symbol::Friction),
        ElementKind::Freewheel | ElementKind::LinearFreewheel => Some(Symbol::Freewheel),
        ElementKind::Shaft | ElementKind::Rod => Some(Symbol::Spring),
        ElementKind::Gear | ElementKind::Screw => Some(Symbol::Gear),
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
        | ElementKind::SupplyConnection => None,
    }
}

/// Inertia or mass with its unit.
fn inertia(model: &Model, index: usize) -> String {
    let element = &model.elements[index];
    let name = format!("{}.{}", element.name, element.kind.motion().inertia_name());
    match model.variable(&name).map(|variable| variable.value) {
        Some(Value::Real(real)) => format!("{} {}", real.start, real.quantity.unit.name),
        Some(Value::Integer { .. } | Value::Enumeration { .. }) | None => String::new(),
    }
}
