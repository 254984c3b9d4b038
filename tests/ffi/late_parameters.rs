//! Parameters that an importer sets only after initialization, as OpenModelica 1.21 to 1.27 do: until the first step or
//! event they count as if they had been set in time.

use actuator_fmu::fmi2::*;
use test_support::importer::{CO_SIMULATION, ERROR, Instance, MODEL_EXCHANGE, OK, WARNING};

/// A model with parameters that all matter to its start state or to what follows, and an input that makes it move.
struct Case {
    model: &'static str,
    reals: &'static [(&'static str, f64)],
    integers: &'static [(&'static str, i32)],
    input: (&'static str, f64),
}

const CASES: [Case; 4] = [
    Case {
        model: "MotionTransmission",
        reals: &[("position_start", 0.05), ("inertia", 800.0), ("friction.static_ratio", 1.2)],
        integers: &[("friction.law_number", 3)],
        input: ("motor_torque", 9000.0),
    },
    Case {
        model: "ServoActuator",
        reals: &[("velocity_start", -0.02), ("load_inertia", 50.0), ("controller.proportional_gain", 30.0)],
        integers: &[("friction.law", 2)],
        input: ("command", 0.05),
    },
    Case {
        model: "HydraulicActuator",
        reals: &[("friction.bristle_deflection_start", 1e-6), ("pressure_step.force_amplitude", 10.0)],
        integers: &[("solver.method_number", 2)],
        input: ("force", 3.0),
    },
    Case {
        // One parameter tunable, the others fixed.
        model: "TunableMotionTransmission",
        reals: &[("friction.coulomb_torque", 10.0), ("travel.upper", 0.06), ("position_start", 0.06)],
        integers: &[("friction.law_number", 8)],
        input: ("motor_torque", -3000.0),
    },
];

impl Case {
    fn set(&self, instance: &Instance) {
        // All at once, as OpenModelica does.
        let references: Vec<u32> = self.reals.iter().map(|(name, _)| instance.reference(name)).collect();
        let values: Vec<f64> = self.reals.iter().map(|(_, value)| *value).collect();
        assert_eq!(instance.set_reals(&references, &values), OK, "{}", self.model);
        self.integers.iter().for_each(|(name, value)| assert_eq!(instance.set_integer(name, *value), OK));
    }

    fn drive(&self, instance: &Instance) {
        let (name, value) = self.input;
        assert_eq!(instance.set(name, value), OK);
    }

    /// After initialization, with the parameters set in time.
    fn in_time(&self, kind: fmi2Type) -> Instance {
        let instance = Instance::new(self.model, kind);
        self.set(&instance);
        assert_eq!((instance.setup(0.25, None), instance.enter_initialization()), (OK, OK));
        assert_eq!(instance.exit_initialization(), OK);
        instance
    }

    /// After initialization, with the parameters still to be set.
    fn not_yet(&self, kind: fmi2Type) -> Instance {
        let instance = Instance::new(self.model, kind);
        assert_eq!((instance.setup(0.25, None), instance.enter_initialization()), (OK, OK));
        assert_eq!(instance.exit_initialization(), OK);
        instance
    }
}

/// Everything that the instance remembers, after each of some steps.
fn steps(instance: &Instance) -> Vec<Vec<u8>> {
    let step = |number: i32| {
        assert_eq!(instance.step(0.25 + f64::from(number) * 1e-3, 1e-3), OK);
        instance.bytes()
    };
    (0..20).map(step).collect()
}

fn update(instance: &Instance) -> fmi2Status {
    unsafe { fmi2NewDiscreteStates(instance.handle, &mut std::mem::zeroed()) }
}

