//! Which variable may be set when, and to which values.

use super::Instance;
use super::memory::{Text, text};
use super::shortest_decimal::ShortestDecimal;
use super::state::{State, Verdict};
use super::status::{Outcome, Refusal};
use crate::interface::{Causality, FIRST_INTEGER_REFERENCE, IntegerVariable, RealVariable, Variability};

/// What a setting of variables is about: one word, which is written and read as a whole.
#[derive(Clone, Copy, Default)]
pub(super) struct Touched(u32);

impl Touched {
    /// Parameters are among the variables.
    pub(super) const PARAMETERS: Self = Self(1);
    /// Inputs are.
    pub(super) const INPUTS: Self = Self(2);
    /// Above these bits stands what [`Touched::late`] gives.
    const BITS: u32 = 2;

    #[inline]
    pub(super) fn has(self, part: Self) -> bool {
        self.0 & part.0 != 0
    }

    /// The first parameter that is set later than the standard has it, and tolerated.
    #[inline]
    pub(super) fn late(self) -> Option<u32> {
        (self.0 >> Self::BITS).checked_sub(1)
    }

    #[cold]
    fn add_late(&mut self, reference: u32) {
        if self.late().is_none() {
            self.0 |= (reference + 1) << Self::BITS;
        }
    }

    #[inline]
    fn add_if(&mut self, part: Self, is_so: bool) {
        self.0 |= part.0 * u32::from(is_so);
    }
}

/// Whether a variable may be set in a mode (FMI 2.0, tables of 3.2.3 and 4.2.4), and at the `beginning`: after
/// initialization, before the first step or event.
fn may_set(state: State, beginning: bool, causality: Causality, variability: Variability) -> Verdict {
    let allowed = |condition| if condition { Verdict::Allowed } else { Verdict::Refused };
    match (causality, state) {
        (Causality::Parameter, State::Instantiated | State::Initialization) => {
            allowed(variability != Variability::Constant)
        }
        (Causality::Parameter, State::StepComplete | State::EventMode) => match variability {
            Variability::Tunable => Verdict::Allowed,
            Variability::Fixed if beginning => Verdict::Tolerated,
            Variability::Fixed | Variability::Constant | Variability::Discrete | Variability::Continuous => {
                Verdict::Refused
            }
        },
        (Causality::Input, State::Instantiated | State::Initialization) => Verdict::Allowed,
        (Causality::Input, State::StepComplete | State::EventMode) => Verdict::Allowed,
        (Causality::Input, State::ContinuousTime | State::IntermediateUpdate) => {
            allowed(variability == Variability::Continuous)
        }
        _ => Verdict::Refused,
    }
}

fn why_not(state: State, causality: Causality, variability: Variability) -> Text {
    let state = state.name();
    match (causality, variability) {
        (Causality::Output | Causality::Local | Causality::CalculatedParameter, _) => {
            Text::Borrowed("the model computes it; only parameters and inputs can be set")
        }
        (_, Variability::Constant) => Text::Borrowed("it is a constant"),
        (Causality::Parameter, Variability::Fixed) => {
            text!(
                "it is a fixed parameter, which can be set until the simulation begins, not now ({state}); levels, ratios \
                 and gains can be made tunable where the FMU is built"
            )
        }
        (Causality::Parameter, _) => text!("a tunable parameter cannot be set now ({state})"),
        (Causality::Input, _) => text!("this input cannot be set now ({state})"),
    }
}

/// The values that a Real variable takes, as a clause.
fn real_range(variable: &RealVariable) -> Text {
    let low = match (variable.min > f64::NEG_INFINITY, variable.exclusive_min) {
        (true, true) => text!("greater than {}", ShortestDecimal(variable.min)),
        (true, false) => text!("at least {}", ShortestDecimal(variable.min)),
        (false, _) => Text::default(),
    };
    let high =
        if variable.max < f64::INFINITY { text!("at most {}", ShortestDecimal(variable.max)) } else { Text::default() };
    match (low.is_empty(), high.is_empty()) {
        (true, true) => Text::Borrowed("finite"),
        (false, false) => text!("{low} and {high}"),
        _ => text!("{low}{high}"),
    }
}

fn integer_range(variable: &IntegerVariable) -> Text {
    if variable.items.is_empty() {
        return text!("from {} to {}", variable.min, variable.max);
    }
    let first = Text::Borrowed(if variable.min == 0 { "0 or one of" } else { "one of" });
    let items = variable.items.iter().enumerate();
    items.fold(first, |before, (index, item)| {
        let separator = if index == 0 { "" } else { "," };
        text!("{before}{separator} {} {item}", index + 1)
    })
}

