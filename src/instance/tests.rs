//! The instance with a model whose behaviour is known, where the real models cannot be brought.
#![allow(clippy::unwrap_used)]

use super::fake::{
    ACCELERATION, BREAKING_FORCE, COUNT, FORCE, HIGH, LIGHT, LOW, MASS, POSITION, VELOCITY, WARNING_FORCE, initialized,
    instantiated,
};
use super::state::{InterfaceType, State};
use super::{Discretes, Instance, LastStep, Operation, Status};

fn real(instance: &mut Instance, reference: u32) -> f64 {
    let mut value = [f64::NAN];
    assert_eq!(instance.get_real(&[reference], &mut value), Status::Ok);
    value[0]
}

#[test]
fn tunable_parameters_that_do_not_fit_together_are_all_restored() {
    let (mut instance, messages) = initialized(InterfaceType::CoSimulation);
    assert_eq!(instance.set_real(&[FORCE, LOW, LOW], &[3.0, 0.5, 2.0]), Status::Error);
    assert_eq!(
        messages.take(),
        ["logStatusError: fmi2SetReal at t = 0 s: travel.lower (value reference 5) = 2 is refused: \
          it must not exceed travel.upper"]
    );
    assert_eq!((real(&mut instance, FORCE), real(&mut instance, LOW), real(&mut instance, HIGH)), (0.0, -1.0, 1.0));
    assert_eq!(instance.set_real(&[HIGH, LOW], &[3.0, 2.0]), Status::Ok);
    assert_eq!(instance.state(), State::StepComplete);
}

#[test]
fn parameters_may_contradict_each_other_until_initialization_ends() {
    let (mut instance, messages) = instantiated(InterfaceType::CoSimulation);
    assert_eq!(instance.set_real(&[LOW], &[5.0]), Status::Ok);
    assert_eq!(instance.enter_initialization_mode(), Status::Ok);
    assert_eq!(instance.exit_initialization_mode(), Status::Error);
    assert!(messages.take()[0].contains("travel.lower (value reference 5) = 5 is refused"));
    assert_eq!(instance.set_real(&[HIGH], &[6.0]), Status::Ok);
    assert_eq!(instance.exit_initialization_mode(), Status::Ok);
}

#[test]
fn outputs_at_the_start_follow_inputs_and_parameters_set_in_initialization() {
    let (mut instance, _) = instantiated(InterfaceType::CoSimulation);
    instance.enter_initialization_mode();
    assert_eq!(instance.set_real(&[FORCE], &[8.0]), Status::Ok);
    assert_eq!(real(&mut instance, ACCELERATION), 4.0);
    assert_eq!(instance.set_real(&[MASS], &[4.0]), Status::Ok);
    assert_eq!(real(&mut instance, ACCELERATION), 2.0);
}

#[test]
fn outputs_are_computed_once_after_a_change_and_not_for_inputs() {
    let (mut instance, _) = initialized(InterfaceType::CoSimulation);
    let count = |instance: &mut Instance| {
        let mut value = [0];
        instance.get_integer(&[COUNT], &mut value);
        value[0]
    };
    let first = count(&mut instance);
    real(&mut instance, POSITION);
    assert_eq!(count(&mut instance), first);
    instance.do_step(0.0, 0.5);
    real(&mut instance, FORCE);
    assert_eq!((count(&mut instance), count(&mut instance)), (first + 1, first + 1));
}

#[test]
fn a_step_to_infinity_is_discarded_and_a_saved_state_brings_the_instance_back() {
    let (mut instance, messages) = initialized(InterfaceType::CoSimulation);
    let mut saved = None;
    assert_eq!(instance.save_state(None, &mut saved), Status::Ok);
    instance.set_real(&[FORCE], &[2.0 * BREAKING_FORCE]);
    assert_eq!(instance.do_step(0.0, 1.0), Status::Discard);
    assert_eq!(instance.state(), State::StepFailed);
    assert_eq!(
        messages.take(),
        ["logStatusDiscard: fmi2DoStep at t = 0 s: the step of 1 s from 0 s gave position (value reference 1) = NaN, \
          which is not finite; parameters, inputs and states must be of a size that the model can represent"]
    );
    let mut last = None;
    let status = instance.inquire(Operation::InquireStatus, |step| {
        last = Some(*step);
        Ok(())
    });
    let expected = LastStep { status: Status::Discard, successful_time: 0.0, is_terminated: false };
    assert_eq!((status, last), (Status::Ok, Some(expected)));
    assert_eq!(real(&mut instance, POSITION), 0.0);
    assert_eq!(instance.do_step(0.0, 1.0), Status::Error);
    assert_eq!(instance.restore_state(saved.as_ref().unwrap()), Status::Ok);
    assert_eq!(instance.do_step(0.0, 1.0), Status::Ok);
}

