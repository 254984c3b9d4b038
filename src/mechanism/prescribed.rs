//! Bodies whose motion is prescribed ([`super::elements::PrescribedMotion`]), and those that gears drive with them.
//!
//! Such a body is like the ground, but it moves: its motion has whatever torque it needs. So
//!
//! - in the clusters it is a root of infinite inertia, with a known acceleration. Each body of its cluster has its inertia torque −J·a
//!   (d'Alembert) among its forces, and the torques of the links follow as in any other cluster. The torque of the motion is the one that
//!   balances the root.
//! - in the joint decision it is a group that torques do not accelerate, M⁻¹ = 0, and whose acceleration stands on the right-hand side.
//! - what lies between two driven bodies, or one and the ground, is not decided: whether it rests or slides, and in which direction,
//!   follows from the prescribed motions. At rest it carries no torque: the motions do.
//!
//! Between communication points positions and velocities are polynomials of time from the beginning of the communication step on,
//! whatever the internal steps are. What sticks to a body goes with it at a constant distance, to rounding.
//!
//! Where an input jumps, the velocity jumps, as in an impact: stops and one-way clutches pass the impulse on, contacts of finite level
//! carry none, so that what stuck slides from there on. A position that jumps takes along what gears tie to it and nothing else.

use super::candidate::Candidate;
use super::clusters::Clusters;
use super::constants::CONSTANTS;
use super::event::{Observer, Subject};
use super::expansion::{Expansion, Situation, coefficient};
use super::inputs::InputMotion;
use super::question::Question;
use super::ties::is_same_motion;
use super::{ContactMode, GearMode, Mechanism, Structure};
use crate::memory::{Heap, List};

/// Jumps of a motion that are no accident: it goes in steps.
const STEPS_OF_A_ROW: u8 = 3;

/// Position of a body and its derivatives with time, of which the jerk stays.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Kinematics {
    pub position: f64,
    pub velocity: f64,
    pub acceleration: f64,
    pub jerk: f64,
}

impl Kinematics {
    /// That of a body that moves so many times as far.
    fn times(self, factor: f64) -> Self {
        let Self { position, velocity, acceleration, jerk } = self;
        Self {
            position: factor * position,
            velocity: factor * velocity,
            acceleration: factor * acceleration,
            jerk: factor * jerk,
        }
    }

    /// The same later.
    fn after(self, time: f64) -> Self {
        let Self { position, velocity, acceleration, jerk } = self;
        Self {
            position: position + time * (velocity + time * (0.5 * acceleration + time * jerk / 6.0)),
            velocity: velocity + time * (acceleration + 0.5 * time * jerk),
            acceleration: acceleration + time * jerk,
            jerk,
        }
    }
}

/// The state of the prescribed motions.
#[derive(Debug)]
pub(super) struct Prescribed {
    /// Motions at the beginning of the communication step, in the order of [`Structure::motions`].
    pub start: List<Kinematics>,
    /// Motions at the instant that was reached last: what inputs prescribe from there on may jump.
    pub reached: List<Kinematics>,
    /// How long after the beginning of the communication step that was [s].
    elapsed: f64,
    /// A velocity or position has jumped, and nothing was decided about it yet.
    pub has_jumped: bool,
    /// Motions whose position or velocity has jumped while its derivative was 0, and how often each has.
    steps: List<(bool, u8)>,
    /// What does not allow that which the motions demand, found at this instant.
    contradiction: Option<Subject>,
    /// One was told: nothing is consistent from there on.
    is_told: bool,
}

impl Prescribed {
    pub fn new(structure: &Structure, heap: &mut Heap) -> Self {
        let count =
            structure.components.iter().filter(|component| component.element.get().prescribes().is_some()).count();
        let [start, reached] = [(); 2].map(|()| heap.filled(Kinematics::default(), count));
        let steps = heap.filled((false, 0), count);
        Self { start, reached, elapsed: 0.0, has_jumped: false, steps, contradiction: None, is_told: false }
    }

