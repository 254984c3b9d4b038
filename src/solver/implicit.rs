//! Steps of a nonlinear mode: error control, and events polished by repeating the step.

use super::advance::{CursorOf, DepartedGuard, Progress};
use super::radau::{Accuracy, Base, NODES, Step, interpolate};
use super::step_control::{MAX_TRIES, REJECTED, SHRINKAGE, UNSOLVED, factor, first_length, proposal};
use super::taylor::{SIMULTANEOUS, UnresolvedGuards, first_of};
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
    statistics: &mut Statistics,
) -> Progress {
    let mode = cursor.mode;
    count(&mut statistics.implicit_steps, 1);
    count(&mut statistics.jacobians, 1);
    let base = Base::new(system, &mode, cursor.state, *input, accuracy);
    let mut longest = remaining.min(system.resolution(&mode, &cursor.state, &base.rates));
    loop {
        let (length, taken) = accepted(system, &base, longest, &mut cursor.proposed_step, statistics);
        let Some(taken) = taken else {
            if !base.may_try() {
                return Progress { length: 0.0, guard: None, tries: base.tries() };
            }
            // Newton fails at any length: follow the tangent for the shortest step.
            cursor.state = S::State::from_fn(|i| cursor.state[i] + base.rates[i] * length);
            return Progress { length, guard: None, tries: base.tries() };
        };
        let (progress, state) = match find_event(system, &base, &taken, length, cursor.departed) {
            Found::Nothing => (Progress { length, guard: None, tries: base.tries() }, taken.end),
            Found::Event { guard, length, state } => {
                (Progress { length, guard: Some(guard), tries: base.tries() }, state)
            }
            Found::TooShort => {
                count(&mut statistics.rejected_steps, 1);
                longest = SHRINKAGE * length;
                continue;
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
    },
    /// A motion that is over within so short a part of the step that its polynomials do not show it.
    TooShort,
}

fn find_event<S: System>(
    system: &S,
    base: &Base<'_, S>,
    taken: &Step<S::State>,
    length: f64,
    departed: Option<DepartedGuard>,
) -> Found<S::State> {
    let polynomials = guard_polynomials(system, base, taken, length);
    // What the cubics promise and the system does not keep is no event.
    let mut unresolved = UnresolvedGuards::all_but(S::Guards::LEN, |_| false);
    while let Some((guard, theta)) = first_of(S::Guards::flattened(&polynomials), S::Guards::LEN, unresolved, departed)
    {
        if theta == 0.0 {
            match departure(system, base, &polynomials, guard, length) {
                Departure::Down => return Found::Event { guard, length: 0.0, state: base.state },
                Departure::UpAndBack => return Found::TooShort,
                Departure::Up => {}
            }
        } else if let Some((end, state)) = polish(system, base, guard, theta * length, length, taken) {
            let (guard, length, state) = earliest(system, base, (guard, end, state));
            return Found::Event { guard, length, state };
        }
        unresolved.remove(guard);
    }
    Found::Nothing
}

/// An event, or one before it: where a guard is steep, as before a jam, the cubics may have taken the order of two wrong.
/// A guard that was above its surface at the start of the step and is below it at the event was crossed on the way.
fn earliest<S: System>(system: &S, base: &Base<'_, S>, mut event: (usize, f64, S::State)) -> (usize, f64, S::State) {
    let begin = guards_at(system, base, &base.state, 0.0);
    for other in (0..S::Guards::LEN).filter(|&other| begin[other] > 0.0) {
        let (guard, length, state) = event;
        let value = guards_at(system, base, &state, length)[other];
        if other == guard || value >= 0.0 {
            continue;
        }
        let Some(step) = base.step(system, length) else { continue };
        let guess = length * begin[other] / (begin[other] - value);
        if let Some((before, state)) = polish(system, base, other, guess, length, &step)
            && before < length * (1.0 - SIMULTANEOUS)
        {
            event = (other, before, state);
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

/// Shortens the step until its error is within the tolerance; proposes the next.
fn accepted<S: System>(
    system: &S,
    base: &Base<'_, S>,
    remaining: f64,
    proposed: &mut f64,
    statistics: &mut Statistics,
) -> (f64, Option<Step<S::State>>) {
    let mut length = first_length(remaining, *proposed);
    for _ in 0..MAX_TRIES {
        if !base.may_try() {
            break;
        }
        let Some(step) = base.step(system, length) else {
            count(&mut statistics.rejected_steps, 1);
            length *= UNSOLVED;
            continue;
        };
        let factor = factor(step.error);
        if step.error <= 1.0 {
            *proposed = proposal(length, factor, remaining, *proposed);
            return (length, Some(step));
        }
        count(&mut statistics.rejected_steps, 1);
        length *= factor.min(REJECTED);
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
    let input = base.input.after(elapsed);
    let guards = system.evaluate(base.mode, state, &input).guards;
    guards.map(|guard| if guard.is_finite() { guard } else { 1.0 })
}

fn evaluate<X: Vector>(polynomial: &[X; 4], theta: f64) -> X {
    let [a, b, c, d] = polynomial;
    X::from_fn(|i| a[i] + theta * (b[i] + theta * (c[i] + theta * d[i])))
}

/// Repeats the step so that it ends where `guard` vanishes: bracketed secant steps on the length. `None` where it does not
/// vanish: a cubic swings through zero where the guard is as steep as before a jam.
fn polish<S: System>(
    system: &S,
    base: &Base<'_, S>,
    guard: usize,
    guess: f64,
    whole: f64,
    taken: &Step<S::State>,
) -> Option<(f64, S::State)> {
    let (mut low, mut high) = (0.0, whole);
    let mut length = guess;
    let mut result = (guess, evaluate(&taken.polynomial, guess / whole));
    let mut last: Option<(f64, f64)> = None;
    let mut vanishes = guards_at(system, base, &taken.end, whole)[guard] <= 0.0;
    for number in 0..MAX_POLISHING {
        if !base.may_try() {
            break;
        }
        let Some(step) = base.step(system, length) else { break };
        result = (length, step.end);
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
