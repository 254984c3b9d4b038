//! What a model predicts for a recording.

use crate::data::{Configured, Variants};
use crate::error::NoVariable;
use crate::input_rows::{Correction, input_rows};
use crate::recording::{Measured, Recording, distances};
use crate::study::{Kind, ModelKeys, Study};
use crate::{Error, sliding};
use fmu_import::fmu::Fmu;
use fmu_import::interface::{Variable, nearest};
use fmu_isolation::Session;
use fmu_simulation::input::{Rows, SharedRows};
use fmu_simulation::{Grid, Kept, Plan, Series, Setting, recorded};
use model_description::configuration::{measure, number_in_unit};
use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A model that predicts recordings.
pub enum Predictor<'a> {
    /// Through its C interface, in processes of their own.
    Fmu(FmuPredictor<'a>),
    /// As a formula.
    Sliding,
}

/// An FMU, and workers that have it loaded.
pub struct FmuPredictor<'a> {
    fmu: &'a Fmu,
    timeout: Option<Duration>,
    idle: Mutex<Vec<Session<'a>>>,
    /// Where it is made of a configuration.
    variants: Option<Variants<'a>>,
}

/// An output whose change tells that an event has appeared or vanished.
const EVENT_COUNT: &str = "event_count";
/// Communication step while a stationary recording settles, where the FMU names none \[s\].
const STEP: f64 = 1e-3;
/// Times are taken for equally spaced that are off by less than this share of a step: they were printed with few digits.
const UNEVEN: f64 = 1e-2;
/// More communication steps per sample than this are not taken where samples are unequally spaced.
const MOST_STEPS_PER_SAMPLE: f64 = 50.0;

/// What of a recording depends on parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    /// Variables with their values.
    pub set: Vec<(String, f64)>,
    /// Scale, offset and delay \[s\] of each input.
    pub inputs: Vec<Correction>,
}

/// What a model gives: outputs at its own times.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// Times \[s\]: of most runs those of the experiment.
    pub times: Arc<[f64]>,
    /// Each output of the recording.
    pub outputs: Vec<Vec<f64>>,
    /// How many events there were, where the model tells it.
    pub events: Option<f64>,
}

/// One recording, prepared for a model.
pub struct Experiment<'r> {
    /// The recording.
    pub recording: &'r Recording,
    grid: Grid,
    /// Its communication points.
    points: Arc<[f64]>,
    span: (f64, f64),
    settings: Vec<Setting>,
    /// Fixed values of a formula.
    fixed: Vec<(String, f64)>,
    /// Places of the terms of the outputs, and of the count of events.
    numbers: Vec<usize>,
    events: Option<usize>,
    /// The input signals of the last run, with the corrections that they have: most runs have the same.
    rows: Mutex<Option<(Vec<Correction>, SharedRows)>>,
}

impl<'a> Predictor<'a> {
    /// An FMU.
    pub fn fmu(fmu: &'a Fmu, timeout: Option<Duration>) -> Self {
        Self::Fmu(FmuPredictor { fmu, timeout, idle: Mutex::default(), variants: None })
    }

    /// The FMU of a configuration, whose lists may have free elements.
    pub fn configured(fmu: &'a Fmu, timeout: Option<Duration>, configured: &'a dyn Configured) -> Self {
        let variants = Some(Variants::new(configured));
        Self::Fmu(FmuPredictor { fmu, timeout, idle: Mutex::default(), variants })
    }

    /// A variable that can be set: its unit, start value and limits, where they are known.
    pub fn settable(&self, name: &str, place: &StudyTable<'_>) -> Result<Known, Error> {
        match self {
            Self::Fmu(predictor) => {
                let interface = predictor.fmu.interface();
                if let Some(start) = predictor.datum(name).map_err(|problem| place.study_error(problem))? {
                    return Ok(Known {
                        unit: None,
                        start: Some(start),
                        lower: f64::NEG_INFINITY,
                        upper: f64::INFINITY,
                    });
                }
                let variable = Setting::settable(name, interface).map_err(|_| {
                    let names = interface.variables.iter().filter(|v| matches!(v.causality, "parameter" | "input"));
                    place.unknown("parameter or input", name, names.map(|v| v.name.as_str()))
                })?;
                Ok(Known::of(variable))
            }
            Self::Sliding => {
                let names = || sliding::PARAMETERS.iter().map(|(name, _)| *name).chain(sliding::INPUTS);
                if !names().any(|known| known == name) {
                    return Err(place.unknown("parameter or input", name, names()));
                }
                // A velocity by which others are divided.
                let lower = if name.starts_with("stribeck_") { f64::MIN_POSITIVE } else { f64::NEG_INFINITY };
                Ok(Known { unit: None, start: Some(sliding::start(name)), lower, upper: f64::INFINITY })
            }
        }
    }

