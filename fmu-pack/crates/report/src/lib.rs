//! The report: runs the published and analytic cases through the FMUs and shows how well they agree.
//!
//! A [`Chapter`] holds cases; a [`Case`] runs FMUs in the [`lab`] and gives a [`Section`]: pictures, times of events,
//! and statements with a [`Verdict`]. [`page`] writes the sections as HTML, [`Section`] serializes to JSON.

// The module docs are for those who change it: they name private parts.
#![allow(rustdoc::private_intra_doc_links)]
// A test that meets the unexpected shall fail on the spot.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod block;
mod comparators;
mod comparison;
mod convergence;
mod coupled;
mod drift;
mod drivetrains;
mod event_table;
mod invocation;
mod lab;
mod limit_cycle;
mod locking;
mod lugre;
mod majd_simaan;
mod matching;
mod measured;
mod modelica;
mod own;
mod page;
mod picture;
mod reference;
mod section;
mod servo;
mod transmission;
mod work_precision;

pub use drivetrains::configurations;
pub use invocation::{Conditions, Invocation, ReadFile};
pub use lab::{Lab, Trace};
pub use own::{DURATION, Own, chapter as own_chapter, excitation};
pub use page::{Findings, LeftOut, Origin, Provenance, Report, Subject, Summary, page};
pub use reference::Columns;
pub use section::{EventRow, Quantity, Section, Source, Statement, Table, Verdict};
pub use transmission::pulled as stick_slip;

use fmu_import::fmu;
use fmu_isolation as isolation;
use fmu_plot as plot;
use fmu_simulation::SettingError;
use std::path::PathBuf;

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A run failed.
    #[error("{scenario}: {source}")]
    Run {
        /// What was run.
        scenario: String,
        /// Why.
        source: isolation::Error,
    },
    /// The page cannot be written.
    #[error(transparent)]
    Page(#[from] askama::Error),
    /// A value cannot be set.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// An FMU cannot be loaded.
    #[error(transparent)]
    Fmu(#[from] fmu::Error),
    /// A library cannot be loaded.
    #[error(transparent)]
    Load(#[from] isolation::Error),
    /// An FMU is not there.
    #[error("the report needs the FMU {name}")]
    Model {
        /// Its model identifier.
        name: String,
    },
    /// A variable is not there.
    #[error("{model} has no variable {name} with a value")]
    Variable {
        /// The model.
        model: String,
        /// The variable.
        name: String,
    },
    /// Reference data are damaged.
    #[error("{}: {problem}", path.display())]
    Reference {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// Recordings cannot be fitted.
    #[error(transparent)]
    Fit(Box<fmu_fit::Error>),
    /// A picture cannot be drawn.
    #[error(transparent)]
    Plot(#[from] plot::Error),
}

impl Error {
    /// An FMU is at fault.
    pub fn is_in_the_fmu(&self) -> bool {
        match self {
            Self::Run { source, .. } | Self::Load(source) => source.is_in_the_fmu(),
            Self::Fmu(error) => error.is_in_the_fmu(),
            _ => false,
        }
    }
}

type Run = Box<dyn Fn(&Lab) -> Result<Section, Error>>;

/// One case.
pub struct Case {
    /// Short name, unique in the report.
    pub id: String,
    run: Run,
}

impl Case {
    fn new(id: impl Into<String>, run: impl Fn(&Lab) -> Result<Section, Error> + 'static) -> Self {
        Self { id: id.into(), run: Box::new(run) }
    }

    /// Runs it.
    pub fn run(&self, lab: &Lab) -> Result<Section, Error> {
        Ok(Section { id: self.id.clone(), ..(self.run)(lab)? })
    }
}

/// Cases that belong together.
pub struct Chapter {
    /// Heading.
    pub title: &'static str,
    /// What the reader must know, as HTML.
    pub introduction: &'static str,
    /// In the order of reading.
    pub cases: Vec<Case>,
}

/// All chapters, in the order of reading.
pub fn chapters() -> Vec<Chapter> {
    vec![
        servo::chapter(),
        transmission::chapter(),
        majd_simaan::chapter(),
        lugre::chapter(),
        modelica::chapter(),
        drivetrains::chapter(),
        locking::chapter(),
        comparators::chapter(),
        limit_cycle::chapter(),
        convergence::chapter(),
        coupled::chapter(),
        measured::chapter(),
    ]
}
