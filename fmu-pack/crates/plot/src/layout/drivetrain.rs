//! Panels of a drivetrain: where its bodies are and how fast, what its shafts and contacts carry, what its linear systems give.

use super::super::Panel;
use super::super::ends::MOST_IN_LEGEND;
use super::Series;
use fmu_import::interface::Variable;

/// What a panel shows, and the endings of the names of its variables.
const PANELS: [(&str, &str); 6] = [
    ("Position", ".position"),
    ("Rate", ".velocity"),
    ("Torque", ".torque"),
    ("Force", ".force"),
    ("Friction", ".friction_torque"),
    ("Friction", ".friction_force"),
];
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
/// A curve that reaches less than this part of the largest one of its panel would look like zero there.
const VISIBLE: f64 = 0.05;

impl Series<'_> {
    pub(super) fn drivetrain_panels(&self) -> Vec<Panel> {
        let of_elements = PANELS.iter().flat_map(|(quantity, ending)| {
            let mut panels = self.panels_where(quantity, |variable| variable.name.ends_with(ending));
            // What they are says the heading.
            let element = |name: &str| name.strip_suffix(ending).unwrap_or(name).to_string();
            panels.iter_mut().flat_map(|panel| &mut panel.lines).for_each(|line| line.name = element(&line.name));
            panels
        });
        self.panels_where("Signals", is_signal).into_iter().chain(of_elements).collect()
    }

    /// Variables of the same unit and of like magnitude together; of very many some, and the panel says of how many.
    fn panels_where(&self, quantity: &str, is_wanted: impl Fn(&Variable) -> bool) -> Vec<Panel> {
        let wanted: Vec<usize> = (0..self.variables.len()).filter(|index| is_wanted(self.variables[*index])).collect();
        let mut units: Vec<(&str, Vec<usize>)> = Vec::new();
        for index in wanted {
            let unit = self.variables[index].shown_unit();
            match units.iter_mut().find(|(known, _)| *known == unit) {
                Some((_, group)) => group.push(index),
                None => units.push((unit, vec![index])),
            }
        }
        let groups = units.into_iter().flat_map(|(_, group)| self.of_like_magnitude(group));
        let panel = |group: Vec<usize>| {
            let shown = some_of(&group);
            let left_out = group.len() - shown.len();
            self.panel(quantity, shown).map(|panel| Panel { left_out, ..panel })
        };
        groups.filter_map(panel).collect()
    }

    /// Groups whose curves are seen on a common axis, in the order of their first variables. What stays at zero looks like it
    /// anywhere, and has no group of its own.
    fn of_like_magnitude(&self, indices: Vec<usize>) -> Vec<Vec<usize>> {
        let largest = |index: usize| self.columns[index].iter().fold(0.0_f64, |most, value| most.max(value.abs()));
        let mut falling: Vec<(usize, f64)> = indices.into_iter().map(|index| (index, largest(index))).collect();
        falling.sort_by(|one, other| other.1.total_cmp(&one.1));
        let mut groups: Vec<(f64, Vec<usize>)> = Vec::new();
        for (index, size) in falling {
            match groups.last_mut() {
                Some((most, group)) if size == 0.0 || size >= VISIBLE * *most => group.push(index),
                Some(_) | None => groups.push((size, vec![index])),
            }
        }
        let mut groups: Vec<Vec<usize>> = groups.into_iter().map(|(_, group)| group).collect();
        groups.iter_mut().for_each(|group| group.sort_unstable());
        groups.sort_by_key(|group| group.first().copied());
        groups
    }
}

fn is_signal(variable: &Variable) -> bool {
    let name = variable.name.split_once('.').map(|(_, name)| name);
    let is_integer = variable.shown_unit().is_empty();
    let is_other = name.is_some_and(|name| !name.contains('.') && !OF_ELEMENTS.contains(&name));
    variable.causality == "output" && is_other && !is_integer
}

