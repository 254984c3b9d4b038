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
    header(Path::new("src/fmi2/mod.rs"), &out.join("actuator_fmu.h"))?;
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