    /// What a text measures in the unit of a variable; that of a variable of an FMU is known. Error: what is allowed.
    pub fn measured(&self, name: &str, unit: Option<&str>, text: &str) -> Result<f64, String> {
        match (self, unit) {
            (Self::Sliding, _) => sliding::measured(name, text),
            (Self::Fmu(_), Some(unit)) => number_in_unit(text, unit),
            (Self::Fmu(_), None) => measure(text).map(|(measured, _)| measured.value),
        }
    }

    /// The unit of a variable that is an input, a parameter or a result.
    pub fn unit(&self, name: &str, place: &StudyTable<'_>) -> Result<Option<String>, Error> {
        match self {
            Self::Fmu(predictor) => {
                let interface = predictor.fmu.interface();
                let found = interface.find(name).ok_or_else(|| {
                    place.unknown("variable", name, interface.variables.iter().map(|v| v.name.as_str()))
                })?;
                Ok(Some(found.unit.clone()))
            }
            Self::Sliding if name == sliding::OUTPUT => Ok(None),
            Self::Sliding => self.settable(name, place).map(|known| known.unit),
        }
    }

    /// Prepares a recording. `set` are the fixed values of the model and of the recording.
    pub fn experiment<'r>(
        &self,
        recording: &'r Recording,
        settle: f64,
        set: &[(String, String)],
        place: &StudyTable<'_>,
    ) -> Result<Experiment<'r>, Error> {
        let (grid, span) = match recording.kind {
            Kind::Trajectory => grid_of(&recording.times),
            Kind::Stationary => settling(settle, self),
        };
        let mut experiment = Experiment {
            recording,
            grid,
            points: (0..=grid.count()).map(|index| grid.point(index)).collect(),
            span,
            settings: Vec::new(),
            fixed: Vec::new(),
            numbers: Vec::new(),
            events: None,
            rows: Mutex::default(),
        };
        match self {
            Self::Fmu(predictor) => predictor.prepare(&mut experiment, set, place)?,
            Self::Sliding => {
                for (name, text) in set {
                    self.settable(name, place)?;
                    let value = model_description::configuration::measure(text)
                        .map_err(|problem| place.study_error(format!("the value {text:?} of {name}: {problem}")))?;
                    experiment.fixed.push((name.clone(), value.0.value));
                }
                let terms = recording.outputs.iter().flat_map(|output| &output.terms);
                if let Some((_, other)) = terms.into_iter().find(|(_, name)| name != sliding::OUTPUT) {
                    return Err(place.unknown("output", other, [sliding::OUTPUT].into_iter()));
                }
            }
        }
        Ok(experiment)
    }

    /// Runs the model; the error is a sentence of the FMU, or that there is no process for it.
    pub fn respond(&self, experiment: &Experiment<'_>, values: &Values) -> Result<Response, Error> {
        match self {
            Self::Fmu(predictor) => predictor.respond(experiment, values),
            Self::Sliding => Ok(slide(experiment, values)),
        }
    }
}

/// The table of a study in which a variable is named, for messages.
pub struct StudyTable<'a> {
    /// The study.
    pub study: &'a Study,
    /// The model.
    pub model: &'a ModelKeys,
    /// The table.
    pub table: &'a str,
}

impl StudyTable<'_> {
    fn unknown<'n>(&self, wanted: &'static str, name: &str, names: impl Iterator<Item = &'n str>) -> Error {
        Error::NoVariable(Box::new(NoVariable {
            study: self.study.path.clone(),
            table: self.table.to_owned(),
            model: self.model.name.clone(),
            wanted,
            name: name.to_owned(),
            nearest: nearest(name, names),
        }))
    }

    /// A problem of the table.
    pub fn study_error(&self, problem: String) -> Error {
        self.study.document.table_error(self.table, problem).into()
    }
}

