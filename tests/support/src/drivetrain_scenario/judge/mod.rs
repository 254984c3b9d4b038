//! The laws of physics and the promises of the contract as a table of rules, each judged from what is shown at one
//! communication point (and the one before it), with the parameters of the configuration alone.

mod balance;
mod body;
mod contact;
mod gear;
mod loss;
mod signal;
mod spring;

pub use spring::spring_torque;

use super::machine::{Contact, Instant, Machine};
use balance::{balance, size, size_of_loads};
use body::{stop, travel};
use contact::{bristles, creeping, free, one_way, rest, sliding, stuck};
use gear::gear;
use loss::loss;
use signal::{linear, servo};
use spring::spring;

/// Rounding of sums of torques, relative to the largest of the mechanism: what a gear or a contact at rest passes on follows
/// from the balances of all that is behind it.
const ROUNDING: f64 = 1e-11;
/// Torques that balance to nothing are differences of earlier ones, or loads whose lines end at 0: rounding is relative to at least this
/// part of those.
const LEAST: f64 = 1e-4;
/// Rounding of a few operations.
const FEW: f64 = 8.0 * f64::EPSILON;
/// Rounding of positions that were integrated, relative to the positions that they are differences of.
const PLACE: f64 = 1e-12;

/// An instant with what the rules compare it with.
pub struct Case<'a> {
    pub machine: &'a Machine,
    pub at: &'a Instant,
    pub before: Option<&'a Instant>,
    /// Largest torque times lever [J].
    size: f64,
    /// Largest position of each body in the scenario.
    reach: &'a [f64],
}

type Verdict = Result<(), String>;

/// A row of the table.
pub struct Rule {
    pub name: &'static str,
    pub why: &'static str,
    check: fn(&Case<'_>) -> Verdict,
}

/// What must hold at every communication point.
pub const RULES: [Rule; 15] = [
    Rule { name: "balance", why: "Newton and Euler: J·a is the sum of all torques that are shown", check: balance },
    Rule { name: "sliding", why: "contract: tau = sign(v_rel)·engagement·(law + viscous)", check: sliding },
    Rule { name: "stuck", why: "contract: v_rel is exactly 0 and |tau| within the breakaway level", check: stuck },
    Rule { name: "free", why: "contract: an engagement of 0 or less is free", check: free },
    Rule { name: "one-way", why: "contract: v_second − v_first >= 0", check: one_way },
    Rule { name: "rest", why: "what sticks to the ground does not creep: same position to the bit", check: rest },
    Rule { name: "travel", why: "contract: hard stops", check: travel },
    Rule { name: "stop", why: "a stop pushes, and only where it is touched", check: stop },
    Rule { name: "spring", why: "contract: torque of shafts and rods from the deflection and its rate", check: spring },
    Rule { name: "gear", why: "contract: ties positions; losses by direction and load", check: gear },
    Rule { name: "creeping", why: "contract: a smooth curve through zero, at most the static level", check: creeping },
    Rule { name: "bristles", why: "contract: deflection, its rate and their torque", check: bristles },
    Rule { name: "linear", why: "contract: x' = A·x + B·u, y = C·x + D·u within its limits", check: linear },
    Rule { name: "servo", why: "contract: error, current, spool, pressure and torque of the chain", check: servo },
    Rule { name: "loss", why: "second law: friction, damping and losses never deliver energy", check: loss },
];

/// All points of a scenario.
pub fn judge(machine: &Machine, points: &[Instant]) -> Verdict {
    cases(machine, points, |case| {
        RULES.iter().try_for_each(|rule| {
            (rule.check)(case).map_err(|problem| format!("{}: at {:?} s {problem}", rule.name, case.at.time))
        })
    })
}

/// Rules that hold where inputs have been set and no step has decided what follows from them.
const UNDECIDED: [&str; 8] = ["stuck", "one-way", "travel", "stop", "spring", "linear", "servo", "loss"];

/// All instants between the setting of inputs and the steps.
pub fn judge_undecided(machine: &Machine, points: &[Instant]) -> Verdict {
    cases(machine, points, |case| {
        RULES.iter().filter(|rule| UNDECIDED.contains(&rule.name)).try_for_each(|rule| {
            (rule.check)(case).map_err(|problem| format!("{}: at {:?} s {problem}", rule.name, case.at.time))
        })
    })
}

/// Whether a rule objects to any point of a scenario, whatever the others say.
pub fn objects(rule: &Rule, machine: &Machine, points: &[Instant]) -> bool {
    cases(machine, points, |case| (rule.check)(case)).is_err()
}

fn cases(machine: &Machine, points: &[Instant], check: impl Fn(&Case<'_>) -> Verdict) -> Verdict {
    let sizes: Vec<f64> = points.iter().map(|at| size(machine.of_piece(at.piece), at)).collect();
    let least = LEAST * sizes.iter().copied().fold(size_of_loads(machine), f64::max);
    let bodies = 0..machine.bodies.len();
    let largest = |body: usize| points.iter().map(|at| at.position(body).abs()).fold(0.0, f64::max);
    // In the motion of the body that moves most, seen through the levers.
    let most = bodies.clone().map(|body| largest(body) / machine.bodies[body].lever).fold(0.0, f64::max);
    let reach: Vec<f64> = bodies.map(|body| largest(body).max(LEAST * most * machine.bodies[body].lever)).collect();
    points.iter().enumerate().try_for_each(|(number, at)| {
        let before = number.checked_sub(1).map(|number| &points[number]);
        check(&Case { machine: machine.of_piece(at.piece), at, before, size: sizes[number].max(least), reach: &reach })
    })
}

impl Case<'_> {
    /// Rounding of torques on a body.
    fn rounding(&self, body: usize) -> f64 {
        ROUNDING * self.size / self.machine.bodies[body].lever
    }

    fn ends(&self, contact: &Contact) -> (f64, f64) {
        (contact.first.map_or(0.0, |first| self.at.velocity(first)), self.at.velocity(contact.second))
    }

    fn relative_acceleration(&self, contact: &Contact) -> f64 {
        self.at.acceleration(contact.second) - contact.first.map_or(0.0, |first| self.at.acceleration(first))
    }

    /// Whether any body moves, or begins to.
    fn moves(&self) -> bool {
        let mut bodies = 0..self.machine.bodies.len();
        bodies.any(|body| self.at.velocity(body) != 0.0 || self.at.acceleration(body) != 0.0)
    }

    fn contacts(&self) -> impl Iterator<Item = (usize, &Contact)> {
        self.machine.contacts.iter().enumerate()
    }
}

fn refuse_unless(holds: bool, problem: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(problem()) }
}
