//! `fmu-pack models`

use super::Outcome;
use super::format::Format;
use clap::Args;
use model_description::models;
use std::io::Write;

/// List the models that are packed as they are and that a configuration can be based on.
///
/// Besides them a configuration can have model = "Drivetrain", of bodies, brakes, clutches, shafts, gears and servos, or
/// model = "LinearSystem": docs/drivetrains.md and examples/configurations.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// How to print; as JSON, the descriptions by name.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Arguments {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        let models = models::all();
        match self.format {
            Format::Json => {
                let described = models.into_iter().map(|model| (model.identifier, model.description.into()));
                let described: serde_json::Map<_, _> = described.collect();
                writeln!(out, "{:#}", serde_json::Value::from(described))?;
            }
            Format::Text => {
                for model in models {
                    writeln!(out, "{:<18} {}", model.identifier, model.description)?;
                }
            }
        }
        Ok(Outcome::Fine)
    }
}
