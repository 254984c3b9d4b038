//! Items of a saved state that are not plain numbers.

use crate::friction::MOST_TABLE_POINTS;
use crate::plants::{BodyMode, Rest};
use crate::solver::{Cursor, DepartedGuard, Vector};

use super::super::StateVisitor;
use super::model::{Elements, Mode};

/// Visits a small signed item.
pub(in crate::actuator) fn visit_small(item: &mut i8, visitor: &mut dyn StateVisitor) {
    let mut value = i32::from(*item);
    visitor.integer(&mut value);
    *item = value.clamp(-1, 1) as i8;
}

/// Visits a flag.
pub(in crate::actuator) fn visit_flag(item: &mut bool, visitor: &mut dyn StateVisitor) {
    let mut value = i32::from(*item);
    visitor.integer(&mut value);
    *item = value != 0;
}

/// Visits where an instance stands.
pub(super) fn visit_cursor<X: Vector, E: Elements>(cursor: &mut Cursor<X, Mode<E>>, visitor: &mut dyn StateVisitor) {
    let Cursor { state, mode, departed, proposed_step, repeated } = cursor;
    state.as_mut().iter_mut().for_each(|value| visitor.real(value));
    visitor.real(proposed_step);
    visitor.real(&mut repeated.length);
    visit_body(&mut mode.body, visitor);
    mode.elements.visit(visitor);
    visit_departed(departed, visitor);
    visit_count(&mut repeated.steps, visitor);
}

/// Visits a count.
fn visit_count(item: &mut u32, visitor: &mut dyn StateVisitor) {
    let mut value = *item as i32;
    visitor.integer(&mut value);
    *item = value.max(0) as u32;
}

fn visit_departed(item: &mut Option<DepartedGuard>, visitor: &mut dyn StateVisitor) {
    let (mut guard, mut known) = item.map_or((-1, 0), |departed| (departed.guard() as i32, departed.known() as i32));
    visitor.integer(&mut guard);
    visitor.integer(&mut known);
    *item = (guard >= 0).then_some(DepartedGuard::new(guard as usize, known as usize));
}

/// Visits the mode of a body.
fn visit_body(mode: &mut BodyMode, visitor: &mut dyn StateVisitor) {
    let BodyMode { regime, end_stop, load_side, segment, rest } = mode;
    visit_small(regime, visitor);
    visit_small(end_stop, visitor);
    visit_small(load_side, visitor);
    let mut number = i32::from(*segment);
    visitor.integer(&mut number);
    *segment = number.clamp(0, MOST_TABLE_POINTS as i32 - 1) as u8;
    let mut number = i32::from(rest.number());
    visitor.integer(&mut number);
    *rest = Rest::from_number(number);
}
