//! What an internal step may cost. Work is counted, never timed, so that its bound holds on every machine.
//!
//! Each operation that costs much has a weight, and where the data say how often it is repeated each time counts: the orders of a series, the
//! iterations of Newton's method, the intervals and the steps in which the root of a guard is isolated, the steps that locate an event. What is left
//! when the work does not suffice is bridged, for which as much is kept back as that costs. An operation is begun only while anything is left beside
//! it. So an internal step costs at most, whatever happens,
//!
//! ```text
//! limit + largest weight + that of a change of the mode, where an event ends the last operation
//! ```
//!
//! In real time weights are in hundreds of instructions ([`Weights::BY_COST`]). Otherwise tries of an integrator are counted alone, and nothing ends
//! within one.

use core::cell::Cell;

use crate::SERIES_ORDER;

/// What is asked of internal steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Longest internal step [s].
    pub max_step_size: f64,
    /// Relative tolerance of nonlinear modes.
    pub tolerance: f64,
}

/// What an internal step may cost in real time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RealTimeLimit {
    /// Its work.
    pub work: i32,
    /// What the law of the system makes dear.
    pub law: LawCost,
}

/// Bounds of the work in one internal step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Events of the moving body in one internal step, after which the rest of it is bridged.
    pub events: u32,
    /// Mode changes of any kind in one internal step.
    pub transitions: u32,
    /// Work of one internal step, after which the rest of it is bridged.
    pub work: i32,
    /// What operations count for.
    pub weights: Weights,
    /// Expansions of about the same length, without an event between them, that a nonlinear mode is given in an internal step.
    /// Where they do not suffice it is stiff. Lengths that shrink or grow by turns mean a singularity ahead or behind, which is
    /// as near for any other method.
    pub patience: u32,
    /// How an interval is bridged.
    pub bridge: BridgeLimits,
    /// Relative tolerance of nonlinear modes.
    pub tolerance: f64,
    /// In real time the same where at lengths that keep to it the work does not suffice for the internal step: what is taken with a larger
    /// error than `tolerance` counts as bridged.
    pub coarse_tolerance: Option<f64>,
    /// Series are tried in each internal step, also where the work did not suffice for them in the last one.
    pub series_are_tried_anew: bool,
}

/// Set-valued implicit steps of a bridged interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BridgeLimits {
    /// Those that an internal step is taken in where all of it is bridged.
    pub steps: u32,
    /// Evaluations of a friction law in each, where the law is one that is to be solved for.
    pub evaluations: u32,
}

/// What makes steps under a friction law dear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LawCost {
    /// A bridge evaluates it once.
    Evaluated,
    /// A step of a bridge solves for it: it creeps, or has bristles.
    SolvedFor,
    /// Its bristles have a Stribeck effect besides.
    StribeckBristles,
}

/// What operations count for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// An expansion into a series, beside its orders.
    pub expansion: i32,
    /// An order of one, of a nonlinear mode.
    pub order: i32,
    /// An order of one, of a linear mode.
    pub linear_order: i32,
    /// A step of the implicit integrator beside its tries: rates and Jacobian at its start, and which guards may vanish in it.
    pub implicit_step: i32,
    /// A try of it, or one that locates an event in it, beside its iterations: factorizations, and the error.
    pub implicit_try: i32,
    /// An iteration of Newton's method in it.
    pub iteration: i32,
    /// Guards at a point of it.
    pub guards: i32,
    /// A look at a polynomial while its root is isolated; see `isolate` in `polynomial.rs`.
    pub look: i32,
    /// A change of the mode.
    pub mode_change: i32,
    /// A step of a bridge.
    pub bridge_step: i32,
}

impl Weights {
    /// Tries alone.
    const TRIES: Self = Self {
        expansion: 1,
        order: 0,
        linear_order: 0,
        implicit_step: 0,
        implicit_try: 1,
        iteration: 0,
        guards: 0,
        look: 0,
        mode_change: 0,
        bridge_step: 0,
    };
    /// In hundreds of instructions that they take a servo with a linear valve under the dearest law (x86-64, counted by callgrind), of some 12 ns
    /// each. Of a bridge it is the time: its divisions and exponentials wait for each other.
    const BY_COST: Self = Self {
        expansion: 40,
        order: 8,
        linear_order: 4,
        implicit_step: 35,
        implicit_try: 45,
        iteration: 35,
        guards: 6,
        look: 2,
        mode_change: 15,
        bridge_step: 15,
    };

