//! What campaigns have found, each as the smallest case that shows it.

use actuator_fmu::fmi2::*;
use std::ptr::null_mut;
use test_support::calls::{Actor, Layout, seal};
use test_support::importer::{DISCARD, ERROR, OK};

struct Instance {
    actor: Actor,
    layout: Layout,
}

impl Instance {
    /// Instantiated, of model 0 MotionTransmission, 1 ServoActuator or 2 HydraulicActuator.
    fn new(model: usize) -> Self {
        let layout = Layout::all().into_iter().nth(model).expect("there are three models");
        let actor = Actor::new(&layout, model, true, false).expect("the arguments are right");
        Self { actor, layout }
    }

    fn started(model: usize, reals: &[(&str, f64)], integers: &[(&str, i32)]) -> Self {
        let instance = Self::new(model);
        reals.iter().for_each(|(name, value)| assert_eq!(instance.set(name, *value), OK));
        integers.iter().for_each(|(name, value)| assert_eq!(instance.actor.set_integer(name, *value), OK));
        assert_eq!(instance.actor.enter_initialization(), OK);
        assert_eq!(instance.actor.exit_initialization(), OK);
        instance
    }

    fn set(&self, name: &str, value: f64) -> fmi2Status {
        self.actor.set(name, value)
    }

    fn get(&self, name: &str) -> (fmi2Status, f64) {
        let mut value = 7.0;
        (unsafe { fmi2GetReal(self.actor.handle, &self.actor.reference(name), 1, &mut value) }, value)
    }

    fn get_integer(&self, name: &str) -> i32 {
        self.actor.get_integer(name)
    }

    fn set_derivative(&self, name: &str, value: f64) -> fmi2Status {
        unsafe { fmi2SetRealInputDerivatives(self.actor.handle, &self.actor.reference(name), 1, &1, &value) }
    }

    fn step(&self, point: f64, step: f64) -> fmi2Status {
        unsafe { fmi2DoStep(self.actor.handle, point, step, 1) }
    }
}

fn assert_discarded_at_zero(instance: &Instance) {
    let (mut time, mut status) = (f64::NAN, 0);
    unsafe {
        assert_eq!(fmi2GetRealStatus(instance.actor.handle, 2, &mut time), OK);
        assert_eq!(fmi2GetStatus(instance.actor.handle, 0, &mut status), OK);
    }
    assert_eq!((time, status), (0.0, DISCARD));
}

#[test]
fn a_step_to_states_beyond_the_largest_number_is_discarded_at_once() {
    // Was: the search for an event among coefficients that are no numbers halved 67 million intervals for each guard.
    let parameters = [("motor_torque", 1e308), ("inertia", 1e-3), ("travel.lower", -1e300), ("travel.upper", 1e300)];
    let instance = Instance::started(0, &parameters, &[]);
    assert_eq!(instance.step(0.0, 1.0), DISCARD);
    assert_discarded_at_zero(&instance);
}

#[test]
fn a_fixed_step_that_diverges_is_discarded_and_the_message_says_what_to_change() {
    // Was: told to mind the size of parameters and inputs, though the pressure, with a decay 15 times too fast for an
    // explicit step of 62.5 ms, grew beyond all numbers within 4 s. The scenario is 80008234.
    for law in [9, 11, 12] {
        let fast = [("pressure_step.natural_frequency", 204.8), ("pressure_step.damping_ratio", 1.823)];
        let steps = [("pressure_step.force_amplitude", 0.0), ("solver.fixed_step_size", 0.062_5)];
        let instance = Instance::started(2, &[fast, steps].concat(), &[("friction.law", law)]);
        let discarded = (0..40).find(|&point| instance.step(0.25 * f64::from(point), 0.25) != OK);
        let discarded = discarded.expect("explicit steps of this length diverge");
        let message = instance.actor.logger.last();
        let point = 0.25 * f64::from(discarded);
        let step = format!("fmi2DoStep at t = {point} s: the step of 0.25 s from {point} s gave pressure");
        let remedy = "; solver.fixed_step_size (value reference";
        assert!(message.starts_with(&step) && message.contains(remedy), "law {law}: {message}");
        assert_eq!(instance.step(point, 0.25), ERROR);
        let reals = instance.layout.interface.reals;
        assert!(reals.iter().all(|variable| matches!(instance.get(variable.name), (OK, value) if value.is_finite())));
    }
}

#[test]
fn a_line_that_leads_an_input_beyond_the_largest_number_discards_the_step() {
    // Was: OK, with an infinite input from there on.
    let instance = Instance::started(0, &[("motor_torque", 1e308)], &[]);
    assert_eq!(instance.set_derivative("motor_torque", 1e308), OK);
    assert_eq!(instance.step(0.0, 10.0), DISCARD);
    assert_discarded_at_zero(&instance);
}

#[test]
fn a_step_beyond_the_largest_time_is_refused() {
    // Was: taken, and endless.
    let instance = Instance::new(0);
    unsafe {
        assert_eq!(fmi2SetupExperiment(instance.actor.handle, 0, 0.0, f64::MAX, 0, 0.0), OK);
        assert_eq!(fmi2EnterInitializationMode(instance.actor.handle), OK);
        assert_eq!(fmi2ExitInitializationMode(instance.actor.handle), OK);
    }
    assert_eq!(instance.step(f64::MAX, f64::MAX), ERROR);
}

#[test]
fn a_command_near_the_largest_number_costs_a_bounded_number_of_tries() {
    // Was: a nonlinear mode that fails at every step size took 20,000 steps of 60 tries in every millisecond.
    let instance = Instance::started(1, &[("command", f64::MIN)], &[("friction.law", 2)]);
    assert!(instance.step(0.0, 0.01) <= DISCARD);
}

