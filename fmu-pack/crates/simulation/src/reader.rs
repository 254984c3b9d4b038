//! Reads what is recorded.

use fmu_import::interface::{Kind, Variable};
use fmu_import::library::{self, Instance, Place, Reference};
use model_description::fmi3::VariableType;

/// Reads variables of all types as numbers, the scalar Float64 ones in one call.
pub(crate) struct Reader {
    references: Vec<Reference>,
    reals: Vec<f64>,
    columns: Vec<Column>,
    values: Vec<f64>,
}

/// How the value of one variable is found.
enum Column {
    /// The next of those that are read together.
    Real,
    /// By itself.
    Single(Place),
    /// The next of the clocks, which are not read but tick.
    Clock,
}

impl Reader {
    pub(crate) fn new(variables: &[&Variable]) -> Self {
        let columns: Vec<Column> = variables.iter().map(|variable| Column::of(variable)).collect();
        let together = variables.iter().zip(&columns).filter(|(_, column)| matches!(column, Column::Real));
        let references: Vec<Reference> = together.map(|(variable, _)| variable.reference).collect();
        let reals = vec![0.0; references.len()];
        Self { values: vec![0.0; columns.len()], references, reals, columns }
    }

    /// The values now, in the order of the variables; `ticks` are those of the clocks among them.
    pub(crate) fn read(&mut self, instance: &Instance<'_>, ticks: &[bool]) -> Result<&[f64], library::Error> {
        instance.get_reals(&self.references, &mut self.reals)?;
        let (mut reals, mut ticks) = (self.reals.iter(), ticks.iter());
        for (column, value) in self.columns.iter().zip(&mut self.values) {
            *value = match column {
                Column::Real => reals.next().copied().unwrap_or(f64::NAN),
                Column::Single(place) => instance.get(place)?,
                Column::Clock => f64::from(u8::from(ticks.next().copied().unwrap_or(false))),
            };
        }
        Ok(&self.values)
    }
}

impl Column {
    fn of(variable: &Variable) -> Self {
        match (&variable.kind, variable.data_type, variable.element) {
            (Kind::Clock, _, _) => Self::Clock,
            (_, VariableType::Float64, None) => Self::Real,
            (_, _, _) => Self::Single(variable.place()),
        }
    }
}
