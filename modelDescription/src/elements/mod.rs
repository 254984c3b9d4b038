//! The elements of drivetrains: each kind is declared once, and a configuration has as many of it as it names.
//!
//! The variables of an element are those of its kind behind its name and a dot; its values stand one after the other, so that
//! the library reads and writes them through types made from the same declaration.

mod bearing;
mod body;
mod contact;
mod gear;
mod hysteresis;
mod linear;
mod load;
mod motion;
pub mod servo;
mod spring;
mod system;

use crate::declaration::{Experiment, Model, ModelKind, Variable};
use crate::models::Motion;
pub use body::NO_LIMIT;
use contact::Sort;
pub use motion::Prescribes;

/// A kind of element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementKind {
    /// What belongs to the drivetrain as a whole; its variables have no prefix.
    System,
    /// A rotary body.
    Body,
    /// A body that moves along a line.
    Mass,
    /// Brake, bearing or clutch of rotary bodies.
    Contact,
    /// The same of masses.
    LinearContact,
    /// A one-way clutch of rotary bodies.
    Freewheel,
    /// The same of masses.
    LinearFreewheel,
    /// An elastic shaft.
    Shaft,
    /// An elastic rod.
    Rod,
    /// A rigid gear with losses.
    Gear,
    /// A screw from a body to a mass, with losses.
    Screw,
    /// An external torque.
    Torque,
    /// An external force.
    Force,
    /// What an external torque or force acts on, and how much of it.
    Load,
    /// A position servo that drives a rotary body.
    Servo,
    /// A position servo that drives a mass.
    LinearServo,
    /// Brake, bearing or clutch of rotary bodies, with bristles.
    BristleContact,
    /// The same of masses.
    LinearBristleContact,
    /// The bearing at the second body of a gear.
    GearBearing,
    /// The same of a screw, at its mass.
    LinearGearBearing,
    /// An input of a linear system that the importer sets.
    LinearInput,
    /// An input of a linear system that another element sets.
    ConnectedInput,
    /// A state of a linear system.
    LinearState,
    /// An output of a linear system.
    LinearOutput,
    /// An output between limits.
    LimitedOutput,
    /// An output of limited rate, and between limits if it has any.
    RateLimitedOutput,
    /// An entry of the matrices of a linear system: `first` is its row, `second` its column.
    Coefficient,
    /// The command of a servo comes from another element.
    CommandConnection,
    /// The supply pressure of a servo comes from another element.
    SupplyConnection,
    /// The position of a rotary body is prescribed, with its derivatives.
    PositionMotion,
    /// The same of a mass.
    LinearPositionMotion,
    /// The velocity of a rotary body is prescribed.
    VelocityMotion,
    /// The same of a mass.
    LinearVelocityMotion,
    /// The acceleration of a rotary body is prescribed.
    AccelerationMotion,
    /// The same of a mass.
    LinearAccelerationMotion,
    /// A spring with hysteresis between rotary bodies.
    Hysteresis,
    /// The same between masses.
    LinearHysteresis,
}

impl ElementKind {
    /// All kinds, in the order of their numbers in a configuration block.
    pub const ALL: [Self; 37] = [
        Self::System,
        Self::Body,
        Self::Mass,
        Self::Contact,
        Self::LinearContact,
        Self::Freewheel,
        Self::LinearFreewheel,
        Self::Shaft,
        Self::Rod,
        Self::Gear,
        Self::Screw,
        Self::Torque,
        Self::Force,
        Self::Load,
        Self::Servo,
        Self::LinearServo,
        Self::BristleContact,
        Self::LinearBristleContact,
        Self::GearBearing,
        Self::LinearGearBearing,
        Self::LinearInput,
        Self::ConnectedInput,
        Self::LinearState,
        Self::LinearOutput,
        Self::LimitedOutput,
        Self::RateLimitedOutput,
        Self::Coefficient,
        Self::CommandConnection,
        Self::SupplyConnection,
        Self::PositionMotion,
        Self::LinearPositionMotion,
        Self::VelocityMotion,
        Self::LinearVelocityMotion,
        Self::AccelerationMotion,
        Self::LinearAccelerationMotion,
        Self::Hysteresis,
        Self::LinearHysteresis,
    ];

