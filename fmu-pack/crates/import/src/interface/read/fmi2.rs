//! The view of a description for FMI 2.0.

use super::{Displays, capabilities, experiment, short, text, variability};
use crate::interface::{Interface, Item, Kind, Offer, State, Variable};
use fmu_output::number;
use model_description::ModelDescription;
use model_description::fmi3::VariableType as DataType;
use model_description::schema::{Causality, CoSimulation, ModelExchange, ScalarVariable};
use model_description::schema::{RealType, RealVariable, VariableType};
use std::collections::HashMap;
use std::sync::Arc;

impl Interface {
    /// The view of a parsed description for FMI 2.0.
    pub fn of(description: &ModelDescription) -> Self {
        let definitions = Definitions::of(description);
        let variables = description.model_variables.variables.iter();
        let categories = description.log_categories.iter().flat_map(|list| &list.categories);
        Self {
            fmi_version: description.fmi_version.clone(),
            model_name: description.model_name.clone(),
            guid: description.guid.clone(),
            description: text(&description.description),
            version: text(&description.version),
            generation_tool: text(&description.generation_tool),
            co_simulation: description.co_simulation.as_ref().map(co_simulation),
            model_exchange: description.model_exchange.as_ref().map(model_exchange),
            default_experiment: description.default_experiment.as_ref().map(experiment).unwrap_or_default(),
            log_categories: categories.map(|category| category.name.clone()).collect(),
            variables: variables.map(|variable| definitions.variable(variable)).collect(),
            states: states(description),
        }
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

/// What variables refer to.
struct Definitions<'a> {
    displays: Displays<'a>,
    /// Units of Real types by name of the type.
    reals: HashMap<&'a str, &'a RealType>,
    /// Items of Enumerations by name of the type.
    items: HashMap<&'a str, Arc<[Item]>>,
}

impl<'a> Definitions<'a> {
    fn of(description: &'a ModelDescription) -> Self {
        let types = || description.type_definitions.iter().flat_map(|list| &list.types);
        let enumerations = types().filter_map(|named| Some((named.name.as_str(), named.enumeration.as_ref()?)));
        let item =
            |item: &model_description::schema::Item| Item { name: item.name.clone(), value: i64::from(item.value) };
        Self {
            displays: Displays::of(description.unit_definitions.as_ref()),
            reals: types().filter_map(|named| Some((named.name.as_str(), named.real.as_ref()?))).collect(),
            items: enumerations.map(|(name, list)| (name, list.items.iter().map(item).collect())).collect(),
        }
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
            causality: causality(variable.causality()),
            variability: variability(variable.variability()),
            unit: String::new(),
            display: None,
            start: String::new(),
            min: String::new(),
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
                let declared = enumeration.declared_type.as_deref();
                let items = declared.and_then(|name| self.items.get(name)).cloned();
                let items = items.unwrap_or_else(|| Arc::new([]));
                let kind = Kind::Enumeration(items);
                Variable { kind, data_type: DataType::Enumeration, start: shown(&enumeration.start), ..view }
            }
        }
    }

    fn real(&self, view: Variable, real: &RealVariable) -> Variable {
        let declared = real.declared_type.as_deref().and_then(|name| self.reals.get(name));
        // What the variable does not say, its declared type does.
        let unit = real.unit.as_deref().or_else(|| declared?.unit.as_deref()).unwrap_or_default();
        let display = real.display_unit.as_deref().or_else(|| declared?.display_unit.as_deref()).unwrap_or_default();
        Variable {
            kind: Kind::Real,
            data_type: DataType::Float64,
            start: real.start.map_or_else(String::new, number),
            min: real.min.map_or_else(String::new, number),
            max: real.max.map_or_else(String::new, number),
            unit: short(unit),
            display: self.displays.find(unit, display),
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

fn causality(causality: Causality) -> &'static str {
    match causality {
        Causality::Parameter => "parameter",
        Causality::CalculatedParameter => "calculatedParameter",
        Causality::Input => "input",
        Causality::Output => "output",
        Causality::Local => "local",
        Causality::Independent => "independent",
    }
}

fn shown<T: ToString>(value: &Option<T>) -> String {
    value.as_ref().map(T::to_string).unwrap_or_default()
}
