//! Programs that run for this one, with all that they start.

use super::registry::Registry;
use std::io::Result;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus};
use std::time::{Duration, Instant};

/// A program in a process group of its own, so that a signal reaches those that it starts too.
pub struct Started {
    child: Child,
}

impl Started {
    /// Starts a program.
    pub fn new(command: &mut Command) -> Result<Self> {
        in_own_group(command);
        Ok(Self { child: Registry::start(|| command.spawn(), Child::id)? })
    }

    /// What it says, if that is piped.
    pub fn stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// What it is told and what it says, if both are piped.
    pub fn pipes(&mut self) -> Option<(ChildStdin, ChildStdout)> {
        self.child.stdin.take().zip(self.child.stdout.take())
    }

    /// How it ended, if it does so within a while.
    pub fn wait_for(&mut self, patience: Duration) -> Option<ExitStatus> {
        let begin = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if begin.elapsed() < patience => std::thread::sleep(Duration::from_micros(200)),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// Waits for its end.
    pub fn wait(&mut self) -> Result<ExitStatus> {
        self.child.wait()
    }
}

/// It has ended, or nobody waits for it any more: then it must not go on.
impl Drop for Started {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            end(self.child.id());
            // Where there are no groups, or it has left its own.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        Registry::ended(self.child.id());
    }
}

#[cfg(unix)]
mod group {
    use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    pub(in super::super) fn in_own_group(command: &mut Command) {
        command.process_group(0);
    }

    fn pid(id: u32) -> Option<Pid> {
        Pid::from_raw(i32::try_from(id).ok()?)
    }

    pub(in super::super) fn runs(id: u32) -> bool {
        pid(id).is_some_and(|group| test_kill_process_group(group).is_ok())
    }

    // A group that has ended by itself is no failure.
    pub(in super::super) fn ask_to_end(id: u32) {
        let _ = pid(id).map(|group| kill_process_group(group, Signal::TERM));
    }

    pub(in super::super) fn end(id: u32) {
        let _ = pid(id).map(|group| kill_process_group(group, Signal::KILL));
    }
}

/// The console ends all programs of a terminal by itself.
#[cfg(not(unix))]
mod group {
    pub(in super::super) fn in_own_group(_: &mut std::process::Command) {}

    pub(in super::super) fn runs(_: u32) -> bool {
        false
    }

    pub(in super::super) fn ask_to_end(_: u32) {}

    pub(in super::super) fn end(_: u32) {}
}

use group::in_own_group;
pub(super) use group::{ask_to_end, end, runs};
