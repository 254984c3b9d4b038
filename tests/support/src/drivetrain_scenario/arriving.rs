//! Something comes to rest, or into contact, at exactly the instant at which inputs jump.
//!
//! What arrives is one more body (or mass), whose motion up to then is known: a brake or a clutch stops it, it meets its stop, or it comes
//! to the end of a free play. It is joined to the rest of the drivetrain by a clutch that is not engaged until then.

use super::draw::{Drawn, Scale};
use super::engaged::signal;
use super::scenario::{Element, Load, Piece, Scenario};
use crate::random::Random;

/// Adds what arrives at the end of the first piece, and lets the inputs jump there.
pub fn apply(scenario: &mut Scenario, random: &mut Random, scale: Scale, bodies: &[Drawn]) {
    let place = random.below(bodies.len());
    let other = bodies[place];
    let (table, size, effort) = if other.is_mass { ("mass", "mass", "force") } else { ("body", "inertia", "torque") };
    let inertia = random.pick(&[0.5, 1.0, 2.0, 5.0]);
    let speed = random.sign() * random.pick(&[0.1, 0.5, 1.0, 2.0]);
    let time = random.pick(&[0.01, 0.02, 0.05, 0.1]);
    // One-way clutches make all that is drawn start at rest, and so this.
    let mut arrives = Element::new(table, "arrives".into(), &[]);
    arrives.set(size, inertia);
    arrives.set("velocity_start", speed);
    let deceleration = speed.abs() / time;
    let mut added = Vec::new();
    match random.below(4) {
        0 | 1 => {
            // A load takes a part of what the brake does not.
            let load = random.pick(&[0.0, 0.0, 0.5, -0.5]) * inertia * deceleration;
            let mut brake = Element::new("brake", "stops".into(), &["arrives"]);
            brake.words.push(("friction.law", "coulomb"));
            brake.set(format!("friction.coulomb_{effort}"), inertia * deceleration + load);
            if random.one_in(2) {
                brake.set("friction.static_ratio", random.pick(&[1.25, 1.5, 2.0]));
            }
            added.push(brake);
            lead(scenario, random, load * speed.signum(), inertia * deceleration);
        }
        2 => {
            let key = if speed > 0.0 { "travel.upper" } else { "travel.lower" };
            arrives.set(key, speed * time);
            lead(scenario, random, 0.0, inertia * deceleration);
        }
        _ => {
            let mut held = Element::new(table, "held".into(), &[]);
            held.set(size, inertia);
            let mut brake = Element::new("brake", "holds".into(), &["held"]);
            brake.words.push(("friction.law", "coulomb"));
            brake.set(format!("friction.coulomb_{effort}"), inertia * deceleration);
            let mut play =
                Element::new(if other.is_mass { "rod" } else { "shaft" }, "play".into(), &["held", "arrives"]);
            play.set("ratio", 1.0);
            play.set("stiffness", inertia * random.pick(&[100.0, 300.0, 1000.0]));
            play.set("damping", inertia * random.pick(&[0.0, 1.0, 5.0]));
            play.set("backlash", 2.0 * speed.abs() * time);
            play.words.push(("backlash_damping", random.pick(&["limited", "unilateral"])));
            added.extend([held, brake, play]);
            lead(scenario, random, 0.0, inertia * deceleration);
        }
    }
    let mut clutch = Element::new("clutch", "joins".into(), &["arrives", &other.name(place)]);
    clutch.words.push(("friction.law", "coulomb"));
    clutch.set(format!("friction.coulomb_{effort}"), other.level(scale));
    scenario.elements.push(arrives);
    scenario.elements.extend(added);
    scenario.elements.push(clutch);
    let engagement = signal(scenario, "joins.engagement".into());
    let after = random.pick(&[[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]);
    scenario.pieces.iter_mut().for_each(|piece| piece.values[engagement] = [after[1]; 2]);
    scenario.pieces[0].values[engagement] = [0.0; 2];
    scenario.pieces[1].values[engagement] = after;
    scenario.pieces[0].length = time;
    scenario.pieces[1].length = random.pick(&[0.02, 0.05, 0.1]);
}

/// The load of what arrives: constant up to then, and another one from then on.
fn lead(scenario: &mut Scenario, random: &mut Random, before: f64, level: f64) {
    scenario.loads.push(Load { name: "drives".into(), on: "arrives".into(), gain: 1.0 });
    scenario.signals.push("drives".into());
    let after = level * random.pick(&[0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5]);
    for (number, Piece { values, .. }) in scenario.pieces.iter_mut().enumerate() {
        let end = if random.one_in(2) { after } else { level * random.pick(&[0.0, 2.0, -2.0]) };
        values.push(if number == 0 { [before; 2] } else { [after, end] });
    }
}
