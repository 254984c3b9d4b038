//! What follows from numbers of 0 .. 1 and of 0 .. n, wherever they come from.

impl super::Random {
    /// `low` .. `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A size between two powers of ten, all magnitudes equally often.
    pub fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        10.0_f64.powf(self.between(low, high))
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}
