//! How actuators share a load that their equations leave open: two with integrators on one surface may wind against each other by any
//! torque.
//!
//! Taken is the share with Σ T²/T_stall least: in proportion to what each can carry, and equal for equal servos. A servo at a limit
//! carries the same anywhere beyond it, and is taken as close to it as it gets.
//!
//! Unknowns without a pivot are free. With the elimination ([`super::elimination`]) all others follow from them, and with these
//! the torque of each servo, or its distance from its limit; the free ones then follow from least squares.

use super::{Equilibrium, Unknown};
use crate::mechanism::Mechanism;
use crate::mechanism::constants::CONSTANTS;
use crate::memory::{Heap, List};

/// Space for the measures of the actuators by the unknowns.
#[derive(Debug)]
pub(super) struct Shares {
    unknowns: usize,
    /// Torque of each actuator over its capacity, or the share of its limit by which it is beyond it.
    value: List<f64>,
    /// Change of it with each unknown.
    gradient: List<f64>,
    /// Change of it with each free unknown, where all others follow.
    total: List<f64>,
    weight: List<f64>,
    /// Unknowns that are free.
    free: List<usize>,
    /// Change of each unknown in this step.
    pub change: List<f64>,
}

impl Shares {
    pub fn new(actuators: usize, unknowns: usize, heap: &mut Heap) -> Self {
        Self {
            unknowns,
            value: heap.filled(0.0, actuators),
            gradient: heap.filled(0.0, actuators * unknowns),
            total: heap.filled(0.0, actuators * unknowns),
            weight: heap.filled(0.0, actuators),
            free: heap.with_capacity(unknowns),
            change: heap.filled(0.0, unknowns),
        }
    }

    /// A measure after the step, with the changes so far.
    fn after(&self, actuator: usize) -> f64 {
        let gradient = &self.gradient[actuator * self.unknowns..(actuator + 1) * self.unknowns];
        gradient.iter().zip(&self.change).fold(self.value[actuator], |sum, (gradient, change)| sum + gradient * change)
    }
}

impl Mechanism {
    /// Values of the measures, at this point.
    pub(super) fn measure_actuators(&mut self) {
        for (index, _, actuator) in self.structure.actuators() {
            let (branch, terms) = (self.mode.components[index], &self.expansion.terms[index]);
            let supply = terms.supply_pressure();
            self.equilibrium.supply[index] = supply;
            self.equilibrium.shares.value[index] = actuator.measure(branch, terms, 0, supply);
        }
    }

    /// Changes of the measures with an unknown, after everything was differentiated along it.
    pub(super) fn measure_actuators_along(&mut self, column: usize) {
        for (index, _, actuator) in self.structure.actuators() {
            let (branch, terms) = (self.mode.components[index], &self.expansion.terms[index]);
            let gradient = actuator.measure(branch, terms, 1, self.equilibrium.supply[index]);
            let shares = &mut self.equilibrium.shares;
            shares.gradient[index * shares.unknowns + column] = gradient;
        }
    }

    /// The change of each unknown in this step, with the free ones such that actuators share.
    pub(super) fn share_among_actuators(&mut self) {
        let Equilibrium { unknowns, carriers, carried, equations, shares, .. } = &mut self.equilibrium;
        for index in 0..unknowns.len() {
            shares.change[index] = equations.value(index, &carried[..carriers.len()]);
        }
        self.list_free();
        self.follow_free();
        for (index, _, actuator) in self.structure.actuators() {
            let capacity = actuator.capacity(self.equilibrium.supply[index]);
            // A limit is a condition, and comes before any share.
            let is_limited = actuator.at_limit(self.mode.components[index]).is_some();
            self.equilibrium.shares.weight[index] =
                if is_limited { CONSTANTS.equilibrium_condition_weight * capacity } else { capacity };
        }
        // What is beyond its limit by then needs not be closer; what is not has to be there.
        for _ in 0..=self.structure.actuator_count {
            self.choose_free();
            if !self.keep_violated() {
                break;
            }
        }
    }

    /// Free unknowns: states of linear systems that nothing determines keep their start values, as do bodies that are held.
    fn list_free(&mut self) {
        let begin = self.structure.linear_begin;
        self.equilibrium.shares.free.clear();
        for index in 0..self.equilibrium.unknowns.len() {
            let may_move = match self.equilibrium.unknowns[index] {
                Unknown::Root(_) => true,
                Unknown::State(state) => state < begin,
                Unknown::Follower { .. } => false,
            };
            if may_move && !self.stays(index) && !self.equilibrium.equations.has_pivot(index) {
                self.equilibrium.shares.free.push(index);
            }
        }
    }

    /// How the measures change with each free unknown, and which actuators float.
    fn follow_free(&mut self) {
        let Equilibrium { unknowns, equations, shares, floats, .. } = &mut self.equilibrium;
        for actuator in 0..self.structure.actuator_count {
            floats[actuator] = false;
            for (place, &free) in shares.free.iter().enumerate() {
                let (mut sum, mut size) = (0.0, 0.0);
                for index in 0..unknowns.len() {
                    let part = shares.gradient[actuator * shares.unknowns + index] * equations.follows(index, free);
                    sum += part;
                    size += f64::abs(part);
                }
                let is_rounding = f64::abs(sum) <= CONSTANTS.equilibrium_reltol_torque * size;
                shares.total[actuator * shares.unknowns + place] = if is_rounding { 0.0 } else { sum };
                floats[actuator] |= !is_rounding;
            }
        }
    }

    /// Takes the free unknowns to the least squares of the measures.
    fn choose_free(&mut self) {
        let actuators = self.structure.actuator_count;
        let Equilibrium { unknowns, equations, balance, shares, .. } = &mut self.equilibrium;
        let count = shares.free.len();
        if count == 0 {
            return;
        }
        balance.begin(count, 0);
        for actuator in 0..actuators {
            let (weight, value) = (shares.weight[actuator], shares.after(actuator));
            let total = &shares.total[actuator * shares.unknowns..];
            for row in 0..count {
                for column in 0..count {
                    *balance.unknown(row, column) += weight * total[row] * total[column];
                }
                *balance.right(row) -= weight * total[row] * value;
            }
        }
        balance.reduce();
        for (place, &free) in shares.free.iter().enumerate() {
            let by = balance.value(place, &[]);
            for index in 0..unknowns.len() {
                shares.change[index] += by * equations.follows(index, free);
            }
        }
    }

    /// Only actuators that would not be at their limits are conditions from now on; whether there are any.
    fn keep_violated(&mut self) -> bool {
        let shares = &mut self.equilibrium.shares;
        let mut any = false;
        for (index, _, actuator) in self.structure.actuators() {
            if actuator.at_limit(self.mode.components[index]).is_some() && self.equilibrium.floats[index] {
                let is_violated = shares.after(index) < -CONSTANTS.equilibrium_reltol_torque;
                any |= is_violated;
                shares.weight[index] = if is_violated { shares.weight[index] } else { 0.0 };
            }
        }
        any
    }

    /// Whether an unknown is kept where it is: what a stop has, and what is held and no integral determines.
    pub(super) fn stays(&self, index: usize) -> bool {
        match self.equilibrium.unknowns[index] {
            Unknown::Root(body) => self.equilibrium.held[body] && !self.is_placed_by_integral(body),
            Unknown::State(state) => self.is_at_stop(state),
            Unknown::Follower { .. } => false,
        }
    }
}
