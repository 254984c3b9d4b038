//! Torques of all candidates where gears with losses are at rest: what these hold with grows with their mesh torques, and these
//! depend on what all others carry.
//!
//! For given signs of the mesh torques the bounds of the losses are linear in the torques of all candidates
//! ([`super::pivoting`]); the signs are tried until the solution has them.

use super::clusters::Joint;
use super::decision::{Candidate, Decision};
use super::expansion::Situation;
use super::mode::{GearMode, Turning};
use super::pivoting::{Cost, Jet};
use super::{Gear, Mechanism, Structure};
use crate::complementarity::{Constants, Germ, sum_without_rounding};

/// Most gears at rest whose signs are all tried.
const MOST_SIGNS: u32 = 6;

/// Cubes of unknowns that all combinations may cost together.
const MOST_WORK: u64 = 64_000;

/// What has come to the end of its hold, and can rest after all, is inside its bound by this many roundings.
pub(super) const MARGIN: f64 = 1e3;

/// Signs of the mesh torques with which an independent block of the problem rests.
pub(super) struct MeshSigns {
    /// A bit for each gear whose mesh torque is negative.
    found: u64,
    /// A bit for each gear at a bound that belongs to the other sign of its mesh torque; `found` has the sign of the bound.
    turned: u64,
}

/// Greatest loss of a gear at rest in a direction, without mesh torque, and its change with a mesh torque of the sign `mesh_sign`.
pub(super) fn holding_level(gear: &Gear, direction: i8, mesh_sign: i8) -> (f64, f64) {
    let level = |mesh: f64| gear.levels.level(1.0, direction, mesh_sign, mesh);
    let ratios = gear.static_ratios;
    let mesh_sign = f64::from(mesh_sign);
    (ratios.coulomb * level(0.0), ratios.load * mesh_sign * (level(mesh_sign) - level(0.0)))
}

/// The bits of a number in the places of `mask`.
fn spread(number: u64, mask: u64) -> u64 {
    let places = (0..u64::BITS).filter(|place| mask >> place & 1 == 1);
    places.enumerate().fold(0, |all, (bit, place)| all | (number >> bit & 1) << place)
}

/// Numbers of the combinations of signs that are tried for so many gears.
fn numbers(gears: u64) -> core::ops::Range<u64> {
    0..1 << gears.count_ones().min(MOST_SIGNS)
}

/// How many of them may be tried among so many unknowns: all where these are few, fewer where each costs more.
fn most_tries(unknowns: usize) -> u64 {
    (MOST_WORK / (unknowns.max(1) as u64).pow(3)).max(2)
}

/// Mesh signs that were found infeasible: of some gears, whatever the others have.
#[derive(Default)]
struct Infeasible {
    found: [(u64, u64); 8],
    number: usize,
}

impl Infeasible {
    /// No combination in which the gears of `mask` have these signs is possible.
    fn exclude(&mut self, mask: u64, mesh_signs: u64) {
        if let Some(place) = self.found.get_mut(self.number) {
            (*place, self.number) = ((mask, mesh_signs & mask), self.number + 1);
        }
    }

    fn contains(&self, mesh_signs: u64) -> bool {
        self.found[..self.number].iter().any(|(mask, signs)| mesh_signs & mask == *signs)
    }
}

impl Mechanism {
    /// Settles each independent block of the problem that can rest with some signs of its mesh torques; gives these signs, and the gears
    /// that are settled.
    pub(super) fn settle_what_can_rest(&mut self, first: u64) -> (u64, u64) {
        // A clutch beside a gear has no part in its motion, but presses it: blocks follow from the bounds of losses as well.
        self.bound_losses(first);
        let Decision { pivoting, problem, .. } = &mut self.decision;
        pivoting.find_blocks(problem);
        pivoting.solve_without_bounds(problem);
        let (mut mesh_signs, mut settled) = (first, 0);
        for block in 0..self.decision.candidates.len() {
            if self.decision.pivoting.block(block) != block {
                continue;
            }
            let of_block = |row: usize| self.decision.pivoting.block(row) == block;
            let gears =
                self.held_gears().filter(|(_, row, _)| of_block(*row)).fold(0_u64, |all, (place, ..)| all | 1 << place);
            if self.balances(block)
                && let Some(found) = self.best_rest(block, gears, first)
            {
                self.decision.pivoting.settle_block(block);
                mesh_signs = (mesh_signs & !gears) | found;
                settled |= gears;
            }
        }
        (mesh_signs, settled)
    }

