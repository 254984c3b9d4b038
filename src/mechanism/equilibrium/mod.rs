//! Where a mechanism rests under constant loads and inputs: `initialization = trim`.
//!
//! # Which equilibrium
//!
//! Statics with dry friction have many solutions: a shaft may be wound by anything that friction holds. Taken is the first of these
//! ([`Attempt`]) that the joint decision ([`super::decision`]) confirms:
//!
//! 1. **Servos without their limits.** Where servos, springs, linear systems and gears without their losses hold the loads,
//!    friction carries nothing: positions, spools and the other states follow from the loads and inputs alone.
//! 2. **Servos at their limits** of current, spool and pressure, as in a force fight, and still no friction beside a servo whose
//!    body "floats": one that could be anywhere beyond the limit.
//! 3. **Held by friction.** The bodies of servos that float at a limit are held where they start, as a self-locking screw holds
//!    a flap; the servo has the torque that belongs to its error there. Where its controller integrates, the body is held where
//!    the error is zero, and the servo carries nothing.
//! 4. **Assisted by friction.** Servos that float carry all that they can, just at their limits, and friction the rest.
//!
//! In all of them
//!
//! - what neither servos nor springs hold stays at its start value: of bodies that move together the first one in the file, and the
//!   others follow by the springs between. Its load is carried by friction, as in any rest contacts before the losses of gears,
//!   and where those do not suffice by one-way clutches and touched stops ([`carriers`]).
//! - servos share by their stall torques what their equations leave open ([`shares`]).
//! - a body that springs and loads take beyond its stop, and no servo drives, rests there.
//! - a body in free play that carries no load stays where its start value has it, as far as the play allows.
//!
//! # How
//!
//! ```text
//! states that are not velocities, positions of the bodies ─▶ accelerations, rates: residual
//!        ▲                                                        │ derivative along each of them: the mechanism's own
//!        │                                                        ▼
//!   Newton's step, friction that carries ◀── elimination: free unknowns are shared, rows without a pivot are for friction
//!        │
//!        ▼ settled
//!   another branch? one servo to a limit, or back ([`limits`])
//! ```
//!
//! Springs with free play are taken on the side that is loaded without it, limits of signals as the values have them; in each such
//! branch all is linear but for valves with orifices. At the end the branches are those of the values, and the joint decision is asked
//! whether everything rests there: it is the one that the simulation begins with.

mod branches;
mod carriers;
mod elimination;
mod limits;
mod shares;

use super::decision::Decision;
use super::event::{Event, Observer};
use super::expansion::Situation;
use super::{ContactMode, GearMode, Mechanism, Structure};
use crate::mechanism::constants::CONSTANTS;
use crate::memory::{Heap, List};
use crate::plants::NoEquilibrium;
use carriers::Carrier;
use elimination::Elimination;
use shares::Shares;

/// Newton's steps: a few for valves with orifices, and some for each spring or limit that changes its branch.
const MOST_STEPS: usize = 60;
/// The same for each servo that may change its branch.
const STEPS_PER_SERVO: usize = 20;
/// Steps in one branch after which a servo that is beyond a limit is taken there, though the others go on.
const STEPS_OF_A_BRANCH: usize = 12;

/// Why nothing rests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unbalanced {
    /// Nothing holds this body.
    Body(usize),
    /// This body would rest beyond its stop on this side.
    Stop(usize, i8),
    /// This contact does not hold what nothing else does.
    Contact(usize),
    /// The losses of this gear do not.
    Gear(usize),
    /// This actuator cannot hold its load.
    Actuator(usize, NoEquilibrium),
    /// This internal state does not come to rest.
    State(usize),
    /// The motion that this element prescribes goes on.
    Moves(usize),
    /// None was found, though there may be one.
    NotFound,
}

/// What servos and friction may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attempt {
    /// Servos are without their limits.
    Unlimited,
    /// Servos may be at their limits, but a servo that could be anywhere beyond one needs no friction beside it.
    Limited,
    /// As [`Attempt::Limited`], with the bodies of such servos held by friction where they start.
    Held,
    /// Friction carries what servos at their limits cannot.
    Assisted,
}

/// What is solved for. Each has one equation: that it rests.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Unknown {
    /// Position of the first of the bodies that gears tie.
    Root(usize),
    /// An internal state.
    State(usize),
    /// The output of a rate limiter, and the signal that it follows.
    Follower { state: usize, of: usize },
}

