//! How servos share a load that their equations leave open: two with integrators on one surface may wind against each other by any
//! torque.
//!
//! Taken is the share with Σ T²/T_stall least: in proportion to what each can carry, and equal for equal servos. A servo at a limit
//! carries the same anywhere beyond it, and is taken as close to it as it gets.
//!
//! Unknowns without a pivot are free. With the elimination ([`super::elimination`]) all others follow from them, and with these
//! the torque of each servo, or its distance from its limit; the free ones then follow from least squares.

use super::limits::{Limited, limited};
use super::{Equilibrium, Unknown};
use crate::mechanism::Mechanism;
use crate::mechanism::constants::CONSTANTS;
use crate::mechanism::servo::SERVO_STATES;
use crate::memory::{Heap, List};

/// What a measure is a share of.
fn reference(limit: f64) -> f64 {
    if limit > 0.0 { limit } else { 1.0 }
}

/// Space for the measures of the servos by the unknowns.
#[derive(Debug)]
pub(super) struct Shares {
    unknowns: usize,
    /// Torque of each servo over its stall torque, or the share of its limit by which it is beyond it.
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
    pub fn new(servos: usize, unknowns: usize, heap: &mut Heap) -> Self {
        Self {
            unknowns,
            value: heap.filled(0.0, servos),
            gradient: heap.filled(0.0, servos * unknowns),
            total: heap.filled(0.0, servos * unknowns),
            weight: heap.filled(0.0, servos),
            free: heap.with_capacity(unknowns),
            change: heap.filled(0.0, unknowns),
        }
    }

    /// A measure after the step, with the changes so far.
    fn after(&self, servo: usize) -> f64 {
        let gradient = &self.gradient[servo * self.unknowns..(servo + 1) * self.unknowns];
        gradient.iter().zip(&self.change).fold(self.value[servo], |sum, (gradient, change)| sum + gradient * change)
    }
}

impl Mechanism {
    /// What is measured of a servo: coefficient number `order`, after the expansion of that order.
    fn measure(&self, index: usize, order: usize) -> f64 {
        let (servo, terms) = (&self.structure.servos[index], &self.expansion.servos[index]);
        let (valve, controller) = (&servo.chain.valve, &servo.chain.controller);
        let end = |limit: f64| if order == 0 { limit } else { 0.0 };
        match limited(&self.mode.servos[index]) {
            None => terms.signals.motor_torque / self.stall_torque(index),
            Some(Limited::Current(side)) => {
                let limit = controller.current_limit;
                (f64::from(side) * terms.signals.demand - end(limit)) / reference(limit)
            }
            Some(Limited::Spool(side)) => f64::from(side) * terms.states.flapper / reference(valve.flapper_travel),
            Some(Limited::Pressure(side)) => {
                let supply = self.equilibrium.supply[index];
                (f64::from(side) * terms.signals.valve_pressure - end(supply)) / reference(supply)
            }
        }
    }

    /// Torque that its motor has at the most, but for leakage.
    fn stall_torque(&self, index: usize) -> f64 {
        reference(self.structure.servos[index].chain.valve.displacement * self.equilibrium.supply[index])
    }

    /// Values of the measures, at this point.
    pub(super) fn measure_servos(&mut self) {
        for index in 0..self.structure.servos.len() {
            self.equilibrium.supply[index] = self.expansion.servos[index].supply_pressure();
            let value = self.measure(index, 0);
            self.equilibrium.shares.value[index] = value;
        }
    }

    /// Changes of the measures with an unknown, after everything was differentiated along it.
    pub(super) fn measure_servos_along(&mut self, column: usize) {
        for index in 0..self.structure.servos.len() {
            let gradient = self.measure(index, 1);
            let shares = &mut self.equilibrium.shares;
            shares.gradient[index * shares.unknowns + column] = gradient;
        }
    }

    /// The change of each unknown in this step, with the free ones such that servos share.
    pub(super) fn share_among_servos(&mut self) {
        let Equilibrium { unknowns, carriers, carried, equations, shares, .. } = &mut self.equilibrium;
        for index in 0..unknowns.len() {
            shares.change[index] = equations.value(index, &carried[..carriers.len()]);
        }
        self.list_free();
        self.follow_free();
        for index in 0..self.structure.servos.len() {
            let stall = self.stall_torque(index);
            // A limit is a condition, and comes before any share.
            let is_limited = limited(&self.mode.servos[index]).is_some();
            self.equilibrium.shares.weight[index] =
                if is_limited { CONSTANTS.equilibrium_condition_weight * stall } else { stall };
        }
        // What is beyond its limit by then needs not be closer; what is not has to be there.
        for _ in 0..=self.structure.servos.len() {
            self.choose_free();
            if !self.keep_violated() {
                break;
            }
        }
    }

    /// Free unknowns: states of linear systems that nothing determines keep their start values, as do bodies that are held.
    fn list_free(&mut self) {
        let begin = self.structure.linear_begin();
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

    /// How the measures change with each free unknown, and which servos float.
    fn follow_free(&mut self) {
        let Equilibrium { unknowns, equations, shares, floats, .. } = &mut self.equilibrium;
        for servo in 0..self.structure.servos.len() {
            floats[servo] = false;
            for (place, &free) in shares.free.iter().enumerate() {
                let (mut sum, mut size) = (0.0, 0.0);
                for index in 0..unknowns.len() {
                    let part = shares.gradient[servo * shares.unknowns + index] * equations.follows(index, free);
                    sum += part;
                    size += f64::abs(part);
                }
                let is_rounding = f64::abs(sum) <= CONSTANTS.equilibrium_reltol_torque * size;
                shares.total[servo * shares.unknowns + place] = if is_rounding { 0.0 } else { sum };
                floats[servo] |= !is_rounding;
            }
        }
    }

    /// Takes the free unknowns to the least squares of the measures.
    fn choose_free(&mut self) {
        let servos = self.structure.servos.len();
        let Equilibrium { unknowns, equations, balance, shares, .. } = &mut self.equilibrium;
        let count = shares.free.len();
        if count == 0 {
            return;
        }
        balance.begin(count, 0);
        for servo in 0..servos {
            let (weight, value) = (shares.weight[servo], shares.after(servo));
            let total = &shares.total[servo * shares.unknowns..];
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

    /// Only servos that would not be at their limits are conditions from now on; whether there are any.
    fn keep_violated(&mut self) -> bool {
        let shares = &mut self.equilibrium.shares;
        let mut any = false;
        for (index, mode) in self.mode.servos.iter().enumerate() {
            if limited(mode).is_some() && self.equilibrium.floats[index] {
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
            Unknown::State(state) => state < SERVO_STATES * self.structure.servos.len() && self.is_at_stop(state),
            Unknown::Follower { .. } => false,
        }
    }
}
