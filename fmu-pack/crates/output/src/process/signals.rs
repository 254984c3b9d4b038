//! Waits for signals that end a program.

#[cfg(unix)]
pub(super) fn each(came: fn(i32)) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    // nohup has it ignored.
    if !is_ignored(SIGHUP) {
        signals.add_signal(SIGHUP)?;
    }
    std::thread::Builder::new().name("signals".to_string()).spawn(move || signals.forever().for_each(came))?;
    Ok(())
}

/// The program was started so that a signal does nothing; known on Linux only.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}

/// Ends the program at once: an FMU that runs in another thread must not meet code that cleans up around it.
#[cfg(unix)]
pub(super) fn exit(status: i32) -> ! {
    signal_hook::low_level::exit(status)
}

#[cfg(windows)]
pub(super) fn each(came: fn(i32)) -> std::io::Result<()> {
    /// Ctrl-C, as it is called elsewhere.
    const INTERRUPT: i32 = 2;
    ctrlc::set_handler(move || came(INTERRUPT)).map_err(std::io::Error::other)
}

/// WebAssembly has no signals.
#[cfg(not(any(unix, windows)))]
pub(super) fn each(_: fn(i32)) -> std::io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
pub(super) fn exit(status: i32) -> ! {
    std::process::exit(status)
}
