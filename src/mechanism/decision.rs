//! What all contacts, stops and gears at rest do at one instant, decided together: see the heading of [`super`].
//!
//! The values are asked for first. Where something is just at its limit, so that they leave open whether it moves, the
//! derivatives count as well, one order after the other: forces follow from motions, and these from the order before.
//! Contacts that move have their sliding level, all of them at once, and gears that move the losses of turning; then all is
//! asked again, until nothing else moves.

use super::candidate::Candidate;
use super::constants::CONSTANTS;
use super::expansion::Situation;
use super::question::ORDERS;
use super::ties::Ties;
use super::{Mechanism, Structure};
use crate::complementarity::{Bound, Germ, Law, Outcome, Part, Weight};
use crate::memory::{Heap, List};

/// Whether a stop or a one-way clutch takes part in the decision: see [`Mechanism::leave_out_one_way`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OneWay {
    TakesPart,
    LeftOut,
    /// It was left out, and bodies went through it.
    TakenIn,
}

/// Space of the decision.
#[derive(Debug)]
pub(super) struct Decision {
    /// Contacts whose relative velocity has just come to zero.
    pub arrived: List<bool>,
    /// Stop that a body has just reached.
    pub struck: List<i8>,
    /// Holds that have just come to their end, with the signs of their torques. Derivatives say so as well, but not everywhere: see
    /// [`Mechanism::follows_ends`].
    pub ended: List<(Candidate, i8)>,
    /// Whether nothing but these ends tells what follows the present instant: it has no derivatives, or those that are looked at vanish. What
    /// shares torques at this instant goes by it, too.
    pub is_open_by_rates: bool,
    /// Gears for which no motion is possible, and which stop.
    pub jammed: List<bool>,
    /// Gears that have no possible motion in the solution.
    pub is_wrong: List<bool>,
    /// Gears of which a motion is looked for in which the first body drives: they have no losses where the second does.
    pub resists: List<bool>,
    /// Whether a gear jams that has jammed at this instant before.
    pub jams_anew: bool,
    /// Contacts that join their bodies in the solution.
    pub is_tied: List<bool>,
    /// Unknowns that have their level of motion for the rest of the decision.
    pub slides: List<bool>,
    /// Unknowns whose motion has changed the loads: their own level does not count again.
    pub moves: List<bool>,
    /// Whether a gear at the bound of its losses holds alone in the share that was found.
    pub is_marginal: bool,
    /// The first block that has no share.
    pub moving_block: Option<usize>,
    /// Whether the block that begins with an unknown has a share.
    pub rests: List<bool>,
    /// Of each unknown.
    pub one_way: List<OneWay>,
    /// One-way elements that pressed on their bodies when this instant began.
    pub pressing: List<Candidate>,
    pub acceleration: List<f64>,
    /// Time derivative of the accelerations.
    pub jerk: List<f64>,
    /// Forces on the bodies, and their sizes.
    pub force: List<f64>,
    pub size: List<f64>,
    /// Roots of the groups that took an impulse.
    pub struck_groups: List<bool>,
    /// Velocities, for changes of them.
    pub momentum: List<f64>,
    /// How often torques were shared anew at this instant.
    pub shares: u32,
    /// [`Decision::work`] when this instant, or the internal step that follows it, began.
    pub work_before: u64,

    /// What moves together once the holds that have come to their end hold no more.
    pub moving: Ties,
    /// Sign to which the mesh torque of a gear has just turned that carries all that it can; 0 elsewhere.
    pub turned: List<i8>,
    /// Signs of the mesh torques of gears in the mode in which a share is looked for, and of the losses that hold them.
    pub mesh_sign: List<i8>,
    pub loss_sign: List<i8>,
    /// Gears whose mesh torque is zero, and has no known sign.
    pub is_zero: List<bool>,
    /// Contacts and gears that have come to their bounds at this instant and follow them, with the signs of their torques, and contacts that have
    /// left them, with 0.
    pub at_bound: List<(Candidate, i8)>,
    /// Candidates that let go because nothing can hold them, with the signs of their torques.
    pub ends: List<(Candidate, i8)>,
}

