//! The models as the page knows them: everything about a variable comes from its declaration.

use super::{Error, examples, units};
use crate::package::scheme;
use configuration_block::{HEADER, fill};
use fmu_plot::scheme_to_svg;
use fmu_simulation::scenario::{Scenario, servo};
use model_description::configuration::{Configured, content};
use model_description::declaration::{Causality, Experiment, Model, Value, Variability, Variable};
use model_description::models::laws::{Family, FrictionLaw, LAWS};
use model_description::{Export, models};
use serde_json::{Value as Json, json};
use std::path::Path;

/// All that the page offers.
pub fn catalogue() -> Result<Json, Error> {
    let declared = models::all();
    let mut all: Vec<Json> = declared.iter().map(|model| of_model(model, None)).collect::<Result<_, _>>()?;
    let mut known = declared;
    for example in examples::all() {
        let model = Configured::parse(example.configuration, Path::new(example.file))?.model;
        let mut json = of_model(&model, Some(example.configuration))?;
        json["title"] = json!(example.title);
        json["experiments"] = json!([example.experiment]);
        all.push(json);
        known.push(model);
    }
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "models": all,
        "laws": laws(),
        "units": units::units(&known),
        "recorded": recorded(),
    }))
}

/// What a configuration describes, for the page.
pub fn described(text: &str, file: &Path) -> Result<Json, Error> {
    let configured = Configured::parse(text, file)?;
    let mut json = of_model(&configured.model, Some(text))?;
    let left_out: Vec<String> = configured.left_out.iter().map(ToString::to_string).collect();
    json["warnings"] = json!(left_out);
    Ok(json)
}

fn of_model(model: &Model, configuration: Option<&str>) -> Result<Json, Error> {
    let export = Export::new(model.clone());
    let block = content(&export)?.map(|content| block(&content)).transpose()?;
    let picture = scheme(model).map(|scheme| scheme_to_svg(&scheme)).transpose()?;
    let scenarios = Scenario::all().into_iter().filter(|scenario| scenario.model == model.identifier);
    let variables = model.described().into_iter().map(|(variable, reference)| of_variable(model, variable, reference));
    let Experiment { stop_time, step_size, .. } = model.experiment;
    Ok(json!({
        "identifier": model.identifier,
        "title": examples::title(&model.identifier),
        "kind": model.kind.name(),
        "description": model.description,
        "guid": export.guid,
        "block": block.map(|bytes| super::bundle::base64(&bytes)),
        "configuration": configuration,
        "picture": picture,
        "experiment": { "stopTime": stop_time, "stepSize": step_size },
        "experiments": scenarios.map(|scenario| examples::of_scenario(&scenario)).collect::<Vec<Json>>(),
        "variables": variables.collect::<Vec<Json>>(),
    }))
}

/// A filled block without the zeros at its end.
fn block(content: &[u8]) -> Result<Vec<u8>, Error> {
    let mut block = configuration_block::empty(env!("CARGO_PKG_VERSION")).to_vec();
    fill(&mut block, content)?;
    block.truncate(HEADER + content.len());
    Ok(block)
}

fn of_variable(model: &Model, variable: &Variable, reference: u32) -> Json {
    let mut json = json!({
        "name": variable.name,
        "description": variable.description,
        "causality": causality(variable.causality),
        "variability": variability(variable.variability),
        "reference": reference,
    });
    match variable.value {
        Value::Real(real) => {
            json["type"] = json!("real");
            json["unit"] = json!(real.quantity.unit.name);
            json["display"] = json!(real.quantity.display.map(|display| display.name));
            json["start"] = json!(real.start);
            json["min"] = json!(bound(real.min));
            json["max"] = json!(bound(real.max));
            json["isMinExcluded"] = json!(real.exclusive_min);
            json["nominal"] = json!(real.nominal);
        }
        Value::Integer { start, min, max } => {
            json["type"] = json!("integer");
            json["start"] = json!(start);
            (json["min"], json["max"]) = (json!(min), json!(max));
            json["numberOf"] = json!(variable.number_of);
        }
        Value::Enumeration { of, start } => {
            json["type"] = json!("enumeration");
            json["start"] = json!(start);
            let item = |item: &model_description::declaration::EnumerationItem| json!({ "name": item.name, "description": item.description });
            json["items"] = of.items.iter().map(item).collect();
        }
    }
    if let Some(state) = &variable.derivative_of {
        json["derivativeOf"] = json!(state);
    }
    debug_assert_eq!(model.reference(&variable.name), Some(reference));
    json
}

/// JSON has no infinity; nothing else is allowed there.
fn bound(value: f64) -> Option<f64> {
    (value.is_finite() && value.abs() < f64::MAX).then_some(value)
}

fn causality(causality: Causality) -> &'static str {
    match causality {
        Causality::Parameter => "parameter",
        Causality::CalculatedParameter => "calculatedParameter",
        Causality::Input => "input",
        Causality::Output => "output",
        Causality::Local => "local",
    }
}

fn variability(variability: Variability) -> &'static str {
    match variability {
        Variability::Constant => "constant",
        Variability::Fixed => "fixed",
        Variability::Tunable => "tunable",
        Variability::Discrete => "discrete",
        Variability::Continuous => "continuous",
    }
}

/// The friction laws, the first with number 1.
fn laws() -> Json {
    let family = |family: Family| match family {
        Family::Sticks => "sticks",
        Family::Smooth => "creeps",
        Family::Bristle => "bristles",
        Family::Comparator => "comparator",
    };
    let uses = |law: &FrictionLaw| {
        // A start value of the state that they have.
        let state = (law.family == Family::Bristle).then_some("bristle_deflection_start");
        law.uses.iter().copied().chain(state).collect::<Vec<&str>>()
    };
    let law = |law: &FrictionLaw| {
        json!({
            "name": law.name,
            "description": law.description,
            "family": family(law.family),
            "dependsOnLoad": law.depends_on_load(),
            "rest": law.rest_name(),
            "uses": uses(law),
        })
    };
    LAWS.iter().map(law).collect()
}

/// Hashes of the trajectories of the publication's figures, as the tests of the native library have them: of which columns, and with the
/// command in the bits with which they have it.
fn recorded() -> Json {
    const DEGREE: f64 = std::f64::consts::PI / 180.0;
    let lines = include_str!("../../../tests/trajectory_bits.txt").lines();
    let manoeuvres = servo::manoeuvres();
    let figure = |line: &str| {
        let (number, hash) = line.strip_prefix("figure ")?.split_once(' ')?;
        let name = format!("fig{number:0>2}");
        let manoeuvre = manoeuvres.iter().find(|manoeuvre| manoeuvre.name == name)?;
        let command: Vec<(f64, f64)> =
            manoeuvre.command.iter().map(|(time, degrees)| (*time, degrees * DEGREE)).collect();
        Some(json!({ "scenario": name, "hash": hash, "command": command }))
    };
    json!({
        "model": "ServoActuator",
        "columns": ["position", "velocity", "bristle_deflection", "friction_regime", "event_count", "last_event_time"],
        "manoeuvres": lines.filter_map(figure).collect::<Vec<Json>>(),
    })
}
