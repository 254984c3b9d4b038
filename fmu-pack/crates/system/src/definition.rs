//! What a system file says, before any FMU is looked at.
//!
//! ```toml
//! name = "ElevatorLoop"
//! step_size = "1 ms"
//! stop_time = 2
//!
//! [component.lever]
//! fmu = "lever.fmu"                       # any FMU,
//! [component.servo]
//! configuration = "elevator.toml"         # one that is built from a configuration,
//! start.load_torque = "2.5 kN.m"          # with values of its own
//! [component.load]
//! model = "MotionTransmission"            # or a declared model
//!
//! [connect]                               # each input has one source
//! servo.command = "lever.position"
//! load.motor_torque = { from = "servo.position", factor = "45 kN.m/rad" }
//!
//! [input]                                 # inputs of the system
//! push = "lever.motor_torque"
//! [output]                                # outputs of the system
//! surface = "load.position"
//! ```

use crate::document::{Document, Node, Value};
use model_description::configuration::{ConfigurationError, Measured, measure, text_of};
use model_description::declaration::Dimension;
use model_description::nearest;
use std::path::{Path, PathBuf};

/// A system file.
pub struct Definition {
    pub(crate) document: Document,
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) experiment: Experiment,
    pub(crate) allow_algebraic_loops: bool,
    pub(crate) components: Vec<Part>,
    pub(crate) connections: Vec<Wire>,
    pub(crate) inputs: Vec<Port>,
    pub(crate) outputs: Vec<Port>,
    pub(crate) parameters: Vec<Shared>,
}

/// Times of the default experiment, in s.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Experiment {
    /// Begin.
    pub start_time: f64,
    /// End.
    pub stop_time: Option<f64>,
    /// Communication step.
    pub step_size: Option<f64>,
}

/// Where the FMU of a component comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// A file.
    Fmu(PathBuf),
    /// Built from a configuration file.
    Configuration(PathBuf),
    /// A declared model, by its name.
    Model(String),
}

/// A component.
pub(crate) struct Part {
    pub(crate) name: String,
    /// What says where the FMU comes from, for messages.
    pub(crate) place: Node,
    pub(crate) source: Source,
    pub(crate) step_size: Option<f64>,
    /// Start values by the names of variables.
    pub(crate) start: Vec<(String, Node)>,
}

/// A connection.
pub(crate) struct Wire {
    /// The input.
    pub(crate) to: String,
    /// Its source.
    pub(crate) from: String,
    pub(crate) factor: Option<Quantity>,
    pub(crate) offset: Option<Quantity>,
    pub(crate) place: Node,
}

/// A number, with its dimension if it has a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Quantity {
    pub(crate) value: f64,
    pub(crate) dimension: Option<Dimension>,
}

/// An input or output of the system.
pub(crate) struct Port {
    pub(crate) name: String,
    /// Variables of components: one for an output, any number for an input.
    pub(crate) ends: Vec<String>,
    pub(crate) place: Node,
}

/// A value that parameters of several components share.
pub(crate) struct Shared {
    pub(crate) name: String,
    pub(crate) value: Node,
    pub(crate) targets: Vec<String>,
    pub(crate) place: Node,
}

/// Keys of each table.
const KEYS: &[&str] = &[
    "name",
    "description",
    "start_time",
    "stop_time",
    "step_size",
    "allow_algebraic_loops",
    "component",
    "connect",
    "input",
    "output",
    "parameter",
];
const COMPONENT_KEYS: &[&str] = &["fmu", "configuration", "model", "step_size", "start"];
const WIRE_KEYS: &[&str] = &["from", "factor", "offset"];
const SHARED_KEYS: &[&str] = &["value", "to"];

impl Definition {
    /// Reads a system file.
    pub fn read(path: &Path) -> Result<Self, ConfigurationError> {
        Self::parse(&text_of(path)?, path)
    }

    /// The file is that of a system, and no configuration of an FMU: it has components. What cannot be read is none.
    pub fn is_at(path: &Path) -> bool {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        Document::parse(&text, path).is_ok_and(|document| document.root.get("component").is_some())
    }

