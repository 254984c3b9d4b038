//! The model structure: outputs, derivatives, initial unknowns, event indicators, dependencies.

use super::Variables;
use super::derivatives::is_continuous;
use crate::fmi3::schema::{ModelDescription, Unknown, Variable};
use crate::validation::structure::{Listed, Structure};
use crate::validation::{Report, Rule, rules};
use crate::xml::shortened;

pub fn check(description: &ModelDescription, variables: &Variables<'_>, report: &mut Report) {
    let structure = &description.model_structure;
    let lists = [
        ("Output", &structure.outputs),
        ("ContinuousStateDerivative", &structure.continuous_state_derivatives),
        ("ClockedState", &structure.clocked_states),
        ("InitialUnknown", &structure.initial_unknowns),
        ("EventIndicator", &structure.event_indicators),
    ];
    let all = lists.map(|(name, list)| (name, listed(list)));
    let [(output, outputs), (_, derivatives), (_, clocked_states), (initial, initial_unknowns), _] = &all;
    let model = Structure::new(&variables.any, derivatives, clocked_states);
    for (name, list) in &all {
        model.list(name, name == initial, list, report);
    }
    model.outputs(output, outputs, report);
    kinds(description, variables, report);
    model.initial_unknowns(initial, initial_unknowns, report);
}

fn listed(list: &[Unknown]) -> Vec<Listed<'_>> {
    let listed = list.iter().map(|unknown| Listed {
        key: unknown.value_reference,
        dependencies: unknown.dependencies.as_deref(),
        kinds: unknown.dependencies_kind.as_deref(),
    });
    listed.collect()
}

/// What a list demands of its variables. A reference without variable is told elsewhere.
fn kinds(description: &ModelDescription, variables: &Variables<'_>, report: &mut Report) {
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
        let known = list.iter().filter_map(|unknown| variables.get(unknown.value_reference));
        for variable in known.filter(|variable| !is_right(variable)) {
            report.add(rule, name, format!("{:?} {problem}", shortened(&variable.name)));
        }
    }
}
