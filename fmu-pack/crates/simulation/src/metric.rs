//! Figures of merit of one output over a run: what a step response is judged by.
//!
//! A response goes from y(from) to its target, by `step = target − y(from)`. The target is a number, or another variable's value at
//! the end of the run; where none is given, the last value of the output itself. Between communication points outputs are taken to
//! be straight lines.
//!
//! | metric | is |
//! |---|---|
//! | `rise_time` | time from 10 % to 90 % of the step |
//! | `settling_time` | time after `from` when the output enters target ± band·\|step\| for good; band is 2 % |
//! | `overshoot` | largest (y − target)/step after `from`, 0 where there is none |
//! | `steady_state_error` | target − y, mean over the last `over` seconds; the last value alone where `over` is 0 |
//! | `time_stuck` | time at a friction regime of 0; a communication step with one end stuck counts half |
//! | `time_at_rest` | time at which a velocity is at most `below`, under any friction law |
//! | `standstills` | how often a velocity that was above 2·`below` falls to `below`, under any friction law |
//!
//! The first three are defined as in control textbooks (Ogata, Modern Control Engineering, section 5-3). What a response has not
//! reached by the end of the run has no value (NaN).

use super::setting::real;
use fmu_import::interface::{Variable, nearest};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// A figure of merit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Metric {
    /// Name of its column.
    pub name: String,
    kind: Kind,
    /// The output, as a column of what is recorded.
    column: usize,
    target: Target,
    /// What is before this time does not count [s].
    from: f64,
    band: f64,
    over: f64,
    /// Largest velocity that is rest.
    below: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum Kind {
    RiseTime,
    SettlingTime,
    Overshoot,
    SteadyStateError,
    TimeStuck,
    TimeAtRest,
    Standstills,
}

const KINDS: [(&str, Kind); 7] = [
    ("rise_time", Kind::RiseTime),
    ("settling_time", Kind::SettlingTime),
    ("overshoot", Kind::Overshoot),
    ("steady_state_error", Kind::SteadyStateError),
    ("time_stuck", Kind::TimeStuck),
    ("time_at_rest", Kind::TimeAtRest),
    ("standstills", Kind::Standstills),
];

/// Where a response goes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum Target {
    LastValue,
    Number(f64),
    Column(usize),
}

/// Why a text is no metric.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Not of the form.
    #[error(
        "{text:?} is no metric; one is rise_time, settling_time, overshoot, steady_state_error, time_stuck, time_at_rest or standstills with \
         an output and options in parentheses, such as settling_time(position, target=command, from=0.1, band=2%)"
    )]
    Form {
        /// What stands there.
        text: String,
    },
    /// No such output.
    #[error("{text}: the FMU has no output or input called {name}{nearest}")]
    Unknown {
        /// The metric.
        text: String,
        /// The name.
        name: String,
        /// Names like it, as the end of the sentence.
        nearest: String,
    },
    /// An error without something to be off from.
    #[error("{text}: it needs a target, a number or a variable: steady_state_error(position, target=command)")]
    Target {
        /// The metric.
        text: String,
    },
    /// Rest without a largest velocity.
    #[error("{text}: it needs the largest velocity that is rest: time_at_rest(velocity, below=0.1 deg/s)")]
    Below {
        /// The metric.
        text: String,
    },
    /// Nothing is left of the run.
    #[error("{name}: from={from} s is not before the end at {stop} s")]
    Begin {
        /// The metric's column.
        name: String,
        /// Where it begins.
        from: f64,
        /// Where the run ends.
        stop: f64,
    },
    /// A mean over more than there is.
    #[error("{name}: over={over} s is longer than what it looks at, {longest} s of the run")]
    Over {
        /// The metric's column.
        name: String,
        /// The length of the window.
        over: f64,
        /// From the begin to the end.
        longest: f64,
    },
    /// A target that is a number, and none of the output's unit.
    #[error("{text}: {option:?} must be {allowed}, or the name of an output or input")]
    TargetNumber {
        /// The metric.
        text: String,
        /// The option.
        option: String,
        /// What is allowed.
        allowed: String,
    },
    /// Rest is told by a friction regime.
    #[error("{text}: {name} does not tell rest; it must be a friction_regime, such as time_stuck(friction_regime)")]
    Regime {
        /// The metric.
        text: String,
        /// The output.
        name: String,
    },
    /// Two values for one option.
    #[error("{text}: it has {option} twice")]
    Twice {
        /// The metric.
        text: String,
        /// The name of the option.
        option: String,
    },
    /// An option that the metric does not have, or whose value is wrong.
    #[error("{text}: {option:?} is not understood; allowed are {allowed}")]
    Option {
        /// The metric.
        text: String,
        /// The option.
        option: String,
        /// What is allowed.
        allowed: &'static str,
    },
}

