//! Bodies whose motion is given ([`super::elements`] says by what), and what gears tie to them.
//!
//! Such a body is as the ground, but that it moves: whatever torque its motion takes, it has. So
//!
//! - in the clusters it is a root of infinite inertia, with a given acceleration. Each body of its cluster has the inertia torque −J·a
//!   of its given share among its forces, and the torques of the links follow as in any other cluster: the root is then in balance by the
//!   torque of the motion.
//! - in the joint decision it is a group that torques do not accelerate, M⁻¹ = 0, and whose acceleration stands on the right-hand side.
//! - what lies between two bodies with given motions, or one and the ground, is not decided: whether it rests or slides, and in which
//!   direction, follows from the given motions. At rest it carries nothing; the motions do.
//!
//! Between communication points positions and velocities are polynomials of time from the beginning of the communication step on,
//! whatever the internal steps are. What sticks to a body goes with it at a constant distance, to rounding.
//!
//! Where an input jumps, the velocity jumps, as in an impact: stops and one-way clutches pass the impulse on, contacts of finite level
//! carry none, so that what stuck slides from there on. A position that jumps takes along what gears tie to it and nothing else.

use super::clusters::Clusters;
use super::decision::Candidate;
use super::event::Observer;
use super::expansion::{Expansion, Situation, coefficient};
use super::guard::GuardKind;
use super::inputs::{CONTINUITY, InputMotion};
use super::mode::{ContactMode, GearMode};
use super::ties::is_same_motion;
use super::{Mechanism, Structure};
use crate::memory::{Heap, List};

/// Position of a body and its derivatives with time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Jet {
    pub position: f64,
    pub velocity: f64,
    pub acceleration: f64,
    pub jerk: f64,
}

impl Jet {
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

/// What is given at present.
#[derive(Debug)]
pub(super) struct Prescribed {
    /// Motions at the beginning of the communication step, by element.
    pub start: List<Jet>,
    /// A velocity or position has jumped, and nothing was decided about it yet.
    pub has_jumped: bool,
}

impl Prescribed {
    pub fn new(structure: &Structure, heap: &mut Heap) -> Self {
        Self { start: heap.filled(Jet::default(), structure.placed.len()), has_jumped: false }
    }

    /// Takes over that of another mechanism of the same structure.
    pub fn copy_from(&mut self, other: &Self) {
        self.start.copy_from_slice(&other.start);
        self.has_jumped = other.has_jumped;
    }
}

/// The elements that give motions, and their bodies.
fn motions(structure: &Structure) -> impl Iterator<Item = (usize, usize)> {
    structure.motions.iter().copied()
}

impl Clusters {
    /// Adds the inertia torques of bodies with given motions to what acts on them; `given` are the accelerations of the roots.
    pub fn resist(&self, structure: &Structure, given: &[f64], force: &mut [f64]) {
        for &body in &self.order {
            if let Some(root) = self.root[body].filter(|root| self.is_prescribed[*root]) {
                force[body] -= structure.bodies[body].inertia * self.factor[body] * given[root];
            }
        }
    }

    /// Gives these bodies their accelerations.
    fn accelerate(&self, given: &[f64], acceleration: &mut [f64]) {
        for &body in &self.order {
            if let Some(root) = self.root[body].filter(|root| self.is_prescribed[*root]) {
                acceleration[body] = self.factor[body] * given[root];
            }
        }
    }
}

impl Expansion {
    /// Takes the coefficients of the given accelerations at an order.
    #[inline(never)]
    pub fn prescribe(&mut self, at: &Situation<'_>, order: usize) {
        for (index, body) in motions(at.structure) {
            let placed = &at.structure.placed[index];
            let jet = placed.element.get().prescribed(&at.inputs.elements, placed.input, Jet::default());
            self.prescribed[body] = coefficient((jet.acceleration, jet.jerk * self.length), order);
        }
    }

    /// Inertia torques of what is given; what acts on each of these bodies alone stands in the torque of its element until
    /// [`Expansion::find_torques_of_motions`].
    pub fn resist(&mut self, at: &Situation<'_>, order: usize) {
        self.prescribe(at, order);
        let Self { prescribed, force, element_torque, .. } = self;
        at.clusters.resist(at.structure, prescribed, force);
        for (index, body) in motions(at.structure) {
            element_torque[index] = force[body];
        }
    }

