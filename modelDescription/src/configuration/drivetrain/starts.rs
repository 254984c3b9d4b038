//! Start values of bodies that gears tie, continuous states, and variables that an element does not have.

use super::super::ConfigurationError;
use super::super::document::Document;
use super::draft::Draft;
use super::ties::Ties;
use super::{full_name, is_body, motions};
use crate::declaration::{Model, Value};
use crate::elements::{ElementKind, Prescribes};
use std::f64::consts::TAU;

/// Positions may differ by this share: they were rounded when they were written.
const ROUNDING: f64 = 1e-9;

/// Gives the tied bodies the start of the first of them, and only that one continuous states.
pub fn tie(
    model: &mut Model,
    document: &Document,
    drafts: &[Draft<'_>],
    ties: &Ties,
) -> Result<(), ConfigurationError> {
    let bodies: Vec<usize> = (0..model.elements.len()).filter(|&index| is_body(model.elements[index].kind)).collect();
    for what in ["position", "velocity"] {
        let start = format!("{what}_start");
        for &index in &bodies {
            take_from_tied(model, document, drafts, ties, index, &start)?;
        }
    }
    for &index in &bodies {
        let name = model.elements[index].name.clone();
        match (ties.root[index] == index, motions::of(&model.elements, ties, index)) {
            (true, None) => {
                model.states.extend(["position", "velocity"].map(|state| full_name(&name, state)));
                check_mass(model, document, drafts, ties, index)?;
            }
            (true, Some((_, Prescribes::Acceleration))) => {
                model.states.extend(["position", "velocity"].map(|state| full_name(&name, state)));
            }
            (true, Some((_, Prescribes::Velocity))) => {
                model.states.push(full_name(&name, "position"));
                follow_velocity(model, &name);
            }
            (true, Some((_, Prescribes::Position))) | (false, _) => depend(model, &name),
        }
    }
    Ok(())
}

/// Gears, screws, shafts and rods pass something on.
pub fn check_ratios(model: &Model, document: &Document, drafts: &[Draft<'_>]) -> Result<(), ConfigurationError> {
    let ratios = [
        (ElementKind::Gear, "ratio"),
        (ElementKind::Screw, "lead"),
        (ElementKind::Shaft, "ratio"),
        (ElementKind::Rod, "ratio"),
    ];
    for (index, element) in model.elements.iter().enumerate() {
        for (_, ratio) in ratios.iter().filter(|(kind, _)| *kind == element.kind) {
            if start_of(model, index, ratio) == 0.0 {
                let draft = &drafts[index - 1];
                let given = draft.entries.iter().find(|(key, _)| key == ratio);
                return Err(document.error(given.map_or(draft.at, |(_, entry)| entry), "must not be 0"));
            }
        }
    }
    Ok(())
}

/// Bodies start within their travel, and no one-way clutch turns the wrong way.
pub fn check(model: &Model, document: &Document, drafts: &[Draft<'_>], ties: &Ties) -> Result<(), ConfigurationError> {
    let entry = |index: usize, keys: &[&str]| {
        let draft = &drafts[index - 1];
        let given = keys.iter().find_map(|key| draft.entries.iter().find(|(known, _)| known == key));
        given.map_or(draft.at, |(_, entry)| entry)
    };
    let start = |index: usize, what: &str| factor(model, &ties.way[index]) * start_of(model, ties.root[index], what);
    // What starts with the velocity that an input gives jumps to it, and takes along what it has to.
    let is_given = |index: usize| {
        let of = motions::of(&model.elements, ties, index);
        of.is_some_and(|(_, prescribes)| prescribes != Prescribes::Acceleration)
    };
    for (index, element) in model.elements.iter().enumerate() {
        if is_body(element.kind) {
            let (lower, upper) = (start_of(model, index, "travel.lower"), start_of(model, index, "travel.upper"));
            let position = start(index, "position_start");
            if lower > upper {
                let problem = format!("travel.lower {lower} must not exceed travel.upper {upper}");
                return Err(document.error(entry(index, &["travel.lower", "travel.upper"]), problem));
            }
            if !(lower..=upper).contains(&position) {
                let problem = format!("{} starts at {position}, which is outside its travel", element.name);
                let keys = ["position_start", "travel.lower", "travel.upper"];
                return Err(document.error(entry(index, &keys), problem));
            }
        }
        if let (ElementKind::Freewheel | ElementKind::LinearFreewheel, Some(first), Some(second)) =
            (element.kind, element.first, element.second)
        {
            let (before, after) = (start(first, "velocity_start"), start(second, "velocity_start"));
            if after < before && !is_given(first) && !is_given(second) {
                let problem =
                    format!("its second starts with the velocity {after}, which is less than {before} of its first");
                return Err(document.error(entry(index, &["connects"]), problem));
            }
        }
    }
    Ok(())
}

/// Where a tied body gives a start, the first one of the group has to fit to it.
fn take_from_tied(
    model: &mut Model,
    document: &Document,
    drafts: &[Draft<'_>],
    ties: &Ties,
    index: usize,
    start: &str,
) -> Result<(), ConfigurationError> {
    let root = ties.root[index];
    let given = |index: usize| drafts[index - 1].entry(start);
    let Some(entry) = given(index).filter(|_| root != index) else { return Ok(()) };
    let value = start_of(model, index, start) / factor(model, &ties.way[index]);
    let of_root = start_of(model, root, start);
    let earlier = (1..model.elements.len()).any(|other| {
        other != index
            && other < index
            && ties.root[other] == root
            && is_body(model.elements[other].kind)
            && given(other).is_some()
    });
    let is_given = given(root).is_some() || earlier;
    if is_given && (value - of_root).abs() > ROUNDING * value.abs().max(of_root.abs()) {
        let name = &model.elements[root].name;
        let problem = format!("contradicts {name}.{start}, which the gears between them make {value}, not {of_root}");
        return Err(document.error(entry, problem));
    }
    let name = full_name(&model.elements[root].name, start);
    if let Some(variable) = model.variables.iter_mut().find(|variable| variable.name == name) {
        variable.start_at(value);
    }
    Ok(())
}

/// The start of a variable of an element.
pub fn start_of(model: &Model, index: usize, variable: &str) -> f64 {
    let name = full_name(&model.elements[index].name, variable);
    model.reals().find(|(variable, _)| variable.name == name).map_or(0.0, |(_, real)| real.start)
}

/// How far a body moves where the root moves by one.
fn factor(model: &Model, way: &[(usize, bool)]) -> f64 {
    way.iter().fold(1.0, |factor, &(gear, forward)| {
        let ratio = ratio_of(model, gear);
        if forward { factor / ratio } else { factor * ratio }
    })
}

/// Velocity of the first of a gear or screw over that of its second.
pub fn ratio_of(model: &Model, gear: usize) -> f64 {
    let is_screw = model.elements[gear].kind == ElementKind::Screw;
    if is_screw { TAU / start_of(model, gear, "lead") } else { start_of(model, gear, "ratio") }
}

/// A group without inertia has no motion.
fn check_mass(
    model: &Model,
    document: &Document,
    drafts: &[Draft<'_>],
    ties: &Ties,
    root: usize,
) -> Result<(), ConfigurationError> {
    let inertia = |index: usize| {
        let name = if model.elements[index].kind == ElementKind::Mass { "mass" } else { "inertia" };
        start_of(model, index, name)
    };
    let members =
        (1..model.elements.len()).filter(|&index| is_body(model.elements[index].kind) && ties.root[index] == root);
    if members.map(inertia).sum::<f64>() > 0.0 {
        return Ok(());
    }
    let problem = "must be greater than 0 where no gear or screw ties the body to one that has inertia";
    let given = drafts[root - 1].entries.iter().find(|(key, _)| key == "inertia" || key == "mass");
    Err(document.error(given.map_or(drafts[root - 1].at, |(_, entry)| entry), problem))
}

/// A body whose velocity is prescribed has a position as its only state.
fn follow_velocity(model: &mut Model, name: &str) {
    let full = |variable: &str| full_name(name, variable);
    for variable in &mut model.variables {
        if variable.name == full("velocity") {
            variable.starts_from = None;
            variable.computed_from = vec!["*".into()];
        }
        if variable.name == full("acceleration") {
            variable.derivative_of = None;
        }
        variable.is_hidden |= variable.name == full("velocity_start");
    }
}

/// A tied body has no states and no start of its own.
fn depend(model: &mut Model, name: &str) {
    let full = |variable: &str| full_name(name, variable);
    let (computed, starts) =
        (["position", "velocity", "acceleration"].map(full), ["position_start", "velocity_start"].map(full));
    for variable in &mut model.variables {
        if computed.contains(&variable.name) {
            (variable.starts_from, variable.derivative_of) = (None, None);
            variable.computed_from = vec!["*".into()];
        }
        variable.is_hidden |= starts.contains(&variable.name);
    }
}

/// Stops and gaps that the file does not give are not shown.
pub fn hide_what_is_not_there(model: &mut Model, document: &Document, drafts: &[Draft<'_>]) {
    for draft in drafts {
        let given = |key: &str| draft.entry_or_start(document, key).is_some();
        let names: &[&str] = match draft.table {
            "body" | "mass" => &["travel.lower", "travel.upper"],
            "shaft" | "rod" => &["gap.lower", "gap.upper", "backlash"],
            _ => &[],
        };
        let plays = ["gap.lower", "gap.upper", "backlash"].into_iter().any(given);
        for variable in &mut model.variables {
            let hidden = names.iter().any(|name| variable.name == full_name(&draft.name, name) && !given(name));
            let infinite = matches!(variable.value, Value::Real(real) if real.start.abs() == f64::MAX);
            let damping = !plays
                && ["backlash_damping", "backlash_damping_number"].iter().any(|name| {
                    matches!(draft.table, "shaft" | "rod") && variable.name == full_name(&draft.name, name)
                });
            variable.is_hidden |= hidden || damping || infinite;
        }
    }
}
