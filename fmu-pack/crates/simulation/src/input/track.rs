//! Where the signals are at present, and where they bend or step next.

use super::{Error, Row, Rows};

/// Follows rows forward in time.
pub struct Track {
    rows: Box<dyn Rows>,
    current: Option<Row>,
    next: Option<Row>,
    /// Slopes of the signals between the two; 0 where these are at one time, or one is missing.
    slopes: Vec<f64>,
}

impl Track {
    /// Starts before the first row.
    pub fn new(mut rows: Box<dyn Rows>) -> Result<Self, Error> {
        let current = rows.next()?;
        let next = rows.next()?;
        let slopes = vec![0.0; rows.names().len()];
        let mut track = Self { rows, current, next, slopes };
        track.find_slopes()?;
        Ok(track)
    }

    /// Names of the variables, in the order of the values.
    pub fn names(&self) -> &[String] {
        self.rows.names()
    }

    /// Goes forward to `time`: of a step at that time the value after it counts. A row up to `snap` later counts as
    /// reached, so that a row meant for a communication point is not missed by a rounding error. True where a signal steps
    /// on the way.
    pub fn advance(&mut self, time: f64, snap: f64) -> Result<bool, Error> {
        let (mut steps, mut goes_on) = (false, false);
        while self.next.as_ref().is_some_and(|next| next.time <= time + snap) {
            let last = std::mem::replace(&mut self.current, self.next.take());
            let pair = last.as_ref().zip(self.current.as_ref());
            steps |= pair.is_some_and(|(last, current)| is_step(last, current));
            self.next = self.rows.next_after(last)?;
            goes_on = true;
        }
        if goes_on {
            self.find_slopes()?;
        }
        Ok(steps)
    }

    /// The slopes behind the last row that was reached. One that is no number leads nowhere.
    fn find_slopes(&mut self) -> Result<(), Error> {
        self.slopes.fill(0.0);
        let (Some(from), Some(to)) = (&self.current, &self.next) else { return Ok(()) };
        if to.time <= from.time {
            return Ok(());
        }
        let duration = to.time - from.time;
        for (slope, (begin, end)) in self.slopes.iter_mut().zip(from.values.iter().zip(&to.values)) {
            *slope = (end - begin) / duration;
        }
        match self.slopes.iter().position(|slope| !slope.is_finite()) {
            Some(place) => Err(Error::Steep {
                name: self.rows.names()[place].clone(),
                values: (from.values[place], to.values[place]),
                times: (from.time, to.time),
            }),
            None => Ok(()),
        }
    }

    /// Writes the values at `time`, to which the track was advanced.
    pub fn values(&self, time: f64, values: &mut [f64]) {
        let Some(current) = &self.current else { return };
        let elapsed = (time - current.time).max(0.0);
        for (index, value) in values.iter_mut().enumerate() {
            let slope = self.slope(index, time);
            *value = if slope == 0.0 { current.values[index] } else { current.values[index] + slope * elapsed };
        }
    }

    /// Writes the values just before `time`, up to which no row was reached since: where a signal steps there, the value
    /// before the step.
    pub fn values_before(&self, time: f64, values: &mut [f64]) {
        match (&self.current, &self.next) {
            // A first row with a step at its time is ahead, and holds until then.
            (Some(current), Some(next)) if current.time < time && next.time == time => {
                values.copy_from_slice(&next.values);
            }
            (Some(_) | None, Some(_) | None) => self.values(time, values),
        }
    }

    /// The values of the last row that was reached, for signals that are held.
    pub fn held(&self) -> &[f64] {
        self.current.as_ref().map_or(&[], |row| &row.values)
    }

    /// Slope of signal `index` to the right of `time`.
    pub fn slope(&self, index: usize, time: f64) -> f64 {
        match &self.current {
            Some(row) if !self.is_before(row, time) => self.slopes[index],
            Some(_) | None => 0.0,
        }
    }

    /// Time of the next row after `time`, where slopes or values may change.
    pub fn next_row_time(&self, time: f64) -> Option<f64> {
        match &self.current {
            Some(row) if self.is_before(row, time) => Some(row.time),
            _ => self.next.as_ref().map(|row| row.time),
        }
    }

    /// `time` is before the first row, where values are held. Only the first row can be ahead of the time, by more than
    /// a rounding error.
    fn is_before(&self, row: &Row, time: f64) -> bool {
        row.time > time + 1e-9 * row.time.abs().max(1e-3)
    }
}

/// Two rows at the same time that differ.
fn is_step(last: &Row, current: &Row) -> bool {
    last.time == current.time && last.values != current.values
}

#[cfg(test)]
mod tests {
    use super::super::Table;
    use super::*;

