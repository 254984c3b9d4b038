//! Bristle laws: Dahl's curve, friction at constant velocity, hysteresis, breakaway against the rate of the force.

use crate::laws;

#[path = "../examples/breakaway_rate.rs"]
#[allow(dead_code, reason = "its main")]
mod breakaway_rate;
#[path = "../examples/stick_slip.rs"]
#[allow(dead_code, reason = "its main")]
mod stick_slip;

use actuator_fmu::actuator::{Actuator, EventKind, HydraulicActuator};
use actuator_fmu::friction::{Bristle, LevelRatios, ORDERS, RatioSeries, Slip};
use laws::{law, mass};
use test_support::{Run, Signal, get, set_all};

const STIFFNESS: f64 = 1e4;
const COULOMB: f64 = 2.0;

/// A mass so heavy that its velocity is constant to 1e-12 over the run.
fn steady(number: i32, velocity: f64, parameters: &[(&str, f64)]) -> HydraulicActuator {
    let mut actuator = mass(&[
        ("friction.law", f64::from(number)),
        ("mass", 1e15),
        ("velocity_start", velocity),
        ("friction.coulomb_force", COULOMB),
        ("friction.static_ratio", 1.5),
        ("friction.bristle_stiffness", STIFFNESS),
        ("friction.bristle_damping", 1.0),
        ("friction.stribeck_velocity", 0.01),
    ]);
    set_all(&mut actuator, parameters);
    actuator
}

#[test]
fn dahl_friction_follows_its_exponential_in_the_displacement() {
    // Presliding length fc/s0 = 0.2 mm, crossed in 2 s, 2 ms and 20 µs.
    for velocity in [1e-4, -1e-4, 0.1, -10.0] {
        let mut actuator = steady(law::DAHL, velocity, &[]);
        let end = 10.0 * COULOMB / STIFFNESS / velocity.abs();
        Run { actuator: &mut actuator, inputs: vec![], end, step: end / 100.0 }.go(|time, a| {
            let x = velocity * time;
            let expected = velocity.signum() * COULOMB * (1.0 - (-STIFFNESS * x.abs() / COULOMB).exp());
            // Tolerance 1e-9 of the scales: 1e-9·(z + fc/s0) in the deflection, a hundred steps.
            let error = (get(a, "friction_force") - expected).abs();
            assert!(error <= 1e-8 * COULOMB, "{velocity} m/s at {time} s: {error:e} N");
        });
        assert!((get(&actuator, "friction_force").abs() - COULOMB).abs() < 1e-4 * COULOMB);
    }
}

/// Unloading from F₀ by x backwards: F = −fc + (F₀ + fc)·e^(−s0·x/fc), the other branch of the loop.
#[test]
fn dahl_friction_has_the_hysteresis_of_its_closed_form() {
    let start = 1e-4;
    let mut actuator = steady(law::DAHL, -0.01, &[("friction.bristle_deflection_start", start)]);
    Run { actuator: &mut actuator, inputs: vec![], end: 0.1, step: 1e-3 }.go(|time, a| {
        let expected = -COULOMB + (STIFFNESS * start + COULOMB) * (-STIFFNESS * 0.01 * time / COULOMB).exp();
        assert!((get(a, "friction_force") - expected).abs() <= 1e-8 * COULOMB, "at {time}");
    });
}

#[test]
fn lugre_friction_settles_on_its_steady_curve_at_constant_velocity() {
    for (velocity, exponent) in [(1e-4_f64, 2.0), (0.005, 2.0), (-0.01, 1.0), (0.02, 2.0), (-1.0, 0.5)] {
        let viscous = 0.4;
        let parameters = [("friction.stribeck_exponent", exponent), ("viscous_coefficient", viscous)];
        let mut actuator = steady(law::LUGRE, velocity, &parameters);
        // 40 time constants g/|v| = F/(s0·|v|).
        let end = 40.0 * 1.5 * COULOMB / (STIFFNESS * velocity.abs());
        Run { actuator: &mut actuator, inputs: vec![], end, step: end / 200.0 }.go(|_, _| {});
        let fading = (-(velocity.abs() / 0.01).powf(exponent)).exp();
        let expected = velocity.signum() * COULOMB * (1.0 + 0.5 * fading) + viscous * velocity;
        let error = (get(&actuator, "friction_force") - expected).abs();
        assert!(error <= 1e-8 * COULOMB, "{velocity} m/s: {error:e} N");
        assert_eq!(get(&actuator, "friction_regime"), velocity.signum());
    }
}

