//! What a study has found.

use serde::Serialize;

/// How a parameter came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The recordings determine it.
    Determined,
    /// They do not: it has its start value.
    Held,
    /// It is at a bound that was given for it.
    AtBound,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Its name in the study.
    pub name: String,
    /// Its unit.
    pub unit: Option<String>,
    /// Its value.
    pub value: f64,
    /// Standard error; none where it is not determined.
    pub error: Option<f64>,
    /// 95 % interval.
    pub interval: Option<(f64, f64)>,
    /// 95 % interval of the profile likelihood, where it was asked for; an end is none where the profile does not reach it.
    pub profile_interval: Option<(Option<f64>, Option<f64>)>,
    /// How it came out.
    pub status: Status,
    /// Where the search began.
    pub start: f64,
}

/// What the fit says about the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The misfit is what noise explains (99 %).
    Accepted,
    /// It is more than noise explains, and less than three times the noise.
    Misses,
    /// It is three times the noise or more: χ² is nine times its degrees of freedom.
    Refuted,
    /// The noise was estimated from the misfit, which then cannot be judged by it.
    NotTested,
}

impl Verdict {
    /// Of a χ² with its degrees of freedom.
    pub fn of(chi_squared: f64, freedom: f64, probability: f64) -> Self {
        /// Three times the noise.
        const REFUTED: f64 = 9.0;
        /// What chance does once in a hundred studies.
        const CHANCE: f64 = 0.01;
        match () {
            () if chi_squared >= REFUTED * freedom => Self::Refuted,
            () if probability < CHANCE => Self::Misses,
            () => Self::Accepted,
        }
    }

    /// As it is told.
    pub fn words(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Misses => "misses",
            Self::Refuted => "refuted",
            Self::NotTested => "not tested",
        }
    }
}

/// How an output of a recording is met.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Agreement {
    /// The recording.
    pub recording: String,
    /// The output.
    pub output: String,
    /// Its unit.
    pub unit: Option<String>,
    /// It was predicted, not fitted.
    pub is_held_back: bool,
    /// How many data.
    pub data: usize,
    /// Root mean square of the residuals.
    pub rms: f64,
    /// Standard deviation of the data.
    pub deviation: f64,
    /// The deviation was estimated from the residuals.
    pub is_estimated: bool,
    /// Sum of squares in standard deviations.
    pub chi_squared: f64,
    /// Over how many samples residuals are correlated; 1 for none.
    pub correlation: f64,
}

/// A parameter that the recordings do not determine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Undetermined {
    /// The parameter.
    pub name: String,
    /// Why, and which recording would.
    pub sentence: String,
}

/// The profile of a parameter: the smallest χ² for each of its values.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Profile {
    /// The parameter.
    pub name: String,
    /// Its values and χ² above the smallest one.
    pub points: Vec<(f64, f64)>,
}

/// What a model came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModelOutcome {
    /// Its name in the study.
    pub name: String,
    /// The parameters.
    pub parameters: Vec<Estimate>,
    /// Correlations of those that are determined, in their order.
    pub correlations: Vec<Vec<f64>>,
    /// How many data are fitted.
    pub data: usize,
    /// Data less determined parameters.
    pub freedom: usize,
    /// Sum of squares in standard deviations.
    pub chi_squared: f64,
    /// Probability that chance makes it as large, where the noise is known.
    pub probability: Option<f64>,
    /// Akaike's criterion; differences count.
    pub aic: f64,
    /// χ² per datum of the recordings that were held back.
    pub held_back: Option<f64>,
    /// What the fit says about the model.
    pub verdict: Verdict,
    /// Each output of each recording.
    pub agreement: Vec<Agreement>,
    /// What the recordings do not determine.
    pub undetermined: Vec<Undetermined>,
    /// Profiles that were asked for.
    pub profiles: Vec<Profile>,
    /// What else is to be known, a sentence each.
    pub remarks: Vec<String>,
    /// Steps of the search.
    pub iterations: u32,
    /// The search has found a minimum.
    pub has_converged: bool,
}

/// What a study came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// Heading.
    pub title: String,
    /// The models, in the order of the file.
    pub models: Vec<ModelOutcome>,
    /// Name of the model with the smallest criterion of Akaike.
    pub best: Option<String>,
    /// What is to be known of the recordings, a sentence each.
    pub recordings: Vec<String>,
}
