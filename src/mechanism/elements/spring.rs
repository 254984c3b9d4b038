//! An elastic shaft or rod, with or without free play.
//!
//! ```text
//! φ = q_second − q_first/ratio − rest          w = v_second − v_first/ratio
//! without play        τ = c·φ + d·w
//! beyond the gap on side s = ±1:  tc = c·(s·φ − gap),  td = d·s·w
//! limited             s·τ = tc + clamp(td, −tc, tc)        (Modelica's ElastoBacklash)
//! unilateral          s·τ = max(0, tc + td)                (Modelica's ElastoBacklash2)
//! ```

use super::{Branch, Coefficients, Crossed, Element, MOST_PLACES};
use crate::mechanism::constants::CONSTANTS;

/// How the damping of a spring with free play ends where it would pull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DampingLaw {
    /// The damping torque is at most the elastic torque (Modelica's ElastoBacklash).
    Limited,
    /// The whole torque pushes only (Modelica's ElastoBacklash2).
    Unilateral,
}

/// How a spring with free play damps in contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DampingState {
    /// With all of its damping.
    Full,
    /// Damping is capped at the elastic torque.
    Capped,
    /// Damping has taken all of the elastic torque away: no torque.
    Released,
}

/// Where a spring is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SpringMode {
    /// It has no free play.
    Joined,
    /// In the gap.
    Gap,
    /// Beyond an end of the gap.
    Contact {
        /// Beyond the upper end.
        positive: bool,
        /// How it damps.
        damping: DampingState,
    },
}

impl SpringMode {
    /// −1, 0 in the gap, 1. A spring without free play is in contact on the side that its torque has.
    fn contact(self) -> i32 {
        match self {
            Self::Gap | Self::Joined => 0,
            Self::Contact { positive: true, .. } => 1,
            Self::Contact { positive: false, .. } => -1,
        }
    }
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
struct Deflection {
    angle: f64,
    rate: f64,
}

/// Guards: the distances to the ends of the gap, how far the spring is beyond it, and where its damping is capped, capped no longer, where
/// it has released the spring, and does so no longer.
const GAP_LOWER: usize = 0;
const GAP_UPPER: usize = 1;
const COMPRESSION: usize = 2;
const CAP: usize = 3;
const UNCAP: usize = 4;
const RELEASE: usize = 5;
const UNRELEASE: usize = 6;

impl SpringMode {
    fn branch(self) -> Branch {
        match self {
            Self::Joined => [2, 0, 0, 0],
            Self::Gap => [0; 4],
            Self::Contact { positive, damping } => {
                let damping = match damping {
                    DampingState::Full => 0,
                    DampingState::Capped => 1,
                    DampingState::Released => 2,
                };
                [if positive { 1 } else { -1 }, damping, 0, 0]
            }
        }
    }

    fn of([side, damping, ..]: Branch) -> Self {
        let damping = match damping {
            1 => DampingState::Capped,
            2 => DampingState::Released,
            _ => DampingState::Full,
        };
        match side {
            1 | -1 => Self::Contact { positive: side > 0, damping },
            2 => Self::Joined,
            _ => Self::Gap,
        }
    }
}

impl Spring {
    /// Coefficient number `order` of the deflection from those of the bodies.
    fn deflected(&self, order: usize, at: &Coefficients<'_>) -> Deflection {
        let rest = if order == 0 { self.rest } else { 0.0 };
        let (q, v) = (at.position(order, self.first), at.velocity(order, self.first));
        let second = Some(self.second);
        Deflection {
            angle: at.position(order, second) - q / self.ratio - rest,
            rate: at.velocity(order, second) - v / self.ratio,
        }
    }

    /// The end of the gap on a side, as a depth: s·φ must exceed it.
    fn end(&self, side: f64) -> f64 {
        let (lower, upper) = self.gap.unwrap_or((0.0, 0.0));
        if side > 0.0 { upper } else { -lower }
    }

    /// Elastic and damping torque beyond the gap, s·τ of each; coefficient number `order`.
    fn parts(&self, side: f64, order: usize, at: Deflection) -> (f64, f64) {
        let end = if order == 0 { self.end(side) } else { 0.0 };
        (self.stiffness * (side * at.angle - end), self.damping * side * at.rate)
    }

