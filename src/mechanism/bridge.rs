//! Part of an internal step with too many events, taken at once: one implicit step in which all contacts, stops and freewheels
//! decide together (Moreau 1988; Jean 1999).
//!
//! ```text
//! (M + h·D + h²·K)·(v⁺ − v) = h·(F(q + h·v, v) − N·λ)     λ in the bounds of the levels, Nᵀ·v⁺ = 0 inside them
//! ```
//!
//! It is solved by sweeps over bodies and contacts. What they leave is no more than rounding against what the step itself
//! neglects: it is of first order. What is at rest has its breakaway level and, where that does not hold, its sliding level. What is
//! inside its bounds rests over the whole step, and so do gears that their losses can hold;
//! gears that turn have the losses of their direction and mesh torques at the start of the step, and stop where they would turn
//! back. The torque of bristles is no further from that of their deflection than they can move in the step.
//!
//! The part is short at first ([`super::advance`]): most of what has too many events chatters at one instant.

use super::advance::{EVALUATIONS_PER_TRY, ROUNDING};
use super::decision::Candidate;
use super::expansion::Situation;
use super::guard::GuardKind;
use super::mode::{ContactMode, GearMode};
use super::{ContactLaw, Mechanism, Observer, Structure, servo};
use crate::memory::{Heap, List};
use crate::plants::ServovalveMode;

/// Sweeps over all bodies and contacts.
const SWEEPS: usize = 60;
/// Explicit steps of a servo per radian of the motion of its flapper.
const STEPS_PER_RADIAN: f64 = 8.0;
/// Relative error of an impulse after the sweeps: what exceeds a breakaway level by less holds. The decision at the end of the step is exact.
const SWEEP_ERROR: f64 = 1e-3;
/// Share of what would stop a contact at once, because the others answer.
const RELAXATION: f64 = 0.7;

/// Space of the implicit step.
#[derive(Debug)]
pub(super) struct Bridge {
    /// Mass, damping and stiffness of the step, by rows, at the bodies.
    matrix: List<f64>,
    force: List<f64>,
    size: List<f64>,
    start: List<f64>,
    impulse: List<f64>,
    /// Change of the relative velocity of each contact per impulse, with all contacts at the same groups answering.
    relaxation: List<f64>,
    /// Gears that their losses hold.
    held: List<bool>,
}

impl Bridge {
    pub fn new(structure: &Structure, heap: &mut Heap) -> Self {
        let n = structure.bodies.len();
        Self {
            matrix: heap.filled(0.0, n * n),
            force: heap.filled(0.0, n),
            size: heap.filled(0.0, n),
            start: heap.filled(0.0, n),
            impulse: heap.filled(0.0, structure.contacts.len()),
            relaxation: heap.filled(0.0, structure.contacts.len()),
            held: heap.filled(false, structure.gears.len()),
        }
    }
}

impl Mechanism {
    /// Bridges `duration` from `time` on; what acts from outside is that at its end.
    pub(super) fn bridge(&mut self, time: f64, duration: f64, observer: &mut dyn Observer) {
        if duration <= 0.0 {
            return;
        }
        observer.bridged(time, duration);
        self.take_implicit_step(duration);
        // What rests does so from the start of the step on, so that it does not move.
        self.strike();
        self.hold_what_stopped(duration);
        self.unite_velocities();
        self.bridge_bristles(duration);
        self.move_groups(duration);
        self.bridge_servos(duration);
        self.bridge_linear(duration);
        self.bridge_elements(duration);
        self.mode.pass();
        self.choose_branches_of_elements();
        self.strike();
        self.unite_velocities();
        self.decide();
        // What slid before and goes on may be on another segment of its table.
        for (index, contact) in self.structure.contacts.iter().enumerate() {
            self.mode.segments[index] = contact.segment(self.relative_velocity(index).abs());
        }
        self.begin_mode();
    }

