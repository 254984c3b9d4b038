//! Limits of signals: which hold, and what happens where they begin and end.

use crate::mechanism::constants::CONSTANTS;
use crate::mechanism::expansion::{Expansion, Situation};
use crate::mechanism::guard::{Consequence, ElementGuard};
use crate::mechanism::{InputMotion, Mechanism, Mode, SignalKind, Snapshot, Structure};
use crate::plants::Order;

/// Limits of an output.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limiter {
    /// Lower limit, or −∞.
    pub lower: f64,
    /// Upper limit, or ∞.
    pub upper: f64,
    /// The limited rate, if it is.
    pub rate: Option<RateLimit>,
}

/// Limit of a rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateLimit {
    /// R [1/s].
    pub rate: f64,
    /// The signal that it follows, w.
    pub of: usize,
    /// Place of r among the internal states.
    pub state: usize,
}

/// What a limiter does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LimiterMode {
    /// −1 at the lower limit, 0, +1 at the upper limit.
    pub saturation: i8,
    /// −1 falling at the limit of the rate, 0 following, +1 rising at it.
    pub rate: i8,
}

impl LimiterMode {
    /// Whether the output follows the sum: between limits that are equal there is nothing but the limit, on whichever side the sum is.
    pub(in crate::mechanism) fn passes(self, limiter: &Limiter) -> bool {
        self.saturation == 0 && limiter.lower < limiter.upper
    }

    /// What the limits make of the sum, or of a coefficient of it.
    pub(in crate::mechanism) fn clip(self, limiter: &Limiter, order: Order, sum: f64) -> f64 {
        match self.saturation {
            _ if self.passes(limiter) => sum,
            0 | 1 => order.constant(limiter.upper),
            _ => order.constant(limiter.lower),
        }
    }
}

/// What is watched of a limiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimiterGuard {
    /// The distance of the sum to the limit of its output on a side, or how far it is beyond.
    Limit(i8),
    /// The limit of the rate on a side less the rate, or how far what is limited is behind.
    Rate(i8),
}

/// Both surfaces of what does not limit, that which holds of what does.
impl ElementGuard for LimiterGuard {
    fn list(structure: &Structure, mode: &Mode, index: usize, add: &mut dyn FnMut(Self, u8)) {
        let (limiter, known) = (&structure.network.limiters[index], mode.limiter_known[index]);
        let LimiterMode { saturation, rate } = mode.limiters[index];
        for (side, limit, known) in [(-1, limiter.lower, known[0]), (1, limiter.upper, known[1])] {
            if saturation == side || (saturation == 0 && limit.is_finite()) {
                add(Self::Limit(side), known);
            }
        }
        for (side, known) in [(-1, known[2]), (1, known[3])] {
            let is_finite = limiter.rate.is_some_and(|limit| limit.rate.is_finite());
            if is_finite && (rate == 0 || rate == side) {
                add(Self::Rate(side), known);
            }
        }
    }

    fn slot(&self, limiter: usize, structure: &Structure) -> usize {
        structure.limiters_begin() + limiter
    }

    fn coefficient(&self, index: usize, of: &Expansion, at: &Situation<'_>, order: usize) -> f64 {
        let (limiter, mode) = (&at.structure.network.limiters[index], at.mode.limiters[index]);
        match (*self, limiter.rate) {
            (Self::Limit(side), _) => {
                let limit = Order::of(order).constant(if side > 0 { limiter.upper } else { limiter.lower });
                let within = f64::from(side) * (limit - of.signals.unlimited[index]);
                if mode.saturation == 0 { within } else { -within }
            }
            (Self::Rate(side), Some(limit)) if mode.rate != 0 => {
                f64::from(side) * (of.signals.value[limit.of] - of.internal_at(order, limit.state).0)
            }
            (Self::Rate(side), Some(limit)) => {
                // What inputs move directly has no known rate in Model Exchange, and no surface while it is followed.
                let is_known = at.inputs.motion.has_slopes() || !of.is_moved_by_inputs(limit.of);
                let rate = if is_known { of.signals.rate[limit.of] } else { 0.0 };
                Order::of(order).constant(limit.rate) - f64::from(side) * rate
            }
            (Self::Rate(_), None) => 1.0,
        }
    }

