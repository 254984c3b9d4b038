//! From instantiation to the first communication point, and to the end.

use super::memory::text;
use super::shortest_decimal::ShortestDecimal;
use super::state::{InterfaceType, Operation, State};
use super::status::{Outcome, Refusal, Status};
use super::{Instance, Snapshot, Stale};

impl Instance {
    /// Start time, stop time and tolerance of the experiment [s]. The tolerance is checked and otherwise without effect:
    /// `solver.tolerance` is a parameter.
    pub fn setup_experiment(&mut self, tolerance: Option<f64>, start: f64, stop: Option<f64>) -> Status {
        self.call(Operation::SetupExperiment, |instance| {
            check_experiment(tolerance, start, stop)?;
            if let Some(tolerance) = tolerance.filter(|tolerance| *tolerance <= 0.0) {
                instance.ignore_tolerance(tolerance);
            }
            instance.now.progress.time = start;
            instance.now.progress.stop = stop.unwrap_or(f64::INFINITY);
            instance.now.progress.stale = Stale::StartState;
            Ok(())
        })
    }

    /// OMSimulator writes a tolerance of 1e-9 as "0.000000" and reads it back as 0.
    #[cold]
    fn ignore_tolerance(&mut self, tolerance: f64) {
        let operation = Operation::SetupExperiment;
        self.warn_once(1 << operation as u32, operation, |_| {
            let tolerance = ShortestDecimal(tolerance);
            text!("tolerance = {tolerance} is taken as not defined: a tolerance must be greater than 0")
        });
    }

    /// Begins initialization mode.
    pub fn enter_initialization_mode(&mut self) -> Status {
        self.call(Operation::EnterInitializationMode, |instance| {
            instance.now.progress.state = State::Initialization;
            Ok(())
        })
    }

    /// Ends initialization mode: the parameters must be consistent now.
    pub fn exit_initialization_mode(&mut self) -> Status {
        self.call(Operation::ExitInitializationMode, |instance| {
            instance.ensure_start_state()?;
            instance.remember_inputs();
            instance.now.progress.beginning = true;
            instance.now.progress.state = match instance.kind() {
                InterfaceType::CoSimulation if !instance.has_event_mode() => State::StepComplete,
                InterfaceType::CoSimulation | InterfaceType::ModelExchange => State::EventMode,
            };
            Ok(())
        })
    }

    /// For a start state that late parameters make necessary.
    fn remember_inputs(&mut self) {
        let Self { interface, now, .. } = self;
        for (ramp, &input) in now.ramps.iter_mut().zip(interface.inputs) {
            ramp.at_start = now.model.reals()[input as usize];
        }
    }

    /// The simulation begins: from now on the start state is settled.
    #[inline]
    pub(super) fn begin(&mut self) -> Outcome {
        if self.now.progress.beginning {
            self.ensure_start_state()?;
            self.now.progress.beginning = false;
        }
        Ok(())
    }

    /// Computes the start state unless that was done since the last change.
    pub(super) fn ensure_start_state(&mut self) -> Outcome {
        if self.now.progress.stale == Stale::StartState { self.compute_start_state() } else { Ok(()) }
    }

    /// Ends the simulation; results stay readable.
    #[inline(never)]
    pub fn terminate(&mut self) -> Status {
        self.call(Operation::Terminate, |instance| {
            instance.now.progress.state = State::Terminated;
            instance.log.statistics(|| instance.now.model.statistics());
            Ok(())
        })
    }

    /// As freshly instantiated: values, clock, modes and events; the log stays as it is.
    #[inline(never)]
    pub fn reset(&mut self) -> Status {
        self.call(Operation::Reset, |instance| {
            instance.now = Snapshot::fresh(instance.kind(), instance.now.model.fresh())?;
            instance.warned = 0;
            Ok(())
        })
    }
}

fn check_experiment(tolerance: Option<f64>, start: f64, stop: Option<f64>) -> Outcome {
    if !start.is_finite() {
        return Err(Refusal::error(text!("startTime = {} is refused: it must be finite", ShortestDecimal(start))));
    }
    if let Some(stop) = stop.filter(|stop| !stop.is_finite() || *stop < start) {
        let allowed = text!("it must be finite and at least startTime = {}", ShortestDecimal(start));
        return Err(Refusal::error(text!("stopTime = {} is refused: {allowed}", ShortestDecimal(stop))));
    }
    if let Some(tolerance) = tolerance.filter(|tolerance| !tolerance.is_finite()) {
        let tolerance = ShortestDecimal(tolerance);
        return Err(Refusal::error(text!("tolerance = {tolerance} is refused: it must be finite and greater than 0")));
    }
    Ok(())
}
