//! The files of references, as they stand in an FMU.

use super::{Reference, Series};
use fmu_import::interface::{Interface, Kind};
use model_description::references::{
    EXPERIMENTS_TYPE, Experiment, Experiments, FOLDER, MANIFEST, Manifest, PARAMETERS_TYPE, Parameter, ParameterSet,
    ParameterValue, Parameters, Related, SIGNALS_TYPE, TimeSeries, TransientSimulation, uri, write_experiments,
    write_manifest, write_parameter_set,
};

/// Names in the archive and bytes of all files, besides `others`, which stand elsewhere in it and are only listed.
pub fn files(references: &[Reference], interface: &Interface, others: Vec<Related>) -> Vec<(String, Vec<u8>)> {
    let independent: Vec<&Reference> = references.iter().filter(|reference| reference.is_independent).collect();
    let sets = [
        Set {
            file: "smoke_test.exp",
            role: "experiment/smoke-test",
            name: format!("Smoke test of {}", interface.model_name),
            description: "Whether the FMU runs in a tool as it does elsewhere",
            references: references.first().into_iter().collect(),
        },
        Set {
            file: "validation.exp",
            role: "experiment/validation",
            name: format!("Validation of {}", interface.model_name),
            description: "Comparison with reference solutions that do not come from the FMU",
            references: independent,
        },
    ];
    let mut files = Files::default();
    sets.iter().filter(|set| !set.references.is_empty()).for_each(|set| files.add_set(set));
    references.iter().for_each(|reference| files.add_data(reference, interface));
    files.related.extend(others);
    if !files.related.is_empty() {
        let manifest = write_manifest(&Manifest::new(files.related));
        files.files.push((MANIFEST.to_owned(), manifest.into_bytes()));
    }
    files.files
}

/// A file of experiments.
struct Set<'a> {
    file: &'static str,
    role: &'static str,
    name: String,
    description: &'static str,
    references: Vec<&'a Reference>,
}

#[derive(Default)]
struct Files {
    related: Vec<Related>,
    files: Vec<(String, Vec<u8>)>,
}

impl Files {
    fn add_set(&mut self, set: &Set<'_>) {
        let experiments = Experiments {
            name: set.name.clone(),
            description: Some(set.description.to_owned()),
            experiments: set.references.iter().map(|reference| experiment(reference)).collect(),
        };
        self.add(set.file, EXPERIMENTS_TYPE, set.role, set.description, write_experiments(&experiments));
    }

    fn add_data(&mut self, reference: &Reference, interface: &Interface) {
        let name = &reference.name;
        if !reference.parameters.is_empty() {
            let values = reference.parameters.iter().map(|(name, value)| parameter(name, value, interface));
            let set = ParameterSet::new(name.clone(), values.collect());
            let description = format!("Parameters of {name}");
            self.add(&parameters_of(name), PARAMETERS_TYPE, "parameter", &description, write_parameter_set(&set));
        }
        let series = |files: &mut Self, series: &Option<Series>, file: String, role: &str, what: &str| {
            if let Some(series) = series {
                files.add(&file, SIGNALS_TYPE, role, &format!("{what} of {name}"), series.to_csv());
            }
        };
        series(self, &reference.stimuli, stimuli_of(name), "other", "Input signals");
        series(self, &reference.results, results_of(name), "result", "Expected results");
    }

    fn add(&mut self, file: &str, mime_type: &str, role: &str, description: &str, bytes: impl Into<Vec<u8>>) {
        self.related.push(Related {
            mime_type: Some(mime_type.to_owned()),
            source: uri(file),
            role: role.to_owned(),
            description: Some(description.to_owned()),
            labels: Vec::new(),
        });
        self.files.push((format!("{FOLDER}/{file}"), bytes.into()));
    }
}

fn parameters_of(name: &str) -> String {
    format!("{name}.ssv")
}

fn stimuli_of(name: &str) -> String {
    format!("{name}_in.csv")
}

fn results_of(name: &str) -> String {
    format!("{name}_ref.csv")
}

fn experiment(reference: &Reference) -> Experiment {
    let Reference { name, title, start, stop, step, .. } = reference;
    let times = TransientSimulation { start_time: Some(*start), stop_time: Some(*stop), step_size: Some(*step) };
    let parameters =
        (!reference.parameters.is_empty()).then(|| Parameters { mime_type: None, source: uri(&parameters_of(name)) });
    let stimuli = reference.stimuli.as_ref().map(|_| TimeSeries::csv(uri(&stimuli_of(name)), Vec::new()));
    let references =
        reference.results.as_ref().map(|_| TimeSeries::csv(uri(&results_of(name)), reference.deviations.clone()));
    Experiment {
        tolerance: reference.tolerance,
        parameters,
        stimuli,
        references,
        ..Experiment::transient(name.clone(), title.clone(), times)
    }
}

/// A value with the type that its variable has.
fn parameter(name: &str, value: &str, interface: &Interface) -> Parameter {
    let value = value.to_owned();
    let value = match interface.find(name).map(|variable| &variable.kind) {
        Some(Kind::Integer) => ParameterValue::Integer { value },
        Some(Kind::Boolean) => ParameterValue::Boolean { value },
        Some(Kind::Enumeration(items)) => {
            // SSP has the names of items; scenarios have their numbers.
            let item = items.iter().find(|item| item.value.to_string() == value);
            ParameterValue::Enumeration { value: item.map_or(value, |item| item.name.clone()) }
        }
        Some(Kind::Real | Kind::String | Kind::Binary | Kind::Clock) | None => ParameterValue::Real { value },
    };
    Parameter { name: name.to_owned(), value }
}
