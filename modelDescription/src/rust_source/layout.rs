//! How a model's parameters are arranged in nested structs: `friction.table.velocity[1..16]` becomes the field
//! `friction.table_velocity: [f64; 16]`.

use crate::declaration::{Causality, EnumerationType, Model, Value, Variable};

/// Groups whose struct is the same for all models.
pub const SHARED_GROUPS: [&str; 3] = ["friction", "solver", "travel"];

/// Type of a field of a parameter struct.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FieldType {
    /// `f64`.
    Real,
    /// `[f64; n]`, with consecutive value references.
    RealArray(usize),
    /// `i32`.
    Integer,
    /// A generated enum.
    Choice(&'static EnumerationType),
}

/// A field of a parameter struct.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Field name.
    pub name: String,
    /// Type.
    pub kind: FieldType,
    /// Index of its (first) value in the array of reals or integers.
    pub index: usize,
    /// Description of the (first) variable.
    pub description: String,
    /// SI unit, or empty.
    pub unit: &'static str,
}

/// A struct of parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// First part of the dotted names; empty for the model's own parameters.
    pub name: String,
    /// Its fields in the order of declaration.
    pub fields: Vec<Field>,
}

/// The groups of a model's parameters, the model's own parameters first.
pub fn parameter_groups(model: &Model) -> Vec<Group> {
    let mut groups = vec![Group::default()];
    let reals = model.reals().map(|(variable, _)| variable).enumerate();
    for (index, variable) in reals.chain(model.integers().enumerate()) {
        if variable.causality == Causality::Parameter {
            place(&mut groups, variable, index);
        }
    }
    groups
}

fn place(groups: &mut Vec<Group>, variable: &Variable, index: usize) {
    let (group, rest) = variable.name.split_once('.').unwrap_or(("", &variable.name));
    let field = field(variable, rest, index);
    let known = groups.iter().position(|known| known.name == group);
    let place = known.unwrap_or_else(|| {
        groups.push(Group { name: group.into(), fields: Vec::new() });
        groups.len() - 1
    });
    let fields = &mut groups[place].fields;
    match fields.iter_mut().find(|known| known.name == field.name) {
        Some(Field { kind: FieldType::RealArray(length), .. }) => *length += 1,
        _ => fields.push(field),
    }
}

fn field(variable: &Variable, rest: &str, index: usize) -> Field {
    let (stem, element) = rest.split_once('[').map_or((rest, false), |(stem, _)| (stem, true));
    let (kind, unit) = match variable.value {
        Value::Real(real) if element => (FieldType::RealArray(1), real.quantity.unit.name),
        Value::Real(real) => (FieldType::Real, real.quantity.unit.name),
        Value::Integer { .. } => (FieldType::Integer, ""),
        Value::Enumeration { of, .. } => (FieldType::Choice(of), ""),
    };
    let name = variable.field.clone().unwrap_or_else(|| stem.replace('.', "_"));
    Field { name, kind, index, description: variable.description.clone(), unit }
}
