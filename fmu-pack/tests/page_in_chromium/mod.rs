//! The friction bench as Chromium runs it, from a file. Debian: `apt-get install chromium`; then
//! `cargo test -p fmu-pack --test command page_in_chromium:: -- --ignored`.
#![allow(clippy::unwrap_used, missing_docs)]

mod browser;

use crate::command;

use browser::Browser;
use command::{file, succeeds};
use fmu_import::platform::Platform;
use fmu_library::Folder;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tempfile::TempDir;

/// What the tests do on the page.
const ACT: &str = include_str!("act.js");

/// Where what the browser needs is.
struct Made {
    _folder: TempDir,
    /// The modules and the libraries that the page has.
    libraries: PathBuf,
    page: PathBuf,
}

fn made() -> &'static Made {
    static MADE: OnceLock<Made> = OnceLock::new();
    MADE.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        // What a release has made already is not compiled again.
        let given = std::env::var_os("FMU_PACK_LIBRARIES").map(|given| Path::new("..").join(given));
        let libraries = given.unwrap_or_else(|| folder.path().join("libraries"));
        if libraries.starts_with(folder.path()) {
            compile(&libraries);
        }
        let page = folder.path().join("bench.html");
        succeeds(&["page", "--libraries", libraries.to_str().unwrap(), "-o", page.to_str().unwrap()]);
        Made { _folder: folder, libraries, page }
    })
}

/// The modules, and the library of this machine.
fn compile(libraries: &Path) {
    succeeds(&["libraries", "--platform", "wasm", "-o", libraries.to_str().unwrap()]);
    let host = Platform::host();
    let native = Folder::new(crate::prebuilt::libraries()).library(&host);
    let place = Folder::new(libraries).library(&host);
    std::fs::create_dir_all(place.parent().unwrap()).unwrap();
    std::fs::copy(native, place).unwrap();
}

/// The page, open and with its first plot.
fn opened() -> Browser {
    let mut browser = Browser::open(&made().page);
    browser.run(ACT);
    browser.run("settled()");
    browser
}

fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/configurations").join(name);
    std::fs::read_to_string(path).unwrap()
}

#[test]
#[ignore = "needs Chromium and compiles for WebAssembly"]
fn a_slider_moves_the_curve() {
    let mut browser = opened();
    let before = browser.run("label('velocity')");
    browser.run("slide('friction.coulomb_torque', 700)");
    assert_ne!(browser.run("label('velocity')"), before);
    browser.is_quiet();
}

#[test]
#[ignore = "needs Chromium and compiles for WebAssembly"]
fn a_refused_value_is_marked_with_the_sentence_of_the_library() {
    let mut browser = opened();
    browser.run("type('friction.static_ratio', '0.5')");
    let told =
        "fmi2SetReal at t = 0 s: friction.static_ratio (value reference 29) = 0.5 is refused: it must be at least 1";
    assert_eq!(browser.run("refusal('friction.static_ratio')"), told);
    assert_eq!(browser.run("document.getElementById('notice').textContent"), told);
    browser.run("type('friction.static_ratio', '1.5')");
    assert_eq!(browser.run("refusal('friction.static_ratio')"), "");
    browser.is_quiet();
}

#[test]
#[ignore = "needs Chromium and compiles for WebAssembly"]
fn an_fmu_of_the_page_is_that_of_the_installed_program_byte_for_byte() {
    let libraries = &made().libraries;
    let mut browser = opened();
    for version in ["2", "3"] {
        browser.run("document.querySelector('[data-model=ServoActuator]').click(); settled()");
        browser.run("slide('friction.coulomb_torque', 600)");
        let configuration = browser.run("saved('save-toml')");
        let fmu = browser.run(&format!("saved('save-fmu{version}')"));
        let (folder, path) = file("MyServoActuator.toml");
        std::fs::write(&path, decoded(&configuration)).unwrap();
        let [path, libraries, output] = [&*path, libraries, folder.path()].map(|path: &Path| path.to_str().unwrap());
        succeeds(&["build", "--config", path, "--libraries", libraries, "--fmi", version, "-o", output]);
        let native = std::fs::read(folder.path().join("MyServoActuator.fmu")).unwrap();
        assert!(native == decoded(&fmu), "FMI {version}");
    }
    browser.is_quiet();
}

#[test]
#[ignore = "needs Chromium and compiles for WebAssembly"]
fn a_dropped_configuration_becomes_the_model_and_a_dropped_table_its_signals() {
    let mut browser = opened();
    let toml = json!(example("pitch_hold.toml"));
    browser.run(&format!("dropped('pitch_hold.toml', {toml})"));
    assert_eq!(browser.run("document.getElementById('model-title').textContent"), "PitchHold");
    browser.run("document.querySelector('[data-model=MotionTransmission]').click(); settled()");
    browser.run("dropped('push.csv', 'time,motor_torque [kN.m]\\n0,0\\n1,9\\n2,0\\n')");
    assert_eq!(browser.run("document.getElementById('kind-motor_torque').value"), "points");
    let wrong = json!(example("elevator.toml").replace("friction.law = \"stribeck\"", "friction.law = \"glue\""));
    browser.run(&format!("dropped('elevator.toml', {wrong})"));
    let told = browser.run("document.getElementById('notice').textContent");
    let told = told.as_str().unwrap();
    assert!(
        told.starts_with(
            "elevator.toml, line 28, column 16: start.friction.law = \"glue\": must be one of coulomb, hess_soom"
        ),
        "{told}"
    );
    browser.is_quiet();
}

#[test]
#[ignore = "needs Chromium and compiles for WebAssembly"]
fn recorded_trajectories_have_the_bits_of_the_native_library() {
    let mut browser = opened();
    browser.run("document.getElementById('self-test').click(); until(() => document.body.dataset.selfTest)");
    assert_eq!(
        browser.run("document.body.dataset.selfTest"),
        "same",
        "{}",
        browser.run("document.getElementById('self-test-results').textContent")
    );
    browser.is_quiet();
}

#[test]
#[ignore = "needs Chromium and compiles for WebAssembly"]
fn a_link_carries_the_whole_state() {
    let mut browser = opened();
    browser.run("document.querySelector('[data-model=FlapLine]').click(); settled()");
    browser.run("slide('friction_2.friction.coulomb_torque', 800)");
    let hash = browser.run(
        "document.getElementById('copy-link').click(); until(() => location.hash.length > 9).then(() => location.hash)",
    );
    let value =
        browser.run("document.querySelector('[data-variable=\"friction_2.friction.coulomb_torque\"] input').value");
    let mut other = Browser::open_at(&made().page, hash.as_str().unwrap());
    other.run(ACT);
    other.run("settled()");
    assert_eq!(other.run("document.getElementById('model-title').textContent"), "Flap line");
    assert_eq!(
        other.run("document.querySelector('[data-variable=\"friction_2.friction.coulomb_torque\"] input').value"),
        value
    );
    other.is_quiet();
}

#[test]
#[ignore = "needs Chromium and compiles for WebAssembly"]
fn a_phone_does_not_scroll_sideways() {
    let mut browser = opened();
    browser.resize(390, 844);
    assert_eq!(browser.run("document.documentElement.scrollWidth"), 390);
}

/// Bytes that the page has given as base64.
fn decoded(text: &Value) -> Vec<u8> {
    crate::page::from_base64(text.as_str().unwrap())
}
