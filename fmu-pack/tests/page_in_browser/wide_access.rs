//! What axe-core finds on the page, which a reader by ear or by keys would meet. `scripts/check-page.sh` installs it.

use super::{Browser, Chromium, opened, target};

fn axe() -> String {
    let path = target().join("npm/node_modules/axe-core/axe.min.js");
    std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{}: scripts/check-page.sh installs it", path.display()))
}

/// Of these impacts none may be left.
const FOUND: &str = "axe.run().then(found => found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(node => `${node.target} ${node.failureSummary}`).join('; ')}`).join('\\n'))";

fn has_no_serious_problem(browser: &mut Chromium, place: &str) {
    assert_eq!(browser.run(FOUND), "", "{place}");
}

#[test]
#[ignore = "needs Chromium and compiles for WebAssembly"]
fn axe_finds_no_serious_problem_in_light_and_dark_on_a_desk_and_on_a_phone() {
    let mut browser = opened::<Chromium>();
    browser.run(&format!("{}; 0", axe()));
    has_no_serious_problem(&mut browser, "as it opens");
    browser.run("compare('majd simaan'); type('friction.static_ratio', '0.5')");
    has_no_serious_problem(&mut browser, "with a law over it and a value that is refused");
    browser.run("document.querySelector('[data-model=FlapLine]').click(); settled()");
    has_no_serious_problem(&mut browser, "with a drivetrain");
    browser.prefer_dark();
    browser.run("new Promise(done => setTimeout(done, 300))");
    has_no_serious_problem(&mut browser, "in the dark");
    browser.resize(390, 844);
    has_no_serious_problem(&mut browser, "on a phone");
    browser.run("document.getElementById('about-button').click()");
    has_no_serious_problem(&mut browser, "with a dialog");
    browser.is_quiet();
}
