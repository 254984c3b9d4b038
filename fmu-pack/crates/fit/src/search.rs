//! Where a local search begins: at the start values or, with a global search, at the best of points that fill the bounds.
//!
//! Points of Halton's sequence (1960), shifted by the seed, are evaluated on all cores; from the best of them, and from the start values,
//! local searches run, and the lowest counts. With exact events the least squares are smooth in pieces, so that a local search covers a
//! whole piece: a population that walks (CMA-ES, differential evolution) would need more runs for the same, and no crate of them is
//! needed.

use crate::Error;
use crate::fit::{Numbers, Progress};
use crate::memo::Memo;
use crate::noise::Noise;
use crate::optimizer::{Residuals, minimize};
use crate::problem::Problem;
use crate::study::Study;

/// Local searches besides the one from the start values.
const LOCAL: usize = 4;
/// Points that are evaluated together, so that an interruption costs little.
const BATCH: u64 = 64;
/// Results of these searches are numbered from here on among the fits.
const FIRST: u64 = 1 << 20;

/// The point to begin with.
pub fn start(
    study: &Study,
    problem: &Problem<'_, '_, '_>,
    (memo, numbers): (&mut Memo, &Numbers),
    progress: Progress<'_>,
) -> Result<Vec<f64>, Error> {
    let start = problem.start();
    if study.starts == 0 {
        return Ok(start);
    }
    let view = problem.view((0..start.len()).collect(), &start);
    let points: Vec<Vec<f64>> = (0..study.starts).map(|index| point(study.seed, index, problem, &start)).collect();
    let mut index = 0;
    while index < study.starts {
        let end = (index + BATCH).min(study.starts);
        let open: Vec<u64> = (index..end).filter(|index| memo.get(numbers.point(*index)).is_none()).collect();
        let asked: Vec<Vec<f64>> = open.iter().map(|index| points[*index as usize].clone()).collect();
        let costs = view.at(&asked);
        if problem.is_stopped() {
            return Err(memo.interrupted());
        }
        for (index, residuals) in open.iter().zip(costs) {
            let cost = residuals.map_or(f64::MAX, |residuals| residuals.norm_squared());
            memo.keep(numbers.point(*index), vec![cost])?;
        }
        index = end;
        progress(&format!("{}: point {index} of {}", problem.model.name, study.starts));
    }
    let cost = |index: &u64| memo.get(numbers.point(*index)).map_or(f64::MAX, |values| values[0]);
    let mut order: Vec<u64> = (0..study.starts).filter(|index| cost(index) < f64::MAX).collect();
    order.sort_by(|one, other| cost(one).total_cmp(&cost(other)).then(one.cmp(other)));
    let begins = order.iter().take(LOCAL).map(|index| points[*index as usize].clone());
    let begins: Vec<Vec<f64>> = std::iter::once(start.clone()).chain(begins).collect();
    let mut best: Option<(f64, Vec<f64>)> = None;
    for (index, begin) in begins.iter().enumerate() {
        let number = numbers.fit(FIRST + index as u64);
        if memo.get(number).is_none() {
            progress(&format!("{}: search {} of {}", problem.model.name, index + 1, begins.len()));
            let optimum = minimize(&view, begin, |_| ());
            if problem.is_stopped() {
                return Err(memo.interrupted());
            }
            let values = optimum
                .map_or_else(|| vec![f64::MAX], |optimum| std::iter::once(optimum.cost).chain(optimum.point).collect());
            memo.keep(number, values)?;
        }
        if let Some([cost, point @ ..]) = memo.get(number)
            && *cost < f64::MAX
            && best.as_ref().is_none_or(|(least, _)| cost < least)
        {
            best = Some((*cost, point[..start.len()].to_vec()));
        }
    }
    Ok(best.map_or(start, |(_, point)| point))
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
