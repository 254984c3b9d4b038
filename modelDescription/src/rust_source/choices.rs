//! Rust enums of the declared enumerations.

use super::words::{camel_case, doc};
use crate::declaration::{EnumerationType, Model, Value};

/// One enum for each enumeration type that a model uses.
pub fn enums(models: &[&Model]) -> String {
    let mut types: Vec<&EnumerationType> = Vec::new();
    for variable in models.iter().flat_map(|model| &model.variables) {
        if let Value::Enumeration { of, .. } = variable.value
            && !types.contains(&of)
        {
            types.push(of);
        }
    }
    types.into_iter().map(one_enum).collect()
}

fn one_enum(of: &EnumerationType) -> String {
    let name = of.name;
    let items = of.items.iter().zip(1..);
    let body: String = items
        .clone()
        .map(|(item, number)| {
            format!("{}    {} = {number},\n", doc("    ", item.description, ""), camel_case(item.name))
        })
        .collect();
    let arms: String = items
        .map(|(item, number)| format!("            {number} => Some(Self::{}),\n", camel_case(item.name)))
        .collect();
    format!(
        "{}#[derive(Clone, Copy, Debug, PartialEq, Eq)]\n#[repr(i32)]\npub enum {name} {{\n{body}}}\n\n\
         impl {name} {{\n    /// The item of that value, as FMI passes it.\n    \
         pub const fn from_integer(value: i32) -> Option<Self> {{\n        match value {{\n{arms}            \
         _ => None,\n        }}\n    }}\n}}\n\n",
        doc("", of.description, "")
    )
}
