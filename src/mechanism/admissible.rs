//! Whether there are torques with which all that is at rest holds, and which of several are taken.
//!
//! Where more elements hold than are needed, torques are not unique. Those that are admissible leave nothing that accelerates and
//! are within all bounds: the [`Question`](super::question::Question) of the joint decision, in which all is to rest
//! ([`Rest`](crate::complementarity::Rest)).
//! What is at rest stays so as long as there are such torques, whatever the share at hand is; a contact that reaches its bound in
//! that share lets go only if there are none, now or, by the time derivatives of loads and bounds, an instant later. The
//! inequalities that contradict each other then are those of elements that carry all that they can: these let go together.
//!
//! The answer is the share with Σ λ²/B least. Freewheels and stops carry only what friction and the losses that hold gears can not, and share that by
//! the least squares of theirs; losses that hold gears carry only what friction can not, in the order
//! in which clusters join them, as only those that are needed are in the mode that follows. The bounds of losses are linear for given signs
//! of the mesh torques: all are tried, those of before first.

use super::candidate::Candidate;
use super::constants::CONSTANTS;
use super::decision::{Decision, OneWay};
use super::expansion::Situation;
use super::question::ORDERS;
use super::split::Weights;
use super::{ContactMode, Gear, GearMode, Mechanism};
use crate::complementarity::{Constants, Law, Reserve, Share, Weight};

impl Mechanism {
    /// Whether losses hold a gear, or would if nothing else did.
    pub(super) fn has_gear_at_rest(&self) -> bool {
        let is_at_rest = |mode: &GearMode| matches!(mode, GearMode::Held(_) | GearMode::LossSaturated { .. });
        self.mode.gears.iter().any(is_at_rest)
    }

    /// Whether no element at rest carries more than it can, and all that is at rest stays so.
    pub(super) fn is_admissible(&mut self) -> bool {
        self.evaluate();
        self.is_evaluated_admissible()
    }

    /// The same of a mode in which the mechanism is evaluated.
    pub(super) fn is_evaluated_admissible(&mut self) -> bool {
        let rounding = CONSTANTS.reltol_admissible * self.expansion.force_size();
        let contacts = (0..self.structure.contacts.len()).all(|contact| self.contact_holds(contact, rounding));
        let gears = (0..self.structure.gears.len()).all(|gear| self.gear_holds(gear, rounding));
        let at = self.situation();
        let pushes = |body: usize| {
            let pressure = f64::from(self.mode.stops[body]) * self.expansion.stop_torque(&at, body);
            pressure >= -rounding || self.structure.bodies[body].has_no_room()
        };
        let rests = self.stays_at_rest();
        rests && contacts && gears && (0..self.structure.bodies.len()).all(pushes) && !self.is_any_taken_away()
    }

    /// Whether what carries all that it can rests because others hold its bodies together, and not only as long as the torques balance.
    fn stays_at_rest(&self) -> bool {
        let Self { structure, mode, clusters, .. } = self;
        let contacts = structure.contacts.iter().zip(&mode.contacts);
        let mut saturated = contacts.filter(|(_, mode)| matches!(mode, ContactMode::Saturated(_)));
        let mut gears = structure.gears.iter().zip(&mode.gears);
        let is_loose = |gear: &Gear| clusters.free_root(gear.first).is_some();
        saturated.all(|(contact, _)| !clusters.parts(contact))
            && !gears.any(|(gear, mode)| matches!(mode, GearMode::LossSaturated { .. }) && is_loose(gear))
    }

    fn contact_holds(&self, contact: usize, rounding: f64) -> bool {
        let (load, most) = self.load_and_most(contact);
        match self.mode.contacts[contact] {
            ContactMode::Stuck => load <= most + rounding,
            ContactMode::Saturated(direction) => self.below_bound(contact, direction) <= rounding,
            ContactMode::Free | ContactMode::Sliding(_) | ContactMode::Continuous(_) => true,
        }
    }

