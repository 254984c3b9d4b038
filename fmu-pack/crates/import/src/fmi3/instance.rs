//! One instance of a loaded FMU, for Co-Simulation or Model Exchange.

use super::Library;
use super::environment::{self, Environment};
use super::functions::Access;
use super::types::{Boolean, Handle, RawStatus};
use crate::library::symbols::c_string;
use crate::library::{DiscreteStates, Error, Identity, Line, Message, Reference, Status, StepEnd};
use std::ptr::null;

/// An instance; freed when dropped.
pub struct Instance<'library> {
    library: &'library Library,
    pub(super) handle: Handle,
    /// In a box: the instance has its address.
    environment: Box<Environment>,
    /// A step may end early.
    early_return: bool,
}

impl<'library> Instance<'library> {
    /// `fmi3InstantiateCoSimulation`.
    pub(crate) fn new(library: &'library Library, identity: &Identity<'_>) -> Result<Self, Error> {
        let environment = Box::new(Environment::new(library.functions.float64));
        let handle = instantiate(library, identity, &environment)?;
        if handle.is_null() {
            let messages = Error::told(environment.take_messages());
            return Err(Error::Refused { function: "fmi3InstantiateCoSimulation", messages });
        }
        environment.belongs_to(handle);
        Ok(Self { library, handle, environment, early_return: identity.event_mode })
    }

    /// `fmi3InstantiateModelExchange`.
    pub(crate) fn for_model_exchange(library: &'library Library, identity: &Identity<'_>) -> Result<Self, Error> {
        let environment = Box::new(Environment::new(library.functions.float64));
        let (name, token) = (c_string(identity.name)?, c_string(identity.token)?);
        let resources = identity.resources.as_deref().map(c_string).transpose()?;
        let resources = resources.as_ref().map_or(null(), |resources| resources.as_ptr());
        let (name, token, logging) = (name.as_ptr(), token.as_ptr(), Boolean::from(identity.logging));
        let (pointer, function) = (environment.pointer(), library.functions.instantiate_model_exchange);
        // SAFETY: the strings live to the end of this function, the environment as long as the instance.
        let handle = unsafe { function(name, token, resources, 0, logging, pointer, environment::log_message) };
        if handle.is_null() {
            let messages = Error::told(environment.take_messages());
            return Err(Error::Refused { function: "fmi3InstantiateModelExchange", messages });
        }
        environment.belongs_to(handle);
        Ok(Self { library, handle, environment, early_return: false })
    }

