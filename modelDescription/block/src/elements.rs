//! What a model is put together from.

use super::Damage;
use super::content::{Items, Reader};

/// An element: what it is, what it joins, and its name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Element<'a> {
    /// Number of its kind.
    pub kind: u8,
    /// Index of the element that it begins at; `None` is the ground, or nothing.
    pub first: Option<u16>,
    /// Index of the element that it ends at.
    pub second: Option<u16>,
    /// Of an element that takes a signal from `first`: number of the Real variable there, among those of its kind. 0 otherwise.
    pub connector: u8,
    /// Its name.
    pub name: &'a str,
}

/// No element.
pub(super) const NONE: u16 = u16::MAX;

/// Elements in the order of their values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elements<'a>(Items<'a>);

/// A continuous state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// Value reference of the state.
    pub state: u32,
    /// Value reference of its derivative.
    pub derivative: u32,
    /// Nominal value.
    pub nominal: f64,
}

/// Continuous states in their order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct States<'a>(&'a [[u8; 16]]);

impl<'a> Elements<'a> {
    /// In their order.
    pub fn iter(self) -> impl Iterator<Item = Element<'a>> {
        self.0.iter(element)
    }

    pub(super) fn read(reader: &mut Reader<'a>) -> Result<Self, Damage> {
        reader.items(element).map(Self)
    }
}

fn element<'a>(reader: &mut Reader<'a>) -> Result<Element<'a>, Damage> {
    let [kind] = reader.number()?;
    let mut end = || Ok(Some(u16::from_le_bytes(reader.number()?)).filter(|index| *index != NONE));
    let (first, second) = (end()?, end()?);
    let [connector] = reader.number()?;
    Ok(Element { kind, first, second, connector, name: reader.text()? })
}

impl<'a> States<'a> {
    /// In their order.
    pub fn iter(self) -> impl ExactSizeIterator<Item = State> + 'a {
        self.0.iter().map(|[a, b, c, d, e, f, g, h, nominal @ ..]| State {
            state: u32::from_le_bytes([*a, *b, *c, *d]),
            derivative: u32::from_le_bytes([*e, *f, *g, *h]),
            nominal: f64::from_le_bytes(*nominal),
        })
    }

    pub(super) fn read(reader: &mut Reader<'a>) -> Result<Self, Damage> {
        let count = usize::from(u16::from_le_bytes(reader.number()?));
        let (states, _) = reader.bytes(16 * count)?.as_chunks();
        Ok(Self(states))
    }
}
