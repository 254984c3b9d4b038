//! Nothing that an importer does breaks an instance: bounded runs of the campaigns of `examples/fuzz_campaign.rs`.
//!
//! SAFETY of all unsafe blocks in `calls`: handles come from the library and are used by one thread at a time, pointers
//! are of live values of the right type and length, unless said otherwise.
#![allow(unsafe_code)]

mod calls;
mod random;
mod regressions;

#[test]
fn random_calls_are_answered_as_the_standard_says() {
    let figures = calls::play(1, 30_000).unwrap_or_else(|problem| panic!("{problem}"));
    assert!(figures.steps > 1000 && figures.refused > 1000 && figures.restored > 100, "{figures}");
}
