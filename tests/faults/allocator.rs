//! The system's allocator, which on request gives no memory to the present thread, and counts what is not given back.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

pub struct Failing;

/// What happens to the allocations of a thread.
#[derive(Clone, Copy)]
pub enum Plan {
    /// Only the one of this number fails, from 0.
    Once(u64),
    /// The one of this number and all after it fail.
    From(u64),
}

thread_local! {
    static PLAN: Cell<Option<Plan>> = const { Cell::new(None) };
    static ASKED: Cell<u64> = const { Cell::new(0) };
    static FAILED: Cell<u64> = const { Cell::new(0) };
    static BYTES: Cell<i64> = const { Cell::new(0) };
}

fn fails() -> bool {
    // An exiting thread allocates after its plan is gone.
    let Ok(Some(plan)) = PLAN.try_with(Cell::get) else { return false };
    let number = ASKED.replace(ASKED.get() + 1);
    let fails = match plan {
        Plan::Once(n) => number == n,
        Plan::From(n) => number >= n,
    };
    FAILED.set(FAILED.get() + u64::from(fails));
    fails
}

fn count(bytes: i64) {
    let _ = BYTES.try_with(|sum| sum.set(sum.get() + bytes));
}

// SAFETY: passes everything on to the system's allocator, or gives null.
unsafe impl GlobalAlloc for Failing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if fails() {
            return std::ptr::null_mut();
        }
        count(layout.size() as i64);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        count(-(layout.size() as i64));
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// Does some work while allocations fail; says whether any did.
pub fn with<T>(plan: Plan, work: impl FnOnce() -> T) -> (T, bool) {
    ASKED.set(0);
    FAILED.set(0);
    PLAN.set(Some(plan));
    let done = work();
    PLAN.set(None);
    (done, FAILED.get() > 0)
}

/// Bytes that this thread holds.
pub fn held() -> i64 {
    BYTES.get()
}
