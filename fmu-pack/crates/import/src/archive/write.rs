//! Writing an FMU: the same contents give the same bytes, whenever and wherever.

use fmu_output::write_atomically;
use std::collections::BTreeMap;
use std::io::{Cursor, Write};
use std::path::Path;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipWriter};

/// The entry that importers look for first.
const DESCRIPTION: &str = "modelDescription.xml";

/// Files of an FMU by name, sorted.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    files: BTreeMap<String, Vec<u8>>,
}

impl Contents {
    /// Adds a file; a name ending in `/` is an empty folder. An earlier one of the same name is replaced.
    pub fn add(&mut self, name: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.files.insert(name.into(), bytes.into());
    }

    /// The archive: the description first, then by name; deflate; fixed times and permissions.
    pub fn to_bytes(&self) -> zip::result::ZipResult<Vec<u8>> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        let (first, others): (Vec<_>, Vec<_>) = self.files.iter().partition(|(name, _)| *name == DESCRIPTION);
        for (name, bytes) in first.into_iter().chain(others) {
            if name.ends_with('/') {
                writer.add_directory(name.as_str(), options(0o755))?;
                continue;
            }
            writer.start_file(name.as_str(), options(permissions(name)))?;
            writer.write_all(bytes)?;
        }
        Ok(writer.finish()?.into_inner())
    }

    /// Writes the archive to `path` in one go and returns its bytes.
    pub fn write(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        let bytes = self.to_bytes().map_err(std::io::Error::other)?;
        write_atomically(path, &bytes)?;
        Ok(bytes)
    }
}

fn permissions(name: &str) -> u32 {
    if name.starts_with("binaries/") { 0o755 } else { 0o644 }
}

fn options(permissions: u32) -> SimpleFileOptions {
    SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(9))
        // 1980-01-01, the earliest that ZIP knows
        .last_modified_time(DateTime::default())
        .unix_permissions(permissions)
        // Where it is written makes no difference, and the libraries stay executable.
        .system(System::Unix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::{Archive, Limits};

    fn contents() -> Contents {
        let mut contents = Contents::default();
        contents.add("binaries/linux64/A.so", vec![7; 1000]);
        contents.add("modelDescription.xml", "<x/>");
        contents.add("documentation/index.html", "<p>");
        contents.add("resources/", "");
        contents
    }

    #[test]
    fn the_description_comes_first_and_the_rest_is_sorted() {
        let archive = Archive::from_bytes(contents().to_bytes().unwrap(), Limits::default()).unwrap();
        let names: Vec<String> = archive.entries().iter().map(Entry::text).collect();
        let expected = ["modelDescription.xml", "binaries/linux64/A.so", "documentation/index.html", "resources/"];
        assert_eq!(names, expected);
        assert_eq!(archive.read("binaries/linux64/A.so").unwrap(), vec![7; 1000]);
        assert!(archive.entries().iter().filter(|e| !e.name.ends_with(b"/")).all(|entry| entry.method == 8));
    }

    #[test]
    fn the_same_contents_give_the_same_bytes() {
        assert_eq!(contents().to_bytes().unwrap(), contents().to_bytes().unwrap());
    }

    use crate::archive::Entry;
}
