//! What shall be fitted to what, from a TOML file.
//!
//! ```toml
//! [model.servo]                          # one or more: they are compared
//! config = "servo.toml"                  # or fmu = "Servo.fmu", or law = "sliding"
//!
//! [parameter."friction.coulomb_torque"]  # free
//! start = "200 N.m"
//! lower = 0
//!
//! [recording.bench]                      # one or more
//! files = ["bench/*.csv"]
//! time.column = "t"
//! time.unit = "ms"
//! input.command.column = "demand"
//! input.command.unit = "deg"
//! output.position.column = 3
//! output.position.noise = "0.01 deg"
//! ```
//!
//! docs/identification.md has all keys.

mod keys;
mod recording;

pub use keys::Quantity;
pub use recording::{ColumnName, InputKeys, Kind, OutputKeys, RecordingKeys, Unknown};

use keys::{Keys, dotted_names, names};
use model_description::configuration::document::{Document, Scalar};
use model_description::configuration::{ConfigurationError, text_of};
use model_description::repeated;
use std::path::{Path, PathBuf};

/// How residuals count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Loss {
    /// By their squares.
    Squares,
    /// By their squares up to so many standard deviations, and linearly beyond (Huber 1964).
    Huber(f64),
}

impl Loss {
    /// With normal noise the fit is 95 % as sharp as that of squares.
    const HUBER: f64 = 1.345;
}

/// Where a model is from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// An FMU.
    Fmu(PathBuf),
    /// A configuration.
    Configuration(PathBuf),
    /// The friction of a body that slides steadily, as a formula.
    Sliding,
}

/// A model.
#[derive(Clone, Debug)]
pub struct ModelKeys {
    /// Its name in the study.
    pub name: String,
    /// Where it is from.
    pub source: Source,
    /// The configuration into which the result is written, of a formula.
    pub template: Option<PathBuf>,
    /// Fixed values: names and texts.
    pub set: Vec<(String, String)>,
    /// Parameters that are free in it; all if it is empty.
    pub parameters: Vec<String>,
}

/// A parameter that is free.
#[derive(Clone, Debug)]
pub struct ParameterKeys {
    /// Its name in the study.
    pub name: String,
    /// The variables that get its value.
    pub variables: Vec<String>,
    /// Where the search begins; the start value of the variable if not given.
    pub start: Option<Quantity>,
    /// Bounds.
    pub lower: Option<Quantity>,
    /// Bounds.
    pub upper: Option<Quantity>,
    /// How large changes are that matter, where neither start nor bounds tell it.
    pub size: Option<Quantity>,
    /// The search is in its logarithm.
    pub is_logarithmic: bool,
    /// Each recording has its own value.
    pub is_per_recording: bool,
    /// The recordings, or manoeuvres, that have its value; all if it is empty.
    pub recordings: Vec<String>,
}

/// A study file.
#[derive(Clone, Debug)]
pub struct Study {
    /// The file.
    pub path: PathBuf,
    /// Its content.
    pub document: Document,
    /// Heading of the page.
    pub title: String,
    /// Of all draws.
    pub seed: u64,
    /// How residuals count.
    pub loss: Loss,
    /// Points of the global search; 0 for none.
    pub starts: u64,
    /// Generations of the global search after these points.
    pub generations: u64,
    /// Parameters of which the profile likelihood is wanted.
    pub profile: Vec<String>,
    /// The models.
    pub models: Vec<ModelKeys>,
    /// The parameters.
    pub parameters: Vec<ParameterKeys>,
    /// Recordings, or groups of such that are read alike.
    pub recordings: Vec<RecordingKeys>,
    /// Manoeuvres to choose from.
    pub manoeuvres: Vec<RecordingKeys>,
}

/// Of the global search, if not given.
const GENERATIONS: u64 = 20;
const GENERAL: [&str; 11] = [
    "title",
    "seed",
    "loss",
    "huber",
    "starts",
    "generations",
    "profile",
    "model.",
    "parameter.",
    "recording.",
    "manoeuvre.",
];
const OF_PARAMETERS: [&str; 8] = ["variable", "start", "lower", "upper", "size", "scale", "per", "recordings"];
/// Most points of the global search, in all generations together: each is a run of every recording, and is kept in memory.
const MOST_POINTS: u64 = 1_000_000;
/// Most profiles of a study: each is some dozens of fits.
const MOST_PROFILES: usize = 3;

