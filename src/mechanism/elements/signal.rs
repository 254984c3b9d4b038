//! Signals: linear systems x' = A·x + B·u, y = C·x + D·u with limited outputs, and what they take from and give to the other
//! elements.
//!
//! ```text
//! state    x' = Σ a·x + Σ b·u
//! output   z = Σ c·x + Σ d·u       w = sat(z, lower, upper)
//! limiter  r' = w' while r = w and |w'| ≤ R;   else r' = ±R until r = w again
//! ```
//!
//! Model Exchange gives values of inputs at each instant, and not how fast they move ([`InputMotion`]): the part D·u' of w' is not
//! known there. So r is a state only where it moves at ±R; while it follows, its value is w, from the inputs at hand, and the state
//! stays until it is needed. That |w'| exceeds R is not asked of a limiter that inputs move directly; see
//! [`Mechanism::limited_by_inputs`](super::Mechanism::limited_by_inputs).
//!
//! All are linear in each branch of their limits, so one formula gives each Taylor coefficient. Signals are evaluated in an order
//! in which each is known before it is needed ([`Schedule`]); a loop of direct feedthrough has no such order and is refused by
//! the configuration. A controller with derivative gain and a rate limiter need the time derivative of a signal as well: it is
//! known of states, positions and inputs, and of sums of those.

use super::{Limiter, LimiterMode, Output, RateLimit};
use crate::mechanism::expansion::coefficient;
use crate::mechanism::{InputMotion, Inputs, Mode, Structure};
use crate::memory::{Heap, List};
use crate::plants::Order;
use core::ops::Range;

/// What a signal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalKind {
    /// An input of the mechanism: number of its line.
    External(usize),
    /// Position of a body.
    Position(usize),
    /// Velocity of a body.
    Velocity(usize),
    /// A state of a component, by its place.
    ComponentState(usize, usize),
    /// An output of a component.
    Output(usize, Output),
    /// Another signal.
    Same(usize),
    /// A state of a linear system, by its place among the internal states; its rate is the sum of its terms.
    State(usize),
    /// The sum of its terms.
    Sum,
    /// The sum of its terms between the limits of a limiter.
    Clipped(usize),
    /// The output of the rate limiter of a limiter.
    RateLimited(usize),
}

/// A signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// What it is.
    pub kind: SignalKind,
    /// Its terms in [`Network::terms`], if it has any.
    pub terms: Range<usize>,
}

/// Part of a sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// The signal.
    pub signal: usize,
    /// What it counts.
    pub coefficient: f64,
}

/// A signal that is a torque on a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignalLoad {
    /// The signal.
    pub signal: usize,
    /// The body.
    pub body: usize,
    /// Torque per signal.
    pub gain: f64,
}

/// All signals of a mechanism.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Network {
    /// The signals.
    pub signals: List<Signal>,
    /// The terms of all sums, one sum after the other.
    pub terms: List<Term>,
    /// Limits of outputs.
    pub limiters: List<Limiter>,
    /// What acts on bodies.
    pub loads: List<SignalLoad>,
    /// Number of inputs.
    pub inputs: usize,
    /// Sizes of the states of linear systems relative to each other, for which their matrix is balanced.
    pub sizes: List<f64>,
}

/// Rounds of balancing.
const BALANCING_ROUNDS: usize = 8;

impl Network {
    /// Number of states of linear systems, and of rate limiters.
    pub fn states(&self) -> usize {
        self.sizes.len()
    }

    /// The signals that one passes on at the same instant: what it repeats, or the terms of its sum.
    fn passed_on(&self, index: usize) -> impl Iterator<Item = usize> {
        let signal = &self.signals[index];
        let (repeated, terms) = match signal.kind {
            SignalKind::Same(other) => (Some(other), 0..0),
            SignalKind::Sum | SignalKind::Clipped(_) => (None, signal.terms.clone()),
            SignalKind::External(_)
            | SignalKind::Position(_)
            | SignalKind::Velocity(_)
            | SignalKind::ComponentState(..)
            | SignalKind::Output(..)
            | SignalKind::State(_)
            | SignalKind::RateLimited(_) => (None, 0..0),
        };
        repeated.into_iter().chain(self.terms[terms].iter().map(|term| term.signal))
    }

    /// What a rate limiter follows.
    fn followed(&self, index: usize) -> Option<usize> {
        let SignalKind::RateLimited(limiter) = self.signals[index].kind else { return None };
        self.limiters[limiter].rate.map(|limit| limit.of)
    }

    /// Takes over the properties of the same signals; no memory is taken for it.
    pub(in crate::mechanism) fn copy_from(&mut self, other: &Self) {
        self.terms.copy_from_slice(&other.terms);
        self.limiters.copy_from_slice(&other.limiters);
        self.loads.copy_from_slice(&other.loads);
        self.sizes.copy_from_slice(&other.sizes);
    }

