//! How much the events of a scenario may depend on the communication step: a row for each kind of motion, the first that fits counts.
//!
//! Two bounds, and a shift within either is allowed. `time` is a share of the scenario: no more need be asked. `data` is a relative
//! change of friction, inertia, room and drive: events may move by as much as they do for scenarios that are changed by it.

use super::draw::{Scenario, TABULATED};
use super::model::Kind;

/// A row of the table.
pub struct Promise {
    /// Which scenarios.
    pub of: &'static str,
    is_for: fn(&Scenario) -> bool,
    /// Relative change of the data.
    pub data: f64,
    /// Share of the scenario.
    pub time: f64,
    /// Tolerances of the implicit integrator, whose effect is allowed too.
    pub tolerances: &'static [f64],
    /// Where the numbers come from.
    pub why: &'static str,
}

/// Every law on every actuator has a row, as the last one is for all.
pub const PROMISES: [Promise; 5] = [
    Promise {
        of: "coulomb behind the valve",
        is_for: |scenario| scenario.law == 1 && scenario.kind == Kind::Servo,
        data: 1e-10,
        time: 1e-12,
        tolerances: &[],
        why: "linear modes in a control loop: as the loop settles a body may creep to rest at a velocity that is no more than \
              rounding of the torques that balance, over its damping",
    },
    Promise {
        of: "coulomb",
        is_for: |scenario| scenario.law == 1,
        data: 1e-12,
        time: 1e-12,
        tolerances: &[],
        why: "linear modes: rounding of some hundred steps",
    },
    Promise {
        of: "hess_soom and stribeck with a broken exponent",
        is_for: |scenario| {
            matches!(scenario.law, 2 | 3) && ![1.0, 2.0].contains(&scenario.parameter("friction.stribeck_exponent"))
        },
        data: 1e-9,
        time: 1e-10,
        tolerances: &[],
        why: "a broken power has no series at rest: the motion begins with an implicit step",
    },
    Promise {
        of: "hess_soom, stribeck, tabulated",
        is_for: |scenario| matches!(scenario.law, 2 | 3 | TABULATED),
        data: 1e-10,
        time: 1e-12,
        tolerances: &[],
        why: "some ten series instead of one lead through a steep characteristic, and a hundred, each shorter than the one \
              before, to a jam",
    },
    Promise {
        of: "smooth and bristle laws",
        is_for: |_| true,
        data: 1e-7,
        time: 1e-9,
        tolerances: &[],
        why: "the implicit integrator with its tolerance of 1e-9 per step",
    },
];

/// What is promised where the tolerance of the implicit integrator is known to be the cause: the shift goes away with
/// [`STRICT`]. Under any law, as next to the Painlevé limit hardly any inertia is left and the motion is stiff.
pub const INTEGRATED: Promise = Promise {
    of: "what the implicit integrator leads",
    is_for: |_| true,
    data: 1e-7,
    time: 1e-9,
    tolerances: &[1e-8, 3e-8, 1e-7],
    why: "its tolerance is relative to scales of the states, and a slow scenario is far below those: not the data but up to a hundred \
          times the tolerance, as much as the data change, shows what that does; each with both communication steps, as the \
          error of one run may be small by chance",
};

/// Tolerance with which the errors of the implicit integrator are below those of a series.
pub const STRICT: f64 = 1e-13;

/// What is promised of a scenario.
pub fn promise(scenario: &Scenario) -> &'static Promise {
    PROMISES.iter().find(|promise| (promise.is_for)(scenario)).expect("the last row is for all")
}
