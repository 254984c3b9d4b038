//! Decides what a plot of a run shows.

mod drivetrain;

use super::{Error, Figure, Lane, Line, Panel, RestNames, Role};
use fmu_import::interface::Variable;

/// Panels of the actuator models: what belongs together, in the order in which one reads it. A variable that an FMU
/// does not have is left out.
const PANELS: [(&str, &[&str]); 5] = [
    ("Position", &["command", "position"]),
    ("Rate", &["velocity"]),
    ("Pressure", &["supply_pressure", "differential_pressure"]),
    ("Torque", &["load_torque", "motor_torque", "friction_torque"]),
    ("Force", &["force", "pressure_force", "friction_force"]),
];

/// More panels than this are not readable.
const MOST: usize = 5;
/// Nor more lines in one.
const MOST_LINES: usize = 4;
/// The friction regime of a body; of a contact its last part.
const REGIME: &str = "friction_regime";

/// A figure of the recorded variables, whose values stand in `columns`.
pub fn layout(
    (title, subtitle): (&str, &str),
    time: &[f64],
    variables: &[&Variable],
    columns: &[Vec<f64>],
    rest_names: RestNames<'_>,
) -> Result<Figure, Error> {
    let series = Series { variables, columns, rest_names };
    let lanes = series.lanes(time);
    if series.find("position").is_some() {
        series.figure((title, subtitle), time, series.actuator_panels(), lanes)
    } else if !lanes.is_empty() {
        series.figure((title, subtitle), time, series.drivetrain_panels(), lanes)
    } else {
        let panels = series.panels_by_unit();
        let subtitle = format!("{subtitle}{}", series.left_out(&panels));
        series.figure((title, subtitle.trim_start()), time, panels, lanes)
    }
}

/// A figure of variables that were named, each of which is shown.
pub fn layout_of_named(
    (title, subtitle): (&str, &str),
    time: &[f64],
    variables: &[&Variable],
    columns: &[Vec<f64>],
    rest_names: RestNames<'_>,
) -> Result<Figure, Error> {
    let series = Series { variables, columns, rest_names };
    series.figure((title, subtitle), time, series.panels_of_all(), series.lanes(time))
}

struct Series<'a> {
    variables: &'a [&'a Variable],
    columns: &'a [Vec<f64>],
    rest_names: RestNames<'a>,
}

