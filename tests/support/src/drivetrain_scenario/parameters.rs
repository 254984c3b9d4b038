//! Draws the parameters of single elements.

use super::draw::{Drawn, Scale};
use super::scenario::Element;
use crate::random::Random;

/// Bodies with their inertia, start and stops.
pub fn body_parameters(random: &mut Random, scale: Scale, bodies: &[Drawn], joints: &[Element]) -> Vec<Element> {
    let starts: Vec<(f64, f64)> = bodies.iter().map(|body| start(random, scale, *body)).collect();
    let is_tied = |index: usize| bodies.iter().enumerate().any(|(i, b)| i != index && b.root == bodies[index].root);
    let at_rest = joints.iter().any(|joint| joint.table == "freewheel") || random.one_in(2);
    let body = |(index, body): (usize, &Drawn)| {
        let mut element = Element::new(if body.is_mass { "mass" } else { "body" }, String::new(), &[]);
        let size = scale.energy * (scale.duration / body.lever).powi(2);
        let light = body.root != index && random.one_in(8);
        let inertia = if light { 0.0 } else { size * random.magnitude(-1.0, 1.0) };
        element.set(if body.is_mass { "mass" } else { "inertia" }, inertia);
        if random.one_in(3) {
            element.set("viscous_coefficient", size / scale.duration * random.magnitude(-2.0, 0.0));
        }
        let (position, velocity) = (starts[body.root].0 * body.factor, starts[body.root].1);
        if body.root == index && position != 0.0 {
            element.set("position_start", position);
        }
        if body.root == index && velocity != 0.0 && !at_rest {
            element.set("velocity_start", velocity);
        }
        travel(random, &mut element, *body, position, is_tied(index));
        element
    };
    bodies.iter().enumerate().map(body).collect()
}

fn start(random: &mut Random, scale: Scale, body: Drawn) -> (f64, f64) {
    let position = if random.one_in(2) { body.lever * random.between(-1.0, 1.0) } else { 0.0 };
    let speed = body.lever / scale.duration;
    (position, if random.one_in(3) { speed * random.between(-2.0, 2.0) } else { 0.0 })
}

fn travel(random: &mut Random, element: &mut Element, body: Drawn, position: f64, is_tied: bool) {
    if !random.one_in(3) {
        return;
    }
    for (key, sign) in [("travel.lower", -1.0), ("travel.upper", 1.0)] {
        if !random.one_in(3) {
            let touches = !is_tied && random.one_in(6);
            let room = if touches { 0.0 } else { body.lever * random.magnitude(-2.0, 1.0) };
            element.set(key, position + sign * room);
        }
    }
}

/// Law and levels of a contact.
pub fn friction_parameters(random: &mut Random, element: &mut Element, body: Drawn, scale: Scale) {
    let effort = if body.is_mass { "force" } else { "torque" };
    let speed = body.lever / scale.duration;
    let level = if random.one_in(20) { 0.0 } else { body.level(scale) * random.magnitude(-1.0, 0.7) };
    let law = random.pick(&["coulomb", "coulomb", "coulomb", "stribeck", "hess_soom", "tabulated"]);
    element.words.push(("friction.law", law));
    if random.one_in(2) {
        element.set("friction.static_ratio", random.between(1.0, 1.8));
    }
    if random.one_in(5) {
        element.set("friction.breakaway_ratio", random.between(1.0, 1.5));
    }
    if random.one_in(4) {
        element.set("friction.viscous_coefficient", body.level(scale) / speed * random.magnitude(-2.0, 0.0));
    }
    match law {
        "tabulated" => table(random, element, effort, level, speed),
        "stribeck" | "hess_soom" => {
            element.set(format!("friction.coulomb_{effort}"), level);
            element.set("friction.stribeck_velocity", speed * random.magnitude(-2.0, 0.0));
            element.set("friction.stribeck_exponent", random.pick(&[1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 0.7, 1.5]));
        }
        _ => element.set(format!("friction.coulomb_{effort}"), level),
    }
    if element.table == "freewheel" && random.one_in(2) {
        element.set(format!("release_{effort}"), body.level(scale) * random.magnitude(-3.0, -1.0));
    }
}

fn table(random: &mut Random, element: &mut Element, effort: &str, level: f64, speed: f64) {
    let size = 1 + random.below(4);
    element.set("friction.table.size", size as f64);
    let mut velocity = 0.0;
    for point in 1..=size {
        element.set(format!("friction.table.velocity[{point}]"), velocity);
        element.set(format!("friction.table.{effort}[{point}]"), level * random.between(0.5, 1.5));
        velocity += speed * random.magnitude(-2.0, 0.0);
    }
}

/// Stiffness, damping and free play of a shaft or rod.
pub fn spring_parameters(random: &mut Random, element: &mut Element, body: Drawn, scale: Scale) {
    let stiffness = body.level(scale) / body.lever * random.magnitude(-0.5, 3.0);
    element.set("stiffness", stiffness);
    if !random.one_in(4) {
        element.set("damping", stiffness * scale.duration * random.magnitude(-4.0, -0.5));
    }
    if random.one_in(4) {
        let rest = if body.is_mass { "rest_position" } else { "rest_angle" };
        element.set(rest, body.lever * random.between(-0.5, 0.5));
    }
    let play = body.lever * random.magnitude(-3.0, -0.3);
    match random.below(6) {
        0..3 => element.set("backlash", play),
        3 => {
            element.set("gap.lower", -play);
            element.set("gap.upper", play * random.between(0.0, 2.0));
        }
        _ => return,
    }
    element.words.push(("backlash_damping", random.pick(&["limited", "unilateral"])));
}

/// Losses of a gear or screw; the ratio is given already.
pub fn gear_parameters(random: &mut Random, element: &mut Element, level: f64) {
    if random.one_in(3) {
        return;
    }
    element.set("efficiency_opposing", random.between(0.3, 1.0));
    let (locking, reversible) = (random.between(-1.0, 0.0), random.between(0.0, 1.0));
    element.set("efficiency_aiding", random.pick(&[locking, reversible, reversible, 0.0, 1.0]));
    if random.one_in(2) {
        element.set("friction.coulomb_torque", level * random.magnitude(-2.0, 0.0));
    }
    if random.one_in(2) {
        element.set("friction.static_ratio", random.between(1.0, 1.5));
    }
}

/// Bearing at the second body of a gear or screw.
pub fn bearing_parameters(random: &mut Random, element: &mut Element, body: Drawn, scale: Scale) {
    let effort = if body.is_mass { "force" } else { "torque" };
    element.set(format!("friction_second.coulomb_{effort}"), body.level(scale) * random.magnitude(-2.0, 0.3));
    if random.one_in(2) {
        element.set("friction_second.static_ratio", random.between(1.0, 1.5));
    }
}
