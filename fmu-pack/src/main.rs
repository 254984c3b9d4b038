//! The `fmu-pack` command.

use clap::Parser;
use fmu_pack::command::Cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    Cli::parse().run()
}
