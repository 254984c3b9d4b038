//! Who moves with whom in a mode, and who carries what where more elements at rest hold than are needed.
//!
//! The share with Σ λ²/B least is taken. Where no bound takes part in it, it follows from the mode at once ([`super::split`]); otherwise
//! [`super::admissible`] finds which elements carry all that they can. That lasts until one of them comes to its bound: then the
//! same is asked again, and only where nothing can hold all that is at rest something moves. A touched stop that pushes nothing is not in the mode;
//! each step asks whether it would relieve others: whether the sum of the squares of stops and one-way clutches falls as it begins
//! to push.

use super::candidate::Candidate;
use super::constants::CONSTANTS;
use super::expansion::Situation;
use super::{Body, ContactMode, Gear, GearMode, Mechanism};
use crate::complementarity::Reserve;

/// Shares of one instant beside one of each element, before something moves.
const MOST_SHARES: u32 = 3;

impl Mechanism {
    /// Takes over what was decided: who moves with whom, who shares a torque, which guards there are.
    pub(super) fn begin_mode(&mut self) {
        self.share_anew();
        self.clusters.place(&self.position);
    }

    /// Whether all that is at rest can hold although a share of it has come to its end; another one is taken over then. Otherwise the mode
    /// is what it was, and [`Decision::ends`](super::decision::Decision::ends) lists what lets go, if the bounds say so.
    pub(super) fn redistribute(&mut self) -> bool {
        self.decision.ends.clear();
        if !self.shares_torques() || !self.may_share_again() {
            return false;
        }
        self.decision.shares += 1;
        self.decided.copy_from(&self.mode);
        self.leave_stops();
        let holds = self.find_lasting_share();
        if holds {
            self.decision.ended.clear();
            self.take_over_share();
        } else {
            self.find_ends();
            self.mode.copy_from(&self.decided);
        }
        holds
    }

    /// Whether a stop takes no part in another share because it has just come to push no more, where no rates show that it goes on so.
    fn is_stop_released(&self, body: usize) -> bool {
        !self.inputs.motion.has_slopes()
            && [-1, 1].iter().any(|side| self.decision.end_of(Candidate::Stop(body, *side)) != 0)
    }

    fn leave_stops(&mut self) {
        for body in 0..self.mode.stops.len() {
            if self.is_stop_released(body) {
                self.mode.stops[body] = 0;
            }
        }
    }

    /// Takes the share that is admissible, now and an instant later; whether there is one. What has come to its bound at this instant follows
    /// it from there, if others can carry the rest: by shares in proportion to bounds, of which one falls to zero, it would come to it again and
    /// again. What has left its bound is not at it.
    fn find_lasting_share(&mut self) -> bool {
        let Self { structure, decision, crossed, .. } = self;
        if decision.shares == 1 {
            decision.at_bound.clear();
        }
        for guard in crossed.iter() {
            let left = guard.kind.bound_left().map(|candidate| (candidate, 0));
            let Some((candidate, direction)) = guard.kind.bound_of().or(left) else { continue };
            // A gear that locks itself would hold by what it causes.
            if matches!(candidate, Candidate::Gear(gear) if structure.gears[gear].is_self_locking()) {
                continue;
            }
            decision.at_bound.retain(|(other, _)| *other != candidate);
            decision.at_bound.push((candidate, direction));
        }
        self.pose_share(true);
        if !self.decision.at_bound.is_empty() {
            if self.ask_share(true, Reserve::InOrder) {
                if self.complete_share(true) {
                    return true;
                }
                self.decision.at_bound.clear();
                return self.take_share(true);
            }
            // Only what is demanded of these bounds changes, not what was posed.
            self.decision.at_bound.clear();
        }
        self.take_posed_share(true)
    }

