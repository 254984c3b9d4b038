//! `fmu-pack completions`

use super::{Cli, Outcome};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::io::Write;

/// Print the completion script of a shell.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The shell.
    shell: Shell,
}

impl Arguments {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        // The generator panics where the reader has gone: it writes to memory instead.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "fmu-pack", &mut script);
        out.write_all(&script)?;
        Ok(Outcome::Fine)
    }
}
