//! How recordings are read, and what their columns are.

use super::keys::{Keys, Quantity};
use super::settings;
use model_description::configuration::ConfigurationError;
use model_description::configuration::document::{Document, Entry, Scalar};
use std::path::{Path, PathBuf};

/// What a recording is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Its course over time is one datum per sample.
    Trajectory,
    /// Its means are one datum per output.
    Stationary,
}

/// A column, by its heading or by its number from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnName {
    /// Its heading.
    Heading(String),
    /// Its number.
    Number(usize),
}

/// What is not known of a column and is fitted along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// A constant that is added.
    Offset,
    /// The column lags by this.
    Delay,
    /// A factor.
    Scale,
}

/// An input of the model.
#[derive(Clone, Debug)]
pub struct InputKeys {
    /// The variable: an input, or of stationary recordings any parameter.
    pub name: String,
    /// Its column.
    pub column: ColumnName,
    /// Unit of the numbers after scale and offset; that of the variable if not given.
    pub unit: Option<String>,
    /// What cells are multiplied by.
    pub scale: f64,
    /// What is added then.
    pub offset: f64,
    /// Time by which the column lags \[s\].
    pub delay: f64,
    /// Values are held until the next sample; otherwise they are joined by straight lines.
    pub is_held: bool,
    /// What is fitted along.
    pub unknowns: Vec<Unknown>,
}

/// A measured output.
#[derive(Clone, Debug)]
pub struct OutputKeys {
    /// Its name in the study.
    pub name: String,
    /// Variables whose sum it is, each with its sign.
    pub terms: Vec<(f64, String)>,
    /// Its column; manoeuvres have none.
    pub column: Option<ColumnName>,
    /// Unit of the numbers after scale and offset; that of the variable if not given.
    pub unit: Option<String>,
    /// What cells are multiplied by.
    pub scale: f64,
    /// What is added then.
    pub offset: f64,
    /// Time by which the column lags \[s\].
    pub delay: f64,
    /// Standard deviation of the noise; estimated if not given.
    pub noise: Option<Quantity>,
    /// Cells beyond these are refused or left out.
    pub lower: Option<f64>,
    /// Cells beyond these are refused or left out.
    pub upper: Option<f64>,
    /// What is fitted along.
    pub unknowns: Vec<Unknown>,
    /// What the bench allows, of a manoeuvre.
    pub limits: (Option<Quantity>, Option<Quantity>),
}

/// A recording, or several that are read alike.
#[derive(Clone, Debug)]
pub struct RecordingKeys {
    /// Its name in the study.
    pub name: String,
    /// The table of the study file.
    pub table: String,
    /// Its files; `*` in a name stands for anything.
    pub files: Vec<PathBuf>,
    /// What it is taken for.
    pub kind: Kind,
    /// It is not fitted: it is predicted.
    pub is_held_back: bool,
    /// Between two cells.
    pub separator: u8,
    /// Decimals have a comma.
    pub has_decimal_comma: bool,
    /// Lines before the header.
    pub skip: usize,
    /// There is a line with headings.
    pub has_header: bool,
    /// Lines between the header and the first sample, such as one with units.
    pub skip_below_header: usize,
    /// The rest of a cell from here on is a remark.
    pub cut_at: Option<String>,
    /// Rows with cells that are no numbers are left out and counted; otherwise they are refused.
    pub leaves_out_bad_cells: bool,
    /// Column of the time.
    pub time: Option<ColumnName>,
    /// What a time in the file is worth \[s\].
    pub time_unit: f64,
    /// Time between two samples, where no column has it \[s\].
    pub sampling: Option<f64>,
    /// What is used of it, in its own time \[s\].
    pub from: f64,
    /// What is used of it, in its own time \[s\].
    pub to: f64,
    /// Simulated time before means are taken \[s\].
    pub settle: f64,
    /// Fixed values: names and texts.
    pub set: Vec<(String, String)>,
    /// Its inputs.
    pub inputs: Vec<InputKeys>,
    /// Its outputs.
    pub outputs: Vec<OutputKeys>,
}

