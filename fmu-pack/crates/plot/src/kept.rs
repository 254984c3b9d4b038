//! What a plot needs of a run: all rows of a short run, and of an endless one those that can be seen.

/// A long run is cut into this many pieces, two per pixel of a plot, and of each the rows with the lowest and the highest
/// value of a variable are kept.
const PIECES: u64 = 2 * 960;
/// A run of fewer rows is kept as it is.
const SHORT: u64 = 2 * PIECES;

/// Rows of a run as columns. Their number is bounded, however long the run is.
pub struct Kept {
    /// Times of the rows that are kept.
    pub time: Vec<f64>,
    /// Values per variable.
    pub columns: Vec<Vec<f64>>,
    /// Rows in a piece.
    size: u64,
    piece: Piece,
}

impl Kept {
    /// For a run of `rows` rows of `columns` values.
    pub fn new(rows: u64, columns: usize) -> Self {
        let size = if rows <= SHORT { 1 } else { rows.div_ceil(PIECES) };
        Self { time: Vec::new(), columns: vec![Vec::new(); columns], size, piece: Piece::default() }
    }

    /// Adds a row.
    pub fn row(&mut self, time: f64, values: &[f64]) {
        if self.size == 1 || self.time.is_empty() {
            self.keep(time, values);
            return;
        }
        self.piece.row(time, values);
        if self.piece.seen == self.size {
            self.close_piece();
        }
    }

    /// The rest of the last piece. The last row of all is always kept, so that the axis ends with the run.
    pub fn finish(mut self) -> Self {
        self.piece.keeps_last = true;
        self.close_piece();
        self
    }

    fn keep(&mut self, time: f64, values: &[f64]) {
        self.time.push(time);
        self.columns.iter_mut().zip(values).for_each(|(column, value)| column.push(*value));
    }

    fn close_piece(&mut self) {
        for (time, values) in std::mem::take(&mut self.piece).into_rows() {
            self.keep(time, &values);
        }
    }
}

/// Time and values.
type Row = (f64, Vec<f64>);

/// Rows next to each other, of which few are kept.
#[derive(Default)]
struct Piece {
    seen: u64,
    /// Candidates in the order of time.
    rows: Vec<Row>,
    /// Per variable the places of the lowest and the highest value in `rows`.
    extremes: Vec<[usize; 2]>,
    last: Option<Row>,
    keeps_last: bool,
}

impl Piece {
    fn row(&mut self, time: f64, values: &[f64]) {
        self.seen += 1;
        if self.rows.is_empty() {
            self.extremes = vec![[0, 0]; values.len()];
            self.rows.push((time, values.to_vec()));
        } else if self.has_extreme(values) {
            self.rows.push((time, values.to_vec()));
            self.forget();
        }
        let last = self.last.get_or_insert_with(|| (time, values.to_vec()));
        last.0 = time;
        last.1.copy_from_slice(values);
    }

    /// One of the values is lower or higher than all before; its place is then that of the next row.
    fn has_extreme(&mut self, values: &[f64]) -> bool {
        let next = self.rows.len();
        let mut any = false;
        for (column, (value, places)) in values.iter().zip(&mut self.extremes).enumerate() {
            let [low, high] = places.map(|place| self.rows[place].1[column]);
            // What is not a number is neither low nor high.
            if *value < low || low.is_nan() && !value.is_nan() {
                (places[0], any) = (next, true);
            }
            if *value > high || high.is_nan() && !value.is_nan() {
                (places[1], any) = (next, true);
            }
        }
        any
    }

    /// Drops rows that are no longer extreme, once they are many.
    fn forget(&mut self) {
        if self.rows.len() <= 4 * self.extremes.len() + 2 {
            return;
        }
        let mut wanted: Vec<usize> = self.extremes.as_flattened().to_vec();
        wanted.sort_unstable();
        wanted.dedup();
        self.rows = wanted.iter().map(|place| std::mem::take(&mut self.rows[*place])).collect();
        for place in self.extremes.as_flattened_mut() {
            // It is there: `wanted` was made of these places.
            *place = wanted.binary_search(place).unwrap_or_default();
        }
    }

    fn into_rows(mut self) -> Vec<Row> {
        let mut wanted: Vec<usize> = self.extremes.as_flattened().to_vec();
        wanted.sort_unstable();
        wanted.dedup();
        let mut rows: Vec<Row> = wanted.iter().map(|place| std::mem::take(&mut self.rows[*place])).collect();
        let is_there = |last: &Row| rows.last().is_some_and(|row| row.0 == last.0);
        let last = self.last.filter(|last| self.keeps_last && !is_there(last));
        rows.extend(last);
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(rows: u64, row: impl Fn(u64) -> [f64; 2]) -> Kept {
        let mut kept = Kept::new(rows, 2);
        (0..rows).for_each(|number| kept.row(number as f64, &row(number)));
        kept.finish()
    }

    #[test]
    fn a_short_run_is_kept_whole() {
        let kept = kept(1000, |number| [number as f64, 0.0]);
        assert_eq!((kept.time.len(), kept.columns[0].len()), (1000, 1000));
    }

    #[test]
    fn of_a_long_run_the_peaks_are_kept_and_the_ends() {
        let peak = |number: u64| if number == 777_777 { 9.0 } else { (number as f64 * 1e-3).sin() };
        let dip = |number: u64| if number == 500_001 { -7.0 } else { f64::NAN };
        let kept = kept(1_000_000, |number| [peak(number), dip(number)]);
        assert!(kept.time.len() <= 2 * 2 * 1920 + 2, "{}", kept.time.len());
        assert!(kept.time.is_sorted() && kept.columns.iter().all(|column| column.len() == kept.time.len()));
        assert_eq!((kept.time[0], *kept.time.last().unwrap()), (0.0, 999_999.0));
        let at = |time: f64| kept.time.iter().position(|kept| *kept == time).unwrap();
        assert_eq!((kept.columns[0][at(777_777.0)], kept.columns[1][at(500_001.0)]), (9.0, -7.0));
    }

    #[test]
    fn memory_does_not_grow_while_every_row_is_a_new_peak() {
        let mut piece = Piece::default();
        for number in 0..100_000 {
            piece.row(f64::from(number), &[f64::from(number), -f64::from(number)]);
            assert!(piece.rows.len() <= 11, "{}", piece.rows.len());
        }
        let rows = piece.into_rows();
        assert_eq!(rows.first().map(|row| row.0), Some(0.0));
        assert_eq!(rows.last().map(|row| row.0), Some(99_999.0));
    }
}
