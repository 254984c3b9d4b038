//! Elements, each in one place of this folder: its equations at each order of the series, its guards and what follows from them, its states, its
//! part in an implicit step and in a bridged one, and its source.
//!
//! Contacts, freewheels among them, stops and gears hold by a torque that is decided for all of them together: their force laws are behind the trait
//! [`SetValuedLaw`](super::candidate::SetValuedLaw). Limiters of signals have branches and no torque. What is watched of all these is behind
//! [`ElementGuard`](super::guard::ElementGuard).
//!
//! All others are behind the trait [`Element`]: the mechanism asks that and knows none of them by name; a new one is a file here and a line in
//! [`elements!`]. Such an element acts on bodies by one torque, and may have internal states, inputs of its own and guards. Its branch is a few small
//! numbers, whose meaning is its own; they are copied, saved and compared here. An element that [prescribes](Element::prescribes) the
//! motion of a body has as its torque what that motion takes: see [`super::prescribed`].
//!
//! One that takes signals is an [`Actuator`] besides. It is evaluated with these, behind all that it takes, and what it did at the order at hand
//! is kept in [`ServoTerms`], as servos are the only ones so far. Actuators are the first of all components.
//!
//! A [`Component`] is such an element in a mechanism, with the places of its states and inputs among those of all.

mod component;
mod contact;
mod freewheel;
mod gear;
mod hysteresis;
mod limiter;
mod linear_system;
mod motion;
mod servo;
mod signal;
mod spring;
mod stop;

pub use component::Component;
pub(super) use component::ComponentGuard;
pub use contact::{Contact, ContactKind, ContactLaw, ContactMode};
pub(super) use contact::{ContactForce, ContactGuard, LevelSeries, is_engaged};
pub use freewheel::Freewheel;
pub use gear::{Gear, GearMode};
pub(super) use gear::{GearGuard, GearLoss, Turning};
pub use hysteresis::Hysteresis;
pub(super) use limiter::LimiterGuard;
pub use limiter::{Limiter, LimiterMode, RateLimit};
pub(super) use linear_system::LinearStep;
pub use motion::{PrescribedMotion, Prescribes};
pub use servo::{Output, Servo, ServoTerms};
pub use signal::{Network, Signal, SignalKind, SignalLoad, Term};
pub(super) use signal::{Node, Schedule, SignalTerms, Sources};
pub use spring::{DampingLaw, Spring};
pub(super) use stop::{StopForce, StopGuard};

use super::inputs::Lines;
use super::prescribed::Kinematics;
use crate::plants::NoEquilibrium;
use crate::solver::Beginning;

/// Which branch of its equations an element is in; its meaning is the element's own.
pub type Branch = [i8; 4];

/// Most guards that an element tells apart; at most [`super::GUARDS_PER_ELEMENT`] for each of its [slots](Element::slots) in one branch.
pub(super) const MOST_PLACES: usize = 8;

/// Coefficients of the motion, of all orders up to the one at hand.
pub(super) struct Coefficients<'a> {
    /// `position[order · bodies + body]`.
    pub position: &'a [f64],
    pub velocity: &'a [f64],
    /// `internal[order · states + state]`.
    pub internal: &'a [f64],
    pub bodies: usize,
    pub states: usize,
    /// Place of the first state of the element.
    pub first: usize,
    /// Values of its inputs at this instant, and of an actuator what it did at the order at hand, where this was asked for.
    pub inputs: &'a [f64],
    pub terms: Option<&'a ServoTerms>,
}

impl Coefficients<'_> {
    /// Coefficient of the position of a body; of the ground it is 0.
    pub fn position(&self, order: usize, body: Option<usize>) -> f64 {
        body.map_or(0.0, |body| self.position[order * self.bodies + body])
    }

    /// Coefficient of the velocity of a body.
    pub fn velocity(&self, order: usize, body: Option<usize>) -> f64 {
        body.map_or(0.0, |body| self.velocity[order * self.bodies + body])
    }

    /// Coefficient of a state of the element.
    pub fn state(&self, order: usize, place: usize) -> f64 {
        self.internal[order * self.states + self.first + place]
    }

    /// Coefficients of all states of the element, of which there are `count`.
    pub fn states_at(&self, order: usize, count: usize) -> &[f64] {
        &self.internal[order * self.states + self.first..][..count]
    }
}

