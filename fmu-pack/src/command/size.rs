//! `fmu-pack size`

use super::format::Format;
use super::paths::{self, refuse_overwriting};
use super::{Outcome, say};
use anyhow::{Context, bail};
use clap::Args;
use fmu_analysis::sizing::properties::Worth;
use fmu_analysis::sizing::{Actuator, Conditions, Parameters, Properties, Property, Requirement, flanks};
use fmu_import::fmu::Fmu;
use fmu_import::platform::{FOLDERS, Platform};
use fmu_library::Library;
use fmu_output::{visible, write_atomically};
use model_description::configuration::{Flanks, number_in_unit, read};
use model_description::declaration::{FrictionTable, Quantity, unit};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Size a position servo from a data sheet, or tell what an actuator can do.
///
/// From a requirement to a configuration, which `fmu-pack build --config` makes an FMU of; and with --of back, from an FMU or a
/// configuration to its properties: stall torque, rates, threshold, stiffness, bandwidth, back-driving, travel. Nothing is
/// executed: the numbers follow from equations, which docs/models.md has with the parameters that set each property.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Arguments {
    /// What the actuator shall do; see below.
    #[arg(value_name = "REQUIREMENT.toml", required_unless_present = "of")]
    requirement: Option<PathBuf>,
    /// Tell what this actuator can do instead: an FMU of one of the three models, or a configuration.
    #[arg(long, value_name = "FMU|TOML", conflicts_with = "requirement")]
    of: Option<PathBuf>,
    /// File for the configuration; without it, it goes to standard output.
    #[arg(short, long, value_name = "TOML", conflicts_with = "of")]
    output: Option<PathBuf>,
    /// Supply pressure for the properties, as 28MPa or "28 MPa"; the start value of the actuator if not given.
    #[arg(long, value_name = "PRESSURE", requires = "of", value_parser = pressure, allow_hyphen_values = true)]
    supply_pressure: Option<f64>,
    /// Reduced pressure for the properties at reduced pressure; half of the supply pressure if not given.
    #[arg(long, value_name = "PRESSURE", requires = "of", value_parser = pressure, allow_hyphen_values = true)]
    reduced_pressure: Option<f64>,
    /// Load for the rate under load; half of the stall torque if not given.
    #[arg(long, value_name = "TORQUE", requires = "of", value_parser = quantity(unit::TORQUE), allow_hyphen_values = true)]
    load_torque: Option<f64>,
    /// How the properties are printed; with json and without -o they are printed instead of the configuration.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

const EXAMPLES: &str = r#"A requirement file, in the units of a data sheet; the first five keys are needed:

  name = "Rudder"
  supply_pressure = "28 MPa"
  stall_torque = "3 kN.m"       # largest load that it moves
  no_load_rate = "60 deg/s"
  travel = "30 deg"             # to either side; or travel_lower and travel_upper

  threshold = "0.15 deg"        # smallest step that moves it from rest, at most
  bandwidth = "4 Hz"            # -3 dB, at least, with a unit; 4 Hz if nothing else says how stiff the loop is
  damping_ratio = 0.4           # at least; up to 1
  stiffness = "50 kN.m/rad"     # at least
  stall_torque_from_rest = "2.5 kN.m"       # at least
  back_drive_torque = "300 N.m" # smallest load that moves it without pressure
  self_locking = false
  load_torque = "1.5 kN.m"      # with the next, which is at least
  rate_under_load = "25 deg/s"
  reduced_pressure = "14 MPa"   # with one or both of the next, which are at least
  rate_at_reduced_pressure = "25 deg/s"
  stall_torque_at_reduced_pressure = "1.4 kN.m"

  [flanks]                      # of a screw or worm, in the place of both efficiencies: which coefficient or lead locks is told
  lead_angle = "3.77 deg"
  thread_angle = "15 deg"
  friction.coefficient = 0.12

  [start]                       # what is known of the actuator, by the names of its parameters
  inertia = 12
  friction.static_ratio = 1.5
  servovalve.law = "linear"

What cannot be met is refused, with the other requirement and with what is possible; a gain in [start] with which the closed loop
oscillates, with the largest that does not.

Examples:
  fmu-pack size rudder.toml -o rudder_actuator.toml
  fmu-pack build --config rudder_actuator.toml
  fmu-pack size --of target/fmu/Rudder.fmu
  fmu-pack size --of examples/configurations/elevator.toml --reduced-pressure 14MPa --format json"#;

