//! Whether events depend on the communication step.
//!
//! Events of a mode that steps by its Taylor series are located to rounding, those of others, and of one that is too stiff
//! for a series, to the tolerance of the implicit integrator. What this does to a *time* depends on the scenario: a stop that is
//! touched gently, or a torque that only just reaches breakaway, moves the time by the square root of a change, and what
//! follows moves along. So times are not compared with a fixed bound but with what the scenario itself does to a change of its
//! friction and its inertia by a known small part: the events with another communication step are those of a scenario that
//! differs in its data by less than that. How much that is for which law, and why, is the table in `promises.rs`.

use super::draw::{Piece, Scenario};
use super::model::Body;
use super::model::Kind;
use super::promises::{INTEGRATED, Promise, STRICT, promise};
use super::run::{Trace, trace};
use actuator_fmu::actuator::{Event, EventKind};

/// Rounding of some hundred steps, relative to the position.
const ROUNDING: f64 = 1e-12;
/// A motion that lasts no longer than this share of the scenario is decided by rounding: at a static ratio of 1 a body that
/// breaks away has no acceleration yet, and jams come in series each of which is the square of the one before.
const SHORTEST: f64 = 1e-9;

/// What a comparison came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shift {
    /// Times of the same events within this share of the scenario, or positions and velocities of a drivetrain within this share of
    /// their sizes.
    Within(f64),
    /// A small change of the data leads elsewhere, as the other communication step does.
    Sensitive,
    /// A step was bridged or missed its tolerance.
    Warned,
}

/// Compares with one communication step per piece of the inputs. What only the tolerance of the implicit integrator allows
/// goes away with it; nothing else is forgiven.
pub fn shift(actuator: &impl Body, scenario: &Scenario, right: &Trace) -> Result<Shift, String> {
    let outcome = compare(actuator, scenario, right, promise(scenario));
    if outcome.is_ok() {
        return outcome;
    }
    let strict = with_tolerance(scenario, STRICT);
    let located = trace(actuator, &strict, scenario.steps, 1.0)?;
    if located.reports.warnings > 0 {
        return outcome;
    }
    compare(actuator, &strict, &located, promise(scenario))?;
    compare(actuator, scenario, right, &INTEGRATED)
}

fn compare(actuator: &impl Body, scenario: &Scenario, right: &Trace, promise: &Promise) -> Result<Shift, String> {
    let other = trace(actuator, scenario, 1, 1.0)?;
    super::judge::judge(scenario, &other)?;
    if other.reports.warnings > 0 {
        return Ok(Shift::Warned);
    }
    let shortest = SHORTEST * scenario.end();
    let (a, b) = (&lasting(&right.reports.events, shortest), &lasting(&other.reports.events, shortest));
    let shifts = same(a, b).then(|| differences(a, b));
    let largest = |shifts: &[f64]| shifts.iter().fold(0.0, |largest, shift| f64::max(largest, *shift));
    let least = promise.time * scenario.end();
    if let Some(shifts) = &shifts
        && largest(shifts) <= least
    {
        return Ok(Shift::Within(largest(shifts) / scenario.end()));
    }
    let changed = changed_scenarios(actuator, scenario, promise)?;
    let warned = changed.iter().any(|changed| changed.reports.warnings > 0);
    let changed: Vec<_> = changed.iter().map(|changed| lasting(&changed.reports.events, shortest)).collect();
    let sensitive = warned || changed.iter().any(|changed| !same(a, changed));
    let Some(shifts) = shifts.filter(|_| !sensitive) else {
        return if sensitive {
            Ok(Shift::Sensitive)
        } else {
            Err(format!("other events with another step: {a:?} {b:?}"))
        };
    };
    // What one event moves by, those after it may move by too.
    let mut allowed = least;
    for (number, shift) in shifts.iter().enumerate() {
        let moved = changed.iter().map(|changed| (changed[number].time - a[number].time).abs());
        allowed = moved.fold(allowed, f64::max).max(gentle(&a[number]));
        if *shift > allowed {
            let event = &a[number];
            let Promise { of, why, .. } = promise;
            return Err(format!(
                "{event:?} moves by {shift:e} s with another step, allowed are {allowed:e} s ({of}: {why})"
            ));
        }
    }
    Ok(Shift::Within(largest(&shifts) / scenario.end()))
}

/// What rounding of a position does to the time at which a stop there is touched gently.
fn gentle(event: &Event) -> f64 {
    match event.kind {
        EventKind::EndStop { .. } => ROUNDING * (event.position / event.velocity).abs(),
        _ => 0.0,
    }
}

fn same(a: &[Event], b: &[Event]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.kind == b.kind)
}