    /// Tells once of each motion that goes in steps.
    fn tell_steps(&mut self, structure: &Structure, time: f64, observer: &mut dyn Observer) {
        for ((is_step, count), (index, _)) in self.steps.iter_mut().zip(&structure.motions) {
            if core::mem::take(is_step) {
                *count = count.saturating_add(1);
                if *count == STEPS_OF_A_ROW {
                    let is_position = structure.components[*index].element.get().gives_position();
                    observer.motion_goes_in_steps(Subject::Component(*index), is_position, time);
                }
            }
        }
    }

    /// Keeps a stop or a one-way clutch that the problem which was asked last has no solution for, because of a prescribed motion.
    pub fn note_contradiction(&mut self, structure: &Structure, question: &Question) {
        if structure.motions.is_empty() {
            return;
        }
        let hard = |candidate: Candidate| match candidate {
            Candidate::Stop(body, _) => Some(Subject::Body(body)),
            Candidate::Contact(contact) => {
                structure.contacts[contact].is_freewheel().then_some(Subject::Contact(contact))
            }
            Candidate::Gear(_) => None,
        };
        let contradicted = (0..question.unknowns.len()).filter(|&row| question.contradicts_motions(row));
        self.contradiction = contradicted.filter_map(|row| hard(question.unknowns[row])).next().or(self.contradiction);
    }

    /// Tells of the first that was kept.
    pub fn tell_contradiction(&mut self, time: f64, observer: &mut dyn Observer) {
        let Some(subject) = self.contradiction.take() else { return };
        if !self.is_told {
            observer.contradicted(subject, time);
            self.is_told = true;
        }
    }

    /// Takes over that of another mechanism of the same structure.
    pub fn copy_from(&mut self, other: &Self) {
        self.start.copy_from_slice(&other.start);
        self.reached.copy_from_slice(&other.reached);
        self.elapsed = other.elapsed;
        self.has_jumped = other.has_jumped;
    }

    /// Visits the numbers that a copy goes on from.
    pub fn numbers(&mut self) -> impl Iterator<Item = &mut f64> {
        let Self { start, reached, elapsed, .. } = self;
        let motions = start.iter_mut().chain(reached);
        let of_motions = motions
            .flat_map(|Kinematics { position, velocity, acceleration, jerk }| [position, velocity, acceleration, jerk]);
        of_motions.chain([elapsed])
    }
}

impl Structure {
    /// Whether the motion of a body is prescribed, by gears as well.
    pub(super) fn is_driven(&self, body: usize) -> bool {
        self.driver[body].is_some()
    }

    /// Whether a motion has an input for the velocity, which is a state otherwise.
    pub(super) fn gives_velocity(&self, place: usize) -> bool {
        let (index, _) = self.motions[place];
        self.components[index].element.get().gives_velocity()
    }
}

impl Clusters {
    /// Adds the inertia torques −J·a of bodies that move with a prescribed root; `prescribed` are the accelerations of the roots.
    pub fn add_inertia_torques(&self, structure: &Structure, prescribed: &[f64], force: &mut [f64]) {
        for (body, root) in self.prescribed_members() {
            force[body] -= structure.bodies[body].inertia * self.factor[body] * prescribed[root];
        }
    }

    /// Bodies that move with a prescribed root, and that root.
    fn prescribed_members(&self) -> impl Iterator<Item = (usize, usize)> {
        self.order.iter().filter_map(|&body| {
            let root = self.root[body].filter(|root| self.is_prescribed[*root])?;
            Some((body, root))
        })
    }
}

impl Expansion {
    /// Takes coefficient number `order` of the prescribed accelerations.
    #[inline(never)]
    pub fn prescribe(&mut self, at: &Situation<'_>, order: usize) {
        for &(index, body) in &at.structure.motions {
            let motion = at.structure.components[index].prescribed(at.inputs, Kinematics::default());
            self.prescribed[body] = coefficient((motion.acceleration, motion.jerk * self.length), order);
        }
    }

    /// Adds the inertia torques of driven bodies, before the clusters are solved. What acts on the body of a motion without the links of its
    /// cluster is kept in the torque of the motion until [`Expansion::balance_motions`].
    pub fn add_inertia_torques(&mut self, at: &Situation<'_>, order: usize) {
        self.prescribe(at, order);
        let Self { prescribed, force, component_torque, .. } = self;
        at.clusters.add_inertia_torques(at.structure, prescribed, force);
        for &(index, body) in &at.structure.motions {
            component_torque[index] = force[body];
        }
    }

