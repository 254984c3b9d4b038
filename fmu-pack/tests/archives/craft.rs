//! Archives that no library writes: their bytes are changed in place.

use fmu_checks::Severity;
use fmu_import::archive::{Archive, Limits, audit};
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

pub fn archive_with(fill: impl FnOnce(&mut ZipWriter<Cursor<Vec<u8>>>)) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    file(&mut writer, "modelDescription.xml", b"<x/>");
    fill(&mut writer);
    writer.finish().unwrap().into_inner()
}

pub fn file(writer: &mut ZipWriter<Cursor<Vec<u8>>>, name: &str, bytes: &[u8]) {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    writer.start_file(name, options).unwrap();
    writer.write_all(bytes).unwrap();
}

pub fn open(bytes: Vec<u8>) -> Archive {
    Archive::from_bytes(bytes, Limits::default()).unwrap()
}

/// Replaces every occurrence of one name by another of the same length.
pub fn renamed(mut bytes: Vec<u8>, from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    for at in 0..=bytes.len() - from.len() {
        if bytes[at..].starts_with(from.as_bytes()) {
            bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
        }
    }
    bytes
}

/// Ids of the rules that an archive breaks with an error.
pub fn broken_rules(archive: &Archive) -> Vec<String> {
    audit(archive).into_iter().filter(|f| f.severity == Severity::Error).map(|finding| finding.rule).collect()
}

/// Where the entry called `name` stands in the directory.
pub fn in_directory(bytes: &[u8], name: &str) -> usize {
    let is_header =
        |at: &usize| bytes[*at..].starts_with(b"PK\x01\x02") && bytes[*at + 46..].starts_with(name.as_bytes());
    (0..bytes.len() - 46 - name.len()).find(is_header).unwrap()
}

/// Where the header in front of its data is.
pub fn in_front(bytes: &[u8], name: &str) -> usize {
    let at = in_directory(bytes, name) + 42;
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize
}

pub fn put(bytes: &mut [u8], at: usize, value: &[u8]) {
    bytes[at..at + value.len()].copy_from_slice(value);
}

/// Why `archive` is not unpacked. Nothing but what was in order may have been written, all of it below one folder.
pub fn refusal(archive: &Archive) -> String {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("inner")).unwrap();
    let refusal = archive.unpack(&folder.path().join("inner")).unwrap_err();
    assert!(refusal.is_in_the_fmu(), "{refusal}");
    assert!(std::fs::read_dir(folder.path()).unwrap().all(|entry| entry.unwrap().file_name() == "inner"));
    refusal.to_string()
}
