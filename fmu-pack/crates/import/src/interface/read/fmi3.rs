//! The view of a description for FMI 3.0: arrays as their elements, aliases as variables of their own.

use super::{DeclaredType, Definitions, capabilities, enumeration, experiment, items, log_categories, text};
use crate::interface::{Interface, Kind, Offer, State, Variable};
use crate::library::Element;
use fmu_output::number;
use model_description::fmi3::schema::{CoSimulation, ModelExchange, TypeDefinition};
use model_description::fmi3::{self, ModelDescription, VariableType};

impl Interface {
    /// The view of a parsed description for FMI 3.0.
    pub fn of_fmi3(description: &ModelDescription) -> Self {
        let variables = Variables { description, definitions: Definitions::of_fmi3(description) };
        Self {
            fmi_version: description.fmi_version.clone(),
            model_name: description.model_name.clone(),
            guid: description.instantiation_token.clone(),
            description: text(&description.description),
            version: text(&description.version),
            generation_tool: text(&description.generation_tool),
            co_simulation: description.co_simulation.as_ref().map(co_simulation),
            model_exchange: description.model_exchange.as_ref().map(model_exchange),
            default_experiment: experiment(description.default_experiment.as_ref()),
            log_categories: log_categories(description.log_categories.as_ref()),
            states: Vec::new(),
            variables: description.variables().iter().flat_map(|variable| variables.named(variable)).collect(),
        }
        .with_states(description)
        .with_excluded_minima()
    }

    /// What is listed as a derivative of a continuous state, with the state that it says it is the derivative of.
    fn with_states(mut self, description: &ModelDescription) -> Self {
        let own = |reference: u32| {
            self.variables.iter().position(|variable| variable.reference == reference && !variable.is_alias)
        };
        let state = |reference: u32| {
            let variables = description.variables();
            let derivative = variables.iter().find(|variable| variable.value_reference == reference)?;
            Some(State { state: own(derivative.derivative?)?, derivative: own(reference)? })
        };
        let listed = description.model_structure.continuous_state_derivatives.iter();
        self.states = listed.filter_map(|unknown| state(unknown.value_reference)).collect();
        self
    }
}

impl<'a> Definitions<'a> {
    fn of_fmi3(description: &'a ModelDescription) -> Self {
        let types = description.type_definitions.iter().flat_map(|list| &list.types);
        let declared = |named: &'a TypeDefinition| DeclaredType {
            unit: named.unit.as_deref(),
            display_unit: named.display_unit.as_deref(),
            min: named.min.as_deref(),
            max: named.max.as_deref(),
            items: (named.variable_type == VariableType::Enumeration).then(|| items(&named.items)),
        };
        Self::of(description.unit_definitions.as_ref(), types.map(|named| (&*named.name, declared(named))))
    }
}

/// The variables of a description.
struct Variables<'a> {
    description: &'a ModelDescription,
    definitions: Definitions<'a>,
}

