//! Distributions of parameters that are drawn.

use fmu_simulation::Stream;
use std::f64::consts::{FRAC_1_SQRT_2, TAU};

/// How a parameter is distributed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Distribution {
    Uniform {
        low: f64,
        high: f64,
    },
    Normal {
        mean: f64,
        deviation: f64,
    },
    /// Normal, given that it lies between two bounds.
    TruncatedNormal {
        mean: f64,
        deviation: f64,
        low: f64,
        high: f64,
    },
    /// The logarithm is normal, with the logarithm of the median as its mean.
    Lognormal {
        median: f64,
        /// Standard deviation of the natural logarithm.
        sigma: f64,
    },
}

impl Distribution {
    /// Reads the words between colons, as in `normal:MEAN:DEVIATION`; `number` reads one of them.
    pub(super) fn parse<E>(words: &[&str], number: impl Fn(&str) -> Result<f64, E>) -> Result<Option<Self>, E> {
        let found = match *words {
            ["normal", mean, deviation] => Self::Normal { mean: number(mean)?, deviation: number(deviation)? },
            ["normal", mean, deviation, low, high] => Self::TruncatedNormal {
                mean: number(mean)?,
                deviation: number(deviation)?,
                low: number(low)?,
                high: number(high)?,
            },
            ["lognormal", median, sigma] => Self::Lognormal { median: number(median)?, sigma: plain(sigma) },
            [low, high] => Self::Uniform { low: number(low)?, high: number(high)? },
            _ => return Ok(None),
        };
        Ok(Some(found))
    }

    /// What a distribution that is named needs, where other words stand behind the name.
    pub(super) fn missing(words: &[&str]) -> Option<&'static str> {
        match (*words.first()?, words.len()) {
            ("normal", 3 | 5) | ("lognormal", 3) => None,
            ("normal", _) => Some("normal needs MEAN:DEVIATION or MEAN:DEVIATION:LOW:HIGH"),
            ("lognormal", _) => Some("lognormal needs MEDIAN:SIGMA"),
            (word, _) if word.starts_with(char::is_alphabetic) => Some(
                "distributions are A:B (uniform), normal:MEAN:DEVIATION, normal:MEAN:DEVIATION:LOW:HIGH and lognormal:MEDIAN:SIGMA",
            ),
            (_, _) => None,
        }
    }

    /// What keeps it from being a distribution.
    pub(super) fn problem(self) -> Option<&'static str> {
        let (is_one, otherwise) = match self {
            Self::Uniform { low, high } if !(high - low).is_finite() => {
                (false, "A and B of A:B must not be so far apart: their difference is beyond all numbers")
            }
            Self::Uniform { low, high } => (low < high, "A of A:B must be less than B"),
            Self::Normal { deviation, .. } => (deviation >= 0.0, "DEVIATION must not be negative"),
            Self::TruncatedNormal { mean, deviation, low, high } => {
                let share = cumulative((high - mean) / deviation) - cumulative((low - mean) / deviation);
                if deviation <= 0.0 {
                    (false, "DEVIATION must be greater than 0")
                } else if low >= high {
                    (false, "LOW must be less than HIGH")
                } else {
                    (share > SMALLEST_SHARE, "there must be more than 1e-12 of the distribution between LOW and HIGH")
                }
            }
            Self::Lognormal { median, .. } if median <= 0.0 => (false, "MEDIAN must be greater than 0"),
            Self::Lognormal { sigma, .. } => (sigma >= 0.0, "SIGMA must be a number without a unit, and not negative"),
        };
        if is_one { None } else { Some(otherwise) }
    }

    /// Values that show whether a variable takes what is drawn: the ends, or the middle where there are none.
    pub(super) fn samples(self) -> Vec<f64> {
        match self {
            Self::Uniform { low, high } | Self::TruncatedNormal { low, high, .. } => vec![low, high],
            Self::Normal { mean, .. } => vec![mean],
            Self::Lognormal { median, .. } => vec![median],
        }
    }

    /// What keeps draws within the range of a variable, where some may leave it; none where all lie between [`Self::samples`].
    pub(super) fn remedy(self) -> Option<&'static str> {
        match self {
            Self::Normal { .. } => {
                Some("give LOW and HIGH as well, normal:MEAN:DEVIATION:LOW:HIGH, or a smaller DEVIATION")
            }
            Self::Lognormal { .. } => Some("give a smaller SIGMA, or normal:MEAN:DEVIATION:LOW:HIGH"),
            Self::Uniform { .. } | Self::TruncatedNormal { .. } => None,
        }
    }

    /// Draw number `sample` of a stream.
    pub(super) fn draw(self, stream: Stream, sample: u64) -> f64 {
        match self {
            // Rounding may lead beyond the end.
            Self::Uniform { low, high } => stream.uniform(sample, low, high).clamp(low, high),
            Self::Normal { mean, deviation } => stream.normal(sample, mean, deviation),
            Self::TruncatedNormal { .. } | Self::Lognormal { .. } => self.of_normal(stream.normal(sample, 0.0, 1.0)),
        }
    }

    /// The value that lies where `standard` lies in the standard normal distribution.
    pub(super) fn of_normal(self, standard: f64) -> f64 {
        match self {
            Self::Uniform { low, high } => (low + (high - low) * cumulative(standard)).clamp(low, high),
            Self::Normal { mean, deviation } => mean + deviation * standard,
            Self::TruncatedNormal { mean, deviation, low, high } => {
                let (below, upto) = (cumulative((low - mean) / deviation), cumulative((high - mean) / deviation));
                let share = below + (upto - below) * cumulative(standard);
                (mean + deviation * quantile(share)).clamp(low, high)
            }
            Self::Lognormal { median, sigma } => median * libm::exp(sigma * standard),
        }
    }
}

