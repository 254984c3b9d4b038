//! Losses of gears and screws over speed, as lists: Modelica's `lossTable` of a LossyGear, with one column of friction.
//!
//! ```toml
//! [gear.worm]
//! friction.table.velocity = [0, 5, 40]                     # speed of the first, ascending from 0; constant beyond the last
//! friction.table.torque = [0.6e-3, 0.5e-3, 0.9e-3]         # in the place of friction.coulomb_torque
//! friction.table.efficiency_opposing = [0.24, 0.28, 0.29]  # in the place of both efficiencies; both columns or none
//! friction.table.efficiency_aiding = [-2.8, -2.0, -1.9]
//! ```
//!
//! or, in the place of the two last, `friction.table.coefficient` beside the keys of the flanks (`super::flanks`).

use super::super::document::{Document, Entry};
use super::super::{ConfigurationError, friction_table};
use super::draft::Draft;
use super::{flanks, full_name};
use crate::declaration::{FrictionTable, Model, Quantity, RealValue, unit};
use crate::elements::ElementKind;

const TABLE: &str = "friction.table.";
const VELOCITY: &str = "velocity";
const TORQUE: &str = "torque";
const EFFICIENCIES: [&str; 2] = ["efficiency_opposing", "efficiency_aiding"];
const COEFFICIENT: &str = "coefficient";
const COLUMNS: [&str; 5] = [VELOCITY, TORQUE, EFFICIENCIES[0], EFFICIENCIES[1], COEFFICIENT];
/// What the column of the torque stands in the place of.
const COULOMB: &str = "friction.coulomb_torque";

/// Whether a name is that of a column of a gear or screw.
pub fn is_column(model: &Model, name: &str) -> bool {
    let Some((gear, column)) = name.split_once(&format!(".{TABLE}")) else { return false };
    COLUMNS.contains(&column) && model.elements.iter().any(|element| element.name == gear && is_gear(element.kind))
}

fn is_gear(kind: ElementKind) -> bool {
    matches!(kind, ElementKind::Gear | ElementKind::Screw)
}

/// The least efficiency with which the second of a gear drives the first, at any speed, if the gear has a table of it.
pub fn least_aiding(model: &Model, gear: &str) -> Option<f64> {
    let table = model.tables.iter().find(|table| table.has_load && table.element() == gear)?;
    table.points.iter().map(|[.., aiding]| 1.0 - aiding).min_by(f64::total_cmp)
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
    let torque = needed(document, draft, first, (TORQUE, ranged(unit::TORQUE, 0.0, f64::INFINITY)))?;
    friction_table::check_order(document, velocity.0, unit::ANGULAR_VELOCITY.unit.name, &velocity.1)?;
    friction_table::check_length(document, &velocity, &torque)?;
    let gains = gains(model, document, (index, draft), &velocity)?;
    let has_load = gains.is_some();
    let replaced: Vec<&str> = [COULOMB].into_iter().chain(EFFICIENCIES.into_iter().filter(|_| has_load)).collect();
    if let Some(entry) = replaced.iter().find_map(|key| draft.entry_or_start(document, key)) {
        let problem = format!("is given over speed by {} in line {} already", first.key, first.position.line);
        return Err(document.error(entry, problem));
    }
    let gains = gains.unwrap_or_else(|| vec![[0.0; 2]; velocity.1.len()]);
    let rows = velocity.1.iter().zip(&torque.1).zip(gains);
    let points = rows.map(|((speed, torque), [opposing, aiding])| [*speed, *torque, opposing, aiding]).collect();
    model.tables.push(FrictionTable { contact: format!("{}.", draft.name), has_load, points });
    for name in replaced.into_iter().map(|key| full_name(&draft.name, key)) {
        model.variables.iter_mut().filter(|known| known.name == name).for_each(|known| known.is_hidden = true);
    }
    Ok(())
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
