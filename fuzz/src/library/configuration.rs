//! Text that should be a configuration of an FMU.

use actuator_fmu::instance::configured;
use actuator_fmu::interface::VERSION;
use configuration_block::{empty, fill};
use model_description::{Export, configuration, validate};
use std::path::Path;

/// What is accepted gives an FMU without findings, and a library takes it and has its start values.
pub fn configuration(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(model) = configuration::parse(text, Path::new("fuzz.toml")) {
        let export = Export::new(model);
        let description = model_description::read(&export.xml);
        let description = description.unwrap_or_else(|error| panic!("{error} in\n{}", export.xml));
        let findings = validate(&description);
        assert!(findings.is_empty(), "{findings:?}");
        library_takes(&export);
    }
}

fn library_takes(export: &Export) {
    let content = configuration::content(export).unwrap_or_else(|error| panic!("{error}"));
    let content = content.expect("a configuration has a name of its own");
    let mut block = empty(VERSION);
    fill(&mut block, &content).expect("the block is empty");
    let read = configured::read(&block).expect("what the packer accepts").expect("it is configured");
    let read = read.content();
    assert_eq!((read.identifier, read.guid), (&*export.model.identifier, &*export.guid));
    let starts = export.model.reals().map(|(_, real)| real.start.to_bits());
    assert!(read.reals.iter().map(|(start, _)| start.to_bits()).eq(starts), "{}", export.xml);
}
