//! Bytes that should be a system file, or the structure in an SSP archive.

use fmu_import::archive::{Archive, Contents, Limits};
use fmu_system::ssp::{Package, STRUCTURE, files};
use fmu_system::{Definition, check};
use std::path::Path;

/// A system file is refused with a line, or read. A structure is refused, or checked, and the same once it was written and read again.
pub fn system(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Err(error) = Definition::parse(text, Path::new("fuzz.toml")) {
        assert!(!error.problem.is_empty());
    }
    let Ok(package) = package([(STRUCTURE.to_string(), text.to_string())]) else { return };
    // Without FMUs, and whatever else is wrong: findings and no panic.
    let _ = check(&package, &package.facts());
    let is_plain = package.system.components.iter().all(|component| component.bindings.is_empty());
    let is_flat = package.system.inner.is_empty() && package.system.passed_over.is_empty();
    if is_plain && is_flat && package.system.start.is_empty() {
        let again = package_of(&package);
        assert_eq!(again.system, package.system);
    }
}

fn package(files: impl IntoIterator<Item = (String, String)>) -> Result<Package, fmu_system::ssp::ReadError> {
    let mut contents = Contents::default();
    files.into_iter().for_each(|(name, text)| contents.add(name, text));
    let bytes = contents.to_bytes().expect("a few files fit");
    Package::read(Archive::from_bytes(bytes, Limits::default())?)
}

fn package_of(package: &Package) -> Package {
    self::package(files(&package.system)).unwrap_or_else(|error| panic!("what was read cannot be read again: {error}"))
}
