//! Several bodies, joined by contacts, springs and rigid gears, that stick and slide together.
//!
//! # Equations
//!
//! ```text
//! body      J·a = Σ torques
//! contact   v_rel = v_second − v_first; −τ on the second, +τ on the first (the ground has no velocity and takes any torque)
//!           sliding: τ = sign(v_rel)·e(t)·(level(|v_rel|) + d·|v_rel|);   stuck: v_rel = 0 and |τ| ≤ B = e(t)·breakaway level
//! spring    φ = q_second − q_first/ratio − rest; −τ on the second, +τ/ratio on the first
//! gear      q_first = ratio·q_second + constant; −T on the first, +ratio·T on the second
//! servo     command → torque on a body: see [`crate::plants::PositionServo`]
//! linear    x' = A·x + B·u, y = C·x + D·u with limits: see [`elements`]
//! others    springs with hysteresis, prescribed motions: see [`elements`]
//! ```
//!
//! e(t) is the engagement of a contact. Rotary names; for bodies that move along a line read force for torque and mass for
//! inertia.
//!
//! # How a mechanism moves
//!
//! A [`Mode`] holds of every element which branch of its equations holds. In a mode, bodies that stick together or that a
//! gear ties move as one **cluster** with one acceleration; the torques that hold it together follow from the balance of each
//! body along a spanning tree ([`clusters`]). All motions are then expanded as Taylor series in time, and every guard of the
//! mode with them ([`expansion`]); the first root of any guard ends the step ([`advance`]). What happens there is decided for
//! all contacts together ([`decision`]).
//!
//! # Why the decision is unique
//!
//! With given bounds lo ≤ λ ≤ hi the torques of the contacts at rest minimise ½·|M^(−1/2)·(F + N·λ)|², a convex function,
//! over a box. Its conditions of optimality are the friction laws: inside the bounds the relative acceleration w = Nᵀa is zero,
//! at a bound it has the sign that this bound opposes. a = M⁻¹·(F + N·λ) is the same for all minimisers, because the function
//! is strictly convex in N·λ; so motions are unique even where torques are not. The levels of contacts that begin to slide then
//! replace their breakaway levels, for all of them at once, until none begins. One after the other the result would depend on
//! the order of the elements.
//!
//! The losses of gears grow with their mesh torques, and these with what all others carry: a mixed linear complementarity
//! problem ([`question`], [`crate::complementarity`]), which may have several solutions, or none: then what turns jams
//! ([`jamming`]). Losses hold what they can. But a stop from which all that acts besides would take a body does not press
//! until the losses of a self-locking gear hold it there.
//!
//! What is zero now is decided by its first derivative that is not: where the values leave something open, loads and levels
//! have their derivatives in the same problem.
//!
//! Where torques are not unique, what is at rest stays so as long as any admissible torques hold it ([`admissible`]). Which of
//! them are carried on over a step is described in [`sharing`].
//!
//! # Prescribed motions
//!
//! A body whose motion is prescribed is like the ground, but it moves ([`prescribed`]).
//!
//! # Modes without series
//!
//! Contacts that creep or have bristles, and the broken powers of a Stribeck effect close to rest, have no Taylor series that
//! leads far. Such modes are integrated implicitly ([`implicit`]), their events located on the solution ([`location`]).
//!
//! # Rest of contacts that do not stick
//!
//! They pass through rest smoothly; their stops, breakaways and reversals are decided by a criterion ([`rest`]).
//!
//! # Start in equilibrium
//!
//! [`equilibrium`] finds where everything rests under constant loads and inputs, with friction carrying as little as possible, and
//! has the joint decision confirm it.
//!
//! # Steps that repeat
//!
//! Where internal steps of one length go on in a linear mode, its exact solution over that length is kept ([`exact_propagator`]),
//! with a bound on how far every guard moves: a step in which none can vanish takes one evaluation and two products.
//!
//! All memory is taken when a [`Mechanism`] is made, and it may be refused; nothing is allocated afterwards. A copy is another one
//! of the same structure that takes over the state. This module knows no variables and no FMI.

