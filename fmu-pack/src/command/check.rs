//! `fmu-pack check`

use super::Outcome;
use super::paths::refuse_configuration;
use anyhow::ensure;
use clap::{ArgGroup, Args};
use fmu_checks::reference::{Comparison, Outcome as Compared, Reference};
use fmu_checks::{self as checks, Finding, Severity};
use fmu_import::archive::{Archive, Limits};
use fmu_import::fmu::Fmu;
use fmu_isolation as isolation;
use fmu_output::visible;
use model_description::counted;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Check an FMU against the rules of FMI 2.0 or 3.0, whichever it is for, or the system in an SSP file with its FMUs.
///
/// Prints one line per finding: rule, place, problem and section of the standard; then the sentence of the standard for each of these rules
/// (all are in docs/rules.md). Nothing of the FMU is executed unless
/// --load or --reference is given, and then in a process of its own.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("executed").multiple(true))]
pub(super) struct Arguments {
    /// The FMU, or the SSP file.
    fmu: PathBuf,
    /// Also load its library, look for all functions and make an instance. This executes the FMU.
    #[arg(long, group = "executed")]
    load: bool,
    /// Also run the experiments that the FMU has in it (layered standard FMI-LS-REF) and compare with the results to be
    /// expected. This executes the FMU.
    #[arg(long, group = "executed")]
    reference: bool,
    /// Longest time that loading and instantiating may take, and each experiment, in s; any time if not given.
    #[arg(long, value_name = "S", value_parser = super::run::seconds, requires = "executed", allow_negative_numbers = true)]
    timeout: Option<Duration>,
}

impl Arguments {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        if super::run_system::is_system(&self.fmu) {
            ensure!(!self.load, "--load is for FMUs; fmu-pack run loads those of an SSP file in an engine");
            return super::system::check(&self.fmu, out);
        }
        refuse_configuration(&self.fmu)?;
        let archive = Archive::open(&self.fmu, Limits::default())
            .map_err(|error| anyhow::Error::new(error).context(self.fmu.display().to_string()))?;
        let mut findings = checks::check(&archive);
        // What is wrong already must not be executed.
        if self.load && count(&findings, Severity::Error) == 0 {
            findings.extend(isolation::trial(&Fmu::unpack(&archive, &self.fmu)?, self.timeout)?);
        }
        if self.reference && count(&findings, Severity::Error) == 0 {
            findings.extend(self.compare(&archive, out)?);
        }
        self.report(&findings, out)
    }

    /// Runs all experiments; tells of each how far it was from its reference.
    fn compare(&self, archive: &Archive, out: &mut dyn Write) -> anyhow::Result<Vec<Finding>> {
        let fmu = Fmu::unpack(archive, &self.fmu)?;
        let references = fmu_checks::reference::read(archive, fmu.interface()).references;
        ensure!(!references.is_empty(), "{}: the FMU has no experiments with reference results", self.fmu.display());
        let mut findings = Vec::new();
        for reference in references.iter().filter(|reference| reference.results.is_some()) {
            let mut comparison = Comparison::new(reference, fmu.interface());
            let plan = reference.plan(fmu.interface())?;
            match isolation::run(&fmu, plan, &mut comparison, self.timeout) {
                Ok(()) => {
                    let outcome = comparison.outcome();
                    writeln!(out, "{}", visible(&line(reference, &outcome)))?;
                    findings.extend(checks::compare(reference, &outcome, fmu.interface()));
                }
                Err(problem) if problem.is_in_the_fmu() => findings.push(
                    Finding::error("LR-RUN-02", &reference.name, problem.to_string(), "FMI-LS-REF 1.0.0-beta.1")
                        .of_version(fmu.interface().version_of_fmi()),
                ),
                Err(problem) => return Err(problem.into()),
            }
        }
        Ok(findings)
    }

    fn report(&self, findings: &[Finding], out: &mut dyn Write) -> anyhow::Result<Outcome> {
        findings.iter().try_for_each(|finding| writeln!(out, "{}", visible(&finding.to_string())))?;
        let mut quotes = checks::quotes_of(findings).into_iter();
        quotes.try_for_each(|quote| writeln!(out, "{}", visible(&quote.to_string())))?;
        let (errors, warnings) = (count(findings, Severity::Error), count(findings, Severity::Warning));
        writeln!(out, "{}: {}, {}", self.fmu.display(), counted(errors, "error"), counted(warnings, "warning"))?;
        Ok(if errors == 0 { Outcome::Fine } else { Outcome::FmuHasProblems })
    }
}

fn count(findings: &[Finding], severity: Severity) -> usize {
    findings.iter().filter(|finding| finding.severity == severity).count()
}

/// `reference fig06: position 1.1e-10 rad (accepted 1.7e-10), ...`.
fn line(reference: &Reference, outcome: &[Compared]) -> String {
    let one = |Compared { variable, unit, deviation, accepted, .. }: &Compared| {
        format!("{variable} {deviation:.1e} {unit} (accepted {accepted:.1e})")
    };
    format!("reference {}: {}", reference.name, outcome.iter().map(one).collect::<Vec<_>>().join(", "))
}
