//! Drivetrains beside the results that the Modelica Association publishes for the examples of its library.

mod cases;
mod exact;
mod picture;
mod regimes;
mod results;

use super::Error;
use super::lab::{Lab, Trace};
use super::section::{EventRow, Section, Statement, Table, scientific};
use super::{Case, Chapter};
use cases::{CASES, Drivetrain};
use exact::Exact;
use fmu_simulation::scenario::modelica::{Example, PIECE, examples};
use results::Results;
use std::path::{Path, PathBuf};

/// The chapter.
pub(super) fn chapter() -> Chapter {
    Chapter {
        title: "Drivetrains beside Modelica’s examples",
        introduction: include_str!("../../assets/drivetrains.html"),
        cases: CASES.iter().map(|case| Case::new(case.id(), |lab| section(lab, case))).collect(),
    }
}

/// Configuration files of the FMUs that the chapter runs.
pub fn configurations() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    examples(PIECE).iter().map(|example| root.join(example.configuration)).collect()
}

/// The example of a name, with sines as pieces of a length.
fn example(name: &str, piece: f64) -> Option<Example> {
    examples(piece).into_iter().find(|example| example.scenario.name == name)
}

/// Runs an example.
fn run(lab: &Lab, name: &str, piece: f64) -> Result<Trace, Error> {
    let example = example(name, piece).ok_or_else(|| Error::Model { name: name.to_string() })?;
    lab.run(&example.scenario)
}

fn section(lab: &Lab, case: &Drivetrain) -> Result<Section, Error> {
    let results = Results::read(case.name)?;
    let trace = run(lab, case.name, PIECE)?;
    let mut statements = results.statements(&trace);
    let mut events = results.events(&trace);
    let mut agreement = format!("{} of the largest value", scientific(results.error(&trace)));
    let mut against = "Dymola, DASSL at 1e-6".to_string();
    let exact = case.exact.map(Exact::read).transpose()?;
    if let Some(exact) = &exact {
        let trace = run(lab, case.name, exact.piece)?;
        statements.extend(exact.statements(&trace, results.units())?);
        let located = exact.event_rows(&trace);
        events = if located.is_empty() { events } else { located };
        agreement = format!("{agreement}; {} off the reference solution", scientific(exact.error(&trace)?));
        against = format!("reference solution; {against}");
    }
    Ok(Section {
        title: results.example.trim_start_matches("Modelica.Mechanics.").to_string(),
        against,
        about: case.about.to_string(),
        pictures: vec![(String::new(), picture::draw(&results, &trace)?)],
        tables: table(&results, &trace),
        agreement,
        statements,
        events,
        remark: case.remark.to_string(),
        ..Section::default()
    })
}

fn table(results: &Results, trace: &Trace) -> Vec<Table> {
    let mut table =
        Table::new("Differences from Dymola", &["Modelica’s variable", "Largest value", "Largest difference"]);
    table.rows = results
        .signals
        .iter()
        .map(|signal| {
            let with_unit = |value: f64| format!("{} {}", scientific(value), signal.unit);
            let off = results.deviation(signal, trace);
            vec![signal.modelica.clone(), with_unit(signal.largest), with_unit(off)]
        })
        .collect();
    vec![table]
}

/// All events have their counterpart, at times that are known to a limit.
fn same_events(who: &str, rows: &[EventRow], limit: f64) -> Statement {
    let single = rows.iter().filter(|row| row.reference.is_none() != row.located.is_none()).count();
    let largest = rows.iter().filter_map(|row| Some((row.located? - row.reference?).abs())).fold(0.0, f64::max);
    let says = format!("the same events of contacts as {who}, {} of them", rows.len());
    let statement = Statement::reference(says).below(largest, limit, "s");
    if single == 0 { statement } else { statement.is(false, format!("{single} events have no counterpart")) }
}