    /// By how much a contact that carries all that it can would carry less if its bound did not determine that: the multiplier of the bound, as a
    /// torque; negative where it would carry more. 0 where its loop does not turn: there its torque moves nothing.
    pub(super) fn below_bound(&self, contact: usize, direction: i8) -> f64 {
        let multiplier = self.expansion.multiplier(&self.situation(), contact);
        multiplier.map_or(0.0, |(value, weight)| f64::from(direction) * value / weight)
    }

    /// Load of a contact at rest in the evaluated mode, and the most that it may seem to carry.
    pub(super) fn load_and_most(&self, contact: usize) -> (f64, f64) {
        let torque = self.expansion.contact_torque[contact];
        let bound = self.situation().bound_against(contact, torque).max(0.0);
        (self.structure.contacts[contact].load(torque), (1.0 + CONSTANTS.reltol_bound) * bound)
    }

    fn gear_holds(&self, gear: usize, rounding: f64) -> bool {
        let at = self.situation();
        let mesh = self.expansion.mesh_torque(&at, gear);
        match self.mode.gears[gear] {
            GearMode::Held(_) => self.loss_beyond_bound(gear).0 <= rounding,
            GearMode::LossSaturated { mesh_sign, .. } => f64::from(mesh_sign) * mesh >= -rounding,
            GearMode::Lossless | GearMode::Turning { .. } => true,
        }
    }

    /// By how much the loss of a gear that holds exceeds its bound in the evaluated mode, and its direction.
    pub(super) fn loss_beyond_bound(&self, gear: usize) -> (f64, i8) {
        let at = self.situation();
        let (mesh, loss) = (self.expansion.mesh_torque(&at, gear), self.expansion.held_loss(&at, gear));
        let (direction, mesh_sign) = (if loss < 0.0 { -1 } else { 1 }, if mesh < 0.0 { -1 } else { 1 });
        let level = self.structure.gears[gear].level_at_rest(1.0, direction, mesh_sign, mesh);
        (loss.abs() - (1.0 + CONSTANTS.reltol_bound) * level, direction)
    }

    /// Finds the share of all that is at rest, as [`Mechanism::write_share`] has posed it, and which elements carry all that they can in it; none
    /// does before. Whether there is one: where there is none, something moves, and if it `looks_ahead`, for some time from this instant on. What
    /// can rest at this instant has its share even if something else can not.
    pub(super) fn find_share(&mut self, looks_ahead: bool, reserve: Reserve) -> bool {
        self.choose_one_way(looks_ahead);
        self.question.solution.mesh_sign[..self.decision.mesh_sign.len()].copy_from_slice(&self.decision.mesh_sign);
        self.question.find_blocks();
        self.decision.moving_block = None;
        for own in 0..self.question.unknowns.len() {
            let is_first = self.question.solution.block[own] == own;
            self.decision.rests[own] =
                is_first && self.question.hold(own, reserve, &CONSTANTS.complementarity) == Share::Found;
            if is_first && !self.decision.rests[own] {
                self.decision.moving_block = self.decision.moving_block.or(Some(own));
                if looks_ahead {
                    return false;
                }
            }
        }
        self.take_over_bounds();
        self.decision.moving_block.is_none()
    }

    /// Writes the laws of what rests, with the one-way elements that take part.
    fn choose_one_way(&mut self, looks_ahead: bool) {
        self.decision.begin_laws();
        let left_out = self.leave_out_one_way();
        self.write_laws_of_share(looks_ahead);
        for _ in 0..left_out {
            let _ = self.question.solve();
            if !self.take_in_one_way() {
                break;
            }
            self.write_laws_of_share(looks_ahead);
        }
    }

