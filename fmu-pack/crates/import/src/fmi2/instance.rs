//! One instance of a loaded FMU, for Co-Simulation or Model Exchange.

use super::Library;
use super::log::Log;
use super::types::{Boolean, Callbacks, Component, RawStatus};
use crate::library::symbols::{c_string, owned};
use crate::library::{Error, Identity, Line, Message, Place, Reference, Status, StepEnd, Value};
use model_description::fmi3::VariableType;
use std::ffi::c_void;
use std::ptr::null;
use std::rc::Rc;

/// An instance; freed when dropped.
pub struct Instance<'library> {
    pub(super) library: &'library Library,
    pub(super) component: Component,
    log: Log,
    // FMUs made before FMI 2.0.5 keep the address instead of a copy.
    _callbacks: Rc<Callbacks>,
}

unsafe extern "C" {
    fn calloc(count: usize, size: usize) -> *mut c_void;
    fn free(memory: *mut c_void);
}

impl<'library> Instance<'library> {
    /// `fmi2Instantiate` for Co-Simulation.
    pub(crate) fn new(library: &'library Library, identity: &Identity<'_>) -> Result<Self, Error> {
        Self::of_type(CO_SIMULATION, library, identity)
    }

    /// `fmi2Instantiate` for Model Exchange.
    pub(crate) fn for_model_exchange(library: &'library Library, identity: &Identity<'_>) -> Result<Self, Error> {
        Self::of_type(MODEL_EXCHANGE, library, identity)
    }

    fn of_type(fmi_type: i32, library: &'library Library, identity: &Identity<'_>) -> Result<Self, Error> {
        let log = Log::new();
        let callbacks = Rc::new(Callbacks {
            logger: Log::function(),
            allocate_memory: calloc,
            free_memory: free,
            step_finished: None,
            environment: log.environment(),
        });
        let component = instantiate(fmi_type, library, identity, Rc::as_ptr(&callbacks))?;
        if component.is_null() {
            return Err(Error::Refused { function: "fmi2Instantiate", messages: Error::told(log.take()) });
        }
        Ok(Self { library, component, log, _callbacks: callbacks })
    }

    /// Messages since the last call.
    pub(crate) fn take_messages(&self) -> Vec<Message> {
        self.log.take()
    }

    /// `fmi2SetDebugLogging`: nothing is told any more.
    pub(crate) fn silence(&mut self) -> Result<(), Error> {
        // SAFETY: the component is alive; no category means all of them.
        let status = unsafe { (self.library.functions.set_debug_logging)(self.component, 0, 0, null()) };
        self.judge("fmi2SetDebugLogging", status)
    }

    /// `fmi2SetupExperiment`.
    pub(crate) fn setup_experiment(&mut self, tolerance: Option<f64>, start: f64, stop: f64) -> Result<(), Error> {
        let (defined, tolerance) = (Boolean::from(tolerance.is_some()), tolerance.unwrap_or(0.0));
        // SAFETY: the component is alive; all arguments are values.
        let status =
            unsafe { (self.library.functions.setup_experiment)(self.component, defined, tolerance, start, 1, stop) };
        self.judge("fmi2SetupExperiment", status)
    }

    /// `fmi2EnterInitializationMode`.
    pub(crate) fn enter_initialization(&mut self) -> Result<(), Error> {
        // SAFETY: the component is alive.
        let status = unsafe { (self.library.functions.enter_initialization)(self.component) };
        self.judge("fmi2EnterInitializationMode", status)
    }

    /// `fmi2ExitInitializationMode`.
    pub(crate) fn exit_initialization(&mut self) -> Result<(), Error> {
        // SAFETY: the component is alive.
        let status = unsafe { (self.library.functions.exit_initialization)(self.component) };
        self.judge("fmi2ExitInitializationMode", status)
    }

    /// `fmi2Terminate`.
    pub(crate) fn terminate(&mut self) -> Result<(), Error> {
        // SAFETY: the component is alive.
        let status = unsafe { (self.library.functions.terminate)(self.component) };
        self.judge("fmi2Terminate", status)
    }

    /// `fmi2GetReal` into `values`, as many as there are references.
    pub(crate) fn get_real(&self, references: &[Reference], values: &mut [f64]) -> Result<(), Error> {
        let count = references.len().min(values.len());
        // SAFETY: both arrays hold `count` elements.
        let status = unsafe {
            (self.library.functions.get_real)(self.component, references.as_ptr(), count, values.as_mut_ptr())
        };
        self.judge("fmi2GetReal", status)
    }

