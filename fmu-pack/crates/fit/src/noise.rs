//! Random numbers that depend on a seed and on their number alone: the same on every machine.

use std::f64::consts::TAU;

/// A stream of draws: SplitMix64 (Steele, Lea and Flood 2014) of the number of the draw, with the functions of `libm`.
#[derive(Clone, Copy, Debug)]
pub struct Noise {
    key: u64,
}

impl Noise {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self { key: mixed(seed) }
    }

    /// Draw number `number`, uniform in [0, 1).
    pub fn uniform(self, number: u64) -> f64 {
        const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
        let bits = mixed(self.key.wrapping_add(number.wrapping_add(1).wrapping_mul(GOLDEN)));
        (bits >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Draw number `number`, normal with mean 0 and deviation 1 (Box and Muller 1958).
    pub fn normal(self, number: u64) -> f64 {
        let radius = libm::sqrt(-2.0 * libm::log(1.0 - self.uniform(2 * number)));
        radius * libm::cos(TAU * self.uniform(2 * number + 1))
    }
}

fn mixed(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
