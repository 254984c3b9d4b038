//! The call table cell by cell, as the standard and the importers have it; written independently of the library's table.

use actuator_fmu::fmi2::*;
use std::ptr::null_mut;
use test_support::importer::{CO_SIMULATION, ERROR, Instance, MODEL_EXCHANGE, OK, WARNING};

type Call = fn(&Instance) -> fmi2Status;

/// `+` allowed, `t` tolerated, `-` refused; columns: instantiated, initialization, step complete (before the first step),
/// step failed, terminated, error.
const CO_SIMULATION_CALLS: &[(&str, &str, Call)] = &[
    ("fmi2SetDebugLogging", "++++++", |i| unsafe { fmi2SetDebugLogging(i.handle, 1, 0, null_mut()) }),
    ("fmi2SetupExperiment", "+-----", |i| i.setup(0.0, None)),
    ("fmi2EnterInitializationMode", "+-----", Instance::enter_initialization),
    ("fmi2ExitInitializationMode", "-+----", Instance::exit_initialization),
    ("fmi2Terminate", "--++--", |i| unsafe { fmi2Terminate(i.handle) }),
    ("fmi2Reset", "++++++", |i| unsafe { fmi2Reset(i.handle) }),
    ("fmi2GetReal", "t+++++", get_real),
    ("fmi2GetInteger", "t+++++", get_integer),
    ("fmi2GetBoolean", "t+++++", |i| unsafe { fmi2GetBoolean(i.handle, null_mut(), 0, null_mut()) }),
    ("fmi2GetString", "t+++++", |i| unsafe { fmi2GetString(i.handle, null_mut(), 0, null_mut()) }),
    ("fmi2SetReal", "+++---", |i| i.set("load_torque", 1.0)),
    ("fmi2SetReal", "+++---", |i| i.set("friction.coulomb_torque", 100.0)),
    ("fmi2SetReal", "++t---", |i| i.set("inertia", 100.0)),
    ("fmi2SetReal", "------", |i| i.set("position", 0.0)),
    ("fmi2SetInteger", "++t---", |i| i.set_integer("friction.law", 1)),
    ("fmi2SetInteger", "++t---", |i| i.set_integer("friction.law_number", 3)),
    ("fmi2SetBoolean", "+++---", |i| unsafe { fmi2SetBoolean(i.handle, null_mut(), 0, null_mut()) }),
    ("fmi2SetString", "+++---", |i| unsafe { fmi2SetString(i.handle, null_mut(), 0, null_mut()) }),
    ("fmi2GetFMUstate", "++++++", saved_state),
    ("fmi2SetFMUstate", "++++++", |i| i.restore(&i.bytes())),
    ("fmi2GetDirectionalDerivative", "-+++++", directional_derivative),
    ("fmi2SetRealInputDerivatives", "+++---", input_derivative),
    ("fmi2GetRealOutputDerivatives", "--++++", output_derivative),
    ("fmi2DoStep", "--+---", |i| i.step(0.0, 1e-3)),
    ("fmi2CancelStep", "------", |i| unsafe { fmi2CancelStep(i.handle) }),
    ("fmi2GetStatus", "--+++-", |i| unsafe { fmi2GetStatus(i.handle, 0, &mut 0) }),
    ("fmi2GetRealStatus", "--+++-", |i| unsafe { fmi2GetRealStatus(i.handle, 2, &mut 0.0) }),
    ("fmi2GetBooleanStatus", "--+++-", |i| unsafe { fmi2GetBooleanStatus(i.handle, 3, &mut 0) }),
    ("fmi2EnterEventMode", "------", |i| unsafe { fmi2EnterEventMode(i.handle) }),
    ("fmi2NewDiscreteStates", "------", new_discrete_states),
    ("fmi2EnterContinuousTimeMode", "------", |i| unsafe { fmi2EnterContinuousTimeMode(i.handle) }),
    ("fmi2CompletedIntegratorStep", "------", completed_integrator_step),
    ("fmi2SetTime", "------", |i| unsafe { fmi2SetTime(i.handle, 0.0) }),
    ("fmi2SetContinuousStates", "------", set_states),
    ("fmi2GetDerivatives", "------", get_derivatives),
    ("fmi2GetEventIndicators", "------", get_event_indicators),
    ("fmi2GetContinuousStates", "------", get_states),
    ("fmi2GetNominalsOfContinuousStates", "------", get_nominals),
];

