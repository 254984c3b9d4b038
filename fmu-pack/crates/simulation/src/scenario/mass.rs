//! Masses with friction, for `HydraulicActuator`: what the report and the tests set alike.

/// Friction of the presliding mass of the LuGre papers: fc 1 N, fs 1.5 N, breakaway at 1 µm per N; the elastic range of the
/// elasto-plastic law ends at 0.7 of breakaway.
pub const PRESLIDING: [(&str, f64); 7] = [
    ("friction.coulomb_force", 1.0),
    ("friction.static_ratio", 1.5),
    ("friction.stribeck_velocity", 1e-3),
    ("friction.stribeck_exponent", 2.0),
    ("friction.bristle_stiffness", 1e5),
    ("friction.bristle_damping", 316.0),
    ("friction.elastic_share", 0.7),
];

/// Friction and stops of `stop1` in `Modelica.Mechanics.Translational.Examples.Friction`, under the Stribeck law.
pub const STOP1: [(&str, f64); 8] = [
    ("viscous_coefficient", 1.0),
    ("friction.coulomb_force", 5.0),
    ("friction.static_ratio", 3.0),
    ("friction.breakaway_ratio", 1.001),
    ("friction.stribeck_velocity", 0.5),
    ("friction.stribeck_exponent", 1.0),
    ("travel.lower", -24.5),
    ("travel.upper", 24.5),
];
