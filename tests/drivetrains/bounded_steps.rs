//! What a communication step of a drivetrain may cost, in tries and not by the clock.

use actuator_fmu::actuator::Actuator;
use test_support::Recorder;
use test_support::drivetrain::drivetrain;

/// An oscillation of 1e7 rad/s beside steps of a millisecond: some 3000 expansions each.
const FAST: &str = "name = \"Fast\"\nmodel = \"LinearSystem\"\ninputs = [\"u\"]\nstates = [{ name = \"x\", start = 1 }, \"v\"]\n\
    A = [[0, 1e7], [-1e7, 0]]\nB = [[0], [1]]\n[start]\nsolver.max_step_size = \"1 ms\"\n";

/// Whether a step succeeds, and what it costs.
fn tries_of(step: f64) -> (bool, u32) {
    let mut actuator = drivetrain(FAST);
    actuator.initialize(0.0, &mut Recorder::default());
    let succeeds = actuator.advance(0.0, step, &mut Recorder::default());
    (succeeds, actuator.statistics().solver.tries())
}

#[test]
fn a_step_that_costs_more_than_it_may_is_given_up() {
    // 100 internal steps may cost 1000 tries each, one of which counts the step itself, and 100,000 in reserve.
    let (succeeds, tries) = tries_of(0.1);
    assert!(!succeeds && (199_000..=200_000).contains(&tries), "{tries}");
}

#[test]
fn a_single_internal_step_may_cost_more_than_its_share() {
    let (succeeds, tries) = tries_of(1e-3);
    assert!(succeeds && (1_000..5_000).contains(&tries), "{tries}");
}
