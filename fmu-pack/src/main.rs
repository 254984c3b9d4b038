//! The `fmu-pack` command.

use clap::Parser;
use fmu_pack::command::Cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    fmu_pack::interrupt::handle();
    cli.run()
}
