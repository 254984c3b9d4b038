//! An importer that allocates nothing during a call: its logger notes the last message in place.

use actuator_fmu::fmi2::*;
use actuator_fmu::interface::{FIRST_INTEGER_REFERENCE, INTERFACES, Interface};
use std::cell::{Cell, UnsafeCell};
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::{null, null_mut};

pub const MODEL_EXCHANGE: fmi2Type = 0;
pub const CO_SIMULATION: fmi2Type = 1;

const LENGTH: usize = 400;

/// What the logger's environment points to.
pub struct Witness {
    /// Messages so far.
    pub messages: Cell<u32>,
    /// Status of the last one.
    pub status: Cell<fmi2Status>,
    text: UnsafeCell<[u8; LENGTH]>,
}

impl Witness {
    pub fn new() -> Self {
        Self { messages: Cell::new(0), status: Cell::new(-1), text: UnsafeCell::new([0; LENGTH]) }
    }

    /// The last message.
    pub fn text(&self) -> &str {
        // SAFETY: written by calls on this thread only, and none goes on.
        let text = unsafe { &*self.text.get() };
        text.split(|&byte| byte == 0).next().and_then(|text| std::str::from_utf8(text).ok()).unwrap()
    }
}

/// Notes a message.
unsafe extern "C" fn note(
    environment: *mut c_void,
    _: *const c_char,
    status: fmi2Status,
    category: *const c_char,
    _: *const c_char,
    text: *const c_char,
) {
    unsafe {
        let witness = &*environment.cast::<Witness>();
        assert!(CStr::from_ptr(category).to_bytes().starts_with(b"log"));
        witness.messages.set(witness.messages.get() + 1);
        witness.status.set(status);
        let text = CStr::from_ptr(text).to_bytes();
        let length = text.len().min(LENGTH - 1);
        let kept = &mut *witness.text.get();
        kept.fill(0);
        kept[..length].copy_from_slice(&text[..length]);
    }
}

type Variadic = unsafe extern "C" fn(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...);
pub type Fixed = unsafe extern "C" fn(*mut c_void, fmi2String, fmi2Status, fmi2String, fmi2String, fmi2String);

/// Callbacks with this logger. The leading arguments of C-variadic functions arrive in the same places in the calling
/// conventions of Linux.
pub fn callbacks(logger: Fixed, environment: *mut c_void) -> fmi2CallbackFunctions {
    fmi2CallbackFunctions {
        logger: Some(unsafe { std::mem::transmute::<Fixed, Variadic>(logger) }),
        allocateMemory: None,
        freeMemory: None,
        stepFinished: None,
        componentEnvironment: environment,
    }
}

pub fn interface(identifier: &str) -> &'static Interface {
    INTERFACES.iter().find(|interface| interface.identifier == identifier).unwrap()
}

/// Arguments of an instance, so that instantiation itself needs no memory of the host.
pub struct Order {
    kind: fmi2Type,
    guid: CString,
    name: CString,
}

impl Order {
    pub fn new(interface: &'static Interface, kind: fmi2Type, name: &str) -> Self {
        Self { kind, guid: CString::new(interface.guid).unwrap(), name: CString::new(name).unwrap() }
    }

    pub fn instantiate(&self, witness: &Witness) -> fmi2Component {
        self.with_logger(&callbacks(note, std::ptr::from_ref(witness).cast_mut().cast()))
    }

    pub fn with_logger(&self, callbacks: &fmi2CallbackFunctions) -> fmi2Component {
        unsafe { fmi2Instantiate(self.name.as_ptr(), self.kind, self.guid.as_ptr(), null(), callbacks, 0, 1) }
    }
}

/// An instance with its witness.
pub struct Host {
    pub handle: fmi2Component,
    pub interface: &'static Interface,
    pub witness: Box<Witness>,
    /// A saved state that some calls use, and one that a call made.
    pub saved: Cell<fmi2FMUstate>,
    pub made: Cell<fmi2FMUstate>,
    /// A saved state as bytes.
    pub bytes: Vec<u8>,
}

impl Drop for Host {
    fn drop(&mut self) {
        unsafe {
            self.free(self.saved.get());
            self.free(self.made.get());
            fmi2FreeInstance(self.handle);
        }
    }
}

impl Host {
    pub fn new(identifier: &str, kind: fmi2Type, name: &str) -> Self {
        let (interface, witness) = (interface(identifier), Box::new(Witness::new()));
        let handle = Order::new(interface, kind, name).instantiate(&witness);
        assert!(!handle.is_null(), "{}", witness.text());
        Self {
            handle,
            interface,
            witness,
            saved: Cell::new(null_mut()),
            made: Cell::new(null_mut()),
            bytes: Vec::new(),
        }
    }

    pub fn reference(&self, name: &str) -> u32 {
        let real = self.interface.reals.iter().position(|variable| variable.name == name);
        let integer = || self.interface.integers.iter().position(|variable| variable.name == name);
        real.or_else(|| integer().map(|index| index + FIRST_INTEGER_REFERENCE as usize)).unwrap() as u32
    }

    pub fn initialize(&self) {
        unsafe {
            assert_eq!(fmi2EnterInitializationMode(self.handle), 0);
            assert_eq!(fmi2ExitInitializationMode(self.handle), 0);
        }
    }

    pub fn set(&self, name: &str, value: f64) -> fmi2Status {
        unsafe { fmi2SetReal(self.handle, &self.reference(name), 1, &value) }
    }

    pub fn get(&self, name: &str) -> f64 {
        let mut value = f64::NAN;
        assert_eq!(unsafe { fmi2GetReal(self.handle, &self.reference(name), 1, &mut value) }, 0, "{name}");
        value
    }

    pub fn step(&self, point: f64, step: f64) -> fmi2Status {
        unsafe { fmi2DoStep(self.handle, point, step, 1) }
    }

    /// A new saved state.
    pub fn save(&self) -> fmi2FMUstate {
        let mut state = null_mut();
        assert_eq!(unsafe { fmi2GetFMUstate(self.handle, &mut state) }, 0, "{}", self.witness.text());
        state
    }

    /// Frees a saved state; null is fine.
    pub fn free(&self, mut state: fmi2FMUstate) {
        unsafe { fmi2FreeFMUstate(self.handle, &mut state) };
    }

    /// The whole instance as bytes.
    pub fn image(&self) -> Vec<u8> {
        let (state, mut size) = (self.save(), 0);
        unsafe {
            assert_eq!(fmi2SerializedFMUstateSize(self.handle, state, &mut size), 0);
            let mut bytes = vec![0_u8; size];
            assert_eq!(fmi2SerializeFMUstate(self.handle, state, bytes.as_mut_ptr().cast(), size), 0);
            self.free(state);
            bytes
        }
    }
}
