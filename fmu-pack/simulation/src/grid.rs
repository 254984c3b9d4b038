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

impl Grid {
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
