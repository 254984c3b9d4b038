//! The body linearized about a point of its present mode: exact Jacobians for the implicit integrator, directional
//! derivatives and output derivatives.

use crate::friction::{Bristle, Characteristic, Comparator, Law, MajdSimaan};

use super::{Body, BodyMode, Response, Situation, side, sign};

/// Partial derivatives with respect to the variables of a [`Situation`].
#[derive(Clone, Copy, Debug, Default)]
struct Partials {
    drive: f64,
    load: f64,
    velocity: f64,
    deflection: f64,
}

/// Partial derivatives of acceleration and deflection rate.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tangent {
    acceleration: Partials,
    deflection_rate: Partials,
    load_inertia: f64,
}

impl Partials {
    #[inline]
    fn along(&self, change: &Situation) -> f64 {
        self.drive * change.drive
            + self.load * change.load
            + self.velocity * change.velocity
            + self.deflection * change.deflection
    }
}

impl Tangent {
    /// Change of the response for a small change of the situation.
    #[inline]
    pub fn response(&self, change: &Situation) -> Response {
        let acceleration = self.acceleration.along(change);
        Response {
            acceleration,
            deflection_rate: self.deflection_rate.along(change),
            mesh: change.load + self.load_inertia * acceleration,
        }
    }
}

impl Body {
    /// Linearizes about a point.
    pub fn tangent(&self, mode: &BodyMode, at: &Situation) -> Tangent {
        let none = Tangent { load_inertia: self.load_inertia, ..Tangent::default() };
        let held = if self.sticks() {
            mode.regime == 0
        } else {
            self.rests_on_stop(mode) && self.response(mode, at).acceleration == 0.0
        };
        if held {
            return none;
        }
        let set_valued =
            |characteristic| Tangent { acceleration: self.set_valued_partials(characteristic, mode, at), ..none };
        match &self.under(at.load).law {
            Law::Coulomb(_) => set_valued(&Characteristic::Coulomb),
            Law::SetValued(characteristic) => set_valued(characteristic),
            Law::Smooth(curve) => Tangent { acceleration: self.smooth_partials(curve, mode, at), ..none },
            Law::Stateful(bristle) => self.stateful_tangent(bristle, mode, at),
            Law::Comparator(comparator, width) => {
                Tangent { acceleration: self.comparator_partials(*comparator, *width, at), ..none }
            }
        }
    }

    /// Of `(T_drive − f·T_load − R·χ·F₀)/J_eff`, where f and J_eff depend on the speed through χ.
    fn set_valued_partials(&self, characteristic: &Characteristic, mode: &BodyMode, at: &Situation) -> Partials {
        let direction = f64::from(mode.regime);
        let speed = (direction * at.velocity).max(0.0);
        let ratio = characteristic.ratio(speed, mode.segment);
        let slope = characteristic.slope(speed, mode.segment);
        let (segment, is_opposed) = (mode.segment, mode.is_opposed());
        let signed_gain = self.levels.signed_gain(mode.regime, mode.load_side);
        let load_factor = 1.0 + signed_gain * characteristic.load_ratio(ratio, speed, segment, is_opposed);
        let inverse = 1.0 / self.effective_inertia(load_factor);
        let coulomb = self.levels.coulomb(mode.regime);
        let acceleration = (at.drive - load_factor * at.load - direction * ratio * coulomb) * inverse;
        let mesh = at.load + self.load_inertia * acceleration;
        let load_share = if characteristic.scales_load() { signed_gain * mesh } else { 0.0 };
        let load_slope = direction * characteristic.load_slope(slope, speed, segment, is_opposed);
        let slope = direction * slope;
        let level_slope = if load_slope == slope {
            slope * (load_share + direction * coulomb)
        } else {
            load_slope * load_share + slope * (direction * coulomb)
        };
        Partials { drive: inverse, load: -load_factor * inverse, velocity: -level_slope * inverse, deflection: 0.0 }
    }

    /// Derivative of the level against motion in `direction` with the load, over the level [1/(N·m)]; without load that of a positive one.
    fn relative_growth(&self, direction: i8, load: f64) -> f64 {
        if !self.levels.depend_on_load() {
            return 0.0;
        }
        let load_side = side(load, 1);
        f64::from(load_side) * self.levels.gain(direction, load_side)
            / self.levels.level(1.0, direction, load_side, load)
    }

    fn smooth_partials(&self, curve: &MajdSimaan, mode: &BodyMode, at: &Situation) -> Partials {
        let inverse = 1.0 / self.total_inertia();
        let per_load = self.relative_growth(mode.regime, at.load) * curve.torque(at.velocity);
        Partials {
            drive: inverse,
            load: -inverse - per_load * inverse,
            velocity: -curve.slope(at.velocity) * inverse,
            deflection: 0.0,
        }
    }

    fn stateful_tangent(&self, bristle: &Bristle, mode: &BodyMode, at: &Situation) -> Tangent {
        let inverse = 1.0 / self.total_inertia();
        let [velocity, deflection] = bristle.tangent(at.velocity, f64::from(mode.regime), at.deflection);
        let friction_slope = bristle.stiffness + bristle.damping * deflection;
        // It depends on z/g alone: its derivative with ln g is that with −ln z.
        let growth = self.relative_growth(mode.regime, at.load);
        let load = if growth == 0.0 { 0.0 } else { -growth * at.deflection * deflection };
        Tangent {
            acceleration: Partials {
                drive: inverse,
                load: -inverse - bristle.damping * load * inverse,
                velocity: -bristle.damping * velocity * inverse,
                deflection: -friction_slope * inverse,
            },
            deflection_rate: Partials { load, velocity, deflection, ..Partials::default() },
            load_inertia: self.load_inertia,
        }
    }

    /// Change of the friction of a comparator for a small `change` of the situation, whether or not a stop holds the body.
    pub(super) fn comparator_friction_change(
        &self,
        comparator: Comparator,
        width: f64,
        at: &Situation,
        change: &Situation,
    ) -> f64 {
        change.active() - self.total_inertia() * self.comparator_partials(comparator, width, at).along(change)
    }

    /// Of (T_drive − T_load − F)/J, where F depends on velocity, active torque and the levels, and these on the load.
    fn comparator_partials(&self, comparator: Comparator, width: f64, at: &Situation) -> Partials {
        let inverse = 1.0 / self.total_inertia();
        let direction = if at.velocity < 0.0 { -1 } else { 1 };
        let load_side = side(at.load, sign(at.velocity));
        let level_per_load = |direction| f64::from(load_side) * self.levels.gain(direction, load_side);
        let slopes = comparator.slopes(&self.contact_point(at), width);
        let breakaway_per_load = match slopes.breakaway_direction {
            0 => 0.0,
            exceeded => f64::from(exceeded) * self.rest_ratios.load * level_per_load(exceeded),
        };
        let per_load = slopes.level * f64::from(direction) * level_per_load(direction) - slopes.active
            + slopes.breakaway * breakaway_per_load;
        Partials {
            drive: (1.0 - slopes.active) * inverse,
            load: -(1.0 + per_load) * inverse,
            velocity: -slopes.velocity * inverse,
            deflection: 0.0,
        }
    }
}
