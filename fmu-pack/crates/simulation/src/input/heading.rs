//! The heading of a column: a name, or a name and a unit as in `command [deg]`.

use super::super::setting::real;
use fmu_import::interface::{Interface, Variable};

/// The name and the unit, if there is one. Elements of arrays end with a bracket too, but without a space before it.
pub fn split(heading: &str) -> (&str, Option<&str>) {
    let with_unit = heading.strip_suffix(']').and_then(|rest| rest.rsplit_once(" ["));
    with_unit.map_or((heading, None), |(name, unit)| (name.trim_end(), Some(unit.trim())))
}

/// The name that a heading means: a variable may have a bracket and a space in its own name.
pub fn name<'a>(heading: &'a str, interface: &Interface) -> &'a str {
    if interface.find(heading).is_some() { heading } else { split(heading).0 }
}

/// The headings of the elements where one names an array as a whole, in the order of the elements; else the one that it is.
pub fn of_elements(heading: &str, interface: &Interface) -> Vec<String> {
    let (name, unit) = split(heading);
    let unit = unit.map(|unit| format!(" [{unit}]")).unwrap_or_default();
    let elements = interface.elements(name);
    let headings: Vec<String> = elements.iter().map(|variable| format!("{}{unit}", variable.name)).collect();
    if headings.is_empty() || interface.find(heading).is_some() { vec![heading.to_string()] } else { headings }
}

/// What a number below the heading is worth in the unit of the variable. Error: what is wrong with the unit.
pub fn factor(heading: &str, variable: &Variable) -> Result<f64, String> {
    match split(heading) {
        (_, Some(unit)) if heading != variable.name => real(&format!("1 {unit}"), &variable.unit),
        (_, Some(_) | None) => Ok(1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn a_unit_stands_in_brackets_behind_a_space() {
        assert_eq!(split("command [deg]"), ("command", Some("deg")));
        assert_eq!(split("friction.table.torque[3]"), ("friction.table.torque[3]", None));
        assert_eq!(split("friction.table.torque[3] [kN.m]"), ("friction.table.torque[3]", Some("kN.m")));
        assert_eq!(split("time"), ("time", None));
    }
}
