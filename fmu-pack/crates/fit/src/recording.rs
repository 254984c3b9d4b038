//! Recordings as they are fitted: times, inputs and measured outputs in the units of the model.

use crate::correlated::{Mean, mean};
use crate::error::Unusable;
use crate::study::{InputKeys, Kind, OutputKeys, RecordingKeys, Study};
use crate::table::{self, Columns, Wanted};
use crate::{Error, Units};
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// One recording.
#[derive(Clone, Debug)]
pub struct Recording {
    /// Its file without folder and ending, or the name in the study where it has one file.
    pub name: String,
    /// Which of the recordings of the study it is of.
    pub group: usize,
    /// What it is taken for.
    pub kind: Kind,
    /// It is predicted, not fitted.
    pub is_held_back: bool,
    /// Times \[s\]; of a stationary recording those of its samples.
    pub times: Vec<f64>,
    /// Inputs.
    pub inputs: Vec<Signal>,
    /// Measured outputs.
    pub outputs: Vec<Measured>,
    /// What is to be known of it, a sentence each.
    pub remarks: Vec<String>,
}

/// An input.
#[derive(Clone, Debug)]
pub struct Signal {
    /// The variable.
    pub name: String,
    /// Its values at the times.
    pub values: Vec<f64>,
    /// They are held until the next sample.
    pub is_held: bool,
    /// Time by which they lag \[s\].
    pub delay: f64,
}

/// A measured output.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Its name in the study.
    pub name: String,
    /// Variables whose sum it is, each with its sign.
    pub terms: Vec<(f64, String)>,
    /// Its unit, where it is known.
    pub unit: Option<String>,
    /// Its values at the times.
    pub values: Vec<f64>,
    /// Time by which they lag \[s\].
    pub delay: f64,
    /// Standard deviation of the noise, where it is given.
    pub noise: Option<f64>,
    /// Of a stationary recording.
    pub mean: Option<Mean>,
}

impl Measured {
    /// How many data it gives.
    pub fn count(&self) -> usize {
        if self.mean.is_some() { 1 } else { self.values.len() }
    }

    /// What was measured, as data.
    pub fn data(&self) -> Cow<'_, [f64]> {
        self.mean.map_or(Cow::Borrowed(&self.values), |mean| Cow::Owned(vec![mean.value]))
    }
}

impl Signal {
    /// Its mean.
    pub fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.values.len().max(1) as f64
    }
}

impl Recording {
    /// How many data it gives.
    pub fn count(&self) -> usize {
        self.outputs.iter().map(Measured::count).sum()
    }
}

/// Reads all recordings of a study.
pub fn read(study: &Study, units: &Units<'_, '_>) -> Result<Vec<Recording>, Error> {
    read_groups(study, &study.recordings, units)
}

/// Reads recordings, or manoeuvres.
pub fn read_groups(study: &Study, groups: &[RecordingKeys], units: &Units<'_, '_>) -> Result<Vec<Recording>, Error> {
    let mut recordings = Vec::new();
    for (group, keys) in groups.iter().enumerate() {
        let mut files = Vec::new();
        for pattern in &keys.files {
            files.extend(table::files(pattern)?);
        }
        if let Some(twice) = (1..files.len()).find(|place| files[..*place].contains(&files[*place])) {
            return Err(Error::FileTwice { path: files.swap_remove(twice), table: keys.table.clone() });
        }
        for file in &files {
            let name = if files.len() == 1 { keys.name.clone() } else { stem(file) };
            recordings.push(of_file(study, (group, keys), (file, name), units)?);
        }
        let first = recordings.len() - files.len();
        state_errors_of_equal_rows(&mut recordings[first..], &files)?;
    }
    Ok(recordings)
}

/// The mean of rows that are all the same, as a coarse sensor gives them, has no standard error of its own: it gets the smallest of the
/// recordings that were read alike, and that is told. Without any it is refused.
fn state_errors_of_equal_rows(group: &mut [Recording], files: &[PathBuf]) -> Result<(), Error> {
    let count = group.first().map_or(0, |recording| recording.outputs.len());
    for output in 0..count {
        let errors = group.iter().filter_map(|recording| recording.outputs[output].mean).map(|mean| mean.error);
        let least = errors.filter(|error| *error > 0.0).fold(f64::INFINITY, f64::min);
        for (recording, file) in group.iter_mut().zip(files) {
            let Measured { name, values, noise: None, mean: Some(mean), .. } = &mut recording.outputs[output] else {
                continue;
            };
            if mean.error > 0.0 {
                continue;
            }
            let (value, rows) = (mean.value, values.len());
            if least.is_infinite() {
                let problem = Unusable::Equal { output: name.clone(), value, rows };
                return Err(Error::Recording { recording: file.display().to_string(), problem });
            }
            mean.error = least;
            let told = format!(
                "{name} is {value} in all {rows} rows; the standard error of its mean is taken from the surest of the recordings \
                 read alike, {least:.3e}: if it is known, give output.{name}.noise"
            );
            recording.remarks.push(told);
        }
    }
    Ok(())
}

