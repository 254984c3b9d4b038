//! The kinds of the elements of drivetrains: tables of their variables, typed parameters and outputs.

use super::common::is_computed;
use super::layout::{Field, FieldType, SHARED_GROUPS, parameter_groups};
use super::shared::{field_type, read_field};
use super::table::{integer_entry, real_entry};
use super::words::{doc, snake_case};
use crate::declaration::{Causality, Model, Value, Variable};
use crate::elements::ElementKind;

const DERIVES: &str = "        #[derive(Clone, Copy, Debug, PartialEq)]\n";

/// Each kind as a small model.
pub fn kinds() -> Vec<(ElementKind, Model)> {
    ElementKind::ALL.into_iter().map(|kind| (kind, kind.as_model())).collect()
}

/// Entries of a table, each of which stands there once.
#[derive(Default)]
struct Pool {
    entries: Vec<String>,
}

impl Pool {
    /// Places of these entries, which are added where there are none like them.
    fn places(&mut self, entries: impl Iterator<Item = String>) -> String {
        let places: Vec<String> = entries.map(|entry| self.place(entry).to_string()).collect();
        places.join(", ")
    }

    fn place(&mut self, entry: String) -> usize {
        self.entries.iter().position(|known| *known == entry).unwrap_or_else(|| {
            self.entries.push(entry);
            self.entries.len() - 1
        })
    }
}

/// The enum of the kinds, the distinct variables of all of them, and a module for each.
pub fn write(kinds: &[(ElementKind, Model)]) -> String {
    let names: Vec<String> = kinds.iter().map(|(kind, _)| kind.name()).collect();
    let items: String = names.iter().map(|name| format!("    /// {name}.\n    {name},\n")).collect();
    let all: Vec<String> = names.iter().map(|name| format!("Self::{name}")).collect();
    let (mut reals, mut integers) = (Pool::default(), Pool::default());
    let tables: String = kinds.iter().map(|(_, model)| variables(model, &mut reals, &mut integers)).collect();
    let modules: String = kinds.iter().map(|(kind, model)| one_module(*kind, model)).collect();
    let most_reals = kinds.iter().map(|(_, model)| model.reals().count()).max().unwrap_or_default();
    let most_integers = kinds.iter().map(|(_, model)| model.integers().count()).max().unwrap_or_default();
    format!(
        "/// Kinds of the elements of drivetrains.\n#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub enum ElementKind {{\n{items}}}\n\n\
         impl ElementKind {{\n    /// All kinds, by their numbers in a configuration block.\n    \
         pub const ALL: &[Self] = &[{}];\n\n    /// The variables of an element of this kind.\n    \
         pub const fn variables(self) -> (KindVariables<RealVariable>, KindVariables<IntegerVariable>) {{\n        \
         match self {{\n{tables}        }}\n    }}\n}}\n\n\
         /// Real variables of all kinds, those that are alike once.\n\
         static REALS_OF_ELEMENTS: &[RealVariable] = &[\n{1}];\n\n\
         /// Integer and Enumeration variables of all kinds, likewise.\n\
         static INTEGERS_OF_ELEMENTS: &[IntegerVariable] = &[\n{2}];\n\n\
         /// Typed parameters and outputs of the elements of drivetrains, by kind.\npub mod element {{\n    \
         pub use super::{{AntiWindup, BacklashDamping, FrictionParameters, Initialization, ValveLaw}};\n\n    \
         /// The most Real variables that an element has.\n    pub const MOST_REALS: usize = {most_reals};\n    \
         /// The most Integer and Enumeration variables that an element has.\n    \
         pub const MOST_INTEGERS: usize = {most_integers};\n\n{modules}}}\n\n",
        all.join(", "),
        reals.entries.concat(),
        integers.entries.concat()
    )
}

/// The arm of one kind: where its variables stand among those of all kinds.
fn variables(model: &Model, reals: &mut Pool, integers: &mut Pool) -> String {
    format!(
        "            Self::{} => (\n                \
         KindVariables {{ all: REALS_OF_ELEMENTS, places: &[{}] }},\n                \
         KindVariables {{ all: INTEGERS_OF_ELEMENTS, places: &[{}] }},\n            ),\n",
        model.identifier,
        reals.places(model.reals().map(|(variable, real)| real_entry("", variable, real))),
        integers.places(model.integers().map(|variable| integer_entry("", model, variable)))
    )
}

/// `LinearContact` to `linear_contact`.
fn module(name: &str) -> String {
    let mut module = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !module.is_empty() {
            module.push('_');
        }
        module.extend(letter.to_lowercase());
    }
    module
}

fn one_module(kind: ElementKind, model: &Model) -> String {
    // What serves several kinds is written for one of them.
    let parameters = if kind.typed_parameters() == kind { parameters(model) } else { String::new() };
    let outputs = if kind.typed_outputs() == kind { outputs(model) } else { String::new() };
    if parameters.is_empty() && outputs.is_empty() {
        return String::new();
    }
    format!(
        "    /// {0}.\n    pub mod {1} {{\n{parameters}{outputs}    }}\n\n",
        model.identifier,
        module(&model.identifier)
    )
}

