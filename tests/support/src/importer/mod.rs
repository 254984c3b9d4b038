//! A small importer: instances with a logger, variables by name.
//!
//! How much the logger remembers is its own matter: [`Messages`] all of it, [`Witness`] the last message without
//! allocating, [`Counts`] how many of each status; [`Silent`] is none.
#![allow(unsafe_code, reason = "calls the C interface")]

mod logger;

pub use logger::{
    Counts, Fixed, Logger, Message, Messages, RawMessage, Silent, Witness, callbacks, callbacks_to, variadic,
};

use actuator_fmu::fmi2::*;
use actuator_fmu::interface::{FIRST_INTEGER_REFERENCE, INTERFACES, Interface};
use std::ffi::CString;
use std::ptr::{null, null_mut};

pub const OK: fmi2Status = 0;
pub const WARNING: fmi2Status = 1;
pub const DISCARD: fmi2Status = 2;
pub const ERROR: fmi2Status = 3;
pub const FATAL: fmi2Status = 4;

pub const MODEL_EXCHANGE: fmi2Type = 0;
pub const CO_SIMULATION: fmi2Type = 1;

pub fn interface(identifier: &str) -> &'static Interface {
    let found = INTERFACES.iter().find(|interface| interface.identifier == identifier);
    found.unwrap_or_else(|| panic!("no FMU {identifier}"))
}

/// Value reference of a variable.
pub fn reference(interface: &Interface, name: &str) -> fmi2ValueReference {
    let real = interface.reals.iter().position(|variable| variable.name == name);
    let integer = || interface.integers.iter().position(|variable| variable.name == name);
    let reference = real.or_else(|| integer().map(|index| index + FIRST_INTEGER_REFERENCE as usize));
    reference.unwrap_or_else(|| panic!("no variable {name}")) as fmi2ValueReference
}

/// Arguments of an instance, so that instantiation itself needs no memory of the host.
pub struct Order {
    kind: fmi2Type,
    guid: CString,
    name: CString,
    logging: fmi2Boolean,
}

impl Order {
    /// With logging on.
    pub fn new(interface: &'static Interface, kind: fmi2Type, name: &str) -> Self {
        Self { kind, guid: CString::new(interface.guid).unwrap(), name: CString::new(name).unwrap(), logging: 1 }
    }

    pub fn with_logging(self, logging: fmi2Boolean) -> Self {
        Self { logging, ..self }
    }

    pub fn instantiate<L: Logger>(&self, logger: &L) -> fmi2Component {
        self.with_callbacks(&callbacks(logger))
    }

    pub fn with_callbacks(&self, callbacks: &fmi2CallbackFunctions) -> fmi2Component {
        // SAFETY: all pointers are valid during the call; callbacks and strings are copied.
        unsafe {
            fmi2Instantiate(self.name.as_ptr(), self.kind, self.guid.as_ptr(), null(), callbacks, 0, self.logging)
        }
    }
}

/// An instance with its logger.
pub struct Instance<L: Logger = Messages> {
    pub handle: fmi2Component,
    pub interface: &'static Interface,
    pub logger: Box<L>,
}

impl<L: Logger> Drop for Instance<L> {
    fn drop(&mut self) {
        // SAFETY: the handle comes from fmi2Instantiate and is not used again.
        unsafe { fmi2FreeInstance(self.handle) }
    }
}

impl Instance {
    /// In the state instantiated, with logging on.
    pub fn new(identifier: &str, kind: fmi2Type) -> Self {
        Self::named(identifier, kind, "actuator", 1)
    }

    pub fn named(identifier: &str, kind: fmi2Type, name: &str, logging: fmi2Boolean) -> Self {
        let interface = interface(identifier);
        Self::ordered(interface, &Order::new(interface, kind, name).with_logging(logging))
    }

    /// In initialization mode.
    pub fn initializing(identifier: &str, kind: fmi2Type) -> Self {
        let instance = Self::new(identifier, kind);
        assert_eq!(instance.setup(0.0, None), OK);
        assert_eq!(instance.enter_initialization(), OK);
        instance
    }

    /// At the first communication point, or in event mode.
    pub fn started(identifier: &str, kind: fmi2Type) -> Self {
        let instance = Self::initializing(identifier, kind);
        assert_eq!(instance.exit_initialization(), OK);
        instance
    }

    /// Messages since the last call.
    pub fn messages(&self) -> Vec<Message> {
        self.logger.take()
    }

    /// The only message since the last call.
    pub fn message(&self) -> Message {
        let mut messages = self.messages();
        assert_eq!(messages.len(), 1, "{messages:?}");
        messages.remove(0)
    }

    /// Asserts an Error of which one message was logged, and gives its text.
    #[track_caller]
    pub fn refusal(&self, status: fmi2Status) -> String {
        let message = self.message();
        assert_eq!((status, message.status, message.category.as_str()), (ERROR, ERROR, "logStatusError"));
        message.text
    }
}

