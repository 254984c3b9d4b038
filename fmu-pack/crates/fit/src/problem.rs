//! One model against the recordings: free parameters, residuals, all cores.

use crate::Error;
use crate::correlated::mean;
use crate::optimizer::Residuals;
use crate::predictor::{Correction, Experiment, Place, Predictor, Response, Values};
use crate::recording::Recording;
use crate::study::{Loss, ModelKeys, ParameterKeys, RecordingKeys, Study, Unknown};
use fmu_sweep::spread;
use nalgebra::DVector;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

/// A free parameter.
#[derive(Clone, Debug)]
pub struct Free {
    /// What it is called in results.
    pub name: String,
    /// Its unit, where it is known.
    pub unit: Option<String>,
    /// Where the search begins.
    pub start: f64,
    /// Bounds.
    pub lower: f64,
    /// Bounds.
    pub upper: f64,
    /// How large changes are that matter.
    pub size: f64,
    /// The search is in its logarithm.
    pub is_logarithmic: bool,
    /// What gets its value.
    pub target: Target,
}

/// What gets the value of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// Variables, of all recordings or of one.
    Variables(Vec<String>, Option<usize>),
    /// A correction of an input of a group of recordings: its place.
    Input(usize, usize, Unknown),
    /// A correction of an output.
    Output(usize, usize, Unknown),
}

impl Free {
    /// As the search sees a value.
    pub fn inside(&self, value: f64) -> f64 {
        if self.is_logarithmic { libm::log(value) } else { value }
    }

    /// The value that the search sees so.
    pub fn value(&self, inside: f64) -> f64 {
        if self.is_logarithmic { libm::exp(inside) } else { inside }
    }
}

/// A model with the recordings that it is fitted to and those that it shall predict.
pub struct Problem<'r, 'a, 'f> {
    /// The model.
    pub model: &'a ModelKeys,
    predictor: &'a Predictor<'f>,
    /// A recording each.
    pub experiments: Vec<Experiment<'r>>,
    /// What is free.
    pub free: Vec<Free>,
    /// Standard deviations of the data of each output of each recording.
    pub deviations: Vec<Vec<f64>>,
    groups: &'a [RecordingKeys],
    loss: Loss,
    jobs: usize,
    stop: &'a AtomicBool,
    kept: Mutex<Kept>,
}

/// Responses that are asked for again: derivatives at the end of a search are those that intervals and bands follow from.
#[derive(Default)]
struct Kept {
    responses: HashMap<Key, Result<Response, String>>,
    numbers: usize,
}

/// A recording and what it is asked with.
type Key = (usize, Vec<u64>);

impl Kept {
    /// 64 megabytes.
    const MOST_NUMBERS: usize = 8_000_000;

    fn keep(&mut self, key: Key, response: &Result<Response, String>) {
        if self.numbers > Self::MOST_NUMBERS {
            *self = Self::default();
        }
        let count = |response: &Response| response.times.len() * (1 + response.outputs.len());
        self.numbers += response.as_ref().map_or(1, count);
        self.responses.insert(key, response.clone());
    }
}

/// How the work is done.
#[derive(Clone, Copy)]
pub struct Workers<'a> {
    /// Runs at a time.
    pub jobs: usize,
    /// Set where the work shall end.
    pub stop: &'a AtomicBool,
}

/// The responses to all recordings at one point; none where the model failed, with its sentence.
pub type Responses = Vec<Result<Response, String>>;

impl<'r, 'a, 'f> Problem<'r, 'a, 'f> {
    /// Prepares a model of the study; `groups` are what `recordings` were read by.
    pub fn new(
        study: &'a Study,
        model: &'a ModelKeys,
        predictor: &'a Predictor<'f>,
        (groups, recordings): (&'a [RecordingKeys], &'r [Recording]),
        workers: Workers<'a>,
    ) -> Result<Self, Error> {
        let mut experiments = Vec::new();
        for recording in recordings {
            let keys = &groups[recording.group];
            let set: Vec<(String, String)> = model.set.iter().chain(&keys.set).cloned().collect();
            let place = Place { study, model, table: &keys.table };
            experiments.push(predictor.experiment(recording, keys.settle, &set, &place)?);
        }
        let free = free(study, model, predictor, (groups, recordings))?;
        let mut problem = Self {
            model,
            predictor,
            experiments,
            free,
            deviations: Vec::new(),
            groups,
            loss: study.loss,
            jobs: workers.jobs,
            stop: workers.stop,
            kept: Mutex::default(),
        };
        problem.deviations = problem.first_deviations();
        Ok(problem)
    }