    /// Accelerations of driven bodies, after the clusters were solved, and the torques with which the motions balance their bodies.
    #[inline(never)]
    pub fn balance_motions(&mut self, at: &Situation<'_>) {
        for (body, root) in at.clusters.prescribed_members() {
            self.acceleration[body] = at.clusters.factor[body] * self.prescribed[root];
        }
        for &(index, body) in &at.structure.motions {
            let links = at.clusters.link.iter().zip(&self.link_torque);
            let of_links = links.filter_map(|(link, torque)| {
                link.filter(|link| link.parent == Some(body)).map(|link| link.on_parent * torque)
            });
            let of_chords = at.clusters.chords.iter().zip(&self.chord_torque).flat_map(|(&chord, torque)| {
                let ends = chord.ends(at.structure).into_iter();
                ends.filter(|(end, _)| *end == Some(body)).map(move |(_, sign)| sign * torque)
            });
            let sum: f64 = of_links.chain(of_chords).sum();
            self.component_torque[index] = -(self.component_torque[index] + sum);
        }
    }
}

impl Mechanism {
    /// Lists the prescribed motions and the bodies that they drive, once it is known what gears tie.
    pub(super) fn list_motions(&mut self) {
        let Self { structure: Structure { components, driver, motions, .. }, ties, .. } = self;
        let components = components.iter().enumerate();
        motions
            .extend(components.filter_map(|(index, component)| Some((index, component.element.get().prescribes()?))));
        for (place, (_, body)) in motions.iter().enumerate() {
            let driven = driver.iter_mut().zip(&ties.root).filter(|(_, root)| **root == ties.root[*body]);
            driven.for_each(|(driver, _)| *driver = Some(place));
        }
    }

    /// Whether the motion of a body is prescribed, by gears as well.
    pub fn is_driven(&self, body: usize) -> bool {
        self.structure.is_driven(body)
    }

    /// Whether any motion is prescribed.
    pub fn has_prescribed_motions(&self) -> bool {
        !self.structure.motions.is_empty()
    }

    /// Whether an input of the components is the integral of the one behind it, which prescribes the same motion.
    pub fn is_integral(&self, line: usize) -> bool {
        self.structure.motions.iter().any(|&(index, _)| {
            let component = &self.structure.components[index];
            (component.input..component.input + component.element.get().inputs() - 1).contains(&line)
        })
    }

    /// Whether a prescribed motion reaches a gear from its second side.
    pub fn is_driven_backwards(&self, gear: usize) -> bool {
        let Self { structure, ties, .. } = self;
        let gear = &structure.gears[gear];
        let Some((_, by)) = structure.driver[gear.first].map(|place| structure.motions[place]) else { return false };
        // Of the two bodies one hangs below the other in the tree of the ties.
        let top = match ties.link[gear.first] {
            Some(link) if link.parent == Some(gear.second) => gear.first,
            Some(_) | None => gear.second,
        };
        ties.is_below(by, top) == ties.is_below(gear.second, top)
    }

    /// The prescribed motion of a driven body, or of the ground.
    #[inline(never)]
    fn motion_of(&self, body: Option<usize>) -> Kinematics {
        let Some((body, place)) = body.and_then(|body| Some((body, self.structure.driver[body]?))) else {
            return Kinematics::default();
        };
        let (_, by) = self.structure.motions[place];
        self.motion(place).times(self.ties.factor[body] / self.ties.factor[by])
    }

    /// The motion of a body, or of the ground, as far as it follows from the prescribed ones: it is driven, or its cluster holds what is, or
    /// the ground.
    pub(super) fn known_motion(&self, body: Option<usize>) -> Option<Kinematics> {
        let Clusters { root, factor, is_prescribed, .. } = &self.clusters;
        match body.and_then(|body| Some((root[body]?, factor[body]))) {
            Some((root, factor)) => is_prescribed[root].then(|| self.motion_of(Some(root)).times(factor)),
            None => Some(Kinematics::default()),
        }
    }

