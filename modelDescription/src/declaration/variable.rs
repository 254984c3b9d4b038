//! One declared variable, written as a sentence: `parameter("inertia", …).fixed().above(0.0)`.

use super::{EnumerationType, Quantity};
use crate::schema::number::shortest;

/// What a variable is for (FMI 2.0, 2.2.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Causality {
    /// Set by the user.
    Parameter,
    /// Computed from parameters.
    CalculatedParameter,
    /// Comes from other models.
    Input,
    /// Goes to other models.
    Output,
    /// Visible, not connected.
    Local,
}

/// When a variable may change (FMI 2.0, 2.2.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variability {
    /// Never.
    Constant,
    /// Not after initialization.
    Fixed,
    /// At communication points and events, by the user.
    Tunable,
    /// At events.
    Discrete,
    /// Always.
    Continuous,
}

/// A Real variable's value: quantity and range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RealValue {
    /// Unit and display unit.
    pub quantity: Quantity,
    /// Start value; 0 for what the model computes.
    pub start: f64,
    /// Smallest allowed value or -inf.
    pub min: f64,
    /// Largest allowed value or +inf.
    pub max: f64,
    /// `min` itself is not allowed.
    pub exclusive_min: bool,
    /// Typical magnitude, for an importer's error control.
    pub nominal: Option<f64>,
}

impl RealValue {
    /// Its start value with its unit, as "1 kg.m2"; of a ratio the number alone.
    pub fn start_with_unit(&self) -> String {
        match self.quantity.unit.name {
            "1" => shortest(self.start),
            unit => format!("{} {unit}", shortest(self.start)),
        }
    }
}

/// Type, start value and range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A physical quantity.
    Real(RealValue),
    /// A count or a flag with more than two values.
    Integer {
        /// Start value; 0 for what the model computes.
        start: i32,
        /// Smallest value.
        min: i32,
        /// Largest value.
        max: i32,
    },
    /// A choice by name.
    Enumeration {
        /// The items.
        of: &'static EnumerationType,
        /// Number of the start item, from 1.
        start: i32,
    },
}

/// A declared variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Dotted name, as in modelDescription.xml.
    pub name: String,
    /// What it means, for a flight-control engineer.
    pub description: String,
    /// What it is for.
    pub causality: Causality,
    /// When it may change.
    pub variability: Variability,
    /// A parameter that is tunable where that is asked for: the state of the simulation does not rest on it.
    pub can_be_tunable: bool,
    /// Type, start value and range.
    pub value: Value,
    /// The Enumeration in whose place this Integer can choose an item by its number; 0 leaves the choice to it.
    pub number_of: Option<String>,
    /// What it is computed from, directly; `friction.*` stands for all parameters of a group.
    pub computed_from: Vec<String>,
    /// The continuous state whose time derivative this is.
    pub derivative_of: Option<String>,
    /// It is a continuous state, and at initialization it is computed from these.
    pub starts_from: Option<Vec<String>>,
    /// It has a value, and an importer does not see it.
    pub is_hidden: bool,
    /// Motion hangs on it and no start value suits every machine: a configuration that does not give it is told what it gets.
    pub is_expected: bool,
    /// Name of its field in the generated parameter struct, where that is not the name's last part.
    pub field: Option<String>,
}

impl Variable {
    fn new(name: &str, causality: Causality, variability: Variability, value: Value, description: &str) -> Self {
        Self {
            name: name.into(),
            description: description.into(),
            causality,
            variability,
            can_be_tunable: false,
            value,
            number_of: None,
            computed_from: Vec::new(),
            derivative_of: None,
            starts_from: None,
            is_hidden: false,
            is_expected: false,
            field: None,
        }
    }

    /// Not to be changed after initialization, whoever asks for it: start values, inertia, travel and the like.
    pub fn always_fixed(mut self) -> Self {
        self.can_be_tunable = false;
        self
    }

    /// A configuration should give it.
    pub fn expected(mut self) -> Self {
        self.is_expected = true;
        self
    }

    /// Changes at events only.
    pub fn discrete(mut self) -> Self {
        self.variability = Variability::Discrete;
        self
    }

    /// `min` is the smallest allowed value.
    pub fn at_least(mut self, min: f64) -> Self {
        self.edit_real(|real| real.min = min);
        self
    }

    /// Every value greater than `min` is allowed.
    pub fn above(mut self, min: f64) -> Self {
        self.edit_real(|real| (real.min, real.exclusive_min) = (min, true));
        self
    }

    /// `max` is the largest allowed value.
    pub fn at_most(mut self, max: f64) -> Self {
        self.edit_real(|real| real.max = max);
        self
    }

    /// Typical magnitude.
    pub fn nominal(mut self, nominal: f64) -> Self {
        self.edit_real(|real| real.nominal = Some(nominal));
        self
    }

    /// Gives it another start value.
    pub fn start_at(&mut self, start: f64) {
        self.edit_real(|real| real.start = start);
    }

