//! Tells the observer of an instance what happens in its mechanism, and counts it.

use super::assembly::Part;
use super::{Events, outputs};
use crate::actuator::{Element as EventElement, Event, EventKind, Observer, Remark, Warning};
use crate::interface::{Element, ElementKind};
use crate::mechanism::{self, Snapshot, Subject};

/// Between a mechanism and an observer.
pub struct Watch<'a> {
    /// All elements, for their names.
    pub elements: &'static [Element],
    /// What each is.
    pub parts: &'a [Part],
    /// The counts.
    pub events: &'a mut Events,
    /// Who wants to know.
    pub observer: &'a mut dyn Observer,
    /// `solver.real_time`: that intervals are bridged is expected.
    pub is_real_time: bool,
    /// The values, for outputs before an event at which the step ends.
    pub values: Option<(&'a mut [f64], &'a mut [i32])>,
}

impl Watch<'_> {
    /// The element as events name it.
    fn element_of(&self, subject: Subject) -> EventElement {
        let part = match subject {
            Subject::Contact(contact) => Part::Contact(contact),
            Subject::Body(body) => Part::Body(body),
            Subject::Gear(gear) => Part::Gear(gear),
            Subject::Component(component) => Part::Component(component),
        };
        let place = self.parts.iter().position(|known| *known == part);
        match place.map(|place| &self.elements[place]) {
            Some(Element { kind: ElementKind::GearBearing | ElementKind::LinearGearBearing, name, .. }) => {
                EventElement::Bearing(name)
            }
            Some(element) => EventElement::Named(element.name),
            None => EventElement::Named(""),
        }
    }

    fn count(&mut self, kind: EventKind, time: f64) {
        self.events.count = self.events.count.saturating_add(1);
        self.events.last_time = time;
        let kinds = &mut self.events.by_kind;
        let counter = match kind {
            EventKind::Breakaway { .. } => &mut kinds.breakaways,
            EventKind::Stop => &mut kinds.stops,
            EventKind::Reversal { .. } => &mut kinds.reversals,
            EventKind::EndStop { .. } => &mut kinds.end_stops,
            EventKind::Jam => &mut kinds.jams,
            EventKind::Engaged | EventKind::Disengaged => return,
        };
        *counter = counter.saturating_add(1);
    }
}

impl mechanism::Observer for Watch<'_> {
    fn before_event(&mut self, snapshot: &Snapshot<'_>) {
        if let Some((reals, integers)) = &mut self.values {
            outputs::write(snapshot, self.elements, self.parts, (reals, integers));
            outputs::write_events(self.elements, self.events, (reals, integers));
        }
    }

    fn event(&mut self, event: &mechanism::Event) {
        let mechanism::Event { subject, kind, time, velocity, position, torque, band } = *event;
        self.count(kind, time);
        self.observer.event(&Event {
            element: self.element_of(subject),
            kind,
            time,
            position,
            velocity,
            active_torque: torque,
            forward_limit: band.forward,
            backward_limit: band.backward,
            load_torque: 0.0,
        });
    }

    fn contradicted(&mut self, subject: Subject, time: f64) {
        self.observer.warning(&Warning::Contradiction { element: self.element_of(subject).name(), time });
    }

    fn motion_goes_in_steps(&mut self, subject: Subject, is_position: bool, time: f64) {
        let inputs = if is_position { ["position", "velocity"] } else { ["velocity", "acceleration"] };
        self.observer.remark(&Remark::MotionInSteps { element: self.element_of(subject).name(), inputs, time });
    }

    fn bridged(&mut self, time: f64, duration: f64, last: Option<Subject>) {
        self.events.bridged_time += duration;
        let last = last.map(|subject| self.element_of(subject));
        self.observer.warning(&Warning::bridged(self.is_real_time, time, duration, last));
    }
}
