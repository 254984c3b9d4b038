//! Whether motion and energy close over a communication step: velocities integrate to positions, accelerations to velocities,
//! and what external torques put in is stored or lost in friction, dampers and gears. At an impact energy is lost only.
//!
//! The integrals are Gauss quadratures of what is shown, over panels that are cut at events and halved until they agree. What does
//! not close is integrated again, over panels that are graded towards the events: right after one a Stribeck effect may last for
//! a part of the panel that lies before the first node, and of its half too, so that both agree on what neither has seen.

use super::judge::spring_torque;
use super::machine::{Instant, Machine};
use super::run::{Scene, Step, Trace};
use crate::reports::Reports;
use actuator_fmu::actuator::EventKind;
use actuator_fmu::drivetrain::Drivetrain;

/// Gauss and Legendre: nodes and weights of eight points on −1 .. 1.
const NODES: [f64; 8] = [
    -0.960_289_856_497_536_3,
    -0.796_666_477_413_626_7,
    -0.525_532_409_916_329,
    -0.183_434_642_495_649_8,
    0.183_434_642_495_649_8,
    0.525_532_409_916_329,
    0.796_666_477_413_626_7,
    0.960_289_856_497_536_3,
];
const WEIGHTS: [f64; 8] = [
    0.101_228_536_290_376_26,
    0.222_381_034_453_374_48,
    0.313_706_645_877_887_27,
    0.362_683_783_378_361_96,
    0.362_683_783_378_361_96,
    0.313_706_645_877_887_27,
    0.222_381_034_453_374_48,
    0.101_228_536_290_376_26,
];

/// What may be missing, relative to the sizes of the scenario.
const MISSING: f64 = 1e-9;
/// Least size of a motion, as a share of the largest.
const LEAST: f64 = 1e-6;
/// Panels agree where what they miss is far below that.
const AGREEMENT: f64 = 1e-12;
/// A spring changes its contact, and a table its segment, within a panel of this share of the step.
const SMALLEST: f64 = 1e-11;
/// No panel is shorter [s]: in communication steps of 1e-12 s, between its nodes, nothing begins to move.
const FINEST: f64 = 1e-9;
/// An event this close to the end of a panel, as a share of the step, does not cut it.
const CLOSE: f64 = 1e-9;
/// A way to divide a communication step into panels.
struct Division {
    /// Where a panel is halved. What happens next to the middle of an even half may be hidden from the nodes of both.
    half: f64,
    /// Whether panels become shorter towards events.
    is_graded: bool,
    /// Panels that the step may take.
    patience: usize,
}

/// The usual division, and those of what does not close with it.
const DIVISIONS: [Division; 3] = [
    Division { half: 0.5, is_graded: false, patience: 600 },
    Division { half: 0.43, is_graded: true, patience: 10_000 },
    Division { half: 0.38, is_graded: true, patience: 10_000 },
];
/// Length of a panel next to an event over that of the next, down to the length of the shortest over that of the step.
const GRADING: f64 = 1.0 / 16.0;
const SHORTEST: f64 = 1e-10;

/// Integrals over a while: of velocities and accelerations by body, then work put in less what was lost.
type Sums = Vec<f64>;

fn add(sums: &mut Sums, other: &Sums) {
    sums.iter_mut().zip(other).for_each(|(sum, other)| *sum += other);
}

/// Sizes of these integrals.
fn sizes(machine: &Machine, trace: &Trace, length: f64) -> Sums {
    let largest = |read: &dyn Fn(&Instant) -> f64| trace.points.iter().map(read).fold(0.0, |a: f64, b| a.max(b.abs()));
    let bodies = 0..machine.bodies.len();
    let positions = bodies.clone().map(|b| largest(&|at| at.position(b)) + length * largest(&|at| at.velocity(b)));
    let velocities = bodies.map(|b| largest(&|at| at.velocity(b)) + length * largest(&|at| at.acceleration(b)));
    let positions = not_below(machine, positions.collect());
    let velocities = not_below(machine, velocities.collect());
    let energy = largest(&|at| stored(machine, at)) + length * largest(&|at| power(machine, at).1);
    positions.into_iter().chain(velocities).chain([energy]).collect()
}

/// What hardly moves, relative to the others and seen through the levers, moves by rounding of theirs.
fn not_below(machine: &Machine, sizes: Sums) -> Sums {
    let most = sizes.iter().zip(&machine.bodies).map(|(size, body)| size / body.lever).fold(0.0, f64::max);
    sizes.iter().zip(&machine.bodies).map(|(size, body)| size.max(LEAST * most * body.lever)).collect()
}

