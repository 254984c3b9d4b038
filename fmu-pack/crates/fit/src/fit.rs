//! From a problem to its outcome: search, noise, rank, covariance, profiles.

use crate::checkpoint::Checkpoint;
use crate::information::{Dependence, dependences};
use crate::optimizer::{Differences, Optimum, Residuals, first_points, jacobian};
use crate::outcome::{Agreement, Estimate, ModelOutcome, Profile, Status, Undetermined, Verdict};
use crate::parameters::{Free, Target};
use crate::predictor::Response;
use crate::probability::chi_squared_tail;
use crate::problem::{Problem, Responses};
use crate::profile::profile;
use crate::study::Study;
use crate::uncertainty::Uncertainty;
use crate::view::View;
use crate::{Error, correlated, remedy, search, smoothness};
use nalgebra::DMatrix;

/// What is told while it works.
pub type Progress<'p> = &'p dyn Fn(&str);

/// A fitted model, with what a page shows of it.
pub struct Fitted {
    /// What it came to.
    pub outcome: ModelOutcome,
    /// The point, as the search sees it.
    pub point: Vec<f64>,
    /// Half the width of the 95 % band of what is predicted, of each output of each recording.
    pub bands: Vec<Vec<Vec<f64>>>,
    /// What is predicted, of each output of each recording.
    pub predicted: Vec<Vec<Vec<f64>>>,
    /// The same in standard deviations of the data, less the data.
    pub residuals: Vec<Vec<Vec<f64>>>,
    /// The variables of the model that were fitted.
    pub variables: Vec<(String, f64)>,
    /// The same as values of a configuration.
    pub configuration: Vec<(String, String)>,
}

/// Estimates of the noise are good to a per cent after so many.
const NOISE_ROUNDS: u32 = 4;
const NOISE_CHANGE: f64 = 1e-3;

/// Fits a model.
pub fn fit(
    study: &Study,
    problem: &mut Problem<'_, '_, '_>,
    checkpoint: &mut Checkpoint,
    progress: Progress<'_>,
) -> Result<Fitted, Error> {
    if problem.data() <= problem.free.len() {
        let (model, parameters, data) = (problem.model.name.clone(), problem.free.len(), problem.data());
        return Err(Error::TooFewData { model, parameters, data });
    }
    refuse_failure(problem)?;
    let start = search::start(study, problem, checkpoint, progress)?;
    let mut solution = Solution {
        derived_at: start.clone(),
        point: start,
        active: (0..problem.free.len()).collect(),
        optimum: None,
        held: Vec::new(),
        is_minimum: study.starts > 0,
    };
    for _ in 0..NOISE_ROUNDS {
        solution.settle(problem, checkpoint, progress)?;
        if problem.knows_noise() || !estimate_noise(problem, &solution) {
            break;
        }
    }
    conclude(study, problem, &solution, checkpoint, progress)
}

/// The model must work where the search begins. What the search asks for next is run along, so that no core waits.
pub fn refuse_failure(problem: &Problem<'_, '_, '_>) -> Result<(), Error> {
    let start = problem.start();
    let points = first_points(&problem.view((0..start.len()).collect(), &start), &start);
    let responses = problem.respond(&points, false).swap_remove(0);
    for (place, experiment) in problem.fitted() {
        let failed = match &responses[place] {
            Ok(response) => {
                let residuals = problem.residuals(place, response, &start);
                beyond_squares(residuals.iter().flatten().copied())
            }
            Err(problem) => Some(problem.clone()),
        };
        if let Some(failed) = failed {
            let failed = format!("{}: {failed}", experiment.recording.name);
            return Err(Error::Start { model: problem.model.name.clone(), problem: failed });
        }
    }
    Ok(())
}

/// What is wrong with residuals [standard deviations] of which the sum of squares is no number.
fn beyond_squares(residuals: impl Iterator<Item = f64> + Clone) -> Option<String> {
    if !residuals.clone().all(f64::is_finite) {
        return Some("a result is no finite number".to_owned());
    }
    let largest = residuals.clone().map(f64::abs).fold(0.0, f64::max);
    let sum: f64 = residuals.map(|residual| residual * residual).sum();
    (!sum.is_finite())
        .then(|| format!("a result is {largest:.1e} times its noise off, and the square of that is no number"))
}

/// Where a fit stands.
struct Solution {
    point: Vec<f64>,
    /// Where the last derivatives were taken: see [`Optimum`].
    derived_at: Vec<f64>,
    active: Vec<usize>,
    optimum: Option<Optimum>,
    held: Vec<Dependence>,
    /// A search has ended at the point, with other weights perhaps.
    is_minimum: bool,
}

