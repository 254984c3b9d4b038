//! Whether there are torques with which all that is at rest holds, and which of several are taken.
//!
//! Where more elements hold than are needed, torques are not unique. Those that are admissible leave nothing that accelerates and
//! are within all bounds: linear inequalities between the torques ([`QuadraticProgram`](crate::complementarity::QuadraticProgram)).
//! What is at rest stays so as long as there are such torques, whatever the share at hand is; a contact that reaches its bound in
//! that share lets go only if there are none, now or, by the time derivatives of loads and bounds, an instant later. The
//! inequalities that contradict each other then are those of elements that carry all that they can: these let go together.
//!
//! That is asked only where moving loads ([`super::sharing`]) finds no share, and where a hold has come to its end. The answer is the
//! share with Σ λ²/B least; losses that hold gears, freewheels and stops carry only what friction can not. The bounds of losses are linear for given signs of the mesh
//! torques: all are tried, those of before first, and the least sum counts.

use super::Mechanism;
use super::decision::{Candidate, Decision};
use super::expansion::Situation;
use super::losses::MARGIN;
use super::mode::{ContactMode, GearMode};
use super::split::Weights;

/// Share of its bound that an element may seem to carry beyond it by rounding.
pub(super) const OVER: f64 = 1e-9;

impl Mechanism {
    /// Whether losses hold a gear, or would if nothing else did.
    pub(super) fn has_gear_at_rest(&self) -> bool {
        let is_at_rest = |mode: &GearMode| matches!(mode, GearMode::Held(_) | GearMode::LossSaturated { .. });
        self.mode.gears.iter().any(is_at_rest)
    }

    /// Whether no element at rest carries more than it can.
    pub(super) fn is_admissible(&mut self) -> bool {
        self.evaluate();
        let rounding = 1e-11 * self.expansion.force_size();
        let contacts = (0..self.structure.contacts.len()).all(|contact| self.contact_holds(contact, rounding));
        let gears = (0..self.structure.gears.len()).all(|gear| self.gear_holds(gear, rounding));
        let at = self.situation();
        let pushes = |body: usize| {
            let pressure = f64::from(self.mode.stops[body]) * self.expansion.stop_torque(&at, body);
            pressure >= -rounding || self.structure.bodies[body].has_no_room()
        };
        contacts && gears && (0..self.structure.bodies.len()).all(pushes) && !self.is_any_taken_away()
    }

    fn contact_holds(&self, contact: usize, rounding: f64) -> bool {
        let torque = self.expansion.contact_torque[contact];
        let bound = self.situation().bound(contact, 0.0).0.max(0.0);
        let load = self.structure.contacts[contact].load(torque);
        self.mode.contacts[contact] != ContactMode::Stuck || load <= (1.0 + OVER) * bound + rounding
    }

    fn gear_holds(&self, gear: usize, rounding: f64) -> bool {
        let at = self.situation();
        let mesh = self.expansion.mesh_torque(&at, gear);
        match self.mode.gears[gear] {
            GearMode::Held(_) => {
                let (loss, part) = (self.expansion.held_loss(&at, gear), &self.structure.gears[gear]);
                let (direction, mesh_sign) = (if loss < 0.0 { -1 } else { 1 }, if mesh < 0.0 { -1 } else { 1 });
                let level = part.level_at_rest(1.0, direction, mesh_sign, mesh);
                loss.abs() <= (1.0 + OVER) * level + rounding
            }
            GearMode::LossSaturated { mesh_sign, .. } => f64::from(mesh_sign) * mesh >= -rounding,
            GearMode::Lossless | GearMode::Turning { .. } => true,
        }
    }

    /// Finds the share of all that is at rest, and which elements carry all that they can in it; none does before. Whether there is
    /// one: where there is none, something moves, and [`Decision::ends`] lists what lets go. `looks_ahead`: for some time from this
    /// instant on.
    pub(super) fn find_share(&mut self, looks_ahead: bool) -> bool {
        self.list_holds();
        self.decision.looks_ahead = looks_ahead;
        if looks_ahead {
            self.set_up_rates();
        }
        self.set_up_torques();
        self.weigh_candidates();
        self.find_mesh_paths();
        self.decision.pivoting.begin(self.decision.candidates.len());
        // In Model Exchange nothing determines how loads go on. But what has come to its end, and in which direction, would go beyond its
        // bound: it holds less than that, or not at all.
        if looks_ahead && !self.inputs.motion.has_slopes() {
            self.decision.margin = MARGIN * self.decision.load_rounding();
        }
        let first = self.mesh_signs_of_mode();
        let (mesh_signs, _) = self.settle_what_can_rest(first);
        let is_settled = |row: usize| self.decision.pivoting.is_settled(row);
        let open = (0..self.decision.candidates.len()).find(|row| !is_settled(*row));
        match open {
            Some(row) if looks_ahead => self.find_ends(row),
            Some(_) => {}
            None => self.take_over_bounds(mesh_signs),
        }
        (self.decision.looks_ahead, self.decision.margin) = (false, 0.0);
        self.decision.pivoting.rhs_rate.fill(0.0);
        open.is_none()
    }