    /// The accelerations of what is given, after the clusters were solved.
    pub fn accelerate(&mut self, at: &Situation<'_>) {
        at.clusters.accelerate(&self.prescribed, &mut self.acceleration);
    }

    /// What the motions take: that with which their bodies are in balance.
    #[inline(never)]
    pub fn find_torques_of_motions(&mut self, at: &Situation<'_>) {
        for (index, body) in motions(at.structure) {
            let links = at.clusters.link.iter().zip(&self.link_torque);
            let of_links = links.filter_map(|(link, torque)| {
                link.filter(|link| link.parent == Some(body)).map(|link| link.on_parent * torque)
            });
            let of_chords = at.clusters.chords.iter().map(|&chord| {
                let contact = &at.structure.contacts[chord];
                let sign =
                    f64::from(u8::from(contact.first == Some(body))) - f64::from(u8::from(contact.second == body));
                sign * self.contact_torque[chord]
            });
            let sum: f64 = of_links.chain(of_chords).sum();
            self.element_torque[index] = -(self.element_torque[index] + sum);
        }
    }
}

impl Mechanism {
    /// Finds what moves as given, by gears as well, once it is known what these tie.
    pub(super) fn list_driven(&mut self) {
        let Self { structure: Structure { placed, driven, motions, .. }, ties, .. } = self;
        let elements = placed.iter().enumerate();
        motions.extend(elements.filter_map(|(index, placed)| Some((index, placed.element.get().prescribes()?))));
        for (_, body) in motions {
            for (other, by) in driven.iter_mut().enumerate() {
                if ties.root[other] == ties.root[*body] {
                    *by = Some(*body);
                }
            }
        }
    }

    /// Whether the motion of a body is given, by gears as well.
    pub fn is_driven(&self, body: usize) -> bool {
        self.structure.driven[body].is_some()
    }

    /// Whether a given motion reaches a gear from its second side.
    pub fn is_driven_backwards(&self, gear: usize) -> bool {
        let Self { structure, ties, .. } = self;
        let gear = &structure.gears[gear];
        let Some(by) = structure.driven[gear.first] else { return false };
        // Of the two bodies one hangs below the other in the tree of the ties.
        let top = match ties.link[gear.first] {
            Some(link) if link.parent == Some(gear.second) => gear.first,
            Some(_) | None => gear.second,
        };
        ties.is_below(by, top) == ties.is_below(gear.second, top)
    }

    /// What is given at present of the motion of a body, or the ground, with a given motion.
    #[inline(never)]
    fn given(&self, body: Option<usize>) -> Jet {
        let Some((body, by)) = body.and_then(|body| Some((body, self.structure.driven[body]?))) else {
            return Jet::default();
        };
        let share = self.ties.factor[body] / self.ties.factor[by];
        let element = motions(&self.structure).find(|(_, other)| *other == by).map(|(element, _)| element);
        element.map_or(Jet::default(), |element| {
            let Jet { position, velocity, acceleration, jerk } = self.jet(element, by);
            Jet {
                position: share * position,
                velocity: share * velocity,
                acceleration: share * acceleration,
                jerk: share * jerk,
            }
        })
    }

    fn jet(&self, element: usize, body: usize) -> Jet {
        let placed = &self.structure.placed[element];
        let open = Jet { position: self.position[body], velocity: self.velocity[body], ..Jet::default() };
        placed.element.get().prescribed(&self.inputs.elements, placed.input, open)
    }

    /// Takes over what the inputs give: they, or the states, were set.
    #[inline(never)]
    pub fn take_prescribed(&mut self) {
        for place in 0..self.structure.motions.len() {
            let (index, body) = self.structure.motions[place];
            let (jet, start) = (self.jet(index, body), self.prescribed.start[index]);
            let differs = |new: f64, old: f64, start: f64| {
                (new - old).abs() > CONTINUITY * new.abs().max(old.abs()).max(start.abs())
            };
            let moves = differs(jet.position, self.position[body], start.position);
            let jumps = moves || differs(jet.velocity, self.velocity[body], start.velocity);
            self.prescribed.has_jumped |= jumps && self.inputs.motion != InputMotion::Moving;
            self.move_driven(body, jet);
        }
    }