/// Columns: instantiated, initialization, event mode (before the first event), continuous-time mode, terminated, error.
const MODEL_EXCHANGE_CALLS: &[(&str, &str, Call)] = &[
    ("fmi2SetDebugLogging", "++++++", |i| unsafe { fmi2SetDebugLogging(i.handle, 1, 0, null_mut()) }),
    ("fmi2SetupExperiment", "+-----", |i| i.setup(0.0, None)),
    ("fmi2EnterInitializationMode", "+-----", Instance::enter_initialization),
    ("fmi2ExitInitializationMode", "-+----", Instance::exit_initialization),
    ("fmi2Terminate", "t-++--", |i| unsafe { fmi2Terminate(i.handle) }),
    ("fmi2Reset", "++++++", |i| unsafe { fmi2Reset(i.handle) }),
    ("fmi2GetReal", "t+++++", get_real),
    ("fmi2GetInteger", "t+++++", get_integer),
    ("fmi2GetBoolean", "t+++++", |i| unsafe { fmi2GetBoolean(i.handle, null_mut(), 0, null_mut()) }),
    ("fmi2GetString", "t+++++", |i| unsafe { fmi2GetString(i.handle, null_mut(), 0, null_mut()) }),
    ("fmi2SetReal", "++++--", |i| i.set("load_torque", 1.0)),
    ("fmi2SetReal", "+++---", |i| i.set("friction.coulomb_torque", 100.0)),
    ("fmi2SetReal", "++t---", |i| i.set("inertia", 100.0)),
    ("fmi2SetReal", "------", |i| i.set("position", 0.0)),
    ("fmi2SetInteger", "++t---", |i| i.set_integer("friction.law", 1)),
    ("fmi2SetInteger", "++t---", |i| i.set_integer("friction.law_number", 3)),
    ("fmi2SetBoolean", "+++---", |i| unsafe { fmi2SetBoolean(i.handle, null_mut(), 0, null_mut()) }),
    ("fmi2SetString", "+++---", |i| unsafe { fmi2SetString(i.handle, null_mut(), 0, null_mut()) }),
    ("fmi2GetFMUstate", "++++++", saved_state),
    ("fmi2SetFMUstate", "++++++", |i| i.restore(&i.bytes())),
    ("fmi2GetDirectionalDerivative", "-+++++", directional_derivative),
    ("fmi2SetRealInputDerivatives", "------", input_derivative),
    ("fmi2GetRealOutputDerivatives", "------", output_derivative),
    ("fmi2DoStep", "------", |i| i.step(0.0, 1e-3)),
    ("fmi2CancelStep", "------", |i| unsafe { fmi2CancelStep(i.handle) }),
    ("fmi2GetStatus", "------", |i| unsafe { fmi2GetStatus(i.handle, 0, &mut 0) }),
    ("fmi2GetRealStatus", "------", |i| unsafe { fmi2GetRealStatus(i.handle, 2, &mut 0.0) }),
    ("fmi2GetBooleanStatus", "------", |i| unsafe { fmi2GetBooleanStatus(i.handle, 3, &mut 0) }),
    ("fmi2EnterEventMode", "--++--", |i| unsafe { fmi2EnterEventMode(i.handle) }),
    ("fmi2NewDiscreteStates", "-t+---", new_discrete_states),
    ("fmi2EnterContinuousTimeMode", "--+---", |i| unsafe { fmi2EnterContinuousTimeMode(i.handle) }),
    ("fmi2CompletedIntegratorStep", "-tt+--", completed_integrator_step),
    ("fmi2SetTime", "tt++--", |i| unsafe { fmi2SetTime(i.handle, 0.0) }),
    ("fmi2SetContinuousStates", "-tt+--", set_states),
    ("fmi2GetDerivatives", "-+++++", get_derivatives),
    ("fmi2GetEventIndicators", "-+++++", get_event_indicators),
    ("fmi2GetContinuousStates", "-+++++", get_states),
    ("fmi2GetNominalsOfContinuousStates", "++++++", get_nominals),
];

