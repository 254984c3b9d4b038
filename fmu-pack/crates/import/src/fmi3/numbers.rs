//! Numbers of all types of FMI 3.0, scalars and elements of arrays.

use super::functions::Access;
use super::{Instance, Library};
use crate::library::{Error, Place, Value};
use model_description::fmi3::VariableType;

/// A type of FMI 3.0 that numbers travel as.
pub(super) trait Number: Copy + Default {
    fn to_f64(self) -> f64;
    /// `None` where the value is not one of this type.
    fn of(value: Value) -> Option<Self>;
    fn access(library: &Library) -> &Access<Self>;
}

macro_rules! floats {
    ($($float:ty: $access:ident),*) => {$(
        impl Number for $float {
            fn to_f64(self) -> f64 {
                f64::from(self)
            }

            fn of(value: Value) -> Option<Self> {
                match value {
                    Value::Real(value) => Some(value as Self),
                    Value::Integer(_) | Value::Boolean(_) => None,
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

            fn of(value: Value) -> Option<Self> {
                match value {
                    Value::Integer(value) => Self::try_from(value).ok(),
                    Value::Real(_) | Value::Boolean(_) => None,
                }
            }

            fn access(library: &Library) -> &Access<Self> {
                &library.functions.$access
            }
        }
    )*};
}

floats!(f32: float32, f64: float64);
integers!(i8: int8, i16: int16, u16: uint16, i32: int32, u32: uint32, i64: int64, u64: uint64);

/// A byte is an `fmi3UInt8` as a number and an `fmi3Boolean` as a Boolean; this is the first.
impl Number for u8 {
    fn to_f64(self) -> f64 {
        f64::from(self)
    }

    fn of(value: Value) -> Option<Self> {
        match value {
            Value::Integer(value) => Self::try_from(value).ok(),
            Value::Real(_) | Value::Boolean(_) => None,
        }
    }

    fn access(library: &Library) -> &Access<Self> {
        &library.functions.uint8
    }
}

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
    pub(crate) fn set(&mut self, place: &Place, value: Value) -> Result<(), Error> {
        match place.data_type {
            VariableType::Float32 => self.set_number::<f32>(place, value),
            VariableType::Float64 => self.set_number::<f64>(place, value),
            VariableType::Int8 => self.set_number::<i8>(place, value),
            VariableType::UInt8 => self.set_number::<u8>(place, value),
            VariableType::Int16 => self.set_number::<i16>(place, value),
            VariableType::UInt16 => self.set_number::<u16>(place, value),
            VariableType::Int32 => self.set_number::<i32>(place, value),
            VariableType::UInt32 => self.set_number::<u32>(place, value),
            VariableType::Int64 | VariableType::Enumeration => self.set_number::<i64>(place, value),
            VariableType::UInt64 => self.set_number::<u64>(place, value),
            VariableType::Boolean => self.set_boolean(place, value),
            VariableType::Clock | VariableType::String | VariableType::Binary => Err(Error::unlike(place, "a number")),
        }
    }

    fn number<T: Number>(&self, place: &Place) -> Result<f64, Error> {
        self.element(T::access(self.library()), place).map(T::to_f64)
    }

    fn set_number<T: Number>(&mut self, place: &Place, value: Value) -> Result<(), Error> {
        let number = T::of(value).ok_or_else(|| Error::unlike(place, value))?;
        self.set_element(*T::access(self.library()), place, number)
    }

    fn boolean(&self, place: &Place) -> Result<bool, Error> {
        self.element(&self.library().functions.boolean, place).map(|value| value != 0)
    }

    fn set_boolean(&mut self, place: &Place, value: Value) -> Result<(), Error> {
        match value {
            Value::Boolean(value) => self.set_element(self.library().functions.boolean, place, u8::from(value)),
            Value::Real(_) | Value::Integer(_) => Err(Error::unlike(place, value)),
        }
    }

    pub(super) fn element<T: Copy + Default>(&self, access: &Access<T>, place: &Place) -> Result<T, Error> {
        let Some(element) = place.element else {
            let mut value = [T::default()];
            return self.read(access, &[place.reference], &mut value).map(|()| value[0]);
        };
        let mut values = vec![T::default(); element.count];
        self.read(access, &[place.reference], &mut values)?;
        values.get(element.index).copied().ok_or_else(|| Error::unlike(place, "an element after the last"))
    }

    fn set_element<T: Copy + Default>(&mut self, access: Access<T>, place: &Place, value: T) -> Result<(), Error> {
        let Some(element) = place.element else { return self.write(&access, &[place.reference], &[value]) };
        let mut values = vec![T::default(); element.count];
        self.read(&access, &[place.reference], &mut values)?;
        if let Some(old) = values.get_mut(element.index) {
            *old = value;
        }
        self.write(&access, &[place.reference], &values)
    }
}
