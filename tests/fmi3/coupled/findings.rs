//! How far the coupled actuators are from their exact motion, for each communication step.

use super::actuator::Actuator;
use super::case::{LONGEST, Reference, motor, parameters, points};
use super::coupling::{Coupled, Coupling};
use serde_json::{Value, json};
use test_support::Signal;

/// The longest step and how often it is halved.
const HALVINGS: usize = 6;

/// Errors below are of the size of rounding, of positions [rad] and instants [s]: no order shows in them.
const ROUNDING: f64 = 1e-12;

/// What one communication step leads to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// [s].
    pub step: f64,
    /// Error of the positions at the end [rad].
    pub end: f64,
    /// Largest error of the positions at the points of the longest step [rad].
    pub largest: f64,
    /// Largest error of the instants of events [s].
    pub instants: f64,
    /// Calls of DoStep, of both actuators.
    pub calls: usize,
}

/// One way to couple, with all communication steps.
pub struct Series {
    pub version: &'static str,
    pub coupling: Coupling,
    pub findings: Vec<Finding>,
}

impl Series {
    pub fn of<A: Actuator>(version: &'static str, coupling: Coupling, reference: &Reference) -> Self {
        let findings = (0..=HALVINGS).map(|halvings| find::<A>(coupling, halvings, reference)).collect();
        Self { version, coupling, findings }
    }

    /// Order of an error in the step, by least squares of the logarithms.
    pub fn order(&self, error: impl Fn(&Finding) -> f64) -> f64 {
        let counted = self.findings.iter().filter(|finding| error(finding) >= ROUNDING);
        let points: Vec<[f64; 2]> = counted.map(|finding| [finding.step.ln(), error(finding).ln()]).collect();
        assert!(points.len() >= 4, "an order of {} errors", points.len());
        let mean = |axis: usize| points.iter().map(|point| point[axis]).sum::<f64>() / points.len() as f64;
        let middle = [mean(0), mean(1)];
        let sum = |axis: usize| -> f64 {
            points.iter().map(|point| (point[0] - middle[0]) * (point[axis] - middle[axis])).sum()
        };
        sum(1) / sum(0)
    }

    /// By how much the largest error falls at each halving of the step.
    pub fn falls(&self) -> Vec<f64> {
        self.findings.windows(2).map(|pair| pair[0].largest / pair[1].largest).collect()
    }

    pub fn json(&self) -> Value {
        let finding = |finding: &Finding| {
            let Finding { step, end, largest, instants, calls } = *finding;
            json!({ "step": step, "end": end, "largest": largest, "instants": instants, "calls": calls })
        };
        json!({
            "version": self.version,
            "coupling": self.coupling.word(),
            "order_at_end": self.order(|finding| finding.end),
            "order": self.order(|finding| finding.largest),
            "order_of_instants": self.order(|finding| finding.instants),
            "findings": self.findings.iter().map(finding).collect::<Vec<_>>(),
        })
    }
}

fn find<A: Actuator>(coupling: Coupling, halvings: usize, reference: &Reference) -> Finding {
    let step = LONGEST / f64::from(1 << halvings);
    let driven = [motor(), Signal::constant(0.0)];
    let mut coupled = Coupled::new([0, 1].map(|number| A::start(&parameters(number), &driven[number])), coupling);
    let (mut end, mut largest) = (0.0, 0.0_f64);
    for (index, point) in points(step).into_iter().enumerate() {
        coupled.advance(point);
        if index % (1 << halvings) == 0 {
            end = distance(coupled.positions(), reference.positions[index >> halvings]);
            largest = largest.max(end);
        }
    }
    Finding { step, end, largest, instants: instants(&coupled, reference), calls: coupled.calls }
}

fn distance(found: [f64; 2], expected: [f64; 2]) -> f64 {
    (found[0] - expected[0]).abs().max((found[1] - expected[1]).abs())
}

/// Largest difference of instants; the same actuators come to the same regimes in the same order.
fn instants<A>(coupled: &Coupled<A>, reference: &Reference) -> f64 {
    let (found, expected) = (&coupled.changes, &reference.changes);
    assert_eq!(found.len(), expected.len(), "{found:?}");
    let pairs = found.iter().zip(expected);
    pairs.fold(0.0, |largest, (found, expected)| {
        assert_eq!((found.actuator, found.regime), (expected.actuator, expected.regime), "{found:?} {expected:?}");
        largest.max((found.time - expected.time).abs())
    })
}
