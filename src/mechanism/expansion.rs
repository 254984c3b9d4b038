//! Taylor coefficients of all motions and guards of a mode.

use super::clusters::{Chord, Clusters, Joint};
use super::constants::CONSTANTS;
use super::elements::{LevelSeries, Node, Schedule, SignalTerms, Sources};
use super::guard::{self, Guard};
use super::split::Split;
use super::{ContactMode, GearMode, Inputs, Mode, ServoTerms, Structure};
use crate::SERIES_ORDER;
use crate::friction::Characteristic;
use crate::memory::{Heap, List};
use crate::solver::{LEAST_OCTAVE, is_steep, shortening};
use core::f64::consts::LN_2;

/// Coefficients of one polynomial.
pub(super) const WIDTH: usize = SERIES_ORDER + 1;
/// Lengths that are tried, each much shorter than the one before: over too long a step the terms exceed all numbers.
const LENGTHS: u32 = 8;
/// Fewest orders of a converged expansion: chains of integrators start late.
const MIN_ORDER: usize = 3;
/// Terms of a series that show how large the states of linear systems are, besides the states themselves: those that begin at zero
/// follow an input that begins with a slope.
const SIZING_ORDERS: usize = 2;

/// Where the coefficients are made, and stay until the next expansion.
#[derive(Debug)]
pub(super) struct Expansion {
    pub(super) bodies: usize,
    /// Length of the step [s].
    pub length: f64,
    /// Highest order of the states.
    pub order: usize,
    /// `position[order · bodies + body]`.
    pub(super) position: List<f64>,
    pub(super) velocity: List<f64>,
    /// `internal[order · internal states + state]`.
    pub(super) internal: List<f64>,
    /// Their time derivatives at the order at hand.
    pub(super) internal_rate: List<f64>,
    /// Largest term of each state so far: positions, velocities, internal states.
    scale: List<f64>,
    /// Of the order at hand.
    pub(super) force: List<f64>,
    pub(super) acceleration: List<f64>,
    /// Torque of the link of each body, and behind them of each lock.
    pub(super) link_torque: List<f64>,
    /// Torque of each contact.
    pub contact_torque: List<f64>,
    /// Torque of each chord.
    pub chord_torque: List<f64>,
    /// Torque of each component.
    pub component_torque: List<f64>,
    /// Acceleration of each body whose motion is prescribed, at the order at hand.
    pub prescribed: List<f64>,
    /// What each actuator does at the order at hand.
    pub terms: List<ServoTerms>,
    /// Signals of linear systems.
    pub signals: SignalTerms,
    /// The order in which signals and actuators are evaluated.
    schedule: Schedule,
    /// Sizes below which errors of the states of linear systems do not matter, over the largest of them.
    linear_size: f64,
    pub(super) levels: List<LevelSeries>,
    pub split: Split,
    /// The guards of the mode.
    pub guards: List<Guard>,
    polynomials: List<f64>,
    is_nonlinear: bool,
    force_size: f64,
    /// Mesh torque of each gear whose losses depend on its speed: `mesh[gear · WIDTH + order]`.
    pub(super) mesh: List<f64>,
}

/// What an expansion is made for.
pub(super) struct Situation<'a> {
    pub structure: &'a Structure,
    pub mode: &'a Mode,
    pub clusters: &'a Clusters,
    pub inputs: &'a Inputs,
    pub position: &'a [f64],
    pub velocity: &'a [f64],
    pub internal: &'a [f64],
}

/// Coefficient number `order` of a straight line.
pub(super) fn coefficient((value, change): (f64, f64), order: usize) -> f64 {
    match order {
        0 => value,
        1 => change,
        _ => 0.0,
    }
}