/// Some of many, from the first to the last.
fn some_of(all: &[usize]) -> Vec<usize> {
    let count = all.len().min(MOST_IN_LEGEND);
    (0..count).map(|place| all[place * (all.len() - 1) / (count - 1).max(1)]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::layout;
    use super::*;
    use crate::{Figure, Panel};
    use fmu_import::interface::Interface;

    /// Name, unit (none: an Integer), and the value that the output goes to from 0.
    fn figure(outputs: &[(&str, &str, f64)]) -> Figure {
        let scalar = |(number, (name, unit, _)): (usize, &(&str, &str, f64))| {
            let kind = if unit.is_empty() { "Integer".to_string() } else { format!("Real unit=\"{unit}\"") };
            format!(
                "<ScalarVariable name=\"{name}\" valueReference=\"{number}\" causality=\"output\" variability=\"discrete\" \
                 initial=\"calculated\"><{kind}/></ScalarVariable>"
            )
        };
        let variables: String = outputs.iter().enumerate().map(scalar).collect();
        let units: String = ["rad", "s", "rad/s", "N", "N.m"].map(|unit| format!("<Unit name=\"{unit}\"/>")).concat();
        let description = format!(
            "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"A\" guid=\"a\" numberOfEventIndicators=\"0\">\
             <CoSimulation modelIdentifier=\"A\"/><UnitDefinitions>{units}</UnitDefinitions>\
             <ModelVariables>{variables}</ModelVariables><ModelStructure/></fmiModelDescription>"
        );
        let interface = Interface::read(&description).unwrap();
        let recorded: Vec<&Variable> = interface.variables.iter().collect();
        let columns: Vec<Vec<f64>> = outputs.iter().map(|(.., end)| vec![0.0, *end]).collect();
        layout(("A", ""), &[0.0, 1.0], &recorded, &columns, &|_| "stuck").unwrap()
    }

    fn names(panel: &Panel) -> Vec<&str> {
        panel.lines.iter().map(|line| &*line.name).collect()
    }

    const CONTACT: (&str, &str, f64) = ("brake.friction_regime", "", 0.0);

    #[test]
    fn the_signals_of_a_system_are_not_the_times_of_its_events() {
        let outputs =
            [("servo.position", "rad", 1.0), ("servo.last_event_time", "s", 1.0), ("gyro.rate", "rad/s", 1.0)];
        let figure = figure(&[&outputs[..], &[CONTACT]].concat());
        let signals: Vec<&str> =
            figure.panels.iter().filter(|panel| panel.quantity == "Signals").map(|panel| &*panel.unit).collect();
        assert_eq!(signals, ["rad/s"]);
    }

    #[test]
    fn a_force_stands_under_force_and_a_torque_under_torque() {
        let figure = figure(&[("jack_rod.force", "N", 100.0), ("stop.torque", "N.m", 100.0), CONTACT]);
        let panels: Vec<(&str, Vec<&str>)> =
            figure.panels.iter().map(|panel| (&*panel.quantity, names(panel))).collect();
        assert_eq!(panels, [("Torque", vec!["stop"]), ("Force", vec!["jack_rod"])]);
    }

    #[test]
    fn a_surface_behind_a_gear_has_a_panel_of_its_own() {
        let positions =
            [("motor.position", "rad", 175.0), ("nut.position", "rad", 39.0), ("surface.position", "rad", 0.4)];
        let figure = figure(&[&positions[..], &[("stays.position", "rad", 0.0), CONTACT]].concat());
        let panels: Vec<Vec<&str>> = figure.panels.iter().map(names).collect();
        assert_eq!(panels, [vec!["motor", "nut"], vec!["surface", "stays"]]);
    }

    #[test]
    fn of_very_many_curves_the_heading_says_how_many_are_shown() {
        let names: Vec<String> = (0..31).map(|number| format!("tube_{number}.torque")).collect();
        let mut outputs: Vec<(&str, &str, f64)> = names.iter().map(|name| (&**name, "N.m", 100.0)).collect();
        outputs.push(CONTACT);
        let svg = crate::to_svg(&figure(&outputs)).unwrap();
        assert!(svg.contains("Torque, N.m (8 of 31; --record shows others)"), "{svg}");
        let few = crate::to_svg(&figure(&outputs[23..])).unwrap();
        assert!(!few.contains("--record"), "{few}");
    }

    #[test]
    fn every_contact_has_a_row() {
        let names: Vec<String> = (0..36).map(|number| format!("brake_{number}.friction_regime")).collect();
        let mut outputs: Vec<(&str, &str, f64)> = names.iter().map(|name| (&**name, "", 1.0)).collect();
        outputs.push(("body.position", "rad", 1.0));
        assert_eq!(figure(&outputs).lanes.len(), 36);
    }
}
