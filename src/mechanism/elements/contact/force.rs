//! The set-valued force law of a contact at rest: −B ≤ λ ≤ B with its breakaway levels, or those of sliding once it has moved; of a
//! [freewheel](super::super::freewheel) only the first of both. A contact that does not stick has a law in bridged steps alone.

use super::{Contact, ContactKind, ContactLaw, ContactMode, Freewheel};
use crate::complementarity::{Bound, Germ, Law};
use crate::mechanism::candidate::{Candidate, Ends, LawOfStep, SetValuedLaw};
use crate::mechanism::clusters::Joint;
use crate::mechanism::constants::CONSTANTS;
use crate::mechanism::expansion::{Expansion, Situation};
use crate::mechanism::question::{ORDERS, Question};
use crate::mechanism::time_stepping::{Ahead, TimeStepping};
use crate::mechanism::{Mechanism, Mode, Structure};

/// What a contact holds with.
pub(in crate::mechanism) struct ContactForce;

impl SetValuedLaw for ContactForce {
    fn ends(&self, contact: usize, structure: &Structure) -> Ends {
        let contact = &structure.contacts[contact];
        [Some((contact.second, 1.0)), contact.first.map(|body| (body, -1.0))]
    }

    fn joint(&self, contact: usize) -> Joint {
        Joint::Contact(contact)
    }

    fn blocked_direction(&self, contact: usize, structure: &Structure) -> i8 {
        if structure.contacts[contact].is_freewheel() { -1 } else { 0 }
    }

    fn push(&self, contact: usize, of: &Expansion, at: &Situation<'_>) -> f64 {
        if at.mode.contacts[contact].is_at_rest() { -of.contact_torque[contact] } else { 0.0 }
    }

    fn level(&self, contact: usize, at: &Situation<'_>) -> Option<f64> {
        let is_friction = !at.structure.contacts[contact].is_freewheel();
        is_friction.then(|| at.bound(contact, 0.0).0)
    }

    fn law(&self, contact: usize, row: usize, now: &Mechanism, orders: usize) -> Law<ORDERS> {
        if now.goes_round(row) {
            return Law::Given(Bound::constant(Germ::default()));
        }
        now.structure.contacts[contact].law_between(now.levels_at_rest(contact, row, orders))
    }

    fn may_move(&self, _: usize, _: &Mechanism) -> bool {
        true
    }

    fn move_on_trial(&self, contact: usize, mode: &mut Mode, direction: i8) -> bool {
        if direction == 0 {
            mode.contacts[contact] = ContactMode::Stuck;
            return false;
        }
        (mode.contacts[contact], mode.segments[contact]) = (ContactMode::Sliding(direction), 0);
        true
    }

    fn take_over(&self, contact: usize, row: usize, now: &mut Mechanism) {
        let Mechanism { mode, decision, question, .. } = now;
        let w = &question.solution.w[row];
        let direction = w.sign(0.0, &Germ::default());
        // The first coefficient with which it moves.
        match w.0.iter().position(|w| *w != 0.0) {
            None => mode.contacts[contact] = ContactMode::Stuck,
            Some(0) if decision.arrived[contact] => mode.go_on_sliding(contact, direction),
            Some(order) => {
                mode.begin_sliding(contact, direction);
                mode.contact_known[contact] = 2.max(order as u8 + 1);
            }
        }
    }

    fn take_over_bound(&self, contact: usize, _: usize, now: &mut Mechanism, bound: i8) {
        if bound != 0 {
            now.mode.contacts[contact] = ContactMode::Saturated(bound);
        }
    }

    fn law_of_impact(&self, contact: usize, now: &Mechanism) -> Law<ORDERS> {
        let stops = now.decision.jams_anew && now.mode.contacts[contact] == ContactMode::Stuck;
        match now.structure.contacts[contact].kind {
            ContactKind::Freewheel(_) if !stops => Freewheel::law_above(Germ::default()),
            ContactKind::Freewheel(_) | ContactKind::Friction => Law::hold(),
        }
    }

    fn take_over_impact(&self, contact: usize, now: &mut Mechanism, rests: bool) {
        now.decision.arrived[contact] = rests;
    }

    fn law_of_step(&self, contact: usize, _: usize, steps: &TimeStepping, ahead: &Ahead<'_>) -> LawOfStep {
        let (rests, slip) = (steps.contact_rests[contact], steps.slip[contact]);
        let (part, engagement) = (&ahead.at.structure.contacts[contact], ahead.engagement(contact));
        let within = |level: f64| law_of_friction([Germ::from(engagement * level); 2]);
        match &part.law {
            ContactLaw::SetValued { .. } => part.law_between(ahead.levels(contact, rests, slip).map(Germ::from)).into(),
            ContactLaw::Bristle { bristle, state } => {
                let carried = bristle.stiffness * ahead.at.internal[*state];
                let stiff = ahead.duration * bristle.stiffness + bristle.damping;
                let level = bristle.steady_torque(slip).abs().max(carried.abs());
                LawOfStep { law: within(level), offset: carried / stiff, compliance: 1.0 / (engagement * stiff) }
            }
            ContactLaw::Smooth(curve) => {
                let (torque, slope) = (curve.torque(slip), curve.slope(slip));
                if slip.abs() < curve.resting_speed() && slope > 0.0 {
                    return LawOfStep {
                        law: within(curve.highest_torque(slip)),
                        offset: torque / slope - slip,
                        compliance: 1.0 / (engagement * slope),
                    };
                }
                // Beyond its peak it is taken for one that sticks: where that stops it, the tangent at rest is next.
                within(torque.abs()).into()
            }
        }
    }

