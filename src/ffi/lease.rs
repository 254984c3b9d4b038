//! The FMU that the library was configured to be, for as long as an instance or a saved state uses it.
//!
//! Its variables take memory: 42 kB where a drivetrain is large. An importer that loads the library for each simulation and then
//! unloads it would lose them every time if they stayed. So their users are counted, and the last one gives them back.

use super::section::block;
use crate::instance::Text;
use crate::instance::configured::{self, Keeper, Refused};
use crate::interface::Interface;
use core::mem::ManuallyDrop;
use core::ptr::NonNull;
use core::slice::from_raw_parts;
use std::alloc::{Layout, dealloc};
use std::sync::{PoisonError, RwLock, RwLockWriteGuard};
use std::vec::Vec;

/// Lists of an FMU: its names, the five of its variables, states and elements, and the one that holds the [`Interface`].
const LISTS: usize = 7;

/// Memory of lists, given back where this is dropped.
#[derive(Default)]
struct Memory {
    lists: [Option<(NonNull<u8>, Layout)>; LISTS],
}

// SAFETY: it is memory of the process, which any thread may give back.
unsafe impl Send for Memory {}
// SAFETY: nothing is done through a shared reference.
unsafe impl Sync for Memory {}

impl Keeper for Memory {
    fn keep<T: Copy + 'static>(&mut self, list: Vec<T>) -> &'static [T] {
        let Ok(layout) = Layout::array::<T>(list.capacity()) else { return &[] };
        let mut list = ManuallyDrop::new(list);
        let (Some(start), length) = (NonNull::new(list.as_mut_ptr()), list.len()) else { return &[] };
        let free = self.lists.iter_mut().find(|place| place.is_none());
        // Where there is no place left, which is a defect, the list stays for ever.
        debug_assert!(free.is_some(), "an FMU has more than {LISTS} lists");
        if let Some(place) = free.filter(|_| layout.size() > 0) {
            *place = Some((start.cast(), layout));
        }
        // SAFETY: it was a list of that length, which nobody else has any more. Those who use it hold a lease of the FMU, and it is
        // given back after the last of them.
        unsafe { from_raw_parts(start.as_ptr(), length) }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        for (start, layout) in self.lists.iter().flatten() {
            // SAFETY: from a `Vec`, hence from the allocator with this layout; the items are `Copy` and need no drop.
            unsafe { dealloc(start.as_ptr(), *layout) }
        }
    }
}

/// The configured FMU and how many use it.
struct Shared {
    users: usize,
    fmu: Option<(&'static Interface, Memory)>,
}

/// The lock is only ever taken for writing: on macOS a `Mutex` takes memory that a library which is unloaded would leave behind.
static SHARED: RwLock<Shared> = RwLock::new(Shared { users: 0, fmu: None });

/// Nothing that could panic leaves it half changed.
fn shared() -> RwLockWriteGuard<'static, Shared> {
    SHARED.write().unwrap_or_else(PoisonError::into_inner)
}

/// The right to use the variables of an FMU, which must outlive all that was made of them. It is counted where the library was
/// configured to be one FMU, and then each lease is of that one; a declared model is there for ever.
pub(crate) struct Lease(());

impl Lease {
    /// Of the FMU with this GUID, and its variables: the one that the library was configured to be, or else one of the models as
    /// declared.
    ///
    /// # Safety
    /// What is made of the variables is dropped before the lease.
    pub(crate) unsafe fn of(guid: &str) -> Result<(Self, &'static Interface), Text> {
        let known = match Self::of_configured().map_err(Refused::sentence)? {
            Some(known) => Some(known).filter(|(_, interface)| interface.guid == guid),
            None => configured::declared_model(guid).map(|interface| (Self(()), interface)),
        };
        known.ok_or_else(|| configured::unknown(guid))
    }

    fn of_configured() -> Result<Option<(Self, &'static Interface)>, Refused> {
        let mut shared = shared();
        if shared.fmu.is_none() {
            let mut memory = Memory::default();
            shared.fmu = configured::interface(block(), &mut memory)?.map(|interface| (interface, memory));
        }
        let Some((interface, _)) = shared.fmu else { return Ok(None) };
        shared.users += 1;
        Ok(Some((Self(()), interface)))
    }

    /// Another one of the same FMU, during a call on an instance, which has one.
    pub(crate) fn another() -> Self {
        let mut shared = shared();
        shared.users += usize::from(shared.fmu.is_some());
        Self(())
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let mut shared = shared();
        if shared.fmu.is_none() {
            return;
        }
        shared.users -= 1;
        if shared.users == 0 {
            shared.fmu = None;
        }
    }
}
