//! Values of FMI 3.0 that are no numbers, or of which a double has only the first digits.

use super::Instance;
use crate::library::symbols::owned;
use crate::library::{Error, Exact, Place};
use model_description::fmi3::VariableType;
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
        let (index, count) = of_array(place);
        let mut texts = vec![null(); count];
        // SAFETY: one reference, and room for as many pointers as the variable has elements.
        let status = unsafe {
            (self.library().functions.get_string)(self.handle, &place.reference, 1, texts.as_mut_ptr(), count)
        };
        self.judge("fmi3GetString", status)?;
        let text = texts.get(index).ok_or_else(|| Error::unlike(place, "an element after the last"))?;
        // SAFETY: the FMU keeps the texts until it is called again.
        Ok(unsafe { owned(*text) })
    }

    fn binary(&self, place: &Place) -> Result<Vec<u8>, Error> {
        let (index, count) = of_array(place);
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
        let (size, value) = match (sizes.get(index), values.get(index)) {
            (Some(size), Some(value)) if !value.is_null() => (*size, *value),
            (Some(_), Some(_)) => return Ok(Vec::new()),
            (_, _) => return Err(Error::unlike(place, "an element after the last")),
        };
        // SAFETY: the FMU keeps so many bytes there until it is called again.
        Ok(unsafe { std::slice::from_raw_parts(value, size) }.to_vec())
    }
}

/// Which element, and how many there are.
fn of_array(place: &Place) -> (usize, usize) {
    place.element.map_or((0, 1), |element| (element.index, element.count))
}
