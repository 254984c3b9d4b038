//! Two FMUs at one spring: what the test `coupled` measured in both versions of FMI.

use super::section::{Section, Statement, Table, fixed, scientific};
use super::{Case, Chapter, Error};
use fmu_plot::{self as plot, Key, Mark, Sheet, Stroke};
use serde::Deserialize;
use std::path::PathBuf;

const FILE: &str = "tests/fmi3/coupled/results.json";
const RESULTS: &str = include_str!("../../../../tests/fmi3/coupled/results.json");

/// Double precision resolves no less [rad or s]; a logarithm knows no zero.
const ROUNDING: f64 = 1e-16;

/// The chapter.
pub(super) fn chapter() -> Chapter {
    Chapter {
        title: "Two FMUs at one spring",
        introduction: include_str!("../assets/coupled.html"),
        cases: vec![Case::new("coupled", |_| section())],
    }
}

/// What the FMUs are told of the spring's torque during a step.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum Coupling {
    Held,
    Extrapolated,
    Iterated,
}

#[derive(Deserialize)]
struct Series {
    version: String,
    coupling: Coupling,
    order_at_end: f64,
    order: f64,
    order_of_instants: f64,
    findings: Vec<Finding>,
}

#[derive(Deserialize)]
struct Finding {
    step: f64,
    end: f64,
    largest: f64,
    instants: f64,
    calls: f64,
}

impl Coupling {
    fn name(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Extrapolated => "tangent",
            Self::Iterated => "repeated steps",
        }
    }

    fn colour(self) -> usize {
        match self {
            Self::Held => 0,
            Self::Extrapolated => 1,
            Self::Iterated => 2,
        }
    }

    /// Expected order, and how far a fit may be from it, in FMI 2.0 and with event mode.
    fn orders(self) -> [(f64, f64); 2] {
        match self {
            Self::Held => [(1.0, 0.25); 2],
            Self::Extrapolated => [(2.0, 0.2), (2.0, 0.1)],
            Self::Iterated => [(2.0, 0.4), (4.0, 0.2)],
        }
    }
}

impl Series {
    fn has_event_mode(&self) -> bool {
        self.version.contains("event mode")
    }

    fn name(&self) -> String {
        format!("{}, {}", self.version, self.coupling.name())
    }

    fn stroke(&self) -> Stroke {
        Stroke { colour: self.coupling.colour(), is_dashed: !self.has_event_mode() }
    }

    fn statement(&self) -> Statement {
        let (expected, tolerance) = self.coupling.orders()[usize::from(self.has_event_mode())];
        let says = format!("{}: order {expected} of the position", self.name());
        Statement::requirement(says).close(self.order, expected, tolerance, "(order)")
    }
}

fn read() -> Result<Vec<Series>, Error> {
    let failure =
        |problem: serde_json::Error| Error::Reference { path: PathBuf::from(FILE), problem: problem.to_string() };
    serde_json::from_str(RESULTS).map_err(failure)
}

/// The measurements; the FMUs are not run again, because a run of one FMU has no master of two.
fn section() -> Result<Section, Error> {
    let all = read()?;
    Ok(Section {
        title: "Order of the coupling".to_string(),
        against: "the same as one drivetrain".to_string(),
        about: "Inertias of 0.05 and 0.08 kg·m² at a spring of 200 N·m/rad swing against each other at 13 Hz; both stick, \
                break away, stop and break away again in 1.2 s. During a step the torque is held, or follows its tangent, or \
                steps are repeated from a saved state until the torque at their end is what was assumed. A body that moves then \
                gets the straight line with the two integrals of the cubic through value and slope at both ends, and a body \
                that sticks the straight line between its ends."
            .to_string(),
        pictures: vec![(String::new(), sheet(&all)?)],
        tables: vec![
            orders(&all),
            errors("Largest error of the positions, rad", &all, |finding| finding.largest),
            errors("Largest error of the instants of events, s", &all, |finding| finding.instants),
        ],
        agreement: all.last().map_or_else(String::new, |series| format!("order {}", fixed(series.order, 2))),
        statements: all.iter().map(Series::statement).chain(gains(&all)).collect(),
        remark: "A breakaway makes the acceleration jump. A tangent leaves out the second derivative of the torque anyway, so \
                 that its order does not suffer, with or without event mode; event mode makes the error fall evenly. \
                 Repeated steps are of order 4 between events, which event mode keeps; straight lines from end to end of \
                 the steps would be of order 2. Without event mode a body breaks away where a straight line over the \
                 whole step meets the breakaway level, which is of order 2, and so is then the rest of the motion."
            .to_string(),
        ..Section::default()
    })
}

