//! The continuous model of Johari Majd & Simaan: amplitudes, curves and regions against 50 digits.

use crate::laws;

use actuator_fmu::actuator::{Actuator, Warning};
use actuator_fmu::friction::majd_simaan::{
    approximate_peak_error, approximate_sigma, exact_eta, exact_sigma, largest_eta,
};
use actuator_fmu::friction::{Amplitude, MajdSimaan};
use laws::{Kind, law};
use test_support::reference::Table;
use test_support::{Recorder, get, set, set_all};

/// What the references are printed to, and some 1000 roundings.
const DIGITS: f64 = 1e-12;

fn assert_close(value: f64, expected: f64, relative: f64, what: &str) {
    assert!((value - expected).abs() <= relative * expected.abs(), "{what}: {value:.16e} instead of {expected:.16e}");
}

/// A number of example.json, which writes them as `"name": "number"`.
fn example(name: &str) -> f64 {
    let text = include_str!("reference/majd/example.json");
    let line = text.lines().find(|line| line.contains(&format!("\"{name}\""))).expect("the name is in the file");
    let (_, value) = line.split_once(':').expect("a line has a value");
    value.trim().trim_end_matches(',').trim_matches('"').parse().expect("the value is a number")
}

#[test]
fn example_14_agrees_with_the_reference_to_its_digits() {
    let exact = MajdSimaan::new(0.5, 0.95, 0.019, 10.0, Amplitude::Exact);
    let approximate = MajdSimaan::new(0.5, 0.95, 0.019, 10.0, Amplitude::Approximate);
    assert_close(exact.sigma(), example("sigma_exact"), DIGITS, "sigma");
    assert_close(approximate.sigma(), example("sigma_approx"), DIGITS, "approximate sigma");
    assert_close(exact.sigma() / 0.45, example("sigma_exact_norm"), DIGITS, "normalized sigma");
    assert_close(approximate.sigma() / 0.45, example("sigma_approx_norm"), DIGITS, "normalized approximate sigma");
    assert_close(exact.peak_velocity(), example("w_peak_exact"), DIGITS, "peak velocity");
    assert_close(approximate.peak_velocity(), example("w_peak_approx"), DIGITS, "its peak velocity");
    let peak = approximate.torque(approximate.peak_velocity());
    assert_close(peak, example("eq10_peak_with_sigma_approx"), DIGITS, "peak of the approximation");
    let with_viscous = exact.torque(exact.peak_velocity()) + 0.05 * exact.peak_velocity();
    assert_close(with_viscous, example("eq8_value_at_w_peak_exact"), DIGITS, "eq. (8) at the peak");
    assert_close(approximate_peak_error(1.9, 10.0), example("relerr_peak_approx"), DIGITS, "error of the peak");
    // The slope at rest, by the smallest velocity at which rounding does not matter: error of order h².
    let h = 1e-10;
    assert_close(exact.torque(h) / h, example("slope_at_0_exact") - 0.05, 1e-6, "slope at rest");
}

#[test]
fn figure_8a_from_2_to_50_agrees_with_the_table() {
    let table = Table::read("majd/figure_8a.csv");
    for (row, &n) in table.column("n").iter().enumerate() {
        assert_close(exact_eta(n), table.column("eta_exact")[row], DIGITS, &format!("dashed line at n = {n}"));
        let (largest, expected) = (largest_eta(n, 0.02), table.column("eta_2_percent")[row]);
        if expected.is_infinite() {
            assert!(largest.is_infinite(), "at n = {n}: {largest}");
        } else {
            // η(error) steepens without bound towards n = 36: rounding of 1e-16 in the error grows by its slope.
            let steepness = (expected / 20.0).max(1.0);
            assert_close(largest, expected, DIGITS * steepness * steepness, &format!("2 % line at n = {n}"));
        }
    }
    assert_close(largest_eta(10.0, 0.02), example("delta_0.02"), 1e-12, "2.3666 in the paper");
    assert_close(exact_eta(10.0), example("delta_0"), 1e-12, "1.6452 in the paper");
}

#[test]
fn figure_8b_from_2_to_50_agrees_with_the_table() {
    let table = Table::read("majd/figure_8b.csv");
    for (row, &n) in table.column("n").iter().enumerate() {
        let what = format!("sigma at n = {n}");
        assert_close(exact_sigma(0.5, 0.95, n) / 0.45, table.column("exact")[row], DIGITS, &what);
        assert_close(approximate_sigma(0.5, 0.95, n) / 0.45, table.column("approximate")[row], DIGITS, &what);
    }
}

