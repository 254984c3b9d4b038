//! Saved states and their bytes.

use crate::ffi::saved_state;
use crate::fmi2::types::{fmi2Byte, fmi2Component, fmi2FMUstate, fmi2Status};

/// Saves the state of an instance, into the given saved state if there is one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetFMUstate(c: fmi2Component, FMUstate: *mut fmi2FMUstate) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { saved_state::save(c, FMUstate) }
}

/// Continues from a saved state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetFMUstate(c: fmi2Component, FMUstate: fmi2FMUstate) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { saved_state::restore(c, FMUstate) }
}

/// Frees a saved state and sets the handle to NULL; NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2FreeFMUstate(c: fmi2Component, FMUstate: *mut fmi2FMUstate) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { saved_state::free(c, FMUstate) }
}

/// Length of a saved state as bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SerializedFMUstateSize(
    c: fmi2Component,
    FMUstate: fmi2FMUstate,
    size: *mut usize,
) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { saved_state::serialized_size(c, FMUstate, size) }
}

/// Writes a saved state to bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SerializeFMUstate(
    c: fmi2Component,
    FMUstate: fmi2FMUstate,
    serializedState: *mut fmi2Byte,
    size: usize,
) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { saved_state::serialize(c, FMUstate, serializedState.cast(), size) }
}

/// Makes a saved state from bytes. A saved state that the handle already holds is replaced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2DeSerializeFMUstate(
    c: fmi2Component,
    serializedState: *const fmi2Byte,
    size: usize,
    FMUstate: *mut fmi2FMUstate,
) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { saved_state::deserialize(c, serializedState.cast(), size, FMUstate) }
}
