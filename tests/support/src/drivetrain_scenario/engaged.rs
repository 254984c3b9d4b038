//! Engagements that come to exactly 0 or 1 at a communication point, and stay there.

use super::scenario::{Piece, Scenario};
use crate::random::Random;

/// Leads the engagements of half of the contacts so, one of them in any case.
pub fn apply(scenario: &mut Scenario, random: &mut Random) {
    while scenario.pieces.len() < 4 {
        let last = scenario.pieces[scenario.pieces.len() - 1].clone();
        let values = last.values.iter().map(|[_, end]| [*end; 2]).collect();
        scenario.pieces.push(Piece { length: last.length, values });
    }
    // Half of the ramps have a slope without rounding, so that they end at exactly what they lead to.
    if random.one_in(2) {
        scenario.pieces.iter_mut().for_each(|piece| piece.length = random.pick(&[0.015_625, 0.031_25, 0.0625]));
        scenario.steps = random.pick(&[1, 2, 4, 8, 16]);
    }
    let contacts = scenario.elements.iter().filter(|element| element.is_contact());
    let names: Vec<String> = contacts.map(|contact| format!("{}.engagement", contact.name)).collect();
    let sure = random.below(names.len().max(1));
    for (number, name) in names.into_iter().enumerate() {
        if number == sure || random.one_in(2) {
            let signal = signal(scenario, name);
            ramps(scenario, random, signal);
        }
    }
}

/// The number of a signal, which is added where it is not led.
pub fn signal(scenario: &mut Scenario, name: String) -> usize {
    let known = scenario.signals.iter().position(|signal| *signal == name);
    known.unwrap_or_else(|| {
        scenario.signals.push(name);
        scenario.pieces.iter_mut().for_each(|piece| piece.values.push([1.0; 2]));
        scenario.signals.len() - 1
    })
}

/// A ramp, and then a piece in which the engagement is where the ramp has led it; or a jump, and the same.
fn ramps(scenario: &mut Scenario, random: &mut Random, signal: usize) {
    let mut now = random.pick(&[0.0, 0.5, 1.0, 1.0]);
    let mut is_ramp = random.one_in(2);
    for piece in &mut scenario.pieces {
        let values = &mut piece.values[signal];
        if is_ramp {
            let begin = if random.one_in(4) { random.pick(&[0.5, 1.0, 0.25]) } else { now };
            let end = random.pick(&[0.0, 0.0, 1.0, 1.0, 0.5, -0.5]);
            *values = [begin, end];
            now = end;
        } else {
            *values = [now; 2];
        }
        is_ramp = !is_ramp || random.one_in(4);
    }
}