    pub(super) fn library(&self) -> &'library Library {
        self.library
    }

    /// Messages since the last call.
    pub(crate) fn take_messages(&self) -> Vec<Message> {
        self.environment.take_messages()
    }

    /// `fmi3SetDebugLogging`: nothing is told any more.
    pub(crate) fn silence(&mut self) -> Result<(), Error> {
        // SAFETY: the instance is alive; no category means all of them.
        let status = unsafe { (self.library.functions.set_debug_logging)(self.handle, 0, 0, null()) };
        self.judge("fmi3SetDebugLogging", status)
    }

    /// `fmi3EnterInitializationMode`.
    pub(crate) fn enter_initialization(&mut self, tolerance: Option<f64>, start: f64, stop: f64) -> Result<(), Error> {
        let (defined, tolerance) = (Boolean::from(tolerance.is_some()), tolerance.unwrap_or(0.0));
        // SAFETY: the instance is alive; all arguments are values.
        let status =
            unsafe { (self.library.functions.enter_initialization)(self.handle, defined, tolerance, start, 1, stop) };
        self.judge("fmi3EnterInitializationMode", status)
    }

    /// `fmi3ExitInitializationMode`.
    pub(crate) fn exit_initialization(&mut self) -> Result<(), Error> {
        // SAFETY: the instance is alive.
        let status = unsafe { (self.library.functions.exit_initialization)(self.handle) };
        self.judge("fmi3ExitInitializationMode", status)
    }

    /// `fmi3EnterEventMode`.
    pub(crate) fn enter_event_mode(&mut self) -> Result<(), Error> {
        // SAFETY: the instance is alive.
        let status = unsafe { (self.library.functions.enter_event_mode)(self.handle) };
        self.judge("fmi3EnterEventMode", status)
    }

    /// `fmi3EnterStepMode`.
    pub(crate) fn enter_step_mode(&mut self) -> Result<(), Error> {
        // SAFETY: the instance is alive.
        let status = unsafe { (self.library.functions.enter_step_mode)(self.handle) };
        self.judge("fmi3EnterStepMode", status)
    }

    /// `fmi3Terminate`.
    pub(crate) fn terminate(&mut self) -> Result<(), Error> {
        // SAFETY: the instance is alive.
        let status = unsafe { (self.library.functions.terminate)(self.handle) };
        self.judge("fmi3Terminate", status)
    }

    /// `fmi3UpdateDiscreteStates`. That nominals and values of states have changed is of no use in Co-Simulation.
    pub(crate) fn update_discrete_states(&mut self) -> Result<DiscreteStates, Error> {
        let (mut need_update, mut terminate, mut nominals, mut values): (Boolean, Boolean, Boolean, Boolean) =
            (0, 0, 0, 0);
        let (mut has_next, mut next): (Boolean, f64) = (0, 0.0);
        // SAFETY: the instance is alive; it has room for each answer.
        let status = unsafe {
            (self.library.functions.update_discrete_states)(
                self.handle,
                &mut need_update,
                &mut terminate,
                &mut nominals,
                &mut values,
                &mut has_next,
                &mut next,
            )
        };
        self.judge("fmi3UpdateDiscreteStates", status)?;
        let next_event_time = (has_next != 0).then_some(next);
        Ok(DiscreteStates { need_update: need_update != 0, terminate: terminate != 0, next_event_time })
    }

    /// `fmi3GetFloat64` of scalars into `values`, as many as there are references.
    pub(crate) fn get_float64(&self, references: &[Reference], values: &mut [f64]) -> Result<(), Error> {
        let count = references.len().min(values.len());
        self.read(&self.library.functions.float64, &references[..count], &mut values[..count])
    }

    /// `fmi3SetFloat64` of scalars.
    pub(crate) fn set_float64(&mut self, references: &[Reference], values: &[f64]) -> Result<(), Error> {
        let count = references.len().min(values.len());
        self.write(&self.library.functions.float64, &references[..count], &values[..count])
    }

    /// `fmi3GetClock` into `ticks`, as many as there are references.
    pub(crate) fn get_clocks(&self, references: &[Reference], ticks: &mut [bool]) -> Result<(), Error> {
        let mut bytes: Vec<Boolean> = vec![0; references.len()];
        // SAFETY: both arrays hold as many elements.
        let status = unsafe {
            (self.library.functions.get_clock)(self.handle, references.as_ptr(), references.len(), bytes.as_mut_ptr())
        };
        self.judge("fmi3GetClock", status)?;
        ticks.iter_mut().zip(bytes).for_each(|(tick, byte)| *tick = byte != 0);
        Ok(())
    }

    /// How inputs go on over the next step, for the intermediate update that asks for it.
    pub(crate) fn set_input_lines(&mut self, lines: &[Line]) {
        self.environment.set_lines(lines);
    }

    /// `fmi3DoStep` from `time` over `step`.
    pub(crate) fn do_step(&mut self, time: f64, step: f64) -> Result<StepEnd, Error> {
        self.environment.begin_step(time, step);
        let (mut event, mut terminate, mut early): (Boolean, Boolean, Boolean) = (0, 0, 0);
        let mut reached = time + step;
        // SAFETY: the instance is alive; it has room for each answer.
        let status = unsafe {
            (self.library.functions.do_step)(
                self.handle,
                time,
                step,
                1,
                &mut event,
                &mut terminate,
                &mut early,
                &mut reached,
            )
        };
        let inputs = self.environment.end_step();
        self.judge("fmi3DoStep", status)?;
        inputs.judge("fmi3SetFloat64 in an intermediate update", || self.take_messages())?;
        let (event, terminate, early) = (event != 0, terminate != 0, early != 0);
        if early && !self.early_return && !terminate {
            return Err(Error::EarlyReturn { time: reached });
        }
        // Where the step was not ended early, the FMU may say a time that differs within its rounding.
        let ends_here = early || (terminate && (time..time + step).contains(&reached));
        Ok(StepEnd { early: ends_here.then_some(reached), event, terminate })
    }

    /// Reads variables whose values are `values` together.
    pub(super) fn read<T>(&self, access: &Access<T>, references: &[Reference], values: &mut [T]) -> Result<(), Error> {
        // SAFETY: the arrays have the lengths that are said.
        let status = unsafe {
            (access.get)(self.handle, references.as_ptr(), references.len(), values.as_mut_ptr(), values.len())
        };
        self.judge(access.names[0], status)
    }

    /// Writes variables whose values are `values` together.
    pub(super) fn write<T>(&mut self, access: &Access<T>, references: &[Reference], values: &[T]) -> Result<(), Error> {
        // SAFETY: the arrays have the lengths that are said.
        let status =
            unsafe { (access.set)(self.handle, references.as_ptr(), references.len(), values.as_ptr(), values.len()) };
        self.judge(access.names[1], status)
    }

    /// The state as bytes.
    pub(crate) fn save_state(&mut self) -> Result<Vec<u8>, Error> {
        let functions = self.library.functions.states.ok_or(Error::NoStates)?;
        // SAFETY: the instance is alive.
        let saved = unsafe { functions.save(self.handle) };
        saved.or_else(|(function, status)| self.judge(function, status).map(|()| Vec::new()))
    }

    /// Takes over a state that was saved as bytes, of this or another instance of the library.
    pub(crate) fn restore_state(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let functions = self.library.functions.states.ok_or(Error::NoStates)?;
        // SAFETY: the instance is alive.
        let restored = unsafe { functions.restore(self.handle, bytes) };
        restored.or_else(|(function, status)| self.judge(function, status))
    }

    pub(super) fn judge(&self, function: &'static str, status: RawStatus) -> Result<(), Error> {
        Status::from_raw(status).judge(function, || self.take_messages())
    }
}

