//! How contacts at rest share a torque where more of them hold than the tree needs.
//!
//! Any share within the bounds holds the bodies just as well. Shown is the one that minimises Σ λ²/B; stops and freewheels
//! carry only what friction cannot, and of that the least Σ λ² of theirs. Over a step the weights 1/B are those of its beginning, so that the shares are linear in
//! the forces and their coefficients as easily found: as long as they stay within the bounds, a share exists. What is shown has the
//! weights of its instant, and so do its derivatives: that of the condition of the least squares along a change d is
//!
//! ```text
//! Σ path·w·λ + w_c·λ_c = 0   ⇒   Σ path·w·dλ + w_c·dλ_c = −(Σ path·dw·λ + dw_c·λ_c),   w = 1/B,  dw = −dB/B²
//! ```
//!
//! with the sums over the links of the tree, for each chord c.
//!
//! What goes round through a gear that turns changes its losses, and so the motion: there the share is no matter of taste. A loop of
//! stuck contacts and a gear closes however little they deflect, and a contact deflects by its torque over a stiffness in
//! proportion to its level. So
//!
//! ```text
//! Σ p·w·λ + w_c·λ_c = 0     w = 1/B at an engagement of 1
//! ```
//!
//! with the ways p that the deflections go round the loop, which losses have no part in. A contact that is alone on a gear carries nothing;
//! of several each has its part, whatever the order of the file; and as the losses vanish this becomes the least squares above. The weights
//! do not depend on time, so that the motion does not depend on when they were taken.

use super::clusters::{Chord, Clusters, Joint, drop_rounding};
use super::constants::CONSTANTS;
use super::{ContactMode, Mode, Structure};
use crate::memory::{Heap, List};

/// Torques of the chords from those of the tree.
#[derive(Debug)]
pub(super) struct Split {
    /// Links, and as many places for locks, which share with chords as links do.
    carriers: usize,
    /// Torque of each of them per torque of a chord.
    path: List<f64>,
    /// Weight of each of their torques in the sum that vanishes for a chord, and of its own.
    closure: List<f64>,
    own_closure: List<f64>,
    /// Acceleration at the root of its cluster per torque of a chord; 0 where losses do not take part.
    drive: List<f64>,
    /// Torque of each chord per torque of each of them.
    gain: List<f64>,
    /// Bound of each contact at rest, by which the shares were prepared.
    bound: List<f64>,
    /// Contacts at their bounds in loops that turn, whose rows stand behind those of the chords.
    saturated: List<usize>,
    /// Contacts whose bounds the shares follow from.
    takes_part: List<bool>,
    /// Their 1/B; 0 where a torque costs nothing.
    weight: List<f64>,
    /// The same at an engagement of 1.
    rated: List<f64>,
    /// Factors of the matrix of these sums, chord by chord.
    factors: List<f64>,
    column: List<f64>,
    /// Bounds that the shares were prepared by, while others are looked at.
    decided_bound: List<f64>,
    /// Their torques, and those of the chords, that change as the weights do.
    stored_torque: List<f64>,
    stored_chord_torque: List<f64>,
}

/// What the square of a torque costs in a share: 1/B.
pub(super) struct Weights {
    /// Bound below which a contact weighs as at it: one that holds nothing yet takes nothing.
    least: f64,
}

impl Weights {
    pub fn new(structure: &Structure, mode: &Mode, bound: impl Fn(usize) -> f64) -> Self {
        let at_rest = (0..structure.contacts.len()).filter(|&contact| mode.contacts[contact].is_at_rest());
        let largest = at_rest.fold(0.0, |largest, contact| f64::max(largest, bound(contact)));
        Self { least: if largest > 0.0 { CONSTANTS.min_shared_level * largest } else { 1.0 } }
    }

    /// Of a contact with this bound.
    pub fn of(&self, bound: f64) -> f64 {
        1.0 / bound.max(self.least)
    }

