//! From one communication point to the next: take a step, find the first event, change the mode, go on.

use super::explicit::{LENGTHS, Room};
use super::radau::Accuracy;
use super::{Beginning, Input, System, implicit};

/// A guard whose surface the state has just left, so that its leading coefficients are known to be zero or positive.
///
/// Rounding may give them a wrong sign, which would look like an immediate return: negative ones are taken as zero.
/// This is how the direction chosen at an event is carried through it, and why there is no chattering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grazing {
    /// Which guard.
    pub guard: usize,
    /// How many leading coefficients are known.
    pub known: usize,
}

impl Grazing {
    /// The guard, if it is known to start on its surface or above.
    #[inline]
    pub fn surface(self) -> Option<usize> {
        (self.known > 0).then_some(self.guard)
    }
}

/// What a transition reports to the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transition {
    /// The guard of the new mode that starts on its surface.
    pub grazing: Option<Grazing>,
    /// The homogeneous part of the equations is as it was.
    pub same_equations: bool,
    /// It was an event of the moving body (breakaway, stop, reversal, end stop), not a kink of some other element.
    pub counted: bool,
}

/// Where an instance stands between two calls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cursor<const N: usize, M> {
    /// Continuous states.
    pub state: [f64; N],
    /// Branch of the equations.
    pub mode: M,
    /// Direction carried through the last event, if nothing moved since.
    pub grazing: Option<Grazing>,
    /// Step that error control proposes for the next nonlinear step [s]; 0 where it has no memory.
    pub proposed_step: f64,
    /// Expansions of the same length.
    pub routine: Routine,
}

impl<const N: usize, M> Cursor<N, M> {
    /// At the start, with nothing behind it.
    pub fn new(state: [f64; N], mode: M) -> Self {
        Self { state, mode, grazing: None, proposed_step: 0.0, routine: Routine::default() }
    }
}

/// Steps of one length, but for rounding, one after the other.
///
/// Part of the state, so that an instance that is restored goes on with the same bits.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Routine {
    /// Their length [s].
    pub length: f64,
    /// Number of those with the same equations, as far as it matters.
    pub steps: u32,
}

/// As long as this takes preparing for a length and equations, in expansions.
const WORTH: u32 = 2;
/// So many steps pay for preparing twice: after them new equations are prepared for at once.
const SETTLED: u32 = 4 * WORTH;

/// Steps are of one length if they differ by this share at most: differences of communication points do.
const SAME_LENGTH: f64 = 1e-9;

impl Routine {
    fn is_of(&self, length: f64) -> bool {
        (self.length - length).abs() <= SAME_LENGTH * self.length
    }

    /// The length that preparing is worth for, if `length` is the usual one.
    #[inline]
    fn length_like(&self, length: f64) -> Option<f64> {
        (self.steps >= WORTH && self.is_of(length)).then_some(self.length)
    }

    fn continues(&mut self, length: f64) {
        *self = if self.is_of(length) {
            Self { steps: self.steps.saturating_add(1).min(SETTLED), ..*self }
        } else {
            Self { length, steps: 1 }
        };
    }

    /// The equations are others now.
    fn changes(&mut self, length: f64) {
        let is_settled = self.steps >= SETTLED && self.is_of(length);
        *self = if is_settled { Self { steps: WORTH, ..*self } } else { Self::default() };
    }
}

/// Bounds of the work in one internal step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Longest internal step [s].
    pub max_step_size: f64,
    /// Events of the moving body in one internal step, after which the rest of it is bridged.
    pub events: u32,
    /// Mode changes of any kind in one internal step.
    pub transitions: u32,
    /// Tries of either integrator in one internal step (an expansion shortens itself where the system is fast), after which
    /// the rest of it is bridged.
    pub tries: u32,
    /// Relative tolerance of nonlinear modes.
    pub tolerance: f64,
}

impl Limits {
    /// The standard bounds with the given longest internal step and tolerance.
    pub const fn new(max_step_size: f64, tolerance: f64) -> Self {
        Self { max_step_size, events: 8, transitions: 64, tries: 5_000, tolerance }
    }

    /// Tries that an advance by so many internal steps may cost: [`TRIES_PER_STEP`] each and [`TRIES_IN_RESERVE`], but
    /// [`MOST_TRIES`] in all.
    fn budget(internal_steps: f64) -> f64 {
        (TRIES_PER_STEP * internal_steps + TRIES_IN_RESERVE).min(MOST_TRIES)
    }
}

/// What an advance may cost, in tries: an expansion, with at most 30 evaluations of the equations, or a step of the implicit
/// integrator, accepted or not, with at most 25 of them and the solution of two linear systems. Either takes some
/// microseconds. An internal step in which nothing happens counts as one.
const TRIES_PER_STEP: f64 = 1e3;
/// What single internal steps may cost more than the others.
const TRIES_IN_RESERVE: f64 = 1e5;
/// What a communication step may cost, however long.
pub const MOST_TRIES: f64 = 1e7;

