// Made from the declaration in modelDescription/src; not to be edited.
// Fingerprint of the declaration: 4c120c829187dbf9

/// The physics behind an FMU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelKind {
    /// Rotary actuator transmission with load-dependent dry friction that truly sticks, reversible or self-locking, between hard end stops.
    MotionTransmission,
    /// Electrohydraulic position servo: controller, two-stage servovalve, hydraulic motor and a rotary transmission with load-dependent dry friction that truly sticks.
    ServoActuator,
    /// Linear hydraulic actuator: a mass on a spring with dry friction (LuGre by default), driven by a pressure step through a second-order lag and by a force.
    HydraulicActuator,
    /// Bodies, contacts, springs and gears as a configuration puts them together.
    #[cfg(feature = "drivetrain")]
    Drivetrain,
}

/// Where a simulation starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Initialization {
    /// At position_start with velocity_start; all other states are zero, or have a start value of their own.
    StartValues = 1,
    /// At rest and in equilibrium with the inputs at the start; refused where there is no equilibrium.
    Trim = 2,
}

impl Initialization {
    /// The item of that value, as FMI passes it.
    pub const fn from_integer(value: i32) -> Option<Self> {
        match value {
            1 => Some(Self::StartValues),
            2 => Some(Self::Trim),
            _ => None,
        }
    }
}

/// Friction law: how friction depends on velocity, and what it does at rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum FrictionLaw {
    /// Coulomb friction with stiction and load dependence (Borello and Dalla Vedova 2012); sticks.
    Coulomb = 1,
    /// Hess-Soom characteristic, fc + (fs - fc)/(1 + |w/wc|^m); sticks.
    HessSoom = 2,
    /// Stribeck characteristic, fc + (fs - fc) exp(-|w/wc|^m); sticks.
    Stribeck = 3,
    /// Continuous model of Johari Majd and Simaan with exact Stribeck amplitude, eq. (13); no true stiction: it creeps under a constant effort below breakaway.
    MajdSimaan = 4,
    /// The same with the approximate Stribeck amplitude of eq. (19); it creeps as well.
    MajdSimaanApproximate = 5,
    /// Dahl's bristle model: presliding hysteresis, no Stribeck effect.
    Dahl = 6,
    /// LuGre bristle model: presliding displacement, Stribeck effect, frictional lag.
    Lugre = 7,
    /// Friction without load from friction.table, linear between its points, plus the share of the load; sticks.
    Tabulated = 8,
    /// Comparator: Karnopp's dead band of width friction.regularization_velocity.
    Karnopp = 9,
    /// Comparator: Coulomb friction with the bare sign of the velocity; chatters at rest.
    Sign = 10,
    /// Comparator: saturated viscous friction, linear below friction.regularization_velocity.
    Hyperviscous = 11,
    /// Comparator: Quinn's regularisation below friction.regularization_velocity.
    Quinn = 12,
    /// LuGre with a purely elastic range: it does not drift under a load that vibrates within that range (Dupont et al. 2002).
    ElastoPlastic = 13,
}

impl FrictionLaw {
    /// The item of that value, as FMI passes it.
    pub const fn from_integer(value: i32) -> Option<Self> {
        match value {
            1 => Some(Self::Coulomb),
            2 => Some(Self::HessSoom),
            3 => Some(Self::Stribeck),
            4 => Some(Self::MajdSimaan),
            5 => Some(Self::MajdSimaanApproximate),
            6 => Some(Self::Dahl),
            7 => Some(Self::Lugre),
            8 => Some(Self::Tabulated),
            9 => Some(Self::Karnopp),
            10 => Some(Self::Sign),
            11 => Some(Self::Hyperviscous),
            12 => Some(Self::Quinn),
            13 => Some(Self::ElastoPlastic),
            _ => None,
        }
    }
}

/// How motion is integrated inside a communication step (Co-Simulation).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum SolverMethod {
    /// Breakaway, stop, reversal and end stop are located within the step; results do not depend on the step size.
    EventLocated = 1,
    /// The algorithm of Table 1 of Borello and Dalla Vedova (2012) at solver.fixed_step_size: first order, for comparison and for fixed-step targets.
    FixedStep = 2,
}

impl SolverMethod {
    /// The item of that value, as FMI passes it.
    pub const fn from_integer(value: i32) -> Option<Self> {
        match value {
            1 => Some(Self::EventLocated),
            2 => Some(Self::FixedStep),
            _ => None,
        }
    }
}

/// How the flow of the servovalve depends on spool position, supply and load pressure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum ValveLaw {
    /// Pressure proportional to spool position up to the supply pressure, less a share of the flow (Borello and Dalla Vedova 2012).
    Linear = 1,
    /// Flow proportional to spool position and to the square root of the pressure across the open edges: a critical-centre four-way spool valve (Merritt 1967).
    Orifice = 2,
}

impl ValveLaw {
    /// The item of that value, as FMI passes it.
    pub const fn from_integer(value: i32) -> Option<Self> {
        match value {
            1 => Some(Self::Linear),
            2 => Some(Self::Orifice),
            _ => None,
        }
    }
}

/// What becomes of the integral of the controller while the current is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum AntiWindup {
    /// It goes on (Borello and Dalla Vedova 2012).
    Off = 1,
    /// What the limit takes off the demand is fed back to the integral, over the tracking time (Astrom and Hagglund 2006).
    BackCalculation = 2,
}

impl AntiWindup {
    /// The item of that value, as FMI passes it.
    pub const fn from_integer(value: i32) -> Option<Self> {
        match value {
            1 => Some(Self::Off),
            2 => Some(Self::BackCalculation),
            _ => None,
        }
    }
}

/// How the damping of a shaft with free play ends where it would pull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum BacklashDamping {
    /// The damping torque is at most the elastic torque (Modelica's ElastoBacklash).
    Limited = 1,
    /// The sum of elastic and damping torque pushes only (Modelica's ElastoBacklash2).
    Unilateral = 2,
}

impl BacklashDamping {
    /// The item of that value, as FMI passes it.
    pub const fn from_integer(value: i32) -> Option<Self> {
        match value {
            1 => Some(Self::Limited),
            2 => Some(Self::Unilateral),
            _ => None,
        }
    }
}

/// Kinds of the elements of drivetrains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementKind {
    /// System.
    System,
    /// Body.
    Body,
    /// Mass.
    Mass,
    /// Contact.
    Contact,
    /// LinearContact.
    LinearContact,
    /// Freewheel.
    Freewheel,
    /// LinearFreewheel.
    LinearFreewheel,
    /// Shaft.
    Shaft,
    /// Rod.
    Rod,
    /// Gear.
    Gear,
    /// Screw.
    Screw,
    /// Torque.
    Torque,
    /// Force.
    Force,
    /// Load.
    Load,
    /// Servo.
    Servo,
    /// LinearServo.
    LinearServo,
    /// BristleContact.
    BristleContact,
    /// LinearBristleContact.
    LinearBristleContact,
    /// GearBearing.
    GearBearing,
    /// LinearGearBearing.
    LinearGearBearing,
    /// LinearInput.
    LinearInput,
    /// ConnectedInput.
    ConnectedInput,
    /// LinearState.
    LinearState,
    /// LinearOutput.
    LinearOutput,
    /// LimitedOutput.
    LimitedOutput,
    /// RateLimitedOutput.
    RateLimitedOutput,
    /// Coefficient.
    Coefficient,
    /// CommandConnection.
    CommandConnection,
    /// SupplyConnection.
    SupplyConnection,
    /// PositionMotion.
    PositionMotion,
    /// LinearPositionMotion.
    LinearPositionMotion,
    /// VelocityMotion.
    VelocityMotion,
    /// LinearVelocityMotion.
    LinearVelocityMotion,
    /// AccelerationMotion.
    AccelerationMotion,
    /// LinearAccelerationMotion.
    LinearAccelerationMotion,
    /// Hysteresis.
    Hysteresis,
    /// LinearHysteresis.
    LinearHysteresis,
}

impl ElementKind {
    /// All kinds, by their numbers in a configuration block.
    pub const ALL: &[Self] = &[Self::System, Self::Body, Self::Mass, Self::Contact, Self::LinearContact, Self::Freewheel, Self::LinearFreewheel, Self::Shaft, Self::Rod, Self::Gear, Self::Screw, Self::Torque, Self::Force, Self::Load, Self::Servo, Self::LinearServo, Self::BristleContact, Self::LinearBristleContact, Self::GearBearing, Self::LinearGearBearing, Self::LinearInput, Self::ConnectedInput, Self::LinearState, Self::LinearOutput, Self::LimitedOutput, Self::RateLimitedOutput, Self::Coefficient, Self::CommandConnection, Self::SupplyConnection, Self::PositionMotion, Self::LinearPositionMotion, Self::VelocityMotion, Self::LinearVelocityMotion, Self::AccelerationMotion, Self::LinearAccelerationMotion, Self::Hysteresis, Self::LinearHysteresis];

    /// The variables of an element of this kind.
    pub const fn variables(self) -> (KindVariables<RealVariable>, KindVariables<IntegerVariable>) {
        match self {
            Self::System => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[0, 1, 2, 3] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[0, 1, 2, 3] },
            ),
            Self::Body => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[4, 5, 6, 7, 8, 9, 10, 11, 12, 13] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[4] },
            ),
            Self::Mass => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[14, 15, 16, 17, 18, 19, 20, 21, 22, 23] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[4] },
            ),
            Self::Contact => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[5, 6, 7, 8, 9] },
            ),
            Self::LinearContact => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[24, 75, 76, 77, 28, 29, 30, 31, 32, 33, 78, 35, 36, 79, 80, 81, 40, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[5, 6, 7, 8, 9] },
            ),
            Self::Freewheel => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 116] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[5, 6, 7, 8, 9] },
            ),
            Self::LinearFreewheel => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[24, 75, 76, 77, 28, 29, 30, 31, 32, 33, 78, 35, 36, 79, 80, 81, 40, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 117] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[5, 6, 7, 8, 9] },
            ),
            Self::Shaft => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[118, 119, 120, 121, 122, 123, 124, 125, 126] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[10, 11, 12] },
            ),
            Self::Rod => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[127, 128, 120, 129, 130, 131, 132, 133, 134] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[10, 11, 12] },
            ),
            Self::Gear => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[118, 135, 120, 136, 137, 138, 28, 32] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[13] },
            ),
            Self::Screw => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[118, 135, 139, 136, 137, 138, 28, 32] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[13] },
            ),
            Self::Torque => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[140] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[] },
            ),
            Self::Force => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[141] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[] },
            ),
            Self::Load => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[142] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[] },
            ),
            Self::Servo => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[143, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[14, 15, 16, 17] },
            ),
            Self::LinearServo => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[174, 144, 175, 146, 176, 148, 149, 150, 151, 152, 153, 177, 178, 179, 180, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 181, 182, 173] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[14, 15, 16, 17] },
            ),
            Self::BristleContact => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[24, 25, 26, 183, 184, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[5, 6, 7, 8, 9] },
            ),
            Self::LinearBristleContact => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[24, 75, 76, 185, 186, 77, 28, 29, 30, 31, 32, 33, 78, 35, 36, 79, 80, 81, 40, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[5, 6, 7, 8, 9] },
            ),
            Self::GearBearing => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[187, 188] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[] },
            ),
            Self::LinearGearBearing => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[189, 188] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[] },
            ),
            Self::LinearInput => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[190] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[] },
            ),
            Self::ConnectedInput => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[191] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[] },
            ),
            Self::LinearState => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[192, 193, 194] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[] },
            ),
            Self::LinearOutput => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[192] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[] },
            ),
            Self::LimitedOutput => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[192, 195, 196] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[18] },
            ),
            Self::RateLimitedOutput => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[192, 193, 197, 198, 195, 196, 199] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[18, 19] },
            ),
            Self::Coefficient => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[200] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[] },
            ),
            Self::CommandConnection => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[] },
            ),
            Self::SupplyConnection => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[] },
            ),
            Self::PositionMotion => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[118, 201, 202, 203] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[] },
            ),
            Self::LinearPositionMotion => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[127, 204, 205, 206] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[] },
            ),
            Self::VelocityMotion => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[118, 202, 203] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[] },
            ),
            Self::LinearVelocityMotion => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[127, 205, 206] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[] },
            ),
            Self::AccelerationMotion => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[118, 203] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[] },
            ),
            Self::LinearAccelerationMotion => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[127, 206] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[] },
            ),
            Self::Hysteresis => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[118, 119, 207, 208, 209, 210, 211, 212, 213, 214, 215, 216] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[] },
            ),
            Self::LinearHysteresis => (
                KindVariables { all: REALS_OF_ELEMENTS, places: &[127, 128, 207, 208, 217, 210, 218, 212, 213, 214, 215, 216] },
                KindVariables { all: INTEGERS_OF_ELEMENTS, places: &[] },
            ),
        }
    }
}

