//! From one communication point to the next: take a step, find the first event, change the mode, go on.

use super::radau::Accuracy;
use super::taylor::{Workspace, WorkspaceOf};
use super::work::{Bounds, BridgeLimits, Limits, Work};
use super::{Beginning, Input, Statistics, System, Vector, count, implicit};

/// A guard whose surface has just been left, so that its leading coefficients are known to be zero or positive.
///
/// Rounding may give them a wrong sign, which would look like an immediate return: negative ones are taken as zero.
/// This is how the direction chosen at an event is carried through it, and why there is no chattering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepartedGuard {
    guard: u8,
    known: u8,
}

impl DepartedGuard {
    /// A guard, with so many leading coefficients that are known.
    pub const fn new(guard: usize, known: usize) -> Self {
        Self { guard: guard as u8, known: known as u8 }
    }

    /// Which guard.
    #[inline]
    pub fn guard(self) -> usize {
        usize::from(self.guard)
    }

    /// How many leading coefficients are known.
    #[inline]
    pub fn known(self) -> usize {
        usize::from(self.known)
    }

    /// The guard, if it is known to start on its surface or above.
    #[inline]
    pub fn surface(self) -> Option<usize> {
        (self.known > 0).then_some(self.guard())
    }
}

/// What a change of the mode did. An event `E` is what is reported to the user; a change without one is a kink of some element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transition<E> {
    /// The guard of the new mode that starts on its surface.
    pub departed: Option<DepartedGuard>,
    /// The event, if it was one.
    pub event: Option<E>,
}

/// Where an instance stands between two calls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cursor<X, M> {
    /// Continuous states.
    pub state: X,
    /// Branch of the equations.
    pub mode: M,
    /// The guard whose surface the last event has left, if nothing moved since.
    pub departed: Option<DepartedGuard>,
    /// Step that error control proposes for the next nonlinear step [s]; 0 where it has no memory.
    pub proposed_step: f64,
    /// Internal steps of the same length.
    pub repeated: RepeatedLength,
}

/// Where an instance of a system stands.
pub type CursorOf<S> = Cursor<<S as System>::State, <S as System>::Mode>;

impl<X, M> Cursor<X, M> {
    /// At the start, with nothing behind it.
    pub fn new(state: X, mode: M) -> Self {
        Self { state, mode, departed: None, proposed_step: 0.0, repeated: RepeatedLength::default() }
    }
}

/// Steps of one length, but for rounding, one after the other.
///
/// Part of the state, so that an instance that is restored goes on with the same bits.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RepeatedLength {
    /// Their length [s].
    pub length: f64,
    /// Number of those with the same linear mode, as far as it matters.
    pub steps: u32,
}

/// What it costs to prepare the closed form of a linear mode for a length, in expansions: as many steps of the length must
/// have been seen.
const PREPARATION: u32 = 2;
/// So many times as many steps of one length have paid for the next preparation: after them a new linear mode is prepared for at
/// once.
const ESTABLISHED: u32 = 4;

/// Steps are of one length if they differ by this share at most: differences of communication points do.
const SAME_LENGTH: f64 = 1e-9;

impl RepeatedLength {
    fn is_length(&self, length: f64) -> bool {
        (self.length - length).abs() <= SAME_LENGTH * self.length
    }

    /// The repeated length, if `length` is that but for rounding and a preparation that costs so many expansions pays.
    #[inline]
    pub(crate) fn prepared_length(&self, length: f64, preparation: u32) -> Option<f64> {
        (self.steps >= preparation && self.is_length(length)).then_some(self.length)
    }

    /// One more step, with the same linear mode at its end as at its start.
    #[inline]
    pub(crate) fn count(&mut self, length: f64, preparation: u32) {
        *self = if self.is_length(length) {
            Self { steps: self.steps.saturating_add(1).min(ESTABLISHED * preparation), ..*self }
        } else {
            Self { length, steps: 1 }
        };
    }

