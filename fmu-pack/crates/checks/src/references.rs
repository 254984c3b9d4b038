//! Rules for the layered standard FMI-LS-REF: manifest, experiments, parameters, signals. Nothing is run.

use super::Finding;
use super::citations::LS_REF;
use crate::reference::{Outcome, Problem, Reference, read};
use fmu_import::archive::Archive;
use fmu_import::interface::Interface;

/// All findings on the references, if there are any.
pub(super) fn check(archive: &Archive, interface: &Interface) -> Vec<Finding> {
    let finding = |Problem { rule, file, problem, severity }: Problem| Finding {
        severity,
        ..Finding::error(rule, &file, problem, LS_REF).of_version(interface.version_of_fmi())
    };
    read(archive, interface).problems.into_iter().map(finding).collect()
}

/// Findings on a run of an experiment: how far it was from what it should give.
pub fn compare(reference: &Reference, outcome: &[Outcome], interface: &Interface) -> Vec<Finding> {
    let finding = |problem: String| {
        Finding::error("LR-RUN-01", &reference.name, problem, LS_REF).of_version(interface.version_of_fmi())
    };
    let wrong = outcome.iter().filter(|outcome| !outcome.is_as_expected());
    let mut findings: Vec<Finding> = wrong.map(|outcome| finding(sentence(outcome))).collect();
    if outcome.is_empty() {
        findings.push(finding("no output of the FMU is among the expected results".to_owned()));
    }
    findings
}

fn sentence(outcome: &Outcome) -> String {
    let Outcome { variable, unit, deviation, time, accepted, count } = outcome;
    if *count == 0 {
        return format!("{variable}: no row of the expected results is at a communication point");
    }
    format!("{variable} deviates by {deviation:.3e} {unit} at {time} s; accepted are {accepted:.3e} {unit}")
}