impl Variables<'_> {
    /// The variable, its elements if it is an array, and the same under its other names.
    fn named(&self, variable: &fmi3::Variable) -> Vec<Variable> {
        let own = self.elements(variable);
        let mut all = own.clone();
        for alias in &variable.aliases {
            let renamed = |view: &Variable| Variable {
                name: format!("{}{}", alias.name, view.name.strip_prefix(&variable.name).unwrap_or_default()),
                is_alias: true,
                ..view.clone()
            };
            all.extend(own.iter().map(renamed));
        }
        all
    }

    /// One for a scalar. An array whose length is not known or that is longer than anyone sets element by element has none.
    fn elements(&self, variable: &fmi3::Variable) -> Vec<Variable> {
        const LONGEST: u64 = 10_000;
        let view = self.view(variable);
        if !variable.is_array() {
            let text = || variable.starts_of_text.first().map(|start| &*start.value);
            return vec![Variable { start: written(variable, variable.start.as_deref().or_else(text)), ..view }];
        }
        let count = self.description.size(variable).filter(|count| *count <= LONGEST).unwrap_or(0) as usize;
        let starts: Vec<&str> = variable.starts().collect();
        let element = |index: usize| Variable {
            name: format!("{}[{}]", variable.name, self.subscripts(variable, index)),
            element: Some(Element { index, count }),
            // One start value is that of all elements.
            start: written(variable, starts.get(index).or(starts.first()).copied()),
            ..view.clone()
        };
        (0..count).map(element).collect()
    }

    /// From 1, the last counting fastest, as `2,3`.
    fn subscripts(&self, variable: &fmi3::Variable, mut index: usize) -> String {
        let mut subscripts = Vec::new();
        for dimension in variable.dimensions.iter().rev() {
            let length = self.description.length(dimension).unwrap_or(1) as usize;
            subscripts.push((index % length + 1).to_string());
            index /= length;
        }
        subscripts.reverse();
        subscripts.join(",")
    }

    fn view(&self, variable: &fmi3::Variable) -> Variable {
        let declared = self.definitions.declared(variable.declared_type.as_deref());
        let (unit, display) =
            self.definitions.unit(variable.unit.as_deref(), variable.display_unit.as_deref(), declared);
        let min = variable.min.as_deref().or_else(|| declared?.min);
        let max = variable.max.as_deref().or_else(|| declared?.max);
        Variable {
            name: variable.name.clone(),
            reference: variable.value_reference,
            kind: kind(variable, declared),
            data_type: variable.variable_type,
            element: None,
            is_alias: false,
            intermediate_update: variable.intermediate_update.unwrap_or(false),
            causality: variable.causality().name(),
            variability: variable.variability().name(),
            unit,
            display,
            start: String::new(),
            min: written(variable, min),
            is_min_excluded: false,
            max: written(variable, max),
            description: text(&variable.description),
        }
    }
}

fn kind(variable: &fmi3::Variable, declared: Option<&DeclaredType<'_>>) -> Kind {
    match variable.variable_type {
        VariableType::Float32 | VariableType::Float64 => Kind::Real,
        VariableType::Int8 | VariableType::Int16 | VariableType::Int32 | VariableType::Int64 => Kind::Integer,
        VariableType::UInt8 | VariableType::UInt16 | VariableType::UInt32 | VariableType::UInt64 => Kind::Integer,
        VariableType::Boolean => Kind::Boolean,
        VariableType::String => Kind::String,
        VariableType::Binary => Kind::Binary,
        VariableType::Clock => Kind::Clock,
        VariableType::Enumeration => enumeration(declared),
    }
}

/// A value as it is written everywhere: numbers in the shortest form.
fn written(variable: &fmi3::Variable, value: Option<&str>) -> String {
    let value = value.unwrap_or_default();
    match value.parse::<f64>() {
        Ok(real) if variable.variable_type.is_float() => number(real),
        Ok(_) | Err(_) => value.to_string(),
    }
}

fn co_simulation(offer: &CoSimulation) -> Offer {
    Offer {
        identifier: offer.model_identifier.clone(),
        capabilities: capabilities(&[
            ("needsExecutionTool", offer.needs_execution_tool),
            ("canHandleVariableCommunicationStepSize", offer.can_handle_variable_communication_step_size),
            ("canBeInstantiatedOnlyOncePerProcess", offer.can_be_instantiated_only_once_per_process),
            ("canGetAndSetFMUState", offer.can_get_and_set_fmu_state),
            ("canSerializeFMUState", offer.can_serialize_fmu_state),
            ("providesDirectionalDerivatives", offer.provides_directional_derivatives),
            ("providesAdjointDerivatives", offer.provides_adjoint_derivatives),
            ("providesPerElementDependencies", offer.provides_per_element_dependencies),
            ("providesIntermediateUpdate", offer.provides_intermediate_update),
            ("mightReturnEarlyFromDoStep", offer.might_return_early_from_do_step),
            ("canReturnEarlyAfterIntermediateUpdate", offer.can_return_early_after_intermediate_update),
            ("hasEventMode", offer.has_event_mode),
            ("providesEvaluateDiscreteStates", offer.provides_evaluate_discrete_states),
        ]),
    }
}

