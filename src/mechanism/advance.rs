//! From one instant to another: expand, find the first root of a guard, decide, go on.

use super::constants::CONSTANTS;
use super::elements::is_engaged;
use super::event::Observer;
use super::expansion::Situation;
use super::guard::Guard;
use super::{ContactMode, Effort, GearMode, Mechanism};
use crate::solver;
use crate::solver::{Beginning, Crossing, RepeatedLength, TRIES_FOR_NOTHING, count, is_positive_until, isolate};

/// Bounds of the work, and sizes that do not matter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Longest internal step [s].
    pub max_step_size: f64,
    /// Size of velocities below which an error does not matter [rad/s].
    pub velocity: f64,
    /// Relative tolerance where contacts creep or have bristles.
    pub tolerance: f64,
    /// `solver.real_time`: an internal step has few tries and changes of the mode, and the rest of it is bridged at once.
    pub is_real_time: bool,
    /// The advance ends at the first event later than this [s], if it is to end at events.
    pub settled: Option<f64>,
}

/// How an advance ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// At the end of the step.
    Done,
    /// At an event, at this time [s].
    AtEvent(f64),
    /// At a state that is not finite, or after more work than is allowed.
    Failed,
}

/// Events until a gear has come to rest that jams behind a contact of a high level, again and again.
const EVENTS_OF_A_JAM: u32 = 64;
/// Changes of the mode in an internal step in real time: each is decided anew, which costs as much as some ten tries.
const REAL_TIME_TRANSITIONS: u32 = 3;
/// Guards that are taken to their other side one after the other where an importer has located the first.
const MOST_LOCATED: u32 = 8;

impl Mechanism {
    /// Decides everything anew, from positions, velocities and what acts from outside.
    pub fn initialize(&mut self, time: f64, observer: &mut dyn Observer) {
        self.mode.begin(&self.structure);
        self.decision.forget();
        for index in 0..self.structure.contacts.len() {
            let contact = &self.structure.contacts[index];
            let relative = contact.relative(&self.velocity);
            let is_engaged = is_engaged(&self.structure, &self.inputs, index);
            self.mode.engaged[index] = is_engaged;
            self.mode.segments[index] = contact.segment(relative.abs());
            self.mode.contacts[index] = ContactMode::at_start(contact, relative, is_engaged);
        }
        self.choose_branches_of_components();
        self.reach_prescribed();
        for (mode, gear) in self.mode.gears.iter_mut().zip(&self.structure.gears) {
            *mode = GearMode::moving(gear, self.velocity[gear.first]);
        }
        self.choose_loss_segments();
        self.begin_limiters();
        self.choose_saturations();
        self.choose_stops_of_actuators();
        self.proposed_step = 0.0;
        self.propagators.repeated = RepeatedLength::default();
        self.begin_instant(time);
        self.decision.pressing.clear();
        self.torque_before.fill(0.0);
        self.jams.fill(false);
        self.strike();
        self.unite_velocities();
        self.decide();
        self.begin_mode();
        self.begin_rests();
        self.settle(time, false, observer);
        self.mode.pass();
        self.list_guards();
    }

    /// Properties of elements have changed: what was made from them is made anew.
    pub fn properties_changed(&mut self) {
        for (index, gear) in self.structure.gears.iter().enumerate() {
            // One that has no losses, or had none, follows its velocity.
            if !gear.is_lossy() || self.mode.gears[index] == GearMode::Lossless {
                self.mode.gears[index] = GearMode::moving(gear, self.velocity[gear.first]);
            }
        }
        // One that has a level again is engaged by the guard of its engagement.
        for (index, contact) in self.structure.contacts.iter().enumerate() {
            if !contact.has_level() {
                (self.mode.engaged[index], self.mode.contacts[index]) = (false, ContactMode::Free);
            }
        }
        self.choose_saturations();
        // What holds by the share that this instant has found goes on by it.
        if self.instant.is_some() {
            self.rebuild();
        } else {
            self.note_pressing();
            self.share_anew();
        }
        self.clusters.place(&self.position);
    }

