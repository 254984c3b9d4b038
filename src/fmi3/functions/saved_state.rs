//! Saved states and their bytes.

use crate::ffi::saved_state;
use crate::fmi3::types::{fmi3Byte, fmi3FMUState, fmi3Instance, fmi3Status};

/// Saves the state of an instance, into the given saved state if there is one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetFMUState(instance: fmi3Instance, FMUState: *mut fmi3FMUState) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { saved_state::save(instance, FMUState) }
}

/// Continues from a saved state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetFMUState(instance: fmi3Instance, FMUState: fmi3FMUState) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { saved_state::restore(instance, FMUState) }
}

/// Frees a saved state and sets the handle to NULL; NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3FreeFMUState(instance: fmi3Instance, FMUState: *mut fmi3FMUState) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { saved_state::free(instance, FMUState) }
}

/// Length of a saved state as bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SerializedFMUStateSize(
    instance: fmi3Instance,
    FMUState: fmi3FMUState,
    size: *mut usize,
) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { saved_state::serialized_size(instance, FMUState, size) }
}

/// Writes a saved state to bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SerializeFMUState(
    instance: fmi3Instance,
    FMUState: fmi3FMUState,
    serializedState: *mut fmi3Byte,
    size: usize,
) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { saved_state::serialize(instance, FMUState, serializedState, size) }
}

/// Makes a saved state from bytes. A saved state that the handle already holds is replaced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3DeserializeFMUState(
    instance: fmi3Instance,
    serializedState: *const fmi3Byte,
    size: usize,
    FMUState: *mut fmi3FMUState,
) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { saved_state::deserialize(instance, serializedState, size, FMUState) }
}
