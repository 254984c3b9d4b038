//! Steps of a mode without series, in which contacts creep or have bristles, or a broken power of the speed begins: Radau IIA
//! of order 5 with exact Jacobians and error control, as [`crate::solver`] takes them for a single body (Hairer & Wanner,
//! Solving Ordinary Differential Equations II, section IV.8).
//!
//! The states are position and velocity of the root of each cluster, and the internal states; all bodies follow. Guards are
//! found on cubics through the collocation points, and polished by repeating the step so that it ends on the event.

use super::candidate::Candidate;
use super::constants::CONSTANTS;
use super::decision::Decision;
use super::guard::Guard;
use super::{Contact, ContactMode, Limits, Mechanism, Structure};
use crate::SERIES_ORDER;
use crate::memory::{Heap, List};
use crate::solver::collocation::{
    ALPHA, BETA, ERROR_WEIGHTS, GAMMA, MAX_ITERATIONS, NEWTON_TOLERANCE, NODES, T, T_INVERSE,
};
use crate::solver::step_control::{
    MAX_TRIES, REJECTED, UNSOLVED, factor, first_length, proposal, tolerance_of_estimate,
};
use crate::solver::{Beginning, Complex, DenseFactors, count, interpolate, keep_still};

/// Space of the implicit integrator.
#[derive(Debug, Default)]
pub(super) struct Implicit {
    /// Roots of the clusters that move.
    roots: List<usize>,
    /// States at the start of the step, their rates, scales and error weights.
    pub start: List<f64>,
    pub rates: List<f64>,
    scales: List<f64>,
    weights: List<f64>,
    /// ∂(rates)/∂(states), by rows.
    jacobian: List<f64>,
    real: DenseFactors<f64>,
    complex: DenseFactors<Complex>,
    /// Increments at the nodes and their transforms, and the rates there.
    z: [List<f64>; 3],
    w: [List<f64>; 3],
    stages: [List<f64>; 3],
    right: List<f64>,
    pair: List<Complex>,
    /// States that no rate moves.
    still: List<bool>,
    /// States where something is evaluated.
    pub at: List<f64>,
    /// Directions of the bodies for a column of the Jacobian.
    along: [List<f64>; 3],
    /// Guards at the start and the nodes.
    pub guards: [List<f64>; 4],
    /// Guards that are not crossed in the step at hand, whatever their cubics are.
    pub resolved: List<bool>,
    /// Tries that are left in the internal step.
    pub tries_left: u32,
    /// What remains of the internal step [s].
    pub remaining: f64,
    /// Time of the start after the beginning of the communication step [s].
    pub begin: f64,
}

impl Implicit {
    /// Room for the mechanism; none where it has neither contacts nor other elements with states. Their laws and values, and so whether
    /// they need it, are parameters, which change where no memory can be taken: a linear system has no series where its entries are too large.
    pub fn new(structure: &Structure, heap: &mut Heap) -> Self {
        if structure.contacts.is_empty() && structure.internal_states() == 0 {
            return Self::default();
        }
        let (bodies, internal) = (structure.bodies.len(), structure.internal_states());
        let most = 2 * bodies + internal;
        let guards = super::GUARDS_PER_ELEMENT * structure.elements();
        Self {
            roots: heap.with_capacity(bodies),
            start: heap.with_capacity(most),
            rates: heap.with_capacity(most),
            scales: heap.with_capacity(most),
            weights: heap.with_capacity(most),
            jacobian: heap.filled(0.0, most * most),
            real: DenseFactors::with_room(most, heap),
            complex: DenseFactors::with_room(most, heap),
            z: core::array::from_fn(|_| heap.with_capacity(most)),
            w: core::array::from_fn(|_| heap.with_capacity(most)),
            stages: core::array::from_fn(|_| heap.with_capacity(most)),
            right: heap.with_capacity(most),
            pair: heap.with_capacity(most),
            still: heap.with_capacity(most),
            at: heap.with_capacity(most),
            along: [heap.filled(0.0, bodies), heap.filled(0.0, bodies), heap.filled(0.0, internal)],
            guards: core::array::from_fn(|_| heap.with_capacity(guards)),
            resolved: heap.with_capacity(guards),
            tries_left: u32::MAX,
            remaining: 0.0,
            begin: 0.0,
        }
    }

    fn len(&self) -> usize {
        self.start.len()
    }

