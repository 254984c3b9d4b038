//! States that the linear system does not need.

use fmu_linear::{DMatrix, LinearSystem, Signal};
use serde::{Deserialize, Serialize};

/// Why a state is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// Neither a state nor an input moves it.
    NeverMoves,
    /// Neither a state nor an output depends on it.
    ChangesNothing,
}

impl Why {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::NeverMoves => "never moves",
            Self::ChangesNothing => "changes nothing",
        }
    }
}

/// A state that was left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Removed {
    /// The state.
    pub state: Signal,
    /// Why.
    pub why: Why,
}

/// Leaves out states whose rows of A and B are zero, and those on which no other state and no output depends; again, until
/// there are none. Its own output does not count for a state that never moves: that is 0 in the linear system.
pub(crate) fn reduced(mut system: LinearSystem) -> (LinearSystem, Vec<Removed>) {
    let mut removed = Vec::new();
    while let Some((place, why)) = (0..system.states.len()).find_map(|place| Some((place, why(&system, place)?))) {
        removed.push(Removed { state: system.states.remove(place), why });
        let without = |matrix: &DMatrix<f64>| matrix.clone().remove_column(place);
        system.a = without(&system.a).remove_row(place);
        system.b = system.b.clone().remove_row(place);
        system.c = without(&system.c);
    }
    (system, removed)
}

fn why(system: &LinearSystem, place: usize) -> Option<Why> {
    let is_zero = |value: &f64| *value == 0.0;
    if system.a.row(place).iter().all(is_zero) && system.b.row(place).iter().all(is_zero) {
        return Some(Why::NeverMoves);
    }
    let is_own_or_zero = |(row, value): (usize, &f64)| row == place || *value == 0.0;
    let changes_nothing =
        system.a.column(place).iter().enumerate().all(is_own_or_zero) && system.c.column(place).iter().all(is_zero);
    changes_nothing.then_some(Why::ChangesNothing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_of_states_that_lead_nowhere_is_left_out_and_what_rests_too() {
        let signals = |names: &[&str]| names.iter().map(|name| Signal::new(*name, "")).collect();
        #[rustfmt::skip]
        let a = [
            -1.0, 0.0, 0.0, 5.0,
            2.0, 0.0, 0.0, 0.0,
            0.0, 3.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0,
        ];
        let system = LinearSystem {
            states: signals(&["lag", "integral", "double_integral", "frozen"]),
            inputs: signals(&["u"]),
            outputs: signals(&["y"]),
            a: DMatrix::from_row_slice(4, 4, &a),
            b: DMatrix::from_row_slice(4, 1, &[1.0, 0.0, 0.0, 0.0]),
            c: DMatrix::from_row_slice(1, 4, &[1.0, 0.0, 0.0, 1.0]),
            d: DMatrix::zeros(1, 1),
        };
        let (left, removed) = reduced(system);
        let names: Vec<(&str, Why)> = removed.iter().map(|removed| (&*removed.state.name, removed.why)).collect();
        let expected =
            [("double_integral", Why::ChangesNothing), ("integral", Why::ChangesNothing), ("frozen", Why::NeverMoves)];
        assert_eq!(names, expected);
        assert_eq!((left.states.len(), left.a[(0, 0)]), (1, -1.0));
    }
}
