//! Losses of gears and screws over speed, as lists: Modelica's `lossTable` of a LossyGear.
//!
//! ```toml
//! [gear.worm]
//! friction.table.velocity = [0, 5, 40]                     # speed of the first, ascending from 0; constant beyond the last
//! friction.table.torque = [0.6e-3, 0.5e-3, 0.9e-3]         # in the place of friction.coulomb_torque
//! friction.table.efficiency_opposing = [0.24, 0.28, 0.29]  # in the place of both efficiencies; both columns or none
//! friction.table.efficiency_aiding = [-2.8, -2.0, -1.9]
//! ```
//!
//! or, in the place of the two last, `friction.table.coefficient` beside the keys of the flanks (`super::flanks`); or in the place of
//! `friction.table.torque` what both bearings cost together, which `super::bearings` divides between the gear and the bearing of its second:
//!
//! ```toml
//! friction.table.torque_opposing = [0.6, 0.5, 0.9]         # Modelica's tau_bf1
//! friction.table.torque_aiding = [0.8, 0.7, 1.2]           # tau_bf2
//! ```

use super::super::document::{Document, Entry};
use super::super::{ConfigurationError, friction_table};
use super::draft::Draft;
use super::{bearings, flanks, full_name, starts};
use crate::declaration::{Element, FrictionTable, Model, Quantity, RealValue, unit};
use crate::elements::ElementKind;

const TABLE: &str = "friction.table.";
const VELOCITY: &str = "velocity";
const TORQUE: &str = "torque";
const EFFICIENCIES: [&str; 2] = ["efficiency_opposing", "efficiency_aiding"];
const COEFFICIENT: &str = "coefficient";
/// What both bearings cost while the first drives, and while the second does.
const OF_BEARINGS: [&str; 2] = ["torque_opposing", "torque_aiding"];
const COLUMNS: [&str; 7] =
    [VELOCITY, TORQUE, OF_BEARINGS[0], OF_BEARINGS[1], EFFICIENCIES[0], EFFICIENCIES[1], COEFFICIENT];
/// What the column of the torque stands in the place of.
const COULOMB: &str = "friction.coulomb_torque";
/// What those of both bearings stand in the place of besides.
const COULOMB_SECOND: [&str; 2] = ["friction_second.coulomb_torque", "friction_second.coulomb_force"];

/// Whether a name is that of a column of a gear or screw.
pub fn is_column(model: &Model, name: &str) -> bool {
    let Some((gear, column)) = name.split_once(&format!(".{TABLE}")) else { return false };
    COLUMNS.contains(&column) && model.elements.iter().any(|element| element.name == gear && is_gear(element.kind))
}

fn is_gear(kind: ElementKind) -> bool {
    matches!(kind, ElementKind::Gear | ElementKind::Screw)
}

/// The least efficiency with which the second of a gear drives the first, at any speed, if the gear has a table of it.
pub fn least_aiding(model: &Model, gear: &Element) -> Option<f64> {
    let table = model.tables.iter().find(|table| table.has_load && table.contact == gear.prefix_of_table())?;
    table.points.iter().map(|[.., aiding]| 1.0 - aiding).min_by(f64::total_cmp)
}

/// Whether the table of a gear has the friction of a bearing at its second.
pub fn has_bearings(document: &Document, draft: &Draft<'_>) -> bool {
    OF_BEARINGS.iter().any(|column| entry_of(document, draft, column).is_some())
}

/// A column, and where it stands.
type Column<'a> = (&'a Entry, Vec<f64>);

