//! The module of one model: typed parameters, inputs, outputs and value references.

use super::common::{Common, is_computed};
use super::layout::{Field, FieldType, Group, parameter_groups};
use super::shared::{field_type, is_read_by_function, parameters_struct, read_field};
use super::words::{camel_case, doc, snake_case};
use super::{Export, table};
use crate::declaration::{Causality, FIRST_INTEGER_REFERENCE, Model, Value, Variable};

const DERIVES: &str = "    #[derive(Clone, Copy, Debug, PartialEq)]\n";

/// The module of `export`.
pub fn write(export: &Export, common: &Common) -> String {
    let model = &export.model;
    let groups = parameter_groups(model);
    let mut source = format!("/// The variables of {}.\npub mod {} {{\n", model.kind.name(), model.kind.module());
    source += &counts(model);
    source += &table::write(export);
    source += &own_groups(&groups);
    source += &parameters(&groups);
    source += &common.parameters_impl();
    source += &inputs(model);
    source += &outputs(model, common);
    source += &variables(common);
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

fn own_groups(groups: &[Group]) -> String {
    let own = groups.iter().filter(|group| !group.name.is_empty() && !group.is_shared());
    own.map(|group| parameters_struct(group, std::slice::from_ref(group))).collect()
}

fn group_type(group: &Group) -> String {
    let path = if group.is_shared() { "super::" } else { "" };
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
    let mut reads: String = own.fields.iter().map(|field| read_field("                ", "super::", field)).collect();
    for group in nested {
        let kind = group_type(group);
        fields += &format!("        /// Group `{0}`.\n        pub {0}: {kind},\n", group.name);
        reads += &format!("                {}: {},\n", group.name, read_group(group));
    }
    let functions: String = nested.iter().filter(|group| is_read_by_function(group)).map(group_function).collect();
    format!(
        "    /// All parameters.\n{DERIVES}    pub struct Parameters {{\n{fields}    }}\n\n    \
         impl Parameters {{\n        \
         /// Takes the parameters from the values; an enumeration out of range reads as its first item.\n        \
         pub fn read(reals: &[f64; REALS], integers: &[i32; INTEGERS]) -> Self {{\n            \
         Self {{\n{reads}            \
         }}\n        }}\n{functions}    }}\n\n"
    )
}

/// The value of a nested group.
fn read_group(group: &Group) -> String {
    if is_read_by_function(group) {
        return format!("Self::{}(reals, integers)", group.name);
    }
    let kind = group_type(group);
    let fields: String =
        group.fields.iter().map(|field| read_field("                    ", "super::", field)).collect();
    format!("{kind} {{\n{fields}                }}")
}

/// Reads the group without the others, which would be copied along with it.
fn group_function(group: &Group) -> String {
    let (reals, integers) = group.places();
    format!(
        "\n        /// Takes the group `{0}` alone from the values.\n        \
         pub fn {0}(reals: &[f64; REALS], integers: &[i32; INTEGERS]) -> {1} {{\n            \
         {1}::read(&reals[{2}..], &integers[{3}..])\n        }}\n",
        group.name,
        group_type(group),
        reals.start,
        integers.start
    )
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

fn outputs(model: &Model, common: &Common) -> String {
    let reals = model.reals().map(|(variable, _)| variable).enumerate().filter(|(_, variable)| is_computed(variable));
    let integers = model.integers().enumerate().filter(|(_, variable)| is_computed(variable));
    let places: Vec<_> = reals.map(|place| ("reals", place)).chain(integers.map(|place| ("integers", place))).collect();
    let own = places.iter().map(|(_, (_, variable))| *variable).filter(|variable| !common.is_output(variable));
    let fields: String = own.clone().map(struct_field).collect();
    let own: String = own.map(|variable| format!(", {}", snake_case(&variable.name))).collect();
    let writes: String = places
        .iter()
        .map(|(array, (index, variable))| format!("            {array}[{index}] = {};\n", snake_case(&variable.name)))
        .collect();
    format!(
        "    /// All that the model computes: outputs, local variables and calculated parameters.\n{DERIVES}    \
         pub struct Outputs {{\n        /// What every model computes.\n        pub common: super::CommonOutputs,\n{fields}    \
         }}\n\n    impl Outputs {{\n        /// Puts them into the values.\n        #[inline]\n        \
         pub fn write(&self, reals: &mut [f64; REALS], integers: &mut [i32; INTEGERS]) {{\n            \
         let Self {{ common{own} }} = *self;\n            \
         let super::CommonOutputs {{ {} }} = common;\n{writes}        }}\n    }}\n\n",
        common.output_names().join(", ")
    )
}

/// The types of the model under one name, for code that holds for all models.
fn variables(common: &Common) -> String {
    format!(
        "    /// The typed variables.\n    #[derive(Clone, Copy, Debug)]\n    pub struct Variables;\n\n    \
         impl super::Variables for Variables {{\n        \
         type Reals = [f64; REALS];\n        type Integers = [i32; INTEGERS];\n        \
         type States = [f64; STATES];\n        type Inputs = [f64; INPUTS];\n        \
         type Parameters = Parameters;\n        type Outputs = Outputs;\n\n        \
         const ZEROS: (Self::Reals, Self::Integers) = ([0.0; REALS], [0; INTEGERS]);\n        \
         const EVENT_INDICATORS: usize = EVENT_INDICATORS;\n        \
         const REFERENCES: super::CommonReferences = {};\n\n        \
         fn parameters(reals: &Self::Reals, integers: &Self::Integers) -> Parameters {{\n            \
         Parameters::read(reals, integers)\n        }}\n\n        \
         fn inputs(reals: &Self::Reals) -> Self::Inputs {{\n            \
         Inputs::read(reals).to_array()\n        }}\n\n        #[inline]\n        \
         fn write(outputs: &Outputs, reals: &mut Self::Reals, integers: &mut Self::Integers) {{\n            \
         outputs.write(reals, integers);\n        }}\n    }}\n\n",
        common.references()
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
    let shared: String = groups.iter().filter(|group| group.is_shared()).map(group_references).collect();
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
        FieldType::Integer | FieldType::Choice(_) | FieldType::NumberedChoice(_) => FIRST_INTEGER_REFERENCE as usize,
    };
    format!("            {}: {},\n", field.name, first + field.index)
}
