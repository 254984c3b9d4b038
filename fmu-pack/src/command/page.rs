//! `fmu-pack page`

use super::paths::refuse_overwriting;
use super::{Outcome, progress, say};
use crate::page::{self, Part};
use anyhow::{Context, ensure};
use clap::Args;
use fmu_import::platform::{FOLDERS, Platform};
use fmu_library::Folder;
use fmu_library::toolchain::{self, Order};
use fmu_output::write_atomically;
use model_description::configuration::text_of;
use model_description::exports;
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write the friction bench: one HTML file in which the models run, to see what a parameter does and to take it along.
///
/// It needs no server and no network: open it in a browser. The models are in it as WebAssembly, and so is the packer with the prebuilt
/// libraries, so that the page makes FMUs.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// File for the page.
    #[arg(short, long, value_name = "HTML", default_value = "friction-bench.html")]
    output: PathBuf,
    /// Folder of prebuilt libraries with the folder wasm, as `fmu-pack libraries` makes it; without it, the one beside this
    /// program if there is one, and otherwise the modules are compiled now, and the page has no libraries.
    #[arg(long, value_name = "DIR")]
    libraries: Option<PathBuf>,
    /// Leave out the libraries that FMUs are made with: the page is half as large, and makes none.
    #[arg(long)]
    without_libraries: bool,
}

/// Where the modules are, and the libraries for FMUs.
struct Found {
    models: PathBuf,
    packer: PathBuf,
    libraries: Vec<(Platform, PathBuf)>,
}

impl Arguments {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        refuse_overwriting(&[], &[Some(&self.output)])?;
        let Found { models, packer, libraries } = self.find()?;
        let models_module = read_current(&models)?;
        let packer = read_current(&packer)?;
        let catalogue = serde_json::to_vec(&page::catalogue()?)?;
        let name = |platform: &Platform| format!("library-{platform}");
        let listed = libraries.iter().map(|(platform, path)| {
            json!({ "platform": platform.folder(), "file": path.file_name().map(|file| file.to_string_lossy()), "part": name(platform) })
        });
        let listed = serde_json::to_vec(&listed.collect::<Vec<_>>())?;
        let mut carried = vec![("packer.wasm".to_owned(), packer)];
        for (platform, path) in &libraries {
            carried.push((name(platform), read_current(path)?));
        }
        let first = [("models.wasm", &models_module), ("catalogue.json", &catalogue), ("libraries.json", &listed)];
        let first = first.map(|(name, bytes)| Part { name, bytes });
        let later: Vec<Part<'_>> = carried.iter().map(|(name, bytes)| Part { name, bytes }).collect();
        let html = page::html(&first, &later)?;
        write_atomically(&self.output, html.as_bytes()).with_context(|| self.output.display().to_string())?;
        let inside: Vec<&str> = libraries.iter().map(|(platform, _)| platform.folder()).collect();
        let inside =
            if inside.is_empty() { "no libraries".to_owned() } else { format!("libraries for {}", inside.join(", ")) };
        writeln!(out, "{}  {} bytes, with {inside}", self.output.display(), html.len())?;
        Ok(Outcome::Fine)
    }

    fn find(&self) -> anyhow::Result<Found> {
        let given = self.libraries.as_deref().map(Folder::new);
        let beside = || Folder::beside_program().filter(|folder| folder.packer().is_file());
        let Some(folder) = given.or_else(beside) else { return compiled() };
        let mut libraries = Vec::new();
        if !self.without_libraries {
            libraries
                .extend(folder.platforms().into_iter().map(|platform| (platform.clone(), folder.library(&platform))));
            let missing: Vec<&str> = FOLDERS
                .into_iter()
                .filter(|name| !libraries.iter().any(|(platform, _)| platform.folder() == *name))
                .collect();
            if !missing.is_empty() {
                say(&format!("FMUs of the page will have no library for {}.", missing.join(", ")));
            }
        }
        Ok(Found { models: folder.library(&Platform::web()), packer: folder.packer(), libraries })
    }
}

/// Has cargo build what the page cannot be without.
fn compiled() -> anyhow::Result<Found> {
    let order = Order::default();
    let what = "compiling the models and the packer for the browser";
    let (models, packer) = progress::while_compiling(what, "no page was made", |tick| {
        let models = toolchain::build(&Platform::web(), &order, tick)?;
        Ok::<_, toolchain::Error>((models, toolchain::build_packer(&order, tick)?))
    })?;
    say("FMUs can be made by a page that is given the folder of `fmu-pack libraries` with --libraries.");
    Ok(Found { models, packer, libraries: Vec::new() })
}

/// A module or library that knows the models by the same descriptions as this program.
fn read_current(path: &Path) -> anyhow::Result<Vec<u8>> {
    let bytes = std::fs::read(path)
        .with_context(|| format!("{} cannot be read; it is made with `fmu-pack libraries`", path.display()))?;
    let is_current = exports().iter().all(|export| fmu_library::holds(&bytes, &export.guid));
    ensure!(
        is_current,
        "{}: of other sources than this program; make it anew with `fmu-pack libraries`",
        path.display()
    );
    Ok(bytes)
}

/// What a configuration describes, as the page knows models.
#[derive(Debug, Args)]
pub(super) struct Described {
    /// Configuration of an FMU.
    #[arg(value_name = "TOML")]
    configuration: PathBuf,
}

impl Described {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        let text = text_of(&self.configuration)?;
        writeln!(out, "{}", page::described(&text, &self.configuration)?)?;
        Ok(Outcome::Fine)
    }
}
