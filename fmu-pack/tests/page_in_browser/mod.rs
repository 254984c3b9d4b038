//! The friction bench as Chromium and Firefox run it, from a file. Debian: `apt-get install chromium firefox-esr`; then
//! `cargo test -p fmu-pack --test command page_in_browser:: -- --ignored`. A test of both is a function here, and a line in [`in_both`].
#![allow(clippy::unwrap_used, missing_docs)]

mod chromium;
mod figures;
mod firefox;
mod socket;
mod wide_access;

use crate::command;

use chromium::Chromium;
use command::{file, succeeds};
use firefox::Firefox;
use fmu_import::platform::Platform;
use fmu_library::Folder;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use tempfile::TempDir;

/// A browser with one page in it.
trait Browser: Sized {
    /// With what follows the address: a hash.
    fn open_at(page: &Path, hash: &str) -> Self;

    /// The value of an expression, once it is there.
    fn run(&mut self, expression: &str) -> Value;

    fn resize(&mut self, width: u32, height: u32);

    /// What is on the console, and requests that leave the page.
    fn noise(&self) -> &[String];

    /// Nothing is on the console, and nothing was asked of the network.
    fn is_quiet(&mut self) {
        self.run("0");
        assert_eq!(self.noise(), [""; 0]);
    }
}

/// What a page may ask for: itself, and what it makes.
fn is_own(url: &str) -> bool {
    ["file:", "data:", "blob:", "about:"].iter().any(|own| url.starts_with(own))
}

/// What the tests do on the page.
const ACT: &str = include_str!("act.js");

macro_rules! in_both {
    ($($test:ident)*) => {
        mod in_chromium {
            $(#[test] #[ignore = "needs Chromium and compiles for WebAssembly"] fn $test() { super::$test::<super::Chromium>(); })*
        }
        mod in_firefox {
            $(#[test] #[ignore = "needs Firefox and compiles for WebAssembly"] fn $test() { super::$test::<super::Firefox>(); })*
        }
    };
}

in_both! {
    a_slider_moves_the_curve
    a_refused_value_is_marked_with_the_sentence_of_the_library
    an_fmu_of_the_page_is_that_of_the_installed_program_byte_for_byte_and_runs_in_fmpy
    a_dropped_configuration_becomes_the_model_and_a_dropped_table_its_signals
    a_recording_is_drawn_beside_and_its_other_columns_are_told
    a_law_lies_over_what_is_set_and_a_kept_run_stays
    recorded_trajectories_have_the_bits_of_the_native_library
    a_link_carries_the_whole_state
    a_defect_is_told_and_the_bench_goes_on
    a_long_run_can_be_stopped
    a_phone_does_not_scroll_sideways
}

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
fn opened<B: Browser>() -> B {
    opened_at("")
}

fn opened_at<B: Browser>(hash: &str) -> B {
    let mut browser = B::open_at(&made().page, hash);
    browser.run(ACT);
    browser.run("settled()");
    browser
}

fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/configurations").join(name);
    std::fs::read_to_string(path).unwrap()
}

fn a_slider_moves_the_curve<B: Browser>() {
    let mut browser = opened::<B>();
    let before = browser.run("label('velocity')");
    browser.run("slide('friction.coulomb_torque', 700)");
    assert_ne!(browser.run("label('velocity')"), before);
    browser.is_quiet();
}

fn a_refused_value_is_marked_with_the_sentence_of_the_library<B: Browser>() {
    let mut browser = opened::<B>();
    browser.run("type('friction.static_ratio', '0.5')");
    let told =
        "fmi2SetReal at t = 0 s: friction.static_ratio (value reference 29) = 0.5 is refused: it must be at least 1";
    assert_eq!(browser.run("refusal('friction.static_ratio')"), told);
    assert_eq!(browser.run("document.getElementById('notice').textContent"), told);
    browser.run("type('friction.static_ratio', '1.5')");
    assert_eq!(browser.run("refusal('friction.static_ratio')"), "");
    browser.is_quiet();
}

fn an_fmu_of_the_page_is_that_of_the_installed_program_byte_for_byte_and_runs_in_fmpy<B: Browser>() {
    let libraries = &made().libraries;
    let mut browser = opened::<B>();
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
        runs_in_fmpy(&folder.path().join("MyServoActuator.fmu"));
    }
    browser.is_quiet();
}

