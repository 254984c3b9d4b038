//! Hostile and damaged archives: told by rule, never unpacked outside their folder, never more than allowed.
#![allow(clippy::unwrap_used, missing_docs)]

use fmu_pack::archive::{Archive, Error, Limits, audit};
use fmu_pack::checks::Severity;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

fn archive_with(fill: impl FnOnce(&mut ZipWriter<Cursor<Vec<u8>>>)) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    file(&mut writer, "modelDescription.xml", b"<x/>");
    fill(&mut writer);
    writer.finish().unwrap().into_inner()
}

fn file(writer: &mut ZipWriter<Cursor<Vec<u8>>>, name: &str, bytes: &[u8]) {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    writer.start_file(name, options).unwrap();
    writer.write_all(bytes).unwrap();
}

fn open(bytes: Vec<u8>) -> Archive {
    Archive::from_bytes(bytes, Limits::default()).unwrap()
}

/// Replaces every occurrence of one name by another of the same length.
fn renamed(mut bytes: Vec<u8>, from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    for at in 0..=bytes.len() - from.len() {
        if bytes[at..].starts_with(from.as_bytes()) {
            bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
        }
    }
    bytes
}

/// Ids of the rules that an archive breaks with an error.
fn broken_rules(archive: &Archive) -> Vec<String> {
    audit(archive).into_iter().filter(|f| f.severity == Severity::Error).map(|finding| finding.rule).collect()
}

#[test]
fn a_clean_archive_breaks_no_rule() {
    let bytes = archive_with(|writer| file(writer, "resources/table.csv", b"1"));
    assert_eq!(audit(&open(bytes)), []);
}

#[test]
fn names_that_lead_out_of_the_archive_are_refused_and_not_unpacked() {
    for name in ["resources/../../evil", "../evil", "/tmp/evil", "C:/evil", "a//b", "./a", "a\u{1}b"] {
        let placeholder = "x".repeat(name.len());
        let bytes = archive_with(|writer| file(writer, &placeholder, b"evil"));
        let archive = open(renamed(bytes, &placeholder, name));
        assert_eq!(broken_rules(&archive), ["AR-NAME-01"], "{name:?}");
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        assert!(matches!(archive.unpack(&inner), Err(Error::Entry { .. })), "{name:?}");
        assert!(!folder.path().join("evil").exists());
    }
}

#[test]
fn backslashes_are_refused() {
    let bytes = archive_with(|writer| file(writer, "binaries/win64/A.dll", b"x"));
    let archive = open(renamed(bytes, "binaries/win64/A.dll", "binaries\\win64\\A.dll"));
    assert_eq!(broken_rules(&archive), ["AR-NAME-01"]);
}

#[test]
fn links_are_refused_and_not_unpacked() {
    let bytes = archive_with(|writer| {
        writer.add_symlink("resources/link", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    });
    let archive = open(bytes);
    assert_eq!(broken_rules(&archive), ["AR-KIND-01"]);
    let folder = tempfile::tempdir().unwrap();
    assert!(archive.unpack(folder.path()).is_err());
    assert!(!folder.path().join("resources/link").exists());
}

#[test]
fn a_name_that_appears_twice_is_refused() {
    let bytes = archive_with(|writer| {
        file(writer, "resources/a", b"first");
        file(writer, "resources/b", b"second");
    });
    let archive = open(renamed(bytes, "resources/b", "resources/a"));
    assert_eq!(broken_rules(&archive), ["AR-DUPLICATE-01"]);
    assert!(archive.unpack(tempfile::tempdir().unwrap().path()).is_err());
}

#[test]
fn names_that_differ_in_case_only_are_refused() {
    let bytes = archive_with(|writer| {
        file(writer, "resources/a", b"first");
        file(writer, "resources/A", b"second");
    });
    assert_eq!(broken_rules(&open(bytes)), ["AR-DUPLICATE-01"]);
}

#[test]
fn a_name_that_differs_in_front_of_the_data_is_refused() {
    let mut bytes = archive_with(|writer| file(writer, "resources/seen", b"x"));
    let local = bytes.windows(14).position(|window| window == b"resources/seen").unwrap();
    bytes[local + 10..local + 14].copy_from_slice(b"used");
    assert_eq!(broken_rules(&open(bytes)), ["AR-NAME-02"]);
}

#[test]
fn unpacking_ends_at_the_limit_whatever_the_archive_declares() {
    let mut bytes = archive_with(|writer| file(writer, "resources/bomb", &vec![0; 1_000_000]));
    // The directory claims ten bytes.
    let end = bytes.len() - 22;
    let directory = u32::from_le_bytes(bytes[end + 16..end + 20].try_into().unwrap()) as usize;
    let second = directory + 46 + "modelDescription.xml".len();
    bytes[second + 24..second + 28].copy_from_slice(&10_u32.to_le_bytes());
    let limits = Limits { file: 100_000, ..Limits::default() };
    let archive = Archive::from_bytes(bytes, limits).unwrap();
    let folder = tempfile::tempdir().unwrap();
    assert!(archive.unpack(folder.path()).is_err());
    let written = std::fs::metadata(folder.path().join("resources/bomb")).map_or(0, |file| file.len());
    assert!(written <= 100_001, "{written} bytes were written");
}

#[test]
fn the_sum_of_all_files_is_limited() {
    let bytes = archive_with(|writer| {
        (0..10).for_each(|index| file(writer, &format!("resources/{index}"), &[0; 1000]));
    });
    let limits = Limits { total: 5000, ..Limits::default() };
    let archive = Archive::from_bytes(bytes, limits).unwrap();
    assert_eq!(broken_rules(&archive), ["AR-SIZE-01"]);
    let result = archive.unpack(tempfile::tempdir().unwrap().path());
    assert!(matches!(result, Err(Error::Limit { .. })), "{result:?}");
}

#[test]
fn the_number_of_entries_is_limited() {
    let bytes = archive_with(|writer| (0..10).for_each(|index| file(writer, &format!("{index}"), b"")));
    let limits = Limits { entries: 5, ..Limits::default() };
    assert!(matches!(Archive::from_bytes(bytes, limits), Err(Error::Limit { limit: 5, .. })));
}

#[test]
fn damaged_archives_are_errors_and_never_panics() {
    let bytes = archive_with(|writer| file(writer, "resources/a", b"some text that is packed"));
    for length in 0..bytes.len() {
        assert!(Archive::from_bytes(bytes[..length].to_vec(), Limits::default()).is_err(), "cut at {length}");
    }
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0xff;
        if let Ok(archive) = Archive::from_bytes(damaged, Limits::default()) {
            audit(&archive);
            let _ = archive.unpack(tempfile::tempdir().unwrap().path());
        }
    }
}

#[test]
fn a_missing_description_is_told() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    file(&mut writer, "resources/a", b"");
    let archive = open(writer.finish().unwrap().into_inner());
    assert_eq!(broken_rules(&archive), ["AR-DESCRIPTION-01"]);
    assert!(matches!(archive.description(), Err(Error::Missing { .. })));
}
