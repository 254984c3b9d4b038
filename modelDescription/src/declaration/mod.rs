//! What can be declared: models, variables, units and enumerations, as plain data.

pub mod unit;

mod array;
mod clock;
mod composed;
mod dependencies;
mod enumeration;
mod order;
mod variable;

pub use array::Array;
pub use clock::{BREAKAWAY_REFERENCE, CLOCKS, Clock, END_STOP_CONTACT_REFERENCE, STANDSTILL_REFERENCE};
pub use enumeration::{EnumerationItem, EnumerationType};
pub use order::Numbers;
pub use unit::{Dimension, DisplayUnit, Quantity, Unit};
pub use variable::{
    Causality, RealValue, Value, Variability, Variable, calculated_parameter, choice, input, integer_output,
    integer_parameter, local, number_of, output, parameter,
};

use crate::elements::ElementKind;

/// Value references of Integer and Enumeration variables start here; those of Real variables start at 0.
pub const FIRST_INTEGER_REFERENCE: u32 = 4096;

/// Value reference of the independent variable of FMI 3.0; those of the [`CLOCKS`] follow it.
pub const TIME_REFERENCE: u32 = 8192;

/// In FMI 3.0 an event indicator is a variable: value reference of the first; those of the others follow.
pub const FIRST_EVENT_INDICATOR_REFERENCE: u32 = 12288;

/// The physics behind an FMU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ModelKind {
    /// Rotary transmission with friction between a motor torque and a load torque.
    MotionTransmission,
    /// Electrohydraulic position servo with that transmission.
    ServoActuator,
    /// Linear hydraulic actuator with a spring and a pressure step.
    HydraulicActuator,
    /// Bodies, contacts, springs and gears as a configuration puts them together.
    Drivetrain,
}

impl ModelKind {
    /// Name of the model, in camel case.
    pub fn name(self) -> &'static str {
        match self {
            Self::MotionTransmission => "MotionTransmission",
            Self::ServoActuator => "ServoActuator",
            Self::HydraulicActuator => "HydraulicActuator",
            Self::Drivetrain => "Drivetrain",
        }
    }

    /// Name of the generated module, in snake case.
    pub fn module(self) -> &'static str {
        match self {
            Self::MotionTransmission => "motion_transmission",
            Self::ServoActuator => "servo_actuator",
            Self::HydraulicActuator => "hydraulic_actuator",
            Self::Drivetrain => "drivetrain",
        }
    }
}

/// Relative tolerance that an importer's own solver takes when it is told none: of Model Exchange; it has no effect on
/// Co-Simulation, where `solver.tolerance` is a parameter.
///
/// FMPy shows moving inputs to the event indicators and not to the derivatives, so that these change in little jumps with every
/// step. At tighter tolerances its solver cuts its steps down to nothing at them, and gives up. Events are found all the same.
pub const IMPORTER_TOLERANCE: f64 = 1e-4;

/// The same for models with a servovalve, whose fast first stage reacts to each of these jumps. The absolute tolerance of a state is
/// this times its nominal value, which must therefore be of the size of its travel.
pub const IMPORTER_TOLERANCE_OF_SERVO: f64 = 1e-3;

/// What an importer simulates when it is told nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Experiment {
    /// End of the simulation, which starts at 0 s.
    pub stop_time: f64,
    /// Communication step in s.
    pub step_size: f64,
    /// Relative tolerance for an importer's own solver.
    pub tolerance: f64,
}

/// One element of a drivetrain.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// What it is.
    pub kind: ElementKind,
    /// Its name; empty for the drivetrain as a whole.
    pub name: String,
    /// Index of the element that it begins at; `None` is the ground, or that it joins nothing.
    pub first: Option<usize>,
    /// Index of the element that it ends at.
    pub second: Option<usize>,
    /// Of an element that takes a signal from `first`: number of the Real variable there, among those of its kind. 0 otherwise.
    pub connector: u8,
}

/// One FMU: its identity and its variables, whose order gives their value references.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The physics behind it.
    pub kind: ModelKind,
    /// FMI model identifier and model name.
    pub identifier: String,
    /// What it models, in one or two sentences.
    pub description: String,
    /// All variables.
    pub variables: Vec<Variable>,
    /// Names of the continuous states in the order of the physics' state vector.
    pub states: Vec<String>,
    /// The elements of a drivetrain, in the order of their values; none of the other models.
    pub elements: Vec<Element>,
    /// Number of event indicators of Model Exchange.
    pub event_indicators: usize,
    /// Default experiment.
    pub experiment: Experiment,
    /// Tables of friction that are data and no variables.
    pub tables: Vec<FrictionTable>,
}

/// A table of friction that a configuration gives as data.
#[derive(Clone, Debug, PartialEq)]
pub struct FrictionTable {
    /// What its variables would begin with, as [`Element::prefix_of_table`] tells; empty for the body of a model that has one.
    pub contact: String,
    /// Whether the last two columns have values.
    pub has_load: bool,
    /// Speed, friction without load, and 1/efficiency_opposing - 1 and 1 - efficiency_aiding at that speed; the speeds ascend from 0.
    pub points: Vec<[f64; 4]>,
}

impl Element {
    /// What the variables of its table of friction would begin with: the bearing of a gear has the name of that.
    pub fn prefix_of_table(&self) -> String {
        let is_bearing = matches!(self.kind, ElementKind::GearBearing | ElementKind::LinearGearBearing);
        format!("{}.{}", self.name, if is_bearing { "friction_second." } else { "" })
    }
}

impl Model {
    /// The variable of that name.
    pub fn variable(&self, name: &str) -> Option<&Variable> {
        self.variables.iter().find(|variable| variable.name == name)
    }

    /// Real variables in the order of their value references, from 0.
    pub fn reals(&self) -> impl Iterator<Item = (&Variable, &RealValue)> {
        self.variables.iter().filter_map(|variable| match &variable.value {
            Value::Real(real) => Some((variable, real)),
            Value::Integer { .. } | Value::Enumeration { .. } => None,
        })
    }

    /// Integer and Enumeration variables in the order of their value references, from [`FIRST_INTEGER_REFERENCE`].
    pub fn integers(&self) -> impl Iterator<Item = &Variable> {
        self.variables.iter().filter(|variable| !matches!(variable.value, Value::Real(_)))
    }

    /// The items among which a variable chooses: those of an Enumeration, or of the one whose number it is.
    pub fn items(&self, variable: &Variable) -> &'static [EnumerationItem] {
        let choice = variable.number_of.as_deref().map_or(Some(variable), |choice| self.variable(choice));
        match choice.map(|choice| choice.value) {
            Some(Value::Enumeration { of, .. }) => of.items,
            Some(Value::Real(_) | Value::Integer { .. }) | None => &[],
        }
    }

    /// The value reference of a variable.
    pub fn reference(&self, name: &str) -> Option<u32> {
        let real = self.reals().position(|(variable, _)| variable.name == name);
        let integer = || self.integers().position(|variable| variable.name == name);
        let reference = real.map(|index| index as u32);
        reference.or_else(|| integer().map(|index| FIRST_INTEGER_REFERENCE + index as u32))
    }

    /// The variable that is the time derivative of a state.
    pub fn derivative(&self, state: &str) -> Option<&Variable> {
        self.variables.iter().find(|variable| variable.derivative_of.as_deref() == Some(state))
    }
}
