//! The variables of a description.

use crate::declaration::{self, Model, Numbers, RealValue, Value, Variable};
use crate::schema::{
    Causality, EnumerationVariable, Initial, IntegerVariable, ModelVariables, RealVariable, ScalarVariable,
    Variability, VariableType,
};

/// All variables that an importer sees.
pub fn model_variables(model: &Model) -> ModelVariables {
    let described = model.described().into_iter();
    let numbers = model.numbers();
    let variables = described.map(|(variable, reference)| scalar_variable(&numbers, variable, reference)).collect();
    ModelVariables { variables }
}

fn scalar_variable(numbers: &Numbers<'_>, variable: &Variable, reference: u32) -> ScalarVariable {
    let kind = match variable.value {
        Value::Real(value) => VariableType::Real(real(numbers, variable, &value)),
        Value::Integer { start, min, max } => VariableType::Integer(IntegerVariable {
            min: (min != i32::MIN).then_some(min),
            max: (max != i32::MAX).then_some(max),
            start: variable.has_start().then_some(start),
            declared_type: None,
        }),
        Value::Enumeration { of, start } => VariableType::Enumeration(EnumerationVariable {
            declared_type: Some(of.name.into()),
            start: variable.has_start().then_some(start),
            ..EnumerationVariable::default()
        }),
    };
    let mut described = ScalarVariable::new(&variable.name, reference, kind);
    described.description = Some(variable.description.clone());
    described.causality = Some(causality(variable.causality));
    described.variability = Some(variability(variable.variability));
    described.initial = initial(variable);
    described
}

fn real(numbers: &Numbers<'_>, variable: &Variable, value: &RealValue) -> RealVariable {
    RealVariable {
        declared_type: None,
        unit: Some(value.quantity.unit.name.into()),
        display_unit: value.quantity.display.map(|display| display.name.into()),
        min: value.min.is_finite().then_some(value.min),
        max: value.max.is_finite().then_some(value.max),
        nominal: value.nominal,
        start: variable.has_start().then_some(value.start),
        derivative: variable.derivative_of.as_deref().and_then(|state| numbers.of(state)),
        reinit: variable.is_state().then_some(true),
    }
}

/// An input has none (2.2.7).
pub fn initial(variable: &Variable) -> Option<Initial> {
    let is_input = variable.causality == declaration::Causality::Input;
    (!is_input).then(|| if variable.has_start() { Initial::Exact } else { Initial::Calculated })
}

pub fn causality(causality: declaration::Causality) -> Causality {
    match causality {
        declaration::Causality::Parameter => Causality::Parameter,
        declaration::Causality::CalculatedParameter => Causality::CalculatedParameter,
        declaration::Causality::Input => Causality::Input,
        declaration::Causality::Output => Causality::Output,
        declaration::Causality::Local => Causality::Local,
    }
}

pub fn variability(variability: declaration::Variability) -> Variability {
    match variability {
        declaration::Variability::Constant => Variability::Constant,
        declaration::Variability::Fixed => Variability::Fixed,
        declaration::Variability::Tunable => Variability::Tunable,
        declaration::Variability::Discrete => Variability::Discrete,
        declaration::Variability::Continuous => Variability::Continuous,
    }
}
