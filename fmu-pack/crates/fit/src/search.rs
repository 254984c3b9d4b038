//! Where a local search begins: at the start values or, with a global search, at the best of points that fill the bounds.
//!
//! Points of Halton's sequence (1960), shifted by the seed, are the first generation of differential evolution (Storn and Price,
//! Journal of Global Optimization 11, 1997; each point moves towards the best one and along the difference of two others). From the best
//! of the last generation, and from the start values, local searches run, and the lowest counts. So do searches from what is found where
//! one group of recordings is left out: recordings with many events, such as stick-slip, have narrow minima, and the others lead into the
//! right one. Each generation is evaluated on all
//! cores; draws depend on the seed and their number alone. It is a page; a crate for it would evaluate point by point.

use crate::Error;
use crate::checkpoint::Checkpoint;
use crate::fit::{Progress, jacobian_at};
use crate::information::covariance;
use crate::noise::Noise;
use crate::optimizer::{Differences, Optimum, Residuals, minimize};
use crate::problem::Problem;
use crate::study::Study;
use crate::view::View;
use nalgebra::DVector;
use std::collections::BTreeSet;

/// Local searches besides the one from the start values.
const LOCAL: usize = 4;
/// With more groups none is left out.
const MOST_GROUPS: usize = 8;
/// How far a point goes towards the best one and along the difference of two others: drawn between these for each point, as is usual
/// against stagnation.
const WEIGHT: (f64, f64) = (0.4, 0.9);
/// Share of coordinates that move.
const CROSSOVER: f64 = 0.9;
/// Points whose residuals are in memory together.
const AT_A_TIME: usize = 256;
/// Points that cost more than the best by less than this share are all in its basin.
const ALIKE: f64 = 1e-6;

/// The point to begin with.
pub fn start(
    study: &Study,
    problem: &Problem<'_, '_, '_>,
    checkpoint: &mut Checkpoint,
    progress: Progress<'_>,
) -> Result<Vec<f64>, Error> {
    let start = problem.start();
    if study.starts == 0 {
        return Ok(start);
    }
    let view = problem.view((0..start.len()).collect(), &start);
    let population = evolve(study, problem, &view, checkpoint, progress)?;
    let evolved = population.iter().filter(|one| one.cost < f64::MAX).take(LOCAL).map(|one| one.point.clone());
    let mut begins = vec![start.clone()];
    begins.extend(without_each_group(study, problem, checkpoint, progress)?);
    begins.extend(evolved);
    let begins = most_promising(problem, &view, begins, checkpoint)?;
    let mut best: Option<Optimum> = None;
    for (index, begin) in begins.iter().enumerate() {
        progress(&format!("{}: search {} of {}", problem.model.name, index + 1, begins.len()));
        let found = local(problem, &view, (begin, Differences::OneSided), checkpoint, |_| ())?;
        best = found.filter(|found| best.as_ref().is_none_or(|best| found.cost < best.cost)).or(best);
    }
    Ok(best.map_or(start, |best| best.point))
}

/// The start values, and the best of the other points.
fn most_promising(
    problem: &Problem<'_, '_, '_>,
    view: &View<'_, '_, '_, '_>,
    begins: Vec<Vec<f64>>,
    checkpoint: &mut Checkpoint,
) -> Result<Vec<Vec<f64>>, Error> {
    let mut members = evaluated(problem, view, begins, checkpoint)?;
    let start = members.remove(0);
    members.sort_by(|one, other| one.cost.total_cmp(&other.cost));
    Ok(std::iter::once(start).chain(members.into_iter().take(LOCAL)).map(|one| one.point).collect())
}

/// What local searches find where one group of recordings is left out.
fn without_each_group(
    study: &Study,
    problem: &Problem<'_, '_, '_>,
    checkpoint: &mut Checkpoint,
    progress: Progress<'_>,
) -> Result<Vec<Vec<f64>>, Error> {
    let groups: BTreeSet<usize> = problem.fitted().map(|(_, experiment)| experiment.recording.group).collect();
    let mut found = Vec::new();
    for group in groups.iter().copied().filter(|_| (2..=MOST_GROUPS).contains(&groups.len())) {
        progress(&format!("{}: without recording {}", problem.model.name, group + 1));
        let start = problem.start();
        let view = problem.view((0..start.len()).collect(), &start).without(group);
        let Some(Optimum { point, .. }) = local(problem, &view, (&start, Differences::OneSided), checkpoint, |_| ())?
        else {
            continue;
        };
        let drawn = drawn(study, problem, &view, &point, group);
        let whole = problem.view((0..start.len()).collect(), &start);
        let mut members = evaluated(problem, &whole, drawn, checkpoint)?;
        members.sort_by(|one, other| one.cost.total_cmp(&other.cost));
        found.extend(members.into_iter().filter(|one| one.cost < f64::MAX).take(LOCAL).map(|one| one.point));
        found.push(point);
    }
    Ok(found)
}

