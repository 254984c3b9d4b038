//! A scenario of an actuator: parameters and inputs within what is admissible.

use model_description::models::laws::LAWS;
use test_support::random::feed;
use test_support::scenario::{Body, Kind, Scenario, judge, trace};

/// Actuator and law are of the first two bytes.
pub fn scenario(bytes: &[u8]) {
    let [kind, law, rest @ ..] = bytes else { return };
    feed(rest);
    let kind = [Kind::Transmission, Kind::Servo, Kind::Hydraulic][usize::from(*kind) % 3];
    let scenario = Scenario::draw(kind, 1 + i32::from(*law) % LAWS.len() as i32, 0);
    let outcome = match kind {
        Kind::Transmission => assess(&kind.transmission(), &scenario),
        Kind::Servo => assess(&kind.servo(), &scenario),
        Kind::Hydraulic => assess(&kind.hydraulic(), &scenario),
    };
    if let Err(problem) = outcome {
        panic!("{problem}; {scenario:?}");
    }
}

/// All numbers are finite, forces balance, friction is within its bounds, stuck is 0.0, no event is lost.
fn assess(actuator: &impl Body, scenario: &Scenario) -> Result<(), String> {
    judge(scenario, &trace(actuator, scenario, scenario.steps, 1.0)?)
}
