//! Programs that run for this one, with all that they start.

use super::registry::Registry;
use std::io::Result;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A program in a process group of its own, so that a signal reaches those that it starts too.
pub struct Started {
    child: Child,
    /// Ends what the program has started, once the program has ended and before it is reaped.
    watch: Option<JoinHandle<()>>,
}

impl Started {
    /// Starts a program.
    pub fn new(command: &mut Command) -> Result<Self> {
        in_own_group(command);
        Ok(Self { child: Registry::start(|| command.spawn(), Child::id)?, watch: None })
    }

    /// Has what it starts end with it.
    pub fn takes_along_what_it_starts(&mut self) -> Result<()> {
        self.watch = group::end_with_leader(self.child.id())?;
        Ok(())
    }

    /// What it says, if that is piped.
    pub fn stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// What it is told and what it says, if both are piped.
    pub fn pipes(&mut self) -> Option<(ChildStdin, ChildStdout)> {
        self.child.stdin.take().zip(self.child.stdout.take())
    }

    /// Waits for its end.
    pub fn wait(&mut self) -> Result<ExitStatus> {
        self.child.wait()
    }

    /// How it ended, if it does so within a while.
    pub fn wait_for(&mut self, patience: Duration) -> Option<ExitStatus> {
        let begin = Instant::now();
        while !self.has_ended() {
            if begin.elapsed() > patience {
                return None;
            }
            super::wait(Duration::from_micros(200));
        }
        self.child.wait().ok()
    }

    fn has_ended(&mut self) -> bool {
        match &self.watch {
            Some(watch) => watch.is_finished(),
            None => !matches!(self.child.try_wait(), Ok(None)),
        }
    }
}

/// It has ended, or nobody waits for it any more: then it must not go on.
impl Drop for Started {
    fn drop(&mut self) {
        if !self.has_ended() {
            end(self.child.id());
            // Where there are no groups, or it has left its own.
            let _ = self.child.kill();
        }
        let _ = self.watch.take().map(JoinHandle::join);
        let _ = self.child.wait();
        Registry::ended(self.child.id());
    }
}

#[cfg(unix)]
mod group {
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions};
    use rustix::process::{kill_process_group, test_kill_process_group, waitid};
    use std::os::unix::process::CommandExt;
    use std::process::Command;
    use std::thread::JoinHandle;

    pub(in super::super) fn in_own_group(command: &mut Command) {
        command.process_group(0);
    }

    fn pid(id: u32) -> Option<Pid> {
        Pid::from_raw(i32::try_from(id).ok()?)
    }

    /// A thread waits for the end of the leader. It leaves it unreaped, so that nobody else gets its number meanwhile.
    pub(super) fn end_with_leader(id: u32) -> std::io::Result<Option<JoinHandle<()>>> {
        let wait = move || {
            let ended = pid(id).map(|pid| waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT));
            if matches!(ended, Some(Ok(_))) {
                end(id);
            }
        };
        std::thread::Builder::new().name("leader".to_string()).spawn(wait).map(Some)
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

    pub(super) fn end_with_leader(_: u32) -> std::io::Result<Option<std::thread::JoinHandle<()>>> {
        Ok(None)
    }

    pub(in super::super) fn runs(_: u32) -> bool {
        false
    }

    pub(in super::super) fn ask_to_end(_: u32) {}

    pub(in super::super) fn end(_: u32) {}
}

use group::in_own_group;
pub(super) use group::{ask_to_end, end, runs};
