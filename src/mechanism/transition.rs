//! What a crossed guard changes, and what is reported of it.

use super::candidate::Candidate;
use super::constants::CONSTANTS;
use super::elements::StopGuard;
use super::event::Observer;
use super::guard::{Consequence, GuardKind};
use super::{ContactMode, GearMode, Mechanism};
use crate::solver::Beginning;

impl Mechanism {
    /// Changes the mode because of the guards in `crossed`; returns the number of stops that were struck. `is_located`: the guards have just
    /// reached zero, and have not jumped below it.
    pub(super) fn transition(&mut self, time: f64, is_located: bool, observer: &mut dyn Observer) -> u32 {
        if is_located {
            self.evaluate();
        }
        if self.instant.is_none() {
            self.begin_instant(time);
            self.note_pressing();
            self.decision.shares = 0;
            self.torque_before.copy_from_slice(&self.expansion.contact_torque);
        }
        self.cross_rests(time, observer);
        let mut consequence = Consequence::Kink;
        let mut strikes = 0;
        for index in 0..self.crossed.len() {
            let kind = self.crossed[index].kind;
            if let GuardKind::Stop(body, StopGuard::Distance(side)) = kind {
                self.report_stop(body, side, time, observer);
                strikes += 1;
            }
            if !self.is_of_other_mesh_sign(kind) {
                let is_reached = is_located && self.is_reached(kind);
                let (watch, element) = kind.get();
                consequence = consequence.max(watch.cross(element, self, is_reached));
            }
        }
        let ends_holds = is_located && consequence == Consequence::EndOfHold && !self.loads_change();
        if ends_holds {
            self.end_crossed_holds();
        }
        match consequence {
            Consequence::Kink => {
                self.list_guards();
                // A mesh torque that was zero with all its derivatives has others from here on. Where there is a series its guard shows them.
                if self.beginning() != Beginning::Analytic {
                    self.update_mesh_signs();
                }
            }
            Consequence::EndOfHold if self.redistribute() => {}
            Consequence::EndOfHold | Consequence::Decision => {
                if ends_holds {
                    self.let_go();
                }
                if strikes > 0 {
                    self.unite_velocities();
                    self.strike();
                }
                // What lets go brings nothing together.
                if consequence == Consequence::Decision {
                    self.unite_velocities();
                }
                self.decision.shares = 0;
                self.decide_all(time, observer);
            }
        }
        if is_located {
            self.mark_departed_losses();
        }
        strikes
    }

    /// Whether a load has other equations from this instant on: the end of a hold was found with the former ones.
    fn loads_change(&self) -> bool {
        self.crossed.iter().any(|guard| guard.kind.get().0.changes_load())
    }

    /// Ends the holds that have come to their bounds.
    fn end_crossed_holds(&mut self) {
        for index in 0..self.crossed.len() {
            let kind = self.crossed[index].kind;
            if let Some((candidate, direction)) = kind.bound_of()
                && self.is_reached(kind)
            {
                self.end_hold(candidate, direction);
            }
        }
    }

    /// What is reported of an instant is what has changed since its beginning.
    pub(super) fn begin_instant(&mut self, time: f64) {
        self.instant = Some(time);
        self.decision.is_open_by_rates = false;
        self.begin_work();
        self.before.copy_from(&self.mode);
        self.position_before.copy_from_slice(&self.position);
        self.velocity_before.copy_from_slice(&self.velocity);
        for contact in 0..self.bound_before.len() {
            self.bound_before[contact] = self.situation().bound(contact, 0.0).0;
        }
        self.find_rests();
        for gear in 0..self.structure.gears.len() {
            self.gears_before[gear] = self.direction_of_gear(gear);
        }
    }

    /// Whether a guard that is crossed has come to its surface, where the mechanism was evaluated, and has not jumped beyond it
    /// with a torque that something else at this instant has changed.
    fn is_reached(&self, kind: GuardKind) -> bool {
        kind.get().0.ends_beyond() || self.is_at_surface(kind)
    }

    /// Whether a guard that is crossed is at its surface still.
    pub(super) fn is_at_surface(&self, kind: GuardKind) -> bool {
        let Some(index) = self.expansion.guards.iter().position(|guard| guard.kind == kind) else { return true };
        let size = kind.size(&self.expansion, &self.situation());
        self.expansion.guard_value(index) >= -CONSTANTS.reltol_located * size
    }

    /// Decides all, after [`Mechanism::unite_velocities`] where anything may have come together.
    pub(super) fn decide_all(&mut self, time: f64, observer: &mut dyn Observer) {
        self.decide();
        self.prescribed.tell_contradiction(time, observer);
        self.begin_mode();
        self.follow_decision(time, observer);
    }

    /// The hold of an element has come to its end in a direction. Others across the same cut, which already carry all that they can, end
    /// with it.
    fn end_hold(&mut self, candidate: Candidate, direction: i8) {
        self.decision.ended.push((candidate, direction));
        let Self { structure, mode, clusters, decision, .. } = self;
        let Some(top) = clusters.body_of(candidate.joint()) else {
            return;
        };
        for (index, contact) in structure.contacts.iter().enumerate() {
            let is_inside = |body: usize| clusters.is_below(body, top);
            if let ContactMode::Saturated(sign) = mode.contacts[index]
                && is_inside(contact.second) != contact.first.is_some_and(is_inside)
            {
                decision.ended.push((Candidate::Contact(index), sign));
            }
        }
        for (index, gear) in structure.gears.iter().enumerate() {
            if let GearMode::LossSaturated { direction, .. } = mode.gears[index]
                && clusters.is_below(gear.first, top)
            {
                decision.ended.push((Candidate::Gear(index), direction));
            }
        }
    }

    /// Reports what an instant has changed, once it is over; returns the number of events. What was decided and decided again
    /// at the same instant is no event.
    pub(super) fn report_events(&mut self, observer: &mut dyn Observer) -> u32 {
        let Some(time) = self.instant.take() else { return 0 };
        let events = self.report_contacts(time, observer) + self.report_gears(time, observer);
        self.has_reported |= events > 0;
        events
    }
}
