//! `fmu-pack build`

use super::{Outcome, progress};
use crate::package::{Binary, Models};
use crate::platform::Platform;
use anyhow::Context;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Compile the models and pack each as an FMU.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Models to pack, such as ServoActuator; all if none is named.
    #[arg(value_name = "MODEL")]
    models: Vec<String>,
    /// Folder for the FMUs.
    #[arg(short, long, value_name = "DIR", default_value = "target/fmu")]
    output: PathBuf,
    /// Library for another platform (linux64, win64, darwin64, aarch64-linux, aarch64-darwin), built from the same
    /// sources.
    #[arg(long, value_name = "PLATFORM=PATH", value_parser = binary)]
    binary: Vec<Binary>,
}

impl Arguments {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        let models = build(&self.binary)?;
        let all = models.identifiers().into_iter().map(str::to_string).collect();
        for model in if self.models.is_empty() { all } else { self.models } {
            let packed = models.pack(&model, &self.output)?;
            writeln!(out, "{}  {} bytes  sha256 {}", packed.path.display(), packed.size, packed.sha256)?;
        }
        Ok(Outcome::Fine)
    }
}

/// Compiles the models with a spinner.
pub(super) fn build(binaries: &[Binary]) -> anyhow::Result<Models> {
    let spinner = progress::spinner("compiling the models");
    let models = Models::build(binaries, &|_| spinner.tick());
    spinner.finish_and_clear();
    models.context("no FMU was made")
}

fn binary(text: &str) -> Result<Binary, String> {
    let (platform, path) = text.split_once('=').ok_or("it must be PLATFORM=PATH, such as win64=actuator_fmu.dll")?;
    let platform = Platform::named(platform)
        .ok_or_else(|| format!("{platform} is not one of linux64, win64, darwin64, aarch64-linux, aarch64-darwin"))?;
    Ok(Binary { platform, path: PathBuf::from(path) })
}
