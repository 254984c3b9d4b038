//! Scenarios whose numbers are round, as those that users write: by range of seeds, what they are about. Round numbers are equal,
//! cancel each other and end exactly where something else does far more often than random ones.
//!
//! All numbers are drawn by [`Random::round`]. In one of two scenarios additions of the seeds below are drawn besides: bristles and
//! laws that creep, linear systems, servos, or parameters that change.

use super::additions::{CREEPING, LINEAR, SERVOS, TUNED};
use super::draw::{Drawn, Scale};
use super::scenario::Scenario;
use super::{arriving, engaged, rows, singular, supplied};
use crate::random::{Random, tidy};

/// Seeds from here on have round numbers. Each kind has as many seeds as all before it.
pub const ROUND: u64 = 1 << 26;

/// Durations of their motions [s]: each is run a dozen times.
pub const DURATIONS: [f64; 6] = [0.01, 0.02, 0.025, 0.05, 0.1, 0.2];

/// What a scenario with round numbers is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// From 2²⁶: nothing else.
    Round,
    /// From 2²⁷: conditions under which equations of the decision have no, or more than one, solution.
    Singular,
    /// From 2²⁸: engagements on ramps that end at exactly 0 or 1 at a communication point and stay there, under all laws.
    Engaged,
    /// From 2²⁹: inputs that jump at the instant at which something comes to rest or into contact.
    Arriving,
    /// From 2³⁰: servos whose supply comes and goes.
    Supplied,
    /// From 2³¹: rows of equal stations with lossy gears, at rest and moving.
    Rows,
}

impl Kind {
    pub const ALL: [Self; 6] = [Self::Round, Self::Singular, Self::Engaged, Self::Arriving, Self::Supplied, Self::Rows];

    /// The first seed of the kind.
    pub const fn begin(self) -> u64 {
        ROUND << (self as u64)
    }

    /// The kind of a seed; none where numbers are not round.
    pub fn of(seed: u64) -> Option<Self> {
        Self::ALL.into_iter().rfind(|kind| seed >= kind.begin())
    }

    /// Whether a scenario has what seeds from `addition` on add.
    pub fn has(self, addition: u64, seed: u64) -> bool {
        match self {
            Self::Round => [CREEPING, LINEAR, SERVOS, TUNED].get((seed % 8) as usize) == Some(&addition),
            Self::Engaged => addition == CREEPING && !seed.is_multiple_of(3),
            Self::Arriving => addition == CREEPING && seed.is_multiple_of(4),
            Self::Supplied => addition == SERVOS,
            Self::Singular | Self::Rows => false,
        }
    }

    /// Makes a scenario with round numbers what the kind is about.
    pub fn apply(self, scenario: &mut Scenario, random: &mut Random, scale: Scale, bodies: &[Drawn]) {
        scenario.steps = random.pick(&[1, 2, 4, 5, 8, 10, 20]);
        match self {
            Self::Round => {}
            Self::Singular => singular::apply(scenario, random),
            Self::Engaged => engaged::apply(scenario, random),
            Self::Arriving => arriving::apply(scenario, random, scale, bodies),
            Self::Supplied => supplied::apply(scenario, random),
            Self::Rows => *scenario = rows::row(scenario.seed, random),
        }
        tidy_numbers(scenario);
    }
}

/// Rounding of the products that sizes are made of is no part of round numbers.
fn tidy_numbers(scenario: &mut Scenario) {
    let elements = scenario.elements.iter_mut().flat_map(|element| &mut element.numbers).map(|(_, value)| value);
    elements.chain(scenario.loads.iter_mut().map(|load| &mut load.gain)).for_each(|value| *value = tidy(*value));
    for piece in &mut scenario.pieces {
        piece.length = tidy(piece.length);
        piece.values.iter_mut().flatten().for_each(|value| *value = tidy(*value));
    }
    scenario.changes.iter_mut().for_each(|change| change.value = tidy(change.value));
}