    /// Saturations of the actuators and limits of the signals follow values that have jumped.
    pub(super) fn choose_saturations(&mut self) {
        let limiters = self.structure.network.limiters.len();
        if self.structure.actuator_count == 0 && limiters == 0 {
            return;
        }
        // What one limits, the next may have as its input.
        for _ in 0..=limiters {
            self.evaluate();
            self.choose_branches_of_actuators();
            if !self.choose_limits() {
                break;
            }
        }
    }

    /// Time has passed elsewhere: an importer has moved the bodies.
    pub fn time_passed(&mut self) {
        self.pass();
    }

    /// Decides what no longer holds, until all guards are positive; whether anything changed. `is_located`: guards have just
    /// reached zero, and have not jumped below it with what acts from outside.
    // In line it would be in the library three times.
    #[inline(never)]
    pub fn settle(&mut self, time: f64, is_located: bool, observer: &mut dyn Observer) -> bool {
        let limiters = self.structure.network.limiters.len();
        let most = 4 * (self.structure.contacts.len() + self.structure.passive().len() + limiters + 4);
        let mut rounds = 0;
        // Prescribed velocities first: what comes to rest, and what is torn loose, follows from the new ones.
        if self.settle_prescribed(time, observer) {
            rounds += 1;
        }
        // Then engagements: what they accelerate tells what departs and what has come to rest.
        let has_crossed = |contact: usize| self.engagement_has_crossed(contact);
        if !is_located && (0..self.structure.contacts.len()).any(has_crossed) {
            self.decide_anew(time, observer);
            rounds += 1;
        }
        if !is_located && self.departs_anew() {
            self.decide_anew(time, observer);
            rounds += 1;
        }
        let mut earlier = None;
        while rounds < most && self.evaluate_guards() {
            self.transition(time, is_located, observer);
            rounds += 1;
            // A state that has come back would do so for ever. By Brent's method it is that of the first round, the second, the fourth and so
            // on that later ones are compared with, so that a cycle of any length is found.
            let reached = Some(self.hash());
            if reached == earlier {
                break;
            }
            if rounds.is_power_of_two() {
                earlier = reached;
            }
        }
        if rounds > 0 {
            self.propagators.begin_anew();
        }
        self.report_events(observer);
        rounds > 0
    }

    /// Whether inputs that have jumped decide anew what begins to move at this instant: what they accelerate against its direction, and what has
    /// come to rest here within the resolution of time, wherever the former inputs were about to move it.
    fn departs_anew(&mut self) -> bool {
        self.evaluate();
        self.find_arrivals() || (self.mode.is_at_event() && self.departures_backwards().next().is_some())
    }

    /// Finds contacts that come to rest at this instant, where the mechanism was evaluated; whether there are any. A contact whose hold has just
    /// come to its end slides.
    fn find_arrivals(&mut self) -> bool {
        let mut any = false;
        for contact in 0..self.structure.contacts.len() {
            let ContactMode::Sliding(direction) = self.mode.contacts[contact] else { continue };
            let is_past = self.mode.has_let_go(contact) || self.has_departed(contact, direction);
            if !is_past && self.is_at_rest_but_for_rounding(contact) {
                (self.decision.arrived[contact], any) = (true, true);
            }
        }
        any
    }

    /// Model Exchange: whether a contact that slides in a direction moves on in it. What comes to rest is past its zero where an importer has
    /// located that.
    fn has_departed(&self, contact: usize, direction: i8) -> bool {
        let moves_on = |rate: f64| f64::from(direction) * rate > 0.0;
        !self.inputs.motion.has_slopes()
            && moves_on(self.relative_velocity(contact))
            && moves_on(self.relative_acceleration(contact))
    }

    /// The guards of what began to move at this instant and is accelerated against its direction, where the mechanism was evaluated.
    fn departures_backwards(&self) -> impl Iterator<Item = Guard> {
        self.expansion.guards.iter().copied().filter(|guard| {
            let (watch, element) = guard.kind.get();
            watch.departs_backwards(element, self)
        })
    }