impl Study {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, ConfigurationError> {
        Self::parse(&text_of(path)?, path)
    }

    /// The study that `text` describes; files are looked for beside `path`.
    pub fn parse(text: &str, path: &Path) -> Result<Self, ConfigurationError> {
        let document = Document::parse(text, path)?;
        let general = Keys::new(&document, "");
        general.refuse_others(&GENERAL)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let models = names(&document, "model");
        let models = models.iter().map(|name| model(&document, name, folder)).collect::<Result<Vec<_>, _>>()?;
        if models.is_empty() {
            return Err(document.general_error("there is no [model.NAME]: a study needs one, with fmu, config or law"));
        }
        let parameters = dotted_names(&document, "parameter", &OF_PARAMETERS)?;
        let parameters = parameters.iter().map(|name| parameter(&document, name)).collect::<Result<Vec<_>, _>>()?;
        let read = |kind: &str| {
            let names = names(&document, kind);
            names.iter().map(|name| RecordingKeys::read(&document, kind, name, folder)).collect::<Result<Vec<_>, _>>()
        };
        let (recordings, manoeuvres) = (read("recording")?, read("manoeuvre")?);
        let loss = loss(&general)?;
        let study = Self {
            path: path.to_path_buf(),
            title: general.text("title")?.unwrap_or_else(|| stem(path)),
            seed: general.whole("seed")?.unwrap_or(1),
            loss,
            starts: general.whole("starts")?.unwrap_or(0),
            generations: general.whole("generations")?.unwrap_or(GENERATIONS),
            profile: general.texts("profile")?,
            models,
            parameters,
            recordings,
            manoeuvres,
            document: document.clone(),
        };
        study.check(&general)?;
        Ok(study)
    }

    fn check(&self, general: &Keys<'_>) -> Result<(), ConfigurationError> {
        self.check_search(general)?;
        self.check_model_names()?;
        let is_parameter = |name: &&String| !self.parameters.iter().any(|parameter| parameter.name == **name);
        if let Some(unknown) = self.profile.iter().find(is_parameter) {
            return Err(general.error("profile", format!("{unknown} is no parameter of the study")));
        }
        if self.profile.len() > MOST_PROFILES {
            return Err(general.error("profile", format!("there are at most {MOST_PROFILES} profiles")));
        }
        for model in &self.models {
            let keys = Keys::new(&self.document, &format!("model.{}.", model.name));
            if let Some(unknown) = model.parameters.iter().find(is_parameter) {
                return Err(keys.error("parameters", format!("{unknown} is no parameter of the study")));
            }
        }
        self.check_recordings()
    }

    fn check_recordings(&self) -> Result<(), ConfigurationError> {
        let is_there = |name: &String| self.recordings.iter().chain(&self.manoeuvres).any(|keys| keys.name == *name);
        for parameter in &self.parameters {
            let (keys, names) =
                (Keys::new(&self.document, &format!("parameter.{}.", parameter.name)), &parameter.recordings);
            if let Some(unknown) = names.iter().find(|name| !is_there(name)) {
                return Err(keys.error("recordings", format!("{unknown} is no recording of the study")));
            }
            if keys.get("recordings").is_some() && names.is_empty() {
                return Err(
                    keys.error("recordings", "must name a recording; without the key a parameter holds for all")
                );
            }
            if let [twice, ..] = *repeated(names.iter().map(String::as_str)) {
                return Err(keys.error("recordings", format!("has {twice} twice")));
            }
        }
        Ok(())
    }
}

impl Study {
    /// Before memory is taken for its points.
    fn check_search(&self, general: &Keys<'_>) -> Result<(), ConfigurationError> {
        let points = self.starts.saturating_mul(self.generations.saturating_add(1));
        if points <= MOST_POINTS {
            return Ok(());
        }
        // The larger of the two is the one to mend.
        let key = if self.starts >= self.generations { "starts" } else { "generations" };
        let problem = format!(
            "starts*(generations + 1) = {}*({} + 1) points are too many for a global search; it has at most {MOST_POINTS}",
            self.starts, self.generations
        );
        Err(general.error(key, problem))
    }