    /// The system that `text` describes; `path` is for messages, and for files that it names relative to itself.
    pub fn parse(text: &str, path: &Path) -> Result<Self, ConfigurationError> {
        let document = Document::parse(text, path)?;
        let root = document.root.clone();
        refuse_unknown(&document, &root, KEYS)?;
        let boolean = |node: &Node| match node.value {
            Value::Boolean(value) => Ok(value),
            Value::Number(_) | Value::Text(_) | Value::List(_) | Value::Table(_) | Value::Other => {
                Err(document.error(node, "must be true or false"))
            }
        };
        Ok(Self {
            name: name(&document)?,
            description: root.get("description").map_or(Ok(""), |node| document.text(node))?.to_string(),
            experiment: experiment(&document)?,
            allow_algebraic_loops: root.get("allow_algebraic_loops").map_or(Ok(false), boolean)?,
            components: components(&document)?,
            connections: connections(&document)?,
            inputs: ports(&document, "input", Multiplicity::Any)?,
            outputs: ports(&document, "output", Multiplicity::One)?,
            parameters: shared(&document)?,
            document,
        })
    }

    /// The file as it was named.
    pub fn path(&self) -> &Path {
        self.document.path()
    }

    /// Name of the system.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where the FMUs of the components come from, in the order of the components.
    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        self.components.iter().map(|part| &part.source)
    }

    /// The line that says where the FMU of a component comes from, with a problem of it.
    pub fn source_error(&self, component: usize, problem: impl Into<String>) -> ConfigurationError {
        self.document.error(&self.components[component].place, problem)
    }
}

fn refuse_unknown(document: &Document, table: &Node, known: &[&str]) -> Result<(), ConfigurationError> {
    for (key, node) in document.table(table)? {
        if !known.contains(&key.as_str()) {
            let near = nearest(key, known.iter().copied());
            let near = if near.is_empty() { String::new() } else { format!("; the nearest is {}", near[0]) };
            return Err(document.error(node, format!("unknown key; allowed are {}{near}", known.join(", "))));
        }
    }
    Ok(())
}

/// A name that any engine takes: it is part of dotted paths and of file names.
fn checked_name(document: &Document, name: &str, node: &Node, what: &str) -> Result<(), ConfigurationError> {
    const LONGEST: usize = 100;
    let is_fine = model_description::validation::is_c_identifier(name) && name.len() <= LONGEST;
    let problem = format!(
        "{name:?} is no name of {what}; letters, digits and _ are allowed, the first not a digit, at most {LONGEST}"
    );
    if is_fine { Ok(()) } else { Err(document.error(node, problem)) }
}

fn name(document: &Document) -> Result<String, ConfigurationError> {
    let Some(node) = document.root.get("name") else {
        return Err(document.general_error("the key \"name\" is missing; it is the name of the system"));
    };
    let name = document.text(node)?;
    checked_name(document, name, node, "a system")?;
    Ok(name.to_string())
}

fn experiment(document: &Document) -> Result<Experiment, ConfigurationError> {
    let time = |key: &str| document.root.get(key).map(|node| duration(document, node)).transpose();
    let experiment = Experiment {
        start_time: time("start_time")?.unwrap_or(0.0),
        stop_time: time("stop_time")?,
        step_size: time("step_size")?,
    };
    let positive = |key: &str, value: Option<f64>, least: f64| match (document.root.get(key), value) {
        (Some(node), Some(value)) if value <= least => {
            Err(document.error(node, format!("must be greater than {least} s")))
        }
        (Some(_) | None, Some(_) | None) => Ok(()),
    };
    positive("step_size", experiment.step_size, 0.0)?;
    positive("stop_time", experiment.stop_time, experiment.start_time)?;
    Ok(experiment)
}

fn duration(document: &Document, node: &Node) -> Result<f64, ConfigurationError> {
    let quantity = quantity(document, node)?;
    let is_time = quantity.dimension.is_none_or(|dimension| dimension == Dimension { s: 1, ..Dimension::default() });
    if is_time { Ok(quantity.value) } else { Err(document.error(node, "must be a time, such as 0.001 or \"1 ms\"")) }
}

