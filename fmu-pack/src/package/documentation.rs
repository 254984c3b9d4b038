//! documentation/index.html: the model explained, and its variables as a table made from the model description.

use super::Error;
use super::characteristic::characteristic;
use askama::Template;
use fmu_import::interface::{Interface, Variable};
use fmu_plot::to_svg;

/// The page, by the template of this name.
#[derive(Template)]
#[template(path = "documentation.html")]
struct Page<'a> {
    interface: &'a Interface,
    picture: String,
}

impl<'a> Page<'a> {
    /// Headings with their variables, where there are any.
    fn tables(&self) -> impl Iterator<Item = (&'static str, Vec<&'a Variable>)> {
        let tables = [
            ("Inputs", "input"),
            ("Outputs", "output"),
            ("Parameters", "parameter"),
            ("Calculated parameters", "calculatedParameter"),
            ("Local variables", "local"),
        ];
        let with_variables =
            tables.map(|(heading, causality)| (heading, self.interface.with_causality(causality).collect()));
        with_variables.into_iter().filter(|(_, variables): &(_, Vec<_>)| !variables.is_empty())
    }
}

/// The page of a model.
pub(super) fn page(interface: &Interface) -> Result<String, Error> {
    let picture = characteristic(interface).map(|figure| to_svg(&figure)).transpose()?.unwrap_or_default();
    Ok(Page { interface, picture }.render()?)
}
