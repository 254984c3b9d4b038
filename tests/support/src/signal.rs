//! Inputs as straight lines between breakpoints.

use crate::random::Random;

/// Straight pieces of one input: breakpoints (time, value); two at the same time make a step.
#[derive(Clone, Debug)]
pub struct Signal(pub Vec<(f64, f64)>);

impl Signal {
    pub fn constant(value: f64) -> Self {
        Self(vec![(0.0, value)])
    }

    /// One straight line from `start` at 0 to `end` at `duration`.
    pub fn line(start: f64, end: f64, duration: f64) -> Self {
        Self(vec![(0.0, start), (duration, end)])
    }

    /// Straight lines through these breakpoints.
    pub fn through(points: &[(f64, f64)]) -> Self {
        Self(points.to_vec())
    }

    /// Constant from each of these breakpoints to the next.
    pub fn steps(points: &[(f64, f64)]) -> Self {
        let jumps = points.windows(2).flat_map(|pair| [(pair[1].0, pair[0].1), pair[1]]);
        Self(points.iter().copied().take(1).chain(jumps).collect())
    }

    /// Pieces one after the other: how long each is, where it begins and where it ends.
    pub fn pieces(pieces: impl Iterator<Item = (f64, [f64; 2])>) -> Self {
        let (mut points, mut time) = (Vec::new(), 0.0);
        for (length, [begin, end]) in pieces {
            points.push((time, begin));
            time += length;
            points.push((time, end));
        }
        Self(points)
    }

    /// Straight lines between random points within `size` of `middle`, which are 0.125 s apart; each `every`th is a jump. It
    /// begins at the middle.
    pub fn random(random: &mut Random, (middle, size): (f64, f64), points: u32, every: u32) -> Self {
        let mut signal = vec![(0.0, middle)];
        for index in 1..=points {
            let time = f64::from(index) * 0.125;
            if index % every == 0 {
                signal.push((time, signal[signal.len() - 1].1));
            }
            signal.push((time, middle + size * (2.0 * random.unit() - 1.0)));
        }
        Self(signal)
    }

    /// Value and slope to the right of `time`.
    pub fn right_of(&self, time: f64) -> (f64, f64) {
        let next = self.0.partition_point(|&(t, _)| t <= time);
        let (t0, v0) = self.0[next.max(1) - 1];
        match self.0.get(next) {
            Some(&(t1, v1)) if next > 0 => {
                let slope = (v1 - v0) / (t1 - t0);
                (v0 + slope * (time - t0), slope)
            }
            _ => (v0, 0.0),
        }
    }

    /// A smooth function as straight pieces of length `piece`.
    pub fn sampled(function: impl Fn(f64) -> f64, piece: f64, end: f64) -> Self {
        let count = (end / piece).round() as usize;
        Self((0..=count).map(|k| k as f64 * piece).map(|t| (t, function(t))).collect())
    }

    /// The negated signal.
    pub fn mirrored(&self) -> Self {
        Self(self.0.iter().map(|&(t, v)| (t, -v)).collect())
    }
}
