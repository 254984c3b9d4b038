//! Draws a scenario: parameters by name, and inputs as straight pieces.

use super::edges::Edge;
use super::model::Kind;
use super::retuned::retuned;
use crate::random::{Random, tidy};
use model_description::models::laws::{Family, LAWS};

/// Number of the law with a table in `friction.law`.
pub const TABULATED: i32 = 8;

/// What a law does at rest, as it is declared.
pub fn family(law: i32) -> Family {
    LAWS[law as usize - 1].family
}

/// From this seed on scenarios are retuned, see [`retuned`]; those before it stay as they were when they found something.
pub const RETUNED: u64 = 1 << 40;

/// From this seed on every servo has a valve with orifices; the scenarios are retuned as well.
pub const ORIFICES: u64 = 1 << 41;

/// From this seed on numbers are round, as those that users write, and half of the scenarios meet a condition on purpose that random numbers
/// never meet: [`Edge::SINGULAR`]. One in three is retuned, every other servo has orifices.
pub const ROUND: u64 = 1 << 42;

/// One straight piece of all inputs: its length, values at its begin and its end.
#[derive(Clone, Debug)]
pub struct Piece {
    pub length: f64,
    pub begin: Vec<f64>,
    pub end: Vec<f64>,
    /// Tunable parameters that are changed at its begin, after initialization.
    pub tuned: Vec<(&'static str, f64)>,
}

/// Parameters and inputs of one actuator.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub seed: u64,
    pub kind: Kind,
    pub law: i32,
    /// Whether the servovalve has orifices.
    pub has_orifices: bool,
    pub edge: Option<Edge>,
    /// Real parameters by name; the last mention wins.
    pub parameters: Vec<(&'static str, f64)>,
    /// Points of the table of law 8, over the Coulomb level.
    pub table: Vec<(f64, f64)>,
    pub pieces: Vec<Piece>,
    /// Communication steps per piece.
    pub steps: usize,
    pub scale: Scale,
}

/// Sizes from which everything is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    pub level: f64,
    pub inertia: f64,
    pub duration: f64,
    /// What the level does to the inertia in the duration.
    pub velocity: f64,
    pub distance: f64,
}

impl Scenario {
    /// The scenario that belongs to a seed.
    pub fn draw(kind: Kind, law: i32, seed: u64) -> Self {
        let is_round = seed >= ROUND;
        let random = &mut if is_round { Random::round(seed) } else { Random::new(seed) };
        let scale = if kind == Kind::Servo { servo_scale(random) } else { free_scale(random) };
        let mut scenario = Self {
            seed,
            kind,
            law,
            has_orifices: kind == Kind::Servo && seed >= ORIFICES && (!is_round || random.one_in(2)),
            edge: None,
            parameters: Vec::new(),
            table: Vec::new(),
            pieces: Vec::new(),
            steps: 4 + random.below(20),
            scale,
        };
        // Explicit steps of comparators diverge behind a valve that is as stiff.
        scenario.has_orifices &= !is_round || family(law) != Family::Comparator;
        scenario.draw_friction(random);
        scenario.draw_body(random);
        match kind {
            Kind::Transmission => scenario.draw_transmission(random),
            Kind::Servo => scenario.draw_servo(random),
            Kind::Hydraulic => scenario.draw_hydraulic(random),
        }
        if is_round {
            scenario.make_round(random);
        }
        if random.one_in(3) {
            Edge::draw(random).apply(&mut scenario, random);
        }
        if seed >= RETUNED && (!is_round || random.one_in(3)) {
            retuned(&mut scenario, random);
        }
        if scenario.has_orifices {
            scenario.draw_orifices(random);
        }
        if is_round && random.one_in(2) {
            Edge::draw_singular(random, kind).apply(&mut scenario, random);
        }
        if is_round {
            scenario.tidy();
        }
        scenario
    }

