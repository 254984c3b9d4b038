//! The balance of energy: work put in = kinetic + spring + lost to friction, viscosity and stops.
//!
//! Between events the powers are smooth: Gauss-Lobatto panels with five points, halved until two halves give what the
//! whole gives, and cut at every event.

use super::draw::{Piece, Scenario};
use super::model::{Body, Instant, Places};
use super::run::{feed, prepare, set_real, start, tune_for};
use crate::reports::Reports;
use actuator_fmu::actuator::{Event, EventKind};

/// Nodes and weights on −1 .. 1.
const NODE: f64 = 0.654_653_670_707_977_1;
const NODES: [f64; 5] = [-1.0, -NODE, 0.0, NODE, 1.0];
const WEIGHTS: [f64; 5] = [0.1, 49.0 / 90.0, 32.0 / 45.0, 49.0 / 90.0, 0.1];
/// Two halves and the whole may differ by this share of the turnover.
const AGREEMENT: f64 = 1e-12;
/// Events this close to the end of a panel, over the scenario, do not cut it: they move a little with the steps.
const CLOSE: f64 = 1e-10;
/// Panels this short, over the scenario, are not halved. Before a jam the power grows like the inverse root of the time that is
/// left: what the last panel misses is of the order of the root of its length.
const SHORTEST: f64 = 1e-17;
/// Panels grow by this from a beginning on, so many times. The second is for a second opinion: that the halves of a panel
/// with a kink give what the whole gives may be chance, but not in other panels again.
const GROWTH: [f64; 2] = [4.0, 3.1];
const GRADES: i32 = 12;
/// Communication steps after which a scenario is left unresolved, so that a campaign ends.
const PATIENCE: usize = 20_000;
/// Tolerance of the laws that need one [-]: an error per step, of which a scenario has hundreds.
const TOLERANCE: f64 = 1e-13;

/// Work since some instant.
#[derive(Clone, Copy, Debug, Default)]
struct Work {
    supplied: f64,
    lost: f64,
    turnover: f64,
}

impl Work {
    fn plus(self, other: Self) -> Self {
        Self {
            supplied: self.supplied + other.supplied,
            lost: self.lost + other.lost,
            turnover: self.turnover + other.turnover,
        }
    }

    fn of(instant: &Instant, transmission_load: f64, weight: f64) -> Self {
        let supplied = weight * (instant.supplied - transmission_load) * instant.velocity;
        let lost = weight * (instant.friction + instant.viscous) * instant.velocity;
        Self { supplied, lost, turnover: supplied.abs() + lost.abs() }
    }

    fn net(&self) -> f64 {
        self.supplied - self.lost
    }
}

/// What a balance came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Balance {
    /// What is missing, over the turnover.
    Closed(f64),
    /// Nothing moved.
    Idle,
    /// Too many events in a step, or too many panels.
    Unresolved,
}

struct Meter<'a> {
    scenario: &'a Scenario,
    places: Places,
    inertia: f64,
    spring: f64,
    /// A size of the turnover, for the agreement of panels.
    scale: f64,
    patience: usize,
    growth: f64,
    reports: Reports,
}

/// What stores energy, and a rough turnover.
pub struct Stores {
    pub inertia: f64,
    pub spring: f64,
    pub scale: f64,
}

/// The balance of a whole scenario; `opinion` 0 or 1.
pub fn balance(actuator: &impl Body, scenario: &Scenario, stores: &Stores, opinion: usize) -> Result<Balance, String> {
    let &Stores { inertia, spring, scale } = stores;
    if scale == 0.0 {
        return Ok(Balance::Idle);
    }
    let mut actuator = prepare(*actuator, scenario, 1.0);
    set_real(&mut actuator, "solver.tolerance", TOLERANCE);
    let places = Places::new(scenario.kind);
    let mut meter = Meter {
        scenario,
        places,
        inertia,
        spring,
        scale,
        patience: PATIENCE,
        growth: GROWTH[opinion],
        reports: Reports::default(),
    };
    start(&mut actuator, scenario, 1.0, &mut meter.reports)?;
    let mut stored = meter.stored(&places.read(&actuator));
    let initial = stored;
    let mut work = Work { turnover: initial, ..Work::default() };
    let mut begin = 0.0;
    for (number, piece) in scenario.pieces.iter().enumerate() {
        tune_for(&mut actuator, piece, 1.0);
        // Who changes the stiffness of a spring does work on it.
        let before = meter.stored(&places.read(&actuator));
        if meter.spring_is_load() {
            meter.spring = scenario.during(number).parameter("spring_stiffness");
        }
        let supplied = meter.stored(&places.read(&actuator)) - before;
        work = work.plus(Work { supplied, lost: 0.0, turnover: supplied.abs() });
        work = work.plus(meter.graded(&mut actuator, piece, begin, 0.0, piece.length));
        begin += piece.length;
        if meter.patience == 0 || meter.reports.warnings > 0 {
            return Ok(Balance::Unresolved);
        }
        stored = meter.stored(&places.read(&actuator));
    }
    let missing = work.net() - (stored - initial);
    let turnover = work.turnover.max(stored);
    Ok(if turnover > 0.0 { Balance::Closed(missing / turnover) } else { Balance::Idle })
}

