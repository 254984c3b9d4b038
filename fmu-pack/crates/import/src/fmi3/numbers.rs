//! Numbers of all types of FMI 3.0, scalars and elements of arrays; and where values of all types are written.

use super::exact::{after_the_last, among_all, of_array};
use super::functions::Access;
use super::{Instance, Library};
use crate::library::{Element, Error, Place, Value};
use model_description::fmi3::VariableType;

/// A type of FMI 3.0 that numbers travel as.
pub(super) trait Number: Copy + Default {
    fn to_f64(self) -> f64;
    /// `None` where the value is not one of this type.
    fn of(value: &Value) -> Option<Self>;
    fn access(library: &Library) -> &Access<Self>;
}

macro_rules! floats {
    ($($float:ty: $access:ident),*) => {$(
        impl Number for $float {
            fn to_f64(self) -> f64 {
                f64::from(self)
            }

            fn of(value: &Value) -> Option<Self> {
                match value {
                    Value::Real(value) => Some(*value as Self),
                    Value::Integer(_) | Value::Boolean(_) | Value::Text(_) | Value::Bytes(_) => None,
                }
            }

            fn access(library: &Library) -> &Access<Self> {
                &library.functions.$access
            }
        }
    )*};
}

macro_rules! integers {
    ($($integer:ty: $access:ident),*) => {$(
        impl Number for $integer {
            // Exact up to 2^53; see `exact` for what is beyond.
            fn to_f64(self) -> f64 {
                self as f64
            }

            fn of(value: &Value) -> Option<Self> {
                match value {
                    Value::Integer(value) => Self::try_from(*value).ok(),
                    Value::Real(_) | Value::Boolean(_) | Value::Text(_) | Value::Bytes(_) => None,
                }
            }

            fn access(library: &Library) -> &Access<Self> {
                &library.functions.$access
            }
        }
    )*};
}

floats!(f32: float32, f64: float64);
// A byte is an `fmi3UInt8` as a number and an `fmi3Boolean` as a Boolean; here it is the first.
integers!(i8: int8, u8: uint8, i16: int16, u16: uint16, i32: int32, u32: uint32, i64: int64, u64: uint64);