    /// The linear mode is another now.
    pub(crate) fn begin_anew(&mut self, length: f64, preparation: u32) {
        let is_established = self.steps >= ESTABLISHED * preparation && self.is_length(length);
        *self = if is_established { Self { steps: preparation, ..*self } } else { Self::default() };
    }
}

/// A stretch of time that lies ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval<U> {
    /// Its start [s].
    pub time: f64,
    /// Its length [s].
    pub length: f64,
    /// The inputs over it.
    pub input: Input<U>,
}

impl<U: Vector> Interval<U> {
    /// The part of it from `elapsed` on, as long as given.
    fn part(&self, elapsed: f64, length: f64) -> Self {
        Self { time: self.time + elapsed, length, input: self.input.after(elapsed) }
    }
}

/// A step that is longer by rounding only is not split.
const ROUNDING: f64 = 1e-9;

/// Advances over an interval and lands on its end exactly. Returns whether it did: not where the state is not finite any more,
/// nor where it costs more than [`Limits`] allow, nor where the system ends it at an event.
#[inline(always)]
pub fn advance<S: System>(
    system: &mut S,
    cursor: &mut CursorOf<S>,
    ahead: &Interval<S::Inputs>,
    limits: &Limits,
    statistics: &mut Statistics,
) -> bool {
    if ahead.length <= limits.max_step_size * (1.0 + ROUNDING) {
        return internal_step(system, cursor, ahead, limits, &mut Limits::budget(1.0), statistics);
    }
    let count = libm::ceil(ahead.length / limits.max_step_size * (1.0 - ROUNDING));
    // All of exactly one length, so that they count as repeated.
    let length = ahead.length / count;
    let mut budget = Limits::budget(count);
    let mut number = 0.0;
    while number < count {
        if !internal_step(system, cursor, &ahead.part(length * number, length), limits, &mut budget, statistics) {
            return false;
        }
        number += 1.0;
    }
    true
}

/// Whether all values are finite. A state that is not stays so: going on would only cost time, as every search for an event
/// fails.
#[inline]
fn are_finite<X: Vector>(values: &X) -> bool {
    // Zero times what is not finite is no number, and so is each sum with it.
    values.as_ref().iter().fold(0.0, |sum, value| sum + 0.0 * value) == 0.0
}

/// What one step of an integrator came to.
pub(super) struct Progress {
    /// How far it went [s].
    pub length: f64,
    /// The guard that ended it.
    pub guard: Option<usize>,
    /// What it has cost: expansions, or steps of the implicit integrator.
    pub tries: u32,
    /// How well it is known.
    pub quality: Quality,
}

impl Progress {
    /// Of what the work did not suffice for.
    pub(super) fn nowhere(tries: u32) -> Self {
        Self { length: 0.0, guard: None, tries, quality: Quality::Accurate }
    }
}

/// How well a step is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quality {
    /// Within the tolerance.
    Accurate,
    /// Within the coarse one, as the work does not suffice for a shorter step.
    Coarse,
    /// Not at all: it has not been taken, and is to be bridged.
    Unknown,
}

/// One internal step, within a budget of tries. Returns whether it came to its end with a state
/// that is finite: not where the system ends it at an event. That is asked of the local copy of the state: the stored one was written in small pieces, and a processor
/// waits where a wide load follows small stores.
#[inline(never)]
fn internal_step<S: System>(
    system: &mut S,
    cursor: &mut CursorOf<S>,
    ahead: &Interval<S::Inputs>,
    limits: &Limits,
    budget: &mut f64,
    statistics: &mut Statistics,
) -> bool {
    *budget -= 1.0;
    count(&mut statistics.internal_steps, 1);
    let Interval { length: step, input, .. } = ahead;
    let repeated = if S::PREPARES { cursor.repeated.prepared_length(*step, PREPARATION) } else { None };
    if let Some(state) = system.closed_form_step(&cursor.mode, &cursor.state, input, *step, repeated, statistics) {
        cursor.state = state;
        cursor.departed = None;
        if repeated.is_some() {
            cursor.repeated.count(*step, PREPARATION);
        }
        return are_finite(&state) && *budget >= 0.0;
    }
    let has_ended = located_step(system, cursor, ahead, limits, budget, statistics);
    has_ended && are_finite(&cursor.state) && *budget >= 0.0
}