fn stem(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn of_file(
    study: &Study,
    (group, keys): (usize, &RecordingKeys),
    (file, name): (&Path, String),
    units: &Units<'_, '_>,
) -> Result<Recording, Error> {
    let free = |column| Wanted { column, limits: (None, None) };
    let mut wanted: Vec<Wanted<'_>> = keys.time.iter().map(free).collect();
    wanted.extend(keys.inputs.iter().map(|input| free(&input.column)));
    let measured = keys.outputs.iter().filter_map(|output| Some((output, output.column.as_ref()?)));
    wanted.extend(measured.map(|(output, column)| Wanted { column, limits: (output.lower, output.upper) }));
    let Columns { values, left_out } = table::read(file, keys, &wanted)?;
    let mut columns = values.into_iter();
    let rows = columns.as_slice().first().map_or(0, Vec::len);
    let times = match &keys.time {
        Some(_) => columns.next().unwrap_or_default().iter().map(|time| time * keys.time_unit).collect(),
        None => (0..rows).map(|row| row as f64 * keys.sampling.unwrap_or(0.0)).collect::<Vec<f64>>(),
    };
    let inside: Vec<bool> = times.iter().map(|time| (keys.from..=keys.to).contains(time)).collect();
    let chosen = |values: Vec<f64>| -> Vec<f64> {
        values.into_iter().zip(&inside).filter(|(_, is_inside)| **is_inside).map(|(value, _)| value).collect()
    };
    let times = chosen(times);
    let mut inputs = Vec::new();
    for input in &keys.inputs {
        inputs.push(signal(input, chosen(columns.next().unwrap_or_default()), units)?);
    }
    let mut outputs = Vec::new();
    for output in &keys.outputs {
        let values = output.column.as_ref().and_then(|_| columns.next());
        outputs.push(measured_output(study, keys, output, values.map(&chosen), units)?);
    }
    let mut recording = Recording {
        name,
        group,
        kind: keys.kind,
        is_held_back: keys.is_held_back,
        times,
        inputs,
        outputs,
        remarks: Vec::new(),
    };
    recording.examine(file, keys)?;
    recording.remarks.extend(told_of_left_out(&left_out));
    Ok(recording)
}

/// What is told of lines that were left out.
fn told_of_left_out(lines: &[usize]) -> Option<String> {
    const SHOWN: usize = 8;
    let shown: Vec<String> = lines.iter().take(SHOWN).map(ToString::to_string).collect();
    let more = if lines.len() > SHOWN { format!(" and {} more", lines.len() - SHOWN) } else { String::new() };
    let lines_are = if lines.len() == 1 { "line is" } else { "lines are" };
    let told =
        format!("{} {lines_are} left out, with cells that are no readings: {}{more}", lines.len(), shown.join(", "));
    (!lines.is_empty()).then_some(told)
}

fn signal(keys: &InputKeys, values: Vec<f64>, units: &Units<'_, '_>) -> Result<Signal, Error> {
    let worth = worth(keys.unit.as_deref(), units.of(&keys.name)?.as_deref(), &keys.name, units)?;
    let values = values.iter().map(|value| (value * keys.scale + keys.offset) * worth).collect();
    Ok(Signal { name: keys.name.clone(), values, is_held: keys.is_held, delay: keys.delay })
}

fn measured_output(
    study: &Study,
    recording: &RecordingKeys,
    keys: &OutputKeys,
    values: Option<Vec<f64>>,
    units: &Units<'_, '_>,
) -> Result<Measured, Error> {
    let unit = units.of(&keys.terms[0].1)?;
    let worth = worth(keys.unit.as_deref(), unit.as_deref(), &keys.terms[0].1, units)?;
    let values = values.unwrap_or_default();
    let values: Vec<f64> = values.iter().map(|value| (value * keys.scale + keys.offset) * worth).collect();
    let read = |text: &str| units.predictor.measured(&keys.terms[0].1, unit.as_deref(), text);
    let noise = keys.noise.as_ref().map(|noise| noise.read(&study.document, read).map(|deviation| (noise, deviation)));
    let noise = match noise.transpose()? {
        Some((noise, deviation)) if !(LEAST_NOISE..=MOST).contains(&deviation) => {
            let problem = if deviation > 0.0 {
                format!("must be from {LEAST_NOISE:e} to {MOST:e}, so that the squares of residuals in it are numbers")
            } else {
                "must be greater than 0".to_owned()
            };
            return Err(noise.error(&study.document, problem).into());
        }
        noise => noise.map(|(_, deviation)| deviation),
    };
    let is_stationary = recording.kind == Kind::Stationary && keys.column.is_some();
    let mean = (is_stationary && values.len() > 1).then(|| mean(&values));
    Ok(Measured { name: keys.name.clone(), terms: keys.terms.clone(), unit, values, delay: keys.delay, noise, mean })
}

/// What a number with a unit is worth in the unit of a variable.
fn worth(unit: Option<&str>, of: Option<&str>, name: &str, units: &Units<'_, '_>) -> Result<f64, Error> {
    let Some(unit) = unit else { return Ok(1.0) };
    let one = format!("1 {unit}");
    let worth = units.predictor.measured(name, of, &one);
    worth.map_err(|allowed| units.refused(&format!("the unit {unit:?} of {name}: it must be {allowed}")))
}

/// Least rows of a recording.
const LEAST_ROWS: usize = 3;
/// Largest number of a recording: the square of a residual is a finite number yet, in standard deviations as small as its inverse.
const MOST: f64 = 1e75;
const LEAST_NOISE: f64 = 1e-75;
/// Where the longest distance of two samples is so many times the shortest, they were not sampled at all.
const MOST_UNEQUAL: f64 = 1000.0;

impl Recording {
    /// Refuses what nothing can be learnt from, and notes what is odd.
    fn examine(&mut self, file: &Path, keys: &RecordingKeys) -> Result<(), Error> {
        let refused = |problem| Err(Error::Recording { recording: file.display().to_string(), problem });
        let rows = self.times.len();
        let is_cut = keys.from.is_finite() || keys.to.is_finite();
        if rows < LEAST_ROWS {
            let window = if is_cut { " between from and to" } else { "" };
            return refused(Unusable::Short { rows, window, least: LEAST_ROWS });
        }
        let has_times = self.kind == Kind::Trajectory || keys.time.is_some();
        if has_times && let Some(row) = self.times.windows(2).position(|pair| pair[1] <= pair[0]) {
            let (before, after) = (self.times[row], self.times[row + 1]);
            return refused(Unusable::Order { row: row + 2, before, after });
        }
        if let Some(problem) = self.beyond_squares() {
            return refused(problem);
        }
        if self.kind == Kind::Trajectory {
            let (shortest, longest) = distances(&self.times);
            if longest > MOST_UNEQUAL * shortest {
                return refused(Unusable::Gaps { shortest, longest });
            }
            let measured = || self.outputs.iter().filter(|output| !output.values.is_empty());
            let is_constant = |output: &Measured| output.values.iter().all(|value| *value == output.values[0]);
            if measured().count() > 0 && measured().all(is_constant) {
                let outputs = measured().map(|output| format!("{} is {}", output.name, output.values[0])).collect();
                return refused(Unusable::Constant { outputs, rows });
            }
        }
        let remarks: Vec<String> = self.outputs.iter().filter_map(saturation).collect();
        self.remarks.extend(remarks);
        Ok(())
    }
}

impl Recording {
    /// The first number of which squares, and sums of these, are none.
    fn beyond_squares(&self) -> Option<Unusable> {
        let inputs = self.inputs.iter().map(|input| (&input.name, &input.values));
        let outputs = self.outputs.iter().map(|output| (&output.name, &output.values));
        inputs.chain(outputs).find_map(|(name, values)| {
            // What is no number is not within it either.
            let place = values.iter().position(|value| !(-MOST..=MOST).contains(value))?;
            Some(Unusable::Huge { name: name.clone(), value: values[place], row: place + 1, most: MOST })
        })
    }
}

/// Shortest and longest distance of two times.
pub fn distances(times: &[f64]) -> (f64, f64) {
    let distances = times.windows(2).map(|pair| pair[1] - pair[0]);
    distances.fold((f64::INFINITY, 0.0), |(least, most), distance| (least.min(distance), most.max(distance)))
}

/// What is told of an output that stays at its largest or smallest value, as at the end of a sensor's range. Resolution alone does not do
/// that: it needs many values, and a long stay at the last of them.
fn saturation(output: &Measured) -> Option<String> {
    const LONG: usize = 8;
    const MANY: usize = 30;
    let mut distinct = output.values.clone();
    distinct.sort_by(f64::total_cmp);
    let (least, most) = (*distinct.first()?, *distinct.last()?);
    distinct.dedup();
    let longest = |extreme: f64| output.values.split(|value| *value != extreme).map(<[f64]>::len).max().unwrap_or(0);
    let (extreme, stay) =
        [least, most].map(|extreme| (extreme, longest(extreme))).into_iter().max_by_key(|(_, stay)| *stay)?;
    (distinct.len() >= MANY && stay >= LONG && stay * 100 >= output.values.len()).then(|| {
        format!(
            "{} stays at {extreme}, the end of its values, for {stay} rows in a row, as a sensor at the end of its range or a body at a \
             stop: if it is the sensor, leave such rows out with lower, upper and bad_cells",
            output.name
        )
    })
}