    fn move_in_step(&self, contact: usize, steps: &mut TimeStepping, ahead: &Ahead<'_>) -> bool {
        core::mem::take(&mut steps.contact_rests[contact])
            && ahead.levels(contact, true, 0.0) != ahead.levels(contact, false, 0.0)
    }
}

/// −forward ≤ λ ≤ backward level.
fn law_of_friction([forward, backward]: [Germ<ORDERS>; 2]) -> Law<ORDERS> {
    Law::Between(Bound::constant(forward.times(-1.0)), Bound::constant(backward))
}

impl Contact {
    /// λ between its levels, of which a freewheel has the first.
    fn law_between(&self, levels: [Germ<ORDERS>; 2]) -> Law<ORDERS> {
        match self.kind {
            ContactKind::Friction => law_of_friction(levels),
            ContactKind::Freewheel(_) => Freewheel::law_above(levels[0].times(-1.0)),
        }
    }
}

impl Ahead<'_> {
    /// Engagement of a contact; 0 where it is free.
    pub(in crate::mechanism) fn engagement(&self, contact: usize) -> f64 {
        if self.at.mode.engaged[contact] { self.at.inputs.engagement.value[contact].max(0.0) } else { 0.0 }
    }

    /// Greatest torques of a contact that sticks, forward and backward.
    fn levels(&self, index: usize, rests: bool, slip: f64) -> [f64; 2] {
        let contact = &self.at.structure.contacts[index];
        if rests {
            return self.at.bounds(index);
        }
        let levels = contact.levels_of_motion(slip.abs(), contact.segment(slip.abs()));
        levels.map(|level| self.engagement(index) * level)
    }
}

impl TimeStepping {
    /// Curves of contacts that creep have their tangents where the step has ended; whether these are others.
    pub(in crate::mechanism) fn move_tangents(&mut self, question: &Question, ahead: &Ahead<'_>) -> bool {
        let mut any = false;
        for (row, candidate) in question.unknowns.iter().enumerate() {
            let Candidate::Contact(index) = *candidate else { continue };
            if let ContactLaw::Smooth(_) = ahead.at.structure.contacts[index].law {
                let (before, now) = (self.slip[index], self.velocity_after(row));
                any |= (now - before).abs() > CONSTANTS.reltol_tangent * now.abs().max(before.abs());
                self.slip[index] = now;
            }
        }
        any
    }
}

impl Mechanism {
    /// Whether a contact joins bodies that gears tie so that they never part, and one of these gears turns with losses that follow its mesh
    /// torque. What such a contact carries goes round in the loop and nothing determines it, but it would change the losses, and so the
    /// motion: it is that in which nothing goes round, here as in the shares of a mode ([`crate::mechanism::split`]) and in a bridged step.
    fn goes_round(&self, row: usize) -> bool {
        let question = &self.question;
        let is_in_loop = |gear: usize| question.problem.mesh_at(gear, row) != 0.0 && self.turns(gear);
        question.never_parts(row) && (0..question.problem.meshes()).any(is_in_loop)
    }

    /// Levels of a contact at rest, forward and backward, and their derivatives.
    fn levels_at_rest(&self, contact: usize, row: usize, orders: usize) -> [Germ<ORDERS>; 2] {
        let has_rates = orders > 1 && !self.decision.moves[row];
        // A level that ends here is no level from here on.
        let germ = |value: f64, rate: f64, goes_on: bool| {
            let mut level = Germ::from(value);
            if has_rates && goes_on {
                level.0[1] = rate;
            }
            level
        };
        if !self.decision.slides[row] {
            return [1, -1].map(|direction| {
                let (value, rate) = self.situation().bound_in(contact, direction, 1.0);
                germ(value.max(0.0), rate, value > 0.0 || rate > 0.0)
            });
        }
        let engagement = &self.inputs.engagement;
        let is_engaged = self.mode.engaged[contact];
        let (value, slope) =
            if is_engaged { (engagement.value[contact], engagement.slope[contact]) } else { (0.0, 0.0) };
        let sliding = self.structure.contacts[contact].levels_of_motion(0.0, 0);
        sliding.map(|level| germ(value.max(0.0) * level, slope * level, value > 0.0 || slope > 0.0))
    }
}
