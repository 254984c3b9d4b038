//! Messages of an FMU: the C shim formats them, this side collects them.

use super::Status;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

/// One message that the FMU logged.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// How bad it is.
    pub status: Status,
    /// Log category as declared by the FMU.
    pub category: String,
    /// The formatted text.
    pub text: String,
}

/// What the C shim knows of the receiver; mirrors `struct sink` in logger.c.
#[repr(C)]
struct Sink {
    receive: unsafe extern "C" fn(*mut c_void, c_int, *const c_char, *const c_char),
    data: *mut c_void,
}

/// Collects messages; the FMU may log from any thread.
pub(super) struct Log {
    messages: Arc<Mutex<Vec<Message>>>,
    sink: Rc<Sink>,
}

unsafe extern "C" {
    /// Defined in logger.c with variable arguments; only its address is used here.
    fn fmu_pack_logger();
}

impl Log {
    pub(super) fn new() -> Self {
        let messages = Arc::new(Mutex::new(Vec::new()));
        let data = Arc::as_ptr(&messages).cast_mut().cast();
        Self { messages, sink: Rc::new(Sink { receive, data }) }
    }

    /// The function for `fmi2CallbackFunctions::logger`.
    pub(super) fn function() -> *const c_void {
        fmu_pack_logger as *const c_void
    }

    /// The pointer for `fmi2CallbackFunctions::componentEnvironment`; valid as long as this log.
    pub(super) fn environment(&self) -> *mut c_void {
        Rc::as_ptr(&self.sink).cast_mut().cast()
    }

    /// Takes the messages that came since the last call.
    pub(super) fn take(&self) -> Vec<Message> {
        std::mem::take(&mut *self.messages.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Called by the C shim with the formatted text.
unsafe extern "C" fn receive(data: *mut c_void, status: c_int, category: *const c_char, text: *const c_char) {
    // SAFETY: `data` is the mutex in the `Log` whose sink the shim was given, and the log outlives the instance.
    let messages = unsafe { &*data.cast::<Mutex<Vec<Message>>>() };
    // SAFETY: the shim passes what the FMU gave (NULL or a C string) and its own terminated buffer.
    let (category, text) = unsafe { (owned(category), owned(text)) };
    let message = Message { status: Status::from_raw(status), category, text };
    messages.lock().unwrap_or_else(PoisonError::into_inner).push(message);
}

/// Copies a C string; NULL becomes empty.
///
/// # Safety
/// `text` is NULL or points to a terminated string.
pub(super) unsafe fn owned(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: not NULL, and terminated by the caller's promise.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}
