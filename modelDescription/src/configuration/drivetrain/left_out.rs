//! Keys of elements that a configuration leaves out, though the motion of the drivetrain hangs on them.

use super::super::document::Document;
use super::super::left_out::LeftOut;
use super::super::start_law::law_at_start;
use super::{draft, full_name};
use crate::declaration::{Element, Model, Variable};

/// What each element is told, in the order of the elements.
pub fn left_out(model: &Model, document: &Document) -> Vec<LeftOut> {
    let of_element = |element: &Element| {
        let table = draft::table_of(document, &element.name)?;
        let keys: Vec<_> = element
            .kind
            .variables()
            .iter()
            .filter_map(|declared| model.variable(&full_name(&element.name, &declared.name)).zip(Some(&declared.name)))
            .filter(|(variable, _)| variable.is_expected && is_used(model, element, variable))
            .filter(|(variable, key)| {
                let places = [format!("{table}.{key}"), format!("start.{}", variable.name)];
                places.iter().all(|place| document.get(place).is_none())
            })
            .filter_map(|(variable, key)| Some((key.clone(), *variable.real()?)))
            .collect();
        (!keys.is_empty()).then(|| LeftOut { place: document.place(&table), table, keys })
    };
    model.elements.iter().filter_map(of_element).collect()
}

/// A law may have a table in the place of its level.
fn is_used(model: &Model, element: &Element, variable: &Variable) -> bool {
    let parameter = ["friction.coulomb_torque", "friction.coulomb_force"]
        .iter()
        .any(|level| variable.name == full_name(&element.name, level));
    !parameter || law_at_start(model, &format!("{}.", element.name)).is_none_or(|law| law.uses.contains(&"coulomb"))
}
