//! Outputs, derivatives and initial unknowns of a description, with their dependencies.

use std::collections::BTreeSet;

use crate::declaration::{Causality, Model, Numbers, Variable};
use crate::schema::{DependencyKind, ModelStructure, Unknown, Unknowns};

/// The structure of `model`.
pub fn model_structure(model: &Model) -> ModelStructure {
    let numbers = &model.numbers();
    let seen = || model.described().into_iter().map(|(variable, _)| variable);
    let outputs = seen().filter(|variable| variable.causality == Causality::Output);
    let derivatives = model.states.iter().filter_map(|state| model.derivative(state));
    let initial = seen().filter(|variable| is_initial_unknown(variable));
    ModelStructure {
        outputs: running(model, numbers, outputs),
        derivatives: running(model, numbers, derivatives),
        initial_unknowns: unknowns(numbers, initial, |variable| {
            (!depends_on_all(variable)).then(|| model.initial_dependencies(variable, numbers))
        }),
    }
}

/// Computed outputs, calculated parameters, states and derivatives (2.2.8).
pub fn is_initial_unknown(variable: &Variable) -> bool {
    let computed = !variable.has_start();
    let listed = matches!(variable.causality, Causality::Output | Causality::CalculatedParameter)
        || variable.is_state()
        || variable.derivative_of.is_some();
    computed && listed
}

fn running<'a>(
    model: &Model,
    numbers: &Numbers<'_>,
    variables: impl Iterator<Item = &'a Variable>,
) -> Option<Unknowns> {
    unknowns(numbers, variables, |variable| Some(model.running_dependencies(variable, numbers)))
}

/// A variable that may depend on every parameter has no list of them: without one it depends on all (2.2.8).
pub fn depends_on_all(variable: &Variable) -> bool {
    variable.computed_from.iter().any(|source| source == "*")
}

/// An empty list is left out.
fn unknowns<'a>(
    numbers: &Numbers<'_>,
    variables: impl Iterator<Item = &'a Variable>,
    dependencies: impl Fn(&Variable) -> Option<BTreeSet<u32>>,
) -> Option<Unknowns> {
    let unknown = |variable: &Variable| {
        let dependencies: Option<Vec<u32>> = dependencies(variable).map(|list| list.into_iter().collect());
        let kinds = dependencies.as_ref().filter(|list| !list.is_empty());
        Some(Unknown {
            index: numbers.of(&variable.name)?,
            dependencies_kind: kinds.map(|list| vec![DependencyKind::Dependent; list.len()]),
            dependencies,
        })
    };
    let unknowns: Vec<Unknown> = variables.filter_map(unknown).collect();
    (!unknowns.is_empty()).then_some(Unknowns { unknowns })
}