    /// Takes a body, and what gears tie to it, to a given motion.
    fn move_driven(&mut self, body: usize, jet: Jet) {
        let Self { structure, ties, position, velocity, .. } = self;
        let moves = position[body] != jet.position;
        for other in (0..position.len()).filter(|&other| structure.driven[other] == Some(body)) {
            let share = ties.factor[other] / ties.factor[body];
            velocity[other] = share * jet.velocity;
            if moves {
                position[other] = share * jet.position;
            }
        }
        (position[body], velocity[body]) = (jet.position, jet.velocity);
    }

    /// A communication step begins.
    pub(super) fn begin_inputs(&mut self) {
        self.inputs.begin();
        for place in 0..self.structure.motions.len() {
            let (index, body) = self.structure.motions[place];
            self.prescribed.start[index] = self.jet(index, body);
        }
    }

    /// Inputs, and what moves as they give it, go to a time after the beginning of the communication step [s].
    #[inline(never)]
    pub(super) fn lead_to(&mut self, elapsed: f64) {
        self.inputs.at(elapsed);
        let Self { structure, inputs, prescribed, clusters, position, velocity, .. } = self;
        if structure.motions.is_empty() {
            return;
        }
        for (index, body) in motions(structure) {
            let (placed, now) = (&structure.placed[index], prescribed.start[index].after(elapsed));
            placed.element.get().follow_inputs(now, &mut inputs.elements, placed.input);
            (position[body], velocity[body]) = (now.position, now.velocity);
        }
        clusters.follow_roots(position, velocity);
    }