/// What is known of a variable.
pub struct Known {
    /// Its unit.
    pub unit: Option<String>,
    /// Its start value.
    pub start: Option<f64>,
    /// What it may be.
    pub lower: f64,
    /// What it may be.
    pub upper: f64,
}

impl Known {
    fn of(variable: &Variable) -> Self {
        let limit = |text: &str, none: f64| text.parse().unwrap_or(none);
        Self {
            unit: Some(variable.unit.clone()),
            start: variable.start_number(),
            lower: limit(&variable.min, f64::NEG_INFINITY),
            upper: limit(&variable.max, f64::INFINITY),
        }
    }
}

/// Communication points at the times of a recording or, where these are unequal, so close that each lies in a step of its own.
fn grid_of(times: &[f64]) -> (Grid, (f64, f64)) {
    let (start, stop) = (times[0], times[times.len() - 1]);
    let step = (stop - start) / (times.len() - 1) as f64;
    if is_even(times) {
        return (Grid::new(start, step, stop), (start, stop));
    }
    let (shortest, _) = distances(times);
    (Grid::new(start, shortest.max(step / MOST_STEPS_PER_SAMPLE), stop), (start, stop))
}

/// Whether samples are equally spaced, as far as printed digits tell.
pub fn is_even(times: &[f64]) -> bool {
    let step = (times[times.len() - 1] - times[0]) / (times.len() - 1) as f64;
    times.iter().zip(0..).all(|(time, index)| (time - times[0] - f64::from(index) * step).abs() <= UNEVEN * step)
}

fn settling(settle: f64, predictor: &Predictor<'_>) -> (Grid, (f64, f64)) {
    let step = match predictor {
        Predictor::Fmu(predictor) => predictor.fmu.interface().default_experiment.step_size.unwrap_or(STEP),
        Predictor::Sliding => STEP,
    };
    (Grid::new(0.0, step, settle.max(f64::MIN_POSITIVE)), (0.0, settle))
}

impl<'a> FmuPredictor<'a> {
    fn prepare(
        &self,
        experiment: &mut Experiment<'_>,
        set: &[(String, String)],
        place: &StudyTable<'_>,
    ) -> Result<(), Error> {
        let interface = self.fmu.interface();
        for (name, text) in set {
            experiment.settings.push(Setting::new(name, text, interface)?);
        }
        let recorded = recorded(interface, false);
        let find = |name: &str| recorded.iter().position(|variable| variable.name == name);
        for (_, name) in experiment.recording.outputs.iter().flat_map(|output| &output.terms) {
            let names = recorded.iter().map(|variable| variable.name.as_str());
            let number = find(name).ok_or_else(|| place.unknown("output", name, names))?;
            experiment.numbers.push(number);
        }
        experiment.events = find(EVENT_COUNT);
        if experiment.recording.kind == Kind::Trajectory {
            let headings: Vec<String> = experiment.recording.inputs.iter().map(|input| input.name.clone()).collect();
            fmu_simulation::check_headings(&headings, interface)?;
        }
        Ok(())
    }

    /// The value of an element of a list of the configuration that no variable has. Error: the list has no such element, and a variable of
    /// that name would be one that nothing uses.
    fn datum(&self, name: &str) -> Result<Option<f64>, String> {
        let Some(variants) = &self.variants else { return Ok(None) };
        let datum = variants.datum(name)?;
        Ok(datum.filter(|_| self.fmu.interface().find(name).is_none()))
    }

    fn respond(&self, experiment: &Experiment<'_>, values: &Values) -> Result<Response, Error> {
        let interface = self.fmu.interface();
        let is_datum = |(name, _): &&(String, f64)| interface.find(name).is_none();
        let data: Vec<(String, f64)> = values.set.iter().filter(is_datum).cloned().collect();
        match self.variants.as_ref().filter(|_| !data.is_empty()) {
            Some(variants) => self.respond_of(&*variants.fmu(&data)?, experiment, values),
            None => self.respond_kept(experiment, values),
        }
    }

