//! A rigid gear or screw, whose losses grow with its mesh torque. Who holds it at rest is asked with all others; whether it jams:
//! [`crate::mechanism::jamming`].

use crate::complementarity::{Bound, Germ, Law, MeshSlope};
use crate::friction::{Band, Levels, RestRatios, Table};
use crate::mechanism::clusters::Joint;
use crate::mechanism::decision::Candidate;
use crate::mechanism::event::{Event, Observer, Subject};
use crate::mechanism::expansion::{Expansion, Situation, WIDTH, coefficient};
use crate::mechanism::guard::{Consequence, ElementGuard, GuardKind};
use crate::mechanism::question::ORDERS;
use crate::mechanism::{Mechanism, Mode, Snapshot, Structure};
use crate::plants::EventKind;

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

    /// λ = −loss between the losses for starting in both directions: F₊(T) = C + g_o·T⁺ + g_a·T⁻, F₋(T) = C + g_a·T⁺ + g_o·T⁻, times r
    /// unless it `slides`.
    pub(in crate::mechanism) fn law_at_rest(&self, mesh: usize, slides: bool) -> Law<ORDERS> {
        let ratios = if slides { RestRatios::alike(1.0) } else { self.static_ratios };
        self.levels.law_between(mesh, ratios)
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

impl Levels {
    /// λ between the losses with these levels, each part of them times its ratio.
    pub(in crate::mechanism) fn law_between(&self, mesh: usize, ratios: RestRatios) -> Law<ORDERS> {
        let level = |sign: f64, positive: f64, negative: f64| {
            let share = sign * ratios.load;
            let slope = MeshSlope { mesh, positive: share * positive, negative: share * negative };
            Bound { constant: Germ::from(sign * ratios.coulomb * self.forward), slope: Some(slope) }
        };
        let (opposing, aiding) = (self.opposing_gain, self.aiding_gain);
        Law::Between(level(-1.0, opposing, aiding), level(1.0, aiding, opposing))
    }

    /// The part of the loss that follows the mesh torque of a gear that turns in a direction; C is among the loads.
    pub(in crate::mechanism) fn law_of_turning(&self, mesh: usize, direction: i8) -> Law<ORDERS> {
        let (opposing, aiding) = (self.opposing_gain, self.aiding_gain);
        let slope = if direction > 0 {
            MeshSlope { mesh, positive: -opposing, negative: -aiding }
        } else {
            MeshSlope { mesh, positive: aiding, negative: opposing }
        };
        Law::Given(Bound { constant: Germ::default(), slope: Some(slope) })
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

/// What is watched of a gear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GearGuard {
    /// The velocity of the first body in the direction in which it turns.
    Turn(i8),
    /// The mesh torque times its sign.
    MeshTorque(i8),
    /// The greatest loss at rest less the loss, in a direction.
    LossBound(i8),
    /// Speed of the first of a gear that turns above the beginning of the segment of its table.
    SegmentBegin,
    /// The same below its end.
    SegmentEnd,
}

impl ElementGuard for GearGuard {
    fn list(structure: &Structure, mode: &Mode, index: usize, add: &mut dyn FnMut(Self, u8)) {
        let (gear, mesh_known) = (&structure.gears[index], mode.mesh_known[index]);
        match mode.gears[index] {
            GearMode::Lossless => {}
            GearMode::Turning { direction, mesh_sign } => {
                add(Self::Turn(direction), mode.gear_known[index]);
                add(Self::MeshTorque(mesh_sign), mesh_known);
                let (segment, points) = (mode.loss_segments[index], gear.table.as_ref().map_or(1, Table::size));
                if segment > 0 {
                    add(Self::SegmentBegin, 0);
                }
                if usize::from(segment) + 1 < points {
                    add(Self::SegmentEnd, 0);
                }
            }
            GearMode::LossSaturated { mesh_sign, .. } => add(Self::MeshTorque(mesh_sign), mesh_known),
            // What has a prescribed motion needs no losses to hold it.
            GearMode::Held(mesh_sign) if structure.is_driven(gear.first) => {
                add(Self::MeshTorque(mesh_sign), mesh_known)
            }
            GearMode::Held(mesh_sign) => {
                // Under no mesh torque, losses that are proportional to it are at their bound: they leave that as it turns.
                add(Self::LossBound(1), mesh_known);
                add(Self::LossBound(-1), mesh_known);
                add(Self::MeshTorque(mesh_sign), mesh_known);
            }
        }
    }

    fn slot(&self, gear: usize, structure: &Structure) -> usize {
        structure.gears_begin() + gear
    }

    fn coefficient(&self, gear: usize, of: &Expansion, at: &Situation<'_>, order: usize) -> f64 {
        let (_, velocity) = of.coefficients(order);
        let end = |end: f64| coefficient((end, 0.0), order);
        match *self {
            Self::Turn(direction) => f64::from(direction) * velocity[at.structure.gears[gear].first],
            Self::MeshTorque(mesh_sign) => f64::from(mesh_sign) * of.mesh_torque(at, gear),
            Self::SegmentBegin => at.speed_of_gear(gear, velocity) - end(at.ends_of_segment(gear).0),
            Self::SegmentEnd => end(at.ends_of_segment(gear).1) - at.speed_of_gear(gear, velocity),
            Self::LossBound(direction) => {
                of.holding_level(at, gear, direction, order) - f64::from(direction) * of.held_loss(at, gear)
            }
        }
    }

    fn size(&self, gear: usize, of: &Expansion, at: &Situation<'_>) -> f64 {
        match self {
            Self::MeshTorque(_) | Self::LossBound(_) => of.force_size(),
            Self::Turn(_) | Self::SegmentBegin | Self::SegmentEnd => at.velocity[at.structure.gears[gear].first].abs(),
        }
    }

    fn cross(&self, gear: usize, now: &mut Mechanism, is_located: bool) -> Consequence {
        match *self {
            Self::Turn(_) => {
                (now.mode.gears[gear], now.mode.gear_known[gear]) = (GearMode::Held(1), 0);
                return Consequence::Decision;
            }
            Self::MeshTorque(_) => return now.cross_mesh_torque(gear, is_located),
            Self::LossBound(_) => return Consequence::EndOfHold,
            Self::SegmentBegin if is_located => now.mode.loss_segments[gear] -= 1,
            Self::SegmentEnd if is_located => now.mode.loss_segments[gear] += 1,
            // Velocities that have jumped may be several segments away.
            Self::SegmentBegin | Self::SegmentEnd => now.choose_loss_segments(),
        }
        Consequence::Kink
    }

    fn follows_from_inputs(&self) -> bool {
        match self {
            Self::MeshTorque(_) | Self::LossBound(_) => true,
            Self::Turn(_) | Self::SegmentBegin | Self::SegmentEnd => false,
        }
    }

    fn bound_of(&self, gear: usize) -> Option<(Candidate, i8)> {
        if let Self::LossBound(direction) = *self { Some((Candidate::Gear(gear), direction)) } else { None }
    }

    /// A mesh torque at rest that is zero has the sign that it takes next, on whichever sign rounding has it.
    fn has_next_sign(&self, gear: usize, mode: &Mode) -> bool {
        matches!(self, Self::MeshTorque(_)) && matches!(mode.gears[gear], GearMode::Held(_))
    }

    fn departs_backwards(&self, gear: usize, now: &Mechanism) -> bool {
        let (Self::Turn(_), GearMode::Turning { direction, .. }) = (self, now.mode.gears[gear]) else { return false };
        let first = now.structure.gears[gear].first;
        now.mode.gear_known[gear] > 0
            && now.velocity[first] == 0.0
            && f64::from(direction) * now.expansion.accelerations()[first] < 0.0
    }

    fn is_end_of_prescribed_motion(&self, gear: usize, now: &Mechanism) -> bool {
        matches!(self, Self::Turn(_)) && now.known_motion(Some(now.structure.gears[gear].first)).is_some()
    }
}

impl Mechanism {
    /// A mesh torque has turned.
    fn cross_mesh_torque(&mut self, gear: usize, is_located: bool) -> Consequence {
        let Self { structure, mode, decision, .. } = self;
        let gear_of = &structure.gears[gear];
        let (turned, consequence) = match mode.gears[gear] {
            GearMode::Lossless => return Consequence::Kink,
            GearMode::Held(mesh_sign) => (GearMode::Held(-mesh_sign), Consequence::Kink),
            // Losses that are proportional to the mesh torque go on along the same line, on which they are those of the other direction.
            GearMode::LossSaturated { direction, mesh_sign } if gear_of.levels.forward == 0.0 => {
                (GearMode::LossSaturated { direction: -direction, mesh_sign: -mesh_sign }, Consequence::Kink)
            }
            // What it carries changes with the side.
            GearMode::LossSaturated { mesh_sign, .. } => {
                decision.turned[gear] = -mesh_sign;
                return Consequence::EndOfHold;
            }
            GearMode::Turning { direction, mesh_sign } => {
                let turned = GearMode::Turning { direction, mesh_sign: -mesh_sign };
                (turned, if gear_of.follows_mesh_torque() { Consequence::Decision } else { Consequence::Kink })
            }
        };
        (mode.gears[gear], mode.mesh_known[gear]) = (turned, u8::from(is_located));
        consequence
    }

    /// Whether the losses of a gear seem to be at their bound only because its mesh torque, at zero, takes the other sign: then
    /// the bound is that of the other side.
    pub(in crate::mechanism) fn is_of_other_mesh_sign(&self, kind: GuardKind) -> bool {
        let GuardKind::Gear(gear, GearGuard::LossBound(_)) = kind else { return false };
        let turns = |kind| matches!(kind, GuardKind::Gear(other, GearGuard::MeshTorque(_)) if other == gear);
        self.crossed.iter().any(|guard| turns(guard.kind))
    }

    /// Segments of the tables of gears follow velocities that have jumped.
    pub(in crate::mechanism) fn choose_loss_segments(&mut self) {
        for (segment, gear) in self.mode.loss_segments.iter_mut().zip(&self.structure.gears) {
            *segment = gear.segment(self.velocity[gear.first].abs());
        }
    }

    /// Takes over the losses that gears have at their present speeds, where these depend on them.
    pub(in crate::mechanism) fn follow_losses(&mut self) {
        if !self.structure.gears.iter().any(Gear::has_share_over_speed) {
            return;
        }
        let Self { structure, mode, clusters, velocity, .. } = self;
        clusters.follow_losses(structure, mode.turning(velocity));
        if !clusters.chords.is_empty() {
            self.list_guards();
        }
    }

    /// A gear that carried all that it can when this instant began, and need not any more, is at the bound of its losses. The integrator's
    /// error may place it a little beyond: its guard starts at zero, and the rate of its torque decides.
    pub(in crate::mechanism) fn mark_departed_losses(&mut self) {
        let Self { before, mode, .. } = self;
        let gears = before.gears.iter().zip(mode.gears.iter()).zip(mode.mesh_known.iter_mut());
        let mut is_any = false;
        for ((before, now), known) in gears {
            if *known == 0 && matches!((before, now), (GearMode::LossSaturated { .. }, GearMode::Held(_))) {
                (*known, is_any) = (1, true);
            }
        }
        if is_any {
            self.list_guards();
        }
    }

    /// Direction in which the first of a gear with losses turns; 0 at rest.
    pub(in crate::mechanism) fn direction_of_gear(&self, gear: usize) -> i8 {
        match self.mode.gears[gear] {
            GearMode::Turning { direction, .. } if !self.rests[self.structure.gears[gear].first] => direction,
            GearMode::Turning { .. } | GearMode::Lossless | GearMode::Held(_) | GearMode::LossSaturated { .. } => 0,
        }
    }

    pub(in crate::mechanism) fn report_gears(&mut self, time: f64, observer: &mut dyn Observer) -> u32 {
        let mut events = 0;
        self.find_rests();
        for (index, gear) in self.structure.gears.iter().enumerate() {
            let (before, now) = (self.gears_before[index], self.direction_of_gear(index));
            let changes = match (before, now) {
                // What jams stops at once, and may go on from rest at the same instant.
                (1 | -1, 0) if self.jams[index] => [Some(EventKind::Jam), None],
                (1 | -1, direction) if self.jams[index] => {
                    [Some(EventKind::Jam), Some(EventKind::Breakaway { direction })]
                }
                (before, now) if before == now => continue,
                (0, direction) => [Some(EventKind::Breakaway { direction }), None],
                (_, 0) => [Some(EventKind::Stop), None],
                (_, direction) => [Some(EventKind::Reversal { direction }), None],
            };
            let (before, position) = (self.velocity_before[gear.first], self.position_before[gear.first]);
            let subject = Subject::Gear(index);
            for kind in changes.into_iter().flatten() {
                let velocity = if matches!(kind, EventKind::Breakaway { .. }) { 0.0 } else { before };
                observer.event(&Event { subject, kind, time, velocity, position, torque: 0.0, band: Band::NONE });
                events += 1;
            }
        }
        self.jams.fill(false);
        events
    }
}
