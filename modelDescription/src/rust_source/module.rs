//! The module of one model: typed parameters, inputs, outputs and value references.

use super::layout::{Field, FieldType, Group, SHARED_GROUPS, parameter_groups};
use super::shared::{field_type, parameters_struct};
use super::vocabulary::Vocabulary;
use super::words::{camel_case, doc, snake_case};
use super::{Export, table};
use crate::declaration::{Causality, FIRST_INTEGER_REFERENCE, Model, Value, Variable};

const DERIVES: &str = "    #[derive(Clone, Copy, Debug, PartialEq)]\n";

/// The module of `export`.
pub fn write(export: &Export, vocabulary: &Vocabulary) -> String {
    let model = &export.model;
    let groups = parameter_groups(model);
    let mut source = format!("/// The variables of {}.\npub mod {} {{\n", model.physics.name(), model.physics.module());
    source += &counts(model);
    source += &table::write(export, vocabulary);
    source += &own_groups(&groups);
    source += &parameters(&groups);
    source += &inputs(model);
    source += &outputs(model);
    source += &references(model, &groups);
    source + "}\n\n"
}

fn counts(model: &Model) -> String {
    let count = |name: &str, what: &str, count: usize| {
        format!("    /// Number of {what}.\n    pub const {name}: usize = {count};\n")
    };
    count("REALS", "Real variables", model.reals().count())
        + &count("INTEGERS", "Integer and Enumeration variables", model.integers().count())
        + &count("INPUTS", "inputs", input_variables(model).len())
        + &count("STATES", "continuous states", model.states.len())
        + &count("EVENT_INDICATORS", "event indicators, as modelDescription.xml states it", model.event_indicators)
        + "\n"
}

fn is_shared(group: &Group) -> bool {
    SHARED_GROUPS.contains(&group.name.as_str())
}

fn own_groups(groups: &[Group]) -> String {
    let own = groups.iter().filter(|group| !group.name.is_empty() && !is_shared(group));
    own.map(|group| parameters_struct(group, std::slice::from_ref(group))).collect()
}

fn group_type(group: &Group) -> String {
    let path = if is_shared(group) { "super::" } else { "" };
    format!("{path}{}Parameters", camel_case(&group.name))
}

fn parameters(groups: &[Group]) -> String {
    let (own, nested) = groups.split_first().expect("the first group holds the model's own parameters");
    let mut fields: String = own
        .fields
        .iter()
        .map(|field| {
            let doc = doc("        ", &field.description, field.unit);
            format!("{doc}        pub {}: {},\n", field.name, field_type(field.kind, "super::"))
        })
        .collect();
    let mut reads: String = own.fields.iter().map(|field| read_field("                ", field)).collect();
    for group in nested {
        let kind = group_type(group);
        fields += &format!("        /// Group `{0}`.\n        pub {0}: {kind},\n", group.name);
        let inner: String = group.fields.iter().map(|field| read_field("                    ", field)).collect();
        reads += &format!("                {}: {kind} {{\n{inner}                }},\n", group.name);
    }
    format!(
        "    /// All parameters.\n{DERIVES}    pub struct Parameters {{\n{fields}    }}\n\n    \
         impl Parameters {{\n        \
         /// Takes the parameters from the values; an enumeration out of range reads as its first item.\n        \
         pub fn read(reals: &[f64; REALS], integers: &[i32; INTEGERS]) -> Self {{\n            \
         Self {{\n{reads}            \
         }}\n        }}\n    }}\n\n"
    )
}

fn read_field(indent: &str, field: &Field) -> String {
    let index = field.index;
    let value = match field.kind {
        FieldType::Real => format!("reals[{index}]"),
        FieldType::RealArray(_) => format!("core::array::from_fn(|i| reals[{index} + i])"),
        FieldType::Integer => format!("integers[{index}]"),
        FieldType::Choice(of) => {
            let (kind, first) = (of.name, camel_case(of.items[0].name));
            format!("super::{kind}::from_integer(integers[{index}]).unwrap_or(super::{kind}::{first})")
        }
    };
    format!("{indent}{}: {value},\n", field.name)
}

fn input_variables(model: &Model) -> Vec<(usize, &Variable)> {
    let reals = model.reals().map(|(variable, _)| variable).enumerate();
    reals.filter(|(_, variable)| variable.causality == Causality::Input).collect()
}

