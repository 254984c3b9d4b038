//! Tables of friction: which of their points count, and in which order they stand. Told with the line of the file, which the
//! library, that checks the same, does not know.
//!
//! Points are variables, or the columns of a table are lists:
//!
//! ```toml
//! friction.table.velocity = [0, 0.01, 0.05]
//! friction.table.torque = [2.6, 2.1, 2.0]
//! friction.table.efficiency_opposing = [0.7, 0.75, 0.8]   # of a body with a load: in the place of its efficiencies
//! friction.table.efficiency_aiding = [0.5, 0.6, 0.65]
//! ```
//!
//! Lists of a table that fits into the variables are their start values. A longer one, or one with efficiencies, is data of the FMU, and
//! it has no variables for it.

use super::ConfigurationError;
use super::document::{Document, Entry, Scalar};
use super::drivetrain::gear_table;
use super::start;
use super::start_law::law_at_start;
use crate::counted;
use crate::declaration::{FrictionTable, Model, ModelKind, RealValue, Value, Variable, unit};
use crate::models::friction::TABLE_POINTS;

/// Most points of a table that is data.
const MOST_POINTS: usize = 256;
/// Of the columns that only a body with a load has.
const EFFICIENCIES: [&str; 2] = ["efficiency_opposing", "efficiency_aiding"];
/// What all names of a table begin with, behind that of the contact.
const TABLE: &str = "friction.table.";

/// How many points count, behind the name of the contact.
const SIZE: &str = "friction.table.size";

/// Whether a name is that of a column as a list: such are taken by [`apply`].
pub fn is_column(model: &Model, name: &str) -> bool {
    is_contact_column(model, name) || gear_table::is_column(model, name)
}

fn is_contact_column(model: &Model, name: &str) -> bool {
    column_of(name).is_some_and(|(contact, column)| {
        let size = model.variable(&format!("{contact}{SIZE}"));
        size.is_some() && (EFFICIENCIES.contains(&column) || column_value(model, contact, column).is_some())
    })
}

/// The contact, with its dot, and the column.
fn column_of(name: &str) -> Option<(&str, &str)> {
    let place = name.rfind(TABLE)?;
    let (contact, column) = (&name[..place], &name[place + TABLE.len()..]);
    let is_contact = contact.is_empty() || contact.ends_with('.');
    (is_contact && ["velocity", "torque", "force"].into_iter().chain(EFFICIENCIES).any(|known| known == column))
        .then_some((contact, column))
}

/// Quantity and range of the points of a column that variables can have.
fn column_value(model: &Model, contact: &str, column: &str) -> Option<RealValue> {
    model.variable(&format!("{contact}{TABLE}{column}[1]")).and_then(Variable::real).copied()
}

/// Takes the tables that are given by lists.
pub fn apply(model: &mut Model, document: &Document) -> Result<(), ConfigurationError> {
    let names = document.entries.iter().filter_map(variable_of).filter(|name| is_contact_column(model, name));
    let mut contacts: Vec<String> = Vec::new();
    for (contact, _) in names.filter_map(column_of) {
        if !contacts.iter().any(|known| known == contact) {
            contacts.push(contact.to_owned());
        }
    }
    contacts.iter().try_for_each(|contact| take(model, document, contact))?;
    // The library reads them in the order of their elements.
    let Model { tables, elements, .. } = model;
    let place = |table: &FrictionTable| elements.iter().position(|element| element.prefix_of_table() == table.contact);
    tables.sort_by_key(place);
    Ok(())
}

