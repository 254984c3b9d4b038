//! Rotary or linear: which quantities and which words a shared group uses.

use crate::declaration::{Quantity, unit};

/// The kind of motion of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// Angles and torques.
    Rotary,
    /// Distances and forces.
    Linear,
}

impl Motion {
    /// One or the other.
    pub fn pick<T>(self, rotary: T, linear: T) -> T {
        match self {
            Self::Rotary => rotary,
            Self::Linear => linear,
        }
    }

    /// "torque" or "force", also as the last part of names.
    pub fn effort_word(self) -> &'static str {
        self.pick("torque", "force")
    }

    /// "inertia" or "mass".
    pub fn inertia_name(self) -> &'static str {
        self.pick("inertia", "mass")
    }

    /// "Moment of inertia" or "Mass".
    pub fn inertia_words(self) -> &'static str {
        self.pick("Moment of inertia", "Mass")
    }

    /// Torque or force.
    pub fn effort(self) -> Quantity {
        self.pick(unit::TORQUE, unit::FORCE)
    }

    /// Angle or distance.
    pub fn position(self) -> Quantity {
        self.pick(unit::ANGLE, unit::LENGTH)
    }

    /// Time integral of an angle or distance.
    pub fn position_integral(self) -> Quantity {
        self.pick(unit::ANGLE_INTEGRAL, unit::LENGTH_INTEGRAL)
    }

    /// Angular or linear velocity.
    pub fn velocity(self) -> Quantity {
        self.pick(unit::ANGULAR_VELOCITY, unit::VELOCITY)
    }

    /// Angular or linear acceleration.
    pub fn acceleration(self) -> Quantity {
        self.pick(unit::ANGULAR_ACCELERATION, unit::ACCELERATION)
    }

    /// Moment of inertia or mass.
    pub fn inertia(self) -> Quantity {
        self.pick(unit::MOMENT_OF_INERTIA, unit::MASS)
    }

    /// Effort per displacement.
    pub fn stiffness(self) -> Quantity {
        self.pick(unit::ANGULAR_STIFFNESS, unit::STIFFNESS)
    }

    /// Effort per velocity.
    pub fn damping(self) -> Quantity {
        self.pick(unit::ANGULAR_DAMPING, unit::DAMPING)
    }
}