    /// The response of an FMU that is loaded for it.
    fn respond_of(&self, fmu: &Fmu, experiment: &Experiment<'_>, values: &Values) -> Result<Response, Error> {
        let mut session = Session::load(fmu, self.timeout)?;
        let series = session.series(self.plan(experiment, values)?, &experiment.kept())?;
        session.unload()?;
        whole(experiment, series)
    }

    /// The response of the FMU, by a worker that has it loaded.
    fn respond_kept(&self, experiment: &Experiment<'_>, values: &Values) -> Result<Response, Error> {
        let kept = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut session = kept.map_or_else(|| Session::load(self.fmu, self.timeout), Ok)?;
        session.restart_clock();
        let outcome = session.series(self.plan(experiment, values)?, &experiment.kept());
        // A worker that ended is not asked again.
        if outcome.as_ref().err().is_none_or(fmu_isolation::Error::leaves_the_worker) {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(session);
        }
        whole(experiment, outcome?)
    }

    fn plan(&self, experiment: &Experiment<'_>, values: &Values) -> Result<Plan, Error> {
        let interface = self.fmu.interface();
        let recording = experiment.recording;
        let mut settings = experiment.settings.clone();
        let set = |name: &str, value: f64| Setting::new(name, &format!("{value:e}"), interface);
        let mut rows = None;
        match recording.kind {
            Kind::Trajectory if !recording.inputs.is_empty() => {
                rows = Some(Box::new(experiment.signals(&values.inputs)) as Box<dyn Rows>);
            }
            Kind::Trajectory => (),
            Kind::Stationary => {
                for (input, correction) in recording.inputs.iter().zip(&values.inputs) {
                    settings.push(set(&input.name, correction.of(input.mean()))?);
                }
            }
        }
        for (name, value) in values.set.iter().filter(|(name, _)| interface.find(name).is_some()) {
            settings.push(set(name, *value)?);
        }
        let (start, stop) = experiment.span;
        Ok(Plan {
            grid: experiment.grid,
            start,
            stop,
            tolerance: None,
            settings,
            rows,
            event_mode: false,
            restore_at: None,
        })
    }
}

impl Experiment<'_> {
    /// What is read: the terms of the outputs and, where the run ends, the count of events.
    fn kept(&self) -> Kept {
        Kept { rows: self.numbers.clone(), at_end: self.events.into_iter().collect() }
    }

    /// The input signals with corrections.
    fn signals(&self, corrections: &[Correction]) -> SharedRows {
        let mut last = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, rows)) = &*last
            && of == corrections
        {
            return rows.clone();
        }
        let inputs = &self.recording.inputs;
        let names = inputs.iter().map(|input| input.name.clone()).collect();
        let rows = SharedRows::new(names, input_rows(&times_of(self), inputs, corrections));
        *last = Some((corrections.to_vec(), rows.clone()));
        rows
    }
}

/// The times of a recording, without the rounding with which they were printed.
fn times_of(experiment: &Experiment<'_>) -> Vec<f64> {
    let times = &experiment.recording.times;
    if is_even(times) {
        (0..times.len() as u64).map(|index| experiment.grid.point(index)).collect()
    } else {
        times.clone()
    }
}

/// The response of a run that is whole.
fn whole(experiment: &Experiment<'_>, series: Series) -> Result<Response, Error> {
    match series.ended_at {
        Some(time) => Err(fmu_simulation::Error::Terminated { time }.into()),
        None => Ok(response(experiment, series)),
    }
}

/// Sums of the terms of each output.
fn response(experiment: &Experiment<'_>, series: Series) -> Response {
    let rows = series.columns.first().map_or(0, Vec::len);
    let points = &experiment.points;
    let times = if rows == points.len() { points.clone() } else { points[..rows.min(points.len())].into() };
    let mut columns = series.columns.into_iter();
    let mut outputs = Vec::new();
    for output in &experiment.recording.outputs {
        let mut sum = vec![0.0; rows];
        for ((sign, _), column) in output.terms.iter().zip(columns.by_ref()) {
            sum.iter_mut().zip(column).for_each(|(sum, value)| *sum += sign * value);
        }
        outputs.push(sum);
    }
    Response { times, outputs, events: series.at_end.first().copied() }
}