    /// Balances the matrix of the states, the first of which is at place `begin` among the internal ones (Osborne 1960): the
    /// sizes are those in which each state takes as much from the others as it gives them.
    pub fn balance(&mut self, begin: usize) {
        self.sizes.fill(1.0);
        for _ in 0..BALANCING_ROUNDS {
            for state in 0..self.sizes.len() {
                let (mut given, mut taken) = (0.0, 0.0);
                for (row, column, entry) in self.entries(begin) {
                    if row != column && row == state {
                        taken += entry * self.sizes[column];
                    }
                    if row != column && column == state {
                        given += entry / self.sizes[row];
                    }
                }
                let balanced = libm::sqrt(taken / given);
                if balanced.is_finite() && balanced > 0.0 {
                    self.sizes[state] = balanced;
                }
            }
        }
    }

    /// Largest sum of the entries in a row of the matrix of the states [1/s].
    pub(in crate::mechanism) fn fastest(&self) -> f64 {
        let is_state = |signal: &&Signal| matches!(signal.kind, SignalKind::State(_));
        let sums =
            self.signals.iter().filter(is_state).map(|signal| {
                self.terms[signal.terms.clone()].iter().fold(0.0, |sum, term| sum + term.coefficient.abs())
            });
        sums.fold(0.0, f64::max)
    }

    /// Entries of the matrix of the states: row, column and absolute value.
    fn entries(&self, begin: usize) -> impl Iterator<Item = (usize, usize, f64)> {
        let place = move |signal: &Signal| {
            let SignalKind::State(place) = signal.kind else { return None };
            place.checked_sub(begin)
        };
        self.signals.iter().filter_map(move |signal| Some((place(signal)?, signal))).flat_map(move |(row, signal)| {
            self.terms[signal.terms.clone()]
                .iter()
                .filter_map(move |term| Some((row, place(&self.signals[term.signal])?, term.coefficient.abs())))
        })
    }
}

/// One thing to evaluate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mechanism) enum Node {
    /// The value of a signal.
    Value(usize),
    /// The time derivative of a signal.
    Rate(usize),
    /// An actuator.
    Actuator(usize),
}

/// The order in which signals and actuators are evaluated.
#[derive(Debug, Default)]
pub(in crate::mechanism) struct Schedule {
    pub nodes: List<Node>,
    /// Whether the time derivative of the command of each actuator is known.
    pub knows_rate: List<bool>,
    /// Whether inputs of the mechanism move each signal directly, through no state.
    pub moved_by_inputs: List<bool>,
}

/// What is known, or needed, of each signal.
struct Marks {
    has_rate: List<bool>,
    needs_rate: List<bool>,
    value: List<bool>,
    rate: List<bool>,
    actuator: List<bool>,
}

impl Schedule {
    /// Of a structure; empty where there is no memory for it.
    pub fn new(structure: &Structure, heap: &mut Heap) -> Self {
        let (signals, actuators) = (structure.network.signals.len(), structure.actuator_count);
        let mut schedule = Self {
            nodes: heap.with_capacity(2 * signals + actuators),
            knows_rate: heap.filled(false, actuators),
            moved_by_inputs: heap.filled(false, signals),
        };
        let mut flags = || heap.filled(false, signals);
        let [has_rate, needs_rate, value, rate] = [flags(), flags(), flags(), flags()];
        let mut marks = Marks { has_rate, needs_rate, value, rate, actuator: heap.filled(false, actuators) };
        if heap.outcome().is_ok() {
            marks.find_rates(structure);
            schedule.find_moved_by_inputs(&structure.network);
            schedule.fill(structure, &mut marks);
        }
        schedule
    }

    fn fill(&mut self, structure: &Structure, marks: &mut Marks) {
        // A controller gets the rate of its command unless that closes a loop. What is left after that is such a loop, which no
        // configuration has.
        while self.pass(structure, marks, true) || self.pass(structure, marks, false) {}
    }

    fn find_moved_by_inputs(&mut self, network: &Network) {
        let moved = &mut self.moved_by_inputs;
        for _ in 0..network.signals.len() {
            for (index, signal) in network.signals.iter().enumerate() {
                // What of an actuator follows its command directly has no known rate, and no limiter follows it.
                moved[index] = matches!(signal.kind, SignalKind::External(_))
                    || network.passed_on(index).chain(network.followed(index)).any(|source| moved[source]);
            }
        }
    }

