//! What an importer sees of each model: variables, start values, value references.
//!
//! Everything below the types stands in `interface/generated.rs`, which is generated from the one declaration in the
//! `model-description` crate, as modelDescription.xml is; `build.rs` refuses one that is out of date. A physics module takes the typed `Parameters` and `Inputs` apart and builds
//! the typed `Outputs`, so that an output that is declared and not handled does not compile. What all models declare is
//! handled once, through the traits [`Variables`] and [`CommonParameters`].

/// Value references of Integer and Enumeration variables start here; those of Real variables start at 0.
pub const FIRST_INTEGER_REFERENCE: u32 = 4096;

/// What a variable is for (FMI 2.0, 2.2.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Causality {
    /// Set by the user before the simulation, or during it where tunable.
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
    /// Not once the simulation has begun.
    Fixed,
    /// At communication points and events, by the user.
    Tunable,
    /// At events.
    Discrete,
    /// Always.
    Continuous,
}

/// A Real variable; its value reference is its index in [`Interface::reals`].
#[derive(Clone, Copy, Debug)]
pub struct RealVariable {
    /// Name in modelDescription.xml.
    pub name: &'static str,
    /// What it is for.
    pub causality: Causality,
    /// When it may change.
    pub variability: Variability,
    /// SI unit as written in modelDescription.xml, or empty.
    pub unit: &'static str,
    /// Start value (0 for what the model computes).
    pub start: f64,
    /// Smallest allowed value, or -inf.
    pub min: f64,
    /// Largest allowed value, or +inf.
    pub max: f64,
    /// `min` itself is not allowed.
    pub exclusive_min: bool,
    /// A configuration may make it tunable.
    pub can_be_tunable: bool,
}

impl RealVariable {
    /// Whether it takes a value.
    #[inline]
    pub fn allows(&self, value: f64) -> bool {
        let above = if self.exclusive_min { value > self.min } else { value >= self.min };
        value.is_finite() && above && value <= self.max
    }
}

/// An Integer or Enumeration variable; its value reference is [`FIRST_INTEGER_REFERENCE`] plus its index in
/// [`Interface::integers`].
#[derive(Clone, Copy, Debug)]
pub struct IntegerVariable {
    /// Name in modelDescription.xml.
    pub name: &'static str,
    /// What it is for.
    pub causality: Causality,
    /// When it may change.
    pub variability: Variability,
    /// Start value (0 for what the model computes).
    pub start: i32,
    /// Smallest allowed value.
    pub min: i32,
    /// Largest allowed value.
    pub max: i32,
    /// Names of what is chosen, the first with value 1; an Integer that stands for an Enumeration may also be 0. Empty for
    /// an Integer that only counts.
    pub items: &'static [&'static str],
}

impl IntegerVariable {
    /// Whether it takes a value.
    pub fn allows(&self, value: i32) -> bool {
        (self.min..=self.max).contains(&value)
    }

    /// Whether it is an Enumeration, and not the number of one's item.
    pub fn is_enumeration(&self) -> bool {
        !self.items.is_empty() && self.min > 0
    }
}

/// A continuous state of Model Exchange.
#[derive(Clone, Copy, Debug)]
pub struct StateVariable {
    /// Value reference of the state.
    pub state: u32,
    /// Value reference of its derivative.
    pub derivative: u32,
    /// Nominal value, for the importer's error control.
    pub nominal: f64,
}

/// The types of the variables of one model; each generated module has one.
pub trait Variables: Copy + Send + 'static {
    /// Array of the Real variables.
    type Reals: Copy + Send + AsRef<[f64]> + AsMut<[f64]> + 'static;
    /// Array of the Integer variables.
    type Integers: Copy + Send + AsRef<[i32]> + AsMut<[i32]> + 'static;
    /// Array of the continuous states.
    type States;
    /// Array of the inputs.
    type Inputs;
    /// Parameters by name.
    type Parameters: CommonParameters;
    /// All that the model computes, by name.
    type Outputs;

    /// Values that are all zero.
    const ZEROS: (Self::Reals, Self::Integers);
    /// Number of event indicators.
    const EVENT_INDICATORS: usize;
    /// Value references of the parameters that every model has.
    const REFERENCES: CommonReferences;

    /// Takes the parameters from the values.
    fn parameters(reals: &Self::Reals, integers: &Self::Integers) -> Self::Parameters;
    /// Takes the inputs from the values, in the order of the declaration.
    fn inputs(reals: &Self::Reals) -> Self::Inputs;
    /// Puts what the model computes into the values.
    fn write(outputs: &Self::Outputs, reals: &mut Self::Reals, integers: &mut Self::Integers);
}