/// Smallest fraction of an internal step that is taken: in a shorter time rounding is larger than any motion, and could
/// turn a gentle breakaway back.
pub(super) const SMALLEST_FRACTION: f64 = 4e-12;

/// Tries that a step of such a length counts for at least.
pub(crate) const TRIES_FOR_NOTHING: u32 = 100;

/// An internal step in which events are located. Returns whether it came to its end, which it does not where the system ends
/// it at an event, where the state is not finite and where the budget is spent. Never inlined: its series need 10 KB of
/// stack, and a step in closed form that prepares such a frame as well takes 10 % longer.
#[inline(never)]
fn located_step<S: System>(
    system: &mut S,
    cursor: &mut CursorOf<S>,
    ahead: &Interval<S::Inputs>,
    limits: &Limits,
    budget: &mut f64,
    statistics: &mut Statistics,
) -> bool {
    let Interval { time, length: step, input } = *ahead;
    let (mut elapsed, mut events, mut transitions) = (0.0, 0, 0);
    let bounds = limits.bounds(system.real_time_limit());
    let (mut same_linear_mode, mut expansions) = (true, Expansions::new(&bounds));
    let work = Work::new(&bounds);
    let mut workspace = Workspace::new(&work);
    let bridging = Bridging { limits: bounds.bridge, whole: step };
    count(&mut statistics.located_steps, 1);
    while elapsed < step {
        let here = if elapsed == 0.0 { input } else { input.after(elapsed) };
        let remaining = step - elapsed;
        // After an event often nothing more happens.
        if !S::PREPARES && elapsed > 0.0 && takes_closed_form(system, cursor, &here, remaining, statistics) {
            break;
        }
        work.keep(bridging.steps(remaining));
        let before = work.left();
        let progress = if system.is_linear(&cursor.mode) {
            workspace.linear_step(system, cursor, &here, remaining, statistics)
        } else {
            nonlinear_step(system, &mut workspace, cursor, &here, remaining, &mut expansions, statistics)
        };
        debug_assert!(work.is_within_bound());
        match progress.quality {
            Quality::Accurate => {}
            Quality::Coarse => {
                count(&mut statistics.bridged_intervals, 1);
                system.bridged(time + elapsed, progress.length);
            }
            Quality::Unknown => {
                let steps = bridging.go(system, cursor, &ahead.part(elapsed, progress.length), statistics);
                work.spend(steps as i32 * work.weights.bridge_step);
            }
        }
        elapsed = if progress.length == remaining { step } else { elapsed + progress.length };
        if step - elapsed <= SMALLEST_FRACTION * step {
            elapsed = step;
        }
        let made_no_progress =
            progress.guard.is_none() && progress.length <= SMALLEST_FRACTION * step && elapsed < step;
        expansions.is_at_singularity = made_no_progress && system.passes_singularities(&cursor.mode);
        if made_no_progress {
            work.spend((TRIES_FOR_NOTHING as i32 * work.weights.expansion - (before - work.left())).max(0));
        }
        *budget -= f64::from(progress.tries);
        if !are_finite(&cursor.state) || *budget < 0.0 {
            return false;
        }
        if let Some(guard) = progress.guard {
            let at = input.after(elapsed);
            let before = system.linear_mode(&cursor.mode);
            system.before_transition(&cursor.mode, &cursor.state, &at);
            let transition = system.transition(&mut cursor.mode, guard, &mut cursor.state, &at, time + elapsed);
            count(&mut statistics.mode_changes, 1);
            cursor.departed = transition.departed;
            cursor.proposed_step = 0.0;
            expansions.begin_anew();
            same_linear_mode &= before == system.linear_mode(&cursor.mode);
            events += u32::from(transition.event.is_some());
            transitions += 1;
            work.spend(work.weights.mode_change);
            if transition.event.is_some() && system.ends_at_event(time + elapsed) {
                cursor.repeated.begin_anew(step, PREPARATION);
                return false;
            }
        } else {
            cursor.departed = None;
        }
        work.keep(bridging.steps(step - elapsed));
        if events >= bounds.events || transitions >= bounds.transitions || !work.is_left() {
            if !work.is_left() {
                system.inaccurate(time + elapsed);
            }
            bridging.go(system, cursor, &ahead.part(elapsed, step - elapsed), statistics);
            return true;
        }
    }
    if same_linear_mode {
        cursor.repeated.count(step, PREPARATION);
    } else {
        cursor.repeated.begin_anew(step, PREPARATION);
    }
    true
}

