//! The FMI 3.0 description and the one for FMI 2.0 are of the same model.

use model_description::configuration::parse;
use model_description::declaration::{CLOCKS, FIRST_EVENT_INDICATOR_REFERENCE, Model, TIME_REFERENCE};
use model_description::fmi3::schema::{Causality, Variable, VariableType};
use model_description::fmi3::{self, ModelDescription};
use model_description::schema::{self, Unknown};
use model_description::{describe, models, read, write};
use std::collections::BTreeSet;
use std::path::Path;

/// The declared models, and a drivetrain with most kinds of elements.
fn all() -> Vec<Model> {
    let mut all = models::all();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/configurations");
    for name in [
        "flap_line",
        "dual_servo_surface",
        "coupled_clutches",
        "electromechanical_actuator",
        "pitch_hold",
        "jack_bench",
        "f16_longitudinal",
    ] {
        let path = path.join(format!("{name}.toml"));
        all.push(model_description::configuration::read(&path).expect("the example is a drivetrain").model);
    }
    all
}

fn described(model: &Model) -> ModelDescription {
    fmi3::describe(model).expect("the model can be described")
}

fn drivetrain(text: &str) -> Model {
    let text = format!("name = \"Line\"\nmodel = \"Drivetrain\"\n{text}");
    parse(&text, Path::new("line.toml")).expect("it is a drivetrain")
}

/// Name, unit, display unit, description and start value of each scalar, as FMI 2.0 has them.
fn scalars_of_fmi2(description: &schema::ModelDescription) -> Vec<[String; 4]> {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let of = |variable: &schema::ScalarVariable| {
        let (unit, display, start) = match &variable.kind {
            schema::VariableType::Real(real) => {
                (text(&real.unit), text(&real.display_unit), real.start.map(|start| start.to_string()))
            }
            schema::VariableType::Integer(integer) => {
                (String::new(), String::new(), integer.start.map(|start| f64::from(start).to_string()))
            }
            schema::VariableType::Enumeration(choice) => {
                (text(&choice.declared_type), String::new(), choice.start.map(|start| f64::from(start).to_string()))
            }
            other => panic!("no model has {other:?}"),
        };
        [variable.name.clone(), unit, display, start.unwrap_or_default()]
    };
    description.model_variables.variables.iter().map(of).collect()
}

/// The same of FMI 3.0, arrays element by element.
fn scalars_of_fmi3(description: &ModelDescription) -> Vec<[String; 4]> {
    let declared = description.variables().iter().filter(|variable| variable.value_reference < TIME_REFERENCE);
    let of = |variable: &Variable| -> Vec<[String; 4]> {
        let unit = variable.unit.clone().or(variable.declared_type.clone()).unwrap_or_default();
        let display = variable.display_unit.clone().unwrap_or_default();
        let start = |start: &str| start.parse::<f64>().expect("a start value is a number").to_string();
        let starts: Vec<String> = variable.starts().map(start).collect();
        if !variable.is_array() {
            return vec![[variable.name.clone(), unit, display, starts.concat()]];
        }
        let size = description.size(variable).expect("the size is said") as usize;
        assert_eq!(starts.len(), size, "{}", variable.name);
        let name = |index| format!("{}[{}]", variable.name, index + 1);
        (0..size).map(|index| [name(index), unit.clone(), display.clone(), starts[index].clone()]).collect()
    };
    declared.flat_map(of).collect()
}

#[test]
fn both_versions_have_the_same_names_units_and_start_values() {
    for model in all() {
        assert_eq!(scalars_of_fmi2(&describe(&model)), scalars_of_fmi3(&described(&model)), "{}", model.identifier);
    }
}

#[test]
fn a_value_reference_is_that_of_fmi2_and_unique() {
    for model in all() {
        let description = described(&model);
        let mut seen = BTreeSet::new();
        for variable in description.variables() {
            let size = description.size(variable).expect("the size is said") as u32;
            for reference in variable.value_reference..variable.value_reference + size {
                assert!(seen.insert(reference), "{}: {} is there twice", model.identifier, reference);
            }
            if variable.value_reference < TIME_REFERENCE {
                let first = if variable.is_array() { format!("{}[1]", variable.name) } else { variable.name.clone() };
                assert_eq!(model.reference(&first), Some(variable.value_reference), "{first}");
            }
        }
    }
}

/// The names on which an unknown of FMI 2.0 depends; those of arrays without index. An entry of a matrix is no array.
fn names_of_fmi2(description: &schema::ModelDescription, unknown: &Unknown) -> Option<BTreeSet<String>> {
    let name = |number: &u32| {
        let name = &description.model_variables.variables[*number as usize - 1].name;
        name.split_once('[')
            .filter(|(_, index)| !index.contains(','))
            .map_or(name.as_str(), |(array, _)| array)
            .to_owned()
    };
    Some(unknown.dependencies.as_ref()?.iter().map(name).collect())
}

fn names_of_fmi3(description: &ModelDescription, unknown: &fmi3::schema::Unknown) -> Option<BTreeSet<String>> {
    let name = |reference: &u32| description.variable(*reference).expect("it is listed").name.clone();
    let dependencies = unknown.dependencies.as_ref()?;
    let names: BTreeSet<String> = dependencies.iter().map(name).collect();
    assert_eq!(names.len(), dependencies.len(), "a dependency is listed once");
    Some(names)
}

/// FMI 3.0 counts parameters among the knowns while the simulation runs, FMI 2.0 does not.
fn without_parameters(description: &ModelDescription, names: Option<BTreeSet<String>>) -> Option<BTreeSet<String>> {
    let is_none = |name: &String| {
        description.named(name).is_some_and(|variable| variable.causality() != fmi3::schema::Causality::Parameter)
    };
    names.map(|names| names.into_iter().filter(is_none).collect())
}

