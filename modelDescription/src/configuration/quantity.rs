//! Numbers with units: "10 deg", "26 MPa", "1.5e3 N.m/rad".

use std::f64::consts::PI;

use crate::declaration::Dimension;

/// A number in SI units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Value in SI units.
    pub value: f64,
    /// What it measures.
    pub dimension: Dimension,
}

/// What a unit is worth: `10^decimal * factor` in SI units. The power of ten is kept apart, so that "0.3 mm" is the
/// number nearest to 0.0003.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Scale {
    decimal: i32,
    factor: f64,
    dimension: Dimension,
}

impl Scale {
    const ONE: Self = Self { decimal: 0, factor: 1.0, dimension: NONE };

    fn times(self, other: Self, sign: i8) -> Self {
        let (a, b) = (self.dimension, other.dimension);
        Self {
            decimal: self.decimal + i32::from(sign) * other.decimal,
            factor: self.factor * other.factor.powi(sign.into()),
            dimension: Dimension {
                kg: a.kg + sign * b.kg,
                m: a.m + sign * b.m,
                s: a.s + sign * b.s,
                ampere: a.ampere + sign * b.ampere,
                rad: a.rad + sign * b.rad,
            },
        }
    }
}

const NONE: Dimension = Dimension { kg: 0, m: 0, s: 0, ampere: 0, rad: 0 };
const ANGLE: Dimension = Dimension { rad: 1, ..NONE };
const ANGULAR_VELOCITY: Dimension = Dimension { rad: 1, s: -1, ..NONE };
const PRESSURE: Dimension = Dimension { kg: 1, m: -1, s: -2, ..NONE };

const fn scale(decimal: i32, factor: f64, dimension: Dimension) -> Scale {
    Scale { decimal, factor, dimension }
}

/// Units that take prefixes. Data sheets write Nm without a sign between.
const PREFIXABLE: [(&str, Scale); 10] = [
    ("m", scale(0, 1.0, Dimension { m: 1, ..NONE })),
    ("g", scale(-3, 1.0, Dimension { kg: 1, ..NONE })),
    ("s", scale(0, 1.0, Dimension { s: 1, ..NONE })),
    ("A", scale(0, 1.0, Dimension { ampere: 1, ..NONE })),
    ("rad", scale(0, 1.0, ANGLE)),
    ("N", scale(0, 1.0, Dimension { kg: 1, m: 1, s: -2, ..NONE })),
    ("Nm", scale(0, 1.0, Dimension { kg: 1, m: 2, s: -2, ..NONE })),
    ("Pa", scale(0, 1.0, PRESSURE)),
    ("bar", scale(5, 1.0, PRESSURE)),
    ("Hz", scale(0, 2.0 * PI, ANGULAR_VELOCITY)),
];

/// The pound [kg] and the pound of force [N], exact (NIST SP 811, appendix B.8).
const POUND: f64 = 0.453_592_37;
const POUND_OF_FORCE: f64 = 4.448_221_615_260_5;
/// The foot [m] and the gallon of the United States, 231 cubic inches [m3], exact (NIST SP 811, appendix B.8).
const FOOT: f64 = 0.3048;
const GALLON: f64 = 3.785_411_784e-3;

/// Units that do not. A Hz is one turn per second, as natural frequencies mean it. A slug is what a pound of force accelerates by one
/// foot per second squared.
const PLAIN: [(&str, Scale); 15] = [
    ("1", Scale::ONE),
    ("%", scale(-2, 1.0, NONE)),
    ("deg", scale(0, PI / 180.0, ANGLE)),
    ("rpm", scale(0, PI / 30.0, ANGULAR_VELOCITY)),
    ("min", scale(0, 60.0, Dimension { s: 1, ..NONE })),
    ("psi", scale(0, 6_894.757_293_168_361, PRESSURE)),
    ("in", scale(-4, 254.0, Dimension { m: 1, ..NONE })),
    ("ft", scale(-4, 3048.0, Dimension { m: 1, ..NONE })),
    ("kt", scale(0, 1852.0 / 3600.0, Dimension { m: 1, s: -1, ..NONE })),
    ("lbf", scale(0, POUND_OF_FORCE, Dimension { kg: 1, m: 1, s: -2, ..NONE })),
    ("ozf", scale(0, POUND_OF_FORCE / 16.0, Dimension { kg: 1, m: 1, s: -2, ..NONE })),
    ("lb", scale(0, POUND, Dimension { kg: 1, ..NONE })),
    ("lbm", scale(0, POUND, Dimension { kg: 1, ..NONE })),
    ("slug", scale(0, POUND_OF_FORCE / FOOT, Dimension { kg: 1, ..NONE })),
    ("gpm", scale(0, GALLON / 60.0, Dimension { m: 3, s: -1, ..NONE })),
];

