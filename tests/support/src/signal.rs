//! Inputs as straight lines between breakpoints.

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