    /// Where the search begins.
    pub fn start(&self) -> Vec<f64> {
        self.free.iter().map(|free| free.inside(free.start)).collect()
    }

    /// The bounds as the search sees them.
    pub fn bounds(&self) -> Vec<(f64, f64)> {
        let inside = |free: &Free, bound: f64| match (free.is_logarithmic, bound > 0.0) {
            (true, true) => free.inside(bound),
            (true, false) => f64::NEG_INFINITY,
            (false, _) => bound,
        };
        self.free.iter().map(|free| (inside(free, free.lower), inside(free, free.upper))).collect()
    }

    /// How many data are fitted.
    pub fn data(&self) -> usize {
        self.fitted().map(|(_, experiment)| experiment.recording.count()).sum()
    }

    /// Recordings that are fitted, with their places.
    pub fn fitted(&self) -> impl Iterator<Item = (usize, &Experiment<'r>)> {
        self.experiments.iter().enumerate().filter(|(_, experiment)| !experiment.recording.is_held_back)
    }

    /// Whether a standard deviation is known: given, or that of a mean.
    pub fn is_known(&self, place: usize, output: usize) -> bool {
        let output = &self.experiments[place].recording.outputs[output];
        output.noise.is_some() || output.mean.is_some()
    }

    /// Whether all are.
    pub fn knows_noise(&self) -> bool {
        self.fitted().all(|(place, experiment)| {
            (0..experiment.recording.outputs.len()).all(|output| self.is_known(place, output))
        })
    }

