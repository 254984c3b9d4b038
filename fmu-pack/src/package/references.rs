//! The references of an FMU: those that are published for a declared model, or given, or what the FMU itself computes.

use super::{Error, Model, Request, layout};
use askama::Template;
use fmu_checks::reference::{Kept, Reference, Series, files, own};
use fmu_import::archive::Contents;
use fmu_import::fmu::Fmu;
use fmu_import::interface::{Interface, Variable, nearest};
use fmu_isolation as isolation;
use fmu_simulation::input::heading;
use fmu_simulation::{Event, Recorder, input_file};
use model_description::FmiVersion;
use model_description::configuration::{Given, Position, refusal};
use std::path::{Path, PathBuf};

/// Signals and results that were given.
#[derive(Debug, Default)]
pub(super) struct GivenSeries {
    /// Input signals for the default experiment.
    stimuli: Option<Series>,
    /// What they must give.
    results: Option<Series>,
    /// What the FMU itself computes is not wanted.
    omits_own: bool,
}

/// How far the default experiment is that the FMU computes where it is built.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advance {
    /// Now, in s from the start.
    pub time: f64,
    /// At the end, in s from the start.
    pub duration: f64,
}

impl GivenSeries {
    /// A slip of the hand is told before anything is compiled.
    pub(super) fn read(request: &Request, models: &[Model]) -> Result<Self, Error> {
        let open = |path: &Option<PathBuf>| path.as_deref().map(Series::open).transpose();
        let stimuli = match (models, &request.inputs) {
            ([model], Some(path)) => Some(Series::all(input_file(path, &model.interface)?)?),
            (_, path) => open(path)?,
        };
        let mut given = Self { stimuli, results: open(&request.results)?, omits_own: request.omits_own_results };
        match models {
            [model] => {
                given.take_units(request, &model.interface)?;
                given.ensure_columns(request, &model.interface)?;
            }
            several if given.is_some() => {
                let names: Vec<&str> = several.iter().map(Model::identifier).collect();
                return Err(Error::Several { count: names.len(), names: names.join(", ") });
            }
            _ => (),
        }
        Ok(given)
    }

    /// The files inside the FMU have columns that are named like variables, and numbers in their units.
    fn take_units(&mut self, request: &Request, interface: &Interface) -> Result<(), Error> {
        for (series, path) in [(&mut self.stimuli, &request.inputs), (&mut self.results, &request.results)] {
            if let (Some(series), Some(path)) = (series, path) {
                in_units_of_variables(series, interface)
                    .map_err(|(place, problem)| refused_heading(path, place, &series.names[place], problem))?;
            }
        }
        Ok(())
    }

    fn ensure_columns(&self, request: &Request, interface: &Interface) -> Result<(), Error> {
        let ensure = |series: &Option<Series>, path: &Option<PathBuf>, causality: &str, tunable: &str| {
            let known = || {
                let is_one = |variable: &&Variable| variable.causality == causality || variable.variability == tunable;
                interface.variables.iter().filter(is_one).map(|variable| variable.name.as_str())
            };
            let mut names = series.iter().flat_map(|series| &series.names).enumerate();
            let unknown = names.find(|(_, name)| !known().any(|known| known == *name));
            let (Some((place, name)), Some(path)) = (unknown, path) else { return Ok(()) };
            let near = nearest(name, known());
            Err(refused_heading(path, place, name, format!("the FMU has no {causality} {name}{near}")))
        };
        ensure(&self.stimuli, &request.inputs, "input", "tunable")?;
        ensure(&self.results, &request.results, "output", "")
    }

    pub(super) fn is_some(&self) -> bool {
        self.stimuli.is_some() || self.results.is_some()
    }
}

/// The heading at a place behind the time.
fn refused_heading(path: &Path, place: usize, heading: &str, problem: String) -> Error {
    let position = Position { line: 1, column: place + 2 };
    Error::Given { problem: refusal(Given::in_table(path, position, heading, None), problem) }
}

/// Headings without units, and the numbers below them in those of the variables. Error: which heading is wrong, and why.
fn in_units_of_variables(series: &mut Series, interface: &Interface) -> Result<(), (usize, String)> {
    for place in 0..series.names.len() {
        let heading = series.names[place].clone();
        let name = heading::name(&heading, interface).to_string();
        if series.names[..place].contains(&name) {
            return Err((place, format!("{name} has two columns; it follows one")));
        }
        // A name that is not known is told with its nearest ones.
        let Some(variable) = interface.find(&name) else { continue };
        let factor = heading::factor(&heading, variable).map_err(|allowed| {
            (place, format!("the unit of the column {heading:?} does not fit: the variable takes {allowed}"))
        })?;
        series.rows.iter_mut().for_each(|row| row.values[place] *= factor);
        series.names[place] = name;
    }
    Ok(())
}

