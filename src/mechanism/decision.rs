//! What all contacts do at one instant, decided together: see the heading of [`super`].

use super::bounded::Bounded;
use super::clusters::{Clusters, Joint};
use super::expansion::Situation;
use super::mode::{ContactMode, GearMode};
use super::pivoting::{Pivoting, without_rounding};
use super::ties::Ties;
use super::{Contact, Mechanism, Structure};
use crate::memory::{Heap, List};

/// What may hold at this instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Candidate {
    /// A contact without relative velocity.
    Contact(usize),
    /// A stop that a body without velocity touches, on a side.
    Stop(usize, i8),
    /// The losses of a gear at rest.
    Gear(usize),
}

/// Rounds in which torques and the losses that depend on them are brought together.
const MOST_ROUNDS: usize = 60;
/// Cubes of numbers of unknowns that one instant may cost: some 50 ms.
const MOST_WORK: u64 = 50_000_000;
/// In [`super::Mode::stop_known`]: the body has just left its stop, and its distance, velocity and acceleration there are still zero.
const LEFT_AT_REST: u8 = 3;

/// Space of the decision.
#[derive(Debug)]
pub(super) struct Decision {
    /// Bodies that gears tie, whatever the contacts do.
    pub groups: Clusters,
    /// What moves together once the holds that have come to their end hold no more.
    pub moving: Ties,
    /// Direction in which the hold of a contact has just come to its end; 0 elsewhere.
    pub hit: List<i8>,
    /// Contacts that would move at their breakaway level, and have their sliding level for the rest of the decision.
    pub has_moved: List<bool>,
    /// Contacts whose relative velocity has just come to zero.
    pub arrived: List<bool>,
    /// Stop that a body has just reached.
    pub struck: List<i8>,
    /// Side of the stop against which a body no longer pushes; 0 elsewhere.
    pub stop_released: List<i8>,
    /// Direction in which the hold of a gear has just come to its end; 0 elsewhere.
    pub gear_hit: List<i8>,
    /// Gears whose mesh torque has just been located at zero.
    pub mesh_at_zero: List<bool>,
    /// Sign to which the mesh torque of a gear has just turned that carries all that it can; 0 elsewhere.
    pub turned: List<i8>,
    /// Gears at rest whose mesh torque nothing would determine if they carried all that they can.
    pub mesh_undetermined: List<bool>,
    /// Gears whose mesh torque is zero, and has no known sign.
    pub is_zero: List<bool>,
    /// Gears for which no motion is possible, and which stop.
    pub jammed: List<bool>,
    /// Gears of which the solution does not satisfy all conditions.
    pub is_wrong: List<bool>,
    /// Whether a gear jams that has jammed at this instant before.
    pub jams_anew: bool,
    /// Contacts that join their bodies in the solution.
    pub is_tied: List<bool>,
    /// Candidates that affect gears that can jam.
    pub open_rows: List<usize>,
    /// Mesh torques of the gears, as far as they are known.
    pub mesh: List<f64>,
    /// Mesh torque of each gear without candidates, and per torque of each of them.
    pub mesh_path: List<f64>,
    /// Most candidates.
    pub most_candidates: usize,
    /// Forces on the bodies without the candidates.
    pub loads: List<f64>,
    /// Forces on the bodies for which the groups are solved.
    pub carried: List<f64>,
    pub acceleration: List<f64>,
    pub pivoting: Pivoting,
    pub link_torque: List<f64>,
    /// Whether the problem is about some time from this instant on: loads and bounds have their rates.
    pub looks_ahead: bool,
    /// Whether it is about shares of what is at rest.
    pub is_share: bool,
    /// Whether contacts and gears at rest have their sliding levels: see [`super::losses`].
    pub at_sliding_levels: bool,
    /// Time derivatives of the forces on the bodies, and what of them is rounding.
    pub load_rates: List<f64>,
    pub rate_rounding: f64,
    /// Time derivative of the mesh torque of each gear without candidates.
    pub mesh_rate: List<f64>,
    /// Candidates that let go because nothing can hold them, with the signs of their torques.
    pub ends: List<(Candidate, i8)>,
    /// Holds that have just come to their bounds while others hold what they join, with the sign of their torque.
    pub at_bound: List<(Joint, i8)>,
    /// How often torques were shared anew at this instant.
    pub shares: u32,
    /// Combinations of signs and regimes that were tried at this instant.
    pub combinations: u32,
    /// [`Pivoting::work`] when this instant, or the internal step that follows it, began.
    pub work_before: u64,
    /// Contacts that were found to carry less than they can.
    pub has_relaxed: List<bool>,
    /// What is left to the bound in whose direction a hold has come to its end.
    pub margin: f64,
    pub problem: Bounded,
    pub candidates: List<Candidate>,
    /// Forces on the bodies, their sizes, and then those on the groups at their roots.
    pub force: List<f64>,
    pub size: List<f64>,
    /// Roots of the groups that took an impulse.
    pub struck_groups: List<bool>,
    /// Velocities, for changes of them.
    pub momentum: List<f64>,
}

