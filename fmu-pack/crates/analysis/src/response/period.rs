//! Harmonics of one period.

use crate::linear::Complex;
use std::f64::consts::TAU;

/// What a period of samples has in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Harmonic {
    /// The first harmonic: its size is the amplitude, its angle the lead against a sine that begins with the period.
    pub first: Complex<f64>,
    /// Root mean square of all other harmonics, the mean left out.
    pub others: f64,
    /// Half of the way from the smallest to the largest sample.
    pub size: f64,
}

impl Harmonic {
    /// What does not move.
    pub const REST: Self = Self { first: Complex::ZERO, others: 0.0, size: 0.0 };

    /// Of equidistant samples of one period, the first at its begin. Of harmonics of order N ± 1 and above, which are taken for
    /// the first, a motion with kinks has 1/N².
    pub fn of(samples: &[f64]) -> Self {
        let (low, high) = samples
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(*value), high.max(*value)));
        if low == high {
            // The mean of equal numbers is off by rounding, which would be taken for a motion.
            return Self::REST;
        }
        let count = samples.len() as f64;
        let mean = samples.iter().sum::<f64>() / count;
        let turn = |place: usize| TAU * place as f64 / count;
        let about_mean = || samples.iter().map(|value| value - mean);
        // ∑ x·(sin + j·cos)·2/N is the amplitude with the lead as its angle.
        let sum: Complex<f64> = about_mean()
            .enumerate()
            .map(|(place, value)| Complex::new(turn(place).sin(), turn(place).cos()) * value)
            .sum();
        let first = sum * (2.0 / count);
        let power = about_mean().map(|value| value * value).sum::<f64>() / count;
        Self { first, others: (power - first.norm_sqr() / 2.0).max(0.0).sqrt(), size: (high - low) / 2.0 }
    }
}

/// The largest difference between samples of two periods.
pub(crate) fn difference(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    fn sampled(of: impl Fn(f64) -> f64) -> Vec<f64> {
        (0..1000).map(|place| of(TAU * f64::from(place) / 1000.0)).collect()
    }

    #[test]
    fn a_shifted_sine_with_a_third_harmonic_is_taken_apart() {
        let harmonic = Harmonic::of(&sampled(|turn| 7.0 + 2.0 * (turn - 0.5).sin() + 0.3 * (3.0 * turn).cos()));
        assert!((harmonic.first.norm() - 2.0).abs() < 1e-13);
        assert!((harmonic.first.arg() + 0.5).abs() < 1e-13);
        assert!((harmonic.others - 0.3 / 2f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn what_rests_has_no_harmonic_wherever_it_rests() {
        // 5 degrees in rad: the mean of a thousand of them is another number.
        for value in [0.0, 5f64.to_radians(), -1e9 / 3.0] {
            assert_eq!(Harmonic::of(&[value; 1000]), Harmonic::REST);
        }
    }

    #[test]
    fn the_distortion_of_a_square_wave_is_that_of_its_series() {
        let harmonic = Harmonic::of(&sampled(|turn| if turn < PI { 1.0 } else { -1.0 }));
        // First harmonic 4/π, total 1: √(1 − 8/π²).
        assert!((harmonic.first.norm() - 4.0 / PI).abs() < 1e-5);
        assert!((harmonic.others - (1.0 - 8.0 / (PI * PI)).sqrt()).abs() < 1e-5);
    }
}
