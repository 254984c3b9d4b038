//! Shared libraries and the functions that they export.
#![allow(unsafe_code)]

#[cfg(target_family = "wasm")]
mod linked;

use super::Error;
#[cfg(any(unix, windows))]
pub(crate) use libloading::Library;
#[cfg(target_family = "wasm")]
pub(crate) use linked::Library;
use std::ffi::{CStr, CString, c_char};
use std::path::Path;

/// Loads `path`, which runs its initializers.
pub(crate) fn open(path: &Path) -> Result<Library, Error> {
    // SAFETY: running foreign code is what the user asked for; no promise is made about what it does.
    let library = unsafe { Library::new(path) };
    library.map_err(|source| Error::Load { path: path.to_path_buf(), source })
}

/// The library has a function of this name.
pub(crate) fn exports(library: &Library, name: &str) -> bool {
    // SAFETY: the symbol is only looked up and never called through this type.
    unsafe { library.get::<unsafe extern "C" fn()>(name.as_bytes()) }.is_ok()
}

/// # Safety
/// `T` is the type of the function pointer named `name`.
pub(crate) unsafe fn required<T: Copy>(library: &Library, name: &'static str) -> Result<T, Error> {
    // SAFETY: the caller's promise.
    unsafe { optional(library, name) }.ok_or(Error::MissingFunction { name })
}

/// # Safety
/// `T` is the type of the function pointer named `name`.
pub(crate) unsafe fn optional<T: Copy>(library: &Library, name: &'static str) -> Option<T> {
    // SAFETY: the caller's promise.
    unsafe { library.get::<T>(name.as_bytes()) }.ok().map(|symbol| *symbol)
}

/// Copies a C string; NULL becomes empty.
///
/// # Safety
/// `text` is NULL or points to a terminated string.
pub(crate) unsafe fn owned(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: not NULL, and terminated by the caller's promise.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// A text for C.
pub(crate) fn c_string(text: &str) -> Result<CString, Error> {
    CString::new(text).map_err(|_| Error::ZeroByte { text: text.to_string() })
}
