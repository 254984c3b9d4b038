//! A TOML document as a flat list of dotted keys with their lines.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

use super::given::{Given, Giver, Position};
use super::not_toml::not_toml;
use super::{ConfigurationError, Subject};

/// A value as the configuration needs it.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    /// Digits of a number.
    Number(String),
    /// Text.
    Text(String),
    /// True or false.
    Flag(bool),
    /// A list of texts.
    List(Vec<String>),
    /// A list of numbers, by their digits.
    Numbers(Vec<String>),
    /// A list of both, or of something else: the place of the first item that is unlike the first, or that no list has.
    Mixed(usize),
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
    /// Dotted keys of the tables, and where each begins.
    tables: Vec<(String, Position)>,
}

impl Document {
    /// Reads TOML.
    pub fn parse(text: &str, path: &Path) -> Result<Self, ConfigurationError> {
        Self::of_toml(text, path).map_err(|error| {
            let place = error.span().map(|span| span.start);
            ConfigurationError::at(path, text, place, not_toml(text, &error))
        })
    }

    /// Reads TOML; the problem is told in the words of TOML.
    pub(super) fn of_toml(text: &str, path: &Path) -> Result<Self, toml::de::Error> {
        let table = DeTable::parse(text)?;
        let mut document = Self { path: path.into(), entries: Vec::new(), tables: Vec::new() };
        document.flatten(text, "", table.get_ref());
        document.entries.sort_by_key(|entry| entry.position.line);
        Ok(document)
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "the types of TOML are complete")]
    fn flatten(&mut self, text: &str, prefix: &str, table: &DeTable<'_>) {
        for (name, value) in table {
            let key = format!("{prefix}{}", name.get_ref());
            match value.get_ref() {
                DeValue::Table(inner) if !inner.is_empty() => {
                    self.tables.push((key.clone(), position(text, name, value)));
                    self.flatten(text, &format!("{key}."), inner);
                }
                DeValue::Array(items) if is_of_tables(items) => {
                    for (number, item) in items.iter().enumerate() {
                        match item.get_ref().as_table() {
                            Some(table) => {
                                let key = format!("{key}[{number}]");
                                self.flatten(text, &format!("{key}."), table);
                                self.tables.push((key, Position::of(text, item.span().start)));
                            }
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

    /// Where a key or table begins.
    pub fn position(&self, key: &str) -> Option<Position> {
        let table = self.tables.iter().find(|(known, _)| known == key).map(|(_, position)| *position);
        table.or_else(|| self.get(key).map(|entry| entry.position))
    }

    /// The name as the file has it of a table in another one, of which this is the part up to the first dot: a name in quotation marks may have some.
    pub fn quoted_name(&self, table: &str, begin: &str) -> Option<&str> {
        let names = || self.tables.iter().filter_map(|(key, _)| key.strip_prefix(table)?.strip_prefix('.'));
        let is_longer = |name: &&str| name.strip_prefix(begin).is_some_and(|rest| rest.starts_with('.'));
        if names().any(|name| name == begin) { None } else { names().find(is_longer) }
    }

    /// The dotted key, of a table or of an entry, whose last part has that name.
    pub(super) fn key_of(&self, name: &str) -> Option<&str> {
        let keys =
            self.tables.iter().map(|(key, _)| key.as_str()).chain(self.entries.iter().map(|entry| entry.key.as_str()));
        keys.into_iter().find(|key| key.rsplit('.').next() == Some(name))
    }

    /// The entry of a key that must be there.
    pub fn required(&self, key: &str, what: &str) -> Result<&Entry, ConfigurationError> {
        self.get(key).ok_or_else(|| self.general_error(format!("the key {key:?} is missing; it is {what}")))
    }

    /// A problem without a line.
    pub fn general_error(&self, problem: impl Into<String>) -> ConfigurationError {
        ConfigurationError::of_file(&self.path, problem)
    }

    /// A problem of a table, where it begins.
    pub fn table_error(&self, key: &str, problem: impl Into<String>) -> ConfigurationError {
        ConfigurationError { subject: self.place(key), problem: problem.into() }
    }

    /// Where a key or table begins; the whole file where there is none.
    pub fn place(&self, key: &str) -> Subject {
        let path = self.path.clone();
        self.position(key).map_or_else(|| Subject::File(path.clone()), |place| Subject::Position(path.clone(), place))
    }

    /// The value where it is a text.
    pub fn text<'a>(&self, entry: &'a Entry) -> Result<&'a str, ConfigurationError> {
        match &entry.value {
            Scalar::Text(text) => Ok(text),
            Scalar::Number(_)
            | Scalar::Flag(_)
            | Scalar::List(_)
            | Scalar::Numbers(_)
            | Scalar::Table
            | Scalar::Mixed(_)
            | Scalar::Other => Err(self.error(entry, "must be a text in quotes")),
        }
    }

    /// The value where it is true or false.
    pub fn flag(&self, entry: &Entry) -> Result<bool, ConfigurationError> {
        match &entry.value {
            Scalar::Flag(is_true) => Ok(*is_true),
            Scalar::Number(_)
            | Scalar::Text(_)
            | Scalar::List(_)
            | Scalar::Numbers(_)
            | Scalar::Table
            | Scalar::Mixed(_)
            | Scalar::Other => Err(self.error(entry, "must be true or false")),
        }
    }

    /// The value where it is a list of texts.
    pub fn list<'a>(&self, entry: &'a Entry) -> Result<&'a [String], ConfigurationError> {
        match &entry.value {
            Scalar::List(list) => Ok(list),
            Scalar::Number(_)
            | Scalar::Flag(_)
            | Scalar::Text(_)
            | Scalar::Numbers(_)
            | Scalar::Table
            | Scalar::Mixed(_)
            | Scalar::Other => Err(self.error(entry, "must be a list of texts in quotes")),
        }
    }

    /// An entry with its file.
    pub fn given(&self, entry: &Entry) -> Given {
        let by = Giver::file(&self.path, entry.position);
        Given { by, key: entry.key.clone(), value: Some(shown(entry)) }
    }

    /// A problem with an entry.
    pub fn error(&self, entry: &Entry, problem: impl Into<String>) -> ConfigurationError {
        ConfigurationError::of(self.given(entry), problem)
    }
}

/// Letters of a list that messages show: its beginning tells which it is.
const SHOWN: usize = 60;

/// A value as it is written, of a long list its beginning.
fn shown(entry: &Entry) -> String {
    let is_long = entry.source.starts_with('[') && entry.source.chars().nth(SHOWN + 1).is_some();
    let beginning = || format!("{}…", entry.source.chars().take(SHOWN).collect::<String>());
    if is_long { beginning() } else { entry.source.clone() }
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
        DeValue::Boolean(is_true) => Scalar::Flag(*is_true),
        DeValue::Datetime(_) => Scalar::Other,
    }
}

fn decimal(integer: &DeInteger<'_>) -> Option<String> {
    i64::from_str_radix(integer.as_str(), integer.radix()).ok().map(|value| value.to_string())
}

/// A list of texts, or of numbers, as the first item says.
fn list(items: &[Spanned<DeValue<'_>>]) -> Scalar {
    let texts = items.iter().map(item).collect::<Option<_>>().map(Scalar::List);
    let numbers = || items.iter().map(digits).collect::<Option<_>>().map(Scalar::Numbers);
    let is_text = items.first().is_some_and(|first| item(first).is_some());
    let is_odd = |value: &Spanned<DeValue<'_>>| if is_text { item(value).is_none() } else { digits(value).is_none() };
    let odd = || items.iter().position(is_odd).unwrap_or_default();
    texts.or_else(numbers).unwrap_or_else(|| Scalar::Mixed(odd()))
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