/// FMPy adds steps up where `fmu-pack run` multiplies them: after 4000 steps to 4 s its times are off by up to 4000 · 4.4e-16 s = 2e-12 s,
/// in which the servo moves 2e-14 rad at 0.01 rad/s.
const SUMMED_TIME: f64 = 2e-14;

fn runs_in_fmpy(fmu: &Path) {
    let out = succeeds(&["run", fmu.to_str().unwrap()]);
    let (first, last) = (out.lines().next().unwrap(), out.lines().last().unwrap());
    let column = first.split(',').position(|name| name == "position").unwrap();
    let expected: f64 = last.split(',').nth(column).unwrap().parse().unwrap();
    // ./run-tests makes this environment.
    let made = || target().join("importers/venv/bin/python");
    let python = std::env::var_os("FMPY_PYTHON").map_or_else(made, PathBuf::from);
    let output = Command::new(&python).args(["-c", IN_FMPY]).arg(fmu).output();
    let output = output.unwrap_or_else(|error| panic!("FMPy is needed: FMPY_PYTHON={}: {error}", python.display()));
    let told = String::from_utf8_lossy(&output.stderr);
    let found = String::from_utf8_lossy(&output.stdout);
    let found: f64 = found.trim().parse().unwrap_or_else(|_| panic!("{told}"));
    assert!((found - expected).abs() <= SUMMED_TIME, "{found} is not {expected}");
}

fn target() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(target)
}

const IN_FMPY: &str = "import sys; from fmpy import simulate_fmu
r = simulate_fmu(sys.argv[1], fmi_type='CoSimulation', output=['position'])
print(repr(float(r['position'][-1])))";

fn a_dropped_configuration_becomes_the_model_and_a_dropped_table_its_signals<B: Browser>() {
    let mut browser = opened::<B>();
    let toml = json!(example("pitch_hold.toml"));
    browser.run(&format!("dropped('pitch_hold.toml', {toml})"));
    assert_eq!(browser.run("document.getElementById('model-title').textContent"), "PitchHold");
    browser.run("document.querySelector('[data-model=MotionTransmission]').click(); settled()");
    browser.run("dropped('push.csv', 'time,motor_torque [kN.m]\\n0,0\\n1,9\\n2,0\\n')");
    assert_eq!(browser.run("document.getElementById('kind-motor_torque').value"), "points");
    let wrong = json!(example("elevator.toml").replace("friction.law = \"stribeck\"", "friction.law = \"glue\""));
    // The run that the table asked for ends after the file is refused, and takes no error away.
    browser.run("dropped('push.csv', 'time,motor_torque [kN.m]\\n0,0\\n1,9\\n3,0\\n')");
    browser.run(&format!("dropped('elevator.toml', {wrong}).then(settled)"));
    let told = browser.run("document.getElementById('notice').textContent");
    let told = told.as_str().unwrap();
    assert!(
        told.starts_with(
            "elevator.toml, line 28, column 16: start.friction.law = \"glue\": must be one of coulomb, hess_soom"
        ),
        "{told}"
    );
    browser.run("slide('friction.coulomb_torque', 700)");
    assert_eq!(browser.run("document.getElementById('notice').textContent"), "");
    browser.is_quiet();
}

