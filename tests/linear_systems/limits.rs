//! Limits of outputs: the instants at which they begin and end, and what they pass on between.

use crate::linear_systems::reference;
use actuator_fmu::actuator::Actuator;
use actuator_fmu::drivetrain::Drivetrain;
use test_support::drivetrain::drivetrain;
use test_support::{Recorder, Run, Signal, get, set};

/// sin t, once between limits and once of limited rate.
const SINE: &str = "name = \"Sine\"\nmodel = \"LinearSystem\"\n\
    states = [\"s\", { name = \"c\", start = 1 }]\nA = [[0, 1], [-1, 0]]\n\
    outputs = [{ name = \"limited\", limit.lower = -0.5, limit.upper = 0.75 }, { name = \"rate_limited\", rate_limit = 0.5 }]\n\
    C = [[1, 0], [1, 0]]\n[start]\nsolver.max_step_size = \"50 ms\"\n";

fn at_zero(text: &str) -> Drivetrain {
    let mut actuator = drivetrain(text);
    actuator.initialize(0.0, &mut Recorder::default());
    actuator.update_outputs();
    actuator
}

/// Changes of an Integer output, with their times: steps of 10 ms, those with a change bisected.
fn changes(text: &str, output: &str, end: f64) -> Vec<(f64, f64)> {
    let mut actuator = at_zero(text);
    let mut found = Vec::new();
    let (mut time, step) = (0.0, 0.01);
    while time < end {
        let before = get(&actuator, output);
        let start = actuator.copy().unwrap();
        let value_after = |length: f64| {
            let mut copy = start.copy().unwrap();
            copy.advance(time, length, &mut Recorder::default());
            copy.update_outputs();
            get(&copy, output)
        };
        let after = value_after(step);
        if after != before {
            let (mut low, mut high) = (0.0, step);
            for _ in 0..44 {
                let middle = 0.5 * (low + high);
                if value_after(middle) == before { low = middle } else { high = middle }
            }
            found.push((time + high, after));
        }
        actuator.advance(time, step, &mut Recorder::default());
        actuator.update_outputs();
        time += step;
    }
    found
}

fn assert_changes(output: &str, name: &str) {
    let found = changes(SINE, output, 14.0);
    let (_, wanted) = reference(name);
    let wanted: Vec<&Vec<f64>> = wanted.iter().filter(|row| row[0] < 14.0).collect();
    assert_eq!(found.len(), wanted.len(), "{found:?}");
    for ((time, value), row) in found.iter().zip(wanted) {
        assert!((time - row[0]).abs() <= 1e-11, "{output}: {time} {}", row[0]);
        assert_eq!(*value, row[1], "{output} at {time}");
    }
}

#[test]
fn limits_begin_and_end_where_the_closed_forms_say() {
    assert_changes("limited.saturation", "saturation_events.csv");
}

#[test]
fn limits_of_rates_begin_and_end_where_the_closed_forms_say() {
    assert_changes("rate_limited.rate_saturation", "rate_limit_events.csv");
}

#[test]
fn what_is_limited_is_the_closed_form_for_every_communication_step() {
    let (_, rows) = reference("limits.csv");
    for step in [1e-2, 1e-3, 0.5] {
        let mut actuator = drivetrain(SINE);
        let mut points = rows.iter().peekable();
        let mut worst = 0.0;
        Run { actuator: &mut actuator, inputs: Vec::new(), end: 14.0, step }.go(|time, actuator| {
            if let Some(row) = points.next_if(|row| (row[0] - time).abs() < 1e-9) {
                for (wanted, name) in row[1..].iter().zip(["rate_limited", "limited"]) {
                    worst = f64::max(worst, (get(actuator, name) - wanted).abs());
                }
            }
        });
        assert!(points.next().is_none());
        println!("{step}: {worst:e}");
        assert!(worst <= 1e-12, "{step}: {worst:e}");
    }
}

/// The input itself behind both limits.
const PASS: &str = "name = \"Pass\"\nmodel = \"LinearSystem\"\ninputs = [\"u\"]\n\
    outputs = [{ name = \"y\", limit.lower = -1, limit.upper = 2, rate_limit = 4 }]\nD = [[1]]\n";

