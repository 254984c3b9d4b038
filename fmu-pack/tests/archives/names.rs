//! What files are called.

use super::craft::*;
use fmu_archive::Error;
use std::io::Cursor;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

#[test]
fn names_that_lead_out_of_the_archive_are_refused_and_not_unpacked() {
    let (out, absolute) = (["resources/../../evil", "../evil", "a/.."], ["/tmp/evil", "C:/evil", "//host/evil"]);
    let not_on_windows = ["a./b", "a ", "nul", "resources/AUX.txt", "com1.so", "a?b", "a|b", "a\"b", "lpt9/a"];
    let odd = ["a//b", "./a", "a\u{1}b", "a\u{7f}b", "a//"];
    for name in out.iter().chain(&absolute).chain(&not_on_windows).chain(&odd) {
        // A name that ends with a slash is a folder.
        let placeholder = format!("{}{}", "x".repeat(name.len() - 1), if name.ends_with('/') { '/' } else { 'x' });
        let bytes = archive_with(|writer| match placeholder.ends_with('/') {
            true => writer.add_directory(&*placeholder, SimpleFileOptions::default()).unwrap(),
            false => file(writer, &placeholder, b"evil"),
        });
        let archive = open(renamed(bytes, &placeholder, name));
        assert_eq!(broken_rules(&archive), ["AR-NAME-01"], "{name:?}");
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        std::fs::create_dir(&inner).unwrap();
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
fn long_names_are_refused_with_the_limit() {
    let bytes = archive_with(|writer| file(writer, &"a/".repeat(600), b"x"));
    let archive = open(bytes);
    assert_eq!(broken_rules(&archive)[0], "AR-NAME-01");
    assert!(refusal(&archive).ends_with("the name has 1200 bytes; at most 1000 are accepted"));
}

#[test]
fn a_file_where_others_need_a_folder_is_refused() {
    let bytes = archive_with(|writer| {
        file(writer, "resources/a/b", b"x");
        file(writer, "resources/A", b"x");
    });
    let archive = open(bytes);
    assert_eq!(broken_rules(&archive), ["AR-DUPLICATE-01"]);
    assert_eq!(refusal(&archive), "resources/A: it is a file, but other entries need a folder of this name");
}

#[test]
fn a_description_that_is_there_twice_is_not_read() {
    let bytes = archive_with(|writer| file(writer, "modelDescription.xmL", b"<y/>"));
    let archive = open(renamed(bytes, "modelDescription.xmL", "modelDescription.xml"));
    assert_eq!(broken_rules(&archive), ["AR-DUPLICATE-01"]);
    let told = archive.description().unwrap_err().to_string();
    assert_eq!(told, "modelDescription.xml: the name appears twice; readers disagree on which one counts");
}

#[test]
fn a_missing_description_is_told() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    file(&mut writer, "resources/a", b"");
    let archive = open(writer.finish().unwrap().into_inner());
    assert_eq!(broken_rules(&archive), ["AR-DESCRIPTION-01"]);
    assert!(matches!(archive.description(), Err(Error::Missing { .. })));
}

#[test]
fn a_folder_that_is_gone_is_not_made_again() {
    // Whoever cleans up after a signal deletes the folder while another thread may still unpack into it.
    let archive = open(archive_with(|writer| file(writer, "resources/a", b"first")));
    let folder = tempfile::tempdir().unwrap();
    let gone = folder.path().join("gone");
    assert!(matches!(archive.unpack(&gone), Err(Error::Write { .. })));
    assert!(!gone.exists());
}