    /// The same where the law has bristles with a Stribeck effect: an order of their series has products and an exponential besides, 930
    /// instructions on average.
    const OF_STRIBECK_BRISTLES: Self = Self { expansion: 50, order: 10, ..Self::BY_COST };

    /// An evaluation of a law in a step of a bridge.
    const LAW: i32 = 4;

    /// The largest of all.
    pub fn largest(&self) -> i32 {
        self.expansion + SERIES_ORDER as i32 * self.order
    }

    /// Of an accepted implicit step, with as many iterations as one mostly takes.
    const fn whole_implicit_step(&self) -> i32 {
        self.implicit_step + self.usual_try() + NODES * self.guards
    }

    const fn usual_try(&self) -> i32 {
        self.implicit_try + USUAL_ITERATIONS * self.iteration
    }
}

/// Of an implicit step that error control accepts.
const USUAL_ITERATIONS: i32 = 2;
/// Points of an implicit step at which its guards are computed.
const NODES: i32 = 4;

/// Work of an internal step in real time, in hundreds of instructions of a servo.
pub const REAL_TIME_WORK: i32 = 1600;
/// Steps of the bridge over a whole internal step in real time. What is kept for them is not there for steps of the implicit integrator, which are
/// better: with fewer a bridge is worse, with more there are more bridges. Bristles need more than what is only evaluated.
const REAL_TIME_BRIDGE: u32 = 24;
const REAL_TIME_BRIDGE_OF_EVALUATED: u32 = 12;
/// Evaluations of a law in a step of a bridge in real time.
const REAL_TIME_EVALUATIONS: u32 = 5;
/// Expansions of about the same length that a nonlinear mode is given in it; mostly the work is spent before.
const REAL_TIME_PATIENCE: u32 = 8;

/// Relative error of a step up to which the implicit integrator, of order 5, is still better than a bridge, of order 1.
const COARSE_TOLERANCE: f64 = 1e-3;

impl Limits {
    /// What an internal step in which events are located may cost.
    pub fn bounds(&self, real_time: Option<RealTimeLimit>) -> Bounds {
        let standard = Bounds {
            events: 8,
            transitions: 64,
            work: 5_000,
            weights: Weights::TRIES,
            patience: 32,
            bridge: BridgeLimits { steps: 32, evaluations: 40 },
            tolerance: self.tolerance,
            coarse_tolerance: None,
            series_are_tried_anew: false,
        };
        real_time.map_or(standard, |limit| standard.in_real_time(limit))
    }

    /// Tries that an advance by so many internal steps may cost: [`TRIES_PER_STEP`] each and [`TRIES_IN_RESERVE`], but
    /// [`MOST_TRIES`] in all.
    pub(crate) fn budget(internal_steps: f64) -> f64 {
        (TRIES_PER_STEP * internal_steps + TRIES_IN_RESERVE).min(MOST_TRIES)
    }

    /// What of them an internal step leaves to those that follow it: [`TRIES_PER_STEP`] each, or half of an even share; and
    /// [`TRIES_OF_A_BRIDGE`], so that what is bridged for want of tries comes to its end.
    #[cfg(feature = "drivetrain")]
    pub(crate) fn kept(internal_steps: f64, following: f64) -> f64 {
        following * TRIES_PER_STEP.min(0.5 * Self::budget(internal_steps) / internal_steps) + TRIES_OF_A_BRIDGE
    }
}

