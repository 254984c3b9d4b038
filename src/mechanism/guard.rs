//! Quantities that stay positive as long as a mode lasts. What each kind of element watches stands in its own file, behind [`ElementGuard`].

use super::candidate::Candidate;
use super::elements::{ComponentGuard, ContactGuard, GearGuard, LimiterGuard, StopGuard};
use super::expansion::{Expansion, Situation};
use super::{Inputs, Mechanism, Mode, Structure, Subject};
use crate::memory::List;
use core::ops::Range;

/// Guards that a contact, the stops of a body, a gear, a limiter, or a slot of a component have at most.
pub const GUARDS_PER_ELEMENT: usize = 4;

/// What follows from a guard that is crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Consequence {
    /// Another branch of one element.
    Kink,
    /// All that is at rest holds by another share, or all contacts are decided.
    EndOfHold,
    /// All contacts are decided.
    Decision,
}

/// A guard of one kind of element. What has a default is peculiar to a few of them.
pub(super) trait ElementGuard {
    /// Visits the guards of an element in a mode, with the number of leading coefficients that are known not to be negative.
    fn list(structure: &Structure, mode: &Mode, element: usize, add: &mut dyn FnMut(Self, u8))
    where
        Self: Sized;

    /// Place of its element among all that have guards; a component has one for each of its slots.
    fn slot(&self, element: usize, structure: &Structure) -> usize;

    /// Coefficient number `order` of what it watches, which is the order at hand of the expansion.
    fn coefficient(&self, element: usize, of: &Expansion, at: &Situation<'_>, order: usize) -> f64;

    /// Size of what it is made of at this point: its value is rounding below 1e-16 of it.
    fn size(&self, element: usize, of: &Expansion, at: &Situation<'_>) -> f64;

    /// Takes it to its other side; `is_located` is false where it has jumped beyond its surface.
    fn cross(&self, element: usize, now: &mut Mechanism, is_located: bool) -> Consequence;

    /// Whether it is what acts from now on that decides if anything changes here: the end of a hold, or the zero of a mesh torque or of
    /// an engagement, but not the zero of a velocity or an impact, which have happened.
    fn follows_from_inputs(&self) -> bool {
        false
    }

    /// The element at rest whose bound this is, with the sign that its torque has there.
    fn bound_of(&self, element: usize) -> Option<(Candidate, i8)> {
        let _ = element;
        None
    }

    /// The element that is at its bound until here, and carries less from here on.
    fn bound_left(&self, element: usize) -> Option<Candidate> {
        let _ = element;
        None
    }

    /// By how much the breakaway level that it watches changes over the step, in size.
    fn change_of_bound(&self, element: usize, of: &Expansion, at: &Situation<'_>) -> f64 {
        let _ = (element, of, at);
        0.0
    }

    /// How fast inputs alone take it, in size.
    fn rate_of_inputs(&self, element: usize, inputs: &Inputs) -> f64 {
        let _ = (element, inputs);
        0.0
    }

    /// Whether it has ended where it is zero and does not rise: neither a series nor a cubic that is zero throughout has a crossing.
    fn ends_at_zero(&self, element: usize, inputs: &Inputs) -> bool {
        let _ = (element, inputs);
        false
    }

    /// Whether a zero has the sign that it takes next, on whichever side of it rounding is.
    fn has_next_sign(&self, element: usize, mode: &Mode) -> bool {
        let _ = (element, mode);
        false
    }

    /// Whether it may be zero throughout, which is no crossing: what holds at a bound that grows exactly as its load does, and a mesh torque.
    fn may_stay_zero(&self, element: usize) -> bool {
        self.bound_of(element).is_some()
    }

    /// Whether what it watches ends where it has jumped beyond its surface with a torque that something else at this instant has changed, as a
    /// damper does that meets the end of its free play; other holds are decided anew then.
    fn ends_beyond(&self) -> bool {
        false
    }

    /// Whether a load that is no friction has other equations on its other side.
    fn changes_load(&self) -> bool {
        false
    }

    /// Whether it is memory, which changes no equation.
    fn is_memory(&self) -> bool {
        false
    }

    /// Whether what began to move at this instant, where the mechanism was evaluated, is accelerated against its direction.
    fn departs_backwards(&self, element: usize, now: &Mechanism) -> bool {
        let _ = (element, now);
        false
    }

    /// Whether it is the end of a relative motion that follows from prescribed ones: how that goes on, the inputs from that instant on
    /// prescribe.
    fn is_end_of_prescribed_motion(&self, element: usize, now: &Mechanism) -> bool {
        let _ = (element, now);
        false
    }
}

/// The kinds of elements that have guards, each with the type of what is watched of it.
macro_rules! kinds {
    ($($kind:ident($watch:ty)),*) => {
        /// The quantity of a guard: the number of an element among those of its kind, and what is watched of it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum GuardKind {
            $($kind(usize, $watch),)*
        }

        impl GuardKind {
            /// What it watches, and the element.
            pub fn get(&self) -> (&dyn ElementGuard, usize) {
                match self {
                    $(Self::$kind(element, watch) => (watch, *element),)*
                }
            }

            /// See [`ElementGuard::coefficient`]: compiled for each kind, as each step asks for it.
            pub fn coefficient(self, of: &Expansion, at: &Situation<'_>, order: usize) -> f64 {
                match self {
                    $(Self::$kind(element, watch) => watch.coefficient(element, of, at, order),)*
                }
            }
        }
    };
}

kinds!(Contact(ContactGuard), Stop(StopGuard), Component(ComponentGuard), Gear(GearGuard), Limiter(LimiterGuard));

impl GuardKind {
    /// See [`ElementGuard::slot`].
    pub fn slot(self, structure: &Structure) -> usize {
        let (watch, element) = self.get();
        watch.slot(element, structure)
    }