/// What a guard watches that is at its surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Watched {
    /// A state of the element.
    State(usize),
    /// The rate of its deflection.
    DeflectionRate,
}

/// A guard that is at its surface. To which side it leaves that, the first derivative that is not zero of what it watches decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Surface {
    /// The place of the guard.
    pub place: usize,
    /// What it watches.
    pub of: Watched,
    /// The sign that this has on the side of the branch.
    pub side: i8,
}

/// What an element is. All but its ends has a default: none.
pub(super) trait Element {
    /// The bodies on which its torque acts, with what it is divided by on each: -1 on the second of two, which it moves back.
    fn ends(&self) -> [Option<(usize, f64)>; 2];

    /// How far its ends are apart against its torque, and the rate of that; coefficients number `order`.
    fn deflection(&self, at: &Coefficients<'_>, order: usize) -> (f64, f64) {
        self.ends().into_iter().flatten().fold((0.0, 0.0), |(angle, rate), (body, divisor)| {
            let (position, velocity) = (at.position(order, Some(body)), at.velocity(order, Some(body)));
            (angle - position / divisor, rate - velocity / divisor)
        })
    }

    /// Number of its internal states.
    fn states(&self) -> usize {
        0
    }

    /// Number of its inputs.
    fn inputs(&self) -> usize {
        0
    }

    /// The body whose motion it prescribes.
    fn prescribes(&self) -> Option<usize> {
        None
    }

    /// Whether an input gives the position of that motion, which is a state otherwise.
    fn gives_position(&self) -> bool {
        false
    }

    /// Whether an input gives the velocity of that motion, which is a state otherwise.
    fn gives_velocity(&self) -> bool {
        false
    }

    /// The motion that its inputs prescribe at this instant; what they do not prescribe is that of the `integrated` states.
    fn prescribed(&self, inputs: &Lines, first: usize, integrated: Kinematics) -> Kinematics {
        let _ = (inputs, first);
        integrated
    }

    /// Changes of its inputs that are changes of position and velocity.
    fn prescribed_change(&self, slopes: &mut [f64]) -> (Option<f64>, Option<f64>) {
        let _ = slopes;
        (None, None)
    }

    /// Sets its inputs for position and velocity to the prescribed motion of this instant: inputs alone move along straight lines.
    fn follow_inputs(&self, now: Kinematics, inputs: &mut Lines, first: usize) {
        let _ = (now, inputs, first);
    }

    /// Coefficient number `order` of its torque, and in `rates` those of the time derivatives of its states. Of an element that does not
    /// begin [analytically](Element::beginning) order 1 is the exact change along a direction, and there are no higher ones.
    fn torque(&self, branch: Branch, at: &Coefficients<'_>, order: usize, rates: &mut [f64]) -> f64 {
        let _ = (branch, at, order, rates);
        0.0
    }

    /// Size of what coefficient number `order` of its torque is the sum of; from order 1 on these may be differences of motions which are
    /// the same but for rounding.
    fn torque_size(&self, branch: Branch, at: &Coefficients<'_>, order: usize, torque: f64) -> f64 {
        let _ = (branch, at, order);
        torque.abs()
    }

    /// The branch before values have chosen one.
    fn first_branch(&self) -> Branch {
        [1, 1, 0, 0]
    }

    /// Whether its equations are linear in a branch.
    fn is_linear(&self, branch: Branch) -> bool {
        let _ = branch;
        self.beginning() == Beginning::Analytic
    }

