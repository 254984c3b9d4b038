//! Who carries what, and why something can not rest.

use super::mechanisms::{Kind, Mechanism, Random, Recipe};
use super::random::{orders, permuted};
use super::{difference, problems, solved};
use crate::complementarity::{
    Bound, Constants, Germ, Law, MeshSlope, Outcome, Part, Problem, Reserve, Rest, Share, Solution, Weight,
};
use crate::memory::Heap;
use std::vec::Vec;

/// Brakes on a body of inertia 1 under a load, each with its level and the rate of it.
fn brakes(load: [f64; 2], levels: &[[f64; 2]]) -> Problem<2> {
    let n = levels.len();
    let mut problem = Problem::new(n, 0, &mut Heap::default());
    problem.begin(n, 0);
    for (i, level) in levels.iter().enumerate() {
        (0..n).for_each(|j| problem.set(i, j, 1.0));
        (problem.free[i], problem.free_size[i]) = (Germ(load), Germ(load).abs());
        let level = Germ(*level);
        problem.law[i] = Law::Between(Bound::constant(level.times(-1.0)), Bound::constant(level));
        problem.weight[i] = Weight { weight: 1.0 / level.value(), part: Part::First };
    }
    problem
}

fn shared<const N: usize>(problem: &Problem<N>, solution: &mut Solution<N>) {
    let mut rest = Rest::new(problem.unknowns(), problem.meshes(), &mut Heap::default());
    for own in (0..problem.unknowns()).filter(|&own| solution.block[own] == own).collect::<Vec<_>>() {
        assert_eq!(rest.share(problem, own, solution, &Constants::DEFAULT), Share::Found);
    }
}

fn rests(problem: &Problem<2>) -> (Share, Solution<2>, Vec<(usize, i8)>) {
    let (_, mut solution) = solved(problem);
    let mut rest = Rest::new(problem.unknowns(), problem.meshes(), &mut Heap::default());
    let answer = rest.can_rest(problem, 0, &mut solution, &Constants::DEFAULT);
    let mut contradiction: Vec<_> = rest.contradiction().collect();
    contradiction.sort_unstable();
    (answer, solution, contradiction)
}

#[test]
fn brakes_on_a_body_carry_by_their_levels() {
    let problem = brakes([3.0, 0.6], &[[2.0, 0.0], [4.0, 0.0]]);
    let (_, mut solution) = solved(&problem);
    shared(&problem, &mut solution);
    // The least λ₁²/2 + λ₂²/4 with λ₁ + λ₂ = −3.
    assert!(difference(&solution.lambda, &[Germ([-1.0, -0.2]), Germ([-2.0, -0.4])]) <= 1e-15);
}

#[test]
fn a_stop_carries_what_friction_can_not_and_nothing_else() {
    let with_level = |level: f64| {
        let mut problem = brakes([-3.0, 0.0], &[[level, 0.0], [1.0, 0.0]]);
        problem.law[1] = Law::Between(Bound::constant(Germ::default()), Bound::constant(Germ([f64::INFINITY, 0.0])));
        problem.weight[1] = Weight { weight: 1e9, part: Part::InOrder };
        let (_, mut solution) = solved(&problem);
        shared(&problem, &mut solution);
        [solution.lambda[0].value(), solution.lambda[1].value()]
    };
    assert_eq!(with_level(4.0), [3.0, 0.0]);
    // The weight leaves 1e-9 of it to friction, if that could carry it.
    let [brake, stop] = with_level(2.0);
    assert!(brake == 2.0 && (stop - 1.0).abs() <= 1e-15, "{brake} {stop}");
}

#[test]
fn stops_that_take_part_together_have_the_least_squares_of_theirs_whatever_that_costs_friction() {
    // 6 N·m press a body on its stop, with a brake, and by a clutch another body on its own: λ₁ + λ₂ + λ₄ = 6 and λ₃ = λ₄.
    for (brake, clutch, expected) in
        [(2.0, 3.0, [2.0, 2.0, 2.0, 2.0]), (2.0, 1.0, [2.0, 3.0, 1.0, 1.0]), (9.0, 3.0, [6.0, 0.0, 0.0, 0.0])]
    {
        let mut problem = Problem::<2>::new(4, 0, &mut Heap::default());
        problem.begin(4, 0);
        let directions = [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, -1.0]];
        for (i, j) in (0..4).flat_map(|i| (0..4).map(move |j| (i, j))) {
            let product = |body: usize| directions[i][body] * directions[j][body];
            problem.set(i, j, product(0) + product(1));
        }
        for (i, [own, _]) in directions.into_iter().enumerate() {
            (problem.free[i], problem.free_size[i]) = (Germ([-6.0 * own, 0.0]), Germ([6.0, 0.0]));
        }
        let within =
            |level: f64| Law::Between(Bound::constant(Germ([-level, 0.0])), Bound::constant(Germ([level, 0.0])));
        let pushes = Law::Between(Bound::constant(Germ::default()), Bound::constant(Germ([f64::INFINITY, 0.0])));
        for (i, (law, weight, part)) in [
            (within(brake), 1.0 / brake, Part::First),
            (pushes, 1e9, Part::Together),
            (pushes, 1e9, Part::Together),
            (within(clutch), 1.0 / clutch, Part::First),
        ]
        .into_iter()
        .enumerate()
        {
            (problem.law[i], problem.weight[i]) = (law, Weight { weight, part });
        }
        let (_, mut solution) = solved(&problem);
        let mut rest = Rest::new(4, 0, &mut Heap::default());
        let own = solution.block[0];
        assert_eq!(rest.hold(&problem, own, Reserve::InOrder, &mut solution, &Constants::DEFAULT), Share::Found);
        for (found, expected) in solution.lambda.iter().zip(expected) {
            assert!((found.value() - expected).abs() <= 1e-12, "{brake}, {clutch}: {:?}", solution.lambda);
        }
    }
}

