//! The mean of a stationary recording, and how well it is known where its samples are correlated.
//!
//! The variance of the mean of n samples of a stationary process with variance σ² and autocorrelation ρ(k) is
//!
//! ```text
//! σ²/n · τ,   τ = 1 + 2·Σ (1 − k/n)·ρ(k),   k = 1, 2, … up to the last lag before ρ falls to 0 or below
//! ```
//!
//! and n/τ is the effective number of samples. Source: Bayley and Hammersley, The "effective" number of independent
//! observations in an autocorrelated time series, Supplement to the Journal of the Royal Statistical Society 8 (1946) 184. ρ(k) is
//! the biased estimate, as usual; the sum ends at its first zero because later estimates are noise.

use nalgebra::DVectorView;

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// Standard deviation of the samples.
    pub deviation: f64,
    /// Effective number of samples.
    pub effective: f64,
}

/// The mean of at least two samples.
pub fn mean(samples: &[f64]) -> Mean {
    let count = samples.len() as f64;
    // The sum of equal samples is rounded, and the difference would be taken for noise.
    if samples.iter().all(|sample| *sample == samples[0]) {
        return Mean { value: samples[0], error: 0.0, deviation: 0.0, effective: count };
    }
    let value = samples.iter().sum::<f64>() / count;
    let variance = samples.iter().map(|sample| (sample - value).powi(2)).sum::<f64>() / (count - 1.0);
    let tau = correlation_time(samples);
    Mean { value, error: (variance * tau / count).sqrt(), deviation: variance.sqrt(), effective: count / tau }
}

/// τ of the module's equation; 1 where the samples are all the same.
pub fn correlation_time(samples: &[f64]) -> f64 {
    let count = samples.len() as f64;
    let centred = Centred::of(samples);
    let correlations = (1..samples.len()).map(|lag| (lag, centred.autocorrelation(lag)));
    let positive = correlations.take_while(|(_, correlation)| *correlation > 0.0);
    1.0 + 2.0 * positive.map(|(lag, correlation)| (1.0 - lag as f64 / count) * correlation).sum::<f64>()
}

/// The biased estimate of the autocorrelation at a lag; 0 where the samples are all the same.
pub fn autocorrelation(samples: &[f64], lag: usize) -> f64 {
    Centred::of(samples).autocorrelation(lag)
}

/// The same at so many lags from 0 on, at most as many as there are samples.
pub fn autocorrelations(samples: &[f64], lags: usize) -> Vec<f64> {
    let centred = Centred::of(samples);
    (0..lags.min(samples.len())).map(|lag| centred.autocorrelation(lag)).collect()
}

/// Samples less their mean, with the sum of their squares.
struct Centred {
    samples: Vec<f64>,
    squares: f64,
}

impl Centred {
    fn of(samples: &[f64]) -> Self {
        let mean = samples.iter().sum::<f64>() / samples.len() as f64;
        let samples: Vec<f64> = samples.iter().map(|sample| sample - mean).collect();
        Self { squares: samples.iter().map(|sample| sample.powi(2)).sum(), samples }
    }

    fn autocorrelation(&self, lag: usize) -> f64 {
        let later = &self.samples[lag.min(self.samples.len())..];
        let vector = |samples| DVectorView::from_slice(samples, later.len());
        let products = vector(&self.samples[..later.len()]).dot(&vector(later));
        if self.squares > 0.0 { products / self.squares } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise::Noise;

    #[test]
    fn independent_samples_count_fully() {
        let noise = Noise::new(1);
        let samples: Vec<f64> = (0..4000).map(|index| noise.normal(index)).collect();
        let mean = mean(&samples);
        // 1/sqrt(4000) is 0.0158; the first lags add a few per cent at most.
        assert!(mean.value.abs() < 0.06 && (0.015..0.018).contains(&mean.error), "{mean:?}");
    }

    /// Of x(k) = a·x(k−1) + e(k) with unit variance, τ is (1 + a)/(1 − a).
    #[test]
    fn samples_of_a_first_order_process_count_as_theory_says() {
        let noise = Noise::new(2);
        let a: f64 = 0.8;
        let mut samples = vec![0.0];
        for index in 1..40_000 {
            samples.push(a * samples[index - 1] + (1.0 - a * a).sqrt() * noise.normal(index as u64));
        }
        let tau = samples.len() as f64 / mean(&samples).effective;
        // The estimate of a sum of correlations from 40,000 samples scatters by some per cent.
        assert!((tau / 9.0 - 1.0).abs() < 0.15, "{tau}");
    }

    #[test]
    fn an_alternating_signal_counts_each_sample_once() {
        let samples: Vec<f64> = (0..100).map(|index| f64::from(index % 2)).collect();
        assert_eq!(mean(&samples).effective, 100.0);
    }
}
