//! Frequency response.

use super::LinearSystem;
use nalgebra::{Complex, DMatrix};

impl LinearSystem {
    /// C (jωI − A)⁻¹ B + D for one input and one output at `frequency` ω \[rad/s\]; none where jω is a pole.
    pub fn response(&self, input: usize, output: usize, frequency: f64) -> Option<Complex<f64>> {
        let states = self.a.nrows();
        let direct = Complex::from(self.d[(output, input)]);
        let mut pencil = DMatrix::from_fn(states, states, |row, column| Complex::from(-self.a[(row, column)]));
        for state in 0..states {
            pencil[(state, state)] += Complex::new(0.0, frequency);
        }
        let column = self.b.column(input).map(Complex::from);
        let motion = pencil.lu().solve(&column)?;
        let sum: Complex<f64> = (0..states).map(|state| motion[state] * self.c[(output, state)]).sum();
        Some(sum + direct).filter(|value| value.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use crate::linear::{LinearSystem, Signal};
    use nalgebra::{Complex, DMatrix};

    #[test]
    fn a_first_order_lag_has_half_the_power_and_45_degrees_at_its_corner() {
        let signal = vec![Signal::new("x", "rad")];
        let one = |value| DMatrix::from_element(1, 1, value);
        let system = LinearSystem {
            states: signal.clone(),
            inputs: signal.clone(),
            outputs: signal,
            a: one(-4.0),
            b: one(8.0),
            c: one(1.0),
            d: one(0.5),
        };
        // 2/(1 + j) + 0.5
        let value = system.response(0, 0, 4.0).unwrap();
        assert!((value - Complex::new(1.5, -1.0)).norm() < 1e-15);
    }
}