#[test]
fn where_explicit_steps_may_be_too_long_the_message_says_which_parameter_to_change() {
    let (mut instance, messages) = instantiated(InterfaceType::CoSimulation);
    instance.enter_initialization_mode();
    assert_eq!(instance.set_real(&[MASS], &[LIGHT]), Status::Ok);
    instance.exit_initialization_mode();
    instance.set_real(&[FORCE], &[2.0 * BREAKING_FORCE]);
    assert_eq!(instance.do_step(0.0, 1.0), Status::Discard);
    let message = &messages.take()[0];
    assert!(message.contains("; mass (value reference 4) = 0.5 must be greater; otherwise parameters"), "{message}");
}

#[test]
fn a_warning_of_the_model_is_the_status_of_the_step_and_is_logged() {
    let (mut instance, messages) = initialized(InterfaceType::CoSimulation);
    instance.set_real(&[FORCE], &[WARNING_FORCE]);
    assert_eq!(instance.do_step(0.0, 1.0), Status::Warning);
    assert!(messages.take()[0].starts_with("logStatusWarning: the step from t = 0 s did not meet"));
    instance.set_real(&[FORCE], &[0.0]);
    assert_eq!(instance.do_step(1.0, 1.0), Status::Ok);
}

#[test]
fn an_input_derivative_holds_for_the_next_step_only() {
    let (mut instance, _) = initialized(InterfaceType::CoSimulation);
    assert_eq!(instance.set_input_derivatives(&[FORCE], &[1], &[12.0]), Status::Ok);
    instance.do_step(0.0, 1.0);
    assert_eq!((real(&mut instance, POSITION), real(&mut instance, VELOCITY)), (1.0, 3.0));
    assert_eq!(instance.set_real(&[FORCE], &[0.0]), Status::Ok);
    instance.do_step(1.0, 1.0);
    assert_eq!(real(&mut instance, VELOCITY), 3.0);
}

#[test]
fn an_input_derivative_set_before_the_first_step_outlives_initialization() {
    let (mut instance, _) = instantiated(InterfaceType::CoSimulation);
    instance.enter_initialization_mode();
    assert_eq!(instance.set_input_derivatives(&[FORCE], &[1], &[12.0]), Status::Ok);
    instance.exit_initialization_mode();
    instance.do_step(0.0, 1.0);
    assert_eq!(real(&mut instance, VELOCITY), 3.0);
}

#[test]
fn an_event_that_leads_to_infinity_ends_in_the_error_state_from_which_reset_helps() {
    let (mut instance, messages) = initialized(InterfaceType::ModelExchange);
    instance.set_real(&[FORCE], &[2.0 * BREAKING_FORCE]);
    assert_eq!(instance.update_discrete_states(&mut Discretes::default()), Status::Error);
    assert_eq!(instance.state(), State::Error);
    assert!(messages.take()[0].contains("fmi2NewDiscreteStates"));
    assert_eq!(instance.enter_continuous_time_mode(), Status::Error);
    assert_eq!(instance.reset(), Status::Ok);
    assert_eq!(instance.state(), State::Instantiated);
}

#[test]
fn a_defect_makes_the_instance_fatal_for_good() {
    let (mut instance, messages) = initialized(InterfaceType::CoSimulation);
    assert_eq!(instance.fail(super::Operation::DoStep, "index out of bounds"), Status::Fatal);
    assert_eq!(
        messages.take(),
        ["logStatusFatal: fmi2DoStep at t = 0 s: defect in the library: index out of bounds; free the instance"]
    );
    assert_eq!(instance.reset(), Status::Error);
    assert_eq!(instance.set_debug_logging(true, [].into_iter()), Status::Error);
    assert_eq!(instance.state(), State::Fatal);
}

#[test]
fn a_directional_derivative_of_a_linear_model_is_exact_to_rounding() {
    let (mut instance, _) = initialized(InterfaceType::ModelExchange);
    let mut change = [f64::NAN; 2];
    let seed = [3.0, 5.0];
    let status = instance.get_directional_derivative(&[ACCELERATION, POSITION], &[FORCE, POSITION], &seed, &mut change);
    assert_eq!(status, Status::Ok);
    assert!((change[0] - 1.5).abs() < 1e-9 && (change[1] - 5.0).abs() < 1e-9, "{change:?}");
    assert_eq!(real(&mut instance, ACCELERATION), 0.0);
}