/// Bounds that leave less of a normal distribution than this are refused: its quantiles would be rounding.
const SMALLEST_SHARE: f64 = 1e-12;

/// A number without a unit; what is none becomes a spread that no distribution has.
fn plain(text: &str) -> f64 {
    text.parse::<f64>().ok().filter(|number| number.is_finite()).unwrap_or(-1.0)
}

/// Share of the standard normal distribution below `x`.
fn cumulative(x: f64) -> f64 {
    0.5 * libm::erfc(-x * FRAC_1_SQRT_2)
}

/// Where `cumulative` is `share`: Newton's method, kept inside a bracket.
fn quantile(share: f64) -> f64 {
    let (mut low, mut high, mut x) = (-40.0, 40.0, 0.0);
    for _ in 0..100 {
        let off = cumulative(x) - share;
        if off > 0.0 {
            high = x
        } else {
            low = x
        }
        let newton = x - off * libm::sqrt(TAU) * libm::exp(0.5 * x * x);
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        if next == x {
            break;
        }
        x = next;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWS: u64 = 20_000;

    fn drawn(distribution: Distribution) -> Vec<f64> {
        let stream = Stream::new(1, "inertia");
        let mut values: Vec<f64> = (0..DRAWS).map(|sample| distribution.draw(stream, sample)).collect();
        values.sort_by(f64::total_cmp);
        values
    }

    #[test]
    fn quantiles_are_those_of_the_tables() {
        // Abramowitz & Stegun, table 26.2 and 26.5: P(1.96) = 0.975002104852, P(-3) = 0.001349898032.
        assert!((quantile(0.975_002_104_851_78) - 1.96).abs() < 1e-12, "{}", quantile(0.975_002_104_851_78));
        assert!((quantile(0.001_349_898_031_63) + 3.0).abs() < 1e-11, "{}", quantile(0.001_349_898_031_63));
        assert!(quantile(0.5).abs() < 1e-15);
    }

    #[test]
    fn a_truncated_normal_stays_inside_and_keeps_the_shape() {
        let values = drawn(Distribution::TruncatedNormal { mean: 10.0, deviation: 2.0, low: 9.0, high: 14.0 });
        assert!(values.first() >= Some(&9.0) && values.last() <= Some(&14.0));
        // Mean 10 + 2 (phi(-0.5) - phi(2))/(P(2) - P(-0.5)) = 10 + 2 (0.352065 - 0.053991)/(0.977250 - 0.308538).
        let mean = values.iter().sum::<f64>() / DRAWS as f64;
        assert!((mean - 10.891_49).abs() < 4.0 * 1.3 / (DRAWS as f64).sqrt(), "{mean}");
    }

    #[test]
    fn a_lognormal_has_its_median_and_the_spread_of_its_logarithm() {
        let values = drawn(Distribution::Lognormal { median: 200.0, sigma: 0.3 });
        let median = values[values.len() / 2];
        assert!((median / 200.0 - 1.0).abs() < 4.0 * 1.25 * 0.3 / (DRAWS as f64).sqrt(), "{median}");
        let upper = values[(0.841_345 * DRAWS as f64) as usize];
        assert!((upper / (200.0 * 0.3_f64.exp()) - 1.0).abs() < 0.015, "{upper}");
    }

    #[test]
    fn a_distribution_tells_which_of_its_words_is_wrong() {
        let told = |text: &str| {
            let words: Vec<&str> = text.split(':').collect();
            let found = || Distribution::parse(&words, |word| word.parse::<f64>()).ok().flatten();
            Distribution::missing(&words).or_else(|| found()?.problem()).unwrap_or_default()
        };
        assert_eq!(told("normal:1"), "normal needs MEAN:DEVIATION or MEAN:DEVIATION:LOW:HIGH");
        assert_eq!(told("normal:1:2:3"), "normal needs MEAN:DEVIATION or MEAN:DEVIATION:LOW:HIGH");
        assert_eq!(told("lognormal:1"), "lognormal needs MEDIAN:SIGMA");
        assert_eq!(told("normal:1:1:3:2"), "LOW must be less than HIGH");
        assert_eq!(told("normal:1:0:2:3"), "DEVIATION must be greater than 0");
        assert_eq!(told("normal:0:1:50:60"), "there must be more than 1e-12 of the distribution between LOW and HIGH");
        assert_eq!(told("lognormal:0:1"), "MEDIAN must be greater than 0");
        assert_eq!(told("lognormal:1:-1"), "SIGMA must be a number without a unit, and not negative");
        assert_eq!(told("1:2"), "");
        assert!(told("norml:0.5:1").starts_with("distributions are A:B (uniform), normal:MEAN:DEVIATION, "));
    }

    #[test]
    fn what_is_no_distribution_is_refused() {
        let read = |words: &[&str]| {
            let found = Distribution::parse(words, |word| word.parse::<f64>()).ok().flatten();
            found.filter(|found| found.problem().is_none())
        };
        assert_eq!(read(&["2", "1"]), None);
        assert_eq!(read(&["normal", "1", "-1"]), None);
        assert_eq!(read(&["lognormal", "-1", "0.2"]), None);
        assert_eq!(read(&["lognormal", "1", "x"]), None);
        assert_eq!(read(&["normal", "0", "1", "50", "60"]), None, "nothing of the distribution is left");
        assert!(read(&["normal", "0", "1", "-1", "1"]).is_some());
    }
}