    fn size(&self, index: usize, of: &Expansion, at: &Situation<'_>) -> f64 {
        let (size, rate) = (of.signals.size[index], at.structure.network.limiters[index].rate);
        match (self, rate) {
            (Self::Limit(_), _) => size,
            (Self::Rate(_), Some(limit)) if at.mode.limiters[index].rate == 0 => limit.rate,
            (Self::Rate(_), Some(limit)) => size + at.internal[limit.state].abs(),
            (Self::Rate(_), None) => 0.0,
        }
    }

    fn cross(&self, limiter: usize, now: &mut Mechanism, _: bool) -> Consequence {
        match *self {
            Self::Limit(side) => now.cross_limit(limiter, side),
            Self::Rate(side) => now.cross_rate(limiter, side),
        }
        Consequence::Kink
    }

    fn changes_load(&self) -> bool {
        true
    }
}

impl Snapshot<'_> {
    /// A signal and its time derivative; that of states is always known.
    pub fn signal(&self, signal: usize) -> (f64, f64) {
        let (value, rate) = (self.expansion.signals.value[signal], self.expansion.signals.rate[signal]);
        match self.at.structure.network.signals[signal].kind {
            // A limit is reached at an instant that is known to rounding, and never exceeded by it.
            SignalKind::Clipped(limiter) if self.order == 0 => {
                let limiter = &self.at.structure.network.limiters[limiter];
                (value.max(limiter.lower).min(limiter.upper), rate)
            }
            SignalKind::RateLimited(limiter) => (value, self.within_rate(limiter, rate)),
            SignalKind::Clipped(_)
            | SignalKind::External(_)
            | SignalKind::Position(_)
            | SignalKind::Velocity(_)
            | SignalKind::ComponentState(..)
            | SignalKind::Output(..)
            | SignalKind::Same(_)
            | SignalKind::State(_)
            | SignalKind::Sum => (value, rate),
        }
    }

    /// The state of the rate limiter of a signal and the rate of that state.
    pub fn rate_limiter(&self, signal: usize) -> (f64, f64) {
        let network = &self.at.structure.network;
        let SignalKind::RateLimited(limiter) = network.signals[signal].kind else { return (0.0, 0.0) };
        network.limiters[limiter].rate.map_or((0.0, 0.0), |limit| {
            let (state, rate) = self.expansion.internal_at(self.order, limit.state);
            (state, self.within_rate(limiter, rate))
        })
    }

    /// Rate of the output of a limiter: within its limit also where what it follows has become faster, and no step has decided
    /// that the limit holds.
    fn within_rate(&self, limiter: usize, rate: f64) -> f64 {
        match self.at.structure.network.limiters[limiter].rate {
            Some(limit) if self.order == 0 => rate.max(-limit.rate).min(limit.rate),
            Some(_) | None => rate,
        }
    }

    /// At which limits a signal, and its rate, are: −1 lower, 0 none, 1 upper.
    pub fn limits(&self, signal: usize) -> (i32, i32) {
        let kind = self.at.structure.network.signals[signal].kind;
        let (SignalKind::Clipped(limiter) | SignalKind::RateLimited(limiter)) = kind else { return (0, 0) };
        let LimiterMode { saturation, rate } = self.mode.limiters[limiter];
        (i32::from(saturation), i32::from(rate))
    }
}

impl Mechanism {
    /// At the beginning rate limiters are where what they follow is.
    pub(in crate::mechanism) fn begin_limiters(&mut self) {
        for _ in 0..self.structure.network.limiters.len() {
            self.evaluate();
            if self.choose_limits() {
                self.evaluate();
            }
            for (index, limiter) in self.structure.network.limiters.iter().enumerate() {
                if let Some(limit) = limiter.rate {
                    self.internal[limit.state] = self.expansion.signals.value[limit.of];
                    self.mode.limiters[index].rate = 0;
                }
            }
        }
    }

