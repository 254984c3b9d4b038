//! Error against CPU time: what `benches/cvode` measured in one run.

use super::Error;
use super::lab::Lab;
use super::section::{Section, Statement, Table, scientific};
use fmu_plot::{self as plot, Key, Mark, Sheet, Stroke};
use serde::Deserialize;
use std::path::PathBuf;

const FILE: &str = "benches/cvode/results.json";
const RESULTS: &str = include_str!("../../../../benches/cvode/results.json");

/// Name of the FMU's own method in the file.
const LOCATED: &str = "FMU, events located";

#[derive(Deserialize)]
struct Results {
    provenance: Provenance,
    points: Vec<Point>,
}

#[derive(Deserialize)]
struct Provenance {
    command: String,
    processor: String,
    sundials: String,
    note: String,
}

#[derive(Clone, Deserialize)]
struct Point {
    problem: String,
    title: String,
    method: String,
    setting: String,
    error: f64,
    unit: String,
    cost: f64,
}

/// The measurements; the FMU is not run again, because timings on another machine do not compare.
pub(super) fn section(_: &Lab) -> Result<Section, Error> {
    let failure =
        |problem: serde_json::Error| Error::Reference { path: PathBuf::from(FILE), problem: problem.to_string() };
    let results: Results = serde_json::from_str(RESULTS).map_err(failure)?;
    let Provenance { command, processor, sundials, note } = &results.provenance;
    let problems = problems(&results.points);
    Ok(Section {
        title: "Work and precision".to_string(),
        against: format!("SUNDIALS {sundials} CVODE with root finding, Table 1"),
        about: format!(
            "{note} Measured on {processor}; repeat it with {command}. Each point is a tolerance or a step."
        ),
        pictures: vec![(String::new(), sheet(&problems)?)],
        tables: problems.iter().map(|points| table(points)).collect(),
        agreement: agreement(&problems),
        statements: problems.iter().flat_map(|points| statements(points)).collect(),
        remark:
            "CPU time holds for that machine and what else ran on it; ratios of one run say more than microseconds."
                .to_string(),
        ..Section::default()
    })
}

/// The points of each problem, in the order of the file.
fn problems(points: &[Point]) -> Vec<Vec<Point>> {
    let mut problems: Vec<Vec<Point>> = Vec::new();
    for point in points {
        match problems.last_mut().filter(|last| last[0].problem == point.problem) {
            Some(last) => last.push(point.clone()),
            None => problems.push(vec![point.clone()]),
        }
    }
    problems
}

fn methods(points: &[Point]) -> Vec<&str> {
    let mut methods: Vec<&str> = points.iter().map(|point| point.method.as_str()).collect();
    methods.dedup();
    methods
}

fn located(points: &[Point]) -> Option<&Point> {
    points.iter().find(|point| point.method == LOCATED)
}

/// How many times the FMU's CPU time the cheapest point takes that a filter lets pass.
fn ratio(points: &[Point], passes: impl Fn(&Point) -> bool) -> Option<f64> {
    let own = located(points)?.cost;
    let others = points.iter().filter(|point| point.method != LOCATED && passes(point));
    others.map(|point| point.cost / own).reduce(f64::min)
}

fn statements(points: &[Point]) -> Vec<Statement> {
    let Some(own) = located(points) else { return Vec::new() };
    let title = &points[0].title;
    let best =
        points.iter().filter(|point| point.method != LOCATED).map(|point| point.error).fold(f64::INFINITY, f64::min);
    let slave = ratio(points, |point| point.method.ends_with("slave") && point.error <= 1e-8).unwrap_or(f64::NAN);
    let equal = ratio(points, |point| point.error <= own.error);
    let mut statements = vec![
        // The reference of Fig 16 is printed with nine digits: what is below 6e-11 deg is equal.
        Statement::requirement(format!(
            "{title}: the FMU is at least as accurate as all others, up to what the truth resolves"
        ))
        .is(
            own.error <= best.max(6e-11),
            format!("{} {}; best of the others {}", scientific(own.error), own.unit, scientific(best)),
        ),
        Statement::requirement(format!("{title}: all others need more CPU time for the error of the FMU")).is(
            equal.is_none_or(|ratio| ratio > 1.0),
            equal.map_or("none reaches it".to_string(), |ratio| format!("{} times", scientific(ratio))),
        ),
        Statement::requirement(format!(
            "{title}: as a co-simulation slave CVODE needs more CPU time for an error below 1e-8"
        ))
        .is(slave > 1.0, format!("{} times", scientific(slave))),
    ];
    // Table 1 is for one body.
    let finest = ratio(points, |point| point.method == "Table 1" && point.setting == "1e-6 s");
    statements.extend(finest.map(|finest| {
        Statement::requirement(format!("{title}: Table 1 with steps of 1 µs needs more CPU time, for less accuracy"))
            .is(finest > 10.0, format!("{} times", scientific(finest)))
    }));
    statements
}

