//! Servos whose supply comes and goes.

use super::additions::SUPPLY;
use super::engaged::signal;
use super::scenario::Scenario;
use crate::random::Random;

/// Leads the supply of all servos, half of which have a valve with orifices.
pub fn apply(scenario: &mut Scenario, random: &mut Random) {
    let mut names = Vec::new();
    for servo in scenario.elements.iter_mut().filter(|element| element.table == "servo") {
        if random.one_in(2) {
            servo.words.push(("servovalve.law", "orifice"));
        }
        if random.one_in(3) {
            // As fast as a user who asks for much would have it.
            servo.numbers.retain(|(key, _)| key != "controller.derivative_gain");
            servo.set("controller.derivative_gain", random.pick(&[1.0, 10.0, 50.0]));
        }
        names.push(format!("{}.supply_pressure", servo.name));
    }
    for name in names {
        let signal = signal(scenario, name);
        let mut now = random.pick(&[SUPPLY, SUPPLY, 0.0]);
        for piece in &mut scenario.pieces {
            let begin = if random.one_in(3) { random.pick(&[0.0, SUPPLY, 1e7]) } else { now };
            now = if random.one_in(2) { begin } else { random.pick(&[0.0, SUPPLY, 1e7]) };
            piece.values[signal] = [begin, now];
        }
    }
}
