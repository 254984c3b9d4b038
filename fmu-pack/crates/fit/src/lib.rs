//! Parameters from recordings: what an FMU, or a friction law as a formula, must be to do what was measured.
//!
//! ```text
//! study (TOML) ──▶ recording (CSV, units) ──▶ problem ◀── predictor (FMU in workers, sliding formula)
//!                                               │ residuals at points, on all cores
//!                  search ──▶ optimizer ◀───────┤
//!                                 ▼             │
//!        information (rank, covariance), profile, remedy, smoothness ──▶ outcome ──▶ page, configuration, JSON
//! ```
//!
//! * A **datum** is a sample of a trajectory, or the mean of a stationary recording with its standard error ([`correlated`]).
//! * **Residuals** are differences in standard deviations of the data: given, of the mean, or estimated from the residuals.
//! * **Derivatives** are central differences, on the way to the minimum one-sided ones ([`optimizer`]). Events of the models here are located exactly, so that differences are good to some nine
//!   digits also through events; where one appears or vanishes there is none, which is found ([`smoothness`]) and told.
//! * **Data** that no variable of the FMU has, as elements of long tables, are free where the FMU is made of a configuration ([`data`]).
//! * **What is not determined** is a column of the Jacobian that others make up ([`information`]); it is held at its start value, in the
//!   order of the study, and named with a recording that would determine it ([`remedy`]).

// The module docs are for those who change it: they name private parts.
#![allow(rustdoc::private_intra_doc_links)]
// A test that meets the unexpected shall fail on the spot.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod design;
pub mod noise;
pub mod optimizer;
pub mod outcome;
pub mod recording;
pub mod study;

mod checkpoint;
mod configuration;
mod correlated;
mod data;
mod error;
mod figures;
mod fit;
mod information;
mod input_rows;
mod page;
mod parameters;
mod predictor;
mod probability;
mod problem;
mod profile;
mod remedy;
mod response_cache;
mod run;
mod search;
mod sliding;
mod smoothness;
mod table;
mod uncertainty;
mod view;

pub use checkpoint::Checkpoint;
pub use configuration::{element_in, with_values};
pub use data::Configured;
pub use error::{Error, NoVariable, Unusable};
pub use figures::{Picture, pictures};
pub use fit::{Fitted, Progress, fit};
pub use page::page;
pub use predictor::{Predictor, StudyTable, Units};
pub use problem::{Problem, Workers};
pub use run::{Candidate, StudyResult, files, fingerprint, row_length, run};
pub use study::Study;

/// The unit as it is told beside a number: nothing where the number has none.
pub fn unit_in_words(unit: Option<&str>) -> &str {
    unit.filter(|unit| *unit != "1").unwrap_or("")
}

/// A value with as many digits as its error has with three.
pub fn rounded_to(value: f64, error: f64) -> String {
    if value == 0.0 || !value.is_finite() || !error.is_finite() || error <= 0.0 {
        return fmu_output::number(value);
    }
    let digits = (value.abs().log10().floor() - error.log10().floor() + 2.0).clamp(2.0, 16.0) as usize;
    let rounded = format!("{value:.digits$e}").parse::<f64>();
    rounded.map_or_else(|_| value.to_string(), fmu_output::number)
}
