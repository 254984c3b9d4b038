//! Has cargo build the library of the models and finds what came out.

use super::Error;
use serde_json::Value;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The package of the models.
const PACKAGE: &str = "actuator-fmu";

/// What cargo made.
#[derive(Debug, PartialEq)]
pub(super) struct Built {
    /// The shared library.
    pub(super) library: PathBuf,
    /// Folder with a `<Identifier>.xml` per model.
    pub(super) descriptions: PathBuf,
}

/// What build.rs of the models reads: paths of configuration files.
const CONFIGURATION: &str = "ACTUATOR_FMU_CONFIG";

/// Builds the library in release mode, with the FMUs of the `configurations` if there are any; `progress` is called
/// with what is compiled at the moment.
pub(super) fn build(configurations: Option<&OsStr>, progress: &dyn Fn(&str)) -> Result<Built, Error> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments =
        ["build", "--release", "--package", PACKAGE, "--lib", "--message-format=json-render-diagnostics", "--quiet"];
    let mut command = Command::new(cargo);
    command.args(arguments).current_dir(workspace()).stdout(Stdio::piped());
    if let Some(paths) = configurations {
        // A folder of its own: otherwise each change between configured and plain models would compile them again.
        command.env(CONFIGURATION, paths).arg("--target-dir").arg(configured());
    }
    let mut child = command.spawn().map_err(Error::Cargo)?;
    let stdout = child.stdout.take().expect("stdout was piped just above");
    let messages = BufReader::new(stdout).lines().map_while(Result::ok);
    let found = collect(messages.inspect(|line| progress(line)));
    if !child.wait().map_err(Error::Cargo)?.success() {
        return Err(Error::Build);
    }
    found
}

/// The folder of the workspace's Cargo.toml.
fn workspace() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_path_buf()
}

/// Where cargo puts what it makes; a relative folder starts at the workspace, like cargo's.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace().join("target"), PathBuf::from)
}

/// Where models with configurations are built.
fn configured() -> PathBuf {
    target().join("configured")
}

/// Does `work` while no other packer builds or reads models with configurations.
pub(super) fn undisturbed<T>(work: impl FnOnce() -> T) -> Result<T, Error> {
    // cargo takes a relative folder from the workspace, so do we.
    let folder = workspace().join(configured());
    let path = folder.join(".fmu-pack-lock");
    let failure = |source| Error::File { path: path.clone(), source };
    std::fs::create_dir_all(&folder).map_err(failure)?;
    let file = std::fs::OpenOptions::new().create(true).append(true).open(&path).map_err(failure)?;
    let mut lock = fd_lock::RwLock::new(file);
    let _guard = lock.write().map_err(failure)?;
    Ok(work())
}

fn collect(messages: impl Iterator<Item = String>) -> Result<Built, Error> {
    let (mut library, mut descriptions) = (None, None);
    for message in messages.filter_map(|line| serde_json::from_str::<Value>(&line).ok()) {
        match message["reason"].as_str() {
            Some("compiler-artifact") => library = shared_library(&message).or(library),
            Some("build-script-executed") => descriptions = out_dir(&message).or(descriptions),
            _ => (),
        }
    }
    let missing = |what| Error::NotBuilt { what };
    Ok(Built {
        library: library.ok_or_else(|| missing("a shared library"))?,
        descriptions: descriptions.ok_or_else(|| missing("model descriptions"))?,
    })
}

fn shared_library(message: &Value) -> Option<PathBuf> {
    (message["target"]["name"] == "actuator_fmu").then_some(())?;
    let files = message["filenames"].as_array()?.iter().filter_map(Value::as_str).map(PathBuf::from);
    let is_shared =
        |path: &PathBuf| path.extension().and_then(|e| e.to_str()).is_some_and(|e| matches!(e, "so" | "dll" | "dylib"));
    files.into_iter().find(is_shared)
}

fn out_dir(message: &Value) -> Option<PathBuf> {
    // "path+file:///...#actuator-fmu@0.1.0", or the last folder before # where it is named like the package.
    let id = message["package_id"].as_str()?;
    let name = id.rsplit(['#', '/']).find(|part| !part.starts_with(|c: char| c.is_ascii_digit()))?;
    (name.split('@').next() == Some(PACKAGE)).then(|| message["out_dir"].as_str().map(PathBuf::from))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_library_and_the_descriptions_in_cargos_messages() {
        let messages = [
            r#"{"reason":"build-script-executed","package_id":"registry+x#libc@0.2.1","out_dir":"/t/libc"}"#,
            r#"{"reason":"build-script-executed","package_id":"path+file:///w#actuator-fmu@0.1.0","out_dir":"/t/out"}"#,
            r#"{"reason":"compiler-artifact","target":{"name":"actuator_fmu"},"filenames":["/t/a.rlib","/t/liba.so"]}"#,
            "not json",
        ];
        let built = collect(messages.into_iter().map(str::to_string)).expect("both are there");
        assert_eq!(built, Built { library: "/t/liba.so".into(), descriptions: "/t/out".into() });
    }

    #[test]
    fn finds_the_descriptions_where_the_folder_has_the_name_of_the_package() {
        let message = serde_json::json!({"package_id": "path+file:///w/actuator-fmu#0.1.0", "out_dir": "/t/out"});
        assert_eq!(out_dir(&message), Some("/t/out".into()));
    }
}
