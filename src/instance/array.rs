//! Variables as FMI 3.0 has them: tables are arrays, and time and event indicators are variables too.
//!
//! The elements of an array are variables of the interface with consecutive value references; the array has that of the first.

use super::Instance;
use super::clock::Clock;
use super::memory::{list, text};
use super::state::{Operation, State};
use super::status::{Outcome, Refusal, Status};
use crate::interface::{Causality, FIRST_EVENT_INDICATOR_REFERENCE, TIME_REFERENCE};
use std::vec::Vec;

/// What a value reference stands for.
enum Referred {
    /// This many values of the interface.
    Values(usize),
    /// The time.
    Time,
    /// An event indicator.
    EventIndicator(usize),
}

impl Instance {
    /// Reads Real variables, arrays among them.
    pub fn get_float64(&mut self, references: &[u32], values: &mut [f64]) -> Status {
        self.call_on(Operation::GetReal, references, |instance| {
            if values.len() == references.len() && references.iter().all(|&reference| instance.is_scalar(reference)) {
                return instance.read_reals(references, values);
            }
            instance.read_arrays(references, values)
        })
    }

    fn read_arrays(&mut self, references: &[u32], values: &mut [f64]) -> Outcome {
        if let Some(&reference) = references.iter().find(|&&reference| self.referred(reference).is_none()) {
            return Err(self.unknown(reference, self.calls.types.real));
        }
        self.refuse_inside(references)?;
        let wanted = references.iter().map(|&reference| self.value_count(reference)).sum();
        if wanted != values.len() {
            return Err(wrong_count(wanted, values.len()));
        }
        let mut rest = values;
        for &reference in references {
            let (front, back) = rest.split_at_mut(self.value_count(reference));
            self.read_array(reference, front)?;
            rest = back;
        }
        Ok(())
    }

    /// Reads what one value reference stands for.
    fn read_array(&mut self, reference: u32, values: &mut [f64]) -> Outcome {
        match self.referred(reference) {
            Some(Referred::Values(count)) => self.read_reals(&list(reference..reference + count as u32)?, values),
            Some(Referred::Time) => self.read_time(values),
            Some(Referred::EventIndicator(index)) => self.read_event_indicator(index, values),
            None => Err(self.unknown(reference, self.calls.types.real)),
        }
    }

    /// Number of values of a value reference; 1 for what does not exist, which is refused where it is read or set.
    fn value_count(&self, reference: u32) -> usize {
        match self.referred(reference) {
            Some(Referred::Values(count)) => count,
            Some(Referred::Time | Referred::EventIndicator(_)) | None => 1,
        }
    }

    fn read_time(&self, values: &mut [f64]) -> Outcome {
        self.check_is_no_step(TIME_REFERENCE)?;
        values.fill(self.time());
        Ok(())
    }

    fn read_event_indicator(&mut self, index: usize, values: &mut [f64]) -> Outcome {
        self.check_is_no_step(FIRST_EVENT_INDICATOR_REFERENCE + index as u32)?;
        self.ensure_start_state()?;
        let mut indicators = list((0..self.interface.event_indicators).map(|_| 0.0))?;
        self.now.model.event_indicators(&mut indicators);
        values.fill(indicators[index]);
        Ok(())
    }

    /// Neither time nor event indicators are intermediate variables.
    fn check_is_no_step(&self, reference: u32) -> Outcome {
        if self.state() == State::IntermediateUpdate { self.check_intermediate(&[reference], false) } else { Ok(()) }
    }

    /// Sets Real variables, arrays among them, all or none.
    pub fn set_float64(&mut self, references: &[u32], values: &[f64]) -> Status {
        if values.len() == references.len() && references.iter().all(|&reference| self.is_scalar(reference)) {
            return self.set_real(references, values);
        }
        match self.elements(references, values.len()) {
            Ok(elements) => self.set_real(&elements, values),
            Err(refusal) => self.call(Operation::SetReal, |_| Err(refusal)),
        }
    }

