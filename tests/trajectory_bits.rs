//! The bits of recorded trajectories, and what each costs the solver: a change that is not meant to change the numbers or
//! the work changes none of them.
//!
//! `tests/trajectory_bits.txt` has a hash for each case and `tests/trajectory_statistics.txt` the counts. Where they are
//! meant to change, `UPDATE_GOLDEN=1 cargo test --test library trajectory_bits::` records them anew, and the difference shows which
//! laws and models it concerns.

use crate::laws;

use actuator_fmu::actuator::{Actuator, Statistics};
use actuator_fmu::instance::statistics_text;
use laws::{Kind, law};
use std::path::Path;
use test_support::transmission::{P3, P3_END, p3_inputs, transmission};
use test_support::{Run, Signal, figures, get, set, set_all};

/// What is recorded of each communication point, in this order.
pub const OUTPUTS: [&str; 6] =
    ["position", "velocity", "bristle_deflection", "friction_regime", "event_count", "last_event_time"];

/// A trajectory: FNV-1a over the bits of what moves, and the work so far.
struct Trace {
    hash: u64,
    statistics: Statistics,
}

impl Trace {
    fn new() -> Self {
        Self { hash: 0xcbf2_9ce4_8422_2325, statistics: Statistics::default() }
    }

    fn add(&mut self, actuator: &dyn Actuator) {
        for name in OUTPUTS {
            for byte in get(actuator, name).to_le_bytes() {
                self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        self.statistics = actuator.statistics();
    }
}

/// An experiment whose trajectory is recorded: an actuator with its parameters, and what drives it in steps of 1 ms.
pub struct Recorded {
    pub name: String,
    pub actuator: Box<dyn Actuator>,
    pub inputs: Vec<(&'static str, Signal)>,
    pub end: f64,
}

impl Recorded {
    pub fn run(&mut self) -> Run<'_> {
        Run { actuator: &mut *self.actuator, inputs: self.inputs.clone(), end: self.end, step: 1e-3 }
    }

    fn trace(mut self) -> (String, Trace) {
        let mut trace = Trace::new();
        self.run().go(|_, actuator| trace.add(actuator));
        (self.name, trace)
    }
}

fn figure(number: u32) -> Recorded {
    let (inputs, end) = figures::inputs(number);
    Recorded { name: format!("figure {number}"), actuator: Box::new(figures::servo(number)), inputs, end }
}

fn p3() -> Recorded {
    Recorded { name: "P3".to_owned(), actuator: Box::new(transmission(&P3)), inputs: p3_inputs(), end: P3_END }
}

fn lugre(amplitude: f64) -> Recorded {
    let mut actuator = Kind::Hydraulic.actuator();
    set(&mut *actuator, "pressure_step.force_amplitude", amplitude);
    Recorded { name: format!("LuGre {amplitude} N"), actuator, inputs: vec![], end: 2.0 }
}

fn driven(kind: Kind, law: i32, (method, name): (f64, &str)) -> Recorded {
    let mut actuator = laws::loaded(kind, law, 1.0);
    set_all(&mut *actuator, &[("solver.method", method)]);
    Recorded { name: format!("{kind:?} law {law} {name}"), actuator, inputs: laws::drive(kind, 1.0), end: 1.0 }
}

/// All that are recorded, in the order of the files.
pub fn recorded() -> Vec<Recorded> {
    let mut all: Vec<_> = (6..=17).map(figure).collect();
    all.push(p3());
    all.extend([1.0, 10.0, 100.0, 1000.0].map(lugre));
    for kind in Kind::ALL {
        for law in law::all() {
            all.push(driven(kind, law, (1.0, "event_located")));
            all.push(driven(kind, law, (2.0, "fixed_step")));
        }
    }
    all
}

fn lines(traces: &[(String, Trace)], line: impl Fn(&Trace) -> String) -> String {
    traces.iter().map(|(name, trace)| format!("{name} {}\n", line(trace))).collect()
}

/// Compares line by line with a recorded file.
fn assert_recorded(file: &str, lines: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, lines).expect("the file can be written");
    }
    let recorded = std::fs::read_to_string(&path).expect("the recorded lines are there");
    let differing: Vec<_> = lines.lines().zip(recorded.lines()).filter(|(new, old)| new != old).collect();
    assert!(differing.is_empty() && lines.lines().count() == recorded.lines().count(), "{file}: {differing:#?}");
}

#[test]
fn recorded_trajectories_have_the_same_bits_and_cost_the_same_work() {
    let traces: Vec<_> = recorded().into_iter().map(Recorded::trace).collect();
    assert_recorded("trajectory_bits.txt", &lines(&traces, |trace| format!("{:016x}", trace.hash)));
    assert_recorded(
        "trajectory_statistics.txt",
        &lines(&traces, |trace| statistics_text(&trace.statistics).to_string()),
    );
}
