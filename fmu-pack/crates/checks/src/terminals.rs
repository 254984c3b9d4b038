//! Rules for terminals and icons (FMI 3.0, 2.4.10).

use super::{Finding, Severity};
use fmu_import::archive::Archive;
use fmu_import::interface::Interface;
use model_description::FmiVersion;
use model_description::terminals::{FILE, Terminal, TerminalsAndIcons, read};
use std::collections::{HashMap, HashSet};

const FOLDER: &str = "terminalsAndIcons";

/// Matching rules of the standard; others have names of a domain.
const MATCHING_RULES: [&str; 3] = ["plug", "bus", "sequence"];

/// All findings on the description of the terminals, if there is one.
pub(super) fn check(archive: &Archive, interface: &Interface) -> Vec<Finding> {
    let mut findings = Vec::new();
    if archive.contains("terminalsAndIcons/icon.svg") && !archive.contains("terminalsAndIcons/icon.png") {
        let problem = "there is icon.svg and no icon.png, which importers need".to_string();
        findings.push(error("TI-ICON-01", FOLDER, problem));
    }
    if !archive.contains(FILE) {
        return findings;
    }
    let text = archive.read(FILE).map_err(|problem| problem.to_string());
    let text = text.and_then(|bytes| model_description::decode(bytes).map_err(|problem| problem.problem));
    match text.and_then(|text| read(&text).map_err(|problem| problem.to_string())) {
        Ok(described) => findings.extend(Check::of(archive, interface).all(&described)),
        Err(problem) => findings.push(error("TI-READ-01", FILE, problem)),
    }
    findings
}

fn error(rule: &str, location: &str, problem: String) -> Finding {
    Finding::error(rule, location, problem, "2.4.10").of_version(FmiVersion::V3)
}

struct Check<'a> {
    archive: &'a Archive,
    interface: &'a Interface,
    /// By name of the variable; elements of an array stand under the name of the array as well.
    causalities: HashMap<&'a str, &'static str>,
}

impl<'a> Check<'a> {
    fn of(archive: &'a Archive, interface: &'a Interface) -> Self {
        let variables = interface.variables.iter();
        let names = variables.flat_map(|variable| {
            let array = variable.name.split_once('[').map_or(&*variable.name, |(array, _)| array);
            [(array, variable.causality), (&*variable.name, variable.causality)]
        });
        Self { archive, interface, causalities: names.collect() }
    }

    fn all(&self, described: &TerminalsAndIcons) -> Vec<Finding> {
        let mut findings = Vec::new();
        if described.fmi_version != self.interface.fmi_version {
            let problem = format!(
                "fmiVersion is {:?}, that of modelDescription.xml is {:?}",
                described.fmi_version, self.interface.fmi_version
            );
            findings.push(error("TI-VERSION-01", FILE, problem));
        }
        self.level(described.terminals(), "", &mut findings);
        findings
    }

    /// The terminals inside of one terminal, or of the whole.
    fn level(&self, terminals: &[Terminal], prefix: &str, findings: &mut Vec<Finding>) {
        let mut names = HashSet::new();
        for terminal in terminals {
            let name = format!("{prefix}{}", terminal.name);
            if terminal.name.is_empty() || !names.insert(&terminal.name) {
                findings.push(error("TI-NAME-01", FILE, format!("the terminal {name:?} has no name of its own")));
            }
            self.matching(terminal, &name, findings);
            self.members(terminal, &name, findings);
            self.picture(terminal, &name, findings);
            self.level(&terminal.terminals, &format!("{name}."), findings);
        }
    }

    fn matching(&self, terminal: &Terminal, name: &str, findings: &mut Vec<Finding>) {
        let rule = terminal.matching_rule.as_str();
        if !MATCHING_RULES.contains(&rule) && !rule.contains('.') {
            let known = MATCHING_RULES.join(", ");
            let problem = format!("{name}: the matching rule is {rule:?}; allowed are {known}, and names of a domain");
            findings.push(error("TI-RULE-01", FILE, problem));
        }
        let by_name = ["plug", "bus"].contains(&rule);
        let mut names = HashSet::new();
        for member in terminal.members.iter().filter(|_| by_name) {
            let is_own = member.member_name.as_deref().is_some_and(|own| !own.is_empty() && names.insert(own));
            if !is_own {
                let problem =
                    format!("{name}: {} has no memberName of its own, by which a {rule} matches", member.variable_name);
                findings.push(error("TI-MEMBER-01", FILE, problem));
            }
        }
    }

    fn members(&self, terminal: &Terminal, name: &str, findings: &mut Vec<Finding>) {
        for member in &terminal.members {
            let variable = &member.variable_name;
            match self.causalities.get(variable.as_str()) {
                Some(&("input" | "output" | "parameter" | "calculatedParameter")) => {}
                Some(causality) => {
                    let problem =
                        format!("{name}: {variable} is {causality}; members are inputs, outputs and parameters");
                    findings.push(error("TI-MEMBER-02", FILE, problem));
                }
                None => {
                    let problem = format!("{name}: {variable} is no variable");
                    findings.push(error("TI-MEMBER-02", FILE, problem));
                }
            }
            let kind = member.variable_kind.as_str();
            if !["signal", "inflow", "outflow"].contains(&kind) {
                let problem =
                    format!("{name}: {variable} is of kind {kind:?}; the standard has signal, inflow and outflow");
                let finding = error("TI-MEMBER-03", FILE, problem);
                findings.push(Finding { severity: Severity::Warning, ..finding });
            }
        }
    }

    fn picture(&self, terminal: &Terminal, name: &str, findings: &mut Vec<Finding>) {
        let Some(place) = &terminal.graphical_representation else { return };
        let picture = format!("{FOLDER}/{}.png", place.icon_base_name);
        if !self.archive.contains(&picture) {
            findings.push(error("TI-ICON-02", FILE, format!("{name}: its picture {picture} is not in the archive")));
        }
    }
}
