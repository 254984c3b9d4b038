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
//! contacts are unknowns of one complementarity problem ([`super::decision`]). A solution is a motion if
//!
//! 1. every contact at rest carries no more than it can, every one that begins to slide is accelerated in its direction;
//! 2. every mesh torque has the sign that its losses were taken for, and every gear that begins to turn is accelerated in
//!    its direction;
//! 3. every cluster has a positive inertia, losses included ([`Clusters::has_motion`](super::clusters::Clusters::has_motion)).
//!
//! Two bodies joined by a clutch that holds are then one body of their sum, on either side of a gear. In a cluster of one gear
//! the inertias with which T aids and opposes are such that where both are positive exactly one sign of T is consistent.
//!
//! For one gear condition 3 is the sign of the determinant of the equations of the solution, its index. Lemke's method ends only in
//! solutions of the index 1 ([`crate::complementarity`]), so states without a motion are not found. Two gears with negative
//! brackets in one block can hide each other, so the clusters of the solution are looked at as well.
//!
//! # Which motion it is
//!
//! Of several motions that with most at rest is looked for: what can hold does. Velocities do not jump as long as there is a
//! motion without a jump.
//!
//! Where contacts close a loop around a gear the equations are singular, and the index does not tell: then, and where nothing is found, a
//! solution in which the first bodies drive is looked for, which has a motion whatever the losses are ([`Mechanism::resist`]).
//!
//! # What presses on nothing
//!
//! A gear with r·(1 − η_aid) > 1 holds the better the more a stop or a one-way clutch presses it, and where these press against each other nothing
//! determines how much they do: with enough of it anything would rest. An elastic mechanism does not build up such a preload by itself. So one-way
//! elements (unilateral constraints) that carry nothing when an instant begins take part only where bodies would go through them otherwise. What presses already goes on to do so.
//! That is asked for all of a block together, because which of several one-way elements carries what is not unique.
//!
//! # What jams
//!
//! Where there is no solution, or one whose clusters are no motion, velocities jump: the gears that can jam and turn in that block stop
//! with all that gears tie to them ([`super::impact`]). Their losses can take any torque because they grow without bound with the
//! mesh torque that they cause; a contact has a level and passes no impulse, so what is behind it slides from that instant.
//! A gear that can neither rest nor turn at zero velocity is held.
//!
//! A contact with a high level sets what has jammed in motion again, until both jam again, a little slower. Once that happens within
//! one instant, as far as times are distinguished, contacts at rest stop with the gear: what they pass in it has no measure.
//!
//! A mesh torque that has just come to zero is about to have the sign of its first derivative that is not: the problem is asked
//! with the derivatives of its data.

use super::candidate::Candidate;
use super::constants::CONSTANTS;
use super::decision::{Decision, OneWay};
use super::{ContactMode, Gear, GearMode, Mechanism};
use crate::complementarity::{Germ, Outcome};

impl Mechanism {
    /// Notes which one-way elements press on their bodies in the present mode, where a gear at rest could hold by that.
    pub(super) fn note_pressing(&mut self) {
        self.decision.pressing.clear();
        if !self.structure.has_self_locking_gears() {
            return;
        }
        self.evaluate();
        let rounding = CONSTANTS.complementarity.reltol_zero * self.expansion.force_size();
        let bodies = 0..self.structure.bodies.len();
        let stops = bodies.flat_map(|body| [-1, 1].map(|side| Candidate::Stop(body, side)));
        let contacts = (0..self.structure.contacts.len()).map(Candidate::Contact);
        for candidate in stops.chain(contacts) {
            let (law, element) = candidate.get();
            let is_one_way = law.blocked_direction(element, &self.structure) != 0;
            if is_one_way && law.push(element, &self.expansion, &self.situation()) > rounding {
                self.decision.pressing.push(candidate);
            }
        }
    }

