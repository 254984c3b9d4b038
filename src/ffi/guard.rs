//! The frame of every call from C: a checked component, no panic across the interface, a status.

use super::deliberate::Panics;
use super::lease::Lease;
use super::memory::boxed;
use super::message::message_of;
use super::pointer::Unusable;
use super::{Handle, IntermediateUpdate};
use crate::instance::{Instance, Operation, OutOfMemory, Status};
use std::any::Any;
use std::boxed::Box;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

/// First word of every component, so that a foreign pointer is noticed.
const MAGIC: u32 = 0x4143_5432;

/// What the handle of an instance points to.
#[repr(C)]
pub(crate) struct Component {
    magic: u32,
    /// Set during a call: a logger that calls back, or a second thread, is answered with Error.
    busy: AtomicBool,
    /// Set while the importer's function runs within a step: it may call the instance, but not free it.
    within_step: AtomicBool,
    panics: Panics,
    /// Asks the importer for inputs within a step, where the version of the standard has that.
    intermediate_update: Option<Box<IntermediateUpdate>>,
    instance: Instance,
    /// After the instance, so that it is dropped after it.
    _lease: Lease,
}

impl Component {
    /// A handle for the importer of an instance of the FMU of this lease.
    pub(crate) fn into_handle(
        instance: Instance,
        lease: Lease,
        panics: Panics,
        intermediate_update: Option<IntermediateUpdate>,
    ) -> Result<Handle, OutOfMemory> {
        let [busy, within_step] = [const { AtomicBool::new(false) }; 2];
        let intermediate_update = intermediate_update.map(boxed).transpose()?;
        let component =
            boxed(Self { magic: MAGIC, busy, within_step, panics, intermediate_update, instance, _lease: lease })?;
        Ok(Box::into_raw(component).cast())
    }
}

