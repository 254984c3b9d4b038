//! What a communication step of a drivetrain costs, at 1 ms: without events, with the number of bodies, and with one event.
#![allow(clippy::unwrap_used, missing_docs)]

use actuator_fmu::actuator::{Actuator, Event, Observer, Warning};
use actuator_fmu::drivetrain::Drivetrain;
use serde_json::Value;
use std::hint::black_box;
use std::time::Instant;
use test_support::drivetrain::{drivetrain, example};
use test_support::run::Run;
use test_support::signal::Signal;

struct Silent;

impl Observer for Silent {
    fn event(&mut self, _: &Event) {}
    fn warning(&mut self, _: &Warning) {}
}

/// Blocks on springs that slide over the ground, driven at the first.
fn chain(bodies: usize) -> String {
    let mut text = String::from("name = \"Chain\"\nmodel = \"Drivetrain\"\n");
    for index in 0..bodies {
        text += &format!(
            "[body.b{index}]\ninertia = 1\nvelocity_start = 5\n[brake.f{index}]\non = \"b{index}\"\nfriction.coulomb_torque = 0.1\n"
        );
        if index > 0 {
            text += &format!(
                "[shaft.s{index}]\nconnects = [\"b{}\", \"b{index}\"]\nstiffness = 1000\ndamping = 1\n",
                index - 1
            );
        }
    }
    text
}

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

/// Inputs of the examples, and the signals of their references in tests/reference/drivetrain.
const CLUTCHES: [(&str, &str); 4] =
    [("torque", "torque"), ("clutch1.engagement", "fn1"), ("clutch2.engagement", "fn2"), ("clutch3.engagement", "fn3")];
const FLAPS: [(&str, &str); 7] = [
    ("drive", "drive"),
    ("load_1", "load1"),
    ("load_2", "load2"),
    ("load_3", "load3"),
    ("load_4", "load4"),
    ("pdu_brake.engagement", "pdu_brake_normal"),
    ("wingtip_brake.engagement", "wtb_normal"),
];

fn signals(case: &str, names: &[(&'static str, &str)]) -> Vec<(&'static str, Signal)> {
    let path = format!("{}/tests/reference/drivetrain/{case}.json", env!("CARGO_MANIFEST_DIR"));
    let case: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let numbers = |value: &Value| -> Vec<f64> { serde_json::from_value(value.clone()).unwrap() };
    let signal = |name: &str| {
        let line = &case["signals"][name];
        Signal(numbers(&line["t"]).into_iter().zip(numbers(&line["y"])).collect())
    };
    names.iter().map(|(own, name)| (*own, signal(name))).collect()
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

/// Steps with one event over steps without, both in the manoeuvre of the reference.
fn events(name: &str, case: &str, names: &[(&'static str, &str)]) {
    let steps = steps(case, names);
    let sorted = |events: u32| {
        let mut costs: Vec<f64> = steps.iter().filter(|step| step.1 == events).map(|step| step.0).collect();
        costs.sort_by(f64::total_cmp);
        costs
    };
    let (without, with) = (sorted(0), sorted(1));
    let middle = without[without.len() / 2];
    println!("{:<40} {middle:>8.0} ns, median of {}", format!("{name}, no event"), without.len());
    let (median, most) = (with[with.len() / 2], with[with.len() - 1]);
    println!(
        "{:<40} {median:>8.0} ns, median of {}: {:.1} steps without; the dearest {most:.0} ns: {:.1}",
        format!("{name}, one event"),
        with.len(),
        median / middle,
        most / middle
    );
}

fn main() {
    let set_input =
        |name: &'static str, value: f64| move |drivetrain: &mut Drivetrain| test_support::set(drivetrain, name, value);
    println!(
        "{:<40} {:>8.0} ns",
        "CoupledClutches, sliding",
        cost(drivetrain(&example("coupled_clutches")), set_input("torque", 40.0))
    );
    println!(
        "{:<40} {:>8.0} ns",
        "CoupledClutches, stuck",
        cost(drivetrain(&example("coupled_clutches").replace("velocity_start = 10", "")), set_input("torque", 1.0))
    );
    println!("{:<40} {:>8.0} ns", "FlapLine, stuck", cost(drivetrain(&example("flap_line")), |_| {}));
    let free = |drivetrain: &mut Drivetrain| {
        for (name, value) in [("pdu_brake.engagement", 0.0), ("wingtip_brake.engagement", 0.0), ("drive", 60.0)] {
            test_support::set(drivetrain, name, value);
        }
    };
    println!("{:<40} {:>8.0} ns", "FlapLine, sliding", cost(drivetrain(&example("flap_line")), free));
    for bodies in [1, 2, 4, 8, 16, 32] {
        println!("{:<40} {:>8.0} ns", format!("chain of {bodies}, sliding"), cost(drivetrain(&chain(bodies)), |_| {}));
    }
    events("CoupledClutches", "coupled_clutches", &CLUTCHES);
    events("FlapLine", "flap_line", &FLAPS);
}