/// Space for the equations.
#[derive(Debug)]
pub(super) struct Equilibrium {
    unknowns: List<Unknown>,
    carriers: List<Carrier>,
    /// Of each carrier: how much it holds, its weight in a share, and what it carries.
    levels: List<f64>,
    weights: List<f64>,
    carried: List<f64>,
    /// Bodies that friction holds where they start, and those that rest at their stops.
    held: List<bool>,
    at_stop: List<bool>,
    /// Actuators whose torque, or distance from their limit, the balances leave open.
    floats: List<bool>,
    /// Supply pressure of each actuator [Pa].
    supply: List<f64>,
    shares: Shares,
    /// Changes of limits so far, and the actuator that is to be the first.
    changes: usize,
    first_limited: Option<usize>,
    equations: Elimination,
    /// Space of the balance of what is left over.
    balance: Elimination,
    along_position: List<f64>,
    along_internal: List<f64>,
    still: List<f64>,
    /// Where everything starts.
    position: List<f64>,
    internal: List<f64>,
}

impl Equilibrium {
    pub fn new(structure: &Structure, heap: &mut Heap) -> Self {
        let (bodies, internal, actuators) =
            (structure.bodies.len(), structure.internal_states(), structure.actuator_count);
        let (unknowns, carriers) = (bodies + internal, structure.contacts.len() + structure.gears.len() + bodies);
        Self {
            unknowns: heap.with_capacity(unknowns),
            carriers: heap.with_capacity(carriers),
            levels: heap.filled(0.0, carriers),
            weights: heap.filled(0.0, carriers),
            carried: heap.filled(0.0, carriers),
            held: heap.filled(false, bodies),
            at_stop: heap.filled(false, bodies),
            floats: heap.filled(false, actuators),
            supply: heap.filled(1.0, actuators),
            shares: Shares::new(actuators, unknowns, heap),
            changes: 0,
            first_limited: None,
            equations: Elimination::new(unknowns, carriers, heap),
            balance: Elimination::new(unknowns, 0, heap),
            along_position: heap.filled(0.0, bodies),
            along_internal: heap.filled(0.0, internal),
            still: heap.filled(0.0, bodies),
            position: heap.filled(0.0, bodies),
            internal: heap.filled(0.0, internal),
        }
    }
}

/// Events of a search are none of the simulation.
struct Unobserved;

impl Observer for Unobserved {
    fn event(&mut self, _event: &Event) {}

    fn contradicted(&mut self, _subject: super::Subject, _time: f64) {}
    fn motion_goes_in_steps(&mut self, _subject: super::Subject, _is_position: bool, _time: f64) {}
    fn bridged(&mut self, _time: f64, _duration: f64, _last: Option<super::Subject>) {}
}

impl Mechanism {
    /// Takes positions and internal states to an equilibrium under what acts from outside, without velocities. They are at their
    /// start values; on an error they are anywhere.
    pub fn trim(&mut self) -> Result<(), Unbalanced> {
        if let Some(element) = self.moving_element() {
            return Err(Unbalanced::Moves(element));
        }
        self.equilibrium.at_stop.fill(false);
        // Actuators and bristles are looked for from zero, whatever their start values.
        let behind = self.structure.bristles_begin() + self.structure.bristle_states;
        self.internal[..behind].fill(0.0);
        self.equilibrium.position.copy_from_slice(&self.position);
        self.equilibrium.internal.copy_from_slice(&self.internal);
        // Each time another body is taken to its stop.
        loop {
            match self.try_attempts() {
                Err(Unbalanced::Stop(body, side)) if self.begin_at_stop(body, side) => {}
                found => return found,
            }
        }
    }

    /// Holds a body at the stop beyond which it would rest; whether the stop presses on it is confirmed with all else. Returns false if a servo
    /// drives the body, or it is held there already.
    fn begin_at_stop(&mut self, body: usize, side: i8) -> bool {
        let Some(root) = self.ties.root[body] else { return false };
        let is_driven = self.structure.actuators().any(|(_, component, _)| self.acts_on(component, root));
        if is_driven || core::mem::replace(&mut self.equilibrium.at_stop[root], true) {
            return false;
        }
        let Self { equilibrium: Equilibrium { position, .. }, structure, ties, .. } = self;
        let limit = structure.bodies[body].stop(side);
        for other in (0..position.len()).filter(|&other| ties.root[other] == Some(root)) {
            position[other] = if other == body { limit } else { ties.factor[other] / ties.factor[body] * limit };
        }
        true
    }

