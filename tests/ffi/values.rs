//! Reading and writing variables: all or nothing, and messages that say what is allowed.

use actuator_fmu::fmi2::*;
use std::ptr::{null, null_mut};
use test_support::importer::{CO_SIMULATION, ERROR, Instance, MODEL_EXCHANGE, OK};

fn started() -> Instance {
    Instance::started("MotionTransmission", CO_SIMULATION)
}

#[test]
fn a_call_with_one_bad_value_writes_none_of_its_values() {
    let instance = started();
    let [motor, load] = ["motor_torque", "load_torque"].map(|name| instance.reference(name));
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let text = instance.refusal(instance.set_reals(&[motor, load], &[5.0, bad]));
        assert!(text.contains("load_torque") && text.contains("must be finite"), "{text}");
        assert_eq!(instance.get("motor_torque"), 0.0);
    }
    assert_eq!(instance.refusal(instance.set_reals(&[motor, 999_999], &[5.0, 1.0])).matches("999999").count(), 1);
    assert_eq!(instance.get("motor_torque"), 0.0);
    assert_eq!(instance.set_reals(&[motor, load], &[5.0, 1.0]), OK);
    assert_eq!((instance.get("motor_torque"), instance.get("load_torque")), (5.0, 1.0));
}

#[test]
fn a_value_out_of_range_is_refused_with_variable_value_range_and_time() {
    let instance = Instance::new("MotionTransmission", CO_SIMULATION);
    assert_eq!(instance.setup(2.5, None), OK);
    let text = instance.refusal(instance.set("inertia", -1.0));
    let reference = instance.reference("inertia");
    assert_eq!(
        text,
        format!(
            "fmi2SetReal at t = 2.5 s: inertia (value reference {reference}) = -1 kg.m2 is refused: \
             it must be greater than 0"
        )
    );
    assert_eq!(instance.set("inertia", 0.0), ERROR);
    assert_eq!(instance.set("friction.efficiency_opposing", 1.0), OK);
    assert_eq!(instance.set("friction.efficiency_opposing", 1.0 + f64::EPSILON), ERROR);
}

#[test]
fn a_refused_ratio_is_told_without_a_unit() {
    let instance = Instance::new("MotionTransmission", CO_SIMULATION);
    let text = instance.refusal(instance.set("friction.static_ratio", 0.5));
    assert!(text.ends_with(") = 0.5 is refused: it must be at least 1"), "{text}");
}

#[test]
fn an_enumeration_out_of_range_is_refused_with_its_items() {
    let instance = Instance::new("MotionTransmission", CO_SIMULATION);
    for value in [0, 99, i32::MIN, i32::MAX] {
        let text = instance.refusal(instance.set_integer("friction.law", value));
        assert!(text.contains("1 coulomb") && text.contains("7 lugre") && text.contains("12 quinn"), "{text}");
    }
    assert_eq!(instance.set_integer("friction.law", 12), OK);
    instance.messages();
    assert_eq!(instance.get_integer("friction.law"), 12);
}

#[test]
fn a_number_beyond_the_choices_is_refused_with_the_choices() {
    let instance = Instance::new("ServoActuator", CO_SIMULATION);
    for value in [-1, 99, i32::MIN, i32::MAX] {
        let text = instance.refusal(instance.set_integer("friction.law_number", value));
        let choices = "it must be 0 or one of 1 coulomb, 2 hess_soom, 3 stribeck,";
        let name = format!("friction.law_number (value reference {})", instance.reference("friction.law_number"));
        assert!(text.contains(&format!("{name} = {value} is refused: {choices}")), "{text}");
    }
    let text = instance.refusal(instance.set_integer("solver.method_number", 3));
    assert!(text.ends_with("= 3 is refused: it must be 0 or one of 1 event_located, 2 fixed_step"), "{text}");
}

#[test]
fn a_variable_of_another_type_is_named_with_its_type() {
    let instance = started();
    let (law, position) = (instance.reference("friction.law"), instance.reference("position"));
    let text = instance.refusal(instance.set_reals(&[law], &[1.0]));
    assert!(text.contains("friction.law") && text.contains("Enumeration variable, not Real"), "{text}");
    let text = instance.refusal(unsafe { fmi2GetInteger(instance.handle, &position, 1, &mut 0) });
    assert!(text.contains("position") && text.contains("Real variable, not Integer"), "{text}");
    let text = instance.refusal(unsafe { fmi2GetBoolean(instance.handle, &position, 1, &mut 0) });
    assert!(text.contains("not Boolean"), "{text}");
    let text = instance.refusal(unsafe { fmi2SetString(instance.handle, &77_777, 1, &null()) });
    assert!(text.contains("value reference 77777 is unknown"), "{text}");
}

#[test]
fn unknown_references_at_the_limits_of_both_ranges_are_refused() {
    let instance = started();
    let reals = instance.interface.reals.len() as u32;
    let integers = 4096 + instance.interface.integers.len() as u32;
    for reference in [reals, 4095, 4096, integers, u32::MAX] {
        assert_eq!(instance.get_reals(&[reference], &mut [0.0]), ERROR, "{reference}");
    }
    for reference in [0, reals, 4095, integers, u32::MAX] {
        assert_eq!(unsafe { fmi2GetInteger(instance.handle, &reference, 1, &mut 0) }, ERROR, "{reference}");
    }
    assert_eq!(instance.get_reals(&[reals - 1], &mut [0.0]), OK);
}

