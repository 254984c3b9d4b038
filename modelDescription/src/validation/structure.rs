//! The model structure: outputs, derivatives, initial unknowns, dependencies.

use std::collections::BTreeSet;

use super::{AnyVariable, AnyVariables, Report, rules};
use crate::FmiVersion;
use crate::fmi3::schema::Causality;
use crate::schema::{DependencyKind, Initial, ModelDescription, Unknowns};

pub fn check(description: &ModelDescription, variables: &AnyVariables<'_>, report: &mut Report) {
    let structure = &description.model_structure;
    let lists = [
        ("Outputs", &structure.outputs),
        ("Derivatives", &structure.derivatives),
        ("InitialUnknowns", &structure.initial_unknowns),
    ];
    let [outputs, derivatives, initial_unknowns] = lists.map(|(_, list)| listed(list.as_ref()));
    let model = Structure::new(variables, &derivatives, &[]);
    for ((name, list), unknowns) in lists.iter().zip([&outputs, &derivatives, &initial_unknowns]) {
        if list.is_some() && unknowns.is_empty() {
            report.add(&rules::EMPTY_LIST, *name, "is empty; leave it out");
        }
        model.list(name, *name == "InitialUnknowns", unknowns, report);
    }
    model.outputs("Outputs", &outputs, report);
    model.derivatives(description.model_exchange.is_some(), report);
    model.initial_unknowns("InitialUnknowns", &initial_unknowns, report);
    if !initial_unknowns.is_sorted_by_key(|unknown| unknown.key) {
        report.add(&rules::INITIAL_ORDER, "InitialUnknowns", "are not in the order of the variables");
    }
}

fn listed(list: Option<&Unknowns>) -> Vec<Listed<'_>> {
    let unknowns = list.map_or(&[][..], |list| &list.unknowns).iter();
    let listed = unknowns.map(|unknown| Listed {
        key: unknown.index,
        dependencies: unknown.dependencies.as_deref(),
        kinds: unknown.dependencies_kind.as_deref(),
    });
    listed.collect()
}

/// An unknown of a list.
pub(crate) struct Listed<'a> {
    /// That of its variable.
    pub(crate) key: u32,
    /// Keys of the variables that it depends on.
    pub(crate) dependencies: Option<&'a [u32]>,
    pub(crate) kinds: Option<&'a [DependencyKind]>,
}

fn keys(list: &[Listed<'_>]) -> BTreeSet<u32> {
    list.iter().map(|unknown| unknown.key).collect()
}

/// The variables, and the keys of the states and of their derivatives.
pub(crate) struct Structure<'a> {
    variables: &'a AnyVariables<'a>,
    derivatives: BTreeSet<u32>,
    states: BTreeSet<u32>,
    clocked_states: BTreeSet<u32>,
}

