//! Lives one life and keeps the score.

use super::draw::{COMPARATORS, Life};
use super::energy::{Balance, balance};
use super::judge::{is_decided_by_rounding, judge, sticks};
use super::model::{Body, Instant, Kind};
use super::run::{Trace, trace};
use actuator_fmu::actuator::{Event, EventKind};
use std::fmt;

/// Energy may be missing by this share of the turnover.
const MISSING: f64 = 1e-9;
/// Times of events with another communication step, relative to the life.
const SAME_TIME: f64 = 1e-6;

/// Nonlinear laws take long to weigh to 1e-13, those behind the fast valve very long: one seed in so many.
const SOME: u64 = 5;
const FEW: u64 = 100;

/// What many lives came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scores {
    pub lives: u64,
    pub points: u64,
    pub events: u64,
    /// Lives with a step that was bridged or missed its tolerance.
    pub warned: u64,
    pub balanced: u64,
    pub unresolved: u64,
    /// Largest share of the turnover that was missing.
    pub missing: f64,
    /// Balances beyond the bound.
    pub unbalanced: u64,
    /// Lives whose events differ with the communication step.
    pub other_events: u64,
}

impl fmt::Display for Scores {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let Self { lives, points, events, warned, balanced, unresolved, missing, unbalanced, other_events } = self;
        write!(
            formatter,
            "{lives} lives, {points} points, {events} events, {warned} warned; {balanced} balances, largest {missing:.1e}, \
             {unbalanced} beyond 1e-9, {unresolved} unresolved; {other_events} with other events"
        )
    }
}

impl Scores {
    pub fn add(&mut self, other: &Self) {
        self.lives += other.lives;
        self.points += other.points;
        self.events += other.events;
        self.warned += other.warned;
        self.balanced += other.balanced;
        self.unresolved += other.unresolved;
        self.missing = self.missing.max(other.missing);
        self.unbalanced += other.unbalanced;
        self.other_events += other.other_events;
    }
}

/// The life of a seed: a problem is told with all that is needed to live it again.
pub fn live(kind: Kind, law: i32, seed: u64) -> Result<Scores, String> {
    let life = Life::draw(kind, law, seed);
    let scores = match kind {
        Kind::Transmission => scored(&kind.transmission(), &life),
        Kind::Servo => scored(&kind.servo(), &life),
        Kind::Hydraulic => scored(&kind.hydraulic(), &life),
    };
    scores.map_err(|problem| format!("{kind:?}, law {law}, seed {seed}, edge {:?}: {problem}", life.edge))
}

fn scored(actuator: &impl Body, life: &Life) -> Result<Scores, String> {
    let right = trace(actuator, life, life.steps, 1.0)?;
    judge(life, &right)?;
    let left = trace(actuator, life, life.steps, -1.0)?;
    mirror(&right, &left)?;
    let mut scores = Scores {
        lives: 1,
        points: right.points.len() as u64,
        events: right.reports.events.len() as u64,
        warned: u64::from(right.reports.warnings > 0),
        ..Scores::default()
    };
    if right.reports.warnings > 0 || COMPARATORS.contains(&life.law) {
        return Ok(scores);
    }
    if sticks(life.law) && !is_decided_by_rounding(life) {
        let other = trace(actuator, life, 1, 1.0)?;
        judge(life, &other)?;
        scores.other_events += u64::from(!same_events(&right, &other, life));
    }
    if life.law == 1 || life.seed.is_multiple_of(if life.kind == Kind::Servo { FEW } else { SOME }) {
        weigh(actuator, life, &right, &mut scores)?;
    }
    Ok(scores)
}

fn weigh(actuator: &impl Body, life: &Life, trace: &Trace, scores: &mut Scores) -> Result<(), String> {
    let or_zero = |value: f64| if value.is_nan() { 0.0 } else { value };
    let inertia = life.parameter(life.inertia_name()) + or_zero(life.parameter("load_inertia"));
    let spring = if life.kind == Kind::Hydraulic { or_zero(life.parameter("spring_stiffness")) } else { 0.0 };
    let power = |at: &Instant| (at.active.abs() + at.friction.abs()) * at.velocity.abs();
    let sum: f64 = trace.points.iter().map(|(_, at)| power(at)).sum();
    let kinetic = |at: &Instant| 0.5 * inertia * at.velocity * at.velocity;
    let kinetic = trace.points.iter().map(|(_, at)| kinetic(at)).fold(0.0, f64::max);
    let scale = sum * life.end() / trace.points.len() as f64 + kinetic;
    match balance(actuator, life, inertia, spring, scale)? {
        Balance::Closed(missing) => {
            scores.balanced += 1;
            scores.missing = missing.abs();
            scores.unbalanced += u64::from(missing.is_nan() || missing.abs() > MISSING);
        }
        Balance::Idle => {}
        Balance::Unresolved => scores.unresolved += 1,
    }
    Ok(())
}

/// The mirrored life is the exact negative.
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
    if same && right.reports.events.len() == left.reports.events.len() {
        Ok(())
    } else {
        Err("other events in the mirror".into())
    }
}

fn same_events(trace: &Trace, other: &Trace, life: &Life) -> bool {
    let (a, b) = (&trace.reports.events, &other.reports.events);
    let same = |(a, b): (&Event, &Event)| kind(a) == kind(b) && (a.time - b.time).abs() <= SAME_TIME * life.end();
    other.reports.warnings > 0 || (a.len() == b.len() && a.iter().zip(b).all(same))
}

fn kind(event: &Event) -> EventKind {
    event.kind
}
