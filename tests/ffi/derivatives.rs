//! Derivatives of inputs and outputs in time, and directional derivatives.

use actuator_fmu::fmi2::*;
use test_support::importer::{CO_SIMULATION, DISCARD, ERROR, Instance, MODEL_EXCHANGE, OK, WARNING};

/// Without friction and damping, so that motion is a polynomial.
fn free_mass(kind: fmi2Type) -> Instance {
    let instance = Instance::initializing("MotionTransmission", kind);
    for (name, value) in [
        ("friction.coulomb_torque", 0.0),
        ("viscous_coefficient", 0.0),
        ("inertia", 2.0),
        ("friction.efficiency_opposing", 1.0),
        ("friction.efficiency_aiding", 1.0),
        ("travel.lower", -1e3),
        ("travel.upper", 1e3),
    ] {
        assert_eq!(instance.set(name, value), OK);
    }
    assert_eq!(instance.exit_initialization(), OK);
    instance
}

fn set_input_derivative(instance: &Instance, name: &str, order: i32, value: f64) -> fmi2Status {
    let reference = instance.reference(name);
    unsafe { fmi2SetRealInputDerivatives(instance.handle, &reference, 1, &order, &value) }
}

fn output_derivative(instance: &Instance, name: &str, order: i32) -> (fmi2Status, f64) {
    let (reference, mut value) = (instance.reference(name), f64::NAN);
    let status = unsafe { fmi2GetRealOutputDerivatives(instance.handle, &reference, 1, &order, &mut value) };
    (status, value)
}

#[test]
fn an_input_derivative_makes_the_input_linear_over_the_step() {
    let instance = free_mass(CO_SIMULATION);
    assert_eq!(instance.set("motor_torque", 1.0), OK);
    assert_eq!(set_input_derivative(&instance, "motor_torque", 1, 12.0), OK);
    assert_eq!(instance.step(0.0, 1.0), OK);
    // v = t/2 + 3 t2, x = t2/4 + t3
    let (position, velocity) = (instance.get("position"), instance.get("velocity"));
    assert!((position - 1.25).abs() < 1e-14 && (velocity - 3.5).abs() < 1e-14, "{position} {velocity}");
}

#[test]
fn setting_another_input_keeps_a_derivative() {
    let instance = free_mass(CO_SIMULATION);
    assert_eq!(instance.set("motor_torque", 1.0), OK);
    assert_eq!(set_input_derivative(&instance, "motor_torque", 1, 12.0), OK);
    assert_eq!(instance.set("load_torque", 1.0), OK);
    assert_eq!(instance.step(0.0, 1.0), OK);
    assert!((instance.get("velocity") - 3.0).abs() < 1e-14, "{}", instance.get("velocity"));
}

#[test]
fn orders_and_variables_that_make_no_sense_are_refused_and_change_nothing() {
    let instance = free_mass(CO_SIMULATION);
    for (name, order, value) in [
        ("motor_torque", 0, 1.0),
        ("motor_torque", -1, 1.0),
        ("motor_torque", 2, 1.0),
        ("motor_torque", 1, f64::NAN),
        ("position", 1, 1.0),
        ("inertia", 1, 1.0),
    ] {
        let text = instance.refusal(set_input_derivative(&instance, name, order, value));
        assert!(text.contains(name), "{text}");
    }
    let references = ["motor_torque", "load_torque"].map(|name| instance.reference(name));
    let (orders, values) = ([1, 0], [5.0, 0.0]);
    let status = unsafe {
        fmi2SetRealInputDerivatives(instance.handle, references.as_ptr(), 2, orders.as_ptr(), values.as_ptr())
    };
    assert_eq!(status, ERROR);
    assert_eq!(instance.step(0.0, 1.0), OK);
    assert_eq!(instance.get("velocity"), 0.0);
    assert_eq!(set_input_derivative(&instance, "motor_torque", 2, 0.0), OK);
}

#[test]
fn output_derivatives_belong_to_the_end_of_the_step() {
    let instance = free_mass(CO_SIMULATION);
    assert_eq!(instance.set("motor_torque", 4.0), OK);
    assert_eq!(instance.step(0.0, 1.0), OK);
    let (status, rate) = output_derivative(&instance, "position", 1);
    assert_eq!(status, OK);
    assert!((rate - 2.0).abs() < 1e-14, "{rate}");
    let (status, rate) = output_derivative(&instance, "velocity", 1);
    assert_eq!(status, OK);
    assert!((rate - 2.0).abs() < 1e-14, "{rate}");
    assert_eq!(output_derivative(&instance, "position", 2), (OK, 0.0));
    assert_eq!(output_derivative(&instance, "position", 0).0, ERROR);
    assert_eq!(output_derivative(&instance, "inertia", 1).0, ERROR);
    assert_eq!(output_derivative(&instance, "last_event_time", 1).0, ERROR);
}