impl Decision {
    /// With no groups yet: they are built once there was memory for all.
    pub fn new(structure: &Structure, heap: &mut Heap) -> Self {
        let (bodies, contacts) = (structure.bodies.len(), structure.contacts.len());
        let gears = structure.gears.len();
        // A body may rest against both of its stops.
        let most_candidates = 2 * bodies + contacts + gears;
        Self {
            groups: Clusters::new(structure, heap),
            moving: Ties::new(bodies, heap),
            hit: heap.filled(0, contacts),
            has_moved: heap.filled(false, contacts),
            arrived: heap.filled(false, contacts),
            struck: heap.filled(0, bodies),
            stop_released: heap.filled(0, bodies),
            gear_hit: heap.filled(0, gears),
            mesh_at_zero: heap.filled(false, gears),
            turned: heap.filled(0, gears),
            mesh_undetermined: heap.filled(false, gears),
            is_zero: heap.filled(false, gears),
            jammed: heap.filled(false, gears),
            is_wrong: heap.filled(false, gears),
            jams_anew: false,
            is_tied: heap.filled(false, contacts),
            open_rows: heap.with_capacity(most_candidates),
            mesh: heap.filled(0.0, gears),
            mesh_path: heap.filled(0.0, gears * (most_candidates + 1)),
            most_candidates,
            loads: heap.filled(0.0, bodies),
            carried: heap.filled(0.0, bodies),
            pivoting: Pivoting::new(most_candidates, heap),
            acceleration: heap.filled(0.0, bodies),
            link_torque: heap.filled(0.0, bodies),
            has_relaxed: heap.filled(false, contacts),
            shares: 0,
            combinations: 0,
            work_before: 0,
            margin: 0.0,
            looks_ahead: false,
            is_share: false,
            at_sliding_levels: false,
            load_rates: heap.filled(0.0, bodies),
            rate_rounding: 0.0,
            mesh_rate: heap.filled(0.0, gears),
            at_bound: heap.with_capacity(contacts + gears),
            ends: heap.with_capacity(most_candidates),
            problem: Bounded::new(most_candidates, heap),
            candidates: heap.with_capacity(most_candidates),
            force: heap.filled(0.0, bodies),
            size: heap.filled(0.0, bodies),
            struck_groups: heap.filled(false, bodies),
            momentum: heap.filled(0.0, bodies),
        }
    }

    /// What was solved at this instant, in cubes of the number of unknowns.
    pub fn work(&self) -> u64 {
        self.pivoting.work - self.work_before
    }

    /// Whether this instant has cost as much as it may: what is found by then is taken, and the step is bridged.
    pub fn is_exhausted(&self) -> bool {
        self.work() > MOST_WORK
    }

