//! Every law on every actuator: names, builders and drives that the tests of the friction laws share.

use actuator_fmu::actuator::{Actuator, HydraulicActuator, MotionTransmission, ServoActuator};
use actuator_fmu::interface::{hydraulic_actuator, motion_transmission, servo_actuator};
use test_support::figures::DEGREE;
use test_support::{Signal, get, set, set_all};

/// Numbers of the laws in `friction.law`.
pub mod law {
    use model_description::models::laws::{Family, LAWS, numbers};

    pub const COULOMB: i32 = 1;
    pub const HESS_SOOM: i32 = 2;
    pub const STRIBECK: i32 = 3;
    pub const MAJD_SIMAAN: i32 = 4;
    pub const MAJD_SIMAAN_APPROXIMATE: i32 = 5;
    pub const DAHL: i32 = 6;
    pub const LUGRE: i32 = 7;
    pub const TABULATED: i32 = 8;
    pub const KARNOPP: i32 = 9;
    pub const SIGN: i32 = 10;
    pub const HYPERVISCOUS: i32 = 11;
    pub const QUINN: i32 = 12;
    pub const ELASTO_PLASTIC: i32 = 13;

    /// Laws that stick truly.
    pub fn sticking() -> Vec<i32> {
        numbers(Family::Sticks)
    }

    pub fn bristles() -> Vec<i32> {
        numbers(Family::Bristle)
    }

    /// Laws that creep or have bristles.
    pub fn continuous() -> Vec<i32> {
        [numbers(Family::Smooth), numbers(Family::Bristle)].concat()
    }

    pub fn comparators() -> Vec<i32> {
        numbers(Family::Comparator)
    }

    /// All laws.
    pub fn all() -> Vec<i32> {
        (1..).zip(&LAWS).map(|(number, _)| number).collect()
    }
}

/// Which exported model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Transmission,
    Servo,
    Hydraulic,
}

impl Kind {
    pub const ALL: [Self; 3] = [Self::Transmission, Self::Servo, Self::Hydraulic];

    /// An instance with its default parameters.
    pub fn actuator(self) -> Box<dyn Actuator> {
        match self {
            Self::Transmission => Box::new(MotionTransmission::new(&motion_transmission::INTERFACE)),
            Self::Servo => Box::new(ServoActuator::new(&servo_actuator::INTERFACE)),
            Self::Hydraulic => Box::new(HydraulicActuator::new(&hydraulic_actuator::INTERFACE)),
        }
    }

    /// "torque" or "force", as in the names of the variables.
    pub fn effort(self) -> &'static str {
        if self == Self::Hydraulic { "force" } else { "torque" }
    }

    pub fn coulomb_name(self) -> &'static str {
        if self == Self::Hydraulic { "friction.coulomb_force" } else { "friction.coulomb_torque" }
    }

    pub fn friction_name(self) -> &'static str {
        if self == Self::Hydraulic { "friction_force" } else { "friction_torque" }
    }
}

/// A table for law 8 that falls from 1.5 to 1 and rises again, in units of `level` and `velocity`.
pub fn set_table(actuator: &mut dyn Actuator, kind: Kind, level: f64, velocity: f64) {
    let points = [(0.0, 1.5), (1.0, 1.2), (3.0, 1.0), (10.0, 1.1)];
    set(actuator, "friction.table.size", points.len() as f64);
    for (number, (speed, ratio)) in (1..).zip(points) {
        set(actuator, &format!("friction.table.velocity[{number}]"), speed * velocity);
        set(actuator, &format!("friction.table.{}[{number}]", kind.effort()), ratio * level);
    }
}

/// A mass (1 kg by default) with dry friction and nothing else: no spring, pressure step, viscous friction, stop.
pub fn mass(parameters: &[(&str, f64)]) -> HydraulicActuator {
    let mut actuator = HydraulicActuator::new(&hydraulic_actuator::INTERFACE);
    let bare = [("spring_stiffness", 0.0), ("pressure_step.force_amplitude", 0.0), ("viscous_coefficient", 0.0)];
    set_all(&mut actuator, bare.iter().chain(parameters));
    actuator
}

/// Mass 1 kg on a spring of 2 N/m, fc 1 N, fs 1.5 N: pulled at 0.1 m/s it sticks and slips.
pub fn stick_slip_mass(law: i32) -> HydraulicActuator {
    let parameters = [
        ("friction.law", f64::from(law)),
        ("spring_stiffness", 2.0),
        ("friction.coulomb_force", 1.0),
        ("friction.static_ratio", 1.5),
    ];
    mass(&parameters)
}