/// Power of ten of the largest prefix of an angle: mrad.
const LARGEST_OF_ANGLES: i32 = -3;

/// Prefixes and their powers of ten.
const PREFIXES: [(char, i32); 9] =
    [('n', -9), ('u', -6), ('µ', -6), ('m', -3), ('c', -2), ('d', -1), ('k', 3), ('M', 6), ('G', 9)];

/// Digits of exponents as they are printed, from 0, and their sign.
const RAISED: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const RAISED_MINUS: char = '⁻';

/// Reads a number and its unit; false: there is no unit, the number is in SI units. Error: what is wrong.
pub fn measure(text: &str) -> Result<(Measured, bool), String> {
    if text.contains(',') {
        return Err(format!("{text:?} has a comma, and decimals have a point, as in 0.6"));
    }
    let (number, unit) = number_and_unit(text.trim());
    if unit.starts_with(':') {
        return Err(format!("{text:?} is no number; a ratio is one number, as 5 for 5:1"));
    }
    let scale = if unit.is_empty() { Scale::ONE } else { expression(unit)? };
    let value = decimal(number, scale.decimal).map(|value| value * scale.factor).filter(|value| value.is_finite());
    let value = value.ok_or_else(|| format!("{number:?} is not a finite number"))?;
    Ok((Measured { value, dimension: scale.dimension }, !unit.is_empty()))
}

/// A finite number, or one with a unit that converts to `unit`, in `unit`. Error: what is wrong, or what is allowed.
pub fn number_in_unit(text: &str, unit: &str) -> Result<f64, String> {
    let (measured, has_unit) = measure(text)?;
    if !has_unit {
        return Ok(measured.value);
    }
    let allowed = format!("a number in {unit}, or one with a unit that converts to {unit}");
    let one = if unit.is_empty() { Scale::ONE } else { expression(unit).map_err(|_| format!("a number in {unit}"))? };
    if one.dimension != measured.dimension {
        return Err(if unit.is_empty() { "a number without a unit".to_string() } else { allowed });
    }
    // One division by ten to a power, so that "0.3 mm" in mm is 0.3.
    let value = measured.value / one.factor / 10_f64.powi(one.decimal);
    if value.is_finite() { Ok(value) } else { Err(allowed) }
}

/// Whether a text is a number with a unit; none: it is no number, or 0, which is the same in any unit.
pub fn has_unit(text: &str) -> Option<bool> {
    measure(text).ok().filter(|(measured, _)| measured.value != 0.0).map(|(_, has_unit)| has_unit)
}

/// Whether a text in pounds measures this with pounds of force in their place: data sheets write ft-lb for a torque.
pub fn is_meant_as_force(text: &str, dimension: Dimension) -> bool {
    let is_pound = text.contains("lb") && !text.contains("lbf");
    let with_force = text.replace("lbm", "lb").replace("lb", "lbf");
    is_pound && measure(&with_force).is_ok_and(|(measured, _)| measured.dimension == dimension)
}

/// What comes before a space, or before the first letter that is not that of an exponent; and the rest.
fn number_and_unit(text: &str) -> (&str, &str) {
    if let Some((number, unit)) = text.split_once(char::is_whitespace) {
        return (number, unit.trim());
    }
    // A word such as "nan" is no unit of nothing.
    if text.starts_with(char::is_alphabetic) {
        return (text, "");
    }
    let bytes = text.as_bytes();
    let is_of_number = |place: usize| match bytes[place] {
        b'0'..=b'9' | b'.' | b'+' | b'-' => true,
        b'e' | b'E' => bytes.get(place + 1).is_some_and(|next| next.is_ascii_digit() || b"+-".contains(next)),
        _ => false,
    };
    let end = (0..bytes.len()).find(|place| !is_of_number(*place)).unwrap_or(bytes.len());
    text.split_at(end)
}

