//! What all models share: the list of models, and the structs of the shared parameter groups.

use super::layout::{Field, FieldType, Group, SHARED_GROUPS, parameter_groups};
use super::words::{camel_case, doc};
use crate::declaration::Model;

const DERIVES: &str = "#[derive(Clone, Copy, Debug, PartialEq)]\n";

/// The enum of the physics.
pub fn model_enum(models: &[&Model]) -> String {
    let items: String = models
        .iter()
        .map(|model| format!("{}    {},\n", doc("    ", &model.description, ""), model.physics.name()))
        .collect();
    format!(
        "/// The physics behind an FMU.\n#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub enum Model {{\n{items}}}\n\n"
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
    instances.first().map(|first| parameters_struct(first, &instances) + &references_struct(first)).unwrap_or_default()
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
    format!("{doc}    pub {}: {},\n", field.name, field_type(field.kind, ""))
}

/// The Rust type of a field; `path` leads to the module of the enums.
pub fn field_type(kind: FieldType, path: &str) -> String {
    match kind {
        FieldType::Real => "f64".into(),
        FieldType::RealArray(length) => format!("[f64; {length}]"),
        FieldType::Integer => "i32".into(),
        FieldType::Choice(of) => format!("{path}{}", of.name),
    }
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
