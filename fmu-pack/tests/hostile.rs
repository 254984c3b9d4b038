//! What the command does with a hostile FMU: nothing of it is executed unasked, obeyed by the terminal, or left behind.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;

use command::{fails, fmu_pack, succeeds};
use fmu_checks::binary;
use fmu_import::archive::Contents;
use fmu_import::interface::Interface;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A description of the model called `name` with a library called `identifier`, and more elements.
fn description(name: &str, identifier: &str, more: &str) -> String {
    format!(
        "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"{name}\" guid=\"1\"><CoSimulation \
         modelIdentifier=\"{identifier}\"/>{more}<ModelStructure/></fmiModelDescription>"
    )
}

/// An FMU with this description and other files.
fn fmu(description: &str, others: &[(&str, &[u8])]) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hostile.fmu");
    let mut contents = Contents::default();
    contents.add("modelDescription.xml", description);
    others.iter().for_each(|(name, bytes)| contents.add(*name, *bytes));
    contents.write(&path).unwrap();
    (folder, path.to_str().unwrap().to_string())
}

/// A library that makes a file as soon as it is loaded, and has no function of FMI.
fn library(marker: &Path) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let (source, library) = (folder.path().join("evil.c"), folder.path().join("evil.so"));
    let code = format!(
        "#include <stdio.h>\n__attribute__((constructor)) static void evil(void) {{ fclose(fopen({:?}, \"w\")); }}\n",
        marker.to_str().unwrap()
    );
    std::fs::write(&source, code).unwrap();
    let compiler = Command::new("cc").args(["-shared", "-fPIC", "-o"]).args([&library, &source]).status();
    assert!(compiler.unwrap().success());
    std::fs::read(library).unwrap()
}

const HOST: &str = if cfg!(target_arch = "aarch64") { "aarch64-linux" } else { "linux64" };

#[test]
fn a_library_is_loaded_only_where_that_is_asked_for() {
    let place = tempfile::tempdir().unwrap();
    let marker = place.path().join("loaded");
    let name = format!("binaries/{HOST}/Evil.so");
    let (_folder, path) = fmu(&description("Evil", "Evil", ""), &[(&name, &library(&marker))]);
    for arguments in
        [&["check", &path][..], &["info", &path], &["info", "--variables", &path], &["check", "--load", &path]]
    {
        fmu_pack(arguments);
        assert!(!marker.exists(), "{arguments:?}");
    }
    // A library without the functions of FMI is an error, after which `check --load` does not load either. `run` does.
    fails(&["run", &path], 1);
    assert!(marker.exists());
}

#[test]
fn the_name_of_a_library_cannot_lead_out_of_the_fmu() {
    let place = tempfile::tempdir().unwrap();
    let marker = place.path().join("loaded");
    let outside = place.path().join("outside.so");
    std::fs::write(&outside, library(&marker)).unwrap();
    for identifier in
        ["../../../../../../../../..".to_string() + outside.with_extension("").to_str().unwrap(), String::new()]
    {
        let folders = format!("binaries/{HOST}/readme.txt");
        let (_folder, path) = fmu(&description("Evil", &identifier, ""), &[(&folders, b"")]);
        let message = fails(&["run", &path], 1);
        assert!(message.contains("the modelIdentifier is") && message.contains("name of the library"), "{message}");
        assert!(!marker.exists());
    }
}

#[test]
fn a_terminal_gets_nothing_to_obey() {
    let names = "<UnitDefinitions><Unit name=\"&#157;0;x&#156;\"/></UnitDefinitions><ModelVariables><ScalarVariable \
                 name=\"a&#x202e;b&#10;fake line\" valueReference=\"0\" description=\"&#155;2J\" causality=\"outlet\">\
                 <Real/></ScalarVariable></ModelVariables>";
    let readable = names.replace("outlet", "output");
    let entry = ("resources/\u{202e}gpj.exe", &b""[..]);
    let evil = |text: &str| fmu(&description("&#155;2J&#13;fine", "e&#155;1mvil", text), &[entry]);
    for (text, arguments) in
        [(names, "info"), (names, "check"), (&readable, "info"), (&readable, "check"), (&readable, "run")]
    {
        let (_folder, path) = evil(text);
        let answer = fmu_pack(&[arguments, &path]);
        let all = answer.out + &answer.err;
        let is_obeyed = |letter: char| letter != '\n' && (letter.is_control() || letter == '\u{202e}');
        assert!(!all.chars().any(is_obeyed), "{all:?}");
        assert!(!all.lines().any(|line| line.starts_with("fake")), "{all:?}");
    }
    let (_folder, path) = evil(&readable);
    assert!(succeeds(&["info", &path]).contains(r"\u{9b}2J\rfine"));
    // The older form of the same is no character of XML.
    let (_folder, path) = fmu(&description("&#27;[2Jfine", "evil", ""), &[entry]);
    let message = fails(&["info", &path], 1);
    assert!(message.contains("a reference to the character 0x1B is not allowed in XML"), "{message}");
    assert!(!message.contains('\u{1b}'));
}

