//! Signs of the mesh torques of gears, on which their losses depend: a mesh torque that is zero has the sign of the first of its
//! derivatives that is not.

use super::Mechanism;
use super::advance::ROUNDING;
use super::expansion::Situation;
use super::mode::GearMode;
use crate::solver::Beginning;

/// Derivatives that are looked at.
const ORDERS: usize = 3;

impl Mechanism {
    /// Gives gears at rest the signs that their mesh torques have, and those that begin to turn under none the sign that it
    /// takes next.
    pub(super) fn update_mesh_signs(&mut self) {
        let turns = |mode: &GearMode| !matches!(mode, GearMode::Lossless);
        if !self.mode.gears.iter().any(turns) {
            return;
        }
        self.evaluate();
        let rounding = ROUNDING * self.expansion.force_size();
        let (mut is_any_zero, mut is_any_turned) = (false, false);
        for gear in 0..self.structure.gears.len() {
            let mesh = self.expansion.mesh_torque(&self.situation(), gear);
            let is_known = self.mode.mesh_known[gear] > 0;
            self.decision.is_zero[gear] = mesh.abs() <= rounding && !is_known && turns(&self.mode.gears[gear]);
            is_any_zero |= self.decision.is_zero[gear];
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
            self.rebuild();
            self.evaluate();
        }
        if is_any_zero && self.follow_derivatives() {
            self.rebuild();
        } else {
            self.list_guards();
        }
    }

    /// Whether a gear has other losses now.
    fn follow_derivatives(&mut self) -> bool {
        let mut any = false;
        // Where a broken power begins there are no derivatives.
        let orders = if self.beginning() == Beginning::Singular { 0 } else { ORDERS };
        for order in 1..=orders {
            let Self { structure, mode, inputs, clusters, expansion, position, velocity, internal, .. } = self;
            let at = Situation { structure, mode, clusters, inputs, position, velocity, internal };
            expansion.add_next_order(&at, order - 1);
            let rounding = ROUNDING * expansion.largest_inner_torque();
            for gear in 0..self.structure.gears.len() {
                let change = self.expansion.mesh_torque(&self.situation(), gear);
                if !self.decision.is_zero[gear] || !change.is_finite() || change.abs() <= rounding {
                    continue;
                }
                self.decision.is_zero[gear] = false;
                let mesh_sign = if change < 0.0 { -1 } else { 1 };
                match self.mode.gears[gear] {
                    GearMode::Held(_) => self.mode.gears[gear] = GearMode::Held(mesh_sign),
                    // A self-locking gear has no such motion: it jams when its mesh torque turns.
                    GearMode::Turning { direction, mesh_sign: before }
                        if mesh_sign == direction || self.reverses(gear) =>
                    {
                        self.mode.gears[gear] = GearMode::Turning { direction, mesh_sign };
                        any |= mesh_sign != before;
                    }
                    GearMode::LossSaturated { direction, mesh_sign: before }
                        if mesh_sign == direction || self.reverses(gear) =>
                    {
                        self.mode.gears[gear] = GearMode::LossSaturated { direction, mesh_sign };
                        any |= mesh_sign != before;
                    }
                    GearMode::Turning { .. } | GearMode::Lossless | GearMode::LossSaturated { .. } => {}
                }
            }
        }
        any | self.follow_inertia()
    }

    /// Where no derivative decides, what lies behind a gear that begins to turn resists; whether a gear has other losses now.
    fn follow_inertia(&mut self) -> bool {
        let mut any = false;
        for (mode, is_zero) in self.mode.gears.iter_mut().zip(&self.decision.is_zero) {
            if let (GearMode::Turning { direction, mesh_sign }, true) = (*mode, *is_zero) {
                any |= mesh_sign != direction;
                *mode = GearMode::Turning { direction, mesh_sign: direction };
            }
        }
        any
    }

    /// Whether the second body of a gear can drive the first, at its present speed.
    fn reverses(&self, gear: usize) -> bool {
        self.situation().levels(gear).aiding_gain < 1.0
    }
}