#[test]
fn figure_9a_curves_agree_with_the_table_also_below_and_near_one() {
    let table = Table::read("majd/figure_9a.csv");
    let column = |name| table.column(name);
    for row in 0..column("n").len() {
        let (eta, n, u) = (column("eta")[row], column("n")[row], column("u")[row]);
        let what = format!("eta {eta}, n {n}, u {u}");
        let exact = MajdSimaan::new(1.0, eta, 0.019, n, Amplitude::Exact);
        let approximate = MajdSimaan::new(1.0, eta, 0.019, n, Amplitude::Approximate);
        // fs − fc of 0.01 is known to 1e-14 only; n − 1 of 0.1 to 1e-15: relative roundings of the input.
        let digits = if eta < 1.1 || n < 1.2 { 1e-11 } else { DIGITS };
        assert_close(exact.sigma(), column("sigma")[row], digits, &what);
        assert_close(exact.peak_velocity() / 0.019, column("peak")[row], digits, &what);
        assert_close(exact.torque(0.019 * u), column("exact")[row], digits, &what);
        assert_close(approximate.torque(0.019 * u), column("approximate")[row], digits, &what);
        assert_eq!(exact.torque(-0.019 * u), -exact.torque(0.019 * u));
    }
}

/// Eq. (6) for n → 1 with the exact amplitude: fc·(1 − e^−u) + c·u·e^−u with σ·(n − 1) → c, whose peak
/// fc + c·e^(−1 − fc/c) is the static level.
#[test]
fn the_curve_has_a_limit_as_the_sharpness_approaches_one() {
    let (coulomb, fs) = (0.5, 0.95);
    let (mut low, mut high) = (0.0_f64, 10.0);
    while high - low > 1e-15 {
        let c = 0.5 * (low + high);
        if coulomb + c * (-1.0 + -coulomb / c).exp() < fs {
            low = c
        } else {
            high = c
        }
        if c == low && c == high || (high - low) < 4.0 * f64::EPSILON {
            break;
        }
    }
    for (n, tolerance) in [(1.0, 1e-7), (1.0 + 1e-9, 1e-7), (1.0 - 1e-9, 1e-7), (1.0001, 2e-4), (0.9999, 2e-4)] {
        let curve = MajdSimaan::new(coulomb, fs, 1.0, n, Amplitude::Exact);
        for u in [0.1_f64, 1.0, 3.0] {
            let limit = coulomb * (1.0 - (-u).exp()) + low * u * (-u).exp();
            assert_close(curve.torque(u), limit, tolerance, &format!("n {n}, u {u}"));
        }
    }
}

#[test]
fn without_coulomb_level_the_amplitude_is_the_closed_form() {
    for n in [0.5_f64, 2.0, 10.0, 50.0] {
        let m = n.max(1.0 / n);
        let curve = MajdSimaan::new(0.0, 0.95, 0.019, n, Amplitude::Exact);
        let closed = 0.95 * m.powf(m / (m - 1.0)) / (m - 1.0);
        assert_close(curve.sigma().abs(), closed, DIGITS, &format!("n = {n}"));
        assert_close(curve.torque(curve.peak_velocity()), 0.95, DIGITS, &format!("peak at n = {n}"));
    }
}

#[test]
fn without_stiction_both_amplitudes_vanish_and_equation_24_remains() {
    for n in [2.0, 10.0, 50.0] {
        for amplitude in [Amplitude::Exact, Amplitude::Approximate] {
            let curve = MajdSimaan::new(0.5, 0.5, 0.019, n, amplitude);
            assert_eq!(curve.sigma(), 0.0);
            // n, not η as printed, in the exponent.
            assert_close(curve.torque(0.004), 0.5 * (1.0 - (-n * 0.004_f64 / 0.019).exp()), DIGITS, "eq. (24)");
        }
    }
}

/// The paper says that the lower bound of (23) is always satisfied.
#[test]
fn the_lower_bound_of_equation_23_fails_up_to_a_sharpness_of_five() {
    let lowest = |n: f64| {
        let top = exact_eta(n);
        (1..1000).map(|k| approximate_peak_error(1.0 + (top - 1.0) * f64::from(k) / 1000.0, n)).fold(0.0, f64::min)
    };
    for n in [2.0, 3.0, 4.0, 5.0] {
        assert!(lowest(n) < -0.02, "n {n}: {}", lowest(n));
    }
    for n in [6.0, 10.0, 50.0] {
        assert!(lowest(n) > -0.02, "n {n}: {}", lowest(n));
    }
}