impl Bounds {
    fn in_real_time(self, RealTimeLimit { work, law }: RealTimeLimit) -> Self {
        let solved = BridgeLimits { steps: REAL_TIME_BRIDGE, evaluations: REAL_TIME_EVALUATIONS };
        let (bridge, weights) = match law {
            LawCost::Evaluated => {
                (BridgeLimits { steps: REAL_TIME_BRIDGE_OF_EVALUATED, evaluations: 0 }, Weights::BY_COST)
            }
            LawCost::SolvedFor => (solved, Weights::BY_COST),
            LawCost::StribeckBristles => (solved, Weights::OF_STRIBECK_BRISTLES),
        };
        let bridge_step = weights.bridge_step + Weights::LAW * (bridge.evaluations as i32 + 1);
        Self {
            work,
            weights: Weights { bridge_step, ..weights },
            patience: REAL_TIME_PATIENCE,
            bridge,
            coarse_tolerance: Some(self.tolerance.max(COARSE_TOLERANCE)),
            // Of bristles they stay too short as long as these swing.
            series_are_tried_anew: law == LawCost::Evaluated,
            ..self
        }
    }
}

/// What an advance may cost, in tries: an expansion, with at most 30 evaluations of the equations, or a step of the implicit
/// integrator, accepted or not, with at most 25 of them and the solution of two linear systems. Either takes some
/// microseconds. An internal step in which nothing happens counts as one.
const TRIES_PER_STEP: f64 = 1e3;
/// What single internal steps may cost more than the others.
const TRIES_IN_RESERVE: f64 = 1e5;
/// What the last bridge of an advance costs at most: servos are taken over it by short steps.
#[cfg(feature = "drivetrain")]
const TRIES_OF_A_BRIDGE: f64 = 1e3;
/// What a communication step may cost, however long.
pub const MOST_TRIES: f64 = 1e7;

/// What is left of the work of an internal step.
pub struct Work {
    left: Cell<i32>,
    /// What of that is kept for a bridge over the rest of the step.
    kept: Cell<i32>,
    pub(super) weights: Weights,
}

impl Work {
    pub(super) fn new(bounds: &Bounds) -> Self {
        Self { left: Cell::new(bounds.work), kept: Cell::new(0), weights: bounds.weights }
    }

    /// Keeps what so many steps of a bridge cost.
    pub(super) fn keep(&self, bridge_steps: u32) {
        self.kept.set(bridge_steps as i32 * self.weights.bridge_step);
    }

    /// What is left beside what is kept; negative where the last operation has exceeded it.
    pub(super) fn left(&self) -> i32 {
        self.left.get() - self.kept.get()
    }

    /// Whether anything is.
    pub(super) fn is_left(&self) -> bool {
        self.left() > 0
    }

    /// Whether that was not exceeded by more than the largest weight.
    pub(super) fn is_within_bound(&self) -> bool {
        self.left() + self.weights.largest() > 0
    }

    /// Counts what is done in any case.
    pub(super) fn spend(&self, weight: i32) {
        self.left.set(self.left.get() - weight);
    }

    /// Counts an operation, unless nothing is left for it. What weighs nothing may always be done.
    pub(super) fn begin(&self, weight: i32) -> bool {
        let may_begin = weight == 0 || self.is_left();
        if may_begin {
            self.spend(weight);
        }
        may_begin
    }

    /// Lets roots be isolated by `isolated` with the looks that are left.
    pub(super) fn isolate<R>(&self, isolated: impl FnOnce(&mut u32) -> R) -> R {
        let weight = self.weights.look;
        let most = self.left().max(0).checked_div(weight).map_or(u32::MAX, |looks| looks as u32);
        let mut looks = most;
        let result = isolated(&mut looks);
        self.spend((most - looks) as i32 * weight);
        result
    }

    /// Nothing may be begun any more.
    pub(super) fn end(&self) {
        self.left.set(self.left.get().min(self.kept.get()));
    }

    /// How many accepted implicit steps of one length all that is left suffices for, one that has been begun included: after them there is nothing
    /// to bridge. The last of them is begun only beside what is kept for a bridge over it.
    pub(super) fn implicit_steps_left(&self) -> u32 {
        let Weights { implicit_step, iteration, guards, .. } = self.weights;
        let weight = self.weights.whole_implicit_step();
        // The last iteration is begun while anything is left.
        let left = self.left.get() + implicit_step + iteration + NODES * guards;
        let suffices = |steps: &i32| steps * (left - steps * weight) >= self.kept.get();
        (1..=left.max(0) / weight).rev().find(suffices).unwrap_or(0) as u32
    }