    /// `fmi2SetReal`.
    pub(crate) fn set_real(&mut self, references: &[Reference], values: &[f64]) -> Result<(), Error> {
        let count = references.len().min(values.len());
        // SAFETY: both arrays hold `count` elements.
        let status =
            unsafe { (self.library.functions.set_real)(self.component, references.as_ptr(), count, values.as_ptr()) };
        self.judge("fmi2SetReal", status)
    }

    /// Reads a variable of any type but texts as a number.
    pub(crate) fn get(&self, place: &Place) -> Result<f64, Error> {
        match place.data_type {
            VariableType::Float32 | VariableType::Float64 => {
                let mut value = [0.0];
                self.get_real(&[place.reference], &mut value).map(|()| value[0])
            }
            VariableType::Boolean => self.get_boolean(place.reference).map(|value| f64::from(u8::from(value))),
            VariableType::Int8 | VariableType::Int16 | VariableType::Int32 | VariableType::Int64 => {
                self.get_integer(place.reference).map(f64::from)
            }
            VariableType::Enumeration => self.get_integer(place.reference).map(f64::from),
            VariableType::UInt8 | VariableType::UInt16 | VariableType::UInt32 | VariableType::UInt64 => {
                self.get_integer(place.reference).map(f64::from)
            }
            VariableType::Clock | VariableType::String | VariableType::Binary => Err(Error::unlike(place, "a number")),
        }
    }

    /// Writes a variable.
    pub(crate) fn set(&mut self, place: &Place, value: &Value) -> Result<(), Error> {
        match value {
            Value::Real(value) => self.set_real(&[place.reference], &[*value]),
            Value::Integer(value) => {
                let whole = i32::try_from(*value).map_err(|_| Error::unlike(place, value))?;
                self.set_integer(place.reference, whole)
            }
            Value::Boolean(value) => self.set_boolean(place.reference, *value),
            Value::Text(text) => self.set_string(place.reference, text),
            Value::Bytes(_) => Err(Error::unlike(place, value)),
        }
    }

    /// `fmi2GetInteger`, for Enumerations too.
    fn get_integer(&self, reference: Reference) -> Result<i32, Error> {
        let mut value = 0;
        // SAFETY: one reference and room for one value.
        let status = unsafe { (self.library.functions.get_integer)(self.component, &reference, 1, &mut value) };
        self.judge("fmi2GetInteger", status).map(|()| value)
    }

    /// `fmi2SetInteger`, for Enumerations too.
    fn set_integer(&mut self, reference: Reference, value: i32) -> Result<(), Error> {
        // SAFETY: one reference and one value.
        let status = unsafe { (self.library.functions.set_integer)(self.component, &reference, 1, &value) };
        self.judge("fmi2SetInteger", status)
    }

    fn get_boolean(&self, reference: Reference) -> Result<bool, Error> {
        let mut value = 0;
        // SAFETY: one reference and room for one value.
        let status = unsafe { (self.library.functions.get_boolean)(self.component, &reference, 1, &mut value) };
        self.judge("fmi2GetBoolean", status).map(|()| value != 0)
    }

    fn set_boolean(&mut self, reference: Reference, value: bool) -> Result<(), Error> {
        // SAFETY: one reference and one value.
        let status = unsafe { (self.library.functions.set_boolean)(self.component, &reference, 1, &i32::from(value)) };
        self.judge("fmi2SetBoolean", status)
    }

    /// `fmi2SetRealInputDerivatives` of order 1, for lines over a step; does nothing where the FMU has no such function.
    pub(crate) fn set_input_derivatives(&mut self, lines: &[Line], step: f64) -> Result<(), Error> {
        /// As many as most FMUs have inputs, so that one call is enough and nothing is allocated in each step.
        const MOST: usize = 8;
        const ORDERS: [i32; MOST] = [1; MOST];
        let Some(function) = self.library.functions.set_input_derivatives else { return Ok(()) };
        for lines in lines.chunks(MOST) {
            let (mut references, mut derivatives) = ([0; MOST], [0.0; MOST]);
            for (line, (reference, derivative)) in lines.iter().zip(references.iter_mut().zip(&mut derivatives)) {
                (*reference, *derivative) = (line.reference, (line.end - line.begin) / step);
            }
            let (references, derivatives) = (references.as_ptr(), derivatives.as_ptr());
            // SAFETY: a chunk is not longer than the three arrays.
            let status = unsafe { function(self.component, references, lines.len(), ORDERS.as_ptr(), derivatives) };
            self.judge("fmi2SetRealInputDerivatives", status)?;
        }
        Ok(())
    }

