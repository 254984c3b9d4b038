//! Values of FMI 3.0 that are no numbers, or of which a double has only the first digits.

use super::Instance;
use crate::library::symbols::{c_string, owned};
use crate::library::{Error, Exact, Place};
use model_description::fmi3::VariableType;
use std::ffi::{CString, c_char};
use std::ptr::null;

impl Instance<'_> {
    /// Reads a variable of one of these types, or an element of an array.
    pub(crate) fn get_exact(&self, place: &Place) -> Result<Exact, Error> {
        match place.data_type {
            VariableType::Int64 => self.element(&self.library().functions.int64, place).map(Exact::Signed),
            VariableType::UInt64 => self.element(&self.library().functions.uint64, place).map(Exact::Unsigned),
            VariableType::String => self.string(place).map(Exact::Text),
            VariableType::Binary => self.binary(place).map(Exact::Bytes),
            VariableType::Float32 | VariableType::Float64 | VariableType::Boolean | VariableType::Clock => {
                Err(Error::unlike(place, "an exact value"))
            }
            VariableType::Int8 | VariableType::UInt8 | VariableType::Int16 | VariableType::UInt16 => {
                Err(Error::unlike(place, "an exact value"))
            }
            VariableType::Int32 | VariableType::UInt32 | VariableType::Enumeration => {
                Err(Error::unlike(place, "an exact value"))
            }
        }
    }

    fn string(&self, place: &Place) -> Result<String, Error> {
        self.strings(place)?.into_iter().nth(of_array(place).0).ok_or_else(|| after_the_last(place))
    }

    /// All texts of the variable.
    fn strings(&self, place: &Place) -> Result<Vec<String>, Error> {
        let mut texts = vec![null(); of_array(place).1];
        self.read(&self.library().functions.string, &[place.reference], &mut texts)?;
        // SAFETY: the FMU keeps the texts until it is called again.
        Ok(texts.into_iter().map(|text| unsafe { owned(text) }).collect())
    }

    fn binary(&self, place: &Place) -> Result<Vec<u8>, Error> {
        self.binaries(place)?.into_iter().nth(of_array(place).0).ok_or_else(|| after_the_last(place))
    }

    /// The bytes of all elements of the variable.
    fn binaries(&self, place: &Place) -> Result<Vec<Vec<u8>>, Error> {
        let count = of_array(place).1;
        let (mut sizes, mut values) = (vec![0; count], vec![null(); count]);
        // SAFETY: one reference, and room for as many sizes and pointers as the variable has elements.
        let status = unsafe {
            (self.library().functions.get_binary)(
                self.handle,
                &place.reference,
                1,
                sizes.as_mut_ptr(),
                values.as_mut_ptr(),
                count,
            )
        };
        self.judge("fmi3GetBinary", status)?;
        let owned = |(size, value): (usize, *const u8)| {
            if value.is_null() {
                return Vec::new();
            }
            // SAFETY: the FMU keeps so many bytes there until it is called again.
            unsafe { std::slice::from_raw_parts(value, size) }.to_vec()
        };
        Ok(sizes.into_iter().zip(values).map(owned).collect())
    }

    /// Writes all texts of the variable, or the one of an element.
    pub(super) fn set_strings(&mut self, place: &Place, texts: Vec<String>) -> Result<(), Error> {
        let texts = among_all(place, texts, || self.strings(place))?;
        let texts: Vec<CString> = texts.iter().map(|text| c_string(text)).collect::<Result<_, _>>()?;
        let pointers: Vec<*const c_char> = texts.iter().map(|text| text.as_ptr()).collect();
        let access = self.library().functions.string;
        self.write(&access, &[place.reference], &pointers)
    }

    /// Writes the bytes of all elements of the variable, or of one of them.
    pub(super) fn set_binaries(&mut self, place: &Place, bytes: Vec<Vec<u8>>) -> Result<(), Error> {
        let bytes = among_all(place, bytes, || self.binaries(place))?;
        let sizes: Vec<usize> = bytes.iter().map(Vec::len).collect();
        let pointers: Vec<*const u8> = bytes.iter().map(Vec::as_ptr).collect();
        // SAFETY: one reference, and so many sizes and pointers to as many bytes, which the FMU copies.
        let status = unsafe {
            (self.library().functions.set_binary)(
                self.handle,
                &place.reference,
                1,
                sizes.as_ptr(),
                pointers.as_ptr(),
                bytes.len(),
            )
        };
        self.judge("fmi3SetBinary", status)
    }
}

/// The values to write: those that are given for the whole variable; or all that `read` finds, with the one that is given for an element
/// in the place of the old one.
pub(super) fn among_all<T>(
    place: &Place,
    given: Vec<T>,
    read: impl FnOnce() -> Result<Vec<T>, Error>,
) -> Result<Vec<T>, Error> {
    let Some(element) = place.element else { return Ok(given) };
    let mut all = read()?;
    let old = all.get_mut(element.index).ok_or_else(|| after_the_last(place))?;
    given.into_iter().for_each(|value| *old = value);
    Ok(all)
}

pub(super) fn after_the_last(place: &Place) -> Error {
    Error::unlike(place, "an element after the last")
}

/// Which element, and how many there are.
pub(super) fn of_array(place: &Place) -> (usize, usize) {
    place.element.map_or((0, 1), |element| (element.index, element.count))
}
