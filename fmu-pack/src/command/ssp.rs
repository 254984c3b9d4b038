//! `fmu-pack ssp`

use super::build::{build_for, pack};
use super::run_system::engine;
use super::system::Seen;
use super::{Outcome, paths::refuse_overwriting, warn};
use crate::package::{Request, sha256};
use anyhow::Context;
use clap::Args;
use fmu_import::archive::Contents;
use fmu_import::platform::Platform;
use fmu_output::process::TemporaryFolder;
use fmu_plot::block_places;
use fmu_system::engine::{Demand, Engine, Inputs, adapt};
use fmu_system::ssp::files;
use fmu_system::{Definition, Facts, Geometry, Model, Source, System, assemble};
use model_description::configuration::{self, Configured, LeftOut};
use model_description::{Export, models};
use std::collections::{BTreeMap, BTreeSet};
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
    /// Write what this engine can read, where it cannot read all of SSP: libcosim, ecos, omsimulator or fmpy. Inputs and outputs of
    /// the system itself are left out for libcosim and ecos; set and read them at the components.
    #[arg(long = "for", value_name = "ENGINE", value_parser = engine)]
    engine: Option<Engine>,
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
        let mut draft = Draft::read(&self.system)?;
        draft.place_components();
        if let Some(engine) = self.engine {
            draft.system = draft.adapted(engine)?;
        }
        for warning in &draft.warnings {
            warn(warning);
        }
        let bytes =
            draft.contents(&self.libraries)?.write(&self.output).with_context(|| self.output.display().to_string())?;
        let (size, digest) = (bytes.len(), sha256(&bytes));
        writeln!(out, "{}  {size} bytes  sha256 {digest}", self.output.display())?;
        Ok(Outcome::Fine)
    }
}

/// A system in which everything fits, before anything is built for it.
pub(super) struct Draft {
    definition: Definition,
    /// The system.
    pub(super) system: System,
    /// What its author should know.
    pub(super) warnings: Vec<String>,
    fmus: Fmus,
}

impl Draft {
    /// Reads a system file and the descriptions of its FMUs, and puts the system together.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let definition = Definition::read(path)?;
        let fmus = Fmus::collect(&definition)?;
        let models: Vec<Model<'_>> = fmus.components.iter().map(|file| fmus.model(file)).collect();
        let assembled = assemble(&definition, &models)?;
        let left_out = fmus.files.values().flat_map(|fmu| &fmu.left_out).map(LeftOut::to_string);
        let warnings = left_out.chain(assembled.warnings).collect();
        Ok(Self { system: assembled.system, warnings, definition, fmus })
    }

    /// Gives the components the places that they have in the picture of the system, for tools that show it. A system that is too
    /// large for a picture has none.
    fn place_components(&mut self) {
        let diagram = Seen::new(self.system.clone(), &self.facts()).diagram();
        let places = block_places(&diagram).unwrap_or_default();
        for (component, [left, top, right, bottom]) in self.system.components.iter_mut().zip(places) {
            component.geometry = Some(Geometry { from: (left, -bottom), to: (right, -top) });
        }
    }

    /// The system as this engine can read it.
    fn adapted(&self, engine: Engine) -> anyhow::Result<System> {
        let components = self.system.components.iter().map(|component| component.name.as_str());
        let facts = components.zip(self.fmus.components.iter().map(|file| &self.fmus.files[file].facts)).collect();
        Ok(adapt(&self.system, engine, &Demand { facts: &facts, settings: &[], inputs: Inputs::Open })?)
    }

    /// What the FMUs are, by their names in the archive.
    pub(super) fn facts(&self) -> BTreeMap<&str, &Facts> {
        self.fmus.files.iter().map(|(file, fmu)| (file.as_str(), &fmu.facts)).collect()
    }

    /// The files of the archive; builds the FMUs that are not there.
    fn contents(self, libraries: &LibraryOptions) -> anyhow::Result<Contents> {
        let mut contents = Contents::default();
        files(&self.system).into_iter().for_each(|(name, text)| contents.add(name, text));
        let mut built = self.fmus.build(&self.definition, libraries)?;
        for (file, fmu) in self.fmus.files {
            let bytes = fmu.bytes.or_else(|| built.remove(&fmu.identifier)).unwrap_or_default();
            contents.add(file, bytes);
        }
        Ok(contents)
    }
}

