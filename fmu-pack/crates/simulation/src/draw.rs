//! Random numbers that depend on nothing but seed, variable and number of the draw.
//!
//! A draw is a hash of its number (SplitMix64: Steele, Lea & Flood, Fast splittable pseudorandom number generators,
//! 2014), so that runs can be drawn in any order and on any thread. The functions are those of `libm`: the same bits on
//! every platform.

use sha2::{Digest, Sha256};
use std::f64::consts::TAU;

/// The draws of one variable, or of one seed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stream {
    key: u64,
}

impl Stream {
    /// The stream of the variable called `name`; another variable has an independent one.
    pub fn new(seed: u64, name: &str) -> Self {
        let digest = Sha256::new().chain_update(seed.to_le_bytes()).chain_update(name).finalize();
        let (key, _) = digest.split_first_chunk().expect("a SHA-256 has 32 bytes");
        Self { key: u64::from_le_bytes(*key) }
    }

    /// The stream of a seed alone.
    pub fn of_seed(seed: u64) -> Self {
        Self { key: mixed(seed) }
    }

    /// Draw number `number`, uniform between `low` and `high`.
    pub fn uniform(self, number: u64, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit(2 * number)
    }

    /// Draw number `number`, normal (Box & Muller 1958).
    pub fn normal(self, number: u64, mean: f64, deviation: f64) -> f64 {
        // 1 - unit is never 0.
        let radius = libm::sqrt(-2.0 * libm::log(1.0 - self.unit(2 * number)));
        mean + deviation * radius * libm::cos(TAU * self.unit(2 * number + 1))
    }

    /// Uniform in [0, 1); two of these make a draw, each of its own counter.
    pub fn unit(self, counter: u64) -> f64 {
        const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
        let bits = mixed(self.key.wrapping_add(counter.wrapping_add(1).wrapping_mul(GOLDEN)));
        // The upper 53 bits as a fraction.
        (bits >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// The bits of a number as a hash.
fn mixed(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWS: u64 = 100_000;

    /// Mean and standard deviation.
    fn moments(draw: impl Fn(u64) -> f64) -> (f64, f64) {
        let count = DRAWS as f64;
        let mean = (0..DRAWS).map(&draw).sum::<f64>() / count;
        let square = (0..DRAWS).map(|number| (draw(number) - mean).powi(2)).sum::<f64>() / count;
        (mean, square.sqrt())
    }

    #[test]
    fn uniform_draws_fill_their_interval_evenly() {
        let stream = Stream::new(1, "inertia");
        let (mean, deviation) = moments(|number| stream.uniform(number, 2.0, 6.0));
        // Four standard errors: 4/sqrt(12)/sqrt(1e5) = 3.7e-3.
        assert!((mean - 4.0).abs() < 1.5e-2 && (deviation - 4.0 / 12_f64.sqrt()).abs() < 1.5e-2, "{mean} {deviation}");
        assert!((0..DRAWS).all(|number| (2.0..6.0).contains(&stream.uniform(number, 2.0, 6.0))));
    }

    #[test]
    fn normal_draws_have_their_mean_and_deviation() {
        let stream = Stream::new(1, "inertia");
        let (mean, deviation) = moments(|number| stream.normal(number, 10.0, 2.0));
        assert!((mean - 10.0).abs() < 2.6e-2 && (deviation - 2.0).abs() < 2e-2, "{mean} {deviation}");
        let beyond = (0..DRAWS).filter(|&number| (stream.normal(number, 0.0, 1.0)).abs() > 1.96).count();
        assert!((4700..5300).contains(&beyond), "{beyond} of {DRAWS} beyond 1.96 deviations, not 5 %");
    }

    #[test]
    fn streams_of_two_variables_and_two_seeds_are_uncorrelated() {
        let one = Stream::new(1, "inertia");
        for other in [Stream::new(1, "viscous_coefficient"), Stream::new(2, "inertia")] {
            let product = |number| (one.uniform(number, -1.0, 1.0)) * other.uniform(number, -1.0, 1.0);
            let correlation = 3.0 * (0..DRAWS).map(product).sum::<f64>() / DRAWS as f64;
            assert!(correlation.abs() < 1.3e-2, "{correlation}");
        }
    }
}
