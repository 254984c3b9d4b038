//! Part of an internal step with too many events, taken at once by one implicit step ([`super::time_stepping`]).
//!
//! What is inside its bounds rests over the whole step. Servos, linear systems and the deflections of bristles follow, with the bodies
//! as they are at its end; what acts is decided anew from there.
//!
//! The part is short at first ([`super::advance`]): most of what has too many events chatters at one instant.

use super::{ContactLaw, Mechanism};

impl Mechanism {
    /// Bridges `duration`, which is above zero; what acts from outside is that at its end.
    pub fn bridge(&mut self, duration: f64) {
        self.note_pressing();
        self.step_velocities(duration);
        self.unite_velocities();
        self.bridge_bristles(duration);
        self.move_groups(duration);
        self.place_at_reached_stops();
        self.bridge_actuators(duration);
        self.bridge_linear(duration);
        self.bridge_components(duration);
        self.mode.pass();
        self.choose_branches_of_components();
        self.strike();
        self.unite_velocities();
        self.decide();
        // What slid before and goes on may be on another segment of its table.
        for (index, contact) in self.structure.contacts.iter().enumerate() {
            self.mode.segments[index] = contact.segment(self.relative_velocity(index).abs());
        }
        self.choose_loss_segments();
        self.begin_mode();
    }

    /// Moves what gears tie together by what it has as velocity at the end of the step, or on the mean if nothing touches it. Positions may
    /// miss a stop by rounding, in either direction.
    fn move_groups(&mut self, duration: f64) {
        let Self { structure, question, time_stepping, position, velocity, .. } = self;
        let groups = &question.groups;
        let bodies = 0..structure.bodies.len();
        let is_member = |body: usize, root: usize| groups.root[body] == Some(root) && !structure.is_driven(body);
        for root in bodies.clone().filter(|&root| groups.root[root] == Some(root)) {
            let (mut least, mut most) = (f64::NEG_INFINITY, f64::INFINITY);
            for body in bodies.clone().filter(|&body| is_member(body, root)) {
                let (lower, upper) = structure.bodies[body].travel;
                let ends = [lower, upper].map(|limit| (limit - position[body]) / groups.factor[body]);
                (least, most) = (least.max(ends[0].min(ends[1])), most.min(ends[0].max(ends[1])));
            }
            let mean = time_stepping.mean_velocity_of_free(question, root).unwrap_or(velocity[root]);
            let moved = (duration * mean).max(least).min(most);
            // What rests keeps its position to the bit: the sum of -0.0 and 0.0 is 0.0.
            if moved == 0.0 {
                continue;
            }
            for body in bodies.clone().filter(|&body| is_member(body, root)) {
                let (lower, upper) = structure.bodies[body].travel;
                position[body] = (position[body] + groups.factor[body] * moved).max(lower).min(upper);
            }
        }
    }

    /// Bristles deflect by the velocity at the end of the interval as in an implicit step of their own, so that what their law makes of both, which
    /// is shown there, is no more than what they carried.
    fn bridge_bristles(&mut self, duration: f64) {
        for (index, contact) in self.structure.contacts.iter().enumerate() {
            if let ContactLaw::Bristle { bristle, state } = &contact.law {
                let is_engaged = self.mode.engaged[index] && self.inputs.engagement.value[index] > 0.0;
                let (relative, before) = (self.relative_velocity(index), self.internal[*state]);
                self.internal[*state] =
                    if is_engaged { bristle.implicit_deflection(relative, before, duration) } else { 0.0 };
            }
        }
    }
}
