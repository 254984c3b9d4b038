//! MotionTransmission with the parameters of the reference problems.

use super::{Signal, set_all};
use actuator_fmu::actuator::MotionTransmission;
use actuator_fmu::interface::motion_transmission::INTERFACE;

/// A transmission without efficiency losses, viscous friction and end stops in reach, then `parameters`.
pub fn transmission(parameters: &[(&str, f64)]) -> MotionTransmission {
    let mut actuator = MotionTransmission::new(&INTERFACE);
    let neutral = [
        ("friction.efficiency_opposing", 1.0),
        ("friction.efficiency_aiding", 1.0),
        ("viscous_coefficient", 0.0),
        ("travel.lower", -1e3),
        ("travel.upper", 1e3),
    ];
    set_all(&mut actuator, neutral.iter().chain(parameters));
    actuator
}

/// Load switching with stops (P3_rev).
pub const P3: [(&str, f64); 8] = [
    ("inertia", 0.05),
    ("viscous_coefficient", 0.4),
    ("friction.coulomb_torque", 0.8),
    ("friction.static_ratio", 1.3),
    ("friction.efficiency_opposing", 0.8),
    ("friction.efficiency_aiding", 0.7),
    ("travel.lower", -0.8),
    ("travel.upper", 0.8),
];

/// End of P3.
pub const P3_END: f64 = 2.2;

/// Switching times, motor and load torque of the P3 sequence.
const P3_SEQUENCE: [(f64, f64, f64); 11] = [
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

fn stairs(value: impl Fn(&(f64, f64, f64)) -> f64) -> Signal {
    let mut points = Vec::new();
    for pair in P3_SEQUENCE.windows(2) {
        points.extend([(pair[0].0, value(&pair[0])), (pair[1].0, value(&pair[0]))]);
    }
    points.push((1.9, value(&P3_SEQUENCE[10])));
    Signal(points)
}

/// Motor and load torque of P3.
pub fn p3_inputs() -> Vec<(&'static str, Signal)> {
    vec![("motor_torque", stairs(|s| s.1)), ("load_torque", stairs(|s| s.2))]
}

/// The block of P2 under `force` without load: inertia 1, fc 1, fs 1.5.
pub fn block() -> MotionTransmission {
    transmission(&[("inertia", 1.0), ("friction.coulomb_torque", 1.0), ("friction.static_ratio", 1.5)])
}