/// What event mode gains for one coupling, at every step.
fn gains(all: &[Series]) -> Option<Statement> {
    let of = |event_mode| {
        let fits = |one: &&Series| one.coupling == Coupling::Iterated && one.has_event_mode() == event_mode;
        all.iter().find(fits).map(|one| &one.findings)
    };
    let ratios = of(false)?.iter().zip(of(true)?).map(|(without, with)| without.largest / with.largest);
    let least = ratios.fold(f64::INFINITY, f64::min);
    let says = "repeated steps: with event mode the error is at least 50 times smaller, with every step";
    Some(Statement::requirement(says).is(least >= 50.0, format!("at least {} times", scientific(least))))
}

fn orders(all: &[Series]) -> Table {
    let columns = [
        "Coupling",
        "Order: largest error",
        "Order: error at the end",
        "Order: instants",
        "Error at the end, longest step",
        "Calls of DoStep",
    ];
    let mut table = Table::new("Orders by least squares over all steps", &columns);
    table.rows = all
        .iter()
        .filter_map(|one| {
            let longest = one.findings.first()?;
            let [order, at_end, instants] =
                [one.order, one.order_at_end, one.order_of_instants].map(|order| fixed(order, 2));
            let error = format!("{} rad", scientific(longest.end));
            Some(vec![one.name(), order, at_end, instants, error, format!("{:.0}", longest.calls)])
        })
        .collect();
    table
}

/// An error for each step and coupling.
fn errors(caption: &str, all: &[Series], error: impl Fn(&Finding) -> f64) -> Table {
    let names: Vec<String> = all.iter().map(Series::name).collect();
    let columns: Vec<&str> = std::iter::once("Step, ms").chain(names.iter().map(String::as_str)).collect();
    let mut table = Table::new(caption, &columns);
    let steps = all.first().map_or(&[][..], |one| &one.findings);
    table.rows = steps
        .iter()
        .enumerate()
        .map(|(index, finding)| {
            let errors = all.iter().filter_map(|one| one.findings.get(index)).map(|finding| scientific(error(finding)));
            std::iter::once((1e3 * finding.step).to_string()).chain(errors).collect()
        })
        .collect();
    table
}

fn sheet(all: &[Series]) -> Result<String, Error> {
    let legend = all.iter().map(|one| Key { name: one.name(), stroke: one.stroke() }).collect();
    let charts = vec![
        chart("Largest error of the positions, rad", "step, s", all, |finding| (finding.step, finding.largest)),
        chart("Error of the instants of events, s", "step, s", all, |finding| (finding.step, finding.instants)),
        chart("Largest error of the positions, rad", "calls of DoStep", all, |finding| {
            (finding.calls, finding.largest)
        }),
    ];
    Ok(plot::sheet_to_svg(&Sheet { title: String::new(), subtitle: String::new(), legend, charts })?)
}

fn chart(heading: &str, axis: &str, all: &[Series], at: impl Fn(&Finding) -> (f64, f64)) -> plot::Chart {
    let points = |one: &Series| -> Vec<(f64, f64)> {
        one.findings.iter().map(&at).map(|(x, error)| (x, error.max(ROUNDING))).collect()
    };
    let mark = |one: &Series, at| Mark { stroke: one.stroke(), at, rings: 0, label: None };
    let trace = |one: &Series| plot::Trace { stroke: one.stroke(), points: points(one), is_thin: true };
    plot::Chart {
        heading: heading.to_string(),
        axis: axis.to_string(),
        is_logarithmic: true,
        is_logarithmic_up: true,
        traces: all.iter().map(trace).collect(),
        marks: all.iter().flat_map(|one| points(one).into_iter().map(|at| mark(one, at))).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    #[test]
    fn the_recorded_results_have_both_versions_of_three_couplings_with_seven_steps() {
        let all = read().unwrap();
        let colours: Vec<(usize, bool)> = all.iter().map(|one| (one.coupling.colour(), one.has_event_mode())).collect();
        assert_eq!(colours, [(0, false), (0, true), (1, false), (1, true), (2, false), (2, true)]);
        assert!(all.iter().all(|one| one.findings.len() == 7));
    }

    #[test]
    fn repeated_steps_that_lose_their_order_fail() {
        let mut all = read().unwrap();
        assert_eq!(section().unwrap().verdict(), Verdict::Holds);
        all[5].order = 2.0;
        assert_eq!(all[5].statement().verdict, Verdict::Fails);
        all[5].findings[3].largest = all[4].findings[3].largest;
        assert_eq!(gains(&all).unwrap().verdict, Verdict::Fails);
    }
}