impl Meter<'_> {
    /// Kinetic energy and that of the spring.
    fn stored(&self, at: &Instant) -> f64 {
        0.5 * self.inertia * at.velocity * at.velocity + 0.5 * self.spring * at.position * at.position
    }

    /// Panels that grow from `from` on, where something new begins: a fast beginning must not fall between nodes.
    fn graded<A: Body>(&mut self, actuator: &mut A, piece: &Piece, begin: f64, from: f64, to: f64) -> Work {
        let growth = self.growth;
        let at = |number: i32| if number > GRADES { from } else { from + (to - from) * growth.powi(-number) };
        let mut work = Work::default();
        for number in (0..=GRADES).rev() {
            work = work.plus(self.span(actuator, piece, begin, at(number + 1), at(number)));
        }
        work
    }

    /// From `from` to `to` after the begin of a piece.
    fn span<A: Body>(&mut self, actuator: &mut A, piece: &Piece, begin: f64, from: f64, to: f64) -> Work {
        // A stop that is touched again and again has no end of events to cut at.
        if self.patience == 0 {
            return Work::default();
        }
        let mut whole = *actuator;
        let (coarse, event) = self.panel(&mut whole, piece, begin, from, to);
        let margin = CLOSE * self.scenario.end();
        if let Some(event) = event.map(|time| time - begin).filter(|event| (from + margin..to - margin).contains(event))
        {
            let before = self.span(actuator, piece, begin, from, event);
            return before.plus(self.graded(actuator, piece, begin, event, to));
        }
        let middle = 0.5 * (from + to);
        let mut halves = *actuator;
        let (left, _) = self.panel(&mut halves, piece, begin, from, middle);
        let (right, _) = self.panel(&mut halves, piece, begin, middle, to);
        let fine = left.plus(right);
        let agree = (fine.net() - coarse.net()).abs() <= AGREEMENT * self.scale;
        if agree || to - from <= SHORTEST * self.scenario.end() || self.patience == 0 || self.reports.warnings > 0 {
            self.impacts(actuator, piece, begin, from, to).plus(fine)
        } else {
            let left = self.span(actuator, piece, begin, from, middle);
            left.plus(self.span(actuator, piece, begin, middle, to))
        }
    }

    /// Goes there for good; what stops took on the way.
    fn impacts<A: Body>(&mut self, actuator: &mut A, piece: &Piece, begin: f64, from: f64, to: f64) -> Work {
        let mut lost = 0.0;
        for half in [[from, 0.5 * (from + to)], [0.5 * (from + to), to]] {
            let [from, to] = half;
            for pair in NODES.windows(2) {
                let at = |node: f64| from + 0.5 * (1.0 + node) * (to - from);
                lost += self.impact(actuator, piece, begin, at(pair[0]), at(pair[1]));
            }
        }
        Work { supplied: 0.0, lost, turnover: lost }
    }

    /// What a stop took in one step.
    fn impact<A: Body>(&mut self, actuator: &mut A, piece: &Piece, begin: f64, from: f64, to: f64) -> f64 {
        let mut reports = Reports::default();
        let before = self.places.read(actuator);
        self.step(actuator, piece, begin, from, to, &mut reports);
        self.reports.warnings += reports.warnings;
        let kinetic = |velocity: f64| 0.5 * self.inertia * velocity * velocity;
        let has_event = |event: &&Event| matches!(event.kind, EventKind::EndStop { .. } | EventKind::Jam);
        let told: f64 = reports.events.iter().filter(has_event).map(|event| kinetic(event.velocity)).sum();
        // What is at rest on its bristles swings against a stop without an event: its speed is that of the beginning of the step, as panels
        // are halved until nothing in them matters.
        let has_swung = before.end_stop == 0 && self.places.read(actuator).end_stop != 0;
        if has_swung && !reports.events.iter().any(|event| has_event(&event)) { kinetic(before.velocity) } else { told }
    }

    /// One panel, and when the first event in it happened.
    fn panel<A: Body>(
        &mut self,
        actuator: &mut A,
        piece: &Piece,
        begin: f64,
        from: f64,
        to: f64,
    ) -> (Work, Option<f64>) {
        let half = 0.5 * (to - from);
        let at = |node: f64| from + half * (1.0 + node);
        let mut reports = Reports::default();
        feed(actuator, self.scenario, piece, from, 1.0);
        actuator.update_outputs();
        let mut work = self.work(actuator, half * WEIGHTS[0]);
        for (pair, weight) in NODES.windows(2).zip(&WEIGHTS[1..]) {
            self.step(actuator, piece, begin, at(pair[0]), at(pair[1]), &mut reports);
            work = work.plus(self.work(actuator, half * weight));
        }
        self.reports.warnings += reports.warnings;
        (work, reports.events.first().map(|event| event.time))
    }

    fn step<A: Body>(
        &mut self,
        actuator: &mut A,
        piece: &Piece,
        begin: f64,
        from: f64,
        to: f64,
        reports: &mut Reports,
    ) {
        self.patience = self.patience.saturating_sub(1);
        feed(actuator, self.scenario, piece, from, 1.0);
        actuator.advance(begin + from, to - from, reports);
        actuator.update_outputs();
    }

    fn work<A: Body>(&self, actuator: &A, weight: f64) -> Work {
        let instant = self.places.read(actuator);
        // The load torque is supplied from outside; the spring stores.
        let load = if self.spring_is_load() { 0.0 } else { instant.load };
        Work::of(&instant, load, weight)
    }

    fn spring_is_load(&self) -> bool {
        self.scenario.kind == super::model::Kind::Hydraulic
    }
}