    /// The motions of the two sides of a contact, where both are known.
    pub(super) fn motions_beside(&self, contact: usize) -> Option<(Kinematics, Kinematics)> {
        let contact = &self.structure.contacts[contact];
        self.known_motion(contact.first).zip(self.known_motion(Some(contact.second)))
    }

    /// A prescribed motion at present.
    fn motion(&self, place: usize) -> Kinematics {
        let (index, body) = self.structure.motions[place];
        let (position, velocity) = (self.position[body], self.velocity[body]);
        let integrated = Kinematics { position, velocity, ..Kinematics::default() };
        self.structure.components[index].prescribed(&self.inputs, integrated)
    }

    /// Takes driven bodies to where the inputs prescribe that they are: these, their slopes, or the states, were set. Whether that is a jump is
    /// known once all of them are: a prescribed position has its velocity from a slope, which comes after its value.
    #[inline(never)]
    pub fn take_prescribed(&mut self) {
        self.prescribed.has_jumped = false;
        for place in 0..self.structure.motions.len() {
            let (motion, start, reached) =
                (self.motion(place), self.prescribed.start[place], self.prescribed.reached[place]);
            let differs = |new: f64, old: f64, size: f64| {
                (new - old).abs() > CONSTANTS.reltol_input * new.abs().max(old.abs()).max(size)
            };
            if self.inputs.motion == InputMotion::Moving {
                self.prescribed.reached[place] = motion;
            } else {
                // What the inputs do not prescribe is a state, which does not jump, and no number here: that differs from nothing.
                let (index, _) = self.structure.motions[place];
                let states = Kinematics { position: f64::NAN, velocity: f64::NAN, ..Kinematics::default() };
                let given = self.structure.components[index].prescribed(&self.inputs, states);
                let moves = differs(given.position, reached.position, start.position.abs());
                // The velocity of a position is the difference of two of them over a step: so is its rounding.
                let elapsed = self.prescribed.elapsed;
                let of_position = if elapsed > 0.0 { given.position.abs() / elapsed } else { 0.0 };
                let size = start.velocity.abs().max(of_position);
                let changes = differs(given.velocity, reached.velocity, size);
                self.prescribed.steps[place].0 = if self.structure.components[index].element.get().gives_position() {
                    moves && given.velocity == 0.0 && reached.velocity == 0.0
                } else {
                    changes && given.acceleration == 0.0 && reached.acceleration == 0.0
                };
                self.prescribed.has_jumped |= moves || changes;
            }
            self.move_driven(place, motion);
        }
    }

    /// What the inputs prescribe now is where the motions are.
    pub(super) fn reach_prescribed(&mut self) {
        self.prescribed.has_jumped = false;
        for place in 0..self.structure.motions.len() {
            self.prescribed.reached[place] = self.motion(place);
        }
    }

    /// Takes the bodies that a motion drives to where they are when its body is there.
    fn move_driven(&mut self, place: usize, motion: Kinematics) {
        let Self { structure, ties, position, velocity, .. } = self;
        let (_, body) = structure.motions[place];
        let moves = position[body] != motion.position;
        for other in (0..position.len()).filter(|&other| structure.driver[other] == Some(place)) {
            let share = ties.factor[other] / ties.factor[body];
            velocity[other] = share * motion.velocity;
            if moves {
                position[other] = share * motion.position;
            }
        }
        (position[body], velocity[body]) = (motion.position, motion.velocity);
    }

    /// A communication step begins.
    pub(super) fn begin_inputs(&mut self) {
        self.inputs.begin();
        self.forget_rates_of_limiters();
        for place in 0..self.structure.motions.len() {
            self.prescribed.start[place] = self.motion(place);
        }
    }

