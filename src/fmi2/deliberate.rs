//! Panics on purpose, with the feature `panic-test` only: an instance called `panic before fmi2DoStep` panics where that
//! function begins, one called `panic after fmi2DoStep` where it is done. Without the feature nothing is compiled.

/// Where an instance panics.
#[derive(Clone, Default)]
pub(super) struct Panics {
    #[cfg(feature = "panic-test")]
    place: std::string::String,
}

#[cfg(feature = "panic-test")]
impl Panics {
    /// What the instance name asks for.
    pub(super) fn of(name: &std::ffi::CStr) -> Self {
        Self { place: name.to_str().unwrap_or_default().into() }
    }

    /// A function begins.
    pub(super) fn before(&self, function: &str) {
        self.strike("before", function);
    }

    /// A function is done.
    pub(super) fn after(&self, function: &str) {
        self.strike("after", function);
    }

    fn strike(&self, when: &str, function: &str) {
        let place = std::format!("panic {when} {function}");
        assert!(self.place != place, "deliberate {place}");
    }
}

#[cfg(not(feature = "panic-test"))]
impl Panics {
    #[inline]
    pub(super) fn of(_: &std::ffi::CStr) -> Self {
        Self {}
    }

    #[inline]
    pub(super) fn before(&self, _: &str) {}

    #[inline]
    pub(super) fn after(&self, _: &str) {}
}
