//! Steps of a nonlinear mode: error control, and events polished by repeating the step.

use super::advance::{CursorOf, DepartedGuard, Progress, Quality};
use super::radau::{Accuracy, Base, NODES, Step, interpolate};
use super::step_control::{MAX_TRIES, REJECTED, SHRINKAGE, UNSOLVED, factor, first_length, proposal};
use super::taylor::{First, SIMULTANEOUS, UnresolvedGuards, first_of};
use super::work::Work;
use super::{Input, Statistics, System, Vector, count};

/// Repetitions of a step that ends on an event: secant steps, which a regular event needs few of; then halvings, which
/// find one at a singularity (a jam: infinite deceleration) as well.
const MAX_SECANTS: u32 = 12;
const MAX_POLISHING: u32 = 64;

/// One step from the cursor, at most `remaining` long, up to its end or its first event.
pub(super) fn step<S: System>(
    system: &S,
    cursor: &mut CursorOf<S>,
    input: &Input<S::Inputs>,
    remaining: f64,
    accuracy: Accuracy,
    work: &Work,
    statistics: &mut Statistics,
) -> Progress {
    let mode = cursor.mode;
    count(&mut statistics.implicit_steps, 1);
    count(&mut statistics.jacobians, 1);
    let base = Base::new(system, &mode, cursor.state, *input, accuracy, work);
    let resolution = system.resolution(&mode, &cursor.state, &base.rates);
    let mut longest = remaining;
    loop {
        let schedule = Schedule { longest, resolution, remaining };
        let (length, taken) = accepted(system, &base, schedule, &mut cursor.proposed_step, statistics);
        let untaken = |length, quality| Progress { length, guard: None, tries: base.tries(), quality };
        let Some(taken) = taken else {
            if base.is_bounded() {
                return untaken(length, Quality::Unknown);
            }
            if !base.may_try() {
                return Progress::nowhere(base.tries());
            }
            // Newton fails at any length: follow the tangent for the shortest step.
            cursor.state = S::State::from_fn(|i| cursor.state[i] + base.rates[i] * length);
            return untaken(length, Quality::Accurate);
        };
        let most = schedule.polishing(&base, length, taken.error);
        let quality = |is_accurate| if is_accurate { Quality::Accurate } else { Quality::Coarse };
        let (progress, state) = match find_event(system, &base, &taken, (length, most), cursor.departed) {
            Found::Nothing => {
                let quality = quality(taken.error <= 1.0 && length <= resolution);
                (Progress { length, guard: None, tries: base.tries(), quality }, taken.end)
            }
            Found::Event { guard, length, state, is_located } => {
                let quality = quality(taken.error <= 1.0 && length <= resolution && is_located);
                (Progress { length, guard: Some(guard), tries: base.tries(), quality }, state)
            }
            Found::TooShort => {
                count(&mut statistics.rejected_steps, 1);
                longest = SHRINKAGE * length;
                continue;
            }
            Found::Unknown => {
                base.work.end();
                return Progress::nowhere(base.tries());
            }
        };
        cursor.state = state;
        return progress;
    }
}

/// What a step goes through.
enum Found<X> {
    Nothing,
    Event {
        guard: usize,
        length: f64,
        state: X,
        /// To rounding.
        is_located: bool,
    },
    /// A motion that is over within so short a part of the step that its polynomials do not show it.
    TooShort,
    /// The work does not suffice to tell.
    Unknown,
}

fn find_event<S: System>(
    system: &S,
    base: &Base<'_, S>,
    taken: &Step<S::State>,
    (length, most): (f64, u32),
    departed: Option<DepartedGuard>,
) -> Found<S::State> {
    let polynomials = guard_polynomials(system, base, taken, length);
    // What the cubics promise and the system does not keep is no event.
    let mut unresolved = UnresolvedGuards::of(S::Guards::flattened(&polynomials), S::Guards::LEN);
    loop {
        let first =
            |looks: &mut u32| first_of(S::Guards::flattened(&polynomials), S::Guards::LEN, unresolved, departed, looks);
        let (guard, theta) = match base.work.isolate(first) {
            First::Nothing => return Found::Nothing,
            First::UnknownFrom(_) => return Found::Unknown,
            First::Crossed(guard, theta) => (guard, theta),
        };
        if theta == 0.0 {
            match departure(system, base, &polynomials, guard, length) {
                Departure::Down => {
                    return Found::Event { guard, length: 0.0, state: base.state, is_located: true };
                }
                Departure::UpAndBack => return Found::TooShort,
                Departure::Up => {}
            }
        } else if let Some(located) = polish(system, base, guard, (theta * length, length, most), taken) {
            let Located { length, state, is_exact } = located;
            if !is_exact {
                return Found::Event { guard, length, state, is_located: false };
            }
            let (guard, length, state) = earliest(system, base, (guard, length, state));
            return Found::Event { guard, length, state, is_located: true };
        }
        unresolved.remove(guard);
    }
}