fn a_recording_is_drawn_beside_and_its_other_columns_are_told<B: Browser>() {
    let mut browser = opened::<B>();
    browser.run("dropped('bench.csv', 'time,position [deg],strain\\n0,0,1\\n1,0.01,2\\n2,0.02,3\\n').then(settled)");
    let drawn = browser.run("label('position')");
    assert!(drawn.as_str().unwrap().contains("as set, recorded"), "{drawn}");
    let told = browser.run("document.getElementById('notice').textContent");
    assert_eq!(told, "bench.csv: ServoActuator has no variable strain; left out");
    browser.is_quiet();
}

fn a_law_lies_over_what_is_set_and_a_kept_run_stays<B: Browser>() {
    let mut browser = opened::<B>();
    browser.run("compare('majd simaan')");
    browser.run("document.querySelector('button.keep').click(); settled()");
    browser.run("slide('friction.coulomb_torque', 700)");
    let drawn = browser.run("label('velocity')");
    assert!(drawn.as_str().unwrap().contains("as set, majd simaan, kept 1"), "{drawn}");
    browser.is_quiet();
}

fn recorded_trajectories_have_the_bits_of_the_native_library<B: Browser>() {
    let mut browser = opened::<B>();
    browser.run("document.getElementById('self-test').click(); until(() => document.body.dataset.selfTest)");
    assert_eq!(
        browser.run("document.body.dataset.selfTest"),
        "same",
        "{}",
        browser.run("document.getElementById('self-test-results').textContent")
    );
    browser.is_quiet();
}

fn a_link_carries_the_whole_state<B: Browser>() {
    let mut browser = opened::<B>();
    browser.run("document.querySelector('[data-model=FlapLine]').click(); settled()");
    browser.run("slide('friction_2.friction.coulomb_torque', 800)");
    let hash = browser.run(
        "document.getElementById('copy-link').click(); until(() => location.hash.length > 9).then(() => location.hash)",
    );
    let value =
        browser.run("document.querySelector('[data-variable=\"friction_2.friction.coulomb_torque\"] input').value");
    let mut other = opened_at::<B>(hash.as_str().unwrap());
    assert_eq!(other.run("document.getElementById('model-title').textContent"), "Flap line");
    assert_eq!(
        other.run("document.querySelector('[data-variable=\"friction_2.friction.coulomb_torque\"] input').value"),
        value
    );
    other.is_quiet();
}

/// The worker is asked for what it cannot do, as a trap leaves it.
fn a_defect_is_told_and_the_bench_goes_on<B: Browser>() {
    let mut browser = opened::<B>();
    browser.run("breakNextRun(); slide('friction.coulomb_torque', 700)");
    let told = browser.run("document.getElementById('notice').textContent");
    assert!(told.as_str().unwrap().starts_with("A defect of the models stopped this run"), "{told}");
    browser.run("document.querySelector('#notice button').click(); settled()");
    assert_eq!(browser.run("document.getElementById('notice').textContent"), "");
    browser.is_quiet();
}

fn a_long_run_can_be_stopped<B: Browser>() {
    let mut browser = opened::<B>();
    browser.run("begun('step', '0.02'); begun('stop', '4000'); until(() => document.querySelector('#notice button'))");
    browser.run("document.querySelector('#notice button').click()");
    let told = browser.run("document.getElementById('notice').textContent");
    assert_eq!(told, "Stopped. The plots show what was there before.");
    browser.run("put(document.getElementById('stop'), '1')");
    assert_eq!(browser.run("document.getElementById('notice').textContent"), "");
    browser.is_quiet();
}

fn a_phone_does_not_scroll_sideways<B: Browser>() {
    let mut browser = opened::<B>();
    browser.resize(390, 844);
    assert_eq!(browser.run("innerWidth"), 390);
    // A bar for scrolling down takes some of it in Firefox.
    let over = browser.run("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    assert_eq!(over, 0);
}

/// Bytes that the page has given as base64.
fn decoded(text: &Value) -> Vec<u8> {
    crate::page::from_base64(text.as_str().unwrap())
}
