//! States of instances as bytes. Both versions of FMI have the same functions for it under names of their own.

use super::symbols::optional;
use std::ffi::{c_int, c_void};
use std::ptr::null_mut;

type Component = *mut c_void;
type State = *mut c_void;
type RawStatus = c_int;

/// The functions of one library.
#[derive(Clone, Copy)]
pub(crate) struct StateFunctions {
    get: unsafe extern "C" fn(Component, *mut State) -> RawStatus,
    set: unsafe extern "C" fn(Component, State) -> RawStatus,
    free: unsafe extern "C" fn(Component, *mut State) -> RawStatus,
    size: unsafe extern "C" fn(Component, State, *mut usize) -> RawStatus,
    serialize: unsafe extern "C" fn(Component, State, *mut u8, usize) -> RawStatus,
    deserialize: unsafe extern "C" fn(Component, *const u8, usize, *mut State) -> RawStatus,
    names: [&'static str; 6],
}

/// The function that failed, and its answer.
pub(crate) type Failure = (&'static str, RawStatus);

impl StateFunctions {
    /// In the order get, set, free, size, serialize, deserialize; none where one is missing.
    pub(crate) fn of(library: &crate::library::symbols::Library, names: [&'static str; 6]) -> Option<Self> {
        let [get, set, free, size, serialize, deserialize] = names;
        // SAFETY: each type is the signature that both standards give the function of this name.
        unsafe {
            Some(Self {
                get: optional(library, get)?,
                set: optional(library, set)?,
                free: optional(library, free)?,
                size: optional(library, size)?,
                serialize: optional(library, serialize)?,
                deserialize: optional(library, deserialize)?,
                names,
            })
        }
    }

    /// The state of an instance as bytes.
    ///
    /// # Safety
    /// `component` is an instance of this library that is alive.
    pub(crate) unsafe fn save(&self, component: Component) -> Result<Vec<u8>, Failure> {
        let mut state = null_mut();
        // SAFETY: the caller's promise; the state is freed below and not used afterwards.
        unsafe {
            self.judge(0, (self.get)(component, &mut state))?;
            let bytes = self.bytes(component, state);
            self.judge(2, (self.free)(component, &mut state))?;
            bytes
        }
    }

    /// # Safety
    /// `component` is alive, and `state` is one of it.
    unsafe fn bytes(&self, component: Component, state: State) -> Result<Vec<u8>, Failure> {
        let mut size = 0;
        // SAFETY: the caller's promise; the array has the length that the library asks for.
        unsafe {
            self.judge(3, (self.size)(component, state, &mut size))?;
            let mut bytes = vec![0; size];
            self.judge(4, (self.serialize)(component, state, bytes.as_mut_ptr(), size))?;
            Ok(bytes)
        }
    }

    /// Puts an instance into the state that the bytes are of.
    ///
    /// # Safety
    /// `component` is an instance of this library that is alive.
    pub(crate) unsafe fn restore(&self, component: Component, bytes: &[u8]) -> Result<(), Failure> {
        let mut state = null_mut();
        // SAFETY: the caller's promise; the state is freed and not used afterwards.
        unsafe {
            self.judge(5, (self.deserialize)(component, bytes.as_ptr(), bytes.len(), &mut state))?;
            let set = self.judge(1, (self.set)(component, state));
            self.judge(2, (self.free)(component, &mut state))?;
            set
        }
    }

    /// 0 is OK and 1 a warning, in both versions.
    fn judge(&self, function: usize, status: RawStatus) -> Result<(), Failure> {
        if matches!(status, 0 | 1) { Ok(()) } else { Err((self.names[function], status)) }
    }
}
