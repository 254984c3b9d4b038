//! Limited rates in Model Exchange that inputs reach through D: the output follows from the inputs at hand, and how fast they move
//! is known over a step of the importer's integrator only.

use crate::linear_systems::importer::{BOTH, Importer, Method, reference};
use actuator_fmu::instance::Status;
use test_support::drivetrain::{drivetrain, example, interface};
use test_support::{Run, Signal, get};

const PASS: &str = "name = \"Pass\"\nmodel = \"LinearSystem\"\ninputs = [\"u\"]\noutputs = [{ name = \"y\", rate_limit = 4 }]\nD = [[1]]\n";

/// w = 4 x + u with x' = −3 x + 2 u.
const LAG: &str = "name = \"Lag\"\nmodel = \"LinearSystem\"\ninputs = [\"u\"]\nstates = [{ name = \"x\", start = 0.1 }]\n\
    A = [[-3]]\nB = [[2]]\noutputs = [{ name = \"o\", rate_limit = 8 }, \"w\"]\nC = [[4], [4]]\nD = [[1], [1]]\n";

#[test]
fn the_output_is_what_it_follows_at_every_instant() {
    // |w'| stays below 8.
    for calls in BOTH {
        let mut importer =
            Importer::new(calls, interface(LAG), "u", Signal::through(&[(0.0, 0.0), (0.3, 0.9), (0.7, -0.1)]));
        for _ in 0..70 {
            importer.run(Method::RungeKutta, 1e-2, importer.time + 1e-2);
            // Somewhere in the next step, as an integrator tries it.
            let (time, states) = (importer.time, importer.states());
            importer.go_to(time + 3.7e-3, &states);
            assert_eq!(importer.value("o").to_bits(), importer.value("w").to_bits(), "at {time}");
            importer.go_to(time, &states);
        }
        assert!(importer.events.is_empty(), "{:?}", importer.events);
    }
}

#[test]
fn a_limit_that_an_input_reaches_begins_and_ends_as_in_co_simulation() {
    let signal = || Signal::through(&[(0.0, 0.0), (0.1, 0.2), (0.3, 1.6), (0.6, 1.0)]);
    // From 0.2 at 0.1 s with 4 /s, up to 1.6 − 2 (t − 0.3) at 0.4 s.
    let y = |t: f64| {
        if t <= 0.1 {
            2.0 * t
        } else if t <= 0.4 {
            0.2 + 4.0 * (t - 0.1)
        } else {
            1.6 - 2.0 * (t - 0.3)
        }
    };
    for (calls, method) in [(BOTH[0], Method::RungeKutta), (BOTH[1], Method::RungeKutta), (BOTH[0], Method::Euler)] {
        let mut importer = Importer::new(calls, interface(PASS), "u", signal());
        for number in 1..=60 {
            importer.run(method, 1e-2, f64::from(number) * 1e-2);
            let (found, wanted) = (importer.value("y"), y(importer.time));
            // Kinks are at ends of steps: what is left is rounding, and an indicator that is found 1e-12 below zero.
            assert!((found - wanted).abs() <= 1e-11, "at {}: {found} {wanted}", importer.time);
        }
        assert_eq!(importer.events.len(), 2, "{:?}", importer.events);
        assert_eq!(importer.value("y.rate_saturation"), 0.0);
    }
}

#[test]
fn the_limit_of_a_curved_input_is_off_by_the_square_of_the_step() {
    // u = sin t reaches 0.8 /s at acos 0.8.
    let text = PASS.replace("rate_limit = 4", "rate_limit = 0.8");
    let (begin, end) = (std::f64::consts::TAU - 0.8_f64.acos(), 6.2);
    let wanted = begin.sin() + 0.8 * (end - begin);
    for step in [0.1, 0.05, 0.02, 0.01] {
        let piece = 1e-3;
        let signal = Signal::sampled(f64::sin, piece, 7.0);
        let mut importer = Importer::new(BOTH[0], interface(&text), "u", signal);
        importer.run(Method::RungeKutta, step, end);
        assert_eq!(importer.value("y.rate_saturation"), 1.0);
        // A straight line over a step, or over a piece of the signal, is off by h²/8 at most: |u''| is below 1.
        let error = (importer.value("y") - wanted).abs();
        assert!(error <= (step * step + piece * piece) / 8.0, "{step}: {error}");
    }
}