    /// Factorizes γ/h − J and (α + iβ)/h − J; whether both can be.
    fn factorize(&mut self, length: f64) -> bool {
        let n = self.len();
        let Self { real, complex, jacobian, scales, .. } = self;
        let entry = |i: usize, j: usize, diagonal: f64| -jacobian[i * n + j] + if i == j { diagonal } else { 0.0 };
        real.factorize(scales, |i, j| entry(i, j, GAMMA / length))
            && complex.factorize(scales, |i, j| Complex {
                re: entry(i, j, ALPHA / length),
                im: if i == j { BETA / length } else { 0.0 },
            })
    }

    /// Solves for the change of the transformed increments; returns its weighted size.
    fn newton(&mut self, length: f64) -> f64 {
        let n = self.len();
        let (gamma, alpha, beta) = (GAMMA / length, ALPHA / length, BETA / length);
        self.right.clear();
        self.pair.clear();
        self.still.clear();
        self.still.extend((0..n).map(|i| self.stages.iter().chain(&self.w).all(|of| of[i] == 0.0)));
        keep_still(&mut self.still, &|row, column| self.jacobian[row * n + column] != 0.0);
        for i in 0..n {
            let f = |row: usize| (0..3).map(|s| T_INVERSE[row][s] * self.stages[s][i]).sum::<f64>();
            let [w0, w1, w2] = [self.w[0][i], self.w[1][i], self.w[2][i]];
            self.right.push(f(0) - gamma * w0);
            self.pair.push(Complex { re: f(1) - alpha * w1 + beta * w2, im: f(2) - alpha * w2 - beta * w1 });
        }
        self.real.solve(&mut self.right);
        self.complex.solve(&mut self.pair);
        let mut size = 0.0_f64;
        for i in 0..n {
            if self.still[i] {
                continue;
            }
            let change = [self.right[i], self.pair[i].re, self.pair[i].im];
            for (w, change) in self.w.iter_mut().zip(change) {
                w[i] += change;
                size = size.max(change.abs() / self.weights[i]);
            }
            for (row, z) in self.z.iter_mut().enumerate() {
                z[i] = (0..3).map(|column| T[row][column] * self.w[column][i]).sum();
            }
        }
        size
    }

    /// Estimated error of a solved step over the tolerance.
    fn error(&mut self, length: f64) -> f64 {
        self.right.clear();
        for i in 0..self.start.len() {
            let sum: f64 = (0..3).map(|s| ERROR_WEIGHTS[s] * self.z[s][i]).sum();
            self.right.push(self.rates[i] + sum / length);
        }
        self.real.solve(&mut self.right);
        self.right
            .iter()
            .zip(&self.weights)
            .fold(0.0, |largest, (error, weight)| f64::max(largest, (error / weight).abs()))
    }

    /// Size of a change that is rounding only, in units of the weights.
    fn rounding(&self) -> f64 {
        let sizes = self.start.iter().zip(&self.weights).map(|(state, weight)| state.abs() / weight);
        CONSTANTS.reltol_newton * sizes.fold(0.0, f64::max)
    }
}

impl Mechanism {
    /// How this mode goes on from here.
    pub(super) fn beginning(&self) -> Beginning {
        let of = |(index, contact): (usize, &Contact)| {
            contact.beginning(self.mode.contacts[index], self.mode.engaged[index], self.relative_velocity(index))
        };
        let worse = |one: Beginning, other: Beginning| match (one, other) {
            (Beginning::Singular, _) | (_, Beginning::Singular) => Beginning::Singular,
            (Beginning::Smooth, _) | (_, Beginning::Smooth) => Beginning::Smooth,
            (Beginning::Analytic, Beginning::Analytic) => Beginning::Analytic,
        };
        let of_elements = self.structure.components.iter().map(|component| component.element.get().beginning());
        self.structure.contacts.iter().enumerate().map(of).chain(of_elements).fold(Beginning::Analytic, worse)
    }

    /// A relative velocity of zero in a contact that does not stick, and a spool at the centre of a valve with orifices, have the sign of their
    /// first derivative that is not zero, so that a mirror image takes the same steps. Mesh torques have it by [`Mechanism::update_mesh_signs`].
    pub(super) fn choose_directions_at_rest(&mut self) {
        let mut is_changed = self.choose_sides_at_surfaces();
        for contact in 0..self.structure.contacts.len() {
            let ContactMode::Continuous(direction) = self.mode.contacts[contact] else { continue };
            if self.mode.contact_known[contact] > 0 || self.relative_velocity(contact) != 0.0 {
                continue;
            }
            let ahead = self.first_sign(|this, _| (this.relative_acceleration(contact), 0.0));
            if ahead != 0 && ahead != direction {
                self.mode.contacts[contact] = ContactMode::Continuous(ahead);
                is_changed = true;
            }
        }
        if is_changed {
            self.list_guards();
        }
    }

