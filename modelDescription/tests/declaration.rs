//! What the declaration promises.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use model_description::declaration::{FIRST_INTEGER_REFERENCE, Model, Value};
use model_description::schema::VariableType;
use model_description::{describe, exports, fmi3, models, read, write};

fn model(identifier: &str) -> Model {
    models::all().into_iter().find(|model| model.identifier == identifier).expect("the model is declared")
}

fn start(model: &Model, name: &str) -> f64 {
    match model.variable(name).expect("the variable is declared").value {
        Value::Real(real) => real.start,
        Value::Integer { start, .. } | Value::Enumeration { start, .. } => f64::from(start),
    }
}

fn names(model: &Model, numbers: BTreeSet<u32>) -> Vec<&str> {
    numbers.into_iter().map(|number| model.described()[number as usize - 1].0.name.as_str()).collect()
}

#[test]
fn names_are_unique_and_every_source_is_declared() {
    for model in models::all() {
        let names: BTreeSet<_> = model.variables.iter().map(|variable| &variable.name).collect();
        assert_eq!(names.len(), model.variables.len());
        for variable in &model.variables {
            let sources = variable.computed_from.iter().chain(variable.starts_from.iter().flatten());
            for source in sources {
                assert!(!model.sources(source).is_empty(), "{}: {} from {source}", model.identifier, variable.name);
            }
        }
    }
}

#[test]
fn every_state_has_one_derivative_and_only_states_have_one() {
    for model in models::all() {
        let marked: Vec<_> = model.variables.iter().filter(|variable| variable.is_state()).collect();
        assert_eq!(marked.len(), model.states.len());
        for state in &model.states {
            assert!(model.variable(state).is_some_and(|variable| variable.is_state()), "{state}");
            assert!(model.derivative(state).is_some(), "{state}");
        }
        let derivatives = model.variables.iter().filter(|variable| variable.derivative_of.is_some()).count();
        assert_eq!(derivatives, model.states.len());
    }
}

/// The declared models and those of all example configurations.
fn all_examples() -> Vec<Model> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/configurations");
    let files =
        std::fs::read_dir(folder).expect("the examples are there").map(|file| file.expect("it is there").path());
    let configurations = files.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
    let read = |path: PathBuf| model_description::configuration::read(&path).expect("it is an example").model;
    models::all().into_iter().chain(configurations.map(read)).collect()
}

/// OMSimulator's Python interface reads the variables once and looks for the state of a derivative among those before it.
#[test]
fn in_every_description_a_state_stands_before_its_derivative() {
    let all = all_examples();
    assert!(all.len() > 12, "{} models", all.len());
    for model in all {
        let mut derivatives = 0;
        let described = describe(&model).model_variables.variables;
        for (number, variable) in (1..).zip(&described) {
            let VariableType::Real(real) = &variable.kind else { continue };
            let Some(state) = real.derivative else { continue };
            assert!(state < number, "{}: {} is number {number}, its state {state}", model.identifier, variable.name);
            derivatives += 1;
        }
        assert_eq!(derivatives, model.states.len(), "{}", model.identifier);
        let described = fmi3::describe(&model).expect("the example can be described");
        let place = |reference| described.variables().iter().position(|known| known.value_reference == reference);
        for variable in described.variables() {
            let Some(state) = variable.derivative else { continue };
            assert!(place(state) < place(variable.value_reference), "{}: {}", model.identifier, variable.name);
            derivatives -= 1;
        }
        assert_eq!(derivatives, 0, "{}", model.identifier);
    }
}

#[test]
fn value_references_count_reals_from_0_and_integers_from_4096() {
    let servo = model("ServoActuator");
    assert_eq!(servo.reference("command"), Some(0));
    assert_eq!(servo.reference("supply_pressure"), Some(2));
    // Also where the state stands before its derivative in the description.
    assert_eq!(servo.reference("position_error"), Some(11));
    assert_eq!(servo.reference("controller.error_integral"), Some(13));
    assert_eq!(servo.reference("friction_regime"), Some(FIRST_INTEGER_REFERENCE));
    assert_eq!(servo.reference("no_such_variable"), None);
    let described = describe(&servo);
    for variable in &described.model_variables.variables {
        assert_eq!(servo.reference(&variable.name), Some(variable.value_reference), "{}", variable.name);
    }
}

#[test]
fn table_elements_have_consecutive_value_references() {
    for model in models::all() {
        let effort = if model.identifier == "HydraulicActuator" { "force" } else { "torque" };
        for column in ["velocity", effort] {
            let reference = |point| model.reference(&format!("friction.table.{column}[{point}]"));
            let first = reference(1).expect("the table is declared");
            for point in 1..=16 {
                assert_eq!(reference(point), Some(first + point - 1));
            }
        }
    }
}