    /// Looks for an equilibrium by one attempt after the other.
    fn try_attempts(&mut self) -> Result<(), Unbalanced> {
        let Equilibrium { held, at_stop, .. } = &mut self.equilibrium;
        held.copy_from_slice(at_stop);
        if self.attempt(Attempt::Unlimited).is_ok() {
            return Ok(());
        }
        let found = self.attempt_limited();
        // What servos at their limits do not carry is for friction.
        let Some(limit) = self.floating_at_limit().filter(|_| found.is_err()) else { return found };
        self.hold_bodies_of_limited();
        if self.attempt(Attempt::Held).is_ok() {
            return Ok(());
        }
        let Equilibrium { held, at_stop, .. } = &mut self.equilibrium;
        held.copy_from_slice(at_stop);
        let (actuator, reason) = limit;
        self.attempt(Attempt::Assisted).map_err(|why| match why {
            Unbalanced::Stop(..) | Unbalanced::State(_) | Unbalanced::Moves(_) => why,
            Unbalanced::Body(_)
            | Unbalanced::Contact(_)
            | Unbalanced::Gear(_)
            | Unbalanced::Actuator(..)
            | Unbalanced::NotFound => Unbalanced::Actuator(actuator, reason),
        })
    }

    /// Limits are found one actuator after the other; where that leads nowhere, each in turn is the first.
    fn attempt_limited(&mut self) -> Result<(), Unbalanced> {
        let found = self.attempt(Attempt::Limited);
        if found.is_ok() || self.equilibrium.changes == 0 {
            return found;
        }
        for actuator in 0..self.structure.actuator_count {
            self.equilibrium.first_limited = Some(actuator);
            let found = self.attempt(Attempt::Limited);
            self.equilibrium.first_limited = None;
            if found.is_ok() {
                return found;
            }
        }
        // Which actuators float is that of the first.
        self.attempt(Attempt::Limited)
    }

    /// Looks for an equilibrium from the start values.
    fn attempt(&mut self, attempt: Attempt) -> Result<(), Unbalanced> {
        self.return_to_start();
        self.begin_rest();
        self.find_loaded_sides()?;
        let most = MOST_STEPS + STEPS_PER_SERVO * self.structure.actuator_count;
        let (mut is_last, mut steps) = (false, 0);
        for _ in 0..most {
            let size = self.newton_step()?;
            steps += 1;
            let is_changed = self.choose_rest_branches();
            let is_settled = size <= CONSTANTS.equilibrium_reltol_state || steps >= STEPS_OF_A_BRANCH;
            if attempt != Attempt::Unlimited && !is_changed && is_settled && self.choose_limit() {
                (is_last, steps) = (false, 0);
                if size > CONSTANTS.equilibrium_reltol_state {
                    // Valves with orifices are looked for from their centre: beyond their travel they hardly change.
                    self.return_to_start();
                }
                self.keep_within();
                self.choose_branches_within_limits();
                continue;
            }
            if is_last && !is_changed {
                return self.confirm_rest(attempt);
            }
            is_last = size <= CONSTANTS.equilibrium_reltol_state && !is_changed;
        }
        Err(Unbalanced::NotFound)
    }

    fn return_to_start(&mut self) {
        self.velocity.fill(0.0);
        self.position.copy_from_slice(&self.equilibrium.position);
        self.internal.copy_from_slice(&self.equilibrium.internal);
    }

    /// Nothing moves, no friction acts, and servos and limits are free.
    fn begin_rest(&mut self) {
        self.inputs.stand_still();
        self.mode.begin(&self.structure);
        self.mode.gears.fill(GearMode::Lossless);
        let Self { clusters, structure, mode, velocity, .. } = self;
        clusters.build(structure, &|_| false, mode.turning(velocity), &mode.stops);
        self.list_unknowns();
        self.list_carriers(false);
        self.equilibrium.changes = 0;
        self.choose_branches_within_limits();
    }

    /// Internal states come first, bodies behind them, both from the last to the first: what floats leaves the first where it is.
    fn list_unknowns(&mut self) {
        let Self { equilibrium: Equilibrium { unknowns, .. }, structure, ties, .. } = self;
        unknowns.clear();
        let followed = |state: usize| {
            let mut limits = structure.network.limiters.iter().filter_map(|limiter| limiter.rate);
            limits.find(|limit| limit.state == state)
        };
        unknowns.extend((structure.linear_begin..structure.internal_states()).rev().map(|state| {
            followed(state).map_or(Unknown::State(state), |limit| Unknown::Follower { state, of: limit.of })
        }));
        for component in structure.components[..structure.actuator_count].iter().rev() {
            // An integral without an effect need not rest.
            let is_idle = component.element.get().actuator().is_some_and(|actuator| !actuator.integrates());
            unknowns.extend(component.states().rev().skip(usize::from(is_idle)).map(Unknown::State));
        }
        let is_free = |body: &usize| ties.root[*body] == Some(*body) && !structure.is_driven(*body);
        let roots = (0..structure.bodies.len()).rev().filter(is_free);
        unknowns.extend(roots.map(Unknown::Root));
    }

