//! Units and enumeration types that the variables of a model use.

use crate::declaration::{self, Dimension, EnumerationType, Model, Quantity, Value};
use crate::schema::{
    BaseUnit, DisplayUnit, EnumerationItems, Item, SimpleType, TypeDefinitions, Unit, UnitDefinitions,
};

/// All units in the order of their first use.
pub fn unit_definitions(quantities: impl Iterator<Item = Quantity>) -> UnitDefinitions {
    let mut units: Vec<Unit> = Vec::new();
    quantities.for_each(|quantity| add(&mut units, quantity));
    UnitDefinitions { units }
}

/// What the variables measure that an importer sees.
pub fn quantities(model: &Model) -> impl Iterator<Item = Quantity> {
    model.reals().filter(|(variable, _)| !variable.is_hidden).map(|(_, real)| real.quantity)
}

fn add(units: &mut Vec<Unit>, quantity: Quantity) {
    let name = quantity.unit.name;
    let known = units.iter().position(|unit| unit.name == name);
    let place = known.unwrap_or_else(|| {
        let base_unit = Some(base_unit(quantity.unit.dimension));
        units.push(Unit { name: name.into(), base_unit, display_units: Vec::new() });
        units.len() - 1
    });
    let display_units = &mut units[place].display_units;
    if let Some(declaration::DisplayUnit { name, factor }) = quantity.display
        && !display_units.iter().any(|display| display.name == name)
    {
        display_units.push(DisplayUnit { name: name.into(), factor: Some(factor), ..DisplayUnit::default() });
    }
}

fn base_unit(dimension: Dimension) -> BaseUnit {
    let exponent = |exponent: i8| (exponent != 0).then_some(i32::from(exponent));
    BaseUnit {
        kg: exponent(dimension.kg),
        m: exponent(dimension.m),
        s: exponent(dimension.s),
        ampere: exponent(dimension.ampere),
        rad: exponent(dimension.rad),
        ..BaseUnit::default()
    }
}

/// All enumeration types in the order of their first use.
pub fn type_definitions(model: &Model) -> Option<TypeDefinitions> {
    let types: Vec<SimpleType> = enumerations(model).into_iter().map(simple_type).collect();
    (!types.is_empty()).then_some(TypeDefinitions { types })
}

/// The enumeration types that an importer sees, in the order of their first use.
pub fn enumerations(model: &Model) -> Vec<&'static EnumerationType> {
    let mut types: Vec<&EnumerationType> = Vec::new();
    for variable in model.integers().filter(|variable| !variable.is_hidden) {
        if let Value::Enumeration { of, .. } = variable.value
            && !types.iter().any(|known| known.name == of.name)
        {
            types.push(of);
        }
    }
    types
}

/// The items of an enumeration with their values.
pub fn items<Number>(of: &EnumerationType, values: impl Iterator<Item = Number>) -> Vec<Item<Number>> {
    let item = |(item, value): (&declaration::EnumerationItem, Number)| Item {
        name: item.name.into(),
        value,
        description: Some(item.description.into()),
    };
    of.items.iter().zip(values).map(item).collect()
}

fn simple_type(of: &EnumerationType) -> SimpleType {
    SimpleType {
        name: of.name.into(),
        description: Some(of.description.into()),
        enumeration: Some(EnumerationItems { items: items(of, 1..) }),
        real: None,
    }
}
