//! Reads the reference data in tests/reference.

use super::Error;
use fmu_simulation::EventKind;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The folder of the reference data in the sources.
pub(super) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/reference")
}

fn failure(path: &Path, problem: impl ToString) -> Error {
    Error::Reference { path: path.to_path_buf(), problem: problem.to_string() }
}

fn read(name: &str) -> Result<(PathBuf, String), Error> {
    let path = folder().join(name);
    let text = std::fs::read_to_string(&path).map_err(|error| failure(&path, error))?;
    Ok((path, text))
}

/// A JSON file in the folder of reference data.
pub fn json<T: serde::de::DeserializeOwned>(name: &str) -> Result<T, Error> {
    let (path, text) = read(name)?;
    serde_json::from_str(&text).map_err(|error| failure(&path, error))
}

/// Changes of the regimes of contacts in a reference solution of a drivetrain after its start: which contact, when.
pub fn drivetrain_events(case: &str) -> Result<Vec<(String, f64)>, Error> {
    let all: Vec<Value> = json("drivetrain/events.json")?;
    let is_regime = |what: &str| what.split(" -> ").all(|word| ["free", "stuck", "slide+", "slide-"].contains(&word));
    let read = |event: &Value| {
        let text = |key: &str| event[key].as_str();
        let wanted = text("case") == Some(case) && text("what").is_some_and(is_regime);
        if wanted { Some((text("element")?.to_string(), event["time"].as_f64()?)) } else { None }
    };
    Ok(all.iter().filter_map(read).filter(|(_, time)| *time > 0.0).collect())
}

/// A CSV file of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Columns {
    path: PathBuf,
    names: Vec<String>,
    columns: Vec<Vec<f64>>,
}

impl Columns {
    /// Reads a file in the folder of reference data.
    pub fn read(name: &str) -> Result<Self, Error> {
        let (path, text) = read(name)?;
        let mut lines = text.lines();
        let head = lines.next().ok_or_else(|| failure(&path, "the file is empty"))?;
        let names: Vec<String> = head.split(',').map(|name| name.trim_matches('"').to_string()).collect();
        let mut columns = vec![Vec::new(); names.len()];
        for line in lines {
            let cells = line.split(',').map(|cell| cell.parse().unwrap_or(f64::NAN));
            columns.iter_mut().zip(cells).for_each(|(column, cell)| column.push(cell));
        }
        Ok(Self { path, names, columns })
    }

    /// The file is there.
    pub fn exists(name: &str) -> bool {
        folder().join(name).is_file()
    }

    /// Names of the columns.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// A column by name.
    pub fn column(&self, name: &str) -> Result<&[f64], Error> {
        let index = self.names.iter().position(|known| known == name);
        let index = index.ok_or_else(|| failure(&self.path, format!("it has no column {name}")))?;
        Ok(&self.columns[index])
    }

    /// A column at these times, which are rows of the file; NaN where they are not.
    pub fn at(&self, clock: &str, name: &str, times: &[f64]) -> Result<Vec<f64>, Error> {
        const SAME: f64 = 1e-9;
        let (clock, column) = (self.column(clock)?, self.column(name)?);
        let value = |time: &f64| {
            let row = clock.partition_point(|known| *known < time - SAME);
            let hits = clock.get(row).is_some_and(|known| (known - time).abs() <= SAME);
            if hits { column[row] } else { f64::NAN }
        };
        Ok(times.iter().map(value).collect())
    }
}

/// An event of a reference solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// What happened.
    pub kind: EventKind,
    /// Direction of the motion that begins, or side of the end stop.
    pub direction: Option<i8>,
    /// When, in s.
    pub time: f64,
    /// Where, in rad or m; NaN if not known.
    pub position: f64,
}