    /// One step towards rest; its size as a share of the states.
    fn newton_step(&mut self) -> Result<f64, Unbalanced> {
        self.leave_stops_behind();
        self.set_up();
        self.equilibrium.equations.reduce();
        let carries = self.carry_what_floats();
        self.share_among_actuators();
        carries?;
        Ok(self.take_step())
    }

    /// The equations of the next step: how the accelerations and rates change, and what they are now.
    fn set_up(&mut self) {
        self.set_sizes();
        self.evaluate();
        let (count, carriers) = (self.equilibrium.unknowns.len(), self.equilibrium.carriers.len());
        for index in 0..carriers {
            self.equilibrium.levels[index] = self.carrier_level(self.equilibrium.carriers[index]);
        }
        for row in 0..count {
            let now = self.rate_of(row, 0);
            *self.equilibrium.equations.right(row) = -now;
            if matches!(self.equilibrium.unknowns[row], Unknown::Root(body) if self.equilibrium.held[body]) {
                self.equilibrium.equations.exclude(row);
            }
        }
        self.measure_actuators();
        for column in 0..count {
            self.differentiate_along(column);
            self.measure_actuators_along(column);
            for row in 0..count {
                *self.equilibrium.equations.unknown(row, column) = self.rate_of(row, 1);
            }
        }
        for column in 0..carriers {
            self.differentiate_by_carrier(column);
            for row in 0..count {
                *self.equilibrium.equations.carrier(row, column) = self.rate_of(row, 1);
            }
        }
        self.add_sizes_of_states();
    }

    /// Begins the equations with the sizes of what accelerates each body.
    fn set_sizes(&mut self) {
        let Self { structure, mode, inputs, clusters, decision, expansion, position, velocity, internal, .. } = self;
        let at = Situation { structure, mode, clusters, inputs, position, velocity, internal };
        let Decision { force, size, .. } = decision;
        expansion.forces(&at, force, size);
        let Equilibrium { unknowns, carriers, equations, .. } = &mut self.equilibrium;
        equations.begin(unknowns.len(), carriers.len());
        for (row, unknown) in unknowns.iter().enumerate() {
            let Unknown::Root(body) = *unknown else { continue };
            let Some(root) = clusters.root[body] else { continue };
            let of_cluster = (0..size.len()).filter(|other| clusters.root[*other] == Some(root));
            let torque: f64 = of_cluster.map(|other| (clusters.torque_factor(other) * size[other]).abs()).sum();
            equations.size[row] = torque * (clusters.factor[body] / clusters.inertia(root)).abs();
        }
    }

    /// Adds what the states themselves make of each rate.
    fn add_sizes_of_states(&mut self) {
        let count = self.equilibrium.unknowns.len();
        for row in 0..count {
            let (mut sum, mut size) = (0.0, 0.0);
            for column in 0..count {
                let part = *self.equilibrium.equations.unknown(row, column) * self.value_of(column);
                sum += part;
                size += part.abs();
            }
            let constant = -*self.equilibrium.equations.right(row) - sum;
            self.equilibrium.equations.size[row] += size + constant.abs();
        }
    }

    /// Acceleration or rate of an unknown, or how it changes: coefficient number `order`.
    fn rate_of(&self, row: usize, order: usize) -> f64 {
        match self.equilibrium.unknowns[row] {
            Unknown::Root(body) => self.expansion.accelerations()[body],
            Unknown::State(state) => self.expansion.internal_rates()[state],
            Unknown::Follower { state, of } => {
                self.expansion.signals.value[of] - self.expansion.internal_at(order, state).0
            }
        }
    }

    fn value_of(&self, unknown: usize) -> f64 {
        match self.equilibrium.unknowns[unknown] {
            Unknown::Root(body) => self.position[body],
            Unknown::State(state) | Unknown::Follower { state, .. } => self.internal[state],
        }
    }

    /// How everything changes with one unknown.
    fn differentiate_along(&mut self, column: usize) {
        let stays = self.stays(column);
        let Self {
            equilibrium, structure, mode, inputs, clusters, expansion, position, velocity, internal, ties, ..
        } = self;
        let Equilibrium { unknowns, along_position, along_internal, still, .. } = equilibrium;
        along_position.fill(0.0);
        along_internal.fill(0.0);
        match unknowns[column] {
            _ if stays => {}
            Unknown::Root(root) => {
                for (body, along) in along_position.iter_mut().enumerate() {
                    if ties.root[body] == Some(root) {
                        *along = ties.factor[body];
                    }
                }
            }
            Unknown::State(state) | Unknown::Follower { state, .. } => along_internal[state] = 1.0,
        }
        let at = Situation { structure, mode, clusters, inputs, position, velocity, internal };
        expansion.length = 0.0;
        expansion.add_direction(&at, along_position, still, along_internal);
    }

