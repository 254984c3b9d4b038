//! What all models share: the list of models, and the structs of the shared parameter groups.

use super::layout::{Field, FieldType, Group, SHARED_GROUPS, parameter_groups};
use super::words::{camel_case, doc};
use crate::declaration::{EnumerationType, Model};

const DERIVES: &str = "#[derive(Clone, Copy, Debug, PartialEq)]\n";

/// The enum of the physics.
pub fn model_enum(models: &[&Model]) -> String {
    let items: String = models
        .iter()
        .map(|model| format!("{}    {},\n", doc("    ", &model.description, ""), model.kind.name()))
        .collect();
    let items = items
        + "    /// Bodies, contacts, springs and gears as a configuration puts them together.\n    #[cfg(feature = \"drivetrain\")]\n    Drivetrain,\n";
    format!(
        "/// The physics behind an FMU.\n#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub enum ModelKind {{\n{items}}}\n\n"
    )
}

/// Parameters and references of the shared groups.
pub fn groups(models: &[&Model]) -> String {
    let layouts: Vec<_> = models.iter().map(|model| parameter_groups(model)).collect();
    SHARED_GROUPS.iter().map(|name| shared_group(name, &layouts)).collect()
}

fn shared_group(name: &str, layouts: &[Vec<Group>]) -> String {
    let group = |layout: &'_ Vec<Group>| layout.iter().find(|group| group.name == name).cloned();
    let instances: Vec<Group> = layouts.iter().filter_map(group).collect();
    let Some(first) = instances.first() else { return String::new() };
    let read = if is_read_by_function(first) { read_function(first) } else { String::new() };
    parameters_struct(first, &instances) + &read + &references_struct(first)
}

/// The struct of one group; the units of all `instances` are named in the documentation.
pub fn parameters_struct(group: &Group, instances: &[Group]) -> String {
    let body: String = group.fields.iter().map(|field| parameter_field(field, instances)).collect();
    let camel = camel_case(&group.name);
    format!("/// Parameters of the group `{}`.\n{DERIVES}pub struct {camel}Parameters {{\n{body}}}\n\n", group.name)
}

fn parameter_field(field: &Field, instances: &[Group]) -> String {
    let mut units: Vec<&str> = Vec::new();
    let same = |instance: &Group| instance.fields.iter().find(|other| other.name == field.name).map(|other| other.unit);
    for unit in instances.iter().filter_map(same) {
        if !units.contains(&unit) {
            units.push(unit);
        }
    }
    let doc = doc("    ", &field.description, &units.join("` or `"));
    // The struct of a group that is not shared stands in the module of its model.
    let path = if instances.first().is_some_and(Group::is_shared) { "" } else { "super::" };
    format!("{doc}    pub {}: {},\n", field.name, field_type(field.kind, path))
}

/// The Rust type of a field; `path` leads to the module of the enums.
pub fn field_type(kind: FieldType, path: &str) -> String {
    match kind {
        FieldType::Real => "f64".into(),
        FieldType::RealArray(length) => format!("[f64; {length}]"),
        FieldType::Integer => "i32".into(),
        FieldType::Choice(of) | FieldType::NumberedChoice(of) => format!("{path}{}", of.name),
    }
}

/// Groups of more fields are large.
const FEW_FIELDS: usize = 8;

/// Whether a group is read by one function for all models. Where each function of each model that needs a large one
/// copied it in code of its own, the library had 4 KB of such copies.
pub fn is_read_by_function(group: &Group) -> bool {
    group.is_shared() && group.fields.len() > FEW_FIELDS
}

fn read_function(group: &Group) -> String {
    let (reals, integers) = group.places();
    let field = |field: &Field| {
        let first = if matches!(field.kind, FieldType::Real | FieldType::RealArray(_)) { &reals } else { &integers };
        read_field("            ", "", &Field { index: field.index - first.start, ..field.clone() })
    };
    let fields: String = group.fields.iter().map(field).collect();
    format!(
        "impl {}Parameters {{\n    \
         /// Takes the group from the values of a model, from its first ones on; an enumeration out of range reads as its\n    \
         /// first item.\n    #[inline(never)]\n    pub fn read(reals: &[f64], integers: &[i32]) -> Self {{\n        \
         let reals: [f64; {1}] = reals.first_chunk().copied().unwrap_or([0.0; {1}]);\n        \
         let integers: [i32; {2}] = integers.first_chunk().copied().unwrap_or([0; {2}]);\n        \
         Self {{\n{fields}        }}\n    }}\n}}\n\n",
        camel_case(&group.name),
        reals.len(),
        integers.len()
    )
}

/// Reads a field from the arrays of values; `path` leads to the module of the enums.
pub fn read_field(indent: &str, path: &str, field: &Field) -> String {
    let index = field.index;
    let value = match field.kind {
        FieldType::Real => format!("reals[{index}]"),
        FieldType::RealArray(_) => format!("core::array::from_fn(|i| reals[{index} + i])"),
        FieldType::Integer => format!("integers[{index}]"),
        FieldType::Choice(of) => item(of, path, &format!("integers[{index}]")),
        FieldType::NumberedChoice(of) => {
            let (choice, number) = (format!("integers[{index}]"), format!("integers[{}]", index + 1));
            item(of, path, &format!("if {number} == 0 {{ {choice} }} else {{ {number} }}"))
        }
    };
    format!("{indent}{}: {value},\n", field.name)
}

/// The item whose number an expression gives.
fn item(of: &EnumerationType, path: &str, number: &str) -> String {
    let (kind, first) = (format!("{path}{}", of.name), camel_case(of.items[0].name));
    format!("{kind}::from_integer({number}).unwrap_or({kind}::{first})")
}

fn references_struct(group: &Group) -> String {
    let body: String = group.fields.iter().map(reference_field).collect();
    let (name, camel) = (&group.name, camel_case(&group.name));
    format!("/// Value references of the group `{name}`.\n{DERIVES}pub struct {camel}References {{\n{body}}}\n\n")
}

fn reference_field(field: &Field) -> String {
    let first = if matches!(field.kind, FieldType::RealArray(_)) { ", of its first element" } else { "" };
    format!("    /// Value reference of `{0}`{first}.\n    pub {0}: u32,\n", field.name)
}