    /// Those that are known, and a first guess of the others: of what a parabola through five samples does not explain.
    fn first_deviations(&self) -> Vec<Vec<f64>> {
        let of = |experiment: &Experiment<'_>| {
            let of_output = |output: &crate::recording::Measured| match (output.noise, output.mean) {
                (Some(noise), _) => noise,
                // One that never changed has the resolution of the others.
                (None, Some(mean)) => mean.error,
                (None, None) => roughness(&output.values),
            };
            experiment.recording.outputs.iter().map(of_output).collect()
        };
        let mut all: Vec<Vec<f64>> = self.experiments.iter().map(of).collect();
        for (place, experiment) in self.experiments.iter().enumerate() {
            for output in 0..experiment.recording.outputs.len() {
                if all[place][output] > 0.0 {
                    continue;
                }
                let same_group = |other: &usize| self.experiments[*other].recording.group == experiment.recording.group;
                let others = (0..all.len()).filter(same_group).map(|other| all[other][output]);
                let least = others.filter(|other| *other > 0.0).fold(f64::INFINITY, f64::min);
                all[place][output] = if least.is_finite() { least } else { 1.0 };
            }
        }
        all
    }

    /// What the recordings are asked with at a point.
    fn values(&self, place: usize, point: &[f64]) -> Values {
        let recording = self.experiments[place].recording;
        let as_read = |delay: f64| Correction { scale: 1.0, offset: 0.0, delay };
        let mut values =
            Values { set: Vec::new(), inputs: recording.inputs.iter().map(|input| as_read(input.delay)).collect() };
        for (free, inside) in self.free.iter().zip(point) {
            let value = free.value(*inside);
            match &free.target {
                Target::Variables(names, of) if of.is_none_or(|of| of == place) => {
                    values.set.extend(names.iter().map(|name| (name.clone(), value)));
                }
                Target::Input(group, input, unknown) if *group == recording.group => {
                    values.inputs[*input].correct(*unknown, value);
                }
                Target::Variables(..) | Target::Input(..) | Target::Output(..) => (),
            }
        }
        values
    }

    /// What an output is corrected by at a point: applied to what the model predicts.
    fn correction(&self, place: usize, output: usize, point: &[f64]) -> Correction {
        let recording = self.experiments[place].recording;
        let mut correction = Correction { scale: 1.0, offset: 0.0, delay: recording.outputs[output].delay };
        for (free, inside) in self.free.iter().zip(point) {
            match &free.target {
                Target::Output(group, of, unknown) if *group == recording.group && *of == output => {
                    correction.correct(*unknown, free.value(*inside));
                }
                Target::Variables(..) | Target::Input(..) | Target::Output(..) => (),
            }
        }
        correction
    }

    /// The responses at points, on all cores. What does not depend on where points differ is run once.
    pub fn respond(&self, points: &[Vec<f64>], includes_held_back: bool) -> Vec<Responses> {
        let mut jobs: Vec<(usize, Values)> = Vec::new();
        let mut keys: Vec<Key> = Vec::new();
        let mut known: HashMap<Key, usize> = HashMap::new();
        let mut asked = Vec::new();
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        for point in points {
            let mut of_point = Vec::new();
            for (place, experiment) in self.experiments.iter().enumerate() {
                if experiment.recording.is_held_back && !includes_held_back {
                    of_point.push(None);
                    continue;
                }
                let values = self.values(place, point);
                let key = (place, bits(&values));
                if !kept.responses.contains_key(&key) && !known.contains_key(&key) {
                    known.insert(key.clone(), jobs.len());
                    jobs.push((place, values));
                    keys.push(key.clone());
                }
                of_point.push(Some(key));
            }
            asked.push(of_point);
        }
        let answers = self.run(&jobs);
        let left_out = || Err("held back".to_owned());
        let answer = |key: &Option<Key>| {
            let found =
                key.as_ref().map(|key| known.get(key).map_or_else(|| &kept.responses[key], |job| &answers[*job]));
            found.cloned().unwrap_or_else(left_out)
        };
        let responses = asked.iter().map(|keys| keys.iter().map(answer).collect()).collect();
        keys.into_iter().zip(&answers).for_each(|(key, answer)| kept.keep(key, answer));
        responses
    }

    fn run(&self, jobs: &[(usize, Values)]) -> Responses {
        let ask = |job: usize| {
            let (place, values) = &jobs[job];
            self.predictor.respond(&self.experiments[*place], values).map_err(|error| error.to_string())
        };
        let threads = self.jobs.min(jobs.len());
        // A formula takes less time than a thread.
        if threads < 2 || matches!(self.predictor, Predictor::Sliding) {
            return (0..jobs.len()).map(ask).collect();
        }
        let mut answers: Vec<Result<Response, String>> = vec![Err("interrupted".to_owned()); jobs.len()];
        let outcome = spread(
            0..jobs.len() as u64,
            threads,
            self.stop,
            (|| (), |(): &mut (), job| (job as usize, ask(job as usize))),
            |(job, answer)| {
                answers[job] = answer;
                Ok(())
            },
        );
        match outcome {
            Ok(()) => answers,
            Err(error) => vec![Err(error.to_string()); jobs.len()],
        }
    }

    /// What is predicted for each output of a recording, in the places of its data.
    pub fn predicted(&self, place: usize, response: &Response, point: &[f64]) -> Vec<Vec<f64>> {
        let experiment = &self.experiments[place];
        let of = |output: usize| {
            let correction = self.correction(place, output, point);
            let values = response.at(output, experiment, correction.delay);
            values.iter().map(|value| correction.of(*value)).collect()
        };
        (0..experiment.recording.outputs.len()).map(of).collect()
    }

    /// Residuals of a recording in standard deviations, an output after the other.
    pub fn residuals(&self, place: usize, response: &Response, point: &[f64]) -> Vec<Vec<f64>> {
        let recording = self.experiments[place].recording;
        let predicted = self.predicted(place, response, point);
        let of = |(output, predicted): (usize, Vec<f64>)| {
            let deviation = self.deviations[place][output];
            let data = recording.outputs[output].data();
            predicted.iter().zip(&data).map(|(predicted, datum)| (predicted - datum) / deviation).collect()
        };
        predicted.into_iter().enumerate().map(of).collect()
    }

    /// All residuals at a point; none where the model failed for a recording, or gave what is no number.
    fn all_residuals(&self, responses: &Responses, point: &[f64], left_out: Option<usize>) -> Option<Vec<f64>> {
        let mut all = Vec::new();
        let counts = |experiment: &Experiment<'_>| Some(experiment.recording.group) != left_out;
        for (place, _) in self.fitted().filter(|(_, experiment)| counts(experiment)) {
            let response = responses[place].as_ref().ok()?;
            all.extend(self.residuals(place, response, point).into_iter().flatten());
        }
        let fitted = self.fitted().filter(|(_, experiment)| counts(experiment));
        let data: usize = fitted.map(|(_, experiment)| experiment.recording.count()).sum();
        let is_whole = all.len() == data && all.iter().all(|residual| residual.is_finite());
        is_whole.then_some(all)
    }

    /// The problem with some parameters held.
    pub fn view(&self, moved: Vec<usize>, point: &[f64]) -> View<'_, 'r, 'a, 'f> {
        let all = self.bounds();
        let bounds = moved.iter().map(|place| all[*place]).collect();
        View { problem: self, moved, point: point.to_vec(), bounds, loss: self.loss, left_out: None }
    }

    /// The response to one recording at a point, with other values than its own.
    pub fn respond_with(
        &self,
        place: usize,
        point: &[f64],
        change: impl FnOnce(&mut Values),
    ) -> Result<Response, Error> {
        let mut values = self.values(place, point);
        change(&mut values);
        self.predictor.respond(&self.experiments[place], &values)
    }

    /// Values of variables as a configuration has them.
    pub fn as_configuration(&self, variables: &[(String, f64)]) -> Vec<(String, String)> {
        match self.predictor {
            Predictor::Fmu(_) => {
                variables.iter().map(|(name, value)| (name.clone(), fmu_output::number(*value))).collect()
            }
            Predictor::Sliding => {
                let fixed = |name: &str| {
                    let text = self.model.set.iter().find(|(known, _)| known == name).map(|(_, text)| text)?;
                    model_description::configuration::measure(text).ok().map(|(measured, _)| measured.value)
                };
                let default = |name: &str| {
                    crate::sliding::PARAMETERS.iter().find(|(known, _)| *known == name).map_or(0.0, |(_, value)| *value)
                };
                let free = |name: &str| variables.iter().find(|(known, _)| known == name).map(|(_, value)| *value);
                let get = |name: &str| free(name).or_else(|| fixed(name)).unwrap_or_else(|| default(name));
                let values = crate::sliding::as_configuration(&get).into_iter();
                values.map(|(name, value)| (name.to_owned(), quoted(value))).collect()
            }
        }
    }

    /// Its recordings, as they were described.
    pub fn group(&self, place: usize) -> &RecordingKeys {
        &self.groups[self.experiments[place].recording.group]
    }

    /// How residuals count.
    pub fn loss(&self) -> Loss {
        self.loss
    }

    /// The work shall end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(std::sync::atomic::Ordering::Relaxed)
    }
}