    /// Of what carries last.
    pub fn of_last(&self) -> f64 {
        CONSTANTS.reserve_weight / self.least
    }
}

/// How these costs change as bounds do.
struct WeightChanges {
    weights: Weights,
    /// Change of the least bound.
    of_least: f64,
}

impl WeightChanges {
    /// `bound` gives the bound of a contact and its change.
    fn new(structure: &Structure, mode: &Mode, bound: impl Fn(usize) -> (f64, f64)) -> Self {
        let at_rest = (0..structure.contacts.len()).filter(|&contact| mode.contacts[contact].is_at_rest());
        let most = |most: (f64, f64), contact: usize| if bound(contact).0 > most.0 { bound(contact) } else { most };
        let of_least = CONSTANTS.min_shared_level * at_rest.fold((0.0, 0.0), most).1;
        Self { weights: Weights::new(structure, mode, |contact| bound(contact).0), of_least }
    }

    fn of(&self, (bound, change): (f64, f64)) -> f64 {
        let least = self.weights.least;
        if bound > least { -change / (bound * bound) } else { -self.of_least / (least * least) }
    }

    fn of_last(&self) -> f64 {
        -CONSTANTS.reserve_weight * self.of_least / (self.weights.least * self.weights.least)
    }
}

/// A weight, or its change, of a link or lock: that of its friction contact, or of what carries last.
fn of_carrier(
    structure: &Structure,
    clusters: &Clusters,
    carrier: usize,
    of_contact: impl Fn(usize) -> f64,
    of_last: f64,
) -> f64 {
    match clusters.carrier(carrier) {
        Some(joint) if carries_last(structure, joint) => of_last,
        Some(Joint::Contact(contact)) => of_contact(contact),
        Some(Joint::Hold(_) | Joint::Stop(_) | Joint::Gear(_)) | None => 0.0,
    }
}

/// Whether it carries only what friction can not.
fn carries_last(structure: &Structure, joint: Joint) -> bool {
    joint.is_one_way(structure) || matches!(joint, Joint::Hold(_))
}

impl Split {
    pub fn new(structure: &Structure, heap: &mut Heap) -> Self {
        let (bodies, contacts) = (structure.bodies.len(), structure.contacts.len());
        let (carriers, chords) = (2 * bodies, contacts + bodies);
        Self {
            carriers,
            path: heap.filled(0.0, carriers * chords),
            closure: heap.filled(0.0, carriers * chords),
            own_closure: heap.filled(0.0, chords),
            drive: heap.filled(0.0, chords),
            gain: heap.filled(0.0, carriers * chords),
            bound: heap.filled(f64::NAN, contacts),
            saturated: heap.with_capacity(contacts),
            takes_part: heap.filled(false, contacts),
            weight: heap.filled(0.0, carriers),
            rated: heap.filled(0.0, carriers),
            factors: heap.filled(0.0, chords * chords),
            column: heap.filled(0.0, chords),
            decided_bound: heap.filled(f64::NAN, contacts),
            stored_torque: heap.filled(0.0, carriers),
            stored_chord_torque: heap.filled(0.0, chords),
        }
    }

