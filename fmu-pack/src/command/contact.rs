//! One contact of a drivetrain FMU, alone on a body, as an FMU with the same library.
//!
//! What a contact does at a velocity depends on its parameters and its engagement only, but in a drivetrain not every contact
//! can be driven alone: its bodies may be tied to others, and may have no input. So its values are read from the FMU,
//! and the library of the FMU is configured anew, with nothing but this contact and a body that is free.

use anyhow::{Context, bail};
use fmu_import::archive::{Archive, Contents, Limits};
use fmu_import::fmu::Fmu;
use fmu_import::interface::{Interface, Item, Kind, Variable, nearest};
use fmu_import::platform::Platform;
use fmu_isolation::Session;
use fmu_library::Library;
use fmu_output::number;
use fmu_simulation::Setting;
use model_description::{Export, configuration, exports};
use std::fmt::Write;

/// What the velocity of a brake, clutch or freewheel is called, behind its name.
const VELOCITY: &str = ".relative_velocity";

/// The FMU of contact `name`, with the values that it has with these settings.
pub(super) fn alone(fmu: &Fmu, name: &str, settings: Vec<Setting>) -> anyhow::Result<Fmu> {
    let interface = fmu.interface();
    ensure_known(fmu, name)?;
    let parameters = parameters(interface, name);
    let configuration =
        configuration(interface, name, &lines(&parameters, &values(fmu, &parameters, settings)?, name)?);
    let export = Export::new(configuration::parse(&configuration, fmu.path())?);
    let content = configuration::content(&export)?.context("a drivetrain is configured")?;
    let mut contents = Contents::default();
    contents.add("modelDescription.xml", export.xml.as_bytes());
    contents.add(Platform::host().library(&export.model.identifier), library(fmu)?.configured(&content)?);
    let archive = Archive::from_bytes(contents.to_bytes()?, Limits::default())?;
    Ok(Fmu::unpack(&archive, fmu.path())?)
}

/// Names of brakes, clutches and freewheels.
pub(super) fn contacts(interface: &Interface) -> Vec<&str> {
    interface.variables.iter().filter_map(|variable| variable.name.strip_suffix(VELOCITY)).collect()
}

fn ensure_known(fmu: &Fmu, name: &str) -> anyhow::Result<()> {
    let known = contacts(fmu.interface());
    let path = fmu.path().display();
    if known.is_empty() {
        bail!("{path}: it has no contacts to choose from: it is no drivetrain with brakes, clutches or freewheels");
    }
    if !known.contains(&name) {
        let (nearest, known) = (nearest(name, known.iter().copied()), known.join(", "));
        bail!("{path}: there is no contact {name}{nearest}; there are {known}");
    }
    Ok(())
}

/// Engagement and friction law.
fn parameters<'a>(interface: &'a Interface, name: &str) -> Vec<&'a Variable> {
    let (engagement, friction) = (format!("{name}.engagement"), format!("{name}.friction."));
    let is_own = |variable: &&Variable| variable.name == engagement || variable.name.starts_with(&friction);
    interface.variables.iter().filter(is_own).collect()
}

fn values(fmu: &Fmu, parameters: &[&Variable], settings: Vec<Setting>) -> anyhow::Result<Vec<f64>> {
    let places = parameters.iter().map(|variable| variable.place()).collect();
    let mut session = Session::load(fmu, None)?;
    let initial = session.initialize(settings, places)?;
    session.unload()?;
    Ok(initial.values)
}

/// A line of a configuration for each of the values.
fn lines(parameters: &[&Variable], values: &[f64], name: &str) -> anyhow::Result<String> {
    let mut lines = String::new();
    for (variable, value) in parameters.iter().zip(values) {
        let value = match &variable.kind {
            Kind::Real => Some(number(*value)),
            Kind::Enumeration(items) => item(items, *value as i64),
            Kind::Integer | Kind::Boolean => Some(value.to_string()),
            Kind::String | Kind::Binary | Kind::Clock => None,
        };
        let value = value.with_context(|| format!("{} has no value", variable.name))?;
        writeln!(lines, "{:?} = {value}", &variable.name[name.len() + 1..])?;
    }
    Ok(lines)
}

fn item(items: &[Item], value: i64) -> Option<String> {
    items.iter().find(|item| item.value == value).map(|item| format!("{:?}", item.name))
}

/// A one-way clutch is between two bodies always: the other one is too heavy to move.
fn configuration(interface: &Interface, name: &str, parameters: &str) -> String {
    let has = |suffix: &str| interface.find(&format!("{name}.{suffix}")).is_some();
    let (kind, inertia) = if has("friction_force") { ("mass", "mass") } else { ("body", "inertia") };
    let contact = if has("release_torque") || has("release_force") {
        format!("[{kind}.anchor]\n{inertia} = 1e18\n[freewheel.contact]\nconnects = [\"anchor\", \"body\"]\n")
    } else {
        "[brake.contact]\non = \"body\"\n".to_string()
    };
    format!(
        "name = \"{name}\"\nmodel = \"Drivetrain\"\n[{kind}.body]\n{inertia} = 1\n{contact}{parameters}\
         [[input]]\nname = \"drive\"\non = \"body\"\n"
    )
}

/// That of the FMU for this machine.
fn library(fmu: &Fmu) -> anyhow::Result<Library> {
    let identifier = fmu.interface().co_simulation.as_ref().map(|offer| offer.identifier.as_str());
    let path = fmu.folder().join(Platform::host().library(identifier.context("the FMU offers no Co-Simulation")?));
    let declared = exports();
    let known: Vec<_> = declared.iter().map(|export| (&*export.model.identifier, &*export.guid)).collect();
    let library = Library::read(std::fs::read(&path).with_context(|| path.display().to_string())?)?;
    library.ensure_configurable(&known)?;
    Ok(library)
}
