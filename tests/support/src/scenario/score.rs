//! Runs and judges a scenario, and keeps the score.

use super::draw::{ROUND, Scenario, family};
use super::energy::{Balance, Stores, balance};
use super::judge::{is_decided_by_rounding, judge};
use super::model::{Body, Instant, Kind};
use super::neighbours::neighbours;
use super::refusal::refusal;
use super::restored::same_in_other_instances;
use super::run::{Trace, trace};
use super::scaling::{Method, same_in_other_units};
use super::shift::{Shift, shift};
use model_description::models::laws::Family;
use std::fmt;

/// Energy may be missing by this share of the turnover.
const MISSING: f64 = 1e-9;

/// Which scenarios have their balance of energy taken: all of law 1, which cost little; of the others one seed in so many,
/// and behind the fast valve, where it takes very long, one in five times as many.
#[derive(Clone, Copy, Debug)]
pub struct Weighing(pub u64);

impl Weighing {
    fn is_due(self, scenario: &Scenario) -> bool {
        let share = match (scenario.law, scenario.kind) {
            _ if self.0 <= 1 => 1,
            (1, _) => 1,
            (_, Kind::Servo) => self.0.saturating_mul(5),
            _ => self.0,
        };
        scenario.seed.is_multiple_of(share)
    }
}

/// The largest of some quantity, and the seed that it belongs to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Largest {
    pub value: f64,
    pub seed: u64,
}

impl Largest {
    fn add(&mut self, other: Self) {
        if other.value > self.value {
            *self = other;
        }
    }
}

impl fmt::Display for Largest {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{:.1e} (seed {})", self.value, self.seed)
    }
}

/// What many scenarios came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scores {
    pub scenarios: u64,
    pub points: u64,
    pub events: u64,
    /// Scenarios with a step that was bridged or missed its tolerance.
    pub warned: u64,
    /// Scenarios that ended where the fixed steps of a comparator led beyond all numbers, which the FMU refused to hand out.
    pub diverged: u64,
    pub balanced: u64,
    pub unresolved: u64,
    /// Largest share of the turnover that was missing.
    pub missing: Largest,
    /// Scenarios whose events were compared with those of one step per piece of the inputs.
    pub compared: u64,
    /// Largest difference of the times of the same events, over the scenario.
    pub shift: Largest,
    /// Scenarios whose events move by more than rounding and tolerance for any small change.
    pub sensitive: u64,
    /// Scenarios that fail, as is known.
    pub known: u64,
}

impl fmt::Display for Scores {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let Self { scenarios, points, events, warned, diverged, balanced, unresolved, missing, .. } = self;
        write!(
            formatter,
            "{scenarios} scenarios, {points} points, {events} events, {warned} warned, {diverged} diverged; "
        )?;
        write!(formatter, "{balanced} balances within {missing}, {unresolved} unresolved; ")?;
        let Self { compared, shift, sensitive, .. } = self;
        write!(formatter, "{compared} compared, times within {shift}, {sensitive} sensitive")?;
        if self.known > 0 { write!(formatter, "; {} fail as is known", self.known) } else { Ok(()) }
    }
}

impl Scores {
    pub fn add(&mut self, other: &Self) {
        self.scenarios += other.scenarios;
        self.points += other.points;
        self.events += other.events;
        self.warned += other.warned;
        self.diverged += other.diverged;
        self.balanced += other.balanced;
        self.unresolved += other.unresolved;
        self.missing.add(other.missing);
        self.compared += other.compared;
        self.shift.add(other.shift);
        self.sensitive += other.sensitive;
        self.known += other.known;
    }
}

/// The scenario of a seed: a problem is reported with all that is needed to run it again.
pub fn assess(kind: Kind, law: i32, seed: u64, weighing: Weighing) -> Result<Scores, String> {
    assess_recorded(&Scenario::draw(kind, law, seed), weighing)
}

/// The same of a scenario that was not drawn here.
pub fn assess_recorded(scenario: &Scenario, weighing: Weighing) -> Result<Scores, String> {
    let &Scenario { kind, law, seed, .. } = scenario;
    let scores = match kind {
        Kind::Transmission => scored(&kind.transmission(), scenario, weighing),
        Kind::Servo => scored(&kind.servo(), scenario, weighing),
        Kind::Hydraulic => scored(&kind.hydraulic(), scenario, weighing),
    };
    scores.map_err(|problem| format!("{kind:?}, law {law}, seed {seed}, edge {:?}: {problem}", scenario.edge))
}

