//! What an actuator shall do, from a TOML file.
//!
//! ```toml
//! name = "Rudder"                    # model identifier of the FMU
//! supply_pressure = "28 MPa"
//! stall_torque = "3 kN.m"            # largest load that it moves
//! no_load_rate = "60 deg/s"
//! travel = "30 deg"                  # to either side; or travel_lower and travel_upper
//!
//! # All else is optional.
//! description = "Rudder actuator"
//! threshold = "0.15 deg"             # at most
//! bandwidth = "4 Hz"                 # at least, -3 dB; with a unit
//! damping_ratio = 0.4                # at least; up to 1
//! stiffness = "50 kN.m/rad"          # at least
//! stall_torque_from_rest = "2.5 kN.m"
//! back_drive_torque = "300 N.m"      # smallest load that moves it without pressure
//! self_locking = false
//! load_torque = "1.5 kN.m"           # with rate_under_load
//! rate_under_load = "25 deg/s"
//! reduced_pressure = "14 MPa"        # with one or both of the next
//! rate_at_reduced_pressure = "25 deg/s"
//! stall_torque_at_reduced_pressure = "1.4 kN.m"
//!
//! [flanks]                           # of a screw or worm, in the place of both efficiencies
//! lead_angle = "3.77 deg"
//! thread_angle = "15 deg"
//! friction.coefficient = 0.12
//!
//! [start]                            # parameters that are known, by their names in a configuration
//! inertia = 12
//! friction.static_ratio = 1.5
//! servovalve.law = "orifice"
//! ```

use super::flanks::Loaded;
use super::properties::definition;
use super::shown::shown;
use model_description::configuration::document::{Document, Entry, Scalar};
use model_description::configuration::{
    ConfigurationError, FLANKS, OF_FLANKS, description, identifier, measure, start, take_flanks, take_tables,
    text_of as file_text,
};
use model_description::declaration::{Model, ModelKind, Quantity, Value, unit};
use model_description::{models, nearest};
use std::path::Path;

/// A requirement: a number with its place in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Required {
    /// In SI units.
    pub value: f64,
    /// Where it stands.
    pub entry: Entry,
}

/// A requirement file.
#[derive(Clone, Debug)]
pub struct Requirement {
    /// The file.
    pub(crate) document: Document,
    /// ServoActuator with what [start] says.
    pub(crate) model: Model,
    /// Model identifier.
    pub(crate) name: String,
    /// For the FMU's users.
    pub(crate) description: String,
    numbers: Vec<(&'static str, Required)>,
    /// `self_locking`.
    pub(crate) self_locking: Option<(bool, Entry)>,
    /// Names in [start].
    given: Vec<String>,
    /// Of [flanks], which the efficiencies of the model follow from.
    flanks: Option<Loaded>,
}

/// Keys with numbers and what they measure.
const NUMBERS: [(&str, Quantity); 17] = [
    ("supply_pressure", unit::PRESSURE),
    ("stall_torque", unit::TORQUE),
    ("no_load_rate", unit::ANGULAR_VELOCITY),
    ("travel", unit::ANGLE),
    ("travel_lower", unit::ANGLE),
    ("travel_upper", unit::ANGLE),
    ("threshold", unit::ANGLE),
    ("bandwidth", unit::NATURAL_FREQUENCY),
    ("damping_ratio", unit::RATIO),
    ("stiffness", unit::ANGULAR_STIFFNESS),
    ("stall_torque_from_rest", unit::TORQUE),
    ("back_drive_torque", unit::TORQUE),
    ("load_torque", unit::TORQUE),
    ("rate_under_load", unit::ANGULAR_VELOCITY),
    ("reduced_pressure", unit::PRESSURE),
    ("rate_at_reduced_pressure", unit::ANGULAR_VELOCITY),
    ("stall_torque_at_reduced_pressure", unit::TORQUE),
];

/// Least and largest number of a requirement, in SI units.
const LEAST: f64 = 1e-30;
const MOST: f64 = 1e30;

/// Keys with texts.
const TEXTS: [&str; 3] = ["name", "description", "self_locking"];

impl Requirement {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, ConfigurationError> {
        Self::parse(&file_text(path)?, path)
    }

