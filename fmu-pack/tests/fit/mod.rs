//! `fmu-pack fit`: parameters that are known come back, what is not determined is named, bad input is refused.
#![allow(clippy::unwrap_used, missing_docs)]

mod found_outside;
mod measured;
mod motions;
mod refusals;
mod results;
mod round_trips;
mod sensitivities;

use crate::command::{fails, fmu_pack, succeeds};
use fmu_fit::noise::Noise;
use serde_json::Value;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder with a study and its files.
struct Bench {
    folder: TempDir,
}

impl Bench {
    fn new(files: &[(&str, &str)]) -> Self {
        let bench = Self { folder: tempfile::tempdir().unwrap() };
        files.iter().for_each(|(name, text)| bench.write(name, text));
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// The result of the study, and what was said on standard error.
    fn fit(&self, study: &str, more: &[&str]) -> Fit {
        self.write("study.toml", study);
        let (study, out) = (self.text("study.toml"), self.text("out"));
        let answer = fmu_pack(&[&["fit", &study, "-o", &out, "--format", "json"], more].concat());
        assert_eq!(answer.code, Some(0), "{}{}", answer.out, answer.err);
        Fit { result: serde_json::from_str(&answer.out).unwrap(), said: answer.err }
    }

    /// Why the study is refused.
    fn refused(&self, study: &str) -> String {
        self.write("study.toml", study);
        fails(&["fit", &self.text("study.toml"), "-o", &self.text("out")], 2)
    }
}

struct Fit {
    result: Value,
    said: String,
}

impl Fit {
    fn model(&self, number: usize) -> &Value {
        &self.result["models"][number]
    }

    fn parameter(&self, name: &str) -> &Value {
        parameter(self.model(0), name)
    }

    fn value(&self, name: &str) -> f64 {
        self.parameter(name)["value"].as_f64().unwrap()
    }

    /// Whether the 95 % interval has a value.
    fn covers(&self, name: &str, value: f64) -> bool {
        let end = |at: usize| self.parameter(name)["interval"][at].as_f64().unwrap();
        (end(0)..=end(1)).contains(&value)
    }
}

fn parameter<'a>(model: &'a Value, name: &str) -> &'a Value {
    let found = model["parameters"].as_array().unwrap().iter().find(|parameter| parameter["name"] == name);
    found.unwrap_or_else(|| panic!("no {name} in {model}"))
}

/// The FMU of a configuration.
fn built(bench: &Bench, name: &str, more: &[&str]) -> String {
    let (config, folder) = (bench.text(&format!("{name}.toml")), bench.folder.path().to_str().unwrap().to_owned());
    succeeds(&[&["build", "--config", &config, "-o", &folder, "--no-reference"], more].concat());
    let name = name.split('_').map(|part| part[..1].to_uppercase() + &part[1..]).collect::<String>();
    bench.text(&format!("{name}.fmu"))
}

/// What the FMU does under an input file: times, and these outputs.
fn run(bench: &Bench, fmu: &str, input: &str, (stop, step): (f64, f64), outputs: &[&str]) -> Vec<Vec<f64>> {
    let (input, out) = (bench.text(input), bench.text("run.csv"));
    let (stop, step) = (stop.to_string(), step.to_string());
    succeeds(&["run", fmu, "--input", &input, "--stop-time", &stop, "--step-size", &step, "-o", &out]);
    let (names, rows) = crate::command::table(&bench.read("run.csv"));
    let place = |name: &str| names.iter().position(|known| known == name).unwrap();
    let places: Vec<usize> = ["time"].iter().chain(outputs).map(|name| place(name)).collect();
    places.iter().map(|place| rows.iter().map(|row| row[*place]).collect()).collect()
}

/// A CSV file of columns.
fn csv(header: &str, columns: &[Vec<f64>]) -> String {
    let row = |at: usize| columns.iter().map(|column| format!("{:e}", column[at])).collect::<Vec<_>>().join(",");
    let rows: Vec<String> = (0..columns[0].len()).map(row).collect();
    format!("{header}\n{}\n", rows.join("\n"))
}

/// The values with noise of this deviation.
fn noisy(values: &[f64], deviation: f64, seed: u64) -> Vec<f64> {
    let noise = Noise::new(seed);
    values.iter().zip(0..).map(|(value, number)| value + deviation * noise.normal(number)).collect()
}

/// The largest magnitude.
fn size(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |most, value| value.abs().max(most))
}

/// The folder of measured drives, where it is there.
fn screw_drives() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/measured/screw_drives");
    path.exists().then(|| path.canonicalize().unwrap())
}
