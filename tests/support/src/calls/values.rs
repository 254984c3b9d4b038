//! Reading and writing variables.

use super::actor::{Actor, Expected, OK, Verdict, expect};
use super::memory::{Layout, integer_index, is_in_range, is_set_by_importer, may_set};
use super::player::Player;
use super::table::Call;
use actuator_fmu::fmi2::*;
use actuator_fmu::interface::{FIRST_INTEGER_REFERENCE, RealVariable, Variability};
use std::ptr::{null, null_mut};

/// Value references of no variable.
const UNKNOWN: [u32; 5] = [1000, FIRST_INTEGER_REFERENCE - 1, 5000, u32::MAX, 1 << 31];

impl Player<'_> {
    fn references(&mut self, first: u32, count: usize, most: usize) -> Vec<u32> {
        let length = self.random.below(most + 1);
        let mut references: Vec<_> = (0..length).map(|_| first + self.random.below(count) as u32).collect();
        if self.random.one_in(30) {
            references.push(self.random.pick(&UNKNOWN));
        }
        references
    }

    /// An array's pointer, which is sometimes null.
    pub fn pointer<T>(&mut self, array: &[T]) -> *const T {
        if self.random.one_in(60) { null() } else { array.as_ptr() }
    }

    pub fn get_real(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let layout = &self.layouts[actor.model];
        let references = self.references(0, layout.interface.reals.len(), 8);
        let mut values = vec![f64::NAN; references.len()];
        let pointer = self.pointer(&references);
        let variables: Option<Vec<_>> =
            references.iter().map(|&reference| layout.interface.reals.get(reference as usize)).collect();
        let passed = references.is_empty() || !pointer.is_null();
        let computed = |list: &[&RealVariable]| list.iter().any(|variable| !is_set_by_importer(variable.causality));
        let known = variables.as_ref().is_some_and(|list| !computed(list) || actor.can_compute(layout));
        let expected = expect(actor.is_legal(Call::GetReal) && passed && known);
        let status = actor.attempt(Call::GetReal, or_discard(expected), |handle| {
            // SAFETY: the handle is valid, the arrays too where they are not null.
            unsafe { fmi2GetReal(handle, pointer, references.len(), values.as_mut_ptr()) }
        })?;
        if status <= 1 {
            check_values(actor, &references, &values, &variables.unwrap_or_default())?;
        }
        Ok(status)
    }

    pub fn get_integer(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let layout = &self.layouts[actor.model];
        let references = self.references(FIRST_INTEGER_REFERENCE, layout.interface.integers.len(), 4);
        let mut values = vec![i32::MIN; references.len()];
        let pointer = self.pointer(&references);
        let variables: Option<Vec<_>> =
            references.iter().map(|&reference| layout.interface.integers.get(integer_index(reference))).collect();
        let passed = references.is_empty() || !pointer.is_null();
        let known = variables.as_ref().is_some_and(|list| {
            list.iter().all(|variable| is_set_by_importer(variable.causality)) || actor.can_compute(layout)
        });
        let expected = expect(actor.is_legal(Call::GetInteger) && passed && known);
        let status = actor.attempt(Call::GetInteger, expected, |handle| {
            // SAFETY: the handle is valid, the arrays too where they are not null.
            unsafe { fmi2GetInteger(handle, pointer, references.len(), values.as_mut_ptr()) }
        })?;
        for ((&reference, &value), variable) in references.iter().zip(&values).zip(variables.into_iter().flatten()) {
            let set = is_set_by_importer(variable.causality);
            let remembered = actor.memory.integers[integer_index(reference)];
            if status <= 1 && (set && value != remembered || !(variable.min..=variable.max).contains(&value)) {
                return Err(format!("{} reads {value}, set was {remembered}", variable.name));
            }
        }
        Ok(status)
    }

    /// Types of which there is no variable.
    pub fn access_absent(&mut self, actor: &mut Actor, call: Call) -> Verdict<i32> {
        let count = self.random.below(2);
        let reference = self.random.pick(&[0, 1, FIRST_INTEGER_REFERENCE, 77]);
        let boolean = self.random.one_in(2);
        let expected = expect(actor.is_legal(call) && count == 0);
        actor.attempt(call, expected, |handle| {
            // SAFETY: the handle and the reference are valid; values are not looked at.
            unsafe {
                match (call, boolean) {
                    (Call::GetAbsent, true) => fmi2GetBoolean(handle, &reference, count, null_mut()),
                    (Call::GetAbsent, false) => fmi2GetString(handle, &reference, count, null_mut()),
                    (_, true) => fmi2SetBoolean(handle, &reference, count, null()),
                    (_, false) => fmi2SetString(handle, &reference, count, null()),
                }
            }
        })
    }

    pub fn set_real(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let layout = &self.layouts[actor.model];
        let mut references = self.settable_reals(actor);
        if self.random.one_in(20) {
            references.extend(self.references(0, layout.interface.reals.len(), 1));
        }
        let values: Vec<_> = references.iter().map(|&reference| self.real_value(layout, reference)).collect();
        let pointer = self.pointer(&values);
        let passed = references.is_empty() || !pointer.is_null();
        let mut after = actor.memory.clone();
        let (mut parameters, mut late) = (false, false);
        let fits = references.iter().zip(&values).all(|(&reference, &value)| {
            let Some(variable) = layout.interface.reals.get(reference as usize) else { return false };
            let settable = may_set(&actor.memory, actor.co_simulation, variable.causality, variable.variability);
            parameters |= !layout.interface.inputs.contains(&reference);
            late |= variable.variability == Variability::Fixed;
            if let Some(input) = layout.interface.inputs.iter().position(|&input| input == reference) {
                after.ramps[input] = 0.0;
            }
            after.reals[reference as usize] = value;
            settable && is_in_range(variable, value)
        });
        // Late parameters need to fit together when the start state is computed anew, as before the start. Whether that
        // is to be done already, so that a tunable parameter waits too, depends on what was read since.
        let waits = after.is_before_start() || late || !layout.is_consistent(&actor.memory);
        let consistent = !parameters || waits || layout.is_consistent(&after);
        let expected = match expect(actor.is_legal(Call::SetReal) && passed && fits && consistent) {
            Expected::Refused if after.beginning && actor.is_legal(Call::SetReal) && passed && fits => Expected::Open,
            expected => expected,
        };
        let status = actor.attempt(Call::SetReal, expected, |handle| {
            // SAFETY: the handle is valid, the arrays too where they are not null.
            unsafe { fmi2SetReal(handle, references.as_ptr(), references.len(), pointer) }
        })?;
        if expected == Expected::Done || (expected == Expected::Open && status == OK) {
            actor.memory = after;
        }
        Ok(status)
    }

    /// Mostly variables that may be set now; inputs more often than parameters.
    fn settable_reals(&mut self, actor: &Actor) -> Vec<u32> {
        let interface = self.layouts[actor.model].interface;
        let mut references = Vec::new();
        for _ in 0..self.random.below(4) {
            let reference = match self.random.below(3) {
                0 => self.random.pick(interface.inputs),
                _ => self.random.below(interface.reals.len()) as u32,
            };
            let variable = &interface.reals[reference as usize];
            let settable = may_set(&actor.memory, actor.co_simulation, variable.causality, variable.variability);
            if settable || self.random.one_in(20) {
                references.push(reference);
            }
        }
        references
    }

    fn real_value(&mut self, layout: &Layout, reference: u32) -> f64 {
        let Some(variable) = layout.interface.reals.get(reference as usize) else { return 1.0 };
        if self.random.one_in(40) {
            return self.random.wild();
        }
        if reference as usize == layout.max_step || reference as usize == layout.fixed_step {
            return self.random.pick(&[1e-4, 1e-3, 1e-3, 1e-2, 1.0, 1e3]);
        }
        let value = match self.random.below(10) {
            0 if variable.min.is_finite() => variable.min,
            1 if variable.max.is_finite() => variable.max,
            2 => 0.0,
            _ if variable.start != 0.0 => variable.start * self.random.magnitude(-1.5, 1.5),
            _ => self.random.magnitude(-4.0, 5.0),
        };
        let signed = if variable.min < 0.0 && self.random.one_in(3) { -value } else { value };
        let within = signed.max(variable.min).min(variable.max);
        if variable.exclusive_min && within == variable.min && !self.random.one_in(40) {
            variable.start
        } else {
            within
        }
    }

    pub fn set_integer(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let layout = &self.layouts[actor.model];
        let settable = layout.choices();
        let mut references = Vec::new();
        for _ in 0..if settable.is_empty() { 0 } else { self.random.below(3) } {
            references.push(FIRST_INTEGER_REFERENCE + self.random.pick(&settable) as u32);
        }
        if self.random.one_in(20) {
            references.extend(self.references(FIRST_INTEGER_REFERENCE, layout.interface.integers.len(), 1));
        }
        let mut values = Vec::new();
        for &reference in &references {
            let variable = layout.interface.integers.get(integer_index(reference));
            let [least, most] = variable.map_or([1, 1], |variable| [variable.min, variable.max]);
            let chosen = 1 + self.random.below(most.clamp(1, 16) as usize) as i32;
            // A number of 0 leaves the choice to the enumeration.
            let usual = if least == 0 && self.random.one_in(2) { 0 } else { chosen };
            values.push(if self.random.one_in(20) {
                self.random.pick(&[0, -1, 13, i32::MAX, i32::MIN])
            } else {
                usual
            });
        }
        let mut after = actor.memory.clone();
        let fits = references.iter().zip(&values).all(|(&reference, &value)| {
            let Some(variable) = layout.interface.integers.get(integer_index(reference)) else { return false };
            after.integers[integer_index(reference)] = value;
            may_set(&actor.memory, actor.co_simulation, variable.causality, variable.variability)
                && (variable.min..=variable.max).contains(&value)
        });
        let expected = expect(actor.is_legal(Call::SetInteger) && fits);
        let status = actor.attempt(Call::SetInteger, expected, |handle| {
            // SAFETY: handle and arrays are valid.
            unsafe { fmi2SetInteger(handle, references.as_ptr(), references.len(), values.as_ptr()) }
        })?;
        if expected == Expected::Done {
            actor.memory = after;
        }
        Ok(status)
    }

    /// Sets what makes the parameters consistent: the declared values of all Real parameters, and Coulomb friction or
    /// a law that needs nothing more.
    pub fn repair(&mut self, actor: &mut Actor) -> Verdict {
        let layout = &self.layouts[actor.model];
        let interface = layout.interface;
        let law = self.random.pick(&[1, 2, 3, 4, 7, 9, 10, 11, 12]);
        let reals = (0..).zip(interface.reals).filter(|(_, variable)| is_set_by_importer(variable.causality));
        let (references, values): (Vec<u32>, Vec<f64>) = reals.map(|(place, variable)| (place, variable.start)).unzip();
        for (&reference, &value) in references.iter().zip(&values) {
            actor.memory.reals[reference as usize] = value;
        }
        let places = layout.rules.as_ref().map(|rules| [rules.law, rules.law_number]);
        places.into_iter().for_each(|[chosen, number]| {
            (actor.memory.integers[chosen], actor.memory.integers[number]) = (law, 0);
        });
        actor.memory.ramps.fill(0.0);
        // SAFETY: handle and arrays are valid.
        let statuses = unsafe {
            let reals = fmi2SetReal(actor.handle, references.as_ptr(), references.len(), values.as_ptr());
            let integers = places.map_or(OK, |places| {
                let references = places.map(|place| FIRST_INTEGER_REFERENCE + place as u32);
                fmi2SetInteger(actor.handle, references.as_ptr(), 2, [law, 0].as_ptr())
            });
            [reals, integers]
        };
        if statuses == [OK; 2] { Ok(()) } else { Err(format!("the declared values are refused: {statuses:?}")) }
    }

    /// Everything that can be read is a number, and parameters and inputs are as they were set.
    pub fn check_outputs(&self, actor: &Actor) -> Verdict {
        let interface = self.layouts[actor.model].interface;
        for (reference, variable) in (0..).zip(interface.reals) {
            let mut value = [f64::NAN];
            // SAFETY: handle and pointers are valid.
            let status = unsafe { fmi2GetReal(actor.handle, &reference, 1, value.as_mut_ptr()) };
            match status {
                0 | 1 => check_values(actor, &[reference], &value, &[variable])?,
                2 => {}
                _ => return Err(format!("{} cannot be read: status {status}", variable.name)),
            }
        }
        Ok(())
    }
}

/// Computed values may be too large to be represented: then they are discarded, not read.
fn or_discard(expected: Expected) -> Expected {
    if expected == Expected::Done { Expected::Readable } else { expected }
}

fn check_values(actor: &Actor, references: &[u32], values: &[f64], variables: &[&RealVariable]) -> Verdict {
    for ((&reference, &value), variable) in references.iter().zip(values).zip(variables) {
        let remembered = actor.memory.reals[reference as usize];
        let set = is_set_by_importer(variable.causality);
        if !value.is_finite() || (set && value != remembered) {
            return Err(format!("{} reads {value:e} in {:?}, set was {remembered:e}", variable.name, actor.mode()));
        }
    }
    Ok(())
}
