//! The content, as the library reads it: in place, without memory of its own.

use super::{Damage, Elements, States, Tables};

/// What a configuration makes of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variability {
    /// Nothing.
    Declared = 0,
    /// A constant, which an importer sees and cannot set.
    Constant = 1,
    /// It may change while the simulation runs.
    Tunable = 2,
}

impl Variability {
    /// The one that is written as this number.
    fn from_number(number: u8) -> Option<Self> {
        [Self::Declared, Self::Constant, Self::Tunable].get(usize::from(number)).copied()
    }
}

/// One configured FMU.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Content<'a> {
    /// Name of the model.
    pub model: &'a str,
    /// Model identifier.
    pub identifier: &'a str,
    /// GUID of its description.
    pub guid: &'a str,
    /// What the model is put together from; none where it is a declared one.
    pub elements: Elements<'a>,
    /// Continuous states of such a model.
    pub states: States<'a>,
    /// Real variables by value reference.
    pub reals: Reals<'a>,
    /// Integer and Enumeration variables by value reference.
    pub integers: Integers<'a>,
    /// Tables of friction that are no variables.
    pub tables: Tables<'a>,
}

/// Start values and variabilities of Real variables.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reals<'a>(&'a [[u8; 9]]);

/// Start values and variabilities of Integer and Enumeration variables.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Integers<'a>(&'a [[u8; 5]]);

impl<'a> Reals<'a> {
    /// In the order of the value references.
    pub fn iter(self) -> impl ExactSizeIterator<Item = (f64, Variability)> + 'a {
        self.0.iter().map(|[start @ .., variability]| (f64::from_le_bytes(*start), read(*variability)))
    }
}

impl<'a> Integers<'a> {
    /// In the order of the value references.
    pub fn iter(self) -> impl ExactSizeIterator<Item = (i32, Variability)> + 'a {
        self.0.iter().map(|[start @ .., variability]| (i32::from_le_bytes(*start), read(*variability)))
    }
}

/// The variability with a number that was checked.
fn read(number: u8) -> Variability {
    Variability::from_number(number).unwrap_or(Variability::Declared)
}

/// Reads a content.
pub fn decode(content: &[u8]) -> Result<Content<'_>, Damage> {
    let mut reader = Reader(content);
    let (model, identifier, guid) = (reader.text()?, reader.text()?, reader.text()?);
    let (elements, states) = (Elements::read(&mut reader)?, States::read(&mut reader)?);
    let (reals, integers) = (Reals(reader.variables()?), Integers(reader.variables()?));
    let tables = Tables::read(&mut reader)?;
    if !reader.0.is_empty() {
        return Err(Damage::Trailing);
    }
    Ok(Content { model, identifier, guid, elements, states, reals, integers, tables })
}

/// Items that were read once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Items<'a> {
    count: u16,
    bytes: &'a [u8],
}

impl<'a> Items<'a> {
    /// In their order.
    pub fn iter<T>(self, read: fn(&mut Reader<'a>) -> Result<T, Damage>) -> impl Iterator<Item = T> {
        let mut reader = Reader(self.bytes);
        (0..self.count).map_while(move |_| read(&mut reader).ok())
    }
}

/// The bytes that are left.
pub(super) struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    pub fn bytes(&mut self, length: usize) -> Result<&'a [u8], Damage> {
        let (front, rest) = self.0.split_at_checked(length).ok_or(Damage::NotWhole)?;
        self.0 = rest;
        Ok(front)
    }

    pub fn number<const N: usize>(&mut self) -> Result<[u8; N], Damage> {
        self.bytes(N)?.first_chunk().copied().ok_or(Damage::NotWhole)
    }

    pub fn text(&mut self) -> Result<&'a str, Damage> {
        let length = u16::from_le_bytes(self.number()?);
        str::from_utf8(self.bytes(usize::from(length))?).map_err(|_| Damage::NotText)
    }

    /// Items of different lengths, behind their number. Each is read once, so that none of them is damaged.
    pub fn items<T>(&mut self, read: fn(&mut Self) -> Result<T, Damage>) -> Result<Items<'a>, Damage> {
        let count = u16::from_le_bytes(self.number()?);
        let bytes = self.0;
        for _ in 0..count {
            read(self)?;
        }
        let length = bytes.len() - self.0.len();
        Ok(Items { count, bytes: &bytes[..length] })
    }

    /// Variables of N bytes each, the last of which is the variability.
    fn variables<const N: usize>(&mut self) -> Result<&'a [[u8; N]], Damage> {
        let count = u32::from_le_bytes(self.number()?) as usize;
        let (variables, _) = self.bytes(count.checked_mul(N).ok_or(Damage::NotWhole)?)?.as_chunks();
        let unknown =
            variables.iter().map(|variable| variable[N - 1]).find(|number| Variability::from_number(*number).is_none());
        unknown.map_or(Ok(variables), |number| Err(Damage::Variability(number)))
    }
}
