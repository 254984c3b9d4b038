//! What files are called.

use super::craft::*;
use fmu_import::archive::{Archive, Error, audit};
use std::io::Cursor;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// An archive with a file of this name, which may be none that a library writes.
fn with_name(name: &str) -> Archive {
    // A name that ends with a slash is a folder.
    let placeholder = format!("{}{}", "x".repeat(name.len() - 1), if name.ends_with('/') { '/' } else { 'x' });
    let bytes = archive_with(|writer| match placeholder.ends_with('/') {
        true => writer.add_directory(&*placeholder, SimpleFileOptions::default()).unwrap(),
        false => file(writer, &placeholder, b"evil"),
    });
    open(renamed(bytes, &placeholder, name))
}

#[test]
fn names_that_lead_out_of_the_archive_are_refused_and_not_unpacked() {
    let out = ["resources/../../evil", "../evil", "a/..", "..\\evil", "a\\..\\..\\evil"];
    for name in out.iter().chain(&["/tmp/evil", "C:/evil", "C:\\evil", "//host/evil", "a\u{1}b", "a\u{7f}b"]) {
        let archive = with_name(name);
        assert_eq!(broken_rules(&archive), ["AR-NAME-01"], "{name:?}");
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        std::fs::create_dir(&inner).unwrap();
        assert!(matches!(archive.unpack(&inner), Err(Error::Entry { .. })), "{name:?}");
        assert!(!folder.path().join("evil").exists());
        assert_eq!(std::fs::read_dir(&inner).unwrap().count(), 0, "{name:?}");
    }
}

/// As other tools on this system do: a dot at the end is a letter as any other outside of Windows.
#[cfg(unix)]
#[test]
fn names_that_windows_does_not_have_break_a_rule_and_are_unpacked() {
    for name in
        ["a./b", "a ", "nul", "resources/AUX.txt", "com1.so", "a?b", "a|b", "a\"b", "lpt9/a", "resources/table."]
    {
        let archive = with_name(name);
        assert_eq!(broken_rules(&archive), ["AR-NAME-01"], "{name:?}");
        assert_eq!(archive.remarks(), [""; 0]);
        let folder = tempfile::tempdir().unwrap();
        archive.unpack(folder.path()).unwrap();
        assert_eq!(std::fs::read(folder.path().join(name)).unwrap(), b"evil", "{name:?}");
    }
}

#[test]
fn dots_and_backslashes_in_names_are_understood_as_other_tools_do() {
    for (name, meant) in
        [("./a", "a"), ("a//b", "a/b"), ("a\\b", "a/b"), ("binaries\\win64\\A.dll", "binaries/win64/A.dll")]
    {
        let archive = with_name(name);
        assert_eq!(broken_rules(&archive), ["AR-NAME-01"], "{name:?}");
        assert_eq!(archive.read(meant).unwrap(), b"evil", "{name:?}");
        let folder = tempfile::tempdir().unwrap();
        archive.unpack(folder.path()).unwrap();
        assert_eq!(std::fs::read(folder.path().join(meant)).unwrap(), b"evil", "{name:?}");
    }
}

#[test]
fn of_two_entries_of_one_name_the_last_is_taken_and_told() {
    let bytes = archive_with(|writer| {
        file(writer, "resources/a", b"first");
        file(writer, "resources/b", b"second");
    });
    let archive = open(renamed(bytes, "resources/b", "resources/a"));
    assert_eq!(broken_rules(&archive), ["AR-DUPLICATE-01"]);
    assert_eq!(archive.remarks(), ["resources/a is more than once in the archive; the last one is taken"]);
    assert_eq!(archive.read("resources/a").unwrap(), b"second");
    let folder = tempfile::tempdir().unwrap();
    archive.unpack(folder.path()).unwrap();
    assert_eq!(std::fs::read(folder.path().join("resources/a")).unwrap(), b"second");
}

#[test]
fn names_that_differ_in_case_only_break_a_rule_and_are_two_files_where_the_system_has_two() {
    let bytes = archive_with(|writer| {
        file(writer, "resources/a", b"first");
        file(writer, "resources/A", b"second");
    });
    let archive = open(bytes);
    assert_eq!(broken_rules(&archive), ["AR-DUPLICATE-01"]);
    let folder = tempfile::tempdir().unwrap();
    archive.unpack(folder.path()).unwrap();
    let first = if cfg!(any(windows, target_os = "macos")) { "second" } else { "first" };
    assert_eq!(std::fs::read_to_string(folder.path().join("resources/a")).unwrap(), first);
    assert_eq!(std::fs::read(folder.path().join("resources/A")).unwrap(), b"second");
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
    let told = audit(&archive).into_iter().find(|finding| finding.rule == "AR-NAME-01").unwrap();
    assert_eq!(told.problem, "the name has 1200 bytes; at most 1000 are accepted");
    assert!(refusal(&archive).ends_with("the name is no name of a file"));
}

#[test]
fn a_file_where_others_need_a_folder_is_refused() {
    for (folder, file_name, is_refused) in
        [("resources/a/b", "resources/a", true), ("resources/a/b", "resources/A", false)]
    {
        let bytes = archive_with(|writer| {
            file(writer, folder, b"x");
            file(writer, file_name, b"x");
        });
        let archive = open(bytes);
        assert_eq!(broken_rules(&archive), ["AR-DUPLICATE-01"]);
        if is_refused {
            let told = format!("{file_name}: it is a file, but other entries need a folder of this name");
            assert_eq!(refusal(&archive), told);
        }
    }
}

#[test]
fn of_a_description_that_is_there_twice_the_last_is_read() {
    let bytes = archive_with(|writer| file(writer, "modelDescription.xmL", b"<y/>"));
    let archive = open(renamed(bytes, "modelDescription.xmL", "modelDescription.xml"));
    assert_eq!(broken_rules(&archive), ["AR-DUPLICATE-01"]);
    assert_eq!(archive.description().unwrap(), "<y/>");
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