/// An event, or one before it: where a guard is steep, as before a jam, the cubics may have taken the order of two wrong.
/// A guard that was above its surface at the start of the step and is below it at the event was crossed on the way.
fn earliest<S: System>(system: &S, base: &Base<'_, S>, mut event: (usize, f64, S::State)) -> (usize, f64, S::State) {
    let begin = guards_at(system, base, &base.state, 0.0);
    let at_end = |(_, length, state): &(usize, f64, S::State)| guards_at(system, base, state, *length);
    let mut end = at_end(&event);
    for other in (0..S::Guards::LEN).filter(|&other| begin[other] > 0.0) {
        let (guard, length, _) = event;
        let value = end[other];
        if other == guard || value >= 0.0 || !base.may_try() {
            continue;
        }
        let Some(step) = base.step(system, length) else { continue };
        let guess = length * begin[other] / (begin[other] - value);
        if let Some(before) = polish(system, base, other, (guess, length, MAX_POLISHING), &step)
            && before.length < length * (1.0 - SIMULTANEOUS)
        {
            event = (other, before.length, before.state);
            end = at_end(&event);
        }
    }
    event
}

/// How a guard leaves its surface.
enum Departure {
    Up,
    Down,
    /// Upwards, but it is below at the end of the step.
    UpAndBack,
}

/// How a guard that is crossed at once leaves. One that starts on its surface is decided by the rates there: the slope of its
/// cubic is rounding and tolerance alone where the body starts from rest.
fn departure<S: System>(
    system: &S,
    base: &Base<'_, S>,
    polynomials: &[S::Guards; 4],
    guard: usize,
    length: f64,
) -> Departure {
    let [start, rest @ ..] = polynomials.map(|guards| guards[guard]);
    let rounding = 16.0 * f64::EPSILON * rest.iter().map(|c| c.abs()).sum::<f64>();
    let elapsed = AHEAD * length;
    let ahead = S::State::from_fn(|i| base.state[i] + elapsed * base.rates[i]);
    let ahead = guards_at(system, base, &ahead, elapsed)[guard];
    let is_back = start + rest.iter().sum::<f64>() <= 0.0;
    if start < -rounding || ahead < -rounding || (is_back && ahead <= 0.0) {
        Departure::Down
    } else if is_back {
        Departure::UpAndBack
    } else {
        Departure::Up
    }
}

/// Share of a step that is looked ahead along the rates at its start.
const AHEAD: f64 = 1e-3;

/// How long a step may be, and what it is a part of.
#[derive(Clone, Copy)]
struct Schedule {
    longest: f64,
    /// In which the error estimate overlooks nothing: see [`System::resolution`].
    resolution: f64,
    /// What remains of the internal step.
    remaining: f64,
}

impl Schedule {
    /// Repetitions that the location of an event may cost in a step of `length` with this error over the tolerance: those beyond
    /// the steps that the rest of the internal step needs, and one where the step itself is coarse.
    fn polishing<S: System>(&self, base: &Base<'_, S>, length: f64, error: f64) -> u32 {
        if !base.is_bounded() {
            return MAX_POLISHING;
        }
        let needed = libm::ceil((self.remaining - length) / length) as u32;
        if error > 1.0 { 1 } else { base.work.tries_left_beside(needed).clamp(1, MAX_POLISHING) }
    }

    /// The length from which on the work that is left suffices; 0 where it is not counted before the error.
    fn shortest<S: System>(&self, base: &Base<'_, S>) -> f64 {
        let steps = f64::from(base.work.implicit_steps_left().max(1));
        if base.is_bounded() { (self.remaining / steps).min(self.longest) } else { 0.0 }
    }
}