// The module docs are for those who change it: they name private parts.
#![allow(rustdoc::private_intra_doc_links)]

mod admissible;
mod advance;
mod bridge;
mod candidate;
mod clusters;
mod constants;
mod decision;
mod elements;
mod equilibrium;
mod event;
mod exact_propagator;
mod expansion;
mod guard;
mod impact;
mod implicit;
mod inputs;
mod jamming;
mod location;
mod loop_closure;
mod meshes;
mod mode;
mod prescribed;
mod question;
mod rest;
mod sharing;
mod shown;
mod snapshot;
mod split;
mod structure;
mod ties;
mod time_stepping;
mod transition;
mod visit;

pub use advance::{Limits, Outcome};
pub use elements::{
    AnyElement, Branch, Component, Contact, ContactKind, ContactLaw, ContactMode, DampingLaw, Freewheel, Gear,
    GearMode, Hysteresis, Limiter, LimiterMode, Network, Output, PrescribedMotion, Prescribes, RateLimit, Servo,
    ServoTerms, Signal, SignalKind, SignalLoad, Spring, Term,
};
pub use equilibrium::Unbalanced;
pub use event::{Event, Observer, Subject};
pub use guard::GUARDS_PER_ELEMENT;
pub use inputs::{InputMotion, Inputs};
pub use mode::Mode;
pub use snapshot::Snapshot;
pub use structure::{Body, Structure};
pub use visit::Item;

use crate::memory::{Heap, List, OutOfMemory};
use crate::solver::Statistics;
use clusters::Clusters;
use decision::Decision;
use elements::{LinearStep, Turning};
use equilibrium::Equilibrium;
use exact_propagator::ExactPropagators;
use expansion::Expansion;
use guard::Guard;
use implicit::Implicit;
use prescribed::Prescribed;
use question::Question;
use snapshot::Variation;
use time_stepping::TimeStepping;

/// A structure in motion.
#[derive(Debug)]
pub struct Mechanism {
    /// What it is made of.
    pub structure: Structure,
    /// Positions of the bodies [rad].
    pub position: List<f64>,
    /// Velocities of the bodies [rad/s].
    pub velocity: List<f64>,
    /// States of the actuators, of the bristles, of the other components, of the linear systems and rate limiters.
    pub internal: List<f64>,
    /// Branch of every element.
    pub mode: Mode,
    /// What acts from outside.
    pub inputs: Inputs,
    /// Which bodies move together in this mode.
    clusters: Clusters,
    /// Taylor coefficients, and what they are made from.
    expansion: Expansion,
    /// Bodies that gears tie, below the first of each group.
    ties: Clusters,
    /// Space of the joint decision.
    decision: Decision,
    /// The state of the prescribed motions.
    prescribed: Prescribed,
    /// What is asked of all contacts, stops and gears together.
    question: Question,
    /// Guards that are at, or below, zero at this instant.
    crossed: List<Guard>,
    /// What was decided, while other branches are looked at.
    decided: Mode,
    /// In which nothing carries all that it can, while others are asked whether they relieve it.
    evenly: Mode,
    /// The instant whose changes were not reported yet.
    instant: Option<f64>,
    /// The mode before it.
    before: Mode,
    /// Gears that jammed at it.
    jams: List<bool>,
    /// Torques of the contacts before it, and their breakaway levels.
    torque_before: List<f64>,
    bound_before: List<f64>,
    /// Positions and velocities of the bodies before it: what is reported of it is reported when time has passed already.
    position_before: List<f64>,
    velocity_before: List<f64>,
    /// Bodies that contacts at rest hold although these do not stick, before the present events: see [`rest`].
    rests: List<bool>,
    /// Directions of the gears as they were reported, before the present events.
    gears_before: List<i8>,
    /// An event was reported since this was asked last.
    has_reported: bool,
    /// Space of the set-valued implicit step.
    time_stepping: TimeStepping,
    /// Space of the implicit integrator.
    implicit: Implicit,
    /// Space of a step of the linear systems over a bridged interval.
    linear_step: LinearStep,
    /// Space of changes along a direction.
    variation: Variation,
    /// Space of the search for an equilibrium.
    equilibrium: Equilibrium,
    /// What takes steps that repeat.
    propagators: ExactPropagators,
    /// Length of the next step of it [s]; 0 where none was taken yet.
    proposed_step: f64,
    /// Tries that the communication step at hand may still cost.
    budget: f64,
    /// What of that the internal step at hand leaves to those that follow it.
    kept: f64,
    /// What the step at hand of the series has cost beside one expansion.
    effort: Effort,
    /// Two instants that are closer than this count as one [s].
    time_resolution: f64,
    /// What was done.
    pub statistics: Statistics,
}