impl Arguments {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        match (&self.requirement, &self.of) {
            (_, Some(of)) => self.describe(of, out),
            (Some(requirement), None) => self.size(requirement, out),
            (None, None) => bail!("a requirement file is needed, or --of with an FMU or a configuration"),
        }
    }

    fn describe(&self, of: &Path, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        let (parameters, flanks) = parameters(of)?;
        let actuator = Actuator::new(&parameters).with_context(|| of.display().to_string())?;
        let conditions = Conditions {
            supply_pressure: self.supply_pressure,
            reduced_pressure: self.reduced_pressure,
            load_torque: self.load_torque,
        };
        let mut properties = Properties::of(&actuator, &conditions);
        properties.notes.extend(flanks.and_then(|(flanks, coefficient)| flanks::told(&flanks, coefficient, &actuator)));
        self.print(&properties, out)?;
        note(&properties);
        Ok(Outcome::Fine)
    }

    fn size(&self, path: &Path, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        refuse_overwriting(&[self.requirement.as_ref()], &[self.output.as_ref()])?;
        if path.extension().is_some_and(|extension| extension == "fmu") {
            bail!("{0}: a requirement is a TOML file; what an FMU can do is told by size --of {0}", path.display());
        }
        let design = fmu_analysis::sizing::size(&Requirement::read(path)?)?;
        match &self.output {
            Some(output) => {
                write_atomically(output, design.configuration.as_bytes())
                    .with_context(|| output.display().to_string())?;
                self.print(&design.properties, out)?;
            }
            None => match self.format {
                Format::Text => out.write_all(design.configuration.as_bytes())?,
                Format::Json => self.print(&design.properties, out)?,
            },
        }
        note(&design.properties);
        Ok(Outcome::Fine)
    }

    fn print(&self, properties: &Properties, out: &mut dyn Write) -> anyhow::Result<()> {
        match self.format {
            Format::Text => properties.list.iter().try_for_each(|property| line(property, out))?,
            Format::Json => {
                let told: Vec<Told<'_>> = properties.list.iter().map(Told::of).collect();
                writeln!(out, "{}", serde_json::to_string_pretty(&told)?)?;
            }
        }
        Ok(())
    }
}

fn line(property: &Property, out: &mut dyn Write) -> std::io::Result<()> {
    let text = format!("{:<33}{:<18}{}", property.definition.key, property.shown(), property.condition);
    writeln!(out, "{}", text.trim_end())
}

fn note(properties: &Properties) {
    properties.notes.iter().for_each(|note| say(&format!("note: {}", visible(note))));
}

/// One property for programs.
#[derive(Serialize)]
struct Told<'a> {
    name: &'a str,
    meaning: &'a str,
    /// In SI units.
    value: Option<f64>,
    unit: Option<&'a str>,
    shown: String,
    condition: &'a str,
    equation: &'a str,
    parameters: &'a str,
}

impl<'a> Told<'a> {
    fn of(property: &'a Property) -> Self {
        let (value, unit) = match property.worth {
            Worth::Number(value, quantity) => (Some(value), Some(quantity.unit.name)),
            Worth::None | Worth::Words(_) => (None, None),
        };
        let definition = property.definition;
        Self {
            name: definition.key,
            meaning: definition.meaning,
            value,
            unit,
            shown: property.shown(),
            condition: &property.condition,
            equation: &property.equation,
            parameters: definition.parameters,
        }
    }
}

/// Start values of an FMU or a configuration, and the flanks that the latter has.
fn parameters(path: &Path) -> anyhow::Result<(Parameters, Option<(Flanks, f64)>)> {
    if paths::is_configuration(path) {
        let configured = read(path)?;
        return Ok((Parameters::of(&configured.model), configured.flanks));
    }
    let fmu = paths::open(path)?;
    let variables = fmu.interface().variables.iter();
    let with_start = variables.filter_map(|variable| Some((variable.name.clone(), variable.start_number()?)));
    let mut parameters = Parameters::new(with_start);
    parameters.take_tables(&tables(&fmu)?);
    Ok((parameters, None))
}

/// Tables that are data of the FMU, which has no variables for them: its library has them. FMUs of others have none here.
fn tables(fmu: &Fmu) -> anyhow::Result<Vec<FrictionTable>> {
    let interface = fmu.interface();
    let offer = interface.co_simulation.as_ref().or(interface.model_exchange.as_ref());
    let Some(identifier) = offer.map(|offer| offer.identifier.as_str()) else { return Ok(Vec::new()) };
    for platform in FOLDERS.into_iter().filter_map(Platform::named) {
        let path = fmu.folder().join(platform.library_for(interface.version_of_fmi(), identifier));
        if !path.is_file() {
            continue;
        }
        let bytes = std::fs::read(&path).with_context(|| path.display().to_string())?;
        let Ok(library) = Library::read(bytes) else { continue };
        let Some(content) = library.content().with_context(|| fmu.path().display().to_string())? else { continue };
        // Those of a body that is alone belong to no contact; a drivetrain has no properties.
        let of_body = content.tables.iter().filter(|_| content.elements.iter().next().is_none());
        let table = |table: fmu_library::Table<'_>| FrictionTable {
            contact: String::new(),
            has_load: table.has_load,
            points: table.points().collect(),
        };
        return Ok(of_body.map(table).collect());
    }
    Ok(Vec::new())
}

/// Reads the pressure of a supply.
fn pressure(text: &str) -> Result<f64, String> {
    let value = quantity(unit::PRESSURE)(text)?;
    if value > 0.0 { Ok(value) } else { Err("it must be greater than 0".to_string()) }
}

/// Reads a value with a unit of that quantity, or a number in SI units.
fn quantity(of: Quantity) -> impl Fn(&str) -> Result<f64, String> + Clone + Send + Sync {
    move |text| number_in_unit(text, of.unit.name)
}