/// Events of a figure of the servomechanism; a stop and a breakaway at the same time are a reversal.
pub fn servo_events(figure: u32) -> Result<Vec<Known>, Error> {
    let (path, text) = read("servo/events.csv")?;
    let wanted = figure.to_string();
    let mut events: Vec<Known> = Vec::new();
    for cells in text.lines().map(|line| line.split(',').collect::<Vec<_>>()).filter(|cells| cells[0] == wanted) {
        let [_, _, _, time, kind, position, ..] = cells[..] else { return Err(failure(&path, "a short line")) };
        let number = |text: &str| text.parse::<f64>().map_err(|error| failure(&path, format!("{text}: {error}")));
        let direction = if kind.ends_with('+') { Some(1) } else { kind.ends_with('-').then_some(-1) };
        let kind = if kind == "stop" { EventKind::Stop } else { EventKind::Breakaway };
        let event = Known { kind, direction, time: number(time)?, position: number(position)?.to_radians() };
        push(&mut events, event);
    }
    Ok(events)
}

/// Joins a stop and a breakaway at the same time.
fn push(events: &mut Vec<Known>, event: Known) {
    match events.last_mut() {
        Some(last) if last.kind == EventKind::Stop && event.kind == EventKind::Breakaway && last.time == event.time => {
            (last.kind, last.direction) = (EventKind::Reversal, event.direction);
        }
        _ => events.push(event),
    }
}

/// Events of a problem in transmission/events.json, whose numbers are texts of 20 digits.
pub fn transmission_events(problem: &str) -> Result<Vec<Known>, Error> {
    let (path, text) = read("transmission/events.json")?;
    let all: Value = serde_json::from_str(&text).map_err(|error| failure(&path, error))?;
    let events = all[problem]["events"].as_array();
    let events = events.ok_or_else(|| failure(&path, format!("it has no events of {problem}")))?;
    let number = |event: &Value, name: &str| event[name].as_str().and_then(|text| text.parse().ok());
    let (mut known, mut mode): (Vec<Known>, Option<i64>) = (Vec::new(), None);
    for event in events {
        let time = number(event, "t").ok_or_else(|| failure(&path, "an event without time"))?;
        let next = event["mode"].as_i64();
        if let (true, Some((kind, direction))) = (next != mode, change(mode.unwrap_or(0), next, &event["why"])) {
            known.push(Known { kind, direction, time, position: number(event, "x").unwrap_or(f64::NAN) });
        }
        mode = next.or(mode);
    }
    Ok(known)
}

/// What a change of the mode is called.
fn change(from: i64, to: Option<i64>, why: &Value) -> Option<(EventKind, Option<i8>)> {
    let direction = |mode: i64| Some(if mode > 0 { 1 } else { -1 });
    match (from, to?) {
        (0, 0) => None,
        (0, to) => Some((EventKind::Breakaway, direction(to))),
        (from, 0) if why.as_str().is_some_and(|why| why.contains("limit") || why.contains("end")) => {
            Some((EventKind::EndStop, direction(from)))
        }
        (_, 0) => Some((EventKind::Stop, None)),
        (_, to) => Some((EventKind::Reversal, direction(to))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_and_a_breakaway_at_the_same_time_are_a_reversal() {
        let events = servo_events(7).unwrap();
        let kinds: Vec<_> = events.iter().map(|event| (event.kind.clone(), event.direction)).collect();
        let expected = [
            (EventKind::Breakaway, Some(-1)),
            (EventKind::Stop, None),
            (EventKind::Breakaway, Some(-1)),
            (EventKind::Reversal, Some(1)),
            (EventKind::Stop, None),
        ];
        assert_eq!(kinds, expected);
        assert_eq!(events[3].time, 0.929428846);
    }

    #[test]
    fn a_missing_file_or_column_is_named() {
        let message = Columns::read("servo/fig99.csv").unwrap_err().to_string();
        assert!(message.contains("fig99.csv"), "{message}");
        let message = Columns::read("servo/fig06.csv").unwrap().column("speed").unwrap_err().to_string();
        assert!(message.contains("no column speed"), "{message}");
    }

    #[test]
    fn times_that_are_no_rows_have_no_value() {
        let table = Columns::read("servo/fig06.csv").unwrap();
        let values = table.at("t_s", "com_deg", &[0.2, 0.2005]).unwrap();
        assert!(values[0] == 1.5 && values[1].is_nan(), "{values:?}");
    }
}