#[test]
fn a_value_that_is_no_number_is_discarded_and_not_handed_out() {
    // Was: OK with an infinite acceleration.
    let instance = Instance::started(0, &[("inertia", 1e-300), ("motor_torque", 1e300)], &[]);
    assert_eq!(instance.get("acceleration"), (DISCARD, 7.0));
    assert_eq!(instance.get("motor_torque"), (OK, 1e300));
}

#[test]
fn an_input_derivative_set_in_initialization_mode_after_an_output_was_read_holds() {
    // Was: lost, because reading had computed the start state already.
    let instance = Instance::new(0);
    unsafe { assert_eq!(fmi2EnterInitializationMode(instance.actor.handle), OK) };
    assert_eq!(instance.get("position"), (OK, 0.0));
    assert_eq!(instance.set_derivative("motor_torque", 100.0), OK);
    unsafe { assert_eq!(fmi2ExitInitializationMode(instance.actor.handle), OK) };
    assert_eq!(instance.step(0.0, 0.5), OK);
    assert_eq!(instance.get("motor_torque"), (OK, 50.0));
}

#[test]
fn an_input_that_a_line_led_out_of_its_range_does_not_stop_a_tunable_parameter() {
    // Was: Error about supply_pressure when controller.proportional_gain was set.
    let instance = Instance::started(1, &[], &[]);
    assert_eq!(instance.set_derivative("supply_pressure", -3e10), OK);
    assert_eq!(instance.step(0.0, 1e-3), OK);
    assert_eq!(instance.get("supply_pressure").1, -4e6);
    assert_eq!(instance.set("controller.proportional_gain", 30.0), OK);
}

#[test]
fn a_sealed_state_with_impossible_parameters_is_refused() {
    // Was: accepted, because its checksum fits; a step size of zero then never ends.
    let mut instance = Instance::started(0, &[], &[]);
    let good = instance.actor.bytes().expect("it can be saved");
    // The header, six marks, three times, derivative and start of two inputs, then the Real values.
    let place = 24 + instance.layout.interface.guid.len() + 6 + 24 + 32 + 8 * instance.layout.max_step;
    for value in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-300] {
        let mut bytes = good.clone();
        assert_eq!(bytes[place..place + 8], 1e-3_f64.to_le_bytes());
        bytes[place..place + 8].copy_from_slice(&value.to_le_bytes());
        seal(&mut bytes);
        let mut state = null_mut();
        let status =
            unsafe { fmi2DeSerializeFMUstate(instance.actor.handle, bytes.as_ptr().cast(), bytes.len(), &mut state) };
        assert_eq!((status, state), (ERROR, null_mut()), "solver.max_step_size = {value}");
    }
}

/// A transmission of inertia 1 with fc 1 and fs 1.5, no damping, between stops at ±1.
fn between_stops(law: i32, reals: &[(&str, f64)]) -> Instance {
    let neutral = [
        ("inertia", 1.0),
        ("viscous_coefficient", 0.0),
        ("friction.coulomb_torque", 1.0),
        ("friction.static_ratio", 1.5),
        ("travel.lower", -1.0),
        ("travel.upper", 1.0),
    ];
    Instance::started(0, &[&neutral, reals].concat(), &[("friction.law", law)])
}

#[test]
fn hitting_a_stop_is_an_event_even_where_the_torque_pulls_away_at_once() {
    // Was: a reversal, and nothing at all for the laws that do not stick; the impact was lost.
    for law in [1, 4, 7] {
        let start = [("position_start", 0.9), ("velocity_start", 2.0), ("motor_torque", -3.0)];
        let instance = between_stops(law, &start);
        assert_eq!(instance.step(0.0, 0.1), OK);
        // The contact, and the breakaway after it.
        assert_eq!(instance.get_integer("event_count"), 2, "law {law}");
        assert!(instance.get("velocity").1 < 0.0, "law {law}");
    }
}

#[test]
fn a_comparator_that_rests_on_a_stop_does_not_accelerate() {
    // Was: the acceleration that it would have without the stop.
    for law in 9..=12 {
        let instance = between_stops(law, &[("position_start", 1.0), ("motor_torque", 5.0)]);
        assert_eq!(instance.step(0.0, 0.01), OK);
        let value = |name| instance.get(name).1;
        assert_eq!(value("acceleration"), 0.0, "law {law}");
        assert_eq!(value("end_stop_torque"), 5.0 - value("friction_torque"), "law {law}");
        assert_eq!(instance.set("motor_torque", -5.0), OK);
        assert_eq!(value("end_stop_torque"), 0.0, "law {law}");
        assert_eq!(value("acceleration"), -5.0 - value("friction_torque"), "law {law}");
    }
}

#[test]
fn what_a_discarded_step_left_can_be_restored_from_bytes_after_terminate_too() {
    // Was: refused, though the instance itself had made the bytes.
    let mut instance = Instance::started(0, &[("motor_torque", 1e308)], &[]);
    assert_eq!(instance.set_derivative("motor_torque", 1e308), OK);
    assert_eq!(instance.step(0.0, 10.0), DISCARD);
    assert_eq!(unsafe { fmi2Terminate(instance.actor.handle) }, OK);
    let bytes = instance.actor.bytes().expect("it can be saved");
    let mut state = null_mut();
    let handle = instance.actor.handle;
    let status = unsafe { fmi2DeSerializeFMUstate(handle, bytes.as_ptr().cast(), bytes.len(), &mut state) };
    assert_eq!(status, OK);
    unsafe {
        assert_eq!(fmi2SetFMUstate(handle, state), OK);
        assert_eq!(fmi2FreeFMUstate(handle, &mut state), OK);
    }
}
