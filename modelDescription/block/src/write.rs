//! Writing, for the packer.

use alloc::vec::Vec;
use core::fmt;

use super::elements::NONE;
use super::header::{CHECKSUM_AT, LENGTH_AT, fnv1a};
use super::{CAPACITY, COLUMNS, Damage, Element, HEADER, State, Variability};

/// A content that is larger than a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// Bytes of the content.
    pub length: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { length } = self;
        write!(formatter, "the configuration takes {length} bytes; a library has room for {}", CAPACITY - HEADER)
    }
}

impl core::error::Error for TooLarge {}

/// A table of friction: index of its element, whether the last two columns of its points count, and the points.
#[derive(Clone, Debug, PartialEq)]
pub struct TableData {
    /// Index of the element; 0 of a model that is not put together from elements.
    pub element: u16,
    /// Whether all four numbers of the points count.
    pub has_load: bool,
    /// The points in the order of their speeds.
    pub points: Vec<[f64; COLUMNS]>,
}

/// The content of a configured FMU: names of model and FMU, GUID, and the variables in the order of their value references.
pub fn encode(
    names: [&str; 3],
    reals: &[(f64, Variability)],
    integers: &[(i32, Variability)],
    tables: &[TableData],
) -> Result<Vec<u8>, TooLarge> {
    encode_assembled(names, (&[], &[]), reals, integers, tables)
}

