//! A snapshot of a mechanism: its values at one instant, or how they change there.

use super::constants::CONSTANTS;
use super::expansion::{Expansion, Situation};
use super::{Inputs, Mechanism, Mode, Structure, tie};
use crate::memory::{Heap, List};

/// Values at an instant, or their derivative in some direction: coefficient number `order` of a motion.
pub struct Snapshot<'a> {
    pub(super) order: usize,
    /// Torques are shown within what the present values allow: see [`super::shown`].
    pub(super) is_bounded: bool,
    pub(super) at: Situation<'a>,
    pub(super) expansion: &'a Expansion,
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
    /// Time derivatives of the internal states.
    pub fn internal_rates(&self) -> &[f64] {
        self.expansion.internal_rates()
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
            let element = guard.kind.slot(structure);
            number = if element == last { number + 1 } else { 0 };
            last = element;
            let value = expansion.polynomial(index)[0];
            let value = if guard.known > 0 { value.max(0.0) } else { value };
            let rounding = CONSTANTS.reltol_guard * guard.kind.size(expansion, &at);
            visit(element * super::GUARDS_PER_ELEMENT + number, value, rounding);
        }
    }
}