    /// Round lengths and steps, and gains and efficiencies that users write.
    fn make_round(&mut self, random: &mut Random) {
        self.steps = random.pick(&[1, 2, 4, 5, 8, 10, 20]);
        for piece in &mut self.pieces {
            piece.length = self.scale.duration * random.pick(&[0.1, 0.2, 0.25, 0.5, 1.0]);
        }
        let (opposing, aiding) =
            random.pick(&[(1.0, 1.0), (1.0, 0.5), (0.9, 0.9), (0.9, 0.5), (0.5, 0.0), (0.8, -0.2), (1.0, -50.0)]);
        self.set("friction.efficiency_opposing", opposing);
        self.set("friction.efficiency_aiding", aiding);
        self.set("friction.static_ratio", random.pick(&[1.0, 1.0, 1.2, 1.25, 1.5, 2.0]));
        if self.kind == Kind::Servo && random.one_in(3) {
            self.set("controller.derivative_gain", random.pick(&[1.0, 10.0, 50.0]));
        }
    }

    /// Rounding of the products that sizes are made of is no part of round numbers.
    fn tidy(&mut self) {
        self.parameters.iter_mut().for_each(|(_, value)| *value = tidy(*value));
        for piece in &mut self.pieces {
            piece.length = tidy(piece.length);
            piece.begin.iter_mut().chain(&mut piece.end).for_each(|value| *value = tidy(*value));
            piece.tuned.iter_mut().for_each(|(_, value)| *value = tidy(*value));
        }
    }

    /// The value of a parameter, or NaN where it keeps its start value.
    pub fn parameter(&self, name: &str) -> f64 {
        let mention = self.parameters.iter().rev().find(|(parameter, _)| *parameter == name);
        mention.map_or(f64::NAN, |(_, value)| *value)
    }

    /// The scenario with the parameters that hold in a piece.
    pub fn during(&self, piece: usize) -> Self {
        let mut during = self.clone();
        during.parameters.extend(self.pieces[..=piece].iter().flat_map(|piece| &piece.tuned));
        during
    }

    /// Sets a parameter.
    pub fn set(&mut self, name: &'static str, value: f64) {
        self.parameters.push((name, value));
    }