fn model_exchange(offer: &ModelExchange) -> Offer {
    Offer {
        identifier: offer.model_identifier.clone(),
        capabilities: capabilities(&[
            ("needsExecutionTool", offer.needs_execution_tool),
            ("canBeInstantiatedOnlyOncePerProcess", offer.can_be_instantiated_only_once_per_process),
            ("canGetAndSetFMUState", offer.can_get_and_set_fmu_state),
            ("canSerializeFMUState", offer.can_serialize_fmu_state),
            ("providesDirectionalDerivatives", offer.provides_directional_derivatives),
            ("providesAdjointDerivatives", offer.provides_adjoint_derivatives),
            ("providesPerElementDependencies", offer.provides_per_element_dependencies),
            ("needsCompletedIntegratorStep", offer.needs_completed_integrator_step),
            ("providesEvaluateDiscreteStates", offer.provides_evaluate_discrete_states),
        ]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &str) -> Interface {
        let types = "<UnitDefinitions><Unit name=\"rad\"><DisplayUnit name=\"deg\" factor=\"57.3\"/></Unit>\
                     <Unit name=\"Hz\"><DisplayUnit name=\"s\" inverse=\"true\"/></Unit></UnitDefinitions>\
                     <TypeDefinitions><Float64Type name=\"Angle\" unit=\"rad\" displayUnit=\"deg\" max=\"2\"/>\
                     </TypeDefinitions>";
        let text = format!(
            "<fmiModelDescription fmiVersion=\"3.0\" modelName=\"A\" instantiationToken=\"t\">{types}\
             <ModelVariables>{variables}</ModelVariables><ModelStructure/></fmiModelDescription>"
        );
        Interface::read(&text).unwrap()
    }

    fn names(interface: &Interface) -> Vec<&str> {
        interface.variables.iter().map(|variable| &*variable.name).collect()
    }

    #[test]
    fn the_elements_of_an_array_count_from_one_with_the_last_subscript_fastest() {
        let interface = read(
            "<UInt64 name=\"n\" valueReference=\"1\" causality=\"structuralParameter\" start=\"3\"/>\
             <Float64 name=\"a\" valueReference=\"2\" start=\"1 2 3 4 5 6\"><Dimension start=\"2\"/>\
             <Dimension valueReference=\"1\"/></Float64>",
        );
        assert_eq!(names(&interface), ["n", "a[1,1]", "a[1,2]", "a[1,3]", "a[2,1]", "a[2,2]", "a[2,3]"]);
        let element = interface.find("a[2,1]").unwrap();
        let expected = Some(Element { index: 3, count: 6 });
        assert_eq!((element.reference, element.element, &*element.start), (2, expected, "4"));
    }

    #[test]
    fn one_start_value_is_that_of_all_elements() {
        let interface = read("<Int8 name=\"a\" valueReference=\"2\" start=\"7\"><Dimension start=\"2\"/></Int8>");
        assert_eq!(interface.variables.iter().map(|v| &*v.start).collect::<Vec<_>>(), ["7", "7"]);
    }

    #[test]
    fn an_array_without_length_or_beyond_use_has_no_elements() {
        for dimension in ["valueReference=\"9\"", "start=\"18446744073709551615\"", "start=\"0\""] {
            let text = format!("<Float64 name=\"a\" valueReference=\"2\"><Dimension {dimension}/></Float64>");
            assert!(names(&read(&text)).is_empty(), "{dimension}");
        }
    }

    #[test]
    fn what_a_variable_does_not_say_its_declared_type_does() {
        let interface = read("<Float64 name=\"a\" valueReference=\"2\" declaredType=\"Angle\" start=\"1.50\"/>");
        let angle = &interface.variables[0];
        assert_eq!((angle.shown_unit(), &*angle.max, &*angle.start), ("deg", "2", "1.5"));
        let interface = read("<Float64 name=\"f\" valueReference=\"2\" unit=\"Hz\" displayUnit=\"s\"/>");
        assert_eq!(interface.variables[0].shown_unit(), "Hz");
    }
}
