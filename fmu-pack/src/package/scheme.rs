//! The scheme of a drivetrain from its elements.

use fmu_plot::{Link, Scheme, Symbol};
use model_description::declaration::{Model, Value};
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
                scheme.loads.push((second, input.clone()));
            }
            (_, None) => {}
        }
    }
    Some(scheme)
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
