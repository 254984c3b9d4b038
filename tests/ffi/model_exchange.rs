//! Model Exchange as importers do it, OpenModelica's order included.

use actuator_fmu::fmi2::*;
use test_support::importer::{CO_SIMULATION, ERROR, Instance, MODEL_EXCHANGE, OK, WARNING};

const STATES: usize = 3;

fn new_discrete_states(instance: &Instance) -> fmi2EventInfo {
    let mut info = fmi2EventInfo {
        newDiscreteStatesNeeded: 9,
        terminateSimulation: 9,
        nominalsOfContinuousStatesChanged: 9,
        valuesOfContinuousStatesChanged: 9,
        nextEventTimeDefined: 9,
        nextEventTime: f64::NAN,
    };
    assert_eq!(unsafe { fmi2NewDiscreteStates(instance.handle, &mut info) }, OK);
    info
}

fn states(instance: &Instance) -> [f64; STATES] {
    let mut states = [f64::NAN; STATES];
    assert_eq!(unsafe { fmi2GetContinuousStates(instance.handle, states.as_mut_ptr(), STATES) }, OK);
    states
}

fn derivatives(instance: &Instance) -> [f64; STATES] {
    let mut derivatives = [f64::NAN; STATES];
    assert_eq!(unsafe { fmi2GetDerivatives(instance.handle, derivatives.as_mut_ptr(), STATES) }, OK);
    derivatives
}

#[test]
fn event_mode_decides_once_and_fills_all_of_its_answer() {
    let instance = Instance::started("MotionTransmission", MODEL_EXCHANGE);
    let info = new_discrete_states(&instance);
    assert_eq!(
        (info.newDiscreteStatesNeeded, info.terminateSimulation, info.nominalsOfContinuousStatesChanged),
        (0, 0, 0)
    );
    assert_eq!((info.valuesOfContinuousStatesChanged, info.nextEventTimeDefined), (0, 0));
}

#[test]
fn a_stuck_body_breaks_away_in_event_mode_only() {
    let instance = Instance::started("MotionTransmission", MODEL_EXCHANGE);
    new_discrete_states(&instance);
    assert_eq!(unsafe { fmi2EnterContinuousTimeMode(instance.handle) }, OK);
    assert_eq!(instance.set("motor_torque", 9000.0), OK);
    assert_eq!(derivatives(&instance)[1], 0.0);
    assert_eq!(unsafe { fmi2EnterEventMode(instance.handle) }, OK);
    new_discrete_states(&instance);
    let acceleration = derivatives(&instance)[1];
    assert!(acceleration > 1.0, "{acceleration}");
    assert_eq!(instance.get_integer("friction_regime"), 1);
}

/// Heun's method with the regime as it is; enough for a smooth stretch.
fn integrate(instance: &Instance, step: f64, count: u32) {
    for number in 0..count {
        let start = states(instance);
        let first = derivatives(instance);
        let set = |time: f64, change: &dyn Fn(usize) -> f64| unsafe {
            assert_eq!(fmi2SetTime(instance.handle, time), OK);
            let states: [f64; STATES] = std::array::from_fn(|index| start[index] + step * change(index));
            assert_eq!(fmi2SetContinuousStates(instance.handle, states.as_ptr(), STATES), OK);
        };
        let end = f64::from(number + 1) * step;
        set(end, &|index| first[index]);
        let second = derivatives(instance);
        set(end, &|index| (first[index] + second[index]) / 2.0);
        let (mut event, mut terminate) = (9, 9);
        let status = unsafe { fmi2CompletedIntegratorStep(instance.handle, 1, &mut event, &mut terminate) };
        assert_eq!((status, event, terminate), (OK, 0, 0));
    }
}

#[test]
fn a_smooth_stretch_agrees_with_co_simulation() {
    let exchange = Instance::initializing("MotionTransmission", MODEL_EXCHANGE);
    assert_eq!(exchange.set("motor_torque", 9000.0), OK);
    assert_eq!(exchange.exit_initialization(), OK);
    new_discrete_states(&exchange);
    assert_eq!(unsafe { fmi2EnterContinuousTimeMode(exchange.handle) }, OK);
    integrate(&exchange, 1e-5, 2000);
    let slave = Instance::initializing("MotionTransmission", CO_SIMULATION);
    assert_eq!(slave.set("motor_torque", 9000.0), OK);
    assert_eq!(slave.exit_initialization(), OK);
    assert_eq!(slave.step(0.0, 0.02), OK);
    for name in ["position", "velocity", "acceleration", "friction_torque"] {
        let (one, other) = (exchange.get(name), slave.get(name));
        assert!((one - other).abs() <= 1e-7 * other.abs(), "{name}: {one} and {other}");
    }
    assert!(slave.get("position") > 1e-4);
}