/// The same of a model that is put together from elements and has these continuous states.
pub fn encode_assembled(
    names: [&str; 3],
    (elements, states): (&[Element<'_>], &[State]),
    reals: &[(f64, Variability)],
    integers: &[(i32, Variability)],
    tables: &[TableData],
) -> Result<Vec<u8>, TooLarge> {
    let mut content = Vec::new();
    for name in names {
        text(&mut content, name)?;
    }
    content.extend(count(elements.len())?.to_le_bytes());
    for element in elements {
        content.push(element.kind);
        content.extend(element.first.unwrap_or(NONE).to_le_bytes());
        content.extend(element.second.unwrap_or(NONE).to_le_bytes());
        content.push(element.connector);
        text(&mut content, element.name)?;
    }
    content.extend(count(states.len())?.to_le_bytes());
    for State { state, derivative, nominal } in states {
        content.extend(state.to_le_bytes());
        content.extend(derivative.to_le_bytes());
        content.extend(nominal.to_le_bytes());
    }
    content.extend((reals.len() as u32).to_le_bytes());
    content.extend(reals.iter().flat_map(|(start, kind)| start.to_le_bytes().into_iter().chain([*kind as u8])));
    content.extend((integers.len() as u32).to_le_bytes());
    content.extend(integers.iter().flat_map(|(start, kind)| start.to_le_bytes().into_iter().chain([*kind as u8])));
    content.extend(count(tables.len())?.to_le_bytes());
    for TableData { element, has_load, points } in tables {
        content.extend(element.to_le_bytes());
        content.push(u8::from(*has_load));
        content.extend(count(points.len())?.to_le_bytes());
        content.extend(points.iter().flatten().flat_map(|number| number.to_le_bytes()));
    }
    if content.len() > CAPACITY - HEADER { Err(TooLarge { length: content.len() }) } else { Ok(content) }
}

fn count(items: usize) -> Result<u16, TooLarge> {
    u16::try_from(items).map_err(|_| TooLarge { length: items })
}

fn text(content: &mut Vec<u8>, text: &str) -> Result<(), TooLarge> {
    content.extend(count(text.len())?.to_le_bytes());
    content.extend(text.as_bytes());
    Ok(())
}

/// Puts a content of [`encode`] into a block, whatever content it has.
pub fn fill(block: &mut [u8], content: &[u8]) -> Result<(), Damage> {
    super::version(block)?;
    let (header, place) = block.split_at_mut(HEADER);
    place.fill(0);
    place.get_mut(..content.len()).ok_or(Damage::Header)?.copy_from_slice(content);
    header[LENGTH_AT..LENGTH_AT + 4].copy_from_slice(&(content.len() as u32).to_le_bytes());
    let checksum = fnv1a(&[&header[..CHECKSUM_AT], content]);
    header[CHECKSUM_AT..].copy_from_slice(&checksum.to_le_bytes());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Content, content, decode, empty, version};
    use std::vec::Vec;

    fn filled() -> Vec<u8> {
        let mut block = empty("1.2.3").to_vec();
        let reals = [(1.5, Variability::Declared), (-0.0, Variability::Tunable)];
        let content = encode(["ServoActuator", "Elevator", "{g}"], &reals, &[(7, Variability::Constant)], &[]);
        fill(&mut block, &content.expect("it is small")).expect("the block is empty");
        block
    }

    fn read(block: &[u8]) -> Result<Option<Content<'_>>, Damage> {
        content(block)?.map(decode).transpose()
    }

    #[test]
    fn what_was_written_is_read() {
        let block = filled();
        let content = read(&block).expect("it is whole").expect("it is filled");
        assert_eq!([content.model, content.identifier, content.guid], ["ServoActuator", "Elevator", "{g}"]);
        let reals: Vec<_> = content.reals.iter().map(|(start, kind)| (start.to_bits(), kind)).collect();
        assert_eq!(reals, [(1.5_f64.to_bits(), Variability::Declared), ((-0.0_f64).to_bits(), Variability::Tunable)]);
        assert_eq!(content.integers.iter().collect::<Vec<_>>(), [(7, Variability::Constant)]);
        assert_eq!(version(&block), Ok("1.2.3"));
    }

    #[test]
    fn the_elements_of_an_assembled_model_are_read_in_their_order() {
        let elements = [
            Element { kind: 1, first: None, second: None, connector: 0, name: "motor" },
            Element { kind: 7, first: None, second: Some(0), connector: 3, name: "shaft" },
        ];
        let states = [State { state: 3, derivative: 4, nominal: 0.1 }];
        let written =
            encode_assembled(["Drivetrain", "N", "{g}"], (&elements, &states), &[], &[], &[]).expect("it is small");
        let content = decode(&written).expect("it is whole");
        assert_eq!(content.elements.iter().collect::<Vec<_>>(), elements);
        assert_eq!(content.states.iter().collect::<Vec<_>>(), states);
    }

    #[test]
    fn tables_are_read_with_all_their_points() {
        let points: Vec<_> = (0..256).map(|k| [f64::from(k), 0.5, f64::from(k) / 3.0, -0.0]).collect();
        let tables = [
            TableData { element: 3, has_load: true, points },
            TableData { element: 7, has_load: false, points: std::vec![[0.0; COLUMNS]] },
        ];
        let written = encode(["M", "N", "{g}"], &[], &[], &tables).expect("it is small");
        let content = decode(&written).expect("it is whole");
        let read: Vec<_> = content
            .tables
            .iter()
            .map(|table| (table.element, table.has_load, table.points().collect::<Vec<_>>()))
            .collect();
        assert_eq!(read, tables.map(|TableData { element, has_load, points }| (element, has_load, points)));
        for end in 0..written.len() {
            assert_eq!(decode(&written[..end]), Err(Damage::NotWhole), "{end}");
        }
    }

    #[test]
    fn a_block_as_compiled_is_empty() {
        assert_eq!(read(&empty("0.1.0")), Ok(None));
        assert_eq!(read(&[]), Err(Damage::NoBlock));
    }

    #[test]
    fn filling_anew_leaves_nothing_of_the_former_content() {
        let mut block = filled();
        let long = encode(["M", "a name that is longer than the other", "{h}"], &[], &[], &[]).expect("it is small");
        fill(&mut block, &long).expect("it is a block");
        let short = encode(["M", "N", "{g}"], &[], &[], &[]).expect("it is small");
        fill(&mut block, &short).expect("it is a block");
        let mut fresh = empty("1.2.3").to_vec();
        fill(&mut fresh, &short).expect("the block is empty");
        assert!(block == fresh);
    }

    #[test]
    fn a_change_of_any_byte_in_use_is_noticed() {
        let block = filled();
        let end = HEADER + content(&block).expect("it is whole").expect("it is filled").len();
        for index in 0..end {
            for change in [1, 0x80, 0xff] {
                let mut damaged = block.clone();
                damaged[index] ^= change;
                assert!(read(&damaged).is_err(), "byte {index} ^ {change:#x}");
            }
        }
    }

    #[test]
    fn every_other_length_is_noticed() {
        let block = filled();
        let length = content(&block).expect("it is whole").expect("it is filled").len();
        for other in (0..2 * length).filter(|other| *other != length) {
            let mut damaged = block.clone();
            damaged[LENGTH_AT..LENGTH_AT + 4].copy_from_slice(&(other as u32).to_le_bytes());
            assert_eq!(read(&damaged), Err(Damage::Checksum), "{other}");
        }
        assert_eq!(read(&block[..CAPACITY - 1]), Err(Damage::NoBlock));
    }

    #[test]
    fn a_content_that_lies_under_a_right_checksum_is_refused() {
        let whole = encode(["M", "N", "{g}"], &[(0.0, Variability::Declared)], &[], &[]).expect("it is small");
        for end in 0..whole.len() {
            assert_eq!(decode(&whole[..end]), Err(Damage::NotWhole), "{end}");
        }
        let mut long = whole.clone();
        long.push(0);
        assert_eq!(decode(&long), Err(Damage::Trailing));
        let mut unknown = whole.clone();
        let place = whole.len() - 7;
        unknown[place] = 3;
        assert_eq!(decode(&unknown), Err(Damage::Variability(3)));
        let mut no_text = whole;
        no_text[2] = 0xff;
        assert_eq!(decode(&no_text), Err(Damage::NotText));
    }

    #[test]
    fn what_does_not_fit_is_refused_with_its_size() {
        let reals = [(0.0, Variability::Declared); CAPACITY / 9];
        let error = encode(["M", "N", "{g}"], &reals, &[], &[]).expect_err("it is larger than a block");
        assert!(std::string::ToString::to_string(&error).contains("262096"), "{error}");
    }
}
