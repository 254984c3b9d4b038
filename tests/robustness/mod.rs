//! Nothing that an importer does breaks an instance: bounded runs of the campaigns of `tests/campaigns/fuzz_campaign.rs`.
//!
//! SAFETY of all unsafe blocks in `calls`: handles come from the library and are used by one thread at a time, pointers
//! are of live values of the right type and length, unless said otherwise.
#![allow(unsafe_code)]

mod physics_regressions;
mod regressions;
mod round_numbers;

use model_description::models::laws::LAWS;

use test_support::calls::{self, Standard};
use test_support::cases;
use test_support::scenario::{Kind, RETUNED, Scores, Weighing, assess_all};

#[test]
fn random_calls_are_answered_as_the_standard_says() {
    let figures = calls::play(Standard::Two, 1, 30_000).unwrap_or_else(|problem| panic!("{problem}"));
    assert!(figures.steps > 1000 && figures.refused > 1000 && figures.restored > 100, "{figures}");
}

#[test]
fn random_calls_of_fmi_3_are_answered_as_the_standard_says() {
    let figures = calls::play(Standard::Three, 1, 30_000).unwrap_or_else(|problem| panic!("{problem}"));
    assert!(figures.steps > 1000 && figures.refused > 1000 && figures.restored > 100, "{figures}");
    assert!(figures.early > 100 && figures.events > 20, "{figures}");
}

#[test]
fn random_calls_with_round_numbers_are_answered_as_the_standard_says() {
    for standard in [Standard::Two, Standard::Three] {
        let figures = calls::play(standard, calls::ROUND, 20_000).unwrap_or_else(|problem| panic!("{problem}"));
        assert!(figures.steps > 500 && figures.refused > 500 && figures.restored > 50, "{figures}");
    }
}

/// One test per actuator, so that they run side by side.
fn assess_a_few(kind: Kind) {
    let mut all = Scores::default();
    for law in 1..=LAWS.len() as i32 {
        let seeds = [4, RETUNED + 4].into_iter().flat_map(|first| cases::seeds(first, 2, 15));
        all.add(&assess_all(kind, law, seeds, Weighing(5), |problem| panic!("{problem}")));
    }
    assert!(all.balanced > 2 && all.events > 30 && all.compared > 5, "{all}");
}

#[test]
fn random_lives_of_the_transmission_are_physical() {
    assess_a_few(Kind::Transmission);
}

#[test]
fn random_lives_of_the_servo_are_physical() {
    assess_a_few(Kind::Servo);
}

#[test]
fn random_lives_of_the_hydraulic_actuator_are_physical() {
    assess_a_few(Kind::Hydraulic);
}
