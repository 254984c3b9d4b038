//! `fmu-pack curve`

use super::build::build;
use super::{Outcome, progress};
use crate::curve::{self, Bench, Measured};
use crate::fmu::Fmu;
use crate::interface::nearest;
use crate::interrupt::TemporaryFolder;
use crate::output::write_atomically;
use crate::plot;
use crate::simulation::Setting;
use anyhow::{Context, bail};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Show the friction curves of a model, measured on its FMU.
///
/// Friction against velocity, with the breakaway level at rest; for the bristle laws dahl and lugre also the presliding
/// loop and the breakaway level against the rate of the effort. This executes the FMU.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A model, such as MotionTransmission, which is built; or an FMU file.
    model: String,
    /// Friction laws to compare, or `all`; the law of the model if none is named.
    #[arg(long, value_name = "NAME", num_args = 1.., value_delimiter = ',')]
    law: Vec<String>,
    /// Value of a parameter or a constant input, such as load_torque.
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    set: Vec<String>,
    /// Largest velocity, in rad/s or m/s; ten times the Stribeck velocity if not given.
    #[arg(long, value_name = "MAX", value_parser = super::run::positive)]
    velocity: Option<f64>,
    /// File for the curves.
    #[arg(short, long, value_name = "SVG|PNG|CSV")]
    output: PathBuf,
}

impl Arguments {
    pub(super) fn run(self, _out: &mut dyn Write) -> anyhow::Result<Outcome> {
        let is_csv = self.output.extension().is_some_and(|extension| extension == "csv");
        if !is_csv && !self.output.extension().is_some_and(|extension| extension == "svg" || extension == "png") {
            bail!("{}: curves are an .svg, a .png or a .csv file", self.output.display());
        }
        let fmu = self.fmu()?;
        let settings = self.set.iter().map(|text| Setting::parse(text, fmu.interface())).collect::<Result<_, _>>()?;
        let bench = Bench::new(&fmu, settings)?;
        let measured = self.measure(&bench)?;
        let bytes = if is_csv {
            curve::to_csv(&measured, &bench.friction()?.name).into_bytes()
        } else {
            plot::render_sheet(&curve::sheet(&bench, &measured)?, &self.output)?
        };
        write_atomically(&self.output, &bytes).with_context(|| self.output.display().to_string())?;
        Ok(Outcome::Fine)
    }

    /// The named FMU, or the named model as an FMU.
    fn fmu(&self) -> anyhow::Result<Fmu> {
        let path = Path::new(&self.model);
        if path.extension().is_some_and(|extension| extension == "fmu") {
            return Fmu::open(path).with_context(|| self.model.clone());
        }
        let folder = TemporaryFolder::new().context("no temporary folder")?;
        Ok(Fmu::open(&build(&[], &[])?.pack(&self.model, folder.path())?.path)?)
    }

    fn measure(&self, bench: &Bench<'_>) -> anyhow::Result<Vec<Measured>> {
        let laws = self.laws(bench)?;
        let largest = self.velocity.map_or_else(|| usual_velocity(bench, &laws), Ok)?;
        let spinner = progress::spinner("measuring");
        let measured = laws.iter().map(|law| curve::measure(bench, law, largest)).collect::<Result<_, _>>();
        spinner.finish_and_clear();
        Ok(measured?)
    }

    fn laws(&self, bench: &Bench<'_>) -> anyhow::Result<Vec<String>> {
        let known = bench.laws()?;
        if self.law.is_empty() {
            return Ok(vec![bench.law()?]);
        }
        if self.law.iter().any(|law| law == "all") {
            return Ok(known.into_iter().map(str::to_string).collect());
        }
        if let Some(wrong) = self.law.iter().find(|law| !known.contains(&law.as_str())) {
            let near = nearest(wrong, known.iter().copied());
            bail!("there is no friction law {wrong}{near}; there are {}", known.join(", "));
        }
        let mut laws = self.law.clone();
        laws.dedup();
        Ok(laws)
    }
}

/// Up to where the Stribeck effect has faded, and everything that a law does can be seen.
fn usual_velocity(bench: &Bench<'_>, laws: &[String]) -> Result<f64, curve::Error> {
    let mut largest = 10.0 * bench.value("friction.stribeck_velocity")?;
    if laws.iter().any(|law| law == "tabulated") {
        let last = format!("friction.table.velocity[{}]", bench.value("friction.table.size")?);
        largest = largest.max(1.25 * bench.value(&last)?);
    }
    Ok(largest)
}