/// Points of the distribution in which a fit without a group of recordings leaves the parameters: narrow minima of that group lie among
/// them.
fn drawn(
    study: &Study,
    problem: &Problem<'_, '_, '_>,
    view: &View<'_, '_, '_, '_>,
    point: &[f64],
    group: usize,
) -> Vec<Vec<f64>> {
    let spread = || {
        let here = view.at(&[point.to_vec()]).pop().flatten()?;
        let freedom = here.len().saturating_sub(point.len()).max(1) as f64;
        let covariance = covariance(&jacobian_at(view, point)?)? * (here.norm_squared() / freedom);
        Some(covariance.cholesky()?.l())
    };
    let Some(spread) = spread() else { return Vec::new() };
    let noise = Noise::new(study.seed.wrapping_add(group as u64 + 1));
    let bounds = problem.bounds();
    let one = |index: u64| {
        let count = point.len();
        let normal = (0..count).map(|at| noise.normal(index * count as u64 + at as u64));
        let moved = &spread * DVector::from_iterator(count, normal);
        let value = |at: usize| (point[at] + moved[at]).clamp(bounds[at].0, bounds[at].1);
        (0..count).map(value).collect()
    };
    (0..study.starts).map(one).collect()
}

/// Where a local search from a point ends, which is known from before where the study was interrupted. None where no derivative can be
/// taken on its way.
pub fn local(
    problem: &Problem<'_, '_, '_>,
    view: &View<'_, '_, '_, '_>,
    (begin, first): (&[f64], Differences),
    checkpoint: &mut Checkpoint,
    tell: impl Fn(f64),
) -> Result<Option<Optimum>, Error> {
    let number = checkpoint.next(1).start;
    if let Some([cost, iterations, converged, points @ ..]) = checkpoint.get(number) {
        let (point, derived_at) = (points[..begin.len()].to_vec(), points[begin.len()..2 * begin.len()].to_vec());
        let has_converged = *converged != 0.0;
        return Ok(Some(Optimum { point, derived_at, cost: *cost, iterations: *iterations as u32, has_converged }));
    }
    let optimum = minimize(view, begin, first, tell);
    if problem.is_stopped() {
        return Err(checkpoint.interrupted());
    }
    if let Some(optimum) = &optimum {
        let numbers = [optimum.cost, f64::from(optimum.iterations), f64::from(u8::from(optimum.has_converged))];
        let points = optimum.point.iter().chain(&optimum.derived_at).copied();
        checkpoint.keep(number, numbers.into_iter().chain(points).collect())?;
    }
    Ok(optimum)
}

/// A point of a generation.
#[derive(Clone)]
struct Member {
    point: Vec<f64>,
    cost: f64,
}

/// The last generation, the best first.
fn evolve(
    study: &Study,
    problem: &Problem<'_, '_, '_>,
    view: &View<'_, '_, '_, '_>,
    checkpoint: &mut Checkpoint,
    progress: Progress<'_>,
) -> Result<Vec<Member>, Error> {
    let start = problem.start();
    let points: Vec<Vec<f64>> = (0..study.starts).map(|index| point(study.seed, index, problem, &start)).collect();
    let mut members = evaluated(problem, view, points, checkpoint)?;
    for generation in 1..=study.generations {
        members.sort_by(|one, other| one.cost.total_cmp(&other.cost));
        progress(&format!("{}: generation {generation} of {}", problem.model.name, study.generations));
        if members.iter().all(|one| one.cost <= members[0].cost * (1.0 + ALIKE)) {
            break;
        }
        let moved = (0..members.len()).map(|place| child(study.seed, generation, place, &members, problem)).collect();
        let children = evaluated(problem, view, moved, checkpoint)?;
        for (member, child) in members.iter_mut().zip(children) {
            if child.cost <= member.cost {
                *member = child;
            }
        }
    }
    members.sort_by(|one, other| one.cost.total_cmp(&other.cost));
    Ok(members)
}