#[test]
fn bristle_laws_show_regime_zero_while_they_preslide() {
    for number in [law::DAHL, law::LUGRE] {
        let mut actuator = steady(number, 1e-4, &[]);
        let length = COULOMB * if number == law::LUGRE { 1.5 } else { 1.0 } / STIFFNESS;
        // 90 % of the steady deflection: 2.3 lengths.
        Run { actuator: &mut actuator, inputs: vec![], end: 5.0 * length / 1e-4, step: 0.05 }.go(|time, a| {
            let lengths = 1e-4 * time / length;
            if !(2.2..2.4).contains(&lengths) {
                assert_eq!(get(a, "friction_regime"), f64::from(u8::from(lengths > 2.3)), "law {number}, {lengths}");
            }
        });
    }
}

/// Under a constant force below breakaway the bristles hold without creep: position settles on F/s0.
#[test]
fn bristle_laws_hold_a_force_below_breakaway_with_a_settled_deflection() {
    let mut actuator = mass(&[
        ("friction.law", f64::from(law::LUGRE)),
        ("friction.coulomb_force", COULOMB),
        ("friction.static_ratio", 1.5),
        ("friction.bristle_stiffness", STIFFNESS),
        ("friction.bristle_damping", 200.0),
        ("friction.stribeck_velocity", 0.01),
    ]);
    let inputs = vec![("force", Signal(vec![(0.0, 0.0), (10.0, 1.0), (100.0, 1.0)]))];
    let mut at_20 = f64::NAN;
    Run { actuator: &mut actuator, inputs, end: 100.0, step: 0.1 }.go(|time, a| {
        if (time - 20.0).abs() < 1e-9 {
            at_20 = get(a, "position");
        }
    });
    assert!((get(&actuator, "bristle_deflection") - 1.0 / STIFFNESS).abs() <= 1e-9 / STIFFNESS);
    // Absolute tolerance 1e-12 m a step where nothing moves; drift of plain LuGre at rest is none.
    assert!((get(&actuator, "position") - at_20).abs() <= 1e-10, "{} {at_20}", get(&actuator, "position"));
}

/// The rate of the deflection along polynomials of speed and deflection, by its coefficients.
#[test]
fn the_series_of_bristles_sums_to_the_rate_along_the_motion() {
    let sum = |series: &[f64], time: f64| series.iter().rev().fold(0.0, |sum, c| sum * time + c);
    for (excess, exponent, direction) in [(0.0, 2.0, 1.0), (0.5, 2.0, -1.0), (0.5, 1.0, 1.0), (0.5, 1.5, -1.0)] {
        let bristle = Bristle {
            stiffness: 1e5,
            damping: 1.0,
            coulomb: 1.0,
            excess,
            stribeck_velocity: 1e-3,
            exponent,
            slip: Slip::Always,
            ratios: LevelRatios::of_backward(0.7),
        };
        let (speed, along) = ([8e-4, 3e-4, -1e-4], [5e-6, 2e-6, 1e-6]);
        let (mut series, at) = (RatioSeries::default(), |of: &[f64], k: usize| of.get(k).copied().unwrap_or(0.0));
        let rates: Vec<f64> =
            (0..ORDERS).map(|k| series.extend_bristles(&bristle, direction, k, at(&speed, k), at(&along, k))).collect();
        // The nearest singularity is more than 10 times as far away as this time.
        let time = 0.2;
        let [velocity, deflection] = [sum(&speed, time), sum(&along, time)].map(|value| direction * value);
        let expected = direction * bristle.deflection_rate(velocity, direction, deflection);
        assert!((sum(&rates, time) - expected).abs() < 8.0 * f64::EPSILON * speed[0], "{excess} {exponent}");
        assert!(series.greatest_speed(&bristle, ORDERS, time) >= velocity.abs());
    }
}

