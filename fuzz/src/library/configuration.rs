//! Text that should be a configuration of an FMU.

use model_description::{Export, configuration, validate};
use std::path::Path;

/// What is accepted gives an FMU without findings.
pub fn configuration(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(model) = configuration::parse(text, Path::new("fuzz.toml")) {
        let export = Export::new(model);
        let description = model_description::read(&export.xml);
        let description = description.unwrap_or_else(|error| panic!("{error} in\n{}", export.xml));
        let findings = validate(&description);
        assert!(findings.is_empty(), "{findings:?}");
    }
}