    /// The signs of the mesh torques of these gears, those of a block, with which it rests: of a share those with the least sum of
    /// squares, otherwise the first, beginning with those in `first`. No other signs have a lesser sum than a share in which no
    /// gear is at the bound of its losses, as nothing but these bounds depends on the signs. What has a mesh torque of the other
    /// sign at such a bound is the second choice.
    fn best_rest(&mut self, block: usize, gears: u64, first: u64) -> Option<u64> {
        let mut choices: [Option<(Cost, u64, u64)>; 2] = [None; 2];
        let mut infeasible = Infeasible::default();
        let mut tries = most_tries(self.decision.pivoting.members(block).count());
        for mesh_signs in numbers(gears).map(|number| first ^ spread(number, gears)) {
            if infeasible.contains(mesh_signs) {
                continue;
            }
            if tries == 0 || self.is_exhausted() {
                break;
            }
            tries -= 1;
            let Some(MeshSigns { found, turned }) = self.rest(block, gears, mesh_signs) else {
                if let Some(mask) = self.gears_in_contradiction() {
                    infeasible.exclude(mask, mesh_signs);
                }
                continue;
            };
            let cost = self.decision.pivoting.cost(&self.decision.problem, block);
            let choice = &mut choices[usize::from(turned != 0)];
            // Where a mesh torque is zero, either sign has the same share but for rounding.
            if choice.is_none_or(|(least, ..)| cost.is_below(least)) {
                *choice = Some((cost, mesh_signs, found));
                let is_least = self.gears_at_bound() & gears == 0;
                if turned == 0 && is_least {
                    return Some(found);
                }
            }
        }
        let (_, mesh_signs, found) = choices[0].or(choices[1])?;
        let _ = self.rest(block, gears, mesh_signs);
        Some(found)
    }

    /// A bit for each gear whose bound takes part in the contradiction for which a block can not rest: with the same signs of these gears it
    /// can not, whatever the others have. Nothing where no bounds contradict each other.
    fn gears_in_contradiction(&self) -> Option<u64> {
        let pivoting = &self.decision.pivoting;
        let _ = pivoting.contradiction().next()?;
        let takes_part = |row: usize| pivoting.contradiction().any(|(other, _)| other == row);
        Some(self.held_gears().filter(|(_, row, _)| takes_part(*row)).fold(0, |all, (place, ..)| all | 1 << place))
    }

    /// Whether a block could rest if nothing had bounds.
    pub(super) fn balances(&self, block: usize) -> bool {
        let Decision { pivoting, problem, .. } = &self.decision;
        pivoting.balances(problem, block, self.decision.load_rounding())
    }

    /// How a block that balances rests, if it does, with the bounds of the losses of these gears that belong to `mesh_signs`. They are the narrower
    /// ones where a mesh torque has the other sign; but what is at such a bound does not carry all that it can.
    pub(super) fn rest(&mut self, block: usize, gears: u64, mesh_signs: u64) -> Option<MeshSigns> {
        if !self.is_within_bounds(block, mesh_signs) || self.is_wedged(Some(block)) {
            return None;
        }
        let found = self.mesh_signs_of_solution(mesh_signs, self.decision.load_rounding());
        let turned = (found ^ mesh_signs) & gears & self.gears_at_bound();
        Some(MeshSigns { found: (found ^ turned) & gears, turned })
    }

    /// Whether there are torques within all bounds with which a block rests, for these signs of the mesh torques.
    pub(super) fn is_within_bounds(&mut self, block: usize, mesh_signs: u64) -> bool {
        self.bound_losses(mesh_signs);
        let size = Germ([self.decision.load_size(), self.decision.rate_size, 0.0]);
        let Decision { pivoting, problem, .. } = &mut self.decision;
        pivoting.can_rest(problem, block, size)
    }