#[test]
fn a_body_that_broke_away_earlier_stops_when_the_integrator_finds_its_velocity_reversed() {
    let instance = Instance::initializing("HydraulicActuator", MODEL_EXCHANGE);
    assert_eq!(instance.set_integer("friction.law", 1), OK);
    assert_eq!(instance.set_reals(&[instance.reference("pressure_step.force_amplitude")], &[0.0]), OK);
    assert_eq!(instance.set("force", 100.0), OK);
    assert_eq!(instance.exit_initialization(), OK);
    new_discrete_states(&instance);
    assert_eq!(instance.get_integer("friction_regime"), 1);
    // Far along the spring, where it balances the force: the velocity is rounding error on the wrong side of zero.
    let balance = 100.0 / instance.get("spring_stiffness");
    let beyond = [balance, -1e-16, 0.0, 0.0, 0.0];
    unsafe {
        assert_eq!(fmi2EnterContinuousTimeMode(instance.handle), OK);
        assert_eq!(fmi2SetTime(instance.handle, 0.2), OK);
        assert_eq!(fmi2SetContinuousStates(instance.handle, beyond.as_ptr(), 5), OK);
        assert_eq!(fmi2EnterEventMode(instance.handle), OK);
    }
    assert_eq!(new_discrete_states(&instance).valuesOfContinuousStatesChanged, 1);
    assert_eq!(instance.get_integer("friction_regime"), 0);
    let mut states = [f64::NAN; 5];
    assert_eq!(unsafe { fmi2GetContinuousStates(instance.handle, states.as_mut_ptr(), 5) }, OK);
    assert_eq!(states[..2], [balance, 0.0]);
}

#[test]
fn an_indicator_is_positive_after_an_event_and_crosses_zero_where_event_mode_acts() {
    let instance = Instance::started("MotionTransmission", MODEL_EXCHANGE);
    new_discrete_states(&instance);
    let mut indicators = [f64::NAN; 4];
    let read = |indicators: &mut [f64; 4]| unsafe {
        assert_eq!(fmi2GetEventIndicators(instance.handle, indicators.as_mut_ptr(), 4), OK);
    };
    assert_eq!(unsafe { fmi2EnterContinuousTimeMode(instance.handle) }, OK);
    // Exactly on the breakaway level: still at rest, and an importer that looks for a change of sign sees none yet.
    let level = instance.get("friction.coulomb_torque") * instance.get("friction.static_ratio");
    assert_eq!(instance.set("motor_torque", level), OK);
    read(&mut indicators);
    assert!(indicators[0] > 0.0 && indicators[0] < 1e-11, "{indicators:?} at {level}");
    // A few units in the last place beyond it: the sign has changed, and event mode lets go.
    assert_eq!(instance.set("motor_torque", level + 1e-11), OK);
    read(&mut indicators);
    assert!(indicators[0] < 0.0, "{indicators:?}");
    assert_eq!(unsafe { fmi2EnterEventMode(instance.handle) }, OK);
    new_discrete_states(&instance);
    assert_eq!(instance.get_integer("friction_regime"), 1);
    read(&mut indicators);
    assert!(indicators.iter().all(|indicator| *indicator > 0.0), "{indicators:?}");
}

#[test]
fn lengths_that_are_not_those_of_the_model_are_refused() {
    let instance = Instance::started("MotionTransmission", MODEL_EXCHANGE);
    let mut values = [7.0; 8];
    for length in [0, 2, 4] {
        unsafe {
            assert_eq!(fmi2GetContinuousStates(instance.handle, values.as_mut_ptr(), length), ERROR);
            assert_eq!(fmi2GetDerivatives(instance.handle, values.as_mut_ptr(), length), ERROR);
            assert_eq!(fmi2GetNominalsOfContinuousStates(instance.handle, values.as_mut_ptr(), length), ERROR);
            assert_eq!(fmi2SetContinuousStates(instance.handle, values.as_ptr(), length), ERROR);
        }
    }
    assert_eq!(unsafe { fmi2GetEventIndicators(instance.handle, values.as_mut_ptr(), 1) }, ERROR);
    assert_eq!(values, [7.0; 8]);
    let text = instance.messages().pop().unwrap().text;
    assert!(text.contains("ni = 1 is refused"), "{text}");
}

#[test]
fn nominal_values_are_those_of_the_description() {
    let instance = Instance::new("MotionTransmission", MODEL_EXCHANGE);
    let mut nominals = [f64::NAN; STATES];
    assert_eq!(unsafe { fmi2GetNominalsOfContinuousStates(instance.handle, nominals.as_mut_ptr(), STATES) }, OK);
    let declared: Vec<_> = instance.interface.states.iter().map(|state| state.nominal).collect();
    assert_eq!(nominals, declared[..]);
    assert!(nominals.iter().all(|nominal| *nominal > 0.0));
}

