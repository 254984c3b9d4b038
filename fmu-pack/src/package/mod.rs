//! Makes FMUs: library, model description, documentation and licences in an archive that is the same every time.

mod characteristic;
mod configured;
mod documentation;
mod tunable;

use configured::Configured;
use fmu_archive::{Archive, Contents, Limits};
use fmu_checks::{self as checks, Finding};
use fmu_import::fmu::{self, Fmu};
use fmu_import::interface::{self, Interface, nearest};
use fmu_import::platform::Platform;
use fmu_isolation as isolation;
use fmu_plot as plot;
use fmu_toolchain::{self as toolchain, Built, Order};
use model_description::configuration::ConfigurationError;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

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
    /// A path that cannot be handed to the build.
    #[error(
        "a path among {paths:?} has a character that separates paths, or a line end; rename the file or its folder"
    )]
    Separator {
        /// The paths.
        paths: Vec<PathBuf>,
    },
    /// The model refuses what a configuration says.
    #[error("{place}: the model refuses its start values: {problem}")]
    StartValues {
        /// File, and line where it is known.
        place: String,
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
    /// The documentation.
    #[error(transparent)]
    Documentation(#[from] askama::Error),
    /// The documentation's pictures.
    #[error(transparent)]
    Plot(#[from] plot::Error),
    /// The library holds no FMU.
    #[error("{}: this library knows none of the models that were described beside it", path.display())]
    NoModels {
        /// The library.
        path: PathBuf,
    },
    /// A library of other sources.
    #[error("{}: a library of other sources: it does not know {identifier} with the GUID {guid}", path.display())]
    OtherSources {
        /// The library.
        path: PathBuf,
        /// The model.
        identifier: String,
        /// Its GUID.
        guid: String,
    },
}

/// A library for a platform.
#[derive(Clone, Debug, PartialEq)]
pub struct Binary {
    /// For which machines.
    pub platform: Platform,
    /// The file.
    pub path: PathBuf,
}

/// What shall be built and packed.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Names of the models that will be packed; without any, the configured ones, or else all.
    pub models: Vec<String>,
    /// Build for these.
    pub platforms: Vec<Platform>,
    /// Add these.
    pub binaries: Vec<Binary>,
    /// Configuration files.
    pub configurations: Vec<PathBuf>,
    /// Names of parameters that become tunable; `*` stands for any text.
    pub tunable: Vec<String>,
    /// Folder of the sources; without it, where this program was built.
    pub sources: Option<PathBuf>,
}

impl Request {
    /// The configured FMUs, and what must be built for them.
    fn order(&self) -> Result<(Vec<Configured>, Order), Error> {
        let configured = configured::read(&self.configurations)?;
        tunable::check(self, &configured)?;
        let list = configured::list(&configured)?;
        let configurations = (!configured.is_empty()).then_some(list);
        let workspace = self.sources.as_deref().map(absolute).transpose()?;
        let tunable = self.tunable.clone();
        Ok((configured, Order { workspace, configurations, tunable, ..Order::default() }))
    }

    /// Each platform has one library.
    fn refuse_twice(&self) -> Result<(), Error> {
        let host = [Platform::host()];
        let built = if self.platforms.is_empty() { &host } else { &self.platforms[..] };
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

/// The models as cargo built them.
pub struct Models {
    models: Vec<Model>,
    binaries: Vec<(Binary, Vec<u8>)>,
    configured: Vec<Configured>,
}

struct Model {
    xml: String,
    interface: Interface,
}

impl Models {
    /// Has cargo build the library for machines like this one, with the FMUs of configuration files; adds `binaries`
    /// of other platforms.
    pub fn build(binaries: &[Binary], configurations: &[PathBuf], progress: &dyn Fn(&str)) -> Result<Self, Error> {
        let (binaries, configurations) = (binaries.to_vec(), configurations.to_vec());
        let request = Request { binaries, configurations, ..Request::default() };
        request.refuse_twice()?;
        let (configured, order) = request.order()?;
        let built = toolchain::build_native(&order, progress)?;
        Self::of(vec![(Platform::host(), built)], &request.binaries, configured)
    }

    /// Has cargo build libraries for any machine of the platforms asked for; without any, for this one's, as portable
    /// as the tools here allow.
    pub fn build_for(request: &Request, progress: &dyn Fn(&str)) -> Result<Self, Error> {
        request.refuse_twice()?;
        request.platforms.iter().try_for_each(toolchain::ensure)?;
        let (configured, order) = request.order()?;
        let build = |platform: &Platform| Ok((platform.clone(), toolchain::build(platform, &order, progress)?));
        let mut built: Vec<(Platform, Built)> = request.platforms.iter().map(build).collect::<Result<_, Error>>()?;
        if built.is_empty() {
            built.push((Platform::host(), toolchain::build_host(&order, progress)?));
        }
        Self::of(built, &request.binaries, configured)
    }

    fn of(built: Vec<(Platform, Built)>, binaries: &[Binary], configured: Vec<Configured>) -> Result<Self, Error> {
        let descriptions = built.first().map(|(_, built)| built.descriptions.clone()).unwrap_or_default();
        let own = built.into_iter().map(|(platform, built)| Binary { platform, path: built.library });
        let with_bytes = |binary: Binary| Ok((binary.clone(), read(&binary.path)?));
        let binaries: Vec<(Binary, Vec<u8>)> =
            own.chain(binaries.iter().cloned()).map(with_bytes).collect::<Result<_, Error>>()?;
        let mut models = models(&descriptions)?;
        // The folder may still hold the description of a model that is no longer exported.
        models.retain(|model| knows(&binaries[0].1, &model.interface));
        if models.is_empty() {
            return Err(Error::NoModels { path: binaries[0].0.path.clone() });
        }
        Ok(Self { models, binaries, configured })
    }

    /// What importers may stumble over in the libraries, by platform.
    pub fn findings(&self) -> Vec<(&Platform, Finding)> {
        let Some(model) = self.models.first() else { return Vec::new() };
        let check = |(binary, bytes): &'_ (Binary, Vec<u8>)| {
            let name = binary.path.display().to_string();
            checks::binary::check(&name, binary.platform.folder(), bytes, &model.interface)
        };
        let of = |library| check(library).into_iter().map(|finding| (&library.0.platform, finding));
        self.binaries.iter().flat_map(of).collect()
    }

    /// Identifiers of the configured models, in the order of their files.
    pub fn configured(&self) -> Vec<&str> {
        self.configured.iter().map(|configured| configured.identifier()).collect()
    }

    /// Identifiers of all models.
    pub fn identifiers(&self) -> Vec<&str> {
        self.models.iter().map(Model::identifier).collect()
    }

    /// Packs one model to `<folder>/<identifier>.fmu`.
    pub fn pack(&self, identifier: &str, folder: &Path) -> Result<Packed, Error> {
        let model = self.models.iter().find(|model| model.identifier() == identifier);
        let model = model.ok_or_else(|| self.unknown(identifier))?;
        let contents = self.contents(model)?;
        self.try_out(identifier, &contents)?;
        let path = folder.join(format!("{identifier}.fmu"));
        let bytes = contents.write(&path).map_err(|source| Error::File { path: path.clone(), source })?;
        Ok(Packed { path, size: bytes.len(), sha256: sha256(&bytes) })
    }

    /// Refuses a configured FMU that would not initialize.
    fn try_out(&self, identifier: &str, contents: &Contents) -> Result<(), Error> {
        let Some(configured) = self.configured.iter().find(|known| known.identifier() == identifier) else {
            return Ok(());
        };
        let path = &configured.path;
        let bytes = contents.to_bytes().map_err(std::io::Error::other);
        let bytes = bytes.map_err(|source| Error::File { path: path.clone(), source })?;
        let unpacked = Archive::from_bytes(bytes, Limits::default()).map_err(fmu::Error::Archive);
        let fmu = unpacked.and_then(|archive| Fmu::unpack(&archive, path));
        let fmu = fmu.map_err(|source| Error::Trial { path: path.clone(), source })?;
        configured::try_start_values(&fmu, path)
    }

    fn contents(&self, model: &Model) -> Result<Contents, Error> {
        let mut contents = Contents::default();
        contents.add("modelDescription.xml", model.xml.as_bytes());
        contents.add("model.png", plot::to_png(include_str!("../../assets/model.svg"), 1.0)?);
        contents.add("documentation/index.html", documentation::page(&model.interface)?);
        for (name, text) in LICENSES {
            contents.add(format!("documentation/licenses/{name}"), text);
        }
        contents.add("resources/", "");
        for (binary, bytes) in &self.binaries {
            contents.add(binary.platform.library(model.identifier()), self.checked(binary, bytes, model)?);
        }
        Ok(contents)
    }

    /// The bytes of a library that was built with this model's description.
    fn checked<'a>(&self, binary: &Binary, bytes: &'a [u8], model: &Model) -> Result<&'a [u8], Error> {
        knows(bytes, &model.interface).then_some(bytes).ok_or_else(|| Error::OtherSources {
            path: binary.path.clone(),
            identifier: model.identifier().to_string(),
            guid: model.interface.guid.clone(),
        })
    }

    fn unknown(&self, name: &str) -> Error {
        let known = self.identifiers();
        Error::UnknownModel {
            name: name.to_string(),
            nearest: nearest(name, known.iter().copied()),
            known: known.join(", "),
        }
    }
}