#[test]
fn a_jump_in_continuous_time_is_followed_at_the_limit_of_the_rate() {
    // No importer should: what jumps is told in event mode. The output is limited all the same, from the step on in which it is seen.
    let mut importer = Importer::new(BOTH[0], interface(PASS), "u", Signal::constant(0.0));
    importer.run(Method::RungeKutta, 1e-2, 0.1);
    importer.signal = Signal::constant(1.0);
    importer.run(Method::RungeKutta, 1e-2, 0.2);
    assert_eq!(importer.value("y.rate_saturation"), 1.0);
    assert!((importer.value("y") - 0.4).abs() <= 1e-14, "{}", importer.value("y"));
}

#[test]
fn the_output_changes_with_the_input_while_it_follows_and_with_its_state_while_it_is_limited() {
    let mut importer =
        Importer::new(BOTH[1], interface(LAG), "u", Signal::through(&[(0.0, 0.0), (0.1, 0.1), (0.2, 1.1)]));
    for (end, wanted) in [(0.1, [1.0, 4.0, 0.0]), (0.2, [0.0, 0.0, 1.0])] {
        importer.run(Method::RungeKutta, 1e-2, end);
        let output = reference(importer.instance.interface(), "o");
        for (known, wanted) in ["u", "x", "o.limiter_state"].into_iter().zip(wanted) {
            let known = reference(importer.instance.interface(), known);
            let mut change = [f64::NAN];
            let status = importer.instance.get_directional_derivative(&[output], &[known], &[1.0], &mut change);
            assert_eq!((status, change[0]), (Status::Ok, wanted), "{known} at {end}");
        }
    }
}

#[test]
fn pitch_hold_follows_its_command_as_in_co_simulation() {
    let command = || Signal::through(&[(0.0, 0.0), (0.1, 0.0), (0.2, 0.1), (0.6, 0.1)]);
    let names = ["control.command", "elevator.position", "actuator.spool_position", "airframe.theta"];
    let mut simulation = drivetrain(&example("pitch_hold"));
    let mut wanted = Vec::new();
    Run { actuator: &mut simulation, inputs: vec![("control.theta_command", command())], end: 0.6, step: 0.01 }
        .go(|_, actuator| wanted.push(names.map(|name| get(actuator, name))));
    let mut importer = Importer::new(BOTH[0], interface(&example("pitch_hold")), "control.theta_command", command());
    let mut worst = [0.0_f64; 4];
    let mut limits = Vec::new();
    for (number, wanted) in wanted.iter().enumerate().skip(1) {
        importer.run(Method::RungeKutta, 1e-4, number as f64 * 1e-2);
        limits.push(importer.value("control.command.rate_saturation"));
        for (place, name) in names.into_iter().enumerate() {
            worst[place] = worst[place].max((importer.value(name) - wanted[place]).abs());
        }
    }
    // Order four with 1e-4 s beside poles of 2500 1/s; the largest values are 0.06 rad, 0.06 rad, 1 mm and 3e-3 rad. Kinks of the command
    // are at ends of steps.
    for ((name, error), bound) in names.into_iter().zip(worst).zip([2e-11, 2e-10, 1e-10, 1e-11]) {
        assert!(error <= bound, "{name}: {error}");
    }
    limits.dedup();
    assert_eq!(limits, [0.0, -1.0, 0.0]);
    assert!(importer.time == 0.6 && importer.events.len() < 20, "{:?}", importer.events);
}
