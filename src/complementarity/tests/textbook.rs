//! Examples of Murty (1978), Fathi (1979), Kostreva (1979), and of Cottle, Pang & Stone.

use super::solved;
use crate::complementarity::{Bound, Germ, Law, Outcome, Problem};
use crate::memory::Heap;
use std::vec::Vec;

/// w = q + M·z, z ≥ 0, w ≥ 0, z·w = 0.
fn standard(matrix: &[&[f64]], right: &[f64]) -> Problem<1> {
    let n = right.len();
    let mut problem = Problem::new(n, 0, &mut Heap::default());
    problem.begin(n, 0);
    for i in 0..n {
        (0..n).for_each(|j| problem.set(i, j, matrix[i][j]));
        problem.free[i] = Germ([right[i]]);
        let none = Bound::constant(Germ([f64::INFINITY]));
        problem.law[i] = Law::Between(Bound::constant(Germ([0.0])), none);
    }
    problem
}

fn z(problem: &Problem<1>) -> (Outcome, Vec<f64>) {
    let (outcome, solution) = solved(problem);
    (outcome, solution.lambda.iter().map(|lambda| (lambda.0[0] * 1e12).round() / 1e12).collect())
}

#[test]
fn a_positive_definite_problem_has_the_solution_of_the_textbook() {
    // Both are positive: M·z = −q.
    let problem = standard(&[&[2.0, 1.0], &[1.0, 2.0]], &[-5.0, -6.0]);
    let (outcome, solution) = solved(&problem);
    assert_eq!(outcome, Outcome::Solved);
    assert!((solution.lambda[0].0[0] - 4.0 / 3.0).abs() < 1e-15 && (solution.lambda[1].0[0] - 7.0 / 3.0).abs() < 1e-15);
}

#[test]
fn ties_in_every_ratio_do_not_make_it_cycle() {
    // Kostreva's matrix, with which the first ratio test has three equal ratios, and least-index rules go round in circles.
    let problem = standard(&[&[1.0, 2.0, 0.0], &[0.0, 1.0, 2.0], &[2.0, 0.0, 1.0]], &[-1.0; 3]);
    let (outcome, solution) = solved(&problem);
    assert_eq!(outcome, Outcome::Solved);
    assert!(solution.lambda.iter().all(|z| (z.0[0] - 1.0 / 3.0).abs() < 1e-15));
}

#[test]
fn murtys_and_fathis_problems_are_solved_within_the_bound_of_pivots() {
    for n in 2..=12 {
        let entry = |i: usize, j: usize| match i.cmp(&j) {
            core::cmp::Ordering::Less => 2.0,
            core::cmp::Ordering::Equal => 1.0,
            core::cmp::Ordering::Greater => 0.0,
        };
        let murty: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
        let lower = |i: usize, j: usize| entry(j, i);
        let product = |i: usize, j: usize| (0..n).map(|k| lower(i, k) * lower(j, k)).sum();
        let fathi: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| product(i, j)).collect()).collect();
        let right = std::vec![-1.0; n];
        let rows = |matrix: &Vec<Vec<f64>>| standard(&matrix.iter().map(Vec::as_slice).collect::<Vec<_>>(), &right);
        // w = −1 + 2·1 above the last row; 1·(1, 2, 2, …) − 1.
        let last: Vec<f64> = (0..n).map(|i| f64::from(u8::from(i + 1 == n))).collect();
        let first: Vec<f64> = (0..n).map(|i| f64::from(u8::from(i == 0))).collect();
        assert_eq!(z(&rows(&murty)), (Outcome::Solved, last), "{n}");
        assert_eq!(z(&rows(&fathi)), (Outcome::Solved, first), "{n}");
    }
}

#[test]
fn a_problem_without_a_solution_ends_on_a_ray() {
    // w₁ = −1 whatever z is; and a positive semidefinite one: w₂ = −1 − z₁.
    assert_eq!(z(&standard(&[&[0.0]], &[-1.0])).0, Outcome::Ray);
    assert_eq!(z(&standard(&[&[0.0, 1.0], &[-1.0, 0.0]], &[0.0, -1.0])).0, Outcome::Ray);
}

#[test]
fn a_copositive_matrix_that_is_not_semidefinite_is_solved() {
    // All entries are positive, so M is strictly copositive; its determinant is −3. Two of its three solutions have one z of 1/1, the
    // third both of 1/3.
    let (outcome, found) = z(&standard(&[&[1.0, 2.0], &[2.0, 1.0]], &[-1.0, -1.0]));
    assert_eq!(outcome, Outcome::Solved);
    let known = [[1.0, 0.0], [0.0, 1.0], [1.0 / 3.0, 1.0 / 3.0]];
    assert!(known.iter().any(|known| known.iter().zip(&found).all(|(a, b)| (a - b).abs() < 1e-11)), "{found:?}");
}

#[test]
fn what_holds_whatever_it_takes_does_so_although_the_rest_of_the_others_holds_it_too() {
    // A body of 10 kg·m² with a brake of 1 N·m, and a clutch of 325 N·m to one of 1 kg·m², which is geared to a third of 0.006 kg·m² that is held.
    // 570 N·m act on the second, −20 N·m on the third. With everything at rest brake and clutch hold the third one as well.
    let group = 1.0 + 400.0 * 0.006;
    let w = [[0.1 + 1.0 / group, -0.1, -20.0 / group], [-0.1, 0.1, 0.0], [-20.0 / group, 0.0, 400.0 / group]];
    let load = 570.0 + 20.0 * 20.0;
    let free = [load / group, 0.0, -20.0 * load / group];
    let mut problem = Problem::<1>::new(3, 0, &mut Heap::default());
    problem.begin(3, 0);
    for (i, most) in [325.0, 1.0, f64::INFINITY].into_iter().enumerate() {
        (0..3).for_each(|j| problem.set(i, j, w[i][j]));
        (problem.free[i], problem.free_size[i]) = (Germ([free[i]]), Germ([free[i].abs()]));
        problem.law[i] = Law::Between(Bound::constant(Germ([-most])), Bound::constant(Germ([most])));
    }
    let (outcome, solution) = solved(&problem);
    assert_eq!(outcome, Outcome::Solved);
    let [clutch, brake, held] = [0, 1, 2].map(|i| solution.lambda[i].0[0]);
    assert!(solution.w.iter().all(|w| w.is_zero()), "{:?}", solution.w);
    // Clutch and brake carry the same, any torque within the brake's level; what is held carries the rest.
    assert!((clutch - brake).abs() <= 1e-12 && brake.abs() <= 1.0, "{clutch} {brake}");
    assert!((held - (load + clutch) / 20.0).abs() <= 1e-12, "{held}");
}