impl Expansion {
    pub fn new(structure: &Structure, heap: &mut Heap) -> Self {
        let (n, contacts) = (structure.bodies.len(), structure.contacts.len());
        let guards = guard::GUARDS_PER_ELEMENT * structure.elements();
        let internal = structure.internal_states();
        Self {
            bodies: n,
            length: 0.0,
            order: 0,
            position: heap.filled(0.0, n * WIDTH),
            velocity: heap.filled(0.0, n * WIDTH),
            internal: heap.filled(0.0, internal * WIDTH),
            internal_rate: heap.filled(0.0, internal),
            scale: heap.filled(0.0, 2 * n + internal),
            force: heap.filled(0.0, n),
            acceleration: heap.filled(0.0, n),
            link_torque: heap.filled(0.0, 2 * n),
            contact_torque: heap.filled(0.0, contacts),
            chord_torque: heap.filled(0.0, contacts + n),
            component_torque: heap.filled(0.0, structure.components.len()),
            prescribed: heap.filled(0.0, n),
            terms: heap.list((0..structure.actuator_count).map(|_| ServoTerms::default())),
            signals: SignalTerms::new(structure, heap),
            schedule: Schedule::new(structure, heap),
            linear_size: 0.0,
            levels: heap.list((0..contacts).map(|_| LevelSeries::default())),
            split: Split::new(structure, heap),
            guards: heap.with_capacity(guards),
            polynomials: heap.filled(0.0, guards * WIDTH),
            is_nonlinear: false,
            force_size: 0.0,
            mesh: heap.filled(0.0, structure.gears.len() * WIDTH),
        }
    }

    /// Whether the time derivative of the command of an actuator is known.
    pub fn knows_rate_of_command(&self, actuator: usize) -> bool {
        self.schedule.knows_rate[actuator]
    }

    /// Whether inputs move a signal directly, through no state.
    pub fn is_moved_by_inputs(&self, signal: usize) -> bool {
        self.schedule.moved_by_inputs[signal]
    }

    /// Takes over a mode that is only asked for its torques: it has shares, but no guards.
    pub fn begin_trial(&mut self, at: &Situation<'_>) {
        self.guards.clear();
        self.share(at);
    }

    /// Shares by the present breakaway levels.
    pub fn share(&mut self, at: &Situation<'_>) {
        self.split.prepare(at.structure, at.mode, at.clusters, &|contact| at.bound(contact, 0.0).0);
    }

    /// The same where shares of this mode were prepared before: only if they follow from levels that have changed since.
    pub fn share_by_present_levels(&mut self, at: &Situation<'_>) {
        let is_prepared = |contact: usize| self.split.is_prepared_with(contact, at.bound(contact, 0.0).0);
        if !(0..at.structure.contacts.len()).all(is_prepared) {
            self.share(at);
        }
    }

    /// Takes over the guards of a mode whose shares are there.
    pub fn watch_mode(&mut self, at: &Situation<'_>) {
        guard::list(at.structure, at.mode, &mut self.guards);
        let is_nonlinear = |(contact, mode): (&super::Contact, &ContactMode)| {
            let is_power =
                matches!(contact.characteristic(), Some(Characteristic::HessSoom(_) | Characteristic::Stribeck(_)));
            is_power && matches!(mode, ContactMode::Sliding(_))
        };
        let is_product = |(gear, mode): (&super::Gear, &GearMode)| {
            gear.has_share_over_speed() && matches!(mode, GearMode::Turning { .. })
        };
        self.is_nonlinear = at.structure.contacts.iter().zip(&at.mode.contacts).any(is_nonlinear)
            || at.structure.gears.iter().zip(&at.mode.gears).any(is_product)
            || !at.structure.has_linear_components(at.mode);
    }

    /// Polynomial of a guard, up to the highest order that was computed.
    pub fn polynomial(&mut self, guard: usize) -> &mut [f64] {
        let width = self.order.min(SERIES_ORDER);
        &mut self.polynomials[guard * WIDTH..guard * WIDTH + width]
    }

    /// Value of a guard at this point.
    pub fn guard_value(&self, guard: usize) -> f64 {
        self.polynomials[guard * WIDTH]
    }

    /// Coefficient of order 1 of a guard, after it was computed.
    pub fn guard_change(&self, guard: usize) -> f64 {
        self.polynomials[guard * WIDTH + 1]
    }

    /// Expands over `length`, or less; `floors` are sizes of position and velocity that do not matter. Returns how many lengths
    /// were tried.
    pub fn expand(&mut self, at: &Situation<'_>, mut length: f64, floors: (f64, f64)) -> u32 {
        let mut tried = 1;
        while !self.try_to_expand(at, length, floors) && tried < LENGTHS {
            length *= CONSTANTS.shorter_expansion;
            tried += 1;
        }
        self.keep_horizon(at, length);
        tried
    }