    /// The sign of what accelerations or torques make, or of its first time derivative that is more than its rounding at that order; 0 if there
    /// is none.
    /// The laws of contacts have no series beyond the first, but what is set in motion through others at rest moves by the derivatives of
    /// these: x⁽ᵏ⁺¹⁾ = J·x⁽ᵏ⁾ from there. Where a broken power begins J is infinite. It is then taken with the velocities of an instant later: those that
    /// accelerations lead to, and, at a breakaway, where loads still balance and nothing accelerates, those of what begins to slide in its direction.
    /// A contact whose engagement begins at zero would be missing in J, so its engagement is a small one here.
    pub(super) fn first_sign(&mut self, of: impl Fn(&Self, usize) -> (f64, f64)) -> i8 {
        self.inputs.engagement.begin_positive(CONSTANTS.min_engagement);
        let sign = self.first_sign_while_engaged(of);
        self.inputs.engagement.end_positive(CONSTANTS.min_engagement);
        sign
    }

    /// The same where no engagement is about to begin.
    fn first_sign_while_engaged(&mut self, of: impl Fn(&Self, usize) -> (f64, f64)) -> i8 {
        self.evaluate();
        if self.beginning() != Beginning::Singular {
            return self.first_sign_from_here(of);
        }
        self.decision.acceleration.copy_from_slice(self.expansion.accelerations());
        self.accelerate_departures();
        let mut before = core::mem::take(&mut self.variation.velocity);
        before.copy_from_slice(&self.velocity);
        for (velocity, acceleration) in self.velocity.iter_mut().zip(&self.decision.acceleration) {
            *velocity += self.time_resolution * acceleration;
        }
        self.evaluate();
        let sign = self.first_sign_from_here(of);
        self.velocity.copy_from_slice(&before);
        self.variation.velocity = before;
        sign
    }

    /// Adds accelerations under a unit torque, in its direction, on each contact that begins to slide with a broken power and does not accelerate yet.
    fn accelerate_departures(&mut self) {
        self.decision.force.fill(0.0);
        for index in 0..self.structure.contacts.len() {
            let (mode, is_engaged) = (self.mode.contacts[index], self.mode.engaged[index]);
            let ContactMode::Sliding(direction) = mode else { continue };
            let beginning = self.structure.contacts[index].beginning(mode, is_engaged, self.relative_velocity(index));
            if beginning == Beginning::Singular && self.relative_acceleration(index) == 0.0 {
                let ends = Candidate::Contact(index).ends(&self.structure).into_iter().flatten();
                ends.for_each(|(body, sign)| self.decision.force[body] += sign * f64::from(direction));
            }
        }
        let Decision { force, momentum, size, acceleration, .. } = &mut self.decision;
        self.clusters.solve(force, momentum, size);
        acceleration.iter_mut().zip(momentum.iter()).for_each(|(sum, own)| *sum += own);
    }

    /// The same from where the mechanism was evaluated.
    fn first_sign_from_here(&mut self, of: impl Fn(&Self, usize) -> (f64, f64)) -> i8 {
        let mut sign = 0;
        let has_series = self.beginning() == Beginning::Analytic;
        let mut along = core::mem::take(&mut self.implicit.along);
        let [position, velocity, internal] = &mut along;
        if !has_series {
            position.copy_from_slice(self.expansion.accelerations());
        }
        let states = 2 * self.structure.bodies.len() + self.internal.len();
        for order in 0..SERIES_ORDER.min(states + 1) {
            let (value, rounding) = of(self, order);
            sign = i8::from(value > rounding) - i8::from(value < -rounding);
            // At the beginning of a broken power there is no derivative, which is of neither sign.
            if sign != 0 || value.is_nan() {
                break;
            }
            if order == 0 || has_series {
                let (at, expansion) = self.here();
                expansion.add_next_order(&at, order);
                continue;
            }
            velocity.copy_from_slice(self.expansion.accelerations());
            internal.copy_from_slice(self.expansion.internal_rates());
            if position.iter().chain(velocity.iter()).chain(internal.iter()).all(|part| *part == 0.0) {
                break;
            }
            self.differentiate(position, velocity, internal);
            position.copy_from_slice(velocity);
        }
        self.implicit.along = along;
        sign
    }

