//! `fmu-pack scenario`

use super::Outcome;
use crate::interface::nearest;
use crate::output::{AtomicFile, CsvWriter};
use crate::scenario::Scenario;
use anyhow::Context;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Write the inputs of a published manoeuvre as CSV, or list all manoeuvres.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The manoeuvre, such as fig06.
    #[arg(required_unless_present = "list")]
    name: Option<String>,
    /// List all manoeuvres with their models and parameters.
    #[arg(long)]
    list: bool,
    /// File for the inputs; standard output if not given.
    #[arg(short, long, value_name = "CSV")]
    output: Option<PathBuf>,
}

impl Arguments {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        match (self.name, self.output) {
            (Some(name), Some(path)) if !self.list => {
                let scenario = find(&name)?;
                let file = AtomicFile::create(&path).with_context(|| path.display().to_string())?;
                write_inputs(&scenario, file)?.commit().with_context(|| path.display().to_string())?;
            }
            (Some(name), None) if !self.list => drop(write_inputs(&find(&name)?, out)?),
            _ => list(out)?,
        }
        Ok(Outcome::Fine)
    }
}

/// The manoeuvre called `name`.
pub(super) fn find(name: &str) -> anyhow::Result<Scenario> {
    Scenario::find(name).with_context(|| {
        let names: Vec<&str> = Scenario::all().iter().map(|scenario| scenario.name).collect();
        let near = nearest(name, names.iter().copied());
        format!("there is no scenario {name}{near}; there are {}", names.join(", "))
    })
}

fn write_inputs<W: Write>(scenario: &Scenario, sink: W) -> std::io::Result<W> {
    let mut csv = CsvWriter::new(sink, &scenario.input_names())?;
    scenario.rows().iter().try_for_each(|row| csv.row(row.time, &row.values))?;
    Ok(csv.into_inner())
}

fn list(out: &mut dyn Write) -> std::io::Result<()> {
    for scenario in Scenario::all() {
        let Scenario { name, title, model, stop_time, .. } = &scenario;
        writeln!(out, "{name:<8} {model:<19} {stop_time:>4} s  {title}")?;
        let parameters: Vec<String> =
            scenario.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
        writeln!(out, "         {}", parameters.join(" "))?;
    }
    Ok(())
}
