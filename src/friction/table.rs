//! Tables of friction against speed.
//!
//! ```text
//! F = τ(|v|) + κ·|T|             two columns: the share of the load is that of the efficiencies
//! F = τ(|v|) + κ(|v|, R·s)·|T|   four: 1/η_opp − 1 where the load opposes the motion, 1 − η_aid where it aids it
//! ```
//!
//! All columns are linear between points. The second is Modelica's `lossTable` of a LossyGear; deviation: between points 1/η_opp − 1 is
//! linear, not η_opp.

/// Points of a table whose points are parameters.
pub const TABLE_POINTS: usize = 16;
/// Most points of any table.
pub const MOST_TABLE_POINTS: usize = 256;

/// A point of a table that all instances share: speed [rad/s], τ [N·m], κ of an opposing and of an aiding load.
pub type Point = [f64; 4];

/// Points that all instances share, as a configuration gives them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TableColumns {
    /// In the order of their speeds.
    pub points: &'static [Point],
    /// Whether the last two columns have values.
    pub has_load: bool,
}

/// A table of friction against speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Table {
    points: Points,
    /// Points in use, at least 1.
    size: usize,
    /// Speed [rad/s] and τ [N·m] of the last of them.
    end: [f64; 2],
    /// Slope of τ beyond it [N·m·s/rad].
    slope_beyond: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "no allocation in the physics, and one instance per body")]
enum Points {
    /// Ascending speeds, the first 0 [rad/s], and τ at them [N·m].
    Own { speed: [f64; TABLE_POINTS], level: [f64; TABLE_POINTS] },
    /// Those of all instances.
    Shared(TableColumns),
}

impl Table {
    /// The first `size` points of two columns, at least one.
    pub fn new(speed: [f64; TABLE_POINTS], level: [f64; TABLE_POINTS], size: usize) -> Self {
        let size = size.clamp(1, TABLE_POINTS);
        Self { points: Points::Own { speed, level }, size, end: [speed[size - 1], level[size - 1]], slope_beyond: 0.0 }
    }

    /// Points that all instances share; nothing where there are none.
    pub fn shared(columns: TableColumns) -> Option<Self> {
        let [speed, level, ..] = *columns.points.last()?;
        Some(Self {
            points: Points::Shared(columns),
            size: columns.points.len(),
            end: [speed, level],
            slope_beyond: 0.0,
        })
    }

    /// The same table, which goes on beyond its last point as between the last two, as Modelica's do; but one that falls ends at zero,
    /// where friction would begin to drive.
    pub fn extrapolated(mut self) -> Self {
        let Some(before) = self.size.checked_sub(2) else { return self };
        let slope = self.slope(before);
        if slope >= 0.0 {
            self.slope_beyond = slope;
        } else {
            self.end = [self.end[0] - self.end[1] / slope, 0.0];
        }
        self
    }

    /// Points in use.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Whether the share of the load depends on the speed.
    pub fn has_load(&self) -> bool {
        matches!(self.points, Points::Shared(TableColumns { has_load: true, .. }))
    }

    /// τ at rest [N·m].
    pub fn level_at_rest(&self) -> f64 {
        self.point(0)[1]
    }

    /// Whether τ is above zero anywhere.
    pub fn has_level(&self) -> bool {
        (0..self.size).any(|point| self.point(point)[1] > 0.0)
    }

    /// Speed and τ of a point; of all beyond the last those of the last.
    #[inline]
    fn point(&self, index: usize) -> [f64; 2] {
        if index + 1 >= self.size {
            return self.end;
        }
        match &self.points {
            Points::Own { speed, level } => [speed[index], level[index]],
            Points::Shared(columns) => {
                let [speed, level, ..] = columns.points[index];
                [speed, level]
            }
        }
    }

    /// Speed and κ of a point.
    fn load_point(&self, index: usize, is_opposing: bool) -> [f64; 2] {
        match &self.points {
            Points::Shared(TableColumns { points, has_load: true }) => {
                let [speed, _, opposing, aiding] = points[index.min(self.size - 1)];
                [speed, if is_opposing { opposing } else { aiding }]
            }
            Points::Own { .. } | Points::Shared(_) => [self.point(index)[0], 1.0],
        }
    }

    /// Number of the interval that contains a speed.
    pub fn segment(&self, speed: f64) -> usize {
        let (mut lower, mut upper) = (0, self.size);
        while upper - lower > 1 {
            let middle = lower.midpoint(upper);
            if self.point(middle)[0] <= speed { lower = middle } else { upper = middle }
        }
        lower
    }

    /// The speeds between which a segment is [rad/s].
    pub fn ends(&self, segment: usize) -> (f64, f64) {
        let upper = if segment + 1 < self.size { self.point(segment + 1)[0] } else { f64::INFINITY };
        (self.point(segment)[0], upper)
    }

    /// The line of a segment, also continued beyond its ends (a located crossing may overshoot by rounding).
    #[inline(never)]
    pub fn level(&self, speed: f64, segment: usize) -> f64 {
        let [begin, level] = self.point(segment);
        level + self.slope(segment) * (speed - begin)
    }

    /// Slope of τ on a segment [N·m·s/rad].
    #[inline(never)]
    pub fn slope(&self, segment: usize) -> f64 {
        if segment + 1 >= self.size {
            return self.slope_beyond;
        }
        let ([begin, level], [end, next]) = (self.point(segment), self.point(segment + 1));
        (next - level) / (end - begin)
    }

