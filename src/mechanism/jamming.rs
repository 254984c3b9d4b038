//! Which motions of self-locking gears are possible together with contacts, and what jams where none is.
//!
//! # When a motion is possible
//!
//! A gear between J_a at its first body and J_b at its second, with s·T < 0 (the second drives), takes η_aid·T from the first:
//!
//! ```text
//! (J_a + η_aid·J_b/ratio²)·a = F_a − s·C + η_aid·F_b/ratio        T = (J_b·a/ratio − F_b)/ratio
//! ```
//!
//! With η_aid < 0 the bracket may be negative. Then the acceleration answers a torque by turning against it, and an elastic
//! mesh, however stiff, would leave such a state at once: it is no motion, although it satisfies the equations. This is the
//! paradox that Painlevé found for Coulomb friction (Génot & Brogliato, European Journal of Mechanics A/Solids 18, 1999).
//!
//! What counts is the **cluster**: all that gears and contacts at rest make move as one. A clutch that sticks adds what is
//! behind it to J_a or to J_b, one that slides adds a torque only. So the signs of the mesh torques and the regimes of the
//! contacts have to be found together. A combination of them is a motion if
//!
//! 1. every contact at rest carries no more than it can, every one that begins to slide is accelerated in its direction;
//! 2. every mesh torque has the sign that its losses were taken for, and every gear that begins to turn is accelerated in
//!    its direction;
//! 3. every cluster has a positive inertia, losses included ([`Clusters::has_motion`](super::clusters::Clusters::has_motion)).
//!
//! Two bodies joined by a clutch that holds are then one body of their sum, on either side of a gear. In a cluster of one gear
//! the inertias with which T aids and opposes are such that where both are positive exactly one sign of T is consistent.
//!
//! # Which motion it is
//!
//! Of several motions that with most contacts at rest is taken, then that with the signs that the mesh torques had: what holds
//! goes on holding. Velocities do not jump as long as there is a motion without a jump.
//!
//! # What jams
//!
//! Where no combination is a motion, velocities jump: the gear in whose cluster the conditions fail stops with all that gears
//! tie to it ([`super::impact`]). Its losses can take any torque because they grow without bound with the mesh torque that
//! they cause; a contact has a level and passes no impulse, so what is behind it slides from that instant. In a combination
//! with the fewest conditions violated these are the gears of the violated ones; others keep moving. A gear that can neither rest
//! nor turn at zero velocity is held.
//!
//! A contact with a high level sets what has jammed in motion again, until both jam again, a little slower. Once that happens within
//! one instant, as far as times are distinguished, contacts at rest stop with the gear: what they pass in it has no measure.
//!
//! A mesh torque that has just come to zero is about to have the other sign: the former one needs a torque that is not zero. A
//! contact whose hold has just come to its end is about to slide, though its relative acceleration is still zero, and ties nothing.

use super::decision::{Candidate, Decision};
use super::mode::{ContactMode, GearMode};
use super::{Gear, Mechanism};

/// Most gears whose mesh torques are tried with both signs.
const MOST_GEARS: u32 = 6;
/// Most combinations of signs, and of regimes of as many contacts and stops as that allows.
const MOST_COMBINATIONS: usize = 4096;
/// Combinations that are tried at one instant: what goes on deciding after that takes what pivoting finds, so that the cost of an
/// instant has a bound.
const MOST_OF_AN_INSTANT: u32 = 8 * MOST_COMBINATIONS as u32;

/// Share of a torque that a root or a bound may seem to be missed by.
const LOCATED: f64 = 1e-9;
/// Share of the forces on a group that is rounding of its torques.
const ROUNDING: f64 = 1e-11;

/// How good a combination of signs and regimes is: less is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Rating {
    /// Conditions that are violated.
    violated: usize,
    /// Contacts that move.
    moving: usize,
}

/// A combination: gears whose mesh torques have another sign than before, and the number of the places of the contacts, if not
/// those that pivoting has found.
type Combination = (u64, Option<usize>);

/// Bound at which the combination number `code` has unknown number `place`: 0 none, or one of the two.
fn bound_in(code: usize, place: usize) -> i8 {
    [0, 1, -1][code / 3_usize.pow(place as u32) % 3]
}

impl Mechanism {
    /// The sign of the mesh torque of each gear that turns: a bit for those that are negative.
    pub(super) fn turning_mesh_signs(&self) -> u64 {
        self.turning_gears().enumerate().fold(0, |mesh_signs, (place, gear)| match self.mode.gears[gear] {
            GearMode::Turning { mesh_sign, .. } => mesh_signs | u64::from(mesh_sign < 0) << place,
            GearMode::Lossless | GearMode::Held(_) | GearMode::LossSaturated { .. } => mesh_signs,
        })
    }