    /// That after velocities have jumped.
    fn branch_after_impact(&self, branch: Branch, at: &Coefficients<'_>) -> Branch {
        let _ = at;
        branch
    }

    /// Whether it has free play, in which an equilibrium has a side to find.
    fn has_play(&self) -> bool {
        false
    }

    /// That of values among which an equilibrium is looked for.
    fn branch_at_rest(&self, branch: Branch, at: &Coefficients<'_>) -> Branch {
        let _ = at;
        branch
    }

    /// End of a free play at which it is: −1, 0 none, 1.
    fn contact(&self, branch: Branch) -> i32 {
        let _ = branch;
        0
    }

    /// The branch that belongs to values which may have jumped.
    fn branch_at(&self, branch: Branch, at: &Coefficients<'_>) -> Branch {
        let _ = at;
        branch
    }

    /// How many times [`super::GUARDS_PER_ELEMENT`] guards it has at most.
    fn slots(&self) -> usize {
        1
    }

    /// Adds its guards in a branch, by numbers of its own, the lowest first.
    fn guards(&self, branch: Branch, add: &mut dyn FnMut(usize)) {
        let _ = (branch, add);
    }

    /// Coefficient number `order` of a guard; those of an actuator are in its terms.
    fn guard(&self, branch: Branch, place: usize, at: &Coefficients<'_>, order: usize) -> f64 {
        let _ = (branch, place, at, order);
        1.0
    }

    /// Size of what a guard is made of.
    fn guard_size(&self, place: usize, at: &Coefficients<'_>) -> f64 {
        let _ = (place, at);
        0.0
    }

    /// Takes a guard to its other side; `is_located` is false where it has jumped beyond its surface.
    fn cross(&self, place: usize, now: &mut Crossed<'_>, is_located: bool) {
        let _ = (place, now, is_located);
    }

    /// A guard that is at its surface, as what it watches is exactly zero.
    fn at_surface(&self, branch: Branch, at: &Coefficients<'_>) -> Option<Surface> {
        let _ = (branch, at);
        None
    }

    /// How its equations go on from any point: by a series or not.
    fn beginning(&self) -> Beginning {
        Beginning::Analytic
    }

    /// Sizes of its states below which errors do not matter, if this `share` of the range of a state does not, nor so much of a `position`.
    fn sizes_of_states(&self, share: f64, position: f64, sizes: &mut [f64]) {
        let _ = (share, position, sizes);
    }

    /// Change of its torque per change of its deflection, and of the rate of that, at this point: for a bridged step.
    fn tangent(&self, branch: Branch, at: &Coefficients<'_>) -> (f64, f64) {
        let _ = (branch, at);
        (0.0, 0.0)
    }

    /// Takes its states over a bridged step, in which its ends move apart by `moved`.
    fn bridge(&self, moved: f64, states: &mut [f64]) {
        let _ = (moved, states);
    }

    /// What it is besides if it takes signals.
    fn actuator(&self) -> Option<&dyn Actuator> {
        None
    }
}

/// What a crossed guard may change.
pub(super) struct Crossed<'a> {
    pub branch: &'a mut Branch,
    /// Leading coefficients of each guard that are known from then on.
    pub known: &'a mut [u8; MOST_PLACES],
    pub states: &'a mut [f64],
}

/// An element that takes signals, and has limits that an equilibrium can take it to.
pub(super) trait Actuator {
    /// The signals that are its command and its supply, its first two inputs; none where one comes from outside.
    fn signals(&self) -> [Option<usize>; 2];

