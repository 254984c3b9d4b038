//! Progress on standard error; silent where that is no terminal.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A spinner with a text, for work of unknown length.
pub(super) fn spinner(text: &'static str) -> ProgressBar {
    let spinner = ProgressBar::new_spinner().with_message(text);
    spinner.enable_steady_tick(Duration::from_millis(100));
    spinner
}

/// A bar, for simulated time.
pub(super) fn bar(steps: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {percent:>3} %  {eta} left");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(steps).with_style(style)
}

/// A bar for a number of named things.
pub(super) fn count(number: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos:>3} of {len}  {msg}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(number).with_style(style)
}
