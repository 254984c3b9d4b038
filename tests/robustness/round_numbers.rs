//! Scenarios of the actuators with round numbers and singular conditions: what fails is known, and nothing else does.

use model_description::models::laws::LAWS;
use test_support::scenario::{Kind, ROUND, Weighing, assess, defect};

/// Scenarios of each actuator and law.
const SCENARIOS: u64 = 24;

/// One test per actuator, so that they run side by side.
fn assess_round_numbers(kind: Kind) {
    let mut problems = Vec::new();
    for law in 1..=LAWS.len() as i32 {
        for seed in 0..SCENARIOS {
            let outcome = assess(kind, law, ROUND + seed, Weighing(50));
            match (outcome, defect(kind, law, ROUND + seed)) {
                (Ok(_), None) => {}
                (Ok(_), Some(what)) => problems.push(format!("law {law}, seed {seed} does not fail any more: {what}")),
                (Err(problem), Some(what)) if problem.contains(what) => {}
                (Err(problem), _) => problems.push(format!("law {law}, seed {seed}: {problem}")),
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
