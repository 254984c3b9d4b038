//! Several runs over each other: a panel per variable, a line per run.

use super::{Error, Figure, Lane, Line, Panel, Role};
use fmu_import::interface::Variable;

/// One run.
pub struct Case {
    /// What it is called in the legend.
    pub label: String,
    /// Times of its values, in ascending order: one that has ended before others has fewer.
    pub time: Vec<f64>,
    /// Values of each variable.
    pub columns: Vec<Vec<f64>>,
    /// The friction regime, if there is one.
    pub regime: Option<Vec<f64>>,
    /// What regime 0 is called under the friction law of this run.
    pub rest_name: &'static str,
}

/// A figure of runs over the times of all. Where a run has ended it has no line.
pub fn overlay((title, subtitle): (&str, &str), variables: &[&Variable], cases: &[Case]) -> Result<Figure, Error> {
    let time = times_of_all(cases.iter().map(|case| &*case.time));
    if variables.is_empty() || time.is_empty() {
        return Err(Error::Nothing);
    }
    let seen: Vec<f64> = rows_that_are_seen(time.len()).into_iter().map(|row| time[row]).collect();
    let names = names(cases);
    let line = |place: usize, variable: &Variable, (case, name): (&Case, &String)| {
        let value = |time: &f64| variable.shown(value_at(*time, &case.time, &case.columns[place]));
        Line { name: name.clone(), values: seen.iter().map(value).collect(), role: Role::Result }
    };
    let panel = |(place, variable): (usize, &&Variable)| Panel {
        quantity: super::layout::spoken(&variable.name),
        unit: variable.shown_unit().to_string(),
        lines: cases.iter().zip(&names).map(|case| line(place, variable, case)).collect(),
        left_out: 0,
    };
    let lane = |case: &Case| {
        let regime = case.regime.as_ref()?;
        Some(Lane {
            name: case.label.clone(),
            rest_name: case.rest_name,
            bands: Figure::rest_bands(&case.time, regime),
        })
    };
    Ok(Figure {
        title: title.to_string(),
        subtitle: subtitle.to_string(),
        axis: "time, s".to_string(),
        panels: variables.iter().enumerate().map(panel).collect(),
        rest: Vec::new(),
        rest_name: "",
        lanes: cases.iter().filter_map(lane).collect(),
        lanes_name: "Body",
        time: seen,
    })
}

/// Each of the times once, in ascending order.
pub fn times_of_all<'a>(times: impl Iterator<Item = &'a [f64]>) -> Vec<f64> {
    let mut all: Vec<f64> = Vec::new();
    for times in times.filter(|times| !times.is_empty()) {
        if all != times {
            all.extend(times);
            all.sort_by(f64::total_cmp);
            all.dedup();
        }
    }
    all
}

/// The value at a time, between two points on the line through them; none after the last point.
fn value_at(time: f64, times: &[f64], values: &[f64]) -> f64 {
    let next = times.partition_point(|other| *other < time);
    match (times.get(next), next.checked_sub(1)) {
        (None, _) => f64::NAN,
        (Some(end), Some(before)) if *end > time => {
            let share = (time - times[before]) / (end - times[before]);
            values[before] + share * (values[next] - values[before])
        }
        (Some(_), _) => values[next],
    }
}

/// What the cases are called in the legend: one that lies below another is told, because it is not seen.
fn names(cases: &[Case]) -> Vec<String> {
    let name = |(place, case): (usize, &Case)| {
        let same = cases[..place].iter().find(|other| other.time == case.time && other.columns == case.columns);
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
    fn a_case_that_has_ended_has_no_line_and_is_not_at_rest_any_more() {
        let case = |time: &[f64], values: &[f64]| Case {
            label: String::new(),
            time: time.to_vec(),
            columns: vec![values.to_vec()],
            regime: Some(vec![0.0; time.len()]),
            rest_name: "stuck",
        };
        let cases = [case(&[0.0, 1.0, 1.5], &[2.0, 3.0, 5.0]), case(&[0.0, 1.0, 2.0, 3.0], &[0.0, 1.0, 3.0, 3.0])];
        let description = r#"<fmiModelDescription fmiVersion="2.0" modelName="A" guid="1"><ModelVariables>
            <ScalarVariable name="y" valueReference="1" causality="output"><Real/></ScalarVariable>
            </ModelVariables></fmiModelDescription>"#;
        let interface = fmu_import::interface::Interface::read(description).unwrap();
        let figure = overlay(("", ""), &[&interface.variables[0]], &cases).unwrap();
        assert_eq!(figure.time, [0.0, 1.0, 1.5, 2.0, 3.0]);
        let [ended, complete] = &figure.panels[0].lines[..] else { panic!("two cases") };
        assert_eq!(ended.values[..3], [2.0, 3.0, 5.0]);
        assert!(ended.values[3].is_nan() && ended.values[4].is_nan());
        // Half way between two points of its own.
        assert_eq!(complete.values, [0.0, 1.0, 2.0, 3.0, 3.0]);
        let ends: Vec<f64> = figure.lanes.iter().map(|lane| lane.bands[0].1).collect();
        assert_eq!(ends, [1.5, 3.0]);
    }

    #[test]
    fn a_curve_below_an_identical_one_is_told_in_the_legend() {
        let case = |label: &str, value: f64| Case {
            label: label.into(),
            time: vec![0.0],
            columns: vec![vec![value]],
            regime: None,
            rest_name: "",
        };
        let cases = [case("cold", 1.0), case("warm", 2.0), case("hot", 1.0), case("hotter", 1.0)];
        assert_eq!(names(&cases), ["cold", "warm", "hot (same as cold)", "hotter (same as cold)"]);
    }
}
