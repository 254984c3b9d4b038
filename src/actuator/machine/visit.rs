//! Items of a saved state that are not plain numbers.

use crate::friction::TABLE_POINTS;
use crate::plants::BodyMode;
use crate::solver::{Cursor, Grazing};

use super::super::StateVisitor;

/// Visits a small signed item.
#[inline(never)]
pub(in crate::actuator) fn visit_small(item: &mut i8, visitor: &mut dyn StateVisitor) {
    let mut value = i32::from(*item);
    visitor.integer(&mut value);
    *item = value.clamp(-1, 1) as i8;
}

/// Visits a flag.
#[inline(never)]
pub(in crate::actuator) fn visit_flag(item: &mut bool, visitor: &mut dyn StateVisitor) {
    let mut value = i32::from(*item);
    visitor.integer(&mut value);
    *item = value != 0;
}

/// Visits where an instance stands.
pub(super) fn visit_cursor<const N: usize, M>(
    cursor: &mut Cursor<N, M>,
    visit_mode: fn(&mut M, &mut dyn StateVisitor),
    visitor: &mut dyn StateVisitor,
) {
    let Cursor { state, mode, grazing, proposed_step, routine } = cursor;
    state.iter_mut().for_each(|value| visitor.real(value));
    visitor.real(proposed_step);
    visitor.real(&mut routine.length);
    visit_mode(mode, visitor);
    visit_grazing(grazing, visitor);
    visit_count(&mut routine.steps, visitor);
}

/// Visits a count.
#[inline(never)]
fn visit_count(item: &mut u32, visitor: &mut dyn StateVisitor) {
    let mut value = *item as i32;
    visitor.integer(&mut value);
    *item = value.max(0) as u32;
}

#[inline(never)]
fn visit_grazing(grazing: &mut Option<Grazing>, visitor: &mut dyn StateVisitor) {
    let (mut guard, mut known) = grazing.map_or((-1, 0), |grazing| (grazing.guard as i32, grazing.known as i32));
    visitor.integer(&mut guard);
    visitor.integer(&mut known);
    *grazing = (guard >= 0).then_some(Grazing { guard: guard as usize, known: known as usize });
}

/// Visits the mode of a body.
#[inline(never)]
pub(in crate::actuator) fn visit_body(mode: &mut BodyMode, visitor: &mut dyn StateVisitor) {
    let BodyMode { regime, end_stop, load_side, segment, held } = mode;
    visit_small(regime, visitor);
    visit_small(end_stop, visitor);
    visit_small(load_side, visitor);
    let mut number = i32::from(*segment);
    visitor.integer(&mut number);
    *segment = number.clamp(0, TABLE_POINTS as i32 - 1) as u8;
    visit_flag(held, visitor);
}
