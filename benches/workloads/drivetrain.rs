//! Steps of drivetrains, without the C interface.
#![allow(clippy::unwrap_used, reason = "a file of the project that is not as it should be ends the bench")]

use super::Workload;
use actuator_fmu::actuator::{Actuator, Event, Observer, Warning};
use actuator_fmu::drivetrain::Drivetrain;
use serde_json::Value;
use std::hint::black_box;
use test_support::drivetrain::{drivetrain, example};
use test_support::run::{Recorder, Run};
use test_support::signal::Signal;

/// Hears nothing.
pub struct Silent;

impl Observer for Silent {
    fn event(&mut self, _: &Event) {}
    fn warning(&mut self, _: &Warning) {}
}

/// Blocks on springs that slide over the ground, driven at the first.
pub fn chain(bodies: usize) -> String {
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

/// Inputs of the examples, and the signals of their references in tests/reference/drivetrain.
pub const CLUTCHES: [(&str, &str); 4] =
    [("torque", "torque"), ("clutch1.engagement", "fn1"), ("clutch2.engagement", "fn2"), ("clutch3.engagement", "fn3")];
/// The same of the flap line.
pub const FLAPS: [(&str, &str); 7] = [
    ("drive", "drive"),
    ("load_1", "load1"),
    ("load_2", "load2"),
    ("load_3", "load3"),
    ("load_4", "load4"),
    ("pdu_brake.engagement", "pdu_brake_normal"),
    ("wingtip_brake.engagement", "wtb_normal"),
];

/// The signals of a case, with the names of the inputs that they are for.
pub fn signals(case: &str, names: &[(&'static str, &str)]) -> Vec<(&'static str, Signal)> {
    let path = format!("{}/tests/reference/drivetrain/{case}.json", env!("CARGO_MANIFEST_DIR"));
    let case: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let numbers = |value: &Value| -> Vec<f64> { serde_json::from_value(value.clone()).unwrap() };
    let signal = |name: &str| {
        let line = &case["signals"][name];
        Signal(numbers(&line["t"]).into_iter().zip(numbers(&line["y"])).collect())
    };
    names.iter().map(|(own, name)| (*own, signal(name))).collect()
}

/// Steps without events, of 1 ms.
fn going_on(mut drivetrain: Drivetrain, inputs: &[(&str, f64)]) -> Workload {
    drivetrain.initialize(0.0, &mut Silent);
    inputs.iter().for_each(|(name, value)| test_support::set(&mut drivetrain, name, *value));
    drivetrain.inputs_changed();
    let mut number = 0;
    Box::new(move |steps| {
        for _ in 0..steps {
            number += 1;
            black_box(drivetrain.advance(f64::from(number) * 1e-3, 1e-3, &mut Silent));
        }
    })
}

/// All four bodies slide.
pub fn clutches_sliding() -> Workload {
    going_on(
        drivetrain(&example("coupled_clutches").replace("velocity_start = 10", "velocity_start = 1e6")),
        &[("torque", 40.0)],
    )
}

/// The line turns, its brakes released.
pub fn flaps_sliding() -> Workload {
    let inputs = [("pdu_brake.engagement", 0.0), ("wingtip_brake.engagement", 0.0), ("drive", 60.0)];
    going_on(drivetrain(&example("flap_line")), &inputs)
}

/// Everything sticks, and two brakes hold one station.
pub fn flaps_stuck() -> Workload {
    going_on(drivetrain(&example("flap_line")), &[])
}

/// The manoeuvre of a reference, again and again, with the inputs given and the outputs computed at each millisecond.
fn whole(case: &str, names: &[(&'static str, &str)]) -> Workload {
    let mut drivetrain = drivetrain(&example(case));
    let inputs = signals(case, names);
    let mut run = Run { actuator: &mut drivetrain, inputs: inputs.clone(), end: 1.5, step: 1e-3 };
    let points = run.points();
    run.start(&mut Recorder::default());
    let start = test_support::saved::save(&mut drivetrain);
    let places: Vec<usize> = drivetrain.interface().inputs.iter().map(|input| *input as usize).collect();
    let place = |name: &str| {
        let reference = test_support::importer::reference(drivetrain.interface(), name) as usize;
        places.iter().position(|place| *place == reference).unwrap()
    };
    let order: Vec<usize> = inputs.iter().map(|(name, _)| place(name)).collect();
    let lines = |time: &f64| inputs.iter().map(|(_, signal)| signal.right_of(*time)).collect::<Vec<(f64, f64)>>();
    let lines: Vec<Vec<(f64, f64)>> = points.iter().map(lines).collect();
    let mut number = 0;
    Box::new(move |steps| {
        for _ in 0..steps {
            let point = number % (points.len() - 1);
            if point == 0 {
                test_support::saved::restore(&mut drivetrain, &start);
            }
            for (place, (value, _)) in order.iter().zip(&lines[point]) {
                drivetrain.reals_mut()[places[*place]] = *value;
            }
            drivetrain.inputs_changed();
            for (place, (_, slope)) in order.iter().zip(&lines[point]) {
                drivetrain.set_input_derivative(*place, *slope);
            }
            black_box(drivetrain.advance(points[point], points[point + 1] - points[point], &mut Silent));
            drivetrain.update_outputs();
            number += 1;
        }
    })
}

/// CoupledClutches with its nine events.
pub fn clutches_whole() -> Workload {
    whole("coupled_clutches", &CLUTCHES)
}

/// The flap line with its 21 events.
pub fn flaps_whole() -> Workload {
    whole("flap_line", &FLAPS)
}
