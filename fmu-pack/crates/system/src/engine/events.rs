//! Events of the components, from what their outputs say at the end of each step.
//!
//! Engines pass on no messages. An FMU of this project counts its events and says when the last one was; what happened to which
//! contact follows from its regime before and after. Of several events of a contact in one step the last state counts.

use super::Signal;
use crate::facts::Facts;
use crate::system::System;
use fmu_simulation::{Event, EventKind};
use std::collections::BTreeMap;

/// Watches outputs.
#[derive(Default)]
pub struct Events {
    watches: Vec<Watch>,
    before: Option<Vec<f64>>,
}

/// Places in a row.
struct Watch {
    component: String,
    count: usize,
    time: usize,
    contacts: Vec<Contact>,
}

struct Contact {
    /// Empty for the one of a model with one contact.
    name: String,
    regime: usize,
    stop: Option<usize>,
}

impl Events {
    /// What must be recorded so that events are seen.
    pub fn signals(system: &System, facts: &BTreeMap<&str, &Facts>) -> Vec<Signal> {
        let of_component = |component: &crate::Component| {
            let interface = facts.get(component.name.as_str()).map(|facts| &facts.interface);
            let has = |name: &str| interface.is_some_and(|interface| interface.find(name).is_some());
            let is_watched = has("event_count") && has("last_event_time");
            let outputs = interface.filter(|_| is_watched).into_iter().flat_map(|list| list.with_causality("output"));
            let needed = |name: &str| {
                let last = name.rsplit('.').next().unwrap_or(name);
                matches!(last, "event_count" | "last_event_time" | "friction_regime" | "end_stop")
            };
            let fitting = outputs.filter(|variable| needed(&variable.name) && Signal::is_readable(variable));
            fitting.map(|variable| Signal::new(&component.name, variable)).collect::<Vec<Signal>>()
        };
        system.components.iter().flat_map(of_component).collect()
    }

    /// For rows of these signals.
    pub fn new(record: &[Signal]) -> Self {
        let place = |component: &str, name: &str| {
            record.iter().position(|signal| signal.component == component && signal.name == name)
        };
        let mut components: Vec<&str> = record.iter().map(|signal| signal.component.as_str()).collect();
        components.sort_unstable();
        components.dedup();
        let watch = |component: &str| {
            let of_component = |(index, signal): &(usize, &Signal)| {
                // An output of the system may be the same variable once more.
                signal.component == component && place(component, &signal.name) == Some(*index)
            };
            let regimes = record.iter().enumerate().filter(of_component);
            let contact = |(regime, signal): (usize, &Signal)| {
                let name = match signal.name.strip_suffix("friction_regime")? {
                    "" => "",
                    rest => rest.strip_suffix('.')?,
                };
                let stop = if name.is_empty() { "end_stop".to_string() } else { format!("{name}.end_stop") };
                Some(Contact { name: name.to_string(), regime, stop: place(component, &stop) })
            };
            Some(Watch {
                component: component.to_string(),
                count: place(component, "event_count")?,
                time: place(component, "last_event_time")?,
                contacts: regimes.filter_map(contact).collect(),
            })
        };
        Self { watches: components.into_iter().filter_map(watch).collect(), before: None }
    }

    /// What happened in the step that ends with this row.
    pub fn in_step(&mut self, values: &[f64]) -> Vec<Event> {
        let mut events = Vec::new();
        if let Some(before) = &self.before {
            for watch in &self.watches {
                let count = values[watch.count] - before[watch.count];
                if count > 0.0 {
                    watch.tell(count, before, values, &mut events);
                }
            }
        }
        self.before = Some(values.to_vec());
        events.sort_by(|a, b| a.time.total_cmp(&b.time));
        events
    }
}

impl Watch {
    fn tell(&self, count: f64, before: &[f64], values: &[f64], events: &mut Vec<Event>) {
        let known = events.len();
        for contact in &self.contacts {
            let moved = (before[contact.regime], values[contact.regime]);
            let stopped = contact.stop.map_or((0.0, 0.0), |stop| (before[stop], values[stop]));
            let (kind, side) = match (moved, stopped) {
                (_, (from, to)) if to != from && to != 0.0 => (EventKind::EndStop, to),
                ((from, to), _) if from == to => continue,
                ((0.0, to), _) => (EventKind::Breakaway, to),
                ((_, 0.0), _) => (EventKind::Stop, 0.0),
                ((_, to), _) => (EventKind::Reversal, to),
            };
            events.push(self.event(kind, side, &contact.name, count, values));
        }
        if events.len() == known {
            events.push(self.event(EventKind::Other("events".to_string()), 0.0, "", count, values));
        }
    }

    fn event(&self, kind: EventKind, side: f64, contact: &str, count: f64, values: &[f64]) -> Event {
        let element = if contact.is_empty() { self.component.clone() } else { format!("{}.{contact}", self.component) };
        let direction = if side == 0.0 { None } else { Some(if side > 0.0 { 1 } else { -1 }) };
        let values_ = vec![("events_in_step".to_string(), count)];
        Event { kind, element: Some(element), time: values[self.time], direction, values: values_ }
    }
}