impl Solution {
    /// Searches, and holds what is not determined at its start value, until all that moves is determined.
    fn settle(
        &mut self,
        problem: &Problem<'_, '_, '_>,
        checkpoint: &mut Checkpoint,
        progress: Progress<'_>,
    ) -> Result<(), Error> {
        let tell = |cost: f64| progress(&format!("{}: χ² {:.6e}", problem.model.name, 2.0 * cost));
        let failed = || Error::Start {
            model: problem.model.name.clone(),
            problem: "beside the point where the search is, no derivative can be taken: bounds keep it away from there"
                .to_owned(),
        };
        loop {
            let view = problem.view(self.active.clone(), &self.point);
            let first = if self.is_minimum { Differences::Central } else { Differences::OneSided };
            let optimum = search::local(problem, &view, (&view.part(&self.point), first), checkpoint, tell)?;
            let optimum = optimum.ok_or_else(failed)?;
            self.point = view.whole(&optimum.point);
            self.derived_at = view.whole(&optimum.derived_at);
            let found = dependences_at(problem, &view, &optimum.derived_at);
            self.optimum = Some(optimum);
            self.is_minimum = found.is_empty();
            if found.is_empty() {
                return Ok(());
            }
            for dependence in &found {
                let start = problem.start()[dependence.place];
                (self.point[dependence.place], self.derived_at[dependence.place]) = (start, start);
            }
            self.active.retain(|place| found.iter().all(|dependence| dependence.place != *place));
            self.held.extend(found);
        }
    }

    /// What is determined and not at a bound. A parameter at a bound has no error there, and those of the others, and the bands, are those
    /// with it at its bound: beyond it there may be no model.
    fn inside(&self, problem: &Problem<'_, '_, '_>) -> Vec<usize> {
        let bounds = problem.bounds();
        let is_inside = |place: &usize| {
            let (lower, upper) = bounds[*place];
            self.point[*place] > lower && self.point[*place] < upper
        };
        self.active.iter().copied().filter(is_inside).collect()
    }

    /// A sentence for each parameter at a bound.
    fn at_bounds(&self, problem: &Problem<'_, '_, '_>) -> Vec<String> {
        let inside = self.inside(problem);
        let at_bound = self.active.iter().filter(|place| !inside.contains(place));
        let sentence = |place: &usize| {
            let free = &problem.free[*place];
            let value = fmu_output::number(free.value(self.point[*place]));
            format!(
                "{} is at its bound, {value}: the intervals and bands of the others hold for that value; a study with wider bounds, or \
                 without this parameter, would tell more",
                free.name
            )
        };
        at_bound.map(sentence).collect()
    }
}

fn dependences_at(problem: &Problem<'_, '_, '_>, view: &View<'_, '_, '_, '_>, point: &[f64]) -> Vec<Dependence> {
    let Some(jacobian) = jacobian_at(view, point) else { return Vec::new() };
    let sizes: Vec<f64> = view.active.iter().map(|place| internal_size(&problem.free[*place])).collect();
    let own = |dependence: Dependence| Dependence {
        place: view.active[dependence.place],
        others: dependence.others.iter().map(|(place, factor)| (view.active[*place], *factor)).collect(),
    };
    dependences(&jacobian, &sizes).into_iter().map(own).collect()
}

/// How large a change matters, as the search sees it.
pub fn internal_size(free: &Free) -> f64 {
    if free.is_logarithmic { 1.0 } else { free.size }
}

/// The derivatives at a point of a view.
pub fn jacobian_at(view: &impl Residuals, point: &[f64]) -> Option<DMatrix<f64>> {
    let here = view.at(&[point.to_vec()]).pop().flatten()?;
    jacobian(view, point, &here)
}

/// Estimates the noise that is not known from the residuals, output by output of each group. False where nothing has changed.
fn estimate_noise(problem: &mut Problem<'_, '_, '_>, solution: &Solution) -> bool {
    let responses = problem.respond(std::slice::from_ref(&solution.point), false).pop().unwrap_or_default();
    let mut sums: std::collections::BTreeMap<(usize, usize), (f64, f64)> = std::collections::BTreeMap::new();
    for (place, experiment) in problem.fitted() {
        let Ok(response) = &responses[place] else { return false };
        for (output, residuals) in problem.residuals(place, response, &solution.point).iter().enumerate() {
            let square = problem.deviations[place][output].powi(2);
            let sum = sums.entry((experiment.recording.group, output)).or_insert((0.0, 0.0));
            let counted = residuals.iter().map(|residual| problem.loss().counted(*residual).powi(2));
            sum.0 += square * counted.sum::<f64>();
            sum.1 += residuals.len() as f64;
        }
    }
    let (data, active) = (problem.data() as f64, solution.active.len() as f64);
    let mut has_changed = false;
    for place in 0..problem.experiments.len() {
        for output in 0..problem.deviations[place].len() {
            let group = problem.experiments[place].recording.group;
            let Some((sum, count)) = sums.get(&(group, output)).filter(|_| !problem.is_known(place, output)) else {
                continue;
            };
            let deviation = (sum / count * data / (data - active)).sqrt();
            let old = problem.deviations[place][output];
            if deviation > 0.0 {
                has_changed |= (deviation / old - 1.0).abs() > NOISE_CHANGE;
                problem.deviations[place][output] = deviation;
            }
        }
    }
    has_changed
}