/// Kinetic and elastic energy.
fn stored(machine: &Machine, at: &Instant) -> f64 {
    let bodies = machine.bodies.iter().enumerate();
    let kinetic: f64 = bodies.map(|(index, body)| 0.5 * body.inertia * at.velocity(index).powi(2)).sum();
    let springs = machine.springs.iter().enumerate().filter(|(_, spring)| spring.stiffness > 0.0);
    let elastic = springs.map(|(index, spring)| {
        let deflection = at.spring(index).1;
        let torque = spring_torque(spring, at.springs[index].number, (deflection, 0.0)).0;
        0.5 * torque * torque / spring.stiffness
    });
    kinetic + elastic.sum::<f64>()
}

/// Power put in less what is lost, and the sum of the sizes of its terms.
fn power(machine: &Machine, at: &Instant) -> (f64, f64) {
    let mut terms: Vec<f64> = Vec::new();
    terms.extend(machine.loads.iter().zip(&at.loads).map(|((_, body, gain), load)| gain * load * at.velocity(*body)));
    terms.extend(machine.servos.iter().zip(&at.servos).map(|(servo, shown)| shown[8] * at.velocity(servo.on)));
    terms.extend(machine.bodies.iter().enumerate().map(|(index, body)| -body.viscous * at.velocity(index).powi(2)));
    terms.extend((0..machine.contacts.len()).map(|index| {
        let (torque, velocity) = at.contact(index);
        -torque * velocity
    }));
    terms.extend(machine.springs.iter().enumerate().map(|(index, spring)| {
        let (torque, deflection) = at.spring(index);
        let rate = at.velocity(spring.second) - spring.first.map_or(0.0, |first| at.velocity(first) / spring.ratio);
        (spring_torque(spring, at.springs[index].number, (deflection, 0.0)).0 - torque) * rate
    }));
    terms.extend(machine.gears.iter().enumerate().map(|(index, gear)| -at.gear(index).1 * at.velocity(gear.first)));
    let bodies = 0..machine.bodies.len();
    terms.extend(bodies.map(|body| -machine.bearings(body).0 * at.velocity(body).abs()));
    (terms.iter().sum(), terms.iter().map(|term| term.abs()).sum())
}

/// What a communication step came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Closed {
    /// What was missing at most, relative to the sizes.
    Within(f64),
    /// Too fast for the quadrature, or bridged.
    Unresolved,
}

/// A panel: integrals, when events in it happened, and whether every spring kept its contact and every table its segment, which are no
/// events.
struct Panel {
    sums: Sums,
    events: Vec<f64>,
    is_even: bool,
}

struct Meter<'a> {
    scene: &'a Scene<'a>,
    step: Step<'a>,
    sizes: Sums,
    division: Division,
    warnings: usize,
}

/// Judges the communication step that an instance is about to take.
pub fn closes(scene: &Scene<'_>, actuator: &Drivetrain, step: Step<'_>, trace: &Trace) -> Result<Closed, String> {
    let mut outcome = Ok(Closed::Unresolved);
    for division in DIVISIONS {
        let found = closes_with(scene, actuator, step, trace, division);
        match (&outcome, found) {
            // What did not close is not excused by a division that takes too many panels.
            (Err(_), Ok(Closed::Unresolved)) => {}
            (_, found) => outcome = found,
        }
        if outcome.is_ok() {
            break;
        }
    }
    outcome
}

fn closes_with(
    scene: &Scene<'_>,
    actuator: &Drivetrain,
    step: Step<'_>,
    trace: &Trace,
    division: Division,
) -> Result<Closed, String> {
    let machine = scene.machine.of_piece(step.number);
    let length = step.to - step.from;
    let mut meter = Meter { scene, step, sizes: sizes(machine, trace, length), division, warnings: 0 };
    let before = scene.read(step.from, actuator);
    let mut whole = actuator.copy().unwrap();
    let mut reports = Reports::default();
    scene.step(&mut whole, &step, 1.0, &mut reports)?;
    let after = scene.read(step.to, &whole);
    let sums = meter.span(&mut actuator.copy().unwrap(), 0.0, length, [true; 2])?;
    if meter.division.patience == 0 || meter.warnings + reports.warnings > 0 {
        return Ok(Closed::Unresolved);
    }
    let struck = |kind: EventKind| matches!(kind, EventKind::EndStop { .. } | EventKind::Jam);
    let is_struck = reports.events.iter().any(|event| struck(event.kind));
    let count = machine.bodies.len();
    let mut largest: f64 = 0.0;
    let mut close = |missing: f64, size: f64, what: &str, name: &str| {
        let share = missing.abs() / size.max(f64::MIN_POSITIVE);
        largest = largest.max(share);
        if share <= MISSING {
            return Ok(());
        }
        let Step { from, to, .. } = step;
        Err(format!("{what} {name}: between {from:?} s and {to:?} s {missing:e} are missing, {share:e} of its size"))
    };
    for (index, body) in machine.bodies.iter().enumerate() {
        let moved = after.position(index) - before.position(index);
        close(moved - sums[index], meter.sizes[index], "position of", &body.name)?;
        let sped = after.velocity(index) - before.velocity(index);
        if !is_struck {
            close(sped - sums[count + index], meter.sizes[count + index], "velocity of", &body.name)?;
        }
    }
    let missing = sums[2 * count] - (stored(machine, &after) - stored(machine, &before));
    // What an impact takes is missing; nothing may come from nowhere.
    let missing = if is_struck { missing.min(0.0) } else { missing };
    close(missing, meter.sizes[2 * count], "energy", "of all")?;
    Ok(Closed::Within(largest))
}