/// Whether what is left of a step was taken at once.
#[inline(never)]
fn takes_closed_form<S: System>(
    system: &mut S,
    cursor: &mut CursorOf<S>,
    input: &Input<S::Inputs>,
    remaining: f64,
    statistics: &mut Statistics,
) -> bool {
    let state = system.closed_form_step(&cursor.mode, &cursor.state, input, remaining, None, statistics);
    let Some(state) = state else { return false };
    cursor.state = state;
    cursor.departed = None;
    true
}

/// Lengths of expansions that are about the same.
const ABOUT_THE_SAME: f64 = 0.75;

/// How the expansions of a nonlinear mode go on.
struct Expansions<E> {
    /// Relative tolerances of the implicit integrator, which takes over where they do not.
    tolerance: f64,
    coarse_tolerance: Option<f64>,
    /// Number of those of about the same length that a mode is given.
    patience: u32,
    /// Length of the last [s].
    length: f64,
    /// What the next is expected to be longer by, as a factor.
    growth: f64,
    /// They are tried in each internal step, also where the work did not suffice for them in the last one.
    are_tried_anew: bool,
    /// Number of those of about the same length.
    alike: u32,
    /// The last went nowhere, because of a singularity that the motion passes: it is nearer than time resolves.
    is_at_singularity: bool,
    /// What their coefficients follow from, once there is one.
    kept: Option<E>,
}

impl<E> Expansions<E> {
    fn new(bounds: &Bounds) -> Self {
        Self {
            tolerance: bounds.tolerance,
            coarse_tolerance: bounds.coarse_tolerance,
            patience: bounds.patience,
            length: 0.0,
            growth: 1.0,
            are_tried_anew: bounds.series_are_tried_anew,
            alike: 0,
            is_at_singularity: false,
            kept: None,
        }
    }

    fn begin_anew(&mut self) {
        (self.length, self.alike) = (0.0, 0);
    }

    fn count(&mut self, length: f64) {
        let (shorter, longer) = (length.min(self.length), length.max(self.length));
        self.alike += u32::from(shorter > ABOUT_THE_SAME * longer);
        self.growth = if self.length > 0.0 { (length / self.length).clamp(1.0, MOST_GROWTH) } else { FIRST_GROWTH };
        self.length = length;
    }

    /// In real time, where what is left of the work does not suffice for as many as are needed for what `remains` [s], at the cost of the last and at
    /// lengths that go on growing as they did, there are no more of them: longer steps with an error are better. The last of them is begun while
    /// anything is left.
    fn stop_if_too_short(&mut self, remains: f64, cost: i32, left: i32) {
        if self.coarse_tolerance.is_none() {
            return;
        }
        let (mut ahead, mut length, mut left) = (remains, self.length, left);
        while ahead > 0.0 && left > 0 {
            length *= self.growth;
            ahead -= length;
            left -= cost;
        }
        if ahead > 0.0 {
            self.alike = self.patience;
        }
    }
}

/// What the lengths of a motion that begins at rest grow by at least under a Stribeck effect.
const FIRST_GROWTH: f64 = 1.25;
/// What they are trusted to go on growing by.
const MOST_GROWTH: f64 = 2.0;