/// A number, which is in SI units, or a text with a unit of its own.
pub(crate) fn quantity(document: &Document, node: &Node) -> Result<Quantity, ConfigurationError> {
    let read = |text: &str| measure(text).map_err(|problem| document.error(node, problem));
    match &node.value {
        Value::Number(digits) => read(digits).map(|(measured, _)| Quantity { value: measured.value, dimension: None }),
        Value::Text(text) => {
            let (Measured { value, dimension }, has_unit) = read(text)?;
            Ok(Quantity { value, dimension: has_unit.then_some(dimension) })
        }
        Value::Boolean(_) | Value::List(_) | Value::Table(_) | Value::Other => {
            Err(document.error(node, "must be a number, or a text with a unit such as \"1 ms\""))
        }
    }
}

fn components(document: &Document) -> Result<Vec<Part>, ConfigurationError> {
    let missing = || document.general_error("there is no [component.NAME]; a system has at least one");
    let table = document.table(document.root.get("component").ok_or_else(missing)?)?;
    let mut parts: Vec<Part> = Vec::new();
    for (name, node) in table {
        checked_name(document, name, node, "a component")?;
        if let Some(other) = parts.iter().find(|part| part.name.eq_ignore_ascii_case(name)) {
            let problem = format!("differs from {} by upper and lower case only; file names must not", other.name);
            return Err(document.error(node, problem));
        }
        parts.push(part(document, name, node)?);
    }
    if parts.is_empty() { Err(missing()) } else { Ok(parts) }
}

fn part(document: &Document, name: &str, node: &Node) -> Result<Part, ConfigurationError> {
    refuse_unknown(document, node, COMPONENT_KEYS)?;
    let step_size = node.get("step_size").map(|node| duration(document, node)).transpose()?;
    if let (Some(node), Some(..=0.0)) = (node.get("step_size"), step_size) {
        return Err(document.error(node, "must be greater than 0 s"));
    }
    let start = node.get("start").map_or_else(Vec::new, |start| start.flattened(|_| false));
    let mut given = ["fmu", "configuration", "model"].into_iter().filter_map(|key| Some((key, node.get(key)?)));
    let (Some((key, place)), None) = (given.next(), given.next()) else {
        let problem = "must have one of fmu (a file), configuration (a TOML file of an FMU) and model (a declared one)";
        return Err(document.error(node, problem));
    };
    let text = document.text(place)?;
    let relative = || document.path().parent().unwrap_or(Path::new("")).join(text);
    let source = match key {
        "fmu" => Source::Fmu(relative()),
        "configuration" => Source::Configuration(relative()),
        _ => Source::Model(text.to_string()),
    };
    Ok(Part {
        name: name.to_string(),
        place: place.clone(),
        source,
        step_size,
        start: start.into_iter().map(|(name, node)| (name, node.clone())).collect(),
    })
}

/// `{ from = ... }` is a connection and no part of a name.
fn is_wire(node: &Node) -> bool {
    node.get("from").is_some_and(|from| matches!(from.value, Value::Text(_)))
        && matches!(&node.value, Value::Table(keys) if keys.iter().all(|(key, _)| WIRE_KEYS.contains(&key.as_str())))
}

fn connections(document: &Document) -> Result<Vec<Wire>, ConfigurationError> {
    let Some(table) = document.root.get("connect") else { return Ok(Vec::new()) };
    document.table(table)?;
    let wire = |(to, node): (String, &Node)| {
        let from = if is_wire(node) { node.get("from") } else { None }.unwrap_or(node);
        let part = |key: &str| node.get(key).map(|node| quantity(document, node)).transpose();
        Ok(Wire {
            to,
            from: document.text(from)?.to_string(),
            factor: part("factor")?,
            offset: part("offset")?,
            place: node.clone(),
        })
    };
    table.flattened(is_wire).into_iter().map(wire).collect()
}

#[derive(Clone, Copy, PartialEq)]
enum Multiplicity {
    One,
    Any,
}

fn ports(document: &Document, key: &str, many: Multiplicity) -> Result<Vec<Port>, ConfigurationError> {
    let Some(table) = document.root.get(key) else { return Ok(Vec::new()) };
    let port = |(name, node): &(String, Node)| {
        checked_name(document, name, node, &format!("an {key}"))?;
        let ends = match (&node.value, many) {
            (Value::List(_), Multiplicity::Any) => texts(document, node)?,
            _ => vec![document.text(node)?.to_string()],
        };
        Ok(Port { name: name.clone(), ends, place: node.clone() })
    };
    document.table(table)?.iter().map(port).collect()
}

