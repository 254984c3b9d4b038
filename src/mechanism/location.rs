//! Where an implicit step ends: at its end, or on the first event.

use super::constants::CONSTANTS;
use super::implicit::Implicit;
use super::{Limits, Mechanism};
use crate::solver::{Beginning, Crossing, First, count, isolate};

/// Repetitions of a step that ends on an event: secant steps, then halvings.
const MAX_SECANTS: u32 = 12;
const MAX_POLISHING: u32 = 64;

/// What a step goes through.
enum Found {
    Nothing,
    /// A guard, and the length after which it is crossed.
    Event(usize, f64),
    /// A motion that is over within so short a part of the step that its polynomials do not show it.
    TooShort,
    /// The looks at its cubics do not suffice to tell.
    Unknown,
}

impl Mechanism {
    /// One implicit step from here, `begin` after the beginning of the communication step and at most `remaining` long. The
    /// mechanism is then at its end, or on its first event with the guard in `crossed`; returns the length and whether it is
    /// an event.
    pub(super) fn implicit_step(
        &mut self,
        begin: f64,
        remaining: f64,
        limits: &Limits,
        beginning: Beginning,
    ) -> (f64, bool) {
        self.choose_directions_at_rest();
        // One that is zero with all its derivatives stays so, until inputs go on otherwise or a mode begins.
        if begin == 0.0 {
            self.update_mesh_signs();
        }
        let mut work = core::mem::take(&mut self.implicit);
        work.remaining = remaining;
        count(&mut self.statistics.implicit_steps, 1);
        let mut longest = remaining.min(self.begin_implicit(&mut work, begin, limits, beginning));
        self.crossed.clear();
        let taken = loop {
            let (length, is_solved) = self.accepted(&mut work, longest);
            if !is_solved && work.tries_left == 0 {
                self.go_to_start(&mut work);
                break (0.0, false);
            }
            if !is_solved {
                self.follow_tangent(&mut work, length);
                break (length, false);
            }
            match self.find_event(&mut work, length) {
                Found::Unknown => {
                    self.go_to_start(&mut work);
                    break (0.0, false);
                }
                Found::Nothing => {
                    self.go_to_end(&mut work, length);
                    break (length, false);
                }
                Found::Event(guard, end) => {
                    self.list_crossed(&mut work, guard, (length, end));
                    break (end, true);
                }
                Found::TooShort => {
                    count(&mut self.statistics.rejected_steps, 1);
                    longest = CONSTANTS.shortening * length;
                }
            }
        };
        self.implicit = work;
        if beginning == Beginning::Singular && self.beginning() == Beginning::Analytic {
            self.proposed_step = 0.0;
        }
        taken
    }

    /// Lists the guard that ends a step, and those that are crossed within rounding of it: they are one event. Where a mesh torque turns,
    /// all losses that are proportional to it vanish with it, and that alone ends no hold.
    fn list_crossed(&mut self, work: &mut Implicit, first: usize, (length, end): (f64, f64)) {
        let is_at_start = end == 0.0;
        if is_at_start {
            self.go_ahead(work, CONSTANTS.look_ahead * length);
        }
        for index in 0..self.expansion.guards.len() {
            let guard = self.expansion.guards[index];
            let (start, value) = (work.guards[0][index], self.expansion.polynomial(index)[0]);
            let rounding = self.rounding_of_guard(index, start);
            let is_crossed = if is_at_start {
                start <= rounding && value < -rounding
            } else {
                start > rounding && value <= rounding
            };
            if index == first || (is_crossed && guard.known == 0) {
                self.crossed.push(guard);
            }
        }
        if is_at_start {
            self.go_to_start(work);
        }
    }

    /// Newton's method fails at any length: the shortest step along the rates.
    fn follow_tangent(&mut self, work: &mut Implicit, length: f64) {
        self.go_ahead(work, length);
    }

    /// Goes along the rates at the start of the step at hand.
    fn go_ahead(&mut self, work: &mut Implicit, elapsed: f64) {
        let mut at = core::mem::take(&mut work.at);
        at.clear();
        at.extend(work.start.iter().zip(&work.rates).map(|(start, rate)| start + elapsed * rate));
        self.evaluate_states(work, &at, elapsed);
        work.at = at;
    }

    fn find_event(&mut self, work: &mut Implicit, length: f64) -> Found {
        self.sample_guards(work, length);
        // What the cubics promise and the system does not keep is no event.
        work.resolved.clear();
        work.resolved.resize(self.expansion.guards.len(), false);
        loop {
            let (guard, theta) = match self.first_of_cubics(work) {
                First::Nothing => return Found::Nothing,
                First::UnknownFrom(_) => return Found::Unknown,
                First::Crossed(guard, theta) => (guard, theta),
            };
            match self.examine(work, guard, theta, length) {
                Found::Nothing => work.resolved[guard] = true,
                found @ (Found::Event(..) | Found::TooShort | Found::Unknown) => return found,
            }
        }
    }

    /// The guard whose cubic is zero first, and where. Of several that are zero together it is the one whose coefficients come first in
    /// lexicographic order, so that neither the mirror nor the order of the file changes which.
    fn first_of_cubics(&mut self, work: &Implicit) -> First {
        let (mut first, mut known_until) = (None, f64::INFINITY);
        for (index, guard) in self.expansion.guards.iter().enumerate() {
            let cubic = Self::guard_cubic(work, index, guard);
            if work.resolved[index] || cubic[0] > cubic[1].abs() + cubic[2].abs() + cubic[3].abs() {
                continue;
            }
            match isolate(&cubic, &mut self.effort.looks) {
                Crossing::At(theta) => {
                    if first.is_none_or(|(_, earliest, of_first)| (theta, cubic) < (earliest, of_first)) {
                        first = Some((index, theta, cubic));
                    }
                }
                Crossing::Nowhere => {}
                Crossing::UnknownFrom(theta) => known_until = known_until.min(theta),
            }
        }
        First::known(first.map(|(index, theta, _)| (index, theta)), known_until)
    }

