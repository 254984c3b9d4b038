//! Messages of an FMU: the C shim formats them, this side collects them.

use crate::library::symbols::owned;
use crate::library::{Message, Messages, Status};
use std::ffi::{c_char, c_int, c_void};
use std::rc::Rc;
use std::sync::Arc;

/// What the C shim knows of the receiver; mirrors `struct sink` in logger.c.
#[repr(C)]
struct Sink {
    receive: unsafe extern "C" fn(*mut c_void, c_int, *const c_char, *const c_char),
    data: *mut c_void,
}

/// Collects messages; the FMU may log from any thread.
pub(super) struct Log {
    messages: Arc<Messages>,
    sink: Rc<Sink>,
}

#[cfg(not(target_family = "wasm"))]
unsafe extern "C" {
    /// Defined in logger.c with variable arguments; only its address is used here.
    fn fmu_pack_logger();
}

/// The same in WebAssembly, where variable arguments are a pointer to them: the models give one, a text, for the format "%s".
///
/// # Safety
/// `environment` is null or a sink, and the texts are as the models give them.
#[cfg(target_family = "wasm")]
unsafe extern "C" fn fmu_pack_logger(
    environment: *mut c_void,
    _instance: *const c_char,
    status: c_int,
    category: *const c_char,
    _format: *const c_char,
    arguments: *const *const c_char,
) {
    // SAFETY: the caller's promise.
    unsafe {
        if let (Some(sink), Some(text)) = (environment.cast::<Sink>().as_ref(), arguments.as_ref()) {
            (sink.receive)(sink.data, status, category, *text);
        }
    }
}

impl Log {
    pub(super) fn new() -> Self {
        let messages = Arc::new(Messages::default());
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
        self.messages.take()
    }
}

/// Called by the C shim with the formatted text.
unsafe extern "C" fn receive(data: *mut c_void, status: c_int, category: *const c_char, text: *const c_char) {
    // SAFETY: `data` are the messages of the `Log` whose sink the shim was given, and the log outlives the instance.
    let messages = unsafe { &*data.cast::<Messages>() };
    // SAFETY: the shim passes what the FMU gave (NULL or a C string) and its own terminated buffer.
    let (category, text) = unsafe { (owned(category), owned(text)) };
    messages.push(Message { status: Status::from_raw(status), category, text });
}