impl Metric {
    /// Reads `KIND(OUTPUT, OPTION=VALUE, ...)` for an FMU that records these variables.
    pub fn parse(text: &str, recorded: &[&Variable]) -> Result<Self, Error> {
        let form = || Error::Form { text: text.to_string() };
        let (kind, rest) = text.trim().strip_suffix(')').and_then(|text| text.split_once('(')).ok_or_else(form)?;
        let (_, kind) = KINDS.iter().find(|(name, _)| *name == kind.trim()).ok_or_else(form)?;
        let mut words = rest.split(',').map(str::trim);
        let output = words.next().filter(|output| !output.is_empty()).ok_or_else(form)?;
        let find = |name: &str| {
            let found = recorded.iter().position(|variable| variable.name == name);
            found.ok_or_else(|| {
                let nearest = nearest(name, recorded.iter().map(|variable| variable.name.as_str()));
                Error::Unknown { text: text.to_string(), name: name.to_string(), nearest }
            })
        };
        let column = find(output)?;
        let name = format!("{output}_{}", kind.name());
        let (target, from) = (Target::LastValue, f64::NEG_INFINITY);
        let mut metric = Self { name, kind: *kind, column, target, from, band: BAND, over: 0.0, below: 0.0 };
        let mut given = HashSet::new();
        for option in words {
            let refuse =
                || Error::Option { text: text.to_string(), option: option.to_string(), allowed: kind.options() };
            let (name, value) =
                option.split_once('=').map(|(name, value)| (name.trim(), value.trim())).ok_or_else(refuse)?;
            if !given.insert(name) {
                return Err(Error::Twice { text: text.to_string(), option: name.to_string() });
            }
            let number = |unit: &str| real(value, unit).map_err(|_| refuse());
            match (name, kind.has_target()) {
                ("as", _) if !value.is_empty() => metric.name = value.to_string(),
                ("from", _) => metric.from = number("s")?,
                ("target", true) => {
                    let unit = &recorded[column].unit;
                    metric.target = match real(value, unit) {
                        Ok(number) => Target::Number(number),
                        Err(allowed) if is_of_a_number(value) => {
                            let (text, option) = (text.to_string(), option.to_string());
                            return Err(Error::TargetNumber { text, option, allowed });
                        }
                        Err(_) => Target::Column(find(value)?),
                    };
                }
                ("band", _) if *kind == Kind::SettlingTime => metric.band = percent(value).ok_or_else(refuse)?,
                ("below", _) if kind.is_of_rest() => {
                    metric.below = number(&recorded[column].unit)?;
                    if metric.below <= 0.0 {
                        return Err(refuse());
                    }
                }
                ("over", _) if *kind == Kind::SteadyStateError => {
                    metric.over = number("s").ok().filter(|over| *over >= 0.0).ok_or_else(refuse)?;
                }
                _ => return Err(refuse()),
            }
        }
        if *kind == Kind::SteadyStateError && metric.target == Target::LastValue {
            return Err(Error::Target { text: text.to_string() });
        }
        if kind.is_of_rest() && metric.below == 0.0 {
            return Err(Error::Below { text: text.to_string() });
        }
        if *kind == Kind::TimeStuck && !output.ends_with("friction_regime") {
            return Err(Error::Regime { text: text.to_string(), name: output.to_string() });
        }
        Ok(metric)
    }

    /// Refuses one that begins when a run from `start` to `stop` \[s\] is over, and one that looks further back than it begins.
    pub fn check_times(&self, start: f64, stop: f64) -> Result<(), Error> {
        let (name, from, over) = (self.name.clone(), self.from, self.over);
        if from >= stop {
            return Err(Error::Begin { name, from, stop });
        }
        let longest = stop - from.max(start);
        if over <= longest { Ok(()) } else { Err(Error::Over { name, over, longest }) }
    }