impl Correction {
    fn correct(&mut self, unknown: Unknown, value: f64) {
        match unknown {
            Unknown::Offset => self.offset += value,
            Unknown::Delay => self.delay += value,
            Unknown::Scale => self.scale *= value,
        }
    }
}

/// A number as it is, a word in quotes.
fn quoted(value: String) -> String {
    if value.parse::<f64>().is_ok() { value } else { format!("\"{value}\"") }
}

/// A share of the deviation of a signal that is smooth.
const SMOOTH: f64 = 1e-3;

/// Standard deviation of what is rough in a signal, from third differences, whose variance is 20 times that of independent noise.
fn roughness(values: &[f64]) -> f64 {
    let thirds = values.windows(4).map(|w| w[3] - 3.0 * w[2] + 3.0 * w[1] - w[0]);
    let squares: Vec<f64> = thirds.map(|third| third * third / 20.0).collect();
    let rough = (squares.iter().sum::<f64>() / squares.len().max(1) as f64).sqrt();
    rough.max(SMOOTH * if values.len() > 1 { mean(values).deviation } else { 0.0 })
}

fn bits(values: &Values) -> Vec<u64> {
    let set = values.set.iter().map(|(_, value)| *value);
    let inputs = values.inputs.iter().flat_map(|input| [input.scale, input.offset, input.delay]);
    set.chain(inputs).map(f64::to_bits).collect()
}