impl Series<'_> {
    fn find(&self, name: &str) -> Option<usize> {
        self.variables.iter().position(|variable| variable.name == name)
    }

    fn figure(
        &self,
        (title, subtitle): (&str, &str),
        time: &[f64],
        panels: Vec<Panel>,
        lanes: Vec<Lane>,
    ) -> Result<Figure, Error> {
        if panels.is_empty() || time.is_empty() {
            return Err(Error::Nothing);
        }
        let regime = self.find(REGIME);
        Ok(Figure {
            title: title.to_string(),
            subtitle: subtitle.to_string(),
            axis: "time, s".to_string(),
            time: time.to_vec(),
            panels,
            rest: regime.map(|index| Figure::rest_bands(time, &self.columns[index])).unwrap_or_default(),
            rest_name: (self.rest_names)(REGIME),
            lanes,
            lanes_name: "Contacts",
        })
    }

    fn actuator_panels(&self) -> Vec<Panel> {
        let indices = |names: &[&str]| names.iter().filter_map(|name| self.find(name)).collect::<Vec<usize>>();
        PANELS.iter().flat_map(|(quantity, names)| self.readable(quantity, indices(names))).collect()
    }

    /// When each contact of a drivetrain is at rest.
    fn lanes(&self, time: &[f64]) -> Vec<Lane> {
        let regimes = self.variables.iter().zip(self.columns).filter_map(|(variable, column)| {
            let contact = variable.name.strip_suffix(REGIME)?.strip_suffix('.')?;
            let rest_name = (self.rest_names)(&variable.name);
            Some(Lane { name: contact.to_string(), rest_name, bands: Figure::rest_bands(time, column) })
        });
        regimes.collect()
    }

    /// A panel, or two where friction would look like zero beside the other efforts.
    fn readable(&self, quantity: &str, indices: Vec<usize>) -> Vec<Panel> {
        const VISIBLE: f64 = 0.03;
        let largest = |index: usize| self.columns[index].iter().fold(0.0_f64, |most, value| most.max(value.abs()));
        let all = indices.iter().map(|index| largest(*index)).fold(0.0, f64::max);
        let is_small =
            |index: &usize| self.variables[*index].name.starts_with("friction_") && largest(*index) < VISIBLE * all;
        let (small, others): (Vec<usize>, Vec<usize>) = indices.into_iter().partition(is_small);
        [self.panel(quantity, others), self.panel("Friction", small)].into_iter().flatten().collect()
    }

    /// For any other FMU: its outputs, those of the same unit together.
    fn panels_by_unit(&self) -> Vec<Panel> {
        let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
        for (index, variable) in self.variables.iter().enumerate().filter(|(_, v)| v.causality == "output") {
            match groups.iter_mut().find(|(unit, group)| *unit == variable.shown_unit() && group.len() < MOST_LINES) {
                Some((_, group)) => group.push(index),
                None => groups.push((variable.shown_unit(), vec![index])),
            }
        }
        groups.into_iter().take(MOST).filter_map(|(_, group)| self.panel("", group)).collect()
    }

    /// What is said below the heading of outputs that have no room.
    fn left_out(&self, panels: &[Panel]) -> String {
        let outputs = self.variables.iter().filter(|variable| variable.causality == "output").count();
        let shown = panels.iter().map(|panel| panel.lines.len()).sum::<usize>();
        if shown < outputs { format!(" ({shown} of {outputs} outputs; --record shows others)") } else { String::new() }
    }

    /// The panels of an actuator as far as they are there, then all other variables, those of the same unit and of the same name
    /// in other elements together. A regime is the bands of the figure, and has a panel only where nothing else has one.
    fn panels_of_all(&self) -> Vec<Panel> {
        let last = |index: usize| self.variables[index].name.rsplit('.').next().unwrap_or_default();
        let is_known = |index: usize| PANELS.iter().any(|(_, names)| names.contains(&&*self.variables[index].name));
        let (regimes, others): (Vec<usize>, Vec<usize>) =
            (0..self.variables.len()).filter(|index| !is_known(*index)).partition(|index| last(*index) == REGIME);
        let mut panels = self.actuator_panels();
        let others = if panels.is_empty() && others.is_empty() { regimes } else { others };
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for index in others {
            let unit = |index: usize| self.variables[index].shown_unit();
            let belongs = |group: &&mut Vec<usize>| {
                group.len() < MOST_LINES && (last(group[0]), unit(group[0])) == (last(index), unit(index))
            };
            match groups.iter_mut().find(belongs) {
                Some(group) => group.push(index),
                None => groups.push(vec![index]),
            }
        }
        let heading = |group: &[usize]| if group.len() > 1 { spoken(last(group[0])) } else { String::new() };
        panels.extend(groups.into_iter().filter_map(|group| self.panel(&heading(&group), group)));
        panels
    }

    fn panel(&self, quantity: &str, indices: Vec<usize>) -> Option<Panel> {
        let first = self.variables[*indices.first()?];
        let quantity = if quantity.is_empty() { spoken(&first.name) } else { quantity.to_string() };
        let lines = |shown: bool| indices.iter().map(|index| self.line(*index, shown)).collect();
        let panel = Panel { quantity, unit: first.shown_unit().to_string(), lines: lines(true), left_out: 0 };
        let is_too_small = first.shown_unit().starts_with('k') && magnitude(&panel) < 0.5;
        let is_too_large = first.shown_unit().starts_with("mm") && magnitude(&panel) > 2000.0;
        if is_too_small || is_too_large {
            return Some(Panel { unit: first.unit.clone(), lines: lines(false), ..panel });
        }
        Some(in_thousands(panel))
    }

    /// One curve, in the display unit or in the SI unit.
    fn line(&self, index: usize, shown: bool) -> Line {
        let variable = self.variables[index];
        let value = |value: &f64| if shown { variable.shown(*value) } else { *value };
        let values = self.columns[index].iter().map(value).collect();
        let role = if variable.causality == "input" { Role::Given } else { Role::Result };
        Line { name: spoken(&variable.name), values, role }
    }
}

/// A name without the marks of programs. One that the user has given to an element stays as it is, so that it can be searched
/// for in the configuration and copied into `--record`.
pub(super) fn spoken(name: &str) -> String {
    if name.contains('.') { name.to_string() } else { name.replace('_', " ") }
}

/// Largest absolute value on the axis.
fn magnitude(panel: &Panel) -> f64 {
    let (low, high) = panel.range();
    low.abs().max(high.abs())
}

/// Large torques and forces read better in kN.m and kN.
fn in_thousands(panel: Panel) -> Panel {
    if !panel.unit.starts_with('N') || magnitude(&panel) < 5000.0 {
        return panel;
    }
    let scaled = |line: Line| Line { values: line.values.iter().map(|value| value / 1000.0).collect(), ..line };
    Panel { unit: format!("k{}", panel.unit), lines: panel.lines.into_iter().map(scaled).collect(), ..panel }
}
