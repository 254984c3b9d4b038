//! What is wrong with a system in an SSP file: names, connections, units, values. The FMUs themselves are checked elsewhere.

use crate::assemble::{algebraic_loop, data_type};
use crate::facts::Facts;
use crate::resolve::{Misfit, MisfitKind, Resolved, resolve};
use crate::ssp::{Package, ReadError, STRUCTURE};
use crate::system::{Component, Connection, Connector, ConnectorKind, DataType, End, Parameter, Place};
use crate::unit;
use fmu_import::interface::{Kind, Variable, nearest};
use model_description::schema::BaseUnit;
use model_description::{Severity, counted};
use std::collections::{BTreeMap, HashSet};

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Id of the rule.
    pub rule: &'static str,
    /// What it is about: a component, connector or connection.
    pub subject: String,
    /// Where that stands, if it is in one place.
    pub place: Option<Place>,
    /// What, as a sentence.
    pub text: String,
    /// How bad.
    pub severity: Severity,
    /// It is against a rule of SSP, but no value of a run depends on it.
    pub is_formal: bool,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let place = self.place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
        write!(formatter, "{severity} {} {place}{}: {}", self.rule, self.subject, self.text)
    }
}

/// Checks the structure of a system against its FMUs, of which [`Package::facts`] knows what is to be known.
pub fn check<'a>(package: &'a Package, facts: &'a BTreeMap<&'a str, Result<Facts, ReadError>>) -> Vec<Problem> {
    let mut check = Check { package, facts, problems: Vec::new(), count: 0, has_hidden_error: false };
    let resolved = resolve(&package.system, &|name| check.of_component(name));
    check.general();
    check.definitions();
    for component in &package.system.components {
        check.component(component);
    }
    check.values(&resolved);
    check.connections();
    check.units(&resolved.misfits);
    check.inputs();
    check.loops(&resolved.system.connections);
    check.finish()
}

impl Problem {
    /// A value that a run does not use.
    pub fn is_ignored_value(&self) -> bool {
        self.rule == IGNORED_VALUE
    }
}

const IGNORED_VALUE: &str = "SS-PARAMETER-01";

/// The first error on which a run depends, if there is one, with the number of the others.
pub fn refuse_errors(problems: &[Problem]) -> Result<(), ReadError> {
    let stops = |problem: &&Problem| problem.severity == Severity::Error && !problem.is_formal;
    let mut errors = problems.iter().filter(stops);
    let Some(first) = errors.next() else { return Ok(()) };
    let more = match errors.count() {
        0 => String::new(),
        count => format!("; `fmu-pack check` tells of {count} more"),
    };
    let (file, line) = first.place.as_ref().map_or((STRUCTURE, 1), |place| (&*place.file, place.line));
    let problem = format!("{}: {}{more}", first.subject, first.text);
    Err(ReadError::File { file: file.to_string(), line, problem })
}

/// Problems that are told: who has more does not read them.
const MOST: usize = 10_000;

struct Check<'a> {
    package: &'a Package,
    facts: &'a BTreeMap<&'a str, Result<Facts, ReadError>>,
    problems: Vec<Problem>,
    /// Also of those that are not told.
    count: usize,
    has_hidden_error: bool,
}

impl<'a> Check<'a> {
    fn error(&mut self, rule: &'static str, at: (&Option<Place>, &str), text: impl ToString) {
        self.tell((rule, Severity::Error, false), at, &text);
    }

    fn formal_error(&mut self, rule: &'static str, at: (&Option<Place>, &str), text: impl ToString) {
        self.tell((rule, Severity::Error, true), at, &text);
    }

    fn warning(&mut self, rule: &'static str, at: (&Option<Place>, &str), text: impl ToString) {
        self.tell((rule, Severity::Warning, false), at, &text);
    }

