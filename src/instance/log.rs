//! Messages: categories, which of them are wanted, and the text of events.

use super::clock::Clocks;
use super::memory::{Text, text};
use super::message_buffer::MessageBuffer;
use super::shortest_decimal::ShortestDecimal;
use super::status::Status;
use crate::actuator::{Element, Event, EventKind, EventStatistics, Observer, Remark, Statistics, Warning};
use crate::solver;
use core::ffi::CStr;
use core::fmt::{Result, Write};
use std::boxed::Box;

/// Where messages go. The text is plain: a `%` in it means a percent sign.
pub trait Sink: Send {
    /// Takes one message.
    fn message(&self, status: Status, category: Category, text: &str);
}

/// A log category as declared in modelDescription.xml.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// Breakaway, stop, reversal, end stop, jam.
    Events = 1,
    /// Remarks.
    Warning = 2,
    /// Discarded calls.
    Discard = 4,
    /// Refused calls.
    Error = 8,
    /// Defects of the library.
    Fatal = 16,
    /// Counts of the solver's work, at the end of the simulation.
    Statistics = 32,
}

/// All categories.
const ALL: u8 = 63;
/// What shows how the simulation goes, and not that something is wrong.
const NEWS: u8 = Category::Events as u8 | Category::Statistics as u8;

impl Category {
    /// Name in modelDescription.xml.
    pub const fn name(self) -> &'static CStr {
        match self {
            Self::Events => c"logEvents",
            Self::Statistics => c"logStatistics",
            Self::Warning => c"logStatusWarning",
            Self::Discard => c"logStatusDiscard",
            Self::Error => c"logStatusError",
            Self::Fatal => c"logStatusFatal",
        }
    }

    const fn of(status: Status) -> Self {
        match status {
            Status::Ok => Self::Events,
            Status::Warning => Self::Warning,
            Status::Discard => Self::Discard,
            Status::Error => Self::Error,
            Status::Fatal => Self::Fatal,
        }
    }

    fn mask(name: &str) -> Option<u8> {
        match name {
            "logEvents" => Some(Self::Events as u8),
            "logStatistics" => Some(Self::Statistics as u8),
            "logStatusWarning" => Some(Self::Warning as u8),
            "logStatusDiscard" => Some(Self::Discard as u8),
            "logStatusError" => Some(Self::Error as u8),
            "logStatusFatal" => Some(Self::Fatal as u8),
            "logAll" => Some(ALL),
            _ => None,
        }
    }
}

/// The log of one instance.
pub struct Log {
    sink: Option<Box<dyn Sink>>,
    /// Warning if the model raised one during the present call.
    raised: Status,
    /// Clocks of what has happened since they were last taken.
    clocks: Clocks,
    /// Whether anything has happened since this was last asked.
    has_event: bool,
    enabled: u8,
    /// Time of the last bridged interval in real time that was told [s].
    told_of_real_time: f64,
}

/// Time between two warnings that the work of a step in real time was spent [s].
const BETWEEN_WARNINGS: f64 = 1.0;

impl Log {
    /// With logging off, events and statistics are silent; what goes with a status other than OK is still reported, because FMI promises it.
    pub fn new(sink: Option<Box<dyn Sink>>, on: bool) -> Self {
        let enabled = if on { ALL } else { ALL & !NEWS };
        Self {
            sink,
            raised: Status::Ok,
            clocks: Clocks::NONE,
            has_event: false,
            enabled,
            told_of_real_time: f64::NEG_INFINITY,
        }
    }

    /// The status that the model has raised so far.
    pub fn raised(&self) -> Status {
        self.raised
    }

    /// The same, and the next call begins anew.
    #[inline]
    pub fn take_raised(&mut self) -> Status {
        core::mem::replace(&mut self.raised, Status::Ok)
    }

    /// The clocks of what has happened, and from now on begins anew.
    pub fn take_clocks(&mut self) -> Clocks {
        core::mem::take(&mut self.clocks)
    }

    /// Whether anything has happened, also what lets no clock tick, and from now on begins anew.
    pub fn take_event(&mut self) -> bool {
        core::mem::take(&mut self.has_event)
    }