/// The FMUs of a system.
#[derive(Default)]
struct Fmus {
    /// By the names in the archive.
    files: BTreeMap<String, Fmu>,
    /// Of each component, in order, the name in the archive.
    components: Vec<String>,
}

/// An FMU that is there, or will be built.
struct Fmu {
    identifier: String,
    facts: Facts,
    /// Nothing where it is built from a configuration or a declared model.
    bytes: Option<Vec<u8>>,
    /// What its configuration leaves out.
    left_out: Vec<LeftOut>,
}

impl Fmu {
    /// Reads an FMU, or describes what will be one.
    fn of(source: &Source, definition: &Definition, index: usize) -> anyhow::Result<Self> {
        let failed = |problem: String| definition.source_error(index, problem);
        match source {
            Source::Fmu(path) => {
                let problem = |error| failed(format!("the FMU {} cannot be read: {error}", path.display()));
                let bytes = std::fs::read(path).map_err(problem)?;
                let facts = Facts::of_fmu(bytes.clone()).map_err(|error| failed(format!("it is no FMU: {error}")))?;
                let identifier = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                Ok(Self { identifier, facts, bytes: Some(bytes), left_out: Vec::new() })
            }
            Source::Configuration(path) => {
                anyhow::ensure!(path.is_file(), failed(format!("the file {} is not there", path.display())));
                let Configured { model, left_out, flanks: _ } = configuration::read(path)?;
                Ok(Self { left_out, ..Self::described(model)? })
            }
            Source::Model(name) => {
                let known = models::all();
                let names = || known.iter().map(|model| model.identifier.as_str()).collect::<Vec<_>>().join(", ");
                let model = known.iter().find(|model| model.identifier == *name);
                let model = model.ok_or_else(|| failed(format!("is no model; models are {}", names())))?;
                Self::described(model.clone())
            }
        }
    }

    fn described(model: model_description::declaration::Model) -> anyhow::Result<Self> {
        let export = Export::new(model);
        let facts = Facts::of_description(&export.xml)?;
        Ok(Self { identifier: export.model.identifier, facts, bytes: None, left_out: Vec::new() })
    }
}

impl Fmus {
    fn collect(definition: &Definition) -> anyhow::Result<Self> {
        let mut fmus = Self::default();
        let mut known: BTreeMap<&Source, String> = BTreeMap::new();
        for (index, source) in definition.sources().enumerate() {
            let file = match known.get(source) {
                Some(file) => file.clone(),
                None => {
                    let fmu = Fmu::of(source, definition, index)?;
                    let file = fmus.free_name(&fmu.identifier);
                    fmus.files.insert(file.clone(), fmu);
                    known.insert(source, file.clone());
                    file
                }
            };
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
        Model { file: file.to_string(), facts: &self.files[file].facts }
    }

    /// Bytes of the FMUs that are built, by identifier.
    fn build(&self, definition: &Definition, libraries: &LibraryOptions) -> anyhow::Result<BTreeMap<String, Vec<u8>>> {
        let mut request = Request {
            platforms: libraries.platform.clone(),
            libraries: libraries.libraries.clone(),
            ..Request::default()
        };
        for source in definition.sources().collect::<BTreeSet<&Source>>() {
            match source {
                Source::Fmu(_) => (),
                Source::Configuration(path) => request.configurations.push(path.clone()),
                Source::Model(name) => request.models.push(name.clone()),
            }
        }
        if request.models.is_empty() && request.configurations.is_empty() {
            return Ok(BTreeMap::new());
        }
        let models = build_for(&request)?;
        let folder = TemporaryFolder::new().context("no temporary folder")?;
        let mut built = BTreeMap::new();
        for identifier in models.identifiers() {
            let packed = pack(&models, identifier, folder.path(), "")?;
            let bytes = std::fs::read(&packed.path).with_context(|| packed.path.display().to_string())?;
            built.insert(identifier.to_string(), bytes);
        }
        Ok(built)
    }
}