/// A value with its unit, if it has one: "1" stands for none.
fn quantity(value: f64, unit: &str) -> Text {
    let value = ShortestDecimal(value);
    if matches!(unit, "" | "1") { text!("{value}") } else { text!("{value} {unit}") }
}

impl Instance {
    /// Checks all Real values of a call and writes nothing.
    #[inline]
    pub(super) fn check_reals(&self, references: &[u32], values: &[f64]) -> Outcome<Touched> {
        let mut touched = Touched::default();
        for (&reference, &value) in references.iter().zip(values) {
            let variable = self.real_variable(reference)?;
            self.touch(&mut touched, reference, variable.causality, variable.variability)?;
            if !variable.allows(value) {
                let what = quantity(value, variable.unit);
                return Err(self.refused_value(reference, &what, &real_range(variable)));
            }
        }
        Ok(touched)
    }

    /// Checks all Integer values of a call and writes nothing.
    pub(super) fn check_integers(&self, references: &[u32], values: &[i32]) -> Outcome<Touched> {
        let mut touched = Touched::default();
        for (&reference, &value) in references.iter().zip(values) {
            let variable = self.integer_variable(reference)?;
            self.touch(&mut touched, reference, variable.causality, variable.variability)?;
            if !variable.allows(value) {
                return Err(self.refused_value(reference, &text!("{value}"), &integer_range(variable)));
            }
        }
        Ok(touched)
    }

    #[inline]
    fn touch(&self, touched: &mut Touched, reference: u32, causality: Causality, variability: Variability) -> Outcome {
        let beginning = self.now.progress.beginning;
        let verdict = may_set(self.state(), beginning, causality, variability);
        if verdict == Verdict::Refused {
            let name = self.variable_name(reference);
            return Err(Refusal::error(text!("{name}: {}", why_not(self.state(), causality, variability))));
        }
        if verdict == Verdict::Tolerated {
            touched.add_late(reference);
        }
        touched.add_if(Touched::INPUTS, causality == Causality::Input);
        touched.add_if(Touched::PARAMETERS, causality == Causality::Parameter);
        Ok(())
    }

    #[cold]
    fn refused_value(&self, reference: u32, value: &str, range: &str) -> Refusal {
        Refusal::error(text!("{} = {value} is refused: it must be {range}", self.variable_name(reference)))
    }

