//! Draws random drivetrains: a tree of one to eight bodies and masses, each hung to an earlier one by a contact, a spring, a
//! gear or a screw, with brakes, end stops, springs to the ground and a few loops besides.
//!
//! All sizes follow from one energy, one duration and the lever of each body, which says how far it moves, so that something
//! happens in every scenario whatever the gears between are.

use super::additions;
use super::kinds::{self, Kind};
use super::parameters::{bearing_parameters, body_parameters, friction_parameters, gear_parameters, spring_parameters};
use super::scenario::{Element, Load, Piece, Scenario};
use crate::random::Random;
use std::f64::consts::TAU;

/// Sizes of a scenario.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// Torque times angle [J].
    pub energy: f64,
    /// [s].
    pub duration: f64,
}

/// A body that was drawn.
#[derive(Clone, Copy, Debug)]
pub struct Drawn {
    /// How far it moves [rad or m].
    pub lever: f64,
    pub is_mass: bool,
    /// The first body of what gears tie it to.
    pub root: usize,
    /// Ratio of its motion to that of the root.
    pub factor: f64,
}

impl Drawn {
    pub fn name(self, index: usize) -> String {
        format!("{}{index}", if self.is_mass { 'm' } else { 'b' })
    }

    /// Size of torques or forces on it.
    pub fn level(self, scale: Scale) -> f64 {
        scale.energy / self.lever
    }
}

/// A drivetrain that is being drawn.
struct Draft<'a> {
    random: &'a mut Random,
    scale: Scale,
    bodies: Vec<Drawn>,
    joints: Vec<Element>,
}

/// Seeds from here on draw bearings at the second bodies of gears and screws besides. Those below mean what they always did.
pub const BEARINGS: u64 = 1 << 20;

/// The scenario of a seed.
pub fn draw(seed: u64) -> Scenario {
    let kind = Kind::of(seed);
    let source = if kind.is_some() { Random::round } else { Random::new };
    let random = &mut source(seed);
    let energy = random.magnitude(-1.0, 4.0);
    let duration = if kind.is_some() { random.pick(&kinds::DURATIONS) } else { random.magnitude(-2.0, -0.3) };
    let scale = Scale { energy, duration };
    let mut draft = Draft { random, scale, bodies: Vec::new(), joints: Vec::new() };
    let is_mixed = draft.random.one_in(3);
    let lever = draft.random.magnitude(-2.0, 1.0);
    let is_mass = is_mixed && draft.random.one_in(2);
    draft.bodies.push(Drawn { lever, is_mass, root: 0, factor: 1.0 });
    let most = if kind == Some(Kind::Singular) { 4 } else { 8 };
    for index in 1..1 + draft.random.below(most) {
        draft.hang(index, is_mixed);
    }
    draft.brakes();
    draft.loops();
    let Draft { bodies, joints, .. } = draft;
    let mut elements = body_parameters(random, scale, &bodies, &joints);
    for (element, body) in elements.iter_mut().zip(&bodies).enumerate().map(|(index, (e, b))| (e, b.name(index))) {
        element.name = body;
    }
    elements.extend(joints);
    stop_freewheels(&mut elements);
    if seed >= BEARINGS {
        bearings(&mut source(!seed), scale, &bodies, &mut elements);
    }
    let mut scenario = led(random, scale, seed, &bodies, elements);
    additions::add(&mut source(seed.rotate_left(17) ^ 0x5ca1e), &mut scenario, scale, &bodies);
    if let Some(kind) = kind {
        kind.apply(&mut scenario, random, scale, &bodies);
    }
    scenario
}

