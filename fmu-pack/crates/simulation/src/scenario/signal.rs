//! A piecewise-linear signal by its break points.

use std::f64::consts::PI;

/// Break points (time in s, value), times not falling; two at the same time are a step. Held before and after.
#[derive(Clone, Debug, PartialEq)]
pub struct Signal {
    points: Vec<(f64, f64)>,
}

impl Signal {
    /// Break points in SI units.
    pub fn new(points: &[(f64, f64)]) -> Self {
        Self { points: points.to_vec() }
    }

    /// Break points in degrees, converted to rad here and nowhere else.
    pub fn degrees(points: &[(f64, f64)]) -> Self {
        Self { points: points.iter().map(|&(time, degrees)| (time, degrees * PI / 180.0)).collect() }
    }

    /// One value for all times.
    pub fn constant(value: f64) -> Self {
        Self::new(&[(0.0, value)])
    }

    /// `before` until `time`, then `after`.
    pub fn step(time: f64, before: f64, after: f64) -> Self {
        Self::new(&[(time, before), (time, after)])
    }

    /// Values that hold from their time on.
    pub fn steps(values: &[(f64, f64)]) -> Self {
        let mut points: Vec<(f64, f64)> = values.first().copied().into_iter().collect();
        for pair in values.windows(2) {
            points.extend([(pair[1].0, pair[0].1), pair[1]]);
        }
        Self { points }
    }

    /// A smooth function as straight pieces of length `piece`. Its times are the numbers nearest to their decimals, as those of a
    /// step are: 950 pieces of 1 ms end at 0.95 s, not just after it.
    pub fn sampled(function: impl Fn(f64) -> f64, piece: f64, end: f64) -> Self {
        let (count, rate) = ((end / piece).round() as usize, 1.0 / piece);
        Self { points: (0..=count).map(|k| k as f64 / rate).map(|t| (t, function(t))).collect() }
    }

    /// The break points.
    pub fn points(&self) -> &[(f64, f64)] {
        &self.points
    }

    /// Times of the break points.
    pub fn times(&self) -> impl Iterator<Item = f64> {
        self.points.iter().map(|point| point.0)
    }

    /// The value from `time` on.
    pub fn at(&self, time: f64) -> f64 {
        let next = self.points.partition_point(|point| point.0 <= time);
        self.between(next, time)
    }

    /// The value just before `time`.
    pub fn before(&self, time: f64) -> f64 {
        let next = self.points.partition_point(|point| point.0 < time);
        self.between(next, time)
    }

    /// On the line between the break points `next - 1` and `next`.
    fn between(&self, next: usize, time: f64) -> f64 {
        let previous = next.checked_sub(1).and_then(|index| self.points.get(index));
        match (previous, self.points.get(next)) {
            (Some(a), Some(b)) if b.0 == time || a.1 == b.1 => b.1,
            (Some(a), Some(b)) => a.1 + (b.1 - a.1) * (time - a.0) / (b.0 - a.0),
            (Some(only), None) | (None, Some(only)) => only.1,
            (None, None) => 0.0,
        }
    }
}
