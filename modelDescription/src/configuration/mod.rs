//! Configured FMUs: a declared model with a name, start values and frozen parameters from a TOML file.
//!
//! ```toml
//! name = "Rudder"                          # model identifier of the FMU
//! model = "ServoActuator"                  # MotionTransmission, ServoActuator or HydraulicActuator
//! description = "Rudder actuator, left"    # optional
//! frozen = ["friction.*", "solver.method"] # parameters that an importer sees but cannot set; * stands for anything
//! tunable = ["controller.*"]               # parameters that an importer may change while the simulation runs
//!
//! [start]                                  # parameters and inputs, in SI units or with a unit
//! position_start = "2 deg"
//! supply_pressure = "21 MPa"
//! inertia = 1800
//! friction.law = "stribeck"
//! "friction.table.velocity[2]" = "1 deg/s"
//!
//! [flanks]                                 # optional: efficiencies of a screw or worm by its geometry
//! lead_angle = "3.77 deg"
//! thread_angle = "15 deg"
//! friction.coefficient = 0.12
//!
//! [experiment]                             # optional
//! stop_time = 3
//! step_size = "2 ms"
//! ```

mod block;
mod configured;
pub mod document;
pub mod drivetrain;
mod error;
mod flanks;
mod friction_table;
mod given;
mod left_out;
mod load_ratio;
mod not_toml;
mod pattern;
mod quantity;
pub mod start;
mod start_law;
mod tunable;
mod unknown_variable;
mod words;

use std::fs;
use std::path::Path;

pub use block::content;
pub use configuration_block::TooLarge;
pub use configured::{Configured, read, read_all};
pub use error::{ConfigurationError, Subject};
pub use flanks::{EFFICIENCIES as OF_FLANKS, Flanks, TABLE as FLANKS, apply as take_flanks};
pub use friction_table::apply as take_tables;
pub use given::{Given, Giver, Position, refusal};
pub use left_out::LeftOut;
pub use pattern::matches as matches_pattern;
pub use quantity::{Measured, has_unit, measure, number_in_unit};
pub use tunable::make_tunable;
pub use words::description;

use crate::declaration::{Causality, Model, ModelKind, Variability, Variable, unit};
use crate::models;
use document::{Document, Entry, Scalar};

/// Some file systems do not tell upper case from lower case.
fn same_file_name(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other)
}

/// The text of a TOML file. What is no text is told from what it may be meant to be.
pub fn text_of(path: &Path) -> Result<String, ConfigurationError> {
    let refused = |problem| ConfigurationError::of_file(path, problem);
    let bytes = fs::read(path).map_err(|error| refused(format!("cannot be read: {error}")))?;
    if bytes.starts_with(b"PK\x03\x04") {
        return Err(refused("is a ZIP archive, as FMUs and SSP files are; here a TOML file is needed".into()));
    }
    String::from_utf8(bytes).map_err(|error| {
        let end = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(&error.as_bytes()[..end]);
        let problem = "is no TOML file: from here on it is no text in UTF-8, in which an editor can save it";
        ConfigurationError::at(path, &text, Some(end), problem)
    })
}

/// The model that `text` describes; `path` is for messages.
pub fn parse(text: &str, path: &Path) -> Result<Model, ConfigurationError> {
    model(&Document::parse(text, path)?)
}

fn model(document: &Document) -> Result<Model, ConfigurationError> {
    let mut model = match assembled(document) {
        Some(is_linear_system) => drivetrain::parse(document, is_linear_system),
        None => declared_model(document),
    }?;
    friction_table::apply(&mut model, document)?;
    friction_table::check(&model, document)?;
    load_ratio::check(&model, document)?;
    Ok(model)
}

fn declared_model(document: &Document) -> Result<Model, ConfigurationError> {
    let mut model = base_model(document)?;
    model.identifier = identifier(document)?;
    for entry in &document.entries {
        apply(&mut model, document, entry)?;
    }
    flanks::apply(&mut model, document)?;
    // What is frozen stays so, wherever in the file it stands.
    document.get("tunable").map_or(Ok(()), |entry| tune(&mut model, document, entry))?;
    start::check_together(&model, document)?;
    Ok(model)
}

/// Whether it is put together from elements: a drivetrain, or (true) a linear system alone.
fn assembled(document: &Document) -> Option<bool> {
    match document.get("model").map(|entry| document.text(entry)) {
        Some(Ok(LINEAR_SYSTEM)) => Some(true),
        Some(Ok(name)) if name == ModelKind::Drivetrain.name() => Some(false),
        Some(Ok(_) | Err(_)) | None => None,
    }
}

