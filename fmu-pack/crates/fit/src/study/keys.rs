//! Typed values of a study file, with sentences for what is refused.

use model_description::configuration::document::{Document, Entry, Scalar};
use model_description::configuration::{ConfigurationError, measure, number_in_unit};

/// A number that may have a unit; which one it shall have is known with the model.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    text: String,
    entry: Entry,
}

impl Quantity {
    /// As `read` reads what is a finite number; its error is what is allowed.
    pub fn read(
        &self,
        document: &Document,
        read: impl Fn(&str) -> Result<f64, String>,
    ) -> Result<f64, ConfigurationError> {
        measure(&self.text).map_err(|problem| self.error(document, problem))?;
        read(&self.text).map_err(|allowed| self.error(document, format!("must be {allowed}")))
    }

    /// A problem of what is written.
    pub fn error(&self, document: &Document, problem: impl Into<String>) -> ConfigurationError {
        document.error(&self.entry, problem)
    }
}

/// Keys of one table of the file.
pub struct Keys<'a> {
    document: &'a Document,
    prefix: String,
}

impl<'a> Keys<'a> {
    /// Those that begin with this.
    pub fn new(document: &'a Document, prefix: &str) -> Self {
        Self { document, prefix: prefix.to_owned() }
    }

    /// The entry of a key.
    pub fn get(&self, key: &str) -> Option<&'a Entry> {
        self.document.get(&format!("{}{key}", self.prefix))
    }

    /// All keys, without what they begin with.
    pub fn all(&self) -> impl Iterator<Item = (&'a str, &'a Entry)> {
        let entries = self.document.entries.iter();
        entries.filter_map(|entry| Some((entry.key.strip_prefix(&self.prefix)?, entry)))
    }

    /// Refuses keys that are not known; `known` ends with a dot where anything may follow.
    pub fn refuse_others(&self, known: &[&str]) -> Result<(), ConfigurationError> {
        let is_known =
            |key: &str| known.iter().any(|known| key == *known || (known.ends_with('.') && key.starts_with(known)));
        match self.all().find(|(key, _)| !is_known(key)) {
            Some((_, entry)) => {
                let names: Vec<&str> = known.iter().map(|known| known.trim_end_matches('.')).collect();
                Err(self.document.error(entry, format!("is no key of a study here; there are {}", names.join(", "))))
            }
            None => Ok(()),
        }
    }

    /// A text.
    pub fn text(&self, key: &str) -> Result<Option<String>, ConfigurationError> {
        self.get(key).map(|entry| self.document.text(entry).map(str::to_owned)).transpose()
    }

    /// A text, or a list of texts.
    pub fn texts(&self, key: &str) -> Result<Vec<String>, ConfigurationError> {
        match self.get(key) {
            None => Ok(Vec::new()),
            Some(Entry { value: Scalar::Text(text), .. }) => Ok(vec![text.clone()]),
            Some(entry) => self.document.list(entry).map(<[String]>::to_vec),
        }
    }

    /// A number without a unit.
    pub fn number(&self, key: &str) -> Result<Option<f64>, ConfigurationError> {
        self.in_unit(key, "")
    }

    /// A number in a unit.
    pub fn in_unit(&self, key: &str, unit: &str) -> Result<Option<f64>, ConfigurationError> {
        let quantity = self.quantity(key)?;
        quantity.map(|quantity| quantity.read(self.document, |text| number_in_unit(text, unit))).transpose()
    }

    /// A number with or without a unit.
    pub fn quantity(&self, key: &str) -> Result<Option<Quantity>, ConfigurationError> {
        let Some(entry) = self.get(key) else { return Ok(None) };
        match &entry.value {
            Scalar::Number(text) | Scalar::Text(text) => {
                Ok(Some(Quantity { text: text.clone(), entry: entry.clone() }))
            }
            Scalar::Flag(_)
            | Scalar::List(_)
            | Scalar::Numbers(_)
            | Scalar::Table
            | Scalar::Mixed(_)
            | Scalar::Other => {
                Err(self.document.error(entry, "must be a number, or a text with a number and its unit"))
            }
        }
    }

    /// A whole number, not negative.
    pub fn whole(&self, key: &str) -> Result<Option<u64>, ConfigurationError> {
        let Some(entry) = self.get(key) else { return Ok(None) };
        let number = match &entry.value {
            Scalar::Number(text) => text.parse().ok(),
            Scalar::Text(_)
            | Scalar::Flag(_)
            | Scalar::List(_)
            | Scalar::Numbers(_)
            | Scalar::Table
            | Scalar::Mixed(_)
            | Scalar::Other => None,
        };
        number.map(Some).ok_or_else(|| self.document.error(entry, "must be a whole number, 0 or more"))
    }

    /// true or false; false if it is not there.
    pub fn truth(&self, key: &str) -> Result<bool, ConfigurationError> {
        match self.get(key).map(|entry| (entry, entry.source.as_str())) {
            None | Some((_, "false")) => Ok(false),
            Some((_, "true")) => Ok(true),
            Some((entry, _)) => Err(self.document.error(entry, "must be true or false")),
        }
    }

    /// One of these words.
    pub fn word<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Result<Option<T>, ConfigurationError> {
        let Some(text) = self.text(key)? else { return Ok(None) };
        let found = words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
        let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let refused = || self.error(key, format!("must be {}", names.join(" or ")));
        found.map(Some).ok_or_else(refused)
    }

    /// A problem of a key.
    pub fn error(&self, key: &str, problem: impl Into<String>) -> ConfigurationError {
        match self.get(key) {
            Some(entry) => self.document.error(entry, problem),
            None => self.document.table_error(self.prefix.trim_end_matches('.'), problem),
        }
    }
}

/// Names of the tables below `kind`, in the order of the file: what is between `kind.` and the next dot.
pub fn names(document: &Document, kind: &str) -> Vec<String> {
    let prefix = format!("{kind}.");
    let mut names: Vec<String> = Vec::new();
    for entry in &document.entries {
        let name = entry.key.strip_prefix(&prefix).and_then(|rest| rest.split('.').next());
        match name {
            Some(name) if !names.iter().any(|known| known == name) => names.push(name.to_owned()),
            Some(_) | None => (),
        }
    }
    names
}

/// The same where names have dots: what is between `kind.` and one of the last parts `keys`.
pub fn dotted_names(document: &Document, kind: &str, keys: &[&str]) -> Result<Vec<String>, ConfigurationError> {
    let prefix = format!("{kind}.");
    let mut names: Vec<String> = Vec::new();
    for entry in &document.entries {
        let Some(rest) = entry.key.strip_prefix(&prefix) else { continue };
        let name = rest.rsplit_once('.').filter(|(_, last)| keys.contains(last)).map(|(name, _)| name);
        let Some(name) = name else {
            return Err(document.error(entry, format!("is no key of a {kind}; there are {}", keys.join(", "))));
        };
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    Ok(names)
}