fn get_real(instance: &Instance) -> fmi2Status {
    instance.get_reals(&[instance.reference("position")], &mut [0.0])
}

fn get_integer(instance: &Instance) -> fmi2Status {
    unsafe { fmi2GetInteger(instance.handle, &instance.reference("friction_regime"), 1, &mut 0) }
}

fn saved_state(instance: &Instance) -> fmi2Status {
    let mut state = null_mut();
    unsafe {
        let status = fmi2GetFMUstate(instance.handle, &mut state);
        fmi2FreeFMUstate(instance.handle, &mut state);
        status
    }
}

fn directional_derivative(instance: &Instance) -> fmi2Status {
    let (unknown, known) = (instance.reference("acceleration"), instance.reference("load_torque"));
    unsafe { fmi2GetDirectionalDerivative(instance.handle, &unknown, 1, &known, 1, &1.0, &mut 0.0) }
}

fn input_derivative(instance: &Instance) -> fmi2Status {
    unsafe { fmi2SetRealInputDerivatives(instance.handle, &instance.reference("load_torque"), 1, &1, &0.5) }
}

fn output_derivative(instance: &Instance) -> fmi2Status {
    unsafe { fmi2GetRealOutputDerivatives(instance.handle, &instance.reference("position"), 1, &1, &mut 0.0) }
}

fn new_discrete_states(instance: &Instance) -> fmi2Status {
    unsafe { fmi2NewDiscreteStates(instance.handle, &mut std::mem::zeroed()) }
}

fn completed_integrator_step(instance: &Instance) -> fmi2Status {
    unsafe { fmi2CompletedIntegratorStep(instance.handle, 1, &mut 7, &mut 7) }
}

fn set_states(instance: &Instance) -> fmi2Status {
    unsafe { fmi2SetContinuousStates(instance.handle, [0.0; 3].as_ptr(), 3) }
}

fn get_derivatives(instance: &Instance) -> fmi2Status {
    unsafe { fmi2GetDerivatives(instance.handle, [0.0; 3].as_mut_ptr(), 3) }
}

fn get_states(instance: &Instance) -> fmi2Status {
    unsafe { fmi2GetContinuousStates(instance.handle, [0.0; 3].as_mut_ptr(), 3) }
}

fn get_nominals(instance: &Instance) -> fmi2Status {
    unsafe { fmi2GetNominalsOfContinuousStates(instance.handle, [0.0; 3].as_mut_ptr(), 3) }
}

fn get_event_indicators(instance: &Instance) -> fmi2Status {
    let mut indicators = [0.0; 64];
    let count = event_indicator_count();
    unsafe { fmi2GetEventIndicators(instance.handle, indicators.as_mut_ptr(), count) }
}

/// What modelDescription.xml says.
fn event_indicator_count() -> usize {
    let description = include_str!("../../modelDescription/golden/MotionTransmission.xml");
    let (_, rest) = description.split_once("numberOfEventIndicators=\"").unwrap();
    rest.split('"').next().unwrap().parse().unwrap()
}

/// Number of the modes as serialised, by column.
fn mode(kind: fmi2Type, column: usize) -> u8 {
    match (kind, column) {
        (MODEL_EXCHANGE, 2) => 4,
        (MODEL_EXCHANGE, 3) => 5,
        (_, 4) => 6,
        (_, 5) => 7,
        (_, column) => column as u8,
    }
}

/// A fresh instance brought to a mode: through initialization, and then by a saved state in which the mode was changed.
fn brought(kind: fmi2Type, column: usize) -> Instance {
    // With parameters of both kinds, fixed and tunable.
    let instance = match column {
        0 => Instance::new("TunableMotionTransmission", kind),
        1 => Instance::initializing("TunableMotionTransmission", kind),
        _ => Instance::started("TunableMotionTransmission", kind),
    };
    if column > 2 {
        let mut bytes = instance.bytes();
        let guid = instance.interface.guid.len();
        bytes[8 + 4 + 4 + guid + 8 + 1] = mode(kind, column);
        reseal(&mut bytes);
        assert_eq!(instance.restore(&bytes), OK);
    }
    instance.messages();
    instance
}