/// A problem in which some parameters move and the others stay.
pub struct View<'p, 'r, 'a, 'f> {
    problem: &'p Problem<'r, 'a, 'f>,
    /// Places of those that move.
    pub moved: Vec<usize>,
    point: Vec<f64>,
    bounds: Vec<(f64, f64)>,
    loss: Loss,
    left_out: Option<usize>,
}

/// Share of the size of a parameter by which it is changed: with central differences the third root of the rounding error is best.
const DIFFERENCE: f64 = 6e-6;

impl View<'_, '_, '_, '_> {
    /// All parameters, with those that move as they are here.
    pub fn whole(&self, moved: &[f64]) -> Vec<f64> {
        let mut point = self.point.clone();
        self.moved.iter().zip(moved).for_each(|(place, value)| point[*place] = *value);
        point
    }

    /// The same with residuals as they are.
    pub fn by_squares(self) -> Self {
        Self { loss: Loss::Squares, ..self }
    }

    /// The same without the recordings of a group.
    pub fn without(self, group: usize) -> Self {
        Self { left_out: Some(group), ..self }
    }

    /// Those that move.
    pub fn part(&self, point: &[f64]) -> Vec<f64> {
        self.moved.iter().map(|place| point[*place]).collect()
    }
}

impl Residuals for View<'_, '_, '_, '_> {
    fn at(&self, points: &[Vec<f64>]) -> Vec<Option<DVector<f64>>> {
        let points: Vec<Vec<f64>> = points.iter().map(|point| self.whole(point)).collect();
        let responses = self.problem.respond(&points, false);
        let of = |(responses, point): (&Responses, &Vec<f64>)| {
            let residuals = self.problem.all_residuals(responses, point, self.left_out)?;
            Some(DVector::from_iterator(residuals.len(), residuals.iter().map(|r| self.loss.counted(*r))))
        };
        responses.iter().zip(&points).map(of).collect()
    }

    fn bounds(&self) -> &[(f64, f64)] {
        &self.bounds
    }

    fn steps(&self, point: &[f64]) -> Vec<f64> {
        let of = |(place, value): (&usize, &f64)| {
            let free = &self.problem.free[*place];
            DIFFERENCE * if free.is_logarithmic { 1.0 } else { free.size.max(value.abs()) }
        };
        self.moved.iter().zip(point).map(of).collect()
    }
}

impl Loss {
    /// A number whose square is what a residual costs twice.
    pub fn counted(self, residual: f64) -> f64 {
        match self {
            Self::Huber(beyond) if residual.abs() > beyond => {
                residual.signum() * (2.0 * beyond * residual.abs() - beyond * beyond).sqrt()
            }
            Self::Huber(_) | Self::Squares => residual,
        }
    }
}

/// All that is free in a model.
fn free(
    study: &Study,
    model: &ModelKeys,
    predictor: &Predictor<'_>,
    (groups, recordings): (&[RecordingKeys], &[Recording]),
) -> Result<Vec<Free>, Error> {
    let mut free = Vec::new();
    let is_chosen =
        |parameter: &&ParameterKeys| model.parameters.is_empty() || model.parameters.contains(&parameter.name);
    for parameter in study.parameters.iter().filter(is_chosen) {
        let table = format!("parameter.{}", parameter.name);
        let place = Place { study, model, table: &table };
        let one = of_parameter(study, parameter, predictor, &place)?;
        if parameter.is_per_recording {
            for (place, recording) in recordings.iter().enumerate() {
                let name = format!("{}@{}", one.name, recording.name);
                let target = Target::Variables(parameter.variables.clone(), Some(place));
                free.push(Free { name, target, ..one.clone() });
            }
        } else {
            free.push(one);
        }
    }
    for (group, keys) in groups.iter().enumerate() {
        free.extend(corrections(group, keys, recordings));
    }
    Ok(free)
}

