//! Several runs over each other: a panel per variable, a line per run.

use super::{Error, Figure, Lane, Line, Panel, Role};
use fmu_import::interface::Variable;

/// One run.
pub struct Case {
    /// What it is called in the legend.
    pub label: String,
    /// Values of each variable.
    pub columns: Vec<Vec<f64>>,
    /// The friction regime, if there is one.
    pub regime: Option<Vec<f64>>,
    /// What regime 0 is called under the friction law of this run.
    pub rest_name: &'static str,
}

/// A figure of runs with the same times.
pub fn overlay(
    (title, subtitle): (&str, &str),
    time: &[f64],
    variables: &[&Variable],
    cases: &[Case],
) -> Result<Figure, Error> {
    if variables.is_empty() || time.is_empty() {
        return Err(Error::Nothing);
    }
    let rows = rows_that_are_seen(time.len());
    let shown = |variable: &Variable, column: &[f64]| rows.iter().map(|row| variable.shown(column[*row])).collect();
    let names = names(cases);
    let line = |place: usize, variable: &Variable, (case, name): (&Case, &String)| {
        let values = shown(variable, &case.columns[place]);
        Line { name: name.clone(), values, role: Role::Result }
    };
    let panel = |(place, variable): (usize, &&Variable)| Panel {
        quantity: super::layout::spoken(&variable.name),
        unit: variable.shown_unit().to_string(),
        lines: cases.iter().zip(&names).map(|case| line(place, variable, case)).collect(),
        left_out: 0,
    };
    let lane = |case: &Case| {
        let regime = case.regime.as_ref()?;
        Some(Lane { name: case.label.clone(), rest_name: case.rest_name, bands: Figure::rest_bands(time, regime) })
    };
    Ok(Figure {
        title: title.to_string(),
        subtitle: subtitle.to_string(),
        axis: "time, s".to_string(),
        time: rows.iter().map(|row| time[*row]).collect(),
        panels: variables.iter().enumerate().map(panel).collect(),
        rest: Vec::new(),
        rest_name: "",
        lanes: cases.iter().filter_map(lane).collect(),
        lanes_name: "Body",
    })
}

/// What the cases are called in the legend: one that lies below another is told, because it is not seen.
fn names(cases: &[Case]) -> Vec<String> {
    let name = |(place, case): (usize, &Case)| {
        let same = cases[..place].iter().find(|other| other.columns == case.columns);
        same.map_or_else(|| case.label.clone(), |other| format!("{} (same as {})", case.label, other.label))
    };
    cases.iter().enumerate().map(name).collect()
}

/// More points than this on a line are not told apart.
const MOST_POINTS: usize = 4000;

/// Evenly spread rows, the last one included.
fn rows_that_are_seen(count: usize) -> Vec<usize> {
    let stride = count.div_ceil(MOST_POINTS);
    let mut rows: Vec<usize> = (0..count).step_by(stride).collect();
    if rows.last() != Some(&(count - 1)) {
        rows.push(count - 1);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_below_an_identical_one_is_told_in_the_legend() {
        let case = |label: &str, value: f64| Case {
            label: label.into(),
            columns: vec![vec![value]],
            regime: None,
            rest_name: "",
        };
        let cases = [case("cold", 1.0), case("warm", 2.0), case("hot", 1.0), case("hotter", 1.0)];
        assert_eq!(names(&cases), ["cold", "warm", "hot (same as cold)", "hotter (same as cold)"]);
    }
}
