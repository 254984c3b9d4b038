//! What the importer gets a pointer to stands on the heap, unless there is no memory for it.

use crate::instance::OutOfMemory;
use std::alloc::{Layout, alloc};
use std::boxed::Box;

/// `Box::new` that does not end the process where there is no memory.
pub(crate) fn boxed<T>(value: T) -> Result<Box<T>, OutOfMemory> {
    const { assert!(size_of::<T>() > 0, "nothing has no place on the heap") };
    // SAFETY: the size is not zero.
    let place = unsafe { alloc(Layout::new::<T>()) }.cast::<T>();
    if place.is_null() {
        return Err(OutOfMemory);
    }
    // SAFETY: fresh memory for one value, from the allocator to which a box gives it back.
    unsafe {
        place.write(value);
        Ok(Box::from_raw(place))
    }
}
