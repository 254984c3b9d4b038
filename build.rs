//! Checks that `src/interface/generated.rs` is that of the declaration in `modelDescription`.
//!
//! It is generated, with the C header and the reviewed descriptions, by `UPDATE_GOLDEN=1 cargo test -p model-description`, and
//! committed so that it can be read. Generating it here would compile the declaration a second time for each profile.

use std::path::Path;
use std::process::ExitCode;
use std::{fs, io};

#[path = "modelDescription/src/fingerprint.rs"]
mod fingerprint;

const DECLARATION: &str = "modelDescription/src";
const GENERATED: &str = "src/interface/generated.rs";

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={GENERATED}");
    for folder in fingerprint::FOLDERS {
        println!("cargo::rerun-if-changed={DECLARATION}/{folder}");
    }
    match is_current() {
        Ok(true) => return ExitCode::SUCCESS,
        Ok(false) => println!(
            "cargo::error={GENERATED} was made from another declaration than that in {DECLARATION}; run \
             UPDATE_GOLDEN=1 cargo test -p model-description and commit what it writes"
        ),
        Err(error) => println!("cargo::error={GENERATED} cannot be compared with {DECLARATION}: {error}"),
    }
    ExitCode::FAILURE
}

fn is_current() -> io::Result<bool> {
    let generated = fs::read_to_string(GENERATED)?;
    let stated = generated.lines().find_map(|line| line.strip_prefix(fingerprint::LABEL));
    Ok(stated == Some(fingerprint::of(Path::new(DECLARATION))?.as_str()))
}
