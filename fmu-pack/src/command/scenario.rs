//! `fmu-pack scenario`

use super::Outcome;
use super::format::Format;
use super::paths::refuse_overwriting;
use anyhow::Context;
use clap::Args;
use fmu_import::interface::nearest;
use fmu_output::{AtomicFile, CsvWriter, number, write_atomically};
use fmu_simulation::scenario::Scenario;
use std::io::Write;
use std::path::PathBuf;

/// Write the inputs of a published manoeuvre as CSV and its parameters as text, or list all manoeuvres.
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
    /// How: as the files above, or as JSON with model, times, parameters and inputs on standard output.
    #[arg(long, value_enum, default_value_t = Format::Text, conflicts_with_all = ["output", "parameters", "list"])]
    format: Format,
    /// File for the parameters, a line NAME=VALUE for each; `fmu-pack run --parameters` takes it.
    #[arg(long, value_name = "TXT")]
    parameters: Option<PathBuf>,
}

impl Arguments {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        match (&self.name, self.format) {
            (Some(name), Format::Json) => writeln!(out, "{:#}", json(&find(name)?))?,
            (Some(name), Format::Text) if !self.list => self.write(&find(name)?, out)?,
            _ => list(out)?,
        }
        Ok(Outcome::Fine)
    }

    fn write(&self, scenario: &Scenario, out: &mut dyn Write) -> anyhow::Result<()> {
        refuse_overwriting(&[], &[self.parameters.as_ref(), self.output.as_ref()])?;
        if let Some(path) = &self.parameters {
            write_atomically(path, parameters(scenario).as_bytes()).with_context(|| path.display().to_string())?;
        }
        match &self.output {
            Some(path) => {
                let write = || write_inputs(scenario, AtomicFile::create(path)?)?.commit();
                write().with_context(|| path.display().to_string())
            }
            None => Ok(write_inputs(scenario, out).map(drop)?),
        }
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
    let mut csv = CsvWriter::new(sink, &scenario.input_names());
    scenario.rows().iter().try_for_each(|(time, values)| csv.row(*time, values))?;
    csv.finish()
}

fn json(scenario: &Scenario) -> serde_json::Value {
    let Scenario { name, title, model, parameters, step_size, stop_time, .. } = scenario;
    let rows: Vec<Vec<f64>> =
        scenario.rows().into_iter().map(|(time, values)| std::iter::once(time).chain(values).collect()).collect();
    let parameters: serde_json::Map<_, _> =
        parameters.iter().map(|(name, value)| ((*name).to_owned(), (*value).into())).collect();
    serde_json::json!({
        "name": name, "title": title, "model": model, "step_size": step_size, "stop_time": stop_time,
        "parameters": parameters, "inputs": scenario.input_names(), "rows": rows,
    })
}

/// One line for each parameter, and as a remark for which model they are and how long it runs.
fn parameters(scenario: &Scenario) -> String {
    let Scenario { name, model, stop_time, .. } = scenario;
    let lines = scenario.parameters.iter().map(|(name, value)| format!("{name}={}\n", number(*value)));
    std::iter::once(format!("# {name}: {model}, stop time {stop_time} s\n")).chain(lines).collect()
}

fn list(out: &mut dyn Write) -> std::io::Result<()> {
    for scenario in Scenario::all() {
        let Scenario { name, title, model, stop_time, .. } = &scenario;
        writeln!(out, "{name:<25} {model:<23} {stop_time:>4} s  {title}")?;
        let parameters: Vec<String> =
            scenario.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if !parameters.is_empty() {
            writeln!(out, "{:25} {}", "", parameters.join(" "))?;
        }
    }
    Ok(())
}
