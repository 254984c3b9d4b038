//! Regimes of contacts, and the events at which they change.

use super::super::matching::name;
use super::super::section::{EventRow, Statement};
use fmu_simulation::{Event, EventKind};

/// The mode of a contact changes.
pub struct Change {
    /// Of which contact.
    pub element: String,
    /// When, in s.
    pub time: f64,
}

/// An event that changes the regime of this contact, after the start.
pub fn is_of(event: &Event, element: &str) -> bool {
    const START: f64 = 1e-6;
    event.element.as_deref() == Some(element) && event.time > START && event.kind != EventKind::EndStop
}

/// A row for each change with the event nearest to it, and for each event that is left; all are of one contact.
pub fn beside(changes: &[Change], events: &[&Event]) -> Vec<EventRow> {
    /// What is further apart is not the same, in s.
    const APART: f64 = 1e-3;
    let mut left: Vec<&Event> = events.to_vec();
    let mut rows = Vec::new();
    for change in changes {
        let distance = |event: &Event| (event.time - change.time).abs();
        let nearest = (0..left.len()).min_by(|a, b| distance(left[*a]).total_cmp(&distance(left[*b])));
        let found = nearest.filter(|index| distance(left[*index]) <= APART).map(|index| left.remove(index));
        rows.push(EventRow {
            event: found.map_or_else(|| format!("{}: change", change.element), title),
            reference: Some(change.time),
            located: found.map(|event| event.time),
            ..EventRow::default()
        });
    }
    rows.extend(left.into_iter().map(|event| EventRow {
        event: title(event),
        located: Some(event.time),
        ..EventRow::default()
    }));
    rows
}

fn title(event: &Event) -> String {
    let element = event.element.as_deref().unwrap_or_default();
    format!("{element}: {}", name(&event.kind, event.direction))
}

/// No regime differs from the mode that is known.
pub fn differing(says: &str, pairs: impl Iterator<Item = (Option<f64>, f64)>) -> Statement {
    let (mut total, mut differing) = (0, 0);
    for (mode, regime) in pairs {
        total += usize::from(mode.is_some());
        differing += usize::from(mode.is_some_and(|mode| mode != regime));
    }
    Statement::reference(says).is(differing == 0 && total > 0, format!("{differing} of {total} differ"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(time: f64) -> Event {
        let element = Some("clutch".to_string());
        Event { kind: EventKind::Stop, element, time, direction: None, values: Vec::new() }
    }

    #[test]
    fn an_event_without_a_change_and_a_change_without_an_event_are_told() {
        let changes = [0.1, 0.2].map(|time| Change { element: "clutch".to_string(), time });
        let happened = [event(0.1 + 1e-6), event(0.3)];
        let rows = beside(&changes, &happened.iter().collect::<Vec<_>>());
        let times: Vec<_> = rows.iter().map(|row| (row.reference, row.located)).collect();
        assert_eq!(times, [(Some(0.1), Some(0.1 + 1e-6)), (Some(0.2), None), (None, Some(0.3))]);
    }

    #[test]
    fn one_regime_that_differs_fails() {
        use super::super::super::section::Verdict;
        let verdict = |pairs: &[(Option<f64>, f64)]| differing("", pairs.iter().copied()).verdict;
        assert_eq!(verdict(&[(Some(1.0), 1.0), (None, 0.0)]), Verdict::Holds);
        assert_eq!(verdict(&[(Some(1.0), 1.0), (Some(1.0), 0.0)]), Verdict::Fails);
        assert_eq!(verdict(&[]), Verdict::Fails);
    }
}