    /// Adds all that can be evaluated by now; whether there was anything.
    fn pass(&mut self, structure: &Structure, marks: &mut Marks, with_rates: bool) -> bool {
        let before = self.nodes.len();
        for index in 0..structure.network.signals.len() {
            if !marks.value[index] && marks.is_value_ready(structure, index) {
                marks.value[index] = true;
                self.nodes.push(Node::Value(index));
            }
            if marks.needs_rate[index] && !marks.rate[index] && marks.is_rate_ready(structure, index) {
                marks.rate[index] = true;
                self.nodes.push(Node::Rate(index));
            }
        }
        for (index, _, actuator) in structure.actuators() {
            let [command, supply] = actuator.signals();
            let is_known = |signal: Option<usize>| signal.is_none_or(|signal| marks.value[signal]);
            let knows_rate = command.is_none_or(|signal| marks.rate[signal]);
            let waits = with_rates && !knows_rate && command.is_some_and(|signal| marks.has_rate[signal]);
            if !marks.actuator[index] && is_known(command) && is_known(supply) && !waits {
                marks.actuator[index] = true;
                self.knows_rate[index] = knows_rate;
                self.nodes.push(Node::Actuator(index));
                if !with_rates {
                    break;
                }
            }
        }
        self.nodes.len() > before
    }
}

impl Marks {
    /// Which time derivatives there are, and which are needed.
    fn find_rates(&mut self, structure: &Structure) {
        let network = &structure.network;
        for _ in 0..network.signals.len() {
            for (index, signal) in network.signals.iter().enumerate() {
                self.has_rate[index] = match signal.kind {
                    SignalKind::External(_)
                    | SignalKind::Position(_)
                    | SignalKind::State(_)
                    | SignalKind::RateLimited(_) => true,
                    SignalKind::Same(_) | SignalKind::Sum | SignalKind::Clipped(_) => {
                        network.passed_on(index).all(|source| self.has_rate[source])
                    }
                    SignalKind::Velocity(_) | SignalKind::ComponentState(..) | SignalKind::Output(..) => false,
                };
            }
        }
        let commands = structure.actuators().filter_map(|(.., actuator)| actuator.signals()[0]);
        let followed = (0..network.signals.len()).filter_map(|signal| network.followed(signal));
        for signal in commands.chain(followed) {
            self.needs_rate[signal] = self.has_rate[signal];
        }
        for _ in 0..network.signals.len() {
            for (index, signal) in network.signals.iter().enumerate() {
                self.needs_rate[index] |= matches!(signal.kind, SignalKind::State(_) | SignalKind::RateLimited(_));
                for source in network.passed_on(index) {
                    self.needs_rate[source] |= self.needs_rate[index];
                }
            }
        }
    }

    fn is_value_ready(&self, structure: &Structure, index: usize) -> bool {
        let signal = &structure.network.signals[index];
        match signal.kind {
            SignalKind::External(_)
            | SignalKind::Position(_)
            | SignalKind::Velocity(_)
            | SignalKind::ComponentState(..)
            | SignalKind::State(_) => true,
            // While it follows it may be what it follows.
            SignalKind::RateLimited(_) => structure.network.followed(index).is_none_or(|signal| self.value[signal]),
            SignalKind::Output(actuator, output) if output.follows_command() => self.actuator[actuator],
            SignalKind::Output(index, _) => {
                structure.components[index].signals()[1].is_none_or(|supply| self.value[supply])
            }
            SignalKind::Same(other) => self.value[other],
            SignalKind::Sum | SignalKind::Clipped(_) => self.are_known(structure, index, &self.value),
        }
    }

    fn is_rate_ready(&self, structure: &Structure, index: usize) -> bool {
        let network = &structure.network;
        match network.signals[index].kind {
            SignalKind::State(_) => self.are_known(structure, index, &self.value),
            SignalKind::RateLimited(_) => {
                network.followed(index).is_none_or(|signal| !self.has_rate[signal] || self.rate[signal])
            }
            SignalKind::Same(other) => self.rate[other],
            SignalKind::Sum | SignalKind::Clipped(_) => self.are_known(structure, index, &self.rate),
            SignalKind::External(_)
            | SignalKind::Position(_)
            | SignalKind::Velocity(_)
            | SignalKind::ComponentState(..)
            | SignalKind::Output(..) => true,
        }
    }

    fn are_known(&self, structure: &Structure, index: usize, known: &[bool]) -> bool {
        let network = &structure.network;
        network.terms[network.signals[index].terms.clone()].iter().all(|term| known[term.signal])
    }
}

/// Taylor coefficients of all signals at one order.
#[derive(Debug, Default)]
pub(in crate::mechanism) struct SignalTerms {
    /// Of the signals.
    pub value: List<f64>,
    /// Of their time derivatives, where they are known.
    pub rate: List<f64>,
    /// Of the sums of limited outputs, before the limits.
    pub unlimited: List<f64>,
    /// Sizes of what these sums are made of at order 0.
    pub size: List<f64>,
}

