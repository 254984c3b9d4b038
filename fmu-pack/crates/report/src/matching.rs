//! Puts the events of the FMU, of a reference and of the published algorithm side by side.

use super::reference::Known;
use super::section::{EventRow, Statement, scientific};
use fmu_simulation::{Event, EventKind};

/// A row for each event of the FMU and for each of the reference that it lacks.
pub fn side_by_side(located: &[Event], reference: &[Known], table_1: &[Event]) -> Vec<EventRow> {
    let mut references: Vec<Option<&Known>> = reference.iter().map(Some).collect();
    let mut steps: Vec<Option<Event>> = reversals(table_1).into_iter().map(Some).collect();
    let mut rows: Vec<EventRow> = located.iter().map(|event| row(event, &mut references, &mut steps)).collect();
    rows.extend(references.into_iter().flatten().map(|known| EventRow {
        event: name(&known.kind, known.direction),
        reference: Some(known.time),
        ..EventRow::default()
    }));
    let time = |row: &EventRow| row.located.or(row.reference).unwrap_or(f64::MAX);
    rows.sort_by(|a, b| time(a).total_cmp(&time(b)));
    rows
}

fn row(event: &Event, references: &mut [Option<&Known>], steps: &mut [Option<Event>]) -> EventRow {
    let is_same = |kind: &EventKind, direction: Option<i8>| *kind == event.kind && direction == event.direction;
    let reference = nearest(references, event.time, |known| (is_same(&known.kind, known.direction), known.time));
    let step = nearest(steps, event.time, |step| (is_same(&step.kind, step.direction), step.time));
    EventRow {
        event: name(&event.kind, event.direction),
        paper: None,
        reference: reference.map(|known| known.time),
        table_1: step.map(|step| step.time),
        located: Some(event.time),
    }
}

/// Takes the item that fits and is closest in time.
fn nearest<T>(items: &mut [Option<T>], time: f64, look: impl Fn(&T) -> (bool, f64)) -> Option<T> {
    /// Events further apart are not the same event, in s.
    const APART: f64 = 0.05;
    let distance = |item: &Option<T>| match item.as_ref().map(&look) {
        Some((true, other)) => (other - time).abs(),
        _ => f64::INFINITY,
    };
    let best = items.iter_mut().min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
    if distance(best) <= APART { best.take() } else { None }
}

/// The published algorithm takes a reversal as a stop and a breakaway in the next step.
fn reversals(events: &[Event]) -> Vec<Event> {
    /// Two of its steps of 10 µs.
    const TWO_STEPS: f64 = 2.1e-5;
    let mut joined: Vec<Event> = Vec::new();
    for event in events {
        match joined.last_mut() {
            Some(last)
                if last.kind == EventKind::Stop
                    && event.kind == EventKind::Breakaway
                    && event.time - last.time <= TWO_STEPS =>
            {
                (last.kind, last.direction) = (EventKind::Reversal, event.direction);
            }
            _ => joined.push(event.clone()),
        }
    }
    joined
}

/// An event in words: what, and which way.
pub fn name(kind: &EventKind, direction: Option<i8>) -> String {
    let kind = kind.word().replace('_', " ");
    match direction {
        Some(direction) if direction > 0 => format!("{kind} +"),
        Some(_) => format!("{kind} \u{2212}"),
        None => kind,
    }
}

/// All events of the reference are there, no other ones, and at its times.
pub fn agree(rows: &[EventRow], limit: f64) -> Statement {
    let count = rows.iter().filter(|row| row.reference.is_some()).count();
    let says = format!("the same {count} events, in kind, direction and time");
    let unmatched = rows.iter().filter(|row| row.reference.is_none() != row.located.is_none()).count();
    let largest = rows.iter().filter_map(|row| Some((row.located? - row.reference?).abs())).fold(0.0, f64::max);
    let statement = Statement::reference(says).below(largest, limit, "s");
    if unmatched > 0 || rows.iter().all(|row| row.reference.is_none()) {
        return statement
            .is(false, format!("{unmatched} events have no counterpart; the others {} s off", scientific(largest)));
    }
    statement
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(kind: EventKind, direction: Option<i8>, time: f64) -> Event {
        Event { kind, element: None, time, direction, values: Vec::new() }
    }

    fn known(kind: EventKind, direction: Option<i8>, time: f64) -> Known {
        Known { kind, direction, time, position: 0.0 }
    }

    #[test]
    fn a_stop_and_a_breakaway_one_step_later_are_the_reversal_of_table_1() {
        let located = [event(EventKind::Breakaway, Some(1), 0.1), event(EventKind::Reversal, Some(-1), 0.2)];
        let reference = [known(EventKind::Breakaway, Some(1), 0.1), known(EventKind::Reversal, Some(-1), 0.2)];
        let table_1 = [
            event(EventKind::Breakaway, Some(1), 0.10001),
            event(EventKind::Stop, None, 0.20001),
            event(EventKind::Breakaway, Some(-1), 0.20002),
        ];
        let rows = side_by_side(&located, &reference, &table_1);
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[1].event, "reversal \u{2212}");
        assert_eq!((rows[1].reference, rows[1].table_1), (Some(0.2), Some(0.20001)));
    }

    #[test]
    fn an_event_too_many_or_too_few_fails() {
        let stop = event(EventKind::Stop, None, 0.2);
        let verdict = |located: &[Event], reference: &[Known]| {
            agree(&side_by_side(located, reference, &[]), 1e-8).verdict == super::super::section::Verdict::Holds
        };
        assert!(verdict(std::slice::from_ref(&stop), &[known(EventKind::Stop, None, 0.2)]));
        assert!(!verdict(std::slice::from_ref(&stop), &[known(EventKind::Stop, None, 0.2001)]));
        assert!(!verdict(&[stop.clone(), event(EventKind::Jam, None, 0.3)], &[known(EventKind::Stop, None, 0.2)]));
        assert!(!verdict(&[], &[known(EventKind::Stop, None, 0.2)]));
        assert!(!verdict(&[stop], &[known(EventKind::Reversal, Some(1), 0.2)]));
    }
}
