//! The page of the models shows the equations that the FMUs show and the table that `size` computes with.
#![allow(clippy::unwrap_used, missing_docs)]

use fmu_pack::package::models_page;
use std::path::PathBuf;

#[test]
fn the_page_of_the_models_is_what_the_fmus_and_the_sizing_say() {
    let page = models_page();
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/models.md");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    let hint = "docs/models.md differs; UPDATE_GOLDEN=1 cargo test -p fmu-pack --test command models_page writes it";
    assert!(written == page, "{hint}");
    assert!(!page.contains("<p") && !page.contains("{{") && !page.contains("<h2"), "HTML is left");
}

#[test]
fn the_page_of_the_rules_is_what_check_says() {
    let page = fmu_checks::rules_page();
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/rules.md");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == page,
        "docs/rules.md differs; UPDATE_GOLDEN=1 cargo test -p fmu-pack --test command models_page writes it"
    );
}
