//! Linear systems over a bridged interval: steps of the implicit Euler method, with the bodies as they are at its end.
//!
//! ```text
//! (I − h·A)·(x⁺ − x) = h·f(x)
//! ```
//!
//! However fast a system is, a step of any length is stable, so that few of them suffice for what goes on slowly. A is what the rates
//! change by with each state, under the limits that hold at the start of the step.

use crate::mechanism::constants::CONSTANTS;
use crate::mechanism::{Mechanism, Structure};
use crate::memory::{Heap, List};
use crate::solver::DenseFactors;

/// Space of a step.
#[derive(Debug, Default)]
pub(in crate::mechanism) struct LinearStep {
    factors: DenseFactors<f64>,
    /// A, by columns.
    matrix: List<f64>,
    rates: List<f64>,
    change: List<f64>,
}

impl LinearStep {
    pub fn new(structure: &Structure, heap: &mut Heap) -> Self {
        let states = structure.internal_states() - structure.linear_begin;
        Self {
            factors: DenseFactors::with_room(states, heap),
            matrix: heap.with_capacity(states * states),
            rates: heap.with_capacity(states),
            change: heap.with_capacity(states),
        }
    }
}

impl Mechanism {
    /// Takes the linear systems over a bridged interval.
    pub(in crate::mechanism) fn bridge_linear(&mut self, duration: f64) {
        let begin = self.structure.linear_begin;
        let states = self.internal.len() - begin;
        if states == 0 {
            return;
        }
        let steps = libm::ceil(duration * CONSTANTS.linear_steps_per_rate * self.structure.network.fastest())
            .clamp(1.0, CONSTANTS.max_linear_steps);
        // One for the rates, one for each state, and one for each limit that another may have changed.
        let evaluations = 2 + states + self.structure.network.limiters.len();
        self.budget -= steps * evaluations as f64 / CONSTANTS.evaluations_per_try;
        let mut work = core::mem::take(&mut self.linear_step);
        for _ in 0..steps as u32 {
            self.choose_saturations();
            self.linear_euler_step(&mut work, begin, duration / steps);
        }
        self.linear_step = work;
        self.choose_saturations();
    }

    fn linear_euler_step(&mut self, work: &mut LinearStep, begin: usize, length: f64) {
        self.evaluate();
        let LinearStep { factors, matrix, rates, change } = work;
        rates.clear();
        rates.extend_from_slice(&self.expansion.internal_rates()[begin..]);
        matrix.clear();
        for state in 0..rates.len() {
            let (value, size) = (self.internal[begin + state], self.structure.network.sizes[state]);
            // As far as the number that is its result, so that the difference is exact.
            self.internal[begin + state] = value + value.abs().max(size);
            let difference = self.internal[begin + state] - value;
            self.evaluate();
            let there = &self.expansion.internal_rates()[begin..];
            matrix.extend(there.iter().zip(&*rates).map(|(there, here)| (there - here) / difference));
            self.internal[begin + state] = value;
        }
        change.clear();
        change.extend(rates.iter().map(|rate| length * rate));
        let n = rates.len();
        let entry = |row: usize, column: usize| {
            let of_matrix = -length * matrix[column * n + row];
            if row == column { 1.0 + of_matrix } else { of_matrix }
        };
        if factors.factorize(&self.structure.network.sizes, entry) {
            factors.solve(change);
        }
        self.internal[begin..].iter_mut().zip(&*change).for_each(|(state, change)| *state += change);
    }
}
