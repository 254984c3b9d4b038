//! documentation/index.html: the model explained, and its variables as a table made from the model description.

use super::Error;
use super::characteristic::characteristic;
use super::layout;
use askama::Template;
use fmu_import::interface::{Interface, Variable};
use fmu_plot::{Scheme, scheme_to_svg, to_svg};
use model_description::FmiVersion;

/// The page, by the template of this name.
#[derive(Template)]
#[template(path = "documentation.html")]
struct Page<'a> {
    interface: &'a Interface,
    version: FmiVersion,
    /// It is put together from elements, and the picture shows them.
    is_drivetrain: bool,
    picture: String,
}

impl<'a> Page<'a> {
    /// File name of the page about licences.
    fn licenses(&self) -> &'static str {
        layout::entry_point(self.version)
    }

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

/// The page of a model, which is a drivetrain if it has a scheme.
pub(super) fn page(interface: &Interface, version: FmiVersion, scheme: Option<&Scheme>) -> Result<String, Error> {
    let picture = match scheme {
        Some(scheme) => scheme_to_svg(scheme)?,
        None => characteristic(interface).map(|figure| to_svg(&figure)).transpose()?.unwrap_or_default(),
    };
    Ok(Page { interface, version, is_drivetrain: scheme.is_some(), picture }.render()?)
}
