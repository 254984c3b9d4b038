//! The page `docs/interface.md`: all variables of the models as tables.

use crate::declaration::{Causality, Model, Value, Variability, Variable};
use crate::schema::number::shortest;
use std::fmt::Write;

/// What stands before the tables.
const INTRODUCTION: &str = include_str!("introduction.md");

const HEADER: &str = "| name | unit | start | changes | meaning |\n| --- | --- | --- | --- | --- |\n";

const SECTIONS: [(Causality, &str); 5] = [
    (Causality::Input, "Inputs"),
    (Causality::Output, "Outputs"),
    (Causality::Parameter, "Parameters"),
    (Causality::CalculatedParameter, "Calculated parameters"),
    (Causality::Local, "Local variables"),
];

/// The page as Markdown.
pub fn interface_page(models: &[Model]) -> String {
    models.iter().fold(INTRODUCTION.to_owned(), |page, model| page + &chapter(model))
}

/// One model: a table for each causality that it has.
fn chapter(model: &Model) -> String {
    let mut text = format!("\n## {}\n\n{}.\n", model.identifier, model.description);
    for (causality, title) in SECTIONS {
        let of = |variable: &&Variable| variable.causality == causality && !is_another_point(variable);
        let rows: String = model.variables.iter().filter(of).map(row).collect();
        if !rows.is_empty() {
            // A string takes whatever is written to it.
            let _ = write!(text, "\n### {title}\n\n{HEADER}{rows}");
        }
    }
    text
}

/// The points of the friction table differ in their number only and share the row of the first.
fn is_another_point(variable: &Variable) -> bool {
    variable.name.contains('[') && !is_first_point(variable)
}

fn is_first_point(variable: &Variable) -> bool {
    variable.name.contains("[1]")
}

fn row(variable: &Variable) -> String {
    let [unit, start] = unit_and_start(variable);
    let name = variable.name.replace("[1]", "[1…16]");
    let start = if is_first_point(variable) || !variable.has_start() { String::new() } else { start };
    format!("| `{name}` | {unit} | {start} | {} | {} |\n", changes(variable), meaning(variable))
}

fn unit_and_start(variable: &Variable) -> [String; 2] {
    match variable.value {
        Value::Real(real) => {
            let unit = real.quantity.unit.name;
            let shown = real.quantity.display.map(|display| format!(" (shown in {})", display.name));
            [unit.to_owned() + &shown.unwrap_or_default(), shortest(real.start)]
        }
        Value::Integer { start, .. } | Value::Enumeration { start, .. } => [String::new(), start.to_string()],
    }
}

fn changes(variable: &Variable) -> String {
    let changes = match variable.variability {
        Variability::Constant => "constant",
        Variability::Fixed => "fixed",
        Variability::Tunable => "tunable",
        Variability::Discrete => "discrete",
        Variability::Continuous => "continuous",
    };
    changes.to_owned() + if variable.can_be_tunable { " or tunable" } else { "" }
}

fn meaning(variable: &Variable) -> String {
    let mut meaning = variable.description.replace('|', "\\|");
    if is_first_point(variable) {
        meaning = meaning.replace("table point 1", "each table point");
    }
    if let Value::Enumeration { of, .. } = variable.value {
        let items: Vec<String> = (1..).zip(of.items).map(|(number, item)| format!("{number} {}", item.name)).collect();
        meaning += &format!(": {}", items.join(", "));
    }
    meaning
}