    /// The requirement that `text` states; `path` is for messages.
    pub fn parse(text: &str, path: &Path) -> Result<Self, ConfigurationError> {
        let document = Document::parse(text, path)?;
        let model = models::all().into_iter().find(|model| model.kind == ModelKind::ServoActuator);
        let mut requirement = Self {
            name: text_of(&document, "name")?.unwrap_or_default().to_owned(),
            description: text_of(&document, "description")?
                .unwrap_or("Position servo sized by fmu-pack size")
                .to_owned(),
            model: model.expect("ServoActuator is one of the models"),
            numbers: Vec::new(),
            self_locking: None,
            given: Vec::new(),
            flanks: None,
            document,
        };
        for entry in requirement.document.entries.clone() {
            requirement.take(&entry)?;
        }
        take_tables(&mut requirement.model, &requirement.document)?;
        let flanks = take_flanks(&mut requirement.model, &requirement.document)?;
        requirement.flanks = flanks.map(|(flanks, coefficient)| Loaded::new(&flanks, coefficient));
        requirement.check()?;
        Ok(requirement)
    }

    fn take(&mut self, entry: &Entry) -> Result<(), ConfigurationError> {
        if let Some(variable) = entry.key.strip_prefix("start.") {
            start::set(&mut self.model, variable, &self.document, entry)?;
            self.given.push(variable.to_owned());
            return Ok(());
        }
        if entry.key.starts_with(FLANKS) {
            return Ok(());
        }
        if let Some((key, quantity)) = NUMBERS.iter().find(|(key, _)| *key == entry.key) {
            return self.take_number(key, *quantity, entry);
        }
        match entry.key.as_str() {
            // They stand in the configuration too, where nobody could find them.
            "name" => identifier(&self.document).map(|_| ()),
            "description" => description(&self.document, entry).map(|_| ()),
            "start" if entry.value == Scalar::Table => Ok(()),
            "self_locking" => self.take_self_locking(entry),
            _ => Err(self.unknown(entry)),
        }
    }

    fn take_number(&mut self, key: &'static str, of: Quantity, entry: &Entry) -> Result<(), ConfigurationError> {
        let value = start::real(of, &self.document, entry)?;
        let wrong = if key == "bandwidth" && is_without_unit(entry) {
            // Data sheets have Hz; SI units would have it six times smaller, and nothing would say so.
            Some(format!("state a unit: \"{value} Hz\" or \"{value} rad/s\""))
        } else if value.abs() > MOST || (value != 0.0 && value.abs() < LEAST) {
            // Torques, rates and gains are multiplied with each other: what is beyond has no finite actuator.
            Some(format!("must be between {LEAST:e} and {MOST:e} in SI units"))
        } else if value <= 0.0 && key != "travel_lower" && key != "travel_upper" {
            Some("must be greater than 0".to_owned())
        } else if key == "damping_ratio" && value > 1.0 {
            Some("must be at most 1, which is a loop that does not swing".to_owned())
        } else {
            None
        };
        if let Some(problem) = wrong {
            return Err(self.document.error(entry, problem));
        }
        self.numbers.push((key, Required { value, entry: entry.clone() }));
        Ok(())
    }

    fn take_self_locking(&mut self, entry: &Entry) -> Result<(), ConfigurationError> {
        self.self_locking = Some((self.document.flag(entry)?, entry.clone()));
        Ok(())
    }

    fn unknown(&self, entry: &Entry) -> ConfigurationError {
        let known = || NUMBERS.iter().map(|(key, _)| *key).chain(TEXTS);
        let parameters = self.model.variables.iter().map(|variable| variable.name.as_str());
        let problem = if parameters.into_iter().any(|name| name == entry.key) {
            "unknown key; parameters of the actuator stand in the table [start]".to_owned()
        } else {
            let near = nearest(&entry.key, known());
            let hint = if near.is_empty() { String::new() } else { format!("; similar are {}", near.join(", ")) };
            format!("unknown key{hint}; allowed are {}, [flanks] and [start]", known().collect::<Vec<_>>().join(", "))
        };
        self.document.error(entry, problem)
    }

