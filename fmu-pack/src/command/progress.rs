//! Progress on standard error. Spinners and bars are silent where that is no terminal.

#[cfg(target_family = "wasm")]
mod silent;

use crate::package::Advance;
use anyhow::Context;
#[cfg(not(target_family = "wasm"))]
pub(super) use indicatif::{ProgressBar, ProgressStyle};
#[cfg(target_family = "wasm")]
pub(super) use silent::{ProgressBar, ProgressStyle};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A spinner with a text, for work of unknown length.
pub(super) fn spinner(text: &'static str) -> ProgressBar {
    let spinner = ProgressBar::new_spinner().with_message(text);
    spinner.enable_steady_tick(Duration::from_millis(100));
    spinner
}

/// Compiles `what` with a spinner while that lasts; what `failed` says stands before why it did.
pub(super) fn while_compiling<T, E>(
    what: &'static str,
    failed: &'static str,
    work: impl FnOnce(&dyn Fn(&str)) -> Result<T, E>,
) -> anyhow::Result<T>
where
    Result<T, E>: Context<T, E>,
{
    let spinner = spinner(what);
    let built = work(&|_| spinner.tick());
    spinner.finish_and_clear();
    built.context(failed)
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

/// How long the experiment of an FMU that is built may take before anything is said of it: no example comes near it.
const PATIENCE: Duration = Duration::from_secs(5);

/// Tells that the default experiment of an FMU takes long, on a terminal or not: whoever waits must know for what. A thread tells it,
/// because the experiment may not come back from one communication step for minutes. It ends with this.
pub(super) struct LongExperiment {
    advance: Arc<Mutex<Option<Advance>>>,
    /// Nothing is sent: that it is dropped ends the thread.
    end: Option<Sender<()>>,
    teller: Option<JoinHandle<()>>,
}

impl LongExperiment {
    /// Of this FMU.
    pub(super) fn of(name: &str, remedy: &str) -> Self {
        Self::told_to(name, remedy, PATIENCE, super::say)
    }

    fn told_to(name: &str, remedy: &str, patience: Duration, tell: impl Fn(&str) + Send + 'static) -> Self {
        let advance: Arc<Mutex<Option<Advance>>> = Arc::default();
        let (end, ended) = channel();
        let (seen, name, remedy) = (Arc::clone(&advance), name.to_string(), remedy.to_string());
        let teller = std::thread::Builder::new().spawn(move || {
            let start = Instant::now();
            let mut remedy = Some(remedy);
            let mut wait = patience;
            while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(wait) {
                let advance = *seen.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(advance) = advance {
                    tell(&sentence(&name, advance, start.elapsed(), remedy.take().as_deref()));
                }
                // Ever more rarely: a night's work is told in a dozen lines.
                wait = start.elapsed();
            }
        });
        // Where there are no threads nothing is told.
        Self { advance, end: Some(end), teller: teller.ok() }
    }

    /// The experiment has come so far.
    pub(super) fn is_at(&self, advance: Advance) {
        *self.advance.lock().unwrap_or_else(PoisonError::into_inner) = Some(advance);
    }
}

impl Drop for LongExperiment {
    fn drop(&mut self) {
        self.end.take();
        // What it could not tell changes no result.
        let _ = self.teller.take().map_or(Ok(()), JoinHandle::join);
    }
}

/// The first one says what is done, and what to write to have it shorter.
fn sentence(name: &str, advance: Advance, elapsed: Duration, remedy: Option<&str>) -> String {
    let Advance { time, duration } = advance;
    let (percent, seconds) = (100.0 * time / duration, elapsed.as_secs());
    let far = format!("{percent:.0} % of {duration} s after {seconds} s");
    remedy.map_or_else(
        || format!("{name}: its default experiment is at {far}"),
        |remedy| {
            format!(
                "{name}: computing its default experiment, the reference results in the FMU: {far}; a smaller stop_time in \
                 [experiment] makes it shorter{remedy}"
            )
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_experiment_that_takes_long_is_told_ever_more_rarely_and_a_short_one_not_at_all() {
        let told: Arc<Mutex<Vec<String>>> = Arc::default();
        let teller = |patience: u64| {
            let told = Arc::clone(&told);
            let tell = move |sentence: &str| told.lock().unwrap().push(sentence.to_string());
            LongExperiment::told_to("Flap", ", --no-reference leaves it out", Duration::from_millis(patience), tell)
        };
        let short = teller(60_000);
        short.is_at(Advance { time: 0.0, duration: 2.0 });
        drop(short);
        let nothing_runs = teller(1);
        std::thread::sleep(Duration::from_millis(20));
        drop(nothing_runs);
        assert_eq!(*told.lock().unwrap(), Vec::<String>::new());
        let long = teller(10);
        long.is_at(Advance { time: 0.5, duration: 2.0 });
        // However slow the machine is.
        while told.lock().unwrap().len() < 2 {
            std::thread::sleep(Duration::from_millis(1));
        }
        drop(long);
        let told = told.lock().unwrap();
        assert_eq!(
            told[0],
            "Flap: computing its default experiment, the reference results in the FMU: 25 % of 2 s after 0 s; a smaller stop_time in \
             [experiment] makes it shorter, --no-reference leaves it out"
        );
        assert_eq!(told[1], "Flap: its default experiment is at 25 % of 2 s after 0 s");
        // 10, 20, 40, ... ms; the machine may be slow.
        assert!((2..=7).contains(&told.len()), "{told:?}");
    }
}
