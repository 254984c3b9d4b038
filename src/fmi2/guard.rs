//! The frame of every call from C: a checked component, no panic across the interface, a status.

use super::call_table::CALL_TABLE;
use super::deliberate::Panics;
use super::memory::boxed;
use super::pointer::Unusable;
use super::types::{fmi2Component, fmi2Status};
use crate::instance::{Instance, Operation, OutOfMemory, Status};
use std::any::Any;
use std::boxed::Box;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::string::String;
use std::sync::atomic::{AtomicBool, Ordering};

/// First word of every component, so that a foreign pointer is noticed.
const MAGIC: u64 = 0x4143_5446_4d55_3249;

/// What an `fmi2Component` points to.
#[repr(C)]
pub(super) struct Component {
    magic: u64,
    /// Set during a call: a logger that calls back, or a second thread, is answered with Error.
    busy: AtomicBool,
    panics: Panics,
    instance: Instance,
}

impl Component {
    /// A handle for the importer.
    pub(super) fn into_handle(instance: Instance, panics: Panics) -> Result<fmi2Component, OutOfMemory> {
        let component = boxed(Self { magic: MAGIC, busy: AtomicBool::new(false), panics, instance })?;
        Ok(Box::into_raw(component).cast())
    }
}

/// The component behind a handle, unless it is obviously none.
///
/// # Safety
/// A handle that is not null and aligned can be read.
unsafe fn component(handle: fmi2Component) -> Option<*mut Component> {
    let component = handle.cast::<Component>();
    if component.is_null() || !component.is_aligned() {
        return None;
    }
    // SAFETY: not null and aligned; readable by the contract of this function. Only the first word is read.
    let magic = unsafe { (&raw const (*component).magic).read() };
    (magic == MAGIC).then_some(component)
}

/// Does one call on an instance. Null and foreign handles are answered with Error, silently: there is no logger.
///
/// # Safety
/// As said for the module `fmi2`.
pub(super) unsafe fn guard(
    handle: fmi2Component,
    operation: Operation,
    call: impl FnOnce(&mut Instance) -> Result<Status, Unusable>,
) -> fmi2Status {
    // SAFETY: the handle comes from fmi2Instantiate by the contract of this function.
    let Some(component) = (unsafe { enter(handle) }) else { return Status::Error as fmi2Status };
    // SAFETY: `enter` checked it, and no other call holds it.
    let (instance, panics) = unsafe { (&mut (*component).instance, &(*component).panics) };
    let status = run(instance, operation, |instance| {
        panics.before(CALL_TABLE.name(operation));
        let status = call(instance);
        panics.after(CALL_TABLE.name(operation));
        status
    });
    // SAFETY: `enter` checked it; the flag is only ever used through shared references.
    unsafe { &(*component).busy }.store(false, Ordering::Relaxed);
    status as fmi2Status
}

/// The component behind a handle, from now on busy, unless it is obviously none or was busy before.
///
/// # Safety
/// As for [`component`].
#[inline(never)]
unsafe fn enter(handle: fmi2Component) -> Option<*mut Component> {
    // SAFETY: the same contract.
    let component = unsafe { component(handle) }?;
    // SAFETY: `component` checked it; the flag is only ever used through shared references.
    let busy = unsafe { &(*component).busy };
    // A swap would cost a locked instruction per call; one instance is called by one thread at a time.
    if busy.load(Ordering::Relaxed) {
        return None;
    }
    busy.store(true, Ordering::Relaxed);
    Some(component)
}

#[inline]
fn run(
    instance: &mut Instance,
    operation: Operation,
    call: impl FnOnce(&mut Instance) -> Result<Status, Unusable>,
) -> Status {
    match catch_unwind(AssertUnwindSafe(|| call(instance))) {
        Ok(Ok(status)) => status,
        Ok(Err(unusable)) => refuse(instance, operation, unusable),
        Err(panic) => report_panic(instance, operation, panic),
    }
}

#[cold]
#[inline(never)]
fn refuse(instance: &mut Instance, operation: Operation, unusable: Unusable) -> Status {
    instance.refuse(operation, unusable.sentence())
}

/// Even the report must not let a panic out.
#[cold]
fn report_panic(instance: &mut Instance, operation: Operation, panic: Box<dyn Any + Send>) -> Status {
    let message = message_of(panic.as_ref());
    let _ = catch_unwind(AssertUnwindSafe(|| instance.fail(operation, message)));
    Status::Fatal
}

/// What a panic says.
pub(super) fn message_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a message")
}

/// Frees an instance. Null and foreign handles are ignored, and so is an instance in the middle of a call: its logger
/// asks for that, and the call goes on afterwards.
///
/// # Safety
/// As said for the module `fmi2`; the handle is not used again.
pub(super) unsafe fn free(handle: fmi2Component) {
    // SAFETY: the handle comes from fmi2Instantiate by the contract of this function.
    let Some(component) = (unsafe { component(handle) }) else { return };
    // SAFETY: `component` checked it; the flag is only ever used through shared references.
    if unsafe { &(*component).busy }.load(Ordering::Relaxed) {
        return;
    }
    // SAFETY: `component` checked it. The word is cleared so that a second free is likely noticed; volatile, because the
    // memory is given back right after.
    unsafe { (&raw mut (*component).magic).write_volatile(0) };
    // SAFETY: it was made by `Component::into_handle` and is freed once.
    let component = unsafe { Box::from_raw(component) };
    let _ = catch_unwind(AssertUnwindSafe(|| {
        let Component { panics, .. } = &*component;
        panics.before("fmi2FreeInstance");
        panics.after("fmi2FreeInstance");
        drop(component);
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instance_with_its_frame_fits_in_half_a_kibibyte() {
        assert!(size_of::<Component>() <= 512, "{} bytes", size_of::<Component>());
    }

    #[test]
    fn a_panic_message_is_told_whether_it_is_static_or_formatted() {
        assert_eq!(message_of(&"static"), "static");
        assert_eq!(message_of(&String::from("formatted")), "formatted");
        assert_eq!(message_of(&7), "a panic without a message");
    }
}