    fn tell(
        &mut self,
        (rule, severity, is_formal): (&'static str, Severity, bool),
        (place, subject): (&Option<Place>, &str),
        text: &dyn ToString,
    ) {
        self.count += 1;
        if self.count <= MOST {
            let (subject, place, text) = (subject.to_string(), place.clone(), text.to_string());
            self.problems.push(Problem { rule, subject, place, text, severity, is_formal });
        } else if severity == Severity::Error {
            self.has_hidden_error = true;
        }
    }

    fn finish(mut self) -> Vec<Problem> {
        if let Some(more) = self.count.checked_sub(MOST).filter(|more| *more > 0) {
            let severity = if self.has_hidden_error { Severity::Error } else { Severity::Warning };
            let (subject, text) =
                (self.package.system.name.clone(), format!("beside these: {}", counted(more, "problem")));
            let rule = "SS-MANY-01";
            self.problems.push(Problem { rule, subject, place: None, text, severity, is_formal: false });
        }
        self.problems
    }

    /// What is known of the FMU of a component, if it can be read.
    fn facts(&self, component: &Component) -> Option<&'a Facts> {
        self.facts.get(component.source.as_str())?.as_ref().ok()
    }

    fn of_component(&self, name: &str) -> Option<&'a Facts> {
        self.facts(self.package.system.component(name)?)
    }

    fn general(&mut self) {
        let system = &self.package.system;
        if system.components.is_empty() && system.passed_over.is_empty() {
            self.error("SS-COMPONENT-01", (&None, &system.name), "the system has no component");
        }
        if system.version != "1.0" {
            let text = format!("the version is {:?}; ecos reads 1.0 only", system.version);
            self.warning("SS-VERSION-01", (&None, &system.name), text);
        }
        for what in &system.passed_over {
            self.warning("SS-STRUCTURE-01", (&None, &system.name), format!("{what} was not checked"));
        }
        let mut seen = HashSet::new();
        let components = system.components.iter().map(|component| (&component.name, &component.place));
        for (name, place) in components.chain(system.inner.iter().map(|inner| (&inner.name, &inner.place))) {
            if name.is_empty() || name.ends_with('.') || !seen.insert(name) {
                self.error("SS-COMPONENT-02", (place, name), "there are two elements of this name; names must differ");
            }
        }
        for value in &system.ignored {
            let text = "a value for it is in vain, no component and no connector of the system has this name";
            self.warning(IGNORED_VALUE, (&value.place, &value.name), text);
        }
    }

    /// What SSP wants defined in the file: units and enumerations of connectors.
    fn definitions(&mut self) {
        let system = &self.package.system;
        let of_system = system.connectors.iter().map(|connector| (connector.name.clone(), connector, None));
        let components = system.components.iter().map(|one| (&one.name, &one.connectors, self.facts(one)));
        let owners = components.chain(system.inner.iter().map(|one| (&one.name, &one.connectors, None)));
        let of_owners = owners.flat_map(|(owner, list, facts)| {
            list.iter().map(move |connector| (format!("{owner}.{}", connector.name), connector, facts))
        });
        let all: Vec<_> = of_system.chain(of_owners).collect();
        for (place, connector, facts) in all {
            let variable = facts.and_then(|facts: &Facts| facts.interface.find(&connector.name));
            let own_unit = variable.map(|variable| &variable.unit);
            let Connector { unit, base_unit, enumeration, .. } = connector;
            if !unit.is_empty() && base_unit.is_none() {
                let near = nearest(unit, system.units.keys().map(String::as_str));
                let text = format!("the unit {unit:?} is not defined in ssd:Units{near}");
                let at = (&connector.place, place.as_str());
                // The FMU says what it is.
                if own_unit == Some(unit) {
                    self.formal_error("SS-UNIT-03", at, text);
                } else {
                    self.error("SS-UNIT-03", at, text);
                }
            }
            if !enumeration.is_empty() && !system.enumerations.contains_key(enumeration) {
                let text = format!("the enumeration {enumeration:?} is not defined in ssd:Enumerations");
                self.formal_error("SS-ENUMERATION-01", (&connector.place, &place), text);
            }
        }
    }

    fn component(&mut self, component: &'a Component) {
        match self.facts.get(component.source.as_str()) {
            Some(Err(error)) => self.error("SS-SOURCE-01", (&component.place, &component.name), error),
            Some(Ok(facts)) => {
                self.connectors(component, facts);
                for value in component.bindings.iter().flat_map(|binding| &binding.values) {
                    self.value(component, value, facts);
                }
            }
            None => (),
        }
    }

    fn connectors(&mut self, component: &Component, facts: &Facts) {
        let mut seen = HashSet::new();
        for connector in &component.connectors {
            let place = format!("{}.{}", component.name, connector.name);
            if !seen.insert(&connector.name) {
                self.error("SS-CONNECTOR-01", (&connector.place, &place), "the connector is there twice");
            }
            let Some(variable) = facts.interface.find(&connector.name) else {
                let near = nearest(&connector.name, facts.interface.variables.iter().map(|v| v.name.as_str()));
                self.error(
                    "SS-CONNECTOR-02",
                    (&connector.place, &place),
                    format!("the FMU has no such variable{near}"),
                );
                continue;
            };
            if !fits(connector.kind, variable.causality) {
                let (kind, causality) = (connector.kind.name(), variable.causality);
                let text = format!("the connector is of the kind {kind}, the variable of causality {causality}");
                self.error("SS-CONNECTOR-03", (&connector.place, &place), text);
            }
            let own = data_type(&variable.kind);
            if let Some(listed) = connector.data_type.filter(|listed| *listed != own) {
                let text = format!("the connector is of type {}, the variable of type {}", listed.name(), own.name());
                self.error("SS-CONNECTOR-04", (&connector.place, &place), text);
            }
            self.unit_of_connector(connector, &place, facts.base_unit(variable), &variable.unit);
        }
    }

    /// A connector has the unit of its variable, of which the numbers are passed on.
    fn unit_of_connector(&mut self, connector: &Connector, place: &str, of_variable: Option<&BaseUnit>, unit: &str) {
        let (Some(own), Some(of_variable)) = (&connector.base_unit, of_variable) else { return };
        if !unit::are_the_same(own, of_variable) {
            let text = format!(
                "the connector is in {}, its variable in {unit}: it must have the unit of the variable or none, and connections and \
                 values are converted to it",
                connector.unit
            );
            self.error("SS-UNIT-06", (&connector.place, place), text);
        }
    }

    fn value(&mut self, component: &Component, value: &Parameter, facts: &Facts) {
        let place = format!("{}.{}", component.name, value.name);
        let Some(variable) = facts.interface.find(&value.name) else {
            let near = nearest(&value.name, facts.interface.variables.iter().map(|v| v.name.as_str()));
            self.warning(
                IGNORED_VALUE,
                (&value.place, &place),
                format!("a value for it is in vain, the FMU has no such variable{near}"),
            );
            return;
        };
        if !matches!(variable.causality, "parameter" | "structuralParameter" | "input") {
            let text = format!("a value is for a variable of causality {}, which cannot be set", variable.causality);
            self.error("SS-PARAMETER-02", (&value.place, &place), text);
        }
        if let Err(problem) = readable(value, &variable.kind) {
            self.error("SS-PARAMETER-03", (&value.place, &place), problem);
        }
        self.unit_of_value(value, &place, facts.base_unit(variable), &variable.unit);
    }

    /// What components get in the end, also through connectors of systems, in the units of their variables.
    fn values(&mut self, resolved: &Resolved) {
        let system = &self.package.system;
        let of_inner = system.inner.iter().flat_map(|inner| inner.start.iter().map(|value| (Some(&inner.name), value)));
        for (owner, value) in system.start.iter().map(|value| (None, value)).chain(of_inner) {
            let end = End { component: owner.cloned(), connector: value.name.clone() };
            if !resolved.leading.contains(&end) {
                let text = "a value for it is in vain, the connector leads it to no component";
                self.warning(IGNORED_VALUE, (&value.place, &end.to_string()), text);
            }
        }
        let led = resolved.led.iter();
        for (name, value) in led {
            let Some((facts, place)) = self.of_component(name).zip(Some(format!("{name}.{}", value.name))) else {
                continue;
            };
            let Some(variable) = facts.interface.find(&value.name) else { continue };
            if let Err(problem) = readable(value, &variable.kind) {
                self.error("SS-PARAMETER-03", (&value.place, &place), problem);
            }
        }
        for component in &resolved.system.components {
            let Some(facts) = self.facts(component) else { continue };
            for value in component.parameters().into_values() {
                let Some(variable) = facts.interface.find(&value.name) else { continue };
                if let Err(allowed) = within_limits(value, variable) {
                    let text = format!("the value is {}; it must be {allowed}", value.value.trim());
                    self.error("SS-PARAMETER-04", (&value.place, &format!("{}.{}", component.name, value.name)), text);
                }
            }
        }
    }

    /// Units without a definition cannot be converted.
    fn unit_of_value(&mut self, value: &Parameter, place: &str, of_variable: Option<&BaseUnit>, unit: &str) {
        // A unit that is not defined itself cannot be converted at all.
        if value.base_unit.is_none() || value.unit == unit || of_variable.is_some() {
            return;
        }
        let (given, own) = (&value.unit, shown(unit));
        let text =
            format!("the value is in {given}, the variable in {own}; without a definition of that it is not converted");
        self.warning("SS-UNIT-05", (&value.place, place), text);
    }

    /// Values and connections between units that do not measure the same.
    fn units(&mut self, misfits: &[Misfit]) {
        for Misfit { subject, place, units: (from, to), kind } in misfits {
            let to = shown(to);
            let (rule, text) = match kind {
                MisfitKind::Connection => {
                    ("SS-UNIT-01", format!("leads from {from} to {to}, which do not measure the same"))
                }
                MisfitKind::Value => (
                    "SS-UNIT-04",
                    format!("the value is in {from}, the variable in {to}; they do not measure the same"),
                ),
                MisfitKind::Undefined => (
                    "SS-UNIT-05",
                    format!("the value is in {from}, which its file does not define, the variable in {to}"),
                ),
            };
            self.error(rule, (place, subject), text);
        }
    }

    fn connections(&mut self) {
        let mut sources: BTreeMap<&End, &End> = BTreeMap::new();
        for connection in &self.package.system.connections {
            let place = format!("{} → {}", connection.from, connection.to);
            let ends = [(&connection.from, false), (&connection.to, true)];
            let (at, within) = ((&connection.place, place.as_str()), connection.within.as_ref());
            let is_known = ends.map(|(end, is_target)| self.end(at, within, end, is_target)) == [true, true];
            if let Some(other) = sources.insert(&connection.to, &connection.from) {
                let text = format!("{} has a source already, {other}; an input has one", connection.to);
                self.error("SS-CONNECTION-03", (&connection.place, &place), text);
            }
            if is_known {
                self.fit((&connection.place, &place), connection);
            }
        }
    }

    /// An end is there and has the right direction.
    fn end(&mut self, at: (&Option<Place>, &str), within: Option<&String>, end: &End, is_target: bool) -> bool {
        let system = &self.package.system;
        let Some(connectors) = system.connectors_of(end.component.as_deref()) else {
            if system.passed_over.is_empty() {
                let components = system.components.iter().map(|component| component.name.as_str());
                let names = components.chain(system.inner.iter().map(|inner| inner.name.as_str()));
                let name = end.component.as_deref().unwrap_or_default();
                self.error("SS-CONNECTION-01", at, format!("there is no component {name:?}{}", nearest(name, names)));
            }
            return false;
        };
        if connectors.iter().all(|connector| connector.name != end.connector) {
            let near = nearest(&end.connector, connectors.iter().map(|connector| connector.name.as_str()));
            self.error("SS-CONNECTION-01", at, format!("there is no connector {end}{near}"));
            return false;
        }
        let Some(takes) = system.takes(end, within) else { return true };
        if takes != is_target {
            let (is, must) = if is_target { ("end", "take") } else { ("begin", "give") };
            self.error(
                "SS-CONNECTION-02",
                at,
                format!("a connection cannot {is} at {end}, which does not {must} a value"),
            );
        }
        takes == is_target
    }

    /// Types and units of both ends.
    fn fit(&mut self, at: (&Option<Place>, &str), connection: &Connection) {
        let system = &self.package.system;
        let (Some(from), Some(to)) = (system.connector(&connection.from), system.connector(&connection.to)) else {
            return;
        };
        if let (Some(from), Some(to)) = (from.data_type, to.data_type)
            && from != to
        {
            let text = format!("leads from type {} to type {}", from.name(), to.name());
            let is_counted = |data_type| matches!(data_type, DataType::Integer | DataType::Enumeration);
            if is_counted(from) && is_counted(to) {
                // SSP leaves it to tools.
                self.warning("SS-CONNECTION-04", at, format!("{text}; FMPy and OMSimulator pass on the number"));
            } else {
                self.error("SS-CONNECTION-04", at, text);
            }
        }
        let is_parameter = to.kind.is_parameter() && connection.to.component.is_some();
        let is_open = matches!(from.kind, ConnectorKind::InOut | ConnectorKind::Unspecified);
        let is_known = from.kind.is_parameter()
            || matches!(from.kind, ConnectorKind::CalculatedParameter | ConnectorKind::Constant);
        if is_parameter && !is_known && !is_open {
            let text =
                format!("leads from the kind {} to a parameter, which must be known before the run", from.kind.name());
            self.error("SS-CONNECTION-05", at, text);
        }
        let (Some(a), Some(b)) = (&from.base_unit, &to.base_unit) else { return };
        let is_converted = unit::exponents(a) == unit::exponents(b) && !unit::are_the_same(a, b);
        if is_converted && connection.transformation.is_none() && !connection.suppresses_unit_conversion {
            let text = format!(
                "leads from {} to {} without an ssc:LinearTransformation; libcosim, ecos and FMPy do not convert, \
                 `fmu-pack run` does",
                from.unit, to.unit
            );
            self.warning("SS-UNIT-02", at, text);
        }
    }

    fn inputs(&mut self) {
        let system = &self.package.system;
        let connected: HashSet<&End> = system.connections.iter().map(|connection| &connection.to).collect();
        for component in &system.components {
            let Some(facts) = self.facts(component) else { continue };
            let values = component.parameters();
            for variable in facts.interface.with_causality("input") {
                let end = End { component: Some(component.name.clone()), connector: variable.name.clone() };
                if !connected.contains(&end) && !values.contains_key(variable.name.as_str()) {
                    let text = format!("the input has no source and no value; it stays at {}", variable.start);
                    self.warning("SS-INPUT-01", (&component.place, &end.to_string()), text);
                }
            }
        }
    }

    fn loops(&mut self, connections: &[Connection]) {
        if let Some(found) = algebraic_loop(connections, &|name| self.of_component(name)) {
            let sentence = found.sentence(connections);
            self.warning("SS-LOOP-01", (&None, &self.package.system.name), sentence);
        }
    }
}

