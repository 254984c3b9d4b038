//! How many steps have which cost: in classes, so that a campaign of any length takes the same memory.

use super::Costs;

/// Bits of a cost that a class distinguishes: costs below 2^11 ns are told to the nanosecond, larger ones to a thousandth.
const BITS: u32 = 11;
/// Classes of an octave.
const OCTAVE: u32 = 1 << (BITS - 1);
const CLASSES: usize = class(u32::MAX) + 1;

/// Numbers of costs in ns.
pub(super) struct Histogram {
    counts: Vec<u32>,
    steps: u32,
    largest: u32,
}

/// Number of the class of a cost.
const fn class(cost: u32) -> usize {
    let octave = (u32::BITS - cost.leading_zeros()).saturating_sub(BITS);
    (octave * OCTAVE + (cost >> octave)) as usize
}

/// The largest cost of a class.
fn largest_of(class: usize) -> u32 {
    let class = class as u32;
    let octave = (class / OCTAVE).saturating_sub(1);
    let smallest = (class - octave * OCTAVE) << octave;
    smallest + ((1 << octave) - 1)
}

impl Histogram {
    pub(super) fn new() -> Self {
        Self { counts: vec![0; CLASSES], steps: 0, largest: 0 }
    }

    pub(super) fn count(&mut self, cost: u32) {
        self.counts[class(cost)] += 1;
        self.steps += 1;
        self.largest = self.largest.max(cost);
    }

    /// The cost that so large a share of the steps does not exceed.
    fn percentile(&self, share: f64) -> u32 {
        let wanted = (share * f64::from(self.steps)) as u32;
        let mut cheaper = 0;
        let reached = self.counts.iter().position(|count| {
            cheaper += count;
            cheaper > wanted
        });
        reached.map_or(self.largest, |class| largest_of(class).min(self.largest))
    }

    pub(super) fn costs(&self) -> Costs {
        Costs {
            steps: self.steps,
            median: self.percentile(0.5),
            percentile_99_9: self.percentile(0.999),
            largest: self.largest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_have_their_median_their_percentile_and_their_largest() {
        let mut histogram = Histogram::new();
        (1..=2000).rev().for_each(|cost| histogram.count(cost));
        assert_eq!(histogram.costs(), Costs { steps: 2000, median: 1001, percentile_99_9: 1999, largest: 2000 });
        assert_eq!(Histogram::new().costs(), Costs::default());
    }

    #[test]
    fn a_class_has_costs_that_differ_by_less_than_a_thousandth() {
        for cost in (0..=5000).chain((0..32).map(|shift| u32::MAX >> shift)).chain([1_234_567, 25_000]) {
            let told = largest_of(class(cost));
            assert!(told >= cost && told - cost <= cost / 1000, "{cost}: {told}");
        }
        // None is left out.
        let classes: Vec<usize> = (0..=5000).map(class).collect();
        assert!(classes.windows(2).all(|pair| pair[0] <= pair[1] && pair[1] <= pair[0] + 1));
    }
}