fn start(parameters: &[(&str, f64)]) -> (Box<dyn Actuator>, Recorder) {
    let mut actuator = Kind::Transmission.actuator();
    let example = [
        ("friction.coulomb_torque", 0.5),
        ("friction.static_ratio", 1.9),
        ("friction.sharpness", 10.0),
        ("friction.stribeck_velocity", 0.019),
        ("viscous_coefficient", 0.05),
        ("friction.law", f64::from(law::MAJD_SIMAAN)),
    ];
    set_all(&mut *actuator, example.iter().chain(parameters));
    let mut recorder = Recorder::default();
    actuator.check().expect("the example is admissible");
    actuator.initialize(0.0, &mut recorder);
    actuator.update_outputs();
    (actuator, recorder)
}

#[test]
fn the_actuator_shows_amplitude_and_peak_velocity_as_calculated_parameters() {
    let (mut exact, _) = start(&[]);
    assert_close(get(&*exact, "friction.stribeck_sigma"), 0.686263868676470, DIGITS, "sigma");
    assert_close(get(&*exact, "friction.peak_velocity"), 0.00601642796767727, DIGITS, "peak velocity");
    let (approximate, _) = start(&[("friction.law", f64::from(law::MAJD_SIMAAN_APPROXIMATE))]);
    assert_close(get(&*approximate, "friction.stribeck_sigma"), 0.697475396981210, DIGITS, "approximate sigma");
    // Both follow a tunable parameter.
    set(&mut *exact, "friction.static_ratio", 1.0);
    exact.configure();
    exact.update_outputs();
    assert_eq!((get(&*exact, "friction.stribeck_sigma"), get(&*exact, "friction.peak_velocity")), (0.0, 0.0));
    let (coulomb, _) = start(&[("friction.law", 1.0)]);
    assert_eq!(get(&*coulomb, "friction.stribeck_sigma"), 0.0);
}

#[test]
fn a_warning_tells_where_the_approximation_leaves_its_region_and_where_no_peak_exists() {
    let approximate = ("friction.law", f64::from(law::MAJD_SIMAAN_APPROXIMATE));
    let warnings = |parameters: &[(&str, f64)]| start(parameters).1.warnings;
    let says = |warnings: &[Warning], text: &str| matches!(warnings, [Warning::Validity { message, .. }] if message.contains(text));
    assert_eq!(warnings(&[approximate]), []);
    assert_eq!(warnings(&[approximate, ("friction.static_ratio", 2.366)]), []);
    assert!(says(&warnings(&[approximate, ("friction.static_ratio", 2.367)]), "2 %"));
    assert_eq!(warnings(&[("friction.static_ratio", 2.367)]), [], "the exact amplitude has no region");
    // σ·(1 − 1/n)·(n²·(1 + fc/σ))^(−1/(n−1))/ωc of the example.
    let sigma = 0.686263868676470_f64;
    let limit = sigma * 0.9 * (100.0 * (1.0 + 0.5 / sigma)).powf(-1.0 / 9.0) / 0.019;
    assert_eq!(warnings(&[("viscous_coefficient", 0.999 * limit)]), []);
    assert!(says(&warnings(&[("viscous_coefficient", 1.001 * limit)]), "no local peak"));
}

/// Its slope at rest is finite, so under a constant torque it moves at the velocity where friction equals the torque.
#[test]
fn it_creeps_under_a_torque_below_breakaway() {
    let mut actuator = Kind::Transmission.actuator();
    let parameters = [
        ("friction.law", f64::from(law::MAJD_SIMAAN)),
        ("friction.coulomb_torque", 0.5),
        ("friction.static_ratio", 1.9),
        ("friction.sharpness", 10.0),
        ("friction.stribeck_velocity", 0.019),
        ("viscous_coefficient", 0.0),
        ("inertia", 0.01),
    ];
    set_all(&mut *actuator, &parameters);
    let inputs = vec![("motor_torque", test_support::Signal::constant(0.3))];
    test_support::Run { actuator: &mut *actuator, inputs, end: 1.0, step: 1e-2 }.go(|_, _| {});
    let curve = MajdSimaan::new(0.5, 0.95, 0.019, 10.0, Amplitude::Exact);
    let velocity = get(&*actuator, "velocity");
    assert!((5e-4..1e-3).contains(&velocity), "{velocity}");
    assert_close(curve.torque(velocity), 0.3, 1e-8, "friction at the velocity of creep");
}
