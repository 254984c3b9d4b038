//! Which of a set of manoeuvres determines the parameters best, before any is flown on the bench.
//!
//! The covariance that a manoeuvre will give is (JᵀJ)⁻¹ with the derivatives at the start values of the parameters and the noise that is
//! stated. Manoeuvres are compared by its determinant (D-optimality; Fedorov, Theory of optimal experiments, 1972): first those that
//! determine all parameters, the smallest determinant first. Pairs are tried as well.

use crate::error::Error;
use crate::fit::{internal_size, jacobian_at};
use crate::information::{covariance, dependences};
use crate::parameters::{Free, Target};
use crate::predictor::{Predictor, StudyTable, Units};
use crate::probability::NORMAL_95;
use crate::problem::{Problem, Workers};
use crate::recording::{self, Recording};
use crate::study::{ModelKeys, Study};
use nalgebra::DMatrix;
use serde::Serialize;

/// What a manoeuvre would tell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Expected {
    /// Its name, or those of two.
    pub manoeuvres: Vec<String>,
    /// For each parameter half the width of its 95 % interval; none where it would not be determined.
    pub intervals: Vec<Option<f64>>,
    /// Logarithm of the determinant of the covariance over the sizes of the parameters, where all are determined.
    pub determinant: Option<f64>,
}

/// What a set of manoeuvres would tell of a model.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Design {
    /// The model.
    pub model: String,
    /// The parameters: name, unit, value at which all is computed.
    pub parameters: Vec<(String, Option<String>, f64)>,
    /// Manoeuvres and pairs, the best first.
    pub expected: Vec<Expected>,
    /// Manoeuvres that the bench does not allow, a sentence each.
    pub refused: Vec<String>,
}

/// With more manoeuvres pairs are not tried.
const MOST_FOR_PAIRS: usize = 30;

/// Compares the manoeuvres of a study for a model.
pub fn design(
    study: &Study,
    model: &ModelKeys,
    predictor: &Predictor<'_>,
    workers: Workers<'_>,
) -> Result<Design, Error> {
    if study.manoeuvres.is_empty() {
        let problem = "there is no [manoeuvre.NAME] to choose from";
        return Err(Error::Nothing { study: study.path.clone(), problem });
    }
    let table = format!("model.{}", model.name);
    let units = Units { predictor, place: StudyTable { study, model, table: &table } };
    let manoeuvres = as_measured(study, recording::read_groups(study, &study.manoeuvres, &units)?)?;
    let problem = Problem::new(study, model, predictor, (&study.manoeuvres, &manoeuvres), workers)?;
    crate::fit::refuse_failure(&problem)?;
    let start = problem.start();
    let refused = limits(study, &problem, &start)?;
    let view = problem.view((0..start.len()).collect(), &start).by_squares();
    let failed = || Error::Start { model: model.name.clone(), problem: "no derivative can be taken there".to_owned() };
    let jacobian = jacobian_at(&view, &start).ok_or_else(failed)?;
    let allowed: Vec<usize> = (0..manoeuvres.len()).filter(|place| refused[*place].is_none()).collect();
    let parts = rows_of(&problem, &jacobian);
    let mut expected: Vec<Expected> =
        allowed.iter().map(|place| of(&problem, &parts, std::slice::from_ref(place))).collect();
    if allowed.len() <= MOST_FOR_PAIRS {
        for (index, one) in allowed.iter().enumerate() {
            expected.extend(allowed[index + 1..].iter().map(|other| of(&problem, &parts, &[*one, *other])));
        }
    }
    let missing = |one: &Expected| one.intervals.iter().filter(|interval| interval.is_none()).count();
    let order = |one: &Expected| (missing(one), one.manoeuvres.len());
    expected.sort_by(|one, other| {
        let determinant = |one: &Expected| one.determinant.unwrap_or(0.0);
        order(one).cmp(&order(other)).then(determinant(one).total_cmp(&determinant(other)))
    });
    let parameters = problem.free.iter().filter(|free| is_parameter(free));
    Ok(Design {
        model: model.name.clone(),
        parameters: parameters.map(|free| (free.name.clone(), free.unit.clone(), free.start)).collect(),
        expected,
        refused: refused.into_iter().flatten().collect(),
    })
}

fn is_parameter(free: &Free) -> bool {
    matches!(free.target, Target::Variables(..))
}

/// Manoeuvres are recordings of which nothing but the noise is known.
fn as_measured(study: &Study, mut manoeuvres: Vec<Recording>) -> Result<Vec<Recording>, Error> {
    for manoeuvre in &mut manoeuvres {
        let keys = &study.manoeuvres[manoeuvre.group];
        for output in &mut manoeuvre.outputs {
            output.values = vec![0.0; manoeuvre.times.len()];
            if output.noise.is_none() {
                let problem = format!("output.{} needs its noise: intervals follow from it", output.name);
                return Err(study.document.table_error(&keys.table, problem).into());
            }
        }
    }
    Ok(manoeuvres)
}