/// A step that is longer by rounding only is not split.
const ROUNDING: f64 = 1e-9;

/// Advances from `time` by `step` and lands on it exactly; `input` belongs to the start of the step. Returns whether it did:
/// not where the state is not finite any more, nor where it costs more than [`Limits`] allow.
pub fn advance<const N: usize, const U: usize, const G: usize, S: System<N, U, G>>(
    system: &mut S,
    cursor: &mut Cursor<N, S::Mode>,
    input: &Input<U>,
    time: f64,
    step: f64,
    limits: &Limits,
) -> bool {
    if step <= limits.max_step_size * (1.0 + ROUNDING) {
        return internal_step(system, cursor, input, time, step, (limits, &mut Limits::budget(1.0)));
    }
    let count = libm::ceil(step / limits.max_step_size * (1.0 - ROUNDING));
    // All of exactly one length: each may then be a routine.
    let part = step / count;
    let mut budget = Limits::budget(count);
    let mut number = 0.0;
    while number < count {
        let start = part * number;
        if !internal_step(system, cursor, &input.after(start), time + start, part, (limits, &mut budget)) {
            return false;
        }
        number += 1.0;
    }
    true
}

/// Whether all values are finite. A state that is not stays so: going on would only cost time, as every search for an event
/// fails.
#[inline]
fn are_finite<const N: usize>(values: &[f64; N]) -> bool {
    // Zero times what is not finite is no number, and so is each sum with it.
    values.iter().fold(0.0, |sum, value| sum + 0.0 * value) == 0.0
}

/// What one step of an integrator came to.
pub(super) struct Progress {
    /// How far it went [s].
    pub length: f64,
    /// The guard that ended it.
    pub guard: Option<usize>,
    /// What it has cost: expansions, or steps of the implicit integrator.
    pub tries: u32,
}

/// One internal step with at most `limits` events, within a budget of tries. Returns whether it came to its end with a state
/// that is finite: asked of the state in hand, because a
/// processor waits for what it has just written piece by piece and is to read again.
#[inline(never)]
fn internal_step<const N: usize, const U: usize, const G: usize, S: System<N, U, G>>(
    system: &mut S,
    cursor: &mut Cursor<N, S::Mode>,
    input: &Input<U>,
    time: f64,
    step: f64,
    (limits, budget): (&Limits, &mut f64),
) -> bool {
    *budget -= 1.0;
    let routine = if S::PREPARES { cursor.routine.length_like(step) } else { None };
    if let Some(state) = system.leap(&cursor.mode, &cursor.state, input, step, routine) {
        cursor.state = state;
        cursor.grazing = None;
        if routine.is_some() {
            cursor.routine.continues(step);
        }
        return are_finite(&state) && *budget >= 0.0;
    }
    located_step(system, cursor, input, time, step, (limits, &mut *budget));
    are_finite(&cursor.state) && *budget >= 0.0
}

/// Share of an internal step that is not taken: in so short a time rounding is larger than any motion, and could turn
/// a gentle breakaway back.
pub(super) const SLIVER: f64 = 4e-12;

/// Tries that a step of such a length counts for at least.
const TRIES_FOR_NOTHING: u32 = 100;

/// An internal step in which events are located.
fn located_step<const N: usize, const U: usize, const G: usize, S: System<N, U, G>>(
    system: &mut S,
    cursor: &mut Cursor<N, S::Mode>,
    input: &Input<U>,
    time: f64,
    step: f64,
    (limits, budget): (&Limits, &mut f64),
) {
    let (mut elapsed, mut events, mut transitions, mut tries) = (0.0, 0, 0, 0);
    let (mut same_equations, mut expansions) = (true, Expansions::new());
    let mut room = Room::new();
    while elapsed < step {
        let here = if elapsed == 0.0 { *input } else { input.after(elapsed) };
        let remaining = step - elapsed;
        // After an event often nothing more happens.
        if !S::PREPARES && elapsed > 0.0 && leaps(system, cursor, &here, remaining) {
            break;
        }
        let progress = if system.is_linear(&cursor.mode) {
            room.linear_step(system, cursor, &here, remaining)
        } else {
            nonlinear_step(system, &mut room, cursor, &here, remaining, limits.tolerance, &mut expansions)
        };
        elapsed = if progress.length == remaining { step } else { elapsed + progress.length };
        if step - elapsed <= SLIVER * step {
            elapsed = step;
        }
        let nowhere = progress.guard.is_none() && progress.length <= SLIVER * step && elapsed < step;
        tries += if nowhere { progress.tries.max(TRIES_FOR_NOTHING) } else { progress.tries };
        *budget -= f64::from(progress.tries);
        if !are_finite(&cursor.state) || *budget < 0.0 {
            return;
        }
        if let Some(guard) = progress.guard {
            let at = input.after(elapsed);
            let change = system.transition(&mut cursor.mode, guard, &mut cursor.state, &at, time + elapsed);
            cursor.grazing = change.grazing;
            cursor.proposed_step = 0.0;
            expansions.begin_anew();
            same_equations &= change.same_equations;
            events += u32::from(change.counted);
            transitions += 1;
        } else {
            cursor.grazing = None;
        }
        if events >= limits.events || transitions >= limits.transitions || tries >= limits.tries {
            if tries >= limits.tries {
                system.inaccurate(time + elapsed);
            }
            return bridge(system, cursor, &input.after(elapsed), time + elapsed, step - elapsed);
        }
    }
    if same_equations {
        cursor.routine.continues(step);
    } else {
        cursor.routine.changes(step);
    }
}

