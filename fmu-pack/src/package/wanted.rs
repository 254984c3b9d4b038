//! Which models are packed: by name, from configuration files, with the parameters tunable that shall be.

use super::{Error, Model, Request};
use fmu_import::interface::nearest;
use model_description::configuration::{LeftOut, make_tunable, read_all};
use model_description::declaration::Model as Declared;
use model_description::models;
use std::path::PathBuf;

/// The models asked for, in the order in which they were named, configured ones last; all declared ones if none was. A slip of
/// the hand is told before anything is compiled.
pub(super) fn find(request: &Request) -> Result<Vec<Model>, Error> {
    let configured = read_all(&request.configurations)?.into_iter().zip(request.configurations.iter().cloned());
    let configured =
        configured.map(|(configured, path)| (configured.model, Some(File::new(path, &configured.left_out))));
    let (mut models, files): (Vec<Declared>, Vec<_>) = chosen(request, configured.collect())?.into_iter().unzip();
    for pattern in &request.tunable {
        make_tunable(&mut models, pattern).map_err(|problem| Error::Tunable { problem })?;
    }
    models.into_iter().zip(files).map(|(model, file)| Model::new(model, file, request.version)).collect()
}

/// The configuration file that a model is from.
pub(super) struct File {
    /// As it was named.
    pub(super) path: PathBuf,
    /// What it leaves out, a sentence each.
    pub(super) left_out: Vec<String>,
}

impl File {
    fn new(path: PathBuf, left_out: &[LeftOut]) -> Self {
        Self { path, left_out: left_out.iter().map(LeftOut::to_string).collect() }
    }
}

/// A model, and where it is from.
type Origin = (Declared, Option<File>);

fn chosen(request: &Request, mut configured: Vec<Origin>) -> Result<Vec<Origin>, Error> {
    let mut declared: Vec<Origin> = models::all().into_iter().map(|model| (model, None)).collect();
    let mut chosen = Vec::new();
    for name in &request.models {
        let is_named = |(model, _): &Origin| model.identifier == *name;
        let place = |models: &[Origin]| models.iter().position(is_named);
        if let Some(place) = place(&configured) {
            chosen.push(configured.remove(place));
        } else if let Some(place) = place(&declared) {
            chosen.push(declared.remove(place));
        } else if !chosen.iter().any(is_named) {
            let known = declared.iter().chain(&chosen).chain(&configured);
            return Err(unknown(name, known.map(|(model, _)| model.identifier.as_str()).collect()));
        }
    }
    chosen.extend(configured);
    Ok(if chosen.is_empty() { declared } else { chosen })
}

/// The answer to a name that no model has.
pub fn unknown(name: &str, known: Vec<&str>) -> Error {
    let nearest = nearest(name, known.iter().copied());
    Error::UnknownModel { name: name.to_owned(), nearest, known: known.join(", ") }
}
