//! Runs cargo and finds what came out.

use super::machine::Compiler;
use super::reproducible;
use super::route::{Linker, Route, Std};
use super::{Error, Order};
use fmu_import::platform::Platform;
use fmu_process::{Started, TemporaryFolder};
use serde_json::Value;
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The package of the models.
const PACKAGE: &str = "actuator-fmu";

/// What build.rs of the models reads: paths of configuration files.
const CONFIGURATION: &str = "ACTUATOR_FMU_CONFIG";
/// And names of tunable parameters, separated by commas.
const TUNABLE: &str = "ACTUATOR_FMU_TUNABLE";

/// What cargo made.
#[derive(Clone, Debug, PartialEq)]
pub struct Built {
    /// The shared library.
    pub library: PathBuf,
    /// Folder with a `<Identifier>.xml` per model.
    pub descriptions: PathBuf,
}

/// Builds the library in release mode; `progress` is called with what is compiled at the moment.
pub(super) fn run(platform: &Platform, route: &Route, order: &Order, progress: &dyn Fn(&str)) -> Result<Built, Error> {
    let mut command = command(route, order);
    let program = command.get_program().to_string_lossy().into_owned();
    let start = |source| Error::Start { program: program.clone(), source };
    // Compilers keep their own temporary files there: a signal deletes them too.
    let folder = TemporaryFolder::new().map_err(Error::Folder)?;
    command.env("TMPDIR", folder.path());
    let mut child = Started::new(command.stdout(Stdio::piped())).map_err(start)?;
    let stdout = child.stdout().expect("stdout was piped just above");
    let messages = BufReader::new(stdout).lines().map_while(Result::ok);
    let found = collect(messages.inspect(|line| progress(line)));
    if !child.wait().map_err(start)?.success() {
        return Err(Error::Build { platform: platform.clone() });
    }
    found
}

fn command(route: &Route, order: &Order) -> Command {
    let (workspace, flags) = (order.workspace(), rust_flags(route));
    let target = target(&workspace, route, order);
    let mut command = match &route.linker {
        Linker::Zig(zigbuild) => zig(zigbuild, &route.compiler, &target),
        Linker::Own | Linker::MinGw => Command::new(&route.compiler.cargo),
    };
    // Only a crate that is a shared library and nothing else is optimized as a whole (LTO).
    command.args(["rustc", "--release", "--package", PACKAGE, "--lib", "--crate-type", "cdylib", "--quiet"]);
    command.arg("--message-format=json-render-diagnostics").arg("--target-dir").arg(&target).args(triple(route));
    command.args(order.features.iter().flat_map(|feature| ["--features", feature]));
    command.env("CARGO_ENCODED_RUSTFLAGS", reproducible::flags(&workspace, &target, &route.compiler.sysroot, &flags));
    // Names of functions inside the library are of no use to an importer, and double its size.
    command.env("CARGO_PROFILE_RELEASE_STRIP", "symbols").current_dir(&workspace);
    if let Some(paths) = &order.configurations {
        command.env(CONFIGURATION, paths);
    }
    if !order.tunable.is_empty() {
        command.env(TUNABLE, order.tunable.join(","));
    }
    select(&mut command, route);
    command
}

/// cargo-zigbuild with the zig that is installed beside it. Both keep files below the home folder, or in `target` where there
/// is none.
fn zig(zigbuild: &Path, compiler: &Compiler, target: &Path) -> Command {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let beside = zigbuild.parent().map(Path::to_path_buf);
    let folders = beside.into_iter().chain(std::env::split_paths(&path));
    let mut command = Command::new(zigbuild);
    command.env("CARGO", &compiler.cargo).env("PATH", std::env::join_paths(folders).unwrap_or(path));
    if ["HOME", "XDG_CACHE_HOME"].iter().all(|name| std::env::var_os(name).is_none()) {
        command.env("XDG_CACHE_HOME", target);
    }
    command
}

/// The target's name; cargo-zigbuild takes the oldest glibc with it.
fn triple(route: &Route) -> Vec<String> {
    let glibc = if matches!(route.linker, Linker::Zig(_)) { ".2.17" } else { "" };
    if route.triple.is_empty() { vec![] } else { vec!["--target".to_string(), format!("{}{glibc}", route.triple)] }
}

/// What the platform's linker must be told.
fn rust_flags(route: &Route) -> Vec<&'static str> {
    match route.linker {
        // The time of the build would be in the library.
        Linker::MinGw => vec!["-Clink-arg=-Wl,--no-insert-timestamp"],
        // No Visual C++ runtime on the importer's machine.
        Linker::Own if route.triple.ends_with("windows-msvc") => vec!["-Ctarget-feature=+crt-static"],
        Linker::Own | Linker::Zig(_) => vec![],
    }
}

/// The compiler, and that it compiles the standard library too where there is none for the target.
fn select(command: &mut Command, route: &Route) {
    command.env("RUSTC", &route.compiler.rustc);
    if route.std == Std::FromSource {
        command.args(["-Zbuild-std=std,panic_unwind", "-Zbuild-std-features=panic-unwind"]);
        // The compiler in use may have set it to its own libraries, under names that another compiler knows too.
        command.env("RUSTC_BOOTSTRAP", "1").env_remove("LD_LIBRARY_PATH");
    }
}

/// Where cargo puts what it makes; a relative folder starts at the workspace, like cargo's. Configured models and
/// portable libraries have folders of their own: otherwise each change between them would compile them again.
fn target(workspace: &Path, route: &Route, order: &Order) -> PathBuf {
    let given = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| OsString::from("target"));
    let mut folder = workspace.join(given);
    if route.linker != Linker::Own {
        folder.push("platforms");
    }
    if order.is_special() {
        folder.push("configured");
    }
    folder
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