    /// The Real variable of a value reference.
    #[inline]
    pub(super) fn real_variable(&self, reference: u32) -> Outcome<&'static RealVariable> {
        self.interface.reals.get(reference as usize).ok_or_else(|| self.unknown(reference, self.calls.types.real))
    }

    /// The Integer or Enumeration variable of a value reference.
    #[inline]
    pub(super) fn integer_variable(&self, reference: u32) -> Outcome<&'static IntegerVariable> {
        let index = reference.wrapping_sub(FIRST_INTEGER_REFERENCE) as usize;
        self.interface.integers.get(index).ok_or_else(|| self.unknown(reference, self.calls.types.integer))
    }

    /// Why there is no variable of the wanted type under this value reference.
    #[cold]
    pub(super) fn unknown(&self, reference: u32, wanted: &str) -> Refusal {
        let types = &self.calls.types;
        let name = self.variable_name(reference);
        Refusal::error(if reference < FIRST_INTEGER_REFERENCE && self.has_real(reference) {
            text!("{name} is a {} variable, not {wanted}", types.real)
        } else if self.has_integer(reference) {
            self.not_wanted_integer(reference, &name, wanted)
        } else {
            text!("value reference {reference} is unknown; {} has no such {wanted} variable", self.interface.identifier)
        })
    }

    fn not_wanted_integer(&self, reference: u32, name: &str, wanted: &str) -> Text {
        let types = &self.calls.types;
        let index = (reference - FIRST_INTEGER_REFERENCE) as usize;
        match (types.enumerations_are_integers, self.interface.integers[index].is_enumeration()) {
            (true, _) => text!("{name} is an {} or Enumeration variable, not {wanted}", types.integer),
            (false, true) => text!("{name} is an Enumeration variable, not {wanted}"),
            (false, false) => text!("{name} is an {} variable, not {wanted}", types.integer),
        }
    }

    fn has_real(&self, reference: u32) -> bool {
        (reference as usize) < self.interface.reals.len()
    }

    pub(super) fn has_integer(&self, reference: u32) -> bool {
        (reference.wrapping_sub(FIRST_INTEGER_REFERENCE) as usize) < self.interface.integers.len()
    }

    /// Name and value reference, for messages.
    #[cold]
    #[inline(never)]
    pub(super) fn variable_name(&self, reference: u32) -> Text {
        let name = if reference < FIRST_INTEGER_REFERENCE {
            self.interface.reals.get(reference as usize).map(|variable| variable.name)
        } else {
            self.interface.integers.get((reference - FIRST_INTEGER_REFERENCE) as usize).map(|variable| variable.name)
        };
        text!("{} (value reference {reference})", name.unwrap_or("unknown variable"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variable(min: f64, max: f64, exclusive_min: bool) -> RealVariable {
        RealVariable {
            name: "inertia",
            causality: Causality::Parameter,
            variability: Variability::Fixed,
            unit: "kg.m2",
            start: 1.0,
            min,
            max,
            exclusive_min,
            can_be_tunable: true,
        }
    }

    #[test]
    fn a_range_is_told_with_the_limits_that_it_has() {
        let infinity = f64::INFINITY;
        assert_eq!(real_range(&variable(0.0, infinity, true)), "greater than 0");
        assert_eq!(real_range(&variable(0.0, 1.0, false)), "at least 0 and at most 1");
        assert_eq!(real_range(&variable(-infinity, 1.0, false)), "at most 1");
        assert_eq!(real_range(&variable(-infinity, infinity, false)), "finite");
    }

    #[test]
    fn the_limit_itself_is_allowed_unless_it_is_exclusive() {
        assert!(variable(0.0, 1.0, false).allows(0.0));
        assert!(!variable(0.0, 1.0, true).allows(0.0));
        assert!(variable(0.0, 1.0, true).allows(1.0));
        assert!(!variable(f64::NEG_INFINITY, f64::INFINITY, false).allows(f64::NAN));
        assert!(!variable(f64::NEG_INFINITY, f64::INFINITY, false).allows(f64::INFINITY));
    }

    #[test]
    fn fixed_parameters_are_settable_until_initialization_ends_and_tunable_ones_at_events() {
        let fixed = |state| may_set(state, false, Causality::Parameter, Variability::Fixed);
        let tunable = |state| may_set(state, false, Causality::Parameter, Variability::Tunable);
        assert_eq!(fixed(State::Initialization), Verdict::Allowed);
        assert_eq!(fixed(State::StepComplete), Verdict::Refused);
        assert_eq!(tunable(State::StepComplete), Verdict::Allowed);
        assert_eq!(tunable(State::EventMode), Verdict::Allowed);
        assert_eq!(tunable(State::ContinuousTime), Verdict::Refused);
    }

    #[test]
    fn what_the_model_computes_is_never_settable() {
        for causality in [Causality::Output, Causality::Local, Causality::CalculatedParameter] {
            for state in State::ALL {
                for beginning in [false, true] {
                    assert_eq!(may_set(state, beginning, causality, Variability::Continuous), Verdict::Refused);
                }
            }
        }
    }

    #[test]
    fn at_the_beginning_fixed_parameters_are_tolerated_and_constants_are_not() {
        for state in [State::StepComplete, State::EventMode] {
            let at_beginning = |variability| may_set(state, true, Causality::Parameter, variability);
            assert_eq!(at_beginning(Variability::Fixed), Verdict::Tolerated);
            assert_eq!(at_beginning(Variability::Tunable), Verdict::Allowed);
            assert_eq!(at_beginning(Variability::Constant), Verdict::Refused);
        }
        let terminated = may_set(State::Terminated, true, Causality::Parameter, Variability::Fixed);
        assert_eq!(terminated, Verdict::Refused);
    }

    #[test]
    fn the_first_late_parameter_is_remembered_beside_the_other_marks() {
        let mut touched = Touched::default();
        assert_eq!(touched.late(), None);
        touched.add_late(0);
        touched.add_late(FIRST_INTEGER_REFERENCE + 3);
        touched.add_if(Touched::INPUTS, true);
        assert_eq!((touched.late(), touched.has(Touched::INPUTS)), (Some(0), true));
        assert!(!touched.has(Touched::PARAMETERS));
    }

    #[test]
    fn the_unit_one_is_no_unit() {
        assert_eq!([quantity(0.5, "1"), quantity(0.5, ""), quantity(0.5, "rad")], ["0.5", "0.5", "0.5 rad"]);
    }
}