    /// Takes over what another one of the same structure knows of the present instant; no memory is taken for it.
    pub fn copy_from(&mut self, other: &Self) {
        self.hit.copy_from_slice(&other.hit);
        self.arrived.copy_from_slice(&other.arrived);
        self.struck.copy_from_slice(&other.struck);
        self.stop_released.copy_from_slice(&other.stop_released);
        self.gear_hit.copy_from_slice(&other.gear_hit);
        self.mesh_at_zero.copy_from_slice(&other.mesh_at_zero);
        self.mesh.copy_from_slice(&other.mesh);
    }

    /// All that is at rest has its breakaway level.
    pub fn forget_sliding(&mut self) {
        self.hit.fill(0);
        self.gear_hit.fill(0);
        self.stop_released.fill(0);
        self.has_moved.fill(false);
    }

    /// The bodies whose motion a candidate hinders, with the factors of their velocities.
    pub fn ends(structure: &Structure, candidate: Candidate) -> [Option<(usize, f64)>; 2] {
        match candidate {
            Candidate::Contact(contact) => {
                let contact = &structure.contacts[contact];
                [Some((contact.second, 1.0)), contact.first.map(|body| (body, -1.0))]
            }
            Candidate::Stop(body, _) => [Some((body, 1.0)), None],
            Candidate::Gear(gear) => [Some((structure.gears[gear].first, 1.0)), None],
        }
    }

    /// Relative motion per motion of the root of a group.
    pub fn factor(&self, structure: &Structure, candidate: Candidate, root: usize) -> f64 {
        let ends = Self::ends(structure, candidate).into_iter().flatten();
        let of_group = ends.filter(|(body, _)| self.groups.root[*body] == Some(root));
        of_group.fold(0.0, |sum, (body, sign)| sum + sign * self.groups.factor[body])
    }

    /// Torque at the root of a group per torque of a candidate.
    fn torque_factor(&self, structure: &Structure, candidate: Candidate, root: usize) -> f64 {
        let ends = Self::ends(structure, candidate).into_iter().flatten();
        let of_group = ends.filter(|(body, _)| self.groups.root[*body] == Some(root));
        let parts = of_group.map(|(body, sign)| sign * self.groups.torque_factor(body));
        let (sum, size) = parts.fold((0.0, 0.0), |(sum, size), part| (sum + part, size + f64::abs(part)));
        without_rounding(sum, size)
    }

    /// Ties what gears tie, with the losses of those that turn.
    pub fn build_groups(&mut self, structure: &Structure, gears: &[GearMode]) {
        self.groups.build_groups(structure, gears);
    }

    /// Roots of the groups that a candidate touches, each once.
    pub fn roots(&self, structure: &Structure, candidate: Candidate) -> [Option<usize>; 2] {
        Self::roots_in(&self.groups, structure, candidate)
    }

    /// The same in these groups.
    pub fn roots_in(groups: &Clusters, structure: &Structure, candidate: Candidate) -> [Option<usize>; 2] {
        let [first, second] = Self::ends(structure, candidate).map(|end| groups.root[end?.0]);
        [first, second.filter(|_| second != first)]
    }

    /// Sets up ½·|M^(−1/2)·(F − N·λ)|² with Nᵀ M⁻¹ N, for what stands in `force` at the roots of the groups.
    pub fn set_up(&mut self, structure: &Structure) {
        let size = self.candidates.len();
        self.problem.begin(size);
        for row in 0..size {
            let candidate = self.candidates[row];
            for root in self.roots(structure, candidate).into_iter().flatten() {
                if self.groups.is_prescribed[root] {
                    let given = self.factor(structure, candidate, root) * self.groups.given[root];
                    self.problem.rhs[row] += given;
                    self.problem.scale[row] += given.abs();
                    continue;
                }
                let share = self.factor(structure, candidate, root) / self.groups.inertia(root);
                self.problem.rhs[row] += share * self.force[root];
                self.problem.scale[row] += share.abs() * self.size[root];
                for column in 0..size {
                    let value = share * self.torque_factor(structure, self.candidates[column], root);
                    self.problem.add(row, column, value);
                }
            }
        }
    }

