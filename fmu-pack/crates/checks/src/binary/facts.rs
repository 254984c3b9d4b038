//! What a shared library says about itself.

use object::elf::{DT_NEEDED, FileHeader32, FileHeader64};
use object::read::NameOrOrdinal;
use object::read::elf::{Dyn, ElfFile, FileHeader};
use object::{Architecture, BinaryFormat, Endianness, Object, ObjectKind};
use std::fmt;

/// A version of glibc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub u32, pub u32);

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}

/// Format, architecture and interface to others.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// ELF, PE or Mach-O.
    pub format: BinaryFormat,
    /// Of the processor.
    pub architecture: Architecture,
    /// It is a shared library, not a program or an object file.
    pub shared: bool,
    /// Names that it gives to others.
    pub exports: Vec<String>,
    /// Libraries that it is loaded with.
    pub libraries: Vec<String>,
    /// The newest version among the symbols of glibc that it needs.
    pub glibc: Option<Version>,
}

/// Why a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// Its headers or tables are no such.
    #[error("not a library of any platform that is known here: {0}")]
    Format(#[from] object::Error),
    /// Names may overlap, so that a small file can have any number of long ones.
    #[error("the names in its tables have more than {NAMES} bytes")]
    Names,
}

/// Bytes of all names of a kind. A library of a million functions has as many.
const NAMES: usize = 64 << 20;

/// How many bytes names may still have.
struct Budget(usize);

impl Budget {
    fn new() -> Self {
        Self(NAMES)
    }

    fn text(&mut self, name: &[u8]) -> Result<String, Unreadable> {
        self.0 = self.0.checked_sub(name.len() + 1).ok_or(Unreadable::Names)?;
        Ok(String::from_utf8_lossy(name).into_owned())
    }
}

impl Facts {
    /// Reads the headers and tables of a library.
    pub fn read(bytes: &[u8]) -> Result<Self, Unreadable> {
        let file = object::File::parse(bytes)?;
        let (libraries, glibc) = match &file {
            object::File::Elf64(elf) => elf_needs::<FileHeader64<Endianness>>(elf)?,
            object::File::Elf32(elf) => elf_needs::<FileHeader32<Endianness>>(elf)?,
            other => (imported(other)?, None),
        };
        Ok(Self {
            format: file.format(),
            architecture: file.architecture(),
            shared: file.kind() == ObjectKind::Dynamic,
            exports: exports(&file)?,
            libraries,
            glibc,
        })
    }
}

/// Sorted. Mach-O puts an underscore before each name; names that are numbers are left out.
fn exports(file: &object::File<'_>) -> Result<Vec<String>, Unreadable> {
    let underscore = if file.format() == BinaryFormat::MachO { "_" } else { "" };
    let (mut names, mut budget) = (Vec::new(), Budget::new());
    for export in file.exports()? {
        if let NameOrOrdinal::Name(name) = export?.name() {
            let name = budget.text(name)?;
            names.push(name.strip_prefix(underscore).unwrap_or(&name).to_string());
        }
    }
    names.sort();
    Ok(names)
}

/// Libraries that symbols are imported from.
fn imported(file: &object::File<'_>) -> Result<Vec<String>, Unreadable> {
    let (mut libraries, mut budget) = (Vec::new(), Budget::new());
    for import in file.imports()? {
        libraries.push(budget.text(import?.library())?);
    }
    libraries.sort();
    libraries.dedup();
    libraries.retain(|library| !library.is_empty());
    Ok(libraries)
}

/// Needed libraries and the newest glibc.
fn elf_needs<Elf: FileHeader<Endian = Endianness>>(
    file: &ElfFile<'_, Elf>,
) -> Result<(Vec<String>, Option<Version>), Unreadable> {
    Ok((needed(file)?, newest_glibc(file)?))
}

fn needed<Elf: FileHeader<Endian = Endianness>>(file: &ElfFile<'_, Elf>) -> Result<Vec<String>, Unreadable> {
    let (endian, data) = (file.endian(), file.data());
    let Some((entries, strings)) = file.elf_section_table().dynamic(endian, data)? else { return Ok(Vec::new()) };
    let strings = file.elf_section_table().strings(endian, data, strings)?;
    let is_needed = |entry: &&Elf::Dyn| entry.tag(endian) == DT_NEEDED;
    let mut budget = Budget::new();
    let name = |entry: &Elf::Dyn| budget.text(entry.string(endian, strings)?);
    entries.iter().filter(is_needed).map(name).collect()
}

fn newest_glibc<Elf: FileHeader<Endian = Endianness>>(file: &ElfFile<'_, Elf>) -> Result<Option<Version>, Unreadable> {
    let (endian, data) = (file.endian(), file.data());
    let Some((mut libraries, strings)) = file.elf_section_table().gnu_verneed(endian, data)? else { return Ok(None) };
    let strings = file.elf_section_table().strings(endian, data, strings)?;
    let (mut newest, mut budget) = (None, Budget::new());
    while let Some((_, mut versions)) = libraries.next()? {
        while let Some(version) = versions.next()? {
            newest = newest.max(glibc_version(&budget.text(version.name(endian, strings)?)?));
        }
    }
    Ok(newest)
}

/// 2.3 of `GLIBC_2.3.4`; nothing of `GLIBC_PRIVATE` or `GCC_3.0`.
fn glibc_version(name: &str) -> Option<Version> {
    let mut numbers = name.strip_prefix("GLIBC_")?.split('.').map(str::parse);
    Some(Version(numbers.next()?.ok()?, numbers.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glibc_versions_are_compared_as_numbers() {
        assert_eq!(glibc_version("GLIBC_2.3.4"), Some(Version(2, 3)));
        assert!(glibc_version("GLIBC_2.14") > glibc_version("GLIBC_2.3"));
        assert_eq!((glibc_version("GLIBC_PRIVATE"), glibc_version("GCC_3.0")), (None, None));
    }

    #[test]
    fn names_may_have_so_many_bytes_together() {
        let mut budget = Budget(12);
        assert_eq!(budget.text(b"fmi2Reset").unwrap(), "fmi2Reset");
        assert_eq!(budget.text(b"a").unwrap(), "a");
        let told = budget.text(b"").unwrap_err().to_string();
        assert_eq!(told, "the names in its tables have more than 67108864 bytes");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_test_itself_is_read_as_a_program_for_linux() {
        let facts = Facts::read(&std::fs::read(std::env::current_exe().unwrap()).unwrap()).unwrap();
        assert_eq!(facts.format, BinaryFormat::Elf);
        assert!(facts.libraries.iter().any(|library| library == "libc.so.6"), "{:?}", facts.libraries);
        assert!(facts.glibc >= Some(Version(2, 2)), "{:?}", facts.glibc);
    }
}
