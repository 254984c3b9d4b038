//! How many pivots a problem takes, and how long.

use super::mechanisms::{Mechanism, Random, Recipe};
use super::{Constants, Outcome, Solution, Workspace, problems, solve};
use crate::memory::Heap;

#[test]
fn pivots_grow_no_faster_than_the_number_of_unknowns() {
    for (unknowns, is_round) in [2, 6, 20, 60].into_iter().flat_map(|n| [(n, false), (n, true)]) {
        let number = problems(500) / (unknowns as u64 * unknowns as u64 / 40 + 1);
        let (mut pivots, mut most, mut nanoseconds) = (0, 0, 0);
        let heap = &mut Heap::default();
        let (mut workspace, mut solution) = (Workspace::new(unknowns, 0, heap), Solution::new(unknowns, 0, heap));
        for seed in 0..number {
            let bodies = 1 + unknowns as u64 / 2;
            let recipe = Recipe { is_round, bodies, candidates: 1, gears: 0, locks: false, turns: false };
            let mut random = Random(seed);
            let mut mechanism: Mechanism<2> = Mechanism::random(&mut random, &recipe);
            while mechanism.candidates.len() < unknowns {
                let more = Mechanism::<2>::random(&mut random, &recipe).candidates;
                let bodies = mechanism.inertia.len();
                mechanism.candidates.extend(more.into_iter().map(|(kind, first, second)| {
                    let second = second % bodies;
                    (kind, first.map(|first| first % bodies).filter(|first| *first != second), second)
                }));
            }
            mechanism.candidates.truncate(unknowns);
            let mut problem = mechanism.problem();
            // The shortest of some: the machine does other things as well.
            nanoseconds += (0..5).fold(u128::MAX, |least, _| {
                let begin = std::time::Instant::now();
                let outcome = solve(&mut problem, &mut workspace, &mut solution, &Constants::DEFAULT);
                assert_eq!(outcome, Outcome::Solved, "{unknowns} {seed} {is_round}");
                least.min(begin.elapsed().as_nanos())
            });
            pivots += solution.pivots;
            most = most.max(solution.pivots);
        }
        let per = |sum: f64| sum / number as f64;
        std::println!(
            "{unknowns} unknowns, round {is_round}: {number} problems, pivots {:.2} at most {most}, {:.0} ns",
            per(pivots as f64),
            per(nanoseconds as f64),
        );
        assert!(most <= 4 * unknowns + 8, "{most}");
    }
}
