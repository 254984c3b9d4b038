//! What stands in front of the data, and the data.

use super::craft::*;
use fmu_import::archive::audit;
use std::io::Write;
use zip::CompressionMethod;
use zip::write::SimpleFileOptions;

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
fn a_folder_with_data_is_refused() {
    let bytes = archive_with(|writer| file(writer, "resources/ax", b"x"));
    let archive = open(renamed(bytes, "resources/ax", "resources/a/"));
    assert_eq!(broken_rules(&archive), ["AR-KIND-01"]);
    assert_eq!(refusal(&archive), "resources/a/: it is a folder, but has data");
}

/// Sets the flag of a data descriptor, and what the header in front of the data says of checksum and sizes, as writers do that do not go
/// back: 0 by the format description; libarchive, and so CMake, fills in the size that it knows beforehand.
fn streamed(bytes: &mut [u8], name: &str, size_is_known: bool) {
    let (directory, front) = (in_directory(bytes, name), in_front(bytes, name));
    for at in [directory + 8, front + 6] {
        bytes[at] |= 8;
    }
    put(bytes, front + 14, &[0; 8]);
    if !size_is_known {
        put(bytes, front + 22, &[0; 4]);
    }
}

/// Puts checksum and sizes behind the data of the last file, with or without the signature.
fn described(bytes: &[u8], name: &str, signature: &[u8]) -> Vec<u8> {
    let directory = in_directory(bytes, name);
    let begin = u32::from_le_bytes(bytes[bytes.len() - 6..bytes.len() - 2].try_into().unwrap());
    let descriptor = [signature, &bytes[directory + 16..directory + 28]].concat();
    let mut described = bytes.to_vec();
    described.splice(begin as usize..begin as usize, descriptor.iter().copied());
    let end = described.len() - 22;
    put(&mut described, end + 16, &(begin + descriptor.len() as u32).to_le_bytes());
    described
}

#[test]
fn what_streaming_writers_leave_out_in_front_of_the_data_is_read_from_the_directory() {
    for (size_is_known, signature) in [(true, &b"PK\x07\x08"[..]), (true, b""), (false, b"PK\x07\x08"), (false, b"")] {
        let mut bytes = archive_with(|writer| file(writer, "resources/a", b"some text that is packed"));
        streamed(&mut bytes, "resources/a", size_is_known);
        let archive = open(described(&bytes, "resources/a", signature));
        // FMI 2.0, 2.3: "Only files stored using compression method 8 (deflate) may be stored with general purpose bit 3 set."
        assert_eq!(audit(&archive), [], "{size_is_known} {signature:?}");
        assert_eq!(archive.read("resources/a").unwrap(), b"some text that is packed");
        archive.unpack(tempfile::tempdir().unwrap().path()).unwrap();
    }
}

#[test]
fn a_stored_file_with_its_size_behind_the_data_breaks_a_rule_and_is_read() {
    let mut bytes = archive_with(|writer| {
        let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        writer.start_file("resources/a", stored).unwrap();
        writer.write_all(b"text").unwrap();
    });
    streamed(&mut bytes, "resources/a", true);
    let archive = open(described(&bytes, "resources/a", b"PK\x07\x08"));
    assert_eq!(broken_rules(&archive), ["AR-KIND-02"]);
    assert_eq!(archive.read("resources/a").unwrap(), b"text");
}

#[test]
fn an_entry_that_needs_a_newer_version_of_zip_breaks_a_rule() {
    let mut bytes = archive_with(|writer| file(writer, "resources/a", b"text"));
    let directory = in_directory(&bytes, "resources/a");
    put(&mut bytes, directory + 6, &45_u16.to_le_bytes());
    assert_eq!(broken_rules(&open(bytes)), ["AR-VERSION-01"]);
}

#[test]
fn encrypted_entries_and_other_methods_are_refused() {
    for (offset_in_directory, offset_in_front, value, problem) in [
        (8, 6, [1, 0], "it is encrypted"),
        (10, 8, [14, 0], "compression method 14 is not allowed; only 0 (stored) and 8 (deflate) are"),
    ] {
        let mut bytes = archive_with(|writer| file(writer, "resources/a", b"secret"));
        let (directory, front) = (in_directory(&bytes, "resources/a"), in_front(&bytes, "resources/a"));
        put(&mut bytes, directory + offset_in_directory, &value);
        put(&mut bytes, front + offset_in_front, &value);
        let archive = open(bytes);
        assert_eq!(broken_rules(&archive), ["AR-KIND-01"]);
        assert_eq!(refusal(&archive), format!("resources/a: {problem}"));
        assert_eq!(archive.read("resources/a").unwrap_err().to_string(), format!("resources/a: {problem}"));
    }
}

