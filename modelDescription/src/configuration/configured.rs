//! A configuration file as its user is told of it: the model, and what the file leaves out.

use std::path::Path;

use super::document::Document;
use super::flanks::{self, Flanks};
use super::left_out::LeftOut;
use super::{ConfigurationError, drivetrain, model, same_file_name, text_of};
use crate::declaration::Model;

/// What a file describes.
#[derive(Clone, Debug, PartialEq)]
pub struct Configured {
    /// The model.
    pub model: Model,
    /// What the file does not give though motion hangs on it; its user is to be told.
    pub left_out: Vec<LeftOut>,
    /// Flanks of a single body's transmission, which its efficiencies follow from, with the coefficient of friction between them.
    pub flanks: Option<(Flanks, f64)>,
}

impl Configured {
    /// What `text` describes; `path` is for messages.
    pub fn parse(text: &str, path: &Path) -> Result<Self, ConfigurationError> {
        let document = Document::parse(text, path)?;
        let mut model = model(&document)?;
        let left_out = drivetrain::left_out(&model, &document);
        // They are those that the model has already.
        let flanks = flanks::apply(&mut model, &document)?;
        Ok(Self { model, left_out, flanks })
    }
}

/// What one file describes.
pub fn read(path: &Path) -> Result<Configured, ConfigurationError> {
    Configured::parse(&text_of(path)?, path)
}

/// What all files describe.
pub fn read_all<P: AsRef<Path>>(paths: &[P]) -> Result<Vec<Configured>, ConfigurationError> {
    let mut all: Vec<Configured> = Vec::new();
    for path in paths.iter().map(AsRef::as_ref) {
        let configured = read(path)?;
        let name = &configured.model.identifier;
        if all.iter().any(|known| same_file_name(&known.model.identifier, name)) {
            let problem = format!("another configuration has the name {name:?} too; names must differ");
            return Err(ConfigurationError::of_file(path, problem));
        }
        all.push(configured);
    }
    Ok(all)
}
