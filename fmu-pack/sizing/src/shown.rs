//! Numbers for people.

use model_description::declaration::Quantity;

/// A value in its display unit with `digits` digits, such as "28 MPa"; what has no unit is the number alone.
pub fn shown(value: f64, quantity: Quantity, digits: usize) -> String {
    let (factor, unit) = quantity.display.map_or((1.0, quantity.unit.name), |display| (display.factor, display.name));
    let number = rounded(factor * value, digits);
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
}