#[test]
fn entries_that_share_their_data_are_refused() {
    let mut bytes = archive_with(|writer| {
        file(writer, "resources/a", &[0; 10_000]);
        file(writer, "resources/b", &[0; 10_000]);
    });
    let (b, front) = (in_directory(&bytes, "resources/b"), in_front(&bytes, "resources/a") as u32);
    put(&mut bytes, b + 42, &front.to_le_bytes());
    let archive = open(bytes);
    assert_eq!(broken_rules(&archive), ["AR-NAME-02", "AR-OVERLAP-01"]);
    // The same with the same name in front of the data, as a bomb without nesting has it: one inside of the other.
    let mut bytes = archive_with(|writer| {
        let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        writer.start_file("resources/outer", stored).unwrap();
        writer.write_all(&archive_with(|writer| file(writer, "resources/inner", &[0; 10_000]))).unwrap();
        file(writer, "resources/inner", &[0; 10_000]);
    });
    let inner = bytes.windows(15).position(|window| window == b"resources/inner").unwrap() as u32 - 30;
    let directory = bytes.len() - 22 - (46 + 15);
    put(&mut bytes, directory + 42, &inner.to_le_bytes());
    let archive = open(bytes);
    assert_eq!(broken_rules(&archive), ["AR-OVERLAP-01"]);
    assert_eq!(refusal(&archive), "resources/inner: its data overlap those of another entry, or the directory");
}

#[test]
fn data_in_the_directory_or_behind_the_end_are_refused() {
    let mut bytes = archive_with(|writer| file(writer, "resources/a", b"abc"));
    let (directory, front) = (in_directory(&bytes, "resources/a"), in_front(&bytes, "resources/a"));
    put(&mut bytes, directory + 20, &60_u32.to_le_bytes());
    put(&mut bytes, front + 18, &60_u32.to_le_bytes());
    assert_eq!(broken_rules(&open(bytes.clone())), ["AR-OVERLAP-01"]);
    put(&mut bytes, directory + 20, &60_000_u32.to_le_bytes());
    let archive = open(bytes);
    assert_eq!(broken_rules(&archive), ["AR-NAME-02"]);
    assert_eq!(refusal(&archive), "resources/a: its data are not in the archive");
}

#[test]
fn sizes_that_lie_are_found_before_or_while_unpacking() {
    let lies = |in_both: bool, size: u32| {
        let mut bytes = archive_with(|writer| file(writer, "resources/bomb", &vec![0; 1_000_000]));
        let (directory, front) = (in_directory(&bytes, "resources/bomb"), in_front(&bytes, "resources/bomb"));
        put(&mut bytes, directory + 24, &size.to_le_bytes());
        if in_both {
            put(&mut bytes, front + 22, &size.to_le_bytes());
        }
        open(bytes)
    };
    let archive = lies(false, 10);
    assert_eq!(broken_rules(&archive), ["AR-NAME-02"]);
    assert_eq!(refusal(&archive), "resources/bomb: it has more than its declared size of 10 bytes");
    let folder = tempfile::tempdir().unwrap();
    let told = lies(true, 100_000).unpack(folder.path()).unwrap_err().to_string();
    assert_eq!(told, "resources/bomb: it has more than its declared size of 100000 bytes");
    let written = std::fs::metadata(folder.path().join("resources/bomb")).unwrap().len();
    assert!(written <= 100_000, "{written} bytes were written");
    assert_eq!(
        refusal(&lies(true, 1_000_001)),
        "resources/bomb: it has 1000000 bytes, and its declared size is 1000001"
    );
}

#[test]
fn a_wrong_checksum_and_bytes_behind_the_data_are_found() {
    let mut bytes = archive_with(|writer| file(writer, "resources/a", b"some text"));
    let directory = in_directory(&bytes, "resources/a");
    bytes[directory + 16] ^= 1;
    assert_eq!(refusal(&open(bytes)), "resources/a: its checksum is wrong");
    let mut bytes = archive_with(|writer| file(writer, "resources/a", b""));
    // The next entry's place begins earlier than the data end that both headers now claim: nothing else is changed.
    let (directory, front) = (in_directory(&bytes, "resources/a"), in_front(&bytes, "resources/a"));
    let packed = u32::from_le_bytes(bytes[directory + 20..directory + 24].try_into().unwrap());
    let more = [b'x'; 5];
    let end = front + 30 + "resources/a".len() + packed as usize;
    bytes.splice(end..end, more);
    for at in [directory + 5 + 20, front + 18] {
        put(&mut bytes, at, &(packed + 5).to_le_bytes());
    }
    let last = bytes.len() - 22;
    let offset = u32::from_le_bytes(bytes[last + 16..last + 20].try_into().unwrap()) + 5;
    put(&mut bytes, last + 16, &offset.to_le_bytes());
    assert_eq!(refusal(&open(bytes)), "resources/a: there are bytes behind the end of its data");
}

#[test]
fn what_is_not_wanted_is_checked_and_leaves_nothing() {
    let whole = archive_with(|writer| {
        file(writer, "resources/a", b"wanted");
        file(writer, "documentation/index.html", b"for readers");
    });
    let wanted = |path: &str| !path.starts_with("documentation");
    let folder = tempfile::tempdir().unwrap();
    open(whole.clone()).unpack_where(folder.path(), wanted).unwrap();
    assert_eq!(std::fs::read(folder.path().join("resources/a")).unwrap(), b"wanted");
    assert!(!folder.path().join("documentation").exists());
    // Its checksum is not that of its data.
    let mut damaged = whole;
    let checksum = in_directory(&damaged, "documentation/index.html") + 16;
    put(&mut damaged, checksum, &[0; 4]);
    let folder = tempfile::tempdir().unwrap();
    let refused = open(damaged).unpack_where(folder.path(), wanted).unwrap_err().to_string();
    assert!(refused.starts_with("documentation/index.html: "), "{refused}");
}
