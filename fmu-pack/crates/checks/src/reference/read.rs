//! Reads the references of an FMU, and says what is wrong with them.

use super::{Reference, Series};
use fmu_import::archive::Archive;
use fmu_import::interface::{Interface, nearest};
use fmu_simulation::Setting;
use model_description::Severity;
use model_description::references::{
    self as standard, Deviation, EXPERIMENTS_TYPE, Experiment, Experiments, MANIFEST, Manifest, Target, is_role,
    resolve,
};
use std::io::Cursor;

/// Something that is wrong with references.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Id of the rule.
    pub rule: &'static str,
    /// The file.
    pub file: String,
    /// What, as a sentence.
    pub problem: String,
    /// How bad.
    pub severity: Severity,
}

/// What an FMU says of references.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Read {
    /// Simulations in time, each once, also if several files have it.
    pub references: Vec<Reference>,
    /// What is wrong.
    pub problems: Vec<Problem>,
}

/// Reads the manifest and all that it leads to; nothing where an FMU has none.
pub fn read(archive: &Archive, interface: &Interface) -> Read {
    let mut reader = Reader { archive, interface, found: Read::default() };
    if archive.contains(MANIFEST)
        && let Some(manifest) = reader.parsed(MANIFEST, |_, text| standard::read_manifest(text))
    {
        reader.manifest(&manifest);
    }
    reader.found
}

struct Reader<'a> {
    archive: &'a Archive,
    interface: &'a Interface,
    found: Read,
}

