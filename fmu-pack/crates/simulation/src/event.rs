//! Events of the moving body, read from the messages of category `logEvents`.

use serde::{Deserialize, Serialize};

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EventKind {
    /// It left rest.
    Breakaway,
    /// It came to rest.
    Stop,
    /// Its velocity passed through zero.
    Reversal,
    /// It hit an end stop.
    EndStop,
    /// Friction locked a moving body.
    Jam,
    /// What an FMU of others calls an event.
    Other(String),
}

impl EventKind {
    /// The word for it in messages and tables.
    pub fn word(&self) -> &str {
        match self {
            Self::Breakaway => "breakaway",
            Self::Stop => "stop",
            Self::Reversal => "reversal",
            Self::EndStop => "end_stop",
            Self::Jam => "jam",
            Self::Other(word) => word,
        }
    }

    fn of(word: &str) -> Self {
        let known = [Self::Breakaway, Self::Stop, Self::Reversal, Self::EndStop, Self::Jam];
        known.into_iter().find(|kind| kind.word() == word).unwrap_or_else(|| Self::Other(word.to_string()))
    }
}

impl std::fmt::Display for EventKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.word())
    }
}

/// One event, as in `event=breakaway direction=+1 time=0.1013 position=... velocity=... element=body`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// What happened.
    pub kind: EventKind,
    /// What it happened to, where the FMU says so.
    pub element: Option<String>,
    /// When, in s.
    pub time: f64,
    /// Direction of the motion that begins, or side of the end stop: +1 or -1.
    pub direction: Option<i8>,
    /// The rest by name, in the order of the message.
    pub values: Vec<(String, f64)>,
}

impl Event {
    /// Reads a message; `None` where it is not an event.
    pub fn parse(text: &str) -> Option<Self> {
        let mut pairs = text.split_whitespace().map(|word| word.split_once('='));
        let ("event", kind) = pairs.next()?? else { return None };
        let (kind, element) = (EventKind::of(kind), None);
        let mut event = Self { kind, element, time: f64::NAN, direction: None, values: Vec::new() };
        for (name, value) in pairs.flatten() {
            event.take(name, value)?;
        }
        event.time.is_finite().then_some(event)
    }

    fn take(&mut self, name: &str, value: &str) -> Option<()> {
        match name {
            "direction" | "side" => self.direction = Some(value.parse().ok()?),
            "element" => self.element = Some(value.to_string()),
            "time" => self.time = value.parse().ok()?,
            _ => self.values.push((name.to_string(), value.parse().ok()?)),
        }
        Some(())
    }

    /// A value by name.
    pub fn value(&self, name: &str) -> Option<f64> {
        self.values.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_the_fmus_log() {
        let event = Event::parse(
            "event=breakaway direction=-1 time=0.123456789012 position=1.5e-3 velocity=0 active_torque=-2 element=body",
        )
        .expect("an event");
        assert_eq!(
            (event.kind.clone(), event.time, event.direction),
            (EventKind::Breakaway, 0.123_456_789_012, Some(-1))
        );
        assert_eq!(event.element.as_deref(), Some("body"));
        assert_eq!(event.value("active_torque"), Some(-2.0));
        assert_eq!(Event::parse("event=end_stop side=+1 time=2").expect("an event").direction, Some(1));
    }

    #[test]
    fn every_word_is_that_of_its_kind() {
        for word in ["breakaway", "stop", "reversal", "end_stop", "jam", "overload"] {
            let kind = EventKind::of(word);
            assert_eq!((kind.word(), matches!(kind, EventKind::Other(_))), (word, word == "overload"));
        }
    }

    #[test]
    fn other_messages_are_not_events() {
        for text in ["", "stop", "event=", "event=stop", "event=stop time=soon", "the event=stop time=1"] {
            assert_eq!(Event::parse(text), None, "{text:?}");
        }
    }
}
