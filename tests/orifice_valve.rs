//! The servovalve with orifices (`servovalve.law = orifice`): steady states against closed forms, runs against an independent
//! solver, and what every law of the servo promises: mirror, saved states, exact derivatives, units, refusals.

use actuator_fmu::actuator::{Actuator, EventKind, ServoActuator};
use actuator_fmu::interface::servo_actuator::INTERFACE;
use model_description::models::laws::{Family, LAWS};
use test_support::reference::Table;
use test_support::saved::continues_as;
use test_support::scenario::{Kind, Method, ORIFICES, Scores, Weighing, assess_all, in_other_units};
use test_support::{Recorder, Run, Signal, get, set, set_all};

const SUPPLY: f64 = 26e6;

fn servo(parameters: &[(&str, f64)]) -> ServoActuator {
    let mut servo = ServoActuator::new(&INTERFACE);
    set(&mut servo, "servovalve.law", 2.0);
    set_all(&mut servo, parameters);
    servo
}

/// A servo that nothing but its valve holds back, with room to run.
fn free_running() -> ServoActuator {
    servo(&[
        ("friction.coulomb_torque", 0.0),
        ("friction.static_ratio", 1.0),
        ("friction.efficiency_opposing", 1.0),
        ("friction.efficiency_aiding", 1.0),
        ("viscous_coefficient", 0.0),
        ("travel.lower", -1e3),
        ("travel.upper", 1e3),
    ])
}

/// The velocity at full spool after a second of full command.
fn steady_rate(load: f64, supply: f64, direction: f64) -> f64 {
    let mut servo = free_running();
    let inputs = vec![
        ("command", Signal::constant(direction * 900.0)),
        ("load_torque", Signal::constant(load)),
        ("supply_pressure", Signal::constant(supply)),
    ];
    Run { actuator: &mut servo, inputs, end: 1.0, step: 1e-2 }.go(|_, _| {});
    assert_eq!(get(&servo, "spool_position"), direction * 1e-3);
    get(&servo, "velocity")
}

/// GQS·XSM·√((P_S − s·p)/P_R) = Dis·w + CLk·p with p = load/Dis.
fn rate_by_hand(load: f64, supply: f64, direction: f64) -> f64 {
    let (pressure, displacement) = (load / 0.00445, 0.00445);
    let head = (supply - direction * pressure) / SUPPLY;
    (direction * 1.06e-3 * head.signum() * head.abs().sqrt() - 1e-12 * pressure) / displacement
}

#[test]
fn the_rate_follows_the_square_root_of_the_pressure_that_is_left() {
    let loads = [0.0, 3e4, -3e4, 1.1e5, -1.5e5];
    for (load, supply) in loads.iter().flat_map(|load| [26e6, 13e6, 5e6].map(|supply| (*load, supply))) {
        for direction in [1.0, -1.0] {
            let (rate, by_hand) = (steady_rate(load, supply, direction), rate_by_hand(load, supply, direction));
            // The transient has died out to rounding of the pressure.
            assert!((rate - by_hand).abs() < 1e-12 * 0.24, "{load} N.m, {supply} Pa: {rate} instead of {by_hand}");
        }
    }
}

#[test]
fn half_the_supply_leaves_seventy_one_percent_of_the_rate_without_load() {
    let share = steady_rate(0.0, 0.5 * SUPPLY, 1.0) / steady_rate(0.0, SUPPLY, 1.0);
    assert!((share - 0.5_f64.sqrt()).abs() < 1e-12, "{share}");
}

/// Stuck servo with the spool at this position: the differential pressure.
fn blocked_pressure(spool: f64, supply: f64) -> f64 {
    let mut servo = servo(&[("friction.coulomb_torque", 1e9), ("servovalve.spool_travel", spool.abs())]);
    let inputs = vec![
        ("command", Signal::constant(0.17_f64.copysign(spool))),
        ("load_torque", Signal::constant(0.0)),
        ("supply_pressure", Signal::constant(supply)),
    ];
    Run { actuator: &mut servo, inputs, end: 0.5, step: 1e-2 }.go(|_, _| {});
    assert_eq!((get(&servo, "velocity"), get(&servo, "spool_position")), (0.0, spool));
    get(&servo, "differential_pressure")
}