    /// Whether a guard is crossed by its cubic.
    fn examine(&mut self, work: &mut Implicit, guard: usize, theta: f64, length: f64) -> Found {
        if theta == 0.0 {
            return self.departure(work, guard, length);
        }
        match self.polish(work, guard, theta * length, length) {
            Some(end) => {
                let (guard, end) = self.earliest(work, guard, end);
                Found::Event(guard, end)
            }
            None => {
                // The step at hand is the whole one again.
                self.try_implicit(work, length);
                Found::Nothing
            }
        }
    }

    /// How a guard leaves that is on its surface at the start: by the rates there.
    fn departure(&mut self, work: &mut Implicit, guard: usize, length: f64) -> Found {
        let known = self.expansion.guards[guard];
        let cubic = Self::guard_cubic(work, guard, &known);
        self.go_ahead(work, CONSTANTS.look_ahead * length);
        let (watch, element) = known.kind.get();
        // What is rounding where it passes zero is a share of the way that inputs have taken it since the communication step began.
        let moved = watch.rate_of_inputs(element, &self.inputs) * work.begin;
        let size = watch.size(element, &self.expansion, &self.situation()) + moved;
        let change = cubic[1..].iter().fold(0.0, |sum: f64, c| sum + c.abs());
        let rounding = CONSTANTS.reltol_guard * (size + change);
        let ahead = self.expansion.polynomial(guard)[0];
        let is_back = cubic.iter().sum::<f64>() <= 0.0;
        let is_known = known.known > 0;
        // What stays at its surface but for rounding does not leave it.
        if cubic[0].abs() + change <= rounding && ahead.abs() <= rounding {
            self.go_to_start(work);
            return Found::Nothing;
        }
        if !is_known && (cubic[0] < -rounding || ahead < -rounding || (is_back && ahead <= 0.0)) {
            self.go_to_start(work);
            return Found::Event(guard, 0.0);
        }
        if is_back && length <= CONSTANTS.min_shortened_step * work.remaining {
            // It is over before any time has passed.
            self.go_to_start(work);
            return Found::Event(guard, 0.0);
        }
        if is_back { Found::TooShort } else { Found::Nothing }
    }

    /// Value of a guard at the end of a step of this length, which is taken; nothing where it cannot be.
    fn guard_after(&mut self, work: &mut Implicit, guard: usize, length: f64) -> Option<f64> {
        self.try_implicit(work, length)?;
        self.go_to_end(work, length);
        let value = self.expansion.polynomial(guard)[0];
        Some(if value.is_finite() { value } else { 1.0 })
    }

    /// Repeats the step so that it ends where the guard vanishes; the length of that step, which the mechanism has then taken.
    fn polish(&mut self, work: &mut Implicit, guard: usize, guess: f64, whole: f64) -> Option<f64> {
        let (mut low, mut high) = (0.0, whole);
        let mut length = guess;
        let mut last = (0.0, work.guards[0][guard]);
        let mut vanishes = work.guards[3][guard] <= 0.0;
        for number in 0..MAX_POLISHING {
            if work.tries_left == 0 {
                break;
            }
            let Some(value) = self.guard_after(work, guard, length) else {
                self.guard_after(work, guard, last.0)?;
                break;
            };
            if value > 0.0 {
                low = length;
            } else {
                high = length;
            }
            let slope = (value - last.1) / (length - last.0);
            last = (length, value);
            let next = length - value / slope;
            let is_secant = number < MAX_SECANTS && next > low && next <= high;
            let next = if is_secant { next } else { 0.5 * (low + high) };
            let has_arrived = (next - length).abs() <= CONSTANTS.reltol_event_time * whole;
            vanishes |= value <= 0.0 || (is_secant && has_arrived);
            if value == 0.0 || has_arrived {
                break;
            }
            length = next;
        }
        vanishes.then_some(last.0)
    }

    /// An event, or one before it: where a guard is steep the cubics may have taken the order of two wrong. A guard that was
    /// above its surface at the start and is below it at the event, by more than rounding, was crossed on the way.
    fn earliest(&mut self, work: &mut Implicit, mut guard: usize, mut end: f64) -> (usize, f64) {
        for other in 0..self.expansion.guards.len() {
            let value = self.expansion.polynomial(other)[0];
            let start = work.guards[0][other];
            if other == guard || start <= 0.0 || value >= -self.rounding_of_guard(other, start) {
                continue;
            }
            let guess = end * start / (start - value);
            let whole = end;
            match self.polish(work, other, guess, whole) {
                Some(before) if before < whole => (guard, end) = (other, before),
                Some(_) | None => {
                    // Back to the event that was known.
                    let _ = self.guard_after(work, guard, whole);
                }
            }
        }
        (guard, end)
    }

    /// What counts as zero in the value of a guard, where the mechanism was evaluated; `start`: its value when the step began.
    fn rounding_of_guard(&self, guard: usize, start: f64) -> f64 {
        let size = self.expansion.guards[guard].kind.size(&self.expansion, &self.situation());
        CONSTANTS.reltol_guard * (start + size)
    }
}