    /// Whether a warning is of bridged intervals in real time, of which one was told a short time before.
    fn was_told_of_real_time(&mut self, warning: &Warning) -> bool {
        let Warning::RealTimeLimit { time, .. } = *warning else { return false };
        let was_told = (time - self.told_of_real_time).abs() < BETWEEN_WARNINGS;
        if !was_told {
            self.told_of_real_time = time;
        }
        was_told
    }

    /// Whether anybody listens to this category.
    #[inline]
    pub fn wants(&self, category: Category) -> bool {
        self.enabled & category as u8 != 0 && self.sink.is_some()
    }

    /// Switches categories on or off, all of them if none is named. Gives the first undeclared name, and then changes
    /// nothing.
    pub fn switch<'a>(
        &mut self,
        on: bool,
        names: impl ExactSizeIterator<Item = &'a str>,
    ) -> core::result::Result<(), &'a str> {
        let mut mask = if names.len() == 0 { ALL } else { 0 };
        for name in names {
            mask |= Category::mask(name).ok_or(name)?;
        }
        self.enabled = if on { self.enabled | mask } else { self.enabled & !mask };
        Ok(())
    }

    /// Reports what goes with a status. Why a call was discarded is reported as a warning: FMI Library, and with it OpenModelica and PyFMI,
    /// shows no message whose own status is Discard, and libcosim only where it shows everything.
    pub fn status(&self, status: Status, text: &str) {
        let shown = if status == Status::Discard { Status::Warning } else { status };
        self.emit(Category::of(status), shown, text);
    }

    /// Tells a warning with which the call succeeds all the same: some importers stop at any status but OK, and what the
    /// warning is about was mended.
    pub fn hint(&self, warning: &Warning) {
        self.write(Category::Warning, Status::Warning, &|to| write_warning(warning, to));
    }

    /// Tells the counts of the work, if somebody wants to know.
    pub fn statistics(&self, statistics: impl FnOnce() -> Statistics) {
        if self.wants(Category::Statistics) {
            self.emit(Category::Statistics, Status::Ok, &statistics_text(&statistics()));
        }
    }

    /// Tells what is written, if somebody wants to know, without an allocation.
    fn write(&self, category: Category, status: Status, write: &dyn Fn(&mut MessageBuffer) -> Result) {
        if self.wants(category) {
            let mut buffer = MessageBuffer::new();
            // One that is too long is told as far as there is room.
            let _ = write(&mut buffer);
            self.emit(category, status, buffer.text());
        }
    }

    #[inline(never)]
    fn emit(&self, category: Category, status: Status, text: &str) {
        if let Some(sink) = self.sink.as_deref().filter(|_| self.wants(category)) {
            sink.message(status, category, text);
        }
    }
}

/// Observes a model during a call: formats only what is wanted, and remembers whether a warning was raised.
pub struct Watcher<'a> {
    log: &'a mut Log,
}

impl<'a> Watcher<'a> {
    /// Warnings raise the status in the log. Remarks do not: some importers stop at any status but OK.
    pub fn new(log: &'a mut Log) -> Self {
        Self { log }
    }
}

impl Observer for Watcher<'_> {
    #[inline]
    fn event(&mut self, event: &Event) {
        self.log.clocks.add(event.kind);
        self.log.has_event = true;
        self.log.write(Category::Events, Status::Ok, &|to| write_event(event, to));
    }

    fn warning(&mut self, warning: &Warning) {
        if self.log.was_told_of_real_time(warning) {
            return;
        }
        self.log.raised = Status::Warning;
        self.log.hint(warning);
    }

    fn remark(&mut self, remark: &Remark) {
        self.log.write(Category::Warning, Status::Warning, &|to| write_remark(remark, to));
    }
}

