//! Taylor series of the body's motion under a set-valued law, whose level depends on the speed, or on bristles.
//!
//! Of a set-valued law, with χ and χ_T the characteristics of the level without load and of the share of the load, γ the signed gain of the level with the mesh torque T = T_load + J_L·a and R the direction
//!
//! ```text
//! (J_M + J_L)·a + γ·χ_T·T = T_drive − T_load − R·F₀·χ
//! ```
//!
//! so that coefficient number k of a follows from the drive and load of the same order and from χ, χ_T and T of lower ones. A table
//! without columns for the load does not scale the share of it: the term is γ·T there.
//!
//! Of bristles the coefficients of ż follow from those of v and z, and those of the acceleration from all of them (see
//! [`RatioSeries::extend_bristles`]). The guard of a rest that has begun has two branches, of which no polynomial is made: where bounds do not
//! show that it stays positive the series is of no use, and the implicit integrator locates what there is.

use crate::friction::{Bristle, Characteristic, ContinuousLaw, Orders, RatioSeries};
use crate::plants::{Rest, ZeroCrossing};

use super::{Body, BodyMode, GUARDS, Response, Situation, side};

/// The Taylor coefficients so far of what is not linear in the motion; order 0 begins a new series.
#[derive(Clone, Debug, Default)]
pub struct Expansion {
    /// How many are known.
    count: usize,
    constants: Constants,
    ratio: RatioSeries,
    /// What scales the share of the load, where that is not χ.
    load_ratio: Option<RatioSeries>,
    /// Of the mesh torque; of the active torque along the motion, under bristles.
    torque: Orders,
    /// Of the speed, where the characteristic has segments; of the deflection along the motion, under bristles.
    motion: Orders,
}

/// Factors of the equation that are the same at all orders.
#[derive(Clone, Copy, Debug, Default)]
struct Constants {
    /// R.
    direction: f64,
    /// γ, where the characteristic scales the share of the load, else 0.
    gain: f64,
    /// R·F₀ [N·m].
    coulomb: f64,
    /// f.
    load_factor: f64,
    /// 1/J_eff.
    inverse_inertia: f64,
    /// Sign of the mesh torque where the friction level depends on it, else 0.
    load_side: f64,
    /// ∂(J_eff/J_M)/∂χ_T where the mode has a Painlevé limit, else 0: the margin to the limit, J_eff/J_M less the share at which the
    /// body jams, changes with the speed through χ_T alone, so that this times a coefficient of χ_T is the same coefficient of
    /// the margin.
    margin_slope: f64,
    /// Segment, and whether the mesh torque opposes the motion, where χ_T is not χ.
    load_branch: Option<(u8, bool)>,
    /// Ends of the segment of a table [rad/s], where the table has more than one.
    ends: Option<(f64, f64)>,
    /// Bristles, with the level under the load.
    bristle: Option<Bristle>,
    /// They are at rest, or pass through it.
    is_resting: bool,
    /// The load changes, and the level with it: of that there is no series.
    is_level_in_motion: bool,
}

impl Body {
    /// The next coefficient of response and guards.
    #[inline(never)]
    pub(super) fn expanded_response(
        &self,
        characteristic: &Characteristic,
        mode: &BodyMode,
        at: &Situation,
        expansion: &mut Expansion,
    ) -> (Response, [f64; GUARDS]) {
        if at.order.is_value() {
            return self.begin(characteristic, mode, at, expansion);
        }
        let order = expansion.count;
        let Expansion { constants, ratio, load_ratio, torque, .. } = expansion;
        let speed = constants.direction * at.velocity;
        let value = ratio.extend(characteristic, mode.segment, order, speed);
        let Constants { direction, gain, coulomb, load_factor, inverse_inertia, load_side, load_branch, .. } =
            *constants;
        let (of_load, load_value) = match (load_branch, load_ratio) {
            (Some(branch), Some(series)) => {
                let value = series.extend_load(characteristic, branch, order, speed, ratio);
                (&*series, value)
            }
            _ => (&*ratio, value),
        };
        let earlier = if gain == 0.0 { 0.0 } else { gain * of_load.ratio().convolution(torque, order) };
        let acceleration = (at.drive - load_factor * at.load - coulomb * value - earlier) * inverse_inertia;
        let mesh = torque.set(order, at.load + self.load_inertia * acceleration);
        let guards =
            [speed, -direction * at.position, load_side * mesh, expansion.speed_guard(order, speed, load_value)];
        expansion.count = order + 1;
        (Response { acceleration, deflection_rate: 0.0, mesh }, guards)
    }

    /// Order 0: the values at the start.
    fn begin(
        &self,
        characteristic: &Characteristic,
        mode: &BodyMode,
        at: &Situation,
        expansion: &mut Expansion,
    ) -> (Response, [f64; GUARDS]) {
        let response = self.response(mode, at);
        let speed = (f64::from(mode.regime) * at.velocity).max(0.0);
        let ratio = expansion.ratio.extend(characteristic, mode.segment, 0, speed);
        let constants = self.constants(characteristic, mode, speed, ratio);
        if let Some(branch) = constants.load_branch {
            let Expansion { ratio, load_ratio, .. } = expansion;
            load_ratio.get_or_insert_default().extend_load(characteristic, branch, 0, speed, ratio);
        }
        expansion.motion.set(0, speed);
        expansion.torque.set(0, response.mesh);
        (expansion.count, expansion.constants) = (1, constants);
        (response, self.guards(mode, at, || response.mesh))
    }

