//! A small importer: instances with a logger that remembers, variables by name.

use actuator_fmu::fmi2::*;
use actuator_fmu::interface::{FIRST_INTEGER_REFERENCE, INTERFACES, Interface};
use std::ffi::{CStr, CString, c_char, c_void};
use std::sync::Mutex;

pub const OK: fmi2Status = 0;
pub const WARNING: fmi2Status = 1;
pub const DISCARD: fmi2Status = 2;
pub const ERROR: fmi2Status = 3;
#[cfg(feature = "panic-test")]
pub const FATAL: fmi2Status = 4;

pub const MODEL_EXCHANGE: fmi2Type = 0;
pub const CO_SIMULATION: fmi2Type = 1;

/// One call of the logger.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    pub instance: String,
    pub status: fmi2Status,
    pub category: String,
    pub text: String,
}

/// What the logger's environment points to.
#[derive(Default)]
pub struct Messages(Mutex<Vec<Message>>);

type Variadic = unsafe extern "C" fn(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...);
type Fixed = unsafe extern "C" fn(*mut c_void, fmi2String, fmi2Status, fmi2String, fmi2String, fmi2String);

/// Remembers a message; the format must be "%s" with one argument.
unsafe extern "C" fn remember(
    environment: *mut c_void,
    instance: *const c_char,
    status: fmi2Status,
    category: *const c_char,
    format: *const c_char,
    text: *const c_char,
) {
    // SAFETY: the environment is the one given at instantiation; the strings end with a zero byte.
    unsafe {
        assert_eq!(CStr::from_ptr(format), c"%s");
        let string = |pointer| CStr::from_ptr(pointer).to_str().unwrap().to_owned();
        let message = Message { instance: string(instance), status, category: string(category), text: string(text) };
        (*environment.cast::<Messages>()).0.lock().unwrap().push(message);
    }
}

/// A function with fixed arguments as the C-variadic one that FMI asks for: the leading arguments arrive in the same
/// places in the calling conventions of Linux.
pub fn variadic(function: Fixed) -> Variadic {
    // SAFETY: both are function pointers; see above.
    unsafe { std::mem::transmute::<Fixed, Variadic>(function) }
}

pub fn interface(identifier: &str) -> &'static Interface {
    INTERFACES.iter().find(|interface| interface.identifier == identifier).unwrap()
}

pub struct Instance {
    pub handle: fmi2Component,
    pub interface: &'static Interface,
    messages: Box<Messages>,
}

impl Drop for Instance {
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
        let messages = Box::<Messages>::default();
        let guid = CString::new(interface.guid).unwrap();
        let name = CString::new(name).unwrap();
        let handle = {
            // Copied at instantiation: neither the structure nor the strings outlive it.
            let functions = fmi2CallbackFunctions {
                logger: Some(variadic(remember)),
                allocateMemory: None,
                freeMemory: None,
                stepFinished: None,
                componentEnvironment: std::ptr::from_ref::<Messages>(&messages).cast_mut().cast(),
            };
            // SAFETY: all pointers are valid during the call.
            unsafe { fmi2Instantiate(name.as_ptr(), kind, guid.as_ptr(), std::ptr::null(), &functions, 0, logging) }
        };
        assert!(!handle.is_null(), "{:?}", messages.0.lock().unwrap());
        Self { handle, interface, messages }
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
        std::mem::take(&mut self.messages.0.lock().unwrap())
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

    pub fn reference(&self, name: &str) -> u32 {
        let real = self.interface.reals.iter().position(|variable| variable.name == name);
        let integer = || self.interface.integers.iter().position(|variable| variable.name == name);
        let reference = real.or_else(|| integer().map(|index| index + FIRST_INTEGER_REFERENCE as usize));
        reference.unwrap_or_else(|| panic!("no variable {name}")) as u32
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

    /// The whole state as bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let mut state = std::ptr::null_mut();
        // SAFETY: the handle and the pointers are valid.
        unsafe {
            assert_eq!(fmi2GetFMUstate(self.handle, &mut state), OK);
            let mut size = 0;
            assert_eq!(fmi2SerializedFMUstateSize(self.handle, state, &mut size), OK);
            let mut bytes = vec![0u8; size];
            assert_eq!(fmi2SerializeFMUstate(self.handle, state, bytes.as_mut_ptr().cast(), size), OK);
            assert_eq!(fmi2FreeFMUstate(self.handle, &mut state), OK);
            bytes
        }
    }

    /// Makes a saved state of bytes and takes it over; gives the status of the first refusal.
    pub fn restore(&self, bytes: &[u8]) -> fmi2Status {
        let mut state = std::ptr::null_mut();
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
