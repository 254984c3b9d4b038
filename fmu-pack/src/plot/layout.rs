//! Decides what a plot of a run shows.

use super::{Error, Figure, Line, Panel};
use crate::interface::Variable;

/// Panels of the actuator models: what belongs together, in the order in which one reads it. A variable that an FMU does
/// not have is left out.
const PANELS: [(&str, &[&str]); 5] = [
    ("Position", &["command", "position"]),
    ("Rate", &["velocity"]),
    ("Pressure", &["supply_pressure", "differential_pressure"]),
    ("Torque", &["load_torque", "motor_torque", "friction_torque"]),
    ("Force", &["force", "pressure_force", "friction_force"]),
];

/// More panels than this are not readable.
const MOST: usize = 5;

/// A figure of the recorded variables, whose values stand in `columns`.
pub fn layout(
    (title, subtitle): (&str, &str),
    time: &[f64],
    variables: &[&Variable],
    columns: &[Vec<f64>],
) -> Result<Figure, Error> {
    let series = Series { variables, columns };
    let panels = if series.find("position").is_some() { series.actuator_panels() } else { series.panels_by_unit() };
    if panels.is_empty() || time.is_empty() {
        return Err(Error::Nothing);
    }
    let regime = series.find("friction_regime");
    Ok(Figure {
        title: title.to_string(),
        subtitle: subtitle.to_string(),
        axis: "time, s".to_string(),
        time: time.to_vec(),
        panels,
        stuck: regime.map(|index| Figure::stuck_bands(time, &columns[index])).unwrap_or_default(),
    })
}

struct Series<'a> {
    variables: &'a [&'a Variable],
    columns: &'a [Vec<f64>],
}

impl Series<'_> {
    fn find(&self, name: &str) -> Option<usize> {
        self.variables.iter().position(|variable| variable.name == name)
    }

    fn actuator_panels(&self) -> Vec<Panel> {
        let panels = PANELS
            .iter()
            .map(|(quantity, names)| self.panel(quantity, names.iter().filter_map(|name| self.find(name)).collect()));
        panels.flatten().collect()
    }

    /// For any other FMU: its outputs, those of the same unit together.
    fn panels_by_unit(&self) -> Vec<Panel> {
        let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
        for (index, variable) in self.variables.iter().enumerate().filter(|(_, v)| v.causality == "output") {
            match groups.iter_mut().find(|(unit, group)| *unit == variable.shown_unit() && group.len() < 4) {
                Some((_, group)) => group.push(index),
                None => groups.push((variable.shown_unit(), vec![index])),
            }
        }
        groups.into_iter().take(MOST).filter_map(|(_, group)| self.panel("", group)).collect()
    }

    fn panel(&self, quantity: &str, indices: Vec<usize>) -> Option<Panel> {
        let first = self.variables[*indices.first()?];
        let lines: Vec<Line> = indices.into_iter().map(|index| self.line(index)).collect();
        let quantity = if quantity.is_empty() { lines[0].name.clone() } else { quantity.to_string() };
        Some(in_thousands(Panel { quantity, unit: first.shown_unit().to_string(), lines }))
    }

    fn line(&self, index: usize) -> Line {
        let variable = self.variables[index];
        Line {
            name: variable.name.replace('_', " "),
            values: self.columns[index].iter().map(|value| variable.shown(*value)).collect(),
            given: variable.causality == "input",
        }
    }
}

/// Large torques and forces read better in kN.m and kN.
fn in_thousands(panel: Panel) -> Panel {
    let (low, high) = panel.range();
    if !panel.unit.starts_with('N') || low.abs().max(high.abs()) < 5000.0 {
        return panel;
    }
    let scaled = |line: Line| Line { values: line.values.iter().map(|value| value / 1000.0).collect(), ..line };
    Panel { unit: format!("k{}", panel.unit), lines: panel.lines.into_iter().map(scaled).collect(), ..panel }
}