impl Draft<'_> {
    /// A new body at an earlier one, mostly the last.
    fn hang(&mut self, index: usize, is_mixed: bool) {
        let parent = if self.random.one_in(4) { self.random.below(index) } else { index - 1 };
        let is_mass = if is_mixed { self.random.one_in(2) } else { self.bodies[parent].is_mass };
        let of = self.bodies[parent];
        let ratio = if self.random.one_in(3) { 1.0 } else { self.random.magnitude(-1.0, 1.5) };
        let factor = self.random.sign() * ratio;
        let child = Drawn { lever: of.lever, is_mass, root: index, factor: 1.0 };
        match (of.is_mass, is_mass, self.random.below(4)) {
            (false, false, 0) => {
                // q_first = ratio · q_second, either way round.
                let forward = self.random.one_in(2);
                let ratio = if forward { factor } else { 1.0 / factor };
                self.bodies.push(Drawn {
                    lever: of.lever / ratio.abs(),
                    root: of.root,
                    factor: of.factor / ratio,
                    ..child
                });
                let (first, second) = if forward { (parent, index) } else { (index, parent) };
                self.gear("gear", first, second, factor);
            }
            (false, true, 0 | 1) | (true, false, 0) => {
                let lead = factor * 0.03;
                let share = lead / TAU;
                let share = if is_mass { share } else { 1.0 / share };
                self.bodies.push(Drawn {
                    lever: of.lever * share.abs(),
                    root: of.root,
                    factor: of.factor * share,
                    ..child
                });
                let (first, second) = if is_mass { (parent, index) } else { (index, parent) };
                self.gear("screw", first, second, lead);
            }
            (a, b, 1 | 2) if a == b => {
                self.bodies.push(child);
                let (first, second) = if self.random.one_in(3) { (index, parent) } else { (parent, index) };
                self.contact(first, second);
                if self.random.one_in(5) {
                    self.contact(second, first);
                }
            }
            _ => {
                let factor = if of.is_mass == is_mass { factor } else { factor * if is_mass { 50.0 } else { 0.02 } };
                self.bodies.push(Drawn { lever: of.lever / factor.abs(), ..child });
                self.spring(Some(parent), index, factor);
                if self.random.one_in(8) && factor.abs() == 1.0 && of.is_mass == is_mass {
                    self.contact(parent, index);
                }
            }
        }
    }

    fn names(&self, first: usize, second: usize) -> [String; 2] {
        [first, second].map(|index| self.bodies[index].name(index))
    }

    fn element(&self, table: &'static str, first: usize, second: usize) -> Element {
        let [first, second] = self.names(first, second);
        Element::new(table, format!("{}{}", &table[..1], self.joints.len()), &[&first, &second])
    }

    fn gear(&mut self, table: &'static str, first: usize, second: usize, ratio: f64) {
        let mut element = self.element(table, first, second);
        element.set(if table == "gear" { "ratio" } else { "lead" }, ratio);
        gear_parameters(self.random, &mut element, self.bodies[first].level(self.scale));
        self.joints.push(element);
    }

    fn contact(&mut self, first: usize, second: usize) {
        let table = if self.random.one_in(4) { "freewheel" } else { "clutch" };
        let mut element = self.element(table, first, second);
        friction_parameters(self.random, &mut element, self.bodies[second], self.scale);
        self.joints.push(element);
    }

    fn spring(&mut self, first: Option<usize>, second: usize, ratio: f64) {
        let table = if self.bodies[second].is_mass { "rod" } else { "shaft" };
        let mut element = self.element(table, first.unwrap_or(second), second);
        if first.is_none() {
            element.joins[0] = "ground".into();
        }
        element.set("ratio", ratio);
        spring_parameters(self.random, &mut element, self.bodies[second], self.scale);
        self.joints.push(element);
    }

    /// Brakes and springs to the ground.
    fn brakes(&mut self) {
        for index in 0..self.bodies.len() {
            let count = [0, 0, 1, 1, 1, 2][self.random.below(6)];
            for _ in 0..count {
                let mut element = self.element("brake", index, index);
                element.joins.truncate(1);
                element.name.insert(0, 'k');
                friction_parameters(self.random, &mut element, self.bodies[index], self.scale);
                self.joints.push(element);
            }
            if self.random.one_in(6) {
                self.spring(None, index, 1.0);
            }
        }
    }

    /// Sometimes a clutch or a spring besides the tree.
    fn loops(&mut self) {
        let count = self.bodies.len();
        if count < 3 || !self.random.one_in(4) {
            return;
        }
        let (first, second) = (self.random.below(count), self.random.below(count));
        let (a, b) = (self.bodies[first], self.bodies[second]);
        if first == second {
            return;
        }
        if a.is_mass == b.is_mass && self.random.one_in(2) {
            self.contact(first, second);
        } else {
            let sign = self.random.sign();
            self.spring(Some(first), second, sign * a.lever / b.lever);
        }
    }
}