    /// What belongs together is there, and nothing contradicts it.
    fn check(&self) -> Result<(), ConfigurationError> {
        self.check_that_all_is_there()?;
        self.check_travel()?;
        self.check_that_nothing_is_said_twice()?;
        if let (Some(reduced), Some(supply)) = (self.required("reduced_pressure"), self.number("supply_pressure"))
            && reduced.value >= supply
        {
            return Err(self.document.error(&reduced.entry, "must be below supply_pressure"));
        }
        if let (Some((true, entry)), Some(load)) = (&self.self_locking, self.required("back_drive_torque")) {
            let problem = format!(
                "contradicts back_drive_torque = {}, the load that moves it; leave one of them out",
                load.entry.source
            );
            return Err(self.document.error(entry, problem));
        }
        Ok(())
    }

    fn check_that_all_is_there(&self) -> Result<(), ConfigurationError> {
        self.document.required("name", "the model identifier of the FMU")?;
        for (key, what) in [
            ("supply_pressure", "supply less return pressure, as \"28 MPa\""),
            ("stall_torque", "the largest load that it moves, as \"3 kN.m\""),
            ("no_load_rate", "its rate without load, as \"60 deg/s\""),
        ] {
            self.document.required(key, what)?;
        }
        let missing = |key: &str, why: &str| self.document.general_error(format!("the key {key:?} is missing; {why}"));
        let has = |key: &str| self.number(key).is_some();
        if has("rate_under_load") != has("load_torque") {
            let key = if has("load_torque") { "rate_under_load" } else { "load_torque" };
            return Err(missing(key, "load_torque and rate_under_load go together"));
        }
        let at_reduced = has("rate_at_reduced_pressure") || has("stall_torque_at_reduced_pressure");
        if at_reduced && !has("reduced_pressure") {
            return Err(missing("reduced_pressure", "it is the pressure of the properties at reduced pressure"));
        }
        Ok(())
    }

    fn check_travel(&self) -> Result<(), ConfigurationError> {
        let has = |key: &str| self.number(key).is_some();
        let is_split = has("travel_lower") && has("travel_upper");
        if has("travel") == (has("travel_lower") || has("travel_upper")) || (!has("travel") && !is_split) {
            return Err(self.document.general_error(
                "either the key \"travel\" is needed, which is the travel to either side, or both \"travel_lower\" and \
                 \"travel_upper\"",
            ));
        }
        let (lower, upper) = self.travel();
        if let (Some(low), Some(high)) = (self.required("travel_lower"), self.required("travel_upper"))
            && lower >= upper
        {
            let problem = format!("must be below travel_upper = {}", high.entry.source);
            return Err(self.document.error(&low.entry, problem));
        }
        let start = self.model.reals().find(|(variable, _)| variable.name == "position_start");
        if let (Some(entry), Some((_, real))) = (self.entry_of_start("position_start"), start)
            && !(lower..=upper).contains(&real.start)
        {
            let [lower, upper] = [lower, upper].map(|end| shown(end, unit::ANGLE, 4));
            return Err(self.document.error(entry, format!("must be within the travel, {lower} to {upper}")));
        }
        Ok(())
    }

    fn check_that_nothing_is_said_twice(&self) -> Result<(), ConfigurationError> {
        for (key, name) in [
            ("supply_pressure", "supply_pressure"),
            ("travel", "travel.upper"),
            ("travel", "travel.lower"),
            ("travel_upper", "travel.upper"),
            ("travel_lower", "travel.lower"),
        ] {
            if let (Some(required), true) = (self.required(key), self.is_given(name)) {
                let problem = format!("says the same as {name} in [start]; leave one of them out");
                return Err(self.document.error(&required.entry, problem));
            }
        }
        Ok(())
    }

    /// A requirement with its place.
    pub fn required(&self, key: &str) -> Option<&Required> {
        self.numbers.iter().find(|(known, _)| *known == key).map(|(_, required)| required)
    }

    /// The number of a requirement.
    pub fn number(&self, key: &str) -> Option<f64> {
        self.required(key).map(|required| required.value)
    }

    /// The parameter stands in `[start]`, or follows from `[flanks]`.
    pub fn is_given(&self, name: &str) -> bool {
        self.given.iter().any(|given| given == name) || (self.flanks.is_some() && OF_FLANKS.contains(&name))
    }

