//! Hostile and damaged archives: told by rule, never unpacked outside their folder, never more than allowed.
#![allow(clippy::unwrap_used, missing_docs)]

mod craft;
mod data;
mod limits;
mod names;

use craft::*;
use fmu_import::archive::{Archive, Limits, audit};

#[test]
fn a_clean_archive_breaks_no_rule() {
    let bytes = archive_with(|writer| file(writer, "resources/table.csv", b"1"));
    assert_eq!(audit(&open(bytes)), []);
}

#[test]
fn an_archive_of_which_parts_are_elsewhere_is_refused() {
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
    let mut comment = [&whole[..], b"made by hand"].concat();
    put(&mut comment, end + 20, &12_u16.to_le_bytes());
    assert_eq!(audit(&open(comment)), [], "a comment does no harm");
}

/// Everything in an archive of one file, and what is said about the archive.
fn read_all_the_same(bytes: Vec<u8>, oddity: &str) {
    let archive = open(bytes);
    assert_eq!(broken_rules(&archive), ["AR-END-01"]);
    assert_eq!(archive.remarks(), [format!("the archive {oddity}")]);
    assert_eq!(archive.read("resources/a").unwrap(), b"x");
    let folder = tempfile::tempdir().unwrap();
    archive.unpack(folder.path()).unwrap();
    assert_eq!(std::fs::read(folder.path().join("resources/a")).unwrap(), b"x");
}

#[test]
fn bytes_beside_the_record_of_the_end_are_told_and_the_archive_is_read() {
    let whole = archive_with(|writer| file(writer, "resources/a", b"x"));
    let (first, end) = whole.split_at(whole.len() - 22);
    let hidden = [first, b"hidden", end].concat();
    read_all_the_same(hidden, "has 6 other bytes between its directory and the record of its end");
    let appended = [&whole[..], b"more"].concat();
    read_all_the_same(appended, "is followed by 4 foreign bytes");
}

/// Info-ZIP and Python's zipfile read such files too: APPNOTE 4.1.9 has archives that unpack themselves, with a program in front.
#[test]
fn bytes_in_front_of_an_archive_are_told_and_the_archive_is_read() {
    let whole = archive_with(|writer| file(writer, "resources/a", b"x"));
    let program = [b"#!/bin/sh\n", &[b'x'; 9000][..]].concat();
    // Places are counted from the begin of the archive, or, where a tool has mended them, from that of the file.
    let shifted = [&program[..], &whole].concat();
    let mut mended = shifted.clone();
    let end = mended.len() - 22;
    let add = |bytes: &mut [u8], at: usize| {
        let old = u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        put(bytes, at, &(old + program.len() as u32).to_le_bytes());
    };
    for name in ["modelDescription.xml", "resources/a"] {
        let at = in_directory(&mended, name) + 42;
        add(&mut mended, at);
    }
    add(&mut mended, end + 16);
    for bytes in [shifted, mended] {
        let archive = open(bytes);
        assert_eq!(archive.remarks(), ["the archive begins after 9010 foreign bytes"]);
        assert_eq!(audit(&archive).iter().map(|finding| &*finding.rule).collect::<Vec<_>>(), ["AR-BEGIN-01"]);
        assert_eq!(broken_rules(&archive), [""; 0], "a warning");
        assert_eq!(archive.read("resources/a").unwrap(), b"x");
        let folder = tempfile::tempdir().unwrap();
        archive.unpack(folder.path()).unwrap();
        assert_eq!(std::fs::read(folder.path().join("resources/a")).unwrap(), b"x");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_fmu_behind_other_bytes_is_shown_and_run_with_a_warning() {
    use crate::command::{fmu_pack, succeeds};
    use crate::libraries::fmu::Bad;
    let fmu = Bad::new(&[]);
    let rows = succeeds(&["run", fmu.path()]);
    let shown = succeeds(&["info", fmu.path()]);
    let archive = std::fs::read(&fmu.path).unwrap();
    std::fs::write(&fmu.path, [b"MZ a program that unpacks itself", &archive[..]].concat()).unwrap();
    let told = format!("warning: {}: the archive begins after 32 foreign bytes\n", fmu.path());
    for (command, out) in [("run", rows), ("info", shown)] {
        let answer = fmu_pack(&[command, fmu.path()]);
        assert_eq!((answer.code, answer.out, answer.err), (Some(0), out, told.clone()), "{command}");
    }
    let found = fmu_pack(&["check", fmu.path()]);
    assert!(
        found.out.contains("warning AR-BEGIN-01 archive: the archive begins after 32 foreign bytes"),
        "{}",
        found.out
    );
}

/// Of two directories that could be meant, other readers take the one right before the record of the end.
#[test]
fn an_archive_in_front_of_an_archive_is_not_the_one_that_is_read() {
    let archive = |text: &[u8]| archive_with(|writer| file(writer, "resources/a", text));
    let (hidden, seen) = (archive(b"hidden"), archive(b"seen"));
    let both = open([hidden, seen].concat());
    assert_eq!(both.read("resources/a").unwrap(), b"seen");
    assert!(both.remarks()[0].starts_with("the archive begins after"), "{:?}", both.remarks());
}

#[test]
fn of_two_records_of_the_end_the_last_one_counts() {
    let whole = archive_with(|writer| file(writer, "resources/a", b"x"));
    let end = whole.len() - 22;
    let mut twice = [&whole[..], &whole[end..]].concat();
    put(&mut twice, end + 20, &22_u16.to_le_bytes());
    let archive = open(twice);
    assert_eq!(archive.remarks()[0], "the archive has two records of its end, of which the last one counts");
    assert_eq!(broken_rules(&archive)[0], "AR-END-01");
    assert_eq!(archive.read("resources/a").unwrap(), b"x");
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