    /// Changes of the inputs that are changes of given positions and velocities become these.
    pub(super) fn vary_prescribed(&mut self) {
        let Self { structure, ties, variation, .. } = self;
        for (index, body) in motions(structure) {
            let placed = &structure.placed[index];
            let slopes = &mut variation.inputs.elements.slope[placed.input..];
            let (of_position, of_velocity) = placed.element.get().prescribed_change(slopes);
            for other in (0..structure.driven.len()).filter(|&other| structure.driven[other] == Some(body)) {
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
            let placed = &self.structure.placed[index];
            let given = placed.element.get().prescribed(&self.inputs.elements, placed.input, Jet::default());
            let Jet { velocity, acceleration, jerk, .. } = given;
            [velocity, acceleration, jerk].iter().any(|part| *part != 0.0)
        };
        motions(&self.structure).find(moves).map(|(index, _)| index)
    }

    /// Decides what follows from motions that have jumped, or that begin.
    #[inline(never)]
    pub(super) fn settle_prescribed(&mut self, time: f64, observer: &mut dyn Observer) -> bool {
        let jumps = core::mem::take(&mut self.prescribed.has_jumped);
        if !jumps && !self.finds_rests_of_motions() && !self.is_parted() {
            return false;
        }
        if self.instant.is_none() {
            self.begin_instant(time);
        }
        self.mode.pass();
        if jumps {
            self.strike();
        }
        self.decision.shares = 0;
        self.decide_all(time, observer);
        true
    }

    /// Finds what given motions bring to rest at this instant, or back, without passing through zero within a step; whether there is any.
    fn finds_rests_of_motions(&mut self) -> bool {
        let mut any = false;
        for index in 0..self.structure.contacts.len() {
            let contact = &self.structure.contacts[index];
            let ContactMode::Sliding(direction) = self.mode.contacts[index] else { continue };
            if !self.follows_given(Candidate::Contact(index)) {
                continue;
            }
            let (first, second) = (self.given(contact.first), self.given(Some(contact.second)));
            if is_same_motion(first.velocity, second.velocity) && ahead(second, first) != direction {
                (self.decision.arrived[index], self.mode.released[index], any) = (true, false, true);
                self.mode.contact_known[index] = 0;
            }
        }
        for index in 0..self.structure.gears.len() {
            let GearMode::Turning { direction, .. } = self.mode.gears[index] else { continue };
            let first = self.structure.gears[index].first;
            let is_at_rest = self.follows_given(Candidate::Gear(index)) && self.velocity[first] == 0.0;
            if is_at_rest && ahead(self.given(Some(first)), Jet::default()) != direction {
                (self.mode.gears[index], self.mode.gear_known[index], any) = (GearMode::Held(1), 0, true);
            }
        }
        any
    }

    /// Whether given motions are about to part what rests.
    fn is_parted(&self) -> bool {
        let parts = |jet: Jet, other: Jet| {
            !is_same_motion(jet.acceleration, other.acceleration) || !is_same_motion(jet.jerk, other.jerk)
        };
        let root = |body: usize| self.clusters.root[body].map(|root| (root, self.clusters.factor[body]));
        let motion = |body: Option<usize>| match body.and_then(root) {
            Some((root, factor)) if self.clusters.is_prescribed[root] => {
                let Jet { acceleration, jerk, .. } = self.given(Some(root));
                Some(Jet { acceleration: factor * acceleration, jerk: factor * jerk, ..Jet::default() })
            }
            Some(_) => None,
            None => Some(Jet::default()),
        };
        let is_parted = |chord: &usize| {
            let contact = &self.structure.contacts[*chord];
            motion(contact.first).zip(motion(Some(contact.second))).is_some_and(|(one, other)| parts(one, other))
        };
        let turns = |(gear, mode): (&super::Gear, &GearMode)| {
            let is_held = matches!(mode, GearMode::Held(_)) && self.structure.driven[gear.first].is_some();
            is_held && parts(self.given(Some(gear.first)), Jet::default())
        };
        self.clusters.chords.iter().any(is_parted) || self.structure.gears.iter().zip(&self.mode.gears).any(turns)
    }

    /// Takes what lies between given motions from the candidates: it rests, or slides as these have it.
    #[inline(never)]
    pub(super) fn decide_driven(&mut self) {
        if self.structure.motions.is_empty() {
            return;
        }
        for index in 0..self.structure.contacts.len() {
            let contact = &self.structure.contacts[index];
            let (first, second) = (contact.first, Some(contact.second));
            if self.mode.contacts[index] == ContactMode::Stuck && self.follows_given(Candidate::Contact(index)) {
                let ahead = ahead(self.given(second), self.given(first));
                if ahead != 0 {
                    self.mode.begin_sliding(index, ahead);
                }
            }
        }
        for index in 0..self.structure.gears.len() {
            let first = self.structure.gears[index].first;
            if matches!(self.mode.gears[index], GearMode::Held(_)) && self.follows_given(Candidate::Gear(index)) {
                let ahead = ahead(self.given(Some(first)), Jet::default());
                if ahead != 0 {
                    self.mode.begin_turning(index, ahead, ahead);
                }
            }
        }
        // The losses of gears that turn count: other mesh torques follow from them.
        let is_turning = |candidate: &Candidate| match *candidate {
            Candidate::Gear(gear) => matches!(self.mode.gears[gear], GearMode::Turning { .. }),
            Candidate::Contact(_) | Candidate::Stop(..) => false,
        };
        let mut unknowns = core::mem::take(&mut self.question.unknowns);
        unknowns.retain(|candidate| is_turning(candidate) || !self.follows_given(*candidate));
        self.question.unknowns = unknowns;
    }

    /// Whether it is the end of a relative motion that is given, and that goes on as the inputs from that instant on have it.
    pub(super) fn is_end_of_given_motion(&self, kind: GuardKind) -> bool {
        match kind {
            GuardKind::Slide(contact, _) => self.follows_given(Candidate::Contact(contact)),
            GuardKind::Turn(gear, _) => self.follows_given(Candidate::Gear(gear)),
            GuardKind::Reverse(..)
            | GuardKind::Rest(..)
            | GuardKind::Hold(..)
            | GuardKind::MeshTorque(..)
            | GuardKind::LossBound(..)
            | GuardKind::Engagement(..)
            | GuardKind::SegmentBegin(..)
            | GuardKind::SegmentEnd(..)
            | GuardKind::Distance(..)
            | GuardKind::StopForce(..)
            | GuardKind::Valve(..)
            | GuardKind::Limit(..)
            | GuardKind::Rate(..)
            | GuardKind::Element(..) => false,
        }
    }

    /// Whether what a candidate hinders is given.
    fn follows_given(&self, candidate: Candidate) -> bool {
        let driven = |body: usize| self.structure.driven[body].is_some();
        match candidate {
            Candidate::Contact(contact) => {
                let contact = &self.structure.contacts[contact];
                contact.first.is_none_or(driven) && driven(contact.second)
            }
            Candidate::Stop(body, _) => driven(body),
            Candidate::Gear(gear) => driven(self.structure.gears[gear].first),
        }
    }
}

/// Direction in which one motion departs from another one of the same velocity; 0 where it does not.
fn ahead(one: Jet, other: Jet) -> i8 {
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
