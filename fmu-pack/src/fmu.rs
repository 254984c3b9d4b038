//! An unpacked FMU, ready to be loaded.

use crate::archive::{self, Archive, Limits};
use crate::fmi2::{self, Library};
use crate::interface::{self, Interface};
use crate::interrupt::TemporaryFolder;
use crate::platform::Platform;
use model_description::validation::is_c_identifier;
use std::path::Path;

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
    Library(#[from] fmi2::Error),
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
            Self::Description(_) | Self::Library(_) | Self::Identifier { .. } | Self::NoCoSimulation => true,
            Self::Platform { .. } | Self::Folder(_) => false,
        }
    }
}

/// An FMU unpacked to a temporary folder, which goes with it.
pub struct Fmu {
    folder: TemporaryFolder,
    interface: Interface,
}

impl Fmu {
    /// Opens and unpacks an FMU. Nothing is executed.
    pub fn open(path: &Path) -> Result<Self, Error> {
        Self::unpack(&Archive::open(path, Limits::default())?)
    }

    /// Unpacks an archive.
    pub fn unpack(archive: &Archive) -> Result<Self, Error> {
        let interface = Interface::read(&archive.description()?)?;
        let folder = TemporaryFolder::new().map_err(Error::Folder)?;
        archive.unpack(folder.path())?;
        Ok(Self { folder, interface })
    }

    /// Its variables.
    pub fn interface(&self) -> &Interface {
        &self.interface
    }

    /// URI of the unpacked resources.
    pub fn resources(&self) -> String {
        format!("file://{}/resources", self.folder.path().display()).replace(' ', "%20")
    }

    /// Loads the library for this machine: executes the FMU.
    pub fn load(&self) -> Result<Library, Error> {
        let offer = self.interface.co_simulation.as_ref().or(self.interface.model_exchange.as_ref());
        let identifier = &offer.ok_or(Error::NoCoSimulation)?.identifier;
        if !is_c_identifier(identifier) {
            return Err(Error::Identifier { identifier: identifier.chars().take(100).collect() });
        }
        let name = Platform::host().library(identifier);
        let path = self.folder.path().join(&name);
        if !path.is_file() {
            return Err(Error::Platform { name });
        }
        Ok(Library::load(&path)?)
    }
}