    /// Its number in a configuration block.
    pub fn number(self) -> u8 {
        Self::ALL.iter().position(|kind| *kind == self).map_or(0, |number| number as u8)
    }

    /// Its name, in camel case.
    pub fn name(self) -> String {
        format!("{self:?}")
    }

    /// The rotary kind that has the variables of this one in the same order, if this one moves along a line.
    fn rotary_twin(self) -> Option<Self> {
        match self {
            Self::Mass => Some(Self::Body),
            Self::LinearContact => Some(Self::Contact),
            Self::LinearFreewheel => Some(Self::Freewheel),
            Self::Rod => Some(Self::Shaft),
            Self::Force => Some(Self::Torque),
            Self::LinearServo => Some(Self::Servo),
            Self::LinearBristleContact => Some(Self::BristleContact),
            Self::LinearGearBearing => Some(Self::GearBearing),
            Self::LinearPositionMotion => Some(Self::PositionMotion),
            Self::LinearVelocityMotion => Some(Self::VelocityMotion),
            Self::LinearAccelerationMotion => Some(Self::AccelerationMotion),
            Self::LinearHysteresis => Some(Self::Hysteresis),
            Self::System
            | Self::Body
            | Self::Contact
            | Self::Freewheel
            | Self::Shaft
            | Self::Gear
            | Self::Screw
            | Self::Torque
            | Self::Load
            | Self::Servo
            | Self::BristleContact
            | Self::GearBearing
            | Self::LinearInput
            | Self::ConnectedInput
            | Self::LinearState
            | Self::LinearOutput
            | Self::LimitedOutput
            | Self::RateLimitedOutput
            | Self::Coefficient
            | Self::CommandConnection
            | Self::SupplyConnection
            | Self::PositionMotion
            | Self::VelocityMotion
            | Self::AccelerationMotion
            | Self::Hysteresis => None,
        }
    }

    /// Rotary, or along a line; rotary also where nothing moves.
    pub fn motion(self) -> Motion {
        if self.rotary_twin().is_some() { Motion::Linear } else { Motion::Rotary }
    }

    /// Its variables. Names are without that of the element; that of an external torque is the element's own.
    pub fn variables(self) -> Vec<Variable> {
        match self {
            Self::System => system::variables(),
            Self::Body | Self::Mass => body::variables(self.motion()),
            Self::Contact | Self::LinearContact => contact::variables(self.motion(), Sort::Friction),
            Self::Freewheel | Self::LinearFreewheel => contact::variables(self.motion(), Sort::Freewheel),
            Self::Shaft | Self::Rod => spring::variables(self.motion()),
            Self::Gear | Self::Screw => gear::variables(self == Self::Screw),
            Self::Torque | Self::Force => load::input(self.motion()),
            Self::BristleContact | Self::LinearBristleContact => contact::variables(self.motion(), Sort::Bristle),
            Self::GearBearing | Self::LinearGearBearing => bearing::variables(self.motion()),
            Self::Load => load::gain(),
            Self::Servo | Self::LinearServo => servo::variables(self.motion()),
            Self::LinearInput => linear::external_input(),
            Self::ConnectedInput => linear::connected_input(),
            Self::LinearState => linear::state(),
            Self::LinearOutput => linear::plain_output(),
            Self::LimitedOutput => linear::limited_output(),
            Self::RateLimitedOutput => linear::rate_limited_output(),
            Self::Coefficient => linear::coefficient(),
            Self::CommandConnection | Self::SupplyConnection => Vec::new(),
            Self::PositionMotion | Self::LinearPositionMotion => motion::variables(self.motion(), Prescribes::Position),
            Self::VelocityMotion | Self::LinearVelocityMotion => motion::variables(self.motion(), Prescribes::Velocity),
            Self::AccelerationMotion | Self::LinearAccelerationMotion => {
                motion::variables(self.motion(), Prescribes::Acceleration)
            }
            Self::Hysteresis | Self::LinearHysteresis => hysteresis::variables(self.motion()),
        }
    }

