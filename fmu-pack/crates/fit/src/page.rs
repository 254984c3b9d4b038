//! The results as one HTML file that needs nothing else.

use crate::figures::{Picture, pictures};
use crate::outcome::{Agreement, Estimate, ModelOutcome, Outcome, Status, Verdict};
use crate::run::StudyResult;
use crate::{Error, rounded_to, unit_in_words};
use askama::Template;
use fmu_plot::embedded;

#[derive(Template)]
#[template(path = "fit.html")]
struct Page<'a> {
    style: &'a str,
    outcome: &'a Outcome,
    pictures: Vec<Picture>,
}

/// That of the report: both look alike.
const STYLE: &str = include_str!("../../report/templates/style.css");

/// The page.
pub fn page(done: &StudyResult) -> Result<String, Error> {
    Ok(Page { style: STYLE, outcome: &done.outcome, pictures: pictures(done)? }.render()?)
}

/// Correlations that are worth a remark.
const STRONG: f64 = 0.95;

impl Page<'_> {
    fn least_criterion(&self) -> f64 {
        self.outcome.models.iter().map(|model| model.aic).fold(f64::INFINITY, f64::min)
    }

    fn difference(&self, model: &ModelOutcome) -> String {
        format!("{:.1}", model.aic - self.least_criterion())
    }

    fn per_datum(&self, model: &ModelOutcome) -> String {
        format!("{:.3}", model.chi_squared / model.data as f64)
    }

    fn held_back(&self, model: &ModelOutcome) -> String {
        model.held_back.map_or_else(|| "–".to_owned(), |held| format!("{held:.3}"))
    }

    fn determined<'m>(&self, model: &'m ModelOutcome) -> impl Iterator<Item = &'m Estimate> {
        model.parameters.iter().filter(|estimate| estimate.status != Status::Held)
    }

    fn count(&self, model: &ModelOutcome) -> usize {
        self.determined(model).count()
    }

    fn badge(&self, verdict: &Verdict) -> &'static str {
        match verdict {
            Verdict::Accepted => "holds",
            Verdict::Misses => "misses",
            Verdict::Refuted => "fails",
            Verdict::NotTested => "",
        }
    }

    /// What the verdict means, with its numbers.
    fn sentence(&self, model: &ModelOutcome) -> String {
        let ratio = (model.chi_squared / model.freedom.max(1) as f64).sqrt();
        match (model.verdict, model.probability) {
            (Verdict::Accepted, Some(p)) => format!(
                "The residuals are what the noise explains: chance would give larger ones in {} % of such studies.",
                rounded_to(100.0 * p, 100.0 * p)
            ),
            (Verdict::Misses, _) => format!(
                "The residuals are {ratio:.2} times the noise: more than chance, so something is missing in the model, or the noise is \
                 larger than stated."
            ),
            (Verdict::Refuted, _) => {
                format!("The residuals are {ratio:.1} times the noise: this model does not do what was measured.")
            }
            (Verdict::NotTested | Verdict::Accepted, _) => {
                "The noise was estimated from the residuals, so the fit cannot be judged by it; \
                 look at the autocorrelation, and at recordings that were held back."
                    .to_owned()
            }
        }
    }

    fn value(&self, estimate: &Estimate) -> String {
        rounded_to(estimate.value, estimate.error.unwrap_or(0.0))
    }

    fn error(&self, estimate: &Estimate) -> String {
        match (estimate.error, estimate.status) {
            (Some(error), _) => rounded_to(error, error),
            (None, Status::AtBound) => "at its bound".to_owned(),
            (None, Status::Held) => "not determined".to_owned(),
            (None, Status::Determined) => "–".to_owned(),
        }
    }

    fn interval(&self, estimate: &Estimate) -> String {
        let error = estimate.error.unwrap_or(0.0);
        estimate.interval.map_or_else(
            || "–".to_owned(),
            |(low, high)| format!("{} … {}", rounded_to(low, error), rounded_to(high, error)),
        )
    }

    fn profile(&self, estimate: &Estimate) -> String {
        let error = estimate.error.unwrap_or(0.0);
        let end = |end: Option<f64>| end.map_or_else(|| "not reached".to_owned(), |end| rounded_to(end, error));
        estimate.profile_interval.map_or_else(|| "–".to_owned(), |(low, high)| format!("{} … {}", end(low), end(high)))
    }

    fn has_profiles(&self, model: &ModelOutcome) -> bool {
        !model.profiles.is_empty()
    }

    fn unit<'m>(&self, unit: &'m Option<String>) -> &'m str {
        unit_in_words(unit.as_deref())
    }

    fn start(&self, estimate: &Estimate) -> String {
        fmu_output::number(estimate.start)
    }

    fn number(&self, value: &f64) -> String {
        format!("{value:.3}")
    }

    fn mean_square(&self, one: &Agreement) -> String {
        format!("{:.3}", one.chi_squared / one.data as f64)
    }

    fn rounded(&self, value: &f64) -> String {
        rounded_to(*value, value.abs())
    }

    fn is_strong(&self, value: &f64) -> bool {
        value.abs() >= STRONG && value.abs() < 1.0 - 1e-12
    }

    /// A drawing after its first word: the template begins it, with its name for those who cannot see it.
    fn drawing(&self, svg: &str) -> String {
        embedded(svg)
    }
}
