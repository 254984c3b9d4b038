//! A mass under PID control: the regulator of Armstrong-Hélouvry & Amin (1996) with stiction, and the theorem of Bisoffi, Da Lio, Teel &
//! Zaccarian (2018) without.

use crate::limit_cycle::reference::{Motion, largest, motions, off_times};
use actuator_fmu::drivetrain::Drivetrain;
use test_support::drivetrain::drivetrain;
use test_support::reference::Table;
use test_support::{Run, get, set_all};

/// Gains and Coulomb friction, in SI units; J is 1. The integral gain of the reference, and one that overshoots more; stable is what is
/// below k_p·k_v = 1200.
const PROPORTIONAL: f64 = 100.0;
const DERIVATIVE: f64 = 12.0;
const HUNTING: f64 = 300.0;
const OVERSHOOTING: f64 = 900.0;
const COULOMB: f64 = 1.0;

fn regulator(integral_gain: f64, static_ratio: f64) -> Drivetrain {
    let gain = format!("C = [[-{integral_gain:?}]]\n");
    let mut regulator = drivetrain(&CONFIGURATION.replace("C = [[-300]]\n", &gain));
    set_all(&mut regulator, &[("contact.friction.static_ratio", static_ratio), ("solver.max_step_size", 0.01)]);
    regulator
}

const CONFIGURATION: &str = r#"
name = "Regulator"
model = "Drivetrain"
[body.mass]
inertia = 1
position_start = 0.05
[brake.contact]
on = "mass"
friction.coulomb_torque = 1
friction.static_ratio = 1.5
[linear.pid]
inputs = [
  { name = "position", unit = "rad", from = "mass.position" },
  { name = "velocity", unit = "rad/s", from = "mass.velocity" },
]
states = [{ name = "integral", unit = "rad.s" }]
outputs = [{ name = "torque", unit = "N.m" }]
A = [[0]]
B = [[1, 0]]
C = [[-300]]
D = [[-100, -12]]
[[input]]
name = "control"
on = "mass"
from = "pid.torque"
"#;

#[test]
fn a_regulated_mass_hunts_as_in_closed_form_over_a_thousand_periods() {
    let table = Table::read("limit_cycle/pid.csv");
    let motions: Vec<Motion> = motions(&table).take(2000).collect();
    let end = motions[motions.len() - 1].times[1] + 0.1;
    let mut actuator = regulator(HUNTING, 1.5);
    let (mut next, mut off_position) = (0, 0.0_f64);
    let recorder = Run { actuator: &mut actuator, inputs: vec![], end, step: 0.1 }.go(|time, actuator| {
        while next < motions.len() && motions[next].times[1] < time {
            next += 1;
        }
        if get(actuator, "contact.friction_regime") == 0.0 && next > 0 {
            off_position = off_position.max((get(actuator, "mass.position") - motions[next - 1].positions[1]).abs());
        }
    });
    let off = largest(&off_times(&recorder, &motions));
    println!("{off:e} s, {off_position:e} rad");
    // At 6005 s a number resolves 9e-13 s, and each event is found in the time of its step.
    assert!(off <= 1e-10, "{off:e} s");
    assert!(off_position <= 1e-14, "{off_position:e} rad");
}

/// The discontinuous Lyapunov function of the theorem, with J = 1:
///
///     V = (k_v/k_i)·σ² − 2·σ·v + k_p·v² + min{(φ − f)²: f in the friction at v},   σ = −k_i·x,   φ = −k_p·x − k_i·∫x
///
/// While sliding dV/dt = −2·(k_p·k_v − k_i)·v²; at rest it is constant, and at a stop it falls.
fn lyapunov(position: f64, velocity: f64, integral: f64) -> f64 {
    let (sigma, phi) = (-OVERSHOOTING * position, -PROPORTIONAL * position - OVERSHOOTING * integral);
    let friction = if velocity == 0.0 { phi.clamp(-COULOMB, COULOMB) } else { COULOMB * velocity.signum() };
    DERIVATIVE / OVERSHOOTING * sigma * sigma - 2.0 * sigma * velocity
        + PROPORTIONAL * velocity * velocity
        + (phi - friction).powi(2)
}

#[test]
fn without_stiction_a_lyapunov_function_never_grows_and_every_rest_is_nearer() {
    let mut actuator = regulator(OVERSHOOTING, 1.0);
    let mut values: Vec<[f64; 3]> = Vec::new();
    let mut rests: Vec<f64> = Vec::new();
    const STEP: f64 = 1.0 / 1024.0;
    Run { actuator: &mut actuator, inputs: vec![], end: 100.0, step: STEP }.go(|_, actuator| {
        let [x, v, z] = ["mass.position", "mass.velocity", "pid.integral"].map(|name| get(actuator, name));
        values.push([lyapunov(x, v, z), v, x]);
        if v == 0.0 && rests.last() != Some(&x) {
            rests.push(x);
        }
    });
    for pair in values.windows(2) {
        // Of a sum of terms of up to 25, rounding is left, where all that happens in a step is rest.
        assert!(pair[1][0] <= pair[0][0] + 1e-13, "{pair:?}");
    }
    // The decrease while it first moves, before V falls at the reversal, by Simpson's rule over pairs of steps: of order 4.
    let stop = values.iter().skip(1).take_while(|value| value[1] < 0.0).count() & !1;
    let integral: f64 = (0..stop / 2)
        .map(|pair| {
            let v = |row: usize| values[2 * pair + row][1].powi(2);
            STEP / 3.0 * (v(0) + 4.0 * v(1) + v(2))
        })
        .sum();
    let expected = 2.0 * (PROPORTIONAL * DERIVATIVE - OVERSHOOTING) * integral;
    let found = values[0][0] - values[stop][0];
    println!("{rests:?} {found} {expected}");
    assert!((found / expected - 1.0).abs() <= 1e-8, "V fell by {found}, expected {expected}");
    assert!(rests.len() > 4 && rests.windows(2).all(|pair| pair[1].abs() < pair[0].abs()), "{rests:?}");
}
