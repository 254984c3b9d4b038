//! Errors and CPU times of the FMUs and of SUNDIALS CVODE: `benches/cvode/results.json`, which `benches/cvode/run.sh` writes.

use crate::pages::page;
use serde::Deserialize;

#[derive(Deserialize)]
struct Results {
    points: Vec<Point>,
}

#[derive(Clone, Deserialize)]
struct Point {
    problem: String,
    method: String,
    setting: String,
    error: f64,
    cost: f64,
}

const FMU: &str = "FMU, events located";

/// How CVODE is used, and the FMU with it.
#[derive(Clone, Copy, PartialEq)]
enum Use {
    /// As a slave of a master, with steps of 1 ms.
    Slave,
    /// With all inputs known beforehand, read every millisecond.
    Read1Ms,
    /// The same, read every 100 ms where that was measured.
    Read100Ms,
}

impl Use {
    const ALL: [Self; 3] = [Self::Slave, Self::Read1Ms, Self::Read100Ms];

    fn label(self) -> &'static str {
        match self {
            Self::Slave => "as a slave, 1 ms",
            Self::Read1Ms => "alone, read every 1 ms",
            Self::Read100Ms => "alone, read every 100 ms",
        }
    }

    /// Whether a point is one of CVODE used like this.
    fn has(self, point: &Point) -> bool {
        let method = point.method.as_str();
        let (is_slave, is_read_seldom) = (method.ends_with("slave"), method.contains("read every 100 ms"));
        method.starts_with("CVODE")
            && match self {
                Self::Slave => is_slave,
                Self::Read1Ms => !is_slave && !is_read_seldom,
                Self::Read100Ms => !is_slave,
            }
    }

    fn is_of_fmu(self, point: &Point) -> bool {
        let setting = point.setting.as_str();
        point.method == FMU
            && match self {
                Self::Slave | Self::Read1Ms => setting == "1 ms",
                Self::Read100Ms => setting.starts_with("100 ms"),
            }
    }
}

struct Problem {
    id: &'static str,
    label: &'static str,
    /// Below this error the truth tells no two solutions apart: digits that are printed.
    resolution: f64,
}

const PROBLEMS: [Problem; 5] = [
    Problem { id: "stick-slip", label: "stick-slip mass, m", resolution: 0.0 },
    Problem { id: "p3", label: "P3, load switching with end stops, rad", resolution: 0.0 },
    Problem { id: "fig16", label: "servo, Fig 16, deg", resolution: 6e-11 },
    Problem { id: "coupled_clutches", label: "CoupledClutches, 4 bodies, rad", resolution: 1e-11 },
    Problem { id: "flap_line", label: "flap line, 5 bodies, 6 contacts, rad", resolution: 1e-11 },
];

/// What a problem costs in one use.
struct Comparison {
    fmu: Point,
    /// CVODE at the error of the FMU, or where it does not come to it the cheapest within three times its own best; and at two tolerances.
    equal: Point,
    at_1e_6: Point,
    at_1e_4: Point,
    /// Table 1 with steps of 1 µs, where it applies.
    table_1: Option<Point>,
}

impl Comparison {
    fn of(points: &[Point], problem: &Problem, used: Use) -> Self {
        let points: Vec<&Point> = points.iter().filter(|point| point.problem == problem.id).collect();
        let cheapest = |passes: &dyn Fn(&Point) -> bool| {
            let passing = points.iter().filter(|point| passes(point));
            passing.min_by(|a, b| a.cost.total_cmp(&b.cost)).map(|point| (**point).clone())
        };
        let fmu = cheapest(&|point| used.is_of_fmu(point)).unwrap();
        let best = points.iter().filter(|point| used.has(point)).map(|point| point.error).fold(f64::INFINITY, f64::min);
        let reached = fmu.error.max(problem.resolution);
        let reached = if best <= reached { reached } else { 3.0 * best };
        let at = |tolerance: &str| cheapest(&|point| used.has(point) && point.setting == tolerance).unwrap();
        Self {
            equal: cheapest(&|point| used.has(point) && point.error <= reached).unwrap(),
            at_1e_6: at("1e-6"),
            at_1e_4: at("1e-4"),
            table_1: cheapest(&|point| point.method == "Table 1" && point.setting == "1e-6 s"),
            fmu,
        }
    }

    fn ratio(&self, other: &Point) -> f64 {
        other.cost / self.fmu.cost
    }

    /// Method and error of CVODE, and how many times the FMU's CPU time it takes.
    fn cell(&self, other: &Point, tolerance: &str) -> String {
        let method = if other.method.contains("Adams") { "Adams" } else { "BDF" };
        format!("{}x: {method}{tolerance}, {:.0e}", two_digits(self.ratio(other)), other.error)
    }