    /// Coefficient number `order` of τ in a mode.
    fn torque_in(&self, mode: SpringMode, order: usize, at: Deflection) -> f64 {
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
    fn mode_at(&self, at: Deflection) -> SpringMode {
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
    fn damping_at(&self, positive: bool, at: Deflection) -> DampingState {
        let (elastic, damping) = self.parts(if positive { 1.0 } else { -1.0 }, 0, at);
        match self.law {
            DampingLaw::Limited if damping > elastic => DampingState::Capped,
            DampingLaw::Limited | DampingLaw::Unilateral if damping < -elastic => DampingState::Released,
            DampingLaw::Limited | DampingLaw::Unilateral => DampingState::Full,
        }
    }

    /// Where it enters contact: at the end of the gap there is no elastic torque yet, and the damper, if there is one, is being pressed.
    fn entered(&self, positive: bool) -> SpringMode {
        let damping = match self.law {
            DampingLaw::Limited if self.damping > 0.0 => DampingState::Capped,
            DampingLaw::Limited | DampingLaw::Unilateral => DampingState::Full,
        };
        SpringMode::Contact { positive, damping }
    }
}

impl Element for Spring {
    fn ends(&self) -> [Option<(usize, f64)>; 2] {
        [Some((self.second, -1.0)), self.first.map(|first| (first, self.ratio))]
    }

    fn deflection(&self, at: &Coefficients<'_>, order: usize) -> (f64, f64) {
        let Deflection { angle, rate } = self.deflected(order, at);
        (angle, rate)
    }

    fn torque(&self, branch: Branch, at: &Coefficients<'_>, order: usize, _rates: &mut [f64]) -> f64 {
        self.torque_in(SpringMode::of(branch), order, self.deflected(order, at))
    }

    fn torque_size(&self, branch: Branch, at: &Coefficients<'_>, order: usize, torque: f64) -> f64 {
        let side = match SpringMode::of(branch) {
            SpringMode::Gap => return torque.abs(),
            SpringMode::Joined | SpringMode::Contact { positive: true, .. } => 1.0,
            SpringMode::Contact { positive: false, .. } => -1.0,
        };
        if order == 0 {
            let (elastic, damper) = self.parts(side, order, self.deflected(order, at));
            return elastic.abs() + damper.abs();
        }
        self.ends().into_iter().flatten().fold(0.0, |size, (body, divisor)| {
            let (position, velocity) = (at.position(order, Some(body)), at.velocity(order, Some(body)));
            size + (self.stiffness * position.abs() + self.damping * velocity.abs()) / divisor.abs()
        })
    }

    fn first_branch(&self) -> Branch {
        SpringMode::Joined.branch()
    }

    fn branch_at(&self, _branch: Branch, at: &Coefficients<'_>) -> Branch {
        self.mode_at(self.deflected(0, at)).branch()
    }

    /// A damper answers velocities that have jumped.
    fn branch_after_impact(&self, branch: Branch, at: &Coefficients<'_>) -> Branch {
        match SpringMode::of(branch) {
            SpringMode::Contact { positive, .. } => {
                SpringMode::Contact { positive, damping: self.damping_at(positive, self.deflected(0, at)) }.branch()
            }
            SpringMode::Joined | SpringMode::Gap => branch,
        }
    }

    fn has_play(&self) -> bool {
        self.gap.is_some()
    }

    fn branch_at_rest(&self, branch: Branch, at: &Coefficients<'_>) -> Branch {
        if self.gap.is_none() {
            return branch;
        }
        let (mode, deflection) = (SpringMode::of(branch), self.deflected(0, at));
        let torque = self.torque_in(mode, 0, deflection);
        let first = at.position(0, self.first) / self.ratio;
        let size = at.position(0, Some(self.second)).abs() + first.abs() + self.rest.abs();
        let rounding = CONSTANTS.complementarity.reltol_zero * self.stiffness * size;
        let contact = |positive: bool| {
            let is_there = self.end(if positive { 1.0 } else { -1.0 }).is_finite();
            if is_there { SpringMode::Contact { positive, damping: DampingState::Full } } else { SpringMode::Gap }
        };
        let mode = match mode {
            SpringMode::Joined if torque.abs() <= rounding => SpringMode::Gap,
            SpringMode::Joined => contact(torque > 0.0),
            SpringMode::Gap if deflection.angle > self.end(1.0) => contact(true),
            SpringMode::Gap if -deflection.angle > self.end(-1.0) => contact(false),
            SpringMode::Contact { positive, .. } if (if positive { -torque } else { torque }) > rounding => {
                SpringMode::Gap
            }
            same @ (SpringMode::Gap | SpringMode::Contact { .. }) => same,
        };
        mode.branch()
    }

    fn contact(&self, branch: Branch) -> i32 {
        SpringMode::of(branch).contact()
    }

    fn guards(&self, branch: Branch, add: &mut dyn FnMut(usize)) {
        let places: &[usize] = match (SpringMode::of(branch), self.law) {
            (SpringMode::Joined, _) => &[],
            (SpringMode::Gap, _) => &[GAP_LOWER, GAP_UPPER],
            (SpringMode::Contact { damping: DampingState::Full, .. }, DampingLaw::Limited) => {
                &[COMPRESSION, CAP, RELEASE]
            }
            (SpringMode::Contact { damping: DampingState::Full, .. }, DampingLaw::Unilateral) => {
                &[COMPRESSION, RELEASE]
            }
            (SpringMode::Contact { damping: DampingState::Capped, .. }, _) => &[COMPRESSION, UNCAP],
            (SpringMode::Contact { damping: DampingState::Released, .. }, _) => &[COMPRESSION, UNRELEASE],
        };
        places.iter().copied().for_each(add);
    }

    fn guard(&self, branch: Branch, place: usize, at: &Coefficients<'_>, order: usize) -> f64 {
        let deflection = self.deflected(order, at);
        let constant = |value: f64| if order == 0 { value } else { 0.0 };
        let gap = |side: f64| constant(self.end(side)) - side * deflection.angle;
        let side = f64::from(self.contact(branch));
        let (elastic, damping) = self.parts(side, order, deflection);
        match place {
            GAP_LOWER => gap(-1.0),
            GAP_UPPER => gap(1.0),
            // A damper without stiffness has an end as well.
            COMPRESSION => -gap(side),
            CAP => elastic - damping,
            UNCAP => -(elastic - damping),
            RELEASE => elastic + damping,
            _ => -(elastic + damping),
        }
    }

    fn guard_size(&self, place: usize, at: &Coefficients<'_>) -> f64 {
        let size = |first: f64, second: f64| first.abs() / self.ratio.abs() + second.abs();
        let angle = size(at.position(0, self.first), at.position(0, Some(self.second)));
        let rate = size(at.velocity(0, self.first), at.velocity(0, Some(self.second)));
        let is_angle = [GAP_LOWER, GAP_UPPER, COMPRESSION].contains(&place);
        if is_angle { angle } else { self.stiffness * angle + self.damping * rate }
    }

    fn cross(&self, place: usize, now: &mut Crossed<'_>, is_located: bool) {
        let damping = match place {
            GAP_LOWER | GAP_UPPER => {
                (*now.branch, *now.known) = (self.entered(place == GAP_UPPER).branch(), [1; MOST_PLACES]);
                return;
            }
            COMPRESSION => {
                (*now.branch, *now.known) = (SpringMode::Gap.branch(), [1; MOST_PLACES]);
                return;
            }
            CAP => DampingState::Capped,
            RELEASE => DampingState::Released,
            _ => DampingState::Full,
        };
        // Where the guard that led here was located, the guard that leads back starts at zero.
        if let SpringMode::Contact { positive, .. } = SpringMode::of(*now.branch) {
            *now.branch = SpringMode::Contact { positive, damping }.branch();
            *now.known = [u8::from(is_located); MOST_PLACES];
        }
    }

    fn tangent(&self, branch: Branch, _at: &Coefficients<'_>) -> (f64, f64) {
        if SpringMode::of(branch) == SpringMode::Gap { (0.0, 0.0) } else { (self.stiffness, self.damping) }
    }
}