/// One event as `key=value` pairs. The form is stable: scripts read it.
fn write_event(event: &Event, to: &mut MessageBuffer) -> Result {
    let Event { element, kind, time, position, velocity, active_torque, forward_limit, backward_limit, load_torque } =
        event;
    to.write_str("event=")?;
    match kind {
        EventKind::Breakaway { direction } => write!(to, "breakaway direction={direction:+}"),
        EventKind::Stop => to.write_str("stop"),
        EventKind::Reversal { direction } => write!(to, "reversal direction={direction:+}"),
        EventKind::EndStop { side } => write!(to, "end_stop side={side:+}"),
        EventKind::Jam => to.write_str("jam"),
        EventKind::Engaged => to.write_str("engaged"),
        EventKind::Disengaged => to.write_str("disengaged"),
    }?;
    for (key, value) in [
        (" time=", time),
        (" position=", position),
        (" velocity=", velocity),
        (" active_torque=", active_torque),
        (" forward_limit=", forward_limit),
        (" backward_limit=", backward_limit),
        (" load_torque=", load_torque),
    ] {
        write!(to, "{key}{}", ShortestDecimal(*value))?;
    }
    write!(to, " element={element}")
}

/// The counts as `key=value` pairs. The form is stable: scripts read it.
pub fn statistics_text(statistics: &Statistics) -> Text {
    let Statistics { solver, events } = statistics;
    let solver::Statistics {
        internal_steps,
        located_steps,
        expansions,
        implicit_steps,
        rejected_steps,
        jacobians,
        propagators,
        mode_changes,
        bridged_intervals,
    } = solver;
    let EventStatistics { breakaways, stops, reversals, end_stops, jams } = events;
    text!(
        "statistics internal_steps={internal_steps} located_steps={located_steps} expansions={expansions} \
         implicit_steps={implicit_steps} rejected_steps={rejected_steps} jacobians={jacobians} propagators={propagators} \
         mode_changes={mode_changes} bridged_intervals={bridged_intervals} breakaways={breakaways} stops={stops} \
         reversals={reversals} end_stops={end_stops} jams={jams}"
    )
}

fn write_warning(warning: &Warning, to: &mut MessageBuffer) -> Result {
    match warning {
        Warning::EventLimit { time, duration, last } => {
            to.write_str("too many events in one step")?;
            if let Some(element) = last {
                write!(to, ", the last of {element}")?;
            }
            let (duration, time) = (ShortestDecimal(*duration), ShortestDecimal(*time));
            write!(to, ": {duration} s from t = {time} s were bridged by set-valued implicit steps")
        }
        Warning::RealTimeLimit { time, duration } => write!(
            to,
            "the work that solver.real_time allows a step does not suffice for solver.tolerance: {} s from t = {} s were bridged; \
             solver.bridged_time has the sum, and the next are told in a second",
            ShortestDecimal(*duration),
            ShortestDecimal(*time)
        ),
        Warning::ToleranceNotMet { time } => {
            let time = ShortestDecimal(*time);
            write!(to, "the step from t = {time} s did not meet solver.tolerance with the allowed number of substeps")
        }
        Warning::SteppedOver { time, late } => write!(
            to,
            "the importer's integrator ran through an event at t = {} s and ended its step {} s later; the states are made up \
             for, but use a tighter relative tolerance or shorter steps",
            ShortestDecimal(*time),
            ShortestDecimal(*late)
        ),
        Warning::Contradiction { element, time } => write!(
            to,
            "{element}: from t = {} s on prescribed motions demand what its end stop or one-way clutch does not allow; no motion obeys \
             both, and what follows is not consistent",
            ShortestDecimal(*time)
        ),
        Warning::Validity { element: Element::Body, message } => to.write_str(message),
        Warning::Validity { element: element @ (Element::Named(_) | Element::Bearing(_)), message } => {
            write!(to, "{element}: {message}")
        }
    }
}