#[test]
fn a_blocked_motor_has_the_pressure_that_leakage_leaves() {
    for (spool, supply) in [(1e-3, 26e6), (-1e-3, 26e6), (1e-3, 5e6), (1e-5, 26e6), (-1e-6, 13e6), (1e-7, 26e6)] {
        let pressure = blocked_pressure(spool, supply);
        let share = spool.signum() * pressure;
        // The flow through the orifices is what leaks.
        let (through, leaking) = (1.06 * spool.abs() * ((supply - share) / SUPPLY).sqrt(), 1e-12 * share);
        assert!((through - leaking).abs() < 1e-9 * 1.06 * spool.abs(), "{spool} m: {through} and {leaking}");
    }
    // About the centre: GQS·√(P_S/P_R)/CLk.
    let gain = blocked_pressure(1e-9, 26e6) / 1e-9;
    assert!((gain / 1.06e12 - 1.0).abs() < 1e-4, "{gain}");
}

/// One of the solved cases: parameters, inputs, states at samples, events with their times.
struct Case {
    servo: ServoActuator,
    inputs: Vec<(&'static str, Signal)>,
    end: f64,
    table: Table,
    events: Vec<(f64, String)>,
}

fn case(name: &str) -> Case {
    let path = format!("{}/tests/reference/orifice_valve/cases.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the cases");
    let all: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let case = &all["cases"][name];
    let number = |value: &serde_json::Value| value.as_f64().expect("a number");
    let points = |value: &serde_json::Value| {
        let points = value.as_array().expect("points").iter();
        Signal(points.map(|point| (number(&point[0]), number(&point[1]))).collect())
    };
    let of = &case["servo"];
    let travel = number(&of["travel"]);
    let servo = servo(&[
        ("motor.leakage_coefficient", number(&of["CLk"])),
        ("friction.efficiency_opposing", number(&of["eta_opp"])),
        ("friction.efficiency_aiding", number(&of["eta_aid"])),
        ("travel.lower", -travel),
        ("travel.upper", travel),
    ]);
    let inputs = vec![
        ("command", points(&case["command"])),
        ("load_torque", points(&case["load"])),
        ("supply_pressure", points(&case["supply"])),
    ];
    let events = all["events"][name].as_array().expect("events").iter();
    let text = |value: &serde_json::Value| value.as_str().expect("text").to_owned();
    let events = events.map(|event| (text(&event[0]).parse().expect("a time"), text(&event[1]))).collect();
    let table = Table::read(&format!("orifice_valve/{name}.csv"));
    Case { servo, inputs, end: number(&case["end"]), table, events }
}

const CASES: [&str; 3] = ["pressure_drop", "aiding_load", "end_stop"];

fn word(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Breakaway { .. } => "breakaway",
        EventKind::Stop => "stop",
        EventKind::Reversal { .. } => "reversal",
        EventKind::EndStop { .. } => "end_stop",
        EventKind::Jam | EventKind::Engaged | EventKind::Disengaged => "another",
    }
}

