//! What the library of a configured FMU must be told: see [`configuration_block`].

use configuration_block::{Element, State, TableData, TooLarge, Variability as Configured, encode, encode_assembled};

use crate::declaration::{self, FrictionTable, Model, ModelKind, Value, Variability, Variable};
use crate::{Export, models};

/// The content of the block in the library of this FMU; `None` for a model as it is declared, which any library knows.
pub fn content(export: &Export) -> Result<Option<Vec<u8>>, TooLarge> {
    let model = &export.model;
    if model.kind == ModelKind::Drivetrain {
        return assembled(export).map(Some);
    }
    let declared = models::all();
    if declared.contains(model) {
        return Ok(None);
    }
    // Every model begins as a declared one.
    let Some(base) = declared.iter().find(|base| base.kind == model.kind) else { return Ok(None) };
    let reals: Vec<_> = model.reals().map(|(variable, real)| (real.start, configured(variable, base))).collect();
    let integers: Vec<_> = model.integers().map(|variable| (start(variable), configured(variable, base))).collect();
    encode([&base.identifier, &model.identifier, &export.guid], &reals, &integers, &tables(model)).map(Some)
}

/// A drivetrain: its elements, and the variables that follow from them.
fn assembled(export: &Export) -> Result<Vec<u8>, TooLarge> {
    let model = &export.model;
    let end = |end: Option<usize>| end.and_then(|end| u16::try_from(end).ok());
    let elements: Vec<_> = model
        .elements
        .iter()
        .map(|element| Element {
            kind: element.kind.number(),
            first: end(element.first),
            second: end(element.second),
            connector: element.connector,
            name: &element.name,
        })
        .collect();
    let state = |name: &String| {
        let nominal = model.reals().find(|(variable, _)| variable.name == *name).and_then(|(_, real)| real.nominal);
        let derivative = model.derivative(name)?;
        Some(State {
            state: model.reference(name)?,
            derivative: model.reference(&derivative.name)?,
            nominal: nominal.unwrap_or(1.0),
        })
    };
    let states: Vec<State> = model.states.iter().filter_map(state).collect();
    let declared: Vec<Variable> = model.elements.iter().flat_map(|element| element.kind.variables()).collect();
    let of = |variable: &Variable| {
        let place = model.variables.iter().position(|known| known.name == variable.name);
        let before = place.and_then(|place| declared.get(place)).map(|declared| declared.variability);
        changed(variable.variability, before)
    };
    let reals: Vec<_> = model.reals().map(|(variable, real)| (real.start, of(variable))).collect();
    let integers: Vec<_> = model.integers().map(|variable| (start(variable), of(variable))).collect();
    let names = [model.kind.name(), &model.identifier, &export.guid];
    encode_assembled(names, (&elements, &states), &reals, &integers, &tables(model))
}

/// Tables that are data, by the index of their element.
fn tables(model: &Model) -> Vec<TableData> {
    let table = |table: &FrictionTable| {
        let mut prefixes = model.elements.iter().map(declaration::Element::prefix_of_table);
        let element = prefixes.position(|prefix| prefix == table.contact).unwrap_or_default();
        TableData { element: element as u16, has_load: table.has_load, points: table.points.clone() }
    };
    model.tables.iter().map(table).collect()
}

fn start(variable: &Variable) -> i32 {
    match variable.value {
        Value::Integer { start, .. } | Value::Enumeration { start, .. } => start,
        // It is not among the integers.
        Value::Real(_) => 0,
    }
}

fn configured(variable: &Variable, base: &Model) -> Configured {
    changed(variable.variability, base.variable(&variable.name).map(|declared| declared.variability))
}

fn changed(now: Variability, declared: Option<Variability>) -> Configured {
    match now {
        changed if Some(changed) == declared => Configured::Declared,
        Variability::Constant => Configured::Constant,
        Variability::Tunable => Configured::Tunable,
        Variability::Fixed | Variability::Discrete | Variability::Continuous => Configured::Declared,
    }
}