    fn set_turning_mesh_signs(&mut self, mesh_signs: u64) {
        let mut place = 0;
        for mode in &mut self.mode.gears {
            if let GearMode::Turning { direction, .. } = *mode {
                let mesh_sign = if mesh_signs >> place & 1 == 1 { -1 } else { 1 };
                *mode = GearMode::Turning { direction, mesh_sign };
                place += 1;
            }
        }
    }

    fn turning_gears(&self) -> impl Iterator<Item = usize> {
        (0..self.structure.gears.len()).filter(|&gear| matches!(self.mode.gears[gear], GearMode::Turning { .. }))
    }

    /// Whether a gear turns that gears tie to this root, and can jam.
    fn has_jamming_gear(&self, root: usize) -> bool {
        let Self { structure, decision, .. } = self;
        let of_root = |gear: &usize| decision.groups.root[structure.gears[*gear].first] == Some(root);
        self.turning_gears().filter(of_root).any(|gear| structure.gears[gear].can_jam())
    }

    /// Where gears turn that can jam, takes the possible motion with most contacts at rest; `before` are the signs of the mesh
    /// torques before, and `is_solved`: whether a solution stands in the decision. If no motion is possible,
    /// [`Decision::is_wrong`] marks the gears that jam.
    pub(super) fn find_possible_motion(&mut self, before: u64, is_solved: bool) {
        self.decision.is_wrong.fill(false);
        let gears = self.turning_gears().count() as u32;
        let can_jam = self.turning_gears().any(|gear| self.structure.gears[gear].can_jam());
        if !can_jam || (is_solved && self.rate(before) == Rating::default()) {
            return;
        }
        let mut best: Option<(Rating, Combination)> = None;
        for number in 0..1_u64 << gears.min(MOST_GEARS) {
            if best.is_some_and(|(rating, _)| rating == Rating::default()) || self.decision.is_exhausted() {
                break;
            }
            self.set_turning_mesh_signs(before ^ number);
            self.set_up_torques();
            let codes = if self.decision.combinations < MOST_OF_AN_INSTANT { self.list_open_rows() } else { 0 };
            self.decision.combinations += codes as u32;
            for code in core::iter::once(None).chain((0..codes).map(Some)) {
                let rating = if self.solve_as(code) { self.rate(before) } else { continue };
                if best.is_none_or(|(least, _)| rating < least) {
                    best = Some((rating, (number, code)));
                }
            }
        }
        if let Some((_, (number, code))) = best {
            self.set_turning_mesh_signs(before ^ number);
            self.set_up_torques();
            self.list_open_rows();
            let _ = code.is_some() && self.solve_as(Some(0));
            self.solve_as(code);
            self.rate(before);
        }
    }

    /// Lists contacts and stops that affect gears that can jam, as many as can be tried in all places; gives the number
    /// of the combinations of these, 0 where they are not tried.
    fn list_open_rows(&mut self) -> usize {
        self.decision.open_rows.clear();
        if self.has_held_gears() {
            return 0;
        }
        let Decision { pivoting, problem, candidates, .. } = &mut self.decision;
        pivoting.begin(candidates.len());
        pivoting.find_blocks(problem);
        let size = candidates.len();
        for row in 0..size {
            let block = self.decision.pivoting.block(row);
            let is_open = (0..size).filter(|&other| self.decision.pivoting.block(other) == block).any(|other| {
                let roots = self.decision.roots(&self.structure, self.decision.candidates[other]);
                roots.into_iter().flatten().any(|root| self.has_jamming_gear(root))
            });
            if is_open {
                self.decision.open_rows.push(row);
            }
        }
        let signs = 1_usize << self.turning_gears().count().min(MOST_GEARS as usize);
        let fits = |rows: &usize| 3_usize.pow(*rows as u32) * signs <= MOST_COMBINATIONS;
        let rows = (0..=self.decision.open_rows.len()).take_while(fits).last().unwrap_or(0);
        self.decision.open_rows.truncate(rows);
        if rows > 0 { 3_usize.pow(rows as u32) } else { 0 }
    }

