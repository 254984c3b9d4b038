//! From instantiation to freeing.

use crate::ffi::deliberate::Panics;
use crate::ffi::guard::{Component, free, guard};
use crate::ffi::lease::Lease;
use crate::ffi::memory::boxed;
use crate::ffi::message::{message_of, words};
use crate::ffi::pointer::{input, string};
use crate::fmi2::call_table::CALL_TABLE;
use crate::fmi2::logger::{Callback, Logger};
use crate::fmi2::types::{
    fmi2Boolean, fmi2CallbackFunctions, fmi2Component, fmi2Real, fmi2Status, fmi2String, fmi2Type,
};
use crate::instance::memory::text;
use crate::instance::{Category, Instance, InterfaceType, Operation, OutOfMemory, Sink, Status, Text};
use core::ffi::c_char;
use std::any::Any;
use std::boxed::Box;
use std::ffi::CStr;
use std::panic::{AssertUnwindSafe, catch_unwind};

const FREE: &str = "fmi2FreeInstance";

/// Platform of the types: "default".
#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetTypesPlatform() -> *const c_char {
    c"default".as_ptr()
}

/// Version of the standard: "2.0".
#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetVersion() -> *const c_char {
    c"2.0".as_ptr()
}

/// Switches log categories on or off; none named means all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetDebugLogging(
    c: fmi2Component,
    loggingOn: fmi2Boolean,
    nCategories: usize,
    categories: *const fmi2String,
) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(c, Operation::SetDebugLogging, |instance| {
            let names = input("categories", categories, nCategories)?;
            Ok(instance.set_debug_logging(loggingOn != 0, names.iter().map(|name| words(string(*name)))))
        })
    }
}

/// Makes an instance of the FMU with this GUID, or gives NULL and reports why. The resource location is not used: the library
/// needs no resources.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2Instantiate(
    instanceName: fmi2String,
    fmuType: fmi2Type,
    fmuGUID: fmi2String,
    fmuResourceLocation: fmi2String,
    functions: *const fmi2CallbackFunctions,
    visible: fmi2Boolean,
    loggingOn: fmi2Boolean,
) -> fmi2Component {
    let _ = (fmuResourceLocation, visible);
    // SAFETY: the duties of the importer are stated for the module; `as_ref` needs an aligned pointer, which is checked.
    let (name, guid, functions) = unsafe {
        let functions = if functions.is_aligned() { functions.as_ref() } else { None };
        (string(instanceName), string(fmuGUID), functions)
    };
    let callback = Callback::of(functions);
    let made = catch_unwind(AssertUnwindSafe(|| instantiate(name, fmuType, guid, callback, loggingOn != 0)));
    made.unwrap_or_else(|panic| Err(defect(panic.as_ref()))).unwrap_or_else(|message| {
        let emit = || callback.map(|callback| callback.emit(name, Status::Error, Category::Error, &message));
        let _ = catch_unwind(AssertUnwindSafe(emit));
        std::ptr::null_mut()
    })
}

fn instantiate(
    name: &CStr,
    kind: fmi2Type,
    guid: &CStr,
    callback: Option<Callback>,
    logging: bool,
) -> Result<fmi2Component, Text> {
    let no_memory = |OutOfMemory| text!("fmi2Instantiate: {}", OutOfMemory::MESSAGE);
    let panics = Panics::of(name, &CALL_TABLE, &["fmi2Instantiate", FREE]);
    panics.before(|| "fmi2Instantiate");
    let sink = callback.map(|callback| sink(callback, name)).transpose().map_err(no_memory)?;
    let kind = kind_of(kind)?;
    let named = |why: Text| text!("fmi2Instantiate: {why}");
    // SAFETY: the instance is dropped before the lease, here and in the component.
    let (lease, interface) = unsafe { Lease::of(words(guid)) }.map_err(named)?;
    let instance = Instance::instantiate(&CALL_TABLE, words(name), kind, interface, sink, logging).map_err(named)?;
    panics.after(|| "fmi2Instantiate");
    Component::into_handle(instance, lease, panics, None).map_err(no_memory)
}

fn kind_of(number: fmi2Type) -> Result<InterfaceType, Text> {
    match number {
        0 => Ok(InterfaceType::ModelExchange),
        1 => Ok(InterfaceType::CoSimulation),
        _ => {
            Err(text!("fmi2Instantiate: fmuType = {number}; it must be 0 (fmi2ModelExchange) or 1 (fmi2CoSimulation)"))
        }
    }
}

fn sink(callback: Callback, name: &CStr) -> Result<Box<dyn Sink>, OutOfMemory> {
    Ok(boxed(Logger::new(callback, name)?)?)
}

fn defect(panic: &(dyn Any + Send)) -> Text {
    text!("fmi2Instantiate: defect in the library: {}", message_of(panic))
}

/// Frees an instance; NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2FreeInstance(c: fmi2Component) {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { free(c, FREE) }
}

/// Start time, and stop time and tolerance where defined.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetupExperiment(
    c: fmi2Component,
    toleranceDefined: fmi2Boolean,
    tolerance: fmi2Real,
    startTime: fmi2Real,
    stopTimeDefined: fmi2Boolean,
    stopTime: fmi2Real,
) -> fmi2Status {
    let tolerance = (toleranceDefined != 0).then_some(tolerance);
    let stop = (stopTimeDefined != 0).then_some(stopTime);
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(c, Operation::SetupExperiment, |instance| Ok(instance.setup_experiment(tolerance, startTime, stop)))
    }
}

/// Begins initialization mode.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2EnterInitializationMode(c: fmi2Component) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { guard(c, Operation::EnterInitializationMode, |instance| Ok(instance.enter_initialization_mode())) }
}

/// Ends initialization mode.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2ExitInitializationMode(c: fmi2Component) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { guard(c, Operation::ExitInitializationMode, |instance| Ok(instance.exit_initialization_mode())) }
}

/// Ends the simulation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2Terminate(c: fmi2Component) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { guard(c, Operation::Terminate, |instance| Ok(instance.terminate())) }
}

/// As freshly instantiated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2Reset(c: fmi2Component) -> fmi2Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { guard(c, Operation::Reset, |instance| Ok(instance.reset())) }
}
