//! Has cargo build the library of the models for a platform.
//!
//! [`machine`] looks at what is installed, [`route`] chooses how to build with it or says what is missing, [`cargo`]
//! runs the build, [`reproducible`] has the compiler forget where it ran.
//!
//! | platform | built with |
//! |---|---|
//! | linux64, aarch64-linux | cargo-zigbuild, which links for glibc 2.17 (2012) and without libgcc_s |
//! | darwin64, aarch64-darwin | cargo-zigbuild, which brings what macOS is linked against |
//! | win64 | MinGW's linker |
//! | wasm, for browsers | rustc's own linker; what of `fmu-pack` runs there needs the standard library for WASI |
//! | any, on a machine of its own | the machine's compiler as it is |
//!
//! Rust's standard library for the platform is one that was added (`rustup target add`), or is compiled on the way from
//! its source where a compiler has that (Debian's rust-web-src, rustup's rust-src), or is the compiler's own.

mod cargo;
mod machine;
mod reproducible;
mod route;

pub use machine::Machine;

use crate::sources::Extent;
use cargo::Product;

use fmu_import::platform::Platform;
use std::path::{Path, PathBuf};

/// Why there is no library.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Something must be installed.
    #[error("{what} needs {}", missing.join(", and "))]
    Missing {
        /// What is built.
        what: String,
        /// What it is and how to get it.
        missing: Vec<String>,
    },
    /// cargo does not run.
    #[error("{program} cannot be started: {source}")]
    Start {
        /// What should run.
        program: String,
        /// Why it does not.
        source: std::io::Error,
    },
    /// No place for the temporary files of the compilers.
    #[error("no temporary folder: {0}")]
    Folder(std::io::Error),
    /// cargo said why on standard error.
    #[error("the models do not compile for {platform}; see cargo's messages above")]
    Build {
        /// For which machines.
        platform: String,
    },
    /// cargo's messages lack the library.
    #[error("cargo built the models but reported no shared library")]
    NotBuilt,
    /// Nothing to compile.
    #[error(
        "{} has no Cargo.toml: the sources of the models are not here; name their folder with --workspace, or a folder of \
         prebuilt libraries with --libraries", workspace.display()
    )]
    NoSources {
        /// Where they should be.
        workspace: PathBuf,
    },
}

/// What the modules are for that are translated to C: its name among the platforms.
pub const PORTABLE: &str = "c";

/// What is compiled.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// Folder with the Cargo.toml of the workspace; without it, where this program was built.
    pub workspace: Option<PathBuf>,
    /// Features of the models' package: for tests.
    pub features: Vec<String>,
}

impl Order {
    fn workspace(&self) -> PathBuf {
        self.workspace.clone().unwrap_or_else(own_workspace)
    }
}

/// The workspace that this program was built from.
pub fn own_workspace() -> PathBuf {
    // This crate stands three folders below it.
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(3).unwrap_or(own).to_path_buf()
}

/// Builds for this machine with its own compiler; `progress` is called with cargo's messages.
pub fn build_native(order: &Order, progress: &dyn Fn(&str)) -> Result<PathBuf, Error> {
    let platform = Platform::host();
    let route = route::native(&Machine::with_compiler_in_use());
    cargo::run(Product::Models, platform.folder(), &route, order, progress)
}

/// Says what is missing to build for a platform.
pub fn ensure(platform: &Platform) -> Result<(), Error> {
    route::find(platform, &Machine::detect()).map(|_| ())
}

/// Builds for any machine of a platform.
pub fn build(platform: &Platform, order: &Order, progress: &dyn Fn(&str)) -> Result<PathBuf, Error> {
    let route = route::find(platform, &Machine::detect())?;
    cargo::run(Product::Models, platform.folder(), &route, order, progress)
}

/// Says what is missing to build a module that is translated to C.
pub fn ensure_portable() -> Result<(), Error> {
    route::portable(&Machine::detect()).map(|_| ())
}

/// Builds a module that is translated to C. The next one is put into its place.
pub fn build_portable(extent: Extent, order: &Order, progress: &dyn Fn(&str)) -> Result<PathBuf, Error> {
    let route = route::portable(&Machine::detect())?;
    cargo::run(Product::Portable(extent), PORTABLE, &route, order, progress)
}

/// Says what is missing to build what of `fmu-pack` runs in a page.
pub fn ensure_packer() -> Result<(), Error> {
    route::packer(&Machine::detect()).map(|_| ())
}

/// Builds what of `fmu-pack` runs in a page.
pub fn build_packer(order: &Order, progress: &dyn Fn(&str)) -> Result<PathBuf, Error> {
    let route = route::packer(&Machine::detect())?;
    cargo::run(Product::Packer, Platform::web().folder(), &route, order, progress)
}

/// Builds for any machine of this platform if the tools for that are installed, or else for machines like this one.
pub fn build_host(order: &Order, progress: &dyn Fn(&str)) -> Result<PathBuf, Error> {
    let (platform, machine) = (Platform::host(), Machine::detect());
    let route = route::find(&platform, &machine).unwrap_or_else(|_| route::native(&machine));
    cargo::run(Product::Models, platform.folder(), &route, order, progress)
}