/// The lists of one table.
struct Lists<'a> {
    velocity: (&'a Entry, Vec<f64>),
    level: (&'a Entry, Vec<f64>),
    efficiencies: Option<[(&'a Entry, Vec<f64>); 2]>,
}

fn take(model: &mut Model, document: &Document, contact: &str) -> Result<(), ConfigurationError> {
    let Lists { velocity: (at, velocity), level: (_, level), efficiencies } = lists(model, document, contact)?;
    check_alone(document, contact, at)?;
    let unit = column_value(model, contact, "velocity").map_or("", |value| value.quantity.unit.name);
    check_order(document, at, unit, &velocity)?;
    let size = velocity.len();
    let level_column = level_column(model, contact);
    if size <= TABLE_POINTS && efficiencies.is_none() {
        let mut start = |name: String, value: f64| {
            model.variables.iter_mut().filter(|variable| variable.name == name).for_each(|point| point.start_at(value));
        };
        for (number, (velocity, level)) in (1..).zip(velocity.iter().zip(&level)) {
            start(format!("{contact}{TABLE}velocity[{number}]"), *velocity);
            start(format!("{contact}{TABLE}{level_column}[{number}]"), *level);
        }
        set_size(model, contact, size);
        return Ok(());
    }
    let has_load = efficiencies.is_some();
    let gains = efficiencies.map_or_else(
        || vec![[0.0; 2]; size],
        |[(_, opposing), (_, aiding)]| opposing.iter().zip(aiding).map(|(o, a)| gains([*o, a])).collect(),
    );
    let points = velocity.iter().zip(level).zip(gains).map(|((speed, level), [o, a])| [*speed, level, o, a]).collect();
    model.tables.push(FrictionTable { contact: contact.to_owned(), has_load, points });
    let of_table = format!("{contact}{TABLE}");
    model
        .variables
        .iter_mut()
        .filter(|known| known.name.starts_with(&of_table))
        .for_each(|known| known.is_hidden = true);
    Ok(())
}

fn set_size(model: &mut Model, contact: &str, size: usize) {
    let name = format!("{contact}{SIZE}");
    for variable in model.variables.iter_mut().filter(|variable| variable.name == name) {
        if let Value::Integer { start, .. } = &mut variable.value {
            *start = size as i32;
        }
    }
}

fn level_column(model: &Model, contact: &str) -> &'static str {
    if column_value(model, contact, "torque").is_some() { "torque" } else { "force" }
}

fn lists<'a>(model: &Model, document: &'a Document, contact: &str) -> Result<Lists<'a>, ConfigurationError> {
    let level_column = level_column(model, contact);
    let given = |column: &str| entry_of(document, &format!("{contact}{TABLE}{column}"));
    let all = ["velocity", level_column].into_iter().chain(EFFICIENCIES);
    let Some(first) = all.clone().find_map(given) else {
        return Err(document.general_error(format!("{contact}{TABLE}* has no lists")));
    };
    let needed =
        |column: &str| given(column).ok_or_else(|| missing(document, first, &format!("{contact}{TABLE}{column}")));
    let column = |column: &str, value: RealValue| {
        let entry = needed(column)?;
        numbers(document, entry, value).map(|numbers| (entry, numbers))
    };
    let of_variable = |name: &str| column_value(model, contact, name).unwrap_or(any_ratio());
    let velocity = column("velocity", of_variable("velocity"))?;
    let level = column(level_column, of_variable(level_column))?;
    let efficiencies = if EFFICIENCIES.into_iter().any(|name| given(name).is_some()) {
        let entry = EFFICIENCIES.into_iter().find_map(given).unwrap_or(first);
        if model.kind == ModelKind::Drivetrain {
            let problem = "is no column of a contact, which has no load of its own; gears, screws and the models of one body have it";
            return Err(document.error(entry, problem));
        }
        let ratio = |name: &str| {
            let value = model.variable(&format!("friction.{name}")).and_then(Variable::real).copied();
            column(name, value.unwrap_or(any_ratio()))
        };
        Some([ratio(EFFICIENCIES[0])?, ratio(EFFICIENCIES[1])?])
    } else {
        None
    };
    for column in [&level].into_iter().chain(efficiencies.iter().flatten()) {
        check_length(document, &velocity, column)?;
    }
    Ok(Lists { velocity, level, efficiencies })
}

/// 1/η_opp − 1 and 1 − η_aid.
pub(super) fn gains([opposing, aiding]: [f64; 2]) -> [f64; 2] {
    [1.0 / opposing - 1.0, 1.0 - aiding]
}

/// A column that a table cannot do without, told at one that it has.
pub(super) fn missing(document: &Document, first: &Entry, column: &str) -> ConfigurationError {
    let problem = format!("is a column of a table whose column {column} is missing; it is a list as long as this one");
    document.error(first, problem)
}

/// A column is as long as that of the velocities.
pub(super) fn check_length(
    document: &Document,
    (velocity, velocities): &(&Entry, Vec<f64>),
    (entry, numbers): &(&Entry, Vec<f64>),
) -> Result<(), ConfigurationError> {
    if numbers.len() == velocities.len() {
        return Ok(());
    }
    let problem = format!(
        "has {}, {} has {}; the columns of a table are equally long",
        counted(numbers.len(), "number"),
        velocity.key,
        velocities.len()
    );
    Err(document.error(entry, problem))
}