    /// "friction.coulomb_torque" or "friction.coulomb_force".
    pub fn level_name(&self) -> &'static str {
        if self.kind == Kind::Hydraulic { "friction.coulomb_force" } else { "friction.coulomb_torque" }
    }

    pub fn inertia_name(&self) -> &'static str {
        if self.kind == Kind::Hydraulic { "mass" } else { "inertia" }
    }

    pub fn end(&self) -> f64 {
        self.pieces.iter().map(|piece| piece.length).sum()
    }

    fn draw_friction(&mut self, random: &mut Random) {
        let Scale { level, inertia, velocity, distance, .. } = self.scale;
        self.set(self.level_name(), level);
        self.set("friction.static_ratio", random.between(1.0, 3.0));
        self.set("friction.efficiency_opposing", random.between(0.3, 1.0));
        self.set("friction.efficiency_aiding", random.between(-0.5, 1.0));
        self.set("friction.stribeck_velocity", velocity * random.magnitude(-3.0, 0.0));
        let exponent = random.between(0.5, 3.0);
        self.set("friction.stribeck_exponent", random.pick(&[1.0, 2.0, exponent]));
        self.set("friction.sharpness", random.between(1.5, 30.0));
        self.set("friction.regularization_velocity", velocity * random.magnitude(-4.0, -1.0));
        let stiffness = level / (distance * random.magnitude(-4.0, -1.0));
        self.set("friction.bristle_stiffness", stiffness);
        self.set("friction.bristle_damping", random.between(0.0, 1.0) * (stiffness * inertia).sqrt());
        let mut speed = 0.0;
        for _ in 0..1 + random.below(6) {
            self.table.push((speed, random.between(0.5, 2.0)));
            speed += velocity * random.magnitude(-3.0, 0.0);
        }
    }

    fn draw_body(&mut self, random: &mut Random) {
        let Scale { inertia, duration, velocity, distance, .. } = self.scale;
        self.set(self.inertia_name(), inertia);
        let damping = inertia / duration * random.magnitude(-2.0, 1.5);
        self.set("viscous_coefficient", if random.one_in(4) { 0.0 } else { damping });
        let half = distance * random.magnitude(-1.5, 1.5);
        self.set("travel.lower", -half);
        self.set("travel.upper", half);
        let share = random.between(-1.0, 1.0);
        self.set("position_start", half * random.pick(&[0.0, 0.0, 1.0, -1.0, share]));
        let start = velocity * random.between(-1.0, 1.0);
        self.set("velocity_start", random.pick(&[0.0, 0.0, start]));
    }

    /// Pieces of inputs with these sizes: steps, ramps, and pieces that hold.
    pub fn draw_pieces(&mut self, random: &mut Random, sizes: &[f64]) {
        let count = 1 + random.below(5);
        let length = self.scale.duration / count as f64;
        let mut last: Vec<f64> = sizes.iter().map(|size| size * random.between(-1.0, 1.0)).collect();
        for _ in 0..count {
            let mut drawn = |old: &[f64]| -> Vec<f64> {
                let pairs = old.iter().zip(sizes);
                pairs
                    .map(|(&old, size)| if random.one_in(2) { old } else { size * random.between(-1.0, 1.0) })
                    .collect()
            };
            let begin = drawn(&last);
            let end = drawn(&begin);
            last.clone_from(&end);
            self.pieces.push(Piece { length: length * random.between(0.5, 1.5), begin, end, tuned: Vec::new() });
        }
    }

    fn draw_transmission(&mut self, random: &mut Random) {
        let level = self.scale.level;
        let load = level * random.between(0.0, 3.0);
        let load = random.pick(&[0.0, load]);
        let sizes = [level * random.between(0.5, 6.0), load];
        self.draw_pieces(random, &sizes);
        let inertia = self.scale.inertia * random.magnitude(-3.0, 1.0);
        self.set("load_inertia", random.pick(&[0.0, 0.0, inertia]));
    }

    fn draw_servo(&mut self, random: &mut Random) {
        let load = self.scale.level * random.between(0.0, 3.0);
        let sizes = [0.1 * random.magnitude(-2.0, 0.0), load, 0.0];
        self.draw_pieces(random, &sizes);
        for piece in &mut self.pieces {
            (piece.begin[2], piece.end[2]) = (2.6e7, 2.6e7 * random.between(0.2, 1.0));
        }
        self.set("controller.proportional_gain", 40.0 * random.magnitude(-0.5, 0.5));
        let gain = random.magnitude(0.0, 2.0);
        self.set("controller.integral_gain", random.pick(&[0.0, gain]));
    }

    /// Leakage and rated pressure; and a supply that may vanish.
    fn draw_orifices(&mut self, random: &mut Random) {
        self.set("motor.leakage_coefficient", random.magnitude(-13.0, -11.0));
        self.set("servovalve.rated_pressure", random.pick(&[2.6e7, 7e6]));
        if random.one_in(4) {
            let piece = random.below(self.pieces.len());
            self.pieces[piece].end[2] = 0.0;
        }
    }

    fn draw_hydraulic(&mut self, random: &mut Random) {
        let Scale { level, distance, duration, .. } = self.scale;
        let sizes = [level * random.between(0.5, 6.0)];
        self.draw_pieces(random, &sizes);
        let spring = level / distance * random.magnitude(-2.0, 1.5);
        self.set("spring_stiffness", random.pick(&[0.0, spring]));
        let amplitude = level * random.between(-4.0, 4.0);
        self.set("pressure_step.force_amplitude", random.pick(&[0.0, amplitude]));
        self.set("pressure_step.natural_frequency", random.magnitude(0.0, 1.5) / duration);
        self.set("pressure_step.damping_ratio", random.between(0.0, 2.0));
        self.set("pressure_step.time", duration * random.between(-0.2, 1.0));
    }
}

/// Any sizes: the equations do not know units.
fn free_scale(random: &mut Random) -> Scale {
    let (level, duration) = (random.magnitude(-2.0, 4.0), random.magnitude(-1.0, 0.5));
    let acceleration = random.magnitude(-1.0, 2.0);
    let velocity = acceleration * duration;
    Scale { level, inertia: level / acceleration, duration, velocity, distance: velocity * duration }
}

/// About that of the paper's servo, whose valve it has.
fn servo_scale(random: &mut Random) -> Scale {
    let (level, inertia) = (2500.0 * random.magnitude(-0.5, 0.5), 2200.0 * random.magnitude(-0.3, 0.3));
    Scale { level, inertia, duration: 0.2, velocity: 0.5, distance: 0.1 }
}
