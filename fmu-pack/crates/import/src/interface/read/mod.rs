//! Makes the view of modelDescription.xml.

mod fmi2;
mod fmi3;

use super::{Display, Experiment, Interface, Item, Kind};
use model_description::schema::{self, DefaultExperiment, DisplayUnit, LogCategories, UnitDefinitions};
use model_description::{ExcludedMinima, ReadError, TOOL};
use std::collections::HashMap;
use std::sync::Arc;

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

    /// What a description cannot say of our own FMUs.
    fn with_excluded_minima(mut self) -> Self {
        if self.generation_tool.split(' ').next() == Some(TOOL) {
            let excluded = ExcludedMinima::declared();
            let variables = self.variables.iter_mut().filter(|variable| !variable.min.is_empty());
            variables.for_each(|variable| variable.is_min_excluded = excluded.contain(&variable.name));
        }
        self
    }
}

/// What variables refer to.
struct Definitions<'a> {
    /// Display units by unit and display unit.
    displays: HashMap<(&'a str, &'a str), &'a DisplayUnit>,
    /// By name.
    types: HashMap<&'a str, DeclaredType<'a>>,
}

/// What variables with this declared type do not say themselves.
#[derive(Default)]
struct DeclaredType<'a> {
    unit: Option<&'a str>,
    display_unit: Option<&'a str>,
    min: Option<&'a str>,
    max: Option<&'a str>,
    /// Those of an Enumeration.
    items: Option<Arc<[Item]>>,
}

impl<'a> Definitions<'a> {
    fn of(units: Option<&'a UnitDefinitions>, types: impl Iterator<Item = (&'a str, DeclaredType<'a>)>) -> Self {
        let units = units.into_iter().flat_map(|list| &list.units);
        let displays = units.flat_map(|unit| unit.display_units.iter().map(move |shown| (unit, shown)));
        // People see the unit itself where the display unit is a reciprocal, such as s for Hz.
        let displays = displays.filter(|(_, shown)| shown.inverse != Some(true));
        Self {
            displays: displays.map(|(unit, shown)| ((&*unit.name, &*shown.name), shown)).collect(),
            types: types.collect(),
        }
    }

    fn declared(&self, name: Option<&str>) -> Option<&DeclaredType<'a>> {
        self.types.get(name?)
    }

    /// The unit and the display unit of a variable: what it does not say itself, its declared type does.
    fn unit(
        &self,
        unit: Option<&str>,
        display: Option<&str>,
        declared: Option<&DeclaredType<'_>>,
    ) -> (String, Option<Display>) {
        let unit = unit.or_else(|| declared?.unit).unwrap_or_default();
        let display = display.or_else(|| declared?.display_unit).unwrap_or_default();
        let display = self.displays.get(&(unit, display)).map(|unit| Display {
            unit: short(&unit.name),
            factor: unit.factor.unwrap_or(1.0),
            offset: unit.offset.unwrap_or(0.0),
        });
        (short(unit), display)
    }
}

/// An Enumeration with the items of its declared type.
fn enumeration(declared: Option<&DeclaredType<'_>>) -> Kind {
    Kind::Enumeration(declared.and_then(|declared| declared.items.clone()).unwrap_or_else(|| Arc::new([])))
}

/// The items of a type.
fn items<Value: Copy + Into<i64>>(items: &[schema::Item<Value>]) -> Arc<[Item]> {
    items.iter().map(|item| Item { name: item.name.clone(), value: item.value.into() }).collect()
}

/// The names of the flags that are set.
fn capabilities(flags: &[(&str, bool)]) -> Vec<String> {
    flags.iter().filter(|(_, set)| *set).map(|(name, _)| (*name).to_string()).collect()
}

fn experiment(experiment: Option<&DefaultExperiment>) -> Experiment {
    let experiment = experiment.map(|experiment| Experiment {
        start_time: experiment.start_time,
        stop_time: experiment.stop_time,
        step_size: experiment.step_size,
        tolerance: experiment.tolerance,
    });
    experiment.unwrap_or_default()
}

fn log_categories(list: Option<&LogCategories>) -> Vec<String> {
    let categories = list.into_iter().flat_map(|list| &list.categories);
    categories.map(|category| category.name.clone()).collect()
}

/// A unit, cut where it would be no unit: each variable of a type has its own copy.
fn short(unit: &str) -> String {
    const LONGEST: usize = 100;
    unit.chars().take(LONGEST).collect()
}

fn text(value: &Option<String>) -> String {
    value.clone().unwrap_or_default()
}