    /// Whether a stop, of this block of the problem or of any, presses a self-locking gear, or is about to, although all that
    /// acts besides would take the body away from the stop. The more such a stop pressed, the better the losses that it causes
    /// would hold: nothing determines how much it does, and a body that is pulled off its stop would never leave it. The body goes
    /// away instead, unless it is between stops without room.
    pub(super) fn is_wedged(&self, block: Option<usize>) -> bool {
        let Decision { problem, candidates, pivoting, looks_ahead, .. } = &self.decision;
        let (rounding, rate_rounding) = (self.decision.load_rounding(), self.decision.rate_rounding());
        for (row, candidate) in candidates.iter().enumerate() {
            let Candidate::Stop(body, side) = *candidate else { continue };
            let is_about_to = *looks_ahead && pivoting.rate[row].abs() > rate_rounding;
            let presses = problem.x[row].abs() > rounding || is_about_to;
            let can_leave = !self.structure.bodies[body].has_no_room();
            if !presses || !can_leave || block.is_some_and(|block| pivoting.block(row) != block) {
                continue;
            }
            let mut pull = problem.rhs[row];
            for (other, candidate) in candidates.iter().enumerate() {
                if matches!(candidate, Candidate::Contact(_)) {
                    pull -= problem.at(row, other) * problem.x[other];
                }
            }
            if -f64::from(side) * pull > problem.rounding(row) {
                return true;
            }
        }
        false
    }

    /// A bit for each gear at rest that is at the bound of its losses in the solution.
    fn gears_at_bound(&self) -> u64 {
        let is_at_bound = |row: usize| self.decision.pivoting.bound_of(row) != 0;
        self.held_gears().filter(|(_, row, _)| is_at_bound(*row)).fold(0, |all, (place, ..)| all | 1 << place)
    }

    /// Mesh torques of all gears without candidates, per torque of each, and how they change with time where that counts.
    pub(super) fn find_mesh_paths(&mut self) {
        let Self { structure, decision, .. } = self;
        let size = decision.candidates.len();
        if decision.looks_ahead {
            decision.carried.copy_from_slice(&decision.load_rates);
            decision.solve_groups();
            for gear in 0..structure.gears.len() {
                decision.mesh_rate[gear] = decision.mesh_torque(gear).unwrap_or(0.0);
            }
        }
        for column in 0..=size {
            if column == 0 {
                decision.carried.copy_from_slice(&decision.loads);
            } else {
                decision.carried.fill(0.0);
                decision.take_from_loads(structure, column - 1, 1.0);
            }
            decision.solve_groups();
            for gear in 0..structure.gears.len() {
                decision.mesh_path[gear * (decision.most_candidates + 1) + column] =
                    decision.mesh_torque(gear).unwrap_or(0.0);
            }
        }
    }

    /// Mesh torque of a gear in the solution, and its change with time.
    fn mesh_at_solution(&self, gear: usize) -> Jet {
        let Decision { mesh_path, mesh_rate, most_candidates, candidates, problem, pivoting, .. } = &self.decision;
        let path = &mesh_path[gear * (most_candidates + 1)..][..=candidates.len()];
        let alone = Germ([path[0], mesh_rate[gear], 0.0]);
        let torques = problem.x.iter().zip(&pivoting.rate).map(|(x, rate)| Germ([*x, *rate, 0.0]));
        path[1..].iter().zip(torques).fold(alone, |sum, (path, torque)| sum.plus(*path, &torque))
    }

    /// A bit for each gear at rest whose mesh torque is negative in the solution; what is rounding has the sign of its change, or that of
    /// before.
    fn mesh_signs_of_solution(&self, before: u64, rounding: f64) -> u64 {
        self.held_gears().fold(0, |mesh_signs, (place, _, gear)| {
            let Germ([mesh, rate, _]) = self.mesh_at_solution(gear);
            let has_sign = self.decision.looks_ahead && rate.abs() > self.decision.rate_rounding();
            let is_negative = match (mesh.abs() > rounding, has_sign) {
                (true, _) => mesh < 0.0,
                (false, true) => rate < 0.0,
                (false, false) => before >> place & 1 == 1,
            };
            mesh_signs | u64::from(is_negative) << place
        })
    }