    /// Models give their names to files. File systems that do not tell capitals from small letters would have one for both.
    fn check_model_names(&self) -> Result<(), ConfigurationError> {
        for (place, model) in self.models.iter().enumerate() {
            let name = &model.name;
            let refused = |problem: &str| self.document.table_error(&format!("model.{name}"), problem);
            if !is_file_name(name) {
                return Err(refused(
                    "is no name of a model: it becomes that of a file, so it has letters, digits, spaces, _ and - only, and \
                     begins and ends with none of the spaces",
                ));
            }
            let is_same = |other: &ModelKeys| other.name.to_lowercase() == name.to_lowercase();
            if self.models[..place].iter().any(is_same) {
                return Err(refused("differs from another model by capitals alone, and their files have these names"));
            }
        }
        Ok(())
    }
}

/// Whether a name is that of a file in the folder that it is put into, on every system.
fn is_file_name(name: &str) -> bool {
    let is_allowed = |letter: char| letter.is_alphanumeric() || [' ', '_', '-'].contains(&letter);
    !name.is_empty() && name.trim() == name && name.chars().all(is_allowed)
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn loss(general: &Keys<'_>) -> Result<Loss, ConfigurationError> {
    let is_huber = general.word("loss", &[("squares", false), ("huber", true)])?.unwrap_or(false);
    let beyond = general.number("huber")?.unwrap_or(Loss::HUBER);
    if beyond <= 0.0 {
        return Err(
            general.error("huber", "must be greater than 0: from so many standard deviations on residuals count less")
        );
    }
    Ok(if is_huber { Loss::Huber(beyond) } else { Loss::Squares })
}

fn model(document: &Document, name: &str, folder: &Path) -> Result<ModelKeys, ConfigurationError> {
    let keys = Keys::new(document, &format!("model.{name}."));
    let is_dotted = |key: &str| key.contains('.') && !key.starts_with("set.");
    if let Some((_, entry)) = keys.all().find(|(key, _)| is_dotted(key)) {
        return Err(document
            .error(entry, "is no key of a model; the name of a model has no dots, for it becomes that of a file"));
    }
    keys.refuse_others(&["fmu", "config", "law", "parameters", "set."])?;
    let path = |key: &str| keys.text(key).map(|text| text.map(|text| folder.join(text)));
    let (fmu, config, law) = (path("fmu")?, path("config")?, keys.word("law", &[("sliding", ())])?);
    let (source, template) = match (fmu, config, law) {
        (Some(fmu), None, None) => (Source::Fmu(fmu), None),
        (None, Some(config), None) => (Source::Configuration(config), None),
        (None, template, Some(())) => (Source::Sliding, template),
        (Some(_), Some(_), _) | (Some(_), None, Some(())) | (None, None, None) => {
            let problem = format!("[model.{name}] needs one of fmu, config and law = \"sliding\"");
            return Err(document.table_error(&format!("model.{name}"), problem));
        }
    };
    let set = settings(document, &format!("model.{name}.set."))?;
    Ok(ModelKeys { name: name.to_owned(), source, template, set, parameters: keys.texts("parameters")? })
}

/// Names and values below a prefix.
fn settings(document: &Document, prefix: &str) -> Result<Vec<(String, String)>, ConfigurationError> {
    let keys = Keys::new(document, prefix);
    let text = |(name, entry): (&str, &model_description::configuration::document::Entry)| match &entry.value {
        Scalar::Number(text) | Scalar::Text(text) => Ok((name.to_owned(), text.clone())),
        Scalar::Flag(is_true) => Ok((name.to_owned(), is_true.to_string())),
        Scalar::List(_) | Scalar::Numbers(_) | Scalar::Table | Scalar::Mixed(_) | Scalar::Other => {
            Err(document.error(entry, "must be a number or a text"))
        }
    };
    keys.all().map(text).collect()
}

fn parameter(document: &Document, name: &str) -> Result<ParameterKeys, ConfigurationError> {
    let keys = Keys::new(document, &format!("parameter.{name}."));
    let variables = keys.texts("variable")?;
    Ok(ParameterKeys {
        name: name.to_owned(),
        variables: if variables.is_empty() { vec![name.to_owned()] } else { variables },
        start: keys.quantity("start")?,
        lower: keys.quantity("lower")?,
        upper: keys.quantity("upper")?,
        size: keys.quantity("size")?,
        is_logarithmic: keys.word("scale", &[("linear", false), ("logarithmic", true)])?.unwrap_or(false),
        is_per_recording: keys.word("per", &[("study", false), ("recording", true)])?.unwrap_or(false),
        recordings: keys.texts("recordings")?,
    })
}