/// The formula at each sample, or at the means.
fn slide(experiment: &Experiment<'_>, values: &Values) -> Response {
    let recording = experiment.recording;
    let given = |name: &str| {
        let of = |list: &[(String, f64)]| list.iter().rev().find(|(known, _)| known == name).map(|(_, value)| *value);
        of(&values.set).or_else(|| of(&experiment.fixed))
    };
    let get = |name: &str| given(name).unwrap_or_else(|| sliding::start(name));
    let input = |name: &str, sample: Option<usize>| {
        let found = recording.inputs.iter().zip(&values.inputs).find(|(input, _)| input.name == name);
        let value =
            found.map(|(input, correction)| correction.of(sample.map_or_else(|| input.mean(), |at| input.values[at])));
        value.unwrap_or_else(|| get(name))
    };
    let torque = |sample: Option<usize>| sliding::torque(&get, input("velocity", sample), input("load", sample));
    let (times, torques) = match recording.kind {
        Kind::Stationary => (vec![0.0], vec![torque(None)]),
        Kind::Trajectory => (recording.times.clone(), (0..recording.times.len()).map(|at| torque(Some(at))).collect()),
    };
    let times = times.into();
    let of = |output: &Measured| {
        let sign: f64 = output.terms.iter().map(|(sign, _)| sign).sum();
        torques.iter().map(|torque| sign * torque).collect()
    };
    Response { times, outputs: recording.outputs.iter().map(of).collect(), events: None }
}

impl Response {
    /// What an output was predicted to be at times: the last value of a stationary one.
    pub fn at(&self, output: usize, experiment: &Experiment<'_>, delay: f64) -> Cow<'_, [f64]> {
        let values = &self.outputs[output];
        match experiment.recording.kind {
            Kind::Stationary => Cow::Borrowed(&values[values.len().saturating_sub(1)..]),
            // Where the FMU was asked at those times, as it answered.
            Kind::Trajectory if delay == 0.0 && values.len() == experiment.recording.times.len() => {
                Cow::Borrowed(values)
            }
            Kind::Trajectory => {
                let times = experiment.recording.times.iter().map(|time| time - delay);
                Cow::Owned(interpolated(&self.times, values, times))
            }
        }
    }
}

/// Linear between values; held before the first and after the last.
fn interpolated(times: &[f64], values: &[f64], wanted: impl Iterator<Item = f64>) -> Vec<f64> {
    let at = |time: f64| {
        let after = times.partition_point(|known| *known < time);
        match (after.checked_sub(1), times.get(after)) {
            (Some(before), Some(next)) => {
                let share = (time - times[before]) / (next - times[before]);
                values[before] + share * (values[after] - values[before])
            }
            (None, Some(_)) => values[0],
            (_, None) => values.last().copied().unwrap_or(f64::NAN),
        }
    };
    wanted.map(at).collect()
}

impl Drop for FmuPredictor<'_> {
    /// Has the libraries unloaded: what they do then changes no result.
    fn drop(&mut self) {
        let idle = std::mem::take(&mut *self.idle.lock().unwrap_or_else(PoisonError::into_inner));
        idle.into_iter().for_each(|session| drop(session.unload()));
    }
}

/// Units of variables, as a model has them.
pub struct Units<'a, 'f> {
    /// The model.
    pub predictor: &'a Predictor<'f>,
    /// Where it is named.
    pub place: StudyTable<'a>,
}

impl Units<'_, '_> {
    /// Of a variable.
    pub fn of(&self, name: &str) -> Result<Option<String>, Error> {
        self.predictor.unit(name, &self.place)
    }

    /// A problem of the study.
    pub fn refused(&self, problem: &str) -> Error {
        self.place.study_error(problem.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_with_few_digits_are_even_and_others_are_not() {
        assert!(is_even(&[0.0, 0.333, 0.667, 1.0]));
        assert!(!is_even(&[0.0, 0.3, 0.7, 1.0]));
        let (grid, _) = grid_of(&[0.0, 0.1, 0.3, 1.0]);
        assert_eq!(grid.step(), 0.1);
    }
}