/// Why the bench does not allow a manoeuvre, at the start values.
fn limits(study: &Study, problem: &Problem<'_, '_, '_>, start: &[f64]) -> Result<Vec<Option<String>>, Error> {
    let responses = problem.respond(&[start.to_vec()], true).pop().unwrap_or_default();
    let mut refused = Vec::new();
    for (place, experiment) in problem.experiments.iter().enumerate() {
        let Ok(response) = &responses[place] else {
            refused.push(Some(format!("{}: the model fails in it", experiment.recording.name)));
            continue;
        };
        let predicted = problem.predicted(place, response, start);
        let mut sentence = None;
        for (keys, (output, values)) in
            problem.group(place).outputs.iter().zip(experiment.recording.outputs.iter().zip(&predicted))
        {
            let limit = |quantity: &Option<crate::study::Quantity>, none: f64| -> Result<f64, Error> {
                let measured = |text: &str| problem.predictor.measured(&keys.terms[0].1, output.unit.as_deref(), text);
                let value = quantity.as_ref().map(|quantity| quantity.read(&study.document, measured));
                Ok(value.transpose()?.unwrap_or(none))
            };
            let (lower, upper) = (limit(&keys.limits.0, f64::NEG_INFINITY)?, limit(&keys.limits.1, f64::INFINITY)?);
            if let Some(beyond) = values.iter().find(|value| !(lower..=upper).contains(*value)) {
                sentence = Some(format!(
                    "{}: {} comes to {beyond:.4e}, beyond what the bench allows, {lower} to {upper}",
                    experiment.recording.name, output.name
                ));
                break;
            }
        }
        refused.push(sentence);
    }
    Ok(refused)
}

/// The rows of each manoeuvre.
fn rows_of(problem: &Problem<'_, '_, '_>, jacobian: &DMatrix<f64>) -> Vec<DMatrix<f64>> {
    let mut first = 0;
    let mut parts = Vec::new();
    for experiment in &problem.experiments {
        let count = experiment.recording.count();
        parts.push(jacobian.rows(first, count).into_owned());
        first += count;
    }
    parts
}

/// What some manoeuvres would tell together.
fn of(problem: &Problem<'_, '_, '_>, parts: &[DMatrix<f64>], places: &[usize]) -> Expected {
    let rows: usize = places.iter().map(|place| parts[*place].nrows()).sum();
    let mut jacobian = DMatrix::zeros(rows, problem.free.len());
    let mut first = 0;
    for place in places {
        let part = &parts[*place];
        jacobian.rows_mut(first, part.nrows()).copy_from(part);
        first += part.nrows();
    }
    let sizes: Vec<f64> = problem.free.iter().map(internal_size).collect();
    let dependent: Vec<usize> = dependences(&jacobian, &sizes).iter().map(|dependence| dependence.place).collect();
    let active: Vec<usize> = (0..problem.free.len()).filter(|place| !dependent.contains(place)).collect();
    let covariance = covariance(&jacobian.select_columns(&active));
    let half = |place: usize| {
        let index = active.iter().position(|active| *active == place)?;
        let error = covariance.as_ref()?[(index, index)].sqrt();
        let free = &problem.free[place];
        Some(NORMAL_95 * if free.is_logarithmic { free.start * error } else { error })
    };
    let parameters: Vec<usize> = (0..problem.free.len()).filter(|place| is_parameter(&problem.free[*place])).collect();
    let intervals: Vec<Option<f64>> = parameters.iter().map(|place| half(*place)).collect();
    let determinant = covariance.filter(|_| intervals.iter().all(Option::is_some)).and_then(|covariance| {
        let of = |row: usize, column: usize| {
            let [row, column] =
                [row, column].map(|place| (place, active.iter().position(|active| *active == parameters[place])));
            let scale = sizes[parameters[row.0]] * sizes[parameters[column.0]];
            Some(covariance[(row.1?, column.1?)] / scale)
        };
        let scaled = DMatrix::from_fn(parameters.len(), parameters.len(), |row, column| of(row, column).unwrap_or(0.0));
        let factor = scaled.cholesky()?;
        Some(2.0 * factor.l().diagonal().iter().map(|value| value.ln()).sum::<f64>())
    });
    let name = |place: &usize| problem.experiments[*place].recording.name.clone();
    Expected { manoeuvres: places.iter().map(name).collect(), intervals, determinant }
}