#[test]
fn runs_agree_with_an_independent_solver_whatever_the_step() {
    for (name, step) in CASES.iter().flat_map(|name| [1e-3, 5e-3].map(|step| (*name, step))) {
        let Case { mut servo, inputs, end, table, events } = case(name);
        let columns = [
            ("position", "position"),
            ("velocity", "velocity"),
            ("spool", "spool_position"),
            ("pressure", "differential_pressure"),
        ];
        // The reference is known to about these: its tolerance of 1e-13 per step of 0.1 ms, amplified where the body is
        // stopped; velocity and pressure jump by their slope times the error of an event.
        let tolerances = [1e-11, 1e-9, 1e-12, 10.0];
        let mut compared = 0;
        let recorder = Run { actuator: &mut servo, inputs, end, step }.go(|time, actuator| {
            let Some(row) = table.row("time", time) else { return };
            compared += 1;
            for ((column, output), tolerance) in columns.iter().zip(tolerances) {
                let (value, expected) = (get(actuator, output), table.column(column)[row]);
                assert!(
                    (value - expected).abs() <= tolerance,
                    "{name}, {time} s: {output} {value} instead of {expected}"
                );
            }
        });
        assert_eq!(compared, table.column("time").len());
        let found: Vec<_> = recorder.events.iter().map(|event| (event.time, word(event.kind))).collect();
        assert_eq!(found.len(), events.len(), "{name}: {found:?} instead of {events:?}");
        for ((time, kind), (expected_time, expected)) in found.iter().zip(&events) {
            assert_eq!(kind, expected, "{name}, {time} s");
            assert!((time - expected_time).abs() < 1e-10, "{name}: {kind} at {time} s instead of {expected_time} s");
        }
    }
}

/// Outputs that change sign in the mirror, at every communication point.
fn trace(name: &str, sign: f64) -> (Vec<[f64; 5]>, Vec<f64>) {
    let Case { mut servo, mut inputs, end, .. } = case(name);
    for (input, signal) in &mut inputs {
        if sign < 0.0 && *input != "supply_pressure" {
            *signal = signal.mirrored();
        }
    }
    let mut values = Vec::new();
    let Recorder { events, .. } = Run { actuator: &mut servo, inputs, end, step: 1e-3 }.go(|_, actuator| {
        let outputs = ["position", "velocity", "friction_torque", "spool_position", "differential_pressure"];
        values.push(outputs.map(|output| sign * get(actuator, output) + 0.0));
    });
    (values, events.iter().map(|event| event.time).collect())
}

#[test]
fn the_mirrored_run_is_the_exact_negative() {
    for name in CASES {
        assert_eq!(trace(name, 1.0), trace(name, -1.0), "{name}");
    }
}

#[test]
fn a_restored_servo_goes_on_with_the_same_bits() {
    for name in CASES {
        for place in [0.13, 0.37, 0.61] {
            let Case { mut servo, inputs, end, .. } = case(name);
            let mut other = servo;
            let run = Run { actuator: &mut servo, inputs, end, step: 1e-3 };
            assert!(continues_as(run, &mut other, place), "{name}, from {place}");
        }
    }
}

#[test]
fn derivatives_agree_with_differences_at_every_point_of_a_run() {
    for name in CASES {
        let Case { mut servo, inputs, end, .. } = case(name);
        Run { actuator: &mut servo, inputs, end, step: 7e-3 }.go(|time, actuator| {
            let states = actuator.states().to_vec();
            let spool = states[5];
            // The slope has a kink where the valve closes.
            if spool.abs() < 1e-8 {
                return;
            }
            for (column, size) in [(1, 1e-7), (5, 1e-3 * spool.abs())] {
                let mut direction = vec![0.0; states.len()];
                direction[column] = 1.0;
                let mut changes = vec![0.0; actuator.reals().len()];
                actuator.directional_derivative(&direction, &[0.0; 3], &mut changes);
                let place = test_support::values::real(actuator.interface(), "differential_pressure");
                let mut at = |sign: f64| {
                    let mut moved = states.clone();
                    moved[column] += sign * size;
                    actuator.set_states(&moved);
                    actuator.update_outputs();
                    actuator.reals()[place]
                };
                let difference = (at(1.0) - at(-1.0)) / (2.0 * size);
                actuator.set_states(&states);
                actuator.update_outputs();
                // Truncation of the difference, and its rounding of 1e-9 Pa over its size.
                let allowed = 1e-4 * difference.abs() + 1e-7 / size;
                assert!(
                    (changes[place] - difference).abs() < allowed,
                    "{name}, {time} s, state {column}: {} instead of {difference}",
                    changes[place]
                );
            }
            let mut changes = vec![0.0; actuator.reals().len()];
            actuator.directional_derivative(&vec![0.0; states.len()], &[0.0, 0.0, 1.0], &mut changes);
            let place = test_support::values::real(actuator.interface(), "differential_pressure");
            let supply = get(actuator, "supply_pressure");
            let mut at = |change: f64| {
                set(actuator, "supply_pressure", supply + change);
                actuator.inputs_changed();
                actuator.update_outputs();
                actuator.reals()[place]
            };
            let difference = (at(10.0) - at(-10.0)) / 20.0;
            at(0.0);
            assert!(
                (changes[place] - difference).abs() < 1e-5,
                "{name}, {time} s: {} instead of {difference}",
                changes[place]
            );
        });
    }
}