    /// The columns that it needs.
    pub(crate) fn columns(&self) -> impl Iterator<Item = usize> {
        let target = match self.target {
            Target::Column(column) => Some(column),
            Target::LastValue | Target::Number(_) => None,
        };
        std::iter::once(self.column).chain(target)
    }

    /// Its value, of the times and of the values of a column; NaN where it has none.
    pub(crate) fn value<'a>(&self, times: &'a [f64], column: impl Fn(usize) -> &'a [f64]) -> f64 {
        let start = times.partition_point(|time| *time < self.from);
        let (times, y) = (&times[start..], &column(self.column)[start..]);
        let (Some(first), Some(last)) = (y.first(), y.last()) else { return f64::NAN };
        let target = match self.target {
            Target::LastValue => *last,
            Target::Number(number) => number,
            Target::Column(target) => *column(target).last().unwrap_or(&f64::NAN),
        };
        let response = Response { times, y, step: target - first, target };
        if self.kind.is_of_a_step() && !response.has_step() {
            return f64::NAN;
        }
        match self.kind {
            Kind::RiseTime => response.rise_time(),
            Kind::SettlingTime => response.settling_time(self.band),
            Kind::Overshoot => response.overshoot(),
            Kind::SteadyStateError => response.steady_state_error(self.over),
            Kind::TimeStuck => response.time_stuck(),
            Kind::TimeAtRest => response.time_at_rest(self.below),
            Kind::Standstills => response.standstills(self.below),
        }
    }
}

/// Share of the step that a settled output may be off.
const BAND: f64 = 0.02;

impl Kind {
    fn name(self) -> &'static str {
        KINDS.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }

    fn has_target(self) -> bool {
        match self {
            Self::RiseTime | Self::SettlingTime | Self::Overshoot | Self::SteadyStateError => true,
            Self::TimeStuck | Self::TimeAtRest | Self::Standstills => false,
        }
    }

    /// It counts in shares of the step.
    fn is_of_a_step(self) -> bool {
        match self {
            Self::RiseTime | Self::SettlingTime | Self::Overshoot => true,
            Self::SteadyStateError | Self::TimeStuck | Self::TimeAtRest | Self::Standstills => false,
        }
    }

    /// It tells rest by a velocity.
    fn is_of_rest(self) -> bool {
        match self {
            Self::TimeAtRest | Self::Standstills => true,
            Self::RiseTime | Self::SettlingTime | Self::Overshoot | Self::SteadyStateError | Self::TimeStuck => false,
        }
    }

    fn options(self) -> &'static str {
        match self {
            Self::RiseTime | Self::Overshoot => "target=NAME|NUMBER, from=TIME, as=COLUMN",
            Self::SettlingTime => "target=NAME|NUMBER, from=TIME, band=PERCENT, as=COLUMN",
            Self::SteadyStateError => "target=NAME|NUMBER (always needed), from=TIME, over=TIME, as=COLUMN",
            Self::TimeStuck => "from=TIME, as=COLUMN",
            Self::TimeAtRest | Self::Standstills => "below=VELOCITY (always needed), from=TIME, as=COLUMN",
        }
    }
}

/// It begins as a number does, and as no name.
fn is_of_a_number(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first))
}

/// A share between 0 and 1, such as "2%", "2 %" or "0.02".
fn percent(text: &str) -> Option<f64> {
    let (digits, scale) = text.strip_suffix('%').map_or((text, 1.0), |digits| (digits.trim(), 100.0));
    digits.parse::<f64>().ok().map(|number| number / scale).filter(|share| *share > 0.0 && *share < 1.0)
}

/// An output from its start time on.
struct Response<'a> {
    times: &'a [f64],
    y: &'a [f64],
    target: f64,
    step: f64,
}

/// Smallest step, over the largest value: what is below is rounding of values that are to be the same.
const LEAST_STEP: f64 = 1e-9;

