//! The very edges of what is admissible.

use super::draw::{Piece, Scenario, family};
use super::model::Kind;
use crate::random::{Random, tidy};
use model_description::models::laws::Family;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Edge {
    /// Static as high as sliding friction.
    StaticRatioOne,
    /// No loss of the mesh in either direction.
    EfficiencyOne,
    /// A transmission that just holds its load, or more than holds it.
    SelfLocking,
    /// No Coulomb level.
    NoFriction,
    NoDamping,
    NoLoad,
    /// Driven side 1e12 times heavier than the driving one.
    HeavyLoad,
    /// Driving side 1e12 times heavier than the driven one.
    LightLoad,
    /// Torque exactly on the breakaway level, and one bit above it.
    OnTheLimit,
    /// Velocity exactly zero at a communication point.
    ZeroAtAPoint,
    /// Inputs that change at every communication point.
    Noise,
    /// A stop where the body breaks away.
    AtTheStop,
    /// Travel of no width.
    NoTravel,
    /// static_ratio·(1 − efficiency_aiding) = 1: a load neither locks the transmission nor does it move it.
    LockedByStaticRatio,
    /// inertia + efficiency_aiding·load_inertia = 0: nothing is left to accelerate where the load aids.
    LostInertia,
    /// Efficiencies of 0 and 1.
    NoOrAllLosses,
    /// No force and no velocity, and then a force.
    NothingActs,
    /// The drive comes to exactly the breakaway level at a communication point, and stays there.
    RampToTheLimit,
    /// The drive comes to exactly zero at a communication point, and stays there.
    RampToZero,
    /// The drive jumps at the instant at which friction has stopped the body.
    JumpAtRest,
    /// The body meets its stop at a communication point at which the drive jumps.
    StopAtAPoint,
    /// The supply of a servo comes and goes.
    Supply,
}

impl Edge {
    pub const ALL: [Self; 22] = [
        Self::StaticRatioOne,
        Self::EfficiencyOne,
        Self::SelfLocking,
        Self::NoFriction,
        Self::NoDamping,
        Self::NoLoad,
        Self::HeavyLoad,
        Self::LightLoad,
        Self::OnTheLimit,
        Self::ZeroAtAPoint,
        Self::Noise,
        Self::AtTheStop,
        Self::NoTravel,
        Self::LockedByStaticRatio,
        Self::LostInertia,
        Self::NoOrAllLosses,
        Self::NothingActs,
        Self::RampToTheLimit,
        Self::RampToZero,
        Self::JumpAtRest,
        Self::StopAtAPoint,
        Self::Supply,
    ];
    /// Those that scenarios of all seeds run along.
    const USUAL: usize = 13;

    pub fn draw(random: &mut Random) -> Self {
        random.pick(&Self::ALL[..Self::USUAL])
    }

    /// One of those that scenarios with round numbers meet on purpose; the supply in every third scenario of a servo.
    pub fn draw_singular(random: &mut Random, kind: Kind) -> Self {
        let mechanical = &Self::ALL[Self::USUAL..Self::ALL.len() - 1];
        if kind == Kind::Servo && random.one_in(3) { Self::Supply } else { random.pick(mechanical) }
    }

    /// Changes a scenario so that it runs along the edge.
    pub fn apply(self, scenario: &mut Scenario, random: &mut Random) {
        scenario.edge = Some(self);
        match self {
            Self::StaticRatioOne => scenario.set("friction.static_ratio", 1.0),
            Self::EfficiencyOne => {
                scenario.set("friction.efficiency_opposing", 1.0);
                scenario.set("friction.efficiency_aiding", 1.0);
            }
            Self::SelfLocking => scenario.set("friction.efficiency_aiding", random.pick(&[0.0, -1e-15, -1.0])),
            // Bristle laws need a level.
            Self::NoFriction if family(scenario.law) != Family::Bristle => scenario.set(scenario.level_name(), 0.0),
            Self::NoFriction => {}
            Self::NoDamping => scenario.set("viscous_coefficient", 0.0),
            Self::NoLoad => no_load(scenario),
            Self::HeavyLoad | Self::LightLoad => inertia_ratio(scenario, self == Self::HeavyLoad),
            Self::OnTheLimit => on_the_limit(scenario, random),
            Self::ZeroAtAPoint => zero_at_a_point(scenario),
            Self::Noise => noise(scenario, random),
            Self::AtTheStop => at_the_stop(scenario, random),
            Self::NoTravel => {
                let place = scenario.scale.distance * random.pick(&[0.0, 1.0, -1.0]);
                ["travel.lower", "travel.upper", "position_start"]
                    .into_iter()
                    .for_each(|name| scenario.set(name, place));
            }
            Self::LockedByStaticRatio => locked_by_static_ratio(scenario, random),
            Self::LostInertia => lost_inertia(scenario, random),
            Self::NoOrAllLosses => {
                scenario.set("friction.efficiency_opposing", random.pick(&[1.0, 0.5]));
                scenario.set("friction.efficiency_aiding", random.pick(&[0.0, 1.0]));
            }
            Self::NothingActs => nothing_acts(scenario),
            Self::RampToTheLimit => ramp_to(scenario, breakaway(scenario) * random.sign()),
            Self::RampToZero => ramp_to(scenario, 0.0),
            Self::JumpAtRest | Self::StopAtAPoint => arrives(scenario, random, self == Self::StopAtAPoint),
            Self::Supply => supply(scenario, random),
        }
    }
}

