//! The order of modelDescription.xml: that of the declaration, except that a state stands before its derivative.
//!
//! The standard leaves the order open, but some importers read the variables once and expect to know the state when they come to
//! its derivative (OMSimulator's Python interface). Value references count the declaration and are not moved by this.

use super::{Array, Model, Variable};
use std::collections::BTreeMap;

/// Numbers of the variables by their names.
pub struct Numbers<'a>(BTreeMap<&'a str, u32>);

impl Numbers<'_> {
    /// That of one variable; `None` if it is hidden.
    pub fn of(&self, name: &str) -> Option<u32> {
        self.0.get(name).copied()
    }
}

impl Model {
    /// The variables that an importer sees, in the order of modelDescription.xml, with their value references.
    pub fn described(&self) -> Vec<(&Variable, u32)> {
        let arrays = self.arrays();
        let declared = arrays.iter().flat_map(|array| array.elements.iter().zip(array.reference..)).collect();
        let order = states_first(declared, |(variable, _)| variable);
        order.into_iter().filter(|(variable, _)| !variable.is_hidden).collect()
    }

    /// The numbers of the variables in modelDescription.xml of FMI 2.0, from 1.
    pub fn numbers(&self) -> Numbers<'_> {
        Numbers(self.described().into_iter().map(|(variable, _)| &*variable.name).zip(1..).collect())
    }

    /// The variables that an importer sees with the elements of an array together, as FMI 3.0 has them.
    pub fn described_arrays(&self) -> Vec<Array<'_>> {
        let order = states_first(self.arrays(), |array| &array.elements[0]);
        order.into_iter().filter(|array| !array.elements[0].is_hidden).collect()
    }
}

/// Moves each state that stands behind its derivative to the place before it. `variable` says what an item declares.
fn states_first<'a, T: Copy>(items: Vec<T>, variable: impl Fn(&T) -> &'a Variable) -> Vec<T> {
    let declared = items.iter().map(&variable).zip(0..);
    let states: BTreeMap<&str, usize> =
        declared.filter(|(variable, _)| variable.is_state()).map(|(state, place)| (&*state.name, place)).collect();
    let mut is_placed = vec![false; items.len()];
    let mut ordered = Vec::with_capacity(items.len());
    for first in 0..items.len() {
        // The item, the state of which it is the derivative, the state of which that is one, and so on.
        let mut waiting = Vec::new();
        let mut next = Some(first);
        while let Some(place) = next.filter(|place| !is_placed[*place]) {
            is_placed[place] = true;
            waiting.push(items[place]);
            next = variable(&items[place]).derivative_of.as_deref().and_then(|state| states.get(state)).copied();
        }
        ordered.extend(waiting.into_iter().rev());
    }
    ordered
}
