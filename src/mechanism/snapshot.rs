//! A snapshot of a mechanism: its values at one instant, or how they change there.

use super::constants::CONSTANTS;
use super::expansion::{Expansion, Situation};
use super::mode::{ContactMode, GearMode};
use super::{ContactLaw, Inputs, LimiterMode, Mechanism, Mode, ServoTerms, SignalKind, Structure, tie};
use crate::memory::{Heap, List};

/// Values at an instant, or their derivative in some direction: coefficient number `order` of a motion.
pub struct Snapshot<'a> {
    order: usize,
    /// Torques are shown within what the present values allow: see [`super::shown`].
    is_bounded: bool,
    at: Situation<'a>,
    expansion: &'a Expansion,
    /// The branches that hold.
    pub mode: &'a Mode,
    /// Positions of the bodies [rad].
    pub position: &'a [f64],
    /// Velocities [rad/s].
    pub velocity: &'a [f64],
    /// Accelerations [rad/s²].
    pub acceleration: &'a [f64],
}

impl Snapshot<'_> {
    /// Torque of a contact on its second body, against its motion [N·m].
    pub fn contact_torque(&self, contact: usize) -> f64 {
        let torque = self.expansion.contact_torque[contact];
        if self.is_bounded && self.mode.contacts[contact].is_at_rest() {
            self.at.within_bound(contact, torque)
        } else {
            torque
        }
    }

    /// Velocity of the second body of a contact relative to the first [rad/s].
    pub fn relative_velocity(&self, index: usize) -> f64 {
        match self.mode.contacts[index] {
            ContactMode::Stuck | ContactMode::Saturated(_) => 0.0,
            ContactMode::Free | ContactMode::Sliding(_) | ContactMode::Continuous(_) => {
                self.at.structure.contacts[index].relative(self.velocity)
            }
        }
    }

    /// Time derivatives of the internal states.
    pub fn internal_rates(&self) -> &[f64] {
        self.expansion.internal_rates()
    }

    /// What happens in an actuator.
    pub fn actuator(&self, actuator: usize) -> &ServoTerms {
        &self.expansion.terms[actuator]
    }

    /// Current of an actuator [A]: within its limit also where the rate of the command has jumped.
    pub fn current(&self, actuator: usize) -> f64 {
        let (element, terms) = (self.at.structure.components[actuator].element.get(), self.actuator(actuator));
        let limited = element.actuator().filter(|_| self.order == 0);
        limited.map_or(terms.signals.current, |actuator| actuator.shown_current(terms))
    }

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

    /// −1, 0 stuck, 1 sliding, 2 free. Of a contact that does not stick the direction of its motion; 0 while bristles only deflect.
    pub fn contact_regime(&self, index: usize) -> i32 {
        let mode = self.mode.contacts[index];
        let (ContactMode::Continuous(_), contact) = (mode, &self.at.structure.contacts[index]) else {
            return mode.regime();
        };
        let velocity = self.relative_velocity(index);
        let direction = i32::from(velocity > 0.0) - i32::from(velocity < 0.0);
        match &contact.law {
            ContactLaw::Bristle { bristle, state } if bristle.is_presliding(velocity, self.at.internal[*state]) => 0,
            ContactLaw::Bristle { .. } | ContactLaw::Smooth(_) | ContactLaw::SetValued { .. } => direction,
        }
    }

    /// Deflection of the bristles of a contact [rad] and its rate [rad/s].
    pub fn bristle(&self, contact: usize) -> (f64, f64) {
        match self.at.structure.contacts[contact].law {
            ContactLaw::Bristle { state, .. } => self.expansion.internal_at(self.order, state),
            ContactLaw::Smooth(_) | ContactLaw::SetValued { .. } => (0.0, 0.0),
        }
    }

    /// Torque of a component [N·m].
    pub fn component_torque(&self, component: usize) -> f64 {
        self.expansion.component_torque[component]
    }

    /// How far its ends are apart [rad]: its torque acts against that.
    pub fn component_deflection(&self, index: usize) -> f64 {
        let component = &self.at.structure.components[index];
        component.element.get().deflection(&self.expansion.coefficients_for(component), self.order).0
    }

    /// End of its free play at which it is: −1, 0 none, 1.
    pub fn component_contact(&self, component: usize) -> i32 {
        self.at.structure.components[component].element.get().contact(self.mode.components[component])
    }

    /// A state of a component, by its place, and the rate of it.
    pub fn component_state(&self, component: usize, place: usize) -> (f64, f64) {
        self.expansion.internal_at(self.order, self.at.structure.components[component].state + place)
    }

    /// Stop that a body touches: −1, 0 none, +1. One that friction or gears hold on its stop touches it, whoever carries the load.
    pub fn touched_stop(&self, body: usize) -> i8 {
        let ((lower, upper), position) = (self.at.structure.bodies[body].travel, self.at.position[body]);
        // A position that follows from another body's through a gear is rounded.
        let is_at = |limit: f64| limit.is_finite() && (position - limit).abs() <= CONSTANTS.reltol_place * limit.abs();
        match self.mode.stops[body] {
            0 if self.at.clusters.root[body].is_none() && is_at(lower) => -1,
            0 if self.at.clusters.root[body].is_none() && is_at(upper) => 1,
            side => side,
        }
    }

    /// Contact torque of the stop of a body [N·m].
    pub fn stop_torque(&self, body: usize) -> f64 {
        let torque = self.expansion.stop_torque(&self.at, body);
        if self.is_bounded { self.at.pushing(body, self.mode.stops[body], torque) } else { torque }
    }

    /// Torque into a gear at its first body, the part of it that is lost [N·m], and the direction in which it turns.
    pub fn gear(&self, gear: usize) -> (f64, f64, i32) {
        let mesh = self.expansion.mesh_torque(&self.at, gear);
        let part = &self.at.structure.gears[gear];
        let (mode, regime) = (self.mode.gears[gear], self.mode.gears[gear].regime(self.at.velocity[part.first]));
        let loss = match mode {
            _ if self.is_bounded => {
                part.allowed_loss((mode, &self.at.levels(gear)), mesh, self.expansion.held_loss(&self.at, gear))
            }
            GearMode::Lossless => 0.0,
            GearMode::Turning { .. } | GearMode::LossSaturated { .. } => {
                self.expansion.known_loss(&self.at, gear, self.order) + mode.factor(part, &self.at.levels(gear)) * mesh
            }
            GearMode::Held(_) => self.expansion.held_loss(&self.at, gear),
        };
        (mesh + loss, loss, regime)
    }
}