impl Response<'_> {
    /// Whether there is a step of which shares could be told.
    fn has_step(&self) -> bool {
        let largest = self.y.iter().fold(self.target.abs(), |largest, y| largest.max(y.abs()));
        self.step.abs() > LEAST_STEP * largest
    }

    /// Way from the start to the target: 0 to 1.
    fn share(&self, index: usize) -> f64 {
        1.0 - (self.target - self.y[index]) / self.step
    }

    /// When the way first reaches `share`, on the line between two communication points.
    fn reaches(&self, share: f64) -> Option<f64> {
        let index = (0..self.y.len()).find(|index| self.share(*index) >= share)?;
        if index == 0 {
            return Some(self.times[0]);
        }
        Some(self.crossing(index - 1, share))
    }

    /// When the line from communication point `index` to the next crosses `share`.
    fn crossing(&self, index: usize, share: f64) -> f64 {
        let (before, after) = (self.share(index), self.share(index + 1));
        let part = (share - before) / (after - before);
        self.times[index] + (self.times[index + 1] - self.times[index]) * part
    }

    fn rise_time(&self) -> f64 {
        let times = self.reaches(0.1).zip(self.reaches(0.9));
        times.map_or(f64::NAN, |(low, high)| high - low)
    }

    fn settling_time(&self, band: f64) -> f64 {
        let outside = |index: &usize| (self.share(*index) - 1.0).abs() > band;
        match (0..self.y.len()).rev().find(outside) {
            None => 0.0,
            Some(index) if index + 1 == self.y.len() => f64::NAN,
            Some(index) => {
                let edge = if self.share(index) > 1.0 { 1.0 + band } else { 1.0 - band };
                self.crossing(index, edge) - self.times[0]
            }
        }
    }

    fn overshoot(&self) -> f64 {
        (0..self.y.len()).map(|index| self.share(index) - 1.0).fold(0.0, f64::max)
    }

    fn steady_state_error(&self, over: f64) -> f64 {
        let end = self.times[self.times.len() - 1];
        let begin = (end - over).max(self.times[0]);
        if begin >= end {
            return self.target - self.y[self.y.len() - 1];
        }
        // The last point at or before the begin of the window: its line is cut there.
        let first = self.times.partition_point(|time| *time <= begin) - 1;
        let area: f64 = (first..self.y.len() - 1).map(|index| self.area_from(begin, index)).sum();
        self.target - area / (end - begin)
    }

    /// Area below the line from communication point `index` to the next, or below its part after `begin`.
    fn area_from(&self, begin: f64, index: usize) -> f64 {
        let (from, to) = (self.times[index], self.times[index + 1]);
        let (before, after) = (self.y[index], self.y[index + 1]);
        if from >= begin {
            return 0.5 * (before + after) * (to - from);
        }
        let cut = before + (after - before) * (begin - from) / (to - from);
        0.5 * (cut + after) * (to - begin)
    }

    fn time_stuck(&self) -> f64 {
        let halves =
            |index: usize| 0.5 * f64::from(u8::from(self.y[index] == 0.0) + u8::from(self.y[index + 1] == 0.0));
        (1..self.times.len()).map(|end| halves(end - 1) * (self.times[end] - self.times[end - 1])).sum()
    }
}

/// A velocity between its communication points, where it is straight.
impl Response<'_> {
    fn time_at_rest(&self, below: f64) -> f64 {
        let share = |begin: f64, end: f64| match end - begin {
            0.0 => f64::from(u8::from(begin.abs() <= below)),
            slope => {
                let (one, other) = ((-below - begin) / slope, (below - begin) / slope);
                (one.max(other).min(1.0) - one.min(other).max(0.0)).max(0.0)
            }
        };
        (1..self.times.len())
            .map(|end| share(self.y[end - 1], self.y[end]) * (self.times[end] - self.times[end - 1]))
            .sum()
    }

    /// Between rest and motion lies a factor of two, so that what hovers about the limit counts once. A velocity that only passes
    /// through zero within a communication step counts too: it was at rest for an instant.
    fn standstills(&self, below: f64) -> f64 {
        let (mut count, mut moves) = (0, false);
        for (index, y) in self.y.iter().enumerate() {
            let passes = index > 0 && self.y[index - 1] * y < 0.0;
            if moves && (y.abs() <= below || passes) {
                (count, moves) = (count + 1, false);
            }
            moves |= y.abs() > 2.0 * below;
        }
        f64::from(count)
    }
}

#[cfg(test)]
mod tests {
    use super::super::recorded;
    use super::*;
    use fmu_import::interface::Interface;

    fn interface() -> Interface {
        let model = model_description::models::all().remove(0);
        let description = model_description::write(&model_description::describe(&model));
        Interface::read(&description).expect("it is our own")
    }

    fn metric(text: &str) -> Result<Metric, Error> {
        let interface = interface();
        Metric::parse(text, &recorded(&interface, false))
    }

