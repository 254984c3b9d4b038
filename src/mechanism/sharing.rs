//! Who moves with whom in a mode, and who carries what where more elements at rest hold than are needed.
//!
//! Loads are moved from elements that carry more than they can to others, one after the other. That finds most shares with few
//! evaluations; which of several it finds depends on the order of the elements, and the motion does not. That it finds none, or that
//! a share has come to its end, does not mean that something moves: then [`super::admissible`] is asked, whose answer does not
//! depend on the order.

use super::admissible::OVER;
use super::clusters::{Joint, ends_of};
use super::decision::Candidate;
use super::expansion::Situation;
use super::mode::{ContactMode, GearMode};
use super::split::LOOP_ROUNDING;
use super::{Gear, Mechanism};
use crate::complementarity::Reserve;

/// Shares of one instant, each of which ends at once, before one is looked for that lasts.
const MOST_SHARES: u32 = 3;
/// Relative error of a torque in a share of least squares, whose weights differ by a factor of 1e9.
const SHARE_ROUNDING: f64 = 1e-7;

impl Mechanism {
    /// Takes over what was decided: who moves with whom, who shares a torque, which guards there are.
    pub(super) fn begin_mode(&mut self) {
        self.share_anew();
        self.clusters.place(&self.position);
    }

    /// Holds that have come to their end are held by others, whose shares are found anew; whether all that is at rest can hold. What
    /// carried all that it can before stands in `decided`.
    pub(super) fn redistribute(&mut self) -> bool {
        self.decision.shares += 1;
        self.decided.copy_from(&self.mode);
        let holds = (self.decision.shares <= MOST_SHARES && self.shift_all_loads()) || self.find_lasting_share();
        self.take_over_share();
        self.clusters.place(&self.position);
        holds
    }

