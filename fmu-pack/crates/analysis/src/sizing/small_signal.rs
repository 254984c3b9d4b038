//! Small motions about a centred spool, without friction and without saturation: bandwidth and damping.
//!
//! ```text
//! d²x_F/dt² = ω²·((G_M·i − K_F·x_S)/K_FS − x_F) − 2·ζ·ω·dx_F/dt      first stage (Borello & Dalla Vedova 2012, section 5.2)
//! dx_S/dt   = G_SF·x_F                                                 second stage
//! J·dv/dt   = T_x·x_S − B·v − L,   dx/dt = v                           motor and body
//! i         = K_P·e + K_I·∫e dt + K_D·de/dt,   e = command − x
//! ```
//!
//! T_x and B are those of [`Valve::torque_per_spool`](super::valve::Valve::torque_per_spool) and
//! [`Servo::damping`](super::actuator::Servo::damping).

use super::actuator::Servo;
use crate::linear::{DMatrix, LinearSystem, Signal};
use std::f64::consts::{FRAC_1_SQRT_2, PI, TAU};

/// What the closed loop does with a small command.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SmallSignal {
    /// Frequency above which position over command is less than 1/√2, −3 dB \[Hz\]; none where it never is within the range.
    pub bandwidth: Option<f64>,
    /// Frequency at which position lags command by 90 degrees \[Hz\].
    pub phase_bandwidth: Option<f64>,
    /// Damping ratio of the slowest pair of poles; 1 where there is no pair.
    pub damping_ratio: f64,
    /// All poles are to the left of the imaginary axis.
    pub is_stable: bool,
}

impl Servo {
    /// The closed loop from command and load to position.
    pub fn linear_system(&self, supply: f64) -> LinearSystem {
        let valve = &self.first_stage;
        let (square, damping) = (valve.natural_frequency.powi(2), 2.0 * valve.damping_ratio * valve.natural_frequency);
        let per_current = valve.torque_motor_gain / valve.flapper_stiffness * square;
        let per_spool = valve.feedback_stiffness / valve.flapper_stiffness * square;
        let inertia = self.transmission.inertia;
        let torque = self.valve.torque_per_spool(supply) / inertia;
        let control = &self.controller;
        let (proportional, integral, derivative) =
            (control.proportional_gain, control.integral_gain, control.derivative_gain);
        // x_F, dx_F/dt, x_S, v, x, ∫e dt
        #[rustfmt::skip]
        let a = DMatrix::from_row_slice(6, 6, &[
            0.0, 1.0, 0.0, 0.0, 0.0, 0.0,
            -square, -damping, -per_spool, -per_current * derivative, -per_current * proportional, per_current * integral,
            valve.spool_velocity_gain, 0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, torque, -self.damping() / inertia, 0.0, 0.0,
            0.0, 0.0, 0.0, 1.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0, -1.0, 0.0,
        ]);
        // The rate of the command, which K_D needs, is not an input here.
        let b = DMatrix::from_row_slice(
            6,
            2,
            &[0.0, 0.0, per_current * proportional, 0.0, 0.0, 0.0, 0.0, -1.0 / inertia, 0.0, 0.0, 1.0, 0.0],
        );
        let names = ["flapper_position", "flapper_velocity", "spool_position", "velocity", "position"];
        let states = names.into_iter().chain(["controller.error_integral"]).map(|name| Signal::new(name, ""));
        let system = LinearSystem {
            states: states.collect(),
            inputs: vec![Signal::new("command", "rad"), Signal::new("load_torque", "N.m")],
            outputs: vec![Signal::new("position", "rad")],
            a,
            b,
            c: DMatrix::from_row_slice(1, 6, &[0.0, 0.0, 0.0, 0.0, 1.0, 0.0]),
            d: DMatrix::zeros(1, 2),
        };
        if integral == 0.0 { without_integral(system) } else { system }
    }

