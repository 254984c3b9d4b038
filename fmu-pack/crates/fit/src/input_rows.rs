//! Rows of input signals for a run, from the columns of a recording.

use crate::recording::Signal;
use crate::study::Unknown;
use fmu_simulation::input::Row;

/// What a column is corrected by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correction {
    /// Factor.
    pub scale: f64,
    /// What is added then.
    pub offset: f64,
    /// Time by which it lags \[s\].
    pub delay: f64,
}

impl Correction {
    /// No scale and no offset, as the values of the recording have been read.
    pub fn lag(delay: f64) -> Self {
        Self { scale: 1.0, offset: 0.0, delay }
    }

    /// Corrected also by what was not known and is fitted.
    pub fn correct(&mut self, unknown: Unknown, value: f64) {
        match unknown {
            Unknown::Offset => self.offset += value,
            Unknown::Delay => self.delay += value,
            Unknown::Scale => self.scale *= value,
        }
    }

    /// The corrected value.
    pub fn of(&self, value: f64) -> f64 {
        self.scale * value + self.offset
    }
}

/// Rows of all signals: what each is just before and from a time on that any of them has.
pub fn input_rows(times: &[f64], inputs: &[Signal], corrections: &[Correction]) -> Vec<Row> {
    let mut instants: Vec<f64> = Vec::new();
    for correction in corrections {
        instants.extend(times.iter().map(|time| time - correction.delay));
    }
    instants.sort_by(f64::total_cmp);
    instants.dedup();
    let mut rows = Vec::new();
    let mut places = vec![0; inputs.len()];
    for time in instants {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for ((input, correction), place) in inputs.iter().zip(corrections).zip(&mut places) {
            let at = |index: usize| times[index] - correction.delay;
            let earlier = *place;
            while *place + 1 < times.len() && at(*place + 1) <= time {
                *place += 1;
            }
            let value = |index: usize| correction.of(input.values[index]);
            let now = match (input.is_held, *place + 1 < times.len() && at(*place) < time) {
                (false, true) => {
                    let share = (time - at(*place)) / (at(*place + 1) - at(*place));
                    value(*place) + share * (value(*place + 1) - value(*place))
                }
                (true, _) | (false, false) => value(*place),
            };
            before.push(if input.is_held { value(earlier) } else { now });
            after.push(now);
        }
        if before != after {
            rows.push(Row { time, values: before });
        }
        rows.push(Row { time, values: after });
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signal(values: &[f64], is_held: bool) -> Signal {
        Signal { name: "u".into(), values: values.to_vec(), is_held, delay: 0.0 }
    }

    const AS_IT_IS: Correction = Correction { scale: 1.0, offset: 0.0, delay: 0.0 };

    #[test]
    fn a_held_signal_steps_and_another_bends_at_each_sample() {
        let inputs = [signal(&[1.0, 2.0], false), signal(&[5.0, 7.0], true)];
        let rows = input_rows(&[0.0, 1.0], &inputs, &[AS_IT_IS; 2]);
        let shown: Vec<(f64, Vec<f64>)> = rows.into_iter().map(|row| (row.time, row.values)).collect();
        assert_eq!(shown, [(0.0, vec![1.0, 5.0]), (1.0, vec![2.0, 5.0]), (1.0, vec![2.0, 7.0])]);
    }

    #[test]
    fn a_signal_that_lags_is_moved_back_and_scaled() {
        let inputs = [signal(&[0.0, 4.0], false), signal(&[1.0, 2.0], false)];
        let late = Correction { scale: 2.0, offset: 1.0, delay: 0.5 };
        let rows = input_rows(&[0.0, 1.0], &inputs, &[late, AS_IT_IS]);
        let shown: Vec<(f64, Vec<f64>)> = rows.into_iter().map(|row| (row.time, row.values)).collect();
        let expected = [(-0.5, vec![1.0, 1.0]), (0.0, vec![5.0, 1.0]), (0.5, vec![9.0, 1.5]), (1.0, vec![9.0, 2.0])];
        assert_eq!(shown, expected);
    }
}
