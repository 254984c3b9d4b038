//! The model structure: outputs, derivatives, initial unknowns, event indicators, dependencies.

use super::derivatives::is_continuous;
use super::start::effective_initial;
use super::{Variables, rules};
use crate::fmi3::schema::{Causality, DependencyKind, Initial, ModelDescription, Unknown, Variable, VariableType};
use crate::validation::{Report, Rule};
use crate::xml::shortened;
use std::collections::BTreeSet;

pub fn check(description: &ModelDescription, variables: &Variables<'_>, report: &mut Report) {
    let structure = &description.model_structure;
    let lists = [
        ("Output", &structure.outputs),
        ("ContinuousStateDerivative", &structure.continuous_state_derivatives),
        ("ClockedState", &structure.clocked_states),
        ("InitialUnknown", &structure.initial_unknowns),
        ("EventIndicator", &structure.event_indicators),
    ];
    let model = Structure::new(description, variables);
    for (name, list) in lists {
        model.list(name, list, report);
    }
    model.outputs(&structure.outputs, report);
    model.kinds(description, report);
    model.initial_unknowns(&structure.initial_unknowns, report);
}

/// The variables, and the value references of the states and of their derivatives.
struct Structure<'a> {
    variables: &'a Variables<'a>,
    states: BTreeSet<u32>,
    derivatives: BTreeSet<u32>,
    clocked_states: BTreeSet<u32>,
}

fn references(list: &[Unknown]) -> BTreeSet<u32> {
    list.iter().map(|unknown| unknown.value_reference).collect()
}

impl<'a> Structure<'a> {
    fn new(description: &'a ModelDescription, variables: &'a Variables<'a>) -> Self {
        let derivatives = references(&description.model_structure.continuous_state_derivatives);
        let state = |reference: &u32| variables.get(*reference)?.derivative;
        Self {
            variables,
            states: derivatives.iter().filter_map(state).collect(),
            derivatives,
            clocked_states: references(&description.model_structure.clocked_states),
        }
    }

    fn name(&self, reference: u32) -> String {
        let named = self.variables.get(reference);
        named.map_or(format!("value reference {reference}"), |variable| format!("{:?}", shortened(&variable.name)))
    }

    fn all(&self, is_listed: impl Fn(&Variable) -> bool) -> BTreeSet<u32> {
        let listed = self.variables.all.iter().filter(|variable| is_listed(variable));
        listed.map(|variable| variable.value_reference).collect()
    }

    /// What holds for each of the lists.
    fn list(&self, name: &str, list: &[Unknown], report: &mut Report) {
        let mut seen = BTreeSet::new();
        for unknown in list {
            let location = format!("{name}, {}", self.name(unknown.value_reference));
            if self.variables.get(unknown.value_reference).is_none() {
                report.add(&rules::REFERENCE, location.as_str(), "is not the value reference of a variable");
            }
            if !seen.insert(unknown.value_reference) {
                report.add(&rules::REFERENCE, location.as_str(), "occurs more than once in the list");
            }
            self.dependencies(name == "InitialUnknown", &location, unknown, report);
        }
    }

    fn dependencies(&self, initial: bool, location: &str, unknown: &Unknown, report: &mut Report) {
        let dependencies = unknown.dependencies.as_deref().unwrap_or_default();
        let mut seen = BTreeSet::new();
        let is_wrong = |reference: &&u32| !seen.insert(**reference) || self.variables.get(**reference).is_none();
        if let Some(reference) = dependencies.iter().find(is_wrong) {
            let problem = format!("dependencies list {reference} twice, or it is no variable");
            report.add(&rules::DEPENDENCIES, location, problem);
        }
        let mut unknowns = dependencies.iter().filter(|&&reference| !self.is_known(initial, reference));
        if let Some(&first) = unknowns.next() {
            let others = match unknowns.count() {
                0 => String::new(),
                count => format!(", and on {count} more"),
            };
            report.add(
                &rules::DEPENDENCIES_KNOWN,
                location,
                format!("depends on {}, no known{others}", self.name(first)),
            );
        }
        let Some(kinds) = &unknown.dependencies_kind else { return };
        if unknown.dependencies.is_none() || kinds.len() != dependencies.len() {
            let problem = format!("{} dependenciesKind for {} dependencies", kinds.len(), dependencies.len());
            report.add(&rules::DEPENDENCIES_KIND, location, problem);
        }
        let structural = |kind: &&DependencyKind| !matches!(kind, DependencyKind::Dependent | DependencyKind::Constant);
        if let Some(kind) = kinds.iter().find(structural).filter(|_| initial) {
            report.add(&rules::DEPENDENCIES_INITIAL, location, format!("dependenciesKind {kind} at initialization"));
        }
    }

