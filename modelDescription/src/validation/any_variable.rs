//! What the rules of both versions need of a variable.

use super::start::allowed_initial;
use crate::fmi3::schema::{Causality, VariableType};
use crate::schema::{self, Initial, Variability};
use crate::xml::shortened;
use crate::{FmiVersion, ModelDescription, fmi3};
use std::collections::HashMap;

/// What both versions say of a variable.
pub(crate) struct AnyVariable<'a> {
    pub(crate) name: &'a str,
    /// By which the description refers to it: in FMI 2.0 its number from 1, in FMI 3.0 its value reference.
    pub(crate) key: u32,
    pub(crate) causality: Causality,
    pub(crate) variability: Variability,
    /// As it is written.
    pub(crate) initial: Option<Initial>,
    /// What `initial` may be, see [`allowed_initial`].
    pub(crate) allowed_initial: Option<&'static [Initial]>,
    pub(crate) has_start: bool,
    pub(crate) declared_type: Option<&'a str>,
    pub(crate) unit: Option<&'a str>,
    pub(crate) display_unit: Option<&'a str>,
    /// The key of the variable of which it is the derivative.
    pub(crate) derivative: Option<u32>,
    /// It is a Clock, which FMI 2.0 does not have.
    pub(crate) is_clock: bool,
    /// It is a Clock, or changes with clocks.
    pub(crate) has_clocks: bool,
}

impl<'a> AnyVariable<'a> {
    fn of_fmi2(index: usize, variable: &'a schema::ScalarVariable) -> Self {
        let (causality, variability) = (Causality::from(variable.causality()), variable.variability());
        let real = variable.real();
        Self {
            name: &variable.name,
            key: index as u32 + 1,
            causality,
            variability,
            initial: variable.initial,
            allowed_initial: allowed_initial(FmiVersion::V2, causality, variability),
            has_start: variable.kind.has_start(),
            declared_type: variable.kind.declared_type(),
            unit: real.and_then(|real| real.unit.as_deref()),
            display_unit: real.and_then(|real| real.display_unit.as_deref()),
            derivative: real.and_then(|real| real.derivative),
            is_clock: false,
            has_clocks: false,
        }
    }

    fn of_fmi3(variable: &'a fmi3::Variable) -> Self {
        let (causality, variability) = (variable.causality(), variable.variability());
        let is_clock = variable.variable_type == VariableType::Clock;
        Self {
            name: &variable.name,
            key: variable.value_reference,
            causality,
            variability,
            initial: variable.initial,
            allowed_initial: allowed_initial(FmiVersion::V3, causality, variability),
            has_start: variable.start.is_some() || !variable.starts_of_text.is_empty(),
            declared_type: variable.declared_type.as_deref(),
            unit: variable.unit.as_deref(),
            display_unit: variable.display_unit.as_deref(),
            derivative: variable.derivative,
            is_clock,
            has_clocks: is_clock || variable.clocks.is_some(),
        }
    }

    /// `initial`, or what stands for it when it is absent; none for the independent variable, and inputs of FMI 2.0.
    pub(crate) fn effective_initial(&self) -> Option<Initial> {
        self.initial.or_else(|| self.allowed_initial?.first().copied())
    }

    /// Its value at initialization is computed.
    pub(crate) fn is_computed_initially(&self) -> bool {
        matches!(self.effective_initial(), Some(Initial::Approx | Initial::Calculated))
    }
}

/// The variables, and where they are by their keys: of two with one key, which is a finding, the first.
pub(crate) struct AnyVariables<'a> {
    pub(crate) version: FmiVersion,
    pub(crate) all: Vec<AnyVariable<'a>>,
    places: HashMap<u32, usize>,
}

impl<'a> AnyVariables<'a> {
    pub(crate) fn of_fmi2(description: &'a ModelDescription) -> Self {
        let numbered = description.model_variables.variables.iter().enumerate();
        Self::new(FmiVersion::V2, numbered.map(|(index, variable)| AnyVariable::of_fmi2(index, variable)).collect())
    }

    pub(crate) fn of_fmi3(description: &'a fmi3::ModelDescription) -> Self {
        Self::new(FmiVersion::V3, description.variables().iter().map(AnyVariable::of_fmi3).collect())
    }

    fn new(version: FmiVersion, all: Vec<AnyVariable<'a>>) -> Self {
        let places = all.iter().enumerate().rev().map(|(place, variable)| (variable.key, place)).collect();
        Self { version, all, places }
    }

    pub(crate) fn place(&self, key: u32) -> Option<usize> {
        self.places.get(&key).copied()
    }

    pub(crate) fn get(&self, key: u32) -> Option<&AnyVariable<'a>> {
        self.place(key).map(|place| &self.all[place])
    }

    pub(crate) fn numbered(&self) -> impl Iterator<Item = (usize, &AnyVariable<'a>)> {
        self.all.iter().enumerate()
    }

    /// What has this key, for messages.
    pub(crate) fn told(&self, key: u32) -> String {
        let name = self.get(key).map(|variable| shortened(variable.name));
        match (self.version, name) {
            (FmiVersion::V2, Some(name)) => format!("variable {key} {name:?}"),
            (FmiVersion::V2, None) => format!("variable {key}"),
            (FmiVersion::V3, Some(name)) => format!("{name:?}"),
            (FmiVersion::V3, None) => format!("value reference {key}"),
        }
    }
}
