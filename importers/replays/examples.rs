//! The examples for tools that the tests do not run: what can be said of them without the tool.

use std::fs;
use std::path::Path;

fn example(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(path)).unwrap()
}

/// OpenModelica writes an underscore for each dot and bracket of a name.
#[test]
fn the_openmodelica_example_names_only_variables_of_the_fmus() {
    let package = example("openmodelica/ActuatorExamples.mo");
    let uses = [("servo", "ServoActuator"), ("transmission", "MotionTransmission"), ("actuator", "HydraulicActuator")];
    for (component, identifier) in uses {
        let names = modelica_names(identifier);
        let (dot, bracket) = (format!("{component}."), format!("{component}("));
        let connected = package.split(&dot).skip(1).map(word);
        let modified = package.split(&bracket).skip(1).flat_map(modifiers);
        for name in connected.chain(modified) {
            assert!(names.contains(&name), "{identifier} has no variable {name}");
        }
    }
}

fn modelica_names(identifier: &str) -> Vec<String> {
    let export = model_description::exports().into_iter().find(|export| export.model.identifier == identifier).unwrap();
    export.model.variables.iter().map(|variable| variable.name.replace(['.', '[', ']'], "_")).collect()
}

fn word(text: &str) -> String {
    text.trim_start().chars().take_while(|character| character.is_alphanumeric() || *character == '_').collect()
}

/// Names of `name = value, name = value)`.
fn modifiers(text: &str) -> Vec<String> {
    let (list, _) = text.split_once(')').unwrap();
    list.split(',').map(word).collect()
}
