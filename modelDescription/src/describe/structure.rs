//! Outputs, derivatives and initial unknowns of a description, with their dependencies.

use std::collections::BTreeSet;

use crate::declaration::{Causality, Model, Variable};
use crate::schema::{DependencyKind, ModelStructure, Unknown, Unknowns};

/// The structure of `model`.
pub fn model_structure(model: &Model) -> ModelStructure {
    let outputs = model.variables.iter().filter(|variable| variable.causality == Causality::Output);
    let derivatives = model.states.iter().filter_map(|state| model.derivative(state));
    let initial = model.variables.iter().filter(|variable| is_initial_unknown(variable));
    ModelStructure {
        outputs: running(model, outputs),
        derivatives: running(model, derivatives),
        initial_unknowns: unknowns(model, initial, |variable| model.initial_dependencies(variable)),
    }
}

/// Computed outputs, calculated parameters, states and derivatives (2.2.8).
fn is_initial_unknown(variable: &Variable) -> bool {
    let computed = !variable.has_start();
    let listed = matches!(variable.causality, Causality::Output | Causality::CalculatedParameter)
        || variable.is_state()
        || variable.derivative_of.is_some();
    computed && listed
}

fn running<'a>(model: &Model, variables: impl Iterator<Item = &'a Variable>) -> Option<Unknowns> {
    unknowns(model, variables, |variable| model.running_dependencies(variable))
}

/// An empty list is left out.
fn unknowns<'a>(
    model: &Model,
    variables: impl Iterator<Item = &'a Variable>,
    dependencies: impl Fn(&Variable) -> BTreeSet<u32>,
) -> Option<Unknowns> {
    let unknown = |variable: &Variable| {
        let dependencies: Vec<u32> = dependencies(variable).into_iter().collect();
        Some(Unknown {
            index: model.number(&variable.name)?,
            dependencies_kind: (!dependencies.is_empty()).then(|| vec![DependencyKind::Dependent; dependencies.len()]),
            dependencies: Some(dependencies),
        })
    };
    let unknowns: Vec<Unknown> = variables.filter_map(unknown).collect();
    (!unknowns.is_empty()).then_some(Unknowns { unknowns })
}
