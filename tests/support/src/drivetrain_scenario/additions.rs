//! What scenarios from higher seeds have besides the mechanics of those below: linear systems, servos, laws that do not stick, and
//! parameters that change while the drivetrain runs. Each range of seeds has one of them, the last all.

use super::draw::{Drawn, Scale};
use super::kinds::Kind;
use super::scenario::{Change, Element, LinearSystem, Scenario};
use crate::random::Random;

/// Seeds from here on change parameters where a piece of the inputs begins.
pub const TUNED: u64 = 1 << 21;
/// Seeds from here on have linear systems that act on bodies.
pub const LINEAR: u64 = 1 << 22;
/// Seeds from here on have servos.
pub const SERVOS: u64 = 1 << 23;
/// Seeds from here on have brakes and clutches that creep or have bristles.
pub const CREEPING: u64 = 1 << 24;
/// Seeds from here on, up to those of [`Kind`], have all of it.
pub const ALL: u64 = 1 << 25;

/// Adds to a scenario what its seed has besides.
pub fn add(random: &mut Random, scenario: &mut Scenario, scale: Scale, bodies: &[Drawn]) {
    let seed = scenario.seed;
    let has = |begin: u64| match Kind::of(seed) {
        None => (begin..2 * begin).contains(&seed) || seed >= ALL,
        Some(kind) => kind.has(begin, seed),
    };
    if has(CREEPING) {
        creep(random, scenario, scale, bodies);
    }
    if has(LINEAR) {
        linear(random, scenario, scale, bodies);
    }
    if has(SERVOS) {
        servos(random, scenario, scale, bodies);
    }
    if has(TUNED) {
        tune(random, scenario);
    }
}

/// Leads an input that is new along lines within ±`size`.
fn lead(random: &mut Random, scenario: &mut Scenario, name: String, size: f64) {
    scenario.signals.push(name);
    let mut last = 0.0;
    for piece in &mut scenario.pieces {
        let begin = if random.one_in(2) { size * random.between(-1.0, 1.0) } else { last };
        last = if random.one_in(3) { begin } else { size * random.between(-1.0, 1.0) };
        piece.values.push([begin, last]);
    }
}

/// Laws that creep or have bristles; the first three where numbers are not round.
const OTHER_LAWS: [&str; 6] =
    ["majd_simaan", "dahl", "lugre", "majd_simaan_approximate", "hyperviscous", "elasto_plastic"];

/// Some brakes and clutches get a law that creeps, or bristles.
fn creep(random: &mut Random, scenario: &mut Scenario, scale: Scale, bodies: &[Drawn]) {
    let mut is_precise = false;
    for element in scenario.elements.iter_mut().filter(|element| matches!(element.table, "brake" | "clutch")) {
        if random.one_in(2) {
            continue;
        }
        let body = bodies.iter().enumerate().find(|(index, body)| element.joins.last() == Some(&body.name(*index)));
        let Some((_, body)) = body else { continue };
        is_precise = true;
        let law = if random.is_round() { random.pick(&OTHER_LAWS) } else { random.pick(&OTHER_LAWS[..3]) };
        let speed = body.lever / scale.duration;
        let effort = if body.is_mass { "force" } else { "torque" };
        let level = body.level(scale) * random.magnitude(-1.0, 0.5);
        let static_ratio = if matches!(law, "dahl" | "hyperviscous") { 1.0 } else { random.between(1.0, 1.8) };
        element.words.retain(|(key, _)| *key != "friction.law");
        element.words.push(("friction.law", law));
        element.numbers.retain(|(key, _)| !key.starts_with("friction."));
        element.set(format!("friction.coulomb_{effort}"), level);
        element.set("friction.static_ratio", static_ratio);
        if random.one_in(3) {
            element.set("friction.viscous_coefficient", level / speed * random.magnitude(-2.0, 0.0));
        }
        if law == "hyperviscous" {
            element.set("friction.regularization_velocity", speed * random.magnitude(-2.0, -1.0));
            continue;
        }
        if law.starts_with("majd_simaan") && random.is_round() {
            element.set("friction.sharpness", random.pick(&[2.0, 4.0, 10.0]));
        }
        if law.starts_with("majd_simaan") {
            element.set("friction.stribeck_velocity", speed * random.magnitude(-1.5, 0.0));
            continue;
        }
        let stiffness = level / body.lever * random.magnitude(1.0, 2.5);
        element.set("friction.bristle_stiffness", stiffness);
        if law == "elasto_plastic" {
            element.set("friction.elastic_share", random.pick(&[0.5, 0.7, 0.9]));
        }
        if law != "dahl" {
            element.set("friction.bristle_damping", stiffness * scale.duration * random.magnitude(-3.0, -1.5));
            element.set("friction.stribeck_velocity", speed * random.magnitude(-1.5, 0.0));
            element.set("friction.stribeck_exponent", 2.0);
        }
    }
    scenario.is_integrated |= is_precise;
}