    /// How many tries that locate an event it suffices for, beside so many implicit steps.
    pub(super) fn tries_left_beside(&self, steps: u32) -> u32 {
        let others = i64::from(steps) * i64::from(self.weights.whole_implicit_step());
        let left = i64::from(self.left.get()) - others;
        (left / i64::from(self.weights.usual_try())).max(0) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { max_step_size: 1e-3, tolerance: 1e-9 };

    fn in_real_time(work: i32, law: LawCost) -> Bounds {
        LIMITS.bounds(Some(RealTimeLimit { work, law }))
    }

    #[test]
    fn an_operation_is_begun_only_while_work_is_left() {
        let bounds = in_real_time(2, LawCost::SolvedFor);
        let work = Work::new(&bounds);
        // One of any weight, which is the largest by which the limit is exceeded.
        let largest = work.weights.largest();
        assert!(work.begin(largest) && !work.begin(1));
        assert!(work.is_within_bound() && work.left() == 2 - largest);
        assert_eq!((work.implicit_steps_left(), work.tries_left_beside(0)), (0, 0));
    }

    #[test]
    fn what_the_bridge_over_the_rest_costs_is_kept_for_it() {
        let bounds = in_real_time(REAL_TIME_WORK, LawCost::SolvedFor);
        let work = Work::new(&bounds);
        work.keep(bounds.bridge.steps);
        let bridge = bounds.bridge.steps as i32 * bounds.weights.bridge_step;
        assert_eq!(work.left(), REAL_TIME_WORK - bridge);
        work.end();
        assert!(!work.begin(1) && work.left() == 0);
        // Halfway through the step half of it is free.
        work.keep(bounds.bridge.steps / 2);
        assert_eq!(work.left(), bridge / 2);
    }

    #[test]
    fn implicit_steps_are_so_many_that_each_is_begun_beside_what_is_kept() {
        for (limit, law) in [1200, REAL_TIME_WORK, 2000, 3000]
            .into_iter()
            .flat_map(|limit| [LawCost::SolvedFor, LawCost::StribeckBristles].map(|law| (limit, law)))
        {
            let bounds = in_real_time(limit, law);
            let work = Work::new(&bounds);
            let bridge = bounds.bridge.steps as i32;
            work.keep(bounds.bridge.steps);
            work.spend(work.weights.implicit_step);
            let steps = work.implicit_steps_left() as i32;
            for left in (1..=steps).rev() {
                // As `Bridging::steps` rounds up.
                work.keep(((bridge * left + steps - 1) / steps) as u32);
                if left < steps {
                    work.spend(work.weights.implicit_step);
                }
                work.spend(work.weights.implicit_try);
                assert!((0..USUAL_ITERATIONS).all(|_| work.begin(work.weights.iteration)), "{limit} {left}");
                work.spend(NODES * work.weights.guards);
            }
            assert!(limit < REAL_TIME_WORK || steps >= 6, "{limit} {steps}");
        }
    }

    #[test]
    fn looks_at_polynomials_count_in_real_time_and_otherwise_never_end() {
        let exact = Work::new(&LIMITS.bounds(None));
        let real_time = Work::new(&in_real_time(REAL_TIME_WORK, LawCost::SolvedFor));
        for work in [&exact, &real_time] {
            let before = work.left();
            let most = work.isolate(|looks| {
                let most = *looks;
                *looks -= 7;
                most
            });
            let look = work.weights.look;
            assert_eq!(before - work.left(), 7 * look);
            assert_eq!(most, if look == 0 { u32::MAX } else { (before / look) as u32 });
        }
    }

    #[test]
    fn no_operation_outweighs_an_expansion() {
        let weights = Weights::BY_COST;
        let Weights {
            linear_order,
            implicit_step,
            implicit_try,
            iteration,
            guards,
            look,
            mode_change,
            bridge_step,
            ..
        } = weights;
        let linear = weights.expansion + SERIES_ORDER as i32 * linear_order;
        // What ends an implicit step: all guards of a model may be looked at.
        let ending = iteration + (NODES + 16) * guards;
        let others = [linear, implicit_step, implicit_try, ending, look, mode_change, bridge_step];
        assert!(others.iter().all(|other| (1..=weights.largest()).contains(other)));
    }
}
