//! Random mechanisms without losses: the motion is unique.

use super::mechanisms::{Kind, Mechanism, Random, Recipe};
use super::{decided, decided_after, difference, problems, solved};
use crate::complementarity::enumeration::{ROUNDING, solutions};
use crate::complementarity::{Outcome, Problem, Solution};
use std::vec::Vec;

const USUAL: u64 = 500;

fn recipe(is_round: bool, most: u64) -> Recipe {
    Recipe { is_round, bodies: 4, candidates: most, gears: 0, locks: false, turns: false }
}

fn compare(is_round: bool) {
    let (mut pivots, mut most, mut wrong) = (0, 0, Vec::new());
    let number = problems(USUAL);
    for seed in 0..number {
        let mut random = Random(seed);
        // Most are small: the enumeration takes 3ⁿ eliminations.
        let recipe = recipe(is_round, if seed % 10 == 0 { 6 } else { 4 });
        let mechanism: Mechanism<3> = Mechanism::random(&mut random, &recipe);
        let problem = mechanism.problem();
        let expected = solutions(&problem);
        let (outcome, solution) = solved(&problem);
        pivots += solution.pivots;
        most = most.max(solution.pivots);
        // The same by principal pivoting, from rest and from where loads in the other direction have led.
        let mut reversed = problem.clone();
        reversed.free.iter_mut().for_each(|free| *free = free.times(-1.0));
        let is_right = |(outcome, solution): (Outcome, Solution<3>)| {
            outcome == Outcome::Solved
                && expected.first().is_some_and(|expected| difference(&expected.w, &solution.w) <= ROUNDING)
        };
        if ![(outcome, solution), decided(&problem), decided_after(&[reversed], &problem)].into_iter().all(is_right) {
            wrong.push(seed);
        }
    }
    std::println!("round {is_round}: {number} problems, pivots {} at most {most}", pivots as f64 / number as f64);
    assert!(wrong.is_empty(), "{} of {number}: {:?}", wrong.len(), &wrong[..wrong.len().min(20)]);
}

#[test]
fn the_motion_is_that_of_the_enumeration() {
    compare(false);
}

#[test]
fn with_round_numbers_the_motion_is_that_of_the_enumeration() {
    compare(true);
}

/// The same problem with its unknowns in the order of `order`.
pub fn permuted<const N: usize>(problem: &Problem<N>, order: &[usize]) -> Problem<N> {
    let mut permuted = problem.clone();
    for (to, &from) in order.iter().enumerate() {
        permuted.free[to] = problem.free[from];
        permuted.free_size[to] = problem.free_size[from];
        permuted.law[to] = problem.law[from];
        permuted.weight[to] = problem.weight[from];
        for (other_to, &other_from) in order.iter().enumerate() {
            permuted.set(to, other_to, problem.at(from, other_from));
        }
        (0..problem.meshes()).for_each(|mesh| permuted.set_mesh(mesh, to, problem.mesh_at(mesh, from)));
    }
    permuted
}

/// An order that turns all round, and one that shifts them.
pub fn orders(n: usize) -> [Vec<usize>; 2] {
    [(0..n).rev().collect(), (0..n).map(|i| (i + 1) % n).collect()]
}

#[test]
fn the_motion_depends_neither_on_the_order_nor_on_a_mirror() {
    let (mut largest, mut largest_of_mirrors) = (0.0_f64, 0.0_f64);
    for seed in 0..problems(USUAL) {
        let mechanism: Mechanism<3> = Mechanism::random(&mut Random(seed), &recipe(seed % 2 == 0, 12));
        let problem = mechanism.problem();
        let (outcome, solution) = solved(&problem);
        assert_eq!(outcome, Outcome::Solved, "{seed}");
        for order in orders(problem.unknowns()) {
            let (outcome, other) = solved(&permuted(&problem, &order));
            assert_eq!(outcome, Outcome::Solved, "{seed}");
            let w: Vec<_> = order.iter().map(|&from| solution.w[from]).collect();
            largest = largest.max(difference(&w, &other.w));
        }
        let (outcome, other) = solved(&without_one_way(&mechanism).mirrored().problem());
        let (_, solution) = solved(&without_one_way(&mechanism).problem());
        assert_eq!(outcome, Outcome::Solved, "{seed}");
        let w: Vec<_> = other.w.iter().map(|w| w.times(-1.0)).collect();
        largest_of_mirrors = largest_of_mirrors.max(difference(&solution.w, &w));
    }
    std::println!("order {largest:e}, mirror {largest_of_mirrors:e}");
    // Accelerations are of the size 1 to 100 and sums have 20 terms: some 1e-14 of that.
    assert!(largest <= 1e-11 && largest_of_mirrors <= 1e-11, "{largest:e} {largest_of_mirrors:e}");
}

fn without_one_way(mechanism: &Mechanism<3>) -> Mechanism<3> {
    let mut mechanism = mechanism.clone();
    mechanism.candidates.retain(|(kind, ..)| !matches!(kind, Kind::OneWay(_)));
    mechanism
}

#[test]
fn with_inertias_and_levels_of_very_different_size_nothing_wrong_is_found() {
    let (mut unsolved, mut different) = (Vec::new(), Vec::new());
    let number = problems(USUAL);
    for seed in 0..number {
        let mut random = Random(seed);
        let mut mechanism: Mechanism<3> = Mechanism::random(&mut random, &recipe(seed % 2 == 0, 12));
        // Six and eight powers of ten.
        mechanism.inertia.iter_mut().for_each(|inertia| *inertia *= libm::exp10(3.0 * random.real()));
        for (kind, ..) in &mut mechanism.candidates {
            if let Kind::Contact(level) | Kind::OneWay(level) = kind {
                *level = level.times(libm::exp10(4.0 * random.real()));
            }
        }
        let problem = mechanism.problem();
        let (outcome, solution) = decided(&problem);
        let order = &orders(problem.unknowns())[0];
        let (other_outcome, other) = decided(&permuted(&problem, order));
        if (outcome, other_outcome) != (Outcome::Solved, Outcome::Solved) {
            unsolved.push(seed);
            continue;
        }
        let is_same = order.iter().enumerate().all(|(to, &from)| {
            let difference = other.w[to].plus(-1.0, &solution.w[from]);
            // Two that press against each other without bound may carry much more in one order than in the other.
            difference.sign(1e-9, &solution.w_size[from].max(&other.w_size[to])) == 0
        });
        if !is_same {
            different.push(seed);
        }
    }
    std::println!("of {number} unsolved {unsolved:?}, different {different:?}");
    // Elimination may lose all digits where inertias in one block differ by 1e6: 33 of 100,000 are then said to be unsolved, none is wrong.
    assert!(unsolved.len() as u64 <= 1 + number / 1000 && different.is_empty());
}