fn write_remark(remark: &Remark, to: &mut MessageBuffer) -> Result {
    match remark {
        Remark::LoadIgnored { element, law, efficiency_opposing, efficiency_aiding } => {
            let (of, dot) = prefix(*element);
            let (opposing, aiding) = (ShortestDecimal(*efficiency_opposing), ShortestDecimal(*efficiency_aiding));
            write!(
                to,
                "{of}{dot}friction.law {law} ignores the load: {of}{dot}friction.efficiency_opposing = {opposing} and \
                 {of}{dot}friction.efficiency_aiding = {aiding} have no effect"
            )
        }
        Remark::NoTable { element, level: (level, unit) } => {
            let ((of, dot), level) = (prefix(*element), ShortestDecimal(*level));
            write!(
                to,
                "{of}{dot}friction.table equals the default of {level} {unit}: {of}{dot}friction.law tabulated is constant \
                 friction until its points and {of}{dot}friction.table.size (1 to 16) are given"
            )
        }
        Remark::DefaultData { element, data, default: (default, unit), level: (level, value, level_unit) } => {
            let (of, dot) = prefix(*element);
            let (default, value) = (ShortestDecimal(*default), ShortestDecimal(*value));
            write!(
                to,
                "{of}{dot}{data} equals the default of {default} {unit}, {of}{dot}{level} is {value} {level_unit}"
            )
        }
        Remark::MotionInSteps { element, inputs: [quantity, derivative], time } => write!(
            to,
            "{element}.{quantity} jumps again and again, at t = {} s as well, and {element}.{derivative} is 0: clutches, brakes and springs with \
             hysteresis do not follow a row of jumps; set {element}.{derivative} with each {quantity}, or where FMI has it the derivative of the \
             input {element}.{quantity}",
            ShortestDecimal(*time)
        ),
    }
}

/// What stands before the names of the variables of an element.
fn prefix(element: Element) -> (&'static str, &'static str) {
    match element {
        Element::Body => ("", ""),
        Element::Named(name) => (name, "."),
        Element::Bearing(name) => (name, ".friction_second."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::borrow::ToOwned;
    use std::format;
    use std::string::String;

    fn event(kind: EventKind) -> Event {
        Event {
            element: crate::actuator::Element::Body,
            kind,
            time: 0.123_456_789_012_3,
            position: -0.5,
            velocity: 0.0,
            active_torque: 2500.25,
            forward_limit: 2500.0,
            backward_limit: 1e4,
            load_torque: -3.0,
        }
    }

    fn event_text(event: &Event) -> String {
        let mut buffer = MessageBuffer::new();
        write_event(event, &mut buffer).expect("there is room for it");
        buffer.text().to_owned()
    }

    #[test]
    fn an_event_is_told_as_key_value_pairs() {
        assert_eq!(
            event_text(&event(EventKind::Breakaway { direction: 1 })),
            "event=breakaway direction=+1 time=0.1234567890123 position=-0.5 velocity=0 active_torque=2500.25 \
             forward_limit=2500 backward_limit=10000 load_torque=-3 element=body"
        );
    }

    #[test]
    fn every_kind_of_event_has_its_own_words() {
        let words = |kind| event_text(&event(kind)).split(" time=").next().unwrap_or_default().to_owned();
        assert_eq!(words(EventKind::Stop), "event=stop");
        assert_eq!(words(EventKind::Reversal { direction: -1 }), "event=reversal direction=-1");
        assert_eq!(words(EventKind::EndStop { side: 1 }), "event=end_stop side=+1");
        assert_eq!(words(EventKind::Jam), "event=jam");
    }

    #[test]
    fn the_warning_of_a_bridge_names_the_element_of_the_last_event_where_there_are_several() {
        let told = |last| {
            let mut buffer = MessageBuffer::new();
            let warning = Warning::EventLimit { time: 0.5, duration: 1e-3, last };
            write_warning(&warning, &mut buffer).expect("there is room for it");
            buffer.text().to_owned()
        };
        let begin = "too many events in one step";
        let end = ": 0.001 s from t = 0.5 s were bridged by set-valued implicit steps";
        assert_eq!(told(None), format!("{begin}{end}"));
        assert_eq!(told(Some(Element::Named("clutch"))), format!("{begin}, the last of clutch{end}"));
        assert_eq!(told(Some(Element::Bearing("gear"))), format!("{begin}, the last of gear.friction_second{end}"));
    }

    #[test]
    fn an_undeclared_category_changes_nothing() {
        let mut log = Log::new(None, true);
        assert_eq!(log.switch(false, ["logEvents", "logEverything"].into_iter()), Err("logEverything"));
        assert_eq!(log.enabled, ALL);
    }

    #[test]
    fn no_category_named_means_all_of_them() {
        let mut log = Log::new(None, false);
        assert_eq!(log.switch(true, [].into_iter()), Ok(()));
        assert_eq!(log.enabled, ALL);
        assert_eq!(log.switch(false, ["logAll"].into_iter()), Ok(()));
        assert_eq!(log.enabled, 0);
    }
}
