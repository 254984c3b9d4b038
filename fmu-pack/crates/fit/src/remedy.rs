//! Which recording would determine what the recordings do not.

use crate::fit::{internal_size, jacobian_at};
use crate::information::dependences;
use crate::optimizer::Residuals;
use crate::problem::Problem;
use crate::view::View;
use nalgebra::{DMatrix, DVector};

/// A change of the recordings.
#[derive(Clone, Debug, PartialEq)]
enum Change {
    /// A fixed value becomes another.
    Set(String, f64),
    /// An input is multiplied.
    Input(String, f64),
}

impl Change {
    fn sentence(&self) -> String {
        match self {
            Self::Set(name, value) => format!("recordings with another {name}, as {}", fmu_output::number(*value)),
            Self::Input(name, factor) if *factor > 1.0 => format!("recordings with {factor} times the {name}"),
            Self::Input(name, factor) => format!("recordings with {name} times {factor}"),
        }
    }
}

/// Sentences for the changes with which the parameter at `place` would be determined beside those that are.
pub fn remedies(problem: &Problem<'_, '_, '_>, active: &[usize], point: &[f64], place: usize) -> Vec<String> {
    let places: Vec<usize> = active.iter().copied().chain([place]).collect();
    let view = problem.view(places.clone(), point).by_squares();
    let part = view.part(point);
    let Some(own) = jacobian_at(&view, &part) else { return Vec::new() };
    let sizes: Vec<f64> = places.iter().map(|place| internal_size(&problem.free[*place])).collect();
    let helps = |change: &Change| {
        let changed = jacobian_at(&Changed { problem, view: &view, change }, &part)?;
        let rows = own.nrows() + changed.nrows();
        let mut both = DMatrix::zeros(rows, own.ncols());
        both.rows_mut(0, own.nrows()).copy_from(&own);
        both.rows_mut(own.nrows(), changed.nrows()).copy_from(&changed);
        Some(dependences(&both, &sizes).iter().all(|dependence| dependence.place != places.len() - 1))
    };
    changes(problem).iter().filter(|change| helps(change) == Some(true)).map(Change::sentence).collect()
}

/// What can be changed: numbers that recordings fix, and inputs.
fn changes(problem: &Problem<'_, '_, '_>) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    let mut add = |change: Change| {
        if !changes.contains(&change) {
            changes.push(change);
        }
    };
    for (place, experiment) in problem.fitted() {
        for (name, text) in &problem.group(place).set {
            let Ok((measured, _)) = model_description::configuration::measure(text) else { continue };
            let other = if measured.value == 0.0 { 1.0 } else { 2.0 * measured.value };
            add(Change::Set(name.clone(), other));
        }
        for input in &experiment.recording.inputs {
            add(Change::Input(input.name.clone(), 2.0));
            add(Change::Input(input.name.clone(), 0.5));
        }
    }
    // One of each name is enough.
    let mut seen = std::collections::BTreeSet::new();
    changes.retain(|change| match change {
        Change::Set(name, _) => seen.insert(name.clone()),
        Change::Input(..) => true,
    });
    changes
}

/// What would be measured with a change. None where the model fails with it.
struct Changed<'c, 'v, 'p, 'r, 'a, 'f> {
    problem: &'c Problem<'r, 'a, 'f>,
    view: &'v View<'p, 'r, 'a, 'f>,
    change: &'c Change,
}

impl Residuals for Changed<'_, '_, '_, '_, '_, '_> {
    fn at(&self, points: &[Vec<f64>]) -> Vec<Option<DVector<f64>>> {
        points.iter().map(|point| changed(self.problem, &self.view.whole(point), self.change)).collect()
    }

    fn bounds(&self) -> &[(f64, f64)] {
        self.view.bounds()
    }

    fn steps(&self, point: &[f64]) -> Vec<f64> {
        self.view.steps(point)
    }
}

/// What would be measured at a point, in standard deviations.
fn changed(problem: &Problem<'_, '_, '_>, point: &[f64], change: &Change) -> Option<DVector<f64>> {
    let mut all = Vec::new();
    for (place, _) in problem.fitted() {
        let response = problem.respond_with(place, point, |values| match change {
            Change::Set(name, value) => values.set.insert(0, (name.clone(), *value)),
            Change::Input(name, factor) => {
                let inputs = problem.experiments[place].recording.inputs.iter().zip(&mut values.inputs);
                for (_, correction) in inputs.filter(|(input, _)| input.name == *name) {
                    correction.scale *= factor;
                    correction.offset *= factor;
                }
            }
        });
        let response = response.ok()?;
        all.extend(problem.residuals(place, &response, point).into_iter().flatten());
    }
    Some(DVector::from_vec(all))
}
