//! Directional and adjoint derivatives, and time derivatives of outputs.

use crate::ffi::guard::guard;
use crate::ffi::pointer::{input, output, single};
use crate::fmi3::types::{fmi3DependencyKind, fmi3Float64, fmi3Instance, fmi3Int32, fmi3Status, fmi3ValueReference};
use crate::instance::Operation;

/// Change of unknowns along a direction of knowns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetDirectionalDerivative(
    instance: fmi3Instance,
    unknowns: *const fmi3ValueReference,
    nUnknowns: usize,
    knowns: *const fmi3ValueReference,
    nKnowns: usize,
    seed: *const fmi3Float64,
    nSeed: usize,
    sensitivity: *mut fmi3Float64,
    nSensitivity: usize,
) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(instance, Operation::GetDirectionalDerivative, |instance| {
            let unknowns = input("unknowns", unknowns, nUnknowns)?;
            let knowns = input("knowns", knowns, nKnowns)?;
            let seed = input("seed", seed, nSeed)?;
            let sensitivity = output("sensitivity", sensitivity, nSensitivity)?;
            Ok(instance.get_derivative_of_arrays(unknowns, knowns, seed, sensitivity))
        })
    }
}

/// For each known the sum of its effects on the unknowns, each times its seed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetAdjointDerivative(
    instance: fmi3Instance,
    unknowns: *const fmi3ValueReference,
    nUnknowns: usize,
    knowns: *const fmi3ValueReference,
    nKnowns: usize,
    seed: *const fmi3Float64,
    nSeed: usize,
    sensitivity: *mut fmi3Float64,
    nSensitivity: usize,
) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(instance, Operation::GetAdjointDerivative, |instance| {
            let unknowns = input("unknowns", unknowns, nUnknowns)?;
            let knowns = input("knowns", knowns, nKnowns)?;
            let seed = input("seed", seed, nSeed)?;
            let sensitivity = output("sensitivity", sensitivity, nSensitivity)?;
            Ok(instance.get_adjoint_derivative(unknowns, knowns, seed, sensitivity))
        })
    }
}

/// Time derivatives of outputs at the end of the last step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetOutputDerivatives(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    orders: *const fmi3Int32,
    values: *mut fmi3Float64,
    nValues: usize,
) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(instance, Operation::GetOutputDerivatives, |instance| {
            let references = input("valueReferences", valueReferences, nValueReferences)?;
            let orders = input("orders", orders, nValueReferences)?;
            let values = output("values", values, nValues)?;
            Ok(instance.get_output_derivatives(references, orders, values))
        })
    }
}

/// Dependencies do not change at run time: Error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetNumberOfVariableDependencies(
    instance: fmi3Instance,
    valueReference: fmi3ValueReference,
    nDependencies: *mut usize,
) -> fmi3Status {
    let _ = valueReference;
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(instance, Operation::GetDependencies, |instance| {
            single("nDependencies", nDependencies)?;
            Ok(instance.get_dependencies())
        })
    }
}

/// Dependencies do not change at run time: Error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetVariableDependencies(
    instance: fmi3Instance,
    dependent: fmi3ValueReference,
    elementIndicesOfDependent: *mut usize,
    independents: *mut fmi3ValueReference,
    elementIndicesOfIndependents: *mut usize,
    dependencyKinds: *mut fmi3DependencyKind,
    nDependencies: usize,
) -> fmi3Status {
    let _ = (dependent, elementIndicesOfDependent, independents, elementIndicesOfIndependents, dependencyKinds);
    let _ = nDependencies;
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { guard(instance, Operation::GetDependencies, |instance| Ok(instance.get_dependencies())) }
}