#[test]
fn without_supply_the_valve_is_a_damper_and_a_closed_one_holds() {
    let mut servo = servo(&[("controller.proportional_gain", 0.0)]);
    let inputs = vec![
        ("command", Signal::constant(0.0)),
        ("load_torque", Signal(vec![(0.0, 0.0), (0.2, 0.0), (0.2, -1e5)])),
        ("supply_pressure", Signal::constant(0.0)),
    ];
    Run { actuator: &mut servo, inputs, end: 0.6, step: 1e-2 }.go(|time, servo| {
        if time < 0.2 {
            assert_eq!(get(servo, "differential_pressure"), 0.0);
        }
    });
    // Closed: leakage alone. Load less friction drives Dis·w = CLk·p against it.
    let (rate, pressure) = (get(&servo, "velocity"), get(&servo, "differential_pressure"));
    assert!(rate > 1e-4 && (pressure + 0.00445 * rate / 1e-12).abs() < 1.0, "{rate} rad/s, {pressure} Pa");
}

#[test]
fn a_valve_without_leakage_is_refused() {
    let servo = servo(&[("motor.leakage_coefficient", 0.0)]);
    let refused = servo.check().expect_err("a closed valve would lock the motor");
    assert!(refused.allowed.contains("servovalve.law is orifice"), "{}", refused.allowed);
    let mut linear = servo;
    set(&mut linear, "servovalve.law", 1.0);
    assert!(linear.check().is_ok());
}

/// Of each friction law.
fn seeds() -> impl Iterator<Item = u64> {
    test_support::cases::seeds(ORIFICES + 1, 2, 10)
}

/// All but the comparators, whose explicit steps diverge with a valve that is as stiff: they are tested on their own actuator.
fn laws() -> impl Iterator<Item = i32> {
    (1..).zip(&LAWS).filter(|(_, law)| law.family != Family::Comparator).map(|(number, _)| number)
}

#[test]
fn random_lives_are_physical_with_every_friction_law() {
    let mut all = Scores::default();
    let mut problems = Vec::new();
    for law in laws() {
        all.add(&assess_all(Kind::Servo, law, seeds(), Weighing(3), |problem| problems.push(problem)));
    }
    assert!(problems.is_empty(), "{} problems: {}", problems.len(), problems.join("\n"));
    assert!(all.balanced > 1 && all.events > 20 && all.compared > 10, "{all}");
}

#[test]
fn random_lives_are_the_same_in_other_units() {
    for law in laws() {
        for (seed, method) in
            seeds().flat_map(|seed| [Method::EventLocated, Method::FixedStep].map(|method| (seed, method)))
        {
            in_other_units(Kind::Servo, law, seed, method).unwrap_or_else(|problem| panic!("{problem}"));
        }
    }
}

#[test]
fn fixed_steps_come_to_the_same_as_they_shorten() {
    let end = |step: f64| {
        let Case { mut servo, inputs, .. } = case("pressure_drop");
        set_all(&mut servo, &[("solver.method", 2.0), ("solver.fixed_step_size", step)]);
        Run { actuator: &mut servo, inputs, end: 0.3, step: 1e-2 }.go(|_, _| {});
        get(&servo, "position")
    };
    let Case { table, .. } = case("pressure_drop");
    let exact = table.column("position")[table.row("time", 0.3).expect("a row")];
    let errors = [1e-5, 1e-6].map(|step| (end(step) - exact).abs());
    // First order.
    assert!(errors[0] < 1e-5 && errors[1] < 0.2 * errors[0], "{errors:?}");
}