#[test]
fn nothing_of_an_fmu_that_is_refused_stays_in_the_temporary_folder() {
    let name = format!("binaries/{HOST}/Evil.so");
    let temporary = tempfile::tempdir().unwrap();
    let (_folder, path) = fmu(&description("Evil", "Evil", ""), &[(&name, b"no library")]);
    for arguments in
        [&["run", &path][..], &["check", "--load", &path], &["sweep", &path, "--set", "a=1", "-o", "/tmp/x.csv"]]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fmu-pack"));
        let output = command.args(arguments).env("TMPDIR", temporary.path()).output().unwrap();
        assert_ne!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(std::fs::read_dir(temporary.path()).unwrap().count(), 0, "{arguments:?}");
    }
}

/// The shell's limit on memory is what a small machine has; without bounds in the reader it would be reached.
fn within(kilobytes: u32, arguments: &[&str]) -> (Option<i32>, String) {
    let script = format!("ulimit -v {kilobytes}; exec \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_fmu-pack")]).args(arguments);
    let output = shell.output().unwrap();
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr),
    )
}

/// The element of a variable with more attributes and a type.
fn variable(number: usize, attributes: &str, kind: &str) -> String {
    format!("<ScalarVariable name=\"v{number}\" valueReference=\"{number}\" {attributes}>{kind}</ScalarVariable>")
}

#[test]
fn fifty_thousand_variables_are_read_in_a_few_times_their_size() {
    let variables: String = (0..50_000).map(|number| variable(number, "causality=\"output\"", "<Real/>")).collect();
    let (_folder, path) =
        fmu(&description("Many", "Many", &format!("<ModelVariables>{variables}</ModelVariables>")), &[]);
    let (code, told) = within(300_000, &["info", &path]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("50000 (0 inputs, 50000 outputs, 0 parameters)"), "{told}");
    // Every variable has an error: it is not in the list of outputs.
    let (code, told) = within(200_000, &["check", &path]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("MD-MANY-01") && told.lines().count() < 10_010, "{} lines", told.lines().count());
}

#[test]
fn variables_that_share_a_long_list_of_items_do_not_copy_it() {
    let items: String = (0..5000).map(|number| format!("<Item name=\"item {number}\" value=\"{number}\"/>")).collect();
    let variables: String = (0..5000).map(|number| variable(number, "", "<Enumeration declaredType=\"T\"/>")).collect();
    let more = format!(
        "<TypeDefinitions><SimpleType name=\"T\"><Enumeration>{items}</Enumeration></SimpleType></TypeDefinitions>\
         <ModelVariables>{variables}</ModelVariables>"
    );
    let (_folder, path) = fmu(&description("Many", "Many", &more), &[]);
    // Copies would take a gigabyte.
    let (code, told) = within(300_000, &["info", &path]);
    assert_eq!(code, Some(0), "{told}");
}

#[test]
fn variables_that_share_a_long_unit_do_not_copy_it() {
    let unit = "m".repeat(4096);
    let variables: String = (0..20_000).map(|number| variable(number, "", "<Real declaredType=\"T\"/>")).collect();
    let more = format!(
        "<UnitDefinitions><Unit name=\"{unit}\"><DisplayUnit name=\"{unit}\"/></Unit></UnitDefinitions>\
         <TypeDefinitions><SimpleType name=\"T\"><Real unit=\"{unit}\" displayUnit=\"{unit}\"/></SimpleType>\
         </TypeDefinitions><ModelVariables>{variables}</ModelVariables>"
    );
    let (_folder, path) = fmu(&description("Many", "Many", &more), &[]);
    // Copies would take 160 megabytes.
    let (code, told) = within(150_000, &["info", &path]);
    assert_eq!(code, Some(0), "{told}");
}

