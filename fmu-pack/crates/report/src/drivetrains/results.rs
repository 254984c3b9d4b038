//! Figures of Dymola's results: values at instants, and when the mode of a contact changes.

use super::super::Error;
use super::super::lab::Trace;
use super::super::picture::largest;
use super::super::reference::json;
use super::super::section::{EventRow, Statement};
use super::regimes::{Change, beside, differing};
use super::same_events;
use serde::Deserialize;
use std::collections::BTreeMap;

/// What the error of DASSL at 1e-6 grows to, relative to the largest value of a variable: 8.3e-5 in OneWayClutch, whose reference
/// solution the FMU meets within 1e-12.
const ACCURACY: f64 = 1e-4;

/// Dymola's times of events, in s: the error of its velocities over the accelerations. Twice what is found, 4.3e-6 where a
/// mass of 1 kg turns back with 23 N.
const TIME_LIMIT: f64 = 1e-5;

/// What is known of an example.
#[derive(Debug, Deserialize)]
pub struct Results {
    /// Its class.
    pub example: String,
    /// Until when it is compared, in s.
    pub end: f64,
    /// Instants of the values, in s.
    pub times: Vec<f64>,
    /// Positions and velocities.
    pub signals: Vec<Signal>,
    /// Modes of contacts.
    pub modes: Vec<Modes>,
}

/// A variable of Modelica's model.
#[derive(Debug, Deserialize)]
pub struct Signal {
    /// Its name.
    pub modelica: String,
    /// The same of the FMU: a sum of variables with factors, and an offset.
    here: BTreeMap<String, f64>,
    #[serde(default)]
    offset: f64,
    /// Unit.
    pub unit: String,
    /// Largest absolute value in the run.
    pub largest: f64,
    values: Vec<f64>,
}

/// The mode of a contact.
#[derive(Debug, Deserialize)]
pub struct Modes {
    /// The regime of the FMU.
    pub here: String,
    /// From when on, and which.
    changes: Vec<(f64, i32)>,
    /// In which the velocity hardly reaches zero: whether it does is within Dymola's error.
    #[serde(default)]
    grazes: Vec<(f64, f64)>,
}

impl Signal {
    /// The FMU's values at the communication points.
    pub fn of(&self, trace: &Trace) -> Vec<f64> {
        let at = |index: usize| {
            let terms = self.here.iter().map(|(name, gain)| gain * trace.column(name).get(index).unwrap_or(&f64::NAN));
            terms.sum::<f64>() + self.offset
        };
        (0..trace.time.len()).map(at).collect()
    }

    /// It is a velocity.
    pub fn is_rate(&self) -> bool {
        self.unit.ends_with("/s")
    }
}

impl Modes {
    /// The contact.
    pub fn element(&self) -> &str {
        self.here.trim_end_matches(".friction_regime")
    }

    fn at(&self, time: f64) -> Option<i32> {
        let is_unsure = self.grazes.iter().any(|(from, to)| (*from..=*to).contains(&time))
            || self.changes.iter().any(|(change, _)| (change - time).abs() <= TIME_LIMIT);
        let next = self.changes.partition_point(|(change, _)| *change <= time);
        if is_unsure { None } else { Some(self.changes.get(next.checked_sub(1)?)?.1) }
    }

    fn is_compared(&self, time: f64) -> bool {
        !self.grazes.iter().any(|(from, to)| (*from..=*to).contains(&time))
    }
}

impl Results {
    /// Those of an example.
    pub fn read(name: &str) -> Result<Self, Error> {
        json(&format!("modelica/results/{name}.json"))
    }

    /// Units of positions and velocities.
    pub fn units(&self) -> (&'static str, &'static str) {
        if self.example.contains(".Rotational.") { ("rad", "rad/s") } else { ("m", "m/s") }
    }

    /// Dymola's values of a signal at the communication points that are instants, and not a number elsewhere.
    pub fn known(&self, signal: &Signal, trace: &Trace) -> Vec<f64> {
        let value = |time: &f64| {
            let index = self.times.iter().position(|known| (known - time).abs() <= 1e-9);
            index.and_then(|index| signal.values.get(index).copied()).unwrap_or(f64::NAN)
        };
        trace.time.iter().map(value).collect()
    }

    /// Largest difference of a signal at the instants; not a number where one of them is missing.
    pub fn deviation(&self, signal: &Signal, trace: &Trace) -> f64 {
        let (found, known) = (signal.of(trace), self.known(signal, trace));
        let differences: Vec<f64> = found.iter().zip(&known).map(|(found, known)| found - known).collect();
        let compared = differences.iter().filter(|difference| difference.is_finite()).count();
        if compared < self.times.len() { f64::NAN } else { largest(&differences) }
    }

    /// The largest of all, relative to the largest value of each.
    pub fn error(&self, trace: &Trace) -> f64 {
        self.worst(trace, |_| true)
    }

    fn worst(&self, trace: &Trace, is_wanted: impl Fn(&Signal) -> bool) -> f64 {
        let of = |signal: &Signal| self.deviation(signal, trace) / signal.largest;
        // The greater of two, and not a number if one is not.
        let greater = |most: f64, next: f64| if next <= most { most } else { next };
        self.signals.iter().filter(|signal| is_wanted(signal)).map(of).fold(0.0, greater)
    }

    /// What they say of a run.
    pub fn statements(&self, trace: &Trace) -> Vec<Statement> {
        let unit = "of the largest value";
        let near =
            |what: &str| Statement::reference(format!("the same {what} as Dymola at {} instants", self.times.len()));
        let mut statements =
            vec![near("positions").below(self.worst(trace, |signal| !signal.is_rate()), ACCURACY, unit)];
        if self.signals.iter().any(Signal::is_rate) {
            statements.push(near("velocities").below(self.worst(trace, Signal::is_rate), ACCURACY, unit));
        }
        if !self.modes.is_empty() {
            statements.push(self.same_modes(trace));
            statements.push(same_events("Dymola", &self.events(trace), TIME_LIMIT));
        }
        statements
    }

    fn same_modes(&self, trace: &Trace) -> Statement {
        let pairs = self.modes.iter().flat_map(|modes| {
            let regimes = trace.time.iter().zip(trace.column(&modes.here));
            let until_end = regimes.take_while(|(time, _)| **time <= self.end);
            until_end.map(|(time, regime)| (modes.at(*time).map(f64::from), *regime))
        });
        differing("the same modes as Dymola at every point", pairs)
    }

    /// Changes of modes beside events.
    pub fn events(&self, trace: &Trace) -> Vec<EventRow> {
        let rows = self.modes.iter().flat_map(|modes| {
            let changes = modes.changes.iter().skip(1).filter(|(time, _)| modes.is_compared(*time));
            let changes = changes.map(|(time, _)| Change { element: modes.element().to_string(), time: *time });
            let of_it = |event: &&_| super::regimes::is_of(event, modes.element());
            let happened = trace.events.iter().filter(of_it);
            let happened = happened.filter(|event| event.time < self.end && modes.is_compared(event.time));
            beside(&changes.collect::<Vec<_>>(), &happened.collect::<Vec<_>>())
        });
        let mut rows: Vec<EventRow> = rows.collect();
        let time = |row: &EventRow| row.reference.or(row.located).unwrap_or(f64::MAX);
        rows.sort_by(|a, b| time(a).total_cmp(&time(b)));
        rows
    }
}
