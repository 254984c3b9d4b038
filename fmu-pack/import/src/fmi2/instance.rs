//! One Co-Simulation instance of a loaded FMU.

use super::log::{Log, Message};
use super::types::{Boolean, Callbacks, Component, RawStatus, Reference};
use super::{Error, Library, Status};
use std::ffi::{CString, c_void};
use std::rc::Rc;

/// What an instance is made of.
pub struct Identity<'a> {
    /// Any name; appears in messages.
    pub name: &'a str,
    /// `guid` of the model description.
    pub guid: &'a str,
    /// URI of the unpacked resources folder.
    pub resources: &'a str,
    /// All log categories are switched on.
    pub logging: bool,
}

/// An instance; freed when dropped.
pub struct Instance<'library> {
    library: &'library Library,
    component: Component,
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
    pub fn new(library: &'library Library, identity: &Identity<'_>) -> Result<Self, Error> {
        let log = Log::new();
        let callbacks = Rc::new(Callbacks {
            logger: Log::function(),
            allocate_memory: calloc,
            free_memory: free,
            step_finished: None,
            environment: log.environment(),
        });
        let component = instantiate(library, identity, Rc::as_ptr(&callbacks))?;
        if component.is_null() {
            return Err(Error::Refused { messages: Error::told(log.take()) });
        }
        Ok(Self { library, component, log, _callbacks: callbacks })
    }

    /// Messages since the last call.
    pub fn take_messages(&self) -> Vec<Message> {
        self.log.take()
    }

    /// `fmi2SetupExperiment`.
    pub fn setup_experiment(&mut self, tolerance: Option<f64>, start: f64, stop: f64) -> Result<(), Error> {
        let (defined, tolerance) = (Boolean::from(tolerance.is_some()), tolerance.unwrap_or(0.0));
        // SAFETY: the component is alive; all arguments are values.
        let status =
            unsafe { (self.library.functions.setup_experiment)(self.component, defined, tolerance, start, 1, stop) };
        self.judge("fmi2SetupExperiment", status)
    }

    /// `fmi2EnterInitializationMode`.
    pub fn enter_initialization(&mut self) -> Result<(), Error> {
        // SAFETY: the component is alive.
        let status = unsafe { (self.library.functions.enter_initialization)(self.component) };
        self.judge("fmi2EnterInitializationMode", status)
    }

    /// `fmi2ExitInitializationMode`.
    pub fn exit_initialization(&mut self) -> Result<(), Error> {
        // SAFETY: the component is alive.
        let status = unsafe { (self.library.functions.exit_initialization)(self.component) };
        self.judge("fmi2ExitInitializationMode", status)
    }

    /// `fmi2Terminate`.
    pub fn terminate(&mut self) -> Result<(), Error> {
        // SAFETY: the component is alive.
        let status = unsafe { (self.library.functions.terminate)(self.component) };
        self.judge("fmi2Terminate", status)
    }

    /// `fmi2GetReal` into `values`, as many as there are references.
    pub fn get_real(&self, references: &[Reference], values: &mut [f64]) -> Result<(), Error> {
        let count = references.len().min(values.len());
        // SAFETY: both arrays hold `count` elements.
        let status = unsafe {
            (self.library.functions.get_real)(self.component, references.as_ptr(), count, values.as_mut_ptr())
        };
        self.judge("fmi2GetReal", status)
    }

    /// `fmi2SetReal`.
    pub fn set_real(&mut self, references: &[Reference], values: &[f64]) -> Result<(), Error> {
        let count = references.len().min(values.len());
        // SAFETY: both arrays hold `count` elements.
        let status =
            unsafe { (self.library.functions.set_real)(self.component, references.as_ptr(), count, values.as_ptr()) };
        self.judge("fmi2SetReal", status)
    }

    /// `fmi2GetInteger`, for Enumerations too.
    pub fn get_integer(&self, reference: Reference) -> Result<i32, Error> {
        let mut value = 0;
        // SAFETY: one reference and room for one value.
        let status = unsafe { (self.library.functions.get_integer)(self.component, &reference, 1, &mut value) };
        self.judge("fmi2GetInteger", status).map(|()| value)
    }

    /// `fmi2SetInteger`, for Enumerations too.
    pub fn set_integer(&mut self, reference: Reference, value: i32) -> Result<(), Error> {
        // SAFETY: one reference and one value.
        let status = unsafe { (self.library.functions.set_integer)(self.component, &reference, 1, &value) };
        self.judge("fmi2SetInteger", status)
    }

    /// `fmi2GetBoolean`.
    pub fn get_boolean(&self, reference: Reference) -> Result<bool, Error> {
        let mut value = 0;
        // SAFETY: one reference and room for one value.
        let status = unsafe { (self.library.functions.get_boolean)(self.component, &reference, 1, &mut value) };
        self.judge("fmi2GetBoolean", status).map(|()| value != 0)
    }

    /// `fmi2SetBoolean`.
    pub fn set_boolean(&mut self, reference: Reference, value: bool) -> Result<(), Error> {
        // SAFETY: one reference and one value.
        let status = unsafe { (self.library.functions.set_boolean)(self.component, &reference, 1, &i32::from(value)) };
        self.judge("fmi2SetBoolean", status)
    }

    /// `fmi2SetRealInputDerivatives` of order 1; does nothing where the FMU has no such function.
    pub fn set_input_derivatives(&mut self, references: &[Reference], derivatives: &[f64]) -> Result<(), Error> {
        /// As many as most FMUs have inputs, so that one call is enough and nothing is allocated in each step.
        const ORDERS: [i32; 32] = [1; 32];
        let Some(function) = self.library.functions.set_input_derivatives else { return Ok(()) };
        for (references, derivatives) in references.chunks(ORDERS.len()).zip(derivatives.chunks(ORDERS.len())) {
            let count = references.len().min(derivatives.len());
            // SAFETY: the three arrays hold at least `count` elements.
            let status =
                unsafe { function(self.component, references.as_ptr(), count, ORDERS.as_ptr(), derivatives.as_ptr()) };
            self.judge("fmi2SetRealInputDerivatives", status)?;
        }
        Ok(())
    }

    /// `fmi2DoStep` from `time` over `step`.
    pub fn do_step(&mut self, time: f64, step: f64) -> Result<(), Error> {
        let function = self.library.functions.do_step.ok_or(Error::MissingFunction { name: "fmi2DoStep" })?;
        // SAFETY: the component is alive; all arguments are values.
        let status = unsafe { function(self.component, time, step, 1) };
        self.judge("fmi2DoStep", status)
    }

    fn judge(&self, function: &'static str, status: RawStatus) -> Result<(), Error> {
        match Status::from_raw(status) {
            Status::Ok | Status::Warning => Ok(()),
            status => Err(Error::Call { function, status, messages: Error::told(self.log.take()) }),
        }
    }
}

impl Drop for Instance<'_> {
    fn drop(&mut self) {
        // SAFETY: the component came from this library's fmi2Instantiate and is freed once.
        unsafe { (self.library.functions.free_instance)(self.component) }
    }
}

fn instantiate(library: &Library, identity: &Identity<'_>, callbacks: *const Callbacks) -> Result<Component, Error> {
    let text = |text: &str| CString::new(text).map_err(|_| Error::ZeroByte { text: text.to_string() });
    let (name, guid, resources) = (text(identity.name)?, text(identity.guid)?, text(identity.resources)?);
    const CO_SIMULATION: i32 = 1;
    let (visible, logging) = (0, Boolean::from(identity.logging));
    let (name, guid, resources) = (name.as_ptr(), guid.as_ptr(), resources.as_ptr());
    let function = library.functions.instantiate;
    // SAFETY: the strings live to the end of this function, the callbacks as long as the instance.
    Ok(unsafe { function(name, CO_SIMULATION, guid, resources, callbacks, visible, logging) })
}