    /// Leaves out the one-way elements of blocks in which a gear at rest locks itself and none of them presses yet; their number. They have laws without
    /// the direction that they block.
    pub(super) fn leave_out_one_way(&mut self) -> usize {
        if !self.structure.has_self_locking_gears() {
            return 0;
        }
        self.write_laws(1);
        self.question.find_blocks();
        let mut number = 0;
        for row in 0..self.question.unknowns.len() {
            if self.presses_on_nothing(row) {
                self.decision.one_way[row] = OneWay::LeftOut;
                number += 1;
            }
        }
        number
    }

    /// Whether an unknown is such an element.
    fn presses_on_nothing(&self, row: usize) -> bool {
        let Self { structure, decision, question, .. } = self;
        let (law, element) = question.unknowns[row].get();
        let block = &question.solution.block;
        let of_block = || question.unknowns.iter().zip(block).filter(|(_, own)| **own == block[row]);
        let locks = |candidate: &Candidate| match *candidate {
            Candidate::Gear(gear) => self.gear_may_turn(gear) && structure.gears[gear].is_self_locking(),
            Candidate::Contact(_) | Candidate::Stop(..) => false,
        };
        law.blocked_direction(element, structure) != 0
            && of_block().any(|(other, _)| locks(other))
            && !of_block().any(|(other, _)| decision.pressing.contains(other))
    }

    /// Those that bodies go through in the solution take part, and those of blocks without a solution; whether there are any. What moved without them
    /// may rest.
    pub(super) fn take_in_one_way(&mut self) -> bool {
        let Self { structure, decision, question, .. } = self;
        let mut any = false;
        for (row, candidate) in question.unknowns.iter().enumerate() {
            if decision.one_way[row] != OneWay::LeftOut {
                continue;
            }
            let (law, element) = candidate.get();
            let direction = question.solution.w[row].sign(0.0, &Germ::default());
            let goes_through = direction == law.blocked_direction(element, structure);
            if goes_through || question.solution.outcome[row] != Outcome::Solved {
                (decision.one_way[row], any) = (OneWay::TakenIn, true);
            }
        }
        if any {
            decision.slides.fill(false);
        }
        any
    }

    /// What bodies would go through presses from here on.
    pub(super) fn keep_taken_in(&mut self) {
        let Self { decision, question, .. } = self;
        for (candidate, one_way) in question.unknowns.iter().zip(decision.one_way.iter()) {
            if *one_way == OneWay::TakenIn && !decision.pressing.contains(candidate) {
                decision.pressing.push(*candidate);
            }
        }
    }

    /// Marks the gears that have no motion in the solution: those of blocks without one, and those of clusters whose inertia is not positive,
    /// which two gears that lock themselves can hide from each other.
    pub(super) fn mark_unsolved_gears(&mut self) {
        let gears = self.structure.gears.iter().zip(&self.mode.gears);
        let turning = gears.filter(|(gear, mode)| can_jam_and_turns(gear, **mode)).count();
        for row in 0..self.question.unknowns.len() {
            if let Candidate::Gear(gear) = self.question.unknowns[row] {
                let is_unsolved = self.question.solution.outcome[row] != Outcome::Solved;
                self.decision.is_wrong[gear] =
                    is_unsolved && can_jam_and_turns(&self.structure.gears[gear], self.mode.gears[gear]);
            }
        }
        if turning > 0 {
            self.mark_gears_without_motion();
        }
    }

    /// Marks the gears of clusters whose inertia is not positive where everything moves as in the solution.
    fn mark_gears_without_motion(&mut self) {
        self.tie_clusters();
        for gear in 0..self.structure.gears.len() {
            let root = self.clusters.root[self.structure.gears[gear].first];
            let turns = can_jam_and_turns(&self.structure.gears[gear], self.mode.gears[gear]);
            self.decision.is_wrong[gear] |= turns && root.is_some_and(|root| !self.clusters.has_motion(root));
        }
    }