/// Real variables of all kinds, those that are alike once.
static REALS_OF_ELEMENTS: &[RealVariable] = &[
            RealVariable { name: "solver.max_step_size", causality: Causality::Parameter, variability: Variability::Fixed, unit: "s", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            RealVariable { name: "solver.tolerance", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: 1e-9, min: 1e-14, max: 0.01, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "solver.bridged_time", causality: Causality::Local, variability: Variability::Discrete, unit: "s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "last_event_time", causality: Causality::Output, variability: Variability::Discrete, unit: "s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "position", causality: Causality::Output, variability: Variability::Continuous, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "velocity", causality: Causality::Output, variability: Variability::Continuous, unit: "rad/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "acceleration", causality: Causality::Output, variability: Variability::Continuous, unit: "rad/s2", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "end_stop_torque", causality: Causality::Output, variability: Variability::Continuous, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "inertia", causality: Causality::Parameter, variability: Variability::Fixed, unit: "kg.m2", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "viscous_coefficient", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m.s/rad", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "position_start", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "velocity_start", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "travel.lower", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad", start: -1.7976931348623157e308, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "travel.upper", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad", start: 1.7976931348623157e308, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "position", causality: Causality::Output, variability: Variability::Continuous, unit: "m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "velocity", causality: Causality::Output, variability: Variability::Continuous, unit: "m/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "acceleration", causality: Causality::Output, variability: Variability::Continuous, unit: "m/s2", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "end_stop_force", causality: Causality::Output, variability: Variability::Continuous, unit: "N", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "mass", causality: Causality::Parameter, variability: Variability::Fixed, unit: "kg", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "viscous_coefficient", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.s/m", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "position_start", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "velocity_start", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "travel.lower", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m", start: -1.7976931348623157e308, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "travel.upper", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m", start: 1.7976931348623157e308, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "engagement", causality: Causality::Input, variability: Variability::Continuous, unit: "1", start: 1.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction_torque", causality: Causality::Output, variability: Variability::Continuous, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "relative_velocity", causality: Causality::Output, variability: Variability::Continuous, unit: "rad/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.coulomb_torque", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "friction.static_ratio", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: 1.0, min: 1.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "friction.breakaway_ratio", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: 1.0, min: 1.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "friction.efficiency_opposing", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: 1.0, min: 0.0, max: 1.0, exclusive_min: true, can_be_tunable: true },
            RealVariable { name: "friction.efficiency_aiding", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: 1.0, min: f64::NEG_INFINITY, max: 1.0, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "friction.load_static_ratio", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "friction.backward_ratio", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            RealVariable { name: "friction.stribeck_velocity", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad/s", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            RealVariable { name: "friction.stribeck_exponent", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: 1.0, min: 0.0, max: 10.0, exclusive_min: true, can_be_tunable: true },
            RealVariable { name: "friction.sharpness", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: 10.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            RealVariable { name: "friction.regularization_velocity", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad/s", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            RealVariable { name: "friction.bristle_stiffness", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m/rad", start: 1000000000.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            RealVariable { name: "friction.bristle_damping", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m.s/rad", start: 1000000.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "friction.elastic_share", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: 0.7, min: 0.0, max: 0.999, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "friction.bristle_deflection_start", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[1]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[2]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[3]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[4]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[5]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[6]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[7]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[8]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[9]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[10]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[11]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[12]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[13]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[14]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[15]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[16]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.torque[1]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.torque[2]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.torque[3]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.torque[4]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.torque[5]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.torque[6]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.torque[7]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.torque[8]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.torque[9]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.torque[10]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.torque[11]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.torque[12]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.torque[13]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.torque[14]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.torque[15]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.torque[16]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.viscous_coefficient", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m.s/rad", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "friction_force", causality: Causality::Output, variability: Variability::Continuous, unit: "N", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "relative_velocity", causality: Causality::Output, variability: Variability::Continuous, unit: "m/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.coulomb_force", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "friction.stribeck_velocity", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m/s", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            RealVariable { name: "friction.regularization_velocity", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m/s", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            RealVariable { name: "friction.bristle_stiffness", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N/m", start: 1000000000.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            RealVariable { name: "friction.bristle_damping", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.s/m", start: 1000000.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "friction.bristle_deflection_start", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[1]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[2]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[3]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[4]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[5]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[6]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[7]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[8]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[9]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[10]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[11]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[12]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[13]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[14]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[15]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.velocity[16]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.force[1]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.force[2]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.force[3]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.force[4]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.force[5]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.force[6]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.force[7]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.force[8]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.force[9]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.force[10]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.force[11]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.force[12]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.force[13]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.force[14]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.force[15]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.table.force[16]", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction.viscous_coefficient", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.s/m", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "release_torque", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "release_force", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "torque", causality: Causality::Output, variability: Variability::Continuous, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "twist", causality: Causality::Output, variability: Variability::Continuous, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "ratio", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: 1.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "stiffness", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m/rad", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "damping", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m.s/rad", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "rest_angle", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "backlash", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "gap.lower", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: 0.0, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "gap.upper", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad", start: 0.0, min: 0.0, max: 1.7976931348623157e308, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "force", causality: Causality::Output, variability: Variability::Continuous, unit: "N", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "extension", causality: Causality::Output, variability: Variability::Continuous, unit: "m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "stiffness", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N/m", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "damping", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.s/m", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "rest_position", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "backlash", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "gap.lower", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m", start: 0.0, min: f64::NEG_INFINITY, max: 0.0, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "gap.upper", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m", start: 0.0, min: 0.0, max: 1.7976931348623157e308, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "loss_torque", causality: Causality::Output, variability: Variability::Continuous, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "efficiency_opposing", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: 1.0, min: 0.0, max: 1.0, exclusive_min: true, can_be_tunable: true },
            RealVariable { name: "efficiency_aiding", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: 1.0, min: f64::NEG_INFINITY, max: 1.0, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "friction.coulomb_torque", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "lead", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m", start: 0.005, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "", causality: Causality::Input, variability: Variability::Continuous, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "", causality: Causality::Input, variability: Variability::Continuous, unit: "N", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "gain", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: 1.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "command", causality: Causality::Input, variability: Variability::Continuous, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "supply_pressure", causality: Causality::Input, variability: Variability::Continuous, unit: "Pa", start: 26000000.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "position_error", causality: Causality::Output, variability: Variability::Continuous, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "current", causality: Causality::Output, variability: Variability::Continuous, unit: "A", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "controller.error_integral", causality: Causality::Local, variability: Variability::Continuous, unit: "rad.s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "flapper_position", causality: Causality::Output, variability: Variability::Continuous, unit: "m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "flapper_velocity", causality: Causality::Local, variability: Variability::Continuous, unit: "m/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "flapper_acceleration", causality: Causality::Local, variability: Variability::Continuous, unit: "m/s2", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "spool_position", causality: Causality::Output, variability: Variability::Continuous, unit: "m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "spool_velocity", causality: Causality::Local, variability: Variability::Continuous, unit: "m/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "differential_pressure", causality: Causality::Output, variability: Variability::Continuous, unit: "Pa", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "motor_torque", causality: Causality::Output, variability: Variability::Continuous, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "controller.proportional_gain", causality: Causality::Parameter, variability: Variability::Fixed, unit: "A/rad", start: 40.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "controller.integral_gain", causality: Causality::Parameter, variability: Variability::Fixed, unit: "A/(rad.s)", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "controller.derivative_gain", causality: Causality::Parameter, variability: Variability::Fixed, unit: "A.s/rad", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "controller.current_limit", causality: Causality::Parameter, variability: Variability::Fixed, unit: "A", start: 0.04, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "servovalve.torque_motor_gain", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m/A", start: 2.5, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "servovalve.feedback_stiffness", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m/m", start: 100.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "servovalve.flapper_stiffness", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m/m", start: 500.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            RealVariable { name: "servovalve.natural_frequency", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad/s", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            RealVariable { name: "servovalve.damping_ratio", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: 0.7, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "servovalve.flapper_travel", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m", start: 5e-5, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            RealVariable { name: "servovalve.spool_velocity_gain", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1/s", start: 3000.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "servovalve.spool_travel", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            RealVariable { name: "servovalve.pressure_gain", causality: Causality::Parameter, variability: Variability::Fixed, unit: "Pa/m", start: 40000000000.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "servovalve.flow_gain", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m2/s", start: 1.06, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            RealVariable { name: "servovalve.rated_pressure", causality: Causality::Parameter, variability: Variability::Fixed, unit: "Pa", start: 26000000.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            RealVariable { name: "motor.leakage_coefficient", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m3/(s.Pa)", start: 1e-12, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "motor.displacement", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m3/rad", start: 0.00445, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            RealVariable { name: "controller.error_integral_rate", causality: Causality::Local, variability: Variability::Continuous, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "controller.tracking_time", causality: Causality::Parameter, variability: Variability::Fixed, unit: "s", start: 0.1, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            RealVariable { name: "command", causality: Causality::Input, variability: Variability::Continuous, unit: "m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "position_error", causality: Causality::Output, variability: Variability::Continuous, unit: "m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "controller.error_integral", causality: Causality::Local, variability: Variability::Continuous, unit: "m.s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "motor_force", causality: Causality::Output, variability: Variability::Continuous, unit: "N", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "controller.proportional_gain", causality: Causality::Parameter, variability: Variability::Fixed, unit: "A/m", start: 40.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "controller.integral_gain", causality: Causality::Parameter, variability: Variability::Fixed, unit: "A/(m.s)", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "controller.derivative_gain", causality: Causality::Parameter, variability: Variability::Fixed, unit: "A.s/m", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "motor.displacement", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m2", start: 0.00445, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            RealVariable { name: "controller.error_integral_rate", causality: Causality::Local, variability: Variability::Continuous, unit: "m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "bristle_deflection", causality: Causality::Output, variability: Variability::Continuous, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "bristle_deflection_rate", causality: Causality::Local, variability: Variability::Continuous, unit: "rad/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "bristle_deflection", causality: Causality::Output, variability: Variability::Continuous, unit: "m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "bristle_deflection_rate", causality: Causality::Local, variability: Variability::Continuous, unit: "m/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "friction_second.coulomb_torque", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "friction_second.static_ratio", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: 1.0, min: 1.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "friction_second.coulomb_force", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "", causality: Causality::Input, variability: Variability::Continuous, unit: "1", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "", causality: Causality::Local, variability: Variability::Continuous, unit: "1", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "", causality: Causality::Output, variability: Variability::Continuous, unit: "1", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "derivative", causality: Causality::Local, variability: Variability::Continuous, unit: "1/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "start", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "limit.lower", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: -1.7976931348623157e308, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "limit.upper", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: 1.7976931348623157e308, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "limiter_state", causality: Causality::Local, variability: Variability::Continuous, unit: "1", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "limiter_state.derivative", causality: Causality::Local, variability: Variability::Continuous, unit: "1/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "rate_limit", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1/s", start: 1.7976931348623157e308, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            RealVariable { name: "", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "position", causality: Causality::Input, variability: Variability::Continuous, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "velocity", causality: Causality::Input, variability: Variability::Continuous, unit: "rad/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "acceleration", causality: Causality::Input, variability: Variability::Continuous, unit: "rad/s2", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "position", causality: Causality::Input, variability: Variability::Continuous, unit: "m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "velocity", causality: Causality::Input, variability: Variability::Continuous, unit: "m/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "acceleration", causality: Causality::Input, variability: Variability::Continuous, unit: "m/s2", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "z", causality: Causality::Output, variability: Variability::Continuous, unit: "1", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "z_rate", causality: Causality::Local, variability: Variability::Continuous, unit: "1/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "stiffness", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N.m/rad", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            RealVariable { name: "stiffness_share", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: 0.1, min: 0.0, max: 1.0, exclusive_min: true, can_be_tunable: true },
            RealVariable { name: "yield_twist", causality: Causality::Parameter, variability: Variability::Fixed, unit: "rad", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            RealVariable { name: "A", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            RealVariable { name: "beta", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: 0.5, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            RealVariable { name: "gamma", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: 0.5, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "exponent", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: 1.0, min: 1.0, max: 100.0, exclusive_min: false, can_be_tunable: true },
            RealVariable { name: "z_start", causality: Causality::Parameter, variability: Variability::Fixed, unit: "1", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            RealVariable { name: "stiffness", causality: Causality::Parameter, variability: Variability::Fixed, unit: "N/m", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            RealVariable { name: "yield_extension", causality: Causality::Parameter, variability: Variability::Fixed, unit: "m", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
];

/// Integer and Enumeration variables of all kinds, likewise.
static INTEGERS_OF_ELEMENTS: &[IntegerVariable] = &[
            IntegerVariable { name: "solver.real_time", causality: Causality::Parameter, variability: Variability::Fixed, start: 0, min: 0, max: 1, items: &[] },
            IntegerVariable { name: "event_count", causality: Causality::Output, variability: Variability::Discrete, start: 0, min: 0, max: 2147483647, items: &[] },
            IntegerVariable { name: "initialization", causality: Causality::Parameter, variability: Variability::Fixed, start: 1, min: 1, max: 2, items: &["start_values", "trim"] },
            IntegerVariable { name: "initialization_number", causality: Causality::Parameter, variability: Variability::Fixed, start: 0, min: 0, max: 2, items: &["start_values", "trim"] },
            IntegerVariable { name: "end_stop", causality: Causality::Output, variability: Variability::Discrete, start: 0, min: -1, max: 1, items: &[] },
            IntegerVariable { name: "friction_regime", causality: Causality::Output, variability: Variability::Discrete, start: 0, min: -1, max: 2, items: &[] },
            IntegerVariable { name: "friction.law", causality: Causality::Parameter, variability: Variability::Fixed, start: 1, min: 1, max: 13, items: &["coulomb", "hess_soom", "stribeck", "majd_simaan", "majd_simaan_approximate", "dahl", "lugre", "tabulated", "karnopp", "sign", "hyperviscous", "quinn", "elasto_plastic"] },
            IntegerVariable { name: "friction.law_number", causality: Causality::Parameter, variability: Variability::Fixed, start: 0, min: 0, max: 13, items: &["coulomb", "hess_soom", "stribeck", "majd_simaan", "majd_simaan_approximate", "dahl", "lugre", "tabulated", "karnopp", "sign", "hyperviscous", "quinn", "elasto_plastic"] },
            IntegerVariable { name: "friction.load_dependence", causality: Causality::Parameter, variability: Variability::Fixed, start: 0, min: 0, max: 1, items: &[] },
            IntegerVariable { name: "friction.table.size", causality: Causality::Parameter, variability: Variability::Fixed, start: 1, min: 1, max: 16, items: &[] },
            IntegerVariable { name: "contact", causality: Causality::Output, variability: Variability::Discrete, start: 0, min: -1, max: 1, items: &[] },
            IntegerVariable { name: "backlash_damping", causality: Causality::Parameter, variability: Variability::Fixed, start: 1, min: 1, max: 2, items: &["limited", "unilateral"] },
            IntegerVariable { name: "backlash_damping_number", causality: Causality::Parameter, variability: Variability::Fixed, start: 0, min: 0, max: 2, items: &["limited", "unilateral"] },
            IntegerVariable { name: "friction_regime", causality: Causality::Output, variability: Variability::Discrete, start: 0, min: -1, max: 1, items: &[] },
            IntegerVariable { name: "servovalve.law", causality: Causality::Parameter, variability: Variability::Fixed, start: 1, min: 1, max: 2, items: &["linear", "orifice"] },
            IntegerVariable { name: "servovalve.law_number", causality: Causality::Parameter, variability: Variability::Fixed, start: 0, min: 0, max: 2, items: &["linear", "orifice"] },
            IntegerVariable { name: "controller.anti_windup", causality: Causality::Parameter, variability: Variability::Fixed, start: 1, min: 1, max: 2, items: &["off", "back_calculation"] },
            IntegerVariable { name: "controller.anti_windup_number", causality: Causality::Parameter, variability: Variability::Fixed, start: 0, min: 0, max: 2, items: &["off", "back_calculation"] },
            IntegerVariable { name: "saturation", causality: Causality::Output, variability: Variability::Discrete, start: 0, min: -1, max: 1, items: &[] },
            IntegerVariable { name: "rate_saturation", causality: Causality::Output, variability: Variability::Discrete, start: 0, min: -1, max: 1, items: &[] },
];

/// Typed parameters and outputs of the elements of drivetrains, by kind.
pub mod element {
    pub use super::{AntiWindup, BacklashDamping, FrictionParameters, Initialization, ValveLaw};

    /// The most Real variables that an element has.
    pub const MOST_REALS: usize = 53;
    /// The most Integer and Enumeration variables that an element has.
    pub const MOST_INTEGERS: usize = 5;

    /// System.
    pub mod system {
        /// Parameters and inputs.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Parameters {
            /// Where the simulation starts; trim: at rest and in equilibrium with the inputs, friction carrying as little as possible; what only friction holds stays at its start value.
            pub initialization: super::Initialization,
            /// Longest internal step of Co-Simulation. Unit: `s`.
            pub max_step_size: f64,
            /// Relative tolerance where contacts have laws 4 to 7 and 13. Unit: `1`.
            pub tolerance: f64,
            /// 1: each solver.max_step_size of a communication step may cost some 160000 instructions, in drivetrains 16 tries of an integrator and 3 changes of the mode, and what is left of it is bridged; 0: all events are located.
            pub real_time: i32,
        }

        impl Parameters {
            /// Takes them from the values of the element.
            #[allow(unused_variables)]
            pub fn read(reals: &[f64], integers: &[i32]) -> Self {
                let reals = &reals[..2];
                let integers = &integers[..4];
                Self {
                    initialization: super::Initialization::from_integer(if integers[3] == 0 { integers[2] } else { integers[3] }).unwrap_or(super::Initialization::StartValues),
                    max_step_size: reals[0],
                    tolerance: reals[1],
                    real_time: integers[0],
                }
            }
        }

        /// What is computed.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Outputs {
            /// Time that was bridged since initialization.
            pub solver_bridged_time: f64,
            /// Time of the latest of these events.
            pub last_event_time: f64,
            /// Number of breakaways, stops, reversals, engagements and end stop contacts since initialization.
            pub event_count: i32,
        }

        impl Outputs {
            /// Puts them into the values of the element.
            #[allow(unused_variables)]
            pub fn write(&self, reals: &mut [f64], integers: &mut [i32]) {
                let reals = &mut reals[..4];
                let integers = &mut integers[..2];
                reals[2] = self.solver_bridged_time;
                reals[3] = self.last_event_time;
                integers[1] = self.event_count;
            }
        }
    }

    /// Body.
    pub mod body {
        /// Parameters and inputs.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Parameters {
            /// Moment of inertia; 0 only where a gear or screw ties it to another body. Unit: `kg.m2`.
            pub inertia: f64,
            /// Viscous friction torque to the ground per velocity. Unit: `N.m.s/rad`.
            pub viscous_coefficient: f64,
            /// Position at initialization. Unit: `rad`.
            pub position_start: f64,
            /// Velocity at initialization. Unit: `rad/s`.
            pub velocity_start: f64,
            /// Position of the lower end stop. Unit: `rad`.
            pub travel_lower: f64,
            /// Position of the upper end stop. Unit: `rad`.
            pub travel_upper: f64,
        }

        impl Parameters {
            /// Takes them from the values of the element.
            #[allow(unused_variables)]
            pub fn read(reals: &[f64], integers: &[i32]) -> Self {
                let reals = &reals[..10];
                Self {
                    inertia: reals[4],
                    viscous_coefficient: reals[5],
                    position_start: reals[6],
                    velocity_start: reals[7],
                    travel_lower: reals[8],
                    travel_upper: reals[9],
                }
            }
        }

        /// What is computed.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Outputs {
            /// Position.
            pub position: f64,
            /// Velocity; exactly 0 while it is held.
            pub velocity: f64,
            /// Acceleration.
            pub acceleration: f64,
            /// Contact torque of the end stop; positive at the upper stop, where it opposes positive motion.
            pub end_stop_torque: f64,
            /// Contact with an end stop: -1 lower, 0 none, 1 upper.
            pub end_stop: i32,
        }

        impl Outputs {
            /// Puts them into the values of the element.
            #[allow(unused_variables)]
            pub fn write(&self, reals: &mut [f64], integers: &mut [i32]) {
                let reals = &mut reals[..4];
                let integers = &mut integers[..1];
                reals[0] = self.position;
                reals[1] = self.velocity;
                reals[2] = self.acceleration;
                reals[3] = self.end_stop_torque;
                integers[0] = self.end_stop;
            }
        }
    }

    /// Contact.
    pub mod contact {
        /// Parameters and inputs.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Parameters {
            /// Scales the whole friction level; 0 or less is free.
            pub engagement: f64,
            /// Viscous part of the contact per relative velocity, scaled by the engagement. Unit: `N.m.s/rad`.
            pub friction_viscous_coefficient: f64,
            /// Group `friction`.
            pub friction: super::FrictionParameters,
        }

        impl Parameters {
            /// Takes them from the values of the element.
            #[allow(unused_variables)]
            pub fn read(reals: &[f64], integers: &[i32]) -> Self {
                let reals = &reals[..51];
                let integers = &integers[..5];
                Self {
                    engagement: reals[0],
                    friction_viscous_coefficient: reals[50],
                    friction: super::FrictionParameters::read(&reals[3..], &integers[1..]),
                }
            }
        }

        /// What is computed.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Outputs {
            /// Friction torque on the second body; positive opposes its motion towards positive position.
            pub friction_torque: f64,
            /// Velocity of the second body relative to the first, or to the ground; exactly 0 while it sticks.
            pub relative_velocity: f64,
            /// -1 sliding backward, 0 stuck (bristles: only deflecting), 1 sliding forward, 2 free (not engaged).
            pub friction_regime: i32,
        }

        impl Outputs {
            /// Puts them into the values of the element.
            #[allow(unused_variables)]
            pub fn write(&self, reals: &mut [f64], integers: &mut [i32]) {
                let reals = &mut reals[..3];
                let integers = &mut integers[..1];
                reals[1] = self.friction_torque;
                reals[2] = self.relative_velocity;
                integers[0] = self.friction_regime;
            }
        }
    }

    /// Freewheel.
    pub mod freewheel {
        /// Parameters and inputs.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Parameters {
            /// Scales the whole friction level; 0 or less is free.
            pub engagement: f64,
            /// Greatest stuck torque in the free direction while the engagement is 0 or less. Unit: `N.m`.
            pub release_torque: f64,
            /// Viscous part of the contact per relative velocity, scaled by the engagement. Unit: `N.m.s/rad`.
            pub friction_viscous_coefficient: f64,
            /// Group `friction`.
            pub friction: super::FrictionParameters,
        }

        impl Parameters {
            /// Takes them from the values of the element.
            #[allow(unused_variables)]
            pub fn read(reals: &[f64], integers: &[i32]) -> Self {
                let reals = &reals[..52];
                let integers = &integers[..5];
                Self {
                    engagement: reals[0],
                    release_torque: reals[51],
                    friction_viscous_coefficient: reals[50],
                    friction: super::FrictionParameters::read(&reals[3..], &integers[1..]),
                }
            }
        }

    }

    /// Shaft.
    pub mod shaft {
        /// Parameters and inputs.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Parameters {
            /// Rigidly the first would move so many times as far as the second. Unit: `1`.
            pub ratio: f64,
            /// Torque per deflection. Unit: `N.m/rad`.
            pub stiffness: f64,
            /// Torque per rate of deflection. Unit: `N.m.s/rad`.
            pub damping: f64,
            /// Deflection without load. Unit: `rad`.
            pub rest_angle: f64,
            /// Total free play, half of it to either side; 0 is none. Unit: `rad`.
            pub backlash: f64,
            /// Damping beyond the free play.
            pub backlash_damping: super::BacklashDamping,
            /// Lower end of a one-sided free play. Unit: `rad`.
            pub gap_lower: f64,
            /// Upper end of a one-sided free play. Unit: `rad`.
            pub gap_upper: f64,
        }

        impl Parameters {
            /// Takes them from the values of the element.
            #[allow(unused_variables)]
            pub fn read(reals: &[f64], integers: &[i32]) -> Self {
                let reals = &reals[..9];
                let integers = &integers[..3];
                Self {
                    ratio: reals[2],
                    stiffness: reals[3],
                    damping: reals[4],
                    rest_angle: reals[5],
                    backlash: reals[6],
                    backlash_damping: super::BacklashDamping::from_integer(if integers[2] == 0 { integers[1] } else { integers[2] }).unwrap_or(super::BacklashDamping::Limited),
                    gap_lower: reals[7],
                    gap_upper: reals[8],
                }
            }
        }

        /// What is computed.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Outputs {
            /// Torque on the second body against its motion away from rest.
            pub torque: f64,
            /// Position of the second less that of the first over the ratio, less rest.
            pub twist: f64,
            /// End of the free play: -1 lower, 0 in the gap or without free play, 1 upper.
            pub contact: i32,
        }

        impl Outputs {
            /// Puts them into the values of the element.
            #[allow(unused_variables)]
            pub fn write(&self, reals: &mut [f64], integers: &mut [i32]) {
                let reals = &mut reals[..2];
                let integers = &mut integers[..1];
                reals[0] = self.torque;
                reals[1] = self.twist;
                integers[0] = self.contact;
            }
        }
    }

    /// Gear.
    pub mod gear {
        /// Parameters and inputs.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Parameters {
            /// Velocity of the first over that of the second; may be negative. Unit: `1`.
            pub ratio: f64,
            /// Efficiency where the first drives the second. Unit: `1`.
            pub efficiency_opposing: f64,
            /// Efficiency where the second drives the first; 0 or less is self-locking. Unit: `1`.
            pub efficiency_aiding: f64,
            /// Friction torque without load, at the first. Unit: `N.m`.
            pub friction_coulomb_torque: f64,
            /// Static over dynamic friction, at least 1. Unit: `1`.
            pub friction_static_ratio: f64,
            /// The same of the share of the load, at least 1; 0: that of friction.static_ratio. Unit: `1`.
            pub friction_load_static_ratio: f64,
        }

        impl Parameters {
            /// Takes them from the values of the element.
            #[allow(unused_variables)]
            pub fn read(reals: &[f64], integers: &[i32]) -> Self {
                let reals = &reals[..8];
                Self {
                    ratio: reals[2],
                    efficiency_opposing: reals[3],
                    efficiency_aiding: reals[4],
                    friction_coulomb_torque: reals[5],
                    friction_static_ratio: reals[6],
                    friction_load_static_ratio: reals[7],
                }
            }
        }

        /// What is computed.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Outputs {
            /// Torque into the gear at the first.
            pub torque: f64,
            /// Part of it that is lost.
            pub loss_torque: f64,
            /// -1 turning backward, 0 at rest, 1 turning forward (the first).
            pub friction_regime: i32,
        }

        impl Outputs {
            /// Puts them into the values of the element.
            #[allow(unused_variables)]
            pub fn write(&self, reals: &mut [f64], integers: &mut [i32]) {
                let reals = &mut reals[..2];
                let integers = &mut integers[..1];
                reals[0] = self.torque;
                reals[1] = self.loss_torque;
                integers[0] = self.friction_regime;
            }
        }
    }

    /// Screw.
    pub mod screw {
        /// Parameters and inputs.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Parameters {
            /// Way of the second per turn of the first; negative is left-handed. Unit: `m`.
            pub lead: f64,
            /// Efficiency where the first drives the second. Unit: `1`.
            pub efficiency_opposing: f64,
            /// Efficiency where the second drives the first; 0 or less is self-locking. Unit: `1`.
            pub efficiency_aiding: f64,
            /// Friction torque without load, at the first. Unit: `N.m`.
            pub friction_coulomb_torque: f64,
            /// Static over dynamic friction, at least 1. Unit: `1`.
            pub friction_static_ratio: f64,
            /// The same of the share of the load, at least 1; 0: that of friction.static_ratio. Unit: `1`.
            pub friction_load_static_ratio: f64,
        }

        impl Parameters {
            /// Takes them from the values of the element.
            #[allow(unused_variables)]
            pub fn read(reals: &[f64], integers: &[i32]) -> Self {
                let reals = &reals[..8];
                Self {
                    lead: reals[2],
                    efficiency_opposing: reals[3],
                    efficiency_aiding: reals[4],
                    friction_coulomb_torque: reals[5],
                    friction_static_ratio: reals[6],
                    friction_load_static_ratio: reals[7],
                }
            }
        }

    }

    /// Torque.
    pub mod torque {
        /// Parameters and inputs.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Parameters {
            /// External torque; positive pushes towards positive position.
            pub value: f64,
        }

        impl Parameters {
            /// Takes them from the values of the element.
            #[allow(unused_variables)]
            pub fn read(reals: &[f64], integers: &[i32]) -> Self {
                let reals = &reals[..1];
                Self {
                    value: reals[0],
                }
            }
        }

    }

    /// Load.
    pub mod load {
        /// Parameters and inputs.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Parameters {
            /// Part of the external torque or force that acts on the body. Unit: `1`.
            pub gain: f64,
        }

        impl Parameters {
            /// Takes them from the values of the element.
            #[allow(unused_variables)]
            pub fn read(reals: &[f64], integers: &[i32]) -> Self {
                let reals = &reals[..1];
                Self {
                    gain: reals[0],
                }
            }
        }

    }

    /// Servo.
    pub mod servo {
        /// Parameters and inputs.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Parameters {
            /// Commanded position (Com).
            pub command: f64,
            /// Supply less return pressure (PSR).
            pub supply_pressure: f64,
            /// Current per position error (GAP). Unit: `A/rad`.
            pub controller_proportional_gain: f64,
            /// Current per time integral of the position error; 0 switches it off. Unit: `A/(rad.s)`.
            pub controller_integral_gain: f64,
            /// Current per rate of the position error; 0 switches it off. Unit: `A.s/rad`.
            pub controller_derivative_gain: f64,
            /// Largest current to either side (CorM). Unit: `A`.
            pub controller_current_limit: f64,
            /// Time in which the integral follows the current limit (anti_windup back_calculation, Tt). Unit: `s`.
            pub controller_tracking_time: f64,
            /// Anti-windup of the integral of the position error.
            pub controller_anti_windup: super::AntiWindup,
            /// Torque motor gain (GM). Unit: `N.m/A`.
            pub servovalve_torque_motor_gain: f64,
            /// Torque of the feedback spring per spool displacement (KF). Unit: `N.m/m`.
            pub servovalve_feedback_stiffness: f64,
            /// Restoring torque per flapper displacement (KFS). Unit: `N.m/m`.
            pub servovalve_flapper_stiffness: f64,
            /// Undamped natural frequency of the first stage (WF). Unit: `rad/s`.
            pub servovalve_natural_frequency: f64,
            /// Damping ratio of the first stage (ZF). Unit: `1`.
            pub servovalve_damping_ratio: f64,
            /// Flapper travel to either side (XFM). Unit: `m`.
            pub servovalve_flapper_travel: f64,
            /// Spool velocity per flapper displacement (GSF). Unit: `1/s`.
            pub servovalve_spool_velocity_gain: f64,
            /// Spool travel to either side (XSM). Unit: `m`.
            pub servovalve_spool_travel: f64,
            /// Differential pressure per spool displacement without flow (GPS; law linear; law orifice has its own, flow_gain over leakage_coefficient at rated_pressure). Unit: `Pa/m`.
            pub servovalve_pressure_gain: f64,
            /// Flow per spool displacement without differential pressure (GQS); law linear: up to flow_gain*supply_pressure/pressure_gain, which limits the rate; law orifice: at a supply of rated_pressure. Unit: `m2/s`.
            pub servovalve_flow_gain: f64,
            /// Supply pressure at which flow_gain holds (law orifice: flow without differential pressure grows with the square root of the supply). Unit: `Pa`.
            pub servovalve_rated_pressure: f64,
            /// Law of the flow through the second stage.
            pub servovalve_law: super::ValveLaw,
            /// Leakage flow per differential pressure (CLk); law orifice needs some. Unit: `m3/(s.Pa)`.
            pub motor_leakage_coefficient: f64,
            /// Motor volume per output angle, torque per differential pressure (Dis). Unit: `m3/rad`.
            pub motor_displacement: f64,
        }

        impl Parameters {
            /// Takes them from the values of the element.
            #[allow(unused_variables)]
            pub fn read(reals: &[f64], integers: &[i32]) -> Self {
                let reals = &reals[..31];
                let integers = &integers[..4];
                Self {
                    command: reals[0],
                    supply_pressure: reals[1],
                    controller_proportional_gain: reals[12],
                    controller_integral_gain: reals[13],
                    controller_derivative_gain: reals[14],
                    controller_current_limit: reals[15],
                    controller_tracking_time: reals[30],
                    controller_anti_windup: super::AntiWindup::from_integer(if integers[3] == 0 { integers[2] } else { integers[3] }).unwrap_or(super::AntiWindup::Off),
                    servovalve_torque_motor_gain: reals[16],
                    servovalve_feedback_stiffness: reals[17],
                    servovalve_flapper_stiffness: reals[18],
                    servovalve_natural_frequency: reals[19],
                    servovalve_damping_ratio: reals[20],
                    servovalve_flapper_travel: reals[21],
                    servovalve_spool_velocity_gain: reals[22],
                    servovalve_spool_travel: reals[23],
                    servovalve_pressure_gain: reals[24],
                    servovalve_flow_gain: reals[25],
                    servovalve_rated_pressure: reals[26],
                    servovalve_law: super::ValveLaw::from_integer(if integers[1] == 0 { integers[0] } else { integers[1] }).unwrap_or(super::ValveLaw::Linear),
                    motor_leakage_coefficient: reals[27],
                    motor_displacement: reals[28],
                }
            }
        }

        /// What is computed.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Outputs {
            /// Command less position (Err).
            pub position_error: f64,
            /// Torque motor current after saturation (Cor).
            pub current: f64,
            /// Time integral of the position error.
            pub controller_error_integral: f64,
            /// Flapper position, first stage of the servovalve (XF).
            pub flapper_position: f64,
            /// Flapper velocity (DXF).
            pub flapper_velocity: f64,
            /// Flapper acceleration (D2XF).
            pub flapper_acceleration: f64,
            /// Spool position, second stage of the servovalve (XS).
            pub spool_position: f64,
            /// Spool velocity (DXS).
            pub spool_velocity: f64,
            /// Pressure difference across the motor (P12).
            pub differential_pressure: f64,
            /// Torque of the hydraulic motor (TM).
            pub motor_torque: f64,
            /// Rate of the integral: the position error, and with back_calculation what the current limit takes off over integral_gain*tracking_time.
            pub controller_error_integral_rate: f64,
        }

        impl Outputs {
            /// Puts them into the values of the element.
            #[allow(unused_variables)]
            pub fn write(&self, reals: &mut [f64], integers: &mut [i32]) {
                let reals = &mut reals[..30];
                reals[2] = self.position_error;
                reals[3] = self.current;
                reals[4] = self.controller_error_integral;
                reals[5] = self.flapper_position;
                reals[6] = self.flapper_velocity;
                reals[7] = self.flapper_acceleration;
                reals[8] = self.spool_position;
                reals[9] = self.spool_velocity;
                reals[10] = self.differential_pressure;
                reals[11] = self.motor_torque;
                reals[29] = self.controller_error_integral_rate;
            }
        }
    }

    /// BristleContact.
    pub mod bristle_contact {
        /// Parameters and inputs.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Parameters {
            /// Scales the whole friction level; 0 or less is free.
            pub engagement: f64,
            /// Viscous part of the contact per relative velocity, scaled by the engagement. Unit: `N.m.s/rad`.
            pub friction_viscous_coefficient: f64,
            /// Group `friction`.
            pub friction: super::FrictionParameters,
        }

        impl Parameters {
            /// Takes them from the values of the element.
            #[allow(unused_variables)]
            pub fn read(reals: &[f64], integers: &[i32]) -> Self {
                let reals = &reals[..53];
                let integers = &integers[..5];
                Self {
                    engagement: reals[0],
                    friction_viscous_coefficient: reals[52],
                    friction: super::FrictionParameters::read(&reals[5..], &integers[1..]),
                }
            }
        }

        /// What is computed.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Outputs {
            /// Friction torque on the second body; positive opposes its motion towards positive position.
            pub friction_torque: f64,
            /// Velocity of the second body relative to the first, or to the ground; exactly 0 while it sticks.
            pub relative_velocity: f64,
            /// Mean deflection of the bristles; 0 while the contact is free.
            pub bristle_deflection: f64,
            /// Time derivative of the bristle deflection.
            pub bristle_deflection_rate: f64,
            /// -1 sliding backward, 0 stuck (bristles: only deflecting), 1 sliding forward, 2 free (not engaged).
            pub friction_regime: i32,
        }

        impl Outputs {
            /// Puts them into the values of the element.
            #[allow(unused_variables)]
            pub fn write(&self, reals: &mut [f64], integers: &mut [i32]) {
                let reals = &mut reals[..5];
                let integers = &mut integers[..1];
                reals[1] = self.friction_torque;
                reals[2] = self.relative_velocity;
                reals[3] = self.bristle_deflection;
                reals[4] = self.bristle_deflection_rate;
                integers[0] = self.friction_regime;
            }
        }
    }

    /// GearBearing.
    pub mod gear_bearing {
        /// Parameters and inputs.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Parameters {
            /// Friction torque of the bearing at the second body. Unit: `N.m`.
            pub friction_second_coulomb_level: f64,
            /// Static over dynamic friction of this bearing, at least 1. Unit: `1`.
            pub friction_second_static_ratio: f64,
        }

        impl Parameters {
            /// Takes them from the values of the element.
            #[allow(unused_variables)]
            pub fn read(reals: &[f64], integers: &[i32]) -> Self {
                let reals = &reals[..2];
                Self {
                    friction_second_coulomb_level: reals[0],
                    friction_second_static_ratio: reals[1],
                }
            }
        }

    }

    /// LinearInput.
    pub mod linear_input {
        /// Parameters and inputs.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Parameters {
            /// Input of a linear system.
            pub value: f64,
        }

        impl Parameters {
            /// Takes them from the values of the element.
            #[allow(unused_variables)]
            pub fn read(reals: &[f64], integers: &[i32]) -> Self {
                let reals = &reals[..1];
                Self {
                    value: reals[0],
                }
            }
        }

    }

    /// ConnectedInput.
    pub mod connected_input {
        /// What is computed.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Outputs {
            /// Input of a linear system, from another element.
            pub value: f64,
        }

        impl Outputs {
            /// Puts them into the values of the element.
            #[allow(unused_variables)]
            pub fn write(&self, reals: &mut [f64], integers: &mut [i32]) {
                let reals = &mut reals[..1];
                reals[0] = self.value;
            }
        }
    }

    /// LinearState.
    pub mod linear_state {
        /// Parameters and inputs.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Parameters {
            /// State at initialization. Unit: `1`.
            pub start: f64,
        }

        impl Parameters {
            /// Takes them from the values of the element.
            #[allow(unused_variables)]
            pub fn read(reals: &[f64], integers: &[i32]) -> Self {
                let reals = &reals[..3];
                Self {
                    start: reals[2],
                }
            }
        }

        /// What is computed.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Outputs {
            /// State of a linear system.
            pub value: f64,
            /// Time derivative of the state.
            pub derivative: f64,
        }

        impl Outputs {
            /// Puts them into the values of the element.
            #[allow(unused_variables)]
            pub fn write(&self, reals: &mut [f64], integers: &mut [i32]) {
                let reals = &mut reals[..2];
                reals[0] = self.value;
                reals[1] = self.derivative;
            }
        }
    }

    /// LinearOutput.
    pub mod linear_output {
        /// What is computed.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Outputs {
            /// Output of a linear system.
            pub value: f64,
        }

        impl Outputs {
            /// Puts them into the values of the element.
            #[allow(unused_variables)]
            pub fn write(&self, reals: &mut [f64], integers: &mut [i32]) {
                let reals = &mut reals[..1];
                reals[0] = self.value;
            }
        }
    }

    /// LimitedOutput.
    pub mod limited_output {
        /// Parameters and inputs.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Parameters {
            /// Lower limit of the output. Unit: `1`.
            pub limit_lower: f64,
            /// Upper limit of the output. Unit: `1`.
            pub limit_upper: f64,
        }

        impl Parameters {
            /// Takes them from the values of the element.
            #[allow(unused_variables)]
            pub fn read(reals: &[f64], integers: &[i32]) -> Self {
                let reals = &reals[..3];
                Self {
                    limit_lower: reals[1],
                    limit_upper: reals[2],
                }
            }
        }

        /// What is computed.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Outputs {
            /// Output of a linear system.
            pub value: f64,
            /// -1 at the lower limit, 0 between the limits, 1 at the upper limit.
            pub saturation: i32,
        }

        impl Outputs {
            /// Puts them into the values of the element.
            #[allow(unused_variables)]
            pub fn write(&self, reals: &mut [f64], integers: &mut [i32]) {
                let reals = &mut reals[..1];
                let integers = &mut integers[..1];
                reals[0] = self.value;
                integers[0] = self.saturation;
            }
        }
    }

    /// RateLimitedOutput.
    pub mod rate_limited_output {
        /// Parameters and inputs.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Parameters {
            /// Greatest rate of the output. Unit: `1/s`.
            pub rate_limit: f64,
            /// Lower limit of the output. Unit: `1`.
            pub limit_lower: f64,
            /// Upper limit of the output. Unit: `1`.
            pub limit_upper: f64,
        }

        impl Parameters {
            /// Takes them from the values of the element.
            #[allow(unused_variables)]
            pub fn read(reals: &[f64], integers: &[i32]) -> Self {
                let reals = &reals[..7];
                Self {
                    rate_limit: reals[6],
                    limit_lower: reals[4],
                    limit_upper: reals[5],
                }
            }
        }

        /// What is computed.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Outputs {
            /// Output of a linear system, of limited rate.
            pub value: f64,
            /// Time derivative of the output.
            pub derivative: f64,
            /// State of the rate limiter: the output while it moves at the limit of its rate.
            pub limiter_state: f64,
            /// Time derivative of the state of the rate limiter.
            pub limiter_state_derivative: f64,
            /// -1 at the lower limit, 0 between the limits, 1 at the upper limit.
            pub saturation: i32,
            /// -1 falling at the rate limit, 0 following, 1 rising at the rate limit.
            pub rate_saturation: i32,
        }

        impl Outputs {
            /// Puts them into the values of the element.
            #[allow(unused_variables)]
            pub fn write(&self, reals: &mut [f64], integers: &mut [i32]) {
                let reals = &mut reals[..4];
                let integers = &mut integers[..2];
                reals[0] = self.value;
                reals[1] = self.derivative;
                reals[2] = self.limiter_state;
                reals[3] = self.limiter_state_derivative;
                integers[0] = self.saturation;
                integers[1] = self.rate_saturation;
            }
        }
    }

    /// Coefficient.
    pub mod coefficient {
        /// Parameters and inputs.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Parameters {
            /// Entry of a matrix. Unit: `1`.
            pub value: f64,
        }

        impl Parameters {
            /// Takes them from the values of the element.
            #[allow(unused_variables)]
            pub fn read(reals: &[f64], integers: &[i32]) -> Self {
                let reals = &reals[..1];
                Self {
                    value: reals[0],
                }
            }
        }

    }

    /// PositionMotion.
    pub mod position_motion {
        /// Parameters and inputs.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Parameters {
            /// Position of the body.
            pub position: f64,
            /// Velocity of the body; does not count while a derivative of the position is sent.
            pub velocity: f64,
            /// Acceleration of the body; does not count while a derivative of the position or velocity is sent.
            pub acceleration: f64,
        }

        impl Parameters {
            /// Takes them from the values of the element.
            #[allow(unused_variables)]
            pub fn read(reals: &[f64], integers: &[i32]) -> Self {
                let reals = &reals[..4];
                Self {
                    position: reals[1],
                    velocity: reals[2],
                    acceleration: reals[3],
                }
            }
        }

        /// What is computed.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Outputs {
            /// Torque that the motion takes; positive accelerates the body forwards.
            pub torque: f64,
        }

        impl Outputs {
            /// Puts them into the values of the element.
            #[allow(unused_variables)]
            pub fn write(&self, reals: &mut [f64], integers: &mut [i32]) {
                let reals = &mut reals[..1];
                reals[0] = self.torque;
            }
        }
    }

    /// VelocityMotion.
    pub mod velocity_motion {
        /// Parameters and inputs.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Parameters {
            /// Velocity of the body.
            pub velocity: f64,
            /// Acceleration of the body; does not count while a derivative of the velocity is sent.
            pub acceleration: f64,
        }

        impl Parameters {
            /// Takes them from the values of the element.
            #[allow(unused_variables)]
            pub fn read(reals: &[f64], integers: &[i32]) -> Self {
                let reals = &reals[..3];
                Self {
                    velocity: reals[1],
                    acceleration: reals[2],
                }
            }
        }

        /// What is computed.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Outputs {
            /// Torque that the motion takes; positive accelerates the body forwards.
            pub torque: f64,
        }

        impl Outputs {
            /// Puts them into the values of the element.
            #[allow(unused_variables)]
            pub fn write(&self, reals: &mut [f64], integers: &mut [i32]) {
                let reals = &mut reals[..1];
                reals[0] = self.torque;
            }
        }
    }

    /// AccelerationMotion.
    pub mod acceleration_motion {
        /// Parameters and inputs.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Parameters {
            /// Acceleration of the body.
            pub acceleration: f64,
        }

        impl Parameters {
            /// Takes them from the values of the element.
            #[allow(unused_variables)]
            pub fn read(reals: &[f64], integers: &[i32]) -> Self {
                let reals = &reals[..2];
                Self {
                    acceleration: reals[1],
                }
            }
        }

        /// What is computed.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Outputs {
            /// Torque that the motion takes; positive accelerates the body forwards.
            pub torque: f64,
        }

        impl Outputs {
            /// Puts them into the values of the element.
            #[allow(unused_variables)]
            pub fn write(&self, reals: &mut [f64], integers: &mut [i32]) {
                let reals = &mut reals[..1];
                reals[0] = self.torque;
            }
        }
    }

    /// Hysteresis.
    pub mod hysteresis {
        /// Parameters and inputs.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Parameters {
            /// Torque per deflection where z is 0 and A is 1 (k). Unit: `N.m/rad`.
            pub stiffness: f64,
            /// Part of the stiffness without hysteresis (alpha). Unit: `1`.
            pub stiffness_share: f64,
            /// Deflection of yielding (D). Unit: `rad`.
            pub yield_twist: f64,
            /// Rate of z where z is 0, over that of the deflection. Unit: `1`.
            pub amplitude: f64,
            /// Shape of the loop; at least the size of gamma. Unit: `1`.
            pub beta: f64,
            /// Shape of the loop; from -beta (not included) to beta. Unit: `1`.
            pub gamma: f64,
            /// How sharply it yields (n). Unit: `1`.
            pub exponent: f64,
            /// z at initialization; at most (A/(beta + gamma))^(1/n) in size. Unit: `1`.
            pub z_start: f64,
        }

        impl Parameters {
            /// Takes them from the values of the element.
            #[allow(unused_variables)]
            pub fn read(reals: &[f64], integers: &[i32]) -> Self {
                let reals = &reals[..12];
                Self {
                    stiffness: reals[4],
                    stiffness_share: reals[5],
                    yield_twist: reals[6],
                    amplitude: reals[7],
                    beta: reals[8],
                    gamma: reals[9],
                    exponent: reals[10],
                    z_start: reals[11],
                }
            }
        }

        /// What is computed.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Outputs {
            /// Torque on the second body against its motion away from rest.
            pub torque: f64,
            /// Position of the second less that of the first.
            pub twist: f64,
            /// Hysteretic part of the deflection, over that of yielding (z).
            pub z: f64,
            /// Time derivative of z.
            pub z_rate: f64,
        }

        impl Outputs {
            /// Puts them into the values of the element.
            #[allow(unused_variables)]
            pub fn write(&self, reals: &mut [f64], integers: &mut [i32]) {
                let reals = &mut reals[..4];
                reals[0] = self.torque;
                reals[1] = self.twist;
                reals[2] = self.z;
                reals[3] = self.z_rate;
            }
        }
    }

}

