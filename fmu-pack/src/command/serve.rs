//! `fmu-pack serve-library`, which other commands start for an FMU: see [`fmu_isolation`].

use clap::Args;
use fmu_isolation as isolation;
use std::path::PathBuf;
use std::process::ExitCode;

/// Load the library of an FMU for the command that started this one.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Folder of the unpacked FMU.
    folder: PathBuf,
}

impl Arguments {
    pub(super) fn run(self) -> ExitCode {
        isolation::serve(&self.folder)
    }
}
