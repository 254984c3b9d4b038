//! The `INTERFACE` of one FMU: its variables as static tables.

use super::words::real_literal;
use crate::Export;
use crate::declaration::{Causality, Model, RealValue, Value, Variable};

/// The static `INTERFACE`, to stand in a module one level below the types.
pub fn write(export: &Export) -> String {
    let model = &export.model;
    format!(
        "    /// The variables.\n    pub static INTERFACE: super::Interface = super::Interface {{\n        \
         model: super::ModelKind::{},\n        identifier: {:?},\n        guid: {:?},\n        \
         reals: &[\n{}        ],\n        integers: &[\n{}        ],\n        \
         inputs: &[{}],\n        states: &[\n{}        ],\n        elements: &[],\n        \
         event_indicators: {},\n        table: super::FrictionTable::NONE,\n    }};\n\n",
        model.kind.name(),
        model.identifier,
        export.guid,
        model.reals().map(|(variable, real)| real_entry("super::", variable, real)).collect::<String>(),
        model.integers().map(|variable| integer_entry("super::", model, variable)).collect::<String>(),
        inputs(model),
        model.states.iter().map(|state| state_entry(model, state)).collect::<String>(),
        model.event_indicators,
    )
}

/// What both kinds of entries begin with; `path` leads to the module of the types.
fn head(path: &str, variable: &Variable) -> String {
    format!(
        "name: {:?}, causality: {path}Causality::{:?}, variability: {path}Variability::{:?}, ",
        variable.name, variable.causality, variable.variability
    )
}

pub(super) fn real_entry(path: &str, variable: &Variable, real: &RealValue) -> String {
    format!(
        "            {path}RealVariable {{ {}unit: {:?}, start: {}, min: {}, max: {}, exclusive_min: {}, \
         can_be_tunable: {} }},\n",
        head(path, variable),
        real.quantity.unit.name,
        real_literal(real.start),
        real_literal(real.min),
        real_literal(real.max),
        real.exclusive_min,
        variable.can_be_tunable
    )
}

pub(super) fn integer_entry(path: &str, model: &Model, variable: &Variable) -> String {
    let (start, min, max) = match variable.value {
        Value::Integer { start, min, max } => (start, min, max),
        Value::Enumeration { of, start } => (start, 1, of.items.len() as i32),
        Value::Real(_) => return String::new(),
    };
    let items: Vec<_> = model.items(variable).iter().map(|item| format!("{:?}", item.name)).collect();
    format!(
        "            {path}IntegerVariable {{ {}start: {start}, min: {min}, max: {max}, items: &[{}] }},\n",
        head(path, variable),
        items.join(", ")
    )
}

fn inputs(model: &Model) -> String {
    let references = model.reals().enumerate().filter(|(_, (variable, _))| variable.causality == Causality::Input);
    references.map(|(reference, _)| reference.to_string()).collect::<Vec<_>>().join(", ")
}

fn state_entry(model: &Model, state: &str) -> String {
    let reference = |name: &str| model.reals().position(|(variable, _)| variable.name == name);
    let derivative = model.derivative(state).and_then(|derivative| reference(&derivative.name));
    let nominal = model.reals().find(|(variable, _)| variable.name == state).and_then(|(_, real)| real.nominal);
    format!(
        "            super::StateVariable {{ state: {}, derivative: {}, nominal: {} }},\n",
        reference(state).expect("every state is a declared Real variable"),
        derivative.expect("every state has a declared derivative"),
        real_literal(nominal.unwrap_or(1.0))
    )
}