    /// Which limits belong to values that may have jumped; whether they are others than before. What has jumped away from the
    /// output of a rate limiter is followed at the limit of the rate; see [`rate_after_change`]. Inputs that move do not jump.
    pub(in crate::mechanism) fn choose_limits(&mut self) -> bool {
        let mut is_changed = false;
        for (index, limiter) in self.structure.network.limiters.iter().enumerate() {
            let signals = &self.expansion.signals;
            let sum = signals.unlimited[index];
            let saturation = i8::from(sum > limiter.upper) - i8::from(sum < limiter.lower);
            let rate = limiter.rate.map_or(0, |limit| {
                if self.inputs.motion == InputMotion::Moving {
                    return self.mode.limiters[index].rate;
                }
                let (wanted, state) = (signals.value[limit.of], self.internal[limit.state]);
                let size = signals.size[index] + wanted.abs() + state.abs();
                rate_after_change(wanted - state, size, self.mode.limiters[index].rate, self.mode.caught_up[index])
            });
            let mode = &mut self.mode.limiters[index];
            is_changed |= (mode.saturation, mode.rate) != (saturation, rate);
            (mode.saturation, mode.rate) = (saturation, rate);
            self.mode.limiter_known[index].fill(0);
        }
        is_changed
    }

    /// Which rate limiters have caught up with what they follow: they are past it, but no further than the step explains. What they
    /// follow has not jumped, so they follow it from here, whatever inputs have moved on the way.
    fn find_caught_up(&mut self, elapsed: f64) {
        if self.structure.network.limiters.iter().all(|limiter| limiter.rate.is_none()) {
            return;
        }
        self.evaluate();
        let signals = &self.expansion.signals;
        for (index, limiter) in self.structure.network.limiters.iter().enumerate() {
            let side = self.mode.limiters[index].rate;
            self.mode.caught_up[index] = limiter.rate.is_some_and(|limit| {
                let past = f64::from(side) * (self.internal[limit.state] - signals.value[limit.of]);
                let speed = limit.rate + signals.rate[limit.of].abs();
                side != 0 && past >= 0.0 && past <= CONSTANTS.limiter_overshoot * speed * elapsed
            });
        }
    }

    /// What is followed has jumped after all, or may have.
    pub fn forget_caught_up(&mut self) {
        self.mode.caught_up.fill(false);
    }

    /// Model Exchange: continuous time begins. Inputs are set anew at every instant from here on, and nothing determines how fast they
    /// move.
    pub fn begin_continuous_time(&mut self) {
        self.inputs.motion = InputMotion::Moving;
    }

    /// Model Exchange: continuous time is over, `elapsed` after the beginning of the importer's integrator step. What inputs do
    /// from here on are jumps.
    pub fn end_continuous_time(&mut self, elapsed: f64) {
        self.find_caught_up(elapsed);
        self.follow_limiters();
        self.inputs.motion = InputMotion::AtEvent;
    }

    /// Inputs are straight lines from here on. Those of an importer have moved up to here.
    pub fn lead_inputs(&mut self) {
        if self.inputs.motion == InputMotion::Moving {
            self.follow_limiters();
        }
        self.inputs.motion = InputMotion::Lines;
    }

    /// Model Exchange: which rate limiters that inputs move directly are at the limit of their rate, a bit for each. Each is a state,
    /// of which a drivetrain has 64 at most.
    ///
    /// How fast such an input moves is known over a step of the importer's integrator only, as a straight line between its ends.
    /// The mechanism takes the step again on that line: a limiter that is at its limit at the end of it, and not in the instance,
    /// has reached it within the step.
    pub fn limited_by_inputs(&self) -> u64 {
        let is_limited =
            |(limit, mode): (RateLimit, &LimiterMode)| mode.rate != 0 && self.expansion.is_moved_by_inputs(limit.of);
        let limiters = self.structure.network.limiters.iter().zip(&self.mode.limiters);
        let limits = limiters.filter_map(|(limiter, mode)| Some((limiter.rate?, mode)));
        limits.fold(0, |bits, limit| bits << 1 | u64::from(is_limited(limit)))
    }

