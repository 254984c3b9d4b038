//! Textbook problems, random mechanisms against an enumeration, mirrors and permutations.

mod cost;
mod gears;
mod mechanisms;
mod random;
mod shares;
mod textbook;

use super::{Constants, Germ, Outcome, Problem, Rest, Solution, Workspace, decide, decide_again, solve};
use crate::memory::Heap;

type Solved<const N: usize> = (Outcome, Solution<N>);

fn solved<const N: usize>(problem: &Problem<N>) -> Solved<N> {
    let (n, g) = (problem.unknowns(), problem.meshes());
    let mut solution = Solution::new(n, g, &mut Heap::default());
    let mut workspace = Workspace::new(n, g, &mut Heap::default());
    let outcome = solve(&mut problem.clone(), &mut workspace, &mut solution, &Constants::DEFAULT);
    (outcome, solution)
}

fn decided<const N: usize>(problem: &Problem<N>) -> Solved<N> {
    decided_after(&[], problem)
}

/// The same in the space in which others of the same unknowns were decided before.
fn decided_after<const N: usize>(before: &[Problem<N>], problem: &Problem<N>) -> Solved<N> {
    let (n, g) = (problem.unknowns(), problem.meshes());
    let heap = &mut Heap::default();
    let (mut workspace, mut rest) = (Workspace::new(n, g, heap), Rest::new(n, g, heap));
    let (mut solution, mut outcome) = (Solution::new(n, g, heap), Outcome::Solved);
    for (number, problem) in before.iter().chain([problem]).enumerate() {
        let decide = if number > 0 { decide_again } else { decide };
        outcome = decide(&mut problem.clone(), (&mut workspace, &mut rest), &mut solution, &Constants::DEFAULT);
    }
    (outcome, solution)
}

/// Largest difference of two lists of germs.
fn difference<const N: usize>(a: &[Germ<N>], b: &[Germ<N>]) -> f64 {
    let pairs = a.iter().zip(b).map(|(a, b)| a.plus(-1.0, b).abs());
    pairs.fold(0.0, |most, germ| germ.0.iter().fold(most, |most: f64, own| most.max(*own)))
}

/// How many random problems are looked at: all of the figures in `docs/complementarity.md` with `COMPLEMENTARITY_PROBLEMS=100000`.
fn problems(usual: u64) -> u64 {
    std::env::var("COMPLEMENTARITY_PROBLEMS").ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}
