//! Two requirements that no actuator of this kind meets together.

use super::judge::sense;
use super::requirement::{Required, Requirement};
use super::shown::shown_like;
use model_description::configuration::ConfigurationError;

/// A requirement that is not met.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    /// The requirement.
    pub key: &'static str,
    /// What it must be.
    pub required: Required,
    /// What it is at best, in SI units, where it is a number.
    pub possible: Option<f64>,
    /// With what it conflicts, as the end of the sentence "cannot be met together with …".
    pub with: String,
    /// What would help.
    pub advice: String,
}

impl Conflict {
    /// With file and line.
    pub fn into_error(self, requirement: &Requirement) -> ConfigurationError {
        let in_unit =
            |value| shown_like(value, Requirement::quantity(self.key), &self.required.entry.value, sense(self.key));
        let possible = self.possible.map_or_else(String::new, |value| format!(": possible is {}", in_unit(value)));
        let advice = if self.advice.is_empty() { String::new() } else { format!("; {}", self.advice) };
        let problem = format!("cannot be met together with {}{possible}{advice}", self.with);
        requirement.document.error(&self.required.entry, problem)
    }
}