#[test]
fn the_number_of_states_and_indicators_is_that_of_the_description() {
    for (identifier, states) in [("MotionTransmission", 3), ("ServoActuator", 7)] {
        let instance = Instance::started(identifier, MODEL_EXCHANGE);
        assert_eq!(instance.interface.states.len(), states);
        let golden = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("modelDescription/golden");
        let description = std::fs::read_to_string(golden.join(format!("{identifier}.xml"))).unwrap();
        let (_, rest) = description.split_once("numberOfEventIndicators=\"").unwrap();
        let count: usize = rest.split('"').next().unwrap().parse().unwrap();
        let mut indicators = vec![f64::NAN; count];
        assert_eq!(unsafe { fmi2GetEventIndicators(instance.handle, indicators.as_mut_ptr(), count) }, OK);
        assert!(indicators.iter().all(|indicator| indicator.is_finite()));
    }
}

#[test]
fn the_order_of_calls_of_openmodelica_runs_with_one_warning_per_function() {
    let instance = Instance::new("MotionTransmission", MODEL_EXCHANGE);
    let (mut event, mut terminate) = (0, 0);
    unsafe {
        assert_eq!(fmi2SetTime(instance.handle, 0.0), OK);
        assert_eq!(instance.set("motor_torque", 9000.0), OK);
        assert_eq!(instance.enter_initialization(), OK);
        let start = states(&instance);
        for _ in 0..2 {
            assert_eq!(fmi2SetTime(instance.handle, 0.0), OK);
            assert_eq!(fmi2SetContinuousStates(instance.handle, start.as_ptr(), STATES), OK);
            assert!(derivatives(&instance)[1] > 0.0);
            assert_eq!(fmi2CompletedIntegratorStep(instance.handle, 1, &mut event, &mut terminate), OK);
            new_discrete_states(&instance);
        }
        assert_eq!(instance.exit_initialization(), OK);
        assert_eq!(fmi2SetContinuousStates(instance.handle, start.as_ptr(), STATES), OK);
        assert_eq!(fmi2CompletedIntegratorStep(instance.handle, 1, &mut event, &mut terminate), OK);
        new_discrete_states(&instance);
        assert_eq!(fmi2EnterContinuousTimeMode(instance.handle), OK);
        assert_eq!(fmi2Terminate(instance.handle), OK);
    }
    let mut warned: Vec<_> = instance
        .messages()
        .into_iter()
        .filter(|message| !["logEvents", "logStatistics"].contains(&message.category.as_str()))
        .inspect(|message| assert_eq!(message.status, WARNING))
        .map(|message| message.text.split(' ').next().unwrap().to_owned())
        .collect();
    warned.sort();
    assert_eq!(
        warned,
        ["fmi2CompletedIntegratorStep", "fmi2NewDiscreteStates", "fmi2SetContinuousStates", "fmi2SetTime"]
    );
}

#[test]
fn states_set_during_initialization_stay() {
    let instance = Instance::initializing("MotionTransmission", MODEL_EXCHANGE);
    assert_eq!(unsafe { fmi2SetContinuousStates(instance.handle, [0.03, 0.0, 0.0].as_ptr(), STATES) }, OK);
    assert_eq!(instance.exit_initialization(), OK);
    assert_eq!(states(&instance), [0.03, 0.0, 0.0]);
}

/// Whether event mode is asked for where one step of the importer, of this length, ran a body past its upper stop.
fn asks_for_event_mode_after(length: f64) -> bool {
    let instance = Instance::initializing("MotionTransmission", MODEL_EXCHANGE);
    assert_eq!(instance.set("travel.upper", 0.01), OK);
    assert_eq!(instance.set("motor_torque", 9000.0), OK);
    assert_eq!(instance.exit_initialization(), OK);
    new_discrete_states(&instance);
    assert_eq!(unsafe { fmi2EnterContinuousTimeMode(instance.handle) }, OK);
    assert_eq!(unsafe { fmi2SetTime(instance.handle, length) }, OK);
    let (mut event, mut terminate) = (-1, -1);
    assert_eq!(unsafe { fmi2CompletedIntegratorStep(instance.handle, 1, &mut event, &mut terminate) }, OK);
    assert_eq!(terminate, 0);
    event != 0
}

#[test]
fn a_completed_step_is_taken_again_where_that_is_a_bounded_amount_of_work() {
    // A thousand internal steps of a millisecond.
    assert!(asks_for_event_mode_after(1.0));
    // This would be 1e12 of them.
    assert!(!asks_for_event_mode_after(1e9));
}
