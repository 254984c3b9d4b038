//! Random numbers: of a seed, the same on every machine and in every release; or of the bytes of a fuzzer, which so learns
//! which bytes lead further.

use std::cell::RefCell;

thread_local! {
    /// The bytes of the fuzzer and the place of the next one.
    static FED: RefCell<Option<(Vec<u8>, usize)>> = const { RefCell::new(None) };
}

/// From now on all numbers of this thread are made of these bytes, and of zeros after the last.
pub fn feed(bytes: &[u8]) {
    FED.with_borrow_mut(|fed| *fed = Some((bytes.to_vec(), 0)));
}

/// Where numbers come from.
pub enum Random {
    /// SplitMix64 (Steele, Lea & Flood 2014): 64 bits of state, every seed is good.
    Seeded(u64),
    /// The same, but sizes and values between bounds are round numbers, as users write them. They are equal, or add up to
    /// zero, far more often than what is drawn at random.
    Round(u64),
    /// All of them read the same bytes. Zeros make players do the least that they can, and small numbers take few bytes.
    Fed,
}

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

/// The same for a fuzzer, zero first. Inputs that it kept mean what they mean by this order.
const AWKWARD_OF_FEW_BYTES: [f64; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MAX,
    f64::MIN_POSITIVE,
    5e-324,
    1e-300,
    1e154,
    -1e154,
    1e18,
    9.007_199_254_740_993e15,
    f64::EPSILON,
];

/// Round numbers between bounds.
const ROUND: [f64; 21] =
    [0.0, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.75, 0.8, 0.9, 1.0, 1.2, 1.25, 1.5, 2.0, 2.5, 3.0, 5.0, 10.0, 20.0];
/// The most usual sizes, of which every other one is.
const USUAL: [f64; 3] = [0.5, 1.0, 2.0];
/// First digits of the others.
const DIGITS: [f64; 3] = [1.0, 2.0, 5.0];

/// A number with ten digits: products of round numbers are round again.
pub fn tidy(value: f64) -> f64 {
    format!("{value:.9e}").parse().unwrap_or(value)
}

fn take<const N: usize>() -> [u8; N] {
    FED.with_borrow_mut(|fed| {
        let (store, place) = fed.as_mut().expect("a thread that draws from bytes was fed");
        let mut taken = [0; N];
        for (byte, source) in taken.iter_mut().zip(&store[(*place).min(store.len())..]) {
            *byte = *source;
        }
        *place += N;
        taken
    })
}

impl Random {
    /// Of the seed, unless this thread was fed.
    pub fn new(seed: u64) -> Self {
        if FED.with_borrow(Option::is_some) { Self::Fed } else { Self::Seeded(seed) }
    }

    /// Round numbers of the seed.
    pub fn round(seed: u64) -> Self {
        match Self::new(seed) {
            Self::Seeded(state) => Self::Round(state),
            other => other,
        }
    }

    pub fn is_round(&self) -> bool {
        matches!(self, Self::Round(_))
    }

    pub fn bits(&mut self) -> u64 {
        let (Self::Seeded(state) | Self::Round(state)) = self else { return u64::from_le_bytes(take()) };
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = *state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// 0 .. `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        match (&self, end) {
            (Self::Seeded(_) | Self::Round(_), _) => ((u128::from(self.bits()) * end as u128) >> 64) as usize,
            (Self::Fed, ..=1) => 0,
            (Self::Fed, 2..=256) => usize::from(take::<1>()[0]) % end,
            (Self::Fed, 257..=65_536) => usize::from(u16::from_le_bytes(take())) % end,
            (Self::Fed, 65_537..) => (self.bits() % end as u64) as usize,
        }
    }

    /// True once in `n` times; not for a zero byte.
    pub fn one_in(&mut self, n: usize) -> bool {
        let rare = match self {
            Self::Seeded(_) | Self::Round(_) => 0,
            Self::Fed => n - 1,
        };
        self.below(n) == rare
    }

    /// 0 .. 1.
    pub fn unit(&mut self) -> f64 {
        match self {
            Self::Seeded(_) | Self::Round(_) => (self.bits() >> 11) as f64 * (0.5 / (1_u64 << 52) as f64),
            Self::Fed => f64::from(u32::from_le_bytes(take())) / f64::from(u32::MAX),
        }
    }

    /// Plus or minus one.
    pub fn sign(&mut self) -> f64 {
        let is_rare = self.one_in(2);
        match self {
            Self::Seeded(_) | Self::Round(_) if is_rare => 1.0,
            Self::Seeded(_) | Self::Round(_) => -1.0,
            Self::Fed if is_rare => -1.0,
            Self::Fed => 1.0,
        }
    }

    /// Any number at all: awkward ones, random bits, all magnitudes.
    pub fn wild(&mut self) -> f64 {
        let is_fed = matches!(self, Self::Fed);
        match (is_fed, self.below(4)) {
            (false, 0) | (true, 1) => f64::from_bits(self.bits()),
            (false, 1) | (true, 2) => self.sign() * self.magnitude(-20.0, 20.0),
            (false, _) => self.pick(&AWKWARD),
            (true, _) => self.pick(&AWKWARD_OF_FEW_BYTES),
        }
    }

    /// `low` .. `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        if self.is_round() {
            let signed = ROUND.iter().flat_map(|&number| [number, -number]);
            let within: Vec<f64> = signed.filter(|number| (low..=high).contains(number)).collect();
            return if within.is_empty() { tidy(0.5 * (low + high)) } else { self.pick(&within) + 0.0 };
        }
        low + (high - low) * self.unit()
    }

    /// A size between two powers of ten, all magnitudes equally often.
    pub fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        if self.is_round() {
            return self.round_magnitude(low, high);
        }
        10.0_f64.powf(self.between(low, high))
    }

    fn round_magnitude(&mut self, low: f64, high: f64) -> f64 {
        let is_within = |size: &f64| (low - 1e-9..=high + 1e-9).contains(&size.log10());
        let decades = low.floor() as i32..=high.ceil() as i32;
        let all = decades.flat_map(|decade| DIGITS.map(|digit| tidy(digit * 10.0_f64.powi(decade))));
        let usual: Vec<f64> = USUAL.into_iter().filter(is_within).collect();
        let all: Vec<f64> = all.filter(is_within).collect();
        let chosen = if self.one_in(2) && !usual.is_empty() { usual } else { all };
        if chosen.is_empty() { tidy(10.0_f64.powf(0.5 * (low + high))) } else { self.pick(&chosen) }
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}
