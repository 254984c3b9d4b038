//! Inputs, states and outputs: names, units, descriptions, start values and limits.

use super::super::super::document::{Document, Entry, Scalar};
use super::super::super::quantity::measure;
use super::super::super::{ConfigurationError, words};
use super::super::draft::Draft;
use super::{Keys, MOST_PORTS, Part};
use crate::declaration::Quantity;
use crate::elements::ElementKind;
use crate::nearest;

/// Which of them it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// u.
    Input,
    /// x.
    State,
    /// y.
    Output,
}

impl Sort {
    /// The key of their list.
    pub fn key(self) -> &'static str {
        match self {
            Self::Input => "inputs",
            Self::State => "states",
            Self::Output => "outputs",
        }
    }

    fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Input => &["name", "unit", "description", "nominal", "start", "from"],
            Self::State => &["name", "unit", "description", "nominal", "start"],
            Self::Output => &["name", "unit", "description", "nominal", "limit.lower", "limit.upper", "rate_limit"],
        }
    }
}

/// An input, state or output.
pub struct Port<'a> {
    /// Its name within the system.
    pub name: String,
    /// Where it stands in the file.
    pub at: &'a Entry,
    /// Which it is.
    pub sort: Sort,
    /// What it measures; none where it was not said.
    pub quantity: Option<Quantity>,
    /// Its unit in SI units.
    pub scale: f64,
    /// What it is.
    pub description: Option<String>,
    /// Start values of its variables, in SI units.
    pub starts: Vec<(&'static str, f64, &'a Entry)>,
    /// Typical magnitude, in SI units.
    pub nominal: Option<f64>,
    /// What an input takes.
    from: Option<(String, &'a Entry)>,
}

/// The ports of one sort.
pub fn read<'a>(document: &Document, keys: &Keys<'a>, sort: Sort) -> Result<Vec<Port<'a>>, ConfigurationError> {
    let list = sort.key();
    let mut ports = Vec::new();
    if let Some((_, entry)) = keys.iter().find(|(key, _)| *key == list) {
        let Scalar::List(names) = &entry.value else {
            let problem = "must be a list of names, or of tables as { name = \"alpha\", unit = \"rad\" }";
            return Err(document.error(entry, problem));
        };
        ports.extend(names.iter().map(|name| Port::named(name.clone(), entry, sort)));
    }
    let mut groups: Vec<(usize, Keys<'a>)> = Vec::new();
    for (key, entry) in keys {
        let Some((number, rest)) = key.strip_prefix(list).and_then(|rest| rest.strip_prefix('[')?.split_once(']'))
        else {
            continue;
        };
        // A text among tables is a name.
        let rest = if rest.is_empty() { "name" } else { &rest[1..] };
        let number: usize = number.parse().unwrap_or_default();
        match groups.iter_mut().find(|(known, _)| *known == number) {
            Some((_, keys)) => keys.push((rest, entry)),
            None => groups.push((number, vec![(rest, entry)])),
        }
    }
    groups.sort_by_key(|(number, _)| *number);
    for (_, keys) in &groups {
        ports.push(Port::read(document, keys, sort)?);
    }
    match ports.get(MOST_PORTS) {
        Some(port) => {
            let problem = format!("{} {list}; a linear system has at most {MOST_PORTS}", ports.len());
            Err(document.error(port.at, problem))
        }
        None => Ok(ports),
    }
}

impl<'a> Port<'a> {
    fn named(name: String, at: &'a Entry, sort: Sort) -> Self {
        Self {
            name,
            at,
            sort,
            quantity: None,
            scale: 1.0,
            description: None,
            starts: Vec::new(),
            nominal: None,
            from: None,
        }
    }

    fn read(document: &Document, keys: &Keys<'a>, sort: Sort) -> Result<Self, ConfigurationError> {
        let first = keys[0].1;
        if let Some((key, entry)) = keys.iter().find(|(key, _)| !sort.keys().contains(key)) {
            let similar = nearest(key, sort.keys().iter().copied());
            let hint = similar.first().map_or(String::new(), |name| format!("; the nearest is {name}"));
            return Err(document.error(entry, format!("unknown key{hint}; allowed are {}", sort.keys().join(", "))));
        }
        let find = |wanted: &str| keys.iter().find(|(key, _)| *key == wanted).map(|(_, entry)| *entry);
        let Some(name) = find("name") else {
            return Err(document.error(first, format!("one of {} has no name", sort.key())));
        };
        let mut port = Self::named(document.text(name)?.to_owned(), name, sort);
        if let Some(entry) = find("unit") {
            port.set_unit(document, entry)?;
        }
        if let Some(entry) = find("description") {
            port.description = Some(words::description(document, entry)?.to_owned());
        }
        port.nominal = find("nominal").map(|entry| port.positive(document, entry, "")).transpose()?;
        if let Some(entry) = find("from") {
            if let Some(start) = find("start") {
                let problem = "an input that takes its value from another element has no start value";
                return Err(document.error(start, problem));
            }
            port.from = Some((document.text(entry)?.to_owned(), entry));
        }
        port.read_starts(document, find)?;
        Ok(port)
    }

