//! Springs with hysteresis, by the law of Bouc and Wen.

use super::spring::capital;
use crate::declaration::{Variable, local, output, parameter, unit};
use crate::models::Motion;

pub(super) fn variables(motion: Motion) -> Vec<Variable> {
    let effort = motion.effort_word();
    let deflection = motion.pick("twist", "extension");
    let yields = motion.pick("yield_twist", "yield_extension");
    let of = capital(effort);
    vec![
        output(effort, motion.effort(), &format!("{of} on the second body against its motion away from rest"))
            .computed_from(&["*"]),
        output(deflection, motion.position(), "Position of the second less that of the first").computed_from(&["*"]),
        output("z", unit::RATIO, "Hysteretic part of the deflection, over that of yielding (z)")
            .state(&["z_start"])
            .nominal(1.0),
        local("z_rate", unit::RATE, "Time derivative of z").derivative_of("z").computed_from(&["*"]),
        parameter("stiffness", motion.stiffness(), 1.0, &format!("{of} per deflection where z is 0 and A is 1 (k)"))
            .above(0.0)
            .expected(),
        parameter("stiffness_share", unit::RATIO, 0.1, "Part of the stiffness without hysteresis (alpha)")
            .above(0.0)
            .at_most(1.0),
        parameter(yields, motion.position(), 1.0, "Deflection of yielding (D)").above(0.0).expected(),
        parameter("A", unit::RATIO, 1.0, "Rate of z where z is 0, over that of the deflection")
            .field("amplitude")
            .above(0.0),
        parameter("beta", unit::RATIO, 0.5, "Shape of the loop; at least the size of gamma").above(0.0),
        parameter("gamma", unit::RATIO, 0.5, "Shape of the loop; from -beta (not included) to beta"),
        parameter("exponent", unit::RATIO, 1.0, "How sharply it yields (n)").at_least(1.0).at_most(100.0),
        parameter("z_start", unit::RATIO, 0.0, "z at initialization; at most (A/(beta + gamma))^(1/n) in size")
            .always_fixed(),
    ]
}
