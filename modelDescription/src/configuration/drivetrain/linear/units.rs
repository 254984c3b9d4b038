//! Gives the variables of linear systems what the file says of them, and checks that connected ones measure the same.

use super::super::super::ConfigurationError;
use super::super::super::document::Document;
use super::super::draft::Draft;
use super::super::full_name;
use super::port::{Port, Sort};
use crate::declaration::{Model, Quantity, Value, Variable, unit};
use crate::elements::ElementKind;

/// Sets quantities, descriptions and start values.
pub fn apply(model: &mut Model, document: &Document, drafts: &[Draft<'_>]) -> Result<(), ConfigurationError> {
    for draft in drafts {
        if let Some(port) = draft.part.as_ref().and_then(|part| part.port.as_ref()) {
            set_port(model, &draft.name, port);
        }
    }
    adopt(model, drafts);
    for (index, draft) in drafts.iter().enumerate() {
        if let Some((value, _)) = draft.part.as_ref().and_then(|part| part.coefficient) {
            set_coefficient(model, index + 1, value);
        }
    }
    for (index, draft) in drafts.iter().enumerate() {
        if draft.part.as_ref().is_some_and(|part| part.source.is_some()) {
            check(model, document, index + 1, draft)?;
        }
    }
    Ok(())
}

fn variable<'a>(model: &'a mut Model, name: &str) -> Option<&'a mut Variable> {
    model.variables.iter_mut().find(|variable| variable.name == name)
}

fn quantity(model: &Model, name: &str) -> Quantity {
    match model.variable(name).map(|variable| variable.value) {
        Some(Value::Real(real)) => real.quantity,
        Some(Value::Integer { .. } | Value::Enumeration { .. }) | None => unit::RATIO,
    }
}

/// Per second.
fn rate(quantity: Quantity) -> Quantity {
    per(quantity, unit::TIME)
}

fn per(quantity: Quantity, divisor: Quantity) -> Quantity {
    Quantity::of(quantity.unit.dimension.times(divisor.unit.dimension, -1))
}

fn measure(model: &mut Model, name: &str, quantity: Quantity) {
    for (of, quantity) in [
        ("", quantity),
        ("start", quantity),
        ("limit.lower", quantity),
        ("limit.upper", quantity),
        ("derivative", rate(quantity)),
        ("limiter_state", quantity),
        ("limiter_state.derivative", rate(quantity)),
        ("rate_limit", rate(quantity)),
    ] {
        if let Some(variable) = variable(model, &full_name(name, of)) {
            variable.measure_in(quantity);
        }
    }
}

fn set_port(model: &mut Model, name: &str, port: &Port<'_>) {
    if let Some(quantity) = port.quantity {
        measure(model, name, quantity);
    }
    let what = port.description.clone().unwrap_or_else(|| match port.sort {
        Sort::Input => "Input of a linear system".into(),
        Sort::State => "State of a linear system".into(),
        Sort::Output => "Output of a linear system".into(),
    });
    if let Some(variable) = variable(model, name) {
        variable.description = what;
    }
    for of in ["", "limiter_state"] {
        let variable = variable(model, &full_name(name, of));
        if let (Some(nominal), Some(Value::Real(real))) = (port.nominal, variable.map(|variable| &mut variable.value)) {
            real.nominal = Some(nominal);
        }
    }
    for (of, start, _) in &port.starts {
        if let Some(variable) = variable(model, &full_name(name, of)) {
            variable.start_at(*start);
        }
    }
}

/// An input of which no unit is given has that of what it takes.
fn adopt(model: &mut Model, drafts: &[Draft<'_>]) {
    // What one takes, the next may take from it.
    for _ in 0..drafts.len() {
        let mut is_changed = false;
        for draft in drafts {
            let Some(part) = &draft.part else { continue };
            let (Some((source, _)), Some(Port { quantity: None, .. })) = (&part.source, &part.port) else { continue };
            let wanted = quantity(model, source);
            if quantity(model, &draft.name) != wanted {
                measure(model, &draft.name, wanted);
                is_changed = true;
            }
        }
        if !is_changed {
            break;
        }
    }
}

fn set_coefficient(model: &mut Model, index: usize, value: f64) {
    let element = &model.elements[index];
    let (Some(row), Some(column)) = (element.first, element.second) else { return };
    let (row, column) = (&model.elements[row], &model.elements[column]);
    let is_state = row.kind == ElementKind::LinearState;
    let of_row = quantity(model, &row.name);
    let of_row = if is_state { rate(of_row) } else { of_row };
    let measured = per(of_row, quantity(model, &column.name));
    let description = if is_state {
        format!("Rate of {} per {}", row.name, column.name)
    } else {
        format!("{} per {}", row.name, column.name)
    };
    let name = element.name.clone();
    if let Some(variable) = variable(model, &name) {
        variable.measure_in(measured);
        variable.description = description;
        variable.start_at(value);
    }
}

/// What is taken measures what takes it.
fn check(model: &mut Model, document: &Document, index: usize, draft: &Draft<'_>) -> Result<(), ConfigurationError> {
    let Some((source, entry)) = draft.part.as_ref().and_then(|part| part.source.as_ref()) else { return Ok(()) };
    let (element, given) = (&model.elements[index], quantity(model, source));
    let second = |second: Option<usize>| second.map_or("", |second| &model.elements[second].name);
    let wanted = if element.kind == ElementKind::Load {
        return check_load(model, document, index, draft);
    } else if element.kind == ElementKind::CommandConnection {
        quantity(model, &full_name(second(element.second), "command"))
    } else if element.kind == ElementKind::SupplyConnection {
        unit::PRESSURE
    } else {
        quantity(model, &element.name)
    };
    if given.unit.dimension == wanted.unit.dimension {
        return Ok(());
    }
    let problem = format!("{source} is in {}, which does not convert to {}", given.unit.name, wanted.unit.name);
    Err(document.error(entry, problem))
}

/// The gain of a load has the unit between signal and torque; without one they measure the same.
fn check_load(
    model: &mut Model,
    document: &Document,
    index: usize,
    draft: &Draft<'_>,
) -> Result<(), ConfigurationError> {
    let Some((source, entry)) = draft.part.as_ref().and_then(|part| part.source.as_ref()) else { return Ok(()) };
    let (element, given) = (&model.elements[index], quantity(model, source));
    let motion = element.second.map(|body| model.elements[body].kind.motion());
    let effort = motion.map_or(unit::TORQUE, |motion| motion.effort());
    let gain = full_name(&element.name, "gain");
    let has_gain = draft.entries.iter().any(|(key, _)| key == "gain");
    if has_gain || effort.unit.dimension == given.unit.dimension {
        if let Some(variable) = variable(model, &gain) {
            variable.measure_in(per(effort, given));
        }
        return Ok(());
    }
    let problem = format!(
        "{source} is in {} and the load in {}; give the gain between them, as gain = \"1 {}\"",
        given.unit.name,
        effort.unit.name,
        per(effort, given).unit.name
    );
    Err(document.error(entry, problem))
}