    /// Bandwidth and damping.
    pub fn small_signal(&self, supply: f64) -> SmallSignal {
        let system = self.linear_system(supply);
        let (damping_ratio, is_stable) = damping_of(&system.poles());
        let derivative = self.controller.derivative_gain / self.controller.proportional_gain;
        // With K_D the command's rate enters beside the command: K_P + jω·K_D in the place of K_P.
        let response = |frequency: f64| {
            let lead = crate::linear::Complex::new(1.0, derivative * TAU * frequency);
            system.response(0, 0, TAU * frequency).map(|value| value * lead)
        };
        let gain = |frequency: f64| response(frequency).map_or(f64::INFINITY, |value| value.norm());
        let lag = |frequency: f64| response(frequency).map_or(0.0, |value| -value.arg());
        SmallSignal {
            bandwidth: last_crossing(|frequency| gain(frequency) - FRAC_1_SQRT_2),
            // It goes on from −90 degrees to beyond −180, which an angle shows as a lead: the first crossing counts.
            phase_bandwidth: first_crossing(|frequency| {
                let lag = lag(frequency);
                PI / 2.0 - if lag < -0.1 { lag + TAU } else { lag }
            }),
            damping_ratio,
            is_stable,
        }
    }

    /// Damping ratio of the slowest pair of poles, as in [`SmallSignal`], without the response; none where the loop is unstable.
    pub fn damping_ratio(&self, supply: f64) -> Option<f64> {
        let (ratio, is_stable) = damping_of(&self.linear_system(supply).poles());
        is_stable.then_some(ratio)
    }
}

/// Of the slowest pair, and whether all poles are to the left of the imaginary axis.
fn damping_of(poles: &[crate::linear::Pole]) -> (f64, bool) {
    let pair = poles.iter().find(|pole| pole.is_pair());
    let is_stable = !poles.is_empty() && poles.iter().all(|pole| pole.real < 0.0);
    (pair.and_then(crate::linear::Pole::damping_ratio).unwrap_or(1.0), is_stable)
}

/// An integral that nobody uses is no state of the loop.
fn without_integral(system: LinearSystem) -> LinearSystem {
    LinearSystem {
        states: system.states[..5].to_vec(),
        a: system.a.view((0, 0), (5, 5)).into_owned(),
        b: system.b.view((0, 0), (5, 2)).into_owned(),
        c: system.c.view((0, 0), (1, 5)).into_owned(),
        ..system
    }
}

/// Range of frequencies that are looked through \[Hz\] and steps per decade.
const RANGE: (i32, i32) = (-3, 4);
const PER_DECADE: i32 = 100;

fn frequencies() -> impl DoubleEndedIterator<Item = f64> {
    (RANGE.0 * PER_DECADE..=RANGE.1 * PER_DECADE).map(|step| 10f64.powf(f64::from(step) / f64::from(PER_DECADE)))
}

/// The highest frequency at which `excess` goes from positive to not; none where it is not positive anywhere, or still is at
/// the end of the range.
fn last_crossing(excess: impl Fn(f64) -> f64) -> Option<f64> {
    let high = frequencies().rev().find(|frequency| excess(*frequency) > 0.0)?;
    refine(high, &excess)
}

fn first_crossing(excess: impl Fn(f64) -> f64) -> Option<f64> {
    let after = frequencies().find(|frequency| excess(*frequency) <= 0.0)?;
    refine(after / 10f64.powf(1.0 / f64::from(PER_DECADE)), &excess)
}

/// The crossing between `low` and the frequency after it.
fn refine(low: f64, excess: &impl Fn(f64) -> f64) -> Option<f64> {
    let (mut low, mut high) = (low, low * 10f64.powf(1.0 / f64::from(PER_DECADE)));
    if excess(low) <= 0.0 || excess(high) > 0.0 {
        return None;
    }
    for _ in 0..50 {
        let middle = (low * high).sqrt();
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    Some(low)
}
