//! The chapter of the elements of drivetrains: what a configuration that leaves out a key has for it.

use super::{HEADER, changes, meaning, unit_and_start};
use crate::declaration::{Array, Model};
use crate::elements::{ElementKind, NO_LIMIT};
use std::collections::BTreeSet;
use std::fmt::Write;

/// What stands before the tables.
const INTRODUCTION: &str = include_str!("elements.md");

/// A table for each of these: how a configuration calls the elements, the kinds that they can be, and those of masses in the same
/// order. A table has what no earlier one of the same element has.
const TABLES: [(&str, &[ElementKind], &[ElementKind]); 10] = [
    ("`[body.*]` and `[mass.*]`", &[ElementKind::Body], &[ElementKind::Mass]),
    (
        "`[brake.*]`, `[clutch.*]` and `[freewheel.*]`",
        &[ElementKind::Contact, ElementKind::BristleContact],
        &[ElementKind::LinearContact, ElementKind::LinearBristleContact],
    ),
    ("`[freewheel.*]` besides", &[ElementKind::Freewheel], &[ElementKind::LinearFreewheel]),
    ("`[shaft.*]` and `[rod.*]`", &[ElementKind::Shaft], &[ElementKind::Rod]),
    ("`[gear.*]`", &[ElementKind::Gear], &[ElementKind::Gear]),
    ("`[screw.*]`", &[ElementKind::Screw], &[ElementKind::Screw]),
    (
        "`[gear.*]` and `[screw.*]`: bearing at the second",
        &[ElementKind::GearBearing],
        &[ElementKind::LinearGearBearing],
    ),
    (
        "`[motion.*]`",
        &[ElementKind::PositionMotion, ElementKind::VelocityMotion, ElementKind::AccelerationMotion],
        &[ElementKind::LinearPositionMotion, ElementKind::LinearVelocityMotion, ElementKind::LinearAccelerationMotion],
    ),
    ("`[hysteresis.*]`", &[ElementKind::Hysteresis], &[ElementKind::LinearHysteresis]),
    ("`[[input]]`", &[ElementKind::Load], &[ElementKind::Load]),
];

/// The chapter as Markdown.
pub(super) fn chapter() -> String {
    let mut seen = BTreeSet::new();
    let mut text = INTRODUCTION.to_owned();
    for (title, rotary, linear) in TABLES {
        if !rotary.iter().any(|kind| kind.typed_outputs() == ElementKind::Contact) {
            seen.clear();
        }
        // A string takes whatever is written to it.
        let _ = write!(text, "\n### {title}\n\n{HEADER}");
        rotary.iter().zip(linear).for_each(|(rotary, linear)| text += &rows(*rotary, *linear, &mut seen));
    }
    text
}

/// The keys of a kind that are not seen yet.
fn rows(rotary: ElementKind, linear: ElementKind, seen: &mut BTreeSet<String>) -> String {
    let (rotary, linear): (Model, Model) = (rotary.as_model(), linear.as_model());
    let pairs = rotary.arrays().into_iter().zip(linear.arrays());
    let is_key = |array: &Array<'_>| array.elements[0].has_start() && !array.elements[0].is_hidden;
    let is_new = |array: &Array<'_>, seen: &mut BTreeSet<String>| seen.insert(array.name.to_owned());
    pairs.filter(|(array, _)| is_key(array) && is_new(array, seen)).map(|(array, twin)| row(&array, &twin)).collect()
}

/// Name and unit are told of both kinds of motion where they differ.
fn row(array: &Array<'_>, twin: &Array<'_>) -> String {
    let variable = &array.elements[0];
    let both = |one: &str, other: &str| if one == other { one.to_owned() } else { format!("{one}, {other}") };
    let name = |array: &Array<'_>| {
        let indices = if array.is_array { format!("[1…{}]", array.elements.len()) } else { String::new() };
        format!("`{}{indices}`", array.name)
    };
    let ([unit, start], [twin_unit, twin_start]) = (unit_and_start(variable), unit_and_start(&twin.elements[0]));
    let is_without_limit = variable.real().is_some_and(|real| real.start.abs() == NO_LIMIT);
    let start = if is_without_limit { "none".to_owned() } else { both(&start, &twin_start) };
    let told = if variable.is_expected { "; a file without it is told so" } else { "" };
    format!(
        "| {} | {} | {} | {} | {}{told} |\n",
        both(&name(array), &name(twin)),
        both(&unit, &twin_unit),
        start,
        changes(variable),
        meaning(array),
    )
}