    /// The elements behind value references, which must be as many as there are values.
    fn elements(&self, references: &[u32], count: usize) -> Outcome<Vec<u32>> {
        self.refuse_inside(references)?;
        let wanted = references.iter().map(|&first| self.value_count(first)).sum();
        if wanted != count {
            return Err(wrong_count(wanted, count));
        }
        let mut elements = list((0..count).map(|_| 0))?;
        // What is no variable may have the last of all references.
        let all =
            references.iter().flat_map(|&first| (0..self.value_count(first)).map(move |index| first + index as u32));
        elements.iter_mut().zip(all).for_each(|(element, reference)| *element = reference);
        Ok(elements)
    }

    /// The elements of an array but the first are no variables of FMI 3.0.
    fn refuse_inside(&self, references: &[u32]) -> Outcome {
        for &reference in references {
            if let Some((array, first)) = self.array_around(reference) {
                return Err(Refusal::error(text!(
                    "value reference {reference} is unknown: it is inside of the array {array}, whose value reference is {first}"
                )));
            }
        }
        Ok(())
    }

    /// Name and first value reference of the array in which a reference stands, but not first.
    fn array_around(&self, reference: u32) -> Option<(&'static str, u32)> {
        let (array, index) = self.interface.reals.get(reference as usize)?.name.strip_suffix(']')?.rsplit_once('[')?;
        let first = reference.checked_sub(index.parse::<u32>().ok()?.checked_sub(1)?)?;
        let begin = self.interface.reals[first as usize].name.strip_suffix("[1]")?;
        (first != reference && begin == array).then_some((array, first))
    }

    /// FMI 3.0 excludes event indicators from the unknowns of partial derivatives, and time moves no output at a given state.
    fn refuse_as_unknown(&self, references: &[u32]) -> Outcome {
        for &reference in references {
            let name = match self.referred(reference) {
                Some(Referred::EventIndicator(index)) => text!("event_indicator_{}", index + 1),
                Some(Referred::Time) => text!("time"),
                Some(Referred::Values(_)) | None => continue,
            };
            return Err(Refusal::error(text!(
                "{name} (value reference {reference}) cannot be an unknown of partial derivatives: those are outputs and \
                 derivatives of states"
            )));
        }
        Ok(())
    }

    /// Of arrays the elements, for derivatives.
    fn elements_for(&self, name: &str, references: &[u32], count: usize) -> Outcome<Vec<u32>> {
        self.elements(references, count).map_err(|refusal| Refusal::error(text!("{name}: {}", refusal.message())))
    }

    /// `changes` of the unknowns for the `seed` of the knowns, both with arrays among them.
    pub fn get_derivative_of_arrays(
        &mut self,
        unknowns: &[u32],
        knowns: &[u32],
        seed: &[f64],
        changes: &mut [f64],
    ) -> Status {
        let elements = self
            .refuse_as_unknown(unknowns)
            .and_then(|()| self.elements_for("unknowns and nSensitivity", unknowns, changes.len()))
            .and_then(|unknowns| Ok((unknowns, self.elements_for("knowns and nSeed", knowns, seed.len())?)));
        match elements {
            Ok((unknowns, knowns)) => self.get_directional_derivative(&unknowns, &knowns, seed, changes),
            Err(refusal) => self.call(Operation::GetDirectionalDerivative, |_| Err(refusal)),
        }
    }

    /// The transposed product: for each known the sum of its effects on the unknowns, each times its `seed`.
    pub fn get_adjoint_derivative(
        &mut self,
        unknowns: &[u32],
        knowns: &[u32],
        seed: &[f64],
        changes: &mut [f64],
    ) -> Status {
        self.call(Operation::GetAdjointDerivative, |instance| {
            instance.refuse_as_unknown(unknowns)?;
            let unknowns = instance.elements_for("unknowns and nSeed", unknowns, seed.len())?;
            let knowns = instance.elements_for("knowns and nSensitivity", knowns, changes.len())?;
            instance.adjoint(&unknowns, &knowns, seed, changes)
        })
    }

