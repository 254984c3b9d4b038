//! What is watched of a gear, what follows where that is crossed, and which events are reported.

use super::{Gear, GearMode};
use crate::friction::{Band, Table};
use crate::mechanism::candidate::Candidate;
use crate::mechanism::event::{Event, Observer, Subject};
use crate::mechanism::expansion::{Expansion, Situation, coefficient};
use crate::mechanism::guard::{Consequence, ElementGuard, GuardKind};
use crate::mechanism::{Mechanism, Mode, Structure};
use crate::plants::EventKind;

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

    /// Bodies that would move alike by themselves have no mesh torque.
    fn may_stay_zero(&self, _: usize) -> bool {
        matches!(self, Self::MeshTorque(_) | Self::LossBound(_))
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
