//! Impacts: stops and one-way clutches change velocities at once. Friction and the losses of gears have no part in it.

use super::Mechanism;
use super::candidate::Candidate;
use crate::complementarity::Outcome;

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

    /// Lists gears that jam, stops that bodies are at, and the contacts that take impulses.
    fn list_struck(&mut self) {
        let Self { structure, decision, question, .. } = self;
        question.begin(structure);
        let jammed = (0..structure.gears.len()).filter(|&gear| decision.jammed[gear]);
        question.unknowns.extend(jammed.map(Candidate::Gear));
        self.list_struck_stops();
        self.list_struck_contacts();
    }

    /// w are velocities, λ impulses.
    fn solve_for_impulses(&mut self) {
        let Self { structure, decision, question, velocity, .. } = self;
        question.write_directions(structure);
        // The momentum of a body takes the place of the force.
        for (body, (part, velocity)) in structure.bodies.iter().zip(velocity.iter()).enumerate() {
            decision.force[body] = part.inertia * velocity;
            decision.size[body] = decision.force[body].abs();
        }
        question.write_loads(structure, 0, (&mut decision.force, &decision.size), velocity);
        for row in 0..self.question.unknowns.len() {
            let (law, element) = self.question.unknowns[row].get();
            self.question.problem.law[row] = law.law_of_impact(element, self);
        }
        // Without losses there is always a solution, but for what prescribed motions demand.
        if self.question.solve() != Outcome::Solved {
            self.prescribed.note_contradiction(&self.structure, &self.question);
        }
    }

    fn change_velocities(&mut self) {
        let Self { decision, question, velocity, .. } = self;
        // Groups without an impulse keep their velocities to the bit.
        decision.struck_groups.fill(false);
        for row in 0..question.unknowns.len() {
            if question.solution.lambda[row].value() != 0.0 {
                let roots = question.roots(row);
                roots.into_iter().flatten().for_each(|root| decision.struck_groups[root] = true);
            }
        }
        for root in (0..velocity.len()).filter(|&root| decision.struck_groups[root]) {
            decision.force[root] = question.resultant(root, 0);
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
        let Self { decision, question, velocity, .. } = self;
        let mut spreads = true;
        while core::mem::take(&mut spreads) {
            let pushes = |row: &usize| question.solution.lambda[*row].value() != 0.0;
            for row in (0..question.unknowns.len()).filter(pushes) {
                let roots = question.roots(row);
                // A prescribed motion rests where it is prescribed to, whatever impulse it takes.
                let rests = |root: Option<usize>| match root {
                    Some(root) if question.groups.is_prescribed[root] => velocity[root] == 0.0,
                    Some(root) => decision.force[root] == 0.0,
                    None => true,
                };
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
        for row in 0..self.question.unknowns.len() {
            let (law, element) = self.question.unknowns[row].get();
            law.take_over_impact(element, self, self.question.solution.w[row].is_zero());
        }
        (0..self.structure.contacts.len()).for_each(|contact| self.follow_impact_of_contact(contact));
        (0..self.structure.gears.len()).for_each(|gear| self.follow_impact_of_gear(gear));
        self.choose_loss_segments();
    }
}