/// A connector of this kind can be a variable of this causality. Local variables may be shown as outputs, and a parameter as one of
/// another kind.
fn fits(kind: ConnectorKind, causality: &str) -> bool {
    match kind {
        ConnectorKind::Input => causality == "input",
        ConnectorKind::Output => matches!(causality, "output" | "local"),
        ConnectorKind::InOut
        | ConnectorKind::Parameter
        | ConnectorKind::StructuralParameter
        | ConnectorKind::CalculatedParameter
        | ConnectorKind::Constant
        | ConnectorKind::Local
        | ConnectorKind::Unspecified => true,
    }
}

/// A unit, or that there is none.
fn shown(unit: &str) -> &str {
    if unit.is_empty() { "no unit" } else { unit }
}

/// What the variable takes instead of a value that is beyond its limits.
fn within_limits(value: &Parameter, variable: &Variable) -> Result<(), String> {
    let is_number = matches!(value.data_type, DataType::Real | DataType::Integer);
    let has_limits = matches!(variable.kind, Kind::Real | Kind::Integer);
    let number = value.value.trim().parse::<f64>().ok().filter(|_| is_number && has_limits);
    number.map_or(Ok(()), |number| variable.check_limits(number))
}

/// Whether a value is one of its type, and of the variable that it is for. Error: what is wrong.
fn readable(value: &Parameter, kind: &Kind) -> Result<(), String> {
    let text = value.value.trim();
    let is_value = match value.data_type {
        DataType::Real => text.parse::<f64>().is_ok_and(f64::is_finite),
        DataType::Integer => text.parse::<i64>().is_ok(),
        DataType::Boolean => matches!(text, "true" | "false" | "0" | "1"),
        DataType::Enumeration | DataType::String | DataType::Binary => true,
    };
    let given: String = value.value.chars().take(80).collect();
    if !is_value {
        return Err(format!("{given:?} is no value of type {}", value.data_type.name()));
    }
    match kind {
        Kind::Enumeration(items) if value.data_type == DataType::Enumeration => {
            let mut names = items.iter().map(|item| item.name.as_str());
            let near = || nearest(text, items.iter().map(|item| item.name.as_str()));
            let problem = || format!("{given:?} is no item of the enumeration of the variable{}", near());
            if names.any(|name| name == text) { Ok(()) } else { Err(problem()) }
        }
        Kind::Real
        | Kind::Integer
        | Kind::Boolean
        | Kind::String
        | Kind::Binary
        | Kind::Clock
        | Kind::Enumeration(_) => Ok(()),
    }
}
