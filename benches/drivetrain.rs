//! What a communication step of a drivetrain costs, at 1 ms: without events, with the number of bodies, and with one event.
#![allow(clippy::unwrap_used, missing_docs)]

mod record;
mod workloads;

use actuator_fmu::actuator::{Actuator, Event, Observer, Warning};
use actuator_fmu::drivetrain::Drivetrain;
use record::{Request, Row};
use std::hint::black_box;
use std::time::Instant;
use test_support::drivetrain::{drivetrain, example};
use test_support::run::Run;
use workloads::drivetrain::{CLUTCHES, FLAPS, Silent, chain, signals};

/// Nanoseconds per step, the least of several rounds.
fn cost(mut drivetrain: Drivetrain, set: impl Fn(&mut Drivetrain)) -> f64 {
    const STEPS: u32 = 2000;
    drivetrain.initialize(0.0, &mut Silent);
    set(&mut drivetrain);
    drivetrain.inputs_changed();
    let start = test_support::saved::save(&mut drivetrain);
    let rounds = (0..30).map(|_| {
        test_support::saved::restore(&mut drivetrain, &start);
        let begin = Instant::now();
        for step in 0..STEPS {
            black_box(drivetrain.advance(f64::from(step) * 1e-3, 1e-3, &mut Silent));
        }
        begin.elapsed().as_secs_f64() / f64::from(STEPS) * 1e9
    });
    rounds.fold(f64::INFINITY, f64::min)
}

/// Counts what happens.
#[derive(Default)]
struct Counter(u32);

impl Observer for Counter {
    fn event(&mut self, _: &Event) {
        self.0 += 1;
    }
    fn warning(&mut self, _: &Warning) {}
}

/// Nanoseconds of each step of a manoeuvre, the least of several rounds, without the setting of inputs; and its events.
fn steps(case: &str, names: &[(&'static str, &str)]) -> Vec<(f64, u32)> {
    const ROUNDS: u32 = 40;
    let mut drivetrain = drivetrain(&example(case));
    let mut run = Run { actuator: &mut drivetrain, inputs: signals(case, names), end: 1.5, step: 1e-3 };
    let points = run.points();
    run.start(&mut test_support::run::Recorder::default());
    let start = test_support::saved::save(run.actuator);
    let mut steps = vec![(f64::INFINITY, 0); points.len() - 1];
    for _ in 0..ROUNDS {
        test_support::saved::restore(run.actuator, &start);
        for (pair, (least, events)) in points.windows(2).zip(&mut steps) {
            run.feed(pair[0]);
            let mut counter = Counter::default();
            let begin = Instant::now();
            black_box(run.actuator.advance(pair[0], pair[1] - pair[0], &mut counter));
            *least = begin.elapsed().as_secs_f64().min(*least * 1e-9) * 1e9;
            *events = counter.0;
        }
    }
    steps
}

/// Steps with one event and without, both in the manoeuvre of the reference.
fn events(name: &str, case: &str, names: &[(&'static str, &str)]) -> [Row; 3] {
    let steps = steps(case, names);
    let sorted = |events: u32| {
        let mut costs: Vec<f64> = steps.iter().filter(|step| step.1 == events).map(|step| step.0).collect();
        costs.sort_by(f64::total_cmp);
        costs
    };
    let (without, with) = (sorted(0), sorted(1));
    [
        row(format!("{name}, no event, median"), without[without.len() / 2]),
        row(format!("{name}, one event, median of {}", with.len()), with[with.len() / 2]),
        row(format!("{name}, one event, the dearest"), with[with.len() - 1]),
    ]
}

/// A row that is printed at once: the next one takes a while.
fn row(name: String, nanoseconds: f64) -> Row {
    println!("{name:<40} {nanoseconds:>8.0} ns");
    Row { name, nanoseconds, instructions: None }
}

fn main() {
    let request = Request::read();
    let set_input =
        |name: &'static str, value: f64| move |drivetrain: &mut Drivetrain| test_support::set(drivetrain, name, value);
    let free = |drivetrain: &mut Drivetrain| {
        for (name, value) in [("pdu_brake.engagement", 0.0), ("wingtip_brake.engagement", 0.0), ("drive", 60.0)] {
            test_support::set(drivetrain, name, value);
        }
    };
    let clutches = example("coupled_clutches");
    let stuck = clutches.replace("velocity_start = 10", "");
    let flaps = example("flap_line");
    let mut rows = vec![
        row("CoupledClutches, sliding".to_string(), cost(drivetrain(&clutches), set_input("torque", 40.0))),
        row("CoupledClutches, stuck".to_string(), cost(drivetrain(&stuck), set_input("torque", 1.0))),
        row("FlapLine, stuck".to_string(), cost(drivetrain(&flaps), |_| {})),
        row("FlapLine, sliding".to_string(), cost(drivetrain(&flaps), free)),
    ];
    rows.extend(
        [1, 2, 4, 8, 16, 32]
            .map(|bodies| row(format!("chain of {bodies}, sliding"), cost(drivetrain(&chain(bodies)), |_| {}))),
    );
    rows.extend(events("CoupledClutches", "coupled_clutches", &CLUTCHES));
    rows.extend(events("FlapLine", "flap_line", &FLAPS));
    request.keep("drivetrain", &rows);
}