impl Decision {
    /// With no groups yet: they are built once there was memory for all.
    pub fn new(structure: &Structure, heap: &mut Heap) -> Self {
        let (bodies, contacts) = (structure.bodies.len(), structure.contacts.len());
        let gears = structure.gears.len();
        // A body may rest against both of its stops.
        let most_candidates = 2 * bodies + contacts + gears;
        Self {
            arrived: heap.filled(false, contacts),
            struck: heap.filled(0, bodies),
            ended: heap.with_capacity(4 * most_candidates),
            is_open_by_rates: false,
            jammed: heap.filled(false, gears),
            is_wrong: heap.filled(false, gears),
            resists: heap.filled(false, gears),
            jams_anew: false,
            is_tied: heap.filled(false, contacts),
            slides: heap.filled(false, most_candidates),
            moves: heap.filled(false, most_candidates),
            is_marginal: false,
            moving_block: None,
            rests: heap.filled(false, most_candidates),
            pressing: heap.with_capacity(2 * bodies + contacts),
            one_way: heap.filled(OneWay::TakesPart, most_candidates),
            acceleration: heap.filled(0.0, bodies),
            jerk: heap.filled(0.0, bodies),
            force: heap.filled(0.0, bodies),
            size: heap.filled(0.0, bodies),
            struck_groups: heap.filled(false, bodies),
            momentum: heap.filled(0.0, bodies),
            shares: 0,
            work_before: 0,
            moving: Ties::new(bodies, heap),
            turned: heap.filled(0, gears),
            mesh_sign: heap.filled(1, gears),
            loss_sign: heap.filled(0, gears),
            is_zero: heap.filled(false, gears),
            at_bound: heap.with_capacity(2 * most_candidates),
            ends: heap.with_capacity(most_candidates),
        }
    }

    /// Nothing has its level of motion, and nothing is left out.
    pub fn begin_laws(&mut self) {
        self.slides.fill(false);
        self.moves.fill(false);
        self.one_way.fill(OneWay::TakesPart);
    }

    /// Takes over what another one of the same structure knows of the present instant; no memory is taken for it.
    pub fn copy_from(&mut self, other: &Self) {
        self.arrived.copy_from_slice(&other.arrived);
        self.struck.copy_from_slice(&other.struck);
        self.ended.clear();
        self.ended.extend(other.ended.iter().copied());
        self.pressing.clear();
        self.pressing.extend(other.pressing.iter().copied());
        self.is_open_by_rates = other.is_open_by_rates;
    }

    /// Nothing is known of the present instant.
    pub fn forget(&mut self) {
        self.arrived.fill(false);
        self.struck.fill(0);
        self.ended.clear();
    }

    /// Sign of the torque with which something has come to its bound at this instant and follows it; 0 if it has left it.
    pub fn bound_reached(&self, candidate: Candidate) -> Option<i8> {
        self.at_bound.iter().find(|(other, _)| *other == candidate).map(|(_, sign)| *sign)
    }

    /// Direction in which the hold of a candidate has just come to its end; 0 elsewhere.
    pub fn end_of(&self, candidate: Candidate) -> i8 {
        self.ended.iter().find(|(ended, _)| *ended == candidate).map_or(0, |(_, sign)| *sign)
    }
}