#[test]
fn a_bomb_ends_with_the_limit_in_little_memory() {
    let (_folder, path) = fmu(&description("Bomb", "Bomb", ""), &[("resources/zeros", &vec![0; 80 << 20])]);
    assert!(std::fs::metadata(&path).unwrap().len() < 1 << 20);
    let temporary = tempfile::tempdir().unwrap();
    let (code, told) = within(300_000, &["check", &path]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("AR-SIZE-01") && told.contains("at most 100 times as many"), "{told}");
    let output =
        Command::new(env!("CARGO_BIN_EXE_fmu-pack")).args(["run", &path]).env("TMPDIR", temporary.path()).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("exceeds the limit of"));
    assert_eq!(std::fs::read_dir(temporary.path()).unwrap().count(), 0);
}

#[test]
fn damaged_libraries_are_findings_and_never_panics() {
    let bytes = library(&PathBuf::from("/nowhere"));
    let interface = Interface::read(&description("A", "A", "")).unwrap();
    let check = |bytes: &[u8]| binary::check("a", HOST, bytes, &interface).len();
    assert!(check(&bytes) > 0);
    (0..bytes.len()).step_by(97).for_each(|size| assert!(check(&bytes[..size]) > 0, "cut at {size}"));
    // Headers, and every part of the tables.
    for at in (0..1024).chain((1024..bytes.len()).step_by(41)) {
        let mut damaged = bytes.clone();
        for value in [0xff, 0x00, 0x80] {
            damaged[at] = value;
            check(&damaged);
        }
    }
}

/// What is kept of the fuzzer: archives, and descriptions in an archive that is clean otherwise.
fn kept_fmus(take: impl Fn(&Path)) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kept.fmu");
    let files = |name: &str| std::fs::read_dir(corpus.join(name)).unwrap().map(|file| file.unwrap().path());
    for file in files("archive") {
        std::fs::copy(file, &path).unwrap();
        take(&path);
    }
    for file in ["model_description", "model_description_fmi3", "related_files"].into_iter().flat_map(files) {
        let bytes = std::fs::read(file).unwrap();
        for name in ["modelDescription.xml", "terminalsAndIcons/terminalsAndIcons.xml"] {
            let mut contents = Contents::default();
            contents.add("modelDescription.xml", description("Kept", "Kept", ""));
            contents.add(name, bytes.clone());
            contents.write(&path).unwrap();
            take(&path);
        }
    }
}

#[test]
fn info_shows_what_it_can_read_and_refuses_all_else_with_one_sentence() {
    kept_fmus(|path| {
        let answer = fmu_pack(&["info", path.to_str().unwrap()]);
        let is_shown = answer.code == Some(0) && answer.out.contains("FMI version");
        // Warnings on what is odd about the archive may come before.
        let errors = answer.err.lines().filter(|line| !line.starts_with("warning: "));
        let is_refused = answer.code == Some(1) && answer.out.is_empty() && errors.clone().count() == 1;
        let is_told = errors.clone().all(|line| line.starts_with("error: "));
        assert!(is_shown || (is_refused && is_told), "{:?} {}", answer.code, answer.err);
    });
}

#[test]
fn an_fmu_that_is_refused_is_so_also_where_nobody_reads_why() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("empty.fmu");
    std::fs::write(&path, "").unwrap();
    for (end, shell) in [("full", "2> /dev/full"), ("closed", "2>&-"), ("gone", "2>&1 | true; exit ${PIPESTATUS[0]}")] {
        let script = format!("\"$0\" info \"$1\" {shell}");
        let mut bash = Command::new("bash");
        let ended = bash.args(["-c", &script, env!("CARGO_BIN_EXE_fmu-pack")]).arg(&path).status().unwrap();
        assert_eq!(ended.code(), Some(1), "standard error is {end}");
    }
}