    /// Neither inputs nor outputs are arrays.
    #[inline]
    fn is_scalar(&self, reference: u32) -> bool {
        self.interface.reals.get(reference as usize).is_some_and(|variable| {
            matches!(variable.causality, Causality::Input | Causality::Output) || !variable.name.ends_with(']')
        })
    }

    fn referred(&self, reference: u32) -> Option<Referred> {
        if reference == TIME_REFERENCE {
            return Some(Referred::Time);
        }
        let indicator = reference.wrapping_sub(FIRST_EVENT_INDICATOR_REFERENCE) as usize;
        if indicator < self.interface.event_indicators {
            return Some(Referred::EventIndicator(indicator));
        }
        let name = self.interface.reals.get(reference as usize)?.name;
        Some(Referred::Values(self.array_length(reference, name)))
    }

    /// Whether FMI 3.0 has a variable with this value reference.
    pub(super) fn is_known(&self, reference: u32) -> bool {
        let is_array = self.referred(reference).is_some() && self.array_around(reference).is_none();
        is_array || self.has_integer(reference) || Clock::of_reference(reference).is_some()
    }

    /// Number of elements of the array that begins with this variable; 1 for what is none.
    fn array_length(&self, reference: u32, name: &str) -> usize {
        let Some(array) = name.strip_suffix("[1]") else { return 1 };
        let elements = &self.interface.reals[reference as usize..];
        let is_element = |element: &&crate::interface::RealVariable| {
            element.name.strip_prefix(array).is_some_and(|index| index.starts_with('['))
        };
        elements.iter().take_while(is_element).count()
    }

    /// Reads Enumeration variables.
    pub fn get_enumeration(&mut self, references: &[u32], values: &mut [i64]) -> Status {
        self.call_on(Operation::GetEnumeration, references, |instance| {
            references.iter().try_for_each(|&reference| instance.check_is_enumeration(reference))?;
            instance.read_integers(references, values)
        })
    }

    /// Sets Enumeration variables, all or none.
    pub fn set_enumeration(&mut self, references: &[u32], values: &[i64]) -> Status {
        let numbers =
            references.iter().try_for_each(|&reference| self.check_is_enumeration(reference)).and_then(|()| {
                // What is beyond 32 bits is no item.
                Ok(list(values.iter().map(|&value| i32::try_from(value).unwrap_or(i32::MAX)))?)
            });
        match numbers {
            Ok(numbers) => self.set_integers_by(Operation::SetEnumeration, references, &numbers),
            Err(refusal) => self.call(Operation::SetEnumeration, |_| Err(refusal)),
        }
    }

    fn check_is_enumeration(&self, reference: u32) -> Outcome {
        if self.has_integer(reference) && self.integer_variable(reference)?.is_enumeration() {
            return Ok(());
        }
        Err(self.unknown(reference, "Int64"))
    }

    /// How many continuous states or event indicators there are.
    pub fn get_count(
        &mut self,
        count: impl FnOnce(&crate::interface::Interface) -> usize,
        value: &mut usize,
    ) -> Status {
        self.call(Operation::GetCount, |instance| {
            *value = count(instance.interface);
            Ok(())
        })
    }

    /// For what these models do not have: no call table allows it.
    pub fn refuse_absent(&mut self, operation: Operation) -> Status {
        self.call(operation, |_| Ok(()))
    }

    /// Dependencies do not change; the model description has them.
    pub fn get_dependencies(&mut self) -> Status {
        self.call(Operation::GetDependencies, |_| {
            Err(Refusal::error("dependencies do not change at run time; they are in modelDescription.xml"))
        })
    }
}

#[cold]
fn wrong_count(wanted: usize, given: usize) -> Refusal {
    Refusal::error(text!(
        "nValues = {given} is refused: it must be {wanted}, a value for each element of the variables"
    ))
}
