//! What may hold at an instant: contacts, freewheels, stops and gears. Each has a **set-valued force law** (Glocker, Set-Valued Force Laws, 2001): at
//! a velocity of zero it has any torque of a range, and which one is decided for all of them together.
//!
//! The joint decision ([`super::decision`]), the share of what rests ([`super::admissible`]), impacts ([`super::impact`]) and bridged steps
//! ([`super::time_stepping`]) ask for that law behind [`SetValuedLaw`]; what it is stands in the file of each element.

use super::clusters::{Clusters, Joint};
use super::elements::{ContactForce, GearLoss, StopForce};
use super::expansion::{Expansion, Situation};
use super::question::ORDERS;
use super::time_stepping::{Ahead, TimeStepping};
use super::{Mechanism, Mode, Structure};
use crate::complementarity::{Law, Part};

/// What may hold at this instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Candidate {
    /// A contact without relative velocity.
    Contact(usize),
    /// A stop that a body without velocity touches, on a side.
    Stop(usize, i8),
    /// The losses of a gear.
    Gear(usize),
}

/// The bodies whose motion something hinders, with the factors of their velocities.
pub(super) type Ends = [Option<(usize, f64)>; 2];

/// In a bridged step: the law of an element, and w less its relative velocity: a constant, and a compliance that is multiplied with λ.
pub(super) struct LawOfStep {
    pub law: Law<ORDERS>,
    pub offset: f64,
    pub compliance: f64,
}

impl From<Law<ORDERS>> for LawOfStep {
    /// w is the relative velocity.
    fn from(law: Law<ORDERS>) -> Self {
        Self { law, offset: 0.0, compliance: 0.0 }
    }
}

/// The force law of a kind of elements that hold. `row` is the place of the element among the unknowns of the question that was asked last.
pub(super) trait SetValuedLaw {
    /// See [`Ends`].
    fn ends(&self, element: usize, structure: &Structure) -> Ends;

    /// As what it joins bodies at rest.
    fn joint(&self, element: usize) -> Joint;

    /// The sign that w cannot have whatever acts, of one-way elements, which are stops and one-way clutches; 0 of others.
    fn blocked_direction(&self, element: usize, structure: &Structure) -> i8 {
        let _ = (element, structure);
        0
    }

    /// The torque with which a one-way element holds against its blocked direction in the evaluated mode; 0 where it does not touch.
    fn push(&self, element: usize, of: &Expansion, at: &Situation<'_>) -> f64 {
        let _ = (element, of, at);
        0.0
    }

    /// The level by which friction has a share in what is carried; none of what carries only what friction can not.
    fn level(&self, element: usize, at: &Situation<'_>) -> Option<f64> {
        let _ = (element, at);
        None
    }

    /// The law in the joint decision, with so many coefficients of its bounds.
    fn law(&self, element: usize, row: usize, now: &Mechanism, orders: usize) -> Law<ORDERS>;

    /// Whether it has another law in the decision at hand once it moves.
    fn may_move(&self, element: usize, now: &Mechanism) -> bool {
        let _ = (element, now);
        false
    }

    /// Whether so many coefficients leave open if it moves: it rests with all that it can carry, and nothing else holds it.
    fn is_undecided(&self, element: usize, row: usize, now: &Mechanism, orders: usize) -> bool {
        let _ = element;
        let question = &now.question;
        question.solution.w[row].is_zero() && question.is_at_bound(row, orders) && !question.is_held_beside(row, orders)
    }

    /// Has it move in a direction, or rest at 0, while derivatives of the loads are worked out; whether it is one of these loads then.
    fn move_on_trial(&self, element: usize, mode: &mut Mode, direction: i8) -> bool {
        let _ = (element, mode, direction);
        false
    }

    /// Takes over what the decision has found for it.
    fn take_over(&self, element: usize, row: usize, now: &mut Mechanism);

    /// Takes over a share in which it is at a bound, with the sign of its torque, or at none, 0.
    fn take_over_bound(&self, element: usize, row: usize, now: &mut Mechanism, bound: i8);

    /// The law of its impulse.
    fn law_of_impact(&self, element: usize, now: &Mechanism) -> Law<ORDERS>;

    /// Takes over whether it rests after an impact.
    fn take_over_impact(&self, element: usize, now: &mut Mechanism, rests: bool);

    /// Its law in a bridged step.
    fn law_of_step(&self, element: usize, row: usize, steps: &TimeStepping, ahead: &Ahead<'_>) -> LawOfStep;

    /// Moves by the end of the bridged step, and has the law of that; whether this is another than before.
    fn move_in_step(&self, element: usize, steps: &mut TimeStepping, ahead: &Ahead<'_>) -> bool {
        let _ = (element, steps, ahead);
        false
    }
}

impl Candidate {
    /// Its law, and the element.
    pub fn get(self) -> (&'static dyn SetValuedLaw, usize) {
        match self {
            Self::Contact(contact) => (&ContactForce, contact),
            Self::Stop(body, side) => (if side < 0 { &StopForce::LOWER } else { &StopForce::UPPER }, body),
            Self::Gear(gear) => (&GearLoss, gear),
        }
    }

    /// When it takes part in a share: friction by its levels, then losses of gears in the order of the file, and last what is one-way.
    pub fn part(self, structure: &Structure) -> Part {
        match self {
            Self::Contact(contact) if structure.contacts[contact].is_freewheel() => Part::Together,
            Self::Contact(_) => Part::First,
            Self::Gear(_) => Part::InOrder,
            Self::Stop(..) => Part::Together,
        }
    }

    /// See [`Ends`].
    pub fn ends(self, structure: &Structure) -> Ends {
        let (law, element) = self.get();
        law.ends(element, structure)
    }

    /// As what it joins bodies at rest.
    pub fn joint(self) -> Joint {
        let (law, element) = self.get();
        law.joint(element)
    }

    /// Roots of the groups that it touches, each once.
    pub fn roots(self, structure: &Structure, groups: &Clusters) -> [Option<usize>; 2] {
        let [first, second] = self.ends(structure).map(|end| groups.root[end?.0]);
        [first, second.filter(|_| second != first)]
    }

    /// What its bodies in the group of a root have of something that counts for each body.
    pub fn parts_in(
        self,
        structure: &Structure,
        groups: &Clusters,
        root: usize,
        of: impl Fn(usize) -> f64,
    ) -> impl Iterator<Item = f64> {
        let ends = self.ends(structure).into_iter().flatten();
        ends.filter(move |(body, _)| groups.root[*body] == Some(root)).map(move |(body, sign)| sign * of(body))
    }
}
