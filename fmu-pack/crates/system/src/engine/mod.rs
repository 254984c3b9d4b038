//! Has a co-simulation engine that is installed run a system.
//!
//! Engines are used from Python: a driver script, which is part of this crate, is started with a job in JSON that says where the
//! SSP file is, what to record and which inputs to hold in each step. Nothing that stands in an SSP file is executed but the libraries of its FMUs, by
//! the engine.
//!
//! ```text
//! run ── job.json, system.ssp, inputs ──▶ python driver.py job.json ──▶ libcosim | ecos | FMPy | OMSimulator
//!     ◀── row TIME VALUE …, done | error ──┘
//! ```

mod adapt;
mod events;
mod job;
mod names;
mod python;
mod run;
mod setting;

pub use adapt::{Demand, Inputs, Lack, Unable, adapt, choose};
pub use events::Events;
pub use job::{Order, Signal};
pub use python::{Error as PythonError, Python};
pub use run::{Error as RunError, run};
pub use setting::{Error as SystemSettingError, SettingReader};

/// An engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Engine {
    /// DNV's and SINTEF's libcosim.
    Libcosim,
    /// ecos of NTNU.
    Ecos,
    /// FMPy's `simulate_ssp`.
    Fmpy,
    /// OMSimulator of OpenModelica.
    OmSimulator,
}

impl Engine {
    /// In the order in which one is chosen if none is named.
    pub const ALL: [Self; 4] = [Self::Libcosim, Self::Ecos, Self::OmSimulator, Self::Fmpy];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Libcosim => "libcosim",
            Self::Ecos => "ecos",
            Self::Fmpy => "fmpy",
            Self::OmSimulator => "omsimulator",
        }
    }

    /// The engine of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|engine| engine.name() == name)
    }

    /// The Python module through which it is used; `None` for a program.
    fn module(self) -> Option<&'static str> {
        match self {
            Self::Libcosim => Some("libcosimpy"),
            Self::Ecos => Some("ecospy"),
            Self::Fmpy => Some("fmpy"),
            Self::OmSimulator => None,
        }
    }

    /// How to get it, as the end of a sentence.
    pub fn how_to_install(self) -> &'static str {
        match self {
            Self::Libcosim => "pip install libcosimpy",
            Self::Ecos => "pip install ecospy (on Debian also: apt-get install libtbb12)",
            Self::Fmpy => "pip install fmpy",
            Self::OmSimulator => "the program OMSimulator of openmodelica.org, on the PATH",
        }
    }
}