    /// Moves what gears tie together as far as the stops of all its bodies allow.
    fn move_groups(&mut self, duration: f64) {
        let Self { structure, decision, position, velocity, .. } = self;
        let groups = &decision.groups;
        let bodies = 0..structure.bodies.len();
        let is_member = |body: usize, root: usize| groups.root[body] == Some(root) && structure.driven[body].is_none();
        for root in bodies.clone() {
            let (mut least, mut most) = (f64::NEG_INFINITY, f64::INFINITY);
            for body in bodies.clone().filter(|&body| is_member(body, root)) {
                let (lower, upper) = structure.bodies[body].travel;
                let ends = [lower, upper].map(|limit| (limit - position[body]) / groups.factor[body]);
                (least, most) = (least.max(ends[0].min(ends[1])), most.min(ends[0].max(ends[1])));
            }
            let moved = (duration * velocity[root]).max(least).min(most);
            for body in bodies.clone().filter(|&body| is_member(body, root)) {
                let (lower, upper) = structure.bodies[body].travel;
                position[body] = (position[body] + groups.factor[body] * moved).max(lower).min(upper);
            }
        }
    }

    /// Takes the servos over the interval by short explicit steps, with the bodies as they are at its end.
    fn bridge_servos(&mut self, duration: f64) {
        for index in 0..self.structure.servos.len() {
            let servo = self.structure.servos[index];
            let steps =
                libm::ceil(duration * servo.chain.valve.natural_frequency * STEPS_PER_RADIAN).clamp(1.0, 1000.0);
            self.budget -= steps / EVALUATIONS_PER_TRY;
            self.mode.servos[index] = ServovalveMode::default();
            for _ in 0..steps as u32 {
                self.choose_saturations();
                let mut states = servo::read_states(&self.internal, index);
                servo.chain.euler_step(&mut states, &self.expansion.servos[index].signals, duration / steps);
                servo.chain.limit(&mut states);
                servo::write_states(&mut self.internal, index, &states);
            }
        }
        self.choose_saturations();
        self.choose_stops_of_valves();
    }

    /// Bristles carry what their contact did over the interval, but for its viscous part: T = σ₀·z⁺ + σ₁·(z⁺ − z)/h.
    fn bridge_bristles(&mut self, duration: f64) {
        for (index, contact) in self.structure.contacts.iter().enumerate() {
            if let ContactLaw::Bristle { bristle, state } = &contact.law {
                let engagement = self.inputs.engagement.value[index];
                let relative = self.relative_velocity(index);
                let impulse = self.bridge.impulse[index] / engagement - duration * contact.viscous * relative;
                let before = self.internal[*state];
                let wanted = (impulse + bristle.damping * before) / (duration * bristle.stiffness + bristle.damping);
                let most = bristle.steady_deflection(relative).max(before.abs());
                let is_engaged = self.mode.engaged[index] && engagement > 0.0;
                self.internal[*state] = if is_engaged { wanted.max(-most).min(most) } else { 0.0 };
            }
        }
    }

    /// Losses hold what they can: a gear whose loss is beyond its level, for want of a share that fits, is free to turn.
    fn list_held_gears(&mut self) {
        self.evaluate();
        for gear in 0..self.structure.gears.len() {
            let (at, expansion) = (self.situation(), &self.expansion);
            let rounding = ROUNDING * expansion.guard_size(&at, GuardKind::LossBound(gear, 1));
            let loss = expansion.held_loss(&at, gear);
            let can_hold = |direction: i8| {
                expansion.holding_level(&at, gear, direction, 0) - f64::from(direction) * loss >= -rounding
            };
            self.bridge.held[gear] = match self.mode.gears[gear] {
                GearMode::Held(_) => can_hold(1) && can_hold(-1),
                GearMode::LossSaturated { .. } => true,
                GearMode::Lossless | GearMode::Turning { .. } => false,
            };
        }
    }

    /// Velocities at the end of the implicit step.
    fn take_implicit_step(&mut self, duration: f64) {
        self.list_held_gears();
        // What was at rest at the start of the step is read there.
        self.decided.copy_from(&self.mode);
        for mode in &mut self.mode.contacts {
            *mode = ContactMode::Free;
        }
        let Self {
            structure, mode, inputs, clusters, expansion, position, velocity, internal, bridge, decision, ..
        } = self;
        let at = Situation { structure, mode, clusters, inputs, position, velocity, internal };
        expansion.forces(&at, &mut bridge.force, &mut bridge.size);
        decision.build_groups(structure, &mode.gears);
        bridge.start.copy_from_slice(velocity);
        bridge.impulse.fill(0.0);
        self.set_up_bridge(duration);
        self.set_relaxation();
        self.sweep(duration);
        if self.break_away(duration) {
            self.sweep(duration);
        }
        self.stop_gears();
        self.decision.arrived.fill(false);
    }

    fn sweep(&mut self, duration: f64) {
        for _ in 0..SWEEPS {
            self.sweep_groups(duration);
            self.sweep_contacts(duration);
        }
    }

