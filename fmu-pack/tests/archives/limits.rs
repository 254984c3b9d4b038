//! What an archive may cost.

use super::craft::*;
use fmu_import::archive::{Archive, Error, Limits};
use std::io::Cursor;
use zip::ZipWriter;

#[test]
fn a_bomb_is_stopped_by_the_ratio_that_the_error_names() {
    let bytes = archive_with(|writer| file(writer, "resources/zeros", &vec![0; 3_000_000]));
    let size = bytes.len();
    let limits = Limits { any_ratio: 1_000_000, ..Limits::default() };
    let archive = Archive::from_bytes(bytes.clone(), limits).unwrap();
    assert_eq!(broken_rules(&archive), ["AR-SIZE-01"]);
    assert_eq!(
        refusal(&archive),
        format!("what unpacks from {size} bytes (at most 100 times as many) exceeds the limit of 1000000 bytes")
    );
    assert!(matches!(archive.read("resources/zeros"), Err(Error::Limit { limit: 1_000_000, .. })));
    assert_eq!(broken_rules(&open(bytes)), [""; 0], "a few megabytes of zeros are nothing to worry about");
}

#[test]
fn a_description_has_a_limit_of_its_own() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    file(&mut writer, "modelDescription.xml", &vec![b' '; 100_000]);
    let limits = Limits { description: 99_999, ..Limits::default() };
    let archive = Archive::from_bytes(writer.finish().unwrap().into_inner(), limits).unwrap();
    let told = archive.description().unwrap_err().to_string();
    assert_eq!(told, "the size of modelDescription.xml, unpacked, exceeds the limit of 99999 bytes");
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

/// Ten thousand entries would take a billion bytes if the name in front of their common data were kept for each.
#[test]
fn many_entries_with_one_long_name_cost_no_more_than_the_archive() {
    let long = "n".repeat(usize::from(u16::MAX));
    let mut bytes = Vec::new();
    bytes.extend(b"PK\x03\x04");
    bytes.extend([0; 22]);
    bytes.extend(u16::MAX.to_le_bytes());
    bytes.extend([0; 2]);
    bytes.extend(long.as_bytes());
    let directory = bytes.len() as u32;
    for number in 0..10_000_u16 {
        bytes.extend(b"PK\x01\x02");
        bytes.extend([0; 24]);
        bytes.extend(2_u16.to_le_bytes());
        bytes.extend([0; 16]);
        bytes.extend(number.to_le_bytes().map(|byte| b'0' + byte % 64));
    }
    let size = bytes.len() as u32 - directory;
    bytes.extend(b"PK\x05\x06");
    bytes.extend([0; 4]);
    bytes.extend([10_000_u16.to_le_bytes(); 2].concat());
    bytes.extend(size.to_le_bytes());
    bytes.extend(directory.to_le_bytes());
    bytes.extend([0; 2]);
    let archive = open(bytes);
    assert_eq!(archive.entries().len(), 10_000);
    let kept: usize = archive.entries().iter().map(|entry| entry.name.len()).sum();
    assert_eq!(kept, 20_000);
    assert!(broken_rules(&archive).iter().any(|rule| rule == "AR-OVERLAP-01"));
}
