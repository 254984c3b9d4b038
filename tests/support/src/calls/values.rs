//! Reading and writing variables.

use super::actor::{Actor, Expected, OK, Verdict, expect};
use super::memory::{Layout, integer_index, is_in_range, is_set_by_importer, may_set};
use super::player::Player;
use super::table::{Call, Standard};
use actuator_fmu::fmi3::{fmi3GetInt64, fmi3SetInt64};
use actuator_fmu::interface::{FIRST_INTEGER_REFERENCE, Interface, RealVariable, Variability};
use std::ptr::null;

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

    /// Number of values, in FMI 3.0 now and then a wrong one; and whether it is right.
    fn length_of(&mut self, actor: &Actor, right: usize) -> (usize, bool) {
        let is_wrong = actor.standard == Standard::Three && self.random.one_in(40);
        let length = if is_wrong { self.random.pick(&[0, right + 1, right.saturating_sub(1)]) } else { right };
        (length, length == right)
    }

    /// In FMI 3.0 Enumerations have functions of their own; now and then the wrong ones are called.
    fn of_type(&mut self, actor: &Actor, call: Call, references: Vec<u32>) -> (Vec<u32>, bool) {
        if actor.standard == Standard::Two {
            return (references, true);
        }
        let integers = self.layouts[actor.model].interface.integers;
        let wanted = matches!(call, Call::GetEnumeration | Call::SetEnumeration);
        let is_of_type = |reference: &u32| {
            integers.get(integer_index(*reference)).is_none_or(|variable| variable.is_enumeration() == wanted)
        };
        let keeps_all = self.random.one_in(20);
        let kept: Vec<_> = references.into_iter().filter(|reference| keeps_all || is_of_type(reference)).collect();
        let all = kept.iter().all(is_of_type);
        (kept, all)
    }

    /// An array's pointer, which is sometimes null.
    pub fn pointer<T>(&mut self, array: &[T]) -> *const T {
        if self.random.one_in(60) { null() } else { array.as_ptr() }
    }

    pub fn get_real(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let layout = &self.layouts[actor.model];
        let references = self.references(0, layout.interface.reals.len(), 8);
        let elements = elements(actor, layout.interface, &references);
        let (length, is_right) = self.length_of(actor, elements.len());
        let mut values = vec![f64::NAN; length];
        let pointer = self.pointer(&references);
        let variables: Option<Vec<_>> =
            elements.iter().map(|&reference| layout.interface.reals.get(reference as usize)).collect();
        let are_variables = are_variables(actor, layout.interface, &references);
        let passed = are_variables && is_right && (references.is_empty() || !pointer.is_null());
        let computed = |list: &[&RealVariable]| list.iter().any(|variable| !is_set_by_importer(variable.causality));
        let known = variables.as_ref().is_some_and(|list| !computed(list) || actor.can_compute(layout));
        let expected = expect(actor.is_legal(Call::GetReal) && passed && known);
        let status = actor.attempt(Call::GetReal, or_discard(expected), |handle| {
            // SAFETY: the handle is valid, the arrays too where they are not null.
            unsafe { handle.get_real(pointer, references.len(), values.as_mut_ptr(), length) }
        })?;
        if status <= 1 {
            check_values(actor, &elements, &values, &variables.unwrap_or_default())?;
        }
        Ok(status)
    }

    pub fn get_integer(&mut self, actor: &mut Actor, call: Call) -> Verdict<i32> {
        let layout = &self.layouts[actor.model];
        let drawn = self.references(FIRST_INTEGER_REFERENCE, layout.interface.integers.len(), 4);
        let (references, of_type) = self.of_type(actor, call, drawn);
        let mut values = vec![i32::MIN; references.len()];
        let pointer = self.pointer(&references);
        let variables: Option<Vec<_>> =
            references.iter().map(|&reference| layout.interface.integers.get(integer_index(reference))).collect();
        let passed = references.is_empty() || !pointer.is_null();
        let known = variables.as_ref().is_some_and(|list| {
            list.iter().all(|variable| is_set_by_importer(variable.causality)) || actor.can_compute(layout)
        });
        let expected = expect(actor.is_legal(call) && passed && known && of_type);
        let status = actor.attempt(call, expected, |handle| {
            // SAFETY: the handle is valid, the arrays too where they are not null.
            unsafe {
                if call == Call::GetInteger {
                    return handle.get_integer(pointer, references.len(), values.as_mut_ptr(), references.len());
                }
                let mut items = vec![i64::MIN; references.len()];
                let status = fmi3GetInt64(handle.handle, pointer, references.len(), items.as_mut_ptr(), items.len());
                let narrow = items.iter().map(|&item| i32::try_from(item).unwrap_or(i32::MIN));
                values.iter_mut().zip(narrow).for_each(|(value, item)| *value = item);
                status
            }
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
        let number = match actor.standard {
            Standard::Two => usize::from(!self.random.one_in(2)),
            Standard::Three => self.random.below(10),
        };
        let expected = expect(actor.is_legal(call) && count == 0);
        // SAFETY: the handle and the reference are valid; values are not looked at.
        actor.attempt(call, expected, |handle| unsafe { handle.absent(call, number, &reference, count) })
    }

    pub fn set_real(&mut self, actor: &mut Actor) -> Verdict<i32> {
        let layout = &self.layouts[actor.model];
        let mut references = self.settable_reals(actor);
        if self.random.one_in(20) {
            references.extend(self.references(0, layout.interface.reals.len(), 1));
        }
        let elements = elements(actor, layout.interface, &references);
        let values: Vec<_> = elements.iter().map(|&reference| self.real_value(layout, reference)).collect();
        let pointer = self.pointer(&values);
        let (length, is_right) = self.length_of(actor, values.len());
        // What is not there must not be read, so that too long a length is none.
        let length = length.min(values.len());
        let is_right = is_right || length == values.len();
        let are_variables = are_variables(actor, layout.interface, &references);
        let passed = are_variables && is_right && (references.is_empty() || !pointer.is_null());
        let mut after = actor.memory.clone();
        let (mut parameters, mut late) = (false, false);
        let fits = elements.iter().zip(&values).all(|(&reference, &value)| {
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
            unsafe { handle.set_real(references.as_ptr(), references.len(), pointer, length) }
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
            3..7 if self.random.is_round() => self.random.between(-20.0, 20.0),
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

    pub fn set_integer(&mut self, actor: &mut Actor, call: Call) -> Verdict<i32> {
        let layout = &self.layouts[actor.model];
        let settable = layout.choices();
        let mut references = Vec::new();
        for _ in 0..if settable.is_empty() { 0 } else { self.random.below(3) } {
            references.push(FIRST_INTEGER_REFERENCE + self.random.pick(&settable) as u32);
        }
        if self.random.one_in(20) {
            references.extend(self.references(FIRST_INTEGER_REFERENCE, layout.interface.integers.len(), 1));
        }
        let (references, of_type) = self.of_type(actor, call, references);
        let mut values = Vec::new();
        for &reference in &references {
            let variable = layout.interface.integers.get(integer_index(reference));
            let [least, most] = variable.map_or([1, 1], |variable| [variable.min, variable.max]);
            let chosen = 1 + self.random.below(most.clamp(1, 16) as usize) as i32;
            // A number of 0 leaves the choice to the enumeration.
            let usual = if least == 0 && self.random.one_in(2) { 0 } else { chosen };
            let value = if self.random.one_in(20) { self.random.pick(&[0, -1, 13, i32::MAX, i32::MIN]) } else { usual };
            // A start in equilibrium is refused where there is none, which this model of the standard cannot know.
            let is_trim = value == TRIM && variable.is_some_and(|variable| variable.name.starts_with("initialization"));
            values.push(if is_trim { TRIM - 1 } else { value });
        }
        let mut after = actor.memory.clone();
        let fits = references.iter().zip(&values).all(|(&reference, &value)| {
            let Some(variable) = layout.interface.integers.get(integer_index(reference)) else { return false };
            after.integers[integer_index(reference)] = value;
            may_set(&actor.memory, actor.co_simulation, variable.causality, variable.variability)
                && (variable.min..=variable.max).contains(&value)
        });
        // What is beyond 32 bits is no item.
        let wide = if call == Call::SetEnumeration && self.random.one_in(40) { 1_i64 << 32 } else { 0 };
        let expected = expect(actor.is_legal(call) && fits && of_type && (wide == 0 || references.is_empty()));
        let status = actor.attempt(call, expected, |handle| {
            // SAFETY: handle and arrays are valid.
            unsafe {
                if call == Call::SetInteger {
                    return handle.set_integer(references.as_ptr(), references.len(), values.as_ptr(), values.len());
                }
                let items: Vec<_> = values.iter().map(|&value| i64::from(value) + wide).collect();
                fmi3SetInt64(handle.handle, references.as_ptr(), references.len(), items.as_ptr(), items.len())
            }
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
        // The elements of arrays of FMI 3.0 have value references of their own too, which only this test uses.
        // SAFETY: handle and arrays are valid.
        let reals = unsafe { set_each(actor, &references, &values) };
        let integers = places.map_or(OK, |places| {
            let choices = places.iter().zip([law, 0]);
            choices.map(|(&place, number)| choose(actor, interface, place, number)).max().unwrap_or(OK)
        });
        let statuses = [reals, integers];
        if statuses == [OK; 2] { Ok(()) } else { Err(format!("the declared values are refused: {statuses:?}")) }
    }

    /// Everything that can be read is a number, and parameters and inputs are as they were set.
    pub fn check_outputs(&self, actor: &Actor) -> Verdict {
        let interface = self.layouts[actor.model].interface;
        for (reference, variable) in (0..).zip(interface.reals) {
            if !are_variables(actor, interface, &[reference]) {
                continue;
            }
            let elements = elements(actor, interface, &[reference]);
            let variables: Vec<_> = elements.iter().map(|&element| &interface.reals[element as usize]).collect();
            let mut values = vec![f64::NAN; elements.len()];
            // SAFETY: handle and pointers are valid.
            let status = unsafe { actor.port().get_real(&reference, 1, values.as_mut_ptr(), values.len()) };
            match status {
                0 | 1 => check_values(actor, &elements, &values, &variables)?,
                2 => {}
                _ => return Err(format!("{} cannot be read: status {status}", variable.name)),
            }
        }
        Ok(())
    }
}

/// Sets Real parameters together: of an array its elements, which follow each other, as one variable.
unsafe fn set_each(actor: &Actor, references: &[u32], values: &[f64]) -> i32 {
    let interface = actor.interface;
    let is_inside = |&reference: &u32| actor.standard == Standard::Three && is_later_element(interface, reference);
    let named: Vec<_> = references.iter().copied().filter(|reference| !is_inside(reference)).collect();
    // SAFETY: the same duties.
    unsafe { actor.port().set_real(named.as_ptr(), named.len(), values.as_ptr(), values.len()) }
}

/// The item of `initialization` that begins in equilibrium.
const TRIM: i32 = 2;

/// Sets an Integer or Enumeration parameter.
fn choose(actor: &Actor, interface: &Interface, place: usize, number: i32) -> i32 {
    let reference = FIRST_INTEGER_REFERENCE + place as u32;
    // SAFETY: handle and pointers are valid.
    unsafe {
        if actor.standard == Standard::Three && interface.integers[place].is_enumeration() {
            return fmi3SetInt64(actor.handle, &reference, 1, &i64::from(number), 1);
        }
        actor.port().set_integer(&reference, 1, &number, 1)
    }
}

/// An element of an array but the first.
fn is_later_element(interface: &Interface, reference: u32) -> bool {
    let name = interface.reals.get(reference as usize).map(|variable| variable.name);
    // Entries of matrices, as A[1,2], are variables of their own.
    let index = name.and_then(|name| name.strip_suffix(']')?.rsplit_once('[')?.1.parse::<usize>().ok());
    index.is_some_and(|index| index > 1)
}

/// None of them stands inside of an array, where FMI 3.0 has no variable.
pub fn are_variables(actor: &Actor, interface: &Interface, references: &[u32]) -> bool {
    actor.standard == Standard::Two || !references.iter().any(|&reference| is_later_element(interface, reference))
}

/// Number of values of a value reference in FMI 3.0: tables are arrays with the reference of their first element.
pub fn width(interface: &Interface, reference: u32) -> usize {
    let first = interface.reals.get(reference as usize);
    if !first.is_some_and(|variable| variable.name.ends_with("[1]")) {
        return 1;
    }
    1 + (reference + 1..).take_while(|&next| is_later_element(interface, next)).count()
}

/// What value references stand for: in FMI 3.0 the elements of arrays.
fn elements(actor: &Actor, interface: &Interface, references: &[u32]) -> Vec<u32> {
    match actor.standard {
        Standard::Two => references.to_vec(),
        Standard::Three => {
            let all = references.iter().flat_map(|&first| (0..width(interface, first) as u32).map(move |i| first + i));
            all.collect()
        }
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
