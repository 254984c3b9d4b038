//! The units among which the reader of the page chooses, by the unit of the variable.

use model_description::configuration::measure;
use model_description::declaration::{DisplayUnit, Model};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Units that data sheets use. What they measure and what they are worth is known where configurations are read.
const USUAL: [&str; 37] = [
    "s", "ms", "rad", "deg", "mrad", "rad/s", "deg/s", "rpm", "m", "mm", "cm", "in", "m/s", "mm/s", "in/s", "N", "kN",
    "lbf", "Nm", "kNm", "lbf.ft", "lbf.in", "kg", "g", "lb", "Pa", "MPa", "bar", "psi", "A", "mA", "N/m", "N/mm",
    "cm2", "in2", "rad/s2", "deg/s2",
];

/// By unit of the interface: names, and how many of each make one of that unit.
pub(super) fn units(models: &[Model]) -> Value {
    let mut units: BTreeMap<&str, Vec<(String, f64)>> = BTreeMap::new();
    for real in models.iter().flat_map(Model::reals).map(|(_, real)| real) {
        let known = units.entry(real.quantity.unit.name).or_default();
        let mut offer = |name: &str, factor: f64| {
            if !known.iter().any(|(known, _)| known == name) {
                known.push((name.to_owned(), factor));
            }
        };
        offer(real.quantity.unit.name, 1.0);
        if let Some(DisplayUnit { name, factor }) = real.quantity.display {
            offer(name, factor);
        }
        let measured = USUAL.iter().filter_map(|name| Some((name, measure(&format!("1 {name}")).ok()?.0)));
        let alike = measured.filter(|(_, measured)| measured.dimension == real.quantity.unit.dimension);
        alike
            .filter(|(_, measured)| measured.value != 1.0)
            .for_each(|(name, measured)| offer(name, 1.0 / measured.value));
    }
    json!(units)
}
