//! The keys of screws and worm gears that give their efficiencies by the geometry of their flanks: see [`super::super::flanks`].

use std::f64::consts::PI;

use super::super::document::{Document, Entry};
use super::super::flanks::{Flanks, angle};
use super::super::{ConfigurationError, start};
use super::draft::Draft;
use super::{full_name, starts};
use crate::declaration::{Model, unit};

const LEAD_ANGLE: &str = "lead_angle";
const PITCH_DIAMETER: &str = "pitch_diameter";
/// The coefficient of friction between the flanks.
pub const COEFFICIENT: &str = "friction.coefficient";
/// The same over speed.
const COEFFICIENTS: &str = "friction.table.coefficient";
const OPPOSING: &str = "efficiency_opposing";
const AIDING: &str = "efficiency_aiding";

/// The keys of a table that stand in the place of its efficiencies.
struct Keys {
    lead_angle: &'static [&'static str],
    flank_angle: &'static str,
    /// All of them, as a clause.
    words: &'static str,
}

const OF_SCREWS: Keys = Keys {
    lead_angle: &[LEAD_ANGLE, PITCH_DIAMETER],
    flank_angle: "thread_angle",
    words: "lead_angle or pitch_diameter, thread_angle and friction.coefficient",
};

const OF_GEARS: Keys = Keys {
    lead_angle: &[LEAD_ANGLE],
    flank_angle: "pressure_angle",
    words: "lead_angle, pressure_angle and friction.coefficient",
};

impl Keys {
    fn of(table: &str) -> Option<&'static Self> {
        match table {
            "screw" => Some(&OF_SCREWS),
            "gear" => Some(&OF_GEARS),
            _ => None,
        }
    }

    fn has(&self, key: &str) -> bool {
        self.lead_angle.contains(&key) || [self.flank_angle, COEFFICIENT].contains(&key)
    }
}

/// Whether a key of a table is no variable, but one of those that give its efficiencies.
pub fn is_key(table: &str, key: &str) -> bool {
    Keys::of(table).is_some_and(|keys| keys.has(key))
}

/// Refuses keys of the other kind of element, keys in `[start]`, both ways at once, and one way in part.
pub fn check(document: &Document, draft: &Draft<'_>) -> Result<(), ConfigurationError> {
    let Some(keys) = Keys::of(draft.table) else { return Ok(()) };
    check_places(document, draft, keys)?;
    let Some((_, first)) = draft.entries.iter().find(|(key, _)| keys.has(key)) else { return Ok(()) };
    let columns = [OPPOSING, AIDING].map(|key| format!("friction.table.{key}"));
    let efficiencies = [OPPOSING, AIDING].into_iter().chain(columns.iter().map(String::as_str));
    if let Some(entry) = efficiencies.into_iter().find_map(|key| draft.entry_or_start(document, key)) {
        let problem = format!("follows from {}; give either the efficiencies or {}, not both", told(first), keys.words);
        return Err(document.error(entry, problem));
    }
    check_complete(document, draft, keys, first)
}

fn check_places(document: &Document, draft: &Draft<'_>, keys: &Keys) -> Result<(), ConfigurationError> {
    let is_of_any = |key: &str| [&OF_SCREWS, &OF_GEARS].iter().any(|keys| keys.has(key));
    if let Some((_, entry)) = draft.entries.iter().find(|(key, _)| is_of_any(key) && !keys.has(key)) {
        let problem =
            format!("is no key of a [{}.*]; in the place of its efficiencies it takes {}", draft.table, keys.words);
        return Err(document.error(entry, problem));
    }
    let in_start = document.entries.iter().find(|entry| {
        let variable = entry.key.strip_prefix("start.").and_then(|name| name.strip_prefix(&draft.name));
        variable.and_then(|rest| rest.strip_prefix('.')).is_some_and(is_of_any)
    });
    match in_start {
        Some(entry) => {
            let problem = format!("is no variable, but gives the efficiencies; it stands in [{}]", draft.table());
            Err(document.error(entry, problem))
        }
        None => Ok(()),
    }
}

