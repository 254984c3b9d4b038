//! A linear system as a MAT file of level 5, which MATLAB, Octave and scipy read.
//!
//! Format: MathWorks, *MAT-File Format*, chapter 1. A header of 128 bytes, then one element per variable. An element is a tag (type
//! and length, 4 bytes each) and data, padded to 8 bytes; a variable is an element `miMATRIX` of elements: array flags, dimensions,
//! name, and numbers or cells. Little-endian, uncompressed. No crate on crates.io writes it without a C library.

use super::Linearization;
use crate::linear::{DMatrix, Signal};

const INT8: u32 = 1;
const UINT16: u32 = 4;
const INT32: u32 = 5;
const UINT32: u32 = 6;
const DOUBLE: u32 = 9;
const MATRIX: u32 = 14;

const CELL_CLASS: u32 = 1;
const CHAR_CLASS: u32 = 4;
const DOUBLE_CLASS: u32 = 6;
const COMPLEX: u32 = 0x0800;

/// Variables A, B, C, D; the names of states, inputs and outputs and their units as cells of texts; poles; the regime.
pub fn to_mat(linear: &Linearization) -> Vec<u8> {
    let system = &linear.system;
    let mut file = header();
    for (name, matrix) in [("A", &system.a), ("B", &system.b), ("C", &system.c), ("D", &system.d)] {
        file.extend(real(name, matrix));
    }
    for (kind, signals) in [("state", &system.states), ("input", &system.inputs), ("output", &system.outputs)] {
        let texts = |text: fn(&Signal) -> &str| signals.iter().map(text).collect::<Vec<&str>>();
        file.extend(cell(&format!("{kind}_names"), &texts(|signal| &signal.name)));
        file.extend(cell(&format!("{kind}_units"), &texts(|signal| &signal.unit)));
    }
    let poles = system.poles();
    let conjugate = |pole: &crate::linear::Pole| {
        [pole.imaginary, -pole.imaginary].into_iter().take(1 + usize::from(pole.is_pair()))
    };
    let (real_parts, imaginary_parts): (Vec<f64>, Vec<f64>) =
        poles.iter().flat_map(|pole| conjugate(pole).map(|imaginary| (pole.real, imaginary))).unzip();
    file.extend(complex("poles", &real_parts, &imaginary_parts));
    file.extend(text("regime", linear.regime.name()));
    file.extend(text("reason", &linear.reason));
    file.extend(real("time", &DMatrix::from_element(1, 1, linear.point.time)));
    file
}

/// Text, no subsystem, version 0x0100 and the mark of the byte order.
fn header() -> Vec<u8> {
    let mut header = format!("{:<124}", "MATLAB 5.0 MAT-file, written by fmu-pack linearize").into_bytes();
    header[116..124].fill(0);
    header.extend([0x00, 0x01, b'I', b'M']);
    header
}

fn element(kind: u32, data: &[u8]) -> Vec<u8> {
    let mut bytes = kind.to_le_bytes().to_vec();
    bytes.extend((data.len() as u32).to_le_bytes());
    bytes.extend(data);
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    bytes
}

/// Flags, dimensions and name of an array, and what is in it.
fn array(name: &str, flags: u32, dimensions: [usize; 2], parts: &[Vec<u8>]) -> Vec<u8> {
    let dimensions: Vec<u8> = dimensions.iter().flat_map(|length| (*length as i32).to_le_bytes()).collect();
    let mut data = element(UINT32, &[flags.to_le_bytes(), [0; 4]].concat());
    data.extend(element(INT32, &dimensions));
    data.extend(element(INT8, name.as_bytes()));
    parts.iter().for_each(|part| data.extend(part));
    element(MATRIX, &data)
}

fn doubles<'a>(values: impl IntoIterator<Item = &'a f64>) -> Vec<u8> {
    element(DOUBLE, &values.into_iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>())
}

/// Column by column, as the library keeps it.
fn real(name: &str, matrix: &DMatrix<f64>) -> Vec<u8> {
    array(name, DOUBLE_CLASS, [matrix.nrows(), matrix.ncols()], &[doubles(matrix.iter())])
}

fn complex(name: &str, real: &[f64], imaginary: &[f64]) -> Vec<u8> {
    array(name, DOUBLE_CLASS | COMPLEX, [real.len(), 1], &[doubles(real), doubles(imaginary)])
}

fn text(name: &str, text: &str) -> Vec<u8> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    array(name, CHAR_CLASS, [usize::from(!units.is_empty()), units.len()], &[element(UINT16, &bytes)])
}

fn cell(name: &str, texts: &[&str]) -> Vec<u8> {
    let cells: Vec<Vec<u8>> = texts.iter().map(|one| text("", one)).collect();
    array(name, CELL_CLASS, [texts.len(), 1], &cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_is_the_element_of_the_format_description() {
        // Two by one, name "A": flags, dimensions, name, two doubles.
        let bytes = real("A", &DMatrix::from_column_slice(2, 1, &[1.0, -2.0]));
        let expected: Vec<u8> = [
            &[14, 0, 0, 0, 72, 0, 0, 0][..],
            &[6, 0, 0, 0, 8, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0],
            &[5, 0, 0, 0, 8, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0],
            &[1, 0, 0, 0, 1, 0, 0, 0, b'A', 0, 0, 0, 0, 0, 0, 0],
            &[9, 0, 0, 0, 16, 0, 0, 0],
            &1f64.to_le_bytes(),
            &(-2f64).to_le_bytes(),
        ]
        .concat();
        assert_eq!(bytes, expected);
    }

    #[test]
    fn the_header_has_128_bytes_and_the_mark_of_little_endian() {
        let header = header();
        assert_eq!((header.len(), &header[124..]), (128, &[0x00, 0x01, b'I', b'M'][..]));
    }
}