    /// The value for y = f(t) every millisecond for 5 s.
    fn of(text: &str, f: impl Fn(f64) -> f64) -> f64 {
        let times: Vec<f64> = (0..=5000).map(|index| f64::from(index) * 1e-3).collect();
        let y: Vec<f64> = times.iter().map(|time| f(*time)).collect();
        metric(text).expect("a metric").value(&times, |_| &y)
    }

    /// Unit step response of a system of second order with natural frequency 5 rad/s and damping ratio 0.3.
    fn second_order(time: f64) -> f64 {
        let (wn, zeta) = (5.0, 0.3_f64);
        let wd = wn * (1.0 - zeta * zeta).sqrt();
        1.0 - (-zeta * wn * time).exp() * ((wd * time).cos() + zeta * wn / wd * (wd * time).sin())
    }

    #[test]
    fn a_first_order_lag_rises_and_settles_as_its_closed_form_says() {
        let lag = |time: f64| if time < 0.5 { 0.0 } else { 1.0 - (-(time - 0.5) / 0.2).exp() };
        // 0.2 ln 9 and 0.2 ln 50; a line over 1 ms is off by (1 ms)^2/(8 * 0.2 s) and less.
        assert!((of("rise_time(position, target=1, from=0.5)", lag) - 0.2 * 9f64.ln()).abs() < 1e-6);
        assert!((of("settling_time(position, target=1, from=0.5)", lag) - 0.2 * 50f64.ln()).abs() < 1e-5);
        assert!((of("settling_time(position, target=1, from=0.5, band=5%)", lag) - 0.2 * 20f64.ln()).abs() < 1e-5);
        assert_eq!(of("overshoot(position, target=1, from=0.5)", lag), 0.0);
    }

    #[test]
    fn overshoot_is_that_of_the_damping_ratio() {
        let expected = (-std::f64::consts::PI * 0.3 / (1.0f64 - 0.09).sqrt()).exp();
        // The peak is between two communication points: at most wn^2 (0.5 ms)^2/2 below it.
        assert!((of("overshoot(position, target=1)", second_order) - expected).abs() < 4e-6);
        let mirrored = of("overshoot(position, target=-1)", |time| -second_order(time));
        assert_eq!(mirrored, of("overshoot(position, target=1)", second_order), "downwards as upwards");
    }

    #[test]
    fn the_error_at_the_end_is_target_less_value() {
        assert_eq!(of("steady_state_error(position, target=0.75)", |_| 0.5), 0.25);
        let ripple = |time: f64| 0.5 + 0.1 * (std::f64::consts::TAU * time).sin();
        assert!((of("steady_state_error(position, target=0.75, over=1)", ripple) - 0.25).abs() < 1e-12);
    }

    #[test]
    fn the_error_at_the_end_is_the_mean_over_time_of_the_lines_between_communication_points() {
        // y = t²/2 every 50 ms up to 0.2 s, as an inertia of 1 under a torque of 1: 0.005, 0.01125, 0.02 from 0.1 s on.
        let times: Vec<f64> = (0..=4).map(|index| f64::from(index) * 0.05).collect();
        let y: Vec<f64> = times.iter().map(|time| 0.5 * time * time).collect();
        let of = |over: &str| metric(&format!("steady_state_error(position, target=1, over={over})")).unwrap();
        // 1 − [0.05·(0.005 + 0.01125)/2 + 0.05·(0.01125 + 0.02)/2]/0.1.
        assert!((of("0.1").value(&times, |_| &y) - (1.0 - 0.011_875)).abs() < 1e-15);
        // From 0.12 s on, where the line is at 0.0075: 1 − [0.03·(0.0075 + 0.01125)/2 + 0.05·(0.01125 + 0.02)/2]/0.08.
        assert!((of("0.08").value(&times, |_| &y) - (1.0 - 0.013_281_25)).abs() < 1e-15);
        // 1 − 0.05·(0.01125 + 0.02)/2/0.05 within the last step, the last value at its end, and all where there is no more.
        assert!((of("0.05").value(&times, |_| &y) - (1.0 - 0.015_625)).abs() < 1e-15);
        assert_eq!(of("0").value(&times, |_| &y), 0.98);
        assert!((of("9").value(&times, |_| &y) - (1.0 - 0.006_875)).abs() < 1e-15);
    }

