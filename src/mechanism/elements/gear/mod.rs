//! A rigid gear or screw, whose losses grow with its mesh torque. Who holds it at rest is asked with all others; whether it jams:
//! [`crate::mechanism::jamming`].

mod force;
mod guard;

pub(in crate::mechanism) use force::GearLoss;
pub(in crate::mechanism) use guard::GearGuard;

use crate::friction::{Levels, RestRatios, Table};
use crate::mechanism::clusters::Joint;
use crate::mechanism::expansion::{Expansion, Situation, WIDTH};
use crate::mechanism::{Mode, Snapshot};

/// A rigid gear or screw, `q_first = ratio·q_second + constant`, with losses at the first body that grow with the mesh torque T.
///
/// ```text
/// torque = T + loss     loss = s·(C + gain·|T|), s = sign(v_first); gain = 1/η_opp − 1 where s·T ≥ 0, else 1 − η_aid
/// at rest               −r·F₋(T) ≤ loss ≤ r·F₊(T), F the level for starting in that direction
/// over speed            C(|v_first|) and both gains from a table, linear between its points and constant beyond the last
/// ```
///
/// The table is Modelica's `lossTable` of a LossyGear, whose two columns of friction are C and a bearing of the second, a contact. Deviation: between
/// points the gains are linear, not the efficiencies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gear {
    /// The driving body.
    pub first: usize,
    /// The driven body.
    pub second: usize,
    /// Velocity of the first over that of the second.
    pub ratio: f64,
    /// C with the two gains (Borello & Dalla Vedova 2012, eqs 3 and 4; Modelica's LossyGear); with a table those at rest.
    pub levels: Levels,
    /// What they are at other speeds of the first.
    pub table: Option<Table>,
    /// r of C and of the share of the mesh torque.
    pub static_ratios: RestRatios,
}

impl Gear {
    /// Without losses.
    pub fn lossless(first: usize, second: usize, ratio: f64) -> Self {
        let (levels, static_ratios) = (Levels::new(0.0, 1.0, 1.0), RestRatios::alike(1.0));
        Self { first, second, ratio, levels, table: None, static_ratios }
    }

    /// Greatest loss at rest against motion in a direction, under a mesh torque, or a coefficient of it.
    pub(in crate::mechanism) fn level_at_rest(&self, one: f64, direction: i8, mesh_sign: i8, mesh: f64) -> f64 {
        self.levels.rest_level(one, self.static_ratios, direction, mesh_sign, mesh)
    }

    /// Whether anything is lost in it.
    pub fn is_lossy(&self) -> bool {
        self.levels.forward > 0.0 || self.follows_mesh_torque() || self.table.is_some()
    }

    /// Whether its losses follow its mesh torque.
    pub(in crate::mechanism) fn follows_mesh_torque(&self) -> bool {
        self.levels.opposing_gain != 0.0 || self.levels.aiding_gain != 0.0 || self.has_share_over_speed()
    }

    /// Whether the share of the mesh torque depends on the speed.
    pub(in crate::mechanism) fn has_share_over_speed(&self) -> bool {
        self.table.as_ref().is_some_and(Table::has_load)
    }

    /// Number of the interval of its table that contains a speed.
    pub(in crate::mechanism) fn segment(&self, speed: f64) -> u8 {
        self.table.as_ref().map_or(0, |table| table.segment(speed) as u8)
    }

    /// Levels at a speed on a segment of its table.
    pub fn levels_at(&self, speed: f64, segment: u8) -> Levels {
        let Some(table) = &self.table else { return self.levels };
        let segment = usize::from(segment);
        let level = table.level(speed, segment);
        let levels = Levels { forward: level, backward: level, ..self.levels };
        if !table.has_load() {
            return levels;
        }
        let [opposing_gain, aiding_gain] = [true, false].map(|opposes| table.load_ratio(speed, segment, opposes));
        Levels { opposing_gain, aiding_gain, ..levels }
    }

    /// Derivatives of the same with the speed: of C, and of the gain for motion in `direction` under a mesh torque of the sign `mesh_sign`.
    pub(in crate::mechanism) fn slopes(&self, segment: u8, direction: i8, mesh_sign: i8) -> (f64, f64) {
        let Some(table) = &self.table else { return (0.0, 0.0) };
        let segment = usize::from(segment);
        (table.slope(segment), table.load_slope(segment, direction == mesh_sign))
    }