/// Parameters of the group `friction`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrictionParameters {
    /// Dynamic (Coulomb) friction torque without load (TFR0, fc; laws 1 to 7 and 9 to 13). Unit: `N.m` or `N`.
    pub coulomb_level: f64,
    /// Static over dynamic friction (FSD, fs/fc), at least 1 (laws 1 to 5, 7 to 9, 12 and 13). Unit: `1`.
    pub static_ratio: f64,
    /// Breakaway level over the friction characteristic at zero speed, at least 1 (laws 1 to 3, 8, 9 and 12). Unit: `1`.
    pub breakaway_ratio: f64,
    /// Efficiency of motion against the load torque (eta_opp), greater than 0, at most 1 (laws 1 to 3 and 8 to 12; the others with friction.load_dependence). Unit: `1`.
    pub efficiency_opposing: f64,
    /// Efficiency of motion driven by the load torque (eta_aid), at most 1; greater than 0 is reversible, 0 or less is irreversible (self-locking) (laws 1 to 3 and 8 to 12; the others with friction.load_dependence). Unit: `1`.
    pub efficiency_aiding: f64,
    /// Static over dynamic friction of the share of the load, at least 1; 0: that of friction.static_ratio (laws 1 to 3, 8, 9 and 12). Unit: `1`.
    pub load_static_ratio: f64,
    /// Friction torque without load against motion towards negative position over that towards positive position, greater than 0 (laws 1 to 13). Unit: `1`.
    pub backward_ratio: f64,
    /// Velocity at which the Stribeck effect fades (wc, vs; laws 2 to 5, 7 and 13). Unit: `rad/s` or `m/s`.
    pub stribeck_velocity: f64,
    /// Exponent of the Stribeck effect (m, delta; laws 2, 3, 7 and 13), usually 0.5 to 2. Unit: `1`.
    pub stribeck_exponent: f64,
    /// Steepness n of the continuous model near zero speed (laws 4 and 5). Unit: `1`.
    pub sharpness: f64,
    /// Velocity below which a comparator replaces friction: dead band or smoothing (laws 9, 11 and 12). Unit: `rad/s` or `m/s`.
    pub regularization_velocity: f64,
    /// Presliding stiffness (s0; laws 6, 7 and 13). Unit: `N.m/rad` or `N/m`.
    pub bristle_stiffness: f64,
    /// Presliding damping (s1; laws 7 and 13). Unit: `N.m.s/rad` or `N.s/m`.
    pub bristle_damping: f64,
    /// Breakaway deflection of the bristles, below which nothing slips, over the steady one (law 13). Unit: `1`.
    pub elastic_share: f64,
    /// Start value of the bristle deflection (z(0); laws 6, 7 and 13). Unit: `rad` or `m`.
    pub bristle_deflection_start: f64,
    /// Velocity of table point 1; the first is 0, the others ascend (law 8). Unit: `rad/s` or `m/s`.
    pub table_velocity: [f64; 16],
    /// Friction torque without load at table point 1 (law 8). Unit: `N.m` or `N`.
    pub table_level: [f64; 16],
    /// Friction law.
    pub law: FrictionLaw,
    /// 1: the whole level of laws 4 to 7 and 13 grows with the load torque by the efficiencies, as that of the others; 0: they ignore it.
    pub load_dependence: i32,
    /// Number of table points in use; beyond the last one friction is constant (law 8).
    pub table_size: i32,
}

