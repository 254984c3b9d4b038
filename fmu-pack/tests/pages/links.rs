//! Links of the documentation lead somewhere.

use crate::pages::files::{below, name, read, top, without_blocks};
use std::path::Path;
use std::process::Command;

/// Parts of a page, whose links are those of the page: `docs/interface.md`.
const PARTS: &str = "modelDescription/src/interface_page";

/// The targets of `[text](target)`.
fn targets(text: &str) -> Vec<String> {
    let text = without_blocks(text);
    let text: String = text.split('`').step_by(2).collect();
    let begins = text.match_indices("](").map(|(place, found)| place + found.len());
    begins.filter_map(|begin| text[begin..].split_once(')')).map(|(target, _)| target.to_owned()).collect()
}

/// The anchors of a page, as GitHub makes them from its headings.
fn anchors(text: &str) -> Vec<String> {
    let text = without_blocks(text);
    let mut anchors: Vec<String> = Vec::new();
    for heading in text.lines().filter(|line| line.starts_with('#')) {
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        let anchor: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
        let of_same_text = anchors.iter().filter(|other| **other == anchor).count();
        anchors.push(if of_same_text == 0 { anchor } else { format!("{anchor}-{of_same_text}") });
    }
    anchors
}

/// Why a link of a page leads nowhere.
fn broken(page: &Path, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = if file.is_empty() { page.to_path_buf() } else { page.parent().unwrap().join(file) };
    if !path.exists() {
        return Some(format!("{} links to {target}: there is no such file", name(page)));
    }
    let has_anchor = anchor.is_empty() || anchors(&read(&path)).iter().any(|other| other == anchor);
    (!has_anchor).then(|| format!("{} links to {target}: there is no such heading", name(page)))
}

#[test]
fn every_relative_link_leads_to_a_file_and_a_heading() {
    let pages: Vec<_> =
        below(&top(), &[".md"]).into_iter().filter(|page| !name(page).replace('\\', "/").starts_with(PARTS)).collect();
    let links: Vec<_> =
        pages.iter().flat_map(|page| targets(&read(page)).into_iter().map(move |to| (page, to))).collect();
    assert!(pages.len() > 30 && links.len() > 200, "{} pages, {} links", pages.len(), links.len());
    let broken: Vec<_> = links.iter().filter_map(|(page, target)| broken(page, target)).collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_page_and_picture_that_code_names_is_there() {
    let is_of_path = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let mut found = 0;
    for file in below(&top(), &[".rs", ".py", ".sh", ".toml", "run-tests"]) {
        let text = read(&file);
        for (place, _) in text.match_indices("docs/") {
            let path = text[place..].split(|c| !is_of_path(c)).next().unwrap_or_default().trim_end_matches('.');
            if [".md", ".png", ".svg"].iter().any(|ending| path.ends_with(ending)) {
                found += 1;
                assert!(top().join(path).exists(), "{} names {path}, which is not there", name(&file));
            }
        }
    }
    assert!(found > 10, "{found}");
}

#[test]
fn the_index_lists_every_page() {
    let index = targets(&read(&top().join("docs/README.md")));
    for page in below(&top().join("docs"), &[".md"]) {
        let page = page.file_name().unwrap().to_string_lossy().into_owned();
        assert!(page == "README.md" || index.contains(&page), "docs/README.md does not list {page}");
    }
}

#[test]
fn anchors_are_those_of_github() {
    let text = "# A `b` c\n```text\n# no heading\n```\n## Where is the equation of …\n## A `b` c\n";
    assert_eq!(anchors(text), ["a-b-c", "where-is-the-equation-of-", "a-b-c-1"]);
    let page = top().join("docs/README.md");
    assert!(broken(&page, "models.md#friction").is_none() && broken(&page, "https://example.org/x").is_none());
    assert!(broken(&page, "models.md#no-such-heading").is_some() && broken(&page, "no_such_page.md").is_some());
}

#[test]
fn cargo_run_starts_the_program_of_the_readme_without_being_told_its_name() {
    assert!(read(&top().join("README.md")).contains("cargo run --release -p fmu-pack -- demo"));
    let mut metadata = Command::new(env!("CARGO"));
    metadata.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]);
    let output = metadata.current_dir(top()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages.iter().find(|package| package["name"] == "fmu-pack").unwrap();
    assert_eq!(package["default_run"], "fmu-pack");
}
