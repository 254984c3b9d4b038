//! The profile likelihood: the smallest χ² for each value of a parameter, with all others fitted again.

use crate::Error;
use crate::checkpoint::Checkpoint;
use crate::fit::Progress;
use crate::optimizer::{Differences, Residuals};
use crate::outcome::Profile;
use crate::probability::CHI_SQUARED_95;
use crate::problem::Problem;
use crate::search::local;

/// Points to either side.
const POINTS: usize = 8;
/// How far they go, in standard errors.
const FAR: f64 = 3.0;

/// The profile of the parameter at `place` with this standard error, both as the search sees them.
pub fn profile(
    problem: &Problem<'_, '_, '_>,
    active: &[usize],
    point: &[f64],
    (place, error): (usize, Option<f64>),
    checkpoint: &mut Checkpoint,
    progress: Progress<'_>,
) -> Result<Profile, Error> {
    let free = &problem.free[place];
    let error = error.unwrap_or_else(|| 0.1 * crate::fit::internal_size(free));
    let others: Vec<usize> = active.iter().copied().filter(|other| *other != place).collect();
    let (lower, upper) = problem.bounds()[place];
    let least = chi_squared(problem, active, point);
    let mut points = vec![(free.value(point[place]), 0.0)];
    for sign in [-1.0, 1.0] {
        let mut from = point.to_vec();
        for index in 1..=POINTS {
            let internal = point[place] + sign * FAR * error * index as f64 / POINTS as f64;
            if internal < lower || internal > upper {
                break;
            }
            from[place] = internal;
            progress(&format!("{}: profile of {}", problem.model.name, free.name));
            let view = problem.view(others.clone(), &from);
            let Some(optimum) = local(problem, &view, (&view.part(&from), Differences::OneSided), checkpoint, |_| ())?
            else {
                break;
            };
            points.push((free.value(internal), 2.0 * optimum.cost - least));
            from = view.whole(&optimum.point);
        }
    }
    points.sort_by(|one, other| one.0.total_cmp(&other.0));
    Ok(Profile { name: free.name.clone(), points })
}

fn chi_squared(problem: &Problem<'_, '_, '_>, active: &[usize], point: &[f64]) -> f64 {
    let view = problem.view(active.to_vec(), point);
    let residuals = view.at(&[view.part(point)]).pop().flatten();
    residuals.map_or(0.0, |residuals| residuals.norm_squared())
}

/// Where the profile crosses the 95 % level to either side, by straight lines; none where it does not.
pub fn interval(profile: &Profile) -> (Option<f64>, Option<f64>) {
    let points = &profile.points;
    let middle = points.iter().position(|(_, above)| *above == 0.0).unwrap_or(0);
    let crossing = |pair: [(f64, f64); 2]| {
        let [(near, low), (far, high)] = pair;
        (low < CHI_SQUARED_95 && high >= CHI_SQUARED_95)
            .then(|| near + (far - near) * (CHI_SQUARED_95 - low) / (high - low))
    };
    let below = (1..=middle).rev().find_map(|at| crossing([points[at], points[at - 1]]));
    let above = (middle + 1..points.len()).find_map(|at| crossing([points[at - 1], points[at]]));
    (below, above)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_where_the_profile_crosses_the_level() {
        let points = (-10..=10).map(|at| (f64::from(at) * 0.3, (f64::from(at) * 0.3).powi(2))).collect();
        let (below, above) = interval(&Profile { name: "a".into(), points });
        // The line between two points of a parabola is off by a tenth of their distance at most.
        assert!((below.unwrap() + 1.96).abs() < 0.01 && (above.unwrap() - 1.96).abs() < 0.01, "{below:?} {above:?}");
        let flat = Profile { name: "a".into(), points: vec![(0.0, 0.0), (1.0, 0.5)] };
        assert_eq!(interval(&flat), (None, None));
    }
}
