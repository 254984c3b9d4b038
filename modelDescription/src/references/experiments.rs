//! The elements of an experiments file (`.exp`).

use super::DEVIATIONS;
use crate::schema::number::{plain, real};
use serde::{Deserialize, Serialize};

/// `<Experiments>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Experiments {
    /// Name of the whole.
    #[serde(rename = "@name", default)]
    pub name: String,
    /// For people.
    #[serde(rename = "@description", default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The experiments.
    #[serde(rename = "Experiment", default)]
    pub experiments: Vec<Experiment>,
}

/// `<Experiment>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Experiment {
    /// Its name.
    #[serde(rename = "@name", default)]
    pub name: String,
    /// For people.
    #[serde(rename = "@description", default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Relative tolerance of the integration, as of the default experiment.
    #[serde(rename = "@tolerance", default, skip_serializing_if = "Option::is_none", serialize_with = "real")]
    pub tolerance: Option<f64>,
    /// Start in s, where the first drafts had it; not written.
    #[serde(rename(deserialize = "@startTime"), default, skip_serializing)]
    pub start_time: Option<f64>,
    /// Stop in s, likewise.
    #[serde(rename(deserialize = "@stopTime"), default, skip_serializing)]
    pub stop_time: Option<f64>,
    /// Communication step in s, likewise.
    #[serde(rename(deserialize = "@stepSize"), default, skip_serializing)]
    pub step_size: Option<f64>,
    /// It is a simulation in time.
    #[serde(rename = "TransientSimulation", default, skip_serializing_if = "Option::is_none")]
    pub transient: Option<TransientSimulation>,
    /// Parameters.
    #[serde(rename = "Parameters", default, skip_serializing_if = "Option::is_none")]
    pub parameters: Option<Parameters>,
    /// Input signals.
    #[serde(rename = "Stimuli", default, skip_serializing_if = "Option::is_none")]
    pub stimuli: Option<TimeSeries>,
    /// Results that are expected.
    #[serde(rename = "References", default, skip_serializing_if = "Option::is_none")]
    pub references: Option<TimeSeries>,
}

impl Experiment {
    /// A simulation in time.
    pub fn transient(name: String, description: String, times: TransientSimulation) -> Self {
        Self { name, description: Some(description), transient: Some(times), ..Self::default() }
    }

    /// Its times, if it is a simulation in time. Experiments as in the first drafts are nothing else.
    pub fn times(&self) -> Option<TransientSimulation> {
        let of_draft =
            TransientSimulation { start_time: self.start_time, stop_time: self.stop_time, step_size: self.step_size };
        self.transient.clone().or_else(|| (of_draft != TransientSimulation::default()).then_some(of_draft))
    }
}

/// `<TransientSimulation>`: a simulation in time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TransientSimulation {
    /// Start [s].
    #[serde(rename = "@startTime", default, skip_serializing_if = "Option::is_none", serialize_with = "real")]
    pub start_time: Option<f64>,
    /// Stop [s].
    #[serde(rename = "@stopTime", default, skip_serializing_if = "Option::is_none", serialize_with = "real")]
    pub stop_time: Option<f64>,
    /// Communication step [s].
    #[serde(rename = "@stepSize", default, skip_serializing_if = "Option::is_none", serialize_with = "real")]
    pub step_size: Option<f64>,
}

/// `<Parameters>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Parameters {
    /// MIME type; without it, a parameter set of SSP.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// Where they are: a URI, relative to the experiments.
    #[serde(rename = "@source", default)]
    pub source: String,
}

/// `<Stimuli>` and `<References>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TimeSeries {
    /// MIME type; without it, CSV.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// Where they are: a URI, relative to the experiments.
    #[serde(rename = "@source", default)]
    pub source: String,
    /// How close results must be, among notes of others.
    #[serde(rename = "Annotations", default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<ReferenceAnnotations>,
}

impl TimeSeries {
    /// Of a CSV file, with the deviations that are accepted.
    pub fn csv(source: String, deviations: Vec<Deviation>) -> Self {
        let annotation = ReferenceAnnotation { annotation_type: DEVIATIONS.to_owned(), deviations };
        let annotations =
            (!annotation.deviations.is_empty()).then_some(ReferenceAnnotations { annotations: vec![annotation] });
        Self { mime_type: None, source, annotations }
    }

    /// The deviations that are accepted, as far as they are said.
    pub fn deviations(&self) -> &[Deviation] {
        let annotations = self.annotations.iter().flat_map(|all| &all.annotations);
        let mut own = annotations.filter(|annotation| annotation.annotation_type == DEVIATIONS);
        own.next().map_or(&[], |annotation| &annotation.deviations)
    }
}

/// `<Annotations>` of references.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ReferenceAnnotations {
    /// The annotations.
    #[serde(rename = "Annotation", default)]
    pub annotations: Vec<ReferenceAnnotation>,
}

/// `<Annotation>` of references.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ReferenceAnnotation {
    /// What it is about.
    #[serde(rename = "@type", default)]
    pub annotation_type: String,
    /// How close results must be, if it is about that.
    #[serde(rename = "Deviation", default)]
    pub deviations: Vec<Deviation>,
}

/// `<Deviation>`: how far a variable may be from its reference, in its unit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Deviation {
    /// Name of the variable.
    #[serde(rename = "@variable", default)]
    pub variable: String,
    /// Largest difference.
    #[serde(rename = "@absolute", default, serialize_with = "plain")]
    pub absolute: f64,
}
