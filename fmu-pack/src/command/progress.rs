//! Progress on standard error; bars are silent where that is no terminal.

use indicatif::{ProgressBar, ProgressStyle};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Who waits longer than this wants to know for what.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// Does work, and tells what it is once it has taken longer than `patience`.
pub(super) fn told_if_slow<T>(patience: Duration, tell: impl FnOnce() + Send, work: impl FnOnce() -> T) -> T {
    thread::scope(|scope| {
        let (working, end) = channel::<()>();
        scope.spawn(move || match end.recv_timeout(patience) {
            Err(RecvTimeoutError::Timeout) => tell(),
            // The sender is gone, and with it the work.
            Ok(()) | Err(RecvTimeoutError::Disconnected) => (),
        });
        let result = work();
        drop(working);
        result
    })
}

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

#[cfg(test)]
mod tests {
    use super::told_if_slow;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread::sleep;
    use std::time::Duration;

    #[test]
    fn work_is_told_only_where_it_outlasts_the_patience() {
        for (patience, is_told) in [(Duration::from_millis(1), true), (Duration::from_secs(3600), false)] {
            let told = AtomicBool::new(false);
            let wait_for_it = || {
                while is_told && !told.load(Ordering::SeqCst) {
                    sleep(Duration::from_millis(1));
                }
                7
            };
            let result = told_if_slow(patience, || told.store(true, Ordering::SeqCst), wait_for_it);
            assert_eq!((result, told.load(Ordering::SeqCst)), (7, is_told));
        }
    }
}