    /// Finds which elements at rest carry all that they can. Where no share lasts, what is about to move still rests, if it can.
    pub(super) fn share_anew(&mut self) {
        self.decision.at_bound.clear();
        self.share_evenly();
        self.rebuild_on_trial();
        let holds_evenly = self.holds_evenly();
        if !holds_evenly || self.is_any_idle_stop_wanted() {
            self.evenly.copy_from(&self.mode);
            self.press_idle_stops();
            self.write_share(true);
            if !self.take_posed_share(true) {
                self.take_share(false);
            }
            if holds_evenly && !self.is_admissible() {
                self.mode.copy_from(&self.evenly);
                self.rebuild_on_trial();
            }
        }
        self.take_over_share();
    }

    /// Whether all hold their shares in a mode in which nothing carries all that it can. It is evaluated where that matters.
    fn holds_evenly(&mut self) -> bool {
        let shares = self.shares_torques();
        let is_open = shares || self.has_gear_at_rest();
        if is_open || self.has_idle_stop() {
            self.evaluate();
        }
        !is_open || ((!shares || self.is_shared_clearly()) && self.is_evaluated_admissible())
    }

    /// Whether a body that others hold touches a stop that does not push there.
    fn has_idle_stop(&self) -> bool {
        // Each step asks, and most bodies are at no stop.
        let is_at_stop = |(body, position): (&Body, &f64)| *position == body.travel.0 || *position == body.travel.1;
        self.structure.bodies.iter().zip(&self.position).any(is_at_stop)
            && (0..self.structure.bodies.len()).any(|body| self.idle_stop(body).is_some())
    }

    /// Whether a stop that pushes nothing would relieve others in the evaluated mode.
    fn is_any_idle_stop_wanted(&mut self) -> bool {
        self.has_idle_stop() && (0..self.structure.bodies.len()).any(|body| self.is_idle_stop_wanted(body))
    }

    fn is_idle_stop_wanted(&mut self, body: usize) -> bool {
        let Some(side) = self.idle_stop(body) else { return false };
        let rounding = CONSTANTS.reltol_admissible * self.expansion.force_size();
        let Self { structure, clusters, expansion, .. } = self;
        let relief = clusters.relief(structure, body, &expansion.link_torque);
        if structure.bodies[body].has_no_room() {
            relief.abs() > rounding
        } else {
            -f64::from(side) * relief > rounding
        }
    }

    /// Takes a share that is admissible, now and, if it `looks_ahead`, an instant later; whether there is one.
    fn take_share(&mut self, looks_ahead: bool) -> bool {
        self.pose_share(looks_ahead);
        self.take_posed_share(looks_ahead)
    }

    /// The same of what was posed.
    fn take_posed_share(&mut self, looks_ahead: bool) -> bool {
        self.ask_share(looks_ahead, Reserve::InOrder) && self.complete_share(looks_ahead)
    }

    /// Where a gear at its bound would hold alone in the least share, another gear takes part of what it carries, if one can.
    fn complete_share(&mut self, looks_ahead: bool) -> bool {
        let is_found = self.admit_share(looks_ahead);
        if !is_found || !self.decision.is_marginal {
            return is_found;
        }
        let holds_together = self.take_share_with(looks_ahead, Reserve::AllReversed)
            && !self.decision.is_marginal
            && self.is_admissible();
        holds_together || (self.take_share_with(looks_ahead, Reserve::InOrder) && self.admit_share(looks_ahead))
    }

    /// If what the least share has kept in reserve carries a load in the mode that follows, it takes part from the beginning. The program weighs by
    /// the levels of the moment, and a loop that turns closes by those at an engagement of 1: what would carry more than it can there is at its
    /// bound, and what would carry less than its bound is not at it.
    fn admit_share(&mut self, looks_ahead: bool) -> bool {
        if self.is_admissible() {
            return true;
        }
        let is_found = self.take_share_with(looks_ahead, Reserve::AllInOrder);
        while is_found && !self.is_admissible() && self.note_most_wrong() {
            if !self.take_share_with(looks_ahead, Reserve::AllInOrder) {
                self.decision.at_bound.pop();
                return self.take_share_with(looks_ahead, Reserve::AllInOrder);
            }
        }
        is_found
    }