#[test]
fn a_jump_is_followed_at_the_limit_of_the_rate_up_to_the_limit_of_the_output() {
    let u = Signal::through(&[(0.0, 0.0), (0.25, 0.0), (0.25, 3.0), (1.5, 3.0), (1.5, 0.5), (1.6, 0.75), (3.0, 0.75)]);
    let mut actuator = drivetrain(PASS);
    let value = |time: f64| match time {
        t if t <= 0.25 => 0.0,
        t if t <= 0.75 => 4.0 * (t - 0.25),
        t if t <= 1.5 => 2.0,
        // 2 - 4 s = 0.5 + 2.5 s at s = 1.5/6.5, when the ramp is over: then down to 0.75.
        t => f64::max(2.0 - 4.0 * (t - 1.5), 0.75),
    };
    Run { actuator: &mut actuator, inputs: vec![("u", u)], end: 3.0, step: 0.125 }.go(|time, actuator| {
        assert!((get(actuator, "y") - value(time)).abs() <= 1e-14, "{time}: {} {}", get(actuator, "y"), value(time));
        let rate = if time > 0.26 && time < 0.74 {
            1.0
        } else if time > 1.51 && time < 1.8 {
            -1.0
        } else {
            0.0
        };
        assert_eq!(get(actuator, "y.rate_saturation"), rate, "{time}");
        // At a jump it is what it was before.
        let is_full = (0.26..1.51).contains(&time);
        assert_eq!(get(actuator, "y.saturation"), f64::from(u8::from(is_full)), "{time}");
    });
}

#[test]
fn an_output_whose_rate_is_limited_begins_at_its_limit() {
    // Was: it began at 3 and fell to its limit of 2 with its rate of 4/s.
    let mut actuator = drivetrain(PASS);
    Run { actuator: &mut actuator, inputs: vec![("u", Signal::constant(3.0))], end: 1.0, step: 0.125 }
        .go(|time, actuator| assert_eq!((get(actuator, "y"), get(actuator, "y.saturation")), (2.0, 1.0), "{time}"));
}

#[test]
fn what_becomes_too_fast_at_its_limit_stays_there() {
    // At the limit of 2, and rising with 8/s from there. Was: up to 2 + 4·dt within an internal step.
    for points in [&[(0.0, 2.0), (1.0, 10.0)][..], &[(0.0, 0.0), (1.0, 2.0), (1.5, 2.0), (2.5, 10.0)][..]] {
        let mut actuator = drivetrain(PASS);
        let u = Signal::through(points);
        Run { actuator: &mut actuator, inputs: vec![("u", u)], end: 2.0, step: 0.125 }.go(|time, actuator| {
            let wanted = if points[0].1 == 2.0 { 2.0 } else { f64::min(2.0 * time, 2.0) };
            assert!((get(actuator, "y") - wanted).abs() <= 1e-14, "{time}: {}", get(actuator, "y"));
        });
    }
}

#[test]
fn what_is_met_at_a_communication_point_and_turns_there_is_followed_at_the_limit_of_the_rate() {
    // The output rises with 4/s and meets at 0.25 s what falls with −s and rises with 2·s from there. Was: for one internal step it went back at
    // the limit, and then was where its input was.
    for slope in [3.0, 5.0, 8.0, 32.0] {
        for sign in [1.0, -1.0] {
            let points = [(0.0, 0.0), (0.125, 1.0 + 0.125 * slope), (0.25, 1.0), (0.75, 1.0 + slope)];
            let u = Signal::through(&points.map(|(time, value)| (time, sign * (value - 1.0))));
            let mut actuator = drivetrain(PASS);
            Run { actuator: &mut actuator, inputs: vec![("u", u)], end: 0.5, step: 1.0 / 64.0 }.go(|time, actuator| {
                let wanted = (4.0 * time - 1.0).min(1.0);
                assert!((sign * get(actuator, "y") - wanted).abs() <= 1e-14, "{slope} {time}: {}", get(actuator, "y"));
            });
        }
    }
}

#[test]
fn a_ramp_at_exactly_the_limit_of_the_rate_is_followed() {
    let u = Signal::line(0.0, 2.0, 0.5);
    let mut actuator = drivetrain(PASS);
    let recorder =
        Run { actuator: &mut actuator, inputs: vec![("u", u)], end: 0.5, step: 0.01 }.go(|time, actuator| {
            assert!((get(actuator, "y") - 4.0 * time).abs() <= 1e-14, "{time}");
        });
    assert!(recorder.warnings.is_empty());
}