/// The same in Model Exchange: the first event, and the derivatives after it.
fn event(instance: &Instance) -> (Vec<u8>, Vec<u64>) {
    assert_eq!(update(instance), OK);
    let mut derivatives = vec![0.0; instance.interface.states.len()];
    unsafe {
        assert_eq!(fmi2EnterContinuousTimeMode(instance.handle), OK);
        assert_eq!(fmi2GetDerivatives(instance.handle, derivatives.as_mut_ptr(), derivatives.len()), OK);
    }
    (instance.bytes(), derivatives.iter().map(|rate| rate.to_bits()).collect())
}

#[test]
fn parameters_set_after_initialization_give_the_bits_of_those_set_in_time() {
    for case in CASES {
        let (expected, late) = (case.in_time(CO_SIMULATION), case.not_yet(CO_SIMULATION));
        case.set(&late);
        [&expected, &late].into_iter().for_each(|instance| case.drive(instance));
        let expected = steps(&expected);
        assert!(steps(&late) == expected, "{}", case.model);
        let (expected, late) = (case.in_time(MODEL_EXCHANGE), case.not_yet(MODEL_EXCHANGE));
        case.set(&late);
        [&expected, &late].into_iter().for_each(|instance| case.drive(instance));
        assert!(event(&late) == event(&expected), "{}", case.model);
    }
}

#[test]
fn what_was_set_and_read_before_the_late_parameters_keeps_its_place() {
    for case in CASES {
        let (expected, late) = (case.in_time(CO_SIMULATION), case.not_yet(CO_SIMULATION));
        // An input that jumps after initialization breaks the body away: an event that counts.
        case.drive(&expected);
        case.drive(&late);
        late.get("acceleration");
        case.set(&late);
        late.get("acceleration");
        case.drive(&late);
        assert_eq!(late.get("acceleration").to_bits(), expected.get("acceleration").to_bits());
        assert!(steps(&late) == steps(&expected), "{}", case.model);
        let (expected, late) = (case.in_time(MODEL_EXCHANGE), case.not_yet(MODEL_EXCHANGE));
        [&expected, &late].into_iter().for_each(|instance| case.drive(instance));
        case.set(&late);
        assert!(event(&late) == event(&expected), "{}", case.model);
    }
}

#[test]
fn outputs_at_the_start_follow_late_parameters() {
    for kind in [CO_SIMULATION, MODEL_EXCHANGE] {
        let instance = Instance::started("MotionTransmission", kind);
        assert_eq!(instance.get("position"), 0.0);
        assert_eq!(instance.set("position_start", 0.05), OK);
        assert_eq!(instance.get("position"), 0.05);
    }
}

#[test]
fn a_slope_set_before_the_late_parameters_stays() {
    let run = |is_late: bool| {
        let instance = Instance::new("MotionTransmission", CO_SIMULATION);
        let set = || assert_eq!(instance.set("inertia", 50.0), OK);
        (!is_late).then(set);
        assert_eq!((instance.enter_initialization(), instance.exit_initialization()), (OK, OK));
        let reference = instance.reference("motor_torque");
        let status = unsafe { fmi2SetRealInputDerivatives(instance.handle, &reference, 1, &1, &1e6) };
        assert_eq!(status, OK);
        is_late.then(set);
        assert_eq!(instance.step(0.0, 0.1), OK);
        assert!(instance.get("velocity") > 0.1);
        instance.bytes()
    };
    assert!(run(true) == run(false));
}

#[test]
fn one_notice_names_the_first_late_parameter_whichever_function_sets_it() {
    for kind in [CO_SIMULATION, MODEL_EXCHANGE] {
        let instance = Instance::started("ServoActuator", kind);
        let [command, inertia, mass] = ["command", "inertia", "load_inertia"].map(|name| instance.reference(name));
        assert_eq!(instance.set_reals(&[command, inertia, mass], &[0.1, 100.0, 1.0]), OK);
        assert_eq!(instance.set_integer("friction.law_number", 3), OK);
        assert_eq!(instance.set("friction.static_ratio", 1.5), OK);
        let message = instance.message();
        assert_eq!((message.status, message.category.as_str()), (WARNING, "logStatusWarning"));
        assert_eq!(
            message.text,
            format!(
                "fmi2SetReal at t = 0 s: setting the parameter inertia (value reference {inertia}) after initialization \
                 is tolerated until the first step or event; the start state is computed anew"
            )
        );
    }
}

