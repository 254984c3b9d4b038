//! Standard random numbers that depend on a seed and on their number alone: the same on every machine.

use fmu_simulation::Stream;

/// The draws of a seed.
#[derive(Clone, Copy, Debug)]
pub struct Noise(Stream);

impl Noise {
    /// The draws of this seed.
    pub fn new(seed: u64) -> Self {
        Self(Stream::of_seed(seed))
    }

    /// Draw number `number`, uniform in [0, 1).
    pub fn uniform(self, number: u64) -> f64 {
        self.0.unit(number)
    }

    /// Draw number `number`, normal with mean 0 and deviation 1.
    pub fn normal(self, number: u64) -> f64 {
        self.0.normal(number, 0.0, 1.0)
    }
}
