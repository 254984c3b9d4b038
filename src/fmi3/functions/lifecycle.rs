//! From instantiation to freeing.

use crate::ffi::deliberate::Panics;
use crate::ffi::guard::{Component, free, guard};
use crate::ffi::lease::Lease;
use crate::ffi::memory::boxed;
use crate::ffi::message::{message_of, words};
use crate::ffi::pointer::{Unusable, input, string};
use crate::ffi::{Handle, IntermediateUpdate};
use crate::fmi3::call_table::CALL_TABLE;
use crate::fmi3::logger::Logger;
use crate::fmi3::types::{
    fmi3Boolean, fmi3ClockUpdateCallback, fmi3Float64, fmi3Instance, fmi3InstanceEnvironment,
    fmi3IntermediateUpdateCallback, fmi3LockPreemptionCallback, fmi3LogMessageCallback, fmi3Status, fmi3String,
    fmi3UnlockPreemptionCallback, fmi3ValueReference,
};
use crate::instance::memory::text;
use crate::instance::{Category, Instance, InterfaceType, Operation, OutOfMemory, Sink, Status, Text};
use core::ffi::c_char;
use std::boxed::Box;
use std::ffi::CStr;
use std::panic::{AssertUnwindSafe, catch_unwind};

const CO_SIMULATION: &str = "fmi3InstantiateCoSimulation";
const MODEL_EXCHANGE: &str = "fmi3InstantiateModelExchange";
const FREE: &str = "fmi3FreeInstance";

/// Version of the standard: "3.0".
#[unsafe(no_mangle)]
pub extern "C" fn fmi3GetVersion() -> *const c_char {
    c"3.0".as_ptr()
}

/// Switches log categories on or off; none named means all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetDebugLogging(
    instance: fmi3Instance,
    loggingOn: fmi3Boolean,
    nCategories: usize,
    categories: *const fmi3String,
) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(instance, Operation::SetDebugLogging, |instance| {
            let names = input("categories", categories, nCategories)?;
            Ok(instance.set_debug_logging(loggingOn != 0, names.iter().map(|name| words(string(*name)))))
        })
    }
}

/// Makes an instance for Model Exchange of the FMU with this token, or gives NULL and reports why. The resource path is not used:
/// the library needs no resources.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3InstantiateModelExchange(
    instanceName: fmi3String,
    instantiationToken: fmi3String,
    resourcePath: fmi3String,
    visible: fmi3Boolean,
    loggingOn: fmi3Boolean,
    instanceEnvironment: fmi3InstanceEnvironment,
    logMessage: fmi3LogMessageCallback,
) -> fmi3Instance {
    let _ = (resourcePath, visible);
    // SAFETY: the duties of the importer are stated for the module.
    let (name, token) = unsafe { (string(instanceName), string(instantiationToken)) };
    let wanted =
        Wanted { function: MODEL_EXCHANGE, kind: InterfaceType::ModelExchange, name, token, logging: loggingOn };
    instantiate(&wanted, Logger::of(logMessage, instanceEnvironment), |_| Ok(None))
}

/// Makes an instance for Co-Simulation of the FMU with this token, or gives NULL and reports why. The resource path is not used.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3InstantiateCoSimulation(
    instanceName: fmi3String,
    instantiationToken: fmi3String,
    resourcePath: fmi3String,
    visible: fmi3Boolean,
    loggingOn: fmi3Boolean,
    eventModeUsed: fmi3Boolean,
    earlyReturnAllowed: fmi3Boolean,
    requiredIntermediateVariables: *const fmi3ValueReference,
    nRequiredIntermediateVariables: usize,
    instanceEnvironment: fmi3InstanceEnvironment,
    logMessage: fmi3LogMessageCallback,
    intermediateUpdate: fmi3IntermediateUpdateCallback,
) -> fmi3Instance {
    let _ = (resourcePath, visible);
    // SAFETY: the duties of the importer are stated for the module.
    let (name, token, required) = unsafe {
        let required =
            input("requiredIntermediateVariables", requiredIntermediateVariables, nRequiredIntermediateVariables);
        (string(instanceName), string(instantiationToken), required)
    };
    let (event_mode, early_return) = (eventModeUsed != 0, earlyReturnAllowed != 0);
    let wanted = Wanted { function: CO_SIMULATION, kind: InterfaceType::CoSimulation, name, token, logging: loggingOn };
    instantiate(&wanted, Logger::of(logMessage, instanceEnvironment), |instance| {
        let required = required.map_err(Unusable::sentence)?;
        instance.choose_step_options(event_mode, early_return, required, intermediateUpdate.is_some())?;
        Ok(intermediateUpdate.map(|function| IntermediateUpdate {
            function,
            environment: instanceEnvironment,
            sets: instance.asks_for_inputs(),
            may_return_early: early_return,
        }))
    })
}