    /// Gives it another unit.
    pub fn measure_in(&mut self, quantity: Quantity) {
        self.edit_real(|real| real.quantity = quantity);
    }

    fn edit_real(&mut self, edit: impl FnOnce(&mut RealValue)) {
        if let Value::Real(real) = &mut self.value {
            edit(real);
        }
    }

    /// What it is computed from, directly.
    pub fn computed_from(mut self, sources: &[&str]) -> Self {
        self.computed_from.extend(sources.iter().map(|&source| source.into()));
        self
    }

    /// Makes it the time derivative of a continuous state.
    pub fn derivative_of(mut self, state: &str) -> Self {
        self.derivative_of = Some(state.into());
        self
    }

    /// Makes it a continuous state that starts from these parameters (none: from zero).
    pub fn state(mut self, starts_from: &[&str]) -> Self {
        self.starts_from = Some(starts_from.iter().map(|&source| source.into()).collect());
        self
    }

    /// Names its field in the generated parameter struct.
    pub fn field(mut self, field: &str) -> Self {
        self.field = Some(field.into());
        self
    }

    /// Unit and range of a Real.
    pub fn real(&self) -> Option<&RealValue> {
        match &self.value {
            Value::Real(real) => Some(real),
            Value::Integer { .. } | Value::Enumeration { .. } => None,
        }
    }

    /// Start value of an Integer, or number of the item of an Enumeration.
    pub fn number(&self) -> Option<i32> {
        match self.value {
            Value::Integer { start, .. } | Value::Enumeration { start, .. } => Some(start),
            Value::Real(_) => None,
        }
    }

    /// It is a continuous state.
    pub fn is_state(&self) -> bool {
        self.starts_from.is_some()
    }

    /// Its value is set from outside (or never changes), so that it has a start value.
    pub fn has_start(&self) -> bool {
        matches!(self.causality, Causality::Parameter | Causality::Input) || self.variability == Variability::Constant
    }
}

fn real(name: &str, causality: Causality, variability: Variability, quantity: Quantity, description: &str) -> Variable {
    let value = RealValue {
        quantity,
        start: 0.0,
        min: f64::NEG_INFINITY,
        max: f64::INFINITY,
        exclusive_min: false,
        nominal: None,
    };
    Variable::new(name, causality, variability, Value::Real(value), description)
}

/// A Real parameter: fixed, but tunable where that is asked for.
pub fn parameter(name: &str, quantity: Quantity, start: f64, description: &str) -> Variable {
    let mut variable = real(name, Causality::Parameter, Variability::Fixed, quantity, description);
    variable.can_be_tunable = true;
    variable.edit_real(|real| real.start = start);
    variable
}

/// A continuous Real input.
pub fn input(name: &str, quantity: Quantity, start: f64, description: &str) -> Variable {
    let mut variable = real(name, Causality::Input, Variability::Continuous, quantity, description);
    variable.edit_real(|real| real.start = start);
    variable
}

/// A continuous Real output.
pub fn output(name: &str, quantity: Quantity, description: &str) -> Variable {
    real(name, Causality::Output, Variability::Continuous, quantity, description)
}

/// A continuous Real local variable.
pub fn local(name: &str, quantity: Quantity, description: &str) -> Variable {
    real(name, Causality::Local, Variability::Continuous, quantity, description)
}

/// A Real parameter that is computed from others, and tunable where one of them is.
pub fn calculated_parameter(name: &str, quantity: Quantity, description: &str) -> Variable {
    real(name, Causality::CalculatedParameter, Variability::Fixed, quantity, description)
}

/// A discrete Integer output.
pub fn integer_output(name: &str, range: std::ops::RangeInclusive<i32>, description: &str) -> Variable {
    let value = Value::Integer { start: 0, min: *range.start(), max: *range.end() };
    Variable::new(name, Causality::Output, Variability::Discrete, value, description)
}

/// A fixed Integer parameter.
pub fn integer_parameter(name: &str, start: i32, range: std::ops::RangeInclusive<i32>, description: &str) -> Variable {
    let value = Value::Integer { start, min: *range.start(), max: *range.end() };
    Variable::new(name, Causality::Parameter, Variability::Fixed, value, description)
}

/// A fixed Enumeration parameter; `start` is the number of an item, from 1.
pub fn choice(name: &str, of: &'static EnumerationType, start: i32, description: &str) -> Variable {
    Variable::new(name, Causality::Parameter, Variability::Fixed, Value::Enumeration { of, start }, description)
}

/// A fixed Integer parameter that chooses an item of the Enumeration parameter `choice` by its number, for importers that
/// do not pass enumerations.
pub fn number_of(choice: &Variable, description: &str) -> Variable {
    let items = match choice.value {
        Value::Enumeration { of, .. } => of.items.len() as i32,
        Value::Real(_) | Value::Integer { .. } => 0,
    };
    let mut variable = integer_parameter(&format!("{}_number", choice.name), 0, 0..=items, description);
    variable.number_of = Some(choice.name.clone());
    variable
}
