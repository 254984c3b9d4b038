//! A TOML file as a tree of values that know their places.

use model_description::configuration::{ConfigurationError, Given, Giver, Position};
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value with its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    /// Where the value begins.
    pub(crate) position: Position,
    /// Dotted key, as in `connect.servo.command`.
    pub(crate) key: String,
    /// The value as written, shortened.
    source: String,
    pub(crate) value: Value,
}

/// A value as the file has it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// Digits of a number.
    Number(String),
    Boolean(bool),
    Text(String),
    List(Vec<Node>),
    /// Keys in the order of their lines.
    Table(Vec<(String, Node)>),
    /// A date or time.
    Other,
}

/// The whole file.
pub(crate) struct Document {
    path: PathBuf,
    pub(crate) root: Node,
}

impl Document {
    /// Reads TOML.
    pub(crate) fn parse(text: &str, path: &Path) -> Result<Self, ConfigurationError> {
        let table = DeTable::parse(text).map_err(|error| {
            let place = error.span().map(|span| span.start);
            ConfigurationError::at(path, text, place, format!("is not TOML: {}", error.message()))
        })?;
        let value = tree(text, "", table.get_ref());
        Ok(Self {
            path: path.into(),
            root: Node { position: Position::of(text, 0), key: String::new(), source: String::new(), value },
        })
    }

    /// The file as it was named.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// A problem with a value.
    pub(crate) fn error(&self, node: &Node, problem: impl Into<String>) -> ConfigurationError {
        let (key, value) = match node.value {
            Value::Table(_) => (format!("[{}]", node.key), None),
            Value::Number(_) | Value::Boolean(_) | Value::Text(_) | Value::List(_) | Value::Other => {
                (node.key.clone(), Some(node.source.clone()))
            }
        };
        ConfigurationError::of(Given { by: Giver::file(&self.path, node.position), key, value }, problem)
    }

    /// A problem of the file as a whole.
    pub(crate) fn general_error(&self, problem: impl Into<String>) -> ConfigurationError {
        ConfigurationError::of_file(&self.path, problem)
    }

    /// The value where it is a text.
    pub(crate) fn text<'a>(&self, node: &'a Node) -> Result<&'a str, ConfigurationError> {
        match &node.value {
            Value::Text(text) => Ok(text),
            Value::Number(_) | Value::Boolean(_) | Value::List(_) | Value::Table(_) | Value::Other => {
                Err(self.error(node, "must be a text in quotes"))
            }
        }
    }

    /// The keys where it is a table.
    pub(crate) fn table<'a>(&self, node: &'a Node) -> Result<&'a [(String, Node)], ConfigurationError> {
        match &node.value {
            Value::Table(table) => Ok(table),
            Value::Number(_) | Value::Boolean(_) | Value::List(_) | Value::Text(_) | Value::Other => {
                Err(self.error(node, "must be a table"))
            }
        }
    }
}

impl Node {
    /// What stands under a key of a table.
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        match &self.value {
            Value::Table(table) => table.iter().find(|(name, _)| name == key).map(|(_, node)| node),
            Value::Number(_) | Value::Boolean(_) | Value::List(_) | Value::Text(_) | Value::Other => None,
        }
    }

    /// Values below tables, by their dotted names without that of the table itself: a variable may be called
    /// `friction.coulomb_torque`, which TOML takes for tables. `is_value` says which tables are values.
    pub(crate) fn flattened(&self, is_value: fn(&Node) -> bool) -> Vec<(String, &Node)> {
        let Value::Table(table) = &self.value else { return Vec::new() };
        let mut flat = Vec::new();
        for (name, node) in table {
            if matches!(node.value, Value::Table(_)) && !is_value(node) {
                flat.extend(node.flattened(is_value).into_iter().map(|(rest, node)| (format!("{name}.{rest}"), node)));
            } else {
                flat.push((name.clone(), node));
            }
        }
        flat.sort_by_key(|(_, node)| node.position.line);
        flat
    }
}

fn tree(text: &str, prefix: &str, table: &DeTable<'_>) -> Value {
    let mut entries: Vec<(String, Node)> = table
        .iter()
        .map(|(name, value)| {
            let key = format!("{prefix}{}", name.get_ref());
            // The parts of a table may be apart.
            let place = if value.get_ref().is_table() { name.span() } else { value.span() };
            (name.get_ref().to_string(), node(text, key, Position::of(text, place.start), value))
        })
        .collect();
    entries.sort_by_key(|(_, node)| node.position.line);
    Value::Table(entries)
}

#[allow(clippy::wildcard_enum_match_arm, reason = "the types of TOML are complete")]
fn node(text: &str, key: String, position: Position, value: &Spanned<DeValue<'_>>) -> Node {
    let read = match value.get_ref() {
        DeValue::String(text) => Value::Text(text.clone().into_owned()),
        DeValue::Integer(integer) => match i64::from_str_radix(integer.as_str(), integer.radix()) {
            Ok(number) => Value::Number(number.to_string()),
            Err(_) => Value::Other,
        },
        DeValue::Float(float) => Value::Number(float.as_str().to_owned()),
        DeValue::Boolean(boolean) => Value::Boolean(*boolean),
        DeValue::Array(items) => {
            let item =
                |item: &Spanned<DeValue<'_>>| node(text, key.clone(), Position::of(text, item.span().start), item);
            Value::List(items.iter().map(item).collect())
        }
        DeValue::Table(inner) => tree(text, &format!("{key}."), inner),
        _ => Value::Other,
    };
    Node { position, key, source: shortened(&text[value.span()]), value: read }
}

/// On one line, and not too long for a message.
fn shortened(source: &str) -> String {
    const SHOWN: usize = 120;
    let line = source.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