/// Bearings of most gears and screws.
fn bearings(random: &mut Random, scale: Scale, bodies: &[Drawn], elements: &mut [Element]) {
    for element in elements.iter_mut().filter(|element| element.is_gear()) {
        let second = bodies.iter().enumerate().find(|(index, body)| body.name(*index) == element.joins[1]);
        if let (Some((_, body)), false) = (second, random.one_in(4)) {
            bearing_parameters(random, element, *body, scale);
        }
    }
}

/// A one-way clutch must not start the wrong way: where there is one, all starts at rest.
fn stop_freewheels(elements: &mut [Element]) {
    if elements.iter().any(|element| element.table == "freewheel") {
        elements.iter_mut().for_each(|element| element.numbers.retain(|(key, _)| key != "velocity_start"));
    }
}

/// Inputs for a drivetrain.
fn led(random: &mut Random, scale: Scale, seed: u64, bodies: &[Drawn], elements: Vec<Element>) -> Scenario {
    let mut loads = Vec::new();
    let mut signals = Vec::new();
    let mut sizes = Vec::new();
    let sure = random.below(bodies.len());
    for (index, body) in bodies.iter().enumerate() {
        if index != sure && random.one_in(2) {
            continue;
        }
        let gain = if random.one_in(3) { random.sign() * random.magnitude(-0.5, 0.5) } else { 1.0 };
        let name = format!("u{index}");
        loads.push(Load { name: name.clone(), on: body.name(index), gain });
        let other = random.below(bodies.len());
        if random.one_in(6) && other != index && bodies[other].is_mass == body.is_mass {
            loads.push(Load { name: name.clone(), on: bodies[other].name(other), gain: random.sign() });
        }
        signals.push(name);
        sizes.push(body.level(scale));
    }
    for element in elements.iter().filter(|element| element.is_contact()) {
        if random.one_in(3) {
            signals.push(format!("{}.engagement", element.name));
            sizes.push(0.0);
        }
    }
    let levels: Vec<f64> = elements.iter().filter(|element| element.is_contact()).map(breakaway).collect();
    let mut last = vec![f64::NAN; sizes.len()];
    let pieces = (0..2 + random.below(5))
        .map(|_| {
            let length = scale.duration * random.between(0.2, 2.0);
            let values = sizes.iter().zip(&mut last).map(|(size, last)| {
                let begin = if last.is_nan() || random.one_in(2) { value(random, *size, &levels) } else { *last };
                let end = if random.one_in(3) { begin } else { value(random, *size, &levels) };
                *last = end;
                [begin, end]
            });
            Piece { length, values: values.collect() }
        })
        .collect();
    let steps = 1 + random.below(24);
    let (systems, changes) = (Vec::new(), Vec::new());
    let is_integrated = elements.iter().any(Element::has_broken_power);
    Scenario { seed, elements, systems, loads, signals, pieces, changes, steps, is_integrated }
}

fn breakaway(element: &Element) -> f64 {
    let coulomb = element.numbers.iter().find(|(key, _)| key.starts_with("friction.coulomb"));
    coulomb.map_or(0.0, |(_, level)| level * element.number("friction.static_ratio", 1.0))
}

/// Of a torque of this size, or of an engagement where the size is zero.
fn value(random: &mut Random, size: f64, levels: &[f64]) -> f64 {
    if size == 0.0 {
        let between = random.between(-0.3, 1.5);
        return random.pick(&[0.0, 1.0, between, between, between]);
    }
    match random.below(12) {
        0 => 0.0,
        1 if !levels.is_empty() => random.sign() * random.pick(levels),
        _ => random.sign() * size * random.magnitude(-1.0, 1.0),
    }
}