    /// Whether it is self-locking at rest: its losses hold however much the second body drives, r·(1 − η_aid) > 1.
    pub(in crate::mechanism) fn is_self_locking(&self) -> bool {
        self.static_ratios.load * self.levels.aiding_gain > 1.0
    }

    /// Whether the first body is given nothing where the second drives it, or even less, η_aid ≤ 0: then it can jam, at 0 only if the first
    /// has no inertia of its own.
    pub(in crate::mechanism) fn can_jam(&self) -> bool {
        let over_speed = self.table.as_ref().map_or(0.0, Table::greatest_aiding_gain);
        self.levels.aiding_gain.max(over_speed) >= 1.0
    }

    /// The loss of a gear under a mesh torque, with the levels of its speed; at rest that which `holds` it, within its bounds.
    pub(in crate::mechanism) fn allowed_loss(&self, (mode, levels): (GearMode, &Levels), mesh: f64, holds: f64) -> f64 {
        let mesh_sign = if mesh < 0.0 { -1 } else { 1 };
        let level = |direction: i8| levels.level(1.0, direction, mesh_sign, mesh);
        let at_rest = |direction: i8| self.level_at_rest(1.0, direction, mesh_sign, mesh);
        match mode {
            GearMode::Lossless => 0.0,
            GearMode::Turning { direction, .. } => f64::from(direction) * level(direction),
            GearMode::LossSaturated { direction, .. } => f64::from(direction) * at_rest(direction),
            GearMode::Held(_) => holds.max(-at_rest(-1)).min(at_rest(1)),
        }
    }
}

/// What the losses of a gear do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GearMode {
    /// There are none.
    Lossless,
    /// The first turns in this direction, or is about to; the mesh torque has this sign.
    Turning {
        /// Sign of the velocity of the first.
        direction: i8,
        /// Sign of the mesh torque.
        mesh_sign: i8,
    },
    /// The losses hold the gear; the mesh torque has this sign.
    Held(i8),
    /// Others hold what the gear ties, and its losses are all that they can be at rest.
    LossSaturated {
        /// Sign of the loss torque.
        direction: i8,
        /// Sign of the mesh torque.
        mesh_sign: i8,
    },
}

impl GearMode {
    /// Direction in which the first turns, at this velocity: 0 while the losses hold it.
    pub(in crate::mechanism) fn regime(self, velocity: f64) -> i32 {
        match self {
            Self::Lossless => i32::from(velocity > 0.0) - i32::from(velocity < 0.0),
            Self::Turning { direction, .. } => i32::from(direction),
            Self::Held(_) | Self::LossSaturated { .. } => 0,
        }
    }

    /// Loss per mesh torque with these levels while it turns: zero at rest, where the loss is what holds.
    pub(in crate::mechanism) fn factor(self, gear: &Gear, turning: &Levels) -> f64 {
        match self {
            Self::Turning { direction, mesh_sign } => turning.signed_gain(direction, mesh_sign),
            Self::LossSaturated { direction, mesh_sign } => {
                gear.static_ratios.load * gear.levels.signed_gain(direction, mesh_sign)
            }
            Self::Lossless | Self::Held(_) => 0.0,
        }
    }

    /// Loss without mesh torque.
    pub(in crate::mechanism) fn constant(self, gear: &Gear, turning: &Levels) -> f64 {
        match self {
            Self::Turning { direction, .. } => f64::from(direction) * turning.forward,
            Self::LossSaturated { direction, .. } => {
                f64::from(direction) * gear.static_ratios.coulomb * gear.levels.forward
            }
            Self::Lossless | Self::Held(_) => 0.0,
        }
    }

    /// Before anything was decided.
    pub(in crate::mechanism) fn at_start(gear: &Gear) -> Self {
        if gear.is_lossy() { Self::Held(1) } else { Self::Lossless }
    }

    /// At this velocity of the first, before the sign of its mesh torque is known.
    pub(in crate::mechanism) fn moving(gear: &Gear, velocity: f64) -> Self {
        let direction = if velocity < 0.0 { -1 } else { 1 };
        match velocity {
            0.0 => Self::at_start(gear),
            _ if gear.is_lossy() => Self::Turning { direction, mesh_sign: direction },
            _ => Self::Lossless,
        }
    }