    /// Whether the series converges over `length` or less.
    fn try_to_expand(&mut self, at: &Situation<'_>, length: f64, floors: (f64, f64)) -> bool {
        self.start(at, length, floors);
        let quiet_enough = if self.is_nonlinear { 5 } else { 2 };
        let mut quiet = 0;
        for k in 0..SERIES_ORDER {
            self.add_order(at, k);
            let (small, zero) = self.advance_states(at, k);
            let small = small && self.terms.iter().all(ServoTerms::is_settled);
            self.order = k + 1;
            quiet = if small { quiet + 1 } else { 0 };
            let ends = zero && k >= 2 && !self.is_nonlinear;
            if ends || (quiet >= quiet_enough && k >= MIN_ORDER) {
                return true;
            }
        }
        self.shrink(at)
    }

    /// Order 0 of everything, at this point.
    pub fn evaluate(&mut self, at: &Situation<'_>) {
        self.start(at, 1.0, (0.0, 0.0));
        self.add_order(at, 0);
        self.order = 1;
    }

    /// Order 1 after [`Expansion::evaluate`]: how everything changes with time.
    pub fn add_rates(&mut self, at: &Situation<'_>) {
        self.add_next_order(at, 0);
    }

    /// The order after that at hand, `order`, of [`Expansion::evaluate`].
    pub fn add_next_order(&mut self, at: &Situation<'_>, order: usize) {
        let _ = self.advance_states(at, order);
        self.add_order(at, order + 1);
    }

    /// Order 1 after [`Expansion::evaluate`]: how everything changes where the bodies are moved in this direction.
    pub fn add_direction(&mut self, at: &Situation<'_>, position: &[f64], velocity: &[f64], internal: &[f64]) {
        let (n, m) = (self.bodies, self.internal_rate.len());
        self.position[n..2 * n].copy_from_slice(position);
        self.velocity[n..2 * n].copy_from_slice(velocity);
        self.internal[m..2 * m].copy_from_slice(internal);
        self.add_order(at, 1);
    }

    /// Stores the shares of order 0 for [`Expansion::add_weight_derivative`].
    pub fn store_shares(&mut self, at: &Situation<'_>) {
        if !at.clusters.chords.is_empty() {
            self.split.store_shares(&self.link_torque, &self.chord_torque);
        }
    }

    /// Adds to order 1 the part that comes from the derivative of the weights, which breakaway levels determine: the weights of a step
    /// are those of its beginning, but what is shown has those of its instant.
    pub fn add_weight_derivative(&mut self, at: &Situation<'_>) {
        if at.clusters.chords.is_empty() {
            return;
        }
        let Self { split, link_torque, chord_torque, acceleration, length, .. } = self;
        split.add_weight_derivative(at.structure, at.mode, at.clusters, |contact| at.bound(contact, *length));
        for (row, &chord) in at.clusters.chords.iter().enumerate() {
            let more = split.weight_correction(row);
            chord_torque[row] += more;
            let drive = split.relieve(row, more, link_torque);
            accelerate(at, chord, drive, acceleration);
        }
        self.take_torques_of_contacts(at);
    }

    /// Shares by the present breakaway levels, until [`Expansion::restore_weights`].
    pub fn use_present_weights(&mut self, at: &Situation<'_>) {
        self.split.use_present_weights(at.structure, at.mode, at.clusters, |contact| at.bound(contact, 0.0).0);
    }

    /// Shares as before that.
    pub fn restore_weights(&mut self, at: &Situation<'_>) {
        self.split.restore_weights(at.structure, at.mode, at.clusters);
    }

    /// Positions and velocities of an order.
    pub fn coefficients(&self, order: usize) -> (&[f64], &[f64]) {
        let n = self.bodies;
        (&self.position[order * n..(order + 1) * n], &self.velocity[order * n..(order + 1) * n])
    }

    /// Forces on all bodies but those of the contacts and stops at rest, and the sizes that they are made of.
    pub fn forces(&mut self, at: &Situation<'_>, force: &mut [f64], size: &mut [f64]) {
        self.start(at, 1.0, (0.0, 0.0));
        self.add_forces(at, 0);
        force.copy_from_slice(&self.force);
        self.sizes_of_forces(at, 0, size);
        self.prescribe(at, 0);
    }