fn agreement(problems: &[Vec<Point>]) -> String {
    let errors: Vec<f64> = problems.iter().filter_map(|points| Some(located(points)?.error)).collect();
    errors.iter().map(|error| scientific(*error)).collect::<Vec<_>>().join(", ")
}

fn table(points: &[Point]) -> Table {
    let columns = ["Method", "Tolerance or step", "Largest error", "CPU µs per simulated s", "Times the FMU"];
    let mut table =
        Table::new(&format!("{}: largest error of the position, {}", points[0].title, points[0].unit), &columns);
    let own = located(points).map_or(f64::NAN, |point| point.cost);
    table.rows = points
        .iter()
        .map(|point| {
            let Point { method, setting, error, cost, .. } = point;
            let relative = format!("{:.1}", cost / own);
            vec![method.clone(), setting.clone(), scientific(*error), format!("{cost:.0}"), relative]
        })
        .collect();
    table
}

fn stroke(method: &str, methods: &[&str]) -> Stroke {
    let colour = methods.iter().position(|known| *known == method).unwrap_or(0);
    Stroke { colour, is_dashed: method.ends_with("slave") }
}

/// Those of all problems, each once.
fn all_methods(problems: &[Vec<Point>]) -> Vec<&str> {
    let mut all: Vec<&str> = Vec::new();
    for method in problems.iter().flat_map(|points| methods(points)) {
        if !all.contains(&method) {
            all.push(method);
        }
    }
    all
}

/// A diagram for each problem, the first one wide.
fn sheet(problems: &[Vec<Point>]) -> Result<String, Error> {
    let methods = all_methods(problems);
    let legend = methods.iter().map(|method| Key { name: (*method).to_string(), stroke: stroke(method, &methods) });
    let charts = problems.iter().map(|points| chart(points, &methods)).collect();
    let sheet = Sheet { title: String::new(), subtitle: String::new(), legend: legend.collect(), charts };
    Ok(plot::sheet_to_svg(&sheet)?)
}

fn chart(points: &[Point], methods: &[&str]) -> plot::Chart {
    // Double precision does not resolve less; a logarithm knows no zero.
    let at = |point: &Point| (point.cost, point.error.max(1e-16));
    let trace = |method: &&str| {
        let of_method = points.iter().filter(|point| point.method == **method);
        plot::Trace { stroke: stroke(method, methods), points: of_method.map(at).collect(), is_thin: true }
    };
    let mark =
        |point: &Point, rings| Mark { stroke: stroke(&point.method, methods), at: at(point), rings, label: None };
    let mut marks: Vec<Mark> = points.iter().map(|point| mark(point, 0)).collect();
    // A second ring: this is the point to look at.
    marks.extend(located(points).map(|point| mark(point, 1)));
    plot::Chart {
        heading: format!("{}: error, {}", points[0].title, points[0].unit),
        axis: "CPU time per simulated second, µs".to_string(),
        is_logarithmic: true,
        is_logarithmic_up: true,
        traces: methods.iter().map(trace).collect(),
        marks,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(method: &str, setting: &str, error: f64, cost: f64) -> Point {
        let text = |text: &str| text.to_string();
        Point {
            problem: text("p"),
            title: text("P"),
            method: text(method),
            setting: text(setting),
            error,
            unit: text("m"),
            cost,
        }
    }

    #[test]
    fn a_ratio_is_that_of_the_cheapest_point_that_passes() {
        let points = [point(LOCATED, "", 1e-14, 10.0), point("B", "1", 1e-3, 20.0), point("B", "2", 1e-9, 90.0)];
        assert_eq!(ratio(&points, |point| point.error < 1e-8), Some(9.0));
        assert_eq!(ratio(&points, |point| point.error < 1e-12), None);
    }

    #[test]
    fn the_committed_results_have_all_problems_and_methods() {
        let results: Results = serde_json::from_str(RESULTS).unwrap();
        let problems = problems(&results.points);
        assert_eq!(
            problems.iter().map(|points| points[0].problem.as_str()).collect::<Vec<_>>(),
            ["stick-slip", "p3", "fig16", "coupled_clutches", "flap_line"]
        );
        assert_eq!(problems.iter().map(|points| methods(points).len()).collect::<Vec<_>>(), [7, 7, 7, 7, 7]);
        // Those of one body, and two of drivetrains only.
        assert_eq!(all_methods(&problems).len(), 9);
        for points in &problems {
            assert!(points.iter().all(|point| point.error.is_finite() && point.cost > 0.0));
        }
    }
}