/// A light swing far below breakaway: ω = √(σ₀/M) = 100 rad/s, in each internal step of 1 ms one series of some 16 orders.
#[test]
fn bristles_that_swing_take_one_series_in_each_internal_step_and_no_implicit_one() {
    for number in [law::DAHL, law::LUGRE] {
        let mut actuator = mass(&[
            ("friction.law", f64::from(number)),
            ("friction.coulomb_force", COULOMB),
            ("friction.static_ratio", 1.5),
            ("friction.bristle_stiffness", STIFFNESS),
            ("friction.bristle_damping", 1.0),
            ("friction.stribeck_velocity", 0.01),
            ("velocity_start", 1e-3),
        ]);
        Run { actuator: &mut actuator, inputs: vec![], end: 1.0, step: 1e-3 }.go(|_, _| {});
        let solver = actuator.statistics().solver;
        assert_eq!(solver.implicit_steps, 0, "law {number}");
        // One more where the velocity passes zero: 32 times.
        assert!((1000..1100).contains(&solver.expansions), "law {number}: {}", solver.expansions);
    }
}

#[test]
fn a_body_that_slips_slowly_on_bristles_meets_its_end_stop_within_a_step() {
    const SPEED: f64 = 0.02;
    for (number, side) in [law::DAHL, law::LUGRE].into_iter().flat_map(|number| [1.0, -1.0].map(|side| (number, side)))
    {
        let travel = [("travel.lower", -1.01e-3), ("travel.upper", 1.01e-3)];
        let mut actuator = steady(number, side * SPEED, &travel);
        let recorder = Run { actuator: &mut actuator, inputs: vec![], end: 0.1, step: 1e-3 }.go(|_, _| {});
        // 50.5 steps on the way.
        let event = recorder.events.iter().find(|event| matches!(event.kind, EventKind::EndStop { .. }));
        let event = event.unwrap_or_else(|| panic!("law {number}: {:?}", recorder.events));
        assert_eq!(event.kind, EventKind::EndStop { side: side as i8 });
        assert!((event.time - 1.01e-3 / SPEED).abs() < 1e-12, "law {number}: {}", event.time);
        assert_eq!(get(&actuator, "position"), side * 1.01e-3);
        let solver = actuator.statistics().solver;
        assert!(solver.expansions > 0, "law {number}: {solver:?}");
    }
}

#[test]
fn the_stick_slip_example_has_the_closed_form_period_for_coulomb_and_a_shorter_slip_for_lugre() {
    let coulomb = stick_slip::breakaways(law::COULOMB);
    let lugre = stick_slip::breakaways(law::LUGRE);
    assert!(coulomb.len() >= 4 && lugre.len() >= 4, "{coulomb:?} {lugre:?}");
    for pair in coulomb.windows(2) {
        assert!((pair[1] - pair[0] - laws::stick_slip_period()).abs() <= 1e-11, "{coulomb:?}");
    }
    let period = lugre[3] - lugre[2];
    // LuGre friction rises with its slip only after a lag and weakens gradually: the same motion, not the same period.
    assert!((period / laws::stick_slip_period() - 1.0).abs() < 0.15, "{lugre:?}");
    assert!((period - (lugre[2] - lugre[1])).abs() < 1e-5, "it is periodic: {lugre:?}");
}

#[test]
fn the_breakaway_example_shows_a_force_that_falls_with_its_rate() {
    let forces = breakaway_rate::forces();
    assert!(forces.len() >= 5);
    for pair in forces.windows(2) {
        assert!(pair[1].0 > pair[0].0 && pair[1].1 < pair[0].1, "{forces:?}");
    }
    // Between static and Coulomb friction, near static for the slowest.
    let (slow, fast) = (forces[0].1, forces[forces.len() - 1].1);
    assert!(slow > 1.40 && slow <= 1.5, "{forces:?}");
    assert!(fast < 1.30 && fast > 1.0, "{forces:?}");
}
