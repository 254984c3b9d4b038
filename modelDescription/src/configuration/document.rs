//! A TOML document as a flat list of dotted keys with their lines.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

use super::ConfigurationError;
use super::given::{Given, Giver, Position};

/// A value as the configuration needs it.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    /// Digits of a number.
    Number(String),
    /// Text.
    Text(String),
    /// A list of texts.
    List(Vec<String>),
    /// A list of numbers, by their digits.
    Numbers(Vec<String>),
    /// An empty table.
    Table,
    /// Something that no key takes.
    Other,
}

/// One key and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Dotted key; the tables are its first parts.
    pub key: String,
    /// Where the value begins.
    pub position: Position,
    /// The value as written.
    pub source: String,
    /// The value.
    pub value: Scalar,
}

/// All keys of a file in the order of their lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    path: PathBuf,
    /// The keys.
    pub entries: Vec<Entry>,
}

impl Document {
    /// Reads TOML.
    pub fn parse(text: &str, path: &Path) -> Result<Self, ConfigurationError> {
        let table = DeTable::parse(text).map_err(|error| {
            let place = error.span().map(|span| span.start);
            ConfigurationError::at(path, text, place, not_toml(text, &error))
        })?;
        let mut document = Self { path: path.into(), entries: Vec::new() };
        document.flatten(text, "", table.get_ref());
        document.entries.sort_by_key(|entry| entry.position.line);
        Ok(document)
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "the types of TOML are complete")]
    fn flatten(&mut self, text: &str, prefix: &str, table: &DeTable<'_>) {
        for (name, value) in table {
            let key = format!("{prefix}{}", name.get_ref());
            match value.get_ref() {
                DeValue::Table(inner) if !inner.is_empty() => self.flatten(text, &format!("{key}."), inner),
                DeValue::Array(items) if is_of_tables(items) => {
                    for (number, item) in items.iter().enumerate() {
                        match item.get_ref().as_table() {
                            Some(table) => self.flatten(text, &format!("{key}[{number}]."), table),
                            None => self.push(text, format!("{key}[{number}]"), item),
                        }
                    }
                }
                DeValue::Array(rows) if is_of_lists(rows) => {
                    for (number, row) in rows.iter().enumerate() {
                        self.push(text, format!("{key}[{number}]"), row);
                    }
                }
                other => self.entries.push(Entry {
                    key,
                    position: position(text, name, value),
                    source: one_line(&text[value.span()]),
                    value: scalar(other),
                }),
            }
        }
    }

    /// An item of a list as an entry of its own.
    fn push(&mut self, text: &str, key: String, item: &Spanned<DeValue<'_>>) {
        self.entries.push(Entry {
            key,
            position: Position::of(text, item.span().start),
            source: one_line(&text[item.span()]),
            value: scalar(item.get_ref()),
        });
    }

    /// The entry of a key.
    pub fn get(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    /// The entry of a key that must be there.
    pub fn required(&self, key: &str, what: &str) -> Result<&Entry, ConfigurationError> {
        self.get(key).ok_or_else(|| self.general_error(format!("the key {key:?} is missing; it is {what}")))
    }

    /// A problem without a line.
    pub fn general_error(&self, problem: impl Into<String>) -> ConfigurationError {
        ConfigurationError::of_file(&self.path, problem)
    }

    /// The value where it is a text.
    pub fn text<'a>(&self, entry: &'a Entry) -> Result<&'a str, ConfigurationError> {
        match &entry.value {
            Scalar::Text(text) => Ok(text),
            Scalar::Number(_) | Scalar::List(_) | Scalar::Numbers(_) | Scalar::Table | Scalar::Other => {
                Err(self.error(entry, "must be a text in quotes"))
            }
        }
    }

    /// The value where it is a list of texts.
    pub fn list<'a>(&self, entry: &'a Entry) -> Result<&'a [String], ConfigurationError> {
        match &entry.value {
            Scalar::List(list) => Ok(list),
            Scalar::Number(_) | Scalar::Text(_) | Scalar::Numbers(_) | Scalar::Table | Scalar::Other => {
                Err(self.error(entry, "must be a list of texts in quotes"))
            }
        }
    }

    /// An entry with its file.
    pub fn given(&self, entry: &Entry) -> Given {
        let by = Giver::file(&self.path, entry.position);
        Given { by, key: entry.key.clone(), value: Some(entry.source.clone()) }
    }

    /// A problem with an entry.
    pub fn error(&self, entry: &Entry, problem: impl Into<String>) -> ConfigurationError {
        ConfigurationError::of(self.given(entry), problem)
    }
}

