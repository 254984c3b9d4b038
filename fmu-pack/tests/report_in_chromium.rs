//! The report as Chromium renders it. Debian: `apt-get install chromium`; then
//! `cargo test -p fmu-pack --test command report_in_chromium:: -- --ignored`.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::command;

use command::{file, succeeds};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Draws each plot on a canvas, counts what is not background, and leaves the findings in the document.
const CHECK: &str = include_str!("report_in_chromium/check.js");

fn browser(page: &Path, more: &[&str]) -> (String, String) {
    let profile = tempfile::tempdir().unwrap();
    let data = format!("--user-data-dir={}", profile.path().display());
    let plain =
        ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars"];
    let quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
    let log = ["--enable-logging=stderr", "--virtual-time-budget=60000", "--dump-dom"];
    let arguments = plain.iter().chain(&quiet).chain(&log).chain(more);
    let address = format!("file://{}", page.display());
    let run = |name: &&str| Command::new(name).args(arguments.clone()).arg(&data).arg(&address).output().ok();
    let output = BROWSERS.iter().find_map(run).expect("Chromium is needed: apt-get install chromium");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (text(output.stdout), text(output.stderr))
}

/// What the script found; nothing may be on the console.
fn examine(page: &Path, more: &[&str]) -> Value {
    let (document, log) = browser(page, more);
    let console: Vec<&str> = log.lines().filter(|line| line.contains("CONSOLE")).collect();
    assert_eq!(console, [""; 0]);
    let found = document.split("<pre id=\"found\">").nth(1).and_then(|rest| rest.split("</pre>").next());
    serde_json::from_str(&found.expect("the page was loaded").replace("&quot;", "\"").replace("&amp;", "&")).unwrap()
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_renders_with_ink_in_every_plot_rows_in_every_table_and_no_error() {
    let (_folder, output) = file("report");
    succeeds(&["report", "-o", output.to_str().unwrap()]);
    let page = std::fs::read_to_string(output.join("index.html")).unwrap();
    let checked = output.join("checked.html");
    std::fs::write(&checked, page.replace("</body>", &format!("<script>\n{CHECK}</script>\n</body>"))).unwrap();

    let found = examine(&checked, &["--window-size=1280,1000"]);
    assert_eq!(found["errors"], serde_json::json!([]));
    assert_eq!(found["missing"], serde_json::json!([]), "links that lead nowhere");
    assert_eq!(found["wide"], false, "the page scrolls sideways");
    let plots = found["plots"].as_array().unwrap();
    assert!(plots.len() >= 30, "{}", plots.len());
    for plot in plots {
        assert!(plot["width"].as_f64() > Some(700.0) && plot["height"].as_f64() > Some(150.0), "{plot}");
        // Text, axes and at least one line of about 400 pixels.
        assert!(plot["ink"].as_u64() > Some(1500) && plot["colourful"].as_u64() > Some(300), "{plot}");
    }
    let tables = found["tables"].as_array().unwrap();
    assert!(tables.len() >= 50 && tables.iter().all(|rows| rows.as_u64() > Some(0)), "{tables:?}");

    let dark =
        examine(&checked, &["--window-size=1280,1000", "--force-dark-mode", "--blink-settings=preferredColorScheme=0"]);
    assert_ne!(dark["background"], found["background"]);
    let narrow = examine(&checked, &["--window-size=500,900"]);
    assert_eq!(narrow["wide"], false, "a small screen scrolls sideways");
}