    /// Those of [flanks].
    pub(crate) fn flanks(&self) -> Option<&Loaded> {
        self.flanks.as_ref()
    }

    /// The lines of [flanks], behind the name of the table.
    pub(crate) fn lines_of_flanks(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.document.entries.iter().filter_map(|entry| Some((entry.key.strip_prefix(FLANKS)?, entry)))
    }

    /// The same with other flanks, if these can move.
    pub(crate) fn with_flanks(&self, flanks: &Loaded) -> Option<Self> {
        let mut other = Self { flanks: Some(*flanks), ..self.clone() };
        for (name, efficiency) in OF_FLANKS.into_iter().zip(flanks.efficiencies()?) {
            let mut variables = other.model.variables.iter_mut();
            if let Some(Value::Real(real)) =
                variables.find(|variable| variable.name == name).map(|variable| &mut variable.value)
            {
                real.start = efficiency;
            }
        }
        Some(other)
    }

    /// Names in [start].
    pub fn given(&self) -> &[String] {
        &self.given
    }

    /// The line of [start] that has a parameter.
    pub(crate) fn entry_of_start(&self, name: &str) -> Option<&Entry> {
        self.document.get(&format!("start.{name}"))
    }

    /// The same with a parameter in [start], in SI units.
    pub(crate) fn with_start(&self, name: &str, value: f64) -> Self {
        let mut other = self.clone();
        let variable = other.model.variables.iter_mut().find(|variable| variable.name == name);
        if let Some(Value::Real(real)) = variable.map(|variable| &mut variable.value) {
            real.start = value;
            other.given.push(name.to_owned());
        }
        other
    }

    /// The same with another number required, in SI units; `place` is for messages.
    pub(crate) fn with_number(&self, key: &'static str, value: f64, place: &Entry) -> Self {
        let mut other = self.clone();
        other.numbers.retain(|(known, _)| *known != key);
        other.numbers.push((key, Required { value, entry: place.clone() }));
        other
    }

    /// Lower and upper end stop \[rad\].
    pub(crate) fn travel(&self) -> (f64, f64) {
        match self.number("travel") {
            Some(travel) => (-travel, travel),
            None => (self.number("travel_lower").unwrap_or(0.0), self.number("travel_upper").unwrap_or(0.0)),
        }
    }

    /// Requirements that are properties, in the order of the file.
    pub(crate) fn properties(&self) -> impl Iterator<Item = (&'static str, &Required)> {
        self.numbers.iter().filter(|(key, _)| definition(key).is_some()).map(|(key, required)| (*key, required))
    }

    /// What a key measures.
    pub(crate) fn quantity(key: &str) -> Quantity {
        NUMBERS.iter().find(|(known, _)| *known == key).map_or(unit::RATIO, |(_, quantity)| *quantity)
    }
}

/// A number, or a text with one and nothing else.
fn is_without_unit(entry: &Entry) -> bool {
    match &entry.value {
        Scalar::Number(text) | Scalar::Text(text) => measure(text).is_ok_and(|(_, has_unit)| !has_unit),
        Scalar::Flag(_) | Scalar::List(_) | Scalar::Numbers(_) | Scalar::Table | Scalar::Mixed(_) | Scalar::Other => {
            false
        }
    }
}

fn text_of<'a>(document: &'a Document, key: &str) -> Result<Option<&'a str>, ConfigurationError> {
    document.get(key).map(|entry| document.text(entry)).transpose()
}

#[cfg(test)]
mod tests {
    use super::Requirement;
    use std::path::Path;

    #[test]
    fn a_name_or_description_that_no_fmu_can_have_is_refused_in_the_file_of_the_requirement() {
        for (text, told) in [
            ("name = \"R R\"\n", "r.toml, line 1, column 8: name = \"R R\": is no model identifier; letters, digits"),
            (
                "\ndescription = \"\\u0007\"\n",
                "r.toml, line 2, column 15: description = \"\\u0007\": has the character U+0007",
            ),
        ] {
            let refused = Requirement::parse(text, Path::new("r.toml")).expect_err("it is refused").to_string();
            assert!(refused.starts_with(told), "{refused}");
        }
    }
}
