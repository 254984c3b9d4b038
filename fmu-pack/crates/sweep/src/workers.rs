//! Runs on all cores.

use super::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;

/// Has `jobs` threads do `work` with the next of `runs` whenever they are free, each with a worker of its own, and passes
/// each result to `keep`, on the calling thread, in the order in which they finish. Begins no more runs once `stop` is set
/// or `keep` fails.
pub fn spread<W, T: Send>(
    runs: impl Iterator<Item = u64> + Send,
    jobs: usize,
    stop: &AtomicBool,
    (worker, work): (impl Fn() -> W + Sync, impl Fn(&mut W, u64) -> T + Sync),
    keep: impl FnMut(T) -> Result<(), Error>,
) -> Result<(), Error> {
    // Few: a thread waits rather than that results pile up.
    let (sender, receiver) = sync_channel(4 * jobs);
    let queue = Queue { runs: Mutex::new(runs), stop };
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
struct Queue<'a, I> {
    runs: Mutex<I>,
    stop: &'a AtomicBool,
}

impl<I: Iterator<Item = u64>> Queue<'_, I> {
    fn for_each(&self, work: impl FnMut(u64)) {
        std::iter::from_fn(|| self.next()).for_each(work);
    }

    fn next(&self) -> Option<u64> {
        let is_stopped = self.stop.load(Ordering::Relaxed);
        if is_stopped { None } else { self.runs.lock().unwrap_or_else(PoisonError::into_inner).next() }
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
        spread(0..runs, jobs, stop, (|| (), |(): &mut (), run| work(run)), keep)
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
