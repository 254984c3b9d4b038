//! An elastic shaft or rod, with or without free play.
//!
//! ```text
//! φ = q_second − q_first/ratio − rest          w = v_second − v_first/ratio
//! without play        τ = c·φ + d·w
//! beyond the gap on side s = ±1:  tc = c·(s·φ − gap),  td = d·s·w
//! limited             s·τ = tc + clamp(td, −tc, tc)        (Modelica's ElastoBacklash)
//! unilateral          s·τ = max(0, tc + td)                (Modelica's ElastoBacklash2)
//! ```

use super::mode::{DampingState, SpringMode};

/// How the damping of a spring with free play ends where it would pull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DampingLaw {
    /// The damping torque is at most the elastic torque (Modelica's ElastoBacklash).
    Limited,
    /// The whole torque pushes only (Modelica's ElastoBacklash2).
    Unilateral,
}

/// A spring with a damper between two bodies, or the ground and a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// The first body; `None` is the ground.
    pub first: Option<usize>,
    /// The second.
    pub second: usize,
    /// Rigidly the first would move so many times as far as the second.
    pub ratio: f64,
    /// c [N·m/rad], at the second.
    pub stiffness: f64,
    /// d [N·m·s/rad].
    pub damping: f64,
    /// Deflection φ without torque [rad].
    pub rest: f64,
    /// Ends of the gap in φ; `None` without free play.
    pub gap: Option<(f64, f64)>,
    /// What damping does in contact with free play.
    pub law: DampingLaw,
}

/// Deflection φ and its rate w.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deflection {
    pub angle: f64,
    pub rate: f64,
}

impl Spring {
    /// Coefficient number `order` of the deflection from those of the bodies.
    pub(super) fn deflection(&self, order: usize, position: &[f64], velocity: &[f64]) -> Deflection {
        let rest = if order == 0 { self.rest } else { 0.0 };
        let (q, v) = self.first.map_or((0.0, 0.0), |body| (position[body], velocity[body]));
        Deflection {
            angle: position[self.second] - q / self.ratio - rest,
            rate: velocity[self.second] - v / self.ratio,
        }
    }

    /// The end of the gap on a side, as a depth: s·φ must exceed it.
    pub(super) fn end(&self, side: f64) -> f64 {
        let (lower, upper) = self.gap.unwrap_or((0.0, 0.0));
        if side > 0.0 { upper } else { -lower }
    }

    /// Elastic and damping torque beyond the gap, s·τ of each; coefficient number `order`.
    pub(super) fn parts(&self, side: f64, order: usize, at: Deflection) -> (f64, f64) {
        let end = if order == 0 { self.end(side) } else { 0.0 };
        (self.stiffness * (side * at.angle - end), self.damping * side * at.rate)
    }

    /// Coefficient number `order` of τ in a mode.
    pub(super) fn torque(&self, mode: SpringMode, order: usize, at: Deflection) -> f64 {
        match mode {
            SpringMode::Joined => self.stiffness * at.angle + self.damping * at.rate,
            SpringMode::Gap => 0.0,
            SpringMode::Contact { positive, damping } => {
                let s = if positive { 1.0 } else { -1.0 };
                let (elastic, damper) = self.parts(s, order, at);
                match damping {
                    DampingState::Full => s * (elastic + damper),
                    DampingState::Capped => s * (2.0 * elastic),
                    DampingState::Released => 0.0,
                }
            }
        }
    }

    /// The mode that a deflection has. On the surface of the gap the rate decides.
    pub(super) fn mode_at(&self, at: Deflection) -> SpringMode {
        if self.gap.is_none() {
            return SpringMode::Joined;
        }
        let beyond = |s: f64| s * at.angle > self.end(s) || (s * at.angle == self.end(s) && s * at.rate > 0.0);
        let positive = beyond(1.0);
        if !positive && !beyond(-1.0) {
            return SpringMode::Gap;
        }
        SpringMode::Contact { positive, damping: self.damping_at(positive, at) }
    }

    /// Which part of the damping acts beyond the gap.
    pub(super) fn damping_at(&self, positive: bool, at: Deflection) -> DampingState {
        let (elastic, damping) = self.parts(if positive { 1.0 } else { -1.0 }, 0, at);
        match self.law {
            DampingLaw::Limited if damping > elastic => DampingState::Capped,
            DampingLaw::Limited | DampingLaw::Unilateral if damping < -elastic => DampingState::Released,
            DampingLaw::Limited | DampingLaw::Unilateral => DampingState::Full,
        }
    }
}
