//! Steady states of the servomechanism against their closed forms, with the constants of the reconstructed set.

use test_support::figures::{transmission, values_at};

// Symbols of the paper, SI units, from reference/servo/params.json.
const GAP: f64 = 40.0;
const GM: f64 = 2.5;
const KF: f64 = 100.0;
const GPS: f64 = 4e10;
const GQS: f64 = 1.06;
const CLK: f64 = 1e-12;
const DIS: f64 = 0.00445;
const CM: f64 = 80000.0;
const TFR0: f64 = 2500.0;
/// Load of Figs 6 to 10 [N·m].
const LOAD: f64 = 74500.0;

/// Share of the valve pressure that leakage leaves.
fn leakage() -> f64 {
    1.0 / (1.0 + CLK * GPS / GQS)
}

/// Torque lost per velocity [N·m·s/rad]: B.
fn damping() -> f64 {
    CM + leakage() * (GPS / GQS) * DIS * DIS
}

/// Torque per position error [N·m/rad]: K.
fn stiffness() -> f64 {
    leakage() * DIS * GPS * GM * GAP / KF
}

fn efficiencies(figure: u32) -> (f64, f64) {
    let [(_, opposing), (_, aiding), _] = transmission(figure);
    (opposing, aiding)
}

/// Speed [rad/s] with the pressure saturated at `supply` [Pa].
fn opposing_rate(figure: u32, supply: f64) -> f64 {
    (leakage() * DIS * supply - LOAD / efficiencies(figure).0 - TFR0) / damping()
}

fn aiding_rate(figure: u32, supply: f64) -> f64 {
    (leakage() * DIS * supply + efficiencies(figure).1 * LOAD - TFR0) / damping()
}

/// `tolerance` 1e-10: the transients have decayed below 1e-17, what is left is rounding over hundreds of steps.
fn assert_relative(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() <= 1e-10 * expected.abs(), "{what}: {found:e}, expected {expected:e}");
}

#[test]
fn saturated_rates_are_those_of_the_torque_balance() {
    for figure in [6, 8] {
        assert_relative(values_at(figure, "velocity", [0.3])[0], opposing_rate(figure, 26e6), "opposing");
    }
    for figure in [7, 9, 10] {
        assert_relative(-values_at(figure, "velocity", [0.3])[0], aiding_rate(figure, 26e6), "aiding");
    }
    for figure in [7, 9] {
        assert_relative(-values_at(figure, "velocity", [0.6])[0], aiding_rate(figure, 5e6), "aiding at 5 MPa");
    }
    let degrees = opposing_rate(6, 26e6).to_degrees();
    assert!((degrees - 2.2478).abs() <= 5e-5, "{degrees} deg/s"); // stated with four decimals
}

/// Slope of the ramps of Figs 14 and 15 [rad/s] and their load [N·m].
const RAMP: (f64, f64) = (0.5 * std::f64::consts::PI / 180.0, 37243.0);

#[test]
fn ramp_errors_are_those_of_the_torque_balance() {
    let (slope, load) = RAMP;
    for figure in [14, 15] {
        let (opposing, aiding) = efficiencies(figure);
        let [upwards, downwards] = values_at(figure, "position_error", [0.5, 0.9]);
        assert_relative(upwards, (load / opposing + TFR0 + damping() * slope) / stiffness(), "opposing");
        assert_relative(downwards, (aiding * load - TFR0 - damping() * slope) / stiffness(), "aiding");
    }
}

#[test]
fn the_spool_of_a_steady_ramp_carries_the_motor_torque() {
    let (slope, load) = RAMP;
    let torque = load / efficiencies(14).0 + TFR0 + CM * slope;
    assert_relative(values_at(14, "motor_torque", [0.5])[0], torque, "motor torque");
    let spool = (torque / (DIS * leakage()) + GPS / GQS * DIS * slope) / GPS;
    assert_relative(values_at(14, "spool_position", [0.5])[0], spool, "spool");
}
