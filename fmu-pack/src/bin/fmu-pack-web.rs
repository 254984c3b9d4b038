//! What of `fmu-pack` runs in the page that `fmu-pack page` writes: compiled to WebAssembly, with a folder in memory.

use clap::Parser;
use fmu_pack::command::WebCli;
use std::process::ExitCode;

fn main() -> ExitCode {
    WebCli::parse().run()
}