/// Any number without a unit.
fn any_ratio() -> RealValue {
    let (min, max) = (f64::NEG_INFINITY, f64::INFINITY);
    RealValue { quantity: unit::RATIO, start: 0.0, min, max, exclusive_min: false, nominal: None }
}

/// What a column is.
const NUMBERS: &str = "must be a list of numbers, or of texts with a unit, not of both";

/// The numbers of a list, in SI units or as texts with a unit, each in the range of the column.
pub(super) fn numbers(document: &Document, entry: &Entry, value: RealValue) -> Result<Vec<f64>, ConfigurationError> {
    let items: Vec<Scalar> = match &entry.value {
        Scalar::Numbers(digits) => digits.iter().cloned().map(Scalar::Number).collect(),
        Scalar::List(texts) => texts.iter().cloned().map(Scalar::Text).collect(),
        Scalar::Mixed(place) => {
            let problem = format!("{NUMBERS}; item {} does not fit", place + 1);
            return Err(document.error(entry, problem));
        }
        Scalar::Number(_) | Scalar::Flag(_) | Scalar::Text(_) | Scalar::Table | Scalar::Other => {
            return Err(document.error(entry, NUMBERS));
        }
    };
    if items.is_empty() || items.len() > MOST_POINTS {
        let problem = format!("has {} numbers; a table has 1 to {MOST_POINTS} points", items.len());
        return Err(document.error(entry, problem));
    }
    let number = |(place, item): (usize, &Scalar)| {
        let (Scalar::Number(text) | Scalar::Text(text)) = item else { return Ok(0.0) };
        let key = format!("{}[{place}]", entry.key);
        let item = Entry { key, source: text.clone(), value: item.clone(), ..entry.clone() };
        let start = start::real(value.quantity, document, &item)?;
        start::in_range(&RealValue { start, ..value }).map_err(|allowed| document.error(&item, allowed))?;
        Ok(start)
    };
    (1..).zip(&items).map(number).collect()
}

/// Lists are all of a table.
fn check_alone(document: &Document, contact: &str, list: &Entry) -> Result<(), ConfigurationError> {
    let size = entry_of(document, &format!("{contact}{SIZE}"));
    let points =
        document.entries.iter().filter(|entry| variable_of(entry).is_some_and(|name| point(name, contact).is_some()));
    match size.into_iter().chain(points).next() {
        Some(other) => {
            let problem =
                format!("belongs to a table that {} in line {} gives as a list already", list.key, list.position.line);
            Err(document.error(other, problem))
        }
        None => Ok(()),
    }
}

/// The first velocity is 0, and each is greater than the one before it.
pub(super) fn check_order(
    document: &Document,
    entry: &Entry,
    unit: &str,
    velocity: &[f64],
) -> Result<(), ConfigurationError> {
    if velocity[0] != 0.0 {
        let problem = format!(
            "begins with {} {unit} and must begin with 0: the first point of a table is that at rest",
            velocity[0]
        );
        return Err(document.error(entry, problem));
    }
    match velocity.windows(2).position(|pair| pair[1] <= pair[0]) {
        Some(place) => {
            let (before, value) = (velocity[place], velocity[place + 1]);
            let problem =
                format!("has {value} {unit} behind {before} {unit}, as number {}; velocities must ascend", place + 2);
            Err(document.error(entry, problem))
        }
        None => Ok(()),
    }
}

/// Checks the tables of all contacts whose law has one.
pub fn check(model: &Model, document: &Document) -> Result<(), ConfigurationError> {
    for variable in &model.variables {
        let Some(contact) = variable.name.strip_suffix(SIZE).filter(|_| !variable.is_hidden) else { continue };
        if entry_of(document, &format!("{contact}{TABLE}velocity")).is_some() {
            continue;
        }
        if law_at_start(model, contact).is_some_and(|law| law.uses.contains(&"table")) {
            check_size(document, contact)?;
            check_velocities(model, document, contact)?;
        }
    }
    Ok(())
}

/// The entry that sets a variable, in `[start]` or in the table of its element.
pub(super) fn entry_of<'a>(document: &'a Document, variable: &str) -> Option<&'a Entry> {
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
