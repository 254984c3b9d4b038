//! The model structure: outputs, derivatives, initial unknowns, dependencies.

use std::collections::BTreeSet;

use super::start::effective_initial;
use super::{Report, rules};
use crate::schema::{Causality, DependencyKind, Initial, ModelDescription, ScalarVariable, Unknown, Unknowns};
use crate::xml::shortened;

pub fn check(description: &ModelDescription, report: &mut Report) {
    let structure = &description.model_structure;
    let lists = [
        ("Outputs", &structure.outputs),
        ("Derivatives", &structure.derivatives),
        ("InitialUnknowns", &structure.initial_unknowns),
    ];
    let model = Structure::new(description);
    for (name, list) in lists {
        if let Some(list) = list {
            model.list(name, list, report);
        }
    }
    model.outputs(structure.outputs.as_ref(), report);
    model.derivatives(structure.derivatives.as_ref(), description.model_exchange.is_some(), report);
    model.initial_unknowns(structure.initial_unknowns.as_ref(), report);
}

/// The variables, and the numbers of the states and of their derivatives.
struct Structure<'a> {
    variables: &'a [ScalarVariable],
    states: BTreeSet<u32>,
    derivatives: BTreeSet<u32>,
}

fn numbers(list: Option<&Unknowns>) -> BTreeSet<u32> {
    list.iter().flat_map(|list| &list.unknowns).map(|unknown| unknown.index).collect()
}

impl<'a> Structure<'a> {
    fn new(description: &'a ModelDescription) -> Self {
        let variables = &description.model_variables.variables;
        let derivatives = numbers(description.model_structure.derivatives.as_ref());
        let mut this = Self { variables, states: BTreeSet::new(), derivatives };
        this.states = this.derivatives.iter().filter_map(|&number| this.state_of(number)).collect();
        this
    }