impl FrictionParameters {
    /// Takes the group from the values of a model, from its first ones on; an enumeration out of range reads as its
    /// first item.
    #[inline(never)]
    pub fn read(reals: &[f64], integers: &[i32]) -> Self {
        let reals: [f64; 47] = reals.first_chunk().copied().unwrap_or([0.0; 47]);
        let integers: [i32; 4] = integers.first_chunk().copied().unwrap_or([0; 4]);
        Self {
            coulomb_level: reals[0],
            static_ratio: reals[1],
            breakaway_ratio: reals[2],
            efficiency_opposing: reals[3],
            efficiency_aiding: reals[4],
            load_static_ratio: reals[5],
            backward_ratio: reals[6],
            stribeck_velocity: reals[7],
            stribeck_exponent: reals[8],
            sharpness: reals[9],
            regularization_velocity: reals[10],
            bristle_stiffness: reals[11],
            bristle_damping: reals[12],
            elastic_share: reals[13],
            bristle_deflection_start: reals[14],
            table_velocity: core::array::from_fn(|i| reals[15 + i]),
            table_level: core::array::from_fn(|i| reals[31 + i]),
            law: FrictionLaw::from_integer(if integers[1] == 0 { integers[0] } else { integers[1] }).unwrap_or(FrictionLaw::Coulomb),
            load_dependence: integers[2],
            table_size: integers[3],
        }
    }
}

/// Value references of the group `friction`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrictionReferences {
    /// Value reference of `coulomb_level`.
    pub coulomb_level: u32,
    /// Value reference of `static_ratio`.
    pub static_ratio: u32,
    /// Value reference of `breakaway_ratio`.
    pub breakaway_ratio: u32,
    /// Value reference of `efficiency_opposing`.
    pub efficiency_opposing: u32,
    /// Value reference of `efficiency_aiding`.
    pub efficiency_aiding: u32,
    /// Value reference of `load_static_ratio`.
    pub load_static_ratio: u32,
    /// Value reference of `backward_ratio`.
    pub backward_ratio: u32,
    /// Value reference of `stribeck_velocity`.
    pub stribeck_velocity: u32,
    /// Value reference of `stribeck_exponent`.
    pub stribeck_exponent: u32,
    /// Value reference of `sharpness`.
    pub sharpness: u32,
    /// Value reference of `regularization_velocity`.
    pub regularization_velocity: u32,
    /// Value reference of `bristle_stiffness`.
    pub bristle_stiffness: u32,
    /// Value reference of `bristle_damping`.
    pub bristle_damping: u32,
    /// Value reference of `elastic_share`.
    pub elastic_share: u32,
    /// Value reference of `bristle_deflection_start`.
    pub bristle_deflection_start: u32,
    /// Value reference of `table_velocity`, of its first element.
    pub table_velocity: u32,
    /// Value reference of `table_level`, of its first element.
    pub table_level: u32,
    /// Value reference of `law`.
    pub law: u32,
    /// Value reference of `load_dependence`.
    pub load_dependence: u32,
    /// Value reference of `table_size`.
    pub table_size: u32,
}

/// Parameters of the group `solver`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolverParameters {
    /// Internal step of the fixed_step method. Unit: `s`.
    pub fixed_step_size: f64,
    /// Longest internal step of the event_located method. Unit: `s`.
    pub max_step_size: f64,
    /// Relative tolerance of the event_located method where a step has no series: laws 4 and 5; laws 6, 7 and 13 in drivetrains, and where bristles slip or are stiff; stiff characteristics. Unit: `1`.
    pub tolerance: f64,
    /// Integration method of Co-Simulation.
    pub method: SolverMethod,
    /// 1: each solver.max_step_size of a communication step may cost some 160000 instructions, in drivetrains 16 tries of an integrator and 3 changes of the mode, and what is left of it is bridged; 0: all events are located.
    pub real_time: i32,
}

/// Value references of the group `solver`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolverReferences {
    /// Value reference of `fixed_step_size`.
    pub fixed_step_size: u32,
    /// Value reference of `max_step_size`.
    pub max_step_size: u32,
    /// Value reference of `tolerance`.
    pub tolerance: u32,
    /// Value reference of `method`.
    pub method: u32,
    /// Value reference of `real_time`.
    pub real_time: u32,
}

/// Parameters of the group `travel`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TravelParameters {
    /// Position of the lower end stop. Unit: `rad` or `m`.
    pub lower: f64,
    /// Position of the upper end stop. Unit: `rad` or `m`.
    pub upper: f64,
}

/// Value references of the group `travel`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TravelReferences {
    /// Value reference of `lower`.
    pub lower: u32,
    /// Value reference of `upper`.
    pub upper: u32,
}

/// Parameters that every model has.
pub trait CommonParameters {
    /// Viscous friction torque per velocity, part of the active effort.
    fn viscous_coefficient(&self) -> f64;
    /// Position at initialization, within the travel; trim keeps it where friction alone holds the body.
    fn position_start(&self) -> f64;
    /// Velocity at initialization; 0 with trim.
    fn velocity_start(&self) -> f64;
    /// Group `friction`.
    fn friction(&self) -> &FrictionParameters;
    /// Group `solver`.
    fn solver(&self) -> &SolverParameters;
    /// Group `travel`.
    fn travel(&self) -> &TravelParameters;
}

/// What every model computes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CommonOutputs {
    /// Position of the output.
    pub position: f64,
    /// Velocity of the output; exactly 0 while it sticks.
    pub velocity: f64,
    /// Acceleration: inertia * acceleration = active torque - friction torque - end stop contact torque.
    pub acceleration: f64,
    /// Time of the latest of these events.
    pub last_event_time: f64,
    /// Mean deflection of the bristles, the state of laws 6, 7 and 13.
    pub bristle_deflection: f64,
    /// Time derivative of the bristle deflection.
    pub bristle_deflection_rate: f64,
    /// Stribeck amplitude s of the continuous model, eq. (13) or (19) (laws 4 and 5).
    pub friction_stribeck_sigma: f64,
    /// Velocity of the greatest friction of the continuous model, eq. (11) (laws 4 and 5).
    pub friction_peak_velocity: f64,
    /// Time that was bridged since initialization.
    pub solver_bridged_time: f64,
    /// Friction regime: -1 sliding backward, 0 at rest (bristle laws: presliding, where the bristles do not slip), 1 sliding forward; a law that creeps has the sign of the velocity.
    pub friction_regime: i32,
    /// Contact with an end stop: -1 lower, 0 none, 1 upper.
    pub end_stop: i32,
    /// Number of breakaways, stops, reversals, end stop contacts and jams since initialization; a law that creeps or has bristles has them by a criterion.
    pub event_count: i32,
}

/// Value references of the parameters that every model has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CommonReferences {
    /// Value reference of `viscous_coefficient`.
    pub viscous_coefficient: u32,
    /// Value reference of `position_start`.
    pub position_start: u32,
    /// Value reference of `velocity_start`.
    pub velocity_start: u32,
    /// Group `friction`.
    pub friction: FrictionReferences,
    /// Group `solver`.
    pub solver: SolverReferences,
    /// Group `travel`.
    pub travel: TravelReferences,
}

/// All exported FMUs.
pub static INTERFACES: &[&Interface] = &[
    &motion_transmission::INTERFACE,
    &servo_actuator::INTERFACE,
    &hydraulic_actuator::INTERFACE,
    #[cfg(feature = "tunable-twins")]
    &twin_TunableMotionTransmission::INTERFACE,
    #[cfg(feature = "tunable-twins")]
    &twin_TunableServoActuator::INTERFACE,
    #[cfg(feature = "tunable-twins")]
    &twin_TunableHydraulicActuator::INTERFACE,
];

/// Version of the models.
pub static VERSION: &str = "0.1.0";

/// Value reference of the time in FMI 3.0.
pub const TIME_REFERENCE: u32 = 8192;

/// Value references of the clocks of FMI 3.0 start here.
pub const FIRST_CLOCK_REFERENCE: u32 = 8193;

/// Value references of the event indicators in FMI 3.0 start here.
pub const FIRST_EVENT_INDICATOR_REFERENCE: u32 = 12288;

/// The variables of MotionTransmission.
pub mod motion_transmission {
    /// Number of Real variables.
    pub const REALS: usize = 71;
    /// Number of Integer and Enumeration variables.
    pub const INTEGERS: usize = 12;
    /// Number of inputs.
    pub const INPUTS: usize = 2;
    /// Number of continuous states.
    pub const STATES: usize = 3;
    /// Number of event indicators, as modelDescription.xml states it.
    pub const EVENT_INDICATORS: usize = 4;

    /// The variables.
    pub static INTERFACE: super::Interface = super::Interface {
        model: super::ModelKind::MotionTransmission,
        identifier: "MotionTransmission",
        guid: "{c17c1f09-d96b-95fc-4c60-5514cd5a8493}",
        reals: &[
            super::RealVariable { name: "motor_torque", causality: super::Causality::Input, variability: super::Variability::Continuous, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "load_torque", causality: super::Causality::Input, variability: super::Variability::Continuous, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "position", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "velocity", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "rad/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "acceleration", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "rad/s2", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction_torque", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "end_stop_torque", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "last_event_time", causality: super::Causality::Output, variability: super::Variability::Discrete, unit: "s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "bristle_deflection", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "bristle_deflection_rate", causality: super::Causality::Local, variability: super::Variability::Continuous, unit: "rad/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "active_torque", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "inertia", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "kg.m2", start: 2200.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            super::RealVariable { name: "load_inertia", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "kg.m2", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "viscous_coefficient", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m.s/rad", start: 80000.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "position_start", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "velocity_start", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "travel.lower", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad", start: -0.17453292519943295, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "travel.upper", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad", start: 0.17453292519943295, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.coulomb_torque", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.static_ratio", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 1.7, min: 1.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.breakaway_ratio", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 1.0, min: 1.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.efficiency_opposing", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 0.96, min: 0.0, max: 1.0, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.efficiency_aiding", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 0.66, min: f64::NEG_INFINITY, max: 1.0, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.load_static_ratio", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.backward_ratio", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.stribeck_velocity", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.stribeck_exponent", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 1.0, min: 0.0, max: 10.0, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.sharpness", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 10.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.regularization_velocity", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.bristle_stiffness", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m/rad", start: 1000000000.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.bristle_damping", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m.s/rad", start: 1000000.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.elastic_share", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 0.7, min: 0.0, max: 0.999, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.bristle_deflection_start", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[1]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[2]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[3]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[4]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[5]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[6]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[7]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[8]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[9]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[10]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[11]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[12]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[13]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[14]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[15]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[16]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[1]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[2]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[3]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[4]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[5]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[6]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[7]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[8]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[9]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[10]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[11]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[12]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[13]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[14]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[15]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[16]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.stribeck_sigma", causality: super::Causality::CalculatedParameter, variability: super::Variability::Fixed, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.peak_velocity", causality: super::Causality::CalculatedParameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "solver.fixed_step_size", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "s", start: 1e-5, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            super::RealVariable { name: "solver.max_step_size", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "s", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            super::RealVariable { name: "solver.tolerance", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 1e-9, min: 1e-14, max: 0.01, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "solver.bridged_time", causality: super::Causality::Local, variability: super::Variability::Discrete, unit: "s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
        ],
        integers: &[
            super::IntegerVariable { name: "friction_regime", causality: super::Causality::Output, variability: super::Variability::Discrete, start: 0, min: -1, max: 1, items: &[] },
            super::IntegerVariable { name: "end_stop", causality: super::Causality::Output, variability: super::Variability::Discrete, start: 0, min: -1, max: 1, items: &[] },
            super::IntegerVariable { name: "event_count", causality: super::Causality::Output, variability: super::Variability::Discrete, start: 0, min: 0, max: 2147483647, items: &[] },
            super::IntegerVariable { name: "initialization", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 2, items: &["start_values", "trim"] },
            super::IntegerVariable { name: "initialization_number", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 2, items: &["start_values", "trim"] },
            super::IntegerVariable { name: "friction.law", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 13, items: &["coulomb", "hess_soom", "stribeck", "majd_simaan", "majd_simaan_approximate", "dahl", "lugre", "tabulated", "karnopp", "sign", "hyperviscous", "quinn", "elasto_plastic"] },
            super::IntegerVariable { name: "friction.law_number", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 13, items: &["coulomb", "hess_soom", "stribeck", "majd_simaan", "majd_simaan_approximate", "dahl", "lugre", "tabulated", "karnopp", "sign", "hyperviscous", "quinn", "elasto_plastic"] },
            super::IntegerVariable { name: "friction.load_dependence", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 1, items: &[] },
            super::IntegerVariable { name: "friction.table.size", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 16, items: &[] },
            super::IntegerVariable { name: "solver.method", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 2, items: &["event_located", "fixed_step"] },
            super::IntegerVariable { name: "solver.method_number", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 2, items: &["event_located", "fixed_step"] },
            super::IntegerVariable { name: "solver.real_time", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 1, items: &[] },
        ],
        inputs: &[0, 1],
        states: &[
            super::StateVariable { state: 2, derivative: 3, nominal: 0.1 },
            super::StateVariable { state: 3, derivative: 4, nominal: 0.1 },
            super::StateVariable { state: 8, derivative: 9, nominal: 1e-5 },
        ],
        elements: &[],
        event_indicators: 4,
        table: super::FrictionTable::NONE,
    };

    /// All parameters.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Parameters {
        /// Moment of inertia on the driving side (JM). Unit: `kg.m2`.
        pub inertia: f64,
        /// Moment of inertia on the driven side, added to the driving one; its torque crosses the mesh and so makes friction. Unit: `kg.m2`.
        pub load_inertia: f64,
        /// Viscous friction torque per velocity, part of the active effort. Unit: `N.m.s/rad`.
        pub viscous_coefficient: f64,
        /// Position at initialization, within the travel; trim keeps it where friction alone holds the body. Unit: `rad`.
        pub position_start: f64,
        /// Velocity at initialization; 0 with trim. Unit: `rad/s`.
        pub velocity_start: f64,
        /// Where the simulation starts; trim: at position_start, where friction or an end stop holds the body under motor_torque and load_torque.
        pub initialization: super::Initialization,
        /// Group `travel`.
        pub travel: super::TravelParameters,
        /// Group `friction`.
        pub friction: super::FrictionParameters,
        /// Group `solver`.
        pub solver: super::SolverParameters,
    }

    impl Parameters {
        /// Takes the parameters from the values; an enumeration out of range reads as its first item.
        pub fn read(reals: &[f64; REALS], integers: &[i32; INTEGERS]) -> Self {
            Self {
                inertia: reals[11],
                load_inertia: reals[12],
                viscous_coefficient: reals[13],
                position_start: reals[14],
                velocity_start: reals[15],
                initialization: super::Initialization::from_integer(if integers[4] == 0 { integers[3] } else { integers[4] }).unwrap_or(super::Initialization::StartValues),
                travel: super::TravelParameters {
                    lower: reals[16],
                    upper: reals[17],
                },
                friction: Self::friction(reals, integers),
                solver: super::SolverParameters {
                    fixed_step_size: reals[67],
                    max_step_size: reals[68],
                    tolerance: reals[69],
                    method: super::SolverMethod::from_integer(if integers[10] == 0 { integers[9] } else { integers[10] }).unwrap_or(super::SolverMethod::EventLocated),
                    real_time: integers[11],
                },
            }
        }

        /// Takes the group `friction` alone from the values.
        pub fn friction(reals: &[f64; REALS], integers: &[i32; INTEGERS]) -> super::FrictionParameters {
            super::FrictionParameters::read(&reals[18..], &integers[5..])
        }
    }

    impl super::CommonParameters for Parameters {
        fn viscous_coefficient(&self) -> f64 {
            self.viscous_coefficient
        }
        fn position_start(&self) -> f64 {
            self.position_start
        }
        fn velocity_start(&self) -> f64 {
            self.velocity_start
        }
        fn friction(&self) -> &super::FrictionParameters {
            &self.friction
        }
        fn solver(&self) -> &super::SolverParameters {
            &self.solver
        }
        fn travel(&self) -> &super::TravelParameters {
            &self.travel
        }
    }

    /// All inputs.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Inputs {
        /// Motor torque on the shaft; positive pushes towards positive position. Unit: `N.m`.
        pub motor_torque: f64,
        /// Load torque on the output shaft; positive pushes towards negative position. Unit: `N.m`.
        pub load_torque: f64,
    }

    impl Inputs {
        /// Takes the inputs from the values.
        pub fn read(reals: &[f64; REALS]) -> Self {
            Self { motor_torque: reals[0], load_torque: reals[1] }
        }

        /// From an array in the order of `Interface::inputs`.
        pub fn from_array([motor_torque, load_torque]: [f64; INPUTS]) -> Self {
            Self { motor_torque, load_torque }
        }

        /// As an array in the order of `Interface::inputs`.
        pub fn to_array(&self) -> [f64; INPUTS] {
            let Self { motor_torque, load_torque } = *self;
            [motor_torque, load_torque]
        }
    }

    /// All that the model computes: outputs, local variables and calculated parameters.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Outputs {
        /// What every model computes.
        pub common: super::CommonOutputs,
        /// Friction torque, without viscous friction; positive opposes positive motion. Unit: `N.m`.
        pub friction_torque: f64,
        /// Contact torque of the hard end stop; positive at the upper stop, where it opposes positive motion. Unit: `N.m`.
        pub end_stop_torque: f64,
        /// Active torque: motor torque - load torque - viscous torque, what friction and end stop work against. Unit: `N.m`.
        pub active_torque: f64,
    }

    impl Outputs {
        /// Puts them into the values.
        #[inline]
        pub fn write(&self, reals: &mut [f64; REALS], integers: &mut [i32; INTEGERS]) {
            let Self { common, friction_torque, end_stop_torque, active_torque } = *self;
            let super::CommonOutputs { position, velocity, acceleration, last_event_time, bristle_deflection, bristle_deflection_rate, friction_stribeck_sigma, friction_peak_velocity, solver_bridged_time, friction_regime, end_stop, event_count } = common;
            reals[2] = position;
            reals[3] = velocity;
            reals[4] = acceleration;
            reals[5] = friction_torque;
            reals[6] = end_stop_torque;
            reals[7] = last_event_time;
            reals[8] = bristle_deflection;
            reals[9] = bristle_deflection_rate;
            reals[10] = active_torque;
            reals[65] = friction_stribeck_sigma;
            reals[66] = friction_peak_velocity;
            reals[70] = solver_bridged_time;
            integers[0] = friction_regime;
            integers[1] = end_stop;
            integers[2] = event_count;
        }
    }

    /// The typed variables.
    #[derive(Clone, Copy, Debug)]
    pub struct Variables;

    impl super::Variables for Variables {
        type Reals = [f64; REALS];
        type Integers = [i32; INTEGERS];
        type States = [f64; STATES];
        type Inputs = [f64; INPUTS];
        type Parameters = Parameters;
        type Outputs = Outputs;

        const ZEROS: (Self::Reals, Self::Integers) = ([0.0; REALS], [0; INTEGERS]);
        const EVENT_INDICATORS: usize = EVENT_INDICATORS;
        const REFERENCES: super::CommonReferences = super::CommonReferences { viscous_coefficient: reference::VISCOUS_COEFFICIENT, position_start: reference::POSITION_START, velocity_start: reference::VELOCITY_START, friction: reference::FRICTION, solver: reference::SOLVER, travel: reference::TRAVEL };

        fn parameters(reals: &Self::Reals, integers: &Self::Integers) -> Parameters {
            Parameters::read(reals, integers)
        }

        fn inputs(reals: &Self::Reals) -> Self::Inputs {
            Inputs::read(reals).to_array()
        }

        #[inline]
        fn write(outputs: &Outputs, reals: &mut Self::Reals, integers: &mut Self::Integers) {
            outputs.write(reals, integers);
        }
    }

    /// Value references.
    pub mod reference {
        /// `motor_torque`
        pub const MOTOR_TORQUE: u32 = 0;
        /// `load_torque`
        pub const LOAD_TORQUE: u32 = 1;
        /// `position`
        pub const POSITION: u32 = 2;
        /// `velocity`
        pub const VELOCITY: u32 = 3;
        /// `acceleration`
        pub const ACCELERATION: u32 = 4;
        /// `friction_torque`
        pub const FRICTION_TORQUE: u32 = 5;
        /// `end_stop_torque`
        pub const END_STOP_TORQUE: u32 = 6;
        /// `last_event_time`
        pub const LAST_EVENT_TIME: u32 = 7;
        /// `bristle_deflection`
        pub const BRISTLE_DEFLECTION: u32 = 8;
        /// `bristle_deflection_rate`
        pub const BRISTLE_DEFLECTION_RATE: u32 = 9;
        /// `active_torque`
        pub const ACTIVE_TORQUE: u32 = 10;
        /// `inertia`
        pub const INERTIA: u32 = 11;
        /// `load_inertia`
        pub const LOAD_INERTIA: u32 = 12;
        /// `viscous_coefficient`
        pub const VISCOUS_COEFFICIENT: u32 = 13;
        /// `position_start`
        pub const POSITION_START: u32 = 14;
        /// `velocity_start`
        pub const VELOCITY_START: u32 = 15;
        /// `travel.lower`
        pub const TRAVEL_LOWER: u32 = 16;
        /// `travel.upper`
        pub const TRAVEL_UPPER: u32 = 17;
        /// `friction.coulomb_torque`
        pub const FRICTION_COULOMB_TORQUE: u32 = 18;
        /// `friction.static_ratio`
        pub const FRICTION_STATIC_RATIO: u32 = 19;
        /// `friction.breakaway_ratio`
        pub const FRICTION_BREAKAWAY_RATIO: u32 = 20;
        /// `friction.efficiency_opposing`
        pub const FRICTION_EFFICIENCY_OPPOSING: u32 = 21;
        /// `friction.efficiency_aiding`
        pub const FRICTION_EFFICIENCY_AIDING: u32 = 22;
        /// `friction.load_static_ratio`
        pub const FRICTION_LOAD_STATIC_RATIO: u32 = 23;
        /// `friction.backward_ratio`
        pub const FRICTION_BACKWARD_RATIO: u32 = 24;
        /// `friction.stribeck_velocity`
        pub const FRICTION_STRIBECK_VELOCITY: u32 = 25;
        /// `friction.stribeck_exponent`
        pub const FRICTION_STRIBECK_EXPONENT: u32 = 26;
        /// `friction.sharpness`
        pub const FRICTION_SHARPNESS: u32 = 27;
        /// `friction.regularization_velocity`
        pub const FRICTION_REGULARIZATION_VELOCITY: u32 = 28;
        /// `friction.bristle_stiffness`
        pub const FRICTION_BRISTLE_STIFFNESS: u32 = 29;
        /// `friction.bristle_damping`
        pub const FRICTION_BRISTLE_DAMPING: u32 = 30;
        /// `friction.elastic_share`
        pub const FRICTION_ELASTIC_SHARE: u32 = 31;
        /// `friction.bristle_deflection_start`
        pub const FRICTION_BRISTLE_DEFLECTION_START: u32 = 32;
        /// `friction.table.velocity[1]`
        pub const FRICTION_TABLE_VELOCITY_1: u32 = 33;
        /// `friction.table.velocity[2]`
        pub const FRICTION_TABLE_VELOCITY_2: u32 = 34;
        /// `friction.table.velocity[3]`
        pub const FRICTION_TABLE_VELOCITY_3: u32 = 35;
        /// `friction.table.velocity[4]`
        pub const FRICTION_TABLE_VELOCITY_4: u32 = 36;
        /// `friction.table.velocity[5]`
        pub const FRICTION_TABLE_VELOCITY_5: u32 = 37;
        /// `friction.table.velocity[6]`
        pub const FRICTION_TABLE_VELOCITY_6: u32 = 38;
        /// `friction.table.velocity[7]`
        pub const FRICTION_TABLE_VELOCITY_7: u32 = 39;
        /// `friction.table.velocity[8]`
        pub const FRICTION_TABLE_VELOCITY_8: u32 = 40;
        /// `friction.table.velocity[9]`
        pub const FRICTION_TABLE_VELOCITY_9: u32 = 41;
        /// `friction.table.velocity[10]`
        pub const FRICTION_TABLE_VELOCITY_10: u32 = 42;
        /// `friction.table.velocity[11]`
        pub const FRICTION_TABLE_VELOCITY_11: u32 = 43;
        /// `friction.table.velocity[12]`
        pub const FRICTION_TABLE_VELOCITY_12: u32 = 44;
        /// `friction.table.velocity[13]`
        pub const FRICTION_TABLE_VELOCITY_13: u32 = 45;
        /// `friction.table.velocity[14]`
        pub const FRICTION_TABLE_VELOCITY_14: u32 = 46;
        /// `friction.table.velocity[15]`
        pub const FRICTION_TABLE_VELOCITY_15: u32 = 47;
        /// `friction.table.velocity[16]`
        pub const FRICTION_TABLE_VELOCITY_16: u32 = 48;
        /// `friction.table.torque[1]`
        pub const FRICTION_TABLE_TORQUE_1: u32 = 49;
        /// `friction.table.torque[2]`
        pub const FRICTION_TABLE_TORQUE_2: u32 = 50;
        /// `friction.table.torque[3]`
        pub const FRICTION_TABLE_TORQUE_3: u32 = 51;
        /// `friction.table.torque[4]`
        pub const FRICTION_TABLE_TORQUE_4: u32 = 52;
        /// `friction.table.torque[5]`
        pub const FRICTION_TABLE_TORQUE_5: u32 = 53;
        /// `friction.table.torque[6]`
        pub const FRICTION_TABLE_TORQUE_6: u32 = 54;
        /// `friction.table.torque[7]`
        pub const FRICTION_TABLE_TORQUE_7: u32 = 55;
        /// `friction.table.torque[8]`
        pub const FRICTION_TABLE_TORQUE_8: u32 = 56;
        /// `friction.table.torque[9]`
        pub const FRICTION_TABLE_TORQUE_9: u32 = 57;
        /// `friction.table.torque[10]`
        pub const FRICTION_TABLE_TORQUE_10: u32 = 58;
        /// `friction.table.torque[11]`
        pub const FRICTION_TABLE_TORQUE_11: u32 = 59;
        /// `friction.table.torque[12]`
        pub const FRICTION_TABLE_TORQUE_12: u32 = 60;
        /// `friction.table.torque[13]`
        pub const FRICTION_TABLE_TORQUE_13: u32 = 61;
        /// `friction.table.torque[14]`
        pub const FRICTION_TABLE_TORQUE_14: u32 = 62;
        /// `friction.table.torque[15]`
        pub const FRICTION_TABLE_TORQUE_15: u32 = 63;
        /// `friction.table.torque[16]`
        pub const FRICTION_TABLE_TORQUE_16: u32 = 64;
        /// `friction.stribeck_sigma`
        pub const FRICTION_STRIBECK_SIGMA: u32 = 65;
        /// `friction.peak_velocity`
        pub const FRICTION_PEAK_VELOCITY: u32 = 66;
        /// `solver.fixed_step_size`
        pub const SOLVER_FIXED_STEP_SIZE: u32 = 67;
        /// `solver.max_step_size`
        pub const SOLVER_MAX_STEP_SIZE: u32 = 68;
        /// `solver.tolerance`
        pub const SOLVER_TOLERANCE: u32 = 69;
        /// `solver.bridged_time`
        pub const SOLVER_BRIDGED_TIME: u32 = 70;
        /// `friction_regime`
        pub const FRICTION_REGIME: u32 = 4096;
        /// `end_stop`
        pub const END_STOP: u32 = 4097;
        /// `event_count`
        pub const EVENT_COUNT: u32 = 4098;
        /// `initialization`
        pub const INITIALIZATION: u32 = 4099;
        /// `initialization_number`
        pub const INITIALIZATION_NUMBER: u32 = 4100;
        /// `friction.law`
        pub const FRICTION_LAW: u32 = 4101;
        /// `friction.law_number`
        pub const FRICTION_LAW_NUMBER: u32 = 4102;
        /// `friction.load_dependence`
        pub const FRICTION_LOAD_DEPENDENCE: u32 = 4103;
        /// `friction.table.size`
        pub const FRICTION_TABLE_SIZE: u32 = 4104;
        /// `solver.method`
        pub const SOLVER_METHOD: u32 = 4105;
        /// `solver.method_number`
        pub const SOLVER_METHOD_NUMBER: u32 = 4106;
        /// `solver.real_time`
        pub const SOLVER_REAL_TIME: u32 = 4107;
        /// The group `travel`.
        pub const TRAVEL: super::super::TravelReferences = super::super::TravelReferences {
            lower: 16,
            upper: 17,
        };
        /// The group `friction`.
        pub const FRICTION: super::super::FrictionReferences = super::super::FrictionReferences {
            coulomb_level: 18,
            static_ratio: 19,
            breakaway_ratio: 20,
            efficiency_opposing: 21,
            efficiency_aiding: 22,
            load_static_ratio: 23,
            backward_ratio: 24,
            stribeck_velocity: 25,
            stribeck_exponent: 26,
            sharpness: 27,
            regularization_velocity: 28,
            bristle_stiffness: 29,
            bristle_damping: 30,
            elastic_share: 31,
            bristle_deflection_start: 32,
            table_velocity: 33,
            table_level: 49,
            law: 4101,
            load_dependence: 4103,
            table_size: 4104,
        };
        /// The group `solver`.
        pub const SOLVER: super::super::SolverReferences = super::super::SolverReferences {
            fixed_step_size: 67,
            max_step_size: 68,
            tolerance: 69,
            method: 4105,
            real_time: 4107,
        };
    }
}

/// The variables of ServoActuator.
pub mod servo_actuator {
    /// Number of Real variables.
    pub const REALS: usize = 100;
    /// Number of Integer and Enumeration variables.
    pub const INTEGERS: usize = 16;
    /// Number of inputs.
    pub const INPUTS: usize = 3;
    /// Number of continuous states.
    pub const STATES: usize = 7;
    /// Number of event indicators, as modelDescription.xml states it.
    pub const EVENT_INDICATORS: usize = 12;

