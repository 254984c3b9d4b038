//! A small generator of random numbers: the same seed gives the same life on every machine and in every release.

#[path = "draws.rs"]
mod draws;

/// SplitMix64 (Steele, Lea & Flood 2014): 64 bits of state, every seed is good.
pub struct Random(u64);

/// Numbers that programs trip over.
const AWKWARD: [f64; 22] = [
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MAX,
    f64::MIN,
    f64::MIN_POSITIVE,
    5e-324,
    -5e-324,
    -0.0,
    0.0,
    1.0,
    -1.0,
    1e-300,
    1e300,
    -1e300,
    1e154,
    -1e154,
    1e-154,
    1e18,
    9.007_199_254_740_993e15,
    f64::EPSILON,
    1e-12,
];

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// 0 .. `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// 0 .. 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 * (0.5 / (1_u64 << 52) as f64)
    }

    /// Plus or minus one.
    pub fn sign(&mut self) -> f64 {
        if self.one_in(2) { 1.0 } else { -1.0 }
    }

    /// Any number at all: awkward ones, random bits, all magnitudes.
    pub fn wild(&mut self) -> f64 {
        match self.below(4) {
            0 => f64::from_bits(self.next()),
            1 => self.sign() * self.magnitude(-20.0, 20.0),
            _ => self.pick(&AWKWARD),
        }
    }
}
