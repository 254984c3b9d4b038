//! What the pages for those who change the code say of it: the files, tests and dependencies that they name.

use crate::pages::files::{below, code_spans, name, read, top, without_blocks};
use std::path::Path;

/// Pages whose paths are from the top folder.
const GUIDES: [&str; 7] = [
    "CONTRIBUTING.md",
    "docs/architecture.md",
    "docs/equations.md",
    "docs/solver.md",
    "docs/drivetrain-solver.md",
    "docs/fmi3.md",
    "docs/packaging.md",
];

/// Where test programs have their modules.
const PROGRAMS: [&str; 4] = ["tests", "importers", "modelDescription/tests", "fmu-pack/tests"];

fn is_path(span: &str) -> bool {
    let is_plain = span.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c));
    let first = span.split('/').next().unwrap_or_default();
    let is_file_alone = span.ends_with(".rs") && !span.contains('/');
    is_plain && (is_file_alone || (span.contains('/') && !first.is_empty() && top().join(first).is_dir()))
}

/// A file without a folder belongs to the drivetrain's solver, whose page says so.
fn is_there(path: &str) -> bool {
    top().join(path).exists() || top().join("src/mechanism").join(path).exists()
}

#[test]
fn every_file_that_the_guides_name_is_there() {
    for guide in GUIDES {
        let text = without_blocks(&read(&top().join(guide)));
        let paths: Vec<_> = code_spans(&text).into_iter().filter(|span| is_path(span)).collect();
        assert!(paths.len() > 5, "{guide} names {paths:?}");
        for path in paths {
            assert!(is_there(path), "{guide} names {path}, which is not there");
        }
    }
}

/// Whether a test program has modules of that path.
fn has_module(filter: &str) -> bool {
    let path = filter.trim_end_matches("::").replace("::", "/");
    PROGRAMS
        .iter()
        .map(|program| top().join(program))
        .any(|folder| folder.join(format!("{path}.rs")).exists() || folder.join(&path).join("mod.rs").exists())
}

#[test]
fn every_filter_of_tests_that_the_guides_name_has_tests() {
    let mut found = 0;
    for guide in GUIDES {
        let text = read(&top().join(guide));
        let words = code_spans(&text).into_iter().flat_map(str::split_whitespace);
        for filter in words.filter(|word| word.ends_with("::")) {
            found += 1;
            assert!(has_module(filter), "{guide}: no test program has a module {filter}");
        }
    }
    assert!(found > 30, "{found}");
}

/// A row of the table of dependencies: a part, and what it may know.
fn dependencies() -> Vec<(String, Vec<String>)> {
    let page = read(&top().join("docs/architecture.md"));
    let table = page.split("| part | knows").nth(1).expect("the table of dependencies");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let spans = |cell: &str| code_spans(cell).into_iter().map(str::to_owned).collect::<Vec<_>>();
    let cells = rows.map(|row| row.split('|').map(str::to_owned).collect::<Vec<_>>());
    cells.map(|cells| (spans(&cells[1])[0].trim_start_matches("src/").to_owned(), spans(&cells[2]))).collect()
}

/// The modules of the crate that a file names, but for its tests.
fn known(file: &Path) -> Vec<String> {
    let text = read(file);
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let after = lines.flat_map(|line| line.split("crate::").skip(1));
    after.map(|path| path.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap().to_owned()).collect()
}

#[test]
fn a_part_of_the_library_knows_what_the_architecture_says_and_nothing_else() {
    let rows = dependencies();
    assert_eq!(rows.len(), 11, "{rows:?}");
    for (part, allowed) in &rows {
        // What both have to do with tests alone.
        let files = below(&top().join("src").join(part), &[".rs"]);
        let files = files.iter().filter(|file| !file.ends_with("fake.rs") && !file.ends_with("tests.rs"));
        for (file, module) in files.flat_map(|file| known(file).into_iter().map(move |module| (file, module))) {
            let is_part = rows.iter().any(|(other, _)| *other == module) || ["interface", "memory"].contains(&&*module);
            let is_allowed = !is_part || module == *part || allowed.contains(&module);
            assert!(is_allowed, "{} knows {module}; docs/architecture.md allows {allowed:?}", name(file));
        }
    }
}
