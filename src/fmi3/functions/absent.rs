//! Functions of what these FMUs do not have: variables of other types, intervals of clocks, structural parameters, partitions.

use crate::ffi::guard::guard;
use crate::ffi::pointer::input;
use crate::fmi3::types::{
    fmi3Absent, fmi3Float64, fmi3Instance, fmi3IntervalQualifier, fmi3Status, fmi3ValueReference,
};
use crate::instance::Operation;

/// # Safety
/// As stated for the module `fmi3`.
#[inline(never)]
unsafe fn access(
    instance: fmi3Instance,
    operation: Operation,
    wanted: &str,
    references: *const fmi3ValueReference,
    count: usize,
) -> fmi3Status {
    // SAFETY: the same duties.
    unsafe {
        guard(instance, operation, |instance| {
            Ok(instance.access_absent_type(operation, wanted, input("valueReferences", references, count)?))
        })
    }
}

/// # Safety
/// As stated for the module `fmi3`.
#[inline(never)]
unsafe fn refuse(instance: fmi3Instance, operation: Operation) -> fmi3Status {
    // SAFETY: the same duties.
    unsafe { guard(instance, operation, |instance| Ok(instance.refuse_absent(operation))) }
}

/// The two functions of a type of which there are no variables.
macro_rules! absent_types {
    ($($wanted:literal $get:ident $get_operation:ident $set:ident $set_operation:ident)*) => {$(
        #[doc = concat!("There are no ", $wanted, " variables: fine for none.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $get(
            instance: fmi3Instance,
            valueReferences: *const fmi3ValueReference,
            nValueReferences: usize,
            values: *mut fmi3Absent,
            nValues: usize,
        ) -> fmi3Status {
            let _ = (values, nValues);
            // SAFETY: the duties of the importer are stated for the module.
            unsafe { access(instance, Operation::$get_operation, $wanted, valueReferences, nValueReferences) }
        }

        #[doc = concat!("There are no ", $wanted, " variables: fine for none.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $set(
            instance: fmi3Instance,
            valueReferences: *const fmi3ValueReference,
            nValueReferences: usize,
            values: *const fmi3Absent,
            nValues: usize,
        ) -> fmi3Status {
            let _ = (values, nValues);
            // SAFETY: the duties of the importer are stated for the module.
            unsafe { access(instance, Operation::$set_operation, $wanted, valueReferences, nValueReferences) }
        }
    )*};
}

absent_types! {
    "Float32" fmi3GetFloat32 GetAbsentType fmi3SetFloat32 SetAbsentType
    "Int8"    fmi3GetInt8    GetAbsentType fmi3SetInt8    SetAbsentType
    "UInt8"   fmi3GetUInt8   GetAbsentType fmi3SetUInt8   SetAbsentType
    "Int16"   fmi3GetInt16   GetAbsentType fmi3SetInt16   SetAbsentType
    "UInt16"  fmi3GetUInt16  GetAbsentType fmi3SetUInt16  SetAbsentType
    "UInt32"  fmi3GetUInt32  GetAbsentType fmi3SetUInt32  SetAbsentType
    "UInt64"  fmi3GetUInt64  GetAbsentType fmi3SetUInt64  SetAbsentType
    "Boolean" fmi3GetBoolean GetBoolean    fmi3SetBoolean SetBoolean
    "String"  fmi3GetString  GetString     fmi3SetString  SetString
}

/// There are no Binary variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetBinary(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    valueSizes: *mut usize,
    values: *mut fmi3Absent,
    nValues: usize,
) -> fmi3Status {
    let _ = (valueSizes, values, nValues);
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { access(instance, Operation::GetAbsentType, "Binary", valueReferences, nValueReferences) }
}

/// There are no Binary variables: fine for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetBinary(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    valueSizes: *const usize,
    values: *const fmi3Absent,
    nValues: usize,
) -> fmi3Status {
    let _ = (valueSizes, values, nValues);
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { access(instance, Operation::SetAbsentType, "Binary", valueReferences, nValueReferences) }
}

/// Functions of intervals and shifts, which the clocks do not have.
macro_rules! clock_intervals {
    ($($name:ident($($argument:ident: $kind:ty),*))*) => {$(
        /// The clocks have no intervals: Error.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            instance: fmi3Instance,
            valueReferences: *const fmi3ValueReference,
            nValueReferences: usize,
            $($argument: $kind),*
        ) -> fmi3Status {
            let _ = (valueReferences, nValueReferences, $($argument),*);
            // SAFETY: the duties of the importer are stated for the module.
            unsafe { refuse(instance, Operation::ClockInterval) }
        }
    )*};
}

clock_intervals! {
    fmi3GetIntervalDecimal(intervals: *mut fmi3Float64, qualifiers: *mut fmi3IntervalQualifier)
    fmi3GetIntervalFraction(counters: *mut u64, resolutions: *mut u64, qualifiers: *mut fmi3IntervalQualifier)
    fmi3GetShiftDecimal(shifts: *mut fmi3Float64)
    fmi3GetShiftFraction(counters: *mut u64, resolutions: *mut u64)
    fmi3SetIntervalDecimal(intervals: *const fmi3Float64)
    fmi3SetIntervalFraction(counters: *const u64, resolutions: *const u64)
    fmi3SetShiftDecimal(shifts: *const fmi3Float64)
    fmi3SetShiftFraction(counters: *const u64, resolutions: *const u64)
}

/// There are no structural parameters: Error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3EnterConfigurationMode(instance: fmi3Instance) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { refuse(instance, Operation::EnterConfigurationMode) }
}

/// There are no structural parameters: Error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3ExitConfigurationMode(instance: fmi3Instance) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
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
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { refuse(instance, Operation::ActivateModelPartition) }
}
