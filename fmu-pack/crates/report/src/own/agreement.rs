//! Two runs that must be the same: their positions and their events.

use super::{Own, Way};
use crate::Error;
use crate::lab::Trace;
use crate::picture::deviation;
use crate::section::{Statement, scientific};
use fmu_output::number;

/// Share by which inputs are changed to see how far an event moves: what rounding adds up to in a long run, with a margin.
const CHANGE: f64 = 1e-12;

/// How far two runs may be apart, relative to the largest value.
fn limit(own: &Own) -> f64 {
    // Located motion: rounding, amplified by the events of a control loop. Integrated motion: a hundred times solver.tolerance.
    if own.is_located() { 1e-9 } else { 100.0 * own.parameter("solver.tolerance").unwrap_or(1e-6).max(1e-9) }
}

/// Positions of two runs at the times that both have.
pub(super) fn positions_agree(own: &Own, says: &str, one: &Trace, other: &Trace) -> Vec<Statement> {
    let mut statements = Vec::new();
    for name in own.outputs("position") {
        let values: Vec<f64> = one.time.iter().map(|time| at(other, name, *time)).collect();
        let off = deviation(one.column(name), &values);
        let unit = if own.unit(name) == "m" { "m" } else { "rad" };
        let largest = one.largest(name).max(1e-9);
        statements.push(Statement::requirement(format!("{name}: {says}")).below(off, limit(own) * largest, unit));
    }
    if statements.is_empty() {
        statements.push(Statement::requirement(says).not_run("the FMU has no output called position"));
    }
    statements
}

/// A value at a communication point; not a number between them.
fn at(trace: &Trace, name: &str, time: f64) -> f64 {
    let row = trace.time.partition_point(|point| *point < time - 1e-9);
    let hits = trace.time.get(row).is_some_and(|point| (point - time).abs() <= 1e-9);
    if hits { trace.column(name)[row] } else { f64::NAN }
}

/// The same events, at the same times.
pub(super) fn events_agree(own: &Own, says: String, one: &Trace, other: &Trace) -> Result<Statement, Error> {
    let statement = Statement::requirement(says);
    let Some(apart) = apart(one, other) else {
        return Ok(statement.is(false, format!("{} and {} events", one.events.len(), other.events.len())));
    };
    // A tangential stop is conditioned like a square root: the limit of positions in units of the run.
    let limit = 10.0 * limit(own) * own.stop;
    let most = apart.iter().fold(0.0_f64, |most, apart| most.max(*apart));
    if most <= limit {
        return Ok(statement.below(most, limit, "s"));
    }
    // An end stop that is approached ever more slowly is met at an instant that the last bits of the inputs decide.
    let moved = sensitivity(own, one)?;
    let allowed = |event: usize| moved[event].max(limit);
    let share = |event: &usize| apart[*event] / allowed(*event);
    let worst = (0..apart.len()).max_by(|one, other| share(one).total_cmp(&share(other))).unwrap_or(0);
    let mut statement = statement.below(apart[worst], allowed(worst), "s");
    if moved[worst] > limit {
        let (time, change) = (scientific(one.events[worst].time), number(CHANGE));
        statement.found +=
            &format!(": inputs that differ by {change} of their values move the event at {time} s as far");
    }
    Ok(statement)
}

/// How far apart in time two runs have each of their events, in s; none where their events are others.
fn apart(one: &Trace, other: &Trace) -> Option<Vec<f64>> {
    let kind = |trace: &Trace| -> Vec<_> {
        trace.events.iter().map(|event| (event.kind.clone(), event.element.clone(), event.direction)).collect()
    };
    let pairs = one.events.iter().zip(&other.events);
    (kind(one) == kind(other)).then(|| pairs.map(|(one, other)| (one.time - other.time).abs()).collect())
}

/// How far each event of a run moves where all inputs are a little larger, or smaller, in s; 0 where that gives other events.
fn sensitivity(own: &Own, base: &Trace) -> Result<Vec<f64>, Error> {
    let mut moved = vec![0.0_f64; base.events.len()];
    for change in [CHANGE, -CHANGE] {
        let mut rows = own.rows.clone();
        rows.iter_mut().flat_map(|row| &mut row.values).for_each(|value| *value *= 1.0 + change);
        let changed = own.run(Way { rows: Some(rows), ..Way::default() })?;
        for (moved, apart) in moved.iter_mut().zip(apart(base, &changed).unwrap_or_default()) {
            *moved = moved.max(apart);
        }
    }
    Ok(moved)
}