/// Parameters and inputs by name; the friction of a contact is the shared group.
fn parameters(model: &Model) -> String {
    let has_law = model.variable("friction.law").is_some();
    let (mut fields, mut reads) = (String::new(), String::new());
    let mut used = Used::default();
    for (reference, (variable, _)) in
        model.reals().enumerate().filter(|(_, (variable, _))| variable.causality == Causality::Input)
    {
        let name = field_name(variable);
        fields += &format!("{}            pub {name}: f64,\n", doc("            ", &variable.description, ""));
        reads += &format!("                    {name}: reals[{reference}],\n");
        used.reals = used.reals.max(reference + 1);
    }
    for group in parameter_groups(model) {
        let is_shared = group.name == "friction" && has_law;
        let own = group.fields.iter().filter(|field| !is_shared || field.name == "viscous_coefficient");
        for field in own {
            let name = own_name(&group.name, field);
            fields += &format!(
                "{}            pub {name}: {},\n",
                doc("            ", &field.description, field.unit),
                field_type(field.kind, "super::")
            );
            reads += &read_field("                    ", "super::", &Field { name, ..field.clone() });
            used.add(field);
        }
        if is_shared {
            group.fields.iter().for_each(|field| used.add(field));
            fields += "            /// Group `friction`.\n            pub friction: super::FrictionParameters,\n";
            let first = |is_real: bool| {
                let of_kind =
                    |field: &&Field| matches!(field.kind, FieldType::Real | FieldType::RealArray(_)) == is_real;
                group.fields.iter().find(of_kind).map_or(0, |field| field.index)
            };
            reads += &format!(
                "                    friction: super::FrictionParameters::read(&reals[{}..], &integers[{}..]),\n",
                first(true),
                first(false)
            );
        }
    }
    if fields.is_empty() {
        return String::new();
    }
    format!(
        "        /// Parameters and inputs.\n{DERIVES}        pub struct Parameters {{\n{fields}        }}\n\n        \
         impl Parameters {{\n            /// Takes them from the values of the element.\n            \
         #[allow(unused_variables)]\n            pub fn read(reals: &[f64], integers: &[i32]) -> Self {{\n{}                \
         Self {{\n{reads}                }}\n            }}\n        }}\n\n",
        used.slices("&")
    )
}

/// How many of the values of an element a function uses, from the first one on.
#[derive(Default)]
struct Used {
    reals: usize,
    integers: usize,
}

impl Used {
    fn add(&mut self, field: &Field) {
        match field.kind {
            FieldType::Real => self.reals = self.reals.max(field.index + 1),
            FieldType::RealArray(length) => self.reals = self.reals.max(field.index + length),
            FieldType::Integer | FieldType::Choice(_) => self.integers = self.integers.max(field.index + 1),
            FieldType::NumberedChoice(_) => self.integers = self.integers.max(field.index + 2),
        }
    }

    /// Statements that take just those values: one check of the length in the place of one for each value.
    fn slices(&self, reference: &str) -> String {
        [("reals", self.reals), ("integers", self.integers)]
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(|(name, count)| format!("                let {name} = {reference}{name}[..{count}];\n"))
            .collect()
    }
}

/// Names of groups that are not those of the models stay parts of the name.
fn own_name(group: &str, field: &Field) -> String {
    let is_plain = group.is_empty() || (SHARED_GROUPS.contains(&group) && group == "solver");
    if is_plain { field.name.clone() } else { format!("{group}_{}", field.name) }
}

/// What has the name of its element is the value of that element.
fn field_name(variable: &Variable) -> String {
    if variable.name.is_empty() { "value".to_string() } else { snake_case(&variable.name) }
}

fn outputs(model: &Model) -> String {
    let reals = model.reals().map(|(variable, _)| variable).enumerate().filter(|(_, variable)| is_computed(variable));
    let integers = model.integers().enumerate().filter(|(_, variable)| is_computed(variable));
    let places: Vec<(&str, usize, &Variable)> = reals
        .map(|(index, variable)| ("reals", index, variable))
        .chain(integers.map(|(index, variable)| ("integers", index, variable)))
        .collect();
    if places.is_empty() {
        return String::new();
    }
    let end = |array: &str| {
        places.iter().filter(|(of, ..)| *of == array).map(|(_, index, _)| index + 1).max().unwrap_or_default()
    };
    let used = Used { reals: end("reals"), integers: end("integers") };
    let fields: String = places
        .iter()
        .map(|(_, _, variable)| {
            let kind = if matches!(variable.value, Value::Real(_)) { "f64" } else { "i32" };
            format!(
                "{}            pub {}: {kind},\n",
                doc("            ", &variable.description, ""),
                field_name(variable)
            )
        })
        .collect();
    let writes: String = places
        .iter()
        .map(|(array, index, variable)| format!("                {array}[{index}] = self.{};\n", field_name(variable)))
        .collect();
    format!(
        "        /// What is computed.\n{DERIVES}        pub struct Outputs {{\n{fields}        }}\n\n        \
         impl Outputs {{\n            /// Puts them into the values of the element.\n            \
         #[allow(unused_variables)]\n            pub fn write(&self, reals: &mut [f64], integers: &mut [i32]) {{\n{}{writes}            }}\n        }}\n",
        used.slices("&mut ")
    )
}