    /// κ over that of the levels, which is 1 where the table has the columns.
    #[inline(never)]
    pub fn load_ratio(&self, speed: f64, segment: usize, is_opposing: bool) -> f64 {
        let [begin, gain] = self.load_point(segment, is_opposing);
        gain + self.load_slope(segment, is_opposing) * (speed - begin)
    }

    /// Slope of κ on a segment [s/rad]; 0 where the table has no columns for it.
    pub fn load_slope(&self, segment: usize, is_opposing: bool) -> f64 {
        if segment + 1 >= self.size || !self.has_load() {
            return 0.0;
        }
        let [[begin, gain], [end, next]] = [segment, segment + 1].map(|point| self.load_point(point, is_opposing));
        (next - gain) / (end - begin)
    }

    /// The greatest κ of an aiding load; 0 where the table has none.
    pub fn greatest_aiding_gain(&self) -> f64 {
        if !self.has_load() {
            return 0.0;
        }
        (0..self.size).fold(0.0, |greatest, point| f64::max(greatest, self.load_point(point, false)[1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::boxed::Box;
    use std::vec::Vec;

    fn own(speed: [f64; 3], level: [f64; 3]) -> Table {
        let (mut speeds, mut levels) = ([0.0; TABLE_POINTS], [0.0; TABLE_POINTS]);
        speeds[..3].copy_from_slice(&speed);
        levels[..3].copy_from_slice(&level);
        Table::new(speeds, levels, 3)
    }

    fn shared(points: impl Iterator<Item = Point>, has_load: bool) -> Table {
        let points: &'static [Point] = Box::leak(points.collect::<Vec<_>>().into_boxed_slice());
        Table::shared(TableColumns { points, has_load }).expect("there are points")
    }

    #[test]
    fn a_table_is_linear_between_its_points_and_constant_beyond() {
        for table in [
            own([0.0, 1.0, 3.0], [2.0, 1.0, 1.5]),
            shared([[0.0, 2.0, 0.0, 0.0], [1.0, 1.0, 0.0, 0.0], [3.0, 1.5, 0.0, 0.0]].into_iter(), false),
        ] {
            for (speed, level) in [(0.0, 2.0), (0.5, 1.5), (1.0, 1.0), (2.0, 1.25), (3.0, 1.5), (9.0, 1.5)] {
                assert_eq!(table.level(speed, table.segment(speed)), level, "at {speed}");
            }
            assert_eq!(table.ends(1), (1.0, 3.0));
            assert_eq!((table.level_at_rest(), table.size(), table.has_level()), (2.0, 3, true));
        }
    }

    #[test]
    fn a_table_goes_on_as_between_its_last_two_points_and_falls_to_zero_at_most() {
        let tables = [
            [own([0.0, 1.0, 3.0], [2.0, 1.0, 1.5]), own([0.0, 1.0, 3.0], [2.0, 1.5, 1.0])],
            [
                shared([[0.0, 2.0, 0.0, 0.0], [1.0, 1.0, 0.0, 0.0], [3.0, 1.5, 0.0, 0.0]].into_iter(), false),
                shared([[0.0, 2.0, 0.0, 0.0], [1.0, 1.5, 0.0, 0.0], [3.0, 1.0, 0.0, 0.0]].into_iter(), false),
            ],
        ];
        for [rising, falling] in tables.map(|pair| pair.map(Table::extrapolated)) {
            for (speed, up, down) in
                [(0.5, 1.5, 1.75), (2.0, 1.25, 1.25), (3.0, 1.5, 1.0), (5.0, 2.0, 0.5), (9.0, 3.0, 0.0)]
            {
                assert_eq!(rising.level(speed, rising.segment(speed)), up, "at {speed}");
                assert_eq!(falling.level(speed, falling.segment(speed)), down, "at {speed}");
            }
        }
    }

    #[test]
    fn every_segment_of_256_points_is_found() {
        let table = shared((0..256).map(|k| [f64::from(k), f64::from(k % 7), 0.0, 0.0]), false);
        for k in 0..256 {
            let speed = f64::from(k);
            assert_eq!([speed, speed + 0.5].map(|speed| table.segment(speed)), [k as usize; 2]);
            assert_eq!(table.level(speed, k as usize), f64::from(k % 7));
        }
        assert_eq!(table.segment(1e9), 255);
        // A saved segment of another table leads to the last point, not beyond.
        assert_eq!(own([0.0, 1.0, 3.0], [2.0, 1.0, 1.5]).level(4.0, 255), 1.5);
    }

    #[test]
    fn the_share_of_the_load_has_its_own_columns() {
        let table = shared([[0.0, 1.0, 0.5, 0.25], [2.0, 1.0, 0.25, 0.75]].into_iter(), true);
        assert_eq!([true, false].map(|opposing| table.load_ratio(1.0, 0, opposing)), [0.375, 0.5]);
        assert_eq!([true, false].map(|opposing| table.load_slope(0, opposing)), [-0.125, 0.25]);
        assert_eq!(table.load_ratio(7.0, 1, true), 0.25);
        assert_eq!(table.greatest_aiding_gain(), 0.75);
        let plain = own([0.0, 1.0, 3.0], [2.0, 1.0, 1.5]);
        assert_eq!((plain.load_ratio(0.5, 0, true), plain.load_slope(0, true)), (1.0, 0.0));
    }
}