fn of_parameter(
    study: &Study,
    keys: &ParameterKeys,
    predictor: &Predictor<'_>,
    place: &Place<'_>,
) -> Result<Free, Error> {
    let known = predictor.settable(&keys.variables[0], place)?;
    for other in &keys.variables[1..] {
        predictor.settable(other, place)?;
    }
    let read = |quantity: &Option<crate::study::Quantity>| {
        quantity.as_ref().map(|quantity| quantity.value(known.unit.as_deref(), &study.document)).transpose()
    };
    let (lower, upper) = (read(&keys.lower)?.unwrap_or(known.lower), read(&keys.upper)?.unwrap_or(known.upper));
    let start = read(&keys.start)?.or(known.start);
    let start = start.ok_or_else(|| place.study_error("needs a start: the model has none".to_owned()))?;
    if !(lower < upper && (lower..=upper).contains(&start)) {
        let problem = format!("start = {start} must be within lower = {lower} and upper = {upper}");
        return Err(place.study_error(problem));
    }
    if keys.is_logarithmic && start <= 0.0 {
        return Err(place.study_error(format!("start = {start} must be greater than 0 where the scale is logarithmic")));
    }
    let span = if (upper - lower).is_finite() { 0.1 * (upper - lower) } else { 0.0 };
    let size = read(&keys.size)?.unwrap_or(if start == 0.0 { span } else { start.abs() });
    if size.is_nan() || size <= 0.0 {
        let problem = "start is 0: give size, how large a change matters, or lower and upper".to_owned();
        return Err(place.study_error(problem));
    }
    Ok(Free {
        name: keys.name.clone(),
        unit: known.unit,
        start,
        lower,
        upper,
        size,
        is_logarithmic: keys.is_logarithmic,
        target: Target::Variables(keys.variables.clone(), None),
    })
}

/// Unknown offsets, delays and scales of the columns of a group.
fn corrections(group: usize, keys: &RecordingKeys, recordings: &[Recording]) -> Vec<Free> {
    let Some(recording) = recordings.iter().find(|recording| recording.group == group) else { return Vec::new() };
    let step = if recording.times.len() > 1 { crate::recording::distances(&recording.times).1 } else { 1.0 };
    let one = |name: &str, way: &str, values: &[f64], unknown: Unknown, unit: Option<String>, target: Target| {
        let deviation = if values.len() > 1 { mean(values).deviation } else { 0.0 };
        let size = if deviation > 0.0 { deviation } else { 1.0 };
        let (word, start, size, unit) = match unknown {
            Unknown::Offset => ("offset", 0.0, size, unit),
            Unknown::Delay => ("delay", 0.0, step, Some("s".to_owned())),
            Unknown::Scale => ("scale", 1.0, 1.0, None),
        };
        let name = format!("{}.{way}.{name}.{word}", keys.name);
        let (lower, upper) = (f64::NEG_INFINITY, f64::INFINITY);
        Free { name, unit, start, lower, upper, size, is_logarithmic: false, target }
    };
    let mut free = Vec::new();
    for (place, (input, signal)) in keys.inputs.iter().zip(&recording.inputs).enumerate() {
        for unknown in &input.unknowns {
            let target = Target::Input(group, place, *unknown);
            free.push(one(&input.name, "input", &signal.values, *unknown, None, target));
        }
    }
    for (place, (output, measured)) in keys.outputs.iter().zip(&recording.outputs).enumerate() {
        for unknown in &output.unknowns {
            let target = Target::Output(group, place, *unknown);
            free.push(one(&output.name, "output", &measured.values, *unknown, measured.unit.clone(), target));
        }
    }
    free
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_residuals_cost_linearly_with_huber() {
        let counted = |residual| Loss::Huber(2.0).counted(residual);
        assert_eq!(counted(1.5), 1.5);
        // k·|r| − k²/2, twice.
        assert!((counted(-10.0_f64).powi(2) - (2.0 * 2.0 * 10.0 - 4.0)).abs() < 1e-12 && counted(-10.0) < 0.0);
        assert_eq!(Loss::Squares.counted(-10.0), -10.0);
    }

    #[test]
    fn roughness_is_the_noise_on_a_smooth_signal() {
        let noise = crate::noise::Noise::new(3);
        let signal: Vec<f64> = (0..2000).map(|k| (0.003 * k as f64).sin() + 0.01 * noise.normal(k)).collect();
        assert!((roughness(&signal) / 0.01 - 1.0).abs() < 0.1, "{}", roughness(&signal));
    }
}
