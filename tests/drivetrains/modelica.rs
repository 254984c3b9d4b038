//! Examples of the Modelica Standard Library from their configuration files, beside figures of Dymola's results
//! (`tests/reference/modelica/results`) and, where there are some, beside reference solutions.

use actuator_fmu::actuator::{Actuator, Element, Event, EventKind};
use serde_json::Value;
use std::path::Path;
use test_support::drivetrain::drivetrain;
use test_support::published_scenarios::modelica::{Example, PIECE, examples};
use test_support::values::set;
use test_support::{Recorder, Run, Signal, get};

/// How far Dymola is off, DASSL at 1e-6, relative to the largest value of each variable: what is found, rounded up.
const OFF: [(&str, f64); 13] = [
    ("coupled-clutches", 1.2e-5),
    ("rotational-friction", 1.2e-5),
    ("lossy-gear-demo-1", 2.5e-6),
    ("lossy-gear-demo-2", 4e-6),
    ("lossy-gear-demo-3", 1.1e-8),
    ("backlash", 1.5e-5),
    ("one-way-clutch", 9e-5),
    ("one-way-clutch-disengaged", 8e-5),
    ("translational-friction", 1e-5),
    ("translational-brake", 1e-12),
    ("elasto-gap", 9e-6),
    ("preload", 7.5e-6),
    ("translational-heat-losses", 6e-6),
];
/// How far its times of events are off, in s: 4.3e-6 is found.
const LATE: f64 = 5e-6;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn find(name: &str, piece: f64) -> Example {
    examples(piece).into_iter().find(|example| example.scenario.name == name).unwrap()
}