    /// Decides anew what touches, and what began to move at this instant.
    fn decide_anew(&mut self, time: f64, observer: &mut dyn Observer) {
        if self.instant.is_none() {
            self.begin_instant(time);
            self.note_pressing();
        }
        self.mode.pass();
        self.engage_anew();
        self.decision.shares = 0;
        self.unite_velocities();
        self.decide_all(time, observer);
    }

    /// Decides what an importer has located, in the mode in which that was: inputs have moved up to here. To share torques anew by their
    /// present values first would show an end of rest only once it is past by more than rounding.
    pub fn settle_located(&mut self, time: f64, observer: &mut dyn Observer) {
        // Prescribed velocities first, as in [`Mechanism::settle`], where all is decided anew.
        if self.prescribed.has_jumped {
            return;
        }
        if self.shares_torques() {
            self.list_guards();
        }
        for round in 0..MOST_LOCATED {
            let _ = self.evaluate_guards();
            let mut crossed = core::mem::take(&mut self.crossed);
            crossed.retain(|guard| self.is_at_surface(guard.kind));
            // What was released here and is accelerated against its direction would stop at once: it sticks, and the others go on.
            if round > 0 {
                crossed.extend(self.departures_backwards());
            }
            self.crossed = crossed;
            if self.crossed.is_empty() {
                break;
            }
            self.transition(time, true, observer);
        }
    }

    /// Evaluates all guards at this point; marks those below zero; whether there are any.
    fn evaluate_guards(&mut self) -> bool {
        self.follow_losses();
        let Self { structure, mode, inputs, clusters, expansion, position, velocity, internal, crossed, .. } = self;
        let at = Situation { structure, mode, clusters, inputs, position, velocity, internal };
        expansion.evaluate(&at);
        crossed.clear();
        for index in 0..expansion.guards.len() {
            let guard = expansion.guards[index];
            let value = expansion.polynomial(index)[0];
            let is_below = value < 0.0 && value < -CONSTANTS.reltol_guard * guard.kind.size(expansion, &at);
            if guard.known == 0 && (is_below || guard.kind.ends_at_zero(at.inputs)) {
                crossed.push(guard);
            }
        }
        !crossed.is_empty()
    }

    /// Sets the resolution of time from the length of the longest internal step [s].
    pub fn set_time_resolution(&mut self, max_step_size: f64) {
        self.time_resolution = CONSTANTS.time_resolution * max_step_size;
    }

    /// Advances by `step` from `time`.
    pub fn advance(&mut self, time: f64, step: f64, limits: &Limits, observer: &mut dyn Observer) -> Outcome {
        let count = libm::ceil(step / limits.max_step_size * (1.0 - CONSTANTS.reltol_step)).max(1.0);
        let length = step / count;
        let mut number = 0.0;
        self.set_time_resolution(limits.max_step_size);
        self.budget = solver::Limits::budget(count);
        // What was decided before does not count: a restored state would not know it.
        self.begin_work();
        self.begin_inputs();
        if self.begins_with_event(time, limits, observer) {
            return Outcome::AtEvent(time);
        }
        while number < count {
            let begin = number * length;
            self.kept = solver::Limits::kept(count, count - number - 1.0);
            match self.internal_step(time, begin, length, limits, observer) {
                Outcome::Done => number += 1.0,
                early @ (Outcome::AtEvent(_) | Outcome::Failed) => return early,
            }
        }
        Outcome::Done
    }

    /// Decides what follows from prescribed motions that jump or begin here. Whether that is an event at which the step ends.
    fn begins_with_event(&mut self, time: f64, limits: &Limits, observer: &mut dyn Observer) -> bool {
        if self.structure.motions.is_empty() {
            return false;
        }
        let may_end = limits.settled.is_some_and(|settled| time > settled);
        if may_end {
            observer.before_event(&self.snapshot_of_present_shares());
        }
        self.has_reported = false;
        if self.settle_prescribed(time, observer) {
            self.settle(time, true, observer);
        }
        may_end && self.has_reported
    }