/// Points with their costs, which are known from before where the study was interrupted.
fn evaluated(
    problem: &Problem<'_, '_, '_>,
    view: &View<'_, '_, '_, '_>,
    points: Vec<Vec<f64>>,
    checkpoint: &mut Checkpoint,
) -> Result<Vec<Member>, Error> {
    let numbers = checkpoint.next(points.len());
    let is_open = |(number, _): &(u64, &Vec<f64>)| checkpoint.get(*number).is_none();
    let (open, asked): (Vec<u64>, Vec<Vec<f64>>) =
        numbers.clone().zip(&points).filter(is_open).map(|(number, point)| (number, point.clone())).unzip();
    // Residuals of a few at a time: memory is that of the costs.
    for (numbers, asked) in open.chunks(AT_A_TIME).zip(asked.chunks(AT_A_TIME)) {
        let residuals = view.at(asked);
        if problem.is_stopped() {
            return Err(checkpoint.interrupted());
        }
        for (number, residuals) in numbers.iter().zip(residuals) {
            let cost = residuals.map_or(f64::MAX, |residuals| residuals.norm_squared());
            checkpoint.keep(*number, vec![cost])?;
        }
    }
    let cost = |number: u64| checkpoint.get(number).map_or(f64::MAX, |values| values[0]);
    Ok(points.into_iter().zip(numbers).map(|(point, number)| Member { cost: cost(number), point }).collect())
}

/// A point that moves towards the best one and along the difference of two others, in most coordinates; it is mirrored at a bound.
fn child(seed: u64, generation: u64, place: usize, members: &[Member], problem: &Problem<'_, '_, '_>) -> Vec<f64> {
    let noise = Noise::new(seed.wrapping_mul(1_000_003).wrapping_add(generation));
    let draws = 8 + 2 * members[0].point.len() as u64;
    let draw = |number: u64| noise.uniform(place as u64 * draws + number);
    let any = |number: u64| &members[(draw(number) * members.len() as f64) as usize].point;
    let (here, best, one, other) = (&members[place].point, &members[0].point, any(0), any(1));
    let weight = WEIGHT.0 + draw(2) * (WEIGHT.1 - WEIGHT.0);
    let certain = (draw(3) * here.len() as f64) as usize;
    let bounds = problem.bounds();
    let coordinate = |at: usize| {
        if at != certain && draw(8 + at as u64) >= CROSSOVER {
            return here[at];
        }
        let moved = here[at] + weight * (best[at] - here[at]) + weight * (one[at] - other[at]);
        let (lower, upper) = bounds[at];
        let mirrored = if moved < lower {
            2.0 * lower - moved
        } else if moved > upper {
            2.0 * upper - moved
        } else {
            moved
        };
        mirrored.clamp(lower, upper)
    };
    (0..here.len()).map(coordinate).collect()
}

/// A point within the bounds; parameters without both bounds stay where they start.
fn point(seed: u64, index: u64, problem: &Problem<'_, '_, '_>, start: &[f64]) -> Vec<f64> {
    let shift = Noise::new(seed);
    let bounds = problem.bounds();
    let one = |(place, (lower, upper)): (usize, &(f64, f64))| {
        let share = (halton(index + 1, PRIMES[place % PRIMES.len()]) + shift.uniform(place as u64)).fract();
        if (upper - lower).is_finite() { lower + share * (upper - lower) } else { start[place] }
    };
    bounds.iter().enumerate().map(one).collect()
}

const PRIMES: [u64; 20] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71];

/// The digits of a number in a base, mirrored at the point.
fn halton(mut index: u64, base: u64) -> f64 {
    let (mut value, mut weight) = (0.0, 1.0);
    while index > 0 {
        weight /= base as f64;
        value += weight * (index % base) as f64;
        index /= base;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::halton;

    #[test]
    fn the_sequence_is_that_of_halton() {
        assert_eq!([1, 2, 3, 4].map(|index| halton(index, 2)), [0.5, 0.25, 0.75, 0.125]);
        assert!((halton(5, 3) - (2.0 / 3.0 + 1.0 / 9.0)).abs() < 1e-15);
    }
}
