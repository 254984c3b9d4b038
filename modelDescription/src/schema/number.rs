//! Real numbers in XML: the shortest digits that read back as the same bits.

use serde::Serializer;

/// Writes a Real attribute.
#[allow(clippy::ref_option, reason = "serde passes the field by reference")]
pub fn real<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.serialize_str(&shortest(*value)),
        None => serializer.serialize_none(),
    }
}

/// Writes an attribute that is always there.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes the field by reference")]
pub fn plain<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&shortest(*value))
}

/// Positional for handy magnitudes, with an exponent otherwise.
pub(crate) fn shortest(value: f64) -> String {
    let handy = value == 0.0 || (1e-4..1e7).contains(&value.abs());
    if handy { format!("{value}") } else { format!("{value:e}") }
}

#[cfg(test)]
mod tests {
    use super::shortest;

    #[test]
    fn written_numbers_read_back_as_the_same_bits() {
        let values =
            [0.0, -0.0, 1e-12, 4e10, 0.17453292519943295, 1.47 / 0.981, -1e6, f64::MIN_POSITIVE, f64::MAX, 5e-324];
        for value in values {
            let read: f64 = shortest(value).parse().expect("a written number is a number");
            assert_eq!(read.to_bits(), value.to_bits(), "{value}");
        }
    }

    #[test]
    fn far_magnitudes_are_written_with_an_exponent() {
        assert_eq!(shortest(4e10), "4e10");
        assert_eq!(shortest(1e-12), "1e-12");
        assert_eq!(shortest(2500.0), "2500");
    }
}