    /// Coefficient number `order` of the same forces, after all lower ones were asked for, where the bodies have these accelerations at the order
    /// before. Whether there is one: a broken power of a speed that begins has none.
    pub fn next_forces(
        &mut self,
        at: &Situation<'_>,
        order: usize,
        acceleration: &[f64],
        (force, size): (&mut [f64], &mut [f64]),
    ) -> bool {
        self.acceleration.copy_from_slice(acceleration);
        let _ = self.advance_states(at, order - 1);
        self.add_forces(at, order);
        force.copy_from_slice(&self.force);
        self.sizes_of_forces(at, order, size);
        self.prescribe(at, order);
        force.iter().all(|force| force.is_finite())
    }

    /// Sizes of what the forces of the order at hand are made of. From the first order on those of a spring are differences of motions that
    /// may be the same but for rounding.
    fn sizes_of_forces(&self, at: &Situation<'_>, order: usize, size: &mut [f64]) {
        let n = self.bodies;
        let v = &self.velocity[order * n..(order + 1) * n];
        for (body, part) in at.structure.bodies.iter().enumerate() {
            let (value, slope) = (at.inputs.torque.value[body], at.inputs.torque.slope[body] * self.length);
            size[body] = coefficient((value.abs(), slope.abs()), order) + (part.viscous * v[body]).abs();
        }
        for (index, component) in at.structure.components.iter().enumerate() {
            let (of, torque) = (self.coefficients_for(component), self.component_torque[index]);
            component.element.add_sizes(at.mode.components[index], &of, order, torque, size);
        }
        for (contact, torque) in at.structure.contacts.iter().zip(&self.contact_torque) {
            size[contact.second] += torque.abs();
            contact.first.into_iter().for_each(|first| size[first] += torque.abs());
        }
        for load in &at.structure.network.loads {
            size[load.body] += (load.gain * self.signals.value[load.signal]).abs();
        }
    }

    /// Accelerations of order 0, after [`Expansion::evaluate`] or an expansion of which it was the last order.
    pub fn accelerations(&self) -> &[f64] {
        &self.acceleration
    }

    /// Time derivatives of the internal states at the order at hand.
    pub fn internal_rates(&self) -> &[f64] {
        &self.internal_rate
    }

    /// Coefficient of an internal state, and of its time derivative at the order at hand.
    pub fn internal_at(&self, order: usize, state: usize) -> (f64, f64) {
        (self.internal[order * self.internal_rate.len() + state], self.internal_rate[state])
    }

    fn start(&mut self, at: &Situation<'_>, length: f64, floors: (f64, f64)) {
        let n = self.bodies;
        self.length = length;
        self.position[..n].copy_from_slice(at.position);
        self.velocity[..n].copy_from_slice(at.velocity);
        for body in 0..n {
            self.scale[body] = at.position[body].abs().max(floors.0);
            self.scale[n + body] = at.velocity[body].abs().max(floors.1);
        }
        self.internal[..at.internal.len()].copy_from_slice(at.internal);
        self.internal_rate.fill(0.0);
        for (_, component, _) in at.structure.actuators() {
            let (scale, states) = (&mut self.scale[2 * n..], component.states());
            let sizes = &mut scale[states.clone()];
            component.element.get().sizes_of_states(CONSTANTS.abstol_valve_series, floors.0, sizes);
            states.for_each(|state| scale[state] = at.internal[state].abs().max(scale[state]));
        }
        self.linear_size = 0.0;
        let begin = at.structure.linear_begin;
        for (index, size) in at.structure.network.sizes.iter().enumerate() {
            let state = at.internal[begin + index].abs();
            self.scale[2 * n + begin + index] = state;
            self.linear_size = self.linear_size.max(state / size);
        }
    }

    /// Size of an internal state below which an error does not matter: of linear systems it follows from the others, balanced.
    fn floor(&self, at: &Situation<'_>, state: usize) -> f64 {
        let linear = state.checked_sub(at.structure.linear_begin);
        linear.map_or(0.0, |linear| {
            CONSTANTS.abstol_linear_series * at.structure.network.sizes[linear] * self.linear_size
        })
    }

