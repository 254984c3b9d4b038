//! When a run ends and how long its steps are: what the user gave, or what is described.

use anyhow::ensure;
use fmu_import::interface::Interface;
use fmu_output::number;
use fmu_simulation::scenario::Scenario;

/// Start, end and step of a run as a scenario or a default experiment has them; what the user gives counts more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Described<'a> {
    /// Who describes it, as in "the default experiment of the FMU".
    pub(super) by: &'a str,
    /// Start [s].
    pub(super) start: f64,
    /// End [s].
    pub(super) stop: Option<f64>,
    /// Communication step [s].
    pub(super) step: Option<f64>,
}

impl Described<'static> {
    /// Of an FMU: a scenario counts more than its default experiment.
    pub(super) fn of(scenario: Option<&Scenario>, interface: &Interface) -> Self {
        let experiment = interface.default_experiment;
        let start = experiment.start_time.unwrap_or(0.0);
        match scenario {
            Some(scenario) => {
                Self { by: "the scenario", start, stop: Some(scenario.stop_time), step: Some(scenario.step_size) }
            }
            None => {
                let by = "the default experiment of the FMU";
                Self { by, start, stop: experiment.stop_time, step: experiment.step_size }
            }
        }
    }
}

impl Described<'_> {
    /// The end of a run [s]; `given` is that of `--stop-time`. Where nothing says it, a run takes 1 s.
    pub(super) fn stop(&self, given: Option<f64>) -> anyhow::Result<f64> {
        let stop = given.or(self.stop).unwrap_or(self.start + 1.0);
        let (by, end, begin) = (self.by, number(stop), number(self.start));
        let is_end = stop.is_finite() && stop > self.start;
        ensure!(is_end || given.is_some(), "{by} ends at {end} s, not after its start at {begin} s: give --stop-time");
        ensure!(is_end, "--stop-time {end}: the end must be after the start, {begin} s");
        Ok(stop)
    }

    /// The communication step [s]; `given` is that of `--step-size`. Where nothing says it, it is 1 ms.
    pub(super) fn step(&self, given: Option<f64>) -> anyhow::Result<f64> {
        let step = given.or(self.step).unwrap_or(1e-3);
        let (by, told) = (self.by, number(step));
        let is_step = step.is_finite() && step > 0.0;
        ensure!(is_step || given.is_some(), "{by} has steps of {told} s, not greater than 0: give --step-size");
        ensure!(is_step, "--step-size {told}: the communication step must be greater than 0");
        Ok(step)
    }
}