/// Shortens the step until its error is within the tolerance; proposes the next. Where the work does not suffice for that, the
/// shortest length for which it does is taken with an error up to the coarse tolerance; without a step where it is larger.
fn accepted<S: System>(
    system: &S,
    base: &Base<'_, S>,
    schedule: Schedule,
    proposed: &mut f64,
    statistics: &mut Statistics,
) -> (f64, Option<Step<S::State>>) {
    let longest = schedule.longest.min(schedule.resolution);
    let shortest = schedule.shortest(base);
    // Where nothing is known of the motion, a try over all that remains costs as much as two steps, and after a jump is in vain.
    let is_first = base.is_bounded() && *proposed == 0.0;
    let mut length = if is_first { shortest } else { first_length(longest, *proposed).max(shortest) };
    for _ in 0..MAX_TRIES {
        if !base.may_try() {
            break;
        }
        let is_shortest = length <= schedule.shortest(base);
        let taken = if is_shortest { base.coarse_step(system, length) } else { base.step(system, length) };
        let factor = taken.as_ref().map_or(UNSOLVED, |step| factor(step.error));
        let most = if is_shortest { base.coarse() } else { 1.0 };
        if let Some(step) = taken.filter(|step| step.error <= most) {
            *proposed = proposal(length, factor, longest, *proposed);
            return (length, Some(step));
        }
        if is_shortest {
            *proposed = length;
            break;
        }
        count(&mut statistics.rejected_steps, 1);
        length = (length * factor.min(REJECTED)).max(schedule.shortest(base));
    }
    (length, None)
}

/// Cubics through the guards at the collocation points; a guard without meaning stays away from zero.
#[inline(never)]
fn guard_polynomials<S: System>(system: &S, base: &Base<'_, S>, step: &Step<S::State>, length: f64) -> [S::Guards; 4] {
    let at = |theta: f64, state: &S::State| guards_at(system, base, state, theta * length);
    let inner = |theta: f64| evaluate(&step.polynomial, theta);
    let values =
        [at(0.0, &base.state), at(NODES[0], &inner(NODES[0])), at(NODES[1], &inner(NODES[1])), at(NODES[2], &step.end)];
    interpolate(&values)
}

/// Once in the library: it is asked for in many places.
#[inline(never)]
fn guards_at<S: System>(system: &S, base: &Base<'_, S>, state: &S::State, elapsed: f64) -> S::Guards {
    base.work.spend(base.work.weights.guards);
    let input = base.input.after(elapsed);
    let guards = system.guards(base.mode, state, &input);
    guards.map(|guard| if guard.is_finite() { guard } else { 1.0 })
}

fn evaluate<X: Vector>(polynomial: &[X; 4], theta: f64) -> X {
    let [a, b, c, d] = polynomial;
    X::from_fn(|i| a[i] + theta * (b[i] + theta * (c[i] + theta * d[i])))
}

/// Where a guard vanishes.
struct Located<X> {
    length: f64,
    state: X,
    /// To rounding, as far as steps could be repeated for it.
    is_exact: bool,
}

/// Repeats the step, at most so many times, so that it ends where `guard` vanishes: bracketed secant steps on the length. `None` where it does not
/// vanish: a cubic swings through zero where the guard is as steep as before a jam.
fn polish<S: System>(
    system: &S,
    base: &Base<'_, S>,
    guard: usize,
    (guess, whole, most): (f64, f64, u32),
    taken: &Step<S::State>,
) -> Option<Located<S::State>> {
    let (mut low, mut high) = (0.0, whole);
    let mut length = guess;
    let guessed = evaluate(&taken.polynomial, guess / whole);
    let mut result = Located { length: guess, state: guessed, is_exact: !base.is_bounded() };
    let mut last: Option<(f64, f64)> = None;
    let mut vanishes = guards_at(system, base, &taken.end, whole)[guard] <= 0.0;
    for number in 0..most {
        if !base.may_try() {
            break;
        }
        let Some(step) = base.step(system, length) else { break };
        (result.length, result.state) = (length, step.end);
        let value = guards_at(system, base, &step.end, length)[guard];
        if value > 0.0 {
            low = length
        } else {
            high = length
        }
        let slope = match last {
            Some((other, other_value)) if other != length => (value - other_value) / (length - other),
            _ => guard_slope(system, base, &step, guard, length),
        };
        last = Some((length, value));
        let next = length - value / slope;
        let secant = number < MAX_SECANTS && next >= low && next <= high;
        let next = if secant { next } else { 0.5 * (low + high) };
        let arrived = (next - length).abs() <= 2.0 * f64::EPSILON * whole;
        vanishes |= value <= 0.0 || (secant && arrived);
        if value == 0.0 || arrived {
            result.is_exact = true;
            break;
        }
        length = next;
    }
    vanishes.then_some(result)
}

/// Slope of a guard at the end of a step, from its cubic.
fn guard_slope<S: System>(system: &S, base: &Base<'_, S>, step: &Step<S::State>, guard: usize, length: f64) -> f64 {
    let [_, b, c, d] = guard_polynomials(system, base, step, length);
    (b[guard] + 2.0 * c[guard] + 3.0 * d[guard]) / length
}