    fn set_unit(&mut self, document: &Document, entry: &Entry) -> Result<(), ConfigurationError> {
        let name = document.text(entry)?;
        let (measured, _) = measure(&format!("1 {name}")).map_err(|problem| document.error(entry, problem))?;
        self.scale = measured.value;
        self.quantity = Some(Quantity::of(measured.dimension).shown_as(name, measured.value));
        Ok(())
    }

    fn read_starts(
        &mut self,
        document: &Document,
        find: impl Fn(&str) -> Option<&'a Entry>,
    ) -> Result<(), ConfigurationError> {
        let start = if self.sort == Sort::State { "start" } else { "" };
        for (key, variable) in [("start", start), ("limit.lower", "limit.lower"), ("limit.upper", "limit.upper")] {
            if let Some(entry) = find(key) {
                self.starts.push((variable, self.value(document, entry, "")?, entry));
            }
        }
        if let Some(entry) = find("rate_limit") {
            self.starts.push(("rate_limit", self.positive(document, entry, "/s")?, entry));
        }
        let limit = |name: &str| self.starts.iter().find(|(known, ..)| *known == name).map(|(_, value, _)| *value);
        match (limit("limit.lower"), limit("limit.upper"), find("limit.lower")) {
            (Some(lower), Some(upper), Some(entry)) if lower > upper => {
                Err(document.error(entry, "must not exceed limit.upper"))
            }
            _ => Ok(()),
        }
    }

    /// A number in the unit of the port (`per` second), or a text with a unit, in SI units.
    fn value(&self, document: &Document, entry: &Entry, per: &str) -> Result<f64, ConfigurationError> {
        let (Scalar::Number(text) | Scalar::Text(text)) = &entry.value else {
            return Err(document.error(entry, "must be a number, or a text with a unit"));
        };
        let (measured, has_unit) = measure(text).map_err(|problem| document.error(entry, problem))?;
        if !has_unit {
            return Ok(measured.value * self.scale);
        }
        let second = i8::from(!per.is_empty());
        let own = self.quantity.map(|quantity| quantity.unit).unwrap_or(crate::declaration::unit::RATIO.unit);
        let wanted = own.dimension.times(crate::declaration::unit::TIME.unit.dimension, -second);
        if measured.dimension != wanted {
            let problem = format!("the unit does not convert to {}", Quantity::of(wanted).unit.name);
            return Err(document.error(entry, problem));
        }
        Ok(measured.value)
    }

    fn positive(&self, document: &Document, entry: &Entry, per: &str) -> Result<f64, ConfigurationError> {
        let value = self.value(document, entry, per)?;
        if value > 0.0 { Ok(value) } else { Err(document.error(entry, "must be greater than 0")) }
    }

    fn kind(&self) -> ElementKind {
        let has = |start: &str| self.starts.iter().any(|(known, ..)| known.starts_with(start));
        match self.sort {
            Sort::Input if self.from.is_some() => ElementKind::ConnectedInput,
            Sort::Input => ElementKind::LinearInput,
            Sort::State => ElementKind::LinearState,
            Sort::Output if has("rate_limit") => ElementKind::RateLimitedOutput,
            Sort::Output if has("limit.") => ElementKind::LimitedOutput,
            Sort::Output => ElementKind::LinearOutput,
        }
    }

    /// The element that it is, of the system with this name.
    pub fn draft(mut self, system: &str) -> Draft<'a> {
        let (kind, source, at) = (self.kind(), self.from.take(), self.at);
        let name = super::super::full_name(system, &self.name);
        let part = Part { kind, first: None, second: None, source, port: Some(self), coefficient: None };
        Draft::of_part("linear", name, at, part)
    }
}