/// Makes the checksum fit: 64-bit FNV-1a of all bytes before it.
pub fn reseal(bytes: &mut [u8]) {
    let end = bytes.len() - 8;
    let (body, checksum) = bytes.split_at_mut(end);
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in body {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    }
    checksum.copy_from_slice(&hash.to_le_bytes());
}

fn check_cell(kind: fmi2Type, column: usize, function: &str, mark: char, call: Call) {
    let cell = format!("{function} of kind {kind} in column {column}");
    let instance = brought(kind, column);
    let before = instance.bytes();
    let status = call(&instance);
    let mut messages = instance.messages();
    // Termination tells how much work there was, which is no remark on the call.
    messages.retain(|message| message.category != "logStatistics");
    match mark {
        '+' => assert_eq!((status, messages.as_slice()), (OK, [].as_slice()), "{cell}"),
        't' => {
            assert_eq!((status, messages.len(), messages[0].status), (OK, 1, WARNING), "{cell}: {messages:?}");
            assert!(messages[0].text.starts_with(function), "{cell}: {messages:?}");
            assert_eq!(messages[0].category, "logStatusWarning");
        }
        _ => {
            assert_eq!((status, messages.len(), messages[0].status), (ERROR, 1, ERROR), "{cell}: {messages:?}");
            assert!(messages[0].text.starts_with(function), "{cell}: {messages:?}");
            assert_eq!(instance.bytes(), before, "{cell}");
        }
    }
}

fn check_table(kind: fmi2Type, table: &[(&str, &str, Call)]) {
    for (function, marks, call) in table {
        for (column, mark) in marks.chars().enumerate() {
            check_cell(kind, column, function, mark, *call);
        }
    }
}

#[test]
fn every_cell_of_co_simulation_is_as_in_the_standard() {
    check_table(CO_SIMULATION, CO_SIMULATION_CALLS);
}

#[test]
fn every_cell_of_model_exchange_is_as_in_the_standard() {
    check_table(MODEL_EXCHANGE, MODEL_EXCHANGE_CALLS);
}

#[test]
fn a_tolerated_call_warns_once_per_function_and_instance() {
    let instance = brought(MODEL_EXCHANGE, 0);
    for _ in 0..3 {
        assert_eq!(unsafe { fmi2SetTime(instance.handle, 0.0) }, OK);
    }
    assert_eq!(get_real(&instance), OK);
    assert_eq!(get_real(&instance), OK);
    let functions: Vec<_> = instance.messages().iter().map(|m| m.text.split(' ').next().unwrap().to_owned()).collect();
    assert_eq!(functions, ["fmi2SetTime", "fmi2GetReal"]);
    assert_eq!(unsafe { fmi2GetInteger(instance.handle, &instance.reference("end_stop"), 1, &mut 0) }, OK);
    let reference = instance.reference("end_stop");
    assert_eq!(
        instance.message().text,
        format!(
            "fmi2GetInteger at t = 0 s: reading end_stop (value reference {reference}) is tolerated in the present \
             state (instantiated)"
        )
    );
    let other = brought(MODEL_EXCHANGE, 0);
    assert_eq!(get_real(&other), OK);
    assert_eq!(other.messages().len(), 1);
}

#[test]
fn a_refused_call_says_why() {
    let instance = brought(CO_SIMULATION, 1);
    let text = instance.refusal(instance.step(0.0, 1e-3));
    assert_eq!(text, "fmi2DoStep at t = 0 s: the call is not allowed in the present state (initialization mode)");
    let text = instance.refusal(unsafe { fmi2SetTime(instance.handle, 1.0) });
    assert_eq!(text, "fmi2SetTime at t = 0 s: the function is not part of Co-Simulation");
}

#[test]
fn a_refused_call_leaves_the_instance_usable() {
    let instance = brought(CO_SIMULATION, 1);
    assert_eq!(instance.step(0.0, 1e-3), ERROR);
    assert_eq!(instance.enter_initialization(), ERROR);
    assert_eq!(instance.exit_initialization(), OK);
    assert_eq!(instance.step(0.0, 1e-3), OK);
}
