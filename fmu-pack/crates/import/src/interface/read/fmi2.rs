//! The view of a description for FMI 2.0.

use super::{DeclaredType, Definitions, capabilities, experiment, items, log_categories, text};
use crate::interface::{Interface, Kind, Offer, State, Variable};
use fmu_output::number;
use model_description::ModelDescription;
use model_description::fmi3::VariableType as DataType;
use model_description::schema::{CoSimulation, ModelExchange, RealVariable, ScalarVariable, SimpleType, VariableType};

impl Interface {
    /// The view of a parsed description for FMI 2.0.
    pub fn of(description: &ModelDescription) -> Self {
        let definitions = Definitions::of_fmi2(description);
        let variables = description.model_variables.variables.iter();
        Self {
            fmi_version: description.fmi_version.clone(),
            model_name: description.model_name.clone(),
            guid: description.guid.clone(),
            description: text(&description.description),
            version: text(&description.version),
            generation_tool: text(&description.generation_tool),
            co_simulation: description.co_simulation.as_ref().map(co_simulation),
            model_exchange: description.model_exchange.as_ref().map(model_exchange),
            default_experiment: experiment(description.default_experiment.as_ref()),
            log_categories: log_categories(description.log_categories.as_ref()),
            variables: variables.map(|variable| definitions.variable(variable)).collect(),
            states: states(description),
        }
        .with_excluded_minima()
    }
}

/// What is listed as a derivative, with the state that it says it is the derivative of.
fn states(description: &ModelDescription) -> Vec<State> {
    let variables = &description.model_variables.variables;
    let derivatives = description.model_structure.derivatives.iter().flat_map(|list| &list.unknowns);
    let state = |index: u32| {
        let derivative = (index as usize).checked_sub(1)?;
        let VariableType::Real(real) = &variables.get(derivative)?.kind else { return None };
        let state = (real.derivative? as usize).checked_sub(1).filter(|state| *state < variables.len())?;
        Some(State { state, derivative })
    };
    derivatives.filter_map(|unknown| state(unknown.index)).collect()
}

impl<'a> Definitions<'a> {
    fn of_fmi2(description: &'a ModelDescription) -> Self {
        let types = description.type_definitions.iter().flat_map(|list| &list.types);
        let declared = |named: &'a SimpleType| DeclaredType {
            unit: named.real.as_ref().and_then(|real| real.unit.as_deref()),
            display_unit: named.real.as_ref().and_then(|real| real.display_unit.as_deref()),
            items: named.enumeration.as_ref().map(|list| items(&list.items)),
            ..DeclaredType::default()
        };
        Self::of(description.unit_definitions.as_ref(), types.map(|named| (&*named.name, declared(named))))
    }

    fn variable(&self, variable: &ScalarVariable) -> Variable {
        let view = Variable {
            name: variable.name.clone(),
            reference: variable.value_reference,
            kind: Kind::String,
            data_type: DataType::String,
            element: None,
            is_alias: false,
            intermediate_update: false,
            causality: variable.causality().name(),
            variability: variable.variability().name(),
            unit: String::new(),
            display: None,
            start: String::new(),
            min: String::new(),
            is_min_excluded: false,
            max: String::new(),
            description: text(&variable.description),
        };
        self.typed(view, &variable.kind)
    }

    /// Adds what depends on the type.
    fn typed(&self, view: Variable, variable_type: &VariableType) -> Variable {
        match variable_type {
            VariableType::Real(real) => self.real(view, real),
            VariableType::Integer(integer) => Variable {
                kind: Kind::Integer,
                data_type: DataType::Int32,
                start: shown(&integer.start),
                min: shown(&integer.min),
                max: shown(&integer.max),
                ..view
            },
            VariableType::Boolean(boolean) => {
                Variable { kind: Kind::Boolean, data_type: DataType::Boolean, start: shown(&boolean.start), ..view }
            }
            VariableType::String(string) => Variable { kind: Kind::String, start: shown(&string.start), ..view },
            VariableType::Enumeration(enumeration) => {
                let kind = super::enumeration(self.declared(enumeration.declared_type.as_deref()));
                Variable { kind, data_type: DataType::Enumeration, start: shown(&enumeration.start), ..view }
            }
        }
    }

    fn real(&self, view: Variable, real: &RealVariable) -> Variable {
        let declared = self.declared(real.declared_type.as_deref());
        let (unit, display) = self.unit(real.unit.as_deref(), real.display_unit.as_deref(), declared);
        Variable {
            kind: Kind::Real,
            data_type: DataType::Float64,
            start: real.start.map_or_else(String::new, number),
            min: real.min.map_or_else(String::new, number),
            max: real.max.map_or_else(String::new, number),
            unit,
            display,
            ..view
        }
    }
}

fn co_simulation(offer: &CoSimulation) -> Offer {
    Offer {
        identifier: offer.model_identifier.clone(),
        capabilities: capabilities(&[
            ("needsExecutionTool", offer.needs_execution_tool),
            ("canHandleVariableCommunicationStepSize", offer.can_handle_variable_communication_step_size),
            ("canInterpolateInputs", offer.can_interpolate_inputs),
            ("canRunAsynchronuously", offer.can_run_asynchronuously),
            ("canBeInstantiatedOnlyOncePerProcess", offer.can_be_instantiated_only_once_per_process),
            ("canNotUseMemoryManagementFunctions", offer.can_not_use_memory_management_functions),
            ("canGetAndSetFMUstate", offer.can_get_and_set_fmu_state),
            ("canSerializeFMUstate", offer.can_serialize_fmu_state),
            ("providesDirectionalDerivative", offer.provides_directional_derivative),
        ]),
    }
}

fn model_exchange(offer: &ModelExchange) -> Offer {
    Offer {
        identifier: offer.model_identifier.clone(),
        capabilities: capabilities(&[
            ("needsExecutionTool", offer.needs_execution_tool),
            ("completedIntegratorStepNotNeeded", offer.completed_integrator_step_not_needed),
            ("canBeInstantiatedOnlyOncePerProcess", offer.can_be_instantiated_only_once_per_process),
            ("canNotUseMemoryManagementFunctions", offer.can_not_use_memory_management_functions),
            ("canGetAndSetFMUstate", offer.can_get_and_set_fmu_state),
            ("canSerializeFMUstate", offer.can_serialize_fmu_state),
            ("providesDirectionalDerivative", offer.provides_directional_derivative),
        ]),
    }
}

fn shown<T: ToString>(value: &Option<T>) -> String {
    value.as_ref().map(T::to_string).unwrap_or_default()
}
