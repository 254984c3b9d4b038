//! Where a mechanism rests under constant loads and inputs: `initialization = trim`.
//!
//! # Which equilibrium
//!
//! Statics with dry friction have many solutions: a shaft may be wound by anything that friction holds. Taken is the one in which
//! friction carries as little as possible:
//!
//! 1. **Nothing**, where servos, springs, linear systems and gears without their losses hold the loads. Then positions, spools and
//!    the other states follow from the loads and inputs alone, and shafts are wound by the loads.
//! 2. What nothing else holds ("floats") stays at its start value: of bodies that move together the first one in the file, and the
//!    others follow by the springs between. Its load is carried by friction, shared such that Σ λ²/level is least, over contacts
//!    that stick, bristles and the losses of gears; where those do not suffice, by one-way clutches and touched stops as well.
//! 3. A body in free play that carries no load stays where its start value has it, as far as the play allows.
//!
//! # How
//!
//! ```text
//! states that are not velocities, positions of the bodies ─▶ accelerations, rates: residual
//!        ▲                                                        │ derivative along each of them: the mechanism's own
//!        │                                                        ▼
//!   Newton's step, friction that carries ◀── elimination: what depends on others stays, what is left over is for friction
//! ```
//!
//! Servos are taken unsaturated and limits as the values have them, springs beyond their play on the side that is loaded without
//! it; in each such branch all is linear but for valves with orifices. At the end the branches are those of the values, and the
//! joint decision ([`super::decision`]) is asked whether everything rests there: it is the one that the simulation begins with.

mod elimination;

use super::decision::Decision;
use super::event::{Event, Observer};
use super::expansion::Situation;
use super::mode::{ContactMode, GearMode, Side, SpringMode};
use super::servo::SERVO_STATES;
use super::{ContactLaw, Mechanism, Structure};
use crate::memory::{Heap, List};
use crate::plants::{NoEquilibrium, SecondStage};
use elimination::Elimination;

/// Newton's steps: a few for valves with orifices, and some for each spring or limit that changes its branch.
const MOST_STEPS: usize = 60;
/// A step of this share of the states is the last but one.
const CONVERGED: f64 = 1e-9;
/// What of a torque is rounding, over the largest.
const ROUNDING: f64 = 1e-9;
/// What of a deflection is rounding, over what it is made of.
const PRECISION: f64 = 1e-12;
/// How far beyond its travel a spool is looked for.
const SPOOL_ROOM: f64 = 2.0;
/// Level of what holds without limit, over the largest torque.
const UNLIMITED: f64 = 1e3;

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
    /// This servo cannot hold its load.
    Servo(usize, NoEquilibrium),
    /// This internal state does not come to rest.
    State(usize),
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

/// What carries a load without moving.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Carrier {
    Contact(usize),
    Gear(usize),
    Stop(usize, i8),
}