fn no_load(scenario: &mut Scenario) {
    match scenario.kind {
        Kind::Hydraulic => scenario.set("spring_stiffness", 0.0),
        _ => scenario.pieces.iter_mut().for_each(|piece| (piece.begin[1], piece.end[1]) = (0.0, 0.0)),
    }
}

fn inertia_ratio(scenario: &mut Scenario, heavy: bool) {
    if scenario.kind == Kind::Hydraulic {
        return;
    }
    let inertia = scenario.scale.inertia;
    let (driving, driven) = if heavy { (1e-12 * inertia, inertia) } else { (inertia, 1e-12 * inertia) };
    scenario.set("inertia", driving);
    scenario.set("load_inertia", driven);
}

/// The breakaway level without load, computed as the model does it.
fn breakaway(scenario: &Scenario) -> f64 {
    scenario.parameter("friction.static_ratio") * scenario.parameter(scenario.level_name())
}

fn next_up(value: f64, bits: i64) -> f64 {
    f64::from_bits((value.to_bits() as i64 + bits) as u64)
}

fn on_the_limit(scenario: &mut Scenario, random: &mut Random) {
    no_load(scenario);
    scenario.set("position_start", 0.0);
    scenario.set("velocity_start", 0.0);
    if scenario.kind == Kind::Servo {
        return;
    }
    scenario.set("pressure_step.force_amplitude", 0.0);
    let limit = breakaway(scenario);
    let values: Vec<f64> = (-2..=2).map(|bits| next_up(limit, bits)).collect();
    for piece in &mut scenario.pieces {
        (piece.begin[0], piece.end[0]) = (random.sign() * random.pick(&values), random.sign() * random.pick(&values));
    }
}

/// A deceleration in binary numbers: from 1 to rest in 1 s, with communication points at quarters.
fn zero_at_a_point(scenario: &mut Scenario) {
    if scenario.kind == Kind::Servo {
        return;
    }
    no_load(scenario);
    for (name, value) in [
        ("viscous_coefficient", 0.0),
        ("pressure_step.force_amplitude", 0.0),
        ("load_inertia", 0.0),
        ("travel.lower", -4.0),
        ("travel.upper", 4.0),
        ("position_start", 0.0),
        ("velocity_start", 1.0),
    ] {
        scenario.set(name, value);
    }
    scenario.set(scenario.inertia_name(), 1.0);
    scenario.set(scenario.level_name(), 1.0);
    (scenario.scale.level, scenario.scale.inertia) = (1.0, 1.0);
    let inputs = scenario.pieces[0].begin.len();
    let hold = |value: f64| {
        let mut values = vec![0.0; inputs];
        values[0] = value;
        Piece { length: 1.0, begin: values.clone(), end: values, tuned: Vec::new() }
    };
    scenario.pieces = vec![hold(0.0), hold(-3.0), hold(0.0), hold(3.0)];
    scenario.steps = 4;
}

/// Every communication step a piece of its own.
fn noise(scenario: &mut Scenario, random: &mut Random) {
    let whole = scenario.pieces.clone();
    let length = scenario.end() / 40.0;
    scenario.pieces.clear();
    for _ in 0..40 {
        let piece = &whole[random.below(whole.len())];
        let value: Vec<f64> = piece.begin.iter().map(|value| value * random.between(-1.0, 1.0)).collect();
        let value = if scenario.kind == Kind::Servo { vec![value[0], value[1], 2.6e7] } else { value };
        scenario.pieces.push(Piece { length, begin: value.clone(), end: value, tuned: Vec::new() });
    }
    scenario.steps = 1;
}

/// At rest on a stop, pushed against it and away from it around breakaway.
fn at_the_stop(scenario: &mut Scenario, random: &mut Random) {
    let upper = scenario.parameter("travel.upper");
    scenario.set("position_start", upper);
    scenario.set("velocity_start", 0.0);
    if scenario.kind == Kind::Servo {
        return;
    }
    let level = breakaway(scenario);
    for piece in &mut scenario.pieces {
        (piece.begin[0], piece.end[0]) = (level * random.between(-1.2, 1.2), -level * random.between(0.9, 1.1));
    }
}