const KEYS: [&str; 18] = [
    "files",
    "kind",
    "held_back",
    "separator",
    "decimal",
    "skip",
    "header",
    "skip_below_header",
    "cut_at",
    "bad_cells",
    "time.",
    "sampling",
    "from",
    "to",
    "settle",
    "set.",
    "input.",
    "output.",
];
const OF_INPUTS: [&str; 7] = ["column", "unit", "scale", "offset", "delay", "hold", "unknown"];
const OF_OUTPUTS: [&str; 12] = [
    "column",
    "unit",
    "scale",
    "offset",
    "delay",
    "noise",
    "lower",
    "upper",
    "unknown",
    "variables",
    "limit_lower",
    "limit_upper",
];

impl RecordingKeys {
    /// Reads the table of a recording, or of a manoeuvre.
    pub fn read(document: &Document, kind: &str, name: &str, folder: &Path) -> Result<Self, ConfigurationError> {
        let table = format!("{kind}.{name}");
        let keys = Keys::new(document, &format!("{table}."));
        keys.refuse_others(&KEYS)?;
        let files: Vec<PathBuf> = keys.texts("files")?.iter().map(|file| folder.join(file)).collect();
        if files.is_empty() {
            return Err(document.table_error(&table, "the key \"files\" is missing; it is a list of CSV files"));
        }
        let time = Keys::new(document, &format!("{table}.time."));
        time.refuse_others(&["column", "unit"])?;
        let unit = time.text("unit")?.unwrap_or_else(|| "s".to_owned());
        let time_unit = model_description::configuration::number_in_unit(&format!("1 {unit}"), "s");
        let time_unit = time_unit
            .map_err(|_| time.error("unit", "is no unit of time; there are s, min, and s with a prefix as ms"))?;
        let has_comma = keys.word("decimal", &[("point", false), ("comma", true)])?.unwrap_or(false);
        let recording = Self {
            name: name.to_owned(),
            kind: keys
                .word("kind", &[("trajectory", Kind::Trajectory), ("stationary", Kind::Stationary)])?
                .unwrap_or(Kind::Trajectory),
            is_held_back: keys.truth("held_back")?,
            separator: separator(&keys)?,
            has_decimal_comma: has_comma,
            skip: count(&keys, "skip")?,
            has_header: keys.get("header").is_none() || keys.truth("header")?,
            skip_below_header: count(&keys, "skip_below_header")?,
            cut_at: cut_at(&keys)?,
            leaves_out_bad_cells: keys.word("bad_cells", &[("refuse", false), ("leave_out", true)])?.unwrap_or(false),
            time: column(&time, document)?,
            time_unit,
            sampling: keys.in_unit("sampling", "s")?,
            from: keys.in_unit("from", "s")?.unwrap_or(f64::NEG_INFINITY),
            to: keys.in_unit("to", "s")?.unwrap_or(f64::INFINITY),
            settle: keys.in_unit("settle", "s")?.unwrap_or(0.0),
            set: settings(document, &format!("{table}.set."))?,
            inputs: inputs(document, &table)?,
            outputs: outputs(document, &table, kind == "manoeuvre")?,
            files,
            table,
        };
        recording.check(document)?;
        Ok(recording)
    }

    fn check(&self, document: &Document) -> Result<(), ConfigurationError> {
        let refused = |problem: &str| Err(document.table_error(&self.table, problem));
        if self.outputs.is_empty() {
            return refused("there is no output.NAME: what was measured must be said");
        }
        match (self.kind, &self.time, self.sampling) {
            (Kind::Trajectory, None, None) => {
                refused("a trajectory needs its times: time.column, or sampling, the time between two samples")
            }
            (_, Some(_), Some(_)) => refused("time.column and sampling say the same; leave one of them out"),
            (_, _, Some(sampling)) if sampling <= 0.0 => refused("sampling must be greater than 0"),
            (Kind::Trajectory | Kind::Stationary, _, _) if self.settle < 0.0 => refused("settle must be 0 or more"),
            (Kind::Trajectory | Kind::Stationary, _, _) => Ok(()),
        }
    }
}

fn count(keys: &Keys<'_>, key: &str) -> Result<usize, ConfigurationError> {
    Ok(keys.whole(key)?.map_or(0, |number| usize::try_from(number).unwrap_or(usize::MAX)))
}

