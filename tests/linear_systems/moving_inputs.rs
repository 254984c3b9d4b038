//! Limited rates in Model Exchange while an input moves: there it changes at every instant, and has not jumped.

use crate::linear_systems::importer::{BOTH, Importer, Method};
use actuator_fmu::instance::Status;
use test_support::Signal;
use test_support::drivetrain::interface;

/// w = 4 x with x' = −3 x + 2 u.
fn lag(rate_limit: f64) -> String {
    format!(
        "name = \"Lag\"\nmodel = \"LinearSystem\"\ninputs = [\"u\"]\nstates = [{{ name = \"x\", start = 0.1 }}]\nA = [[-3]]\n\
         B = [[2]]\noutputs = [{{ name = \"o\", rate_limit = {rate_limit} }}, \"w\"]\nC = [[4], [4]]\n"
    )
}

fn ramp(slope: f64, end: f64) -> Signal {
    Signal::line(0.0, slope * end, end)
}

#[test]
fn a_limiter_that_catches_up_while_an_input_moves_follows_after_one_event() {
    // x = 0.1 e⁻³ᵗ + 2/3 t − 2/9 (1 − e⁻³ᵗ) with u = t; o = 0.4 − 0.7 t until it is 4 x.
    let x = |t: f64| 0.1 * (-3.0 * t).exp() + 2.0 / 3.0 * t + 2.0 / 9.0 * ((-3.0 * t).exp() - 1.0);
    let (mut low, mut high) = (0.01, 1.0);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if 0.4 - 0.7 * middle > 4.0 * x(middle) { low = middle } else { high = middle }
    }
    let interface = interface(&lag(0.7));
    for (calls, restores) in [(BOTH[0], false), (BOTH[1], false), (BOTH[0], true)] {
        let mut importer = Importer::new(calls, interface, "u", ramp(1.0, 0.5));
        importer.restores = restores;
        // Before w is faster than the limit, at 0.225 s.
        importer.run(Method::RungeKutta, 1e-3, 0.2);
        assert_eq!(importer.events.len(), 1, "{:?}", &importer.events[..importer.events.len().min(9)]);
        // Order four with 1 ms has an error below 1e-12, and the indicator is found 1e-12 below zero at a slope of 0.47.
        assert!((importer.events[0] - low).abs() <= 1e-11, "{} {low}", importer.events[0]);
        assert_eq!(importer.value("o.rate_saturation"), 0.0);
        // Both are integrated by the same sums.
        assert!((importer.value("o") - importer.value("w")).abs() <= 1e-14);
    }
}

#[test]
fn a_limit_that_is_reached_while_an_input_moves_begins_at_one_event() {
    // x' = 8/3 − (0.3 + 8/3) e⁻³ᵗ with u = 4 t, and the limit is reached where it is 5/4.
    let begins = ((0.3 + 8.0 / 3.0) / (8.0 / 3.0 - 1.25_f64)).ln() / 3.0;
    let interface = interface(&lag(5.0));
    for calls in BOTH {
        let mut importer = Importer::new(calls, interface, "u", ramp(4.0, 1.0));
        importer.run(Method::RungeKutta, 1e-3, 1.0);
        assert_eq!(importer.events.len(), 1, "{:?}", &importer.events[..importer.events.len().min(9)]);
        assert!((importer.events[0] - begins).abs() <= 1e-11, "{} {begins}", importer.events[0]);
        assert_eq!(importer.value("o.rate_saturation"), 1.0);
    }
}

#[test]
fn an_importer_that_locates_nothing_sees_one_event_as_well() {
    let interface = interface(&lag(0.7));
    for (calls, restores) in [(BOTH[0], false), (BOTH[1], false), (BOTH[0], true)] {
        let mut importer = Importer::new(calls, interface, "u", ramp(1.0, 0.5));
        importer.restores = restores;
        importer.run(Method::Euler, 1e-3, 0.2);
        assert_eq!(importer.events.len(), 1, "{:?}", &importer.events[..importer.events.len().min(9)]);
        assert_eq!(importer.value("o.rate_saturation"), 0.0);
        assert!((importer.value("o") - importer.value("w")).abs() <= 1e-14);
    }
}

#[test]
fn a_moving_load_on_a_body_is_no_jump_of_what_is_followed() {
    let text = "name = \"Chain\"\nmodel = \"Drivetrain\"\n[body.b]\ninertia = 1\n[[input]]\nname = \"load\"\non = \"b\"\n\
                [linear.s]\nstates = [{ name = \"x\", start = 0.1 }]\nA = [[-3]]\n\
                outputs = [{ name = \"o\", rate_limit = 0.7 }, \"w\"]\nC = [[4], [4]]\n";
    let interface = interface(text);
    // 0.4 − 0.7 t = 0.4 e⁻³ᵗ.
    let mut meets: f64 = 0.5;
    for _ in 0..200 {
        meets = (0.4 - 0.4 * (-3.0 * meets).exp()) / 0.7;
    }
    for calls in BOTH {
        let mut importer = Importer::new(calls, interface, "load", ramp(1.0, 1.0));
        importer.run(Method::RungeKutta, 1e-3, 1.0);
        assert_eq!(importer.events.len(), 1, "{:?}", &importer.events[..importer.events.len().min(9)]);
        assert!((importer.events[0] - meets).abs() <= 1e-11, "{} {meets}", importer.events[0]);
        assert_eq!(importer.value("s.o.rate_saturation"), 0.0);
    }
}

#[test]
fn a_jump_in_event_mode_is_followed_at_the_limit_of_the_rate() {
    let text = "name = \"Pass\"\nmodel = \"LinearSystem\"\ninputs = [\"u\"]\noutputs = [{ name = \"y\", rate_limit = 4 }]\nD = [[1]]\n";
    let mut importer = Importer::new(BOTH[0], interface(text), "u", Signal::constant(0.0));
    importer.run(Method::RungeKutta, 1e-2, 0.1);
    // Away from it, and back past it while it is on its way.
    for (value, side, events) in [(1.0, 1.0, 0), (-0.2, -1.0, 0), (-0.2, 0.0, 1)] {
        importer.signal = Signal::constant(value);
        assert_eq!(importer.instance.enter_event_mode(), Status::Ok);
        importer.decide();
        importer.run(Method::RungeKutta, 1e-2, importer.time + 0.1);
        let found = (importer.value("y.rate_saturation"), importer.events.len());
        assert_eq!(found, if events == 0 { (side, 0) } else { (0.0, 1) }, "{value}");
    }
    assert!((importer.value("y") + 0.2).abs() <= 1e-12);
}
