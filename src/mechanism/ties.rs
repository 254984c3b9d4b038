//! Which bodies can only move in proportion to each other, and which not at all: sets of bodies with the factors of their
//! velocities, as elements join them one after the other.

use super::constants::CONSTANTS;
use crate::memory::{Heap, List};

/// Whether two factors of one velocity are the same but for rounding.
pub(super) fn is_same_motion(one: f64, other: f64) -> bool {
    (one - other).abs() <= CONSTANTS.reltol_same_motion * one.abs().max(other.abs())
}

/// Sets of bodies; the last is the ground, on which all factors are 0.
#[derive(Debug)]
pub(super) struct Ties {
    set: List<usize>,
    factor: List<f64>,
}

impl Ties {
    pub fn new(bodies: usize, heap: &mut Heap) -> Self {
        Self { set: heap.filled(0, bodies + 1), factor: heap.filled(1.0, bodies + 1) }
    }

    /// Nothing is tied.
    pub fn begin(&mut self) {
        let ground = self.ground();
        for (index, (set, factor)) in self.set.iter_mut().zip(&mut self.factor).enumerate() {
            (*set, *factor) = (index, if index == ground { 0.0 } else { 1.0 });
        }
    }

    fn ground(&self) -> usize {
        self.set.len() - 1
    }

    /// Ties the velocity of `first`, or that of the ground, to `ratio` times that of `second`. A loop whose ways round differ
    /// can only rest.
    pub fn tie(&mut self, first: Option<usize>, second: usize, ratio: f64) {
        let ground = self.ground();
        let first = first.unwrap_or(ground);
        let (a, b) = (self.set[first], self.set[second]);
        let (on_first, on_second) = (self.factor[first], ratio * self.factor[second]);
        if a == b {
            if !is_same_motion(on_first, on_second) {
                self.join(a, ground, 0.0);
            }
        } else if b == ground {
            self.join(a, ground, 0.0);
        } else {
            self.join(b, a, on_first / on_second);
        }
    }

    /// Makes one set part of another, with its factors times `gain`.
    fn join(&mut self, from: usize, to: usize, gain: f64) {
        for (set, factor) in self.set.iter_mut().zip(&mut self.factor).filter(|(set, _)| **set == from) {
            (*set, *factor) = (to, gain * *factor);
        }
    }

    /// Positive where two bodies move the same way, negative where against each other; 0 if neither depends on the other, or they rest.
    pub fn sense(&self, one: usize, other: usize) -> f64 {
        if self.set[one] == self.set[other] { self.factor[one] * self.factor[other] } else { 0.0 }
    }
}