    fn is_known(&self, initial: bool, reference: u32) -> bool {
        let Some(variable) = self.variables.get(reference) else { return true };
        let is_outside = matches!(variable.causality(), Causality::Input | Causality::Independent)
            || variable.variable_type == VariableType::Clock;
        let is_parameter = matches!(variable.causality(), Causality::Parameter | Causality::StructuralParameter);
        let is_state = self.states.contains(&reference) || self.clocked_states.contains(&reference);
        let starts = effective_initial(variable) == Some(Initial::Exact);
        is_outside || if initial { starts } else { is_parameter || is_state }
    }

    fn outputs(&self, list: &[Unknown], report: &mut Report) {
        let outputs = self.all(|variable| variable.causality() == Causality::Output);
        let listed = references(list);
        for &reference in outputs.difference(&listed) {
            report.add(&rules::OUTPUTS, "Output", format!("{} is an output and is not listed", self.name(reference)));
        }
        for &reference in listed.difference(&outputs) {
            report.add(&rules::OUTPUTS, "Output", format!("{} is listed and is no output", self.name(reference)));
        }
    }

    /// What a list demands of its variables. A reference without variable is told elsewhere.
    fn kinds(&self, description: &ModelDescription, report: &mut Report) {
        let structure = &description.model_structure;
        type Demand = fn(&Variable) -> bool;
        let demands: [(&str, &[Unknown], &'static Rule, Demand, &str); 3] = [
            (
                "ContinuousStateDerivative",
                &structure.continuous_state_derivatives,
                &rules::DERIVATIVES,
                |variable| variable.derivative.is_some(),
                "is no derivative",
            ),
            (
                "ClockedState",
                &structure.clocked_states,
                &rules::CLOCKED_STATE,
                |variable| variable.clocks.is_some() && variable.previous.is_some(),
                "has no clocks, or no previous",
            ),
            (
                "EventIndicator",
                &structure.event_indicators,
                &rules::EVENT_INDICATOR,
                is_continuous,
                "is no continuous floating point variable",
            ),
        ];
        for (name, list, rule, is_right, problem) in demands {
            let known = list.iter().filter_map(|unknown| self.variables.get(unknown.value_reference));
            for variable in known.filter(|variable| !is_right(variable)) {
                report.add(rule, name, format!("{:?} {problem}", shortened(&variable.name)));
            }
        }
    }

    fn initial_unknowns(&self, list: &[Unknown], report: &mut Report) {
        let due = self.all(|variable| self.is_initial_unknown(variable));
        let listed = references(list);
        for &reference in due.difference(&listed) {
            let problem = format!("{} is computed at initialization and is not listed", self.name(reference));
            report.add(&rules::INITIAL_SET, "InitialUnknown", problem);
        }
        for &reference in listed.difference(&due).filter(|&&reference| !self.can_be_listed(reference)) {
            let problem = format!(
                "{} is listed and is no computed output, calculated parameter, state or derivative",
                self.name(reference)
            );
            report.add(&rules::INITIAL_SET, "InitialUnknown", problem);
        }
    }

    fn is_initial_unknown(&self, variable: &Variable) -> bool {
        let computed = matches!(effective_initial(variable), Some(Initial::Approx | Initial::Calculated));
        let causality = matches!(variable.causality(), Causality::Output | Causality::CalculatedParameter);
        let reference = &variable.value_reference;
        let continuous = self.states.contains(reference) || self.derivatives.contains(reference);
        computed && (causality || continuous) && !self.can_be_listed(*reference)
    }

    /// The standard leaves it to the FMU whether what changes with clocks is initialized, and is silent about clocks.
    fn can_be_listed(&self, reference: u32) -> bool {
        let variable = self.variables.get(reference);
        variable.is_some_and(|variable| variable.clocks.is_some() || variable.variable_type == VariableType::Clock)
    }
}