/// Refused where the simulation has begun by `begin`.
fn refused_after(kind: fmi2Type, begin: impl Fn(&Instance)) {
    let instance = Instance::started("MotionTransmission", kind);
    begin(&instance);
    instance.messages();
    let before = instance.bytes();
    let text = instance.refusal(instance.set("inertia", 100.0));
    assert!(text.contains("until the simulation begins"), "{text}");
    let text = instance.refusal(instance.set_integer("friction.law_number", 3));
    assert!(text.contains("fixed parameter"), "{text}");
    assert_eq!(instance.bytes(), before);
}

#[test]
fn the_first_step_or_event_ends_the_tolerance() {
    refused_after(CO_SIMULATION, |instance| assert_eq!(instance.step(0.0, 1e-3), OK));
    refused_after(MODEL_EXCHANGE, |instance| assert_eq!(update(instance), OK));
    refused_after(MODEL_EXCHANGE, |instance| unsafe {
        assert_eq!(fmi2EnterContinuousTimeMode(instance.handle), OK);
        assert_eq!(fmi2EnterEventMode(instance.handle), OK);
    });
}

#[test]
fn a_refused_step_does_not_end_the_tolerance() {
    let instance = Instance::started("MotionTransmission", CO_SIMULATION);
    assert_eq!(instance.step(7.0, 1e-3), ERROR);
    assert_eq!(instance.set("position_start", 0.05), OK);
    assert_eq!(instance.step(0.0, 1e-3), OK);
    assert_eq!(instance.get("position"), 0.05);
}

#[test]
fn late_parameters_may_contradict_each_other_until_the_simulation_begins() {
    let instance = Instance::started("MotionTransmission", CO_SIMULATION);
    assert_eq!(instance.set("travel.lower", 0.5), OK);
    instance.messages();
    let text = instance.refusal(instance.step(0.0, 1e-3));
    assert!(text.starts_with("fmi2DoStep") && text.contains("travel.lower") && text.contains("0.5"), "{text}");
    assert_eq!(instance.set("travel.lower", -0.1), OK);
    assert_eq!(instance.step(0.0, 1e-3), OK);
    let exchange = Instance::started("MotionTransmission", MODEL_EXCHANGE);
    assert_eq!(exchange.set("travel.lower", 0.5), OK);
    assert_eq!(update(&exchange), ERROR);
    assert_eq!(unsafe { fmi2EnterContinuousTimeMode(exchange.handle) }, ERROR);
    assert_eq!(exchange.set("travel.lower", -0.1), OK);
    assert_eq!(update(&exchange), OK);
}

#[test]
fn a_saved_state_brings_the_beginning_back() {
    let instance = Instance::started("MotionTransmission", CO_SIMULATION);
    assert_eq!(instance.set("inertia", 50.0), OK);
    let pending = instance.bytes();
    assert_eq!(instance.step(0.0, 1e-3), OK);
    assert_eq!(instance.restore(&pending), OK);
    assert_eq!(instance.set("position_start", 0.05), OK);
    assert_eq!(instance.step(0.0, 1e-3), OK);
    assert_eq!((instance.get("position"), instance.get("inertia")), (0.05, 50.0));
}

#[test]
fn tunable_parameters_alone_leave_the_start_state() {
    let instance = Instance::started("TunableMotionTransmission", MODEL_EXCHANGE);
    unsafe { assert_eq!(fmi2SetContinuousStates(instance.handle, [0.03, 0.0, 0.0].as_ptr(), 3), OK) };
    instance.messages();
    assert_eq!(instance.set("friction.coulomb_torque", 10.0), OK);
    assert_eq!(instance.messages(), []);
    assert_eq!(instance.get("position"), 0.03);
}
