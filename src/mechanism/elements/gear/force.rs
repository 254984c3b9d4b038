//! The set-valued force law of the losses of a gear: λ = −loss, at rest between the losses for starting in both directions, which grow with the
//! mesh torque; of a gear that turns the loss for that.

use super::{Gear, GearMode};
use crate::complementarity::{Bound, Germ, Law, MeshSlope, Outcome};
use crate::friction::{Levels, RestRatios};
use crate::mechanism::candidate::{Candidate, Ends, LawOfStep, SetValuedLaw};
use crate::mechanism::clusters::Joint;
use crate::mechanism::constants::CONSTANTS;
use crate::mechanism::question::{ORDERS, Question};
use crate::mechanism::time_stepping::{Ahead, TimeStepping};
use crate::mechanism::{Mechanism, Structure};

/// What a gear holds with.
pub(in crate::mechanism) struct GearLoss;

impl SetValuedLaw for GearLoss {
    fn ends(&self, gear: usize, structure: &Structure) -> Ends {
        [Some((structure.gears[gear].first, 1.0)), None]
    }

    fn joint(&self, gear: usize) -> Joint {
        Joint::Hold(gear)
    }

    fn law(&self, gear: usize, row: usize, now: &Mechanism, _: usize) -> Law<ORDERS> {
        match now.mode.gears[gear] {
            _ if now.decision.jammed[gear] => Law::hold(),
            GearMode::Turning { direction, .. } => {
                let mut levels = now.situation().levels(gear);
                if now.decision.resists[gear] {
                    levels.aiding_gain = 0.0;
                }
                levels.law_of_turning(gear, direction)
            }
            GearMode::Held(_) | GearMode::LossSaturated { .. } | GearMode::Lossless => {
                now.structure.gears[gear].law_at_rest(gear, now.decision.slides[row])
            }
        }
    }

    fn may_move(&self, gear: usize, now: &Mechanism) -> bool {
        now.gear_may_turn(gear)
    }

    /// Of one that moves, whether the sign of its mesh torque is not known, on which its losses depend.
    fn is_undecided(&self, gear: usize, row: usize, now: &Mechanism, orders: usize) -> bool {
        let question = &now.question;
        if !question.solution.w[row].is_zero() || matches!(question.problem.law[row], Law::Given(_)) {
            question.mesh_sign(gear).is_none()
        } else {
            question.is_at_bound(row, orders)
        }
    }

    /// [`Mechanism::turn_gears`] has taken it over, as whether gears jam depends on it.
    fn take_over(&self, _: usize, _: usize, _: &mut Mechanism) {}

    fn take_over_bound(&self, gear: usize, row: usize, now: &mut Mechanism, bound: i8) {
        let Mechanism { mode, decision, question, .. } = now;
        if !matches!(mode.gears[gear], GearMode::Held(_)) {
            return;
        }
        let (direction, mesh_sign) = match bound {
            0 if question.is_spared(row) => spared_loss(question, (row, gear), decision.loss_sign[gear]),
            bound => (bound, question.solution.mesh_sign[gear]),
        };
        mode.gears[gear] = match direction {
            0 => GearMode::Held(mesh_sign),
            direction => GearMode::LossSaturated { direction, mesh_sign },
        };
    }

    fn law_of_impact(&self, _: usize, _: &Mechanism) -> Law<ORDERS> {
        Law::hold()
    }

    /// It may hold from now on, though it began to turn at this instant, and so may what slides at its bodies.
    fn take_over_impact(&self, gear: usize, now: &mut Mechanism, _: bool) {
        let Mechanism { structure, mode, decision, question, .. } = now;
        (mode.gears[gear], mode.gear_known[gear]) = (GearMode::Held(1), 0);
        if let Some(root) = question.groups.root[structure.gears[gear].first] {
            decision.struck_groups[root] = true;
        }
    }

    fn law_of_step(&self, gear: usize, _: usize, steps: &TimeStepping, ahead: &Ahead<'_>) -> LawOfStep {
        let part = &ahead.at.structure.gears[gear];
        if steps.jams[gear] {
            Law::hold()
        } else if steps.gear_rests[gear] {
            part.law_at_rest(gear, false)
        } else {
            // Losses that depend on the speed are those of the start of the step.
            let speed = ahead.at.velocity[part.first].abs();
            part.levels_at(speed, part.segment(speed)).law_between(gear, RestRatios::alike(1.0))
        }
        .into()
    }

    fn move_in_step(&self, gear: usize, steps: &mut TimeStepping, ahead: &Ahead<'_>) -> bool {
        core::mem::take(&mut steps.gear_rests[gear])
            && ahead.at.structure.gears[gear].static_ratios != RestRatios::alike(1.0)
    }
}

/// Direction, 0 where it holds, and mesh sign of a gear at rest whose loss is not needed. Where its bound is none, the loss is none as well,
/// and not a little beyond it, as it would be by the weights; of two bounds that is the one that it had the sign of.
fn spared_loss(question: &Question, (row, gear): (usize, usize), loss_sign: i8) -> (i8, i8) {
    let mesh_sign = question.solution.mesh_sign[gear];
    match question.is_at(row, 2) {
        [true, false] => (1, mesh_sign),
        [false, true] => (-1, mesh_sign),
        [true, true] if loss_sign != 0 => (loss_sign, loss_sign),
        [true, true] | [false, false] => (0, mesh_sign),
    }
}