    /// The variables.
    pub static INTERFACE: super::Interface = super::Interface {
        model: super::ModelKind::ServoActuator,
        identifier: "ServoActuator",
        guid: "{6813ad0e-5dc1-4ba3-a340-2f95afd8310f}",
        reals: &[
            super::RealVariable { name: "command", causality: super::Causality::Input, variability: super::Variability::Continuous, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "load_torque", causality: super::Causality::Input, variability: super::Variability::Continuous, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "supply_pressure", causality: super::Causality::Input, variability: super::Variability::Continuous, unit: "Pa", start: 26000000.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "position", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "velocity", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "rad/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "acceleration", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "rad/s2", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction_torque", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "end_stop_torque", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "last_event_time", causality: super::Causality::Output, variability: super::Variability::Discrete, unit: "s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "bristle_deflection", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "bristle_deflection_rate", causality: super::Causality::Local, variability: super::Variability::Continuous, unit: "rad/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "position_error", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "current", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "A", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "controller.error_integral", causality: super::Causality::Local, variability: super::Variability::Continuous, unit: "rad.s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "flapper_position", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "flapper_velocity", causality: super::Causality::Local, variability: super::Variability::Continuous, unit: "m/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "flapper_acceleration", causality: super::Causality::Local, variability: super::Variability::Continuous, unit: "m/s2", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "spool_position", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "spool_velocity", causality: super::Causality::Local, variability: super::Variability::Continuous, unit: "m/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "differential_pressure", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "Pa", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "motor_torque", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "inertia", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "kg.m2", start: 2200.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            super::RealVariable { name: "load_inertia", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "kg.m2", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "viscous_coefficient", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m.s/rad", start: 80000.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "position_start", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "velocity_start", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "travel.lower", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad", start: -0.17453292519943295, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "travel.upper", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad", start: 0.17453292519943295, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.coulomb_torque", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.static_ratio", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 1.7, min: 1.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.breakaway_ratio", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 1.0, min: 1.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.efficiency_opposing", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 0.96, min: 0.0, max: 1.0, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.efficiency_aiding", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 0.66, min: f64::NEG_INFINITY, max: 1.0, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.load_static_ratio", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.backward_ratio", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.stribeck_velocity", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.stribeck_exponent", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 1.0, min: 0.0, max: 10.0, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.sharpness", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 10.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.regularization_velocity", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.bristle_stiffness", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m/rad", start: 1000000000.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.bristle_damping", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m.s/rad", start: 1000000.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.elastic_share", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 0.7, min: 0.0, max: 0.999, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.bristle_deflection_start", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[1]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[2]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[3]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[4]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[5]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[6]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[7]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[8]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[9]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[10]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[11]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[12]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[13]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[14]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[15]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[16]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[1]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[2]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[3]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[4]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[5]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[6]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[7]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[8]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[9]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[10]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[11]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[12]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[13]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[14]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[15]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[16]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.stribeck_sigma", causality: super::Causality::CalculatedParameter, variability: super::Variability::Fixed, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.peak_velocity", causality: super::Causality::CalculatedParameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "solver.fixed_step_size", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "s", start: 1e-5, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            super::RealVariable { name: "solver.max_step_size", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "s", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            super::RealVariable { name: "solver.tolerance", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 1e-9, min: 1e-14, max: 0.01, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "solver.bridged_time", causality: super::Causality::Local, variability: super::Variability::Discrete, unit: "s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "controller.proportional_gain", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "A/rad", start: 40.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "controller.integral_gain", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "A/(rad.s)", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "controller.derivative_gain", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "A.s/rad", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "controller.current_limit", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "A", start: 0.04, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "servovalve.torque_motor_gain", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m/A", start: 2.5, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "servovalve.feedback_stiffness", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m/m", start: 100.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "servovalve.flapper_stiffness", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m/m", start: 500.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "servovalve.natural_frequency", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "servovalve.damping_ratio", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 0.7, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "servovalve.flapper_travel", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m", start: 5e-5, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            super::RealVariable { name: "servovalve.spool_velocity_gain", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1/s", start: 3000.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "servovalve.spool_travel", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            super::RealVariable { name: "servovalve.pressure_gain", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "Pa/m", start: 40000000000.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "servovalve.flow_gain", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m2/s", start: 1.06, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "servovalve.rated_pressure", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "Pa", start: 26000000.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "motor.leakage_coefficient", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m3/(s.Pa)", start: 1e-12, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "motor.displacement", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m3/rad", start: 0.00445, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "controller.error_integral_rate", causality: super::Causality::Local, variability: super::Variability::Continuous, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "controller.tracking_time", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "s", start: 0.1, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
        ],
        integers: &[
            super::IntegerVariable { name: "friction_regime", causality: super::Causality::Output, variability: super::Variability::Discrete, start: 0, min: -1, max: 1, items: &[] },
            super::IntegerVariable { name: "end_stop", causality: super::Causality::Output, variability: super::Variability::Discrete, start: 0, min: -1, max: 1, items: &[] },
            super::IntegerVariable { name: "event_count", causality: super::Causality::Output, variability: super::Variability::Discrete, start: 0, min: 0, max: 2147483647, items: &[] },
            super::IntegerVariable { name: "initialization", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 2, items: &["start_values", "trim"] },
            super::IntegerVariable { name: "initialization_number", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 2, items: &["start_values", "trim"] },
            super::IntegerVariable { name: "friction.law", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 13, items: &["coulomb", "hess_soom", "stribeck", "majd_simaan", "majd_simaan_approximate", "dahl", "lugre", "tabulated", "karnopp", "sign", "hyperviscous", "quinn", "elasto_plastic"] },
            super::IntegerVariable { name: "friction.law_number", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 13, items: &["coulomb", "hess_soom", "stribeck", "majd_simaan", "majd_simaan_approximate", "dahl", "lugre", "tabulated", "karnopp", "sign", "hyperviscous", "quinn", "elasto_plastic"] },
            super::IntegerVariable { name: "friction.load_dependence", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 1, items: &[] },
            super::IntegerVariable { name: "friction.table.size", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 16, items: &[] },
            super::IntegerVariable { name: "solver.method", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 2, items: &["event_located", "fixed_step"] },
            super::IntegerVariable { name: "solver.method_number", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 2, items: &["event_located", "fixed_step"] },
            super::IntegerVariable { name: "solver.real_time", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 1, items: &[] },
            super::IntegerVariable { name: "servovalve.law", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 2, items: &["linear", "orifice"] },
            super::IntegerVariable { name: "servovalve.law_number", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 2, items: &["linear", "orifice"] },
            super::IntegerVariable { name: "controller.anti_windup", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 2, items: &["off", "back_calculation"] },
            super::IntegerVariable { name: "controller.anti_windup_number", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 2, items: &["off", "back_calculation"] },
        ],
        inputs: &[0, 1, 2],
        states: &[
            super::StateVariable { state: 3, derivative: 4, nominal: 0.1 },
            super::StateVariable { state: 4, derivative: 5, nominal: 0.1 },
            super::StateVariable { state: 9, derivative: 10, nominal: 1e-5 },
            super::StateVariable { state: 14, derivative: 15, nominal: 5e-5 },
            super::StateVariable { state: 15, derivative: 16, nominal: 0.125 },
            super::StateVariable { state: 17, derivative: 18, nominal: 0.001 },
            super::StateVariable { state: 13, derivative: 98, nominal: 0.01 },
        ],
        elements: &[],
        event_indicators: 12,
        table: super::FrictionTable::NONE,
    };

/// Parameters of the group `controller`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ControllerParameters {
    /// Current per position error (GAP). Unit: `A/rad`.
    pub proportional_gain: f64,
    /// Current per time integral of the position error; 0 switches it off. Unit: `A/(rad.s)`.
    pub integral_gain: f64,
    /// Current per rate of the position error; 0 switches it off. Unit: `A.s/rad`.
    pub derivative_gain: f64,
    /// Largest current to either side (CorM). Unit: `A`.
    pub current_limit: f64,
    /// Time in which the integral follows the current limit (anti_windup back_calculation, Tt). Unit: `s`.
    pub tracking_time: f64,
    /// Anti-windup of the integral of the position error.
    pub anti_windup: super::AntiWindup,
}

/// Parameters of the group `servovalve`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ServovalveParameters {
    /// Torque motor gain (GM). Unit: `N.m/A`.
    pub torque_motor_gain: f64,
    /// Torque of the feedback spring per spool displacement (KF). Unit: `N.m/m`.
    pub feedback_stiffness: f64,
    /// Restoring torque per flapper displacement (KFS). Unit: `N.m/m`.
    pub flapper_stiffness: f64,
    /// Undamped natural frequency of the first stage (WF). Unit: `rad/s`.
    pub natural_frequency: f64,
    /// Damping ratio of the first stage (ZF). Unit: `1`.
    pub damping_ratio: f64,
    /// Flapper travel to either side (XFM). Unit: `m`.
    pub flapper_travel: f64,
    /// Spool velocity per flapper displacement (GSF). Unit: `1/s`.
    pub spool_velocity_gain: f64,
    /// Spool travel to either side (XSM). Unit: `m`.
    pub spool_travel: f64,
    /// Differential pressure per spool displacement without flow (GPS; law linear; law orifice has its own, flow_gain over leakage_coefficient at rated_pressure). Unit: `Pa/m`.
    pub pressure_gain: f64,
    /// Flow per spool displacement without differential pressure (GQS); law linear: up to flow_gain*supply_pressure/pressure_gain, which limits the rate; law orifice: at a supply of rated_pressure. Unit: `m2/s`.
    pub flow_gain: f64,
    /// Supply pressure at which flow_gain holds (law orifice: flow without differential pressure grows with the square root of the supply). Unit: `Pa`.
    pub rated_pressure: f64,
    /// Law of the flow through the second stage.
    pub law: super::ValveLaw,
}

/// Parameters of the group `motor`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotorParameters {
    /// Leakage flow per differential pressure (CLk); law orifice needs some. Unit: `m3/(s.Pa)`.
    pub leakage_coefficient: f64,
    /// Motor volume per output angle, torque per differential pressure (Dis). Unit: `m3/rad`.
    pub displacement: f64,
}

