//! Functions of what these FMUs do not have: variables of other types, intervals of clocks, structural parameters, partitions.

use crate::ffi::guard::guard;
use crate::ffi::pointer::input;
use crate::fmi3::types::{
    fmi3Absent, fmi3Float64, fmi3Instance, fmi3IntervalQualifier, fmi3Status, fmi3ValueReference,
};
use crate::instance::Operation;
use libc::size_t;

/// # Safety
/// As said for the module `fmi3`.
#[inline(never)]
unsafe fn access(
    instance: fmi3Instance,
    operation: Operation,
    wanted: &str,
    references: *const fmi3ValueReference,
    count: size_t,
) -> fmi3Status {
    // SAFETY: the same duties.
    unsafe {
        guard(instance, operation, |instance| {
            Ok(instance.access_absent_type(operation, wanted, input("valueReferences", references, count)?))
        })
    }
}

/// # Safety
/// As said for the module `fmi3`.
#[inline(never)]
unsafe fn refuse(instance: fmi3Instance, operation: Operation) -> fmi3Status {
    // SAFETY: the same duties.
    unsafe { guard(instance, operation, |instance| Ok(instance.refuse_absent(operation))) }
}

/// There are no Float32 variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetFloat32(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    values: *mut fmi3Absent,
    nValues: size_t,
) -> fmi3Status {
    let _ = (values, nValues);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { access(instance, Operation::GetAbsentType, "Float32", valueReferences, nValueReferences) }
}

/// There are no Int8 variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetInt8(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    values: *mut fmi3Absent,
    nValues: size_t,
) -> fmi3Status {
    let _ = (values, nValues);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { access(instance, Operation::GetAbsentType, "Int8", valueReferences, nValueReferences) }
}

/// There are no UInt8 variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetUInt8(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    values: *mut fmi3Absent,
    nValues: size_t,
) -> fmi3Status {
    let _ = (values, nValues);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { access(instance, Operation::GetAbsentType, "UInt8", valueReferences, nValueReferences) }
}

/// There are no Int16 variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetInt16(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    values: *mut fmi3Absent,
    nValues: size_t,
) -> fmi3Status {
    let _ = (values, nValues);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { access(instance, Operation::GetAbsentType, "Int16", valueReferences, nValueReferences) }
}

/// There are no UInt16 variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetUInt16(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    values: *mut fmi3Absent,
    nValues: size_t,
) -> fmi3Status {
    let _ = (values, nValues);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { access(instance, Operation::GetAbsentType, "UInt16", valueReferences, nValueReferences) }
}

/// There are no UInt32 variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetUInt32(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    values: *mut fmi3Absent,
    nValues: size_t,
) -> fmi3Status {
    let _ = (values, nValues);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { access(instance, Operation::GetAbsentType, "UInt32", valueReferences, nValueReferences) }
}

/// There are no UInt64 variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetUInt64(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    values: *mut fmi3Absent,
    nValues: size_t,
) -> fmi3Status {
    let _ = (values, nValues);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { access(instance, Operation::GetAbsentType, "UInt64", valueReferences, nValueReferences) }
}

/// There are no Boolean variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetBoolean(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    values: *mut fmi3Absent,
    nValues: size_t,
) -> fmi3Status {
    let _ = (values, nValues);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { access(instance, Operation::GetBoolean, "Boolean", valueReferences, nValueReferences) }
}

/// There are no String variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetString(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    values: *mut fmi3Absent,
    nValues: size_t,
) -> fmi3Status {
    let _ = (values, nValues);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { access(instance, Operation::GetString, "String", valueReferences, nValueReferences) }
}

/// There are no Binary variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetBinary(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    valueSizes: *mut size_t,
    values: *mut fmi3Absent,
    nValues: size_t,
) -> fmi3Status {
    let _ = (valueSizes, values, nValues);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { access(instance, Operation::GetAbsentType, "Binary", valueReferences, nValueReferences) }
}

/// There are no Float32 variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetFloat32(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    values: *const fmi3Absent,
    nValues: size_t,
) -> fmi3Status {
    let _ = (values, nValues);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { access(instance, Operation::SetAbsentType, "Float32", valueReferences, nValueReferences) }
}

/// There are no Int8 variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetInt8(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    values: *const fmi3Absent,
    nValues: size_t,
) -> fmi3Status {
    let _ = (values, nValues);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { access(instance, Operation::SetAbsentType, "Int8", valueReferences, nValueReferences) }
}

/// There are no UInt8 variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetUInt8(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    values: *const fmi3Absent,
    nValues: size_t,
) -> fmi3Status {
    let _ = (values, nValues);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { access(instance, Operation::SetAbsentType, "UInt8", valueReferences, nValueReferences) }
}

/// There are no Int16 variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetInt16(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    values: *const fmi3Absent,
    nValues: size_t,
) -> fmi3Status {
    let _ = (values, nValues);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { access(instance, Operation::SetAbsentType, "Int16", valueReferences, nValueReferences) }
}

