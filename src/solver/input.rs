//! Inputs over a step: straight lines.

use super::Vector;

/// Input values at the start of an interval and their constant slopes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Input<U> {
    /// Values at the start.
    pub value: U,
    /// Time derivatives [1/s].
    pub slope: U,
}

impl<U: Vector> Input<U> {
    /// Inputs that hold their values.
    pub const fn constant(value: U) -> Self {
        Self { value, slope: U::ZERO }
    }

    /// Taylor coefficient number `order` in θ = (t − t₀)/`length`.
    #[inline]
    pub fn coefficient(&self, order: usize, length: f64) -> U {
        match order {
            0 => self.value,
            1 => self.slope.map(|slope| slope * length),
            _ => U::ZERO,
        }
    }

    /// The same lines seen from a point `duration` later.
    pub fn after(&self, duration: f64) -> Self {
        let value = U::from_fn(|i| self.value[i] + self.slope[i] * duration);
        Self { value, slope: self.slope }
    }
}