    /// Notes that what carries most beyond its bound at rest in this mode is at it, or that the contact which its share takes farthest below its bound
    /// is not; whether there is any. One that has left the wrong one of its bounds may be at the other. The program does not tell which of several
    /// bounds that meet at a mesh torque of zero leaves the rest determined. A gear that locks itself would hold by what it causes.
    fn note_most_wrong(&mut self) -> bool {
        let of_contact = |contact: usize| match self.mode.contacts[contact] {
            ContactMode::Stuck => {
                let (load, most) = self.load_and_most(contact);
                (load - most, if self.expansion.contact_torque[contact] < 0.0 { -1 } else { 1 })
            }
            ContactMode::Saturated(direction) => (self.below_bound(contact, direction), 0),
            ContactMode::Free | ContactMode::Sliding(_) | ContactMode::Continuous(_) => (0.0, 0),
        };
        let of_gear = |gear: usize| match self.mode.gears[gear] {
            GearMode::Held(_) if !self.structure.gears[gear].is_self_locking() => self.loss_beyond_bound(gear),
            GearMode::Held(_) | GearMode::LossSaturated { .. } | GearMode::Turning { .. } | GearMode::Lossless => {
                (0.0, 0)
            }
        };
        let is_open = |(candidate, (by, direction)): &(Candidate, (f64, i8))| {
            let noted = self.decision.bound_reached(*candidate);
            *by > 0.0 && (noted.is_none() || (noted == Some(0) && *direction != 0))
        };
        let contacts =
            (0..self.structure.contacts.len()).map(|contact| (Candidate::Contact(contact), of_contact(contact)));
        let gears = (0..self.structure.gears.len()).map(|gear| (Candidate::Gear(gear), of_gear(gear)));
        let most = contacts.chain(gears).filter(is_open).max_by(|a, b| a.1.0.total_cmp(&b.1.0));
        let Some((candidate, (_, direction))) = most else { return false };
        self.decision.at_bound.retain(|(other, _)| *other != candidate);
        self.decision.at_bound.push((candidate, direction));
        true
    }

    fn take_share_with(&mut self, looks_ahead: bool, reserve: Reserve) -> bool {
        self.pose_share(looks_ahead);
        self.ask_share(looks_ahead, reserve)
    }

    /// Poses the question who carries what, from the mode in which nothing carries all that it can.
    fn pose_share(&mut self, looks_ahead: bool) {
        self.begin_share();
        self.write_share(looks_ahead);
    }

    /// Takes the share that was asked for, if there is one: the mode changes then.
    fn ask_share(&mut self, looks_ahead: bool, reserve: Reserve) -> bool {
        let is_found = self.find_share(looks_ahead, reserve);
        if is_found || !looks_ahead {
            self.end_share();
        }
        is_found
    }

    /// With another share other elements hold: so bodies may hang below others than before.
    fn take_over_share(&mut self) {
        self.clusters.place_moved(&self.position);
        self.know_turned_meshes();
        self.update_mesh_signs();
    }

    /// Nothing carries all that it can, and what rests at a stop may push against it; the mechanism is evaluated so.
    fn begin_share(&mut self) {
        self.share_evenly();
        self.rebuild_on_trial();
        self.evaluate();
        self.press_idle_stops();
    }

    /// What rests at a stop may push against it.
    fn press_idle_stops(&mut self) {
        if self.touch_idle_stops() {
            self.rebuild_on_trial();
            self.evaluate();
        }
    }

    fn end_share(&mut self) {
        self.rebuild_on_trial();
        self.decision.is_marginal = false;
        while self.hold_undetermined_gear() || self.hold_alone() {
            self.rebuild_on_trial();
        }
    }

