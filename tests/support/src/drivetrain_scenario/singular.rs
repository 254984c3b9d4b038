//! Conditions under which the equations of a decision have no solution, or more than one; each is met exactly, as far as decimal
//! numbers do.

use super::engaged::signal;
use super::scenario::{Element, Scenario};
use crate::random::{Random, tidy};

/// One or two of the conditions.
pub fn apply(scenario: &mut Scenario, random: &mut Random) {
    ensure_gear(scenario, random);
    for _ in 0..1 + random.below(2) {
        match random.below(9) {
            0 => of_a_gear(scenario, random, ratio_is_efficiency),
            1 | 2 => lost_inertia(scenario, random),
            3 => of_a_gear(scenario, random, locked_by_its_static_ratio),
            4 => of_a_gear(scenario, random, no_or_all_losses),
            5 => equal_levels(scenario, random),
            6 => equal_elements(scenario, random),
            7 => at_breakaway(scenario, random),
            _ => nothing_acts(scenario, random),
        }
    }
}

/// Most of the conditions are those of a gear: where there is none, the first body gets one, and a clutch around it or to another body.
fn ensure_gear(scenario: &mut Scenario, random: &mut Random) {
    let bodies: Vec<String> = scenario.elements.iter().filter(|e| e.table == "body").map(|e| e.name.clone()).collect();
    if bodies.is_empty() || scenario.elements.iter().any(Element::is_gear) {
        return;
    }
    let mut geared = Element::new("body", "geared".into(), &[]);
    geared.set("inertia", random.pick(&[0.1, 0.5, 1.0, 2.0]));
    let mut gear = Element::new("gear", "gearing".into(), &[&bodies[0], "geared"]);
    gear.set("ratio", random.pick(&[1.0, -1.0, 0.5, 2.0, 10.0]));
    gear.set("efficiency_opposing", random.pick(&[1.0, 0.9]));
    gear.set("efficiency_aiding", random.pick(&[0.9, 0.5, 0.2, -0.2]));
    let other = random.pick(&["", "geared"]);
    let other = if other.is_empty() { bodies[bodies.len() - 1].as_str() } else { other };
    let mut contact =
        Element::new(random.pick(&["clutch", "clutch", "freewheel"]), "around".into(), &["geared", other]);
    if other == "geared" {
        contact.joins[1].clone_from(&bodies[0]);
    }
    contact.words.push(("friction.law", "coulomb"));
    contact.set("friction.coulomb_torque", random.pick(&[1.0, 2.0, 5.0, 10.0]));
    if contact.table == "freewheel" {
        at_rest(scenario);
    }
    scenario.elements.extend([geared, gear, contact]);
}

fn put(element: &mut Element, key: &str, value: f64) {
    element.numbers.retain(|(known, _)| known != key);
    element.set(key, value);
}

/// Changes one of the gears, if there is any.
fn of_a_gear(scenario: &mut Scenario, random: &mut Random, change: fn(&mut Element, &mut Random)) {
    let gears: Vec<usize> = (0..scenario.elements.len()).filter(|&place| scenario.elements[place].is_gear()).collect();
    if gears.is_empty() {
        return;
    }
    change(&mut scenario.elements[random.pick(&gears)], random);
    untie(scenario);
}

/// Ratios have changed: bodies that gears tie start at 0, and have room there.
fn untie(scenario: &mut Scenario) {
    let tied: Vec<String> = scenario.elements.iter().filter(|e| e.is_gear()).flat_map(|e| e.joins.clone()).collect();
    for body in scenario.elements.iter_mut().filter(|element| tied.contains(&element.name)) {
        body.numbers.retain(|(key, _)| key != "position_start" && !key.starts_with("travel."));
    }
}

/// What goes into the mesh comes out of it by the same factor as the motion does.
fn ratio_is_efficiency(gear: &mut Element, random: &mut Random) {
    let ratio = random.pick(&[0.5, 0.5, 0.2, 0.1, 0.9, 0.25, 0.8, 1.0]);
    if gear.table == "gear" {
        put(gear, "ratio", ratio);
    }
    put(gear, "efficiency_aiding", ratio);
    put(gear, "efficiency_opposing", random.pick(&[1.0, 1.0, 0.9]));
}

/// Loads neither lock the gear nor do they move it.
fn locked_by_its_static_ratio(gear: &mut Element, random: &mut Random) {
    let (ratio, aiding) = random.pick(&[(1.25, 0.2), (2.0, 0.5), (1.0, 0.0), (4.0, 0.75), (10.0, 0.9), (5.0, 0.8)]);
    put(gear, "friction.static_ratio", ratio);
    put(gear, "efficiency_aiding", aiding);
    put(gear, "friction.coulomb_torque", random.pick(&[0.0, 0.0, 1.0]));
}

fn no_or_all_losses(gear: &mut Element, random: &mut Random) {
    put(gear, "efficiency_opposing", random.pick(&[1.0, 0.5]));
    put(gear, "efficiency_aiding", random.pick(&[0.0, 0.0, 1.0]));
    put(gear, "friction.coulomb_torque", random.pick(&[0.0, 1.0]));
}

