//! How a model's parameters are arranged in nested structs: `friction.table.velocity[1..16]` becomes the field
//! `friction.table_velocity: [f64; 16]`.

use crate::declaration::{Causality, EnumerationType, Model, Value, Variable};
use std::ops::Range;

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
    /// A generated enum; the Integer right behind it chooses the item where it is not 0.
    NumberedChoice(&'static EnumerationType),
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

impl FieldType {
    /// How many Real and how many Integer values it takes.
    const fn size(self) -> (usize, usize) {
        match self {
            Self::Real => (1, 0),
            Self::RealArray(length) => (length, 0),
            Self::Integer | Self::Choice(_) => (0, 1),
            Self::NumberedChoice(_) => (0, 2),
        }
    }
}

impl Group {
    /// Whether its struct is the same for all models.
    pub fn is_shared(&self) -> bool {
        SHARED_GROUPS.contains(&self.name.as_str())
    }

    /// Indices of its Real and of its Integer values. One declaration makes a shared group for all models, so that its
    /// values follow one another.
    pub fn places(&self) -> (Range<usize>, Range<usize>) {
        let (mut reals, mut integers) = (Vec::new(), Vec::new());
        for field in &self.fields {
            let (real, integer) = field.kind.size();
            reals.extend(field.index..field.index + real);
            integers.extend(field.index..field.index + integer);
        }
        (consecutive(&reals), consecutive(&integers))
    }
}

fn consecutive(indices: &[usize]) -> Range<usize> {
    let first = indices.first().copied().unwrap_or_default();
    assert!(indices.iter().copied().eq(first..first + indices.len()), "a group that is read as one is divided");
    first..first + indices.len()
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
    if variable.number_of.is_some() {
        return number(fields, &field);
    }
    match fields.iter_mut().find(|known| known.name == field.name) {
        Some(Field { kind: FieldType::RealArray(length), .. }) => *length += 1,
        _ => fields.push(field),
    }
}

/// The physics never sees the number of a choice: it is read together with the choice.
fn number(fields: &mut [Field], number: &Field) {
    let choice = fields.last_mut().filter(|choice| choice.index + 1 == number.index);
    match choice {
        Some(Field { kind, .. }) => {
            let FieldType::Choice(of) = *kind else {
                panic!("{kind:?} is no choice that {} could number", number.name)
            };
            *kind = FieldType::NumberedChoice(of);
        }
        None => panic!("{} does not stand behind its choice", number.name),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn group(indices: [usize; 3]) -> Group {
        let field = |(kind, index)| Field { name: "x".into(), kind, index, description: String::new(), unit: "" };
        let kinds = [FieldType::Real, FieldType::RealArray(4), FieldType::Integer];
        Group { name: "friction".into(), fields: kinds.into_iter().zip(indices).map(field).collect() }
    }

    #[test]
    fn the_places_of_a_group_are_those_of_its_values() {
        assert_eq!(group([7, 8, 2]).places(), (7..12, 2..3));
    }

    #[test]
    fn a_choice_and_its_number_are_one_field() {
        let model = crate::models::all().remove(0);
        let groups = parameter_groups(&model);
        let friction = groups.iter().find(|group| group.name == "friction").expect("every model has friction");
        assert!(matches!(friction.fields.iter().map(|field| field.kind).next_back(), Some(FieldType::Integer)));
        let law = friction.fields.iter().find(|field| field.name == "law").expect("a law");
        assert!(matches!(law.kind, FieldType::NumberedChoice(of) if of.name == "FrictionLaw"));
        assert!(friction.fields.iter().all(|field| field.name != "law_number"));
    }

    #[test]
    #[should_panic(expected = "divided")]
    fn a_group_with_a_gap_has_no_places() {
        group([7, 9, 2]).places();
    }
}
