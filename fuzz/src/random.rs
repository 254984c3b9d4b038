//! Random numbers from the bytes of the fuzzer, behind the interface of `tests/robustness/random.rs`. After the last byte
//! all numbers are 0: players then do the least that they can.

#[path = "../../tests/robustness/draws.rs"]
mod draws;

use std::cell::RefCell;

thread_local! {
    static BYTES: RefCell<(Vec<u8>, usize)> = const { RefCell::new((Vec::new(), 0)) };
}

/// What the next numbers are made of.
pub fn feed(bytes: &[u8]) {
    BYTES.with_borrow_mut(|(store, place)| {
        store.clear();
        store.extend_from_slice(bytes);
        *place = 0;
    });
}

fn take<const N: usize>() -> [u8; N] {
    BYTES.with_borrow_mut(|(store, place)| {
        let mut taken = [0; N];
        for (byte, source) in taken.iter_mut().zip(&store[(*place).min(store.len())..]) {
            *byte = *source;
        }
        *place += N;
        taken
    })
}

/// All of them read the same bytes.
pub struct Random;

/// Numbers that programs trip over.
const AWKWARD: [f64; 16] = [
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

impl Random {
    pub fn new(_seed: u64) -> Self {
        Self
    }

    pub fn next(&mut self) -> u64 {
        u64::from_le_bytes(take())
    }

    /// 0 .. `end`, which is not 0, of as few bytes as will do.
    pub fn below(&mut self, end: usize) -> usize {
        match end {
            ..=1 => 0,
            2..=256 => usize::from(take::<1>()[0]) % end,
            257..=65_536 => usize::from(u16::from_le_bytes(take())) % end,
            _ => (self.next() % end as u64) as usize,
        }
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    /// 0 .. 1.
    pub fn unit(&mut self) -> f64 {
        f64::from(u32::from_le_bytes(take())) / f64::from(u32::MAX)
    }

    /// Plus or minus one.
    pub fn sign(&mut self) -> f64 {
        if self.one_in(2) { -1.0 } else { 1.0 }
    }

    /// Any number at all.
    pub fn wild(&mut self) -> f64 {
        match self.below(4) {
            1 => f64::from_bits(self.next()),
            2 => self.sign() * self.magnitude(-20.0, 20.0),
            _ => self.pick(&AWKWARD),
        }
    }
}