    /// What rests at the start of the step, and would have to hold more than its breakaway level, slides in it; whether anything does.
    fn break_away(&mut self, duration: f64) -> bool {
        let mut any = false;
        for index in 0..self.structure.contacts.len() {
            if self.bridge.relaxation[index] == 0.0 {
                continue;
            }
            let ((least, most), wanted) = (self.impulse_bounds(index, duration), self.stopping_impulse(index, 1.0));
            let slack = SWEEP_ERROR * most;
            if self.rests(index) && (wanted < least - slack || wanted > most + slack) {
                (self.decided.contacts[index], any) = (ContactMode::Free, true);
            }
        }
        any
    }

    /// Whether a contact was at rest at the start of the step and has not broken away in it.
    fn rests(&self, contact: usize) -> bool {
        self.decided.contacts[contact].is_at_rest()
    }

    /// A gear that would turn back has come to rest.
    fn stop_gears(&mut self) {
        let Self { structure, mode, decision, velocity, .. } = self;
        for (gear, mode) in structure.gears.iter().zip(&mode.gears) {
            if let GearMode::Turning { direction, .. } = *mode
                && f64::from(direction) * velocity[gear.first] < 0.0
            {
                let root = decision.groups.root[gear.first];
                (0..velocity.len())
                    .filter(|&body| decision.groups.root[body] == root)
                    .for_each(|body| velocity[body] = 0.0);
            }
        }
    }

    /// Whether losses hold one of the gears of a group.
    fn is_held(&self, root: usize) -> bool {
        let gears = self.structure.gears.iter().zip(&self.bridge.held);
        gears.filter(|(_, is_held)| **is_held).any(|(gear, _)| self.decision.groups.root[gear.first] == Some(root))
    }

    /// The matrix; and in the forces what the springs change over the step.
    fn set_up_bridge(&mut self, duration: f64) {
        let n = self.velocity.len();
        let Self { structure, mode, velocity, internal, inputs, bridge, .. } = self;
        bridge.matrix.fill(0.0);
        for (body, part) in structure.bodies.iter().enumerate() {
            bridge.matrix[body * n + body] += part.inertia + duration * part.viscous;
        }
        for (index, servo) in structure.servos.iter().enumerate() {
            let (states, supply) = (servo::read_states(internal, index), inputs.supply_pressure.value[index]);
            let damping = servo.damping(&mode.servos[index], &states, velocity[servo.on], supply);
            bridge.matrix[servo.on * n + servo.on] += duration * damping;
        }
        self.set_up_bridged_elements(duration);
    }

    /// Adds to the matrix what a torque of this stiffness and damping changes over the step, with the ends of its element; and to the forces
    /// what the present `rate` of its deflection makes of it.
    pub(super) fn add_bridged_stiffness(
        &mut self,
        ends: [Option<(usize, f64)>; 2],
        (stiffness, damping): (f64, f64),
        rate: f64,
        duration: f64,
    ) {
        let Self { velocity, bridge, .. } = self;
        let n = velocity.len();
        let stiff = duration * (damping + duration * stiffness);
        let ends = ends.map(|end| end.map(|(body, divisor)| (body, -1.0 / divisor)));
        for (body, factor) in ends.into_iter().flatten() {
            bridge.force[body] -= factor * duration * stiffness * rate;
            for (other, weight) in ends.into_iter().flatten() {
                bridge.matrix[body * n + other] += stiff * factor * weight;
            }
        }
    }

    /// All contacts answer at once, so each takes only its part of what would stop it.
    fn set_relaxation(&mut self) {
        let Self { structure, decision, bridge, .. } = self;
        let contacts = structure.contacts.len();
        let roots = |index: usize| decision.roots(structure, Candidate::Contact(index)).into_iter().flatten();
        for index in 0..contacts {
            let part = |root: usize| {
                let others = (0..contacts).filter(|&other| roots(other).any(|touched| touched == root)).count();
                let factor = decision.factor(structure, Candidate::Contact(index), root);
                others as f64 * factor * factor / decision.groups.inertia(root)
            };
            bridge.relaxation[index] = roots(index).map(part).sum();
        }
    }

