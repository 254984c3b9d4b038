//! A life of an actuator: parameters and inputs within what is admissible.

use model_description::models::laws::LAWS;
use test_support::life::{Body, Kind, Life, judge, trace};
use test_support::random::feed;

/// Actuator and law are of the first two bytes.
pub fn life(bytes: &[u8]) {
    let [kind, law, rest @ ..] = bytes else { return };
    feed(rest);
    let kind = [Kind::Transmission, Kind::Servo, Kind::Hydraulic][usize::from(*kind) % 3];
    let life = Life::draw(kind, 1 + i32::from(*law) % LAWS.len() as i32, 0);
    let lived = match kind {
        Kind::Transmission => live(&kind.transmission(), &life),
        Kind::Servo => live(&kind.servo(), &life),
        Kind::Hydraulic => live(&kind.hydraulic(), &life),
    };
    if let Err(problem) = lived {
        panic!("{problem}; {life:?}");
    }
}

/// All numbers are finite, forces balance, friction is within its bounds, stuck is 0.0, no event is lost.
fn live(actuator: &impl Body, life: &Life) -> Result<(), String> {
    judge(life, &trace(actuator, life, life.steps, 1.0)?)
}