    fn row(&self, problem: &Problem, used: Use) -> String {
        // It was measured at every millisecond only, and has no slave.
        let table_1 = self.table_1.as_ref().filter(|_| used == Use::Read1Ms);
        let table_1 = table_1.map_or(String::new(), |it| format!("{}x: {:.0e}", two_digits(self.ratio(it)), it.error));
        format!(
            "| {} | {} | {:.0e} | {} | {} | {} | {} | {table_1} |\n",
            problem.label,
            used.label(),
            self.fmu.error,
            two_digits(self.fmu.cost),
            self.cell(&self.equal, &format!(" {}", self.equal.setting)),
            self.cell(&self.at_1e_6, ""),
            self.cell(&self.at_1e_4, "")
        )
    }
}

fn two_digits(value: f64) -> String {
    match value {
        ..1.0 => format!("{value:.2}"),
        ..10.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

fn points() -> Vec<Point> {
    serde_json::from_str::<Results>(include_str!("../../../benches/cvode/results.json")).unwrap().points
}

fn comparisons() -> Vec<(&'static Problem, Use, Comparison)> {
    let points = points();
    let of = |problem| Use::ALL.map(|used| (problem, used, Comparison::of(&points, problem, used)));
    PROBLEMS.iter().flat_map(of).collect()
}

/// The least and the largest of something.
fn range(values: impl Iterator<Item = f64>) -> [f64; 2] {
    values.fold([f64::INFINITY, 0.0], |[least, most], value| [least.min(value), most.max(value)])
}

fn times(which: fn(&Comparison) -> &Point) -> String {
    let [least, most] = range(comparisons().iter().map(|(_, _, compared)| compared.ratio(which(compared))));
    format!("{} to {}", two_digits(least), two_digits(most))
}

fn errors(which: fn(&Comparison) -> &Point) -> [f64; 2] {
    range(comparisons().iter().map(|(_, _, compared)| which(compared).error))
}

fn table() -> String {
    let rows = comparisons().iter().map(|(problem, used, compared)| compared.row(problem, *used)).collect::<String>();
    let [least, most] = errors(|compared| &compared.at_1e_4);
    format!(
        "| problem | used | error | µs | CVODE at that error | CVODE at 1e-6 | CVODE at 1e-4 | Table 1, 1 µs |\n\
         | --- | --- | ---: | ---: | --- | --- | --- | --- |\n{rows}\n\
         So CVODE takes {} times the CPU time of the FMU at its error, {} times at 1e-6, and {} times at 1e-4, where it is\n\
         off by {least:.0e} to {most:.0e}.\n",
        times(|compared| &compared.equal),
        times(|compared| &compared.at_1e_6),
        times(|compared| &compared.at_1e_4),
    )
}

/// For the README.
pub fn sentence() -> String {
    let ([_, own], [least, most]) = (errors(|compared| &compared.fmu), errors(|compared| &compared.at_1e_6));
    format!(
        "On five problems SUNDIALS CVODE with root finding takes {} times the CPU time of the FMU at a tolerance of 1e-6, where it is\n\
         off by {least:.0e} to {most:.0e}, and {} times at the FMU's own error. So what CVODE takes for 1e-6 buys {own:.0e} or better\n\
         here (m, rad or deg).",
        times(|compared| &compared.at_1e_6),
        times(|compared| &compared.equal),
    )
}

#[test]
fn the_comparison_with_cvode_is_the_one_that_was_measured() {
    page::has_part("docs/performance.md", "cvode", &table());
}

/// The point of a drivetrain.
fn point(points: &[Point], problem: &str, method: &str, setting: &str) -> Point {
    let is = |point: &&Point| (&*point.problem, &*point.method, &*point.setting) == (problem, method, setting);
    points.iter().find(is).unwrap().clone()
}

#[test]
fn the_comparison_of_drivetrains_with_cvode_is_the_one_that_was_measured() {
    const METHODS: [&str; 4] = ["CVODE Adams", "CVODE BDF", "CVODE Adams, slave", "CVODE BDF, slave"];
    const STEPS: [&str; 3] = ["1 ms", "10 ms", "100 ms"];
    let points = points();
    for (problem, label) in [("coupled_clutches", "CoupledClutches"), ("flap_line", "flap line")] {
        let own = STEPS.map(|step| point(&points, problem, FMU, step).cost);
        let others = METHODS.map(|method| point(&points, problem, method, "1e-14").cost);
        let cells = own.iter().map(|cost| format!("{cost:.0}"));
        let others_cells = others.iter().map(|cost| format!("{cost:.0} ({}x)", two_digits(cost / own[0])));
        let cells: Vec<String> = cells.chain(others_cells).collect();
        page::has("docs/drivetrains.md", &format!("| {label} | {} |", cells.join(" | ")));
        let ratios = others[..2].iter().flat_map(|cost| own.map(|own| two_digits(cost / own)));
        page::has("docs/drivetrains.md", &format!("| {label} | {} |", ratios.collect::<Vec<_>>().join(" | ")));
    }
}
