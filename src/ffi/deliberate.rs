//! Panics on purpose, with the feature `panic-test` only: an instance called `panic before fmi2DoStep` panics where
//! that function begins, one called `panic after fmi2DoStep` where it is done; once. Without the feature nothing is
//! compiled.

#[cfg(feature = "panic-test")]
pub(crate) use with_feature::Panics;
#[cfg(not(feature = "panic-test"))]
pub(crate) use without_feature::Panics;

#[cfg(feature = "panic-test")]
mod with_feature {
    use crate::instance::{CallTable, Operation};
    use std::ffi::CStr;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Where an instance panics. Allocates nothing, as tests of exhausted memory run with this feature too.
    pub struct Panics {
        place: Option<(bool, &'static str)>,
        done: AtomicBool,
    }

    impl Panics {
        /// What the instance name asks for, with the functions that are not called on an instance in the frame of the others.
        pub fn of(name: &CStr, calls: &'static CallTable, more: &[&'static str]) -> Self {
            let place = name.to_str().ok().and_then(|name| place(name, calls, more));
            Self { place, done: AtomicBool::new(false) }
        }

        /// A function begins.
        #[inline]
        pub fn before<'a>(&self, function: impl FnOnce() -> &'a str) {
            if let Some(place) = self.place {
                self.strike(place, (false, function()));
            }
        }

        /// A function is done.
        #[inline]
        pub fn after<'a>(&self, function: impl FnOnce() -> &'a str) {
            if let Some(place) = self.place {
                self.strike(place, (true, function()));
            }
        }

        // Instances that do not panic are measured with this feature: what they cost is to be what they cost without it.
        #[cold]
        fn strike(&self, place: (bool, &str), (after, function): (bool, &str)) {
            if place == (after, function) && !self.done.swap(true, Ordering::Relaxed) {
                panic!("deliberate panic {} {function}", if after { "after" } else { "before" });
            }
        }
    }

    fn place(name: &str, calls: &'static CallTable, more: &[&'static str]) -> Option<(bool, &'static str)> {
        let (when, wanted) = name.strip_prefix("panic ")?.split_once(' ')?;
        let mut names = Operation::ALL.iter().map(|operation| calls.name(*operation)).chain(more.iter().copied());
        names.find(|name| *name == wanted).map(|function| (when == "after", function))
    }
}

#[cfg(not(feature = "panic-test"))]
mod without_feature {
    /// Nowhere.
    pub struct Panics;

    impl Panics {
        #[inline]
        pub fn of(_: &core::ffi::CStr, _: &crate::instance::CallTable, _: &[&str]) -> Self {
            Self
        }

        #[inline]
        pub fn before<'a>(&self, _: impl FnOnce() -> &'a str) {}

        #[inline]
        pub fn after<'a>(&self, _: impl FnOnce() -> &'a str) {}
    }
}