/// There are no UInt16 variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetUInt16(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    values: *const fmi3Absent,
    nValues: size_t,
) -> fmi3Status {
    let _ = (values, nValues);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { access(instance, Operation::SetAbsentType, "UInt16", valueReferences, nValueReferences) }
}

/// There are no UInt32 variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetUInt32(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    values: *const fmi3Absent,
    nValues: size_t,
) -> fmi3Status {
    let _ = (values, nValues);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { access(instance, Operation::SetAbsentType, "UInt32", valueReferences, nValueReferences) }
}

/// There are no UInt64 variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetUInt64(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    values: *const fmi3Absent,
    nValues: size_t,
) -> fmi3Status {
    let _ = (values, nValues);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { access(instance, Operation::SetAbsentType, "UInt64", valueReferences, nValueReferences) }
}

/// There are no Boolean variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetBoolean(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    values: *const fmi3Absent,
    nValues: size_t,
) -> fmi3Status {
    let _ = (values, nValues);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { access(instance, Operation::SetBoolean, "Boolean", valueReferences, nValueReferences) }
}

/// There are no String variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetString(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    values: *const fmi3Absent,
    nValues: size_t,
) -> fmi3Status {
    let _ = (values, nValues);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { access(instance, Operation::SetString, "String", valueReferences, nValueReferences) }
}

/// There are no Binary variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetBinary(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    valueSizes: *const size_t,
    values: *const fmi3Absent,
    nValues: size_t,
) -> fmi3Status {
    let _ = (valueSizes, values, nValues);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { access(instance, Operation::SetAbsentType, "Binary", valueReferences, nValueReferences) }
}

/// The clocks have no intervals: Error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetIntervalDecimal(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    intervals: *mut fmi3Float64,
    qualifiers: *mut fmi3IntervalQualifier,
) -> fmi3Status {
    let _ = (valueReferences, nValueReferences, intervals, qualifiers);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { refuse(instance, Operation::ClockInterval) }
}

/// The clocks have no intervals: Error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetIntervalFraction(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    counters: *mut u64,
    resolutions: *mut u64,
    qualifiers: *mut fmi3IntervalQualifier,
) -> fmi3Status {
    let _ = (valueReferences, nValueReferences, counters, resolutions, qualifiers);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { refuse(instance, Operation::ClockInterval) }
}

/// The clocks have no intervals: Error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetShiftDecimal(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    shifts: *mut fmi3Float64,
) -> fmi3Status {
    let _ = (valueReferences, nValueReferences, shifts);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { refuse(instance, Operation::ClockInterval) }
}

/// The clocks have no intervals: Error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetShiftFraction(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    counters: *mut u64,
    resolutions: *mut u64,
) -> fmi3Status {
    let _ = (valueReferences, nValueReferences, counters, resolutions);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { refuse(instance, Operation::ClockInterval) }
}

/// The clocks have no intervals: Error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetIntervalDecimal(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    intervals: *const fmi3Float64,
) -> fmi3Status {
    let _ = (valueReferences, nValueReferences, intervals);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { refuse(instance, Operation::ClockInterval) }
}

/// The clocks have no intervals: Error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetIntervalFraction(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    counters: *const u64,
    resolutions: *const u64,
) -> fmi3Status {
    let _ = (valueReferences, nValueReferences, counters, resolutions);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { refuse(instance, Operation::ClockInterval) }
}

/// The clocks have no intervals: Error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetShiftDecimal(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    shifts: *const fmi3Float64,
) -> fmi3Status {
    let _ = (valueReferences, nValueReferences, shifts);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { refuse(instance, Operation::ClockInterval) }
}

/// The clocks have no intervals: Error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetShiftFraction(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: size_t,
    counters: *const u64,
    resolutions: *const u64,
) -> fmi3Status {
    let _ = (valueReferences, nValueReferences, counters, resolutions);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { refuse(instance, Operation::ClockInterval) }
}

/// There are no structural parameters: Error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3EnterConfigurationMode(instance: fmi3Instance) -> fmi3Status {
    // SAFETY: the duties of the importer are said for the module.
    unsafe { refuse(instance, Operation::EnterConfigurationMode) }
}

/// There are no structural parameters: Error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3ExitConfigurationMode(instance: fmi3Instance) -> fmi3Status {
    // SAFETY: the duties of the importer are said for the module.
    unsafe { refuse(instance, Operation::ExitConfigurationMode) }
}

/// Partitions belong to Scheduled Execution: Error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3ActivateModelPartition(
    instance: fmi3Instance,
    clockReference: fmi3ValueReference,
    activationTime: fmi3Float64,
) -> fmi3Status {
    let _ = (clockReference, activationTime);
    // SAFETY: the duties of the importer are said for the module.
    unsafe { refuse(instance, Operation::ActivateModelPartition) }
}