/// The events without those of motions that last no longer than `shortest`.
fn lasting(events: &[Event], shortest: f64) -> Vec<Event> {
    let mut lasting: Vec<Event> = Vec::new();
    for event in events {
        let ends = matches!(event.kind, EventKind::Stop | EventKind::Jam | EventKind::EndStop { .. });
        let begun = lasting.last().filter(|last| matches!(last.kind, EventKind::Breakaway { .. }));
        if ends && begun.is_some_and(|last| event.time - last.time <= shortest) {
            lasting.pop();
        } else {
            lasting.push(*event);
        }
    }
    lasting
}

fn differences(a: &[Event], b: &[Event]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| (a.time - b.time).abs()).collect()
}

/// The scenario with a little more and a little less friction, inertia, room and drive, shaken, and maybe led less closely.
fn changed_scenarios(actuator: &impl Body, scenario: &Scenario, promise: &Promise) -> Result<Vec<Trace>, String> {
    let Promise { data, tolerances, .. } = *promise;
    let changes =
        [level, inertia, room, drive, others].iter().flat_map(|change| [data, -data].map(|part| (change, 1.0 + part)));
    let changed = changes.map(|(change, factor)| {
        let mut changed = scenario.clone();
        change(&mut changed, factor);
        (changed, scenario.steps)
    });
    let shaken = [1.0, -1.0].iter().filter(|_| scenario.kind == Kind::Servo).map(|sign| (shaken(scenario, *sign), 1));
    let loose = tolerances
        .iter()
        .flat_map(|tolerance| [1, scenario.steps].map(|steps| (with_tolerance(scenario, *tolerance), steps)));
    changed.chain(shaken).chain(loose).map(|(changed, steps)| trace(actuator, &changed, steps, 1.0)).collect()
}

/// Rounding of what balances in a control loop, relative: a few operations on the error of the position, whose rounding the
/// loop multiplies, and on the torques.
const ROUNDING_OF_BALANCE: f64 = 4.0 * f64::EPSILON;

/// The scenario with what rounding does to its balances, which comes and goes: a little more command and load in one step, a
/// little less in the next. A servo creeps to rest as its loop settles, at a velocity that ends up far below all others. A
/// change of the data changes that by as small a part of itself; rounding does not.
fn shaken(scenario: &Scenario, sign: f64) -> Scenario {
    let largest =
        scenario.pieces.iter().flat_map(|piece| [piece.begin[0], piece.end[0]]).fold(0.0, |a: f64, b| a.max(b.abs()));
    let mut rounding = [largest, scenario.scale.level, 0.0].map(|size| sign * ROUNDING_OF_BALANCE * size);
    let mut shaken = Scenario { pieces: Vec::new(), ..scenario.clone() };
    for piece in &scenario.pieces {
        let inputs = |number: usize, rounding: &[f64; 3]| {
            let share = number as f64 / scenario.steps as f64;
            let straight = piece.begin.iter().zip(&piece.end).map(|(begin, end)| begin + (end - begin) * share);
            straight.zip(rounding).map(|(input, rounding)| input + rounding).collect()
        };
        for step in 0..scenario.steps {
            let (begin, end) = (inputs(step, &rounding), inputs(step + 1, &rounding));
            shaken.pieces.push(Piece {
                length: piece.length / scenario.steps as f64,
                begin,
                end,
                tuned: if step == 0 { piece.tuned.clone() } else { Vec::new() },
            });
            rounding = rounding.map(|rounding| -rounding);
        }
    }
    shaken
}

fn with_tolerance(scenario: &Scenario, tolerance: f64) -> Scenario {
    let mut changed = scenario.clone();
    changed.set("solver.tolerance", tolerance);
    changed
}

fn scale(scenario: &mut Scenario, name: &'static str, factor: f64) {
    scenario.set(name, scenario.parameter(name) * factor);
    let tuned = scenario.pieces.iter_mut().flat_map(|piece| &mut piece.tuned);
    tuned.filter(|(tuned, _)| *tuned == name).for_each(|(_, value)| *value *= factor);
}

fn level(scenario: &mut Scenario, factor: f64) {
    scale(scenario, scenario.level_name(), factor);
}

fn inertia(scenario: &mut Scenario, factor: f64) {
    scale(scenario, scenario.inertia_name(), factor);
}

fn room(scenario: &mut Scenario, factor: f64) {
    ["travel.lower", "travel.upper", "position_start"].iter().for_each(|name| scale(scenario, name, factor));
}

fn drive(scenario: &mut Scenario, factor: f64) {
    for piece in &mut scenario.pieces {
        piece.begin[0] *= factor;
        piece.end[0] *= factor;
    }
}

/// Load and supply.
fn others(scenario: &mut Scenario, factor: f64) {
    for piece in &mut scenario.pieces {
        for values in [&mut piece.begin, &mut piece.end] {
            values.iter_mut().skip(1).for_each(|value| *value *= factor);
        }
    }
}