    /// Prepares the shares of these clusters, with contacts of these bounds.
    pub fn prepare(&mut self, structure: &Structure, mode: &Mode, clusters: &Clusters, bound: &dyn Fn(usize) -> f64) {
        let (n, chords) = (self.carriers, clusters.chords.len());
        self.bound.iter_mut().enumerate().for_each(|(contact, own)| *own = bound(contact));
        self.takes_part.fill(false);
        self.saturated.clear();
        let is_saturated = |mode: &ContactMode| matches!(mode, ContactMode::Saturated(_));
        if chords == 0 && !mode.contacts.iter().any(is_saturated) {
            return;
        }
        let weights = Weights::new(structure, mode, bound);
        self.weigh_carriers(structure, mode, clusters, (&weights, bound));
        for (row, &chord) in clusters.chords.iter().enumerate() {
            let own = match chord {
                Chord::Friction(contact) => weights.of(bound(contact)),
                Chord::Freewheel(_) | Chord::Stop(_) => weights.of_last(),
            };
            self.close_loop(structure, mode, clusters, (row, chord), own);
        }
        self.list_saturated(structure, mode, clusters);
        self.list_parts(structure, clusters, weights.least);
        for row in 0..chords {
            for column in 0..chords {
                let products = (0..n).map(|b| self.closure[row * n + b] * self.path[column * n + b]);
                let own = if row == column { self.own_closure[row] } else { 0.0 };
                self.factors[row * chords + column] = products.sum::<f64>() + own;
            }
        }
        (0..chords).for_each(|row| self.column[row] = self.factors[row * chords + row]);
        factorize(&mut self.factors, &self.column[..chords]);
        for carrier in 0..n {
            // What closes no loop has no gain.
            let is_in_loop = (0..chords).any(|row| self.closure[row * n + carrier] != 0.0);
            if clusters.carrier(carrier).is_none() || !is_in_loop {
                (0..chords).for_each(|row| self.gain[row * n + carrier] = 0.0);
                continue;
            }
            for row in 0..chords {
                self.column[row] = -self.closure[row * n + carrier];
            }
            solve(&self.factors, &mut self.column[..chords]);
            for row in 0..chords {
                self.gain[row * n + carrier] = self.column[row];
            }
        }
        if (0..chords).any(|row| self.is_before_others(structure, clusters, row)) {
            (0..n).for_each(|carrier| self.carry_first(structure, clusters, carrier));
        }
    }

    /// Whether a chord is friction, and what carries last is on the way round its loop: a clutch over a gear that a stop holds.
    fn is_before_others(&self, structure: &Structure, clusters: &Clusters, row: usize) -> bool {
        let is_friction = matches!(clusters.chords[row], Chord::Friction(_)) && self.drive[row] == 0.0;
        is_friction && self.others_beside(structure, clusters, row).next().is_some()
    }

    /// What carries last on the way round the loop of a chord.
    fn others_beside(&self, structure: &Structure, clusters: &Clusters, row: usize) -> impl Iterator<Item = usize> {
        let closure = &self.closure[row * self.carriers..(row + 1) * self.carriers];
        let is_last = |carrier: usize| clusters.carrier(carrier).is_some_and(|joint| carries_last(structure, joint));
        (0..self.carriers).filter(move |&carrier| closure[carrier] != 0.0 && is_last(carrier))
    }

    /// Friction takes what the finite weight of what carries last has left to that, of the torque of a carrier: by a proximal step, as in
    /// [`crate::complementarity`], after which the square of that share is left.
    #[cold]
    fn carry_first(&mut self, structure: &Structure, clusters: &Clusters, carrier: usize) {
        let (n, chords) = (self.carriers, clusters.chords.len());
        for row in 0..chords {
            let mut left = 0.0;
            if self.is_before_others(structure, clusters, row) {
                for other in self.others_beside(structure, clusters, row) {
                    let own = if other == carrier { 1.0 } else { 0.0 };
                    let share = |chord: usize| self.gain[chord * n + carrier] * self.path[chord * n + other];
                    left += self.closure[row * n + other] * (0..chords).fold(own, |sum, chord| sum + share(chord));
                }
            }
            self.column[row] = left;
        }
        solve(&self.factors, &mut self.column[..chords]);
        (0..chords).for_each(|row| self.gain[row * n + carrier] -= self.column[row]);
    }

    /// Weights of all links and locks, at these bounds and at those of an engagement of 1.
    fn weigh_carriers(
        &mut self,
        structure: &Structure,
        mode: &Mode,
        clusters: &Clusters,
        (weights, bound): (&Weights, impl Fn(usize) -> f64),
    ) {
        let at_one = rated(structure, mode);
        for carrier in 0..self.carriers {
            let of_contact = |contact| weights.of(bound(contact));
            self.weight[carrier] = of_carrier(structure, clusters, carrier, of_contact, weights.of_last());
            let of_contact = |contact| at_one.of(rated_bound(structure, contact));
            self.rated[carrier] = of_carrier(structure, clusters, carrier, of_contact, at_one.of_last());
        }
    }

