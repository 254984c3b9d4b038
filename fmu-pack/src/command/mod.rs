//! The command line: a file per command.
//!
//! Results go to standard output; progress, warnings and errors to standard error. Exit codes: 0 fine, 1 the FMU has
//! problems, 2 wrong usage or environment, 128 + N ended by signal N. A value of the user's that an FMU refuses is wrong usage.

mod bound;
mod build;
mod check;
mod chosen;
mod compare;
mod completions;
mod contact;
mod curve;
mod demo;
mod draw;
mod experiment;
mod fit;
mod format;
mod info;
mod jobs;
mod libraries;
mod linearize;
mod models;
mod page;
mod paths;
mod progress;
mod provenance;
mod recording;
mod report;
mod response;
mod run;
mod run_system;
mod scenario;
mod serve;
mod size;
mod ssp;
mod sweep;
mod system;

use clap::{Parser, Subcommand};
use fmu_output::process as interrupt;
use fmu_output::{Named, visible};
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// Packs, checks, describes and runs FMUs of aircraft actuators with dry friction.
///
/// Exit codes: 0 fine, 1 the FMU has problems, 2 wrong usage or environment, 128 + N ended by signal N.
#[derive(Debug, Parser)]
#[command(name = "fmu-pack", version)]
pub struct Cli {
    #[command(subcommand)]
    called: Called,
}

#[derive(Debug, Subcommand)]
#[expect(clippy::large_enum_variant, reason = "there is one of it")]
enum Called {
    #[command(flatten)]
    Command(Command),
    #[command(hide = true)]
    ServeLibrary(serve::Arguments),
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(build::Arguments),
    Ssp(ssp::Arguments),
    Libraries(libraries::Arguments),
    Check(check::Arguments),
    Info(info::Arguments),
    Models(models::Arguments),
    Run(run::Arguments),
    Compare(compare::Arguments),
    Sweep(sweep::Arguments),
    Fit(fit::Arguments),
    Scenario(scenario::Arguments),
    Curve(curve::Arguments),
    Size(size::Arguments),
    Linearize(linearize::Arguments),
    Response(response::Arguments),
    Bound(bound::Arguments),
    Draw(draw::Arguments),
    Report(report::Arguments),
    Page(page::Arguments),
    Demo(demo::Arguments),
    Completions(completions::Arguments),
}

/// How a command ends that did its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Fine,
    FmuHasProblems,
}

/// The commands that a page has: what an FMU is made with.
#[derive(Debug, Parser)]
#[command(name = "fmu-pack", version)]
pub struct WebCli {
    #[command(subcommand)]
    called: WebCommand,
}

#[derive(Debug, Subcommand)]
#[expect(clippy::large_enum_variant, reason = "there is one of it")]
enum WebCommand {
    Build(build::Arguments),
    Describe(page::Described),
}

impl WebCli {
    /// Does what was asked for.
    pub fn run(self) -> ExitCode {
        conclude(|out| match self.called {
            WebCommand::Build(arguments) => arguments.run(out),
            WebCommand::Describe(arguments) => arguments.run(out),
        })
    }
}

impl Cli {
    /// Does what was asked for.
    pub fn run(self) -> ExitCode {
        match self.called {
            Called::Command(command) => conclude(|out| command.run(out)),
            // Its standard streams are pipes to another process, which handles signals for both.
            Called::ServeLibrary(arguments) => arguments.run(),
        }
    }
}

/// Does it, and says what there is to say.
fn conclude(run: impl FnOnce(&mut dyn Write) -> anyhow::Result<Outcome>) -> ExitCode {
    interrupt::handle();
    let mut out = Named::new(std::io::stdout().lock(), "standard output");
    let result = run(&mut out).and_then(|outcome| {
        out.flush()?;
        Ok(outcome)
    });
    match result {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::FmuHasProblems) => ExitCode::from(1),
        // The reader, such as `head`, has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // What a signal broke is not worth an error of its own.
            let interrupted = interrupt::exit_code();
            say(&format!("error: {}", visible(&sentence(&error))));
            interrupted.unwrap_or_else(|| ExitCode::from(if is_in_the_fmu(&error) { 1 } else { 2 }))
        }
    }
}