    /// Solves for the torques with the contacts at their places in this combination; whether these have bounds.
    fn solve_as(&mut self, code: Option<usize>) -> bool {
        if self.has_held_gears() && self.solve_with_losses() {
            return true;
        }
        self.set_bounds();
        // An order that turns with a mirror.
        let first = self.turning_gears().next().map(|gear| self.mode.gears[gear]);
        let turned = if let Some(GearMode::Turning { direction, .. }) = first { direction } else { 1 };
        let rounding = self.decision.load_rounding();
        let Decision { pivoting, problem, candidates, open_rows, .. } = &mut self.decision;
        pivoting.begin(candidates.len());
        pivoting.unsettle();
        let Some(code) = code else {
            pivoting.solve(problem, rounding);
            pivoting.settle(problem, rounding);
            return true;
        };
        if code == 0 {
            // What does not affect them is solved for once.
            for &row in open_rows.iter() {
                pivoting.put(row, 0);
                pivoting.settle_row(row);
            }
            pivoting.solve(problem, rounding);
            pivoting.unsettle();
        }
        for (place, &row) in open_rows.iter().enumerate() {
            let bound = turned * bound_in(code, place);
            let is_finite = match bound {
                1 => problem.upper[row].is_finite(),
                -1 => problem.lower[row].is_finite(),
                _ => true,
            };
            if !is_finite {
                return false;
            }
            pivoting.put(row, bound);
        }
        pivoting.solve_for_places(problem);
        pivoting.settle(problem, rounding);
        true
    }

    /// Rates the solution that stands in the decision, and marks the gears that it is wrong about.
    fn rate(&mut self, before: u64) -> Rating {
        self.solve_for_meshes();
        self.decision.is_wrong.fill(false);
        let mut rating = Rating::default();
        self.tie_clusters();
        self.tie_moving();
        for row in 0..self.decision.candidates.len() {
            if !self.decision.is_satisfied(row) || self.presses_what_leaves(row) {
                rating.violated += 1;
                for (body, _) in Decision::ends(&self.structure, self.decision.candidates[row]).into_iter().flatten() {
                    self.mark_gears_of_cluster(self.clusters.root[body]);
                }
            }
            rating.moving += usize::from(!self.decision.ties(row));
        }
        let changed = before ^ self.turning_mesh_signs();
        let mut place = 0;
        for gear in 0..self.structure.gears.len() {
            let GearMode::Turning { .. } = self.mode.gears[gear] else { continue };
            if !self.can_turn(gear, changed >> place & 1 == 0) {
                rating.violated += 1;
                self.mark_gears_of_cluster(self.clusters.root[self.structure.gears[gear].first]);
            }
            place += 1;
        }
        rating
    }

    /// Whether a stop presses a body that a gear takes away from it.
    fn presses_what_leaves(&self, row: usize) -> bool {
        let Candidate::Stop(body, side) = self.decision.candidates[row] else { return false };
        self.decision.problem.x[row].abs() > self.decision.load_rounding() && self.is_taken_away(body, side)
    }

    /// Whether a self-locking gear at rest and is tied to this body turns it away from its stop, or carries all that it can against that:
    /// the stop would press until the losses hold. See [`Mechanism::is_wedged`].
    pub(super) fn is_taken_away(&self, body: usize, side: i8) -> bool {
        !self.structure.bodies[body].has_no_room()
            && self.is_turned(Candidate::Stop(body, side), -side, |gear| match self.mode.gears[gear] {
                GearMode::Turning { direction, .. } | GearMode::LossSaturated { direction, .. } => direction,
                GearMode::Lossless | GearMode::Held(_) => 0,
            })
    }

    /// Whether a body that rests at a stop is taken away from it.
    pub(super) fn is_any_taken_away(&mut self) -> bool {
        if self.mode.stops.iter().all(|side| *side == 0) {
            return false;
        }
        self.tie_what_moves();
        (0..self.mode.stops.len()).any(|body| self.is_taken_away(body, self.mode.stops[body]))
    }

    /// A contact, or the losses of another gear, that have pressed a self-locking gear, until its losses could hold no more, do
    /// not give way as they pressed: the gear takes them along, against their friction. A one-way clutch that it drives in the direction
    /// that is blocked holds on.
    pub(super) fn turn_with_gears(&mut self) {
        for gear in 0..self.structure.gears.len() {
            // Another gear may have been taken along, or a decision tried.
            self.tie_what_moves();
            if let Some(other) = self.gear_that_turns(gear)
                && (!self.structure.gears[gear].can_jam() || self.would_turn(other, gear))
            {
                self.reverse_gear(gear);
            }
        }
        self.tie_what_moves();
        for contact in 0..self.structure.contacts.len() {
            let hit = self.decision.hit[contact];
            if self.is_turned(Candidate::Contact(contact), -hit, |gear| self.decision.gear_hit[gear]) {
                if self.structure.contacts[contact].is_freewheel() {
                    self.decision.hit[contact] = -hit;
                } else {
                    self.decision.hit[contact] = 0;
                    self.mode.begin_sliding(contact, -hit);
                }
            }
        }
    }