fn directional(instance: &Instance, unknown: &str, known: &str, seed: f64) -> f64 {
    let (unknown, known) = (instance.reference(unknown), instance.reference(known));
    let mut change = f64::NAN;
    let status = unsafe { fmi2GetDirectionalDerivative(instance.handle, &unknown, 1, &known, 1, &seed, &mut change) };
    assert_eq!(status, OK);
    change
}

#[test]
fn a_directional_derivative_is_that_of_the_present_regime() {
    let instance = Instance::initializing("MotionTransmission", MODEL_EXCHANGE);
    assert_eq!(instance.set("motor_torque", 1000.0), OK);
    assert_eq!(instance.exit_initialization(), OK);
    // Stuck: friction answers the whole torque.
    assert!(directional(&instance, "acceleration", "motor_torque", 1.0).abs() < 1e-9);
    assert!((directional(&instance, "friction_torque", "motor_torque", 1.0) - 1.0).abs() < 1e-9);
    let sliding = Instance::initializing("MotionTransmission", MODEL_EXCHANGE);
    assert_eq!(sliding.set("velocity_start", 0.1), OK);
    assert_eq!(sliding.exit_initialization(), OK);
    let change = directional(&sliding, "acceleration", "motor_torque", 2200.0);
    assert!((change - 1.0).abs() < 1e-9, "{change}");
    let change = directional(&sliding, "acceleration", "velocity", 2200.0);
    assert!((change + 80_000.0).abs() < 1e-4, "{change}");
    assert_eq!(sliding.get("velocity"), 0.1);
}

#[test]
fn a_directional_derivative_of_what_is_not_computed_is_refused() {
    let instance = Instance::started("MotionTransmission", MODEL_EXCHANGE);
    let [inertia, position, load] = ["inertia", "position", "load_torque"].map(|name| instance.reference(name));
    let derivative = |unknown: u32, known: u32, seed: f64| unsafe {
        fmi2GetDirectionalDerivative(instance.handle, &unknown, 1, &known, 1, &seed, &mut 0.0)
    };
    assert!(instance.refusal(derivative(inertia, load, 1.0)).contains("inertia"));
    assert!(instance.refusal(derivative(position, inertia, 1.0)).contains("inertia"));
    assert!(instance.refusal(derivative(position, load, f64::NAN)).contains("dvKnown"));
    assert!(instance.refusal(derivative(position, 999_999, 1.0)).contains("999999"));
    let null = std::ptr::null();
    let none =
        unsafe { fmi2GetDirectionalDerivative(instance.handle, null, 0, null, 0, null.cast(), std::ptr::null_mut()) };
    assert_eq!(none, OK);
}

fn change(instance: &Instance, unknown: &str, knowns: &[(&str, f64)]) -> (fmi2Status, f64) {
    let references: Vec<u32> = knowns.iter().map(|(name, _)| instance.reference(name)).collect();
    let seed: Vec<f64> = knowns.iter().map(|(_, seed)| *seed).collect();
    let (unknown, count, mut change) = (instance.reference(unknown), knowns.len(), f64::NAN);
    let status = unsafe {
        fmi2GetDirectionalDerivative(
            instance.handle,
            &unknown,
            1,
            references.as_ptr(),
            count,
            seed.as_ptr(),
            &mut change,
        )
    };
    (status, change)
}

/// Knowns that cannot move continuously.
const UNMOVED: [&str; 6] =
    ["friction.law", "friction.law_number", "event_count", "last_event_time", "inertia", "friction.static_ratio"];

#[test]
fn knowns_that_cannot_move_are_left_out_where_their_seed_is_zero() {
    for kind in [CO_SIMULATION, MODEL_EXCHANGE] {
        for initializing in [true, false] {
            let instance = Instance::initializing("MotionTransmission", kind);
            assert_eq!(instance.set("velocity_start", 0.1), OK);
            if !initializing {
                assert_eq!(instance.exit_initialization(), OK);
            }
            let expected = change(&instance, "acceleration", &[("motor_torque", 2200.0), ("velocity", 0.5)]);
            assert_eq!(expected, (OK, 1.0 - 80_000.0 * 0.5 / 2200.0));
            for unmoved in UNMOVED {
                for zero in [0.0, -0.0] {
                    let knowns = [(unmoved, zero), ("motor_torque", 2200.0), ("velocity", 0.5)];
                    assert_eq!(change(&instance, "acceleration", &knowns), expected, "{unmoved}");
                }
            }
            let none: Vec<_> = UNMOVED.iter().map(|name| (*name, 0.0)).collect();
            assert_eq!(change(&instance, "acceleration", &none), (OK, 0.0));
            assert_eq!(instance.messages(), []);
        }
    }
}

