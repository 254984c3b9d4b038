//! Tunable parameters that were asked for: a slip of the hand is told before anything is compiled.

use super::configured::Configured;
use super::{Error, Request};
use model_description::configuration::make_tunable;
use model_description::declaration::Model;
use model_description::models;

/// Refuses a pattern that changes nothing in what will be packed.
pub(super) fn check(request: &Request, configured: &[Configured]) -> Result<(), Error> {
    let mut wanted = wanted(request, configured);
    if wanted.is_empty() {
        // Names of no model: told when they are packed.
        return Ok(());
    }
    let mut patterns = request.tunable.iter();
    patterns.try_for_each(|pattern| make_tunable(&mut wanted, pattern).map_err(|problem| Error::Tunable { problem }))
}

fn wanted(request: &Request, configured: &[Configured]) -> Vec<Model> {
    let all = request.models.is_empty() && configured.is_empty();
    let is_wanted = |model: &Model| all || request.models.contains(&model.identifier);
    let base = models::all().into_iter().filter(is_wanted);
    base.chain(configured.iter().map(|configured| configured.model.clone())).collect()
}
