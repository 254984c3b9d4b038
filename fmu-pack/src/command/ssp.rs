//! `fmu-pack ssp`

use super::build::build_for;
use super::{Outcome, paths::refuse_overwriting};
use crate::package::{Request, sha256};
use anyhow::Context;
use clap::Args;
use fmu_archive::Contents;
use fmu_import::platform::Platform;
use fmu_output::visible;
use fmu_process::TemporaryFolder;
use fmu_system::ssp::files;
use fmu_system::{Definition, Facts, Model, Source, System, assemble};
use model_description::configuration;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Pack a system of FMUs as an SSP file that co-simulation engines run.
///
/// Components are FMUs, configurations (built on the way) or declared models; connections are checked by name, type, unit and
/// for algebraic loops. See docs/systems.md.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The system: a TOML file with components, connections, start values, inputs and outputs.
    #[arg(value_name = "TOML")]
    system: PathBuf,
    /// The SSP file.
    #[arg(short, long, value_name = "SSP")]
    output: PathBuf,
    #[command(flatten)]
    libraries: LibraryOptions,
}

/// Which libraries the FMUs get that are built on the way.
#[derive(Debug, Default, Args)]
pub(super) struct LibraryOptions {
    /// Platform to build for, as in `fmu-pack build`. May be given several times.
    #[arg(long, value_name = "PLATFORM")]
    platform: Vec<Platform>,
    /// Folder of prebuilt libraries, as in `fmu-pack build`.
    #[arg(long, value_name = "DIR")]
    libraries: Option<PathBuf>,
}

impl Arguments {
    pub(super) fn run(self, out: &mut dyn Write) -> anyhow::Result<Outcome> {
        refuse_overwriting(&[Some(&self.system)], &[Some(&self.output)])?;
        let built = Built::read(&self.system, &self.libraries)?;
        for warning in &built.warnings {
            eprintln!("warning: {}", visible(warning));
        }
        let bytes = built.contents().write(&self.output).with_context(|| self.output.display().to_string())?;
        let (size, digest) = (bytes.len(), sha256(&bytes));
        writeln!(out, "{}  {size} bytes  sha256 {digest}", self.output.display())?;
        Ok(Outcome::Fine)
    }
}

/// A system whose FMUs are there.
pub(super) struct Built {
    /// The system.
    pub(super) system: System,
    /// What its author should know.
    pub(super) warnings: Vec<String>,
    /// FMUs by their names in the archive.
    fmus: BTreeMap<String, Vec<u8>>,
}

impl Built {
    /// Reads a system file, builds what it has built, and puts the system together.
    pub(super) fn read(path: &Path, libraries: &LibraryOptions) -> anyhow::Result<Self> {
        let definition = Definition::read(path)?;
        let fmus = Fmus::collect(&definition, libraries)?;
        let models: Vec<Model<'_>> = fmus.components.iter().map(|file| fmus.model(file)).collect();
        let assembled = assemble(&definition, &models)?;
        let fmus = fmus.files.into_iter().map(|(file, (bytes, _))| (file, bytes)).collect();
        Ok(Self { system: assembled.system, warnings: assembled.warnings, fmus })
    }

    /// The files of the archive.
    fn contents(self) -> Contents {
        let mut contents = Contents::default();
        files(&self.system).into_iter().for_each(|(name, text)| contents.add(name, text));
        self.fmus.into_iter().for_each(|(name, bytes)| contents.add(name, bytes));
        contents
    }
}

/// The FMUs of a system.
#[derive(Default)]
struct Fmus {
    /// Bytes and facts, by the names in the archive.
    files: BTreeMap<String, (Vec<u8>, Facts)>,
    /// Of each component, in order, the name in the archive.
    components: Vec<String>,
}

impl Fmus {
    fn collect(definition: &Definition, libraries: &LibraryOptions) -> anyhow::Result<Self> {
        let built = build(definition, libraries)?;
        let mut fmus = Self::default();
        let mut known: BTreeMap<&Source, String> = BTreeMap::new();
        for (index, source) in definition.sources().enumerate() {
            if let Some(file) = known.get(source) {
                fmus.components.push(file.clone());
                continue;
            }
            let failed = |problem: String| definition.source_error(index, problem);
            let (name, bytes) = match source {
                Source::Fmu(path) => {
                    let problem = |error| failed(format!("the FMU {} cannot be read: {error}", path.display()));
                    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                    (name, std::fs::read(path).map_err(problem)?)
                }
                Source::Configuration(_) | Source::Model(_) => {
                    let (identifier, bytes) = &built[source];
                    (identifier.clone(), bytes.clone())
                }
            };
            let facts = Facts::of_fmu(bytes.clone()).map_err(|error| failed(format!("it is no FMU: {error}")))?;
            let file = fmus.free_name(&name);
            fmus.files.insert(file.clone(), (bytes, facts));
            known.insert(source, file.clone());
            fmus.components.push(file);
        }
        Ok(fmus)
    }

    /// A name in the archive that no other FMU has, on any platform, and that is a URI as it is.
    fn free_name(&self, stem: &str) -> String {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
        let stem: String = stem.chars().map(|letter| if is_plain(letter) { letter } else { '_' }).collect();
        let is_free = |name: &String| !self.files.keys().any(|file| file.eq_ignore_ascii_case(name));
        let numbered = (2..).map(|number| format!("resources/{stem}_{number}.fmu"));
        let mut names = std::iter::once(format!("resources/{stem}.fmu")).chain(numbered);
        names.find(is_free).unwrap_or_default()
    }

    fn model(&self, file: &str) -> Model<'_> {
        Model { file: file.to_string(), facts: &self.files[file].1 }
    }
}

/// Identifiers and bytes of the FMUs that are built.
fn build<'a>(
    definition: &'a Definition,
    libraries: &LibraryOptions,
) -> anyhow::Result<BTreeMap<&'a Source, (String, Vec<u8>)>> {
    let mut identifiers: BTreeMap<&Source, String> = BTreeMap::new();
    let mut request =
        Request { platforms: libraries.platform.clone(), libraries: libraries.libraries.clone(), ..Request::default() };
    for (index, source) in definition.sources().enumerate() {
        if identifiers.contains_key(source) {
            continue;
        }
        match source {
            Source::Fmu(_) => continue,
            Source::Configuration(path) => {
                let missing = || definition.source_error(index, format!("the file {} is not there", path.display()));
                anyhow::ensure!(path.is_file(), missing());
                identifiers.insert(source, configuration::read(path)?.identifier);
                request.configurations.push(path.clone());
            }
            Source::Model(name) => {
                let known = model_description::models::all();
                let mut names = known.iter().map(|model| model.identifier.as_str());
                if !names.clone().any(|known| known == name) {
                    let names: Vec<&str> = names.by_ref().collect();
                    return Err(definition
                        .source_error(index, format!("is no model; models are {}", names.join(", ")))
                        .into());
                }
                identifiers.insert(source, name.clone());
                request.models.push(name.clone());
            }
        }
    }
    if identifiers.is_empty() {
        return Ok(BTreeMap::new());
    }
    let models = build_for(&request)?;
    let folder = TemporaryFolder::new().context("no temporary folder")?;
    let mut built = BTreeMap::new();
    for (source, identifier) in identifiers {
        let packed = models.pack(&identifier, folder.path())?;
        let bytes = std::fs::read(&packed.path).with_context(|| packed.path.display().to_string())?;
        built.insert(source, (identifier, bytes));
    }
    Ok(built)
}