    /// All parameters.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Parameters {
        /// Moment of inertia on the driving side (JM). Unit: `kg.m2`.
        pub inertia: f64,
        /// Moment of inertia on the driven side, added to the driving one; its torque crosses the mesh and so makes friction. Unit: `kg.m2`.
        pub load_inertia: f64,
        /// Viscous friction torque per velocity, part of the active effort. Unit: `N.m.s/rad`.
        pub viscous_coefficient: f64,
        /// Position at initialization, within the travel; trim keeps it where friction alone holds the body. Unit: `rad`.
        pub position_start: f64,
        /// Velocity at initialization; 0 with trim. Unit: `rad/s`.
        pub velocity_start: f64,
        /// Where the simulation starts; trim: the motor carries load_torque, friction nothing; at command less the error that the controller needs for that.
        pub initialization: super::Initialization,
        /// Group `travel`.
        pub travel: super::TravelParameters,
        /// Group `friction`.
        pub friction: super::FrictionParameters,
        /// Group `solver`.
        pub solver: super::SolverParameters,
        /// Group `controller`.
        pub controller: ControllerParameters,
        /// Group `servovalve`.
        pub servovalve: ServovalveParameters,
        /// Group `motor`.
        pub motor: MotorParameters,
    }

    impl Parameters {
        /// Takes the parameters from the values; an enumeration out of range reads as its first item.
        pub fn read(reals: &[f64; REALS], integers: &[i32; INTEGERS]) -> Self {
            Self {
                inertia: reals[21],
                load_inertia: reals[22],
                viscous_coefficient: reals[23],
                position_start: reals[24],
                velocity_start: reals[25],
                initialization: super::Initialization::from_integer(if integers[4] == 0 { integers[3] } else { integers[4] }).unwrap_or(super::Initialization::StartValues),
                travel: super::TravelParameters {
                    lower: reals[26],
                    upper: reals[27],
                },
                friction: Self::friction(reals, integers),
                solver: super::SolverParameters {
                    fixed_step_size: reals[77],
                    max_step_size: reals[78],
                    tolerance: reals[79],
                    method: super::SolverMethod::from_integer(if integers[10] == 0 { integers[9] } else { integers[10] }).unwrap_or(super::SolverMethod::EventLocated),
                    real_time: integers[11],
                },
                controller: ControllerParameters {
                    proportional_gain: reals[81],
                    integral_gain: reals[82],
                    derivative_gain: reals[83],
                    current_limit: reals[84],
                    tracking_time: reals[99],
                    anti_windup: super::AntiWindup::from_integer(if integers[15] == 0 { integers[14] } else { integers[15] }).unwrap_or(super::AntiWindup::Off),
                },
                servovalve: ServovalveParameters {
                    torque_motor_gain: reals[85],
                    feedback_stiffness: reals[86],
                    flapper_stiffness: reals[87],
                    natural_frequency: reals[88],
                    damping_ratio: reals[89],
                    flapper_travel: reals[90],
                    spool_velocity_gain: reals[91],
                    spool_travel: reals[92],
                    pressure_gain: reals[93],
                    flow_gain: reals[94],
                    rated_pressure: reals[95],
                    law: super::ValveLaw::from_integer(if integers[13] == 0 { integers[12] } else { integers[13] }).unwrap_or(super::ValveLaw::Linear),
                },
                motor: MotorParameters {
                    leakage_coefficient: reals[96],
                    displacement: reals[97],
                },
            }
        }

        /// Takes the group `friction` alone from the values.
        pub fn friction(reals: &[f64; REALS], integers: &[i32; INTEGERS]) -> super::FrictionParameters {
            super::FrictionParameters::read(&reals[28..], &integers[5..])
        }
    }

    impl super::CommonParameters for Parameters {
        fn viscous_coefficient(&self) -> f64 {
            self.viscous_coefficient
        }
        fn position_start(&self) -> f64 {
            self.position_start
        }
        fn velocity_start(&self) -> f64 {
            self.velocity_start
        }
        fn friction(&self) -> &super::FrictionParameters {
            &self.friction
        }
        fn solver(&self) -> &super::SolverParameters {
            &self.solver
        }
        fn travel(&self) -> &super::TravelParameters {
            &self.travel
        }
    }

    /// All inputs.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Inputs {
        /// Commanded position (Com). Unit: `rad`.
        pub command: f64,
        /// Load torque on the output shaft; positive pushes towards negative position. Unit: `N.m`.
        pub load_torque: f64,
        /// Supply less return pressure (PSR). Unit: `Pa`.
        pub supply_pressure: f64,
    }

    impl Inputs {
        /// Takes the inputs from the values.
        pub fn read(reals: &[f64; REALS]) -> Self {
            Self { command: reals[0], load_torque: reals[1], supply_pressure: reals[2] }
        }

        /// From an array in the order of `Interface::inputs`.
        pub fn from_array([command, load_torque, supply_pressure]: [f64; INPUTS]) -> Self {
            Self { command, load_torque, supply_pressure }
        }

        /// As an array in the order of `Interface::inputs`.
        pub fn to_array(&self) -> [f64; INPUTS] {
            let Self { command, load_torque, supply_pressure } = *self;
            [command, load_torque, supply_pressure]
        }
    }

    /// All that the model computes: outputs, local variables and calculated parameters.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Outputs {
        /// What every model computes.
        pub common: super::CommonOutputs,
        /// Friction torque, without viscous friction; positive opposes positive motion. Unit: `N.m`.
        pub friction_torque: f64,
        /// Contact torque of the hard end stop; positive at the upper stop, where it opposes positive motion. Unit: `N.m`.
        pub end_stop_torque: f64,
        /// Command less position (Err). Unit: `rad`.
        pub position_error: f64,
        /// Torque motor current after saturation (Cor). Unit: `A`.
        pub current: f64,
        /// Time integral of the position error. Unit: `rad.s`.
        pub controller_error_integral: f64,
        /// Flapper position, first stage of the servovalve (XF). Unit: `m`.
        pub flapper_position: f64,
        /// Flapper velocity (DXF). Unit: `m/s`.
        pub flapper_velocity: f64,
        /// Flapper acceleration (D2XF). Unit: `m/s2`.
        pub flapper_acceleration: f64,
        /// Spool position, second stage of the servovalve (XS). Unit: `m`.
        pub spool_position: f64,
        /// Spool velocity (DXS). Unit: `m/s`.
        pub spool_velocity: f64,
        /// Pressure difference across the motor (P12). Unit: `Pa`.
        pub differential_pressure: f64,
        /// Torque of the hydraulic motor (TM). Unit: `N.m`.
        pub motor_torque: f64,
        /// Rate of the integral: the position error, and with back_calculation what the current limit takes off over integral_gain*tracking_time. Unit: `rad`.
        pub controller_error_integral_rate: f64,
    }

    impl Outputs {
        /// Puts them into the values.
        #[inline]
        pub fn write(&self, reals: &mut [f64; REALS], integers: &mut [i32; INTEGERS]) {
            let Self { common, friction_torque, end_stop_torque, position_error, current, controller_error_integral, flapper_position, flapper_velocity, flapper_acceleration, spool_position, spool_velocity, differential_pressure, motor_torque, controller_error_integral_rate } = *self;
            let super::CommonOutputs { position, velocity, acceleration, last_event_time, bristle_deflection, bristle_deflection_rate, friction_stribeck_sigma, friction_peak_velocity, solver_bridged_time, friction_regime, end_stop, event_count } = common;
            reals[3] = position;
            reals[4] = velocity;
            reals[5] = acceleration;
            reals[6] = friction_torque;
            reals[7] = end_stop_torque;
            reals[8] = last_event_time;
            reals[9] = bristle_deflection;
            reals[10] = bristle_deflection_rate;
            reals[11] = position_error;
            reals[12] = current;
            reals[13] = controller_error_integral;
            reals[14] = flapper_position;
            reals[15] = flapper_velocity;
            reals[16] = flapper_acceleration;
            reals[17] = spool_position;
            reals[18] = spool_velocity;
            reals[19] = differential_pressure;
            reals[20] = motor_torque;
            reals[75] = friction_stribeck_sigma;
            reals[76] = friction_peak_velocity;
            reals[80] = solver_bridged_time;
            reals[98] = controller_error_integral_rate;
            integers[0] = friction_regime;
            integers[1] = end_stop;
            integers[2] = event_count;
        }
    }

    /// The typed variables.
    #[derive(Clone, Copy, Debug)]
    pub struct Variables;

    impl super::Variables for Variables {
        type Reals = [f64; REALS];
        type Integers = [i32; INTEGERS];
        type States = [f64; STATES];
        type Inputs = [f64; INPUTS];
        type Parameters = Parameters;
        type Outputs = Outputs;

        const ZEROS: (Self::Reals, Self::Integers) = ([0.0; REALS], [0; INTEGERS]);
        const EVENT_INDICATORS: usize = EVENT_INDICATORS;
        const REFERENCES: super::CommonReferences = super::CommonReferences { viscous_coefficient: reference::VISCOUS_COEFFICIENT, position_start: reference::POSITION_START, velocity_start: reference::VELOCITY_START, friction: reference::FRICTION, solver: reference::SOLVER, travel: reference::TRAVEL };

        fn parameters(reals: &Self::Reals, integers: &Self::Integers) -> Parameters {
            Parameters::read(reals, integers)
        }

        fn inputs(reals: &Self::Reals) -> Self::Inputs {
            Inputs::read(reals).to_array()
        }

        #[inline]
        fn write(outputs: &Outputs, reals: &mut Self::Reals, integers: &mut Self::Integers) {
            outputs.write(reals, integers);
        }
    }

    /// Value references.
    pub mod reference {
        /// `command`
        pub const COMMAND: u32 = 0;
        /// `load_torque`
        pub const LOAD_TORQUE: u32 = 1;
        /// `supply_pressure`
        pub const SUPPLY_PRESSURE: u32 = 2;
        /// `position`
        pub const POSITION: u32 = 3;
        /// `velocity`
        pub const VELOCITY: u32 = 4;
        /// `acceleration`
        pub const ACCELERATION: u32 = 5;
        /// `friction_torque`
        pub const FRICTION_TORQUE: u32 = 6;
        /// `end_stop_torque`
        pub const END_STOP_TORQUE: u32 = 7;
        /// `last_event_time`
        pub const LAST_EVENT_TIME: u32 = 8;
        /// `bristle_deflection`
        pub const BRISTLE_DEFLECTION: u32 = 9;
        /// `bristle_deflection_rate`
        pub const BRISTLE_DEFLECTION_RATE: u32 = 10;
        /// `position_error`
        pub const POSITION_ERROR: u32 = 11;
        /// `current`
        pub const CURRENT: u32 = 12;
        /// `controller.error_integral`
        pub const CONTROLLER_ERROR_INTEGRAL: u32 = 13;
        /// `flapper_position`
        pub const FLAPPER_POSITION: u32 = 14;
        /// `flapper_velocity`
        pub const FLAPPER_VELOCITY: u32 = 15;
        /// `flapper_acceleration`
        pub const FLAPPER_ACCELERATION: u32 = 16;
        /// `spool_position`
        pub const SPOOL_POSITION: u32 = 17;
        /// `spool_velocity`
        pub const SPOOL_VELOCITY: u32 = 18;
        /// `differential_pressure`
        pub const DIFFERENTIAL_PRESSURE: u32 = 19;
        /// `motor_torque`
        pub const MOTOR_TORQUE: u32 = 20;
        /// `inertia`
        pub const INERTIA: u32 = 21;
        /// `load_inertia`
        pub const LOAD_INERTIA: u32 = 22;
        /// `viscous_coefficient`
        pub const VISCOUS_COEFFICIENT: u32 = 23;
        /// `position_start`
        pub const POSITION_START: u32 = 24;
        /// `velocity_start`
        pub const VELOCITY_START: u32 = 25;
        /// `travel.lower`
        pub const TRAVEL_LOWER: u32 = 26;
        /// `travel.upper`
        pub const TRAVEL_UPPER: u32 = 27;
        /// `friction.coulomb_torque`
        pub const FRICTION_COULOMB_TORQUE: u32 = 28;
        /// `friction.static_ratio`
        pub const FRICTION_STATIC_RATIO: u32 = 29;
        /// `friction.breakaway_ratio`
        pub const FRICTION_BREAKAWAY_RATIO: u32 = 30;
        /// `friction.efficiency_opposing`
        pub const FRICTION_EFFICIENCY_OPPOSING: u32 = 31;
        /// `friction.efficiency_aiding`
        pub const FRICTION_EFFICIENCY_AIDING: u32 = 32;
        /// `friction.load_static_ratio`
        pub const FRICTION_LOAD_STATIC_RATIO: u32 = 33;
        /// `friction.backward_ratio`
        pub const FRICTION_BACKWARD_RATIO: u32 = 34;
        /// `friction.stribeck_velocity`
        pub const FRICTION_STRIBECK_VELOCITY: u32 = 35;
        /// `friction.stribeck_exponent`
        pub const FRICTION_STRIBECK_EXPONENT: u32 = 36;
        /// `friction.sharpness`
        pub const FRICTION_SHARPNESS: u32 = 37;
        /// `friction.regularization_velocity`
        pub const FRICTION_REGULARIZATION_VELOCITY: u32 = 38;
        /// `friction.bristle_stiffness`
        pub const FRICTION_BRISTLE_STIFFNESS: u32 = 39;
        /// `friction.bristle_damping`
        pub const FRICTION_BRISTLE_DAMPING: u32 = 40;
        /// `friction.elastic_share`
        pub const FRICTION_ELASTIC_SHARE: u32 = 41;
        /// `friction.bristle_deflection_start`
        pub const FRICTION_BRISTLE_DEFLECTION_START: u32 = 42;
        /// `friction.table.velocity[1]`
        pub const FRICTION_TABLE_VELOCITY_1: u32 = 43;
        /// `friction.table.velocity[2]`
        pub const FRICTION_TABLE_VELOCITY_2: u32 = 44;
        /// `friction.table.velocity[3]`
        pub const FRICTION_TABLE_VELOCITY_3: u32 = 45;
        /// `friction.table.velocity[4]`
        pub const FRICTION_TABLE_VELOCITY_4: u32 = 46;
        /// `friction.table.velocity[5]`
        pub const FRICTION_TABLE_VELOCITY_5: u32 = 47;
        /// `friction.table.velocity[6]`
        pub const FRICTION_TABLE_VELOCITY_6: u32 = 48;
        /// `friction.table.velocity[7]`
        pub const FRICTION_TABLE_VELOCITY_7: u32 = 49;
        /// `friction.table.velocity[8]`
        pub const FRICTION_TABLE_VELOCITY_8: u32 = 50;
        /// `friction.table.velocity[9]`
        pub const FRICTION_TABLE_VELOCITY_9: u32 = 51;
        /// `friction.table.velocity[10]`
        pub const FRICTION_TABLE_VELOCITY_10: u32 = 52;
        /// `friction.table.velocity[11]`
        pub const FRICTION_TABLE_VELOCITY_11: u32 = 53;
        /// `friction.table.velocity[12]`
        pub const FRICTION_TABLE_VELOCITY_12: u32 = 54;
        /// `friction.table.velocity[13]`
        pub const FRICTION_TABLE_VELOCITY_13: u32 = 55;
        /// `friction.table.velocity[14]`
        pub const FRICTION_TABLE_VELOCITY_14: u32 = 56;
        /// `friction.table.velocity[15]`
        pub const FRICTION_TABLE_VELOCITY_15: u32 = 57;
        /// `friction.table.velocity[16]`
        pub const FRICTION_TABLE_VELOCITY_16: u32 = 58;
        /// `friction.table.torque[1]`
        pub const FRICTION_TABLE_TORQUE_1: u32 = 59;
        /// `friction.table.torque[2]`
        pub const FRICTION_TABLE_TORQUE_2: u32 = 60;
        /// `friction.table.torque[3]`
        pub const FRICTION_TABLE_TORQUE_3: u32 = 61;
        /// `friction.table.torque[4]`
        pub const FRICTION_TABLE_TORQUE_4: u32 = 62;
        /// `friction.table.torque[5]`
        pub const FRICTION_TABLE_TORQUE_5: u32 = 63;
        /// `friction.table.torque[6]`
        pub const FRICTION_TABLE_TORQUE_6: u32 = 64;
        /// `friction.table.torque[7]`
        pub const FRICTION_TABLE_TORQUE_7: u32 = 65;
        /// `friction.table.torque[8]`
        pub const FRICTION_TABLE_TORQUE_8: u32 = 66;
        /// `friction.table.torque[9]`
        pub const FRICTION_TABLE_TORQUE_9: u32 = 67;
        /// `friction.table.torque[10]`
        pub const FRICTION_TABLE_TORQUE_10: u32 = 68;
        /// `friction.table.torque[11]`
        pub const FRICTION_TABLE_TORQUE_11: u32 = 69;
        /// `friction.table.torque[12]`
        pub const FRICTION_TABLE_TORQUE_12: u32 = 70;
        /// `friction.table.torque[13]`
        pub const FRICTION_TABLE_TORQUE_13: u32 = 71;
        /// `friction.table.torque[14]`
        pub const FRICTION_TABLE_TORQUE_14: u32 = 72;
        /// `friction.table.torque[15]`
        pub const FRICTION_TABLE_TORQUE_15: u32 = 73;
        /// `friction.table.torque[16]`
        pub const FRICTION_TABLE_TORQUE_16: u32 = 74;
        /// `friction.stribeck_sigma`
        pub const FRICTION_STRIBECK_SIGMA: u32 = 75;
        /// `friction.peak_velocity`
        pub const FRICTION_PEAK_VELOCITY: u32 = 76;
        /// `solver.fixed_step_size`
        pub const SOLVER_FIXED_STEP_SIZE: u32 = 77;
        /// `solver.max_step_size`
        pub const SOLVER_MAX_STEP_SIZE: u32 = 78;
        /// `solver.tolerance`
        pub const SOLVER_TOLERANCE: u32 = 79;
        /// `solver.bridged_time`
        pub const SOLVER_BRIDGED_TIME: u32 = 80;
        /// `controller.proportional_gain`
        pub const CONTROLLER_PROPORTIONAL_GAIN: u32 = 81;
        /// `controller.integral_gain`
        pub const CONTROLLER_INTEGRAL_GAIN: u32 = 82;
        /// `controller.derivative_gain`
        pub const CONTROLLER_DERIVATIVE_GAIN: u32 = 83;
        /// `controller.current_limit`
        pub const CONTROLLER_CURRENT_LIMIT: u32 = 84;
        /// `servovalve.torque_motor_gain`
        pub const SERVOVALVE_TORQUE_MOTOR_GAIN: u32 = 85;
        /// `servovalve.feedback_stiffness`
        pub const SERVOVALVE_FEEDBACK_STIFFNESS: u32 = 86;
        /// `servovalve.flapper_stiffness`
        pub const SERVOVALVE_FLAPPER_STIFFNESS: u32 = 87;
        /// `servovalve.natural_frequency`
        pub const SERVOVALVE_NATURAL_FREQUENCY: u32 = 88;
        /// `servovalve.damping_ratio`
        pub const SERVOVALVE_DAMPING_RATIO: u32 = 89;
        /// `servovalve.flapper_travel`
        pub const SERVOVALVE_FLAPPER_TRAVEL: u32 = 90;
        /// `servovalve.spool_velocity_gain`
        pub const SERVOVALVE_SPOOL_VELOCITY_GAIN: u32 = 91;
        /// `servovalve.spool_travel`
        pub const SERVOVALVE_SPOOL_TRAVEL: u32 = 92;
        /// `servovalve.pressure_gain`
        pub const SERVOVALVE_PRESSURE_GAIN: u32 = 93;
        /// `servovalve.flow_gain`
        pub const SERVOVALVE_FLOW_GAIN: u32 = 94;
        /// `servovalve.rated_pressure`
        pub const SERVOVALVE_RATED_PRESSURE: u32 = 95;
        /// `motor.leakage_coefficient`
        pub const MOTOR_LEAKAGE_COEFFICIENT: u32 = 96;
        /// `motor.displacement`
        pub const MOTOR_DISPLACEMENT: u32 = 97;
        /// `controller.error_integral_rate`
        pub const CONTROLLER_ERROR_INTEGRAL_RATE: u32 = 98;
        /// `controller.tracking_time`
        pub const CONTROLLER_TRACKING_TIME: u32 = 99;
        /// `friction_regime`
        pub const FRICTION_REGIME: u32 = 4096;
        /// `end_stop`
        pub const END_STOP: u32 = 4097;
        /// `event_count`
        pub const EVENT_COUNT: u32 = 4098;
        /// `initialization`
        pub const INITIALIZATION: u32 = 4099;
        /// `initialization_number`
        pub const INITIALIZATION_NUMBER: u32 = 4100;
        /// `friction.law`
        pub const FRICTION_LAW: u32 = 4101;
        /// `friction.law_number`
        pub const FRICTION_LAW_NUMBER: u32 = 4102;
        /// `friction.load_dependence`
        pub const FRICTION_LOAD_DEPENDENCE: u32 = 4103;
        /// `friction.table.size`
        pub const FRICTION_TABLE_SIZE: u32 = 4104;
        /// `solver.method`
        pub const SOLVER_METHOD: u32 = 4105;
        /// `solver.method_number`
        pub const SOLVER_METHOD_NUMBER: u32 = 4106;
        /// `solver.real_time`
        pub const SOLVER_REAL_TIME: u32 = 4107;
        /// `servovalve.law`
        pub const SERVOVALVE_LAW: u32 = 4108;
        /// `servovalve.law_number`
        pub const SERVOVALVE_LAW_NUMBER: u32 = 4109;
        /// `controller.anti_windup`
        pub const CONTROLLER_ANTI_WINDUP: u32 = 4110;
        /// `controller.anti_windup_number`
        pub const CONTROLLER_ANTI_WINDUP_NUMBER: u32 = 4111;
        /// The group `travel`.
        pub const TRAVEL: super::super::TravelReferences = super::super::TravelReferences {
            lower: 26,
            upper: 27,
        };
        /// The group `friction`.
        pub const FRICTION: super::super::FrictionReferences = super::super::FrictionReferences {
            coulomb_level: 28,
            static_ratio: 29,
            breakaway_ratio: 30,
            efficiency_opposing: 31,
            efficiency_aiding: 32,
            load_static_ratio: 33,
            backward_ratio: 34,
            stribeck_velocity: 35,
            stribeck_exponent: 36,
            sharpness: 37,
            regularization_velocity: 38,
            bristle_stiffness: 39,
            bristle_damping: 40,
            elastic_share: 41,
            bristle_deflection_start: 42,
            table_velocity: 43,
            table_level: 59,
            law: 4101,
            load_dependence: 4103,
            table_size: 4104,
        };
        /// The group `solver`.
        pub const SOLVER: super::super::SolverReferences = super::super::SolverReferences {
            fixed_step_size: 77,
            max_step_size: 78,
            tolerance: 79,
            method: 4105,
            real_time: 4107,
        };
    }
}

/// The variables of HydraulicActuator.
pub mod hydraulic_actuator {
    /// Number of Real variables.
    pub const REALS: usize = 77;
    /// Number of Integer and Enumeration variables.
    pub const INTEGERS: usize = 12;
    /// Number of inputs.
    pub const INPUTS: usize = 1;
    /// Number of continuous states.
    pub const STATES: usize = 5;
    /// Number of event indicators, as modelDescription.xml states it.
    pub const EVENT_INDICATORS: usize = 4;

