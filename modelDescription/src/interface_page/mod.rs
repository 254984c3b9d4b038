//! The page `docs/interface.md`: all variables of the models as tables, and the keys of the elements of drivetrains.

mod elements;

use crate::declaration::{Array, Causality, Model, Value, Variability, Variable};
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
    models.iter().fold(INTRODUCTION.to_owned(), |page, model| page + &chapter(model)) + &elements::chapter()
}

/// One model: a table for each causality that it has.
fn chapter(model: &Model) -> String {
    let mut text = format!("\n## {}\n\n{}.\n", model.identifier, model.description);
    for (causality, title) in SECTIONS {
        let of = |array: &&Array<'_>| array.elements[0].causality == causality;
        let rows: String = model.arrays().iter().filter(of).map(row).collect();
        if !rows.is_empty() {
            // A string takes whatever is written to it.
            let _ = write!(text, "\n### {title}\n\n{HEADER}{rows}");
        }
    }
    text
}

/// The elements of an array differ in their number only and share a row.
fn row(array: &Array<'_>) -> String {
    let variable = &array.elements[0];
    let [unit, start] = unit_and_start(variable);
    let indices = if array.is_array { format!("[1…{}]", array.elements.len()) } else { String::new() };
    let start = if array.is_array || !variable.has_start() { String::new() } else { start };
    let (name, changes, meaning) = (array.name, changes(variable), meaning(array));
    format!("| `{name}{indices}` | {unit} | {start} | {changes} | {meaning} |\n")
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

fn meaning(array: &Array<'_>) -> String {
    let mut meaning = array.description().replace('|', "\\|");
    if let Value::Enumeration { of, .. } = array.elements[0].value {
        let items: Vec<String> = (1..).zip(of.items).map(|(number, item)| format!("{number} {}", item.name)).collect();
        meaning += &format!(": {}", items.join(", "));
    }
    meaning
}