#[test]
fn unknowns_depend_on_the_same_variables_but_for_parameters_while_the_simulation_runs() {
    for model in all() {
        let (old, new) = (describe(&model), described(&model));
        let (of_old, of_new) = (&old.model_structure, &new.model_structure);
        let lists = [
            (&of_old.outputs, &of_new.outputs),
            (&of_old.derivatives, &of_new.continuous_state_derivatives),
            (&of_old.initial_unknowns, &of_new.initial_unknowns),
        ];
        for (index, (old_list, new_list)) in lists.into_iter().enumerate() {
            let is_running = index < 2;
            let old_list = old_list.as_ref().map_or(&[][..], |list| &list.unknowns);
            let old_names = old_list.iter().map(|unknown| {
                let name = &old.model_variables.variables[unknown.index as usize - 1].name;
                (name.clone(), names_of_fmi2(&old, unknown))
            });
            let new_names = new_list.iter().filter(|unknown| unknown.value_reference < TIME_REFERENCE).map(|unknown| {
                let name = new.variable(unknown.value_reference).expect("it is listed").name.clone();
                let names = names_of_fmi3(&new, unknown);
                (name, if is_running { without_parameters(&new, names) } else { names })
            });
            assert_eq!(old_names.collect::<Vec<_>>(), new_names.collect::<Vec<_>>(), "{}", model.identifier);
        }
    }
}

#[test]
fn an_acceleration_depends_on_the_inertia_and_not_on_the_start_position() {
    let description = described(&models::all().remove(0));
    let acceleration = description.named("acceleration").expect("it has one").value_reference;
    let structure = &description.model_structure;
    let found = structure.continuous_state_derivatives.iter().find(|unknown| unknown.value_reference == acceleration);
    let names = names_of_fmi3(&description, found.expect("it is listed")).expect("they are listed");
    for (name, is_one) in [("inertia", true), ("friction.coulomb_torque", true), ("position_start", false)] {
        assert_eq!(names.contains(name), is_one, "{name}: {names:?}");
    }
    let position = structure.outputs.iter().find(|unknown| unknown.value_reference == 2).expect("the position");
    assert_eq!(position.dependencies, Some(vec![2]), "a state is known");
}

#[test]
fn the_token_is_the_guid_by_which_the_library_knows_the_model() {
    for model in all() {
        assert_eq!(described(&model).instantiation_token, describe(&model).guid);
    }
}

#[test]
fn time_clocks_and_event_indicators_have_the_agreed_references() {
    let model = models::all().remove(1);
    let description = described(&model);
    let of = |name: &str| description.named(name).map(|variable| (variable.variable_type, variable.value_reference));
    assert_eq!(of("time"), Some((VariableType::Float64, 8192)));
    assert_eq!(of("breakaway"), Some((VariableType::Clock, 8193)));
    assert_eq!(of("standstill"), Some((VariableType::Clock, 8194)));
    assert_eq!(of("end_stop_contact"), Some((VariableType::Clock, 8195)));
    assert_eq!(of("event_indicator_12"), Some((VariableType::Float64, 12299)));
    let listed = &description.model_structure.event_indicators;
    let references: Vec<u32> = listed.iter().map(|indicator| indicator.value_reference).collect();
    assert_eq!(references, (FIRST_EVENT_INDICATOR_REFERENCE..12300).collect::<Vec<_>>());
    assert_eq!(CLOCKS.map(|clock| clock.reference), [8193, 8194, 8195]);
}

#[test]
fn continuous_inputs_and_outputs_are_there_in_intermediate_updates() {
    for model in all() {
        for variable in described(&model).variables() {
            let is_connected = matches!(variable.causality(), Causality::Input | Causality::Output);
            let is_continuous = variable.variability() == schema::Variability::Continuous;
            let wanted = (is_connected && is_continuous).then_some(true);
            assert_eq!(variable.intermediate_update, wanted, "{}", variable.name);
        }
    }
}

#[test]
fn what_is_written_reads_back_as_the_same() {
    for model in all() {
        let description = described(&model);
        assert_eq!(fmi3::read(&fmi3::write(&description)), Ok(description));
        // The one for FMI 2.0 has not changed its meaning.
        assert_eq!(read(&write(&describe(&model))), Ok(describe(&model)));
    }
}

#[test]
fn a_variable_with_the_name_of_a_clock_is_refused_by_name() {
    for name in ["time", "breakaway", "event_indicator_3"] {
        let input = format!("[body.b]\ninertia = 1\n[[input]]\nname = \"{name}\"\non = \"b\"\n");
        let error = fmi3::describe(&drivetrain(&input)).expect_err("the name is taken").to_string();
        assert!(
            error.starts_with(&format!("Line: in FMI 3.0 \"{name}\" is the name of a variable of its own")),
            "{error}"
        );
    }
    // A body has four event indicators.
    let free = "[body.b]\ninertia = 1\n[[input]]\nname = \"event_indicator_5\"\non = \"b\"\n";
    assert!(fmi3::describe(&drivetrain(free)).is_ok());
}

#[test]
fn an_array_that_is_frozen_in_part_is_refused() {
    let mut model = models::all().remove(0);
    let place = model.variables.iter().position(|variable| variable.name == "friction.table.velocity[2]");
    let variable = &mut model.variables[place.expect("there is a table")];
    variable.variability = model_description::declaration::Variability::Constant;
    let error = fmi3::describe(&model).expect_err("the elements differ").to_string();
    assert_eq!(
        error,
        "MotionTransmission: in FMI 3.0 friction.table.velocity[1] and friction.table.velocity[2] are elements of one \
         array, and only one of them is frozen; freeze all of its elements or none"
    );
}
