//! Reading and writing variables.

use crate::ffi::guard::guard;
use crate::ffi::pointer::{Unusable, input, output};
use crate::fmi3::types::{fmi3Clock, fmi3Float64, fmi3Instance, fmi3Int32, fmi3Int64, fmi3Status, fmi3ValueReference};
use crate::instance::memory::{list, text};
use crate::instance::{Operation, Status};

/// Scalars have a value each.
fn one_each(references: usize, values: usize) -> Result<(), Unusable> {
    if references == values {
        return Ok(());
    }
    Err(Unusable::because(text!(
        "nValues = {values} is refused: it must be {references}, a value for each scalar variable"
    )))
}

/// Reads Float64 variables; an array has all its values in a row.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetFloat64(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *mut fmi3Float64,
    nValues: usize,
) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(instance, Operation::GetReal, |instance| {
            let references = input("valueReferences", valueReferences, nValueReferences)?;
            Ok(instance.get_float64(references, output("values", values, nValues)?))
        })
    }
}

/// Reads Int32 variables.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetInt32(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *mut fmi3Int32,
    nValues: usize,
) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(instance, Operation::GetInteger, |instance| {
            one_each(nValueReferences, nValues)?;
            let references = input("valueReferences", valueReferences, nValueReferences)?;
            Ok(instance.get_integer(references, output("values", values, nValues)?))
        })
    }
}

/// Reads Enumerations.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetInt64(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *mut fmi3Int64,
    nValues: usize,
) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(instance, Operation::GetEnumeration, |instance| {
            one_each(nValueReferences, nValues)?;
            let references = input("valueReferences", valueReferences, nValueReferences)?;
            Ok(instance.get_enumeration(references, output("values", values, nValues)?))
        })
    }
}

/// Sets Float64 variables, all or none; an array has all its values in a row.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetFloat64(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *const fmi3Float64,
    nValues: usize,
) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(instance, Operation::SetReal, |instance| {
            let references = input("valueReferences", valueReferences, nValueReferences)?;
            Ok(instance.set_float64(references, input("values", values, nValues)?))
        })
    }
}

/// Sets Int32 variables, all or none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetInt32(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *const fmi3Int32,
    nValues: usize,
) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(instance, Operation::SetInteger, |instance| {
            one_each(nValueReferences, nValues)?;
            let references = input("valueReferences", valueReferences, nValueReferences)?;
            Ok(instance.set_integer(references, input("values", values, nValues)?))
        })
    }
}

/// Sets Enumerations, all or none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetInt64(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *const fmi3Int64,
    nValues: usize,
) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(instance, Operation::SetEnumeration, |instance| {
            one_each(nValueReferences, nValues)?;
            let references = input("valueReferences", valueReferences, nValueReferences)?;
            Ok(instance.set_enumeration(references, input("values", values, nValues)?))
        })
    }
}

/// Whether clocks tick at this instant.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetClock(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *mut fmi3Clock,
) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(instance, Operation::GetClock, |instance| {
            let references = input("valueReferences", valueReferences, nValueReferences)?;
            let values = output("values", values, nValueReferences)?;
            let mut ticks = list(references.iter().map(|_| false))?;
            let status = instance.get_clock(references, &mut ticks);
            if status <= Status::Warning {
                values.iter_mut().zip(ticks).for_each(|(value, tick)| *value = u8::from(tick));
            }
            Ok(status)
        })
    }
}

/// All clocks are outputs: Error, unless none is named.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetClock(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    values: *const fmi3Clock,
) -> fmi3Status {
    let _ = values;
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(instance, Operation::SetClock, |instance| {
            Ok(instance.set_clock(input("valueReferences", valueReferences, nValueReferences)?))
        })
    }
}
