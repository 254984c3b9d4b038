//! The static ratio of the share of a load: at least 1, or 0 for that of the whole level. No range says that; the library, which checks the
//! same, does not know the line of the file.

use super::ConfigurationError;
use super::document::Document;
use super::friction_table::entry_of;
use crate::declaration::Model;

/// Name of the variable, behind that of its element.
const NAME: &str = "friction.load_static_ratio";

/// Refuses what is neither.
pub fn check(model: &Model, document: &Document) -> Result<(), ConfigurationError> {
    for variable in model.variables.iter().filter(|variable| variable.name.ends_with(NAME)) {
        let is_one = |value: f64| value == 0.0 || value >= 1.0;
        if variable.real().is_none_or(|real| is_one(real.start)) {
            continue;
        }
        let problem = "must be at least 1, or 0 for that of friction.static_ratio";
        return Err(entry_of(document, &variable.name).map_or_else(
            || document.general_error(format!("{} {problem}", variable.name)),
            |entry| document.error(entry, problem),
        ));
    }
    Ok(())
}