impl Instance<'_> {
    /// Reads a variable of any type but texts as a number.
    pub(crate) fn get(&self, place: &Place) -> Result<f64, Error> {
        match place.data_type {
            VariableType::Float32 => self.number::<f32>(place),
            VariableType::Float64 => self.number::<f64>(place),
            VariableType::Int8 => self.number::<i8>(place),
            VariableType::UInt8 => self.number::<u8>(place),
            VariableType::Int16 => self.number::<i16>(place),
            VariableType::UInt16 => self.number::<u16>(place),
            VariableType::Int32 => self.number::<i32>(place),
            VariableType::UInt32 => self.number::<u32>(place),
            VariableType::Int64 | VariableType::Enumeration => self.number::<i64>(place),
            VariableType::UInt64 => self.number::<u64>(place),
            VariableType::Boolean => self.boolean(place).map(|value| f64::from(u8::from(value))),
            VariableType::Clock | VariableType::String | VariableType::Binary => Err(Error::unlike(place, "a number")),
        }
    }

    /// Writes a variable; of an array the other elements keep their values.
    pub(crate) fn set(&mut self, place: &Place, value: &Value) -> Result<(), Error> {
        self.set_values(place, &[value])
    }

    /// Writes variables, all elements of an array at once: an FMU may check them against each other.
    pub(crate) fn set_all(&mut self, values: &[(Place, Value)]) -> Result<(), Error> {
        if let Some(array) = whole_array(values) {
            return self.set_values(&array, &values.iter().map(|(_, value)| value).collect::<Vec<_>>());
        }
        values.iter().try_for_each(|(place, value)| self.set_values(place, &[value]))
    }

    /// Writes the values of a whole variable, or the one of an element.
    fn set_values(&mut self, place: &Place, values: &[&Value]) -> Result<(), Error> {
        match place.data_type {
            VariableType::Float32 => self.set_numbers::<f32>(place, values),
            VariableType::Float64 => self.set_numbers::<f64>(place, values),
            VariableType::Int8 => self.set_numbers::<i8>(place, values),
            VariableType::UInt8 => self.set_numbers::<u8>(place, values),
            VariableType::Int16 => self.set_numbers::<i16>(place, values),
            VariableType::UInt16 => self.set_numbers::<u16>(place, values),
            VariableType::Int32 => self.set_numbers::<i32>(place, values),
            VariableType::UInt32 => self.set_numbers::<u32>(place, values),
            VariableType::Int64 | VariableType::Enumeration => self.set_numbers::<i64>(place, values),
            VariableType::UInt64 => self.set_numbers::<u64>(place, values),
            VariableType::Boolean => self.set_elements(self.library().functions.boolean, place, values, truth),
            VariableType::String => self.set_strings(place, all_converted(place, values, text)?),
            VariableType::Binary => self.set_binaries(place, all_converted(place, values, bytes)?),
            VariableType::Clock => Err(Error::unlike(place, "a value")),
        }
    }

    fn number<T: Number>(&self, place: &Place) -> Result<f64, Error> {
        self.element(T::access(self.library()), place).map(T::to_f64)
    }

    fn set_numbers<T: Number>(&mut self, place: &Place, values: &[&Value]) -> Result<(), Error> {
        self.set_elements(*T::access(self.library()), place, values, T::of)
    }

    fn boolean(&self, place: &Place) -> Result<bool, Error> {
        self.element(&self.library().functions.boolean, place).map(|value| value != 0)
    }

    pub(super) fn element<T: Copy + Default>(&self, access: &Access<T>, place: &Place) -> Result<T, Error> {
        let Some(element) = place.element else {
            let mut value = [T::default()];
            return self.read(access, &[place.reference], &mut value).map(|()| value[0]);
        };
        let values = self.elements(access, place)?;
        values.get(element.index).copied().ok_or_else(|| after_the_last(place))
    }

    /// All elements of the variable.
    fn elements<T: Copy + Default>(&self, access: &Access<T>, place: &Place) -> Result<Vec<T>, Error> {
        let mut values = vec![T::default(); of_array(place).1];
        self.read(access, &[place.reference], &mut values)?;
        Ok(values)
    }

    fn set_elements<T: Copy + Default>(
        &mut self,
        access: Access<T>,
        place: &Place,
        values: &[&Value],
        of: impl Fn(&Value) -> Option<T>,
    ) -> Result<(), Error> {
        if let ([value], None) = (values, place.element) {
            // A scalar input may be written in each step: nothing is allocated for it.
            return self.write(&access, &[place.reference], &[converted(place, value, of)?]);
        }
        let given = all_converted(place, values, of)?;
        let all = among_all(place, given, || self.elements(&access, place))?;
        self.write(&access, &[place.reference], &all)
    }
}

/// The array of which these are all elements, in their order.
fn whole_array(values: &[(Place, Value)]) -> Option<Place> {
    let (first, _) = values.first()?;
    let is_next = |(index, (place, _)): (usize, &(Place, Value))| {
        place.reference == first.reference && place.element == Some(Element { index, count: values.len() })
    };
    values.iter().enumerate().all(is_next).then_some(Place { element: None, ..*first })
}

/// The value as one of the type.
fn converted<T>(place: &Place, value: &Value, of: impl Fn(&Value) -> Option<T>) -> Result<T, Error> {
    of(value).ok_or_else(|| Error::unlike(place, value))
}

fn all_converted<T>(place: &Place, values: &[&Value], of: impl Fn(&Value) -> Option<T>) -> Result<Vec<T>, Error> {
    values.iter().map(|value| converted(place, value, &of)).collect()
}

fn truth(value: &Value) -> Option<u8> {
    match value {
        Value::Boolean(value) => Some(u8::from(*value)),
        Value::Real(_) | Value::Integer(_) | Value::Text(_) | Value::Bytes(_) => None,
    }
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.clone()),
        Value::Real(_) | Value::Integer(_) | Value::Boolean(_) | Value::Bytes(_) => None,
    }
}

fn bytes(value: &Value) -> Option<Vec<u8>> {
    match value {
        Value::Bytes(bytes) => Some(bytes.clone()),
        Value::Real(_) | Value::Integer(_) | Value::Boolean(_) | Value::Text(_) => None,
    }
}