/// The lead angle by one key, the angle of the flanks and the coefficient.
fn check_complete(
    document: &Document,
    draft: &Draft<'_>,
    keys: &Keys,
    first: &Entry,
) -> Result<(), ConfigurationError> {
    if let (Some(angle), Some(diameter)) = (draft.entry(LEAD_ANGLE), draft.entry(PITCH_DIAMETER)) {
        let problem = format!("gives the lead angle a second time, after {}; give one of the two", told(angle));
        return Err(document.error(diameter, problem));
    }
    if let (Some(one), Some(column)) = (draft.entry(COEFFICIENT), draft.entry_or_start(document, COEFFICIENTS)) {
        let problem =
            format!("gives the coefficient of friction a second time, after {}; give one of the two", told(one));
        return Err(document.error(column, problem));
    }
    let is_missing = |keys: &[&str]| keys.iter().all(|key| draft.entry_or_start(document, key).is_none());
    let needed = [keys.lead_angle, &[keys.flank_angle], &[COEFFICIENT, COEFFICIENTS]];
    if let Some(missing) = needed.into_iter().find(|keys| is_missing(keys)) {
        let problem = format!(
            "the key {} is missing beside it; {} together take the place of the efficiencies",
            missing.iter().map(|key| format!("{key:?}")).collect::<Vec<_>>().join(" or "),
            keys.words
        );
        return Err(document.error(first, problem));
    }
    match draft.entry(PITCH_DIAMETER) {
        Some(entry) if draft.entry_or_start(document, "lead").is_none() => {
            let problem = "the key \"lead\" is missing beside it; the lead angle follows from both";
            Err(document.error(entry, problem))
        }
        Some(_) | None => Ok(()),
    }
}

/// Gives a screw or gear, by its index among the elements, the efficiencies of its flanks; its lead has its value by then.
pub fn apply(
    model: &mut Model,
    document: &Document,
    (index, draft): (usize, &Draft<'_>),
) -> Result<(), ConfigurationError> {
    let Some(friction) = draft.entry(COEFFICIENT) else { return Ok(()) };
    let Some(flanks) = of(model, document, (index, draft))? else { return Ok(()) };
    let coefficient = start::real(unit::RATIO, document, friction)?;
    if coefficient < 0.0 {
        return Err(document.error(friction, "must be at least 0"));
    }
    let efficiencies = flanks.efficiencies(coefficient).map_err(|problem| document.error(friction, problem))?;
    for (key, value) in [OPPOSING, AIDING].into_iter().zip(efficiencies) {
        let name = full_name(&draft.name, key);
        model.variables.iter_mut().filter(|known| known.name == name).for_each(|known| known.start_at(value));
    }
    Ok(())
}

/// The flanks of a screw or gear, by its index among the elements, if its table tells them.
pub fn of(
    model: &Model,
    document: &Document,
    (index, draft): (usize, &Draft<'_>),
) -> Result<Option<Flanks>, ConfigurationError> {
    let Some(keys) = Keys::of(draft.table) else { return Ok(None) };
    let lead = keys.lead_angle.iter().find_map(|key| Some((*key, draft.entry(key)?)));
    let (Some(lead), Some(flank)) = (lead, draft.entry(keys.flank_angle)) else { return Ok(None) };
    let tan_lead = tan_lead(model, document, index, lead)?;
    Ok(Some(Flanks { tan_lead, cos_flank: angle(document, flank, true)?.cos() }))
}

/// The tangent of the lead angle, which one of two keys gives.
fn tan_lead(
    model: &Model,
    document: &Document,
    screw: usize,
    (key, entry): (&str, &Entry),
) -> Result<f64, ConfigurationError> {
    if key != PITCH_DIAMETER {
        return angle(document, entry, false).map(f64::tan);
    }
    let diameter = start::real(unit::LENGTH, document, entry)?;
    if diameter <= 0.0 {
        return Err(document.error(entry, "must be greater than 0 m"));
    }
    let lead = starts::start_of(model, screw, "lead");
    let tangent = lead.abs() / (PI * diameter);
    if tangent > 0.0 && tangent.is_finite() {
        return Ok(tangent);
    }
    Err(document.error(entry, format!("gives no lead angle between 0 and 90 deg with the lead of {lead} m")))
}

/// An entry as another message names it.
fn told(entry: &Entry) -> String {
    format!("{} = {} in line {}", entry.key, entry.source, entry.position.line)
}
