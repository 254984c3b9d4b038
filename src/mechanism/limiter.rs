//! Limits of signals: which hold, and what happens where they begin and end.

use super::constants::CONSTANTS;
use super::{InputMotion, LimiterMode, Mechanism, RateLimit};

impl Mechanism {
    /// At the beginning rate limiters are where what they follow is.
    pub(super) fn begin_limiters(&mut self) {
        for _ in 0..self.structure.network.limiters.len() {
            self.evaluate();
            self.choose_limits();
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
    pub(super) fn choose_limits(&mut self) -> bool {
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
    pub(super) fn follow_limiters(&mut self) {
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
    pub(super) fn cross_limit(&mut self, limiter: usize, side: i8) {
        let saturation = &mut self.mode.limiters[limiter].saturation;
        *saturation = if *saturation == 0 { side } else { 0 };
        // The guard of the other side of the same surface is zero.
        self.mode.limiter_known[limiter][usize::from(side > 0)] = 1;
    }

    /// What is followed becomes too fast, or is caught up with.
    pub(super) fn cross_rate(&mut self, limiter: usize, side: i8) {
        let mode = &mut self.mode.limiters[limiter];
        let known = &mut self.mode.limiter_known[limiter][2 + usize::from(side > 0)];
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

    /// Sizes of the states of linear systems for the implicit integrator.
    pub(super) fn set_linear_scales(&self, scales: &mut [f64]) {
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