    /// Number, row and gear of each gear at rest.
    fn held_gears(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let gears = self.decision.candidates.iter().enumerate().filter_map(|(row, candidate)| match candidate {
            Candidate::Gear(gear) => Some((row, *gear)),
            Candidate::Contact(_) | Candidate::Stop(..) => None,
        });
        gears.enumerate().map(|(place, (row, gear))| (place, row, gear))
    }

    /// A bit for each gear at rest whose mesh torque is, or is about to be, negative: that of the evaluated mode.
    pub(super) fn mesh_signs_of_mode(&self) -> u64 {
        let (at, rounding) = (self.situation(), self.decision.load_rounding());
        self.held_gears().fold(0, |mesh_signs, (place, _, gear)| {
            let mesh = self.expansion.mesh_torque(&at, gear);
            let is_negative = match (self.decision.turned[gear], self.mode.gears[gear]) {
                (0, GearMode::Held(mesh_sign)) if mesh.abs() <= rounding => mesh_sign < 0,
                (0, _) => mesh < 0.0,
                (turned, _) => turned < 0,
            };
            mesh_signs | u64::from(is_negative) << place
        })
    }

    /// A bit for each gear at rest whose mesh torque is negative in the share that has come to its end.
    pub(super) fn mesh_signs_decided(&self) -> u64 {
        self.held_gears().fold(0, |mesh_signs, (place, _, gear)| match self.decided.gears[gear] {
            GearMode::Held(mesh_sign)
            | GearMode::LossSaturated { mesh_sign, .. }
            | GearMode::Turning { mesh_sign, .. } => mesh_signs | u64::from(mesh_sign < 0) << place,
            GearMode::Lossless => mesh_signs,
        })
    }

    /// Gears at rest have mesh torques of these signs.
    pub(super) fn hold_with_mesh_signs(&mut self, mesh_signs: u64) {
        let Self { mode, decision, .. } = self;
        let mut place = 0;
        for candidate in decision.candidates.iter() {
            if let Candidate::Gear(gear) = *candidate {
                mode.gears[gear] = GearMode::Held(if mesh_signs >> place & 1 == 1 { -1 } else { 1 });
                place += 1;
            }
        }
    }

    /// Sets up the problem for the branches that stand in the mode.
    pub(super) fn set_up_torques(&mut self) {
        let Self { structure, mode, inputs, clusters, decision, expansion, position, velocity, internal, .. } = self;
        decision.build_groups(structure, mode.turning(velocity));
        let at = Situation { structure, mode, clusters, inputs, position, velocity, internal };
        expansion.forces(&at, &mut decision.force, &mut decision.size);
        decision.prescribe(structure, &expansion.prescribed);
        decision.loads.copy_from_slice(&decision.force);
        decision.gather();
        decision.set_up(structure);
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
                    let level = bound.max(0.0);
                    let (below, above) = self.decision.margins(self.decision.end_of(Candidate::Contact(contact)));
                    let is_freewheel = self.structure.contacts[contact].is_freewheel();
                    (if is_freewheel { f64::NEG_INFINITY } else { below - level }, level - above)
                }
                // Between stops without room a body has a torque of either sign, for which one candidate stands.
                Candidate::Stop(body, _) if self.structure.bodies[body].has_no_room() => {
                    (f64::NEG_INFINITY, f64::INFINITY)
                }
                Candidate::Stop(_, 1) => (0.0, f64::INFINITY),
                Candidate::Stop(..) => (f64::NEG_INFINITY, 0.0),
                Candidate::Gear(_) => (f64::NEG_INFINITY, f64::INFINITY),
            };
            (self.decision.problem.lower[row], self.decision.problem.upper[row]) = (lower, upper);
        }
    }

    /// Bounds of the losses for these signs of the mesh torques.
    fn bound_losses(&mut self, mesh_signs: u64) {
        self.decision.pivoting.begin(self.decision.candidates.len());
        self.set_bounds();
        self.hold_with_mesh_signs(mesh_signs);
        let Self { structure, mode, decision, .. } = self;
        let size = decision.candidates.len();
        for row in 0..size {
            let Candidate::Gear(gear) = decision.candidates[row] else { continue };
            let GearMode::Held(mesh_sign) = mode.gears[gear] else { continue };
            let level = |direction: i8| holding_level(&structure.gears[gear], direction, mesh_sign);
            let path = &decision.mesh_path[gear * (decision.most_candidates + 1)..];
            let ((lower, lower_growth), (upper, upper_growth)) = (level(-1), level(1));
            let (below, above) = decision.margins(decision.end_of(Candidate::Gear(gear)));
            decision.problem.lower[row] = below - (lower + lower_growth * path[0]);
            decision.problem.upper[row] = upper + upper_growth * path[0] - above;
            if decision.looks_ahead {
                let rate = decision.mesh_rate[gear];
                decision.pivoting.lower_rate[row] = -lower_growth * rate;
                decision.pivoting.upper_rate[row] = upper_growth * rate;
            }
            for (column, change) in path[1..=size].iter().enumerate() {
                decision.pivoting.lower_slope[row * size + column] = -lower_growth * change;
                decision.pivoting.upper_slope[row * size + column] = upper_growth * change;
            }
        }
    }
}

