//! Makes what the crate and the packer need from the declaration of the variables: `interface.rs`, one
//! `<Identifier>.xml` per FMU and the C header `actuator_fmu.h`, all in `OUT_DIR`.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use model_description::declaration::Model;
use model_description::{Export, configuration, models, rust_source};

/// Set by cargo where the feature `tunable-twins` is on.
const TWINS: &str = "CARGO_FEATURE_TUNABLE_TWINS";

fn main() -> ExitCode {
    if let Err(error) = generate() {
        println!("cargo::error={error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn generate() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let exports: Vec<Export> = all_models()?.into_iter().map(Export::new).collect();
    let (base, twins) = exports.split_at(models::all().len());
    write(&out.join("interface.rs"), &rust_source::write(base, twins))?;
    descriptions(&out, &exports)?;
    header(Path::new("src/fmi2/mod.rs"), &out.join("actuator_fmu.h"))?;
    println!("cargo::rustc-env=ACTUATOR_FMU_DESCRIPTIONS={}", out.display());
    println!("cargo::rustc-env=ACTUATOR_FMU_HEADER={}", out.join("actuator_fmu.h").display());
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/fmi2");
    Ok(())
}

/// The models as declared, and their twins where tests ask for them.
fn all_models() -> Result<Vec<Model>, Box<dyn Error>> {
    let mut all = models::all();
    if env::var_os(TWINS).is_some() {
        all.extend(tunable_twins()?);
    }
    Ok(all)
}

/// Each model once more, with all parameters tunable that can be.
fn tunable_twins() -> Result<Vec<Model>, Box<dyn Error>> {
    let mut twins = models::all();
    for twin in &mut twins {
        twin.identifier.insert_str(0, "Tunable");
    }
    configuration::make_tunable(&mut twins, "*")?;
    Ok(twins)
}

/// One description per FMU, and none of FMUs that there are no longer.
fn descriptions(out: &Path, exports: &[Export]) -> Result<(), Box<dyn Error>> {
    let path = |export: &Export| out.join(format!("{}.xml", export.model.identifier));
    for export in exports {
        write(&path(export), &export.xml)?;
    }
    for entry in fs::read_dir(out)? {
        let file = entry?.path();
        let is_description = file.extension().is_some_and(|extension| extension == "xml");
        if is_description && !exports.iter().any(|export| path(export) == file) {
            fs::remove_file(file)?;
        }
    }
    Ok(())
}

/// Writes only what changed, so that nothing is rebuilt for the same text.
fn write(path: &Path, text: &str) -> Result<(), Box<dyn Error>> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()).into())
}

/// The C header of the exported functions, for use with the official FMI 2.0 headers, which define the types.
fn header(source: &Path, header: &Path) -> Result<(), Box<dyn Error>> {
    let bindings = cbindgen::Builder::new()
        .with_src(source)
        .with_language(cbindgen::Language::C)
        .with_include_guard("ACTUATOR_FMU_H")
        .with_no_includes()
        .with_sys_include("stddef.h")
        .with_include("fmi2FunctionTypes.h")
        .with_cpp_compat(true)
        .generate()?;
    let mut text = Vec::new();
    bindings.write(&mut text);
    write(header, &String::from_utf8(text)?)
}
