//! The body linearized about a point of its present mode: exact Jacobians for the implicit integrator, directional
//! derivatives and output derivatives.

use crate::friction::{Bristle, Characteristic, Law, MajdSimaan};

use super::{Body, BodyMode, Motion, Situation};

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
    /// Change of the motion for a small change of the situation.
    #[inline]
    pub fn motion(&self, change: &Situation) -> Motion {
        let acceleration = self.acceleration.along(change);
        Motion {
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
        if mode.held || (mode.regime == 0 && !matches!(self.law, Law::Comparator(..))) {
            return none;
        }
        let set_valued =
            |characteristic| Tangent { acceleration: self.set_valued_partials(characteristic, mode, at), ..none };
        match &self.law {
            Law::Coulomb(_) => set_valued(&Characteristic::Coulomb),
            Law::SetValued(characteristic) => set_valued(characteristic),
            Law::Smooth(curve) => Tangent { acceleration: self.smooth_partials(curve, at), ..none },
            Law::Stateful(bristle) => self.stateful_tangent(bristle, mode, at),
            Law::Comparator(..) => Tangent { acceleration: self.comparator_partials(mode, at), ..none },
        }
    }

    /// Of `(T_drive − f·T_load − R·χ·F₀)/J_eff`, where f and J_eff depend on the speed through χ.
    fn set_valued_partials(&self, characteristic: &Characteristic, mode: &BodyMode, at: &Situation) -> Partials {
        let direction = f64::from(mode.regime);
        let speed = (direction * at.velocity).max(0.0);
        let ratio = characteristic.ratio(speed, mode.segment);
        let slope = direction * characteristic.slope(speed, mode.segment);
        let signed_gain = self.levels.signed_gain(mode.regime, mode.load_side);
        let load_factor = 1.0 + signed_gain * characteristic.load_ratio(ratio);
        let inverse = 1.0 / self.effective_inertia(load_factor);
        let acceleration = (at.drive - load_factor * at.load - direction * ratio * self.levels.coulomb) * inverse;
        let mesh = at.load + self.load_inertia * acceleration;
        let load_share = if characteristic.scales_load() { signed_gain * mesh } else { 0.0 };
        let level_slope = slope * (load_share + direction * self.levels.coulomb);
        Partials { drive: inverse, load: -load_factor * inverse, velocity: -level_slope * inverse, deflection: 0.0 }
    }

    fn smooth_partials(&self, curve: &MajdSimaan, at: &Situation) -> Partials {
        let inverse = 1.0 / self.total_inertia();
        Partials { drive: inverse, load: -inverse, velocity: -curve.slope(at.velocity) * inverse, deflection: 0.0 }
    }

    fn stateful_tangent(&self, bristle: &Bristle, mode: &BodyMode, at: &Situation) -> Tangent {
        let inverse = 1.0 / self.total_inertia();
        let [velocity, deflection] = bristle.tangent(at.velocity, f64::from(mode.regime), at.deflection);
        let friction_slope = bristle.stiffness + bristle.damping * deflection;
        Tangent {
            acceleration: Partials {
                drive: inverse,
                load: -inverse,
                velocity: -bristle.damping * velocity * inverse,
                deflection: -friction_slope * inverse,
            },
            deflection_rate: Partials { velocity, deflection, ..Partials::default() },
            load_inertia: self.load_inertia,
        }
    }

    /// By differences: a comparator is piecewise smooth and nothing depends on its Jacobian but an importer's request.
    fn comparator_partials(&self, mode: &BodyMode, at: &Situation) -> Partials {
        let partial = |change: fn(&mut Situation, f64), size: f64| {
            let (mut high, mut low) = (*at, *at);
            change(&mut high, size);
            change(&mut low, -size);
            (self.motion(mode, &high).acceleration - self.motion(mode, &low).acceleration) / (2.0 * size)
        };
        let torque = DIFFERENCE * at.drive.abs().max(at.load.abs()).max(1.0);
        Partials {
            drive: partial(|at, size| at.drive += size, torque),
            load: partial(|at, size| at.load += size, torque),
            velocity: partial(|at, size| at.velocity += size, DIFFERENCE * at.velocity.abs().max(1e-3)),
            deflection: 0.0,
        }
    }
}

/// Relative size of a difference.
const DIFFERENCE: f64 = 1e-6;
