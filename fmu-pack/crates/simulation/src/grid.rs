//! Communication points that do not drift: computed, never summed up.

use serde::{Deserialize, Serialize};

/// `start`, `start + step`, ... and exactly `stop`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grid {
    start: f64,
    step: f64,
    stop: f64,
    count: u64,
}

/// A run with more steps than [`Grid::MOST_STEPS`].
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "from {start} s to {stop:?} s in steps of {step:?} s are {steps:.3e} steps; at most {} are run: choose a longer --step-size or an \
     earlier end",
    Grid::MOST_STEPS
)]
pub struct TooManySteps {
    start: f64,
    step: f64,
    stop: f64,
    steps: f64,
}

impl Grid {
    /// Most communication steps of one run: hours to days of computing. What has more was hardly meant.
    pub const MOST_STEPS: u64 = 1_000_000_000;

    /// As [`Grid::new`], with at most [`Grid::MOST_STEPS`].
    pub fn checked(start: f64, step: f64, stop: f64) -> Result<Self, TooManySteps> {
        let grid = Self::new(start, step, stop);
        if grid.count > Self::MOST_STEPS {
            return Err(TooManySteps { start, step, stop, steps: (stop - start) / step });
        }
        Ok(grid)
    }

    /// `step` > 0 and `stop` > `start`. A last step shorter than a billionth of a step is merged into the one before.
    pub fn new(start: f64, step: f64, stop: f64) -> Self {
        let steps = (stop - start) / step;
        Self { start, step, stop, count: ((steps * (1.0 - 1e-12) - 1e-9).ceil() as u64).max(1) }
    }

    /// Number of steps.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Length of a step, the last one excepted, in s.
    pub fn step(&self) -> f64 {
        self.step
    }

    /// Communication point `index`, 0 to `count`.
    pub fn point(&self, index: u64) -> f64 {
        if index >= self.count { self.stop } else { self.start + index as f64 * self.step }
    }

    /// How close two times may be and still mean the same communication point, in s.
    pub fn snap(&self) -> f64 {
        1e-9 * self.step
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_would_never_end_is_refused() {
        assert_eq!(Grid::checked(0.0, 1e-3, 1e6).map(|grid| grid.count()), Ok(1_000_000_000));
        let refused = Grid::checked(0.0, 1e-3, 1e300).expect_err("too many");
        assert_eq!(
            refused.to_string(),
            "from 0 s to 1e300 s in steps of 0.001 s are 1.000e303 steps; at most 1000000000 are run: choose a longer --step-size or \
             an earlier end"
        );
    }

    #[test]
    fn the_last_point_is_the_stop_time_and_the_others_are_products() {
        let grid = Grid::new(0.0, 1e-3, 1.6);
        assert_eq!(grid.count(), 1600);
        assert_eq!(grid.point(1600), 1.6);
        assert_eq!(grid.point(700), 700.0 * 1e-3);
    }

    #[test]
    fn a_remainder_is_a_shorter_last_step() {
        let grid = Grid::new(1.0, 0.3, 2.0);
        assert_eq!((grid.count(), grid.point(3), grid.point(4)), (4, 1.0 + 3.0 * 0.3, 2.0));
    }

    #[test]
    fn rounding_makes_no_extra_step() {
        assert_eq!(Grid::new(0.0, 0.1, 0.3).count(), 3);
        assert_eq!(Grid::new(0.0, 1e-3, 100.0).count(), 100_000);
        assert_eq!(Grid::new(0.0, 2.0, 1.0).count(), 1);
    }
}