    /// Writes the loads of what rests; where it `looks_ahead`, with their rates.
    pub(super) fn write_share(&mut self, looks_ahead: bool) {
        self.list_holds();
        self.note_mesh_signs();
        self.decision.begin_laws();
        self.decision.acceleration.copy_from_slice(self.expansion.accelerations());
        if looks_ahead {
            let (at, expansion) = self.here();
            expansion.add_rates(&at);
            self.decision.jerk.copy_from_slice(self.expansion.accelerations());
        }
        self.question.write_directions(&self.structure);
        self.weigh_shares();
        self.write_values();
        if looks_ahead {
            self.write_rates();
        }
    }

    /// Writes the laws of what rests.
    fn write_laws_of_share(&mut self, looks_ahead: bool) {
        self.write_laws(if looks_ahead { ORDERS } else { 1 });
        self.follow_bounds();
        let Self { structure, question, .. } = self;
        // Between stops without room a body has a torque of either sign, for which one candidate stands.
        for (row, candidate) in question.unknowns.iter().enumerate() {
            if matches!(*candidate, Candidate::Stop(body, _) if structure.bodies[body].has_no_room()) {
                question.problem.law[row] = Law::hold();
            }
        }
    }

    /// The torque of what follows its bound is that bound.
    fn follow_bounds(&mut self) {
        let Self { decision, question, .. } = self;
        for (candidate, law) in question.unknowns.iter().zip(question.problem.law.iter_mut()) {
            if let (Law::Between(lower, upper), Some(direction)) = (&law, decision.bound_reached(*candidate))
                && direction != 0
            {
                let bound = if direction > 0 { *lower } else { *upper };
                *law = Law::Between(bound, bound);
            }
        }
    }

    /// Time derivatives of what acts, as the bodies move now.
    fn write_rates(&mut self) {
        let Self {
            structure, mode, inputs, clusters, decision, question, expansion, position, velocity, internal, ..
        } = self;
        let at = Situation { structure, mode, clusters, inputs, position, velocity, internal };
        for (order, acceleration) in [&decision.acceleration, &decision.jerk].into_iter().enumerate() {
            let rates = (&mut decision.force[..], &mut decision.size[..]);
            let _ = expansion.next_forces(&at, order + 1, acceleration, rates);
            // A power of the speed that begins has none.
            let rates = decision.force.iter_mut().chain(&mut decision.size);
            rates.filter(|rate| !rate.is_finite()).for_each(|rate| *rate = 0.0);
            question.write_loads(structure, order + 1, (&mut decision.force, &decision.size), &expansion.prescribed);
        }
    }

    /// What each candidate costs in a share.
    fn weigh_shares(&mut self) {
        let Self { structure, mode, inputs, clusters, question, position, velocity, internal, .. } = self;
        let at = Situation { structure, mode, clusters, inputs, position, velocity, internal };
        let bound = |contact: usize| at.bound(contact, 0.0).0;
        let weights = Weights::new(structure, mode, bound);
        for (row, candidate) in question.unknowns.iter().enumerate() {
            let (law, element) = candidate.get();
            let weight = law.level(element, &at).map_or(weights.of_last(), |level| weights.of(level));
            question.problem.weight[row] = Weight { weight, part: candidate.part(structure) };
        }
    }

    /// Signs of the mesh torques of the evaluated mode, which are tried first: what is rounding has the sign that it is about to have.
    fn note_mesh_signs(&mut self) {
        let rounding = CONSTANTS.complementarity.reltol_zero * self.expansion.force_size();
        for gear in 0..self.structure.gears.len() {
            let mesh = self.expansion.mesh_torque(&self.situation(), gear);
            let loss = self.expansion.held_loss(&self.situation(), gear);
            self.decision.loss_sign[gear] = i8::from(loss > 0.0) - i8::from(loss < 0.0);
            self.decision.mesh_sign[gear] = match (self.decision.turned[gear], self.mode.gears[gear]) {
                (0, GearMode::Held(mesh_sign)) if mesh.abs() <= rounding => mesh_sign,
                (0, _) => {
                    if mesh < 0.0 {
                        -1
                    } else {
                        1
                    }
                }
                (turned, _) => turned,
            };
        }
    }