    /// Its number in a saved state.
    pub(in crate::mechanism) fn number(self) -> i8 {
        match self {
            Self::Lossless => 0,
            Self::Held(mesh_sign) => mesh_sign,
            Self::Turning { direction, mesh_sign } => 4 * direction + mesh_sign,
            Self::LossSaturated { direction, mesh_sign } => 8 * direction + mesh_sign,
        }
    }

    pub(in crate::mechanism) fn from_number(number: i8) -> Self {
        match number {
            0 => Self::Lossless,
            1 | -1 => Self::Held(number),
            5 => Self::Turning { direction: 1, mesh_sign: 1 },
            3 => Self::Turning { direction: 1, mesh_sign: -1 },
            -3 => Self::Turning { direction: -1, mesh_sign: 1 },
            7 | 9 => Self::LossSaturated { direction: 1, mesh_sign: number - 8 },
            -7 | -9 => Self::LossSaturated { direction: -1, mesh_sign: number + 8 },
            _ => Self::Turning { direction: -1, mesh_sign: -1 },
        }
    }
}

/// How gears turn, which their losses follow.
#[derive(Clone, Copy)]
pub(in crate::mechanism) struct Turning<'a> {
    /// Of each gear.
    pub modes: &'a [GearMode],
    /// Segment of the table of each gear.
    pub segments: &'a [u8],
    /// Of each body.
    pub velocity: &'a [f64],
}

impl Turning<'_> {
    /// No gear has losses.
    pub const NONE: Self = Self { modes: &[], segments: &[], velocity: &[] };

    /// Levels of a gear at its present speed: at rest the first ones.
    pub fn levels(self, gear: &Gear, index: usize) -> Levels {
        match self.modes[index] {
            GearMode::Turning { direction, .. } if gear.table.is_some() => {
                // What rounding leaves below zero is no speed.
                let speed = (f64::from(direction) * self.velocity[gear.first]).max(0.0);
                gear.levels_at(speed, self.segments[index])
            }
            GearMode::Turning { .. } | GearMode::Lossless | GearMode::Held(_) | GearMode::LossSaturated { .. } => {
                gear.levels
            }
        }
    }

    /// Loss of a gear per mesh torque; nothing where losses do not count.
    pub fn factor(self, gear: &Gear, index: usize) -> f64 {
        self.modes.get(index).map_or(0.0, |mode| mode.factor(gear, &self.levels(gear, index)))
    }
}

impl Mode {
    /// How gears turn with these velocities of the bodies.
    pub(in crate::mechanism) fn turning<'a>(&'a self, velocity: &'a [f64]) -> Turning<'a> {
        Turning { modes: &self.gears, segments: &self.loss_segments, velocity }
    }

    /// A gear begins to turn in a direction at this instant, with a mesh torque of the sign `mesh_sign`.
    pub(in crate::mechanism) fn begin_turning(&mut self, gear: usize, direction: i8, mesh_sign: i8) {
        self.gears[gear] = GearMode::Turning { direction, mesh_sign };
        (self.gear_known[gear], self.mesh_known[gear], self.loss_segments[gear]) = (2, 0, 0);
    }
}

impl Situation<'_> {
    /// Levels of a gear at its present speed.
    pub fn levels(&self, gear: usize) -> Levels {
        self.mode.turning(self.velocity).levels(&self.structure.gears[gear], gear)
    }

    /// Speed of the first of a gear that turns, of these velocities or a coefficient of them.
    fn speed_of_gear(&self, gear: usize, velocity: &[f64]) -> f64 {
        match self.mode.gears[gear] {
            GearMode::Turning { direction, .. } => f64::from(direction) * velocity[self.structure.gears[gear].first],
            GearMode::Lossless | GearMode::Held(_) | GearMode::LossSaturated { .. } => 0.0,
        }
    }

    /// The speeds between which the segment of the table of a gear is.
    fn ends_of_segment(&self, gear: usize) -> (f64, f64) {
        let (table, segment) = (&self.structure.gears[gear].table, self.mode.loss_segments[gear]);
        table.as_ref().map_or((0.0, f64::INFINITY), |table| table.ends(usize::from(segment)))
    }
}

