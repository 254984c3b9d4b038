//! Engagements that come to exactly 0 or 1 at a communication point, and stay there.

use super::life::{Life, Piece};
use crate::random::Random;

/// Leads the engagements of half of the contacts so, one of them in any case.
pub fn apply(life: &mut Life, random: &mut Random) {
    while life.pieces.len() < 4 {
        let last = life.pieces[life.pieces.len() - 1].clone();
        let values = last.values.iter().map(|[_, end]| [*end; 2]).collect();
        life.pieces.push(Piece { length: last.length, values });
    }
    // Half of the ramps have a slope without rounding, so that they end at exactly what they lead to.
    if random.one_in(2) {
        life.pieces.iter_mut().for_each(|piece| piece.length = random.pick(&[0.015_625, 0.031_25, 0.0625]));
        life.steps = random.pick(&[1, 2, 4, 8, 16]);
    }
    let contacts = life.elements.iter().filter(|element| element.is_contact());
    let names: Vec<String> = contacts.map(|contact| format!("{}.engagement", contact.name)).collect();
    let sure = random.below(names.len().max(1));
    for (number, name) in names.into_iter().enumerate() {
        if number == sure || random.one_in(2) {
            let signal = signal(life, name);
            ramps(life, random, signal);
        }
    }
}

/// The number of a signal, which is added where it is not led.
pub fn signal(life: &mut Life, name: String) -> usize {
    let known = life.signals.iter().position(|signal| *signal == name);
    known.unwrap_or_else(|| {
        life.signals.push(name);
        life.pieces.iter_mut().for_each(|piece| piece.values.push([1.0; 2]));
        life.signals.len() - 1
    })
}

/// A ramp, and then a piece in which the engagement is where the ramp has led it; or a jump, and the same.
fn ramps(life: &mut Life, random: &mut Random, signal: usize) {
    let mut now = random.pick(&[0.0, 0.5, 1.0, 1.0]);
    let mut is_ramp = random.one_in(2);
    for piece in &mut life.pieces {
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
