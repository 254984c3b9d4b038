//! Choices by number, for importers that do not pass enumerations.

use model_description::models::laws::LAWS;
use test_support::importer::{CO_SIMULATION, Instance, MODEL_EXCHANGE, OK};

const MODELS: [&str; 3] = ["MotionTransmission", "ServoActuator", "HydraulicActuator"];

/// What an instance shows after a tenth of a second of motion.
fn run(model: &str, choices: &[(&str, i32)]) -> Vec<u64> {
    let instance = Instance::new(model, CO_SIMULATION);
    assert_eq!(instance.set("velocity_start", 0.02), OK);
    // Parameters that every law allows.
    assert_eq!(instance.set_integer("friction.table.size", 1), OK);
    choices.iter().for_each(|(name, value)| assert_eq!(instance.set_integer(name, *value), OK));
    assert_eq!((instance.enter_initialization(), instance.exit_initialization()), (OK, OK));
    assert_eq!(instance.step(0.0, 0.02), OK);
    ["position", "velocity", "acceleration"].map(|name| instance.get(name).to_bits()).into()
}

#[test]
fn a_law_chosen_by_its_number_is_that_law() {
    for model in MODELS {
        for law in 1..=LAWS.len() as i32 {
            let expected = run(model, &[("friction.law", law)]);
            assert_eq!(run(model, &[("friction.law_number", law)]), expected, "{model}, law {law}");
        }
        let laws = [1, 3, 6].map(|law| run(model, &[("friction.law_number", law)]));
        assert!(laws[0] != laws[1] && laws[1] != laws[2], "{model}: laws differ");
    }
}

#[test]
fn a_number_of_zero_leaves_the_choice_and_any_other_number_overrides_it() {
    for model in MODELS {
        let stribeck = run(model, &[("friction.law", 3)]);
        assert_eq!(run(model, &[("friction.law", 3), ("friction.law_number", 0)]), stribeck);
        assert_eq!(run(model, &[("friction.law", 1), ("friction.law_number", 3)]), stribeck);
        let fixed = run(model, &[("solver.method", 2), ("friction.law", 1)]);
        assert_eq!(run(model, &[("solver.method_number", 2), ("friction.law", 1)]), fixed);
        assert_ne!(run(model, &[("friction.law", 1)]), fixed, "{model}: the methods differ");
    }
}

#[test]
fn numbers_read_back_as_they_were_set_and_leave_the_enumeration() {
    for kind in [CO_SIMULATION, MODEL_EXCHANGE] {
        let instance = Instance::initializing("HydraulicActuator", kind);
        assert_eq!(instance.get_integer("friction.law_number"), 0);
        assert_eq!(instance.set_integer("friction.law_number", 12), OK);
        assert_eq!((instance.get_integer("friction.law"), instance.get_integer("friction.law_number")), (7, 12));
    }
}
