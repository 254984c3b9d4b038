//! A panic inside the library (feature `panic-test`): status, message, and an instance that only can be freed.

use actuator_fmu::fmi2::*;
use test_support::importer::{CO_SIMULATION, ERROR, FATAL, Instance, OK};

/// The step size at which the feature panics.
const PANICKING_STEP: f64 = 0.062_5;

#[test]
fn a_panic_becomes_fatal_and_is_told_and_stays_within_its_instance() {
    let instance = Instance::started("MotionTransmission", CO_SIMULATION);
    let other = Instance::started("MotionTransmission", CO_SIMULATION);
    assert_eq!(instance.step(0.0, PANICKING_STEP), FATAL);
    let message = instance.message();
    assert_eq!((message.status, message.category.as_str()), (FATAL, "logStatusFatal"));
    assert!(message.text.contains("deliberate panic"), "{}", message.text);
    assert_eq!(instance.step(0.0, 1e-3), ERROR);
    assert_eq!(unsafe { fmi2Reset(instance.handle) }, ERROR);
    assert_eq!(unsafe { fmi2Terminate(instance.handle) }, ERROR);
    assert_eq!(instance.get_reals(&[0], &mut [0.0]), ERROR);
    assert_eq!(other.step(0.0, 1e-3), OK);
}
