//! Units with their SI base dimensions, and the units in which an importer shows a value.

/// Exponents of the SI base units (and of rad, which FMI treats like one).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dimension {
    /// Kilogram.
    pub kg: i8,
    /// Metre.
    pub m: i8,
    /// Second.
    pub s: i8,
    /// Ampere.
    pub ampere: i8,
    /// Radian.
    pub rad: i8,
}

/// A coherent SI unit: no factor, no offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Name in modelDescription.xml.
    pub name: &'static str,
    /// Its base units.
    pub dimension: Dimension,
}

/// A unit for display: shown value = `factor` times the value in the SI unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DisplayUnit {
    /// Name in modelDescription.xml.
    pub name: &'static str,
    /// Shown value over SI value.
    pub factor: f64,
}

/// What is measured: the unit at the interface and the unit for display.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// Unit at the interface.
    pub unit: Unit,
    /// Unit for display, where it differs.
    pub display: Option<DisplayUnit>,
}

const fn si(name: &'static str, kg: i8, m: i8, s: i8, ampere: i8, rad: i8) -> Quantity {
    let dimension = Dimension { kg, m, s, ampere, rad };
    Quantity { unit: Unit { name, dimension }, display: None }
}

const fn shown_in(quantity: Quantity, name: &'static str, factor: f64) -> Quantity {
    Quantity { display: Some(DisplayUnit { name, factor }), ..quantity }
}

const DEGREES: f64 = 180.0 / std::f64::consts::PI;

/// Ratios, efficiencies, exponents.
pub const RATIO: Quantity = si("1", 0, 0, 0, 0, 0);
/// Time.
pub const TIME: Quantity = si("s", 0, 0, 1, 0, 0);
/// Inverse time, as of a velocity per displacement.
pub const RATE: Quantity = si("1/s", 0, 0, -1, 0, 0);
/// Second derivative of a ratio.
pub const RATE_CHANGE: Quantity = si("1/s2", 0, 0, -2, 0, 0);
/// Undamped natural frequency.
pub const NATURAL_FREQUENCY: Quantity = shown_in(si("rad/s", 0, 0, -1, 0, 1), "Hz", 0.5 / std::f64::consts::PI);

/// Angle.
pub const ANGLE: Quantity = shown_in(si("rad", 0, 0, 0, 0, 1), "deg", DEGREES);
/// Angular velocity.
pub const ANGULAR_VELOCITY: Quantity = shown_in(si("rad/s", 0, 0, -1, 0, 1), "deg/s", DEGREES);
/// Angular acceleration.
pub const ANGULAR_ACCELERATION: Quantity = shown_in(si("rad/s2", 0, 0, -2, 0, 1), "deg/s2", DEGREES);
/// Time integral of an angle.
pub const ANGLE_INTEGRAL: Quantity = shown_in(si("rad.s", 0, 0, 1, 0, 1), "deg.s", DEGREES);
/// Torque.
pub const TORQUE: Quantity = shown_in(si("N.m", 1, 2, -2, 0, 0), "kN.m", 1e-3);
/// Moment of inertia.
pub const MOMENT_OF_INERTIA: Quantity = si("kg.m2", 1, 2, 0, 0, 0);
/// Torque per angle.
pub const ANGULAR_STIFFNESS: Quantity = si("N.m/rad", 1, 2, -2, 0, -1);
/// Torque per angular velocity.
pub const ANGULAR_DAMPING: Quantity = si("N.m.s/rad", 1, 2, -1, 0, -1);

/// Distance of a machine part.
pub const LENGTH: Quantity = shown_in(si("m", 0, 1, 0, 0, 0), "mm", 1e3);
/// Velocity.
pub const VELOCITY: Quantity = shown_in(si("m/s", 0, 1, -1, 0, 0), "mm/s", 1e3);
/// Time integral of a distance.
pub const LENGTH_INTEGRAL: Quantity = si("m.s", 0, 1, 1, 0, 0);
/// Angle per distance, as of a rack and pinion.
pub const ANGLE_PER_LENGTH: Quantity = si("rad/m", 0, -1, 0, 0, 1);
/// Distance per angle.
pub const LENGTH_PER_ANGLE: Quantity = si("m/rad", 0, 1, 0, 0, -1);
/// Acceleration.
pub const ACCELERATION: Quantity = si("m/s2", 0, 1, -2, 0, 0);
/// Force.
pub const FORCE: Quantity = shown_in(si("N", 1, 1, -2, 0, 0), "kN", 1e-3);
/// Mass.
pub const MASS: Quantity = si("kg", 1, 0, 0, 0, 0);
/// Force per distance.
pub const STIFFNESS: Quantity = si("N/m", 1, 0, -2, 0, 0);
/// Force per velocity.
pub const DAMPING: Quantity = si("N.s/m", 1, 0, -1, 0, 0);

/// Electric current of a torque motor.
pub const CURRENT: Quantity = shown_in(si("A", 0, 0, 0, 1, 0), "mA", 1e3);
/// Current per angle.
pub const CURRENT_PER_ANGLE: Quantity = si("A/rad", 0, 0, 0, 1, -1);
/// Current per time integral of an angle.
pub const CURRENT_PER_ANGLE_INTEGRAL: Quantity = si("A/(rad.s)", 0, 0, -1, 1, -1);
/// Current per angular velocity.
pub const CURRENT_PER_ANGULAR_VELOCITY: Quantity = si("A.s/rad", 0, 0, 1, 1, -1);
/// Current per distance.
pub const CURRENT_PER_LENGTH: Quantity = si("A/m", 0, -1, 0, 1, 0);
/// Current per time integral of a distance.
pub const CURRENT_PER_LENGTH_INTEGRAL: Quantity = si("A/(m.s)", 0, -1, -1, 1, 0);
/// Current per velocity.
pub const CURRENT_PER_VELOCITY: Quantity = si("A.s/m", 0, -1, 1, 1, 0);
/// Torque per current.
pub const TORQUE_PER_CURRENT: Quantity = si("N.m/A", 1, 2, -2, -1, 0);
/// Torque per distance, as of a feedback spring.
pub const TORQUE_PER_LENGTH: Quantity = si("N.m/m", 1, 1, -2, 0, 0);
/// Pressure.
pub const PRESSURE: Quantity = shown_in(si("Pa", 1, -1, -2, 0, 0), "MPa", 1e-6);
/// Pressure per distance, the pressure gain of a spool.
pub const PRESSURE_PER_LENGTH: Quantity = si("Pa/m", 1, -2, -2, 0, 0);
/// Volume flow per distance, the flow gain of a spool.
pub const FLOW_PER_LENGTH: Quantity = si("m2/s", 0, 2, -1, 0, 0);
/// Volume flow per pressure.
pub const LEAKAGE: Quantity = si("m3/(s.Pa)", -1, 4, 1, 0, 0);
/// Volume per angle.
pub const DISPLACEMENT: Quantity = shown_in(si("m3/rad", 0, 3, 0, 0, -1), "cm3/rad", 1e6);
/// Area of a piston.
pub const AREA: Quantity = shown_in(si("m2", 0, 2, 0, 0, 0), "cm2", 1e4);