#[test]
fn servo_starts_as_the_reconstructed_reversible_case() {
    let servo = model("ServoActuator");
    let expected = [
        ("controller.proportional_gain", 40.0),
        ("controller.current_limit", 0.04),
        ("servovalve.pressure_gain", 4e10),
        ("servovalve.flow_gain", 1.06),
        ("motor.displacement", 0.00445),
        ("inertia", 2200.0),
        ("viscous_coefficient", 80_000.0),
        ("travel.upper", 10f64.to_radians()),
        ("friction.coulomb_torque", 2500.0),
        ("friction.efficiency_opposing", 0.96),
        ("friction.efficiency_aiding", 0.66),
        ("friction.static_ratio", 1.7),
        ("friction.law", 1.0),
        ("supply_pressure", 26e6),
    ];
    for (name, value) in expected {
        assert_eq!(start(&servo, name), value, "{name}");
    }
}

#[test]
fn hydraulic_actuator_starts_as_table_1_with_lugre() {
    let actuator = model("HydraulicActuator");
    assert_eq!(start(&actuator, "friction.law"), 7.0);
    assert_eq!(start(&actuator, "friction.coulomb_force"), 0.981);
    assert_eq!(start(&actuator, "friction.coulomb_force") * start(&actuator, "friction.static_ratio"), 1.47);
    assert_eq!(start(&actuator, "friction.bristle_stiffness"), 1e5);
    assert_eq!(start(&actuator, "pressure_step.force_amplitude"), 1000.0);
}

#[test]
fn acceleration_of_the_servo_depends_on_what_reaches_the_shaft_without_delay() {
    let servo = model("ServoActuator");
    let acceleration = servo.variable("acceleration").expect("declared");
    let running = names(&servo, servo.running_dependencies(acceleration, &servo.numbers()));
    assert_eq!(
        running,
        ["load_torque", "supply_pressure", "position", "velocity", "bristle_deflection", "spool_position"]
    );
    let initial = names(&servo, servo.initial_dependencies(acceleration, &servo.numbers()));
    for name in ["load_torque", "position_start", "inertia", "friction.law", "motor.displacement"] {
        assert!(initial.contains(&name), "{name}");
    }
    assert!(!initial.contains(&"command") && !initial.contains(&"controller.proportional_gain"));
}

#[test]
fn a_servo_that_starts_in_equilibrium_depends_on_command_and_load_at_the_start() {
    let mut servo = model("ServoActuator");
    for variable in servo.variables.iter_mut().filter(|variable| variable.name == "initialization") {
        let Value::Enumeration { start, .. } = &mut variable.value else { panic!("a choice") };
        *start = 2;
    }
    let position = servo.variable("position").expect("declared");
    let initial = names(&servo, servo.initial_dependencies(position, &servo.numbers()));
    for name in ["command", "load_torque", "supply_pressure", "controller.proportional_gain", "motor.displacement"] {
        assert!(initial.contains(&name), "{name}");
    }
}

#[test]
fn current_follows_the_command_at_once() {
    let servo = model("ServoActuator");
    let current = servo.variable("current").expect("declared");
    let running = names(&servo, servo.running_dependencies(current, &servo.numbers()));
    assert_eq!(running, ["command", "position", "velocity", "controller.error_integral"]);
}

#[test]
fn a_written_description_reads_back_the_same() {
    for model in models::all() {
        let description = describe(&model);
        let read = read(&write(&description)).expect("an own description is readable");
        assert_eq!(read, description);
    }
}

#[test]
fn the_guid_changes_with_any_start_value_and_with_nothing_else() {
    let mut models = models::all();
    let guid = describe(&models[0]).guid;
    assert_eq!(describe(&models[0]).guid, guid);
    assert_eq!(guid.len(), 38);
    let place = models[0].variables.iter().position(|variable| variable.name == "inertia").expect("declared");
    if let Value::Real(real) = &mut models[0].variables[place].value {
        real.start = f64::from_bits(real.start.to_bits() + 1);
    }
    assert_ne!(describe(&models[0]).guid, guid);
}

#[test]
fn guids_of_the_models_differ() {
    let guids: BTreeSet<_> = exports().into_iter().map(|export| export.guid).collect();
    assert_eq!(guids.len(), 3);
}

#[test]
fn no_variable_is_called_time() {
    for model in models::all() {
        assert!(model.variable("time").is_none(), "co-simulation engines define it themselves");
    }
}
