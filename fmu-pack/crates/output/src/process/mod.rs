//! What must not stay behind when the program is ended from outside (Ctrl-C, SIGTERM): temporary files and folders, and
//! the programs that it started: compilers, and workers with the library of an FMU.
//!
//! A thread of its own waits for the signal, because the program may wait for an FMU or for input. It ends the other
//! programs, deletes what is temporary and leaves with 128 + the number of the signal. A command that can be resumed
//! asks for [`postpone`] and ends by itself within [`PATIENCE`]; a second signal does not wait for it.

mod child;
mod registry;
mod signals;
mod temporary;

pub use child::Started;
pub use temporary::{TemporaryFile, TemporaryFolder};

use registry::Registry;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::{Duration, Instant};

/// The first signal that came, or 0.
static CAME: AtomicI32 = AtomicI32::new(0);
/// Is set once the first signal came.
static ASKED: AtomicBool = AtomicBool::new(false);
/// The first signal does not end the program.
static POSTPONED: AtomicBool = AtomicBool::new(false);

/// How long a command may take to end by itself: an FMU may hang, and whoever ends services waits for ten seconds.
const PATIENCE: Duration = Duration::from_secs(5);

/// Handles signals from now on. Without, or where that is not possible, they end the program as usual.
pub fn handle() {
    if let Err(error) = signals::each(came) {
        eprintln!("warning: Ctrl-C may leave temporary files behind: {error}");
    }
}

/// From now on the first signal only sets the flag, and the command ends by itself, or is ended after a while.
pub fn postpone() -> &'static AtomicBool {
    POSTPONED.store(true, Ordering::SeqCst);
    &ASKED
}

/// How the program ends after a signal that it heard, if one came. Waits where the other thread ends it already.
pub fn exit_code() -> Option<ExitCode> {
    drop(Registry::lock());
    let signal = CAME.load(Ordering::SeqCst);
    (signal != 0).then(|| ExitCode::from(status(signal)))
}

/// Ends the program at once, and does nothing else.
pub fn exit(status: i32) -> ! {
    signals::exit(status)
}

/// Waits. `std::thread::sleep` would not end in a storm of signals: after each one the kernel sleeps for what was left and
/// some 50 microseconds more. Here each wait has a fixed end.
fn wait(duration: Duration) {
    let begin = Instant::now();
    while let Some(left) = duration.checked_sub(begin.elapsed()) {
        std::thread::park_timeout(left);
    }
}

/// As shells count.
fn status(signal: i32) -> u8 {
    u8::try_from(128 + signal).unwrap_or(u8::MAX)
}

fn came(signal: i32) {
    let is_first = CAME.compare_exchange(0, signal, Ordering::SeqCst, Ordering::SeqCst).is_ok();
    ASKED.store(true, Ordering::SeqCst);
    if is_first && POSTPONED.load(Ordering::SeqCst) && is_waited_for(signal) {
        return;
    }
    end(signal);
}

/// Ends the program later, on a thread that does nothing else; false if there is none to be had.
fn is_waited_for(signal: i32) -> bool {
    let wait = move || {
        wait(PATIENCE);
        end(signal);
    };
    std::thread::Builder::new().spawn(wait).is_ok()
}

fn end(signal: i32) {
    // Kept until the end: whoever wants to make or complete a file now waits for it.
    let mut registry = Registry::lock();
    registry.end_children();
    registry.delete();
    eprintln!("error: interrupted; no temporary file is left, and nothing is half-written");
    signals::exit(i32::from(status(signal)));
}