impl Mechanism {
    /// What the decision and the expansion look at.
    pub(super) fn situation(&self) -> Situation<'_> {
        Situation {
            structure: &self.structure,
            mode: &self.mode,
            clusters: &self.clusters,
            inputs: &self.inputs,
            position: &self.position,
            velocity: &self.velocity,
            internal: &self.internal,
        }
    }

    /// Products of the problems that were solved since the instant began.
    pub(super) fn work_of_decisions(&self) -> u64 {
        self.question.solution.work - self.decision.work_before
    }

    pub(super) fn begin_work(&mut self) {
        self.decision.work_before = self.question.solution.work;
    }

    /// Whether this instant has cost as much as it may: what is found by then is taken, and the step is bridged.
    pub(super) fn is_exhausted(&self) -> bool {
        self.work_of_decisions() > CONSTANTS.max_decision_work
    }

    /// Gives the bodies that contacts at rest, arrivals and touched stops join one velocity each.
    pub(super) fn unite_velocities(&mut self) {
        let Self { structure, mode, clusters, decision, velocity, .. } = self;
        let at_rest = |contact: usize| mode.contacts[contact].is_at_rest() || decision.arrived[contact];
        clusters.build(structure, &at_rest, mode.turning(velocity), &mode.stops);
        clusters.unite(structure, velocity, &mut decision.momentum, &mut decision.size);
    }

    /// Decides all that has no relative velocity.
    pub(super) fn decide(&mut self) {
        // Where a gear jams its bodies stop, and all are decided again.
        let gears = self.structure.gears.len();
        for _ in 0..=2 * gears {
            // The mode to which [`Mechanism::resist`] goes back.
            if gears > 0 {
                self.decided.copy_from(&self.mode);
            }
            self.decide_once();
            if self.is_exhausted() || self.resist() || !self.jam() {
                break;
            }
        }
        self.prescribed.note_contradiction(&self.structure, &self.question);
        self.take_over_decision();
        self.decision.jammed.fill(false);
        self.decision.forget();
    }

    pub(super) fn decide_once(&mut self) {
        self.list_candidates();
        self.question.write_directions(&self.structure);
        self.write_weights();
        self.decision.begin_laws();
        let left_out = self.leave_out_one_way();
        self.decision.is_open_by_rates = false;
        self.decision.is_wrong.fill(false);
        self.write_values();
        let (mut orders, mut has_values, mut is_another) = (1, true, true);
        // In each round another one moves for good, or another derivative is looked at; all begins anew with each one-way element that is taken in.
        for _ in 0..ORDERS * (1 + 2 * self.question.unknowns.len()) * (1 + left_out) {
            self.write_laws(orders);
            self.close_loops();
            let outcome = if is_another { self.question.solve() } else { self.question.solve_again() };
            let is_solved = outcome == Outcome::Solved;
            is_another = self.take_in_one_way() || self.open_loops(is_solved);
            let is_changed =
                is_another || if is_solved { self.release() } else { self.is_exhausted() || self.ease_unsolved() };
            if self.is_exhausted() {
                break;
            }
            if is_changed {
                self.forget_derivatives();
                orders = 1;
                continue;
            }
            let is_open = is_solved && self.is_undecided(orders);
            if is_open && orders < ORDERS && self.write_derivatives(orders, core::mem::take(&mut has_values)) {
                orders += 1;
            } else if is_open && !self.follows_ends() && self.is_open_at_an_end(orders) {
                self.decision.is_open_by_rates = true;
                self.forget_derivatives();
                orders = 1;
            } else {
                break;
            }
        }
        self.keep_taken_in();
        self.turn_gears();
        self.take_over_mesh_signs();
        self.mark_unsolved_gears();
    }

    /// Lists what may hold, and the gears that turn with losses that follow their mesh torques: the velocities are those of this instant.
    fn list_candidates(&mut self) {
        self.question.begin(&self.structure);
        self.list_contacts();
        self.list_stops();
        self.list_gears();
        self.decide_driven();
    }

    /// Of several torques with the same motion friction carries before stops, one-way clutches and losses of gears, each contact by its level.
    fn write_weights(&mut self) {
        let Self { structure, mode, inputs, clusters, question, position, velocity, internal, .. } = self;
        let at = Situation { structure, mode, clusters, inputs, position, velocity, internal };
        let level = |candidate: &Candidate| {
            let (law, element) = candidate.get();
            law.level(element, &at)
        };
        let largest = question.unknowns.iter().filter_map(level).fold(0.0, f64::max);
        for (row, candidate) in question.unknowns.iter().enumerate() {
            question.problem.weight[row] = match level(candidate).filter(|_| largest > 0.0) {
                Some(level) => {
                    Weight { weight: largest / level.max(CONSTANTS.min_decided_level * largest), part: Part::First }
                }
                None => Weight { weight: 1.0 / CONSTANTS.min_decided_level, part: Part::InOrder },
            };
        }
    }

    /// Writes the loads of this instant.
    pub(super) fn write_values(&mut self) {
        self.forget_derivatives();
        let Self {
            structure, mode, inputs, clusters, decision, question, expansion, position, velocity, internal, ..
        } = self;
        let at = Situation { structure, mode, clusters, inputs, position, velocity, internal };
        expansion.forces(&at, &mut decision.force, &mut decision.size);
        question.write_loads(structure, 0, (&mut decision.force, &decision.size), &expansion.prescribed);
    }

    /// Only the values count. What moves does not change them: its level is part of its law.
    fn forget_derivatives(&mut self) {
        self.decision.moves.fill(false);
        self.question.forget_derivatives();
    }

    /// Writes the derivatives of the loads up to an order, in the motion of the solution: what moves in it slides. Whether there are any. Where the
    /// expansion `has_values` of this instant and no derivatives yet, it goes on from these, unless something moves.
    fn write_derivatives(&mut self, order: usize, mut has_values: bool) -> bool {
        let Self {
            structure, mode, inputs, clusters, decision, question, expansion, position, velocity, internal, ..
        } = self;
        for (row, candidate) in question.unknowns.iter().enumerate() {
            let direction = question.solution.w[row].sign(0.0, &Germ::default());
            let (law, element) = candidate.get();
            let is_load = direction != 0 && law.move_on_trial(element, mode, direction);
            decision.moves[row] |= is_load;
            has_values &= !is_load;
        }
        let at = Situation { structure, mode, clusters, inputs, position, velocity, internal };
        if !has_values {
            expansion.forces(&at, &mut decision.force, &mut decision.size);
        }
        let mut is_written = true;
        for order in 1..=order {
            question.accelerations(order - 1, &mut decision.acceleration);
            expansion.carry(order - 1, |gear| question.solution.mesh.get(gear).map_or(0.0, |mesh| mesh.0[order - 1]));
            let forces = (&mut decision.force[..], &mut decision.size[..]);
            is_written &= expansion.next_forces(&at, order, &decision.acceleration, forces);
            question.write_loads(structure, order, (&mut decision.force, &decision.size), &expansion.prescribed);
        }
        for candidate in question.unknowns.iter() {
            let (law, element) = candidate.get();
            law.move_on_trial(element, mode, 0);
        }
        is_written
    }

    /// Writes the laws of all unknowns, with so many coefficients of their levels.
    pub(super) fn write_laws(&mut self, orders: usize) {
        for row in 0..self.question.unknowns.len() {
            self.question.problem.law[row] = self.law(row, orders);
        }
    }

    /// The law of an unknown.
    fn law(&self, row: usize, orders: usize) -> Law<ORDERS> {
        let candidate = self.question.unknowns[row];
        let (of, element) = candidate.get();
        let mut law = of.law(element, row, self, orders);
        if self.follows_ends() {
            end_hold(&mut law, self.decision.end_of(candidate));
        }
        if self.decision.one_way[row] == OneWay::LeftOut {
            take_no_part(&mut law, of.blocked_direction(element, &self.structure));
        }
        law
    }

    /// Whether the holds that were found at their ends tell what derivatives do not: in Model Exchange, where inputs have none that is known,
    /// where a broken power of a speed begins, after which the integrator has found them, and where the series of a guard has more derivatives than
    /// are looked at here.
    pub(super) fn follows_ends(&self) -> bool {
        self.decision.is_open_by_rates || !self.inputs.motion.has_slopes()
    }

    /// What moves has the level of that, in whichever direction it goes in the end; whether any law is another one then.
    fn release(&mut self) -> bool {
        let mut any = false;
        for row in 0..self.question.unknowns.len() {
            let (law, element) = self.question.unknowns[row].get();
            let may_move = law.may_move(element, self);
            if may_move && !self.question.solution.w[row].is_zero() && !self.decision.slides[row] {
                let before = self.law(row, ORDERS);
                self.decision.slides[row] = true;
                any |= self.law(row, ORDERS) != before;
            }
        }
        any
    }

    /// Whether the coefficients so far leave open if something moves.
    fn is_undecided(&self, orders: usize) -> bool {
        self.question.unknowns.iter().enumerate().any(|(row, candidate)| {
            let (law, element) = candidate.get();
            law.is_undecided(element, row, self, orders)
        })
    }

    /// Whether a hold that has come to its end rests with all that it can carry by its breakaway level. Where others have relieved it by now it
    /// has its level of motion, and sticks if that is what it carries.
    fn is_open_at_an_end(&self, orders: usize) -> bool {
        let Self { decision, question, .. } = self;
        (0..question.unknowns.len()).any(|row| {
            let rests = question.solution.w[row].is_zero() && !decision.slides[row];
            rests && decision.end_of(question.unknowns[row]) != 0 && question.is_at_bound(row, orders)
        })
    }

    /// Where no solution was found, what is at rest in that block has its levels of motion, and if it has them already, gears hold; whether
    /// anything was eased that was not. Breakaway levels above those of sliding may leave no motion consistent. One with the sliding levels is: what rests within these rests within
    /// its breakaway level, too, and what moves has them.
    fn ease_unsolved(&mut self) -> bool {
        let mut any = false;
        for row in 0..self.question.unknowns.len() {
            if self.question.solution.outcome[row] != Outcome::Solved {
                any |= !core::mem::replace(&mut self.decision.slides[row], true);
            }
        }
        any || self.hold_unsolved_gears()
    }

    /// Takes over the places of all unknowns.
    fn take_over_decision(&mut self) {
        for row in 0..self.question.unknowns.len() {
            let (law, element) = self.question.unknowns[row].get();
            law.take_over(element, row, self);
        }
    }
}

/// Nothing blocks this direction.
fn take_no_part(law: &mut Law<ORDERS>, direction: i8) {
    let Law::Between(lower, upper) = law else { return };
    *(if direction < 0 { upper } else { lower }) = Bound::constant(Germ::default());
}

/// What has come to its end in a direction, with a torque of this sign, holds less than that; a stop holds nothing.
fn end_hold(law: &mut Law<ORDERS>, sign: i8) {
    let Law::Between(lower, upper) = law else { return };
    let bound = match sign {
        1 => lower,
        -1 => upper,
        _ => return,
    };
    let share = 1.0 - CONSTANTS.reltol_located;
    bound.constant = bound.constant.times(share);
    if let Some(slope) = &mut bound.slope {
        (slope.positive, slope.negative) = (share * slope.positive, share * slope.negative);
    }
}
