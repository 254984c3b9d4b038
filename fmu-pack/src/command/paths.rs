//! Files that a command reads, and those that it must not write over.

use super::warn;
use anyhow::{Context, ensure};
use clap::builder::{PathBufValueParser, TypedValueParser};
use fmu_import::fmu::Fmu;
use fmu_plot::Picture;
use std::path::{Path, PathBuf};

/// Opens and unpacks the FMU that a command is given. Nothing is executed.
pub(super) fn open(path: &Path) -> anyhow::Result<Fmu> {
    refuse_configuration(path)?;
    let fmu = Fmu::open(path).with_context(|| path.display().to_string())?;
    warn_of(path, fmu.remarks());
    Ok(fmu)
}

/// Says what is odd about an archive that is read all the same.
pub(super) fn warn_of(path: &Path, remarks: &[String]) {
    remarks.iter().for_each(|remark| warn(&format!("{}: {remark}", path.display())));
}

/// The name of a picture: refused before anything is run where that kind cannot be written.
pub(super) fn picture() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| Picture::of(&path).map(|_| path))
}

/// Whether a file is one that an FMU is made of.
pub(super) fn is_configuration(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
}

/// An FMU is wanted, and the file is what one is made of.
pub(super) fn refuse_configuration(path: &Path) -> anyhow::Result<()> {
    let name = path.display();
    ensure!(!is_configuration(path), "{name} is a configuration; `fmu-pack build --config {name}` makes an FMU of it");
    Ok(())
}

/// Refuses to write a file that is read, two results to one file, or a result in the place of a folder, before anything is computed.
pub(super) fn refuse_overwriting(read: &[Option<&PathBuf>], written: &[Option<&PathBuf>]) -> anyhow::Result<()> {
    let written: Vec<&PathBuf> = written.iter().copied().flatten().collect();
    for (index, path) in written.iter().enumerate() {
        ensure!(!path.is_dir(), "{}: this is a folder; a result needs the name of a file", path.display());
        let is_read = read.iter().flatten().any(|other| is_same(path, other));
        ensure!(!is_read, "{}: this file is read; the results need another name", path.display());
        let is_twice = written[..index].iter().any(|other| is_same(path, other));
        ensure!(!is_twice, "{}: this file is written twice; each result needs a name of its own", path.display());
    }
    Ok(())
}

/// The same name in the same folder: a file that is written takes the place of what had its name.
fn is_same(one: &Path, other: &Path) -> bool {
    place(one) == place(other) && is_file(one) && is_file(other)
}

/// What devices and pipes get is not replaced.
fn is_file(path: &Path) -> bool {
    path.is_file() || !path.exists()
}

fn place(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    match (folder, path.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}
