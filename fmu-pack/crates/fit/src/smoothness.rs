//! Whether derivatives exist where the search has ended.

use crate::optimizer::Residuals;
use crate::problem::Problem;
use std::collections::BTreeSet;

/// The differences to either side must agree with that over both to this share; where a step of an output crosses a sample, they do not.
const AGREEMENT: f64 = 1e-2;

/// A sentence for each parameter and recording where an event appears or vanishes within the step of a difference, and one for each
/// parameter whose differences depend on their step.
pub fn remarks(problem: &Problem<'_, '_, '_>, active: &[usize], point: &[f64]) -> Vec<String> {
    let view = problem.view(active.to_vec(), point).by_squares();
    let part = view.part(point);
    let steps = view.steps(&part);
    // These are known from the derivatives where the search has ended.
    let mut points = vec![part.clone()];
    for (index, step) in steps.iter().enumerate() {
        for by in [*step, -*step] {
            let mut moved = part.clone();
            moved[index] += by;
            points.push(moved);
        }
    }
    let whole: Vec<Vec<f64>> = points.iter().map(|point| view.whole(point)).collect();
    let responses = problem.respond(&whole, false);
    let residuals = view.at(&points);
    let mut remarks = BTreeSet::new();
    for (index, place) in active.iter().enumerate() {
        let name = &problem.free[*place].name;
        for (recording, experiment) in problem.fitted() {
            let counts: Vec<f64> = [0, 2 * index + 1, 2 * index + 2]
                .into_iter()
                .filter_map(|point| responses[point][recording].as_ref().ok().and_then(|response| response.events))
                .collect();
            if counts.iter().any(|count| *count != counts[0]) {
                remarks.insert(format!(
                    "in {} an event appears or vanishes at the value of {name}: there is no derivative, and its interval is not to be \
                     trusted",
                    experiment.recording.name
                ));
            }
        }
        if let [Some(here), Some(one), Some(other)] = [0, 2 * index + 1, 2 * index + 2].map(|at| &residuals[at]) {
            let (both, forward) = ((one - other) / 2.0, one - here);
            if (&forward - &both).norm() > AGREEMENT * both.norm() && !is_told(&remarks, name) {
                remarks.insert(format!(
                    "the effect of {name} is not smooth where the search has ended: differences to either side do not agree, as where a \
                     step of an output lies on a sample"
                ));
            }
        }
    }
    remarks.into_iter().collect()
}

fn is_told(remarks: &BTreeSet<String>, name: &str) -> bool {
    remarks.iter().any(|remark| remark.contains(&format!("at the value of {name}:")))
}
