//! Small FMUs whose libraries misbehave as they are told.

use fmu_import::archive::Contents;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

const HOST: &str = if cfg!(target_arch = "aarch64") { "aarch64-linux" } else { "linux64" };

/// Input u, output y = p + time, parameter p; a run takes 10 steps of 1 ms.
const DESCRIPTION: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="Bad" guid="1">
  <CoSimulation modelIdentifier="Bad" canHandleVariableCommunicationStepSize="true"/>
  <DefaultExperiment startTime="0" stopTime="0.01" stepSize="0.001"/>
  <ModelVariables>
    <ScalarVariable name="u" valueReference="0" causality="input" variability="continuous"><Real start="0"/></ScalarVariable>
    <ScalarVariable name="y" valueReference="1" causality="output" variability="continuous"><Real/></ScalarVariable>
    <ScalarVariable name="p" valueReference="2" causality="parameter" variability="fixed"><Real start="0"/></ScalarVariable>
  </ModelVariables>
  <ModelStructure>
    <Outputs><Unknown index="2"/></Outputs>
    <InitialUnknowns><Unknown index="2"/></InitialUnknowns>
  </ModelStructure>
</fmiModelDescription>
"#;

/// An FMU in a folder of its own.
pub struct Bad {
    pub folder: TempDir,
    pub path: PathBuf,
}

impl Bad {
    /// Its library does what these macros of library.c say.
    pub fn new(macros: &[(&str, &str)]) -> Self {
        Self::with(macros, str::to_string)
    }

    /// The same with a changed description.
    pub fn with(macros: &[(&str, &str)], change: impl Fn(&str) -> String) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bad.fmu");
        let mut contents = Contents::default();
        contents.add("modelDescription.xml", change(DESCRIPTION));
        contents.add(format!("binaries/{HOST}/Bad.so"), library(macros));
        contents.write(&path).unwrap();
        Self { folder, path }
    }

    pub fn path(&self) -> &str {
        self.path.to_str().unwrap()
    }

    /// A file beside it.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

fn library(macros: &[(&str, &str)]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("bad.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/libraries/library.c");
    let macros = macros.iter().map(|(name, text)| format!("-D{name}={text}"));
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-pthread", "-Wall", "-Wextra", "-o"]).arg(&library).args(macros).arg(&source);
    assert!(compiler.status().unwrap().success());
    std::fs::read(library).unwrap()
}