    /// What a chord's torque does, and the sum that vanishes in its share.
    fn close_loop(
        &mut self,
        structure: &Structure,
        mode: &Mode,
        clusters: &Clusters,
        (row, chord): (usize, Chord),
        own: f64,
    ) {
        let carriers = row * self.carriers..(row + 1) * self.carriers;
        let (path, closure) = (&mut self.path[carriers.clone()], &mut self.closure[carriers]);
        let arrived = clusters.carry(chord.ends(structure), path);
        (self.drive[row], self.own_closure[row]) = (0.0, own);
        let mut weights = &self.weight;
        closure.copy_from_slice(path);
        if let (Some(contact), true) = (chord.contact(), arrived.abs() > CONSTANTS.complementarity.reltol_zero) {
            clusters.carry_without_losses(structure, chord.ends(structure), closure);
            self.drive[row] = clusters.drive(structure.contacts[contact].second, arrived, path);
            self.own_closure[row] = rated_weight(structure, &rated(structure, mode), contact);
            weights = &self.rated;
        } else if !matches!(chord, Chord::Friction(_)) {
            self.share_one_way(structure, clusters, row);
            return;
        }
        closure.iter_mut().zip(weights.iter()).for_each(|(closure, weight)| *closure *= weight);
    }

    /// The sum of a stop or a freewheel where friction has no part in it.
    fn share_one_way(&mut self, structure: &Structure, clusters: &Clusters, row: usize) {
        let carriers = row * self.carriers..(row + 1) * self.carriers;
        let (path, closure) = (&mut self.path[carriers.clone()], &mut self.closure[carriers]);
        drop_rounding(path);
        self.own_closure[row] = 1.0;
        for (carrier, (closure, path)) in closure.iter_mut().zip(path).enumerate() {
            let relieves = clusters.carrier(carrier).is_some_and(|joint| joint.is_one_way(structure));
            *closure = if relieves { *path } else { 0.0 };
        }
    }

    /// Adds the rows of contacts that carry all that they can in loops that turn.
    fn list_saturated(&mut self, structure: &Structure, mode: &Mode, clusters: &Clusters) {
        for (index, contact) in structure.contacts.iter().enumerate() {
            if !matches!(mode.contacts[index], ContactMode::Saturated(_)) || clusters.parts(contact) {
                continue;
            }
            let row = clusters.chords.len() + self.saturated.len();
            self.close_loop(structure, mode, clusters, (row, Chord::Friction(index)), 0.0);
            if self.drive[row] != 0.0 {
                self.saturated.push(index);
            }
        }
    }

    /// The sum over the loop of a contact at its bound, which would vanish without that: the multiplier of the bound; and the weight of its own
    /// torque in it. `None` for contacts that are not at their bounds, and where the loop does not turn.
    pub fn multiplier(&self, chords: usize, contact: usize, link_torque: &[f64], own: f64) -> Option<(f64, f64)> {
        let row = chords + self.saturated.iter().position(|other| *other == contact)?;
        let closure = &self.closure[row * self.carriers..(row + 1) * self.carriers];
        let weight = self.own_closure[row];
        let terms = closure.iter().zip(link_torque).filter(|(closure, _)| **closure != 0.0);
        Some((terms.fold(weight * own, |sum, (closure, torque)| sum + closure * torque), weight))
    }