impl Model {
    fn identifier(&self) -> &str {
        self.interface.identifiers().first().copied().unwrap_or_default()
    }
}

const LICENSES: [(&str, &str); 4] = [
    ("Apache-2.0.txt", include_str!("../../../LICENSE-APACHE")),
    ("MIT.txt", include_str!("../../../LICENSE-MIT")),
    ("README.txt", include_str!("../../assets/licenses/README.txt")),
    ("libm.txt", include_str!("../../assets/licenses/libm.txt")),
];

/// The descriptions in a folder, by file name.
fn models(folder: &Path) -> Result<Vec<Model>, Error> {
    let failure = |source| Error::File { path: folder.to_path_buf(), source };
    let entries = std::fs::read_dir(folder).map_err(failure)?.collect::<Result<Vec<_>, _>>().map_err(failure)?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "xml"));
    paths.sort();
    paths.iter().map(|path| model(path)).collect()
}

fn model(path: &Path) -> Result<Model, Error> {
    let xml = std::fs::read_to_string(path).map_err(|source| Error::File { path: path.to_path_buf(), source })?;
    Ok(Model { interface: Interface::read(&xml)?, xml })
}

/// The folder from the root on, without links (but on Windows, where such a name is none for cargo).
fn absolute(folder: &Path) -> Result<PathBuf, Error> {
    let found = if cfg!(windows) { std::path::absolute(folder) } else { folder.canonicalize() };
    found.map_err(|source| Error::File { path: folder.to_path_buf(), source })
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    std::fs::read(path).map_err(|source| Error::File { path: path.to_path_buf(), source })
}

/// A library holds the GUIDs of its models as text.
fn knows(library: &[u8], interface: &Interface) -> bool {
    let guid = interface.guid.as_bytes();
    !guid.is_empty() && library.windows(guid.len()).any(|window| window == guid)
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
