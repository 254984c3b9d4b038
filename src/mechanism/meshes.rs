//! Signs of the mesh torques of gears, on which their losses depend: a mesh torque that is zero has the sign of the first of its
//! derivatives that is not.

use super::constants::CONSTANTS;
use super::{GearMode, Mechanism};

impl Mechanism {
    /// Gives gears at rest the signs that their mesh torques have, and those under none the sign that it takes next.
    pub(super) fn update_mesh_signs(&mut self) {
        self.choose_mesh_signs();
        self.watch_mode();
    }

    /// The same without guards.
    fn choose_mesh_signs(&mut self) {
        let turns = |mode: &GearMode| !matches!(mode, GearMode::Lossless);
        if !self.mode.gears.iter().any(turns) {
            return;
        }
        self.evaluate();
        let rounding = CONSTANTS.reltol_guard * self.expansion.force_size();
        let mut is_any_turned = false;
        for gear in 0..self.structure.gears.len() {
            let mesh = self.expansion.mesh_torque(&self.situation(), gear);
            let is_known = self.mode.mesh_known[gear] > 0;
            self.decision.is_zero[gear] = mesh.abs() <= rounding && !is_known && turns(&self.mode.gears[gear]);
            if let GearMode::Held(mesh_sign) = self.mode.gears[gear]
                && f64::from(mesh_sign) * mesh < -rounding
            {
                self.mode.gears[gear] = GearMode::Held(-mesh_sign);
                self.mode.mesh_known[gear] = 0;
            }
            // Of several admissible torques that go round through it those are shown that the contacts share.
            if let GearMode::Turning { direction, mesh_sign } = self.mode.gears[gear]
                && self.clusters.spares > 0
                && f64::from(mesh_sign) * mesh < -rounding
            {
                self.mode.gears[gear] = GearMode::Turning { direction, mesh_sign: -mesh_sign };
                (self.mode.mesh_known[gear], is_any_turned) = (0, true);
            }
        }
        if is_any_turned {
            self.rebuild_on_trial();
        }
        let mut is_changed = false;
        for gear in 0..self.structure.gears.len() {
            is_changed |= self.decision.is_zero[gear] && self.take_next_mesh_sign(gear);
        }
        if is_changed {
            self.rebuild_on_trial();
        }
    }

    /// Gives the mesh torque of a gear, which is zero, the sign that it takes next; whether the gear has other losses now. Where no derivative
    /// decides, what lies behind a gear that turns resists, and one at rest is loaded so that its losses hold most: then what goes round
    /// through it is least.
    fn take_next_mesh_sign(&mut self, gear: usize) -> bool {
        let next = self.first_sign(|this, order| {
            (this.expansion.mesh_torque(&this.situation(), gear), this.rounding_of_meshes(order))
        });
        // A self-locking gear has no such motion: it jams when its mesh torque turns.
        let may_drive = self.situation().levels(gear).aiding_gain < 1.0;
        let (mode, sign) = match self.mode.gears[gear] {
            GearMode::Lossless => return false,
            GearMode::Held(mesh_sign) if next == 0 => (GearMode::Held(self.stronger_mesh_sign(gear, mesh_sign)), 0),
            GearMode::Held(_) => (GearMode::Held(next), 0),
            GearMode::LossSaturated { direction, mesh_sign } => {
                let is_taken = next != 0 && (next == direction || may_drive);
                let mesh_sign = if is_taken { next } else { mesh_sign };
                (GearMode::LossSaturated { direction, mesh_sign }, mesh_sign)
            }
            GearMode::Turning { direction, mesh_sign } => {
                let mesh_sign = match next {
                    0 => direction,
                    next if next == direction || may_drive => next,
                    _ => mesh_sign,
                };
                (GearMode::Turning { direction, mesh_sign }, mesh_sign)
            }
        };
        let before = core::mem::replace(&mut self.mode.gears[gear], mode);
        sign != 0 && before != mode
    }

    /// Rounding of mesh torques and of losses at an order of time derivatives: what acts from outside may be balanced by the losses alone.
    fn rounding_of_meshes(&self, order: usize) -> f64 {
        let outer = if order == 0 { self.expansion.force_size() } else { 0.0 };
        CONSTANTS.reltol_guard * self.expansion.largest_inner_torque().max(outer)
    }

    /// The sign of a mesh torque with which the losses of a gear hold most of what they carry, or begin to; the present one if that is nothing.
    fn stronger_mesh_sign(&mut self, gear: usize, mesh_sign: i8) -> i8 {
        let direction = self.first_sign(|this, order| {
            (this.expansion.held_loss(&this.situation(), gear), this.rounding_of_meshes(order))
        });
        let levels = &self.structure.gears[gear].levels;
        match direction {
            0 => mesh_sign,
            direction if levels.aiding_gain > levels.opposing_gain => -direction,
            direction => direction,
        }
    }
}