/// Scheduled Execution is not offered: NULL, and a message that reports it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3InstantiateScheduledExecution(
    instanceName: fmi3String,
    instantiationToken: fmi3String,
    resourcePath: fmi3String,
    visible: fmi3Boolean,
    loggingOn: fmi3Boolean,
    instanceEnvironment: fmi3InstanceEnvironment,
    logMessage: fmi3LogMessageCallback,
    clockUpdate: fmi3ClockUpdateCallback,
    lockPreemption: fmi3LockPreemptionCallback,
    unlockPreemption: fmi3UnlockPreemptionCallback,
) -> fmi3Instance {
    let _ = (instanceName, instantiationToken, resourcePath, visible, loggingOn);
    let _ = (clockUpdate, lockPreemption, unlockPreemption);
    let why =
        "fmi3InstantiateScheduledExecution: this FMU has Co-Simulation and Model Exchange, not Scheduled Execution";
    emit(Logger::of(logMessage, instanceEnvironment), why);
    std::ptr::null_mut()
}

/// What is to be instantiated.
struct Wanted<'a> {
    function: &'static str,
    kind: InterfaceType,
    name: &'a CStr,
    token: &'a CStr,
    logging: fmi3Boolean,
}

fn instantiate(
    wanted: &Wanted,
    logger: Option<Logger>,
    choose: impl FnOnce(&mut Instance) -> Result<Option<IntermediateUpdate>, Text>,
) -> Handle {
    let made = catch_unwind(AssertUnwindSafe(|| handle_of(wanted, logger, choose)));
    let made = made.unwrap_or_else(|panic| Err(text!("defect in the library: {}", message_of(panic.as_ref()))));
    made.unwrap_or_else(|why| {
        let _ = catch_unwind(AssertUnwindSafe(|| emit(logger, &text!("{}: {why}", wanted.function))));
        std::ptr::null_mut()
    })
}

fn handle_of(
    wanted: &Wanted,
    logger: Option<Logger>,
    choose: impl FnOnce(&mut Instance) -> Result<Option<IntermediateUpdate>, Text>,
) -> Result<Handle, Text> {
    let no_memory = |OutOfMemory| Text::Borrowed(OutOfMemory::MESSAGE);
    let Wanted { function, kind, name, token, logging } = *wanted;
    let panics = Panics::of(name, &CALL_TABLE, &[CO_SIMULATION, MODEL_EXCHANGE, FREE]);
    panics.before(|| function);
    let sink = logger.map(sink).transpose().map_err(no_memory)?;
    // SAFETY: the instance is dropped before the lease, here and in the component.
    let (lease, interface) = unsafe { Lease::of(words(token)) }?;
    let mut instance = Instance::instantiate(&CALL_TABLE, words(name), kind, interface, sink, logging != 0)?;
    let intermediate_update = choose(&mut instance)?;
    panics.after(|| function);
    Component::into_handle(instance, lease, panics, intermediate_update).map_err(no_memory)
}

fn sink(logger: Logger) -> Result<Box<dyn Sink>, OutOfMemory> {
    Ok(boxed(logger)?)
}

fn emit(logger: Option<Logger>, why: &str) {
    if let Some(logger) = logger {
        logger.message(Status::Error, Category::Error, why);
    }
}

/// Frees an instance; NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3FreeInstance(instance: fmi3Instance) {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { free(instance, FREE) }
}

/// Start time, and stop time and tolerance where defined; begins initialization mode.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3EnterInitializationMode(
    instance: fmi3Instance,
    toleranceDefined: fmi3Boolean,
    tolerance: fmi3Float64,
    startTime: fmi3Float64,
    stopTimeDefined: fmi3Boolean,
    stopTime: fmi3Float64,
) -> fmi3Status {
    let tolerance = (toleranceDefined != 0).then_some(tolerance);
    let stop = (stopTimeDefined != 0).then_some(stopTime);
    // SAFETY: the duties of the importer are stated for the module.
    unsafe {
        guard(instance, Operation::EnterInitializationMode, |instance| {
            let status = instance.setup_experiment(tolerance, startTime, stop);
            if status > Status::Warning {
                return Ok(status);
            }
            Ok(status.max(instance.enter_initialization_mode()))
        })
    }
}

/// Ends initialization mode.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3ExitInitializationMode(instance: fmi3Instance) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { guard(instance, Operation::ExitInitializationMode, |instance| Ok(instance.exit_initialization_mode())) }
}

/// Ends the simulation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3Terminate(instance: fmi3Instance) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { guard(instance, Operation::Terminate, |instance| Ok(instance.terminate())) }
}

/// As freshly instantiated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3Reset(instance: fmi3Instance) -> fmi3Status {
    // SAFETY: the duties of the importer are stated for the module.
    unsafe { guard(instance, Operation::Reset, |instance| Ok(instance.reset())) }
}