fn scored(actuator: &impl Body, scenario: &Scenario, weighing: Weighing) -> Result<Scores, String> {
    let right = trace(actuator, scenario, scenario.steps, 1.0)?;
    judge(scenario, &right)?;
    let left = trace(actuator, scenario, scenario.steps, -1.0)?;
    mirror(&right, &left)?;
    same_in_other_instances(actuator, scenario, &right)?;
    let mut scores = Scores {
        scenarios: 1,
        points: right.points.len() as u64,
        events: right.reports.events.len() as u64,
        warned: u64::from(right.reports.warnings > 0),
        diverged: u64::from(right.diverged.is_some()),
        ..Scores::default()
    };
    if let Some(time) = right.diverged {
        refusal(actuator, scenario, time)?;
    }
    same_in_other_units(actuator, scenario, Method::EventLocated)?;
    same_in_other_units(actuator, scenario, Method::FixedStep)?;
    if scenario.seed >= ROUND && family(scenario.law) != Family::Comparator {
        let is_decided = is_decided_by_rounding(scenario);
        neighbours(actuator, scenario, &right, !is_decided).map_err(|problem| format!("neighbour: {problem}"))?;
    }
    if right.reports.warnings > 0 || family(scenario.law) == Family::Comparator {
        return Ok(scores);
    }
    if !is_decided_by_rounding(scenario) {
        compare(actuator, scenario, &right, &mut scores)?;
    }
    if weighing.is_due(scenario) {
        weigh(actuator, scenario, &right, &mut scores)?;
    }
    Ok(scores)
}

/// With one communication step per piece of the inputs the events are the same.
fn compare(actuator: &impl Body, scenario: &Scenario, trace: &Trace, scores: &mut Scores) -> Result<(), String> {
    match shift(actuator, scenario, trace)? {
        Shift::Within(value) => {
            scores.compared = 1;
            scores.shift = Largest { value, seed: scenario.seed };
        }
        Shift::Sensitive => scores.sensitive = 1,
        Shift::Warned => {}
    }
    Ok(())
}

fn weigh(actuator: &impl Body, scenario: &Scenario, trace: &Trace, scores: &mut Scores) -> Result<(), String> {
    let or_zero = |value: f64| if value.is_nan() { 0.0 } else { value };
    let inertia = scenario.parameter(scenario.inertia_name()) + or_zero(scenario.parameter("load_inertia"));
    let spring = if scenario.kind == Kind::Hydraulic { or_zero(scenario.parameter("spring_stiffness")) } else { 0.0 };
    // Of the friction at a point nothing can be said for the whole step: that of bristles that are hit lasts 1 ns.
    let work =
        |from: &Instant, to: &Instant| from.active.abs().max(to.active.abs()) * (to.position - from.position).abs();
    let worked: f64 = trace.points.windows(2).map(|pair| work(&pair[0].1, &pair[1].1)).sum();
    let kinetic = |at: &Instant| 0.5 * inertia * at.velocity * at.velocity;
    let kinetic = trace.points.iter().map(|(_, at)| kinetic(at)).fold(0.0, f64::max);
    // What rests at every point may have moved by rounding: exactly on the limit one bit breaks away.
    let scale = if kinetic > 0.0 { worked + kinetic } else { 0.0 };
    let stores = Stores { inertia, spring, scale };
    let is_off = |balance| matches!(balance, Balance::Closed(missing) if missing.is_nan() || missing.abs() > MISSING);
    let mut outcome = balance(actuator, scenario, &stores, 0)?;
    if is_off(outcome) {
        outcome = balance(actuator, scenario, &stores, 1)?;
    }
    match outcome {
        Balance::Closed(missing) if is_off(outcome) => {
            return Err(format!("{missing:e} of the turnover is missing"));
        }
        Balance::Closed(missing) => {
            scores.balanced += 1;
            scores.missing = Largest { value: missing.abs(), seed: scenario.seed };
        }
        Balance::Idle => {}
        Balance::Unresolved => scores.unresolved += 1,
    }
    Ok(())
}

/// The mirrored scenario is the exact negative.
fn mirror(right: &Trace, left: &Trace) -> Result<(), String> {
    for ((time, a), (_, b)) in right.points.iter().zip(&left.points) {
        let odd = [
            (a.position, b.position),
            (a.velocity, b.velocity),
            (a.acceleration, b.acceleration),
            (a.friction, b.friction),
            (a.stop, b.stop),
            (a.deflection, b.deflection),
            (f64::from(a.regime), f64::from(b.regime)),
            (f64::from(a.end_stop), f64::from(b.end_stop)),
        ];
        if odd.iter().any(|(a, b)| *a != -*b) || a.event_count != b.event_count {
            return Err(format!("not mirrored at {time} s: {a:?} {b:?}"));
        }
    }
    let same = right.reports.events.iter().zip(&left.reports.events).all(|(a, b)| a.time == b.time);
    if same && right.reports.events.len() == left.reports.events.len() && right.diverged == left.diverged {
        Ok(())
    } else {
        Err("other events in the mirror".into())
    }
}
