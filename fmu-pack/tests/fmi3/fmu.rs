//! Makes the FMU of integrator.c.

use fmu_import::archive::Contents;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

const HOST: &str = if cfg!(target_arch = "aarch64") { "aarch64-linux" } else { "x86_64-linux" };

const DESCRIPTION: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="Integrator" instantiationToken="token">
  <CoSimulation modelIdentifier="Integrator" canHandleVariableCommunicationStepSize="true" hasEventMode="true"
    providesIntermediateUpdate="true" mightReturnEarlyFromDoStep="true"/>
  <TypeDefinitions>
    <EnumerationType name="Kind"><Item name="one" value="1"/><Item name="two" value="2"/></EnumerationType>
  </TypeDefinitions>
  <DefaultExperiment startTime="0" stopTime="1" stepSize="0.25"/>
  <ModelVariables>
    <Float64 name="u" valueReference="0" causality="input" start="0" intermediateUpdate="true"/>
    <Float64 name="x" valueReference="1" causality="output"><Alias name="integral"/></Float64>
    <Float64 name="threshold" valueReference="2" causality="parameter" start="1e9"/>
    <Int32 name="hits" valueReference="3" causality="output"/>
    <Float64 name="table" valueReference="4" causality="parameter" start="1 2 3"><Dimension start="3"/></Float64>
    <Enumeration name="kind" valueReference="8" declaredType="Kind" causality="parameter" start="1"/>
    <Clock name="crossing" valueReference="9" causality="output" intervalVariability="triggered"/>
    <Float64 name="table_sum" valueReference="10" causality="output"/>
    <Boolean name="hold" valueReference="11" causality="input" start="false"/>
    <Int8 name="narrow" valueReference="12" causality="parameter" start="0"/>
    <Float32 name="half" valueReference="13" causality="output"/>
    <Float64 name="next" valueReference="14" causality="parameter" start="0"/>
  </ModelVariables>
  <ModelStructure>
    <Output valueReference="1"/><Output valueReference="3"/><Output valueReference="9"/><Output valueReference="10"/>
    <Output valueReference="13"/>
  </ModelStructure>
</fmiModelDescription>
"#;

/// An FMU in a folder of its own.
pub struct Integrator {
    pub folder: TempDir,
    path: PathBuf,
}

impl Integrator {
    pub fn new() -> Self {
        Self::with(&[], str::to_string)
    }

    /// Its library does what these macros of integrator.c say, and its description is changed.
    pub fn with(macros: &[(&str, &str)], change: impl Fn(&str) -> String) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("integrator.fmu");
        let mut contents = Contents::default();
        contents.add("modelDescription.xml", change(DESCRIPTION));
        contents.add(format!("binaries/{HOST}/Integrator.so"), library(macros));
        contents.write(&path).unwrap();
        Self { folder, path }
    }

    pub fn path(&self) -> &str {
        self.path.to_str().unwrap()
    }

    /// A file of input signals beside it.
    pub fn signals(&self, rows: &str) -> String {
        let path = self.folder.path().join("input.csv");
        std::fs::write(&path, rows).unwrap();
        path.to_str().unwrap().to_string()
    }
}

fn library(macros: &[(&str, &str)]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("integrator.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fmi3/integrator.c");
    let macros = macros.iter().map(|(name, text)| format!("-D{name}={text}"));
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-Wall", "-Wextra", "-o"]).arg(&library).args(macros).arg(&source);
    assert!(compiler.status().unwrap().success());
    std::fs::read(library).unwrap()
}
