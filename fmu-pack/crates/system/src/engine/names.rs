//! Names that every engine can read.
//!
//! SSP leaves names of components and files open, and a component of an inner system has a dotted one here. Engines take a dot for a
//! path, a space for an end, a source for a URI; FMPy gives a component all parameters whose names begin with that of the component.

use crate::system::{End, System};
use std::collections::{BTreeMap, BTreeSet};

/// Names of components in an engine, by their names in the system.
pub(super) struct Names(BTreeMap<String, String>);

impl Names {
    /// For a system: a component keeps its name where an engine can read it.
    pub(super) fn new(system: &System) -> Self {
        let mut taken: BTreeSet<String> = BTreeSet::new();
        let mut names = BTreeMap::new();
        for component in &system.components {
            let plain = plain(&component.name);
            let numbered = (2..).map(|number| format!("{plain}_{number}"));
            let name = std::iter::once(plain.clone()).chain(numbered).find(|name| !taken.contains(name));
            let name = name.unwrap_or(plain);
            taken.insert(name.clone());
            names.insert(component.name.clone(), name);
        }
        Self(names.into_iter().map(|(name, plain)| (name, apart(plain, &taken))).collect())
    }

    /// The name of a component in the engine.
    pub(super) fn of<'a>(&'a self, component: &'a str) -> &'a str {
        self.0.get(component).map_or(component, String::as_str)
    }

    /// The system with these names, without units, which are converted, and with plain names of files: by their names in the
    /// archive.
    pub(super) fn give(&self, system: &mut System) -> BTreeMap<String, String> {
        let mut files = BTreeMap::new();
        for component in &mut system.components {
            component.name = self.of(&component.name).to_string();
            let number = files.len() + 1;
            let file = files.entry(component.source.clone()).or_insert_with(|| format!("resources/{number}.fmu"));
            component.source = file.clone();
            for binding in &mut component.bindings {
                binding.source = Some(format!("resources/{}.start.ssv", component.name));
                binding.values.iter_mut().for_each(|value| value.unit.clear());
            }
            component.connectors.iter_mut().for_each(|connector| connector.unit.clear());
        }
        system.connectors.iter_mut().for_each(|connector| connector.unit.clear());
        system.start.iter_mut().for_each(|value| value.unit.clear());
        system.units.clear();
        let rename = |end: &mut End| end.component = end.component.as_deref().map(|name| self.of(name).to_string());
        for connection in &mut system.connections {
            rename(&mut connection.from);
            rename(&mut connection.to);
        }
        files
    }
}

/// Letters, digits and `_`, a letter first.
fn plain(name: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let plain: String = name.chars().map(|letter| if is_plain(letter) { letter } else { '_' }).collect();
    if plain.starts_with(|first: char| first.is_ascii_alphabetic()) { plain } else { format!("c{plain}") }
}

/// The name with an end so that no other begins with it.
fn apart(name: String, all: &BTreeSet<String>) -> String {
    let is_begin = |name: &str| {
        all.range(name.to_string()..).find(|other| *other != name).is_some_and(|other| other.starts_with(name))
    };
    let mut apart = name;
    while is_begin(&apart) {
        apart.push_str("_0");
    }
    apart
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(of: &[&str]) -> Vec<String> {
        let plain: BTreeSet<String> = of.iter().map(|name| plain(name)).collect();
        of.iter().map(|name| apart(self::plain(name), &plain)).collect()
    }

    #[test]
    fn a_name_that_engines_can_read_stays() {
        assert_eq!(names(&["lever", "servo_2"]), ["lever", "servo_2"]);
        assert_eq!(names(&["wing.left.servo", "DP Controller", "2nd"]), ["wing_left_servo", "DP_Controller", "c2nd"]);
    }

    #[test]
    fn no_name_begins_with_another() {
        let names = names(&["servo", "servo2", "servo_0"]);
        let begins = |one: &String, other: &String| one != other && other.starts_with(one.as_str());
        assert!(!names.iter().any(|one| names.iter().any(|other| begins(one, other))), "{names:?}");
    }
}
