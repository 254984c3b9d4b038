//! Progress where there is no terminal to show it on: in WebAssembly, for which the crate indicatif is not made.

use std::time::Duration;

/// Shows nothing.
pub(crate) struct ProgressBar;

/// Looks like nothing.
#[derive(Debug)]
pub(crate) struct ProgressStyle;

impl ProgressStyle {
    pub(crate) fn with_template(_: &str) -> Result<Self, std::convert::Infallible> {
        Ok(Self)
    }

    pub(crate) fn default_bar() -> Self {
        Self
    }
}

impl ProgressBar {
    pub(crate) fn new(_: u64) -> Self {
        Self
    }

    pub(crate) fn new_spinner() -> Self {
        Self
    }

    pub(crate) fn with_message(self, _: &'static str) -> Self {
        self
    }

    pub(crate) fn with_style(self, _: ProgressStyle) -> Self {
        self
    }

    pub(crate) fn enable_steady_tick(&self, _: Duration) {}

    pub(crate) fn tick(&self) {}

    pub(crate) fn inc(&self, _: u64) {}

    pub(crate) fn reset_eta(&self) {}

    pub(crate) fn set_position(&self, _: u64) {}

    pub(crate) fn set_message(&self, _: impl Into<String>) {}

    pub(crate) fn suspend<T>(&self, act: impl FnOnce() -> T) -> T {
        act()
    }

    pub(crate) fn finish_and_clear(&self) {}
}
