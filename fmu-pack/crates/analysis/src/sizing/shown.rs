//! Numbers for people.

use super::judge::{ROUNDING, Sense};
use model_description::configuration::document::Scalar;
use model_description::configuration::number_in_unit;
use model_description::declaration::Quantity;

/// A value in its display unit with `digits` digits, such as "28 MPa"; what has no unit is the number alone.
pub fn shown(value: f64, quantity: Quantity, digits: usize) -> String {
    let (factor, unit) = quantity.display.map_or((1.0, quantity.unit.name), |display| (display.factor, display.name));
    with_unit(rounded(factor * value, digits), unit)
}

/// A value with four digits in the unit that `written` has, so rounded that it can be asked for; a number without a unit is in
/// SI units.
pub(crate) fn shown_like(value: f64, quantity: Quantity, written: &Scalar, sense: Sense) -> String {
    match written {
        Scalar::Number(_) => with_unit(askable(value, sense), quantity.unit.name),
        Scalar::Text(text) => {
            let unit = unit_of(text);
            let unit = if unit.is_empty() { quantity.unit.name } else { unit };
            let converted = number_in_unit(&format!("{value:e} {}", quantity.unit.name), unit);
            converted.map_or_else(|_| shown(value, quantity, 4), |value| with_unit(askable(value, sense), unit))
        }
        Scalar::Flag(_) | Scalar::List(_) | Scalar::Numbers(_) | Scalar::Table | Scalar::Mixed(_) | Scalar::Other => {
            shown(value, quantity, 4)
        }
    }
}

/// Four digits, not beyond the value by more than a requirement may be missed.
fn askable(value: f64, sense: Sense) -> String {
    if value == 0.0 {
        return rounded(value, 4);
    }
    let nearest = rounded(value, 4);
    let excess = nearest.parse::<f64>().unwrap_or(value) - value;
    let last_digit = 10f64.powi(value.abs().log10().floor() as i32 - 3);
    let is_beyond = excess.abs() > 0.5 * ROUNDING * value.abs();
    match sense {
        Sense::AtLeast if is_beyond && excess > 0.0 => rounded(value - 0.5 * last_digit, 4),
        Sense::AtMost if is_beyond && excess < 0.0 => rounded(value + 0.5 * last_digit, 4),
        Sense::Below if excess > 0.0 => rounded(value - 0.5 * last_digit, 4),
        Sense::Below | Sense::AtLeast | Sense::AtMost | Sense::Equal => nearest,
    }
}

/// What comes after the number of "450 N.m" or "450N.m".
fn unit_of(text: &str) -> &str {
    let text = text.trim();
    let ends = text.char_indices().rev().map(|(place, _)| place);
    let number = ends.chain([text.len()]).filter(|end| text[..*end].parse::<f64>().is_ok()).max();
    text[number.unwrap_or(0)..].trim()
}

fn with_unit(number: String, unit: &str) -> String {
    if unit == "1" { number } else { format!("{number} {unit}") }
}

/// The shortest decimal of that many digits.
pub fn rounded(value: f64, digits: usize) -> String {
    let scientific = format!("{value:.*e}", digits.saturating_sub(1));
    let rounded: f64 = scientific.parse().unwrap_or(value);
    let is_handy = rounded == 0.0 || (1e-4..1e7).contains(&rounded.abs());
    if is_handy { rounded.to_string() } else { format!("{rounded:e}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model_description::declaration::unit;

    #[test]
    fn values_are_shown_in_the_unit_that_people_use() {
        assert_eq!(shown(28e6, unit::PRESSURE, 6), "28 MPa");
        assert_eq!(shown(60f64.to_radians(), unit::ANGULAR_VELOCITY, 6), "60 deg/s");
        assert_eq!(shown(1.0 / 3.0, unit::RATIO, 4), "0.3333");
        assert_eq!(shown(1.4285714e-12, unit::LEAKAGE, 6), "1.42857e-12 m3/(s.Pa)");
        assert_eq!(shown(0.0, unit::ANGLE, 6), "0 deg");
    }

    #[test]
    fn what_is_possible_may_be_nothing() {
        let asked = Scalar::Text("1 deg/s".into());
        for sense in [Sense::AtLeast, Sense::AtMost, Sense::Below, Sense::Equal] {
            assert_eq!(shown_like(0.0, unit::ANGULAR_VELOCITY, &asked, sense), "0 deg/s");
        }
    }

    #[test]
    fn what_is_possible_is_shown_in_the_unit_of_the_requirement_and_can_be_asked_for() {
        let text = |text: &str| Scalar::Text(text.to_owned());
        assert_eq!(shown_like(425.48, unit::TORQUE, &text("440 N.m"), Sense::Equal), "425.5 N.m");
        assert_eq!(shown_like(425.48, unit::TORQUE, &text("4.4e-1kN.m"), Sense::Equal), "0.4255 kN.m");
        assert_eq!(shown_like(425.48, unit::TORQUE, &Scalar::Number("440".into()), Sense::Equal), "425.5 N.m");
        assert_eq!(shown_like(0.250_27, unit::RATIO, &Scalar::Number("0.5".into()), Sense::AtLeast), "0.2502");
        assert_eq!(shown_like(0.250_23, unit::RATIO, &Scalar::Number("0.1".into()), Sense::AtMost), "0.2503");
        // The largest stable gain is not rounded up by a hair either.
        let number = Scalar::Number("40".into());
        assert_eq!(shown_like(16.434_5, unit::RATIO, &number, Sense::Below), "16.43");
        assert_eq!(shown_like(16.429_99, unit::RATIO, &number, Sense::Below), "16.42");
        // 19.9999 deg/s is 20 but for rounding.
        let rate = 19.999_9_f64.to_radians();
        assert_eq!(shown_like(rate, unit::ANGULAR_VELOCITY, &text("30 deg/s"), Sense::AtLeast), "20 deg/s");
    }
}
