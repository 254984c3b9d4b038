//! Impacts: stops and one-way clutches change velocities at once. Friction and the losses of gears have no part in it.

use super::constants::CONSTANTS;
use super::elements::{law_of_contact, law_of_stop};
use super::question::Candidate;
use super::{ContactMode, GearMode, Mechanism};
use crate::complementarity::{Germ, Law, Outcome};

impl Mechanism {
    /// Stops and freewheels take the velocities that they do not allow, with the least change of the kinetic energy's
    /// measure: ½·(v⁺ − v)ᵀ·M·(v⁺ − v). Friction carries no impulse.
    pub(super) fn strike(&mut self) {
        self.list_struck();
        self.solve_for_impulses();
        self.change_velocities();
        self.keep_what_was_struck();
        self.follow_impact();
    }

    /// Stops that bodies are at, gears that jam, and all one-way clutches: one that overruns may be turned the wrong way by the
    /// impulse of another. Where a gear jams anew at this instant ([`super::jamming`]) contacts that stick as well: a one-way
    /// clutch that does passes an impulse in either direction then.
    fn list_struck(&mut self) {
        let Self { structure, mode, decision, question, position, .. } = self;
        question.begin(structure);
        let jammed = (0..structure.gears.len()).filter(|&gear| decision.jammed[gear]);
        question.unknowns.extend(jammed.map(Candidate::Gear));
        for (body, part) in structure.bodies.iter().enumerate() {
            for (side, limit) in [(-1, part.travel.0), (1, part.travel.1)] {
                if decision.struck[body] == side || mode.stops[body] == side || position[body] == limit {
                    question.unknowns.push(Candidate::Stop(body, side));
                }
            }
        }
        let takes_part = |contact: &usize| {
            let part = &structure.contacts[*contact];
            let joins = part.first.is_some() && mode.contacts[*contact] == ContactMode::Stuck;
            part.is_freewheel() || (decision.jams_anew && joins)
        };
        let contacts = (0..structure.contacts.len()).filter(takes_part);
        question.unknowns.extend(contacts.map(Candidate::Contact));
    }

    /// w are velocities, λ impulses.
    fn solve_for_impulses(&mut self) {
        let Self { structure, mode, decision, question, velocity, .. } = self;
        question.write_directions(structure);
        // The momentum of a body takes the place of the force.
        for (body, (part, velocity)) in structure.bodies.iter().zip(velocity.iter()).enumerate() {
            decision.force[body] = part.inertia * velocity;
            decision.size[body] = decision.force[body].abs();
        }
        question.write_loads(structure, 0, (&mut decision.force, &decision.size), velocity);
        for (row, candidate) in question.unknowns.iter().enumerate() {
            question.problem.law[row] = match *candidate {
                Candidate::Stop(_, side) => law_of_stop(side),
                Candidate::Contact(contact) => {
                    let is_freewheel = structure.contacts[contact].is_freewheel();
                    let stops = decision.jams_anew && mode.contacts[contact] == ContactMode::Stuck;
                    if is_freewheel && !stops { law_of_contact([Germ::default(); 2], true) } else { Law::hold() }
                }
                Candidate::Gear(_) => Law::hold(),
            };
        }
        // Without losses there is always a solution, but for what prescribed motions demand.
        if self.question.solve() != Outcome::Solved {
            self.prescribed.note_contradiction(&self.structure, &self.question);
        }
    }

    fn change_velocities(&mut self) {
        let Self { structure, decision, question, velocity, .. } = self;
        // Groups without an impulse keep their velocities to the bit.
        decision.struck_groups.fill(false);
        for (row, candidate) in question.unknowns.iter().enumerate() {
            if question.solution.lambda[row].value() != 0.0 {
                let roots = question.roots(structure, *candidate);
                roots.into_iter().flatten().for_each(|root| decision.struck_groups[root] = true);
            }
        }
        for root in (0..velocity.len()).filter(|&root| decision.struck_groups[root]) {
            decision.force[root] = question.resultant(structure, root, 0);
        }
        self.rest_on_ground();
        let Self { decision, question, velocity, .. } = self;
        for &body in &question.groups.order {
            let is_changed = |root: &usize| decision.struck_groups[*root] && !question.groups.is_prescribed[*root];
            if let Some(root) = question.groups.root[body].filter(is_changed) {
                velocity[body] = question.groups.factor[body] * (decision.force[root] / question.groups.inertia(root));
            }
        }
    }

