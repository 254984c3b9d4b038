//! Numbers in messages.

use std::fmt::{Display, Formatter, Result};

/// A number as messages show it: the shortest decimal that reads back as the same number. `f64` itself does the same, at 21 KB of
/// the library instead of 3, as it can also round to any number of digits and pad them. Every message takes this: a single
/// `f64` in one brings all of that back.
#[derive(Clone, Copy)]
pub struct ShortestDecimal(pub f64);

impl Display for ShortestDecimal {
    fn fmt(&self, formatter: &mut Formatter) -> Result {
        let mut buffer = zmij::Buffer::new();
        let digits = buffer.format(self.0);
        formatter.write_str(digits.strip_suffix(".0").unwrap_or(digits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn a_number_is_told_as_one_would_write_it() {
        let shown = |value: f64| ShortestDecimal(value).to_string();
        assert_eq!(shown(1.5), "1.5");
        assert_eq!(shown(-2.0), "-2");
        assert_eq!(shown(0.001), "0.001");
        assert_eq!(shown(26e6), "26000000");
        assert_eq!(shown(1e-7), "1e-7");
        assert_eq!(shown(-1.25e300), "-1.25e+300");
        assert_eq!([0.0, -0.0].map(shown), ["0", "-0"]);
        assert_eq!([f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(shown), ["NaN", "inf", "-inf"]);
    }

    #[test]
    fn what_is_told_reads_back_as_the_same_number() {
        let numbers = [0.1, 1.0 / 3.0, f64::MAX, f64::MIN_POSITIVE, 5e-324, 123_456_789.125, -2e-5, 1e16];
        for number in numbers {
            assert_eq!(ShortestDecimal(number).to_string().parse(), Ok(number));
        }
    }
}
