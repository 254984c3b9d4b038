//! `fmu-pack libraries`

use super::{Outcome, progress};
use crate::package::{Libraries, sha256};
use anyhow::Context;
use clap::Args;
use fmu_import::platform::{FOLDERS, Platform};
use fmu_library::Folder;
use fmu_output::write_atomically;
use std::io::Write;
use std::path::PathBuf;

/// Compile the library of the models for other machines, for `fmu-pack build --libraries`.
///
/// It is the only step that needs compilers. What it makes serves every model and every configuration of this version.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Platform to compile for: linux64, win64, aarch64-linux, darwin64 or aarch64-darwin. May be given several times. Without
    /// any, for all of them.
    #[arg(long, value_name = "PLATFORM")]
    platform: Vec<Platform>,
    /// Folder for the libraries; each goes into a folder of its platform.
    #[arg(short, long, value_name = "DIR", default_value = "target/libraries")]
    output: PathBuf,
    /// Folder of the models' sources, the one with Cargo.lock; without it, the one that this program was built from.
    #[arg(long, value_name = "DIR")]
    sources: Option<PathBuf>,
}

impl Arguments {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        let mut platforms = self.platform.clone();
        if platforms.is_empty() {
            platforms = FOLDERS.iter().filter_map(|name| Platform::named(name)).collect();
        }
        platforms.sort();
        platforms.dedup();
        let spinner = progress::spinner("compiling the models");
        let built = Libraries::compile(&platforms, self.sources.as_deref(), &|_| spinner.tick());
        spinner.finish_and_clear();
        let built = built.context("no library was made")?;
        let folder = Folder::new(&self.output);
        for (platform, bytes) in built.files() {
            let path = folder.library(platform);
            write_atomically(&path, bytes).with_context(|| path.display().to_string())?;
            writeln!(out, "{}  {} bytes  sha256 {}", path.display(), bytes.len(), sha256(bytes))?;
        }
        Ok(Outcome::Fine)
    }
}