/// From the point that was found to all that is told of it.
fn conclude(
    study: &Study,
    problem: &Problem<'_, '_, '_>,
    solution: &Solution,
    checkpoint: &mut Checkpoint,
    progress: Progress<'_>,
) -> Result<Fitted, Error> {
    let (point, derived_at) = (&solution.point, &solution.derived_at);
    let responses = problem.respond(std::slice::from_ref(point), true).pop().unwrap_or_default();
    let agreement = agreements(problem, &responses, point);
    let chi_squared: f64 = agreement.iter().filter(|one| !one.is_held_back).map(|one| one.chi_squared).sum();
    let (data, knows_noise) = (problem.data(), problem.knows_noise());
    let freedom = data.saturating_sub(solution.active.len());
    let probability = knows_noise.then(|| chi_squared_tail(chi_squared, freedom as f64));
    let verdict = probability.map_or(Verdict::NotTested, |p| Verdict::of(chi_squared, freedom as f64, p));
    let inside = solution.inside(problem);
    let uncertainty = Uncertainty::at(problem, (&inside, derived_at), &agreement, freedom, study.starts > 0);
    let mut remarks = uncertainty.remarks.clone();
    remarks.extend(smoothness::remarks(problem, &inside, derived_at));
    remarks.extend(solution.at_bounds(problem));
    let optimum = solution.optimum.as_ref();
    let has_converged = optimum.is_some_and(|optimum| optimum.has_converged);
    if !has_converged {
        remarks.push("the search has not come to an end: the values are the best that were found".to_owned());
    }
    let mut profiles = Vec::new();
    for name in &study.profile {
        let place = problem.free.iter().position(|free| free.name == *name);
        let Some(place) = place.filter(|place| solution.active.contains(place)) else { continue };
        let error = uncertainty.error(&inside, place);
        profiles.push(profile(problem, &solution.active, point, (place, error), checkpoint, progress)?);
    }
    let undetermined = solution.held.iter().map(|dependence| undetermined(problem, solution, dependence));
    let undetermined = undetermined.collect();
    let estimates = estimates(problem, solution, (&uncertainty, &inside), &profiles);
    let bands = uncertainty.bands(problem, (&inside, derived_at));
    let outcome = ModelOutcome {
        name: problem.model.name.clone(),
        parameters: estimates,
        correlations: uncertainty.correlations(),
        data,
        freedom,
        chi_squared,
        probability,
        aic: aic(problem, chi_squared, solution.active.len()),
        held_back: held_back(&agreement),
        verdict,
        agreement,
        undetermined,
        profiles,
        remarks,
        iterations: optimum.map_or(0, |optimum| optimum.iterations),
        has_converged,
    };
    let of_each = |of: &dyn Fn(usize, &Response) -> Vec<Vec<f64>>| {
        responses
            .iter()
            .enumerate()
            .map(|(place, response)| response.as_ref().map_or_else(|_| Vec::new(), |r| of(place, r)))
            .collect()
    };
    let variables = variables(problem, point);
    Ok(Fitted {
        outcome,
        point: point.clone(),
        bands,
        predicted: of_each(&|place, response| problem.predicted(place, response, point)),
        residuals: of_each(&|place, response| problem.residuals(place, response, point)),
        configuration: problem.as_configuration(&variables),
        variables,
    })
}

/// −2 ln L + 2k with normal noise, without the constants that all models have (Akaike 1974).
fn aic(problem: &Problem<'_, '_, '_>, chi_squared: f64, parameters: usize) -> f64 {
    let logarithms = problem.fitted().flat_map(|(place, experiment)| {
        let outputs = experiment.recording.outputs.iter().zip(&problem.deviations[place]);
        outputs.map(|(output, deviation)| 2.0 * output.count() as f64 * libm::log(*deviation))
    });
    chi_squared + logarithms.sum::<f64>() + 2.0 * parameters as f64
}

fn held_back(agreement: &[Agreement]) -> Option<f64> {
    let held = || agreement.iter().filter(|one| one.is_held_back);
    let data: usize = held().map(|one| one.data).sum();
    (data > 0).then(|| held().map(|one| one.chi_squared).sum::<f64>() / data as f64)
}