    /// Takes the mechanism to states of the integrator, at a time after the start of the step, and evaluates it there.
    pub(super) fn evaluate_states(&mut self, work: &Implicit, states: &[f64], elapsed: f64) {
        let of_roots = 2 * work.roots.len();
        for (pair, &root) in states[..of_roots].chunks_exact(2).zip(&work.roots) {
            (self.position[root], self.velocity[root]) = (pair[0], pair[1]);
        }
        self.internal.copy_from_slice(&states[of_roots..]);
        self.advance_inputs_to(work.begin + elapsed);
        self.clusters.follow_roots(&mut self.position, &mut self.velocity);
        self.evaluate();
    }

    /// Time derivatives of the states, after the mechanism was evaluated.
    fn read_rates(&self, roots: &[usize], of: &mut List<f64>) {
        of.clear();
        let accelerations = self.expansion.accelerations();
        let (_, velocity) = self.expansion.coefficients(0);
        roots.iter().for_each(|&root| of.extend([velocity[root], accelerations[root]]));
        of.extend_from_slice(self.expansion.internal_rates());
    }

    /// Starts a step here: states, rates, Jacobian and error weights. Returns the longest step that the laws allow.
    pub(super) fn begin_implicit(
        &mut self,
        work: &mut Implicit,
        begin: f64,
        limits: &Limits,
        beginning: Beginning,
    ) -> f64 {
        work.begin = begin;
        work.roots.clear();
        let is_root = |body: &usize| self.clusters.link[*body].is_none() && self.clusters.root[*body].is_some();
        work.roots.extend((0..self.position.len()).filter(is_root));
        work.start.clear();
        work.roots.iter().for_each(|&root| work.start.extend([self.position[root], self.velocity[root]]));
        work.start.extend_from_slice(&self.internal);
        self.evaluate();
        let mut rates = core::mem::take(&mut work.rates);
        self.read_rates(&work.roots, &mut rates);
        work.rates = rates;
        let accelerations = self.expansion.accelerations();
        let of = |(contact, mode): (&Contact, &ContactMode)| contact.resolution(*mode, &self.velocity, accelerations);
        let contacts = self.structure.contacts.iter().zip(&self.mode.contacts);
        let longest = contacts.map(of).fold(f64::INFINITY, f64::min);
        self.set_weights(work, limits, beginning);
        self.set_jacobian(work);
        longest
    }

    fn set_weights(&self, work: &mut Implicit, limits: &Limits, beginning: Beginning) {
        work.scales.clear();
        let position = limits.velocity * (1e3 * limits.max_step_size).min(f64::MAX);
        work.roots.iter().for_each(|_| work.scales.extend([position, limits.velocity]));
        work.scales.resize(work.start.len(), 1.0);
        for (state, bristle) in self.structure.bristles() {
            let deflection = (bristle.greatest_torque() / bristle.stiffness).max(f64::MIN_POSITIVE);
            work.scales[2 * work.roots.len() + state] = CONSTANTS.abstol_deflection * deflection;
        }
        for component in &self.structure.components {
            let sizes = &mut work.scales[2 * work.roots.len()..][component.states()];
            component.element.get().sizes_of_states(CONSTANTS.abstol_valve, position, sizes);
        }
        self.set_linear_scales(&mut work.scales[2 * work.roots.len()..]);
        work.weights.clear();
        let floor = if beginning == Beginning::Singular { CONSTANTS.abstol_singular } else { 1.0 };
        let tolerance = tolerance_of_estimate(limits.tolerance);
        let weight = |(scale, state): (&f64, &f64)| tolerance * (floor * scale + state.abs());
        work.weights.extend(work.scales.iter().zip(&work.start).map(weight));
    }

    /// Column by column the exact change of the rates; what is not finite, at a singularity of a law, is left out.
    fn set_jacobian(&mut self, work: &mut Implicit) {
        count(&mut self.statistics.jacobians, 1);
        let n = work.start.len();
        let mut rates = core::mem::take(&mut work.right);
        for column in 0..n {
            work.along.iter_mut().for_each(|along| along.fill(0.0));
            let [position, velocity, internal] = &mut work.along;
            match work.roots.get(column / 2) {
                Some(&root) => {
                    let along = if column % 2 == 0 { &mut *position } else { &mut *velocity };
                    for body in (0..along.len()).filter(|&body| self.clusters.root[body] == Some(root)) {
                        along[body] = self.clusters.factor[body];
                    }
                }
                None => internal[column - 2 * work.roots.len()] = 1.0,
            }
            self.differentiate(position, velocity, internal);
            rates.clear();
            let (_, along) = self.expansion.coefficients(1);
            let accelerations = self.expansion.accelerations();
            work.roots.iter().for_each(|&root| rates.extend([along[root], accelerations[root]]));
            rates.extend_from_slice(self.expansion.internal_rates());
            for (row, rate) in rates.iter().enumerate() {
                work.jacobian[row * n + column] = if rate.is_finite() { *rate } else { 0.0 };
            }
        }
        work.right = rates;
    }

