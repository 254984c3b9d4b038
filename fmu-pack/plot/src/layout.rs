//! Decides what a plot of a run shows.

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
/// Panels of the linear systems of a drivetrain, above those.
const MOST_SIGNALS: usize = 4;
/// Outputs that bodies, contacts, springs, gears and servos have; what has another name is a signal of a linear system.
const OF_ELEMENTS: [&str; 23] = [
    "event_count",
    "last_event_time",
    "position",
    "velocity",
    "acceleration",
    "end_stop_torque",
    "end_stop_force",
    "friction_torque",
    "friction_force",
    "relative_velocity",
    "bristle_deflection",
    "torque",
    "force",
    "twist",
    "extension",
    "loss_torque",
    "position_error",
    "current",
    "flapper_position",
    "spool_position",
    "differential_pressure",
    "motor_torque",
    "motor_force",
];
/// Nor more lines in one, nor more contacts below them.
const MOST_LINES: usize = 4;
const MOST_LANES: usize = 16;
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
    let panels = if series.find("position").is_some() {
        series.actuator_panels()
    } else if lanes.is_empty() {
        series.panels_by_unit()
    } else {
        series.drivetrain_panels()
    };
    series.figure((title, subtitle), time, panels, lanes)
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

    /// Of a drivetrain: where its bodies are and how fast, what its shafts and contacts carry.
    fn drivetrain_panels(&self) -> Vec<Panel> {
        let endings = [
            ("Position", &[".position"][..]),
            ("Rate", &[".velocity"]),
            ("Torque", &[".torque", ".force"]),
            ("Friction", &[".friction_torque", ".friction_force"]),
        ];
        let of_elements = endings.iter().flat_map(|(quantity, endings)| self.panels_of(quantity, endings)).take(MOST);
        self.signal_panels().into_iter().chain(of_elements).collect()
    }

    /// The outputs of linear systems, those of the same unit together.
    fn signal_panels(&self) -> Vec<Panel> {
        let is_signal = |variable: &Variable| {
            let name = variable.name.split_once('.').map(|(_, name)| name);
            let is_integer = variable.shown_unit().is_empty();
            let is_other = name.is_some_and(|name| !name.contains('.') && !OF_ELEMENTS.contains(&name));
            variable.causality == "output" && is_other && !is_integer
        };
        let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
        for (index, variable) in self.variables.iter().enumerate().filter(|(_, variable)| is_signal(variable)) {
            match groups.iter_mut().find(|(unit, _)| *unit == variable.shown_unit()) {
                Some((_, group)) => group.push(index),
                None => groups.push((variable.shown_unit(), vec![index])),
            }
        }
        groups.into_iter().filter_map(|(_, group)| self.panel("Signals", some_of(&group))).take(MOST_SIGNALS).collect()
    }

    /// Variables with one of these endings, those of the same unit together; of many some.
    fn panels_of(&self, quantity: &str, endings: &[&str]) -> Vec<Panel> {
        let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
        for (index, variable) in self.variables.iter().enumerate() {
            let is_wanted = endings.iter().any(|ending| variable.name.ends_with(ending));
            if !is_wanted {
                continue;
            }
            match groups.iter_mut().find(|(unit, _)| *unit == variable.shown_unit()) {
                Some((_, group)) => group.push(index),
                None => groups.push((variable.shown_unit(), vec![index])),
            }
        }
        let panels = groups.into_iter().filter_map(|(_, group)| self.panel(quantity, some_of(&group)));
        // What they are says the heading.
        let element = |name: &str| name.rsplit_once('.').map_or(name, |(element, _)| element).to_string();
        let short = |mut panel: Panel| {
            panel.lines.iter_mut().for_each(|line| line.name = element(&line.name));
            panel
        };
        panels.map(short).collect()
    }

    /// When each contact of a drivetrain is at rest.
    fn lanes(&self, time: &[f64]) -> Vec<Lane> {
        let regimes = self.variables.iter().zip(self.columns).filter_map(|(variable, column)| {
            let contact = variable.name.strip_suffix(REGIME)?.strip_suffix('.')?;
            let rest_name = (self.rest_names)(&variable.name);
            Some(Lane { name: spoken(contact), rest_name, bands: Figure::rest_bands(time, column) })
        });
        regimes.take(MOST_LANES).collect()
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
        let panel = Panel { quantity, unit: first.shown_unit().to_string(), lines: lines(true) };
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

/// Some of many, from the first to the last.
fn some_of(all: &[usize]) -> Vec<usize> {
    let count = all.len().min(MOST_LINES);
    (0..count).map(|place| all[place * (all.len() - 1) / (count - 1).max(1)]).collect()
}

/// A name without the marks of programs.
pub(super) fn spoken(name: &str) -> String {
    name.replace('_', " ")
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

#[cfg(test)]
mod tests {
    use super::*;
    use fmu_import::interface::Interface;

    #[test]
    fn the_signals_of_a_system_are_not_the_times_of_its_events() {
        let scalar = |number: u32, name: &str, unit: &str, kind: &str| {
            format!(
                "<ScalarVariable name=\"{name}\" valueReference=\"{number}\" causality=\"output\" variability=\"discrete\" \
                 initial=\"calculated\"><{kind}{unit}/></ScalarVariable>"
            )
        };
        let variables = [
            scalar(0, "servo.position", " unit=\"rad\"", "Real"),
            scalar(1, "servo.last_event_time", " unit=\"s\"", "Real"),
            scalar(2, "gyro.rate", " unit=\"rad/s\"", "Real"),
            scalar(3, "servo.friction_regime", "", "Integer"),
        ];
        let description = format!(
            "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"A\" guid=\"a\" numberOfEventIndicators=\"0\">\
             <CoSimulation modelIdentifier=\"A\"/><UnitDefinitions><Unit name=\"rad\"/><Unit name=\"s\"/><Unit name=\"rad/s\"/>\
             </UnitDefinitions><ModelVariables>{}</ModelVariables><ModelStructure/></fmiModelDescription>",
            variables.concat()
        );
        let interface = Interface::read(&description).unwrap();
        let recorded: Vec<&Variable> = interface.variables.iter().collect();
        let columns = vec![vec![0.0, 1.0]; recorded.len()];
        let figure = layout(("A", ""), &[0.0, 1.0], &recorded, &columns, &|_| "stuck").unwrap();
        let signals: Vec<&str> =
            figure.panels.iter().filter(|panel| panel.quantity == "Signals").map(|panel| &*panel.unit).collect();
        assert_eq!(signals, ["rad/s"]);
    }
}
