//! Reference solutions of the declared models. None of them was computed by these models: `tests/reference` says how each was.

use super::{Reference, Series};
use fmu_output::number;
use fmu_simulation::input::Row;
use fmu_simulation::scenario::{Scenario, Signal};
use model_description::references::Deviation;

/// Rows of results that an FMU is given of each, at most: a plot shows no more.
const ROWS: usize = 250;

/// A column of a file of reference data.
struct Column {
    name: &'static str,
    /// Unit of the FMU per unit of the file.
    factor: f64,
    /// Variable of the FMU.
    variable: &'static str,
    /// What is known of it, in the unit of the FMU.
    deviation: f64,
}

const fn column(name: &'static str, factor: f64, variable: &'static str, deviation: f64) -> Column {
    Column { name, factor, variable, deviation }
}

const DEGREE: f64 = std::f64::consts::PI / 180.0;

/// Positions are printed to 1e-8 deg; velocity and spool are known to 1e-9 s, times their steepest slopes of 53 rad/s2 and 0.15 m/s.
const SERVO: [Column; 3] = [
    column("xj_deg", DEGREE, "position", 1e-8 * DEGREE),
    column("dxj_deg_s", DEGREE, "velocity", 5.3e-8),
    column("xs_mm", 1e-3, "spool_position", 1.5e-10),
];
/// What rounding leaves over a thousand steps; the velocity grows at up to 300 rad/s2, and its instants are known to 1e-11 s.
const TRANSMISSION: [Column; 2] = [column("x", 1.0, "position", 1e-12), column("v", 1.0, "velocity", 3e-9)];
/// Ten times what the model reaches at its own tolerance of 1e-9.
const LUGRE: [Column; 3] = [
    column("x", 1.0, "position", 3e-10),
    column("v", 1.0, "velocity", 3e-9),
    column("z", 1.0, "bristle_deflection", 1e-11),
];

const CONVERGED: &str = "converged solution with located events, checked by a second solver to 1e-9 s";
const ANALYTIC: &str = "solution in closed form between events, evaluated with 40 digits";
const STIFF: &str = "solution of a stiff solver at tight tolerances";

/// The reference solutions of a declared model, the one for a quick look first.
pub fn published(model: &str) -> Vec<Reference> {
    match model {
        "ServoActuator" => vec![
            reference("fig06", CONVERGED, include_str!("../../../../../tests/reference/servo/fig06.csv"), &SERVO),
            reference("fig16", CONVERGED, include_str!("../../../../../tests/reference/servo/fig16.csv"), &SERVO),
        ],
        "MotionTransmission" => vec![
            reference(
                "p3_rev",
                ANALYTIC,
                include_str!("../../../../../tests/reference/transmission/P3_rev.csv"),
                &TRANSMISSION,
            ),
            reference(
                "p4",
                ANALYTIC,
                include_str!("../../../../../tests/reference/transmission/P4_rev_C0.4_v6.csv"),
                &TRANSMISSION,
            ),
        ],
        "HydraulicActuator" => {
            vec![of(&lugre(), STIFF, include_str!("../../../../../tests/reference/lugre/A10.csv"), &LUGRE)]
        }
        _ => Vec::new(),
    }
}

/// The actuator of Yadav & Agnihotri, Table 1, under a pressure step of 10 N.
fn lugre() -> Scenario {
    Scenario {
        name: "lugre_10",
        title: "Response to a pressure step of 10 N with LuGre friction",
        model: "HydraulicActuator",
        parameters: vec![("pressure_step.force_amplitude", 10.0)],
        inputs: Vec::<(&str, Signal)>::new(),
        step_size: 1e-3,
        stop_time: 10.0,
    }
}

fn reference(scenario: &str, origin: &str, table: &str, columns: &[Column]) -> Reference {
    let scenario = Scenario::find(scenario).expect("the scenarios of the references are published");
    of(&scenario, origin, table, columns)
}

fn of(scenario: &Scenario, origin: &str, table: &str, columns: &[Column]) -> Reference {
    let stimuli = Series {
        names: scenario.input_names(),
        rows: scenario.rows().into_iter().map(|(time, values)| Row { time, values }).collect(),
    };
    let deviation = |column: &Column| Deviation { variable: column.variable.to_owned(), absolute: column.deviation };
    Reference {
        name: scenario.name.to_owned(),
        title: format!("{}; {origin}", scenario.title),
        is_independent: true,
        parameters: scenario.parameters.iter().map(|(name, value)| ((*name).to_owned(), number(*value))).collect(),
        start: 0.0,
        stop: scenario.stop_time,
        step: scenario.step_size,
        tolerance: None,
        stimuli: Some(stimuli).filter(|stimuli| !stimuli.names.is_empty()),
        results: Some(results(table, columns)),
        deviations: columns.iter().map(deviation).collect(),
    }
}

/// Some of the rows of a file of reference data, in the units of the FMU; the first column is the time.
fn results(table: &str, columns: &[Column]) -> Series {
    let mut lines = table.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let places = columns.iter().map(|column| {
        let place = header.iter().position(|name| *name == column.name);
        (place.expect("reference data have the columns that are named for them"), column.factor)
    });
    let places: Vec<(usize, f64)> = places.collect();
    let lines: Vec<&str> = lines.collect();
    let row = |line: &&str| {
        let cells: Vec<f64> = line.split(',').map(|cell| cell.parse().unwrap_or(f64::NAN)).collect();
        Row { time: cells[0], values: places.iter().map(|(place, factor)| cells[*place] * factor).collect() }
    };
    Series {
        names: columns.iter().map(|column| column.variable.to_owned()).collect(),
        rows: lines.iter().step_by(lines.len().div_ceil(ROWS)).map(row).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_declared_model_has_a_reference_of_finite_numbers() {
        for model in ["ServoActuator", "MotionTransmission", "HydraulicActuator"] {
            let all = published(model);
            assert!(!all.is_empty(), "{model}");
            for reference in all {
                let results = reference.results.as_ref().unwrap();
                assert!((100..=ROWS).contains(&results.rows.len()), "{}: {}", reference.name, results.rows.len());
                assert!(
                    results.rows.iter().all(|row| row.time.is_finite() && row.values.iter().all(|v| v.is_finite()))
                );
                assert!(reference.accepted(&results.names[0]) < 1e-9);
            }
        }
        assert!(published("Mine").is_empty());
    }

    #[test]
    fn figure_6_ends_where_the_reference_ends_in_radians() {
        let results = published("ServoActuator").remove(0).results.unwrap();
        let last = results.column("position").last().unwrap();
        assert!((last - 1.5 * DEGREE).abs() < 0.01, "{last}");
    }
}
