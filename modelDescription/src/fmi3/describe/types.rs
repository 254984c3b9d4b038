//! Units and enumeration types that the variables of a model use.

use crate::declaration::{EnumerationType, Model, unit};
use crate::describe::types;
use crate::fmi3::schema::{TypeDefinition, TypeDefinitions, UnitDefinitions, VariableType};

/// All units in the order of their first use; that of the independent variable is the first.
pub fn unit_definitions(model: &Model) -> UnitDefinitions {
    types::unit_definitions(std::iter::once(unit::TIME).chain(types::quantities(model)))
}

/// All enumeration types in the order of their first use.
pub fn type_definitions(model: &Model) -> Option<TypeDefinitions> {
    let types: Vec<TypeDefinition> = types::enumerations(model).into_iter().map(definition).collect();
    (!types.is_empty()).then_some(TypeDefinitions { types })
}

fn definition(of: &EnumerationType) -> TypeDefinition {
    TypeDefinition {
        variable_type: VariableType::Enumeration,
        name: of.name.into(),
        description: Some(of.description.into()),
        items: types::items(of, 1..),
        ..TypeDefinition::default()
    }
}