/// Space for the equations.
#[derive(Debug)]
pub(super) struct Equilibrium {
    unknowns: List<Unknown>,
    carriers: List<Carrier>,
    /// Of each carrier: how much it may share, and what it carries.
    levels: List<f64>,
    carried: List<f64>,
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
        let (bodies, internal) = (structure.bodies.len(), structure.internal_states());
        let (unknowns, carriers) = (bodies + internal, structure.contacts.len() + structure.gears.len() + bodies);
        Self {
            unknowns: heap.room(unknowns),
            carriers: heap.room(carriers),
            levels: heap.filled(0.0, carriers),
            carried: heap.filled(0.0, carriers),
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

/// Hears nothing.
struct Deaf;

impl Observer for Deaf {
    fn event(&mut self, _event: &Event) {}

    fn bridged(&mut self, _time: f64, _duration: f64) {}
}

impl Mechanism {
    /// Takes positions and internal states to an equilibrium under what acts from outside, without velocities. They are at their
    /// start values; on an error they are anywhere.
    pub fn trim(&mut self) -> Result<(), Unbalanced> {
        self.begin_rest();
        self.find_loaded_sides()?;
        let mut is_last = false;
        for _ in 0..MOST_STEPS {
            let size = self.newton_step()?;
            let is_changed = self.choose_rest_branches();
            if is_last && !is_changed {
                return self.confirm_rest();
            }
            is_last = size <= CONVERGED && !is_changed;
        }
        Err(self.restless())
    }

    /// Without free play springs show on which side they carry, and whether they do; then everything is at its start again.
    fn find_loaded_sides(&mut self) -> Result<(), Unbalanced> {
        if self.structure.springs.iter().all(|spring| spring.gap.is_none()) {
            return Ok(());
        }
        self.equilibrium.position.copy_from_slice(&self.position);
        self.equilibrium.internal.copy_from_slice(&self.internal);
        self.newton_step()?;
        self.choose_rest_branches();
        self.position.copy_from_slice(&self.equilibrium.position);
        self.internal.copy_from_slice(&self.equilibrium.internal);
        self.free_servos();
        Ok(())
    }

    /// Nothing moves, no friction acts, and servos and limits are free.
    fn begin_rest(&mut self) {
        self.velocity.fill(0.0);
        let servos = SERVO_STATES * self.structure.servos.len();
        self.internal[..servos + self.structure.bristle_states].fill(0.0);
        self.drive.stand_still();
        self.mode.begin(&self.structure);
        self.mode.gears.fill(GearMode::Lossless);
        let Self { clusters, structure, mode, .. } = self;
        clusters.build(structure, |_| false, &mode.gears, &mode.stops);
        self.list_unknowns();
        self.list_carriers(false);
        self.free_servos();
    }

    /// Internal states come first, bodies behind them, both from the last to the first: what floats leaves the first where it is.
    fn list_unknowns(&mut self) {
        let Self { equilibrium: Equilibrium { unknowns, .. }, structure, ties, .. } = self;
        unknowns.clear();
        let followed = |state: usize| {
            let mut limits = structure.network.limiters.iter().filter_map(|limiter| limiter.rate);
            limits.find(|limit| limit.state == state)
        };
        unknowns.extend((structure.linear_begin()..structure.internal_states()).rev().map(|state| {
            followed(state).map_or(Unknown::State(state), |limit| Unknown::Follower { state, of: limit.of })
        }));
        for (index, servo) in structure.servos.iter().enumerate().rev() {
            // Without an integral gain the integral of the error has no effect, and need not rest.
            let states = SERVO_STATES - usize::from(servo.chain.controller.integral_gain == 0.0);
            unknowns.extend((0..states).rev().map(|state| Unknown::State(SERVO_STATES * index + state)));
        }
        let roots = (0..structure.bodies.len()).rev().filter(|body| ties.root[*body] == Some(*body));
        unknowns.extend(roots.map(Unknown::Root));
    }

    /// Contacts and gears, and if all are to carry, one-way clutches and stops that are touched.
    fn list_carriers(&mut self, all: bool) {
        let Self { equilibrium: Equilibrium { carriers, .. }, structure, position, .. } = self;
        carriers.clear();
        let contacts = structure.contacts.iter().enumerate();
        carriers.extend(contacts.filter(|(_, of)| all || !of.is_freewheel()).map(|(index, _)| Carrier::Contact(index)));
        carriers.extend((0..structure.gears.len()).filter(|gear| structure.gears[*gear].is_lossy()).map(Carrier::Gear));
        if all {
            let bodies = structure.bodies.iter().zip(position).enumerate();
            carriers.extend(bodies.filter_map(|(body, (of, position))| match of.travel {
                (lower, _) if *position == lower => Some(Carrier::Stop(body, -1)),
                (_, upper) if *position == upper => Some(Carrier::Stop(body, 1)),
                _ => None,
            }));
        }
    }

    /// The branch of each valve without saturations: of orifices that of the values.
    fn free_servos(&mut self) {
        self.list_guards();
        self.evaluate();
        for (index, servo) in self.structure.servos.iter().enumerate() {
            let mode = &mut self.mode.servos[index];
            if servo.chain.valve.law() == SecondStage::Orifice {
                *mode = servo.mode_at(mode, &self.expansion.servos[index]);
                mode.current = 0;
            }
        }
        self.list_guards();
        self.evaluate();
    }

    /// One step towards rest; its size as a share of the states.
    fn newton_step(&mut self) -> Result<f64, Unbalanced> {
        self.set_up();
        self.equilibrium.equations.reduce();
        self.carry_what_floats()?;
        Ok(self.take_step())
    }

    /// Takes friction where it is needed, and stops and one-way clutches where that does not suffice.
    fn carry_what_floats(&mut self) -> Result<(), Unbalanced> {
        let Equilibrium { carried, equations, .. } = &mut self.equilibrium;
        carried.fill(0.0);
        if !equations.left_over().any(|row| equations.is_open(row)) {
            return Ok(());
        }
        let carries = self.carry();
        let suffices = carries.is_ok() && self.is_within_levels();
        if suffices || self.equilibrium.carriers.iter().any(|carrier| matches!(carrier, Carrier::Stop(..))) {
            return carries;
        }
        self.list_carriers(true);
        loop {
            self.set_up();
            self.equilibrium.equations.reduce();
            self.carry()?;
            let Some(wrong) = self.pulling() else { return Ok(()) };
            self.equilibrium.carriers.remove(wrong);
        }
    }

    fn carry(&mut self) -> Result<(), Unbalanced> {
        let Equilibrium { unknowns, carriers, levels, carried, equations, balance, .. } = &mut self.equilibrium;
        let carried = &mut carried[..carriers.len()];
        equations.carry(levels, balance, carried).map_err(|row| unbalanced(&self.structure, unknowns[row]))
    }

    /// Whether all that is carried is within its level.
    fn is_within_levels(&self) -> bool {
        let Equilibrium { carriers, levels, carried, .. } = &self.equilibrium;
        carriers.iter().zip(levels.iter().zip(carried)).all(|(_, (level, carried))| carried.abs() <= *level)
    }

    /// A stop that pulls, or a one-way clutch that would be turned in its free direction by more than it holds there.
    fn pulling(&self) -> Option<usize> {
        let Equilibrium { carriers, carried, .. } = &self.equilibrium;
        carriers.iter().zip(carried).position(|(carrier, carried)| match *carrier {
            Carrier::Stop(_, side) => f64::from(side) * carried < 0.0,
            Carrier::Contact(contact) if self.structure.contacts[contact].is_freewheel() => {
                *carried > self.contact_level(contact)
            }
            Carrier::Contact(_) | Carrier::Gear(_) => false,
        })
    }

    /// What a contact holds: its breakaway level, or its bristles at their greatest deflection.
    fn contact_level(&self, index: usize) -> f64 {
        let contact = &self.structure.contacts[index];
        let engagement = self.drive.engagement.value[index];
        match &contact.law {
            ContactLaw::SetValued { .. } => contact.bound(engagement > 0.0, (engagement, 0.0)).0.max(0.0),
            ContactLaw::Bristle { bristle, .. } => engagement.max(0.0) * bristle.steady_torque(0.0).abs(),
            ContactLaw::Smooth(_) => 0.0,
        }
    }

    fn carrier_level(&self, carrier: Carrier) -> f64 {
        let unlimited = UNLIMITED * self.expansion.force_size();
        match carrier {
            Carrier::Contact(contact) if self.structure.contacts[contact].is_freewheel() => unlimited,
            Carrier::Contact(contact) => self.contact_level(contact),
            Carrier::Gear(index) => {
                let gear = &self.structure.gears[index];
                let mesh = self.expansion.mesh_torque(&self.situation(), index).abs();
                gear.static_ratio * (gear.levels.coulomb + gear.levels.aiding_gain * mesh)
            }
            Carrier::Stop(..) => unlimited,
        }
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
        }
        for column in 0..count {
            self.differentiate_along(column);
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
        let Self { structure, mode, drive, clusters, decision, expansion, position, velocity, internal, .. } = self;
        let at = Situation { structure, mode, clusters, drive, position, velocity, internal };
        let Decision { loads, size, .. } = decision;
        expansion.forces(&at, loads, size);
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
        let Self {
            equilibrium, structure, mode, drive, clusters, expansion, position, velocity, internal, ties, ..
        } = self;
        let Equilibrium { unknowns, along_position, along_internal, still, .. } = equilibrium;
        along_position.fill(0.0);
        along_internal.fill(0.0);
        match unknowns[column] {
            Unknown::Root(root) => {
                for (body, along) in along_position.iter_mut().enumerate() {
                    if ties.root[body] == Some(root) {
                        *along = ties.factor[body];
                    }
                }
            }
            Unknown::State(state) | Unknown::Follower { state, .. } => along_internal[state] = 1.0,
        }
        let at = Situation { structure, mode, clusters, drive, position, velocity, internal };
        expansion.length = 0.0;
        expansion.add_direction(&at, along_position, still, along_internal);
    }

    /// How everything changes with what a carrier carries.
    fn differentiate_by_carrier(&mut self, column: usize) {
        self.drive.stand_still();
        let slope = &mut self.drive.torque.slope;
        match self.equilibrium.carriers[column] {
            Carrier::Contact(contact) => {
                let contact = &self.structure.contacts[contact];
                slope[contact.second] = -1.0;
                if let Some(first) = contact.first {
                    slope[first] = 1.0;
                }
            }
            Carrier::Gear(gear) => slope[self.structure.gears[gear].first] = -1.0,
            Carrier::Stop(body, _) => slope[body] = -1.0,
        }
        let Self { equilibrium, structure, mode, drive, clusters, expansion, position, velocity, internal, .. } = self;
        let Equilibrium { along_internal, still, .. } = equilibrium;
        along_internal.fill(0.0);
        let at = Situation { structure, mode, clusters, drive, position, velocity, internal };
        expansion.length = 1.0;
        expansion.add_direction(&at, still, still, along_internal);
        self.drive.stand_still();
    }

    /// Goes to where the equations have the states; the largest change, as a share of them.
    fn take_step(&mut self) -> f64 {
        let (mut step, mut size) = (0.0, f64::MIN_POSITIVE);
        for index in 0..self.equilibrium.unknowns.len() {
            let Equilibrium { unknowns, carriers, carried, equations, .. } = &self.equilibrium;
            let change = equations.value(index, &carried[..carriers.len()]);
            let of = match unknowns[index] {
                Unknown::Root(body) => &mut self.position[body],
                Unknown::State(state) | Unknown::Follower { state, .. } => &mut self.internal[state],
            };
            *of += change;
            step = f64::max(step, equations.scaled(index, change).abs());
            size = f64::max(size, equations.scaled(index, *of).abs());
        }
        self.follow();
        self.keep_spools_near();
        self.free_servos();
        step / size
    }

    /// A load near stall needs a spool far out, and what overshoots it leads nowhere.
    fn keep_spools_near(&mut self) {
        for (index, servo) in self.structure.servos.iter().enumerate() {
            let valve = &servo.chain.valve;
            if valve.law() == SecondStage::Orifice {
                let room = SPOOL_ROOM * valve.spool_travel;
                let spool = &mut self.internal[SERVO_STATES * index + SPOOL];
                *spool = spool.clamp(-room, room);
            }
        }
    }

    /// The branches of springs with free play and of limits that belong to the values; whether any is another one.
    fn choose_rest_branches(&mut self) -> bool {
        let mut is_changed = false;
        for index in 0..self.structure.springs.len() {
            let mode = self.spring_at_rest(index);
            is_changed |= core::mem::replace(&mut self.mode.springs[index], mode) != mode;
        }
        is_changed |= self.choose_saturations_at_rest();
        if is_changed {
            self.list_guards();
            self.evaluate();
        }
        is_changed
    }

    fn spring_at_rest(&self, index: usize) -> SpringMode {
        let (spring, mode) = (&self.structure.springs[index], self.mode.springs[index]);
        if spring.gap.is_none() {
            return mode;
        }
        let deflection = spring.deflection(0, &self.position, &self.velocity);
        let torque = spring.torque(mode, 0, deflection);
        let first = spring.first.map_or(0.0, |body| self.position[body] / spring.ratio);
        let size = self.position[spring.second].abs() + first.abs() + spring.rest.abs();
        let rounding = PRECISION * spring.stiffness * size;
        let contact = |positive: bool| {
            let is_there = spring.end(if positive { 1.0 } else { -1.0 }).is_finite();
            if is_there { SpringMode::Contact { positive, side: Side::Full } } else { SpringMode::Gap }
        };
        match mode {
            SpringMode::Joined if torque.abs() <= rounding => SpringMode::Gap,
            SpringMode::Joined => contact(torque > 0.0),
            SpringMode::Gap if deflection.angle > spring.end(1.0) => contact(true),
            SpringMode::Gap if -deflection.angle > spring.end(-1.0) => contact(false),
            SpringMode::Contact { positive, .. } if (if positive { -torque } else { torque }) > rounding => {
                SpringMode::Gap
            }
            same @ (SpringMode::Gap | SpringMode::Contact { .. }) => same,
        }
    }

    fn choose_saturations_at_rest(&mut self) -> bool {
        let mut is_changed = false;
        for (index, limiter) in self.structure.network.limiters.iter().enumerate() {
            let sum = self.expansion.signals.unlimited[index];
            let saturation = i8::from(sum > limiter.upper) - i8::from(sum < limiter.lower);
            is_changed |= core::mem::replace(&mut self.mode.limiters[index].saturation, saturation) != saturation;
        }
        is_changed
    }

    /// Whether what was found is an equilibrium of the mechanism as it is, with its friction, saturations and stops.
    fn confirm_rest(&mut self) -> Result<(), Unbalanced> {
        self.confirm_servos()?;
        for (body, of) in self.structure.bodies.iter().enumerate() {
            let (lower, upper) = of.travel;
            if self.position[body] < lower || self.position[body] > upper {
                return Err(Unbalanced::Stop(body, if self.position[body] > upper { 1 } else { -1 }));
            }
        }
        self.bend_bristles()?;
        self.initialize(0.0, &mut Deaf);
        self.confirm_decision()
    }

    /// What a servo holds, by the equilibrium of its own chain.
    fn confirm_servos(&self) -> Result<(), Unbalanced> {
        let rounding = ROUNDING * self.expansion.force_size();
        for (index, servo) in self.structure.servos.iter().enumerate() {
            let terms = &self.expansion.servos[index];
            let torque = Some(terms.signals.motor_torque).filter(|torque| torque.abs() > rounding).unwrap_or(0.0);
            let found = servo.chain.equilibrium(torque, 0.0, terms.supply_pressure());
            found.map_err(|why| Unbalanced::Servo(index, why))?;
        }
        Ok(())
    }

    /// Gives bristles the deflection with which they carry what is left for them.
    fn bend_bristles(&mut self) -> Result<(), Unbalanced> {
        for index in 0..self.equilibrium.carriers.len() {
            let (Carrier::Contact(contact), carried) =
                (self.equilibrium.carriers[index], self.equilibrium.carried[index])
            else {
                continue;
            };
            let ContactLaw::Bristle { bristle, state } = &self.structure.contacts[contact].law else { continue };
            let engagement = self.drive.engagement.value[contact];
            if carried.abs() > self.contact_level(contact) {
                return Err(Unbalanced::Contact(contact));
            }
            self.internal[*state] = if carried == 0.0 { 0.0 } else { carried / (engagement * bristle.stiffness) };
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

    /// What does not come to rest: a servo whose valve is at its end, or else the unknown that is farthest from rest.
    fn restless(&mut self) -> Unbalanced {
        for (index, servo) in self.structure.servos.iter().enumerate() {
            let spool = self.internal[SERVO_STATES * index + SPOOL];
            if spool.abs() >= servo.chain.valve.spool_travel {
                return Unbalanced::Servo(index, NoEquilibrium::Stall);
            }
        }
        self.set_up();
        let equations = &mut self.equilibrium.equations;
        let share = |equations: &mut Elimination, row: usize| (*equations.right(row) / equations.size[row]).abs();
        let mut worst = 0;
        for row in 1..self.equilibrium.unknowns.len() {
            if share(equations, row) > share(equations, worst) {
                worst = row;
            }
        }
        self.equilibrium
            .unknowns
            .get(worst)
            .map_or(Unbalanced::Body(0), |unknown| unbalanced(&self.structure, *unknown))
    }
}

/// Place of the spool among the states of a servo.
const SPOOL: usize = 2;

/// What does not rest, by its equation. A servo without gains demands nothing.
fn unbalanced(structure: &Structure, unknown: Unknown) -> Unbalanced {
    match unknown {
        Unknown::Root(body) => Unbalanced::Body(body),
        Unknown::State(state) | Unknown::Follower { state, .. } => {
            let servo = state / SERVO_STATES;
            let gains = structure.servos.get(servo).map(|servo| servo.chain.controller);
            match gains.filter(|gains| gains.proportional_gain == 0.0 && gains.integral_gain == 0.0) {
                Some(_) => Unbalanced::Servo(servo, NoEquilibrium::Controller),
                None => Unbalanced::State(state),
            }
        }
    }
}