impl Drop for Instance<'_> {
    fn drop(&mut self) {
        // SAFETY: the instance came from this library's fmi3InstantiateCoSimulation or fmi3InstantiateModelExchange and is freed once.
        unsafe { (self.library.functions.free_instance)(self.handle) }
    }
}

fn instantiate(library: &Library, identity: &Identity<'_>, environment: &Environment) -> Result<Handle, Error> {
    let (name, token) = (c_string(identity.name)?, c_string(identity.token)?);
    let resources = identity.resources.as_deref().map(c_string).transpose()?;
    let resources = resources.as_ref().map_or(null(), |resources| resources.as_ptr());
    let (visible, logging, events) = (0, Boolean::from(identity.logging), Boolean::from(identity.event_mode));
    let inputs = &identity.intermediate_inputs;
    let callback = (!inputs.is_empty()).then_some(environment::intermediate_update as _);
    let inputs = if inputs.is_empty() { (null(), 0) } else { (inputs.as_ptr(), inputs.len()) };
    // SAFETY: the strings and the array live to the end of this function, the environment as long as the instance.
    Ok(unsafe {
        (library.functions.instantiate)(
            name.as_ptr(),
            token.as_ptr(),
            resources,
            visible,
            logging,
            events,
            events,
            inputs.0,
            inputs.1,
            environment.pointer(),
            environment::log_message,
            callback,
        )
    })
}