    /// Joins what the solution has at rest to clusters.
    fn tie_clusters(&mut self) {
        let Self { structure, mode, clusters, decision, question, velocity, .. } = self;
        decision.is_tied.fill(false);
        for (row, candidate) in question.unknowns.iter().enumerate() {
            let rests = question.solution.w[row].is_zero();
            match *candidate {
                Candidate::Contact(contact) => decision.is_tied[contact] = rests,
                Candidate::Stop(body, side) if rests && !question.solution.lambda[row].is_zero() => {
                    mode.stops[body] = side;
                }
                Candidate::Stop(..) | Candidate::Gear(_) => {}
            }
        }
        clusters.build(structure, &|contact| decision.is_tied[contact], mode.turning(velocity), &mode.stops);
        mode.stops.fill(0);
    }

    /// Where gears that turn have no motion in the solution, another one is asked for, in which their first bodies drive; whether there is one.
    /// Without losses where the second bodies drive their inertias are positive, and nothing takes the place of that solution. It is one with
    /// losses as well if no mesh torque aids.
    pub(super) fn resist(&mut self) -> bool {
        let Decision { is_wrong, resists, .. } = &mut self.decision;
        if !is_wrong.contains(&true) {
            return false;
        }
        resists.copy_from_slice(is_wrong);
        self.mode.copy_from(&self.decided);
        self.decide_once();
        let Self { mode, decision: Decision { is_wrong, resists, .. }, .. } = self;
        let is_aided = |(mode, resists): (&GearMode, &bool)| {
            *resists && matches!(mode, GearMode::Turning { direction, mesh_sign } if direction != mesh_sign)
        };
        let fits = !is_wrong.contains(&true) && !mode.gears.iter().zip(resists.iter()).any(is_aided);
        if !fits {
            is_wrong.copy_from_slice(resists);
        }
        resists.fill(false);
        fits
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

    /// Whether a self-locking gear that turns, or that is about to because it carries all that it can, takes this body away from its stop:
    /// the stop would press until the losses hold.
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

    /// Finds what moves together once the holds that have come to their end are gone and all others go on. Only self-locking gears
    /// ask for it.
    pub(super) fn tie_what_moves(&mut self) {
        if !self.structure.has_self_locking_gears() {
            return;
        }
        let Self { structure, mode, decision, .. } = self;
        for index in 0..structure.contacts.len() {
            decision.is_tied[index] = mode.contacts[index] == ContactMode::Stuck;
        }
        self.tie_moving();
    }

    /// Ties what moves together with these contacts tied.
    fn tie_moving(&mut self) {
        let Self { structure, mode, decision, .. } = self;
        let Decision { moving, is_tied, .. } = decision;
        moving.begin();
        for (gear, part) in structure.gears.iter().enumerate() {
            moving.tie(Some(part.first), part.second, part.ratio);
            if matches!(mode.gears[gear], GearMode::Held(_)) {
                moving.tie(None, part.first, 1.0);
            }
        }
        let tied = structure.contacts.iter().zip(is_tied.iter()).filter(|(_, is_tied)| **is_tied);
        tied.for_each(|(contact, _)| moving.tie(contact.first, contact.second, 1.0));
    }

    /// Whether a self-locking gear moves the bodies of a candidate in this direction, where each gear turns in its `direction_of`: 0
    /// if it does not turn.
    pub(super) fn is_turned(&self, candidate: Candidate, direction: i8, direction_of: impl Fn(usize) -> i8) -> bool {
        let Self { structure, decision, .. } = self;
        structure.gears.iter().enumerate().filter(|(_, part)| part.is_self_locking()).any(|(gear, part)| {
            let ends = candidate.ends(structure).into_iter().flatten();
            let motion: f64 = ends.map(|(body, sign)| sign * decision.moving.sense(part.first, body)).sum();
            f64::from(direction * direction_of(gear)) * motion > 0.0
        })
    }
}

/// Whether a gear turns that can jam.
fn can_jam_and_turns(gear: &Gear, mode: GearMode) -> bool {
    gear.can_jam() && matches!(mode, GearMode::Turning { .. })
}