    /// An element at its bound that holds its bodies alone becomes one that sticks: at its bound they would rest only as long as the torques
    /// balance. Whether there is any.
    fn hold_alone(&mut self) -> bool {
        let Self { structure, mode, clusters, decision, question, .. } = self;
        let left = |candidate: &Candidate| match *candidate {
            Candidate::Stop(body, side) if mode.stops[body] == 0 && clusters.free_root(body).is_some() => {
                Some((body, side))
            }
            Candidate::Stop(..) | Candidate::Contact(_) | Candidate::Gear(_) => None,
        };
        if let Some((body, side)) = question.unknowns.iter().find_map(left) {
            mode.stops[body] = side;
            return true;
        }
        let is_saturated = |mode: &ContactMode| matches!(mode, ContactMode::Saturated(_));
        let mut contacts = structure.contacts.iter().zip(mode.contacts.iter_mut());
        if let Some((_, mode)) = contacts.find(|(contact, mode)| is_saturated(mode) && clusters.parts(contact)) {
            *mode = ContactMode::Stuck;
            return true;
        }
        let is_loose = |gear: &Gear| clusters.free_root(gear.first).is_some();
        structure.gears.iter().zip(mode.gears.iter_mut()).any(|(gear, mode)| match *mode {
            GearMode::LossSaturated { mesh_sign, .. } if is_loose(gear) => {
                (*mode, decision.is_marginal) = (GearMode::Held(mesh_sign), true);
                true
            }
            GearMode::LossSaturated { .. } | GearMode::Held(_) | GearMode::Lossless | GearMode::Turning { .. } => false,
        })
    }

    /// The stop that a body touches which others hold, if it does not push there now.
    fn idle_stop(&self, body: usize) -> Option<i8> {
        let ((lower, upper), position) = (self.structure.bodies[body].travel, self.position[body]);
        let (side, _) = [(-1, lower), (1, upper)].into_iter().find(|(_, limit)| position == *limit)?;
        let is_at_rest = self.clusters.root[body].is_none() && self.velocity[body] == 0.0;
        (self.mode.stops[body] == 0 && is_at_rest && !self.is_stop_released(body)).then_some(side)
    }

    /// What rests at a stop touches it; whether anything does that did not.
    fn touch_idle_stops(&mut self) -> bool {
        let mut any = false;
        for body in 0..self.structure.bodies.len() {
            if let Some(side) = self.idle_stop(body) {
                (self.mode.stops[body], any) = (side, true);
            }
        }
        any
    }

    /// A mesh torque that has just turned does not turn back at once.
    fn know_turned_meshes(&mut self) {
        let Self { mode, decision, .. } = self;
        for (gear, turned) in decision.turned.iter_mut().enumerate() {
            if matches!(mode.gears[gear], GearMode::LossSaturated { mesh_sign, .. } if mesh_sign == *turned) {
                mode.mesh_known[gear] = 1;
            }
            *turned = 0;
        }
    }

    /// A loss that takes the whole mesh torque holds with any of them: where nothing else determines it, the gear just holds.
    fn hold_undetermined_gear(&mut self) -> bool {
        let Some(gear) = self.clusters.undetermined_gear(&self.structure, &self.mode.gears) else { return false };
        let GearMode::LossSaturated { mesh_sign, .. } = self.mode.gears[gear] else { return false };
        self.mode.gears[gear] = GearMode::Held(mesh_sign);
        self.decision.is_marginal = true;
        true
    }

    /// Nothing carries all that it can.
    fn share_evenly(&mut self) {
        for contact in &mut self.mode.contacts {
            if matches!(contact, ContactMode::Saturated(_)) {
                *contact = ContactMode::Stuck;
            }
        }
        for gear in &mut self.mode.gears {
            if let GearMode::LossSaturated { mesh_sign, .. } = *gear {
                *gear = GearMode::Held(mesh_sign);
            }
        }
    }

    /// Where no share lasts, although every element had its turn, something begins to move.
    fn may_share_again(&self) -> bool {
        let elements = (self.structure.contacts.len() + self.structure.gears.len()) as u32;
        self.decision.shares <= MOST_SHARES + elements
    }