    /// The internal step from `begin` after `time`.
    fn internal_step(
        &mut self,
        time: f64,
        begin: f64,
        step: f64,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Outcome {
        count(&mut self.statistics.internal_steps, 1);
        self.budget -= 1.0;
        let is_evaluated = self.share_by_levels();
        self.follow_limiters();
        // With rate limiters no mode has a propagator: what was evaluated still holds.
        if self.propagated_step(step, is_evaluated) {
            self.advance_inputs_to(begin + step);
            self.propagators.count_step(step, false);
            self.begin_work();
            return self.outcome();
        }
        let changes = self.statistics.mode_changes;
        let outcome = self.located_step(time, begin, step, limits, observer);
        self.propagators.count_step(step, self.statistics.mode_changes != changes);
        outcome
    }

    /// The same step, in which events are located.
    fn located_step(
        &mut self,
        time: f64,
        begin: f64,
        step: f64,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Outcome {
        let elements =
            self.structure.contacts.len() + self.structure.passive().len() + self.structure.network.limiters.len();
        let jamming = self.structure.gears.iter().filter(|gear| gear.can_jam()).count();
        let most_events = 8 + 4 * elements as u32 + EVENTS_OF_A_JAM * jamming as u32;
        let most_transitions = match limits.is_real_time {
            true => REAL_TIME_TRANSITIONS,
            false => 64 + 16 * elements as u32 + EVENTS_OF_A_JAM * jamming as u32,
        };
        let most_tries = if limits.is_real_time { CONSTANTS.max_real_time_tries } else { CONSTANTS.max_tries };
        let implicit_weight = if limits.is_real_time { CONSTANTS.real_time_implicit_step } else { 1.0 };
        let floors = (CONSTANTS.abstol_velocity * limits.velocity * step, CONSTANTS.abstol_velocity * limits.velocity);
        // What inputs that have jumped have cost counts as well.
        let (mut elapsed, mut events, mut transitions, mut tries) = (0.0, 0, 0, self.tries_of_decisions());
        let mut bridge = CONSTANTS.first_bridge * step;
        let (mut made_no_progress, mut last) = (false, None);
        count(&mut self.statistics.located_steps, 1);
        loop {
            let (remaining, before) = (step - elapsed, self.statistics.tries());
            let left = (most_tries - tries).min(self.budget - self.kept).max(0.0);
            self.implicit.tries_left = (left / implicit_weight) as u32;
            let looks = if limits.is_real_time { (left * CONSTANTS.looks_per_try) as u32 } else { u32::MAX };
            self.effort = Effort { looks, in_vain: 0 };
            // What goes nowhere is at a point without a series, as where a valve with orifices that is all but closed turns its flow.
            let beginning = if made_no_progress { Beginning::Singular } else { self.beginning() };
            let weight = if beginning == Beginning::Analytic { 1.0 } else { implicit_weight };
            let (length, is_event) = match beginning {
                _ if self.list_ended_engagements() => (0.0, true),
                Beginning::Analytic => self.series_step(remaining, CONSTANTS.min_step_fraction * step, floors),
                beginning @ (Beginning::Singular | Beginning::Smooth) => {
                    self.implicit_step(begin + elapsed, remaining, limits, beginning)
                }
            };
            let is_event = is_event && (remaining - length > CONSTANTS.min_step_fraction * step || self.has_happened());
            if length > CONSTANTS.min_step_fraction * step {
                events += self.report_events(observer);
            }
            elapsed = if length == remaining { step } else { elapsed + length };
            if step - elapsed <= CONSTANTS.min_step_fraction * step {
                elapsed = step;
            }
            let cost = weight * f64::from((self.statistics.tries() - before).max(1));
            made_no_progress = !is_event && length <= CONSTANTS.min_step_fraction * step && elapsed < step;
            tries += if made_no_progress { cost.max(f64::from(TRIES_FOR_NOTHING)) } else { cost };
            if limits.is_real_time {
                let Effort { looks: left, in_vain } = self.effort;
                tries += f64::from(in_vain) + f64::from(looks - left) / CONSTANTS.looks_per_try;
            }
            self.budget -= cost;
            if self.outcome() == Outcome::Failed {
                return Outcome::Failed;
            }
            self.advance_inputs_to(begin + elapsed);
            if length > CONSTANTS.min_step_fraction * step {
                self.pass();
            }
            if is_event {
                count(&mut self.statistics.mode_changes, 1);
                last = self.crossed.first().and_then(|guard| guard.kind.subject());
                transitions += u32::from(!self.crossed.iter().all(|guard| guard.kind.get().0.is_memory()));
                let now = time + begin + elapsed;
                if limits.settled.is_some_and(|settled| now > settled) {
                    if self.settle_event(now, observer) {
                        return Outcome::AtEvent(now);
                    }
                } else {
                    events += self.transition(now, true, observer);
                }
                tries += self.tries_of_decisions();
            }
            if elapsed >= step {
                if is_event {
                    // What has happened may have more torque on a contact than it holds, and the outputs of this point are to show it.
                    self.settle(time + begin + step, true, observer);
                }
                self.report_events(observer);
                return Outcome::Done;
            }
            let is_bridged = bridge > CONSTANTS.first_bridge * step;
            let most_tries = if is_bridged { CONSTANTS.max_tries_after_bridge } else { most_tries };
            let is_too_much = tries >= most_tries || self.budget <= self.kept;
            if is_too_much || events >= most_events || transitions >= most_transitions {
                self.report_events(observer);
                let length =
                    if is_too_much || limits.is_real_time { step - elapsed } else { bridge.min(step - elapsed) };
                let from = time + begin + elapsed;
                elapsed = if length == step - elapsed { step } else { elapsed + length };
                count(&mut self.statistics.bridged_intervals, 1);
                self.advance_inputs_to(begin + elapsed);
                observer.bridged(from, length, last);
                self.bridge(length);
                if elapsed >= step || self.outcome() == Outcome::Failed {
                    return self.outcome();
                }
                (events, transitions, bridge) = (0, 0, CONSTANTS.bridge_growth * bridge);
            }
        }
    }

    /// What was decided since this was asked last, in tries.
    fn tries_of_decisions(&mut self) -> f64 {
        let work = self.work_of_decisions();
        self.begin_work();
        work as f64 / CONSTANTS.decision_work_per_try
    }

    /// Whether any of the crossings at the end of a step has happened whatever acts from there on; those alone are left in `crossed`.
    /// Whether what holds lets go there follows from the inputs of that instant, which come first: the next step decides.
    fn has_happened(&mut self) -> bool {
        let mut crossed = core::mem::take(&mut self.crossed);
        crossed.retain(|guard| {
            let (watch, element) = guard.kind.get();
            !watch.follows_from_inputs() && !watch.is_end_of_prescribed_motion(element, self)
        });
        self.crossed = crossed;
        !self.crossed.is_empty()
    }

    /// Takes all that happens at the instant of a crossing; whether an event is among it.
    fn settle_event(&mut self, time: f64, observer: &mut dyn Observer) -> bool {
        observer.before_event(&self.snapshot_of_present_shares());
        self.has_reported = false;
        self.transition(time, true, observer);
        self.settle(time, true, observer);
        self.has_reported
    }

    /// Lists the guards of engagements that are zero here and do not rise, whatever law the contacts have; whether there are any. Neither a
    /// series nor a cubic that is zero throughout has a crossing.
    fn list_ended_engagements(&mut self) -> bool {
        let Self { expansion, crossed, inputs, .. } = self;
        crossed.clear();
        crossed.extend(expansion.guards.iter().filter(|guard| guard.kind.ends_at_zero(inputs)).copied());
        !crossed.is_empty()
    }

    /// One step along the series, up to its end or the first event, or as far as it is known that there is none; its length, and whether it is an
    /// event. At a point without a series it is none. What happens within `instant` happens together.
    fn series_step(&mut self, remaining: f64, instant: f64, floors: (f64, f64)) -> (f64, bool) {
        let (theta, is_event) = self.expand(remaining, instant, floors);
        count(&mut self.statistics.expansions, 1);
        if self.expansion.length == 0.0 {
            return (0.0, false);
        }
        self.arrive(theta);
        (theta * self.expansion.length, is_event)
    }

    /// Whether it can go on: all states are finite, and the step has not cost more than it may.
    fn outcome(&self) -> Outcome {
        let mut states = self.position.iter().chain(&self.velocity).chain(&self.internal);
        let goes_on = states.all(|value| value.is_finite()) && self.budget >= 0.0;
        if goes_on { Outcome::Done } else { Outcome::Failed }
    }

    /// Time has passed.
    fn pass(&mut self) {
        if self.mode.is_at_event() {
            self.mode.pass();
            self.forget_instant();
        }
    }

    /// Expands over a length; up to which θ, and whether that is the first crossing, whose guards are then in `crossed`.
    fn expand(&mut self, length: f64, instant: f64, floors: (f64, f64)) -> (f64, bool) {
        self.follow_losses();
        let Self {
            structure,
            mode,
            inputs,
            clusters,
            expansion,
            position,
            velocity,
            internal,
            crossed,
            budget,
            effort,
            ..
        } = self;
        let at = Situation { structure, mode, clusters, inputs, position, velocity, internal };
        effort.in_vain = expansion.expand(&at, length, floors) - 1;
        // What was tried in vain costs as much as what was taken.
        *budget -= f64::from(effort.in_vain);
        crossed.clear();
        // One after the other they would be decided with what the later ones are about to change.
        let instant = instant / expansion.length;
        let (mut first, mut known_until) = (f64::INFINITY, f64::INFINITY);
        for index in 0..expansion.guards.len() {
            let guard = expansion.guards[index];
            let polynomial = expansion.polynomial(index);
            for coefficient in polynomial.iter_mut().take(usize::from(guard.known)) {
                *coefficient = coefficient.max(0.0);
            }
            let rest = polynomial[1..].iter().fold(0.0, |sum, c| sum + c.abs());
            if polynomial[0] > rest {
                continue;
            }
            let size = guard.kind.size(expansion, &at);
            let (watch, element) = guard.kind.get();
            let change = watch.change_of_bound(element, expansion, &at);
            let polynomial = expansion.polynomial(index);
            // What holds is at its bound for ever where that grows exactly as the load: a level with its engagement, the losses of a gear with
            // its mesh torque if static_ratio·(1 − efficiency_aiding) = 1. Bodies that move alike by themselves have no mesh torque at all.
            if watch.may_stay_zero(element) && polynomial[0].abs() + rest <= CONSTANTS.reltol_guard * (size + change) {
                continue;
            }
            // What is rounding, or is made up for before any time has passed, is none.
            let forgiven = (CONSTANTS.reltol_guard * (rest + size))
                .max(CONSTANTS.min_step_fraction * polynomial.get(1).copied().unwrap_or(0.0));
            let has_next_sign = guard.known == 0 && watch.has_next_sign(element, at.mode);
            if (polynomial[0] < 0.0 || has_next_sign) && polynomial[0].abs() <= forgiven {
                polynomial[0] = 0.0;
            }
            let together = if first == 0.0 { 0.0 } else { instant };
            if is_positive_until(polynomial, first + together) {
                continue;
            }
            match isolate(polynomial, &mut effort.looks) {
                Crossing::Nowhere => {}
                Crossing::UnknownFrom(theta) => known_until = known_until.min(theta),
                Crossing::At(theta) => {
                    if theta < first - together {
                        first = theta;
                        crossed.clear();
                    }
                    if theta <= first + together {
                        // The earliest of all, so that neither a mirror nor the order of the file changes the instant.
                        first = first.min(theta);
                        crossed.push(guard);
                    }
                }
            }
        }
        if known_until < first {
            crossed.clear();
        }
        (first.min(known_until).min(1.0), !crossed.is_empty())
    }

    fn arrive(&mut self, theta: f64) {
        let Self { clusters, expansion, position, velocity, internal, .. } = self;
        expansion.arrive(clusters, theta, (position, velocity, internal));
    }
}