/// Contact of each spring and segment of each table: they change without an event.
fn branches(machine: &Machine, at: &Instant) -> Vec<usize> {
    let tables = machine.contacts.iter().enumerate().filter(|(_, contact)| contact.friction.law == "tabulated");
    let segments = tables.map(|(number, contact)| contact.friction.segment(at.contact(number).1.abs()));
    at.springs.iter().map(|spring| spring.number as usize).chain(segments).collect()
}

impl Meter<'_> {
    /// From `from` to `to` after the begin of the step, with an instance that goes there; whether these are events.
    fn span(&mut self, actuator: &mut Drivetrain, from: f64, to: f64, ends: [bool; 2]) -> Result<Sums, String> {
        let mut whole = actuator.copy().unwrap();
        let Panel { sums: coarse, events, is_even } = self.panel(&mut whole, from, to)?;
        if self.division.patience == 0 {
            return Ok(coarse);
        }
        let length = self.step.to - self.step.from;
        let margin = CLOSE * length;
        let cut = events.iter().map(|time| time - self.step.from).find(|at| (from + margin..to - margin).contains(at));
        let is_event = cut.is_some();
        let cut = match cut.or_else(|| self.graded(from, to, ends)) {
            Some(cut) => cut,
            None => {
                let middle = from + self.division.half * (to - from);
                let mut halves = actuator.copy().unwrap();
                let mut fine = self.panel(&mut halves, from, middle)?.sums;
                add(&mut fine, &self.panel(&mut halves, middle, to)?.sums);
                let agree = |((a, b), size): ((&f64, &f64), &f64)| (a - b).abs() <= AGREEMENT * size;
                if (is_even || to - from <= FINEST.max(SMALLEST * length))
                    && fine.iter().zip(&coarse).zip(&self.sizes).all(agree)
                {
                    *actuator = halves;
                    return Ok(fine);
                }
                middle
            }
        };
        let mut sums = self.span(actuator, from, cut, [ends[0], is_event])?;
        let right = self.span(actuator, cut, to, [is_event, ends[1]])?;
        add(&mut sums, &right);
        Ok(sums)
    }

    /// Where a panel with an event at one of its ends is cut before it is looked at whether it agrees with its halves.
    fn graded(&self, from: f64, to: f64, ends: [bool; 2]) -> Option<f64> {
        let length = to - from;
        if !self.division.is_graded || length <= FINEST.max(SHORTEST * (self.step.to - self.step.from)) {
            return None;
        }
        match ends {
            [true, _] => Some(from + GRADING * length),
            [false, true] => Some(to - GRADING * length),
            [false, false] => None,
        }
    }

    fn panel(&mut self, actuator: &mut Drivetrain, from: f64, to: f64) -> Result<Panel, String> {
        self.division.patience = self.division.patience.saturating_sub(1);
        let half = 0.5 * (to - from);
        let mut reports = Reports::default();
        let mut last = from;
        let mut sums = vec![0.0; self.sizes.len()];
        let machine = self.scene.machine.of_piece(self.step.number);
        let first = branches(machine, &self.scene.read(to, actuator));
        let mut is_even = true;
        for (node, weight) in NODES.iter().zip(WEIGHTS) {
            let next = from + half * (1.0 + node);
            self.go(actuator, last, next, &mut reports)?;
            last = next;
            let at = self.scene.read(next, actuator);
            is_even &= branches(machine, &at) == first;
            let count = machine.bodies.len();
            for body in 0..count {
                sums[body] += half * weight * at.velocity(body);
                sums[count + body] += half * weight * at.acceleration(body);
            }
            sums[2 * count] += half * weight * power(machine, &at).0;
        }
        self.go(actuator, last, to, &mut reports)?;
        self.warnings += reports.warnings;
        is_even &= branches(machine, &self.scene.read(to, actuator)) == first;
        Ok(Panel { sums, events: reports.events.iter().map(|event| event.time).collect(), is_even })
    }

    fn go(&self, actuator: &mut Drivetrain, from: f64, to: f64, reports: &mut Reports) -> Result<(), String> {
        if to <= from {
            return Ok(());
        }
        let Step { elapsed, from: begin, .. } = self.step;
        let part = Step { elapsed: elapsed + from, from: begin + from, to: begin + to, is_last: false, ..self.step };
        self.scene.step(actuator, &part, 1.0, reports)
    }
}