    fn constants(&self, characteristic: &Characteristic, mode: &BodyMode, speed: f64, ratio: f64) -> Constants {
        let direction = f64::from(mode.regime);
        let signed_gain = self.levels.signed_gain(mode.regime, mode.load_side);
        let load_factor = 1.0 + signed_gain * characteristic.load_ratio(ratio, speed, mode.segment, mode.is_opposed());
        let gain = if characteristic.scales_load() { signed_gain } else { 0.0 };
        let ends = characteristic.segment_ends(mode.segment);
        Constants {
            direction,
            gain,
            coulomb: self.levels.signed_coulomb(mode.regime),
            load_factor,
            inverse_inertia: 1.0 / self.effective_inertia(load_factor),
            load_side: if self.load_matters() { f64::from(mode.load_side) } else { 0.0 },
            margin_slope: if self.may_reach_limit(mode) { gain * self.load_inertia / self.inertia } else { 0.0 },
            load_branch: Some((mode.segment, mode.is_opposed()))
                .filter(|_| gain != 0.0 && characteristic.has_own_load_ratio()),
            ends: Some(ends).filter(|&(lower, upper)| lower > 0.0 || upper.is_finite()),
            bristle: None,
            is_resting: false,
            is_level_in_motion: false,
        }
    }

    /// The next coefficient of response and guards on bristles.
    #[inline(never)]
    pub(super) fn expanded_bristle_response(
        &self,
        bristle: &Bristle,
        mode: &BodyMode,
        at: &Situation,
        expansion: &mut Expansion,
    ) -> (Response, [f64; GUARDS]) {
        if at.order.is_value() {
            (expansion.count, expansion.constants) = (0, self.bristle_constants(bristle, mode, at.load));
        }
        let Expansion { count, constants, ratio, torque, motion, .. } = expansion;
        let (order, bristle) = (*count, constants.bristle.as_ref().unwrap_or(bristle));
        *count += 1;
        constants.is_level_in_motion |= order > 0 && at.load != 0.0 && self.levels.depend_on_load();
        let direction = constants.direction;
        let along = motion.set(order, direction * at.deflection);
        torque.set(order, direction * at.active());
        let speed = direction * at.velocity;
        let deflection_rate = direction * ratio.extend_bristles(bristle, direction, order, speed, along);
        let friction = bristle.torque(at.deflection, deflection_rate);
        let acceleration = (at.active() - friction) * constants.inverse_inertia;
        let response = Response { acceleration, deflection_rate, mesh: at.load + self.load_inertia * acceleration };
        let absent = if order == 0 { f64::INFINITY } else { 0.0 };
        let rest = match mode.rest {
            Rest::Moving => -bristle.short_of_sliding_by(ratio.steady_deflection(bristle, direction, order), along),
            Rest::AtRest | Rest::Passing => absent,
        };
        (response, [speed, self.way_ahead(direction, at), absent, rest])
    }

    /// Of bristles whose level is the one under a constant load.
    fn bristle_constants(&self, bristle: &Bristle, mode: &BodyMode, load: f64) -> Constants {
        let bristle = if self.levels.depend_on_load() {
            bristle.with_levels_times(self.levels.growth(side(load, 1), load))
        } else {
            *bristle
        };
        Constants {
            direction: f64::from(mode.regime),
            inverse_inertia: 1.0 / self.total_inertia(),
            bristle: Some(bristle),
            is_resting: mode.rest != Rest::Moving,
            ..Constants::default()
        }
    }
}

impl crate::solver::Expansion for Expansion {
    fn horizon(&self, share: f64) -> f64 {
        let share = self.ratio.horizon(self.count, share);
        if self.is_known(share) { share } else { 0.0 }
    }
}

impl Expansion {
    /// Whether the series is that of the motion over this share of the interval. On bristles a rest, or a passage through it, must provably
    /// last.
    fn is_known(&self, share: f64) -> bool {
        let Constants { direction, inverse_inertia, bristle, is_resting, is_level_in_motion, .. } = &self.constants;
        let Some(bristle) = bristle.as_ref().filter(|_| *is_resting) else { return !is_level_in_motion };
        if *is_level_in_motion {
            return false;
        }
        let greatest = |orders: &Orders| orders.get(0) + orders.change(self.count, share);
        let crossing = ZeroCrossing {
            law: ContinuousLaw::Bristle(bristle),
            direction: *direction as i8,
            velocity: direction * self.ratio.greatest_speed(bristle, self.count, share),
            deflection: direction * greatest(&self.motion),
            active: direction * greatest(&self.torque),
            inertia: 1.0 / inverse_inertia,
        };
        crossing.lasts_from(direction * (2.0 * self.motion.get(0)) - crossing.deflection)
    }

    /// The guard of the speed: of its segment, or of the Painlevé limit.
    fn speed_guard(&mut self, order: usize, speed: f64, ratio: f64) -> f64 {
        let Self { constants, motion, .. } = self;
        let Some((lower, upper)) = constants.ends else { return constants.margin_slope * ratio };
        motion.set(order, speed);
        // As in `Body::segment_guard`.
        match (lower, upper) {
            (_, f64::INFINITY) => speed,
            (0.0, _) => -speed,
            _ => (lower + upper) * speed - motion.product(motion, order),
        }
    }
}