/// One or two linear systems, each of which follows an input and the position of a body, and acts on a body.
fn linear(random: &mut Random, scenario: &mut Scenario, scale: Scale, bodies: &[Drawn]) {
    for number in 0..1 + random.below(2) {
        let name = format!("lin{number}");
        let (sensed, on) = (random.below(bodies.len()), random.below(bodies.len()));
        let order = random.below(4);
        let rate = || 1.0 / scale.duration;
        let a = (0..order).map(|row| {
            let entry = |column: usize, random: &mut Random| match row == column {
                true if random.one_in(6) => 0.3 * rate(),
                true => -rate() * random.magnitude(-0.5, 1.5),
                false if random.one_in(2) => random.sign() * rate() * random.magnitude(-1.0, 1.0),
                false => 0.0,
            };
            (0..order).map(|column| entry(column, random)).collect()
        });
        let a: Vec<Vec<f64>> = a.collect();
        let inputs = |random: &mut Random, size: f64| {
            let of_input = if random.one_in(4) { 0.0 } else { random.sign() * size };
            let of_position = random.sign() * size / bodies[sensed].lever * random.magnitude(-1.0, 0.0);
            [of_input, if random.one_in(3) { 0.0 } else { of_position }]
        };
        let b = (0..order).map(|_| inputs(random, rate())).collect();
        let c = (0..order).map(|_| random.sign() * random.magnitude(-1.0, 0.3)).collect();
        let d = if order == 0 || random.one_in(2) { inputs(random, 1.0) } else { [0.0; 2] };
        let limit = random.magnitude(-1.0, 0.3);
        scenario.systems.push(LinearSystem {
            start: (0..order).map(|_| if random.one_in(2) { random.between(-1.0, 1.0) } else { 0.0 }).collect(),
            a,
            b,
            c,
            d,
            limits: (!random.one_in(3)).then(|| [-limit, limit * random.between(0.3, 1.0)]),
            rate_limit: random.one_in(3).then(|| rate() * random.magnitude(-0.5, 1.0)),
            senses: bodies[sensed].name(sensed),
            on: bodies[on].name(on),
            is_on_mass: bodies[on].is_mass,
            gain: random.sign() * bodies[on].level(scale) * random.magnitude(-0.5, 0.5),
            name: name.clone(),
        });
        lead(random, scenario, format!("{name}.u"), 1.0);
    }
}

/// Up to two servos on bodies; some control the position of another one.
fn servos(random: &mut Random, scenario: &mut Scenario, scale: Scale, bodies: &[Drawn]) {
    for number in 0..1 + random.below(2) {
        let on = random.below(bodies.len());
        let body = bodies[on];
        let mut element = Element::new("servo", format!("sv{number}"), &[&body.name(on)]);
        let current = 0.01;
        let displacement = body.level(scale) / SUPPLY * random.magnitude(-0.3, 0.7);
        element.set("controller.current_limit", current);
        element.set("controller.proportional_gain", current / body.lever * random.magnitude(-0.5, 1.0));
        if random.one_in(3) {
            let gain = current / body.lever / scale.duration;
            element.set("controller.integral_gain", gain * random.magnitude(-1.0, 0.5));
        }
        if random.one_in(4) {
            let gain = current / body.lever * scale.duration;
            element.set("controller.derivative_gain", gain * random.magnitude(-3.0, -1.0));
        }
        // The valve is as much faster than the body as those of aircraft are.
        element.set("servovalve.natural_frequency", random.magnitude(1.0, 2.0) / scale.duration);
        element.set("servovalve.spool_velocity_gain", 300.0 * random.magnitude(0.0, 1.0) / scale.duration);
        let pressure_gain = SUPPLY / 1e-3 * random.magnitude(-0.3, 1.0);
        element.set("servovalve.pressure_gain", pressure_gain);
        // The pressure is used up at about the speed of the body.
        let speed = body.lever / scale.duration * random.magnitude(-0.5, 1.0);
        let flow_gain = displacement * speed * pressure_gain / SUPPLY;
        element.set("servovalve.flow_gain", flow_gain);
        element.set("motor.displacement", displacement);
        element.set("motor.leakage_coefficient", flow_gain / pressure_gain * random.magnitude(-3.0, -0.5));
        scenario.elements.push(element);
        lead(random, scenario, format!("sv{number}.command"), body.lever);
    }
}

/// Supply pressure where it is not set [Pa].
pub const SUPPLY: f64 = 26e6;

/// Parameters that an importer may change while the drivetrain runs: what they are in the file times this.
fn tune(random: &mut Random, scenario: &mut Scenario) {
    for piece in 1..scenario.pieces.len() {
        for element in &scenario.elements {
            for (key, value) in &element.numbers {
                let is_chosen = is_tunable(element, key) && random.one_in(4);
                // Ratios stay above 1 and efficiencies below.
                let factor = match key.as_str() {
                    _ if key.ends_with("static_ratio") || key.ends_with("breakaway_ratio") => {
                        random.between(1.0, 1.5) / value.min(1.5)
                    }
                    _ if key.starts_with("efficiency") => random.between(0.7, 1.0),
                    _ => random.magnitude(-0.7, 0.7),
                };
                if is_chosen {
                    scenario.changes.push(Change {
                        piece,
                        element: element.name.clone(),
                        key: key.clone(),
                        value: value * factor,
                    });
                }
            }
        }
    }
}

fn is_tunable(element: &Element, key: &str) -> bool {
    let of_friction = key.starts_with("friction.coulomb")
        || key.starts_with("friction_second.coulomb")
        || key.ends_with("static_ratio")
        || key.ends_with("breakaway_ratio")
        || key.ends_with("viscous_coefficient");
    let is_dahl = element.word("friction.law") == "dahl" && key.ends_with("static_ratio");
    (of_friction && !is_dahl) || matches!(key, "stiffness" | "damping" | "efficiency_opposing" | "efficiency_aiding")
}