    /// The variables.
    pub static INTERFACE: super::Interface = super::Interface {
        model: super::ModelKind::HydraulicActuator,
        identifier: "HydraulicActuator",
        guid: "{3b479e19-790f-7605-00aa-45adc9560230}",
        reals: &[
            super::RealVariable { name: "force", causality: super::Causality::Input, variability: super::Variability::Continuous, unit: "N", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "position", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "velocity", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "m/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "acceleration", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "m/s2", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction_force", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "N", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "end_stop_force", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "N", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "last_event_time", causality: super::Causality::Output, variability: super::Variability::Discrete, unit: "s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "bristle_deflection", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "bristle_deflection_rate", causality: super::Causality::Local, variability: super::Variability::Continuous, unit: "m/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "pressure_force", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "N", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "pressure", causality: super::Causality::Local, variability: super::Variability::Continuous, unit: "1", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "pressure_rate", causality: super::Causality::Local, variability: super::Variability::Continuous, unit: "1/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "pressure_acceleration", causality: super::Causality::Local, variability: super::Variability::Continuous, unit: "1/s2", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "mass", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "kg", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            super::RealVariable { name: "spring_stiffness", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N/m", start: 170.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "viscous_coefficient", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.s/m", start: 0.01, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "position_start", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "velocity_start", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "travel.lower", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m", start: -1000000.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "travel.upper", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m", start: 1000000.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "pressure_step.force_amplitude", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 1000.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "pressure_step.natural_frequency", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 5.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            super::RealVariable { name: "pressure_step.damping_ratio", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 0.5, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "pressure_step.time", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.coulomb_force", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.static_ratio", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 1.4984709480122325, min: 1.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.breakaway_ratio", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 1.0, min: 1.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.efficiency_opposing", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 1.0, min: 0.0, max: 1.0, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.efficiency_aiding", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 1.0, min: f64::NEG_INFINITY, max: 1.0, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.load_static_ratio", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.backward_ratio", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.stribeck_velocity", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.stribeck_exponent", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 2.0, min: 0.0, max: 10.0, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.sharpness", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 10.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.regularization_velocity", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.bristle_stiffness", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N/m", start: 100000.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.bristle_damping", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.s/m", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.elastic_share", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 0.7, min: 0.0, max: 0.999, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.bristle_deflection_start", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[1]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[2]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[3]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[4]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[5]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[6]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[7]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[8]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[9]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[10]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[11]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[12]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[13]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[14]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[15]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[16]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[1]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[2]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[3]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[4]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[5]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[6]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[7]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[8]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[9]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[10]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[11]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[12]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[13]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[14]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[15]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[16]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.stribeck_sigma", causality: super::Causality::CalculatedParameter, variability: super::Variability::Fixed, unit: "N", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.peak_velocity", causality: super::Causality::CalculatedParameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "solver.fixed_step_size", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "s", start: 1e-5, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            super::RealVariable { name: "solver.max_step_size", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "s", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            super::RealVariable { name: "solver.tolerance", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 1e-9, min: 1e-14, max: 0.01, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "solver.bridged_time", causality: super::Causality::Local, variability: super::Variability::Discrete, unit: "s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
        ],
        integers: &[
            super::IntegerVariable { name: "friction_regime", causality: super::Causality::Output, variability: super::Variability::Discrete, start: 0, min: -1, max: 1, items: &[] },
            super::IntegerVariable { name: "end_stop", causality: super::Causality::Output, variability: super::Variability::Discrete, start: 0, min: -1, max: 1, items: &[] },
            super::IntegerVariable { name: "event_count", causality: super::Causality::Output, variability: super::Variability::Discrete, start: 0, min: 0, max: 2147483647, items: &[] },
            super::IntegerVariable { name: "initialization", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 2, items: &["start_values", "trim"] },
            super::IntegerVariable { name: "initialization_number", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 2, items: &["start_values", "trim"] },
            super::IntegerVariable { name: "friction.law", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 7, min: 1, max: 13, items: &["coulomb", "hess_soom", "stribeck", "majd_simaan", "majd_simaan_approximate", "dahl", "lugre", "tabulated", "karnopp", "sign", "hyperviscous", "quinn", "elasto_plastic"] },
            super::IntegerVariable { name: "friction.law_number", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 13, items: &["coulomb", "hess_soom", "stribeck", "majd_simaan", "majd_simaan_approximate", "dahl", "lugre", "tabulated", "karnopp", "sign", "hyperviscous", "quinn", "elasto_plastic"] },
            super::IntegerVariable { name: "friction.load_dependence", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 1, items: &[] },
            super::IntegerVariable { name: "friction.table.size", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 16, items: &[] },
            super::IntegerVariable { name: "solver.method", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 2, items: &["event_located", "fixed_step"] },
            super::IntegerVariable { name: "solver.method_number", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 2, items: &["event_located", "fixed_step"] },
            super::IntegerVariable { name: "solver.real_time", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 1, items: &[] },
        ],
        inputs: &[0],
        states: &[
            super::StateVariable { state: 1, derivative: 2, nominal: 0.1 },
            super::StateVariable { state: 2, derivative: 3, nominal: 0.1 },
            super::StateVariable { state: 7, derivative: 8, nominal: 1e-5 },
            super::StateVariable { state: 10, derivative: 11, nominal: 1.0 },
            super::StateVariable { state: 11, derivative: 12, nominal: 1.0 },
        ],
        elements: &[],
        event_indicators: 4,
        table: super::FrictionTable::NONE,
    };

/// Parameters of the group `pressure_step`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PressureStepParameters {
    /// Final force of the pressure step (A); 0 switches it off. Unit: `N`.
    pub force_amplitude: f64,
    /// Undamped natural frequency of the pressure step response (wn). Unit: `rad/s`.
    pub natural_frequency: f64,
    /// Damping ratio of the pressure step response (zeta). Unit: `1`.
    pub damping_ratio: f64,
    /// Time at which the pressure step begins. Unit: `s`.
    pub time: f64,
}

    /// All parameters.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Parameters {
        /// Moving mass (M). Unit: `kg`.
        pub mass: f64,
        /// Stiffness of the spring towards position 0 (k). Unit: `N/m`.
        pub spring_stiffness: f64,
        /// Viscous friction force per velocity, part of the active effort. Unit: `N.s/m`.
        pub viscous_coefficient: f64,
        /// Position at initialization, within the travel; trim keeps it where friction alone holds the body. Unit: `m`.
        pub position_start: f64,
        /// Velocity at initialization; 0 with trim. Unit: `m/s`.
        pub velocity_start: f64,
        /// Where the simulation starts; trim: before the pressure step, where the spring carries force; without a spring friction or an end stop holds the body at position_start.
        pub initialization: super::Initialization,
        /// Group `travel`.
        pub travel: super::TravelParameters,
        /// Group `pressure_step`.
        pub pressure_step: PressureStepParameters,
        /// Group `friction`.
        pub friction: super::FrictionParameters,
        /// Group `solver`.
        pub solver: super::SolverParameters,
    }

    impl Parameters {
        /// Takes the parameters from the values; an enumeration out of range reads as its first item.
        pub fn read(reals: &[f64; REALS], integers: &[i32; INTEGERS]) -> Self {
            Self {
                mass: reals[13],
                spring_stiffness: reals[14],
                viscous_coefficient: reals[15],
                position_start: reals[16],
                velocity_start: reals[17],
                initialization: super::Initialization::from_integer(if integers[4] == 0 { integers[3] } else { integers[4] }).unwrap_or(super::Initialization::StartValues),
                travel: super::TravelParameters {
                    lower: reals[18],
                    upper: reals[19],
                },
                pressure_step: PressureStepParameters {
                    force_amplitude: reals[20],
                    natural_frequency: reals[21],
                    damping_ratio: reals[22],
                    time: reals[23],
                },
                friction: Self::friction(reals, integers),
                solver: super::SolverParameters {
                    fixed_step_size: reals[73],
                    max_step_size: reals[74],
                    tolerance: reals[75],
                    method: super::SolverMethod::from_integer(if integers[10] == 0 { integers[9] } else { integers[10] }).unwrap_or(super::SolverMethod::EventLocated),
                    real_time: integers[11],
                },
            }
        }

        /// Takes the group `friction` alone from the values.
        pub fn friction(reals: &[f64; REALS], integers: &[i32; INTEGERS]) -> super::FrictionParameters {
            super::FrictionParameters::read(&reals[24..], &integers[5..])
        }
    }

    impl super::CommonParameters for Parameters {
        fn viscous_coefficient(&self) -> f64 {
            self.viscous_coefficient
        }
        fn position_start(&self) -> f64 {
            self.position_start
        }
        fn velocity_start(&self) -> f64 {
            self.velocity_start
        }
        fn friction(&self) -> &super::FrictionParameters {
            &self.friction
        }
        fn solver(&self) -> &super::SolverParameters {
            &self.solver
        }
        fn travel(&self) -> &super::TravelParameters {
            &self.travel
        }
    }

    /// All inputs.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Inputs {
        /// External force, added to the pressure force; positive pushes towards positive position. Unit: `N`.
        pub force: f64,
    }

    impl Inputs {
        /// Takes the inputs from the values.
        pub fn read(reals: &[f64; REALS]) -> Self {
            Self { force: reals[0] }
        }

        /// From an array in the order of `Interface::inputs`.
        pub fn from_array([force]: [f64; INPUTS]) -> Self {
            Self { force }
        }

        /// As an array in the order of `Interface::inputs`.
        pub fn to_array(&self) -> [f64; INPUTS] {
            let Self { force } = *self;
            [force]
        }
    }

    /// All that the model computes: outputs, local variables and calculated parameters.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Outputs {
        /// What every model computes.
        pub common: super::CommonOutputs,
        /// Friction force, without viscous friction; positive opposes positive motion. Unit: `N`.
        pub friction_force: f64,
        /// Contact force of the hard end stop; positive at the upper stop, where it opposes positive motion. Unit: `N`.
        pub end_stop_force: f64,
        /// Force of the pressure step on the piston (A p). Unit: `N`.
        pub pressure_force: f64,
        /// Pressure step response, 0 before the step, 1 in the end (p). Unit: `1`.
        pub pressure: f64,
        /// Time derivative of the pressure step response. Unit: `1/s`.
        pub pressure_rate: f64,
        /// Second time derivative of the pressure step response. Unit: `1/s2`.
        pub pressure_acceleration: f64,
    }

    impl Outputs {
        /// Puts them into the values.
        #[inline]
        pub fn write(&self, reals: &mut [f64; REALS], integers: &mut [i32; INTEGERS]) {
            let Self { common, friction_force, end_stop_force, pressure_force, pressure, pressure_rate, pressure_acceleration } = *self;
            let super::CommonOutputs { position, velocity, acceleration, last_event_time, bristle_deflection, bristle_deflection_rate, friction_stribeck_sigma, friction_peak_velocity, solver_bridged_time, friction_regime, end_stop, event_count } = common;
            reals[1] = position;
            reals[2] = velocity;
            reals[3] = acceleration;
            reals[4] = friction_force;
            reals[5] = end_stop_force;
            reals[6] = last_event_time;
            reals[7] = bristle_deflection;
            reals[8] = bristle_deflection_rate;
            reals[9] = pressure_force;
            reals[10] = pressure;
            reals[11] = pressure_rate;
            reals[12] = pressure_acceleration;
            reals[71] = friction_stribeck_sigma;
            reals[72] = friction_peak_velocity;
            reals[76] = solver_bridged_time;
            integers[0] = friction_regime;
            integers[1] = end_stop;
            integers[2] = event_count;
        }
    }

    /// The typed variables.
    #[derive(Clone, Copy, Debug)]
    pub struct Variables;

    impl super::Variables for Variables {
        type Reals = [f64; REALS];
        type Integers = [i32; INTEGERS];
        type States = [f64; STATES];
        type Inputs = [f64; INPUTS];
        type Parameters = Parameters;
        type Outputs = Outputs;

        const ZEROS: (Self::Reals, Self::Integers) = ([0.0; REALS], [0; INTEGERS]);
        const EVENT_INDICATORS: usize = EVENT_INDICATORS;
        const REFERENCES: super::CommonReferences = super::CommonReferences { viscous_coefficient: reference::VISCOUS_COEFFICIENT, position_start: reference::POSITION_START, velocity_start: reference::VELOCITY_START, friction: reference::FRICTION, solver: reference::SOLVER, travel: reference::TRAVEL };

        fn parameters(reals: &Self::Reals, integers: &Self::Integers) -> Parameters {
            Parameters::read(reals, integers)
        }

        fn inputs(reals: &Self::Reals) -> Self::Inputs {
            Inputs::read(reals).to_array()
        }

        #[inline]
        fn write(outputs: &Outputs, reals: &mut Self::Reals, integers: &mut Self::Integers) {
            outputs.write(reals, integers);
        }
    }

    /// Value references.
    pub mod reference {
        /// `force`
        pub const FORCE: u32 = 0;
        /// `position`
        pub const POSITION: u32 = 1;
        /// `velocity`
        pub const VELOCITY: u32 = 2;
        /// `acceleration`
        pub const ACCELERATION: u32 = 3;
        /// `friction_force`
        pub const FRICTION_FORCE: u32 = 4;
        /// `end_stop_force`
        pub const END_STOP_FORCE: u32 = 5;
        /// `last_event_time`
        pub const LAST_EVENT_TIME: u32 = 6;
        /// `bristle_deflection`
        pub const BRISTLE_DEFLECTION: u32 = 7;
        /// `bristle_deflection_rate`
        pub const BRISTLE_DEFLECTION_RATE: u32 = 8;
        /// `pressure_force`
        pub const PRESSURE_FORCE: u32 = 9;
        /// `pressure`
        pub const PRESSURE: u32 = 10;
        /// `pressure_rate`
        pub const PRESSURE_RATE: u32 = 11;
        /// `pressure_acceleration`
        pub const PRESSURE_ACCELERATION: u32 = 12;
        /// `mass`
        pub const MASS: u32 = 13;
        /// `spring_stiffness`
        pub const SPRING_STIFFNESS: u32 = 14;
        /// `viscous_coefficient`
        pub const VISCOUS_COEFFICIENT: u32 = 15;
        /// `position_start`
        pub const POSITION_START: u32 = 16;
        /// `velocity_start`
        pub const VELOCITY_START: u32 = 17;
        /// `travel.lower`
        pub const TRAVEL_LOWER: u32 = 18;
        /// `travel.upper`
        pub const TRAVEL_UPPER: u32 = 19;
        /// `pressure_step.force_amplitude`
        pub const PRESSURE_STEP_FORCE_AMPLITUDE: u32 = 20;
        /// `pressure_step.natural_frequency`
        pub const PRESSURE_STEP_NATURAL_FREQUENCY: u32 = 21;
        /// `pressure_step.damping_ratio`
        pub const PRESSURE_STEP_DAMPING_RATIO: u32 = 22;
        /// `pressure_step.time`
        pub const PRESSURE_STEP_TIME: u32 = 23;
        /// `friction.coulomb_force`
        pub const FRICTION_COULOMB_FORCE: u32 = 24;
        /// `friction.static_ratio`
        pub const FRICTION_STATIC_RATIO: u32 = 25;
        /// `friction.breakaway_ratio`
        pub const FRICTION_BREAKAWAY_RATIO: u32 = 26;
        /// `friction.efficiency_opposing`
        pub const FRICTION_EFFICIENCY_OPPOSING: u32 = 27;
        /// `friction.efficiency_aiding`
        pub const FRICTION_EFFICIENCY_AIDING: u32 = 28;
        /// `friction.load_static_ratio`
        pub const FRICTION_LOAD_STATIC_RATIO: u32 = 29;
        /// `friction.backward_ratio`
        pub const FRICTION_BACKWARD_RATIO: u32 = 30;
        /// `friction.stribeck_velocity`
        pub const FRICTION_STRIBECK_VELOCITY: u32 = 31;
        /// `friction.stribeck_exponent`
        pub const FRICTION_STRIBECK_EXPONENT: u32 = 32;
        /// `friction.sharpness`
        pub const FRICTION_SHARPNESS: u32 = 33;
        /// `friction.regularization_velocity`
        pub const FRICTION_REGULARIZATION_VELOCITY: u32 = 34;
        /// `friction.bristle_stiffness`
        pub const FRICTION_BRISTLE_STIFFNESS: u32 = 35;
        /// `friction.bristle_damping`
        pub const FRICTION_BRISTLE_DAMPING: u32 = 36;
        /// `friction.elastic_share`
        pub const FRICTION_ELASTIC_SHARE: u32 = 37;
        /// `friction.bristle_deflection_start`
        pub const FRICTION_BRISTLE_DEFLECTION_START: u32 = 38;
        /// `friction.table.velocity[1]`
        pub const FRICTION_TABLE_VELOCITY_1: u32 = 39;
        /// `friction.table.velocity[2]`
        pub const FRICTION_TABLE_VELOCITY_2: u32 = 40;
        /// `friction.table.velocity[3]`
        pub const FRICTION_TABLE_VELOCITY_3: u32 = 41;
        /// `friction.table.velocity[4]`
        pub const FRICTION_TABLE_VELOCITY_4: u32 = 42;
        /// `friction.table.velocity[5]`
        pub const FRICTION_TABLE_VELOCITY_5: u32 = 43;
        /// `friction.table.velocity[6]`
        pub const FRICTION_TABLE_VELOCITY_6: u32 = 44;
        /// `friction.table.velocity[7]`
        pub const FRICTION_TABLE_VELOCITY_7: u32 = 45;
        /// `friction.table.velocity[8]`
        pub const FRICTION_TABLE_VELOCITY_8: u32 = 46;
        /// `friction.table.velocity[9]`
        pub const FRICTION_TABLE_VELOCITY_9: u32 = 47;
        /// `friction.table.velocity[10]`
        pub const FRICTION_TABLE_VELOCITY_10: u32 = 48;
        /// `friction.table.velocity[11]`
        pub const FRICTION_TABLE_VELOCITY_11: u32 = 49;
        /// `friction.table.velocity[12]`
        pub const FRICTION_TABLE_VELOCITY_12: u32 = 50;
        /// `friction.table.velocity[13]`
        pub const FRICTION_TABLE_VELOCITY_13: u32 = 51;
        /// `friction.table.velocity[14]`
        pub const FRICTION_TABLE_VELOCITY_14: u32 = 52;
        /// `friction.table.velocity[15]`
        pub const FRICTION_TABLE_VELOCITY_15: u32 = 53;
        /// `friction.table.velocity[16]`
        pub const FRICTION_TABLE_VELOCITY_16: u32 = 54;
        /// `friction.table.force[1]`
        pub const FRICTION_TABLE_FORCE_1: u32 = 55;
        /// `friction.table.force[2]`
        pub const FRICTION_TABLE_FORCE_2: u32 = 56;
        /// `friction.table.force[3]`
        pub const FRICTION_TABLE_FORCE_3: u32 = 57;
        /// `friction.table.force[4]`
        pub const FRICTION_TABLE_FORCE_4: u32 = 58;
        /// `friction.table.force[5]`
        pub const FRICTION_TABLE_FORCE_5: u32 = 59;
        /// `friction.table.force[6]`
        pub const FRICTION_TABLE_FORCE_6: u32 = 60;
        /// `friction.table.force[7]`
        pub const FRICTION_TABLE_FORCE_7: u32 = 61;
        /// `friction.table.force[8]`
        pub const FRICTION_TABLE_FORCE_8: u32 = 62;
        /// `friction.table.force[9]`
        pub const FRICTION_TABLE_FORCE_9: u32 = 63;
        /// `friction.table.force[10]`
        pub const FRICTION_TABLE_FORCE_10: u32 = 64;
        /// `friction.table.force[11]`
        pub const FRICTION_TABLE_FORCE_11: u32 = 65;
        /// `friction.table.force[12]`
        pub const FRICTION_TABLE_FORCE_12: u32 = 66;
        /// `friction.table.force[13]`
        pub const FRICTION_TABLE_FORCE_13: u32 = 67;
        /// `friction.table.force[14]`
        pub const FRICTION_TABLE_FORCE_14: u32 = 68;
        /// `friction.table.force[15]`
        pub const FRICTION_TABLE_FORCE_15: u32 = 69;
        /// `friction.table.force[16]`
        pub const FRICTION_TABLE_FORCE_16: u32 = 70;
        /// `friction.stribeck_sigma`
        pub const FRICTION_STRIBECK_SIGMA: u32 = 71;
        /// `friction.peak_velocity`
        pub const FRICTION_PEAK_VELOCITY: u32 = 72;
        /// `solver.fixed_step_size`
        pub const SOLVER_FIXED_STEP_SIZE: u32 = 73;
        /// `solver.max_step_size`
        pub const SOLVER_MAX_STEP_SIZE: u32 = 74;
        /// `solver.tolerance`
        pub const SOLVER_TOLERANCE: u32 = 75;
        /// `solver.bridged_time`
        pub const SOLVER_BRIDGED_TIME: u32 = 76;
        /// `friction_regime`
        pub const FRICTION_REGIME: u32 = 4096;
        /// `end_stop`
        pub const END_STOP: u32 = 4097;
        /// `event_count`
        pub const EVENT_COUNT: u32 = 4098;
        /// `initialization`
        pub const INITIALIZATION: u32 = 4099;
        /// `initialization_number`
        pub const INITIALIZATION_NUMBER: u32 = 4100;
        /// `friction.law`
        pub const FRICTION_LAW: u32 = 4101;
        /// `friction.law_number`
        pub const FRICTION_LAW_NUMBER: u32 = 4102;
        /// `friction.load_dependence`
        pub const FRICTION_LOAD_DEPENDENCE: u32 = 4103;
        /// `friction.table.size`
        pub const FRICTION_TABLE_SIZE: u32 = 4104;
        /// `solver.method`
        pub const SOLVER_METHOD: u32 = 4105;
        /// `solver.method_number`
        pub const SOLVER_METHOD_NUMBER: u32 = 4106;
        /// `solver.real_time`
        pub const SOLVER_REAL_TIME: u32 = 4107;
        /// The group `travel`.
        pub const TRAVEL: super::super::TravelReferences = super::super::TravelReferences {
            lower: 18,
            upper: 19,
        };
        /// The group `friction`.
        pub const FRICTION: super::super::FrictionReferences = super::super::FrictionReferences {
            coulomb_level: 24,
            static_ratio: 25,
            breakaway_ratio: 26,
            efficiency_opposing: 27,
            efficiency_aiding: 28,
            load_static_ratio: 29,
            backward_ratio: 30,
            stribeck_velocity: 31,
            stribeck_exponent: 32,
            sharpness: 33,
            regularization_velocity: 34,
            bristle_stiffness: 35,
            bristle_damping: 36,
            elastic_share: 37,
            bristle_deflection_start: 38,
            table_velocity: 39,
            table_level: 55,
            law: 4101,
            load_dependence: 4103,
            table_size: 4104,
        };
        /// The group `solver`.
        pub const SOLVER: super::super::SolverReferences = super::super::SolverReferences {
            fixed_step_size: 73,
            max_step_size: 74,
            tolerance: 75,
            method: 4105,
            real_time: 4107,
        };
    }
}