/// What is wrong, and what helps where a name has brackets, which TOML takes for those of a table.
fn not_toml(text: &str, error: &toml::de::Error) -> String {
    let message = error.message();
    let line =
        error.span().and_then(|span| text.lines().nth(Position::of(text, span.start).line - 1)).unwrap_or_default();
    let name = line.split('=').next().unwrap_or_default().trim();
    let is_bare = line.contains('=') && name.contains('[') && !name.starts_with(['[', '"', '\'', '#']);
    let remedy = if is_bare { format!("; a name with brackets needs quotes: \"{name}\" = ...") } else { String::new() };
    format!("is not TOML: {message}{remedy}")
}

/// A list of tables; a text among them stands for a table with that name.
fn is_of_tables(items: &[Spanned<DeValue<'_>>]) -> bool {
    let is_item = |item: &Spanned<DeValue<'_>>| item.get_ref().is_table() || item.get_ref().is_str();
    items.iter().any(|item| item.get_ref().is_table()) && items.iter().all(is_item)
}

/// The rows of a matrix.
fn is_of_lists(items: &[Spanned<DeValue<'_>>]) -> bool {
    !items.is_empty() && items.iter().all(|item| item.get_ref().is_array())
}

fn scalar(value: &DeValue<'_>) -> Scalar {
    match value {
        DeValue::String(text) => Scalar::Text(text.clone().into_owned()),
        DeValue::Integer(integer) => decimal(integer).map_or(Scalar::Other, Scalar::Number),
        DeValue::Float(float) => Scalar::Number(float.as_str().to_owned()),
        DeValue::Array(items) => list(items),
        DeValue::Table(_) => Scalar::Table,
        DeValue::Boolean(_) | DeValue::Datetime(_) => Scalar::Other,
    }
}

fn decimal(integer: &DeInteger<'_>) -> Option<String> {
    i64::from_str_radix(integer.as_str(), integer.radix()).ok().map(|value| value.to_string())
}

/// A list of texts, or of numbers.
fn list(items: &[Spanned<DeValue<'_>>]) -> Scalar {
    let texts = items.iter().map(item).collect::<Option<_>>().map(Scalar::List);
    let numbers = || items.iter().map(digits).collect::<Option<_>>().map(Scalar::Numbers);
    texts.or_else(numbers).unwrap_or(Scalar::Other)
}

#[allow(clippy::wildcard_enum_match_arm, reason = "the types of TOML are complete")]
fn digits(value: &Spanned<DeValue<'_>>) -> Option<String> {
    match scalar(value.get_ref()) {
        Scalar::Number(digits) => Some(digits),
        _ => None,
    }
}

fn item(value: &Spanned<DeValue<'_>>) -> Option<String> {
    value.get_ref().as_str().map(str::to_owned)
}

/// Where a value begins; of a table, whose parts may be apart, where its name does.
fn position(text: &str, name: &Spanned<Cow<'_, str>>, value: &Spanned<DeValue<'_>>) -> Position {
    let place = if value.get_ref().is_table() { name.span() } else { value.span() };
    Position::of(text, place.start)
}

fn one_line(source: &str) -> String {
    source.split_whitespace().collect::<Vec<_>>().join(" ")
}
