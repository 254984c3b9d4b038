//! One model against the recordings: free parameters, residuals, all cores.

use crate::Error;
use crate::correlated::mean;
use crate::input_rows::Correction;
use crate::parameters::{Free, Target, free};
use crate::predictor::{Experiment, Predictor, Response, StudyTable, Values};
use crate::recording::{Measured, Recording};
use crate::response_cache::{Key, ResponseCache, key};
use crate::sliding;
use crate::study::{Loss, ModelKeys, RecordingKeys, Study};
use crate::view::View;
use fmu_sweep::spread;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

/// A model with the recordings that it is fitted to and those that it shall predict.
pub struct Problem<'r, 'a, 'f> {
    /// The model.
    pub model: &'a ModelKeys,
    pub(crate) predictor: &'a Predictor<'f>,
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
    cache: Mutex<ResponseCache>,
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
pub type Responses = Vec<Result<Arc<Response>, String>>;

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
            let place = StudyTable { study, model, table: &keys.table };
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
            cache: Mutex::default(),
        };
        problem.deviations = problem.first_deviations();
        Ok(problem)
    }

    /// Where the search begins.
    pub fn start(&self) -> Vec<f64> {
        self.free.iter().map(|free| free.internal(free.start)).collect()
    }

    /// The bounds as the search sees them.
    pub fn bounds(&self) -> Vec<(f64, f64)> {
        let internal = |free: &Free, bound: f64| match (free.is_logarithmic, bound > 0.0) {
            (true, true) => free.internal(bound),
            (true, false) => f64::NEG_INFINITY,
            (false, _) => bound,
        };
        self.free.iter().map(|free| (internal(free, free.lower), internal(free, free.upper))).collect()
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

    /// Those that are known, and a first guess of the others by their roughness. One without either, as of a sensor that never changed, gets
    /// the smallest of its group.
    fn first_deviations(&self) -> Vec<Vec<f64>> {
        let of = |experiment: &Experiment<'_>| {
            let of_output = |output: &Measured| match (output.noise, output.mean) {
                (Some(noise), _) => noise,
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
        let inputs = recording.inputs.iter().map(|input| Correction::lag(input.delay)).collect();
        let mut values = Values { set: Vec::new(), inputs };
        for (free, internal) in self.free.iter().zip(point) {
            let value = free.value(*internal);
            match &free.target {
                Target::Variables(names, of) if of.as_ref().is_none_or(|of| of.contains(&place)) => {
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
        let mut correction = Correction::lag(recording.outputs[output].delay);
        for (free, internal) in self.free.iter().zip(point) {
            match &free.target {
                Target::Output(group, of, unknown) if *group == recording.group && *of == output => {
                    correction.correct(*unknown, free.value(*internal));
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
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        for point in points {
            let mut of_point = Vec::new();
            for (place, experiment) in self.experiments.iter().enumerate() {
                if experiment.recording.is_held_back && !includes_held_back {
                    of_point.push(None);
                    continue;
                }
                let values = self.values(place, point);
                let key = key(place, &values);
                if cache.get(&key).is_none() && !known.contains_key(&key) {
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
                key.as_ref().and_then(|key| known.get(key).map(|job| &answers[*job]).or_else(|| cache.get(key)));
            found.cloned().unwrap_or_else(left_out)
        };
        let responses = asked.iter().map(|keys| keys.iter().map(answer).collect()).collect();
        keys.into_iter().zip(&answers).for_each(|(key, answer)| cache.keep(key, answer));
        responses
    }

    fn run(&self, jobs: &[(usize, Values)]) -> Responses {
        let ask = |job: usize| {
            let (place, values) = &jobs[job];
            let response = self.predictor.respond(&self.experiments[*place], values);
            response.map(Arc::new).map_err(|error| error.to_string())
        };
        let threads = self.jobs.min(jobs.len());
        // A formula takes less time than a thread.
        if threads < 2 || matches!(self.predictor, Predictor::Sliding) {
            return (0..jobs.len()).map(ask).collect();
        }
        let mut answers: Responses = vec![Err("interrupted".to_owned()); jobs.len()];
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
        let of = |output: usize| {
            let mut residuals = Vec::new();
            self.add_residuals((place, output), response, point, &mut residuals);
            residuals
        };
        (0..self.experiments[place].recording.outputs.len()).map(of).collect()
    }

    /// Adds the residuals of an output of a recording.
    fn add_residuals(
        &self,
        (place, output): (usize, usize),
        response: &Response,
        point: &[f64],
        residuals: &mut Vec<f64>,
    ) {
        let experiment = &self.experiments[place];
        let correction = self.correction(place, output, point);
        let deviation = self.deviations[place][output];
        let predicted = response.at(output, experiment, correction.delay);
        let data = experiment.recording.outputs[output].data();
        let pairs = predicted.iter().zip(data.iter());
        residuals.extend(pairs.map(|(predicted, datum)| (correction.of(*predicted) - datum) / deviation));
    }

    /// All residuals at a point; none where the model failed for a recording, or gave what is no number.
    pub fn all_residuals(&self, responses: &Responses, point: &[f64], left_out: Option<usize>) -> Option<Vec<f64>> {
        let counts = |experiment: &Experiment<'_>| Some(experiment.recording.group) != left_out;
        let fitted = || self.fitted().filter(|(_, experiment)| counts(experiment));
        let data: usize = fitted().map(|(_, experiment)| experiment.recording.count()).sum();
        let mut all = Vec::with_capacity(data);
        for (place, experiment) in fitted() {
            let response = responses[place].as_ref().ok()?;
            for output in 0..experiment.recording.outputs.len() {
                self.add_residuals((place, output), response, point, &mut all);
            }
        }
        let is_whole = all.len() == data && all.iter().all(|residual| residual.is_finite());
        is_whole.then_some(all)
    }

    /// The problem with some parameters held.
    pub fn view(&self, active: Vec<usize>, point: &[f64]) -> View<'_, 'r, 'a, 'f> {
        View::new(self, active, point)
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
                let free = |name: &str| variables.iter().find(|(known, _)| known == name).map(|(_, value)| *value);
                let get = |name: &str| free(name).or_else(|| fixed(name)).unwrap_or_else(|| sliding::start(name));
                let values = sliding::as_configuration(&get).into_iter();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roughness_is_the_noise_on_a_smooth_signal() {
        let noise = crate::noise::Noise::new(3);
        let signal: Vec<f64> = (0..2000).map(|k| (0.003 * k as f64).sin() + 0.01 * noise.normal(k)).collect();
        assert!((roughness(&signal) / 0.01 - 1.0).abs() < 0.1, "{}", roughness(&signal));
    }
}
