//! Communication steps of FMI 3.0, in which the importer has its part.

use super::actor::{Actor, ERROR, Expected, Verdict};
use super::memory::Layout;
use super::player::Player;
use super::port::End;
use super::steps::{adopt_inputs, expected_step};
use super::table::{Call, Mode};
use std::ptr::null;

impl Player<'_> {
    pub fn do_step_with_partner(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let layout = &self.layouts[actor.model];
        let step = self.step_size(actor, layout);
        let point = self.point(actor, step);
        let missing = if self.random.one_in(30) { Some(self.random.below(4)) } else { None };
        let fits = !actor.memory.beginning || self.fits_together(actor)?;
        let answered = fits && missing.is_none();
        let expected = match expected_step(actor, point, step) {
            // FMI 3.0 has no step that fails and can be discarded.
            Expected::Readable if answered => Expected::Failing,
            expected if answered => expected,
            _ => Expected::Refused,
        };
        actor.partner.expect_step(self.random.bits(), point, step);
        let mut end = End::UNTOUCHED;
        let status = actor.attempt(Call::DoStep, expected, |port| {
            // SAFETY: the handle is valid, and so are the pointers that are not null.
            unsafe { port.do_step(point, step, &mut end, missing) }
        })?;
        let has_begun = status <= 1 || has_failed(actor, expected, status);
        actor.memory.beginning &= !has_begun;
        check_visits(actor, layout, status, has_begun, &end)?;
        match status {
            0 | 1 => self.arrived(actor, point, step, &end)?,
            3 if has_begun => {
                actor.memory.mode = Mode::Error;
                adopt_inputs(actor, layout);
                check_time(actor)?;
            }
            2 => return Err("a step was discarded, although the instance is where it led".into()),
            _ => {}
        }
        Ok(status)
    }

    fn arrived(&mut self, actor: &mut Actor, point: f64, step: f64, end: &End) -> Verdict {
        check_end(actor, point, step, end)?;
        actor.memory.time = end.time;
        follow_given(actor, &self.layouts[actor.model], point, step)?;
        self.figures.steps += 1;
        self.figures.events += u64::from(end.event);
        self.figures.early += u64::from(end.early);
        self.figures.simulated += end.time - point;
        check_time(actor)?;
        self.check_outputs(actor)
    }
}

/// The step was begun and went astray, and was not refused beforehand.
fn has_failed(actor: &Actor, expected: Expected, status: i32) -> bool {
    match expected {
        Expected::Failing => status == ERROR,
        // An instance in error refuses to set even nothing.
        // SAFETY: the handle is valid; no value is set.
        Expected::Open => status == ERROR && unsafe { actor.port().set_real(null(), 0, null(), 0) } == ERROR,
        _ => false,
    }
}

/// The importer was asked before a step that is taken, and shown outputs after one that was.
fn check_visits(actor: &Actor, layout: &Layout, status: i32, has_begun: bool, end: &End) -> Verdict {
    let partner = &actor.partner;
    let step = partner.step.borrow();
    if let Some(problem) = step.problems.first() {
        return Err(problem.clone());
    }
    let asked = u32::from(partner.gives_inputs(layout.interface) && has_begun);
    let shown = u32::from(partner.listens && status <= 1);
    if (step.asked, step.shown) != (asked, shown) || (shown == 1 && step.shown_at != end.time) {
        let (times, at) = ((step.asked, step.shown), step.shown_at);
        return Err(format!("asked and shown {times:?} at {at}, where {:?} at {} is right", (asked, shown), end.time));
    }
    Ok(())
}

/// A step ends where it should, at an event, or where the importer wanted it to.
fn check_end(actor: &Actor, point: f64, step: f64, end: &End) -> Verdict {
    let (partner, last) = (&actor.partner, point + step);
    let until = partner.step.borrow().until.filter(|until| until.is_nan() || *until < last);
    let allowed = match (end.early, end.event) {
        (0, 0) => until.is_none() && end.time == last,
        (0, 1) => partner.event_mode && until.is_none() && end.time == last,
        (1, 0) => until.is_some(),
        (1, 1) => partner.event_mode && partner.early_return,
        _ => false,
    };
    // Points differ by rounding, and the end of a shortened step by another.
    let rounding = 1e-9 * last.abs().max(step);
    let from = actor.memory.time.min(point);
    let within = (from..=last).contains(&end.time);
    let in_time = until.is_none_or(|until| until.is_nan() || end.time <= until.max(from) + rounding);
    if allowed && within && in_time && end.terminate == 0 {
        return Ok(());
    }
    Err(format!("a step from {point} to {last}, wanted until {until:?}, ended as {end:?}"))
}

/// Inputs that were given are where the line led; they hold from there on. The others are as before.
fn follow_given(actor: &mut Actor, layout: &Layout, point: f64, step: f64) -> Verdict {
    let before = actor.memory.reals.clone();
    let given = actor.partner.step.borrow().given.clone();
    adopt_inputs(actor, layout);
    let share = ((actor.memory.time - point) / step).clamp(0.0, 1.0);
    // Of the times, in shares of the step.
    let rounding = 4.0 * f64::EPSILON * actor.memory.time.abs() / step;
    for &input in layout.interface.inputs {
        let (value, start) = (actor.memory.reals[input as usize], before[input as usize]);
        let end = given.iter().rev().find(|(reference, _)| *reference == input).map_or(start, |&(_, value)| value);
        let led = start + (end - start) * share;
        let size = start.abs().max(end.abs());
        let allowed = if end == start { 0.0 } else { 1e-9 * (1.0 + size) + (end - start).abs() * rounding };
        let is_there = (value - led).abs() <= allowed;
        if led.is_finite() && !is_there {
            return Err(format!("an input is at {value} after {share} of a line from {start} to {end}"));
        }
    }
    Ok(())
}

fn check_time(actor: &Actor) -> Verdict {
    let mut time = f64::NAN;
    // SAFETY: handle and pointer are valid.
    let status = unsafe { actor.port().time(&mut time) };
    if status > 1 || time.to_bits() != actor.memory.time.to_bits() {
        return Err(format!("at {time} s, status {status}, where {} is right", actor.memory.time));
    }
    Ok(())
}