/// The period of that motion for Coulomb friction with stiction: 2 ΔF/(kV) + (2π − 2 atan(ΔF/(V √(km))))/√(k/m).
pub fn stick_slip_period() -> f64 {
    let (m, k, v, excess) = (1.0_f64, 2.0_f64, 0.1, 0.5);
    2.0 * excess / (k * v) + (std::f64::consts::TAU - 2.0 * (excess / (v * (k * m).sqrt())).atan()) / (k / m).sqrt()
}

/// Friction without the viscous term, which the hydraulic actuator's output includes.
pub fn dry_friction(actuator: &dyn Actuator, kind: Kind) -> f64 {
    let friction = get(actuator, kind.friction_name());
    if kind == Kind::Hydraulic {
        friction - get(actuator, "viscous_coefficient") * get(actuator, "velocity")
    } else {
        friction
    }
}

/// Sizes of the friction on each [`loaded`] actuator: Coulomb level, Stribeck velocity, bristle stiffness and damping.
pub fn sizes(kind: Kind) -> (f64, f64, f64, f64) {
    match kind {
        Kind::Transmission => (1.0, 0.05, 1e4, 20.0),
        Kind::Servo => (2500.0, 1.0 * DEGREE, 1e8, 1e5),
        Kind::Hydraulic => (0.981, 0.01, 1e5, 100.0),
    }
}

/// An actuator with stops and a load that the efficiencies act on, with sizes of its own; `sign` −1 mirrors it.
pub fn loaded(kind: Kind, number: i32, sign: f64) -> Box<dyn Actuator> {
    let (level, velocity, stiffness, damping) = sizes(kind);
    let mut actuator = kind.actuator();
    let common = [
        ("friction.law", f64::from(number)),
        (kind.coulomb_name(), level),
        ("friction.static_ratio", 1.5),
        ("friction.stribeck_velocity", velocity),
        ("friction.stribeck_exponent", 1.0),
        ("friction.bristle_stiffness", stiffness),
        ("friction.bristle_damping", damping),
        ("friction.regularization_velocity", 0.1 * velocity),
        ("solver.fixed_step_size", 2e-5),
    ];
    set_all(&mut *actuator, &common);
    set_table(&mut *actuator, kind, level, velocity);
    match kind {
        Kind::Transmission => set_all(
            &mut *actuator,
            &[
                ("inertia", 0.05),
                ("viscous_coefficient", 0.1),
                ("friction.efficiency_opposing", 0.8),
                ("friction.efficiency_aiding", 0.6),
                ("travel.lower", -0.7),
                ("travel.upper", 0.7),
            ],
        ),
        Kind::Servo => {}
        Kind::Hydraulic => set_all(
            &mut *actuator,
            &[("pressure_step.force_amplitude", 20.0 * sign), ("friction.efficiency_opposing", 0.9)],
        ),
    }
    actuator
}

/// A drive that slides both ways, sticks, and meets a load.
pub fn drive(kind: Kind, sign: f64) -> Vec<(&'static str, Signal)> {
    let signal = |points: &[(f64, f64)]| Signal(points.iter().map(|&(t, v)| (t, sign * v)).collect());
    match kind {
        Kind::Transmission => vec![
            ("motor_torque", signal(&[(0.0, 0.0), (0.2, 4.0), (0.5, -4.0), (0.8, 0.5), (1.0, 0.5)])),
            ("load_torque", signal(&[(0.0, 0.3), (0.35, 0.3), (0.35, -0.6), (1.0, -0.6)])),
        ],
        Kind::Servo => vec![
            (
                "command",
                signal(&[(0.0, 0.0), (0.05, 0.0), (0.05, 1.0 * DEGREE), (0.5, 1.0 * DEGREE), (0.5, 0.0), (1.0, 0.0)]),
            ),
            ("load_torque", signal(&[(0.0, 0.0), (0.3, 0.0), (0.3, 37243.0), (1.0, 37243.0)])),
        ],
        Kind::Hydraulic => vec![("force", signal(&[(0.0, 0.0), (0.3, 3.0), (0.5, -30.0), (0.8, 0.0), (1.0, 0.0)]))],
    }
}
