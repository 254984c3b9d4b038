//! Shares of the elements at rest where losses hold gears beside other holds: what such losses hold with depends on what all
//! others carry, so an admissible share is found as that of a decision is, by complementarity.

use super::Mechanism;
use super::decision::Candidate;
use super::expansion::Situation;
use super::mode::{ContactMode, GearMode};

/// Share of its bound that an element may seem to carry beyond it.
const OVER: f64 = 1e-9;
/// Roundings that the rests of a solution may be off together.
const ROUNDING: f64 = 64.0;

/// What a search for an admissible share has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Share {
    Found,
    /// There is none: something moves.
    Moves,
    /// There are no gears at rest, or nothing was found.
    Unknown,
}

impl Mechanism {
    /// Whether losses hold a gear, or would if nothing else did.
    pub(super) fn has_gear_at_rest(&self) -> bool {
        let is_at_rest = |mode: &GearMode| matches!(mode, GearMode::Held(_) | GearMode::Loaded { .. });
        self.mode.gears.iter().any(is_at_rest)
    }

    /// Whether no element at rest carries more than it can.
    pub(super) fn is_admissible(&mut self) -> bool {
        self.evaluate();
        let rounding = 1e-11 * self.expansion.force_size();
        let contacts = (0..self.structure.contacts.len()).all(|contact| self.contact_holds(contact, rounding));
        let gears = (0..self.structure.gears.len()).all(|gear| self.gear_holds(gear, rounding));
        let at = self.situation();
        let pushes =
            |body: usize| f64::from(self.mode.stops[body]) * self.expansion.stop_torque(&at, body) >= -rounding;
        contacts && gears && (0..self.structure.bodies.len()).all(pushes)
    }

    fn contact_holds(&self, contact: usize, rounding: f64) -> bool {
        let torque = self.expansion.contact_torque[contact];
        let bound = self.situation().bound(contact, 0.0).0.max(0.0);
        let load = if self.structure.contacts[contact].is_freewheel() { torque } else { torque.abs() };
        self.mode.contacts[contact] != ContactMode::Stuck || load <= (1.0 + OVER) * bound + rounding
    }

    fn gear_holds(&self, gear: usize, rounding: f64) -> bool {
        let at = self.situation();
        let mesh = self.expansion.mesh_torque(&at, gear);
        match self.mode.gears[gear] {
            GearMode::Held(_) => {
                let (loss, part) = (self.expansion.held_loss(&at, gear), &self.structure.gears[gear]);
                let (direction, side) = (if loss < 0.0 { -1 } else { 1 }, if mesh < 0.0 { -1 } else { 1 });
                let level = part.static_ratio * part.levels.level(1.0, direction, side, mesh);
                loss.abs() <= (1.0 + OVER) * level + rounding
            }
            GearMode::Loaded { side, .. } => f64::from(side) * mesh >= -rounding,
            GearMode::Lossless | GearMode::Turning { .. } => true,
        }
    }

    /// Finds an admissible share of all that is at rest, and which elements carry all that they can in it, so much time `ahead`.
    /// None is at its bound before.
    pub(super) fn share_by_complementarity(&mut self, ahead: f64) -> Share {
        self.list_holds();
        let Self { structure, mode, drive, clusters, decision, expansion, position, velocity, internal, .. } = self;
        decision.build_groups(structure, &mode.gears);
        let at = Situation { structure, mode, clusters, drive, position, velocity, internal };
        expansion.forces(&at, &mut decision.force, &mut decision.size);
        expansion.add_change_of_forces(&at, ahead, &mut decision.force);
        decision.loads.copy_from_slice(&decision.force);
        decision.gather();
        decision.set_up(structure);
        decision.forget_sliding();
        if !self.has_held_gears() || !self.solve_with_losses(ahead) {
            return Share::Unknown;
        }
        let problem = &self.decision.problem;
        let rests = |row: usize| problem.rest[row].abs() <= ROUNDING * problem.rounding(row);
        if !(0..self.decision.candidates.len()).all(rests) {
            return Share::Moves;
        }
        self.take_over_bounds();
        Share::Found
    }

    /// What moves in the solution lets go at the present instant.
    pub(super) fn let_go(&mut self) {
        let Self { decision, .. } = self;
        for (row, candidate) in decision.candidates.iter().enumerate() {
            let moves = decision.problem.rest[row].abs() > ROUNDING * decision.problem.rounding(row);
            match *candidate {
                Candidate::Contact(contact) if moves => decision.hit[contact] = decision.pivoting.bound_of(row),
                Candidate::Gear(gear) if moves => decision.gear_hit[gear] = decision.pivoting.bound_of(row),
                Candidate::Contact(_) | Candidate::Gear(_) | Candidate::Stop(..) => {}
            }
        }
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
    fn take_over_bounds(&mut self) {
        let Self { mode, decision, .. } = self;
        for (side, mode) in decision.side_of_share.iter_mut().zip(&mode.gears) {
            *side = if let GearMode::Held(side) = mode { *side } else { 0 };
        }
        for (row, candidate) in decision.candidates.iter().enumerate() {
            let bound = decision.pivoting.bound_of(row);
            match *candidate {
                Candidate::Contact(contact) if bound != 0 => mode.contacts[contact] = ContactMode::Saturated(bound),
                Candidate::Gear(gear) if bound != 0 => {
                    if let GearMode::Held(side) = mode.gears[gear] {
                        mode.gears[gear] = GearMode::Loaded { direction: bound, side };
                    }
                }
                Candidate::Stop(body, _) if bound != 0 => mode.stops[body] = 0,
                Candidate::Contact(_) | Candidate::Gear(_) | Candidate::Stop(..) => {}
            }
        }
    }
}
