//! The page of the models shows the equations that the FMUs show and the table that `size` computes with.

use crate::pages::page;
use fmu_pack::package::models_page;

#[test]
fn the_page_of_the_models_is_what_the_fmus_and_the_sizing_say() {
    let page = models_page();
    page::is(&page, "docs/models.md");
    assert!(!page.contains("<p") && !page.contains("{{") && !page.contains("<h2"), "HTML is left");
}

#[test]
fn the_page_of_the_rules_is_what_check_says() {
    page::is(&fmu_checks::rules_page(), "docs/rules.md");
}
