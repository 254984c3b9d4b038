//! Tables of friction: which of their points count, and in which order they stand. Told with the line of the file, which the
//! library, that checks the same, does not know.

use super::ConfigurationError;
use super::document::{Document, Entry};
use super::start_law::law_at_start;
use crate::declaration::{Model, Variable};

/// How many points count, behind the name of the contact.
const SIZE: &str = "friction.table.size";

/// Checks the tables of all contacts whose law has one.
pub fn check(model: &Model, document: &Document) -> Result<(), ConfigurationError> {
    for variable in &model.variables {
        let Some(contact) = variable.name.strip_suffix(SIZE) else { continue };
        if law_at_start(model, contact).is_some_and(|law| law.uses.contains(&"table")) {
            check_size(document, contact)?;
            check_velocities(model, document, contact)?;
        }
    }
    Ok(())
}

/// The entry that sets a variable, in `[start]` or in the table of its element.
fn entry_of<'a>(document: &'a Document, variable: &str) -> Option<&'a Entry> {
    document.entries.iter().find(|entry| variable_of(entry) == Some(variable))
}

fn variable_of(entry: &Entry) -> Option<&str> {
    entry.key.split_once('.').map(|(_, variable)| variable)
}

/// Points of a table whose size is not given would count nowhere.
fn check_size(document: &Document, contact: &str) -> Result<(), ConfigurationError> {
    if entry_of(document, &format!("{contact}{SIZE}")).is_some() {
        return Ok(());
    }
    let points = document.entries.iter().filter_map(|entry| Some((point(variable_of(entry)?, contact)?, entry)));
    let beyond: Vec<(usize, &Entry)> = points.filter(|(point, _)| *point > 1).collect();
    let last = beyond.iter().map(|(point, _)| *point).max();
    match (beyond.first(), last) {
        (Some((point, entry)), Some(last)) => {
            let problem = format!(
                "is point {point} of a table of which one point counts; {SIZE} = {last} makes all of its points count"
            );
            Err(document.error(entry, problem))
        }
        (Some(_) | None, Some(_) | None) => Ok(()),
    }
}

/// The number of the point that a variable belongs to.
fn point(variable: &str, contact: &str) -> Option<usize> {
    let (_, index) = variable.strip_prefix(contact)?.strip_prefix("friction.table.")?.split_once('[')?;
    index.strip_suffix(']')?.parse().ok()
}

/// The first velocity is 0, and each is greater than the one before it.
fn check_velocities(model: &Model, document: &Document, contact: &str) -> Result<(), ConfigurationError> {
    let size = model.variable(&format!("{contact}{SIZE}")).and_then(Variable::number).unwrap_or(1);
    let name = |point: i32| format!("{contact}friction.table.velocity[{point}]");
    let velocity = |point: i32| model.variable(&name(point)).and_then(Variable::real);
    for number in 1..=size {
        let (Some(value), before) = (velocity(number), velocity(number - 1)) else { continue };
        let allowed = match before {
            None if value.start != 0.0 => "0: the first point of a table is that at rest".to_owned(),
            Some(before) if value.start <= before.start => {
                format!("greater than {} of the point before it", before.start_with_unit())
            }
            None | Some(_) => continue,
        };
        let entry = entry_of(document, &name(number)).or_else(|| entry_of(document, &format!("{contact}{SIZE}")));
        let problem = format!("{} is {} and must be {allowed}", name(number), value.start_with_unit());
        return Err(entry.map_or_else(|| document.general_error(&problem), |entry| document.error(entry, &problem)));
    }
    Ok(())
}
