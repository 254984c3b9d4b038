//! Runs on all cores.

use super::Error;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::Builder;

/// Has `jobs` threads do `work` with the next of `runs` whenever they are free, each with a worker of its own, and passes
/// each result to `keep`, on the calling thread, in the order in which they finish. Begins no more runs once `stop` is set
/// or `keep` fails.
pub fn spread<W, T: Send>(
    runs: &[u64],
    jobs: NonZeroUsize,
    stop: &AtomicBool,
    (worker, work): (impl Fn() -> W + Sync, impl Fn(&mut W, u64) -> T + Sync),
    keep: impl FnMut(T) -> Result<(), Error>,
) -> Result<(), Error> {
    let jobs = jobs.get().min(runs.len());
    // Few: a thread waits rather than that results pile up.
    let (sender, receiver) = sync_channel(4 * jobs);
    let queue = Queue { runs, next: AtomicUsize::new(0), stop };
    // Nobody receives any more after `keep` failed.
    let serve = |sender: SyncSender<T>| {
        let mut worker = worker();
        queue.for_each(|run| drop(sender.send(work(&mut worker, run))));
    };
    std::thread::scope(|scope| {
        let serve = &serve;
        let start = |sender| Builder::new().spawn_scoped(scope, move || serve(sender)).map(drop);
        let started = vec![sender; jobs].into_iter().try_for_each(start).map_err(Error::Threads);
        let outcome = started.and_then(|()| receiver.into_iter().try_for_each(keep));
        stop.fetch_or(outcome.is_err(), Ordering::Relaxed);
        outcome
    })
}

/// The runs that are not begun.
struct Queue<'a> {
    runs: &'a [u64],
    next: AtomicUsize,
    stop: &'a AtomicBool,
}

impl Queue<'_> {
    fn for_each(&self, mut work: impl FnMut(u64)) {
        while !self.stop.load(Ordering::Relaxed) {
            let Some(run) = self.runs.get(self.next.fetch_add(1, Ordering::Relaxed)) else { break };
            work(*run);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn spread_over<T: Send>(
        runs: u64,
        jobs: usize,
        stop: &AtomicBool,
        work: impl Fn(u64) -> T + Sync,
        keep: impl FnMut(T) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (runs, jobs) = ((0..runs).collect::<Vec<u64>>(), NonZeroUsize::new(jobs).unwrap());
        spread(&runs, jobs, stop, (|| (), |(): &mut (), run| work(run)), keep)
    }

    #[test]
    fn every_run_is_done_once_whatever_the_number_of_threads() {
        for jobs in [1, 2, 7] {
            let mut seen = BTreeSet::new();
            let keep = |run| {
                assert!(seen.insert(run), "{run} twice");
                Ok(())
            };
            spread_over(1000, jobs, &AtomicBool::new(false), |run| 3 * run, keep).unwrap();
            assert_eq!(seen, (0..1000).map(|run| 3 * run).collect());
        }
    }

    #[test]
    fn after_the_stop_only_runs_in_progress_arrive() {
        let stop = AtomicBool::new(false);
        let mut kept = 0;
        let keep = |_| {
            kept += 1;
            stop.store(true, Ordering::Relaxed);
            Ok(())
        };
        spread_over(100_000, 2, &stop, |run| run, keep).unwrap();
        // One was being kept, the channel holds 8, and each thread has one in its hands.
        assert!((1..=11).contains(&kept), "{kept}");
    }

    #[test]
    fn a_failure_to_keep_a_result_ends_the_study() {
        let mut kept = 0;
        let keep = |_| {
            kept += 1;
            if kept == 3 { Err(Error::NothingDrawn { samples: 1 }) } else { Ok(()) }
        };
        assert!(spread_over(10_000, 2, &AtomicBool::new(false), |run| run, keep).is_err());
        assert_eq!(kept, 3);
    }
}