impl<'a> Structure<'a> {
    pub(crate) fn new(
        variables: &'a AnyVariables<'a>,
        derivatives: &[Listed<'_>],
        clocked_states: &[Listed<'_>],
    ) -> Self {
        let derivatives = keys(derivatives);
        let states = derivatives.iter().filter_map(|&derivative| variables.get(derivative)?.derivative).collect();
        Self { variables, derivatives, states, clocked_states: keys(clocked_states) }
    }

    fn all(&self, is_listed: impl Fn(&AnyVariable<'_>) -> bool) -> BTreeSet<u32> {
        self.variables.all.iter().filter(|variable| is_listed(variable)).map(|variable| variable.key).collect()
    }

    /// What holds for each of the lists.
    pub(crate) fn list(&self, name: &str, is_initial: bool, list: &[Listed<'_>], report: &mut Report) {
        let mut seen = BTreeSet::new();
        for unknown in list {
            let location = format!("{name}, {}", self.variables.told(unknown.key));
            if self.variables.get(unknown.key).is_none() {
                let problem = match self.variables.version {
                    FmiVersion::V2 => format!("is not a variable; there are {}", self.variables.all.len()),
                    FmiVersion::V3 => "is not the value reference of a variable".to_owned(),
                };
                report.add(&rules::LISTED, location.as_str(), problem);
            }
            if !seen.insert(unknown.key) {
                report.add(&rules::LISTED, location.as_str(), "occurs more than once in the list");
            }
            self.dependencies(is_initial, &location, unknown, report);
        }
    }

    fn dependencies(&self, is_initial: bool, location: &str, unknown: &Listed<'_>, report: &mut Report) {
        let dependencies = unknown.dependencies.unwrap_or_default();
        if let Some(problem) = self.wrong_dependencies(dependencies) {
            report.add(&rules::DEPENDENCIES, location, problem);
        }
        let mut unknowns = dependencies.iter().filter(|&&key| !self.is_known(is_initial, key));
        if let Some(&first) = unknowns.next() {
            let others = match unknowns.count() {
                0 => String::new(),
                count => format!(", and on {count} more"),
            };
            let problem = format!("depends on {}, no known{others}", self.variables.told(first));
            report.add(&rules::DEPENDENCIES_KNOWN, location, problem);
        }
        let Some(kinds) = unknown.kinds else { return };
        let must_be_there = self.variables.version == FmiVersion::V3;
        if kinds.len() != dependencies.len() || (must_be_there && unknown.dependencies.is_none()) {
            let problem = format!("{} dependenciesKind for {} dependencies", kinds.len(), dependencies.len());
            report.add(&rules::DEPENDENCIES_KIND, location, problem);
        }
        let structural = |kind: &&DependencyKind| !matches!(kind, DependencyKind::Dependent | DependencyKind::Constant);
        if let Some(kind) = kinds.iter().find(structural).filter(|_| is_initial) {
            report.add(&rules::DEPENDENCIES_INITIAL, location, format!("dependenciesKind {kind} at initialization"));
        }
    }

    /// In FMI 2.0 they ascend, in FMI 3.0 each is there once.
    fn wrong_dependencies(&self, dependencies: &[u32]) -> Option<String> {
        let is_unknown = |key: &u32| self.variables.get(*key).is_none();
        match self.variables.version {
            FmiVersion::V2 => {
                let ascend = dependencies.is_sorted_by(|one, next| one < next);
                (!ascend || dependencies.iter().any(is_unknown)).then(|| format!("dependencies {dependencies:?}"))
            }
            FmiVersion::V3 => {
                let mut seen = BTreeSet::new();
                let wrong = dependencies.iter().find(|key| !seen.insert(**key) || is_unknown(key));
                wrong.map(|reference| format!("dependencies list {reference} twice, or it is no variable"))
            }
        }
    }

    fn is_known(&self, is_initial: bool, key: u32) -> bool {
        let Some(variable) = self.variables.get(key) else { return true };
        let is_outside = matches!(variable.causality, Causality::Input | Causality::Independent) || variable.is_clock;
        // In FMI 2.0 dependencies on parameters are not listed.
        let is_parameter = self.variables.version == FmiVersion::V3
            && matches!(variable.causality, Causality::Parameter | Causality::StructuralParameter);
        let is_state = self.states.contains(&key) || self.clocked_states.contains(&key);
        let starts = variable.effective_initial() == Some(Initial::Exact);
        is_outside || if is_initial { starts } else { is_parameter || is_state }
    }

    pub(crate) fn outputs(&self, name: &str, list: &[Listed<'_>], report: &mut Report) {
        let outputs = self.all(|variable| variable.causality == Causality::Output);
        let listed = keys(list);
        for &key in outputs.difference(&listed) {
            report.add(&rules::OUTPUTS, name, format!("{} is an output and is not listed", self.variables.told(key)));
        }
        for &key in listed.difference(&outputs) {
            report.add(&rules::OUTPUTS, name, format!("{} is listed and is no output", self.variables.told(key)));
        }
    }

    fn derivatives(&self, model_exchange: bool, report: &mut Report) {
        let derivatives = self.all(|variable| variable.derivative.is_some());
        for &number in self.derivatives.difference(&derivatives) {
            let problem = format!("{} is no derivative", self.variables.told(number));
            report.add(&rules::DERIVATIVES, "Derivatives", problem);
        }
        for &number in derivatives.difference(&self.derivatives).filter(|_| model_exchange) {
            let problem = format!("{} is a derivative and is not listed", self.variables.told(number));
            report.add(&rules::DERIVATIVES_ALL, "Derivatives", problem);
        }
    }

    pub(crate) fn initial_unknowns(&self, name: &str, list: &[Listed<'_>], report: &mut Report) {
        let due = self.all(|variable| self.is_initial_unknown(variable));
        let listed = keys(list);
        for &key in due.difference(&listed) {
            let problem = format!("{} is computed at initialization and is not listed", self.variables.told(key));
            report.add(&rules::INITIAL_SET, name, problem);
        }
        for &key in listed.difference(&due).filter(|&&key| !self.can_be_listed(key)) {
            let problem = format!(
                "{} is listed and is no computed output, calculated parameter, state or derivative",
                self.variables.told(key)
            );
            report.add(&rules::INITIAL_SET, name, problem);
        }
    }

    fn is_initial_unknown(&self, variable: &AnyVariable<'_>) -> bool {
        let causality = matches!(variable.causality, Causality::Output | Causality::CalculatedParameter);
        let continuous = self.states.contains(&variable.key) || self.derivatives.contains(&variable.key);
        variable.is_computed_initially() && (causality || continuous) && !self.can_be_listed(variable.key)
    }

    /// FMI 3.0 leaves it to the FMU whether what changes with clocks is initialized, and is silent about clocks.
    fn can_be_listed(&self, key: u32) -> bool {
        self.variables.get(key).is_some_and(|variable| variable.has_clocks)
    }
}
