//! A run of a transmission or of a mass beside a known solution.

use super::Error;
use super::lab::{Lab, Trace};
use super::matching::side_by_side;
use super::picture::{Picture, deviation, scaled};
use super::reference::Known;
use super::section::EventRow;
use fmu_simulation::scenario::Scenario;

/// A solution that is known by other means, at the communication points.
pub struct Solution {
    /// Name in the legend.
    pub name: &'static str,
    /// In rad or m.
    pub position: Vec<f64>,
    /// In rad/s or m/s; empty if not known.
    pub velocity: Vec<f64>,
    /// What happens.
    pub events: Vec<Known>,
}

/// The FMU's run, that of the published algorithm, and the known solution.
pub struct Comparison {
    /// With located events.
    pub located: Trace,
    /// Table 1 with steps of 10 µs, for laws that it knows.
    pub table_1: Option<Trace>,
    /// What is known.
    pub solution: Solution,
    is_linear: bool,
}

impl Comparison {
    /// Runs a scenario; `solve` gives what is known at its communication points.
    pub fn new(
        lab: &Lab,
        scenario: &Scenario,
        has_table_1: bool,
        solve: impl FnOnce(&[f64]) -> Result<Solution, Error>,
    ) -> Result<Self, Error> {
        let located = lab.run(scenario)?;
        let table_1 = has_table_1.then(|| lab.run_with(scenario, &[("solver.method", 2.0)])).transpose()?;
        let solution = solve(&located.time)?;
        Ok(Self { located, table_1, solution, is_linear: scenario.model == "HydraulicActuator" })
    }

    /// Largest distance of the positions.
    pub fn position_error(&self) -> f64 {
        deviation(self.located.column("position"), &self.solution.position)
    }

    /// Largest distance of the velocities.
    pub fn velocity_error(&self) -> f64 {
        deviation(self.located.column("velocity"), &self.solution.velocity)
    }

    /// Times of events from all who know them.
    pub fn events(&self) -> Vec<EventRow> {
        let steps = self.table_1.as_ref().map_or(&[][..], |trace| &trace.events);
        side_by_side(&self.located.events, &self.solution.events, steps)
    }

    /// Position, velocity, what drives it, and the residual.
    pub fn picture(&self, inputs: &[(&str, &str)]) -> Result<String, Error> {
        let (length, effort, friction) =
            if self.is_linear { ("m", "N", "friction_force") } else { ("rad", "N·m", "friction_torque") };
        let quantity = if self.is_linear { "Force" } else { "Torque" };
        let Solution { name, position, velocity, .. } = &self.solution;
        let column = |name: &str| self.located.column(name).to_vec();
        let mut picture = Picture::of(&self.located)
            .panel("Position", length)
            .reference(name, position.clone())
            .result("position", column("position"))
            .panel("Velocity", &format!("{length}/s"));
        if !velocity.is_empty() {
            picture = picture.reference(name, velocity.clone());
        }
        picture = picture.result("velocity", column("velocity")).panel(quantity, effort);
        for (input, label) in inputs {
            picture = picture.given(label, column(input));
        }
        picture = picture.result("friction", column(friction));
        picture.residual(&format!("position − {name}"), length, &scaled(&column("position"), 1.0), position).svg()
    }
}
