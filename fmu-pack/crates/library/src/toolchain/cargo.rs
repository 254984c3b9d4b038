//! Runs cargo and finds what came out.

use super::machine::Compiler;
use super::reproducible;
use super::route::{Linker, Route, Std};
use super::{Error, Order};
use crate::sources::Extent;
use fmu_output::process::{Started, TemporaryFolder};
use serde_json::Value;
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What is built.
#[derive(Clone, Copy, Debug)]
pub(super) enum Product {
    /// The library of the models.
    Models,
    /// The same, or a part of it, as a module that is translated to C.
    Portable(Extent),
    /// What of `fmu-pack` runs in a page.
    Packer,
}

impl Product {
    /// For cargo. Only a crate that is a shared library and nothing else is optimized as a whole (LTO).
    fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Models | Self::Portable(_) => {
                &["--profile", "library", "--package", "actuator-fmu", "--lib", "--crate-type", "cdylib"]
            }
            Self::Packer => {
                &["--profile", "web", "--package", "fmu-pack", "--features", "web", "--bin", "fmu-pack-web"]
            }
        }
    }

    /// What of the models' package is left out.
    fn features(self) -> &'static [&'static str] {
        match self {
            Self::Portable(Extent::Actuators) => &["--no-default-features", "--features", "fmi"],
            Self::Models | Self::Portable(Extent::Drivetrains) | Self::Packer => &[],
        }
    }

    /// Of its target, in cargo's messages.
    fn name(self) -> &'static str {
        match self {
            Self::Models | Self::Portable(_) => "actuator_fmu",
            Self::Packer => "fmu-pack-web",
        }
    }
}

/// The first macOS for ARM.
const OLDEST_MACOS: &str = "11.0";

/// Builds; `progress` is called with what is compiled at the moment.
pub(super) fn run(
    product: Product,
    platform: &str,
    route: &Route,
    order: &Order,
    progress: &dyn Fn(&str),
) -> Result<PathBuf, Error> {
    let workspace = order.workspace();
    if !workspace.join("Cargo.toml").is_file() {
        return Err(Error::NoSources { workspace });
    }
    let mut command = command(product, route, order);
    let program = command.get_program().to_string_lossy().into_owned();
    let start = |source| Error::Start { program: program.clone(), source };
    // Compilers keep their own temporary files there: a signal deletes them too.
    let folder = TemporaryFolder::new().map_err(Error::Folder)?;
    command.env("TMPDIR", folder.path());
    let mut child = Started::new(command.stdout(Stdio::piped())).map_err(start)?;
    let stdout = child.stdout().expect("stdout was piped just above");
    let messages = BufReader::new(stdout).lines().map_while(Result::ok);
    let found = collect(product, messages.inspect(|line| progress(line)));
    if !child.wait().map_err(start)?.success() {
        return Err(Error::Build { platform: platform.to_owned() });
    }
    found
}

fn command(product: Product, route: &Route, order: &Order) -> Command {
    let (workspace, flags) = (order.workspace(), rust_flags(product, route));
    let (cache, target) = (platforms(&workspace), target(&workspace, route));
    let mut command = match &route.linker {
        Linker::Zig(zigbuild) => zig(zigbuild, &route.compiler, &cache),
        Linker::Own | Linker::MinGw => Command::new(&route.compiler.cargo),
    };
    command.args(["rustc", "--quiet"]).args(product.arguments()).args(product.features());
    command.arg("--message-format=json-render-diagnostics").arg("--target-dir").arg(&target).args(triple(route));
    command.args(order.features.iter().flat_map(|feature| ["--features", feature]));
    command.env("CARGO_ENCODED_RUSTFLAGS", reproducible::flags(&workspace, &target, &route.compiler.sysroot, &flags));
    command.current_dir(&workspace);
    if is_for_macos(route) {
        command.env("MACOSX_DEPLOYMENT_TARGET", OLDEST_MACOS);
    }
    select(&mut command, route);
    command
}

/// cargo-zigbuild with the zig that is installed beside it. Both keep files in `cache` and not below the home folder: there may
/// be none, and cargo compiles everything again where the path of the linker, which is one of these files, changes.
fn zig(zigbuild: &Path, compiler: &Compiler, cache: &Path) -> Command {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let beside = zigbuild.parent().map(Path::to_path_buf);
    let folders = beside.into_iter().chain(std::env::split_paths(&path));
    let mut command = Command::new(zigbuild);
    command.env("CARGO", &compiler.cargo).env("PATH", std::env::join_paths(folders).unwrap_or(path));
    command.env("XDG_CACHE_HOME", cache);
    command
}

/// The target's name; cargo-zigbuild takes the oldest glibc with it.
fn triple(route: &Route) -> Vec<String> {
    let takes_glibc = matches!(route.linker, Linker::Zig(_)) && route.triple.ends_with("-linux-gnu");
    let glibc = if takes_glibc { ".2.17" } else { "" };
    if route.triple.is_empty() { vec![] } else { vec!["--target".to_string(), format!("{}{glibc}", route.triple)] }
}