#[test]
fn a_choice_cannot_be_moved_and_the_refusal_says_so() {
    let instance = Instance::initializing("MotionTransmission", CO_SIMULATION);
    for name in ["friction.law", "friction.law_number", "event_count"] {
        let text = instance.refusal(change(&instance, "acceleration", &[(name, 1.0)]).0);
        let reference = instance.reference(name);
        assert!(
            text.ends_with(&format!(
                "{name} (value reference {reference}) cannot be moved continuously: its dvKnown must be 0"
            )),
            "{text}"
        );
    }
    assert_eq!(instance.exit_initialization(), OK);
    let text = instance.refusal(change(&instance, "acceleration", &[("inertia", 1.0)]).0);
    assert!(text.ends_with("is neither a continuous state nor a continuous input"), "{text}");
    assert!(instance.refusal(change(&instance, "acceleration", &[("friction.law", f64::NAN)]).0).contains("dvKnown"));
    let known = unsafe {
        let (unknown, seed) = (instance.reference("acceleration"), 0.0);
        fmi2GetDirectionalDerivative(instance.handle, &unknown, 1, &999_999, 1, &seed, &mut 0.0)
    };
    assert!(instance.refusal(known).contains("value reference 999999 is unknown"));
}

#[test]
fn a_state_that_is_not_finite_is_discarded() {
    let instance = Instance::started("MotionTransmission", MODEL_EXCHANGE);
    assert_eq!(unsafe { fmi2EnterContinuousTimeMode(instance.handle) }, OK);
    for bad in [f64::NAN, f64::INFINITY] {
        assert_eq!(unsafe { fmi2SetContinuousStates(instance.handle, [0.0, bad, 0.0].as_ptr(), 3) }, DISCARD);
        assert!(instance.message().text.contains("velocity"));
        assert_eq!(unsafe { fmi2SetTime(instance.handle, bad) }, DISCARD);
        let message = instance.message();
        assert_eq!((message.status, message.category.as_str()), (WARNING, "logStatusDiscard"));
    }
    let mut states = [f64::NAN; 3];
    assert_eq!(unsafe { fmi2GetContinuousStates(instance.handle, states.as_mut_ptr(), 3) }, OK);
    assert_eq!(states, [0.0; 3]);
}

/// An integrator that diverges, as OpenModelica's CVODE on bristles: their rate is a product of states, which no number can hold.
#[test]
fn derivatives_beyond_the_largest_number_are_discarded_and_importers_that_hide_discards_show_why() {
    let instance = Instance::new("MotionTransmission", MODEL_EXCHANGE);
    assert_eq!(instance.set_integer("friction.law_number", 7), OK);
    assert_eq!(instance.set("velocity_start", 0.1), OK);
    assert_eq!(instance.enter_initialization(), OK);
    assert_eq!(instance.exit_initialization(), OK);
    assert_eq!(unsafe { fmi2EnterContinuousTimeMode(instance.handle) }, OK);
    let _ = instance.messages();
    let mut derivatives = [7.0; 3];
    for (states, is_within) in [([0.0, 1e30, -1e20], true), ([0.0, 1e200, 1e150], false)] {
        assert_eq!(unsafe { fmi2SetContinuousStates(instance.handle, states.as_ptr(), 3) }, OK);
        let status = unsafe { fmi2GetDerivatives(instance.handle, derivatives.as_mut_ptr(), 3) };
        assert_eq!(status, if is_within { OK } else { DISCARD }, "{derivatives:?}");
        assert!(!is_within || derivatives.iter().all(|value| value.is_finite()), "{derivatives:?}");
    }
    let message = instance.message();
    // FMI Library shows messages of status Discard as remarks, and importers hide those.
    assert_eq!((message.status, message.category.as_str()), (WARNING, "logStatusDiscard"));
    let start = "fmi2GetDerivatives at t = 0 s: acceleration (value reference 4) is ";
    let end = " at these continuous states: velocity (value reference 3) = ";
    assert!(message.text.starts_with(start) && message.text.contains(end), "{}", message.text);
}