impl Decision {
    /// Mesh torque of a gear, after the torques of the links were solved for.
    pub fn mesh_torque(&self, gear: usize) -> Option<f64> {
        self.groups.body_of(Joint::Gear(gear)).map(|body| self.link_torque[body])
    }

    /// Takes the torque `x` of a candidate from the forces for which the groups are solved.
    pub fn take_from_loads(&mut self, structure: &Structure, row: usize, x: f64) {
        for (body, sign) in self.candidates[row].ends(structure).into_iter().flatten() {
            self.carried[body] -= sign * x;
        }
    }

    /// Torques in the gears for the forces in `carried`.
    pub fn solve_groups(&mut self) {
        self.groups.solve(&mut self.carried, &mut self.acceleration, &mut self.link_torque);
    }

    /// What of a torque is rounding of the forces.
    pub fn load_rounding(&self) -> f64 {
        Constants::DEFAULT.reltol_zero * self.load_size()
    }

    /// The greatest of the forces on the bodies.
    fn load_size(&self) -> f64 {
        self.size.iter().fold(0.0, |largest: f64, size| largest.max(size.abs()))
    }

    /// What of the rate of a torque is rounding of those of forces and levels.
    fn rate_rounding(&self) -> f64 {
        Constants::DEFAULT.reltol_zero * self.rate_size
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

    /// Takes given accelerations, or their rates, into the groups, and the inertia torques that belong to them into the forces.
    pub fn prescribe(&mut self, structure: &Structure, given: &[f64]) {
        if structure.motions.is_empty() {
            return;
        }
        self.groups.given.copy_from_slice(given);
        self.groups.add_inertia_torques(structure, given, &mut self.force);
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

    /// Relative motion per motion of the root of a group.
    pub fn factor(&self, structure: &Structure, candidate: Candidate, root: usize) -> f64 {
        let parts = candidate.parts_in(structure, &self.groups, root, |body| self.groups.factor[body]);
        parts.fold(0.0, |sum, part| sum + part)
    }

    /// Torque at the root of a group per torque of a candidate.
    fn torque_factor(&self, structure: &Structure, candidate: Candidate, root: usize) -> f64 {
        let of = |body: usize| self.groups.torque_factor(body);
        sum_without_rounding(candidate.parts_in(structure, &self.groups, root, of), Constants::DEFAULT.reltol_zero)
    }

    /// Ties what gears tie, with the losses of those that turn.
    pub fn build_groups(&mut self, structure: &Structure, turning: Turning<'_>) {
        self.groups.build_groups(structure, turning);
    }

    /// Roots of the groups that a candidate touches, each once.
    pub fn roots(&self, structure: &Structure, candidate: Candidate) -> [Option<usize>; 2] {
        candidate.roots(structure, &self.groups)
    }

    /// What is left to the lower and to the upper bound where a hold has come to its end in the direction `hit`.
    pub fn margins(&self, hit: i8) -> (f64, f64) {
        (if hit < 0 { self.margin } else { 0.0 }, if hit > 0 { self.margin } else { 0.0 })
    }
}
