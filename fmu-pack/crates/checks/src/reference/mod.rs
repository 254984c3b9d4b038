//! Experiments with the results to be expected, inside an FMU: with them any tool can check itself.
//!
//! The files and their places are those of the layered standard FMI-LS-REF ([`model_description::references`]). This module knows
//! what stands in them: [`published`] has the reference solutions of the declared models, which do not come from them;
//! [`files`](files()) writes an FMU's folder, [`read`](read()) reads that of any FMU and says what is wrong with it, and a
//! [`Comparison`] follows a run.
//!
//! | role | experiments |
//! |---|---|
//! | `experiment/validation` | with results that do not come from the FMU |
//! | `experiment/smoke-test` | the first of those, or what the FMU itself has computed where it was built |

mod comparison;
mod files;
mod own;
mod published;
mod read;
mod series;

pub use comparison::{Comparison, Outcome};
pub use files::files;
pub use own::{Kept, own};
pub use published::published;
pub use read::{Problem, Read, read};
pub use series::Series;

use fmu_import::interface::Interface;
use fmu_simulation::input::{Rows, Table};
use fmu_simulation::{Grid, Plan, Setting, SettingError};
use model_description::references::Deviation;

/// An experiment with the results to be expected.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// Its name, which its files have too.
    pub name: String,
    /// What it shows and where its results come from.
    pub title: String,
    /// The results do not come from the FMU.
    pub is_independent: bool,
    /// Names and values of the parameters that differ from the start values.
    pub parameters: Vec<(String, String)>,
    /// Start, in s.
    pub start: f64,
    /// Stop, in s.
    pub stop: f64,
    /// Communication step, in s.
    pub step: f64,
    /// Relative tolerance of the integration.
    pub tolerance: Option<f64>,
    /// Input signals: two rows of one time are a step.
    pub stimuli: Option<Series>,
    /// Results, at communication points: where an input steps, those after the step.
    pub results: Option<Series>,
    /// How far results may be from them; where it is not said, see [`Reference::accepted`].
    pub deviations: Vec<Deviation>,
}

impl Reference {
    /// How this experiment is run on an FMU.
    pub fn plan(&self, interface: &Interface) -> Result<Plan, SettingError> {
        let setting = |(name, value): &(String, String)| Setting::new(name, value, interface);
        let rows = self
            .stimuli
            .as_ref()
            .map(|stimuli| Box::new(Table::new(stimuli.names.clone(), stimuli.rows.clone())) as Box<dyn Rows>);
        Ok(Plan {
            grid: Grid::new(self.start, self.step, self.stop),
            start: self.start,
            stop: self.stop,
            tolerance: self.tolerance,
            settings: self.parameters.iter().map(setting).collect::<Result<_, _>>()?,
            rows,
            event_mode: false,
            restore_at: None,
        })
    }

    /// How far a result may be from its reference. Where the FMU does not say: a thousandth of the range that the reference has,
    /// which is what a plot shows.
    pub fn accepted(&self, variable: &str) -> f64 {
        const SHARE: f64 = 1e-3;
        let said = self.deviations.iter().find(|deviation| deviation.variable == variable);
        said.map_or_else(
            || {
                let values = self.results.iter().flat_map(|results| results.column(variable));
                let (low, high) = values
                    .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
                let range = if high > low { high - low } else { high.abs() };
                if range > 0.0 { SHARE * range } else { SHARE }
            },
            |deviation| deviation.absolute,
        )
    }
}