fn results(name: &str) -> Value {
    let path = root().join(format!("tests/reference/modelica/results/{name}.json"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Runs an example, after `prepare`, and calls `sample` at each point.
fn run(
    example: &Example,
    prepare: impl FnOnce(&mut dyn Actuator),
    sample: impl FnMut(f64, &mut dyn Actuator),
) -> Recorder {
    let mut actuator = drivetrain(&std::fs::read_to_string(root().join(example.configuration)).unwrap());
    prepare(&mut actuator);
    let scenario = &example.scenario;
    let inputs = scenario.inputs.iter().map(|(name, signal)| (*name, Signal(signal.points().to_vec()))).collect();
    Run { actuator: &mut actuator, inputs, end: scenario.stop_time, step: scenario.step_size }.go(sample)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// Largest difference of all signals at an instant, relative to the largest value of each.
fn difference(results: &Value, instant: usize, actuator: &dyn Actuator) -> f64 {
    let signals = results["signals"].as_array().unwrap().iter();
    let of = |signal: &Value| {
        let terms = signal["here"].as_object().unwrap().iter();
        let found: f64 = terms.map(|(name, gain)| number(gain) * get(actuator, name)).sum();
        let known = number(&signal["values"][instant]) - signal["offset"].as_f64().unwrap_or(0.0);
        (found - known).abs() / number(&signal["largest"])
    };
    signals.map(of).fold(0.0, f64::max)
}

/// The mode that Dymola has at a time; nothing right at a change, or where it is within its error.
fn mode(modes: &Value, time: f64) -> Option<f64> {
    let changes = modes["changes"].as_array().unwrap();
    let is_unsure = changes.iter().any(|change| (number(&change[0]) - time).abs() <= 2.0 * LATE);
    let last = changes.iter().rfind(|change| number(&change[0]) <= time)?;
    if is_unsure || grazes(modes, time) { None } else { Some(number(&last[1])) }
}

fn grazes(modes: &Value, time: f64) -> bool {
    let intervals = modes["grazes"].as_array().into_iter().flatten();
    intervals.into_iter().any(|interval| (number(&interval[0])..=number(&interval[1])).contains(&time))
}

#[test]
fn dymolas_positions_velocities_and_modes_are_met() {
    for (name, off) in OFF {
        let results = results(name);
        let times: Vec<f64> = results["times"].as_array().unwrap().iter().map(number).collect();
        let modes = results["modes"].as_array().unwrap();
        let (mut instants, mut compared) = (0, 0);
        let recorder = run(
            &find(name, PIECE),
            |_| (),
            |time, actuator| {
                if let Some(instant) = times.iter().position(|known| (known - time).abs() <= 1e-9) {
                    instants += 1;
                    let found = difference(&results, instant, actuator);
                    assert!(found <= off, "{name} at {time}: {found:e} of the largest");
                }
                let known = modes.iter().filter(|_| time < number(&results["end"]));
                for (of, mode) in known.filter_map(|of| Some((of, mode(of, time)?))) {
                    compared += 1;
                    assert_eq!(
                        get(actuator, of["here"].as_str().unwrap()),
                        mode,
                        "{name}: {} at {time}",
                        of["modelica"]
                    );
                }
            },
        );
        assert_eq!(instants, times.len(), "{name}");
        assert!(modes.is_empty() || compared > 1000, "{name}: {compared}");
        assert_eq!(recorder.warnings, [], "{name}");
    }
}

/// Times at which the regime of a contact changes, after the start and before the end of what is compared.
fn changes(recorder: &Recorder, of: &Value, end: f64) -> Vec<f64> {
    const START: f64 = 1e-6;
    let element = of["here"].as_str().unwrap().trim_end_matches(".friction_regime");
    let is_of = |event: &&Event| {
        matches!(event.element, Element::Named(name) if name == element)
            && !matches!(event.kind, EventKind::EndStop { .. })
    };
    let times = recorder.events.iter().filter(is_of).map(|event| event.time);
    times.filter(|time| (START..end).contains(time) && !grazes(of, *time)).collect()
}

#[test]
fn nothing_happens_but_what_changes_dymolas_modes() {
    for (name, _) in OFF {
        let results = results(name);
        let recorder = run(&find(name, PIECE), |_| (), |_, _| ());
        for of in results["modes"].as_array().unwrap() {
            let found = changes(&recorder, of, number(&results["end"]));
            let known = of["changes"].as_array().unwrap().iter().skip(1).map(|change| number(&change[0]));
            let known: Vec<f64> = known.filter(|time| !grazes(of, *time)).collect();
            assert_eq!(found.len(), known.len(), "{name}: {}: {found:?} {known:?}", of["modelica"]);
            for (found, known) in found.iter().zip(&known) {
                assert!((found - known).abs() <= LATE, "{name}: {}: {found} {known}", of["modelica"]);
            }
        }
    }
}

#[test]
fn configurations_of_the_examples_meet_their_reference_solutions() {
    let cases = [
        ("coupled-clutches", "coupled_clutches"),
        ("rotational-friction", "rotational_friction"),
        ("backlash", "backlash"),
        ("one-way-clutch", "one_way_clutch"),
        ("translational-brake", "translational_brake"),
    ];
    for (name, reference) in cases {
        let table = test_support::reference::Table::read(&format!("drivetrain/{reference}.csv"));
        let header =
            std::fs::read_to_string(root().join(format!("tests/reference/drivetrain/{reference}.csv"))).unwrap();
        let bodies: Vec<String> =
            header.lines().next().unwrap().split(',').filter_map(|c| c.strip_prefix("q_")).map(Into::into).collect();
        let mut rows = 0;
        run(
            &find(name, 1e-3),
            |_| (),
            |time, actuator| {
                let Some(row) = table.row("time", time) else { return };
                rows += 1;
                for body in &bodies {
                    let known = table.column(&format!("q_{body}"))[row];
                    let found = get(actuator, &format!("{body}.position"));
                    // The references have 12 digits: those above 10 rad count relative to a tenth of them.
                    assert!((found - known).abs() <= 1e-10 * (0.1 * known.abs()).max(1.0), "{name} {body} at {time}");
                }
            },
        );
        assert!(rows >= 1000, "{name}: {rows}");
    }
}

const CHAIN: [&str; 4] = ["mass1", "mass2", "mass3", "massWithStopAndFriction"];

/// Time of the first impact at a stop of `translational-heat-losses`.
fn first_impact(example: &Example) -> f64 {
    let recorder = run(example, |_| (), |_, _| ());
    let stop = recorder.events.iter().find(|event| matches!(event.kind, EventKind::EndStop { .. }));
    stop.unwrap().time
}

/// Positions and velocities of the chain at a time.
fn states(example: &Example, time: f64) -> Vec<[f64; 2]> {
    let mut until = example.clone();
    until.scenario.stop_time = time;
    let mut states = Vec::new();
    let state =
        |actuator: &dyn Actuator, mass| ["position", "velocity"].map(|name| get(actuator, &format!("{mass}.{name}")));
    run(&until, |_| (), |_, actuator| states = CHAIN.map(|mass| state(actuator, mass)).to_vec());
    states
}

/// The mass at the stop loses its velocity, the one before the spring keeps its own: no force is infinite but that of the stop.
/// The damper brakes it with 1e3·0.68 N, so 1e-6 m/s in 2e-9 s.
#[test]
fn an_impact_at_a_stop_takes_nothing_from_the_mass_before_the_spring() {
    let example = find("translational-heat-losses", PIECE);
    let impact = first_impact(&example);
    assert!((impact - 0.428_549).abs() <= 1e-6, "{impact}");
    let (before, after) = (states(&example, impact - 1e-9), states(&example, impact + 1e-9));
    assert_eq!(after[3], [0.35, 0.0]);
    assert!(before[3][1] > 0.6, "{before:?}");
    assert!((after[2][1] - before[2][1]).abs() <= 2e-6, "{before:?} {after:?}");
}

/// Modelica's model keeps the velocity of `massWithStopAndFriction` relative to `mass3` as a state, and sets that of the mass
/// at the stop to zero: `mass3` stops with it, as if the impact went through the spring. Put into that state, the FMU agrees
/// with Dymola again, up to the next impact at 1.499 s.
#[test]
fn after_its_first_impact_dymola_is_met_from_the_state_that_modelica_goes_on_with() {
    let example = find("translational-heat-losses", PIECE);
    let impact = first_impact(&example);
    let mut start = states(&example, impact - 1e-9);
    let relative = start[3][1] - start[2][1];
    (start[2][1], start[3]) = (-relative, [0.35, 0.0]);
    let mut after = example.clone();
    after.scenario.stop_time = 1.45 - impact;
    for (_, signal) in &mut after.scenario.inputs {
        *signal = later(signal, impact);
    }
    let results = results("translational-heat-losses-after-impact");
    let times: Vec<f64> = results["times"].as_array().unwrap().iter().map(number).collect();
    let mut instants = 0;
    let prepare = |actuator: &mut dyn Actuator| {
        for (mass, [position, velocity]) in CHAIN.iter().zip(&start) {
            set(actuator, &format!("{mass}.position_start"), *position);
            set(actuator, &format!("{mass}.velocity_start"), *velocity);
        }
    };
    run(&after, prepare, |time, actuator| {
        if let Some(instant) = times.iter().position(|known| (known - impact - time).abs() <= 1e-9) {
            instants += 1;
            let found = difference(&results, instant, actuator);
            // 2.1e-5 of the largest velocity is found; without that state 9.7e-3 of it and more.
            assert!(found <= 5e-5, "{}: {found:e}", time + impact);
        }
    });
    assert_eq!(instants, times.len());
}

/// A signal with its clock set to zero at a time.
fn later(signal: &test_support::published_scenarios::Signal, start: f64) -> test_support::published_scenarios::Signal {
    let after = signal.points().iter().filter(|(time, _)| *time > start);
    let first = std::iter::once((0.0, signal.at(start)));
    let points: Vec<(f64, f64)> = first.chain(after.map(|(time, value)| (time - start, *value))).collect();
    test_support::published_scenarios::Signal::new(&points)
}