    /// Lists in [`Decision::ends`] what lets go where a block can not rest: elements whose bounds contradict each other, with the signs of the mesh
    /// torques in the share that has come to its end, and the signs of their own torques. There are none where the bounds allow rest, and only a
    /// stop would be wedged.
    pub(super) fn find_ends(&mut self) {
        let Self { decision, decided, question, .. } = self;
        decision.ends.clear();
        let Some(own) = decision.moving_block else { return };
        for (gear, mode) in decided.gears.iter().enumerate() {
            match *mode {
                GearMode::Held(mesh_sign)
                | GearMode::LossSaturated { mesh_sign, .. }
                | GearMode::Turning { mesh_sign, .. } => question.solution.mesh_sign[gear] = mesh_sign,
                GearMode::Lossless => {}
            }
        }
        let constants = Constants { max_enumerated_meshes: 0, ..CONSTANTS.complementarity };
        if question.hold(own, Reserve::InOrder, &constants) == Share::Contradiction {
            decision.ends.extend(question.contradiction().map(|(row, side)| (question.unknowns[row], -side)));
        }
    }

    /// The elements whose bounds contradict each other let go at the present instant. One that would have to let go in both
    /// directions does not: rounding has decided that.
    pub(super) fn let_go(&mut self) {
        let Decision { ends, ended, .. } = &mut self.decision;
        ended.extend(ends.iter().filter(|(candidate, side)| !ends.contains(&(*candidate, -side))).copied());
        ends.clear();
    }

    /// Everything that is at rest, in the order in which clusters join it: of those that depend on each other, the same ones
    /// then hold there and in the solution; and the gears that turn with losses.
    fn list_holds(&mut self) {
        self.question.begin(&self.structure);
        let Self { structure, mode, question, .. } = self;
        for is_freewheel in [false, true] {
            if is_freewheel {
                let gears = structure.gears.iter().zip(&mode.gears).enumerate();
                let takes_part = gears.filter(|(_, (gear, mode))| match mode {
                    GearMode::Held(_) | GearMode::LossSaturated { .. } => true,
                    GearMode::Turning { .. } => gear.follows_mesh_torque(),
                    GearMode::Lossless => false,
                });
                question.unknowns.extend(takes_part.map(|(gear, _)| Candidate::Gear(gear)));
            }
            let of_kind = structure.contacts.iter().map(|contact| contact.is_freewheel() == is_freewheel);
            let contacts =
                of_kind.enumerate().filter(|(contact, takes)| *takes && mode.contacts[*contact].is_at_rest());
            question.unknowns.extend(contacts.map(|(contact, _)| Candidate::Contact(contact)));
        }
        let stops = mode.stops.iter().enumerate().filter(|(_, side)| **side != 0);
        question.unknowns.extend(stops.map(|(body, side)| Candidate::Stop(body, *side)));
        self.leave_out_driven();
    }

    /// What the solution has at a bound carries all that it can, in the blocks that rest.
    fn take_over_bounds(&mut self) {
        for row in 0..self.question.unknowns.len() {
            let Self { decision, question, .. } = &self;
            let candidate = question.unknowns[row];
            let (law, element) = candidate.get();
            if decision.rests[question.solution.block[row]] {
                // Friction is −λ. What is left out is at no bound of its own where it presses on nothing.
                let own = match decision.one_way[row] {
                    OneWay::LeftOut if question.bound_of(row) == -law.blocked_direction(element, &self.structure) => 0,
                    OneWay::LeftOut | OneWay::TakesPart | OneWay::TakenIn => -question.bound_of(row),
                };
                let bound = decision.bound_reached(candidate).unwrap_or(own);
                law.take_over_bound(element, row, self, bound);
            }
        }
    }
}