    fn get(&self, number: u32) -> Option<&'a ScalarVariable> {
        (number as usize).checked_sub(1).and_then(|index| self.variables.get(index))
    }

    fn state_of(&self, derivative: u32) -> Option<u32> {
        self.get(derivative)?.real()?.derivative
    }

    fn name(&self, number: u32) -> String {
        self.get(number).map_or(format!("variable {number}"), |variable| {
            format!("variable {number} {:?}", shortened(&variable.name))
        })
    }

    fn all(&self, is_listed: impl Fn(u32, &ScalarVariable) -> bool) -> BTreeSet<u32> {
        let numbered = (1..).zip(self.variables);
        numbered.filter(|&(number, variable)| is_listed(number, variable)).map(|(number, _)| number).collect()
    }

    /// What holds for each of the three lists.
    fn list(&self, name: &str, list: &Unknowns, report: &mut Report) {
        if list.unknowns.is_empty() {
            report.add(&rules::EMPTY_LIST, name, "is empty; leave it out");
        }
        let mut seen = BTreeSet::new();
        for unknown in &list.unknowns {
            let location = format!("{name}, {}", self.name(unknown.index));
            if self.get(unknown.index).is_none() {
                let problem = format!("is not a variable; there are {}", self.variables.len());
                report.add(&rules::INDEX, location.as_str(), problem);
            }
            if !seen.insert(unknown.index) {
                report.add(&rules::INDEX, location.as_str(), "occurs more than once in the list");
            }
            self.dependencies(name == "InitialUnknowns", &location, unknown, report);
        }
    }

    fn dependencies(&self, initial: bool, location: &str, unknown: &Unknown, report: &mut Report) {
        let dependencies = unknown.dependencies.as_deref().unwrap_or_default();
        let ascend = dependencies.is_sorted_by(|one, next| one < next);
        if !ascend || dependencies.iter().any(|&number| self.get(number).is_none()) {
            report.add(&rules::DEPENDENCIES_ORDER, location, format!("dependencies {dependencies:?}"));
        }
        let mut unknowns = dependencies.iter().filter(|&&number| !self.is_known(initial, number));
        if let Some(&first) = unknowns.next() {
            let others = match unknowns.count() {
                0 => String::new(),
                count => format!(", and on {count} more"),
            };
            let problem = format!("depends on {}, no known{others}", self.name(first));
            report.add(&rules::DEPENDENCIES_KNOWN, location, problem);
        }
        let Some(kinds) = &unknown.dependencies_kind else { return };
        if kinds.len() != dependencies.len() {
            let problem = format!("{} dependenciesKind for {} dependencies", kinds.len(), dependencies.len());
            report.add(&rules::DEPENDENCIES_KIND, location, problem);
        }
        let structural = |kind: &&DependencyKind| !matches!(kind, DependencyKind::Dependent | DependencyKind::Constant);
        if let Some(kind) = kinds.iter().find(structural).filter(|_| initial) {
            report.add(&rules::DEPENDENCIES_INITIAL, location, format!("dependenciesKind {kind} at initialization"));
        }
    }

    fn is_known(&self, initial: bool, number: u32) -> bool {
        let Some(variable) = self.get(number) else { return true };
        let outside = matches!(variable.causality(), Causality::Input | Causality::Independent);
        let starts = effective_initial(variable) == Some(Initial::Exact);
        outside || if initial { starts } else { self.states.contains(&number) }
    }

    fn outputs(&self, list: Option<&Unknowns>, report: &mut Report) {
        let outputs = self.all(|_, variable| variable.causality() == Causality::Output);
        let listed = numbers(list);
        for &number in outputs.difference(&listed) {
            report.add(&rules::OUTPUTS, "Outputs", format!("{} is an output and is not listed", self.name(number)));
        }
        for &number in listed.difference(&outputs) {
            report.add(&rules::OUTPUTS, "Outputs", format!("{} is listed and is no output", self.name(number)));
        }
    }

    fn derivatives(&self, list: Option<&Unknowns>, model_exchange: bool, report: &mut Report) {
        let listed = numbers(list);
        for &number in listed.iter().filter(|&&number| self.state_of(number).is_none()) {
            report.add(&rules::DERIVATIVES, "Derivatives", format!("{} is no derivative", self.name(number)));
        }
        let derivatives = self.all(|_, variable| variable.real().is_some_and(|real| real.derivative.is_some()));
        for &number in derivatives.difference(&listed).filter(|_| model_exchange) {
            let problem = format!("{} is a derivative and is not listed", self.name(number));
            report.add(&rules::DERIVATIVES_ALL, "Derivatives", problem);
        }
    }

    fn initial_unknowns(&self, list: Option<&Unknowns>, report: &mut Report) {
        let due = self.all(|number, variable| self.is_initial_unknown(number, variable));
        let listed = numbers(list);
        for &number in due.difference(&listed) {
            let problem = format!("{} is computed at initialization and is not listed", self.name(number));
            report.add(&rules::INITIAL_SET, "InitialUnknowns", problem);
        }
        for &number in listed.difference(&due) {
            let problem = format!(
                "{} is listed and is no computed output, calculated parameter, state or derivative",
                self.name(number)
            );
            report.add(&rules::INITIAL_SET, "InitialUnknowns", problem);
        }
        let ascend = list.is_none_or(|list| list.unknowns.is_sorted_by_key(|unknown| unknown.index));
        if !ascend {
            report.add(&rules::INITIAL_ORDER, "InitialUnknowns", "are not in the order of the variables");
        }
    }

    fn is_initial_unknown(&self, number: u32, variable: &ScalarVariable) -> bool {
        let computed = matches!(effective_initial(variable), Some(Initial::Approx | Initial::Calculated));
        let causality = matches!(variable.causality(), Causality::Output | Causality::CalculatedParameter);
        computed && (causality || self.states.contains(&number) || self.derivatives.contains(&number))
    }
}