impl Reader<'_> {
    fn tell(&mut self, rule: &'static str, file: &str, problem: String, severity: Severity) {
        self.found.problems.push(Problem { rule, file: file.to_owned(), problem, severity });
    }

    fn error(&mut self, rule: &'static str, file: &str, problem: String) {
        self.tell(rule, file, problem, Severity::Error);
    }

    /// A file of the archive in some format.
    fn parsed<T, E: ToString>(&mut self, file: &str, parse: impl FnOnce(&str, &str) -> Result<T, E>) -> Option<T> {
        let text = self.archive.read(file).map_err(|problem| problem.to_string());
        let text = text.and_then(|bytes| model_description::decode(bytes).map_err(|problem| problem.problem));
        match text.and_then(|text| parse(file, &text).map_err(|problem| problem.to_string())) {
            Ok(parsed) => Some(parsed),
            Err(problem) => {
                self.error("LR-READ-01", file, problem);
                None
            }
        }
    }

    /// The file of the archive that `source` in `base` names, if it is one and there.
    fn file(&mut self, base: &str, source: &str) -> Option<String> {
        match resolve(base, source) {
            Target::Elsewhere => None,
            Target::Outside => {
                self.error("LR-SOURCE-01", base, format!("the source {source:?} leads out of the archive"));
                None
            }
            Target::Inside(name) if self.archive.contains(&name) => Some(name),
            Target::Inside(name) => {
                // Tools that do not know the layered standard may have removed files: importers must expect it.
                self.tell("LR-SOURCE-02", base, format!("{name} is not in the archive"), Severity::Warning);
                None
            }
        }
    }

    fn manifest(&mut self, manifest: &Manifest) {
        let fixed =
            |attribute: &str, value: &str, expected: &str| format!("{attribute} is {value:?}; it must be {expected:?}");
        if manifest.name != standard::NAME {
            self.error("LR-MANIFEST-01", MANIFEST, fixed("fmi-ls-name", &manifest.name, standard::NAME));
        }
        if !manifest.has_right_description() {
            let problem = fixed("fmi-ls-description", &manifest.description, standard::DESCRIPTION);
            self.error("LR-MANIFEST-03", MANIFEST, problem);
        }
        if manifest.version.trim().is_empty() {
            self.error("LR-MANIFEST-02", MANIFEST, "fmi-ls-version is missing".to_owned());
        }
        for related in &manifest.related {
            if !is_role(&related.role) {
                let problem = format!("{}: the standard has no role {:?}", related.source, related.role);
                self.error("LR-ROLE-01", MANIFEST, problem);
            }
            let Some(file) = self.file(MANIFEST, &related.source) else { continue };
            let is_experiment = related.role.split('/').next() == Some("experiment");
            if is_experiment
                && related.mime_type.as_deref() == Some(EXPERIMENTS_TYPE)
                && let Some(experiments) = self.parsed(&file, standard::read_experiments)
            {
                self.experiments(&file, &experiments, related.role == "experiment/validation");
            }
        }
    }

    fn experiments(&mut self, file: &str, experiments: &Experiments, is_validation: bool) {
        if experiments.name.is_empty() || experiments.experiments.is_empty() {
            self.error("LR-EXPERIMENT-01", file, "it must have a name and an experiment".to_owned());
        }
        for experiment in &experiments.experiments {
            if let Some(reference) = self.experiment(file, experiment, is_validation) {
                self.add(reference);
            }
        }
    }

    /// A smoke test may be one of the validations.
    fn add(&mut self, reference: Reference) {
        let same = self.found.references.iter_mut().find(|known| known.name == reference.name);
        match same {
            Some(known) if (Reference { is_independent: known.is_independent, ..reference.clone() }) == *known => {
                known.is_independent |= reference.is_independent;
            }
            Some(_) | None => self.found.references.push(reference),
        }
    }

    fn experiment(&mut self, file: &str, experiment: &Experiment, is_validation: bool) -> Option<Reference> {
        if experiment.name.is_empty() {
            self.error("LR-EXPERIMENT-02", file, "an experiment has no name".to_owned());
        }
        let name = experiment.name.clone();
        // Other analyses have no times, and are for others.
        let times = experiment.times()?;
        let default = self.interface.default_experiment;
        let start = times.start_time.or(default.start_time).unwrap_or(0.0);
        let stop = times.stop_time.or(default.stop_time).unwrap_or(start + 1.0);
        let step = times.step_size.or(default.step_size).unwrap_or(1e-3);
        if !(start.is_finite() && stop.is_finite() && stop > start && step.is_finite() && step > 0.0) {
            let problem = format!(
                "{name}: from {start} s to {stop} s in steps of {step} s; the stop must be after the start, and the step \
                 greater than 0"
            );
            self.error("LR-EXPERIMENT-03", file, problem);
            return None;
        }
        let stimuli = experiment
            .stimuli
            .as_ref()
            .and_then(|series| self.series(file, &series.source, series.mime_type.as_deref()));
        let results = experiment.references.as_ref();
        let deviations = results.map(|series| series.deviations().to_vec()).unwrap_or_default();
        let results = results.and_then(|series| self.series(file, &series.source, series.mime_type.as_deref()));
        self.columns(file, &name, stimuli.as_ref(), results.as_ref(), &deviations);
        Some(Reference {
            parameters: self.parameters(file, experiment),
            title: experiment.description.clone().unwrap_or_default(),
            is_independent: is_validation,
            tolerance: experiment.tolerance,
            name,
            start,
            stop,
            step,
            stimuli,
            results,
            deviations,
        })
    }

    /// A CSV file. Other formats are for others.
    fn series(&mut self, base: &str, source: &str, mime_type: Option<&str>) -> Option<Series> {
        let file = self.file(base, source)?;
        if mime_type.is_some_and(|mime_type| mime_type != standard::SIGNALS_TYPE) {
            return None;
        }
        let bytes = self.archive.read(&file).map_err(|problem| problem.to_string());
        let series =
            bytes.and_then(|bytes| Series::read(&file, Cursor::new(bytes)).map_err(|problem| problem.to_string()));
        match series {
            Ok(series) => Some(series),
            Err(problem) => {
                self.error("LR-READ-01", &file, problem);
                None
            }
        }
    }

    fn parameters(&mut self, base: &str, experiment: &Experiment) -> Vec<(String, String)> {
        let Some(parameters) = &experiment.parameters else { return Vec::new() };
        if parameters.mime_type.as_deref().is_some_and(|mime_type| mime_type != standard::PARAMETERS_TYPE) {
            return Vec::new();
        }
        let Some(file) = self.file(base, &parameters.source) else { return Vec::new() };
        let Some(set) = self.parsed(&file, standard::read_parameter_set) else { return Vec::new() };
        let mut values = Vec::new();
        for parameter in set.list.parameters {
            let value = parameter.value.text().to_owned();
            match Setting::new(&parameter.name, &value, self.interface) {
                Ok(_) => values.push((parameter.name, value)),
                Err(problem) => self.error("LR-PARAMETER-01", &file, problem.to_string()),
            }
        }
        values
    }

    /// Signals are for inputs and tunable parameters, and results are of variables.
    fn columns(
        &mut self,
        file: &str,
        experiment: &str,
        stimuli: Option<&Series>,
        results: Option<&Series>,
        deviations: &[Deviation],
    ) {
        let interface = self.interface;
        let names = |is_wanted: fn(&str, &str) -> bool| {
            interface.variables.iter().filter(move |v| is_wanted(v.causality, v.variability)).map(|v| v.name.as_str())
        };
        let inputs = || names(|causality, variability| causality == "input" || variability == "tunable");
        for name in stimuli.iter().flat_map(|series| &series.names) {
            if !inputs().any(|known| known == name) {
                let near = nearest(name, inputs());
                let problem = format!("{experiment}: there is no input or tunable parameter {name}{near}");
                self.error("LR-STIMULI-01", file, problem);
            }
        }
        let outputs = || names(|causality, _| causality == "output");
        for name in results.iter().flat_map(|series| &series.names) {
            if interface.find(name).is_none() {
                let near = nearest(name, outputs());
                self.error("LR-RESULT-01", file, format!("{experiment}: there is no variable {name}{near}"));
            }
        }
        for Deviation { variable, absolute } in deviations {
            if !(absolute.is_finite() && *absolute >= 0.0) {
                let problem = format!("{experiment}: the deviation of {variable} is {absolute}; it must be at least 0");
                self.error("LR-DEVIATION-01", file, problem);
            }
        }
    }
}
