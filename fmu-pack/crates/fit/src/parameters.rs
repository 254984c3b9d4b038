//! What is free in a model: parameters of the study, and unknown offsets, delays and scales of columns.

use crate::Error;
use crate::correlated::mean;
use crate::predictor::{Predictor, StudyTable};
use crate::recording::{Recording, distances};
use crate::study::{ModelKeys, ParameterKeys, Quantity, RecordingKeys, Study, Unknown};

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
    /// Variables, of all recordings or of these.
    Variables(Vec<String>, Option<Vec<usize>>),
    /// A correction of an input of a group of recordings: its place.
    Input(usize, usize, Unknown),
    /// A correction of an output.
    Output(usize, usize, Unknown),
}

impl Free {
    /// A value as the search sees it: its logarithm where that is what the search moves.
    pub fn internal(&self, value: f64) -> f64 {
        if self.is_logarithmic { libm::log(value) } else { value }
    }

    /// The value of what the search sees.
    pub fn value(&self, internal: f64) -> f64 {
        if self.is_logarithmic { libm::exp(internal) } else { internal }
    }
}

/// All that is free in a model.
pub fn free(
    study: &Study,
    model: &ModelKeys,
    predictor: &Predictor<'_>,
    (groups, recordings): (&[RecordingKeys], &[Recording]),
) -> Result<Vec<Free>, Error> {
    let mut free = Vec::new();
    let is_chosen =
        |parameter: &&ParameterKeys| model.parameters.is_empty() || model.parameters.contains(&parameter.name);
    let chosen: Vec<&ParameterKeys> = study.parameters.iter().filter(is_chosen).collect();
    for (place, parameter) in chosen.iter().enumerate() {
        refuse_double(study, parameter, &chosen[..place])?;
        let table = format!("parameter.{}", parameter.name);
        let place = StudyTable { study, model, table: &table };
        let one = of_parameter(study, parameter, predictor, &place)?;
        let has_it =
            |group: usize| parameter.recordings.is_empty() || parameter.recordings.contains(&groups[group].name);
        let places: Vec<usize> = (0..recordings.len()).filter(|place| has_it(recordings[*place].group)).collect();
        let of = |places| Target::Variables(parameter.variables.clone(), Some(places));
        if parameter.is_per_recording {
            for place in places {
                let name = format!("{}@{}", one.name, recordings[place].name);
                free.push(Free { name, target: of(vec![place]), ..one.clone() });
            }
        } else if parameter.recordings.is_empty() {
            free.push(one);
        } else {
            free.push(Free { target: of(places), ..one });
        }
    }
    for (group, keys) in groups.iter().enumerate() {
        free.extend(corrections(group, keys, recordings));
    }
    Ok(free)
}

/// A variable has one value in a recording.
fn refuse_double(study: &Study, parameter: &ParameterKeys, earlier: &[&ParameterKeys]) -> Result<(), Error> {
    let shares = |other: &ParameterKeys| {
        let everywhere = parameter.recordings.is_empty() || other.recordings.is_empty();
        everywhere || parameter.recordings.iter().any(|name| other.recordings.contains(name))
    };
    for other in earlier.iter().filter(|other| shares(other)) {
        if let Some(twice) = parameter.variables.iter().find(|name| other.variables.contains(name)) {
            let (table, other) = (format!("parameter.{}", parameter.name), &other.name);
            let problem = format!("{twice} has the value of parameter.{other} in the same recordings already");
            return Err(study.document.table_error(&table, &problem).into());
        }
    }
    Ok(())
}

fn of_parameter(
    study: &Study,
    keys: &ParameterKeys,
    predictor: &Predictor<'_>,
    place: &StudyTable<'_>,
) -> Result<Free, Error> {
    let known = predictor.settable(&keys.variables[0], place)?;
    for other in &keys.variables[1..] {
        predictor.settable(other, place)?;
    }
    let read = |quantity: &Option<Quantity>| {
        let read = |text: &str| predictor.measured(&keys.variables[0], known.unit.as_deref(), text);
        quantity.as_ref().map(|quantity| quantity.read(&study.document, read)).transpose()
    };
    let (lower, upper) = (read(&keys.lower)?.unwrap_or(known.lower), read(&keys.upper)?.unwrap_or(known.upper));
    let start = read(&keys.start)?.or(known.start);
    let start = start.ok_or_else(|| place.study_error("needs a start: the model has none".to_owned()))?;
    if lower >= upper {
        return Err(place.study_error(format!("lower = {lower} must be less than upper = {upper}")));
    }
    if !(lower..=upper).contains(&start) {
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
    let step = if recording.times.len() > 1 { distances(&recording.times).1 } else { 1.0 };
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