#[test]
fn two_limiters_in_a_row_are_decided_together() {
    // The second follows the first, whose rate it cannot keep.
    let text = "name = \"Row\"\nmodel = \"Drivetrain\"\n[linear.a]\ninputs = [\"u\"]\n\
        outputs = [{ name = \"y\", rate_limit = 2 }]\nD = [[1]]\n[linear.b]\ninputs = [{ name = \"u\", from = \"a.y\" }]\n\
        outputs = [{ name = \"y\", rate_limit = 1, limit.upper = 0.75 }]\nD = [[1]]\n";
    let u = Signal::through(&[(0.0, 0.0), (0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (2.0, 1.0)]);
    let mut actuator = drivetrain(text);
    Run { actuator: &mut actuator, inputs: vec![("a.u", u)], end: 2.0, step: 0.0625 }.go(|time, actuator| {
        let since = (time - 0.5).max(0.0);
        assert!((get(actuator, "a.y") - (2.0 * since).min(1.0)).abs() <= 1e-14, "{time}");
        assert!((get(actuator, "b.y") - since.min(0.75)).abs() <= 1e-14, "{time}: {}", get(actuator, "b.y"));
    });
}

#[test]
fn limits_that_are_tunable_take_effect_at_once() {
    let text = format!("{PASS}[start]\nu = 1.5\n").replace("model = ", "tunable = [\"y.*\"]\nmodel = ");
    let mut actuator = at_zero(&text);
    assert_eq!(get(&actuator, "y"), 1.5);
    set(&mut actuator, "y.limit.upper", 1.0);
    actuator.configure();
    actuator.advance(0.0, 0.0625, &mut Recorder::default());
    actuator.update_outputs();
    // The output falls at its limit of 4 per second.
    assert!((get(&actuator, "y") - 1.25).abs() <= 1e-15, "{}", get(&actuator, "y"));
    assert_eq!((get(&actuator, "y.saturation"), get(&actuator, "y.rate_saturation")), (1.0, -1.0));
}

#[test]
fn between_limits_that_are_equal_nothing_passes() {
    // x' = u; the output is 0.5 whatever x is, at the limit as beside it.
    for start in [0.4, 0.5, 0.6] {
        let text = format!(
            "name = \"Flat\"\nmodel = \"LinearSystem\"\ninputs = [\"u\"]\nstates = [{{ name = \"x\", start = {start} }}]\nA = [[0]]\n\
             B = [[1]]\nC = [[1], [1]]\noutputs = [{{ name = \"y\", limit.lower = 0.5, limit.upper = 0.5 }}, \"free\"]\n"
        );
        let mut actuator = at_zero(&text);
        let change = |actuator: &Drivetrain, name: &str| {
            let reals = actuator.interface().reals;
            let mut changes = vec![f64::NAN; reals.len()];
            actuator.directional_derivative(&[1.0], &[0.0], &mut changes);
            changes[reals.iter().position(|variable| variable.name == name).unwrap()]
        };
        assert_eq!([change(&actuator, "y"), change(&actuator, "free")], [0.0, 1.0], "{start}");
        set(&mut actuator, "u", 1.0);
        for step in 0..4 {
            assert!(actuator.advance(0.05 * f64::from(step), 0.05, &mut Recorder::default()));
            actuator.update_outputs();
            assert_eq!([get(&actuator, "y"), change(&actuator, "y")], [0.5, 0.0], "{start}");
        }
        assert!((get(&actuator, "free") - start - 0.2).abs() <= 1e-15, "{start}");
    }
}

#[test]
fn an_integrator_follows_the_limit_of_its_output_by_back_calculation() {
    // w = x beyond the limit y = 1: x' = e + (y − w)/T_t, T_t = 50 ms.
    let text = "name = \"PI\"\nmodel = \"Drivetrain\"\n[body.b]\ninertia = 1\n[linear.pi]\n\
                inputs = [\"e\", { name = \"y\", from = \"pi.limited\" }, { name = \"w\", from = \"pi.demand\" }]\n\
                states = [\"x\"]\nA = [[0]]\nB = [[1, 20, -20]]\nC = [[1], [1]]\n\
                outputs = [{ name = \"limited\", limit.lower = -1, limit.upper = 1 }, \"demand\"]\n";
    for step in [1e-2, 1e-3, 3.7e-4] {
        let mut actuator = drivetrain(text);
        let error = Signal::through(&[(0.0, 10.0), (0.3, 10.0), (0.3, -2.0), (1.0, -2.0)]);
        Run { actuator: &mut actuator, inputs: vec![("pi.e", error)], end: 0.6, step }.go(|time, actuator| {
            let above = |time: f64| 0.5 * -f64::exp_m1(-(time - 0.1) * 20.0);
            // Down from there: x' = −2 − 20·(x − 1), until x = 1.
            let left = 0.3 + 0.05 * (1.0 + above(0.3) / 0.1).ln();
            let expected = match time {
                time if time <= 0.1 => 10.0 * time,
                time if time <= 0.3 => 1.0 + above(time),
                time if time <= left => 0.9 + (above(0.3) + 0.1) * (-20.0 * (time - 0.3)).exp(),
                time => 1.0 - 2.0 * (time - left),
            };
            let state = get(actuator, "pi.x");
            assert!((state - expected).abs() <= 1e-13, "{state} {expected} at {time} with {step}");
            assert_eq!((0.1..left).contains(&time), get(actuator, "pi.limited") == 1.0, "at {time} until {left}");
        });
    }
}