#[test]
fn whether_a_block_with_a_gear_that_turns_rests_does_not_depend_on_which_contact_is_listed_first() {
    // A brake and a one-way clutch on a body, beside the loss of a gear that turns, a tenth of its mesh torque: the row of what is in
    // reserve is the same as that of the brake, and must not take its place in the determinant.
    for brake in [0, 1] {
        let mut problem = Problem::<2>::new(3, 1, &mut Heap::default());
        problem.begin(3, 1);
        for (i, j) in (0..3).flat_map(|i| (0..3).map(move |j| (i, j))) {
            problem.set(i, j, if (i < 2) == (j < 2) { 1.0 } else { 0.5 });
        }
        for i in 0..2 {
            (problem.free[i], problem.free_size[i]) = (Germ([2.0, 0.0]), Germ([2.0, 0.0]));
            let level = Bound::constant(Germ([5.0, 0.0]));
            let upper = if i == brake { level } else { Bound::none(1.0) };
            problem.law[i] = Law::Between(Bound::constant(Germ([-5.0, 0.0])), upper);
            problem.weight[i] = Weight {
                weight: if i == brake { 1.0 } else { 1e9 },
                part: if i == brake { Part::First } else { Part::InOrder },
            };
            problem.set_mesh(0, i, 0.2);
        }
        (problem.mesh_free[0], problem.mesh_free_size[0]) = (Germ([3.0, 0.0]), Germ([3.0, 0.0]));
        let slope = MeshSlope { mesh: 0, positive: -0.1, negative: -0.1 };
        problem.law[2] = Law::Given(Bound { constant: Germ::default(), slope: Some(slope) });
        problem.set_mesh(0, 2, 0.1);
        let (answer, solution, _) = rests(&problem);
        assert_eq!(answer, Share::Found, "the brake is number {brake}");
        // λ of the loss is −0.1·(3 + 0.2·λ + 0.1·loss), and that of the brake −2 less half of it.
        let loss = -0.1 * (3.0 - 0.4) / (1.0 + 0.1 * 0.1 - 0.1 * 0.2 * 0.5);
        let expected =
            [if brake == 0 { -2.0 - 0.5 * loss } else { 0.0 }, if brake == 1 { -2.0 - 0.5 * loss } else { 0.0 }, loss];
        for (found, expected) in solution.lambda.iter().zip(expected) {
            assert!((found.value() - expected).abs() <= 1e-15, "{:?}", solution.lambda);
        }
    }
}

#[test]
fn of_shares_that_begin_alike_the_one_that_stays_least_is_taken_whatever_sign_of_a_mesh_torque_is_tried_first() {
    // Two brakes and the losses of a gear hold a body; the mesh torque of the gear is what the first brake carries. Nothing acts yet. If the
    // mesh torque had the other sign, the first brake would have to carry nothing.
    for (load, first_sign) in [(-3.0, 1), (-3.0, -1), (3.0, 1), (3.0, -1)] {
        let mut problem = Problem::<2>::new(3, 1, &mut Heap::default());
        problem.begin(3, 1);
        for i in 0..3 {
            (0..3).for_each(|j| problem.set(i, j, 1.0));
            (problem.free[i], problem.free_size[i]) = (Germ([0.0, load]), Germ([0.0, 3.0]));
            let level = if i == 0 { 5.0 } else { 1.0 };
            let bound = |sign: f64| Bound::constant(Germ([sign * level, 0.0]));
            problem.law[i] = Law::Between(bound(-1.0), bound(1.0));
            problem.weight[i] = Weight { weight: 1.0 / level, part: if i == 2 { Part::InOrder } else { Part::First } };
        }
        problem.set_mesh(0, 0, 1.0);
        let follows = |positive: f64, negative: f64| Bound {
            constant: Germ::default(),
            slope: Some(MeshSlope { mesh: 0, positive, negative }),
        };
        problem.law[2] = Law::Between(follows(-0.7, -0.5), follows(0.5, 0.7));
        let (_, mut solution) = solved(&problem);
        solution.mesh_sign[0] = first_sign;
        let mut rest = Rest::new(3, 1, &mut Heap::default());
        assert_eq!(rest.can_rest(&problem, 0, &mut solution, &Constants::DEFAULT), Share::Found);
        // By the levels.
        let share = Germ([0.0, -load / 6.0]);
        let expected = [share.times(5.0), share, Germ::default()];
        assert!(difference(&solution.lambda, &expected) <= 1e-15, "{load}, {first_sign}: {:?}", solution.lambda);
    }
}

