//! The friction bench, as a file: what is in it. `page_in_browser` has it run.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;

use command::{fails, file, succeeds};
use flate2::read::DeflateDecoder;
use fmu_import::platform::Platform;
use fmu_library::Folder;
use model_description::{Export, models};
use serde_json::Value;
use std::io::Read;
use std::path::Path;
use tempfile::TempDir;

/// A folder with what stands for the compiled modules: all that is asked of them is that they know the models.
fn modules(knows: bool) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let guids: String = models::all().into_iter().map(|model| Export::new(model).guid).collect();
    let libraries = Folder::new(folder.path());
    let module = libraries.library(&Platform::web());
    std::fs::create_dir_all(module.parent().unwrap()).unwrap();
    std::fs::write(&module, if knows { &guids } else { "" }).unwrap();
    std::fs::write(libraries.packer(), &guids).unwrap();
    folder
}

fn page() -> String {
    let (_folder, path) = file("bench.html");
    let modules = modules(true);
    let libraries = modules.path().to_str().unwrap();
    let out = succeeds(&["page", "--libraries", libraries, "--without-libraries", "-o", path.to_str().unwrap()]);
    assert!(out.contains("with no libraries"), "{out}");
    std::fs::read_to_string(path).unwrap()
}

/// What the page carries under a name.
fn part(page: &str, name: &str) -> Vec<u8> {
    let begin = format!("data-part=\"{name}\">");
    let text = page.split(&begin).nth(1).unwrap().split('<').next().unwrap();
    let mut bytes = Vec::new();
    DeflateDecoder::new(&*from_text(text)).read_to_end(&mut bytes).unwrap();
    bytes
}

/// Two letters have 13 or 14 bits.
fn from_text(text: &str) -> Vec<u8> {
    const LETTERS: &str =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&()*+,./:;=>?@[]^_`{|}~-\"";
    let value = |letter: u8| LETTERS.bytes().position(|known| known == letter).unwrap() as u64;
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u64, 0);
    for two in text.as_bytes().chunks(2) {
        let number = value(two[0]) + two.get(1).map_or(0, |second| 91 * value(*second));
        bits |= number << count;
        count += if two.len() < 2 {
            7
        } else if number & 8191 > 88 {
            13
        } else {
            14
        };
        while count > 7 {
            bytes.push((bits & 255) as u8);
            (bits, count) = (bits >> 8, count - 8);
        }
    }
    bytes
}

/// RFC 4648.
pub(crate) fn from_base64(text: &str) -> Vec<u8> {
    let digit = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u8> = text.bytes().filter(|letter| *letter != b'=').map(digit).collect();
    let bits = digits.chunks(4).flat_map(|four| {
        let number = four.iter().fold(0_u32, |number, digit| number << 6 | u32::from(*digit)) << (6 * (4 - four.len()));
        number.to_be_bytes()[1..four.len()].to_vec()
    });
    bits.collect()
}

#[test]
fn a_page_is_one_file_that_fetches_nothing() {
    let page = page();
    let fetching = [
        "src=\"",
        "src='",
        "@import",
        "url(http",
        "await import(",
        "fetch(",
        "XMLHttpRequest",
        "WebSocket",
        "<link rel=\"stylesheet\"",
    ];
    for word in fetching {
        assert!(!page.contains(word), "{word}");
    }
    assert!(page.contains("Content-Security-Policy\" content=\"default-src 'none';"));
    for place in
        ["{{style}}", "{{script}}", "{{plot}}", "{{parts}}", "{{version}}", "{{licence}}", "{{letters}}", "{{later}}"]
    {
        assert!(!page.contains(place), "{place} is not filled");
    }
    assert!(page.contains("Copyright (c) 2022 Leon Sorokin"), "the licence of uPlot");
}

#[test]
fn a_page_has_every_variable_of_every_model_as_it_is_declared() {
    let catalogue: Value = serde_json::from_slice(&part(&page(), "catalogue.json")).unwrap();
    for declared in models::all() {
        let all = catalogue["models"].as_array().unwrap();
        let model = all.iter().find(|model| model["identifier"] == *declared.identifier).unwrap();
        assert_eq!(model["guid"], Export::new(declared.clone()).guid);
        let shown = model["variables"].as_array().unwrap();
        assert_eq!(shown.len(), declared.described().len(), "{}", declared.identifier);
        for (variable, reference) in declared.described() {
            let shown = shown.iter().find(|shown| shown["name"] == *variable.name).unwrap();
            assert_eq!(shown["reference"], reference, "{}", variable.name);
            assert_eq!(shown["description"], *variable.description);
            if let Some(real) = variable.real() {
                assert_eq!((&shown["start"], &shown["unit"]), (&real.start.into(), &real.quantity.unit.name.into()));
            }
        }
    }
}

#[test]
fn experiments_of_a_page_name_inputs_and_parameters_of_their_model() {
    let catalogue: Value = serde_json::from_slice(&part(&page(), "catalogue.json")).unwrap();
    let mut count = 0;
    for model in catalogue["models"].as_array().unwrap() {
        let variables = model["variables"].as_array().unwrap();
        let is = |name: &str, causality: &str| {
            variables.iter().any(|variable| variable["name"] == name && variable["causality"] == causality)
        };
        for experiment in model["experiments"].as_array().unwrap() {
            count += 1;
            for (kind, causality) in [("inputs", "input"), ("parameters", "parameter")] {
                for name in experiment[kind].as_object().unwrap().keys() {
                    assert!(is(name, causality), "{}: {name} is no {causality}", model["identifier"]);
                }
            }
        }
    }
    // 12 figures of the servo, 2 closed forms of the transmission, 5 drivetrains.
    assert_eq!(count, 19);
}

#[test]
fn a_module_of_other_sources_is_refused() {
    let (_folder, path) = file("bench.html");
    let modules = modules(false);
    let err = fails(&["page", "--libraries", modules.path().to_str().unwrap(), "-o", path.to_str().unwrap()], 2);
    assert!(err.contains("actuator_fmu.wasm: of other sources than this program"), "{err}");
    assert!(!path.exists());
}

#[test]
fn a_folder_without_modules_is_told_with_what_makes_them() {
    let (folder, path) = file("bench.html");
    let err = fails(&["page", "--libraries", folder.path().to_str().unwrap(), "-o", path.to_str().unwrap()], 2);
    assert!(err.contains("cannot be read; it is made with `fmu-pack libraries`"), "{err}");
    assert!(!Path::new(&path).exists());
}
