//! The friction of a body that slides steadily, as a formula: what steady recordings of torque against velocity are fitted with.
//!
//! ```text
//! torque = offset + load_gain·load + sgn(v)·(coulomb + load_share·|load| + stribeck·exp(−(|v|/stribeck_velocity)^stribeck_exponent)) + viscous·v
//! ```
//!
//! The terms are those of `friction.law = "stribeck"` ([`as_configuration`]): the level is Coulomb torque and share of the load, the
//! exponential part is (static ratio − 1)·level. `load_gain` is what of the load is felt at the drive, or `offset` if the load is not told.
//! Units are the user's: SI, or all torques in one unit and velocities in another.

use model_description::configuration::number_in_unit;

/// The parameters with their values if nothing is said.
pub const PARAMETERS: [(&str, f64); 8] = [
    ("offset", 0.0),
    ("coulomb", 0.0),
    ("viscous", 0.0),
    ("stribeck", 0.0),
    ("stribeck_velocity", 1.0),
    ("stribeck_exponent", 1.0),
    ("load_share", 0.0),
    ("load_gain", 0.0),
];

/// What a parameter, or an input that is no column, is if nothing is said.
pub fn start(name: &str) -> f64 {
    PARAMETERS.iter().find(|(known, _)| *known == name).map_or(0.0, |(_, value)| *value)
}

/// Inputs.
pub const INPUTS: [&str; 2] = ["velocity", "load"];

/// The output.
pub const OUTPUT: &str = "torque";

/// The units of a variable where all rotates, and where all moves along a line.
fn units(name: &str) -> [&'static str; 2] {
    match name {
        "velocity" | "stribeck_velocity" => ["rad/s", "m/s"],
        "viscous" => ["N.m.s/rad", "N.s/m"],
        "stribeck_exponent" | "load_share" | "load_gain" => ["", ""],
        _ => ["N.m", "N"],
    }
}

/// A number, or one with a unit that converts to one of those of the variable, in SI units. Error: what is allowed.
pub fn measured(name: &str, text: &str) -> Result<f64, String> {
    let [rotary, linear] = units(name);
    let read = number_in_unit(text, rotary).or_else(|_| number_in_unit(text, linear));
    read.map_err(|_| match rotary {
        "" => "a number without a unit".to_owned(),
        _ => format!("a number, or one with a unit that converts to {rotary} or {linear}"),
    })
}

/// The torque at a velocity under a load; `get` has the parameters.
pub fn torque(get: &impl Fn(&str) -> f64, velocity: f64, load: f64) -> f64 {
    let sign = if velocity == 0.0 { 0.0 } else { velocity.signum() };
    let relative = libm::pow(velocity.abs() / get("stribeck_velocity"), get("stribeck_exponent"));
    let level = get("coulomb") + get("load_share") * load.abs() + get("stribeck") * libm::exp(-relative);
    get("offset") + get("load_gain") * load + sign * level + get("viscous") * velocity
}

/// The same as values of a configuration of a declared model. The share of the load is not told by these numbers: the efficiencies of
/// the configuration stay as they are.
pub fn as_configuration(get: &impl Fn(&str) -> f64) -> Vec<(&'static str, String)> {
    let (coulomb, stribeck) = (get("coulomb"), get("stribeck"));
    let mut values = vec![
        ("friction.coulomb_torque", number(coulomb)),
        ("viscous_coefficient", number(get("viscous"))),
        ("friction.law", if stribeck == 0.0 { "coulomb" } else { "stribeck" }.to_owned()),
    ];
    if stribeck != 0.0 {
        values.push(("friction.static_ratio", number(1.0 + stribeck / coulomb)));
        values.push(("friction.stribeck_velocity", number(get("stribeck_velocity"))));
        values.push(("friction.stribeck_exponent", number(get("stribeck_exponent"))));
    } else {
        values.push(("friction.static_ratio", "1".to_owned()));
    }
    values
}

fn number(value: f64) -> String {
    fmu_output::number(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terms_are_those_of_the_equation() {
        let values = [0.1, 2.0, 0.5, 1.0, 3.0, 2.0, 0.25, 0.5];
        let get = |name: &str| values[PARAMETERS.iter().position(|(known, _)| *known == name).unwrap()];
        let level = 2.0 + 0.25 * 4.0 + (-1.0_f64).exp();
        let expected = 0.1 + 0.5 * -4.0 - level + 0.5 * -3.0;
        assert!((torque(&get, -3.0, -4.0) - expected).abs() < 1e-15);
        assert_eq!(torque(&get, 0.0, 0.0), 0.1);
    }
}