/// What a step costs as often as its data say.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Effort {
    /// Looks that roots of guards may still be isolated with.
    looks: u32,
    /// Expansions over a length that was too long.
    in_vain: u32,
}

impl Mechanism {
    /// At rest at position zero, with nothing decided yet.
    pub fn new(mut structure: Structure) -> Result<Self, OutOfMemory> {
        let heap = &mut Heap::default();
        structure.driver = heap.filled(None, structure.bodies.len());
        structure.motions = heap.with_capacity(structure.components.len());
        structure.assign_places();
        let (bodies, contacts) = (structure.bodies.len(), structure.contacts.len());
        let mut mechanism = Self {
            position: heap.filled(0.0, bodies),
            velocity: heap.filled(0.0, bodies),
            internal: heap.filled(0.0, structure.internal_states()),
            mode: Mode::new(&structure, heap),
            inputs: Inputs::new(&structure, heap),
            clusters: Clusters::new(&structure, heap),
            expansion: Expansion::new(&structure, heap),
            ties: Clusters::new(&structure, heap),
            decision: Decision::new(&structure, heap),
            prescribed: Prescribed::new(&structure, heap),
            question: Question::new(&structure, heap),
            crossed: heap.with_capacity(GUARDS_PER_ELEMENT * structure.elements()),
            decided: Mode::new(&structure, heap),
            evenly: Mode::new(&structure, heap),
            instant: None,
            before: Mode::new(&structure, heap),
            time_stepping: TimeStepping::new(&structure, heap),
            implicit: Implicit::new(&structure, heap),
            linear_step: LinearStep::new(&structure, heap),
            variation: Variation::new(&structure, heap),
            equilibrium: Equilibrium::new(&structure, heap),
            propagators: ExactPropagators::new(&structure, heap),
            proposed_step: 0.0,
            budget: 0.0,
            kept: 0.0,
            effort: Effort::default(),
            time_resolution: 0.0,
            jams: heap.filled(false, structure.gears.len()),
            torque_before: heap.filled(0.0, contacts),
            bound_before: heap.filled(0.0, contacts),
            position_before: heap.filled(0.0, bodies),
            velocity_before: heap.filled(0.0, bodies),
            rests: heap.filled(false, structure.bodies.len()),
            gears_before: heap.filled(0, structure.gears.len()),
            has_reported: false,
            statistics: Statistics::default(),
            structure,
        };
        let gears = heap.list(mechanism.structure.gears.iter().copied());
        heap.outcome()?;
        mechanism.build_groups(&gears);
        Ok(mechanism)
    }

    /// Builds the groups of bodies that gears, which are given, tie. Those of [`Mechanism::ties`] are without losses, so that the
    /// first body of each group is its root.
    fn build_groups(&mut self, gears: &[Gear]) {
        let Self { structure, ties, .. } = self;
        structure.gears.iter_mut().for_each(|gear| *gear = Gear::lossless(gear.first, gear.second, gear.ratio));
        // Which of them are driven is not known yet.
        ties.build_groups(structure, Turning::NONE);
        structure.gears.copy_from_slice(gears);
        self.list_motions();
    }