    /// A gear that can jam and whose hold has come to its end, as that of this one, but against whose loss.
    fn gear_that_turns(&self, gear: usize) -> Option<usize> {
        let Self { structure, decision, .. } = self;
        let hit = decision.gear_hit[gear];
        (0..structure.gears.len()).find(|&other| {
            let hit_of = |index: usize| if index == other { decision.gear_hit[other] } else { 0 };
            other != gear && self.is_turned(Candidate::Gear(gear), -hit, hit_of)
        })
    }

    /// A gear turns against the loss that has come to its bound.
    fn reverse_gear(&mut self, gear: usize) {
        let hit = core::mem::take(&mut self.decision.gear_hit[gear]);
        if let GearMode::Held(mesh_sign) | GearMode::LossSaturated { mesh_sign, .. } = self.mode.gears[gear] {
            self.mode.begin_turning(gear, -hit, mesh_sign);
        }
    }

    /// Whether there is a motion in which a gear turns against the loss at its bound and takes another along.
    fn would_turn(&mut self, gear: usize, other: usize) -> bool {
        let (hit, hit_of_other) = (self.decision.gear_hit[gear], self.decision.gear_hit[other]);
        self.decided.copy_from(&self.mode);
        self.reverse_gear(other);
        self.decide_with_gears();
        let acceleration = f64::from(hit) * self.decision.acceleration[self.structure.gears[gear].first];
        let turns = acceleration > 0.0 && !self.decision.is_wrong.contains(&true);
        self.mode.copy_from(&self.decided);
        (self.decision.gear_hit[gear], self.decision.gear_hit[other]) = (hit, hit_of_other);
        turns
    }

    /// Finds what moves together once the holds that have come to their end are gone and all others go on. Only self-locking gears
    /// ask for it.
    pub(super) fn tie_what_moves(&mut self) {
        if !self.structure.gears.iter().any(Gear::is_self_locking) {
            return;
        }
        let Self { structure, mode, decision, .. } = self;
        for (index, contact) in structure.contacts.iter().enumerate() {
            let goes_on = decision.hit[index] == 0 || decision.is_driven(contact, index);
            decision.is_tied[index] = mode.contacts[index] == ContactMode::Stuck && goes_on;
        }
        self.tie_moving();
    }

    /// Ties what moves together with these contacts tied.
    fn tie_moving(&mut self) {
        let Self { structure, mode, decision, .. } = self;
        let Decision { moving, is_tied, gear_hit, .. } = decision;
        moving.begin();
        for (gear, part) in structure.gears.iter().enumerate() {
            moving.tie(Some(part.first), part.second, part.ratio);
            if matches!(mode.gears[gear], GearMode::Held(_)) && gear_hit[gear] == 0 {
                moving.tie(None, part.first, 1.0);
            }
        }
        let tied = structure.contacts.iter().zip(is_tied.iter()).filter(|(_, is_tied)| **is_tied);
        tied.for_each(|(contact, _)| moving.tie(contact.first, contact.second, 1.0));
    }

    /// Whether a self-locking gear at rest moves the bodies of a candidate in this direction, where each gear turns in its `direction_of`: 0
    /// if it does not turn.
    pub(super) fn is_turned(&self, candidate: Candidate, direction: i8, direction_of: impl Fn(usize) -> i8) -> bool {
        let Self { structure, decision, .. } = self;
        structure.gears.iter().enumerate().filter(|(_, part)| part.is_self_locking()).any(|(gear, part)| {
            let ends = Decision::ends(structure, candidate).into_iter().flatten();
            let motion: f64 = ends.map(|(body, sign)| sign * decision.moving.sense(part.first, body)).sum();
            f64::from(direction * direction_of(gear)) * motion > 0.0
        })
    }

    /// Marks the gears in a cluster that can jam.
    fn mark_gears_of_cluster(&mut self, root: Option<usize>) {
        let Self { structure, mode, clusters, decision, .. } = self;
        for (gear, part) in structure.gears.iter().enumerate() {
            let turns = matches!(mode.gears[gear], GearMode::Turning { .. });
            decision.is_wrong[gear] |= part.can_jam() && turns && clusters.root[part.first] == root;
        }
    }

