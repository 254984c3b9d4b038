//! `fmu-pack draw`

use super::paths::{picture, refuse_overwriting};
use super::run_system::is_system;
use super::system::Seen;
use super::{Outcome, warn};
use crate::package::scheme;
use anyhow::{Context, bail};
use clap::Args;
use fmu_output::write_atomically;
use fmu_plot::{render_diagram, render_scheme};
use fmu_system::Definition;
use model_description::configuration::{self, Configured};
use std::io::Write;
use std::path::PathBuf;

/// Draw the drivetrain that a configuration describes, or the block diagram of a system.
///
/// Of a drivetrain bodies in rows, what joins them between or below them, brakes and bearings under each body, external torques
/// and prescribed motions above. One-way clutches, and arrows at gears, screws and ratios, point from the first to the second body of `connects`; the
/// larger wheel of a gear is the slower one. What leads to a body of another row ends in a ring. Of a
/// system (an SSP file, or the TOML file of one) the components from left to right, connections, and feedback below in red.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Configuration of a drivetrain, or a system.
    #[arg(value_name = "TOML|SSP")]
    configuration: PathBuf,
    /// File for the drawing.
    #[arg(short, long, value_name = "SVG|PNG", value_parser = picture())]
    output: PathBuf,
}

impl Arguments {
    pub(super) fn run(self, _out: &mut dyn Write) -> anyhow::Result<Outcome> {
        refuse_overwriting(&[Some(&self.configuration)], &[Some(&self.output)])?;
        if is_system(&self.configuration) || Definition::is_at(&self.configuration) {
            let diagram = Seen::read(&self.configuration)?.diagram();
            let drawn = render_diagram(&diagram, &self.output)?;
            write_atomically(&self.output, &drawn).with_context(|| self.output.display().to_string())?;
            return Ok(Outcome::Fine);
        }
        if self.configuration.extension().is_some_and(|extension| extension == "fmu") {
            let path = self.configuration.display();
            bail!(
                "{path}: a drawing is made of the configuration (TOML) that an FMU was built from, or of a system (SSP or TOML)"
            );
        }
        let Configured { model, left_out, flanks: _ } = configuration::read(&self.configuration)?;
        let Some(scheme) = scheme(&model) else {
            bail!("{}: only a drivetrain has a drawing; this is a {}", self.configuration.display(), model.kind.name());
        };
        left_out.iter().for_each(|element| warn(&element.to_string()));
        let drawn = render_scheme(&scheme, &self.output)?;
        write_atomically(&self.output, &drawn).with_context(|| self.output.display().to_string())?;
        Ok(Outcome::Fine)
    }
}
