//! The few numbers that one looks for in the scheme of a drivetrain, in units for display and short.

use fmu_plot::Symbol;
use model_description::declaration::{Element, Model, RealValue, Value, Variable, unit};
use model_description::models::laws;

/// Decimals of a number with an exponent: more digits are not read off a drawing.
const DECIMALS: usize = 3;
/// Numbers from here to there are written without an exponent.
const PLAIN: std::ops::Range<f64> = 1e-3..1e6;

/// Inertia or mass, and end stops.
pub(super) fn of_body(model: &Model, element: &Element) -> Vec<String> {
    let inertia = real(model, element, element.kind.motion().inertia_name()).map(shown);
    inertia.into_iter().chain(stops(model, element)).collect()
}

/// Ratio or lead, stiffness and free play, or friction.
pub(super) fn of_link(model: &Model, element: &Element, symbol: Symbol) -> Vec<String> {
    let value = |name: &str| real(model, element, name).map(shown);
    let named = |word: &str, name: &str| value(name).map(|value| format!("{word} {value}"));
    let facts = match symbol {
        Symbol::Friction | Symbol::Freewheel => vec![friction(model, element)],
        Symbol::Gear { .. } => vec![named("ratio", "ratio")],
        Symbol::Screw => vec![named("lead", "lead")],
        Symbol::Spring { has_ratio, .. } => {
            let ratio = has_ratio.then(|| named("ratio", "ratio")).flatten();
            vec![ratio, value("stiffness"), play(model, element)]
        }
    };
    facts.into_iter().flatten().collect()
}

/// Velocity of the first of a gear over that of the second.
pub(super) fn ratio(model: &Model, element: &Element) -> f64 {
    real(model, element, "ratio").map_or(1.0, |ratio| ratio.start)
}

/// How a shaft or rod is drawn.
pub(super) fn spring(model: &Model, element: &Element) -> Symbol {
    let has_ratio = |ratio: &RealValue| ratio.start != 1.0 || ratio.quantity != unit::RATIO;
    Symbol::Spring {
        has_play: play(model, element).is_some(),
        has_ratio: real(model, element, "ratio").is_some_and(has_ratio),
    }
}

/// What a load of this gain adds to the name of its input.
pub(super) fn gain(model: &Model, element: &Element) -> String {
    let gain = real(model, element, "gain").filter(|gain| gain.start != 1.0);
    gain.map(|gain| format!(" \u{d7} {}", shown(gain))).unwrap_or_default()
}

/// "stops −5 to 30 deg", or the one that is there.
fn stops(model: &Model, element: &Element) -> Option<String> {
    match (real(model, element, "travel.lower"), real(model, element, "travel.upper")) {
        (Some(lower), Some(upper)) => Some(format!("stops {}", range(lower, upper))),
        (Some(lower), None) => Some(format!("lower stop {}", shown(lower))),
        (None, Some(upper)) => Some(format!("upper stop {}", shown(upper))),
        (None, None) => None,
    }
}

/// Free play, in total or from one side to the other, either of which may be without end.
fn play(model: &Model, element: &Element) -> Option<String> {
    if let Some(total) = real(model, element, "backlash").filter(|play| play.start > 0.0) {
        return Some(format!("play {}", shown(total)));
    }
    match (real(model, element, "gap.lower"), real(model, element, "gap.upper")) {
        (Some(lower), Some(upper)) => Some(format!("play {}", range(lower, upper))),
        (Some(lower), None) => Some(format!("play from {}", shown(lower))),
        (None, Some(upper)) => Some(format!("play to {}", shown(upper))),
        (None, None) => None,
    }
}

fn range(lower: &RealValue, upper: &RealValue) -> String {
    let shown = |value: &RealValue| short(value.start * value.quantity.display.map_or(1.0, |display| display.factor));
    let unit = upper.quantity.display.map_or(upper.quantity.unit.name, |display| display.name);
    format!("{} to {} {unit}", shown(lower), shown(upper))
}

/// The Coulomb level of a contact, and its law where that is another one; of a law that has no such level its name alone.
fn friction(model: &Model, element: &Element) -> Option<String> {
    let level = |group: &str| {
        let name = format!("{group}.coulomb_{}", element.kind.motion().effort_word());
        real(model, element, &name).map(shown)
    };
    let Some(law) = law(model, element) else { return level("friction_second") };
    let uses_level = law.uses.contains(&"coulomb");
    let texts = [(law.name != "coulomb").then(|| law.name.to_owned()), level("friction").filter(|_| uses_level)];
    Some(texts.into_iter().flatten().collect::<Vec<String>>().join(" "))
}

fn law(model: &Model, element: &Element) -> Option<&'static laws::FrictionLaw> {
    match variable(model, element, "friction.law")?.value {
        Value::Enumeration { of, start } => laws::law(of.items.get(usize::try_from(start).ok()?.checked_sub(1)?)?.name),
        Value::Real(_) | Value::Integer { .. } => None,
    }
}

/// A variable that an importer sees: what the file does not give of stops and free play is hidden, and not there.
fn variable<'a>(model: &'a Model, element: &Element, name: &str) -> Option<&'a Variable> {
    model.variable(&format!("{}.{name}", element.name)).filter(|variable| !variable.is_hidden)
}

fn real<'a>(model: &'a Model, element: &Element, name: &str) -> Option<&'a RealValue> {
    variable(model, element, name)?.real()
}

/// In the unit for display, but for kN and kN.m where that would be a small fraction.
fn shown(value: &RealValue) -> String {
    let si = (value.start, value.quantity.unit.name);
    let display = value.quantity.display.map(|display| (value.start * display.factor, display.name));
    let is_too_large = |(shown, name): &(f64, &str)| name.starts_with('k') && shown.abs() < 1.0;
    match display.filter(|display| !is_too_large(display)).unwrap_or(si) {
        (value, "1") => short(value),
        (value, unit) => format!("{} {unit}", short(value)),
    }
}

/// With four digits.
fn short(value: f64) -> String {
    let rounded: f64 = format!("{value:.DECIMALS$e}").parse().unwrap_or(value);
    let is_plain = rounded == 0.0 || PLAIN.contains(&rounded.abs());
    let text = if is_plain { format!("{rounded}") } else { format!("{rounded:e}") };
    text.replace('-', "\u{2212}")
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn a_number_in_a_drawing_has_four_digits_at_most() {
        let expected = [
            (0.000_149_139_974_316_454_02, "1.491e\u{2212}4"),
            (0.300_000_000_000_000_04, "0.3"),
            (1e-300, "1e\u{2212}300"),
            (-40_000.0, "\u{2212}40000"),
            (123_456.789, "123500"),
            (4e7, "4e7"),
            (0.0, "0"),
        ];
        for (value, text) in expected {
            assert_eq!(short(value), text);
        }
    }
}
