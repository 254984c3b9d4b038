//! Inputs over a step: straight lines.

/// Input values at the start of an interval and their constant slopes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Input<const U: usize> {
    /// Values at the start.
    pub value: [f64; U],
    /// Time derivatives [1/s].
    pub slope: [f64; U],
}

impl<const U: usize> Input<U> {
    /// Inputs that hold their values.
    pub const fn constant(value: [f64; U]) -> Self {
        Self { value, slope: [0.0; U] }
    }

    /// Taylor coefficient number `order` in θ = (t − t₀)/`length`.
    #[inline]
    pub fn coefficient(&self, order: usize, length: f64) -> [f64; U] {
        match order {
            0 => self.value,
            1 => self.slope.map(|slope| slope * length),
            _ => [0.0; U],
        }
    }

    /// The same lines seen from a point `duration` later.
    pub fn after(&self, duration: f64) -> Self {
        let value = core::array::from_fn(|i| self.value[i] + self.slope[i] * duration);
        Self { value, slope: self.slope }
    }
}