    /// Coefficient number `order` of its torque, one order after the other. What it is given is in its `terms`, and all that its guards, its
    /// outputs and the rates of its states follow from.
    fn expand(&self, branch: Branch, at: &Coefficients<'_>, order: usize, terms: &mut ServoTerms) -> f64;

    /// The branch in which states rest on the stops that they are pressed against.
    fn branch_on_stops(&self, branch: Branch, at: &Coefficients<'_>) -> Branch;

    /// Explicit steps in which it is taken over a bridged interval.
    fn steps_of_bridge(&self, duration: f64) -> f64;

    /// Takes its states over one of these.
    fn step(&self, terms: &ServoTerms, duration: f64, states: &mut [f64]);

    /// Its current within its limit, also where the rate of the command has jumped.
    fn shown_current(&self, terms: &ServoTerms) -> f64;

    /// Why it carries no more in a branch; none where that is at no limit.
    fn at_limit(&self, branch: Branch) -> Option<NoEquilibrium>;

    /// The branch that its values belong to if that is beyond a limit, or within one that holds, and how far.
    fn other_limit(&self, branch: Branch, terms: &ServoTerms) -> Option<(Branch, f64)>;

    /// The branch that belongs to the values, with the same limits.
    fn branch_within_limits(&self, branch: Branch, terms: &ServoTerms) -> Branch;

    /// Coefficient number `order` of its torque over its capacity, or at a limit of how far it is beyond that; with the `supply` of order 0.
    fn measure(&self, branch: Branch, terms: &ServoTerms, order: usize, supply: f64) -> f64;

    /// The torque that it has at the most.
    fn capacity(&self, supply: f64) -> f64;

    /// Takes states that are at stops there, and others no further than an equilibrium may be.
    fn keep_within(&self, branch: Branch, states: &mut [f64]);

    /// Whether a state, by its place, is at a stop and stays there.
    fn is_at_stop(&self, branch: Branch, state: usize) -> bool;

    /// Whether it holds a torque by the equilibrium of its own equations.
    fn confirm(&self, torque: f64, terms: &ServoTerms) -> Result<(), NoEquilibrium>;

    /// Whether its last state, the integral of its error, has an effect.
    fn integrates(&self) -> bool;

    /// Whether it has no gain for any error.
    fn demands_nothing(&self) -> bool;
}

/// The elements that there are: each a type of this folder.
macro_rules! elements {
    ($($name:ident),*) => {
        /// An element of a mechanism.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum AnyElement {
            $(#[allow(missing_docs)] $name($name),)*
        }

        impl AnyElement {
            pub(super) fn get(&self) -> &dyn Element {
                match self {
                    $(Self::$name(element) => element,)*
                }
            }

            /// Torque and rates of one order, with what acts on the bodies: compiled for each element, as each step asks for it.
            fn act(&self, branch: Branch, at: &Coefficients<'_>, order: usize, rates: &mut [f64], force: &mut [f64]) -> f64 {
                match self {
                    $(Self::$name(element) => act(element, branch, at, order, rates, force),)*
                }
            }

            /// Adds the sizes of what acts on the bodies where it has this torque: see [`Element::torque_size`].
            pub(super) fn add_sizes(&self, branch: Branch, at: &Coefficients<'_>, order: usize, torque: f64, size: &mut [f64]) {
                match self {
                    $(Self::$name(element) => add_sizes(element, branch, at, order, torque, size),)*
                }
            }
        }

        $(impl From<$name> for AnyElement {
            fn from(element: $name) -> Self {
                Self::$name(element)
            }
        })*
    };
}

elements!(Hysteresis, PrescribedMotion, Servo, Spring);

fn act(
    element: &impl Element,
    branch: Branch,
    at: &Coefficients<'_>,
    order: usize,
    rates: &mut [f64],
    force: &mut [f64],
) -> f64 {
    let torque = element.torque(branch, at, order, &mut rates[at.first..at.first + element.states()]);
    for (body, divisor) in element.ends().into_iter().flatten() {
        force[body] += torque / divisor;
    }
    torque
}

fn add_sizes(
    element: &impl Element,
    branch: Branch,
    at: &Coefficients<'_>,
    order: usize,
    torque: f64,
    size: &mut [f64],
) {
    let own = element.torque_size(branch, at, order, torque);
    for (body, divisor) in element.ends().into_iter().flatten() {
        size[body] += (own / divisor).abs();
    }
}