    /// Takes the inputs, and the bodies that move as they prescribe, to a time after the beginning of the communication step [s].
    #[inline(never)]
    pub(super) fn advance_inputs_to(&mut self, elapsed: f64) {
        self.inputs.at(elapsed);
        let Self { structure, inputs, prescribed, clusters, position, velocity, time_resolution, .. } = self;
        if structure.motions.is_empty() {
            return;
        }
        let Prescribed { start, reached, elapsed: reached_after, .. } = prescribed;
        *reached_after = elapsed;
        for (place, ((&(index, body), start), reached)) in
            structure.motions.iter().zip(&*start).zip(reached).enumerate()
        {
            let (component, mut now) = (&structure.components[index], start.after(elapsed));
            // A sum of accelerations that comes to rest within the resolution of time is at rest.
            if !structure.gives_velocity(place) && now.velocity.abs() <= *time_resolution * now.acceleration.abs() {
                now.velocity = 0.0;
            }
            *reached = now;
            component.element.get().follow_inputs(now, &mut inputs.components, component.input);
            (position[body], velocity[body]) = (now.position, now.velocity);
        }
        clusters.follow_roots(position, velocity);
    }

    /// Changes of the inputs that are changes of prescribed positions and velocities become these.
    pub(super) fn vary_prescribed(&mut self) {
        let Self { structure, ties, variation, .. } = self;
        for (place, &(index, body)) in structure.motions.iter().enumerate() {
            let component = &structure.components[index];
            let slopes = &mut variation.inputs.components.slope[component.input..];
            let (of_position, of_velocity) = component.element.get().prescribed_change(slopes);
            for other in (0..structure.driver.len()).filter(|&other| structure.driver[other] == Some(place)) {
                let share = ties.factor[other] / ties.factor[body];
                if let Some(change) = of_position {
                    variation.position[other] = share * change;
                }
                if let Some(change) = of_velocity {
                    variation.velocity[other] = share * change;
                }
            }
        }
    }

    /// An element that prescribes a motion which does not rest.
    pub(super) fn moving_element(&self) -> Option<usize> {
        let moves = |&(index, _): &(usize, usize)| {
            let motion = self.structure.components[index].prescribed(&self.inputs, Kinematics::default());
            let Kinematics { velocity, acceleration, jerk, .. } = motion;
            [velocity, acceleration, jerk].iter().any(|part| *part != 0.0)
        };
        self.structure.motions.iter().find(|motion| moves(motion)).map(|(index, _)| *index)
    }

    /// Decides what follows from motions that have jumped, or that begin; whether any has.
    #[inline(never)]
    pub(super) fn settle_prescribed(&mut self, time: f64, observer: &mut dyn Observer) -> bool {
        if self.structure.motions.is_empty() {
            return false;
        }
        let jumps = self.prescribed.has_jumped;
        self.reach_prescribed();
        if !jumps && !self.finds_rests_of_motions() && !self.is_parted() {
            return false;
        }
        if self.instant.is_none() {
            self.begin_instant(time);
            self.note_pressing();
        }
        self.mode.pass();
        self.engage_anew();
        if jumps {
            self.prescribed.tell_steps(&self.structure, time, observer);
            self.strike();
        }
        self.decision.shares = 0;
        self.unite_velocities();
        self.decide_all(time, observer);
        true
    }

    /// Finds relative motions that follow from prescribed ones and come to rest at this instant, or turn back, without passing through zero
    /// within a step; whether there is any.
    fn finds_rests_of_motions(&mut self) -> bool {
        let mut any = false;
        for index in 0..self.structure.contacts.len() {
            let ContactMode::Sliding(direction) = self.mode.contacts[index] else { continue };
            let Some((first, second)) = self.motions_beside(index) else { continue };
            if is_same_motion(first.velocity, second.velocity) && departure(second, first) != direction {
                (self.decision.arrived[index], self.mode.released[index], any) = (true, false, true);
                self.mode.contact_known[index] = 0;
            }
        }
        for index in 0..self.structure.gears.len() {
            let GearMode::Turning { direction, .. } = self.mode.gears[index] else { continue };
            let Some(first) = self.known_motion(Some(self.structure.gears[index].first)) else { continue };
            if first.velocity == 0.0 && departure(first, Kinematics::default()) != direction {
                (self.mode.gears[index], self.mode.gear_known[index], any) = (GearMode::Held(1), 0, true);
            }
        }
        any
    }