fn agreements(problem: &Problem<'_, '_, '_>, responses: &Responses, point: &[f64]) -> Vec<Agreement> {
    let mut agreements = Vec::new();
    for (place, experiment) in problem.experiments.iter().enumerate() {
        let residuals = responses[place].as_ref().ok().map(|response| problem.residuals(place, response, point));
        for (output, measured) in experiment.recording.outputs.iter().enumerate() {
            let deviation = problem.deviations[place][output];
            let residuals = residuals.as_ref().map_or(&[f64::NAN][..], |residuals| &residuals[output]);
            let chi_squared: f64 = residuals.iter().map(|residual| residual.powi(2)).sum();
            agreements.push(Agreement {
                recording: experiment.recording.name.clone(),
                output: measured.name.clone(),
                unit: measured.unit.clone(),
                is_held_back: experiment.recording.is_held_back,
                data: residuals.len(),
                rms: deviation * (chi_squared / residuals.len() as f64).sqrt(),
                deviation,
                is_estimated: !problem.is_known(place, output),
                chi_squared,
                correlation: significant_correlation(residuals),
            });
        }
    }
    agreements
}

/// τ of residuals, where their correlation is no chance; else 1.
fn significant_correlation(residuals: &[f64]) -> f64 {
    /// The first lag of independent residuals exceeds this share of 1/√n once in two hundred times.
    const CHANCE: f64 = 2.58;
    let is_chance = correlated::autocorrelation(residuals, 1) * (residuals.len() as f64).sqrt() < CHANCE;
    if residuals.len() < 8 || is_chance { 1.0 } else { correlated::correlation_time(residuals) }
}

fn estimates(
    problem: &Problem<'_, '_, '_>,
    solution: &Solution,
    (uncertainty, inside): (&Uncertainty, &[usize]),
    profiles: &[Profile],
) -> Vec<Estimate> {
    let one = |(place, free): (usize, &Free)| {
        let internal = solution.point[place];
        let value = free.value(internal);
        let (is_held, is_at_bound) = (!solution.active.contains(&place), !inside.contains(&place));
        let error = uncertainty.error(inside, place);
        let profile = profiles.iter().find(|profile| profile.name == free.name);
        Estimate {
            name: free.name.clone(),
            unit: free.unit.clone(),
            value,
            error: error.map(|error| if free.is_logarithmic { value * error } else { error }),
            interval: error.map(|error| {
                let half = uncertainty.quantile * error;
                (free.value(internal - half), free.value(internal + half))
            }),
            profile_interval: profile.map(crate::profile::interval),
            status: match (is_held, is_at_bound) {
                (true, _) => Status::Held,
                (false, true) => Status::AtBound,
                (false, false) => Status::Determined,
            },
            start: free.start,
        }
    };
    problem.free.iter().enumerate().map(one).collect()
}

/// Why a parameter is not determined, and which recording would.
fn undetermined(problem: &Problem<'_, '_, '_>, solution: &Solution, dependence: &Dependence) -> Undetermined {
    let name = problem.free[dependence.place].name.clone();
    let start = fmu_output::number(problem.free[dependence.place].start);
    let remedies = remedy::remedies(problem, &solution.active, &solution.derived_at, dependence.place);
    let remedy = match &*remedies {
        [] => "none of the changes that were tried (other fixed values, larger and smaller inputs) would tell it"
            .to_owned(),
        remedies => format!("what would tell it: {}", remedies.join("; or ")),
    };
    let why = if dependence.others.is_empty() {
        "nothing that was measured depends on it".to_owned()
    } else {
        let others: Vec<String> = dependence
            .others
            .iter()
            .map(|(place, factor)| format!("{} by {}", problem.free[*place].name, rounded(*factor)))
            .collect();
        format!("a change by 1 does the same as one of {}", others.join(" and "))
    };
    let sentence = format!("{name} is not determined and stays at {start}: {why}; {remedy}");
    Undetermined { name, sentence }
}

/// With four digits.
fn rounded(value: f64) -> String {
    format!("{value:.3e}").parse::<f64>().map_or_else(|_| value.to_string(), fmu_output::number)
}

/// The values of a model's variables at a point, for the configuration.
fn variables(problem: &Problem<'_, '_, '_>, point: &[f64]) -> Vec<(String, f64)> {
    let mut values = Vec::new();
    for (free, internal) in problem.free.iter().zip(point) {
        match &free.target {
            Target::Variables(names, None) => {
                values.extend(names.iter().map(|name| (name.clone(), free.value(*internal))));
            }
            Target::Variables(_, Some(_)) | Target::Input(..) | Target::Output(..) => (),
        }
    }
    values
}
