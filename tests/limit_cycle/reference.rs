//! The motions of a reference, and how far the events of a run are off them.

use actuator_fmu::actuator::EventKind;
use test_support::Recorder;
use test_support::reference::Table;

/// A motion of the reference: when it begins and ends, and where.
pub struct Motion {
    pub direction: i8,
    pub times: [f64; 2],
    pub positions: [f64; 2],
}

/// The motions of the reference; after its last row its last two rows go on.
pub fn motions(table: &Table) -> impl Iterator<Item = Motion> + '_ {
    let rows = table.column("stop").len();
    let stop = table.column("stop");
    let period = stop[rows - 1] - stop[rows - 3];
    (0..).map(move |number: usize| {
        let cycles = if number < rows { 0 } else { (number - rows) / 2 + 1 };
        let row = number - 2 * cycles;
        let [breakaway, stop, from, to, direction] =
            ["breakaway", "stop", "from", "to", "direction"].map(|name| table.column(name)[row]);
        let later = period * cycles as f64;
        Motion { direction: direction as i8, times: [breakaway + later, stop + later], positions: [from, to] }
    })
}

/// How far off the end of each motion is, and what is not the same motion is none [s].
pub fn off_times(recorder: &Recorder, motions: &[Motion]) -> Vec<f64> {
    assert!(recorder.warnings.is_empty(), "{:?}", recorder.warnings);
    assert_eq!(recorder.events.len(), 2 * motions.len());
    let pairs = recorder.events.chunks(2).zip(motions);
    pairs
        .map(|(events, motion)| {
            let kinds = [EventKind::Breakaway { direction: motion.direction }, EventKind::Stop];
            assert_eq!([events[0].kind, events[1].kind], kinds, "at {:?}", motion.times);
            (events[0].time - motion.times[0]).abs().max((events[1].time - motion.times[1]).abs())
        })
        .collect()
}

pub fn largest(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}
