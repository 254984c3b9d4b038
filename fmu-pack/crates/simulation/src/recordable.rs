//! What a run can record, and where it finds each value.

use super::{recorded, recorded_exactly};
use fmu_import::interface::{Interface, Kind, Variable};
use fmu_import::library::Exact;
use fmu_output::ColumnKind;
use model_description::fmi3::VariableType;

/// Where a recorded value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A number: its place among the numbers, those of [`recorded`].
    Number(usize),
    /// What no double holds: its place among such values, those of [`recorded_exactly`].
    Exact(usize),
}

/// What a run can record.
pub struct Recordable<'a> {
    numbers: Vec<&'a Variable>,
    exact: Vec<&'a Variable>,
}

impl<'a> Recordable<'a> {
    /// Of an FMU, with or without event mode.
    pub fn of(interface: &'a Interface, event_mode: bool) -> Self {
        Self { numbers: recorded(interface, event_mode), exact: recorded_exactly(interface) }
    }

    /// The variable called `name`: as the FMU gives it where a double does not hold it.
    pub fn find(&self, name: &str) -> Option<Source> {
        let place = |variables: &[&Variable]| variables.iter().position(|variable| variable.name == name);
        place(&self.exact).map(Source::Exact).or_else(|| place(&self.numbers).map(Source::Number))
    }

    /// All names.
    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        let numbers = self.numbers.iter().filter(|variable| !Exact::is_of(variable.data_type));
        numbers.chain(&self.exact).map(|variable| variable.name.as_str())
    }

    /// All outputs in the order of the description; of an FMU that has none its continuous states.
    pub fn outputs(&self, interface: &Interface) -> Vec<Source> {
        let outputs: Vec<Source> =
            interface.with_causality("output").filter_map(|variable| self.find(&variable.name)).collect();
        let has_outputs = interface.with_causality("output").next().is_some();
        let states = self.numbers.iter().filter(|variable| !has_outputs && variable.causality != "input");
        outputs.into_iter().chain(states.filter_map(|variable| self.find(&variable.name))).collect()
    }

    /// Those that are recorded as numbers.
    pub fn numbers(&self) -> &[&'a Variable] {
        &self.numbers
    }

    /// The variable of a value.
    pub fn variable(&self, source: Source) -> &'a Variable {
        match source {
            Source::Number(place) => self.numbers[place],
            Source::Exact(place) => self.exact[place],
        }
    }
}

/// What a table of results has of a variable.
pub fn column_kind(variable: &Variable) -> ColumnKind {
    match variable.kind {
        Kind::Real => ColumnKind::Number,
        Kind::Integer if variable.data_type == VariableType::UInt64 => ColumnKind::Unsigned,
        Kind::Integer | Kind::Boolean | Kind::Enumeration(_) | Kind::Clock => ColumnKind::Whole,
        Kind::String | Kind::Binary => ColumnKind::Text,
    }
}