    /// Time derivatives of what acts on the candidates.
    fn set_up_rates(&mut self) {
        let Self { structure, mode, inputs, clusters, decision, expansion, position, velocity, internal, .. } = self;
        decision.build_groups(structure, mode.turning(velocity));
        let at = Situation { structure, mode, clusters, inputs, position, velocity, internal };
        expansion.force_rates(&at, &mut decision.force);
        // A power of the speed that begins has none.
        decision.force.iter_mut().filter(|rate| !rate.is_finite()).for_each(|rate| *rate = 0.0);
        decision.prescribe(structure, &expansion.prescribed);
        decision.load_rates.copy_from_slice(&decision.force);
        decision.size.fill(0.0);
        decision.gather();
        decision.set_up(structure);
        let size = decision.candidates.len();
        decision.pivoting.rhs_rate[..size].copy_from_slice(&decision.problem.rhs[..size]);
        let bounds = (0..structure.contacts.len()).map(|contact| at.bound(contact, 1.0).1);
        decision.rate_size =
            decision.load_rates.iter().copied().chain(bounds).fold(0.0, |most, rate| f64::max(most, rate.abs()));
    }

    /// What each candidate costs in a share.
    fn weigh_candidates(&mut self) {
        let Self { structure, mode, inputs, clusters, decision, position, velocity, internal, .. } = self;
        let at = Situation { structure, mode, clusters, inputs, position, velocity, internal };
        let bound = |contact: usize| at.bound(contact, 0.0).0;
        let weights = Weights::new(structure, mode, bound);
        for (row, candidate) in decision.candidates.iter().enumerate() {
            let friction = match *candidate {
                Candidate::Contact(contact) if !structure.contacts[contact].is_freewheel() => Some(contact),
                Candidate::Contact(_) | Candidate::Gear(_) | Candidate::Stop(..) => None,
            };
            decision.pivoting.is_last[row] = friction.is_none();
            decision.pivoting.weight[row] = friction.map_or(weights.of_last(), |contact| weights.of(bound(contact)));
        }
    }

    /// Elements whose bounds contradict each other where the block of this candidate can not rest, with the signs of their torques. There
    /// are none where the bounds allow rest, and only a stop would be wedged.
    fn find_ends(&mut self, row: usize) {
        let block = self.decision.pivoting.block(row);
        self.decision.ends.clear();
        if !self.balances(block) || self.is_within_bounds(block, self.mesh_signs_decided()) {
            return;
        }
        let Decision { pivoting, candidates, ends, .. } = &mut self.decision;
        ends.extend(pivoting.contradiction().map(|(row, side)| (candidates[row], side)));
    }

    /// The elements whose bounds contradict each other let go at the present instant. One that would have to let go in both
    /// directions does not: rounding has decided that. Returns whether any does.
    pub(super) fn let_go(&mut self) -> bool {
        let Decision { ends, ended, .. } = &mut self.decision;
        let mut any = false;
        for &(candidate, side) in ends.iter().filter(|(candidate, side)| !ends.contains(&(*candidate, -side))) {
            any = true;
            ended.push((candidate, side));
        }
        ends.clear();
        any
    }

    /// Everything that is at rest, in the order in which clusters join it: of those that depend on each other, the same ones
    /// then hold there and in the solution.
    fn list_holds(&mut self) {
        let Self { structure, mode, decision, .. } = self;
        decision.candidates.clear();
        for is_freewheel in [false, true] {
            if is_freewheel {
                let gears = (0..structure.gears.len()).filter(|&gear| matches!(mode.gears[gear], GearMode::Held(_)));
                decision.candidates.extend(gears.map(Candidate::Gear));
            }
            let of_kind = structure.contacts.iter().map(|contact| contact.is_freewheel() == is_freewheel);
            let contacts =
                of_kind.enumerate().filter(|(contact, takes)| *takes && mode.contacts[*contact].is_at_rest());
            decision.candidates.extend(contacts.map(|(contact, _)| Candidate::Contact(contact)));
        }
        let stops = mode.stops.iter().enumerate().filter(|(_, side)| **side != 0);
        decision.candidates.extend(stops.map(|(body, side)| Candidate::Stop(body, *side)));
    }

    /// What the solution has at a bound carries all that it can.
    fn take_over_bounds(&mut self, mesh_signs: u64) {
        self.hold_with_mesh_signs(mesh_signs);
        let Self { mode, decision, .. } = self;
        for (row, candidate) in decision.candidates.iter().enumerate() {
            let bound = decision.pivoting.bound_of(row);
            let is_spared = decision.pivoting.is_spared(&decision.problem, row);
            match *candidate {
                Candidate::Contact(contact) if bound != 0 => mode.contacts[contact] = ContactMode::Saturated(bound),
                Candidate::Gear(gear) if bound != 0 => {
                    if let GearMode::Held(mesh_sign) = mode.gears[gear] {
                        mode.gears[gear] = GearMode::LossSaturated { direction: bound, mesh_sign };
                    }
                }
                Candidate::Stop(body, side) if (bound != 0 || is_spared) && mode.stops[body] == side => {
                    mode.stops[body] = 0;
                }
                Candidate::Contact(_) | Candidate::Gear(_) | Candidate::Stop(..) => {}
            }
        }
    }
}