    fn track(rows: &[(f64, f64)]) -> Track {
        let rows = rows.iter().map(|&(time, value)| Row { time, values: vec![value] }).collect();
        Track::new(Box::new(Table::new(vec!["u".to_string()], rows))).expect("tables do not fail")
    }

    fn value(track: &mut Track, time: f64) -> f64 {
        let mut values = [f64::NAN];
        track.advance(time, 1e-12).expect("tables do not fail");
        track.values(time, &mut values);
        values[0]
    }

    #[test]
    fn is_linear_between_rows_and_held_outside() {
        let mut track = track(&[(1.0, 2.0), (3.0, 6.0)]);
        assert_eq!(value(&mut track, 0.0), 2.0);
        assert_eq!(track.slope(0, 0.0), 0.0);
        assert_eq!(track.next_row_time(0.0), Some(1.0));
        assert_eq!(value(&mut track, 1.5), 3.0);
        assert_eq!(track.slope(0, 1.5), 2.0);
        assert_eq!(value(&mut track, 4.0), 6.0);
        assert_eq!(track.slope(0, 4.0), 0.0);
        assert_eq!(track.next_row_time(4.0), None);
    }

    #[test]
    fn a_slope_beyond_the_largest_number_is_refused_and_a_step_of_that_size_is_not() {
        let rows = |second: f64| {
            let rows = [(0.0, 0.0), (1.0, -1e308), (second, 1e308)];
            rows.map(|(time, value)| Row { time, values: vec![value] }).to_vec()
        };
        let track = |second| Track::new(Box::new(Table::new(vec!["u".to_string()], rows(second))));
        let mut steps = track(1.0).expect("its slopes are numbers");
        assert_eq!(value(&mut steps, 0.5), -5e307);
        assert_eq!(value(&mut steps, 1.0), 1e308);
        let mut rises = track(2.0).expect("its first slope is a number");
        let refused = rises.advance(1.0, 0.0).expect_err("a difference of 2e308");
        assert_eq!(
            refused.to_string(),
            "the signal u goes from -1e308 to 1e308 between 1 s and 2 s, with a slope beyond the largest number; two rows of one time are \
             a step"
        );
    }

    #[test]
    fn is_right_continuous_at_a_step() {
        let mut track = track(&[(0.0, 1.0), (1.0, 1.0), (1.0, 5.0), (2.0, 5.0)]);
        assert_eq!(value(&mut track, 0.999), 1.0);
        assert_eq!(value(&mut track, 1.0), 5.0);
        assert_eq!(track.slope(0, 1.0), 0.0);
    }

    #[test]
    fn shows_the_value_before_a_step_without_going_there() {
        let mut track = track(&[(0.0, 1.0), (1.0, 3.0), (1.0, 7.0), (2.0, 7.0)]);
        let mut values = [f64::NAN];
        track.advance(0.5, 0.0).expect("tables do not fail");
        let before = [0.75, 1.0].map(|time| {
            track.values_before(time, &mut values);
            values[0]
        });
        assert_eq!((before, value(&mut track, 1.0)), ([2.5, 3.0], 7.0));
    }

    #[test]
    fn before_a_step_in_the_first_two_rows_the_first_one_holds() {
        let mut track = track(&[(1.0, 3.0), (1.0, 7.0), (2.0, 7.0)]);
        let mut values = [f64::NAN];
        track.advance(0.5, 0.0).expect("tables do not fail");
        track.values_before(1.0, &mut values);
        assert_eq!((values, value(&mut track, 1.0)), ([3.0], 7.0));
    }

    #[test]
    fn says_where_a_signal_steps_and_not_where_it_bends() {
        let mut track = track(&[(0.0, 1.0), (1.0, 1.0), (2.0, 3.0), (2.0, 5.0), (3.0, 5.0), (3.0, 5.0)]);
        let mut steps_at = |time| track.advance(time, 0.0).expect("tables do not fail");
        assert_eq!([0.0, 1.0, 1.5, 2.0, 2.5, 3.0].map(&mut steps_at), [false, false, false, true, false, false]);
    }

    #[test]
    fn a_step_in_the_first_two_rows_holds_from_the_start() {
        let mut track = track(&[(0.0, 1.0), (0.0, 2.0)]);
        assert_eq!(value(&mut track, 0.0), 2.0);
    }

    #[test]
    fn a_row_a_rounding_error_after_the_communication_point_is_reached_there() {
        let mut track = track(&[(0.0, 1.0), (0.1, 1.0), (0.1, 2.0)]);
        assert_eq!(value(&mut track, 0.1 - 1e-16), 2.0);
    }
}