    /// The element as events name it; limiters have none.
    pub fn subject(self) -> Option<Subject> {
        match self {
            Self::Contact(contact, _) => Some(Subject::Contact(contact)),
            Self::Stop(body, _) => Some(Subject::Body(body)),
            Self::Component(component, _) => Some(Subject::Component(component)),
            Self::Gear(gear, _) => Some(Subject::Gear(gear)),
            Self::Limiter(..) => None,
        }
    }

    /// See [`ElementGuard::size`].
    pub fn size(self, of: &Expansion, at: &Situation<'_>) -> f64 {
        let (watch, element) = self.get();
        watch.size(element, of, at)
    }

    /// See [`ElementGuard::bound_of`].
    pub fn bound_of(self) -> Option<(Candidate, i8)> {
        let (watch, element) = self.get();
        watch.bound_of(element)
    }

    /// See [`ElementGuard::bound_left`].
    pub fn bound_left(self) -> Option<Candidate> {
        let (watch, element) = self.get();
        watch.bound_left(element)
    }

    /// See [`ElementGuard::ends_at_zero`].
    pub fn ends_at_zero(self, inputs: &Inputs) -> bool {
        let (watch, element) = self.get();
        watch.ends_at_zero(element, inputs)
    }
}

/// A guard of the present mode.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    /// Its quantity.
    pub kind: GuardKind,
    /// Leading coefficients that are known not to be negative.
    pub known: u8,
}

/// Lists the guards of a mode.
pub(super) fn list(structure: &Structure, mode: &Mode, guards: &mut List<Guard>) {
    guards.clear();
    let at = (structure, mode);
    list_kind(at, 0..structure.contacts.len(), GuardKind::Contact, guards);
    list_kind(at, 0..structure.bodies.len(), GuardKind::Stop, guards);
    list_kind(at, structure.passive(), GuardKind::Component, guards);
    list_kind(at, 0..structure.gears.len(), GuardKind::Gear, guards);
    list_kind(at, 0..structure.actuator_count, GuardKind::Component, guards);
    list_kind(at, 0..structure.network.limiters.len(), GuardKind::Limiter, guards);
}

/// Adds those of some elements of one kind.
fn list_kind<G: ElementGuard>(
    (structure, mode): (&Structure, &Mode),
    elements: Range<usize>,
    kind: fn(usize, G) -> GuardKind,
    guards: &mut List<Guard>,
) {
    for element in elements {
        G::list(structure, mode, element, &mut |watch, known| {
            guards.push(Guard { kind: kind(element, watch), known });
        });
    }
}
