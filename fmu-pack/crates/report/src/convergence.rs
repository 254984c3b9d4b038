//! The published algorithm with ever shorter steps: its order, towards the located solution.

use super::lab::{Lab, Trace};
use super::matching::side_by_side;
use super::picture::{DEGREES, deviation};
use super::section::{Section, Statement, Table, scientific};
use super::{Case, Chapter, Error, work_precision};
use fmu_plot::{self as plot, Key, Sheet, Stroke};
use fmu_simulation::scenario::Scenario;

/// The chapter.
pub(super) fn chapter() -> Chapter {
    Chapter {
        title: "The published algorithm (Table 1), and what accuracy costs",
        introduction: include_str!("../assets/convergence.html"),
        cases: vec![Case::new("table-1-order", section), Case::new("work-precision", work_precision::section)],
    }
}

/// Fixed steps, in s. The error depends on where in a step an event falls, so that only the trend counts.
const STEPS: [f64; 5] = [1e-4, 3.2e-5, 1e-5, 3.2e-6, 1e-6];

/// Errors of Table 1 on one manoeuvre.
struct Series {
    title: &'static str,
    /// Of event times, in s.
    times: Vec<f64>,
    /// Of the position: in deg for the servomechanism, in rad for the transmission.
    positions: Vec<f64>,
}

impl Series {
    fn new(lab: &Lab, title: &'static str, name: &str, factor: f64) -> Result<Self, Error> {
        let scenario = Scenario::find(name).ok_or_else(|| Error::Model { name: name.to_string() })?;
        let located = lab.run(&scenario)?;
        let (mut times, mut positions) = (Vec::new(), Vec::new());
        for step in STEPS {
            let fixed = lab.run_with(&scenario, &[("solver.method", 2.0), ("solver.fixed_step_size", step)])?;
            times.push(time_error(&located, &fixed));
            positions.push(factor * deviation(fixed.column("position"), located.column("position")));
        }
        Ok(Self { title, times, positions })
    }

    /// Observed order from the coarsest to the finest step.
    fn order(errors: &[f64]) -> f64 {
        let decades = (STEPS[0] / STEPS[STEPS.len() - 1]).log10();
        (errors[0] / errors[errors.len() - 1]).log10() / decades
    }
}

/// Largest error of an event time; a reversal is reached by its stop.
fn time_error(located: &Trace, fixed: &Trace) -> f64 {
    let rows = side_by_side(&located.events, &[], &fixed.events);
    rows.iter().filter_map(|row| Some((row.table_1? - row.located?).abs())).fold(0.0, f64::max)
}

fn section(lab: &Lab) -> Result<Section, Error> {
    let series = [Series::new(lab, "Fig 6", "fig06", DEGREES)?, Series::new(lab, "P3", "p3_rev", 1.0)?];
    let mut statements = Vec::new();
    for one in &series {
        for (what, errors) in [("event times", &one.times), ("positions", &one.positions)] {
            let says = format!("first order on {}, {what}", one.title);
            statements.push(Statement::requirement(says).close(Series::order(errors), 1.0, 0.15, "(order)"));
        }
    }
    let [coarse, fine] = [series[0].times[0], series[0].times[4]];
    let says = "on Fig 6 event times are wrong by at most 1.1 ms with steps of 0.1 ms, 12 µs with 1 µs";
    statements.push(
        Statement::reference(says)
            .is(coarse <= 1.1e-3 && fine <= 1.2e-5, format!("{} s and {} s", scientific(coarse), scientific(fine))),
    );
    Ok(Section {
        title: "Order of Table 1".to_string(),
        against: "the event-located solution".to_string(),
        about:
            "solver.method fixed_step is the paper’s Table 1, mended: misprints corrected, everything else as printed."
                .to_string(),
        pictures: vec![(String::new(), chart(&series)?)],
        tables: vec![table(&series)],
        agreement: format!("order {}", super::section::fixed(Series::order(&series[0].times), 2)),
        statements,
        ..Section::default()
    })
}

fn table(series: &[Series]) -> Table {
    let columns = ["Step, s", "Fig 6: times, s", "Fig 6: position, deg", "P3: times, s", "P3: position, rad"];
    let mut table = Table::new("Largest errors of Table 1", &columns);
    for (index, step) in STEPS.iter().enumerate() {
        let errors = series.iter().flat_map(|one| [one.times[index], one.positions[index]]);
        table.rows.push(std::iter::once(*step).chain(errors).map(scientific).collect());
    }
    table
}

fn chart(series: &[Series]) -> Result<String, Error> {
    let mut legend = Vec::new();
    let mut traces = Vec::new();
    for (colour, one) in series.iter().enumerate() {
        let stroke = Stroke { colour, is_dashed: false };
        legend.push(Key { name: format!("{}, event times", one.title), stroke });
        let points = STEPS.iter().zip(&one.times).map(|(step, error)| (*step, *error)).collect();
        traces.push(plot::Trace { stroke, points, is_thin: false });
    }
    let first = Stroke { colour: 9, is_dashed: true };
    legend.push(Key { name: "first order".to_string(), stroke: first });
    let line = STEPS.iter().map(|step| (*step, 10.0 * step)).collect();
    traces.push(plot::Trace { stroke: first, points: line, is_thin: false });
    let chart = plot::Chart {
        heading: "Error of event times, s".to_string(),
        axis: "step, s".to_string(),
        is_logarithmic: true,
        is_logarithmic_up: true,
        traces,
        marks: Vec::new(),
    };
    Ok(plot::sheet_to_svg(&Sheet { title: String::new(), subtitle: String::new(), legend, charts: vec![chart] })?)
}