/// Variables of a kind of element, in the order of their values. Kinds have many variables that are alike; each of those stands
/// once in the library.
#[derive(Clone, Copy, Debug)]
pub struct KindVariables<T: 'static> {
    /// Those of all kinds.
    all: &'static [T],
    /// Where those of this kind stand.
    places: &'static [u16],
}

impl<T> KindVariables<T> {
    /// One of them, by its place among the values of an element.
    pub fn get(self, index: usize) -> Option<&'static T> {
        self.places.get(index).and_then(|place| self.all.get(usize::from(*place)))
    }

    /// All of them.
    pub fn iter(self) -> impl Iterator<Item = &'static T> + Clone {
        self.places.iter().filter_map(move |place| self.all.get(usize::from(*place)))
    }
}

/// A table of friction that a configuration gives as data.
#[derive(Clone, Copy, Debug)]
pub struct FrictionTable {
    /// Speed, friction without load, and the shares of an opposing and of an aiding load; none where there is no such table.
    pub points: &'static [[f64; 4]],
    /// Whether the shares have values.
    pub has_load: bool,
}

impl FrictionTable {
    /// There is none: friction is that of the variables.
    pub const NONE: Self = Self { points: &[], has_load: false };

    /// Most points.
    pub const MOST_POINTS: usize = 256;
}

/// One element of a drivetrain.
#[derive(Clone, Copy, Debug)]
pub struct Element {
    /// What it is.
    pub kind: ElementKind,
    /// Its name; empty for the drivetrain as a whole.
    pub name: &'static str,
    /// Index of the element that it begins at; `None` is the ground, or that it joins nothing.
    pub first: Option<usize>,
    /// Index of the element that it ends at.
    pub second: Option<usize>,
    /// Of an element that takes a signal from `first`: number of the Real variable there, among those of its kind.
    pub connector: u8,
    /// Index of its first Real value.
    pub reals: usize,
    /// Index of its first Integer value.
    pub integers: usize,
    /// Table of its friction.
    pub table: FrictionTable,
}

/// The variables of one exported FMU.
#[derive(Clone, Copy, Debug)]
pub struct Interface {
    /// The physics behind it.
    pub model: ModelKind,
    /// FMI model identifier; also the name of the FMU.
    pub identifier: &'static str,
    /// Hash of the model description.
    pub guid: &'static str,
    /// Real variables by value reference.
    pub reals: &'static [RealVariable],
    /// Integer and Enumeration variables by value reference less [`FIRST_INTEGER_REFERENCE`].
    pub integers: &'static [IntegerVariable],
    /// Value references of the inputs, in the order of the typed `Inputs`.
    pub inputs: &'static [u32],
    /// Continuous states in the order of the physics' state vector.
    pub states: &'static [StateVariable],
    /// Elements of a drivetrain, in the order of their values; none of the other models.
    pub elements: &'static [Element],
    /// Number of event indicators.
    pub event_indicators: usize,
    /// Table of the friction of the body, of a model that has one.
    pub table: FrictionTable,
}

include!("interface/generated.rs");

#[cfg(test)]
mod tests {
    use super::*;
    use model_description::declaration::Value;
    use model_description::elements;
    use std::vec::Vec;

    /// Name, unit, start value and range of each Real variable that is declared for a kind.
    fn declared(kind: elements::ElementKind) -> Vec<(std::string::String, &'static str, [f64; 3])> {
        let real = |variable: model_description::declaration::Variable| match variable.value {
            Value::Real(real) => Some((variable.name, real.quantity.unit.name, [real.start, real.min, real.max])),
            Value::Integer { .. } | Value::Enumeration { .. } => None,
        };
        kind.variables().into_iter().filter_map(real).collect()
    }

    #[test]
    fn a_kind_of_element_has_the_variables_that_are_declared_for_it_and_each_stands_once() {
        let mut entries = 0;
        for (kind, of) in ElementKind::ALL.iter().zip(elements::ElementKind::ALL) {
            let (reals, integers) = kind.variables();
            let known: Vec<_> = reals.iter().map(|v| (v.name.into(), v.unit, [v.start, v.min, v.max])).collect();
            assert_eq!(known, declared(of), "{kind:?}");
            assert_eq!(reals.iter().count() + integers.iter().count(), of.variables().len(), "{kind:?}");
            assert!(reals.get(known.len()).is_none(), "{kind:?}");
            entries += known.len();
        }
        assert!(REALS_OF_ELEMENTS.len() < entries / 2, "{} of {entries}", REALS_OF_ELEMENTS.len());
    }
}