    /// Tries a step; the error over the tolerance, or nothing where Newton's method does not converge.
    pub(super) fn try_implicit(&mut self, work: &mut Implicit, length: f64) -> Option<f64> {
        work.tries_left = work.tries_left.saturating_sub(1);
        if !work.factorize(length) {
            return None;
        }
        let n = work.len();
        for values in work.z.iter_mut().chain(&mut work.w) {
            values.clear();
            values.resize(n, 0.0);
        }
        let mut previous = f64::INFINITY;
        for iteration in 1..=MAX_ITERATIONS {
            for (node, fraction) in NODES.into_iter().enumerate() {
                self.evaluate_node(work, node, fraction * length);
            }
            let change = work.newton(length);
            let rate = change / previous;
            // One that goes in a circle between branches has a rate of 1, and then a change that is small against the one before.
            if !change.is_finite() || (iteration > 2 && rate >= 1.0) {
                return None;
            }
            let remaining = if iteration > 1 && rate < 1.0 { change * rate / (1.0 - rate) } else { change };
            if remaining <= NEWTON_TOLERANCE || change <= work.rounding() {
                return Some(work.error(length));
            }
            previous = change;
        }
        None
    }

    /// Goes to a node of the step at hand.
    fn go_to_node(&mut self, work: &mut Implicit, node: usize, elapsed: f64) {
        let mut at = core::mem::take(&mut work.at);
        at.clear();
        at.extend(work.start.iter().zip(&work.z[node]).map(|(start, change)| start + change));
        self.evaluate_states(work, &at, elapsed);
        work.at = at;
    }

    fn evaluate_node(&mut self, work: &mut Implicit, node: usize, elapsed: f64) {
        self.go_to_node(work, node, elapsed);
        let mut stage = core::mem::take(&mut work.stages[node]);
        self.read_rates(&work.roots, &mut stage);
        work.stages[node] = stage;
    }

    /// Goes to the end of the step at hand.
    pub(super) fn go_to_end(&mut self, work: &mut Implicit, length: f64) {
        self.go_to_node(work, 2, length);
    }

    /// Goes back to the start of the step.
    pub(super) fn go_to_start(&mut self, work: &mut Implicit) {
        let start = core::mem::take(&mut work.start);
        self.evaluate_states(work, &start, 0.0);
        work.start = start;
    }

    /// Shortens the step until its error is within the tolerance and proposes the next; its length, and whether it was solved.
    pub(super) fn accepted(&mut self, work: &mut Implicit, remaining: f64) -> (f64, bool) {
        let mut length = first_length(remaining, self.proposed_step);
        for _ in 0..MAX_TRIES {
            if work.tries_left == 0 {
                break;
            }
            let Some(error) = self.try_implicit(work, length) else {
                count(&mut self.statistics.rejected_steps, 1);
                length *= UNSOLVED;
                continue;
            };
            let factor = factor(error);
            if error <= 1.0 {
                self.proposed_step = proposal(length, factor, remaining, self.proposed_step);
                return (length, true);
            }
            count(&mut self.statistics.rejected_steps, 1);
            length *= factor.min(REJECTED);
        }
        (length, false)
    }

    /// Values of all guards where the mechanism was evaluated.
    pub(super) fn read_guards(&mut self, of: &mut List<f64>) {
        of.clear();
        for index in 0..self.expansion.guards.len() {
            let value = self.expansion.polynomial(index)[0];
            of.push(if value.is_finite() { value } else { 1.0 });
        }
    }

    /// Cubics through the guards at the collocation points of the step at hand, in θ.
    pub(super) fn guard_cubic(work: &Implicit, guard: usize, known: &Guard) -> [f64; 4] {
        let values: [[f64; 1]; 4] = core::array::from_fn(|point| [work.guards[point][guard]]);
        let mut cubic = interpolate(&values).map(|[coefficient]| coefficient);
        for coefficient in cubic.iter_mut().take(usize::from(known.known)) {
            *coefficient = coefficient.max(0.0);
        }
        cubic
    }

    /// Guards at the start and at the nodes of the step at hand.
    pub(super) fn sample_guards(&mut self, work: &mut Implicit, length: f64) {
        for point in 0..4 {
            if point == 0 {
                self.go_to_start(work);
            } else {
                self.go_to_node(work, point - 1, NODES[point - 1] * length);
            }
            let mut values = core::mem::take(&mut work.guards[point]);
            self.read_guards(&mut values);
            work.guards[point] = values;
        }
    }
}