fn separator(keys: &Keys<'_>) -> Result<u8, ConfigurationError> {
    let Some(text) = keys.text("separator")? else { return Ok(b',') };
    match text.as_bytes() {
        [byte] => Ok(*byte),
        _ => Err(keys.error("separator", "must be one character, as \";\" or \"\\t\"")),
    }
}

fn cut_at(keys: &Keys<'_>) -> Result<Option<String>, ConfigurationError> {
    match keys.text("cut_at")? {
        Some(remark) if remark.is_empty() => Err(keys.error("cut_at", "must have a character at least, as \",,\"")),
        remark => Ok(remark),
    }
}

fn column(keys: &Keys<'_>, document: &Document) -> Result<Option<ColumnName>, ConfigurationError> {
    let Some(entry) = keys.get("column") else { return Ok(None) };
    name_of(entry)
        .map(Some)
        .ok_or_else(|| document.error(entry, "must be a heading in quotes, or the number of a column from 1"))
}

fn name_of(entry: &Entry) -> Option<ColumnName> {
    match &entry.value {
        Scalar::Text(text) => Some(ColumnName::Heading(text.clone())),
        Scalar::Number(text) => text.parse().ok().filter(|number| *number > 0).map(ColumnName::Number),
        Scalar::Flag(_) | Scalar::List(_) | Scalar::Numbers(_) | Scalar::Table | Scalar::Mixed(_) | Scalar::Other => {
            None
        }
    }
}

fn unknowns(keys: &Keys<'_>) -> Result<Vec<Unknown>, ConfigurationError> {
    let known = [("offset", Unknown::Offset), ("delay", Unknown::Delay), ("scale", Unknown::Scale)];
    let unknown = |text: &String| {
        let found = known.iter().find(|(name, _)| name == text).map(|(_, unknown)| *unknown);
        found.ok_or_else(|| keys.error("unknown", "must be a list of offset, delay and scale"))
    };
    keys.texts("unknown")?.iter().map(unknown).collect()
}

fn inputs(document: &Document, table: &str) -> Result<Vec<InputKeys>, ConfigurationError> {
    let kind = format!("{table}.input");
    let read = |name: &String| {
        let keys = Keys::new(document, &format!("{kind}.{name}."));
        let column =
            column(&keys, document)?.ok_or_else(|| keys.error("column", format!("input.{name} needs its column")))?;
        Ok(InputKeys {
            name: name.clone(),
            column,
            unit: keys.text("unit")?,
            scale: keys.number("scale")?.unwrap_or(1.0),
            offset: keys.number("offset")?.unwrap_or(0.0),
            delay: keys.in_unit("delay", "s")?.unwrap_or(0.0),
            is_held: keys.truth("hold")?,
            unknowns: unknowns(&keys)?,
        })
    };
    super::dotted_names(document, &kind, &OF_INPUTS)?.iter().map(read).collect()
}

fn outputs(document: &Document, table: &str, is_manoeuvre: bool) -> Result<Vec<OutputKeys>, ConfigurationError> {
    let kind = format!("{table}.output");
    let read = |name: &String| {
        let keys = Keys::new(document, &format!("{kind}.{name}."));
        let column = column(&keys, document)?;
        if column.is_none() && !is_manoeuvre {
            return Err(keys.error("column", format!("output.{name} needs its column")));
        }
        let terms = keys.texts("variables")?;
        let terms = if terms.is_empty() { vec![name.clone()] } else { terms };
        let term = |text: &String| match text.strip_prefix('-') {
            Some(name) => (-1.0, name.trim().to_owned()),
            None => (1.0, text.trim().to_owned()),
        };
        Ok(OutputKeys {
            name: name.clone(),
            terms: terms.iter().map(term).collect(),
            column,
            unit: keys.text("unit")?,
            scale: keys.number("scale")?.unwrap_or(1.0),
            offset: keys.number("offset")?.unwrap_or(0.0),
            delay: keys.in_unit("delay", "s")?.unwrap_or(0.0),
            noise: keys.quantity("noise")?,
            lower: keys.number("lower")?,
            upper: keys.number("upper")?,
            unknowns: unknowns(&keys)?,
            limits: (keys.quantity("limit_lower")?, keys.quantity("limit_upper")?),
        })
    };
    super::dotted_names(document, &kind, &OF_OUTPUTS)?.iter().map(read).collect()
}