fn inputs(model: &Model) -> String {
    let inputs = input_variables(model);
    let fields: String = inputs.iter().map(|(_, variable)| struct_field(variable)).collect();
    let names: Vec<_> = inputs.iter().map(|(_, variable)| snake_case(&variable.name)).collect();
    let reads: Vec<_> = inputs.iter().zip(&names).map(|((index, _), name)| format!("{name}: reals[{index}]")).collect();
    let (reads, list) = (reads.join(", "), names.join(", "));
    format!(
        "    /// All inputs.\n{DERIVES}    pub struct Inputs {{\n{fields}    }}\n\n    impl Inputs {{\n        \
         /// Takes the inputs from the values.\n        pub fn read(reals: &[f64; REALS]) -> Self {{\n            \
         Self {{ {reads} }}\n        }}\n\n        \
         /// From an array in the order of `Interface::inputs`.\n        \
         pub fn from_array([{list}]: [f64; INPUTS]) -> Self {{\n            Self {{ {list} }}\n        }}\n\n        \
         /// As an array in the order of `Interface::inputs`.\n        \
         pub fn to_array(&self) -> [f64; INPUTS] {{\n            let Self {{ {list} }} = *self;\n            \
         [{list}]\n        }}\n    }}\n\n"
    )
}

fn struct_field(variable: &Variable) -> String {
    let (kind, unit) = match variable.value {
        Value::Real(real) => ("f64", real.quantity.unit.name),
        Value::Integer { .. } | Value::Enumeration { .. } => ("i32", ""),
    };
    let doc = doc("        ", &variable.description, unit);
    format!("{doc}        pub {}: {kind},\n", snake_case(&variable.name))
}

fn outputs(model: &Model) -> String {
    let computed = |variable: &Variable| !matches!(variable.causality, Causality::Parameter | Causality::Input);
    let reals = model.reals().map(|(variable, _)| variable).enumerate().filter(|(_, variable)| computed(variable));
    let integers = model.integers().enumerate().filter(|(_, variable)| computed(variable));
    let places: Vec<_> = reals.map(|place| ("reals", place)).chain(integers.map(|place| ("integers", place))).collect();
    let fields: String = places.iter().map(|(_, (_, variable))| struct_field(variable)).collect();
    let names: Vec<_> = places.iter().map(|(_, (_, variable))| snake_case(&variable.name)).collect();
    let writes: String = places
        .iter()
        .zip(&names)
        .map(|((array, (index, _)), name)| format!("            {array}[{index}] = {name};\n"))
        .collect();
    format!(
        "    /// All that the model computes: outputs, local variables and calculated parameters.\n{DERIVES}    \
         pub struct Outputs {{\n{fields}    }}\n\n    impl Outputs {{\n        /// Puts them into the values.\n        \
         pub fn write(&self, reals: &mut [f64; REALS], integers: &mut [i32; INTEGERS]) {{\n            \
         let Self {{ {} }} = *self;\n{writes}        }}\n    }}\n\n",
        names.join(", ")
    )
}

fn references(model: &Model, groups: &[Group]) -> String {
    let reals = model.reals().map(|(variable, _)| variable).zip(0..);
    let integers = model.integers().zip(FIRST_INTEGER_REFERENCE..);
    let constants: String = reals
        .chain(integers)
        .map(|(variable, reference)| {
            let name = snake_case(&variable.name).to_uppercase();
            format!("        /// `{}`\n        pub const {name}: u32 = {reference};\n", variable.name)
        })
        .collect();
    let shared: String = groups.iter().filter(|group| is_shared(group)).map(group_references).collect();
    format!("    /// Value references.\n    pub mod reference {{\n{constants}{shared}    }}\n")
}

fn group_references(group: &Group) -> String {
    let fields: String = group.fields.iter().map(reference_field).collect();
    format!(
        "        /// The group `{0}`.\n        pub const {1}: super::super::{2}References = \
         super::super::{2}References {{\n{fields}        }};\n",
        group.name,
        group.name.to_uppercase(),
        camel_case(&group.name)
    )
}

fn reference_field(field: &Field) -> String {
    let first = match field.kind {
        FieldType::Real | FieldType::RealArray(_) => 0,
        FieldType::Integer | FieldType::Choice(_) => FIRST_INTEGER_REFERENCE as usize,
    };
    format!("            {}: {},\n", field.name, first + field.index)
}
