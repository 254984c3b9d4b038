//! What the README says of speed.

use crate::pages::{calls, cvode, page};

#[test]
fn the_readme_says_of_speed_what_was_measured() {
    page::has_part("README.md", "speed", &format!("{}\n{}\n", calls::sentence(), cvode::sentence()));
}