    /// Goes to where the equations have the states; the largest change, as a share of them.
    fn take_step(&mut self) -> f64 {
        let (mut step, mut size) = (0.0, f64::MIN_POSITIVE);
        for index in 0..self.equilibrium.unknowns.len() {
            let Equilibrium { unknowns, equations, shares, .. } = &self.equilibrium;
            let change = shares.change[index];
            let of = match unknowns[index] {
                Unknown::Root(body) => &mut self.position[body],
                Unknown::State(state) | Unknown::Follower { state, .. } => &mut self.internal[state],
            };
            *of += change;
            step = f64::max(step, equations.scaled(index, change).abs());
            size = f64::max(size, equations.scaled(index, *of).abs());
        }
        self.follow();
        self.keep_within();
        self.choose_branches_within_limits();
        step / size
    }

    /// Whether what was found is an equilibrium of the mechanism as it is, with its friction, saturations and stops.
    fn confirm_rest(&mut self, attempt: Attempt) -> Result<(), Unbalanced> {
        match attempt {
            Attempt::Unlimited => self.confirm_actuators()?,
            Attempt::Limited => self.confirm_unassisted()?,
            Attempt::Held | Attempt::Assisted => {}
        }
        if let Some((body, side)) = self.farthest_beyond_stop() {
            return Err(Unbalanced::Stop(body, side));
        }
        self.bend_bristles()?;
        self.initialize(0.0, &mut Unobserved);
        self.confirm_decision()
    }

    /// The body that is farthest beyond its stop. As it rests there, others that it has taken along may be within their stops.
    fn farthest_beyond_stop(&self) -> Option<(usize, i8)> {
        let beyond = |(body, of): (usize, &super::Body)| {
            let (position, (lower, upper)) = (self.position[body], of.travel);
            let (excess, side) = if position > upper { (position - upper, 1) } else { (lower - position, -1) };
            (excess > 0.0).then_some((excess, (body, side)))
        };
        let bodies = self.structure.bodies.iter().enumerate().filter_map(beyond);
        bodies.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, found)| found)
    }

    /// Where an actuator floats at a limit, friction carries nothing.
    fn confirm_unassisted(&self) -> Result<(), Unbalanced> {
        let rounding = CONSTANTS.equilibrium_reltol_torque * self.expansion.force_size();
        let carries = self.equilibrium.carried.iter().any(|carried| carried.abs() > rounding);
        match self.floating_at_limit().filter(|_| carries) {
            Some((actuator, reason)) => Err(Unbalanced::Actuator(actuator, reason)),
            None => Ok(()),
        }
    }

    /// What an actuator holds, by the equilibrium of its own equations.
    fn confirm_actuators(&self) -> Result<(), Unbalanced> {
        let rounding = CONSTANTS.equilibrium_reltol_torque * self.expansion.force_size();
        for (index, _, actuator) in self.structure.actuators() {
            let torque = Some(self.expansion.component_torque[index]).filter(|torque| torque.abs() > rounding);
            let found = actuator.confirm(torque.unwrap_or(0.0), &self.expansion.terms[index]);
            found.map_err(|why| Unbalanced::Actuator(index, why))?;
        }
        Ok(())
    }

    /// Whether the joint decision lets everything rest. The balances hold; what may be missing is the friction for them.
    fn confirm_decision(&self) -> Result<(), Unbalanced> {
        if let Some(contact) = self.mode.contacts.iter().position(|mode| matches!(mode, ContactMode::Sliding(_))) {
            return Err(Unbalanced::Contact(contact));
        }
        if let Some(gear) = self.mode.gears.iter().position(|mode| matches!(mode, GearMode::Turning { .. })) {
            return Err(Unbalanced::Gear(gear));
        }
        Ok(())
    }
}

/// What does not rest, by its equation. An actuator without gains demands nothing.
fn unbalanced(structure: &Structure, unknown: Unknown) -> Unbalanced {
    match unknown {
        Unknown::Root(body) => Unbalanced::Body(body),
        Unknown::State(state) | Unknown::Follower { state, .. } => {
            let idle = structure.actuator_of(state).filter(|(_, actuator, _)| actuator.demands_nothing());
            idle.map_or(Unbalanced::State(state), |(index, ..)| Unbalanced::Actuator(index, NoEquilibrium::Controller))
        }
    }
}