    /// Takes given accelerations, or their rates, into the groups, and the inertia torques that belong to them into the forces.
    pub fn prescribe(&mut self, structure: &Structure, given: &[f64]) {
        if structure.motions.is_empty() {
            return;
        }
        self.groups.given.copy_from_slice(given);
        self.groups.resist(structure, given, &mut self.force);
    }

    /// Mesh torque of a gear, after the torques of the links were solved for.
    pub fn mesh_torque(&self, gear: usize) -> Option<f64> {
        let links = self.groups.link.iter();
        let body = links.enumerate().find(|(_, link)| link.is_some_and(|link| link.joint == Joint::Gear(gear)));
        body.map(|(body, _)| self.link_torque[body])
    }

    /// Takes the torque `x` of a candidate from the forces for which the groups are solved.
    pub fn take_from_loads(&mut self, structure: &Structure, row: usize, x: f64) {
        for (body, sign) in Self::ends(structure, self.candidates[row]).into_iter().flatten() {
            self.carried[body] -= sign * x;
        }
    }

    /// Torques in the gears for the forces in `carried`.
    pub fn solve_groups(&mut self) {
        self.groups.solve(&mut self.carried, &mut self.acceleration, &mut self.link_torque, &mut []);
    }

    /// What of a torque is rounding of the forces.
    pub fn load_rounding(&self) -> f64 {
        1e-12 * self.size.iter().fold(0.0, |largest: f64, size| largest.max(size.abs()))
    }

    /// Whether a self-locking gear begins to drive a one-way clutch in the direction that this blocks: its friction of overrunning is
    /// zero then. `hit` shows it by a direction in which the hold of a one-way clutch has no end.
    pub fn is_driven(&self, contact: &Contact, index: usize) -> bool {
        contact.is_freewheel() && self.hit[index] < 0
    }

    /// What is left to the lower and to the upper bound where a hold has come to its end in the direction `hit`.
    pub fn margins(&self, hit: i8) -> (f64, f64) {
        (if hit < 0 { self.margin } else { 0.0 }, if hit > 0 { self.margin } else { 0.0 })
    }

    /// Direction in which the hold of a gear has just come to its end, if it can jam or is tied to one that can jam and whose hold ends as
    /// well; 0 elsewhere. Whether it can turn from there depends on the signs of mesh torques ([`super::jamming`]).
    fn end_of_hold(&self, structure: &Structure, row: usize) -> i8 {
        let Candidate::Gear(gear) = self.candidates[row] else { return 0 };
        let root = |gear: usize| self.groups.root[structure.gears[gear].first];
        let may_jam = (0..structure.gears.len())
            .any(|other| structure.gears[other].can_jam() && self.gear_hit[other] != 0 && root(other) == root(gear));
        let hit = self.gear_hit[gear];
        if may_jam && self.is_at_bound(row, hit) { hit } else { 0 }
    }

    /// Whether a candidate carries all that it can in the direction in which its hold has come to its end. Its torque was located
    /// there, so rounding must not make it hold.
    pub fn is_at_bound(&self, row: usize, hit: i8) -> bool {
        let (problem, rounding) = (&self.problem, self.torque_rounding());
        match hit {
            1 => problem.x[row] >= problem.upper[row] - rounding,
            -1 => problem.x[row] <= problem.lower[row] + rounding,
            _ => false,
        }
    }

    /// What of a torque of a candidate is rounding.
    fn torque_rounding(&self) -> f64 {
        let sizes = self.size.iter().chain(&self.problem.x[..self.candidates.len()]);
        1e-12 * sizes.fold(0.0, |largest, size| f64::max(largest, size.abs()))
    }

    /// Whether the mesh torque of a gear is zero but for rounding.
    pub fn is_rounding(&self, structure: &Structure, gear: usize) -> bool {
        let root = self.groups.root[structure.gears[gear].first];
        self.mesh_at_zero[gear] || root.is_some_and(|root| self.mesh[gear].abs() <= 1e-13 * self.size[root])
    }

