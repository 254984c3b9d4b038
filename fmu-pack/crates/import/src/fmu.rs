//! An unpacked FMU, ready to be loaded.

use crate::archive::{self, Archive, Limits};
use crate::interface::{self, Interface};
use crate::library::{self, Answer, Identity, Library};
use crate::platform::Platform;
use fmu_output::process::TemporaryFolder;
use model_description::FmiVersion;
use model_description::validation::is_c_identifier;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// Why an FMU cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Its archive.
    #[error(transparent)]
    Archive(#[from] archive::Error),
    /// Its description.
    #[error(transparent)]
    Description(#[from] interface::Error),
    /// Its library.
    #[error(transparent)]
    Library(#[from] library::Error),
    /// It has none for this machine.
    #[error("the FMU has no library for this machine: {name} is not in the archive")]
    Platform {
        /// Where it should be.
        name: String,
    },
    /// The name of its library could be a file anywhere.
    #[error(
        "the modelIdentifier is {identifier:?}; letters, digits and _ are allowed, the first not a digit, because it \
         is the name of the library"
    )]
    Identifier {
        /// The name.
        identifier: String,
    },
    /// Its library is for another version of FMI.
    #[error(
        "the library is for another FMI than its description says: {function} answers {answer:?}; it must be \
         {expected:?}"
    )]
    Version {
        /// The function that says so.
        function: &'static str,
        /// Its answer.
        answer: String,
        /// What it must be.
        expected: &'static str,
    },
    /// It can only be used for Model Exchange.
    #[error("the FMU offers no Co-Simulation")]
    NoCoSimulation,
    /// No folder to unpack to.
    #[error("no temporary folder: {0}")]
    Folder(std::io::Error),
}

impl Error {
    /// The FMU is at fault, not the machine.
    pub fn is_in_the_fmu(&self) -> bool {
        match self {
            Self::Archive(error) => error.is_in_the_fmu(),
            Self::Description(_) | Self::Library(_) | Self::Identifier { .. } => true,
            Self::Version { .. } | Self::NoCoSimulation => true,
            Self::Platform { .. } | Self::Folder(_) => false,
        }
    }
}

/// An unpacked FMU.
pub struct Fmu {
    path: PathBuf,
    folder: Folder,
    interface: Interface,
    remarks: Vec<String>,
}

/// Where its files are.
enum Folder {
    /// It goes with the FMU.
    Own(TemporaryFolder),
    /// It is that of another process.
    Foreign(PathBuf),
}

/// What FMI has for readers and other tools: no library looks there.
const NOT_FOR_A_RUN: [&str; 7] =
    ["documentation", "sources", "licenses", "extra", "terminalsAndIcons", "model.png", "icon.png"];

/// Whether a run may need a file, or folder, of an FMU.
fn is_for_a_run(path: &str) -> bool {
    path.split('/').next().is_none_or(|first| !NOT_FOR_A_RUN.contains(&first))
}

impl Fmu {
    /// Opens an FMU and unpacks what a run may need. Nothing is executed.
    pub fn open(path: &Path) -> Result<Self, Error> {
        Self::unpack(&Archive::open(path, Limits::default())?, path)
    }

    /// Unpacks an archive that was read from `path`.
    pub fn unpack(archive: &Archive, path: &Path) -> Result<Self, Error> {
        let interface = Interface::read(&archive.description()?)?;
        let folder = TemporaryFolder::new().map_err(Error::Folder)?;
        archive.unpack_where(folder.path(), is_for_a_run)?;
        let remarks = archive.remarks();
        Ok(Self { path: path.to_path_buf(), folder: Folder::Own(folder), interface, remarks })
    }

    /// What another process has unpacked.
    pub fn in_folder(folder: &Path) -> Result<Self, Error> {
        let bytes = std::fs::read(folder.join(archive::DESCRIPTION)).map_err(Error::Folder)?;
        let text = model_description::decode(bytes).map_err(archive::Error::from)?;
        let folder = folder.to_path_buf();
        let interface = Interface::read(&text)?;
        Ok(Self { path: folder.clone(), folder: Folder::Foreign(folder), interface, remarks: Vec::new() })
    }

    /// The file as it was named, for messages.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where its files are.
    pub fn folder(&self) -> &Path {
        match &self.folder {
            Folder::Own(folder) => folder.path(),
            Folder::Foreign(folder) => folder,
        }
    }

    /// What other readers may understand in another way, of its archive: a sentence each.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Its variables.
    pub fn interface(&self) -> &Interface {
        &self.interface
    }

    /// Where the resources are unpacked, as the version of FMI wants it said.
    fn resources(&self) -> Option<String> {
        let folder = self.folder().join("resources");
        match self.interface.version_of_fmi() {
            FmiVersion::V2 => Some(format!("file://{}", folder.display()).replace(' ', "%20")),
            FmiVersion::V3 => folder.is_dir().then(|| format!("{}{MAIN_SEPARATOR}", folder.display())),
        }
    }

    /// What an instance of this FMU is made of: it logs, and has neither events nor inputs inside its steps.
    pub fn identity<'a>(&'a self, name: &'a str) -> Identity<'a> {
        Identity {
            name,
            token: &self.interface.guid,
            resources: self.resources(),
            logging: true,
            event_mode: false,
            intermediate_inputs: Vec::new(),
        }
    }

    /// Loads the library for this machine: executes the FMU, in this process. Commands leave that to a worker
    /// (the crate `fmu-isolation`).
    pub fn load(&self) -> Result<Library, Error> {
        let library = self.load_any_version()?;
        match library.answers().into_iter().find(|answer| !answer.is_right()) {
            Some(Answer { function, answer, expected }) => Err(Error::Version { function, answer, expected }),
            None => Ok(library),
        }
    }

    /// The same where the library may be for another FMI: only to find that out.
    pub fn load_any_version(&self) -> Result<Library, Error> {
        let offer = self.interface.co_simulation.as_ref().or(self.interface.model_exchange.as_ref());
        let identifier = &offer.ok_or(Error::NoCoSimulation)?.identifier;
        if !is_c_identifier(identifier) {
            return Err(Error::Identifier { identifier: identifier.chars().take(100).collect() });
        }
        let version = self.interface.version_of_fmi();
        let name = Platform::host().library_for(version, identifier);
        let path = self.folder().join(&name);
        if !path.is_file() {
            return Err(Error::Platform { name });
        }
        Ok(Library::load(&path, version)?)
    }
}