/// The finite number `digits * 10^exponent`, rounded once.
fn decimal(digits: &str, exponent: i32) -> Option<f64> {
    let (mantissa, own) = match digits.split_once(['e', 'E']) {
        Some((mantissa, own)) => (mantissa, own.parse::<i32>().ok()?),
        None => (digits, 0),
    };
    let plain = mantissa.bytes().all(|byte| byte.is_ascii_digit() || b"+-.".contains(&byte));
    let value: f64 = format!("{mantissa}e{}", own.checked_add(exponent)?).parse().ok()?;
    (plain && value.is_finite()).then_some(value)
}

/// Products and quotients from left to right; what follows `/` may be in parentheses.
fn expression(text: &str) -> Result<Scale, String> {
    let (mut result, mut rest, mut sign) = (Scale::ONE, text, 1);
    loop {
        let (part, after) = first_part(rest)?;
        result = result.times(part, sign);
        let mut following = after.chars();
        sign = match following.next() {
            None => return Ok(result),
            Some('.' | '*' | '·') => 1,
            Some('-') if is_hyphen(after) => 1,
            Some('/') => -1,
            Some(other) => return Err(format!("{other:?} in the unit {text:?} is not understood")),
        };
        rest = following.as_str();
    }
}

/// A symbol with its exponent, or a parenthesis; and what follows.
fn first_part(text: &str) -> Result<(Scale, &str), String> {
    if let Some(inner) = text.strip_prefix('(') {
        let (inner, after) = inner.split_once(')').ok_or("a parenthesis in the unit is not closed")?;
        return Ok((expression(inner)?, after));
    }
    let is_end =
        |place: usize, letter: char| ['.', '*', '·', '/', '(', ')'].contains(&letter) || is_hyphen(&text[place..]);
    let end = text.char_indices().find(|&(place, letter)| is_end(place, letter)).map_or(text.len(), |(place, _)| place);
    power(&text[..end]).map(|scale| (scale, &text[end..]))
}

/// Whether a text begins with a hyphen between two units, as in-lbf; before a digit it is the sign of an exponent.
fn is_hyphen(text: &str) -> bool {
    text.strip_prefix('-').is_some_and(|rest| rest.starts_with(char::is_alphabetic))
}

/// "m3", "s-1", "kg", "m^2", "m²".
fn power(text: &str) -> Result<Scale, String> {
    if let Some(scale) = symbol(text) {
        return Ok(scale);
    }
    let (stem, exponent) = stem_and_exponent(text);
    let exponent = exponent.filter(|exponent| (-9..=9).contains(exponent));
    match (symbol(stem), exponent) {
        (Some(scale), Some(exponent)) => {
            Ok((0..exponent.abs()).fold(Scale::ONE, |power, _| power.times(scale, exponent.signum())))
        }
        _ if stem.ends_with("rad") || stem.ends_with("deg") => {
            Err(format!("{text:?} is not a known unit; units of angles are rad, mrad, urad, nrad and deg"))
        }
        _ => Err(format!("{text:?} is not a known unit; {}", known_units())),
    }
}

/// A symbol and what follows it: digits or raised digits, with or without ^ before them.
fn stem_and_exponent(text: &str) -> (&str, Option<i8>) {
    let raised = |letter: char| RAISED.chars().position(|known| known == letter);
    let is_digit = |letter: char| letter.is_ascii_digit() || raised(letter).is_some();
    let stem = text.trim_end_matches(is_digit).trim_end_matches(['-', RAISED_MINUS]);
    let plain = |letter: char| match raised(letter) {
        Some(digit) => digit.to_string(),
        None if letter == RAISED_MINUS => "-".to_owned(),
        None => letter.to_string(),
    };
    let exponent: String = text[stem.len()..].chars().map(plain).collect();
    (stem.strip_suffix('^').unwrap_or(stem), exponent.parse().ok())
}

