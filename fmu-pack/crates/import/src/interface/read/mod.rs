//! Makes the view of modelDescription.xml.

mod fmi2;
mod fmi3;

use super::{Display, Experiment, Interface};
use model_description::ReadError;
use model_description::schema::{DefaultExperiment, DisplayUnit, UnitDefinitions, Variability};
use std::collections::HashMap;

impl Interface {
    /// Reads modelDescription.xml of FMI 2.0 or 3.0.
    pub fn read(xml: &str) -> Result<Self, ReadError> {
        match model_description::version(xml)? {
            Some(version) if version.starts_with("3.") => {
                model_description::fmi3::read(xml).map(|description| Self::of_fmi3(&description))
            }
            Some(_) | None => model_description::read(xml).map(|description| Self::of(&description)),
        }
    }
}

/// Display units by unit and display unit.
struct Displays<'a>(HashMap<(&'a str, &'a str), &'a DisplayUnit>);

impl<'a> Displays<'a> {
    fn of(definitions: Option<&'a UnitDefinitions>) -> Self {
        let units = definitions.into_iter().flat_map(|list| &list.units);
        let displays = units.flat_map(|unit| unit.display_units.iter().map(move |shown| (unit, shown)));
        // People see the unit itself where the display unit is a reciprocal, such as s for Hz.
        let displays = displays.filter(|(_, shown)| shown.inverse != Some(true));
        Self(displays.map(|(unit, shown)| ((&*unit.name, &*shown.name), shown)).collect())
    }

    fn find(&self, unit: &str, display: &str) -> Option<Display> {
        self.0.get(&(unit, display)).map(|unit| Display {
            unit: short(&unit.name),
            factor: unit.factor.unwrap_or(1.0),
            offset: unit.offset.unwrap_or(0.0),
        })
    }
}

/// The names of the flags that are set.
fn capabilities(flags: &[(&str, bool)]) -> Vec<String> {
    flags.iter().filter(|(_, set)| *set).map(|(name, _)| (*name).to_string()).collect()
}

fn experiment(experiment: &DefaultExperiment) -> Experiment {
    Experiment {
        start_time: experiment.start_time,
        stop_time: experiment.stop_time,
        step_size: experiment.step_size,
        tolerance: experiment.tolerance,
    }
}

fn variability(variability: Variability) -> &'static str {
    match variability {
        Variability::Constant => "constant",
        Variability::Fixed => "fixed",
        Variability::Tunable => "tunable",
        Variability::Discrete => "discrete",
        Variability::Continuous => "continuous",
    }
}

/// A unit, cut where it would be no unit: each variable of a type has its own copy.
fn short(unit: &str) -> String {
    const LONGEST: usize = 100;
    unit.chars().take(LONGEST).collect()
}

fn text(value: &Option<String>) -> String {
    value.clone().unwrap_or_default()
}