impl<L: Logger> Instance<L> {
    /// Instantiated, with a new logger.
    pub fn ordered(interface: &'static Interface, order: &Order) -> Self {
        Self::try_ordered(interface, order).unwrap_or_else(|logger| panic!("{logger:?}"))
    }

    /// The same; where there is no instance, the logger, which was told why.
    pub fn try_ordered(interface: &'static Interface, order: &Order) -> Result<Self, Box<L>> {
        let logger = Box::<L>::default();
        let handle = order.instantiate(&*logger);
        if handle.is_null() { Err(logger) } else { Ok(Self { handle, interface, logger }) }
    }

    pub fn reference(&self, name: &str) -> u32 {
        reference(self.interface, name)
    }

    pub fn setup(&self, start: f64, stop: Option<f64>) -> fmi2Status {
        let (defined, stop) = (fmi2Boolean::from(stop.is_some()), stop.unwrap_or(0.0));
        // SAFETY: the handle is valid.
        unsafe { fmi2SetupExperiment(self.handle, 0, 0.0, start, defined, stop) }
    }

    pub fn enter_initialization(&self) -> fmi2Status {
        // SAFETY: the handle is valid.
        unsafe { fmi2EnterInitializationMode(self.handle) }
    }

    pub fn exit_initialization(&self) -> fmi2Status {
        // SAFETY: the handle is valid.
        unsafe { fmi2ExitInitializationMode(self.handle) }
    }

    pub fn step(&self, point: f64, step: f64) -> fmi2Status {
        // SAFETY: the handle is valid.
        unsafe { fmi2DoStep(self.handle, point, step, 1) }
    }

    pub fn set_reals(&self, references: &[u32], values: &[f64]) -> fmi2Status {
        assert_eq!(references.len(), values.len());
        // SAFETY: the handle and the arrays are valid.
        unsafe { fmi2SetReal(self.handle, references.as_ptr(), references.len(), values.as_ptr()) }
    }

    pub fn get_reals(&self, references: &[u32], values: &mut [f64]) -> fmi2Status {
        assert_eq!(references.len(), values.len());
        // SAFETY: the handle and the arrays are valid.
        unsafe { fmi2GetReal(self.handle, references.as_ptr(), references.len(), values.as_mut_ptr()) }
    }

    pub fn set(&self, name: &str, value: f64) -> fmi2Status {
        self.set_reals(&[self.reference(name)], &[value])
    }

    pub fn set_integer(&self, name: &str, value: i32) -> fmi2Status {
        let reference = self.reference(name);
        // SAFETY: the handle and the pointers are valid.
        unsafe { fmi2SetInteger(self.handle, &reference, 1, &value) }
    }

    pub fn get(&self, name: &str) -> f64 {
        let mut value = [f64::NAN];
        assert_eq!(self.get_reals(&[self.reference(name)], &mut value), OK, "{name}");
        value[0]
    }

    pub fn get_integer(&self, name: &str) -> i32 {
        let (reference, mut value) = (self.reference(name), 0);
        // SAFETY: the handle and the pointers are valid.
        assert_eq!(unsafe { fmi2GetInteger(self.handle, &reference, 1, &mut value) }, OK, "{name}");
        value
    }

    /// A new saved state.
    pub fn save(&self) -> fmi2FMUstate {
        let mut state = null_mut();
        // SAFETY: the handle and the pointer are valid.
        assert_eq!(unsafe { fmi2GetFMUstate(self.handle, &mut state) }, OK, "{:?}", self.logger);
        state
    }

    /// Frees a saved state; null is fine. An instance that a panic has ended refuses this as it refuses all.
    pub fn free(&self, mut state: fmi2FMUstate) {
        // SAFETY: the handle and the pointer are valid.
        unsafe { fmi2FreeFMUstate(self.handle, &mut state) };
    }

    /// The whole instance as bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let (state, mut size) = (self.save(), 0);
        // SAFETY: the handle and the pointers are valid.
        let bytes = unsafe {
            assert_eq!(fmi2SerializedFMUstateSize(self.handle, state, &mut size), OK);
            let mut bytes = vec![0u8; size];
            assert_eq!(fmi2SerializeFMUstate(self.handle, state, bytes.as_mut_ptr().cast(), size), OK);
            bytes
        };
        self.free(state);
        bytes
    }

    /// Makes a saved state of bytes and takes it over; gives the status of the first refusal.
    pub fn restore(&self, bytes: &[u8]) -> fmi2Status {
        let mut state = null_mut();
        // SAFETY: the handle and the pointers are valid.
        unsafe {
            let made = fmi2DeSerializeFMUstate(self.handle, bytes.as_ptr().cast(), bytes.len(), &mut state);
            if made != OK {
                assert!(state.is_null());
                return made;
            }
            let status = fmi2SetFMUstate(self.handle, state);
            assert_eq!(fmi2FreeFMUstate(self.handle, &mut state), OK);
            status
        }
    }
}