fn texts(document: &Document, node: &Node) -> Result<Vec<String>, ConfigurationError> {
    let items = match &node.value {
        Value::List(items) => items.as_slice(),
        Value::Number(_) | Value::Boolean(_) | Value::Text(_) | Value::Table(_) | Value::Other => &[],
    };
    if items.is_empty() {
        return Err(document.error(node, "must be a list of names such as [\"left.command\", \"right.command\"]"));
    }
    items.iter().map(|item| document.text(item).map(str::to_string)).collect()
}

fn shared(document: &Document) -> Result<Vec<Shared>, ConfigurationError> {
    let Some(table) = document.root.get("parameter") else { return Ok(Vec::new()) };
    let read = |(name, node): &(String, Node)| {
        checked_name(document, name, node, "a parameter")?;
        refuse_unknown(document, node, SHARED_KEYS)?;
        let (Some(value), Some(to)) = (node.get("value"), node.get("to")) else {
            let problem = "must have value and to, as in { value = \"2.5 kN.m\", to = [\"left.x\", \"right.x\"] }";
            return Err(document.error(node, problem));
        };
        Ok(Shared { name: name.clone(), value: value.clone(), targets: texts(document, to)?, place: to.clone() })
    };
    document.table(table)?.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Definition, ConfigurationError> {
        Definition::parse(text, Path::new("a/system.toml"))
    }

    #[test]
    fn the_example_of_the_documentation_is_read() {
        let page = include_str!("../../../../docs/systems.md");
        let (_, rest) = page.split_once("```toml\n").unwrap();
        let system = parse(rest.split_once("```").unwrap().0).unwrap();
        assert_eq!((system.name(), system.experiment.step_size), ("PitchAxis", Some(1e-3)));
        let ends: Vec<(&str, &str)> = system.connections.iter().map(|wire| (&*wire.to, &*wire.from)).collect();
        assert_eq!(ends, [("elevator.command", "stick.angle"), ("surface.motor_torque", "elevator.position")]);
        assert_eq!(system.connections[1].factor.unwrap().value, 45e3);
        assert_eq!(system.inputs[0].ends, ["elevator.load_torque", "surface.load_torque"]);
        assert_eq!(system.components[0].source, Source::Fmu("a/stick.fmu".into()));
        assert_eq!(
            (&*system.components[1].start[0].0, system.components[1].step_size),
            ("friction.coulomb_torque", Some(5e-4))
        );
        assert_eq!(system.parameters[0].targets.len(), 2);
    }

    #[test]
    fn a_variable_may_be_called_like_a_key_of_a_connection() {
        let text = "name = \"A\"\n[component.a]\nmodel = \"M\"\n[connect]\na.factor = \"b.from\"\na.x.offset = \"b.y\"\n\
                    a.\"u[1].from\" = { from = \"b.y\", factor = 2 }\n";
        let system = parse(text).unwrap();
        let ends: Vec<&str> = system.connections.iter().map(|wire| &*wire.to).collect();
        assert_eq!(ends, ["a.factor", "a.x.offset", "a.u[1].from"]);
    }

    #[test]
    fn what_is_no_system_is_told_with_its_line() {
        let cases = [
            ("", "the key \"name\" is missing"),
            ("name = \"A\"", "there is no [component.NAME]"),
            ("name = \"A b\"", "line 1, column 8: name = \"A b\": \"A b\" is no name of a system"),
            ("name = \"A\"\nstep_size = \"0 ms\"", "line 2, column 13: step_size = \"0 ms\": must be greater than 0 s"),
            ("name = \"A\"\nstop_time = \"1 deg\"", "must be a time"),
            ("name = \"A\"\n[component.a]\n", "must have one of fmu"),
            ("name = \"A\"\n[component.a]\nfmu = \"x\"\nmodel = \"y\"", "must have one of fmu"),
            ("name = \"A\"\n[component.a]\nmodel = \"y\"\n[input]\nu = 3", "must be a text in quotes"),
            ("name = \"A\"\n[component.a]\nmodel = \"y\"\n[parameter]\nu = { value = 3 }", "must have value and to"),
        ];
        for (text, problem) in cases {
            let said = parse(text).err().unwrap().to_string();
            assert!(said.contains(problem), "{text}: {said}");
        }
    }
}
