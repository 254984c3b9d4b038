//! Makes FMUs: library, model description, documentation and licences in an archive that is the same every time.

mod characteristic;
mod configured;
mod documentation;
mod layout;
mod libraries;
mod models_page;
mod references;
mod scheme;
mod stability;
mod wanted;

pub use models_page::models_page;
pub use scheme::scheme;

pub use wanted::unknown as unknown_model;

use fmu_checks::{self as checks, Finding};
use fmu_import::archive::{Archive, Contents, Limits};
use fmu_import::fmu::{self, Fmu};
use fmu_import::interface::{self, Interface};
use fmu_import::platform::Platform;
use fmu_isolation as isolation;
use fmu_library::sources::Extent;
use fmu_library::toolchain;
use fmu_library::{self as library, Folder};
use fmu_output::write_atomically;
use fmu_plot as plot;
use fmu_simulation::laws;
use model_description::configuration::{ConfigurationError, Subject, TooLarge, content, refusal};
use model_description::{Export, FmiVersion, fmi3};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::path::{Path, PathBuf};

use libraries::Built;
pub use libraries::{Libraries, Portable, order};
pub use references::Advance;
use references::GivenSeries;

/// Why no FMU was made.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No library was made.
    #[error(transparent)]
    Toolchain(#[from] toolchain::Error),
    /// One library too many for a platform.
    #[error("{platform} is given and built: leave out --binary {platform}=PATH, or name the others with --platform")]
    Twice {
        /// The platform.
        platform: Platform,
    },
    /// No such model.
    #[error("there is no model {name}{nearest}; there are {known}")]
    UnknownModel {
        /// The name.
        name: String,
        /// Names like it, as a clause.
        nearest: String,
        /// All names.
        known: String,
    },
    /// A configuration file is wrong.
    #[error(transparent)]
    Configuration(#[from] ConfigurationError),
    /// A parameter cannot be tunable.
    #[error("--tunable: {problem}")]
    Tunable {
        /// Which, why, and what can.
        problem: String,
    },
    /// A configuration that no library has room for.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A folder of libraries lacks one.
    #[error("{} has no library for {platform}, which would be {}; it has {known}", folder.display(), expected.display())]
    NoLibrary {
        /// The folder.
        folder: PathBuf,
        /// Which it lacks.
        platform: Platform,
        /// Where it would be.
        expected: PathBuf,
        /// Which it has, as a clause.
        known: String,
    },
    /// A folder of libraries lacks what is translated to C.
    #[error(
        "{} has nothing to make C of, which would be {}; `fmu-pack libraries --platform c` makes it", folder.display(),
        expected.display()
    )]
    NoPortable {
        /// The folder.
        folder: PathBuf,
        /// Where it would be.
        expected: PathBuf,
    },
    /// What is there cannot be translated to C.
    #[error("{}: {source}; build it anew with `fmu-pack libraries --platform c`", path.display())]
    Portable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: library::sources::Unreadable,
    },
    /// A library cannot be used.
    #[error("{}: {source}", path.display())]
    Library {
        /// The library.
        path: PathBuf,
        /// Why.
        source: library::Error,
    },
    /// The model refuses what a configuration says.
    #[error("{}", refusal(subject, format_args!("the model refuses its start values: {problem}")))]
    StartValues {
        /// The value, or the file where it is not known which.
        subject: Box<Subject>,
        /// What the model said.
        problem: String,
    },
    /// A configured FMU cannot be tried out.
    #[error("{}: the FMU cannot be tried out: {source}", path.display())]
    Trial {
        /// The configuration file.
        path: PathBuf,
        /// Why.
        source: fmu::Error,
    },
    /// A configured FMU does not survive being tried out.
    #[error("{}: the FMU cannot be tried out: {source}", path.display())]
    Worker {
        /// The configuration file.
        path: PathBuf,
        /// Why.
        source: isolation::Error,
    },
    /// The default experiment fails on the signals that were given.
    #[error("{place}: the default experiment on the signals of --inputs fails: {problem}")]
    Experiment {
        /// The configuration file, or the model.
        place: String,
        /// Why.
        problem: String,
    },
    /// Signals and results are for one experiment.
    #[error("--inputs and --reference are for one FMU; {count} would be built: {names}")]
    Several {
        /// How many.
        count: usize,
        /// Which.
        names: String,
    },
    /// A file of signals or results.
    #[error(transparent)]
    Signals(#[from] fmu_simulation::input::Error),
    /// Something is wrong with the signals or results that were given.
    #[error("{problem}")]
    Given {
        /// What.
        problem: String,
    },
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A description is damaged.
    #[error(transparent)]
    Description(#[from] interface::Error),
    /// A model that FMI 3.0 cannot have.
    #[error(transparent)]
    Fmi3(#[from] fmi3::Error),
    /// The same of a configuration.
    #[error("{}", refusal(subject, source))]
    ConfiguredFmi3 {
        /// What names the variable, or the file where it is not known what does.
        subject: Box<Subject>,
        /// Why.
        source: fmi3::Error,
    },
    /// The documentation.
    #[error(transparent)]
    Documentation(#[from] askama::Error),
    /// The documentation's pictures.
    #[error(transparent)]
    Plot(#[from] plot::Error),
}

/// A library for a platform.
#[derive(Clone, Debug, PartialEq)]
pub struct Binary {
    /// For which machines.
    pub platform: Platform,
    /// The file.
    pub path: PathBuf,
}

/// Whether an FMU has C sources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SourceCode {
    /// Libraries only.
    #[default]
    None,
    /// Beside libraries.
    Beside,
    /// And no library.
    Only,
}

/// What shall be built and packed.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Names of the models that will be packed; without any, the configured ones, or else all.
    pub models: Vec<String>,
    /// Build for these; without any, for this machine's, or for all that have a prebuilt library.
    pub platforms: Vec<Platform>,
    /// Add these.
    pub binaries: Vec<Binary>,
    /// Configuration files.
    pub configurations: Vec<PathBuf>,
    /// Names of parameters that become tunable; `*` stands for any text.
    pub tunable: Vec<String>,
    /// Folder of prebuilt libraries; without it, the one beside this program, if there is one.
    pub libraries: Option<PathBuf>,
    /// Folder of the models' own sources; without it, where this program was built.
    pub workspace: Option<PathBuf>,
    /// C in the FMU.
    pub source_code: SourceCode,
    /// For which version of FMI.
    pub version: FmiVersion,
    /// Input signals for the default experiment of the one FMU that is packed, which becomes a reference in it.
    pub inputs: Option<PathBuf>,
    /// Results that they must give; without them, the FMU computes its own.
    pub results: Option<PathBuf>,
    /// It does not.
    pub omits_own_results: bool,
}

impl Request {
    /// The folder of prebuilt libraries; sources that were named are compiled.
    fn prebuilt(&self) -> Option<Folder> {
        let given = self.libraries.as_deref().map(Folder::new);
        given.or_else(|| if self.workspace.is_none() { Folder::beside_program() } else { None })
    }

    /// Each platform has one library.
    fn refuse_twice(&self) -> Result<(), Error> {
        let host = [Platform::host()];
        let built = match (self.platforms.is_empty(), self.prebuilt()) {
            (true, None) => &host,
            // Of a whole folder only the others are taken.
            (true, Some(_)) => &[][..],
            (false, _) => &self.platforms[..],
        };
        let twice = self.binaries.iter().find(|binary| built.contains(&binary.platform));
        twice.map_or(Ok(()), |binary| Err(Error::Twice { platform: binary.platform.clone() }))
    }
}

/// An FMU that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Packed {
    /// The file.
    pub path: PathBuf,
    /// Bytes.
    pub size: usize,
    /// SHA-256 of the file, in hexadecimal digits.
    pub sha256: String,
}

/// Models with libraries for them.
pub struct Models {
    models: Vec<Model>,
    libraries: Libraries,
    /// What their C is made of, where it is wanted.
    portable: Vec<Portable>,
    version: FmiVersion,
    given: GivenSeries,
}

/// A model as it is packed.
struct Model {
    /// As FMI 2.0 describes it: by this description the library knows it in every version.
    export: Export,
    /// Its variables, as the version that is asked for has them.
    interface: Interface,
    /// What the library is told; nothing, if it is a model as declared.
    content: Option<Vec<u8>>,
    /// The configuration file, if there is one.
    file: Option<wanted::File>,
}

impl Models {
    /// The declared models with a library for machines like this one.
    pub fn build(progress: &dyn Fn(&str)) -> Result<Self, Error> {
        Self::build_native(&Request::default(), progress)
    }

    /// The models of a request with a library for machines like this one.
    pub fn build_native(request: &Request, progress: &dyn Fn(&str)) -> Result<Self, Error> {
        let models = wanted::find(request)?;
        let libraries = libraries::native(progress)?;
        Ok(Self { models, libraries, portable: Vec::new(), version: request.version, given: GivenSeries::default() })
    }

    /// What was asked for.
    pub fn build_for(request: &Request, progress: &dyn Fn(&str)) -> Result<Self, Error> {
        let models = wanted::find(request)?;
        request.refuse_twice()?;
        let given = GivenSeries::read(request, &models)?;
        let libraries = libraries::find(request, progress)?;
        let portable = Portable::find(request, &models, progress)?;
        Ok(Self { models, libraries, portable, version: request.version, given })
    }

    /// What importers may stumble over in the libraries, by platform.
    pub fn findings(&self) -> Result<Vec<(&Platform, Finding)>, Error> {
        let Some(model) = self.models.first() else { return Ok(Vec::new()) };
        let mut findings = Vec::new();
        for built in &self.libraries.0 {
            let name = built.binary.path.display().to_string();
            let (platform, bytes) = (&built.binary.platform, model.library(built)?);
            let found = checks::binary::check(&name, platform.folder(), &bytes, &model.interface);
            findings.extend(found.into_iter().map(|finding| (platform, finding)));
        }
        Ok(findings)
    }

    /// Modes of their linear systems that grow without control, a sentence each.
    pub fn unstable_modes(&self) -> Vec<String> {
        self.models.iter().flat_map(|model| stability::unstable_modes(&model.export.model)).collect()
    }

    /// What their start values say of friction laws without data of their own, and of those that ignore the load, a sentence each.
    pub fn law_warnings(&self) -> Vec<String> {
        let told = |model: &Model| {
            let is_given =
                |warning: &String| model.file.as_ref().is_some_and(|file| configured::gives(&file.path, warning));
            let warnings = laws::warnings(&model.interface, &[]).into_iter().filter(|warning| !is_given(warning));
            warnings.map(|warning| format!("{}: {warning}", model.identifier())).collect::<Vec<String>>()
        };
        self.models.iter().flat_map(told).collect()
    }

    /// What their configuration files leave out though motion hangs on it, a sentence each.
    pub fn left_out(&self) -> impl Iterator<Item = &str> {
        let files = self.models.iter().filter_map(|model| model.file.as_ref());
        files.flat_map(|file| &file.left_out).map(String::as_str)
    }

    /// Identifiers of the models, in the order in which they were asked for.
    pub fn identifiers(&self) -> Vec<&str> {
        self.models.iter().map(Model::identifier).collect()
    }

    fn portable_for(&self, model: &Model) -> Option<&Portable> {
        self.portable.iter().find(|portable| portable.extent == model.extent())
    }

    /// Only this machine's library can be.
    fn can_try_out(&self) -> bool {
        let host = Platform::host();
        self.libraries.files().any(|(platform, _)| *platform == host)
    }

    /// A configured FMU is tried out, and so is one that computes results of its own.
    fn wants_trial(&self, model: &Model) -> bool {
        self.can_try_out() && (model.file.is_some() || self.given.is_some())
    }

    /// There are configured FMUs that nobody tries out, because no library of them runs here.
    pub fn is_untried(&self) -> bool {
        !self.can_try_out() && self.models.iter().any(|model| model.file.is_some())
    }

    /// Packs one model to `<folder>/<identifier>.fmu`. `watch` is told how far the experiment is that the FMU computes for it.
    pub fn pack(&self, identifier: &str, folder: &Path, watch: &mut dyn FnMut(Advance)) -> Result<Packed, Error> {
        let model = self.models.iter().find(|model| model.identifier() == identifier);
        let model = model.ok_or_else(|| wanted::unknown(identifier, self.identifiers()))?;
        let path = folder.join(format!("{identifier}.fmu"));
        let failed = |source| Error::File { path: path.clone(), source };
        let bytes = |contents: &Contents| contents.to_bytes().map_err(std::io::Error::other).map_err(failed);
        let mut contents = self.contents(model, self.version, self.sources(model, self.version)?)?;
        let trial = if self.wants_trial(model) {
            // The library is the same, and so is what it says about start values, and so are its results. It needs no sources.
            Some(model.unpacked(bytes(&self.contents(model, FmiVersion::V2, Vec::new())?)?)?)
        } else {
            None
        };
        if let (Some(fmu), Some(file)) = (&trial, &model.file) {
            configured::try_start_values(fmu, &file.path)?;
        }
        let references = references::find(model, &self.given, trial.as_ref(), watch)?;
        references::add(&mut contents, model, self.version, &references)?;
        let bytes = bytes(&contents)?;
        write_atomically(&path, &bytes).map_err(failed)?;
        Ok(Packed { path, size: bytes.len(), sha256: sha256(&bytes) })
    }
}

impl Model {
    fn new(
        declared: model_description::declaration::Model,
        file: Option<wanted::File>,
        version: FmiVersion,
    ) -> Result<Self, Error> {
        let export = Export::new(declared);
        let content = content(&export)?;
        let described =
            Export::for_version(export.model.clone(), version).map_err(|error| match (error.into(), &file) {
                (Error::Fmi3(source), Some(file)) => configured::not_for_fmi3(source, &file.path),
                (error, _) => error,
            });
        let interface = Interface::read(&described?.xml)?;
        Ok(Self { export, interface, content, file })
    }

    fn identifier(&self) -> &str {
        &self.export.model.identifier
    }

    /// Of the module that its C is made of.
    fn extent(&self) -> Extent {
        Extent::of(self.export.model.kind)
    }

    /// The library of this FMU.
    fn library<'a>(&self, built: &'a Built) -> Result<Cow<'a, [u8]>, Error> {
        let Some(content) = &self.content else { return Ok(Cow::Borrowed(built.library.bytes())) };
        let configured = built.library.configured(content);
        let failed = |source| Error::Library { path: built.binary.path.clone(), source };
        configured.map(Cow::Owned).map_err(failed)
    }

    /// What it is called in messages: its file, if it has one.
    fn place(&self) -> &Path {
        self.file.as_ref().map_or(Path::new(self.identifier()), |file| &file.path)
    }

    /// Its FMU of these bytes, for trying it out.
    fn unpacked(&self, bytes: Vec<u8>) -> Result<Fmu, Error> {
        let archive = Archive::from_bytes(bytes, Limits::default()).map_err(fmu::Error::Archive);
        let fmu = archive.and_then(|archive| Fmu::unpack(&archive, self.place()));
        fmu.map_err(|source| Error::Trial { path: self.place().to_path_buf(), source })
    }
}

/// modelDescription.xml for a version of FMI, which names source files where that version has them there.
fn description_with_sources(export: &Export, version: FmiVersion, sources: &[&str]) -> Result<String, Error> {
    Ok(Export::with_sources(export.model.clone(), version, sources)?.xml)
}

/// In hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
