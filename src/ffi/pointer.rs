//! Arrays, strings and single values that come from C.

use super::memory::boxed;
use crate::instance::memory::text;
use crate::instance::{OutOfMemory, Text};
use core::ffi::c_char;
use std::boxed::Box;
use std::ffi::CStr;

/// Why a call cannot be passed on, as a sentence: a pointer that cannot be used, or no memory for what is asked for.
/// In a box, so that it is passed on in a register; without one where there was no memory for it.
pub(crate) struct Unusable(Option<Box<Text>>);

impl Unusable {
    pub(crate) fn because(sentence: Text) -> Self {
        Self(boxed(sentence).ok())
    }

    pub(crate) fn sentence(self) -> Text {
        self.0.map_or(Text::Borrowed(OutOfMemory::MESSAGE), |sentence| *sentence)
    }
}

impl From<OutOfMemory> for Unusable {
    fn from(_: OutOfMemory) -> Self {
        Self(None)
    }
}

#[inline]
fn check<T>(name: &str, pointer: *const T, length: usize) -> Result<(), Unusable> {
    let fits = length <= isize::MAX as usize / size_of::<T>().max(1);
    if !pointer.is_null() && pointer.is_aligned() && fits {
        return Ok(());
    }
    Err(unusable(name, pointer.addr(), align_of::<T>(), length))
}

/// The reason is found here, not where a pointer is checked: there it would cost each good pointer instructions.
#[cold]
#[inline(never)]
fn unusable(name: &str, address: usize, alignment: usize, length: usize) -> Unusable {
    let problem = match address {
        0 => "is NULL",
        _ if !address.is_multiple_of(alignment) => "is not aligned for its type",
        _ => "is longer than memory can be",
    };
    Unusable::because(text!("{name} {problem}; number of elements expected: {length}"))
}

/// An array to read. Null is fine for no elements.
///
/// # Safety
/// The array has that many elements, and nobody writes them during the call.
pub(crate) unsafe fn input<'a, T>(name: &str, pointer: *const T, length: usize) -> Result<&'a [T], Unusable> {
    if length == 0 {
        return Ok(&[]);
    }
    check(name, pointer, length)?;
    // SAFETY: not null, aligned, of possible length; the elements are there by the contract of this function.
    Ok(unsafe { std::slice::from_raw_parts(pointer, length) })
}

/// An array to write. Null is fine for no elements.
///
/// # Safety
/// The array has that many elements, and nobody else uses them during the call.
pub(crate) unsafe fn output<'a, T>(name: &str, pointer: *mut T, length: usize) -> Result<&'a mut [T], Unusable> {
    if length == 0 {
        return Ok(&mut []);
    }
    check(name, pointer, length)?;
    // SAFETY: not null, aligned, of possible length; the elements are there by the contract of this function.
    Ok(unsafe { std::slice::from_raw_parts_mut(pointer, length) })
}

/// One value to write.
///
/// # Safety
/// The value is there, and nobody else uses it during the call.
pub(crate) unsafe fn single<'a, T>(name: &str, pointer: *mut T) -> Result<&'a mut T, Unusable> {
    check(name, pointer, 1)?;
    // SAFETY: not null and aligned; the value is there by the contract of this function.
    Ok(unsafe { &mut *pointer })
}

/// A string; null is an empty one.
///
/// # Safety
/// The string ends with a zero byte, and nobody writes it during the call.
pub(crate) unsafe fn string<'a>(pointer: *const c_char) -> &'a CStr {
    if pointer.is_null() {
        return c"";
    }
    // SAFETY: not null; it ends with a zero byte by the contract of this function.
    unsafe { CStr::from_ptr(pointer) }
}