/// What the platform's linker must be told.
fn rust_flags(product: Product, route: &Route) -> Vec<&'static str> {
    match route.linker {
        // In place of 1 MB for each instance: what a large drivetrain takes of it is stated in docs/source-fmus.md.
        Linker::Own if matches!(product, Product::Portable(_)) => vec!["-Clink-arg=-zstack-size=524288"],
        // The time of the build would be in the library.
        Linker::MinGw => vec!["-Clink-arg=-Wl,--no-insert-timestamp"],
        // An importer in JavaScript puts its logger into the table of functions.
        Linker::Own if is_for_web(route) => {
            vec!["-Clink-arg=--strip-all", "-Clink-arg=--export-table", "-Clink-arg=--growable-table"]
        }
        // No Visual C++ runtime on the importer's machine.
        Linker::Own if route.triple.ends_with("windows-msvc") => vec!["-Ctarget-feature=+crt-static"],
        // rustc leaves the names to a program that is there on macOS only.
        Linker::Zig(_) if is_for_macos(route) => {
            vec!["-Cstrip=none", "-Clink-arg=-Wl,-s", "-Clink-arg=-Wl,-install_name,@rpath/actuator_fmu.dylib"]
        }
        Linker::Own | Linker::Zig(_) => vec![],
    }
}

fn is_for_macos(route: &Route) -> bool {
    route.triple.ends_with("-apple-darwin")
}

fn is_for_web(route: &Route) -> bool {
    route.triple.starts_with("wasm32-")
}

/// The compiler, and that it compiles the standard library too where there is none for the target.
fn select(command: &mut Command, route: &Route) {
    command.env("RUSTC", &route.compiler.rustc);
    if route.std == Std::FromSource {
        let panics = ["-Zbuild-std=std,panic_unwind", "-Zbuild-std-features=panic-unwind"];
        command.args(if is_for_web(route) { &["-Zbuild-std=std,panic_abort"][..] } else { &panics });
        // The compiler in use may have set it to its own libraries, under names that another compiler knows too.
        command.env("RUSTC_BOOTSTRAP", "1").env_remove("LD_LIBRARY_PATH");
    }
}

/// Where cargo puts what it makes. Each portable library has a folder of its own: otherwise each change between them and the others would
/// compile them again, and a build for one platform would wait for those for others.
fn target(workspace: &Path, route: &Route) -> PathBuf {
    match route.linker {
        Linker::Own => folder(workspace),
        Linker::Zig(_) | Linker::MinGw => platforms(workspace).join(&route.triple),
    }
}

/// Folder of all portable libraries, and of what zig keeps for them.
fn platforms(workspace: &Path) -> PathBuf {
    folder(workspace).join("platforms")
}

/// Cargo's folder; a relative one starts at the workspace.
fn folder(workspace: &Path) -> PathBuf {
    workspace.join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| OsString::from("target")))
}

fn collect(product: Product, messages: impl Iterator<Item = String>) -> Result<PathBuf, Error> {
    let messages = messages.filter_map(|line| serde_json::from_str::<Value>(&line).ok());
    let libraries =
        messages.filter(|message| message["reason"] == "compiler-artifact").filter_map(|m| built(product, &m));
    libraries.last().ok_or(Error::NotBuilt)
}

fn built(product: Product, message: &Value) -> Option<PathBuf> {
    (message["target"]["name"] == product.name()).then_some(())?;
    let files = message["filenames"].as_array()?.iter().filter_map(Value::as_str).map(PathBuf::from);
    let is_shared = |path: &PathBuf| {
        path.extension().and_then(|e| e.to_str()).is_some_and(|e| matches!(e, "so" | "dll" | "dylib" | "wasm"))
    };
    files.into_iter().find(is_shared)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_linker_is_the_same_file_whether_there_is_a_home_or_not() {
        let compiler = Compiler { cargo: "bin/cargo".into(), ..Compiler::default() };
        let command = zig(Path::new("bin/cargo-zigbuild"), &compiler, Path::new("/t/platforms"));
        let cache = command.get_envs().find(|(name, _)| *name == "XDG_CACHE_HOME");
        assert_eq!(cache.and_then(|(_, value)| value), Some(std::ffi::OsStr::new("/t/platforms")));
    }

    #[test]
    fn finds_the_library_in_cargos_messages() {
        let messages = [
            r#"{"reason":"build-script-executed","package_id":"registry+x#libc@0.2.1","out_dir":"/t/libc"}"#,
            r#"{"reason":"compiler-artifact","target":{"name":"libc"},"filenames":["/t/liblibc.rlib"]}"#,
            r#"{"reason":"compiler-artifact","target":{"name":"actuator_fmu"},"filenames":["/t/a.rlib","/t/liba.so"]}"#,
            "not json",
        ];
        assert_eq!(
            collect(Product::Models, messages.into_iter().map(str::to_string)).unwrap(),
            PathBuf::from("/t/liba.so")
        );
        assert!(matches!(collect(Product::Models, std::iter::empty()), Err(Error::NotBuilt)));
    }
}