/// documentation/fmi-ls-ref.html.
#[derive(Template)]
#[template(path = "references.html")]
struct Page<'a> {
    name: &'a str,
    references: &'a [Reference],
}

/// Adds these references, and what else the layered standard FMI-LS-REF has a place for.
pub(super) fn add(
    contents: &mut Contents,
    model: &Model,
    version: FmiVersion,
    references: &[Reference],
) -> Result<(), Error> {
    let others = match version {
        // FMI 3.0 has a place of its own for terminals.
        FmiVersion::V3 => None,
        FmiVersion::V2 => Some(layout::add_terminals_of_fmi_2(contents, model)),
    };
    for (name, bytes) in files(references, &model.interface, others.into_iter().collect()) {
        contents.add(name, bytes);
    }
    let page = Page { name: model.identifier(), references };
    contents.add(PAGE, page.render()?);
    Ok(())
}

/// Where the layered standard wants more to be said.
const PAGE: &str = "documentation/fmi-ls-ref.html";

/// The references of a model. `trial` is its FMU without them, where it can be run here; `watch` is told how far it is.
pub(super) fn find(
    model: &Model,
    given: &GivenSeries,
    trial: Option<&Fmu>,
    watch: &mut dyn FnMut(Advance),
) -> Result<Vec<Reference>, Error> {
    let mut references = Vec::new();
    if given.is_some() || model.file.is_some() && !given.omits_own {
        references.extend(of_default_experiment(model, given, trial, watch)?);
    }
    if model.file.is_none() {
        references.extend(of_declared(model));
    }
    Ok(references)
}

#[cfg(not(target_family = "wasm"))]
fn of_declared(model: &Model) -> Vec<Reference> {
    fmu_checks::reference::published(model.identifier())
}

/// A page makes configured FMUs only, and the solutions for declared models are as large as all of its styles and scripts.
#[cfg(target_family = "wasm")]
fn of_declared(_: &Model) -> Vec<Reference> {
    Vec::new()
}

/// Without results that are given, the FMU computes them, if it can be run here. Signals that it cannot follow are an error of
/// whoever gave them; an FMU that fails with inputs at their start values may be meant for others, and has no experiment.
fn of_default_experiment(
    model: &Model,
    given: &GivenSeries,
    trial: Option<&Fmu>,
    watch: &mut dyn FnMut(Advance),
) -> Result<Option<Reference>, Error> {
    let reference = own(&model.interface, given.stimuli.clone());
    if let Some(results) = &given.results {
        let title = "Default experiment; results that were given where it was built".to_owned();
        // Nothing is run here, so that it may be as long as it is.
        let stop = model.interface.default_experiment.stop_time.unwrap_or(reference.stop);
        let results = Some(results.clone());
        return Ok(Some(Reference { title, is_independent: true, stop, results, ..reference }));
    }
    let Some(fmu) = trial else { return Ok(None) };
    let place = model.place().to_path_buf();
    let plan = reference
        .plan(fmu.interface())
        .map_err(|problem| Error::Experiment { place: place.display().to_string(), problem: problem.to_string() })?;
    // Rows come in batches, and the first step may take long.
    watch(Advance { time: 0.0, duration: reference.stop - reference.start });
    // It has as long as it takes: whether an FMU has results must not depend on the machine that builds it.
    let mut watched = Watched { kept: Kept::new(&reference, fmu.interface()), reference: &reference, watch };
    let outcome = isolation::run(fmu, plan, &mut watched, None);
    let kept = watched.kept;
    match outcome {
        Ok(()) => Ok(Some(kept.complete(reference))),
        Err(isolation::Error::Failed { .. }) if given.stimuli.is_none() => Ok(None),
        Err(isolation::Error::Failed { problem, .. }) => {
            Err(Error::Experiment { place: place.display().to_string(), problem })
        }
        Err(source) => Err(Error::Worker { path: place, source }),
    }
}

/// Keeps results, and tells how far the run is.
struct Watched<'a> {
    kept: Kept,
    reference: &'a Reference,
    watch: &'a mut dyn FnMut(Advance),
}

impl Recorder for Watched<'_> {
    fn row(&mut self, time: f64, values: &[f64]) -> std::io::Result<()> {
        let Reference { start, stop, .. } = self.reference;
        (self.watch)(Advance { time: time - start, duration: stop - start });
        self.kept.row(time, values)
    }

    fn event(&mut self, event: Event) -> std::io::Result<()> {
        self.kept.event(event)
    }

    fn warning(&mut self, text: &str) {
        self.kept.warning(text);
    }
}
