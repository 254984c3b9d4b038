//! Tables of friction that an FMU has as data.

use super::Damage;
use super::content::{Items, Reader};

/// Numbers of a point: speed, level, and two that only some tables use.
pub const COLUMNS: usize = 4;

/// A table, in the order of its speeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Table<'a> {
    /// Index of the element whose friction it is; 0 of a model that is not put together from elements.
    pub element: u16,
    /// Whether all four numbers of its points count; otherwise the first two.
    pub has_load: bool,
    points: &'a [[u8; 8 * COLUMNS]],
}

/// Tables in the order of their elements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tables<'a>(Items<'a>);

impl<'a> Table<'a> {
    /// Its points.
    pub fn points(self) -> impl ExactSizeIterator<Item = [f64; COLUMNS]> + 'a {
        self.points.iter().map(|point| {
            let (numbers, _) = point.as_chunks();
            core::array::from_fn(|column| numbers.get(column).map_or(0.0, |number| f64::from_le_bytes(*number)))
        })
    }
}

impl<'a> Tables<'a> {
    /// In their order.
    pub fn iter(self) -> impl Iterator<Item = Table<'a>> {
        self.0.iter(table)
    }

    pub(super) fn read(reader: &mut Reader<'a>) -> Result<Self, Damage> {
        reader.items(table).map(Self)
    }
}

fn table<'a>(reader: &mut Reader<'a>) -> Result<Table<'a>, Damage> {
    let element = u16::from_le_bytes(reader.number()?);
    let [has_load] = reader.number()?;
    let count = usize::from(u16::from_le_bytes(reader.number()?));
    let (points, _) = reader.bytes(8 * COLUMNS * count)?.as_chunks();
    Ok(Table { element, has_load: has_load != 0, points })
}