/// Takes the table of a gear or screw, by its index among the elements.
pub fn apply(
    model: &mut Model,
    document: &Document,
    (index, draft): (usize, &Draft<'_>),
) -> Result<(), ConfigurationError> {
    if !is_gear(model.elements[index].kind) {
        return Ok(());
    }
    let Some(first) = COLUMNS.iter().find_map(|column| entry_of(document, draft, column)) else { return Ok(()) };
    let velocity = needed(document, draft, first, (VELOCITY, ranged(unit::ANGULAR_VELOCITY, 0.0, f64::INFINITY)))?;
    friction_table::check_order(document, velocity.0, unit::ANGULAR_VELOCITY.unit.name, &velocity.1)?;
    let gains = gains(model, document, (index, draft), &velocity)?;
    let has_load = gains.is_some();
    let torques = torques(document, draft, (first, &velocity), gains.as_deref())?;
    let replaced: Vec<&str> = [COULOMB].into_iter().chain(EFFICIENCIES.into_iter().filter(|_| has_load)).collect();
    replace(model, document, draft, (first, &replaced))?;
    let gains = gains.unwrap_or_else(|| vec![[0.0; 2]; velocity.1.len()]);
    let rows = velocity.1.iter().zip(&torques).zip(gains);
    let points = rows.map(|((speed, [torque, _]), [opposing, aiding])| [*speed, *torque, opposing, aiding]).collect();
    model.tables.push(FrictionTable { contact: format!("{}.", draft.name), has_load, points });
    if has_bearings(document, draft) {
        replace(model, document, draft, (first, &COULOMB_SECOND))?;
        // What is at the first and over its speed is larger by the ratio at the second, over a speed that is less.
        let ratio = starts::ratio_of(model, index).abs();
        let rows = velocity.1.iter().zip(&torques);
        let points = rows.map(|(speed, [_, torque])| [speed / ratio, ratio * torque, 0.0, 0.0]).collect();
        let contact = format!("{}.friction_second.", draft.name);
        model.tables.push(FrictionTable { contact, has_load: false, points });
    }
    Ok(())
}

/// Variables whose place a table takes are not there, and have no value.
fn replace(
    model: &mut Model,
    document: &Document,
    draft: &Draft<'_>,
    (first, replaced): (&Entry, &[&str]),
) -> Result<(), ConfigurationError> {
    let given = |key: &&str| {
        // Of the bearing in the table of its gear.
        draft.entry_or_start(document, key).or_else(|| document.get(&format!("{}.{key}", draft.table())))
    };
    if let Some(entry) = replaced.iter().find_map(given) {
        let problem = format!("is given over speed by {} in line {} already", first.key, first.position.line);
        return Err(document.error(entry, problem));
    }
    for name in replaced.iter().map(|key| full_name(&draft.name, key)) {
        model.variables.iter_mut().filter(|known| known.name == name).for_each(|known| known.is_hidden = true);
    }
    Ok(())
}

/// Friction at the first and at the second of each point, both referred to the first.
fn torques(
    document: &Document,
    draft: &Draft<'_>,
    (first, velocity): (&Entry, &Column<'_>),
    gains: Option<&[[f64; 2]]>,
) -> Result<Vec<[f64; 2]>, ConfigurationError> {
    let column = |name| {
        let column = needed(document, draft, first, (name, ranged(unit::TORQUE, 0.0, f64::INFINITY)))?;
        friction_table::check_length(document, velocity, &column).map(|()| column)
    };
    if !has_bearings(document, draft) {
        return Ok(column(TORQUE)?.1.into_iter().map(|torque| [torque, 0.0]).collect());
    }
    let [(at, opposing), (entry, aiding)] = [column(OF_BEARINGS[0])?, column(OF_BEARINGS[1])?];
    if let Some(other) = entry_of(document, draft, TORQUE) {
        let problem = format!("is given a second time, by {} in line {}", at.key, at.position.line);
        return Err(document.error(other, problem));
    }
    let Some(gains) = gains else {
        let column = full_name(&draft.name, &format!("{TABLE}{}", EFFICIENCIES[0]));
        return Err(friction_table::missing(document, at, &column));
    };
    let of = |(place, ((opposing, aiding), gains)): (usize, ((&f64, &f64), &[f64; 2]))| {
        let efficiencies = [1.0 / (1.0 + gains[0]), 1.0 - gains[1]];
        bearings::divided([*opposing, *aiding], efficiencies)
            .map_err(|problem| document.error(entry, format!("has {aiding} N.m as number {place}, which {problem}")))
    };
    (1..).zip(opposing.iter().zip(&aiding).zip(gains)).map(of).collect()
}

fn entry_of<'a>(document: &'a Document, draft: &Draft<'a>, column: &str) -> Option<&'a Entry> {
    draft.entry_or_start(document, &format!("{TABLE}{column}"))
}

/// A column that a table cannot do without.
fn needed<'a>(
    document: &'a Document,
    draft: &Draft<'a>,
    first: &Entry,
    (column, value): (&str, RealValue),
) -> Result<Column<'a>, ConfigurationError> {
    let Some(entry) = entry_of(document, draft, column) else {
        return Err(friction_table::missing(document, first, &full_name(&draft.name, &format!("{TABLE}{column}"))));
    };
    friction_table::numbers(document, entry, value).map(|numbers| (entry, numbers))
}

/// 1/η_opp − 1 and 1 − η_aid of each point, if the table has them.
fn gains(
    model: &Model,
    document: &Document,
    (index, draft): (usize, &Draft<'_>),
    velocity: &Column<'_>,
) -> Result<Option<Vec<[f64; 2]>>, ConfigurationError> {
    if let Some(entry) = entry_of(document, draft, COEFFICIENT) {
        let Some(flanks) = flanks::of(model, document, (index, draft))? else {
            let problem = "is a coefficient of friction between flanks whose angles are missing; without them the table has efficiencies";
            return Err(document.error(entry, problem));
        };
        let column = (entry, friction_table::numbers(document, entry, ranged(unit::RATIO, 0.0, f64::INFINITY))?);
        friction_table::check_length(document, velocity, &column)?;
        let of = |coefficient: &f64| {
            let efficiencies = flanks.efficiencies(*coefficient);
            efficiencies
                .map(friction_table::gains)
                .map_err(|problem| document.error(entry, format!("has {coefficient}, which {problem}")))
        };
        return column.1.iter().map(of).collect::<Result<Vec<_>, _>>().map(Some);
    }
    let Some(first) = EFFICIENCIES.iter().find_map(|column| entry_of(document, draft, column)) else { return Ok(None) };
    let at_most_1 = |least: f64| ranged(unit::RATIO, least, 1.0);
    let opposing = RealValue { exclusive_min: true, ..at_most_1(0.0) };
    let opposing = needed(document, draft, first, (EFFICIENCIES[0], opposing))?;
    let aiding = needed(document, draft, first, (EFFICIENCIES[1], at_most_1(f64::NEG_INFINITY)))?;
    friction_table::check_length(document, velocity, &opposing)?;
    friction_table::check_length(document, velocity, &aiding)?;
    Ok(Some(opposing.1.iter().zip(&aiding.1).map(|(o, a)| friction_table::gains([*o, *a])).collect()))
}

fn ranged(quantity: Quantity, min: f64, max: f64) -> RealValue {
    RealValue { quantity, start: 0.0, min, max, exclusive_min: false, nominal: None }
}
