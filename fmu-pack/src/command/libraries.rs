//! `fmu-pack libraries`

use super::Outcome;
use super::progress::while_compiling;
use crate::package::{Libraries, Portable, order, sha256};
use anyhow::Context;
use clap::Args;
use fmu_import::platform::{FOLDERS, Platform};
use fmu_library::Folder;
use fmu_library::sources::Extent;
use fmu_library::toolchain::{self, PORTABLE};
use fmu_output::write_atomically;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Compile the library of the models for other machines, for `fmu-pack build --libraries`.
///
/// It is the only step that needs compilers. What it makes serves every model and every configuration of this version.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Platform to compile for: linux64, win64, aarch64-linux, darwin64 or aarch64-darwin, c for what `fmu-pack build --sources`
    /// makes C of, or wasm for what `fmu-pack page` puts into a page. May be given several times. Without any, for all of them.
    #[arg(long, value_name = "PLATFORM", value_parser = target)]
    platform: Vec<Target>,
    /// Folder for the libraries; each goes into a folder of its platform.
    #[arg(short, long, value_name = "DIR", default_value = "target/libraries")]
    output: PathBuf,
    /// Folder of the models' own sources, the one with Cargo.lock; without it, the one that this program was built from.
    #[arg(long, value_name = "DIR")]
    workspace: Option<PathBuf>,
}

const FAILED: &str = "no library was made";

/// What is compiled for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Target {
    Platform(Platform),
    C,
    Web,
}

fn target(text: &str) -> Result<Target, String> {
    if text == PORTABLE {
        return Ok(Target::C);
    }
    if text == Platform::web().folder() {
        return Ok(Target::Web);
    }
    text.parse()
        .map(Target::Platform)
        .map_err(|problem: String| format!("{problem}, {PORTABLE}, {}", Platform::web().folder()))
}

impl Arguments {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        let mut platforms = self.platforms();
        platforms.sort();
        platforms.dedup();
        self.ensure_tools_of_modules()?;
        let folder = Folder::new(&self.output);
        // The linker optimizes a library on one core, and cargo compiles modules and the libraries of platforms in folders of their own.
        let (built, modules) = std::thread::scope(|scope| {
            let modules = scope.spawn(|| self.modules(&folder));
            let built = compile(|tick| match platforms.as_slice() {
                [] => Ok(None),
                platforms => Libraries::compile(platforms, self.workspace.as_deref(), tick).map(Some),
            });
            (built, modules.join().expect("it tells what fails and does not panic"))
        });
        let mut write = |path: PathBuf, bytes: &[u8]| {
            write_atomically(&path, bytes).with_context(|| path.display().to_string())?;
            writeln!(out, "{}  {} bytes  sha256 {}", path.display(), bytes.len(), sha256(bytes))
                .map_err(anyhow::Error::new)
        };
        let built = built?;
        let mut libraries = built.iter().flat_map(Libraries::files);
        libraries.try_for_each(|(platform, bytes)| write(folder.library(platform), bytes))?;
        modules.context(FAILED)?.into_iter().try_for_each(|(path, bytes)| write(path, &bytes))?;
        Ok(Outcome::Fine)
    }

    /// The modules for C and for browsers, by their places in the folder.
    fn modules(&self, folder: &Folder) -> anyhow::Result<Vec<(PathBuf, Vec<u8>)>> {
        let mut modules = Vec::new();
        if self.wants(&Target::C) {
            for extent in Extent::ALL {
                let built = Portable::compile(extent, self.workspace.as_deref(), &|_| {})?;
                modules.push((folder.portable(extent), built.bytes().to_vec()));
            }
        }
        if self.wants(&Target::Web) {
            modules.extend(web_modules(folder, self.workspace.as_deref())?);
        }
        Ok(modules)
    }

    /// What is missing for modules is told before the platforms, which take minutes; what is missing for these, [`Libraries::compile`]
    /// tells before the first of them.
    fn ensure_tools_of_modules(&self) -> Result<(), toolchain::Error> {
        if self.wants(&Target::C) {
            toolchain::ensure_portable()?;
        }
        if self.wants(&Target::Web) {
            toolchain::ensure(&Platform::web())?;
            toolchain::ensure_packer()?;
        }
        Ok(())
    }

    fn platforms(&self) -> Vec<Platform> {
        if self.platform.is_empty() {
            return FOLDERS.iter().filter_map(|name| Platform::named(name)).collect();
        }
        let platform = |target: &Target| match target {
            Target::Platform(platform) => Some(platform.clone()),
            Target::C | Target::Web => None,
        };
        self.platform.iter().filter_map(platform).collect()
    }

    fn wants(&self, target: &Target) -> bool {
        self.platform.is_empty() || self.platform.contains(target)
    }
}

/// The modules for browsers, by their places in the folder.
fn web_modules(folder: &Folder, workspace: Option<&Path>) -> anyhow::Result<[(PathBuf, Vec<u8>); 2]> {
    let order = order(workspace)?;
    let progress = &|_: &str| {};
    let read = |path: PathBuf| std::fs::read(&path).with_context(|| path.display().to_string());
    let (web, models) = (Platform::web(), toolchain::build(&Platform::web(), &order, progress)?);
    Ok([(folder.library(&web), read(models)?), (folder.packer(), read(toolchain::build_packer(&order, progress)?)?)])
}

fn compile<T, E>(work: impl FnOnce(&dyn Fn(&str)) -> Result<T, E>) -> anyhow::Result<T>
where
    Result<T, E>: Context<T, E>,
{
    while_compiling("compiling the models", FAILED, work)
}
