//! `fmu-pack draw`

use super::Outcome;
use crate::package::scheme;
use anyhow::{Context, bail};
use clap::Args;
use fmu_output::write_atomically;
use fmu_plot::render_scheme;
use model_description::configuration;
use std::io::Write;
use std::path::PathBuf;

/// Draw the drivetrain that a configuration describes.
///
/// Bodies in a row, what joins them below, brakes and bearings under each body, external torques above.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Configuration of a drivetrain.
    #[arg(value_name = "TOML")]
    configuration: PathBuf,
    /// File for the drawing.
    #[arg(short, long, value_name = "SVG|PNG")]
    output: PathBuf,
}

impl Arguments {
    pub(super) fn run(self, _out: &mut dyn Write) -> anyhow::Result<Outcome> {
        let model = configuration::read(&self.configuration)?;
        let Some(scheme) = scheme(&model) else {
            bail!("{}: only a drivetrain has a drawing; this is a {}", self.configuration.display(), model.kind.name());
        };
        let drawn = render_scheme(&scheme, &self.output)?;
        write_atomically(&self.output, &drawn).with_context(|| self.output.display().to_string())?;
        Ok(Outcome::Fine)
    }
}