/// One step of a nonlinear mode: by its Taylor series, which is exact but for rounding; by the implicit integrator where it
/// has none or where it is stiff. Error control remembers that, so it is found out once.
fn nonlinear_step<S: System>(
    system: &S,
    workspace: &mut WorkspaceOf<'_, S>,
    cursor: &mut CursorOf<S>,
    input: &Input<S::Inputs>,
    remaining: f64,
    expansions: &mut Expansions<S::Expansion>,
    statistics: &mut Statistics,
) -> Progress {
    let mut in_vain = 0;
    let beginning = match expansions.is_at_singularity {
        true => Beginning::Singular,
        false => system.beginning(&cursor.mode, &cursor.state, remaining),
    };
    if beginning == Beginning::Analytic && cursor.proposed_step == 0.0 && expansions.alike < expansions.patience {
        let before = workspace.work.left();
        let expansion = expansions.kept.get_or_insert_default();
        match workspace.nonlinear_step(system, cursor, input, remaining, expansion, statistics) {
            Ok(progress) => {
                expansions.count(progress.length);
                let left = workspace.work.left();
                expansions.stop_if_too_short(remaining - progress.length, before - left, left);
                return progress;
            }
            Err(tries) => in_vain = tries,
        }
        if !workspace.work.is_left() {
            return Progress::nowhere(in_vain);
        }
    }
    let is_singular = beginning == Beginning::Singular;
    let floor = if is_singular { SINGULAR_FLOOR } else { 1.0 };
    let progress = implicit::step(
        system,
        cursor,
        input,
        remaining,
        Accuracy {
            tolerance: expansions.tolerance,
            coarse: expansions.coarse_tolerance.map(|coarse| coarse / expansions.tolerance),
            floor,
        },
        workspace.work,
        statistics,
    );
    // What the work did not suffice for at the end of this internal step it may suffice for in the next one.
    let may_suffice = expansions.are_tried_anew && progress.quality == Quality::Coarse && progress.length == remaining;
    let may_have_series = beginning != Beginning::Analytic || may_suffice;
    if may_have_series && system.beginning(&cursor.mode, &cursor.state, remaining) == Beginning::Analytic {
        cursor.proposed_step = 0.0;
    }
    Progress { tries: progress.tries + in_vain, ..progress }
}

/// Share of their scales below which errors of the states do not matter close to a singularity: what is small there, and
/// wrong, grows.
const SINGULAR_FLOOR: f64 = 1e-6;

/// How parts of an internal step are taken that have too many events, or that the work does not suffice for.
struct Bridging {
    limits: BridgeLimits,
    /// Length of the internal step [s].
    whole: f64,
}

impl Bridging {
    /// Number of them over a part of that length.
    fn steps(&self, duration: f64) -> u32 {
        let least = if duration > 0.0 { 1.0 } else { 0.0 };
        libm::ceil(f64::from(self.limits.steps) * (duration / self.whole) * (1.0 - ROUNDING)).max(least) as u32
    }

    /// Takes one of them by set-valued implicit steps, so that the work is bounded; returns their number.
    fn go<S: System>(
        &self,
        system: &mut S,
        cursor: &mut CursorOf<S>,
        ahead: &Interval<S::Inputs>,
        statistics: &mut Statistics,
    ) -> u32 {
        let Interval { time, length: duration, input } = *ahead;
        if duration <= 0.0 {
            return 0;
        }
        count(&mut statistics.bridged_intervals, 1);
        let steps = self.steps(duration);
        let length = duration / f64::from(steps);
        for number in 1..=steps {
            let elapsed = if number == steps { duration } else { f64::from(number) * length };
            let input = input.after(elapsed);
            system.implicit_step(&mut cursor.mode, &mut cursor.state, &input, length, self.limits.evaluations);
        }
        system.end_bridge(&mut cursor.mode, &mut cursor.state, &input.after(duration));
        cursor.departed = None;
        system.bridged(time, duration);
        steps
    }
}
