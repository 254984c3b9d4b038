//! What units mean, for connections between them.

use crate::system::Linear;
use model_description::declaration::Dimension;
use model_description::schema::BaseUnit;

/// Exponents of the base units: kg, m, s, A, K, mol, cd, rad.
pub(crate) type Exponents = [i32; 8];

/// Exponents of a unit.
pub(crate) fn exponents(unit: &BaseUnit) -> Exponents {
    let of = [unit.kg, unit.m, unit.s, unit.ampere, unit.kelvin, unit.mol, unit.cd, unit.rad];
    of.map(|exponent| exponent.unwrap_or(0))
}

/// Those of a quantity that was written with its unit.
pub(crate) fn of_dimension(dimension: Dimension) -> Exponents {
    let Dimension { kg, m, s, ampere, rad } = dimension;
    [kg, m, s, ampere, 0, 0, 0, rad].map(i32::from)
}

/// Those of a product.
pub(crate) fn product(a: Exponents, b: Exponents) -> Exponents {
    std::array::from_fn(|index| a[index].saturating_add(b[index]))
}

/// From a value in one unit to the value in SI base units.
fn to_base(unit: Option<&BaseUnit>) -> Linear {
    let (factor, offset) = unit.map_or((None, None), |unit| (unit.factor, unit.offset));
    Linear { factor: factor.unwrap_or(1.0), offset: offset.unwrap_or(0.0) }
}

/// What leads from a value in the unit `from` to one in the unit `to`, where `base` holds between their values in base
/// units.
pub(crate) fn between(from: Option<&BaseUnit>, base: Linear, to: Option<&BaseUnit>) -> Linear {
    let (first, last) = (to_base(from), to_base(to));
    // The same scale on both sides must not cost a rounding error.
    let scale = if first.factor == last.factor { 1.0 } else { first.factor / last.factor };
    let offset = base.factor * first.offset + base.offset - last.offset;
    Linear { factor: base.factor * scale, offset: offset / last.factor }
}

/// Two units have the same numbers for the same values.
pub(crate) fn are_the_same(one: &BaseUnit, other: &BaseUnit) -> bool {
    exponents(one) == exponents(other) && to_base(Some(one)) == to_base(Some(other))
}

/// What leads from a value in one unit to the same in another; `None` where they do not measure the same. What is not known is not
/// converted.
pub(crate) fn conversion(from: Option<&BaseUnit>, to: Option<&BaseUnit>) -> Option<Linear> {
    match (from, to) {
        (Some(one), Some(other)) if exponents(one) != exponents(other) => None,
        (Some(_), Some(_)) => Some(between(from, Linear::IDENTITY, to)),
        (Some(_) | None, Some(_) | None) => Some(Linear::IDENTITY),
    }
}

/// In words, as `kg.m2/s2`-like products: `kg m2 s-2`.
pub(crate) fn spoken(exponents: Exponents) -> String {
    let names = ["kg", "m", "s", "A", "K", "mol", "cd", "rad"];
    let powers = names
        .iter()
        .zip(exponents)
        .filter(|(_, exponent)| *exponent != 0)
        .map(|(name, exponent)| if exponent == 1 { (*name).to_string() } else { format!("{name}{exponent}") });
    let text = powers.collect::<Vec<_>>().join(".");
    if text.is_empty() { "1".to_string() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degrees_become_radians_and_celsius_becomes_kelvin() {
        let degree = BaseUnit { rad: Some(1), factor: Some(std::f64::consts::PI / 180.0), ..BaseUnit::default() };
        let radian = BaseUnit { rad: Some(1), ..BaseUnit::default() };
        let same = Linear { factor: 1.0, offset: 0.0 };
        assert_eq!(between(Some(&degree), same, Some(&radian)).factor, 1f64.to_radians());
        let celsius = BaseUnit { kelvin: Some(1), offset: Some(273.15), ..BaseUnit::default() };
        let kelvin = BaseUnit { kelvin: Some(1), ..BaseUnit::default() };
        assert_eq!(between(Some(&celsius), same, Some(&kelvin)), Linear { factor: 1.0, offset: 273.15 });
        assert_eq!(between(Some(&kelvin), same, Some(&celsius)).offset, -273.15);
    }

    #[test]
    fn dimensions_are_told_as_products_of_powers() {
        assert_eq!(spoken([1, 2, -2, 0, 0, 0, 0, 0]), "kg.m2.s-2");
        assert_eq!(spoken([0; 8]), "1");
    }
}
