//! Reports as they come.

use super::message::Report;
use super::wire;
use std::io::{BufReader, Result};
use std::process::ChildStdout;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// Reports that may wait for the command.
const WAITING: usize = 256;

/// Why there is no report.
pub(super) enum Silence {
    /// There will be none.
    End,
    /// None came in time.
    Late,
}

/// The pipe that reports come through.
pub(super) enum Listener {
    /// Whoever wants a report waits for it.
    Patient(BufReader<ChildStdout>),
    /// A thread waits: on a pipe one cannot wait for a limited time on every platform.
    Timed(Receiver<Report>),
}

impl Listener {
    pub(super) fn new(reports: ChildStdout, is_timed: bool) -> Result<Self> {
        let reports = BufReader::with_capacity(1 << 16, reports);
        if is_timed { Ok(Self::Timed(listen(reports)?)) } else { Ok(Self::Patient(reports)) }
    }

    /// The next report, within a time if there is a thread.
    pub(super) fn next(&mut self, left: Option<Duration>) -> std::result::Result<Report, Silence> {
        match self {
            Self::Patient(reports) => wire::receive(reports).map_err(|_| Silence::End),
            Self::Timed(reports) => reports.recv_timeout(left.unwrap_or(Duration::MAX)).map_err(|error| match error {
                RecvTimeoutError::Timeout => Silence::Late,
                RecvTimeoutError::Disconnected => Silence::End,
            }),
        }
    }
}

fn listen(mut reports: BufReader<ChildStdout>) -> Result<Receiver<Report>> {
    let (sender, receiver) = sync_channel(WAITING);
    let receive = move || {
        while let Ok(report) = wire::receive(&mut reports) {
            if sender.send(report).is_err() {
                break;
            }
        }
    };
    std::thread::Builder::new().name("reports".to_string()).spawn(receive)?;
    Ok(receiver)
}