    #[test]
    fn time_stuck_adds_up_what_the_regime_shows() {
        let regime = |time: f64| if (1.0..1.5).contains(&time) || time >= 4.9995 { 0.0 } else { 1.0 };
        assert!((of("time_stuck(friction_regime)", regime) - 0.5005).abs() < 1e-9);
        assert!((of("time_stuck(friction_regime, from=1.25)", regime) - 0.25).abs() < 1e-3);
    }

    #[test]
    fn rest_is_told_by_the_velocity_under_any_law() {
        // cos(2πt): |v| ≤ 0.5 for a third of each second; it passes through rest twice per second.
        let swing = |time: f64| (std::f64::consts::TAU * time).cos();
        // A line over 1 ms is off by (2π)²·(1 ms)²/8 and less.
        assert!((of("time_at_rest(velocity, below=0.5 rad/s)", swing) - 5.0 / 3.0).abs() < 1e-4);
        assert_eq!(of("standstills(velocity, below=0.1)", swing), 10.0);
        assert_eq!(of("standstills(velocity, below=0.1, from=4.5)", swing), 1.0);
        // What creeps to rest and hovers there, as under a law that never sticks, comes to rest once.
        let creeping = |time: f64| (-time / 0.1).exp() + 1e-3 * (40.0 * time).sin();
        assert_eq!(of("standstills(velocity, below=1e-3)", creeping), 1.0);
        assert_eq!(of("standstills(velocity, below=1)", swing), 0.0, "it never moves");
        // Faster than the communication points tell: 700 rad/s.
        assert!(of("standstills(velocity, below=1e-6)", |time| (700.0 * time).sin()) > 1000.0);
    }

    #[test]
    fn a_step_of_rounding_is_none() {
        let still = |time: f64| if time > 1.0 { 0.1 + 0.2 } else { 0.3 };
        for metric in ["overshoot(position)", "rise_time(position)", "settling_time(position)"] {
            assert!(of(metric, still).is_nan(), "{metric}");
        }
    }

    #[test]
    fn what_was_not_reached_has_no_value() {
        assert!(of("rise_time(position, target=1)", |time| 0.1 * time).is_nan());
        assert!(of("settling_time(position, target=1)", |time| 0.1 * time).is_nan());
        assert!(of("overshoot(position)", |_| 1.0).is_nan(), "there is no step");
        assert!(of("rise_time(position, from=9)", |time| time).is_nan());
    }

    #[test]
    fn a_mean_over_more_than_the_run_is_refused() {
        let error =
            |over: &str| metric(&format!("steady_state_error(position, target=1, from=0.25, over={over})")).unwrap();
        assert!(error("0.75").check_times(0.0, 1.0).is_ok());
        let told = error("9").check_times(0.0, 1.0).unwrap_err().to_string();
        assert_eq!(told, "position_steady_state_error: over=9 s is longer than what it looks at, 0.75 s of the run");
        assert!(error("9").check_times(0.0, 0.2).unwrap_err().to_string().contains("is not before the end at 0.2 s"));
    }

    #[test]
    fn what_is_no_metric_is_refused_with_what_is_allowed() {
        let refusals = [
            ("peak(position)", "rise_time, settling_time"),
            ("rise_time(positon)", "called positon; the nearest names are position"),
            ("rise_time(position, band=2%)", "\"band=2%\" is not understood; allowed are target="),
            ("settling_time(position, band=200%)", "band=200%"),
            ("steady_state_error(position)", "it needs a target"),
            ("steady_state_error(position, target=1, over=-1)", "\"over=-1\" is not understood"),
            (
                "overshoot(position, target=2 N.m)",
                "\"target=2 N.m\" must be a number in rad, or one with a unit that converts to rad, or the name of an output",
            ),
            ("overshoot(position, target=2 degg)", "\"degg\" is not a known unit"),
            ("overshoot(position, target=1, target=2)", "it has target twice"),
            ("rise_time(position, from=1, from=1)", "it has from twice"),
            ("time_stuck(position)", "position does not tell rest"),
            ("time_at_rest(velocity)", "it needs the largest velocity that is rest"),
            ("standstills(velocity, below=-1)", "below=VELOCITY (always needed)"),
        ];
        for (text, expected) in refusals {
            let told = metric(text).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(told.contains(expected), "{text}: {told}");
        }
        assert!(metric("steady_state_error(position, target=1 deg, as=error)").is_ok());
    }
}
