//! FMI 3.0: the description of the same declared models, written and read.
//!
//! Nothing is declared for FMI 3.0. What stands beside the declared variables is what FMI 3.0 has and FMI 2.0 has not: the
//! independent variable, the clocks, and a variable for each event indicator.

pub mod schema;
pub mod validation;

mod describe;
mod error;

pub use describe::describe;
pub use error::Error;
pub use schema::{ModelDescription, Variable, VariableType};
pub use validation::validate;

use crate::xml::{self, ReadError};

/// Reads an FMI 3.0 description, tolerant of unknown attributes and elements.
pub fn read(text: &str) -> Result<ModelDescription, ReadError> {
    xml::read_version(text, |version| version == "3.0" || version.starts_with("3.0."), "\"3.0\"")
}

/// Writes a description; the same description always gives the same text.
pub fn write(description: &ModelDescription) -> String {
    xml::write_element(description)
}
