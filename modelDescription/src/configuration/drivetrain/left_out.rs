//! Keys of elements that a configuration leaves out, though the motion of the drivetrain hangs on them.

use super::super::document::Document;
use super::super::left_out::LeftOut;
use super::draft;
use super::full_name;
use crate::declaration::{Element, Model, Variable};
use crate::models::laws::{FrictionLaw, LAWS};

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
    !parameter || law(model, element).is_none_or(|law| law.uses.contains(&"coulomb"))
}

/// The law of a contact; nothing else has one.
fn law(model: &Model, element: &Element) -> Option<&'static FrictionLaw> {
    let choice = |name: &str| model.variable(&full_name(&element.name, name)).and_then(Variable::number);
    let number = choice("friction.law_number").filter(|number| *number != 0).or_else(|| choice("friction.law"))?;
    LAWS.get(usize::try_from(number).ok()?.checked_sub(1)?)
}
