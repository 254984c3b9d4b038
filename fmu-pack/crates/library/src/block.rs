//! The block in the file of a library.

use crate::code_signature;
use configuration_block::{Content, Damage, SECTION};
use object::{Object, ObjectSection};
use std::ops::Range;

/// Why a file is no library that can be configured, without the name of the file.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Its headers or tables are no such.
    #[error("not a library of any platform that is known here: {0}")]
    Format(#[from] object::Error),
    /// A library of something else, or of a version that had no block.
    #[error(
        "it has no section {SECTION}, which a library of the actuator models has; build it anew with `fmu-pack libraries`"
    )]
    NoBlock,
    /// The block is damaged.
    #[error("the configuration in its section {SECTION} is damaged: {0}; build it anew")]
    Damaged(#[from] Damage),
    /// It was built from other sources.
    #[error("it has version {found} and this fmu-pack has {}; build it anew with `fmu-pack libraries`", env!("CARGO_PKG_VERSION"))]
    Version {
        /// Its version.
        found: String,
    },
    /// It was built from other sources, with the same version.
    #[error(
        "a library of other sources: it does not know {identifier} with the GUID {guid}; build it anew with `fmu-pack libraries`"
    )]
    OtherSources {
        /// The model.
        identifier: String,
        /// Its GUID.
        guid: String,
    },
    /// Its signature cannot be renewed.
    #[error("its code signature is of a kind that is not known here; build it with `fmu-pack libraries`")]
    Signature,
    /// It is that of a configured FMU already.
    #[error("it is configured already, as {identifier}; a library as it was built is needed")]
    Configured {
        /// Which FMU it is.
        identifier: String,
    },
}

/// The bytes of a library with a block.
#[derive(Clone, Debug, PartialEq)]
pub struct Library {
    bytes: Vec<u8>,
    block: Range<usize>,
}

/// Whether a library, or a module of WebAssembly, holds a GUID: those of the models stand in it as text.
pub fn holds(bytes: &[u8], guid: &str) -> bool {
    let guid = guid.as_bytes();
    !guid.is_empty() && bytes.windows(guid.len()).any(|window| window == guid)
}

/// Refuses the block of another version.
pub(crate) fn ensure_version(block: &[u8]) -> Result<(), Error> {
    let found = configuration_block::version(block)?;
    if found == env!("CARGO_PKG_VERSION") { Ok(()) } else { Err(Error::Version { found: found.to_owned() }) }
}

/// Refuses a library or module of other sources than these models: identifiers and GUIDs.
pub(crate) fn ensure_sources(bytes: &[u8], models: &[(&str, &str)]) -> Result<(), Error> {
    match models.iter().find(|(_, guid)| !holds(bytes, guid)) {
        Some((identifier, guid)) => {
            Err(Error::OtherSources { identifier: (*identifier).to_owned(), guid: (*guid).to_owned() })
        }
        None => Ok(()),
    }
}

impl Library {
    /// A library of the models, whatever its version and configuration.
    pub fn read(bytes: Vec<u8>) -> Result<Self, Error> {
        let block = range(&object::File::parse(&*bytes)?).ok_or(Error::NoBlock)?;
        if bytes.get(block.clone()).is_none() {
            return Err(Error::NoBlock);
        }
        Ok(Self { bytes, block })
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Where its block is.
    pub fn block(&self) -> Range<usize> {
        self.block.clone()
    }

    /// What it is configured to be; `None` if it is as compiled.
    pub fn content(&self) -> Result<Option<Content<'_>>, Error> {
        let content = configuration_block::content(&self.bytes[self.block()])?;
        Ok(content.map(configuration_block::decode).transpose()?)
    }

    /// Whether it holds the GUID of a model.
    pub fn knows(&self, guid: &str) -> bool {
        holds(&self.bytes, guid)
    }

    /// Refuses a library of another version, of other sources than these models, or one that is configured already.
    /// `models` are identifiers and GUIDs.
    pub fn ensure_current(&self, models: &[(&str, &str)]) -> Result<(), Error> {
        ensure_version(&self.bytes[self.block()])?;
        if let Some(content) = self.content()? {
            return Err(Error::Configured { identifier: content.identifier.to_owned() });
        }
        ensure_sources(&self.bytes, models)
    }

    /// Refuses a library of another version, or of other sources than these models; it may be configured, and be configured
    /// anew.
    pub fn ensure_configurable(&self, models: &[(&str, &str)]) -> Result<(), Error> {
        ensure_version(&self.bytes[self.block()])?;
        ensure_sources(&self.bytes, models)
    }

    /// The library of the FMU that a content of [`configuration_block::encode`] describes.
    pub fn configured(&self, content: &[u8]) -> Result<Vec<u8>, Error> {
        let mut bytes = self.bytes.clone();
        configuration_block::fill(&mut bytes[self.block()], content)?;
        if let Some(place) = checksum_of_pe(&bytes)
            && let Some(checksum) = bytes.get_mut(place..place + 4)
        {
            // Zero stands for a checksum that was not made.
            checksum.fill(0);
        }
        code_signature::renew(&mut bytes).ok_or(Error::Signature)?;
        Ok(bytes)
    }
}

/// Where the block is in the file.
fn range(file: &object::File<'_>) -> Option<Range<usize>> {
    let (start, size) = file.section_by_name(SECTION)?.file_range()?;
    let start = usize::try_from(start).ok()?;
    // Sections of PE files are filled up in the file.
    let end = start.checked_add(configuration_block::CAPACITY)?;
    (size >= configuration_block::CAPACITY as u64).then_some(start..end)
}

/// Place of the checksum in the optional header of a PE file.
fn checksum_of_pe(bytes: &[u8]) -> Option<usize> {
    let number = |at: usize| bytes.get(at..at + 4)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes) as usize);
    if bytes.get(..2)? != b"MZ" {
        return None;
    }
    let header = number(0x3c)?;
    // Signature of 4 bytes, file header of 20, and 64 bytes of the optional header.
    (bytes.get(header..header.checked_add(4)?)? == b"PE\0\0").then(|| header + 4 + 20 + 64)
}
