//! A logger that counts: what is not OK must have been told.

use actuator_fmu::fmi2::{fmi2CallbackFunctions, fmi2CallbackLogger, fmi2ComponentEnvironment, fmi2Status, fmi2String};
use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_char, c_void};

/// What the logger's environment points to.
#[derive(Default)]
pub struct Log {
    /// Messages by status since the last look.
    counts: [Cell<u32>; 6],
    /// A message that no importer could print.
    malformed: Cell<bool>,
    last: RefCell<String>,
}

impl Log {
    /// Messages of this status since all were forgotten.
    pub fn count(&self, status: fmi2Status) -> u32 {
        self.counts.get(status as usize).map_or(0, Cell::get)
    }

    /// Messages of this status since the last call; forgets all.
    pub fn take(&self, status: fmi2Status) -> u32 {
        let count = self.count(status);
        self.counts.iter().for_each(|count| count.set(0));
        count
    }

    /// The last message.
    pub fn last(&self) -> String {
        self.last.borrow().clone()
    }

    pub fn is_malformed(&self) -> bool {
        self.malformed.get()
    }

    /// Callbacks that lead here; copied by the library.
    pub fn callbacks(&self) -> fmi2CallbackFunctions {
        fmi2CallbackFunctions {
            logger: variadic(count),
            allocateMemory: None,
            freeMemory: None,
            stepFinished: None,
            componentEnvironment: std::ptr::from_ref(self).cast_mut().cast(),
        }
    }
}

type Fixed = unsafe extern "C" fn(*mut c_void, fmi2String, fmi2Status, fmi2String, fmi2String, fmi2String);
type Variadic = unsafe extern "C" fn(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...);

/// A function with fixed arguments as the C-variadic one that FMI asks for: the leading arguments arrive in the same
/// places in the calling conventions of Linux.
pub fn variadic(function: Fixed) -> fmi2CallbackLogger {
    // SAFETY: both are function pointers; see above.
    Some(unsafe { std::mem::transmute::<Fixed, Variadic>(function) })
}

unsafe extern "C" fn count(
    environment: *mut c_void,
    instance: *const c_char,
    status: fmi2Status,
    category: *const c_char,
    format: *const c_char,
    text: *const c_char,
) {
    // SAFETY: the environment is a `Log` that outlives its instance; the strings end with a zero byte.
    unsafe {
        let log = &*environment.cast::<Log>();
        let printable = |text: *const c_char| CStr::from_ptr(text).to_str().is_ok_and(|text| !text.is_empty());
        if let Ok(text) = CStr::from_ptr(text).to_str() {
            log.last.borrow_mut().clear();
            log.last.borrow_mut().push_str(text);
        }
        let whole = printable(instance) && printable(category) && CStr::from_ptr(format) == c"%s" && printable(text);
        match log.counts.get(status as usize) {
            Some(count) if whole => count.set(count.get() + 1),
            _ => log.malformed.set(true),
        }
    }
}