/// A twin for tests: TunableMotionTransmission.
#[cfg(feature = "tunable-twins")]
#[allow(non_snake_case, clippy::approx_constant)]
pub mod twin_TunableMotionTransmission {
    /// The variables.
    pub static INTERFACE: super::Interface = super::Interface {
        model: super::ModelKind::MotionTransmission,
        identifier: "TunableMotionTransmission",
        guid: "{3997f97a-9d62-2ca0-d5f4-ac946a3d4a83}",
        reals: &[
            super::RealVariable { name: "motor_torque", causality: super::Causality::Input, variability: super::Variability::Continuous, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "load_torque", causality: super::Causality::Input, variability: super::Variability::Continuous, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "position", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "velocity", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "rad/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "acceleration", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "rad/s2", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction_torque", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "end_stop_torque", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "last_event_time", causality: super::Causality::Output, variability: super::Variability::Discrete, unit: "s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "bristle_deflection", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "bristle_deflection_rate", causality: super::Causality::Local, variability: super::Variability::Continuous, unit: "rad/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "active_torque", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "inertia", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "kg.m2", start: 2200.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            super::RealVariable { name: "load_inertia", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "kg.m2", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "viscous_coefficient", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "N.m.s/rad", start: 80000.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "position_start", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "velocity_start", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "travel.lower", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad", start: -0.17453292519943295, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "travel.upper", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad", start: 0.17453292519943295, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.coulomb_torque", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.static_ratio", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 1.7, min: 1.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.breakaway_ratio", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 1.0, min: 1.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.efficiency_opposing", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 0.96, min: 0.0, max: 1.0, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.efficiency_aiding", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 0.66, min: f64::NEG_INFINITY, max: 1.0, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.load_static_ratio", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.backward_ratio", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.stribeck_velocity", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "rad/s", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.stribeck_exponent", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 1.0, min: 0.0, max: 10.0, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.sharpness", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 10.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.regularization_velocity", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "rad/s", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.bristle_stiffness", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "N.m/rad", start: 1000000000.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.bristle_damping", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "N.m.s/rad", start: 1000000.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.elastic_share", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 0.7, min: 0.0, max: 0.999, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.bristle_deflection_start", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[1]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[2]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[3]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[4]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[5]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[6]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[7]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[8]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[9]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[10]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[11]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[12]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[13]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[14]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[15]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[16]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[1]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[2]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[3]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[4]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[5]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[6]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[7]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[8]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[9]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[10]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[11]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[12]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[13]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[14]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[15]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[16]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.stribeck_sigma", causality: super::Causality::CalculatedParameter, variability: super::Variability::Tunable, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.peak_velocity", causality: super::Causality::CalculatedParameter, variability: super::Variability::Tunable, unit: "rad/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "solver.fixed_step_size", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "s", start: 1e-5, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            super::RealVariable { name: "solver.max_step_size", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "s", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            super::RealVariable { name: "solver.tolerance", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 1e-9, min: 1e-14, max: 0.01, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "solver.bridged_time", causality: super::Causality::Local, variability: super::Variability::Discrete, unit: "s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
        ],
        integers: &[
            super::IntegerVariable { name: "friction_regime", causality: super::Causality::Output, variability: super::Variability::Discrete, start: 0, min: -1, max: 1, items: &[] },
            super::IntegerVariable { name: "end_stop", causality: super::Causality::Output, variability: super::Variability::Discrete, start: 0, min: -1, max: 1, items: &[] },
            super::IntegerVariable { name: "event_count", causality: super::Causality::Output, variability: super::Variability::Discrete, start: 0, min: 0, max: 2147483647, items: &[] },
            super::IntegerVariable { name: "initialization", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 2, items: &["start_values", "trim"] },
            super::IntegerVariable { name: "initialization_number", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 2, items: &["start_values", "trim"] },
            super::IntegerVariable { name: "friction.law", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 13, items: &["coulomb", "hess_soom", "stribeck", "majd_simaan", "majd_simaan_approximate", "dahl", "lugre", "tabulated", "karnopp", "sign", "hyperviscous", "quinn", "elasto_plastic"] },
            super::IntegerVariable { name: "friction.law_number", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 13, items: &["coulomb", "hess_soom", "stribeck", "majd_simaan", "majd_simaan_approximate", "dahl", "lugre", "tabulated", "karnopp", "sign", "hyperviscous", "quinn", "elasto_plastic"] },
            super::IntegerVariable { name: "friction.load_dependence", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 1, items: &[] },
            super::IntegerVariable { name: "friction.table.size", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 16, items: &[] },
            super::IntegerVariable { name: "solver.method", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 2, items: &["event_located", "fixed_step"] },
            super::IntegerVariable { name: "solver.method_number", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 2, items: &["event_located", "fixed_step"] },
            super::IntegerVariable { name: "solver.real_time", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 1, items: &[] },
        ],
        inputs: &[0, 1],
        states: &[
            super::StateVariable { state: 2, derivative: 3, nominal: 0.1 },
            super::StateVariable { state: 3, derivative: 4, nominal: 0.1 },
            super::StateVariable { state: 8, derivative: 9, nominal: 1e-5 },
        ],
        elements: &[],
        event_indicators: 4,
        table: super::FrictionTable::NONE,
    };

}

/// A twin for tests: TunableServoActuator.
#[cfg(feature = "tunable-twins")]
#[allow(non_snake_case, clippy::approx_constant)]
pub mod twin_TunableServoActuator {
    /// The variables.
    pub static INTERFACE: super::Interface = super::Interface {
        model: super::ModelKind::ServoActuator,
        identifier: "TunableServoActuator",
        guid: "{f8c1e58e-3fae-ffa3-fda6-bfb11e75ea1c}",
        reals: &[
            super::RealVariable { name: "command", causality: super::Causality::Input, variability: super::Variability::Continuous, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "load_torque", causality: super::Causality::Input, variability: super::Variability::Continuous, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "supply_pressure", causality: super::Causality::Input, variability: super::Variability::Continuous, unit: "Pa", start: 26000000.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "position", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "velocity", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "rad/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "acceleration", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "rad/s2", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction_torque", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "end_stop_torque", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "last_event_time", causality: super::Causality::Output, variability: super::Variability::Discrete, unit: "s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "bristle_deflection", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "bristle_deflection_rate", causality: super::Causality::Local, variability: super::Variability::Continuous, unit: "rad/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "position_error", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "current", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "A", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "controller.error_integral", causality: super::Causality::Local, variability: super::Variability::Continuous, unit: "rad.s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "flapper_position", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "flapper_velocity", causality: super::Causality::Local, variability: super::Variability::Continuous, unit: "m/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "flapper_acceleration", causality: super::Causality::Local, variability: super::Variability::Continuous, unit: "m/s2", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "spool_position", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "spool_velocity", causality: super::Causality::Local, variability: super::Variability::Continuous, unit: "m/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "differential_pressure", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "Pa", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "motor_torque", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "inertia", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "kg.m2", start: 2200.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            super::RealVariable { name: "load_inertia", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "kg.m2", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "viscous_coefficient", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "N.m.s/rad", start: 80000.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "position_start", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "velocity_start", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "travel.lower", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad", start: -0.17453292519943295, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "travel.upper", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad", start: 0.17453292519943295, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.coulomb_torque", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.static_ratio", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 1.7, min: 1.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.breakaway_ratio", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 1.0, min: 1.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.efficiency_opposing", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 0.96, min: 0.0, max: 1.0, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.efficiency_aiding", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 0.66, min: f64::NEG_INFINITY, max: 1.0, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.load_static_ratio", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.backward_ratio", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.stribeck_velocity", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "rad/s", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.stribeck_exponent", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 1.0, min: 0.0, max: 10.0, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.sharpness", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 10.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.regularization_velocity", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "rad/s", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.bristle_stiffness", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "N.m/rad", start: 1000000000.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.bristle_damping", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "N.m.s/rad", start: 1000000.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.elastic_share", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 0.7, min: 0.0, max: 0.999, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.bristle_deflection_start", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[1]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[2]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[3]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[4]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[5]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[6]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[7]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[8]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[9]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[10]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[11]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[12]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[13]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[14]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[15]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[16]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[1]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[2]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[3]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[4]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[5]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[6]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[7]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[8]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[9]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[10]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[11]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[12]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[13]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[14]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[15]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.torque[16]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N.m", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.stribeck_sigma", causality: super::Causality::CalculatedParameter, variability: super::Variability::Tunable, unit: "N.m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.peak_velocity", causality: super::Causality::CalculatedParameter, variability: super::Variability::Tunable, unit: "rad/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "solver.fixed_step_size", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "s", start: 1e-5, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            super::RealVariable { name: "solver.max_step_size", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "s", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            super::RealVariable { name: "solver.tolerance", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 1e-9, min: 1e-14, max: 0.01, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "solver.bridged_time", causality: super::Causality::Local, variability: super::Variability::Discrete, unit: "s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "controller.proportional_gain", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "A/rad", start: 40.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "controller.integral_gain", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "A/(rad.s)", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "controller.derivative_gain", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "A.s/rad", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "controller.current_limit", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "A", start: 0.04, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "servovalve.torque_motor_gain", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "N.m/A", start: 2.5, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "servovalve.feedback_stiffness", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "N.m/m", start: 100.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "servovalve.flapper_stiffness", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "N.m/m", start: 500.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "servovalve.natural_frequency", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "rad/s", start: 2500.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "servovalve.damping_ratio", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 0.7, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "servovalve.flapper_travel", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m", start: 5e-5, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            super::RealVariable { name: "servovalve.spool_velocity_gain", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1/s", start: 3000.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "servovalve.spool_travel", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            super::RealVariable { name: "servovalve.pressure_gain", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "Pa/m", start: 40000000000.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "servovalve.flow_gain", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "m2/s", start: 1.06, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "servovalve.rated_pressure", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "Pa", start: 26000000.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "motor.leakage_coefficient", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "m3/(s.Pa)", start: 1e-12, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "motor.displacement", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "m3/rad", start: 0.00445, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "controller.error_integral_rate", causality: super::Causality::Local, variability: super::Variability::Continuous, unit: "rad", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "controller.tracking_time", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "s", start: 0.1, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
        ],
        integers: &[
            super::IntegerVariable { name: "friction_regime", causality: super::Causality::Output, variability: super::Variability::Discrete, start: 0, min: -1, max: 1, items: &[] },
            super::IntegerVariable { name: "end_stop", causality: super::Causality::Output, variability: super::Variability::Discrete, start: 0, min: -1, max: 1, items: &[] },
            super::IntegerVariable { name: "event_count", causality: super::Causality::Output, variability: super::Variability::Discrete, start: 0, min: 0, max: 2147483647, items: &[] },
            super::IntegerVariable { name: "initialization", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 2, items: &["start_values", "trim"] },
            super::IntegerVariable { name: "initialization_number", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 2, items: &["start_values", "trim"] },
            super::IntegerVariable { name: "friction.law", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 13, items: &["coulomb", "hess_soom", "stribeck", "majd_simaan", "majd_simaan_approximate", "dahl", "lugre", "tabulated", "karnopp", "sign", "hyperviscous", "quinn", "elasto_plastic"] },
            super::IntegerVariable { name: "friction.law_number", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 13, items: &["coulomb", "hess_soom", "stribeck", "majd_simaan", "majd_simaan_approximate", "dahl", "lugre", "tabulated", "karnopp", "sign", "hyperviscous", "quinn", "elasto_plastic"] },
            super::IntegerVariable { name: "friction.load_dependence", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 1, items: &[] },
            super::IntegerVariable { name: "friction.table.size", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 16, items: &[] },
            super::IntegerVariable { name: "solver.method", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 2, items: &["event_located", "fixed_step"] },
            super::IntegerVariable { name: "solver.method_number", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 2, items: &["event_located", "fixed_step"] },
            super::IntegerVariable { name: "solver.real_time", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 1, items: &[] },
            super::IntegerVariable { name: "servovalve.law", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 2, items: &["linear", "orifice"] },
            super::IntegerVariable { name: "servovalve.law_number", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 2, items: &["linear", "orifice"] },
            super::IntegerVariable { name: "controller.anti_windup", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 2, items: &["off", "back_calculation"] },
            super::IntegerVariable { name: "controller.anti_windup_number", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 2, items: &["off", "back_calculation"] },
        ],
        inputs: &[0, 1, 2],
        states: &[
            super::StateVariable { state: 3, derivative: 4, nominal: 0.1 },
            super::StateVariable { state: 4, derivative: 5, nominal: 0.1 },
            super::StateVariable { state: 9, derivative: 10, nominal: 1e-5 },
            super::StateVariable { state: 14, derivative: 15, nominal: 5e-5 },
            super::StateVariable { state: 15, derivative: 16, nominal: 0.125 },
            super::StateVariable { state: 17, derivative: 18, nominal: 0.001 },
            super::StateVariable { state: 13, derivative: 98, nominal: 0.01 },
        ],
        elements: &[],
        event_indicators: 12,
        table: super::FrictionTable::NONE,
    };

}

/// A twin for tests: TunableHydraulicActuator.
#[cfg(feature = "tunable-twins")]
#[allow(non_snake_case, clippy::approx_constant)]
pub mod twin_TunableHydraulicActuator {
    /// The variables.
    pub static INTERFACE: super::Interface = super::Interface {
        model: super::ModelKind::HydraulicActuator,
        identifier: "TunableHydraulicActuator",
        guid: "{a5dac595-08aa-9521-42c3-4e298b386ebe}",
        reals: &[
            super::RealVariable { name: "force", causality: super::Causality::Input, variability: super::Variability::Continuous, unit: "N", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "position", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "velocity", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "m/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "acceleration", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "m/s2", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction_force", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "N", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "end_stop_force", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "N", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "last_event_time", causality: super::Causality::Output, variability: super::Variability::Discrete, unit: "s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "bristle_deflection", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "bristle_deflection_rate", causality: super::Causality::Local, variability: super::Variability::Continuous, unit: "m/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "pressure_force", causality: super::Causality::Output, variability: super::Variability::Continuous, unit: "N", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "pressure", causality: super::Causality::Local, variability: super::Variability::Continuous, unit: "1", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "pressure_rate", causality: super::Causality::Local, variability: super::Variability::Continuous, unit: "1/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "pressure_acceleration", causality: super::Causality::Local, variability: super::Variability::Continuous, unit: "1/s2", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "mass", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "kg", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            super::RealVariable { name: "spring_stiffness", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "N/m", start: 170.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "viscous_coefficient", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "N.s/m", start: 0.01, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "position_start", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "velocity_start", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "travel.lower", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m", start: -1000000.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "travel.upper", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m", start: 1000000.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "pressure_step.force_amplitude", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "N", start: 1000.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "pressure_step.natural_frequency", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "rad/s", start: 5.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            super::RealVariable { name: "pressure_step.damping_ratio", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 0.5, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "pressure_step.time", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.coulomb_force", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.static_ratio", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 1.4984709480122325, min: 1.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.breakaway_ratio", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 1.0, min: 1.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.efficiency_opposing", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 1.0, min: 0.0, max: 1.0, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.efficiency_aiding", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 1.0, min: f64::NEG_INFINITY, max: 1.0, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.load_static_ratio", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.backward_ratio", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.stribeck_velocity", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "m/s", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.stribeck_exponent", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 2.0, min: 0.0, max: 10.0, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.sharpness", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 10.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.regularization_velocity", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "m/s", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.bristle_stiffness", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "N/m", start: 100000.0, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: true },
            super::RealVariable { name: "friction.bristle_damping", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "N.s/m", start: 1.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.elastic_share", causality: super::Causality::Parameter, variability: super::Variability::Tunable, unit: "1", start: 0.7, min: 0.0, max: 0.999, exclusive_min: false, can_be_tunable: true },
            super::RealVariable { name: "friction.bristle_deflection_start", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[1]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[2]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[3]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[4]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[5]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[6]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[7]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[8]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[9]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[10]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[11]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[12]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[13]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[14]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[15]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.velocity[16]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "m/s", start: 0.0, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[1]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[2]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[3]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[4]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[5]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[6]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[7]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[8]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[9]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[10]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[11]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[12]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[13]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[14]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[15]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.table.force[16]", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "N", start: 0.981, min: 0.0, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.stribeck_sigma", causality: super::Causality::CalculatedParameter, variability: super::Variability::Tunable, unit: "N", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "friction.peak_velocity", causality: super::Causality::CalculatedParameter, variability: super::Variability::Tunable, unit: "m/s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "solver.fixed_step_size", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "s", start: 1e-5, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            super::RealVariable { name: "solver.max_step_size", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "s", start: 0.001, min: 0.0, max: f64::INFINITY, exclusive_min: true, can_be_tunable: false },
            super::RealVariable { name: "solver.tolerance", causality: super::Causality::Parameter, variability: super::Variability::Fixed, unit: "1", start: 1e-9, min: 1e-14, max: 0.01, exclusive_min: false, can_be_tunable: false },
            super::RealVariable { name: "solver.bridged_time", causality: super::Causality::Local, variability: super::Variability::Discrete, unit: "s", start: 0.0, min: f64::NEG_INFINITY, max: f64::INFINITY, exclusive_min: false, can_be_tunable: false },
        ],
        integers: &[
            super::IntegerVariable { name: "friction_regime", causality: super::Causality::Output, variability: super::Variability::Discrete, start: 0, min: -1, max: 1, items: &[] },
            super::IntegerVariable { name: "end_stop", causality: super::Causality::Output, variability: super::Variability::Discrete, start: 0, min: -1, max: 1, items: &[] },
            super::IntegerVariable { name: "event_count", causality: super::Causality::Output, variability: super::Variability::Discrete, start: 0, min: 0, max: 2147483647, items: &[] },
            super::IntegerVariable { name: "initialization", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 2, items: &["start_values", "trim"] },
            super::IntegerVariable { name: "initialization_number", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 2, items: &["start_values", "trim"] },
            super::IntegerVariable { name: "friction.law", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 7, min: 1, max: 13, items: &["coulomb", "hess_soom", "stribeck", "majd_simaan", "majd_simaan_approximate", "dahl", "lugre", "tabulated", "karnopp", "sign", "hyperviscous", "quinn", "elasto_plastic"] },
            super::IntegerVariable { name: "friction.law_number", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 13, items: &["coulomb", "hess_soom", "stribeck", "majd_simaan", "majd_simaan_approximate", "dahl", "lugre", "tabulated", "karnopp", "sign", "hyperviscous", "quinn", "elasto_plastic"] },
            super::IntegerVariable { name: "friction.load_dependence", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 1, items: &[] },
            super::IntegerVariable { name: "friction.table.size", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 16, items: &[] },
            super::IntegerVariable { name: "solver.method", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 1, min: 1, max: 2, items: &["event_located", "fixed_step"] },
            super::IntegerVariable { name: "solver.method_number", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 2, items: &["event_located", "fixed_step"] },
            super::IntegerVariable { name: "solver.real_time", causality: super::Causality::Parameter, variability: super::Variability::Fixed, start: 0, min: 0, max: 1, items: &[] },
        ],
        inputs: &[0],
        states: &[
            super::StateVariable { state: 1, derivative: 2, nominal: 0.1 },
            super::StateVariable { state: 2, derivative: 3, nominal: 0.1 },
            super::StateVariable { state: 7, derivative: 8, nominal: 1e-5 },
            super::StateVariable { state: 10, derivative: 11, nominal: 1.0 },
            super::StateVariable { state: 11, derivative: 12, nominal: 1.0 },
        ],
        elements: &[],
        event_indicators: 4,
        table: super::FrictionTable::NONE,
    };

}