/// The model of a file that describes a linear system alone.
const LINEAR_SYSTEM: &str = "LinearSystem";

fn base_model(document: &Document) -> Result<Model, ConfigurationError> {
    let all = models::all();
    let declared = all.iter().map(|model| model.identifier.as_str());
    let names: Vec<&str> = declared.chain([ModelKind::Drivetrain.name(), LINEAR_SYSTEM]).collect();
    let entry = document.required("model", &format!("one of {}", names.join(", ")))?;
    let name = document.text(entry)?;
    let model = all.iter().find(|model| model.identifier == name);
    model.cloned().ok_or_else(|| document.error(entry, format!("is no model; models are {}", names.join(", "))))
}

/// The name of an FMU that a document describes, or of one that follows from it.
pub fn identifier(document: &Document) -> Result<String, ConfigurationError> {
    let entry = document.required("name", "the model identifier of the FMU")?;
    let name = words::identifier(document, entry)?;
    if let Some(model) = models::all().iter().find(|model| same_file_name(&model.identifier, name)) {
        let problem = format!("is taken: {} is exported anyway; choose another name", model.identifier);
        return Err(document.error(entry, problem));
    }
    Ok(name.to_owned())
}

fn apply(model: &mut Model, document: &Document, entry: &Entry) -> Result<(), ConfigurationError> {
    match entry.key.split_once('.') {
        Some(("start", variable)) => start::set(model, variable, document, entry),
        // Taken together.
        Some(_) if flanks::is_key(model, &entry.key) => Ok(()),
        _ => apply_general(model, document, entry),
    }
}

/// What every configuration may have.
fn apply_general(model: &mut Model, document: &Document, entry: &Entry) -> Result<(), ConfigurationError> {
    match entry.key.as_str() {
        "name" | "model" | "tunable" => Ok(()),
        "description" => words::description(document, entry).map(|text| model.description = text.to_owned()),
        "frozen" => freeze(model, document, entry),
        // Its only line may be a remark for now.
        "start" | "experiment" if entry.value == Scalar::Table => Ok(()),
        key => match key.split_once('.') {
            Some(("experiment", item)) => experiment(model, item, document, entry),
            _ => Err(unknown_key(model, document, entry)),
        },
    }
}

fn unknown_key(model: &Model, document: &Document, entry: &Entry) -> ConfigurationError {
    let allowed = match model.kind {
        ModelKind::Drivetrain => drivetrain::allowed_keys(),
        ModelKind::MotionTransmission | ModelKind::ServoActuator | ModelKind::HydraulicActuator => {
            "name, model, description, frozen, tunable, [start] and [experiment]".to_owned()
        }
    };
    document.error(entry, format!("unknown key; allowed are {allowed}"))
}

fn freeze(model: &mut Model, document: &Document, entry: &Entry) -> Result<(), ConfigurationError> {
    for pattern in document.list(entry)? {
        let is_parameter = |causality| matches!(causality, Causality::Parameter | Causality::Local);
        // A choice that is frozen cannot be made by its number either.
        let is_named = |variable: &Variable| {
            let names = [Some(&variable.name), variable.number_of.as_ref()];
            names.into_iter().flatten().any(|name| pattern::matches(pattern, name))
        };
        let matching = model
            .variables
            .iter_mut()
            .filter(|variable| variable.has_start() && is_parameter(variable.causality) && is_named(variable));
        let mut count = 0;
        for variable in matching {
            (variable.causality, variable.variability) = (Causality::Local, Variability::Constant);
            count += 1;
        }
        if count == 0 {
            let problem = format!("{pattern:?} matches no parameter of {}", model.kind.name());
            return Err(document.error(entry, problem));
        }
    }
    Ok(())
}

fn tune(model: &mut Model, document: &Document, entry: &Entry) -> Result<(), ConfigurationError> {
    for pattern in document.list(entry)? {
        make_tunable(std::slice::from_mut(model), pattern).map_err(|problem| document.error(entry, problem))?;
    }
    Ok(())
}

fn experiment(model: &mut Model, item: &str, document: &Document, entry: &Entry) -> Result<(), ConfigurationError> {
    let experiment = &mut model.experiment;
    let (place, unit) = match item {
        "stop_time" => (&mut experiment.stop_time, unit::TIME),
        "step_size" => (&mut experiment.step_size, unit::TIME),
        "tolerance" => (&mut experiment.tolerance, unit::RATIO),
        _ => return Err(document.error(entry, "unknown key; allowed are stop_time, step_size and tolerance")),
    };
    let value = start::real(unit, document, entry)?;
    if value <= 0.0 {
        return Err(document.error(entry, "must be greater than 0"));
    }
    *place = value;
    Ok(())
}