/// Whether what is left of a step was taken at once.
#[inline(never)]
fn leaps<const N: usize, const U: usize, const G: usize, S: System<N, U, G>>(
    system: &mut S,
    cursor: &mut Cursor<N, S::Mode>,
    input: &Input<U>,
    remaining: f64,
) -> bool {
    let Some(state) = system.leap(&cursor.mode, &cursor.state, input, remaining, None) else { return false };
    cursor.state = state;
    cursor.grazing = None;
    true
}

/// Expansions of about the same length, without an event between them, that a nonlinear mode is given in an internal step.
/// Where they do not suffice it is stiff. Lengths that shrink or grow by turns mean a singularity ahead or behind, which is
/// as near for any other method.
const PATIENCE: u32 = 32;
const ABOUT_THE_SAME: f64 = 0.75;

/// How the expansions of a nonlinear mode go on.
struct Expansions<E> {
    /// Length of the last [s].
    length: f64,
    /// Number of those of about the same length.
    alike: u32,
    /// What their coefficients follow from, once there is one.
    kept: Option<E>,
}

impl<E> Expansions<E> {
    fn new() -> Self {
        Self { length: 0.0, alike: 0, kept: None }
    }

    fn begin_anew(&mut self) {
        (self.length, self.alike) = (0.0, 0);
    }

    fn count(&mut self, length: f64) {
        let (shorter, longer) = (length.min(self.length), length.max(self.length));
        self.alike += u32::from(shorter > ABOUT_THE_SAME * longer);
        self.length = length;
    }
}

/// One step of a nonlinear mode: by its Taylor series, which is exact but for rounding; by the implicit integrator where it
/// has none or where it is stiff. Error control remembers that, so it is found out once.
fn nonlinear_step<const N: usize, const U: usize, const G: usize, S: System<N, U, G>>(
    system: &S,
    room: &mut Room<N, G>,
    cursor: &mut Cursor<N, S::Mode>,
    input: &Input<U>,
    remaining: f64,
    tolerance: f64,
    expansions: &mut Expansions<S::Expansion>,
) -> Progress {
    let mut in_vain = 0;
    let beginning = system.beginning(&cursor.mode, &cursor.state);
    if beginning == Beginning::Analytic && cursor.proposed_step == 0.0 && expansions.alike < PATIENCE {
        let expansion = expansions.kept.get_or_insert_default();
        if let Some(progress) = room.nonlinear_step(system, cursor, input, remaining, expansion) {
            expansions.count(progress.length);
            return progress;
        }
        in_vain = LENGTHS;
    }
    let is_singular = beginning == Beginning::Singular;
    let floor = if is_singular { SINGULAR_FLOOR } else { 1.0 };
    let progress = implicit::step(system, cursor, input, remaining, Accuracy { tolerance, floor });
    if is_singular && system.beginning(&cursor.mode, &cursor.state) == Beginning::Analytic {
        cursor.proposed_step = 0.0;
    }
    Progress { tries: progress.tries + in_vain, ..progress }
}

/// Share of their scales below which errors of the states do not matter close to a singularity: what is small there, and
/// wrong, grows.
const SINGULAR_FLOOR: f64 = 1e-6;

/// Finishes a step that has too many events: one set-valued implicit step, so that the work is bounded.
fn bridge<const N: usize, const U: usize, const G: usize, S: System<N, U, G>>(
    system: &mut S,
    cursor: &mut Cursor<N, S::Mode>,
    input: &Input<U>,
    time: f64,
    duration: f64,
) {
    if duration <= 0.0 {
        return;
    }
    system.hold(&mut cursor.mode, &mut cursor.state, &input.after(duration), duration);
    let (mut elapsed, mut room) = (0.0, Room::new());
    for _ in 0..BRIDGE_EXPANSIONS {
        let remaining = duration - elapsed;
        room.expand_linear(system, cursor, &input.after(elapsed), remaining);
        cursor.state = room.series().end();
        elapsed += room.series().length();
        if room.series().length() == remaining {
            break;
        }
    }
    system.release(&mut cursor.mode, &mut cursor.state, &input.after(duration));
    cursor.grazing = None;
    system.bridged(time, duration);
}

/// Expansions of a bridged interval; ample for what is left of an internal step.
const BRIDGE_EXPANSIONS: usize = 256;