    /// Joins what the solution has at rest to clusters.
    fn tie_clusters(&mut self) {
        let Self { structure, mode, clusters, decision, .. } = self;
        decision.is_tied.fill(false);
        let rounding = decision.load_rounding();
        for row in 0..decision.candidates.len() {
            match decision.candidates[row] {
                Candidate::Contact(contact) => decision.is_tied[contact] = decision.ties(row),
                Candidate::Stop(body, side) if decision.ties(row) && decision.problem.x[row].abs() > rounding => {
                    mode.stops[body] = side;
                }
                Candidate::Stop(..) | Candidate::Gear(_) => {}
            }
        }
        clusters.build(structure, &|contact| decision.is_tied[contact], &mode.gears, &mode.stops);
        mode.stops.fill(0);
    }

    /// Whether a gear turns as in its mode: with the sign of its mesh torque, in its direction, and in a cluster whose
    /// inertia is positive.
    fn can_turn(&mut self, gear: usize, has_sign_of_before: bool) -> bool {
        let Self { structure, mode, clusters, decision, velocity, .. } = self;
        let GearMode::Turning { direction, mesh_sign } = mode.gears[gear] else { return true };
        let first = structure.gears[gear].first;
        let Some(mesh) = decision.mesh_torque(gear) else { return true };
        decision.mesh[gear] = mesh;
        let Some(root) = decision.groups.root[first] else { return true };
        let size = decision.size[root];
        let is_located = decision.mesh_at_zero[gear] && mesh.abs() <= LOCATED * size;
        let has_sign = if is_located { has_sign_of_before } else { f64::from(mesh_sign) * mesh >= -ROUNDING * size };
        let acceleration = f64::from(direction) * decision.acceleration[first];
        let rounding = ROUNDING * (decision.groups.factor[first] * size / decision.groups.inertia(root)).abs();
        let goes = velocity[first] != 0.0 || acceleration >= -rounding;
        has_sign && goes && clusters.root[first].is_none_or(|root| clusters.has_motion(root))
    }

    /// Stops the gears for which no motion is possible; whether there are any.
    pub(super) fn jam(&mut self) -> bool {
        let Self { structure, decision, velocity, jams, .. } = self;
        if !decision.is_wrong.contains(&true) {
            return false;
        }
        decision.jammed.copy_from_slice(&decision.is_wrong);
        decision.jams_anew = jams.iter().zip(&decision.jammed).any(|(before, now)| *before && *now);
        for (gear, part) in structure.gears.iter().enumerate() {
            if !decision.jammed[gear] {
                continue;
            }
            decision.mesh_at_zero[gear] = false;
            // What can neither rest nor turn is held until the next instant.
            decision.is_wrong[gear] = velocity[part.first] == 0.0 && jams[gear];
            jams[gear] = true;
        }
        self.strike();
        self.unite_velocities();
        self.decision.jams_anew = false;
        let Decision { jammed, is_wrong, .. } = &mut self.decision;
        jammed.copy_from_slice(is_wrong);
        true
    }
}

impl Decision {
    /// What of the relative acceleration of a candidate is rounding.
    fn residual_rounding(&self, row: usize) -> f64 {
        let others = (0..self.candidates.len()).map(|other| self.problem.at(row, other).abs()).sum::<f64>();
        self.problem.rounding(row) + self.load_rounding() * others
    }

    /// Whether the torque of a candidate is within its bounds, and at that against which it moves.
    fn is_satisfied(&self, row: usize) -> bool {
        let problem = &self.problem;
        let (x, lower, upper) = (problem.x[row], problem.lower[row], problem.upper[row]);
        let (residual, rounding) = (problem.residual[row], self.load_rounding() + LOCATED * problem.x[row].abs());
        let tolerance = self.residual_rounding(row);
        let is_within = x <= upper + rounding && x >= lower - rounding;
        let rises = residual <= tolerance || x >= upper - rounding;
        let falls = residual >= -tolerance || x <= lower + rounding;
        is_within && rises && falls
    }

    /// Whether a candidate joins its bodies: it has no relative acceleration, and its hold has not just come to its end.
    fn ties(&self, row: usize) -> bool {
        let ends = match self.candidates[row] {
            Candidate::Contact(contact) => self.is_at_bound(row, self.hit[contact]),
            Candidate::Gear(gear) => self.is_at_bound(row, self.gear_hit[gear]),
            Candidate::Stop(body, side) => self.stop_released[body] == side,
        };
        !ends && self.problem.residual[row].abs() <= self.residual_rounding(row)
    }
}
