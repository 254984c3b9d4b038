//! Scenarios of the actuators with round numbers and singular conditions: what fails is known, and nothing else does.

use model_description::models::laws::LAWS;
use test_support::cases;
use test_support::scenario::{Kind, ROUND, Weighing, assess, defect, known_defects};

/// Scenarios of each actuator and law, at each change and in a thorough run. The known ones are assessed at each change.
const FEW: u64 = 8;
const MANY: u64 = 24;
/// Of so many drawn scenarios one may fail as a known one of its actuator and law does.
const DRAWN_FOR_A_KNOWN_PROBLEM: usize = 20;

/// One test per actuator, so that they run side by side.
fn assess_round_numbers(kind: Kind) {
    let mut problems = Vec::new();
    for law in 1..=LAWS.len() as i32 {
        let first = ROUND..ROUND + cases::count(FEW, MANY);
        let known = || known_defects(kind, law);
        let behind = known().map(|(seed, _)| seed).filter(|seed| !first.contains(seed));
        for seed in first.clone().chain(behind) {
            let outcome = assess(kind, law, seed, Weighing(50));
            match (outcome, defect(kind, law, seed)) {
                (Ok(_), None) => {}
                (Ok(_), Some(what)) => problems.push(format!("law {law}, seed {seed} does not fail any more: {what}")),
                (Err(problem), Some(what)) if problem.contains(what) => {}
                (Err(problem), _) => problems.push(format!("law {law}, seed {seed}: {problem}")),
            }
        }
        // What is known fails rarely; anything else does not.
        let drawn = cases::drawn(ROUND, MANY);
        let mut to_be_expected = drawn.clone().count() / DRAWN_FOR_A_KNOWN_PROBLEM;
        for seed in drawn {
            let Err(problem) = assess(kind, law, seed, Weighing(50)) else { continue };
            if to_be_expected > 0 && known().any(|(_, what)| problem.contains(what)) {
                to_be_expected -= 1;
            } else {
                problems.push(format!("law {law}, seed {seed}: {problem}"));
            }
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn lives_of_the_transmission_with_round_numbers_fail_where_it_is_known() {
    assess_round_numbers(Kind::Transmission);
}

#[test]
fn lives_of_the_servo_with_round_numbers_fail_where_it_is_known() {
    assess_round_numbers(Kind::Servo);
}

#[test]
fn lives_of_the_hydraulic_actuator_with_round_numbers_fail_where_it_is_known() {
    assess_round_numbers(Kind::Hydraulic);
}