    /// Forces, accelerations and guards of one order.
    fn add_order(&mut self, at: &Situation<'_>, k: usize) {
        self.add_forces(at, k);
        let has_motions = !at.structure.motions.is_empty();
        if has_motions {
            self.add_inertia_torques(at, k);
        }
        let Self { force, acceleration, link_torque, .. } = self;
        at.clusters.solve(force, acceleration, link_torque);
        self.share_torques(at);
        if has_motions {
            self.balance_motions(at);
        }
        self.carry_in_meshes(at, k);
        if k == 0 {
            self.force_size = self.largest_torque(at);
        }
        self.add_guards(at, k);
    }

    fn add_forces(&mut self, at: &Situation<'_>, k: usize) {
        let (n, length) = (self.bodies, self.length);
        let v = &self.velocity[k * n..(k + 1) * n];
        for (body, part) in at.structure.bodies.iter().enumerate() {
            let outer = coefficient((at.inputs.torque.value[body], at.inputs.torque.slope[body] * length), k);
            self.force[body] = outer - part.viscous * v[body];
        }
        self.add_components(at, k);
        for (index, gear) in at.structure.gears.iter().enumerate() {
            if k == 0 || gear.table.is_some() {
                self.force[gear.first] -= self.known_loss(at, index, k);
            }
        }
        for (index, contact) in at.structure.contacts.iter().enumerate() {
            let torque = self.contact_torque_at(at, index, k);
            self.contact_torque[index] = torque;
            if torque != 0.0 {
                self.force[contact.second] -= torque;
                if let Some(first) = contact.first {
                    self.force[first] += torque;
                }
            }
        }
        self.add_signals(at, k);
    }

    /// Signals and actuators in an order in which all that they need is known.
    fn add_signals(&mut self, at: &Situation<'_>, order: usize) {
        for index in 0..self.schedule.nodes.len() {
            match self.schedule.nodes[index] {
                Node::Value(signal) => self.add_signal(at, signal, order),
                Node::Rate(signal) => {
                    let Self { signals, internal_rate, .. } = self;
                    let sources = sources(
                        at,
                        (order, self.length, self.bodies, internal_rate.len()),
                        (&self.position, &self.velocity, &self.internal),
                    );
                    if let Some((state, rate)) = signals.add_rate(&sources, signal) {
                        internal_rate[state] = rate;
                    }
                }
                Node::Actuator(actuator) => self.add_actuator(at, actuator, order),
            }
        }
        for load in &at.structure.network.loads {
            self.force[load.body] += load.gain * self.signals.value[load.signal];
        }
    }

    fn add_signal(&mut self, at: &Situation<'_>, signal: usize, order: usize) {
        let Self { signals, terms, component_torque, length, schedule, .. } = self;
        let sizes = (self.bodies, self.internal_rate.len());
        let sources = sources(at, (order, *length, sizes.0, sizes.1), (&self.position, &self.velocity, &self.internal));
        signals.add_value(&sources, signal, |signals, index, output| {
            let Some(of) = terms.get(index) else { return component_torque[index] };
            if output.follows_command() {
                return of.output(output);
            }
            // The command need not be known yet.
            let (component, mut ahead) = (&at.structure.components[index], of.clone());
            let coefficients = component.coefficients(sizes, [&self.position, &self.velocity, &self.internal]);
            let given = (signals, schedule.knows_rate[index]);
            component.expand((at, index), &coefficients, (order, *length), given, &mut ahead);
            ahead.output(output)
        });
    }

    /// Torques of the contacts at rest.
    fn share_torques(&mut self, at: &Situation<'_>) {
        let chords = at.clusters.chords.len();
        if chords > 0 {
            let Self { split, link_torque, chord_torque, acceleration, .. } = self;
            split.share(chords, link_torque, |row, torque| chord_torque[row] = torque);
            for (row, &chord) in at.clusters.chords.iter().enumerate() {
                let drive = split.relieve(row, chord_torque[row], link_torque);
                accelerate(at, chord, drive, acceleration);
            }
        }
        self.take_torques_of_contacts(at);
    }

