//! Outputs, derivatives, initial unknowns and event indicators of a description, with their dependencies.

use crate::declaration::{CLOCKS, Causality, FIRST_EVENT_INDICATOR_REFERENCE, Model, Variable};
use crate::describe::{depends_on_all, is_initial_unknown};
use crate::fmi3::schema::{DependencyKind, ModelStructure, Unknown};
use std::collections::BTreeSet;

/// The structure of `model`.
pub fn model_structure(model: &Model) -> ModelStructure {
    let seen = || model.described().into_iter().map(|(variable, _)| variable);
    let (references, numbers) = (References::of(model), model.numbers());
    let running = |variable: &Variable| {
        references.unknown(model, variable, Some(model.running_dependencies_with_parameters(variable, &numbers)))
    };
    let initial = |variable: &Variable| {
        let known = (!depends_on_all(variable)).then(|| model.initial_dependencies(variable, &numbers));
        references.unknown(model, variable, known)
    };
    let outputs = seen().filter(|variable| variable.causality == Causality::Output);
    let derivatives = model.states.iter().filter_map(|state| model.derivative(state));
    let initial_unknowns = seen().filter(|variable| is_initial_unknown(variable));
    ModelStructure {
        outputs: outputs.filter_map(running).chain(clocks(None)).collect(),
        continuous_state_derivatives: derivatives.filter_map(running).collect(),
        clocked_states: Vec::new(),
        // Whether an output clock is computed at initialization the standard leaves open; FMPy and fmusim miss it
        // otherwise. It ticks for nothing before the first event.
        initial_unknowns: initial_unknowns.filter_map(initial).chain(clocks(Some(&[]))).collect(),
        event_indicators: event_indicators(model).collect(),
    }
}

/// An output clock can tick for any of the knowns: no dependencies are listed.
fn clocks(dependencies: Option<&'static [u32]>) -> impl Iterator<Item = Unknown> {
    CLOCKS.iter().map(move |clock| Unknown {
        value_reference: clock.reference,
        dependencies: dependencies.map(<[u32]>::to_vec),
        dependencies_kind: None,
    })
}

/// Which states and inputs a guard watches changes with the mode.
fn event_indicators(model: &Model) -> impl Iterator<Item = Unknown> {
    let references = (FIRST_EVENT_INDICATOR_REFERENCE..).take(model.event_indicators);
    references.map(|value_reference| Unknown { value_reference, ..Unknown::default() })
}

/// Value references by the numbers of the variables in FMI 2.0; elements of an array have that of the array.
struct References(Vec<u32>);

impl References {
    fn of(model: &Model) -> Self {
        let arrays = model.described_arrays();
        Self(arrays.iter().flat_map(|array| array.elements.iter().map(|_| array.reference)).collect())
    }

    fn unknown(&self, model: &Model, variable: &Variable, numbers: Option<BTreeSet<u32>>) -> Option<Unknown> {
        let dependencies = numbers.map(|numbers| self.dependencies(&numbers));
        let kinds = dependencies.as_ref().filter(|list| !list.is_empty());
        Some(Unknown {
            value_reference: model.reference(&variable.name)?,
            dependencies_kind: kinds.map(|list| vec![DependencyKind::Dependent; list.len()]),
            dependencies,
        })
    }

    /// In the order of the description, each once.
    fn dependencies(&self, numbers: &BTreeSet<u32>) -> Vec<u32> {
        let mut list: Vec<u32> = numbers.iter().map(|&number| self.0[number as usize - 1]).collect();
        list.dedup();
        list
    }
}