impl Command {
    fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        match self {
            Self::Build(arguments) => arguments.run(out),
            Self::Ssp(arguments) => arguments.run(out),
            Self::Libraries(arguments) => arguments.run(out),
            Self::Check(arguments) => arguments.run(out),
            Self::Info(arguments) => arguments.run(out),
            Self::Models(arguments) => arguments.run(out),
            Self::Run(arguments) => arguments.run(out),
            Self::Compare(arguments) => arguments.run(out),
            Self::Sweep(arguments) => arguments.run(out),
            Self::Fit(arguments) => arguments.run(out),
            Self::Scenario(arguments) => arguments.run(out),
            Self::Curve(arguments) => arguments.run(out),
            Self::Size(arguments) => arguments.run(out),
            Self::Linearize(arguments) => arguments.run(out),
            Self::Response(arguments) => arguments.run(out),
            Self::Bound(arguments) => arguments.run(out),
            Self::Draw(arguments) => arguments.run(out),
            Self::Report(arguments) => arguments.run(out),
            Self::Page(arguments) => arguments.run(out),
            Self::Demo(arguments) => arguments.run(out),
            Self::Completions(arguments) => arguments.run(out),
        }
    }
}

/// The causes in a row, without those that the one before them has quoted already, and without names with which the next begins.
fn sentence(error: &anyhow::Error) -> String {
    let mut told: Vec<String> = Vec::new();
    for cause in error.chain().map(ToString::to_string) {
        if told.last().is_some_and(|before| before.contains(&cause)) {
            continue;
        }
        told.pop_if(|before| cause.starts_with(&**before));
        told.push(cause);
    }
    told.join(": ")
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = |cause: &(dyn std::error::Error + 'static)| cause.downcast_ref::<std::io::Error>().map(|e| e.kind());
    error.chain().filter_map(io).any(|kind| kind == ErrorKind::BrokenPipe)
}

fn is_in_the_fmu(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let archive = cause.downcast_ref::<fmu_import::archive::Error>().map(fmu_import::archive::Error::is_in_the_fmu);
        let fmu = cause.downcast_ref::<fmu_import::fmu::Error>().map(fmu_import::fmu::Error::is_in_the_fmu);
        let run = cause.downcast_ref::<fmu_isolation::Error>().map(fmu_isolation::Error::is_in_the_fmu);
        let report = cause.downcast_ref::<fmu_report::Error>().map(fmu_report::Error::is_in_the_fmu);
        let sweep = cause.downcast_ref::<fmu_sweep::Error>().map(fmu_sweep::Error::is_in_the_fmu);
        let fit = cause.downcast_ref::<fmu_fit::Error>().map(fmu_fit::Error::is_in_the_fmu);
        let description = cause.downcast_ref::<fmu_import::interface::Error>().map(|_| true);
        let system = cause.downcast_ref::<fmu_system::ssp::ReadError>().map(|error| error.is_in_the_archive());
        let engine = cause.downcast_ref::<fmu_system::engine::RunError>().map(|error| error.is_in_the_system());
        archive.or(fmu).or(system).or(engine).or(run).or(report).or(sweep).or(fit).or(description).unwrap_or(false)
    })
}

/// A warning on standard error.
fn warn(sentence: &str) {
    say(&format!("warning: {}", visible(sentence)));
}

/// On standard error. Where that is full or nobody reads it, the exit code says what is to be said.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

#[cfg(test)]
mod tests {
    use super::sentence;
    use anyhow::Context;

    #[test]
    fn a_cause_that_was_quoted_is_not_told_again() {
        let full = || std::io::Error::other("no space");
        let quoting = fmu_import::archive::Error::Write { path: "a.csv".into(), source: full() };
        let error = anyhow::Error::new(quoting).context("no FMU was made");
        assert_eq!(sentence(&error), "no FMU was made: a.csv cannot be written: no space");
        let error = Err::<(), _>(full()).context("a.csv").unwrap_err();
        assert_eq!(sentence(&error), "a.csv: no space");
    }

    #[test]
    fn a_name_with_which_a_cause_begins_is_not_told_before_it() {
        let source = std::io::Error::other("no such file");
        let naming = fmu_import::archive::Error::Read { path: "a.fmu".into(), source };
        let error = anyhow::Error::new(naming).context("a.fmu");
        assert_eq!(sentence(&error), "a.fmu cannot be read: no such file");
    }
}
