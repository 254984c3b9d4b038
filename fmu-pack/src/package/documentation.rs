//! documentation/index.html: the model explained, and its variables as a table made from the model description.

use super::characteristic::characteristic;
use fmu_import::interface::{Interface, Variable};
use fmu_plot::{self as plot, to_svg};

const STYLE: &str = include_str!("../../assets/documentation/style.css");
const FRICTION: &str = include_str!("../../assets/documentation/friction.html");

/// The page of a model.
pub(super) fn page(interface: &Interface) -> Result<String, plot::Error> {
    let name = escaped(&interface.model_name);
    let picture = characteristic(interface).map(|figure| to_svg(&figure)).transpose()?.unwrap_or_default();
    let (description, version) = (escaped(&interface.description), escaped(&interface.version));
    let explained = explanation(interface);
    let tables = tables(interface);
    Ok(format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>{name}</title>\n\
         <style>\n{STYLE}</style></head>\n<body>\n<h1>{name}</h1>\n<p class=\"faint\">{description} Version {version}. \
         FMI 2.0 for Co-Simulation and Model Exchange.</p>\n{explained}{FRICTION}{picture}\n{tables}\
         <p class=\"faint\">GUID {}. Licences: <a href=\"licenses/README.txt\">licenses</a>.</p>\n</body>\n</html>\n",
        escaped(&interface.guid)
    ))
}

/// The text for the physics that the variables show; a configured FMU has a name of its own.
fn explanation(interface: &Interface) -> &'static str {
    if interface.find("servovalve.pressure_gain").is_some() {
        include_str!("../../assets/documentation/servo_actuator.html")
    } else if interface.find("spring_stiffness").is_some() {
        include_str!("../../assets/documentation/hydraulic_actuator.html")
    } else {
        include_str!("../../assets/documentation/motion_transmission.html")
    }
}

fn tables(interface: &Interface) -> String {
    let sections = [
        ("Inputs", "input"),
        ("Outputs", "output"),
        ("Parameters", "parameter"),
        ("Calculated parameters", "calculatedParameter"),
        ("Local variables", "local"),
    ];
    sections.into_iter().map(|(heading, causality)| table(interface, heading, causality)).collect()
}

fn table(interface: &Interface, heading: &str, causality: &str) -> String {
    let rows: String = interface.with_causality(causality).map(row).collect();
    if rows.is_empty() {
        return rows;
    }
    let head = "<tr><th>Name</th><th>Unit</th><th>Start</th><th>Variability</th><th>Meaning</th></tr>";
    format!("<h2>{heading}</h2>\n<table>\n{head}\n{rows}</table>\n")
}

fn row(variable: &Variable) -> String {
    let (name, unit) = (escaped(&variable.name), escaped(&variable.unit));
    let (start, variability) = (escaped(&variable.start), variable.variability);
    let meaning = escaped(&variable.description);
    format!(
        "<tr><td><code>{name}</code></td><td>{unit}</td><td class=\"number\">{start}</td><td>{variability}</td>\
         <td>{meaning}</td></tr>\n"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