    /// Takes over properties and state of another mechanism of the same elements; no memory is taken for it. What follows from
    /// them is made anew.
    pub fn copy_from(&mut self, other: &Self) {
        // What is not copied is space, or follows from the rest. A new field does not compile until it is thought about.
        let Self {
            structure,
            position,
            velocity,
            internal,
            mode,
            inputs,
            clusters,
            expansion,
            ties: _,
            decision,
            prescribed,
            question: _,
            crossed: _,
            decided: _,
            evenly: _,
            instant,
            before,
            jams,
            torque_before,
            bound_before,
            position_before,
            velocity_before,
            rests,
            gears_before,
            has_reported: _,
            time_stepping: _,
            implicit: _,
            linear_step: _,
            variation: _,
            equilibrium: _,
            propagators,
            proposed_step,
            budget: _,
            kept: _,
            effort: _,
            time_resolution: _,
            statistics,
        } = other;
        if self.structure != *structure {
            self.change_structure(|own| own.copy_from(structure));
        }
        self.propagators.repeated = propagators.repeated;
        self.propagators.engagement.copy_from_slice(&propagators.engagement);
        self.position.copy_from_slice(position);
        self.velocity.copy_from_slice(velocity);
        self.internal.copy_from_slice(internal);
        self.mode.copy_from(mode);
        self.inputs.copy_from(inputs);
        self.clusters.offset.copy_from_slice(&clusters.offset);
        self.expansion.contact_torque.copy_from_slice(&expansion.contact_torque);
        self.decision.copy_from(decision);
        self.prescribed.copy_from(prescribed);
        self.instant = *instant;
        self.before.copy_from(before);
        self.jams.copy_from_slice(jams);
        self.torque_before.copy_from_slice(torque_before);
        self.bound_before.copy_from_slice(bound_before);
        self.position_before.copy_from_slice(position_before);
        self.velocity_before.copy_from_slice(velocity_before);
        self.rests.copy_from_slice(rests);
        self.gears_before.copy_from_slice(gears_before);
        self.proposed_step = *proposed_step;
        self.statistics = *statistics;
        self.rebuild();
        self.clusters.take_as_placed();
    }

    /// Changes properties of the elements.
    pub fn change_structure(&mut self, change: impl FnOnce(&mut Structure)) {
        change(&mut self.structure);
        self.structure.assign_places();
        self.propagators.forget();
    }

    /// Steps that repeat are counted anew: what they follow from has changed.
    pub fn repeat_anew(&mut self) {
        self.propagators.begin_anew();
    }

    /// Takes what gears tie to the places and velocities that follow from the first body of each group; positions are zero
    /// together.
    pub fn follow(&mut self) {
        let Self { ties, structure, position, velocity, .. } = self;
        ties.follow_ratios(|gear| structure.gears[gear].ratio);
        tie(ties, position, velocity);
    }

    /// The same of other positions and velocities, which are set here, with these ratios of the gears. A velocity that an input gives is NaN.
    pub fn tied(&mut self, ratio: impl Fn(usize) -> f64, set: impl FnOnce(&mut [f64], &mut [f64])) -> (&[f64], &[f64]) {
        let Self { structure, ties, variation: Variation { position, velocity, .. }, .. } = self;
        set(position, velocity);
        ties.follow_ratios(ratio);
        tie(ties, position, velocity);
        for (velocity, _) in velocity
            .iter_mut()
            .zip(&structure.driver)
            .filter(|(_, driver)| driver.is_some_and(|place| structure.gives_velocity(place)))
        {
            *velocity = f64::NAN;
        }
        (position, velocity)
    }

    /// Whether gears tie two bodies to each other, or they are the same.
    pub fn are_tied(&self, one: usize, other: usize) -> bool {
        self.ties.root[one] == self.ties.root[other]
    }

    /// Whether the time derivative of the command of an actuator is known.
    pub fn knows_rate_of_command(&self, actuator: usize) -> bool {
        self.expansion.knows_rate_of_command(actuator)
    }
}

/// Takes tied bodies to where the first of each group has them.
fn tie(ties: &Clusters, position: &mut [f64], velocity: &mut [f64]) {
    for &body in &ties.order {
        if let Some(root) = ties.root[body].filter(|root| *root != body) {
            let factor = ties.factor[body];
            (position[body], velocity[body]) = (factor * position[root], factor * velocity[root]);
        }
    }
}
