//! Bare transmissions with piecewise-analytic solutions, for `MotionTransmission`.

use super::{Scenario, Signal};

/// Mechanical data that both share: inertia 0.05 kg.m2, viscous 0.4 N.m.s/rad, Coulomb 0.8 N.m, static ratio 1.3,
/// efficiencies 0.8 and 0.7.
pub const REVERSIBLE: [(&str, f64); 6] = [
    ("inertia", 0.05),
    ("viscous_coefficient", 0.4),
    ("friction.coulomb_torque", 0.8),
    ("friction.static_ratio", 1.3),
    ("friction.efficiency_opposing", 0.8),
    ("friction.efficiency_aiding", 0.7),
];

/// Time in s, motor torque and load torque in N.m that hold from then on.
pub const SWITCHING: [(f64, f64, f64); 11] = [
    (0.0, 0.0, 3.0),
    (0.0503, 9.0, 3.0),
    (0.2517, 3.2, 3.0),
    (0.4011, 0.0, 3.0),
    (0.6029, -4.0, 3.0),
    (0.8507, 0.0, -6.0),
    (1.1003, 12.0, -6.0),
    (1.3009, -2.0, -6.0),
    (1.5001, -14.0, -6.0),
    (1.7503, 0.0, 0.0),
    (1.9, 2.5, 0.0),
];

/// In the order of their names.
pub(super) fn scenarios() -> Vec<Scenario> {
    vec![load_switching(), free_deceleration()]
}

fn load_switching() -> Scenario {
    let motor = SWITCHING.map(|(time, motor, _)| (time, motor));
    let load = SWITCHING.map(|(time, _, load)| (time, load));
    Scenario {
        name: "p3_rev",
        title: "Motor and load switch between communication points; end stops at 0.8 rad",
        model: "MotionTransmission",
        parameters: with(&[("travel.lower", -0.8), ("travel.upper", 0.8), ("position_start", 0.0)]),
        inputs: vec![("motor_torque", Signal::steps(&motor)), ("load_torque", Signal::steps(&load))],
        step_size: 1e-3,
        stop_time: 2.2,
    }
}

fn free_deceleration() -> Scenario {
    Scenario {
        name: "p4",
        title: "Free deceleration from 6 rad/s against a load",
        model: "MotionTransmission",
        parameters: with(&[("travel.lower", -1e3), ("travel.upper", 1e3), ("velocity_start", 6.0)]),
        inputs: vec![("motor_torque", Signal::constant(0.0)), ("load_torque", Signal::constant(3.0))],
        step_size: 1e-3,
        stop_time: 1.0,
    }
}

fn with(more: &[(&'static str, f64)]) -> Vec<(&'static str, f64)> {
    REVERSIBLE.iter().chain(more).copied().collect()
}