    /// Its variables as a small model.
    pub fn as_model(self) -> Model {
        Model {
            kind: ModelKind::Drivetrain,
            identifier: self.name(),
            description: self.name(),
            variables: self.variables(),
            states: Vec::new(),
            elements: Vec::new(),
            event_indicators: 0,
            experiment: Experiment { stop_time: 1.0, step_size: 1e-3, tolerance: 1e-9 },
            tables: Vec::new(),
        }
    }

    /// The kind whose typed parameters and inputs read the values of this one: its rotary twin, so that the library needs no arm
    /// for each.
    pub fn typed_parameters(self) -> Self {
        self.rotary_twin().unwrap_or(self)
    }

    /// The kind whose typed outputs write the computed values of this one: that of its parameters, or one that differs from it
    /// in parameters alone.
    pub fn typed_outputs(self) -> Self {
        match self {
            Self::Gear | Self::Screw => Self::Gear,
            Self::Contact | Self::LinearContact | Self::Freewheel | Self::LinearFreewheel => Self::Contact,
            Self::System
            | Self::Body
            | Self::Mass
            | Self::Shaft
            | Self::Rod
            | Self::Torque
            | Self::Force
            | Self::Load
            | Self::Servo
            | Self::LinearServo
            | Self::BristleContact
            | Self::LinearBristleContact
            | Self::GearBearing
            | Self::LinearGearBearing
            | Self::LinearInput
            | Self::ConnectedInput
            | Self::LinearState
            | Self::LinearOutput
            | Self::LimitedOutput
            | Self::RateLimitedOutput
            | Self::Coefficient
            | Self::CommandConnection
            | Self::SupplyConnection
            | Self::PositionMotion
            | Self::LinearPositionMotion
            | Self::VelocityMotion
            | Self::LinearVelocityMotion
            | Self::AccelerationMotion
            | Self::LinearAccelerationMotion
            | Self::Hysteresis
            | Self::LinearHysteresis => self.typed_parameters(),
        }
    }

    /// The variable of this kind that a kind with the same variables in the same order calls `name`, where its own name is another:
    /// a mass has `mass` for `inertia`, a screw `lead` for `ratio`.
    pub fn counterpart(self, name: &str) -> Option<Variable> {
        let alike =
            Self::ALL.into_iter().filter(|other| *other != self && other.typed_outputs() == self.typed_outputs());
        let mut places = alike.filter_map(|other| other.variables().iter().position(|variable| variable.name == name));
        let own = self.variables().into_iter().nth(places.next()?)?;
        (own.name != name && own.has_start() && !own.is_hidden).then_some(own)
    }

    /// What of the motion of a body it prescribes; nothing of other elements.
    pub fn prescribes(self) -> Option<Prescribes> {
        let rotary = self.typed_parameters();
        let kinds = [
            (Self::PositionMotion, Prescribes::Position),
            (Self::VelocityMotion, Prescribes::Velocity),
            (Self::AccelerationMotion, Prescribes::Acceleration),
        ];
        kinds.into_iter().find(|(kind, _)| *kind == rotary).map(|(_, prescribes)| prescribes)
    }

    /// Whether it is a spring with hysteresis.
    pub fn has_hysteresis(self) -> bool {
        self.typed_parameters() == Self::Hysteresis
    }

    /// Whether it is an input, state or output of a linear system.
    pub fn is_of_linear_system(self) -> bool {
        matches!(
            self,
            Self::LinearInput
                | Self::ConnectedInput
                | Self::LinearState
                | Self::LinearOutput
                | Self::LimitedOutput
                | Self::RateLimitedOutput
        )
    }
}