#[test]
fn a_refused_read_writes_nothing() {
    let instance = started();
    let mut values = [7.0, 8.0];
    assert_eq!(instance.get_reals(&[instance.reference("inertia"), 999_999], &mut values), ERROR);
    assert_eq!(values, [7.0, 8.0]);
}

#[test]
fn null_arrays_are_fine_for_no_elements_and_refused_otherwise() {
    let instance = started();
    let reference = instance.reference("load_torque");
    unsafe {
        assert_eq!(fmi2SetReal(instance.handle, null(), 0, null()), OK);
        assert_eq!(fmi2GetReal(instance.handle, null(), 0, null_mut()), OK);
        assert_eq!(fmi2SetInteger(instance.handle, null(), 0, null()), OK);
        assert_eq!(fmi2GetInteger(instance.handle, null(), 0, null_mut()), OK);
        let text = instance.refusal(fmi2SetReal(instance.handle, &reference, 1, null()));
        assert!(text.contains("value is NULL"), "{text}");
        let text = instance.refusal(fmi2GetReal(instance.handle, null(), 1, &mut 0.0));
        assert!(text.contains("vr is NULL"), "{text}");
        let text = instance.refusal(fmi2GetReal(instance.handle, &reference, usize::MAX, &mut 0.0));
        assert!(text.contains("longer than memory"), "{text}");
    }
}

#[test]
fn a_fixed_parameter_set_while_the_simulation_runs_is_refused_and_a_tunable_one_takes_effect() {
    let instance = Instance::started("TunableMotionTransmission", CO_SIMULATION);
    // 3 kN.m is below the static level, and above it once the Coulomb level is lowered.
    assert_eq!(instance.set("motor_torque", 3000.0), OK);
    assert_eq!(instance.step(0.0, 0.01), OK);
    let text = instance.refusal(instance.set("inertia", 100.0));
    assert!(text.contains("inertia") && text.contains("fixed parameter"), "{text}");
    assert_eq!(instance.get("inertia"), 2200.0);
    assert_eq!(instance.get("velocity"), 0.0);
    assert_eq!(instance.set("friction.coulomb_torque", 10.0), OK);
    assert_eq!(instance.step(0.01, 0.01), OK);
    assert!(instance.get("velocity") > 1e-3, "{}", instance.get("velocity"));
}

#[test]
fn parameters_are_fixed_unless_the_fmu_was_built_with_tunable_ones() {
    let instance = started();
    assert_eq!(instance.step(0.0, 0.01), OK);
    let text = instance.refusal(instance.set("friction.coulomb_torque", 10.0));
    assert!(text.contains("fixed parameter") && text.contains("made tunable where the FMU is built"), "{text}");
}

#[test]
fn what_the_model_computes_cannot_be_set() {
    let instance = Instance::new("MotionTransmission", CO_SIMULATION);
    for name in ["position", "acceleration", "friction.stribeck_sigma", "last_event_time"] {
        let text = instance.refusal(instance.set(name, 0.0));
        assert!(text.contains("the model computes it"), "{text}");
    }
    let text = instance.refusal(instance.set_integer("event_count", 0));
    assert!(text.contains("the model computes it"), "{text}");
}

#[test]
fn outputs_at_the_start_time_follow_inputs_and_start_values_in_initialization() {
    for kind in [CO_SIMULATION, MODEL_EXCHANGE] {
        let instance = Instance::initializing("MotionTransmission", kind);
        assert_eq!(instance.set("position_start", 0.05), OK);
        assert_eq!(instance.set("motor_torque", 1000.0), OK);
        assert_eq!(instance.get("position"), 0.05);
        assert_eq!((instance.get("active_torque"), instance.get("friction_torque")), (1000.0, 1000.0));
        assert_eq!(instance.set("velocity_start", 0.01), OK);
        assert_eq!(instance.get("active_torque"), 1000.0 - 80_000.0 * 0.01);
        assert_eq!(instance.exit_initialization(), OK);
        assert_eq!(instance.get("velocity"), 0.01);
        assert_eq!(instance.messages(), []);
    }
}

#[test]
fn outputs_follow_inputs_set_at_a_communication_point() {
    let instance = started();
    assert_eq!(instance.step(0.0, 0.01), OK);
    assert_eq!(instance.set("motor_torque", 2000.0), OK);
    assert_eq!(instance.get("active_torque"), 2000.0);
}

#[test]
fn inputs_and_parameters_set_before_initialization_are_taken_without_a_word() {
    let instance = Instance::new("MotionTransmission", CO_SIMULATION);
    assert_eq!(instance.set("load_torque", -700.0), OK);
    assert_eq!(instance.set("motor_torque", 100.0), OK);
    assert_eq!(instance.set("inertia", 100.0), OK);
    assert_eq!(instance.set_integer("friction.law", 3), OK);
    assert_eq!(instance.enter_initialization(), OK);
    assert_eq!(instance.get("active_torque"), 800.0);
    assert_eq!(instance.messages(), []);
}

#[test]
fn parameters_that_contradict_each_other_end_initialization_with_a_reason() {
    let instance = Instance::initializing("MotionTransmission", CO_SIMULATION);
    assert_eq!(instance.set("travel.lower", 0.5), OK);
    let text = instance.refusal(instance.exit_initialization());
    assert!(text.contains("travel.lower") && text.contains("0.5"), "{text}");
    assert_eq!(instance.set("travel.lower", -0.1), OK);
    assert_eq!(instance.exit_initialization(), OK);
}