    /// What a contact in the tree carries is what its link does, one that closes a loop what its lock does, and others what they do as chords.
    fn take_torques_of_contacts(&mut self, at: &Situation<'_>) {
        for (chord, torque) in at.clusters.chords.iter().zip(&self.chord_torque) {
            if let Some(contact) = chord.contact() {
                self.contact_torque[contact] = *torque;
            }
        }
        for (&(contact, _), torque) in at.clusters.locks.iter().zip(&self.link_torque[self.bodies..]) {
            self.contact_torque[contact] = *torque;
        }
        for (body, link) in at.clusters.link.iter().enumerate() {
            if let Some(Joint::Contact(contact)) = link.map(|link| link.joint) {
                self.contact_torque[contact] = self.link_torque[body];
            }
        }
    }

    fn add_guards(&mut self, at: &Situation<'_>, k: usize) {
        for index in 0..self.guards.len() {
            let value = self.guards[index].kind.coefficient(self, at, k);
            self.polynomials[index * WIDTH + k] = value;
        }
    }

    /// Largest torque at order 0.
    pub fn force_size(&self) -> f64 {
        self.force_size
    }

    /// Largest torque between bodies at the order at hand.
    pub fn largest_inner_torque(&self) -> f64 {
        let passive = &self.component_torque[self.terms.len()..];
        let torques = passive.iter().chain(&self.contact_torque).chain(&self.link_torque);
        torques.fold(0.0, |largest, torque| largest.max(torque.abs()))
    }

    fn largest_torque(&self, at: &Situation<'_>) -> f64 {
        let outer = at.inputs.torque.value.iter();
        let viscous = at.structure.bodies.iter().zip(at.velocity).map(|(body, velocity)| body.viscous * velocity);
        let motors = &self.component_torque[..self.terms.len()];
        let signals = at.structure.network.loads.iter().map(|load| load.gain * self.signals.value[load.signal]);
        let others = viscous.chain(signals);
        let largest = others.fold(self.largest_inner_torque(), |largest, torque| f64::max(largest, torque.abs()));
        outer.chain(motors).fold(largest, |largest: f64, torque| largest.max(torque.abs()))
    }

    /// Torque of the link that is this joint.
    pub(super) fn link_of(&self, at: &Situation<'_>, joint: Joint) -> Option<f64> {
        let is_it = |link: &Option<super::clusters::Link>| link.is_some_and(|link| link.joint == joint);
        at.clusters.link.iter().position(is_it).map(|body| self.link_torque[body])
    }

    /// The next order of the states; whether its terms are negligible, and whether all are zero.
    fn advance_states(&mut self, at: &Situation<'_>, k: usize) -> (bool, bool) {
        let n = self.bodies;
        let factor = self.length / (k + 1) as f64;
        let (mut small, mut zero) = (true, true);
        for body in 0..n {
            let angle = factor * self.velocity[k * n + body];
            let velocity = factor * self.acceleration[body];
            self.position[(k + 1) * n + body] = angle;
            self.velocity[(k + 1) * n + body] = velocity;
            for (place, term) in [(body, angle.abs()), (n + body, velocity.abs())] {
                small &= term <= CONSTANTS.reltol_term * self.scale[place];
                zero &= term == 0.0;
                self.scale[place] = self.scale[place].max(term);
            }
        }
        let m = self.internal_rate.len();
        let linear = at.structure.linear_begin;
        // Over a step that is far too long the later terms are as large as they like, and no measure of the states.
        if k < SIZING_ORDERS {
            for (rate, size) in self.internal_rate[linear..].iter().zip(&at.structure.network.sizes) {
                self.linear_size = self.linear_size.max((factor * rate).abs() / size);
            }
        }
        for state in 0..m {
            let term = factor * self.internal_rate[state];
            self.internal[(k + 1) * m + state] = term;
            let floor = self.floor(at, state);
            let scale = &mut self.scale[2 * n + state];
            small &= term.abs() <= CONSTANTS.reltol_term * scale.max(floor);
            zero &= term == 0.0;
            *scale = scale.max(term.abs());
        }
        (small, zero)
    }

    /// Shortens the step so that the last terms are negligible against the largest; whether there is such a step.
    fn shrink(&mut self, at: &Situation<'_>) -> bool {
        let (n, m) = (self.bodies, self.internal_rate.len());
        let mut wanted = 0.0_f64;
        for (number, (coefficients, width)) in
            [(&self.position, n), (&self.velocity, n), (&self.internal, m)].into_iter().enumerate()
        {
            for state in 0..width {
                let floor = if number == 2 { self.floor(at, state) } else { 0.0 };
                let term = |k: usize| {
                    let term = coefficients[k * width + state];
                    if k == 0 && floor > term.abs() { floor } else { term }
                };
                if is_steep(term) {
                    return false;
                }
                wanted = wanted.max(shortening(term));
            }
        }
        if wanted > 0.0 {
            self.shorten(libm::exp(-LN_2 * wanted.min(LEAST_OCTAVE)));
        }
        wanted <= LEAST_OCTAVE
    }

