//! Loggers: what an importer does with messages.

use actuator_fmu::fmi2::{fmi2CallbackFunctions, fmi2CallbackLogger, fmi2ComponentEnvironment, fmi2Status, fmi2String};
use std::cell::{Cell, RefCell, UnsafeCell};
use std::ffi::{CStr, c_char, c_void};
use std::fmt::{self, Debug, Formatter};
use std::sync::Mutex;

/// A message as it arrives; the format must be "%s" with one argument.
#[derive(Clone, Copy)]
pub struct RawMessage<'a> {
    pub instance: &'a CStr,
    pub status: fmi2Status,
    pub category: &'a CStr,
    pub format: &'a CStr,
    pub text: &'a CStr,
}

/// What receives messages. It stays where it is as long as its instance lives.
pub trait Logger: Default + Debug {
    /// Is there at all.
    const LISTENS: bool = true;

    fn receive(&self, message: RawMessage<'_>);
}

type Variadic = unsafe extern "C" fn(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...);
pub type Fixed = unsafe extern "C" fn(*mut c_void, fmi2String, fmi2Status, fmi2String, fmi2String, fmi2String);

/// A function with fixed arguments as the C-variadic one that FMI asks for: the leading arguments arrive in the same
/// places in the calling conventions of Linux.
pub fn variadic(function: Fixed) -> fmi2CallbackLogger {
    // SAFETY: both are function pointers; see above.
    Some(unsafe { std::mem::transmute::<Fixed, Variadic>(function) })
}

/// Callbacks with a logger and its environment.
pub fn callbacks_to(logger: fmi2CallbackLogger, environment: *mut c_void) -> fmi2CallbackFunctions {
    fmi2CallbackFunctions {
        logger,
        allocateMemory: None,
        freeMemory: None,
        stepFinished: None,
        componentEnvironment: environment,
    }
}

/// Callbacks that lead to a logger.
pub fn callbacks<L: Logger>(logger: &L) -> fmi2CallbackFunctions {
    let function = if L::LISTENS { variadic(receive::<L>) } else { None };
    callbacks_to(function, std::ptr::from_ref(logger).cast_mut().cast())
}

unsafe extern "C" fn receive<L: Logger>(
    environment: *mut c_void,
    instance: *const c_char,
    status: fmi2Status,
    category: *const c_char,
    format: *const c_char,
    text: *const c_char,
) {
    // SAFETY: the environment is the logger of `callbacks`, which outlives its instance; the strings end with a zero byte.
    unsafe {
        let [instance, category, format, text] = [instance, category, format, text].map(|text| CStr::from_ptr(text));
        (*environment.cast::<L>()).receive(RawMessage { instance, status, category, format, text });
    }
}

/// No logger at all.
#[derive(Debug, Default)]
pub struct Silent;

impl Logger for Silent {
    const LISTENS: bool = false;

    fn receive(&self, _: RawMessage<'_>) {}
}

/// One message, kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    pub instance: String,
    pub status: fmi2Status,
    pub category: String,
    pub text: String,
}

/// Keeps all messages.
#[derive(Debug, Default)]
pub struct Messages(Mutex<Vec<Message>>);

impl Messages {
    /// Those since the last call.
    pub fn take(&self) -> Vec<Message> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

impl Logger for Messages {
    fn receive(&self, message: RawMessage<'_>) {
        assert_eq!(message.format, c"%s");
        let [instance, category, text] =
            [message.instance, message.category, message.text].map(|text| text.to_str().unwrap().to_owned());
        self.0.lock().unwrap().push(Message { instance, status: message.status, category, text });
    }
}

const LENGTH: usize = 400;

/// Notes the last message in place: it allocates nothing.
pub struct Witness {
    /// Messages so far.
    pub messages: Cell<u32>,
    /// Status of the last one.
    pub status: Cell<fmi2Status>,
    text: UnsafeCell<[u8; LENGTH]>,
}

impl Default for Witness {
    fn default() -> Self {
        Self { messages: Cell::new(0), status: Cell::new(-1), text: UnsafeCell::new([0; LENGTH]) }
    }
}

impl Debug for Witness {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl Witness {
    /// The last message.
    pub fn text(&self) -> &str {
        // SAFETY: written by calls on this thread only, and none goes on.
        let text = unsafe { &*self.text.get() };
        text.split(|&byte| byte == 0).next().and_then(|text| std::str::from_utf8(text).ok()).unwrap()
    }
}

impl Logger for Witness {
    fn receive(&self, message: RawMessage<'_>) {
        assert!(message.category.to_bytes().starts_with(b"log"));
        self.messages.set(self.messages.get() + 1);
        self.status.set(message.status);
        let text = message.text.to_bytes();
        let length = text.len().min(LENGTH - 1);
        // SAFETY: nobody reads while a call goes on.
        let kept = unsafe { &mut *self.text.get() };
        kept.fill(0);
        kept[..length].copy_from_slice(&text[..length]);
    }
}

/// Counts messages: what is not OK must have been told.
#[derive(Debug, Default)]
pub struct Counts {
    /// Messages by status since the last look.
    counts: [Cell<u32>; 6],
    /// A message that no importer could print.
    malformed: Cell<bool>,
    last: RefCell<String>,
}

impl Counts {
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
}

impl Logger for Counts {
    fn receive(&self, message: RawMessage<'_>) {
        let RawMessage { instance, status, category, format, text } = message;
        if let Ok(text) = text.to_str() {
            self.last.borrow_mut().clear();
            self.last.borrow_mut().push_str(text);
        }
        let printable = |text: &CStr| text.to_str().is_ok_and(|text| !text.is_empty());
        let whole = printable(instance) && printable(category) && format == c"%s" && printable(text);
        match self.counts.get(status as usize) {
            Some(count) if whole => count.set(count.get() + 1),
            _ => self.malformed.set(true),
        }
    }
}
