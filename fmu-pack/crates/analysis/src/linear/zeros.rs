//! Zeros of the way from one input to one output.

use super::LinearSystem;
use super::pole::Pole;
use nalgebra::{DMatrix, DVector, RowDVector};

/// What is left of a row by rounding, relative to the sizes that it came from.
const ROUNDING: f64 = 1e-11;

impl LinearSystem {
    /// The zeros from one input to one output: frequencies at which the output rests while the input moves.
    ///
    /// y = 0 is an equation between the states (or with the input, where there is a way through D). An orthogonal change of
    /// states makes it say that one state rests; that its rate is zero is then the output equation of a system with one
    /// state less. It ends where the input appears in it: u follows from the states, and the zeros are the eigenvalues of
    /// A − B C/D. Source: Emami-Naeini and Van Dooren, Automatica 18 (1982) 415, for one input and one output. States are
    /// scaled first, so that they have rates of one size.
    ///
    /// None where the output does not depend on the input at all.
    pub fn zeros(&self, input: usize, output: usize) -> Option<Vec<Pole>> {
        let mut reduced = Channel::scaled(self, input, output);
        loop {
            if reduced.feeds_through() {
                let gain = &reduced.b * &reduced.c / reduced.d;
                return Some(Pole::all(&(reduced.a - gain)));
            }
            reduced = reduced.without_a_state()?;
        }
    }
}

/// One input, one output.
struct Channel {
    a: DMatrix<f64>,
    b: DVector<f64>,
    c: RowDVector<f64>,
    d: f64,
    /// Size of the numbers from which the output equation came.
    size: f64,
}

impl Channel {
    fn scaled(system: &LinearSystem, input: usize, output: usize) -> Self {
        let mut a = system.a.clone();
        let scale =
            if a.is_empty() { DVector::zeros(0) } else { nalgebra::linalg::balancing::balance_parlett_reinsch(&mut a) };
        let b = DVector::from_fn(a.nrows(), |row, _| system.b[(row, input)] / scale[row]);
        let c = RowDVector::from_fn(a.nrows(), |_, column| system.c[(output, column)] * scale[column]);
        // The input in the size in which it moves the states.
        let unit = b.amax().max(f64::MIN_POSITIVE);
        let d = system.d[(output, input)] / unit;
        let size = c.amax().max(d.abs());
        Self { a, b: b / unit, c, d, size }
    }

    fn feeds_through(&self) -> bool {
        self.d.abs() > ROUNDING * self.size
    }

    /// y = C x = 0 used up; none where it says nothing.
    fn without_a_state(self) -> Option<Self> {
        let states = self.a.nrows();
        let norm = self.c.norm();
        if states == 0 || norm <= ROUNDING * self.size {
            return None;
        }
        // Householder's reflection that takes C to the last state.
        let mut mirror = self.c.transpose() / norm;
        mirror[states - 1] += if mirror[states - 1] < 0.0 { -1.0 } else { 1.0 };
        let mirror = mirror.normalize();
        let reflection = DMatrix::identity(states, states) - 2.0 * &mirror * mirror.transpose();
        let (a, b) = (&reflection * self.a * &reflection, &reflection * self.b);
        let kept = states - 1;
        let (c, d) = (a.view((kept, 0), (1, kept)).into_owned(), b[kept]);
        let size = a.row(kept).amax().max(d.abs());
        Some(Self {
            a: a.view((0, 0), (kept, kept)).into_owned(),
            b: b.rows(0, kept).into_owned(),
            c: RowDVector::from_iterator(kept, c.iter().copied()),
            d,
            size,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::linear::{LinearSystem, Signal};
    use nalgebra::DMatrix;

    /// The controller form of numerator/denominator, coefficients from the highest power down; the denominator begins with 1.
    fn controller_form(numerator: &[f64], denominator: &[f64], scale: f64) -> LinearSystem {
        let order = denominator.len() - 1;
        let padded = [vec![0.0; denominator.len() - numerator.len()], numerator.to_vec()].concat();
        let direct = padded[0];
        let a = DMatrix::from_fn(order, order, |row, column| match row {
            0 => -denominator[column + 1],
            _ => f64::from(u8::from(column + 1 == row)),
        });
        // States of very different sizes.
        let size = |state: usize| scale.powi(state as i32);
        let signal = |count: usize| (0..count).map(|number| Signal::new(number.to_string(), "1")).collect();
        LinearSystem {
            states: signal(order),
            inputs: signal(1),
            outputs: signal(1),
            a: DMatrix::from_fn(order, order, |row, column| a[(row, column)] * size(row) / size(column)),
            b: DMatrix::from_fn(order, 1, |row, _| if row == 0 { 1.0 } else { 0.0 }),
            c: DMatrix::from_fn(1, order, |_, column| {
                (padded[column + 1] - direct * denominator[column + 1]) / size(column)
            }),
            d: DMatrix::from_element(1, 1, direct),
        }
    }

    #[test]
    fn zeros_are_the_roots_of_the_numerator_whatever_the_sizes_of_the_states() {
        for scale in [1.0, 1e-3] {
            // (s + 2)(s² + 2s + 5) over a polynomial of order 5.
            let system = controller_form(&[1.0, 4.0, 9.0, 10.0], &[1.0, 9.0, 33.0, 60.0, 70.0, 40.0], scale);
            let zeros = system.zeros(0, 0).unwrap();
            assert_eq!(zeros.len(), 2);
            assert!((zeros[0].real + 2.0).abs() < 1e-9 && zeros[0].imaginary == 0.0, "{zeros:?}");
            assert!((zeros[1].real + 1.0).abs() < 1e-9 && (zeros[1].imaginary - 2.0).abs() < 1e-9, "{zeros:?}");
        }
    }

    #[test]
    fn a_way_through_has_as_many_zeros_as_poles_and_a_constant_numerator_none() {
        assert_eq!(controller_form(&[2.0, 6.0], &[1.0, 1.0], 1.0).zeros(0, 0).unwrap()[0].real, -3.0);
        assert!(controller_form(&[7.0], &[1.0, 2.0, 3.0], 1.0).zeros(0, 0).unwrap().is_empty());
    }

    #[test]
    fn an_output_that_the_input_does_not_reach_has_no_zeros() {
        let mut system = controller_form(&[7.0], &[1.0, 2.0, 3.0], 1.0);
        system.b.fill(0.0);
        assert_eq!(system.zeros(0, 0), None);
    }
}
