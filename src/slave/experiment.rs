//! From instantiation to the first communication point, and to the end.

use super::memory::text;
use super::real::Real;
use super::state::{Function, Kind, State};
use super::status::{Outcome, Refusal, Status};
use super::{Slave, Snapshot, Stale};

impl Slave {
    /// Start time, stop time and tolerance of the experiment [s]. The tolerance is checked and otherwise without effect:
    /// `solver.tolerance` is a parameter.
    pub fn setup_experiment(&mut self, tolerance: Option<f64>, start: f64, stop: Option<f64>) -> Status {
        self.call(Function::SetupExperiment, |slave| {
            check_experiment(tolerance, start, stop)?;
            slave.now.progress.time = start;
            slave.now.progress.stop = stop;
            slave.now.progress.stale = Stale::StartState;
            Ok(())
        })
    }

    /// Begins initialization mode.
    pub fn enter_initialization_mode(&mut self) -> Status {
        self.call(Function::EnterInitializationMode, |slave| {
            slave.now.progress.state = State::Initialization;
            Ok(())
        })
    }

    /// Ends initialization mode: the parameters must be consistent now.
    pub fn exit_initialization_mode(&mut self) -> Status {
        self.call(Function::ExitInitializationMode, |slave| {
            slave.ensure_start_state()?;
            slave.now.progress.state = match slave.kind {
                Kind::CoSimulation => State::StepComplete,
                Kind::ModelExchange => State::EventMode,
            };
            Ok(())
        })
    }

    /// Computes the start state unless that was done since the last change.
    pub(super) fn ensure_start_state(&mut self) -> Outcome {
        if self.now.progress.stale == Stale::StartState { self.compute_start_state() } else { Ok(()) }
    }

    /// Ends the simulation; results stay readable.
    pub fn terminate(&mut self) -> Status {
        self.call(Function::Terminate, |slave| {
            slave.now.progress.state = State::Terminated;
            Ok(())
        })
    }

    /// As freshly instantiated: values, clock, modes and events; the log stays as it is.
    pub fn reset(&mut self) -> Status {
        self.call(Function::Reset, |slave| {
            slave.now = Snapshot::fresh(slave.interface, slave.create)?;
            slave.warned = 0;
            Ok(())
        })
    }
}

fn check_experiment(tolerance: Option<f64>, start: f64, stop: Option<f64>) -> Outcome {
    if !start.is_finite() {
        return Err(Refusal::error(text!("startTime = {} is refused: it must be finite", Real(start))));
    }
    if let Some(stop) = stop.filter(|stop| !stop.is_finite() || *stop < start) {
        let allowed = text!("it must be finite and at least startTime = {}", Real(start));
        return Err(Refusal::error(text!("stopTime = {} is refused: {allowed}", Real(stop))));
    }
    if let Some(tolerance) = tolerance.filter(|tolerance| !tolerance.is_finite() || *tolerance <= 0.0) {
        let tolerance = Real(tolerance);
        return Err(Refusal::error(text!("tolerance = {tolerance} is refused: it must be finite and greater than 0")));
    }
    Ok(())
}
