//! Runs and judges a scenario, and keeps the score.

use super::draw::draw;
use super::flow::{Closed, closes};
use super::judge::judge;
use super::kinds::Kind;
use super::run::{Scene, Trace};
use super::same::{after_warning, mirror, neighbours, other_order, other_steps, reading, saved_state};
use super::scenario::Scenario;
use crate::random::Random;
use crate::reports::Reports;
use crate::scenario::Shift;
use std::fmt;
use std::ops::Range;

/// What many scenarios came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scores {
    pub scenarios: u64,
    pub points: u64,
    pub events: u64,
    /// Scenarios with a step that was bridged.
    pub warned: u64,
    /// Communication steps whose motion and energy were integrated, and those too fast for that.
    pub closed: u64,
    pub unresolved: u64,
    /// Largest missing share.
    pub missing: f64,
    /// Mirror images.
    pub mirrored: u64,
    /// Comparisons with other communication steps or another order of the file.
    pub compared: u64,
    pub shift: f64,
    pub sensitive: u64,
}

impl fmt::Display for Scores {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { scenarios, points, events, warned, closed, unresolved, missing, .. } = self;
        write!(f, "{scenarios} drivetrains, {points} points, {events} events, {warned} warned; ")?;
        write!(f, "{closed} steps close within {missing:.1e}, {unresolved} unresolved; ")?;
        let Self { mirrored, compared, shift, sensitive, .. } = self;
        write!(f, "{mirrored} mirrored, {compared} compared within {shift:.1e}, {sensitive} sensitive")
    }
}

impl Scores {
    pub fn add(&mut self, other: &Self) {
        self.scenarios += other.scenarios;
        self.points += other.points;
        self.events += other.events;
        self.warned += other.warned;
        self.closed += other.closed;
        self.unresolved += other.unresolved;
        self.missing = self.missing.max(other.missing);
        self.mirrored += other.mirrored;
        self.compared += other.compared;
        self.shift = self.shift.max(other.shift);
        self.sensitive += other.sensitive;
    }

    fn count(&mut self, shift: Shift) {
        match shift {
            Shift::Within(shift) => {
                self.compared += 1;
                self.shift = self.shift.max(shift);
            }
            Shift::Sensitive => self.sensitive += 1,
            Shift::Warned => {}
        }
    }
}

/// The scenarios of some seeds; each problem is reported with its seed and kind.
pub fn assess_all(seeds: Range<u64>, mut report: impl FnMut(u64, String)) -> Scores {
    let mut scores = Scores::default();
    for seed in seeds {
        match assess(&draw(seed)) {
            Ok(score) => scores.add(&score),
            Err(problem) => report(seed, problem),
        }
    }
    scores
}

/// One scenario: what it came to, or the rule that is broken and how.
pub fn assess(scenario: &Scenario) -> Result<Scores, String> {
    let scene = Scene::new(scenario)?;
    let random = &mut Random::new(scenario.seed ^ 0x11f3);
    let (trace, mut scores) = judged(&scene)?;
    saved_state(&scene, &trace, random)?;
    reading(&scene, &trace)?;
    scores.count(other_steps(&scene, &trace, 3 * scenario.steps + 1)?);
    compared(&scene, &trace, random, &mut scores)?;
    weigh(&scene, &trace, random, &mut scores)?;
    Ok(scores)
}

/// The same without saved states, readings, and balances of motion and energy, which take most of the time.
pub fn assess_briefly(scenario: &Scenario) -> Result<Scores, String> {
    let scene = Scene::new(scenario)?;
    let random = &mut Random::new(scenario.seed ^ 0x11f3);
    let (trace, mut scores) = judged(&scene)?;
    compared(&scene, &trace, random, &mut scores)?;
    Ok(scores)
}

/// What is shown at the communication points, by itself and in the mirror.
fn judged(scene: &Scene<'_>) -> Result<(Trace, Scores), String> {
    let trace = scene.trace(scene.fresh.copy().unwrap(), scene.scenario.steps, 1.0)?;
    let scores = Scores {
        scenarios: 1,
        points: trace.points.len() as u64,
        events: trace.reports.events.len() as u64,
        warned: u64::from(trace.reports.warnings > 0),
        mirrored: 1,
        ..Scores::default()
    };
    judge(&scene.machine, &trace.points).map_err(|problem| after_warning(problem, &trace))?;
    if trace.work > 0.0 {
        return Err(format!("work: a step took {} tries more than its length allows", trace.work));
    }
    let counted = trace.points.last().map_or(0, |point| point.events);
    if counted as usize != trace.reports.events.len() {
        return Err(format!("events: {} are reported and {counted} are counted", trace.reports.events.len()));
    }
    mirror(scene, &trace).map_err(|problem| after_warning(problem, &trace))?;
    Ok((trace, scores))
}

/// The scenario with other communication steps, in another order of the file, and beside itself.
fn compared(scene: &Scene<'_>, trace: &Trace, random: &mut Random, scores: &mut Scores) -> Result<(), String> {
    scores.count(other_steps(scene, trace, 1)?);
    scores.count(other_order(scene, trace, random)?);
    if Kind::of(scene.scenario.seed).is_some() {
        neighbours(scene, trace, random)?;
    }
    Ok(())
}

/// The same, but a step that was bridged is a failure.
pub fn assess_unwarned(scenario: &Scenario) -> Result<Scores, String> {
    let scores = assess(scenario)?;
    if scores.warned > 0 { Err("warned: a step was bridged".into()) } else { Ok(scores) }
}

/// Communication steps of a scenario that are integrated.
const WEIGHED: usize = 3;

fn weigh(scene: &Scene<'_>, trace: &Trace, random: &mut Random, scores: &mut Scores) -> Result<(), String> {
    let steps: Vec<_> = scene.steps(scene.scenario.steps).collect();
    let chosen: Vec<usize> = (0..WEIGHED).map(|_| random.below(steps.len())).collect();
    let mut reports = Reports::default();
    let mut actuator = scene.begin(scene.fresh.copy().unwrap(), 1.0, &mut reports)?;
    for (number, step) in steps.iter().enumerate() {
        if chosen.contains(&number) {
            match closes(scene, &actuator, *step, trace)? {
                Closed::Within(missing) => {
                    scores.closed += 1;
                    scores.missing = scores.missing.max(missing);
                }
                Closed::Unresolved => scores.unresolved += 1,
            }
        }
        scene.step(&mut actuator, step, 1.0, &mut reports)?;
    }
    Ok(())
}
