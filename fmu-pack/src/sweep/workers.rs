//! Runs on all cores.

use super::Error;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};

/// Does `work` for each of `runs` on `jobs` threads and passes each result to `keep`, on the calling thread, in the
/// order in which they finish. Begins no more runs once `stop` is set or `keep` fails.
pub fn spread<T: Send>(
    runs: Vec<u64>,
    jobs: usize,
    stop: &AtomicBool,
    work: impl Fn(u64) -> T + Sync,
    keep: impl FnMut(T) -> Result<(), Error>,
) -> Result<(), Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build()?;
    // Few: a thread waits rather than that results pile up.
    let (sender, receiver) = sync_channel(4 * jobs);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            // One run a piece: runs take different times, and all threads shall end together.
            let runs = runs.into_par_iter().with_max_len(1);
            pool.install(|| {
                runs.for_each_with(sender, |sender, run| {
                    if !stop.load(Ordering::Relaxed) {
                        // Nobody receives any more after `keep` failed.
                        let _ = sender.send(work(run));
                    }
                });
            });
        });
        receive(receiver, stop, keep)
    })
}

fn receive<T>(
    receiver: Receiver<T>,
    stop: &AtomicBool,
    mut keep: impl FnMut(T) -> Result<(), Error>,
) -> Result<(), Error> {
    let outcome = receiver.iter().try_for_each(&mut keep);
    if outcome.is_err() {
        stop.store(true, Ordering::Relaxed);
    }
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_run_is_done_once_whatever_the_number_of_threads() {
        for jobs in [1, 2, 7] {
            let mut seen = BTreeSet::new();
            let keep = |run| {
                assert!(seen.insert(run), "{run} twice");
                Ok(())
            };
            spread((0..1000).collect(), jobs, &AtomicBool::new(false), |run| 3 * run, keep).unwrap();
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
        spread((0..100_000).collect(), 2, &stop, |run| run, keep).unwrap();
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
        assert!(spread((0..10_000).collect(), 2, &AtomicBool::new(false), |run| run, keep).is_err());
        assert_eq!(kept, 3);
    }
}
