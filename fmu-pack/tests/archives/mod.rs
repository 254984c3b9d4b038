//! Hostile and damaged archives: told by rule, never unpacked outside their folder, never more than allowed.
#![allow(clippy::unwrap_used, missing_docs)]

mod craft;
mod data;
mod limits;
mod names;

use craft::*;
use fmu_archive::{Archive, Limits, audit};

#[test]
fn a_clean_archive_breaks_no_rule() {
    let bytes = archive_with(|writer| file(writer, "resources/table.csv", b"1"));
    assert_eq!(audit(&open(bytes)), []);
}

#[test]
fn an_archive_that_readers_disagree_on_is_refused() {
    let whole = archive_with(|writer| file(writer, "resources/a", b"x"));
    let end = whole.len() - 22;
    let refused = |bytes: Vec<u8>| Archive::from_bytes(bytes, Limits::default()).err().unwrap().to_string();
    let with = |at: usize, value: &[u8]| {
        let mut bytes = whole.clone();
        put(&mut bytes, end + at, value);
        bytes
    };
    for bytes in [with(10, &[0xff, 0xff]), with(16, &[0xff; 4])] {
        assert_eq!(refused(bytes), "the archive is a ZIP64 archive; no FMU of an accepted size needs that");
    }
    assert_eq!(refused(with(4, &[1, 0])), "the archive is one part of several");
    assert_eq!(refused(with(8, &[1, 0])), "the archive is one part of several");
    let other = "the archive has other bytes between its directory and the record of its end";
    assert_eq!(refused([&whole[..end], b"hidden", &whole[end..]].concat()), other);
    let (first, second) = (&whole[..], &whole[end..]);
    let mut twice = [first, second].concat();
    put(&mut twice, end + 20, &22_u16.to_le_bytes());
    assert_eq!(refused(twice), "the archive has two end-of-directory records; readers disagree which counts");
    assert!(refused([&whole[..], b"more"].concat()).starts_with("not a ZIP archive"));
    let mut comment = [&whole[..], b"made by hand"].concat();
    put(&mut comment, end + 20, &12_u16.to_le_bytes());
    assert_eq!(audit(&open(comment)), [], "a comment does no harm");
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