    /// Contacts in loops take part; all do where the greatest bound determines how little the lightest carries.
    fn list_parts(&mut self, structure: &Structure, clusters: &Clusters, least: f64) {
        let Self { carriers, path, bound, takes_part, .. } = self;
        let mut is_relative = false;
        for (row, contact) in friction_chords(clusters) {
            takes_part[contact] = true;
            if self.drive[row] != 0.0 {
                continue;
            }
            let path = &path[row * *carriers..(row + 1) * *carriers];
            for (carrier, _) in path.iter().enumerate().filter(|(_, path)| **path != 0.0) {
                match clusters.carrier(carrier) {
                    Some(Joint::Contact(contact)) => {
                        takes_part[contact] = true;
                        is_relative |= structure.contacts[contact].is_freewheel();
                    }
                    Some(Joint::Hold(_) | Joint::Stop(_)) => is_relative = true,
                    Some(Joint::Gear(_)) | None => {}
                }
            }
        }
        if is_relative || takes_part.iter().zip(bound).any(|(takes_part, bound)| *takes_part && *bound <= least) {
            takes_part.fill(true);
        }
    }

    /// Whether the shares follow from the bound of a contact.
    pub fn follows_from(&self, contact: usize) -> bool {
        self.takes_part[contact]
    }

    /// Whether they were prepared with this bound of a contact, if they follow from it.
    pub fn is_prepared_with(&self, contact: usize, bound: f64) -> bool {
        !self.takes_part[contact] || self.bound[contact] == bound
    }

    /// Prepares the shares by the present bounds, for what is shown.
    pub fn use_present_weights(
        &mut self,
        structure: &Structure,
        mode: &Mode,
        clusters: &Clusters,
        bound: impl Fn(usize) -> f64,
    ) {
        self.keep_bounds();
        self.prepare(structure, mode, clusters, &bound);
    }

    /// Keeps the bounds by which was decided, until [`Split::restore_weights`].
    pub fn keep_bounds(&mut self) {
        self.decided_bound.copy_from_slice(&self.bound);
    }

    /// Prepares them by the bounds before that, by which was decided.
    pub fn restore_weights(&mut self, structure: &Structure, mode: &Mode, clusters: &Clusters) {
        let decided = core::mem::take(&mut self.decided_bound);
        self.prepare(structure, mode, clusters, &|contact| decided[contact]);
        self.decided_bound = decided;
    }

    /// Stores what the links and chords carry, whose derivative depends on that of the weights.
    pub fn store_shares(&mut self, link_torque: &[f64], chord_torque: &[f64]) {
        self.stored_torque.copy_from_slice(link_torque);
        self.stored_chord_torque.copy_from_slice(chord_torque);
    }

    /// Finds the part of the derivative of each chord's torque that comes from the derivative of the weights; `bound` gives the bound of a contact and its change.
    pub fn add_weight_derivative(
        &mut self,
        structure: &Structure,
        mode: &Mode,
        clusters: &Clusters,
        bound: impl Fn(usize) -> (f64, f64),
    ) {
        let (n, chords) = (self.carriers, clusters.chords.len());
        let changes = WeightChanges::new(structure, mode, &bound);
        self.column[..chords].fill(0.0);
        for carrier in 0..n {
            let of_contact = |contact| changes.of(bound(contact));
            let change = of_carrier(structure, clusters, carrier, of_contact, changes.of_last());
            for (row, _) in friction_chords(clusters).filter(|(row, _)| self.drive[*row] == 0.0) {
                self.column[row] -= self.path[row * n + carrier] * change * self.stored_torque[carrier];
            }
        }
        for (row, contact) in friction_chords(clusters).filter(|(row, _)| self.drive[*row] == 0.0) {
            self.column[row] -= changes.of(bound(contact)) * self.stored_chord_torque[row];
        }
        solve(&self.factors, &mut self.column[..chords]);
    }

    /// That part of a chord, after [`Split::add_weight_derivative`].
    pub fn weight_correction(&self, row: usize) -> f64 {
        self.column[row]
    }

    /// Shares the torques of the links; gives that of each chord.
    pub fn share(&self, chords: usize, torque: &[f64], mut carries: impl FnMut(usize, f64)) {
        let n = self.carriers;
        for row in 0..chords {
            let gains = &self.gain[row * n..(row + 1) * n];
            // What a chord has no part in may be no number, where a law has no derivative.
            let parts = gains.iter().zip(torque.iter()).filter(|(gain, _)| **gain != 0.0);
            let sum = parts.fold(0.0, |sum, (gain, torque)| sum + gain * torque);
            carries(row, sum);
        }
    }