    /// Balances each group of bodies that gears tie, one after the other.
    fn sweep_groups(&mut self, duration: f64) {
        let n = self.velocity.len();
        for root in 0..n {
            // What has a given motion is at the end of the step already.
            let is_driven = self.structure.driven[root].is_some();
            if self.decision.groups.root[root] != Some(root) || is_driven || self.is_held(root) {
                continue;
            }
            // Where losses leave nothing that could be accelerated, the decision at the end of the step finds that it jams.
            let is_given = self.decision.groups.inertia(root) > 0.0;
            let (mut unbalanced, mut weight) = (0.0, 0.0);
            for body in (0..n).filter(|&body| self.decision.groups.root[body] == Some(root)) {
                let row = &self.bridge.matrix[body * n..(body + 1) * n];
                let moved = (0..n).map(|other| row[other] * (self.velocity[other] - self.bridge.start[other]));
                let of_group = (0..n).filter(|&other| self.decision.groups.root[other] == Some(root));
                let own: f64 = of_group.map(|other| row[other] * self.decision.groups.factor[other]).sum();
                let carried = self.impulse_on(body);
                let rest = duration * self.bridge.force[body] - carried - moved.sum::<f64>();
                let groups = &self.decision.groups;
                let factor = if is_given { groups.torque_factor(body) } else { groups.factor[body] };
                unbalanced += factor * rest;
                weight += factor * own;
            }
            for body in (0..n).filter(|&body| self.decision.groups.root[body] == Some(root)) {
                self.velocity[body] += self.decision.groups.factor[body] * (unbalanced / weight);
            }
        }
    }

    /// Impulse of all contacts against the motion of a body.
    fn impulse_on(&self, body: usize) -> f64 {
        let contacts = self.structure.contacts.iter().zip(&self.bridge.impulse);
        contacts.fold(0.0, |sum, (contact, impulse)| {
            let sign = f64::from(u8::from(contact.second == body)) - f64::from(u8::from(contact.first == Some(body)));
            sum + sign * impulse
        })
    }

    /// Lets each contact stop what slides in it, within its level.
    fn sweep_contacts(&mut self, duration: f64) {
        for index in 0..self.structure.contacts.len() {
            if self.bridge.relaxation[index] != 0.0 {
                let (least, most) = self.impulse_bounds(index, duration);
                let wanted = self.stopping_impulse(index, RELAXATION);
                self.bridge.impulse[index] = wanted.max(least).min(most);
            }
        }
    }

    /// The impulse of a contact at which it has taken this share of its relative velocity as well.
    fn stopping_impulse(&self, index: usize, share: f64) -> f64 {
        self.bridge.impulse[index] + share * self.relative_velocity(index) / self.bridge.relaxation[index]
    }

    /// Least and greatest impulse of a contact over the step.
    fn impulse_bounds(&self, index: usize, duration: f64) -> (f64, f64) {
        let contact = &self.structure.contacts[index];
        let engagement = if self.mode.engaged[index] { self.inputs.engagement.value[index].max(0.0) } else { 0.0 };
        let (speed, scale) = (self.relative_velocity(index).abs(), duration * engagement);
        let most = if self.rests(index) {
            duration * self.situation().bound(index, 0.0).0.max(0.0)
        } else {
            scale * contact.level(speed, contact.segment(speed))
        };
        if contact.is_freewheel() {
            return (f64::NEG_INFINITY, most);
        }
        if let ContactLaw::Bristle { bristle, state } = &contact.law {
            let carried = bristle.stiffness * self.internal[*state];
            let reach = (duration * bristle.stiffness + bristle.damping) * speed;
            let limit = bristle.steady_torque(speed).abs().max(carried.abs());
            let viscous = contact.viscous * speed;
            let [least, most] = [(carried - reach).max(-limit) - viscous, (carried + reach).min(limit) + viscous];
            return (scale * least, scale * most);
        }
        (-most, most)
    }

    /// Contacts that stopped in the step: inside its bounds the relative velocity is zero, and what the sweeps have left of it is
    /// not to be a motion from which the next step would begin.
    fn hold_what_stopped(&mut self, duration: f64) {
        for index in 0..self.structure.contacts.len() {
            let (least, most) = self.impulse_bounds(index, duration);
            let is_inside = |impulse: f64| least < impulse && impulse < most;
            let can_stick = self.bridge.relaxation[index] != 0.0 && !self.structure.contacts[index].is_continuous();
            // Impacts have let contacts arrive as well.
            let stops = is_inside(self.bridge.impulse[index]) && is_inside(self.stopping_impulse(index, 1.0));
            self.decision.arrived[index] |= can_stick && (self.rests(index) || stops);
        }
    }
}
