//! MotionTransmission with the parameters of the reference problems.

use super::{Signal, set_all};
use actuator_fmu::actuator::MotionTransmission;
use actuator_fmu::interface::motion_transmission::INTERFACE;
use fmu_simulation::scenario::Scenario;
use std::sync::LazyLock;

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

fn p3() -> Scenario {
    Scenario::find("p3_rev").expect("a published case")
}

/// Load switching with stops (P3_rev).
pub static P3: LazyLock<Vec<(&str, f64)>> = LazyLock::new(|| p3().parameters);

/// End of P3.
pub const P3_END: f64 = 2.2;

/// Motor and load torque of P3.
pub fn p3_inputs() -> Vec<(&'static str, Signal)> {
    p3().inputs.into_iter().map(|(name, signal)| (name, Signal(signal.points().to_vec()))).collect()
}

/// The block of P2 under `force` without load: inertia 1, fc 1, fs 1.5.
pub fn block() -> MotionTransmission {
    transmission(&[("inertia", 1.0), ("friction.coulomb_torque", 1.0), ("friction.static_ratio", 1.5)])
}