#[test]
fn of_two_that_hold_whatever_comes_each_carries_half() {
    // Gears that jam at an impact have no bounds.
    let mut problem = brakes([3.0, 1.0], &[[1.0, 0.0], [1.0, 0.0]]);
    let none = |sign: f64| Bound::constant(Germ([sign * f64::INFINITY, 0.0]));
    (0..2).for_each(|i| problem.law[i] = Law::Between(none(-1.0), none(1.0)));
    let (outcome, mut solution) = solved(&problem);
    assert_eq!(outcome, Outcome::Solved);
    assert!(solution.w.iter().all(Germ::is_zero));
    shared(&problem, &mut solution);
    assert!(difference(&solution.lambda, &[Germ([-1.5, -0.5]), Germ([-1.5, -0.5])]) <= 1e-15);
}

#[test]
fn a_load_that_grows_faster_than_the_levels_that_just_hold_it_slides_at_once() {
    let levels = [[1.0, 0.5], [2.0, 0.5]];
    assert_eq!(rests(&brakes([3.0, 1.0], &levels)).0, Share::Found);
    let (answer, _, contradiction) = rests(&brakes([3.0, 1.1], &levels));
    // Both would have to push more than they can against it.
    assert_eq!((answer, contradiction), (Share::Contradiction, [(0, -1), (1, -1)].to_vec()));
    let (outcome, solution) = solved(&brakes([3.0, 1.1], &levels));
    assert_eq!(outcome, Outcome::Solved);
    assert!(solution.w.iter().all(|w| w.value() == 0.0 && (w.0[1] - 0.1).abs() <= 1e-15));
}

#[test]
fn the_bounds_of_a_contradiction_alone_forbid_rest() {
    let mut contradictions = 0;
    for seed in 0..problems(500) {
        let recipe = Recipe { is_round: seed % 2 == 0, bodies: 2, candidates: 6, gears: 0, locks: false, turns: false };
        let mut problem = Mechanism::<2>::random(&mut Random(seed), &recipe).problem();
        let (answer, _, contradiction) = rests(&problem);
        if answer != Share::Contradiction {
            continue;
        }
        contradictions += 1;
        let none = |sign: f64| Bound::constant(Germ([sign * f64::INFINITY, 0.0]));
        for i in 0..problem.unknowns() {
            if let Law::Between(lower, upper) = &mut problem.law[i] {
                let bounds = [(lower, -1), (upper, 1)].into_iter();
                bounds.filter(|(_, side)| !contradiction.contains(&(i, *side))).for_each(|(bound, side)| {
                    *bound = none(f64::from(side));
                });
            }
        }
        assert_eq!(rests(&problem).0, Share::Contradiction, "{seed}: {contradiction:?}");
    }
    assert!(contradictions > 50, "{contradictions}");
}

#[test]
fn the_share_leaves_the_motion_as_it_is_and_depends_neither_on_the_order_nor_on_a_mirror() {
    let mut largest = 0.0_f64;
    for seed in 0..problems(500) {
        let recipe =
            Recipe { is_round: seed % 2 == 0, bodies: 3, candidates: 10, gears: 0, locks: false, turns: false };
        let mut mechanism = Mechanism::<2>::random(&mut Random(seed), &recipe);
        mechanism.candidates.retain(|(kind, ..)| !matches!(kind, Kind::OneWay(_)));
        let problem = mechanism.problem();
        let (_, mut solution) = solved(&problem);
        let (w, cost) = (solution.w.clone(), cost(&solution));
        shared(&problem, &mut solution);
        assert!(difference(&w, &solution.w) <= 1e-9, "{seed}");
        assert!(self::cost(&solution) <= (1.0 + 1e-9) * cost + 1e-12, "{seed}");
        for order in orders(problem.unknowns()) {
            let permuted = permuted(&problem, &order);
            let (_, mut other) = solved(&permuted);
            shared(&permuted, &mut other);
            let lambda: Vec<_> = order.iter().map(|&from| solution.lambda[from]).collect();
            largest = largest.max(difference(&lambda, &other.lambda));
        }
        let mirrored = mechanism.mirrored().problem();
        let (_, mut other) = solved(&mirrored);
        shared(&mirrored, &mut other);
        let lambda: Vec<_> = other.lambda.iter().map(|lambda| lambda.times(-1.0)).collect();
        largest = largest.max(difference(&solution.lambda, &lambda));
        assert!(largest <= 1e-9, "{seed} {largest:e}");
    }
    std::println!("largest difference of shares {largest:e}");
}

fn cost(solution: &Solution<2>) -> f64 {
    solution.lambda.iter().map(|lambda| lambda.value() * lambda.value()).sum()
}