/// J_a + η_aid·J_b/ratio² = 0 at one of the gears: with a load that aids nothing is left to accelerate.
fn lost_inertia(scenario: &mut Scenario, random: &mut Random) {
    let gears: Vec<usize> =
        (0..scenario.elements.len()).filter(|&place| scenario.elements[place].table == "gear").collect();
    if gears.is_empty() {
        return;
    }
    let place = random.pick(&gears);
    let (ratio, aiding) = (random.pick(&[1.0, 1.0, -1.0, 2.0, 0.5]), random.pick(&[-0.1, -0.2, -0.2, -0.5, -1.0]));
    let inertia = random.pick(&[0.5, 1.0, 2.0, 5.0]);
    let gear = &mut scenario.elements[place];
    put(gear, "ratio", ratio);
    put(gear, "efficiency_aiding", aiding);
    let joins = gear.joins.clone();
    for body in &mut scenario.elements {
        let own = if joins[0] == body.name { tidy(-aiding * inertia / (ratio * ratio)) } else { inertia };
        if joins.contains(&body.name) {
            put(body, "inertia", own);
        }
    }
    untie(scenario);
}

/// All contacts of torques, and all of forces, have the same level; rest is as high as motion.
fn equal_levels(scenario: &mut Scenario, random: &mut Random) {
    let (level, static_ratio) = (random.pick(&[1.0, 2.0, 5.0, 10.0]), random.pick(&[1.0, 1.0, 1.5]));
    for contact in scenario.elements.iter_mut().filter(|element| element.is_contact()) {
        let mut levels: Vec<&mut f64> = Vec::new();
        for (key, value) in &mut contact.numbers {
            match key.as_str() {
                "friction.coulomb_torque" | "friction.coulomb_force" => levels.push(value),
                "friction.static_ratio" => *value = static_ratio,
                "friction.breakaway_ratio" => *value = 1.0,
                _ => {}
            }
        }
        levels.into_iter().for_each(|value| *value = level);
    }
}

/// A contact or a spring twice, between the same bodies.
fn equal_elements(scenario: &mut Scenario, random: &mut Random) {
    let is_joint = |element: &Element| element.is_contact() || element.is_spring();
    let joints: Vec<usize> =
        (0..scenario.elements.len()).filter(|&place| is_joint(&scenario.elements[place])).collect();
    if joints.is_empty() {
        return;
    }
    let mut twin = scenario.elements[random.pick(&joints)].clone();
    let engagement = format!("{}.engagement", twin.name);
    twin.name = format!("{}twin", twin.name);
    if scenario.elements.iter().any(|element| element.name == twin.name) {
        return;
    }
    let led = scenario.signals.iter().position(|signal| *signal == engagement);
    let name = format!("{}.engagement", twin.name);
    scenario.elements.push(twin);
    if let Some(led) = led {
        let signal = signal(scenario, name);
        scenario.pieces.iter_mut().for_each(|piece| piece.values[signal] = piece.values[led]);
    }
}

/// The load of a body comes to exactly what its contacts hold, and stays there.
fn at_breakaway(scenario: &mut Scenario, random: &mut Random) {
    let loads = scenario.loads.iter().filter(|load| load.gain == 1.0);
    let loaded: Vec<(String, String)> = loads.map(|load| (load.name.clone(), load.on.clone())).collect();
    if loaded.is_empty() {
        return;
    }
    let (name, on) = &loaded[random.below(loaded.len())];
    let hold: f64 = scenario.elements.iter().filter(|e| e.table == "brake" && e.joins[0] == *on).map(breakaway).sum();
    let Some(signal) = scenario.signals.iter().position(|signal| signal == name) else { return };
    let limit = random.sign() * tidy(hold);
    let begin = if random.one_in(2) { 0.0 } else { limit };
    for (number, piece) in scenario.pieces.iter_mut().enumerate() {
        match number {
            0 => piece.values[signal] = [begin, limit],
            1 => piece.values[signal] = [limit; 2],
            _ => {}
        }
    }
    at_rest(scenario);
}

fn breakaway(brake: &Element) -> f64 {
    let level = brake.numbers.iter().find(|(key, _)| key.starts_with("friction.coulomb"));
    let ratios = brake.number("friction.static_ratio", 1.0) * brake.number("friction.breakaway_ratio", 1.0);
    level.map_or(0.0, |(_, level)| level * ratios)
}

fn at_rest(scenario: &mut Scenario) {
    scenario.elements.iter_mut().for_each(|element| element.numbers.retain(|(key, _)| key != "velocity_start"));
}

/// No load and no velocity, until a piece in which some load begins to grow.
fn nothing_acts(scenario: &mut Scenario, random: &mut Random) {
    at_rest(scenario);
    let loads: Vec<usize> =
        (0..scenario.signals.len()).filter(|&signal| !scenario.signals[signal].contains('.')).collect();
    for signal in loads {
        scenario.pieces[0].values[signal] = [0.0; 2];
        if random.one_in(2) {
            scenario.pieces[1].values[signal][0] = 0.0;
        }
    }
}