    /// What impulses have tied to the ground, if only over other bodies, is at rest: what rounding leaves of its momentum would strike the
    /// same stop again.
    fn rest_on_ground(&mut self) {
        let Self { structure, decision, question, .. } = self;
        let mut spreads = true;
        while core::mem::take(&mut spreads) {
            let pushes = |row: &usize| question.solution.lambda[*row].value() != 0.0;
            for row in (0..question.unknowns.len()).filter(pushes) {
                let roots = question.roots(structure, question.unknowns[row]);
                let rests = |root: Option<usize>| root.is_none_or(|root| decision.force[root] == 0.0);
                if rests(roots[0]) != rests(roots[1]) {
                    roots.into_iter().flatten().for_each(|root| decision.force[root] = 0.0);
                    spreads = true;
                }
            }
        }
    }

    /// After [`Mechanism::strike`]: bodies rest against the stops that took an impulse, and contacts slide that lost their
    /// rest by it.
    fn keep_what_was_struck(&mut self) {
        let Self { structure, mode, decision, question, .. } = self;
        for row in 0..question.unknowns.len() {
            let rests = question.solution.w[row].is_zero();
            match question.unknowns[row] {
                Candidate::Stop(body, side) => {
                    if rests {
                        mode.stops[body] = side;
                    } else if mode.stops[body] == side {
                        mode.stops[body] = 0;
                    }
                }
                Candidate::Contact(contact) => decision.arrived[contact] = rests,
                // It may hold from now on, though it began to turn at this instant, and so may what slides at its bodies.
                Candidate::Gear(gear) => {
                    (mode.gears[gear], mode.gear_known[gear]) = (GearMode::Held(1), 0);
                    if let Some(root) = question.groups.root[structure.gears[gear].first] {
                        decision.struck_groups[root] = true;
                    }
                }
            }
        }
        (0..self.structure.contacts.len()).for_each(|contact| self.follow_contact(contact));
        (0..self.structure.gears.len()).for_each(|gear| self.follow_gear(gear));
        self.choose_loss_segments();
    }

    /// A contact slides as the velocities have it now.
    fn follow_contact(&mut self, index: usize) {
        let Self { structure, mode, decision, question, velocity, velocity_before, .. } = self;
        let contact = &structure.contacts[index];
        let relative = contact.relative(velocity);
        if let ContactMode::Continuous(direction) = &mut mode.contacts[index]
            && contact.relative(velocity_before) == 0.0
            && relative != 0.0
        {
            // It had no direction before, and does not turn.
            *direction = if relative < 0.0 { -1 } else { 1 };
        }
        if mode.contacts[index] == ContactMode::Free || contact.is_continuous() {
            return;
        }
        let size = velocity[contact.second].abs() + contact.first.map_or(0.0, |body| velocity[body].abs());
        let moves = relative.abs() > CONSTANTS.reltol_impact * size;
        // What had met is parted by the impact.
        decision.arrived[index] &= !moves;
        if contact.is_freewheel() {
            if moves && !decision.arrived[index] {
                mode.contacts[index] = ContactMode::Sliding(1);
            }
        } else if moves {
            mode.contacts[index] = ContactMode::Sliding(if relative > 0.0 { 1 } else { -1 });
            mode.segments[index] = contact.segment(relative.abs());
        } else {
            decision.arrived[index] = true;
            // What an impulse has stopped was moving.
            let mut ends = [Some(contact.second), contact.first].into_iter().flatten();
            let is_struck =
                ends.any(|body| question.groups.root[body].is_some_and(|root| decision.struck_groups[root]));
            mode.released[index] &= !is_struck;
        }
    }

    /// A gear that an impact has set in motion, or turned back, has other losses.
    fn follow_gear(&mut self, index: usize) {
        let (gear, decision, question) = (&self.structure.gears[index], &self.decision, &self.question);
        let velocity = self.velocity[gear.first];
        let groups = &question.groups;
        let size = groups.root[gear.first].map_or(0.0, |root| {
            groups.factor[gear.first].abs() * question.load_size[root].value() / groups.inertia(root)
        });
        let rounding = CONSTANTS.reltol_impact * size;
        if decision.jammed[index] || velocity.abs() <= rounding {
            return;
        }
        let direction = if velocity > 0.0 { 1 } else { -1 };
        let mode = &mut self.mode.gears[index];
        let turns = matches!(mode, GearMode::Turning { direction: now, .. } if *now == direction);
        if gear.is_lossy() && !turns {
            *mode = GearMode::Turning { direction, mesh_sign: direction };
        }
    }
}
