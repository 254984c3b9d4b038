//! Linear systems: `[linear.NAME]` of a drivetrain, or the whole of a `LinearSystem`.
//!
//! ```toml
//! [linear.filter]
//! inputs = [{ name = "rate", unit = "deg/s", from = "surface.velocity" }]
//! states = [{ name = "x", unit = "deg/s" }]
//! outputs = [{ name = "smooth", unit = "deg/s", limit.upper = 30 }]
//! A = [[-20]]
//! B = [[20]]
//! C = [[1]]
//! ```
//!
//! Numbers count in the units that are given beside them; time is in seconds.

mod loops;
mod matrix;
mod port;
mod source;
mod units;

use super::super::ConfigurationError;
use super::super::document::{Document, Entry};
use super::draft::{Draft, check_name};
use crate::elements::ElementKind;
use crate::nearest;

pub use loops::check as check_loops;
pub use source::resolve;
pub use units::apply;

use matrix::{Matrix, Names};
use port::{Port, Sort};

/// Most inputs, states and outputs of a linear system, of each.
pub const MOST_PORTS: usize = 24;

/// Keys of a linear system.
pub const KEYS: [&str; 7] = ["inputs", "states", "outputs", "A", "B", "C", "D"];

/// What an element of a linear system is, or what takes a signal.
pub struct Part<'a> {
    /// Its kind.
    pub kind: ElementKind,
    /// Drafts that it joins: the row of a coefficient; its column, the servo of a connection, or the body of a load.
    pub first: Option<usize>,
    /// See `first`.
    pub second: Option<usize>,
    /// The name of the variable whose value it takes.
    pub source: Option<(String, &'a Entry)>,
    /// What an input, state or output is.
    pub port: Option<Port<'a>>,
    /// The value of a coefficient in SI units, and its place in the matrix.
    pub coefficient: Option<(f64, &'a Entry)>,
}

impl<'a> Part<'a> {
    /// The full names of the variables of this element that the file gives a value, and where.
    pub fn given(&self, element: &str) -> Vec<(String, &'a Entry)> {
        let starts = self.port.iter().flat_map(|port| &port.starts);
        let starts = starts.map(|(name, _, entry)| (super::full_name(element, name), *entry));
        starts.chain(self.coefficient.map(|(_, entry)| (element.to_owned(), entry))).collect()
    }
}

/// Whether a key of the file is one of a `LinearSystem`.
pub fn is_key(key: &str) -> bool {
    KEYS.contains(&key.split(['.', '[']).next().unwrap_or(key))
}

/// The keys of one system, without its name.
type Keys<'a> = Vec<(&'a str, &'a Entry)>;

/// Adds the elements of all linear systems of a document. Those of a `LinearSystem` have no other name before theirs.
pub fn drafts<'a>(
    document: &'a Document,
    is_whole: bool,
    drafts: &mut Vec<Draft<'a>>,
) -> Result<(), ConfigurationError> {
    if is_whole {
        let keys: Keys<'_> =
            document.entries.iter().filter(|entry| is_key(&entry.key)).map(|entry| (&*entry.key, entry)).collect();
        let Some((_, at)) = keys.first() else {
            return Err(document.general_error("a linear system has inputs, states or outputs"));
        };
        return add(document, "", at, &keys, drafts);
    }
    let mut systems: Vec<(&str, &Entry, Keys<'_>)> = Vec::new();
    for entry in &document.entries {
        let Some((name, key)) =
            entry.key.strip_prefix("linear.").map(|rest| rest.split_once('.').unwrap_or((rest, "")))
        else {
            continue;
        };
        match systems.iter_mut().find(|(known, ..)| *known == name) {
            Some((_, _, keys)) => keys.push((key, entry)),
            None => systems.push((name, entry, vec![(key, entry)])),
        }
    }
    for (name, at, keys) in &systems {
        check_name(document, at, name, drafts)?;
        add(document, name, at, keys, drafts)?;
    }
    Ok(())
}

/// Adds the elements of one system.
fn add<'a>(
    document: &'a Document,
    name: &str,
    at: &'a Entry,
    keys: &Keys<'a>,
    drafts: &mut Vec<Draft<'a>>,
) -> Result<(), ConfigurationError> {
    check_keys(document, keys)?;
    let ports = |sort| port::read(document, keys, sort);
    let (inputs, states, outputs) = (ports(Sort::Input)?, ports(Sort::State)?, ports(Sort::Output)?);
    if inputs.is_empty() && states.is_empty() && outputs.is_empty() {
        return Err(document.error(at, "a linear system has inputs, states or outputs"));
    }
    check_names(document, name, [&inputs, &states, &outputs], drafts)?;
    let scales = |ports: &[Port<'_>]| ports.iter().map(|port| port.scale).collect::<Vec<f64>>();
    let [of_inputs, of_states, of_outputs] = [scales(&inputs), scales(&states), scales(&outputs)];
    let first = drafts.len();
    for port in inputs.into_iter().chain(states).chain(outputs) {
        drafts.push(port.draft(name));
    }
    let begins = [first, first + of_inputs.len(), first + of_inputs.len() + of_states.len()];
    let [input, state, output] = begins;
    let matrices = [
        ("A", (&of_states, state, "states"), (&of_states, state, "states")),
        ("B", (&of_states, state, "states"), (&of_inputs, input, "inputs")),
        ("C", (&of_outputs, output, "outputs"), (&of_states, state, "states")),
        ("D", (&of_outputs, output, "outputs"), (&of_inputs, input, "inputs")),
    ];
    let mut entries = Vec::new();
    for (letter, (rows, first_row, of_rows), (columns, first_column, of_columns)) in matrices {
        let wanted = Matrix { letter, rows: rows.len(), columns: columns.len(), names: Names { of_rows, of_columns } };
        for (row, column, value, entry) in wanted.read(document, at, keys)? {
            let value = value * (rows[row] / columns[column]);
            let place = format!("{letter}[{},{}]", row + 1, column + 1);
            entries.push((first_row + row, first_column + column, value, place, entry));
        }
    }
    // Row by row, as the library wants them.
    entries.sort_by_key(|(row, ..)| *row);
    for (row, column, value, place, entry) in entries {
        let part = Part {
            kind: ElementKind::Coefficient,
            first: Some(row),
            second: Some(column),
            source: None,
            port: None,
            coefficient: Some((value, entry)),
        };
        drafts.push(Draft::of_part("coefficient", super::full_name(name, &place), entry, part));
    }
    Ok(())
}

fn check_keys(document: &Document, keys: &Keys<'_>) -> Result<(), ConfigurationError> {
    for (key, entry) in keys {
        if key.is_empty() && matches!(entry.value, super::super::document::Scalar::Table) {
            return Err(document.error(entry, "a linear system has inputs, states or outputs"));
        }
        if !is_key(key) {
            let similar = nearest(key, KEYS);
            let hint = similar.first().map_or(String::new(), |name| format!("; the nearest is {name}"));
            let problem = format!("unknown key of a linear system{hint}; allowed are {}", KEYS.join(", "));
            return Err(document.error(entry, problem));
        }
    }
    Ok(())
}

fn check_names(
    document: &Document,
    system: &str,
    ports: [&[Port<'_>]; 3],
    drafts: &[Draft<'_>],
) -> Result<(), ConfigurationError> {
    let mut seen: Vec<&str> = Vec::new();
    for port in ports.into_iter().flatten() {
        let others = if system.is_empty() { drafts } else { &[] };
        check_name(document, port.at, &port.name, others)?;
        if seen.contains(&port.name.as_str()) {
            let problem = format!(
                "the name {:?} occurs twice in this linear system; a state is an output anyway and needs no row of C",
                port.name
            );
            return Err(document.error(port.at, problem));
        }
        seen.push(&port.name);
    }
    Ok(())
}

/// A servo takes command or supply pressure from another element.
pub fn connection<'a>(kind: ElementKind, servo: usize, source: (String, &'a Entry)) -> Part<'a> {
    Part { kind, first: None, second: Some(servo), source: Some(source), port: None, coefficient: None }
}

/// A signal acts on a body.
pub fn load<'a>(body: usize, source: (String, &'a Entry)) -> Part<'a> {
    connection(ElementKind::Load, body, source)
}
