//! Saved states and their bytes.

use crate::fmi2::guard::guard;
use crate::fmi2::memory::boxed;
use crate::fmi2::pointer::{Unusable, input, output, single};
use crate::fmi2::types::{fmi2Byte, fmi2Component, fmi2FMUstate, fmi2Status};
use crate::instance::{Operation, OutOfMemory, SavedState, Status, Text};
use libc::size_t;
use std::boxed::Box;

/// First word of every saved state, so that a foreign pointer is noticed.
const MAGIC: u64 = 0x4143_5446_4d55_3253;

/// What an `fmi2FMUstate` points to.
#[repr(C)]
struct Handle {
    magic: u64,
    saved: SavedState,
}

fn into_handle(saved: SavedState) -> Result<fmi2FMUstate, OutOfMemory> {
    Ok(Box::into_raw(boxed(Handle { magic: MAGIC, saved })?).cast())
}

/// The saved state behind a handle, unless it is obviously none.
///
/// # Safety
/// A handle that is not null and aligned can be read, and nobody else uses the saved state during the call.
unsafe fn handle<'a>(state: fmi2FMUstate) -> Result<&'a mut Handle, Unusable> {
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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetFMUstate(c: fmi2Component, FMUstate: *mut fmi2FMUstate) -> fmi2Status {
    // SAFETY: the duties of the importer are said for the module.
    unsafe {
        guard(c, Operation::SaveState, |instance| {
            let target = single("FMUstate", FMUstate)?;
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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetFMUstate(c: fmi2Component, FMUstate: fmi2FMUstate) -> fmi2Status {
    // SAFETY: the duties of the importer are said for the module.
    unsafe { guard(c, Operation::RestoreState, |instance| Ok(instance.restore_state(&handle(FMUstate)?.saved))) }
}

/// Frees a saved state and sets the handle to NULL; NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2FreeFMUstate(c: fmi2Component, FMUstate: *mut fmi2FMUstate) -> fmi2Status {
    // SAFETY: the duties of the importer are said for the module; what is freed was made by `into_handle`.
    unsafe {
        guard(c, Operation::FreeSavedState, |instance| {
            let status = instance.free_saved_state();
            if status != Status::Ok || FMUstate.is_null() {
                return Ok(status);
            }
            let target = single("FMUstate", FMUstate)?;
            if !target.is_null() {
                let state: *mut Handle = handle(*target)?;
                // Volatile, because the memory is given back right after; so that a second free is likely noticed.
                (&raw mut (*state).magic).write_volatile(0);
                drop(Box::from_raw(state));
                *target = std::ptr::null_mut();
            }
            Ok(status)
        })
    }
}

/// Length of a saved state as bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SerializedFMUstateSize(
    c: fmi2Component,
    FMUstate: fmi2FMUstate,
    size: *mut size_t,
) -> fmi2Status {
    // SAFETY: the duties of the importer are said for the module.
    unsafe {
        guard(c, Operation::SerializedSize, |instance| {
            let size = single("size", size)?;
            Ok(instance.serialized_size(&mut handle(FMUstate)?.saved, size))
        })
    }
}

/// Writes a saved state to bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SerializeFMUstate(
    c: fmi2Component,
    FMUstate: fmi2FMUstate,
    serializedState: *mut fmi2Byte,
    size: size_t,
) -> fmi2Status {
    // SAFETY: the duties of the importer are said for the module.
    unsafe {
        guard(c, Operation::SerializeState, |instance| {
            let bytes = output("serializedState", serializedState.cast::<u8>(), size)?;
            Ok(instance.serialize(&mut handle(FMUstate)?.saved, bytes))
        })
    }
}

/// Makes a saved state from bytes. A saved state that the handle already holds is replaced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2DeSerializeFMUstate(
    c: fmi2Component,
    serializedState: *const fmi2Byte,
    size: size_t,
    FMUstate: *mut fmi2FMUstate,
) -> fmi2Status {
    // SAFETY: the duties of the importer are said for the module.
    unsafe {
        guard(c, Operation::DeserializeState, |instance| {
            let target = single("FMUstate", FMUstate)?;
            let existing = if target.is_null() { None } else { Some(handle(*target)?) };
            let bytes = input("serializedState", serializedState.cast::<u8>(), size)?;
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