    /// Sign of the mesh torque of a gear, which is `where_zero` if that is rounding: what begins to turn is resisted first.
    fn mesh_sign(&self, structure: &Structure, gear: usize, where_zero: i8) -> i8 {
        match self.mesh[gear] {
            _ if self.is_rounding(structure, gear) => where_zero,
            mesh if mesh < 0.0 => -1,
            _ => 1,
        }
    }

    /// Adds what acts on the bodies of each group up at its root.
    pub fn gather(&mut self) {
        for &body in self.groups.order.iter().rev() {
            if let Some(root) = self.groups.root[body].filter(|root| *root != body) {
                let factor = self.groups.torque_factor(body);
                self.force[root] += factor * self.force[body];
                self.size[root] += (factor * self.size[body]).abs();
            }
        }
    }
}

impl Mechanism {
    /// What the decision and the expansion look at.
    pub(super) fn situation(&self) -> Situation<'_> {
        Situation {
            structure: &self.structure,
            mode: &self.mode,
            clusters: &self.clusters,
            inputs: &self.inputs,
            position: &self.position,
            velocity: &self.velocity,
            internal: &self.internal,
        }
    }

    /// Gives the bodies that contacts at rest, arrivals and touched stops join one velocity each.
    pub(super) fn unite_velocities(&mut self) {
        let Self { structure, mode, clusters, decision, velocity, .. } = self;
        let at_rest = |contact: usize| mode.contacts[contact].is_at_rest() || decision.arrived[contact];
        clusters.build(structure, &at_rest, &mode.gears, &mode.stops);
        clusters.unite(structure, velocity, &mut decision.momentum, &mut decision.size);
    }

    /// Lists what may hold: the velocities are those of this instant.
    fn list_candidates(&mut self) {
        let Self { structure, mode, decision, velocity, .. } = self;
        decision.candidates.clear();
        for (index, contact) in structure.contacts.iter().enumerate() {
            let relative = contact.relative(velocity);
            let is_joined = mode.engaged[index] || contact.is_freewheel();
            let is_at_rest = mode.contacts[index].is_at_rest() || decision.arrived[index] || relative == 0.0;
            if !is_joined {
                mode.contacts[index] = ContactMode::Free;
            } else if contact.is_continuous() {
                if !matches!(mode.contacts[index], ContactMode::Continuous(_)) {
                    mode.contacts[index] = ContactMode::Continuous(if relative < 0.0 { -1 } else { 1 });
                }
            } else if is_at_rest && !mode.released[index] {
                mode.contacts[index] = ContactMode::Stuck;
                decision.candidates.push(Candidate::Contact(index));
            } else if !matches!(mode.contacts[index], ContactMode::Sliding(_)) {
                let is_backward = relative < 0.0 && !contact.is_freewheel();
                mode.contacts[index] = ContactMode::Sliding(if is_backward { -1 } else { 1 });
            }
        }
        self.list_stops();
        let Self { structure, mode, decision, velocity, .. } = self;
        for (index, gear) in structure.gears.iter().enumerate() {
            let is_released = mode.gear_known[index] > 0;
            if gear.is_lossy() && velocity[gear.first] == 0.0 && !is_released {
                mode.gears[index] = GearMode::Held(1);
                decision.candidates.push(Candidate::Gear(index));
            }
        }
        self.decide_driven();
    }

    /// Stops that bodies rest at. One from which a self-locking gear is about to take its body would press until the losses hold.
    fn list_stops(&mut self) {
        self.tie_what_moves();
        for body in 0..self.structure.bodies.len() {
            let (lower, upper) = self.structure.bodies[body].travel;
            for (side, limit) in [(-1, lower), (1, upper)] {
                let is_touched = self.mode.stops[body] == side || self.position[body] == limit;
                if self.velocity[body] != 0.0 || !is_touched {
                    continue;
                }
                let stop = Candidate::Stop(body, side);
                if lower != upper && self.is_turned(stop, -side, |gear| self.decision.gear_hit[gear]) {
                    self.mode.stop_known[body] = LEFT_AT_REST;
                } else {
                    self.decision.candidates.push(stop);
                }
            }
            self.mode.stops[body] = 0;
        }
    }

    /// Bounds of the torque of each candidate, and their rates where these count.
    pub(super) fn set_bounds(&mut self) {
        let rounding = self.decision.load_rounding();
        for row in 0..self.decision.candidates.len() {
            let (lower, upper) = match self.decision.candidates[row] {
                Candidate::Contact(contact) => {
                    let (bound, rate) = self.situation().bound(contact, 1.0);
                    // A level that ends here is no level from here on.
                    if self.decision.looks_ahead && (bound > rounding || rate > 0.0) {
                        self.decision.pivoting.lower_rate[row] = -rate;
                        self.decision.pivoting.upper_rate[row] = rate;
                    }
                    let bound = bound.max(0.0);
                    let sliding = self.sliding_level(contact);
                    let slides = !self.decision.is_share
                        && (self.decision.at_sliding_levels
                            || self.decision.hit[contact] != 0
                            || self.decision.has_moved[contact]);
                    let is_freewheel = self.structure.contacts[contact].is_freewheel();
                    let level = if self.decision.is_driven(&self.structure.contacts[contact], contact) {
                        0.0
                    } else if slides {
                        sliding
                    } else {
                        bound
                    };
                    let (below, above) = self.decision.margins(self.decision.hit[contact]);
                    (if is_freewheel { f64::NEG_INFINITY } else { below - level }, level - above)
                }
                // Between stops without room a body has a torque of either sign, for which one candidate stands in a share.
                Candidate::Stop(body, _) if self.decision.is_share && self.structure.bodies[body].has_no_room() => {
                    (f64::NEG_INFINITY, f64::INFINITY)
                }
                Candidate::Stop(_, 1) => (0.0, f64::INFINITY),
                Candidate::Stop(..) => (f64::NEG_INFINITY, 0.0),
                // See [`super::losses`].
                Candidate::Gear(_) => (f64::NEG_INFINITY, f64::INFINITY),
            };
            (self.decision.problem.lower[row], self.decision.problem.upper[row]) = (lower, upper);
        }
    }

    /// Level of a contact that begins to slide.
    fn sliding_level(&self, contact: usize) -> f64 {
        let engagement = if self.mode.engaged[contact] { self.inputs.engagement.value[contact].max(0.0) } else { 0.0 };
        engagement * self.structure.contacts[contact].level(0.0, 0)
    }

    /// Decides all contacts and stops without relative velocity.
    pub(super) fn decide(&mut self) {
        // Where a gear jams its bodies stop, and all are decided again.
        for _ in 0..=2 * self.structure.gears.len() {
            self.decide_with_gears();
            if !self.jam() || self.decision.is_exhausted() {
                break;
            }
        }
        self.keep_at_rest();
        self.decision.jammed.fill(false);
    }

    /// Decides for the gears that turn, and those that begin to.
    pub(super) fn decide_with_gears(&mut self) {
        self.decision.mesh.fill(0.0);
        self.decision.has_moved.fill(false);
        self.list_candidates();
        for _ in 0..=self.structure.contacts.len() + self.structure.gears.len() {
            self.solve_for_torques();
            if !self.release() || self.decision.is_exhausted() {
                break;
            }
        }
    }

    /// Solves for the torques of all candidates, until gears that turn have mesh torques of the sign that was taken.
    fn solve_for_torques(&mut self) {
        let mesh_signs = self.turning_mesh_signs();
        let mut is_solved = false;
        for _ in 0..MOST_ROUNDS {
            self.set_up_torques();
            if !self.has_held_gears() || !self.solve_with_losses() {
                // Where no losses fit, the gears hold.
                self.set_bounds();
                let is_found = self.decision.problem.solve();
                let is_open = !self.structure.placed.is_empty() && self.decision.problem.is_contradictory();
                if !is_found || is_open {
                    self.solve_by_places();
                }
            }
            is_solved = self.structure.gears.is_empty() || !self.update_meshes();
            if is_solved || self.decision.is_exhausted() {
                break;
            }
        }
        self.find_possible_motion(mesh_signs, is_solved);
    }

    /// Solves the problem with given bounds where what moves may not depend on its own torque.
    fn solve_by_places(&mut self) {
        let rounding = self.decision.load_rounding();
        let Decision { pivoting, problem, candidates, .. } = &mut self.decision;
        pivoting.begin(candidates.len());
        pivoting.unsettle();
        pivoting.solve(problem, rounding);
        pivoting.settle(problem, rounding);
    }

    /// Sets up the problem for the branches that stand in the mode.
    pub(super) fn set_up_torques(&mut self) {
        let Self { structure, mode, inputs, clusters, decision, expansion, position, velocity, internal, .. } = self;
        decision.build_groups(structure, &mode.gears);
        let at = Situation { structure, mode, clusters, inputs, position, velocity, internal };
        expansion.forces(&at, &mut decision.force, &mut decision.size);
        decision.prescribe(structure, &expansion.prescribed);
        decision.loads.copy_from_slice(&decision.force);
        decision.gather();
        decision.set_up(structure);
    }

    /// Mesh torques and accelerations of this solution.
    pub(super) fn solve_for_meshes(&mut self) {
        let Self { structure, decision, .. } = self;
        decision.carried.copy_from_slice(&decision.loads);
        for row in 0..decision.candidates.len() {
            decision.take_from_loads(structure, row, decision.problem.x[row]);
        }
        decision.solve_groups();
    }

    /// Mesh torques of this solution; whether one of a gear that turns has the other sign.
    fn update_meshes(&mut self) -> bool {
        self.solve_for_meshes();
        let Self { structure, mode, decision, .. } = self;
        let mut changed = false;
        for index in 0..structure.gears.len() {
            let Some(mesh) = decision.mesh_torque(index) else { continue };
            decision.mesh[index] = mesh;
            if let GearMode::Turning { direction, mesh_sign } = mode.gears[index] {
                let sign = if mesh < 0.0 { -1 } else { 1 };
                if sign != mesh_sign && !decision.is_rounding(structure, index) {
                    mode.gears[index] = GearMode::Turning { direction, mesh_sign: sign };
                    changed = true;
                }
            }
        }
        changed
    }

    /// All contacts that would move get their sliding level, together; whether any did that had not. Gears turn then, with
    /// losses that follow their mesh torque. Where the body behind a one-way clutch that a gear drives runs ahead by itself, the clutch holds it
    /// back by its friction, and the other contacts slide as they do without.
    fn release(&mut self) -> bool {
        let runs_ahead = (0..self.decision.candidates.len()).any(|row| self.runs_ahead(row));
        let Self { structure, mode, decision, .. } = self;
        let (mut any, mut kept) = (false, 0);
        for row in 0..decision.candidates.len() {
            let residual = decision.problem.residual[row];
            let moves = residual.abs() > decision.problem.rounding(row);
            let candidate = decision.candidates[row];
            let ends = decision.end_of_hold(structure, row);
            if let (Candidate::Gear(gear), true) = (candidate, moves || ends != 0) {
                let is_forward = if moves { residual > 0.0 } else { ends > 0 };
                let direction = if is_forward { 1 } else { -1 };
                mode.begin_turning(gear, direction, decision.mesh_sign(structure, gear, direction));
                any = true;
                continue;
            }
            if let (Candidate::Contact(contact), true) = (candidate, moves) {
                if runs_ahead && structure.contacts[contact].is_freewheel() {
                    decision.hit[contact] = 0;
                } else if runs_ahead {
                    mode.begin_sliding(contact, if residual > 0.0 { 1 } else { -1 });
                    any = true;
                    continue;
                }
                any |= !core::mem::replace(&mut decision.has_moved[contact], true);
            }
            decision.candidates[kept] = candidate;
            kept += 1;
        }
        // Where nothing changes, the solution belongs to these candidates.
        if any {
            decision.candidates.truncate(kept);
        }
        any
    }

    /// Whether the body behind a one-way clutch that a gear drives runs ahead by itself.
    fn runs_ahead(&self, row: usize) -> bool {
        let Self { structure, decision, .. } = self;
        matches!(decision.candidates[row], Candidate::Contact(contact) if decision.is_driven(&structure.contacts[contact], contact))
            && decision.problem.residual[row] > decision.problem.rounding(row)
    }

    /// What moves slides, and the others hold; but a contact whose hold has come to its end slides from there, though it has
    /// no acceleration yet. One whose breakaway level is above its sliding level has an acceleration there, or others have relieved it.
    fn keep_at_rest(&mut self) {
        let decision = &self.decision;
        let is_any_hit = decision.hit.iter().chain(&decision.gear_hit).any(|hit| *hit != 0);
        for row in 0..self.decision.candidates.len() {
            let is_relieved = self.is_relieved(row);
            let Self { structure, mode, decision, .. } = &mut *self;
            let problem = &decision.problem;
            match decision.candidates[row] {
                Candidate::Contact(contact) => {
                    let hit = decision.hit[contact];
                    let residual = problem.residual[row];
                    let moves = residual.abs() > problem.rounding(row);
                    if moves || (decision.is_at_bound(row, hit) && !is_relieved) {
                        let direction = if moves { residual } else { f64::from(hit) };
                        let direction = if direction > 0.0 { 1 } else { -1 };
                        if moves && decision.arrived[contact] {
                            mode.go_on_sliding(contact, direction);
                        } else {
                            mode.begin_sliding(contact, direction);
                        }
                    } else {
                        mode.contacts[contact] = ContactMode::Stuck;
                    }
                }
                Candidate::Gear(gear) => {
                    let hit = decision.gear_hit[gear];
                    if decision.is_at_bound(row, hit) {
                        mode.begin_turning(gear, hit, decision.mesh_sign(structure, gear, hit));
                    } else {
                        mode.gears[gear] = GearMode::Held(decision.mesh_sign(structure, gear, 1));
                    }
                }
                Candidate::Stop(body, side) => {
                    // A body rests at its stop even without a push, and leaves it when the push would become a pull. Once it has
                    // left, it does not rest there again at this instant: bodies that are tied leave their stops one after the
                    // other, and the first would otherwise come back when the next one leaves.
                    let carries = problem.x[row].abs() > decision.torque_rounding();
                    let rests = problem.residual[row].abs() <= problem.rounding(row);
                    let was_left = mode.stop_known[body] == LEFT_AT_REST;
                    if rests && (carries || !was_left) && decision.stop_released[body] != side {
                        mode.stops[body] = side;
                    } else {
                        // Where a hold ends, or the stop has just come to push no more, there is no acceleration yet.
                        mode.stop_known[body] = if is_any_hit || rests { LEFT_AT_REST } else { 2 };
                    }
                }
            }
        }
        let decision = &mut self.decision;
        decision.hit.fill(0);
        decision.arrived.fill(false);
        decision.struck.fill(0);
        decision.gear_hit.fill(0);
        decision.stop_released.fill(0);
        decision.mesh_at_zero.fill(false);
    }

    /// Whether a contact whose hold has come to its end, and that need not move, has a breakaway level above its sliding level.
    fn is_relieved(&self, row: usize) -> bool {
        let Candidate::Contact(contact) = self.decision.candidates[row] else { return false };
        self.decision.hit[contact] != 0
            && self.situation().bound(contact, 0.0).0 > self.sliding_level(contact) + self.decision.torque_rounding()
    }
}
