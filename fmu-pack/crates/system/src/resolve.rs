//! What a system means: which component gets which value from where, in its own units.
//!
//! A file has connections through the connectors of inner systems, units at both ends of a connection, and values at connectors and
//! at components, each in a unit of its own. Engines know components only, and do not convert. Here each input of a component gets
//! one connection, with one linear transformation for all that happens on the way, and each component its values as numbers in the
//! units of its variables (SSP 5.4.2 and 5.3.3):
//!
//! ```text
//! root input [mm] ─▶ inner system ─▶ component input [m]          root input ─(× 0.001)─▶ component input
//!   value 5 mm                                             ═▶       component input = 0.005
//! ```
//!
//! On each connection the unit is converted first, unless that is suppressed, and then the transformation is applied, in the unit
//! of its target. A connector of a system without a unit has that of what is connected to it.

use crate::facts::Facts;
use crate::system::{
    Binding, Component, Connection, Connector, ConnectorKind, DataType, End, Inner, Linear, Parameter, Place, System,
};
use crate::unit;
use fmu_import::interface::{Kind, Variable};
use fmu_output::number;
use model_description::schema::BaseUnit;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A system in which nothing is between components.
pub struct Resolved {
    /// Its components have all their values, and no connection leads through an inner system or converts a unit.
    pub system: System,
    /// Values that come to components through connectors of systems, with the names of the components.
    pub(crate) led: Vec<(String, Parameter)>,
    /// Connectors of systems from which a value comes to a component.
    pub(crate) leading: HashSet<End>,
    /// Where units do not measure the same.
    pub(crate) misfits: Vec<Misfit>,
}

/// Why a number cannot be converted.
#[derive(Clone, Copy)]
pub(crate) enum MisfitKind {
    /// The ends of a connection do not measure the same.
    Connection,
    /// A value and what it is for do not.
    Value,
    /// The unit of a value is not defined in its file.
    Undefined,
}

/// Two units between which no number can be converted.
pub(crate) struct Misfit {
    /// The connection or the value.
    pub(crate) subject: String,
    pub(crate) place: Option<Place>,
    /// Names of the units, from and to.
    pub(crate) units: (String, String),
    pub(crate) kind: MisfitKind,
}

/// Resolves a system; `facts` is what is known of the FMU of a component. What does not fit is passed on as it is, and told.
pub fn resolve<'a>(system: &'a System, facts: &dyn Fn(&str) -> Option<&'a Facts>) -> Resolved {
    let inner = system.inner.iter().map(|inner| (inner.name.as_str(), inner)).collect();
    let components = system.components.iter().map(|component| (component.name.as_str(), component)).collect();
    let mut resolver = Resolver { system, facts, components, inner, incoming: HashMap::new(), misfits: Vec::new() };
    for (index, connection) in system.connections.iter().enumerate() {
        resolver.incoming.entry(&connection.to).or_insert(index);
    }
    let mut resolved = System { connections: Vec::new(), inner: Vec::new(), ..system.clone() };
    let (mut led, mut leading): (Vec<(String, Parameter)>, HashSet<End>) = (Vec::new(), HashSet::new());
    for (index, connection) in system.connections.iter().enumerate() {
        if resolver.is_inner(&connection.to) {
            continue;
        }
        let route = resolver.route(index);
        match resolver.end_of(&route) {
            Led::Signal(connection) => resolved.connections.push(connection),
            Led::Value(component, value) => led.push((component, value)),
            Led::Nothing => (),
            Led::Unsupported(what) => resolved.passed_over.push(what),
        }
        if resolver.has_value_of_system(&route) {
            leading.extend(route.connections.iter().map(|connection| connection.from.clone()));
            led.extend(resolver.value_at(&route));
        }
    }
    for component in &mut resolved.components {
        let of_others = led.iter().filter(|(name, _)| *name == component.name).map(|(_, value)| value);
        component.bindings = resolver.bindings(component, of_others);
    }
    Resolved { system: resolved, led, leading, misfits: resolver.misfits }
}

/// Connections that lead one into the other, from a source to a connector of a component or of the system itself.
struct Route<'a> {
    connections: Vec<&'a Connection>,
    /// Where it begins: no connection ends there, or it is at a component or at the system itself.
    origin: &'a End,
}

/// What a route comes to.
enum Led {
    /// A connection.
    Signal(Connection),
    /// A value for a component that never changes.
    Value(String, Parameter),
    /// It begins where no value comes from while the system runs.
    Nothing,
    /// What engines do not do.
    Unsupported(String),
}

struct Resolver<'a, 'b> {
    system: &'a System,
    facts: &'b dyn Fn(&str) -> Option<&'a Facts>,
    /// By name.
    components: HashMap<&'a str, &'a Component>,
    /// By name.
    inner: HashMap<&'a str, &'a Inner>,
    /// The connection that ends at a connector.
    incoming: HashMap<&'a End, usize>,
    misfits: Vec<Misfit>,
}

