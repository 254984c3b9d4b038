//! Saved states and their bytes: the same in all versions of the standard.

use super::Handle as Instance;
use super::guard::guard;
use super::lease::Lease;
use super::memory::boxed;
use super::pointer::{Unusable, input, output, single};
use crate::instance::{Operation, OutOfMemory, SavedState, Status, Text};
use core::ffi::c_void;
use std::boxed::Box;

/// First word of every saved state, so that a foreign pointer is noticed.
const MAGIC: u64 = 0x4143_5446_4d55_3253;

/// Handle of a saved state, as the importer has it.
pub(crate) type FmuState = *mut c_void;

/// What it points to.
#[repr(C)]
struct Handle {
    magic: u64,
    saved: SavedState,
    /// It may outlive the instance that it was made of. After the saved state, so that it is dropped after it.
    _lease: Lease,
}

/// During a call on an instance of the same FMU.
fn into_handle(saved: SavedState) -> Result<FmuState, OutOfMemory> {
    Ok(Box::into_raw(boxed(Handle { magic: MAGIC, saved, _lease: Lease::another() })?).cast())
}

/// The saved state behind a handle, unless it is obviously none.
///
/// # Safety
/// A handle that is not null and aligned can be read, and nobody else uses the saved state during the call.
unsafe fn handle<'a>(state: FmuState) -> Result<&'a mut Handle, Unusable> {
    let refused = || Unusable::because(Text::Borrowed("FMUstate is not a saved state of this library"));
    let handle = state.cast::<Handle>();
    if handle.is_null() || !handle.is_aligned() {
        return Err(refused());
    }
    // SAFETY: not null and aligned; readable by the contract of this function. Only the first word is read.
    let magic = unsafe { (&raw const (*handle).magic).read() };
    if magic != MAGIC {
        return Err(refused());
    }
    // SAFETY: it was made by `into_handle`, and nobody else uses it by the contract of this function.
    Ok(unsafe { &mut *handle })
}

/// Saves the state of an instance, into the given saved state if there is one.
///
/// # Safety
/// As stated for the modules `fmi2` and `fmi3`.
pub(crate) unsafe fn save(instance: Instance, state: *mut FmuState) -> i32 {
    // SAFETY: the duties of the importer are stated for the modules.
    unsafe {
        guard(instance, Operation::SaveState, |instance| {
            let target = single("FMUstate", state)?;
            let existing = if target.is_null() { None } else { Some(&mut handle(*target)?.saved) };
            let mut created = None;
            let status = instance.save_state(existing, &mut created);
            if let Some(saved) = created {
                *target = into_handle(saved)?;
            }
            Ok(status)
        })
    }
}

/// Continues from a saved state.
///
/// # Safety
/// As stated for the modules `fmi2` and `fmi3`.
pub(crate) unsafe fn restore(instance: Instance, state: FmuState) -> i32 {
    // SAFETY: the duties of the importer are stated for the modules.
    unsafe { guard(instance, Operation::RestoreState, |instance| Ok(instance.restore_state(&handle(state)?.saved))) }
}

/// Frees a saved state and sets the handle to NULL; NULL is ignored.
///
/// # Safety
/// As stated for the modules `fmi2` and `fmi3`.
pub(crate) unsafe fn free(instance: Instance, state: *mut FmuState) -> i32 {
    // SAFETY: the duties of the importer are stated for the modules; what is freed was made by `into_handle`.
    unsafe {
        guard(instance, Operation::FreeSavedState, |instance| {
            let status = instance.free_saved_state();
            if status != Status::Ok || state.is_null() {
                return Ok(status);
            }
            let target = single("FMUstate", state)?;
            if !target.is_null() {
                let saved: *mut Handle = handle(*target)?;
                // Volatile, because the memory is given back right after; so that a second free is likely noticed.
                (&raw mut (*saved).magic).write_volatile(0);
                drop(Box::from_raw(saved));
                *target = std::ptr::null_mut();
            }
            Ok(status)
        })
    }
}

/// Length of a saved state as bytes.
///
/// # Safety
/// As stated for the modules `fmi2` and `fmi3`.
pub(crate) unsafe fn serialized_size(instance: Instance, state: FmuState, size: *mut usize) -> i32 {
    // SAFETY: the duties of the importer are stated for the modules.
    unsafe {
        guard(instance, Operation::SerializedSize, |instance| {
            let size = single("size", size)?;
            Ok(instance.serialized_size(&mut handle(state)?.saved, size))
        })
    }
}

/// Writes a saved state to bytes.
///
/// # Safety
/// As stated for the modules `fmi2` and `fmi3`.
pub(crate) unsafe fn serialize(instance: Instance, state: FmuState, bytes: *mut u8, size: usize) -> i32 {
    // SAFETY: the duties of the importer are stated for the modules.
    unsafe {
        guard(instance, Operation::SerializeState, |instance| {
            let bytes = output("serializedState", bytes, size)?;
            Ok(instance.serialize(&mut handle(state)?.saved, bytes))
        })
    }
}

/// Makes a saved state from bytes. A saved state that the handle already holds is replaced.
///
/// # Safety
/// As stated for the modules `fmi2` and `fmi3`.
pub(crate) unsafe fn deserialize(instance: Instance, bytes: *const u8, size: usize, state: *mut FmuState) -> i32 {
    // SAFETY: the duties of the importer are stated for the modules.
    unsafe {
        guard(instance, Operation::DeserializeState, |instance| {
            let target = single("FMUstate", state)?;
            let existing = if target.is_null() { None } else { Some(handle(*target)?) };
            let bytes = input("serializedState", bytes, size)?;
            let mut created = None;
            let status = instance.deserialize(bytes, &mut created);
            match (created, existing) {
                (Some(saved), Some(existing)) => existing.saved = saved,
                (Some(saved), None) => *target = into_handle(saved)?,
                (None, _) => {}
            }
            Ok(status)
        })
    }
}