fn locked_by_static_ratio(scenario: &mut Scenario, random: &mut Random) {
    let (ratio, aiding) = random.pick(&[(1.25, 0.2), (2.0, 0.5), (1.0, 0.0), (4.0, 0.75), (10.0, 0.9), (5.0, 0.8)]);
    scenario.set("friction.static_ratio", ratio);
    scenario.set("friction.efficiency_aiding", aiding);
    if family(scenario.law) != Family::Bristle && random.one_in(2) {
        scenario.set(scenario.level_name(), 0.0);
    }
}

fn lost_inertia(scenario: &mut Scenario, random: &mut Random) {
    if scenario.kind == Kind::Hydraulic {
        return;
    }
    let aiding = random.pick(&[-0.1, -0.2, -0.5, -1.0]);
    let load = scenario.scale.inertia;
    scenario.set("friction.efficiency_aiding", aiding);
    scenario.set("inertia", tidy(-aiding * load));
    scenario.set("load_inertia", load);
}

/// Of the first piece all that acts; what is left begins where the second does.
fn nothing_acts(scenario: &mut Scenario) {
    ["position_start", "velocity_start", "pressure_step.force_amplitude"]
        .into_iter()
        .for_each(|name| scenario.set(name, 0.0));
    if scenario.pieces.len() == 1 {
        scenario.pieces.push(scenario.pieces[0].clone());
    }
    let sources = if scenario.kind == Kind::Hydraulic { 1 } else { 2 };
    let first = &mut scenario.pieces[0];
    [&mut first.begin, &mut first.end].into_iter().for_each(|values| values[..sources].fill(0.0));
    scenario.pieces[1].begin[..sources].fill(0.0);
}

/// The drive comes to a value in the first piece, and keeps it in the second.
fn ramp_to(scenario: &mut Scenario, value: f64) {
    while scenario.pieces.len() < 3 {
        scenario.pieces.push(scenario.pieces[0].clone());
    }
    if scenario.kind == Kind::Servo {
        return;
    }
    scenario.set("pressure_step.force_amplitude", 0.0);
    no_load(scenario);
    scenario.pieces[0].end[0] = value;
    (scenario.pieces[1].begin[0], scenario.pieces[1].end[0]) = (value, value);
}

/// A motion of constant speed, or of constant deceleration by friction, which ends with the first piece. Without friction where a stop ends it.
fn arrives(scenario: &mut Scenario, random: &mut Random, at_a_stop: bool) {
    if scenario.kind == Kind::Servo || family(scenario.law) == Family::Bristle {
        return;
    }
    no_load(scenario);
    let time = random.pick(&[0.05, 0.1, 0.2, 0.25, 0.5, 1.0]);
    let (speed, inertia) = (random.pick(&[0.1, 0.5, 1.0, 2.0]), random.pick(&[0.5, 1.0, 2.0, 5.0]));
    let level = inertia * speed / time;
    let distance = speed * time;
    for (name, value) in [
        ("viscous_coefficient", 0.0),
        ("pressure_step.force_amplitude", 0.0),
        ("load_inertia", 0.0),
        ("travel.lower", -10.0 * distance),
        ("travel.upper", if at_a_stop { distance } else { 10.0 * distance }),
        ("position_start", 0.0),
        ("velocity_start", speed),
        (scenario.inertia_name(), inertia),
        (scenario.level_name(), if at_a_stop { 0.0 } else { level }),
    ] {
        scenario.set(name, tidy(value));
    }
    (scenario.scale.level, scenario.scale.inertia) = (level, inertia);
    while scenario.pieces.len() < 2 {
        scenario.pieces.push(scenario.pieces[0].clone());
    }
    scenario.pieces[0].length = time;
    (scenario.pieces[0].begin[0], scenario.pieces[0].end[0]) = (0.0, 0.0);
    for piece in scenario.pieces.iter_mut().skip(1) {
        (piece.begin[0], piece.end[0]) =
            (level * random.pick(&[0.0, 1.0, -1.0, 2.0, -2.0]), level * random.pick(&[1.0, -2.0, 3.0]));
    }
    scenario.pieces.iter_mut().for_each(|piece| piece.tuned.clear());
}

/// Supply that is there, goes at once or along a line, and comes back.
fn supply(scenario: &mut Scenario, random: &mut Random) {
    let full = 2.6e7;
    let mut now = full;
    for piece in &mut scenario.pieces {
        let begin = if random.one_in(3) { random.pick(&[0.0, full, 1e7]) } else { now };
        now = if random.one_in(2) { begin } else { random.pick(&[0.0, full, 1e7]) };
        (piece.begin[2], piece.end[2]) = (begin, now);
    }
}