/// All units there are, as a clause.
fn known_units() -> String {
    let names = |units: &[(&'static str, Scale)]| units.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let prefixes: Vec<String> = PREFIXES.iter().map(|(prefix, _)| prefix.to_string()).collect();
    format!(
        "there are {}, these also with a prefix ({}), and {}; products as kN.m, quotients as deg/s, powers as m3",
        names(&PREFIXABLE),
        prefixes.join(", "),
        names(&PLAIN[1..]),
    )
}

/// A unit that is no power of another one. An angle of a thousand rad and more is none that anybody means: who writes Grad means
/// degrees.
fn symbol(text: &str) -> Option<Scale> {
    let find = |name: &str| PREFIXABLE.iter().find(|(known, _)| *known == name).map(|(_, scale)| *scale);
    let name = if text == "°" { "deg" } else { text };
    let plain = PLAIN.iter().find(|(known, _)| *known == name).map(|(_, scale)| *scale);
    plain.or_else(|| find(text)).or_else(|| {
        let mut letters = text.chars();
        let prefix = letters.next()?;
        let (_, decimal) = PREFIXES.iter().find(|(known, _)| *known == prefix)?;
        let stem = letters.as_str();
        find(stem)
            .filter(|_| stem != "rad" || *decimal <= LARGEST_OF_ANGLES)
            .map(|scale| Scale { decimal: scale.decimal + decimal, ..scale })
    })
}

#[cfg(test)]
mod tests {
    use super::{Measured, NONE, measure, number_in_unit};
    use crate::declaration::{Dimension, unit};

    fn value(text: &str) -> Measured {
        measure(text).expect("the quantity is legal").0
    }

    #[test]
    fn metric_prefixes_give_the_nearest_number() {
        assert_eq!(value("26 MPa").value, 26e6);
        assert_eq!(value("0.3 mm").value, 0.0003);
        assert_eq!(value("40 mA").value, 0.04);
        assert_eq!(value("1.1e2 kN").value, 110_000.0);
        assert_eq!(value("207 bar").value, 207e5);
        assert_eq!(value("4.45 cm3/rad").value, 4.45e-6);
        assert_eq!(value("66 %").value, 0.66);
        assert_eq!(value("2").dimension, NONE);
    }

    #[test]
    fn angles_convert_exactly_once() {
        assert_eq!(value("10 deg").value, 10f64.to_radians());
        assert_eq!(value("60 rpm").value, std::f64::consts::TAU);
        assert_eq!(value("1 Hz").value, std::f64::consts::TAU);
        assert_eq!(value("1 Hz").dimension, Dimension { rad: 1, s: -1, ..NONE });
    }

    #[test]
    fn compound_units_have_the_dimension_of_the_declared_ones() {
        let pairs = [
            ("1 kN.m/rad", unit::ANGULAR_STIFFNESS),
            ("1 N.m.s/rad", unit::ANGULAR_DAMPING),
            ("1 mA/deg", unit::CURRENT_PER_ANGLE),
            ("1 A/(rad.s)", unit::CURRENT_PER_ANGLE_INTEGRAL),
            ("1 MPa/mm", unit::PRESSURE_PER_LENGTH),
            ("1 m3/(s.Pa)", unit::LEAKAGE),
            ("1 kg.m2", unit::MOMENT_OF_INERTIA),
            ("1 s-1", unit::RATE),
            ("1 1/s", unit::RATE),
            ("1 lbf", unit::FORCE),
            ("1 kNm", unit::TORQUE),
            ("1 Nm/rad", unit::ANGULAR_STIFFNESS),
        ];
        for (text, quantity) in pairs {
            assert_eq!(value(text).dimension, quantity.unit.dimension, "{text}");
        }
    }

    #[test]
    fn every_declared_unit_and_display_unit_is_understood() {
        for model in crate::models::all() {
            for (variable, real) in model.reals() {
                let unit = real.quantity.unit;
                let read = value(&format!("1 {}", unit.name));
                assert_eq!((read.value, read.dimension), (1.0, unit.dimension), "{}", variable.name);
                if let Some(display) = real.quantity.display {
                    let read = value(&format!("1 {}", display.name));
                    assert_eq!(read.dimension, unit.dimension, "{}", variable.name);
                    assert!((read.value * display.factor - 1.0).abs() < 1e-15, "{}", variable.name);
                }
            }
        }
    }

    #[test]
    fn a_number_with_a_unit_becomes_one_in_the_unit_of_a_variable() {
        assert_eq!(number_in_unit("25 deg", "rad"), Ok(25f64.to_radians()));
        assert_eq!(number_in_unit("-3 kNm", "N.m"), Ok(-3000.0));
        assert_eq!(number_in_unit("26e6", "Pa"), Ok(26e6));
        assert_eq!(number_in_unit("5 mm", "mm"), Ok(5.0));
        assert_eq!(number_in_unit("50 %", ""), Ok(0.5));
    }

    #[test]
    fn a_unit_that_does_not_convert_is_refused_with_what_is_allowed() {
        let refused = number_in_unit("3 MPa", "rad");
        assert_eq!(refused, Err("a number in rad, or one with a unit that converts to rad".to_string()));
        assert_eq!(number_in_unit("3 MPa", ""), Err("a number without a unit".to_string()));
        assert_eq!(number_in_unit("3 m", "furlong"), Err("a number in furlong".to_string()));
    }

    #[test]
    fn a_unit_may_follow_its_number_without_a_space() {
        assert_eq!(value("10deg"), value("10 deg"));
        assert_eq!(value("1e-3m").value, 1e-3);
        assert_eq!(value("2.5e+1kN.m"), value("25 kN.m"));
        assert_eq!(number_in_unit("0.05deg", "rad"), Ok(0.05f64.to_radians()));
        assert_eq!([value("25°"), value("25 °")], [value("25 deg"); 2]);
        assert_eq!([value("1 kN·m/rad"), value("1 N·m·s/°")], [value("1 kN.m/rad"), value("1 N.m.s/deg")]);
    }

    #[test]
    fn powers_may_be_raised_and_a_hyphen_joins_units() {
        for text in ["0.3 kg.m^2", "0.3 kg·m²", "0.3 kg*m^2"] {
            assert_eq!(value(text), value("0.3 kg.m2"), "{text}");
        }
        assert_eq!([value("2 s^-1"), value("2 s⁻¹")], [value("2 s-1"); 2]);
        assert_eq!([value("10 in-lbf"), value("10in-lbf")], [value("10 in.lbf"); 2]);
        for text in ["1 m^", "1 ^2", "1 m^2.5", "1 (rad)-1", "1 m-", "1 m²3⁻"] {
            assert!(measure(text).is_err(), "{text}");
        }
    }

    #[test]
    fn units_of_american_data_sheets_have_their_exact_factors() {
        assert_eq!(value("1 lb").value, 0.453_592_37);
        assert_eq!([value("3 lbm"), value("1 lb.ft2/s2.in")].map(|read| read.dimension.kg), [1, 1]);
        assert_eq!(value("16 ozf"), value("1 lbf"));
        assert_eq!(value("1 lbf.s2/ft").dimension, value("1 slug").dimension);
        assert!((value("1 lbf.s2/ft").value / value("1 slug").value - 1.0).abs() < 1e-15);
        // 231 cubic inches a minute.
        assert!((value("1 gpm").value / value("231 in3/min").value - 1.0).abs() < 1e-15);
        assert_eq!(value("1 gpm").dimension, value("1 m3/s").dimension);
    }

    #[test]
    fn a_ratio_with_a_colon_is_told_to_be_one_number() {
        for text in ["5:1", "5 : 1"] {
            assert_eq!(measure(text), Err(format!("{text:?} is no number; a ratio is one number, as 5 for 5:1")));
        }
    }

    #[test]
    fn a_unit_that_is_not_known_is_refused_with_all_that_are() {
        let known = "\"rev\" is not a known unit; there are m, g, s, A, rad, N, Nm, Pa, bar, Hz, these also with a prefix (n, u, µ, \
                     m, c, d, k, M, G), and %, deg, rpm, min, psi, in, ft, kt, lbf, ozf, lb, lbm, slug, \
                     gpm; products as kN.m, quotients as deg/s, powers as \
                     m3";
        assert_eq!(number_in_unit("10 rev/min", "rad/s"), Err(known.to_owned()));
    }

    #[test]
    fn an_angle_is_no_multiple_of_a_thousand_rad_or_of_a_degree() {
        for unit in ["Grad", "krad", "Mrad", "drad", "mdeg", "Gdeg"] {
            let refused = number_in_unit(&format!("5 {unit}"), "rad");
            let allowed = format!("{unit:?} is not a known unit; units of angles are rad, mrad, urad, nrad and deg");
            assert_eq!(refused, Err(allowed));
        }
        assert!(measure("1 N.m/krad").is_err());
        assert_eq!(value("5 mrad").value, 0.005);
    }

    #[test]
    fn a_decimal_comma_is_told_as_one() {
        for text in ["0,6", "0,6 N.m", "1,5deg"] {
            assert_eq!(measure(text), Err(format!("{text:?} has a comma, and decimals have a point, as in 0.6")));
        }
    }

    #[test]
    fn what_is_no_quantity_is_refused() {
        for text in ["", "deg", "1 furlong", "nan", "inf", "1e400", "1 N..m", "1 m/(s", "1 m)", "0x10 m", "1 m99"] {
            assert!(measure(text).is_err(), "{text}");
        }
    }
}