impl Expansion {
    /// Coefficient number `k` of the loss of a gear that does not follow the mesh torque of that order: of a table
    ///
    /// ```text
    /// (κ·T)_k = κ₀·T_k + Σ κ_j·T_{k−j}, j = 1 … k
    /// ```
    ///
    /// where the inertia of what moves has κ₀, and the sum is known, as velocities are known an order ahead.
    pub(in crate::mechanism) fn known_loss(&self, at: &Situation<'_>, index: usize, k: usize) -> f64 {
        let (gear, mode) = (&at.structure.gears[index], at.mode.gears[index]);
        if k == 0 {
            return mode.constant(gear, &at.levels(index));
        }
        let GearMode::Turning { direction, mesh_sign } = mode else { return 0.0 };
        let (level, gain) = gear.slopes(at.mode.loss_segments[index], direction, mesh_sign);
        let sign = f64::from(direction);
        let speed = |order: usize| sign * self.velocity[order * self.bodies + gear.first];
        let mesh = &self.mesh[index * WIDTH..(index + 1) * WIDTH];
        let products = (1..=k).fold(0.0, |sum, order| sum + speed(order) * mesh[k - order]);
        sign * (level * speed(k) + f64::from(mesh_sign) * gain * products)
    }

    /// Mesh torques of the order at hand, which later orders of losses follow from.
    pub(in crate::mechanism) fn carry_in_meshes(&mut self, at: &Situation<'_>, k: usize) {
        for (index, gear) in at.structure.gears.iter().enumerate() {
            if gear.has_share_over_speed() {
                self.mesh[index * WIDTH + k] = self.mesh_torque(at, index);
            }
        }
    }

    /// The same from elsewhere.
    pub fn carry(&mut self, order: usize, mesh_torque: impl Fn(usize) -> f64) {
        for gear in 0..self.mesh.len() / WIDTH {
            self.mesh[gear * WIDTH + order] = mesh_torque(gear);
        }
    }

    /// Mesh torque of a gear, referred to its first.
    pub fn mesh_torque(&self, at: &Situation<'_>, gear: usize) -> f64 {
        self.link_of(at, Joint::Gear(gear)).unwrap_or(0.0)
    }

    /// Loss torque of a gear at rest; nothing where other friction holds the bodies.
    pub fn held_loss(&self, at: &Situation<'_>, gear: usize) -> f64 {
        self.link_of(at, Joint::Hold(gear)).unwrap_or(0.0)
    }

    /// Greatest loss of a gear at rest in a direction; coefficient number `order`.
    pub fn holding_level(&self, at: &Situation<'_>, index: usize, direction: i8, order: usize) -> f64 {
        let gear = &at.structure.gears[index];
        let one = if order == 0 { 1.0 } else { 0.0 };
        let mesh_sign = match at.mode.gears[index] {
            GearMode::Held(mesh_sign)
            | GearMode::Turning { mesh_sign, .. }
            | GearMode::LossSaturated { mesh_sign, .. } => mesh_sign,
            GearMode::Lossless => 1,
        };
        gear.level_at_rest(one, direction, mesh_sign, self.mesh_torque(at, index))
    }
}

impl Snapshot<'_> {
    /// Torque into a gear at its first body, the part of it that is lost [N·m], and the direction in which it turns.
    pub fn gear(&self, gear: usize) -> (f64, f64, i32) {
        let mesh = self.expansion.mesh_torque(&self.at, gear);
        let part = &self.at.structure.gears[gear];
        let (mode, regime) = (self.mode.gears[gear], self.mode.gears[gear].regime(self.at.velocity[part.first]));
        let loss = match mode {
            _ if self.is_bounded => {
                part.allowed_loss((mode, &self.at.levels(gear)), mesh, self.expansion.held_loss(&self.at, gear))
            }
            GearMode::Lossless => 0.0,
            GearMode::Turning { .. } | GearMode::LossSaturated { .. } => {
                self.expansion.known_loss(&self.at, gear, self.order) + mode.factor(part, &self.at.levels(gear)) * mesh
            }
            GearMode::Held(_) => self.expansion.held_loss(&self.at, gear),
        };
        (mesh + loss, loss, regime)
    }
}