/// What signals are made from at one order.
pub(in crate::mechanism) struct Sources<'a> {
    pub order: usize,
    /// Length that the coefficients belong to [s].
    pub length: f64,
    pub structure: &'a Structure,
    pub mode: &'a Mode,
    pub inputs: &'a Inputs,
    pub position: &'a [f64],
    pub velocity: &'a [f64],
    pub internal: &'a [f64],
}

impl SignalTerms {
    pub fn new(structure: &Structure, heap: &mut Heap) -> Self {
        let (signals, limiters) = (structure.network.signals.len(), structure.network.limiters.len());
        Self {
            value: heap.filled(0.0, signals),
            rate: heap.filled(0.0, signals),
            unlimited: heap.filled(0.0, limiters),
            size: heap.filled(0.0, limiters),
        }
    }

    fn sum(&self, at: &Sources<'_>, index: usize, of: &[f64]) -> f64 {
        let network = &at.structure.network;
        let terms = &network.terms[network.signals[index].terms.clone()];
        terms.iter().fold(0.0, |sum, term| sum + term.coefficient * of[term.signal])
    }

    /// Evaluates a signal. `output` gives one of a component: with the command where that has been evaluated.
    pub fn add_value(&mut self, at: &Sources<'_>, index: usize, output: impl FnOnce(&Self, usize, Output) -> f64) {
        let order = Order::of(at.order);
        self.value[index] = match at.structure.network.signals[index].kind {
            SignalKind::External(line) => {
                let lines = &at.inputs.signal;
                coefficient((lines.value[line], lines.slope[line] * at.length), at.order)
            }
            SignalKind::Position(body) => at.position[body],
            SignalKind::Velocity(body) => at.velocity[body],
            SignalKind::ComponentState(of, place) => at.internal[at.structure.components[of].state + place],
            SignalKind::State(place) => at.internal[place],
            SignalKind::Output(of, which) => output(self, of, which),
            SignalKind::Same(other) => self.value[other],
            SignalKind::Sum => self.sum(at, index, &self.value),
            SignalKind::Clipped(limiter) => {
                let sum = self.sum(at, index, &self.value);
                self.unlimited[limiter] = sum;
                if order.is_value() {
                    self.size[limiter] = self.size_of_sum(at, index);
                }
                at.mode.limiters[limiter].clip(&at.structure.network.limiters[limiter], order, sum)
            }
            SignalKind::RateLimited(limiter) => match at.structure.network.limiters[limiter].rate {
                Some(limit) if at.inputs.motion == InputMotion::Moving && at.mode.limiters[limiter].rate == 0 => {
                    self.value[limit.of]
                }
                Some(limit) => at.internal[limit.state],
                None => 0.0,
            },
        };
    }

    fn size_of_sum(&self, at: &Sources<'_>, index: usize) -> f64 {
        let network = &at.structure.network;
        let terms = &network.terms[network.signals[index].terms.clone()];
        terms.iter().fold(0.0, |sum, term| sum + (term.coefficient * self.value[term.signal]).abs())
    }

    /// Evaluates the time derivative of a signal. Returned is the place of an internal state that belongs to it, with the rate of
    /// that state.
    pub fn add_rate(&mut self, at: &Sources<'_>, index: usize) -> Option<(usize, f64)> {
        let order = Order::of(at.order);
        let (rate, state) = match at.structure.network.signals[index].kind {
            SignalKind::External(line) => (order.constant(at.inputs.signal.slope[line]), None),
            SignalKind::Position(body) => (at.velocity[body], None),
            SignalKind::State(place) => {
                let rate = self.sum(at, index, &self.value);
                (rate, Some((place, rate)))
            }
            SignalKind::Same(other) => (self.rate[other], None),
            SignalKind::Sum => (self.sum(at, index, &self.rate), None),
            SignalKind::Clipped(limiter)
                if at.mode.limiters[limiter].passes(&at.structure.network.limiters[limiter]) =>
            {
                (self.sum(at, index, &self.rate), None)
            }
            SignalKind::RateLimited(limiter) => match at.structure.network.limiters[limiter].rate {
                Some(limit) => {
                    let mode = at.mode.limiters[limiter];
                    let rate = self.limited_rate(mode, limit, order);
                    let is_state = mode.rate != 0 || at.inputs.motion.has_slopes();
                    (rate, Some((limit.state, if is_state { rate } else { 0.0 })))
                }
                None => (0.0, None),
            },
            SignalKind::Clipped(_)
            | SignalKind::Velocity(_)
            | SignalKind::ComponentState(..)
            | SignalKind::Output(..) => (0.0, None),
        };
        self.rate[index] = rate;
        state
    }

    fn limited_rate(&self, mode: LimiterMode, limit: RateLimit, order: Order) -> f64 {
        match mode.rate {
            0 => self.rate[limit.of],
            side => f64::from(side) * order.constant(limit.rate),
        }
    }
}