impl Gear {
    /// λ = −loss between the losses for starting in both directions: F₊(T) = C + g_o·T⁺ + g_a·T⁻, F₋(T) = C + g_a·T⁺ + g_o·T⁻, times r
    /// unless it `slides`.
    fn law_at_rest(&self, mesh: usize, slides: bool) -> Law<ORDERS> {
        let ratios = if slides { RestRatios::alike(1.0) } else { self.static_ratios };
        self.levels.law_between(mesh, ratios)
    }
}

impl Levels {
    /// λ between the losses with these levels, each part of them times its ratio.
    fn law_between(&self, mesh: usize, ratios: RestRatios) -> Law<ORDERS> {
        let level = |sign: f64, positive: f64, negative: f64| {
            let share = sign * ratios.load;
            let slope = MeshSlope { mesh, positive: share * positive, negative: share * negative };
            Bound { constant: Germ::from(sign * ratios.coulomb * self.forward), slope: Some(slope) }
        };
        let (opposing, aiding) = (self.opposing_gain, self.aiding_gain);
        Law::Between(level(-1.0, opposing, aiding), level(1.0, aiding, opposing))
    }

    /// The part of the loss that follows the mesh torque of a gear that turns in a direction; C is among the loads.
    fn law_of_turning(&self, mesh: usize, direction: i8) -> Law<ORDERS> {
        let (opposing, aiding) = (self.opposing_gain, self.aiding_gain);
        let slope = if direction > 0 {
            MeshSlope { mesh, positive: -opposing, negative: -aiding }
        } else {
            MeshSlope { mesh, positive: aiding, negative: opposing }
        };
        Law::Given(Bound { constant: Germ::default(), slope: Some(slope) })
    }
}

impl TimeStepping {
    /// Gears stop whose losses leave no solution; whether there are any that did not.
    pub(in crate::mechanism) fn stop_gears(&mut self, question: &Question) -> bool {
        let mut any = false;
        for (row, candidate) in question.unknowns.iter().enumerate() {
            if let Candidate::Gear(index) = *candidate
                && question.solution.outcome[row] != Outcome::Solved
            {
                any |= !core::mem::replace(&mut self.jams[index], true);
            }
        }
        any
    }
}

impl Mechanism {
    /// Lists the losses of gears at rest, and of those that turn the losses that follow their mesh torques.
    pub(in crate::mechanism) fn list_gears(&mut self) {
        let Self { structure, mode, question, velocity, .. } = self;
        for (index, gear) in structure.gears.iter().enumerate() {
            let is_released = mode.gear_known[index] > 0;
            if gear.is_lossy() && velocity[gear.first] == 0.0 && !is_released {
                mode.gears[index] = GearMode::Held(1);
                question.unknowns.push(Candidate::Gear(index));
            } else if gear.follows_mesh_torque() {
                question.unknowns.push(Candidate::Gear(index));
            }
        }
    }

    pub(in crate::mechanism) fn gear_may_turn(&self, gear: usize) -> bool {
        !self.decision.jammed[gear] && matches!(self.mode.gears[gear], GearMode::Held(_))
    }

    /// Gears that move in the solution turn from here on.
    pub(in crate::mechanism) fn turn_gears(&mut self) {
        for row in 0..self.question.unknowns.len() {
            let direction = self.question.solution.w[row].sign(0.0, &Germ::default());
            if let Candidate::Gear(gear) = self.question.unknowns[row]
                && direction != 0
                && self.question.solution.outcome[row] == Outcome::Solved
                && self.gear_may_turn(gear)
            {
                let mesh_sign = self.question.mesh_sign(gear).unwrap_or(direction);
                self.mode.begin_turning(gear, direction, mesh_sign);
            }
        }
    }

    /// Gears in blocks without a solution hold; whether there are any that did not.
    pub(in crate::mechanism) fn hold_unsolved_gears(&mut self) -> bool {
        let mut any = false;
        for row in 0..self.question.unknowns.len() {
            if let Candidate::Gear(gear) = self.question.unknowns[row]
                && self.question.solution.outcome[row] != Outcome::Solved
                && self.gear_may_turn(gear)
            {
                (self.decision.jammed[gear], any) = (true, true);
            }
        }
        any
    }

    /// A gear has the mode in which it is after a bridged step.
    pub(in crate::mechanism) fn follow_step_of_gear(&mut self, gear: usize) {
        if self.structure.gears[gear].is_lossy() {
            let mesh_sign = self.question.solution.mesh_sign[gear];
            self.mode.gears[gear] = match self.sense_after_step(Candidate::Gear(gear)) {
                0 => GearMode::Held(mesh_sign),
                direction => GearMode::Turning { direction, mesh_sign },
            };
        }
    }

    /// A gear that an impact has set in motion, or turned back, has other losses.
    pub(in crate::mechanism) fn follow_impact_of_gear(&mut self, index: usize) {
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

    /// Gears have the signs of their mesh torques in the solution. One that is zero with all its derivatives is about to resist what turns,
    /// unless its zero has just been passed.
    pub(in crate::mechanism) fn take_over_mesh_signs(&mut self) {
        let Self { structure, mode, question, .. } = self;
        if question.problem.meshes() == 0 {
            return;
        }
        for (gear, mode_of) in mode.gears.iter_mut().enumerate() {
            let found = question.mesh_sign(gear);
            match mode_of {
                GearMode::Turning { direction, mesh_sign } => {
                    let is_passed = mode.mesh_known[gear] > 0;
                    let found = found.filter(|_| !is_passed || question.determines(gear));
                    *mesh_sign = found.unwrap_or(if is_passed { *mesh_sign } else { *direction });
                }
                GearMode::Held(mesh_sign) => *mesh_sign = found.unwrap_or(question.idle_mesh_sign(structure, gear)),
                GearMode::LossSaturated { .. } | GearMode::Lossless => {}
            }
        }
    }
}