    /// `fmi2GetString`.
    pub(crate) fn get_string(&self, reference: Reference) -> Result<String, Error> {
        let function = self.library.functions.get_string.ok_or(Error::MissingFunction { name: "fmi2GetString" })?;
        let mut text = null();
        // SAFETY: one reference and room for one pointer.
        let status = unsafe { function(self.component, &reference, 1, &mut text) };
        self.judge("fmi2GetString", status)?;
        // SAFETY: the FMU keeps the text until it is called again.
        Ok(unsafe { owned(text) })
    }

    /// `fmi2SetString`.
    fn set_string(&mut self, reference: Reference, text: &str) -> Result<(), Error> {
        let function = self.library.functions.set_string.ok_or(Error::MissingFunction { name: "fmi2SetString" })?;
        let text = c_string(text)?;
        // SAFETY: one reference and one terminated text, which the FMU copies.
        let status = unsafe { function(self.component, &reference, 1, &text.as_ptr()) };
        self.judge("fmi2SetString", status)
    }

    /// `fmi2DoStep` from `time` over `step`. An FMU that discards the step may say that it wants to end the simulation.
    pub(crate) fn do_step(&mut self, time: f64, step: f64) -> Result<StepEnd, Error> {
        let function = self.library.functions.do_step.ok_or(Error::MissingFunction { name: "fmi2DoStep" })?;
        // SAFETY: the component is alive; all arguments are values.
        let status = unsafe { function(self.component, time, step, 1) };
        if Status::from_raw(status) == Status::Discard && self.is_terminated() {
            let early = Some(self.last_successful_time().unwrap_or(time));
            return Ok(StepEnd { early, event: false, terminate: true });
        }
        self.judge("fmi2DoStep", status)?;
        Ok(StepEnd { early: None, event: false, terminate: false })
    }

    /// `fmi2GetBooleanStatus` of `fmi2Terminated`.
    fn is_terminated(&self) -> bool {
        let Some(function) = self.library.functions.get_boolean_status else { return false };
        let mut terminated = 0;
        // SAFETY: the component is alive, and there is room for the answer.
        let status = unsafe { function(self.component, TERMINATED, &mut terminated) };
        Status::from_raw(status) == Status::Ok && terminated != 0
    }

    /// `fmi2GetRealStatus` of `fmi2LastSuccessfulTime`, where the FMU says it.
    fn last_successful_time(&self) -> Option<f64> {
        let function = self.library.functions.get_real_status?;
        let mut time = f64::NAN;
        // SAFETY: the component is alive, and there is room for the answer.
        let status = unsafe { function(self.component, LAST_SUCCESSFUL_TIME, &mut time) };
        (Status::from_raw(status) == Status::Ok && time.is_finite()).then_some(time)
    }

    /// The state as bytes.
    pub(crate) fn save_state(&mut self) -> Result<Vec<u8>, Error> {
        let functions = self.library.functions.states.ok_or(Error::NoStates)?;
        // SAFETY: the instance is alive.
        let saved = unsafe { functions.save(self.component) };
        saved.or_else(|(function, status)| self.judge(function, status).map(|()| Vec::new()))
    }

    /// Takes over a state that was saved as bytes, of this or another instance of the library.
    pub(crate) fn restore_state(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let functions = self.library.functions.states.ok_or(Error::NoStates)?;
        // SAFETY: the instance is alive.
        let restored = unsafe { functions.restore(self.component, bytes) };
        restored.or_else(|(function, status)| self.judge(function, status))
    }

    pub(super) fn judge(&self, function: &'static str, status: RawStatus) -> Result<(), Error> {
        Status::from_raw(status).judge(function, || self.log.take())
    }
}

impl Drop for Instance<'_> {
    fn drop(&mut self) {
        // SAFETY: the component came from this library's fmi2Instantiate and is freed once.
        unsafe { (self.library.functions.free_instance)(self.component) }
    }
}

/// `fmi2StatusKind`.
const LAST_SUCCESSFUL_TIME: i32 = 2;
const TERMINATED: i32 = 3;

/// `fmi2Type`.
const MODEL_EXCHANGE: i32 = 0;
const CO_SIMULATION: i32 = 1;

fn instantiate(
    fmi_type: i32,
    library: &Library,
    identity: &Identity<'_>,
    callbacks: *const Callbacks,
) -> Result<Component, Error> {
    let (name, guid) = (c_string(identity.name)?, c_string(identity.token)?);
    let resources = c_string(identity.resources.as_deref().unwrap_or_default())?;
    let (visible, logging) = (0, Boolean::from(identity.logging));
    let (name, guid, resources) = (name.as_ptr(), guid.as_ptr(), resources.as_ptr());
    let function = library.functions.instantiate;
    // SAFETY: the strings live to the end of this function, the callbacks as long as the instance.
    Ok(unsafe { function(name, fmi_type, guid, resources, callbacks, visible, logging) })
}
