//! States that the linear system does not need.

use crate::linear::{DMatrix, LinearSystem, Signal};
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

/// Leaves out states that stay where they are, and those on which no other state and no output depends; again, until there are none.
///
/// A state stays where it is if no state and no input changes its rate (its rows of A and B are zero), and this rate is zero. It may be
/// the velocity of a free body all the same, which is constant and moves its position: it is left out only where it drives no other
/// state, or where friction `holds` what rests. Its own output does not count: that is 0 in the linear system.
///
/// `rates` are the time derivatives of the states at the operating point.
pub(crate) fn reduced(mut system: LinearSystem, mut rates: Vec<f64>, holds: bool) -> (LinearSystem, Vec<Removed>) {
    let mut removed = Vec::new();
    let next = |system: &LinearSystem, rates: &[f64]| {
        (0..system.states.len()).find_map(|place| Some((place, why(system, place, rates[place], holds)?)))
    };
    while let Some((place, why)) = next(&system, &rates) {
        removed.push(Removed { state: system.states.remove(place), why });
        rates.remove(place);
        let without = |matrix: &DMatrix<f64>| matrix.clone().remove_column(place);
        system.a = without(&system.a).remove_row(place);
        system.b = system.b.clone().remove_row(place);
        system.c = without(&system.c);
    }
    (system, removed)
}

fn why(system: &LinearSystem, place: usize, rate: f64, holds: bool) -> Option<Why> {
    let is_zero = |value: &f64| *value == 0.0;
    let is_own_or_zero = |(row, value): (usize, &f64)| row == place || *value == 0.0;
    let drives_none = system.a.column(place).iter().enumerate().all(is_own_or_zero);
    let is_constant = rate == 0.0 && system.a.row(place).iter().all(is_zero) && system.b.row(place).iter().all(is_zero);
    if is_constant && (holds || drives_none) {
        return Some(Why::NeverMoves);
    }
    let changes_nothing = drives_none && system.c.column(place).iter().all(is_zero);
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
        let (left, removed) = reduced(system, vec![0.0; 4], true);
        let names: Vec<(&str, Why)> = removed.iter().map(|removed| (&*removed.state.name, removed.why)).collect();
        let expected =
            [("double_integral", Why::ChangesNothing), ("integral", Why::ChangesNothing), ("frozen", Why::NeverMoves)];
        assert_eq!(names, expected);
        assert_eq!((left.states.len(), left.a[(0, 0)]), (1, -1.0));
    }

    /// A body that nothing holds: its position and its velocity, both shown.
    fn free_body() -> LinearSystem {
        let signals = |names: &[&str]| names.iter().map(|name| Signal::new(*name, "")).collect();
        LinearSystem {
            states: signals(&["position", "velocity"]),
            inputs: Vec::new(),
            outputs: signals(&["position", "velocity"]),
            a: DMatrix::from_row_slice(2, 2, &[0.0, 1.0, 0.0, 0.0]),
            b: DMatrix::zeros(2, 0),
            c: DMatrix::identity(2, 2),
            d: DMatrix::zeros(2, 0),
        }
    }

    #[test]
    fn what_moves_at_a_constant_speed_or_falls_is_not_left_out() {
        // At 3 rad/s, falling with 9.81 m/s2, and at rest with nothing that holds it.
        for rates in [[3.0, 0.0], [0.0, -9.81], [0.0, 0.0]] {
            let (left, removed) = reduced(free_body(), rates.to_vec(), false);
            assert_eq!((left, removed), (free_body(), Vec::new()), "{rates:?}");
        }
        let (left, removed) = reduced(free_body(), vec![0.0, 0.0], true);
        assert_eq!((left.states.len(), removed.len()), (0, 2), "friction holds it");
    }
}
