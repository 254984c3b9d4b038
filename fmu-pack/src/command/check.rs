//! `fmu-pack check`

use super::Outcome;
use anyhow::ensure;
use clap::Args;
use fmu_archive::{Archive, Limits};
use fmu_checks::{self as checks, Finding, Severity};
use fmu_import::fmu::Fmu;
use fmu_isolation as isolation;
use fmu_output::visible;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Check an FMU against the rules of FMI 2.0 or 3.0, whichever it is for, or the system in an SSP file with its FMUs.
///
/// Prints one line per finding: rule, place, problem and section of the standard. Nothing of the FMU is executed unless
/// --load is given, and then in a process of its own.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The FMU, or the SSP file.
    fmu: PathBuf,
    /// Also load its library, look for all functions and make an instance. This executes the FMU.
    #[arg(long)]
    load: bool,
    /// Longest time that loading and instantiating may take, in s; any time if not given.
    #[arg(long, value_name = "S", value_parser = super::run::seconds, requires = "load")]
    timeout: Option<Duration>,
}

impl Arguments {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        if super::run_system::is_system(&self.fmu) {
            ensure!(!self.load, "--load is for FMUs; fmu-pack run loads those of an SSP file in an engine");
            return super::system::check(&self.fmu, out);
        }
        let archive = Archive::open(&self.fmu, Limits::default())
            .map_err(|error| anyhow::Error::new(error).context(self.fmu.display().to_string()))?;
        let mut findings = checks::check(&archive);
        // What is wrong already must not be executed.
        if self.load && count(&findings, Severity::Error) == 0 {
            findings.extend(isolation::trial(&Fmu::unpack(&archive, &self.fmu)?, self.timeout)?);
        }
        self.report(&findings, out)
    }

    fn report(&self, findings: &[Finding], out: &mut dyn Write) -> anyhow::Result<Outcome> {
        findings.iter().try_for_each(|finding| writeln!(out, "{}", visible(&finding.to_string())))?;
        let (errors, warnings) = (count(findings, Severity::Error), count(findings, Severity::Warning));
        writeln!(out, "{}: {errors} errors, {warnings} warnings", self.fmu.display())?;
        Ok(if errors == 0 { Outcome::Fine } else { Outcome::FmuHasProblems })
    }
}

fn count(findings: &[Finding], severity: Severity) -> usize {
    findings.iter().filter(|finding| finding.severity == severity).count()
}
