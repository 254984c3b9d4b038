//! The variables of a description: the declared ones, and what FMI 3.0 has beside them.

use crate::declaration::{
    self, Array, CLOCKS, Clock, FIRST_EVENT_INDICATOR_REFERENCE, Model, RealValue, TIME_REFERENCE, Value, unit,
};
use crate::describe::variables::{causality, initial, variability};
use crate::fmi3::Error;
use crate::fmi3::schema::{
    Causality, Dimension, Initial, IntervalVariability, ModelVariables, Variability, Variable, VariableType,
};
use crate::schema::number::shortest;

/// Name of the independent variable.
const TIME: &str = "time";

/// Refuses what two variables would share, and arrays that are no variable.
pub fn check(model: &Model) -> Result<(), Error> {
    let own = own_variables(model);
    let is_taken = |name: &str| own.iter().any(|variable| variable.name == name);
    for array in model.arrays() {
        if is_taken(array.name) {
            return Err(Error::Taken { model: model.identifier.clone(), variable: array.name.into() });
        }
        let first = &array.elements[0];
        let kind = |variable: &declaration::Variable| (variable.causality, variable.variability, variable.is_hidden);
        if let Some(other) = array.elements.iter().find(|element| kind(element) != kind(first)) {
            let [first, other] = [first, other].map(|element| element.name.clone());
            return Err(Error::Mixed { model: model.identifier.clone(), first, other });
        }
    }
    Ok(())
}

/// The independent variable, the declared variables, the clocks and the event indicators.
pub fn model_variables(model: &Model) -> ModelVariables {
    let mut own = own_variables(model).into_iter();
    let mut variables: Vec<Variable> = own.by_ref().take(1).collect();
    variables.extend(model.described_arrays().iter().map(|array| declared(model, array)));
    variables.extend(own);
    ModelVariables { variables }
}

/// What FMI 3.0 has beside the declared variables: the independent variable, then the rest.
fn own_variables(model: &Model) -> Vec<Variable> {
    let indicators = (FIRST_EVENT_INDICATOR_REFERENCE..).zip(1..=model.event_indicators);
    let indicators = indicators.map(|(reference, number)| event_indicator(reference, number));
    std::iter::once(time()).chain(CLOCKS.iter().map(clock)).chain(indicators).collect()
}

fn time() -> Variable {
    Variable {
        variable_type: VariableType::Float64,
        name: TIME.into(),
        value_reference: TIME_REFERENCE,
        description: Some("Simulation time".into()),
        causality: Some(Causality::Independent),
        variability: Some(Variability::Continuous),
        unit: Some(unit::TIME.unit.name.into()),
        ..Variable::default()
    }
}

fn clock(clock: &Clock) -> Variable {
    Variable {
        variable_type: VariableType::Clock,
        name: clock.name.into(),
        value_reference: clock.reference,
        description: Some(clock.description.into()),
        causality: Some(Causality::Output),
        variability: Some(Variability::Discrete),
        interval_variability: Some(IntervalVariability::Triggered),
        ..Variable::default()
    }
}

/// It has no unit: what it measures depends on the mode.
fn event_indicator(reference: u32, number: usize) -> Variable {
    Variable {
        variable_type: VariableType::Float64,
        name: format!("event_indicator_{number}"),
        value_reference: reference,
        description: Some(format!("Event indicator {number} of Model Exchange, for looking at it")),
        causality: Some(Causality::Local),
        variability: Some(Variability::Continuous),
        initial: Some(Initial::Calculated),
        ..Variable::default()
    }
}

fn declared(model: &Model, array: &Array<'_>) -> Variable {
    let first = &array.elements[0];
    let length = array.elements.len() as u64;
    let described = Variable {
        name: array.name.into(),
        value_reference: array.reference,
        description: Some(array.description()),
        causality: Some(causality(first.causality).into()),
        variability: Some(variability(first.variability)),
        initial: initial(first),
        start: first.has_start().then(|| starts(array)),
        dimensions: array
            .is_array
            .then_some(Dimension { start: Some(length), value_reference: None })
            .into_iter()
            .collect(),
        ..Variable::default()
    };
    typed(model, array, described)
}

/// Adds what depends on the type.
fn typed(model: &Model, array: &Array<'_>, described: Variable) -> Variable {
    match array.elements[0].value {
        Value::Real(value) => real(model, array, &value, described),
        Value::Integer { min, max, .. } => Variable {
            variable_type: VariableType::Int32,
            min: (min != i32::MIN).then(|| min.to_string()),
            max: (max != i32::MAX).then(|| max.to_string()),
            ..described
        },
        Value::Enumeration { of, .. } => {
            Variable { variable_type: VariableType::Enumeration, declared_type: Some(of.name.into()), ..described }
        }
    }
}

fn real(model: &Model, array: &Array<'_>, value: &RealValue, described: Variable) -> Variable {
    let first = &array.elements[0];
    let [min, max] = range(array);
    let is_flow = matches!(first.causality, declaration::Causality::Input | declaration::Causality::Output)
        && first.variability == declaration::Variability::Continuous;
    Variable {
        variable_type: VariableType::Float64,
        intermediate_update: is_flow.then_some(true),
        unit: Some(value.quantity.unit.name.into()),
        display_unit: value.quantity.display.map(|display| display.name.into()),
        min: min.is_finite().then(|| shortest(min)),
        max: max.is_finite().then(|| shortest(max)),
        nominal: value.nominal,
        derivative: first.derivative_of.as_deref().and_then(|state| model.reference(state)),
        reinit: first.is_state().then_some(true),
        ..described
    }
}

/// A range in which all elements lie: FMI 3.0 has one for the whole array.
fn range(array: &Array<'_>) -> [f64; 2] {
    let reals = || array.elements.iter().filter_map(declaration::Variable::real);
    let min = reals().map(|real| real.min).fold(f64::INFINITY, f64::min);
    let max = reals().map(|real| real.max).fold(f64::NEG_INFINITY, f64::max);
    [min, max]
}

fn starts(array: &Array<'_>) -> String {
    let start = |element: &declaration::Variable| match element.value {
        Value::Real(real) => shortest(real.start),
        Value::Integer { start, .. } | Value::Enumeration { start, .. } => start.to_string(),
    };
    array.elements.iter().map(start).collect::<Vec<_>>().join(" ")
}
