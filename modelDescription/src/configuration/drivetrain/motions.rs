//! Bodies whose motion is prescribed: what else may not say how they move.

use super::super::ConfigurationError;
use super::super::document::{Document, Entry};
use super::draft::Draft;
use super::ties::Ties;
use super::{flanks, gear_table, is_body, starts};
use crate::declaration::{Element, Model};
use crate::elements::{ElementKind, Prescribes};

/// The element that prescribes the motion of a body, by gears as well, and what of it.
pub fn of(elements: &[Element], ties: &Ties, body: usize) -> Option<(usize, Prescribes)> {
    elements.iter().enumerate().find_map(|(index, element)| {
        let prescribes = element.kind.prescribes()?;
        let on = element.second?;
        (ties.root[on] == ties.root[body]).then_some((index, prescribes))
    })
}

/// One motion for all that gears tie, and no one-way clutch where motions are prescribed on both sides.
pub fn check_ends(
    document: &Document,
    drafts: &[Draft<'_>],
    elements: &[Element],
    ties: &Ties,
) -> Result<(), ConfigurationError> {
    for (index, element) in elements.iter().enumerate() {
        let (Some(on), at) = (element.second, index.saturating_sub(1)) else { continue };
        if element.kind.prescribes().is_some()
            && let Some((other, _)) = of(elements, ties, on).filter(|(other, _)| *other != index)
        {
            let other = &drafts[other - 1];
            let line = document.position(&other.table()).unwrap_or(other.at.position).line;
            let problem = format!(
                "the motion of {} is given by [{}] in line {line} already; of one body, or of bodies that gears tie, one motion is given",
                elements[on].name,
                other.table()
            );
            return Err(document.error(drafts[at].at, problem));
        }
        let is_freewheel = matches!(element.kind, ElementKind::Freewheel | ElementKind::LinearFreewheel);
        let is_given = |body: usize| of(elements, ties, body).is_some();
        if is_freewheel && is_given(on) && element.first.is_none_or(is_given) {
            let problem = "the motions on both of its sides are given, which leaves a one-way clutch nothing to do";
            return Err(document.error(drafts[at].at, problem));
        }
    }
    Ok(())
}

/// Starts, stops and self-locking gears that would contradict prescribed motions.
pub fn check(model: &Model, document: &Document, drafts: &[Draft<'_>], ties: &Ties) -> Result<(), ConfigurationError> {
    for (index, element) in model.elements.iter().enumerate() {
        if is_body(element.kind)
            && let Some((motion, prescribes)) = of(&model.elements, ties, index)
        {
            check_body(document, &drafts[index - 1], (&model.elements[motion].name, prescribes))?;
        }
        if matches!(element.kind, ElementKind::Gear | ElementKind::Screw) {
            check_gear(model, document, drafts, ties, index)?;
        }
    }
    Ok(())
}

fn check_body(
    document: &Document,
    draft: &Draft<'_>,
    (motion, prescribes): (&str, Prescribes),
) -> Result<(), ConfigurationError> {
    let given = |key: &str| draft.entry_or_start(document, key);
    let refuse = |entry: &Entry, problem: String| Err(document.error(entry, problem));
    if let Some(entry) = given("travel.lower").or(given("travel.upper")) {
        return refuse(
            entry,
            format!("[motion.{motion}] gives the motion of this body, whatever its torque: it has no stops"),
        );
    }
    let keys: &[&str] = match prescribes {
        Prescribes::Position => &["position_start", "velocity_start"],
        Prescribes::Velocity => &["velocity_start"],
        Prescribes::Acceleration => &[],
    };
    let start = keys.iter().find_map(|key| given(key).map(|entry| (*key, entry)));
    let Some((key, entry)) = start else { return Ok(()) };
    let input = key.trim_end_matches("_start");
    refuse(entry, format!("follows from [motion.{motion}]: give the start of its input {motion}.{input}"))
}

/// A gear that locks itself cannot be driven by its second body, however large the torque.
fn check_gear(
    model: &Model,
    document: &Document,
    drafts: &[Draft<'_>],
    ties: &Ties,
    index: usize,
) -> Result<(), ConfigurationError> {
    let gear = &model.elements[index];
    let (Some(first), Some(second)) = (gear.first, gear.second) else { return Ok(()) };
    let Some((motion, _)) = of(&model.elements, ties, first) else { return Ok(()) };
    let on = model.elements[motion].second.unwrap_or_default();
    // The body that is reached from that of the motion through this gear: the way from the root to the other one does not pass it.
    let passes = |body: usize| ties.way[body].iter().any(|(gear, _)| *gear == index);
    let is_driven_backwards = if passes(on) { passes(second) } else { passes(first) };
    let over_speed = gear_table::least_aiding(model, gear);
    let efficiency = over_speed.unwrap_or_else(|| starts::start_of(model, index, "efficiency_aiding"));
    if !is_driven_backwards || efficiency > 0.0 {
        return Ok(());
    }
    let draft = &drafts[index - 1];
    let (entry, must) = match (draft.entry("efficiency_aiding"), draft.entry(flanks::COEFFICIENT)) {
        (None, Some(coefficient)) => {
            (coefficient, format!("makes efficiency_aiding {efficiency:.4}, which must be greater than 0"))
        }
        (given, _) => (given.unwrap_or(draft.at), "must be greater than 0".to_owned()),
    };
    let problem = format!(
        "{must}, as [motion.{}] drives this gear from its second side: one that locks itself takes no motion there",
        model.elements[motion].name
    );
    Err(document.error(entry, problem))
}
