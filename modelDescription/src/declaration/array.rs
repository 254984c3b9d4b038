//! Arrays: variables `x[1]`, `x[2]`, … that stand one after the other.
//!
//! FMI 2.0 has scalars only, so that each element is declared. FMI 3.0 has them as one variable.

use super::{FIRST_INTEGER_REFERENCE, Model, Value, Variable};

/// One variable, or all elements of an array.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Array<'a> {
    /// Name without index.
    pub name: &'a str,
    /// Value reference of the first element; those of the others follow.
    pub reference: u32,
    /// The elements; one, where it is no array.
    pub elements: &'a [Variable],
    /// It has an index, even if it has one element only.
    pub is_array: bool,
}

impl Array<'_> {
    /// What the elements mean.
    pub fn description(&self) -> String {
        let first = &self.elements[0].description;
        if self.is_array { first.replace("table point 1", "each table point") } else { first.clone() }
    }
}

/// Name of the array and number of the element, from 1.
fn element(name: &str) -> Option<(&str, usize)> {
    let (array, index) = name.strip_suffix(']')?.rsplit_once('[')?;
    Some((array, index.parse().ok()?))
}

fn follows(one: &Variable, next: &Variable) -> bool {
    let (one, next) = (element(&one.name), element(&next.name));
    matches!((one, next), (Some((array, index)), Some((same, following))) if array == same && following == index + 1)
}

impl Model {
    /// All variables in the order of their declaration, the elements of an array together.
    pub fn arrays(&self) -> Vec<Array<'_>> {
        let (mut reals, mut integers) = (0, FIRST_INTEGER_REFERENCE);
        let mut array = |elements| {
            let counter = match first(elements).value {
                Value::Real(_) => &mut reals,
                Value::Integer { .. } | Value::Enumeration { .. } => &mut integers,
            };
            let array = Array::new(elements, *counter);
            *counter += elements.len() as u32;
            array
        };
        self.variables.chunk_by(follows).map(&mut array).collect()
    }
}

/// `chunk_by` makes no empty pieces.
fn first(elements: &[Variable]) -> &Variable {
    &elements[0]
}

impl<'a> Array<'a> {
    fn new(elements: &'a [Variable], reference: u32) -> Self {
        let name = &first(elements).name;
        let array = element(name).map(|(array, _)| array);
        Self { name: array.unwrap_or(name), reference, elements, is_array: array.is_some() }
    }
}
