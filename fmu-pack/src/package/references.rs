//! The references of an FMU: those that are published for a declared model, or given, or what the FMU itself computes.

use super::{Error, Model, Request, layout};
use askama::Template;
use fmu_archive::Contents;
use fmu_import::fmu::Fmu;
use fmu_import::interface::{Interface, Variable, nearest};
use fmu_isolation as isolation;
use fmu_reference::{Kept, Reference, Series, files, own, published};
use model_description::FmiVersion;
use std::path::PathBuf;

/// Signals and results that were given.
#[derive(Debug, Default)]
pub(super) struct Given {
    /// Input signals for the default experiment.
    stimuli: Option<Series>,
    /// What they must give.
    results: Option<Series>,
}

impl Given {
    /// A slip of the hand is told before anything is compiled.
    pub(super) fn read(request: &Request, models: &[Model]) -> Result<Self, Error> {
        let open = |path: &Option<PathBuf>| path.as_deref().map(Series::open).transpose();
        let given = Self { stimuli: open(&request.inputs)?, results: open(&request.results)? };
        match models {
            [model] => given.ensure_columns(request, &model.interface)?,
            several if given.is_some() => {
                let names: Vec<&str> = several.iter().map(Model::identifier).collect();
                return Err(Error::Several { count: names.len(), names: names.join(", ") });
            }
            _ => (),
        }
        Ok(given)
    }

    fn ensure_columns(&self, request: &Request, interface: &Interface) -> Result<(), Error> {
        let ensure = |series: &Option<Series>, path: &Option<PathBuf>, causality: &str, tunable: &str| {
            let known = || {
                let is_one = |variable: &&Variable| variable.causality == causality || variable.variability == tunable;
                interface.variables.iter().filter(is_one).map(|variable| variable.name.as_str())
            };
            let mut names = series.iter().flat_map(|series| &series.names);
            let unknown = names.find(|name| !known().any(|known| known == *name));
            let (Some(name), Some(path)) = (unknown, path) else { return Ok(()) };
            let near = nearest(name, known());
            Err(Error::Given { problem: format!("{}: the FMU has no {causality} {name}{near}", path.display()) })
        };
        ensure(&self.stimuli, &request.inputs, "input", "tunable")?;
        ensure(&self.results, &request.results, "output", "")
    }

    pub(super) fn is_some(&self) -> bool {
        self.stimuli.is_some() || self.results.is_some()
    }
}

/// documentation/fmi-ls-ref.html.
#[derive(Template)]
#[template(path = "references.html")]
struct Page<'a> {
    name: &'a str,
    references: &'a [Reference],
}

/// Adds what the layered standard FMI-LS-REF has a place for. `trial` is the FMU without it, where it can be run here.
pub(super) fn add(
    contents: &mut Contents,
    model: &Model,
    version: FmiVersion,
    given: &Given,
    trial: Option<&Fmu>,
) -> Result<(), Error> {
    let references = find(model, given, trial)?;
    let others = match version {
        // FMI 3.0 has a place of its own for terminals.
        FmiVersion::V3 => None,
        FmiVersion::V2 => Some(layout::add_terminals_of_fmi_2(contents, model)?),
    };
    for (name, bytes) in files(&references, &model.interface, others.into_iter().collect()) {
        contents.add(name, bytes);
    }
    let page = Page { name: model.identifier(), references: &references };
    contents.add(PAGE, page.render()?);
    Ok(())
}

/// Where the layered standard wants more to be said.
const PAGE: &str = "documentation/fmi-ls-ref.html";

fn find(model: &Model, given: &Given, trial: Option<&Fmu>) -> Result<Vec<Reference>, Error> {
    let mut references = Vec::new();
    if given.is_some() || model.path.is_some() {
        references.extend(of_default_experiment(model, given, trial)?);
    }
    if model.path.is_none() {
        references.extend(published(model.identifier()));
    }
    Ok(references)
}

/// Without results that are given, the FMU computes them, if it can be run here.
fn of_default_experiment(model: &Model, given: &Given, trial: Option<&Fmu>) -> Result<Option<Reference>, Error> {
    let reference = own(&model.interface, given.stimuli.clone());
    if let Some(results) = &given.results {
        let title = "Default experiment; results that were given where it was built".to_owned();
        return Ok(Some(Reference { title, is_independent: true, results: Some(results.clone()), ..reference }));
    }
    let Some(fmu) = trial else { return Ok(None) };
    let place = model.place().to_path_buf();
    let plan = reference
        .plan(fmu.interface())
        .map_err(|problem| Error::Experiment { place: place.display().to_string(), problem: problem.to_string() })?;
    let mut kept = Kept::new(&reference, fmu.interface());
    isolation::run(fmu, plan, &mut kept, None).map_err(|source| match source {
        isolation::Error::Failed { problem, .. } => Error::Experiment { place: place.display().to_string(), problem },
        source => Error::Worker { path: place, source },
    })?;
    Ok(Some(kept.complete(reference)))
}