    /// Whether all that is at rest can hold although this share of it has come to its end; another one is taken over then.
    pub(super) fn find_admissible_redistribution(&mut self) -> bool {
        if !self.shares_torques() || !self.may_share_again() {
            return false;
        }
        self.decision.shares += 1;
        self.decided.copy_from(&self.mode);
        self.leave_stops();
        if self.find_lasting_share() {
            self.decision.ended.clear();
            self.take_over_share();
            self.clusters.place(&self.position);
            return true;
        }
        self.mode.copy_from(&self.decided);
        false
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

    /// Finds which elements at rest carry all that they can: by moving loads one after the other and, where that finds no share, by
    /// feasibility. Where no share lasts, what is about to move still rests, if it can.
    pub(super) fn share_anew(&mut self) {
        if !self.shift_all_loads() && !self.find_lasting_share() {
            self.share_for_now();
        }
        self.take_over_share();
    }

    /// Moves loads from nothing on; whether all that is at rest holds its share then.
    fn shift_all_loads(&mut self) -> bool {
        self.share_evenly();
        self.saturate_at_bound();
        self.shift_loads();
        let is_shared = self.shares_torques() || self.has_gear_at_rest();
        !is_shared || self.is_admissible()
    }

    fn take_over_share(&mut self) {
        self.know_turned_meshes();
        self.decision.at_bound.clear();
        self.update_mesh_signs();
    }

    /// Takes the share that is admissible, now and an instant later, with the least squares; whether there is one.
    fn find_lasting_share(&mut self) -> bool {
        let is_found = self.take_share(true);
        if is_found {
            self.resaturate_after_share();
        }
        is_found
    }

    /// Takes the share that is admissible at this instant.
    fn share_for_now(&mut self) {
        if !self.take_share(false) {
            self.saturate_at_bound();
            self.shift_loads();
        }
    }

    /// Takes the share that is admissible. If what was kept in reserve carries a load in the mode that follows, it takes part from the
    /// beginning.
    fn take_share(&mut self, looks_ahead: bool) -> bool {
        self.take_share_with(looks_ahead, Reserve::InOrder)
            && (self.is_admissible() || self.take_share_with(looks_ahead, Reserve::AllInOrder))
    }

    fn take_share_with(&mut self, looks_ahead: bool, reserve: Reserve) -> bool {
        self.begin_share();
        let is_found = self.find_share(looks_ahead, reserve);
        if is_found {
            self.end_share();
        }
        is_found
    }

    /// Nothing carries all that it can, and what rests at a stop may push against it.
    fn begin_share(&mut self) {
        self.share_evenly();
        self.rebuild();
        if self.touch_idle_stops() {
            self.rebuild();
        }
        self.evaluate();
    }

    fn end_share(&mut self) {
        self.rebuild();
        while self.hold_undetermined_gear() {
            self.rebuild();
        }
    }

    /// The stop that a body touches which others hold, if it does not push there now.
    fn idle_stop(&self, body: usize) -> Option<i8> {
        let ((lower, upper), position) = (self.structure.bodies[body].travel, self.position[body]);
        let is_at_rest = self.clusters.root[body].is_none() && self.velocity[body] == 0.0;
        let is_idle = self.mode.stops[body] == 0 && is_at_rest && !self.is_stop_released(body);
        [(-1, lower), (1, upper)].into_iter().find(|(_, limit)| is_idle && position == *limit).map(|(side, _)| side)
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
        if mode.mesh_known.contains(&1) {
            self.list_guards();
        }
    }

    /// A loss that takes the whole mesh torque holds with any of them: where nothing else determines it, the gear just holds.
    fn hold_undetermined_gear(&mut self) -> bool {
        let Some(gear) = self.clusters.undetermined_gear(&self.structure, &self.mode.gears) else { return false };
        let GearMode::LossSaturated { mesh_sign, .. } = self.mode.gears[gear] else { return false };
        self.mode.gears[gear] = GearMode::Held(mesh_sign);
        self.decision.mesh_undetermined[gear] = true;
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

    /// Moves loads from elements that carry more than they can to others, one after the other.
    fn shift_loads(&mut self) {
        self.decision.has_relaxed.fill(false);
        self.decision.mesh_undetermined.fill(false);
        for _ in 0..=3 * self.structure.contacts.len() + 3 * self.structure.gears.len() {
            self.rebuild();
            if self.hold_undetermined_gear() || self.turn_mesh_signs() {
                continue;
            }
            if let Some((contact, sign)) = self.overloaded() {
                self.unsaturate_opposing(Joint::Contact(contact), sign);
                self.mode.contacts[contact] = ContactMode::Saturated(sign);
            } else if let Some((gear, direction, mesh_sign)) = self.overloaded_gear() {
                self.unsaturate_opposing(Joint::Hold(gear), direction);
                self.mode.gears[gear] = GearMode::LossSaturated { direction, mesh_sign };
            } else if let Some(contact) = self.relaxed() {
                // Once: what is at its bound but for rounding would come and go.
                self.decision.has_relaxed[contact] = true;
                self.mode.contacts[contact] = ContactMode::Stuck;
            } else {
                return;
            }
        }
        self.rebuild();
    }

    /// Where nothing else holds what an overloaded element does, one that carries all that it can takes less.
    fn unsaturate_opposing(&mut self, joint: Joint, direction: i8) {
        if !self.others_hold(joint)
            && let Some(other) = self.saturated_contact_that_can_unload(joint, direction)
        {
            self.mode.contacts[other] = ContactMode::Stuck;
        }
    }

    /// What has just carried all that it can, while others hold, follows its bound from there.
    fn saturate_at_bound(&mut self) {
        let Self { mode, decision, .. } = self;
        for &(joint, direction) in &decision.at_bound {
            match joint {
                Joint::Contact(contact) => mode.contacts[contact] = ContactMode::Saturated(direction),
                Joint::Gear(gear) | Joint::Hold(gear) => {
                    if let GearMode::Held(mesh_sign) = mode.gears[gear] {
                        mode.gears[gear] = GearMode::LossSaturated { direction, mesh_sign };
                    }
                }
                Joint::Stop(_) => {}
            }
        }
    }

    /// A contact that has just reached its bound, and is at it in the new share but for rounding, follows the bound from there: its hold would
    /// come to its end again at once.
    fn resaturate_after_share(&mut self) {
        for place in 0..self.decision.at_bound.len() {
            let (joint, direction) = self.decision.at_bound[place];
            let Joint::Contact(contact) = joint else { continue };
            let bound = self.situation().bound_in(contact, direction, 0.0).0;
            let left = bound - f64::from(direction) * self.expansion.contact_torque[contact];
            if self.mode.contacts[contact] == ContactMode::Stuck
                && left <= SHARE_ROUNDING * bound
                && self.others_hold(joint)
            {
                self.mode.contacts[contact] = ContactMode::Saturated(direction);
                self.rebuild();
            }
        }
    }

    /// A contact that carries all that it can, and would carry less in the best share.
    fn relaxed(&mut self) -> Option<usize> {
        if !self.has_saturated() {
            return None;
        }
        self.evaluate();
        let Self { structure, mode, inputs, clusters, decision, expansion, .. } = self;
        (0..structure.contacts.len()).find(|&contact| {
            let ContactMode::Saturated(sign) = mode.contacts[contact] else { return false };
            let is_at_bound = decision.at_bound.iter().any(|(joint, _)| *joint == Joint::Contact(contact));
            let path = &mut decision.link_torque;
            let ends = ends_of(&structure.contacts[contact]);
            let moves = clusters.carry(ends, path).abs() > LOOP_ROUNDING;
            let mut weighed = f64::from(sign) * structure.contacts[contact].share_of(sign);
            if moves {
                clusters.carry_without_losses(structure, ends, path);
                weighed *= inputs.engagement.value[contact];
            }
            !is_at_bound && !decision.has_relaxed[contact] && expansion.would_carry_less(weighed, path, moves)
        })
    }

    /// Whether what a hold joins is held without it: by the others, or by those that carry all that they can against it and
    /// would carry less. Its torque is at its bound with the sign `direction`.
    pub(super) fn goes_on_without(&mut self, joint: Joint, direction: i8) -> bool {
        let goes_on = self.may_share_again()
            && (self.others_hold(joint) || self.saturated_contact_that_can_unload(joint, direction).is_some());
        if goes_on {
            self.decision.at_bound.push((joint, direction));
        }
        goes_on
    }

    /// Where no share lasts, although every element had its turn, something begins to move.
    fn may_share_again(&self) -> bool {
        let elements = (self.structure.contacts.len() + self.structure.gears.len()) as u32;
        self.decision.shares <= MOST_SHARES + elements
    }

    /// A contact that carries all that it can, and leaves room in a hold if it carries less; the torque of the hold has the sign
    /// `direction`.
    fn saturated_contact_that_can_unload(&mut self, joint: Joint, direction: i8) -> Option<usize> {
        let Self { structure, mode, clusters, decision, expansion, .. } = self;
        let chord = clusters.chords.iter().position(|&chord| Joint::Contact(chord) == joint);
        let lock = clusters.locks.iter().position(|(lock, _)| Joint::Contact(*lock) == joint);
        // A chord carries its part of what the links and locks of its loop do.
        let carried = |path: &[f64]| match (clusters.body_of(joint), chord, lock) {
            (Some(top), ..) => path[top],
            (None, Some(chord), _) => expansion.split.of_chord(chord, path),
            (None, None, Some(lock)) => path[structure.bodies.len() + lock],
            (None, None, None) => 0.0,
        };
        // The losses that hold a gear grow with its mesh torque.
        let (mesh, growth) = match joint {
            Joint::Hold(gear) => {
                (clusters.body_of(Joint::Gear(gear)), growth_of(&structure.gears[gear], mode.gears[gear], direction))
            }
            Joint::Contact(_) | Joint::Gear(_) | Joint::Stop(_) => (None, 0.0),
        };
        let path = &mut decision.link_torque;
        (0..structure.contacts.len()).find(|&contact| {
            let ContactMode::Saturated(sign) = mode.contacts[contact] else { return false };
            clusters.carry(ends_of(&structure.contacts[contact]), path);
            let per_torque = f64::from(direction) * carried(path) - growth * mesh.map_or(0.0, |mesh| path[mesh]);
            f64::from(sign) * per_torque > 0.0
        })
    }

    pub(super) fn rebuild(&mut self) {
        let Self { structure, mode, clusters, velocity, .. } = self;
        let at_rest = |contact: usize| mode.contacts[contact] == ContactMode::Stuck;
        clusters.build(structure, &at_rest, mode.turning(velocity), &mode.stops);
        self.list_guards();
    }

    /// Shares torques by the levels of this instant, where more contacts hold than are needed. Returns whether the mechanism is
    /// evaluated at this instant.
    pub(super) fn share_by_levels(&mut self) -> bool {
        if !self.shares_torques() {
            return false;
        }
        self.evaluate();
        let is_shared = self.is_shared_clearly();
        if !is_shared {
            self.share_anew();
        }
        is_shared
    }

    /// Whether more contacts hold than are needed.
    pub(super) fn shares_torques(&self) -> bool {
        let is_loss_saturated = self.mode.gears.iter().any(|mode| matches!(mode, GearMode::LossSaturated { .. }));
        self.clusters.spares > 0 || self.has_saturated() || is_loss_saturated
    }

    /// Whether the last share is that of this instant, at which the mechanism is evaluated: levels are the same, and all that
    /// hold carry clearly less than they can.
    pub(super) fn is_shared_clearly(&self) -> bool {
        let rounding = 1e-12 * self.expansion.force_size();
        let at = self.situation();
        let is_clear = |(index, mode): (usize, &ContactMode)| match mode {
            ContactMode::Saturated(_) => false,
            ContactMode::Stuck => {
                let torque = self.expansion.contact_torque[index];
                let (weighed, bound) = (at.bound(index, 0.0).0, at.bound_against(index, torque));
                let load = self.structure.contacts[index].load(torque);
                self.expansion.split.is_prepared_with(index, weighed) && load < (1.0 - OVER) * bound - rounding
            }
            ContactMode::Free | ContactMode::Sliding(_) | ContactMode::Continuous(_) => true,
        };
        !self.has_gear_at_rest() && self.mode.contacts.iter().enumerate().all(is_clear)
    }

    /// Takes over a mode in which the same bodies move together.
    pub(super) fn list_guards(&mut self) {
        let Self { structure, mode, inputs, clusters, expansion, propagators, position, velocity, internal, .. } = self;
        let at = Situation { structure, mode, clusters, inputs, position, velocity, internal };
        expansion.begin_mode(&at);
        propagators.begin_mode(&at, |contact| expansion.split.follows_from(contact));
    }

    fn has_saturated(&self) -> bool {
        self.mode.contacts.iter().any(|mode| matches!(mode, ContactMode::Saturated(_)))
    }

    /// Whether what a contact at rest joins is held without it.
    pub(super) fn others_hold(&mut self, without: Joint) -> bool {
        let Self { structure, mode, clusters, decision, .. } = self;
        let is_at_bound = |other: usize| decision.at_bound.iter().any(|(joint, _)| *joint == Joint::Contact(other));
        let at_rest = |other: usize| mode.contacts[other] == ContactMode::Stuck && !is_at_bound(other);
        clusters.holds_without(structure, without, at_rest, &mode.gears, &mode.stops)
    }

    /// Gears that are loaded have the level of their mesh torque's own sign; whether any had the other.
    fn turn_mesh_signs(&mut self) -> bool {
        if !self.mode.gears.iter().any(|mode| matches!(mode, GearMode::LossSaturated { .. })) {
            return false;
        }
        self.evaluate();
        let rounding = 1e-12 * self.expansion.force_size();
        let mut any = false;
        for gear in 0..self.structure.gears.len() {
            let GearMode::LossSaturated { direction, mesh_sign } = self.mode.gears[gear] else { continue };
            let mesh = self.expansion.mesh_torque(&self.situation(), gear);
            if f64::from(mesh_sign) * mesh < -rounding {
                self.mode.gears[gear] = GearMode::LossSaturated { direction, mesh_sign: -mesh_sign };
                any = true;
            }
        }
        any
    }

    /// A gear at rest whose losses are all that they can be, where others hold what it ties; with the signs of its loss and of
    /// its mesh torque.
    fn overloaded_gear(&mut self) -> Option<(usize, i8, i8)> {
        if self.clusters.spares == 0 && !self.has_saturated() {
            return None;
        }
        (0..self.structure.gears.len()).find_map(|gear| {
            let GearMode::Held(before) = self.mode.gears[gear] else { return None };
            let at = self.situation();
            let mesh = self.expansion.mesh_torque(&at, gear);
            let (loss, mesh_sign) = (self.expansion.held_loss(&at, gear), if mesh < 0.0 { -1 } else { 1 });
            let direction = if loss < 0.0 { -1 } else { 1 };
            let part = &self.structure.gears[gear];
            let level = part.level_at_rest(1.0, direction, mesh_sign, mesh);
            let rounding = 1e-12 * self.expansion.force_size();
            let reaches = loss.abs() >= level - rounding && loss.abs() > rounding;
            // What the losses give up crosses the mesh.
            let crosses = mesh + f64::from(direction) * (loss.abs() - level).max(0.0);
            let mesh_sign = match self.decision.turned[gear] {
                // One that is zero has the sign that was found for it, on whichever side rounding has it now.
                0 if self.mode.mesh_known[gear] > 0 || crosses.abs() <= rounding => before,
                0 if crosses < 0.0 => -1,
                0 => 1,
                turned => turned,
            };
            let joint = Joint::Hold(gear);
            let is_over = loss.abs() > (1.0 + OVER) * level + rounding;
            let can_give = self.others_hold(joint)
                || (is_over && self.saturated_contact_that_can_unload(joint, direction).is_some());
            (reaches && can_give && !self.decision.mesh_undetermined[gear]).then_some((gear, direction, mesh_sign))
        })
    }

    /// The contact of a loop that carries most beyond its bound, with the sign of its torque.
    fn overloaded(&mut self) -> Option<(usize, i8)> {
        if self.clusters.spares == 0 && !self.has_saturated() {
            return None;
        }
        self.evaluate();
        let mut worst: Option<(usize, i8, f64)> = None;
        for contact in 0..self.structure.contacts.len() {
            if self.mode.contacts[contact] != ContactMode::Stuck {
                continue;
            }
            let torque = self.expansion.contact_torque[contact];
            let bound = self.situation().bound_against(contact, torque).max(0.0);
            let is_freewheel = self.structure.contacts[contact].is_freewheel();
            let over = (torque.abs() - bound) / bound.max(f64::MIN_POSITIVE);
            let rounding = 1e-12 * self.expansion.force_size();
            let reaches = torque.abs() >= bound - rounding && torque.abs() > rounding;
            let sign = if torque > 0.0 { 1 } else { -1 };
            let joint = Joint::Contact(contact);
            let is_over = reaches
                && !(is_freewheel && torque < 0.0)
                && (self.others_hold(joint)
                    || (over > OVER && self.saturated_contact_that_can_unload(joint, sign).is_some()));
            if is_over && worst.is_none_or(|(.., most)| over > most) {
                worst = Some((contact, sign, over));
            }
        }
        worst.map(|(contact, sign, _)| (contact, sign))
    }
}

/// Change of the greatest loss of a gear at rest with its mesh torque.
fn growth_of(gear: &Gear, mode: GearMode, direction: i8) -> f64 {
    match mode {
        GearMode::Held(mesh_sign) | GearMode::LossSaturated { mesh_sign, .. } | GearMode::Turning { mesh_sign, .. } => {
            f64::from(mesh_sign) * gear.static_ratios.load * gear.levels.gain(direction, mesh_sign)
        }
        GearMode::Lossless => 0.0,
    }
}