impl<'a> Resolver<'a, '_> {
    fn is_inner(&self, end: &End) -> bool {
        let Some(name) = end.component.as_deref() else { return false };
        !self.components.contains_key(name) && self.inner.contains_key(name)
    }

    fn connector(&self, end: &End) -> Option<&'a Connector> {
        let connectors = match end.component.as_deref() {
            None => &self.system.connectors,
            Some(name) => match self.components.get(name) {
                Some(component) => &component.connectors,
                None => &self.inner.get(name)?.connectors,
            },
        };
        connectors.iter().find(|connector| connector.name == end.connector)
    }

    /// The way to the end of a connection.
    fn route(&self, last: usize) -> Route<'a> {
        let mut connections = vec![&self.system.connections[last]];
        let mut origin = &self.system.connections[last].from;
        while self.is_inner(origin)
            && let Some(before) = self.incoming.get(origin)
            // Inner systems that lead into each other in a circle have no value.
            && connections.len() <= self.system.inner.len() * 2
        {
            connections.push(&self.system.connections[*before]);
            origin = &self.system.connections[*before].from;
        }
        connections.reverse();
        Route { connections, origin }
    }

    /// The variable of a component at an end.
    fn variable(&self, end: &End) -> Option<(&'a Facts, &'a Variable)> {
        let facts = (self.facts)(end.component.as_deref()?)?;
        Some((facts, facts.interface.find(&end.connector)?))
    }

    /// The unit at an end: that of the connector where it is defined, or else that of the variable.
    fn unit(&self, end: &End) -> (Option<&'a BaseUnit>, &'a str) {
        let connector = self.connector(end).filter(|connector| connector.base_unit.is_some());
        let of_variable = || {
            let (facts, variable) = self.variable(end)?;
            Some((facts.base_unit(variable), variable.unit.as_str()))
        };
        let of_connector = connector.map(|connector| (connector.base_unit.as_ref(), connector.unit.as_str()));
        of_connector.or_else(of_variable).unwrap_or((None, ""))
    }

    fn end_of(&mut self, route: &Route<'a>) -> Led {
        let Some(last) = route.connections.last() else { return Led::Nothing };
        let kind = self.connector(&last.to).map(|connector| connector.kind);
        let is_parameter = last.to.component.is_some() && kind.is_some_and(ConnectorKind::is_parameter);
        if self.is_inner(route.origin) {
            return Led::Nothing;
        }
        if is_parameter && route.origin.component.is_some() {
            return self.constant(route, &last.to);
        }
        let linear = self.along(&route.connections, self.unit(route.origin));
        let transformation = (linear != Linear::IDENTITY).then_some(linear);
        let is_suppressed = route.connections.iter().any(|one| one.suppresses_unit_conversion);
        Led::Signal(Connection {
            within: None,
            from: route.origin.clone(),
            to: last.to.clone(),
            suppresses_unit_conversion: transformation.is_some() || is_suppressed,
            transformation,
            place: last.place.clone(),
        })
    }

    /// A parameter of a component that comes from another component: it must be known before the run.
    fn constant(&mut self, route: &Route<'a>, to: &End) -> Led {
        let what = || Led::Unsupported(format!("the parameter {to}, which {} calculates", route.origin));
        let Some((_, variable)) = self.variable(route.origin) else { return Led::Nothing };
        if variable.variability != "constant" || variable.start.is_empty() {
            return what();
        }
        let value = Parameter::new(&variable.name, crate::assemble::data_type(&variable.kind), variable.start.clone());
        let linear = self.along(&route.connections, self.unit(route.origin));
        let Some(component) = to.component.clone() else { return Led::Nothing };
        Led::Value(component, self.written(&value, to, linear))
    }

    /// It leads from a connector of a system to a component.
    fn has_value_of_system(&self, route: &Route<'a>) -> bool {
        let is_of_system = route.origin.component.is_none() || self.is_inner(route.origin);
        is_of_system && route.connections.last().is_some_and(|last| last.to.component.is_some())
    }

    /// The value that a route has from the connector of a system: of several that with the fewest systems around it.
    fn value_at(&mut self, route: &Route<'a>) -> Option<(String, Parameter)> {
        let to = &route.connections.last()?.to;
        let component = to.component.clone()?;
        let first = |(place, connection): (usize, &&'a Connection)| {
            let value = self.start_at(&connection.from)?;
            Some((place, &connection.from, value))
        };
        let (place, at, value) = route.connections.iter().enumerate().find_map(first)?;
        let (mut linear, mut unit) = self.given(value, at);
        unit = if unit.1.is_empty() { self.unit(at) } else { unit };
        let after = self.along(&route.connections[place..], unit);
        linear = after.after(linear);
        Some((component, self.written(value, to, linear)))
    }

    /// The value of a connector of a system. What is bound later counts more.
    fn start_at(&self, end: &End) -> Option<&'a Parameter> {
        let values = match &end.component {
            None => &self.system.start,
            Some(name) => &self.inner.get(name.as_str())?.start,
        };
        values.iter().rev().find(|value| value.name == end.connector)
    }

    /// What becomes of a value where it is given, and in which unit it then is.
    fn given(&mut self, value: &'a Parameter, at: &End) -> (Linear, (Option<&'a BaseUnit>, &'a str)) {
        let (from, to) = ((value.base_unit.as_ref(), value.unit.as_str()), self.unit(at));
        let is_undefined = from.0.is_none() && !from.1.is_empty() && from.1 != to.1;
        let converted = unit::conversion(from.0, to.0).filter(|_| !is_undefined).unwrap_or_else(|| {
            let units = (value.unit.clone(), to.1.to_string());
            let kind = if is_undefined { MisfitKind::Undefined } else { MisfitKind::Value };
            self.misfits.push(Misfit { subject: at.to_string(), place: value.place.clone(), units, kind });
            Linear::IDENTITY
        });
        let unit = if to.0.is_some() || !to.1.is_empty() { to } else { from };
        (value.transformation.unwrap_or(Linear::IDENTITY).after(converted), unit)
    }

    /// What becomes of a value in a unit on its way.
    fn along(
        &mut self,
        connections: &[&'a Connection],
        (mut unit, mut name): (Option<&'a BaseUnit>, &'a str),
    ) -> Linear {
        let mut linear = Linear::IDENTITY;
        for connection in connections {
            let (target, target_name) = self.unit(&connection.to);
            if !connection.suppresses_unit_conversion {
                match unit::conversion(unit, target) {
                    Some(conversion) => linear = conversion.after(linear),
                    // A transformation may lead from one quantity to another.
                    None if connection.transformation.is_some() => (),
                    None => self.misfits.push(Misfit {
                        subject: format!("{} → {}", connection.from, connection.to),
                        place: connection.place.clone(),
                        units: (name.to_string(), target_name.to_string()),
                        kind: MisfitKind::Connection,
                    }),
                }
            }
            linear = connection.transformation.unwrap_or(Linear::IDENTITY).after(linear);
            let is_as_before = target.is_none() && !connection.suppresses_unit_conversion;
            (unit, name) = if is_as_before { (unit, name) } else { (target, target_name) };
        }
        linear
    }

    /// A value as it stands at a variable of a component.
    fn written(&self, value: &Parameter, to: &End, linear: Linear) -> Parameter {
        let variable = self.variable(to).map(|(_, variable)| variable);
        let number_of = value.value.trim().parse::<f64>().ok().filter(|value| value.is_finite());
        let is_real = variable.is_some_and(|variable| variable.kind == Kind::Real);
        let (data_type, text) = match (value.data_type, number_of) {
            (DataType::Real, Some(given)) if linear != Linear::IDENTITY => (DataType::Real, number(linear.of(given))),
            (DataType::Integer, Some(given)) if is_real => (DataType::Real, number(linear.of(given))),
            (DataType::Real, Some(given))
                if given.fract() == 0.0 && variable.is_some_and(|variable| variable.kind == Kind::Integer) =>
            {
                (DataType::Integer, number(given))
            }
            (data_type, _) => (data_type, value.value.clone()),
        };
        let unit = variable.map(|variable| variable.unit.clone()).unwrap_or_default();
        let base_unit = self.variable(to).and_then(|(facts, variable)| facts.base_unit(variable)).cloned();
        Parameter { place: value.place.clone(), unit, base_unit, ..Parameter::new(&to.connector, data_type, text) }
    }

    /// All values of a component in the units of its variables. What comes through connectors of systems around it counts more than
    /// its own; what its FMU does not have is left out.
    fn bindings<'v>(&mut self, component: &Component, led: impl Iterator<Item = &'v Parameter>) -> Vec<Binding> {
        let Some(own) = self.components.get(component.name.as_str()) else { return Vec::new() };
        let mut values: BTreeMap<String, Parameter> = BTreeMap::new();
        for (name, value) in own.parameters() {
            let end = End { component: Some(component.name.clone()), connector: name.to_string() };
            if (self.facts)(&component.name).is_some() && self.variable(&end).is_none() {
                continue;
            }
            let (linear, _) = self.given(value, &end);
            values.insert(name.to_string(), self.written(value, &end, linear));
        }
        values.extend(led.map(|value| (value.name.clone(), value.clone())));
        let values: Vec<Parameter> = values.into_values().collect();
        if values.is_empty() { Vec::new() } else { vec![Binding { values, source: None, mapping: None }] }
    }
}
