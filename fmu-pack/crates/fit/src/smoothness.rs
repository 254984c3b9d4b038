//! Whether derivatives exist where the search has ended.

use crate::optimizer::Residuals;
use crate::problem::Problem;
use std::collections::BTreeSet;

/// A difference over half the step must agree to this share; where a step of an output crosses a sample, it does not.
const AGREEMENT: f64 = 1e-2;

/// A sentence for each parameter and recording where an event appears or vanishes within the step of a difference, and one for each
/// parameter whose differences depend on their step.
pub fn remarks(problem: &Problem<'_, '_, '_>, active: &[usize], point: &[f64]) -> Vec<String> {
    let view = problem.view(active.to_vec(), point).by_squares();
    let part = view.part(point);
    let steps = view.steps(&part);
    let mut points = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        for by in [*step, -*step, 0.5 * step, -0.5 * step] {
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
            let counts: Vec<f64> = (4 * index..4 * index + 4)
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
        if let [Some(one), Some(other), Some(near), Some(far)] = &residuals[4 * index..4 * index + 4] {
            let wide = (one - other) / (2.0 * steps[index]);
            let narrow = (near - far) / steps[index];
            if (&wide - &narrow).norm() > AGREEMENT * wide.norm() && !is_told(&remarks, name) {
                remarks.insert(format!(
                    "the effect of {name} is not smooth where the search has ended: differences over a step and over half of it do not \
                     agree, as where a step of an output lies on a sample"
                ));
            }
        }
    }
    remarks.into_iter().collect()
}

fn is_told(remarks: &BTreeSet<String>, name: &str) -> bool {
    remarks.iter().any(|remark| remark.contains(&format!("at the value of {name}:")))
}
