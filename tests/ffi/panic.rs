//! A panic inside the library (feature `panic-test`): status, message, and an instance that only can be freed.

use actuator_fmu::fmi2::*;
use test_support::importer::{CO_SIMULATION, ERROR, FATAL, Instance, OK};

#[test]
fn a_panic_becomes_fatal_and_is_told_and_stays_within_its_instance() {
    let instance = Instance::named("MotionTransmission", CO_SIMULATION, "panic before fmi2DoStep", 1);
    assert_eq!(instance.setup(0.0, None), OK);
    assert_eq!(instance.enter_initialization(), OK);
    assert_eq!(instance.exit_initialization(), OK);
    let other = Instance::started("MotionTransmission", CO_SIMULATION);
    assert_eq!(instance.step(0.0, 1e-3), FATAL);
    let message = instance.message();
    assert_eq!((message.status, message.category.as_str()), (FATAL, "logStatusFatal"));
    assert!(message.text.contains("deliberate panic"), "{}", message.text);
    assert_eq!(instance.step(0.0, 1e-3), ERROR);
    assert_eq!(unsafe { fmi2Reset(instance.handle) }, ERROR);
    assert_eq!(unsafe { fmi2Terminate(instance.handle) }, ERROR);
    assert_eq!(instance.get_reals(&[0], &mut [0.0]), ERROR);
    assert_eq!(other.step(0.0, 1e-3), OK);
}
