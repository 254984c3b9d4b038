//! What an instance calls back with: its messages, and its wish for inputs inside a step.

use super::functions::Access;
use super::types::{self, Boolean, Handle, RawStatus};
use crate::library::symbols::owned;
use crate::library::{Line, Message, Messages, Reference, Status};
use std::ffi::c_char;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicI32, AtomicPtr, Ordering};
use std::sync::{Mutex, PoisonError};

/// Behind the `fmi3InstanceEnvironment` of one instance. An FMU may call back from any thread.
pub(super) struct Environment {
    messages: Messages,
    /// NULL until the instance is made.
    instance: AtomicPtr<std::ffi::c_void>,
    float64: Access<f64>,
    course: Mutex<Course>,
    /// The worst answer to a value that was set inside the step.
    refusal: AtomicI32,
}

/// The inputs over a step.
#[derive(Default)]
struct Course {
    begin: f64,
    step: f64,
    lines: Vec<Line>,
    /// Room for the values at one time, so that nothing is allocated in each step.
    references: Vec<Reference>,
    values: Vec<f64>,
}

impl Course {
    fn evaluate(&mut self, time: f64) {
        let share = (time - self.begin) / self.step;
        let is_end = time == self.begin + self.step;
        let inside = |line: &Line| line.begin + (line.end - line.begin) * share;
        self.references.clear();
        self.values.clear();
        self.references.extend(self.lines.iter().map(|line| line.reference));
        self.values.extend(self.lines.iter().map(|line| if is_end { line.end } else { inside(line) }));
    }
}

impl Environment {
    pub(super) fn new(float64: Access<f64>) -> Self {
        Self {
            messages: Messages::default(),
            instance: AtomicPtr::new(null_mut()),
            float64,
            course: Mutex::default(),
            refusal: AtomicI32::new(0),
        }
    }

    /// The pointer that the instance calls back with; valid as long as this is.
    pub(super) fn pointer(&self) -> types::Environment {
        std::ptr::from_ref(self).cast_mut().cast()
    }

    /// Says which instance wants inputs.
    pub(super) fn belongs_to(&self, instance: Handle) {
        self.instance.store(instance, Ordering::Release);
    }

    pub(super) fn take_messages(&self) -> Vec<Message> {
        self.messages.take()
    }

    /// The inputs over the next step; held without lines.
    pub(super) fn set_lines(&self, lines: &[Line]) {
        let mut course = self.course();
        course.lines.clear();
        course.lines.extend_from_slice(lines);
    }

    pub(super) fn begin_step(&self, time: f64, step: f64) {
        let mut course = self.course();
        (course.begin, course.step) = (time, step);
        self.refusal.store(0, Ordering::Relaxed);
    }

    /// The lines are over; how the values inside were taken.
    pub(super) fn end_step(&self) -> Status {
        self.course().lines.clear();
        Status::from_raw(self.refusal.load(Ordering::Relaxed))
    }

    fn course(&self) -> std::sync::MutexGuard<'_, Course> {
        self.course.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the instance its inputs at a time inside the step.
    fn supply(&self, time: f64) {
        // Taken out while the FMU has control: what it calls back from there must not wait for this.
        let mut course = std::mem::take(&mut *self.course());
        course.evaluate(time);
        let (references, values) = (&course.references, &course.values);
        if !references.is_empty() {
            let instance = self.instance.load(Ordering::Acquire);
            // SAFETY: the instance has called back, so it is alive; both arrays hold as many elements.
            let status = unsafe {
                (self.float64.set)(instance, references.as_ptr(), references.len(), values.as_ptr(), values.len())
            };
            self.refusal.fetch_max(status, Ordering::Relaxed);
        }
        *self.course() = course;
    }
}

/// `fmi3LogMessageCallback`.
pub(super) unsafe extern "C" fn log_message(
    environment: types::Environment,
    status: RawStatus,
    category: *const c_char,
    text: *const c_char,
) {
    // SAFETY: NULL, or the pointer that the instance was given, whose environment outlives it.
    let Some(environment) = (unsafe { environment.cast::<Environment>().as_ref() }) else { return };
    // SAFETY: by the standard each is NULL or a C string.
    let (category, text) = unsafe { (owned(category), owned(text)) };
    environment.messages.push(Message { status: Status::from_raw(status), category, text });
}

/// `fmi3IntermediateUpdateCallback`: answers the wish for inputs, and lets the step go on.
pub(super) unsafe extern "C" fn intermediate_update(
    environment: types::Environment,
    time: f64,
    set_requested: Boolean,
    _get_allowed: Boolean,
    _step_finished: Boolean,
    _can_return_early: Boolean,
    early_return_requested: *mut Boolean,
    _early_return_time: *mut f64,
) {
    // SAFETY: by the standard NULL or the address of a Boolean.
    if let Some(requested) = unsafe { early_return_requested.as_mut() } {
        *requested = 0;
    }
    // SAFETY: NULL, or the pointer that the instance was given, whose environment outlives it.
    let Some(environment) = (unsafe { environment.cast::<Environment>().as_ref() }) else { return };
    if set_requested != 0 {
        environment.supply(time);
    }
}