    /// A characteristic may rise later than its first coefficients show. Theirs belong to the length that was `tried`.
    fn keep_horizon(&mut self, at: &Situation<'_>, tried: f64) {
        if !self.is_nonlinear {
            return;
        }
        let (orders, converged) = (self.order, self.length / tried);
        let share = at.mode.contacts.iter().enumerate().fold(converged, |share, (contact, mode)| match mode {
            // One that is not engaged has no level, and what is kept of it is that of another motion.
            ContactMode::Sliding(_) if at.mode.engaged[contact] => self.levels[contact].horizon(orders, share),
            ContactMode::Sliding(_)
            | ContactMode::Free
            | ContactMode::Stuck
            | ContactMode::Saturated(_)
            | ContactMode::Continuous(_) => share,
        });
        let share = self.terms.iter().fold(share, |share, terms| terms.horizon(share));
        if share < converged {
            self.shorten(share / converged);
        }
    }

    /// Takes all polynomials to a share of the step.
    pub fn shorten(&mut self, share: f64) {
        let (n, m, orders) = (self.bodies, self.internal_rate.len(), self.order);
        self.length *= share;
        let mut power = 1.0;
        for k in 0..=orders {
            for value in &mut self.position[k * n..(k + 1) * n] {
                *value *= power;
            }
            for value in &mut self.velocity[k * n..(k + 1) * n] {
                *value *= power;
            }
            for value in &mut self.internal[k * m..(k + 1) * m] {
                *value *= power;
            }
            for guard in 0..self.guards.len() {
                self.polynomials[guard * WIDTH + k] *= power;
            }
            power *= share;
        }
    }

    /// Takes the bodies to θ in 0..=1. Bodies that move together keep their distances to the bit.
    pub fn arrive(&self, clusters: &Clusters, theta: f64, states: (&mut [f64], &mut [f64], &mut [f64])) {
        let (position, velocity, internal) = states;
        let (n, m) = (self.bodies, self.internal_rate.len());
        let sum = |coefficients: &[f64], width: usize, state: usize| {
            let terms = (1..=self.order).rev().map(|k| coefficients[k * width + state]);
            let change = if theta == 1.0 {
                terms.fold(0.0, |sum, term| sum + term)
            } else {
                terms.fold(0.0, |sum, term| (sum + term) * theta)
            };
            change + coefficients[state]
        };
        let at = |coefficients: &[f64], body: usize| sum(coefficients, n, body);
        for (state, value) in internal.iter_mut().enumerate() {
            *value = sum(&self.internal, m, state);
        }
        for &body in clusters.order.iter().filter(|&&body| clusters.root[body] == Some(body)) {
            position[body] = at(&self.position, body);
            velocity[body] = at(&self.velocity, body);
        }
        clusters.follow_roots(position, velocity);
    }
}

/// What goes round through a gear that turns changes the motion of all that moves with a chord.
fn accelerate(at: &Situation<'_>, chord: Chord, drive: f64, acceleration: &mut [f64]) {
    if let (Some(contact), true) = (chord.contact(), drive != 0.0) {
        at.clusters.accelerate(at.structure.contacts[contact].second, drive, acceleration);
    }
}

/// What signals are made from: order, length, and numbers of bodies and internal states, then the coefficients of all orders.
fn sources<'a>(
    at: &'a Situation<'_>,
    (order, length, n, m): (usize, f64, usize, usize),
    (position, velocity, internal): (&'a [f64], &'a [f64], &'a [f64]),
) -> Sources<'a> {
    Sources {
        order,
        length,
        structure: at.structure,
        mode: at.mode,
        inputs: at.inputs,
        position: &position[order * n..(order + 1) * n],
        velocity: &velocity[order * n..(order + 1) * n],
        internal: &internal[order * m..(order + 1) * m],
    }
}
