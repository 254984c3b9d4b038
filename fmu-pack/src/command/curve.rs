//! `fmu-pack curve`

use super::build::{build, pack};
use super::paths::refuse_overwriting;
use super::{Outcome, contact, progress};
use crate::package::unknown_model;
use anyhow::{Context, anyhow, bail};
use clap::Args;
use fmu_analysis::curve::{self as curve, Curves, Wanted};
use fmu_import::fmu::Fmu;
use fmu_isolation::Session;
use fmu_output::process::TemporaryFolder;
use fmu_output::write_atomically;
use fmu_plot::{self as plot, Picture};
use fmu_simulation::SettingReader;
use model_description::models;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Show the friction curves of a model, measured on its FMU.
///
/// Friction against velocity, with the breakaway level at rest; for laws with bristles also the presliding
/// loop and the breakaway level against the rate of the effort. Of a drivetrain, one contact is measured. This executes
/// the FMU, in a process of its own.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A model, such as MotionTransmission, which is built; or an FMU file.
    model: String,
    /// Brake, clutch or freewheel of a drivetrain: it is measured alone, by the library of the FMU, with the parameters and the
    /// engagement that it has there.
    #[arg(long, value_name = "NAME")]
    contact: Option<String>,
    /// Friction laws to compare, or `all`; the law of the model if none is named.
    #[arg(long, value_name = "NAME", num_args = 1.., value_delimiter = ',')]
    law: Vec<String>,
    /// Value of a parameter or a constant input, such as load_torque.
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    set: Vec<String>,
    /// Largest velocity, a number in rad/s or m/s; ten times the Stribeck velocity if not given.
    #[arg(long, value_name = "MAX", value_parser = velocity, allow_negative_numbers = true)]
    velocity: Option<f64>,
    /// File for the curves.
    #[arg(short, long, value_name = "SVG|PNG|CSV")]
    output: PathBuf,
}

/// Curves may be numbers, too, which the refusal then names.
fn check_picture(path: &Path) -> anyhow::Result<()> {
    Picture::of(path).map(|_| ()).map_err(|error| match error {
        plot::Error::Kind { name } => anyhow!("{name}: curves are an .svg, a .png or a .csv file"),
        other => other.into(),
    })
}

impl Arguments {
    pub(super) fn run(self, _out: &mut dyn Write) -> anyhow::Result<Outcome> {
        let is_csv = self.output.extension().is_some_and(|extension| extension == "csv");
        if !is_csv {
            check_picture(&self.output)?;
        }
        refuse_overwriting(&[], &[Some(&self.output)])?;
        let fmu = self.fmu()?;
        let settings = SettingReader::new(fmu.interface()).read_all("--set", &self.set)?;
        let (laws, largest) = (self.law.clone(), self.velocity);
        let contacts = contact::contacts(fmu.interface());
        let curves = match &self.contact {
            // Its own values are in the FMU that has nothing else.
            Some(name) => {
                measure(&contact::alone(&fmu, name, settings)?, Wanted { settings: Vec::new(), laws, largest })?
            }
            None if contacts.is_empty() => measure(&fmu, Wanted { settings, laws, largest })?,
            None => bail!("{}: choose a contact with --contact: {}", fmu.path().display(), contacts.join(", ")),
        };
        let bytes = if is_csv {
            curve::to_csv(&curves.measured, &curves.friction).into_bytes()
        } else {
            plot::render_sheet(&curves.sheet, &self.output)?
        };
        write_atomically(&self.output, &bytes).with_context(|| self.output.display().to_string())?;
        Ok(Outcome::Fine)
    }

    /// The named FMU, or the named model as an FMU.
    fn fmu(&self) -> anyhow::Result<Fmu> {
        let path = Path::new(&self.model);
        if path.extension().is_some_and(|extension| extension == "fmu") {
            return super::paths::open(path);
        }
        super::paths::refuse_configuration(path)?;
        refuse_unknown_model(&self.model)?;
        let folder = TemporaryFolder::new().context("no temporary folder")?;
        Ok(Fmu::open(&pack(&build()?, &self.model, folder.path(), "")?.path)?)
    }
}

/// Whether it is in rad/s or m/s is only known when the FMU is.
fn velocity(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "it must be a number greater than 0, in rad/s or m/s, without a unit".to_string())
}

/// Before anything is compiled.
fn refuse_unknown_model(name: &str) -> anyhow::Result<()> {
    let models = models::all();
    let known: Vec<&str> = models.iter().map(|model| model.identifier.as_str()).collect();
    if known.contains(&name) { Ok(()) } else { Err(unknown_model(name, known).into()) }
}

fn measure(fmu: &Fmu, wanted: Wanted) -> anyhow::Result<Curves> {
    let spinner = progress::spinner("measuring");
    let mut session = Session::load(fmu, None)?;
    let curves = session.measure(wanted).and_then(|curves| session.unload().map(|()| curves));
    spinner.finish_and_clear();
    Ok(curves?)
}