/// The component behind a handle, unless it is obviously none.
///
/// # Safety
/// A handle that is not null and aligned can be read.
unsafe fn component(handle: Handle) -> Option<*mut Component> {
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
/// As stated for the modules `fmi2` and `fmi3`.
pub(crate) unsafe fn guard(
    handle: Handle,
    operation: Operation,
    call: impl FnOnce(&mut Instance) -> Result<Status, Unusable>,
) -> i32 {
    // SAFETY: the handle comes from an instantiation by the contract of this function.
    match unsafe { enter(handle) } {
        // SAFETY: `enter` checked it, and no other call holds it.
        Some(component) => unsafe {
            run_and_leave(component, operation, |instance| match call(instance) {
                Ok(status) => status,
                Err(unusable) => refuse(instance, operation, unusable),
            })
        },
        None => Status::Error as i32,
    }
}

/// As [`guard`], but instances that `has_other_way` picks go the other way, which is given the handle after the call was left.
/// Entered in line: what the function was called with then stays in registers.
///
/// # Safety
/// As stated for the modules `fmi2` and `fmi3`.
#[inline(always)]
pub(crate) unsafe fn guard_or(
    handle: Handle,
    operation: Operation,
    has_other_way: impl FnOnce(&Instance) -> bool,
    other_way: impl FnOnce(Handle) -> i32,
    call: impl FnOnce(&mut Instance) -> Status,
) -> i32 {
    // SAFETY: the handle comes from an instantiation by the contract of this function.
    let Some(component) = (unsafe { enter_in_line(handle) }) else { return Status::Error as i32 };
    // SAFETY: `enter` checked it, and no other call holds it.
    if has_other_way(unsafe { &(*component).instance }) {
        // SAFETY: the same.
        unsafe { leave(component) };
        return other_way(component.cast());
    }
    // SAFETY: the same.
    unsafe { run_and_leave(component, operation, call) }
}

/// Does the call on an instance that was entered.
///
/// # Safety
/// `enter` gave the component.
#[inline(always)]
unsafe fn run_and_leave(
    component: *mut Component,
    operation: Operation,
    call: impl FnOnce(&mut Instance) -> Status,
) -> i32 {
    // SAFETY: `enter` checked it, and no other call holds it.
    let (instance, panics) = unsafe { (&mut (*component).instance, &(*component).panics) };
    let status = run(instance, operation, |instance| {
        panics.before(|| instance.function(operation));
        let status = call(instance);
        panics.after(|| instance.function(operation));
        status
    });
    // SAFETY: `enter` checked it.
    unsafe { leave(component) };
    status as i32
}

/// The call is over.
///
/// # Safety
/// `enter` gave the component.
#[inline(always)]
unsafe fn leave(component: *mut Component) {
    // SAFETY: `enter` checked it; the flag is only ever used through shared references.
    unsafe { &(*component).busy }.store(false, Ordering::Relaxed);
}

/// As [`enter_in_line`], in one place for all functions but those of which every instruction counts.
///
/// # Safety
/// As for [`component`].
#[inline(never)]
unsafe fn enter(handle: Handle) -> Option<*mut Component> {
    // SAFETY: the same contract.
    unsafe { enter_in_line(handle) }
}

/// The component behind a handle, from now on busy, unless it is obviously none or was busy before.
///
/// # Safety
/// As for [`component`].
#[inline(always)]
unsafe fn enter_in_line(handle: Handle) -> Option<*mut Component> {
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
fn run(instance: &mut Instance, operation: Operation, call: impl FnOnce(&mut Instance) -> Status) -> Status {
    match catch_unwind(AssertUnwindSafe(|| call(instance))) {
        Ok(status) => status,
        Err(panic) => report_panic(instance, operation, panic),
    }
}

/// The call has an argument that cannot be used.
#[cold]
#[inline(never)]
pub(crate) fn refuse(instance: &mut Instance, operation: Operation, unusable: Unusable) -> Status {
    instance.refuse(operation, unusable.sentence())
}

/// Even the report must not let a panic out.
#[cold]
fn report_panic(instance: &mut Instance, operation: Operation, panic: Box<dyn Any + Send>) -> Status {
    let message = message_of(panic.as_ref());
    let _ = catch_unwind(AssertUnwindSafe(|| instance.fail(operation, message)));
    Status::Fatal
}

/// How the importer of a component wants to be asked for inputs within a step.
///
/// # Safety
/// As stated for the modules `fmi2` and `fmi3`.
pub(crate) unsafe fn intermediate_update(handle: Handle) -> Option<IntermediateUpdate> {
    // SAFETY: the handle comes from an instantiation by the contract of this function.
    let component = unsafe { component(handle) }?;
    // SAFETY: `component` checked it; the field is written once, before the importer has the handle.
    let update = unsafe { (&raw const (*component).intermediate_update).as_ref() }?;
    update.as_deref().copied()
}

/// Runs the importer's function within a step, after which the instance is still there.
///
/// # Safety
/// As stated for the modules `fmi2` and `fmi3`; the handle is of an instance.
pub(crate) unsafe fn within_step<T>(handle: Handle, ask: impl FnOnce() -> T) -> T {
    // SAFETY: the contract of this function; the flag is only ever used through shared references.
    let flag = unsafe { &(*handle.cast::<Component>()).within_step };
    flag.store(true, Ordering::Relaxed);
    let answer = ask();
    flag.store(false, Ordering::Relaxed);
    answer
}

/// Frees an instance. Null and foreign handles are ignored, and so is an instance in the middle of a call or a step: its
/// logger or the importer's function asks for that, and the call goes on afterwards.
///
/// # Safety
/// As stated for the modules `fmi2` and `fmi3`; the handle is not used again.
pub(crate) unsafe fn free(handle: Handle, function: &str) {
    // SAFETY: the handle comes from an instantiation by the contract of this function.
    let Some(component) = (unsafe { component(handle) }) else { return };
    // SAFETY: `component` checked it; the flags are only ever used through shared references.
    let flags = unsafe { [&(*component).busy, &(*component).within_step] };
    if flags.iter().any(|flag| flag.load(Ordering::Relaxed)) {
        return;
    }
    // SAFETY: `component` checked it. The word is cleared so that a second free is likely noticed; volatile, because the
    // memory is given back right after.
    unsafe { (&raw mut (*component).magic).write_volatile(0) };
    // SAFETY: it was made by `Component::into_handle` and is freed once.
    let component = unsafe { Box::from_raw(component) };
    let _ = catch_unwind(AssertUnwindSafe(|| {
        let Component { panics, .. } = &*component;
        panics.before(|| function);
        panics.after(|| function);
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
}
