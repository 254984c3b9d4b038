//! Units that a configuration names, or that follow from those: quantities which no model declares.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use super::unit::{self, Dimension, DisplayUnit, Quantity, Unit};

/// Quantities whose units have a name of their own; of two with the same dimension the first is meant.
const NAMED: [Quantity; 20] = [
    unit::RATIO,
    unit::TIME,
    unit::RATE,
    unit::RATE_CHANGE,
    unit::ANGLE,
    unit::ANGULAR_VELOCITY,
    unit::ANGULAR_ACCELERATION,
    unit::TORQUE,
    unit::MOMENT_OF_INERTIA,
    unit::ANGULAR_STIFFNESS,
    unit::ANGULAR_DAMPING,
    unit::LENGTH,
    unit::VELOCITY,
    unit::ACCELERATION,
    unit::FORCE,
    unit::MASS,
    unit::STIFFNESS,
    unit::DAMPING,
    unit::CURRENT,
    unit::PRESSURE,
];

/// Texts live as long as the program, each once: units of declared models are constants.
fn kept(text: String) -> &'static str {
    static TEXTS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = texts.get(text.as_str()) {
        return known;
    }
    let text: &'static str = text.leak();
    texts.insert(text);
    text
}

impl Dimension {
    /// The dimension of a product; of a quotient where `sign` is −1.
    pub fn times(self, other: Self, sign: i8) -> Self {
        Self {
            kg: self.kg + sign * other.kg,
            m: self.m + sign * other.m,
            s: self.s + sign * other.s,
            ampere: self.ampere + sign * other.ampere,
            rad: self.rad + sign * other.rad,
        }
    }

    /// "kg.m2/(s2.rad)"
    fn name(self) -> String {
        let factors = [("kg", self.kg), ("m", self.m), ("A", self.ampere), ("rad", self.rad), ("s", self.s)];
        let power = |(name, exponent): (&str, i8)| match exponent.abs() {
            1 => name.to_owned(),
            exponent => format!("{name}{exponent}"),
        };
        let of_sign = |sign: i8| {
            let chosen = factors.into_iter().filter(|(_, exponent)| exponent.signum() == sign);
            chosen.map(power).collect::<Vec<_>>()
        };
        let (above, below) = (of_sign(1), of_sign(-1));
        let numerator = if above.is_empty() { "1".to_owned() } else { above.join(".") };
        match &below[..] {
            [] => numerator,
            [one] => format!("{numerator}/{one}"),
            _ => format!("{numerator}/({})", below.join(".")),
        }
    }
}

impl Quantity {
    /// What has this dimension, in SI units.
    pub fn of(dimension: Dimension) -> Self {
        let named = NAMED.into_iter().find(|known| known.unit.dimension == dimension);
        let unit = named.map_or_else(|| Unit { name: kept(dimension.name()), dimension }, |named| named.unit);
        Self { unit, display: None }
    }

    /// The same, shown in a unit that is worth `size` SI units.
    pub fn shown_as(self, name: &str, size: f64) -> Self {
        let declared = NAMED.into_iter().filter(|known| known.unit == self.unit).filter_map(|known| known.display);
        let display = declared.into_iter().find(|display| display.name == name);
        let own = DisplayUnit { name: kept(name.to_owned()), factor: 1.0 / size };
        let is_unit = name == self.unit.name || size == 1.0;
        Self { display: (!is_unit).then(|| display.unwrap_or(own)), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dimension_without_a_name_is_written_with_base_units() {
        let of = |kg, m, s, ampere, rad| Quantity::of(Dimension { kg, m, s, ampere, rad }).unit.name;
        assert_eq!(of(0, 1, -1, 0, 0), "m/s");
        assert_eq!(of(1, 2, -3, 0, -1), "kg.m2/(rad.s3)");
        assert_eq!(of(0, -1, -1, 0, 1), "rad/(m.s)");
        assert_eq!(of(0, 0, -4, 0, 0), "1/s4");
    }

    #[test]
    fn a_unit_for_display_has_the_factor_that_declared_ones_have() {
        let shown = Quantity::of(unit::ANGLE.unit.dimension).shown_as("deg", 1f64.to_radians());
        assert_eq!(shown, unit::ANGLE);
        let feet = Quantity::of(unit::VELOCITY.unit.dimension).shown_as("ft/s", 0.3048).display;
        assert_eq!(feet.map(|feet| (feet.name, feet.factor)), Some(("ft/s", 1.0 / 0.3048)));
        assert_eq!(Quantity::of(unit::ANGLE.unit.dimension).shown_as("rad", 1.0).display, None);
    }
}