    /// Rate limiters that follow are exactly where what they follow is: rounding does not add up.
    pub(in crate::mechanism) fn follow_limiters(&mut self) {
        if self.structure.network.limiters.iter().all(|limiter| limiter.rate.is_none()) {
            return;
        }
        self.evaluate();
        for (limiter, mode) in self.structure.network.limiters.iter().zip(&self.mode.limiters) {
            if let Some(limit) = limiter.rate.filter(|_| mode.rate == 0) {
                self.internal[limit.state] = self.expansion.signals.value[limit.of];
            }
        }
    }

    /// A sum reaches a limit, or comes back from it.
    fn cross_limit(&mut self, limiter: usize, side: i8) {
        let saturation = &mut self.mode.limiters[limiter].saturation;
        *saturation = if *saturation == 0 { side } else { 0 };
        // What a limiter follows at the limit of its rate may stand still from here on.
        self.mode.limiter_known[limiter][2..].fill(0);
        // The guard of the other side of the same surface is zero.
        self.mode.limiter_known[limiter][usize::from(side > 0)] = 1;
    }

    /// What is followed becomes too fast, or is caught up with.
    fn cross_rate(&mut self, limiter: usize, side: i8) {
        let mode = &mut self.mode.limiters[limiter];
        let known = &mut self.mode.limiter_known[limiter][2 + usize::from(side > 0)];
        if mode.rate == 0 && mode.saturation != 0 {
            // Its output has come to a limit at the same instant, and stands still.
            return;
        }
        if mode.rate == 0 {
            // Both are at one place, and the other is not slower.
            (mode.rate, *known) = (side, 2);
        } else {
            (mode.rate, *known) = (0, 0);
        }
        if let Some(limit) = self.structure.network.limiters[limiter].rate {
            self.internal[limit.state] = self.expansion.signals.value[limit.of];
        }
    }

    /// Inputs may go on at another rate from here. That the output of a limiter is at what it follows stays known; that what it follows is the faster
    /// one of both does not.
    pub(in crate::mechanism) fn forget_rates_of_limiters(&mut self) {
        let known = self.mode.limiter_known.as_flattened_mut();
        if known.iter().any(|count| *count > 1) {
            known.iter_mut().for_each(|count| *count = (*count).min(1));
            self.list_guards();
        }
    }

    /// Sizes of the states of linear systems for the implicit integrator.
    pub(in crate::mechanism) fn set_linear_scales(&self, scales: &mut [f64]) {
        let begin = self.structure.linear_begin;
        let states = || self.internal[begin..].iter().zip(&self.structure.network.sizes);
        let largest = states().fold(0.0, |largest, (state, size)| f64::max(largest, state.abs() / size));
        for (scale, (_, size)) in scales[begin..].iter_mut().zip(states()) {
            *scale = CONSTANTS.abstol_linear * size * largest.max(CONSTANTS.min_linear_size);
        }
    }
}

/// Which rate a limiter has after inputs or parameters have changed: its output is `behind` what it follows, both of this `size`.
///
/// An input that moves changes at every instant of Model Exchange, so a change alone is no jump. Two differences are none either,
/// and the limiter goes on as it was, until its guards change that: what the importer has integrated past the point at which it
/// caught up, and what rounding of its steps adds up to while the limiter follows. That is taken to be as small as a difference
/// between values of an input that counts as continuous.
fn rate_after_change(behind: f64, size: f64, rate: i8, has_caught_up: bool) -> i8 {
    let distance = behind.abs();
    if distance <= CONSTANTS.reltol_guard * size {
        0
    } else if has_caught_up || distance <= CONSTANTS.reltol_input * size {
        rate
    } else if behind > 0.0 {
        1
    } else {
        -1
    }
}
