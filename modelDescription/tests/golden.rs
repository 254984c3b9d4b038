//! The descriptions as they were reviewed, and the source that is generated from the declaration. A difference is a change of the
//! importers' contract; if it is meant, run `UPDATE_GOLDEN=1 cargo test -p model-description` and commit the new files.

use std::path::PathBuf;
use std::{env, fs};

use model_description::declaration::Model;
use model_description::{Export, FmiVersion, configuration, fingerprint, models, rust_source, terminals};

#[test]
fn descriptions_are_the_reviewed_ones() {
    for export in model_description::exports() {
        compare(&format!("{}.xml", export.model.identifier), &export.xml);
    }
}

#[test]
fn descriptions_for_fmi3_are_the_reviewed_ones() {
    for model in models::all() {
        let name = format!("fmi3/{}.xml", model.identifier);
        let export = Export::for_version(model, FmiVersion::V3).expect("the declared models can be described");
        compare(&name, &export.xml);
    }
}

#[test]
fn terminals_are_the_reviewed_ones() {
    for model in models::all() {
        let name = format!("fmi3/{}.terminalsAndIcons.xml", model.identifier);
        compare(&name, &terminals::write(&terminals::describe(&model)));
    }
}

#[test]
fn the_generated_interface_of_the_library_is_that_of_the_declaration() {
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src");
    let fingerprint = fingerprint::of(&source).expect("the declaration can be read");
    let exports = |models: Vec<_>| -> Vec<_> { models.into_iter().map(Export::new).collect() };
    let text = rust_source::write(&exports(models::all()), &exports(tunable_twins()), &fingerprint);
    compare("../../src/interface/generated.rs", &text);
}

/// Each model once more, with all parameters tunable that can be: what the tests of the library run.
fn tunable_twins() -> Vec<Model> {
    let mut twins = models::all();
    for twin in &mut twins {
        twin.identifier.insert_str(0, "Tunable");
    }
    configuration::make_tunable(&mut twins, "*").expect("all parameters that can be tunable may be made so");
    twins
}

/// A description with the reviewed one of that name.
fn compare(name: &str, now: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden").join(name);
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, now).expect("the golden folder is writable");
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    let difference = golden.lines().zip(now.lines()).zip(1..).find(|((old, new), _)| old != new);
    let hint = "if that is meant: UPDATE_GOLDEN=1 cargo test -p model-description";
    if let Some(((old, new), line)) = difference {
        panic!("golden/{name}, line {line}:\n  reviewed {old}\n  now      {new}\n{hint}");
    }
    assert!(golden == now, "golden/{name} has {} bytes, now {}; {hint}", golden.len(), now.len());
}

/// What an importer may ask to change while the simulation runs is part of the contract; the descriptions do not say it.
#[test]
fn what_can_be_tunable_is_what_was_reviewed() {
    let of = |model: &model_description::declaration::Model| -> String {
        let can = model.variables.iter().filter(|variable| variable.can_be_tunable);
        can.map(|variable| format!("{} {}\n", model.identifier, variable.name)).collect()
    };
    let list: String = models::all().iter().map(of).collect();
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden/tunable.txt");
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &list).expect("the golden folder is writable");
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        golden == list,
        "golden/tunable.txt differs; if that is meant: UPDATE_GOLDEN=1 cargo test -p model-description"
    );
}

/// The page for readers is generated from the same declaration.
#[test]
fn the_page_of_the_interface_shows_what_is_declared() {
    let models = ["ServoActuator", "MotionTransmission", "HydraulicActuator"];
    let models: Vec<_> = models
        .iter()
        .map(|name| models::all().into_iter().find(|model| model.identifier == *name).expect("a model"))
        .collect();
    let page = model_description::interface_page(&models);
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/interface.md");
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &page).expect("the folder docs is writable");
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "docs/interface.md differs; UPDATE_GOLDEN=1 cargo test -p model-description writes it");
}
