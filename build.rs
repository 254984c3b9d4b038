//! Makes what the crate and the packer need from the declaration of the variables: `interface.rs`, one
//! `<Identifier>.xml` per FMU and the C header `actuator_fmu.h`, all in `OUT_DIR`.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use model_description::rust_source;

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let exports = model_description::exports();
    write(&out.join("interface.rs"), &rust_source::write(&exports, &[]))?;
    for export in &exports {
        write(&out.join(format!("{}.xml", export.model.identifier)), &export.xml)?;
    }
    header(Path::new("src/fmi2"), &out.join("actuator_fmu.h"))?;
    println!("cargo::rustc-env=ACTUATOR_FMU_DESCRIPTIONS={}", out.display());
    println!("cargo::rustc-env=ACTUATOR_FMU_HEADER={}", out.join("actuator_fmu.h").display());
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/fmi2");
    Ok(())
}

/// Writes only what changed, so that nothing is rebuilt for the same text.
fn write(path: &Path, text: &str) -> Result<(), Box<dyn Error>> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()).into())
}

/// The C header of the exported functions; none while there are no sources of them.
fn header(sources: &Path, header: &Path) -> Result<(), Box<dyn Error>> {
    let sources = rust_files(sources)?;
    if sources.is_empty() {
        return Ok(());
    }
    let builder = sources.iter().fold(cbindgen::Builder::new(), |builder, source| builder.with_src(source));
    let bindings = builder.with_language(cbindgen::Language::C).with_include_guard("ACTUATOR_FMU_H").generate()?;
    let mut text = Vec::new();
    bindings.write(&mut text);
    write(header, &String::from_utf8(text)?)
}

fn rust_files(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut files = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else { return Ok(files) };
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
