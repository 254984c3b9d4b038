//! Events of the moving body, read from the messages of category `logEvents`.

use serde::{Deserialize, Serialize};

/// One event, as in `event=breakaway direction=+1 time=0.1013 position=... velocity=...`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// breakaway, stop, reversal, end_stop or jam.
    pub kind: String,
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
        let mut event = Self { kind: kind.to_string(), time: f64::NAN, direction: None, values: Vec::new() };
        for (name, value) in pairs.flatten() {
            event.take(name, value)?;
        }
        event.time.is_finite().then_some(event)
    }

    fn take(&mut self, name: &str, value: &str) -> Option<()> {
        match name {
            "direction" | "side" => self.direction = Some(value.parse().ok()?),
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
            "event=breakaway direction=-1 time=0.123456789012 position=1.5e-3 velocity=0 active_torque=-2",
        )
        .expect("an event");
        assert_eq!((event.kind.as_str(), event.time, event.direction), ("breakaway", 0.123_456_789_012, Some(-1)));
        assert_eq!(event.value("active_torque"), Some(-2.0));
        assert_eq!(Event::parse("event=end_stop side=+1 time=2").expect("an event").direction, Some(1));
    }

    #[test]
    fn other_messages_are_not_events() {
        for text in ["", "stop", "event=", "event=stop", "event=stop time=soon", "the event=stop time=1"] {
            assert_eq!(Event::parse(text), None, "{text:?}");
        }
    }
}