    /// Takes the torque of a chord from the tree; what it changes in the acceleration at the root of its cluster.
    pub fn relieve(&self, row: usize, carried: f64, torque: &mut [f64]) -> f64 {
        let path = &self.path[row * self.carriers..(row + 1) * self.carriers];
        for (torque, path) in torque.iter_mut().zip(path).filter(|(_, path)| **path != 0.0) {
            *torque += path * carried;
        }
        self.drive[row] * carried
    }
}

/// Rows of the chords that have their shares by levels, with the contacts.
fn friction_chords(clusters: &Clusters) -> impl Iterator<Item = (usize, usize)> {
    clusters.chords.iter().enumerate().filter_map(|(row, chord)| match *chord {
        Chord::Friction(contact) => Some((row, contact)),
        Chord::Freewheel(_) | Chord::Stop(_) => None,
    })
}

/// Weights at an engagement of 1.
pub(super) fn rated(structure: &Structure, mode: &Mode) -> Weights {
    Weights::new(structure, mode, |contact| rated_bound(structure, contact))
}

/// Weight of a contact there.
pub(super) fn rated_weight(structure: &Structure, weights: &Weights, contact: usize) -> f64 {
    if structure.contacts[contact].is_freewheel() {
        weights.of_last()
    } else {
        weights.of(rated_bound(structure, contact))
    }
}

/// Breakaway level of a contact at an engagement of 1.
pub(super) fn rated_bound(structure: &Structure, contact: usize) -> f64 {
    structure.contacts[contact].bound(true, (1.0, 0.0)).0
}

/// Gaussian elimination without pivots, in place: what each row takes of those above it stands left of the diagonal, which is given besides.
fn factorize(matrix: &mut [f64], diagonal: &[f64]) {
    let n = diagonal.len();
    for pivot in 0..n {
        // Two chords behind a gear of efficiency 0 differ by less than rounding, and elimination leaves nothing of the second: it is
        // solved for as if it were alone.
        if matrix[pivot * n + pivot] <= CONSTANTS.reltol_chord * diagonal[pivot] {
            matrix[pivot * n + pivot] = diagonal[pivot];
        }
        for row in pivot + 1..n {
            let factor = matrix[row * n + pivot] / matrix[pivot * n + pivot];
            matrix[row * n + pivot] = factor;
            for column in pivot + 1..n {
                matrix[row * n + column] -= factor * matrix[pivot * n + column];
            }
        }
    }
}

/// Solves with these factors.
fn solve(factors: &[f64], rhs: &mut [f64]) {
    let n = rhs.len();
    for row in 0..n {
        rhs[row] = (0..row).fold(rhs[row], |sum, column| sum - factors[row * n + column] * rhs[column]);
    }
    for row in (0..n).rev() {
        let sum = (row + 1..n).fold(rhs[row], |sum, column| sum - factors[row * n + column] * rhs[column]);
        rhs[row] = sum / factors[row * n + row];
    }
}

#[cfg(test)]
mod tests {
    use super::{factorize, solve};

    #[test]
    fn a_chord_that_differs_from_another_by_rounding_only_carries_a_finite_torque() {
        // Two brakes on a body behind a gear of efficiency 0, which gives 1e-12 of its mesh torque (scenario 1887): 1e24 + 1 is 1e24.
        let mut factors = [1e24, -1e24, -1e24, 1e24];
        let mut torque = [2e12, 1.0];
        factorize(&mut factors, &[1e24, 1e24]);
        solve(&factors, &mut torque);
        // Alone one takes 2e-12, and the other that of the first besides.
        assert!(torque.iter().all(|torque| torque.abs() < 5e-12), "{torque:?}");
    }
}