    /// Whether prescribed motions are about to part what rests.
    fn is_parted(&self) -> bool {
        let parts = |one: Kinematics, other: Kinematics| departure(one, other) != 0;
        // One-way clutches that close a loop need be no chords, but they are parted like any other contact.
        let is_parted = |(contact, mode): (usize, &ContactMode)| {
            mode.is_at_rest() && self.motions_beside(contact).is_some_and(|(one, other)| parts(one, other))
        };
        let departure_of =
            |body: usize| self.known_motion(Some(body)).map_or(0, |motion| departure(motion, Kinematics::default()));
        let turns = |(gear, mode): (&super::Gear, &GearMode)| {
            matches!(mode, GearMode::Held(_) | GearMode::LossSaturated { .. }) && departure_of(gear.first) != 0
        };
        let departure_from_stop = |body: usize| if self.velocity[body] == 0.0 { departure_of(body) } else { 0 };
        self.mode.contacts.iter().enumerate().any(is_parted)
            || self.structure.gears.iter().zip(&self.mode.gears).any(turns)
            || (0..self.position.len()).any(|body| self.meets_or_leaves_stop(body, departure_from_stop(body)))
    }

    /// Whether a body that is taken along, and departs in a direction, presses against the stop at which it is, or leaves the one that it pressed
    /// against. What is driven itself has no choice.
    fn meets_or_leaves_stop(&self, body: usize, direction: i8) -> bool {
        let is_before = self.position[body] == self.structure.bodies[body].stop(direction);
        let is_at_stop = is_before || self.mode.stops[body] != 0;
        direction != 0 && is_at_stop && !self.is_driven(body)
    }

    /// Takes what lies between prescribed motions from the candidates: whether it rests or slides follows from these.
    #[inline(never)]
    pub(super) fn decide_driven(&mut self) {
        for index in 0..self.structure.contacts.len() {
            let contact = &self.structure.contacts[index];
            let (first, second) = (contact.first, Some(contact.second));
            if self.mode.contacts[index] == ContactMode::Stuck && self.is_prescribed(Candidate::Contact(index)) {
                let direction = departure(self.motion_of(second), self.motion_of(first));
                if direction != 0 {
                    self.mode.begin_sliding(index, direction);
                }
            }
        }
        for index in 0..self.structure.gears.len() {
            let first = self.structure.gears[index].first;
            if matches!(self.mode.gears[index], GearMode::Held(_)) && self.is_prescribed(Candidate::Gear(index)) {
                let direction = departure(self.motion_of(Some(first)), Kinematics::default());
                if direction != 0 {
                    self.mode.begin_turning(index, direction, direction);
                }
            }
        }
        self.leave_out_driven();
    }

    /// What lies between prescribed motions is no unknown. But the losses of gears that turn count: other mesh torques follow from them.
    pub(super) fn leave_out_driven(&mut self) {
        let is_turning = |candidate: &Candidate| match *candidate {
            Candidate::Gear(gear) => matches!(self.mode.gears[gear], GearMode::Turning { .. }),
            Candidate::Contact(_) | Candidate::Stop(..) => false,
        };
        let mut unknowns = core::mem::take(&mut self.question.unknowns);
        unknowns.retain(|candidate| is_turning(candidate) || !self.is_prescribed(*candidate));
        self.question.unknowns = unknowns;
    }

    /// Whether the motion that a candidate hinders is prescribed.
    fn is_prescribed(&self, candidate: Candidate) -> bool {
        candidate.ends(&self.structure).into_iter().flatten().all(|(body, _)| self.is_driven(body))
    }
}

/// Direction in which one motion departs from another one of the same velocity; 0 where it does not.
fn departure(one: Kinematics, other: Kinematics) -> i8 {
    let direction = |one: f64, other: f64| {
        if is_same_motion(one, other) {
            0
        } else if one > other {
            1
        } else {
            -1
        }
    };
    match direction(one.acceleration, other.acceleration) {
        0 => direction(one.jerk, other.jerk),
        direction => direction,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_motion_of_constant_jerk_is_its_taylor_polynomial() {
        let motion = Kinematics { position: 1.0, velocity: 2.0, acceleration: 3.0, jerk: 6.0 };
        // 1 + 2·2 + 3·2²/2 + 6·2³/6, and its derivatives.
        let later = Kinematics { position: 19.0, velocity: 20.0, acceleration: 15.0, jerk: 6.0 };
        assert_eq!(motion.after(2.0), later);
    }
}