/// Space for changes of a mechanism.
#[derive(Debug)]
pub(super) struct Variation {
    pub inputs: Inputs,
    pub position: List<f64>,
    pub velocity: List<f64>,
}

impl Variation {
    pub fn new(structure: &Structure, heap: &mut Heap) -> Self {
        let bodies = structure.bodies.len();
        Self {
            inputs: Inputs::new(structure, heap),
            position: heap.filled(0.0, bodies),
            velocity: heap.filled(0.0, bodies),
        }
    }
}

impl Mechanism {
    pub(super) fn snapshot_of(&self, order: usize) -> Snapshot<'_> {
        let (position, velocity) = self.expansion.coefficients(order);
        Snapshot {
            order,
            is_bounded: false,
            at: self.situation(),
            expansion: &self.expansion,
            mode: &self.mode,
            position,
            velocity,
            acceleration: self.expansion.accelerations(),
        }
    }

    /// This instant, with what carries as it was decided last: sharing anew could decide what a crossing is about to, and an importer of
    /// Model Exchange asks for instants in any order.
    pub fn snapshot_of_present_shares(&mut self) -> Snapshot<'_> {
        self.evaluate();
        self.snapshot_of(0)
    }

    /// This instant, with all torques within what the present values allow.
    pub(super) fn bounded_snapshot(&self) -> Snapshot<'_> {
        Snapshot { is_bounded: true, ..self.snapshot_of(0) }
    }

    /// Time derivatives at this instant.
    pub fn rate_of_change(&mut self) -> Snapshot<'_> {
        self.evaluate();
        let (at, expansion) = self.here();
        expansion.store_shares(&at);
        expansion.add_rates(&at);
        expansion.add_weight_derivative(&at);
        self.snapshot_of(1)
    }

    /// Change of everything for small changes of bodies (index, position, velocity), of internal states and of what acts from
    /// outside (as slopes of it), within the present mode. Bodies that gears tie follow.
    pub fn variation(
        &mut self,
        bodies: impl Iterator<Item = (usize, f64, f64)>,
        internal: &[f64],
        change: impl FnOnce(&mut Inputs),
    ) -> Snapshot<'_> {
        let Self { variation: Variation { inputs, position: q, velocity: v }, .. } = self;
        inputs.copy_from(&self.inputs);
        inputs.stand_still();
        change(inputs);
        q.fill(0.0);
        v.fill(0.0);
        for (body, position, velocity) in bodies {
            (q[body], v[body]) = (position, velocity);
        }
        tie(&self.ties, q, v);
        self.vary_prescribed();
        self.follow_losses();
        let change = internal;
        let Self { structure, mode, clusters, expansion, position, velocity, internal, variation, .. } = self;
        let at = Situation { structure, mode, clusters, inputs: &variation.inputs, position, velocity, internal };
        expansion.evaluate(&at);
        expansion.store_shares(&at);
        expansion.add_direction(&at, &variation.position, &variation.velocity, change);
        expansion.add_weight_derivative(&at);
        self.snapshot_of(1)
    }

    /// Order 1 of all that changes along a direction of the bodies and internal states, after [`Mechanism::evaluate`]; nothing
    /// else changes.
    pub(super) fn differentiate(&mut self, along_position: &[f64], along_velocity: &[f64], along_internal: &[f64]) {
        let (at, expansion) = self.here();
        expansion.length = 0.0;
        expansion.add_direction(&at, along_position, along_velocity, along_internal);
    }

    /// Order 1 of all that changes with what acts from outside, per second, after [`Mechanism::evaluate`]: the bodies are to
    /// stay where they are.
    pub(super) fn differentiate_along_slopes(&mut self, position: &[f64], velocity: &[f64], internal: &[f64]) {
        self.expansion.length = 1.0;
        let Self { structure, mode, inputs, clusters, expansion, .. } = self;
        let at = Situation { structure, mode, clusters, inputs, position, velocity, internal };
        expansion.add_direction(&at, position, velocity, internal);
    }

    /// This instant beside the expansion of it.
    pub(super) fn here(&mut self) -> (Situation<'_>, &mut Expansion) {
        let Self { structure, mode, inputs, clusters, expansion, position, velocity, internal, .. } = self;
        (Situation { structure, mode, clusters, inputs, position, velocity, internal }, expansion)
    }

    pub(super) fn evaluate(&mut self) {
        self.follow_losses();
        let (at, expansion) = self.here();
        expansion.evaluate(&at);
    }

    /// Visits the guards of the present mode with their places among the event indicators.
    ///
    /// They follow from the mode, the states and what acts from outside, whatever was looked at before: contacts that share a torque do
    /// so by the levels of this instant.
    pub fn guards(&mut self, mut visit: impl FnMut(usize, f64, f64)) {
        if self.shares_torques() {
            self.list_guards();
        }
        self.evaluate();
        let (at, expansion) = self.here();
        let structure = at.structure;
        let (mut last, mut number) = (usize::MAX, 0);
        for index in 0..expansion.guards.len() {
            let guard = expansion.guards[index];
            let element = guard.kind.element(structure);
            number = if element == last { number + 1 } else { 0 };
            last = element;
            let value = expansion.polynomial(index)[0];
            let value = if guard.known > 0 { value.max(0.0) } else { value };
            let rounding = CONSTANTS.reltol_guard * expansion.guard_size(&at, guard.kind);
            visit(element * super::GUARDS_PER_ELEMENT + number, value, rounding);
        }
    }
}
