//! What is installed here.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compilers and linkers of a machine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Machine {
    /// Rust compilers, the one in use first.
    pub(super) compilers: Vec<Compiler>,
    /// cargo-zigbuild.
    pub(super) zigbuild: Option<PathBuf>,
    /// The linker for Windows is there.
    pub(super) mingw: bool,
}

/// A Rust compiler with its cargo.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Compiler {
    pub(super) cargo: PathBuf,
    pub(super) rustc: PathBuf,
    /// Where its libraries are.
    pub(super) sysroot: PathBuf,
    /// The target that it runs on.
    pub(super) host: String,
    /// Targets whose standard library is installed.
    pub(super) targets: Vec<String>,
    /// The source of the standard library is installed.
    pub(super) has_source: bool,
}

/// MinGW's linker, as rustc calls it.
pub(super) const MINGW: &str = "x86_64-w64-mingw32-gcc";

/// Where Debian's rustc is when the one in use comes from elsewhere.
const SYSTEM: &str = "/usr/bin";

impl Machine {
    /// Looks at this machine.
    pub fn detect() -> Self {
        let system = Path::new(SYSTEM);
        let mut compilers: Vec<Compiler> =
            [in_use(), (system.join("cargo"), system.join("rustc"))].into_iter().filter_map(Compiler::ask).collect();
        compilers.dedup_by(|second, first| second.rustc == first.rustc);
        Self { compilers, zigbuild: find("cargo-zigbuild"), mingw: find(MINGW).is_some() }
    }

    /// Looks at the compiler in use only.
    pub(super) fn with_compiler_in_use() -> Self {
        Self { compilers: Compiler::ask(in_use()).into_iter().collect(), ..Self::default() }
    }

    /// The compiler in use; by its name, if it could not be asked.
    pub(super) fn default_compiler(&self) -> Compiler {
        let (cargo, rustc) = in_use();
        self.compilers.first().cloned().unwrap_or(Compiler { cargo, rustc, ..Compiler::default() })
    }
}

/// cargo and rustc as called by the user. A cargo that runs this program says where it is, and rustc stands beside it.
fn in_use() -> (PathBuf, PathBuf) {
    let cargo = std::env::var_os("CARGO").map_or_else(|| "cargo".into(), PathBuf::from);
    let beside = cargo.with_file_name(format!("rustc{}", std::env::consts::EXE_SUFFIX));
    let rustc = if beside.is_file() { beside } else { "rustc".into() };
    (cargo, std::env::var_os("RUSTC").map_or(rustc, PathBuf::from))
}

impl Compiler {
    /// The standard library for a target is installed.
    pub(super) fn has(&self, target: &str) -> bool {
        self.targets.iter().any(|installed| installed == target)
    }

    /// None if it does not run, or is too old for the models.
    fn ask((cargo, rustc): (PathBuf, PathBuf)) -> Option<Self> {
        let version = answer(&rustc, "-vV")?;
        if minor(&version)? < minor(env!("CARGO_PKG_RUST_VERSION"))? {
            return None;
        }
        let host = version.lines().find_map(|line| line.strip_prefix("host: "))?.to_string();
        let sysroot = PathBuf::from(answer(&rustc, "--print=sysroot")?.trim());
        let libraries = sysroot.join("lib/rustlib");
        let has_source = libraries.join("src/rust/library/std/Cargo.toml").is_file();
        Some(Self { cargo, rustc, sysroot, host, targets: targets(&libraries), has_source })
    }
}

fn answer(program: &Path, argument: &str) -> Option<String> {
    let output = Command::new(program).arg(argument).env_remove("LD_LIBRARY_PATH").output().ok()?;
    output.status.success().then(|| String::from_utf8(output.stdout).ok())?
}

/// 88 of `1.88`, or of `rustc 1.88.0 (...)`.
fn minor(version: &str) -> Option<u32> {
    let (_, after) = version.split_once("1.")?;
    after.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Folders that hold a compiled standard library.
fn targets(libraries: &Path) -> Vec<String> {
    let is_std = |name: &OsStr| name.to_str().is_some_and(|n| n.starts_with("libstd-") && n.ends_with(".rlib"));
    let has_std = |folder: PathBuf| entries(&folder.join("lib")).any(|file| file.file_name().is_some_and(is_std));
    let name = |folder: &PathBuf| folder.file_name()?.to_str().map(str::to_string);
    entries(libraries).filter(|folder| has_std(folder.clone())).filter_map(|folder| name(&folder)).collect()
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()))
}

/// A program in PATH, or where `scripts/cross-build.sh` installs it.
fn find(program: &str) -> Option<PathBuf> {
    let program = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let own = super::own_workspace().join("target/cross/bin");
    std::env::split_paths(&path).chain([own]).map(|folder| folder.join(&program)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_their_second_number() {
        assert_eq!(minor("rustc 1.96.0 (ac68faa20 2026-05-25)\nhost: x"), Some(96));
        assert_eq!(minor("1.88"), Some(88));
        assert_eq!(minor("no rustc"), None);
    }

    #[test]
    fn the_compiler_that_builds_this_test_is_found_with_its_own_standard_library() {
        let compiler = Machine::detect().default_compiler();
        assert!(compiler.targets.contains(&compiler.host), "{compiler:?}");
    }
}
