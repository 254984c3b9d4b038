//! Connections: each input has one source, and units that fit.

use super::names::Found;
use super::{Assembly, data_type};
use crate::definition::{Quantity, Wire};
use crate::document::Node;
use crate::system::{Connection, DataType, End, Linear};
use crate::unit::{self, Exponents};
use model_description::configuration::ConfigurationError;
use std::collections::HashMap;

impl<'a> Assembly<'a> {
    /// All connections, in the order of the file.
    pub(super) fn connections(&self) -> Result<Vec<Connection>, ConfigurationError> {
        let definition = self.definition;
        let mut connections = Vec::new();
        let mut sources = Sources { assembly: self, lines: HashMap::new() };
        for wire in &definition.connections {
            let to = self.find(&wire.to, "input", &wire.place)?;
            let from = self.find(&wire.from, "output", &wire.place)?;
            sources.take(&to.end, &wire.place)?;
            let transformation = self.transformation(wire, &from, &to)?;
            let is_said = wire.factor.is_some() || wire.offset.is_some();
            connections.push(Connection {
                within: None,
                from: from.end,
                to: to.end,
                suppresses_unit_conversion: is_said || transformation.is_some(),
                transformation,
                place: None,
            });
        }
        for port in &definition.inputs {
            let mut first: Option<Found<'a>> = None;
            for name in &port.ends {
                let to = self.find(name, "input", &port.place)?;
                sources.take(&to.end, &port.place)?;
                let from = End { component: None, connector: port.name.clone() };
                let transformation = first.as_ref().map_or(Ok(None), |first| self.same(first, &to, &port.place))?;
                connections.push(Connection {
                    within: None,
                    from,
                    to: to.end.clone(),
                    suppresses_unit_conversion: transformation.is_some(),
                    transformation,
                    place: None,
                });
                first.get_or_insert(to);
            }
        }
        for port in &definition.outputs {
            if definition.inputs.iter().any(|input| input.name == port.name) {
                let problem = "is an input of the system too; names of inputs and outputs must differ";
                return Err(definition.document.error(&port.place, problem));
            }
            for name in &port.ends {
                let from = self.find(name, "output", &port.place)?;
                let to = End { component: None, connector: port.name.clone() };
                connections.push(Connection {
                    within: None,
                    from: from.end,
                    to,
                    transformation: None,
                    suppresses_unit_conversion: false,
                    place: None,
                });
            }
        }
        Ok(connections)
    }

    /// What becomes of an input of the system that leads to two inputs of different units: it has that of the first.
    fn same(&self, first: &Found<'_>, to: &Found<'_>, place: &Node) -> Result<Option<Linear>, ConfigurationError> {
        let names = (first.end.to_string(), to.end.to_string());
        self.between((first, &names.0), (to, &names.1), (None, None), place)
    }

    fn transformation(
        &self,
        wire: &Wire,
        from: &Found<'_>,
        to: &Found<'_>,
    ) -> Result<Option<Linear>, ConfigurationError> {
        self.between((from, &wire.from), (to, &wire.to), (wire.factor, wire.offset), &wire.place)
    }

    fn between(
        &self,
        (from, from_name): (&Found<'_>, &str),
        (to, to_name): (&Found<'_>, &str),
        (factor, offset): (Option<Quantity>, Option<Quantity>),
        place: &Node,
    ) -> Result<Option<Linear>, ConfigurationError> {
        let error = |problem: String| Err(self.definition.document.error(place, problem));
        let types = (data_type(&from.variable.kind), data_type(&to.variable.kind));
        if types.0 != types.1 {
            return error(format!(
                "{from_name} is of type {}, {to_name} of type {}; both ends must have the same",
                types.0.name(),
                types.1.name()
            ));
        }
        if types.0 != DataType::Real {
            return match (factor, offset) {
                (None, None) => Ok(None),
                _ => {
                    error(format!("a factor or offset is for Real variables; {to_name} is of type {}", types.0.name()))
                }
            };
        }
        let units = (from.model.facts.base_unit(from.variable), to.model.facts.base_unit(to.variable));
        let written = |found: &Found<'_>| match found.variable.unit.as_str() {
            "" => "no unit".to_string(),
            unit => format!("the unit {unit}"),
        };
        let target = units.1.map(unit::exponents);
        let offset_in_base = match offset {
            Some(Quantity { dimension: Some(dimension), value }) => {
                let given = unit::of_dimension(dimension);
                if target.is_some_and(|target| target != given) {
                    return error(format!(
                        "the offset measures {}, but {to_name} has {}",
                        unit::spoken(given),
                        written(to)
                    ));
                }
                Some(value)
            }
            Some(Quantity { dimension: None, value }) => {
                Some(value * units.1.and_then(|unit| unit.factor).unwrap_or(1.0))
            }
            None => None,
        };
        // A plain number says what one unit of the source is in units of the input.
        if let Some(Quantity { value, dimension: None }) = factor {
            let scale = units.1.and_then(|unit| unit.factor).unwrap_or(1.0);
            let linear = Linear { factor: value, offset: offset_in_base.unwrap_or(0.0) / scale };
            return Ok((linear != Linear::IDENTITY).then_some(linear));
        }
        let given: Exponents = factor.and_then(|factor| factor.dimension).map_or([0; 8], unit::of_dimension);
        if let (Some(source), Some(target)) = (units.0.map(unit::exponents), target) {
            let arriving = unit::product(source, given);
            if arriving != target {
                let after = if factor.is_some() {
                    format!(" and {} with the factor", unit::spoken(arriving))
                } else {
                    String::new()
                };
                return error(format!(
                    "{from_name} has {}{after}, {to_name} has {}: they do not measure the same; a factor with a unit, as in \
                     {{ from = \"{from_name}\", factor = \"2 {}\" }}, can lead from one to the other",
                    written(from),
                    written(to),
                    unit::spoken(unit::product(target, source.map(|exponent| -exponent)))
                ));
            }
        }
        let base = Linear { factor: factor.map_or(1.0, |factor| factor.value), offset: offset_in_base.unwrap_or(0.0) };
        let linear = match units {
            (Some(_), Some(_)) => unit::between(units.0, base, units.1),
            _ => base,
        };
        Ok((linear != Linear::IDENTITY).then_some(linear))
    }
}

/// Where each input has its value from.
struct Sources<'a, 'b> {
    assembly: &'b Assembly<'a>,
    lines: HashMap<End, usize>,
}

impl Sources<'_, '_> {
    fn take(&mut self, end: &End, place: &Node) -> Result<(), ConfigurationError> {
        match self.lines.insert(end.clone(), place.position.line) {
            Some(line) => {
                let problem = format!("{end} has a source already, in line {line}; an input has one");
                Err(self.assembly.definition.document.error(place, problem))
            }
            None => Ok(()),
        }
    }
}