    pub(super) fn rebuild(&mut self) {
        self.rebuild_on_trial();
        self.watch_mode();
    }

    /// The same of a mode that is only asked for its torques: its guards are listed once it is taken.
    // In line it would be in the library eight times.
    #[inline(never)]
    pub(super) fn rebuild_on_trial(&mut self) {
        let Self { structure, mode, clusters, velocity, .. } = self;
        let at_rest = |contact: usize| mode.contacts[contact] == ContactMode::Stuck;
        clusters.build(structure, &at_rest, mode.turning(velocity), &mode.stops);
        let (at, expansion) = self.here();
        expansion.begin_trial(&at);
    }

    /// Shares torques by the levels of this instant, where more contacts hold than are needed. Returns whether the mechanism is
    /// evaluated at this instant.
    pub(super) fn share_by_levels(&mut self) -> bool {
        if !self.shares_torques() && !self.has_idle_stop() {
            return false;
        }
        self.evaluate();
        let is_shared = self.keeps_share();
        if !is_shared {
            self.note_pressing();
            self.share_anew();
        }
        is_shared
    }

    /// Whether more contacts hold than are needed.
    pub(super) fn shares_torques(&self) -> bool {
        let is_loss_saturated = self.mode.gears.iter().any(|mode| matches!(mode, GearMode::LossSaturated { .. }));
        self.clusters.spares > 0 || self.has_saturated() || is_loss_saturated
    }

    /// Whether the last share is that of this instant, at which the mechanism is evaluated.
    pub(super) fn keeps_share(&mut self) -> bool {
        (!self.shares_torques() || self.is_shared_clearly()) && !self.is_any_idle_stop_wanted()
    }

    /// Whether the last share is that of this instant, at which the mechanism is evaluated: levels are the same, and all that
    /// hold carry clearly less than they can.
    fn is_shared_clearly(&self) -> bool {
        let rounding = CONSTANTS.complementarity.reltol_zero * self.expansion.force_size();
        let at = self.situation();
        let is_clear = |(index, mode): (usize, &ContactMode)| match mode {
            ContactMode::Saturated(_) => false,
            ContactMode::Stuck => {
                let torque = self.expansion.contact_torque[index];
                let (weighed, bound) = (at.bound(index, 0.0).0, at.bound_against(index, torque));
                let load = self.structure.contacts[index].load(torque);
                self.expansion.split.is_prepared_with(index, weighed)
                    && load < (1.0 - CONSTANTS.reltol_bound) * bound - rounding
            }
            ContactMode::Free | ContactMode::Sliding(_) | ContactMode::Continuous(_) => true,
        };
        !self.has_gear_at_rest() && self.mode.contacts.iter().enumerate().all(is_clear)
    }

    /// Takes over a mode in which the same bodies move together.
    pub(super) fn list_guards(&mut self) {
        let (at, expansion) = self.here();
        expansion.share(&at);
        self.watch_mode();
    }

    /// Nothing is known of the instant of an event any more: the guards stay, and shares follow the levels of the present.
    pub(super) fn forget_instant(&mut self) {
        let (at, expansion) = self.here();
        expansion.guards.iter_mut().for_each(|guard| guard.known = 0);
        expansion.share_by_present_levels(&at);
        self.begin_propagators();
    }

    /// Lists the guards of a mode whose shares are there.
    pub(super) fn watch_mode(&mut self) {
        let (at, expansion) = self.here();
        expansion.watch_mode(&at);
        self.begin_propagators();
    }

    /// Tells the propagators that another mode holds.
    fn begin_propagators(&mut self) {
        let Self { structure, mode, inputs, clusters, expansion, propagators, position, velocity, internal, .. } = self;
        let at = Situation { structure, mode, clusters, inputs, position, velocity, internal };
        propagators.begin_mode(&at, |contact| expansion.split.follows_from(contact));
    }

    fn has_saturated(&self) -> bool {
        self.mode.contacts.iter().any(|mode| matches!(mode, ContactMode::Saturated(_)))
    }
}
